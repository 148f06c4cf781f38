/* Shared by the makers of distributions: the layout of one, rounding at random, and distributions
 * that are kept for a job. */
#ifndef WYRM_SRC_BASE_PMF_H
#define WYRM_SRC_BASE_PMF_H

#include <wyrm/pmf.h>
#include "base/arena.h"

/* One allocation. probabilities[i] belongs to the value first + i. */
struct wyrm_pmf {
    int64_t first;
    size_t length;
    double probabilities[];
};

/* Counts the values with a probability above 0. */
static inline size_t base_count_positive(const wyrm_pmf *pmf)
{
    size_t count = 0;
    for (size_t i = 0; i < pmf->length; i++)
        count += pmf->probabilities[i] > 0.0;
    return count;
}

static inline void base_add_scaled(double *restrict sums, const double *restrict terms,
                                   size_t count, double factor)
{
    for (size_t i = 0; i < count; i++)
        sums[i] += factor * terms[i];
}

/* Rounds a finite value at random, as wyrm_pmf_round_random: fills in one or two values with their
 * probabilities, the lower first. Returns how many. */
size_t base_round_pairs(double value, unsigned bits, wyrm_weighted pairs[2]);

/* Distributions kept as long as the arena; for jobs. base_keep_pmf keeps the one that a call has
 * made, and ends the job if `made` says that it failed. base_pmf_of makes one from values and
 * weights, base_pmf_of_chances one over 0..count - 1. */
WYRM_API wyrm_pmf *base_keep_pmf(base_arena *arena, wyrm_status made, wyrm_pmf *const *pmf)
    BASE_SHARED(base_keep_pmf);
WYRM_API wyrm_pmf *base_pmf_of(base_arena *arena, const wyrm_weighted *pairs, size_t count)
    BASE_SHARED(base_pmf_of);
WYRM_API wyrm_pmf *base_pmf_of_chances(base_arena *arena, const double *chances, size_t count)
    BASE_SHARED(base_pmf_of_chances);

#endif
