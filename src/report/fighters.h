/* How a combatant is named in an answer, for people and for scripts. */
#ifndef WYRM_SRC_REPORT_FIGHTERS_H
#define WYRM_SRC_REPORT_FIGHTERS_H

#include <wyrm/design.h>

#include "output/json.h"

/* A table of both: hit points and the stats that either of them has set. */
void wyrm_fighters_table(const wyrm_design *design, const char *const names[2],
                         const wyrm_combatant *const fighters[2], wyrm_page *page);

/* {combatant, level, hp, max_hp, regeneration, stats {...}} */
json_t *wyrm_fighter_json(wyrm_answer *json, const wyrm_design *design, const char *text,
                          const wyrm_combatant *fighter);

#endif
