/* Grids of a few tiles, for exhaustive tests: bit y x width + x of a pattern is a wall. Byte 1 is
 * wall, byte 0 floor. */
#ifndef WYRM_TESTS_SMALL_GRIDS_H
#define WYRM_TESTS_SMALL_GRIDS_H

#include <wyrm/grid.h>

#include "helpers.h"
#include "stride.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SMALL_GRIDS_SAMPLED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SMALL_GRIDS_SAMPLED 1
#endif

/* One in this many patterns of a size is tested. Slow instrumented builds take a sample. */
#ifdef SMALL_GRIDS_SAMPLED
#define SMALL_GRIDS_STRIDE 5
#else
#define SMALL_GRIDS_STRIDE 1
#endif

#define SMALL_SIDE_MAX 40

static const bool small_solid[256] = {[1] = true};

typedef struct small_grid {
    wyrm_grid grid;
    uint8_t tiles[SMALL_SIDE_MAX * SMALL_SIDE_MAX];
} small_grid;

static inline void small_grid_start(small_grid *small, int width, int height)
{
    assert_true(width <= SMALL_SIDE_MAX && height <= SMALL_SIDE_MAX);
    small->grid = (wyrm_grid){width, height, small->tiles, small_solid};
}

static inline void small_grid_pattern(small_grid *small, int width, int height, uint32_t pattern)
{
    small_grid_start(small, width, height);
    for (int i = 0; i < width * height; i++)
        small->tiles[i] = pattern >> i & 1;
}

/* Makes each tile a wall with a chance of `percent`. */
static inline void small_grid_random(small_grid *small, int width, int height, int percent,
                                     test_random *random)
{
    small_grid_start(small, width, height);
    for (int i = 0; i < width * height; i++)
        small->tiles[i] = random_below(random, 100) < percent;
}

/* Fills the grid from rows of '#' and '.', all of one length, ended by NULL. Other characters are
 * floor. */
static inline void small_grid_draw(small_grid *small, const char *const *rows)
{
    int width = (int)strlen(rows[0]), height = 0;
    for (; rows[height] != NULL; height++)
        for (int x = 0; x < width; x++)
            small->tiles[height * width + x] = rows[height][x] == '#';
    small_grid_start(small, width, height);
}

static inline wyrm_position tile_of(const wyrm_grid *grid, int index)
{
    return (wyrm_position){(int16_t)(index % grid->width), (int16_t)(index / grid->width)};
}

static inline bool is_wall(const wyrm_grid *grid, wyrm_position at)
{
    return grid->tiles[at.y * grid->width + at.x] == 1;
}

static inline bool same_tile(wyrm_position a, wyrm_position b)
{
    return a.x == b.x && a.y == b.y;
}

static inline void print_grid(const wyrm_grid *grid, wyrm_position a, wyrm_position b)
{
    for (int y = 0; y < grid->height; y++) {
        for (int x = 0; x < grid->width; x++) {
            wyrm_position here = {(int16_t)x, (int16_t)y};
            char mark = is_wall(grid, here) ? '#' : '.';
            print_error("%c", same_tile(here, a)   ? 'A'
                              : same_tile(here, b) ? (mark == '#' ? 'b' : 'B')
                                                   : mark);
        }
        print_error("\n");
    }
}

/* Asserts something about two tiles of a grid, which is printed on failure. */
static inline void holds_on_grid(bool truth, const wyrm_grid *grid, wyrm_position a,
                                 wyrm_position b, const char *what, const char *file, int line)
{
    if (truth)
        return;
    print_error("not so between A and B: %s\n", what);
    print_grid(grid, a, b);
    _fail(file, line);
}

#define assert_on_grid(truth, grid, a, b)                                                          \
    holds_on_grid((truth), (grid), (a), (b), #truth, __FILE__, __LINE__)

/* Calls `check` with every pattern of every size up to `most` x `most`. */
static inline void for_all_patterns(int most, void (*check)(const wyrm_grid *grid))
{
    small_grid small;
    for (int height = 1; height <= most; height++)
        for (int width = 1; width <= most; width++)
            for (uint32_t i = 0; i<UINT32_C(1) << (width * height); i += width * height> 12
                                     ? SMALL_GRIDS_STRIDE * (is_long_suite() ? 1 : 3)
                                 : width * height > 8 ? SMALL_GRIDS_STRIDE
                                                      : 1) {
                small_grid_pattern(&small, width, height, i);
                check(&small.grid);
            }
}

#endif
