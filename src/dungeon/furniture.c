/* What maps hold besides rooms and the ways between them. It is drawn from a stream of its own,
 * after rooms and ways, so that those stay as they are whatever is put there. */
#include "dungeon/internal.h"
#include <wyrm/streams.h>
#include <string.h>

const wyrm_field wyrm_door_rows[] = {
    WYRM_ROW("terrain", NAME, .required = true, .summary = "the terrain of a closed door"),
    WYRM_ROW("chance", RATIO, .greatest = 1, .default_value = "1",
             .summary = "of each place where a door fits to have one"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field lake_rows[] = {
    WYRM_ROW("terrain", NAME, .required = true, .summary = "what it is full of"),
    WYRM_ROW("around", NAME,
             .summary = "the terrain of the floor around it, such as shallow water"),
    WYRM_ROW("depths", RANGE, .least = 1, .greatest = WYRM_DEPTH_MAX, .default_value = "[1, 10000]",
             .summary = "the floors that may have it"),
    WYRM_ROW("number", AMOUNT, .greatest = 100, .default_value = "1", .unit = "lakes",
             .summary = "how many such lakes a floor has"),
    WYRM_ROW("tiles", AMOUNT, .least = 1, .greatest = 5000, .default_value = "[20, 80]",
             .unit = "tiles", .summary = "how large one is"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field wyrm_lake_element[] =
    WYRM_ELEMENT("lake", RECORD, .fields = lake_rows, .summary = "one kind of lake");

struct wyrm_lake {
    uint8_t tile, around; /* around 0: as it is */
    int32_t first, last;
    const wyrm_amount *number, *tiles;
};

static void read_lakes(wyrm_opening *o, wyrm_furniture *furniture)
{
    const wyrm_value *list = wyrm_value_get(o->section, "lakes");
    furniture->lake_count = wyrm_value_count(list);
    furniture->lakes = base_array(o->arena, wyrm_lake, furniture->lake_count);
    for (size_t i = 0; i < furniture->lake_count; i++) {
        const wyrm_value *record = wyrm_value_item(list, i);
        const wyrm_value *around = wyrm_value_get(record, "around");
        const wyrm_value *depths = wyrm_value_get(record, "depths");
        const int32_t kind = wyrm_terrain_find(o, wyrm_value_get(record, "terrain"));
        const int32_t rim = around != NULL ? wyrm_terrain_find(o, around) : WYRM_TERRAIN_NONE;
        furniture->lakes[i] =
            (wyrm_lake){.tile = kind >= 0 ? furniture->tiles[kind] : WYRM_TILE_FLOOR,
                        .around = rim >= 0 ? furniture->tiles[rim] : 0,
                        .first = (int32_t)wyrm_value_low(depths),
                        .last = (int32_t)wyrm_value_high(depths),
                        .number = wyrm_value_amount(wyrm_value_get(record, "number")),
                        .tiles = wyrm_value_amount(wyrm_value_get(record, "tiles"))};
        if (rim >= 0 && !wyrm_tile_is_ground(furniture->tiles[rim]))
            wyrm_fault(o, around, NULL, "what lies around a lake must be safe to walk on");
    }
}

void wyrm_furniture_read(wyrm_opening *o, wyrm_furniture *furniture)
{
    const wyrm_value *doors = wyrm_value_get(o->section, "doors");
    wyrm_terrain_read(o, furniture);
    furniture->door = WYRM_TERRAIN_NONE;
    if (doors != NULL) {
        furniture->door = wyrm_terrain_find(o, wyrm_value_get(doors, "terrain"));
        furniture->door_chance = key_ratio(doors, "chance");
    }
    read_lakes(o, furniture);
    wyrm_vaults_read(o, furniture);
    furniture->shapes = furniture->lake_count > 0 || furniture->vault_count > 0;
    furniture->any = doors != NULL || furniture->shapes;
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

/* Last of all, as a lake or vault may have closed the way or opened the wall. */
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

/* ---- lakes ---- */

#define LAKE_TRIES 10 /* a lake that finds no place by then is left out, never made smaller */

static const int8_t across[8] = {0, 1, 0, -1, 1, 1, -1, -1}, down[8] = {-1, 0, 1, 0, -1, 1, 1, -1};

/* Whether a tile may be under water: inside the map, no vault, not where one comes and goes. */
static bool can_be_wet(const wyrm_map *map, int x, int y)
{
    return x > 0 && y > 0 && x < map->width - 1 && y < map->height - 1 &&
           !(x == map->start.x && y == map->start.y) && !(x == map->exit.x && y == map->exit.y) &&
           (map->tiles[y * map->width + x] & WYRM_TILE_TERRAIN) == 0 &&
           !wyrm_map_in_vault(map, x, y);
}

/* Grows a lake from a tile on, one random tile of its shore after the other. Returns how many there
 * are, in wet[] and, set, in taken[], which was clear. */
static size_t grow(const wyrm_map *map, wyrm_position from, size_t most, wyrm_rng *rng,
                   uint16_t *wet, uint8_t *taken)
{
    uint16_t shore[TILES_MAX];
    size_t count = 0, waiting = 0;
    if (!can_be_wet(map, from.x, from.y))
        return 0;
    shore[waiting++] = (uint16_t)(from.y * map->width + from.x);
    taken[shore[0]] = 1;
    while (waiting > 0 && count < most) {
        const size_t drawn = (size_t)wyrm_rng_below(rng, waiting);
        const int32_t at = shore[drawn], x = at % map->width, y = at / map->width;
        shore[drawn] = shore[--waiting];
        wet[count++] = (uint16_t)at;
        for (int i = 0; i < 4; i++) {
            const int32_t to = at + down[i] * map->width + across[i];
            if (!can_be_wet(map, x + across[i], y + down[i]) || taken[to])
                continue;
            taken[to] = 1;
            shore[waiting++] = (uint16_t)to;
        }
    }
    for (size_t i = 0; i < waiting; i++)
        taken[shore[i]] = 0;
    return count;
}

/* Whether all that could be walked to, `before`, still can. A way that led through the lake enters
 * and leaves it by its banks, so it is enough that these hang together; most often they do close
 * by. */
static bool cuts_nothing_off(const wyrm_map *map, const uint8_t *before, const uint16_t *wet,
                             size_t count, const uint8_t *taken)
{
    enum { UNSEEN, BANK, SEEN };
    uint8_t seen[TILES_MAX];
    uint16_t queue[TILES_MAX];
    size_t banks = 0, head = 0, tail = 0;
    int32_t first = -1;
    memset(seen, UNSEEN, (size_t)(map->width * map->height));
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 8; k++) { /* no lake is at the edge of the map */
            const int32_t at = wet[i] + down[k] * map->width + across[k];
            if (!before[at] || taken[at] || seen[at] == BANK)
                continue;
            seen[at] = BANK;
            first = at;
            banks++;
        }
    if (banks == 0)
        return true;
    seen[first] = SEEN;
    queue[tail++] = (uint16_t)first;
    for (banks--; head < tail && banks > 0; head++) {
        const int32_t at = queue[head], x = at % map->width, y = at / map->width;
        for (int k = 0; k < 8; k++) {
            const int32_t to = at + down[k] * map->width + across[k];
            if (x + across[k] < 0 || x + across[k] >= map->width || y + down[k] < 0 ||
                y + down[k] >= map->height || !before[to] || taken[to] || seen[to] == SEEN)
                continue;
            banks -= seen[to] == BANK;
            seen[to] = SEEN;
            queue[tail++] = (uint16_t)to;
        }
    }
    return banks == 0;
}

/* `before`: what can be walked to, which a lake that is put takes from. */
static void put_lake(const wyrm_lake *lake, wyrm_rng *rng, wyrm_map *map, uint8_t *before)
{
    uint16_t wet[TILES_MAX];
    uint8_t taken[TILES_MAX];
    const bool is_ground = wyrm_tile_is_ground(lake->tile);
    const size_t most = (size_t)amount_draw(lake->tiles, rng);
    size_t count = 0;
    for (int i = 0; i < LAKE_TRIES; i++) {
        const int x = (int)wyrm_rng_between(rng, 1, map->width - 2);
        const int y = (int)wyrm_rng_between(rng, 1, map->height - 2);
        memset(taken, 0, (size_t)(map->width * map->height));
        count = grow(map, (wyrm_position){(int16_t)x, (int16_t)y}, most, rng, wet, taken);
        if (count == most && (is_ground || cuts_nothing_off(map, before, wet, count, taken)))
            break;
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        map->tiles[wet[i]] = lake->tile;
        before[wet[i]] = 0;
    }
    for (size_t i = 0; i < count && lake->around != 0; i++)
        for (int k = 0; k < 8; k++) {
            const int32_t to = wet[i] + down[k] * map->width + across[k];
            if (map->tiles[to] == WYRM_TILE_FLOOR &&
                can_be_wet(map, to % map->width, to / map->width))
                map->tiles[to] = lake->around;
        }
    const bool other_ways = is_ground || (lake->around != 0 && !wyrm_tile_is_ground(lake->around));
    if (count > 0 && other_ways)
        wyrm_map_flood(map, map->start, NULL, before);
}

static void put_lakes(const wyrm_furniture *furniture, int32_t depth, wyrm_rng *rng, wyrm_map *map)
{
    uint8_t before[TILES_MAX];
    bool anew = false;
    if (furniture->lake_count > 0)
        wyrm_map_flood(map, map->start, NULL, before);
    for (size_t i = 0; i < furniture->lake_count; i++) {
        const wyrm_lake *lake = &furniture->lakes[i];
        anew |= wyrm_tile_is_ground(lake->tile);
        if (depth < lake->first || depth > lake->last)
            continue;
        for (int64_t n = amount_draw(lake->number, rng); n > 0; n--)
            put_lake(lake, rng, map, before);
    }
    if (anew) /* what was rock may be something to walk on, and by itself */
        wyrm_map_join(map);
}

void wyrm_mapper_furnish(const wyrm_mapper *mapper, const wyrm_map_place *place, wyrm_map *map)
{
    const wyrm_furniture *furniture = &mapper->furniture;
    if (!furniture->any)
        return;
    wyrm_rng rng = place->own != NULL ? *place->own
                                      : wyrm_rng_start(place->seed, place->run, WYRM_STREAM_FURNISH,
                                                       (uint64_t)place->depth);
    map->shaped = true;
    if (wyrm_vaults_put(furniture, place, &rng, map))
        return;
    put_lakes(furniture, place->depth, &rng, map);
    if (furniture->door != WYRM_TERRAIN_NONE)
        put_doors(furniture, &rng, map);
}
