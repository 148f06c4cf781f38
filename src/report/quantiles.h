/* Sampled values and quantiles with their intervals, for people and for scripts. */
#ifndef WYRM_SRC_REPORT_QUANTILES_H
#define WYRM_SRC_REPORT_QUANTILES_H

#include <wyrm/sim.h>

#include "output/figures.h"
#include "output/json.h"

/* "2620 ± 70"; the 95 % interval goes where both its ends are the quantile itself. */
const char *wyrm_quantile_say(wyrm_style style, const wyrm_counts *counts, double p,
                              wyrm_figure *out);

/* {value, ci95} */
json_t *wyrm_sampled_json(wyrm_answer *json, double value, wyrm_interval ci95);

/* {"0.05": {value, ci95}, ... "0.95": ...}; null as a value where nothing was counted. */
json_t *wyrm_quantiles_json(wyrm_answer *json, const wyrm_counts *counts);

#endif
