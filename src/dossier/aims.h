/* Targets of a report, worst first. Not public. */
#ifndef WYRM_SRC_DOSSIER_AIMS_H
#define WYRM_SRC_DOSSIER_AIMS_H

#include "report/verdicts.h"

typedef struct wyrm_aims {
    size_t count;
    wyrm_aim *list; /* owned; by severity, then by how far off and at how many of its places, then
                        in the order of the file */
} wyrm_aims;

/* What points into the judgement must not outlive it. WYRM_ERROR_MEMORY; release it in every
 * case. */
WYRM_MUST_CHECK wyrm_status wyrm_aims_find(const wyrm_judgement *judgement, wyrm_aims *out,
                                           wyrm_error *error);
void wyrm_aims_release(wyrm_aims *aims);

#endif
