/* What the files that judge share: the judging in progress, targets and their places, metrics and
 * what they measure, findings: what is wrong though no target names it.
 *
 * A judging is one job (base/arena.h): all that is made lives until it ends, and what fails ends it
 * with its error. */
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
#include <wyrm/survey.h>
#include <wyrm/threat_calibration.h>
#include <wyrm/trade.h>
#include <wyrm/tune.h>
#include <wyrm/verify.h>

#include <math.h>

#include "base/arena.h"
#include "base/text.h"
#include "encounter/internal.h"

#define JUDGE_CONFIDENCE 0.95
/* Of a normal distribution so many standard deviations to either side hold that much. */
#define JUDGE_NORMAL_95 1.959963984540054

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

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
    wyrm_interval limits;                   /* of what the metric can be in any ruleset */
    wyrm_interval range;                    /* an open end is infinite */
    wyrm_interval tolerated;                /* around the range; the range where not given */
    wyrm_interval below, within;            /* {0, 0} where not given */
    wyrm_striker first;
    wyrm_attack_kind attack;
    double distance; /* tiles; 1 where not given */
} judge_target;

/* Where a target is measured. Only what its metric uses is set. */
typedef struct judge_point {
    const judge_target *target;
    int32_t level, depth;
    int32_t band; /* from 1; 0: none */
    int32_t mode; /* of loot, as wyrm_loot_context has it */
    double tracker;
    wyrm_combatant of, against;
    int index; /* of what `of` names: a monster, a kind of item, a category, a status */
    int stat;  /* of the combat model; from WYRM_STATS_MAX on hp, max_hp, regeneration */
    int curve; /* of the growth */
    char where[160];
} judge_point;

/* All targets of a ruleset, spread over their places. */
typedef struct judge_targets {
    size_t target_count, place_count, place_room;
    judge_target *targets;
    judge_point *places; /* in the order of the file, then upwards */
} judge_targets;

/* ---- the judging in progress ---- */

/* What of a ruleset can come at all, by the exact distributions of every depth. */
typedef struct judge_presence {
    bool knows_monsters, knows_items; /* false: the model does not tell, and all count as present */
    const bool *monsters;             /* by the roster: those who are called, too */
    const bool *items;                /* by kind: found by chance in any mode, given by pity, in a
                                         vault, or `given` */
    const bool *given;                /* by kind: in the kit, or what a shop may have */
} judge_presence;

/* What was found in the dungeons of the survey, kind by kind. */
typedef struct judge_survey {
    uint64_t dungeons;
    uint64_t *monster_dungeons; /* by monster: dungeons that have one */
    uint64_t *monster_final;    /* by monster: dungeons that have one on the final map only */
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
    wyrm_error *error; /* of the arena */
    const wyrm_design *design;
    /* The design's parts. */
    const wyrm_ruleset *ruleset;
    const wyrm_combat *combat;
    const wyrm_growth *growth;
    const wyrm_roster *roster;
    const wyrm_threat *threat; /* NULL: none */
    const wyrm_encounter *encounter;
    const wyrm_loot *loot;
    size_t monsters; /* of the roster */
    size_t kind_count;
    const wyrm_item_kind *kinds;
    int32_t last_depth;           /* 0: depths are no table; WYRM_DESCENT_DEPTH_MAX at most */
    const judge_targets *targets; /* whose verdicts say how many runs are needed; NULL: none */
    uint64_t seed;
    wyrm_engine *engine; /* of the games that findings begin; NULL: none yet */
    wyrm_effort effort;
    uint64_t maps;      /* whose rooms are counted for what loot follows from the rules; 0: usual */
    bool one_group;     /* of those: without an interval */
    int32_t loot_depth; /* where campaigns end; 0: at the last depth */
    unsigned threads;
    bool (*progress)(double done, void *context);
    void *context;
    const wyrm_maker *maker; /* of games; as in wyrm_sim_options */
    /* What is made so far: NULL, or dungeons 0, where it was not asked for yet. */
    wyrm_descents *descents;
    judge_survey survey;
    wyrm_loot_survey *loots[WYRM_LOOT_MODES_MAX + 1]; /* by mode, 0 the played one */
    wyrm_floors *hordes;
    struct judge_finds *finds;
    const wyrm_calibration *calibration;
    wyrm_threat_survey *floors;
    size_t simulation_count;
    judge_simulation simulations[JUDGE_SIMULATIONS_MAX];
    judge_presence presence; /* once findings are looked for */
    size_t finding_count, finding_room;
    wyrm_finding *findings;
} judge_work;

/* Whether there is such an answer. Where memory is out there is none at all: it ends the work. */
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

/* In the memory of the arena, which releases what is made for it. */
judge_work *judge_begin(base_arena *arena, const wyrm_design *design, uint64_t seed);

const wyrm_descents *judge_descents(judge_work *work);
const judge_survey *judge_survey_of(judge_work *work);
/* Campaigns in a mode of loot (0: the one that is played): exact where that can be had, and then
 * not sampled any more than need be. */
const wyrm_loot_survey *judge_loot(judge_work *work, int32_t mode);

/* What comes to each floor, where groups do. */
const wyrm_floors *judge_hordes(judge_work *work);
/* Every monster's fight at every depth beside its threat, exact. For rulesets with threat and a
 * last depth. */
const wyrm_calibration *judge_calibration(judge_work *work);
uint64_t judge_runs(const judge_work *work);   /* of what is no bot's, for all of the effort */
uint64_t judge_floors(const judge_work *work); /* of a depth that are looked at */

/* Whole games of a bot (arena "") or set fights, as many as the targets on them need, and few where
 * there are none. The names must live as long as the judging. */
const judge_simulation *judge_simulate(judge_work *work, const char *bot, const char *arena);
const char *judge_bot_of(const judge_target *target); /* who plays for it */

/* ---- metrics ---- */

/* A measured value. One that cannot be measured (the turns of a fight that never ends) is NAN, one
 * without bound INFINITY. */
typedef struct judge_measure {
    double value;
    const char *why; /* it is NAN, in words; static text, or NULL */
    bool sampled;
    bool of_fights; /* then: of those of a duel, which are the same with every seed */
    wyrm_interval ci95;
    uint64_t runs;         /* simulated ones; 0: it is about none */
    const char *bot;       /* of those runs */
    wyrm_interval decided; /* of those runs: what the verdict goes by, wider after early looks */
    /* Against what is wanted, once it is measured at a place; the accuracy 0 where there are no
     * runs. */
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

/* A mean of runs and a share of them; NAN where there are none. */
judge_measure judge_mean_of(const wyrm_moments *values, double confidence);
judge_measure judge_share_of(uint64_t part, uint64_t all, double confidence);

wyrm_verdict judge_verdict(const judge_measure *measure, const judge_target *target);

/* Fills range and tolerated of a target by the keys of its record, which make sense. */
void judge_read_wanted(const wyrm_value *record, judge_target *out);

/* What ends games though a verdict is unclear; 0: nothing but the effort, as of set fights. And why
 * they ended. */
double judge_accuracy_wanted(const wyrm_effort *effort, bool fights);
wyrm_judge_stop judge_stop(wyrm_verdict verdict, double accuracy, double wanted);

/* What the verdicts on some runs need; begins with {.clear = true}. Where no more runs are needed
 * and not all are clear their figures are as accurate as asked for. */
typedef struct judge_need {
    bool any;   /* there are some */
    bool more;  /* runs are needed */
    bool clear; /* all are */
} judge_need;
void judge_need_verdict(judge_need *need, wyrm_judge_stop stop);

/* The looks at runs, of which there are few where no target is about them. */
wyrm_looks judge_looks_of(const wyrm_effort *effort, uint64_t usual, bool any);

/* How runs are played for verdicts. */
typedef struct judge_series {
    void *context;
    void (*play)(void *context); /* until there are as many as the look asks for */
    judge_need (*need)(void *context);
    bool (*too_long)(void *context); /* another look would be; NULL: never */
} judge_series;
void judge_play_until_clear(wyrm_looks *looks, const judge_series *series);

/* What a metric needs of a target, read until something is wrong (targets.c): the combatant `of`,
 * and `against`; a stat of the combat model or of a body; a curve of the growth. That growth has a
 * level factor, levels cost experience, there is a level before, monsters have experience by level.
 * That there is a tracker; a way to choose a level; that difficulty is a table of depths, and that
 * there is threat. A monster, a kind of item, a status of rooms; `of` in the place of a depth's own
 * player, where it is given. That there is pity; the band or depth, and the mode; a category of
 * items, or of pity. A bot, who killed it, a set fight. Dungeons that are generated; gear of rooms.
 * That groups come to floors; an item or category where loot fills whole floors; that there is
 * gold; something that shops may have. */
enum { READ_ONE = 1 << 0, READ_PAIR = 1 << 1, READ_STAT = 1 << 2, READ_CURVE = 1 << 3 };
enum { READ_FACTOR = 1 << 4, READ_STEP = 1 << 5, READ_GROWTH = 1 << 6, READ_KILLS = 1 << 7 };
enum { READ_TRACKER = 1 << 8, READ_CHOICE = 1 << 9, READ_TABLES = 1 << 10, READ_THREAT = 1 << 11 };
enum { READ_MONSTER = 1 << 12, READ_ITEM = 1 << 13, READ_STATUS = 1 << 14, READ_PLAYER = 1 << 15 };
enum { READ_RULES = 1 << 16, READ_LOOT = 1 << 17, READ_CATEGORY = 1 << 18, READ_PITY = 1 << 19 };
enum { READ_BOT = 1 << 20, READ_KILLER = 1 << 21, READ_ARENA = 1 << 22 };
enum { READ_FLOORS = 1 << 23, READ_GEAR = 1 << 24, READ_HORDES = 1 << 25 };
enum { READ_FOUND = 1 << 26, READ_GOLD = 1 << 27, READ_OFFER = 1 << 28 };

typedef judge_measure judge_measurer(judge_work *work, const judge_point *place, int which);

/* A metric: a row. */
typedef struct judge_metric {
    wyrm_metric shown;
    unsigned reads;
    judge_measurer *measure;
    int which; /* of what `measure` can tell */
} judge_metric;

/* The metrics, in the order of the guide; behind the last of a table is one without a name. */
extern const judge_metric judge_metrics_of_fighters[], judge_metrics_of_attrition[]; /* fights.c */
extern const judge_metric judge_metrics_of_depths[], judge_metrics_of_runs[];        /* metrics.c */

bool judge_is_share(const judge_metric *metric);

/* Reads and checks all targets of work->design into work->targets. Where any makes no sense the job
 * ends with WYRM_ERROR_RULESET, and with what is wrong, positions included, in `errors` (may be
 * NULL). */
void judge_read_targets(judge_work *work, wyrm_errors *errors);

/* Measures a target of work->targets at a place, with its verdict, as a job of its own: what fails
 * is in the error of work->arena. */
wyrm_status judge_try_place(judge_work *work, const judge_point *place, judge_measure *out);

/* ---- what is asked backwards (question.c) ---- */

/* The design with its only targets those that are asked, `count` of them as wyrm/solve.h has them,
 * in their order; the arena's. What a question makes no sense of ends the job; what cannot be
 * measured does not. `open`: one may do without what is wanted, "run_survival(3, bot=brawler)", and
 * then wants 0 or more, which says nothing. A question spreads over several places where it says
 * so, "run_hazard(1..5)": its range is a range of the target. */
const wyrm_design *judge_ask(base_arena *arena, const wyrm_design *design, const char *const *asked,
                             size_t count, bool open);

/* A target at a place as a question that wants this. */
const char *judge_question(base_arena *arena, const judge_point *place, wyrm_interval wanted);

/* The one number that a value is; false: it is none. */
bool judge_number_of(const wyrm_value *value, double *out);

static inline bool judge_is_whole(double number)
{
    return !(number < floor(number) || number > floor(number));
}

/* Fills out->keys with what of a ruleset is turned, each with its steps (keys.c). */
void judge_sense_keys(base_arena *arena, const wyrm_ruleset *ruleset, const wyrm_sense_options *how,
                      wyrm_sense *out);

/* A key that takes numbers. */
typedef struct judge_key {
    const char *path, *pattern; /* pattern NULL: the value is the number */
    bool whole;                 /* it takes whole numbers */
    bool has_now;               /* a number stands there: `now` */
    double now;
    wyrm_interval range; /* that is looked at */
    double step;         /* from range.low; 0: any number */
    double parts;        /* of a ratio: how great either of its numbers may be; 0: any */
} judge_key;

/* Of `how` the pattern, the range and the step are looked at. A key that takes no number ends the
 * job. */
judge_key judge_read_key(base_arena *arena, const wyrm_design *design, const char *path,
                         const wyrm_solve_options *how);

/* ---- attacks and what fights cost ---- */

/* Expected attacks until hit points are gone (hp, or what is rolled up to that; NULL: no roll),
 * misses and overkill included; INFINITY where that never comes, NAN where so many cannot be
 * counted. */
double judge_expected_attacks(base_arena *arena, const wyrm_pmf *damage, int64_t hp,
                              const wyrm_pmf *roll);

/* The share of its hit points that `of` has left of fights that end, 0 where it lost: mean and
 * standard deviation. Each value of rolled ones has its fights, and its own share of them. Fails as
 * wyrm_design_duel. */
typedef struct judge_left {
    double mean, sd;
} judge_left;
WYRM_MUST_CHECK wyrm_status judge_hp_left(const wyrm_design *design, const wyrm_combatant *of,
                                          const wyrm_combatant *against, wyrm_striker first,
                                          const wyrm_duel *duel, judge_left *out,
                                          wyrm_error *error);

/* Whether more fights are cut off at the limit of turns than can be left out: those that end are
 * shorter than all, and their mean is no answer. */
static inline bool judge_is_cut_off(const wyrm_duel *duel)
{
    return duel->p_unfinished > 1e-9;
}

/* How often `foe` has attacked before attack number `attack`, from 1, of the player, both having
 * begun at once. */
int64_t judge_attacks_before(const wyrm_combat *combat, const wyrm_combatant *player,
                             const wyrm_combatant *foe, wyrm_striker first, int64_t attack);

/* Groups of floors, where who comes how often is a figure of floors. */
#define JUDGE_BATCHES 10

/* What is left of a player in a duel that it began with so many hit points. */
typedef struct judge_outcome {
    bool kept; /* its distribution is the arena's, else the caller's */
    double finished;
    wyrm_pmf *left; /* its hit points where it ended; NULL: it never does */
} judge_outcome;

/* One kind of monster at a depth. */
typedef struct judge_foe {
    int32_t monster;              /* index of the roster */
    double share;                 /* of the monsters of the depth */
    double shares[JUDGE_BATCHES]; /* the same in each group of floors, where it is sampled */
    wyrm_combatant combatant;
    const wyrm_pmf *given, *taken; /* damage of one attack of the player, and of the monster */
    bool plain;                    /* the player's attacks can be counted one by one */
    const wyrm_pmf *cost; /* hit points that killing it takes from a player with enough of them, cut
                             at those that the player has; NULL: it depends on what is left */
    judge_outcome *outcomes; /* by the hit points that the player begins with; NULL: none is kept */
} judge_foe;

/* A player and the foes of a depth, sorted by the roster. */
typedef struct judge_crowd {
    judge_work *work;
    int32_t depth;
    wyrm_combatant player;
    const wyrm_pmf *roll; /* of its hit points as it enters a room; NULL: they are known */
    wyrm_striker first;   /* in every fight; the player is the subject */
    size_t count;
    judge_foe *foes;
    bool sampled;    /* their shares are of generated floors */
    bool plain;      /* the attacks of them all can be counted one by one */
    uint64_t spent;  /* steps that its fights have taken so far */
    uint64_t fought; /* duels */
    size_t kept;     /* hit points that their outcomes take */
    const char *why; /* what they cost cannot be told, in words; NULL: it can */
} judge_crowd;

/* Gathers the foes; count is 0 where no monster has a weight at the depth. Where what rooms hold is
 * not known exactly floors are generated. WYRM_ERROR_ARGUMENT: a player or monster without hit
 * points. */
judge_crowd judge_gather_crowd(judge_work *work, int32_t depth, const wyrm_combatant *player,
                               wyrm_striker first);

/* The chance to die in a normal room, and the mean share of hit points that it takes (all, where it
 * kills). The player enters with all hit points and fights the monsters one after another; they
 * do not come back between the fights but for what regeneration gives during them. Sampled where
 * not all that is drawn for a room gets a tile, and where a budget makes its monsters hang
 * together. With `floors`, always sampled, also the chance to die in one of the normal rooms of a
 * floor, each entered with full hit points. All are NAN where crowd->why says so. */
typedef struct judge_attrition {
    wyrm_estimate death, lost, floor_death;
} judge_attrition;
judge_attrition judge_crowd_rooms(judge_crowd *crowd, bool floors);

/* The chance to die of one foe of the crowd. */
double judge_crowd_death(judge_crowd *crowd);

/* ---- findings ---- */

#define JUDGE_DEAD "dead-configuration"

/* What is looked for, in the order of an answer: who and what never comes to be, what contradicts
 * itself, what is badly weighed, what hardly anybody meets, fights, growth, runs. */
typedef enum judge_looked_for {
    LOOK_ABSENT,
    LOOK_INERT,
    LOOK_DEEP_ROWS,
    LOOK_GEAR_GAPS,
    LOOK_IDLE_COMBAT,
    LOOK_CONTRADICTIONS,
    LOOK_BUDGETS,
    LOOK_UNHURT,
    LOOK_MISFITS,
    LOOK_PITY,
    LOOK_BARELY_SEEN,
    LOOK_LAST_MAP,
    LOOK_NO_FINAL_MAP,
    LOOK_FIGHTS,
    LOOK_NOISE,
    LOOK_ROUNDED_STEPS,
    LOOK_FLAT_STEPS,
    LOOK_EMPTY_LEVELS,
    LOOK_UNPLAYED,
    LOOK_STALLS,
    LOOK_STARTS,
    LOOK_EASY_FLOORS,
    LOOKS
} judge_looked_for;

/* A file that looks for some of it has the functions in a table, NULL where others look. */
typedef void (*const judge_looks[LOOKS])(judge_work *work);
extern const judge_looks judge_looks_never, judge_looks_inert, judge_looks_fights;
extern const judge_looks judge_looks_limits;

/* Adds one. `kind` is static. */
void judge_tell(judge_work *work, const char *kind, const char *where, const char *format, ...)
    WYRM_PRINTF(4, 5);

/* Says of the last one what to type (wyrm_finding.command); nothing: "". */
void judge_command(judge_work *work, const char *format, ...) WYRM_PRINTF(2, 3);

/* One of several findings that may be alike: a few of one group are told one by one, more of them
 * together, at the first, where the list of their pieces stands for them. */
typedef struct judge_alike {
    const char *kind;
    size_t group;
    char where[96], message[480];
    char piece[100];
    char command[420]; /* of wyrm_finding; "" */
} judge_alike;
typedef void judge_tell_group(judge_work *work, const judge_alike *first, size_t count,
                              const char *pieces, const void *context);
/* The pieces take `size` characters at most, JUDGE_PIECES_MAX at most. */
#define JUDGE_PIECES_MAX 200
void judge_tell_alike(judge_work *work, const judge_alike *list, size_t count, size_t size,
                      judge_tell_group *together, const void *context);

/* Words of a finding, as plain values: a formatted text; a share in percent with the digits that
 * matter, "0 %", "< 0.1 %", "2.4 %", "37 %"; ascending numbers as people write them, "14, 19,
 * 22-25, ..." in so many characters; the same after their word, "depth 3", "levels 14, 19". */
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

/* Why the game that a runner made last goes no further where it was left: the bot has not done what
 * it could; the map has no way on; monsters stand in all of them that the player cannot bring
 * down. */
typedef enum judge_blame { JUDGE_BLAME_BOT, JUDGE_BLAME_MAP, JUDGE_BLAME_MONSTERS } judge_blame;
judge_blame judge_find_blame(base_arena *arena, const wyrm_runner *runner);

/* The section of the ruleset that a class of items stands in. */
const char *judge_section_of(wyrm_item_class item_class);

/* Fills work->presence (findings_trials.c). */
void judge_find_presence(judge_work *work);

/* By the roster: whom those that come summon or split into, and whom those do; the arena's. One
 * that nobody but its own kind calls is none of them. */
const bool *judge_called(base_arena *arena, const judge_work *work, const bool *come);

/* Whether the monster, weapon, armor or item of that name in that section can come, by it. */
bool judge_is_present(const judge_work *work, const char *section, const char *name);

/* ---- comparing two rulesets (compare.c, compare_seen.c) ---- */

/* Figures of one ruleset; `a` holds the value. */
typedef struct compare_list {
    size_t count, room;
    wyrm_compared *figures;
} compare_list;

/* Adds the figures of a design, of the groups from `first` up to one before `end`, and tells how
 * far that part of the work is. Where targets do not read the job ends with WYRM_ERROR_RULESET, and
 * what is wrong in `errors`. */
void compare_gather(base_arena *arena, const wyrm_design *design, int first, int end,
                    const base_part *whole, compare_list *list, wyrm_errors *errors);

/* Of pointers to figures, for qsort: by everything that names one; the place on the axis last. */
int compare_by_name(const void *a, const void *b);

/* Whether both values are the same, within their margins. */
bool compare_is_equal(const wyrm_compared *figure);

/* The values that two rulesets say differently, in the order of the schema; how many. */
size_t compare_values(base_arena *arena, const wyrm_ruleset *a, const wyrm_ruleset *b,
                      wyrm_compared_value **out);

/* Walking two rulesets together: the next member of two values, those of `a` and then those that
 * only `b` has (`next` begins with 0; false: there are no more). */
typedef struct compare_member {
    char path[512];          /* "combat.spread.2": elements of lists count from 1 */
    const char *key;         /* "" of an element */
    const wyrm_value *a, *b; /* NULL: it has none */
    bool deeper;             /* those are compared member by member */
} compare_member;
bool compare_next(const char *path, const wyrm_value *a, const wyrm_value *b, size_t *next,
                  compare_member *out);

/* A value that differs, and whose of two: of `b`, else of `a`. */
typedef struct compare_choice {
    const char *path;
    bool of_b;
} compare_choice;

/* The rules of `a` with those values of `b`, the arena's; NULL where that makes no ruleset. The
 * choices are of values in the order of compare_values; what is none of them is as `a` has it. */
wyrm_design *compare_mix(base_arena *arena, const wyrm_design *a, const wyrm_design *b,
                         const compare_choice *choices, size_t count);

/* Whether what stands at a path has a part in runs: not targets, margins, set fights, the reference
 * player, names and the like. */
bool compare_is_played(const char *path);

/* ---- baselines (baselines.c) ---- */

struct json_t; /* of jansson */

/* The text of a baseline, with its checksum; takes `root`, which is NULL where memory is out. */
wyrm_status baseline_give(struct json_t *root, char **out, wyrm_error *error);

/* And back: a text that is no JSON has an error with its place. */
wyrm_status baseline_parse(const char *file, const char *text, size_t length, struct json_t **out,
                           wyrm_error *error);

/* ---- the gate: two sides, whatever they are of (gate_statistics.c) ---- */

/* What the value of a metric in a run is: a number whose mean is looked at; 0 or 1; y of x, all y
 * of all x being looked at. */
typedef enum gate_kind { GATE_MEAN, GATE_YES_NO, GATE_RATIO } gate_kind;

typedef struct gate_metric {
    const char *name, *unit;  /* as the row has them */
    wyrm_gate_margin said[2]; /* the margins of both sides */
    gate_kind kind;
    wyrm_range range;
    int32_t stage; /* as the row has it */
    size_t which;  /* for those who tell values */
} gate_metric;

/* The runs of a side, in the order of their numbers. */
typedef struct gate_view {
    const void *side;
    size_t count;
    uint64_t (*number)(const void *side, size_t run);
    /* The value of a metric in a run, of a ratio y, with *x set; NAN: it has none. */
    double (*value)(const void *side, const gate_metric *metric, size_t run, double *x);
} gate_view;

typedef struct gate_terms {
    bool may_pair;    /* runs of one number had the same luck */
    double alarms[2]; /* that the sides ask for; the stricter one holds */
    size_t count;     /* WYRM_GATE_METRICS_MAX at most */
    const gate_metric *metrics;
} gate_terms;

/* Fills `count` gates but for same_rules, as wyrm_gate_compare says, views[0] and [1] being before
 * and after of the first: they are corrected for all of them. They have no more than
 * WYRM_GATE_METRICS_MAX rows together. */
void gate_compare(const gate_view *views, size_t count, const gate_terms *terms,
                  const wyrm_looks *looks, wyrm_gate *out);

/* How runs are made, and who is told of it. */
typedef struct gate_effort {
    unsigned threads;
    bool (*progress)(double done, void *context); /* NULL: nobody */
    void *context;
    const wyrm_maker *maker; /* of runs of rulesets */
} gate_effort;

/* A part of what a gate has to do, some runs of a side or a trial: as shares of all, what is done
 * before it, and itself. */
typedef struct gate_part {
    const wyrm_gate_options *options;
    double before, all;
} gate_part;

static inline bool gate_tell(double done, void *context)
{
    const gate_part *of = context;
    return !of->options->progress ||
           of->options->progress(of->before + done * of->all, of->options->progress_context);
}

/* A side while it is held: how many runs it has, and how it makes them until there are so many
 * (NULL: there are no more). */
typedef struct gate_player {
    void *side;
    size_t (*count)(const void *side);
    wyrm_status (*play)(void *side, uint64_t runs, const gate_effort *effort, wyrm_error *error);
} gate_player;

/* Makes the runs of the next look: of the first one only as many as can be afforded, which are then
 * all; any other was looked ahead to. *cut: there are to be no more after this. */
wyrm_status gate_play(const gate_player *sides, size_t sides_count, wyrm_looks *looks,
                      const wyrm_gate_options *options, bool *cut, wyrm_error *error);

/* Compares the runs of a look. */
typedef wyrm_status gate_comparer(void *context, const wyrm_looks *looks, wyrm_gate *out,
                                  wyrm_error *error);

/* Look after look, as wyrm_gate_hold_ladder says; sides[0] and [1] are before and after of the
 * first gate. */
wyrm_status gate_hold(const gate_player *sides, size_t count, const wyrm_gate_options *options,
                      gate_comparer *compare, void *context, wyrm_gate *out, wyrm_error *error);

/* ---- sides of an external game (external_gate.c) ---- */

/* The words of a kind in the order in which runs brought them, found by their hash. */
typedef struct side_words {
    size_t count, capacity;
    const char **words;
    uint16_t slots[2 * 1024]; /* of a word, from 1; 0: free */
} side_words;
_Static_assert(WYRM_EXTERNAL_WORDS_MAX <= 1024, "half of the slots stay free");

/* What a run came to, but for the values of its metrics. */
typedef struct side_run {
    uint64_t run;
    wyrm_external_end end;
    int32_t stage;
    int32_t outcome, cause; /* words; of complete runs, and of those that were not won; else -1 */
} side_run;

/* Stages that are looked at: of all of them there would be too many rows to tell anything by. Of a
 * metric by stage, which is nothing that survival says, the last stage of the game is one more. */
#define SIDE_STAGES 9

/* Where a metric's values stand in the row of a run. */
typedef struct side_column {
    /* First and last: of a category y is its word, of a share x is what it is of, of a metric by
     * stage each stage of the side has one. */
    size_t y, x;
    side_words *words; /* of a category; else NULL */
} side_column;

typedef struct side_margin {
    const char *metric;
    wyrm_gate_margin margin;
} side_margin;

struct wyrm_external_side {
    base_arena *arena; /* which it lies in */
    wyrm_external_facts facts;
    wyrm_external_hello hello; /* of the facts */
    double alarm;
    size_t margin_count;
    side_margin *margins;           /* that are said */
    const wyrm_external *game;      /* NULL: it does not play */
    wyrm_external_play_options how; /* it plays */
    bool tried;                     /* `repeats` was found out */
    wyrm_external_repeat repeats;
    size_t count, run_capacity, row_capacity;
    side_run *runs;
    double *rows; /* row_width values a run; NAN: not told, and all of a run not complete */
    size_t row_width;
    side_column *columns; /* by metric */
    size_t stage_count;   /* that metrics by stage are kept of */
    int32_t stages[SIDE_STAGES + 1];
    bool outdated; /* a baseline that has none of them, though the game tells some */
    side_words outcomes, causes;
};

/* Fills a gate of two sides as far as a look goes; its texts are the arena's. *cut: rows were left
 * out. */
void side_compare(base_arena *arena, const wyrm_external_side *before,
                  const wyrm_external_side *after, const wyrm_looks *looks, wyrm_gate *out,
                  bool *cut);

/* ---- variants: what a ruleset comes to with some of it said otherwise (variants.c) ---- */

/* What figures are of: the targets of a design, each at all of its places. What it is measured on
 * may be changed, the goals stay. */
typedef struct judge_goals {
    const wyrm_design *design;
    size_t count;
    const judge_point *places; /* by goal; of the design as it is */
    uint64_t seed;
} judge_goals;

/* Those of a design, which may be judge_ask's; they live as long as the arena. Targets
 * that make no sense end the job with the first of what is wrong. */
const judge_goals *judge_goals_of(base_arena *arena, const wyrm_design *design, uint64_t seed);

/* Whether a bot plays for a goal, games or set fights. */
bool judge_goal_is_played(const judge_goals *goals, size_t goal);

/* A figure of a variant, or what a figure has changed by. */
typedef struct judge_figure {
    double value;    /* NAN: it cannot be measured */
    const char *why; /* it is NAN; static text, or NULL */
    bool sampled;
    wyrm_interval ci95; /* where it is; else of that one point */
    double p;           /* of a change: two-sided, that there is none; 0 or 1 where it is exact */
} judge_figure;

/* How a ruleset is varied. {0}: not at all. */
typedef struct judge_variation {
    void (*hear)(const wyrm_run *run, void *context); /* every game, in order; may be NULL */
    void *context;
    size_t count;
    const wyrm_change *changes;
    size_t without_count; /* as in wyrm_run_options */
    const char *const *without;
    const char *bot; /* plays in the place of every bot; NULL: each its own */
    bool rests;      /* no design is made before something is measured here */
} judge_variation;

typedef struct judge_variant judge_variant;

/* What is known of a variant. */

#define JUDGE_GROUPS 10 /* of what is sampled, and not of games */
#define JUDGE_NOBODY SIZE_MAX

typedef struct judge_goal_state {
    bool measured;
    judge_figure figure;
    double groups[JUDGE_GROUPS]; /* of what is sampled, and not of games */
    uint64_t dungeons;           /* of each of those; 0: it is of the fights of a duel, which are no
                                    groups, and has their interval */
} judge_goal_state;

/* The games of one bot, or its set fights: what each run adds to each of the goals. */
typedef struct judge_games {
    const char *bot, *arena;
    size_t goal_count, first; /* of the goals that it is for; index in `order` */
    uint64_t count, room;
    double *told; /* y and x of every goal, run by run */
} judge_games;

struct judge_variant {
    base_arena *arena;
    const judge_goals *goals;
    judge_variation how;
    wyrm_design *design;
    char refused[320];
    judge_goal_state *states;
    size_t series_count;
    judge_games *series;
    size_t *order;     /* goals of games, series by judge_games */
    size_t *series_of; /* by goal; JUDGE_NOBODY: none */
    size_t *column_of; /* by goal of games: its place in the judge_games */
};

/* Opens a variant; *out is the caller's (judge_variant_free). One that makes no ruleset is made as
 * well, and judge_variant_refused says why it cannot be measured. From any thread.
 * WYRM_ERROR_MEMORY  out of memory */
wyrm_status judge_variant_open(const judge_goals *goals, const judge_variation *variation,
                               judge_variant **out, wyrm_error *error);
void judge_variant_free(judge_variant *variant);                 /* NULL is allowed */
const char *judge_variant_refused(const judge_variant *variant); /* NULL: it is not */

static inline const wyrm_design *judge_variant_design(const judge_variant *variant)
{
    return variant->design; /* NULL: it is refused */
}

/* Lets go of the design until more is measured, which makes it anew: the changes of the variation
 * must live as long. */
void judge_variant_rest(judge_variant *variant);

/* What is spent on a measuring. */
typedef struct judge_spending {
    uint64_t games;    /* that each bot has played then, with those before; 0: nobody plays */
    uint64_t dungeons; /* of what is sampled otherwise; 0: JUDGE_DUNGEONS */
    unsigned threads;  /* 0: one */
    bool (*progress)(double done, void *context); /* as in wyrm/descent.h; may be NULL */
    void *context;
    const wyrm_maker *maker; /* as in wyrm_sim_options */
} judge_spending;

/* Measures the goals that `which` marks (NULL: all) and that are not yet, and plays on for those
 * that need it, each run on the same luck in every variant. From any thread, one at a time a
 * variant. A goal that fails is not measured, and its figure says so.
 * WYRM_ERROR_LIMIT   stopped by progress
 * WYRM_ERROR_MEMORY  out of memory */
wyrm_status judge_variant_measure(judge_variant *variant, const bool *which,
                                  const judge_spending *spending, wyrm_error *error);

/* A variant that is to be measured, and whether it lacks something still. */
typedef struct judge_wanted {
    judge_variant *variant;
    uint64_t games; /* that each bot is to have played then */
    bool lacks;
} judge_wanted;

/* How variants are measured somewhere else. */
typedef struct judge_elsewhere {
    const judge_goals *goals;
    uint64_t dungeons;   /* as in judge_spending */
    uint64_t part_games; /* of one part; at least 1 */
    const wyrm_maker *maker;
    bool (*progress)(double done, void *context);
    void *context;
} judge_elsewhere;

/* Measures variants of one job, whose variations are changes alone, as far as the maker does. */
void judge_measure_elsewhere(base_arena *arena, const judge_elsewhere *how, judge_wanted *wanted,
                             size_t count);

uint64_t judge_variant_games(const judge_variant *variant, size_t goal); /* played for it */
judge_figure judge_variant_figure(const judge_variant *variant, size_t goal);
/* What a goal's figure is more in `after`: of games by pairs of runs that had the same luck, of
 * other samples by pairs of groups of them. */
judge_figure judge_variant_change(const judge_variant *before, const judge_variant *after,
                                  size_t goal);

/* The same with an interval of games of another confidence, for those who look more than once; and
 * of more of them the sum of their figures by weights that come to 0: 1, -1, -1, 1 of two changes
 * at once, each of them and none is what those two do beyond the sum of both.
 * WYRM_ERROR_MEMORY  out of memory */
judge_figure judge_variant_change_at(const judge_variant *before, const judge_variant *after,
                                     size_t goal, double confidence);
wyrm_status judge_variant_contrast(const judge_variant *const *of, const double *weights,
                                   size_t count, size_t goal, double confidence, judge_figure *out,
                                   wyrm_error *error);

/* The place of a goal in a design with changes, where it is likely the index-th; NULL: it has none
 * such. */
const judge_point *judge_point_like(const judge_targets *all, const judge_point *goal,
                                    size_t index);

/* ---- what tuning turns (keys.c) ---- */

typedef struct judge_knobs {
    size_t count;
    wyrm_tuned_knob *knobs;
    wyrm_tune_axis *axes;    /* by knob */
    const double **path_now; /* by knob: what stands at each of its paths */
    const bool **path_whole;
} judge_knobs;

/* Reads those that options name, else those of the section `tune`. What makes no sense ends the
 * job; of the section it is told in `errors`, where it stands. */
void judge_read_knobs(base_arena *arena, const wyrm_design *design, const wyrm_tune_options *how,
                      wyrm_errors *errors, judge_knobs *out);

/* What a knob is so many steps from now. */
double judge_knob_value(const judge_knobs *of, size_t knob, int32_t at);

/* What the ruleset becomes at a point; the arena's. Returns how many changes. */
size_t judge_knob_changes(const judge_knobs *of, base_arena *arena, const int32_t *at,
                          const wyrm_change **out);

/* What one run adds to a metric of games (metrics.c): y of x, whose sums make the figure; x 0:
 * nothing. */
double judge_run_told(const judge_point *place, const wyrm_run *run, double *x);
/* How such runs are weighed. */
gate_kind judge_run_kind(const judge_point *place);

/* ---- trials (findings_inert.c, findings_trials.c): does another value change anything? ---- */

/* What a value can have a part in. */
typedef enum judge_side {
    JUDGE_SIDE_FIGHTS,   /* hits, hit points, levels and what they cost */
    JUDGE_SIDE_MONSTERS, /* who comes, and their threat */
    JUDGE_SIDE_LOOT,
    JUDGE_SIDES
} judge_side;

/* What a ruleset comes to in a side, as numbers. */
typedef struct judge_outcomes {
    base_arena *arena;
    size_t count, room;
    double *values;
} judge_outcomes;

/* A design ready for varying: a copy of its ruleset in which one value is another, in turn. */
typedef struct judge_varying {
    judge_work *work;
    judge_work copy; /* the same with fighters of the copy, for what does not change them */
    rs_variation *variation;
    int32_t levels, steps;                /* of players; depths (or levels) of monsters in fights */
    bool has_side[JUDGE_SIDES];           /* its models tell their outcomes exactly */
    judge_outcomes plain_of[JUDGE_SIDES]; /* nothing varied; not of fights */
    judge_outcomes played;                /* of loot, in the mode that is played only */
    size_t spent;                         /* numbers that trials have come to so far */
    const char *section;                  /* that the varied value stands in */
    const char *entity;      /* the monster or piece of gear whose it is; "": of none */
    struct judge_hits *hits; /* NULL: nothing made yet */
} judge_varying;

/* What came of a trial: SAME, nothing is another; OTHER; NONE, the ruleset makes no sense with
 * it; TOO_LONG, there is too much to compare. */
typedef enum judge_trial { TRIAL_SAME, TRIAL_OTHER, TRIAL_NONE, TRIAL_TOO_LONG } judge_trial;

/* How a side is tried, by the file that does it. */
typedef struct judge_trying {
    /* Makes what trials are held against; false: the models do not tell their outcomes exactly. The
     * sides begin in their order. */
    bool (*begin)(judge_varying *varying);
    /* Holds the outcomes, with what is varied now, against the plain ones. `played`: of loot only
     * the mode that is played. */
    judge_trial (*hold)(judge_varying *varying, judge_side side, bool played);
} judge_trying;
extern const judge_trying judge_trying_fights, judge_trying_monsters, judge_trying_loot;

/* ---- what is held against a game (verify_log.c counts it, verify.c judges) ---- */

#define VERIFY_NEVER 1e-12 /* chances below are rounding: it cannot happen */

/* Who won a fight; attacks and floors have one side, the first. */
enum { VERIFY_WON, VERIFY_LOST, VERIFY_NEITHER, VERIFY_OUTCOMES };

/* A matchup, or of floors one thing at a depth: what came how often, and its chances. */
typedef struct verify_matchup {
    const char *attacker, *defender;
    bool unknown; /* one of the two is, which has been said */
    int32_t depth;
    size_t thing; /* of floors: index in wyrm_verify.things */
    /* Damage, turns or number: first, first + 1, ... of `length`, on either side. `chances` are of
     * all attacks or fights, NULL for floors. */
    int64_t first;
    size_t length, sides;
    double *chances[2];
    uint64_t *times[2];
    uint64_t *turns;                   /* of fights whose turns are told, and not who won which */
    double chance_of[VERIFY_OUTCOMES]; /* of fights */
    uint64_t of[VERIFY_OUTCOMES];      /* of fights: all of them, whether or not turns are told */
    uint64_t count;
    size_t impossible_count;
    wyrm_verify_outcome impossible[WYRM_VERIFY_IMPOSSIBLE_MAX];
    uint64_t impossible_times;
} verify_matchup;

/* What is counted on floors: a monster, a kind of item, or all of either. */
typedef enum verify_thing_kind {
    VERIFY_MONSTER,
    VERIFY_ITEM,
    VERIFY_MONSTERS,
    VERIFY_ITEMS
} verify_thing_kind;

typedef struct verify_thing {
    verify_thing_kind kind;
    int32_t index; /* of the roster, of the kinds of loot */
    const char *name;
} verify_thing;

#define VERIFY_SLOTS      8192 /* of the table of matchups: above twice their number */
#define VERIFY_NUMBER_MAX 1024 /* of one thing on a floor */

struct wyrm_verify {
    base_arena arena;
    const wyrm_design *design;
    wyrm_verify_options options; /* its texts are in the arena */
    wyrm_verify_kind kind;
    size_t count, room, cells;
    verify_matchup **matchups; /* in the order of their first line */
    verify_matchup *slots[VERIFY_SLOTS];
    size_t thing_count, thing_room;
    verify_thing *things; /* of all logs that were read */
    size_t column_count;
    wyrm_verify_column columns[WYRM_VERIFY_COLUMNS_MAX];
};

#endif
