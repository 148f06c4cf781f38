#ifndef WYRM_SRC_ENCOUNTER_INTERNAL_H
#define WYRM_SRC_ENCOUNTER_INTERNAL_H

#include <wyrm/bands.h>
#include <wyrm/encounter.h>
#include <wyrm/pmf.h>
#include <wyrm/rng.h>
#include <wyrm/room_roles.h>
#include <wyrm/ruleset.h>
#include <wyrm/threat.h>

/* The sections bands, threat and room_roles as initializers, for constant tables of sections. */

extern const wyrm_field wyrm_band_element[];
extern const wyrm_field wyrm_threat_rows[];
extern const wyrm_field wyrm_room_role_rows[];

#define WYRM_BANDS_SECTION                                                                         \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "bands",                                                                       \
            .kind = WYRM_KIND_MAP,                                                                 \
            .greatest = WYRM_BANDS_MAX,                                                            \
            .fallback = "{}",                                                                      \
            .fields = wyrm_band_element,                                                           \
            .summary = "Ranges of depths that share budgets, multipliers and thresholds, "         \
                       "ascending and without gaps; depths outside count as the nearest.",         \
            .source = "Catacombs of YARL, \"Room Budgets\""                                        \
        }                                                                                          \
    }

/* What it reads of each monster (etp, behaviours, synergy) are rows of the encounter models that
 * place monsters by name. */
#define WYRM_THREAT_SECTION                                                                        \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "threat",                                                                      \
            .kind = WYRM_KIND_RECORD,                                                              \
            .fields = wyrm_threat_rows,                                                            \
            .summary = "effective threat points of monsters, and how many of them a room should "  \
                       "hold",                                                                     \
            .source = "Catacombs of YARL, \"Effective Threat Points\""                             \
        }                                                                                          \
    }

#define WYRM_ROOM_ROLES_SECTION                                                                    \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "room_roles",                                                                  \
            .kind = WYRM_KIND_RECORD,                                                              \
            .fields = wyrm_room_role_rows,                                                         \
            .summary = "what the roles of rooms mean, where it is not what they mean unsaid",      \
            .source = "Catacombs of YARL, \"Room Metadata & Roles\""                               \
        }                                                                                          \
    }

/* Which rooms of a map have a role: vaults by chance, minibosses and bosses at set depths. */

/* Monsters of a room with a role. */
typedef struct wyrm_role_monsters {
    int32_t least, most;
} wyrm_role_monsters;

/* What the record `encounter.roles` says of one role. */
typedef struct wyrm_role_plan {
    bool planned;             /* maps have such rooms */
    const wyrm_value *chance; /* of a map, by depth; NULL: at set depths */
    const wyrm_value *depths; /* list of depths; NULL: by chance */
    int32_t least_rooms;      /* of the map */
    bool in_last;             /* in the map's last room, else in any but the first */
    wyrm_role_monsters monsters;
    const char *variant; /* of its monsters; "" for plain ones */
} wyrm_role_plan;

typedef struct wyrm_role_plans {
    wyrm_room_rules rules;
    wyrm_role_plan plans[WYRM_ROOM_ROLE_COUNT];
} wyrm_role_plans;

/* The rows of the record. */
extern const wyrm_field wyrm_role_plan_rows[];

/* Reads the record `roles` (NULL: no plans).
 * WYRM_ERROR_RULESET  a variant that the ruleset does not have */
wyrm_status wyrm_role_plans_read(const wyrm_ruleset *ruleset, const wyrm_value *roles,
                                 wyrm_role_plans *out, wyrm_errors *errors);

/* Gives the rooms of one map their roles; kinds[rooms] are all normal beforehand. Draws nothing at
 * a depth where no role can come. */
void wyrm_role_plans_draw(const wyrm_role_plans *plans, int32_t depth, int32_t rooms, wyrm_rng *rng,
                          wyrm_room_kind *kinds);

/* Whether a role that comes at set depths comes at this one. */
WYRM_API bool wyrm_role_plan_comes_at(const wyrm_role_plan *plan, int32_t depth);

/* How many of the rooms (at least 1) of one map pity works in. *out is owned by the caller.
 * WYRM_ERROR_MEMORY  out of memory */
wyrm_status wyrm_role_plans_pity_rooms(const wyrm_role_plans *plans, int32_t depth, int32_t rooms,
                                       wyrm_pmf **out, wyrm_error *error);

/* What an encounter plans for rooms with a role; NULL: rooms have none. Lives as long as the
 * encounter. */
WYRM_API const wyrm_role_plans *wyrm_encounter_plans(const wyrm_encounter *encounter);

/* A difficulty model: one file, one line in the table of encounter.c. Members are as the functions
 * of <wyrm/encounter.h> that are named like them; they draw from *rng alone. */
typedef struct wyrm_encounter_model {
    wyrm_model model;
    /* Makes *state of the model's section; the encounter owns it and hands it to `release`.
     * WYRM_ERROR_RULESET, with positions in `errors`, where the section contradicts itself. */
    wyrm_status (*make)(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                        const wyrm_growth *growth, const wyrm_roster *roster,
                        const wyrm_threat *threat, void **state, wyrm_errors *errors);
    void (*release)(void *state);
    wyrm_difficulty (*start)(const void *state);
    bool (*is_final)(const void *state, const wyrm_difficulty *difficulty);
    void (*leave)(const void *state, wyrm_difficulty *difficulty); /* pays what is pending */
    void (*win)(const void *state, wyrm_difficulty *difficulty);
    size_t (*room)(const void *state, const wyrm_difficulty *difficulty,
                   const wyrm_room_context *room, wyrm_rng *rng, wyrm_spawn *spawns);
    /* The level of one monster, exactly; NULL: the model's monsters have no levels. */
    wyrm_status (*levels)(const void *state, double tracker, wyrm_pmf **out, wyrm_error *error);
    bool tracks; /* the tracker of wyrm_difficulty means something */
    /* The ways to choose a level; NULL: there is but one. */
    size_t (*choices)(const void *state, double tracker, wyrm_level_choice *choices);

    /* Of models whose difficulty is a table of depths; NULL otherwise. */
    int32_t (*last_depth)(const void *state);
    /* The rooms of one map; kinds[rooms] are all normal beforehand. NULL: they stay so. */
    void (*roles)(const void *state, int32_t depth, int32_t rooms, wyrm_rng *rng,
                  wyrm_room_kind *kinds);
    const wyrm_role_plans *(*plans)(const void *state); /* as wyrm_encounter_plans */
    wyrm_room_draw (*room_draw)(const void *state, int32_t depth);
    /* How many rooms of a map pity works in; NULL: all. */
    wyrm_status (*pity_rooms)(const void *state, int32_t depth, int32_t rooms, wyrm_pmf **out,
                              wyrm_error *error);
    int (*elite)(const void *state); /* index of the variant */
    wyrm_status (*monster_kinds)(const void *state, int32_t depth, wyrm_pmf **out,
                                 wyrm_error *error);
    bool (*comes)(const void *state, int32_t depth, int32_t monster);
    wyrm_status (*room_kinds)(const void *state, int32_t depth, wyrm_pmf **out, wyrm_error *error);
    wyrm_status (*room_monsters)(const void *state, int32_t depth, wyrm_pmf **out,
                                 wyrm_error *error);
    wyrm_status (*room_threat)(const void *state, int32_t depth, double *unit, wyrm_pmf **out,
                               wyrm_error *error);
} wyrm_encounter_model;

extern const wyrm_encounter_model wyrm_encounter_tracker;
extern const wyrm_encounter_model wyrm_encounter_tables;

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const wyrm_encounter_model_table[];

/* How many monsters or items a room gets: none, or one to the most that its depth allows.
 *
 * Reads a record with the keys first (BOOL), chance (RATIO), most (TABLE) and most_per_win
 * (INTEGER); encounters and loot have such records with defaults of their own.
 */

/* The rows of such a record, without their end: `things` is "monsters" or "items", `may` what
 * "whether they may be" in a first room goes on with, `limit` the most of any room; the two
 * defaults are those of chance and most, the sentence that of most. */
#define WYRM_ROOM_COUNT_ROWS(things, may, limit, usual_chance, usual_most, sentence)               \
    {.name = "first",                                                                              \
     .kind = WYRM_KIND_BOOL,                                                                       \
     .fallback = "false",                                                                          \
     .summary = "whether " things " may be " may "in the room where the player starts",            \
     .source = WYRM_ROOM_COUNT_SOURCE "\"Map Population\""},                                       \
        {.name = "chance",                                                                         \
         .kind = WYRM_KIND_RATIO,                                                                  \
         .greatest = 1,                                                                            \
         .fallback = usual_chance,                                                                 \
         .summary = "the chance that a room has " things,                                          \
         .source = WYRM_ROOM_COUNT_SOURCE "\"Map Population\""},                                   \
        {.name = "most",                                                                           \
         .kind = WYRM_KIND_TABLE,                                                                  \
         .greatest = limit,                                                                        \
         .fallback = usual_most,                                                                   \
         .unit = things,                                                                           \
         .summary = sentence,                                                                      \
         .source = WYRM_ROOM_COUNT_SOURCE "\"Map Population\""},                                   \
    {                                                                                              \
        .name = "most_per_win", .kind = WYRM_KIND_INTEGER, .greatest = limit, .fallback = "1",     \
        .unit = things, .summary = "by how much every game won before raises it",                  \
        .source = WYRM_ROOM_COUNT_SOURCE "\"New Game Plus\""                                       \
    }
#define WYRM_ROOM_COUNT_SOURCE "RuggRogue source code guide, "

typedef struct wyrm_room_count {
    bool first;             /* the room with index 0 gets some too */
    wyrm_ratio chance;      /* of getting any */
    const wyrm_value *most; /* by depth; borrowed from the ruleset */
    int32_t most_per_win;   /* more for every game won before */
    int32_t limit;          /* never more than this */
} wyrm_room_count;

/* Reads the record. A `most` that is not whole adds a positioned error: WYRM_ERROR_RULESET. */
wyrm_status wyrm_room_count_read(const wyrm_ruleset *ruleset, const wyrm_value *record,
                                 int32_t limit, wyrm_room_count *out, wyrm_errors *errors);

/* The most at a depth, 0..limit. */
int32_t wyrm_room_count_most(const wyrm_room_count *rule, int32_t depth, int32_t wins);

/* How many the room with this index gets, 0..limit. Draws nothing for a first room that is left
 * empty, else one word, and another where the room gets any. */
int32_t wyrm_room_count_draw(const wyrm_room_count *rule, int32_t depth, int32_t wins, int32_t room,
                             wyrm_rng *rng);

/* Weighted choice among things whose weights are depth tables: r is uniform in 1..sum of the
 * weights, and the first thing whose running sum is at least r is chosen (roguelike tutorial, part
 * 12). Weights are whole, so frequencies are exact. */

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

/* `what` names the things in messages ("monsters"), `where` is the value that messages about all of
 * them point at. A depth before the first row of every table is no fault: nothing is chosen there.
 * WYRM_ERROR_RULESET  a weight that is not whole; nothing has a weight; all weights 0, everywhere
 *                     or at one of the depths up to `last_depth` behind the first that has any
 * WYRM_ERROR_MEMORY   out of memory */
wyrm_status wyrm_weights_new(const wyrm_ruleset *ruleset, const wyrm_value *where, const char *what,
                             const wyrm_weights_entry *entries, size_t count, int32_t last_depth,
                             wyrm_weights **out, wyrm_errors *errors);
void wyrm_weights_free(wyrm_weights *choice); /* NULL is allowed */

/* What can be chosen at a depth; a count of 0 where nothing can. Lives as long as the choice. */
wyrm_weights_row wyrm_weights_at(const wyrm_weights *choice, int32_t depth);

/* The weight of one of them, above 0. */
uint64_t wyrm_weights_of(const wyrm_weights_row *row, size_t index);

/* The index of the one drawn; count must not be 0. One draw. */
size_t wyrm_weights_draw(const wyrm_weights_row *row, wyrm_rng *rng);

/* Threat, as the files of src/encounter see it: in whole thousandths of a point. */

/* Thousandths in a point. */
#define WYRM_THREAT_GRAIN 1000

/* A budget in thousandths, both ends included. */
typedef struct wyrm_threat_range {
    int64_t least, most;
} wyrm_threat_range;

typedef struct wyrm_threat_band {
    wyrm_interval room_budget, floor_budget;
    wyrm_threat_range room;
    double factor;
} wyrm_threat_band;

typedef struct wyrm_threat_monster {
    double base, derived;
    double behaviour; /* 1 + the bonuses of its behaviours */
    bool named;
    int64_t grains[WYRM_BANDS_MAX][2]; /* by band; [1]: elite */
} wyrm_threat_monster;

struct wyrm_threat {
    const wyrm_roster *roster;
    wyrm_room_rules rules;
    wyrm_bands bands;
    wyrm_threat_band by_band[WYRM_BANDS_MAX];
    double elite;
    size_t monster_count;
    wyrm_threat_monster monsters[];
};

/* wyrm_threat_at in thousandths. */
WYRM_API int64_t wyrm_threat_grains(const wyrm_threat *threat, size_t monster, int32_t depth,
                                    bool elite);

/* wyrm_threat_room_budget in thousandths. */
wyrm_threat_range wyrm_threat_room_range(const wyrm_threat *threat, int32_t depth);

/* The derived threat of one monster; `parameters` is the record `threat.derived`, `record` the
 * monster's. What is wrong with its behaviours is not told here. */
wyrm_status wyrm_threat_derive(const wyrm_value *parameters, const wyrm_combat *combat,
                               const wyrm_roster *roster, const wyrm_monster *monster, double *out,
                               wyrm_error *error);

/* Difficulty by depth tables, as the files of src/encounter see it. */

/* How generation heeds the budget of a room. */
enum { WYRM_AIM_NONE, WYRM_AIM_REJECT, WYRM_AIM_FILL };

typedef struct wyrm_tables_monster {
    wyrm_monster_kind kind;
    uint64_t experience;
} wyrm_tables_monster;

/* Monsters that are chosen with the same chance each. */
typedef struct wyrm_tables_list {
    size_t count;
    int32_t *monsters;
} wyrm_tables_list;

typedef struct wyrm_tables {
    const wyrm_roster *roster;
    const wyrm_threat *threat; /* NULL only where aim is WYRM_AIM_NONE */
    bool first;                /* the room with index 0 gets monsters too */
    const wyrm_value *most;    /* of a room, by depth */
    size_t aim;
    int32_t last_depth;
    wyrm_role_plans roles;
    int elite; /* the variant of rooms with one; WYRM_VARIANT_NONE: none */
    size_t monster_count;
    wyrm_tables_monster *monsters;
    /* By weight, for rooms that allow no monsters but normal ones, [1] minibosses too, [2] bosses
     * too, [3] all. Only those that a role of the ruleset needs are made. */
    wyrm_weights *choices[4];
    wyrm_tables_list bosses[WYRM_MONSTER_KINDS]; /* by kind; none of the normal ones */
} wyrm_tables;

/* The rows of the section, and those that the model adds to monsters. */
extern const wyrm_field wyrm_tables_rows[];
extern const wyrm_extension wyrm_tables_extensions[];

/* As wyrm_encounter_model says. */
wyrm_status wyrm_tables_make(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                             const wyrm_growth *growth, const wyrm_roster *roster,
                             const wyrm_threat *threat, void **state, wyrm_errors *errors);
void wyrm_tables_release(void *state);

/* Index in `choices` of the monsters that a role allows. */
size_t wyrm_tables_choice(const wyrm_room_rule *rule);

/* The most monsters of a normal room at a depth, 0..WYRM_ROOM_SPAWNS_MAX. */
int32_t wyrm_tables_most(const wyrm_tables *tables, int32_t depth);

/* What can be drawn by weight in rooms of a role at a depth. */
wyrm_weights_row wyrm_tables_row(const wyrm_tables *tables, wyrm_room_role role, int32_t depth);

/* The list in `bosses` that rooms of such a rule at set depths draw from. */
wyrm_monster_kind wyrm_tables_boss_kind(const wyrm_room_rule *rule);

/* Whether such rooms are filled by their budget. */
bool wyrm_tables_aims(const wyrm_tables *tables, const wyrm_room_kind *room);

#endif
