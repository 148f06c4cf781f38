/* Metrics of single attacks and of fights to the death, all exact. */
#include "judge/attacks.h"
#include "judge/metric_rows.h"

#include <math.h>

static wyrm_status hit(const judge_work *judging, const judge_target *target,
                       const judge_place *place, wyrm_pmf **damage, wyrm_error *error)
{
    wyrm_matchup matchup = {.attacker = &place->of,
                            .defender = &place->against,
                            .attack = target->attack,
                            .distance = target->distance};
    const wyrm_combat *combat = wyrm_design_combat(judging->design);
    wyrm_status status = wyrm_combat_hit(combat, &matchup, damage, error);
    if (status != WYRM_ERROR_ARGUMENT || matchup.distance == 0)
        return status;
    /* Out of reach is no damage; what cannot be done at any distance makes no sense. */
    wyrm_pmf *here;
    matchup.distance = 0;
    if (wyrm_combat_hit(combat, &matchup, &here, NULL) != WYRM_OK)
        return status;
    wyrm_pmf_free(here);
    return wyrm_pmf_point(0, damage, error);
}

/* One attack, of which `figure` is measured. */
static wyrm_status hit_figure(const judge_work *judging, const judge_target *target,
                              const judge_place *place, double (*figure)(const wyrm_pmf *damage),
                              judge_measure *out, wyrm_error *error)
{
    wyrm_pmf *damage;
    wyrm_status status = hit(judging, target, place, &damage, error);
    if (status != WYRM_OK)
        return status;
    *out = (judge_measure){.value = figure(damage)};
    wyrm_pmf_free(damage);
    return WYRM_OK;
}

static double no_damage(const wyrm_pmf *damage)
{
    return wyrm_pmf_at(damage, 0);
}

wyrm_status wyrm_judge_hit_mean(judge_work *judging, const judge_target *target,
                                const judge_place *place, judge_measure *out, wyrm_error *error)
{
    return hit_figure(judging, target, place, wyrm_pmf_mean, out, error);
}

wyrm_status wyrm_judge_hit_sd(judge_work *judging, const judge_target *target,
                              const judge_place *place, judge_measure *out, wyrm_error *error)
{
    return hit_figure(judging, target, place, wyrm_pmf_sd, out, error);
}

wyrm_status wyrm_judge_hit_miss(judge_work *judging, const judge_target *target,
                                const judge_place *place, judge_measure *out, wyrm_error *error)
{
    return hit_figure(judging, target, place, no_damage, out, error);
}

wyrm_status wyrm_judge_hit_share(judge_work *judging, const judge_target *target,
                                 const judge_place *place, judge_measure *out, wyrm_error *error)
{
    double stat = wyrm_judge_stat_value(judging->design, place->stat, &place->of);
    wyrm_status status = hit_figure(judging, target, place, wyrm_pmf_mean, out, error);
    if (status == WYRM_OK)
        out->value = stat == 0 ? NAN : out->value / stat;
    return status;
}

static wyrm_status living(const wyrm_combatant *combatant, wyrm_error *error)
{
    if (combatant->hp >= 1)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' has no hit points to lose: set hp",
                     combatant->name);
}

/* The figure that designers quote: no misses or overkill beyond what is in the mean. */
wyrm_status wyrm_judge_average_hits(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    wyrm_status status = living(&place->against, error);
    if (status == WYRM_OK)
        status = hit_figure(judging, target, place, wyrm_pmf_mean, out, error);
    if (status == WYRM_OK)
        out->value = out->value > 0 ? (double)place->against.hp / out->value : (double)INFINITY;
    return status;
}

wyrm_status wyrm_judge_attacks_to_kill(judge_work *judging, const judge_target *target,
                                       const judge_place *place, judge_measure *out,
                                       wyrm_error *error)
{
    wyrm_pmf *damage = NULL;
    *out = (judge_measure){0};
    wyrm_status status = living(&place->against, error);
    if (status == WYRM_OK)
        status = hit(judging, target, place, &damage, error);
    if (status == WYRM_OK)
        status = wyrm_judge_expected_attacks(damage, place->against.hp, &out->value, error);
    wyrm_pmf_free(damage);
    return status;
}

static wyrm_status duel(const judge_work *judging, const judge_target *target,
                        const judge_place *place, wyrm_duel *out, wyrm_error *error)
{
    return wyrm_design_duel(judging->design, &place->of, &place->against, target->first, out, NULL,
                            error);
}

wyrm_status wyrm_judge_win_chance(judge_work *judging, const judge_target *target,
                                  const judge_place *place, judge_measure *out, wyrm_error *error)
{
    wyrm_duel result;
    wyrm_status status = duel(judging, target, place, &result, error);
    if (status == WYRM_OK)
        *out = (judge_measure){.value = result.p_win};
    return status;
}

wyrm_status wyrm_judge_duel_turns(judge_work *judging, const judge_target *target,
                                  const judge_place *place, judge_measure *out, wyrm_error *error)
{
    wyrm_duel result;
    wyrm_status status = duel(judging, target, place, &result, error);
    if (status == WYRM_OK)
        *out = (judge_measure){.value = result.endless ? (double)INFINITY : result.turns_mean};
    return status;
}

wyrm_status wyrm_judge_hp_left(judge_work *judging, const judge_target *target,
                               const judge_place *place, judge_measure *out, wyrm_error *error)
{
    wyrm_duel result;
    wyrm_status status = duel(judging, target, place, &result, error);
    if (status == WYRM_OK)
        *out = (judge_measure){.value = result.hp_left_mean / (double)place->of.max_hp};
    return status;
}
