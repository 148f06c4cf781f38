/* Puts monsters and items on a map: room by room what the models bring, each on a free tile. */
#include <wyrm/dungeon.h>
#include <wyrm/streams.h>

#include <string.h>

/* Random tries for a free tile before the room is searched for one. */
#define TRIES 16

/* One bit a tile, row by row; only the words that the map needs are cleared. */
typedef struct tile_set {
    int32_t width;
    uint64_t bits[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX / 64];
} tile_set;

static void clear(tile_set *taken, const wyrm_map *map)
{
    size_t tiles = (size_t)(map->width * map->height);
    taken->width = map->width;
    memset(taken->bits, 0, (tiles + 63) / 64 * sizeof *taken->bits);
}

/* Takes the tile; false where it was taken before. */
static bool take(tile_set *taken, int x, int y)
{
    unsigned tile = (unsigned)(y * taken->width + x);
    uint64_t bit = UINT64_C(1) << (tile % 64);
    bool is_free = !(taken->bits[tile / 64] & bit);
    taken->bits[tile / 64] |= bit;
    return is_free;
}

/* Takes a free tile of a room: by random tries, then the first after the last one tried, row by
 * row. */
static bool take_any(tile_set *taken, const wyrm_room *room, wyrm_rng *rng, wyrm_position *out)
{
    int area = room->width * room->height;
    int tile = 0;
    for (int i = 0; i < TRIES + area; i++) {
        tile = i < TRIES ? (int)wyrm_rng_below(rng, (uint64_t)area) : (tile + 1) % area;
        *out = (wyrm_position){(int16_t)(room->x + tile % room->width),
                               (int16_t)(room->y + tile / room->width)};
        if (take(taken, out->x, out->y))
            return true;
    }
    return false;
}

static void place_monsters(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty,
                           const wyrm_map *map, wyrm_rng *rng, wyrm_population *population)
{
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    tile_set taken;
    clear(&taken, map);
    take(&taken, map->start.x, map->start.y);
    population->monster_count = 0;
    population->experience = 0;
    for (int32_t r = 0; r < map->room_count; r++) {
        wyrm_room_context room = {.index = r, .count = map->room_count};
        size_t count = wyrm_encounter_room(encounter, difficulty, &room, rng, spawns);
        for (size_t i = 0; i < count && population->monster_count < WYRM_LEVEL_SPAWNS_MAX; i++) {
            wyrm_placed_monster placed = {.spawn = spawns[i], .room = r};
            if (!take_any(&taken, &map->rooms[r], rng, &placed.position))
                break;
            population->monsters[population->monster_count++] = placed;
            population->experience += spawns[i].experience;
        }
    }
}

static void place_items(const wyrm_map *map, const wyrm_item *items, size_t count, tile_set *taken,
                        wyrm_rng *rng, wyrm_population *population)
{
    for (size_t i = 0; i < count && population->item_count < WYRM_LEVEL_ITEMS_MAX; i++) {
        wyrm_placed_item placed = {.item = items[i]};
        if (take_any(taken, &map->rooms[items[i].room], rng, &placed.position))
            population->items[population->item_count++] = placed;
    }
}

static void place_loot(const wyrm_loot *loot, const wyrm_loot_context *context, const wyrm_map *map,
                       wyrm_rng *rng, wyrm_population *population)
{
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    tile_set taken;
    clear(&taken, map);
    population->item_count = 0;
    for (int32_t r = 0; r < map->room_count; r++) {
        size_t count = wyrm_loot_room(loot, context, r, rng, items);
        place_items(map, items, count, &taken, rng, population);
    }
    size_t count = wyrm_loot_guaranteed(loot, context, rng, items);
    place_items(map, items, count, &taken, rng, population);
}

void wyrm_populate(const wyrm_encounter *encounter, const wyrm_loot *loot,
                   const wyrm_difficulty *difficulty, const wyrm_map *map, uint64_t seed,
                   uint64_t run, wyrm_population *population)
{
    uint64_t depth = (uint64_t)difficulty->depth;
    wyrm_rng monsters = wyrm_rng_start(seed, run, WYRM_STREAM_MONSTERS, depth);
    wyrm_rng items = wyrm_rng_start(seed, run, WYRM_STREAM_LOOT, depth);
    wyrm_loot_context context = {
        .seed = seed,
        .run = run,
        .depth = difficulty->depth,
        .wins = difficulty->wins,
        .level = wyrm_encounter_level(encounter, difficulty),
        .gear_base = difficulty->gear_base,
        .rooms = map->room_count,
    };
    place_monsters(encounter, difficulty, map, &monsters, population);
    place_loot(loot, &context, map, &items, population);
}
