/* Presence: which monsters and items of a ruleset can come at all, by exact distributions. */
#ifndef WYRM_SRC_JUDGE_PRESENCE_H
#define WYRM_SRC_JUDGE_PRESENCE_H

#include <wyrm/design.h>

#include "encounter/plans.h"

typedef struct judge_presence {
    const wyrm_design *design;
    int32_t last_depth;
    bool knows_monsters, knows_items; /* false: the model does not tell, and all count as present */
    size_t monster_count, item_count;
    bool *monsters; /* by the roster */
    bool *items;    /* by kind: found by chance in any mode, or given by pity */
} judge_presence;

/* *out is to be released in every case. */
wyrm_status wyrm_judge_presence_find(const wyrm_design *design, judge_presence *out,
                                     wyrm_error *error);
void wyrm_judge_presence_release(judge_presence *presence);

/* Whether the monster, weapon, armor or item of that name in that section can come. */
bool wyrm_judge_presence_has(const judge_presence *presence, const char *section, const char *name);

/* The section of the ruleset that a class of items stands in. */
const char *wyrm_judge_item_section(wyrm_item_class item_class);

/* Whether rooms of a role come at a depth, by its plans; and at any of
 * 1..last_depth. Normal rooms come everywhere, others only where they are planned. */
bool wyrm_judge_role_comes(const wyrm_role_plans *plans, wyrm_room_role role, int32_t depth);
bool wyrm_judge_role_comes_ever(const wyrm_role_plans *plans, wyrm_room_role role,
                                int32_t last_depth);

/* Fills comes[wyrm_roster_count]: whether each monster can be met by depth `last_depth`, drawn
 * by weight in normal rooms or brought by rooms of a role. */
void wyrm_judge_monsters_that_come(const wyrm_encounter *encounter, const wyrm_roster *roster,
                                   int32_t last_depth, bool *comes);

#endif
