/* What the files of the comparison and of the gate share. */
#ifndef WYRM_SRC_METRICS_COMPARING_H
#define WYRM_SRC_METRICS_COMPARING_H

#include <wyrm/compare.h>
#include <wyrm/gate.h>

/* Figures of one ruleset; `a` holds the value. */
typedef struct compare_list {
    size_t count, room;
    wyrm_compared *figures;
} compare_list;

/* One ruleset while it is measured. */
typedef struct compare_work {
    const wyrm_design *design;
    compare_list list;
    wyrm_status status; /* of what ended it */
    wyrm_error *error;
    /* Where figures go that are added. */
    wyrm_compare_group group;
    const char *of, *axis;
    int32_t at;
} compare_work;

/* Adds all figures of work->design, group by group.
 * WYRM_ERROR_MEMORY  out of memory
 * and those of targets that do not read */
wyrm_status wyrm_compare_gather(compare_work *work);

/* The values that two rulesets say differently, in the order of the schema.
 * WYRM_ERROR_MEMORY; what was found so far is to be freed by the caller in every case. */
wyrm_status wyrm_compare_values(const wyrm_ruleset *a, const wyrm_ruleset *b, wyrm_comparison *out,
                                wyrm_error *error);

/* Whether what stands at a path has a part in runs: not targets, margins, set fights, the reference
 * player, names and the like. */
bool wyrm_compare_is_played(const char *path);

/* Adds what a run came to to a side. Fails as wyrm_gate_take does. */
wyrm_status wyrm_gate_add(wyrm_gate_side *side, const wyrm_gate_run *run, wyrm_error *error);

#endif
