/* What an encounter plans for rooms with a role, for those who ask what can come. */
#ifndef WYRM_SRC_ENCOUNTER_PLANS_H
#define WYRM_SRC_ENCOUNTER_PLANS_H

#include <wyrm/encounter.h>

#include "encounter/roles.h"

/* NULL: rooms have no roles. Lives as long as the encounter. */
const wyrm_role_plans *wyrm_encounter_plans(const wyrm_encounter *encounter);

#endif
