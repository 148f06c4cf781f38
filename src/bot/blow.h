/* One blow in melee, before it is struck. */
#ifndef WYRM_SRC_BOT_BLOW_H
#define WYRM_SRC_BOT_BLOW_H

#include <wyrm/combat.h>

/* In hit points. */
typedef struct wyrm_blow {
    double mean, variance;
    int64_t most;
} wyrm_blow;

/* Beside one another; all 0 where the model has no such blow. */
wyrm_blow wyrm_blow_between(const wyrm_combat *combat, const wyrm_combatant *attacker,
                            const wyrm_combatant *defender);

#endif
