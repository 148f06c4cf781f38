/* Student's t distribution: the incomplete beta function as a continued fraction; for many degrees
 * of freedom the normal distribution with Hill's correction; quantiles by Newton's method. */
#include <wyrm/stats.h>

#include <float.h>
#include <math.h>

/* From here on Hill's series is exact to a double and faster than the fraction. */
#define MANY_DF 10000.0

#define SQRT_PI 1.7724538509055160273

/* Masses of the half line above 0: beyond t, and from 0 to t; they add up to 1/2, and the smaller
 * is accurate relative to its own size. `slope` is t times the density at t. */
typedef struct t_masses {
    double tail;
    double centre;
    double slope;
} t_masses;

/* Gamma(a + 1/2) / Gamma(a), a > 0, from its asymptotic series (F. G. Tricomi and A. Erdelyi, "The
 * asymptotic expansion of a ratio of gamma functions", 1951) moved down to small a by the
 * recurrence of Gamma. A difference of two lgamma would lose all digits where a is large. */
static double gamma_ratio(double a)
{
    static const double series[] = {
        1.0,           -1.0 / 8,        1.0 / 128,       5.0 / 1024,
        -21.0 / 32768, -399.0 / 262144, 869.0 / 4194304, 39325.0 / 33554432};
    double factor = 1.0;
    for (; a < 32.0; a += 1.0)
        factor *= a / (a + 0.5);
    double sum = 0.0;
    for (size_t i = sizeof series / sizeof series[0]; i-- > 0;)
        sum = sum / a + series[i];
    return factor * sqrt(a) * sum;
}

/* The continued fraction of the incomplete beta function I_x(a, b) = x^a (1-x)^b / (a B(a,b)) * it,
 * for x < (a + 1) / (a + b + 2) (DLMF 8.17.22), by Lentz's method as W. J. Thompson and A. R.
 * Barnett made it safe (1986). */
static double beta_fraction(double x, double a, double b)
{
    const double tiny = 1e-300;
    double c = 1.0;
    double d = 1.0 - (a + b) * x / (a + 1.0);
    d = 1.0 / (fabs(d) < tiny ? tiny : d);
    double value = d;
    for (int m = 1; m < 10000; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double change = 1.0;
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

/* G. W. Hill, "Algorithm 395: Student's t-distribution" (1970): the normal deviate with the same
 * tail. */
static double hill_deviate(double t, double df)
{
    double a = df - 0.5;
    double b = 48.0 * a * a;
    double square = a * log1p(t / df * t);
    double root = sqrt(square);
    double third = ((((-0.4 * square - 3.3) * square - 24.0) * square - 85.5) /
                    (0.8 * square * square + 100.0 + b));
    return root * (1.0 + (third + square + 3.0) / b);
}

/* t >= 0 and df > 0, both finite. */
static t_masses masses_at(double t, double df)
{
    double a = 0.5 * df;
    double ratio = t / sqrt(df);
    double square = ratio * ratio;
    /* x = df / (df + t^2) = 1 - y */
    double x = 1.0 / (1.0 + square);
    double y = ratio < 1e8 ? square * x : 1.0;
    double log_x = ratio < 1e8 ? -log1p(square) : -2.0 * log(ratio);
    double slope = exp(a * log_x) * sqrt(y) * gamma_ratio(a) / SQRT_PI;

    t_masses masses = {.slope = slope};
    if (df >= MANY_DF) {
        double z = hill_deviate(t, df);
        masses.tail = wyrm_normal_cdf(-z);
        masses.centre = 0.5 * erf(z * M_SQRT1_2);
    } else if (x < (a + 1.0) / (a + 2.5)) {
        masses.tail = slope / df * beta_fraction(x, a, 0.5);
        masses.centre = 0.5 - masses.tail;
    } else {
        masses.centre = slope * beta_fraction(y, 0.5, a);
        masses.tail = 0.5 - masses.centre;
    }
    return masses;
}

/* The t beyond which lies `tail` where the tail is a power law: far out, or few degrees of freedom;
 * negative where that makes no sense. */
static double far_quantile(double tail, double df)
{
    /* Far out I_x(df/2, 1/2) is x^(df/2) / (df/2 B). */
    double log_x = 2.0 / df * log(tail * df * SQRT_PI / gamma_ratio(0.5 * df));
    if (!(log_x < 0.0))
        return -1.0;
    /* t^2 = df (1 - x) / x */
    return sqrt(-df * expm1(log_x)) * exp(-0.5 * log_x);
}

double wyrm_t_cdf(double t, double df)
{
    if (!(df > 0.0) || isnan(t))
        return NAN;
    if (isinf(df) || isinf(t))
        return wyrm_normal_cdf(t);
    t_masses masses = masses_at(fabs(t), df);
    if (t <= 0.0)
        return masses.tail;
    return masses.tail < 0.25 ? 1.0 - masses.tail : 0.5 + masses.centre;
}

/* Cornish and Fisher's expansion to second order (Abramowitz and Stegun 26.7.5). */
static double cornish_fisher(double z, double df)
{
    double square = z * z;
    double first = (square + 1.0) / 4.0;
    double second = ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    return z * (1.0 + (first + second / df) / df);
}

static double start_of_search(double tail, double df)
{
    double z = -wyrm_normal_quantile(tail);
    double far = far_quantile(tail, df);
    return far > 0.0 && z * z > df ? far : cornish_fisher(z, df);
}

/* The t > 0 whose tail, or (where the tail is above 1/4) whose centre is the given mass: by
 * Newton's method for the logarithm of the mass as a function of log t, which is concave, so that
 * it converges from anywhere; kept in a bracket against rounding. */
static double find_t(double tail, double centre, double df)
{
    double start = start_of_search(tail, df);
    if (isinf(start))
        return INFINITY;
    double low = log(DBL_MIN);
    double high = log(DBL_MAX);
    double at = fmin(fmax(log(start), low), high);
    for (int i = 0; i < 200; i++) {
        t_masses masses = masses_at(exp(at), df);
        double gap; /* below 0: t is too small */
        double step;
        if (tail < 0.25) {
            gap = log(tail / masses.tail);
            step = -gap * (masses.tail / masses.slope);
        } else {
            gap = log(masses.centre / centre);
            step = -gap * (masses.centre / masses.slope);
        }
        if (gap < 0.0)
            low = at;
        else
            high = at;
        double next = at + step;
        if (!(next >= low && next <= high))
            next = 0.5 * (low + high);
        bool found = fabs(next - at) <= 4.0 * DBL_EPSILON * fmax(fabs(at), 1.0);
        at = next;
        if (found || gap == 0.0)
            break;
    }
    return exp(at);
}

double wyrm_t_quantile(double p, double df)
{
    if (!(df > 0.0) || isnan(p))
        return NAN;
    if (p <= 0.0)
        return -INFINITY;
    if (p >= 1.0)
        return INFINITY;
    if (p == 0.5)
        return 0.0;
    if (isinf(df))
        return wyrm_normal_quantile(p);
    /* Both differences are exact. */
    double tail = p < 0.5 ? p : 1.0 - p;
    double t = find_t(tail, 0.5 - tail, df);
    return p < 0.5 ? -t : t;
}
