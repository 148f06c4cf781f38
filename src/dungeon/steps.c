/* What distance maps and paths share: the eight steps, and the checks of their arguments. */
#include "dungeon/steps.h"

const wyrm_heading wyrm_headings[STEPS] = {{0, -1}, {1, 0}, {0, 1},  {-1, 0},
                                           {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};

void wyrm_step_offsets(int32_t stride, int32_t offsets[STEPS])
{
    for (int i = 0; i < STEPS; i++)
        offsets[i] = wyrm_headings[i].y * stride + wyrm_headings[i].x;
}

wyrm_status wyrm_steps_check(const wyrm_grid *grid, wyrm_step_costs costs, wyrm_error *error)
{
    if (grid->width > WYRM_MAP_SIDE_MAX || grid->height > WYRM_MAP_SIDE_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "a grid of %d x %d is too large: at most %d x %d",
                         (int)grid->width, (int)grid->height, WYRM_MAP_SIDE_MAX, WYRM_MAP_SIDE_MAX);
    if (costs.straight < 1 || costs.diagonal < costs.straight ||
        costs.diagonal > WYRM_STEP_COST_MAX || costs.diagonal - costs.straight > costs.straight)
        return wyrm_fail(
            error, WYRM_ERROR_ARGUMENT,
            "steps that cost %d straight and %d diagonal: a diagonal one costs as much "
            "to twice as much, and at most %d",
            (int)costs.straight, (int)costs.diagonal, WYRM_STEP_COST_MAX);
    return WYRM_OK;
}

wyrm_status wyrm_steps_check_tile(const wyrm_grid *grid, wyrm_position tile, const char *what,
                                  wyrm_error *error)
{
    if (wyrm_grid_holds(grid, tile.x, tile.y))
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_RANGE, "%s %d, %d is outside a grid of %d x %d", what,
                     tile.x, tile.y, (int)grid->width, (int)grid->height);
}

static void fill_solid(int32_t *cells, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        cells[i] = -1;
}

void wyrm_steps_clear(const wyrm_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height,
                      int32_t *cells)
{
    const bool *solid = grid->solid;
    int32_t stride = width + 2;
    fill_solid(cells, stride);
    for (int32_t row = 0; row < height; row++) {
        const uint8_t *tiles = grid->tiles + (ptrdiff_t)(y + row) * grid->width + x;
        int32_t *line = cells + (row + 1) * stride;
        line[0] = line[width + 1] = -1;
        for (int32_t i = 0; i < width; i++)
            line[i + 1] = solid[tiles[i]] ? -1 : WYRM_UNREACHED;
    }
    fill_solid(cells + (height + 1) * stride, stride);
}
