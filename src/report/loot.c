/* The answer of `wyrm loot` for people: what is wrong first, then items and pity by band. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/table.h"
#include "report/loot_advice.h"
#include "report/loot_figures.h"
#include "report/loot_kinds.h"
#include "report/loot_why.h"

/* What a sample gave, with its interval; for a column beside the exact values. */
static const char *sampled(wyrm_style style, const wyrm_loot_figure *figure, double scale,
                           wyrm_figure *out)
{
    if (!figure->has_value)
        return wyrm_figure_exact(NAN, out);
    return wyrm_figure_sampled(style, scale * figure->value,
                               (wyrm_interval){scale * figure->ci95.low, scale * figure->ci95.high},
                               out);
}

static void print_bands(const wyrm_loot_report *report, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "band");
    wyrm_table_column(&table, WYRM_RIGHT, "depths");
    wyrm_table_column(&table, WYRM_RIGHT, "rooms a\ncampaign");
    wyrm_table_column(&table, WYRM_RIGHT, "items a\nroom");
    if (survey->has_exact)
        wyrm_table_column(&table, WYRM_RIGHT, "sampled");
    if (survey->pity_count > 0)
        wyrm_table_column(&table, WYRM_RIGHT, "from pity");
    for (size_t b = 0; b < survey->band_count; b++) {
        const wyrm_loot_band_figures *band = &survey->bands[b];
        wyrm_figure figure;
        char depths[32], rooms[32];
        if (!wyrm_loot_has_rooms(report, b))
            continue;
        snprintf(depths, sizeof depths, "%d-%d", (int)band->first_depth, (int)band->last_depth);
        snprintf(rooms, sizeof rooms, "%.1f",
                 band->rooms_per_campaign.has_exact ? band->rooms_per_campaign.exact
                                                    : band->rooms_per_campaign.value);
        wyrm_table_cell(&table, band->name);
        wyrm_table_cell(&table, depths);
        wyrm_table_cell(&table, rooms);
        wyrm_table_cell(&table, wyrm_loot_value(page->style, &band->items_per_room, &figure));
        if (survey->has_exact)
            wyrm_table_cell(&table, sampled(page->style, &band->items_per_room, 1, &figure));
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

/* Share of rooms where pity gives; below each band what the sample gave, in percent. */
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
        if (!survey->has_exact)
            continue;
        wyrm_table_cell(&table, "  sampled, %");
        for (size_t p = 0; p < survey->pity_count; p++)
            if (wyrm_loot_is_asked(report, band->pity[p].name))
                wyrm_table_cell(&table, sampled(page->style, &band->pity[p].rate, 100, &figure));
    }
    if (table.columns > 1) {
        wyrm_page_add(page, "\n");
        wyrm_table_print(&table, page, 0);
    }
    wyrm_table_free(&table);
}

/* One category of one band: drought and the first item. */
static void add_drought(wyrm_table *table, const wyrm_page *page,
                        const wyrm_loot_pity_figures *pity)
{
    static const size_t lengths[] = {3, 5, 8, 12};
    wyrm_figure figure;
    wyrm_table_cell(table, pity->name);
    wyrm_table_cell(table, wyrm_loot_share(page->style, &pity->natural, &figure));
    wyrm_table_cell(table, wyrm_loot_share(page->style, &pity->rate, &figure));
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        wyrm_table_cell(table, wyrm_loot_share(page->style, &pity->drought[lengths[i]], &figure));
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
    wyrm_table_column(&table, WYRM_RIGHT,
                      survey->has_exact ? "items a room\nexact" : "items a room");
    if (survey->has_exact)
        wyrm_table_column(&table, WYRM_RIGHT, "sampled");
    for (size_t c = 0; c < survey->category_count; c++) {
        if (!wyrm_loot_is_asked(report, survey->categories[c]))
            continue;
        wyrm_table_cell(&table, survey->categories[c]);
        wyrm_table_cell(&table, wyrm_loot_value(page->style, &band->categories[c], &figure));
        if (survey->has_exact)
            wyrm_table_cell(&table, sampled(page->style, &band->categories[c], 1, &figure));
    }
    wyrm_table_print(&table, page, 3);
    wyrm_table_free(&table);
    if (survey->pity_count == 0)
        return;
    table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "pity");
    wyrm_table_column(&table, WYRM_RIGHT, "rooms with\none by chance");
    wyrm_table_column(&table, WYRM_RIGHT, "pity\ngives");
    wyrm_table_column(&table, WYRM_RIGHT, "none for\n3 rooms");
    wyrm_table_column(&table, WYRM_RIGHT, "5\nrooms");
    wyrm_table_column(&table, WYRM_RIGHT, "8\nrooms");
    wyrm_table_column(&table, WYRM_RIGHT, "12\nrooms");
    for (size_t p = 0; p < survey->pity_count; p++)
        if (wyrm_loot_is_asked(report, band->pity[p].name))
            add_drought(&table, page, &band->pity[p]);
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 3);
    wyrm_table_free(&table);
}

static void print_closing(const wyrm_loot_report *report, wyrm_page *page)
{
    const wyrm_loot_survey *survey = report->survey;
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 0, "%s over %llu campaigns%s%s%s, seed %llu.%s",
                    survey->has_exact ? "Exact where no interval stands; sampled" : "Sampled",
                    (unsigned long long)survey->runs, survey->mode[0] != '\0' ? " in mode " : "",
                    survey->mode, survey->reset ? ", counters of pity reset on every floor" : "",
                    (unsigned long long)survey->seed,
                    survey->pity_count > 0 ? " Rooms that pity skips are left out." : "");
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
    status = wyrm_loot_print_kinds(report, page, error);
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
