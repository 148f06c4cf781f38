/* For tests that need a design: the shipped one, or RuggRogue with a few lines changed. */
#ifndef WYRM_TESTS_WITH_DESIGN_H
#define WYRM_TESTS_WITH_DESIGN_H

#include "helpers.h"

/* RuggRogue, with `changes` as YAML over it; NULL: as it ships. The caller frees it. */
static inline wyrm_design *open_ruggrogue(const char *changes)
{
    return ruggrogue_with(changes == NULL ? "" : changes);
}

/* The same where the changes are wrong: one of the errors says `message`. */
static inline void assert_ruggrogue_fails(const char *changes, const char *message)
{
    assert_refused_at(variant_of("ruggrogue", changes), message, NULL, 0, 0);
}

/* Pearson's statistic against expected counts of at least 5, as standard deviations from its mean:
 * a right sampler is below 5 for all but one seed in a thousand or so. */
static inline double chi_square_excess(const double *seen, const double *expected, size_t count)
{
    double statistic = 0, freedom = -1;
    for (size_t i = 0; i < count; i++) {
        if (expected[i] < 5)
            continue;
        statistic += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
        freedom += 1;
    }
    return freedom > 0 ? (statistic - freedom) / __builtin_sqrt(2 * freedom) : 0;
}

#endif
