/* Threat against the fight, for people. */

#include "report/etp_truth.h"

#include <math.h>
#include <stdio.h>

#include "output/figures.h"
#include "output/table.h"

#define MISFITS_SHOWN 5
#define MISFIT        1.5 /* factors nearer to 1 are no misfits */

static bool is_misfit(const wyrm_truth_row *row)
{
    return row->factor > MISFIT || row->factor < 1 / MISFIT;
}

/* The depths with the lowest and the highest correlation; false where none can be told. */
static bool find_ranks(const wyrm_truth *truth, const wyrm_truth_depth **low,
                       const wyrm_truth_depth **high)
{
    *low = *high = NULL;
    for (size_t d = 0; d < truth->depth_count; d++) {
        const wyrm_truth_depth *depth = &truth->depths[d];
        if (isnan(depth->rank))
            continue;
        if (*low == NULL || depth->rank < (*low)->rank)
            *low = depth;
        if (*high == NULL || depth->rank > (*high)->rank)
            *high = depth;
    }
    return *low != NULL;
}

static void print_ranks(const wyrm_truth *truth, wyrm_page *page)
{
    const wyrm_truth_depth *low, *high;
    if (!find_ranks(truth, &low, &high))
        return;
    if (low == high)
        wyrm_page_wrapf(
            page, 0, 0,
            "Threat ranks the monsters of depth %d as their fights do with a correlation "
            "of %.2f (1: the same order).",
            (int)low->depth, low->rank);
    else
        wyrm_page_wrapf(
            page, 0, 0,
            "Threat ranks the monsters of a depth as their fights do with a correlation "
            "of %.2f (depth %d) to %.2f (depth %d); 1 is the same order.",
            low->rank, (int)low->depth, high->rank, (int)high->depth);
}

/* Whether the row is the first of its monster that costs nothing. */
static bool begins_harmless(const wyrm_truth *truth, size_t index)
{
    const wyrm_truth_row *row = &truth->rows[index];
    for (size_t i = 0; i < index; i++)
        if (truth->rows[i].monster == row->monster && !(truth->rows[i].cost > 0))
            return false;
    return !(row->cost > 0);
}

/* "slime from depth 5, orc from depth 8" */
static void print_harmless(const wyrm_truth *truth, wyrm_page *page)
{
    wyrm_text names = {0};
    for (size_t i = 0; i < truth->row_count; i++) {
        if (!begins_harmless(truth, i))
            continue;
        wyrm_text_appendf(&names, "%s%s from depth %d", names.length > 0 ? ", " : "",
                          truth->rows[i].name, (int)truth->rows[i].depth);
    }
    if (names.failed)
        wyrm_page_fail(page);
    else if (names.length > 0)
        wyrm_page_wrapf(
            page, 0, 3,
            "Cost the player nothing, whatever their threat, and do not count there: %s.",
            names.bytes);
    wyrm_text_drop(&names);
}

static void print_misfit(const wyrm_truth_row *row, wyrm_page *page)
{
    wyrm_figure threat, lost, death;
    wyrm_page_add(page, "   ");
    wyrm_page_wrapf(page, 3, 6,
                    "%s at depth %d: threat %s, takes %s of the hit points, kills in %s: costs "
                    "%.2f times what its threat says",
                    row->name, (int)row->depth, wyrm_figure_exact(row->threat, &threat),
                    wyrm_figure_percent(row->hp_lost, &lost),
                    wyrm_figure_percent(row->p_death, &death), row->factor);
}

void wyrm_etp_truth(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_truth *truth = report->truth;
    size_t misfits = 0;
    print_ranks(truth, page);
    for (size_t i = 0; i < truth->misfit_count; i++)
        misfits += is_misfit(&truth->rows[truth->misfits[i]]);
    if (misfits > 0)
        wyrm_page_wrapf(
            page, 0, 0,
            "%zu of the %zu monsters of normal rooms whose fights cost something are somewhere off "
            "by more than a factor of %.1f against what a point of threat costs at their depth%s:",
            misfits, truth->misfit_count, MISFIT,
            misfits > MISFITS_SHOWN ? "; those farthest off" : "");
    for (size_t i = 0; i < misfits && i < MISFITS_SHOWN; i++)
        print_misfit(&truth->rows[truth->misfits[i]], page);
    if (misfits > MISFITS_SHOWN)
        wyrm_page_addf(page, "   (%zu more; --verbose shows every fight)\n",
                       misfits - MISFITS_SHOWN);
    print_harmless(truth, page);
}

void wyrm_etp_truth_rows(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_truth *truth = report->truth;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_RIGHT, "depth");
    wyrm_table_column(&table, WYRM_LEFT, "monster");
    wyrm_table_column(&table, WYRM_RIGHT, "threat");
    wyrm_table_column(&table, WYRM_RIGHT, "hit points\nlost");
    wyrm_table_column(&table, WYRM_RIGHT, "player\ndies");
    wyrm_table_column(&table, WYRM_RIGHT, "times its\nthreat");
    for (size_t i = 0; i < truth->row_count; i++) {
        const wyrm_truth_row *row = &truth->rows[i];
        wyrm_figure figure;
        char factor[32];
        snprintf(factor, sizeof factor, "%.2f", row->factor);
        wyrm_table_cell(&table, wyrm_figure_exact(row->depth, &figure));
        wyrm_table_cell(&table, row->name);
        wyrm_table_cell(&table, wyrm_figure_exact(row->threat, &figure));
        wyrm_table_cell(&table, wyrm_figure_percent(row->hp_lost, &figure));
        wyrm_table_cell(&table, wyrm_figure_percent(row->p_death, &figure));
        wyrm_table_cell(&table, isfinite(row->factor) ? factor : "-");
    }
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
    wyrm_page_add(page, "\n");
    wyrm_page_toned(page, WYRM_TONE_STRONG, "who fights");
    wyrm_page_add(page, "\n");
    for (size_t d = 0; d < truth->depth_count; d++) {
        const char *player = truth->depths[d].player;
        wyrm_page_add(page, "   ");
        wyrm_page_wrapf(page, 3, 6, "depth %d: %s", (int)truth->depths[d].depth, player);
    }
}
