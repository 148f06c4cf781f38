/* Whole hit points out of a force that grows with the square root of an evenly spread factor. */
#ifndef WYRM_SRC_COMBAT_FORCE_H
#define WYRM_SRC_COMBAT_FORCE_H

#include <wyrm/pmf.h>

/* How hit points become whole. One row a way: name, key. */
#define WYRM_FORCE_ROUNDING_ROWS(row)                                                              \
    row(WYRM_FORCE_RANDOM, "random") /* up with the probability of the fraction */                 \
        row(WYRM_FORCE_FLOOR, "floor") row(WYRM_FORCE_NEAREST, "nearest") /* halves up */

typedef enum wyrm_force_rounding {
#define WYRM_FORCE_ROUNDING_ENUM(name, key) name,
    WYRM_FORCE_ROUNDING_ROWS(WYRM_FORCE_ROUNDING_ENUM)
#undef WYRM_FORCE_ROUNDING_ENUM
} wyrm_force_rounding;

/* The exact distribution of the rounded value of D in [low, high], where the square of D is uniform
 * (its density is 2 D / (high^2 - low^2)); low = high is the one value. 0 <= low <= high <=
 * WYRM_FORCE_MAX, both finite; else WYRM_ERROR_ARGUMENT. *out is owned by the caller.
 * WYRM_ERROR_MEMORY  out of memory */
#define WYRM_FORCE_MAX 1e6
WYRM_MUST_CHECK wyrm_status wyrm_force_round(double low, double high, wyrm_force_rounding rounding,
                                             wyrm_pmf **out, wyrm_error *error);

#endif
