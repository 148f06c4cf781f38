/* What the files of the comparison and of the gate share. */
#ifndef WYRM_SRC_METRICS_COMPARING_H
#define WYRM_SRC_METRICS_COMPARING_H

#include <wyrm/compare.h>
#include <wyrm/gate.h>

#include "metrics/internal.h"

/* Figures of one ruleset; `a` holds the value. */
typedef struct compare_list {
    size_t count, room;
    wyrm_compared *figures;
} compare_list;

/* One ruleset while it is measured. */
typedef struct compare_work {
    base_arena *arena;
    const wyrm_design *design;
    wyrm_errors *errors; /* what is wrong with its targets */
    compare_list list;
    /* Where figures go that are added. */
    wyrm_compare_group group;
    const char *of, *axis;
    int32_t at;
} compare_work;

/* Adds all figures of work->design, group by group. Where targets do not read the job ends with
 * WYRM_ERROR_RULESET, and work->errors. */
void wyrm_compare_gather(compare_work *work);

/* The values that two rulesets say differently, in the order of the schema; how many. */
size_t wyrm_compare_values(base_arena *arena, const wyrm_ruleset *a, const wyrm_ruleset *b,
                           wyrm_compared_value **out);

/* Walking two rulesets together: whether two values are compared member by member; the path of a
 * member, "combat.spread.2" (elements of lists count from 1); the member of `value` that goes with
 * member `index` of `like`. */
#define COMPARE_PATH 512
bool wyrm_compare_goes_deeper(const wyrm_value *a, const wyrm_value *b);
void wyrm_compare_path(const char *path, const char *key, size_t index, char out[COMPARE_PATH]);
const wyrm_value *wyrm_compare_partner(const wyrm_value *value, const wyrm_value *like,
                                       size_t index);

/* Whether what stands at a path has a part in runs: not targets, margins, set fights, the reference
 * player, names and the like. */
bool wyrm_compare_is_played(const char *path);

/* Adds what a run came to to a side. Fails as wyrm_gate_take does. */
wyrm_status wyrm_gate_add(wyrm_gate_side *side, const wyrm_gate_run *run, wyrm_error *error);

#endif
