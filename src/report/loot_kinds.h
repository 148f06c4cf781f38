/* Loot without categories: its kinds of items, depth by depth. */
#ifndef WYRM_SRC_REPORT_LOOT_KINDS_H
#define WYRM_SRC_REPORT_LOOT_KINDS_H

#include "output/json.h"
#include "report/report.h"

/* What normal rooms of every depth bring by chance, exactly. */
typedef struct wyrm_loot_by_depth {
    size_t kinds, depths; /* depths 0: not known exactly */
    double *numbers;      /* owned: rows of kinds + 1 */
} wyrm_loot_by_depth;

/* `mode`: "" for the ruleset's own. out->numbers is to be freed in every case. */
WYRM_MUST_CHECK wyrm_status wyrm_loot_find_by_depth(const wyrm_design *design, const char *mode,
                                                    wyrm_loot_by_depth *out, wyrm_error *error);

/* The row of a depth, from 1: items a room, then the share of each kind. */
const double *wyrm_loot_depth(const wyrm_loot_by_depth *found, size_t depth);

/* Of loot without categories: the share of every kind of item by depth, and the same for scripts
 * (`depths`). Nothing where that is not known exactly. */
wyrm_status wyrm_loot_print_kinds(const wyrm_loot_report *report, wyrm_page *page,
                                  wyrm_error *error);
wyrm_status wyrm_loot_kinds_json(const wyrm_loot_report *report, wyrm_answer *json,
                                 wyrm_error *error);

#endif
