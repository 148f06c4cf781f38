/* Goodness-of-fit tests of a sample against a known distribution.
 *
 * In a test the rules give the whole distribution, so nothing is estimated and the only question is
 * how far out a sample lies. Corrected for hundreds of matchups, the level of one test is a
 * hundred-thousandth, and damage is skewed (a miss is 0, a critical hit three times the rest):
 * there the normal approximation is wrong by factors. So sums, on which tests of means and spreads
 * rest, are convolved where they are short and use the saddlepoint approximation, whose error is
 * relative, where they are long; where a rare large value splits the sum into heaps, samples are
 * drawn. Shares and extremes are exact. Whole distributions are enumerated, drawn, or pooled until
 * the chi-square distribution holds in its tail: measured with a million samples each, three to 25
 * cells of 20 expected reject at most 1.2 times as often as they say, down to levels of 1 in
 * 30,000. */
#include <wyrm/goodness.h>
#include <wyrm/stats.h>
#include <math.h>
#include <stdlib.h>
#include "base/amount.h"

#define SQRT_TWO_PI 2.5066282746310005024

/* ---- The chi-square distribution ---- */

/* ln Gamma(x), x > 0: Stirling's series, to which small x are moved up. */
static double log_gamma(double x)
{
    double below = 0.0;
    for (; x < 12.0; x += 1.0)
        below += log(x);
    double inverse = 1.0 / (x * x);
    double rest = (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1260 - inverse / 1680))) / x;
    return (x - 0.5) * log(x) - x + 0.5 * log(2.0 * M_PI) + rest - below;
}

/* P(a, x) = x^a e^-x / Gamma(a + 1) (1 + x / (a + 1) + ...) (DLMF 8.11.4). */
static double gamma_below(double a, double x, double log_term)
{
    double term = 1.0, sum = 1.0;
    for (int i = 1; i < 100000 && term > 1e-17 * sum; i++) {
        term *= x / (a + i);
        sum += term;
    }
    return exp(log_term) / a * sum;
}

/* Q(a, x) as a continued fraction (DLMF 8.9.2), by Lentz's method. */
static double gamma_above(double a, double x, double log_term)
{
    double b = x + 1.0 - a, c = 1e300, d = 1.0 / b, value = d;
    for (int i = 1; i < 100000; i++) {
        double numerator = -i * (i - a);
        b += 2.0;
        d = 1.0 / (numerator * d + b);
        c = b + numerator / c;
        value *= c * d;
        if (fabs(c * d - 1.0) < 1e-16)
            break;
    }
    return exp(log_term) * value;
}

double wyrm_chi_square_tail(double x, double df)
{
    if (!(df > 0.0) || isnan(x))
        return NAN;
    if (x <= 0.0)
        return 1.0;
    double a = 0.5 * df, half = 0.5 * x, log_term = a * log(half) - half - log_gamma(a);
    return half < a + 1.0 ? 1.0 - gamma_below(a, half, log_term) : gamma_above(a, half, log_term);
}

/* ---- What tests say ---- */

static const wyrm_goodness untested = {(double)NAN, ""};

static wyrm_goodness two_sided(double low, double high, const char *method)
{
    return (wyrm_goodness){fmin(1.0, 2.0 * fmin(low, high)), method};
}

/* ---- A share ---- */

static double at_least(uint64_t successes, uint64_t trials, double chance)
{
    if (successes == 0 || successes > trials)
        return successes == 0 ? 1.0 : 0.0;
    return wyrm_beta_cdf(chance, (double)successes, (double)(trials - successes) + 1.0);
}

/* The other tail as at_least of the failures, so that neither tail loses digits. */
static double at_most(uint64_t successes, uint64_t trials, double chance)
{
    return at_least(trials - successes, trials, 1.0 - chance);
}

wyrm_goodness wyrm_goodness_share(uint64_t successes, uint64_t trials, double chance)
{
    if (trials == 0)
        return untested;
    return two_sided(at_most(successes, trials, chance), at_least(successes, trials, chance),
                     "exact");
}

/* The smallest number of successes that a one-sided test at level `tail` rejects as too many;
 * trials + 1 if it rejects none. */
static uint64_t critical(uint64_t trials, double chance, double tail)
{
    uint64_t low = 0, high = trials + 1;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (at_least(middle, trials, chance) <= tail)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The smallest chance above `chance` that such a test rejects with probability `power`. */
static double noticed_above(double chance, uint64_t trials, double tail, double power)
{
    uint64_t from = critical(trials, chance, tail);
    if (from > trials || from == 0)
        return NAN;
    return wyrm_beta_quantile(power, (double)from, (double)(trials - from) + 1.0);
}

wyrm_interval wyrm_goodness_share_reach(double chance, uint64_t trials, double alpha, double power)
{
    return (wyrm_interval){
        .low = 1.0 - noticed_above(1.0 - chance, trials, 0.5 * alpha, power),
        .high = noticed_above(chance, trials, 0.5 * alpha, power),
    };
}

/* ---- Samples that are drawn ---- */

#define DRAWN_MAX    20000 /* samples at most */
#define DRAWN_ENOUGH 20    /* as extreme as the observed one: then it may stop */

/* Draws samples of independent values. The gaps between values other than the most likely one are
 * geometric, so a sample costs as many draws as it has other values, not as it has values. */
typedef struct sampler {
    const double *chances;
    size_t count;
    uint64_t total;
    size_t main;        /* the most likely value */
    double rare;        /* probability of all other values together */
    wyrm_alias *others; /* distribution of the other values; NULL if there are none */
    /* The sample drawn last: how often each other value came, the touched_count values that came at
     * all, and how often the most likely one came. */
    uint64_t *times;
    size_t touched_count, *touched;
    uint64_t main_times;
} sampler;

static sampler sampler_new(base_arena *arena, const double *chances, size_t count, uint64_t total)
{
    sampler out = {.chances = chances,
                   .count = count,
                   .total = total,
                   .times = base_array(arena, uint64_t, count),
                   .touched = base_array(arena, size_t, count)};
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, count);
    wyrm_pmf *others;
    for (size_t i = 1; i < count; i++)
        out.main = chances[i] > chances[out.main] ? i : out.main;
    for (size_t i = 0; i < count; i++) {
        pairs[i] = (wyrm_weighted){(int64_t)i, i == out.main ? 0.0 : chances[i]};
        out.rare += pairs[i].weight;
    }
    if (!(out.rare > 0.0))
        return out;
    base_must(arena, wyrm_pmf_from_pairs(pairs, count, &others, &arena->error));
    base_keep(arena, others, wyrm_pmf_free);
    base_must(arena, wyrm_alias_new(others, &out.others, &arena->error));
    base_keep(arena, out.others, wyrm_alias_free);
    return out;
}

/* Overwrites the sample before. */
static void draw_sample(sampler *from, wyrm_rng *rng)
{
    double at = 0.0, scale = log1p(-fmin(from->rare, 1.0 - 1e-16));
    for (size_t i = 0; i < from->touched_count; i++)
        from->times[from->touched[i]] = 0;
    from->touched_count = 0;
    from->main_times = from->total;
    while (from->others != NULL) {
        at += 1.0 + floor(log1p(-wyrm_rng_real(rng)) / scale);
        if (!(at <= (double)from->total))
            break;
        size_t which = (size_t)wyrm_alias_draw(from->others, rng);
        if (from->times[which]++ == 0)
            from->touched[from->touched_count++] = which;
        from->main_times--;
    }
}

/* The p-value after `drawn` samples of which `beyond` were at least as extreme as the observed one
 * (Besag and Clifford's sequential Monte Carlo test, 1991). */
static double drawn_p(uint64_t beyond, uint64_t drawn)
{
    return beyond < DRAWN_ENOUGH ? ((double)beyond + 1.0) / ((double)drawn + 1.0)
                                 : (double)beyond / (double)drawn;
}

/* ---- A sum ---- */

#define DENSE_MAX 4096 /* different sums, at most, for a convolution */

typedef struct sums {
    const wyrm_sum_part *parts;
    size_t count;
} sums;

/* The cumulant generating function of the sum and its derivatives. */
typedef struct cumulants {
    double value, first, second;
} cumulants;

/* Cumulants of one draw. The greatest exponent is factored out, so that nothing overflows. */
static cumulants cumulants_of_draw(const wyrm_sum_part *part, double t)
{
    double top = -INFINITY, total = 0.0, mean = 0.0, square = 0.0;
    for (size_t i = 0; i < part->count; i++)
        top = fmax(top, t * part->values[i]);
    for (size_t i = 0; i < part->count; i++) {
        double share = part->chances[i] * exp(t * part->values[i] - top);
        total += share;
        mean += share * part->values[i];
    }
    mean /= total;
    for (size_t i = 0; i < part->count; i++) {
        double off = part->values[i] - mean;
        square += part->chances[i] * exp(t * part->values[i] - top) * off * off;
    }
    return (cumulants){top + log(total), mean, square / total};
}

static cumulants cumulants_at(const sums *of, double t)
{
    cumulants out = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < of->count; i++) {
        cumulants draw = cumulants_of_draw(&of->parts[i], t);
        double draws = (double)of->parts[i].draws;
        out.value += draws * draw.value;
        out.first += draws * draw.first;
        out.second += draws * draw.second;
    }
    return out;
}

static double least_of(const wyrm_sum_part *part, double *greatest)
{
    double least = INFINITY;
    *greatest = -INFINITY;
    for (size_t i = 0; i < part->count; i++) {
        least = fmin(least, part->values[i]);
        *greatest = fmax(*greatest, part->values[i]);
    }
    return least;
}

/* The least and the greatest sum, and the logarithm of the chance of the latter. */
static wyrm_interval ends_of(const sums *of, double *log_chance)
{
    wyrm_interval ends = {0.0, 0.0};
    *log_chance = 0.0;
    for (size_t i = 0; i < of->count; i++) {
        const wyrm_sum_part *part = &of->parts[i];
        double top, chance = 0.0;
        ends.low += (double)part->draws * least_of(part, &top);
        for (size_t j = 0; j < part->count; j++)
            chance += part->values[j] >= top ? part->chances[j] : 0.0;
        ends.high += (double)part->draws * top;
        *log_chance += (double)part->draws * log(chance);
    }
    return ends;
}

/* t where the tilted mean is `sum`: Newton's method in a bracket that opens as it goes. */
static double saddlepoint(const sums *of, double sum)
{
    double low = -INFINITY, high = INFINITY, t = 0.0;
    double sd = sqrt(cumulants_at(of, 0.0).second);
    for (int i = 0; i < 300; i++) {
        cumulants at = cumulants_at(of, t);
        double gap = at.first - sum;
        if (fabs(gap) <= 1e-9 * sd)
            break;
        if (gap < 0.0)
            low = t;
        else
            high = t;
        double next = t - gap / at.second, most = 2.0 * fabs(t) + 1.0 / sd;
        if (!(fabs(next - t) <= most)) /* also where at.second has vanished */
            next = t + (gap < 0.0 ? most : -most);
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        t = next;
    }
    return t;
}

/* P(S >= sum) by Lugannani and Rice's formula; below 0 or above 1 where that does not hold. */
static double sum_at_least(const sums *of, double step, double sum)
{
    double log_chance;
    const wyrm_interval ends = ends_of(of, &log_chance);
    double grain = step > 0.0 ? 0.25 * step : 1e-9 * (1.0 + fabs(ends.high));
    if (sum > ends.high + grain)
        return 0.0;
    if (sum > ends.high - grain)
        return exp(log_chance);
    if (sum < ends.low + grain) /* the saddlepoint equation has no solution here */
        return 1.0;
    double middle = sum - 0.5 * step, t = saddlepoint(of, middle);
    cumulants at = cumulants_at(of, t);
    double w = copysign(sqrt(fmax(0.0, 2.0 * (t * middle - at.value))), t);
    double u = step > 0.0 ? 2.0 * sinh(0.5 * step * t) / step : t;
    if (fabs(w) < 1e-3) /* near the mean the formula is a difference of two poles */
        return 0.5 - 0.5 * erf(w * M_SQRT1_2);
    u *= sqrt(at.second);
    double density = exp(-0.5 * w * w) / SQRT_TWO_PI;
    return wyrm_normal_cdf(-w) + density * (1.0 / u - 1.0 / w);
}

/* Negates all values: P(S <= s) = P(-S >= -s), so one function serves both tails. */
static void add_negatives(base_arena *arena, const sums *of, sums *out)
{
    wyrm_sum_part *parts = base_array(arena, wyrm_sum_part, of->count);
    for (size_t i = 0; i < of->count; i++) {
        double *values = base_array(arena, double, of->parts[i].count);
        for (size_t j = 0; j < of->parts[i].count; j++)
            values[j] = -of->parts[i].values[j];
        parts[i] = of->parts[i];
        parts[i].values = values;
    }
    *out = (sums){parts, of->count};
}

/* A test of a sum; or (is_spread) of the sum of squares of the only part about its own mean. */
typedef struct sum_job {
    sums of;
    double step, sum;
    bool is_spread;
    wyrm_rng *rng;
    wyrm_goodness *out;
} sum_job;

/* ---- Sums that lie in heaps ---- */

/* Where a value is so rare that few of it are expected, and so far off that a single one shifts the
 * whole sum, the sum clusters by how many came, and its tail is no smooth function. Measured, the
 * saddlepoint approximation holds while such a value is up to some 12 standard deviations of the
 * rest away. A spread needs stricter limits: while such values may be missing, the sample's own
 * mean moves with them. */
#define ASTRAY          1e-3 /* a probability further outside of [0, 1] is wrong */
#define HEAPS_EXPECTED  5.0  /* draws of rare values */
#define HEAPS_APART     8.0  /* standard deviations */
#define SPREAD_EXPECTED 30.0 /* the same two limits for a spread */
#define SPREAD_APART    3.0

/* A value of a part, with its distance from the part's mean. */
typedef struct heap_value {
    size_t part;
    double off, chance;
} heap_value;

static int by_distance(const void *a, const void *b)
{
    const heap_value *one = a, *other = b;
    const double far = fabs(one->off), near = fabs(other->off);
    if (far > near || far < near)
        return far < near ? 1 : -1;
    if (one->part != other->part)
        return one->part < other->part ? -1 : 1;
    return (one->off > other->off) - (one->off < other->off);
}

/* A part's distribution without the rare values taken out so far. */
typedef struct heap_rest {
    double chance, first, second; /* sums of p, p * off and p * off^2 */
} heap_rest;

static double variance_of_rest(const wyrm_sum_part *part, const heap_rest *rest)
{
    const double mean = rest->first / rest->chance;
    return fmax(0.0, (double)part->draws * (rest->second - mean * rest->first));
}

/* Whether values that are expected fewer than `expected` times, all of them together, lie further
 * off than `apart` standard deviations of the sum without them. */
static bool lies_in_heaps(base_arena *arena, const sums *of, double expected, double apart)
{
    size_t count = 0, filled = 0;
    double variance = 0.0, times = 0.0;
    for (size_t i = 0; i < of->count; i++)
        count += of->parts[i].count;
    heap_value *values = base_array(arena, heap_value, count);
    heap_rest *rests = base_array(arena, heap_rest, of->count);
    for (size_t i = 0; i < of->count; i++) {
        const wyrm_sum_part *part = &of->parts[i];
        const double mean = cumulants_of_draw(part, 0.0).first;
        for (size_t k = 0; k < part->count; k++) {
            const double off = part->values[k] - mean;
            values[filled++] = (heap_value){i, off, part->chances[k]};
            rests[i].chance += part->chances[k];
            rests[i].first += part->chances[k] * off;
            rests[i].second += part->chances[k] * off * off;
        }
        variance += variance_of_rest(part, &rests[i]);
    }
    qsort(values, count, sizeof *values, by_distance);
    const double whole = variance;
    for (size_t i = 0; i < count; i++) {
        const heap_value *value = &values[i];
        heap_rest *rest = &rests[value->part];
        times += (double)of->parts[value->part].draws * value->chance;
        if (times >= expected || rest->chance - value->chance < 1e-9)
            return false;
        variance -= variance_of_rest(&of->parts[value->part], rest);
        rest->chance -= value->chance;
        rest->first -= value->chance * value->off;
        rest->second -= value->chance * value->off * value->off;
        variance += variance_of_rest(&of->parts[value->part], rest);
        if (!(variance > 1e-12 * whole)) /* nearly all variance is in a few values: no heap */
            return false;
        if (fabs(value->off - rest->first / rest->chance) > apart * sqrt(variance))
            return true;
    }
    return false;
}

static double drawn_sum(const sum_job *job, sampler *from, double *square)
{
    double sum = 0.0;
    *square = 0.0;
    for (size_t i = 0; i < job->of.count; i++) {
        const double *values = job->of.parts[i].values;
        sampler *part = &from[i];
        draw_sample(part, job->rng);
        const double main = values[part->main];
        double own = (double)part->main_times * main;
        *square += own * main;
        for (size_t k = 0; k < part->touched_count; k++) {
            const double value = values[part->touched[k]],
                         all = (double)part->times[part->touched[k]] * value;
            own += all;
            *square += all * value;
        }
        sum += own;
    }
    return sum;
}

/* Estimates both tails from the same samples. Each tail's p-value is valid by itself, so twice the
 * smaller one is valid for the two-sided test. */
static wyrm_goodness sum_by_drawing(base_arena *arena, const sum_job *job)
{
    sampler *from = base_array(arena, sampler, job->of.count);
    uint64_t drawn = 0, below = 0, above = 0;
    const double grain = 1e-9 * (1.0 + fabs(job->sum));
    for (size_t i = 0; i < job->of.count; i++)
        from[i] = sampler_new(arena, job->of.parts[i].chances, job->of.parts[i].count,
                              job->of.parts[i].draws);
    while (drawn < DRAWN_MAX && (below < DRAWN_ENOUGH || above < DRAWN_ENOUGH)) {
        double square, sum = drawn_sum(job, from, &square);
        if (job->is_spread)
            sum = square - sum * sum / (double)job->of.parts[0].draws;
        drawn++;
        below += sum <= job->sum + grain;
        above += sum >= job->sum - grain;
    }
    return two_sided(drawn_p(below, drawn), drawn_p(above, drawn), "monte carlo");
}

/* ---- A sum, exact or by its saddlepoint ---- */

static bool is_short(const sum_job *job)
{
    const wyrm_sum_part *part = &job->of.parts[0];
    if (job->of.count != 1 || !(job->step > 0.0) || part->draws > DENSE_MAX)
        return false;
    double greatest, least = least_of(part, &greatest);
    return (greatest - least) / job->step * (double)part->draws <= DENSE_MAX;
}

/* The exact test: values become whole steps above the least one, and are convolved. */
static void convolve(base_arena *arena, const sum_job *job)
{
    const wyrm_sum_part *part = &job->of.parts[0];
    double greatest, least = least_of(part, &greatest);
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, part->count);
    wyrm_pmf *one, *all;
    for (size_t i = 0; i < part->count; i++)
        pairs[i] =
            (wyrm_weighted){llround((part->values[i] - least) / job->step), part->chances[i]};
    base_must(arena, wyrm_pmf_from_pairs(pairs, part->count, &one, &arena->error));
    base_keep(arena, one, wyrm_pmf_free);
    base_must(arena, wyrm_pmf_repeat(one, (unsigned)part->draws, &all, &arena->error));
    base_keep(arena, all, wyrm_pmf_free);
    int64_t steps = llround((job->sum - (double)part->draws * least) / job->step);
    const double *chances = wyrm_pmf_probabilities(all);
    double low = 0.0; /* summed from the lower end, which keeps its digits */
    for (int64_t i = wyrm_pmf_first(all); i <= wyrm_pmf_last(all) && i <= steps; i++)
        low += chances[i - wyrm_pmf_first(all)];
    *job->out = two_sided(low, wyrm_pmf_tail(all, steps), "exact");
}

static void test_sum(base_arena *arena, void *context)
{
    sum_job *job = context;
    if (!(cumulants_at(&job->of, 0.0).second > 0.0))
        return;
    if (is_short(job)) {
        convolve(arena, job);
        return;
    }
    sums negative;
    add_negatives(arena, &job->of, &negative);
    const double low = sum_at_least(&negative, job->step, -job->sum),
                 high = sum_at_least(&job->of, job->step, job->sum);
    const bool astray = fmin(low, high) < -ASTRAY || fmax(low, high) > 1.0 + ASTRAY;
    if (astray || lies_in_heaps(arena, &job->of, HEAPS_EXPECTED, HEAPS_APART))
        *job->out = sum_by_drawing(arena, job);
    else
        *job->out = two_sided(fmin(1.0, fmax(0.0, low)), fmin(1.0, fmax(0.0, high)), "saddlepoint");
}

wyrm_status wyrm_goodness_sum(const wyrm_sum_part *parts, size_t count, double step, double sum,
                              wyrm_rng *rng, wyrm_goodness *out, wyrm_error *error)
{
    sum_job job = {.of = {parts, count}, .step = step, .sum = sum, .rng = rng, .out = out};
    *out = untested;
    return base_do(test_sum, &job, error);
}

/* ---- Moments of a sample ---- */

static int64_t value_at(const wyrm_pmf *pmf, size_t index)
{
    return wyrm_pmf_first(pmf) + (int64_t)index;
}

static double total_of(const wyrm_sample *sample)
{
    double sum = 0.0;
    for (size_t i = 0; i < wyrm_pmf_length(sample->from); i++)
        sum += (double)sample->times[i] * (double)value_at(sample->from, i);
    return sum;
}

wyrm_sample_moments wyrm_sample_moments_of(const wyrm_sample *sample)
{
    double count = (double)sample->count, second = 0.0, fourth = 0.0;
    wyrm_sample_moments out = {total_of(sample) / count, 0.0, NAN};
    for (size_t i = 0; i < wyrm_pmf_length(sample->from); i++) {
        double off = (double)value_at(sample->from, i) - out.mean, square = off * off;
        second += (double)sample->times[i] * square;
        fourth += (double)sample->times[i] * square * square;
    }
    if (sample->count > 1)
        out.variance = second / (count - 1.0);
    if (second > 0.0)
        out.kurtosis = fourth * count / (second * second);
    return out;
}

/* ---- Mean and spread ---- */

/* The values of a pmf that have a chance, with their chances. */
typedef struct support {
    size_t count;
    double *values, *chances;
    double step; /* greatest common divisor of their differences */
} support;

static support support_of(base_arena *arena, const wyrm_pmf *pmf)
{
    size_t length = wyrm_pmf_length(pmf);
    const double *chances = wyrm_pmf_probabilities(pmf);
    support out = {.values = base_array(arena, double, length),
                   .chances = base_array(arena, double, length)};
    int64_t step = 0;
    for (size_t i = 0; i < length; i++) {
        if (!(chances[i] > 0.0))
            continue;
        step = common_divisor(step, (int64_t)i);
        out.values[out.count] = (double)value_at(pmf, i);
        out.chances[out.count++] = chances[i];
    }
    out.step = (double)step;
    return out;
}

typedef struct sample_job {
    const wyrm_sample *sample;
    wyrm_rng *rng;
    wyrm_goodness *out;
} sample_job;

static void test_mean(base_arena *arena, void *context)
{
    const sample_job *job = context;
    support of = support_of(arena, job->sample->from);
    const wyrm_sum_part part = {job->sample->count, of.count, of.values, of.chances};
    base_must(arena, wyrm_goodness_sum(&part, 1, of.step, total_of(job->sample), job->rng, job->out,
                                       &arena->error));
}

wyrm_status wyrm_goodness_mean(const wyrm_sample *sample, wyrm_rng *rng, wyrm_goodness *out,
                               wyrm_error *error)
{
    sample_job job = {sample, rng, out};
    *out = untested;
    return sample->count == 0 ? WYRM_OK : base_do(test_mean, &job, error);
}

/* Below so many effective draws the error of the mean matters: it moves the sum of squares by
 * sigma^2, whose own standard deviation is sigma^2 sqrt(n (kurtosis - 1)). */
#define SPREAD_LEAST 400.0

static void test_spread(base_arena *arena, void *context)
{
    const sample_job *job = context;
    const wyrm_sample *sample = job->sample;
    const support of = support_of(arena, sample->from);
    const double mean = wyrm_pmf_mean(sample->from), count = (double)sample->count;
    double *squares = base_array(arena, double, of.count);
    for (size_t i = 0; i < of.count; i++) {
        of.values[i] -= mean;
        squares[i] = of.values[i] * of.values[i];
    }
    const wyrm_sum_part part = {sample->count, of.count, squares, of.chances};
    const double variance = wyrm_pmf_variance(sample->from);
    const double excess = cumulants_of_draw(&part, 0.0).second / (variance * variance);
    const double seen = (count - 1.0) * wyrm_sample_moments_of(sample).variance;
    if (of.count < 3 || !(count * excess >= SPREAD_LEAST))
        return;
    const sums all = {&part, 1};
    if (lies_in_heaps(arena, &all, SPREAD_EXPECTED, SPREAD_APART)) {
        const wyrm_sum_part values = {sample->count, of.count, of.values, of.chances};
        *job->out = sum_by_drawing(
            arena, &(sum_job){.of = {&values, 1}, .sum = seen, .is_spread = true, .rng = job->rng});
        return;
    }
    base_must(arena, wyrm_goodness_sum(&part, 1, 0.0, seen * count / (count - 1.0), job->rng,
                                       job->out, &arena->error));
}

wyrm_status wyrm_goodness_spread(const wyrm_sample *sample, wyrm_rng *rng, wyrm_goodness *out,
                                 wyrm_error *error)
{
    sample_job job = {sample, rng, out};
    *out = untested;
    return sample->count < 2 ? WYRM_OK : base_do(test_spread, &job, error);
}

/* ---- Extremes ---- */

static size_t chances_above_zero(const wyrm_pmf *pmf)
{
    const double *chances = wyrm_pmf_probabilities(pmf);
    size_t count = 0;
    for (size_t i = 0; i < wyrm_pmf_length(pmf); i++)
        count += chances[i] > 0.0;
    return count;
}

/* (1 - p)^n, the chance of no success in n draws; some_in is its complement, with all its
 * digits. */
static double none_in(double p, uint64_t draws)
{
    return p >= 1.0 ? 0.0 : exp((double)draws * log1p(-p));
}

static double some_in(double p, uint64_t draws)
{
    return p >= 1.0 ? 1.0 : -expm1((double)draws * log1p(-p));
}

wyrm_goodness wyrm_goodness_extremes(const wyrm_sample *sample)
{
    const wyrm_pmf *pmf = sample->from;
    const double *chances = wyrm_pmf_probabilities(pmf);
    size_t length = wyrm_pmf_length(pmf), least = 0, greatest = length - 1;
    if (sample->count == 0 || chances_above_zero(pmf) < 3)
        return untested;
    while (least < length - 1 && sample->times[least] == 0)
        least++;
    while (greatest > 0 && sample->times[greatest] == 0)
        greatest--;
    double below = 0.0, above = 0.0; /* chances of values beyond the extremes seen */
    for (size_t i = 0; i < least; i++)
        below += chances[i];
    for (size_t i = length; i-- > greatest + 1;)
        above += chances[i];
    double far = fmin(some_in(below + chances[least], sample->count),
                      some_in(above + chances[greatest], sample->count));
    double near = fmin(none_in(below, sample->count), none_in(above, sample->count));
    return (wyrm_goodness){fmin(1.0, 4.0 * fmin(near, far)), "exact"};
}

/* The smallest value that the greatest of `draws` draws stays at or below with a chance of at least
 * `p`. */
static int64_t greatest_quantile(const wyrm_pmf *pmf, uint64_t draws, double p)
{
    double above = 0.0;
    int64_t value = wyrm_pmf_last(pmf);
    for (; value > wyrm_pmf_first(pmf); value--) {
        above += wyrm_pmf_at(pmf, value);
        if (none_in(above, draws) < p)
            return value;
    }
    return value;
}

static int64_t least_quantile(const wyrm_pmf *pmf, uint64_t draws, double p)
{
    double below = 0.0;
    int64_t value = wyrm_pmf_first(pmf);
    for (; value < wyrm_pmf_last(pmf); value++) {
        below += wyrm_pmf_at(pmf, value);
        if (some_in(below, draws) >= p)
            return value;
    }
    return value;
}

wyrm_extremes wyrm_goodness_expected_extremes(const wyrm_pmf *pmf, uint64_t count,
                                              double confidence)
{
    double tail = 0.5 * (1.0 - confidence);
    return (wyrm_extremes){
        .least_low = least_quantile(pmf, count, tail),
        .least_high = least_quantile(pmf, count, 1.0 - tail),
        .greatest_low = greatest_quantile(pmf, count, tail),
        .greatest_high = greatest_quantile(pmf, count, 1.0 - tail),
    };
}

/* ---- Whole distributions ---- */

#define EXACT_MAX    100000.0 /* possible samples, at most, for an enumeration */
#define EXACT_CELLS  64
#define EXPECTED_MIN 20.0 /* expected count of a cell for which the chi-square distribution holds */
#define SAME         1e-9 /* two values of G that differ relatively by less are the same */

/* A test of counts in cells: as given, and without the cells that have no chance. */
typedef struct cell_job {
    const double *given;
    const uint64_t *given_times;
    size_t given_count;
    wyrm_rng *rng;
    wyrm_goodness *out;
    size_t count;
    double *chances;
    uint64_t *times;
    uint64_t total;
} cell_job;

static double g_term(uint64_t times, double expected)
{
    return times == 0 ? 0.0 : 2.0 * (double)times * log((double)times / expected);
}

static double g_of(const double *chances, const uint64_t *times, size_t count, uint64_t total)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += g_term(times[i], (double)total * chances[i]);
    return sum;
}

/* The number of possible samples, the binomial n + k - 1 over k - 1; stops above EXACT_MAX. */
static double possible(uint64_t total, size_t cells)
{
    double count = 1.0, small = fmin((double)total, (double)cells - 1.0);
    double all = (double)total + (double)cells - 1.0;
    for (double i = 1.0; i <= small && count <= EXACT_MAX; i += 1.0)
        count *= (all - small + i) / i;
    return count;
}

typedef struct enumeration {
    const cell_job *job;
    const double *log_factorials;
    double limit; /* samples with G of at least this are as far off */
    double p;
} enumeration;

/* Enumerates every way to share `left` draws among the cells from `cell` on; `log_chance` and `g`
 * are the sums over the cells before. */
static void give_out(enumeration *all, size_t cell, uint64_t left, double log_chance, double g)
{
    const cell_job *job = all->job;
    double log_cell = log(job->chances[cell]), expected = (double)job->total * job->chances[cell];
    bool last = cell + 1 == job->count;
    for (uint64_t times = last ? left : 0; times <= left; times++) {
        double chance = log_chance + (double)times * log_cell - all->log_factorials[times];
        double here = g + g_term(times, expected);
        if (!last)
            give_out(all, cell + 1, left - times, chance, here);
        else if (here >= all->limit)
            all->p += exp(chance);
    }
}

static wyrm_goodness go_through(base_arena *arena, const cell_job *job)
{
    double *factorials = base_array(arena, double, job->total + 1);
    for (uint64_t i = 1; i <= job->total; i++)
        factorials[i] = factorials[i - 1] + log((double)i);
    double g = g_of(job->chances, job->times, job->count, job->total);
    enumeration all = {job, factorials, g - SAME * (1.0 + g), 0.0};
    give_out(&all, 0, job->total, factorials[job->total], 0.0);
    return (wyrm_goodness){fmin(1.0, all.p), "exact"};
}

/* Pools neighbouring cells until each expects EXPECTED_MIN; a rest joins the last. The pooling
 * depends on the chances alone, not on the sample, so the test stays valid. Returns the number of
 * cells. */
static size_t pool(base_arena *arena, const cell_job *job, double **chances, uint64_t **times)
{
    size_t count = 0;
    *chances = base_array(arena, double, job->count);
    *times = base_array(arena, uint64_t, job->count);
    for (size_t i = 0; i < job->count; i++) {
        (*chances)[count] += job->chances[i];
        (*times)[count] += job->times[i];
        if ((double)job->total * (*chances)[count] >= EXPECTED_MIN)
            count++;
    }
    if (count > 0 && count < job->count) {
        (*chances)[count - 1] += (*chances)[count];
        (*times)[count - 1] += (*times)[count];
    }
    return count;
}

static wyrm_goodness by_chi_square(const double *chances, const uint64_t *times, size_t count,
                                   uint64_t total)
{
    double inverse = 0.0, df = (double)count - 1.0;
    for (size_t i = 0; i < count; i++)
        inverse += 1.0 / chances[i];
    double williams = 1.0 + (inverse - 1.0) / (6.0 * (double)total * df);
    double g = g_of(chances, times, count, total) / williams;
    return (wyrm_goodness){wyrm_chi_square_tail(g, df), "chi-square"};
}

static double drawn_g(sampler *from, wyrm_rng *rng)
{
    const double total = (double)from->total;
    draw_sample(from, rng);
    double g = g_term(from->main_times, total * from->chances[from->main]);
    for (size_t i = 0; i < from->touched_count; i++)
        g += g_term(from->times[from->touched[i]], total * from->chances[from->touched[i]]);
    return g;
}

static wyrm_goodness by_drawing(base_arena *arena, const cell_job *job)
{
    double g = g_of(job->chances, job->times, job->count, job->total), limit = g - SAME * (1.0 + g);
    sampler from = sampler_new(arena, job->chances, job->count, job->total);
    uint64_t drawn = 0, beyond = 0;
    while (drawn < DRAWN_MAX && beyond < DRAWN_ENOUGH) {
        drawn++;
        beyond += drawn_g(&from, job->rng) >= limit;
    }
    return (wyrm_goodness){drawn_p(beyond, drawn), "monte carlo"};
}

static void test_cells(base_arena *arena, void *context)
{
    cell_job *job = context;
    double *chances;
    uint64_t *times;
    job->chances = base_array(arena, double, job->given_count);
    job->times = base_array(arena, uint64_t, job->given_count);
    for (size_t i = 0; i < job->given_count; i++) {
        if (!(job->given[i] > 0.0))
            continue;
        job->chances[job->count] = job->given[i];
        job->times[job->count++] = job->given_times[i];
        job->total += job->given_times[i];
    }
    if (job->count < 2 || job->total == 0)
        return;
    if (job->count <= EXACT_CELLS && possible(job->total, job->count) <= EXACT_MAX) {
        *job->out = go_through(arena, job);
        return;
    }
    size_t pooled = pool(arena, job, &chances, &times);
    *job->out =
        pooled >= 2 ? by_chi_square(chances, times, pooled, job->total) : by_drawing(arena, job);
}

wyrm_status wyrm_goodness_cells(const double *chances, const uint64_t *times, size_t cells,
                                wyrm_rng *rng, wyrm_goodness *out, wyrm_error *error)
{
    cell_job job = {
        .given = chances, .given_times = times, .given_count = cells, .rng = rng, .out = out};
    *out = untested;
    return base_do(test_cells, &job, error);
}
