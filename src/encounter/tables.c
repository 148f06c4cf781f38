/* Difficulty by tables of depths: how many monsters a room gets, and how likely each is (roguelike
 * tutorial, part 12; Catacombs of YARL). tables_room.c fills a room, tables_exact.c tells its
 * distribution. */
#include "encounter/models.h"
#include "encounter/tables.h"

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
    return (wyrm_room_draw){.most = wyrm_tables_most(state, depth),
                            .independent = state->aim == WYRM_AIM_NONE,
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
    .room = wyrm_tables_room,
    .last_depth = last_depth,
    .roles = roles,
    .plans = plans,
    .room_draw = room_draw,
    .pity_rooms = pity_rooms,
    .elite = elite,
    .monster_kinds = wyrm_tables_monster_kinds,
    .room_monsters = wyrm_tables_room_monsters,
    .room_threat = wyrm_tables_room_threat,
};
