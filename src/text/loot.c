/* `wyrm loot`: items and pity by band, or items of each kind by depth where there are no
 * categories. */
#include "base/arena.h"
#include "text/internal.h"

#include <inttypes.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Items by depth: how many a room has by chance, all together and of each kind. */

/* The row of a depth, from 1: the share of each kind. */
static const double *loot_depth(const wyrm_loot_by_depth *found, size_t depth)
{
    return found->shares + (depth - 1) * found->kinds;
}

wyrm_status wyrm_loot_find_by_depth(const wyrm_design *design, const wyrm_loot_survey *survey,
                                    wyrm_loot_by_depth *out, wyrm_error *error)
{
    const wyrm_loot *loot = wyrm_design_loot(design);
    const wyrm_item_kind *kinds;
    int32_t mode, last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    *out = (wyrm_loot_by_depth){.kinds = wyrm_loot_kinds(loot, &kinds)};
    if (last < 1)
        return WYRM_OK;
    out->shares = base_zeroed(survey->depth_count * out->kinds + 1, sizeof *out->shares);
    out->items = base_zeroed(survey->depth_count, sizeof *out->items);
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

void wyrm_loot_by_depth_free(wyrm_loot_by_depth *found)
{
    wyrm_free(found->shares);
    wyrm_free(found->items);
}

/* The last depth from `first` on that brings the same. */
static size_t last_alike(const wyrm_loot_by_depth *found, size_t first)
{
    size_t last = first;
    while (last < found->depths && found->items[last].value == found->items[first - 1].value &&
           memcmp(loot_depth(found, first), loot_depth(found, last + 1),
                  found->kinds * sizeof(double)) == 0)
        last++;
    return last;
}

wyrm_estimate wyrm_loot_of_kind(const wyrm_loot_by_depth *found, size_t depth, size_t kind)
{
    double share = loot_depth(found, depth)[kind];
    wyrm_estimate made = found->items[depth - 1];
    made.value *= share;
    made.ci95.low *= share;
    made.ci95.high *= share;
    return made;
}

static bool comes(const wyrm_loot_by_depth *found, size_t kind)
{
    for (size_t d = 1; d <= found->depths; d++)
        if (wyrm_loot_of_kind(found, d, kind).value > 0)
            return true;
    return false;
}

/* How many of every kind of item a room has, in one row where depths bring the same. */
static void print_kinds(const wyrm_loot_by_depth *found, const wyrm_item_kind *kinds,
                        wyrm_page *page)
{
    wyrm_table table = wyrm_table_of(page, "<depths|>items a room");
    for (size_t k = 0; k < found->kinds && table.columns < WYRM_TABLE_COLUMNS; k++)
        if (comes(found, k))
            wyrm_table_column(&table, WYRM_RIGHT, kinds[k].name);
    for (size_t d = 1, last; d <= found->depths; d = last + 1) {
        size_t columns = 2;
        last = last_alike(found, d);
        wyrm_table_cellf(&table, last > d ? "%zu-%zu" : "%zu", d, last);
        wyrm_cell_estimate(&table, found->items[d - 1], false);
        for (size_t k = 0; k < found->kinds && columns < table.columns; k++)
            if (comes(found, k)) {
                wyrm_cell_estimate(&table, wyrm_loot_of_kind(found, d, k), false);
                columns++;
            }
    }
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 0);
}

static void put_kinds(base_json *json, const char *key, const wyrm_loot_by_depth *found,
                      const wyrm_item_kind *kinds)
{
    base_put_list(json, key);
    for (size_t d = 1; d <= found->depths; d++) {
        base_putf(json, "{depth:%" PRId64, (int64_t)d);
        wyrm_put_estimate(json, "items_per_room", &found->items[d - 1]);
        base_put_object(json, "shares");
        for (size_t k = 0; k < found->kinds; k++)
            base_put_real(json, kinds[k].name, loot_depth(found, d)[k]);
        base_putf(json, "}}");
    }
    base_put_end(json);
}

/* The answer of `wyrm loot` for scripts. */

/* {value, ci95, exact, exact_ci95} */
static void put_figure(base_json *json, const char *key, const wyrm_loot_figure *figure)
{
    const wyrm_estimate value = {figure->value, figure->has_value, figure->ci95};
    wyrm_estimate exact = figure->exact;
    exact.sampled = figure->has_exact && exact.sampled;
    base_putf(json, "%s:{value:%g", key, figure->has_value ? figure->value : (double)NAN);
    wyrm_put_ci95(json, "ci95", &value);
    base_put_real(json, "exact", figure->has_exact ? exact.value : (double)NAN);
    wyrm_put_ci95(json, "exact_ci95", &exact);
    base_put_end(json);
}

/* The best that is known of `figures`, by number of rooms. */
static void put_by_rooms(base_json *json, const char *key, const wyrm_loot_figure *figures)
{
    base_put_object(json, key);
    for (size_t n = 1; n <= WYRM_DROUGHT_MAX; n++) {
        char rooms[16];
        snprintf(rooms, sizeof rooms, "%zu", n);
        base_put_real(json, rooms, wyrm_loot_best(&figures[n]).value);
    }
    base_put_end(json);
}

static void put_bands(base_json *json, const char *key, const wyrm_loot_report *report)
{
    const wyrm_loot_survey *survey = report->survey;
    base_put_list(json, key);
    for (size_t b = 0; b < survey->band_count; b++) {
        const wyrm_loot_band_figures *band = &survey->bands[b];
        if (!wyrm_loot_has_rooms(report, b))
            continue;
        base_putf(json, "{band:%s rooms:%" PRIu64, band->name, band->rooms);
        put_figure(json, "items_per_room", &band->items_per_room);
        base_put_object(json, "categories");
        for (size_t c = 0; c < survey->category_count; c++) {
            if (!wyrm_loot_is_asked(report, survey->categories[c]))
                continue;
            base_put_object(json, survey->categories[c]);
            put_figure(json, "per_room", &band->categories[c]);
            base_put_end(json);
        }
        base_putf(json, "} pity:{");
        for (size_t p = 0; p < survey->pity_count; p++) {
            const wyrm_loot_pity_figures *pity = &band->pity[p];
            if (!wyrm_loot_is_asked(report, pity->name))
                continue;
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
    base_put_end(json);
}

static void put_warnings(base_json *json, const char *key, const wyrm_loot_report *report)
{
    base_put_list(json, key);
    for (size_t i = 0; i < report->advices->count; i++) {
        const wyrm_loot_advice *advice = &report->advices->list[i];
        if (!wyrm_loot_is_asked(report, advice->category) ||
            !wyrm_loot_has_rooms(report, advice->band))
            continue;
        bool has_rate = advice->kind != WYRM_LOOT_NO_ITEMS;
        base_putf(json, "{kind:%s band:%s category:%s rate:%g}", wyrm_loot_advice_key(advice->kind),
                  report->survey->bands[advice->band].name, advice->category,
                  has_rate ? advice->rate.value : (double)NAN);
    }
    base_put_end(json);
}

static void write_loot(const wyrm_loot_report *report, const wyrm_loot_by_depth *found,
                       const wyrm_item_kind *kinds, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    base_json json = wyrm_answer_begin(page, "loot", wyrm_design_ruleset(report->design));
    base_putf(&json, "seed:%" PRIu64 " runs:%" PRIu64 " mode:%s pity_reset:%s", survey->seed,
              survey->runs, survey->mode[0] != '\0' ? survey->mode : NULL,
              survey->reset ? "floor" : "never");
    put_bands(&json, "bands", report);
    put_warnings(&json, "warnings", report);
    put_kinds(&json, "depths", found, kinds);
    base_put_end(&json);
}

/* ---- The answer for people ---- */

static void cell_value(wyrm_table *table, const wyrm_loot_figure *figure)
{
    wyrm_figure text;
    wyrm_table_cell(table, wyrm_loot_value(table->page->style, figure, &text));
}

static void cell_share(wyrm_table *table, const wyrm_loot_figure *figure)
{
    wyrm_figure text;
    wyrm_table_cell(table, wyrm_loot_share(table->page->style, figure, &text));
}

static void print_bands(const wyrm_loot_report *report, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    wyrm_table table = wyrm_table_of(page, "<band|>depths|>rooms a\ncampaign|>items a\nroom");
    if (survey->pity_count > 0)
        wyrm_table_column(&table, WYRM_RIGHT, "from pity");
    for (size_t b = 0; b < survey->band_count; b++) {
        const wyrm_loot_band_figures *band = &survey->bands[b];
        char depths[32];
        if (!wyrm_loot_has_rooms(report, b))
            continue;
        snprintf(depths, sizeof depths, "%d-%d", (int)band->first_depth, (int)band->last_depth);
        wyrm_table_cell(&table, band->name);
        wyrm_table_cell(&table, depths);
        cell_value(&table, &band->rooms_per_campaign);
        cell_value(&table, &band->items_per_room);
        if (survey->pity_count > 0)
            cell_share(&table, &band->given);
    }
    wyrm_table_end(&table, 0);
}

/* Items of each category a room, a column a band. */
static void print_categories(const wyrm_loot_report *report, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    if (survey->category_count == 0)
        return;
    wyrm_table table = wyrm_table_of(page, "<items a room");
    for (size_t b = 0; b < survey->band_count; b++)
        if (wyrm_loot_has_rooms(report, b))
            wyrm_table_column(&table, WYRM_RIGHT, survey->bands[b].name);
    for (size_t c = 0; c < survey->category_count; c++) {
        if (!wyrm_loot_is_asked(report, survey->categories[c]))
            continue;
        wyrm_table_cell(&table, survey->categories[c]);
        for (size_t b = 0; b < survey->band_count; b++)
            if (wyrm_loot_has_rooms(report, b))
                cell_value(&table, &survey->bands[b].categories[c]);
    }
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 0);
}

/* Share of rooms where pity gives. */
static void print_pity(const wyrm_loot_report *report, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    if (survey->pity_count == 0)
        return;
    wyrm_table table = wyrm_table_of(page, "<pity gives,\nof rooms");
    for (size_t p = 0; p < survey->pity_count; p++)
        if (wyrm_loot_is_asked(report, survey->bands[0].pity[p].name))
            wyrm_table_column(&table, WYRM_RIGHT, survey->bands[0].pity[p].name);
    for (size_t b = 0; b < survey->band_count; b++) {
        const wyrm_loot_band_figures *band = &survey->bands[b];
        if (!wyrm_loot_has_rooms(report, b))
            continue;
        wyrm_table_cell(&table, band->name);
        for (size_t p = 0; p < survey->pity_count; p++)
            if (wyrm_loot_is_asked(report, band->pity[p].name))
                cell_share(&table, &band->pity[p].rate);
    }
    if (table.columns > 1)
        wyrm_page_add(page, "\n");
    else
        table.columns = 0; /* none was asked for: nothing is printed */
    wyrm_table_end(&table, 0);
}

/* How often the last so many rooms brought none, up to where that cannot be. */
static void print_droughts(const wyrm_loot_report *report, const wyrm_loot_band_figures *band,
                           wyrm_page *page)
{
    wyrm_table table = wyrm_table_of(page, ">none for\nrooms");
    for (size_t p = 0; p < report->survey->pity_count; p++)
        if (wyrm_loot_is_asked(report, band->pity[p].name))
            wyrm_table_column(&table, WYRM_RIGHT, band->pity[p].name);
    bool any = table.columns > 1;
    for (int n = 1; n <= WYRM_DROUGHT_MAX && any; n++) {
        any = false;
        wyrm_cell_exact(&table, n);
        for (size_t p = 0; p < report->survey->pity_count; p++) {
            if (!wyrm_loot_is_asked(report, band->pity[p].name))
                continue;
            any |= wyrm_loot_best(&band->pity[p].drought[n]).value > 0;
            cell_share(&table, &band->pity[p].drought[n]);
        }
    }
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 3);
}

/* --bands: a table a band. */
static void print_band(const wyrm_loot_report *report, size_t index, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    const wyrm_loot_band_figures *band = &survey->bands[index];
    wyrm_page_add(page, "\n");
    wyrm_page_toned(page, WYRM_TONE_STRONG, band->name);
    wyrm_page_addf(page, ", depths %d to %d\n", (int)band->first_depth, (int)band->last_depth);
    wyrm_table table = wyrm_table_of(page, "<category|>items a room");
    for (size_t c = 0; c < survey->category_count; c++) {
        if (!wyrm_loot_is_asked(report, survey->categories[c]))
            continue;
        wyrm_table_cell(&table, survey->categories[c]);
        cell_value(&table, &band->categories[c]);
    }
    wyrm_table_end(&table, 3);
    if (survey->pity_count == 0)
        return;
    table = wyrm_table_of(page, "<pity|>rooms with\none by chance|>pity\ngives");
    for (size_t p = 0; p < survey->pity_count; p++)
        if (wyrm_loot_is_asked(report, band->pity[p].name)) {
            wyrm_table_cell(&table, band->pity[p].name);
            cell_share(&table, &band->pity[p].natural);
            cell_share(&table, &band->pity[p].rate);
        }
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 3);
    print_droughts(report, band, page);
}

static void print_closing(const wyrm_loot_report *report, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    wyrm_page_add(page, "\n");
    if (survey->has_exact)
        wyrm_page_wrap(page, 0, 0,
                       "Exact where no interval stands; else followed exactly through the rooms of "
                       "generated maps, whose number and sizes have no closed form.");
    else
        wyrm_page_wrapf(page, 0, 0, "Means of %llu generated campaigns, seed %llu.",
                        (unsigned long long)survey->runs, (unsigned long long)survey->seed);
    if (survey->mode[0] != '\0' || survey->reset || survey->pity_count > 0)
        wyrm_page_wrapf(page, 0, 0, "%s%s%s%s%s", survey->mode[0] != '\0' ? "Mode of loot: " : "",
                        survey->mode, survey->mode[0] != '\0' ? ". " : "",
                        survey->reset ? "Counters of pity are reset on every floor. " : "",
                        survey->pity_count > 0 ? "Rooms that pity skips are left out." : "");
    if (survey->category_count > 0)
        wyrm_page_wrap(page, 0, 0,
                       "An item can be of several categories or of none: they need not add up to "
                       "the items of a room.");
    wyrm_page_wrapf(page, 0, 0, "More: wyrm loot %s --bands%s. For scripts: --json", report->name,
                    survey->pity_count > 0 ? ", --why" : "");
}

static void print_loot(const wyrm_loot_report *report, const wyrm_loot_by_depth *found,
                       const wyrm_item_kind *kinds, wyrm_page *page)
{
    wyrm_loot_print_advice(report, page);
    wyrm_page_add(page, "\n");
    print_bands(report, page);
    print_categories(report, page);
    if (report->survey->category_count == 0 && found->depths > 0)
        print_kinds(found, kinds, page);
    print_pity(report, page);
    for (size_t b = 0; report->by_band && b < report->survey->band_count; b++)
        if (wyrm_loot_has_rooms(report, b))
            print_band(report, b, page);
    if (report->why)
        wyrm_loot_print_why(report, page);
    print_closing(report, page);
}

void wyrm_report_loot(const wyrm_loot_report *report, wyrm_page *page)
{
    wyrm_loot_by_depth found;
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    if (wyrm_page_needs(
            page, wyrm_loot_find_by_depth(report->design, report->survey, &found, &page->error)))
        (page->json ? write_loot : print_loot)(report, &found, kinds, page);
    wyrm_loot_by_depth_free(&found);
}
