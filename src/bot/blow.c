/* One blow in melee, before it is struck. */
#include "bot/blow.h"

wyrm_blow wyrm_blow_between(const wyrm_combat *combat, const wyrm_combatant *attacker,
                            const wyrm_combatant *defender)
{
    wyrm_pmf *damage = NULL;
    const wyrm_matchup matchup = {
        .attacker = attacker, .defender = defender, .attack = WYRM_ATTACK_MELEE, .distance = 1.0};
    if (wyrm_combat_hit(combat, &matchup, &damage, NULL) != WYRM_OK)
        return (wyrm_blow){0};
    const wyrm_blow blow = {wyrm_pmf_mean(damage), wyrm_pmf_variance(damage),
                            wyrm_pmf_last(damage)};
    wyrm_pmf_free(damage);
    return blow;
}
