/* The table of difficulty models. */
#ifndef WYRM_SRC_ENCOUNTER_MODELS_H
#define WYRM_SRC_ENCOUNTER_MODELS_H

#include <wyrm/encounter.h>

extern const wyrm_encounter_model wyrm_encounter_tracker;
extern const wyrm_encounter_model wyrm_encounter_tables;

/* All of them, ended by NULL: what wyrm_encounter_models gives, as a constant. */
extern const wyrm_model *const wyrm_encounter_model_table[];

#endif
