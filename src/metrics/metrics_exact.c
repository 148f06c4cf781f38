/* Metrics that follow from the rules alone: what an attack takes on average, stats and curves of a
 * combatant, single attacks and fights to the death, and the monsters that a level of the tracker
 * brings. Each is worked out from exact distributions; none takes long. */
#include "base/arena.h"
#include "metrics/internal.h"

#include <math.h>
#include <string.h>

#include <wyrm/compare.h>

/* ---- what a kill takes ---- */

/* Steps that one number may take: about a second of an ordinary core. */
#define WORK_MOST 1e9

/* By the first attack: none with 0 hit points left, else one more than what is expected from
 * where it leads. */
static wyrm_status judge_expected_attacks(const wyrm_pmf *damage, int64_t hp, double *out,
                                          wyrm_error *error)
{
    const double *probabilities = wyrm_pmf_probabilities(damage);
    int64_t first = wyrm_pmf_first(damage), last = wyrm_pmf_last(damage);
    double hurts = 0;
    *out = NAN;
    if ((double)hp * (double)(last < hp ? last - first + 1 : hp) > WORK_MOST)
        return WYRM_OK;
    for (int64_t d = first > 1 ? first : 1; d <= last; d++)
        hurts += probabilities[d - first];
    *out = INFINITY;
    if (!(hurts > 0))
        return WYRM_OK;
    double *expected = base_zeroed((size_t)hp + 1, sizeof *expected);
    if (expected == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (int64_t left = 1; left <= hp; left++) {
        double after = 0;
        for (int64_t d = first > 1 ? first : 1; d <= last && d < left; d++)
            after += probabilities[d - first] * expected[left - d];
        expected[left] = (1 + after) / hurts;
    }
    *out = expected[hp];
    wyrm_free(expected);
    return WYRM_OK;
}

typedef wyrm_status foe_figure(const judge_foe *foe, double *out, wyrm_error *error);

static wyrm_status mean_over_foes(const judge_crowd *crowd, foe_figure *figure, double *out,
                                  wyrm_error *error)
{
    double sum = 0;
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < crowd->count; i++) {
        double value = 0;
        status = figure(&crowd->foes[i], &value, error);
        sum += crowd->foes[i].share * value;
    }
    *out = crowd->count > 0 ? sum : (double)NAN;
    return status;
}

static wyrm_status attacks_on_foe(const judge_foe *foe, double *out, wyrm_error *error)
{
    return judge_expected_attacks(foe->given, foe->combatant.hp, out, error);
}

/* Every attack hurts with the same chance, so those that do are that share of all (Wald). */
static wyrm_status hits_on_foe(const judge_foe *foe, double *out, wyrm_error *error)
{
    wyrm_status status = attacks_on_foe(foe, out, error);
    if (status == WYRM_OK && isfinite(*out))
        *out *= wyrm_pmf_tail(foe->given, 1);
    return status;
}

wyrm_status wyrm_judge_crowd_attacks(judge_crowd *crowd, double *out, wyrm_error *error)
{
    return mean_over_foes(crowd, attacks_on_foe, out, error);
}

wyrm_status wyrm_judge_crowd_hits(judge_crowd *crowd, double *out, wyrm_error *error)
{
    return mean_over_foes(crowd, hits_on_foe, out, error);
}

/* Each attack is one of the monsters of the depth: those that cannot hurt make it longer, but not
 * endless. */
static wyrm_status mix_attacks(const judge_crowd *crowd, wyrm_pmf **out, wyrm_error *error)
{
    const wyrm_pmf **parts = base_zeroed(crowd->count, sizeof *parts);
    double *shares = base_zeroed(crowd->count, sizeof *shares);
    wyrm_status status = WYRM_OK;
    if (parts == NULL || shares == NULL)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; status == WYRM_OK && i < crowd->count; i++) {
        parts[i] = crowd->foes[i].taken;
        shares[i] = crowd->foes[i].share;
    }
    if (status == WYRM_OK)
        status = wyrm_pmf_mix(parts, shares, crowd->count, out, error);
    wyrm_free(parts);
    wyrm_free(shares);
    return status;
}

wyrm_status wyrm_judge_crowd_attacks_taken(judge_crowd *crowd, double *out, wyrm_error *error)
{
    wyrm_pmf *damage = NULL;
    *out = NAN;
    if (crowd->count == 0)
        return WYRM_OK;
    wyrm_status status = mix_attacks(crowd, &damage, error);
    if (status == WYRM_OK)
        status = judge_expected_attacks(damage, crowd->player.max_hp, out, error);
    wyrm_pmf_free(damage);
    return status;
}

wyrm_status wyrm_fight_cost(const wyrm_design *design, const wyrm_combatant *player,
                            const wyrm_combatant *monster, double *lost, double *death,
                            wyrm_error *error)
{
    wyrm_duel duel;
    wyrm_status status =
        wyrm_design_duel(design, player, monster, WYRM_SUBJECT_FIRST, &duel, NULL, error);
    bool fought = status == WYRM_OK;
    /* hp_left_mean is of the fights that end. */
    double finished = fought ? duel.p_win + duel.p_lose : 0;
    double left = finished > 0 ? finished * duel.hp_left_mean / (double)player->hp : 0;
    *lost = fought ? fmin(1, fmax(0, 1 - left)) : (double)NAN;
    if (death != NULL)
        *death = fought ? fmin(1, fmax(0, 1 - duel.p_win)) : (double)NAN;
    return status;
}

/* ---- stats, curves, and what a level costs ---- */

static wyrm_status exactly(judge_measure *out, double value)
{
    *out = (judge_measure){.value = value};
    return WYRM_OK;
}

/* 0 / 0 cannot be measured; anything else by 0 has no bound. */
static double ratio(double numerator, double denominator)
{
    if (denominator != 0)
        return numerator / denominator;
    return numerator == 0 ? NAN : copysign(INFINITY, numerator);
}

wyrm_status wyrm_judge_stat(judge_work *judging, const judge_target *target,
                            const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target, (void)error;
    return exactly(out, wyrm_judge_stat_value(judging->design, place->stat, &place->of));
}

wyrm_status wyrm_judge_stat_ratio(judge_work *judging, const judge_target *target,
                                  const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target, (void)error;
    return exactly(out,
                   ratio(wyrm_judge_stat_value(judging->design, place->stat, &place->of),
                         wyrm_judge_stat_value(judging->design, place->stat, &place->against)));
}

wyrm_status wyrm_judge_stat_difference(judge_work *judging, const judge_target *target,
                                       const judge_place *place, judge_measure *out,
                                       wyrm_error *error)
{
    (void)target, (void)error;
    return exactly(out, wyrm_judge_stat_value(judging->design, place->stat, &place->of) -
                            wyrm_judge_stat_value(judging->design, place->stat, &place->against));
}

wyrm_status wyrm_judge_curve(judge_work *judging, const judge_target *target,
                             const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target, (void)error;
    const wyrm_growth *growth = wyrm_design_growth(judging->design);
    return exactly(out, wyrm_growth_at(growth, place->curve, place->level));
}

wyrm_status wyrm_judge_level_factor(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target, (void)error;
    return exactly(out, wyrm_growth_factor(wyrm_design_growth(judging->design), place->level));
}

static double step_at(const judge_work *judging, int32_t level)
{
    return (double)wyrm_growth_at_level(wyrm_design_growth(judging->design), level).next;
}

wyrm_status wyrm_judge_experience_step(judge_work *judging, const judge_target *target,
                                       const judge_place *place, judge_measure *out,
                                       wyrm_error *error)
{
    (void)target, (void)error;
    return exactly(out, step_at(judging, place->level));
}

wyrm_status wyrm_judge_experience_growth(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    (void)target, (void)error;
    return exactly(out, ratio(step_at(judging, place->level), step_at(judging, place->level - 1)));
}

wyrm_status wyrm_judge_experience_total(judge_work *judging, const judge_target *target,
                                        const judge_place *place, judge_measure *out,
                                        wyrm_error *error)
{
    (void)target, (void)error;
    const wyrm_growth *growth = wyrm_design_growth(judging->design);
    return exactly(out, (double)wyrm_growth_at_level(growth, place->level).base);
}

wyrm_status wyrm_judge_kills_to_level(judge_work *judging, const judge_target *target,
                                      const judge_place *place, judge_measure *out,
                                      wyrm_error *error)
{
    (void)target, (void)error;
    const wyrm_growth *growth = wyrm_design_growth(judging->design);
    double reward = wyrm_growth_at(growth, place->curve, place->level);
    return exactly(out, ratio(step_at(judging, place->level), reward));
}

/* ---- attacks and fights ---- */

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
        status = judge_expected_attacks(damage, place->against.hp, &out->value, error);
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

/* ---- the monsters that a level of the tracker brings ---- */

static wyrm_status levels(const judge_work *judging, double tracker, wyrm_pmf **out,
                          wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(judging->design);
    return wyrm_encounter_monster_levels(encounter, tracker, out, error);
}

/* Probability of a value in the closed interval. */
static double share_between(const wyrm_pmf *pmf, double low, double high)
{
    const double *probabilities = wyrm_pmf_probabilities(pmf);
    double share = 0;
    for (size_t i = 0; i < wyrm_pmf_length(pmf); i++) {
        double value = (double)(wyrm_pmf_first(pmf) + (int64_t)i);
        if (value >= low && value <= high)
            share += probabilities[i];
    }
    return share;
}

/* Between two levels of the tracker a monster is chosen by the upper one with the probability of
 * the fraction: `below` counts from whichever it is. */
wyrm_status wyrm_judge_level_share(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error)
{
    double whole = floor(place->tracker), fraction = place->tracker - whole, share = 0;
    for (int step = 0; step <= 1; step++) {
        double weight = step == 0 ? 1 - fraction : fraction;
        if (weight == 0)
            continue;
        wyrm_pmf *pmf;
        wyrm_status status = levels(judging, whole + step, &pmf, error);
        if (status != WYRM_OK)
            return status;
        share += weight * share_between(pmf, whole + step - target->below.high,
                                        whole + step - target->below.low);
        wyrm_pmf_free(pmf);
    }
    *out = (judge_measure){.value = share};
    return WYRM_OK;
}

wyrm_status wyrm_judge_level_within(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    wyrm_pmf *pmf;
    wyrm_status status = levels(judging, place->tracker, &pmf, error);
    if (status != WYRM_OK)
        return status;
    *out = (judge_measure){.value = share_between(pmf, target->within.low, target->within.high)};
    wyrm_pmf_free(pmf);
    return WYRM_OK;
}

wyrm_status wyrm_judge_level_choice(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)error;
    wyrm_level_choice choices[WYRM_LEVEL_CHOICES_MAX];
    size_t count =
        wyrm_encounter_choices(wyrm_design_encounter(judging->design), place->tracker, choices);
    *out = (judge_measure){.value = 0};
    for (size_t i = 0; i < count; i++)
        if (strcmp(choices[i].name, target->of) == 0)
            out->value += choices[i].share;
    return WYRM_OK;
}

static wyrm_status mean_level(const judge_work *judging, double tracker, double *mean,
                              wyrm_error *error)
{
    wyrm_pmf *pmf;
    wyrm_status status = levels(judging, tracker, &pmf, error);
    if (status != WYRM_OK)
        return status;
    *mean = wyrm_pmf_mean(pmf);
    wyrm_pmf_free(pmf);
    return WYRM_OK;
}

wyrm_status wyrm_judge_level_mean(judge_work *judging, const judge_target *target,
                                  const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    *out = (judge_measure){0};
    return mean_level(judging, place->tracker, &out->value, error);
}

wyrm_status wyrm_judge_level_gap(judge_work *judging, const judge_target *target,
                                 const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    double mean;
    wyrm_status status = mean_level(judging, place->tracker, &mean, error);
    if (status == WYRM_OK)
        *out = (judge_measure){.value = place->tracker - mean};
    return status;
}

/* Marks the monsters that one level of the tracker can bring. */
static wyrm_status mark_seen(const judge_work *judging, double tracker, bool *seen,
                             wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(judging->design);
    wyrm_pmf *pmf;
    wyrm_status status = levels(judging, tracker, &pmf, error);
    if (status != WYRM_OK)
        return status;
    for (int64_t level = wyrm_pmf_first(pmf); level <= wyrm_pmf_last(pmf); level++) {
        int monster = wyrm_roster_by_level(roster, (int32_t)level);
        if (monster >= 0 && wyrm_pmf_at(pmf, level) > 0)
            seen[monster] = true;
    }
    wyrm_pmf_free(pmf);
    return WYRM_OK;
}

/* Over all the whole levels that the tracker has gone through. */
wyrm_status wyrm_judge_monsters_seen(judge_work *judging, const judge_target *target,
                                     const judge_place *place, judge_measure *out,
                                     wyrm_error *error)
{
    (void)target;
    size_t count = wyrm_roster_count(wyrm_design_roster(judging->design)), found = 0;
    if (count == 0) {
        *out = (judge_measure){.value = NAN};
        return WYRM_OK;
    }
    bool *seen = base_zeroed(count, sizeof *seen);
    if (seen == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = WYRM_OK;
    for (double tracker = 1; status == WYRM_OK && tracker <= place->tracker; tracker++)
        status = mark_seen(judging, tracker, seen, error);
    if (status == WYRM_OK && place->tracker > floor(place->tracker))
        status = mark_seen(judging, place->tracker, seen, error);
    for (size_t i = 0; i < count; i++)
        found += seen[i];
    wyrm_free(seen);
    *out = (judge_measure){.value = (double)found / (double)count};
    return status;
}
