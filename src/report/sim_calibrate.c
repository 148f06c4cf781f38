/* `wyrm sim --calibrate`: how far sampled runs are from played ones, metric by metric. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "output/json.h"
#include "output/table.h"
#include "report/sim.h"
#include "report/sim_tables.h"

#define LINES_MAX 64

/* One metric of both. */
typedef struct line {
    char metric[48];
    double values[2];
    wyrm_interval ci95[2];
    bool share;
} line;

static void add_share(line *lines, size_t *count, const char *metric, const double values[2],
                      const wyrm_interval ci95[2])
{
    line *added = &lines[(*count)++];
    *added = (line){.values = {values[0], values[1]}, .ci95 = {ci95[0], ci95[1]}, .share = true};
    snprintf(added->metric, sizeof added->metric, "%s", metric);
}

static void add_moments(line *lines, size_t *count, const char *metric, const wyrm_moments *played,
                        const wyrm_moments *sampled)
{
    if (played->count < 2 || sampled->count < 2)
        return;
    line *added = &lines[(*count)++];
    *added =
        (line){.values = {played->mean, sampled->mean},
               .ci95 = {wyrm_moments_interval(played, 0.95), wyrm_moments_interval(sampled, 0.95)}};
    snprintf(added->metric, sizeof added->metric, "%s", metric);
}

static size_t list(const wyrm_calibrate_report *report, line *lines)
{
    const wyrm_summary *played = report->played, *sampled = report->sampled;
    size_t count = 0, depths = played->depth_count;
    add_share(lines, &count, "win rate", (double[]){played->win_rate, sampled->win_rate},
              (wyrm_interval[]){played->win_rate_ci95, sampled->win_rate_ci95});
    add_moments(lines, &count, "final depth", &played->final_depth, &sampled->final_depth);
    add_moments(lines, &count, "final level", &played->final_level, &sampled->final_level);
    add_moments(lines, &count, "turns", &played->turns, &sampled->turns);
    if (depths > sampled->depth_count)
        depths = sampled->depth_count;
    for (size_t i = 0; i < depths && count + 3 < LINES_MAX; i++) {
        const wyrm_sim_depth *one = &played->depths[i], *other = &sampled->depths[i];
        char metric[48];
        if (one->entered < 30 || other->entered < 30)
            break;
        snprintf(metric, sizeof metric, "survival of depth %d", (int)one->depth);
        add_share(lines, &count, metric, (double[]){one->survival, other->survival},
                  (wyrm_interval[]){one->survival_ci95, other->survival_ci95});
        snprintf(metric, sizeof metric, "level at depth %d", (int)one->depth);
        add_moments(lines, &count, metric, &one->level, &other->level);
        snprintf(metric, sizeof metric, "damage at depth %d", (int)one->depth);
        add_moments(lines, &count, metric, &one->damage_taken, &other->damage_taken);
    }
    return count;
}

/* Sampled runs whose depth is within this share of that of played ones, and whose win rate is
 * within this share of 1, serve in their stead. */
#define NEAR_ENOUGH 0.25

enum { WIN_RATE, FINAL_DEPTH }; /* the first lines of the list */

/* How far apart the two are: shares of 1 as they are, all else as a share of what played runs

 * show. */
static double distance(const line *of)
{
    double difference = fabs(of->values[1] - of->values[0]);
    if (of->share)
        return difference;
    return of->values[0] > 0.0 ? difference / of->values[0] : 0.0;
}

static bool beyond_chance(const line *of)
{
    return of->ci95[0].high < of->ci95[1].low || of->ci95[1].high < of->ci95[0].low;
}

/* The line whose values are farthest apart among those that differ beyond chance, or NULL. */
static const line *farthest(const line *lines, size_t count)
{
    const line *worst = NULL;
    for (size_t i = 0; i < count; i++)
        if (beyond_chance(&lines[i]) && (!worst || distance(&lines[i]) > distance(worst)))
            worst = &lines[i];
    return worst;
}

static double half_width(wyrm_interval ci95)
{
    return 0.5 * (ci95.high - ci95.low);
}

/* "+31 ± 9 points" of shares, "-0.08 ± 0.05" of all else. The two are independent: other random
 * numbers are drawn from the same seeds. */
static const char *difference_words(wyrm_style style, const line *of, wyrm_figure *out)
{
    double scale = of->share ? 100.0 : 1.0, difference = scale * (of->values[1] - of->values[0]);
    double one = half_width(of->ci95[0]), other = half_width(of->ci95[1]);
    double half = scale * sqrt(one * one + other * other);
    wyrm_figure figure;
    wyrm_figure_sampled(style, difference, (wyrm_interval){difference - half, difference + half},
                        &figure);
    snprintf(out->text, sizeof out->text, "%s%.50s%s", strtod(figure.text, NULL) > 0.0 ? "+" : "",
             figure.text, of->share ? " points" : "");
    return out->text;
}

static void print_farthest(const line *lines, size_t count, wyrm_page *page)
{
    const line *worst = farthest(lines, count);
    wyrm_figure difference;
    if (!worst) {
        wyrm_page_wrap(page, 0, 0, "No metric differs by more than chance explains.");
        return;
    }
    double scale = worst->share ? 100.0 : 1.0;
    wyrm_page_wrapf(page, 0, 0, "Farthest apart: %s, sampled %.3g%s against %.3g%s (%s).",
                    worst->metric, scale * worst->values[1], worst->share ? " %" : "",
                    scale * worst->values[0], worst->share ? " %" : "",
                    difference_words(page->style, worst, &difference));
}

/* "1.8 depths deeper than played ones on average (7.58 against 5.77, 31 %)" */
static void tell_depths(const line *depth, char *out, size_t size)
{
    double played = depth->values[0], sampled = depth->values[1];
    if (sampled == played)
        snprintf(out, size, "as deep as played ones on average (%.3g)", played);
    else
        snprintf(out, size,
                 "%.2g depths %s than played ones on average (%.3g against %.3g, %.0f %%)",
                 fabs(sampled - played), sampled > played ? "deeper" : "less deep", sampled, played,
                 100.0 * distance(depth));
}

static void print_verdict(const wyrm_calibrate_report *report, const line *lines, wyrm_page *page)
{
    const line *wins = &lines[WIN_RATE], *depth = &lines[FINAL_DEPTH];
    char depths[128];
    bool near = distance(depth) <= NEAR_ENOUGH && distance(wins) <= NEAR_ENOUGH;
    tell_depths(depth, depths, sizeof depths);
    wyrm_page_wrapf(page, 0, 0, "%s, bot %s: sampled runs end %s and win %.3g %% against %.3g %%%s",
                    wyrm_ruleset_title(wyrm_design_ruleset(report->design)), report->bot, depths,
                    100.0 * wins->values[1], 100.0 * wins->values[0],
                    near ? "."
                         : ": too far to take one for the other; play where depth or wins matter, "
                           "and sample to compare.");
}

wyrm_status wyrm_report_calibrate(const wyrm_calibrate_report *report, wyrm_page *page,
                                  wyrm_error *error)
{
    line lines[LINES_MAX];
    size_t count = list(report, lines);
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "metric");
    wyrm_table_column(&table, WYRM_RIGHT, "played");
    wyrm_table_column(&table, WYRM_RIGHT, "sampled");
    wyrm_table_column(&table, WYRM_RIGHT, "sampled\nless played");
    for (size_t i = 0; i < count; i++) {
        wyrm_figure figure;
        wyrm_table_cell(&table, lines[i].metric);
        for (int side = 0; side < 2; side++)
            wyrm_table_cell(&table, lines[i].share
                                        ? wyrm_figure_share(page->style, lines[i].values[side],
                                                            lines[i].ci95[side], &figure)
                                        : wyrm_figure_sampled(page->style, lines[i].values[side],
                                                              lines[i].ci95[side], &figure));
        wyrm_table_cell(&table, difference_words(page->style, &lines[i], &figure));
    }
    print_verdict(report, lines, page);
    print_farthest(lines, count, page);
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(
        page, 0, 0,
        "%llu played and %llu sampled runs of the same seeds, %s 95 %% "
        "confidence. Sampled runs know no tiles: who follows whom, how many "
        "can strike at once and who loses sight are shares there, as played runs show them.",
        (unsigned long long)report->played->runs, (unsigned long long)report->sampled->runs,
        page->style.utf8 ? "±" : "+-");
    return wyrm_page_status(page, error);
}

wyrm_status wyrm_report_calibrate_json(const wyrm_calibrate_report *report, wyrm_page *page,
                                       wyrm_error *error)
{
    line lines[LINES_MAX];
    size_t count = list(report, lines);
    wyrm_answer json = wyrm_answer_new("sim-calibrate", wyrm_design_ruleset(report->design));
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(report->played->seed));
    wyrm_answer_set(&json, NULL, "bot", wyrm_answer_text(report->bot));
    wyrm_answer_set(&json, NULL, "played_runs", wyrm_answer_count(report->played->runs));
    wyrm_answer_set(&json, NULL, "sampled_runs", wyrm_answer_count(report->sampled->runs));
    json_t *metrics = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_object();
        wyrm_answer_set(&json, object, "metric", wyrm_answer_text(lines[i].metric));
        for (int side = 0; side < 2; side++) {
            json_t *value = json_object();
            wyrm_answer_set(&json, value, "value", wyrm_answer_real(lines[i].values[side]));
            wyrm_answer_set(&json, value, "ci95", wyrm_answer_interval(lines[i].ci95[side]));
            wyrm_answer_set(&json, object, wyrm_fidelity_word((wyrm_fidelity)side), value);
        }
        wyrm_answer_append(&json, metrics, object);
    }
    wyrm_answer_set(&json, NULL, "metrics", metrics);
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
