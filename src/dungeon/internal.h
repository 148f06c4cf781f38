/* What the files of maps share: the models, rooms and corridors, steps, and maps made ready for
 * sight. */
#ifndef WYRM_SRC_DUNGEON_INTERNAL_H
#define WYRM_SRC_DUNGEON_INTERNAL_H

#include <wyrm/paths.h>
#include <wyrm/sight.h>

#include "ruleset/internal.h"

/* ---- The models of maps ---- */

/* The parameters of maps of rectangular rooms. */
typedef struct dungeon_room_plan {
    int32_t width, height;                       /* of a map, in tiles */
    int32_t tries;                               /* rooms that are drawn */
    int32_t spacing;                             /* tiles of rock between two rooms */
    const wyrm_amount *room_width, *room_height; /* as they are drawn */
    int32_t extra_corridors;
    /* Of caves: how much of the rock is left at first, in 1/65536; how often it is smoothed; and
     * the fewest tiles of a region. */
    int32_t rock, smoothing, region;
} dungeon_room_plan;

/* A map model: one section of mapper.c, one line in its table. It says what is drawn for a room,
 * and carves the ways between those that stand. */
typedef struct dungeon_map_model {
    wyrm_model model;
    const char *width_key, *height_key; /* of the ranges of sizes: "room_", and what that is */
    int32_t rock; /* of a drawn side, in tiles that are not hewn: its left and top edge */
    /* Makes the tiles between the rooms, from the stream that those were drawn from. */
    void (*carve)(const dungeon_room_plan *plan, wyrm_rng *rng, wyrm_map *map);
    /* Of a model without rooms, in place of all that: reads its keys, and makes a map with regions
     * for rooms, its start and its exit. */
    void (*read)(rs_opening *o, dungeon_room_plan *plan);
    void (*make)(const dungeon_room_plan *plan, wyrm_rng *rng, wyrm_map *map);
} dungeon_map_model;

/* ---- What maps hold besides rooms and ways ---- */

typedef struct dungeon_vault dungeon_vault;
typedef struct dungeon_lake dungeon_lake;

/* What a ruleset says of it, read once. */
typedef struct dungeon_furniture {
    bool any;              /* there is something to be put, */
    bool shapes;           /* which takes tiles of rooms */
    int32_t width, height; /* of maps */
    size_t vault_count, lake_count;
    dungeon_vault *vaults;
    dungeon_lake *lakes;
    size_t terrain_count;
    wyrm_terrain terrain[WYRM_TERRAIN_MAX];
    uint8_t tiles[WYRM_TERRAIN_MAX]; /* the byte of a map of each */
    int32_t door;                    /* a terrain, or WYRM_TERRAIN_NONE */
    wyrm_ratio door_chance;
} dungeon_furniture;

/* Rows of the section `map`. */
extern const wyrm_field dungeon_door_rows[];
#define DUNGEON_FURNITURE_ROWS                                                                     \
    WYRM_ROW("doors", RECORD, .fields = dungeon_door_rows,                                         \
             .summary = "doors where corridors lead into rooms, else none"),                       \
        WYRM_ROW("lakes", LIST, .fields = dungeon_lake_element, .greatest = 64,                    \
                 .summary = "lakes of water, lava or anything, one after the other; what nobody "  \
                            "walks on never cuts a way off")
extern const wyrm_field dungeon_lake_element[];

/* The kinds of terrain, of the section of that name. */
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

#define DUNGEON_VAULT_THINGS_MAX 256 /* of a picture */

/* What a character of a picture means, and where one stands that means a monster or an item. */
typedef struct dungeon_vault_sign {
    bool known, keeps, starts, exits; /* keeps: what the map has there */
    uint8_t tile;
    int32_t monster, level; /* -1: none; 0: that of the depth */
    const char *item;       /* NULL: none */
} dungeon_vault_sign;

typedef struct dungeon_vault_spot {
    int16_t x, y; /* in the picture */
    char sign;
} dungeon_vault_spot;

struct dungeon_vault {
    wyrm_vault_facts facts;
    const wyrm_value *chance;
    int32_t first, last;
    bool filled;
    const char *cells;               /* width x height; a short line ends in blanks */
    const dungeon_vault_sign *signs; /* by character */
    size_t thing_count;
    dungeon_vault_spot *things;
    wyrm_position start, exit; /* in the picture, where there are */
    bool has_exit;
};

extern const wyrm_field dungeon_vault_element[];

/* Whether what encounters and loot bring comes to a map, too. */
bool dungeon_mapper_fills(const wyrm_mapper *mapper, const wyrm_map *map);

/* ---- What hangs together (paths.c) ---- */

/* Whether one can stand on a tile, and does by choice. */
static inline bool dungeon_tile_is_ground(uint8_t tile)
{
    return (tile & WYRM_TILE_BITS) != WYRM_TILE_WALL && (tile & WYRM_TILE_AVOIDED) == 0;
}

bool dungeon_map_in_vault(const wyrm_map *map, int x, int y);

/* Sets reached[] of all tiles to which steps lead, and returns how many; tiles that are `taken` are
 * no way (NULL: none is). */
size_t dungeon_map_flood(const wyrm_map *map, wyrm_position from, const uint8_t *taken,
                         uint8_t *reached);

/* Digs ways from where the player starts to all that is cut off, around vaults. */
void dungeon_map_join(wyrm_map *map);

/* Divides a map into regions, which are its rooms then: those with at least so many tiles to stand
 * on. Whether there are more than the first. */
bool dungeon_map_regions(wyrm_map *map, int32_t least);

/* The tile of a room on which one can stand that is nearest to its middle. */
wyrm_position dungeon_room_spot(const wyrm_map *map, const wyrm_room *room);

void dungeon_furniture_read(rs_opening *o, dungeon_furniture *furniture);

/* All of them, ended by NULL, for the schema; and the rows of the section `map` that all share. */
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

/* Tiles of the largest map: their places fit into 16 bits. */
#define TILES_MAX (WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX)
_Static_assert(TILES_MAX <= UINT16_MAX + 1, "a tile is 16 bits");

/* ---- Sight ---- */

/* A map made ready to be looked at from many of its tiles. */

/* The solid tiles of a map as bits: bit x % 64 of rows[y][1 + x / 64], and the same by columns.
 * The words around them belong to no tile. */
typedef struct dungeon_sight_map {
    int32_t width, height;
    uint64_t rows[WYRM_MAP_SIDE_MAX][WYRM_MAP_SIDE_MAX / 64 + 2];
    uint64_t columns[WYRM_MAP_SIDE_MAX][WYRM_MAP_SIDE_MAX / 64 + 2];
} dungeon_sight_map;

/* Of a grid of at most WYRM_MAP_SIDE_MAX tiles across and down. */
void dungeon_sight_map_make(const wyrm_grid *grid, dungeon_sight_map *out);

/* What wyrm_sight_by sees from a tile of that grid. */
void dungeon_sight_in(const dungeon_sight_map *map, wyrm_position from, wyrm_measure measure,
                      int radius, wyrm_sight *out);

/* ---- Distances ---- */

/* The tile x, y has cell (y + 1) stride + x + 1: its cost, -1 where it is solid, WYRM_UNREACHED
 * where no way leads there or it is beyond the limit. The rim around the grid is solid. */
#define DUNGEON_PATH_CELLS_MAX ((WYRM_MAP_SIDE_MAX + 2) * (WYRM_MAP_SIDE_MAX + 2))
struct wyrm_distances {
    int32_t width, height;
    int32_t stride; /* width + 2 */
    wyrm_step_costs costs;
    int32_t cells[DUNGEON_PATH_CELLS_MAX];
    /* What the search works on: cells that are next, by the kind of step that has reached them. */
    uint32_t straight[DUNGEON_PATH_CELLS_MAX], diagonal[DUNGEON_PATH_CELLS_MAX];
};

#endif
