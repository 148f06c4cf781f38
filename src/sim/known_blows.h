/* Blows of sampled runs that have been looked up, for the many looks before and in a fight. */
#ifndef WYRM_SRC_SIM_KNOWN_BLOWS_H
#define WYRM_SRC_SIM_KNOWN_BLOWS_H

#include <wyrm/combat.h>

#include "bot/blow.h"

/* A blow that has been looked up. */
typedef struct wyrm_known_blow {
    uint64_t print; /* of the stats of the two; 0: free */
    wyrm_blow blow;
} wyrm_known_blow;
#define WYRM_BLOWS 8192 /* a power of 2 */

/* Blows that have been looked up; zero-initialised is empty. It forgets what shares a place; what
 * is told never depends on what it holds, but for prints: two matchups that have the same one of 64
 * bits get the same blow. Of a million matchups that meet in a table, two do with a chance of 3 in
 * 10^8, and then one bot expects something wrong of one fight; comparing the stats would cost each
 * of hundreds of looks a run. */
typedef struct wyrm_blows {
    size_t stats; /* of the combat model; 0: nothing has been looked up yet */
    wyrm_known_blow known[WYRM_BLOWS];
} wyrm_blows;

wyrm_blow wyrm_blow_of(wyrm_blows *blows, const wyrm_combat *combat, const wyrm_combatant *attacker,
                       const wyrm_combatant *defender);

/* What the player knows of one monster. Its stats stay as they are while it lives, while those of
 * the player change now and then. */
typedef struct wyrm_known_foe {
    uint64_t print;   /* of the monster */
    uint64_t players; /* of the player that the blows were looked up for; 0: not yet */
    wyrm_blow dealt, taken;
} wyrm_known_foe;

/* A monster whose blows have not been looked up. */
wyrm_known_foe wyrm_known_foe_of(wyrm_blows *blows, const wyrm_combat *combat,
                                 const wyrm_combatant *monster);

/* The print of a combatant, of all that its blows depend on. */
uint64_t wyrm_blows_print(wyrm_blows *blows, const wyrm_combat *combat,
                          const wyrm_combatant *combatant);

/* Looks the blows of a monster up against a player of such a print; quick where that is the player
 * of the last time. */
void wyrm_known_foe_face(wyrm_blows *blows, const wyrm_combat *combat, const wyrm_combatant *player,
                         uint64_t players, const wyrm_combatant *monster, wyrm_known_foe *foe);

#endif
