/* What the files of maps share: map models, terrain, vaults, connectivity, sight and distances. */
#ifndef WYRM_SRC_DUNGEON_INTERNAL_H
#define WYRM_SRC_DUNGEON_INTERNAL_H

#include <wyrm/paths.h>
#include <wyrm/sight.h>

#include "ruleset/internal.h"

/* ---- The models of maps ---- */

/* The parameters of maps of rectangular rooms. */
typedef struct dungeon_room_plan {
    int32_t width, height;                       /* size of the map, in tiles */
    int32_t tries;                               /* rooms drawn; some find no place */
    int32_t spacing;                             /* tiles of rock between two rooms */
    const wyrm_amount *room_width, *room_height; /* as they are drawn */
    int32_t extra_corridors;
    /* For caves: the initial share of rock in 65536ths, the number of smoothing passes, and the
     * fewest tiles of a region. */
    int32_t rock, smoothing, region;
} dungeon_room_plan;

/* A map model: one section of mapper.c and one line in its table. A model with rooms names what is
 * drawn for a room, and carves the ways between the rooms that stand. */
typedef struct dungeon_map_model {
    wyrm_model model;
    const char *width_key, *height_key; /* keys for the ranges of sizes: "room_" and what they
                                           measure */
    int32_t rock; /* tiles of a drawn side that stay rock: the left and top edge */
    /* Carves the ways between the rooms, drawing from the same stream as the rooms. */
    void (*carve)(const dungeon_room_plan *plan, wyrm_rng *rng, wyrm_map *map);
    /* Instead, for a model without rooms: reads its keys, and makes a map with regions as rooms, a
     * start and an exit. */
    void (*read)(rs_opening *o, dungeon_room_plan *plan);
    void (*make)(const dungeon_room_plan *plan, wyrm_rng *rng, wyrm_map *map);
} dungeon_map_model;

/* ---- Furniture: terrain, vaults, lakes and doors ---- */

typedef struct dungeon_vault dungeon_vault;
typedef struct dungeon_lake dungeon_lake;

/* The furniture of a ruleset, read once. */
typedef struct dungeon_furniture {
    bool any;              /* there is any furniture */
    bool shapes;           /* some of it takes tiles of rooms */
    int32_t width, height; /* size of the map, in tiles */
    size_t vault_count, lake_count;
    dungeon_vault *vaults;
    dungeon_lake *lakes;
    size_t terrain_count;
    wyrm_terrain terrain[WYRM_TERRAIN_MAX];
    uint8_t tiles[WYRM_TERRAIN_MAX]; /* the byte of a map for each terrain */
    int32_t door;                    /* index of the terrain, or WYRM_TERRAIN_NONE */
    wyrm_ratio door_chance;
} dungeon_furniture;

/* Rows of the section `map` for furniture. */
extern const wyrm_field dungeon_door_rows[];
#define DUNGEON_FURNITURE_ROWS                                                                     \
    WYRM_ROW("doors", RECORD, .fields = dungeon_door_rows,                                         \
             .summary = "doors where corridors lead into rooms, else none"),                       \
        WYRM_ROW("lakes", LIST, .fields = dungeon_lake_element, .greatest = 64,                    \
                 .summary = "lakes of water, lava or anything, one after the other; what nobody "  \
                            "walks on never cuts a way off")
extern const wyrm_field dungeon_lake_element[];

/* Rows of the section `terrain`. */
extern const wyrm_field dungeon_terrain_element[];

/* ---- Maps of a ruleset ---- */

struct wyrm_mapper {
    const dungeon_map_model *model;
    dungeon_room_plan plan;
    wyrm_placing placing;
    const char *goal; /* NULL: it has no name */
    dungeon_furniture furniture;
};

/* ---- Vaults ---- */

#define DUNGEON_VAULT_THINGS_MAX 256 /* in one picture */

/* The meaning of a character of a picture. */
typedef struct dungeon_vault_sign {
    bool known, keeps, starts, exits; /* keeps: the tile stays what the map has there */
    uint8_t tile;
    int32_t monster, level; /* -1: none; level 0: that of the depth */
    const char *item;       /* NULL: none */
} dungeon_vault_sign;

/* A character of a picture that means a monster or an item. */
typedef struct dungeon_vault_spot {
    int16_t x, y; /* in the picture */
    char sign;
} dungeon_vault_spot;

struct dungeon_vault {
    wyrm_vault_facts facts;
    const wyrm_value *chance;
    int32_t first, last;
    bool filled;
    const char *cells;               /* width x height; short lines end in blanks */
    const dungeon_vault_sign *signs; /* by character */
    size_t thing_count;
    dungeon_vault_spot *things;
    wyrm_position start, exit; /* in the picture, if there are any */
    bool has_exit;
};

extern const wyrm_field dungeon_vault_element[];

/* Whether the monsters and items of encounter and loot come to a map besides its vaults. */
bool dungeon_mapper_fills(const wyrm_mapper *mapper, const wyrm_map *map);

/* ---- Connectivity (paths.c) ---- */

/* Whether creatures walk on a tile by choice. */
static inline bool dungeon_tile_is_ground(uint8_t tile)
{
    return (tile & WYRM_TILE_BITS) != WYRM_TILE_WALL && (tile & WYRM_TILE_AVOIDED) == 0;
}

bool dungeon_map_in_vault(const wyrm_map *map, int x, int y);

/* Sets reached[] for a tile and all that steps from it reach over tiles not yet reached. */
void dungeon_map_spread(const wyrm_map *map, int32_t from, uint8_t *reached);

/* Sets reached[] for all tiles reachable by steps from `from` and clears it for others. */
void dungeon_map_flood(const wyrm_map *map, wyrm_position from, uint8_t *reached);

/* Digs ways, around vaults, that connect every cut-off part of the map with the start. */
void dungeon_map_join(wyrm_map *map);

/* Divides a map into regions with at least `least` tiles to stand on, and makes them its rooms.
 * Returns whether there is more than one. */
bool dungeon_map_regions(wyrm_map *map, int32_t least);

/* The walkable tile of a room nearest to its middle. */
wyrm_position dungeon_room_spot(const wyrm_map *map, const wyrm_room *room);

void dungeon_furniture_read(rs_opening *o, dungeon_furniture *furniture);

/* All models, ended by NULL, for the schema; and the rows of the section `map` that they share. */
extern const wyrm_model *const dungeon_map_model_table[];
extern const wyrm_field dungeon_map_shared_rows[];

/* The rows `width` and `height`; the other arguments are texts. */
#define DUNGEON_MAP_SIDE_ROW(side, usual, document)                                                \
    {                                                                                              \
        .name = side, .kind = WYRM_KIND_INTEGER, .least = 4, .greatest = WYRM_MAP_SIDE_MAX,        \
        .default_value = usual, .unit = "tiles",                                                   \
        .summary = side " of a map; with its outer walls", .source = document                      \
    }
#define DUNGEON_MAP_SIDE_ROWS(width, height, document)                                             \
    DUNGEON_MAP_SIDE_ROW("width", width, document), DUNGEON_MAP_SIDE_ROW("height", height, document)

/* Tiles of the largest map: an index fits into 16 bits. */
#define TILES_MAX (WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX)
_Static_assert(TILES_MAX <= UINT16_MAX + 1, "a tile is 16 bits");

/* ---- Sight ---- */

/* A map prepared for many fields of view from different tiles. */

/* The solid tiles of a map as bits: bit x % 64 of rows[y][1 + x / 64], and likewise by columns. The
 * first and last word of each line are padding. */
typedef struct dungeon_sight_map {
    int32_t width, height;
    uint64_t rows[WYRM_MAP_SIDE_MAX][WYRM_MAP_SIDE_MAX / 64 + 2];
    uint64_t columns[WYRM_MAP_SIDE_MAX][WYRM_MAP_SIDE_MAX / 64 + 2];
} dungeon_sight_map;

/* Prepares a grid of at most WYRM_MAP_SIDE_MAX tiles in width and height. */
void dungeon_sight_map_make(const wyrm_grid *grid, dungeon_sight_map *out);

/* The field of view that wyrm_sight_by gives from a tile of that grid. */
void dungeon_sight_in(const dungeon_sight_map *map, wyrm_position from, wyrm_measure measure,
                      int radius, wyrm_sight *out);

/* ---- Distances ---- */

/* Tile x, y has cell (y + 1) stride + x + 1: its distance; -1 if it is solid; WYRM_UNREACHED if no
 * way leads there within the limit. The rim around the grid is solid. */
#define DUNGEON_PATH_CELLS_MAX ((WYRM_MAP_SIDE_MAX + 2) * (WYRM_MAP_SIDE_MAX + 2))
struct wyrm_distances {
    int32_t width, height;
    int32_t stride; /* width + 2 */
    wyrm_step_costs costs;
    int32_t cells[DUNGEON_PATH_CELLS_MAX];
    /* Work space of the search: queues of cells, by the kind of step that reached them. */
    uint32_t straight[DUNGEON_PATH_CELLS_MAX], diagonal[DUNGEON_PATH_CELLS_MAX];
};

#endif
