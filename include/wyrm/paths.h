/* Paths: distances on a map, and the step that leads there.
 *
 * A step goes to one of the eight neighbours that is not solid; diagonal steps may cut corners. All
 * paths are shortest; among several the choice is documented.
 *
 * One search answers for every tile of a map, so all creatures with the same goal share it, and
 * each follows it step by step around those who are in its way at that moment.
 */
#ifndef WYRM_PATHS_H
#define WYRM_PATHS_H

#include <wyrm/grid.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_STEP_COST_MAX 10000
#define WYRM_UNREACHED     INT32_MAX

/* The cost of a step. {1, 1} counts the turns of a game in which all steps take one; {100, 141}
 * makes paths look natural, straight where they can be (RuggRogue, "Pathfinding"). 1 <= straight <=
 * diagonal <= 2 straight, at most WYRM_STEP_COST_MAX. */
typedef struct wyrm_step_costs {
    int32_t straight, diagonal;
} wyrm_step_costs;

/* The distance of every tile to the nearest of some sources, with the memory for the search: 800
 * kB, best kept from turn to turn. */
typedef struct wyrm_distances wyrm_distances;

/* Allocates distances, which are undefined before the first search. NULL: out of memory. Owned by
 * the caller (wyrm_distances_free). */
WYRM_API wyrm_distances *wyrm_distances_new(void);
WYRM_API void wyrm_distances_free(wyrm_distances *distances); /* NULL is allowed */

/* Finds the distances of all tiles of a grid. A source counts as free even if it is solid, since a
 * creature does not block the way to itself. Tiles that cost more than `limit` stay unreached
 * (WYRM_UNREACHED: no limit); a small limit saves time. On failure *out is not changed.
 * WYRM_ERROR_ARGUMENT  costs not as stated above, or a limit below 0
 * WYRM_ERROR_LIMIT     a grid with a side above WYRM_MAP_SIDE_MAX
 * WYRM_ERROR_RANGE     a source outside the grid
 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_distances_find(const wyrm_grid *grid,
                                                         const wyrm_position *sources, size_t count,
                                                         wyrm_step_costs costs, int32_t limit,
                                                         wyrm_distances *out, wyrm_error *error);

/* The cost of the path between a tile and the nearest source; WYRM_UNREACHED also for a solid tile
 * and outside the grid. */
WYRM_API int32_t wyrm_distances_at(const wyrm_distances *distances, int x, int y);

/* The step from a tile towards the nearest source: *next is the neighbour with the least sum of its
 * distance and the cost of the step, among those that are nearer than `from` (among all, if `from`
 * has no distance because it is solid). Among equal ones a straight step comes before a diagonal
 * one, then the first clockwise from north, or from north-east.
 *
 * With a grid, tiles that are solid there are skipped unless they are sources: it shows the
 * monsters of this moment, on distances that all of them share. `grid` may be NULL, and has the
 * size of the one given to wyrm_distances_find.
 *
 * False, with *next = from, on a source and if there is no such neighbour. */
WYRM_API bool wyrm_distances_step(const wyrm_distances *distances, const wyrm_grid *grid,
                                  wyrm_position from, wyrm_position *next);

#ifdef __cplusplus
}
#endif
#endif
