/* What fights cost: expected numbers of attacks, of one damage and of a player among the monsters
 * of a depth, and shares of the hit points. */
#include "judge/attacks.h"

#include <math.h>
#include <stdlib.h>

#include <wyrm/compare.h>

/* Steps that one number may take: about a second of an ordinary core. */
#define WORK_MOST 1e9

/* By the first attack: none with 0 hit points left, else one more than what is expected from
 * where it leads. */
wyrm_status wyrm_judge_expected_attacks(const wyrm_pmf *damage, int64_t hp, double *out,
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
    double *expected = calloc((size_t)hp + 1, sizeof *expected);
    if (expected == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (int64_t left = 1; left <= hp; left++) {
        double after = 0;
        for (int64_t d = first > 1 ? first : 1; d <= last && d < left; d++)
            after += probabilities[d - first] * expected[left - d];
        expected[left] = (1 + after) / hurts;
    }
    *out = expected[hp];
    free(expected);
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
    return wyrm_judge_expected_attacks(foe->given, foe->combatant.hp, out, error);
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
    const wyrm_pmf **parts = calloc(crowd->count, sizeof *parts);
    double *shares = calloc(crowd->count, sizeof *shares);
    wyrm_status status = WYRM_OK;
    if (parts == NULL || shares == NULL)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; status == WYRM_OK && i < crowd->count; i++) {
        parts[i] = crowd->foes[i].taken;
        shares[i] = crowd->foes[i].share;
    }
    if (status == WYRM_OK)
        status = wyrm_pmf_mix(parts, shares, crowd->count, out, error);
    free(parts);
    free(shares);
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
        status = wyrm_judge_expected_attacks(damage, crowd->player.max_hp, out, error);
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
