/* The monsters of one room by depth tables, and how generation aims at its budget. tables_exact.c
 * is the same in probabilities. */
#include "encounter/tables.h"
#include "encounter/threat_internal.h"

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
    bool binds = wyrm_room_budget(&room->tables->roles.rules, kind) == WYRM_BUDGET_WITHIN &&
                 room->tables->aim != WYRM_AIM_NONE;
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

size_t wyrm_tables_room(const void *state, const wyrm_difficulty *difficulty,
                        const wyrm_room_context *context, wyrm_rng *rng, wyrm_spawn *spawns)
{
    const wyrm_tables *tables = state;
    wyrm_room_role role = context->kind.role;
    const wyrm_role_plan *plan = &tables->roles.plans[role];
    filling room = {.tables = tables,
                    .depth = difficulty->depth,
                    .elite = plan->planned && plan->variant[0] != '\0',
                    .row = wyrm_tables_row(tables, role, difficulty->depth),
                    .rng = rng,
                    .spawns = spawns};
    if (plan->planned && plan->depths)
        return fill_with_bosses(&room, &tables->roles.rules.rules[role], &plan->monsters);
    if (room.row.count == 0 || (context->index == 0 && !tables->first))
        return 0;
    int32_t least = plan->planned ? plan->monsters.least : 0;
    int32_t most = plan->planned ? plan->monsters.most : wyrm_tables_most(tables, room.depth);
    int64_t count = wyrm_rng_between(rng, least, most);
    return fill_by_weight(&room, &context->kind, (int32_t)count);
}
