/* What the files of maps share: the models, rooms and corridors, steps, and maps made ready for
 * sight. */
#ifndef WYRM_SRC_DUNGEON_INTERNAL_H
#define WYRM_SRC_DUNGEON_INTERNAL_H

#include <wyrm/paths.h>
#include <wyrm/sight.h>

#include "ruleset/internal.h"

/* ---- The models of maps ---- */

/* The parameters of maps of rectangular rooms. */
typedef struct wyrm_room_plan {
    int32_t width, height;                       /* of a map, in tiles */
    int32_t tries;                               /* rooms that are drawn */
    int32_t spacing;                             /* tiles of rock between two rooms */
    const wyrm_amount *room_width, *room_height; /* as they are drawn */
    int32_t extra_corridors;
} wyrm_room_plan;

/* A map model: one file, one line in the table of mapper.c. It says what is drawn for a room, and
 * carves the ways between those that stand. */
typedef struct wyrm_map_model {
    wyrm_model model;
    const char *width_key, *height_key; /* of the ranges of sizes: "room_", and what that is */
    int32_t rock; /* of a drawn side, in tiles that are not hewn: its left and top edge */
    /* Makes the tiles between the rooms, from the stream that those were drawn from. */
    void (*carve)(const wyrm_room_plan *plan, wyrm_rng *rng, wyrm_map *map);
} wyrm_map_model;

/* ---- What maps hold besides rooms and ways ---- */

/* What a ruleset says of it, read once. */
typedef struct wyrm_furniture {
    bool any; /* there is something to be put */
    size_t terrain_count;
    wyrm_terrain terrain[WYRM_TERRAIN_MAX];
    uint8_t tiles[WYRM_TERRAIN_MAX]; /* the byte of a map of each */
    int32_t door;                    /* a terrain, or WYRM_TERRAIN_NONE */
    wyrm_ratio door_chance;
} wyrm_furniture;

/* Rows of the section `map`. */
extern const wyrm_field wyrm_door_rows[];
#define WYRM_FURNITURE_ROWS                                                                        \
    WYRM_ROW("doors", RECORD, .fields = wyrm_door_rows,                                            \
             .summary = "Doors where a corridor leads into a room. Without it there are none.")

/* The kinds of terrain, of the section of that name. */
extern const wyrm_field wyrm_terrain_element[];

void wyrm_terrain_read(wyrm_opening *o, wyrm_furniture *out);

/* The number of the terrain that a value names; WYRM_TERRAIN_NONE, and a fault, where none is. */
int32_t wyrm_terrain_find(wyrm_opening *o, const wyrm_value *name);

void wyrm_furniture_read(wyrm_opening *o, wyrm_furniture *furniture);
void wyrm_furnish(const wyrm_furniture *furniture, const wyrm_map_place *place, wyrm_map *map);

extern const wyrm_map_model wyrm_map_rooms;
extern const wyrm_map_model wyrm_map_tunnels;

/* All of them, ended by NULL, for the schema; and the rows of the section `map` that all share. */
extern const wyrm_model *const wyrm_map_model_table[];
extern const wyrm_field wyrm_map_shared_rows[];

/* The rows `width` and `height`; the other arguments are texts. */
#define WYRM_MAP_SIDE_ROW(side, usual, document)                                                   \
    {                                                                                              \
        .name = side, .kind = WYRM_KIND_INTEGER, .least = 4, .greatest = WYRM_MAP_SIDE_MAX,        \
        .fallback = usual, .unit = "tiles", .summary = side " of a map, outer walls included",     \
        .source = document                                                                         \
    }
#define WYRM_MAP_SIDE_ROWS(width, height, document)                                                \
    WYRM_MAP_SIDE_ROW("width", width, document), WYRM_MAP_SIDE_ROW("height", height, document)

/* The middle tile of what was drawn for a room, of an even side the one behind its middle. */
wyrm_position wyrm_room_middle(const wyrm_room *room, int32_t rock);

/* Carves an L, one tile wide, from one tile to another; one draw says whether it leaves `from`
 * sideways or up and down. */
void wyrm_corridor_between(wyrm_map *map, wyrm_position from, wyrm_position to, wyrm_rng *rng);

/* ---- Sight ---- */

/* A map made ready to be looked at from many of its tiles. */

/* The solid tiles of a map as bits: bit x % 64 of rows[y][1 + x / 64], and the same by columns.
 * The words around them belong to no tile. */
typedef struct wyrm_sight_map {
    int32_t width, height;
    uint64_t rows[WYRM_MAP_SIDE_MAX][WYRM_MAP_SIDE_MAX / 64 + 2];
    uint64_t columns[WYRM_MAP_SIDE_MAX][WYRM_MAP_SIDE_MAX / 64 + 2];
} wyrm_sight_map;

/* Of a grid of at most WYRM_MAP_SIDE_MAX tiles across and down. */
void wyrm_sight_map_make(const wyrm_grid *grid, wyrm_sight_map *out);

/* What wyrm_sight_by sees from a tile of that grid. */
void wyrm_sight_in(const wyrm_sight_map *map, wyrm_position from, wyrm_measure measure, int radius,
                   wyrm_sight *out);

/* ---- Distances ---- */

/* The tile x, y has cell (y + 1) stride + x + 1: its cost, -1 where it is solid, WYRM_UNREACHED
 * where no way leads there or it is beyond the limit. The rim around the grid is solid. */
#define WYRM_PATH_CELLS_MAX ((WYRM_MAP_SIDE_MAX + 2) * (WYRM_MAP_SIDE_MAX + 2))
struct wyrm_distances {
    int32_t width, height;
    int32_t stride; /* width + 2 */
    wyrm_step_costs costs;
    int32_t cells[WYRM_PATH_CELLS_MAX];
    /* What the search works on: cells that are next, by the kind of step that has reached them. */
    uint32_t straight[WYRM_PATH_CELLS_MAX], diagonal[WYRM_PATH_CELLS_MAX];
};

#endif
