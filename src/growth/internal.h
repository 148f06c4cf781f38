/* Shared by the files of src/growth: the growth of a ruleset and its models, and the roster. */
#ifndef WYRM_SRC_GROWTH_INTERNAL_H
#define WYRM_SRC_GROWTH_INTERNAL_H

#include <wyrm/roster.h>

#include "combat/internal.h"
#include "ruleset/internal.h"

/* ---- models ---- */

/* targets of a quantity; else it is the index of a stat */
enum { GROWTH_MAX_HP = -1, GROWTH_NONE = -2 };

/* The growth of a ruleset. A model fills in what it has; what it leaves at 0 it does not have. */
struct wyrm_growth {
    const struct growth_model *model;
    const void *state;         /* the model's state */
    const wyrm_value *section; /* the model's section, with its parameters */
    const wyrm_combat *combat;
    const wyrm_stat *stats; /* stats of the combat model */
    wyrm_ratio new_floor_heal;
    bool above; /* a level is gained above `next`, not at it */
    /* Filled in by the model: */
    uint64_t first_step; /* `next` at level 1 */
    int32_t last_level;  /* 0: there is none */
    wyrm_curve *curves;
    /* by curve: what it sets; GROWTH_NONE for experience, which is looked up by name and is no part
     * of a combatant */
    int *targets;
    size_t count;
    wyrm_choice *choices;
    int (*gain_targets)[WYRM_GAINS_MAX]; /* by choice: the targets of its gains */
    size_t choice_count;
    size_t *policy; /* the choices taken in turn from level 2 on */
    size_t policy_count;
    bool has_levels; /* a table says what levels bring */
    bool heals;      /* a level-up heals; else hit points grow by what their maximum grows */
};

/* A growth model: one file, one line in the table of growth.c. Members correspond to the functions
 * of growth.h with these names; levels and curves are in range. All but `make` are pure. */
typedef struct growth_model {
    wyrm_model model;
    void (*make)(rs_opening *o, wyrm_growth *growth); /* all of it in the arena */
    uint64_t (*next_step)(const void *state, int32_t level, uint64_t step); /* `next` at `level` */
    /* For a model with curves, else NULL: */
    double (*at)(const void *state, size_t curve, int32_t level);
    /* Adds the bonus of gear to a stat, in the model's precision. */
    double (*add)(const void *state, double a, double b);
    /* Those below may be NULL. Returns the factor that curves are multiples of at a level. */
    double (*factor)(const void *state, int32_t level);
    void (*scale)(const wyrm_growth *growth, int32_t depth, wyrm_combatant *combatant);
    /* For a model whose levels are rows of a table: puts the rows above `from` up to `to` onto a
     * player (with `from` 0 onto a new one: all of them); and makes a level-up by them. */
    void (*put_on)(const wyrm_growth *growth, int32_t from, int32_t to, wyrm_combatant *combatant);
    void (*level_up)(const wyrm_growth *growth, int32_t to, wyrm_combatant *combatant);
    /* As wyrm_growth_hp; set together with put_on. */
    int64_t (*hp)(const wyrm_growth *growth, int32_t level, double luck);
    /* Computes a curve as the section writes it, in exact arithmetic, without the rounding of the
     * game's precision. */
    bool (*formula_at)(const wyrm_value *parameters, const wyrm_curve *curve, int32_t level,
                       int64_t *out);
} growth_model;

extern const growth_model growth_factor_model; /* factor.c */
extern const growth_model growth_levels_model; /* levels.c */
extern const growth_model growth_points_model; /* points.c */

/* The row for the experience of monsters, which some models add to them. */
extern const wyrm_field growth_monster_rows[];

/* The rows of an element of the section `levels`, beside those that models add to `player`. */
extern const wyrm_field growth_level_element[2];

/* The rows of the section that all models share. */
extern const wyrm_field growth_shared_rows[];

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const growth_model_table[];

/* The choices of `trigger`, ended by NULL: whether a level is gained at the experience needed for
 * it, or above. */
extern const char *const growth_triggers[];

/* Returns what a quantity sets: max_hp or a stat of the combat. If it is neither, that is a fault,
 * at `value`, of `of` ("monster", "choice 'strength'"), and GROWTH_NONE. `experience`: the message
 * offers experience as well. `hint`: NULL for the nearest name. */
int growth_target(rs_opening *o, const wyrm_combat *combat, const wyrm_value *value,
                  const char *quantity, const char *of, bool experience, const char *hint);

/* Limit of both parts of a factor that whole numbers are multiplied by. */
#define GROWTH_PART_MAX 1000000000

/* ---- the roster ---- */

struct wyrm_roster {
    const wyrm_combat *combat;
    const wyrm_growth *growth;
    const wyrm_value *player; /* records and maps of the ruleset; NULL where it has none */
    const wyrm_value *variants;
    const wyrm_value *gear[WYRM_ROLE_COUNT]; /* gear by its role; NULL for the others */
    wyrm_monster *monsters;
    size_t count;
    bool has_levels; /* monsters stand for a level */
    bool by_levels;  /* a table says what levels bring the player */
};

/* Whether growth has curves for a role. */
bool growth_roster_has_curves(const wyrm_roster *roster, wyrm_role role);

/* Returns what a monster does from afar in a fight that begins at a distance; NULL: nothing. */
combat_habits growth_abilities_apart(const wyrm_abilities *abilities);

/* The rows of the sections player, monsters, variants, weapons and armors. */

extern const wyrm_field growth_player_rows[];
extern const wyrm_field growth_monster_element[];
extern const wyrm_field growth_variant_element[];
extern const wyrm_field growth_weapon_element[];
extern const wyrm_field growth_armor_element[];

#endif
