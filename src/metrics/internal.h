/* What the files that judge share: the judging in progress, targets and their places, the table of
 * metrics. What findings share is in findings.h. */
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

/* A judging in progress: what it samples and works out once, when that is first asked for. */

/* Dungeons that are sampled where nothing else is asked for: half a second, and shares within 1 %.
 */
#define JUDGE_RUNS 10000

/* Dungeons whose content is looked at one by one: the first of those that are sampled, at most. */
#define JUDGE_SURVEY_RUNS 1000

/* Floors of one depth that are looked at, at most, where a target is about floors or rooms: means
 * within 3 %. */
#define JUDGE_FLOORS WYRM_ROOMS_FLOORS

struct judge_work;

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

/* Runs that were simulated: by whom, how, of which set fight, and the last look at them. */
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

/* What the verdicts on a simulation's runs need, with the summary so far (NULL: none yet). */
typedef enum judge_need {
    JUDGE_NEED_NONE,    /* there are none */
    JUDGE_NEED_MORE,    /* more runs */
    JUDGE_NEED_CLEAR,   /* nothing: all are clear */
    JUDGE_NEED_ACCURATE /* nothing: they are clear, or their figures as accurate as asked for */
} judge_need;
typedef wyrm_status judge_ask_need(struct judge_work *judging, const judge_simulation *made,
                                   judge_need *out, wyrm_error *error);

/* One judging. What is sampled is sampled once, when it is first asked for. */
typedef struct judge_work {
    const wyrm_design *design;
    judge_ask_need *need; /* tells whether runs are enough; NULL: no verdict is on any */
    const void *targets;  /* what it goes by */
    uint64_t seed;
    wyrm_effort effort;
    unsigned threads;
    bool (*progress)(double done, void *context);
    void *context;
    wyrm_descents *descents;                         /* NULL: not yet */
    judge_survey survey;                             /* dungeons 0: not yet */
    wyrm_loot_survey *loot[WYRM_LOOT_MODES_MAX + 1]; /* by mode, 0 the played one; NULL: not yet */
    wyrm_calibration *truth;                         /* NULL: not yet */
    wyrm_threat_survey *threat;                      /* NULL: not yet */
    size_t simulation_count;
    judge_simulation simulations[JUDGE_SIMULATIONS_MAX];
} judge_work;

wyrm_status wyrm_judging_descents(judge_work *judging, const wyrm_descents **out,
                                  wyrm_error *error);
wyrm_status wyrm_judging_survey(judge_work *judging, const judge_survey **out, wyrm_error *error);
/* Campaigns in a mode of loot (0: the one that is played): exact where that can be had, and then
 * not sampled any more than need be. */
wyrm_status wyrm_judging_loot(judge_work *judging, int32_t mode, const wyrm_loot_survey **out,
                              wyrm_error *error);
/* Every monster's fight at every depth beside its threat, exact; floors with the threat that they
 * hold.
 * WYRM_ERROR_ARGUMENT  the ruleset has no threat or no last depth */
wyrm_status wyrm_judging_calibration(judge_work *judging, const wyrm_calibration **out,
                                     wyrm_error *error);
wyrm_status wyrm_judging_threat(judge_work *judging, const wyrm_threat_survey **out,
                                wyrm_error *error);

/* Whole games of a bot (arena "") or set fights, as many as the targets on them need, and few where
 * there are none. The names must live as long as the judging.
 * WYRM_ERROR_LIMIT  more than JUDGE_SIMULATIONS_MAX different simulations in one ruleset */
wyrm_status wyrm_judging_simulation(judge_work *judging, const char *bot, const char *arena,
                                    const judge_simulation **out, wyrm_error *error);

/* What ends games though a verdict is unclear; 0: nothing but the effort, as of set fights. */
double wyrm_judging_accuracy(const judge_work *judging, bool fights);

/* How many floors of a depth are looked at. */
uint64_t wyrm_judging_floors(const judge_work *judging);
void wyrm_judging_release(judge_work *judging);

/* The targets of a ruleset, and the places where they are measured. */

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

/* The monsters of a depth as foes of one player: who comes how often, and what fighting them
 * costs. */

/* Groups of floors, where who comes how often is a figure of floors. */
#define JUDGE_BATCHES 10

/* One kind of monster at a depth. */
typedef struct judge_foe {
    int32_t monster;              /* index of the roster */
    double share;                 /* of the monsters of the depth */
    double shares[JUDGE_BATCHES]; /* the same in each group of floors, where it is sampled */
    wyrm_combatant combatant;
    wyrm_pmf *given, *taken; /* damage of one attack of the player, and of the monster */
    wyrm_pmf *cost; /* hit points that killing it takes from a player with enough of them, cut
                                at those that the player has; NULL: it depends on what is left */
} judge_foe;

/* A player and the foes of a depth, sorted by the roster. */
typedef struct judge_crowd {
    const wyrm_design *design;
    int32_t depth;
    uint64_t seed; /* of the floors that are generated where what rooms hold is not known exactly */
    wyrm_combatant player;
    wyrm_striker first; /* in every fight; the player is the subject */
    size_t count;
    judge_foe *foes;
    bool sampled;  /* their shares are of generated floors */
    uint64_t work; /* steps that its fights have taken so far */
    bool too_long; /* they would take more steps than can be: no toll can be told */
} judge_crowd;

/* Gathers the foes; count is 0 where no monster has a weight at the depth. *out is to be
 * released in every case. WYRM_ERROR_ARGUMENT: a player or monster without hit points */
wyrm_status wyrm_judge_crowd_gather(const wyrm_design *design, int32_t depth, uint64_t seed,
                                    const wyrm_combatant *player, wyrm_striker first,
                                    judge_crowd *out, wyrm_error *error);
void wyrm_judge_crowd_release(judge_crowd *crowd);

/* A figure of the crowd as it follows from the shares of its foes: with an interval where those are
 * sampled. */
typedef wyrm_status judge_crowd_figure(judge_crowd *crowd, double *out, wyrm_error *error);

/* The chance to die in a normal room, and the mean share of hit points that it takes (all, where it
 * kills). The player enters with all hit points and fights the monsters one after another; they
 * do not come back between the fights but for what regeneration gives during them. Sampled where
 * not all that is drawn for a room gets a tile, and where a budget makes its monsters hang
 * together. Both are NAN where the fights are too long to be counted. */
typedef struct judge_toll {
    wyrm_estimate death, lost;
} judge_toll;
wyrm_status wyrm_judge_crowd_room(judge_crowd *crowd, judge_toll *out, wyrm_error *error);

/* The chance to die of one foe of the crowd: a judge_crowd_figure. */
judge_crowd_figure wyrm_judge_crowd_death;

/* What metrics are to the judging: how a place is read, how it is measured, what comes of it. */

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

const judge_method *wyrm_judge_metric_method(int metric);

/* What a metric can be in any ruleset: a share 0 to 1, a count 0 or more. */
wyrm_interval wyrm_judge_metric_range(int metric);

bool wyrm_judge_metric_is_share(int metric);
bool wyrm_judge_is_of_runs(int metric); /* games or set fights of a bot */

/* How a metric uses a key of a target. */
typedef enum judge_use { JUDGE_UNUSED, JUDGE_OPTIONAL, JUDGE_REQUIRED } judge_use;

/* Who plays for a target on games or set fights (runs.c). */
const char *wyrm_judge_bot_of(const judge_target *target);

/* Whether a measure is in its range, and if not, within what is tolerated (targets.c). */
wyrm_verdict wyrm_judge_verdict(const judge_measure *measure, const wyrm_interval *range,
                                const wyrm_interval *tolerated);

/* The measure that an estimate is; returns `status` (metrics_sampled.c). */
wyrm_status wyrm_judge_measured(wyrm_status status, const wyrm_estimate *estimate,
                                judge_measure *out);

/* How many attacks it takes: exact, misses and overkill included. */

/* Those of the player until a monster of the crowd is dead, all of them and only those that do
 * damage: means over the monsters. Those until the player is, each attack one of the monsters'.
 * NAN where there are no monsters. */
judge_crowd_figure wyrm_judge_crowd_attacks;
judge_crowd_figure wyrm_judge_crowd_hits;
judge_crowd_figure wyrm_judge_crowd_attacks_taken;

/* The preparations of the metrics: what they read of a target, with errors where that makes no
 * sense. */

/* The preparations of the metrics (prepare.c). */
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
/* Those of runs (runs.c). */
judge_prepare wyrm_judge_prepare_bot;    /* a bot */
judge_prepare wyrm_judge_prepare_killer; /* the same; of, a monster */
judge_prepare wyrm_judge_prepare_arena;  /* an arena; a bot */

wyrm_status wyrm_judge_prepare_unknown(const wyrm_design *design, const judge_target *target,
                                       const char *key, const char *what, const char *name,
                                       const char *const *candidates, size_t count,
                                       wyrm_errors *errors);

/* One row a metric: name, unit, keys, sentence, sampled, how its place is read, how it is worked
 * out. Keys in brackets are optional. */

/* clang-format off */
#define JUDGE_METRIC_ROWS(row)                                                                     \
    row("stat", "", "of stat [levels]",                                                            \
        "a stat of a combatant, gear included",                                                    \
        false, wyrm_judge_prepare_one_stat, wyrm_judge_stat)                                       \
    row("stat_ratio", "", "of against stat [levels]",                                              \
        "a stat of one combatant divided by the same stat of another",                             \
        false, wyrm_judge_prepare_pair_stat, wyrm_judge_stat_ratio)                                \
    row("stat_difference", "", "of against stat [levels]",                                         \
        "a stat of one combatant less the same stat of another",                                   \
        false, wyrm_judge_prepare_pair_stat, wyrm_judge_stat_difference)                           \
    row("curve", "", "of stat levels",                                                             \
        "a growth curve at a level: `of` is player, monster, weapon or armor, `stat` the "         \
        "quantity",                                                                                \
        false, wyrm_judge_prepare_curve, wyrm_judge_curve)                                         \
    row("level_factor", "", "levels",                                                              \
        "the factor that growth curves are multiples of",                                          \
        false, wyrm_judge_prepare_factor, wyrm_judge_level_factor)                                 \
    row("experience_step", "points", "levels",                                                     \
        "experience from a level to the next",                                                     \
        false, wyrm_judge_prepare_step, wyrm_judge_experience_step)                                \
    row("experience_growth", "", "levels",                                                         \
        "experience from a level to the next, divided by that of the level before",                \
        false, wyrm_judge_prepare_growth, wyrm_judge_experience_growth)                            \
    row("experience_to_level", "points", "levels",                                                 \
        "all the experience that it takes to reach a level",                                       \
        false, wyrm_judge_prepare_step, wyrm_judge_experience_total)                               \
    row("kills_to_level", "kills", "levels",                                                       \
        "monsters of the own level to kill from a level to the next",                              \
        false, wyrm_judge_prepare_kills, wyrm_judge_kills_to_level)                                \
    row("hit_mean", "hit points", "of against [attack] [distance] [levels]",                       \
        "mean damage of one attack, misses included",                                              \
        false, wyrm_judge_prepare_pair, wyrm_judge_hit_mean)                                       \
    row("hit_sd", "hit points", "of against [attack] [distance] [levels]",                         \
        "standard deviation of the damage of one attack",                                          \
        false, wyrm_judge_prepare_pair, wyrm_judge_hit_sd)                                         \
    row("hit_miss", "share", "of against [attack] [distance] [levels]",                            \
        "chance that an attack does no damage",                                                    \
        false, wyrm_judge_prepare_pair, wyrm_judge_hit_miss)                                       \
    row("hit_share", "share", "of against stat [attack] [distance] [levels]",                      \
        "mean damage of one attack, as a share of a stat of the attacker",                         \
        false, wyrm_judge_prepare_pair_stat, wyrm_judge_hit_share)                                 \
    row("average_hits_to_kill", "hits", "of against [attack] [distance] [levels]",                 \
        "hit points of `against` divided by the mean damage of `of`",                              \
        false, wyrm_judge_prepare_pair, wyrm_judge_average_hits)                                   \
    row("attacks_to_kill", "attacks", "of against [attack] [distance] [levels]",                   \
        "expected number of attacks until `against` is dead, with misses, spread and overkill",    \
        false, wyrm_judge_prepare_pair, wyrm_judge_attacks_to_kill)                                \
    row("win_chance", "share", "of against [first] [levels]",                                      \
        "chance that `of` wins a fight to the death",                                              \
        false, wyrm_judge_prepare_pair, wyrm_judge_win_chance)                                     \
    row("duel_turns", "turns", "of against [first] [levels]",                                      \
        "mean length of a fight to the death",                                                     \
        false, wyrm_judge_prepare_pair, wyrm_judge_duel_turns)                                     \
    row("hp_left", "share", "of against [first] [levels]",                                         \
        "mean share of its hit points that `of` has left after a fight, 0 where it lost",          \
        false, wyrm_judge_prepare_pair, wyrm_judge_hp_left)                                        \
    row("monster_level_share", "share", "tracker below",                                           \
        "share of monsters whose level is the tracker's less `below`",                             \
        false, wyrm_judge_prepare_tracker, wyrm_judge_level_share)                                 \
    row("monster_level_within", "share", "tracker within",                                         \
        "share of monsters whose level is `within`",                                               \
        false, wyrm_judge_prepare_tracker, wyrm_judge_level_within)                                \
    row("monster_level_choice", "share", "tracker of",                                             \
        "share of monsters whose level is chosen in the way `of`: a chosen level may be one "      \
        "that another way gives too",                                                              \
        false, wyrm_judge_prepare_choice, wyrm_judge_level_choice)                                 \
    row("monster_level_mean", "levels", "tracker",                                                 \
        "mean level of a monster",                                                                 \
        false, wyrm_judge_prepare_tracker, wyrm_judge_level_mean)                                  \
    row("monster_level_gap", "levels", "tracker",                                                  \
        "the tracker's level less the mean level of a monster",                                    \
        false, wyrm_judge_prepare_tracker, wyrm_judge_level_gap)                                   \
    row("monsters_seen", "share", "tracker",                                                       \
        "share of the ruleset's monsters that can appear by the time the tracker has a level",     \
        false, wyrm_judge_prepare_tracker, wyrm_judge_monsters_seen)                               \
    row("final_depth_mean", "depths", "",                                                          \
        "mean depth of the final map",                                                             \
        true, NULL, wyrm_judge_final_depth_mean)                                                   \
    row("final_depth_share", "share", "within",                                                    \
        "share of dungeons whose final depth is `within`",                                         \
        true, NULL, wyrm_judge_final_depth_share)                                                  \
    row("gear_bonus_share", "share", "within",                                                     \
        "share of the gear found in rooms whose bonus is `within`",                                \
        true, NULL, wyrm_judge_gear_bonus_share)                                                   \
    row("gear_level_share", "share", "tracker within",                                             \
        "share of the gear found in rooms whose level without its bonus is `within`",              \
        true, wyrm_judge_prepare_tracker, wyrm_judge_gear_level_share)                             \
    row("rooms_at_depth", "rooms", "depths",                                                       \
        "mean rooms of a map",                                                                     \
        true, NULL, wyrm_judge_rooms_at_depth)                                                     \
    row("monsters_at_depth", "monsters", "depths",                                                 \
        "mean monsters of a map",                                                                  \
        true, NULL, wyrm_judge_monsters_at_depth)                                                  \
    row("items_at_depth", "items", "depths",                                                       \
        "mean items of a map, of any kind",                                                        \
        true, NULL, wyrm_judge_items_at_depth)                                                     \
    row("experience_at_depth", "points", "depths",                                                 \
        "mean experience that the monsters of a map carry",                                        \
        true, NULL, wyrm_judge_experience_at_depth)                                                \
    row("tracker_at_depth", "levels", "depths",                                                    \
        "mean level of the tracker",                                                               \
        true, wyrm_judge_prepare_tracker, wyrm_judge_tracker_at_depth)                             \
    row("monster_level_at_depth", "levels", "depths",                                              \
        "mean level of a monster",                                                                 \
        true, NULL, wyrm_judge_monster_level_at_depth)                                             \
    row("monster_share", "share", "of depths",                                                     \
        "share of the monsters of normal rooms that are `of`",                                     \
        false, wyrm_judge_prepare_monster, wyrm_judge_monster_share)                               \
    row("item_share", "share", "of depths",                                                        \
        "chance that one item found by chance at a depth is `of`",                                 \
        false, wyrm_judge_prepare_item, wyrm_judge_item_share)                                     \
    row("room_monsters", "monsters", "depths",                                                     \
        "mean monsters of a normal room",                                                          \
        false, wyrm_judge_prepare_tables, wyrm_judge_room_monsters)                                \
    row("room_monsters_share", "share", "depths within",                                           \
        "share of normal rooms whose number of monsters is `within`",                              \
        false, wyrm_judge_prepare_tables, wyrm_judge_room_monsters_share)                          \
    row("room_threat", "points", "depths",                                                         \
        "mean threat of a normal room",                                                            \
        false, wyrm_judge_prepare_threat, wyrm_judge_room_threat)                                  \
    row("room_threat_share", "share", "depths within",                                             \
        "share of normal rooms whose threat is `within`",                                          \
        false, wyrm_judge_prepare_threat, wyrm_judge_room_threat_share)                            \
    row("room_status_share", "share", "of depths",                                                 \
        "share of normal rooms whose status by the budget of threat is `of`: OVER, UNDER, OK, "    \
        "EMPTY",                                                                                   \
        false, wyrm_judge_prepare_status, wyrm_judge_room_status_share)                            \
    row("threat_rank_correlation", "", "[depths]",                                                 \
        "rank correlation (Spearman) of the threat of the monsters of a depth with the share of "  \
        "hit points that they take from its player; without `depths`, over all of them",           \
        false, wyrm_judge_prepare_threat, wyrm_judge_threat_rank)                                  \
    row("floor_threat", "points", "depths",                                                        \
        "mean threat of all rooms of a floor that are neither a boss's nor exempt",                \
        true, wyrm_judge_prepare_threat, wyrm_judge_floor_threat)                                  \
    row("floor_budget_share", "share", "depths",                                                   \
        "share of floors whose threat is within their budget",                                     \
        true, wyrm_judge_prepare_threat, wyrm_judge_floor_within)                                  \
    row("attacks_to_kill_monster", "attacks", "depths [of]",                                       \
        "expected attacks of the player of a depth, or of `of` in its place, until a monster of "  \
        "it is dead, misses included",                                                             \
        false, wyrm_judge_prepare_crowd, wyrm_judge_attacks_on_monster)                            \
    row("hits_to_kill_monster", "hits", "depths [of]",                                             \
        "the same, only those attacks counted that do damage",                                     \
        false, wyrm_judge_prepare_crowd, wyrm_judge_hits_on_monster)                               \
    row("attacks_to_kill_player", "attacks", "depths [of]",                                        \
        "expected attacks until the player of a depth is dead, misses included, each attack that " \
        "of one of its monsters",                                                                  \
        false, wyrm_judge_prepare_crowd, wyrm_judge_attacks_on_player)                             \
    row("fight_death_chance", "share", "depths [of] [first]",                                      \
        "chance that the player of a depth dies in a fight with one monster of it",                \
        false, wyrm_judge_prepare_crowd, wyrm_judge_fight_death)                                   \
    row("room_death_chance", "share", "depths [of] [first]",                                       \
        "chance that the player of a depth dies in a normal room, entered with full hit points, "  \
        "its monsters fought one after another; rooms without any count as survived",              \
        false, wyrm_judge_prepare_crowd, wyrm_judge_room_death)                                    \
    row("room_hp_lost", "share", "depths [of] [first]",                                            \
        "mean share of the hit points that such a room takes, all of them where it kills, none "   \
        "where it is empty",                                                                       \
        false, wyrm_judge_prepare_crowd, wyrm_judge_room_lost)                                     \
    row("floor_death_chance", "share", "depths [of] [first]",                                      \
        "chance that the player of a depth dies in one of its rooms, all of them normal and "      \
        "entered with full hit points",                                                            \
        true, wyrm_judge_prepare_crowd, wyrm_judge_floor_death)                                    \
    row("run_win_rate", "share", "[bot]",                                               \
        "share of whole games that a bot wins",                                                    \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_win_rate)                                     \
    row("run_final_depth", "depths", "[bot]",                                           \
        "mean depth that a bot's games end on",                                                    \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_final_depth)                                  \
    row("run_final_level", "levels", "[bot]",                                           \
        "mean level of a bot at the end of its games",                                             \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_final_level)                                  \
    row("run_turns", "turns", "[bot]",                                                  \
        "mean turns of a bot's games",                                                             \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_turns)                                        \
    row("run_survival", "share", "depths [bot]",                                        \
        "share of a bot's games that leave a depth alive",                                         \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_survival)                                     \
    row("run_hazard", "share", "depths [bot]",                                          \
        "chance that a bot that enters a depth dies on it",                                        \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_hazard)                                       \
    row("run_level", "levels", "depths [bot]",                                          \
        "mean level of a bot that leaves a depth alive",                                           \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_level)                                        \
    row("run_deaths_by", "share", "of [bot]",                                           \
        "share of a bot's deaths that a monster `of` is the cause of",                             \
        true, wyrm_judge_prepare_killer, wyrm_judge_run_deaths_by)                                 \
    row("run_starved", "share", "[bot]",                                                \
        "share of a bot's games that end by hunger",                                               \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_starved)                                      \
    row("arena_win_rate", "share", "arena [bot]",                                                  \
        "share of a set fight that the player wins, played on its map",                            \
        true, wyrm_judge_prepare_arena, wyrm_judge_arena_win_rate)                                 \
    row("arena_turns", "turns", "arena [bot]",                                                     \
        "mean turns of a set fight",                                                               \
        true, wyrm_judge_prepare_arena, wyrm_judge_arena_turns)                                    \
    row("arena_hp_left", "share", "arena [bot]",                                                   \
        "mean share of its hit points that the player has left after a set fight that it wins",    \
        true, wyrm_judge_prepare_arena, wyrm_judge_arena_hp_left)                                  \
    row("items_per_room", "items", "[bands] [depths] [mode]",                                      \
        "mean items of a normal room: over a band those of whole campaigns, with what pity "       \
        "gives, at a depth those found by chance",                                                 \
        false, wyrm_judge_prepare_loot, wyrm_judge_items_per_room)                                 \
    row("category_per_room", "items", "of [bands] [depths] [mode]",                                \
        "the same, only items of the category `of`",                                               \
        false, wyrm_judge_prepare_category, wyrm_judge_category_per_room)                          \
    row("pity_rate", "share", "of bands [mode]",                                                   \
        "share of rooms in which pity gives an item of the category `of`",                         \
        false, wyrm_judge_prepare_pity_of, wyrm_judge_pity_rate)                                   \
    row("natural_rate", "share", "of bands [mode]",                                                \
        "share of rooms that bring an item of the category `of` by chance",                        \
        false, wyrm_judge_prepare_pity_of, wyrm_judge_natural_rate)                                \
    row("pity_share", "share", "bands [mode]",                                                     \
        "share of all items of rooms that pity gave",                                              \
        false, wyrm_judge_prepare_pity, wyrm_judge_pity_share)                                     \
    row("drought_chance", "share", "of bands rooms [mode]",                                        \
        "share of rooms at whose end the last so many `rooms` or more had no item of the "         \
        "category `of`",                                                                           \
        false, wyrm_judge_prepare_pity_of, wyrm_judge_drought)                                     \
    row("first_item_chance", "share", "of bands rooms [mode]",                                     \
        "chance that one of the first so many `rooms` of a band brings an item of the category "   \
        "`of`, pity's included",                                                                   \
        false, wyrm_judge_prepare_pity_of, wyrm_judge_first_within)
/* clang-format on */

/* The evaluations, each in its file: metrics_exact.c, metrics_sampled.c, attrition.c and
 * runs.c. */
#define JUDGE_METRIC_DECLARE(name, unit, needs, summary, sampled, prepare, evaluate)               \
    judge_evaluate evaluate;
JUDGE_METRIC_ROWS(JUDGE_METRIC_DECLARE)
#undef JUDGE_METRIC_DECLARE

#endif
