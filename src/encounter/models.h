/* The table of difficulty models. */
#ifndef WYRM_SRC_ENCOUNTER_MODELS_H
#define WYRM_SRC_ENCOUNTER_MODELS_H

#include <wyrm/encounter.h>

/* A difficulty model: one file, one line in the table of models.c. Members are as the functions of
 * encounter.h that are named like them; they draw from *rng alone. */
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
    const struct wyrm_role_plans *(*plans)(const void *state); /* as wyrm_encounter_plans */
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

#endif
