/* Accumulators of figures, confidence intervals by kind of figure, and the distributions that these
 * are made of.
 *
 * Values are added one by one and in any split: moments of a sample, totals of clusters, bins of a
 * histogram. None of them grows with what is added, so the summary of a million runs is as small as
 * that of ten; third moments are kept because the intervals of skewed figures need them.
 *
 * What is promised is coverage: of 100 intervals 95 contain the true value, and never fewer than
 * 93, at any number of runs at which one is printed. The figures of games make that hard: many
 * values are 0 or the maximum, the decisive events are rare, some rows have three survivors, and
 * the monsters of a dungeon are not independent. So the usual interval (the mean, two standard
 * errors to each side) contained the true share of hit points in 61 to 86 % of cases, went beyond
 * 100 %, and had no width where all values happened to be equal.
 *
 * One idea answers them all. A sample lacks what has not happened yet, so the end of an interval
 * that lies towards a bound is computed as if a little more had been seen there: REST of an
 * observation at 0 or at 1. With whole observations that is Clopper's and Pearson's interval for a
 * share, with halves it is Jeffreys's; for values between 0 and 1 it is what N. Gaffke ("Three test
 * statistics for a nonparametric one-sided hypothesis on the mean of a nonnegative variable", 2005)
 * proposes and E. Learned-Miller and P. Thomas ("A new confidence interval for the mean of a
 * bounded random variable", 2020) find to cover everywhere. Then the distribution of the mean is
 * taken to be one of three, with the mean and variance of the sample so completed:
 *
 *   - between two bounds the beta distribution, which for shares is exact;
 *   - towards one bound the gamma distribution;
 *   - without a bound Student's t, skewed on the side of the long tail: by W. G. Hall's argument
 *     ("On the removal of skewness by transformation", 1992) the mean has the quantiles of a gamma
 *     distribution of twice the sample's own skewness, and the variance of a skewed sample is known
 *     no better than from fewer values (F. E. Satterthwaite, 1946, with a gamma distribution's
 *     kurtosis).
 *
 * Ratios over clusters are means of their residuals (Cochran's linearisation), with as many values
 * as there would be clusters of equal size (Kish); survival with censored runs is a share of as
 * many runs as would be equally certain (Fay, Brittain and Proschan's product of beta
 * distributions). So these use the same code. The bounds, the completion and the constants below
 * were chosen by measured coverage, on made-up populations and on runs of the shipped rulesets,
 * against Wilson's, Jeffreys's, Johnson's and plain Student intervals, which all fall below 90 %
 * for some figures that games have. No method can know what never happened: if a rare disaster
 * moves the mean of unbounded values and no run has met it, the true mean lies outside of the
 * interval.
 *
 * The beta distribution and Student's t are one function, the incomplete beta function as a
 * continued fraction. The factor before the fraction comes from Stirling's series, so that neither
 * large parameters nor small tails lose digits; where its degrees of freedom are many, t is the
 * normal distribution with Hill's correction. Quantiles are found by Newton's method in a bracket.
 * Own code rather than a library's, because every sampled figure rests on it, and GSL's inverse of
 * the beta distribution stops for some of the shapes that occur; the tests hold both against each
 * other where GSL answers. */
#include <wyrm/sim.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#define SQRT_TWO_PI 2.5066282746310005024

/* ---- The normal distribution ---- */

double wyrm_normal_cdf(double z)
{
    return 0.5 * erfc(-z * M_SQRT1_2);
}

/* ---- The beta distribution ---- */

/* The error of Stirling's formula for the logarithm of the gamma function, for x >= 10. */
static double stirling_rest(double x)
{
    static const double series[] = {1.0 / 12,    -1.0 / 360, 1.0 / 1260,
                                    -1.0 / 1680, 1.0 / 1188, -691.0 / 360360};
    double sum = 0.0;
    for (size_t i = sizeof series / sizeof *series; i-- > 0;)
        sum = sum / (x * x) + series[i];
    return sum / x;
}

/* The logarithm of x^a y^b / B(a, b). Small parameters are moved up by the recurrence of B. */
static double log_beta_term(double log_x, double log_y, double a, double b)
{
    double factor = 1.0, up_a = a, up_b = b;
    for (; up_a < 10.0; up_a += 1.0)
        factor *= up_a / (up_a + up_b);
    for (; up_b < 10.0; up_b += 1.0)
        factor *= up_b / (up_a + up_b);
    double sum = up_a + up_b, share_a = up_a / sum, share_b = up_b / sum;
    double rest = stirling_rest(sum) - stirling_rest(up_a) - stirling_rest(up_b);
    /* Near the mode the two products nearly cancel, so each is taken about its own logarithm. */
    double powers = a * (log_x - log(share_a)) + b * (log_y - log(share_b)) -
                    (up_a - a) * log(share_a) - (up_b - b) * log(share_b);
    return powers + 0.5 * log(share_a * up_b / (SQRT_TWO_PI * SQRT_TWO_PI)) + rest + log(factor);
}

/* The continued fraction of the incomplete beta function I_x(a, b) = x^a (1-x)^b / (a B(a,b)) * it,
 * for x < (a + 1) / (a + b + 2) (DLMF 8.17.22), by Lentz's method as W. J. Thompson and A. R.
 * Barnett made it safe (1986). */
static double beta_fraction(double x, double a, double b)
{
    const double tiny = 1e-300;
    double c = 1.0, d = 1.0 - (a + b) * x / (a + 1.0);
    d = 1.0 / (fabs(d) < tiny ? tiny : d);
    double value = d;
    for (int m = 1; m < 10000; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)), change = 1.0;
        for (int step = 0; step < 2; step++) {
            double term = step == 0 ? even : odd;
            d = 1.0 + term * d;
            c = 1.0 + term / c;
            d = 1.0 / (fabs(d) < tiny ? tiny : d);
            c = fabs(c) < tiny ? tiny : c;
            change = c * d;
            value *= change;
        }
        if (fabs(change - 1.0) < DBL_EPSILON)
            break;
    }
    return value;
}

/* The probability below x, 0 < x < 1; *slope is x (1 - x) times the density there. */
static double beta_below(double x, double a, double b, double *slope)
{
    *slope = exp(log_beta_term(log(x), log1p(-x), a, b));
    if (x < (a + 1.0) / (a + b + 2.0))
        return *slope / a * beta_fraction(x, a, b);
    return 1.0 - *slope / b * beta_fraction(1.0 - x, b, a);
}

double wyrm_beta_cdf(double x, double a, double b)
{
    double slope;
    if (!(a > 0.0) || !(b > 0.0) || isnan(x))
        return NAN;
    if (x <= 0.0 || x >= 1.0)
        return x <= 0.0 ? 0.0 : 1.0;
    return fmin(fmax(beta_below(x, a, b, &slope), 0.0), 1.0);
}

double wyrm_beta_quantile(double p, double a, double b)
{
    if (!(a > 0.0) || !(b > 0.0) || isnan(p))
        return NAN;
    if (p <= 0.0 || p >= 1.0)
        return p <= 0.0 ? 0.0 : 1.0;
    double low = 0.0, high = 1.0, at = a / (a + b);
    for (int i = 0; i < 200 && at > low && at < high; i++) {
        double slope, gap = beta_below(at, a, b, &slope) - p;
        if (gap < 0.0)
            low = at;
        else
            high = at;
        double next = at - gap * at * (1.0 - at) / slope;
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        bool found = fabs(next - at) <= 4.0 * DBL_EPSILON * at;
        at = next;
        if (found)
            break;
    }
    return at;
}

/* ---- Student's t ---- */

/* From here on Hill's series is exact to a double and faster than the fraction. */
#define MANY_DF 10000.0

/* Masses of the half line above 0: beyond t, and from 0 to t; they add up to 1/2, and the smaller
 * is accurate relative to its own size. `slope` is t times the density at t. */
typedef struct t_masses {
    double tail, centre, slope;
} t_masses;

/* t >= 0 and finite, df > 0. Many degrees of freedom: the normal deviate with the same tail, by
 * G. W. Hill, "Algorithm 395: Student's t-distribution" (1970). */
static t_masses masses_at(double t, double df)
{
    double a = 0.5 * df, ratio = t / sqrt(df), square = ratio * ratio;
    /* x = df / (df + t^2) = 1 - y */
    double x = 1.0 / (1.0 + square), y = ratio < 1e8 ? square * x : 1.0;
    double log_x = ratio < 1e8 ? -log1p(square) : -2.0 * log(ratio);
    if (isinf(df))
        return (t_masses){.tail = wyrm_normal_cdf(-t),
                          .centre = 0.5 * erf(t * M_SQRT1_2),
                          .slope = t * exp(-0.5 * t * t) / SQRT_TWO_PI};
    t_masses masses = {.slope = exp(log_beta_term(log_x, log(y), a, 0.5))};
    if (df >= MANY_DF) {
        double many = df - 0.5, b = 48.0 * many * many, c = many * log1p(t / df * t);
        double third = ((((-0.4 * c - 3.3) * c - 24.0) * c - 85.5) / (0.8 * c * c + 100.0 + b));
        double z = sqrt(c) * (1.0 + (third + c + 3.0) / b);
        masses.tail = wyrm_normal_cdf(-z);
        masses.centre = 0.5 * erf(z * M_SQRT1_2);
    } else if (x < (a + 1.0) / (a + 2.5)) {
        masses.tail = masses.slope / df * beta_fraction(x, a, 0.5);
        masses.centre = 0.5 - masses.tail;
    } else {
        masses.centre = masses.slope * beta_fraction(y, 0.5, a);
        masses.tail = 0.5 - masses.centre;
    }
    return masses;
}

double wyrm_t_cdf(double t, double df)
{
    if (!(df > 0.0) || isnan(t))
        return NAN;
    if (isinf(t))
        return wyrm_normal_cdf(t);
    t_masses masses = masses_at(fabs(t), df);
    if (t <= 0.0)
        return masses.tail;
    return masses.tail < 0.25 ? 1.0 - masses.tail : 0.5 + masses.centre;
}

/* coefficients[0] is that of the highest power. */
static double polynomial(const double *coefficients, int count, double x)
{
    double value = coefficients[0];
    for (int i = 1; i < count; i++)
        value = value * x + coefficients[i];
    return value;
}

/* The normal deviate below which lies p < 1/2: P. J. Acklam, "An algorithm for computing the
 * inverse normal cumulative distribution function" (2003), with a relative error below 1.15e-9, and
 * two steps of Halley's method, whose error is taken where it has the last digits: about the
 * middle, or relative to a small p. */
static double normal_deviate(double p)
{
    static const double centre_top[] = {-3.969683028665376e+01, 2.209460984245205e+02,
                                        -2.759285104469687e+02, 1.383577518672690e+02,
                                        -3.066479806614716e+01, 2.506628277459239e+00};
    static const double centre_bottom[] = {-5.447609879822406e+01, 1.615858368580409e+02,
                                           -1.556989798598866e+02, 6.680131188771972e+01,
                                           -1.328068155288572e+01, 1.0};
    static const double tail_top[] = {-7.784894002430293e-03, -3.223964580411365e-01,
                                      -2.400758277161838e+00, -2.549732539343734e+00,
                                      4.374664141464968e+00,  2.938163982698783e+00};
    static const double tail_bottom[] = {7.784695709041462e-03, 3.224671290700398e-01,
                                         2.445134137142996e+00, 3.754408661907416e+00, 1.0};
    double offset = p - 0.5, square = offset * offset, root = sqrt(-2.0 * log(p));
    double z = p < 0.02425 ? polynomial(tail_top, 6, root) / polynomial(tail_bottom, 5, root)
                           : offset * polynomial(centre_top, 6, square) /
                                 polynomial(centre_bottom, 6, square);
    for (int i = 0; i < 2; i++) {
        double error = p > 0.25 ? 0.5 * erf(z * M_SQRT1_2) - offset : wyrm_normal_cdf(z) / p - 1.0;
        double step = error * SQRT_TWO_PI * exp(p > 0.25 ? 0.5 * z * z : 0.5 * z * z + log(p));
        z -= step / (1.0 + 0.5 * z * step);
    }
    return z;
}

/* Where the search for a quantile begins: the normal one, widened by Cornish and Fisher's expansion
 * to second order (Abramowitz and Stegun 26.7.5); far out, or with few degrees of freedom, where
 * the tail is a power law, I_x(df/2, 1/2) = x^(df/2) / (df/2 B). */
static double start_of_search(double tail, double df)
{
    double z = -normal_deviate(tail), square = z * z, first = (square + 1.0) / 4.0;
    double second = ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    double log_x = 2.0 / df * (log(tail * df) - log_beta_term(0.0, 0.0, 0.5 * df, 0.5));
    if (log_x < 0.0 && square > df) /* t^2 = df (1 - x) / x */
        return sqrt(-df * expm1(log_x)) * exp(-0.5 * log_x);
    return z * (1.0 + (first + second / df) / df);
}

/* A p above 1/2 is solved as its complement, so that no small tail loses digits. Newton's method
 * solves for the logarithm of the tail's mass (or of the mass from 0 to t, where the tail is above
 * 1/4) as a function of log t: that is concave, so it converges from anywhere; a bracket guards
 * against rounding. */
double wyrm_t_quantile(double p, double df)
{
    if (!(df > 0.0) || isnan(p))
        return NAN;
    if (p <= 0.0 || p >= 1.0)
        return p <= 0.0 ? -INFINITY : INFINITY;
    if (p == 0.5)
        return 0.0;
    /* Both differences are exact. */
    double tail = p < 0.5 ? p : 1.0 - p, centre = 0.5 - tail;
    double start = start_of_search(tail, df), low = log(DBL_MIN), high = log(DBL_MAX);
    double at = fmin(fmax(log(start), low), high);
    for (int i = 0; i < 200 && !isinf(start); i++) {
        t_masses masses = masses_at(exp(at), df);
        bool by_tail = tail < 0.25;
        double mass = by_tail ? masses.tail : masses.centre;
        double gap = by_tail ? log(tail / mass) : log(mass / centre); /* below 0: t is too small */
        if (gap < 0.0)
            low = at;
        else
            high = at;
        double next = at - gap * (mass / masses.slope);
        if (!(next >= low && next <= high))
            next = 0.5 * (low + high);
        bool found = fabs(next - at) <= 4.0 * DBL_EPSILON * fmax(fabs(at), 1.0);
        at = next;
        if (found || gap == 0.0)
            break;
    }
    double t = isinf(start) ? start : exp(at);
    return p < 0.5 ? -t : t;
}

/* ---- Limits of intervals ---- */

/* The part of an observation added at a bound. Least coverage of a share, over all shares and 1 to
 * 400 trials: 87 % with 0.5, 93.1 % with 0.75, 93.5 % with 0.8, 95 % with 1, where 10 events cover
 * 98 %. */
#define REST 0.8

/* The fewest values, and the fewest clusters, for an interval without two bounds. Five exponential
 * values cover 91 %, ten 94 %; a ratio is only nearly a mean, so ten clusters that are mostly 0
 * cover 92 %, fifteen 94 %. */
#define FEWEST          10
#define FEWEST_CLUSTERS 15

/* The fewest clusters of equal size that those seen must be worth. Deliberately low: a higher limit
 * would print the ratios whose clusters happened to be alike, and hide the others. */
#define LEAST_WORTH 4.0

static const wyrm_interval all_reals = {-INFINITY, INFINITY};
static const wyrm_interval all_shares = {0.0, 1.0};

/* The probability outside of each end, at most 1/2; 0 or less for a confidence of 1 or more. */
static double left_out(double confidence)
{
    return 0.5 * (1.0 - fmax(confidence, 0.0));
}

bool wyrm_interval_is_known(wyrm_interval interval)
{
    return isfinite(interval.low) || isfinite(interval.high);
}

/* ---- Adding up ---- */

void wyrm_moments_add(wyrm_moments *moments, double value)
{
    if (moments->count == 0) {
        *moments = (wyrm_moments){.range = moments->range,
                                  .least = moments->least,
                                  .most = moments->most,
                                  .count = 1,
                                  .mean = value,
                                  .min = value,
                                  .max = value};
        return;
    }
    double others = (double)moments->count++, before = value - moments->mean;
    double step = before / (double)moments->count;
    moments->mean += step;
    double after = value - moments->mean;
    moments->m3 += step * (before * after * (others - 1.0) - 3.0 * moments->m2);
    moments->m2 += before * after;
    moments->min = value < moments->min ? value : moments->min;
    moments->max = value > moments->max ? value : moments->max;
}

void wyrm_moments_merge(wyrm_moments *moments, const wyrm_moments *other)
{
    if (other->count == 0)
        return;
    if (moments->count == 0) {
        const wyrm_range range = moments->range;
        const double least = moments->least, most = moments->most;
        *moments = *other;
        moments->range = range;
        moments->least = least;
        moments->most = most;
        return;
    }
    wyrm_moments added = *other; /* `other` may be `moments` itself */
    double count = (double)moments->count;
    double share = (double)added.count / (double)(moments->count + added.count);
    double apart = added.mean - moments->mean, squares = apart * apart * (count * share);
    double part = count / (double)(moments->count + added.count);
    moments->m3 += added.m3 + squares * apart * (part - share) +
                   3.0 * apart * (part * added.m2 - share * moments->m2);
    moments->count += added.count;
    moments->mean += apart * share;
    moments->m2 += added.m2 + squares;
    moments->min = added.min < moments->min ? added.min : moments->min;
    moments->max = added.max > moments->max ? added.max : moments->max;
}

double wyrm_moments_variance(const wyrm_moments *moments)
{
    return moments->count < 2 ? 0.0 : moments->m2 / (double)(moments->count - 1);
}

double wyrm_moments_sd(const wyrm_moments *moments)
{
    return sqrt(wyrm_moments_variance(moments));
}

void wyrm_ratio_estimate_add(wyrm_ratio_estimate *clusters, double y, double x)
{
    clusters->count++;
    clusters->y += y;
    clusters->x += x;
    clusters->yy += y * y;
    clusters->xy += x * y;
    clusters->xx += x * x;
    clusters->yyy += y * y * y;
    clusters->xyy += x * y * y;
    clusters->xxy += x * x * y;
    clusters->xxx += x * x * x;
}

void wyrm_ratio_estimate_merge(wyrm_ratio_estimate *clusters, const wyrm_ratio_estimate *other)
{
    clusters->count += other->count;
    clusters->y += other->y;
    clusters->x += other->x;
    clusters->yy += other->yy;
    clusters->xy += other->xy;
    clusters->xx += other->xx;
    clusters->yyy += other->yyy;
    clusters->xyy += other->xyy;
    clusters->xxy += other->xxy;
    clusters->xxx += other->xxx;
}

double wyrm_ratio_estimate_value(const wyrm_ratio_estimate *clusters)
{
    return clusters->x > 0 ? clusters->y / clusters->x : 0;
}

/* ---- A sample by its moments, with a count that need not be whole ---- */

typedef struct sample {
    uint64_t values; /* seen */
    double count;    /* values of equal weight that would be worth as much */
    double mean, m2, m3;
    double unit; /* the smallest difference between two counts */
} sample;

/* The sample with `weight` of one more observation of `value`. */
static sample completed(sample from, double weight, double value)
{
    double count = from.count + weight, apart = value - from.mean;
    double part = from.count / count, share = weight / count;
    double m2 = from.m2 + apart * apart * from.count * share;
    double m3 = from.m3 + apart * apart * apart * from.count * share * (part - share) -
                3.0 * apart * share * from.m2;
    return (sample){from.values, count, from.mean + apart * share, m2, m3, from.unit};
}

/* ---- The ends of intervals ---- */

/* The end towards `bound`, 0 or 1, for the mean of values in [0, 1]: a quantile of the beta
 * distribution with the mean and variance of the completed sample. */
static double end_of_share(sample seen, double bound, double tail)
{
    sample all = completed(seen, REST, bound);
    double spread = all.mean * (1.0 - all.mean), variance = all.m2 / all.count;
    if (!(all.mean > 0.0) || !(all.mean < 1.0))
        return bound;
    /* Trials of a share with the same variance. */
    double trials = all.count;
    if (variance > 0.0)
        trials = fmax(spread / variance * (all.count + 1.0) - 1.0, 1e-6);
    return wyrm_beta_quantile(bound > 0.0 ? 1.0 - tail : tail, all.mean * trials,
                              (1.0 - all.mean) * trials);
}

/* Skews a normal deviate to a variable of mean 0 and variance 1 with the given skewness: the cube
 * of a normal variable is nearly a gamma variable (E. B. Wilson and M. M. Hilferty, "The
 * distribution of chi-square", 1931). */
static double skewed(double deviate, double skewness)
{
    if (fabs(skewness) < 1e-6)
        return deviate;
    double root = 1.0 + skewness * deviate / 6.0 - skewness * skewness / 36.0;
    return 2.0 / skewness * (pow(fmax(root, 0.0), 3.0) - 1.0);
}

/* The end on a side without a bound; side is -1.0 (low) or 1.0 (high). */
static double end_without_bound(sample seen, double side, double tail)
{
    double df = seen.count - 1.0;
    double student = seen.mean - side * wyrm_t_quantile(tail, df) * sqrt(seen.m2 / df / seen.count);
    if (seen.m3 * side <= 0.0)
        return student;
    /* Completes the sample with half an observation where the events of the long tail lie: if these
     * are rare and all alike, m3 / m2 is their distance from the mean. */
    sample all = completed(seen, 0.5, seen.mean + 1.5 * seen.m3 / seen.m2);
    double own = all.m3 / all.count / pow(all.m2 / all.count, 1.5);
    double known = fmax(2.0 * seen.count / (2.0 + 1.5 * own * own) - 1.0, 2.0);
    double deviate = -side * wyrm_t_quantile(tail, fmin(known, df));
    double spread = sqrt(all.m2 / (all.count - 1.0) / all.count);
    double end = all.mean + spread * skewed(deviate, 2.0 * own / sqrt(all.count));
    return side > 0.0 ? fmax(end, student) : fmin(end, student);
}

/* Whether a bound matters: because it is so near that values pile up there, or so far that one
 * value there would be a disaster. In between the sample shows by itself what can happen towards
 * it. */
static bool is_felt(sample seen, double distance)
{
    double spread = sqrt(seen.m2 / (seen.count - 1.0));
    return seen.values < FEWEST || seen.count < LEAST_WORTH || distance < spread ||
           distance > 6.0 * spread;
}

static wyrm_interval interval_of(sample seen, wyrm_range range, double confidence)
{
    double tail = left_out(confidence);
    if (range == WYRM_SHARE) {
        if (!(seen.count > 0.0) || tail <= 0.0)
            return all_shares;
        seen.mean = fmin(fmax(seen.mean, 0.0), 1.0);
    } else if (seen.values < FEWEST || seen.count < LEAST_WORTH || tail <= 0.0) {
        return all_reals;
    }
    /* All values equal but for rounding: values not seen, at the rate that the confidence allows
     * for, may differ as much as the mean does from 0, and counts by one unit. */
    if (range != WYRM_SHARE && !(seen.m2 > 1e-18 * seen.mean * seen.mean * seen.count)) {
        double apart = fmax(fabs(seen.mean), range == WYRM_COUNT ? seen.unit : 0.0);
        double half = (1.0 - pow(tail, 1.0 / seen.count)) * apart;
        double low = range == WYRM_ANY ? seen.mean - half : fmax(seen.mean - half, 0.0);
        return half > 0.0 ? (wyrm_interval){low, seen.mean + half} : all_reals;
    }
    double low, high;
    if (range == WYRM_ANY || !is_felt(seen, seen.mean)) {
        low = end_without_bound(seen, -1.0, tail);
    } else if (range == WYRM_SHARE) {
        low = end_of_share(seen, 0.0, tail);
    } else {
        /* By the gamma distribution. An interval is printed only if any event was seen at all, and
         * that selection would bias a few events upwards: 12 / shape corrects for it, and leaves 0
         * below four events. */
        sample all = completed(seen, REST, 0.0);
        double deviate = -wyrm_t_quantile(tail, seen.count - 1.0);
        double shape = all.mean * all.mean * (all.count + 1.0) * all.count / all.m2;
        shape -= 12.0 / shape;
        low = shape > 0.0 ? all.mean * (1.0 + skewed(-deviate, 2.0 / sqrt(shape)) / sqrt(shape))
                          : 0.0;
    }
    if (range == WYRM_SHARE && is_felt(seen, 1.0 - seen.mean))
        high = end_of_share(seen, 1.0, tail);
    else
        high = end_without_bound(seen, 1.0, tail);
    if (range != WYRM_ANY)
        low = fmax(low, 0.0);
    if (range == WYRM_SHARE)
        high = fmin(high, 1.0);
    return (wyrm_interval){fmin(low, seen.mean), fmax(high, seen.mean)};
}

/* ---- Means, ratios ---- */

wyrm_interval wyrm_mean_interval(const wyrm_moments *moments, double confidence)
{
    const wyrm_moments *of = moments;
    sample seen = {of->count, (double)of->count, of->mean, of->m2, of->m3, 1.0};
    if (of->range == WYRM_WITHIN) {
        wyrm_interval all = interval_of(seen, WYRM_ANY, confidence);
        if (wyrm_interval_is_known(all)) {
            all.low = fmax(all.low, fmin(of->least, of->min));
            all.high = fmin(all.high, fmax(of->most, of->max));
        }
        return all;
    }
    if (of->range != WYRM_CAPPED)
        return interval_of(seen, of->range, confidence);
    /* As shares of the cap. */
    const double most = of->most;
    seen.mean /= most;
    seen.m2 /= most * most;
    seen.m3 /= most * most * most;
    const wyrm_interval shares = interval_of(seen, WYRM_SHARE, confidence);
    return (wyrm_interval){most * shares.low, most * shares.high};
}

/* The residuals of the clusters, in units of a cluster of mean size, are the deviations of the
 * sample. A large cluster pulls the ratio towards itself, which hides part of its residual; so each
 * squared residual is enlarged by the cluster's share of the total, about what a jackknife would
 * find. */
wyrm_interval wyrm_ratio_interval(const wyrm_ratio_estimate *clusters, double confidence)
{
    const wyrm_ratio_estimate *c = clusters;
    if (!(c->x > 0.0) && c->range == WYRM_SHARE)
        return all_shares;
    if (!(c->x > 0.0) || (c->range != WYRM_SHARE && c->count < FEWEST_CLUSTERS))
        return all_reals;
    double ratio = c->y / c->x, count = c->x / c->xx * c->x, size = c->x / count;
    double squares = c->yy - ratio * (2.0 * c->xy - ratio * c->xx);
    double cubes = c->yyy - ratio * (3.0 * c->xyy - ratio * (3.0 * c->xxy - ratio * c->xxx));
    bool alike = !(squares > 1e-12 * c->yy); /* equal but for rounding */
    squares += (c->xyy - ratio * (2.0 * c->xxy - ratio * c->xxx)) / c->x;
    double m2 = alike ? 0.0 : squares / (size * size);
    double m3 = alike ? 0.0 : cubes / (size * size * size);
    sample seen = {c->count, count, ratio, m2, m3, 1.0 / size};
    return interval_of(seen, c->range, confidence);
}

/* ---- Shares ---- */

/* Clopper and Pearson's interval with REST; the counts need not be whole. */
static wyrm_interval interval_of_counts(double successes, double failures, double confidence)
{
    double count = successes + failures, mean = count > 0.0 ? successes / count : 0.0;
    double tail = left_out(confidence);
    sample seen = {.count = count, .mean = mean, .m2 = successes * (1.0 - mean)};
    if (!(count > 0.0) || tail <= 0.0)
        return all_shares;
    return (wyrm_interval){fmin(end_of_share(seen, 0.0, tail), mean),
                           fmax(end_of_share(seen, 1.0, tail), mean)};
}

wyrm_interval wyrm_share_interval(uint64_t successes, uint64_t trials, double confidence)
{
    uint64_t failures = successes < trials ? trials - successes : 0;
    return interval_of_counts((double)(trials - failures), (double)failures, confidence);
}

/* The interval of a share that is shown only because at least `least` successes were seen. The
 * upper end is the usual one, since selection only raises counts. The lower end allows for the
 * selection: it is the share at which so many successes are rare among samples with at least
 * `least`. */
wyrm_interval wyrm_listed_share_interval(uint64_t successes, uint64_t trials, uint64_t least,
                                         double confidence)
{
    wyrm_interval interval = wyrm_share_interval(successes, trials, confidence);
    double tail = left_out(confidence), low = 0.0, high = interval.low;
    double from = (double)least, seen = (double)successes, count = (double)trials;
    if (least == 0 || successes > trials || tail <= 0.0)
        return interval;
    if (successes <= least)
        high = 0.0;
    for (int i = 0; i < 60 && high > low; i++) {
        double middle = 0.5 * (low + high);
        double so_many = wyrm_beta_cdf(middle, seen, count - seen + REST);
        double listed = wyrm_beta_cdf(middle, from, count - from + REST);
        if (so_many < tail * listed)
            low = middle;
        else
            high = middle;
    }
    return (wyrm_interval){0.5 * (low + high), interval.high};
}

/* Differences are -1, 0 or 1, and either sign may just not have been seen yet: so a whole
 * observation is added to each side, after D. G. Bonett and R. M. Price ("Adjusted Wald confidence
 * interval for a difference of binomial proportions based on paired data", 2012), and the result is
 * skewed. */
wyrm_interval wyrm_paired_share_interval(uint64_t gained, uint64_t lost, uint64_t pairs,
                                         double confidence)
{
    double tail = left_out(confidence);
    if (pairs == 0 || gained > pairs || lost > pairs - gained || tail <= 0.0)
        return (wyrm_interval){-1.0, 1.0};
    double up = (double)gained + 1.0, down = (double)lost + 1.0, count = (double)pairs + 2.0;
    double mean = (up - down) / count, square = (up + down) / count;
    double variance = square - mean * mean;
    double third = mean - 3.0 * mean * square + 2.0 * mean * mean * mean;
    double skewness = 2.0 * third / pow(variance, 1.5) / sqrt(count);
    double deviate = -wyrm_t_quantile(tail, fmax((double)pairs - 1.0, 1.0));
    double error = sqrt(variance / (count + 1.0));
    double difference = ((double)gained - (double)lost) / (double)pairs;
    double low = mean + error * skewed(-deviate, skewness);
    double high = mean + error * skewed(deviate, skewness);
    return (wyrm_interval){fmax(fmin(low, difference), -1.0), fmin(fmax(high, difference), 1.0)};
}

/* ---- Differences ---- */

/* G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures" (2008): the
 * ends that face each other decide. For two shares it is Newcombe's interval. */
wyrm_interval wyrm_difference_interval(double a, wyrm_interval of_a, double b, wyrm_interval of_b)
{
    double low = hypot(a - of_a.low, of_b.high - b), high = hypot(of_a.high - a, b - of_b.low);
    if (!wyrm_interval_is_known(of_a) || !wyrm_interval_is_known(of_b))
        return all_reals;
    return (wyrm_interval){a - b - low, a - b + high};
}

/* ---- Quantiles ---- */

/* The rank, not always whole, whose value lies above quantile p with probability `tail`. A. D.
 * Hutson, "Calculating nonparametric confidence intervals for quantiles using fractional order
 * statistics" (1999): the value of rank r lies below it with probability I_p(r, n + 1 - r), also
 * between whole ranks. */
static double rank_below(double count, double p, double tail)
{
    double low = 0.0, high = count + 1.0;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (1.0 - wyrm_beta_cdf(p, middle, count + 1.0 - middle) < tail)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

wyrm_ranks wyrm_quantile_ranks(uint64_t count, double p, double confidence)
{
    double n = (double)count, tail = left_out(confidence);
    if (count == 0 || !(p > 0.0) || !(p < 1.0) || tail <= 0.0)
        return (wyrm_ranks){0.0, n + 1.0};
    return (wyrm_ranks){rank_below(n, p, tail), n + 1.0 - rank_below(n, 1.0 - p, tail)};
}

#define EXACT      1024u /* values below it have bins of their own */
#define EXACT_LOG  10
#define PER_OCTAVE 64u /* bins for each doubling above EXACT */
#define OCTAVE_LOG 6

void wyrm_histogram_add(wyrm_histogram *histogram, uint64_t value)
{
    uint64_t bin = value;
    if (value >= EXACT) {
        unsigned log = 63u - (unsigned)__builtin_clzll(value);
        uint64_t within = (value >> (log - OCTAVE_LOG)) - PER_OCTAVE;
        bin = EXACT + (log - EXACT_LOG) * PER_OCTAVE + within;
    }
    histogram->count++;
    histogram->bins[bin < WYRM_HISTOGRAM_BINS ? bin : WYRM_HISTOGRAM_BINS - 1]++;
}

/* The value of a rank, clamped to 1..count; between whole ranks it is interpolated. Values are
 * taken to be spread evenly over their bin: its ends alone would widen every interval. */
static double value_at(const wyrm_histogram *histogram, double rank)
{
    double values[2];
    for (int up = 0; up < 2; up++) {
        double wanted = fmin(fmax(up ? ceil(rank) : floor(rank), 1.0), (double)histogram->count);
        uint64_t before = 0, seen = 0;
        size_t bin = 0;
        for (size_t i = 0; i < WYRM_HISTOGRAM_BINS && (double)seen < wanted; i++) {
            if (histogram->bins[i] == 0)
                continue;
            bin = i;
            before = seen;
            seen += histogram->bins[i];
        }
        double least = (double)bin, width = 1.0;
        if (bin >= EXACT) {
            int log = (int)((bin - EXACT) / PER_OCTAVE) + EXACT_LOG - OCTAVE_LOG;
            width = ldexp(1.0, log);
            least = ldexp((double)(PER_OCTAVE + (bin - EXACT) % PER_OCTAVE), log);
        }
        double within = (wanted - (double)before - 0.5) / (double)histogram->bins[bin];
        values[up] = least + floor(width * within);
    }
    return values[0] + (rank - floor(rank)) * (values[1] - values[0]);
}

double wyrm_histogram_quantile(const wyrm_histogram *histogram, double p, wyrm_interval *ci95)
{
    double n = (double)histogram->count;
    *ci95 = all_reals;
    if (histogram->count == 0)
        return (double)NAN;
    double value = value_at(histogram, ceil(n * fmin(fmax(p, 0.0), 1.0)));
    wyrm_ranks ranks = wyrm_quantile_ranks(histogram->count, p, 0.95);
    ci95->low = ranks.low < 1.0 ? 0.0 : fmin(floor(value_at(histogram, ranks.low)), value);
    if (ranks.high <= n)
        ci95->high = fmax(ceil(value_at(histogram, ranks.high)), value);
    return value;
}

/* ---- Distributions of numbers seen in games ---- */

#define SEEN_CONFIDENCE 0.95

static wyrm_estimate exactly(double value)
{
    return (wyrm_estimate){.value = value, .ci95 = {value, value}};
}

/* Sums about the mean come from the shares, since the single games are gone. */
wyrm_estimate wyrm_seen_mean(const wyrm_pmf *seen, uint64_t games)
{
    const double mean = wyrm_pmf_mean(seen), *shares = wyrm_pmf_probabilities(seen);
    wyrm_moments moments = {.range = WYRM_COUNT,
                            .count = games,
                            .mean = mean,
                            .min = (double)wyrm_pmf_first(seen),
                            .max = (double)wyrm_pmf_last(seen)};
    if (games == 0)
        return exactly(mean);
    for (size_t i = 0; i < wyrm_pmf_length(seen); i++) {
        const double off = moments.min + (double)i - mean, weight = (double)games * shares[i];
        moments.m2 += weight * off * off;
        moments.m3 += weight * off * off * off;
    }
    return (wyrm_estimate){mean, true, wyrm_mean_interval(&moments, SEEN_CONFIDENCE)};
}

wyrm_estimate wyrm_seen_share(const wyrm_pmf *seen, uint64_t games, int64_t least, int64_t most)
{
    double share = 0;
    const int64_t first = least > wyrm_pmf_first(seen) ? least : wyrm_pmf_first(seen);
    const int64_t last = most < wyrm_pmf_last(seen) ? most : wyrm_pmf_last(seen);
    for (int64_t n = first; n <= last; n++)
        share += wyrm_pmf_at(seen, n);
    if (games == 0)
        return exactly(share);
    const uint64_t times = (uint64_t)llround(share * (double)games);
    return (wyrm_estimate){(double)times / (double)games, true,
                           wyrm_share_interval(times, games, SEEN_CONFIDENCE)};
}

/* Many games have the same number, so an end between two ranks moves outwards to a whole one. */
wyrm_estimate wyrm_seen_quantile(const wyrm_pmf *seen, uint64_t games, double p)
{
    const double value = (double)wyrm_pmf_quantile(seen, p), n = (double)games;
    const wyrm_ranks ranks = wyrm_quantile_ranks(games, p, SEEN_CONFIDENCE);
    wyrm_interval ci95 = {0, INFINITY};
    if (games == 0)
        return exactly(value);
    if (ranks.low >= 1)
        ci95.low = (double)wyrm_pmf_quantile(seen, (floor(ranks.low) - 0.5) / n);
    if (ranks.high <= n)
        ci95.high = (double)wyrm_pmf_quantile(seen, (ceil(ranks.high) - 0.5) / n);
    return (wyrm_estimate){value, true, {fmin(ci95.low, value), fmax(ci95.high, value)}};
}

/* The quantile lies below what is reached at most by one step, where a sample says so little that
 * its interval serves for both. */
wyrm_estimate wyrm_seen_reached(const wyrm_pmf *seen, uint64_t games, double share)
{
    if (games == 0)
        return exactly((double)wyrm_pmf_reached(seen, share));
    return wyrm_seen_quantile(seen, games, 1 - share);
}

/* ---- Survival ---- */

/* M. P. Fay, E. H. Brittain and M. A. Proschan, "Pointwise confidence intervals for a survival
 * distribution with small samples or heavy censoring" (2013): the share of those at risk who
 * survive a step has a beta distribution, and the product of these has nearly the beta distribution
 * with the product's mean and mean square. Without censoring it is the interval of a plain
 * share. */
void wyrm_survival_step(wyrm_survival *survival, uint64_t at_risk, uint64_t died)
{
    double risk = (double)at_risk, left = died < at_risk ? (double)(at_risk - died) : 0.0;
    if (!survival->begun)
        *survival = (wyrm_survival){.share = 1.0, .mean = 1.0, .square = 1.0, .begun = true};
    survival->alive = left;
    if (at_risk == 0)
        return;
    survival->share *= left / risk;
    survival->mean *= (left + 1.0) / (risk + 1.0);
    survival->square *= (left + 1.0) / (risk + 1.0) * (left + 2.0) / (risk + 2.0);
}

wyrm_interval wyrm_survival_interval(const wyrm_survival *survival, double confidence)
{
    double variance = survival->square - survival->mean * survival->mean;
    if (!survival->begun)
        return all_shares;
    if (!(survival->mean < 1.0) || !(variance > 0.0))
        return interval_of_counts(survival->alive, 0.0, confidence);
    double trials = (survival->mean - survival->square) / variance;
    double successes = fmax(survival->mean * trials - 1.0, 0.0);
    wyrm_interval interval =
        interval_of_counts(successes, fmax((1.0 - survival->mean) * trials, 0.0), confidence);
    return (wyrm_interval){fmin(interval.low, survival->share),
                           fmax(interval.high, survival->share)};
}
