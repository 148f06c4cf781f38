/* What the growth models share: rows, and the quantities that growth changes, by name. */
#include "growth/internal.h"
#include <string.h>

const char *const growth_triggers[] = {"at", "above", NULL};

/* clang-format off */
const wyrm_field wyrm_growth_shared_rows[] =
    WYRM_ELEMENT("new_floor_heal", RATIO, .greatest = 1, .default_value = "0",
                 .summary = "the part of the maximum of hit points that the player wins back on "
                            "coming to a new floor, rounded down",
                 .source = "roguelike tutorial, part 11");

const wyrm_field growth_monster_rows[] =
    WYRM_ELEMENT("experience", AMOUNT, .greatest = 1e9, .default_value = "0", .unit = "experience",
                 .summary = "what killing it gives; where it is random, drawn for each that comes",
                 .source = "roguelike tutorial, part 11");
/* clang-format on */

const char *wyrm_role_name(wyrm_role role)
{
    static const char *const names[WYRM_ROLE_COUNT] = {
        [WYRM_ROLE_PLAYER] = "player",
        [WYRM_ROLE_MONSTER] = "monster",
        [WYRM_ROLE_WEAPON] = "weapon",
        [WYRM_ROLE_ARMOR] = "armor",
    };
    return (unsigned)role < WYRM_ROLE_COUNT ? names[role] : "";
}

int growth_target(wyrm_opening *o, const wyrm_combat *combat, const wyrm_value *value,
                  const char *quantity, const char *of, bool experience, const char *hint)
{
    const char *known[WYRM_STATS_MAX + 2] = {"max_hp", "experience"};
    char nearest[WYRM_ERROR_HINT_MAX];
    size_t count = experience ? 2 : 1;
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    int stat = wyrm_combat_stat(combat, quantity);
    if (stat >= 0 && stats[stat].kind != WYRM_STAT_NUMBER) {
        wyrm_fault(o, value, NULL, "'%s' of %s is no number, and only numbers grow", quantity, of);
        return GROWTH_NONE;
    }
    if (stat >= 0 || strcmp(quantity, "max_hp") == 0)
        return stat >= 0 ? stat : GROWTH_MAX_HP;
    for (const wyrm_stat *row = stats; row->name; row++)
        if (row->kind == WYRM_STAT_NUMBER)
            known[count++] = row->name;
    wyrm_did_you_mean(quantity, known, count, nearest);
    if (wyrm_combat_name(combat)[0] == '\0') {
        wyrm_fault(o, value, hint,
                   "'%s' of %s is a stat of no combat: 'models: {combat: ...}' is missing",
                   quantity, of);
        return GROWTH_NONE;
    }
    wyrm_fault(o, value, hint ? hint : nearest,
               "unknown quantity '%s' of %s: neither max_hp%s nor a stat of the combat '%s'",
               quantity, of, experience ? " nor experience" : "", wyrm_combat_name(combat));
    return GROWTH_NONE;
}
