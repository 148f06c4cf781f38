/* What `wyrm replay --check` answers, as text and JSON. Not public: the command line is the only
 * user. */
#ifndef WYRM_SRC_REPORT_REPLAY_H
#define WYRM_SRC_REPORT_REPLAY_H

#include <wyrm/replay.h>

#include "output/page.h"

/* A recording that was checked against a ruleset. */
typedef struct wyrm_replay_report {
    const wyrm_design *design;
    const wyrm_replay *replay;
    const wyrm_replay_facts *facts; /* with what it was recorded, or the file of results was made */
    const wyrm_replay_verdict *verdict;
    const char *file;
    bool cut; /* its last line was cut short and is left out */
} wyrm_replay_report;

/* Both fail with WYRM_ERROR_MEMORY and nothing else. */
WYRM_MUST_CHECK wyrm_status wyrm_report_replay(const wyrm_replay_report *report, wyrm_page *page,
                                               wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_replay_json(const wyrm_replay_report *report,
                                                    wyrm_page *page, wyrm_error *error);

#endif
