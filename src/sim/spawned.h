/* Monsters that have been spawned, kept as they were then. */
#ifndef WYRM_SRC_SIM_SPAWNED_H
#define WYRM_SRC_SIM_SPAWNED_H

#include <wyrm/roster.h>

#define WYRM_SPAWNED 128 /* a power of 2 */

/* One of an index of the roster, of a level and a variant. */
typedef struct wyrm_spawned_row {
    bool known;
    int32_t monster, level, variant;
    wyrm_combatant combatant;
} wyrm_spawned_row;

/* Zero-initialised is empty. It forgets what shares a place; what is told never depends on what it
 * holds. */
typedef struct wyrm_spawned {
    wyrm_spawned_row rows[WYRM_SPAWNED];
} wyrm_spawned;

/* As wyrm_roster_spawn, which reads the records of the ruleset each time. */
void wyrm_spawned_get(wyrm_spawned *spawned, const wyrm_roster *roster, int32_t monster,
                      int32_t level, int32_t variant, wyrm_combatant *out);

#endif
