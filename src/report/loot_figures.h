/* What the parts of `wyrm loot` share: what is asked for, and its figures. */
#ifndef WYRM_SRC_REPORT_LOOT_FIGURES_H
#define WYRM_SRC_REPORT_LOOT_FIGURES_H

#include "output/figures.h"
#include "report/report.h"

/* Whether a category is asked for: all are where none is named. */
bool wyrm_loot_is_asked(const wyrm_loot_report *report, const char *category);

/* Whether a band is asked for, and has rooms. */
bool wyrm_loot_has_rooms(const wyrm_loot_report *report, size_t band);

/* The best that is known of a figure, with its interval unless both ends of that read the same:
 * "0.51". */
const char *wyrm_loot_value(wyrm_style style, const wyrm_loot_figure *figure, wyrm_figure *out);

/* The same for a share, "11.2 %". */
const char *wyrm_loot_share(wyrm_style style, const wyrm_loot_figure *figure, wyrm_figure *out);

#endif
