/* What the files of the pmf share: its layout, and making one from unscaled masses. */
#ifndef WYRM_SRC_BASE_PMF_INTERNAL_H
#define WYRM_SRC_BASE_PMF_INTERNAL_H

#include <wyrm/pmf.h>

/* One allocation. probabilities[i] belongs to the value first + i. */
struct wyrm_pmf {
    int64_t first;
    size_t length;
    double probabilities[];
};

/* A sum and what its rounding has lost so far. */
typedef struct wyrm_exact_sum {
    double sum;
    double lost;
} wyrm_exact_sum;

/* Adds without a branch (Knuth's two-sum in Neumaier's compensated summation). */
static inline void wyrm_exact_add(wyrm_exact_sum *total, double term)
{
    double sum = total->sum + term;
    double added = sum - total->sum;
    total->lost += (total->sum - (sum - added)) + (term - added);
    total->sum = sum;
}

static inline double wyrm_exact_value(wyrm_exact_sum total)
{
    return total.sum + total.lost;
}

/* Compensated sum of terms[count]. */
double wyrm_sum(const double *terms, size_t count);

/* A pmf over first..last with all masses 0, to be filled and then finished (or freed).
 * WYRM_ERROR_RANGE, WYRM_ERROR_MEMORY: as the limits of a pmf say; *out is NULL. */
WYRM_MUST_CHECK wyrm_status wyrm_pmf_allocate(int64_t first, int64_t last, wyrm_pmf **out,
                                              wyrm_error *error);

/* Divides the masses by their sum, which must be above 0 and finite, takes probabilities too small
 * for a normal double as 0 (they would only slow down what follows), and cuts zeros off the ends.
 */
void wyrm_pmf_finish(wyrm_pmf *pmf);

/* What rounding at random makes of a finite value, as wyrm_pmf_round_random says: one or two values
 * with their probabilities, the lower one first. Returns how many. */
size_t wyrm_round_pairs(double value, unsigned bits, wyrm_weighted pairs[2]);

/* The power of two to take out of weights before they are added up: 0 unless `greatest`, the
 * largest of them, is so large or small that sums or quotients would leave the range of a double.
 */
int wyrm_weight_exponent(double greatest);

/* WYRM_ERROR_ARGUMENT unless `weight` is finite and at least 0. */
WYRM_MUST_CHECK wyrm_status wyrm_weight_check(double weight, wyrm_error *error);

#endif
