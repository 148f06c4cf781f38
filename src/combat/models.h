/* The combat models, one file each. */
#ifndef WYRM_SRC_COMBAT_MODELS_H
#define WYRM_SRC_COMBAT_MODELS_H

#include <wyrm/combat.h>

/* A combat model: one file, one line in the table of models.c. `state` is what `make`
 * made of the model's section; all functions of it are pure. */
typedef struct wyrm_combat_model {
    wyrm_model model;
    const wyrm_stat *stats; /* ended by a NULL name; at most WYRM_STATS_MAX */
    wyrm_status (*make)(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors);
    void (*release)(void *state);
    wyrm_status (*hit)(const void *state, const wyrm_matchup *matchup, wyrm_pmf **damage,
                       wyrm_error *error);
    /* Fills at most WYRM_STEPS_MAX steps and returns how many. */
    size_t (*explain)(const void *state, const wyrm_matchup *matchup, wyrm_step *steps);
    /* The three below may be NULL. Where the section says what a stat is that nothing sets: */
    void (*blank)(const void *state, wyrm_combatant *combatant);
    /* Puts the rows that the model adds to `player` and `monsters` onto a combatant. NULL: a key of
     * the record that is a stat sets it. Hit points and regeneration are read for all models. */
    void (*read)(const void *state, const wyrm_value *record, wyrm_combatant *combatant);
    /* Puts on gear (WYRM_ROLE_WEAPON, WYRM_ROLE_ARMOR) with the rows that the model adds to
     * `weapons` and `armors`. NULL: a key of the record that is a stat adds to it. */
    void (*equip)(const void *state, wyrm_role gear, const wyrm_value *record,
                  wyrm_combatant *combatant);
} wyrm_combat_model;

extern const wyrm_combat_model wyrm_combat_ratio;    /* ratio.c */
extern const wyrm_combat_model wyrm_combat_accuracy; /* accuracy.c */
extern const wyrm_combat_model wyrm_combat_subtract; /* subtract.c */
extern const wyrm_combat_model wyrm_combat_momentum; /* momentum.c */

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const wyrm_combat_model_table[];

#endif
