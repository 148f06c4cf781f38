#ifndef WYRM_SRC_GROWTH_INTERNAL_H
#define WYRM_SRC_GROWTH_INTERNAL_H

#include <wyrm/roster.h>

#include "combat/internal.h"
#include "ruleset/internal.h"

/* ---- models ---- */

enum { GROWTH_MAX_HP = -1, GROWTH_NONE = -2 }; /* what a quantity sets; else the index of a stat */

/* The growth of a ruleset. What a model says once and for all it fills in; all that it leaves at 0
 * it does not have. */
struct wyrm_growth {
    const struct growth_model *model;
    const void *state;         /* the model's */
    const wyrm_value *section; /* the model's parameters are in it */
    const wyrm_combat *combat;
    const wyrm_stat *stats; /* of the combat model */
    wyrm_ratio new_floor_heal;
    bool above; /* a level is due above `next`, not at it */
    /* To be filled: */
    uint64_t first_step; /* `next` at level 1 */
    int32_t last_level;  /* 0: there is none */
    wyrm_curve *curves;
    int *targets; /* of each curve: what it sets; GROWTH_NONE for experience, which is asked for by
                     name and is no part of a combatant */
    size_t count;
    wyrm_choice *choices;
    int (*gain_targets)[WYRM_GAINS_MAX]; /* what the gains of each go to */
    size_t choice_count;
    size_t *policy; /* the choices taken in turn from level 2 on */
    size_t policy_count;
    bool has_levels; /* a table says what levels bring */
    bool heals;      /* a level-up heals; else hit points grow by what their maximum grows */
};

/* A growth model: one file, one line in the table of growth.c. Members are as the functions of
 * growth.h that are named like them; levels and curves are in range. All but `make` are pure. */
typedef struct growth_model {
    wyrm_model model;
    void (*make)(rs_opening *o, wyrm_growth *growth); /* all of it in the arena */
    uint64_t (*next_step)(const void *state, int32_t level, uint64_t step); /* `next` at `level` */
    /* Of a model with curves, else NULL: */
    double (*at)(const void *state, size_t curve, int32_t level);
    /* a + b in the model's precision: a stat and the gear that is put on it. */
    double (*add)(const void *state, double a, double b);
    /* Those below may be NULL. The factor that curves are multiples of at a level. */
    double (*factor)(const void *state, int32_t level);
    void (*scale)(const wyrm_growth *growth, int32_t depth, wyrm_combatant *combatant);
    /* Of a model whose levels are rows of a table: puts those above `from` up to `to` onto a player
     * (with `from` 0 one that is made: all of them); and a level-up by them. */
    void (*put_on)(const wyrm_growth *growth, int32_t from, int32_t to, wyrm_combatant *combatant);
    void (*level_up)(const wyrm_growth *growth, int32_t to, wyrm_combatant *combatant);
    /* As wyrm_growth_hp; NULL with put_on. */
    int64_t (*hp)(const wyrm_growth *growth, int32_t level, double luck);
    /* What the section says that the growth is, apart from what numbers of its precision make of
     * it. */
    bool (*formula_at)(const wyrm_value *parameters, const wyrm_curve *curve, int32_t level,
                       int64_t *out);
} growth_model;

extern const growth_model growth_factor_model; /* factor.c */
extern const growth_model growth_levels_model; /* levels.c */
extern const growth_model growth_points_model; /* points.c */

/* The experience of monsters, which some models add to them. */
extern const wyrm_field growth_monster_rows[];

/* The rows of the section `levels` (an element) beside those that models add to `player`. */
extern const wyrm_field growth_level_element[2];

/* The rows of the section that all models share. */
extern const wyrm_field growth_shared_rows[];

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const growth_model_table[];

/* Whether levels have `trigger: above`; the choices of such a row, ended by NULL. */
extern const char *const growth_triggers[];

/* What a quantity sets: max_hp or a stat of the combat. One that is neither is a fault, at `value`,
 * of `of` ("monster", "choice 'strength'"): GROWTH_NONE. `experience`: that of experience would be
 * one, too. `hint`: NULL for the nearest name. */
int growth_target(rs_opening *o, const wyrm_combat *combat, const wyrm_value *value,
                  const char *quantity, const char *of, bool experience, const char *hint);

/* Both parts of a factor that whole numbers are multiplied by are at most this. */
#define GROWTH_PART_MAX 1000000000

/* ---- the roster ---- */

struct wyrm_roster {
    const wyrm_combat *combat;
    const wyrm_growth *growth;
    const wyrm_value *player; /* records and maps of the ruleset; NULL where it has none */
    const wyrm_value *variants;
    const wyrm_value *gear[WYRM_ROLE_COUNT]; /* of the roles of gear */
    wyrm_monster *monsters;
    size_t count;
    bool has_levels; /* monsters stand for levels */
    bool by_levels;  /* a table says what levels bring the player */
};

/* Whether growth has curves for a role. */
bool growth_roster_has_curves(const wyrm_roster *roster, wyrm_role role);

/* What monsters do from afar, of a fight that begins at a distance; NULL: nothing. */
combat_habits growth_abilities_apart(const wyrm_abilities *abilities);

/* The rows of the sections player, monsters, variants, weapons and armors. */

extern const wyrm_field growth_player_rows[];
extern const wyrm_field growth_monster_element[];
extern const wyrm_field growth_variant_element[];
extern const wyrm_field growth_weapon_element[];
extern const wyrm_field growth_armor_element[];

#endif
