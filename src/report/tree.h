/* Values of a ruleset as JSON, in the forms that a ruleset file itself may use. */
#ifndef WYRM_SRC_REPORT_TREE_H
#define WYRM_SRC_REPORT_TREE_H

#include "output/json.h"

json_t *wyrm_value_json(wyrm_answer *json, const wyrm_value *value);

#endif
