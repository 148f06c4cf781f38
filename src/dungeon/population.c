/* Floors: monsters and items on a map, room by room what the models bring, each on a free tile. */
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

/* Takes a tile of a room that is drawn once; false where it was taken before. */
static bool take_once(tile_set *taken, const wyrm_room *room, wyrm_rng *rng, wyrm_position *out)
{
    int tile = (int)wyrm_rng_below(rng, (uint64_t)(room->width * room->height));
    *out = (wyrm_position){(int16_t)(room->x + tile % room->width),
                           (int16_t)(room->y + tile / room->width)};
    return take(taken, out->x, out->y);
}

/* Takes a tile as the map wants it. */
static bool take_one(const wyrm_map *map, tile_set *taken, const wyrm_room *room, wyrm_rng *rng,
                     wyrm_position *out)
{
    return map->placing == WYRM_PLACING_ONCE ? take_once(taken, room, rng, out)
                                             : take_any(taken, room, rng, out);
}

/* Copies of a source of the caller's own go on where the one before has stopped. */
static wyrm_rng rng_of(const wyrm_floor_models *models, uint64_t seed, uint64_t run,
                       wyrm_stream stream, const wyrm_difficulty *difficulty)
{
    return models->own != NULL
               ? *models->own
               : wyrm_rng_start(seed, run, (uint64_t)stream, (uint64_t)difficulty->depth);
}

static void place_monsters(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty,
                           const wyrm_map *map, tile_set *taken, wyrm_rng *rng,
                           wyrm_population *population)
{
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    clear(taken, map);
    take(taken, map->start.x, map->start.y);
    population->monster_count = 0;
    population->experience = 0;
    for (int32_t r = 0; r < map->room_count; r++) {
        wyrm_room_context room = {
            .index = r, .count = map->room_count, .kind = population->kinds[r]};
        size_t count = wyrm_encounter_room(encounter, difficulty, &room, rng, spawns);
        for (size_t i = 0; i < count && population->monster_count < WYRM_LEVEL_SPAWNS_MAX; i++) {
            wyrm_placed_monster placed = {.spawn = spawns[i], .room = r};
            bool found = take_one(map, taken, &map->rooms[r], rng, &placed.position);
            if (!found && map->placing == WYRM_PLACING_RETRY)
                break; /* the room is full */
            if (!found)
                continue;
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
        if (take_one(map, taken, &map->rooms[items[i].room], rng, &placed.position))
            population->items[population->item_count++] = placed;
    }
}

/* What pity gives a room, after `first`, where its own items begin. A category whose item finds no
 * place keeps its counter, and the next one has its turn. */
static void place_pity(const wyrm_loot *loot, const wyrm_loot_context *context, const wyrm_map *map,
                       int32_t room, size_t first, tile_set *taken, wyrm_rng *rng,
                       wyrm_population *population)
{
    wyrm_item own[WYRM_ROOM_ITEMS_MAX], given;
    wyrm_loot_context asked = *context;
    const wyrm_pity_state before = *context->pity;
    size_t count = 0;
    for (size_t i = first; i < population->item_count; i++)
        own[count++] = population->items[i].item;
    while (wyrm_loot_pity(loot, &asked, room, own, count, rng, &given)) {
        size_t placed = population->item_count;
        place_items(map, &given, 1, taken, rng, population);
        if (population->item_count > placed)
            break;
        *context->pity = before;
        asked.pity_blocked |= 1u << (given.pity - 1);
    }
}

static void place_loot(const wyrm_loot *loot, wyrm_loot_context *context, const wyrm_map *map,
                       tile_set *taken, wyrm_pity_state *pity, wyrm_rng *rng,
                       wyrm_population *population)
{
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    if (map->placing == WYRM_PLACING_RETRY)
        clear(taken, map); /* items may lie under monsters */
    for (int32_t r = 0; r < map->room_count; r++) {
        size_t first = population->item_count;
        context->kind = population->kinds[r];
        context->pity = NULL;
        size_t count = wyrm_loot_room(loot, context, r, rng, items);
        place_items(map, items, count, taken, rng, population);
        context->pity = pity;
        if (pity)
            place_pity(loot, context, map, r, first, taken, rng, population);
    }
    population->found_count = population->item_count;
    size_t count = wyrm_loot_guaranteed(loot, context, rng, items);
    place_items(map, items, count, taken, rng, population);
}

static void populate(const wyrm_floor_models *models, const wyrm_difficulty *difficulty,
                     const wyrm_map *map, uint64_t seed, uint64_t run, wyrm_pity_state *pity,
                     wyrm_population *population)
{
    const wyrm_encounter *encounter = models->encounter;
    tile_set taken;
    wyrm_rng kinds = rng_of(models, seed, run, WYRM_STREAM_ROLES, difficulty);
    wyrm_rng monsters = rng_of(models, seed, run, WYRM_STREAM_MONSTERS, difficulty);
    wyrm_encounter_roles(encounter, difficulty, map->room_count, &kinds, population->kinds);
    place_monsters(encounter, difficulty, map, &taken, &monsters, population);
    population->item_count = population->found_count = 0;
    if (!models->loot)
        return;
    wyrm_rng items = rng_of(models, seed, run, WYRM_STREAM_LOOT, difficulty);
    wyrm_loot_context context = {
        .seed = seed,
        .run = run,
        .depth = difficulty->depth,
        .wins = difficulty->wins,
        .level = wyrm_encounter_level(encounter, difficulty),
        .gear_base = difficulty->gear_base,
        .rooms = map->room_count,
        .mode = models->mode,
    };
    place_loot(models->loot, &context, map, &taken, pity, &items, population);
}

void wyrm_populate_monsters(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty,
                            const wyrm_map *map, uint64_t seed, uint64_t run,
                            wyrm_population *population)
{
    wyrm_populate_with_pity(encounter, NULL, difficulty, map, seed, run, NULL, population);
}

void wyrm_populate(const wyrm_encounter *encounter, const wyrm_loot *loot,
                   const wyrm_difficulty *difficulty, const wyrm_map *map, uint64_t seed,
                   uint64_t run, wyrm_population *population)
{
    wyrm_populate_with_pity(encounter, loot, difficulty, map, seed, run, NULL, population);
}

void wyrm_populate_with_pity(const wyrm_encounter *encounter, const wyrm_loot *loot,
                             const wyrm_difficulty *difficulty, const wyrm_map *map, uint64_t seed,
                             uint64_t run, wyrm_pity_state *pity, wyrm_population *population)
{
    const wyrm_floor_models models = {.encounter = encounter, .loot = loot};
    populate(&models, difficulty, map, seed, run, pity, population);
}

/* ---- floors: the one place where the order of the game stands ---- */

static void make_map(const wyrm_floor_models *models, uint64_t seed, uint64_t run,
                     const wyrm_difficulty *difficulty, wyrm_map *map)
{
    bool final = wyrm_encounter_is_final(models->encounter, difficulty);
    wyrm_rng rng = rng_of(models, seed, run, WYRM_STREAM_MAP, difficulty);
    if (models->carved)
        wyrm_mapper_generate(models->mapper, final, &rng, map);
    else
        wyrm_mapper_rooms(models->mapper, final, &rng, map);
}

void wyrm_floor_make(const wyrm_floor_models *models, uint64_t seed, uint64_t run,
                     wyrm_difficulty *difficulty, wyrm_pity_state *pity, wyrm_map *map,
                     wyrm_population *population)
{
    make_map(models, seed, run, difficulty, map);
    wyrm_encounter_enter(models->encounter, difficulty);
    populate(models, difficulty, map, seed, run, pity, population);
    wyrm_encounter_settle(models->encounter, difficulty, population->experience);
}
