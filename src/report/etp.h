/* What the parts of `wyrm etp` share. */
#ifndef WYRM_SRC_REPORT_ETP_H
#define WYRM_SRC_REPORT_ETP_H

#include "report/report.h"

/* "0-60", "30 and more" */
const char *wyrm_etp_budget(wyrm_interval budget, char out[48]);

/* Share of rooms that have a status; 0 where there are no rooms. */
double wyrm_etp_share(const wyrm_threat_figures *figures, wyrm_threat_status status);

/* The rooms of a status at all depths, for every room. */
wyrm_clusters wyrm_etp_sum(const wyrm_threat_survey *survey, wyrm_threat_status status);

#endif
