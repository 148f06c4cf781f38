/* Rooms at random, each joined to the one before it by an L-shaped tunnel (roguelike tutorial, as
 * its part 12 uses it). */
#include "dungeon/internal.h"

/* A side of n tiles holds n - 1 tiles of floor: the tutorial's rectangle has its left and top
 * edge in the rock, and the floor ends before its right and bottom edge. */
#define ROCK   1

#define SOURCE "roguelike tutorial, part 12"

/* clang-format off */
static const wyrm_field rows[] = {
    WYRM_MAP_SIDE_ROWS("80", "43", SOURCE),
    {.name = "tries", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = 10000, .fallback = "30",
     .unit = "tries",
     .summary = "How often a room is drawn, and the most rooms of a map; it is kept where it does "
                "not touch an earlier one.", .source = SOURCE},
    {.name = "room_side", .kind = WYRM_KIND_RANGE, .least = 2, .greatest = WYRM_MAP_SIDE_MAX,
     .fallback = "[6, 10]", .unit = "tiles",
     .summary = "Width and height of a room with one wall of each pair, each equally likely; the "
                "floor is one tile less both ways.", .source = SOURCE},
    {.name = "spacing", .kind = WYRM_KIND_INTEGER, .greatest = WYRM_MAP_SIDE_MAX, .fallback = "0",
     .unit = "tiles",
     .summary = "Rock kept free between two rooms, besides the walls that they must not share."},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

static wyrm_status read(const wyrm_ruleset *ruleset, const wyrm_value *section,
                        wyrm_room_plan *plan, wyrm_errors *errors)
{
    const wyrm_value *side = wyrm_value_get(section, "room_side");
    plan->width_least = (int32_t)wyrm_value_low(side);
    plan->width_most = (int32_t)wyrm_value_high(side);
    plan->least_tiles = (plan->width_least - ROCK) * (plan->width_least - ROCK);
    bool across = wyrm_room_fits(ruleset, side, "side", "width", plan->width, ROCK, errors);
    bool down = wyrm_room_fits(ruleset, side, "side", "height", plan->height, ROCK, errors);
    return across && down ? WYRM_OK : WYRM_ERROR_RULESET;
}

/* Whether two rooms overlap or touch, walls and spacing included: rectangles that share an edge
 * do. */
static bool touches(const wyrm_room *a, const wyrm_room *b, int32_t spacing)
{
    int32_t free = ROCK + spacing;
    return a->x - free <= b->x + b->width && a->x + a->width >= b->x - free &&
           a->y - free <= b->y + b->height && a->y + a->height >= b->y - free;
}

/* The middle of the tutorial's rectangle, walls included, rounded down. */
static wyrm_position centre(const wyrm_room *room)
{
    return (wyrm_position){(int16_t)(room->x - ROCK + (room->width + ROCK) / 2),
                           (int16_t)(room->y - ROCK + (room->height + ROCK) / 2)};
}

static void place_rooms(const wyrm_room_plan *plan, wyrm_rng *rng, wyrm_map *map)
{
    int32_t count = 0;
    for (int32_t i = 0; i < plan->tries && count < WYRM_MAP_ROOMS_MAX; i++) {
        int64_t width = wyrm_rng_between(rng, plan->width_least, plan->width_most);
        int64_t height = wyrm_rng_between(rng, plan->width_least, plan->width_most);
        int64_t x = wyrm_rng_between(rng, 0, plan->width - width - 1);
        int64_t y = wyrm_rng_between(rng, 0, plan->height - height - 1);
        const wyrm_room room = {(int16_t)(x + ROCK), (int16_t)(y + ROCK), (int16_t)(width - ROCK),
                                (int16_t)(height - ROCK)};
        bool is_free = true;
        for (int32_t k = 0; k < count && is_free; k++)
            is_free = !touches(&room, &map->rooms[k], plan->spacing);
        if (is_free)
            map->rooms[count++] = room;
    }
    map->room_count = count;
    map->start = centre(&map->rooms[0]);
    map->exit = centre(&map->rooms[count - 1]);
}

static void carve(const wyrm_room_plan *plan, wyrm_rng *rng, wyrm_map *map)
{
    (void)plan;
    for (int32_t i = 1; i < map->room_count; i++)
        wyrm_corridor_between(map, centre(&map->rooms[i - 1]), centre(&map->rooms[i]), rng);
}

const wyrm_map_model wyrm_map_tunnels = {
    .model = {.name = "tunnels",
              .summary = "rooms at random, each joined to the one before by a tunnel",
              .parameters = rows},
    .read = read,
    .rooms = place_rooms,
    .carve = carve,
};
