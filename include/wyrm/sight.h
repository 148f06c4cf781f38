/* Sight: which tiles are seen from a tile, who sees whom, and the path of a shot.
 *
 * Walls are diamonds, drawn between the middles of the four sides of their tile. A tile that is not
 * solid is seen if the straight line between the two centres is free; a solid one if the line to
 * any part of it is, so that walls far down a corridor are seen, too. A line is free unless it
 * passes through the inside of a diamond, or touches diamonds on its left and on its right: a
 * corner that it only touches on one side does not block it.
 *
 * Sight between tiles that are not solid is therefore symmetric: a game that has the field of view
 * of its hero also knows which monsters see the hero. All arithmetic is in whole numbers: the
 * result is the same everywhere, to the last tile.
 *
 * The tile looked from is seen and blocks nothing, solid or not. The edge of the grid acts like a
 * wall that is never seen.
 */
#ifndef WYRM_SIGHT_H
#define WYRM_SIGHT_H

#include <wyrm/grid.h>
#include <wyrm/measure.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SIGHT_RADIUS_MAX 31
#define WYRM_SIGHT_SIDE_MAX   (2 * WYRM_SIGHT_RADIUS_MAX + 1)

/* A field of view: a plain value, 512 bytes. Row i holds the tiles with y = from.y - radius + i,
 * and its bit k the tile with x = from.x - radius + k; the first 2 radius + 1 rows, and as many
 * bits of each, are used. A tile outside the grid is never seen. */
typedef struct wyrm_sight {
    wyrm_position from;
    int32_t radius;
    uint64_t rows[WYRM_SIGHT_SIDE_MAX];
} wyrm_sight;

/* Whether a tile x tiles across and y tiles down is within the radius of the disc
 * (WYRM_MEASURE_DISC). */
WYRM_API bool wyrm_sight_reaches(int x, int y, int radius);

/* The field of view from a tile of the grid. `radius` is clamped to 0..WYRM_SIGHT_RADIUS_MAX. From
 * outside the grid nothing is seen.
 *
 * The area of an explosion is the field of view of its centre, so that walls give shelter. */
WYRM_API void wyrm_sight_from(const wyrm_grid *grid, wyrm_position from, int radius,
                              wyrm_sight *out);

/* The same with the metric of a ruleset; wyrm_sight_from uses the disc. */
WYRM_API void wyrm_sight_by(const wyrm_grid *grid, wyrm_position from, wyrm_measure measure,
                            int radius, wyrm_sight *out);

/* Whether a tile is in the field of view; false for any tile beyond its radius. */
WYRM_API bool wyrm_sight_has(const wyrm_sight *sight, int x, int y);

/* The number of tiles seen. */
WYRM_API int wyrm_sight_count(const wyrm_sight *sight);

/* Sets the bits of `mark` in the byte of every tile that is seen: the memory of a map. `bytes`
 * holds `width` bytes a row, as the grid did. Tiles in `before`, a sight on the same grid, are
 * known to have the bits, which saves time (NULL: none). Returns whether any byte changed. */
WYRM_API bool wyrm_sight_mark(const wyrm_sight *sight, const wyrm_sight *before, uint8_t mark,
                              int32_t width, uint8_t *bytes);

/* Whether the line between two centres is free and `to` is within the radius (negative: no
 * maximum). The two tiles themselves do not block. If `to` is not solid this agrees with
 * wyrm_sight_from, in time linear in the distance; it is always symmetric, so it sees fewer solid
 * tiles. False if one of the tiles is outside the grid. */
WYRM_API bool wyrm_sight_between(const wyrm_grid *grid, wyrm_position from, wyrm_position to,
                                 int radius);

/* The tiles of the straight line (Bresenham's), without `from` and with `to`: the path of an arrow.
 * It is the same line from the other end. Writes the first `capacity` tiles and returns how many
 * there are: the greater of the distances across and down.
 *
 * Where the line runs between two tiles one of them is chosen, on the same side for the whole line;
 * with a grid, the side that touches nothing solid. What is seen can therefore be hit: between
 * tiles with free sight (wyrm_sight_between) the line never passes a solid tile, and without it
 * always does. `grid` may be NULL; tiles outside it count as solid. */
WYRM_API size_t wyrm_line(const wyrm_grid *grid, wyrm_position from, wyrm_position to,
                          wyrm_position *tiles, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
