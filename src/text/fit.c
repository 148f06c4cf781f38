/* Which agents the players are: the weights with what they rest on, and whether they are any.
 *
 * That no mixture fits comes first where it is so, since the weights below then belong to nobody:
 * how many of the runs would have to end otherwise, and where most. Then the weights, each with the
 * number of runs behind its agent; an interval as wide as half of all there can be is said to tell
 * next to nothing, instead of leaving a reader to see it. The table of ends is the evidence: what
 * players, mixture and agents do, side by side. */
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define VAGUE 0.5 /* an interval as wide says hardly anything */

static const char *end_name(const wyrm_fit_report *report, const wyrm_fit_end *end, char room[100])
{
    const wyrm_external_hello *hello = report->players->hello;
    const char *stage = hello->stage[0] != '\0' ? hello->stage : "stage";
    if (end->won)
        snprintf(room, 100, "won");
    else if (end->stage == 0)
        snprintf(room, 100, "no %s told", stage);
    else
        snprintf(room, 100, "%s %d", stage, (int)end->stage);
    return room;
}

/* The mixture, and whether it is one. */
static void print_answer(const wyrm_fit_report *report, wyrm_page *page)
{
    const wyrm_fit *fit = report->fit;
    const wyrm_fit_end *off = &fit->ends[fit->farthest];
    char name[100];
    wyrm_figure figures[4];
    if (fit->fits)
        page_say(page,
                 "%s of %s end as a mixture of these agents would, as far as %" PRIu64
                 " runs tell (G = %.3g, p = %.2g).",
                 report->players->agent, report->players->game, fit->runs, fit->g, fit->p);
    else
        page_say(
            page,
            "No mixture of these agents ends as %s of %s do (G = %.3g, p %s %.2g): the nearest "
            "one is off by %s of all runs, most of all at %s: %s, where it has %s.",
            report->players->agent, report->players->game, fit->g,
            fit->p <= 1.0 / WYRM_FIT_DRAWS ? "<" : "=",
            fit->p <= 1.0 / WYRM_FIT_DRAWS ? 0.001 : fit->p,
            wyrm_figure_percent(fit->distance, &figures[0]), end_name(report, off, name),
            wyrm_figure_share(page->style, off->share, off->ci95, &figures[1]),
            wyrm_figure_percent(off->fitted, &figures[2]));
    if (fit->left_out > 0)
        page_say(page,
                 "%" PRIu64 " of the players' runs were not played to an end and are left out: "
                 "whoever gives up where it gets hard is not among these deaths.",
                 fit->left_out);
}

static void print_weights(const wyrm_fit_report *report, wyrm_page *page)
{
    const wyrm_fit *fit = report->fit;
    bool vague = false;
    wyrm_table table = wyrm_table_of(page, "<agent|>weight|>its runs");
    for (size_t k = 0; k < fit->agent_count; k++) {
        const wyrm_fit_weight *weight = &fit->weights[k];
        wyrm_table_cell(&table, report->names[k]);
        wyrm_cell_estimate(&table, (wyrm_estimate){weight->weight, true, weight->ci95}, true);
        wyrm_cell_exact(&table, (double)weight->runs);
        vague = vague || weight->ci95.high - weight->ci95.low > VAGUE;
    }
    wyrm_table_below(&table, 0);
    if (vague)
        page_say(page, "Some of them end so much alike that so few runs hardly tell them apart.");
}

/* Ends of which neither side has one in a hundred are left to --json. */
static bool is_rare(const wyrm_fit *fit, const wyrm_fit_end *end)
{
    bool rare = end->share < 0.01 && end->fitted < 0.01;
    for (size_t k = 0; k < fit->agent_count; k++)
        rare = rare && end->of[k] < 0.01;
    return rare;
}

static void print_ends(const wyrm_fit_report *report, wyrm_page *page)
{
    const wyrm_fit *fit = report->fit;
    char name[100];
    size_t left = 0;
    wyrm_table table = wyrm_table_of(page, "<ends on|>players|>mixture");
    for (size_t k = 0; k < fit->agent_count; k++)
        wyrm_table_column(&table, WYRM_RIGHT, report->names[k]);
    for (size_t j = 0; j < fit->end_count; j++) {
        const wyrm_fit_end *end = &fit->ends[j];
        if (is_rare(fit, end)) {
            left++;
            continue;
        }
        wyrm_table_cell(&table, end_name(report, end, name));
        wyrm_cell_estimate(&table, (wyrm_estimate){end->share, true, end->ci95}, true);
        wyrm_cell_percent(&table, end->fitted);
        for (size_t k = 0; k < fit->agent_count; k++)
            wyrm_cell_percent(&table, end->of[k]);
    }
    wyrm_table_below(&table, 0);
    if (left > 0)
        page_say(page, "(%zu more, each with fewer than 1 run in 100: --json)", left);
}

static void print_fit(const wyrm_fit_report *report, wyrm_page *page)
{
    print_answer(report, page);
    print_weights(report, page);
    print_ends(report, page);
    page_say(page,
             "\n%" PRIu64 " runs of %s; the noise of the agents' runs is part of the intervals, "
             "%s 95 %% confidence; seed %" PRIu64 ".",
             report->fit->runs, report->players->agent, page->style.utf8 ? "±" : "+-",
             report->seed);
}

static void write_fit(const wyrm_fit_report *report, wyrm_page *page)
{
    const wyrm_fit *fit = report->fit;
    base_json json = wyrm_answer_begin(page, "results-fit", NULL);
    base_putf(&json,
              "seed:%" PRIu64 " players:{game:%s agent:%s runs:%" PRIu64 " left_out:%" PRIu64
              "} fits:%i g:%g p:%g distance:%g weights:[",
              report->seed, report->players->game, report->players->agent, fit->runs, fit->left_out,
              fit->fits, fit->g, fit->p, fit->distance);
    for (size_t k = 0; k < fit->agent_count; k++)
        base_putf(&json, "{agent:%s name:%s runs:%" PRIu64 " weight:%g ci95:[%g %g]}",
                  report->agents[k]->agent, report->names[k], fit->weights[k].runs,
                  fit->weights[k].weight, fit->weights[k].ci95.low, fit->weights[k].ci95.high);
    base_putf(&json, "] ends:[");
    for (size_t j = 0; j < fit->end_count; j++) {
        const wyrm_fit_end *end = &fit->ends[j];
        base_putf(&json, "{won:%i", end->won);
        if (end->stage > 0)
            base_put_whole(&json, "stage", end->stage);
        else
            base_put_null(&json, "stage");
        base_putf(&json, "runs:%" PRIu64 " share:%g ci95:[%g %g] fitted:%g agents:[", end->count,
                  end->share, end->ci95.low, end->ci95.high, end->fitted);
        for (size_t k = 0; k < fit->agent_count; k++)
            base_put_real(&json, NULL, end->of[k]);
        base_putf(&json, "]}");
    }
    base_putf(&json, "]");
    base_put_end(&json);
}

void wyrm_report_fit(const wyrm_fit_report *report, wyrm_page *page)
{
    (page->json ? write_fit : print_fit)(report, page);
}
