/* Sight on every pattern of walls up to 4 x 4, from every tile to every tile, and on many larger
 * random ones: as its slow definition says, both ways alike, and one with the line of a shot. */
#include "slow_sight.h"

#include <wyrm/sight.h>

/* Whether the line leads through no wall. From the other end it is the same line. */
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

/* From one tile: everything is seen or not as the definition says. */
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
    /* Nothing else: no tile outside the grid. */
    assert_on_grid(seen == wyrm_sight_count(sight), grid, from, from);
}

/* Sight as a whole goes both ways between floor tiles, and is what the single line says. */
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
    for (int i = 0; i < 600 / SMALL_GRIDS_STRIDE; i++) {
        small_grid small;
        int width = (int)random_between(&random, 5, 14);
        int height = (int)random_between(&random, 5, 14);
        small_grid_random(&small, width, height, (int)random_between(&random, 2, 45), &random);
        check_grid(&small.grid);
    }
}

/* Where walls are few, lines run far and graze many corners. */
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
