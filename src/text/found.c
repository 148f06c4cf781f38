/* `wyrm loot` for rulesets whose loot fills whole floors; its --gold and --shops; and rulesets of
 * which nothing but the loot is known.
 *
 * The survey shows how many items of every kind a game finds down to a depth: the mean, and for
 * kinds that depend on the history of the game also how much games differ: the worst and the best
 * tenth, and the share that find none. A single kind or category is shown floor by floor. Figures
 * are exact unless there are too many states to follow; then games are drawn, and every figure has
 * an interval. Without maps and encounters, other loot models still give the items of a room by
 * depth, exactly.
 *
 * The gold of the floors is a Markov chain over the gold so far; the stock of a shop depends on
 * nothing but the depth. So both are exact, except for gold that takes too long to follow, which is
 * drawn. */
#include <wyrm/found.h>
#include <wyrm/trade.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "text/internal.h"

#define COLUMNS_OF_DEPTHS 5  /* depths with a column in the table of all kinds */
#define DEPTHS_WITHOUT    20 /* depths shown of a ruleset that does not say how deep it is */

/* ---- all kinds ---- */

/* The mean number of a kind on all floors from the first to `depth`. */
static double found_until(const wyrm_found_survey *survey, size_t kind, int32_t depth)
{
    double sum = 0;
    for (int32_t d = 0; d < depth; d++)
        sum += survey->means[(size_t)d * survey->kinds + kind];
    return sum;
}

static const wyrm_pmf *pmf_until(const wyrm_found_survey *survey, size_t kind, int32_t depth)
{
    return survey->by_depth[(size_t)(depth - 1) * survey->kinds + kind];
}

/* Depths for the columns of the table, evenly spaced and ending with the last, so that the table
 * has the same width for any dungeon. */
static size_t choose_depths(int32_t last, int32_t depths[COLUMNS_OF_DEPTHS])
{
    const int32_t step = (last + COLUMNS_OF_DEPTHS - 1) / COLUMNS_OF_DEPTHS;
    size_t count = 0;
    for (int32_t depth = step; depth < last && count + 1 < COLUMNS_OF_DEPTHS; depth += step)
        depths[count++] = depth;
    depths[count++] = last;
    return count;
}

/* Cells for a mean, a quantile (a whole number; of drawn games the range that holds it) and a
 * share. `games` is 0 where the pmf is exact. */
static void add_mean(text_table *table, const wyrm_pmf *pmf, uint64_t games)
{
    text_cell_estimate(table, wyrm_seen_mean(pmf, games), false);
}

static void add_whole(text_table *table, wyrm_estimate of)
{
    if (!of.sampled || of.ci95.low == of.ci95.high)
        text_table_cellf(table, "%.0f", of.value);
    else
        text_table_cellf(table, "%.0f..%.0f", of.ci95.low, of.ci95.high);
}

static void add_quantile(text_table *table, const wyrm_pmf *pmf, uint64_t games, double p)
{
    add_whole(table, wyrm_seen_quantile(pmf, games, p));
}

/* What a share of games has at least: 0.9 of them the worst tenth, 0.1 the best. */
static void add_reached(text_table *table, const wyrm_pmf *pmf, uint64_t games, double share)
{
    add_whole(table, wyrm_seen_reached(pmf, games, share));
}

static void add_none(text_table *table, const wyrm_pmf *pmf, uint64_t games)
{
    text_cell_fought(table, wyrm_seen_share(pmf, games, 0, 0));
}

static void print_kind(text_table *table, const wyrm_found_survey *survey, size_t kind,
                       const int32_t *depths, size_t count, bool differs)
{
    const int32_t last = survey->last_depth;
    const wyrm_pmf *pmf = pmf_until(survey, kind, last);
    for (size_t i = 0; i < count; i++)
        if (survey->games > 0)
            add_mean(table, pmf_until(survey, kind, depths[i]), survey->games);
        else
            text_cell_exact(table, found_until(survey, kind, depths[i]));
    if (!differs)
        return;
    if (!pmf) {
        for (int i = 0; i < 4; i++)
            text_table_cell(table, "");
        return;
    }
    if (survey->games == 0)
        text_cell_exact(table, wyrm_pmf_sd(pmf));
    add_reached(table, pmf, survey->games, 0.9);
    add_reached(table, pmf, survey->games, 0.1);
    add_none(table, pmf, survey->games);
}

/* Whether a kind gets a row: it is of the category asked about, and some floor may have it. Where
 * games were drawn all kinds are shown, as what none has found may still exist. */
static bool is_shown(const text_found_answer *report, const wyrm_found_survey *survey, size_t kind)
{
    const char *category = wyrm_found_category_of(wyrm_design_loot(report->design), kind);
    return (survey->games > 0 || found_until(survey, kind, survey->last_depth) > 0) &&
           !(report->category && strcmp(report->category, category) != 0);
}

static void say_drawn(const text_found_answer *report, uint64_t games, text_page *page)
{
    page_say(page,
             "Floors come in more ways than can be followed: these are of %" PRIu64
             " games whose floors were drawn, seed %" PRIu64
             ", with 95 %% intervals; a worst or best tenth a..b lies from a to b. --runs N draws "
             "more.",
             games, report->seed);
}

static void print_survey(const text_found_answer *report, const wyrm_found_survey *survey,
                         text_page *page)
{
    const wyrm_loot *loot = wyrm_design_loot(report->design);
    const wyrm_item_kind *kinds;
    const size_t all = wyrm_loot_kinds(loot, &kinds);
    int32_t depths[COLUMNS_OF_DEPTHS];
    const size_t count = choose_depths(survey->last_depth, depths);
    bool lies = false, differs = false;
    for (size_t k = 0; k < all; k++) {
        const bool shown = is_shown(report, survey, k);
        lies |= shown;
        differs |= shown && pmf_until(survey, k, survey->last_depth);
    }
    if (!lies) {
        page_say(page, "No %s lies on the floors down to depth %d.",
                 report->category ? report->category : "item, weapon or armor",
                 (int)survey->last_depth);
        text_say_vaults(report->design, survey->last_depth, false, NULL, page);
        return;
    }
    page_addf(page, "What lies on the floors down to depth %d.\n\n", (int)survey->last_depth);
    text_table table = text_table_of(page, "<item|<category");
    for (size_t i = 0; i < count; i++) {
        char heading[48];
        snprintf(heading, sizeof heading, "down to\ndepth %d", (int)depths[i]);
        text_table_column(&table, TEXT_RIGHT, heading);
    }
    if (differs) {
        if (survey->games == 0)
            text_table_column(&table, TEXT_RIGHT, "spread");
        text_table_columns(&table, ">worst\ntenth|>best\ntenth|>none\nin");
    }
    for (size_t k = 0; k < all; k++) {
        if (!is_shown(report, survey, k))
            continue;
        text_table_cell(&table, kinds[k].name);
        text_table_cell(&table, wyrm_found_category_of(loot, k));
        print_kind(&table, survey, k, depths, count, differs);
    }
    text_table_end(&table, 0);
    page_add(page, "\n");
    if (survey->games > 0)
        say_drawn(report, survey->games, page);
    else if (!differs)
        page_say(page,
                 "Exact means: how much games differ, the worst and the best tenth of them, and "
                 "who finds none, --item NAME tells.");
    else
        page_say(page,
                 "Exact: every floor is followed with all that bears on what comes. Nine games in "
                 "ten have at least as many as stands under the worst tenth, and one in ten at "
                 "least as many as under the best; of other kinds --item NAME tells them.");
    text_say_vaults(report->design, survey->last_depth, false, NULL, page);
    char depth[32] = "";
    if (report->depth == 0 && survey->last_depth > 1)
        snprintf(depth, sizeof depth, " --depth %d",
                 (int)(survey->last_depth < 5 ? survey->last_depth : 5));
    page_say(page, "More: wyrm loot %s --item NAME%s. For scripts: --json", report->name, depth);
}

/* Writes KEY and KEY_ci95. */
static void put_seen(base_json *json, const char *key, wyrm_estimate of)
{
    char name[32];
    snprintf(name, sizeof name, "%s_ci95", key);
    base_put_real(json, key, of.value);
    text_put_ci95(json, name, &of);
}

/* Figures of a pmf: from drawn games with intervals, and then without the standard deviation, which
 * has none. */
static void put_pmf_figures(base_json *json, const wyrm_pmf *pmf, uint64_t games)
{
    if (games > 0) {
        put_seen(json, "mean", wyrm_seen_mean(pmf, games));
        put_seen(json, "worst_tenth", wyrm_seen_reached(pmf, games, 0.9));
        put_seen(json, "best_tenth", wyrm_seen_reached(pmf, games, 0.1));
        put_seen(json, "none", wyrm_seen_share(pmf, games, 0, 0));
        return;
    }
    base_putf(json, "sd:%g worst_tenth:%d best_tenth:%d none:%g", wyrm_pmf_sd(pmf),
              (int)wyrm_pmf_reached(pmf, 0.9), (int)wyrm_pmf_reached(pmf, 0.1),
              wyrm_pmf_at(pmf, 0));
}

static void put_games(base_json *json, const text_found_answer *report, uint64_t games)
{
    if (games > 0)
        base_putf(json, "method:%s seed:%" PRIu64 " runs:%" PRIu64, "runs", report->seed, games);
}

static void write_survey(const text_found_answer *report, const wyrm_found_survey *survey,
                         text_page *page)
{
    const wyrm_loot *loot = wyrm_design_loot(report->design);
    const wyrm_item_kind *kinds;
    const size_t all = wyrm_loot_kinds(loot, &kinds);
    base_json json = text_answer_begin(page, "loot", wyrm_design_ruleset(report->design));
    put_games(&json, report, survey->games);
    base_putf(&json, "depth:%d cut:%g items:[", (int)survey->last_depth, survey->cut);
    for (size_t k = 0; k < all; k++) {
        if (report->category && strcmp(report->category, wyrm_found_category_of(loot, k)) != 0)
            continue;
        base_putf(&json, "{item:%s category:%s by_depth:[", kinds[k].name,
                  wyrm_found_category_of(loot, k));
        for (int32_t depth = 1; depth <= survey->last_depth; depth++) {
            const wyrm_pmf *pmf = pmf_until(survey, k, depth);
            base_putf(&json, "{depth:%d", (int)depth);
            if (survey->games == 0)
                base_put_real(&json, "mean", found_until(survey, k, depth));
            if (pmf)
                put_pmf_figures(&json, pmf, survey->games);
            base_put_end(&json);
        }
        base_putf(&json, "]}");
    }
    base_putf(&json, "]");
    text_put_vaults(&json, report->design, survey->last_depth, NULL);
    base_putf(&json, "}");
}

/* ---- a single kind or category ---- */

/* The name of the kind asked about, without a bonus such as "+1"; NULL for a category. */
static const char *kind_of(const text_found_answer *report)
{
    const wyrm_loot *loot = wyrm_design_loot(report->design);
    const wyrm_item_kind *kinds;
    char base[WYRM_FOUND_NAME];
    wyrm_found_asked(report->item, base);
    const int32_t kind = wyrm_loot_find(loot, base);
    wyrm_loot_kinds(loot, &kinds);
    return kind >= 0 ? kinds[kind].name : NULL;
}

/* The probability that the first one lies on floor d (from 0), which is the share of games without
 * one down to the floor above, less the share without one down to this floor. */
static wyrm_estimate first_here(const wyrm_found *found, int32_t d)
{
    const wyrm_pmf *pmf = found->by_depth[d], *before = d > 0 ? found->by_depth[d - 1] : NULL;
    const double share = fmax(0, (before ? wyrm_pmf_at(before, 0) : 1) - wyrm_pmf_at(pmf, 0));
    wyrm_estimate out = {.value = share};
    if (found->games > 0) {
        const uint64_t times = (uint64_t)llround(share * (double)found->games);
        out.sampled = true;
        out.ci95 = wyrm_share_interval(times, found->games, 0.95);
    }
    return out;
}

/* Droughts are floors in a row without a find. For each depth: how long the drought up to there is,
 * and how long the longest so far was; the worst tenth of games has at least the number under
 * "worst tenth". `dry` is `found`, or drawn where only the numbers of finds could be followed. */
static void print_droughts(const text_found_answer *report, const wyrm_found *found,
                           const wyrm_found *dry, text_page *page)
{
    page_add(page, "\nFloors in a row without one:\n\n");
    text_table table = text_table_of(page, ">depth|>up to\nthis floor|>worst\ntenth|>the longest\n"
                                           "so far|>worst\ntenth");
    for (int32_t d = 0; d < dry->last_depth; d++) {
        text_table_cellf(&table, "%d", (int)d + 1);
        add_mean(&table, dry->drought[d], dry->games);
        add_quantile(&table, dry->drought[d], dry->games, 0.9);
        add_mean(&table, dry->longest[d], dry->games);
        add_quantile(&table, dry->longest[d], dry->games, 0.9);
    }
    text_table_end(&table, 0);
    if (dry->games > found->games) {
        page_add(page, "\n");
        page_say(
            page,
            "What stands above of how many there are is exact. Floors without one come in more "
            "ways than can be followed: how many in a row is of %" PRIu64
            " games whose floors were drawn, seed %" PRIu64
            ", with 95 %% intervals; a worst tenth a..b lies from a to b. --runs N draws "
            "more.",
            dry->games, report->seed);
    }
}

/* One kind or category floor by floor: on the floor, down to it, quantiles over games, and
 * droughts. */
static void print_found(const text_found_answer *report, const wyrm_found *found,
                        const wyrm_found *dry, text_page *page)
{
    const wyrm_pmf *all = found->by_depth[found->last_depth - 1];
    const int worst = (int)wyrm_pmf_reached(all, 0.9);
    const wyrm_estimate mean = wyrm_seen_mean(all, found->games);
    text_figure number, chance;
    if (found->games > 0)
        page_say(page, "Down to depth %d there are %s of %s.", (int)found->last_depth,
                 text_figure_estimate(page->style, &mean, &number), found->name);
    else if (worst == 0)
        page_say(page, "Down to depth %d there are %s of %s. In %s of games there is none.",
                 (int)found->last_depth, text_figure_exact(mean.value, &number), found->name,
                 text_figure_chance(1 - wyrm_pmf_tail(all, 1), &chance));
    else
        page_say(page,
                 "Down to depth %d there are %s of %s. Nine games in ten have at least %d; so do "
                 "%s of all.",
                 (int)found->last_depth, text_figure_exact(mean.value, &number), found->name, worst,
                 text_figure_chance(wyrm_pmf_tail(all, worst), &chance));
    page_add(page, "\n");
    text_table table = text_table_of(page, ">depth|>on the\nfloor|>down\nto it");
    if (found->games == 0)
        text_table_column(&table, TEXT_RIGHT, "spread");
    text_table_columns(&table,
                       ">worst\ntenth|>middle|>best\ntenth|>none\nin|>the first\none is here");
    if (found->bonus)
        text_table_column(&table, TEXT_RIGHT, "enchanted\non average");
    for (int32_t d = 0; d < found->last_depth; d++) {
        const wyrm_pmf *pmf = found->by_depth[d], *before = d > 0 ? found->by_depth[d - 1] : NULL;
        text_table_cellf(&table, "%d", (int)d + 1);
        if (found->games > 0)
            add_mean(&table, found->on_floor[d], found->games);
        else
            text_cell_exact(&table, wyrm_pmf_mean(pmf) - (before ? wyrm_pmf_mean(before) : 0));
        add_mean(&table, pmf, found->games);
        if (found->games == 0)
            text_cell_exact(&table, wyrm_pmf_sd(pmf));
        add_reached(&table, pmf, found->games, 0.9);
        add_quantile(&table, pmf, found->games, 0.5);
        add_reached(&table, pmf, found->games, 0.1);
        add_none(&table, pmf, found->games);
        text_cell_fought(&table, first_here(found, d));
        if (found->bonus && found->bonus[d])
            text_table_cellf(&table, "%+.3g", wyrm_pmf_mean(found->bonus[d]));
        else if (found->bonus)
            text_table_cell(&table, "");
    }
    text_table_end(&table, 0);
    print_droughts(report, found, dry, page);
    text_say_vaults(report->design, found->last_depth, false, kind_of(report), page);
    if (found->bonus) {
        page_add(page, "\n");
        page_say(page, "Of those of +1 or better alone: --item %s+1.", found->name);
    }
    if (found->games > 0) {
        page_add(page, "\n");
        say_drawn(report, found->games, page);
    }
}

static void put_drought(base_json *json, const char *key, const wyrm_pmf *pmf, uint64_t games)
{
    base_put_object(json, key);
    put_seen(json, "mean", wyrm_seen_mean(pmf, games));
    put_seen(json, "worst_tenth", wyrm_seen_quantile(pmf, games, 0.9));
    text_put_pmf(json, "pmf", pmf);
    base_put_end(json);
}

static void write_found(const text_found_answer *report, const wyrm_found *found,
                        const wyrm_found *dry, text_page *page)
{
    base_json json = text_answer_begin(page, "loot", wyrm_design_ruleset(report->design));
    put_games(&json, report, found->games);
    base_putf(&json, "depth:%d item:%s cut:%g by_depth:[", (int)found->last_depth, found->name,
              found->cut);
    for (int32_t d = 0; d < found->last_depth; d++) {
        base_putf(&json, "{depth:%d", (int)d + 1);
        if (found->games == 0)
            base_put_real(&json, "mean", wyrm_pmf_mean(found->by_depth[d]));
        put_pmf_figures(&json, found->by_depth[d], found->games);
        text_put_pmf(&json, "pmf", found->by_depth[d]);
        if (found->bonus && found->bonus[d])
            text_put_pmf(&json, "bonus", found->bonus[d]);
        put_drought(&json, "drought", dry->drought[d], dry->games);
        put_drought(&json, "longest_drought", dry->longest[d], dry->games);
        base_put_end(&json);
    }
    base_putf(&json, "]");
    text_put_vaults(&json, report->design, found->last_depth, kind_of(report));
    base_putf(&json, "}");
}

/* Fills either *found or *survey, exactly if possible, else by drawing games. The numbers of one
 * kind can be followed much farther than their order on the floors: where only droughts are too
 * much work, *dry is drawn for them alone. */
static wyrm_status find_answer(const text_found_answer *report, wyrm_found **found,
                               wyrm_found **dry, wyrm_found_survey **survey, wyrm_error *error)
{
    const wyrm_loot *loot = wyrm_design_loot(report->design);
    const int32_t last = report->depth > 0 ? report->depth : wyrm_found_last_depth(loot);
    const wyrm_status status = report->item ? wyrm_found_new(loot, report->item, last, found, error)
                                            : wyrm_found_survey_new(loot, last, survey, error);
    if (status == WYRM_OK && report->item && !(*found)->longest)
        return wyrm_found_draw(loot, report->item, last, report->seed, report->runs, dry, error);
    if (status != WYRM_ERROR_LIMIT)
        return status;
    return report->item
               ? wyrm_found_draw(loot, report->item, last, report->seed, report->runs, found, error)
               : wyrm_found_survey_draw(loot, last, report->seed, report->runs, survey, error);
}

void text_write_found(const text_found_answer *report, text_page *page)
{
    wyrm_found_survey *survey = NULL;
    wyrm_found *found = NULL, *dry = NULL;
    if (page_needs(page, find_answer(report, &found, &dry, &survey, &page->error))) {
        if (found)
            (page->json ? write_found : print_found)(report, found, dry ? dry : found, page);
        else
            (page->json ? write_survey : print_survey)(report, survey, page);
    }
    wyrm_found_survey_free(survey);
    wyrm_found_free(dry);
    wyrm_found_free(found);
}

/* ---- rooms, where nothing but the loot is known ---- */

/* The loot of a room by depth: the mean number of items in the second room, as the first may be
 * left empty on purpose, and the share of each kind. */
typedef struct room_row {
    double items;
    double *shares;
} room_row;

static bool read_room(const wyrm_loot *loot, int32_t depth, room_row *row, text_page *page)
{
    const wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    wyrm_pmf *number;
    if (!page_needs(page, wyrm_loot_number(loot, &context, 1, &number, &page->error)))
        return false;
    row->items = wyrm_pmf_mean(number);
    wyrm_pmf_free(number);
    return page_needs(page, wyrm_loot_shares(loot, &context, row->shares, &page->error));
}

static void write_rooms(const text_found_answer *report, const room_row *rows, int32_t count,
                        text_page *page)
{
    const wyrm_item_kind *kinds;
    const size_t all = wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    base_json json = text_answer_begin(page, "loot", wyrm_design_ruleset(report->design));
    base_putf(&json, "depths:[");
    for (int32_t d = 0; d < count; d++) {
        base_putf(&json, "{depth:%d items_per_room:%g shares:{", (int)d + 1, rows[d].items);
        for (size_t k = 0; k < all; k++)
            base_put_real(&json, kinds[k].name, rows[d].shares[k]);
        base_putf(&json, "}}");
    }
    base_putf(&json, "]}");
}

/* Neighbouring depths with the same loot share a row. They are compared bit by bit: rows of a table
 * are read, not computed. */
static void print_rooms(const text_found_answer *report, const room_row *rows, int32_t count,
                        text_page *page)
{
    const wyrm_item_kind *kinds;
    const size_t all = wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    text_table table = text_table_of(page, ">depths|>items\na room|<one of them is");
    for (int32_t d = 0, last; d < count; d = last + 1) {
        base_buffer words = {0};
        text_figure share;
        for (last = d; last + 1 < count && rows[last + 1].items == rows[d].items; last++)
            if (memcmp(rows[last + 1].shares, rows[d].shares, all * sizeof(double)) != 0)
                break;
        for (size_t k = 0; k < all; k++)
            if (rows[d].shares[k] > 0)
                base_buffer_appendf(&words, "%s%s %s", words.length > 0 ? ", " : "", kinds[k].name,
                                    text_figure_percent(rows[d].shares[k], &share));
        text_table_cellf(&table, last > d ? "%d-%d" : "%d", (int)d + 1, (int)last + 1);
        text_cell_exact(&table, rows[d].items);
        const char *list = page_keep(page, &words);
        text_table_cell(&table, list[0] != '\0' ? list : "nothing");
    }
    text_table_end(&table, 0);
    page_add(page, "\n");
    page_say(page, "Exact, of a room that is not the first. How many rooms there are is not known: "
                   "that needs 'models: {encounter: ..., map: ...}'.");
}

void text_write_rooms_loot(const text_found_answer *report, text_page *page)
{
    const wyrm_loot *loot = wyrm_design_loot(report->design);
    const wyrm_item_kind *kinds;
    const size_t all = wyrm_loot_kinds(loot, &kinds);
    const int32_t last = report->depth > 0 ? report->depth : DEPTHS_WITHOUT;
    room_row *rows = page_array(page, room_row, (size_t)last);
    double *shares = page_array(page, double, (size_t)last *all);
    int32_t count = 0;
    for (; rows && shares && count < last; count++) {
        rows[count].shares = shares + (size_t)count * all;
        if (!read_room(loot, count + 1, &rows[count], page))
            break;
    }
    if (count == last)
        (page->json ? write_rooms : print_rooms)(report, rows, count, page);
}

/* ---- gold ---- */

/* Scales an estimate to pieces of gold: a pmf that would be too long counts in units of several. */
static wyrm_estimate pieces(const wyrm_gold *gold, wyrm_estimate of)
{
    const double unit = (double)gold->unit;
    of.value *= unit;
    of.ci95.low *= unit;
    of.ci95.high *= unit;
    return of;
}

static wyrm_estimate middle(const wyrm_gold *gold, int32_t d)
{
    return pieces(gold, wyrm_seen_quantile(gold->by_depth[d], gold->games, 0.5));
}

static wyrm_estimate reached(const wyrm_gold *gold, int32_t d, double share)
{
    return pieces(gold, wyrm_seen_reached(gold->by_depth[d], gold->games, share));
}

/* A quantile of drawn games is given as the range between two values that were seen; a single
 * number would claim too much. */
static void add_gold(text_table *table, const wyrm_gold *gold, wyrm_estimate of)
{
    if (gold->games > 0)
        text_table_cellf(table, "%.0f..%.0f", of.ci95.low, of.ci95.high);
    else
        text_table_cellf(table, "%.0f", of.value);
}

/* For one floor, exact means are subtracted; in drawn games the floor is measured by itself, since
 * a difference would have the noise of both means. */
static void print_gold(const text_found_answer *report, const wyrm_gold *gold, text_page *page)
{
    const int64_t purse = wyrm_trade_purse(wyrm_design_trade(report->design));
    const wyrm_pmf *all = gold->by_depth[gold->last_depth - 1];
    const uint64_t games = gold->games;
    const wyrm_estimate sum = pieces(gold, wyrm_seen_mean(all, games));
    text_figure mean;
    if (games > 0)
        page_say(page, "Down to depth %d there are %s pieces of gold.", (int)gold->last_depth,
                 text_figure_estimate(page->style, &sum, &mean));
    else
        page_say(
            page,
            "Down to depth %d there are %s pieces of gold. Nine games in ten have at least %lld.",
            (int)gold->last_depth, text_figure_exact(sum.value, &mean),
            (long long)wyrm_pmf_reached(all, 0.9));
    if (purse > 0)
        page_say(page, "The %lld that a game begins with come to that.", (long long)purse);
    page_add(page, "\n");
    text_table table = text_table_of(page, ">depth|>heaps|>on the\nfloor|>down\nto it");
    if (games == 0)
        text_table_column(&table, TEXT_RIGHT, "spread");
    text_table_columns(&table, ">worst\ntenth|>middle|>best\ntenth|>none\nin");
    for (int32_t d = 0; d < gold->last_depth; d++) {
        const wyrm_pmf *pmf = gold->by_depth[d], *before = d > 0 ? gold->by_depth[d - 1] : NULL;
        text_table_cellf(&table, "%d", (int)d + 1);
        if (games > 0) {
            text_cell_estimate(&table, wyrm_seen_mean(gold->number[d], games), false);
            text_cell_estimate(&table, pieces(gold, wyrm_seen_mean(gold->on_floor[d], games)),
                               false);
        } else {
            text_cell_exact(&table, gold->heaps[d]);
            text_cell_exact(&table, wyrm_pmf_mean(pmf) - (before ? wyrm_pmf_mean(before) : 0));
        }
        text_cell_estimate(&table, pieces(gold, wyrm_seen_mean(pmf, games)), false);
        if (games == 0)
            text_cell_exact(&table, wyrm_pmf_sd(pmf));
        add_gold(&table, gold, reached(gold, d, 0.9));
        add_gold(&table, gold, middle(gold, d));
        add_gold(&table, gold, reached(gold, d, 0.1));
        if (games > 0)
            text_cell_fought(&table, wyrm_seen_share(pmf, games, 0, 0));
        else
            text_cell_percent(&table, wyrm_pmf_at(pmf, 0));
    }
    text_table_end(&table, 0);
    page_add(page, "\n");
    if (games > 0)
        page_say(page,
                 "It takes too long to follow: these are of %" PRIu64
                 " games that were drawn, seed %" PRIu64
                 ", with 95 %% intervals, of all heaps that lie there. --runs N draws more.",
                 games, report->seed);
    else
        page_say(page, "Exact, of all heaps that lie there. For scripts: --json");
}

static void write_gold(const text_found_answer *report, const wyrm_gold *gold, text_page *page)
{
    base_json json = text_answer_begin(page, "loot-gold", wyrm_design_ruleset(report->design));
    put_games(&json, report, gold->games);
    base_putf(&json, "depth:%d purse:%d by_depth:[", (int)gold->last_depth,
              (int)wyrm_trade_purse(wyrm_design_trade(report->design)));
    for (int32_t d = 0; d < gold->last_depth; d++) {
        const wyrm_pmf *pmf = gold->by_depth[d];
        if (gold->games > 0) {
            base_putf(&json, "{depth:%d", (int)d + 1);
            put_seen(&json, "heaps", wyrm_seen_mean(gold->number[d], gold->games));
            put_seen(&json, "mean", pieces(gold, wyrm_seen_mean(pmf, gold->games)));
            put_seen(&json, "worst_tenth", reached(gold, d, 0.9));
            put_seen(&json, "middle", middle(gold, d));
            put_seen(&json, "best_tenth", reached(gold, d, 0.1));
            put_seen(&json, "none", wyrm_seen_share(pmf, gold->games, 0, 0));
            base_put_end(&json);
            continue;
        }
        base_putf(
            &json,
            "{depth:%d heaps:%g mean:%g sd:%g worst_tenth:%d middle:%d best_tenth:%d none:%g}",
            (int)d + 1, gold->heaps[d], wyrm_pmf_mean(pmf), wyrm_pmf_sd(pmf),
            (int)wyrm_pmf_reached(pmf, 0.9), (int)wyrm_pmf_quantile(pmf, 0.5),
            (int)wyrm_pmf_reached(pmf, 0.1), wyrm_pmf_at(pmf, 0));
    }
    base_putf(&json, "]}");
}

static int32_t last_depth(const text_found_answer *report)
{
    return report->depth > 0 ? report->depth
                             : wyrm_trade_last_depth(wyrm_design_trade(report->design));
}

void text_write_gold(const text_found_answer *report, text_page *page)
{
    const wyrm_trade *trade = wyrm_design_trade(report->design);
    wyrm_gold *gold = NULL;
    /* Exact first: whether that is too much work is only known on the way. */
    wyrm_status status = wyrm_gold_new(trade, last_depth(report), &gold, &page->error);
    if (status == WYRM_ERROR_LIMIT)
        status = wyrm_gold_sample(trade, last_depth(report), report->seed, report->runs, &gold,
                                  &page->error);
    if (page_needs(page, status))
        (page->json ? write_gold : print_gold)(report, gold, page);
    wyrm_gold_free(gold);
}

/* ---- shops ---- */

#define DEPTHS_SHOWN 4 /* depths with columns in the table of a shop's offers */

/* Up to DEPTHS_SHOWN indexes, evenly over the depths where the shop is, with the first and the
 * last: so prices out of reach and within it are both seen. */
static size_t choose_shop_depths(const wyrm_shop_figures *shop, int32_t *chosen)
{
    const int32_t count = shop->depth_count < DEPTHS_SHOWN ? shop->depth_count : DEPTHS_SHOWN;
    for (int32_t i = 0; i < count; i++)
        chosen[i] = count > 1 ? i * (shop->depth_count - 1) / (count - 1) : 0;
    return (size_t)count;
}

static void print_offers(const wyrm_shop_figures *shop, bool gold, text_page *page)
{
    int32_t chosen[DEPTHS_SHOWN];
    const size_t count = choose_shop_depths(shop, chosen);
    text_table table = text_table_of(page, "<offer|>price");
    for (size_t i = 0; i < count; i++) {
        char heading[64];
        snprintf(heading, sizeof heading, "depth %d\nhas one", (int)shop->depths[chosen[i]].depth);
        text_table_column(&table, TEXT_RIGHT, heading);
        snprintf(heading, sizeof heading, "depth %d\npays", (int)shop->depths[chosen[i]].depth);
        if (gold)
            text_table_column(&table, TEXT_RIGHT, heading);
    }
    for (size_t k = 0; k < shop->offer_count; k++) {
        /* Offers stand in the order of the ruleset at every depth, and their prices are the same at
         * all. */
        text_table_cell(&table, shop->depths[0].offers[k].name);
        text_cell_exact(&table, shop->depths[0].offers[k].price);
        for (size_t i = 0; i < count; i++) {
            const wyrm_offer *offer = &shop->depths[chosen[i]].offers[k];
            text_cell_percent(&table, offer->any);
            if (gold)
                text_cell_percent(&table, offer->paid);
        }
    }
    text_table_below(&table, 0);
}

static void print_shop(const text_found_answer *report, size_t index, const wyrm_shop_figures *shop,
                       text_page *page)
{
    const wyrm_trade *trade = wyrm_design_trade(report->design);
    const bool gold = wyrm_trade_has_gold(trade);
    if (shop->depth_count == 0) {
        page_say(page, "%s: nowhere down to depth %d.", shop->name, (int)last_depth(report));
        return;
    }
    page_title(page, shop->name);
    if (wyrm_shop_gives(trade, index) > 0) {
        text_figure share;
        page_say(page, "It gives %s of the price for what it is sold.",
                 text_figure_percent(wyrm_shop_gives(trade, index), &share));
    }
    text_table table = text_table_of(page, ">depth|>is there|>things");
    if (gold)
        text_table_columns(&table, ">gold\npays for|>worst\ntenth|>nothing\nin");
    for (int32_t d = 0; d < shop->depth_count; d++) {
        const wyrm_shop_depth *at = &shop->depths[d];
        text_table_cellf(&table, "%d", (int)at->depth);
        text_cell_percent(&table, at->chance);
        text_cell_exact(&table, wyrm_pmf_mean(at->size));
        if (!gold)
            continue;
        text_cell_exact(&table, wyrm_pmf_mean(at->payable));
        text_table_cellf(&table, "%d", (int)wyrm_pmf_reached(at->payable, 0.9));
        text_cell_percent(&table, wyrm_pmf_at(at->payable, 0));
    }
    text_table_below(&table, 0);
    print_offers(shop, gold, page);
}

static void write_shop(const text_found_answer *report, size_t index, const wyrm_shop_figures *shop,
                       base_json *json)
{
    base_putf(json, "{shop:%s gives:%g depths:[", shop->name,
              wyrm_shop_gives(wyrm_design_trade(report->design), index));
    for (int32_t d = 0; d < shop->depth_count; d++) {
        const wyrm_shop_depth *at = &shop->depths[d];
        base_putf(json, "{depth:%d chance:%g things:%g", (int)at->depth, at->chance,
                  wyrm_pmf_mean(at->size));
        text_put_pmf(json, "payable", at->payable);
        base_putf(json, "offers:[");
        for (size_t k = 0; k < shop->offer_count; k++) {
            const wyrm_offer *offer = &at->offers[k];
            base_putf(json, "{item:%s always:%i any:%g mean:%g price:%g", offer->name,
                      offer->always, offer->any, offer->mean, offer->price);
            base_put_real(json, "paid", offer->paid);
            base_put_end(json);
        }
        base_putf(json, "]}");
    }
    base_putf(json, "]}");
}

void text_write_shops(const text_found_answer *report, text_page *page)
{
    const wyrm_trade *trade = wyrm_design_trade(report->design);
    base_json json = {0};
    if (page->json) {
        json = text_answer_begin(page, "loot-shops", wyrm_design_ruleset(report->design));
        base_putf(&json, "depth:%d shops:[", (int)last_depth(report));
    }
    for (size_t i = 0; i < wyrm_trade_shops(trade); i++) {
        wyrm_shop_figures *shop = NULL;
        if (!page_needs(page,
                        wyrm_shop_figures_new(trade, i, last_depth(report), &shop, &page->error)))
            return;
        if (!page->json && i > 0)
            page_add(page, "\n");
        if (page->json)
            write_shop(report, i, shop, &json);
        else
            print_shop(report, i, shop, page);
        wyrm_shop_figures_free(shop);
    }
    if (page->json) {
        base_putf(&json, "]}");
        return;
    }
    page_add(page, "\n");
    char purse[64] = "";
    if (wyrm_trade_purse(trade) > 0)
        snprintf(purse, sizeof purse, ", and the %lld that a game begins with",
                 (long long)wyrm_trade_purse(trade));
    if (wyrm_trade_has_gold(trade))
        page_say(page,
                 "Exact, where the shop is there. Gold is what lies on the floors down to it, all "
                 "of it picked up and none of it spent%s; it pays for a thing that costs no more.",
                 purse);
    else
        page_say(page, "Exact, where the shop is there. Without a section 'gold' there is none "
                       "that could pay for any of it.");
}

/* ---- drops ---- */

/* Writes how much of one thing, or of gold (NULL), a monster drops; on a page nothing where it
 * never does. */
static void write_drop(const text_found_answer *report, size_t index, int32_t depth,
                       const char *name, text_table *table, base_json *json)
{
    const wyrm_drops *drops = wyrm_design_drops(report->design);
    const wyrm_monster *monster = wyrm_roster_monster(wyrm_design_roster(report->design), index);
    text_page *page = table->page;
    wyrm_pmf *number = NULL;
    if (!page_needs(page, wyrm_drops_number(drops, index, depth, name, &number, &page->error)))
        return;
    const double any = wyrm_pmf_tail(number, 1), mean = wyrm_pmf_mean(number);
    if (page->json && (name != NULL || any > 0)) {
        base_putf(json, "{monster:%s", monster->name);
        if (name != NULL)
            base_putf(json, "item:%s", name);
        base_putf(json, "any:%g mean:%g", any, mean);
        text_put_pmf(json, name != NULL ? "number" : "gold", number);
        base_put_end(json);
    } else if (!page->json && any > 0) {
        if (table->count == 0)
            text_table_columns(table, "<monster|<drops|>in|>mean|>most");
        text_table_cell(table, monster->name);
        text_table_cell(table, name != NULL ? name : "gold");
        text_cell_percent(table, any);
        text_cell_exact(table, mean);
        text_table_cellf(table, "%d", (int)wyrm_pmf_last(number));
    }
    wyrm_pmf_free(number);
}

void text_write_drops(const text_found_answer *report, text_page *page)
{
    const wyrm_drops *drops = wyrm_design_drops(report->design);
    const size_t monsters = wyrm_roster_count(wyrm_design_roster(report->design));
    const int32_t depth = report->depth > 0 ? report->depth : 1;
    const char *names[WYRM_DROP_NAMES_MAX];
    base_json json = {0};
    text_table table = text_table_of(page, "");
    if (page->json) {
        json = text_answer_begin(page, "loot-drops", wyrm_design_ruleset(report->design));
        base_putf(&json, "depth:%d drops:[", (int)depth);
    }
    for (size_t m = 0; m < monsters; m++) {
        const size_t count = wyrm_drops_names(drops, m, names);
        write_drop(report, m, depth, NULL, &table, &json);
        for (size_t i = 0; i < count; i++)
            write_drop(report, m, depth, names[i], &table, &json);
    }
    if (page->json) {
        base_putf(&json, "]}");
        return;
    }
    page_say(page,
             table.count == 0
                 ? "No monster leaves anything where it dies, at depth %d%s."
                 : "What one monster of each kind leaves where it dies, at depth %d%s:",
             (int)depth, report->depth > 0 ? "" : " (--depth N asks for another)");
    if (table.count == 0)
        return;
    text_table_below(&table, 0);
    page_add(page, "\n");
    page_say(page,
             "Exact. What lies on floors comes besides: 'wyrm loot' and --gold tell that, 'wyrm "
             "sim' the things of both together, as they are found.");
}
