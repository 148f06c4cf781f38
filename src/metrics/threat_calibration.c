/* Threat against the exact fight.
 *
 * A designer gives every monster points of threat; what it takes from the player that a depth is
 * meant for is known from the exact duel. Where threat tells what fights cost, the two rank the
 * monsters alike, and a point costs as much of one as of another. So: who can come at a depth, its
 * fights, their ranks, and the monsters whose threat is farthest off. */
#include <wyrm/compare.h>
#include <wyrm/threat_calibration.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "encounter/internal.h"
#include "metrics/internal.h"

#define DEPTHS_MAX 200 /* deeper ones are left out */
#define SEED       1   /* of the floors that shares are found on where they are not exact */
/* Ranks see multiples of it: what differs by rounding errors alone is even. */
#define EVEN 1e-9

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

/* Ranks from 1; equal values share the mean of theirs. */
static void rank(const double *values, size_t count, ranked *order, double *ranks)
{
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
    double *ranks = count < 3 ? NULL : base_zeroed(2 * count, sizeof *ranks);
    ranked *order = count < 3 ? NULL : base_zeroed(count, sizeof *order);
    double result = NAN;
    if (ranks != NULL && order != NULL) {
        rank(x, count, order, ranks);
        rank(y, count, order, ranks + count);
        result = correlation(ranks, ranks + count, count);
    }
    wyrm_free(order);
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

/* What killing it costs: the player strikes first, so that the monster attacks once less. */
static double cost_of(base_arena *arena, const wyrm_design *design, const wyrm_combatant *player,
                      const wyrm_combatant *monster)
{
    wyrm_pmf *dealt, *taken, *attacks;
    base_must(arena, wyrm_design_hit(design, player, monster, &dealt, &arena->error));
    base_keep(arena, dealt, wyrm_pmf_free);
    base_must(arena, wyrm_design_hit(design, monster, player, &taken, &arena->error));
    base_keep(arena, taken, wyrm_pmf_free);
    wyrm_status kills = wyrm_hits_to_kill(dealt, monster->hp, &attacks, &arena->error);
    if (kills == WYRM_ERROR_MEMORY)
        base_fail(arena, kills);
    if (kills != WYRM_OK)
        return INFINITY;
    double cost = (wyrm_pmf_mean(attacks) - 1) * wyrm_pmf_mean(taken) / (double)player->hp;
    wyrm_pmf_free(attacks);
    return cost;
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
static double rank_rows(base_arena *arena, const wyrm_calibration_row *rows, size_t count)
{
    double *threats = base_array(arena, double, count);
    double *losses = base_array(arena, double, count);
    for (size_t i = 0; i < count; i++) {
        threats[i] = round(rows[i].threat / EVEN);
        losses[i] = round(rows[i].hp_lost / EVEN);
    }
    return wyrm_rank_correlation(threats, losses, count);
}

static void add_depth(base_arena *arena, const wyrm_design *design, int32_t depth,
                      wyrm_calibration *calibration)
{
    const wyrm_rooms rooms = {.design = design, .depth = depth, .seed = SEED};
    const wyrm_roster *roster = wyrm_design_roster(design);
    size_t monsters = wyrm_roster_count(roster);
    wyrm_estimate *shares = base_array(arena, wyrm_estimate, monsters);
    wyrm_calibration_depth *out = &calibration->depths[calibration->depth_count++];
    wyrm_calibration_row *rows = &calibration->rows[calibration->row_count];
    wyrm_reference reference;
    double lost = 0, cheap = 0;
    *out = (wyrm_calibration_depth){.depth = depth};
    base_must(arena, wyrm_design_reference(design, depth, &reference, &arena->error));
    memcpy(out->player, reference.text, sizeof out->player);
    base_must(arena, wyrm_rooms_kinds(&rooms, shares, &arena->error));
    for (size_t m = 0; m < monsters; m++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, m);
        wyrm_combatant body;
        if (!(shares[m].value > 0) && !comes_in_a_role(design, monster, depth))
            continue;
        wyrm_calibration_row *row = &rows[out->monsters++];
        *row = (wyrm_calibration_row){
            .depth = depth, .monster = m, .name = monster->name, .share = shares[m]};
        row->threat = wyrm_threat_at(wyrm_design_threat(design), m, depth, false);
        wyrm_roster_spawn(roster, m, depth, WYRM_VARIANT_NONE, &body);
        base_must(arena, wyrm_fight_cost(design, &reference.player, &body, &row->hp_lost,
                                         &row->p_death, &arena->error));
        row->cost = cost_of(arena, design, &reference.player, &body);
        lost += row->share.value * row->hp_lost;
        cheap += row->hp_lost < WYRM_CALIBRATION_FLOOR ? row->share.value : 0;
    }
    double usual = usual_cost(rows, out->monsters);
    for (size_t i = 0; i < out->monsters; i++)
        rows[i].factor = rows[i].threat > 0 ? rows[i].cost / rows[i].threat / usual : NAN;
    out->unhurt = cheap > 0.5 && lost < WYRM_CALIBRATION_FLOOR;
    out->rank = rank_rows(arena, rows, out->monsters);
    calibration->row_count += out->monsters;
}

/* ------------------------------------------------------------------ all */

/* How far off a factor is. That a monster costs nothing or is never killed is another matter. */
static double distance(double factor)
{
    return factor > 0 && isfinite(factor) ? fabs(log(factor)) : -1;
}

/* Whether it matters: ratios of next to nothing do not. */
static bool is_felt(const wyrm_calibration *found, const wyrm_calibration_row *row)
{
    double said = row->cost / row->factor;
    return !found->depths[row->depth - found->depths[0].depth].unhurt &&
           fabs(fmin(row->cost, 1) - fmin(said, 1)) >= WYRM_CALIBRATION_FLOOR;
}

/* The row of a monster of normal rooms whose factor is farthest from 1; row_count where there is
 * none. */
static size_t worst_of(const wyrm_calibration *found, size_t monster)
{
    size_t worst = found->row_count;
    double farthest = -1;
    for (size_t i = 0; i < found->row_count; i++) {
        double far = distance(found->rows[i].factor);
        if (found->rows[i].monster != monster || !(found->rows[i].share.value > 0) ||
            !(far > farthest) || !is_felt(found, &found->rows[i]))
            continue;
        worst = i;
        farthest = far;
    }
    return worst;
}

typedef struct depths_asked {
    const wyrm_design *design;
    int32_t first, last;
} depths_asked;

static void calibrate(base_arena *arena, void *result, void *context)
{
    wyrm_calibration *out = result;
    const depths_asked *of = context;
    size_t depths = (size_t)(of->last - of->first) + 1;
    size_t monsters = wyrm_roster_count(wyrm_design_roster(of->design));
    out->rows = base_array(arena, wyrm_calibration_row, depths * monsters);
    out->depths = base_array(arena, wyrm_calibration_depth, depths);
    out->misfits = base_array(arena, size_t, monsters);
    for (int32_t depth = of->first; depth <= of->last; depth++)
        add_depth(arena, of->design, depth, out);
    out->rank = rank_rows(arena, out->rows, out->row_count);
    for (size_t m = 0; m < monsters; m++) {
        size_t worst = worst_of(out, m);
        if (worst == out->row_count)
            continue;
        double far = distance(out->rows[worst].factor);
        size_t at = out->misfit_count++;
        for (; at > 0 && distance(out->rows[out->misfits[at - 1]].factor) < far; at--)
            out->misfits[at] = out->misfits[at - 1];
        out->misfits[at] = worst;
    }
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
    depths_asked of = {design, first, last};
    return base_make(sizeof(wyrm_calibration), calibrate, &of, out, error);
}

void wyrm_calibration_free(wyrm_calibration *calibration)
{
    base_unmake(calibration);
}
