/* What the files of the comparison share: figures while they are gathered, and those who gather. */
#ifndef WYRM_SRC_JUDGE_COMPARING_H
#define WYRM_SRC_JUDGE_COMPARING_H

#include <wyrm/compare.h>
#include <wyrm/gate.h>
#include <wyrm/rooms.h>

/* Places that both rulesets are measured at. */
#define COMPARE_CURVE_LEVELS  30 /* of growth by curves, and of trackers */
#define COMPARE_CHOICE_LEVELS 10 /* of growth by choices */
#define COMPARE_DEPTHS_MAX    60

/* Figures of one ruleset; `a` holds the value. */
typedef struct compare_list {
    size_t count, room;
    wyrm_compared *figures;
} compare_list;

/* One ruleset while it is measured. */
typedef struct compare_work {
    const wyrm_design *design;
    compare_list list;
    /* Where figures go that are added. */
    wyrm_compare_group group;
    const char *of, *axis;
    int32_t at;
} compare_work;

/* Adds a figure of work->of at work->at. `unit` is static. WYRM_ERROR_MEMORY */
wyrm_status wyrm_compare_add(compare_work *work, const char *metric, const char *unit, double value,
                             wyrm_error *error);
wyrm_status wyrm_compare_add_estimate(compare_work *work, const char *metric, const char *unit,
                                      const wyrm_estimate *estimate, wyrm_error *error);

/* Half the interval of an estimate, by its farther end; 0 where it is exact. */
double wyrm_compare_margin(const wyrm_estimate *estimate);

#define COMPARE_SEED 1 /* of floors that are generated, the same for both */

/* Passes on what nobody can help; any other failure means that there is no such figure. */
bool wyrm_compare_is_fatal(wyrm_status status);

/* Whether growth has curves for the player and for monsters of any level. */
bool wyrm_compare_has_curves(const wyrm_design *design);

typedef wyrm_status compare_gather(compare_work *work, wyrm_error *error);
compare_gather wyrm_compare_gather_player;   /* compare_creatures.c */
compare_gather wyrm_compare_gather_curves;   /* compare_creatures.c */
compare_gather wyrm_compare_gather_monsters; /* compare_creatures.c */
compare_gather wyrm_compare_gather_gear;     /* compare_creatures.c */
compare_gather wyrm_compare_gather_duels;    /* compare_fights.c */
compare_gather wyrm_compare_gather_cost;     /* compare_fights.c */
compare_gather wyrm_compare_gather_depths;   /* compare_depths.c */
compare_gather wyrm_compare_gather_loot;     /* compare_depths.c */
compare_gather wyrm_compare_gather_targets;  /* compare_targets.c */

/* The values that two rulesets say differently, in the order of the schema (compare_values.c).
 * WYRM_ERROR_MEMORY; what was found so far is to be freed by the caller in every case. */
wyrm_status wyrm_compare_values(const wyrm_ruleset *a, const wyrm_ruleset *b, wyrm_comparison *out,
                                wyrm_error *error);

/* Whether what stands at a path has a part in runs: not targets, margins, set fights, the reference
 * player, names and the like. */
bool wyrm_compare_is_played(const char *path);

/* Adds what a run came to to a side. Fails as wyrm_gate_take does. */
wyrm_status wyrm_gate_add(wyrm_gate_side *side, const wyrm_gate_run *run, wyrm_error *error);

#endif
