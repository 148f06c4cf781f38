/* Threat out of a monster's own numbers, for those that the ruleset names none for, and to hold
 * against those that it names. */
#include "encounter/threat_internal.h"

#include <math.h>

static double stat_or(const wyrm_combat *combat, const wyrm_combatant *combatant, const char *name,
                      double otherwise)
{
    int stat = wyrm_combat_stat(combat, name);
    return stat >= 0 ? combatant->stats[stat] : otherwise;
}

/* The mean of a hit that nothing of the defender's lessens. */
static wyrm_status mean_hit(const wyrm_combat *combat, const wyrm_combatant *attacker, double *out,
                            wyrm_error *error)
{
    wyrm_combatant defender = wyrm_combat_blank(combat, "nobody");
    wyrm_matchup matchup = {
        .attacker = attacker, .defender = &defender, .attack = WYRM_ATTACK_MELEE, .distance = 1};
    wyrm_pmf *damage;
    wyrm_status status = wyrm_combat_hit(combat, &matchup, &damage, error);
    if (status != WYRM_OK)
        return status;
    *out = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return WYRM_OK;
}

/* Mean damage and power together. */
static wyrm_status mean_damage(const wyrm_combat *combat, const wyrm_combatant *combatant,
                               double *out, wyrm_error *error)
{
    double least = stat_or(combat, combatant, "damage_min", NAN);
    double most = stat_or(combat, combatant, "damage_max", NAN);
    if (isnan(least) || isnan(most))
        return mean_hit(combat, combatant, out, error);
    *out = (least + most) / 2 + stat_or(combat, combatant, "power", 0);
    return WYRM_OK;
}

/* The product over the behaviours that the table has; the others count as 1. */
static double behaviour_factor(const wyrm_value *table, const wyrm_value *behaviours)
{
    double factor = 1;
    for (size_t i = 0; i < wyrm_value_count(behaviours); i++) {
        const char *name = wyrm_value_text(wyrm_value_item(behaviours, i));
        const wyrm_value *row = wyrm_value_get(table, name);
        if (row)
            factor *= wyrm_value_real(row);
    }
    return factor;
}

wyrm_status wyrm_threat_derive(const wyrm_value *parameters, const wyrm_combat *combat,
                               const wyrm_roster *roster, const wyrm_monster *monster, double *out,
                               wyrm_error *error)
{
    wyrm_combatant combatant;
    double damage = 0;
    *out = 0;
    wyrm_status status = wyrm_roster_combatant(roster, monster->name, &combatant, error);
    if (status == WYRM_OK)
        status = mean_damage(combat, &combatant, &damage, error);
    if (status != WYRM_OK)
        return status;
    double hit = wyrm_value_real(wyrm_value_get(parameters, "hit"));
    double hits = wyrm_value_real(wyrm_value_get(parameters, "hits"));
    double durability = (double)combatant.max_hp / hit / hits;
    double synergy = wyrm_value_real(wyrm_value_get(monster->record, "synergy"));
    *out = damage * wyrm_value_real(wyrm_value_get(parameters, "per_damage")) * durability *
           behaviour_factor(wyrm_value_get(parameters, "behaviours"),
                            wyrm_value_get(monster->record, "behaviours")) *
           (1 + synergy);
    return WYRM_OK;
}
