/* `wyrm loot` where loot fills whole floors, and where nothing but the loot is known.
 *
 * What a game finds down to a depth: of every kind how many on average, and of what hangs on its
 * own history also how much games differ: the worst and the best tenth, and who finds none. One
 * kind or category by itself is told floor by floor. What is too much to follow is of games that
 * are drawn, and every figure has its interval. Without maps and encounters other models can
 * say what a room brings by depth, which is exact. */
#include "text/internal.h"

#include <wyrm/found.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define COLUMNS_OF_DEPTHS 5  /* of the table of all kinds */
#define DEPTHS_WITHOUT    20 /* of a ruleset that does not say how deep it is */

/* ---- all kinds ---- */

/* The mean number of a kind on the floors down to a depth. */
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

/* A few depths, the last one among them. Evenly, so that the table has the same width for any
 * dungeon. */
static size_t choose_depths(int32_t last, int32_t depths[COLUMNS_OF_DEPTHS])
{
    const int32_t step = (last + COLUMNS_OF_DEPTHS - 1) / COLUMNS_OF_DEPTHS;
    size_t count = 0;
    for (int32_t depth = step; depth < last && count + 1 < COLUMNS_OF_DEPTHS; depth += step)
        depths[count++] = depth;
    depths[count++] = last;
    return count;
}

/* A mean; a quantile, which is whole, and of drawn games the numbers that it may be; a share. */
static void add_mean(wyrm_table *table, const wyrm_pmf *pmf, uint64_t games)
{
    wyrm_cell_estimate(table, wyrm_seen_mean(pmf, games), false);
}

static void add_quantile(wyrm_table *table, const wyrm_pmf *pmf, uint64_t games, double p)
{
    const wyrm_estimate of = wyrm_seen_quantile(pmf, games, p);
    if (!of.sampled || of.ci95.low == of.ci95.high)
        wyrm_table_cellf(table, "%.0f", of.value);
    else
        wyrm_table_cellf(table, "%.0f..%.0f", of.ci95.low, of.ci95.high);
}

static void add_share(wyrm_table *table, const wyrm_pmf *pmf, uint64_t games, int64_t number)
{
    wyrm_cell_fought(table, wyrm_seen_share(pmf, games, number, number));
}

static void print_kind(wyrm_table *table, const wyrm_found_survey *survey, size_t kind,
                       const int32_t *depths, size_t count, bool differs)
{
    const int32_t last = survey->last_depth;
    const wyrm_pmf *pmf = pmf_until(survey, kind, last);
    for (size_t i = 0; i < count; i++)
        if (survey->games > 0)
            add_mean(table, pmf_until(survey, kind, depths[i]), survey->games);
        else
            wyrm_cell_exact(table, found_until(survey, kind, depths[i]));
    if (!differs)
        return;
    if (!pmf) {
        for (int i = 0; i < 4; i++)
            wyrm_table_cell(table, "");
        return;
    }
    if (survey->games == 0)
        wyrm_cell_exact(table, wyrm_pmf_sd(pmf));
    add_quantile(table, pmf, survey->games, 0.1);
    add_quantile(table, pmf, survey->games, 0.9);
    add_share(table, pmf, survey->games, 0);
}

/* Whether it comes at all, as far as is known, and is of the category that is asked about. What no
 * drawn game has found may still come, so of drawn games all kinds are shown. */
static bool is_shown(const wyrm_found_report *report, const wyrm_found_survey *survey, size_t kind)
{
    const char *category = wyrm_found_category_of(wyrm_design_loot(report->design), kind);
    return (survey->games > 0 || found_until(survey, kind, survey->last_depth) > 0) &&
           !(report->category && strcmp(report->category, category) != 0);
}

static void say_drawn(const wyrm_found_report *report, uint64_t games, wyrm_page *page)
{
    page_say(page,
             "Floors come in more ways than can be followed: these are of %" PRIu64
             " games whose floors were drawn, seed %" PRIu64
             ", with 95 %% intervals; a worst or best tenth a..b lies from a to b. --runs N draws "
             "more.",
             games, report->seed);
}

static void print_survey(const wyrm_found_report *report, const wyrm_found_survey *survey,
                         wyrm_page *page)
{
    const wyrm_loot *loot = wyrm_design_loot(report->design);
    const wyrm_item_kind *kinds;
    const size_t all = wyrm_loot_kinds(loot, &kinds);
    int32_t depths[COLUMNS_OF_DEPTHS];
    const size_t count = choose_depths(survey->last_depth, depths);
    wyrm_page_addf(page, "What lies on the floors down to depth %d.\n\n", (int)survey->last_depth);
    wyrm_table table = wyrm_table_of(page, "<item|<category");
    for (size_t i = 0; i < count; i++) {
        char heading[48];
        snprintf(heading, sizeof heading, "down to\ndepth %d", (int)depths[i]);
        wyrm_table_column(&table, WYRM_RIGHT, heading);
    }
    bool differs = false;
    for (size_t k = 0; k < all; k++)
        differs |= is_shown(report, survey, k) && pmf_until(survey, k, survey->last_depth);
    if (differs) {
        if (survey->games == 0)
            wyrm_table_column(&table, WYRM_RIGHT, "spread");
        wyrm_table_columns(&table, ">worst\ntenth|>best\ntenth|>none\nin");
    }
    for (size_t k = 0; k < all; k++) {
        if (!is_shown(report, survey, k))
            continue;
        wyrm_table_cell(&table, kinds[k].name);
        wyrm_table_cell(&table, wyrm_found_category_of(loot, k));
        print_kind(&table, survey, k, depths, count, differs);
    }
    wyrm_table_end(&table, 0);
    wyrm_page_add(page, "\n");
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
    wyrm_say_vaults(report->design, survey->last_depth, false, NULL, page);
    page_say(page, "More: wyrm loot %s --item NAME --depth 5. For scripts: --json", report->name);
}

void wyrm_put_seen(base_json *json, const char *key, wyrm_estimate of)
{
    char name[32];
    snprintf(name, sizeof name, "%s_ci95", key);
    base_put_real(json, key, of.value);
    wyrm_put_ci95(json, name, &of);
}

/* Of drawn games with intervals, and without a spread, which has none. */
static void put_pmf_figures(base_json *json, const wyrm_pmf *pmf, uint64_t games)
{
    if (games > 0) {
        wyrm_put_seen(json, "mean", wyrm_seen_mean(pmf, games));
        wyrm_put_seen(json, "worst_tenth", wyrm_seen_quantile(pmf, games, 0.1));
        wyrm_put_seen(json, "best_tenth", wyrm_seen_quantile(pmf, games, 0.9));
        wyrm_put_seen(json, "none", wyrm_seen_share(pmf, games, 0, 0));
        return;
    }
    base_putf(json, "sd:%g worst_tenth:%d best_tenth:%d none:%g", wyrm_pmf_sd(pmf),
              (int)wyrm_pmf_quantile(pmf, 0.1), (int)wyrm_pmf_quantile(pmf, 0.9),
              wyrm_pmf_at(pmf, 0));
}

static void put_games(base_json *json, const wyrm_found_report *report, uint64_t games)
{
    if (games > 0)
        base_putf(json, "method:%s seed:%" PRIu64 " runs:%" PRIu64, "runs", report->seed, games);
}

static void write_survey(const wyrm_found_report *report, const wyrm_found_survey *survey,
                         wyrm_page *page)
{
    const wyrm_loot *loot = wyrm_design_loot(report->design);
    const wyrm_item_kind *kinds;
    const size_t all = wyrm_loot_kinds(loot, &kinds);
    base_json json = wyrm_answer_begin(page, "loot", wyrm_design_ruleset(report->design));
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
    wyrm_put_vaults(&json, report->design, survey->last_depth, NULL);
    base_putf(&json, "}");
}

/* ---- one kind or category ---- */

/* The kind that is asked for; NULL for a category. */
static const char *kind_of(const wyrm_found_report *report)
{
    const wyrm_loot *loot = wyrm_design_loot(report->design);
    const wyrm_item_kind *kinds;
    char base[WYRM_FOUND_NAME];
    wyrm_found_asked(report->item, base);
    const int32_t kind = wyrm_loot_find(loot, base);
    wyrm_loot_kinds(loot, &kinds);
    return kind >= 0 ? kinds[kind].name : NULL;
}

/* Whether the first one is on the floor of a depth: of drawn games a share of them. No game had one
 * down to the floor above, less those that have none down to this. */
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

/* Droughts: `dry` is what is found, or drawn where only its numbers are followed. How long a
 * drought is, and how long the longest was so far: one game in ten has at least the worst tenth of
 * either. */
static void print_droughts(const wyrm_found_report *report, const wyrm_found *found,
                           const wyrm_found *dry, wyrm_page *page)
{
    wyrm_page_add(page, "\nFloors in a row without one:\n\n");
    wyrm_table table = wyrm_table_of(page, ">depth|>up to\nthis floor|>worst\ntenth|>the longest\n"
                                           "so far|>worst\ntenth");
    for (int32_t d = 0; d < dry->last_depth; d++) {
        wyrm_table_cellf(&table, "%d", (int)d + 1);
        add_mean(&table, dry->drought[d], dry->games);
        add_quantile(&table, dry->drought[d], dry->games, 0.9);
        add_mean(&table, dry->longest[d], dry->games);
        add_quantile(&table, dry->longest[d], dry->games, 0.9);
    }
    wyrm_table_end(&table, 0);
    if (dry->games > found->games) {
        wyrm_page_add(page, "\n");
        say_drawn(report, dry->games, page);
    }
}

static void print_found(const wyrm_found_report *report, const wyrm_found *found,
                        const wyrm_found *dry, wyrm_page *page)
{
    const wyrm_pmf *all = found->by_depth[found->last_depth - 1];
    const int worst = (int)wyrm_pmf_quantile(all, 0.1);
    const wyrm_estimate mean = wyrm_seen_mean(all, found->games);
    wyrm_figure number, chance;
    if (found->games > 0)
        page_say(page, "Down to depth %d there are %s of %s.", (int)found->last_depth,
                 wyrm_figure_estimate(page->style, &mean, &number), found->name);
    else if (worst == 0)
        page_say(page, "Down to depth %d there are %s of %s. In %s of games there is none.",
                 (int)found->last_depth, wyrm_figure_exact(mean.value, &number), found->name,
                 wyrm_figure_chance(1 - wyrm_pmf_tail(all, 1), &chance));
    else
        page_say(page,
                 "Down to depth %d there are %s of %s. Nine games in ten have at least %d: %s of "
                 "them.",
                 (int)found->last_depth, wyrm_figure_exact(mean.value, &number), found->name, worst,
                 wyrm_figure_chance(wyrm_pmf_tail(all, worst), &chance));
    wyrm_page_add(page, "\n");
    wyrm_table table = wyrm_table_of(page, ">depth|>on the\nfloor|>down\nto it");
    if (found->games == 0)
        wyrm_table_column(&table, WYRM_RIGHT, "spread");
    wyrm_table_columns(&table,
                       ">worst\ntenth|>middle|>best\ntenth|>none\nin|>the first\none is here");
    if (found->bonus)
        wyrm_table_column(&table, WYRM_RIGHT, "enchanted\non average");
    for (int32_t d = 0; d < found->last_depth; d++) {
        const wyrm_pmf *pmf = found->by_depth[d], *before = d > 0 ? found->by_depth[d - 1] : NULL;
        wyrm_table_cellf(&table, "%d", (int)d + 1);
        if (found->games > 0)
            add_mean(&table, found->on_floor[d], found->games);
        else
            wyrm_cell_exact(&table, wyrm_pmf_mean(pmf) - (before ? wyrm_pmf_mean(before) : 0));
        add_mean(&table, pmf, found->games);
        if (found->games == 0)
            wyrm_cell_exact(&table, wyrm_pmf_sd(pmf));
        add_quantile(&table, pmf, found->games, 0.1);
        add_quantile(&table, pmf, found->games, 0.5);
        add_quantile(&table, pmf, found->games, 0.9);
        add_share(&table, pmf, found->games, 0);
        wyrm_cell_fought(&table, first_here(found, d));
        if (found->bonus && found->bonus[d])
            wyrm_table_cellf(&table, "%+.3g", wyrm_pmf_mean(found->bonus[d]));
        else if (found->bonus)
            wyrm_table_cell(&table, "");
    }
    wyrm_table_end(&table, 0);
    print_droughts(report, found, dry, page);
    wyrm_say_vaults(report->design, found->last_depth, false, kind_of(report), page);
    if (found->bonus) {
        wyrm_page_add(page, "\n");
        page_say(page, "Of those of +1 or better alone: --item %s+1.", found->name);
    }
    if (found->games > 0) {
        wyrm_page_add(page, "\n");
        say_drawn(report, found->games, page);
    }
}

static void put_drought(base_json *json, const char *key, const wyrm_pmf *pmf, uint64_t games)
{
    base_put_object(json, key);
    wyrm_put_seen(json, "mean", wyrm_seen_mean(pmf, games));
    wyrm_put_seen(json, "worst_tenth", wyrm_seen_quantile(pmf, games, 0.9));
    wyrm_put_pmf(json, "pmf", pmf);
    base_put_end(json);
}

static void write_found(const wyrm_found_report *report, const wyrm_found *found,
                        const wyrm_found *dry, wyrm_page *page)
{
    base_json json = wyrm_answer_begin(page, "loot", wyrm_design_ruleset(report->design));
    put_games(&json, report, found->games);
    base_putf(&json, "depth:%d item:%s cut:%g by_depth:[", (int)found->last_depth, found->name,
              found->cut);
    for (int32_t d = 0; d < found->last_depth; d++) {
        base_putf(&json, "{depth:%d", (int)d + 1);
        if (found->games == 0)
            base_put_real(&json, "mean", wyrm_pmf_mean(found->by_depth[d]));
        put_pmf_figures(&json, found->by_depth[d], found->games);
        wyrm_put_pmf(&json, "pmf", found->by_depth[d]);
        if (found->bonus && found->bonus[d])
            wyrm_put_pmf(&json, "bonus", found->bonus[d]);
        put_drought(&json, "drought", dry->drought[d], dry->games);
        put_drought(&json, "longest_drought", dry->longest[d], dry->games);
        base_put_end(&json);
    }
    base_putf(&json, "]");
    wyrm_put_vaults(&json, report->design, found->last_depth, kind_of(report));
    base_putf(&json, "}");
}

/* One of the two, and droughts: exactly, else drawn. Numbers of one kind are followed much farther
 * than their order: where droughts alone are too much, only these are drawn. */
static wyrm_status find(const wyrm_found_report *report, wyrm_found **found, wyrm_found **dry,
                        wyrm_found_survey **survey, wyrm_error *error)
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

void wyrm_report_found(const wyrm_found_report *report, wyrm_page *page)
{
    wyrm_found_survey *survey = NULL;
    wyrm_found *found = NULL, *dry = NULL;
    if (wyrm_page_needs(page, find(report, &found, &dry, &survey, &page->error))) {
        if (found)
            (page->json ? write_found : print_found)(report, found, dry ? dry : found, page);
        else
            (page->json ? write_survey : print_survey)(report, survey, page);
    }
    wyrm_found_survey_free(survey);
    wyrm_found_free(dry);
    wyrm_found_free(found);
}

/* ---- rooms, of which nothing but the loot is known ---- */

/* A depth: how many items a room has (the second one, so that a first room that is left empty does
 * not count), and the share of each kind. */
typedef struct room_row {
    double items;
    double *shares;
} room_row;

static bool read_room(const wyrm_loot *loot, int32_t depth, room_row *row, wyrm_page *page)
{
    const wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    wyrm_pmf *number;
    if (!wyrm_page_needs(page, wyrm_loot_number(loot, &context, 1, &number, &page->error)))
        return false;
    row->items = wyrm_pmf_mean(number);
    wyrm_pmf_free(number);
    return wyrm_page_needs(page, wyrm_loot_shares(loot, &context, row->shares, &page->error));
}

static void write_rooms(const wyrm_found_report *report, const room_row *rows, int32_t count,
                        wyrm_page *page)
{
    const wyrm_item_kind *kinds;
    const size_t all = wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    base_json json = wyrm_answer_begin(page, "loot", wyrm_design_ruleset(report->design));
    base_putf(&json, "depths:[");
    for (int32_t d = 0; d < count; d++) {
        base_putf(&json, "{depth:%d items_per_room:%g shares:{", (int)d + 1, rows[d].items);
        for (size_t k = 0; k < all; k++)
            base_put_real(&json, kinds[k].name, rows[d].shares[k]);
        base_putf(&json, "}}");
    }
    base_putf(&json, "]}");
}

/* Depths that bring the same are one row. The same to the last bit: rows of a table are read, not
 * computed, so equal ones are equal. */
static void print_rooms(const wyrm_found_report *report, const room_row *rows, int32_t count,
                        wyrm_page *page)
{
    const wyrm_item_kind *kinds;
    const size_t all = wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    wyrm_table table = wyrm_table_of(page, ">depths|>items\na room|<one of them is");
    for (int32_t d = 0, last; d < count; d = last + 1) {
        wyrm_text words = {0};
        wyrm_figure share;
        for (last = d; last + 1 < count && rows[last + 1].items == rows[d].items; last++)
            if (memcmp(rows[last + 1].shares, rows[d].shares, all * sizeof(double)) != 0)
                break;
        for (size_t k = 0; k < all; k++)
            if (rows[d].shares[k] > 0)
                wyrm_text_appendf(&words, "%s%s %s", words.length > 0 ? ", " : "", kinds[k].name,
                                  wyrm_figure_percent(rows[d].shares[k], &share));
        wyrm_table_cellf(&table, last > d ? "%d-%d" : "%d", (int)d + 1, (int)last + 1);
        wyrm_cell_exact(&table, rows[d].items);
        const char *list = page_keep(page, &words);
        wyrm_table_cell(&table, list[0] != '\0' ? list : "nothing");
    }
    wyrm_table_end(&table, 0);
    wyrm_page_add(page, "\n");
    page_say(page, "Exact, of a room that is not the first. How many rooms there are is not known: "
                   "that needs 'models: {encounter: ..., map: ...}'.");
}

void wyrm_report_rooms_loot(const wyrm_found_report *report, wyrm_page *page)
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
