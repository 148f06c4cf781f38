/* Ratios of totals over independent clusters, and intervals that stay honest where few clusters
 * have any of what is counted. */
#include <wyrm/stats.h>

#include <math.h>

void wyrm_clusters_add(wyrm_clusters *clusters, double y, double x)
{
    clusters->count++;
    clusters->y += y;
    clusters->x += x;
    clusters->yy += y * y;
    clusters->xy += x * y;
    clusters->xx += x * x;
}

void wyrm_clusters_merge(wyrm_clusters *clusters, const wyrm_clusters *other)
{
    clusters->count += other->count;
    clusters->y += other->y;
    clusters->x += other->x;
    clusters->yy += other->yy;
    clusters->xy += other->xy;
    clusters->xx += other->xx;
}

double wyrm_clusters_ratio(const wyrm_clusters *clusters)
{
    return clusters->x > 0 ? clusters->y / clusters->x : 0;
}

/* W. G. Cochran, "Sampling Techniques", section 2.11: by the residuals y - ratio x of the clusters.
 */
double wyrm_clusters_error(const wyrm_clusters *clusters)
{
    double count = (double)clusters->count;
    if (clusters->count < 2 || !(clusters->x > 0))
        return 0;
    double ratio = wyrm_clusters_ratio(clusters);
    double squares = clusters->yy - 2 * ratio * clusters->xy + ratio * ratio * clusters->xx;
    /* Less is what rounding leaves where all clusters have the same ratio. */
    return squares > 1e-12 * clusters->yy ? sqrt(squares * count / (count - 1)) / clusters->x : 0;
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
