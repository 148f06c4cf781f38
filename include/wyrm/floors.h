/* Floors: the monsters of each floor, where encounters fill floors by groups.
 *
 * The figures are exact if the encounter can compute them (wyrm_encounter_arrivals): expected
 * numbers, chances to meet, distributions. If not, because the groups that have come before affect
 * later ones in too many ways, they are sampled from games whose floors are filled one after the
 * other, without maps, each with its interval.
 */
#ifndef WYRM_FLOORS_H
#define WYRM_FLOORS_H

#include <wyrm/design.h>
#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_FLOORS_RUNS      10000
#define WYRM_FLOORS_DEPTH_MAX 60 /* greater depths are left out */

/* How often a horde, or a kind of monster, comes to a floor. */
typedef struct wyrm_floor_count {
    const char *name; /* as in the ruleset */
    wyrm_estimate mean;
    wyrm_estimate any; /* the chance of at least one */
} wyrm_floor_count;

/* A quantity of a floor; NAN if the ruleset does not have it. */
typedef struct wyrm_floor_number {
    wyrm_estimate mean;
    const wyrm_pmf *number; /* distribution in steps of `unit`; NULL: unknown */
    double unit;
} wyrm_floor_number;

typedef struct wyrm_floor_figures {
    int32_t depth;
    wyrm_floor_number groups, monsters, experience, threat;
    const wyrm_floor_count *hordes; /* in the order of the ruleset */
    const wyrm_floor_count *kinds;  /* by index in the roster */
    double cut;                     /* probability of more groups than were followed */
} wyrm_floor_figures;

typedef struct wyrm_floors {
    bool per_room; /* figures are per room, not per floor */
    bool sampled;  /* some figures are sampled */
    uint64_t runs, seed;
    size_t horde_count, kind_count;
    int32_t count;
    wyrm_floor_figures *depths;
} wyrm_floors;

/* Computes the floors of a first game; `runs` (0: WYRM_FLOORS_RUNS) and `seed` are for figures that
 * are not exact. *out is owned by the caller (wyrm_floors_free) and must not outlive the design.
 * WYRM_ERROR_ARGUMENT  encounters do not fill floors by groups
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_floors_find(const wyrm_design *design, uint64_t seed,
                                                      uint64_t runs, wyrm_floors **out,
                                                      wyrm_error *error);
WYRM_API void wyrm_floors_free(wyrm_floors *floors); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
