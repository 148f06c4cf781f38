/* What maps of rectangular rooms share: what can be asked of rooms, and corridors between them. */
#include "dungeon/internal.h"

#include <string.h>

bool wyrm_room_fits(const wyrm_ruleset *ruleset, const wyrm_value *range, const char *of,
                    const char *name, int32_t side, int32_t margin, wyrm_errors *errors)
{
    const int32_t most = (int32_t)wyrm_value_high(range);
    return most <= side - margin ||
           wyrm_value_fail(ruleset, range, errors, NULL,
                           "a room of %s %d does not fit a map of %s %d: at most %d does", of,
                           (int)most, name, (int)side, (int)(side - margin)) == WYRM_OK;
}

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
