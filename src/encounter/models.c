/* The table of difficulty models: a new one is one file and one line here. */
#include "encounter/models.h"

const wyrm_model *const wyrm_encounter_model_table[] = {
    &wyrm_encounter_tracker.model,
    &wyrm_encounter_tables.model,
    NULL,
};
