/* What distance maps and paths share: the eight steps, and the checks of their arguments. */
#ifndef WYRM_SRC_DUNGEON_STEPS_H
#define WYRM_SRC_DUNGEON_STEPS_H

#include <wyrm/paths.h>

/* Straight steps clockwise from north, then diagonal ones from north-east. */
enum { STEPS = 8, STRAIGHT_STEPS = 4 };

typedef struct wyrm_heading {
    int8_t x, y;
} wyrm_heading;

extern const wyrm_heading wyrm_headings[STEPS];

/* The steps as offsets in rows of `stride` cells. */
void wyrm_step_offsets(int32_t stride, int32_t offsets[STEPS]);

/* WYRM_ERROR_LIMIT for a grid larger than the work space, WYRM_ERROR_ARGUMENT for costs that make
 * no sense. */
wyrm_status wyrm_steps_check(const wyrm_grid *grid, wyrm_step_costs costs, wyrm_error *error);

/* WYRM_ERROR_RANGE for a tile outside the grid; `what` names it. */
wyrm_status wyrm_steps_check_tile(const wyrm_grid *grid, wyrm_position tile, const char *what,
                                  wyrm_error *error);

/* Cells of the rectangle of a grid from x, y: -1 for solid tiles and for a rim of one around it,
 * WYRM_UNREACHED for the others. */
void wyrm_steps_clear(const wyrm_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height,
                      int32_t *cells);

#endif
