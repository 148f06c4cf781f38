/* A map made ready to be looked at from many of its tiles. */
#ifndef WYRM_SRC_DUNGEON_SIGHT_MAP_H
#define WYRM_SRC_DUNGEON_SIGHT_MAP_H

#include <wyrm/sight.h>

/* The solid tiles of a map as bits: bit x % 64 of rows[y][1 + x / 64], and the same by columns. The
 * words around them belong to no tile. */
typedef struct wyrm_sight_map {
    int32_t width, height;
    uint64_t rows[WYRM_MAP_SIDE_MAX][WYRM_MAP_SIDE_MAX / 64 + 2];
    uint64_t columns[WYRM_MAP_SIDE_MAX][WYRM_MAP_SIDE_MAX / 64 + 2];
} wyrm_sight_map;

/* Of a grid of at most WYRM_MAP_SIDE_MAX tiles across and down. */
void wyrm_sight_map_make(const wyrm_grid *grid, wyrm_sight_map *out);

/* What wyrm_sight_from sees from a tile of that grid. */
void wyrm_sight_in(const wyrm_sight_map *map, wyrm_position from, int radius, wyrm_sight *out);

#endif
