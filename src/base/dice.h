/* The distributions of dice. */
#ifndef WYRM_SRC_BASE_DICE_H
#define WYRM_SRC_BASE_DICE_H

#include <wyrm/pmf.h>
#include "base/arena.h"

#define DICE_COUNT_MAX 1000
#define DICE_SIDES_MAX 10000

/* Some dice of the same kind. */
typedef struct dice_pool {
    int64_t count, sides; /* from 1 to the limits above */
    int64_t keep;         /* the highest, or lowest, of them; count: all */
    bool lowest;
    bool explodes; /* the highest face rolls again and adds; sides are above 1 */
} dice_pool;

/* Takes steps of about a nanosecond off *work; ends the job where they are not left. */
static inline void dice_spend(base_arena *arena, double *work, double steps)
{
    if (!(steps <= *work))
        base_refuse(arena, WYRM_ERROR_LIMIT, "its distribution would take too long to work out");
    *work -= steps;
    base_spend(arena, WYRM_COST_SUMS, (uint64_t)steps);
}

/* The distribution of what they come to, which lives as long as the arena. Part of a job, which
 * dice_spend ends. Explosions are followed until less than `most` is left; *cut is what is. */
wyrm_pmf *dice_pmf(base_arena *arena, const dice_pool *pool, double most, double *work,
                   double *cut);

/* The sum of two distributions, likewise. */
wyrm_pmf *dice_add(base_arena *arena, const wyrm_pmf *a, const wyrm_pmf *b, double *work);

#endif
