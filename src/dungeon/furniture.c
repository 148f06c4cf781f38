/* What maps hold besides rooms and the ways between them. It is drawn from a stream of its own,
 * after rooms and ways, so that those stay as they are whatever is put there. */
#include "dungeon/internal.h"
#include <wyrm/streams.h>

const wyrm_field wyrm_door_rows[] = {
    WYRM_ROW("terrain", NAME, .required = true, .summary = "the terrain of a closed door"),
    WYRM_ROW("chance", RATIO, .greatest = 1, .fallback = "1",
             .summary = "of each place where a door fits to have one"),
    {.kind = WYRM_KIND_END},
};

void wyrm_furniture_read(wyrm_opening *o, wyrm_furniture *furniture)
{
    const wyrm_value *doors = wyrm_value_get(o->section, "doors");
    wyrm_terrain_read(o, furniture);
    furniture->door = WYRM_TERRAIN_NONE;
    if (doors != NULL) {
        furniture->door = wyrm_terrain_find(o, wyrm_value_get(doors, "terrain"));
        furniture->door_chance = key_ratio(doors, "chance");
    }
    furniture->any = doors != NULL;
}

/* ---- doors ---- */

static bool is_floor(const wyrm_map *map, int x, int y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height &&
           map->tiles[y * map->width + x] == WYRM_TILE_FLOOR;
}

/* A door stands where a way one tile wide leads out of a room: floor, with wall on both sides. */
static void put_door(const wyrm_furniture *furniture, int x, int y, bool upright, wyrm_rng *rng,
                     wyrm_map *map)
{
    const int across = upright ? 1 : 0, down = upright ? 0 : 1;
    if (!is_floor(map, x, y) || !is_floor(map, x - down, y - across) ||
        !is_floor(map, x + down, y + across) ||
        wyrm_map_tile(map, x - across, y - down) != WYRM_TILE_WALL ||
        wyrm_map_tile(map, x + across, y + down) != WYRM_TILE_WALL)
        return;
    if (wyrm_rng_chance(rng, (uint64_t)furniture->door_chance.numerator,
                        (uint64_t)furniture->door_chance.denominator))
        map->tiles[y * map->width + x] = furniture->tiles[furniture->door];
}

static void put_doors(const wyrm_furniture *furniture, wyrm_rng *rng, wyrm_map *map)
{
    for (int32_t i = 0; i < map->room_count; i++) {
        const wyrm_room *room = &map->rooms[i];
        for (int x = room->x; x < room->x + room->width; x++) {
            put_door(furniture, x, room->y - 1, true, rng, map);
            put_door(furniture, x, room->y + room->height, true, rng, map);
        }
        for (int y = room->y; y < room->y + room->height; y++) {
            put_door(furniture, room->x - 1, y, false, rng, map);
            put_door(furniture, room->x + room->width, y, false, rng, map);
        }
    }
}

void wyrm_furnish(const wyrm_furniture *furniture, const wyrm_map_place *place, wyrm_map *map)
{
    wyrm_rng rng = place->own != NULL ? *place->own
                                      : wyrm_rng_start(place->seed, place->run, WYRM_STREAM_FURNISH,
                                                       (uint64_t)place->depth);
    map->furnished = true;
    if (furniture->door != WYRM_TERRAIN_NONE)
        put_doors(furniture, &rng, map);
}
