/* What the models of maps of rectangular rooms share. */
#include "dungeon/room_maps.h"

#include <stdlib.h>
#include <string.h>

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
