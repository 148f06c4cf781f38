/* The rows of growth by choices. */
#ifndef WYRM_SRC_GROWTH_POINTS_ROWS_H
#define WYRM_SRC_GROWTH_POINTS_ROWS_H

#include <wyrm/schema.h>

#define WYRM_POINTS_CHOICES_MAX 16
#define WYRM_POINTS_POLICY_MAX  64

extern const wyrm_field wyrm_points_parameters[];
extern const wyrm_extension wyrm_points_extensions[];

#endif
