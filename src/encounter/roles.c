/* Rooms with a role: vaults by chance, never the first or last room; rooms of minibosses and bosses
 * at set depths (Catacombs of YARL, "Room Metadata & Roles"). */
#include "encounter/internal.h"

#include <stdio.h>
#include <string.h>

#include <wyrm/encounter.h>

#define SOURCE "Catacombs of YARL, \"Room Metadata & Roles\""

static const wyrm_field depth_row[] = {
    {.name = "depth",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = WYRM_DEPTH_MAX,
     .summary = "a depth whose map has such a room"},
    {.kind = WYRM_KIND_END},
};

static const char *const place_names[] = {"any", "last", NULL};
enum { PLACE_ANY, PLACE_LAST };

#define MONSTERS_ROW(number)                                                                       \
    {                                                                                              \
        .name = "monsters", .kind = WYRM_KIND_RANGE, .greatest = WYRM_ROOM_SPAWNS_MAX,             \
        .fallback = number, .unit = "monsters",                                                    \
        .summary = "how many monsters are in it, each number equally likely", .source = SOURCE     \
    }

static const wyrm_field treasure_rows[] = {
    {.name = "chance",
     .kind = WYRM_KIND_TABLE,
     .required = true,
     .greatest = 1,
     .summary = "the chance that a map has a vault, by depth",
     .source = SOURCE},
    {.name = "least_rooms",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = 1000,
     .fallback = "3",
     .unit = "rooms",
     .summary = "the least rooms of a map with a vault, which is never the first or the last",
     .source = SOURCE},
    MONSTERS_ROW("[2, 6]"),
    {.name = "variant",
     .kind = WYRM_KIND_NAME,
     .fallback = "elite",
     .summary = "the variant of the monsters in it, which are drawn as in other rooms",
     .source = SOURCE},
    {.kind = WYRM_KIND_END},
};

#define BOSS_ROWS(place)                                                                           \
    {.name = "depths",                                                                             \
     .kind = WYRM_KIND_LIST,                                                                       \
     .required = true,                                                                             \
     .fields = depth_row,                                                                          \
     .greatest = 1000,                                                                             \
     .summary = "The depths whose maps have such a room."},                                        \
        MONSTERS_ROW("1"),                                                                         \
        {.name = "room",                                                                           \
         .kind = WYRM_KIND_CHOICE,                                                                 \
         .choices = place_names,                                                                   \
         .fallback = place,                                                                        \
         .summary = "which room it is: `any` but the first, or the `last` placed, with the "       \
                    "stairs"},                                                                     \
        {.kind = WYRM_KIND_END},

static const wyrm_field miniboss_rows[] = {BOSS_ROWS("any")};
static const wyrm_field end_boss_rows[] = {BOSS_ROWS("last")};

/* None of these is filled from defaults: a role that is not named does not come. */
const wyrm_field wyrm_role_plan_rows[] = {
    {.name = "treasure",
     .kind = WYRM_KIND_RECORD,
     .fields = treasure_rows,
     .summary = "vaults, by chance"},
    {.name = "miniboss",
     .kind = WYRM_KIND_RECORD,
     .fields = miniboss_rows,
     .summary = "rooms with monsters of kind miniboss, each equally likely"},
    {.name = "boss",
     .kind = WYRM_KIND_RECORD,
     .fields = miniboss_rows,
     .summary = "rooms of a boss on the way: monsters of kind miniboss, each equally likely"},
    {.name = "end_boss",
     .kind = WYRM_KIND_RECORD,
     .fields = end_boss_rows,
     .summary = "the room of the last fight: monsters of kind boss, each equally likely"},
    {.kind = WYRM_KIND_END},
};

static wyrm_role_plan read_plan(const wyrm_value *record)
{
    const wyrm_value *monsters = wyrm_value_get(record, "monsters");
    return (wyrm_role_plan){
        .planned = record != NULL,
        .chance = wyrm_value_get(record, "chance"),
        .depths = wyrm_value_get(record, "depths"),
        .least_rooms = (int32_t)wyrm_value_integer(wyrm_value_get(record, "least_rooms")),
        .in_last = wyrm_value_choice(wyrm_value_get(record, "room")) == PLACE_LAST,
        .monsters = {(int32_t)wyrm_value_low(monsters), (int32_t)wyrm_value_high(monsters)},
        .variant = wyrm_value_text(wyrm_value_get(record, "variant")),
    };
}

static wyrm_status check_variant(const wyrm_ruleset *ruleset, const wyrm_value *record,
                                 const char *variant, wyrm_errors *errors)
{
    const wyrm_value *variants = wyrm_ruleset_find(ruleset, "variants");
    char hint[WYRM_ERROR_HINT_MAX] = "";
    if (variant[0] == '\0' || wyrm_value_get(variants, variant))
        return WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(variants) && hint[0] == '\0'; i++) {
        const char *known = wyrm_value_key(variants, i);
        if (wyrm_nearest(variant, &known, 1))
            snprintf(hint, sizeof hint, "did you mean '%s'?", known);
    }
    return wyrm_value_fail(ruleset, wyrm_value_get(record, "variant"), errors, hint,
                           "no variant of monsters is called '%s'", variant);
}

wyrm_status wyrm_role_plans_read(const wyrm_ruleset *ruleset, const wyrm_value *roles,
                                 wyrm_role_plans *out, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    *out = (wyrm_role_plans){.rules = wyrm_room_rules_read(ruleset)};
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        const wyrm_value *record = wyrm_value_get(roles, wyrm_room_role_key((wyrm_room_role)role));
        out->plans[role] = read_plan(record);
        if (check_variant(ruleset, record, out->plans[role].variant, errors) != WYRM_OK)
            status = WYRM_ERROR_RULESET;
    }
    return status;
}

bool wyrm_role_plan_comes_at(const wyrm_role_plan *plan, int32_t depth)
{
    for (size_t i = 0; i < wyrm_value_count(plan->depths); i++)
        if (wyrm_value_integer(wyrm_value_item(plan->depths, i)) == depth)
            return true;
    return false;
}

static wyrm_room_kind kind_of(const wyrm_role_plans *plans, wyrm_room_role role)
{
    return (wyrm_room_kind){.role = role,
                            .allow_spike = plans->rules.rules[role].budget == WYRM_BUDGET_SPIKE};
}

/* The number of rooms from..to that have no role yet. */
static int32_t count_plain(const wyrm_room_kind *kinds, int32_t from, int32_t to)
{
    int32_t count = 0;
    for (int32_t i = from; i <= to; i++)
        count += kinds[i].role == WYRM_ROOM_NORMAL;
    return count;
}

/* Gives one of the rooms from..to that have no role yet this one, each equally likely. */
static void assign_any(const wyrm_role_plans *plans, wyrm_room_role role, int32_t from, int32_t to,
                       wyrm_rng *rng, wyrm_room_kind *kinds)
{
    int32_t plain = count_plain(kinds, from, to);
    if (plain == 0)
        return;
    int32_t skipped = (int32_t)wyrm_rng_below(rng, (uint64_t)plain);
    int32_t at = from;
    while (kinds[at].role != WYRM_ROOM_NORMAL || skipped-- > 0)
        at++;
    kinds[at] = kind_of(plans, role);
}

/* The last rooms that still have no role go to bosses first. */
static void assign_boss(const wyrm_role_plans *plans, wyrm_room_role role, int32_t rooms,
                        wyrm_rng *rng, wyrm_room_kind *kinds)
{
    int32_t last = rooms - 1;
    if (!plans->plans[role].in_last) {
        assign_any(plans, role, rooms > 1 ? 1 : 0, last, rng, kinds);
        return;
    }
    while (last >= 0 && kinds[last].role != WYRM_ROOM_NORMAL)
        last--;
    if (last >= 0)
        kinds[last] = kind_of(plans, role);
}

static void assign_by_chance(const wyrm_role_plans *plans, wyrm_room_role role, int32_t depth,
                             int32_t rooms, wyrm_rng *rng, wyrm_room_kind *kinds)
{
    const wyrm_role_plan *plan = &plans->plans[role];
    double chance = wyrm_value_at_depth(plan->chance, depth);
    if (!(chance > 0) || rooms < plan->least_rooms)
        return;
    if (wyrm_rng_real(rng) < chance)
        assign_any(plans, role, 1, rooms - 2, rng, kinds);
}

void wyrm_role_plans_draw(const wyrm_role_plans *plans, int32_t depth, int32_t rooms, wyrm_rng *rng,
                          wyrm_room_kind *kinds)
{
    for (int role = WYRM_ROOM_ROLE_COUNT - 1; role > WYRM_ROOM_NORMAL; role--)
        if (wyrm_role_plan_comes_at(&plans->plans[role], depth))
            assign_boss(plans, (wyrm_room_role)role, rooms, rng, kinds);
    for (int role = WYRM_ROOM_NORMAL + 1; role < WYRM_ROOM_ROLE_COUNT; role++)
        if (plans->plans[role].chance)
            assign_by_chance(plans, (wyrm_room_role)role, depth, rooms, rng, kinds);
}

/* How many rooms of a map pity works in, exactly: the same steps as wyrm_role_plans_draw, in
 * probabilities. Of the rooms only the first and the last differ from the others, so it is enough
 * to know whether those two and how many of the rest have a role. */

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
