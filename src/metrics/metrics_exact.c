/* Metrics that follow from the rules alone: stats and curves of a combatant, what a level costs,
 * single attacks and fights to the death, and the monsters that a level of the tracker brings. Each
 * is worked out from exact distributions; none takes long. Metrics that ask the same of the models
 * are one function, which its row tells what of it is meant. */
#include "metrics/internal.h"

#include <math.h>
#include <string.h>

static judge_measure exactly(double value)
{
    return (judge_measure){.value = value};
}

/* 0 / 0 cannot be measured; anything else by 0 has no bound. */
static double ratio(double numerator, double denominator)
{
    if (denominator != 0)
        return numerator / denominator;
    return numerator == 0 ? NAN : copysign(INFINITY, numerator);
}

/* ---- stats, curves, and what a level costs ---- */

/* A stat of the combat model, or of the body behind those. */
static double stat_value(int stat, const wyrm_combatant *combatant)
{
    if (stat < WYRM_STATS_MAX)
        return combatant->stats[stat];
    const double body[] = {(double)combatant->hp, (double)combatant->max_hp,
                           combatant->regeneration};
    return body[stat - WYRM_STATS_MAX];
}

judge_measure judge_measure_stat(judge_work *work, const judge_target *target,
                                 const judge_place *place, int which)
{
    (void)work, (void)target;
    double mine = stat_value(place->stat, &place->of);
    if (which == JUDGE_STAT)
        return exactly(mine);
    double other = stat_value(place->stat, &place->against);
    return exactly(which == JUDGE_STAT_RATIO ? ratio(mine, other) : mine - other);
}

judge_measure judge_measure_growth(judge_work *work, const judge_target *target,
                                   const judge_place *place, int which)
{
    (void)target;
    const wyrm_growth *growth = wyrm_design_growth(work->design);
    if (which == JUDGE_CURVE)
        return exactly(wyrm_growth_at(growth, place->curve, place->level));
    if (which == JUDGE_LEVEL_FACTOR)
        return exactly(wyrm_growth_factor(growth, place->level));
    wyrm_experience here = wyrm_growth_at_level(growth, place->level);
    if (which == JUDGE_EXPERIENCE_TO_LEVEL)
        return exactly((double)here.base);
    double step = (double)here.next;
    if (which == JUDGE_EXPERIENCE_GROWTH)
        return exactly(ratio(step, (double)wyrm_growth_at_level(growth, place->level - 1).next));
    if (which == JUDGE_KILLS_TO_LEVEL)
        return exactly(ratio(step, wyrm_growth_at(growth, place->curve, place->level)));
    return exactly(step);
}

/* ---- attacks and fights ---- */

/* Owned by the caller. Out of reach is no damage; what cannot be done at any distance makes no
 * sense. */
static wyrm_pmf *damage_of(judge_work *work, const judge_target *target, const judge_place *place)
{
    wyrm_matchup matchup = {.attacker = &place->of,
                            .defender = &place->against,
                            .attack = target->attack,
                            .distance = target->distance};
    const wyrm_combat *combat = wyrm_design_combat(work->design);
    wyrm_error *error = &work->arena->error;
    wyrm_pmf *damage, *here;
    wyrm_status status = wyrm_combat_hit(combat, &matchup, &damage, error);
    if (status == WYRM_ERROR_ARGUMENT && matchup.distance != 0) {
        matchup.distance = 0;
        if (wyrm_combat_hit(combat, &matchup, &here, NULL) == WYRM_OK) {
            wyrm_pmf_free(here);
            status = wyrm_pmf_point(0, &damage, error);
        }
    }
    base_must(work->arena, status);
    return damage;
}

judge_measure judge_measure_hit(judge_work *work, const judge_target *target,
                                const judge_place *place, int which)
{
    int64_t hp = place->against.hp;
    if (hp < 1 && (which == JUDGE_AVERAGE_HITS || which == JUDGE_ATTACKS_TO_KILL))
        base_fail(work->arena,
                  wyrm_fail(&work->arena->error, WYRM_ERROR_ARGUMENT,
                            "'%s' has no hit points to lose: set hp", place->against.name));
    wyrm_pmf *damage = damage_of(work, target, place);
    base_keep(work->arena, damage, wyrm_pmf_free);
    double mean = wyrm_pmf_mean(damage), stat;
    switch (which) {
    case JUDGE_HIT_SD:
        return exactly(wyrm_pmf_sd(damage));
    case JUDGE_HIT_MISS:
        return exactly(wyrm_pmf_at(damage, 0));
    case JUDGE_HIT_SHARE:
        stat = stat_value(place->stat, &place->of);
        return exactly(stat == 0 ? NAN : mean / stat);
    case JUDGE_AVERAGE_HITS: /* what designers quote: no misses or overkill beyond the mean's */
        return exactly(mean > 0 ? (double)hp / mean : (double)INFINITY);
    case JUDGE_ATTACKS_TO_KILL:
        return exactly(judge_expected_attacks(work->arena, damage, hp));
    default:
        return exactly(mean);
    }
}

judge_measure judge_measure_duel(judge_work *work, const judge_target *target,
                                 const judge_place *place, int which)
{
    wyrm_duel duel;
    base_must(work->arena, wyrm_design_duel(work->design, &place->of, &place->against,
                                            target->first, &duel, NULL, &work->arena->error));
    if (which == JUDGE_DUEL_TURNS)
        return exactly(duel.endless ? (double)INFINITY : duel.turns_mean);
    return exactly(which == JUDGE_WIN_CHANCE ? duel.p_win
                                             : duel.hp_left_mean / (double)place->of.max_hp);
}

/* ---- the monsters that a level of the tracker brings ---- */

/* Owned by the caller. */
static wyrm_pmf *levels_at(judge_work *work, double tracker)
{
    wyrm_pmf *levels;
    base_must(work->arena, wyrm_encounter_monster_levels(wyrm_design_encounter(work->design),
                                                         tracker, &levels, &work->arena->error));
    return levels;
}

/* The chance of a level in the closed interval, at a level of the tracker. */
static double share_between(judge_work *work, double tracker, double low, double high)
{
    wyrm_pmf *levels = levels_at(work, tracker);
    double share = 0;
    for (int64_t level = wyrm_pmf_first(levels); level <= wyrm_pmf_last(levels); level++)
        if ((double)level >= low && (double)level <= high)
            share += wyrm_pmf_at(levels, level);
    wyrm_pmf_free(levels);
    return share;
}

/* Over all the whole levels that the tracker has gone through. */
static double monsters_seen(judge_work *work, double tracker)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    size_t count = wyrm_roster_count(roster), found = 0;
    bool *seen = base_array(work->arena, bool, count);
    for (double at = 1; at < tracker + 1; at++) {
        wyrm_pmf *levels = levels_at(work, fmin(at, tracker));
        for (int64_t level = wyrm_pmf_first(levels); level <= wyrm_pmf_last(levels); level++) {
            int monster = wyrm_roster_by_level(roster, (int32_t)level);
            if (monster >= 0 && wyrm_pmf_at(levels, level) > 0) {
                found += !seen[monster];
                seen[monster] = true;
            }
        }
        wyrm_pmf_free(levels);
    }
    return count > 0 ? (double)found / (double)count : (double)NAN;
}

judge_measure judge_measure_levels(judge_work *work, const judge_target *target,
                                   const judge_place *place, int which)
{
    double tracker = place->tracker, whole = floor(tracker), share = 0;
    wyrm_level_choice choices[WYRM_LEVEL_CHOICES_MAX];
    if (which == JUDGE_MONSTERS_SEEN)
        return exactly(monsters_seen(work, tracker));
    if (which == JUDGE_LEVEL_WITHIN)
        return exactly(share_between(work, tracker, target->within.low, target->within.high));
    if (which == JUDGE_LEVEL_CHOICE) {
        size_t count =
            wyrm_encounter_choices(wyrm_design_encounter(work->design), tracker, choices);
        for (size_t i = 0; i < count; i++)
            share += strcmp(choices[i].name, target->of) == 0 ? choices[i].share : 0;
        return exactly(share);
    }
    if (which == JUDGE_LEVEL_BELOW) {
        /* Between two levels of the tracker a monster is chosen by the upper one with the
         * probability of the fraction: `below` counts from whichever it is. */
        for (int step = 0; step <= 1; step++) {
            double weight = step == 0 ? 1 - (tracker - whole) : tracker - whole;
            if (weight != 0)
                share +=
                    weight * share_between(work, whole + step, whole + step - target->below.high,
                                           whole + step - target->below.low);
        }
        return exactly(share);
    }
    wyrm_pmf *levels = levels_at(work, tracker);
    double mean = wyrm_pmf_mean(levels);
    wyrm_pmf_free(levels);
    return exactly(which == JUDGE_LEVEL_GAP ? tracker - mean : mean);
}
