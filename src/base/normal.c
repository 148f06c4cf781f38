/* Cumulative probability and quantile of the standard normal distribution. */
#include <wyrm/stats.h>

#include <math.h>

#define SQRT_TWO_PI 2.5066282746310005024

double wyrm_normal_cdf(double z)
{
    return 0.5 * erfc(-z * M_SQRT1_2);
}

/* coefficients[0] is that of the highest power. */
static double polynomial(const double *coefficients, int count, double x)
{
    double value = coefficients[0];
    for (int i = 1; i < count; i++)
        value = value * x + coefficients[i];
    return value;
}

/* P. J. Acklam, "An algorithm for computing the inverse normal cumulative distribution function"
 * (2003): relative error below 1.15e-9, for p in (0, 1/2]; offset = p - 1/2. */
static double acklam(double p, double offset)
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
    if (p < 0.02425) {
        double root = sqrt(-2.0 * log(p));
        return polynomial(tail_top, 6, root) / polynomial(tail_bottom, 5, root);
    }
    double square = offset * offset;
    return offset * polynomial(centre_top, 6, square) / polynomial(centre_bottom, 6, square);
}

/* One step of Halley's method; two of them take any start of Acklam's to the last digits. The error
 * is taken where it has them: about the middle, or relative to a small p. */
static double refine_normal(double z, double p, double offset)
{
    double step;
    if (p > 0.25)
        step = (0.5 * erf(z * M_SQRT1_2) - offset) * SQRT_TWO_PI * exp(0.5 * z * z);
    else
        step = (wyrm_normal_cdf(z) / p - 1.0) * SQRT_TWO_PI * exp(0.5 * z * z + log(p));
    return z - step / (1.0 + 0.5 * z * step);
}

double wyrm_normal_quantile(double p)
{
    if (isnan(p))
        return p;
    if (p <= 0.0)
        return -INFINITY;
    if (p >= 1.0)
        return INFINITY;
    if (p == 0.5)
        return 0.0;
    /* Both differences are exact. */
    double lower = p < 0.5 ? p : 1.0 - p;
    double offset = p < 0.5 ? p - 0.5 : 0.5 - p;
    double z = acklam(lower, offset);
    z = refine_normal(z, lower, offset);
    z = refine_normal(z, lower, offset);
    return p < 0.5 ? z : -z;
}
