/* What `wyrm sim` answers, as text, JSON and CSV. Not public: the command line is the only user. */
#ifndef WYRM_SRC_REPORT_SIM_H
#define WYRM_SRC_REPORT_SIM_H

#include <wyrm/results.h>

#include "output/page.h"

/* A simulation and what it was of. */
typedef struct wyrm_sim_report {
    const wyrm_design *design;
    const wyrm_summary *summary;
    const wyrm_results_facts *facts;
    const char *name; /* what was typed, for the lines on seeing more */
    const char *file; /* of results; NULL: none was written, or there are several */
    uint64_t first;   /* number of the first run */
    const wyrm_results_account *account; /* of files: which runs are missing; NULL: none is */
    bool stopped;                        /* before all runs were made */
    bool verbose;                        /* every monster and item, every depth */
} wyrm_sim_report;

WYRM_MUST_CHECK wyrm_status wyrm_report_sim(const wyrm_sim_report *report, wyrm_page *page,
                                            wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_sim_json(const wyrm_sim_report *report, wyrm_page *page,
                                                 wyrm_error *error);

/* One line a depth, with a line of headings. */
WYRM_MUST_CHECK wyrm_status wyrm_report_sim_csv(const wyrm_sim_report *report, wyrm_page *page,
                                                wyrm_error *error);

#endif
