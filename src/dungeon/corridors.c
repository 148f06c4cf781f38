/* Corridors between rooms (RuggRogue, "Map Generation"). */
#include "dungeon/corridors.h"

#include <stdlib.h>
#include <string.h>

/* Floor from column a to b of a row, in either order. */
static void carve_row(wyrm_map *map, int y, int a, int b)
{
    int left = a < b ? a : b;
    int right = a < b ? b : a;
    memset(&map->tiles[y * map->width + left], WYRM_TILE_FLOOR, (size_t)(right - left + 1));
}

static void carve_column(wyrm_map *map, int x, int a, int b)
{
    int top = a < b ? a : b;
    int bottom = a < b ? b : a;
    uint8_t *tile = &map->tiles[top * map->width + x];
    for (int y = top; y <= bottom; y++, tile += map->width)
        *tile = WYRM_TILE_FLOOR;
}

void wyrm_corridor_between(wyrm_map *map, wyrm_position from, wyrm_position to, wyrm_rng *rng)
{
    bool sideways_first = wyrm_rng_chance(rng, 1, 2);
    carve_row(map, sideways_first ? from.y : to.y, from.x, to.x);
    carve_column(map, sideways_first ? to.x : from.x, from.y, to.y);
}

void wyrm_corridor_carve(wyrm_map *map, int32_t from, int32_t to, wyrm_rng *rng)
{
    wyrm_corridor_between(map, wyrm_room_centre(&map->rooms[from]),
                          wyrm_room_centre(&map->rooms[to]), rng);
}

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

/* A room has just been joined: it may be nearer to some than what was joined before. */
static void approach(loose_end *ends, int32_t count, int32_t joined, wyrm_position centre)
{
    for (int32_t i = 0; i < count; i++) {
        loose_end nearer = ends[i];
        nearer.joined = joined;
        nearer.distance = abs(ends[i].centre.x - centre.x) + abs(ends[i].centre.y - centre.y);
        if (is_nearer(&nearer, &ends[i]))
            ends[i] = nearer;
    }
}

void wyrm_corridors_join(wyrm_map *map, wyrm_rng *rng)
{
    loose_end ends[WYRM_MAP_ROOMS_MAX];
    int32_t count = map->room_count - 1;
    for (int32_t i = 0; i < count; i++)
        ends[i] = (loose_end){
            .room = i + 1, .distance = INT32_MAX, .centre = wyrm_room_centre(&map->rooms[i + 1])};
    approach(ends, count, 0, wyrm_room_centre(&map->rooms[0]));
    while (count > 0) {
        int32_t best = 0;
        for (int32_t i = 1; i < count; i++)
            if (is_nearer(&ends[i], &ends[best]))
                best = i;
        loose_end chosen = ends[best];
        ends[best] = ends[--count];
        wyrm_corridor_carve(map, chosen.joined, chosen.room, rng);
        approach(ends, count, chosen.room, chosen.centre);
    }
}

void wyrm_corridors_extra(wyrm_map *map, int32_t count, wyrm_rng *rng)
{
    if (map->room_count < 2)
        return;
    for (int32_t i = 0; i < count; i++) {
        int32_t from = (int32_t)wyrm_rng_below(rng, (uint64_t)map->room_count);
        int32_t to = (int32_t)wyrm_rng_below(rng, (uint64_t)map->room_count - 1);
        to += to >= from;
        wyrm_corridor_carve(map, from, to, rng);
    }
}
