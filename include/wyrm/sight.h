/* Sight: what is seen from a tile, who sees whom, and the way of a shot.
 *
 * Walls are diamonds, drawn between the middles of the four sides of their tile. A tile that is not
 * solid is seen where the straight line between the two centres is free; a solid one where any part
 * of it is, so that walls far down a corridor are seen, too. A line is free unless it passes
 * through the inside of a diamond, or touches diamonds on its left and on its right: a corner that
 * it only touches on one side does not block it.
 *
 * So sight between tiles that are not solid goes both ways: what is seen sees. A game that has the
 * field of view of its hero knows without further work which monsters see him. All is reckoned in
 * whole numbers: the same everywhere, to the last tile.
 *
 * The tile looked from blocks nothing, solid or not, and is seen. The edge of the grid is like a
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

/* A field of view: a plain value, 512 bytes. Row i holds the tiles of y = from.y - radius + i, and
 * bit k of it the tile of x = from.x - radius + k; the first 2 radius + 1 rows are used, and as
 * many bits of each. A tile outside the grid is never seen. */
typedef struct wyrm_sight {
    wyrm_position from;
    int32_t radius;
    uint64_t rows[WYRM_SIGHT_SIDE_MAX];
} wyrm_sight;

/* Whether a tile that is x tiles across and y tiles down lies within the radius of the disc
 * (WYRM_MEASURE_DISC). */
WYRM_API bool wyrm_sight_reaches(int x, int y, int radius);

/* The field of view from a tile of the grid. `radius` is taken into 0..WYRM_SIGHT_RADIUS_MAX. From
 * outside the grid nothing is seen.
 *
 * The area of an explosion is the same: the field of view of its centre, so that walls give
 * shelter. */
WYRM_API void wyrm_sight_from(const wyrm_grid *grid, wyrm_position from, int radius,
                              wyrm_sight *out);

/* The same by a measure of the ruleset's own; wyrm_sight_from has the disc. */
WYRM_API void wyrm_sight_by(const wyrm_grid *grid, wyrm_position from, wyrm_measure measure,
                            int radius, wyrm_sight *out);

/* Whether the field of view holds the tile; false for any tile beyond its radius. */
WYRM_API bool wyrm_sight_has(const wyrm_sight *sight, int x, int y);

/* How many tiles are seen. */
WYRM_API int wyrm_sight_count(const wyrm_sight *sight);

/* Sets the bits of `mark` in the byte of every tile that is seen: the memory of a map. `bytes` are
 * row by row, as many a row as the grid that was looked at has. What `before` sees on that grid has
 * the bits already, which saves time (NULL: nothing is known to). Whether a byte lacked some. */
WYRM_API bool wyrm_sight_mark(const wyrm_sight *sight, const wyrm_sight *before, uint8_t mark,
                              int32_t width, uint8_t *bytes);

/* Whether the line between two centres is free and `to` within the radius (negative: at any
 * distance; no maximum). The two tiles themselves do not block. Where `to` is not solid this is
 * what wyrm_sight_from says, in time in the distance alone; it goes both ways always, so that of
 * solid tiles it sees fewer. False where one of the tiles is outside the grid. */
WYRM_API bool wyrm_sight_between(const wyrm_grid *grid, wyrm_position from, wyrm_position to,
                                 int radius);

/* The tiles of the straight line (Bresenham's), without `from` and with `to`: the way of an arrow.
 * From the other end it is the same line. Writes the first `capacity` of them and returns how many
 * there are: the greater of the distances across and down.
 *
 * Where the line runs between two tiles one of them is chosen, for the whole line alike: with a
 * grid the side on which nothing solid is touched. So what is seen can be hit: between tiles with
 * free sight (wyrm_sight_between) the line never leads through a solid one, and without it always
 * does. `grid` may be NULL; tiles outside it count as solid. */
WYRM_API size_t wyrm_line(const wyrm_grid *grid, wyrm_position from, wyrm_position to,
                          wyrm_position *tiles, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
