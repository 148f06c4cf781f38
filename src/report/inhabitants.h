/* Who lives where, for pages of text, scripts and pictures. */
#ifndef WYRM_SRC_REPORT_INHABITANTS_H
#define WYRM_SRC_REPORT_INHABITANTS_H

#include <wyrm/design.h>

#include "output/figures.h"

typedef struct wyrm_inhabitants {
    const wyrm_design *design;
    bool tracks;  /* kinds are distances from the tracker, and depths its levels; else monsters */
    int32_t last; /* depth, from 1 */
    size_t kinds;
    wyrm_estimate *shares; /* owned; of a depth's monsters, kind by kind */
} wyrm_inhabitants;

/* Release it in every case.
 * WYRM_ERROR_ARGUMENT  nobody comes by depth or tracker
 * and those of wyrm_rooms_kinds and wyrm_encounter_monster_levels */
WYRM_MUST_CHECK wyrm_status wyrm_inhabitants_find(const wyrm_design *design, uint64_t seed,
                                                  wyrm_inhabitants *out, wyrm_error *error);
void wyrm_inhabitants_release(wyrm_inhabitants *of);

const char *wyrm_inhabitants_title(const wyrm_inhabitants *of, size_t kind);
const wyrm_estimate *wyrm_inhabitants_at(const wyrm_inhabitants *of, int32_t depth, size_t kind);

/* Whether any of the kind come at any depth. */
bool wyrm_inhabitants_come(const wyrm_inhabitants *of, size_t kind);

WYRM_MUST_CHECK wyrm_status wyrm_report_inhabitants(const wyrm_design *design, uint64_t seed,
                                                    wyrm_page *page, wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_inhabitants_json(const wyrm_design *design, uint64_t seed,
                                                         wyrm_page *page, wyrm_error *error);

#endif
