/* Difficulty by tables of depths: how many monsters a room gets, how likely each is, and how
 * generation aims at the budget of the room (roguelike tutorial, part 12; Catacombs of YARL).
 * tables_exact.c is the same in probabilities. */
#include "encounter/models.h"
#include "encounter/tables.h"
#include "encounter/threat_internal.h"

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
    .monster_kinds = wyrm_tables_monster_kinds,
    .comes = wyrm_tables_comes,
    .room_kinds = wyrm_tables_room_kinds,
    .room_monsters = wyrm_tables_room_monsters,
    .room_threat = wyrm_tables_room_threat,
};
