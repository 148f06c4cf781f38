/* Figures with their uncertainty: what is added up value by value, and 95 % intervals that cover,
 * by kind of figure. docs/statistics.md has how often each was measured to hold the truth; the file
 * src/sim/intervals.c says how they are made and why so. The tests hold distributions against GSL.
 *
 * An interval that nothing honest can be said of is unknown: its figure is not to be printed.
 */
#ifndef WYRM_STATS_H
#define WYRM_STATS_H

#include <wyrm/pmf.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A figure that is exact, or of a sample and then with its interval. NAN: it cannot be had. */
typedef struct wyrm_estimate {
    double value;
    bool sampled;
    wyrm_interval ci95; /* where sampled; else of that one point */
} wyrm_estimate;

/* Whether it says anything: all reals say nothing. */
WYRM_API bool wyrm_interval_is_known(wyrm_interval interval);

/* What the values behind a mean or a ratio can be. */
typedef enum wyrm_range {
    WYRM_ANY,    /* on either side of those that were seen: levels, depths, differences */
    WYRM_AMOUNT, /* from 0 upwards, and one near 0 is no wonder: turns, damage */
    WYRM_COUNT,  /* likewise, in whole numbers: items, attacks */
    WYRM_SHARE,  /* from 0 to 1: hit points left of all */
    WYRM_CAPPED, /* from 0 to the `most` of its moments, which whatever is above counts as */
} wyrm_range;

/* ---- Means ---- */

/* Count, mean, sums of squared and cubed deviations, least and greatest of a sample, updated one
 * value at a time (Welford). {0} is the empty sample of values that can be anything, {.range =
 * WYRM_SHARE} one of shares. Merging in a fixed order gives the same bits every time. */
typedef struct wyrm_moments {
    wyrm_range range;
    double most; /* WYRM_CAPPED: the cap, above 0 */
    uint64_t count;
    double mean;
    double m2;
    double m3;
    double min;
    double max;
} wyrm_moments;

WYRM_API void wyrm_moments_add(wyrm_moments *moments, double value);

/* Adds the sample of `other` (Chan, Golub and LeVeque; Pebay). */
WYRM_API void wyrm_moments_merge(wyrm_moments *moments, const wyrm_moments *other);

/* Unbiased variance of the sample and its root; 0 for fewer than two values. */
WYRM_API double wyrm_moments_variance(const wyrm_moments *moments);
WYRM_API double wyrm_moments_sd(const wyrm_moments *moments);

/* Interval for the mean behind a sample. For shares it is known from the first value on, and never
 * leaves 0 and 1; so it is between 0 and the cap. For the others it is unknown where fewer than ten values were seen, where a value
 * or two are all that the sample's spread comes from, and where all of them are 0 and no counts.
 * Values that are all the same have an interval of their own: what has not been seen may differ as
 * much as they do from 0, and a count by one. Differences of pairs are WYRM_ANY. */
WYRM_API wyrm_interval wyrm_mean_interval(const wyrm_moments *moments, double confidence);

/* ---- Shares ---- */

/* Interval for the chance behind `successes` in `trials`. No trials: [0, 1]. */
WYRM_API wyrm_interval wyrm_share_interval(uint64_t successes, uint64_t trials, double confidence);

/* The same where the share is shown only because there were at least `least` successes, as a cause
 * of death is listed because it occurred: what is as rare as can be is listed when it has its day.
 */
WYRM_API wyrm_interval wyrm_listed_share_interval(uint64_t successes, uint64_t trials,
                                                  uint64_t least, double confidence);

/* Interval for the difference of two shares of the same `pairs` (a run before and after a change),
 * of which `gained` have it only after and `lost` only before. It never has the width 0. */
WYRM_API wyrm_interval wyrm_paired_share_interval(uint64_t gained, uint64_t lost, uint64_t pairs,
                                                  double confidence);

/* Interval for the difference a - b of two independent figures with intervals of their own, by
 * those. Unknown where one of them is. */
WYRM_API wyrm_interval wyrm_difference_interval(double a, wyrm_interval of_a, double b,
                                                wyrm_interval of_b);

/* ---- Quantiles ---- */

/* The ranks, from 1 to `count`, between whose values lies the quantile `p` in [0, 1] behind a
 * sample in ascending order; between two ranks the value is between theirs. Below 1 or above
 * `count`: the interval is open there, for the sample does not reach as far. */
typedef struct wyrm_ranks {
    double low, high;
} wyrm_ranks;

WYRM_API wyrm_ranks wyrm_quantile_ranks(uint64_t count, double p, double confidence);

/* ---- Distributions that were seen ----
 *
 * Figures of a distribution of whole numbers from 0. With `games` above 0 it has the shares of so
 * many draws that are independent of each other, and the figure is of that sample; with 0 it is the
 * distribution itself, and the figure exact. */

WYRM_API wyrm_estimate wyrm_seen_mean(const wyrm_pmf *seen, uint64_t games);

/* The chance of values from least to most. */
WYRM_API wyrm_estimate wyrm_seen_share(const wyrm_pmf *seen, uint64_t games, int64_t least,
                                       int64_t most);

/* The quantile p in (0, 1). Where the sample does not reach as far, its interval is open: from 0,
 * or without an upper end. */
WYRM_API wyrm_estimate wyrm_seen_quantile(const wyrm_pmf *seen, uint64_t games, double p);

/* ---- Ratios over clusters ---- */

/* What is counted in clusters: rooms of one campaign have its luck in common, so that only
 * campaigns are independent of each other, and an interval over rooms would be too narrow. Each
 * cluster adds a pair of totals, and the figure is the ratio of the sums: pity items for every
 * room. {0} has no clusters; the range is that of a single one's ratio, WYRM_SHARE where y is at
 * most x. Sums of whole numbers are exact up to 2^53. */
typedef struct wyrm_ratio_estimate {
    wyrm_range range;
    uint64_t count;          /* clusters */
    double y, x, yy, xy, xx; /* sums, of squares and products too */
    double yyy, xyy, xxy, xxx;
} wyrm_ratio_estimate;

/* One cluster: y of x, neither negative. */
WYRM_API void wyrm_ratio_estimate_add(wyrm_ratio_estimate *clusters, double y, double x);
WYRM_API void wyrm_ratio_estimate_merge(wyrm_ratio_estimate *clusters,
                                        const wyrm_ratio_estimate *other);

/* The sum of y over that of x; 0 where x is 0. */
WYRM_API double wyrm_ratio_estimate_value(const wyrm_ratio_estimate *clusters);

/* Interval for the ratio, known where that of a mean of so many values is; clusters are worth the
 * fewer of them, the more their sizes differ. */
WYRM_API wyrm_interval wyrm_ratio_interval(const wyrm_ratio_estimate *clusters, double confidence);

/* ---- Survival ---- */

/* The share that outlives step after step, where some go out of sight on the way (Kaplan and
 * Meier). Begins with {.share = 1}. */
typedef struct wyrm_survival {
    double share;
    double mean, square; /* of the product that the interval is made of */
    double alive;        /* after the last step; of those that were still in sight */
    bool begun;
} wyrm_survival;

/* A step that `at_risk` come to and `died` of these do not outlive. */
WYRM_API void wyrm_survival_step(wyrm_survival *survival, uint64_t at_risk, uint64_t died);

/* Interval for the share; that of wyrm_share_interval where nobody went out of sight. */
WYRM_API wyrm_interval wyrm_survival_interval(const wyrm_survival *survival, double confidence);

/* ---- Distributions ---- */

/* Cumulative probability of the standard normal distribution. */
WYRM_API double wyrm_normal_cdf(double z);

/* Cumulative probability and quantile of Student's t with `df` > 0 degrees of freedom (need not be
 * whole; INFINITY: the normal distribution). p <= 0 gives -INFINITY, p >= 1 +INFINITY; df not above
 * 0 gives NAN. */
WYRM_API double wyrm_t_cdf(double t, double df);
WYRM_API double wyrm_t_quantile(double p, double df);

/* Cumulative probability and quantile of the beta distribution, a and b above 0 (else NAN). */
WYRM_API double wyrm_beta_cdf(double x, double a, double b);
WYRM_API double wyrm_beta_quantile(double p, double a, double b);

#ifdef __cplusplus
}
#endif
#endif
