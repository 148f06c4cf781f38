/* What the files of maps share: the models, rooms and corridors, steps, and maps made ready for
 * sight. */
#ifndef WYRM_SRC_DUNGEON_INTERNAL_H
#define WYRM_SRC_DUNGEON_INTERNAL_H

#include <wyrm/dungeon.h>
#include <wyrm/paths.h>
#include <wyrm/sight.h>

/* ---- Corridors between rooms ---- */

/* Carves an L, one tile wide, from one tile to another; one draw says whether it leaves `from`
 * sideways or up and down. */
void wyrm_corridor_between(wyrm_map *map, wyrm_position from, wyrm_position to, wyrm_rng *rng);

/* Joins all rooms: from the first on, again and again the pair of a joined and an unjoined room
 * whose centres are nearest by Manhattan distance. Of equally near pairs the one with the lower
 * index of the joined room is taken, then the lower of the other. */
void wyrm_corridors_join(wyrm_map *map, wyrm_rng *rng);

/* `count` more corridors, each between two different rooms drawn at random; a pair may be joined
 * already, so these are at most so many new ways. Nothing where there is one room only. */
void wyrm_corridors_extra(wyrm_map *map, int32_t count, wyrm_rng *rng);

/* ---- The table of map models ---- */

/* A map model: one file, one line in the table of mapper.c. `rooms` places at least one room (and
 * fills width, height, start and exit), `carve` makes the tiles; both draw from the same stream in
 * turn. */
typedef struct wyrm_map_model {
    wyrm_model model;
    /* Makes *state of the model's section; the mapper owns it and hands it to `release`.
     * WYRM_ERROR_RULESET, with positions in `errors`, where the section contradicts itself. */
    wyrm_status (*make)(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors);
    void (*release)(void *state);
    void (*rooms)(const void *state, wyrm_rng *rng, wyrm_map *map);
    /* The most rooms of a map and the fewest tiles of one: as wyrm_map_bounds, without placing. */
    wyrm_map_bounds (*bounds)(const void *state);
    void (*carve)(const void *state, wyrm_rng *rng, wyrm_map *map);
} wyrm_map_model;

extern const wyrm_map_model wyrm_map_rooms;
extern const wyrm_map_model wyrm_map_tunnels;

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const wyrm_map_model_table[];

/* The rows of the section `map` that all models share. */
extern const wyrm_field wyrm_map_shared_rows[];

/* What the models of maps of rectangular rooms share: the rows of the sides of a map, and the rooms
 * hewn into the rock. */

/* The rows `width` and `height`; the other arguments are texts. */
#define WYRM_MAP_SIDE_ROW(side, usual, document)                                                   \
    {                                                                                              \
        .name = side, .kind = WYRM_KIND_INTEGER, .least = 4, .greatest = WYRM_MAP_SIDE_MAX,        \
        .fallback = usual, .unit = "tiles", .summary = side " of a map, outer walls included",     \
        .source = document                                                                         \
    }
#define WYRM_MAP_SIDE_ROWS(width, height, document)                                                \
    WYRM_MAP_SIDE_ROW("width", width, document), WYRM_MAP_SIDE_ROW("height", height, document)

/* The parameters that these models share. */
typedef struct wyrm_room_map {
    int32_t width, height; /* tiles */
    int32_t tries;         /* rooms that are drawn */
    int32_t spacing;       /* tiles of rock between two rooms */
} wyrm_room_map;

wyrm_room_map wyrm_room_map_read(const wyrm_value *parameters);

/* What its maps keep to, where no room has fewer tiles than `least_tiles`. */
wyrm_map_bounds wyrm_room_map_bounds(const wyrm_room_map *map, int32_t least_tiles);

/* Whether every size of a room that can be drawn has a place on the empty map: the map is `name`
 * ("width") `side` tiles, `margin` of which no room covers; `of` is what the range of the room is
 * called.
 * WYRM_ERROR_RULESET  it has not, which is told in `errors` at the range */
WYRM_MUST_CHECK wyrm_status wyrm_room_map_fits(const wyrm_ruleset *ruleset, const wyrm_value *range,
                                               const char *of, const char *name, int32_t side,
                                               int32_t margin, wyrm_errors *errors);

/* A copy of the parameters that a model has read, for *out: released with free.
 * WYRM_ERROR_MEMORY  out of memory, which is told in `errors`; *out is NULL */
WYRM_MUST_CHECK wyrm_status wyrm_room_map_keep(const void *read, size_t size, void **out,
                                               wyrm_errors *errors);

/* Rock all over the map, and the floors of its rooms. */
void wyrm_room_map_hew(wyrm_map *map);

/* A map made ready to be looked at from many of its tiles. */

/* The solid tiles of a map as bits: bit x % 64 of rows[y][1 + x / 64], and the same by columns. The
 * words around them belong to no tile. */
typedef struct wyrm_sight_map {
    int32_t width, height;
    uint64_t rows[WYRM_MAP_SIDE_MAX][WYRM_MAP_SIDE_MAX / 64 + 2];
    uint64_t columns[WYRM_MAP_SIDE_MAX][WYRM_MAP_SIDE_MAX / 64 + 2];
} wyrm_sight_map;

/* Of a grid of at most WYRM_MAP_SIDE_MAX tiles across and down. */
void wyrm_sight_map_make(const wyrm_grid *grid, wyrm_sight_map *out);

/* What wyrm_sight_from sees from a tile of that grid. */
void wyrm_sight_in(const wyrm_sight_map *map, wyrm_position from, int radius, wyrm_sight *out);

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
