/* Rooms placed at random where they do not touch, joined by corridors (RuggRogue, "Map
 * Generation").
 *
 * The corridors join all rooms: from the first on, again and again the pair of a joined and an
 * unjoined room whose centres are nearest by Manhattan distance; of equally near pairs the one with
 * the lower index of the joined room, then the lower of the other. A few more lead anywhere. */
#include "dungeon/internal.h"
#include <stdlib.h>

#define SOURCE "RuggRogue source code guide, \"Map Generation\""

/* clang-format off */
static const wyrm_field rows[] = {
    WYRM_MAP_SIDE_ROWS("80", "50", SOURCE),
    {.name = "tries", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = 10000, .default_value = "30",
     .unit = "tries",
     .summary = "How often a room is drawn; it is kept where it does not come too near to an "
                "earlier one.", .source = SOURCE},
    {.name = "room_width", .kind = WYRM_KIND_AMOUNT, .ranged = true, .least = 1,
     .greatest = WYRM_MAP_SIDE_MAX, .default_value = "[6, 14]", .unit = "tiles",
     .summary = "inner width of a room", .source = SOURCE},
    {.name = "room_height", .kind = WYRM_KIND_AMOUNT, .ranged = true, .least = 1,
     .greatest = WYRM_MAP_SIDE_MAX, .default_value = "[6, 10]", .unit = "tiles",
     .summary = "inner height of a room", .source = SOURCE},
    {.name = "spacing", .kind = WYRM_KIND_INTEGER, .greatest = WYRM_MAP_SIDE_MAX, .default_value = "1",
     .unit = "tiles", .summary = "walls that are kept free between two rooms", .source = SOURCE},
    {.name = "extra_corridors", .kind = WYRM_KIND_INTEGER, .greatest = 100, .default_value = "3",
     .unit = "corridors",
     .summary = "corridors between two random rooms, after all rooms are joined", .source = SOURCE},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* An unjoined room, and the joined one nearest to it. */
typedef struct loose_end {
    int32_t room, joined, distance;
    wyrm_position centre;
} loose_end;

static bool is_nearer(const loose_end *a, const loose_end *b)
{
    if (a->distance != b->distance)
        return a->distance < b->distance;
    return a->joined != b->joined ? a->joined < b->joined : a->room < b->room;
}

/* Those that join all, then the extra ones: a pair of these may be joined already. */
static void carve(const wyrm_room_plan *plan, wyrm_rng *rng, wyrm_map *map)
{
    loose_end ends[WYRM_MAP_ROOMS_MAX];
    int32_t count = map->room_count - 1;
    for (int32_t i = 0; i < count; i++)
        ends[i] = (loose_end){
            .room = i + 1, .distance = INT32_MAX, .centre = wyrm_room_centre(&map->rooms[i + 1])};
    for (int32_t joined = 0; count > 0;) {
        const wyrm_position centre = wyrm_room_centre(&map->rooms[joined]);
        int32_t best = 0;
        for (int32_t i = 0; i < count; i++) {
            loose_end *end = &ends[i], nearer = *end; /* what was just joined may be nearer */
            nearer.joined = joined;
            nearer.distance = abs(end->centre.x - centre.x) + abs(end->centre.y - centre.y);
            if (is_nearer(&nearer, end))
                *end = nearer;
            if (is_nearer(end, &ends[best]))
                best = i;
        }
        joined = ends[best].room;
        wyrm_corridor_between(map, wyrm_room_centre(&map->rooms[ends[best].joined]),
                              ends[best].centre, rng);
        ends[best] = ends[--count];
    }
    for (int32_t i = 0; i < plan->extra_corridors && map->room_count > 1; i++) {
        int32_t from = (int32_t)wyrm_rng_below(rng, (uint64_t)map->room_count);
        int32_t to = (int32_t)wyrm_rng_below(rng, (uint64_t)map->room_count - 1);
        to += to >= from;
        wyrm_corridor_between(map, wyrm_room_centre(&map->rooms[from]),
                              wyrm_room_centre(&map->rooms[to]), rng);
    }
}

const wyrm_map_model wyrm_map_rooms = {
    .model = {.name = "rooms",
              .summary = "rectangular rooms at random, joined by corridors",
              .parameters = rows},
    .width_key = "room_width",
    .height_key = "room_height",
    .carve = carve,
};
