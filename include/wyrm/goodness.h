/* Does a sample come from a distribution? Tests that compare counted whole numbers with the
 * distribution they are said to be drawn from.
 *
 * The distribution is fully known (a wyrm_pmf of the rules), so nothing is estimated, and every
 * test uses the rules' own moments. Each returns a p-value: the chance of a sample at least as far
 * from the distribution as this one, if it does come from it. A p-value is never too small by more
 * than the approximation that its method names; if outcomes are few and discrete it is too large,
 * if anything. Testing several samples, or one in several ways, needs a correction (wyrm/verify.h
 * makes it).
 */
#ifndef WYRM_GOODNESS_H
#define WYRM_GOODNESS_H

#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The chance of more than `x` where x comes from the chi-square distribution with `df` > 0 degrees
 * of freedom (need not be whole): Q(df/2, x/2), DLMF 8.2. NAN for df not above 0. */
WYRM_API double wyrm_chi_square_tail(double x, double df);

typedef struct wyrm_goodness {
    double p; /* NAN: nothing to test */
    /* "exact", "chi-square", "saddlepoint", "monte carlo"; "" where p is NAN. Static text */
    const char *method;
} wyrm_goodness;

/* ---- A share ---- */

/* The exact binomial test of `successes` in `trials` against a chance, two-sided: twice the smaller
 * tail. A chance of 0 or 1 is met (p = 1) or not (p = 0). */
WYRM_API wyrm_goodness wyrm_goodness_share(uint64_t successes, uint64_t trials, double chance);

/* The chances nearest to the true one that this many trials tell apart from it: below `low` and
 * above `high` the test rejects at level `alpha` in at least a share `power` of samples. Exact. NAN
 * on a side where no chance is rejected that often. */
WYRM_API wyrm_interval wyrm_goodness_share_reach(double chance, uint64_t trials, double alpha,
                                                 double power);

/* ---- A sum ---- */

/* One kind of draws in a sum: `draws` independent ones from values[count], with chances (above 0)
 * that add up to 1. */
typedef struct wyrm_sum_part {
    uint64_t draws;
    size_t count;
    const double *values;
    const double *chances;
} wyrm_sum_part;

/* The two-sided p-value of a sum: twice the smaller of the chances of a sum of at most, and of at
 * least, `sum`.
 *
 * `step` > 0: the values of each part differ by multiples of it, and so do all sums; 0: no such
 * lattice is known. One part with few different sums is convolved; all else uses the saddlepoint
 * approximation of H. E. Daniels, "Tail probability approximations" (International Statistical
 * Review 55, 1987), formula of Lugannani and Rice with the second continuity correction on a
 * lattice. Unlike the normal approximation it is right in the far tails and for skewed values,
 * where corrected levels lie. If a value that comes only a few times moves the whole sum, so that
 * sums form clusters, samples are drawn from *rng as for wyrm_goodness_cells: "monte carlo".
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_goodness_sum(const wyrm_sum_part *parts, size_t count,
                                                       double step, double sum, wyrm_rng *rng,
                                                       wyrm_goodness *out, wyrm_error *error);

/* ---- Whole distributions ---- */

/* A sample of a pmf: times[i] is how often the value wyrm_pmf_first + i came. It has no other
 * values. */
typedef struct wyrm_sample {
    const wyrm_pmf *from;
    const uint64_t *times;
    uint64_t count; /* total number of draws */
} wyrm_sample;

/* The likelihood ratio test that all chances are right: G = 2 sum of o ln(o / e) over the cells,
 * o times seen and e = count x chance expected (Sokal and Rohlf, "Biometry", 17.2), where none with
 * chance 0 was seen. Its distribution is
 *   exact        where no more than 100,000 samples are possible: all of them are gone through
 *                (the exact multinomial test, in the order of G);
 *   chi-square   where neighbouring cells, put together until each expects at least 20, leave two
 *                or more, with Williams' correction (Biometrika 63, 1976);
 *   monte carlo  else: samples are drawn from *rng until 20 of them are as far off, at most 20,000,
 *                and p is the share of those (Besag and Clifford, "Sequential Monte Carlo
 *                p-values", Biometrika 78, 1991), which is valid at every level.
 * p is NAN for fewer than two cells with a chance, and for no count.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_goodness_cells(const double *chances,
                                                         const uint64_t *times, size_t cells,
                                                         wyrm_rng *rng, wyrm_goodness *out,
                                                         wyrm_error *error);

/* Tests the mean: the sum of the sample, by wyrm_goodness_sum, with its errors. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_goodness_mean(const wyrm_sample *sample, wyrm_rng *rng,
                                                        wyrm_goodness *out, wyrm_error *error);

/* Tests the spread: the variance of the sample about its own mean, as a sum of squared deviations,
 * by wyrm_goodness_sum with the variance mu4 - sigma^4 from the rules' fourth moment; by samples
 * from *rng if values far off come 30 times or less, because then the sample's own mean matters. p
 * is NAN for fewer than three values with a chance, or so few draws (count times (kurtosis - 1)
 * below 400) that the error of that mean would matter. Fails as wyrm_goodness_sum. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_goodness_spread(const wyrm_sample *sample, wyrm_rng *rng,
                                                          wyrm_goodness *out, wyrm_error *error);

/* Tests the extremes: the greatest of n draws is at most x with the chance F(x)^n, the least
 * likewise. Four tails (greatest too small, too great, least too great, too small), so p is four
 * times the smallest. Exact. p is NAN for fewer than three values with a chance. */
WYRM_API wyrm_goodness wyrm_goodness_extremes(const wyrm_sample *sample);

/* Ranges in which the least and the greatest of `count` draws are expected: from the quantile (1 -
 * confidence) / 2 of their distributions to the opposite one. */
typedef struct wyrm_extremes {
    int64_t least_low, least_high;
    int64_t greatest_low, greatest_high;
} wyrm_extremes;
WYRM_API wyrm_extremes wyrm_goodness_expected_extremes(const wyrm_pmf *pmf, uint64_t count,
                                                       double confidence);

/* Mean, variance and kurtosis (mu4 / sigma^4; NAN if nothing varies) of a sample's own values; the
 * variance is unbiased, 0 for fewer than two values. */
typedef struct wyrm_sample_moments {
    double mean, variance, kurtosis;
} wyrm_sample_moments;
WYRM_API wyrm_sample_moments wyrm_sample_moments_of(const wyrm_sample *sample);

#ifdef __cplusplus
}
#endif
#endif
