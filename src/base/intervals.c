/* Confidence intervals for a mean, a proportion and a quantile. */
#include <wyrm/stats.h>

#include <math.h>

static const wyrm_interval all_reals = {-INFINITY, INFINITY};

/* The probability left out at each end. Out-of-range confidences: the nearest sensible. */
static double left_out(double confidence)
{
    return 0.5 * (1.0 - fmin(fmax(confidence, 0.0), 1.0));
}

wyrm_interval wyrm_moments_interval(const wyrm_moments *moments, double confidence)
{
    double tail = left_out(confidence);
    if (moments->count < 2 || tail <= 0.0)
        return all_reals;
    double count = (double)moments->count;
    double error = wyrm_moments_sd(moments) / sqrt(count);
    double half = -wyrm_t_quantile(tail, count - 1.0) * error;
    return (wyrm_interval){moments->mean - half, moments->mean + half};
}

/* E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927). */
wyrm_interval wyrm_wilson(uint64_t successes, uint64_t trials, double confidence)
{
    double tail = left_out(confidence);
    if (trials == 0 || tail <= 0.0)
        return (wyrm_interval){0.0, 1.0};
    if (successes > trials)
        successes = trials;
    double z = wyrm_normal_quantile(tail);
    double count = (double)trials;
    double share = (double)successes / count;
    double failed = (double)(trials - successes) / count;
    double weight = z * z / count;
    double centre = (share + 0.5 * weight) / (1.0 + weight);
    double half = sqrt(weight * (share * failed + 0.25 * weight)) / (1.0 + weight);
    return (wyrm_interval){
        successes == 0 ? 0.0 : fmax(centre - half, 0.0),
        successes == trials ? 1.0 : fmin(centre + half, 1.0),
    };
}

/* The ranks r < s, from 1, of the interval hold the quantile with the probability that the number
 * of values below it, binomial (count, p), is in r..s-1 (W. J. Conover, "Practical Nonparametric
 * Statistics", section 3.2). */
wyrm_interval wyrm_quantile_interval(const double *ascending, size_t count, double p,
                                     double confidence)
{
    double tail = left_out(confidence);
    if (count == 0)
        return all_reals;
    p = fmin(fmax(p, 0.0), 1.0);
    double below = (double)count * p;
    double half =
        tail <= 0.0 ? INFINITY : -wyrm_normal_quantile(tail) * sqrt((double)count * p * (1.0 - p));
    double low_rank = floor(below - half);
    double high_rank = ceil(below + half) + 1.0;
    size_t low = low_rank > 1.0 ? (size_t)low_rank - 1 : 0;
    size_t high = high_rank < (double)count ? (size_t)high_rank - 1 : count - 1;
    return (wyrm_interval){ascending[low < count ? low : count - 1], ascending[high]};
}
