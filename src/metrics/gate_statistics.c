/* The statistics of the gate: two sides, compared metric by metric.
 *
 * A metric is a function of one run's results; whether the runs are those of a ruleset or of an
 * external game makes no difference here. With shared seeds the differences within pairs of runs
 * are tested, because both runs of a pair had the same luck: their variance is a third to a half of
 * that of independent runs. Under unchanged rules such a difference is equally likely in both
 * directions, which keeps the tests valid however skewed a metric is: the sign test on differing
 * pairs for shares, Student's test for means. Holm's correction limits the false alarms of all
 * metrics together to the rate of a single one, of which each look spends its share.
 *
 * A significant mean is not enough if there are few values. Three runs close together on each side,
 * far from the other three, have almost no spread, and Student's test is certain; but two of the
 * twenty ways to shuffle six such values look like that. So no test here claims a smaller p than
 * shuffling its values could give.
 *
 * A ratio, all hits per all attacks, is not a mean of runs but is tested as one: a run with y and x
 * changes it by (y - ratio * x) / mean of x, and these influences have the ratio's own variance
 * (Cochran, "Sampling Techniques", 6.3; the delta method). Added to the ratio of both sides
 * together they become one value per run, whose mean is exactly the ratio of the side. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "metrics/internal.h"
#include "sim/internal.h"

/* From this number of differing pairs on, their mean's own interval covers (measured). */
#define MANY_PAIRS 30
#define FEW_PAIRS  10 /* fewer say nothing about how much pairs differ */

/* Error rate of "equivalent", and of "clearly changed". */
#define SURE 0.05

const char *wyrm_gate_answer_word(wyrm_gate_answer answer)
{
    static const char *const words[] = {"equivalent", "higher", "lower", "cannot tell"};
    return (unsigned)answer < WYRM_GATE_ANSWER_COUNT ? words[answer] : "";
}

bool wyrm_gate_row_has_changed(const wyrm_gate_row *row)
{
    return row->answer == WYRM_GATE_HIGHER || row->answer == WYRM_GATE_LOWER;
}

/* ---- Samples ---- */

/* The runs of two sides to be compared: in pairs of the same number, if each run of the shorter
 * side has a partner; otherwise all runs of each side. */
typedef struct pairing {
    const gate_view *before, *after;
    size_t count, after_count;
    bool paired;
} pairing;

/* Advances to the next two runs with the same number; false if there are none. */
static bool find_pair(const pairing *runs, size_t *i, size_t *k)
{
    while (*i < runs->count && *k < runs->after_count) {
        uint64_t one = runs->before->number(runs->before->side, *i);
        uint64_t other = runs->after->number(runs->after->side, *k);
        if (one == other)
            return true;
        *i += one < other;
        *k += other < one;
    }
    return false;
}

/* Iterator over the values of a metric: pair by pair, or all runs before, then all runs after.
 * Missing values are NAN. */
typedef struct reading {
    const gate_metric *metric;
    const pairing *runs;
    size_t i, k;
    double y[2], x[2]; /* before and after; x is used by ratios only */
} reading;

static void read_one(reading *at, int side, size_t run)
{
    const gate_view *view = side == 0 ? at->runs->before : at->runs->after;
    at->x[side] = 1.0;
    at->y[side] = view->value(view->side, at->metric, run, &at->x[side]);
}

static bool read_pair(reading *at)
{
    if (!find_pair(at->runs, &at->i, &at->k))
        return false;
    read_one(at, 0, at->i++);
    read_one(at, 1, at->k++);
    if (isnan(at->y[0]) || isnan(at->y[1]))
        at->y[0] = at->y[1] = (double)NAN;
    return true;
}

static bool read_next(reading *at)
{
    const pairing *runs = at->runs;
    at->y[0] = at->y[1] = (double)NAN;
    if (runs->paired)
        return read_pair(at);
    if (at->i < runs->count)
        read_one(at, 0, at->i++);
    else if (at->k < runs->after_count)
        read_one(at, 1, at->k++);
    else
        return false;
    return true;
}

/* The values of one metric on both sides. */
typedef struct sample {
    gate_kind kind;
    bool paired;
    double least_apart; /* runs that differ may do so by as much as this; 0: not known */
    wyrm_moments before, after;
    wyrm_moments difference;         /* after minus before, by pair */
    wyrm_moments rise, fall;         /* by pair: the increase, and the decrease, or 0 */
    uint64_t up, down;               /* pairs that increased, and that decreased */
    uint64_t differing;              /* pairs of runs that are not equal */
    wyrm_ratio_estimate of_ratio[2]; /* for GATE_RATIO: its runs by side */
} sample;

/* Finds how the runs of each side count towards the ratio of both together. */
static void find_influence(const gate_metric *metric, const pairing *runs, sample *out,
                           gate_influence influence[2])
{
    reading at = {.metric = metric, .runs = runs};
    wyrm_ratio_estimate *of = out->of_ratio;
    of[0].range = of[1].range = metric->range;
    while (read_next(&at))
        for (int side = 0; side < 2; side++)
            if (!isnan(at.y[side]))
                wyrm_ratio_estimate_add(&of[side], at.y[side], at.x[side]);
    const double x = of[0].x + of[1].x, ratio = x > 0.0 ? (of[0].y + of[1].y) / x : 0.0;
    for (int side = 0; side < 2; side++)
        influence[side] = (gate_influence){ratio, of[side].x / (double)of[side].count};
}

static void note_pair(sample *made, double before, double after)
{
    wyrm_moments_add(&made->difference, after - before);
    wyrm_moments_add(&made->rise, fmax(after - before, 0.0));
    wyrm_moments_add(&made->fall, fmax(before - after, 0.0));
    made->up += after > before;
    made->down += after < before;
}

/* Whole numbers differ by 1 or more, and a share of a run may be all where it was nothing. */
double judge_least_apart(const gate_metric *metric, bool whole, double size)
{
    if (metric->kind == GATE_RATIO && metric->range != WYRM_SHARE)
        return whole && size > 0.0 ? 1.0 / size : 0.0;
    return whole || metric->kind == GATE_RATIO ? 1.0 : 0.0;
}

static sample sample_of(const gate_metric *metric, const pairing *runs)
{
    /* influences have no limits */
    wyrm_range range = metric->kind == GATE_RATIO ? WYRM_ANY : metric->range;
    sample made = {.kind = metric->kind,
                   .paired = runs->paired,
                   .before.range = range,
                   .after.range = range,
                   .rise.range = range,
                   .fall.range = range};
    wyrm_moments *const sides[] = {&made.before, &made.after};
    gate_influence of[2] = {{0}};
    bool whole = true;
    if (metric->kind == GATE_RATIO) {
        find_influence(metric, runs, &made, of);
        if (!(of[0].size > 0.0 && of[1].size > 0.0)) /* 0 of 0 */
            return made;
    }
    for (reading at = {.metric = metric, .runs = runs}; read_next(&at);) {
        double value[2] = {gate_value_of(metric->kind, &of[0], at.y[0], at.x[0]),
                           gate_value_of(metric->kind, &of[1], at.y[1], at.x[1])};
        for (int side = 0; side < 2; side++)
            if (!isnan(at.y[side])) {
                wyrm_moments_add(sides[side], value[side]);
                whole = whole && at.y[side] == floor(at.y[side]);
            }
        if (!runs->paired || isnan(at.y[0]))
            continue;
        note_pair(&made, value[0], value[1]);
        /* all influences differ a little as soon as one run's x does */
        made.differing += at.y[0] < at.y[1] || at.y[0] > at.y[1] ||
                          (metric->kind == GATE_RATIO && (at.x[0] < at.x[1] || at.x[0] > at.x[1]));
    }
    made.least_apart = judge_least_apart(metric, whole, fmin(of[0].size, of[1].size));
    return made;
}

/* ---- Intervals and p-values ---- */

static wyrm_interval interval_of_one(const sample *from, int which, double confidence)
{
    const wyrm_moments *side = which == 0 ? &from->before : &from->after;
    uint64_t successes = (uint64_t)llround(side->mean * (double)side->count);
    if (from->kind == GATE_RATIO)
        return wyrm_ratio_interval(&from->of_ratio[which], confidence);
    return from->kind == GATE_YES_NO ? wyrm_share_interval(successes, side->count, confidence)
                                     : wyrm_mean_interval(side, confidence);
}

/* Returns the end of the interval of a mean on one side, as if one more pair had been seen that
 * differs as much as unrelated runs do. */
static double end_beyond(const wyrm_moments *differences, double apart, double confidence)
{
    wyrm_moments with_one = *differences;
    wyrm_moments_add(&with_one, apart);
    const wyrm_interval out = wyrm_mean_interval(&with_one, confidence);
    return apart > 0.0 ? out.high : out.low;
}

/* The pairs seen lack what has not happened yet: if few of them differ, all by little, a rare pair
 * may still differ as much as unrelated runs do. So each end is at least as far away as the largest
 * share of such pairs that none of those seen rules out; once there is a spread to go by, one such
 * pair is added to it on either side. (Measured on runs of which 3 in 100 change much and 4 little:
 * 100, 97, 96 and 96 % of the intervals of 40, 100, 200 and 400 pairs cover, and 60, 75, 90 and
 * 94 % without.) */
wyrm_interval judge_interval_of_pairs(const wyrm_moments *differences, uint64_t differing,
                                      double apart, double confidence)
{
    const wyrm_moments *all = differences;
    wyrm_interval out = wyrm_mean_interval(all, confidence);
    const bool known = wyrm_interval_is_known(out);
    if (known && (differing >= MANY_PAIRS || 2 * differing >= all->count))
        return out;
    const double most = known ? apart : fmax(apart, fmax(fabs(all->min), fabs(all->max)));
    const double half =
        most * wyrm_share_interval(known ? 0 : differing, all->count, confidence).high;
    if (!known)
        return (wyrm_interval){all->mean - half, all->mean + half};
    out.low = fmin(out.low, all->mean - half);
    out.high = fmax(out.high, all->mean + half);
    if (differing >= FEW_PAIRS && apart > 0.0) {
        out.low = fmin(out.low, end_beyond(all, -apart, confidence));
        out.high = fmax(out.high, end_beyond(all, apart, confidence));
    }
    return out;
}

/* Widens the interval of shares with few differing pairs: those seen may all differ by little,
 * while rare ones differ by almost 1. Increases and decreases are shares themselves, and their
 * intervals allow for such rare ones. */
static wyrm_interval with_rare_ones(const sample *from, wyrm_interval seen, double confidence)
{
    wyrm_interval rise = wyrm_mean_interval(&from->rise, confidence);
    wyrm_interval fall = wyrm_mean_interval(&from->fall, confidence);
    wyrm_interval all = wyrm_difference_interval(from->rise.mean, rise, from->fall.mean, fall);
    return (wyrm_interval){fmin(seen.low, all.low), fmax(seen.high, all.high)};
}

/* Returns the interval of the mean difference. If all values are equal, the intervals of both sides
 * say how much a pair might still differ. */
static wyrm_interval interval_of_pairs(const sample *from, double confidence)
{
    const wyrm_moments *all = &from->difference;
    double apart = sqrt(wyrm_moments_variance(&from->before) + wyrm_moments_variance(&from->after));
    if (apart == 0.0 && all->min == 0.0 && all->max == 0.0)
        return wyrm_difference_interval(from->after.mean, interval_of_one(from, 1, confidence),
                                        from->before.mean, interval_of_one(from, 0, confidence));
    apart = fmax(apart, from->least_apart);
    const wyrm_interval interval = judge_interval_of_pairs(all, from->differing, apart, confidence);
    return from->differing < MANY_PAIRS && from->before.range == WYRM_SHARE
               ? with_rare_ones(from, interval, confidence)
               : interval;
}

static wyrm_interval interval_of(const sample *from, double confidence)
{
    const wyrm_moments *all = &from->difference;
    const wyrm_moments *before = &from->before, *after = &from->after;
    if (from->paired && from->kind == GATE_YES_NO)
        return wyrm_paired_share_interval(from->up, from->down, all->count, confidence);
    if (from->paired)
        return interval_of_pairs(from, confidence);
    return wyrm_difference_interval(after->mean, interval_of_one(from, 1, confidence), before->mean,
                                    interval_of_one(from, 0, confidence));
}

/* The sign test: twice the chance of at most `fewer` heads in `count` tosses of a coin. */
static double chance_of_signs(uint64_t fewer, uint64_t count)
{
    if (2 * fewer >= count)
        return 1.0;
    return fmin(1.0, 2.0 * wyrm_beta_cdf(0.5, (double)(count - fewer), (double)fewer + 1.0));
}

/* Returns the chance that in shuffled values one side gets the n smallest or the n largest. */
static double chance_of_split(double n, double m)
{
    double ways = 1.0;
    for (double i = 1.0; i <= fmin(n, m) && ways < 1e300; i++)
        ways *= (fmax(n, m) + i) / i;
    return fmin(1.0, 2.0 / ways);
}

/* Returns p: the chance of a difference at least this large if nothing has changed. If there is no
 * spread, all differences have the same sign and the sign test applies. Few values in two distant
 * heaps have almost no spread if luck gives each side one heap, so the test of means is limited by
 * the chance of that split. */
static double chance_of(const sample *from)
{
    double n = (double)from->before.count, m = (double)from->after.count;
    double difference = from->after.mean - from->before.mean;
    if (from->paired) {
        double error = wyrm_moments_sd(&from->difference) / sqrt(n);
        if (from->kind == GATE_YES_NO || error == 0.0)
            return chance_of_signs(from->up < from->down ? from->up : from->down,
                                   from->up + from->down);
        return fmax(chance_of_signs(0, from->difference.count),
                    2.0 * wyrm_t_cdf(-fabs(from->difference.mean) / error, n - 1.0));
    }
    if (from->kind == GATE_YES_NO) {
        double pooled = (n * from->before.mean + m * from->after.mean) / (n + m);
        double error = sqrt(pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m));
        return error > 0.0 ? 2.0 * wyrm_normal_cdf(-fabs(difference) / error) : 1.0;
    }
    double a = wyrm_moments_variance(&from->before) / n;
    double b = wyrm_moments_variance(&from->after) / m;
    if (a + b == 0.0)
        return difference == 0.0 ? 1.0 : chance_of_signs(0, (uint64_t)fmin(n, m));
    double df = 1.0; /* degrees of freedom by Welch */
    if (n > 1.0 && m > 1.0)
        df = (a + b) * (a + b) / (a * a / (n - 1.0) + b * b / (m - 1.0));
    return fmax(chance_of_split(n, m), 2.0 * wyrm_t_cdf(-fabs(difference) / sqrt(a + b), df));
}

/* ---- Correction ---- */

static int by_weighted_p(const void *a, const void *b)
{
    const judge_test *one = a, *other = b;
    double p = one->p / one->weight, q = other->p / other->weight;
    return p < q ? -1 : p > q ? 1 : (one->place > other->place) - (one->place < other->place);
}

double judge_correct(judge_test *tests, size_t count)
{
    double all = 0.0, least = 0.0;
    for (size_t i = 0; i < count; i++)
        tests[i].place = i;
    if (count > 0)
        qsort(tests, count, sizeof *tests, by_weighted_p);
    for (size_t i = count; i-- > 0;)
        all += tests[i].weight;
    double left = all;
    for (size_t i = 0; i < count; i++) {
        least = fmax(least, fmin(1.0, tests[i].p / tests[i].weight * left));
        tests[i].p = least;
        left -= tests[i].weight;
    }
    return all;
}

/* ---- Rows ---- */

/* Corrects the p of all metrics in all gates, and for the share of the alarm rate that this look
 * may spend. */
static void correct(wyrm_gate *gates, size_t gate_count, double share)
{
    judge_test tests[WYRM_GATE_METRICS_MAX];
    size_t count = 0;
    for (size_t g = 0; g < gate_count; g++)
        for (size_t i = 0; i < gates[g].count; i++)
            tests[count++] = (judge_test){&gates[g].rows[i], gates[g].rows[i].p, 1.0, 0};
    judge_correct(tests, count);
    for (size_t i = 0; i < count; i++)
        ((wyrm_gate_row *)tests[i].of)->p = fmin(1.0, tests[i].p / share);
}

/* The interval of a side as it is shown: cut where the rules end. (That of the difference is made
 * of the whole ones, whose ends tell how far luck reaches.) */
static wyrm_interval interval_shown(const gate_metric *metric, const sample *from, int which)
{
    wyrm_moments bounded = which == 0 ? from->before : from->after;
    if (!metric->counts_from_one)
        return interval_of_one(from, which, 0.95);
    sim_bound(metric->last[which], &bounded);
    return wyrm_mean_interval(&bounded, 0.95);
}

/* Makes a row without correction and answer; the smaller margin of the two sides applies. */
static wyrm_gate_row row_of(const gate_metric *metric, const sample *from)
{
    wyrm_gate_row row = {.metric = metric->name,
                         .unit = metric->unit,
                         .stage = metric->stage,
                         .count = from->before.count,
                         .before = from->before.mean,
                         .after = from->after.mean,
                         .before_ci95 = interval_shown(metric, from, 0),
                         .after_ci95 = interval_shown(metric, from, 1),
                         .before_sd = wyrm_moments_sd(&from->before),
                         .after_sd = wyrm_moments_sd(&from->after),
                         .said_before = metric->said[0],
                         .said_after = metric->said[1],
                         .difference = from->paired ? from->difference.mean
                                                    : from->after.mean - from->before.mean,
                         .p = chance_of(from)};
    row.margin = INFINITY;
    for (int i = 0; i < 2; i++) {
        const wyrm_gate_margin *said = &metric->said[i];
        const double margin = said->relative
                                  ? fmax(said->size * fabs(row.before), said->of_sd * row.before_sd)
                                  : said->size;
        row.margin = fmin(row.margin, margin);
    }
    return row;
}

/* Decides the answer of a row; `sure` is the interval of the difference at the confidence of a
 * decision. A change is clear if even its smallest plausible size exceeds the margin. */
static void decide_row(wyrm_gate_row *row, wyrm_interval sure, double alarm)
{
    double margin = row->margin;
    bool within = sure.low >= -margin && sure.high <= margin;
    bool changed = row->p < alarm && fabs(row->difference) > margin;
    row->answer = changed  ? row->difference > 0.0 ? WYRM_GATE_HIGHER : WYRM_GATE_LOWER
                  : within ? WYRM_GATE_EQUIVALENT
                           : WYRM_GATE_UNCLEAR;
    row->clear = changed ? sure.low > margin || sure.high < -margin : within;
}

/* Whether there are enough values, and none so large that their squares overflow. */
static bool can_be_compared(const sample *from)
{
    return from->before.count >= 2 && from->after.count >= 2 && isfinite(from->before.m2) &&
           isfinite(from->after.m2);
}

/* Computes at most `most` rows without correction and answers, and the intervals for answers in
 * `sure`. */
static void compare_rows(const gate_view *before, const gate_view *after, const gate_terms *terms,
                         const wyrm_looks *looks, size_t most, wyrm_gate *out, wyrm_interval *sure)
{
    double decided = fmax(wyrm_looks_confidence(looks, SURE), looks->confidence);
    pairing runs = {.before = before,
                    .after = after,
                    .count = before->count < looks->runs ? before->count : looks->runs,
                    .after_count = after->count < looks->runs ? after->count : looks->runs};
    size_t least = runs.count < runs.after_count ? runs.count : runs.after_count, pairs = 0;
    for (size_t i = 0, k = 0; find_pair(&runs, &i, &k); i++) {
        pairs++;
        k++;
    }
    runs.paired = terms->may_pair && pairs > 0 && pairs == least;
    *out = (wyrm_gate){
        .said_before = terms->alarms[0],
        .said_after = terms->alarms[1],
        .alarm = fmax(terms->alarms[0], terms->alarms[1]),
        .paired = runs.paired,
        .runs = runs.paired ? pairs : runs.count + runs.after_count - least,
        .sides = {runs.paired ? pairs : runs.count, runs.paired ? pairs : runs.after_count},
        .most = looks->most,
        .clear = true};
    for (size_t i = 0; i < terms->count && out->count < most; i++) {
        sample made = sample_of(&terms->metrics[i], &runs);
        if (!can_be_compared(&made))
            continue;
        wyrm_gate_row *row = &out->rows[out->count];
        *row = row_of(&terms->metrics[i], &made);
        row->ci95 = interval_of(&made, looks->confidence);
        sure[out->count++] = interval_of(&made, decided);
    }
}

void gate_compare(const gate_view *views, size_t count, const gate_terms *terms,
                  const wyrm_looks *looks, wyrm_gate *out)
{
    wyrm_interval sure[WYRM_GATE_METRICS_MAX], *next = sure;
    for (size_t g = 0; g < count; next += out[g++].count)
        compare_rows(&views[2 * g], &views[2 * g + 1], terms, looks,
                     (size_t)(sure + WYRM_GATE_METRICS_MAX - next), &out[g], next);
    correct(out, count, looks->share);
    next = sure;
    for (size_t g = 0; g < count; g++) {
        out[g].failed = out[g].count == 0; /* nothing was compared, so nothing holds */
        for (size_t i = 0; i < out[g].count; i++) {
            wyrm_gate_row *row = &out[g].rows[i];
            decide_row(row, *next++, out[g].alarm);
            out[g].failed |= wyrm_gate_row_has_changed(row);
            out[g].clear &= row->clear;
        }
    }
}

const wyrm_gate_row *wyrm_gate_row_of(const wyrm_gate *gate, const char *metric)
{
    for (size_t i = 0; i < gate->count; i++)
        if (strcmp(gate->rows[i].metric, metric) == 0)
            return &gate->rows[i];
    return NULL;
}

/* ---- The headline ---- */

/* Metrics of the headline, if they exist: rulesets have depths, external games may have stages. */
static const char *const headline_metrics[] = {"final_depth", "final_stage", "win_rate"};

wyrm_gate_headline wyrm_gate_headline_of(const wyrm_gate *gate)
{
    size_t rows = 0, higher = 0, lower = 0, equal = 0;
    if (gate->same_rules)
        return WYRM_GATE_SAME_RULES;
    for (size_t i = 0; i < COUNT_OF(headline_metrics); i++) {
        const wyrm_gate_row *row = wyrm_gate_row_of(gate, headline_metrics[i]);
        rows += row != NULL;
        higher += row && row->answer == WYRM_GATE_HIGHER;
        lower += row && row->answer == WYRM_GATE_LOWER;
        equal += row && row->answer == WYRM_GATE_EQUIVALENT;
    }
    if (higher > 0)
        return lower > 0 ? WYRM_GATE_MIXED : WYRM_GATE_EASIER;
    if (lower > 0)
        return WYRM_GATE_HARDER;
    return rows > 0 && equal == rows ? WYRM_GATE_ALIKE : WYRM_GATE_NOT_KNOWN;
}

/* ---- Whom it helps ---- */

/* Whether the bot of one gate gets less far than that of another, before the change. */
static bool gets_less_far(const wyrm_gate *one, const wyrm_gate *other)
{
    for (size_t i = 0; i < COUNT_OF(headline_metrics); i++) {
        const wyrm_gate_row *a = wyrm_gate_row_of(one, headline_metrics[i]);
        const wyrm_gate_row *b = wyrm_gate_row_of(other, headline_metrics[i]);
        const double far = a ? a->before : -1.0, farther = b ? b->before : -1.0;
        if (far != farther)
            return far < farther;
    }
    return one < other;
}

static wyrm_gate_headline headline_of_half(const wyrm_gate *gates, size_t count,
                                           const bool *is_weak, bool weak)
{
    size_t all = 0, same = 0, alike = 0, harder = 0, easier = 0;
    for (size_t i = 0; i < count; i++) {
        const wyrm_gate_headline own = wyrm_gate_headline_of(&gates[i]);
        if (is_weak[i] != weak)
            continue;
        all++;
        same += own == WYRM_GATE_SAME_RULES;
        alike += own == WYRM_GATE_ALIKE;
        harder += own == WYRM_GATE_HARDER || own == WYRM_GATE_MIXED;
        easier += own == WYRM_GATE_EASIER || own == WYRM_GATE_MIXED;
    }
    return harder > 0 && easier > 0         ? WYRM_GATE_MIXED
           : harder > 0                     ? WYRM_GATE_HARDER
           : easier > 0                     ? WYRM_GATE_EASIER
           : all == 0 || same + alike < all ? WYRM_GATE_NOT_KNOWN
           : same == all                    ? WYRM_GATE_SAME_RULES
                                            : WYRM_GATE_ALIKE;
}

wyrm_gate_helped wyrm_gate_whom(const wyrm_gate *gates, size_t count)
{
    wyrm_gate_helped out = {.weak = WYRM_GATE_NOT_KNOWN};
    count = count < WYRM_GATE_RUNGS_MAX ? count : WYRM_GATE_RUNGS_MAX;
    for (size_t i = 0; i < count; i++) {
        size_t below = 0;
        for (size_t k = 0; k < count; k++)
            below += k != i && gets_less_far(&gates[k], &gates[i]);
        out.is_weak[i] = below < count / 2;
    }
    out.weak = headline_of_half(gates, count, out.is_weak, true);
    out.strong = headline_of_half(gates, count, out.is_weak, false);
    return out;
}

/* ---- Runs until it is clear ---- */

static bool is_enough(const wyrm_gate *gates, size_t count, const wyrm_gate_options *options)
{
    for (size_t g = 0; g < count; g++) {
        bool clear = options->headline && gates[g].count > 0;
        for (size_t i = 0; i < COUNT_OF(headline_metrics) && clear; i++) {
            const wyrm_gate_row *row = wyrm_gate_row_of(&gates[g], headline_metrics[i]);
            clear = !row || row->clear;
        }
        if (!clear && !gates[g].clear)
            return false;
    }
    return true;
}

/* Begins the looks. A side that plays makes no more runs than one has that does not; where none
 * plays, a single look takes all runs of each. */
static wyrm_looks looks_of(const gate_player *sides, size_t sides_count,
                           const wyrm_gate_options *options)
{
    uint64_t most = WYRM_GATE_RUNS_MAX, usual = WYRM_GATE_RUNS, all = 0;
    bool play = false;
    for (size_t i = 0; i < sides_count; i++) {
        if (!sides[i].play)
            most = usual = *sides[i].count < most ? *sides[i].count : most;
        all = *sides[i].count > all ? *sides[i].count : all;
        play |= sides[i].play != NULL;
    }
    if (!play)
        return wyrm_looks_begin(&(wyrm_effort){.exactly = all}, all > 0 ? all : 1);
    wyrm_looks looks = wyrm_looks_begin(&options->effort, usual > 0 ? usual : 1);
    if (looks.most <= most || most == 0)
        return looks;
    const wyrm_effort capped = {.exactly = looks.fixed ? most : 0, .most = most};
    return wyrm_looks_begin(&capped, usual > 0 ? usual : 1);
}

static double played(const gate_player *side)
{
    return side->play ? (double)*side->count : 0.0;
}

/* Plays the runs of a look on all sides that play. */
static wyrm_status play_look(const gate_player *sides, size_t sides_count, const wyrm_looks *looks,
                             const wyrm_gate_options *options, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    double all = 0;
    for (size_t i = 0; i < sides_count; i++)
        all += sides[i].play ? (double)looks->most : 0.0;
    for (size_t i = 0; i < sides_count && status == WYRM_OK; i++) {
        size_t count = *sides[i].count;
        base_part to = {.progress = options->progress, .context = options->progress_context};
        for (size_t k = 0; k < sides_count; k++)
            to.from += played(&sides[k]) / all;
        to.share = ((double)looks->runs - (double)count) / all;
        if (sides[i].play && count < looks->runs)
            status = sides[i].play(sides[i].side, looks->runs, options, &to, error);
    }
    return status;
}

/* Returns how many of `wanted` runs can be afforded after `done`; at least `done`. */
static uint64_t affordable(const wyrm_gate_options *options, uint64_t done, uint64_t wanted)
{
    if (options->affords == NULL)
        return wanted;
    const uint64_t runs = options->affords(done, wanted, options->affords_context);
    return runs < done ? done : runs > wanted ? wanted : runs;
}

/* Makes the runs of the next look. Of the first look only as many as the options can afford, which
 * are then all; later looks were checked one look ahead. *cut: there will be no more looks. */
static wyrm_status play_next(const gate_player *sides, size_t sides_count, wyrm_looks *looks,
                             const wyrm_gate_options *options, bool *cut, wyrm_error *error)
{
    wyrm_looks first = *looks, next = *looks;
    wyrm_status status = WYRM_OK;
    uint64_t done = 0;
    for (size_t i = 0; i < sides_count; i++)
        done = sides[i].play && *sides[i].count > done ? *sides[i].count : done;
    if (done == 0 && options->affords != NULL) {
        first.runs = looks->runs < WYRM_GATE_FIRST_FEW ? looks->runs : WYRM_GATE_FIRST_FEW;
        (void)affordable(options, 0, looks->runs);
        status = play_look(sides, sides_count, &first, options, error);
        const uint64_t runs = affordable(options, first.runs, looks->runs);
        *cut = runs < looks->runs;
        if (*cut) {
            *looks = wyrm_looks_begin(&(wyrm_effort){.exactly = runs}, 1);
            (void)wyrm_looks_next(looks);
        }
    }
    if (status == WYRM_OK)
        status = play_look(sides, sides_count, looks, options, error);
    if (!*cut && wyrm_looks_next(&next) &&
        affordable(options, looks->runs, next.runs) < next.runs) {
        *cut = true;
        wyrm_looks_end(looks);
    }
    return status;
}

wyrm_status gate_play(const gate_player *side, uint64_t runs, const wyrm_gate_options *options,
                      wyrm_error *error)
{
    wyrm_looks one = wyrm_looks_begin(&(wyrm_effort){.exactly = runs}, 1);
    bool cut = false;
    if (!side->play || *side->count >= runs || !wyrm_looks_next(&one))
        return WYRM_OK;
    return play_next(side, 1, &one, options, &cut, error);
}

wyrm_status gate_hold(const gate_player *sides, size_t count, const wyrm_gate_options *options,
                      gate_comparer *compare, void *context, wyrm_gate *out, wyrm_error *error)
{
    wyrm_looks looks = looks_of(sides, 2 * count, options);
    wyrm_status status = WYRM_OK;
    bool cut = false;
    for (size_t i = 0; i < count; i++)
        out[i] = (wyrm_gate){.failed = true};
    while (status == WYRM_OK && !is_enough(out, count, options) && wyrm_looks_next(&looks)) {
        status = play_next(sides, 2 * count, &looks, options, &cut, error);
        if (status == WYRM_OK)
            status = compare(context, &looks, out, error);
        for (size_t i = 0; i < count; i++)
            out[i].cut_short = cut && !is_enough(out, count, options);
    }
    return status;
}
