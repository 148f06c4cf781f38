/* Sight on every pattern of walls up to 4 x 4, between all tiles, and on many larger random ones:
 * as its slow definition says, symmetric, and consistent with the line of a shot. */
#include "small_grids.h"

#include <wyrm/sight.h>

/* Sight by its definition, slowly: straight lines and diamonds, in whole numbers. Shares nothing
 * with the shadow casting under test. */

/* The offset of a diamond from a line from the origin through (x, y): the distance of its centre,
 * and how far its corners reach, both in the same unit. */
typedef struct slow_offset {
    int64_t centre, reach;
} slow_offset;

static slow_offset slow_offset_of(int64_t x, int64_t y, int64_t wall_x, int64_t wall_y)
{
    int64_t across = x < 0 ? -x : x, down = y < 0 ? -y : y;
    /* The corner farthest from a line is (1/2, 0) or (0, 1/2): twice the cross product. */
    return (slow_offset){2 * (x * wall_y - y * wall_x), across > down ? across : down};
}

/* Whether the diamond of a wall is between the origin and (x, y): nearer along the longer axis. */
static bool slow_is_between(int64_t x, int64_t y, int64_t wall_x, int64_t wall_y)
{
    bool flat = (x < 0 ? -x : x) >= (y < 0 ? -y : y);
    int64_t length = flat ? x : y, at = flat ? wall_x : wall_y;
    return length > 0 ? at > 0 && at < length : at < 0 && at > length;
}

typedef struct slow_line {
    bool inside, left, right; /* passes inside of a diamond; touches one on that side */
} slow_line;

/* The diamonds that the line between two tiles meets. */
static slow_line slow_line_meets(const wyrm_grid *grid, wyrm_position from, wyrm_position to)
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

static bool slow_is_free(const wyrm_grid *grid, wyrm_position from, wyrm_position to)
{
    slow_line met = slow_line_meets(grid, from, to);
    return !met.inside && !(met.left && met.right);
}

/* Whether a line from the centre of `from` in the direction (x, y), which touches no corner,
 * reaches the middle line of `to` across its longer axis before any wall. */
static bool slow_ray_is_free(const wyrm_grid *grid, wyrm_position from, wyrm_position to, int64_t x,
                             int64_t y)
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

/* Slopes as fractions with positive denominators. */
typedef struct slow_slope {
    int64_t top, bottom;
} slow_slope;

static int slow_compare_slopes(const void *a, const void *b)
{
    const slow_slope *one = a, *other = b;
    int64_t difference = one->top * other->bottom - other->top * one->bottom;
    return (difference > 0) - (difference < 0);
}

/* Collects the corners of every tile within `depth` rows, as slopes in the open range between two
 * others. */
static size_t slow_corners(int64_t depth, slow_slope least, slow_slope most, slow_slope *slopes)
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

/* Whether some line no steeper than a diagonal reaches the middle line of a wall. `flat`: lines
 * that go more across than down. Between two neighbouring corners nothing changes, so one line
 * stands for all. */
static bool slow_sees_stem(const wyrm_grid *grid, wyrm_position from, wyrm_position to, bool flat)
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
static bool slow_sees(const wyrm_grid *grid, wyrm_position from, wyrm_position to)
{
    if (same_tile(from, to))
        return true;
    if (!is_wall(grid, to))
        return slow_is_free(grid, from, to);
    return slow_sees_stem(grid, from, to, true) || slow_sees_stem(grid, from, to, false);
}

/* ---- the tests ---- */

/* Whether the line passes no wall. It is the same line from the other end. */
static bool line_is_free(const wyrm_grid *grid, wyrm_position from, wyrm_position to)
{
    wyrm_position tiles[SMALL_SIDE_MAX], back[SMALL_SIDE_MAX];
    size_t count = wyrm_line(grid, from, to, tiles, SMALL_SIDE_MAX);
    bool free = true;
    assert_on_grid(wyrm_line(grid, to, from, back, SMALL_SIDE_MAX) == count, grid, from, to);
    for (size_t i = 0; i + 1 < count; i++) {
        free &= !is_wall(grid, tiles[i]);
        assert_on_grid(same_tile(tiles[i], back[count - 2 - i]), grid, from, to);
    }
    return free;
}

/* Checks from one tile that exactly the tiles of the definition are seen. */
static void check_view(const wyrm_grid *grid, wyrm_position from, wyrm_sight *sight)
{
    wyrm_sight_from(grid, from, WYRM_SIGHT_RADIUS_MAX, sight);
    int seen = 0;
    for (int i = 0; i < grid->width * grid->height; i++) {
        wyrm_position to = tile_of(grid, i);
        bool sees = wyrm_sight_has(sight, to.x, to.y);
        seen += sees;
        assert_on_grid(sees == slow_sees(grid, from, to), grid, from, to);
    }
    /* And no tile outside the grid. */
    assert_on_grid(seen == wyrm_sight_count(sight), grid, from, from);
}

/* Sight is symmetric between floor tiles, and agrees with the single line. */
static void check_pair(const wyrm_grid *grid, wyrm_position a, wyrm_position b,
                       const wyrm_sight *from_a, const wyrm_sight *from_b)
{
    bool free = wyrm_sight_between(grid, a, b, -1);
    assert_on_grid(free == slow_is_free(grid, a, b), grid, a, b);
    assert_on_grid(free == wyrm_sight_between(grid, b, a, -1), grid, a, b);
    assert_on_grid(free == line_is_free(grid, a, b), grid, a, b);
    if (!is_wall(grid, b))
        assert_on_grid(wyrm_sight_has(from_a, b.x, b.y) == free, grid, a, b);
    if (!is_wall(grid, a))
        assert_on_grid(wyrm_sight_has(from_b, a.x, a.y) == free, grid, a, b);
    if (is_wall(grid, b) && free)
        assert_on_grid(wyrm_sight_has(from_a, b.x, b.y), grid, a, b);
}

static void check_grid(const wyrm_grid *grid)
{
    static wyrm_sight sights[20 * 20];
    int tiles = grid->width * grid->height;
    assert_true(tiles <= 20 * 20);
    for (int i = 0; i < tiles; i++)
        check_view(grid, tile_of(grid, i), &sights[i]);
    for (int i = 0; i < tiles; i++)
        for (int k = 0; k < i; k++)
            check_pair(grid, tile_of(grid, i), tile_of(grid, k), &sights[i], &sights[k]);
}

TEST(every_pattern_up_to_4_by_4_is_seen_as_defined)
{
    for_all_patterns(4, check_grid);
}

TEST(larger_random_patterns_are_seen_as_defined)
{
    test_random random = {20250};
    for (int i = 0; i < (is_long_suite() ? 600 : 300) / SMALL_GRIDS_STRIDE; i++) {
        small_grid small;
        int width = (int)random_between(&random, 5, 14);
        int height = (int)random_between(&random, 5, 14);
        small_grid_random(&small, width, height, (int)random_between(&random, 2, 45), &random);
        check_grid(&small.grid);
    }
}

/* With few walls, lines run far and graze many corners. */
TEST(far_views_are_seen_as_defined)
{
    test_random random = {31};
    wyrm_sight sight;
    for (int i = 0; i < 60 / SMALL_GRIDS_STRIDE + 1; i++) {
        small_grid small;
        small_grid_random(&small, 40, 40, (int)random_between(&random, 1, 6), &random);
        wyrm_position from = {(int16_t)random_below(&random, 40),
                              (int16_t)random_below(&random, 40)};
        wyrm_sight_from(&small.grid, from, WYRM_SIGHT_RADIUS_MAX, &sight);
        for (int k = 0; k < 40 * 40; k++) {
            wyrm_position to = tile_of(&small.grid, k);
            bool near = wyrm_sight_reaches(to.x - from.x, to.y - from.y, WYRM_SIGHT_RADIUS_MAX);
            if (!is_wall(&small.grid, to) || k % 16 == 0)
                assert_on_grid(wyrm_sight_has(&sight, to.x, to.y) ==
                                   (near && slow_sees(&small.grid, from, to)),
                               &small.grid, from, to);
        }
    }
}
