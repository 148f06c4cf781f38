/* What the makers of distributions share: the layout of one, and making it from unscaled masses. */
#ifndef WYRM_SRC_BASE_PMF_H
#define WYRM_SRC_BASE_PMF_H

#include <wyrm/pmf.h>

/* One allocation. probabilities[i] belongs to the value first + i. */
struct wyrm_pmf {
    int64_t first;
    size_t length;
    double probabilities[];
};

/* A pmf over first..last with all masses 0, to be filled and then finished (or freed).
 * WYRM_ERROR_RANGE, WYRM_ERROR_MEMORY: as the limits of a pmf say; *out is NULL. */
WYRM_MUST_CHECK wyrm_status wyrm_pmf_allocate(int64_t first, int64_t last, wyrm_pmf **out,
                                              wyrm_error *error);

/* Divides the masses by their sum, which must be above 0 and finite, takes probabilities too small
 * for a normal double as 0 (they would slow down what follows), and cuts zeros off the ends. */
void wyrm_pmf_finish(wyrm_pmf *pmf);

/* What rounding at random makes of a finite value, as wyrm_pmf_round_random says: one or two values
 * with their probabilities, the lower one first. Returns how many. */
size_t wyrm_round_pairs(double value, unsigned bits, wyrm_weighted pairs[2]);

#endif
