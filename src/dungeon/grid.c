/* Grids: maps as sight and paths read them. */
#include <wyrm/grid.h>

static const bool wall_is_solid[256] = {[WYRM_TILE_WALL] = true};

wyrm_grid wyrm_map_grid(const wyrm_map *map)
{
    return (wyrm_grid){map->width, map->height, map->tiles, wall_is_solid};
}

bool wyrm_grid_holds(const wyrm_grid *grid, int x, int y)
{
    return x >= 0 && y >= 0 && x < grid->width && y < grid->height;
}

bool wyrm_grid_solid(const wyrm_grid *grid, int x, int y)
{
    return !wyrm_grid_holds(grid, x, y) ||
           grid->solid[grid->tiles[(size_t)y * (size_t)grid->width + (size_t)x]];
}
