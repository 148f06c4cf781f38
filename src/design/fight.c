/* A fight between two combatants of a design, solved in one call. */
#include <wyrm/design.h>

static wyrm_status check_hp(const wyrm_combatant *combatant, wyrm_error *error)
{
    if (combatant->hp > 0)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' has no hit points to fight with",
                     combatant->name);
}

wyrm_status wyrm_design_hit(const wyrm_design *design, const wyrm_combatant *attacker,
                            const wyrm_combatant *defender, wyrm_pmf **damage, wyrm_error *error)
{
    wyrm_matchup matchup = {
        .attacker = attacker, .defender = defender, .attack = WYRM_ATTACK_MELEE, .distance = 1};
    return wyrm_combat_hit(wyrm_design_combat(design), &matchup, damage, error);
}

static wyrm_fighter fighter_of(const wyrm_combatant *combatant, const wyrm_pmf *damage)
{
    return (wyrm_fighter){.damage = damage,
                          .hp = combatant->hp,
                          .max_hp = combatant->max_hp,
                          .regeneration = combatant->regeneration};
}

wyrm_status wyrm_design_duel(const wyrm_design *design, const wyrm_combatant *subject,
                             const wyrm_combatant *opponent, wyrm_striker striker, wyrm_duel *out,
                             wyrm_duel_distributions *distributions, wyrm_error *error)
{
    wyrm_pmf *given = NULL, *taken = NULL;
    wyrm_status status = check_hp(subject, error);
    if (status == WYRM_OK)
        status = check_hp(opponent, error);
    if (status == WYRM_OK)
        status = wyrm_design_hit(design, subject, opponent, &given, error);
    if (status == WYRM_OK)
        status = wyrm_design_hit(design, opponent, subject, &taken, error);
    if (status == WYRM_OK) {
        wyrm_fighter first = fighter_of(subject, given);
        wyrm_fighter second = fighter_of(opponent, taken);
        status = distributions
                     ? wyrm_duel_distribute(&first, &second, striker, out, distributions, error)
                     : wyrm_duel_solve(&first, &second, striker, out, error);
    }
    wyrm_pmf_free(taken);
    wyrm_pmf_free(given);
    return status;
}
