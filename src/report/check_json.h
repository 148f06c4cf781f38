/* Verdicts and findings for scripts: of `wyrm check --json` and `wyrm report --json`. */
#ifndef WYRM_SRC_REPORT_CHECK_JSON_H
#define WYRM_SRC_REPORT_CHECK_JSON_H

#include <wyrm/judge.h>

#include "output/json.h"

/* New lists of objects, one a judged place and one a finding. */
json_t *wyrm_verdicts_json(wyrm_answer *json, const wyrm_judgement *judgement);
json_t *wyrm_findings_json(wyrm_answer *json, const wyrm_judgement *judgement);

#endif
