/* Reading a probability mass function: probabilities, moments, quantiles, and one draw of it. */
#include "base/pmf_internal.h"

#include <float.h>
#include <math.h>

int64_t wyrm_pmf_first(const wyrm_pmf *pmf)
{
    return pmf->first;
}

int64_t wyrm_pmf_last(const wyrm_pmf *pmf)
{
    return pmf->first + (int64_t)(pmf->length - 1);
}

size_t wyrm_pmf_length(const wyrm_pmf *pmf)
{
    return pmf->length;
}

const double *wyrm_pmf_probabilities(const wyrm_pmf *pmf)
{
    return pmf->probabilities;
}

double wyrm_pmf_at(const wyrm_pmf *pmf, int64_t value)
{
    if (value < pmf->first || value > wyrm_pmf_last(pmf))
        return 0.0;
    return pmf->probabilities[value - pmf->first];
}

double wyrm_pmf_tail(const wyrm_pmf *pmf, int64_t least)
{
    if (least <= pmf->first)
        return 1.0;
    if (least > wyrm_pmf_last(pmf))
        return 0.0;
    size_t skipped = (size_t)(least - pmf->first);
    return fmin(wyrm_sum(pmf->probabilities + skipped, pmf->length - skipped), 1.0);
}

/* The mean above the first value: small, so that no precision is lost where values are large. */
static double mean_above_first(const wyrm_pmf *pmf)
{
    wyrm_exact_sum total = {0.0, 0.0};
    for (size_t i = 1; i < pmf->length; i++)
        wyrm_exact_add(&total, pmf->probabilities[i] * (double)i);
    return wyrm_exact_value(total);
}

double wyrm_pmf_mean(const wyrm_pmf *pmf)
{
    return (double)pmf->first + mean_above_first(pmf);
}

double wyrm_pmf_variance(const wyrm_pmf *pmf)
{
    double mean = mean_above_first(pmf);
    wyrm_exact_sum total = {0.0, 0.0};
    for (size_t i = 0; i < pmf->length; i++) {
        double deviation = (double)i - mean;
        wyrm_exact_add(&total, pmf->probabilities[i] * deviation * deviation);
    }
    return pmf->length == 1 ? 0.0 : fmax(wyrm_exact_value(total), 0.0);
}

double wyrm_pmf_sd(const wyrm_pmf *pmf)
{
    return sqrt(wyrm_pmf_variance(pmf));
}

int64_t wyrm_pmf_quantile(const wyrm_pmf *pmf, double p)
{
    if (!(p > 0.0))
        return pmf->first;
    if (p >= 1.0)
        return wyrm_pmf_last(pmf);
    /* A cumulative probability that misses p by rounding only has reached it: the median of a fair
     * die is 3. */
    double wanted = p * (1.0 - 4.0 * DBL_EPSILON);
    wyrm_exact_sum total = {0.0, 0.0};
    for (size_t i = 0; i < pmf->length; i++) {
        wyrm_exact_add(&total, pmf->probabilities[i]);
        if (pmf->probabilities[i] > 0.0 && wyrm_exact_value(total) >= wanted)
            return pmf->first + (int64_t)i;
    }
    return wyrm_pmf_last(pmf);
}

int64_t wyrm_pmf_draw(const wyrm_pmf *pmf, wyrm_rng *rng)
{
    double drawn = wyrm_rng_real(rng);
    double cumulative = 0.0;
    for (size_t i = 0; i < pmf->length; i++) {
        cumulative += pmf->probabilities[i];
        if (drawn < cumulative)
            return pmf->first + (int64_t)i;
    }
    return wyrm_pmf_last(pmf);
}
