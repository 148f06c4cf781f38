/* The answer of `wyrm etp` for people: rooms against their budgets, and threat against the
 * fight. */

#include "report/etp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/tolls.h>

#include "output/figures.h"
#include "output/table.h"
#include "report/etp_truth.h"

#define VIOLATIONS_SHOWN 5
#define DRIFT            1.5 /* base and derived threat that differ by more are told */

const char *wyrm_etp_budget(wyrm_interval budget, char out[48])
{
    wyrm_figure low, high;
    wyrm_figure_exact(budget.low, &low);
    wyrm_figure_exact(budget.high, &high);
    if (isinf(budget.high))
        snprintf(out, 48, "%.20s and more", low.text);
    else
        snprintf(out, 48, "%.20s-%.20s", low.text, high.text);
    return out;
}

double wyrm_etp_share(const wyrm_threat_figures *figures, wyrm_threat_status status)
{
    return wyrm_clusters_ratio(&figures->statuses[status]);
}

wyrm_clusters wyrm_etp_sum(const wyrm_threat_survey *survey, wyrm_threat_status status)
{
    wyrm_clusters all = {.range = WYRM_SHARE};
    for (int32_t d = 0; d < survey->depth_count; d++)
        wyrm_clusters_merge(&all, &survey->depths[d].all.statuses[status]);
    return all;
}

/* ", most at depth 8": the depth with the largest share of rooms over their budget. */
static void say_worst(const wyrm_threat_survey *survey, wyrm_style style, char *text, size_t size)
{
    wyrm_estimate shares[WYRM_TOLLS_MAX];
    int32_t numbers[WYRM_TOLLS_MAX];
    size_t count = 0;
    for (; count < (size_t)survey->depth_count && count < WYRM_TOLLS_MAX; count++) {
        shares[count] = wyrm_estimate_ratio(&survey->depths[count].all.statuses[WYRM_THREAT_OVER]);
        numbers[count] = survey->depths[count].depth;
    }
    const wyrm_greatest worst = wyrm_find_greatest(style, &(wyrm_ranking){.count = count,
                                                                          .figures = shares,
                                                                          .numbers = numbers,
                                                                          .place = "depth",
                                                                          .shares = true});
    text[0] = '\0';
    if (count > 1 && worst.count > 0)
        snprintf(text, size, ", most at %s", worst.where);
}

static void print_headline(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_threat_survey *survey = report->survey;
    const char *title = wyrm_ruleset_title(wyrm_design_ruleset(report->design));
    wyrm_clusters over = wyrm_etp_sum(survey, WYRM_THREAT_OVER);
    wyrm_clusters under = wyrm_etp_sum(survey, WYRM_THREAT_UNDER);
    wyrm_figure share;
    if (!(over.y > 0)) {
        wyrm_page_wrapf(page, 0, 0, "%s: no room of %.0f is over its budget.", title, over.x);
    } else {
        char worst[160];
        say_worst(survey, page->style, worst, sizeof worst);
        wyrm_page_wrapf(page, 0, 0,
                        "%s: %s of rooms are over their budget, which is a violation%s.", title,
                        wyrm_figure_ratio(page->style, &over, &share), worst);
    }
    if (under.y > 0)
        wyrm_page_wrapf(page, 0, 0, "%s are below it, which is reported and never fails.",
                        wyrm_figure_ratio(page->style, &under, &share));
}

/* A share in percent, without the sign: the heading has it. */
static void add_share(wyrm_table *table, wyrm_style style, const wyrm_clusters *share)
{
    wyrm_estimate percent = wyrm_estimate_ratio(share);
    wyrm_figure figure;
    percent.value *= 100;
    percent.ci95.low *= 100;
    percent.ci95.high *= 100;
    wyrm_table_cell(table, share->y > 0 ? wyrm_figure_estimate(style, &percent, &figure) : "");
}

/* Statuses that any room has. */
static void find_used(const wyrm_threat_survey *survey, bool used[WYRM_THREAT_STATUS_COUNT])
{
    for (int s = 0; s < WYRM_THREAT_STATUS_COUNT; s++)
        used[s] = wyrm_etp_sum(survey, (wyrm_threat_status)s).y > 0;
}

/* In the order of an answer: what is meant to be, then what is wrong, then the rest. */
static const wyrm_threat_status shown_order[] = {
    WYRM_THREAT_OK,   WYRM_THREAT_UNDER, WYRM_THREAT_OVER,   WYRM_THREAT_SPIKE,
    WYRM_THREAT_BOSS, WYRM_THREAT_EMPTY, WYRM_THREAT_EXEMPT,
};

static void add_columns(wyrm_table *table, const bool *used)
{
    wyrm_table_column(table, WYRM_RIGHT, "mean\nthreat");
    wyrm_table_column(table, WYRM_RIGHT, "median\nmade");
    wyrm_table_column(table, WYRM_RIGHT, "9 of 10\nmade");
    for (size_t i = 0; i < WYRM_THREAT_STATUS_COUNT; i++)
        if (used[shown_order[i]]) {
            char heading[32];
            snprintf(heading, sizeof heading, "%s\n%%", wyrm_threat_status_key(shown_order[i]));
            wyrm_table_column(table, WYRM_RIGHT, heading);
        }
}

static void add_figures(wyrm_table *table, const wyrm_page *page,
                        const wyrm_threat_figures *figures, const bool *used)
{
    wyrm_figure low, high;
    char range[80];
    wyrm_table_cell(table, wyrm_figure_ratio(page->style, &figures->mean, &low));
    snprintf(range, sizeof range, "%.24s..%.24s", wyrm_figure_exact(figures->p05, &low),
             wyrm_figure_exact(figures->p95, &high));
    wyrm_table_cell(table, figures->rooms > 0 ? wyrm_figure_exact(figures->p50, &low) : "");
    wyrm_table_cell(table, figures->rooms > 0 ? range : "");
    for (size_t i = 0; i < WYRM_THREAT_STATUS_COUNT; i++)
        if (used[shown_order[i]])
            add_share(table, page->style, &figures->statuses[shown_order[i]]);
}

static void print_bands(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_threat_survey *survey = report->survey;
    const wyrm_bands *bands = wyrm_threat_bands(wyrm_design_threat(report->design));
    bool used[WYRM_THREAT_STATUS_COUNT];
    find_used(survey, used);
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "band");
    wyrm_table_column(&table, WYRM_RIGHT, "room\nbudget");
    add_columns(&table, used);
    for (size_t b = 0; b < bands->count; b++) {
        char budget[48];
        if (survey->bands[b].rooms == 0)
            continue;
        wyrm_table_cell(&table, bands->bands[b].name);
        wyrm_table_cell(&table,
                        wyrm_etp_budget(wyrm_threat_room_budget(wyrm_design_threat(report->design),
                                                                bands->bands[b].first_depth),
                                        budget));
        add_figures(&table, page, &survey->bands[b], used);
    }
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
}

static void print_depths(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_threat_survey *survey = report->survey;
    bool used[WYRM_THREAT_STATUS_COUNT];
    find_used(survey, used);
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_RIGHT, "depth");
    wyrm_table_column(&table, WYRM_RIGHT, "threat\nof a floor");
    add_columns(&table, used);
    for (int32_t d = 0; d < survey->depth_count; d++) {
        const wyrm_threat_depth *depth = &survey->depths[d];
        wyrm_figure figure;
        wyrm_table_cell(&table, wyrm_figure_exact(depth->depth, &figure));
        wyrm_table_cell(&table, wyrm_figure_mean(page->style, &depth->floor, &figure));
        add_figures(&table, page, &depth->all, used);
    }
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
}

static void print_violations(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_threat_survey *survey = report->survey;
    size_t shown =
        report->verbose || survey->kept < VIOLATIONS_SHOWN ? survey->kept : VIOLATIONS_SHOWN;
    if (shown == 0)
        return;
    wyrm_page_add(page, "\n");
    wyrm_page_toned(page, WYRM_TONE_STRONG, "violations");
    wyrm_page_add(page, "\n   ");
    wyrm_page_wrapf(
        page, 3, 6, "(look at one: wyrm etp %s --rooms --depth %d --run %llu --seed %llu)",
        report->name, (int)survey->violations[0].depth,
        (unsigned long long)survey->violations[0].run, (unsigned long long)survey->seed);
    for (size_t i = 0; i < shown; i++) {
        const wyrm_threat_violation *at = &survey->violations[i];
        wyrm_figure threat, budget;
        wyrm_page_addf(
            page, "   depth %d, run %llu, room %d (%s): %u monster%s of %s, at most %s\n",
            (int)at->depth, (unsigned long long)at->run, (int)at->room + 1,
            wyrm_room_role_key(at->role), (unsigned)at->monsters, at->monsters == 1 ? "" : "s",
            wyrm_figure_exact(at->threat, &threat), wyrm_figure_exact(at->budget, &budget));
    }
    if (survey->violation_count > shown && survey->kept > shown)
        wyrm_page_addf(page, "   (%llu more; --verbose shows %s%zu)\n",
                       (unsigned long long)(survey->violation_count - shown),
                       survey->violation_count > survey->kept ? "the first " : "all ",
                       survey->kept);
    else if (survey->violation_count > shown)
        wyrm_page_addf(page, "   (%llu more)\n",
                       (unsigned long long)(survey->violation_count - shown));
}

/* Base against derived threat, the farthest apart first told in a sentence. */
static void print_drift(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_threat *threat = wyrm_design_threat(report->design);
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    size_t named = 0, off = 0, worst = 0;
    double farthest = 0;
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        double derived = wyrm_threat_derived(threat, m), base = wyrm_threat_base(threat, m);
        if (!wyrm_threat_is_named(threat, m) || !(derived > 0) || !(base > 0))
            continue;
        double far = fabs(log(derived / base));
        named++;
        off += far > log(DRIFT);
        if (far > farthest) {
            farthest = far;
            worst = m;
        }
    }
    if (off == 0)
        return;
    wyrm_figure base, derived;
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 3,
                    "%zu of %zu base values are off what their monster's numbers give by more than "
                    "a factor of %.1f, '%s' the most: %s against %s.%s",
                    off, named, DRIFT, wyrm_roster_monster(roster, worst)->name,
                    wyrm_figure_exact(wyrm_threat_base(threat, worst), &base),
                    wyrm_figure_exact(wyrm_threat_derived(threat, worst), &derived),
                    report->verbose ? "" : " All of them: --verbose");
}

static void print_monsters(const wyrm_etp_report *report, wyrm_page *page)
{
    const wyrm_threat *threat = wyrm_design_threat(report->design);
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_bands *bands = wyrm_threat_bands(threat);
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "monster");
    wyrm_table_column(&table, WYRM_RIGHT, "base");
    wyrm_table_column(&table, WYRM_RIGHT, "derived");
    wyrm_table_column(&table, WYRM_RIGHT, "ratio");
    for (size_t b = 0; b < bands->count; b++)
        wyrm_table_column(&table, WYRM_RIGHT, bands->bands[b].name);
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        wyrm_figure figure;
        double base = wyrm_threat_base(threat, m), derived = wyrm_threat_derived(threat, m);
        char ratio[32];
        snprintf(ratio, sizeof ratio, "%.2f", base > 0 ? derived / base : 0);
        wyrm_table_cell(&table, wyrm_roster_monster(roster, m)->name);
        wyrm_table_cell(&table,
                        wyrm_threat_is_named(threat, m) ? wyrm_figure_exact(base, &figure) : "");
        wyrm_table_cell(&table, wyrm_figure_exact(derived, &figure));
        wyrm_table_cell(&table, wyrm_threat_is_named(threat, m) ? ratio : "");
        for (size_t b = 0; b < bands->count; b++)
            wyrm_table_cell(
                &table,
                wyrm_figure_exact(wyrm_threat_at(threat, m, bands->bands[b].first_depth, false),
                                  &figure));
    }
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
}

wyrm_status wyrm_report_etp(const wyrm_etp_report *report, wyrm_page *page, wyrm_error *error)
{
    print_headline(report, page);
    wyrm_etp_truth(report, page);
    wyrm_page_add(page, "\n");
    if (report->survey->depth_count > 1) {
        print_bands(report, page);
        wyrm_page_add(page, "\n");
    }
    print_depths(report, page);
    print_violations(report, page);
    print_drift(report, page);
    if (report->verbose) {
        print_monsters(report, page);
        wyrm_etp_truth_rows(report, page);
    }
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 0,
                    "Rooms of %llu floors of each depth, seed %llu, of which medians and 9 of 10 "
                    "are told as they were made; fights are exact. For scripts: wyrm etp %s --json",
                    (unsigned long long)report->survey->runs,
                    (unsigned long long)report->survey->seed, report->name);
    return wyrm_page_status(page, error);
}
