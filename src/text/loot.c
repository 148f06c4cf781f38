/* `wyrm loot`: items and pity by band, or by depth for rulesets without categories; what is wrong
 * with them, which weight would mend it, and why a category comes as often as it does (--why).
 *
 * The bands and categories asked for are chosen once; all tables and lists follow that choice.
 *
 * A figure is exact where the model can compute it. Beside it JSON has the one of whole campaigns
 * that were drawn, with pity counters carried from floor to floor: the two are computed in
 * unrelated ways, and whoever doubts one can check it against the other. */
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITEMS_SHOWN 6
#define FINE        0.0005 /* width of a rate's interval that its printed digits do not show */

/* What was asked for: indexes of bands with rooms, of categories, and of categories with pity. */
typedef struct asked {
    const text_loot_answer *report;
    const wyrm_loot_survey *survey;
    size_t band_count, category_count, pity_count;
    size_t bands[WYRM_BANDS_MAX], categories[WYRM_LOOT_CATEGORIES_MAX], pities[WYRM_PITY_MAX];
} asked;

/* Whether a name is asked for; `named` NULL: all are. */
static bool is_asked(const char *named, const char *name)
{
    return named == NULL || strcmp(named, name) == 0;
}

static bool has_rooms(const text_loot_answer *report, size_t band)
{
    const wyrm_loot_band_figures *figures = &report->survey->bands[band];
    return figures->first_depth <= figures->last_depth && figures->rooms > 0 &&
           is_asked(report->band, figures->name);
}

static asked choose(const text_loot_answer *report)
{
    const wyrm_loot_survey *survey = report->survey;
    asked of = {.report = report, .survey = survey};
    for (size_t b = 0; b < survey->band_count; b++)
        if (has_rooms(report, b))
            of.bands[of.band_count++] = b;
    for (size_t c = 0; c < survey->category_count; c++)
        if (is_asked(report->category, survey->categories[c]))
            of.categories[of.category_count++] = c;
    for (size_t p = 0; p < survey->pity_count; p++)
        if (is_asked(report->category, survey->bands[0].pity[p].name))
            of.pities[of.pity_count++] = p;
    return of;
}

static bool is_shown(const asked *of, const wyrm_loot_advice *advice)
{
    return is_asked(of->report->category, advice->category) && has_rooms(of->report, advice->band);
}

/* ---- Figures ---- */

/* A figure in words. An exact one has an interval only for the maps that it is averaged over; where
 * that is finer than the digits shown, it is printed like an exact one. */
static const char *figure_words(text_style style, const wyrm_loot_figure *figure, bool share,
                                text_figure *out)
{
    wyrm_estimate best = wyrm_loot_best(figure);
    const char *(*exact)(double, text_figure *) = share ? text_figure_percent : text_figure_exact;
    text_figure low, high;
    exact(best.ci95.low, &low);
    exact(best.ci95.high, &high);
    if (figure->has_exact && strcmp(low.text, high.text) == 0)
        return exact(best.value, out);
    return (share ? text_figure_estimated_share : text_figure_estimate)(style, &best, out);
}

const char *text_loot_value(text_style style, const wyrm_loot_figure *figure, text_figure *out)
{
    return figure_words(style, figure, false, out);
}

const char *text_loot_share(text_style style, const wyrm_loot_figure *figure, text_figure *out)
{
    return figure_words(style, figure, true, out);
}

static void cell(text_table *table, const wyrm_loot_figure *figure, bool share)
{
    text_figure text;
    text_table_cell(table, figure_words(table->page->style, figure, share, &text));
}

/* ---- By depth: the items of a room by chance, of all kinds and of each ---- */

/* The shares of all kinds at a depth, from 1. */
static const double *loot_depth(const text_loot_by_depth *found, size_t depth)
{
    return found->shares + (depth - 1) * found->kinds;
}

/* A model without shares of kinds is no error: then there are no depths, and no table. */
wyrm_status text_loot_find_by_depth(base_arena *arena, const wyrm_design *design,
                                    const wyrm_loot_survey *survey, text_loot_by_depth *out,
                                    wyrm_error *error)
{
    const wyrm_loot *loot = wyrm_design_loot(design);
    const wyrm_item_kind *kinds;
    int32_t mode, last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    *out = (text_loot_by_depth){.kinds = wyrm_loot_kinds(loot, &kinds)};
    if (last < 1)
        return WYRM_OK;
    out->shares = base_array(arena, double, survey->depth_count * out->kinds);
    out->items = base_array(arena, wyrm_estimate, survey->depth_count);
    if (out->shares == NULL || out->items == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status =
        wyrm_loot_mode(loot, survey->mode[0] != '\0' ? survey->mode : NULL, &mode, error);
    for (size_t d = 1; status == WYRM_OK && d <= survey->depth_count; d++) {
        wyrm_loot_context context = {
            .depth = (int32_t)d, .level = (double)d, .rooms = 2, .mode = mode};
        out->items[d - 1] = wyrm_loot_best(&survey->depths[d - 1].items_per_room);
        status = wyrm_loot_shares(loot, &context, out->shares + (d - 1) * out->kinds, error);
    }
    if (status == WYRM_OK)
        out->depths = survey->depth_count;
    return status == WYRM_ERROR_ARGUMENT ? WYRM_OK : status;
}

wyrm_estimate text_loot_of_kind(const text_loot_by_depth *found, size_t depth, size_t kind)
{
    double share = loot_depth(found, depth)[kind];
    wyrm_estimate made = found->items[depth - 1];
    made.value *= share;
    made.ci95.low *= share;
    made.ci95.high *= share;
    return made;
}

/* The number of items of each kind per room; neighbouring depths share a row where they are equal
 * to the last bit, as they are in a ruleset whose loot ignores depth. */
static void print_kinds(const text_loot_by_depth *found, const wyrm_item_kind *kinds,
                        text_page *page)
{
    size_t shown[TEXT_TABLE_COLUMNS], count = 0;
    text_table table = text_table_of(page, "<depths|>items a room");
    for (size_t k = 0; k < found->kinds && count + 2 < TEXT_TABLE_COLUMNS; k++) {
        size_t d = 1;
        while (d <= found->depths && !(text_loot_of_kind(found, d, k).value > 0))
            d++;
        if (d > found->depths)
            continue;
        shown[count++] = k;
        text_table_column(&table, TEXT_RIGHT, kinds[k].name);
    }
    for (size_t d = 1, last; d <= found->depths; d = last + 1) {
        for (last = d; last < found->depths; last++)
            if (found->items[last].value != found->items[d - 1].value ||
                memcmp(loot_depth(found, d), loot_depth(found, last + 1),
                       found->kinds * sizeof(double)) != 0)
                break;
        text_table_cellf(&table, last > d ? "%zu-%zu" : "%zu", d, last);
        text_cell_estimate(&table, found->items[d - 1], false);
        for (size_t i = 0; i < count; i++)
            text_cell_estimate(&table, text_loot_of_kind(found, d, shown[i]), false);
    }
    text_table_below(&table, 0);
}

/* ---- JSON ---- */

/* Writes {value, ci95, exact, exact_ci95}. */
static void put_figure(base_json *json, const char *key, const wyrm_loot_figure *figure)
{
    const wyrm_estimate value = {figure->value, figure->has_value, figure->ci95};
    wyrm_estimate exact = figure->exact;
    exact.sampled = figure->has_exact && exact.sampled;
    base_putf(json, "%s:{value:%g", key, figure->has_value ? figure->value : (double)NAN);
    text_put_ci95(json, "ci95", &value);
    base_put_real(json, "exact", figure->has_exact ? exact.value : (double)NAN);
    text_put_ci95(json, "exact_ci95", &exact);
    base_put_end(json);
}

/* The best known value of figures[n] for each number of rooms n. */
static void put_by_rooms(base_json *json, const char *key, const wyrm_loot_figure *figures)
{
    base_put_object(json, key);
    for (size_t n = 1; n <= WYRM_DROUGHT_MAX; n++) {
        char rooms[24];
        snprintf(rooms, sizeof rooms, "%zu", n);
        base_put_real(json, rooms, wyrm_loot_best(&figures[n]).value);
    }
    base_put_end(json);
}

static void put_band(base_json *json, const asked *of, const wyrm_loot_band_figures *band)
{
    base_putf(json, "{band:%s rooms:%" PRIu64, band->name, band->rooms);
    put_figure(json, "items_per_room", &band->items_per_room);
    base_put_object(json, "categories");
    for (size_t i = 0; i < of->category_count; i++) {
        base_put_object(json, of->survey->categories[of->categories[i]]);
        put_figure(json, "per_room", &band->categories[of->categories[i]]);
        base_put_end(json);
    }
    base_putf(json, "} pity:{");
    for (size_t i = 0; i < of->pity_count; i++) {
        const wyrm_loot_pity_figures *pity = &band->pity[of->pities[i]];
        base_put_object(json, pity->name);
        put_figure(json, "rate", &pity->rate);
        put_by_rooms(json, "drought", pity->drought);
        put_figure(json, "natural", &pity->natural);
        put_by_rooms(json, "first", pity->first);
        base_put_end(json);
    }
    base_putf(json, "} depths:[%d %d]", band->first_depth, band->last_depth);
    put_figure(json, "rooms_per_campaign", &band->rooms_per_campaign);
    put_figure(json, "given", &band->given);
    base_put_end(json);
}

static void write_loot(const asked *of, const text_loot_by_depth *found,
                       const wyrm_item_kind *kinds, text_page *page)
{
    static const text_row items_rows[] = {{"items_per_room", NULL, TEXT_ESTIMATE, 0},
                                          {.unit = TEXT_END}};
    const wyrm_loot_survey *survey = of->survey;
    const wyrm_loot_advices *advices = of->report->advices;
    base_json json = text_answer_begin(page, "loot", wyrm_design_ruleset(of->report->design));
    base_putf(&json, "seed:%" PRIu64 " runs:%" PRIu64 " mode:%s pity_reset:%s bands:[",
              survey->seed, survey->runs, survey->mode[0] != '\0' ? survey->mode : NULL,
              survey->reset ? "floor" : "never");
    for (size_t i = 0; i < of->band_count; i++)
        put_band(&json, of, &survey->bands[of->bands[i]]);
    base_putf(&json, "] warnings:[");
    for (size_t i = 0; i < advices->count; i++) {
        const wyrm_loot_advice *advice = &advices->list[i];
        bool has_rate = advice->kind != WYRM_LOOT_NO_ITEMS;
        if (is_shown(of, advice))
            base_putf(&json, "{kind:%s band:%s category:%s rate:%g}",
                      wyrm_loot_advice_key(advice->kind), survey->bands[advice->band].name,
                      advice->category, has_rate ? advice->rate.value : (double)NAN);
    }
    base_putf(&json, "] depths:[");
    for (size_t d = 1; d <= found->depths; d++) {
        base_putf(&json, "{depth:%zu", d);
        text_put(&json, items_rows, &found->items[d - 1]);
        base_put_object(&json, "shares");
        for (size_t k = 0; k < found->kinds; k++)
            base_put_real(&json, kinds[k].name, loot_depth(found, d)[k]);
        base_putf(&json, "}}");
    }
    base_putf(&json, "]");
    text_put_vaults(&json, of->report->design, (int32_t)survey->depth_count, NULL);
    base_putf(&json, "}");
}

/* ---- Why: the chance of an item of each pity category, and the items that add up to it ---- */

typedef struct share_row {
    double share;
    size_t kind;
} share_row;

static int by_share(const void *a, const void *b)
{
    const share_row *one = a, *other = b;
    if (one->share < other->share || one->share > other->share)
        return one->share > other->share ? -1 : 1;
    return (one->kind > other->kind) - (one->kind < other->kind);
}

/* Which room in a row without an item of a category gets one from pity; 0: none does. */
static unsigned due_at(const wyrm_pity_rules *rules, size_t band, size_t pity)
{
    const unsigned threshold = rules->thresholds[band][pity];
    return threshold > 0 ? threshold + (rules->above ? 1 : 0) : 0;
}

/* Explains one pity category of one band, at the band's last depth, where its items are the most
 * likely, with the items and their shares: "healing_potion 4.1 %, ...". */
static void explain(const asked *of, size_t band, size_t pity, double *shares, share_row *rows,
                    text_page *page)
{
    const wyrm_loot *loot = wyrm_design_loot(of->report->design);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const wyrm_loot_band_figures *figures = &of->survey->bands[band];
    const wyrm_loot_pity_figures *given = &figures->pity[pity];
    const wyrm_item_kind *kinds;
    int32_t depth = figures->last_depth;
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    double sum = 0;
    size_t all = wyrm_loot_kinds(loot, &kinds), count = 0;
    base_buffer items = {0};
    text_figure mean, share, natural, rate;
    const char *mode = of->survey->mode[0] != '\0' ? of->survey->mode : NULL;
    if (!page_needs(page, wyrm_loot_mode(loot, mode, &context.mode, &page->error)) ||
        !page_needs(page, wyrm_loot_shares(loot, &context, shares, &page->error)))
        return;
    for (size_t k = 0; k < all; k++)
        if (facts->kind_categories[k] >> facts->pity_categories[pity] & 1u && shares[k] > 0) {
            rows[count++] = (share_row){shares[k], k};
            sum += shares[k];
        }
    qsort(rows, count, sizeof *rows, by_share);
    for (size_t i = 0; i < count && i < ITEMS_SHOWN; i++)
        base_buffer_appendf(&items, "%s%s %s", i > 0 ? ", " : " (", kinds[rows[i].kind].name,
                            text_figure_percent(rows[i].share, &share));
    if (count > ITEMS_SHOWN)
        base_buffer_appendf(&items, " and %zu more", count - ITEMS_SHOWN);
    base_buffer_append(&items, count > 0 ? ")" : "");
    text_loot_value(page->style, &of->survey->depths[depth - 1].items_per_room, &mean);
    const unsigned due = due_at(facts->pity, band, pity);
    char pity_does[96] = "pity never gives one there";
    if (due == 1)
        snprintf(pity_does, sizeof pity_does, "pity is due in all others: in %s of rooms",
                 text_loot_share(page->style, &given->rate, &rate));
    else if (due > 0)
        snprintf(pity_does, sizeof pity_does,
                 "after %u room%s without, the next has one by pity: in %s of rooms", due - 1,
                 due == 2 ? "" : "s", text_loot_share(page->style, &given->rate, &rate));
    page_point(page, 3, 3,
               "%s: a room of depth %d has %s item%s by chance, each is one of %s with %s%s. So %s "
               "of the band's rooms bring one; %s.",
               figures->name, (int)depth, mean.text, strcmp(mean.text, "1") == 0 ? "" : "s",
               given->name, text_figure_percent(sum, &share), page_keep(page, &items),
               text_loot_share(page->style, &given->natural, &natural), pity_does);
}

static void print_why(const asked *of, text_page *page)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(of->report->design), &kinds);
    double *shares = page_array(page, double, count);
    share_row *rows = page_array(page, share_row, count);
    for (size_t i = 0; shares != NULL && rows != NULL && i < of->pity_count; i++) {
        page_addf(page, "\nwhy: %s pity\n", of->survey->bands[0].pity[of->pities[i]].name);
        for (size_t b = 0; b < of->band_count; b++)
            explain(of, of->bands[b], of->pities[i], shares, rows, page);
    }
}

/* ---- Advice: pity out of its healthy range, empty categories, and what would mend it ---- */

/* Advice of one kind about one category, for successive bands. */
typedef struct advice_run {
    const wyrm_loot_advice *first;
    size_t count;
} advice_run;

/* The middle of what is wanted of a rate that is above it. */
static double aim_of(const wyrm_loot_advice *advice)
{
    return (fmax(advice->wanted.low, 0) + advice->wanted.high) / 2;
}

/* Whether what is wanted is what is healthy, not what a target of the ruleset says. */
static bool is_usual(const wyrm_loot_advice *advice)
{
    const double off = fabs(advice->wanted.low - WYRM_PITY_HEALTHY_LOW) +
                       fabs(advice->wanted.high - WYRM_PITY_HEALTHY_HIGH);
    return off < 1e-12;
}

/* "wanted 5-15 %", "wanted at most 5 % by its target". */
static const char *wanted_words(const wyrm_loot_advice *advice, text_figure *out)
{
    const double low = 100 * advice->wanted.low, high = 100 * advice->wanted.high;
    const char *who = is_usual(advice) ? "" : " by its target";
    if (isinf(low))
        snprintf(out->text, sizeof out->text, "at most %.4g %%%s", high, who);
    else if (isinf(high))
        snprintf(out->text, sizeof out->text, "at least %.4g %%%s", low, who);
    else
        snprintf(out->text, sizeof out->text, "%.4g-%.4g %%%s", low, high, who);
    return out->text;
}

/* Says that no setting of the ruleset alone would mend it. */
static void print_hopeless(const wyrm_loot_advice *advice, const char *band,
                           const wyrm_loot_mend *mend, text_page *page)
{
    const bool scarce = mend->limit > advice->wanted.high;
    text_figure rate;
    page_point(page, 3, 0,
               scarce
                   ? "%s: no weight mends that; were nearly every item there one of %s, it would "
                     "still fire in %s. More items a room, or a higher threshold, would."
                   : "%s: no factor on the weights of %s brings it from %s to %.4g %%.",
               band, advice->category,
               text_figure_percent(scarce ? mend->limit : advice->rate.value, &rate),
               100 * aim_of(advice));
}

/* Finds the weight that brings a pity rate to the middle of the range that is wanted. If the lowest
 * rate that any weight reaches is in the range but above its middle, the rate aimed at is halfway
 * between it and the upper end. */
static wyrm_status find_solution(const asked *of, const wyrm_loot_advice *advice, size_t pity,
                                 wyrm_loot_mend *out, wyrm_error *error)
{
    const size_t band = advice->band;
    const double aim = aim_of(advice), high = advice->wanted.high;
    const wyrm_design *design = of->report->design;
    const unsigned threads = of->report->threads;
    wyrm_status status =
        wyrm_loot_find_mend(design, of->survey, band, pity, aim, threads, out, error);
    if (status == WYRM_OK && !out->possible && out->limit > aim && out->limit < high)
        status = wyrm_loot_find_mend(design, of->survey, band, pity, (out->limit + high) / 2,
                                     threads, out, error);
    return status;
}

/* What would mend each band: a table of settings for the bands that have one, a sentence for the
 * others. The settings share a heading, as their paths differ only in the last part. */
static void print_solutions(const asked *of, const advice_run *run, text_page *page)
{
    const wyrm_loot_survey *survey = of->survey;
    text_table table = text_table_of(page, "");
    for (size_t i = 0; i < run->count; i++) {
        const wyrm_loot_advice *advice = &run->first[i];
        const char *band = survey->bands[advice->band].name;
        wyrm_loot_mend mend;
        size_t pity = 0;
        while (pity < survey->pity_count &&
               strcmp(survey->bands[0].pity[pity].name, advice->category) != 0)
            pity++;
        wyrm_status status = find_solution(of, advice, pity, &mend, &page->error);
        if (status == WYRM_ERROR_ARGUMENT)
            continue; /* nothing exact to compute it from */
        if (!page_needs(page, status))
            break;
        if (!mend.possible) {
            print_hopeless(advice, band, &mend, page);
            continue;
        }
        if (table.columns == 0) {
            char heading[sizeof mend.path + 16];
            const char *last = strrchr(mend.path, '.');
            int length = last != NULL ? (int)(last - mend.path) : (int)strlen(mend.path);
            snprintf(heading, sizeof heading, "%.*s", length, mend.path);
            text_table_column(&table, TEXT_LEFT, "band");
            text_table_column(&table, TEXT_RIGHT, heading);
            text_table_columns(&table, ">instead of|>pity gives");
        }
        text_table_cell(&table, band);
        text_cell_exact(&table, mend.new_value);
        text_cell_exact(&table, mend.old_value);
        text_cell_percent(&table, mend.rate);
    }
    text_table_end(&table, 3);
}

/* The bands of an advice: "B2-B5", "B1, B3-B5". */
static void name_bands(const asked *of, const advice_run *run, char *out, size_t size)
{
    const wyrm_loot_band_figures *bands = of->survey->bands;
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0, last; i < run->count && used < size; i = last + 1) {
        last = i;
        while (last + 1 < run->count && run->first[last + 1].band == run->first[last].band + 1)
            last++;
        used += (size_t)snprintf(out + used, size - used, "%s%s%s%s", i > 0 ? ", " : "",
                                 bands[run->first[i].band].name, last > i ? "-" : "",
                                 last > i ? bands[run->first[last].band].name : "");
    }
}

/* A rate without its interval, where that is finer than the tenths of a percent shown. */
static const char *rate_words(text_style style, const wyrm_estimate *rate, text_figure *out)
{
    return rate->ci95.high - rate->ci95.low < FINE ? text_figure_percent(rate->value, out)
                                                   : text_figure_estimated_share(style, rate, out);
}

/* In how many bands of the advice the threshold alone keeps pity from firing as often as wanted:
 * in every so many rooms as it is due at is the most there can be. */
static size_t bound_by_thresholds(const asked *of, const advice_run *run)
{
    const wyrm_loot *loot = wyrm_design_loot(of->report->design);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const wyrm_loot_pity_figures *pities = of->survey->bands[0].pity;
    size_t bound = 0, pity = 0;
    while (pity < of->survey->pity_count && strcmp(pities[pity].name, run->first->category) != 0)
        pity++;
    for (size_t i = 0; pity < of->survey->pity_count && i < run->count; i++) {
        const unsigned due = due_at(facts->pity, run->first[i].band, pity);
        bound += due > 0 && 1.0 / due <= run->first[i].wanted.low;
    }
    return bound;
}

static void print_run(const asked *of, const advice_run *run, text_page *page)
{
    const wyrm_loot_advice *low = run->first, *high = run->first;
    wyrm_loot_advice_kind kind = run->first->kind;
    bool often = kind == WYRM_LOOT_PITY_OFTEN;
    char bands[256], category[64]; /* "Healing": the start of a sentence */
    text_figure least, most, wanted;
    name_bands(of, run, bands, sizeof bands);
    snprintf(category, sizeof category, "%s", run->first->category);
    if (category[0] >= 'a' && category[0] <= 'z')
        category[0] = (char)(category[0] - 'a' + 'A');
    if (kind == WYRM_LOOT_NO_ITEMS) {
        page_wrapf(page, 0, 3, "%s has no item in %s.", category, bands);
        return;
    }
    if (kind == WYRM_LOOT_PITY_EMPTY) {
        page_wrapf(page, 0, 3,
                   "%s pity has nothing to give in %s: no item of the category is allowed "
                   "there.",
                   category, bands);
        return;
    }
    if (kind == WYRM_LOOT_PITY_NEVER) {
        page_wrapf(page, 0, 3,
                   "%s pity is never due in %s: so many rooms in a row without such an item "
                   "do not happen there.",
                   category, bands);
        return;
    }
    for (size_t i = 1; i < run->count; i++) {
        low = run->first[i].rate.value < low->rate.value ? &run->first[i] : low;
        high = run->first[i].rate.value > high->rate.value ? &run->first[i] : high;
    }
    rate_words(page->style, &low->rate, &least);
    rate_words(page->style, &high->rate, &most);
    bool one = strcmp(least.text, most.text) == 0;
    const size_t bound = often ? 0 : bound_by_thresholds(of, run);
    const char *severity = bound == run->count ? " Its thresholds allow no more there."
                           : bound > 0         ? ""
                           : !is_usual(low)    ? ""
                           : !often            ? " Base rates are generous there."
                           : high->rate.value >= WYRM_PITY_PROBLEM ? " That is a problem."
                           : high->rate.value >= WYRM_PITY_TOO_LOW ? " Its base rates are too low."
                                                                   : "";
    page_wrapf(page, 0, 3, "%s pity fires too %s in %s: %s%s%s of rooms, wanted %s.%s", category,
               often ? "often" : "seldom", bands, least.text, one ? "" : " to ",
               one ? "" : most.text, wanted_words(low, &wanted), severity);
    if (often)
        print_solutions(of, run, page);
}

/* The advice, or a sentence on what was checked if there is none. Advice is sorted by kind and
 * category, and bands with the same advice are reported together; if one band is asked for, only
 * its part is. */
static void print_advice(const asked *of, text_page *page)
{
    const wyrm_loot_advices *advices = of->report->advices;
    const wyrm_loot_survey *survey = of->survey;
    const char *title = text_title(of->report->design), *band = of->report->band;
    size_t told = 0;
    text_figure figure;
    for (size_t i = 0; i < advices->count;) {
        advice_run run = {&advices->list[i], 0};
        for (; i < advices->count && advices->list[i].kind == run.first->kind &&
               strcmp(advices->list[i].category, run.first->category) == 0 &&
               memcmp(&advices->list[i].wanted, &run.first->wanted, sizeof run.first->wanted) == 0;
             i++)
            run.count++;
        if (!is_shown(of, run.first) && band == NULL)
            continue;
        while (run.count > 0 && !is_shown(of, run.first)) {
            run.first++;
            run.count--;
        }
        if (band != NULL && run.count > 1)
            run.count = 1;
        if (run.count > 0)
            print_run(of, &run, page);
        told += run.count;
    }
    if (told > 0)
        return;
    if (survey->pity_count > 0)
        page_say(page, "%s: nothing is amiss with pity, and no category is empty.", title);
    else if (survey->category_count > 0)
        page_say(page, "%s: no category is empty; it has no pity to judge.", title);
    else if (survey->band_count == 1)
        page_say(page, "%s: %s items a room; it has no categories and no pity to judge.", title,
                 text_loot_value(page->style, &survey->bands[0].items_per_room, &figure));
    else
        page_say(page, "%s has no categories and no pity to judge.", title);
}

/* ---- Text ---- */

static void print_bands(const asked *of, text_page *page)
{
    const wyrm_loot_survey *survey = of->survey;
    text_table table = text_table_of(page, "<band|>depths|>rooms a\ncampaign|>items a\nroom");
    if (survey->pity_count > 0)
        text_table_column(&table, TEXT_RIGHT, "from pity");
    for (size_t i = 0; i < of->band_count; i++) {
        const wyrm_loot_band_figures *band = &survey->bands[of->bands[i]];
        text_table_cell(&table, band->name);
        text_table_cellf(&table, "%d-%d", (int)band->first_depth, (int)band->last_depth);
        cell(&table, &band->rooms_per_campaign, false);
        cell(&table, &band->items_per_room, false);
        if (survey->pity_count > 0)
            cell(&table, &band->given, true);
    }
    text_table_end(&table, 0);
}

/* Items of each category per room, with a column for each band. */
static void print_categories(const asked *of, text_page *page)
{
    text_table table = text_table_of(page, "<items a room");
    for (size_t b = 0; b < of->band_count; b++)
        text_table_column(&table, TEXT_RIGHT, of->survey->bands[of->bands[b]].name);
    for (size_t i = 0; i < of->category_count; i++) {
        text_table_cell(&table, of->survey->categories[of->categories[i]]);
        for (size_t b = 0; b < of->band_count; b++)
            cell(&table, &of->survey->bands[of->bands[b]].categories[of->categories[i]], false);
    }
    text_table_below(&table, 0);
}

static void add_pity_columns(const asked *of, text_table *table)
{
    for (size_t i = 0; i < of->pity_count; i++)
        text_table_column(table, TEXT_RIGHT, of->survey->bands[0].pity[of->pities[i]].name);
}

/* The share of rooms where pity gives an item. */
static void print_pity(const asked *of, text_page *page)
{
    text_table table = text_table_of(page, "<pity gives,\nof rooms");
    add_pity_columns(of, &table);
    for (size_t b = 0; b < of->band_count; b++) {
        const wyrm_loot_band_figures *band = &of->survey->bands[of->bands[b]];
        text_table_cell(&table, band->name);
        for (size_t i = 0; i < of->pity_count; i++)
            cell(&table, &band->pity[of->pities[i]].rate, true);
    }
    text_table_below(&table, 0);
}

/* The tables of one band (--bands). The last shows how often the latest n rooms had none, up to the
 * n for which that is impossible. */
static void print_band(const asked *of, const wyrm_loot_band_figures *band, text_page *page)
{
    page_add(page, "\n");
    page_toned(page, TEXT_TONE_STRONG, band->name);
    page_addf(page, ", depths %d to %d\n", (int)band->first_depth, (int)band->last_depth);
    text_table table = text_table_of(page, "<category|>items a room");
    for (size_t i = 0; i < of->category_count; i++) {
        text_table_cell(&table, of->survey->categories[of->categories[i]]);
        cell(&table, &band->categories[of->categories[i]], false);
    }
    text_table_end(&table, 3);
    if (of->survey->pity_count == 0)
        return;
    table = text_table_of(page, "<pity|>rooms with\none by chance|>pity\ngives");
    for (size_t i = 0; i < of->pity_count; i++) {
        const wyrm_loot_pity_figures *pity = &band->pity[of->pities[i]];
        text_table_cell(&table, pity->name);
        cell(&table, &pity->natural, true);
        cell(&table, &pity->rate, true);
    }
    text_table_below(&table, 3);
    table = text_table_of(page, ">none for\nrooms");
    add_pity_columns(of, &table);
    bool any = of->pity_count > 0;
    for (int n = 1; n <= WYRM_DROUGHT_MAX && any; n++) {
        any = false;
        text_cell_exact(&table, n);
        for (size_t i = 0; i < of->pity_count; i++) {
            const wyrm_loot_figure *drought = &band->pity[of->pities[i]].drought[n];
            any |= wyrm_loot_best(drought).value > 0;
            cell(&table, drought, true);
        }
    }
    text_table_below(&table, 3);
}

static void print_loot(const asked *of, const text_loot_by_depth *found,
                       const wyrm_item_kind *kinds, text_page *page)
{
    const wyrm_loot_survey *survey = of->survey;
    bool mode = survey->mode[0] != '\0', pity = survey->pity_count > 0;
    bool categories = survey->category_count > 0; /* without them a band has no tables */
    print_advice(of, page);
    page_add(page, "\n");
    print_bands(of, page);
    if (categories)
        print_categories(of, page);
    else if (found->depths > 0)
        print_kinds(found, kinds, page);
    if (of->pity_count > 0)
        print_pity(of, page);
    for (size_t i = 0; of->report->by_band && categories && i < of->band_count; i++)
        print_band(of, &survey->bands[of->bands[i]], page);
    if (of->report->why)
        print_why(of, page);
    page_add(page, "\n");
    if (survey->has_exact)
        page_say(page, "Exact where no interval stands; else followed exactly through the rooms of "
                       "generated maps, whose number and sizes have no closed form.");
    else
        page_say(page, "Means of %" PRIu64 " generated campaigns, seed %" PRIu64 ".", survey->runs,
                 survey->seed);
    if (mode || survey->reset || pity)
        page_say(page, "%s%s%s%s%s", mode ? "Mode of loot: " : "", survey->mode, mode ? ". " : "",
                 survey->reset ? "Counters of pity are reset on every floor. " : "",
                 pity ? "Rooms that pity skips are left out." : "");
    if (categories)
        page_say(page, "An item can be of several categories or of none: they need not add up to "
                       "the items of a room.");
    text_say_vaults(of->report->design, (int32_t)survey->depth_count, false, NULL, page);
    const bool bands = categories && !of->report->by_band;
    const bool why = categories && pity && !of->report->why;
    if (bands || why)
        page_say(page, "More: wyrm loot %s %s%s%s. For scripts: --json", of->report->name,
                 bands ? "--bands" : "", bands && why ? ", " : "", why ? "--why" : "");
    else
        page_say(page, "For scripts: --json");
}

void text_write_loot(const text_loot_answer *report, text_page *page)
{
    text_loot_by_depth found;
    const wyrm_item_kind *kinds;
    const asked of = choose(report);
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    if (page_needs(page, text_loot_find_by_depth(&page->arena, report->design, report->survey,
                                                 &found, &page->error)))
        (page->json ? write_loot : print_loot)(&of, &found, kinds, page);
}
