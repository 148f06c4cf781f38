/* Paths: how far it is, and which step leads there.
 *
 * A step goes to one of the eight neighbours that is not solid; diagonal steps may cut corners. All
 * paths are shortest, and where several are, the choice is stated.
 *
 * One search answers for every tile of a map: so all who want to go to the same place share it, and
 * each follows it step by step, around those who stand in its way at that moment.
 */
#ifndef WYRM_PATHS_H
#define WYRM_PATHS_H

#include <wyrm/grid.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_STEP_COST_MAX 10000
#define WYRM_UNREACHED     INT32_MAX

/* What a step costs. {1, 1} counts the turns of a game whose steps all take one; {100, 141} makes
 * paths look natural, and straight where they can be (RuggRogue, "Pathfinding"). 1 <= straight <=
 * diagonal <= 2 straight, at most WYRM_STEP_COST_MAX. */
typedef struct wyrm_step_costs {
    int32_t straight, diagonal;
} wyrm_step_costs;

/* The distance of every tile to the nearest of some sources, with the room that the search for them
 * takes: 800 kB, best kept from turn to turn. */
typedef struct wyrm_distances wyrm_distances;

/* Room for distances; nothing may be asked of it before the first search. NULL: out of memory.
 * Owned by the caller (wyrm_distances_free). */
WYRM_API wyrm_distances *wyrm_distances_new(void);
WYRM_API void wyrm_distances_free(wyrm_distances *distances); /* NULL is allowed */

/* Finds the distances of all tiles of a grid. A source counts as free even where it is solid:
 * whoever stands there does not block the way to himself. Tiles that cost more than `limit` stay
 * unreached (WYRM_UNREACHED: no limit); a small limit saves time.
 *
 * On failure *out is not touched.
 * WYRM_ERROR_ARGUMENT  costs that are not as stated above, a limit below 0
 * WYRM_ERROR_LIMIT     a grid with a side above WYRM_MAP_SIDE_MAX
 * WYRM_ERROR_RANGE     a source outside the grid
 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_distances_find(const wyrm_grid *grid,
                                                         const wyrm_position *sources, size_t count,
                                                         wyrm_step_costs costs, int32_t limit,
                                                         wyrm_distances *out, wyrm_error *error);

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

#ifdef __cplusplus
}
#endif
#endif
