/* `wyrm etp`: threat against truth. */
#ifndef WYRM_SRC_REPORT_ETP_TRUTH_H
#define WYRM_SRC_REPORT_ETP_TRUTH_H

#include "report/report.h"

/* Threat against truth, for people: a sentence, then the misfits; `verbose`: every fight. */
void wyrm_etp_truth(const wyrm_etp_report *report, wyrm_page *page);
void wyrm_etp_truth_rows(const wyrm_etp_report *report, wyrm_page *page);

#endif
