/* The rows of growth by a level factor. */
#ifndef WYRM_SRC_GROWTH_FACTOR_ROWS_H
#define WYRM_SRC_GROWTH_FACTOR_ROWS_H

#include <wyrm/schema.h>

/* One row a way of rounding: name, function. `round` takes halves away from zero, as the game does.
 */
#define WYRM_ROUNDING_ROWS(row)                                                                    \
    row("none", unrounded) row("nearest", round) row("up", ceil) row("down", floor)

extern const wyrm_field wyrm_factor_parameters[];

#endif
