/* Loot without categories: its kinds of items, depth by depth. */
#ifndef WYRM_SRC_REPORT_LOOT_KINDS_H
#define WYRM_SRC_REPORT_LOOT_KINDS_H

#include "output/json.h"
#include "report/report.h"

/* What chance brings to normal rooms, depth by depth. */
typedef struct wyrm_loot_by_depth {
    size_t kinds, depths; /* depths 0: the model does not tell how likely a kind is */
    wyrm_estimate *items; /* of a room, by depth; owned */
    double *shares;       /* rows of kinds, exact; owned */
} wyrm_loot_by_depth;

/* *out is to be freed in every case. */
WYRM_MUST_CHECK wyrm_status wyrm_loot_find_by_depth(const wyrm_design *design,
                                                    const wyrm_loot_survey *survey,
                                                    wyrm_loot_by_depth *out, wyrm_error *error);
void wyrm_loot_by_depth_free(wyrm_loot_by_depth *found);

/* The row of a depth, from 1: the share of each kind. */
const double *wyrm_loot_depth(const wyrm_loot_by_depth *found, size_t depth);

/* How many of a kind a room of a depth has, and whether any come at all. */
wyrm_estimate wyrm_loot_of_kind(const wyrm_loot_by_depth *found, size_t depth, size_t kind);
bool wyrm_loot_comes(const wyrm_loot_by_depth *found, size_t kind);

/* Of loot without categories: how many of every kind of item by depth, and the same for scripts
 * (`depths`). Nothing where that is not known. */
wyrm_status wyrm_loot_print_kinds(const wyrm_loot_report *report, wyrm_page *page,
                                  wyrm_error *error);
wyrm_status wyrm_loot_kinds_json(const wyrm_loot_report *report, wyrm_answer *json,
                                 wyrm_error *error);

#endif
