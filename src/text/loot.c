/* `wyrm loot`: items and pity by band, or items of each kind by depth where there are no
 * categories. */
#include "base/arena.h"
#include "text/internal.h"

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
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a report");
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

bool wyrm_loot_comes(const wyrm_loot_by_depth *found, size_t kind)
{
    for (size_t d = 1; d <= found->depths; d++)
        if (wyrm_loot_of_kind(found, d, kind).value > 0)
            return true;
    return false;
}

static void fill_table(const wyrm_loot_by_depth *found, const wyrm_item_kind *kinds,
                       wyrm_style style, wyrm_table *table)
{
    wyrm_figure figure;
    wyrm_table_column(table, WYRM_LEFT, "depths");
    wyrm_table_column(table, WYRM_RIGHT, "items a room");
    for (size_t k = 0; k < found->kinds && table->columns < WYRM_TABLE_COLUMNS; k++)
        if (wyrm_loot_comes(found, k))
            wyrm_table_column(table, WYRM_RIGHT, kinds[k].name);
    for (size_t d = 1; d <= found->depths;) {
        char depths[48];
        size_t last = last_alike(found, d), columns = 2;
        snprintf(depths, sizeof depths, last > d ? "%zu-%zu" : "%zu", d, last);
        wyrm_table_cell(table, depths);
        wyrm_table_cell(table, wyrm_figure_estimate(style, &found->items[d - 1], &figure));
        for (size_t k = 0; k < found->kinds && columns < table->columns; k++) {
            if (!wyrm_loot_comes(found, k))
                continue;
            const wyrm_estimate items = wyrm_loot_of_kind(found, d, k);
            wyrm_table_cell(table, wyrm_figure_estimate(style, &items, &figure));
            columns++;
        }
        d = last + 1;
    }
}

/* Of loot without categories: how many of every kind of item by depth, and the same for scripts
 * (`depths`). Nothing where that is not known. */
static wyrm_status loot_print_kinds(const wyrm_loot_report *report, wyrm_page *page,
                                    wyrm_error *error)
{
    wyrm_loot_by_depth found;
    const wyrm_item_kind *kinds;
    if (report->survey->category_count > 0)
        return WYRM_OK;
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    wyrm_status status = wyrm_loot_find_by_depth(report->design, report->survey, &found, error);
    if (status == WYRM_OK && found.depths > 0) {
        wyrm_table table = wyrm_table_new();
        fill_table(&found, kinds, page->style, &table);
        wyrm_page_add(page, "\n");
        wyrm_table_print(&table, page, 0);
        wyrm_table_free(&table);
    }
    wyrm_loot_by_depth_free(&found);
    return status;
}

static wyrm_status loot_kinds_json(const wyrm_loot_report *report, wyrm_answer *json,
                                   wyrm_error *error)
{
    wyrm_loot_by_depth found;
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    wyrm_status status = wyrm_loot_find_by_depth(report->design, report->survey, &found, error);
    json_t *list = json_array();
    for (size_t d = 1; status == WYRM_OK && d <= found.depths; d++) {
        json_t *depth = json_object(), *shares = json_object();
        const wyrm_estimate *items = &found.items[d - 1];
        for (size_t k = 0; k < found.kinds; k++)
            wyrm_answer_set(json, shares, kinds[k].name,
                            wyrm_answer_real(loot_depth(&found, d)[k]));
        wyrm_answer_set(json, depth, "depth", json_integer((json_int_t)d));
        wyrm_answer_set(json, depth, "items_per_room", wyrm_answer_real(items->value));
        wyrm_answer_set(json, depth, "items_per_room_ci95",
                        items->sampled ? wyrm_answer_interval(items->ci95) : json_null());
        wyrm_answer_set(json, depth, "shares", shares);
        wyrm_answer_append(json, list, depth);
    }
    wyrm_answer_set(json, NULL, "depths", list);
    wyrm_loot_by_depth_free(&found);
    return status;
}

/* The answer of `wyrm loot` for scripts. */

/* {value, ci95, exact, exact_ci95} */
static json_t *figure_json(wyrm_answer *json, const wyrm_loot_figure *figure)
{
    json_t *object = json_object();
    wyrm_answer_set(json, object, "value",
                    figure->has_value ? wyrm_answer_real(figure->value) : json_null());
    wyrm_answer_set(json, object, "ci95",
                    figure->has_value ? wyrm_answer_interval(figure->ci95) : json_null());
    wyrm_answer_set(json, object, "exact",
                    figure->has_exact ? wyrm_answer_real(figure->exact.value) : json_null());
    wyrm_answer_set(json, object, "exact_ci95",
                    figure->has_exact && figure->exact.sampled
                        ? wyrm_answer_interval(figure->exact.ci95)
                        : json_null());
    return object;
}

static json_t *categories_json(wyrm_answer *json, const wyrm_loot_report *report, size_t band)
{
    const wyrm_loot_survey *survey = report->survey;
    json_t *object = json_object();
    for (size_t c = 0; c < survey->category_count; c++) {
        if (!wyrm_loot_is_asked(report, survey->categories[c]))
            continue;
        json_t *category = json_object();
        wyrm_answer_set(json, category, "per_room",
                        figure_json(json, &survey->bands[band].categories[c]));
        wyrm_answer_set(json, object, survey->categories[c], category);
    }
    return object;
}

static json_t *pity_json(wyrm_answer *json, const wyrm_loot_report *report, size_t band)
{
    const wyrm_loot_survey *survey = report->survey;
    json_t *object = json_object();
    for (size_t p = 0; p < survey->pity_count; p++) {
        const wyrm_loot_pity_figures *figures = &survey->bands[band].pity[p];
        if (!wyrm_loot_is_asked(report, figures->name))
            continue;
        json_t *pity = json_object(), *drought = json_object(), *first = json_object();
        for (size_t n = 1; n <= WYRM_DROUGHT_MAX; n++) {
            char key[16];
            snprintf(key, sizeof key, "%zu", n);
            wyrm_answer_set(json, drought, key,
                            wyrm_answer_real(wyrm_loot_best(&figures->drought[n]).value));
            wyrm_answer_set(json, first, key,
                            wyrm_answer_real(wyrm_loot_best(&figures->first[n]).value));
        }
        wyrm_answer_set(json, pity, "rate", figure_json(json, &figures->rate));
        wyrm_answer_set(json, pity, "drought", drought);
        wyrm_answer_set(json, pity, "natural", figure_json(json, &figures->natural));
        wyrm_answer_set(json, pity, "first", first);
        wyrm_answer_set(json, object, figures->name, pity);
    }
    return object;
}

static json_t *bands_json(wyrm_answer *json, const wyrm_loot_report *report)
{
    const wyrm_loot_survey *survey = report->survey;
    json_t *list = json_array();
    for (size_t b = 0; b < survey->band_count; b++) {
        const wyrm_loot_band_figures *band = &survey->bands[b];
        if (!wyrm_loot_has_rooms(report, b))
            continue;
        json_t *object = json_object(), *depths = json_array();
        wyrm_answer_append(json, depths, json_integer(band->first_depth));
        wyrm_answer_append(json, depths, json_integer(band->last_depth));
        wyrm_answer_set(json, object, "band", wyrm_answer_text(band->name));
        wyrm_answer_set(json, object, "rooms", wyrm_answer_count(band->rooms));
        wyrm_answer_set(json, object, "items_per_room", figure_json(json, &band->items_per_room));
        wyrm_answer_set(json, object, "categories", categories_json(json, report, b));
        wyrm_answer_set(json, object, "pity", pity_json(json, report, b));
        wyrm_answer_set(json, object, "depths", depths);
        wyrm_answer_set(json, object, "rooms_per_campaign",
                        figure_json(json, &band->rooms_per_campaign));
        wyrm_answer_set(json, object, "given", figure_json(json, &band->given));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

static json_t *warnings_json(wyrm_answer *json, const wyrm_loot_report *report)
{
    json_t *list = json_array();
    for (size_t i = 0; i < report->advices->count; i++) {
        const wyrm_loot_advice *advice = &report->advices->list[i];
        if (!wyrm_loot_is_asked(report, advice->category) ||
            !wyrm_loot_has_rooms(report, advice->band))
            continue;
        bool has_rate = advice->kind != WYRM_LOOT_NO_ITEMS;
        json_t *object = json_object();
        wyrm_answer_set(json, object, "kind", wyrm_answer_text(wyrm_loot_advice_key(advice->kind)));
        wyrm_answer_set(json, object, "band",
                        wyrm_answer_text(report->survey->bands[advice->band].name));
        wyrm_answer_set(json, object, "category", wyrm_answer_text(advice->category));
        wyrm_answer_set(json, object, "rate",
                        has_rate ? wyrm_answer_real(advice->rate.value) : json_null());
        wyrm_answer_append(json, list, object);
    }
    return list;
}

wyrm_status wyrm_report_loot_json(const wyrm_loot_report *report, wyrm_page *page,
                                  wyrm_error *error)
{
    const wyrm_loot_survey *survey = report->survey;
    wyrm_answer json = wyrm_answer_new("loot", wyrm_design_ruleset(report->design));
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(survey->seed));
    wyrm_answer_set(&json, NULL, "runs", wyrm_answer_count(survey->runs));
    wyrm_answer_set(&json, NULL, "mode",
                    survey->mode[0] != '\0' ? wyrm_answer_text(survey->mode) : json_null());
    wyrm_answer_set(&json, NULL, "pity_reset", wyrm_answer_text(survey->reset ? "floor" : "never"));
    wyrm_answer_set(&json, NULL, "bands", bands_json(&json, report));
    wyrm_answer_set(&json, NULL, "warnings", warnings_json(&json, report));
    wyrm_status status = loot_kinds_json(report, &json, error);
    if (status == WYRM_OK)
        status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}

static void print_bands(const wyrm_loot_report *report, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "band");
    wyrm_table_column(&table, WYRM_RIGHT, "depths");
    wyrm_table_column(&table, WYRM_RIGHT, "rooms a\ncampaign");
    wyrm_table_column(&table, WYRM_RIGHT, "items a\nroom");
    if (survey->pity_count > 0)
        wyrm_table_column(&table, WYRM_RIGHT, "from pity");
    for (size_t b = 0; b < survey->band_count; b++) {
        const wyrm_loot_band_figures *band = &survey->bands[b];
        wyrm_figure figure;
        char depths[32];
        if (!wyrm_loot_has_rooms(report, b))
            continue;
        snprintf(depths, sizeof depths, "%d-%d", (int)band->first_depth, (int)band->last_depth);
        wyrm_table_cell(&table, band->name);
        wyrm_table_cell(&table, depths);
        wyrm_table_cell(&table, wyrm_loot_value(page->style, &band->rooms_per_campaign, &figure));
        wyrm_table_cell(&table, wyrm_loot_value(page->style, &band->items_per_room, &figure));
        if (survey->pity_count > 0)
            wyrm_table_cell(&table, wyrm_loot_share(page->style, &band->given, &figure));
    }
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
}

/* Items of each category a room, a column a band. */
static void print_categories(const wyrm_loot_report *report, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    if (survey->category_count == 0)
        return;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "items a room");
    for (size_t b = 0; b < survey->band_count; b++)
        if (wyrm_loot_has_rooms(report, b))
            wyrm_table_column(&table, WYRM_RIGHT, survey->bands[b].name);
    for (size_t c = 0; c < survey->category_count; c++) {
        wyrm_figure figure;
        if (!wyrm_loot_is_asked(report, survey->categories[c]))
            continue;
        wyrm_table_cell(&table, survey->categories[c]);
        for (size_t b = 0; b < survey->band_count; b++)
            if (wyrm_loot_has_rooms(report, b))
                wyrm_table_cell(
                    &table, wyrm_loot_value(page->style, &survey->bands[b].categories[c], &figure));
    }
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
}

/* Share of rooms where pity gives. */
static void print_pity(const wyrm_loot_report *report, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    if (survey->pity_count == 0)
        return;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "pity gives,\nof rooms");
    for (size_t p = 0; p < survey->pity_count; p++)
        if (wyrm_loot_is_asked(report, survey->bands[0].pity[p].name))
            wyrm_table_column(&table, WYRM_RIGHT, survey->bands[0].pity[p].name);
    for (size_t b = 0; b < survey->band_count; b++) {
        const wyrm_loot_band_figures *band = &survey->bands[b];
        wyrm_figure figure;
        if (!wyrm_loot_has_rooms(report, b))
            continue;
        wyrm_table_cell(&table, band->name);
        for (size_t p = 0; p < survey->pity_count; p++)
            if (wyrm_loot_is_asked(report, band->pity[p].name))
                wyrm_table_cell(&table, wyrm_loot_share(page->style, &band->pity[p].rate, &figure));
    }
    if (table.columns > 1) {
        wyrm_page_add(page, "\n");
        wyrm_table_print(&table, page, 0);
    }
    wyrm_table_free(&table);
}

/* One category of one band. */
static void add_pity(wyrm_table *table, const wyrm_page *page, const wyrm_loot_pity_figures *pity)
{
    wyrm_figure figure;
    wyrm_table_cell(table, pity->name);
    wyrm_table_cell(table, wyrm_loot_share(page->style, &pity->natural, &figure));
    wyrm_table_cell(table, wyrm_loot_share(page->style, &pity->rate, &figure));
}

/* How often the last so many rooms brought none, up to where that cannot be. */
static void print_droughts(const wyrm_loot_report *report, const wyrm_loot_band_figures *band,
                           wyrm_page *page)
{
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_RIGHT, "none for\nrooms");
    for (size_t p = 0; p < report->survey->pity_count; p++)
        if (wyrm_loot_is_asked(report, band->pity[p].name))
            wyrm_table_column(&table, WYRM_RIGHT, band->pity[p].name);
    bool any = table.columns > 1;
    for (int n = 1; n <= WYRM_DROUGHT_MAX && any; n++) {
        wyrm_figure figure;
        any = false;
        wyrm_table_cell(&table, wyrm_figure_exact(n, &figure));
        for (size_t p = 0; p < report->survey->pity_count; p++) {
            if (!wyrm_loot_is_asked(report, band->pity[p].name))
                continue;
            any |= wyrm_loot_best(&band->pity[p].drought[n]).value > 0;
            wyrm_table_cell(&table,
                            wyrm_loot_share(page->style, &band->pity[p].drought[n], &figure));
        }
    }
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 3);
    wyrm_table_free(&table);
}

/* --bands: a table a band. */
static void print_band(const wyrm_loot_report *report, size_t index, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    const wyrm_loot_band_figures *band = &survey->bands[index];
    wyrm_figure figure;
    wyrm_page_add(page, "\n");
    wyrm_page_toned(page, WYRM_TONE_STRONG, band->name);
    wyrm_page_addf(page, ", depths %d to %d\n", (int)band->first_depth, (int)band->last_depth);
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "category");
    wyrm_table_column(&table, WYRM_RIGHT, "items a room");
    for (size_t c = 0; c < survey->category_count; c++) {
        if (!wyrm_loot_is_asked(report, survey->categories[c]))
            continue;
        wyrm_table_cell(&table, survey->categories[c]);
        wyrm_table_cell(&table, wyrm_loot_value(page->style, &band->categories[c], &figure));
    }
    wyrm_table_print(&table, page, 3);
    wyrm_table_free(&table);
    if (survey->pity_count == 0)
        return;
    table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "pity");
    wyrm_table_column(&table, WYRM_RIGHT, "rooms with\none by chance");
    wyrm_table_column(&table, WYRM_RIGHT, "pity\ngives");
    for (size_t p = 0; p < survey->pity_count; p++)
        if (wyrm_loot_is_asked(report, band->pity[p].name))
            add_pity(&table, page, &band->pity[p]);
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 3);
    wyrm_table_free(&table);
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

wyrm_status wyrm_report_loot(const wyrm_loot_report *report, wyrm_page *page, wyrm_error *error)
{
    wyrm_status status = wyrm_loot_print_advice(report, page, error);
    if (status != WYRM_OK)
        return status;
    wyrm_page_add(page, "\n");
    print_bands(report, page);
    print_categories(report, page);
    status = loot_print_kinds(report, page, error);
    if (status != WYRM_OK)
        return status;
    print_pity(report, page);
    for (size_t b = 0; report->by_band && b < report->survey->band_count; b++)
        if (wyrm_loot_has_rooms(report, b))
            print_band(report, b, page);
    if (report->why)
        status = wyrm_loot_print_why(report, page, error);
    if (status != WYRM_OK)
        return status;
    print_closing(report, page);
    return wyrm_page_status(page, error);
}
