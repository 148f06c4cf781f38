/* Sight by its definition, slowly: straight lines and diamonds, in whole numbers. Shares nothing
 * with the shadow casting under test. */
#ifndef WYRM_TESTS_SLOW_SIGHT_H
#define WYRM_TESTS_SLOW_SIGHT_H

#include "small_grids.h"

/* Where a diamond lies seen along a line from the origin through (x, y): how far its centre is from
 * the line and how far its corners reach, both in the same unit. */
typedef struct slow_offset {
    int64_t centre, reach;
} slow_offset;

static inline slow_offset slow_offset_of(int64_t x, int64_t y, int64_t wall_x, int64_t wall_y)
{
    int64_t across = x < 0 ? -x : x, down = y < 0 ? -y : y;
    /* The corner that is farthest from a line is (1/2, 0) or (0, 1/2): twice the cross product. */
    return (slow_offset){2 * (x * wall_y - y * wall_x), across > down ? across : down};
}

/* Whether the diamond of a wall lies between the origin and (x, y): nearer along the longer
 * axis. */
static inline bool slow_is_between(int64_t x, int64_t y, int64_t wall_x, int64_t wall_y)
{
    bool flat = (x < 0 ? -x : x) >= (y < 0 ? -y : y);
    int64_t length = flat ? x : y, at = flat ? wall_x : wall_y;
    return length > 0 ? at > 0 && at < length : at < 0 && at > length;
}

typedef struct slow_line {
    bool inside, left, right; /* of a diamond; touched on that side */
} slow_line;

/* What the line from tile to tile meets. */
static inline slow_line slow_line_meets(const wyrm_grid *grid, wyrm_position from, wyrm_position to)
{
    slow_line met = {false, false, false};
    int x = to.x - from.x, y = to.y - from.y;
    for (int i = 0; i < grid->width * grid->height; i++) {
        wyrm_position wall = tile_of(grid, i);
        int wall_x = wall.x - from.x, wall_y = wall.y - from.y;
        if (!is_wall(grid, wall) || !slow_is_between(x, y, wall_x, wall_y))
            continue;
        slow_offset offset = slow_offset_of(x, y, wall_x, wall_y);
        met.inside |= offset.centre > -offset.reach && offset.centre < offset.reach;
        met.left |= offset.centre == offset.reach;
        met.right |= offset.centre == -offset.reach;
    }
    return met;
}

static inline bool slow_is_free(const wyrm_grid *grid, wyrm_position from, wyrm_position to)
{
    slow_line met = slow_line_meets(grid, from, to);
    return !met.inside && !(met.left && met.right);
}

/* A line from the centre of `from` in the direction (x, y), which touches no corner: whether it
 * comes to the middle line of `to` across its longer axis before any wall. */
static inline bool slow_ray_is_free(const wyrm_grid *grid, wyrm_position from, wyrm_position to,
                                    int64_t x, int64_t y)
{
    for (int i = 0; i < grid->width * grid->height; i++) {
        wyrm_position wall = tile_of(grid, i);
        int wall_x = wall.x - from.x, wall_y = wall.y - from.y;
        bool flat = (x < 0 ? -x : x) >= (y < 0 ? -y : y);
        int64_t end = flat ? to.x - from.x : to.y - from.y, at = flat ? wall_x : wall_y;
        if (!is_wall(grid, wall) || at * end <= 0 || (at > 0 ? at >= end : at <= end))
            continue;
        slow_offset offset = slow_offset_of(x, y, wall_x, wall_y);
        if (offset.centre > -offset.reach && offset.centre < offset.reach)
            return false;
    }
    return true;
}

/* Slopes as fractions with positive bottoms. */
typedef struct slow_slope {
    int64_t top, bottom;
} slow_slope;

static inline int slow_compare_slopes(const void *a, const void *b)
{
    const slow_slope *one = a, *other = b;
    int64_t difference = one->top * other->bottom - other->top * one->bottom;
    return (difference > 0) - (difference < 0);
}

/* The corners of every tile within `depth` rows, as slopes in the open range between two others. */
static inline size_t slow_corners(int64_t depth, slow_slope least, slow_slope most,
                                  slow_slope *slopes)
{
    size_t count = 0;
    slopes[count++] = least;
    slopes[count++] = most;
    for (int64_t row = 1; row <= depth; row++)
        for (int64_t half = -2 * row - 1; half <= 2 * row + 1; half += 2) {
            slow_slope slope = {half, 2 * row};
            if (slow_compare_slopes(&slope, &least) > 0 && slow_compare_slopes(&slope, &most) < 0)
                slopes[count++] = slope;
        }
    qsort(slopes, count, sizeof *slopes, slow_compare_slopes);
    return count;
}

/* Whether some stretch of lines that are no steeper than a diagonal reaches the middle line of a
 * wall. `flat`: lines that go across more than down. Between two corners nothing changes, so that
 * one line stands for all. */
static inline bool slow_sees_stem(const wyrm_grid *grid, wyrm_position from, wyrm_position to,
                                  bool flat)
{
    slow_slope slopes[512];
    int x = to.x - from.x, y = to.y - from.y;
    int64_t along = flat ? x : y, across = flat ? y : x, depth = along < 0 ? -along : along;
    if (depth == 0)
        return false;
    slow_slope least = {2 * across - 1, 2 * depth}, most = {2 * across + 1, 2 * depth};
    slow_slope lowest = {-1, 1}, highest = {1, 1};
    least = slow_compare_slopes(&least, &lowest) < 0 ? lowest : least;
    most = slow_compare_slopes(&most, &highest) > 0 ? highest : most;
    if (slow_compare_slopes(&least, &most) >= 0)
        return false;
    size_t count = slow_corners(depth, least, most, slopes);
    for (size_t i = 0; i + 1 < count; i++) {
        if (slow_compare_slopes(&slopes[i], &slopes[i + 1]) == 0)
            continue;
        int64_t top = slopes[i].top * slopes[i + 1].bottom + slopes[i + 1].top * slopes[i].bottom;
        int64_t bottom = 2 * slopes[i].bottom * slopes[i + 1].bottom;
        int64_t go = along < 0 ? -bottom : bottom;
        if (flat ? slow_ray_is_free(grid, from, to, go, top)
                 : slow_ray_is_free(grid, from, to, top, go))
            return true;
    }
    return false;
}

/* The whole definition, without a radius. */
static inline bool slow_sees(const wyrm_grid *grid, wyrm_position from, wyrm_position to)
{
    if (same_tile(from, to))
        return true;
    if (!is_wall(grid, to))
        return slow_is_free(grid, from, to);
    return slow_sees_stem(grid, from, to, true) || slow_sees_stem(grid, from, to, false);
}

#endif
