/* The growth models, one file each. */
#ifndef WYRM_SRC_GROWTH_MODELS_H
#define WYRM_SRC_GROWTH_MODELS_H

#include <wyrm/growth.h>

/* What a section of the ruleset says that the growth is, apart from what numbers of its
 * precision make of it: as the functions of growth.h that are named like them. */
typedef struct wyrm_growth_formulas {
    bool (*at)(const wyrm_value *parameters, const wyrm_curve *curve, int32_t level, int64_t *out);
    double (*increase)(const wyrm_value *parameters);
    const char *(*precision)(const wyrm_value *parameters);
} wyrm_growth_formulas;

/* A growth model: one file, one line in the table of models.c. Members are as the functions of
 * growth.h that are named like them; levels are in range. All functions of `state` are pure. */
typedef struct wyrm_growth_model {
    wyrm_model model;
    /* Makes *state of the model's section; the growth owns it and hands it to `release`.
     * WYRM_ERROR_RULESET, with positions in `errors`, where the section contradicts itself. */
    wyrm_status (*make)(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                        const wyrm_combat *combat, void **state, wyrm_errors *errors);
    void (*release)(void *state);
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

#endif
