/* What growth by a level factor is meant to be, before its numbers are rounded to their
 * precision. */
#ifndef WYRM_SRC_GROWTH_FACTOR_FORMULA_H
#define WYRM_SRC_GROWTH_FACTOR_FORMULA_H

#include "growth/models.h"

extern const wyrm_growth_formulas wyrm_factor_formulas;

#endif
