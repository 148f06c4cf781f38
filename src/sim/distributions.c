/* The distributions that intervals are made of: the normal, the beta and Student's t distribution.
 *
 * The last two are one function, the incomplete beta function as a continued fraction. What stands
 * before the fraction comes from Stirling's series, so that neither large parameters nor small
 * tails lose digits; where its degrees of freedom are many, t is the normal distribution with
 * Hill's correction. Quantiles are found by Newton's method in a bracket. Own code rather than a
 * library's, because every sampled figure rests on it, and GSL's inverse of the beta distribution
 * stops for some of the shapes that occur; the tests hold both against each other where GSL
 * answers. */
#include <wyrm/stats.h>
#include <float.h>
#include <math.h>

#define SQRT_TWO_PI 2.5066282746310005024

double wyrm_normal_cdf(double z)
{
    return 0.5 * erfc(-z * M_SQRT1_2);
}

/* ---- The beta distribution ---- */

/* What Stirling's formula for the logarithm of the gamma function leaves out, for x >= 10. */
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

/* The quantile of a p above 1/2 is that of its complement, so that no small tail loses digits. Its
 * mass, that of the tail or (where the tail is above 1/4) from 0, is found by Newton's method for
 * its logarithm as a function of log t, which is concave, so that it converges from anywhere; kept
 * in a bracket against rounding. */
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
