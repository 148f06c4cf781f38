/* Floors: monsters and items on a map, room by room what the models bring, each on a free tile.
 *
 * This is the one place where the order of a floor stands: its map, its monsters, its items; the
 * game, the simulators and the surveys make theirs here, so that seed, run and depth give all of
 * them the same one. */
#include <wyrm/dungeon.h>
#include <wyrm/streams.h>
#include <string.h>

/* Random tries for a free tile before the room is searched for one. */
#define TRIES 16

/* A map being filled, and the tiles that are taken: one bit each, row by row. Only the words that
 * the map needs are cleared. */
typedef struct filling {
    const wyrm_map *map;
    wyrm_rng *rng;
    wyrm_population *population;
    uint64_t taken[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX / 64];
} filling;

static void clear(filling *of)
{
    memset(of->taken, 0, (size_t)(of->map->width * of->map->height + 63) / 64 * sizeof *of->taken);
}

/* Takes the tile; false where it was taken before. */
static bool take(filling *of, wyrm_position at)
{
    const unsigned tile = (unsigned)(at.y * of->map->width + at.x);
    const uint64_t bit = UINT64_C(1) << (tile % 64), before = of->taken[tile / 64];
    of->taken[tile / 64] |= bit;
    return !(before & bit);
}

/* Takes a tile of a room as the map wants it: one that is drawn once, or a free one, by random
 * tries, then the first after the last one tried, row by row. False where it was taken before. */
static bool take_one(filling *of, int32_t index, wyrm_position *out)
{
    const wyrm_room *room = &of->map->rooms[index];
    const int area = room->width * room->height;
    const int most = of->map->placing == WYRM_PLACING_ONCE ? 1 : TRIES + area;
    int tile = 0;
    for (int i = 0; i < most; i++) {
        tile = i < TRIES ? (int)wyrm_rng_below(of->rng, (uint64_t)area) : (tile + 1) % area;
        *out = (wyrm_position){(int16_t)(room->x + tile % room->width),
                               (int16_t)(room->y + tile / room->width)};
        if (take(of, *out))
            return true;
    }
    return false;
}

static void place_monsters(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty,
                           filling *of)
{
    const wyrm_map *map = of->map;
    wyrm_population *population = of->population;
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    clear(of);
    take(of, map->start);
    population->monster_count = 0;
    population->experience = 0;
    for (int32_t r = 0; r < map->room_count; r++) {
        wyrm_room_context room = {
            .index = r, .count = map->room_count, .kind = population->kinds[r]};
        size_t count = wyrm_encounter_room(encounter, difficulty, &room, of->rng, spawns);
        for (size_t i = 0; i < count && population->monster_count < WYRM_LEVEL_SPAWNS_MAX; i++) {
            wyrm_placed_monster placed = {.spawn = spawns[i], .room = r};
            if (take_one(of, r, &placed.position)) {
                population->monsters[population->monster_count++] = placed;
                population->experience += spawns[i].experience;
            } else if (map->placing == WYRM_PLACING_RETRY) {
                break; /* the room is full */
            }
        }
    }
}

static void place_items(filling *of, const wyrm_item *items, size_t count)
{
    wyrm_population *population = of->population;
    for (size_t i = 0; i < count && population->item_count < WYRM_LEVEL_ITEMS_MAX; i++) {
        wyrm_placed_item placed = {.item = items[i]};
        if (take_one(of, items[i].room, &placed.position))
            population->items[population->item_count++] = placed;
    }
}

/* What pity gives a room, after `first`, where its own items begin. A category whose item finds no
 * place keeps its counter, and the next one has its turn. */
static void place_pity(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                       size_t first, filling *of)
{
    wyrm_item own[WYRM_ROOM_ITEMS_MAX], given;
    wyrm_loot_context asked = *context;
    const wyrm_pity_state before = *context->pity;
    size_t count = 0;
    for (size_t i = first; i < of->population->item_count; i++)
        own[count++] = of->population->items[i].item;
    while (wyrm_loot_pity(loot, &asked, room, own, count, of->rng, &given)) {
        size_t placed = of->population->item_count;
        place_items(of, &given, 1);
        if (of->population->item_count > placed)
            break;
        *context->pity = before;
        asked.pity_blocked |= 1u << (given.pity - 1);
    }
}

/* A stream of a floor. Copies of a source of the caller's own go on where the one before has
 * stopped. */
static wyrm_rng rng_of(const wyrm_floor_models *models, uint64_t seed, uint64_t run,
                       wyrm_stream stream, const wyrm_difficulty *difficulty)
{
    return models->own ? *models->own
                       : wyrm_rng_start(seed, run, (uint64_t)stream, (uint64_t)difficulty->depth);
}

void wyrm_populate(const wyrm_floor_models *models, const wyrm_difficulty *difficulty,
                   const wyrm_map *map, uint64_t seed, uint64_t run, wyrm_pity_state *pity,
                   wyrm_population *population)
{
    const wyrm_encounter *encounter = models->encounter;
    wyrm_rng kinds = rng_of(models, seed, run, WYRM_STREAM_ROLES, difficulty);
    wyrm_rng monsters = rng_of(models, seed, run, WYRM_STREAM_MONSTERS, difficulty);
    filling of;
    of.map = map;
    of.rng = &monsters;
    of.population = population;
    wyrm_encounter_roles(encounter, difficulty, map->room_count, &kinds, population->kinds);
    place_monsters(encounter, difficulty, &of);
    const wyrm_loot *loot = models->loot;
    population->item_count = population->found_count = 0;
    if (!loot)
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
    of.rng = &items;
    if (map->placing == WYRM_PLACING_RETRY)
        clear(&of); /* items may lie under monsters */
    for (int32_t r = 0; r < map->room_count; r++) {
        wyrm_item found[WYRM_ROOM_ITEMS_MAX];
        const size_t first = population->item_count;
        context.kind = population->kinds[r];
        context.pity = NULL;
        place_items(&of, found, wyrm_loot_room(loot, &context, r, &items, found));
        context.pity = pity;
        if (pity)
            place_pity(loot, &context, r, first, &of);
    }
    wyrm_item certain[WYRM_ROOM_ITEMS_MAX];
    population->found_count = population->item_count;
    place_items(&of, certain, wyrm_loot_guaranteed(loot, &context, &items, certain));
}

void wyrm_floor_make(const wyrm_floor_models *models, uint64_t seed, uint64_t run,
                     wyrm_difficulty *difficulty, wyrm_pity_state *pity, wyrm_map *map,
                     wyrm_population *population)
{
    bool final = wyrm_encounter_is_final(models->encounter, difficulty);
    wyrm_rng rng = rng_of(models, seed, run, WYRM_STREAM_MAP, difficulty);
    if (models->carved)
        wyrm_mapper_generate(models->mapper, final, &rng, map);
    else
        wyrm_mapper_rooms(models->mapper, final, &rng, map);
    wyrm_encounter_enter(models->encounter, difficulty);
    wyrm_populate(models, difficulty, map, seed, run, pity, population);
    wyrm_encounter_settle(models->encounter, difficulty, population->experience);
}
