/* The growth of a ruleset, as the files of src/growth see it. */
#ifndef WYRM_SRC_GROWTH_GROWTH_INTERNAL_H
#define WYRM_SRC_GROWTH_GROWTH_INTERNAL_H

#include "growth/models.h"

/* What a curve sets. */
enum { WYRM_TARGET_MAX_HP = -1, WYRM_TARGET_NONE = -2 }; /* else the index of a stat */

struct wyrm_growth {
    const wyrm_growth_model *model;
    void *state;
    const wyrm_stat *stats; /* of the combat model */
    const wyrm_curve *curves;
    size_t count;
    int *targets; /* of each curve */
    wyrm_ratio new_floor_heal;
};

#endif
