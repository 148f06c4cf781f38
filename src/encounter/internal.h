/* Shared by the files of this folder, and by programs that look into a ruleset's encounters:
 * sections of the schema, roles of rooms, the difficulty models, how many monsters a room gets,
 * weighted choice, hordes, threat in whole thousandths, and floors that a script fills. */
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

/* Rows that threat reads of each monster, for models that place monsters by name. */
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
/* The keys that monsters have if something else decides how often they come: hordes, or a
 * script. */
extern const wyrm_extension enc_came_extensions[];

/* ---- roles: vaults by chance, minibosses and bosses at set depths ---- */

/* The plan for rooms of one role, from the record `encounter.roles`. */
typedef struct enc_role_plan {
    bool planned;                /* maps have such rooms */
    const wyrm_value *chance;    /* chance that a map has one, by depth; NULL: at set depths */
    const wyrm_value *depths;    /* list of depths; NULL: by chance */
    int32_t least_rooms;         /* least rooms of a map that has one */
    bool in_last;                /* in the map's last room, else in any but the first */
    const wyrm_amount *monsters; /* how many are in such a room; NULL if it is not planned */
    const char *variant;         /* variant of its monsters; "" for plain ones */
} enc_role_plan;

typedef struct enc_role_plans {
    wyrm_room_rules rules;
    enc_role_plan plans[WYRM_ROOM_ROLE_COUNT];
} enc_role_plans;

/* Whether a role planned for set depths has a room at this one. */
WYRM_API bool enc_role_plan_comes_at(const enc_role_plan *plan, int32_t depth)
    BASE_SHARED(enc_role_plan_comes_at);

/* Returns the plans of an encounter for rooms with a role; NULL: rooms have none. They live as long
 * as the encounter. */
WYRM_API const enc_role_plans *enc_plans(const wyrm_encounter *encounter) BASE_SHARED(enc_plans);

/* ---- models ---- */

/* Fixed facts about a model. All 0: none of them applies. */
typedef struct enc_facts {
    bool tracks;                 /* the model uses the tracker of wyrm_difficulty */
    bool remembers;              /* what came on earlier floors changes what comes */
    int32_t last_depth;          /* if difficulty is a table of depths; 0: it is not */
    const enc_role_plans *plans; /* NULL: all rooms are normal */
    int elite;                   /* the variant of elites, if there are plans */
    wyrm_horde_facts hordes;     /* for models that fill floors with hordes */
} enc_facts;

/* Distributions that a difficulty by depth can give, as the functions of <wyrm/encounter.h>. */
typedef enum enc_asked {
    ENC_ASKED_DRAW, /* monster_kinds */
    ENC_ASKED_KINDS,
    ENC_ASKED_MONSTERS,
    ENC_ASKED_THREAT
} enc_asked;

typedef struct encounter_question {
    const void *state; /* state of the model */
    enc_asked what;
    int32_t depth;
    double *unit; /* unit of threat */
    wyrm_pmf *answer;
} encounter_question;

/* What an encounter is made from besides its ruleset; all of it outlives the encounter. */
typedef struct enc_sources {
    const wyrm_growth *growth;
    const wyrm_roster *roster;
    const wyrm_threat *threat;
} enc_sources;

/* A difficulty model: one file, one line in the table of encounter.c. Members correspond to the
 * functions of <wyrm/encounter.h> with these names; they draw from *rng alone. */
typedef struct enc_model {
    wyrm_model model;
    /* Makes the state from the model's section, in the arena, and fills in *facts. */
    void *(*make)(rs_opening *o, const enc_sources *from, enc_facts *facts);
    wyrm_difficulty (*start)(const void *state); /* NULL: depth 1, and no tracker */
    /* Whether a depth is the last; NULL: at last_depth of the facts, and as many depths again with
     * every win. */
    bool (*is_final)(const void *state, const wyrm_difficulty *difficulty);
    /* With a tracker, else NULL: `leave` pays it what is pending, `win` turns its levels into
     * gear. */
    void (*leave)(const void *state, wyrm_difficulty *difficulty);
    void (*win)(const void *state, wyrm_difficulty *difficulty);
    /* Fills a room, or a whole floor; one of the two is NULL. */
    size_t (*room)(const void *state, const wyrm_difficulty *difficulty,
                   const wyrm_room_context *room, wyrm_rng *rng, wyrm_spawn *spawns);
    size_t (*floor)(const void *state, wyrm_difficulty *difficulty, int32_t rooms, wyrm_rng *rng,
                    wyrm_floor_spawn *spawns);
    /* Says why floors cannot be drawn, which `floor` leaves empty; NULL: they always can. */
    wyrm_status (*trouble)(const void *state, wyrm_error *error);
    /* If more monsters come during play, else NULL: the chance in a turn, and the draw. */
    double (*wandering)(const void *state, int32_t depth);
    size_t (*wanderers)(const void *state, wyrm_difficulty *difficulty, wyrm_rng *rng,
                        wyrm_floor_spawn *spawns);
    /* With a tracker: the exact distribution of a monster's level, and the ways in which it is
     * chosen. */
    wyrm_status (*levels)(const void *state, double tracker, wyrm_pmf **out, wyrm_error *error);
    size_t (*choices)(const void *state, double tracker, wyrm_level_choice *choices);
    /* With a table of depths, else NULL: */
    wyrm_room_draw (*room_draw)(const void *state, int32_t depth);
    bool (*comes)(const void *state, int32_t depth, int32_t monster);
    void (*exact)(base_arena *arena, void *question); /* a job */
    /* If floors are filled: all that comes, as wyrm_encounter_arrivals, and the means alone. *out
     * is zeroed, and all of it lies in the arena. Parts of a job. */
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
 * Read from a record with the keys first (BOOL), chance (RATIO), most (TABLE) and most_per_win
 * (INTEGER); encounters and loot have such records, each with its own defaults. */

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
    wyrm_ratio chance;      /* chance of getting any */
    const wyrm_value *most; /* by depth; borrowed from the ruleset */
    int32_t most_per_win;   /* added for every game won before */
    int32_t limit;          /* never more than this */
} enc_room_count;

/* Reads the record `rooms` of the section. A `most` that is not whole is a fault, which names the
 * `things`. */
enc_room_count enc_room_count_read(rs_opening *o, const char *things, int32_t limit);

/* Returns the most at a depth, 0..limit. */
int32_t enc_room_count_most(const enc_room_count *count, int32_t depth, int32_t wins);

/* Draws how many the room with this index gets, 0..limit. Nothing is drawn for a first room that
 * stays empty, else one word, and another if the room gets any. */
int32_t enc_room_count_draw(const enc_room_count *count, int32_t depth, int32_t wins, int32_t room,
                            wyrm_rng *rng);

/* ---- weighted choice among things whose weights are depth tables ----
 *
 * r is uniform in 1..sum of the weights, and the first thing whose running sum is at least r is
 * chosen (roguelike tutorial, part 12). Weights are whole, so frequencies are exact. */

/* A thing that can be chosen. */
typedef struct enc_weights_entry {
    int32_t value;             /* the result of a draw */
    const char *name;          /* for messages; borrowed */
    const wyrm_value *weights; /* TABLE of at least 0, or NULL: never chosen */
} enc_weights_entry;

/* The things that have a weight at a depth. */
typedef struct enc_weights_row {
    size_t count;
    const int32_t *values;
    const uint64_t *running; /* running sums of the weights; the last is the sum of all */
} enc_weights_row;

/* A range of depths with the same weights; it ends before the next begins. */
typedef struct enc_weights_stretch {
    int32_t from;
    enc_weights_row row;
} enc_weights_stretch;

typedef struct enc_weights {
    size_t count;
    enc_weights_stretch *stretches; /* ascending; there is none before the first row of a table */
} enc_weights;

/* Sorts depths and drops duplicates; returns how many are left. */
size_t encounter_sort_depths(int32_t *depths, size_t count);

/* Makes a choice in the arena. `what` names the things in messages ("monsters"), `where` is the
 * value that messages about all of them point at. A depth before the first row of every table is no
 * fault: nothing is chosen there. NULL, and a fault, for a weight that is not whole; if nothing has
 * a weight; if all weights are 0, everywhere or at one of the depths up to `last_depth` behind the
 * first that has any. */
enc_weights *enc_weights_new(rs_opening *o, const wyrm_value *where, const char *what,
                             const enc_weights_entry *entries, size_t count, int32_t last_depth);

/* Returns what can be chosen at a depth; a count of 0: nothing. Lives as long as the choice. */
enc_weights_row enc_weights_at(const enc_weights *choice, int32_t depth);

/* Returns the weight of one of them, above 0. */
static inline uint64_t enc_weights_of(const enc_weights_row *row, size_t index)
{
    return row->running[index] - (index > 0 ? row->running[index - 1] : 0);
}

/* ---- hordes: groups that come to a floor or a room ----
 *
 * draws.c draws one, hordes.c fills floors with them; arrivals.c reads the same rule exactly. A
 * group is a whole number, its *outcome*: which horde, and how many of each of its parts. */

#define ENC_HORDES_MAX 1000
#define ENC_PARTS_MAX  16 /* kinds in a horde, its leader's included */
#define ENC_NO_GROUP   -1 /* nothing can come, or the budget has no room */

typedef struct enc_part {
    int32_t monster;           /* index in the roster */
    const wyrm_amount *number; /* NULL: one, the leader */
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
    int once;            /* its bit in wyrm_difficulty.come if it comes once a game; -1: any time */
    /* then it is not drawn, but comes to each floor of its depths with this chance: */
    enc_guarding guards;
    wyrm_ratio chance;
    size_t part_count;
    const enc_part *parts;
    int64_t base, outcomes; /* its outcomes are base..base + outcomes - 1 */
} enc_horde;

/* How floors are filled from a depth on. */
typedef struct enc_floor_row {
    int32_t from;
    const wyrm_amount *groups;
    wyrm_ratio deeper; /* chance that a group is from a deeper floor */
    const wyrm_amount *by;
    const wyrm_amount *hardest_of; /* groups drawn for one, the hardest of which comes; NULL: one */
    double least, most;            /* limits of a budget, in grains of threat or in experience */
    wyrm_ratio wandering;
} enc_floor_row;

typedef enum enc_horde_aim { ENC_AIM_NONE, ENC_AIM_REJECT, ENC_AIM_FILL } enc_horde_aim;

typedef struct enc_hordes {
    const wyrm_roster *roster;
    const wyrm_threat *threat; /* NULL: the ruleset has none */
    int32_t last_depth, deepest;
    bool per_room, first, dealt;
    enc_horde_aim aim;
    bool of_threat; /* the budget is of threat, not of experience */
    const wyrm_value *multiplier;
    size_t count, floor_count, once_count;
    enc_horde *hordes;
    enc_weights drawn; /* values are hordes */
    enc_floor_row *floors;
    int32_t *horde_of;    /* by outcome */
    int64_t outcomes;     /* number of outcomes of all hordes */
    uint64_t *experience; /* by monster */
    /* By horde, if a budget of experience is filled: the worth and the size of its largest group.
     * Else NULL. */
    double *largest_worth;
    int32_t *largest, largest_of_all;
} enc_hordes;

/* The weights in one state, kept during an exact reading, which runs the rule for every outcome. */
typedef struct enc_horde_cache {
    int32_t depth; /* 0: nothing is kept */
    uint64_t running[ENC_HORDES_MAX];
} enc_horde_cache;

/* A floor or room while it is filled. */
typedef struct enc_horde_filling {
    const enc_hordes *of;
    int32_t depth;
    const enc_floor_row *floor; /* NULL: nothing is drawn at this depth */
    const enc_horde *guard;     /* the guard that may come now */
    uint64_t come[WYRM_ONCE_MAX / 64];
    bool any_come;
    int32_t count; /* monsters drawn so far; `worth` is what they count against the budget */
    double worth;
    uint32_t *left;         /* by horde: cards left in the deck; NULL: there is no deck */
    enc_horde_cache *cache; /* NULL: nothing is kept */
} enc_horde_filling;

/* Whether a horde that guards a place may come at a depth. */
static inline bool enc_horde_is_on_guard(const enc_horde *horde, int32_t depth)
{
    return horde->guards != ENC_GUARDS_NOTHING && horde->chance.numerator > 0 &&
           depth >= horde->first && depth <= horde->last;
}

/* The hordes of an encounter; NULL where its model has none. */
WYRM_API const enc_hordes *enc_hordes_of(const wyrm_encounter *encounter)
    BASE_SHARED(enc_hordes_of);

/* Whether the budget has room for a group. */
bool enc_horde_fits(const enc_horde_filling *filling, int64_t outcome);

/* Rules: they draw the outcome of the next group, and of a guard. */
int64_t enc_horde_next(rule_draws *r, const void *filling);
int64_t enc_horde_guard(rule_draws *r, const void *filling);

/* Whether the budget asks for more than has come. */
bool enc_horde_wants_more(const enc_horde_filling *filling);

/* Fills counts[ENC_PARTS_MAX] with the number of each part in an outcome; returns their sum. */
int32_t enc_horde_counts(const enc_hordes *of, int64_t outcome, int32_t *counts);

/* Starts a floor or room of a depth. */
enc_horde_filling enc_horde_begin(const enc_hordes *of, int32_t depth);

/* Returns what a monster counts, in grains of threat or in experience. */
int64_t enc_horde_worth(const enc_hordes *of, int32_t depth, int32_t monster, bool of_threat);

/* Members `exact`, `arrivals` and `expected` of the model. */
void enc_hordes_exact(base_arena *arena, void *question);
void enc_hordes_arrivals(base_arena *arena, const void *state, int32_t depth, wyrm_arrivals *out);
void enc_hordes_expected(base_arena *arena, const void *state, int32_t depth, double *hordes,
                         double *monsters);

/* ---- draws.c: the experience of monsters, which may be drawn for each that comes ---- */

double encounter_reward_mean(const wyrm_roster *roster, int32_t monster);

/* Returns the greatest common divisor of `unit` (0: none yet) and of all experience that a monster
 * may give. */
int64_t encounter_reward_unit(const wyrm_roster *roster, int32_t monster, int64_t unit);

/* The experience of several monsters together, in units: chances of `least` and up. */
typedef struct encounter_rewards {
    int64_t least;
    size_t count;
    const double *chances;
} encounter_rewards;

/* Adds `number` monsters of one kind. Ends the job (WYRM_ERROR_RANGE) if there are too many
 * sums. */
void encounter_reward_add(base_arena *arena, const wyrm_roster *roster, int32_t monster,
                          int32_t number, int64_t unit, encounter_rewards *to);

/* ---- threat, in whole thousandths of a point ---- */

#define ENC_THREAT_GRAIN 1000 /* in a point */

/* A budget in thousandths, both ends included. */
typedef struct enc_threat_range {
    int64_t least, most;
} enc_threat_range;

/* Returns wyrm_threat_at in thousandths. */
WYRM_API int64_t enc_threat_grains(const wyrm_threat *threat, size_t monster, int32_t depth,
                                   bool elite) BASE_SHARED(enc_threat_grains);

/* Converts a budget of points to thousandths. */
static inline enc_threat_range enc_threat_range_of(wyrm_interval budget)
{
    return (enc_threat_range){(int64_t)ceil(budget.low * ENC_THREAT_GRAIN - 1e-3),
                              (int64_t)floor(budget.high * ENC_THREAT_GRAIN + 1e-3)};
}

/* ---- script.c: floors that a function in Lua fills, with monsters, or with items for loot ---- */

#define SCRIPTED_KEYS 16

/* Values of the declared state; those behind the last are 0. */
typedef struct carried {
    uint16_t values[SCRIPTED_KEYS];
} carried;

typedef struct scripted_failure scripted_failure;

/* A function of a script that fills floors, and what it may return. */
typedef struct scripted {
    const char *function; /* "floor" */
    const char *thing;    /* what it returns numbers of: "monster" */
    const char *form;     /* its result in words, for messages */
    int32_t most;         /* most things on a floor */
    bool groups;          /* nested tables are groups */
    size_t count;         /* number of names */
    const char *const *names;
    /* Set by scripted_read: */
    script *script;
    size_t key_count;
    const char *keys[SCRIPTED_KEYS];
    int32_t starts[SCRIPTED_KEYS], mosts[SCRIPTED_KEYS];
    carried start;
    scripted_failure *failure;
} scripted;

typedef struct scripted_some {
    int32_t thing, number; /* number above 0 */
    int32_t group;         /* -1: each is by itself */
} scripted_some;

typedef struct scripted_floor {
    size_t count;
    scripted_some list[SCRIPT_KEYS_MAX];
    int32_t groups;
    carried after;
} scripted_floor;

extern const wyrm_field scripted_state_element[2]; /* the element of the map `state` of a section */

/* Reads `script`, or takes that of the combat (NULL: not allowed), and `state`, and tries the
 * function down to a depth. `form` shows the function: "floor(depth, state)". */
void scripted_read(rs_opening *o, const wyrm_combat *combat, const char *form, int32_t last_depth,
                   scripted *of);

/* Converts one outcome to a floor; ends the job if it is none. */
void scripted_take(base_arena *arena, const scripted *of, int32_t depth, const carried *before,
                   const script_outcome *outcome, scripted_floor *out);

/* Draws one way through the function. False: it failed, which is kept for scripted_trouble. */
bool scripted_draw(const scripted *of, int32_t depth, const carried *before, wyrm_rng *rng,
                   scripted_floor *out);
wyrm_status scripted_trouble(const scripted *of, wyrm_error *error);

/* scripted_exact returns all outcomes in a state, valid until the next call; `readings`, zeroed at
 * first, are for one depth. */
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
