/* The answer of `wyrm loot --why`: the chance of an item of each pity category, and which items
 * make it up. */

#include "report/loot_why.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/loot_figures.h"

#define ITEMS_SHOWN 6

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

/* The items of a category by their share of all items: "healing_potion 4.1 %, ...". */
static void name_items(const wyrm_loot_report *report, const double *shares, size_t category,
                       double *sum, wyrm_text *out, share_row *rows)
{
    const wyrm_loot *loot = wyrm_design_loot(report->design);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const wyrm_item_kind *kinds;
    size_t all = wyrm_loot_kinds(loot, &kinds), count = 0;
    *sum = 0;
    for (size_t k = 0; k < all; k++) {
        if (!(facts->kind_categories[k] >> category & 1u) || !(shares[k] > 0))
            continue;
        rows[count++] = (share_row){shares[k], k};
        *sum += shares[k];
    }
    qsort(rows, count, sizeof *rows, by_share);
    for (size_t i = 0; i < count && i < ITEMS_SHOWN; i++) {
        wyrm_figure figure;
        wyrm_text_appendf(out, "%s%s %s", i > 0 ? ", " : "", kinds[rows[i].kind].name,
                          wyrm_figure_percent(rows[i].share, &figure));
    }
    if (count > ITEMS_SHOWN)
        wyrm_text_appendf(out, " and %zu more", count - ITEMS_SHOWN);
}

/* One pity category of one band, at the band's last depth, where it brings the most items. */
static wyrm_status explain(const wyrm_loot_report *report, size_t band, size_t pity, double *shares,
                           share_row *rows, wyrm_page *page, wyrm_error *error)
{
    const wyrm_loot *loot = wyrm_design_loot(report->design);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const wyrm_loot_band_figures *figures = &report->survey->bands[band];
    wyrm_loot_context context = {
        .depth = figures->last_depth, .level = figures->last_depth, .rooms = 2};
    double sum;
    wyrm_text items = {0};
    wyrm_figure mean, share, natural, rate;
    const char *mode = report->survey->mode[0] != '\0' ? report->survey->mode : NULL;
    wyrm_status status = wyrm_loot_mode(loot, mode, &context.mode, error);
    if (status == WYRM_OK)
        status = wyrm_loot_shares(loot, &context, shares, error);
    if (status != WYRM_OK)
        return status;
    wyrm_loot_value(page->style, &report->survey->depths[figures->last_depth - 1].items_per_room,
                    &mean);
    name_items(report, shares, facts->pity_categories[pity], &sum, &items, rows);
    wyrm_page_add(page, "   ");
    wyrm_page_wrapf(
        page, 3, 6,
        "%s: a room of depth %d has %s item%s by chance, each is one of %s with %s%s%s%s. So "
        "%s of the band's rooms bring one; after %u rooms without, pity does: in %s of "
        "rooms.",
        figures->name, (int)figures->last_depth, mean.text, strcmp(mean.text, "1") == 0 ? "" : "s",
        figures->pity[pity].name, wyrm_figure_percent(sum, &share), items.length > 0 ? " (" : "",
        items.length > 0 ? items.bytes : "", items.length > 0 ? ")" : "",
        wyrm_loot_share(page->style, &figures->pity[pity].natural, &natural),
        (unsigned)facts->pity->thresholds[band][pity],
        wyrm_loot_share(page->style, &figures->pity[pity].rate, &rate));
    if (items.failed)
        wyrm_page_fail(page);
    wyrm_text_drop(&items);
    return WYRM_OK;
}

wyrm_status wyrm_loot_print_why(const wyrm_loot_report *report, wyrm_page *page, wyrm_error *error)
{
    const wyrm_loot_survey *survey = report->survey;
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    double *shares = calloc(count + 1, sizeof *shares);
    share_row *rows = calloc(count + 1, sizeof *rows);
    wyrm_status status = WYRM_OK;
    if (shares == NULL || rows == NULL)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a report");
    for (size_t p = 0; status == WYRM_OK && p < survey->pity_count; p++) {
        if (!wyrm_loot_is_asked(report, survey->bands[0].pity[p].name))
            continue;
        wyrm_page_add(page, "\n");
        wyrm_page_addf(page, "why: %s pity\n", survey->bands[0].pity[p].name);
        for (size_t b = 0; status == WYRM_OK && b < survey->band_count; b++)
            if (wyrm_loot_has_rooms(report, b))
                status = explain(report, b, p, shares, rows, page, error);
    }
    free(rows);
    free(shares);
    return status;
}
