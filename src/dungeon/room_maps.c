/* Tiles and rooms of a map, and corridors between them. */
#include "dungeon/internal.h"
#include <string.h>

void wyrm_corridor_between(wyrm_map *map, wyrm_position from, wyrm_position to, wyrm_rng *rng)
{
    const bool sideways_first = wyrm_rng_chance(rng, 1, 2);
    const int row = sideways_first ? from.y : to.y, column = sideways_first ? to.x : from.x;
    const int left = from.x < to.x ? from.x : to.x, right = from.x < to.x ? to.x : from.x;
    const int top = from.y < to.y ? from.y : to.y, bottom = from.y < to.y ? to.y : from.y;
    memset(&map->tiles[row * map->width + left], WYRM_TILE_FLOOR, (size_t)(right - left + 1));
    for (int y = top; y <= bottom; y++)
        map->tiles[y * map->width + column] = WYRM_TILE_FLOOR;
}

wyrm_tile wyrm_map_tile(const wyrm_map *map, int x, int y)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height)
        return WYRM_TILE_WALL;
    return (wyrm_tile)(map->tiles[y * map->width + x] & WYRM_TILE_BITS);
}

int32_t wyrm_map_terrain(const wyrm_map *map, int x, int y)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height)
        return WYRM_TERRAIN_NONE;
    return ((map->tiles[y * map->width + x] & WYRM_TILE_TERRAIN) >> 2) - 1;
}

wyrm_position wyrm_room_middle(const wyrm_room *room, int32_t rock)
{
    return (wyrm_position){(int16_t)(room->x - rock + (room->width + rock) / 2),
                           (int16_t)(room->y - rock + (room->height + rock) / 2)};
}

wyrm_position wyrm_room_centre(const wyrm_room *room)
{
    return wyrm_room_middle(room, 0);
}
