/* `wyrm loot --why`. */
#ifndef WYRM_SRC_REPORT_LOOT_WHY_H
#define WYRM_SRC_REPORT_LOOT_WHY_H

#include "report/report.h"

/* --why: where the rates of pity come from. Can fail as the exact functions of loot do. */
wyrm_status wyrm_loot_print_why(const wyrm_loot_report *report, wyrm_page *page, wyrm_error *error);

#endif
