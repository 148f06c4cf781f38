/* The table of growth models: a new one is a file, a line in models.h and a line here. */
#include "growth/models.h"

const wyrm_model *const wyrm_growth_model_table[] = {
    &wyrm_growth_factor_model.model,
    &wyrm_growth_points_model.model,
    NULL,
};

const wyrm_field wyrm_growth_shared_rows[] = {
    {.name = "new_floor_heal",
     .kind = WYRM_KIND_RATIO,
     .greatest = 1,
     .fallback = "0",
     .summary =
         "the part of the maximum of hit points that the player wins back on coming to a new "
         "floor, rounded down",
     .source = "roguelike tutorial, part 11"},
    {.kind = WYRM_KIND_END},
};
