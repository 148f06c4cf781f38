/* Comparing simulations metric by metric, with Holm's correction over all of them. */
#include "judge/gate_taking.h"

#include <math.h>
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

/* The chance that a difference of so many standard errors is mere noise, two-sided; 0 degrees of freedom
 * mean the normal distribution. */
static double chance_of(double errors, double df)
{
    return 2.0 * (df > 0.0 ? wyrm_t_cdf(-errors, df) : wyrm_normal_cdf(-errors));
}

/* What a difference of a standard error says of itself. Where nothing scatters, so that the error is
 * not known, all `count` differences have the same sign, and the sign test's chance stands in. */
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

/* The margin is that of `after`: the ruleset's word of today. */
static wyrm_gate_answer answer_of(const wyrm_gate_row *row, double alarm)
{
    double margin = row->after.margin;
    if (row->p < alarm && fabs(row->difference) > margin)
        return row->difference > 0.0 ? WYRM_GATE_HIGHER : WYRM_GATE_LOWER;
    bool within = row->ci95.low >= -margin && row->ci95.high <= margin;
    return within ? WYRM_GATE_EQUIVALENT : WYRM_GATE_UNCLEAR;
}

static void conclude(wyrm_gate *gate, double alarm)
{
    gate->alarm = alarm;
    gate->failed = false;
    correct(gate);
    for (size_t i = 0; i < gate->count; i++) {
        wyrm_gate_row *row = &gate->rows[i];
        row->answer = answer_of(row, alarm);
        gate->failed |= row->answer == WYRM_GATE_HIGHER || row->answer == WYRM_GATE_LOWER;
    }
}

static const wyrm_gate_figure *find(const wyrm_gate_baseline *baseline, const char *metric)
{
    for (size_t i = 0; i < baseline->count; i++)
        if (strcmp(baseline->figures[i].metric, metric) == 0)
            return &baseline->figures[i];
    return NULL;
}

void wyrm_gate_compare(const wyrm_gate_baseline *before, const wyrm_gate_baseline *after,
                       double alarm, wyrm_gate *out)
{
    *out = (wyrm_gate){.paired = false};
    for (size_t i = 0; i < after->count; i++) {
        const wyrm_gate_figure *figure = &after->figures[i];
        const wyrm_gate_figure *old = find(before, figure->metric);
        if (!old || old->count == 0 || figure->count == 0)
            continue;
        wyrm_gate_row *row = &out->rows[out->count++];
        row->before = *old;
        row->after = *figure;
        row->before.margin = figure->margin;
        row->difference = figure->mean - old->mean;
        if (strcmp(figure->unit, "share") == 0)
            weigh_shares(row);
        else
            weigh_means(row);
    }
    conclude(out, alarm);
}

/* The differences of a metric, run by run. */
static wyrm_moments differences(const wyrm_gate_taking *before, const wyrm_gate_taking *after,
                                size_t metric)
{
    wyrm_moments moments = {0};
    for (size_t i = 0; i < before->count; i++) {
        double one = before->values[i * before->metric_count + metric];
        double other = after->values[i * after->metric_count + metric];
        if (!isnan(one) && !isnan(other))
            wyrm_moments_add(&moments, other - one);
    }
    return moments;
}

wyrm_status wyrm_gate_compare_paired(const wyrm_gate_taking *before, const wyrm_gate_taking *after,
                                     double alarm, wyrm_gate *out, wyrm_error *error)
{
    *out = (wyrm_gate){.paired = true};
    if (before->count != after->count ||
        memcmp(before->runs, after->runs, before->count * sizeof *before->runs) != 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the two simulations have not made the same runs");
    wyrm_gate_baseline one, other;
    wyrm_gate_baseline_of(before, &one);
    wyrm_gate_baseline_of(after, &other);
    for (size_t i = 0, a = 0, b = 0; i < before->metric_count; i++) {
        bool in_one = before->moments[i].count > 0, in_other = after->moments[i].count > 0;
        wyrm_moments moments = differences(before, after, i);
        if (in_one && in_other && moments.count > 1) {
            wyrm_gate_row *row = &out->rows[out->count++];
            row->before = one.figures[a];
            row->after = other.figures[b];
            row->difference = moments.mean;
            row->before.margin = row->after.margin;
            weigh(row, wyrm_moments_sd(&moments) / sqrt((double)moments.count),
                  (double)moments.count - 1.0, (double)moments.count);
        }
        a += in_one;
        b += in_other;
    }
    conclude(out, alarm);
    return WYRM_OK;
}
