/* What the parts of `wyrm loot` share. */
#ifndef WYRM_SRC_REPORT_LOOT_H
#define WYRM_SRC_REPORT_LOOT_H

#include "output/figures.h"
#include "output/json.h"
#include "report/report.h"

/* Whether a category is asked for: all are where none is named. */
bool wyrm_loot_is_asked(const wyrm_loot_report *report, const char *category);

/* Whether a band is asked for, and has rooms. */
bool wyrm_loot_has_rooms(const wyrm_loot_report *report, size_t band);

/* The exact value of a figure where it has one, else the sampled one with its interval: "0.51". */
const char *wyrm_loot_value(wyrm_style style, const wyrm_loot_figure *figure, wyrm_figure *out);

/* The same for a share, "11.2 %". */
const char *wyrm_loot_share(wyrm_style style, const wyrm_loot_figure *figure, wyrm_figure *out);

/* The answer in words: pity that is out of its range, what a band lacks, what would mend it. Can fail
 * as wyrm_loot_find_mend does. */
wyrm_status wyrm_loot_print_advice(const wyrm_loot_report *report, wyrm_page *page,
                                   wyrm_error *error);

/* --why: where the rates of pity come from. Can fail as the exact functions of loot do. */
wyrm_status wyrm_loot_print_why(const wyrm_loot_report *report, wyrm_page *page, wyrm_error *error);

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
