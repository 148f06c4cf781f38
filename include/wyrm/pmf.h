/* Finite probability mass functions over integers.
 *
 * Everything random that is small is one of these: the damage of a hit, the level of the next
 * monster, the items of a room. The exact solvers combine them, the simulators sample them and the
 * game rolls them, so the three cannot disagree.
 *
 * A wyrm_pmf is immutable once made. Probabilities are non-negative and sum to 1 within 1e-12,
 * after any chain of operations; the support is [first, last], at most WYRM_PMF_MAX_LENGTH values,
 * and both ends have a probability above 0. Values lie within +-WYRM_PMF_MAX_VALUE.
 *
 * Unless said otherwise, a function that makes a pmf gives it to the caller (wyrm_pmf_free), sets
 * *out to NULL where it fails, and can fail with
 *   WYRM_ERROR_MEMORY  out of memory
 *   WYRM_ERROR_RANGE   the support or a value is outside the limits above
 */
#ifndef WYRM_PMF_H
#define WYRM_PMF_H

#include <wyrm/error.h>
#include <wyrm/rng.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_PMF_MAX_LENGTH ((size_t)1 << 20)
#define WYRM_PMF_MAX_VALUE  ((int64_t)1 << 53)

typedef struct wyrm_pmf wyrm_pmf;

/* A closed interval; low <= high. */
typedef struct wyrm_interval {
    double low;
    double high;
} wyrm_interval;

/* A value and its weight: any finite number of at least 0, not necessarily a probability. */
typedef struct wyrm_weighted {
    int64_t value;
    double weight;
} wyrm_weighted;

/* The distribution with probabilities in proportion to the weights. Pairs may come in any order; a
 * value that stands twice gets the sum.
 *
 * WYRM_ERROR_ARGUMENT  no pairs, a weight that is negative or not finite, all weights 0
 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pmf_from_pairs(const wyrm_weighted *pairs, size_t count,
                                                         wyrm_pmf **out, wyrm_error *error);

/* The distribution that is always `value`. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pmf_point(int64_t value, wyrm_pmf **out,
                                                    wyrm_error *error);

/* Each of least..greatest equally likely.
 * WYRM_ERROR_ARGUMENT  greatest < least */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pmf_uniform(int64_t least, int64_t greatest,
                                                      wyrm_pmf **out, wyrm_error *error);

/* floor(value), plus one with the probability of the fraction: random rounding. With `bits` > 0 the
 * fraction is compared with a draw of that many bits (a game that draws a 24-bit float rounds up
 * with probability ceil(fraction 2^24) / 2^24); 0: exactly.
 * WYRM_ERROR_ARGUMENT  value is not finite, or bits above 53 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pmf_round_random(double value, unsigned bits,
                                                           wyrm_pmf **out, wyrm_error *error);

WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pmf_copy(const wyrm_pmf *pmf, wyrm_pmf **out,
                                                   wyrm_error *error);

/* The mixture: one of the `count` parts is chosen in proportion to its weight, then a value is
 * drawn from it. A part with weight 0 leaves no trace.
 * WYRM_ERROR_ARGUMENT  as for wyrm_pmf_from_pairs */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pmf_mix(const wyrm_pmf *const *parts,
                                                  const double *weights, size_t count,
                                                  wyrm_pmf **out, wyrm_error *error);

/* The sum of independent draws from `a` and `b` (their convolution). */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pmf_add(const wyrm_pmf *a, const wyrm_pmf *b,
                                                  wyrm_pmf **out, wyrm_error *error);

/* The sum of `count` independent draws; count 0 gives the point 0. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pmf_repeat(const wyrm_pmf *pmf, unsigned count,
                                                     wyrm_pmf **out, wyrm_error *error);

/* The distribution of function(value); `function` must be pure. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pmf_map(const wyrm_pmf *pmf,
                                                  int64_t (*function)(int64_t value, void *context),
                                                  void *context, wyrm_pmf **out, wyrm_error *error);

/* Values below `least` become `least`, above `greatest` become `greatest`.
 * WYRM_ERROR_ARGUMENT  greatest < least */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pmf_clamp(const wyrm_pmf *pmf, int64_t least,
                                                    int64_t greatest, wyrm_pmf **out,
                                                    wyrm_error *error);

WYRM_API void wyrm_pmf_free(wyrm_pmf *pmf); /* NULL is allowed */

WYRM_API int64_t wyrm_pmf_first(const wyrm_pmf *pmf);
WYRM_API int64_t wyrm_pmf_last(const wyrm_pmf *pmf);

/* last - first + 1 */
WYRM_API size_t wyrm_pmf_length(const wyrm_pmf *pmf);

/* The probabilities of first..last, wyrm_pmf_length of them; valid as long as the pmf. */
WYRM_API const double *wyrm_pmf_probabilities(const wyrm_pmf *pmf);

/* Probability of exactly `value`; 0 outside the support. */
WYRM_API double wyrm_pmf_at(const wyrm_pmf *pmf, int64_t value);

/* Probability of a value of at least `least`, in [0, 1]. */
WYRM_API double wyrm_pmf_tail(const wyrm_pmf *pmf, int64_t least);

WYRM_API double wyrm_pmf_mean(const wyrm_pmf *pmf);
WYRM_API double wyrm_pmf_variance(const wyrm_pmf *pmf); /* of the population, never below 0 */
WYRM_API double wyrm_pmf_sd(const wyrm_pmf *pmf);

/* The least value whose cumulative probability is at least `p`, which is clamped to [0, 1]; 0 gives
 * the first value. */
WYRM_API int64_t wyrm_pmf_quantile(const wyrm_pmf *pmf, double p);

/* The greatest value that is reached with a probability of at least `share`, in (0, 1]: what nine
 * in ten have at least, for 0.9. That is quantile 1 - share, but for the next value where exactly
 * `share` lies above the quantile. */
WYRM_API int64_t wyrm_pmf_reached(const wyrm_pmf *pmf, double share);

/* Draws one value by inversion: one wyrm_rng_real, time linear in the length of the support. */
WYRM_API int64_t wyrm_pmf_draw(const wyrm_pmf *pmf, wyrm_rng *rng);

/* Walker's alias table (Vose's construction), for a pmf that is drawn from often: each draw takes
 * constant time and one word of *rng. Exact to the rounding of a double. It is immutable and does
 * not need the pmf once made. On success *out is owned by the caller (wyrm_alias_free).
 * WYRM_ERROR_MEMORY  out of memory */
typedef struct wyrm_alias wyrm_alias;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_alias_new(const wyrm_pmf *pmf, wyrm_alias **out,
                                                    wyrm_error *error);
WYRM_API int64_t wyrm_alias_draw(const wyrm_alias *alias, wyrm_rng *rng);
WYRM_API void wyrm_alias_free(wyrm_alias *alias); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
