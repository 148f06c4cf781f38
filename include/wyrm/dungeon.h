/* Maps: rooms, corridors, and what is put into them.
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

/* A byte of a map: its wyrm_tile in the lowest two bits; in the next four which terrain it is,
 * counted from 1, 0 for none; and what that means for eyes and feet, so that who looks and walks
 * needs no list of terrains. What is terrain is a wall where it stops both, else floor. */
#define WYRM_TILE_BITS    0x03
#define WYRM_TILE_TERRAIN 0x3c
#define WYRM_TILE_VEILED  0x40 /* no wall, but it stops the eye: a closed door, a curtain */
#define WYRM_TILE_AVOIDED 0x80 /* no wall, but nobody walks there: deep water, lava */

typedef struct wyrm_position {
    int16_t x, y; /* tiles from the top left, from 0 */
} wyrm_position;

/* The inner floor of a room: x..x+width-1, y..y+height-1. */
typedef struct wyrm_room {
    int16_t x, y, width, height;
} wyrm_room;

/* What happens where the tile that is drawn for a monster or item is taken. */
typedef enum wyrm_placing {
    WYRM_PLACING_RETRY, /* another is looked for, all over the room */
    /* It is left out; items also find monsters in the way (roguelike tutorial). */
    WYRM_PLACING_ONCE,
} wyrm_placing;

#define WYRM_MAP_VAULTS_MAX 8 /* of one map */

/* Where a vault stands: by its number (wyrm_mapper_vault), and its top left tile. */
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
    bool final;
    bool shaped; /* there may be terrain, and tiles of rooms where nothing is put */
    int32_t vault_count;
    wyrm_placed_vault vaults[WYRM_MAP_VAULTS_MAX];
    wyrm_placing placing;                                 /* of what is put into it */
    uint8_t tiles[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX]; /* row by row, `width` a row */
} wyrm_map;

/* The tile at x, y; WYRM_TILE_WALL outside the map. */
WYRM_API wyrm_tile wyrm_map_tile(const wyrm_map *map, int x, int y);

/* The terrain at x, y, by its number (wyrm_mapper_terrain); WYRM_TERRAIN_NONE where there is none,
 * and outside the map. */
WYRM_API int32_t wyrm_map_terrain(const wyrm_map *map, int x, int y);

/* The middle tile of the floor; of an even side the one behind its middle. */
WYRM_API wyrm_position wyrm_room_centre(const wyrm_room *room);

typedef struct wyrm_mapper wyrm_mapper;

/* NULL, though nothing has failed, where the ruleset names no model of maps.
 * WYRM_ERROR_RULESET  rooms that do not fit the map
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_mapper_new(const wyrm_ruleset *ruleset, wyrm_mapper **out,
                                                     wyrm_errors *errors);
WYRM_API void wyrm_mapper_free(wyrm_mapper *mapper); /* NULL is allowed */

/* The name of what lies at the goal of the last map, as people read it; NULL where the ruleset
 * gives none, and of NULL. Lives as long as the ruleset. */
WYRM_API const char *wyrm_mapper_goal(const wyrm_mapper *mapper);

/* What all maps of a ruleset keep to. */
typedef struct wyrm_map_bounds {
    int32_t rooms; /* the most of a map */
    int32_t tiles; /* the fewest of a room */
    bool shaped;   /* rooms may have fewer: the rules do not tell */
    wyrm_placing placing;
} wyrm_map_bounds;
/* All 0 of NULL. */
WYRM_API wyrm_map_bounds wyrm_mapper_bounds(const wyrm_mapper *mapper);

/* The kinds of terrain of a ruleset, in its order, and how many there are: NULL and 0 of NULL. They
 * live as long as the mapper. */
WYRM_API const wyrm_terrain *wyrm_mapper_terrain(const wyrm_mapper *mapper, size_t *count);

/* A byte of a map, of a kind of terrain of the mapper. */
WYRM_API uint8_t wyrm_mapper_tile(const wyrm_mapper *mapper, int32_t terrain);

/* Where in a game a map is. */
typedef struct wyrm_map_place {
    uint64_t seed, run;
    int32_t depth;
    const wyrm_rng *own; /* as in wyrm_floor_models */
} wyrm_map_place;

/* Whether maps of the ruleset hold more than rooms and the ways between them, so that
 * wyrm_mapper_furnish has something to do. False for NULL. */
WYRM_API bool wyrm_mapper_furnishes(const wyrm_mapper *mapper);

/* Puts vaults, lakes and doors, in this order, into a map that wyrm_mapper_generate has made, and
 * ways to what they have cut off: whatever could be walked to still can, without treading on what
 * hurts. Draws from a stream of its own, so that rooms and ways are as they would be without. A
 * vault that is a whole floor takes the map's place. */
WYRM_API void wyrm_mapper_furnish(const wyrm_mapper *mapper, const wyrm_map_place *place,
                                  wyrm_map *map);

/* A vault: a part of a map, or all of it, that is drawn by hand in the ruleset. Lives as long as
 * the mapper. */
typedef struct wyrm_vault_facts {
    const char *name;
    int32_t width, height; /* tiles */
    bool floor;            /* it is the whole floor */
    bool once;             /* it comes once a game */
} wyrm_vault_facts;

/* How many there are (0 of NULL), and one of them. */
WYRM_API size_t wyrm_mapper_vaults(const wyrm_mapper *mapper);
WYRM_API wyrm_vault_facts wyrm_mapper_vault(const wyrm_mapper *mapper, size_t index);

/* The chance that a floor of a depth draws the vault, in [0, 1]. One that comes once is on one of
 * its depths, each as likely. What is drawn is placed where the map has room for it. */
WYRM_API double wyrm_mapper_vault_chance(const wyrm_mapper *mapper, size_t index, int32_t depth);

/* What the vaults of a depth bring on average, besides what encounters and loot do: monsters and
 * items, or the one monster (by its number; -1: any) and the one item (by name; NULL: any) that are
 * asked for; and the chance that the floor is a vault to which nothing else comes (alone). Exact
 * where the map has room for all that are drawn, else no less than that comes. All 0 of NULL. */
typedef struct wyrm_vault_means {
    double monsters, items, alone;
} wyrm_vault_means;
WYRM_API wyrm_vault_means wyrm_mapper_vault_means(const wyrm_mapper *mapper, int32_t depth,
                                                  int32_t monster, const char *item);

/* Fills *map. At least one room is always placed. `rng` is the map stream of the depth. */
WYRM_API void wyrm_mapper_generate(const wyrm_mapper *mapper, bool final, wyrm_rng *rng,
                                   wyrm_map *map);

/* Only the rooms: exactly those that wyrm_mapper_generate places from the same stream, without
 * corridors or tiles, in a fraction of the time. */
WYRM_API void wyrm_mapper_rooms(const wyrm_mapper *mapper, bool final, wyrm_rng *rng,
                                wyrm_map *map);

/* What lies and lurks on a map. */
typedef struct wyrm_placed_monster {
    wyrm_spawn spawn;
    wyrm_position position;
    int32_t room;
} wyrm_placed_monster;

typedef struct wyrm_placed_item {
    wyrm_item item;
    wyrm_position position;
} wyrm_placed_item;

typedef struct wyrm_population {
    wyrm_room_kind kinds[WYRM_MAP_ROOMS_MAX]; /* of the rooms of the map */
    size_t monster_count;
    wyrm_placed_monster monsters[WYRM_LEVEL_SPAWNS_MAX];
    size_t item_count;
    size_t found_count; /* of them: by chance or from pity, room by room; the rest is certain */
    wyrm_placed_item items[WYRM_LEVEL_ITEMS_MAX];
    uint64_t experience; /* of all the monsters together */
    bool filled;         /* by encounters and loot; else it is a vault with what stands in that */
} wyrm_population;

/* What the floors of a game are made with. */
typedef struct wyrm_floor_models {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    const wyrm_mapper *mapper;
    const wyrm_encounter *encounter;
    const wyrm_loot *loot; /* NULL: no items; exactly those monsters, in less time */
    /* The whole map, as wyrm_mapper_generate makes it; else only its rooms (wyrm_mapper_rooms). */
    bool carved;
    int32_t mode; /* of loot, as in wyrm_loot_context; 0: the ruleset's own */
    /* Of wyrm_rng_of: all that is drawn for a floor comes from it, in the order of its making.
     * NULL: the streams of seed, run and depth. Periodic gear follows from seed and run in any
     * case. */
    const wyrm_rng *own;
} wyrm_floor_models;

/* Makes the floor that *difficulty stands at: the one code that the game, the simulators, the
 * surveys and `wyrm curve` share, so that seed, run and depth give all of them the same floor. In
 * this order: is it the last, its map, what the floor before left pending is paid, its population,
 * and the experience of its monsters is put aside. Depth and difficulty go on to the next floor by
 * wyrm_encounter_descend.
 *
 * *loot is what the loot of the game remembers, all 0 where it begins and then kept from floor to
 * floor; NULL gives the floor of a game without pity, and its first floor where loot fills whole
 * floors. map->final tells whether it is the last. */
WYRM_API void wyrm_floor_make(const wyrm_floor_models *models, uint64_t seed, uint64_t run,
                              wyrm_difficulty *difficulty, wyrm_loot_state *loot, wyrm_map *map,
                              wyrm_population *population);

/* Why a floor that these models have made so far lacks what a script of the ruleset was to bring
 * (wyrm_encounter_trouble, wyrm_loot_trouble); WYRM_OK where none does. Of what was found on floors
 * nothing is told where this fails. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_floor_trouble(const wyrm_floor_models *models,
                                                        wyrm_error *error);

/* Populates a map that stands: of the models those of encounters and loot. Reads only the rooms,
 * start and placing of the map. Streams of roles, monsters and loot at difficulty->depth are used.
 * No two monsters share a tile, no two items, no monster stands at the start; what finds no free
 * tile in its room is left out, and with WYRM_PLACING_ONCE what does not find one at the first try,
 * items also where a monster or the start is. Members of a group stand near its leader, in its room
 * while that has a free tile; a group whose room is full goes to the next one, so that only a map
 * without any free tile leaves one of them out. Monsters stand in the order of their rooms.
 *
 * What encounters remember from floor to floor is noted in *difficulty.
 *
 * Counters of pity in *loot are changed room by room in the order of placing (NULL: no pity). An
 * item that finds no place was not found: its category is counted as missing. Where loot fills
 * whole floors, an item whose room is full goes to the next one with a place. */
WYRM_API void wyrm_populate(const wyrm_floor_models *models, wyrm_difficulty *difficulty,
                            const wyrm_map *map, uint64_t seed, uint64_t run, wyrm_loot_state *loot,
                            wyrm_population *population);

#ifdef __cplusplus
}
#endif
#endif
