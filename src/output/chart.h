/* Bar charts of distributions. */
#ifndef WYRM_SRC_OUTPUT_CHART_H
#define WYRM_SRC_OUTPUT_CHART_H

#include <wyrm/pmf.h>

#include "output/page.h"

/* One line a value, or a range of values where there are many; rare values at both ends share a
 * line. `heading` stands above the values: "damage". `samples`: how many values the pmf is made of,
 * whose shares then have intervals; 0: it is exact. */
void wyrm_chart_pmf(wyrm_page *page, const wyrm_pmf *pmf, uint64_t samples, const char *heading);

#endif
