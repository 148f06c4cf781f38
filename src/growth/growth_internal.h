/* The growth of a ruleset, as the files of src/growth see it. */
#ifndef WYRM_SRC_GROWTH_GROWTH_INTERNAL_H
#define WYRM_SRC_GROWTH_GROWTH_INTERNAL_H

#include "growth/models.h"
#include "growth/scaling.h"

struct wyrm_growth {
    const wyrm_growth_model *model;
    void *state;
    const wyrm_value *section; /* the model's parameters are in it */
    const wyrm_stat *stats;    /* of the combat model */
    const wyrm_curve *curves;
    size_t count;
    int *targets; /* of each curve: what it sets */
    wyrm_ratio new_floor_heal;
};

#endif
