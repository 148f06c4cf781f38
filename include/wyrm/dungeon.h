/* Maps: rooms, corridors, and what is put into them.
 *
 * A mapper generates the rooms and corridors of a floor, and may furnish them with vaults, lakes
 * and doors; wyrm_populate adds monsters and items. wyrm_floor_make does all of it in the order of
 * the game, and is what the game and every survey of its floors call.
 */
#ifndef WYRM_DUNGEON_H
#define WYRM_DUNGEON_H

#include <wyrm/encounter.h>
#include <wyrm/loot.h>
#include <wyrm/terrain.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_MAP_SIDE_MAX    256
#define WYRM_MAP_ROOMS_MAX   128
#define WYRM_LEVEL_ITEMS_MAX 1024

typedef enum wyrm_tile {
    WYRM_TILE_WALL,
    WYRM_TILE_FLOOR,
    WYRM_TILE_STAIRS,
    WYRM_TILE_GOAL
} wyrm_tile;

/* Bits of one tile of a map: its wyrm_tile in the lowest two; in the next four its terrain, from 1,
 * or 0 for none; and whether it stops sight or feet, so that code that looks or walks needs no list
 * of terrains. A terrain that stops both is stored as a wall, any other as floor. */
#define WYRM_TILE_BITS    0x03
#define WYRM_TILE_TERRAIN 0x3c
#define WYRM_TILE_VEILED  0x40 /* no wall, but it blocks sight: a closed door, a curtain */
#define WYRM_TILE_AVOIDED 0x80 /* no wall, but nobody walks on it: deep water, lava */

typedef struct wyrm_position {
    int16_t x, y; /* tiles from the top left, from 0 */
} wyrm_position;

/* The inner floor of a room: x..x+width-1, y..y+height-1. */
typedef struct wyrm_room {
    int16_t x, y, width, height;
} wyrm_room;

/* What to do when the tile drawn for a monster or item is taken. */
typedef enum wyrm_placing {
    WYRM_PLACING_RETRY, /* try other tiles, anywhere in the room */
    /* Leave it out. For an item a monster's tile counts as taken, too (roguelike tutorial). */
    WYRM_PLACING_ONCE,
} wyrm_placing;

#define WYRM_MAP_VAULTS_MAX 8 /* on one map */

/* A vault on a map: its index (wyrm_mapper_vault), and the tiles it covers. */
typedef struct wyrm_placed_vault {
    int32_t vault;
    wyrm_room at;
} wyrm_placed_vault;

/* One map. A plain value of fixed size, so that a generator can fill the same one again and
 * again. */
typedef struct wyrm_map {
    int32_t width, height; /* tiles, at most WYRM_MAP_SIDE_MAX */
    int32_t room_count;
    wyrm_room rooms[WYRM_MAP_ROOMS_MAX]; /* in the order of placing */
    wyrm_position start;                 /* of the player */
    wyrm_position exit;                  /* stairs or, on the final map, the goal */
    bool final;                          /* the last map of the dungeon */
    bool shaped; /* tiles may have terrain, and rooms may have tiles on which nothing is put */
    int32_t vault_count;
    wyrm_placed_vault vaults[WYRM_MAP_VAULTS_MAX];
    wyrm_placing placing;                                 /* rule for placing monsters and items */
    uint8_t tiles[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX]; /* row by row, `width` tiles a row */
} wyrm_map;

/* The tile at x, y; WYRM_TILE_WALL outside the map. */
WYRM_API wyrm_tile wyrm_map_tile(const wyrm_map *map, int x, int y);

/* Index of the terrain at x, y (wyrm_mapper_terrain); WYRM_TERRAIN_NONE where there is none, and
 * outside the map. */
WYRM_API int32_t wyrm_map_terrain(const wyrm_map *map, int x, int y);

/* The middle tile of a room; with an even side, the one after the middle. */
WYRM_API wyrm_position wyrm_room_centre(const wyrm_room *room);

typedef struct wyrm_mapper wyrm_mapper;

/* Prepares the maps of a ruleset. *out is NULL, without an error, where the ruleset names no map
 * model; else it is owned by the caller (wyrm_mapper_free). The ruleset must outlive it.
 * WYRM_ERROR_RULESET  rooms that do not fit the map
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_mapper_new(const wyrm_ruleset *ruleset, wyrm_mapper **out,
                                                     wyrm_errors *errors);
WYRM_API void wyrm_mapper_free(wyrm_mapper *mapper); /* NULL is allowed */

/* Display name of the goal of the last map; NULL where the ruleset gives none, or for NULL. Valid
 * as long as the ruleset. */
WYRM_API const char *wyrm_mapper_goal(const wyrm_mapper *mapper);

/* Bounds that all maps of a ruleset observe. */
typedef struct wyrm_map_bounds {
    int32_t rooms; /* most rooms of a map */
    int32_t tiles; /* fewest floor tiles of a room */
    bool shaped;   /* rooms may have fewer tiles than that: the rules do not bound it */
    wyrm_placing placing;
} wyrm_map_bounds;
/* The bounds; all 0 for NULL. */
WYRM_API wyrm_map_bounds wyrm_mapper_bounds(const wyrm_mapper *mapper);

/* The kinds of terrain of a ruleset in its order, *count of them; NULL and 0 for NULL. Valid as
 * long as the mapper. */
WYRM_API const wyrm_terrain *wyrm_mapper_terrain(const wyrm_mapper *mapper, size_t *count);

/* The byte of a map tile with this kind of terrain. */
WYRM_API uint8_t wyrm_mapper_tile(const wyrm_mapper *mapper, int32_t terrain);

/* The place of a map in a game, from which its random streams follow. */
typedef struct wyrm_map_place {
    uint64_t seed, run;
    int32_t depth;
    const wyrm_rng *own; /* as in wyrm_floor_models */
} wyrm_map_place;

/* Puts vaults, lakes and doors, in this order, into a map made by wyrm_mapper_generate, and digs
 * ways to parts they cut off: every tile that could be reached before can still be, without
 * stepping on terrain that hurts. Draws from its own stream, so rooms and corridors do not change.
 * A vault that is a whole floor replaces the map. */
WYRM_API void wyrm_mapper_furnish(const wyrm_mapper *mapper, const wyrm_map_place *place,
                                  wyrm_map *map);

/* A vault: a part of a map, or a whole map, drawn by hand in the ruleset. Valid as long as the
 * mapper. */
typedef struct wyrm_vault_facts {
    const char *name;
    int32_t width, height; /* tiles */
    bool floor;            /* it is a whole floor */
    bool once;             /* it appears once a game */
} wyrm_vault_facts;

/* The number of vaults (0 for NULL), and one of them. */
WYRM_API size_t wyrm_mapper_vaults(const wyrm_mapper *mapper);
WYRM_API wyrm_vault_facts wyrm_mapper_vault(const wyrm_mapper *mapper, size_t index);

/* The chance that a floor of this depth draws the vault, in [0, 1]. A vault that appears once is
 * drawn for exactly one of its depths, each equally likely. A drawn vault is placed only if the map
 * has room for it. */
WYRM_API double wyrm_mapper_vault_chance(const wyrm_mapper *mapper, size_t index, int32_t depth);

/* The mean contribution of the vaults of a depth, on top of encounters and loot: monsters and
 * items, or only the monster (by index; -1: any) and the item (by name; NULL: any) asked for; and
 * `alone`, the chance that the floor is a vault to which nothing else is added. Exact if the map
 * has room for all vaults drawn, else an upper bound. All 0 for NULL. */
typedef struct wyrm_vault_means {
    double monsters, items, alone;
} wyrm_vault_means;
WYRM_API wyrm_vault_means wyrm_mapper_vault_means(const wyrm_mapper *mapper, int32_t depth,
                                                  int32_t monster, const char *item);

/* Generates rooms and corridors into *map; at least one room is always placed. `rng` is the map
 * stream of the depth. */
WYRM_API void wyrm_mapper_generate(const wyrm_mapper *mapper, bool final, wyrm_rng *rng,
                                   wyrm_map *map);

/* Generates only the rooms: exactly those that wyrm_mapper_generate places from the same stream,
 * without corridors or tiles, in a fraction of the time. */
WYRM_API void wyrm_mapper_rooms(const wyrm_mapper *mapper, bool final, wyrm_rng *rng,
                                wyrm_map *map);

/* A monster placed on a map, and the room it was placed for. */
typedef struct wyrm_placed_monster {
    wyrm_spawn spawn;
    wyrm_position position;
    int32_t room;
} wyrm_placed_monster;

typedef struct wyrm_placed_item {
    wyrm_item item;
    wyrm_position position;
} wyrm_placed_item;

/* Everything placed on a map. */
typedef struct wyrm_population {
    wyrm_room_kind kinds[WYRM_MAP_ROOMS_MAX]; /* of the map's rooms, in their order */
    size_t monster_count;
    wyrm_placed_monster monsters[WYRM_LEVEL_SPAWNS_MAX];
    size_t item_count;
    size_t found_count; /* the first items, found by chance or from pity, room by room; the rest is
                           guaranteed */
    wyrm_placed_item items[WYRM_LEVEL_ITEMS_MAX];
    uint64_t experience; /* of all monsters together */
    bool filled;         /* by encounters and loot; else the floor is a vault that holds only its
                            own */
} wyrm_population;

/* The models that make the floors of a game. */
typedef struct wyrm_floor_models {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    const wyrm_mapper *mapper;
    const wyrm_encounter *encounter;
    const wyrm_loot *loot; /* NULL: no items; the monsters are the same, in less time */
    /* Make the whole map, as wyrm_mapper_generate does; else only its rooms (wyrm_mapper_rooms). */
    bool carved;
    int32_t mode; /* of loot, as in wyrm_loot_context; 0: the ruleset's own */
    /* A stream from wyrm_rng_of: everything drawn for a floor comes from it, in the order of
     * generation. NULL: the streams of seed, run and depth. Periodic gear depends on seed and run
     * in any case. */
    const wyrm_rng *own;
} wyrm_floor_models;

/* Makes the floor at the depth of *difficulty. The game, the simulators, the surveys and `wyrm
 * curve` all use this function, so the same seed, run and depth give all of them the same floor. In
 * order: decide whether it is the last, make its map, pay the tracker what the floor before left
 * pending, populate it, and note the experience of its monsters as pending. Going on to the next
 * depth is left to wyrm_encounter_descend.
 *
 * *loot is what the loot remembers: all 0 at the start of a game, then kept from floor to floor.
 * NULL gives a floor without pity and, where loot fills whole floors, the first floor of a game.
 * map->final tells whether it is the last. */
WYRM_API void wyrm_floor_make(const wyrm_floor_models *models, uint64_t seed, uint64_t run,
                              wyrm_difficulty *difficulty, wyrm_loot_state *loot, wyrm_map *map,
                              wyrm_population *population);

/* Fails if a floor that these models have made lacks what a script of the ruleset should have
 * brought, because the script failed (wyrm_encounter_trouble, wyrm_loot_trouble). Discard what was
 * measured on the floors then. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_floor_trouble(const wyrm_floor_models *models,
                                                        wyrm_error *error);

/* Populates a finished map, with the encounter and loot models. Reads only the rooms, start and
 * placing of the map, and uses the streams of roles, monsters and loot at difficulty->depth.
 *
 * No two monsters share a tile, nor two items, and no monster stands on the start. What finds no
 * free tile in its room is left out; with WYRM_PLACING_ONCE, what finds none at the first try,
 * where an item also avoids monsters and the start. Group members stand near their leader, in its
 * room while it has a free tile; a group whose room is full goes to the next, so only a map without
 * any free tile leaves one of them out. Monsters are listed in the order of their rooms.
 *
 * *difficulty notes what encounters remember from floor to floor. The pity counters in *loot change
 * room by room in the order of placing (NULL: no pity); an item that finds no tile counts as not
 * found, so its category goes on waiting. Where loot fills whole floors, an item whose room is full
 * goes to the next room with a free tile. */
WYRM_API void wyrm_populate(const wyrm_floor_models *models, wyrm_difficulty *difficulty,
                            const wyrm_map *map, uint64_t seed, uint64_t run, wyrm_loot_state *loot,
                            wyrm_population *population);

#ifdef __cplusplus
}
#endif
#endif
