/* What the makers of distributions share: the layout of one, rounding at random, and those that
 * live as long as a job. */
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

/* How many values have a probability above 0. */
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

/* What rounding at random makes of a finite value, as wyrm_pmf_round_random says: one or two values
 * with their probabilities, the lower one first. Returns how many. */
size_t base_round_pairs(double value, unsigned bits, wyrm_weighted pairs[2]);

/* Parts of a job: a distribution that lives as long as the arena. It is what a call has made, which
 * ends the job where it has failed; that of values and their weights; that of 0..count - 1. */
WYRM_API wyrm_pmf *base_keep_pmf(base_arena *arena, wyrm_status made, wyrm_pmf *const *pmf)
    BASE_SHARED(base_keep_pmf);
WYRM_API wyrm_pmf *base_pmf_of(base_arena *arena, const wyrm_weighted *pairs, size_t count)
    BASE_SHARED(base_pmf_of);
WYRM_API wyrm_pmf *base_pmf_of_chances(base_arena *arena, const double *chances, size_t count)
    BASE_SHARED(base_pmf_of_chances);

#endif
