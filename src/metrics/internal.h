/* What the files of src/metrics share: the judging in progress, targets and the points where they
 * are measured, metrics, findings, and what is built on them: comparisons, gates, variants, tuning,
 * trials and the verification of a game's logs.
 *
 * A target (judge_target) says what is wanted of a metric (judge_metric); it is measured at points
 * (judge_point: a level, a depth, a matchup), each of which gives a measure (judge_measure), from
 * which the verdict comes. The samples that measures need are made once for each judging
 * (judge_work). Who knows these five can read any file here; what only some files need stands in a
 * part of its own, whose heading names the file that has it.
 *
 * A judging is one job (base/arena.h): everything it makes lives until it ends, and the first
 * failure ends it with its error. */
#ifndef WYRM_SRC_METRICS_INTERNAL_H
#define WYRM_SRC_METRICS_INTERNAL_H

#include <wyrm/compare.h>
#include <wyrm/descent.h>
#include <wyrm/external_gate.h>
#include <wyrm/external_judge.h>
#include <wyrm/floors.h>
#include <wyrm/found.h>
#include <wyrm/gate.h>
#include <wyrm/judge.h>
#include <wyrm/loot_survey.h>
#include <wyrm/sense.h>
#include <wyrm/solve.h>
#include <wyrm/threat_survey.h>
#include <wyrm/threat_calibration.h>
#include <wyrm/trade.h>
#include <wyrm/tune.h>
#include <wyrm/verify.h>

#include <math.h>

#include "base/arena.h"
#include "base/text.h"
#include "encounter/internal.h"

#define JUDGE_CONFIDENCE 0.95
/* 95 % of a normal distribution lie within this many standard deviations. */
#define JUDGE_NORMAL_95 1.959963984540054

/* Default number of sampled dungeons: half a second, and shares accurate to 1 %. */
#define JUDGE_DUNGEONS 10000

/* ---- targets and the points where they are measured ---- */

/* One target of the ruleset, which owns the texts. */
typedef struct judge_target {
    const char *name;
    const wyrm_value *record;
    const struct judge_metric *metric;
    const char *claim, *source, *note;
    const char *of, *against, *stat, *mode; /* "" where not given */
    const char *bot, *arena;                /* "" where not given */
    int32_t rooms;                          /* 0 where not given */
    wyrm_interval limits;                   /* range of the metric in any ruleset */
    wyrm_interval range;                    /* wanted; an open end is infinite */
    wyrm_interval tolerated;                /* contains the range; equal to it where not given */
    wyrm_interval below, within;            /* {0, 0} where not given */
    wyrm_striker first;
    wyrm_attack_kind attack;
    double distance; /* tiles; 1 where not given */
} judge_target;

/* Where a target is measured. Only the fields that its metric uses are set. */
typedef struct judge_point {
    const judge_target *target;
    int32_t level, depth;
    int32_t band; /* index from 1; 0: none */
    int32_t mode; /* mode of loot, as in wyrm_loot_context */
    double tracker;
    wyrm_combatant of, against;
    int index; /* index of what `of` names: a monster, a kind of item, a category, a status */
    int stat;  /* index in the combat model; from WYRM_STATS_MAX on hp, max_hp, regeneration */
    int curve; /* index in the growth model */
    char label[160];
} judge_point;

/* All targets of a ruleset, with their points. */
typedef struct judge_targets {
    size_t target_count, point_count, point_room;
    judge_target *targets;
    judge_point *points; /* in the order of the file; those of a target ascending */
} judge_targets;

/* ---- the judging in progress ---- */

/* Which monsters and items can come at all, by the exact distributions of every depth. */
typedef struct judge_presence {
    bool knows_monsters, knows_items; /* false: the model cannot tell, and all count as present */
    const bool *monsters;             /* by roster index, including those that others call */
    const bool *items;                /* by kind: found by chance in any mode, given by pity, in a
                                         vault, or `given` */
    const bool *given;                /* by kind: in the starting kit, or offered by a shop */
} judge_presence;

/* What the surveyed dungeons contain. */
typedef struct judge_survey {
    uint64_t dungeons;
    uint64_t *monster_dungeons; /* by monster: dungeons that contain it */
    uint64_t *monster_final;    /* by monster: dungeons that have it on the final map only */
    uint64_t *item_dungeons;    /* by kind: dungeons that contain it */
    int32_t highest_level;      /* of all monsters seen */
} judge_survey;

/* Simulated runs of a bot, in whole games or a set fight, and the last look at them. */
#define JUDGE_SIMULATIONS_MAX 64
#define JUDGE_USUAL_BOT       "explorer"
typedef struct judge_simulation {
    const char *bot;
    const char *arena; /* name of the set fight; "" for whole games */
    wyrm_looks looks;
    wyrm_summary *summary; /* NULL: its first look was refused */
    bool refused;          /* another look would have been more work than is allowed */
    bool has_lost;
    uint64_t lost_run; /* if has_lost: the first run that reached no end */
} judge_simulation;

typedef struct judge_work {
    base_arena *arena;
    wyrm_error *error; /* &arena->error */
    const wyrm_design *design;
    /* Parts of the design. */
    const wyrm_ruleset *ruleset;
    const wyrm_combat *combat;
    const wyrm_growth *growth;
    const wyrm_roster *roster;
    const wyrm_threat *threat; /* NULL: the ruleset has none */
    const wyrm_encounter *encounter;
    const wyrm_loot *loot;
    size_t monsters; /* number of monsters in the roster */
    size_t kind_count;
    const wyrm_item_kind *kinds;
    int32_t last_depth;           /* 0: depths are no table; at most WYRM_DESCENT_DEPTH_MAX */
    const judge_targets *targets; /* their verdicts decide how many runs are made; NULL: none */
    uint64_t seed;
    wyrm_engine *engine; /* for games that findings start; NULL: not made yet */
    wyrm_effort effort;
    uint64_t maps;      /* maps whose rooms are counted for exact loot figures; 0: default */
    bool one_group;     /* maps in one group, without an interval */
    int32_t loot_depth; /* last depth of campaigns; 0: the last depth */
    unsigned threads;
    bool (*progress)(double done, void *context);
    void *context;
    const wyrm_maker *maker; /* of games, as in wyrm_sim_options */
    /* Samples made so far; NULL, or 0 dungeons, if not asked for yet. */
    wyrm_descents *descents;
    judge_survey survey;
    wyrm_loot_survey *loots[WYRM_LOOT_MODES_MAX + 1]; /* by mode; 0 is the played one */
    wyrm_floors *hordes;
    struct judge_finds *finds;
    const wyrm_calibration *calibration;
    wyrm_threat_survey *floors;
    size_t simulation_count;
    judge_simulation simulations[JUDGE_SIMULATIONS_MAX];
    judge_presence presence; /* set once findings are looked for */
    size_t finding_count, finding_room;
    wyrm_finding *findings;
    const char *unlooked; /* as in wyrm_judgement */
} judge_work;

/* Whether a call succeeded. Lack of memory and internal errors end the work; any other failure only
 * means that there is no answer. */
static inline bool judge_had(const judge_work *work, wyrm_status status)
{
    if (status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_INTERNAL)
        base_fail(work->arena, status);
    return status == WYRM_OK;
}

/* Whether the ruleset has all of these systems. */
static inline bool judge_has(const judge_work *work, unsigned systems)
{
    return (wyrm_design_systems(work->design) & systems) == systems;
}

/* Begins a judging in the arena, which releases all of its samples. */
judge_work *judge_begin(base_arena *arena, const wyrm_design *design, uint64_t seed);

const wyrm_descents *judge_descents(judge_work *work);
const judge_survey *judge_survey_of(judge_work *work);
/* Loot campaigns in a mode (0: the played one). If exact figures can be computed, only few
 * campaigns are sampled. */
const wyrm_loot_survey *judge_loot(judge_work *work, int32_t mode);

/* Expected monsters of each floor, for models that place groups. */
const wyrm_floors *judge_hordes(judge_work *work);
/* Every monster's exact fight at every depth, and its threat. Needs threat and a last depth. */
const wyrm_calibration *judge_calibration(judge_work *work);
uint64_t judge_runs(const judge_work *work);   /* runs for figures without bots */
uint64_t judge_floors(const judge_work *work); /* floors examined per depth */

/* Plays whole games of a bot (arena "") or set fights: as many as the targets on them need, few if
 * there are none. The names must live as long as the judging. */
const judge_simulation *judge_simulate(judge_work *work, const char *bot, const char *arena);
const char *judge_bot_of(const judge_target *target); /* the bot that plays for it */

/* ---- metrics (verdicts.c, targets.c) ---- */

/* A measured value. NAN if it cannot be measured, INFINITY if it has no bound (like the turns of a
 * fight that never ends). */
typedef struct judge_measure {
    double value;
    const char *why; /* why it is NAN; static text, or NULL */
    bool sampled;
    bool of_fights; /* sampled from the fights of a duel, which are the same with every seed */
    wyrm_interval ci95;
    uint64_t runs;         /* simulated runs; 0: none */
    const char *bot;       /* who played them */
    wyrm_interval decided; /* of runs: what the verdict uses; wider after early looks */
    bool refused;          /* no more runs were made, as the work allowed was done */
    /* Comparison with the target, set by judge_try_point(). `accuracy` is 0 without runs. */
    wyrm_verdict verdict;
    double accuracy;
    wyrm_judge_stop stopped;
} judge_measure;

static inline judge_measure judge_exactly(double value)
{
    return (judge_measure){.value = value};
}

static inline judge_measure judge_estimated(wyrm_estimate from)
{
    return (judge_measure){.value = from.value, .sampled = from.sampled, .ci95 = from.ci95};
}

/* The mean of a sample, and a share of it; NAN if it is empty. */
judge_measure judge_mean_of(const wyrm_moments *values, double confidence);
judge_measure judge_share_of(uint64_t part, uint64_t all, double confidence);

wyrm_verdict judge_verdict(const judge_measure *measure, const judge_target *target);

/* Sets range and tolerated of a target from its record, whose keys must be valid. */
void judge_read_wanted(const wyrm_value *record, judge_target *out);

/* The accuracy at which an unclear verdict stops; 0: only the effort stops it, as for set fights.
 * And the reason to stop. */
double judge_accuracy_wanted(const wyrm_effort *effort, bool fights);
wyrm_judge_stop judge_stop(wyrm_verdict verdict, double accuracy, double wanted);

/* What the verdicts on some runs need; starts as {.clear = true}. If neither `more` nor `clear` is
 * set, the figures are as accurate as asked for. */
typedef struct judge_need {
    bool any;   /* there are verdicts */
    bool more;  /* some need more runs */
    bool clear; /* all are clear */
} judge_need;
void judge_need_verdict(judge_need *need, wyrm_judge_stop stop);

/* Begins the looks at runs; few runs if no target is about them (`any`). */
wyrm_looks judge_looks_of(const wyrm_effort *effort, uint64_t usual, bool any);

/* Callbacks that play runs for verdicts. */
typedef struct judge_series {
    void *context;
    void (*play)(void *context); /* plays up to the number of runs of the look */
    judge_need (*need)(void *context);
    bool (*too_long)(void *context); /* whether another look would take too long; NULL: never */
} judge_series;
void judge_play_until_clear(wyrm_looks *looks, const judge_series *series);

/* What a metric reads of a target, or needs from the ruleset. targets.c checks these in the order
 * of its own tables, up to the first error.
 *
 *   ONE, PAIR      the combatant `of`; also `against`
 *   STAT, CURVE    a stat of the combat model or body; a curve of the growth
 *   FACTOR         growth has a level factor
 *   STEP, GROWTH   levels cost experience; there is a level before
 *   KILLS          monsters have experience by level
 *   TRACKER        difficulty has a tracker
 *   CHOICE         a way to choose a level
 *   TABLES, THREAT difficulty is a table of depths; also threat
 *   MONSTER, ITEM, STATUS  `of` is one of these (a status of rooms)
 *   PLAYER         `of`, if given, replaces the player of the depth
 *   RULES          the loot has pity
 *   LOOT           the band or depth, and the mode
 *   CATEGORY, PITY `of` is a category of items, of pity
 *   BOT, KILLER, ARENA  a bot; `of` killed it; a set fight
 *   FLOORS, GEAR   generated dungeons; gear of rooms
 *   HORDES         groups of monsters come to floors
 *   FOUND          an item or category, where loot fills whole floors
 *   GOLD, OFFER    the ruleset has gold; `of` is offered by shops */
enum { READ_ONE = 1 << 0, READ_PAIR = 1 << 1, READ_STAT = 1 << 2, READ_CURVE = 1 << 3 };
enum { READ_FACTOR = 1 << 4, READ_STEP = 1 << 5, READ_GROWTH = 1 << 6, READ_KILLS = 1 << 7 };
enum { READ_TRACKER = 1 << 8, READ_CHOICE = 1 << 9, READ_TABLES = 1 << 10, READ_THREAT = 1 << 11 };
enum { READ_MONSTER = 1 << 12, READ_ITEM = 1 << 13, READ_STATUS = 1 << 14, READ_PLAYER = 1 << 15 };
enum { READ_RULES = 1 << 16, READ_LOOT = 1 << 17, READ_CATEGORY = 1 << 18, READ_PITY = 1 << 19 };
enum { READ_BOT = 1 << 20, READ_KILLER = 1 << 21, READ_ARENA = 1 << 22 };
enum { READ_FLOORS = 1 << 23, READ_GEAR = 1 << 24, READ_HORDES = 1 << 25 };
enum { READ_FOUND = 1 << 26, READ_GOLD = 1 << 27, READ_OFFER = 1 << 28 };

typedef judge_measure judge_measurer(judge_work *work, const judge_point *point, int which);

/* One row of the tables of metrics. */
typedef struct judge_metric {
    wyrm_metric shown;
    unsigned reads;
    judge_measurer *measure;
    int which; /* selects the figure, if `measure` serves several metrics */
} judge_metric;

/* The metrics, in the order of the guide; each table ends with a row without a name. */
extern const judge_metric judge_metrics_of_fighters[], judge_metrics_of_attrition[]; /* fights.c */
extern const judge_metric judge_metrics_of_depths[], judge_metrics_of_runs[];        /* metrics.c */

bool judge_is_share(const judge_metric *metric);

/* Reads and checks all targets of work->design into work->targets. If any is invalid the job ends
 * with WYRM_ERROR_RULESET, and all errors with their positions are in `errors` (may be NULL). */
void judge_read_targets(judge_work *work, wyrm_errors *errors);

/* Measures a point of work->targets and its verdict in an inner job; work->arena has the error. */
wyrm_status judge_try_point(judge_work *work, const judge_point *point, judge_measure *out);

/* Returns a measured point as it is shown (judge.c). */
wyrm_judged judge_at_point(const judge_point *point, const judge_measure *measure);

/* ---- questions (question.c) ---- */

/* How questions are asked:
 *   OPEN    the wanted value may be left out, as in "run_survival(3, bot=brawler)", and is then 0
 *           or more, which is always true
 *   BESIDE  the targets of the design stay, before the questions */
enum { JUDGE_ASK_OPEN = 1 << 0, JUDGE_ASK_BESIDE = 1 << 1 };

/* Returns the design with the `count` questions (syntax of wyrm/solve.h) as its only targets, in
 * their order; the arena owns it. An invalid question ends the job; one that cannot be measured
 * does not. A question with a range of points, "run_hazard(1..5)", has several. */
const wyrm_design *judge_ask(base_arena *arena, const wyrm_design *design, const char *const *asked,
                             size_t count, unsigned how);

/* Returns a point of a target as a question with this wanted range. */
const char *judge_question(base_arena *arena, const judge_point *point, wyrm_interval wanted);

/* Finds the single number that a value consists of; false if it is no number. */
bool judge_number_of(const wyrm_value *value, double *out);

/* Rounds a number to so many significant digits; and as it is written into a ruleset. */
double judge_in_digits(double number, int digits);
double judge_as_written(double number);

/* Writes the text that a key gets for a number: the number in place of {} in the pattern (NULL: the
 * number alone). */
void judge_write_number(const char *pattern, double number, int digits,
                        char out[WYRM_CHANGE_TEXT_MAX]);

static inline bool judge_is_whole(double number)
{
    return !(number < floor(number) || number > floor(number));
}

/* Fills out->keys with the keys to be changed, each with its steps (keys.c). */
void judge_sense_keys(base_arena *arena, const wyrm_ruleset *ruleset, const wyrm_sense_options *how,
                      wyrm_sense *out);

/* A key that accepts numbers. */
typedef struct judge_key {
    const char *path, *pattern; /* pattern NULL: the value is the number itself */
    bool whole;                 /* only whole numbers are accepted */
    bool has_now;               /* the present value is a number: `now` */
    double now;
    wyrm_interval range; /* values to be tried */
    bool ends[2];        /* of no knob: the ruleset takes no value below, and above, the range */
    double step;         /* distance of values, from range.low; 0: any number */
    double parts;        /* for a ratio: limit of its numerator and denominator; 0: any */
} judge_key;

/* Reads a key with the pattern, range and step of `how`. A key without numbers ends the job; the
 * hint of the error says where a pattern goes: for a knob into the section tune, else behind
 * --as. */
judge_key judge_read_key(base_arena *arena, const wyrm_design *design, const char *path,
                         const wyrm_solve_options *how, bool is_knob);

/* ---- the foes of a place, attacks, and the cost of fights (fights.c) ---- */

/* A kind of monster that comes to a place, and its share of all that come. */
typedef struct judge_foe {
    int32_t monster; /* roster index */
    int32_t level;   /* that it is made for: the depth, or its own by a tracker */
    wyrm_estimate share;
} judge_foe;

typedef struct judge_foes {
    size_t count;
    judge_foe *list; /* in the order of the roster, or by level; the arena owns it */
} judge_foes;

/* Finds the foes of a depth's normal rooms, or where difficulty is a tracker, those at a level of
 * it. `also`: by monster, whom to list even with a share of 0; NULL: nobody. Fails like
 * wyrm_rooms_kinds and wyrm_encounter_monster_levels. */
WYRM_MUST_CHECK wyrm_status judge_foes_at(const judge_work *work, int32_t place, uint64_t seed,
                                          const bool *also, judge_foes *out);

/* Finds what a fight with each of them costs a player. Fails like wyrm_fight_cost. */
WYRM_MUST_CHECK wyrm_status judge_prices(const judge_work *work, const judge_foes *foes,
                                         const wyrm_combatant *player, wyrm_fight_price *prices);

/* Returns the mean share of hit points that a fight costs, less that by `less` (NULL: 0). The
 * interval adds what simulated fights leave open and, with `shares`, what sampled shares do. They
 * are added, not combined as squares: the shares come from the same floors, so their errors are
 * correlated, and an interval that is too wide misleads nobody. */
wyrm_estimate judge_mean_price(const judge_foes *foes, const wyrm_fight_price *prices,
                               const wyrm_fight_price *less, bool shares);

/* Whether hardly anything hurts: on average a fight costs less than WYRM_CALIBRATION_FLOOR, and so
 * does that with most foes, as far as simulated fights leave it open. */
bool judge_is_unhurt(const judge_foes *foes, const wyrm_fight_price *prices);

/* Returns the expected number of attacks until hit points are gone, with misses and overkill.
 * `roll`: the distribution of rolled hit points, at most `hp`; NULL: exactly `hp`. INFINITY if that
 * never happens, NAN if it is too much to compute. */
double judge_expected_attacks(base_arena *arena, const wyrm_pmf *damage, int64_t hp,
                              const wyrm_pmf *roll);

/* Share of hit points that `of` has left after fights that end, 0 if it lost: mean and standard
 * deviation. Each value of rolled hit points has its own fights and is its own 100 %. Fails like
 * wyrm_design_duel. */
typedef struct judge_left {
    double mean, sd;
} judge_left;
WYRM_MUST_CHECK wyrm_status judge_hp_left(const wyrm_design *design, const wyrm_combatant *of,
                                          const wyrm_combatant *against, wyrm_striker first,
                                          const wyrm_duel *duel, judge_left *out,
                                          wyrm_error *error);

/* Whether so many fights are cut off at the turn limit that the mean of the others, which are
 * shorter, would be misleading. */
static inline bool judge_is_cut_off(const wyrm_duel *duel)
{
    return duel->p_unfinished > 1e-9;
}

/* Returns how many attacks `foe` has made before the player's attack number `attack` (from 1), if
 * both start at the same time. */
int64_t judge_attacks_before(const wyrm_combat *combat, const wyrm_combatant *player,
                             const wyrm_combatant *foe, wyrm_striker first, int64_t attack);

/* Number of groups of floors behind the interval of sampled shares. */
#define JUDGE_BATCHES 10

/* The player's hit points after a duel that it began with a given number of them. */
typedef struct judge_outcome {
    bool kept; /* the arena owns `left`; false: the caller does */
    double finished;
    wyrm_pmf *left; /* distribution if the duel ends; NULL: it never does */
} judge_outcome;

/* One kind of monster in a crowd. */
typedef struct judge_opponent {
    int32_t monster;              /* roster index */
    double share;                 /* share of all monsters of the depth */
    double shares[JUDGE_BATCHES]; /* the same in each group of floors, if sampled */
    wyrm_combatant combatant;
    const wyrm_pmf *given, *taken; /* damage of one attack by the player, and by the monster */
    bool plain;                    /* the player's attacks do nothing but damage */
    const wyrm_pmf *cost; /* hit points lost by a player until the monster is dead, cut at those it
                             has; NULL: depends on how many are left */
    judge_outcome *outcomes; /* by the player's maximum and hit points; NULL: none kept */
} judge_opponent;

/* A player and the foes of a depth, in the order of the roster. */
typedef struct judge_crowd {
    judge_work *work;
    int32_t depth;
    wyrm_combatant player;
    const wyrm_pmf *roll; /* hit points as they were rolled, their maximum; NULL: max_hp */
    wyrm_striker first;   /* who strikes first in every fight; the player is the subject */
    size_t count;
    judge_opponent *foes;
    bool sampled;      /* shares come from generated floors */
    bool plain;        /* the monsters' attacks do nothing but damage */
    uint64_t spent;    /* steps of computation so far */
    uint64_t fought;   /* number of duels solved */
    size_t kept;       /* hit points in kept outcomes */
    const char *why;   /* why the cost cannot be computed; NULL: it can */
    const char *drawn; /* the monster whose fight is drawn at random, if that is why */
} judge_crowd;

/* Gathers the foes; count is 0 if no monster has a weight at the depth. If the contents of rooms
 * are not known exactly, floors are generated. WYRM_ERROR_ARGUMENT: the player or a monster has no
 * hit points. */
judge_crowd judge_gather_crowd(judge_work *work, int32_t depth, const wyrm_combatant *player,
                               wyrm_striker first);

/* The chance to die in a normal room, and the mean share of hit points lost there (all, if it
 * kills). The player enters with full hit points and fights the monsters one after another; hit
 * points return only by regeneration during a fight. Sampled if not everything drawn for a room
 * finds a tile, or if a budget makes the monsters of a room dependent. With `floors`, always
 * sampled, also the chance to die in one of the normal rooms of a floor, each entered with full hit
 * points. All are NAN if crowd->why is set. */
typedef struct judge_attrition {
    wyrm_estimate death, lost, floor_death;
} judge_attrition;
judge_attrition judge_crowd_rooms(judge_crowd *crowd, bool floors);

/* Returns the chance to die in a fight with one random foe. */
double judge_crowd_death(judge_crowd *crowd);

/* ---- findings (verdicts.c; what is present and what is to blame: findings_*.c) ---- */

#define JUDGE_DEAD "dead-configuration"

/* Kinds of findings, in the order of the answer: things that never occur, contradictions, bad
 * balance, things hardly anyone meets, fights, growth, runs. */
typedef enum judge_looked_for {
    FIND_ABSENT,
    FIND_INERT,
    FIND_DEEP_ROWS,
    FIND_GEAR_GAPS,
    FIND_IDLE_COMBAT,
    FIND_CONTRADICTIONS,
    FIND_BUDGETS,
    FIND_UNHURT,
    FIND_MISFITS,
    FIND_PITY,
    FIND_BARELY_SEEN,
    FIND_LAST_MAP,
    FIND_NO_FINAL_MAP,
    FIND_FIGHTS,
    FIND_NOISE,
    FIND_ROUNDED_STEPS,
    FIND_FLAT_STEPS,
    FIND_EMPTY_LEVELS,
    FIND_UNPLAYED,
    FIND_STALLS,
    FIND_STARTS,
    FIND_EASY_FLOORS,
    FIND_KINDS
} judge_looked_for;

/* Each file with findings has its functions in such a table, NULL for the findings of others. */
typedef void (*const judge_finders[FIND_KINDS])(judge_work *work);
extern const judge_finders judge_finders_never, judge_finders_inert, judge_finders_fights;
extern const judge_finders judge_finders_limits;

/* Adds a finding. `kind` is a static text. */
void judge_add_finding(judge_work *work, const char *kind, const char *label, const char *format,
                       ...) WYRM_PRINTF(4, 5);

/* Sets the command to type for the last finding (wyrm_finding.command); "" sets none. */
void judge_command(judge_work *work, const char *format, ...) WYRM_PRINTF(2, 3);

/* One of several findings that may be similar. Few findings of the same group are reported one by
 * one; more are reported together at the position of the first, with a list of their pieces. */
typedef struct judge_alike {
    const char *kind;
    size_t group;
    char label[96], message[480];
    char piece[100];
    char command[420]; /* for wyrm_finding; "": none */
} judge_alike;
typedef void judge_add_group(judge_work *work, const judge_alike *first, size_t count,
                             const char *pieces, const void *context);
/* `size`: limit of the list of pieces in characters, at most JUDGE_PIECES_MAX. */
#define JUDGE_PIECES_MAX 200
void judge_add_alike(judge_work *work, const judge_alike *list, size_t count, size_t size,
                     judge_add_group *together, const void *context);

/* Parts of messages, returned by value: a formatted text; a share in percent with significant
 * digits only, "0 %", "< 0.1 %", "2.4 %", "37 %"; ascending numbers as people write them, "14, 19,
 * 22-25, ..." within `size` characters; the same after a word, "depth 3", "levels 14, 19". */
typedef struct judge_text {
    char text[160];
} judge_text;
typedef struct judge_numbers {
    size_t count;
    int32_t list[WYRM_DESCENT_DEPTH_MAX];
} judge_numbers;
judge_text judge_say(const char *format, ...) WYRM_PRINTF(1, 2);
judge_text judge_percent(double share);
judge_text judge_list(const judge_numbers *numbers, size_t size);
judge_text judge_at(const char *word, const judge_numbers *numbers);

/* Why the last game of a runner went no further: the bot did not do what it could; the map has no
 * way on; all ways are blocked by monsters that the player cannot kill. */
typedef enum judge_blame { JUDGE_BLAME_BOT, JUDGE_BLAME_MAP, JUDGE_BLAME_MONSTERS } judge_blame;
judge_blame judge_find_blame(base_arena *arena, const wyrm_runner *runner);

/* Returns the section of the ruleset for a class of items. */
const char *judge_section_of(wyrm_item_class item_class);

/* Fills work->presence (findings_trials.c). */
void judge_find_presence(judge_work *work);

/* Returns, by roster index, which monsters are called: summoned, or split into, by those that come
 * or by other called ones. A monster that only its own kind calls is not. The arena owns the
 * array. */
const bool *judge_called(base_arena *arena, const judge_work *work, const bool *come);

/* Whether a monster, weapon, armor or item of a section can come, by work->presence. */
bool judge_is_present(const judge_work *work, const char *section, const char *name);

/* ---- comparing two rulesets (compare.c, compare_figures.c) ---- */

/* Figures of one ruleset; `a` holds their values. */
typedef struct compare_list {
    size_t count, room;
    wyrm_compared *figures;
} compare_list;

/* Adds the figures of a design for the groups from `first` to before `end`, and reports progress.
 * If targets are invalid the job ends with WYRM_ERROR_RULESET, and the errors are in `errors`. */
void compare_gather(base_arena *arena, const wyrm_design *design, int first, int end,
                    const base_part *whole, compare_list *list, wyrm_errors *errors);

/* Finds the values that differ, in the order of the schema; returns their number. */
size_t compare_values(base_arena *arena, const wyrm_ruleset *a, const wyrm_ruleset *b,
                      wyrm_compared_value **out);

/* A differing value, and which side's is chosen. */
typedef struct compare_choice {
    const char *path;
    bool of_b;
} compare_choice;

/* Returns the rules of `a` with the chosen values of `b`; the arena owns them. NULL if they make no
 * valid ruleset. Choices must be in the order of compare_values; other values are those of `a`. */
wyrm_design *compare_mix(base_arena *arena, const wyrm_design *a, const wyrm_design *b,
                         const compare_choice *choices, size_t count);

/* Whether a path affects runs: not targets, margins, set fights, the reference player or names. */
bool compare_is_played(const char *path);

/* Finds whether all that affects runs is the same in two rulesets. */
WYRM_MUST_CHECK wyrm_status compare_plays(const wyrm_ruleset *a, const wyrm_ruleset *b, bool *same,
                                          wyrm_error *error);

/* ---- baselines (baselines.c) ---- */

struct json_t; /* jansson */

/* Writes a baseline as text, with its checksum; takes ownership of `root` (NULL: out of memory). */
wyrm_status baseline_give(struct json_t *root, char **out, wyrm_error *error);

/* Parses a baseline. Invalid JSON gives an error with its position. */
wyrm_status baseline_parse(const char *file, const char *text, size_t length, struct json_t **out,
                           wyrm_error *error);

/* ---- the gate: two sides of any kind (gate_statistics.c) ---- */

/* What the value of a metric in a run is: a number whose mean is compared; 0 or 1; or y and x, of
 * which the ratio of the sums is compared. */
typedef enum gate_kind { GATE_MEAN, GATE_YES_NO, GATE_RATIO } gate_kind;

/* What makes the runs of a ratio one value each, their influence on it, whose mean is the ratio and
 * whose spread is its own (gate_statistics.c): the ratio, and the mean x of a run. */
typedef struct gate_influence {
    double ratio, size;
} gate_influence;

/* The value of a run: y itself, or of a ratio its influence. */
static inline double gate_value_of(gate_kind kind, const gate_influence *of, double y, double x)
{
    return kind != GATE_RATIO ? y : of->ratio + (y - of->ratio * x) / of->size;
}

typedef struct gate_metric {
    const char *name, *unit;  /* for the row */
    wyrm_gate_margin said[2]; /* margins set by both sides */
    gate_kind kind;
    wyrm_range range;
    bool counts_from_one; /* depths, levels, stages: a mean is shown within 1 and `last` */
    int32_t last[2];      /* of each side; 0: without end, or not known */
    int32_t stage;        /* for the row */
    size_t which;         /* free for the owner of the values */
} gate_metric;

/* The runs of a side, ordered by number. */
typedef struct gate_view {
    const void *side;
    size_t count;
    uint64_t (*number)(const void *side, size_t run);
    /* Returns the value of a metric in a run, for a ratio y with *x set; NAN if it has none. */
    double (*value)(const void *side, const gate_metric *metric, size_t run, double *x);
} gate_view;

typedef struct gate_terms {
    bool may_pair;    /* runs of the same number had the same luck */
    double alarms[2]; /* rates that the sides ask for; the stricter one applies */
    size_t count;     /* at most WYRM_GATE_METRICS_MAX */
    const gate_metric *metrics;
} gate_terms;

/* Returns an interval for the mean of differences within pairs of runs, of which `differing` are
 * not 0; `apart` is how far unrelated runs differ, a standard deviation. */
wyrm_interval judge_interval_of_pairs(const wyrm_moments *differences, uint64_t differing,
                                      double apart, double confidence);

/* How far apart two runs may at least be that differ in a metric: 0 where that is not known.
 * `whole`: all its values are; `size`: of a ratio, the mean of x. */
double judge_least_apart(const gate_metric *metric, bool whole, double size);

/* One of several tests that are corrected together. */
typedef struct judge_test {
    void *of; /* what is tested, for the caller */
    double p;
    double weight; /* its share of the error, relative to those of the others */
    size_t place;
} judge_test;

/* Holm's correction, with weights: the tests are sorted by p / weight, ties as they are; each of
 * these is multiplied by the weight of all tests that remain, and is no less than the one before.
 * (S. Holm, "A simple sequentially rejective multiple test procedure", 1979.) Returns the sum of
 * the weights. */
double judge_correct(judge_test *tests, size_t count);

/* Fills `count` gates except for same_rules, as wyrm_gate_compare does; views[0] and [1] are before
 * and after of the first gate. The correction covers all gates together, which have at most
 * WYRM_GATE_METRICS_MAX rows. */
void gate_compare(const gate_view *views, size_t count, const gate_terms *terms,
                  const wyrm_looks *looks, wyrm_gate *out);

/* A side during a gate: how many runs it has, and how it makes more until it has `runs` (NULL: it
 * cannot), with the threads and the maker of the options; their progress is that of `part`. */
typedef struct gate_player {
    void *side;
    const size_t *count;
    wyrm_status (*play)(void *side, uint64_t runs, const wyrm_gate_options *options,
                        base_part *part, wyrm_error *error);
} gate_player;

/* Makes runs until a side has `runs` of them, or as many as the options can afford. */
wyrm_status gate_play(const gate_player *side, uint64_t runs, const wyrm_gate_options *options,
                      wyrm_error *error);

/* Reports the progress of a simulation as that of a part of a job. */
static inline bool judge_report_runs(double done, const wyrm_accumulator *so_far, void *part)
{
    (void)so_far;
    return base_report_part(done, part);
}

/* Compares the runs of a look. */
typedef wyrm_status gate_comparer(void *context, const wyrm_looks *looks, wyrm_gate *out,
                                  wyrm_error *error);

/* Takes look after look, as wyrm_gate_hold_ladder does; sides[0] and [1] are before and after of
 * the first gate. */
wyrm_status gate_hold(const gate_player *sides, size_t count, const wyrm_gate_options *options,
                      gate_comparer *compare, void *context, wyrm_gate *out, wyrm_error *error);

/* ---- sides of an external game (external_gate.c) ---- */

/* Words in the order in which runs brought them, with a hash table. */
typedef struct side_words {
    size_t count, capacity;
    const char **words;
    uint16_t slots[2 * 1024]; /* index of a word, from 1; 0: free */
} side_words;
_Static_assert(WYRM_EXTERNAL_WORDS_MAX <= 1024, "half of the slots stay free");

/* The result of a run, without the values of its metrics. */
typedef struct side_run {
    uint64_t run;
    wyrm_external_end end;
    int32_t stage;
    int32_t outcome, cause; /* indices of words; outcome: -1 if incomplete, cause: -1 if none */
} side_run;

/* Stages that are compared; more would make too many rows to be significant. Metrics by stage also
 * have the last stage of the game, where survival would only repeat the win rate. */
#define SIDE_STAGES 9

/* Where a metric's values are in the row of a run. */
typedef struct side_column {
    /* First and last index. Category: y is the index of its word. Share: y of x. By stage: one for
     * each stage of the side. */
    size_t y, x;
    side_words *words; /* of a category; else NULL */
} side_column;

typedef struct side_margin {
    const char *metric;
    wyrm_gate_margin margin;
} side_margin;

struct wyrm_external_side {
    base_arena *arena; /* owns the side */
    wyrm_external_facts facts;
    wyrm_external_hello hello; /* facts.hello points here */
    double alarm;
    size_t margin_count;
    side_margin *margins;           /* as set in the game's file */
    const wyrm_external *game;      /* NULL: it cannot play */
    wyrm_external_play_options how; /* how it plays */
    bool tried;                     /* `repeats` is set */
    wyrm_external_repeat repeats;
    size_t count, run_capacity, row_capacity;
    side_run *runs;
    double *rows; /* row_width values for each run; NAN: no value, or the run is incomplete */
    size_t row_width;
    side_column *columns; /* by metric */
    size_t stage_count;   /* stages for which metrics by stage are kept */
    int32_t stages[SIDE_STAGES + 1];
    bool outdated; /* from a baseline without metrics by stage, although the game has some */
    side_words outcomes, causes;
};

/* The game's word for several stages, as a unit: a word that ends in "s" is taken for such. */
const char *judge_stages(base_arena *arena, const wyrm_external_hello *hello);

/* Fills a gate with the runs of a look; the arena owns its texts. *cut: rows were left out. */
void side_compare(base_arena *arena, const wyrm_external_side *before,
                  const wyrm_external_side *after, const wyrm_looks *looks, wyrm_gate *out,
                  bool *cut);

/* ---- variants: the figures of a ruleset with some values changed (variants.c) ---- */

/* The targets of a design at all of their points. The design they are measured on may be changed;
 * the goals stay. */
typedef struct judge_goals {
    const wyrm_design *design;
    size_t count;
    const judge_point *points; /* by goal; points of the unchanged design */
    uint64_t seed;
} judge_goals;

/* Makes the goals of a design, for example one from judge_ask(); they live as long as the arena.
 * Invalid targets end the job with the first error. */
const judge_goals *judge_goals_of(base_arena *arena, const wyrm_design *design, uint64_t seed);

/* Whether games or set fights of a bot measure a goal. */
bool judge_goal_is_played(const judge_goals *goals, size_t goal);

/* The first goal that the same games measure as a played one: those of the same bot in the same
 * arena. `bot`: as in judge_variant_options. */
size_t judge_first_of_series(const judge_goals *goals, size_t goal, const char *bot);

/* A figure of a variant, or the change of one. */
typedef struct judge_figure {
    double value;    /* NAN: cannot be measured */
    const char *why; /* why it is NAN; static text, or NULL */
    bool sampled;
    wyrm_interval ci95; /* the value itself, if not sampled */
    double p;           /* for a change: two-sided p of no change; 0 or 1 if exact */
} judge_figure;

/* How a ruleset is varied; {0}: unchanged. */
typedef struct judge_variant_options {
    void (*hear)(const wyrm_run *run, void *context); /* gets every game, in order, or NULL */
    void *context;
    size_t count;
    const wyrm_change *changes;
    size_t without_count; /* as in wyrm_run_options */
    const char *const *without;
    const char *bot; /* replaces every bot; NULL: each goal has its own */
    bool rests;      /* the design is made only when something is measured here */
} judge_variant_options;

typedef struct judge_variant judge_variant;

/* Opens a variant; *out is owned by the caller (judge_variant_free). Changes that make no valid
 * ruleset are no error: judge_variant_refused then says why. May be called from any thread.
 * WYRM_ERROR_MEMORY  out of memory */
wyrm_status judge_variant_open(const judge_goals *goals, const judge_variant_options *variation,
                               judge_variant **out, wyrm_error *error);
void judge_variant_free(judge_variant *variant);                 /* NULL is allowed */
const char *judge_variant_refused(const judge_variant *variant); /* NULL: not refused */

/* NULL: refused, or resting. */
const wyrm_design *judge_variant_design(const judge_variant *variant);

/* Frees the design until more is measured, which makes it again: the changes of the variation must
 * live until then. */
void judge_variant_rest(judge_variant *variant);

/* Effort of one measurement. */
typedef struct judge_spending {
    uint64_t games;    /* total games of each bot, earlier ones included; 0: no games */
    uint64_t dungeons; /* for other samples; 0: JUDGE_DUNGEONS */
    unsigned threads;  /* 0: one */
    bool (*progress)(double done, void *context); /* as in wyrm/descent.h; may be NULL */
    void *context;
    const wyrm_maker *maker; /* as in wyrm_sim_options */
} judge_spending;

/* Measures the goals marked in `which` (NULL: all) that are not measured yet, and plays on for
 * those that need games; each run has the same luck in every variant. May be called from any
 * thread, but only from one at a time for each variant. A goal that fails is not an error; its
 * figure says why.
 * WYRM_ERROR_LIMIT   stopped by progress
 * WYRM_ERROR_MEMORY  out of memory */
wyrm_status judge_variant_measure(judge_variant *variant, const bool *which,
                                  const judge_spending *spending, wyrm_error *error);

/* A variant to be measured, and whether anything is still missing. */
typedef struct judge_wanted {
    judge_variant *variant;
    uint64_t games; /* wanted total for each bot */
    bool lacks;
} judge_wanted;

/* Measuring variants elsewhere. */
typedef struct judge_elsewhere {
    const judge_goals *goals;
    uint64_t dungeons;   /* as in judge_spending */
    uint64_t part_games; /* games in one part; at least 1 */
    const wyrm_maker *maker;
    bool (*progress)(double done, void *context);
    void *context;
} judge_elsewhere;

/* Measures variants of one job, whose variations are changes only, as far as the maker can. */
void judge_measure_elsewhere(base_arena *arena, const judge_elsewhere *how, judge_wanted *wanted,
                             size_t count);

uint64_t judge_variant_games(const judge_variant *variant, size_t goal); /* games played for it */
judge_figure judge_variant_figure(const judge_variant *variant, size_t goal);
/* Returns how much a figure is larger in `after` than in `before`: for games by pairs of runs with
 * the same luck, for other samples by pairs of groups. The confidence is of intervals of games, for
 * callers that look repeatedly. */
judge_figure judge_variant_change(const judge_variant *before, const judge_variant *after,
                                  size_t goal, double confidence);

/* The same for more variants: the sum of their figures with weights that sum to 0. Weights 1, -1,
 * -1, 1 for two changes together, each alone, and none give the interaction of the two.
 * WYRM_ERROR_MEMORY  out of memory */
wyrm_status judge_variant_contrast(const judge_variant *const *of, const double *weights,
                                   size_t count, size_t goal, double confidence, judge_figure *out,
                                   wyrm_error *error);

/* Finds the point of a goal in a changed design, probably at `index`; NULL if it has none. */
const judge_point *judge_point_like(const judge_targets *all, const judge_point *goal,
                                    size_t index);

/* Measures a goal in a changed design, that of `work`, and its verdict: NAN with the reason and
 * FAIL if it has no such point, or it cannot be measured there. */
judge_measure judge_measure_goal(judge_work *work, const judge_point *goal, size_t index);

/* ---- the search of a tuning, over anything that can be measured (tune_search.c) ---- */

/* One number that may move: to `now` + k * `step` with k from `least` to `most`, which includes
 * 0. */
typedef struct tune_axis {
    double now, step;
    int32_t least, most;
    double cost; /* of each step */
} tune_axis;

/* One measured figure and the range it should be in. */
typedef struct tune_aim {
    wyrm_interval wanted; /* an open end is infinite */
    bool is_share;
    size_t target; /* index of its target; aims of one target are reported together */
} tune_aim;

/* One of `count` points to measure: its position on each axis, and room for its values, one for
 * each aim; NAN: cannot be measured. Once a point is certainly farther from its aims than `enough`
 * (tune_distance), the measure may skip its remaining values and set *dropped.
 *
 * A status other than WYRM_OK ends the search and is returned; only WYRM_ERROR_LIMIT ends it with
 * the result so far, including the points that have `measured` set. */
typedef struct tune_point {
    const int32_t *at;
    double *values;
    bool dropped, measured;
} tune_point;
typedef wyrm_status tune_measure(void *context, tune_point *points, size_t count, double enough,
                                 wyrm_error *error);

/* The distance of a value from its aim, in widths of the range (of one with an open end, in tenths
 * of its limit); 0: it is met. A value that is NAN or infinite counts as 100. */
double tune_distance(const tune_aim *aim, double value);

typedef struct tune_problem {
    size_t axis_count, aim_count;
    const tune_axis *axes;
    const tune_aim *aims;
    tune_measure *measure;
    void *context;
    size_t tries;      /* limit of points to measure; 0: 4,000 */
    bool coarse;       /* points are slow to measure: try fewer along each axis */
    bool answers_only; /* do not look for a conflict if there is no answer */
} tune_problem;

/* A point of the search with what was measured there. */
typedef struct tune_spot {
    const int32_t *at;
    const double *values;
    double distance, cost;
    /* For an answer: how far each axis alone can go with all aims still met. */
    const int32_t *low, *high;
} tune_spot;

typedef struct tune_found {
    tune_spot now;
    /* The cheapest first; each moves different axes. 0: none was found. */
    size_t answer_count;
    tune_spot answers[WYRM_TUNE_ANSWERS_MAX];
    tune_spot nearest; /* the smallest distance measured */
    /* If there is no answer: targets that cannot all be met, and for each a point that meets the
     * others. A target that cannot be met by itself is the only one. */
    size_t conflict_count;
    const size_t *conflict;
    const tune_spot *without;
    size_t tried;      /* points measured */
    bool all_measured; /* all points that cost less than the first answer, or all if there is none,
                          which proves the result; only on a small lattice, without `coarse` */
    bool stopped;      /* at the limit of tries, or by WYRM_ERROR_LIMIT from `measure` */
} tune_found;

/* Searches. *out is owned by the caller (tune_found_free).
 * WYRM_ERROR_ARGUMENT  no axis or no aim, or an axis without position 0
 * WYRM_ERROR_MEMORY    out of memory
 * and the errors of `measure` */
WYRM_MUST_CHECK wyrm_status tune_find(const tune_problem *problem, tune_found **out,
                                      wyrm_error *error);
void tune_found_free(tune_found *found); /* NULL is allowed */

/* ---- knobs for tuning (keys.c) ---- */

typedef struct judge_knobs {
    size_t count;
    wyrm_tuned_knob *knobs;
    tune_axis *axes;         /* by knob */
    const double **path_now; /* by knob and path: the present value */
    const bool **path_whole;
} judge_knobs;

/* Reads the knobs named by the options, otherwise those of the section `tune`. An invalid one ends
 * the job; for the section, errors with their positions are in `errors`. */
void judge_read_knobs(base_arena *arena, const wyrm_design *design, const wyrm_tune_options *how,
                      wyrm_errors *errors, judge_knobs *out);

/* Returns what one run adds to a metric of games (metrics.c): y of *x, whose sums make the figure.
 * *x is 0 if it adds nothing. */
double judge_run_value(const judge_point *point, const wyrm_run *run, double *x);
/* Returns the kind of statistics for such values. */
gate_kind judge_run_kind(const judge_point *point);
/* Returns the empty sample of such values, with the range that a simulation gives it for the
 * interval of their mean: depths and levels begin at 1 and end at the last ones (0: no end). */
wyrm_moments judge_run_sample(const judge_point *point, int32_t last_depth, int32_t last_level);

/* ---- trials (findings_inert.c, findings_trials.c): does another value change anything? ---- */

/* Systems that a value may affect. */
typedef enum judge_side {
    JUDGE_SIDE_FIGHTS,   /* hits, hit points, levels and what they cost */
    JUDGE_SIDE_MONSTERS, /* which monsters come, and their threat */
    JUDGE_SIDE_LOOT,
    JUDGE_SIDES
} judge_side;

/* All outcomes of a side, as numbers. */
typedef struct judge_outcomes {
    base_arena *arena;
    size_t count, room;
    double *values;
} judge_outcomes;

/* A design prepared for trials, with a copy of its ruleset to change values in. */
typedef struct judge_trial_design {
    judge_work *work;
    judge_work copy; /* *work on the copy, with fighters made before any change */
    rs_variation *variation;
    int32_t levels, steps;                /* levels of players; depths or levels of monsters */
    bool has_side[JUDGE_SIDES];           /* whether the models compute its outcomes exactly */
    judge_outcomes plain_of[JUDGE_SIDES]; /* unchanged outcomes; not for fights */
    judge_outcomes played;                /* likewise for loot in the played mode only */
    size_t spent;                         /* numbers computed in all trials so far */
    const char *section;                  /* of the changed value */
    const char *entity;                   /* the monster or piece of gear it belongs to; "": none */
    struct judge_hits *hits;              /* pairs that do not change; NULL: none yet */
} judge_trial_design;

/* Result of a trial: nothing changes; something does; the ruleset is invalid with the value; there
 * is too much to compare. */
typedef enum judge_trial { TRIAL_SAME, TRIAL_OTHER, TRIAL_NONE, TRIAL_TOO_LONG } judge_trial;

/* How one side is tried. */
typedef struct judge_trying {
    /* Makes the unchanged outcomes; false if the models cannot compute them exactly. Sides begin in
     * the order of judge_side. */
    bool (*begin)(judge_trial_design *varying);
    /* Compares the outcomes with the present change. `played`: of loot only the played mode. */
    judge_trial (*hold)(judge_trial_design *varying, judge_side side, bool played);
} judge_trying;
extern const judge_trying judge_trying_fights, judge_trying_monsters, judge_trying_loot;

/* ---- verifying a game's log (verify_log.c counts, verify.c judges) ---- */

#define VERIFY_NEVER 1e-12 /* smaller chances are rounding errors: impossible */

/* Outcome of a fight, also the index of a side. Attacks and floors use side 0 only. */
enum { VERIFY_WON, VERIFY_LOST, VERIFY_NEITHER, VERIFY_OUTCOMES };

/* A matchup, or for floors a thing at a depth: observed counts and expected chances. */
typedef struct verify_matchup {
    const char *attacker, *defender;
    bool unknown; /* a combatant is unknown, which has been reported */
    int32_t depth;
    size_t thing; /* for floors: index in wyrm_verify.things */
    /* Values first, first + 1, ... (damage, turns or number), on either side. Chances are relative
     * to all attacks or fights; NULL for floors. */
    int64_t first;
    size_t length, sides;
    double *chances[2];
    uint64_t *times[2];
    uint64_t *turns;                   /* turns reported without the winner */
    double chance_of[VERIFY_OUTCOMES]; /* for fights */
    uint64_t of[VERIFY_OUTCOMES];      /* for fights, whether or not turns are reported */
    uint64_t count;
    size_t impossible_count;
    wyrm_verify_outcome impossible[WYRM_VERIFY_IMPOSSIBLE_MAX];
    uint64_t impossible_times;
} verify_matchup;

/* What is counted on floors: a monster, a kind of item, or all monsters or items. */
typedef enum verify_thing_kind {
    VERIFY_MONSTER,
    VERIFY_ITEM,
    VERIFY_MONSTERS,
    VERIFY_ITEMS
} verify_thing_kind;

typedef struct verify_thing {
    verify_thing_kind kind;
    int32_t index; /* roster index, or index of the kind of item; -1 for all */
    const char *name;
} verify_thing;

#define VERIFY_SLOTS      8192 /* size of the hash table: more than twice the number of matchups */
#define VERIFY_NUMBER_MAX 1024 /* limit of the number of one thing on a floor */

struct wyrm_verify {
    base_arena arena;
    const wyrm_design *design;
    wyrm_verify_options options; /* the arena owns its texts */
    wyrm_verify_kind kind;
    size_t count, room, cells;
    verify_matchup **matchups; /* in the order of their first occurrence */
    verify_matchup *slots[VERIFY_SLOTS];
    size_t thing_count, thing_room;
    verify_thing *things; /* of all logs read */
    size_t column_count;
    wyrm_verify_column columns[WYRM_VERIFY_COLUMNS_MAX];
};

#endif
