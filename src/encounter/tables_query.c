/* What the files of depth tables ask of their state. */
#include "encounter/tables.h"

size_t wyrm_tables_choice(const wyrm_room_rule *rule)
{
    return (rule->minibosses ? 1u : 0u) + (rule->bosses ? 2u : 0u);
}

wyrm_monster_kind wyrm_tables_boss_kind(const wyrm_room_rule *rule)
{
    return rule->bosses ? WYRM_MONSTER_BOSS : WYRM_MONSTER_MINIBOSS;
}

int32_t wyrm_tables_most(const wyrm_tables *tables, int32_t depth)
{
    double most = wyrm_value_at_depth(tables->most, depth);
    return most < WYRM_ROOM_SPAWNS_MAX ? (int32_t)most : WYRM_ROOM_SPAWNS_MAX;
}

wyrm_weights_row wyrm_tables_row(const wyrm_tables *tables, wyrm_room_role role, int32_t depth)
{
    const wyrm_weights *choice =
        tables->choices[wyrm_tables_choice(&tables->roles.rules.rules[role])];
    return choice ? wyrm_weights_at(choice, depth) : (wyrm_weights_row){0};
}
