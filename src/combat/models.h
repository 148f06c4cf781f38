/* The combat models, one file each. */
#ifndef WYRM_SRC_COMBAT_MODELS_H
#define WYRM_SRC_COMBAT_MODELS_H

#include <wyrm/combat.h>

/* A combat model: one file, one line in the table of models.c. All functions of `state` are
 * pure. */
typedef struct wyrm_combat_model {
    wyrm_model model;
    const wyrm_stat *stats; /* ended by a NULL name; at most WYRM_STATS_MAX */
    /* Makes *state of the model's section; the combat owns it and hands it to `release`.
     * WYRM_ERROR_RULESET, with positions in `errors`, where the section contradicts itself. */
    wyrm_status (*make)(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors);
    void (*release)(void *state);
    /* As wyrm_combat_hit. Both sides are there, distances are sound, stats in the ranges of their
     * rows; whether such an attack makes sense is for the model to say (WYRM_ERROR_ARGUMENT). */
    wyrm_status (*hit)(const void *state, const wyrm_matchup *matchup, wyrm_pmf **damage,
                       wyrm_error *error);
    /* The same attack for people: fills at most WYRM_STEPS_MAX steps and returns how many, 0 where
     * `hit` would fail. */
    size_t (*explain)(const void *state, const wyrm_matchup *matchup, wyrm_step *steps);
    /* Those below may be NULL. Where the section says what a stat is that nothing sets: */
    void (*blank)(const void *state, wyrm_combatant *combatant);
    /* Puts the rows that the model adds to `player` and `monsters` onto a combatant. NULL: a key of
     * the record that is a stat sets it. Hit points and regeneration are read for all models. */
    void (*read)(const void *state, const wyrm_value *record, wyrm_combatant *combatant);
    /* Puts on gear (WYRM_ROLE_WEAPON, WYRM_ROLE_ARMOR) with the rows that the model adds to
     * `weapons` and `armors`. NULL: a key of the record that is a stat adds to it. */
    void (*equip)(const void *state, wyrm_role gear, const wyrm_value *record,
                  wyrm_combatant *combatant);
    /* As wyrm_combat_idle, of the model's section; NULL: everything in it can take effect. */
    const char *(*idle)(const wyrm_value *parameters, char *why, size_t size);
} wyrm_combat_model;

extern const wyrm_combat_model wyrm_combat_ratio;    /* ratio.c */
extern const wyrm_combat_model wyrm_combat_accuracy; /* accuracy.c */
extern const wyrm_combat_model wyrm_combat_subtract; /* subtract.c */
extern const wyrm_combat_model wyrm_combat_momentum; /* momentum.c */

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const wyrm_combat_model_table[];

#endif
