/* Combatants made from the records of a ruleset: monsters as they are spawned, the player of a
 * level. */
#include "growth/roster_internal.h"
#include "growth/scaling.h"

#include <string.h>

#include "combat/stat.h"

const wyrm_value *wyrm_roster_player(const wyrm_roster *roster)
{
    return roster->player;
}

uint64_t wyrm_roster_experience(const wyrm_roster *roster, size_t index, int32_t level)
{
    const wyrm_monster *monster = wyrm_roster_monster(roster, index);
    const wyrm_value *own = monster ? wyrm_value_get(monster->record, "experience") : NULL;
    if (own)
        return (uint64_t)wyrm_value_integer(own);
    int curve = monster ? wyrm_growth_curve(roster->growth, WYRM_ROLE_MONSTER, "experience") : -1;
    double award = wyrm_growth_at(roster->growth, curve, level);
    return award > 0.0 ? (uint64_t)fmin(award, 0x1p63) : 0;
}

size_t wyrm_roster_variants(const wyrm_roster *roster)
{
    return wyrm_value_count(roster->variants);
}

const char *wyrm_roster_variant(const wyrm_roster *roster, size_t index)
{
    return index < wyrm_roster_variants(roster) ? wyrm_value_key(roster->variants, index) : NULL;
}

int wyrm_roster_find_variant(const wyrm_roster *roster, const char *name)
{
    for (size_t i = 0; i < wyrm_roster_variants(roster); i++)
        if (strcmp(wyrm_value_key(roster->variants, i), name) == 0)
            return (int)i;
    return WYRM_VARIANT_NONE;
}

void wyrm_roster_vary(const wyrm_roster *roster, size_t variant, wyrm_combatant *combatant)
{
    const wyrm_value *record = wyrm_value_item(roster->variants, variant);
    wyrm_ratio factor = wyrm_value_ratio(wyrm_value_get(record, "hp_factor"));
    combatant->max_hp = wyrm_scale_hp(combatant->max_hp, factor);
    combatant->hp = wyrm_scale_hp(combatant->hp, factor);
    wyrm_combat_add(roster->combat, record, combatant);
}

void wyrm_roster_spawn(const wyrm_roster *roster, size_t index, int32_t level, int variant,
                       wyrm_combatant *out)
{
    const wyrm_monster *monster = wyrm_roster_monster(roster, index);
    *out = wyrm_combat_blank(roster->combat, monster ? monster->name : "");
    if (!monster)
        return;
    wyrm_growth_set(roster->growth, WYRM_ROLE_MONSTER, level, out);
    wyrm_combat_read(roster->combat, monster->record, out);
    wyrm_growth_scale(roster->growth, level, out);
    if (variant >= 0 && (size_t)variant < wyrm_roster_variants(roster))
        wyrm_roster_vary(roster, (size_t)variant, out);
}

/* By choices the record is that of level 1. */
void wyrm_roster_start(const wyrm_roster *roster, int32_t level, wyrm_combatant *out)
{
    const wyrm_choice *choices;
    *out = wyrm_combat_blank(roster->combat, "player");
    wyrm_growth_set(roster->growth, WYRM_ROLE_PLAYER, level, out);
    wyrm_combat_read(roster->combat, roster->player, out);
    if (wyrm_growth_choices(roster->growth, &choices) > 0) {
        out->level = 1;
        wyrm_growth_level_up(roster->growth, WYRM_ROLE_PLAYER, level, out);
    }
}
