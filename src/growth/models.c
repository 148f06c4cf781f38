/* The table of growth models: a new one is a file, a line in models.h and a line here. */
#include "growth/models.h"

const wyrm_model *const wyrm_growth_model_table[] = {
    &wyrm_growth_factor_model.model,
    &wyrm_growth_points_model.model,
    NULL,
};

const wyrm_model *const *wyrm_growth_models(void)
{
    return wyrm_growth_model_table;
}
