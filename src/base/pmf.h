/* What the makers of distributions share: the layout of one, and rounding at random. */
#ifndef WYRM_SRC_BASE_PMF_H
#define WYRM_SRC_BASE_PMF_H

#include <wyrm/pmf.h>

/* One allocation. probabilities[i] belongs to the value first + i. */
struct wyrm_pmf {
    int64_t first;
    size_t length;
    double probabilities[];
};

/* What rounding at random makes of a finite value, as wyrm_pmf_round_random says: one or two values
 * with their probabilities, the lower one first. Returns how many. */
size_t wyrm_round_pairs(double value, unsigned bits, wyrm_weighted pairs[2]);

#endif
