/* What the files of src/judge share: a judging in progress, targets, places, measures, findings. */
#ifndef WYRM_SRC_JUDGE_JUDGING_H
#define WYRM_SRC_JUDGE_JUDGING_H

#include <wyrm/descent.h>
#include <wyrm/judge.h>
#include <wyrm/loot_survey.h>
#include <wyrm/sim.h>
#include <wyrm/survey.h>
#include <wyrm/truth.h>

/* A target may spread over so many places, and all targets of a ruleset together over so many. */
#define JUDGE_PLACES_MAX       1000
#define JUDGE_PLACES_TOTAL_MAX 20000

/* Dungeons that are sampled where nothing else is asked for: half a second, and shares within 1 %.
 */
#define JUDGE_RUNS 10000

/* Dungeons whose content is looked at one by one: the first of those that are sampled, at most. */
#define JUDGE_SURVEY_RUNS 1000

/* Floors of one depth that are looked at, at most, where a target is about floors: means within
 * 4 %. */
#define JUDGE_FLOORS 400

typedef struct judge_target judge_target;
typedef struct judge_place judge_place;

/* What was found in the dungeons of the survey, kind by kind. */
typedef struct judge_survey {
    uint64_t dungeons;
    size_t monster_count;       /* of the roster */
    uint64_t *monster_dungeons; /* by monster: dungeons that have one */
    uint64_t *monster_final;    /* by monster: dungeons that have one on the final map only */
    size_t item_count;          /* kinds of items, gear included */
    uint64_t *item_dungeons;    /* by kind: dungeons that have one */
    int32_t highest_level;      /* of any monster seen */
} judge_survey;

/* Runs that were simulated: by whom, how, and of which set fight. */
#define JUDGE_SIMULATIONS_MAX 64
typedef struct judge_simulation {
    const char *bot;   /* "" for the usual one */
    const char *arena; /* its name; "" for whole games */
    wyrm_fidelity fidelity;
    wyrm_summary *summary;
} judge_simulation;

/* One judging. What is sampled is sampled once, when it is first asked for. */
typedef struct judge_work {
    const wyrm_design *design;
    uint64_t seed, runs;
    unsigned threads;
    bool (*progress)(double done, void *context);
    void *context;
    wyrm_descents *descents;                         /* NULL: not yet */
    judge_survey survey;                             /* dungeons 0: not yet */
    wyrm_loot_survey *loot[WYRM_LOOT_MODES_MAX + 1]; /* by mode, 0 the played one; NULL: not yet */
    wyrm_truth *truth;                               /* NULL: not yet */
    wyrm_threat_survey *threat;                      /* NULL: not yet */
    size_t simulation_count;
    judge_simulation simulations[JUDGE_SIMULATIONS_MAX];
} judge_work;

wyrm_status wyrm_judging_descents(judge_work *judging, const wyrm_descents **out,
                                  wyrm_error *error);
wyrm_status wyrm_judging_survey(judge_work *judging, const judge_survey **out, wyrm_error *error);
/* Campaigns in a mode of loot (0: the one that is played): exact where that can be had, and then not
 * sampled any more than need be. */
wyrm_status wyrm_judging_loot(judge_work *judging, int32_t mode, const wyrm_loot_survey **out,
                              wyrm_error *error);
/* Every monster's fight at every depth beside its threat, exact; floors with the threat that they hold.
 * WYRM_ERROR_ARGUMENT  the ruleset has no threat or no last depth */
wyrm_status wyrm_judging_truth(judge_work *judging, const wyrm_truth **out, wyrm_error *error);
wyrm_status wyrm_judging_threat(judge_work *judging, const wyrm_threat_survey **out,
                                wyrm_error *error);

/* The runs that a target is about.
 * WYRM_ERROR_LIMIT  more than JUDGE_SIMULATIONS_MAX different simulations in one ruleset */
wyrm_status wyrm_judging_simulation(judge_work *judging, const judge_target *target,
                                    const wyrm_summary **out, wyrm_error *error);

/* How many floors of a depth are looked at. */
uint64_t wyrm_judging_floors(const judge_work *judging);
void wyrm_judging_release(judge_work *judging);

/* A measured value. One that cannot be measured (the turns of a fight that never ends) is NAN, one
 * without bound INFINITY. */
typedef struct judge_measure {
    double value;
    bool sampled;
    wyrm_interval ci95;
    uint64_t runs;   /* simulated ones; 0: it is about none */
    const char *bot; /* of those runs */
} judge_measure;

/* Reads what a metric needs of the target into the place; errors point at a key of the target. */
typedef wyrm_status judge_prepare(const wyrm_design *design, const judge_target *target,
                                  judge_place *place, wyrm_errors *errors);
typedef wyrm_status judge_evaluate(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error);

/* How a metric is worked out: the same index as in wyrm_judge_metrics. */
typedef struct judge_method {
    judge_prepare *prepare; /* NULL: nothing to read */
    judge_evaluate *evaluate;
} judge_method;

int wyrm_judge_metric_find(const char *name); /* index, or -1 */
const char *wyrm_judge_metric_nearest(const char *name);
const judge_method *wyrm_judge_metric_method(int metric);

/* How a metric uses a key of a target. */
typedef enum judge_use { JUDGE_UNUSED, JUDGE_OPTIONAL, JUDGE_REQUIRED } judge_use;
judge_use wyrm_judge_metric_use(const wyrm_metric *metric, const char *key);

/* One target as the ruleset has it. Texts belong to the ruleset. */
struct judge_target {
    const char *name;
    const wyrm_value *record;
    int metric;
    const char *claim, *source, *note;
    const char *of, *against, *stat, *mode; /* "" where not given */
    const char *bot, *arena;                /* likewise */
    wyrm_fidelity fidelity;
    int32_t rooms;               /* 0 where not given */
    wyrm_interval range;         /* an open end is infinite */
    wyrm_interval tolerated;     /* around the range; the range where not given */
    wyrm_interval below, within; /* {0, 0} where not given */
    wyrm_striker first;
    wyrm_attack_kind attack;
    double distance; /* tiles; 1 where not given */
};

/* Where a target is measured. Only what its metric uses is set. */
struct judge_place {
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
};

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

/* The preparations of the metrics (targets_prepare.c). */
judge_prepare wyrm_judge_prepare_one;       /* of, a combatant */
judge_prepare wyrm_judge_prepare_one_stat;  /* of, stat */
judge_prepare wyrm_judge_prepare_pair;      /* of, against */
judge_prepare wyrm_judge_prepare_pair_stat; /* of, against, stat */
judge_prepare wyrm_judge_prepare_curve;     /* of, a role; stat, a curve of it */
judge_prepare wyrm_judge_prepare_factor;    /* a growth with a factor */
judge_prepare wyrm_judge_prepare_step;      /* a level of at least 1 */
judge_prepare wyrm_judge_prepare_growth;    /* a level of at least 2 */
judge_prepare wyrm_judge_prepare_kills;     /* a curve of experience for monsters */
judge_prepare wyrm_judge_prepare_tracker;   /* a ruleset with a tracker */
judge_prepare wyrm_judge_prepare_choice;    /* the same; of, a way to choose a monster's level */
/* Those of depths and bands (depth_prepare.c). */
judge_prepare wyrm_judge_prepare_tables;   /* difficulty by tables of depths */
judge_prepare wyrm_judge_prepare_monster;  /* the same; of, a monster */
judge_prepare wyrm_judge_prepare_threat;   /* the same; monsters with threat */
judge_prepare wyrm_judge_prepare_status;   /* the same; of, a status of rooms */
judge_prepare wyrm_judge_prepare_crowd;    /* difficulty by tables; of, a player, or nobody */
judge_prepare wyrm_judge_prepare_item;     /* of, an item */
judge_prepare wyrm_judge_prepare_loot;     /* a depth or a band; a mode */
judge_prepare wyrm_judge_prepare_category; /* the same; of, a category of items */
judge_prepare wyrm_judge_prepare_pity;     /* a band; a mode; loot with pity */
judge_prepare wyrm_judge_prepare_pity_of;  /* the same; of, a category of pity */
/* Those of runs (run_metrics.c). */
judge_prepare wyrm_judge_prepare_bot;    /* a bot */
judge_prepare wyrm_judge_prepare_killer; /* the same; of, a monster */
judge_prepare wyrm_judge_prepare_arena;  /* an arena; a bot */

/* Positioned errors about a key of a target: a message; an unknown name, with the nearest. */
wyrm_status wyrm_judge_prepare_fail(const wyrm_design *design, const judge_target *target,
                                    const char *key, wyrm_errors *errors, const char *hint,
                                    const char *message);
wyrm_status wyrm_judge_prepare_unknown(const wyrm_design *design, const judge_target *target,
                                       const char *key, const char *what, const char *name,
                                       const char *const *candidates, size_t count,
                                       wyrm_errors *errors);

/* Expected number of attacks with this damage until so many hit points are gone; INFINITY where none
 * is ever done (fight_metrics.c). */
wyrm_status wyrm_judge_expected_attacks(const wyrm_pmf *damage, int64_t hp, double *out,
                                        wyrm_error *error);

/* The share of normal rooms of a depth that have a status (depth_metrics.c). The design has threat. */
wyrm_status wyrm_judge_status_share(const wyrm_design *design, int32_t depth,
                                    wyrm_threat_status wanted, double *out, wyrm_error *error);

wyrm_verdict wyrm_judge_verdict(const judge_measure *measure, const wyrm_interval *range,
                                const wyrm_interval *tolerated);

/* Findings, while they are gathered. */
typedef struct judge_findings {
    size_t count, room;
    wyrm_finding *list;
} judge_findings;

/* Looks for one thing that is wrong. */
typedef wyrm_status judge_look(judge_work *judging, const char *kind, judge_findings *findings,
                               wyrm_error *error);

wyrm_status wyrm_judge_findings_add(judge_findings *findings, const char *kind, const char *where,
                                    wyrm_error *error, const char *format, ...) WYRM_PRINTF(5, 6);
wyrm_status wyrm_judge_findings_look(judge_work *judging, judge_findings *findings,
                                     wyrm_error *error);

judge_look wyrm_judge_look_unseen;         /* findings_dead.c */
judge_look wyrm_judge_look_deep_rows;      /* findings_dead.c */
judge_look wyrm_judge_look_share_most;     /* findings_dead.c */
judge_look wyrm_judge_look_gear_gaps;      /* findings_dungeon.c */
judge_look wyrm_judge_look_barely_seen;    /* findings_dungeon.c */
judge_look wyrm_judge_look_last_map;       /* findings_dungeon.c */
judge_look wyrm_judge_look_no_final_map;   /* findings_dungeon.c */
judge_look wyrm_judge_look_noise;          /* findings_growth.c */
judge_look wyrm_judge_look_rounded_steps;  /* findings_growth.c */
judge_look wyrm_judge_look_flat_steps;     /* findings_growth.c */
judge_look wyrm_judge_look_fights;         /* findings_fights.c */
judge_look wyrm_judge_look_absent;         /* findings_absent.c */
judge_look wyrm_judge_look_inert;          /* findings_inert.c: dead-configuration, bands-alike */
judge_look wyrm_judge_look_budgets;        /* findings_budget.c */
judge_look wyrm_judge_look_pity;           /* findings_pity.c: kinds of its own */
judge_look wyrm_judge_look_contradictions; /* findings_targets.c */
judge_look wyrm_judge_look_misfits;        /* findings_threat.c */

/* The section of the ruleset that a class of items stands in. */
const char *wyrm_judge_item_section(wyrm_item_class item_class);

/* Writes ascending whole numbers as people do, "14, 19, 22-25", into text[size]; past the end an
 * ellipsis stands for the rest. */
void wyrm_judge_list_numbers(const int32_t *numbers, size_t count, char *text, size_t size);

#endif
