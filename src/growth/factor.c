/* Growth by a level factor (RuggRogue, "Experience and Difficulty").
 *
 * Every quantity is a base value times the factor f(L) = max(least, first + (L - 1) x step),
 * rounded or not. Each level costs a fixed ratio of the one before in whole numbers. */
#include "base/precision.h"
#include "growth/factor_formula.h"
#include "growth/factor_rows.h"
#include "growth/models.h"
#include "growth/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whole multiples of a step stay within 64 bits. */
#define RATIO_PART_MAX 1000000000

#define CURVES_MAX     ((size_t)WYRM_ROLE_COUNT * (WYRM_STATS_MAX + 2))

typedef double rounding(double value);

typedef struct factor {
    wyrm_precision precision; /* every operation is rounded to it, as in the game */
    double first, step, least;
    wyrm_curve curves[CURVES_MAX];
    double base[CURVES_MAX];
    rounding *round[CURVES_MAX];
    size_t count;
    uint64_t first_step, numerator, denominator;
    bool above; /* a level is due above `next`, not at it */
} factor;

static double kept(const factor *model, double result)
{
    return wyrm_in_precision(model->precision, result);
}

static double unrounded(double value)
{
    return value;
}

#define ROUNDING_FUNCTION(name, function) function,
static rounding *const roundings[] = {WYRM_ROUNDING_ROWS(ROUNDING_FUNCTION)};

static double factor_at(const void *state, int32_t level)
{
    const factor *model = state;
    double steps = kept(model, kept(model, (double)level - 1.0) * model->step);
    return fmax(model->least, kept(model, model->first + steps));
}

static double at(const void *state, size_t curve, int32_t level)
{
    const factor *model = state;
    double product = kept(model, model->base[curve] * factor_at(state, level));
    return model->round[curve](product);
}

static double add(const void *state, double a, double b)
{
    const factor *model = state;
    return kept(model, a + b);
}

static size_t curves(const void *state, const wyrm_curve **out)
{
    const factor *model = state;
    *out = model->curves;
    return model->count;
}

static uint64_t first_step(const void *state)
{
    const factor *model = state;
    return model->first_step;
}

/* step x numerator / denominator, rounded down; the greatest number there is where it does not fit.
 */
static uint64_t next_step(const void *state, int32_t level, uint64_t step)
{
    const factor *model = state;
    (void)level;
    uint64_t whole = step / model->denominator;
    uint64_t rest = step % model->denominator * model->numerator / model->denominator;
    if (whole > (UINT64_MAX - rest) / model->numerator)
        return UINT64_MAX;
    return whole * model->numerator + rest;
}

static bool is_due(const void *state, uint64_t exp, uint64_t next)
{
    const factor *model = state;
    return model->above ? exp > next : exp >= next;
}

/* What a curve may be for: max_hp, the stats, and experience for those who can be killed. */
static bool has_experience(wyrm_role role)
{
    return role == WYRM_ROLE_PLAYER || role == WYRM_ROLE_MONSTER;
}

/* Hints. What levels bring where nothing is said of it is meant for the combat `ratio`. */
#define UNSAID "the section growth says nothing of '%s'; '{}' there means that levels add nothing"
#define ROUND  "add how it is rounded: 'round: nearest', 'up' or 'down'"

static wyrm_status unknown_quantity(const wyrm_ruleset *ruleset, const wyrm_value *value,
                                    const char *quantity, wyrm_role role, const wyrm_combat *combat,
                                    wyrm_errors *errors)
{
    char hint[WYRM_ERROR_HINT_MAX];
    snprintf(hint, sizeof hint, UNSAID, wyrm_role_name(role));
    wyrm_no_quantity unknown = {.value = value,
                                .name = quantity,
                                .of = wyrm_role_name(role),
                                .experience = has_experience(role),
                                .hint = wyrm_value_is_default(value) ? hint : NULL};
    return wyrm_quantity_fail(ruleset, combat, &unknown, errors);
}

static bool is_known(const wyrm_combat *combat, wyrm_role role, const char *quantity)
{
    return wyrm_target_of(combat, quantity) != WYRM_TARGET_NONE ||
           (has_experience(role) && strcmp(quantity, "experience") == 0);
}

/* How the quantity becomes a whole number. */
static size_t way_of(const wyrm_value *value)
{
    return wyrm_value_choice(wyrm_value_get(value, "round"));
}

/* Whether it stays a fraction that the combat model cannot take; hit points are whole in any
 * case. */
static bool is_fraction(const wyrm_combat *combat, const char *quantity, const wyrm_value *value)
{
    int stat = wyrm_combat_stat(combat, quantity);
    return stat >= 0 && wyrm_combat_stats(combat)[stat].whole &&
           roundings[way_of(value)] == unrounded;
}

static wyrm_status unwanted_fraction(const wyrm_ruleset *ruleset, const wyrm_value *value,
                                     const char *quantity, wyrm_role role,
                                     const wyrm_combat *combat, wyrm_errors *errors)
{
    char hint[WYRM_ERROR_HINT_MAX];
    snprintf(hint, sizeof hint, UNSAID, wyrm_role_name(role));
    return wyrm_value_fail(ruleset, value, errors, wyrm_value_is_default(value) ? hint : ROUND,
                           "'%s' of %s must be a whole number in the combat '%s'", quantity,
                           wyrm_role_name(role), wyrm_combat_name(combat));
}

static void add_curve(factor *model, wyrm_role role, const char *quantity, const wyrm_value *value)
{
    size_t index = model->count++;
    rounding *way = roundings[way_of(value)];
    wyrm_curve *curve = &model->curves[index];
    curve->role = role;
    snprintf(curve->quantity, sizeof curve->quantity, "%s", quantity);
    curve->whole = way != unrounded;
    model->base[index] = kept(model, wyrm_value_real(wyrm_value_get(value, "base")));
    model->round[index] = way;
}

/* All that is wrong is reported, not only the first. */
static wyrm_status read_role(factor *model, wyrm_role role, const wyrm_ruleset *ruleset,
                             const wyrm_value *parameters, const wyrm_combat *combat,
                             wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    const wyrm_value *map = wyrm_value_get(parameters, wyrm_role_name(role));
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        const char *quantity = wyrm_value_key(map, i);
        const wyrm_value *value = wyrm_value_item(map, i);
        if (!is_known(combat, role, quantity))
            status = unknown_quantity(ruleset, value, quantity, role, combat, errors);
        else if (is_fraction(combat, quantity, value))
            status = unwanted_fraction(ruleset, value, quantity, role, combat, errors);
        else if (model->count < CURVES_MAX)
            add_curve(model, role, quantity, value);
    }
    return status;
}

static wyrm_status read_experience(factor *model, const wyrm_ruleset *ruleset,
                                   const wyrm_value *experience, wyrm_errors *errors)
{
    const wyrm_value *increase = wyrm_value_get(experience, "increase");
    wyrm_ratio ratio = wyrm_value_ratio(increase);
    model->first_step = (uint64_t)wyrm_value_integer(wyrm_value_get(experience, "first"));
    model->above = wyrm_value_choice(wyrm_value_get(experience, "trigger")) == 1;
    model->numerator = (uint64_t)ratio.numerator;
    model->denominator = (uint64_t)ratio.denominator;
    if (ratio.numerator > RATIO_PART_MAX || ratio.denominator > RATIO_PART_MAX)
        return wyrm_value_fail(ruleset, increase, errors, NULL,
                               "both parts of the ratio 'increase' must be at most %d",
                               RATIO_PART_MAX);
    return WYRM_OK;
}

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                        const wyrm_combat *combat, void **state, wyrm_errors *errors)
{
    *state = NULL;
    factor *model = calloc(1, sizeof *model);
    if (!model)
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory for the growth");
    model->precision = (wyrm_precision)wyrm_value_choice(wyrm_value_get(parameters, "precision"));
    const wyrm_value *line = wyrm_value_get(parameters, "factor");
    model->first = kept(model, wyrm_value_real(wyrm_value_get(line, "first")));
    model->step = kept(model, wyrm_value_real(wyrm_value_get(line, "step")));
    model->least = kept(model, wyrm_value_real(wyrm_value_get(line, "least")));

    wyrm_status status = WYRM_OK;
    for (int role = 0; role < WYRM_ROLE_COUNT; role++) {
        wyrm_status one = read_role(model, (wyrm_role)role, ruleset, parameters, combat, errors);
        status = status == WYRM_OK ? one : status;
    }
    wyrm_status one =
        read_experience(model, ruleset, wyrm_value_get(parameters, "experience"), errors);
    status = status == WYRM_OK ? one : status;
    if (status != WYRM_OK) {
        free(model);
        return status;
    }
    *state = model;
    return WYRM_OK;
}

static void release(void *state)
{
    free(state);
}

const wyrm_growth_model wyrm_growth_factor_model = {
    .model = {.name = "factor",
              .summary = "every quantity is a base value times a factor that grows with the level",
              .parameters = wyrm_factor_parameters},
    .make = make,
    .release = release,
    .curves = curves,
    .at = at,
    .add = add,
    .factor = factor_at,
    .first_step = first_step,
    .next_step = next_step,
    .is_due = is_due,
    .formulas = &wyrm_factor_formulas,
};
