/* `wyrm loot`: the answer in words. */
#ifndef WYRM_SRC_REPORT_LOOT_ADVICE_H
#define WYRM_SRC_REPORT_LOOT_ADVICE_H

#include "report/report.h"

/* The answer in words: pity that is out of its range, what a band lacks, what would mend it. Can
 * fail as wyrm_loot_find_mend does. */
wyrm_status wyrm_loot_print_advice(const wyrm_loot_report *report, wyrm_page *page,
                                   wyrm_error *error);

#endif
