/* Figures with their uncertainty: moments that merge, intervals, quantiles of the normal and of
 * Student's t distribution. Sources are named at each function; the tests hold them against GSL.
 */
#ifndef WYRM_STATS_H
#define WYRM_STATS_H

#include <wyrm/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A closed interval; low <= high. */
typedef struct wyrm_interval {
    double low;
    double high;
} wyrm_interval;

/* Count, mean, sum of squared deviations, least and greatest of a sample, updated one value at a
 * time (Welford). {0} is the empty sample. Merging in a fixed order gives the same bits every
 * time. */
typedef struct wyrm_moments {
    uint64_t count;
    double mean;
    double m2;
    double min;
    double max;
} wyrm_moments;

WYRM_API void wyrm_moments_add(wyrm_moments *moments, double value);

/* Adds the sample of `other` (Chan, Golub and LeVeque). */
WYRM_API void wyrm_moments_merge(wyrm_moments *moments, const wyrm_moments *other);

/* Unbiased variance of the sample and its root; 0 for fewer than two values. */
WYRM_API double wyrm_moments_variance(const wyrm_moments *moments);
WYRM_API double wyrm_moments_sd(const wyrm_moments *moments);

/* Student's interval for the mean at `confidence` in (0, 1). Fewer than two values: all reals. */
WYRM_API wyrm_interval wyrm_moments_interval(const wyrm_moments *moments, double confidence);

/* Wilson's score interval for a proportion of `successes` in `trials`. No trials: [0, 1]. */
WYRM_API wyrm_interval wyrm_wilson(uint64_t successes, uint64_t trials, double confidence);

/* Interval for the quantile `p` of the distribution behind an ascending sample, from order
 * statistics with binomial ranks (normal approximation, ranks rounded outwards, ends of the sample
 * where a rank falls outside). count 0: all reals. */
WYRM_API wyrm_interval wyrm_quantile_interval(const double *ascending, size_t count, double p,
                                              double confidence);

/* What is counted in clusters: rooms of one campaign have its luck in common, so that only
 * campaigns are independent of each other, and an interval over rooms would be too narrow. Each
 * cluster adds a pair of totals, and the figure is the ratio of the sums: pity items for every
 * room. {0} has no clusters. Sums of whole numbers are exact up to 2^53. */
typedef struct wyrm_clusters {
    uint64_t count;          /* clusters */
    double y, x, yy, xy, xx; /* sums, of squares and products too */
} wyrm_clusters;

/* One cluster: y of x, neither negative. */
WYRM_API void wyrm_clusters_add(wyrm_clusters *clusters, double y, double x);
WYRM_API void wyrm_clusters_merge(wyrm_clusters *clusters, const wyrm_clusters *other);

/* The sum of y over that of x, and its standard error; 0 where x is 0, the error also for fewer
 * than two clusters. */
WYRM_API double wyrm_clusters_ratio(const wyrm_clusters *clusters);
WYRM_API double wyrm_clusters_error(const wyrm_clusters *clusters);

/* Intervals for the ratio, by Student's t for as many clusters as there are: where it is a share (y
 * is at most x), within [0, 1]; and where it is a mean of counts, from 0. Both hold the ratio, and
 * neither is a point where nothing was seen or all clusters are alike. Fewer than two clusters: all
 * that there can be. */
WYRM_API wyrm_interval wyrm_clusters_share(const wyrm_clusters *clusters, double confidence);
WYRM_API wyrm_interval wyrm_clusters_rate(const wyrm_clusters *clusters, double confidence);

/* Cumulative probability and quantile of the standard normal distribution. The quantile is Acklam's
 * approximation refined by Newton's method to 1e-14; p <= 0 gives -INFINITY, p >= 1 +INFINITY. */
WYRM_API double wyrm_normal_cdf(double z);
WYRM_API double wyrm_normal_quantile(double p);

/* Cumulative probability and quantile of Student's t with `df` > 0 degrees of freedom (need not be
 * whole). Ends as for the normal; df not above 0 gives NAN. */
WYRM_API double wyrm_t_cdf(double t, double df);
WYRM_API double wyrm_t_quantile(double p, double df);

#ifdef __cplusplus
}
#endif
#endif
