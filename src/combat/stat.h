/* A stat within the range of its row. */
#ifndef WYRM_SRC_COMBAT_STAT_H
#define WYRM_SRC_COMBAT_STAT_H

#include <wyrm/combat.h>

#include <math.h>

static inline double wyrm_stat_in_range(const wyrm_stat *stat, double value)
{
    return fmin(fmax(value, stat->least), stat->greatest);
}

/* Nobody has less than one hit point at most, or more than the solvers take. */
static inline int64_t wyrm_whole_hp(double hp)
{
    if (!(hp >= 1.0))
        return 1;
    return hp >= (double)WYRM_HP_MAX ? WYRM_HP_MAX : (int64_t)llround(hp);
}

#endif
