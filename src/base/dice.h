/* The exact distributions of dice. */
#ifndef WYRM_SRC_BASE_DICE_H
#define WYRM_SRC_BASE_DICE_H

#include <wyrm/pmf.h>
#include "base/arena.h"

#define DICE_COUNT_MAX 1000
#define DICE_SIDES_MAX 10000

/* Some dice of the same kind. */
typedef struct dice_pool {
    int64_t count, sides; /* from 1 to the limits above */
    int64_t keep;         /* how many of the highest (or lowest) count; `count`: all */
    bool lowest;
    bool explodes; /* the highest face rolls again and adds; sides are above 1 */
} dice_pool;

/* Takes steps of about a nanosecond off *work; ends the job if there are not enough. */
static inline void dice_spend(base_arena *arena, double *work, double steps)
{
    if (!(steps <= *work))
        base_refuse(arena, WYRM_ERROR_LIMIT, "its distribution would take too long to work out");
    *work -= steps;
    base_spend(arena, WYRM_COST_SUMS, (uint64_t)steps);
}

/* Returns the distribution of a pool, kept as long as the arena. Part of a job, which dice_spend
 * may end. Explosions are followed until less than `most` of the probability is left; *cut is what
 * was left. */
wyrm_pmf *dice_pmf(base_arena *arena, const dice_pool *pool, double most, double *work,
                   double *cut);

/* Returns the distribution of the sum of two, likewise. */
wyrm_pmf *dice_add(base_arena *arena, const wyrm_pmf *a, const wyrm_pmf *b, double *work);

#endif
