/* Threat against the exact fight: who can come at a depth, the fights, ranks, misfits. */
#include <wyrm/compare.h>
#include <wyrm/threat_calibration.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "encounter/internal.h"

#define DEPTHS_MAX 200 /* deeper ones are left out */
#define SEED       1   /* of the floors that shares are found on where they are not exact */
/* Ranks see multiples of it: what differs by rounding errors alone is even. */
#define EVEN 1e-9

static wyrm_status no_memory(wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for threat against truth");
}

/* ------------------------------------------------------------------ ranks */

typedef struct ranked {
    double value;
    size_t index;
} ranked;

static int by_value(const void *a, const void *b)
{
    const ranked *one = a, *other = b;
    if (one->value < other->value || one->value > other->value)
        return one->value < other->value ? -1 : 1;
    return (one->index > other->index) - (one->index < other->index);
}

/* Ranks from 1; equal values share the mean of theirs. False where memory is out. */
static bool rank(const double *values, size_t count, double *ranks)
{
    ranked *order = base_zeroed(count, sizeof *order);
    if (order == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        order[i] = (ranked){values[i], i};
    qsort(order, count, sizeof *order, by_value);
    for (size_t from = 0; from < count;) {
        size_t to = from + 1;
        while (to < count && !(order[to].value > order[from].value))
            to++;
        for (size_t i = from; i < to; i++)
            ranks[order[i].index] = ((double)(from + to) + 1) / 2;
        from = to;
    }
    wyrm_free(order);
    return true;
}

/* Pearson's correlation. */
static double correlation(const double *x, const double *y, size_t count)
{
    double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < count; i++) {
        mean_x += x[i] / (double)count;
        mean_y += y[i] / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}

double wyrm_rank_correlation(const double *x, const double *y, size_t count)
{
    if (count < 3)
        return NAN;
    double *ranks = base_zeroed(2 * count, sizeof *ranks);
    double result = NAN;
    if (ranks != NULL && rank(x, count, ranks) && rank(y, count, ranks + count))
        result = correlation(ranks, ranks + count, count);
    wyrm_free(ranks);
    return result;
}

/* ------------------------------------------------------------------ who can come */

/* Whether rooms with a role at set depths can hold such a monster at this depth. */
static bool comes_in_a_role(const wyrm_design *design, const wyrm_monster *monster, int32_t depth)
{
    const wyrm_role_plans *plans = wyrm_encounter_plans(wyrm_design_encounter(design));
    wyrm_monster_kind kind = wyrm_monster_kind_of(monster->record);
    for (int role = 0; plans != NULL && role < WYRM_ROOM_ROLE_COUNT; role++) {
        const wyrm_room_rule *rule = &plans->rules.rules[role];
        /* A room that allows bosses draws only those. */
        if (rule->bosses ? kind != WYRM_MONSTER_BOSS
                         : !rule->minibosses || kind != WYRM_MONSTER_MINIBOSS)
            continue;
        if (wyrm_role_plan_comes_at(&plans->plans[role], depth))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------ fights */

/* The player strikes first, so that the monster attacks once less than the player. */
static wyrm_status find_cost(const wyrm_design *design, const wyrm_combatant *player,
                             const wyrm_combatant *monster, double *out, wyrm_error *error)
{
    wyrm_pmf *dealt, *taken = NULL, *attacks = NULL;
    wyrm_status status = wyrm_design_hit(design, player, monster, &dealt, error);
    if (status == WYRM_OK)
        status = wyrm_design_hit(design, monster, player, &taken, error);
    *out = INFINITY;
    if (status == WYRM_OK) {
        wyrm_status kills = wyrm_hits_to_kill(dealt, monster->hp, &attacks, error);
        if (kills == WYRM_OK)
            *out = (wyrm_pmf_mean(attacks) - 1) * wyrm_pmf_mean(taken) / (double)player->hp;
        else if (kills == WYRM_ERROR_MEMORY)
            status = kills;
    }
    wyrm_pmf_free(dealt);
    wyrm_pmf_free(taken);
    wyrm_pmf_free(attacks);
    return status;
}

static wyrm_status fight(const wyrm_design *design, const wyrm_combatant *player,
                         wyrm_calibration_row *row, wyrm_error *error)
{
    wyrm_combatant monster;
    wyrm_roster_spawn(wyrm_design_roster(design), row->monster, row->depth, WYRM_VARIANT_NONE,
                      &monster);
    wyrm_status status =
        wyrm_fight_cost(design, player, &monster, &row->hp_lost, &row->p_death, error);
    return status == WYRM_OK ? find_cost(design, player, &monster, &row->cost, error) : status;
}

/* ------------------------------------------------------------------ one depth */

/* Cost for a point of threat over all the monsters of a normal room; NAN where there are none, they
 * cost nothing, or one is never killed. */
static double usual_cost(const wyrm_calibration_row *rows, size_t count)
{
    double cost = 0, threat = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(rows[i].share.value > 0))
            continue;
        cost += rows[i].share.value * rows[i].cost;
        threat += rows[i].share.value * rows[i].threat;
    }
    return threat > 0 && cost > 0 && isfinite(cost) ? cost / threat : NAN;
}

/* Rounded rather than compared with a tolerance, so that being even is transitive. */
static double without_noise(double value)
{
    return round(value / EVEN);
}

static double rank_rows(const wyrm_calibration_row *rows, size_t count)
{
    double *values = base_zeroed(2 * count + 1, sizeof *values);
    for (size_t i = 0; values != NULL && i < count; i++) {
        values[i] = without_noise(rows[i].threat);
        values[count + i] = without_noise(rows[i].hp_lost);
    }
    double found = values != NULL ? wyrm_rank_correlation(values, values + count, count) : NAN;
    wyrm_free(values);
    return found;
}

/* `shares` is as long as the roster. */
static wyrm_status find_depth(const wyrm_design *design, int32_t depth, wyrm_estimate *shares,
                              wyrm_calibration *truth, wyrm_error *error)
{
    const wyrm_rooms rooms = {.design = design, .depth = depth, .seed = SEED};
    const wyrm_roster *roster = wyrm_design_roster(design);
    wyrm_calibration_depth *out = &truth->depths[truth->depth_count++];
    wyrm_calibration_row *rows = &truth->rows[truth->row_count];
    wyrm_reference reference;
    *out = (wyrm_calibration_depth){.depth = depth};
    wyrm_status status = wyrm_design_reference(design, depth, &reference, error);
    if (status != WYRM_OK)
        return status;
    memcpy(out->player, reference.text, sizeof out->player);
    status = wyrm_rooms_kinds(&rooms, shares, error);
    for (size_t m = 0; status == WYRM_OK && m < wyrm_roster_count(roster); m++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, m);
        if (!(shares[m].value > 0) && !comes_in_a_role(design, monster, depth))
            continue;
        wyrm_calibration_row *row = &rows[out->monsters++];
        *row = (wyrm_calibration_row){
            .depth = depth, .monster = m, .name = monster->name, .share = shares[m]};
        row->threat = wyrm_threat_at(wyrm_design_threat(design), m, depth, false);
        status = fight(design, &reference.player, row, error);
    }
    truth->row_count += out->monsters;
    double usual = usual_cost(rows, out->monsters);
    for (size_t i = 0; i < out->monsters; i++)
        rows[i].factor = rows[i].threat > 0 ? rows[i].cost / rows[i].threat / usual : NAN;
    double lost = 0, cheap = 0;
    for (size_t i = 0; i < out->monsters; i++) {
        lost += rows[i].share.value * rows[i].hp_lost;
        cheap += rows[i].hp_lost < WYRM_CALIBRATION_FLOOR ? rows[i].share.value : 0;
    }
    out->unhurt = cheap > 0.5 && lost < WYRM_CALIBRATION_FLOOR;
    out->rank = rank_rows(rows, out->monsters);
    return status;
}

/* ------------------------------------------------------------------ all */

/* How far off a factor is. That a monster costs nothing or is never killed is another matter. */
static double distance(double factor)
{
    return factor > 0 && isfinite(factor) ? fabs(log(factor)) : -1;
}

/* Whether it matters: ratios of next to nothing do not. */
static bool is_felt(const wyrm_calibration *truth, const wyrm_calibration_row *row)
{
    double said = row->cost / row->factor;
    return !truth->depths[row->depth - truth->depths[0].depth].unhurt &&
           fabs(fmin(row->cost, 1) - fmin(said, 1)) >= WYRM_CALIBRATION_FLOOR;
}

/* The row of a monster of normal rooms whose factor is farthest from 1; row_count where there is
 * none. */
static size_t worst_of(const wyrm_calibration *truth, size_t monster)
{
    size_t worst = truth->row_count;
    double farthest = -1;
    for (size_t i = 0; i < truth->row_count; i++) {
        double far = distance(truth->rows[i].factor);
        if (truth->rows[i].monster != monster || !(truth->rows[i].share.value > 0) ||
            !(far > farthest) || !is_felt(truth, &truth->rows[i]))
            continue;
        worst = i;
        farthest = far;
    }
    return worst;
}

static bool find_misfits(const wyrm_design *design, wyrm_calibration *truth)
{
    size_t count = wyrm_roster_count(wyrm_design_roster(design));
    truth->misfits = base_zeroed(count + 1, sizeof *truth->misfits);
    if (truth->misfits == NULL)
        return false;
    for (size_t m = 0; m < count; m++) {
        size_t worst = worst_of(truth, m);
        if (worst == truth->row_count)
            continue;
        double far = distance(truth->rows[worst].factor);
        size_t at = truth->misfit_count++;
        for (; at > 0 && distance(truth->rows[truth->misfits[at - 1]].factor) < far; at--)
            truth->misfits[at] = truth->misfits[at - 1];
        truth->misfits[at] = worst;
    }
    return true;
}

static wyrm_status find_all(const wyrm_design *design, int32_t first, int32_t last,
                            wyrm_calibration *truth, wyrm_error *error)
{
    size_t depths = (size_t)(last - first) + 1;
    size_t monsters = wyrm_roster_count(wyrm_design_roster(design));
    truth->rows = base_zeroed(depths * monsters + 1, sizeof *truth->rows);
    truth->depths = base_zeroed(depths, sizeof *truth->depths);
    if (truth->rows == NULL || truth->depths == NULL)
        return no_memory(error);
    wyrm_estimate *shares = base_zeroed(monsters + 1, sizeof *shares);
    wyrm_status status = shares != NULL ? WYRM_OK : no_memory(error);
    for (int32_t depth = first; status == WYRM_OK && depth <= last; depth++)
        status = find_depth(design, depth, shares, truth, error);
    wyrm_free(shares);
    if (status != WYRM_OK)
        return status;
    truth->rank = rank_rows(truth->rows, truth->row_count);
    return find_misfits(design, truth) ? WYRM_OK : no_memory(error);
}

wyrm_status wyrm_calibration_compute(const wyrm_design *design, int32_t first, int32_t last,
                                     wyrm_calibration **out, wyrm_error *error)
{
    *out = NULL;
    if (wyrm_design_threat(design) == NULL)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the ruleset has no threat");
    first = first > 0 ? first : 1;
    last = last > 0 ? last : wyrm_encounter_last_depth(wyrm_design_encounter(design));
    if (last < first)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the ruleset has no last depth");
    last = last - first < DEPTHS_MAX ? last : first + DEPTHS_MAX - 1;
    wyrm_calibration *truth = base_zeroed(1, sizeof *truth);
    if (truth == NULL)
        return no_memory(error);
    wyrm_status status = find_all(design, first, last, truth, error);
    if (status != WYRM_OK) {
        wyrm_calibration_free(truth);
        return status;
    }
    *out = truth;
    return WYRM_OK;
}

void wyrm_calibration_free(wyrm_calibration *truth)
{
    if (truth == NULL)
        return;
    wyrm_free(truth->rows);
    wyrm_free(truth->depths);
    wyrm_free(truth->misfits);
    wyrm_free(truth);
}
