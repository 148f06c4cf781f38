/* What the models of maps of rectangular rooms share: the rooms, hewn into the rock, and
 * corridors that join them. */
#include "base/arena.h"
#include "dungeon/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- What can be asked of a map and its rooms ---- */

wyrm_tile wyrm_map_tile(const wyrm_map *map, int x, int y)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height)
        return WYRM_TILE_WALL;
    return (wyrm_tile)map->tiles[y * map->width + x];
}

wyrm_position wyrm_room_centre(const wyrm_room *room)
{
    return (wyrm_position){(int16_t)(room->x + room->width / 2),
                           (int16_t)(room->y + room->height / 2)};
}

/* ---- Corridors (RuggRogue, "Map Generation") ---- */

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

/* The same between the centres of two rooms of the map. */
static void corridor_carve(wyrm_map *map, int32_t from, int32_t to, wyrm_rng *rng)
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
        corridor_carve(map, chosen.joined, chosen.room, rng);
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
        corridor_carve(map, from, to, rng);
    }
}

static int32_t whole(const wyrm_value *parameters, const char *key)
{
    return (int32_t)wyrm_value_integer(wyrm_value_get(parameters, key));
}

wyrm_room_map wyrm_room_map_read(const wyrm_value *parameters)
{
    return (wyrm_room_map){.width = whole(parameters, "width"),
                           .height = whole(parameters, "height"),
                           .tries = whole(parameters, "tries"),
                           .spacing = whole(parameters, "spacing")};
}

wyrm_map_bounds wyrm_room_map_bounds(const wyrm_room_map *map, int32_t least_tiles)
{
    return (wyrm_map_bounds){.rooms =
                                 map->tries < WYRM_MAP_ROOMS_MAX ? map->tries : WYRM_MAP_ROOMS_MAX,
                             .tiles = least_tiles};
}

wyrm_status wyrm_room_map_fits(const wyrm_ruleset *ruleset, const wyrm_value *range, const char *of,
                               const char *name, int32_t side, int32_t margin, wyrm_errors *errors)
{
    int32_t most = (int32_t)wyrm_value_high(range);
    if (most <= side - margin)
        return WYRM_OK;
    return wyrm_value_fail(ruleset, range, errors, NULL,
                           "a room of %s %d does not fit a map of %s %d: at most %d does", of,
                           (int)most, name, (int)side, (int)(side - margin));
}

wyrm_status wyrm_room_map_keep(const void *read, size_t size, void **out, wyrm_errors *errors)
{
    *out = base_allocate(size);
    if (!*out)
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    memcpy(*out, read, size);
    return WYRM_OK;
}

static void hew_room(wyrm_map *map, const wyrm_room *room)
{
    for (int y = room->y; y < room->y + room->height; y++)
        memset(&map->tiles[y * map->width + room->x], WYRM_TILE_FLOOR, (size_t)room->width);
}

void wyrm_room_map_hew(wyrm_map *map)
{
    memset(map->tiles, WYRM_TILE_WALL, (size_t)(map->width * map->height));
    for (int32_t i = 0; i < map->room_count; i++)
        hew_room(map, &map->rooms[i]);
}
