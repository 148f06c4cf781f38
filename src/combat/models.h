/* The combat models, one file each. */
#ifndef WYRM_SRC_COMBAT_MODELS_H
#define WYRM_SRC_COMBAT_MODELS_H

#include <wyrm/combat.h>

extern const wyrm_combat_model wyrm_combat_ratio;    /* ratio.c */
extern const wyrm_combat_model wyrm_combat_accuracy; /* accuracy.c */
extern const wyrm_combat_model wyrm_combat_subtract; /* subtract.c */
extern const wyrm_combat_model wyrm_combat_momentum; /* momentum.c */

/* All of them, ended by NULL: what wyrm_combat_models gives, as a constant for the schema. */
extern const wyrm_model *const wyrm_combat_model_table[];

#endif
