/* Growth by a level factor (RuggRogue, "Experience and Difficulty").
 *
 * Every quantity is a base value times the factor f(L) = max(least, first + (L - 1) x step),
 * rounded or not. Each level costs a fixed ratio of the one before in whole numbers. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/schema.h>

#include "base/arena.h"
#include "base/text.h"
#include "growth/internal.h"

/* The rows of growth by a level factor. */

/* One row a way of rounding: name, function. `round` takes halves away from zero, as the game does.
 */
#define WYRM_ROUNDING_ROWS(row)                                                                    \
    row("none", unrounded) row("nearest", round) row("up", ceil) row("down", floor)

extern const wyrm_field wyrm_factor_parameters[];

/* What growth by a level factor is meant to be, before its numbers are rounded to their
 * precision. */

extern const wyrm_growth_formulas wyrm_factor_formulas;

/* ---- the rows of growth by a level factor ---- */

#define CHAPTER                       "RuggRogue source code guide, \"Experience and Difficulty\""

#define ROUNDING_NAME(name, function) name,
static const char *const factor_rows_roundings[] = {WYRM_ROUNDING_ROWS(ROUNDING_NAME) NULL};
static const char *const triggers[] = {"at", "above", NULL};

/* clang-format off */
static const wyrm_field line_fields[] = {
    {.name = "first", .kind = WYRM_KIND_REAL, .least = -1e6, .greatest = 1e6, .fallback = "1",
     .summary = "the factor at level 1", .source = CHAPTER},
    {.name = "step", .kind = WYRM_KIND_REAL, .least = -1e6, .greatest = 1e6, .fallback = "0.1",
     .summary = "what each level above 1 adds to the factor, and each level below it takes away",
     .source = CHAPTER},
    {.name = "least", .kind = WYRM_KIND_REAL, .greatest = 1e6, .fallback = "0.1",
     .summary = "the factor is never below this", .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field curve_fields[] = {
    {.name = "base", .kind = WYRM_KIND_REAL, .required = true, .greatest = 1e6,
     .summary = "the quantity at a level factor of 1"},
    {.name = "round", .kind = WYRM_KIND_CHOICE, .fallback = "none",
     .choices = factor_rows_roundings,
     .summary = "how base x factor becomes a whole number; nearest takes halves up, none leaves it "
                "as it is"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field curve_element[] = {
    {.name = "quantity", .kind = WYRM_KIND_RECORD, .fields = curve_fields,
     .summary = "max_hp, experience or a stat of the combat model"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field experience_fields[] = {
    {.name = "first", .kind = WYRM_KIND_INTEGER, .least = 1.0, .greatest = 1e15, .fallback = "50",
     .unit = "experience", .summary = "needed to get from level 1 to level 2", .source = CHAPTER},
    {.name = "increase", .kind = WYRM_KIND_RATIO, .least = 1.0, .greatest = 100.0,
     .fallback = "11/10",
     .summary = "each level costs so many times the one before, in whole numbers, rounded down",
     .source = CHAPTER},
    {.name = "trigger", .kind = WYRM_KIND_CHOICE, .fallback = "at", .choices = triggers,
     .summary = "whether a level is gained when the experience reaches what is needed, or when it "
                "exceeds it", .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_factor_parameters[] = {
    {.name = "precision", .kind = WYRM_KIND_CHOICE, .fallback = "single",
     .choices = wyrm_precisions,
     .summary = "the floating point that the game computes in: 32 or 64 bits. The noise of 32 bits "
                "shows where a quantity is rounded up", .source = CHAPTER},
    {.name = "factor", .kind = WYRM_KIND_RECORD, .fallback = "{}", .fields = line_fields,
     .summary = "the level factor: max(least, first + (level - 1) x step)", .source = CHAPTER},
    {.name = "player", .kind = WYRM_KIND_MAP,
     .fallback = "{max_hp: {base: 30, round: nearest}, attack: {base: 4.8}, defense: {base: 2.4}}",
     .fields = curve_element,
     .summary = "what the player has at a level: base x factor for each quantity",
     .source = CHAPTER},
    {.name = "monster", .kind = WYRM_KIND_MAP,
     .fallback = "{max_hp: {base: 14, round: nearest}, attack: {base: 8}, defense: {base: 4}, "
                 "experience: {base: 10, round: up}}", .fields = curve_element,
     .summary = "what a monster has at a level, and the experience that killing it gives",
     .source = CHAPTER},
    {.name = "weapon", .kind = WYRM_KIND_MAP, .fallback = "{attack: {base: 3.2}}",
     .fields = curve_element,
     .summary = "what wearing a weapon of a level adds; where nothing is said, what of it the "
                "combat model has", .source = CHAPTER},
    {.name = "armor", .kind = WYRM_KIND_MAP, .fallback = "{defense: {base: 1.6}}",
     .fields = curve_element, .summary = "what wearing armor of a level adds", .source = CHAPTER},
    {.name = "experience", .kind = WYRM_KIND_RECORD, .fallback = "{}", .fields = experience_fields,
     .summary = "what levels cost", .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* ---- factor formula ----
 *
 * The curves of growth by a level factor in exact decimal arithmetic, as whoever wrote the ruleset
 * would work them out by hand. */

/* Decimals of a ruleset are read exactly to a millionth, so a base times a factor is a whole number
 * of 1e-12; products up to this fit in 63 bits. */
#define MILLION     1000000
#define UNIT        ((int64_t)MILLION * MILLION)
#define PRODUCT_MAX 9.0e6

/* value / UNIT as a whole number. Values are not negative: factors and bases are not. One
 * function for each of the roundings; fractions stay what they are, and are no whole number. */
typedef bool exact_rounding(int64_t value, int64_t *out);

static bool unrounded_exactly(int64_t value, int64_t *out)
{
    (void)value, (void)out;
    return false;
}

static bool round_exactly(int64_t value, int64_t *out)
{
    *out = value / UNIT + (value % UNIT >= UNIT / 2);
    return true;
}

static bool ceil_exactly(int64_t value, int64_t *out)
{
    *out = value / UNIT + (value % UNIT > 0);
    return true;
}

static bool floor_exactly(int64_t value, int64_t *out)
{
    *out = value / UNIT;
    return true;
}

#define EXACT_ROUNDING(name, function) function##_exactly,
static exact_rounding *const factor_formula_roundings[] = {WYRM_ROUNDING_ROWS(EXACT_ROUNDING)};
#undef EXACT_ROUNDING

static int64_t millionths(const wyrm_value *value)
{
    return llround(wyrm_value_real(value) * MILLION);
}

/* Whether nothing that the level comes to is too large. */
static bool fits(const wyrm_value *factor, const wyrm_value *record, int32_t level)
{
    double first = wyrm_value_real(wyrm_value_get(factor, "first"));
    double step = wyrm_value_real(wyrm_value_get(factor, "step"));
    double least = wyrm_value_real(wyrm_value_get(factor, "least"));
    double base = wyrm_value_real(wyrm_value_get(record, "base"));
    double most = fabs(first) + fabs(step) * fabs((double)level - 1) + fabs(least);
    return most * fabs(base) < PRODUCT_MAX && most < PRODUCT_MAX && fabs(base) < PRODUCT_MAX;
}

static bool exact_at(const wyrm_value *parameters, const wyrm_curve *curve, int32_t level,
                     int64_t *out)
{
    const wyrm_value *factor = wyrm_value_get(parameters, "factor");
    const wyrm_value *record =
        wyrm_value_get(wyrm_value_get(parameters, wyrm_role_name(curve->role)), curve->quantity);
    if (record == NULL || !fits(factor, record, level))
        return false;
    int64_t first = millionths(wyrm_value_get(factor, "first"));
    int64_t step = millionths(wyrm_value_get(factor, "step"));
    int64_t least = millionths(wyrm_value_get(factor, "least"));
    int64_t base = millionths(wyrm_value_get(record, "base"));
    int64_t at = first + step * (level - 1);
    if (at < least)
        at = least;
    if (at < 0 || base < 0)
        return false;
    return factor_formula_roundings[wyrm_value_choice(wyrm_value_get(record, "round"))](at * base,
                                                                                        out);
}

static double factor_formula_increase(const wyrm_value *parameters)
{
    return wyrm_value_real(wyrm_value_get(wyrm_value_get(parameters, "experience"), "increase"));
}

static const char *factor_formula_precision(const wyrm_value *parameters)
{
    return wyrm_value_text(wyrm_value_get(parameters, "precision"));
}

const wyrm_growth_formulas wyrm_factor_formulas = {
    .at = exact_at, .increase = factor_formula_increase, .precision = factor_formula_precision};

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
static rounding *const factor_roundings[] = {WYRM_ROUNDING_ROWS(ROUNDING_FUNCTION)};

static double factor_at(const void *state, int32_t level)
{
    const factor *model = state;
    double steps = kept(model, kept(model, (double)level - 1.0) * model->step);
    return fmax(model->least, kept(model, model->first + steps));
}

static double at_factor(const void *state, size_t curve, int32_t level)
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

static size_t factor_curves(const void *state, const wyrm_curve **out)
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
           factor_roundings[way_of(value)] == unrounded;
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
    rounding *way = factor_roundings[way_of(value)];
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
    factor *model = base_zeroed(1, sizeof *model);
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
        wyrm_free(model);
        return status;
    }
    *state = model;
    return WYRM_OK;
}

static void release(void *state)
{
    wyrm_free(state);
}

const wyrm_growth_model wyrm_growth_factor_model = {
    .model = {.name = "factor",
              .summary = "every quantity is a base value times a factor that grows with the level",
              .parameters = wyrm_factor_parameters},
    .make = make,
    .release = release,
    .curves = factor_curves,
    .at = at_factor,
    .add = add,
    .factor = factor_at,
    .first_step = first_step,
    .next_step = next_step,
    .is_due = is_due,
    .formulas = &wyrm_factor_formulas,
};
