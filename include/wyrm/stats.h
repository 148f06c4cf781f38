/* Figures with their uncertainty: sums that grow value by value, and 95 % intervals that cover, by
 * kind of figure. docs/statistics.md shows how often each was measured to hold the true value;
 * src/sim/intervals.c says how they are made and why. The tests compare distributions with GSL.
 *
 * An interval about which nothing honest can be said is unknown: do not print its figure.
 */
#ifndef WYRM_STATS_H
#define WYRM_STATS_H

#include <wyrm/pmf.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A figure that is exact, or from a sample with its interval. NAN: there is no such figure. */
typedef struct wyrm_estimate {
    double value;
    bool sampled;
    wyrm_interval ci95; /* if sampled; else just the value */
} wyrm_estimate;

/* Whether an interval says anything: one of all reals does not. */
WYRM_API bool wyrm_interval_is_known(wyrm_interval interval);

/* The possible values behind a mean or a ratio. */
typedef enum wyrm_range {
    WYRM_ANY,    /* above and below those seen: levels, depths, differences */
    WYRM_AMOUNT, /* from 0 upwards, often near 0: turns, damage */
    WYRM_COUNT,  /* the same in whole numbers: items, attacks */
    WYRM_SHARE,  /* from 0 to 1: hit points left as a share of all */
    WYRM_CAPPED, /* from 0 to `most` of the moments; larger values count as that */
    WYRM_WITHIN, /* as WYRM_ANY, but the rules allow `least` to `most` only: depths of a dungeon */
} wyrm_range;

/* ---- Means ---- */

/* Count, mean, sums of squared and cubed deviations, minimum and maximum of a sample, updated one
 * value at a time (Welford). {0} is the empty sample of WYRM_ANY values, {.range = WYRM_SHARE} one
 * of shares. Merging in a fixed order gives the same bits every time. */
typedef struct wyrm_moments {
    wyrm_range range;
    double least, most; /* WYRM_CAPPED: the cap is `most`, above 0; WYRM_WITHIN: both bounds */
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

/* Interval for the mean behind a sample. For shares it is known from the first value on and stays
 * within [0, 1], for capped values within [0, most]. Where the rules set bounds (WYRM_WITHIN) it
 * is cut there, unless a value lies beyond them. For other ranges it is unknown with fewer than
 * ten values, where only one or two values cause all of the sample's spread, and where all values
 * are 0 and not counts. A sample of equal values gets an interval of its own: values not yet seen
 * may differ by as much as these do from 0, and a count by one. Differences of pairs are
 * WYRM_ANY. */
WYRM_API wyrm_interval wyrm_mean_interval(const wyrm_moments *moments, double confidence);

/* ---- Shares ---- */

/* Interval for the probability behind `successes` in `trials`. No trials: [0, 1]. */
WYRM_API wyrm_interval wyrm_share_interval(uint64_t successes, uint64_t trials, double confidence);

/* The same for a share that is shown only because there were at least `least` successes, as a cause
 * of death is listed because it occurred. Without this correction every rare event would look too
 * frequent on the one occasion when it is listed.
 */
WYRM_API wyrm_interval wyrm_listed_share_interval(uint64_t successes, uint64_t trials,
                                                  uint64_t least, double confidence);

/* Interval for the difference of two shares over the same `pairs` (a run before and after a
 * change), of which `gained` have the property only after and `lost` only before. Its width is
 * never 0. */
WYRM_API wyrm_interval wyrm_paired_share_interval(uint64_t gained, uint64_t lost, uint64_t pairs,
                                                  double confidence);

/* Interval for the difference a - b of two independent figures, from their intervals. Unknown if
 * one of these is. */
WYRM_API wyrm_interval wyrm_difference_interval(double a, wyrm_interval of_a, double b,
                                                wyrm_interval of_b);

/* ---- Quantiles ---- */

/* The ranks, from 1 to `count`, of the sorted sample whose values enclose the quantile `p` in [0,
 * 1]; a fractional rank lies between two values. Below 1 or above `count` the interval is open on
 * that side, because the sample does not reach as far. */
typedef struct wyrm_ranks {
    double low, high;
} wyrm_ranks;

WYRM_API wyrm_ranks wyrm_quantile_ranks(uint64_t count, double p, double confidence);

/* ---- Figures of a distribution ----
 *
 * `seen` is a distribution of whole numbers from 0. With `games` above 0 it holds the shares of
 * that many independent draws, and the figure is sampled; with 0 it is the distribution itself, and
 * the figure is exact. */

WYRM_API wyrm_estimate wyrm_seen_mean(const wyrm_pmf *seen, uint64_t games);

/* The probability of values from least to most. */
WYRM_API wyrm_estimate wyrm_seen_share(const wyrm_pmf *seen, uint64_t games, int64_t least,
                                       int64_t most);

/* The quantile p in (0, 1). Where the sample does not reach as far, its interval is open: from 0,
 * or without an upper end. */
WYRM_API wyrm_estimate wyrm_seen_quantile(const wyrm_pmf *seen, uint64_t games, double p);

/* The greatest value that this share, in (0, 1), has at least: wyrm_pmf_reached. */
WYRM_API wyrm_estimate wyrm_seen_reached(const wyrm_pmf *seen, uint64_t games, double share);

/* ---- Ratios over clusters ---- */

/* A ratio counted in clusters. The rooms of one campaign share its luck, so only campaigns are
 * independent and an interval over rooms would be too narrow. Each cluster adds a pair of totals,
 * and the figure is the ratio of the sums: pity items per room. {0} has no clusters; the range is
 * that of a single cluster's ratio, WYRM_SHARE where y is at most x. Sums of whole numbers are
 * exact up to 2^53. */
typedef struct wyrm_ratio_estimate {
    wyrm_range range;
    uint64_t count;          /* clusters */
    double y, x, yy, xy, xx; /* sums over clusters, also of squares and products */
    double yyy, xyy, xxy, xxx;
} wyrm_ratio_estimate;

/* Adds one cluster: y of x, neither negative. */
WYRM_API void wyrm_ratio_estimate_add(wyrm_ratio_estimate *clusters, double y, double x);
WYRM_API void wyrm_ratio_estimate_merge(wyrm_ratio_estimate *clusters,
                                        const wyrm_ratio_estimate *other);

/* The sum of y over that of x; 0 where x is 0. */
WYRM_API double wyrm_ratio_estimate_value(const wyrm_ratio_estimate *clusters);

/* Interval for the ratio; unknown where the interval of a mean of as many values would be. Clusters
 * of very different sizes count as fewer. */
WYRM_API wyrm_interval wyrm_ratio_interval(const wyrm_ratio_estimate *clusters, double confidence);

/* ---- Survival ---- */

/* The share that survives step after step, where some are censored on the way (Kaplan and Meier).
 * Start with {.share = 1}. */
typedef struct wyrm_survival {
    double share;
    double mean, square; /* moments of the product from which the interval is made */
    double alive;        /* after the last step; censored ones not counted */
    bool begun;
} wyrm_survival;

/* Adds a step that `at_risk` enter and at which `died` of them die. */
WYRM_API void wyrm_survival_step(wyrm_survival *survival, uint64_t at_risk, uint64_t died);

/* Interval for the share; that of wyrm_share_interval where nobody was censored. */
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
