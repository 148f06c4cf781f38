/* Difficulty by tables of depths: how many monsters a room gets, how likely each is, and how
 * generation aims at the budget of the room (roguelike tutorial, part 12; Catacombs of YARL).
 * First the distributions, then the draws from the same rows and weights. */
#include "base/arena.h"
#include "encounter/internal.h"

#include <string.h>

/* The distributions of a normal room: its monsters, of which kinds they are, and its threat.
 *
 * Threats are counted in steps, their greatest common divisor in grains. Where generation heeds the
 * budget, a room is a walk over (monsters so far, threat so far), and the walk is followed with the
 * probability of every such state. */

/* States of a walk that are kept at most: 8 MB. */
#define STATES_MAX ((size_t)1 << 20)

/* What can be drawn at a depth, and the step that all threats are multiples of. */
typedef struct menu {
    wyrm_weights_row row;
    double sum;   /* of the weights */
    int64_t step; /* in grains, at least 1 */
    const wyrm_tables *tables;
    int32_t depth;
    int32_t most; /* monsters of a room */
} menu;

static int64_t divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int64_t grains_at(const menu *from, size_t index)
{
    if (!from->tables->threat)
        return 0;
    return wyrm_threat_grains(from->tables->threat, (size_t)from->row.values[index], from->depth,
                              false);
}

static menu menu_at(const wyrm_tables *tables, int32_t depth)
{
    menu at = {.row = wyrm_tables_row(tables, WYRM_ROOM_NORMAL, depth),
               .tables = tables,
               .depth = depth,
               .most = wyrm_tables_most(tables, depth)};
    for (size_t i = 0; i < at.row.count; i++)
        at.step = divisor(at.step, grains_at(&at, i));
    if (at.step == 0)
        at.step = WYRM_THREAT_GRAIN; /* no threat at all */
    if (at.row.count == 0)
        at.most = 0;
    else
        at.sum = (double)at.row.running[at.row.count - 1];
    return at;
}

static bool aims(const wyrm_tables *tables)
{
    const wyrm_room_kind normal = {.role = WYRM_ROOM_NORMAL};
    return wyrm_tables_aims(tables, &normal);
}

/* ---- one draw ---- */

/* The monster itself, or its threat in steps. */
static wyrm_status draw_pmf(const menu *from, bool threat, wyrm_pmf **out, wyrm_error *error)
{
    wyrm_weighted *pairs = base_zeroed(from->row.count + 1, sizeof *pairs);
    if (!pairs)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < from->row.count; i++)
        pairs[i] =
            (wyrm_weighted){.value = threat ? grains_at(from, i) / from->step : from->row.values[i],
                            .weight = (double)wyrm_weights_of(&from->row, i)};
    wyrm_status status = wyrm_pmf_from_pairs(pairs, from->row.count, out, error);
    wyrm_free(pairs);
    return status;
}

/* The exact distributions: as wyrm_encounter_model says. */
static wyrm_status tables_monster_kinds(const void *state, int32_t depth, wyrm_pmf **out,
                                        wyrm_error *error)
{
    menu from = menu_at(state, depth);
    if (from.row.count == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "no monster has a weight at depth %d",
                         (int)depth);
    return draw_pmf(&from, false, out, error);
}

/* ---- without a budget: a sum of independent draws ---- */

/* Rooms of 0..k draws, each number equally likely, are one in k + 1 an empty room, else a room of
 * 0..k-1 draws and one more. `rooms` is taken over. */
static wyrm_status one_more(const wyrm_pmf *one, int32_t k, wyrm_pmf **rooms, wyrm_error *error)
{
    const double weights[] = {1, k};
    wyrm_pmf *parts[] = {NULL, NULL}, *mixed = NULL;
    wyrm_status status = wyrm_pmf_point(0, &parts[0], error);
    if (status == WYRM_OK)
        status = wyrm_pmf_add(*rooms, one, &parts[1], error);
    if (status == WYRM_OK)
        status = wyrm_pmf_mix((const wyrm_pmf *const *)parts, weights, 2, &mixed, error);
    wyrm_pmf_free(parts[0]);
    wyrm_pmf_free(parts[1]);
    wyrm_pmf_free(*rooms);
    *rooms = mixed;
    return status;
}

static wyrm_status sum_of_draws(const menu *from, wyrm_pmf **out, wyrm_error *error)
{
    wyrm_pmf *one = NULL, *rooms = NULL;
    wyrm_status status = wyrm_pmf_point(0, &rooms, error);
    if (status == WYRM_OK && from->most > 0)
        status = draw_pmf(from, true, &one, error);
    for (int32_t k = 1; k <= from->most && status == WYRM_OK; k++)
        status = one_more(one, k, &rooms, error);
    wyrm_pmf_free(one);
    if (status == WYRM_OK)
        *out = rooms;
    else
        wyrm_pmf_free(rooms);
    return status;
}

/* ---- with a budget: a walk ---- */

typedef struct walk {
    const menu *from;
    size_t counts, totals; /* states: counts x totals */
    int64_t least, most;   /* of the budget, in steps */
    double *now, *next, *end;
    double *put;   /* by index of the row: how many a room gets of each, expected */
    double weight; /* of a draw at hand: the share of rooms that make it */
} walk;

static wyrm_status start_walk(const menu *from, walk *out, wyrm_error *error)
{
    wyrm_threat_range budget = wyrm_threat_room_range(from->tables->threat, from->depth);
    *out = (walk){.from = from,
                  .counts = from->tables->aim == WYRM_AIM_FILL ? WYRM_ROOM_SPAWNS_MAX + 1
                                                               : (size_t)from->most + 1,
                  .least = (budget.least + from->step - 1) / from->step,
                  .most = budget.most / from->step};
    out->totals = (size_t)out->most + 1;
    if (out->totals > STATES_MAX / out->counts)
        return wyrm_fail(error, WYRM_ERROR_RANGE,
                         "threats at depth %d differ by as little as %g points, too finely for the "
                         "distribution of a room",
                         (int)from->depth, (double)from->step / WYRM_THREAT_GRAIN);
    size_t states = out->counts * out->totals;
    out->now = base_zeroed(states, sizeof *out->now);
    out->next = base_zeroed(states, sizeof *out->next);
    out->end = base_zeroed(states, sizeof *out->end);
    out->put = base_zeroed(from->row.count + 1, sizeof *out->put);
    if (!out->now || !out->next || !out->end || !out->put)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    return WYRM_OK;
}

static void end_walk(walk *at)
{
    wyrm_free(at->now);
    wyrm_free(at->next);
    wyrm_free(at->end);
    wyrm_free(at->put);
}

/* The weights of the monsters that fit behind `total`. */
static double fitting(const walk *at, int64_t total)
{
    double sum = 0;
    for (size_t i = 0; i < at->from->row.count; i++)
        if (total + grains_at(at->from, i) / at->from->step <= at->most)
            sum += (double)wyrm_weights_of(&at->from->row, i);
    return sum;
}

/* One draw out of a state: into `to`, which has a row of totals for every count. What cannot be put
 * stays where it is. */
static void step(walk *at, size_t count, int64_t total, double probability, double *to)
{
    bool fills = at->from->tables->aim == WYRM_AIM_FILL;
    double sum = fills ? fitting(at, total) : at->from->sum;
    double *here = to + count * at->totals;
    if (sum == 0 || count + 1 == at->counts) {
        here[total] += probability;
        return;
    }
    for (size_t i = 0; i < at->from->row.count; i++) {
        int64_t after = total + grains_at(at->from, i) / at->from->step;
        double share = probability * (double)wyrm_weights_of(&at->from->row, i) / sum;
        if (after <= at->most) {
            here[at->totals + (size_t)after] += share;
            at->put[i] += at->weight * share;
        } else if (!fills) {
            here[total] += share;
        }
    }
}

static void step_all(walk *at)
{
    memset(at->next, 0, at->counts * at->totals * sizeof *at->next);
    for (size_t count = 0; count < at->counts; count++)
        for (size_t total = 0; total < at->totals; total++) {
            double probability = at->now[count * at->totals + total];
            if (probability > 0)
                step(at, count, (int64_t)total, probability, at->next);
        }
    double *swap = at->now;
    at->now = at->next;
    at->next = swap;
}

/* What `fill` adds to rooms that hold less than the least of their budget: counts only rise, so one
 * sweep follows every room to its end. */
static void top_up(walk *at)
{
    for (size_t count = 1; count + 1 < at->counts; count++)
        for (size_t total = 0; (int64_t)total < at->least && total < at->totals; total++) {
            double *here = &at->end[count * at->totals + total];
            double probability = *here;
            *here = 0;
            if (probability > 0)
                step(at, count, (int64_t)total, probability, at->end);
        }
}

/* Follows rooms of 0..most draws, each number equally likely, into `end`. */
static void follow(walk *at)
{
    double each = 1.0 / (at->from->most + 1);
    size_t states = at->counts * at->totals;
    at->now[0] = 1;
    for (int32_t draws = 0; draws <= at->from->most; draws++) {
        for (size_t i = 0; i < states; i++)
            at->end[i] += each * at->now[i];
        at->weight = each * (at->from->most - draws);
        if (draws < at->from->most)
            step_all(at);
    }
    at->weight = 1;
    if (at->from->tables->aim == WYRM_AIM_FILL)
        top_up(at);
}

/* What is asked of a room. */
typedef enum asked { COUNT, TOTAL, KINDS } asked;

/* The distribution of the count or the total at the end of a walk, or of the kinds that it put. */
static wyrm_status sum_up(const walk *at, asked what, wyrm_pmf **out, wyrm_error *error)
{
    const wyrm_weights_row *row = &at->from->row;
    size_t length = what == COUNT ? at->counts : what == TOTAL ? at->totals : row->count;
    wyrm_weighted *pairs = base_zeroed(length, sizeof *pairs);
    if (!pairs)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < length; i++)
        pairs[i] = what == KINDS ? (wyrm_weighted){row->values[i], at->put[i]}
                                 : (wyrm_weighted){(int64_t)i, 0};
    for (size_t i = 0; what != KINDS && i < at->counts * at->totals; i++)
        pairs[what == TOTAL ? i % at->totals : i / at->totals].weight += at->end[i];
    wyrm_status status = wyrm_pmf_from_pairs(pairs, length, out, error);
    wyrm_free(pairs);
    return status;
}

static wyrm_status walked(const menu *from, asked what, wyrm_pmf **out, wyrm_error *error)
{
    walk at;
    wyrm_status status = start_walk(from, &at, error);
    if (status == WYRM_OK) {
        follow(&at);
        status = sum_up(&at, what, out, error);
    }
    end_walk(&at);
    return status;
}

/* ---- the rooms ---- */

static wyrm_status tables_room_monsters(const void *state, int32_t depth, wyrm_pmf **out,
                                        wyrm_error *error)
{
    menu from = menu_at(state, depth);
    if (from.most > 0 && aims(state))
        return walked(&from, COUNT, out, error);
    return wyrm_pmf_uniform(0, from.most, out, error);
}

/* What a budget refuses does not come: who has a threat above it never does, the others less often
 * the more they have. */
static bool tables_comes(const void *state, int32_t depth, int32_t monster)
{
    menu from = menu_at(state, depth);
    for (size_t i = 0; from.most > 0 && i < from.row.count; i++)
        if (from.row.values[i] == monster)
            return !aims(state) ||
                   grains_at(&from, i) <= wyrm_threat_room_range(from.tables->threat, depth).most;
    return false;
}

static wyrm_status tables_room_kinds(const void *state, int32_t depth, wyrm_pmf **out,
                                     wyrm_error *error)
{
    menu from = menu_at(state, depth);
    bool any = false;
    for (size_t i = 0; i < from.row.count && !any; i++)
        any = tables_comes(state, depth, from.row.values[i]);
    if (!any)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "no normal room of depth %d has a monster",
                         (int)depth);
    return aims(state) ? walked(&from, KINDS, out, error) : draw_pmf(&from, false, out, error);
}

static wyrm_status tables_room_threat(const void *state, int32_t depth, double *unit,
                                      wyrm_pmf **out, wyrm_error *error)
{
    menu from = menu_at(state, depth);
    if (!from.tables->threat)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the ruleset has no threat");
    *unit = (double)from.step / WYRM_THREAT_GRAIN;
    if (from.most > 0 && aims(state))
        return walked(&from, TOTAL, out, error);
    return sum_of_draws(&from, out, error);
}

/* ---- a room ---- */

/* A room while it is filled. */
typedef struct filling {
    const wyrm_tables *tables;
    int32_t depth;
    bool elite;
    wyrm_weights_row row;
    wyrm_threat_range budget; /* of threat, in grains */
    int64_t total;
    wyrm_rng *rng;
    wyrm_spawn *spawns;
    size_t count;
} filling;

static int64_t grains_of(const filling *room, int32_t monster)
{
    if (!room->tables->threat)
        return 0;
    return wyrm_threat_grains(room->tables->threat, (size_t)monster, room->depth, room->elite);
}

static void put(filling *room, int32_t monster)
{
    room->total += grains_of(room, monster);
    room->spawns[room->count++] =
        (wyrm_spawn){.monster = monster,
                     .level = room->depth,
                     .experience = room->tables->monsters[monster].experience,
                     .elite = room->elite};
}

static void draw_any(filling *room, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        put(room, room->row.values[wyrm_weights_draw(&room->row, room->rng)]);
}

static void draw_or_reject(filling *room, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t monster = room->row.values[wyrm_weights_draw(&room->row, room->rng)];
        if (room->total + grains_of(room, monster) <= room->budget.most)
            put(room, monster);
    }
}

static bool fits(const filling *room, size_t index)
{
    return room->total + grains_of(room, room->row.values[index]) <= room->budget.most;
}

/* Puts one of the monsters that the budget has room for; false where there is none. */
static bool put_fitting(filling *room)
{
    uint64_t sum = 0, running = 0;
    for (size_t i = 0; i < room->row.count; i++)
        sum += fits(room, i) ? wyrm_weights_of(&room->row, i) : 0;
    if (sum == 0)
        return false;
    uint64_t drawn = wyrm_rng_below(room->rng, sum) + 1;
    for (size_t i = 0; i < room->row.count; i++) {
        running += fits(room, i) ? wyrm_weights_of(&room->row, i) : 0;
        if (running < drawn)
            continue;
        put(room, room->row.values[i]);
        break;
    }
    return true;
}

/* A room that is to be empty stays so, whatever the least of its budget. */
static void draw_to_budget(filling *room, int32_t count)
{
    for (int32_t i = 0; i < count && put_fitting(room);)
        i++;
    while (count > 0 && room->total < room->budget.least && room->count < WYRM_ROOM_SPAWNS_MAX &&
           put_fitting(room))
        continue;
}

static size_t fill_by_weight(filling *room, const wyrm_room_kind *kind, int32_t count)
{
    static void (*const draws[])(filling *, int32_t) = {
        [WYRM_AIM_NONE] = draw_any,
        [WYRM_AIM_REJECT] = draw_or_reject,
        [WYRM_AIM_FILL] = draw_to_budget,
    };
    bool binds = wyrm_tables_aims(room->tables, kind);
    if (binds)
        room->budget = wyrm_threat_room_range(room->tables->threat, room->depth);
    draws[binds ? room->tables->aim : WYRM_AIM_NONE](room, count);
    return room->count;
}

static size_t fill_with_bosses(filling *room, const wyrm_room_rule *rule,
                               const wyrm_role_monsters *monsters)
{
    const wyrm_tables_list *list = &room->tables->bosses[wyrm_tables_boss_kind(rule)];
    int64_t count = wyrm_rng_between(room->rng, monsters->least, monsters->most);
    for (int64_t i = 0; i < count; i++)
        put(room, list->monsters[wyrm_rng_below(room->rng, list->count)]);
    return room->count;
}

static size_t room(const void *context, const wyrm_difficulty *difficulty,
                   const wyrm_room_context *of, wyrm_rng *rng, wyrm_spawn *spawns)
{
    const wyrm_tables *tables = context;
    wyrm_room_role role = of->kind.role;
    const wyrm_role_plan *plan = &tables->roles.plans[role];
    filling filled = {.tables = tables,
                      .depth = difficulty->depth,
                      .elite = plan->planned && plan->variant[0] != '\0',
                      .row = wyrm_tables_row(tables, role, difficulty->depth),
                      .rng = rng,
                      .spawns = spawns};
    if (plan->planned && plan->depths)
        return fill_with_bosses(&filled, &tables->roles.rules.rules[role], &plan->monsters);
    if (filled.row.count == 0 || (of->index == 0 && !tables->first))
        return 0;
    int32_t least = plan->planned ? plan->monsters.least : 0;
    int32_t most = plan->planned ? plan->monsters.most : wyrm_tables_most(tables, filled.depth);
    int64_t count = wyrm_rng_between(rng, least, most);
    return fill_by_weight(&filled, &of->kind, (int32_t)count);
}

/* ---- the model ---- */

static wyrm_difficulty start(const void *context)
{
    (void)context;
    return (wyrm_difficulty){.depth = 1, .tracker = {.level = 1, .next = 1}};
}

/* A game that goes on after its victory has as many depths again. */
static bool is_final(const void *context, const wyrm_difficulty *difficulty)
{
    const wyrm_tables *state = context;
    return difficulty->depth >= (int64_t)state->last_depth * ((int64_t)difficulty->wins + 1);
}

static void leave(const void *context, wyrm_difficulty *difficulty)
{
    (void)context;
    (void)difficulty; /* depth alone counts */
}

static void win(const void *context, wyrm_difficulty *difficulty)
{
    (void)context;
    difficulty->pending = 0;
    if (difficulty->wins < INT32_MAX)
        difficulty->wins++;
}

static int32_t last_depth(const void *context)
{
    const wyrm_tables *state = context;
    return state->last_depth;
}

static void roles(const void *context, int32_t depth, int32_t rooms, wyrm_rng *rng,
                  wyrm_room_kind *room_kinds)
{
    const wyrm_tables *state = context;
    wyrm_role_plans_draw(&state->roles, depth, rooms, rng, room_kinds);
}

static wyrm_status pity_rooms(const void *context, int32_t depth, int32_t rooms, wyrm_pmf **out,
                              wyrm_error *error)
{
    const wyrm_tables *state = context;
    return wyrm_role_plans_pity_rooms(&state->roles, depth, rooms, out, error);
}

static const wyrm_role_plans *plans(const void *context)
{
    return &((const wyrm_tables *)context)->roles;
}

static wyrm_room_draw room_draw(const void *context, int32_t depth)
{
    const wyrm_tables *state = context;
    const wyrm_room_kind normal = {.role = WYRM_ROOM_NORMAL};
    return (wyrm_room_draw){.most = wyrm_tables_most(state, depth),
                            .independent = !wyrm_tables_aims(state, &normal),
                            .first = state->first};
}

static int elite(const void *context)
{
    const wyrm_tables *state = context;
    return state->elite;
}

const wyrm_encounter_model wyrm_encounter_tables = {
    .model = {.name = "tables",
              .summary = "monsters by depth tables and weights, within budgets of threat or not",
              .parameters = wyrm_tables_rows,
              .extensions = wyrm_tables_extensions},
    .make = wyrm_tables_make,
    .release = wyrm_tables_release,
    .start = start,
    .is_final = is_final,
    .leave = leave,
    .win = win,
    .room = room,
    .last_depth = last_depth,
    .roles = roles,
    .plans = plans,
    .room_draw = room_draw,
    .pity_rooms = pity_rooms,
    .elite = elite,
    .monster_kinds = tables_monster_kinds,
    .comes = tables_comes,
    .room_kinds = tables_room_kinds,
    .room_monsters = tables_room_monsters,
    .room_threat = tables_room_threat,
};
