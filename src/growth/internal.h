#ifndef WYRM_SRC_GROWTH_INTERNAL_H
#define WYRM_SRC_GROWTH_INTERNAL_H

#include <wyrm/combat.h>
#include <wyrm/growth.h>
#include <wyrm/roster.h>
#include <wyrm/schema.h>

/* The growth models, one file each. */

/* What a section of the ruleset says that the growth is, apart from what numbers of its
 * precision make of it: as the functions of growth.h that are named like them. */
typedef struct wyrm_growth_formulas {
    bool (*at)(const wyrm_value *parameters, const wyrm_curve *curve, int32_t level, int64_t *out);
    double (*increase)(const wyrm_value *parameters);
    const char *(*precision)(const wyrm_value *parameters);
} wyrm_growth_formulas;

/* A growth model: one file, one line in the table of growth.c. Members are as the functions of
 * growth.h that are named like them; levels are in range. All functions of `state` are pure. */
typedef struct wyrm_growth_model {
    wyrm_model model;
    /* Makes *state of the model's section, one block of memory that the growth then owns.
     * WYRM_ERROR_RULESET, with positions in `errors`, where the section contradicts itself. */
    wyrm_status (*make)(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                        const wyrm_combat *combat, void **state, wyrm_errors *errors);
    size_t (*curves)(const void *state, const wyrm_curve **out);
    double (*at)(const void *state, size_t curve, int32_t level);
    /* a + b in the model's precision: a stat and the gear that is put on it. */
    double (*add)(const void *state, double a, double b);
    /* The factor that curves are multiples of at a level; NAN where the model has none. */
    double (*factor)(const void *state, int32_t level);
    uint64_t (*first_step)(const void *state);                              /* next at level 1 */
    uint64_t (*next_step)(const void *state, int32_t level, uint64_t step); /* next at `level` */
    bool (*is_due)(const void *state, uint64_t exp, uint64_t next); /* whether a level is gained */
    /* Those below may be NULL: a model by curves leaves nothing to choose, and its monsters have
     * levels of their own. */
    size_t (*choices)(const void *state, const wyrm_choice **out);
    int (*policy)(const void *state, int32_t level);
    /* `times` level-ups with the same choice. */
    void (*choose)(const void *state, size_t choice, int32_t times, wyrm_combatant *combatant);
    void (*scale)(const void *state, int32_t depth, wyrm_combatant *combatant);
    const wyrm_growth_formulas *formulas;
} wyrm_growth_model;

extern const wyrm_growth_model wyrm_growth_factor_model; /* factor.c */
extern const wyrm_growth_model wyrm_growth_points_model; /* points.c */

/* The rows of the section that all models share. */
extern const wyrm_field wyrm_growth_shared_rows[];

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const wyrm_growth_model_table[];

/* The quantities that growth changes, by name: max_hp and the stats of the combat model. */

enum { WYRM_TARGET_MAX_HP = -1, WYRM_TARGET_NONE = -2 }; /* else the index of a stat */

/* What a quantity sets; WYRM_TARGET_NONE where it is neither. */
int wyrm_target_of(const wyrm_combat *combat, const char *quantity);

/* A name in a ruleset that is no quantity. */
typedef struct wyrm_no_quantity {
    const wyrm_value *value;
    const char *name;
    const char *of;   /* whose it would be: "monster", "choice 'strength'" */
    bool experience;  /* that of experience would be one, too */
    const char *hint; /* NULL: the nearest name */
} wyrm_no_quantity;

/* Adds the error and returns WYRM_ERROR_RULESET. */
wyrm_status wyrm_quantity_fail(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                               const wyrm_no_quantity *unknown, wyrm_errors *errors);

/* Scaling of monsters by depth (Catacombs of YARL). */

#define WYRM_SCALE_ROWS_MAX 64

typedef struct wyrm_scale_row {
    int32_t from_depth;
    wyrm_ratio hp, to_hit, damage;
} wyrm_scale_row;

typedef struct wyrm_scale_rows {
    size_t count;
    wyrm_scale_row rows[WYRM_SCALE_ROWS_MAX]; /* ascending */
} wyrm_scale_rows;

/* The row of the schema: an element of the list. */
extern const wyrm_field wyrm_scale_element[];

/* WYRM_ERROR_RULESET  out of order, a factor that no stat follows, a ratio of too many digits */
WYRM_MUST_CHECK wyrm_status wyrm_scale_read(wyrm_scale_rows *scaling, const wyrm_ruleset *ruleset,
                                            const wyrm_value *list, const wyrm_stat *stats,
                                            const char *combat, wyrm_errors *errors);

/* Hit points are rounded up, stats to the nearest, halves up. */
void wyrm_scale_at(const wyrm_scale_rows *scaling, const wyrm_stat *stats, int32_t depth,
                   wyrm_combatant *combatant);

/* hp x factor, rounded up, exactly; at most WYRM_HP_MAX. Both parts of the factor are at most
 * WYRM_SCALE_PART_MAX. */
#define WYRM_SCALE_PART_MAX 1000000000
int64_t wyrm_scale_hp(int64_t hp, wyrm_ratio factor);

/* The growth of a ruleset, as the files of src/growth see it. */

struct wyrm_growth {
    const wyrm_growth_model *model;
    void *state;
    const wyrm_value *section; /* the model's parameters are in it */
    const wyrm_stat *stats;    /* of the combat model */
    const wyrm_curve *curves;
    size_t count;
    int *targets; /* of each curve: what it sets */
    wyrm_ratio new_floor_heal;
};

/* The roster, as the files of src/growth see it. */

struct wyrm_roster {
    const wyrm_combat *combat;
    const wyrm_growth *growth;
    const wyrm_value *player; /* records and maps of the ruleset; NULL where it has none */
    const wyrm_value *variants;
    const wyrm_value *gear[WYRM_ROLE_COUNT]; /* of the roles of gear */
    wyrm_monster *monsters;
    char *titles; /* those that are made from keys, one after the other */
    size_t count;
    bool has_levels; /* monsters stand for levels */
};

/* Whether growth has curves for a role. */
bool wyrm_roster_has_curves(const wyrm_roster *roster, wyrm_role role);

/* A variant by its record; hit points are multiplied and rounded up, stats added. */
void wyrm_roster_vary(const wyrm_roster *roster, size_t variant, wyrm_combatant *combatant);

/* The rows of the sections player, monsters, variants, weapons and armors. */

extern const wyrm_field wyrm_player_rows[];
extern const wyrm_field wyrm_monster_element[];
extern const wyrm_field wyrm_variant_element[];
extern const wyrm_field wyrm_weapon_element[];
extern const wyrm_field wyrm_armor_element[];

/* The sections as initializers, for constant tables of sections. */
#define WYRM_ROSTER_SECTIONS                                                                       \
    {.field = {.name = "player",                                                                   \
               .kind = WYRM_KIND_RECORD,                                                           \
               .fields = wyrm_player_rows,                                                         \
               .summary = "the player's character"}},                                              \
        {.field = {.name = "monsters",                                                             \
                   .kind = WYRM_KIND_MAP,                                                          \
                   .fields = wyrm_monster_element,                                                 \
                   .summary = "the monsters by name"}},                                            \
        {.field = {.name = "variants",                                                             \
                   .kind = WYRM_KIND_MAP,                                                          \
                   .fields = wyrm_variant_element,                                                 \
                   .summary =                                                                      \
                       "variants of monsters by name, such as elites: written as a key of a "      \
                       "monster, orc,elite"}},                                                     \
        {.field = {.name = "weapons",                                                              \
                   .kind = WYRM_KIND_MAP,                                                          \
                   .fields = wyrm_weapon_element,                                                  \
                   .summary = "the weapons by name, weakest first"}},                              \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "armors",                                                                      \
            .kind = WYRM_KIND_MAP,                                                                 \
            .fields = wyrm_armor_element,                                                          \
            .summary = "the armors by name, weakest first"                                         \
        }                                                                                          \
    }

#endif
