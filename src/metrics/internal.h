/* What the files that judge share: the judging in progress, targets and their places, metrics and
 * what they measure. What findings share is in findings.h.
 *
 * A judging is one job (base/arena.h): all that is made lives until it ends, and what fails ends it
 * with its error. */
#ifndef WYRM_SRC_METRICS_INTERNAL_H
#define WYRM_SRC_METRICS_INTERNAL_H

#include <wyrm/descent.h>
#include <wyrm/design.h>
#include <wyrm/judge.h>
#include <wyrm/looks.h>
#include <wyrm/loot_survey.h>
#include <wyrm/rooms.h>
#include <wyrm/sim.h>
#include <wyrm/survey.h>
#include <wyrm/threat_calibration.h>

#include "base/arena.h"
#include "base/rule.h"

#define JUDGE_CONFIDENCE 0.95

/* Dungeons that are sampled where nothing else is asked for: half a second, and shares within 1 %.
 */
#define JUDGE_DUNGEONS 10000

/* ---- targets and the places where they are measured ---- */

/* A target may spread over so many places, and all targets of a ruleset together over so many. */
#define JUDGE_PLACES_MAX       1000
#define JUDGE_PLACES_TOTAL_MAX 20000

/* One target as the ruleset has it. Texts belong to the ruleset. */
typedef struct judge_target {
    const char *name;
    const wyrm_value *record;
    const struct judge_metric *metric;
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
    int stat;  /* of the combat model; from WYRM_STATS_MAX on hp, max_hp, regeneration */
    int curve; /* of the growth */
    char where[160];
} judge_place;

/* All targets of a ruleset, spread over their places. */
typedef struct judge_targets {
    size_t target_count, place_count, place_room;
    judge_target *targets;
    judge_place *places; /* in the order of the file, then upwards */
} judge_targets;

/* Reads and checks all targets. Where any makes no sense the job ends with WYRM_ERROR_RULESET, and
 * with what is wrong, positions included, in `errors` (may be NULL). */
const judge_targets *judge_read_targets(base_arena *arena, const wyrm_design *design,
                                        wyrm_errors *errors);

/* ---- the judging in progress ---- */

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

/* Runs that were simulated: by whom, of which set fight, and the last look at them. */
#define JUDGE_SIMULATIONS_MAX 64
#define JUDGE_USUAL_BOT       "explorer"
typedef struct judge_simulation {
    const char *bot;
    const char *arena; /* its name; "" for whole games */
    wyrm_looks looks;
    wyrm_summary *summary;
    bool has_lost;
    uint64_t lost_run; /* the first that came to no end; where has_lost */
} judge_simulation;

typedef struct judge_work {
    base_arena *arena;
    const wyrm_design *design;
    const judge_targets *targets; /* whose verdicts say how many runs are needed; NULL: none */
    uint64_t seed;
    wyrm_effort effort;
    unsigned threads;
    bool (*progress)(double done, void *context);
    void *context;
    /* What is made so far: NULL, or dungeons 0, where it was not asked for yet. */
    const wyrm_descents *descents;
    judge_survey survey;
    const wyrm_loot_survey *loot[WYRM_LOOT_MODES_MAX + 1]; /* by mode, 0 the played one */
    const wyrm_calibration *calibration;
    const wyrm_threat_survey *threat;
    size_t simulation_count;
    judge_simulation simulations[JUDGE_SIMULATIONS_MAX];
} judge_work;

const wyrm_descents *judge_descents(judge_work *work);
const judge_survey *judge_survey_of(judge_work *work);
/* Campaigns in a mode of loot (0: the one that is played): exact where that can be had, and then
 * not sampled any more than need be. */
const wyrm_loot_survey *judge_loot(judge_work *work, int32_t mode);
/* Every monster's fight at every depth beside its threat, exact; floors with the threat that they
 * hold. For rulesets with threat and a last depth. */
const wyrm_calibration *judge_calibration(judge_work *work);
const wyrm_threat_survey *judge_threat(judge_work *work);
uint64_t judge_floors(const judge_work *work); /* of a depth that are looked at */

/* Whole games of a bot (arena "") or set fights, as many as the targets on them need, and few where
 * there are none. The names must live as long as the judging. */
const judge_simulation *judge_simulate(judge_work *work, const char *bot, const char *arena);
const char *judge_bot_of(const judge_target *target); /* who plays for it */

/* What ends games though a verdict is unclear; 0: nothing but the effort, as of set fights. */
double judge_accuracy_wanted(const judge_work *work, bool fights);

/* ---- metrics ---- */

/* A measured value. One that cannot be measured (the turns of a fight that never ends) is NAN, one
 * without bound INFINITY. */
typedef struct judge_measure {
    double value;
    bool sampled;
    wyrm_interval ci95;
    uint64_t runs;         /* simulated ones; 0: it is about none */
    const char *bot;       /* of those runs */
    wyrm_interval decided; /* of those runs: what the verdict goes by, wider after early looks */
} judge_measure;

judge_measure judge_measured(const wyrm_estimate *estimate);
judge_measure judge_mean(const wyrm_moments *moments, double confidence);
judge_measure judge_share(uint64_t successes, uint64_t trials, double confidence);
wyrm_verdict judge_verdict(const judge_measure *measure, const judge_target *target);
double judge_accuracy(const judge_measure *measure, const judge_target *target);

/* Reading a target at a place. */
typedef struct judge_reading {
    base_arena *arena;
    const wyrm_design *design;
    wyrm_errors *errors;
    bool wrong; /* something was told */
    const judge_target *target;
    judge_place *place;
} judge_reading;

/* Reads what a metric needs of the target into the place; what is wrong is told at its key. */
typedef void judge_prepare(judge_reading *reading);
typedef judge_measure judge_measurer(judge_work *work, const judge_target *target,
                                     const judge_place *place, int which);

/* A metric: its row in metrics.c. */
typedef struct judge_metric {
    wyrm_metric shown;
    judge_prepare *prepare; /* NULL: nothing to read */
    judge_measurer *measure;
    int which; /* of what `measure` can tell */
} judge_metric;

const judge_metric *judge_metric_find(const char *name, const char **nearest); /* or NULL */
wyrm_interval judge_metric_range(const judge_metric *metric);                  /* in any ruleset */
bool judge_is_share(const judge_metric *metric);

typedef enum judge_use { JUDGE_UNUSED, JUDGE_OPTIONAL, JUDGE_REQUIRED } judge_use;
judge_use judge_metric_use(const judge_metric *metric, const char *key);

/* Measures a target of work->targets at a place, as a job of its own: what fails is in the error of
 * work->arena. */
wyrm_status judge_try_place(judge_work *work, const judge_place *place, judge_measure *out);

/* What of it is meant, measurer by measurer. */
judge_measurer judge_measure_stat;
enum { JUDGE_STAT, JUDGE_STAT_RATIO, JUDGE_STAT_DIFFERENCE };
judge_measurer judge_measure_growth;
enum {
    JUDGE_CURVE,
    JUDGE_LEVEL_FACTOR,
    JUDGE_EXPERIENCE_STEP,
    JUDGE_EXPERIENCE_GROWTH,
    JUDGE_EXPERIENCE_TO_LEVEL,
    JUDGE_KILLS_TO_LEVEL
};
judge_measurer judge_measure_hit;
enum {
    JUDGE_HIT_MEAN,
    JUDGE_HIT_SD,
    JUDGE_HIT_MISS,
    JUDGE_HIT_SHARE,
    JUDGE_AVERAGE_HITS,
    JUDGE_ATTACKS_TO_KILL
};
judge_measurer judge_measure_duel;
enum { JUDGE_WIN_CHANCE, JUDGE_DUEL_TURNS, JUDGE_HP_LEFT };
judge_measurer judge_measure_levels;
enum {
    JUDGE_LEVEL_BELOW,
    JUDGE_LEVEL_WITHIN,
    JUDGE_LEVEL_CHOICE,
    JUDGE_LEVEL_MEAN,
    JUDGE_LEVEL_GAP,
    JUDGE_MONSTERS_SEEN
};
judge_measurer judge_measure_final_depth;
judge_measurer judge_measure_floor_threat;
enum { JUDGE_MEAN, JUDGE_SHARE };
judge_measurer judge_measure_depth;
enum {
    JUDGE_ROOMS,
    JUDGE_MONSTERS,
    JUDGE_ITEMS,
    JUDGE_EXPERIENCE,
    JUDGE_TRACKER,
    JUDGE_MONSTER_LEVEL
};
judge_measurer judge_measure_gear;
enum { JUDGE_GEAR_BONUS, JUDGE_GEAR_LEVEL };
judge_measurer judge_measure_room;
enum {
    JUDGE_MONSTER_SHARE,
    JUDGE_ROOM_MONSTERS,
    JUDGE_ROOM_MONSTERS_SHARE,
    JUDGE_ROOM_THREAT,
    JUDGE_ROOM_THREAT_SHARE,
    JUDGE_ROOM_STATUS
};
judge_measurer judge_measure_item;
judge_measurer judge_measure_threat_rank;
judge_measurer judge_measure_loot;
enum {
    JUDGE_ROOM_ITEMS,
    JUDGE_ROOM_CATEGORY,
    JUDGE_PITY_SHARE,
    JUDGE_PITY_RATE,
    JUDGE_NATURAL_RATE,
    JUDGE_DROUGHT,
    JUDGE_FIRST_ITEM
};
judge_measurer judge_measure_attrition;
enum {
    JUDGE_ATTACKS_ON_MONSTER,
    JUDGE_HITS_ON_MONSTER,
    JUDGE_ATTACKS_ON_PLAYER,
    JUDGE_FIGHT_DEATH,
    JUDGE_ROOM_DEATH,
    JUDGE_ROOM_LOST,
    JUDGE_FLOOR_DEATH
};
judge_measurer judge_measure_runs;
enum {
    JUDGE_RUN_WON,
    JUDGE_RUN_STARVED,
    JUDGE_RUN_FINAL_DEPTH,
    JUDGE_RUN_FINAL_LEVEL,
    JUDGE_RUN_TURNS,
    JUDGE_RUN_HP_LEFT,
    JUDGE_RUN_LEVEL,
    JUDGE_RUN_HAZARD,
    JUDGE_RUN_SURVIVAL,
    JUDGE_RUN_DEATHS_BY
};

/* ---- attacks and what fights cost ---- */

/* Expected attacks until hit points are gone, misses and overkill included; INFINITY where that
 * never comes, NAN where so many cannot be counted. */
double judge_expected_attacks(base_arena *arena, const wyrm_pmf *damage, int64_t hp);

/* Groups of floors, where who comes how often is a figure of floors. */
#define JUDGE_BATCHES 10

/* One kind of monster at a depth. */
typedef struct judge_foe {
    int32_t monster;              /* index of the roster */
    double share;                 /* of the monsters of the depth */
    double shares[JUDGE_BATCHES]; /* the same in each group of floors, where it is sampled */
    wyrm_combatant combatant;
    const wyrm_pmf *given, *taken; /* damage of one attack of the player, and of the monster */
    const wyrm_pmf *cost; /* hit points that killing it takes from a player with enough of them, cut
                             at those that the player has; NULL: it depends on what is left */
} judge_foe;

/* A player and the foes of a depth, sorted by the roster. */
typedef struct judge_crowd {
    base_arena *arena;
    const wyrm_design *design;
    int32_t depth;
    uint64_t seed; /* of the floors that are generated where what rooms hold is not known exactly */
    wyrm_combatant player;
    wyrm_striker first; /* in every fight; the player is the subject */
    size_t count;
    judge_foe *foes;
    bool sampled;  /* their shares are of generated floors */
    uint64_t work; /* steps that its fights have taken so far */
    bool too_long; /* they would take more steps than can be: what they cost cannot be told */
} judge_crowd;

/* Gathers the foes; count is 0 where no monster has a weight at the depth. WYRM_ERROR_ARGUMENT: a
 * player or monster without hit points. */
judge_crowd judge_gather_crowd(base_arena *arena, const wyrm_design *design, int32_t depth,
                               uint64_t seed, const wyrm_combatant *player, wyrm_striker first);

/* The chance to die in a normal room, and the mean share of hit points that it takes (all, where it
 * kills). The player enters with all hit points and fights the monsters one after another; they
 * do not come back between the fights but for what regeneration gives during them. Sampled where
 * not all that is drawn for a room gets a tile, and where a budget makes its monsters hang
 * together. Both are NAN where the fights are too long to be counted. */
typedef struct judge_attrition {
    wyrm_estimate death, lost;
} judge_attrition;
judge_attrition judge_crowd_room(judge_crowd *crowd);

/* The chance to die of one foe of the crowd. */
double judge_crowd_death(judge_crowd *crowd);

#endif
