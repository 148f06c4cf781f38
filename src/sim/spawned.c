/* Monsters that have been spawned, kept as they were then. */
#include "sim/spawned.h"

/* Neighbouring levels of a few monsters are met in turn: they get places of their own. */
static wyrm_spawned_row *place_of(wyrm_spawned *spawned, int32_t monster, int32_t level,
                                  int32_t variant)
{
    uint32_t place = (uint32_t)monster * 29u + (uint32_t)level + (uint32_t)variant * 61u;
    return &spawned->rows[place % WYRM_SPAWNED];
}

void wyrm_spawned_get(wyrm_spawned *spawned, const wyrm_roster *roster, int32_t monster,
                      int32_t level, int32_t variant, wyrm_combatant *out)
{
    wyrm_spawned_row *row = place_of(spawned, monster, level, variant);
    if (!row->known || row->monster != monster || row->level != level || row->variant != variant) {
        row->known = true;
        row->monster = monster;
        row->level = level;
        row->variant = variant;
        wyrm_roster_spawn(roster, (size_t)monster, level, variant, &row->combatant);
    }
    *out = row->combatant;
}
