/* How many rooms of a map pity works in, exactly: the same steps as wyrm_role_plans_draw, in
 * probabilities. Of the rooms only the first and the last differ from the others, so it is enough
 * to know whether those two and how many of the rest have a role. */
#include "encounter/roles.h"

#include <string.h>

enum { ROLES = WYRM_ROOM_ROLE_COUNT };

/* [the first has a role][how many between][the last has one][roles so far in which pity works] */
typedef struct taken {
    double chance[2][ROLES][2][ROLES];
} taken;

/* One map while its roles are given. */
typedef struct giver {
    const wyrm_role_plans *plans;
    int32_t rooms, between;
    taken now, next;
} giver;

static bool has_pity(const wyrm_role_plans *plans, int role)
{
    const wyrm_room_kind kind = {.role = (wyrm_room_role)role};
    return wyrm_room_has_pity(&plans->rules, &kind);
}

/* Where a role goes from a state: chances of the first, one between, the last; the rest of 1 is
 * that no room is left for it. A lone room is the first. */
typedef struct places {
    double first, between, last;
} places;

static places any_place(const giver *map, int first, int between, int last)
{
    double left = map->between - between;
    double ends = map->rooms > 1 ? 1 - last : 0;
    if (map->rooms == 1)
        return (places){.first = 1 - first};
    if (!(left + ends > 0))
        return (places){0};
    return (places){.between = left / (left + ends), .last = ends / (left + ends)};
}

static places last_place(const giver *map, int first, int between, int last)
{
    if (map->rooms > 1 && !last)
        return (places){.last = 1};
    if (map->between > between)
        return (places){.between = 1};
    return (places){.first = 1 - first};
}

static places chance_place(const giver *map, double chance, int between)
{
    return (places){.between = map->between > between ? chance : 0};
}

static places place_of(const giver *map, int role, double chance, int first, int between, int last)
{
    const wyrm_role_plan *plan = &map->plans->plans[role];
    if (plan->chance)
        return chance_place(map, chance, between);
    return plan->in_last ? last_place(map, first, between, last)
                         : any_place(map, first, between, last);
}

/* Adds to map->next what becomes of one state. */
static void move(giver *map, int role, double chance, int first, int between, int last, int pity)
{
    double here = map->now.chance[first][between][last][pity];
    if (!(here > 0))
        return;
    places to = place_of(map, role, chance, first, between, last);
    int more = pity + has_pity(map->plans, role);
    if (to.first > 0)
        map->next.chance[1][between][last][more] += here * to.first;
    if (to.between > 0)
        map->next.chance[first][between + 1][last][more] += here * to.between;
    if (to.last > 0)
        map->next.chance[first][between][1][more] += here * to.last;
    double rest = 1 - to.first - to.between - to.last; /* may be a last bit below 0 */
    if (rest > 0)
        map->next.chance[first][between][last][pity] += here * rest;
}

static void give(giver *map, int role, double chance)
{
    memset(&map->next, 0, sizeof map->next);
    for (int first = 0; first < 2; first++)
        for (int between = 0; between < ROLES; between++)
            for (int last = 0; last < 2; last++)
                for (int pity = 0; pity < ROLES; pity++)
                    move(map, role, chance, first, between, last, pity);
    map->now = map->next;
}

wyrm_status wyrm_role_plans_pity_rooms(const wyrm_role_plans *plans, int32_t depth, int32_t rooms,
                                       wyrm_pmf **out, wyrm_error *error)
{
    giver map = {.plans = plans, .rooms = rooms, .between = rooms > 2 ? rooms - 2 : 0};
    wyrm_weighted pairs[2 * ROLES * 2 * ROLES];
    size_t count = 0;
    bool plain = has_pity(plans, WYRM_ROOM_NORMAL);
    map.now.chance[0][0][0][0] = 1;
    for (int role = ROLES - 1; role > WYRM_ROOM_NORMAL; role--)
        if (wyrm_role_plan_comes_at(&plans->plans[role], depth))
            give(&map, role, 0);
    for (int role = WYRM_ROOM_NORMAL + 1; role < ROLES; role++) {
        const wyrm_role_plan *plan = &plans->plans[role];
        double chance = wyrm_value_at_depth(plan->chance, depth);
        if (plan->chance && chance > 0 && rooms >= plan->least_rooms)
            give(&map, role, chance < 1 ? chance : 1);
    }
    for (int first = 0; first < 2; first++)
        for (int between = 0; between < ROLES; between++)
            for (int last = 0; last < 2; last++)
                for (int pity = 0; pity < ROLES; pity++)
                    pairs[count++] =
                        (wyrm_weighted){pity + (plain ? rooms - first - between - last : 0),
                                        map.now.chance[first][between][last][pity]};
    return wyrm_pmf_from_pairs(pairs, count, out, error);
}
