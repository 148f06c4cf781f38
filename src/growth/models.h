/* The growth models, one file each. */
#ifndef WYRM_SRC_GROWTH_MODELS_H
#define WYRM_SRC_GROWTH_MODELS_H

#include <wyrm/growth.h>

extern const wyrm_growth_model wyrm_growth_factor_model; /* factor.c */
extern const wyrm_growth_model wyrm_growth_points_model; /* points.c */

/* The rows of the section that all models share. */
extern const wyrm_field wyrm_growth_shared_rows[];

/* All of them, ended by NULL: what wyrm_growth_models gives, as a constant for the schema. */
extern const wyrm_model *const wyrm_growth_model_table[];

#endif
