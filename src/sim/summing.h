/* What is added up, run by run. */
#ifndef WYRM_SRC_SIM_SUMMING_H
#define WYRM_SRC_SIM_SUMMING_H

#include <wyrm/sim.h>

/* A run as the examples are ordered by: who got farther is greater. */
typedef struct summing_feat {
    bool any;
    bool won;
    int32_t depth, level;
    uint32_t turns;
    uint64_t run;
    wyrm_run_end end;
} summing_feat;

/* What a run had to do with one monster, on all its floors. */
typedef struct summing_fight {
    wyrm_run_fight sum;
    double
        hp_attacked; /* its attacks, each as the most hit points that the player had on that floor */
} summing_fight;

struct wyrm_summing {
    const wyrm_design *design;
    uint64_t seed, runs, last;
    uint64_t complete; /* runs that came to their end */
    uint64_t ends[WYRM_RUN_END_COUNT];
    wyrm_moments final_depth, final_level, turns, hp_left;
    wyrm_counts final_depths, all_turns;
    size_t depth_count;
    wyrm_sim_depth
        depths[WYRM_RUN_FLOORS_MAX]; /* counts and moments; the rest is worked out later */
    size_t monster_count, item_count;
    uint64_t *deaths; /* by cause (see deaths_at), then depth - 1 */
    wyrm_sim_monster *monsters;
    wyrm_sim_item *items;
    wyrm_sim_item all_items;
    summing_fight *together; /* of the run being added, by monster */
    summing_feat best, worst;
    summing_feat stalled;                       /* the first that did */
    summing_feat first_at[WYRM_RUN_FLOORS_MAX]; /* the first run that ended at each depth */
};

/* Causes of death in rows: the monsters, then one for every other end. */
static inline size_t wyrm_summing_causes(const wyrm_summing *summing)
{
    return summing->monster_count + WYRM_RUN_END_COUNT;
}

#endif
