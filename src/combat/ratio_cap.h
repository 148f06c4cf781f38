/* What of the combat by the ratio never takes effect. */
#ifndef WYRM_SRC_COMBAT_RATIO_CAP_H
#define WYRM_SRC_COMBAT_RATIO_CAP_H

#include <wyrm/combat.h>

/* As wyrm_combat_idle, of the model's section. */
const char *wyrm_ratio_idle(const wyrm_value *parameters, char *why, size_t size);

#endif
