/* Populating floors: monsters and items on a map, room by room, each on a free tile; or group by
 * group if a model fills whole floors.
 *
 * The order in which a floor is made, its map, its monsters, its items, is defined here alone; the
 * game, the simulators and the surveys all make their floors here, so that seed, run and depth give
 * them the same one. */
#include "dungeon/internal.h"
#include <wyrm/streams.h>
#include <string.h>

/* Random tries for a free tile before the room is searched for one. */
#define TRIES 16

/* A map being filled, with the taken tiles as bits, row by row. Only the words that the map needs
 * are cleared. */
typedef struct filling {
    const wyrm_map *map;
    wyrm_rng *rng;
    wyrm_population *population;
    uint64_t taken[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX / 64];
} filling;

static void clear_taken(filling *of)
{
    memset(of->taken, 0, (size_t)(of->map->width * of->map->height + 63) / 64 * sizeof *of->taken);
}

/* Takes a tile; false if it was taken. */
static bool claim_tile(filling *of, wyrm_position at)
{
    const unsigned tile = (unsigned)(at.y * of->map->width + at.x);
    const uint64_t bit = UINT64_C(1) << (tile % 64), before = of->taken[tile / 64];
    of->taken[tile / 64] |= bit;
    return !(before & bit);
}

/* Whether things may be placed on a tile: on a shaped map only where it is safe to stand, not in a
 * vault, which has its own things, and not on a door. */
static bool is_for_all(const wyrm_map *map, wyrm_position at)
{
    if (!map->shaped)
        return true;
    const uint8_t tile = map->tiles[at.y * map->width + at.x];
    return dungeon_tile_is_ground(tile) && (tile & WYRM_TILE_VEILED) == 0 &&
           !dungeon_map_in_vault(map, at.x, at.y);
}

/* Takes a free tile of a room: by random tries, then the first free one after the last try, row by
 * row; with `once` only by one try. False if there is none. */
static bool take_tile(filling *of, int32_t index, bool once, wyrm_position *out)
{
    const wyrm_room *room = &of->map->rooms[index];
    const int area = room->width * room->height;
    const int most = once ? 1 : TRIES + area;
    int tile = 0;
    for (int i = 0; i < most; i++) {
        tile = i < TRIES ? (int)wyrm_rng_below(of->rng, (uint64_t)area) : (tile + 1) % area;
        *out = (wyrm_position){(int16_t)(room->x + tile % room->width),
                               (int16_t)(room->y + tile / room->width)};
        if (is_for_all(of->map, *out) && claim_tile(of, *out))
            return true;
    }
    return false;
}

/* Takes a tile of a room by the map's rule of placing. */
static bool take_one(filling *of, int32_t index, wyrm_position *out)
{
    return take_tile(of, index, of->map->placing == WYRM_PLACING_ONCE, out);
}

/* ---- groups ---- */

/* Takes the free tile of a room nearest to a tile, by steps; among equals the first, row by row. */
static bool take_near(filling *of, int32_t index, wyrm_position to, wyrm_position *out)
{
    const wyrm_room *room = &of->map->rooms[index];
    const int right = room->x + room->width, bottom = room->y + room->height;
    const int most = room->width > room->height ? room->width : room->height;
    for (int far = 1; far < most; far++)
        for (int y = to.y - far; y <= to.y + far; y++) {
            /* Rows between the first and the last have only two tiles at this distance, at their
             * ends. */
            const int step = y == to.y - far || y == to.y + far ? 1 : 2 * far;
            for (int x = to.x - far; x <= to.x + far; x += step) {
                *out = (wyrm_position){(int16_t)x, (int16_t)y};
                if (x >= room->x && x < right && y >= room->y && y < bottom &&
                    is_for_all(of->map, *out) && claim_tile(of, *out))
                    return true;
            }
        }
    return false;
}

/* Places a monster near its leader, if it has one that was placed; else anywhere in its room; else
 * in the next room. */
static bool place_one(filling *of, const wyrm_placed_monster *leader, wyrm_placed_monster *placed)
{
    const int32_t rooms = of->map->room_count;
    if (leader && take_near(of, leader->room, leader->position, &placed->position)) {
        placed->room = leader->room;
        return true;
    }
    for (int32_t tried = 0; tried < rooms; tried++) {
        if (take_tile(of, placed->room, false, &placed->position))
            return true;
        placed->room = (placed->room + 1) % rooms;
    }
    return false;
}

/* Sorts by room, keeping the order within each. */
static void sort_by_room(wyrm_population *population)
{
    wyrm_placed_monster *all = population->monsters;
    for (size_t i = 1; i < population->monster_count; i++) {
        const wyrm_placed_monster one = all[i];
        size_t at = i;
        for (; at > 0 && all[at - 1].room > one.room; at--)
            all[at] = all[at - 1];
        all[at] = one;
    }
}

static void place_groups(const wyrm_encounter *encounter, wyrm_difficulty *difficulty, filling *of)
{
    wyrm_population *population = of->population;
    wyrm_floor_spawn spawns[WYRM_LEVEL_SPAWNS_MAX];
    wyrm_placed_monster leader = {.room = -1};
    int32_t group = -1;
    const size_t count =
        wyrm_encounter_floor(encounter, difficulty, of->map->room_count, of->rng, spawns);
    for (size_t i = 0; i < count; i++) {
        wyrm_placed_monster placed = {.spawn = spawns[i].spawn, .room = spawns[i].room};
        const bool leads = spawns[i].group != group;
        if (!place_one(of, leads ? NULL : &leader, &placed))
            break; /* the map is full */
        if (leads)
            leader = placed;
        group = spawns[i].group;
        population->monsters[population->monster_count++] = placed;
        population->experience += placed.spawn.experience;
    }
    sort_by_room(population);
}

/* ---- monsters and items of vaults ---- */

/* A monster or item of a vault. */
typedef struct vault_thing {
    wyrm_position at;
    int32_t monster, level; /* index in the roster, -1: none; level 0: that of the depth */
    const char *item;       /* NULL: none */
} vault_thing;

bool dungeon_mapper_fills(const wyrm_mapper *mapper, const wyrm_map *map)
{
    if (map->vault_count == 0)
        return true;
    const dungeon_vault *first = &mapper->furniture.vaults[map->vaults[0].vault];
    return !first->facts.floor || first->filled;
}

/* Lists the things in the vaults of a map, at most `most`; returns their number. */
static size_t vault_things(const dungeon_furniture *furniture, const wyrm_map *map,
                           vault_thing *out, size_t most)
{
    size_t count = 0;
    for (int32_t i = 0; i < map->vault_count; i++) {
        const wyrm_placed_vault *placed = &map->vaults[i];
        const dungeon_vault *vault = &furniture->vaults[placed->vault];
        for (size_t k = 0; k < vault->thing_count && count < most; k++) {
            const dungeon_vault_spot *of = &vault->things[k];
            const dungeon_vault_sign *is = &vault->signs[(unsigned char)of->sign];
            out[count++] = (vault_thing){
                .at = {(int16_t)(placed->at.x + of->x), (int16_t)(placed->at.y + of->y)},
                .monster = is->monster,
                .level = is->level,
                .item = is->item};
        }
    }
    return count;
}

/* Takes the tiles of things in vaults. */
static size_t take_vaults(const wyrm_floor_models *models, filling *of, vault_thing *things)
{
    if (of->map->vault_count == 0)
        return 0;
    const size_t count = vault_things(&models->mapper->furniture, of->map, things,
                                      WYRM_MAP_VAULTS_MAX * DUNGEON_VAULT_THINGS_MAX);
    for (size_t i = 0; i < count; i++)
        claim_tile(of, things[i].at);
    return count;
}

/* Places the monsters of vaults, after all others; they belong to no room. */
static void place_guards(const wyrm_floor_models *models, const wyrm_difficulty *difficulty,
                         const vault_thing *things, size_t count, wyrm_population *population)
{
    for (size_t i = 0; i < count && population->monster_count < WYRM_LEVEL_SPAWNS_MAX; i++) {
        const int32_t level = things[i].level > 0 ? things[i].level : difficulty->depth;
        if (things[i].monster < 0)
            continue;
        wyrm_placed_monster placed = {
            .spawn = wyrm_encounter_single(models->encounter, things[i].monster, level),
            .position = things[i].at,
            .room = -1};
        population->monsters[population->monster_count++] = placed;
        population->experience += placed.spawn.experience;
    }
}

/* Places the items of vaults, which are certain. */
static void place_treasure(const wyrm_floor_models *models, const wyrm_map *map,
                           const vault_thing *things, size_t count, wyrm_population *population)
{
    for (size_t i = 0; i < count && population->item_count < WYRM_LEVEL_ITEMS_MAX; i++) {
        const int32_t kind =
            things[i].item != NULL ? wyrm_loot_find(models->loot, things[i].item) : -1;
        if (kind >= 0)
            population->items[population->item_count++] = (wyrm_placed_item){
                .item = {.kind = kind, .room = map->room_count - 1}, .position = things[i].at};
    }
}

/* ---- monsters and items of the models ---- */

static void place_monsters(const wyrm_encounter *encounter, wyrm_difficulty *difficulty,
                           filling *of)
{
    const wyrm_map *map = of->map;
    wyrm_population *population = of->population;
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    if (wyrm_encounter_fills_floors(encounter)) {
        place_groups(encounter, difficulty, of);
        return;
    }
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

/* Places the items of a whole floor. One whose room is full goes to the next room with a free
 * tile. */
static void place_floor(const wyrm_loot *loot, const wyrm_loot_context *context,
                        wyrm_loot_state *state, filling *of)
{
    const int32_t rooms = of->map->room_count;
    wyrm_population *population = of->population;
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    const size_t count = wyrm_loot_floor(loot, context, state, of->rng, items);
    for (size_t i = 0; i < count; i++) {
        wyrm_placed_item placed = {.item = items[i]};
        int32_t tried = 0;
        for (; tried < rooms && !take_tile(of, placed.item.room, false, &placed.position); tried++)
            placed.item.room = (placed.item.room + 1) % rooms;
        if (tried < rooms)
            population->items[population->item_count++] = placed;
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

/* Places the item that pity gives to a room, if any; the room's own items begin at index `first`.
 * If a category's item finds no tile, its counter stays as it was, and the next category gets its
 * turn. */
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

/* A random stream of this floor. If the caller brings a source of its own, each stream is a copy of
 * it, all continuing from one state. */
static wyrm_rng rng_of(const wyrm_floor_models *models, uint64_t seed, uint64_t run,
                       wyrm_stream stream, const wyrm_difficulty *difficulty)
{
    return models->own ? *models->own
                       : wyrm_rng_start(seed, run, (uint64_t)stream, (uint64_t)difficulty->depth);
}

/* Items may lie under monsters, but not on other items. */
static void clear_for_items(const wyrm_floor_models *models, filling *of)
{
    vault_thing things[WYRM_MAP_VAULTS_MAX * DUNGEON_VAULT_THINGS_MAX];
    clear_taken(of);
    take_vaults(models, of, things);
}

/* Places the items of the loot model. */
static void place_loot(const wyrm_floor_models *models, wyrm_difficulty *difficulty, filling *of,
                       uint64_t seed, uint64_t run, wyrm_loot_state *remembered)
{
    const wyrm_loot *loot = models->loot;
    const wyrm_map *map = of->map;
    wyrm_population *population = of->population;
    wyrm_rng items = rng_of(models, seed, run, WYRM_STREAM_LOOT, difficulty);
    wyrm_loot_context context = {
        .seed = seed,
        .run = run,
        .depth = difficulty->depth,
        .wins = difficulty->wins,
        .level = wyrm_encounter_level(models->encounter, difficulty),
        .gear_base = difficulty->gear_base,
        .rooms = map->room_count,
        .mode = models->mode,
    };
    of->rng = &items;
    if (map->placing == WYRM_PLACING_RETRY)
        clear_for_items(models, of);
    if (wyrm_loot_fills_floors(loot)) {
        wyrm_loot_state fresh = {0};
        place_floor(loot, &context, remembered ? remembered : &fresh, of);
        population->found_count = population->item_count;
        return;
    }
    for (int32_t r = 0; r < map->room_count; r++) {
        wyrm_item found[WYRM_ROOM_ITEMS_MAX];
        const size_t first = population->item_count;
        context.kind = population->kinds[r];
        context.pity = NULL;
        place_items(of, found, wyrm_loot_room(loot, &context, r, &items, found));
        context.pity = remembered ? &remembered->pity : NULL;
        if (remembered)
            place_pity(loot, &context, r, first, of);
    }
    wyrm_item certain[WYRM_ROOM_ITEMS_MAX];
    population->found_count = population->item_count;
    place_items(of, certain, wyrm_loot_guaranteed(loot, &context, &items, certain));
}

void wyrm_populate(const wyrm_floor_models *models, wyrm_difficulty *difficulty,
                   const wyrm_map *map, uint64_t seed, uint64_t run, wyrm_loot_state *remembered,
                   wyrm_population *population)
{
    const wyrm_encounter *encounter = models->encounter;
    wyrm_rng kinds = rng_of(models, seed, run, WYRM_STREAM_ROLES, difficulty);
    wyrm_rng monsters = rng_of(models, seed, run, WYRM_STREAM_MONSTERS, difficulty);
    filling of;
    of.map = map;
    of.rng = &monsters;
    of.population = population;
    vault_thing things[WYRM_MAP_VAULTS_MAX * DUNGEON_VAULT_THINGS_MAX];
    const bool filled = population->filled = dungeon_mapper_fills(models->mapper, map);
    wyrm_encounter_roles(encounter, difficulty, map->room_count, &kinds, population->kinds);
    population->monster_count = population->item_count = population->found_count = 0;
    population->experience = 0;
    clear_taken(&of);
    claim_tile(&of, map->start);
    const size_t thing_count = take_vaults(models, &of, things);
    if (filled)
        place_monsters(encounter, difficulty, &of);
    place_guards(models, difficulty, things, thing_count, population);
    const wyrm_loot *loot = models->loot;
    if (loot && filled)
        place_loot(models, difficulty, &of, seed, run, remembered);
    if (loot)
        place_treasure(models, map, things, thing_count, population);
}
void wyrm_floor_make(const wyrm_floor_models *models, uint64_t seed, uint64_t run,
                     wyrm_difficulty *difficulty, wyrm_loot_state *loot, wyrm_map *map,
                     wyrm_population *population)
{
    bool final = wyrm_encounter_is_final(models->encounter, difficulty);
    wyrm_rng rng = rng_of(models, seed, run, WYRM_STREAM_MAP, difficulty);
    const wyrm_mapper *mapper = models->mapper;
    /* If tiles of rooms may be unfit for things, rooms alone are not enough: the whole map is
     * needed. */
    const bool whole = models->carved || mapper->model->make != NULL || mapper->furniture.shapes;
    if (whole)
        wyrm_mapper_generate(models->mapper, final, &rng, map);
    else
        wyrm_mapper_rooms(models->mapper, final, &rng, map);
    const wyrm_map_place place = {
        .seed = seed, .run = run, .depth = difficulty->depth, .own = models->own};
    if (whole)
        wyrm_mapper_furnish(models->mapper, &place, map);
    wyrm_encounter_enter(models->encounter, difficulty);
    wyrm_populate(models, difficulty, map, seed, run, loot, population);
    wyrm_encounter_settle(models->encounter, difficulty, population->experience);
}

wyrm_status wyrm_floor_trouble(const wyrm_floor_models *models, wyrm_error *error)
{
    const wyrm_status status = wyrm_encounter_trouble(models->encounter, error);
    return status != WYRM_OK ? status : wyrm_loot_trouble(models->loot, error);
}
