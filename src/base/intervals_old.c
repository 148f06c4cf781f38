/* The intervals of before, until their last callers have the new ones. */
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

static double student(const wyrm_clusters *clusters, double confidence)
{
    double tail = 0.5 * (1 - fmin(fmax(confidence, 0), 1));
    return -wyrm_t_quantile(tail, (double)clusters->count - 1);
}

/* Wilson's score interval for as many independent trials as would have the same standard error
 * (E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected number
 * of positive counts estimated from survey data", 1998). Where all clusters are the same each of
 * them that has any counts for one trial. */
wyrm_interval wyrm_clusters_share(const wyrm_clusters *clusters, double confidence)
{
    double share = fmin(wyrm_clusters_ratio(clusters), 1);
    double error = wyrm_clusters_error(clusters);
    double t = student(clusters, confidence);
    if (clusters->count < 2 || !(clusters->x > 0) || !(t <= 1e150))
        return (wyrm_interval){0, 1};
    double spread = share * (1 - share);
    double trials = fmin((double)clusters->count, clusters->x);
    if (error > 0 && spread > 0)
        trials = fmax(spread / (error * error), 1);
    double weight = t * t / trials;
    double centre = (share + 0.5 * weight) / (1 + weight);
    double half = sqrt(weight * (spread + 0.25 * weight)) / (1 + weight);
    return (wyrm_interval){share > 0 ? fmin(fmax(centre - half, 0), share) : 0,
                           share < 1 ? fmax(fmin(centre + half, 1), share) : 1};
}

/* The score interval of a Poisson count as large as would have the same relative error. Where all
 * clusters are the same, that of the clusters that may yet differ, by one each. */
wyrm_interval wyrm_clusters_rate(const wyrm_clusters *clusters, double confidence)
{
    double rate = wyrm_clusters_ratio(clusters);
    double error = wyrm_clusters_error(clusters);
    double t = student(clusters, confidence);
    if (clusters->count < 2 || !(clusters->x > 0) || !(t <= 1e150))
        return (wyrm_interval){0, INFINITY};
    if (!(error > 0))
        return (wyrm_interval){fmax(rate - t * t / clusters->x, 0), rate + t * t / clusters->x};
    double relative = t * error / rate;
    double half = relative * sqrt(1 + 0.25 * relative * relative);
    double low = rate * (1 + 0.5 * relative * relative - half);
    return (wyrm_interval){fmin(fmax(low, 0), rate), rate * (1 + 0.5 * relative * relative + half)};
}
