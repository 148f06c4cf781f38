/* Paths: how far it is, which step leads there, and the way between two tiles.
 *
 * A step goes to one of the eight neighbours that is not solid; diagonal steps may cut corners. All
 * paths are shortest, and where several are the choice is stated or at least always the same.
 *
 * Nothing is allocated: results and work space are values of the caller, large ones (see their
 * comments), best kept from turn to turn. One work space serves any number of maps, one at a time.
 */
#ifndef WYRM_PATHS_H
#define WYRM_PATHS_H

#include <wyrm/grid.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_STEP_COST_MAX 10000
#define WYRM_UNREACHED     INT32_MAX

/* The tiles of the largest grid, with a rim of one. */
#define WYRM_PATH_CELLS_MAX ((WYRM_MAP_SIDE_MAX + 2) * (WYRM_MAP_SIDE_MAX + 2))

/* What a step costs. {1, 1} counts the turns of a game whose steps all take one; {100, 141} makes
 * paths look natural, and straight where they can be (RuggRogue, "Pathfinding"). 1 <= straight <=
 * diagonal <= 2 straight, at most WYRM_STEP_COST_MAX. */
typedef struct wyrm_step_costs {
    int32_t straight, diagonal;
} wyrm_step_costs;

/* Scratch memory, 1.1 MB: its contents mean nothing between calls and need no start value. */
typedef struct wyrm_path_work {
    uint32_t first[WYRM_PATH_CELLS_MAX], second[WYRM_PATH_CELLS_MAX];
    int32_t cost[WYRM_PATH_CELLS_MAX], left[WYRM_PATH_CELLS_MAX];
    uint8_t came[WYRM_PATH_CELLS_MAX];
} wyrm_path_work;

/* The distance of every tile to the nearest of some sources, 270 kB. The tile x, y has cell
 * (y + 1) stride + x + 1: its cost, -1 where it is solid, WYRM_UNREACHED where no way leads there
 * or it is beyond the limit. The rim around the grid is solid. */
typedef struct wyrm_distances {
    int32_t width, height;
    int32_t stride; /* width + 2 */
    wyrm_step_costs costs;
    int32_t cells[WYRM_PATH_CELLS_MAX];
} wyrm_distances;

/* Fills *out. A source counts as free even where it is solid: whoever stands there does not block
 * the way to himself. Tiles that cost more than `limit` stay unreached (WYRM_UNREACHED: no limit);
 * a small limit saves time.
 *
 * On failure *out is not touched.
 * WYRM_ERROR_ARGUMENT  costs that are not as stated above, a limit below 0
 * WYRM_ERROR_LIMIT     a grid with a side above WYRM_MAP_SIDE_MAX
 * WYRM_ERROR_RANGE     a source outside the grid
 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_distances_find(const wyrm_grid *grid,
                                                         const wyrm_position *sources, size_t count,
                                                         wyrm_step_costs costs, int32_t limit,
                                                         wyrm_path_work *work, wyrm_distances *out,
                                                         wyrm_error *error);

/* The cost of the way between a tile and the nearest source; WYRM_UNREACHED for a solid tile, too,
 * and outside the grid. */
WYRM_API int32_t wyrm_distances_at(const wyrm_distances *distances, int x, int y);

/* The step from a tile towards the nearest source: *next is the neighbour with the least sum of its
 * distance and the cost of the step there, among those that are nearer than `from` (any, where
 * `from` has no distance because it is solid). Of equal ones a straight step comes before a
 * diagonal one, and of those the first clockwise from north, or from north-east.
 *
 * With a grid, tiles that are solid there are left out unless they are sources: the monsters of
 * this moment, on a map of distances that all of them share. `grid` may be NULL; it has the size of
 * that of wyrm_distances_find.
 *
 * False, with *next = from, on a source and where there is no such neighbour. */
WYRM_API bool wyrm_distances_step(const wyrm_distances *distances, const wyrm_grid *grid,
                                  wyrm_position from, wyrm_position *next);

/* How wyrm_path_find searches. RuggRogue has {{100, 141}, {99, 141}, 4}. */
typedef struct wyrm_path_rules {
    wyrm_step_costs costs;
    /* What a step is taken to cost on the way that is left, as if nothing stood in it. Not above
     * `costs`, so that the path is shortest; {0, 0} searches all around. A little less for straight
     * steps keeps them for the end: a chaser first gets into line with its prey, and so keeps it in
     * sight. Here diagonal may be any number in straight..2 straight, or both may be 0. */
    wyrm_step_costs guess;
    /* The path leaves the rectangle of its two ends by at most so many tiles; negative: it may go
     * anywhere. */
    int32_t padding;
} wyrm_path_rules;

typedef struct wyrm_path {
    bool reached;      /* false: the path only comes as near as it can */
    wyrm_position end; /* its last tile; `from` where it has no steps */
    int32_t cost;
    size_t length; /* steps */
} wyrm_path;

/* A shortest path by A*. Both ends count as free even where they are solid. Where `to` cannot be
 * reached the path leads to the tile with the least guess of what is left, of equal ones to the
 * nearest.
 *
 * Writes the first `capacity` steps into `steps`, without `from` and with the end; a monster that
 * thinks anew each turn needs one. NULL is allowed with capacity 0.
 *
 * On failure *out is not touched.
 * WYRM_ERROR_ARGUMENT  costs or guesses that are not as stated above
 * WYRM_ERROR_LIMIT     a grid with a side above WYRM_MAP_SIDE_MAX
 * WYRM_ERROR_RANGE     an end outside the grid
 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_path_find(
    const wyrm_grid *grid, const wyrm_path_rules *rules, wyrm_position from, wyrm_position to,
    wyrm_path_work *work, wyrm_position *steps, size_t capacity, wyrm_path *out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
