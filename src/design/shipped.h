/* The table of shipped rulesets, which the build makes out of rulesets/. */
#ifndef WYRM_SRC_DESIGN_SHIPPED_H
#define WYRM_SRC_DESIGN_SHIPPED_H

#include <wyrm/design.h>

/* In the order of names. */
extern const wyrm_shipped wyrm_shipped_table[];
extern const size_t wyrm_shipped_count;

#endif
