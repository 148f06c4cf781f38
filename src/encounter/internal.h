/* What the files of this folder share, and what programs that look into a ruleset's encounters may
 * know: sections of the schema, roles of rooms, the difficulty models, how many a room gets,
 * weighted choice, and threat in whole thousandths. */
#ifndef WYRM_SRC_ENCOUNTER_INTERNAL_H
#define WYRM_SRC_ENCOUNTER_INTERNAL_H

#include <math.h>

#include <wyrm/encounter.h>

#include "base/rule.h"
#include "ruleset/internal.h"

/* ---- sections: bands, threat and room_roles ----
 *
 * What threat reads of each monster (etp, behaviours, synergy) are rows of the models that place
 * monsters by name. */

extern const wyrm_field wyrm_band_element[];
extern const wyrm_field wyrm_threat_rows[];
extern const wyrm_field wyrm_room_role_rows[];

/* ---- roles: vaults by chance, minibosses and bosses at set depths ---- */

/* What the record `encounter.roles` says of one role. */
typedef struct wyrm_role_plan {
    bool planned;             /* maps have such rooms */
    const wyrm_value *chance; /* of a map, by depth; NULL: at set depths */
    const wyrm_value *depths; /* list of depths; NULL: by chance */
    int32_t least_rooms;      /* of the map */
    bool in_last;             /* in the map's last room, else in any but the first */
    rule_range monsters;      /* of such a room */
    const char *variant;      /* of its monsters; "" for plain ones */
} wyrm_role_plan;

typedef struct wyrm_role_plans {
    wyrm_room_rules rules;
    wyrm_role_plan plans[WYRM_ROOM_ROLE_COUNT];
} wyrm_role_plans;

/* Whether a role that comes at set depths comes at this one. */
WYRM_API bool wyrm_role_plan_comes_at(const wyrm_role_plan *plan, int32_t depth);

/* What an encounter plans for rooms with a role; NULL: rooms have none. Lives as long as the
 * encounter. */
WYRM_API const wyrm_role_plans *wyrm_encounter_plans(const wyrm_encounter *encounter);

/* A range of whole numbers. */
static inline rule_range range_of(const wyrm_value *value)
{
    return (rule_range){(int32_t)wyrm_value_low(value), (int32_t)wyrm_value_high(value)};
}

/* ---- models ---- */

/* What a model tells of itself once and for all. All 0: nothing of it. */
typedef struct wyrm_encounter_facts {
    bool tracks;                  /* the tracker of wyrm_difficulty means something */
    int32_t last_depth;           /* of a difficulty that is a table of depths; 0: it is none */
    const wyrm_role_plans *plans; /* NULL: all rooms are normal */
    int elite;                    /* the variant of elites, where plans are */
} wyrm_encounter_facts;

/* Distributions that a difficulty by depth has, as the functions of <wyrm/encounter.h> say. */
typedef enum wyrm_encounter_asked {
    WYRM_ASKED_DRAW, /* monster_kinds */
    WYRM_ASKED_KINDS,
    WYRM_ASKED_MONSTERS,
    WYRM_ASKED_THREAT
} wyrm_encounter_asked;

typedef struct encounter_question {
    const void *state; /* the model's */
    wyrm_encounter_asked what;
    int32_t depth;
    double *unit; /* of threat */
    wyrm_pmf *answer;
} encounter_question;

/* What an encounter is made from, beside its ruleset; all of it outlives it. */
typedef struct wyrm_encounter_sources {
    const wyrm_growth *growth;
    const wyrm_roster *roster;
    const wyrm_threat *threat;
} wyrm_encounter_sources;

/* A difficulty model: one file, one line in the table of encounter.c. Members are as the functions
 * of <wyrm/encounter.h> that are named like them; they draw from *rng alone. */
typedef struct wyrm_encounter_model {
    wyrm_model model;
    /* The state, in the arena, of the model's section; fills *facts. */
    void *(*make)(wyrm_opening *o, const wyrm_encounter_sources *from, wyrm_encounter_facts *facts);
    wyrm_difficulty (*start)(const void *state); /* NULL: depth 1, and no tracker */
    bool (*is_final)(const void *state, const wyrm_difficulty *difficulty);
    /* Of a tracker, else NULL: pays it what is pending, and moves it into the gear. */
    void (*leave)(const void *state, wyrm_difficulty *difficulty);
    void (*win)(const void *state, wyrm_difficulty *difficulty);
    size_t (*room)(const void *state, const wyrm_difficulty *difficulty,
                   const wyrm_room_context *room, wyrm_rng *rng, wyrm_spawn *spawns);
    /* With a tracker: the level of one monster, exactly, and the ways to choose it. */
    wyrm_status (*levels)(const void *state, double tracker, wyrm_pmf **out, wyrm_error *error);
    size_t (*choices)(const void *state, double tracker, wyrm_level_choice *choices);
    /* With a table of depths: */
    wyrm_room_draw (*room_draw)(const void *state, int32_t depth);
    bool (*comes)(const void *state, int32_t depth, int32_t monster);
    void (*exact)(base_arena *arena, void *question); /* a job */
} wyrm_encounter_model;

struct wyrm_encounter {
    const wyrm_encounter_model *model;
    void *state;
    wyrm_encounter_facts facts;
};

extern const wyrm_encounter_model wyrm_encounter_tracker;
extern const wyrm_encounter_model wyrm_encounter_tables;

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const wyrm_encounter_model_table[];

/* ---- how many monsters or items a room gets: none, or one to the most that its depth allows ----
 *
 * Reads a record with the keys first (BOOL), chance (RATIO), most (TABLE) and most_per_win
 * (INTEGER); encounters and loot have such records with defaults of their own. */

/* The rows of such a record, without their end: `things` is "monsters" or "items", `may` what
 * "whether they may be" in a first room goes on with, `limit` the most of any room; the two
 * defaults are those of chance and most, the sentence that of most. */
#define WYRM_ROOM_COUNT_SOURCE "RuggRogue source code guide, "
#define WYRM_ROOM_COUNT_ROWS(things, may, limit, usual_chance, usual_most, sentence)               \
    WYRM_ROW("first", BOOL, .fallback = "false",                                                   \
             .summary = "whether " things " may be " may "in the room where the player starts",    \
             .source = WYRM_ROOM_COUNT_SOURCE "\"Map Population\""),                               \
        WYRM_ROW("chance", RATIO, .greatest = 1, .fallback = usual_chance,                         \
                 .summary = "the chance that a room has " things,                                  \
                 .source = WYRM_ROOM_COUNT_SOURCE "\"Map Population\""),                           \
        WYRM_ROW("most", TABLE, .greatest = limit, .fallback = usual_most, .unit = things,         \
                 .summary = sentence, .source = WYRM_ROOM_COUNT_SOURCE "\"Map Population\""),      \
        WYRM_ROW("most_per_win", INTEGER, .greatest = limit, .fallback = "1", .unit = things,      \
                 .summary = "by how much every game won before raises it",                         \
                 .source = WYRM_ROOM_COUNT_SOURCE "\"New Game Plus\"")

typedef struct wyrm_room_count {
    bool first;             /* the room with index 0 gets some too */
    wyrm_ratio chance;      /* of getting any */
    const wyrm_value *most; /* by depth; borrowed from the ruleset */
    int32_t most_per_win;   /* more for every game won before */
    int32_t limit;          /* never more than this */
} wyrm_room_count;

/* Reads the record `rooms` of the section. A `most` that is not whole is a fault; `things` is what
 * a room cannot hold a part of. */
wyrm_room_count wyrm_room_count_read(wyrm_opening *o, const char *things, int32_t limit);

/* The most at a depth, 0..limit. */
int32_t wyrm_room_count_most(const wyrm_room_count *count, int32_t depth, int32_t wins);

/* How many the room with this index gets, 0..limit. Draws nothing for a first room that is left
 * empty, else one word, and another where the room gets any. */
int32_t wyrm_room_count_draw(const wyrm_room_count *count, int32_t depth, int32_t wins,
                             int32_t room, wyrm_rng *rng);

/* ---- weighted choice among things whose weights are depth tables ----
 *
 * r is uniform in 1..sum of the weights, and the first thing whose running sum is at least r is
 * chosen (roguelike tutorial, part 12). Weights are whole, so frequencies are exact. */

/* A thing that can be chosen. */
typedef struct wyrm_weights_entry {
    int32_t value;             /* what a draw gives */
    const char *name;          /* for messages; borrowed */
    const wyrm_value *weights; /* TABLE of at least 0, or NULL: never chosen */
} wyrm_weights_entry;

typedef struct wyrm_weights wyrm_weights;

/* Depths at which the weights are the same; only what has a weight. */
typedef struct wyrm_weights_row {
    size_t count;
    const int32_t *values;
    const uint64_t *running; /* sums of the weights up to each; the last is the sum of all */
} wyrm_weights_row;

/* What is made in the arena. `what` names the things in messages ("monsters"), `where` is the value
 * that messages about all of them point at. A depth before the first row of every table is no
 * fault: nothing is chosen there. NULL, and a fault, for a weight that is not whole; where nothing
 * has a weight; where all weights are 0, everywhere or at one of the depths up to `last_depth`
 * behind the first that has any. */
wyrm_weights *wyrm_weights_new(wyrm_opening *o, const wyrm_value *where, const char *what,
                               const wyrm_weights_entry *entries, size_t count, int32_t last_depth);

/* What can be chosen at a depth; a count of 0 where nothing can. Lives as long as the choice. */
wyrm_weights_row wyrm_weights_at(const wyrm_weights *choice, int32_t depth);

/* The weight of one of them, above 0. */
static inline uint64_t wyrm_weights_of(const wyrm_weights_row *row, size_t index)
{
    return row->running[index] - (index > 0 ? row->running[index - 1] : 0);
}

/* ---- threat, in whole thousandths of a point ---- */

#define WYRM_THREAT_GRAIN 1000 /* in a point */

/* A budget in thousandths, both ends included. */
typedef struct wyrm_threat_range {
    int64_t least, most;
} wyrm_threat_range;

/* wyrm_threat_at in thousandths. */
WYRM_API int64_t wyrm_threat_grains(const wyrm_threat *threat, size_t monster, int32_t depth,
                                    bool elite);

/* A budget of points in thousandths. */
static inline wyrm_threat_range wyrm_threat_range_of(wyrm_interval budget)
{
    return (wyrm_threat_range){(int64_t)ceil(budget.low * WYRM_THREAT_GRAIN - 1e-3),
                               (int64_t)floor(budget.high * WYRM_THREAT_GRAIN + 1e-3)};
}

#endif
