/* Findings: what is wrong though no target names it. What the files that look for it share: the
 * list they add to, what of a ruleset can come at all, and trials of other values. */
#ifndef WYRM_SRC_METRICS_FINDINGS_H
#define WYRM_SRC_METRICS_FINDINGS_H

#include <wyrm/judge.h>
#include <wyrm/run.h>

#include "encounter/internal.h"
#include "metrics/internal.h"
#include "ruleset/internal.h"

/* ---- the list ---- */

typedef struct judge_findings {
    base_arena *arena;
    size_t count, room;
    wyrm_finding *list;
} judge_findings;

/* Looks for one thing that is wrong. */
typedef void judge_look(judge_work *work, const char *kind, judge_findings *findings);

void judge_add(judge_findings *findings, const char *kind, const char *where, const char *format,
               ...) WYRM_PRINTF(4, 5);

/* The table is in judge.c: where it names no kind the look does. */
judge_look wyrm_judge_look_absent;         /* findings_dead.c */
judge_look wyrm_judge_look_deep_rows;      /* findings_dead.c */
judge_look wyrm_judge_look_idle_combat;    /* findings_dead.c */
judge_look wyrm_judge_look_gear_gaps;      /* findings_dead.c */
judge_look wyrm_judge_look_barely_seen;    /* findings_dead.c */
judge_look wyrm_judge_look_last_map;       /* findings_dead.c */
judge_look wyrm_judge_look_no_final_map;   /* findings_dead.c */
judge_look wyrm_judge_look_inert;          /* findings_inert.c */
judge_look wyrm_judge_look_unhurt;         /* findings_fights.c */
judge_look wyrm_judge_look_fights;         /* findings_fights.c */
judge_look wyrm_judge_look_misfits;        /* findings_fights.c */
judge_look wyrm_judge_look_noise;          /* findings_fights.c */
judge_look wyrm_judge_look_rounded_steps;  /* findings_fights.c */
judge_look wyrm_judge_look_flat_steps;     /* findings_fights.c */
judge_look wyrm_judge_look_empty_levels;   /* findings_fights.c */
judge_look wyrm_judge_look_contradictions; /* findings_limits.c */
judge_look wyrm_judge_look_budgets;        /* findings_limits.c */
judge_look wyrm_judge_look_pity;           /* findings_limits.c */
judge_look wyrm_judge_look_stalls;         /* findings_runs.c */
judge_look wyrm_judge_look_unplayed;       /* findings_runs.c */

/* Ascending whole numbers as people write them, "14, 19, 22-25"; past the end an ellipsis stands
 * for the rest. A share in percent with the digits that matter, "0 %", "< 0.1 %", "2.4 %",
 * "37 %". */
void wyrm_judge_list_numbers(const int32_t *numbers, size_t count, char *text, size_t size);
typedef struct judge_percent {
    char text[16];
} judge_percent;
judge_percent wyrm_judge_percent(double share);

/* ---- games without an end (findings_runs.c) ---- */

/* Why the game that a runner made last goes no further where it was left: the bot has not done
 * what it could; the map has no way on; monsters stand in all of them that the player cannot
 * bring down. */
typedef enum judge_fault { JUDGE_FAULT_BOT, JUDGE_FAULT_MAP, JUDGE_FAULT_MONSTERS } judge_fault;
wyrm_status wyrm_judge_find_fault(const wyrm_runner *runner, judge_fault *out, wyrm_error *error);

/* ---- what can come at all ---- */

typedef struct judge_presence {
    const wyrm_design *design;
    int32_t last_depth;
    bool knows_monsters, knows_items; /* false: the model does not tell, and all count as present */
    size_t monster_count, item_count;
    bool *monsters; /* by the roster */
    bool *items;    /* by kind: found by chance in any mode, or given by pity */
} judge_presence;

judge_presence judge_find_presence(base_arena *arena, const wyrm_design *design);

/* Whether the monster, weapon, armor or item of that name in that section can come. */
bool wyrm_judge_presence_has(const judge_presence *presence, const char *section, const char *name);

/* The section of the ruleset that a class of items stands in. */
const char *wyrm_judge_section_of(wyrm_item_class item_class);

/* Whether rooms of a role come at a depth by its plans. Normal rooms come everywhere, others only
 * where they are planned. */
bool wyrm_judge_role_comes(const wyrm_role_plans *plans, wyrm_room_role role, int32_t depth);

/* Fills comes[wyrm_roster_count]: whether each monster can be met by depth `last_depth`, drawn
 * by weight in normal rooms or brought by rooms of a role. */
void wyrm_judge_monsters_that_come(const wyrm_encounter *encounter, const wyrm_roster *roster,
                                   int32_t last_depth, bool *comes);

/* ---- trials (findings_trials.c): does another value change anything? ---- */

/* What a value can have a part in. */
typedef enum judge_side {
    JUDGE_SIDE_FIGHTS,   /* hits, hit points, levels and what they cost */
    JUDGE_SIDE_MONSTERS, /* who comes, and their threat */
    JUDGE_SIDE_LOOT,
    JUDGE_SIDES
} judge_side;

typedef struct judge_outcomes {
    size_t count;
    const double *values;
} judge_outcomes;

/* A ruleset with its models: the one that is judged, or a copy in which one value is another. */
typedef struct judge_world {
    const wyrm_ruleset *ruleset;
    const wyrm_combat *combat;
    const wyrm_growth *growth;
    const wyrm_roster *roster;
} judge_world;

/* A design ready for varying: a copy of its ruleset in which one value is another, in turn. */
typedef struct judge_varying {
    base_arena *arena;
    wyrm_variation *variation;
    judge_world plain;
    wyrm_combat *combat; /* of the copy, for what does not change them */
    wyrm_growth *growth;
    wyrm_roster *roster;
    /* Of the design, for loot: what varies there is no part of them. */
    const wyrm_role_plans *plans;
    const bool *comes;                    /* by the roster: monsters that are fought */
    int32_t last_depth;                   /* 0: depths are no table */
    int32_t levels, steps;                /* of players; depths (or levels) of monsters in fights */
    bool has_side[JUDGE_SIDES];           /* its models tell their outcomes exactly */
    judge_outcomes plain_of[JUDGE_SIDES]; /* nothing varied; not of fights */
    judge_outcomes played;                /* of loot, in the mode that is played only */
    size_t work;                          /* numbers that trials have come to so far */
    const char *section;                  /* that the varied value stands in */
    const char *entity;      /* the monster or piece of gear whose it is; "": of none */
    struct judge_hits *hits; /* NULL: nothing made yet */
} judge_varying;

judge_varying *wyrm_judge_vary(base_arena *arena, const wyrm_design *design,
                               const judge_presence *presence);

/* What came of a trial: SAME, nothing is another; OTHER; NONE, the ruleset makes no sense with
 * it; TOO_LONG, there is too much to compare. */
typedef enum judge_trial {
    JUDGE_TRIAL_SAME,
    JUDGE_TRIAL_OTHER,
    JUDGE_TRIAL_NONE,
    JUDGE_TRIAL_TOO_LONG
} judge_trial;

/* Holds the outcomes of a side, with what is varied now, against the plain ones. `played`: of
 * loot only the mode that is played. */
judge_trial wyrm_judge_try(judge_varying *varying, judge_side side, bool played);

/* The same of fights, and the models of a ruleset that they need (findings_hits.c): they end with
 * the arena; anything but WYRM_OK where it makes none. */
judge_trial wyrm_judge_hits_compare(judge_varying *varying);
void wyrm_judge_hits_release(judge_varying *varying);
wyrm_status wyrm_judge_models(base_arena *arena, const wyrm_ruleset *ruleset, wyrm_combat **combat,
                              wyrm_growth **growth, wyrm_roster **roster);

#endif
