/* Single fights of a ruleset: the matchups worth a test, an attack as one of its numbers changes,
 * and threat compared with the exact fight.
 *
 * Worth a test is each monster at the depth where it first occurs, against the player expected
 * there. For a changing attack the number is found by its key, then points are chosen and computed.
 *
 * A designer gives each monster a number of threat points; what it takes from the player whom a
 * depth is designed for follows from the exact duel. If threat predicts the cost of fights, both
 * rank the monsters alike, and a point costs the same for all. So calibration lists the monsters of
 * each depth, their fights, the rank correlation, and the monsters whose threat is farthest off. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wyrm/hit_curve.h>
#include "base/arena.h"
#include "combat/internal.h"
#include "metrics/internal.h"

/* ---- matchups ---- */

/* Returns the first depth at which a monster occurs: its level, if monsters have levels; the last
 * depth if it never comes by chance. */
static int32_t first_depth(const wyrm_design *design, int32_t monster)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    int32_t last = wyrm_encounter_last_depth(encounter);
    int32_t level = wyrm_roster_monster(wyrm_design_roster(design), monster)->level;
    if (last == 0)
        return level > 0 ? level : 1;
    for (int32_t depth = 1; depth <= last; depth++)
        if (wyrm_encounter_comes(encounter, depth, monster))
            return depth;
    return last;
}

static bool is_same(const wyrm_combatant *one, const wyrm_combatant *other)
{
    return one->max_hp == other->max_hp && !(one->hp_amount < other->hp_amount) &&
           !(one->hp_amount > other->hp_amount) &&
           memcmp(one->stats, other->stats, sizeof one->stats) == 0;
}

/* Fills in a pair; the monster is named "orc", or "orc@5" if depth changes it. */
static void read_pair(base_arena *arena, const wyrm_design *design, int32_t monster,
                      wyrm_matchup_pair *out)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    const char *name = wyrm_roster_monster(roster, monster)->name;
    wyrm_combatant plain;
    wyrm_reference reference;
    out->depth = first_depth(design, monster);
    base_must(arena, wyrm_design_reference(design, out->depth, &reference, &arena->error));
    base_must(arena, wyrm_roster_combatant(roster, name, &plain, &arena->error));
    snprintf(out->player, sizeof out->player, "%s", reference.text);
    snprintf(out->monster, sizeof out->monster, "%s", name);
    out->of_player = reference.player;
    wyrm_roster_spawn(roster, monster, out->depth, WYRM_VARIANT_NONE, &out->of_monster);
    if (!is_same(&plain, &out->of_monster))
        snprintf(out->monster, sizeof out->monster, "%.70s@%d", name, out->depth);
}

static void make_pairs(base_arena *arena, void *result, void *context)
{
    wyrm_matchup_pairs *out = result;
    const wyrm_design *design = *(const wyrm_design **)context;
    const wyrm_roster *roster = wyrm_design_roster(design);
    size_t count = wyrm_roster_has_player(roster) ? wyrm_roster_count(roster) : 0;
    wyrm_matchup_pair *pairs = base_array(arena, wyrm_matchup_pair, count);
    for (size_t i = 0; i < count; i++)
        read_pair(arena, design, (int32_t)i, &pairs[i]);
    *out = (wyrm_matchup_pairs){count, pairs};
}

wyrm_status wyrm_matchup_pairs_of(const wyrm_design *design, wyrm_matchup_pairs **out,
                                  wyrm_error *error)
{
    return base_make(sizeof **out, make_pairs, &design, out, error);
}

void wyrm_matchup_pairs_free(wyrm_matchup_pairs *pairs)
{
    base_unmake(pairs);
}

/* ---- an attack as one of its numbers changes ---- */

#define POINTS_WANTED 40.0  /* approximate number of points, if the step is chosen here */
#define POINTS_WHOLE  400.0 /* up to so many points the step is 1 */
#define GRAIN         1e-9  /* share of a step, so that rounding does not lose the last point */
#define AMOUNT_MOST   1e6   /* limit of an amount (damage or reduction), a plain number here */

/* The changing number: a stat of one side, or the distance (stat -1). */
typedef struct swept {
    const wyrm_combat *combat;
    const wyrm_matchup *matchup;
    wyrm_hit_curve_range range;
    bool named; /* the key names the side */
    int stat;
    double least, greatest;
    bool whole;
} swept;

/* Finds the number by its key. */
static wyrm_status find_number(const char *key, swept *number, wyrm_hit_curve *out,
                               wyrm_error *error)
{
    static const char *const sides[] = {"attacker.", "defender."};
    const wyrm_stat *stats = wyrm_combat_stats(number->combat);
    const char *known[WYRM_STATS_MAX + 1];
    size_t count = 0;
    out->side = WYRM_HIT_CURVE_DEFENDER;
    for (int i = 0; i < 2 && !number->named; i++)
        if (strncmp(key, sides[i], strlen(sides[i])) == 0) {
            out->side = i == 0 ? WYRM_HIT_CURVE_ATTACKER : WYRM_HIT_CURVE_DEFENDER;
            number->named = true;
            key += strlen(sides[i]);
        }
    number->stat = wyrm_combat_stat(number->combat, key);
    if (number->stat >= 0 && stats[number->stat].words != NULL)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%.64s' is a word, and no number", key);
    if (number->stat >= 0) {
        const wyrm_stat *row = &stats[number->stat];
        const bool is_amount = row->kind == WYRM_STAT_AMOUNT;
        number->least = is_amount ? 0.0 : row->least;
        number->greatest = is_amount ? AMOUNT_MOST : row->greatest;
        number->whole = row->whole || is_amount;
        out->key = row->name;
        out->unit = row->unit != NULL ? row->unit : "";
        return WYRM_OK;
    }
    if (!number->named && strcmp(key, "distance") == 0) {
        number->named = true;
        number->greatest = WYRM_HIT_CURVE_DISTANCE_MAX;
        out->side = WYRM_HIT_CURVE_ATTACK;
        out->key = "distance";
        out->unit = "tiles";
        return WYRM_OK;
    }
    for (; stats[count].name != NULL && count < WYRM_STATS_MAX; count++)
        known[count] = stats[count].name;
    known[count++] = "distance";
    wyrm_status status = wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no stat is called '%.64s'", key);
    wyrm_suggest(error, key, known, count);
    return status;
}

/* Returns the smallest step of 1, 2 or 5 times a power of ten with at most POINTS_WANTED steps. */
static double chosen_step(const wyrm_hit_curve_range *range, bool whole)
{
    static const double factors[] = {1, 2, 5, 10};
    double length = range->last - range->first;
    bool whole_ends = range->first == floor(range->first) && range->last == floor(range->last);
    if ((whole_ends && (whole || length >= 5) && length <= POINTS_WHOLE) || !(length > 0))
        return 1;
    double power = pow(10, floor(log10(length / POINTS_WANTED))), step = power;
    for (size_t i = 0; i < 4 && (i == 0 || length / step > POINTS_WANTED); i++)
        step = factors[i] * power;
    return whole && step < 1 ? 1 : step;
}

/* Checks the range, chooses the step if none is given, and counts the points. */
static wyrm_status choose_points(swept *number, wyrm_hit_curve *out, wyrm_error *error)
{
    wyrm_hit_curve_range *range = &number->range;
    double first = range->first, last = range->last, step = range->step;
    if (!isfinite(first) || !isfinite(last) || !isfinite(step))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a range needs finite numbers");
    if (last < first)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a range goes upwards: %.15g..%.15g", last,
                         first);
    if (step < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a step must be above 0, found %.15g", step);
    if (first < number->least || last > number->greatest)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "'%s' goes from %.15g to %.15g", out->key,
                         number->least, number->greatest);
    if (number->whole && !(first == floor(first) && step == floor(step)))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' goes in whole numbers", out->key);
    if (!(step > 0))
        range->step = chosen_step(range, number->whole);
    double steps = floor((last - first) / range->step + GRAIN);
    if (!(steps < WYRM_HIT_CURVE_POINTS_MAX))
        return wyrm_fail(error, WYRM_ERROR_RANGE, "at most %d points, found %.0f",
                         WYRM_HIT_CURVE_POINTS_MAX, steps + 1);
    out->count = (size_t)steps + 1;
    return WYRM_OK;
}

/* Sets the stat, or an amount to a plain number. */
static wyrm_status set_stat(const swept *number, double at, wyrm_combatant *changed,
                            wyrm_error *error)
{
    char text[32];
    if (wyrm_combat_stats(number->combat)[number->stat].kind != WYRM_STAT_AMOUNT) {
        changed->stats[number->stat] = at;
        return WYRM_OK;
    }
    snprintf(text, sizeof text, "%.0f", at);
    return wyrm_combat_stat_read(number->combat, number->stat, text, &changed->stats[number->stat],
                                 error);
}

/* Computes the damage at each point; out->flat tells whether it is the same at all of them. */
static wyrm_status solve_curve(const swept *number, wyrm_hit_curve *out, wyrm_error *error)
{
    const wyrm_matchup *matchup = number->matchup;
    out->flat = true;
    for (size_t i = 0; i < out->count; i++) {
        double at = number->range.first + (double)i * number->range.step;
        at = at < number->range.last ? at : number->range.last;
        bool attacker = out->side == WYRM_HIT_CURVE_ATTACKER;
        wyrm_combatant changed = attacker ? *matchup->attacker : *matchup->defender;
        wyrm_matchup attack = *matchup;
        wyrm_pmf *damage;
        wyrm_status status = WYRM_OK;
        if (out->side == WYRM_HIT_CURVE_ATTACK) {
            attack.distance = at;
        } else {
            status = set_stat(number, at, &changed, error);
            *(attacker ? &attack.attacker : &attack.defender) = &changed;
        }
        if (status == WYRM_OK)
            status = wyrm_combat_hit(number->combat, &attack, &damage, error);
        if (status != WYRM_OK)
            return status;
        const wyrm_hit_curve_point *a = &out->points[0], *b = &out->points[i];
        out->points[i] = (wyrm_hit_curve_point){.at = at,
                                                .mean = wyrm_pmf_mean(damage),
                                                .sd = wyrm_pmf_sd(damage),
                                                .p_zero = wyrm_pmf_at(damage, 0),
                                                .p05 = wyrm_pmf_quantile(damage, 0.05),
                                                .p50 = wyrm_pmf_quantile(damage, 0.5),
                                                .p95 = wyrm_pmf_quantile(damage, 0.95)};
        wyrm_pmf_free(damage);
        out->flat = out->flat && a->mean == b->mean && a->sd == b->sd && a->p_zero == b->p_zero &&
                    a->p05 == b->p05 && a->p50 == b->p50 && a->p95 == b->p95;
    }
    return WYRM_OK;
}

/* A key without a side means the defender's stat, or the attacker's if the defender's makes no
 * difference. If neither does, the figures are equal. */
wyrm_status wyrm_hit_curve_solve(const wyrm_design *design, const wyrm_matchup *matchup,
                                 const char *key, const wyrm_hit_curve_range *range,
                                 wyrm_hit_curve *out, wyrm_error *error)
{
    swept number = {
        .combat = wyrm_design_combat(design), .matchup = matchup, .range = *range, .stat = -1};
    *out = (wyrm_hit_curve){0};
    wyrm_status status = find_number(key, &number, out, error);
    if (status == WYRM_OK)
        status = choose_points(&number, out, error);
    if (status == WYRM_OK)
        out->points = base_zeroed(out->count, sizeof *out->points);
    if (status == WYRM_OK && out->points == NULL)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = solve_curve(&number, out, error);
    if (status == WYRM_OK && out->flat && !number.named && out->count > 1) {
        out->side = WYRM_HIT_CURVE_ATTACKER;
        status = solve_curve(&number, out, error);
        out->side = out->flat ? WYRM_HIT_CURVE_DEFENDER : WYRM_HIT_CURVE_ATTACKER;
    }
    if (status != WYRM_OK)
        wyrm_hit_curve_free(out);
    return status;
}

void wyrm_hit_curve_free(wyrm_hit_curve *curve)
{
    wyrm_free(curve->points);
    *curve = (wyrm_hit_curve){0};
}

/* ---- threat: ranks ---- */

#define DEPTHS_MAX 200 /* deeper ones are left out */
#define SEED       1   /* for floors that are generated where shares are not exact */
/* Values are rounded to multiples of this before ranking, so that rounding breaks no ties. */
#define EVEN 1e-9

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

/* Computes ranks from 1; equal values share their mean rank. */
static void compute_ranks(const double *values, size_t count, ranked *order, double *ranks)
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

/* Pearson's correlation of the ranks, which is Spearman's of the values; NAN below 3 values. */
double wyrm_rank_correlation(const double *x, const double *y, size_t count)
{
    double *ranks[2] = {NULL, NULL}, mean[2] = {0, 0}, xx = 0, yy = 0, xy = 0, result = NAN;
    ranked *order = count < 3 ? NULL : base_zeroed(count, sizeof *order);
    ranks[0] = count < 3 ? NULL : base_zeroed(2 * count, sizeof **ranks);
    if (ranks[0] != NULL && order != NULL) {
        ranks[1] = ranks[0] + count;
        compute_ranks(x, count, order, ranks[0]);
        compute_ranks(y, count, order, ranks[1]);
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

/* ---- threat: one depth ---- */

/* Whether a room with a role at set depths can hold this monster at this depth. */
static bool comes_in_a_role(const judge_work *work, const wyrm_monster *monster, int32_t depth)
{
    const enc_role_plans *plans = enc_plans(work->encounter);
    wyrm_monster_kind kind = wyrm_monster_kind_of(monster->record);
    for (int role = 0; plans != NULL && role < WYRM_ROOM_ROLE_COUNT; role++) {
        const wyrm_room_rule *rule = &plans->rules.rules[role];
        /* A room that allows bosses draws only bosses. */
        if ((rule->bosses ? kind == WYRM_MONSTER_BOSS
                          : rule->minibosses && kind == WYRM_MONSTER_MINIBOSS) &&
            enc_role_plan_comes_at(&plans->plans[role], depth))
            return true;
    }
    return false;
}

/* Returns the mean share of the player's hit points that one point of damage is. Each value of
 * rolled hit points is its own 100 %, so this is more than 1 / their mean. */
static double share_of_a_point(const wyrm_combat *combat, const wyrm_combatant *player)
{
    const wyrm_pmf *roll = wyrm_combat_hp_roll(combat, player);
    double share = 0;
    if (roll == NULL)
        return 1 / (double)player->hp;
    for (int64_t hp = wyrm_pmf_first(roll); hp <= wyrm_pmf_last(roll); hp++)
        share += wyrm_pmf_at(roll, hp) / (double)hp;
    return share;
}

/* Returns the expected cost of killing a monster, as a share of the player's hit points: its mean
 * damage times the attacks it makes until it dies; the player strikes first. INFINITY if it never
 * dies, NAN if attacks have other effects than damage and cannot be counted, or if it wins hit
 * points back while attacks are longer or shorter than a turn. */
static double cost_of(const judge_work *work, const wyrm_combatant *player,
                      const wyrm_combatant *monster)
{
    base_arena *arena = work->arena;
    wyrm_pmf *dealt, *taken, *attacks;
    double expected = 0;
    if (!combat_is_plain(work->combat, player, monster) ||
        !combat_is_plain(work->combat, monster, player))
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
    const bool simple = combat_is_simple(work->combat, player, monster);
    if (monster->regeneration > 0)
        expected = simple ? combat_attacks_on_regenerating(arena, work->combat, dealt, monster) - 1
                          : (double)NAN;
    else if (simple)
        expected = wyrm_pmf_mean(attacks) - 1;
    else
        for (int64_t n = 1; n <= wyrm_pmf_last(attacks); n++)
            expected +=
                wyrm_pmf_at(attacks, n) *
                (double)judge_attacks_before(work->combat, player, monster, WYRM_SUBJECT_FIRST, n);
    wyrm_pmf_free(attacks);
    return expected * wyrm_pmf_mean(taken) * share_of_a_point(work->combat, player);
}

/* Computes the rank correlation. Values are rounded instead of compared with a tolerance, so that
 * equality is transitive. */
static double rank_rows(base_arena *arena, const wyrm_calibration_row *rows, size_t count)
{
    double *threats = base_array(arena, double, count), *losses = base_array(arena, double, count);
    for (size_t i = 0; i < count; i++) {
        threats[i] = round(rows[i].threat / EVEN);
        losses[i] = round(rows[i].price.lost.value / EVEN);
    }
    return wyrm_rank_correlation(threats, losses, count);
}

/* A player that dies no more often than this has paid in full. */
#define SURVIVED 1e-6

static void add_depth(const judge_work *work, int32_t depth, wyrm_calibration *calibration)
{
    base_arena *arena = work->arena;
    bool *also = base_array(arena, bool, work->monsters);
    judge_foes foes;
    wyrm_fight_price *prices = base_array(arena, wyrm_fight_price, work->monsters);
    wyrm_calibration_depth *out = &calibration->depths[calibration->depth_count++];
    wyrm_calibration_row *rows = &calibration->rows[calibration->row_count];
    wyrm_reference reference;
    double cost = 0, threat = 0;
    *out = (wyrm_calibration_depth){.depth = depth};
    base_must(arena, wyrm_design_reference(work->design, depth, &reference, &arena->error));
    memcpy(out->player, reference.text, sizeof out->player);
    for (size_t m = 0; m < work->monsters; m++)
        also[m] = comes_in_a_role(work, wyrm_roster_monster(work->roster, (int32_t)m), depth);
    base_must(arena, judge_foes_at(work, depth, SEED, also, &foes));
    base_must(arena, judge_prices(work, &foes, &reference.player, prices));
    for (size_t i = 0; i < foes.count; i++) {
        const int32_t m = foes.list[i].monster;
        const wyrm_estimate *share = &foes.list[i].share;
        wyrm_calibration_row *row = &rows[out->monsters++];
        wyrm_combatant body;
        wyrm_roster_spawn(work->roster, m, depth, WYRM_VARIANT_NONE, &body);
        *row = (wyrm_calibration_row){.depth = depth,
                                      .monster = (size_t)m,
                                      .name = wyrm_roster_monster(work->roster, m)->name,
                                      .share = *share,
                                      .threat = wyrm_threat_at(work->threat, m, depth, false),
                                      .price = prices[i],
                                      .cost = cost_of(work, &reference.player, &body)};
        /* Of whom the player survives the fight has cost all that there is to pay. */
        if (isnan(row->cost) && !prices[i].lost.sampled && prices[i].death.value <= SURVIVED)
            row->cost = prices[i].lost.value;
        if (share->value > 0 && !isnan(row->cost)) {
            cost += share->value * row->cost;
            threat += share->value * row->threat;
        }
    }
    /* Cost per point of threat, over all monsters of a normal room whose cost is known; NAN if
     * there are none, they cost nothing, or one is never killed. */
    double usual = threat > 0 && cost > 0 && isfinite(cost) ? cost / threat : (double)NAN;
    for (size_t i = 0; i < out->monsters; i++)
        rows[i].factor = rows[i].threat > 0 ? rows[i].cost / rows[i].threat / usual : (double)NAN;
    out->unhurt = judge_is_unhurt(&foes, prices);
    out->rank = rank_rows(arena, rows, out->monsters);
    calibration->row_count += out->monsters;
}

/* ---- threat: all depths ---- */

/* Returns how far a factor is from 1; -1 for monsters that cost nothing or are never killed, which
 * is another matter. */
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
        /* The row of a normal room with the factor farthest from 1. Negligible costs are
         * ignored. */
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

/* ---- threat: a given group ---- */

/* Whether the attributes after a name contain this variant. */
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

/* Whether a member is an elite: the variant that the encounter model uses for them, or else
 * "elite". */
static bool is_elite(const wyrm_design *design, const char *text)
{
    const wyrm_spawn elite = {.elite = true};
    const int32_t variant = wyrm_encounter_variant(wyrm_design_encounter(design), &elite);
    const char *name =
        variant >= 0 ? wyrm_roster_variant(wyrm_design_roster(design), variant) : "elite";
    return has_word(text, name);
}

typedef struct party_job {
    const wyrm_design *design;
    const wyrm_party *party;
    wyrm_party_weights *out;
} party_job;

static double weigh_threat(base_arena *arena, const party_job *of, const wyrm_party_member *member)
{
    if (member->monster < 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "'%.100s' is no monster of the ruleset, and has no threat", member->text);
    return wyrm_threat_at(wyrm_design_threat(of->design), (size_t)member->monster, of->out->depth,
                          is_elite(of->design, member->text));
}

/* Returns the combatant of a member. Without a level in the text it gets that of the depth, like
 * the monsters generated there; a monster with a level of its own keeps it at every depth. */
static wyrm_combatant make_member(base_arena *arena, const party_job *of,
                                  const wyrm_party_member *member)
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

/* Computes threat and cost of each member and of the party, as far as the ruleset has threat and
 * fights. */
static void cost_members(base_arena *arena, void *context)
{
    const party_job *of = context;
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
        const wyrm_combatant body = make_member(arena, of, member);
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
    return base_do(cost_members, &(party_job){design, party, out}, error);
}
