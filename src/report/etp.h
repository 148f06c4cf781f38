/* What the parts of `wyrm etp` share. */
#ifndef WYRM_SRC_REPORT_ETP_H
#define WYRM_SRC_REPORT_ETP_H

#include "report/report.h"

/* "0-60", "30 and more" */
const char *wyrm_etp_budget(wyrm_interval budget, char out[48]);

/* Share of rooms that have a status; 0 where there are no rooms. */
double wyrm_etp_share(const wyrm_threat_figures *figures, wyrm_threat_status status);

/* Threat against truth, for people: a sentence, then the misfits; `verbose`: every fight. */
void wyrm_etp_truth(const wyrm_etp_report *report, wyrm_page *page);
void wyrm_etp_truth_rows(const wyrm_etp_report *report, wyrm_page *page);

#endif
