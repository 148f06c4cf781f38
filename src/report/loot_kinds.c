/* Items by depth: how many a room has by chance, all together and of each kind. */

#include "report/loot_kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/figures.h"
#include "output/table.h"

const double *wyrm_loot_depth(const wyrm_loot_by_depth *found, size_t depth)
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
    out->shares = calloc(survey->depth_count * out->kinds + 1, sizeof *out->shares);
    out->items = calloc(survey->depth_count, sizeof *out->items);
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
    free(found->shares);
    free(found->items);
}

/* The last depth from `first` on that brings the same. */
static size_t last_alike(const wyrm_loot_by_depth *found, size_t first)
{
    size_t last = first;
    while (last < found->depths && found->items[last].value == found->items[first - 1].value &&
           memcmp(wyrm_loot_depth(found, first), wyrm_loot_depth(found, last + 1),
                  found->kinds * sizeof(double)) == 0)
        last++;
    return last;
}

wyrm_estimate wyrm_loot_of_kind(const wyrm_loot_by_depth *found, size_t depth, size_t kind)
{
    double share = wyrm_loot_depth(found, depth)[kind];
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

wyrm_status wyrm_loot_print_kinds(const wyrm_loot_report *report, wyrm_page *page,
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

wyrm_status wyrm_loot_kinds_json(const wyrm_loot_report *report, wyrm_answer *json,
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
                            wyrm_answer_real(wyrm_loot_depth(&found, d)[k]));
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
