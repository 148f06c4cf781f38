/* Rooms at random, each joined to the one before it by an L-shaped tunnel (roguelike tutorial, as
 * its part 12 uses it). */
#include "dungeon/internal.h"

#include <stdlib.h>

/* A side of n tiles holds n - 1 tiles of floor: the tutorial's rectangle has its left and top edge
 * in the rock, and the floor ends before its right and bottom edge. */
#define ROCK 1

typedef struct tunnels_model {
    wyrm_room_map map;
    int32_t side_least, side_most;
} tunnels_model;

#define SOURCE "roguelike tutorial, part 12"

static const wyrm_field rows[] = {
    WYRM_MAP_SIDE_ROWS("80", "43", SOURCE),
    {.name = "tries",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = 10000,
     .fallback = "30",
     .unit = "tries",
     .summary = "How often a room is drawn, and the most rooms of a map; it is kept where it does "
                "not touch an earlier one.",
     .source = SOURCE},
    {.name = "room_side",
     .kind = WYRM_KIND_RANGE,
     .least = 2,
     .greatest = WYRM_MAP_SIDE_MAX,
     .fallback = "[6, 10]",
     .unit = "tiles",
     .summary =
         "Width and height of a room with one wall of each pair, each equally likely; the floor "
         "is one tile less both ways.",
     .source = SOURCE},
    {.name = "spacing",
     .kind = WYRM_KIND_INTEGER,
     .greatest = WYRM_MAP_SIDE_MAX,
     .fallback = "0",
     .unit = "tiles",
     .summary = "Rock kept free between two rooms, besides the walls that they must not share."},
    {.kind = WYRM_KIND_END},
};

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **out,
                        wyrm_errors *errors)
{
    const wyrm_value *side = wyrm_value_get(parameters, "room_side");
    tunnels_model read = {
        .map = wyrm_room_map_read(parameters),
        .side_least = (int32_t)wyrm_value_low(side),
        .side_most = (int32_t)wyrm_value_high(side),
    };
    *out = NULL;
    wyrm_status across =
        wyrm_room_map_fits(ruleset, side, "side", "width", read.map.width, ROCK, errors);
    wyrm_status down =
        wyrm_room_map_fits(ruleset, side, "side", "height", read.map.height, ROCK, errors);
    if (across != WYRM_OK || down != WYRM_OK)
        return WYRM_ERROR_RULESET;
    return wyrm_room_map_keep(&read, sizeof read, out, errors);
}

static wyrm_room draw_room(const tunnels_model *state, wyrm_rng *rng)
{
    int64_t width = wyrm_rng_between(rng, state->side_least, state->side_most);
    int64_t height = wyrm_rng_between(rng, state->side_least, state->side_most);
    int64_t x = wyrm_rng_between(rng, 0, state->map.width - width - 1);
    int64_t y = wyrm_rng_between(rng, 0, state->map.height - height - 1);
    return (wyrm_room){(int16_t)(x + ROCK), (int16_t)(y + ROCK), (int16_t)(width - ROCK),
                       (int16_t)(height - ROCK)};
}

/* Whether two rooms overlap or touch, walls and spacing included: rectangles that share an edge
 * do. */
static bool touches(const wyrm_room *a, const wyrm_room *b, int32_t spacing)
{
    int32_t free = ROCK + spacing;
    return a->x - free <= b->x + b->width && a->x + a->width >= b->x - free &&
           a->y - free <= b->y + b->height && a->y + a->height >= b->y - free;
}

static bool touches_any(const tunnels_model *state, const wyrm_room *room, const wyrm_map *map)
{
    for (int32_t i = 0; i < map->room_count; i++)
        if (touches(room, &map->rooms[i], state->map.spacing))
            return true;
    return false;
}

/* The middle of the tutorial's rectangle, walls included, rounded down. */
static wyrm_position centre(const wyrm_room *room)
{
    return (wyrm_position){(int16_t)(room->x - ROCK + (room->width + ROCK) / 2),
                           (int16_t)(room->y - ROCK + (room->height + ROCK) / 2)};
}

static void place_rooms(const void *context, wyrm_rng *rng, wyrm_map *map)
{
    const tunnels_model *state = context;
    map->width = state->map.width;
    map->height = state->map.height;
    map->room_count = 0;
    for (int32_t i = 0; i < state->map.tries && map->room_count < WYRM_MAP_ROOMS_MAX; i++) {
        wyrm_room room = draw_room(state, rng);
        if (!touches_any(state, &room, map))
            map->rooms[map->room_count++] = room;
    }
    map->start = centre(&map->rooms[0]);
    map->exit = centre(&map->rooms[map->room_count - 1]);
}

static wyrm_map_bounds bounds(const void *context)
{
    const tunnels_model *state = context;
    int32_t side = state->side_least - ROCK;
    return wyrm_room_map_bounds(&state->map, side * side);
}

static void carve(const void *context, wyrm_rng *rng, wyrm_map *map)
{
    (void)context;
    wyrm_room_map_hew(map);
    for (int32_t i = 1; i < map->room_count; i++)
        wyrm_corridor_between(map, centre(&map->rooms[i - 1]), centre(&map->rooms[i]), rng);
}

const wyrm_map_model wyrm_map_tunnels = {
    .model = {.name = "tunnels",
              .summary = "rooms at random, each joined to the one before by a tunnel",
              .parameters = rows},
    .make = make,
    .release = wyrm_free,
    .rooms = place_rooms,
    .bounds = bounds,
    .carve = carve,
};
