/* The table of combat models: a new one is a file, a line in models.h and a line here. */
#include "combat/models.h"

const wyrm_model *const wyrm_combat_model_table[] = {
    &wyrm_combat_ratio.model,
    &wyrm_combat_accuracy.model,
    &wyrm_combat_subtract.model,
    &wyrm_combat_momentum.model,
    NULL,
};
