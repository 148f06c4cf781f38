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
    {.name = "tries", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = 10000, .default_value = "30",
     .unit = "tries",
     .summary = "How often a room is drawn, and the most rooms of a map; it is kept where it does "
                "not touch an earlier one.", .source = SOURCE},
    {.name = "room_side", .kind = WYRM_KIND_AMOUNT, .ranged = true, .least = 2,
     .greatest = WYRM_MAP_SIDE_MAX, .default_value = "[6, 10]", .unit = "tiles",
     .summary = "Width and height of a room with one wall of each pair; the "
                "floor is one tile less both ways.", .source = SOURCE},
    {.name = "spacing", .kind = WYRM_KIND_INTEGER, .greatest = WYRM_MAP_SIDE_MAX, .default_value = "0",
     .unit = "tiles",
     .summary = "Rock kept free between two rooms, besides the walls that they must not share."},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

static void carve(const wyrm_room_plan *plan, wyrm_rng *rng, wyrm_map *map)
{
    (void)plan;
    for (int32_t i = 1; i < map->room_count; i++)
        wyrm_corridor_between(map, wyrm_room_middle(&map->rooms[i - 1], ROCK),
                              wyrm_room_middle(&map->rooms[i], ROCK), rng);
}

const wyrm_map_model wyrm_map_tunnels = {
    .model = {.name = "tunnels",
              .summary = "rooms at random, each joined to the one before by a tunnel",
              .parameters = rows},
    .width_key = "room_side",
    .height_key = "room_side",
    .rock = ROCK,
    .carve = carve,
};
