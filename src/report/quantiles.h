/* Sampled values and quantiles with their intervals, for scripts. */
#ifndef WYRM_SRC_REPORT_QUANTILES_H
#define WYRM_SRC_REPORT_QUANTILES_H

#include <wyrm/sim.h>

#include "output/json.h"

/* {value, ci95} */
json_t *wyrm_sampled_json(wyrm_answer *json, double value, wyrm_interval ci95);

/* {"0.05": {value, ci95}, ... "0.95": ...}; null as a value where nothing was counted. */
json_t *wyrm_quantiles_json(wyrm_answer *json, const wyrm_counts *counts);

#endif
