/* What the files of this folder share, and what programs that look into a ruleset's encounters may
 * know: sections of the schema, roles of rooms, the difficulty models, how many a room gets,
 * weighted choice, and threat in whole thousandths. */
#ifndef WYRM_SRC_ENCOUNTER_INTERNAL_H
#define WYRM_SRC_ENCOUNTER_INTERNAL_H

#include <math.h>

#include <wyrm/encounter.h>

#include "base/amount.h"
#include "base/pmf.h"
#include "base/rule.h"
#include "ruleset/internal.h"
#include "script/script.h"

/* ---- sections: bands, threat and room_roles ---- */

extern const wyrm_field enc_band_element[];
extern const wyrm_field enc_threat_rows[];
extern const wyrm_field enc_room_role_rows[];

/* What threat reads of each monster: rows of the models that place monsters by name. */
#define ENC_MONSTER_THREAT_ROWS                                                                    \
    WYRM_ROW("etp", REAL, .greatest = WYRM_THREAT_MAX, .unit = "points",                           \
             .source = "Catacombs of YARL, \"Room Budgets\"",                                      \
             .summary = "its threat before band, elite and behaviour, else derived"),              \
        WYRM_ROW("behaviours", LIST, .fields = enc_behaviour_element, .default_value = "[]",       \
                 .source = "Catacombs of YARL, \"Room Budgets\"",                                  \
                 .summary = "what makes it more or less of a threat"),                             \
        WYRM_ROW("synergy", REAL, .least = -1, .greatest = 1000, .default_value = "0",             \
                 .source = "Catacombs of YARL, \"Room Budgets\"",                                  \
                 .summary =                                                                        \
                     "added to derived threat by fighting beside others; 0.1 is ten per cent")
extern const wyrm_field enc_behaviour_element[];
extern const char *const enc_monster_kind_keys[]; /* by wyrm_monster_kind */
/* What monsters say where something else says how often they come: hordes, or a script. */
extern const wyrm_extension enc_came_extensions[];

/* ---- roles: vaults by chance, minibosses and bosses at set depths ---- */

/* What the record `encounter.roles` says of one role. */
typedef struct enc_role_plan {
    bool planned;                /* maps have such rooms */
    const wyrm_value *chance;    /* of a map, by depth; NULL: at set depths */
    const wyrm_value *depths;    /* list of depths; NULL: by chance */
    int32_t least_rooms;         /* of the map */
    bool in_last;                /* in the map's last room, else in any but the first */
    const wyrm_amount *monsters; /* of such a room; NULL where it is not planned */
    const char *variant;         /* of its monsters; "" for plain ones */
} enc_role_plan;

typedef struct enc_role_plans {
    wyrm_room_rules rules;
    enc_role_plan plans[WYRM_ROOM_ROLE_COUNT];
} enc_role_plans;

/* Whether a role that comes at set depths comes at this one. */
WYRM_API bool enc_role_plan_comes_at(const enc_role_plan *plan, int32_t depth)
    BASE_SHARED(enc_role_plan_comes_at);

/* What an encounter plans for rooms with a role; NULL: rooms have none. Lives as long as the
 * encounter. */
WYRM_API const enc_role_plans *enc_plans(const wyrm_encounter *encounter) BASE_SHARED(enc_plans);

/* ---- models ---- */

/* What a model tells of itself once and for all. All 0: nothing of it. */
typedef struct enc_facts {
    bool tracks;                 /* the tracker of wyrm_difficulty means something */
    bool remembers;              /* what has come before changes what comes */
    int32_t last_depth;          /* of a difficulty that is a table of depths; 0: it is none */
    const enc_role_plans *plans; /* NULL: all rooms are normal */
    int elite;                   /* the variant of elites, where plans are */
    wyrm_horde_facts hordes;     /* that fill floors */
} enc_facts;

/* Distributions that a difficulty by depth has, as the functions of <wyrm/encounter.h> say. */
typedef enum enc_asked {
    ENC_ASKED_DRAW, /* monster_kinds */
    ENC_ASKED_KINDS,
    ENC_ASKED_MONSTERS,
    ENC_ASKED_THREAT
} enc_asked;

typedef struct encounter_question {
    const void *state; /* the model's */
    enc_asked what;
    int32_t depth;
    double *unit; /* of threat */
    wyrm_pmf *answer;
} encounter_question;

/* What an encounter is made from, beside its ruleset; all of it outlives it. */
typedef struct enc_sources {
    const wyrm_growth *growth;
    const wyrm_roster *roster;
    const wyrm_threat *threat;
} enc_sources;

/* A difficulty model: one file, one line in the table of encounter.c. Members are as the functions
 * of <wyrm/encounter.h> that are named like them; they draw from *rng alone. */
typedef struct enc_model {
    wyrm_model model;
    /* The state, in the arena, of the model's section; fills *facts. */
    void *(*make)(rs_opening *o, const enc_sources *from, enc_facts *facts);
    wyrm_difficulty (*start)(const void *state); /* NULL: depth 1, and no tracker */
    /* NULL: at the last depth of the facts, and as many behind it with every win. */
    bool (*is_final)(const void *state, const wyrm_difficulty *difficulty);
    /* Of a tracker, else NULL: pays it what is pending, and moves it into the gear. */
    void (*leave)(const void *state, wyrm_difficulty *difficulty);
    void (*win)(const void *state, wyrm_difficulty *difficulty);
    /* One of these two; the other is NULL. */
    size_t (*room)(const void *state, const wyrm_difficulty *difficulty,
                   const wyrm_room_context *room, wyrm_rng *rng, wyrm_spawn *spawns);
    size_t (*floor)(const void *state, wyrm_difficulty *difficulty, int32_t rooms, wyrm_rng *rng,
                    wyrm_floor_spawn *spawns);
    /* Where floors can fail to be drawn, which `floor` then leaves empty; else NULL. */
    wyrm_status (*trouble)(const void *state, wyrm_error *error);
    /* Where more come while the game is played; else NULL. */
    double (*wandering)(const void *state, int32_t depth);
    size_t (*wanderers)(const void *state, wyrm_difficulty *difficulty, wyrm_rng *rng,
                        wyrm_floor_spawn *spawns);
    /* With a tracker: the level of one monster, exactly, and the ways to choose it. */
    wyrm_status (*levels)(const void *state, double tracker, wyrm_pmf **out, wyrm_error *error);
    size_t (*choices)(const void *state, double tracker, wyrm_level_choice *choices);
    /* With a table of depths: */
    wyrm_room_draw (*room_draw)(const void *state, int32_t depth);
    bool (*comes)(const void *state, int32_t depth, int32_t monster);
    void (*exact)(base_arena *arena, void *question); /* a job */
    /* Where floors are filled: all that comes, as wyrm_encounter_arrivals says. *out is zeroed and
     * all of it lies in the arena. Part of a job. */
    void (*arrivals)(base_arena *arena, const void *state, int32_t depth, wyrm_arrivals *out);
    void (*expected)(base_arena *arena, const void *state, int32_t depth, double *hordes,
                     double *monsters);
} enc_model;

struct wyrm_encounter {
    const enc_model *model;
    const wyrm_roster *roster;
    void *state;
    enc_facts facts;
};

extern const enc_model enc_tracker_model;
extern const enc_model enc_tables_model;
extern const enc_model enc_hordes_model;
extern const enc_model enc_script_model;

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const enc_model_table[];

/* ---- how many monsters or items a room gets: none, or one to the most that its depth allows ----
 *
 * Reads a record with the keys first (BOOL), chance (RATIO), most (TABLE) and most_per_win
 * (INTEGER); encounters and loot have such records with defaults of their own. */

/* The rows of such a record, without their end: `things` is "monsters" or "items", `limit` the most
 * of any room; the two defaults are those of chance and most, the sentence that of most. */
#define ENC_ROOM_COUNT_SOURCE "RuggRogue source code guide, "
#define ENC_ROOM_COUNT_ROWS(things, limit, usual_chance, usual_most, sentence)                     \
    WYRM_ROW("first", BOOL, .default_value = "false",                                              \
             .summary = things " may be in the room where the player starts",                      \
             .source = ENC_ROOM_COUNT_SOURCE "\"Map Population\""),                                \
        WYRM_ROW("chance", RATIO, .greatest = 1, .default_value = usual_chance,                    \
                 .summary = "chance that a room has " things,                                      \
                 .source = ENC_ROOM_COUNT_SOURCE "\"Map Population\""),                            \
        WYRM_ROW("most", TABLE, .greatest = limit, .default_value = usual_most, .unit = things,    \
                 .summary = sentence, .source = ENC_ROOM_COUNT_SOURCE "\"Map Population\""),       \
        WYRM_ROW("most_per_win", INTEGER, .greatest = limit, .default_value = "1", .unit = things, \
                 .summary = "added by every game won before",                                      \
                 .source = ENC_ROOM_COUNT_SOURCE "\"New Game Plus\"")

typedef struct enc_room_count {
    bool first;             /* the room with index 0 gets some too */
    wyrm_ratio chance;      /* of getting any */
    const wyrm_value *most; /* by depth; borrowed from the ruleset */
    int32_t most_per_win;   /* more for every game won before */
    int32_t limit;          /* never more than this */
} enc_room_count;

/* Reads the record `rooms` of the section. A `most` that is not whole is a fault; `things` is what
 * a room cannot hold a part of. */
enc_room_count enc_room_count_read(rs_opening *o, const char *things, int32_t limit);

/* The most at a depth, 0..limit. */
int32_t enc_room_count_most(const enc_room_count *count, int32_t depth, int32_t wins);

/* How many the room with this index gets, 0..limit. Draws nothing for a first room that is left
 * empty, else one word, and another where the room gets any. */
int32_t enc_room_count_draw(const enc_room_count *count, int32_t depth, int32_t wins, int32_t room,
                            wyrm_rng *rng);

/* ---- weighted choice among things whose weights are depth tables ----
 *
 * r is uniform in 1..sum of the weights, and the first thing whose running sum is at least r is
 * chosen (roguelike tutorial, part 12). Weights are whole, so frequencies are exact. */

/* A thing that can be chosen. */
typedef struct enc_weights_entry {
    int32_t value;             /* what a draw gives */
    const char *name;          /* for messages; borrowed */
    const wyrm_value *weights; /* TABLE of at least 0, or NULL: never chosen */
} enc_weights_entry;

/* What holds at a depth: only what has a weight. */
typedef struct enc_weights_row {
    size_t count;
    const int32_t *values;
    const uint64_t *running; /* sums of the weights up to each; the last is the sum of all */
} enc_weights_row;

/* A stretch of depths at which the weights are the same begins here and ends before the next. */
typedef struct enc_weights_stretch {
    int32_t from;
    enc_weights_row row;
} enc_weights_stretch;

typedef struct enc_weights {
    size_t count;
    enc_weights_stretch *stretches; /* ascending; none at depths before the first row */
} enc_weights;

/* Puts depths in ascending order, each once; how many are left. */
size_t encounter_sort_depths(int32_t *depths, size_t count);

/* What is made in the arena. `what` names the things in messages ("monsters"), `where` is the value
 * that messages about all of them point at. A depth before the first row of every table is no
 * fault: nothing is chosen there. NULL, and a fault, for a weight that is not whole; where nothing
 * has a weight; where all weights are 0, everywhere or at one of the depths up to `last_depth`
 * behind the first that has any. */
enc_weights *enc_weights_new(rs_opening *o, const wyrm_value *where, const char *what,
                             const enc_weights_entry *entries, size_t count, int32_t last_depth);

/* What can be chosen at a depth; a count of 0 where nothing can. Lives as long as the choice. */
enc_weights_row enc_weights_at(const enc_weights *choice, int32_t depth);

/* The weight of one of them, above 0. */
static inline uint64_t enc_weights_of(const enc_weights_row *row, size_t index)
{
    return row->running[index] - (index > 0 ? row->running[index - 1] : 0);
}

/* ---- hordes: groups that come to a floor or a room ----
 *
 * draws.c draws one, hordes.c floors of them; arrivals.c reads the same rule exactly. A group that
 * has come is a whole number, its *outcome*: which horde, and how many of each of its parts. */

#define ENC_HORDES_MAX 1000
#define ENC_PARTS_MAX  16 /* kinds in a horde, its leader's among them */
#define ENC_NO_GROUP   -1 /* nothing can come, or no budget has room for it */

typedef struct enc_part {
    int32_t monster;           /* of the roster */
    const wyrm_amount *number; /* NULL: one, who leads */
} enc_part;

typedef enum enc_guarding {
    ENC_GUARDS_NOTHING,
    ENC_GUARDS_ANY,
    ENC_GUARDS_LAST,
    ENC_GUARDS_FIRST,
    ENC_GUARDS_BETWEEN
} enc_guarding;

typedef struct enc_horde {
    const char *name;
    const wyrm_value *record;
    int32_t first, last; /* depths */
    int once;            /* its bit in wyrm_difficulty.come; -1: it comes any time */
    enc_guarding guards; /* it is not drawn, but comes to each floor of its depths: */
    wyrm_ratio chance;
    size_t part_count;
    const enc_part *parts;
    int64_t base, outcomes; /* its outcomes are base..base + outcomes - 1 */
} enc_horde;

/* How floors are filled from some depth on. */
typedef struct enc_floor_row {
    int32_t from;
    const wyrm_amount *groups;
    wyrm_ratio deeper; /* the chance that a group is one of a deeper floor, */
    const wyrm_amount *by;
    const wyrm_amount *hardest_of; /* groups that are drawn for one; NULL: one */
    double least, most;            /* of a budget, in grains of threat or in experience */
    wyrm_ratio wandering;
} enc_floor_row;

typedef enum enc_horde_aim { ENC_AIM_NONE, ENC_AIM_REJECT, ENC_AIM_FILL } enc_horde_aim;

typedef struct enc_hordes {
    const wyrm_roster *roster;
    const wyrm_threat *threat; /* NULL: the ruleset has none */
    int32_t last_depth, deepest;
    bool per_room, first, dealt;
    enc_horde_aim aim;
    bool of_threat; /* the budget, not of experience */
    const wyrm_value *multiplier;
    size_t count, floor_count, once_count;
    enc_horde *hordes;
    enc_weights drawn; /* values are hordes */
    enc_floor_row *floors;
    int32_t *horde_of;    /* by outcome */
    int64_t outcomes;     /* of all hordes */
    uint64_t *experience; /* by monster */
    /* By horde, where a budget of experience is filled: what its largest group is worth, and how
     * many that are. NULL elsewhere. */
    double *largest_worth;
    int32_t *largest, largest_of_all;
} enc_hordes;

/* What can be drawn in one state, kept while it is read exactly: the rule is run for every outcome.
 */
typedef struct enc_horde_cache {
    int32_t depth; /* 0: nothing is kept */
    uint64_t running[ENC_HORDES_MAX];
} enc_horde_cache;

/* A floor or room while it is filled. */
typedef struct enc_horde_filling {
    const enc_hordes *of;
    int32_t depth;
    const enc_floor_row *floor; /* NULL: nothing is drawn at this depth */
    const enc_horde *guard;     /* that may come now */
    uint64_t come[WYRM_ONCE_MAX / 64];
    bool any_come;
    int32_t count; /* monsters that were drawn, and what they count against the budget */
    double worth;
    uint32_t *left;         /* by horde: what is left of the deck; NULL: none is dealt from */
    enc_horde_cache *cache; /* NULL: nothing is kept */
} enc_horde_filling;

/* Whether it may come to a floor of its own accord. */
static inline bool enc_horde_is_on_guard(const enc_horde *horde, int32_t depth)
{
    return horde->guards != ENC_GUARDS_NOTHING && horde->chance.numerator > 0 &&
           depth >= horde->first && depth <= horde->last;
}

/* Whether the budget has room for a group that comes so. */
bool enc_horde_fits(const enc_horde_filling *filling, int64_t outcome);

/* Rules: the outcome of the next group, and of a guard. */
int64_t enc_horde_next(rule_draws *r, const void *filling);
int64_t enc_horde_guard(rule_draws *r, const void *filling);

/* Whether a budget wants more than has come. */
bool enc_horde_wants_more(const enc_horde_filling *filling);

/* How many of each part an outcome has, in counts[ENC_PARTS_MAX]; their sum. */
int32_t enc_horde_counts(const enc_hordes *of, int64_t outcome, int32_t *counts);

/* Begins a floor or room of a depth. */
enc_horde_filling enc_horde_begin(const enc_hordes *of, int32_t depth);

/* What a monster counts, in grains or experience. */
int64_t enc_horde_worth(const enc_hordes *of, int32_t depth, int32_t monster, bool of_threat);

/* Members `exact`, `arrivals` and `expected` of the model. */
void enc_hordes_exact(base_arena *arena, void *question);
void enc_hordes_arrivals(base_arena *arena, const void *state, int32_t depth, wyrm_arrivals *out);
void enc_hordes_expected(base_arena *arena, const void *state, int32_t depth, double *hordes,
                         double *monsters);

/* ---- draws.c: the experience of monsters, which may be drawn for each that comes ---- */

double encounter_reward_mean(const wyrm_roster *roster, int32_t monster);

/* The greatest common divisor of `unit` (0: none yet) and of all that a monster may give. */
int64_t encounter_reward_unit(const wyrm_roster *roster, int32_t monster, int64_t unit);

/* What several give together, in units: chances of `least` and up. */
typedef struct encounter_rewards {
    int64_t least;
    size_t count;
    const double *chances;
} encounter_rewards;

/* Adds a number of a monster. WYRM_ERROR_RANGE ends the job where there are too many sums. */
void encounter_reward_add(base_arena *arena, const wyrm_roster *roster, int32_t monster,
                          int32_t number, int64_t unit, encounter_rewards *to);

/* ---- threat, in whole thousandths of a point ---- */

#define ENC_THREAT_GRAIN 1000 /* in a point */

/* A budget in thousandths, both ends included. */
typedef struct enc_threat_range {
    int64_t least, most;
} enc_threat_range;

/* wyrm_threat_at in thousandths. */
WYRM_API int64_t enc_threat_grains(const wyrm_threat *threat, size_t monster, int32_t depth,
                                   bool elite) BASE_SHARED(enc_threat_grains);

/* A budget of points in thousandths. */
static inline enc_threat_range enc_threat_range_of(wyrm_interval budget)
{
    return (enc_threat_range){(int64_t)ceil(budget.low * ENC_THREAT_GRAIN - 1e-3),
                              (int64_t)floor(budget.high * ENC_THREAT_GRAIN + 1e-3)};
}

/* ---- script.c: floors that a function in Lua fills; with items they are of loot ---- */

#define SCRIPTED_KEYS 16

/* The declared numbers, as they are; those behind the last are 0. */
typedef struct carried {
    uint16_t values[SCRIPTED_KEYS];
} carried;

typedef struct scripted_failure scripted_failure;

typedef struct scripted {
    const char *function; /* "floor" */
    const char *thing;    /* what it returns numbers of: "monster" */
    const char *form;     /* what it must return, in words */
    int32_t most;         /* of all of them on a floor */
    bool groups;          /* tables in its table are groups */
    size_t count;         /* of names */
    const char *const *names;
    /* By scripted_read: */
    script *script;
    size_t key_count;
    const char *keys[SCRIPTED_KEYS];
    int32_t starts[SCRIPTED_KEYS], mosts[SCRIPTED_KEYS];
    carried start;
    scripted_failure *failure;
} scripted;

typedef struct scripted_some {
    int32_t thing, number; /* number above 0 */
    int32_t group;         /* -1: each of them is by itself */
} scripted_some;

typedef struct scripted_floor {
    size_t count;
    scripted_some list[SCRIPT_KEYS_MAX];
    int32_t groups;
    carried after;
} scripted_floor;

extern const wyrm_field scripted_state_element[2]; /* of the map `state` of a section */

/* Reads `script`, or takes that of the combat (NULL: none may be), and `state`, and tries the
 * function down to a depth. `form` shows the function: "floor(depth, state)". */
void scripted_read(rs_opening *o, const wyrm_combat *combat, const char *form, int32_t last_depth,
                   scripted *of);

/* What one outcome is; ends the job where it is no floor. */
void scripted_take(base_arena *arena, const scripted *of, int32_t depth, const carried *before,
                   const script_outcome *outcome, scripted_floor *out);

/* One way through the function. False: it failed, which is kept for scripted_trouble. */
bool scripted_draw(const scripted *of, int32_t depth, const carried *before, wyrm_rng *rng,
                   scripted_floor *out);
wyrm_status scripted_trouble(const scripted *of, wyrm_error *error);

/* All ways, valid until the next call; `readings`, zeroed at first, are of one depth. */
typedef struct scripted_reading {
    carried in;
    script_outcomes came;
} scripted_reading;

typedef struct scripted_readings {
    scripted_reading *list;
    size_t count, capacity;
} scripted_readings;
const script_outcomes *scripted_exact(base_arena *arena, const scripted *of,
                                      scripted_readings *readings, int32_t depth,
                                      const carried *state);

#endif
