/* Sampled figures of a report's text, by one rule: the value, then what it lies between at 95 %,
 * both in the digits that the width supports. Unlike "± half" it says so where the two sides are
 * not alike: a share of 0 lies between 0 and something. */
#ifndef WYRM_SRC_DOSSIER_REACH_H
#define WYRM_SRC_DOSSIER_REACH_H

#include "output/figures.h"

/* "40.0 % (37.9 to 42.2)" of shares, "7.24 items (7.13 to 7.35)" of others; `sign`: "+2.4". An
 * interval without width or end is left out. */
const char *wyrm_reach_words(double value, wyrm_interval ci95, const char *unit, bool sign,
                             wyrm_figure *out);

/* A value alone, in the digits that half the width of an interval supports. */
const char *wyrm_reach_value(double value, double half, const char *unit, wyrm_figure *out);

#endif
