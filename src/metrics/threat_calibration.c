/* Threat against the exact fight.
 *
 * A designer gives every monster points of threat; what it takes from the player that a depth is
 * meant for is known from the exact duel. Where threat tells what fights cost, the two rank the
 * monsters alike, and a point costs as much of one as of another. So: who can come at a depth, its
 * fights, their ranks, and the monsters whose threat is farthest off. */
#include "combat/internal.h"
#include "metrics/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTHS_MAX 200 /* deeper ones are left out */
#define SEED       1   /* of the floors that shares are found on where they are not exact */
/* Ranks see multiples of it: what differs by rounding errors alone is even. */
#define EVEN 1e-9

/* ---- ranks ---- */

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
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && !(order[to].value > order[from].value);)
            to++;
        for (size_t i = from; i < to; i++)
            ranks[order[i].index] = ((double)(from + to) + 1) / 2;
    }
}

/* Pearson's correlation of the ranks. */
double wyrm_rank_correlation(const double *x, const double *y, size_t count)
{
    double *ranks[2] = {NULL, NULL}, mean[2] = {0, 0}, xx = 0, yy = 0, xy = 0, result = NAN;
    ranked *order = count < 3 ? NULL : base_zeroed(count, sizeof *order);
    ranks[0] = count < 3 ? NULL : base_zeroed(2 * count, sizeof **ranks);
    if (ranks[0] != NULL && order != NULL) {
        ranks[1] = ranks[0] + count;
        rank(x, count, order, ranks[0]);
        rank(y, count, order, ranks[1]);
        for (size_t i = 0; i < count; i++) {
            mean[0] += ranks[0][i] / (double)count;
            mean[1] += ranks[1][i] / (double)count;
        }
        for (size_t i = 0; i < count; i++) {
            double a = ranks[0][i] - mean[0], b = ranks[1][i] - mean[1];
            xx += a * a;
            yy += b * b;
            xy += a * b;
        }
        result = xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
    }
    wyrm_free(order);
    wyrm_free(ranks[0]);
    return result;
}

/* ---- one depth ---- */

/* Whether rooms with a role at set depths can hold such a monster at this depth. */
static bool comes_in_a_role(const judge_work *work, const wyrm_monster *monster, int32_t depth)
{
    const wyrm_role_plans *plans = wyrm_encounter_plans(work->encounter);
    wyrm_monster_kind kind = wyrm_monster_kind_of(monster->record);
    for (int role = 0; plans != NULL && role < WYRM_ROOM_ROLE_COUNT; role++) {
        const wyrm_room_rule *rule = &plans->rules.rules[role];
        /* A room that allows bosses draws only those. */
        if ((rule->bosses ? kind == WYRM_MONSTER_BOSS
                          : rule->minibosses && kind == WYRM_MONSTER_MINIBOSS) &&
            wyrm_role_plan_comes_at(&plans->plans[role], depth))
            return true;
    }
    return false;
}

/* What killing it costs, by the attacks that it makes until then: the player strikes first. NAN
 * where attacks do more than damage: those cannot be counted one by one. */
static double cost_of(const judge_work *work, const wyrm_combatant *player,
                      const wyrm_combatant *monster)
{
    base_arena *arena = work->arena;
    wyrm_pmf *dealt, *taken, *attacks;
    double expected = 0;
    if (!wyrm_combat_is_plain(work->combat, player, monster) ||
        !wyrm_combat_is_plain(work->combat, monster, player))
        return NAN;
    base_must(arena, wyrm_design_hit(work->design, player, monster, &dealt, &arena->error));
    base_keep(arena, dealt, wyrm_pmf_free);
    base_must(arena, wyrm_design_hit(work->design, monster, player, &taken, &arena->error));
    base_keep(arena, taken, wyrm_pmf_free);
    wyrm_status kills =
        wyrm_combat_hits_to_kill(work->combat, dealt, monster, &attacks, &arena->error);
    if (kills == WYRM_ERROR_MEMORY)
        base_fail(arena, kills);
    if (kills != WYRM_OK)
        return INFINITY;
    if (wyrm_combat_is_simple(work->combat, player, monster))
        expected = wyrm_pmf_mean(attacks) - 1;
    else
        for (int64_t n = 1; n <= wyrm_pmf_last(attacks); n++)
            expected +=
                wyrm_pmf_at(attacks, n) *
                (double)judge_attacks_before(work->combat, player, monster, WYRM_SUBJECT_FIRST, n);
    wyrm_pmf_free(attacks);
    return expected * wyrm_pmf_mean(taken) / wyrm_combat_mean_hp(work->combat, player);
}

/* Rounded rather than compared with a tolerance, so that being even is transitive. */
static double rank_rows(base_arena *arena, const wyrm_calibration_row *rows, size_t count)
{
    double *threats = base_array(arena, double, count), *losses = base_array(arena, double, count);
    for (size_t i = 0; i < count; i++) {
        threats[i] = round(rows[i].threat / EVEN);
        losses[i] = round(rows[i].price.lost.value / EVEN);
    }
    return wyrm_rank_correlation(threats, losses, count);
}

static void add_depth(const judge_work *work, int32_t depth, wyrm_calibration *calibration)
{
    base_arena *arena = work->arena;
    const wyrm_rooms rooms = {.design = work->design, .depth = depth, .seed = SEED};
    wyrm_estimate *shares = base_array(arena, wyrm_estimate, work->monsters);
    wyrm_calibration_depth *out = &calibration->depths[calibration->depth_count++];
    wyrm_calibration_row *rows = &calibration->rows[calibration->row_count];
    wyrm_reference reference;
    double lost = 0, cheap = 0, cost = 0, threat = 0;
    *out = (wyrm_calibration_depth){.depth = depth};
    base_must(arena, wyrm_design_reference(work->design, depth, &reference, &arena->error));
    memcpy(out->player, reference.text, sizeof out->player);
    base_must(arena, wyrm_rooms_kinds(&rooms, shares, &arena->error));
    for (int32_t m = 0; (size_t)m < work->monsters; m++) {
        const wyrm_monster *monster = wyrm_roster_monster(work->roster, m);
        double share = shares[m].value;
        wyrm_combatant body;
        if (!(share > 0) && !comes_in_a_role(work, monster, depth))
            continue;
        wyrm_calibration_row *row = &rows[out->monsters++];
        *row = (wyrm_calibration_row){.depth = depth,
                                      .monster = (size_t)m,
                                      .name = monster->name,
                                      .share = shares[m],
                                      .threat = wyrm_threat_at(work->threat, m, depth, false)};
        wyrm_roster_spawn(work->roster, m, depth, WYRM_VARIANT_NONE, &body);
        base_must(arena, wyrm_fight_cost(work->design, &reference.player, &body, &row->price,
                                         &arena->error));
        row->cost = cost_of(work, &reference.player, &body);
        lost += share * row->price.lost.ci95.high;
        cheap += row->price.lost.ci95.high < WYRM_CALIBRATION_FLOOR ? share : 0;
        if (share > 0) {
            cost += share * row->cost;
            threat += share * row->threat;
        }
    }
    /* Cost for a point of threat over all the monsters of a normal room; NAN where there are none,
     * they cost nothing, or one is never killed. */
    double usual = threat > 0 && cost > 0 && isfinite(cost) ? cost / threat : (double)NAN;
    for (size_t i = 0; i < out->monsters; i++)
        rows[i].factor = rows[i].threat > 0 ? rows[i].cost / rows[i].threat / usual : (double)NAN;
    out->unhurt = cheap > 0.5 && lost < WYRM_CALIBRATION_FLOOR;
    out->rank = rank_rows(arena, rows, out->monsters);
    calibration->row_count += out->monsters;
}

/* ---- all ---- */

/* How far off a factor is. That a monster costs nothing or is never killed is another matter. */
static double distance(double factor)
{
    return factor > 0 && isfinite(factor) ? fabs(log(factor)) : -1;
}

static void calibrate(const judge_work *work, int32_t first, int32_t last, wyrm_calibration *out)
{
    base_arena *arena = work->arena;
    size_t depths = (size_t)(last - first) + 1;
    out->rows = base_array(arena, wyrm_calibration_row, depths * work->monsters);
    out->depths = base_array(arena, wyrm_calibration_depth, depths);
    out->misfits = base_array(arena, size_t, work->monsters);
    for (int32_t depth = first; depth <= last; depth++)
        add_depth(work, depth, out);
    out->rank = rank_rows(arena, out->rows, out->row_count);
    for (size_t m = 0; m < work->monsters; m++) {
        /* Of its rows of normal rooms the one whose factor is farthest from 1. Ratios of next to
         * nothing do not matter. */
        size_t worst = 0, at = out->misfit_count;
        double farthest = -1;
        for (size_t i = 0; i < out->row_count; i++) {
            const wyrm_calibration_row *row = &out->rows[i];
            double far = distance(row->factor), said = row->cost / row->factor;
            if (row->monster != m || !(row->share.value > 0) || !(far > farthest) ||
                out->depths[row->depth - first].unhurt ||
                !(fabs(fmin(row->cost, 1) - fmin(said, 1)) >= WYRM_CALIBRATION_FLOOR))
                continue;
            worst = i;
            farthest = far;
        }
        if (farthest < 0)
            continue;
        for (; at > 0 && distance(out->rows[out->misfits[at - 1]].factor) < farthest; at--)
            out->misfits[at] = out->misfits[at - 1];
        out->misfits[at] = worst;
        out->misfit_count++;
    }
}

const wyrm_calibration *judge_calibration(judge_work *work)
{
    if (work->calibration == NULL) {
        wyrm_calibration *made = base_new(work->arena, wyrm_calibration);
        calibrate(work, 1, work->last_depth, made);
        work->calibration = made;
    }
    return work->calibration;
}

typedef struct depths_asked {
    const wyrm_design *design;
    int32_t first, last;
} depths_asked;

static void calibrate_depths(base_arena *arena, void *result, void *context)
{
    const depths_asked *of = context;
    calibrate(judge_begin(arena, of->design, 1), of->first, of->last, result);
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
    return base_make(sizeof(wyrm_calibration), calibrate_depths, &of, out, error);
}

void wyrm_calibration_free(wyrm_calibration *calibration)
{
    base_unmake(calibration);
}

/* ---- a group that is named ---- */

/* Whether the words behind a name have that variant among them. */
static bool has_word(const char *text, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = strchr(text, ','); at != NULL; at = strchr(at + 1, ',')) {
        const size_t here = strcspn(at + 1, ",");
        if (strncmp(at + 1, word, length) == 0 &&
            (here == length || (here == length + 2 && memcmp(at + 1 + length, "=1", 2) == 0)))
            return true;
    }
    return false;
}

/* An elite is what rooms have as such; without rooms, a variant of that name. */
static bool is_elite(const wyrm_design *design, const char *text)
{
    const wyrm_spawn elite = {.elite = true};
    const int32_t variant = wyrm_encounter_variant(wyrm_design_encounter(design), &elite);
    const char *name =
        variant >= 0 ? wyrm_roster_variant(wyrm_design_roster(design), variant) : "elite";
    return has_word(text, name);
}

typedef struct weighing {
    const wyrm_design *design;
    const wyrm_party *party;
    wyrm_party_weights *out;
} weighing;

static double weigh_threat(base_arena *arena, const weighing *of, const wyrm_party_member *member)
{
    if (member->monster < 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "'%.100s' is no monster of the ruleset, and has no threat", member->text);
    return wyrm_threat_at(wyrm_design_threat(of->design), (size_t)member->monster, of->out->depth,
                          is_elite(of->design, member->text));
}

/* Who is written without a level stands at the depth that is asked about, as those do that come to
 * it; a monster that has a level of its own has that at every depth. */
static wyrm_combatant stand(base_arena *arena, const weighing *of, const wyrm_party_member *member)
{
    const wyrm_roster *roster = wyrm_design_roster(of->design);
    const int name = (int)strcspn(member->text, "@,");
    char at_depth[sizeof member->text + 16];
    wyrm_combatant out = member->combatant;
    if (member->monster < 0 || wyrm_roster_monster(roster, member->monster)->level != 0 ||
        strchr(member->text, '@') || strstr(member->text, ",depth=") ||
        strlen(member->text) + 1 == sizeof member->text)
        return out;
    snprintf(at_depth, sizeof at_depth, "%.*s@%d%s", name, member->text, (int)of->out->depth,
             member->text + name);
    base_must(arena, wyrm_roster_combatant(roster, at_depth, &out, &arena->error));
    return out;
}

static void weigh(base_arena *arena, void *context)
{
    const weighing *of = context;
    wyrm_party_weights *out = of->out;
    const wyrm_threat *threat = wyrm_design_threat(of->design);
    const unsigned fight = WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER;
    const judge_work work = {
        .arena = arena, .design = of->design, .combat = wyrm_design_combat(of->design)};
    const wyrm_room_kind room = {0};
    wyrm_reference reference;
    out->has_threat = threat != NULL;
    out->fought = (wyrm_design_systems(of->design) & fight) == fight;
    if (out->fought) {
        base_must(arena, wyrm_design_reference(of->design, out->depth, &reference, &arena->error));
        memcpy(out->player, reference.text, sizeof out->player);
    }
    for (size_t i = 0; i < of->party->count; i++) {
        const wyrm_party_member *member = &of->party->members[i];
        wyrm_party_weight *weight = &out->members[i];
        *weight = (wyrm_party_weight){
            .threat = NAN, .price = {.lost.value = NAN, .death.value = NAN}, .cost = NAN};
        if (out->has_threat) {
            weight->threat = weigh_threat(arena, of, member);
            out->threat += member->number * weight->threat;
        }
        if (!out->fought)
            continue;
        const wyrm_combatant body = stand(arena, of, member);
        base_must(arena, wyrm_fight_cost(of->design, &reference.player, &body, &weight->price,
                                         &arena->error));
        weight->cost = cost_of(&work, &reference.player, &body);
        out->cost += member->number * weight->cost;
    }
    out->cost = out->fought ? out->cost : (double)NAN;
    out->threat = out->has_threat ? out->threat : (double)NAN;
    if (out->has_threat) {
        out->budget = wyrm_threat_room_budget(threat, out->depth);
        out->status = wyrm_threat_judge(threat, out->depth, &room, of->party->all, out->threat);
    }
}

wyrm_status wyrm_party_weigh(const wyrm_design *design, const wyrm_party *party, int32_t depth,
                             wyrm_party_weights *out, wyrm_error *error)
{
    *out = (wyrm_party_weights){.depth = depth};
    return base_do(weigh, &(weighing){design, party, out}, error);
}
