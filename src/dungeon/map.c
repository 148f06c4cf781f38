/* What can be asked of a map and its rooms. */
#include <wyrm/dungeon.h>

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
