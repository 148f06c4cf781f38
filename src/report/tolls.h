/* What rooms take, as a table for people and a list for scripts. */
#ifndef WYRM_SRC_REPORT_TOLLS_H
#define WYRM_SRC_REPORT_TOLLS_H

#include <wyrm/tolls.h>

#include "output/json.h"
#include "output/page.h"

void wyrm_tolls_print(const wyrm_tolls *tolls, wyrm_page *page);
json_t *wyrm_tolls_json(wyrm_answer *json, const wyrm_tolls *tolls);

#endif
