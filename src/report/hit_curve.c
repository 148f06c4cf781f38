/* The answer of `wyrm hit --curve`: one attack while one of its numbers changes. */
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "output/figures.h"
#include "output/json.h"
#include "output/plot.h"
#include "output/table.h"
#include "report/hit_words.h"

#define ROWS_MAX 24 /* of the table; more points are left to --json */

static const char *const side_names[] = {
    [WYRM_SWEPT_DEFENDER] = "defender",
    [WYRM_SWEPT_ATTACKER] = "attacker",
    [WYRM_SWEPT_ATTACK] = "attack",
};

/* "defense of monster@6" */
static void name_of(const wyrm_hit_report *hit, const wyrm_sweep *sweep, char *out, size_t size)
{
    if (sweep->side == WYRM_SWEPT_ATTACK)
        snprintf(out, size, "%s", sweep->key);
    else
        snprintf(out, size, "%s of %s", sweep->key,
                 sweep->side == WYRM_SWEPT_ATTACKER ? hit->attacker_text : hit->defender_text);
}

static void print_headline(const wyrm_hit_report *hit, const wyrm_sweep *sweep, wyrm_page *page)
{
    const wyrm_sweep_point *first = &sweep->points[0], *last = &sweep->points[sweep->count - 1];
    char name[600];
    wyrm_hit_words words;
    wyrm_figure from, to, low, high;
    name_of(hit, sweep, name, sizeof name);
    wyrm_figure_exact(first->at, &from);
    wyrm_figure_exact(last->at, &to);
    if (sweep->flat) {
        wyrm_page_wrapf(page, 0, 0,
                        "%s makes no difference from %s to %s: an attack of %s on %s%s does %s "
                        "damage on average.",
                        name, from.text, to.text, hit->attacker_text, hit->defender_text,
                        wyrm_hit_words_of(hit, &words), wyrm_figure_exact(first->mean, &low));
        return;
    }
    double least = first->mean, most = first->mean;
    for (size_t i = 0; i < sweep->count; i++) {
        least = fmin(least, sweep->points[i].mean);
        most = fmax(most, sweep->points[i].mean);
    }
    bool falls = last->mean < first->mean,
         ends = fmin(first->mean, last->mean) <= least && fmax(first->mean, last->mean) >= most;
    if (ends)
        wyrm_page_wrapf(page, 0, 0,
                        "As %s goes from %s to %s, the mean damage of %s%s %s from %s to %s.", name,
                        from.text, to.text, hit->attacker_text, wyrm_hit_words_of(hit, &words),
                        falls ? "falls" : "rises", wyrm_figure_exact(first->mean, &low),
                        wyrm_figure_exact(last->mean, &high));
    else
        wyrm_page_wrapf(page, 0, 0,
                        "As %s goes from %s to %s, the mean damage of %s%s lies between %s and "
                        "%s, %s at the first and %s at the last.",
                        name, from.text, to.text, hit->attacker_text,
                        wyrm_hit_words_of(hit, &words), wyrm_figure_exact(least, &low),
                        wyrm_figure_exact(most, &high), wyrm_figure_exact(first->mean, &from),
                        wyrm_figure_exact(last->mean, &to));
}

static void print_points(const wyrm_sweep *sweep, wyrm_page *page)
{
    wyrm_table table = wyrm_table_new();
    size_t step = (sweep->count + ROWS_MAX - 1) / ROWS_MAX;
    char heading[128];
    snprintf(heading, sizeof heading, "%s\n%s", sweep->key, sweep->unit);
    wyrm_table_column(&table, WYRM_RIGHT, sweep->unit[0] != '\0' ? heading : sweep->key);
    wyrm_table_column(&table, WYRM_RIGHT, "mean\ndamage");
    wyrm_table_column(&table, WYRM_RIGHT, "sd");
    wyrm_table_column(&table, WYRM_RIGHT, "9 of 10\nattacks");
    wyrm_table_column(&table, WYRM_RIGHT, "no damage");
    for (size_t i = 0; i < sweep->count; i += step) {
        const wyrm_sweep_point *at = &sweep->points[i];
        wyrm_figure figure;
        char range[64];
        wyrm_table_cell(&table, wyrm_figure_exact(at->at, &figure));
        wyrm_table_cell(&table, wyrm_figure_exact(at->mean, &figure));
        wyrm_table_cell(&table, wyrm_figure_exact(at->sd, &figure));
        snprintf(range, sizeof range, "%lld..%lld", (long long)at->p05, (long long)at->p95);
        wyrm_table_cell(&table, range);
        wyrm_table_cell(&table, wyrm_figure_percent(at->p_zero, &figure));
    }
    wyrm_table_print(&table, page, 3);
    wyrm_table_free(&table);
    if (step > 1)
        wyrm_page_addf(page, "   (1 in %zu points; all of them: --json)\n", step);
}

/* What a plot of the sweep needs; its texts live in here. */
typedef struct sweep_plot {
    wyrm_plot plot;
    char title[700], subtitle[200], x_label[700];
    wyrm_plot_point *points;
} sweep_plot;

/* False where memory is out. */
static bool make_plot(const wyrm_hit_report *hit, const wyrm_sweep *sweep, sweep_plot *out)
{
    char name[600];
    wyrm_hit_words words;
    name_of(hit, sweep, name, sizeof name);
    snprintf(out->title, sizeof out->title, "%s against %s%s", hit->attacker_text,
             hit->defender_text, wyrm_hit_words_of(hit, &words));
    snprintf(out->subtitle, sizeof out->subtitle, "%s, exact",
             wyrm_ruleset_title(wyrm_design_ruleset(hit->design)));
    snprintf(out->x_label, sizeof out->x_label, "%s%s%s%s", name,
             sweep->unit[0] != '\0' ? " (" : "", sweep->unit, sweep->unit[0] != '\0' ? ")" : "");
    out->points = calloc(sweep->count, sizeof *out->points);
    if (out->points == NULL)
        return false;
    for (size_t i = 0; i < sweep->count; i++) {
        const wyrm_sweep_point *at = &sweep->points[i];
        out->points[i] = (wyrm_plot_point){at->at, at->mean, (double)at->p05, (double)at->p95};
    }
    out->plot = (wyrm_plot){.title = out->title,
                            .subtitle = out->subtitle,
                            .x_label = out->x_label,
                            .y_label = "damage of one attack (hit points)",
                            .line_name = "mean",
                            .band_name = "9 of 10 attacks",
                            .count = sweep->count,
                            .points = out->points};
    return true;
}

wyrm_status wyrm_report_hit_curve(const wyrm_hit_report *hit, const wyrm_sweep *sweep,
                                  wyrm_page *page, wyrm_error *error)
{
    print_headline(hit, sweep, page);
    wyrm_page_add(page, "\n");
    if (sweep->count > 1) {
        sweep_plot drawn;
        if (!make_plot(hit, sweep, &drawn))
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a plot");
        wyrm_plot_print(&drawn.plot, page);
        free(drawn.points);
        wyrm_page_add(page, "\n");
    }
    print_points(sweep, page);
    return wyrm_page_status(page, error);
}

wyrm_status wyrm_report_hit_svg(const wyrm_hit_report *hit, const wyrm_sweep *sweep,
                                wyrm_page *page, wyrm_error *error)
{
    sweep_plot drawn;
    if (!make_plot(hit, sweep, &drawn))
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a picture");
    wyrm_plot_svg(&drawn.plot, page);
    free(drawn.points);
    return wyrm_page_status(page, error);
}

void wyrm_hit_curve_json(wyrm_answer *json, const wyrm_sweep *sweep)
{
    json_t *list = json_array();
    for (size_t i = 0; i < sweep->count; i++) {
        const wyrm_sweep_point *at = &sweep->points[i];
        json_t *point = json_object();
        wyrm_answer_set(json, point, sweep->key, wyrm_answer_real(at->at));
        wyrm_answer_set(json, point, "mean", wyrm_answer_real(at->mean));
        wyrm_answer_set(json, point, "sd", wyrm_answer_real(at->sd));
        wyrm_answer_set(json, point, "p_zero", wyrm_answer_real(at->p_zero));
        wyrm_answer_set(json, point, "p05", json_integer(at->p05));
        wyrm_answer_set(json, point, "p50", json_integer(at->p50));
        wyrm_answer_set(json, point, "p95", json_integer(at->p95));
        wyrm_answer_append(json, list, point);
    }
    json_t *of = json_object();
    wyrm_answer_set(json, of, "key", wyrm_answer_text(sweep->key));
    wyrm_answer_set(json, of, "of", wyrm_answer_text(side_names[sweep->side]));
    wyrm_answer_set(json, of, "unit", wyrm_answer_text(sweep->unit));
    wyrm_answer_set(json, NULL, "curve_of", of);
    wyrm_answer_set(json, NULL, "curve", list);
}
