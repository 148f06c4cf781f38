/* Monsters and items of a simulation. */
#ifndef WYRM_SRC_REPORT_SIM_TABLES_H
#define WYRM_SRC_REPORT_SIM_TABLES_H

#include "output/figures.h"
#include "report/sim.h"

/* Quantiles beside means. */
void wyrm_sim_print_spreads(const wyrm_sim_report *report, wyrm_page *page);
void wyrm_sim_print_pity(const wyrm_sim_report *report, wyrm_page *page);
void wyrm_sim_print_monsters(const wyrm_sim_report *report, wyrm_page *page);
void wyrm_sim_print_items(const wyrm_sim_report *report, wyrm_page *page);

#endif
