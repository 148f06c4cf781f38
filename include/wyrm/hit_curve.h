/* Curves of an attack: one attack solved exactly for many values of one of its numbers. Shown by
 * `wyrm hit --curve`.
 */
#ifndef WYRM_HIT_CURVE_H
#define WYRM_HIT_CURVE_H

#include <wyrm/design.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_HIT_CURVE_POINTS_MAX   2001
#define WYRM_HIT_CURVE_DISTANCE_MAX 10000.0 /* tiles */

/* The side whose number changes. */
typedef enum wyrm_hit_curve_side {
    WYRM_HIT_CURVE_DEFENDER,
    WYRM_HIT_CURVE_ATTACKER,
    WYRM_HIT_CURVE_ATTACK /* neither side: the distance */
} wyrm_hit_curve_side;

typedef struct wyrm_hit_curve_point {
    double at;             /* value of the number */
    double mean, sd;       /* damage of one attack, in hit points */
    double p_zero;         /* chance of no damage, in [0, 1] */
    int64_t p05, p50, p95; /* quantiles of the damage */
} wyrm_hit_curve_point;

typedef struct wyrm_hit_curve {
    wyrm_hit_curve_side side;
    const char *key;  /* "defense"; valid as long as the design */
    const char *unit; /* "" if none; valid as long as the design */
    bool flat;        /* the number has no effect */
    size_t count;     /* at least 1 */
    wyrm_hit_curve_point *points;
} wyrm_hit_curve;

typedef struct wyrm_hit_curve_range {
    double first, last;
    double step; /* 0: chosen automatically. Points are first, first + step, ... up to last */
} wyrm_hit_curve_range;

/* Solves the matchup at every point. `key` is a stat of the combat model, or `distance` in tiles.
 * "attacker.KEY" and "defender.KEY" name the side; otherwise it is the defender, or the attacker if
 * the defender's stat has no effect. The value is the final one in the attack: gear is not added.
 *
 * On success *out is owned by the caller (wyrm_hit_curve_free).
 * WYRM_ERROR_UNKNOWN   no such key (the hint names the nearest)
 * WYRM_ERROR_RANGE     outside the range of the stat, or more than WYRM_HIT_CURVE_POINTS_MAX points
 * WYRM_ERROR_ARGUMENT  a range that does not ascend, a step below 0, or fractions of a whole stat
 * WYRM_ERROR_MEMORY    out of memory
 * and the errors of wyrm_combat_hit */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_hit_curve_solve(const wyrm_design *design,
                                                          const wyrm_matchup *matchup,
                                                          const char *key,
                                                          const wyrm_hit_curve_range *range,
                                                          wyrm_hit_curve *out, wyrm_error *error);
WYRM_API void wyrm_hit_curve_free(wyrm_hit_curve *curve); /* an empty one is allowed */

#ifdef __cplusplus
}
#endif
#endif
