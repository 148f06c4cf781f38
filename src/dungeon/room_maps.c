/* What the models of maps of rectangular rooms share. */
#include "dungeon/room_maps.h"

#include <stdlib.h>
#include <string.h>

wyrm_status wyrm_room_map_keep(const void *read, size_t size, void **out, wyrm_errors *errors)
{
    *out = malloc(size);
    if (!*out)
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory for the maps");
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
