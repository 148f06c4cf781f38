/* Grids: the plain form in which sight and paths read a map.
 *
 * A grid is a view: it owns nothing and is copied freely. A game points it at the bytes of its own
 * map and a table that says which values are solid: one table for what blocks sight and one for
 * what blocks steps use the same bytes. A creature on a tile can be a bit of its byte, so that
 * monsters block the way but not the view.
 */
#ifndef WYRM_GRID_H
#define WYRM_GRID_H

#include <wyrm/dungeon.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wyrm_grid {
    int32_t width, height; /* tiles, at least 1 and at most 32767 each */
    const uint8_t *tiles;  /* row by row, `width` a row; borrowed */
    const bool *solid;     /* [256]: whether a tile of that value blocks; borrowed */
} wyrm_grid;

/* A map as seen by the eye: walls are solid, and terrain that blocks sight. Valid as long as the
 * map, whose changes it follows. */
WYRM_API wyrm_grid wyrm_map_grid(const wyrm_map *map);

/* The same for steps: walls are solid, and terrain that nobody walks on by choice. */
WYRM_API wyrm_grid wyrm_map_feet(const wyrm_map *map);

/* Whether the tile at x, y is solid; true outside the grid. */
WYRM_API bool wyrm_grid_solid(const wyrm_grid *grid, int x, int y);

/* Whether x, y is inside the grid. */
WYRM_API bool wyrm_grid_holds(const wyrm_grid *grid, int x, int y);

#ifdef __cplusplus
}
#endif
#endif
