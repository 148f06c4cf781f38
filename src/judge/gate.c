/* Comparing simulations metric by metric, with Holm's correction over all of them. */
#include "judge/gate_taking.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const answer_words[] = {
    [WYRM_GATE_EQUIVALENT] = "equivalent",
    [WYRM_GATE_HIGHER] = "higher",
    [WYRM_GATE_LOWER] = "lower",
    [WYRM_GATE_UNCLEAR] = "cannot tell",
};

const char *wyrm_gate_answer_word(wyrm_gate_answer answer)
{
    return (unsigned)answer < WYRM_GATE_ANSWER_COUNT ? answer_words[answer] : "";
}

/* The chance that a difference of so many standard errors is mere noise, two-sided; 0 degrees of
 * freedom mean the normal distribution. */
static double chance_of(double errors, double df)
{
    return 2.0 * (df > 0.0 ? wyrm_t_cdf(-errors, df) : wyrm_normal_cdf(-errors));
}

/* What a difference of a standard error says of itself. Where nothing scatters, so that the error
 * is not known, all `count` differences have the same sign, and the sign test's chance stands in.
 * */
static void weigh(wyrm_gate_row *row, double error, double df, double count)
{
    double quantile = df > 0.0 ? wyrm_t_quantile(0.975, df) : wyrm_normal_quantile(0.975);
    row->ci95 =
        (wyrm_interval){row->difference - quantile * error, row->difference + quantile * error};
    if (error > 0.0)
        row->p = chance_of(fabs(row->difference) / error, df);
    else
        row->p = row->difference == 0.0 ? 1.0 : pow(2.0, 1.0 - count);
}

/* Two shares: the pooled one has the error under the hypothesis that they are the same. */
static void weigh_shares(wyrm_gate_row *row)
{
    double n = (double)row->before.count, m = (double)row->after.count;
    double a = row->before.mean, b = row->after.mean;
    double pooled = (n * a + m * b) / (n + m);
    double error = sqrt(a * (1.0 - a) / n + b * (1.0 - b) / m);
    double null_error = sqrt(pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m));
    weigh(row, error, 0.0, 0.0);
    row->p = null_error > 0.0 ? chance_of(fabs(row->difference) / null_error, 0.0) : 1.0;
}

/* Two means of unequal variances (Welch). */
static void weigh_means(wyrm_gate_row *row)
{
    double n = (double)row->before.count, m = (double)row->after.count;
    double a = row->before.sd * row->before.sd / n, b = row->after.sd * row->after.sd / m;
    double df = n > 1.0 && m > 1.0 && a + b > 0.0
                    ? (a + b) * (a + b) / (a * a / (n - 1.0) + b * b / (m - 1.0))
                    : 1.0;
    weigh(row, sqrt(a + b), df, fmin(n, m));
}

static int by_p(const void *a, const void *b)
{
    const wyrm_gate_row *const *one = a, *const *other = b;
    if ((*one)->p != (*other)->p)
        return (*one)->p < (*other)->p ? -1 : 1;
    return (*one > *other) - (*one < *other);
}

/* Holm: the least p counts as often as there are metrics, the next one time less, and so on. */
static void correct(wyrm_gate *gate)
{
    wyrm_gate_row *order[WYRM_GATE_METRICS_MAX];
    double least = 0.0;
    for (size_t i = 0; i < gate->count; i++)
        order[i] = &gate->rows[i];
    qsort(order, gate->count, sizeof *order, by_p);
    for (size_t i = 0; i < gate->count; i++) {
        least = fmax(least, fmin(1.0, order[i]->p * (double)(gate->count - i)));
        order[i]->p = least;
    }
}

bool wyrm_gate_row_has_changed(const wyrm_gate_row *row)
{
    return row->answer == WYRM_GATE_HIGHER || row->answer == WYRM_GATE_LOWER;
}

static wyrm_gate_answer answer_of(const wyrm_gate_row *row, double alarm)
{
    double margin = row->margin;
    if (row->p < alarm && fabs(row->difference) > margin)
        return row->difference > 0.0 ? WYRM_GATE_HIGHER : WYRM_GATE_LOWER;
    bool within = row->ci95.low >= -margin && row->ci95.high <= margin;
    return within ? WYRM_GATE_EQUIVALENT : WYRM_GATE_UNCLEAR;
}

static void conclude(wyrm_gate *gate, double alarm)
{
    gate->alarm = alarm;
    gate->failed = gate->count == 0; /* what was not looked at does not hold */
    correct(gate);
    for (size_t i = 0; i < gate->count; i++) {
        wyrm_gate_row *row = &gate->rows[i];
        row->answer = answer_of(row, alarm);
        gate->failed |= wyrm_gate_row_has_changed(row);
    }
}

/* The same metric of a baseline, if it makes sense. */
static const wyrm_gate_figure *find(const wyrm_gate_baseline *baseline,
                                    const wyrm_gate_figure *wanted)
{
    if (!wyrm_judge_gate_figure_is_sound(wanted))
        return NULL;
    for (size_t i = 0; i < baseline->count; i++) {
        const wyrm_gate_figure *figure = &baseline->figures[i];
        if (strcmp(figure->metric, wanted->metric) == 0 &&
            strcmp(figure->unit, wanted->unit) == 0 && wyrm_judge_gate_figure_is_sound(figure))
            return figure;
    }
    return NULL;
}

/* Tells the metrics that the other one lacks. */
static void tell_lone(const wyrm_gate_baseline *of, const wyrm_gate_baseline *other, bool after,
                      wyrm_gate *out)
{
    for (size_t i = 0; i < of->count; i++)
        if (!find(other, &of->figures[i])) {
            wyrm_gate_lone *lone = &out->lone[out->lone_count++];
            snprintf(lone->metric, sizeof lone->metric, "%s", of->figures[i].metric);
            lone->after = after;
        }
}

/* A row of a metric that both have. */
static wyrm_gate_row *add_row(const wyrm_gate_figure *before, const wyrm_gate_figure *after,
                              wyrm_gate *out)
{
    wyrm_gate_row *row = &out->rows[out->count++];
    row->before = *before;
    row->after = *after;
    row->margin = fmin(before->margin, after->margin);
    return row;
}

void wyrm_gate_compare(const wyrm_gate_baseline *before, const wyrm_gate_baseline *after,
                       double alarm, wyrm_gate *out)
{
    *out = (wyrm_gate){.paired = false};
    tell_lone(before, after, false, out);
    tell_lone(after, before, true, out);
    for (size_t i = 0; i < after->count; i++) {
        const wyrm_gate_figure *figure = &after->figures[i];
        const wyrm_gate_figure *old = find(before, figure);
        if (!old)
            continue;
        wyrm_gate_row *row = add_row(old, figure, out);
        row->difference = figure->mean - old->mean;
        if (strcmp(figure->unit, "share") == 0)
            weigh_shares(row);
        else
            weigh_means(row);
    }
    conclude(out, alarm);
}

/* A taking's column of a metric; metric_count: none. */
static size_t column_of(const wyrm_gate_taking *taking, const judge_gate_metric *metric)
{
    size_t column = 0;
    while (column < taking->metric_count && taking->metrics[column] != metric)
        column++;
    return column;
}

/* The differences of a metric, run by run; none where one of the takings lacks it. */
static wyrm_moments differences(const wyrm_gate_taking *before, const wyrm_gate_taking *after,
                                const char *metric)
{
    wyrm_moments moments = {0};
    const judge_gate_metric *known = wyrm_judge_gate_metric_find(metric);
    size_t a = column_of(before, known), b = column_of(after, known);
    if (a == before->metric_count || b == after->metric_count)
        return moments;
    for (size_t i = 0; i < before->count; i++) {
        double one = before->values[i * before->metric_count + a];
        double other = after->values[i * after->metric_count + b];
        if (!isnan(one) && !isnan(other))
            wyrm_moments_add(&moments, other - one);
    }
    return moments;
}

wyrm_status wyrm_gate_compare_paired(const wyrm_gate_taking *before, const wyrm_gate_taking *after,
                                     double alarm, wyrm_gate *out, wyrm_error *error)
{
    *out = (wyrm_gate){.paired = true};
    size_t size = before->count * sizeof *before->runs;
    if (before->count != after->count || (size > 0 && memcmp(before->runs, after->runs, size) != 0))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the two simulations have not made the same runs");
    wyrm_gate_baseline one, other;
    wyrm_gate_baseline_of(before, &one);
    wyrm_gate_baseline_of(after, &other);
    tell_lone(&one, &other, false, out);
    tell_lone(&other, &one, true, out);
    for (size_t i = 0; i < other.count; i++) {
        const wyrm_gate_figure *figure = &other.figures[i], *old = find(&one, figure);
        wyrm_moments moments = differences(before, after, figure->metric);
        if (!old || moments.count < 2)
            continue;
        wyrm_gate_row *row = add_row(old, figure, out);
        row->difference = moments.mean;
        weigh(row, wyrm_moments_sd(&moments) / sqrt((double)moments.count),
              (double)moments.count - 1.0, (double)moments.count);
    }
    conclude(out, alarm);
    return WYRM_OK;
}

/* ---- Whether two may be compared ---- */

static wyrm_status differs(const char *what, const char *before_name, const char *before,
                           const char *after_name, const char *after, wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "these are not the same kind of runs: %s is '%.40s' of '%.60s' and '%.40s' of "
                     "'%.60s'",
                     what, before, before_name, after, after_name);
}

wyrm_status wyrm_gate_same_kind(const wyrm_gate_baseline *before, const char *before_name,
                                const wyrm_gate_baseline *after, const char *after_name,
                                wyrm_error *error)
{
    char limits[2][16];
    snprintf(limits[0], sizeof limits[0], "%" PRIu32, before->turn_limit);
    snprintf(limits[1], sizeof limits[1], "%" PRIu32, after->turn_limit);
    const struct {
        const char *what, *before, *after;
    } facts[] = {
        {"the bot", before->bot, after->bot},
        {"the turn limit", limits[0], limits[1]},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (strcmp(facts[i].before, facts[i].after) != 0)
            return differs(facts[i].what, before_name, facts[i].before, after_name, facts[i].after,
                           error);
    return WYRM_OK;
}
