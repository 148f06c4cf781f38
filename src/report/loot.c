/* The answer of `wyrm loot` for people: what is wrong first, then items and pity by band. */
#include <stdio.h>
#include <string.h>

#include "output/table.h"
#include "report/loot_advice.h"
#include "report/loot_figures.h"
#include "report/loot_kinds.h"
#include "report/loot_why.h"

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
