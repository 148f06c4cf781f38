/* The targets of a ruleset, and the places where they are measured. */
#ifndef WYRM_SRC_JUDGE_TARGETS_H
#define WYRM_SRC_JUDGE_TARGETS_H

#include <wyrm/design.h>
#include <wyrm/judge.h>
#include <wyrm/sim.h>

/* A target may spread over so many places, and all targets of a ruleset together over so many. */
#define JUDGE_PLACES_MAX       1000
#define JUDGE_PLACES_TOTAL_MAX 20000

/* One target as the ruleset has it. Texts belong to the ruleset. */
typedef struct judge_target {
    const char *name;
    const wyrm_value *record;
    int metric;
    const char *claim, *source, *note;
    const char *of, *against, *stat, *mode; /* "" where not given */
    const char *bot, *arena;                /* likewise */
    int32_t rooms;                          /* 0 where not given */
    wyrm_interval range;                    /* an open end is infinite */
    wyrm_interval tolerated;                /* around the range; the range where not given */
    wyrm_interval below, within;            /* {0, 0} where not given */
    wyrm_striker first;
    wyrm_attack_kind attack;
    double distance; /* tiles; 1 where not given */
} judge_target;

/* Where a target is measured. Only what its metric uses is set. */
typedef struct judge_place {
    size_t target; /* index in judge_targets.targets */
    int32_t level, depth;
    int32_t band; /* from 1; 0: none */
    int32_t mode; /* of loot, as wyrm_loot_context has it */
    double tracker;
    wyrm_combatant of, against;
    int index; /* of what `of` names: a monster, a kind of item, a category, a status */
    int stat;  /* see wyrm_judge_stat_index */
    int curve; /* of the growth */
    char where[160];
} judge_place;

/* All targets of a ruleset, spread over their places. */
typedef struct judge_targets {
    size_t target_count, place_count, place_room;
    judge_target *targets;
    judge_place *places; /* in the order of the file, then upwards */
} judge_targets;

/* Reads and checks all targets. WYRM_ERROR_RULESET with positions in `errors`, or
 * WYRM_ERROR_MEMORY; *out is to be released in every case. */
wyrm_status wyrm_judge_targets_read(const wyrm_design *design, judge_targets *out,
                                    wyrm_errors *errors);
void wyrm_judge_targets_release(judge_targets *targets);

/* Stats of a combatant that a target may name: those of the combat model, then hp, max_hp and
 * regeneration. Index for wyrm_judge_stat_value, or -1. */
int wyrm_judge_stat_index(const wyrm_design *design, const char *name);
double wyrm_judge_stat_value(const wyrm_design *design, int stat, const wyrm_combatant *combatant);

#endif
