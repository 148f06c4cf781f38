/* `wyrm sim` as text: the answer in words, then depth by depth. */

#include "report/sim.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/figures.h"
#include "output/shell.h"
#include "output/table.h"
#include "report/quantiles.h"
#include "report/sim_shared.h"
#include "report/sim_tables.h"

#define CAUSES 8  /* of death that text tells */
#define GAPS   10 /* in the numbers of runs, likewise */

/* Runs that came to no end, which all other figures leave out. */
static void print_unfinished(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    uint64_t cut = summary->ends[WYRM_RUN_CUT], stalled = summary->ends[WYRM_RUN_STALLED];
    if (stalled > 0)
        wyrm_page_wrapf(page, 0, 0,
                        "%llu %s stalled: for %d turns nothing changed but the clock, hunger and "
                        "who stood where.",
                        (unsigned long long)stalled, stalled == 1 ? "run" : "runs", WYRM_RUN_STALL);
    if (cut > 0)
        wyrm_page_wrapf(page, 0, 0, "%llu %s cut off by the limit of %u turns.",
                        (unsigned long long)cut, cut == 1 ? "run was" : "runs were",
                        (unsigned)report->facts->turn_limit);
    if (summary->complete == 0)
        wyrm_page_wrap(page, 0, 0, "No run came to an end: there is nothing to be said of ends.");
    else if (cut + stalled > 0)
        wyrm_page_wrapf(page, 0, 0,
                        "The figures are of the %llu %s to an end; survival counts the others up "
                        "to where they were left.",
                        (unsigned long long)summary->complete,
                        summary->complete == 1 ? "run that came" : "runs that came");
}

static void print_arena(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    wyrm_figure won, turns, left, lost;
    uint64_t killed = summary->ends[WYRM_RUN_KILLED];
    if (summary->complete > 0)
        wyrm_page_wrapf(
            page, 0, 0, "%s: the player wins %s of such fights, in %s turns each.",
            report->facts->arena,
            wyrm_figure_share(page->style, summary->win_rate, summary->win_rate_ci95, &won),
            wyrm_figure_mean(page->style, &summary->turns, &turns));
    if (summary->hp_left.count > 0) {
        wyrm_page_wrapf(page, 0, 0, "Who wins has %s of the hit points left.",
                        wyrm_figure_mean(page->style, &summary->hp_left, &left));
    }
    print_unfinished(report, page);
    if (killed > 0)
        wyrm_page_wrapf(page, 0, 0, "%s are lost.",
                        wyrm_figure_share(page->style, (double)killed / (double)summary->complete,
                                          wyrm_share_interval(killed, summary->complete, 0.95),
                                          &lost));
}

/* "What kills most often: Blob, 20 % ± 3 of all runs." */
static void print_killers(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_greatest worst = wyrm_sim_worst_killer(report->design, report->summary, page->style);
    if (worst.count == 0)
        wyrm_page_fail(page);
    else
        wyrm_page_wrapf(page, 0, 0, "What kills most often: %s%s %s of all runs.", worst.where,
                        worst.count > 1 ? ":" : ",", worst.value);
}

/* "half of them between 4 and 7 ± 1", "at least half of them at 3" */
static const char *where_half_end(const wyrm_summary *summary, wyrm_style style, char *out,
                                  size_t size)
{
    wyrm_figure low, high;
    wyrm_quantile_say(style, summary->final_depths, 0.25, &low);
    wyrm_quantile_say(style, summary->final_depths, 0.75, &high);
    if (strcmp(low.text, high.text) != 0)
        snprintf(out, size, "half of them between %s and %s", low.text, high.text);
    else
        snprintf(out, size, "at least half of them at %s", low.text);
    return out;
}

static void print_headline(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    wyrm_figure won, depth;
    char half[160], ends[288] = "";
    if (wyrm_interval_is_known(wyrm_mean_interval(&summary->final_depth, 0.95)))
        snprintf(ends, sizeof ends, "; they end at depth %s on average, %s",
                 wyrm_figure_mean(page->style, &summary->final_depth, &depth),
                 where_half_end(summary, page->style, half, sizeof half));
    if (summary->complete > 0)
        wyrm_page_wrapf(
            page, 0, 0, "%s: the %s wins %s of its runs%s.",
            wyrm_ruleset_title(wyrm_design_ruleset(report->design)), report->facts->bot,
            wyrm_figure_share(page->style, summary->win_rate, summary->win_rate_ci95, &won), ends);
    if (summary->death_count > 0)
        print_killers(report, page);
    print_unfinished(report, page);
}

static void print_depths(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    size_t shown = wyrm_sim_depths_shown(summary, report->verbose);
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_RIGHT, "depth");
    wyrm_table_column(&table, WYRM_RIGHT, "runs");
    wyrm_table_column(&table, WYRM_RIGHT, "survive it");
    wyrm_table_column(&table, WYRM_RIGHT, "die on it");
    for (const wyrm_sim_column *column = wyrm_sim_columns; column->key; column++)
        wyrm_table_column(&table, WYRM_RIGHT, column->heading);
    for (size_t i = 0; i < shown; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        wyrm_figure figure;
        wyrm_table_cell(&table, wyrm_figure_exact(depth->depth, &figure));
        wyrm_table_cell(&table, wyrm_figure_exact((double)depth->entered, &figure));
        wyrm_table_cell(
            &table, wyrm_figure_share(page->style, depth->survival, depth->survival_ci95, &figure));
        wyrm_table_cell(&table,
                        wyrm_figure_share(page->style, depth->hazard, depth->hazard_ci95, &figure));
        for (const wyrm_sim_column *column = wyrm_sim_columns; column->key; column++) {
            const wyrm_moments *moments = wyrm_sim_moments(depth, column);
            wyrm_table_cell(&table, wyrm_figure_mean(page->style, moments, &figure));
        }
    }
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
    wyrm_page_wrap(
        page, 0, 0,
        "Damage and turns are those of one floor; damage beyond the last hit point is not "
        "counted.");
    if (shown < summary->depth_count)
        wyrm_page_wrapf(page, 0, 0, "(fewer than 1 run in 100 gets below depth %zu: --verbose)",
                        shown);
}

static void print_deaths(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    wyrm_table table = wyrm_table_new();
    if (summary->death_count > 0) {
        wyrm_page_add(page, "\n");
        wyrm_table_column(&table, WYRM_LEFT, "killed by");
        wyrm_table_column(&table, WYRM_RIGHT, "at depth");
        wyrm_table_column(&table, WYRM_RIGHT, "of all runs");
        wyrm_table_column(&table, WYRM_RIGHT, "of who enter");
    }
    for (size_t i = 0; i < summary->death_count && (report->verbose || i < CAUSES); i++) {
        const wyrm_sim_death *death = &summary->deaths[i];
        wyrm_figure figure;
        wyrm_table_cell(&table, wyrm_sim_killer(report->design, death));
        wyrm_table_cell(&table, wyrm_figure_exact(death->depth, &figure));
        wyrm_table_cell(&table, wyrm_figure_share(page->style,
                                                  (double)death->count / (double)summary->complete,
                                                  death->ci95, &figure));
        const wyrm_estimate there = wyrm_sim_deaths_there(summary, death);
        wyrm_table_cell(&table, wyrm_figure_estimated_share(page->style, &there, &figure));
    }
    if (summary->death_count > 0)
        wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
    if (!report->verbose && summary->death_count > CAUSES)
        wyrm_page_wrapf(page, 0, 0, "(%zu more places and causes: --verbose)",
                        summary->death_count - CAUSES);
}

/* Runs worth watching. */
static void print_examples(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    if (report->facts->arena[0] != '\0' || summary->example_count == 0)
        return;
    wyrm_page_add(page, "\nruns\n");
    for (size_t i = 0; i < summary->example_count; i++) {
        const wyrm_sim_example *example = &summary->examples[i];
        wyrm_page_addf(page, "%-7s  run %llu (%s at depth %d)\n", example->what,
                       (unsigned long long)example->run, wyrm_run_end_word(example->end),
                       (int)example->depth);
    }
    char file[1024];
    bool whole = !report->facts->arena[0];
    if (whole && report->file && wyrm_shell_word(report->file, file, sizeof file))
        wyrm_page_addf(page, "Watch one: wyrm replay %s --run %llu\n", file,
                       (unsigned long long)summary->examples[summary->example_count / 2].run);
}

/* "12 of the runs 0 to 99 are missing: 30 to 40, 77." */
static void print_missing(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_results_account *account = report->account;
    wyrm_text text = {0};
    if (!account || account->missing == 0)
        return;
    size_t shown = account->gap_count < GAPS ? account->gap_count : GAPS;
    for (size_t i = 0; i < shown; i++) {
        const wyrm_results_range *gap = &account->gaps[i];
        wyrm_text_appendf(&text, "%s%llu", i > 0 ? ", " : "", (unsigned long long)gap->first);
        if (gap->last > gap->first)
            wyrm_text_appendf(&text, " to %llu", (unsigned long long)gap->last);
    }
    wyrm_page_wrapf(page, 0, 0, "%llu of the runs %llu to %llu %s missing: %s%s.",
                    (unsigned long long)account->missing, (unsigned long long)account->first,
                    (unsigned long long)account->last, account->missing == 1 ? "is" : "are",
                    text.bytes ? text.bytes : "", shown < account->gap_count ? " and more" : "");
    wyrm_text_drop(&text);
}

/* "500 runs", "500 runs (1000 to 1499)" where they are not the first. */
static void print_footer(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_results_facts *facts = report->facts;
    unsigned long long runs = report->summary->runs, first = report->first;
    char which[64] = "";
    if (first > 0 && runs > 0 && (!report->account || report->account->missing == 0))
        snprintf(which, sizeof which, " (%llu to %llu)", first, first + runs - 1);
    wyrm_page_wrapf(page, 0, 0, "%llu run%s%s of the %s, seed %llu, %s 95 %% confidence.%s%s", runs,
                    runs == 1 ? "" : "s", which, facts->bot, (unsigned long long)facts->seed,
                    page->style.utf8 ? "±" : "+-", facts->without[0] ? " Without: " : "",
                    facts->without);
}

wyrm_status wyrm_report_sim(const wyrm_sim_report *report, wyrm_page *page, wyrm_error *error)
{
    bool arena = report->facts->arena[0] != '\0';
    if (arena)
        print_arena(report, page);
    else
        print_headline(report, page);
    if (report->stopped)
        wyrm_page_wrap(page, 0, 0, "Interrupted: these are the runs made so far.");
    print_missing(report, page);
    if (!arena) {
        wyrm_page_add(page, "\n");
        print_depths(report, page);
        print_deaths(report, page);
    }
    wyrm_sim_print_spreads(report, page);
    wyrm_sim_print_monsters(report, page);
    wyrm_sim_print_items(report, page);
    if (!arena)
        wyrm_sim_print_pity(report, page);
    print_examples(report, page);
    wyrm_page_add(page, "\n");
    print_footer(report, page);
    return wyrm_page_status(page, error);
}
