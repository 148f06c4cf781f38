/* The quantities that growth changes, by name. */
#include "growth/quantity.h"

#include <stdio.h>
#include <string.h>

int wyrm_target_of(const wyrm_combat *combat, const char *quantity)
{
    if (strcmp(quantity, "max_hp") == 0)
        return WYRM_TARGET_MAX_HP;
    int stat = wyrm_combat_stat(combat, quantity);
    return stat >= 0 ? stat : WYRM_TARGET_NONE;
}

wyrm_status wyrm_quantity_fail(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                               const wyrm_no_quantity *unknown, wyrm_errors *errors)
{
    const char *known[WYRM_STATS_MAX + 2] = {"max_hp"};
    size_t count = 1;
    if (unknown->experience)
        known[count++] = "experience";
    for (const wyrm_stat *stat = wyrm_combat_stats(combat); stat->name; stat++)
        known[count++] = stat->name;

    const char *nearest = wyrm_nearest(unknown->name, known, count);
    char hint[WYRM_ERROR_HINT_MAX] = "";
    if (unknown->hint)
        snprintf(hint, sizeof hint, "%s", unknown->hint);
    else if (nearest)
        snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
    return wyrm_value_fail(ruleset, unknown->value, errors, hint[0] ? hint : NULL,
                           "unknown quantity '%s' of %s: neither max_hp%s nor a stat of the "
                           "combat '%s'",
                           unknown->name, unknown->of, unknown->experience ? " nor experience" : "",
                           wyrm_combat_name(combat));
}
