/* The section `targets` of a ruleset: its rows. What they mean is judged in src/judge. */
#ifndef WYRM_SRC_DESIGN_TARGETS_H
#define WYRM_SRC_DESIGN_TARGETS_H

#include <wyrm/schema.h>

/* The row of one target: the element of the map `targets`, then WYRM_KIND_END. */
extern const wyrm_field wyrm_target_element[2];

#endif
