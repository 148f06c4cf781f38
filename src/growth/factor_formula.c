/* The curves of growth by a level factor in exact decimal arithmetic, as whoever wrote the ruleset
 * would work them out by hand. */
#include "growth/factor_formula.h"

#include <math.h>

#include "growth/factor_rows.h"

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
static exact_rounding *const roundings[] = {WYRM_ROUNDING_ROWS(EXACT_ROUNDING)};
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
    return roundings[wyrm_value_choice(wyrm_value_get(record, "round"))](at * base, out);
}

static double increase(const wyrm_value *parameters)
{
    return wyrm_value_real(wyrm_value_get(wyrm_value_get(parameters, "experience"), "increase"));
}

static const char *precision(const wyrm_value *parameters)
{
    return wyrm_value_text(wyrm_value_get(parameters, "precision"));
}

const wyrm_growth_formulas wyrm_factor_formulas = {
    .at = exact_at, .increase = increase, .precision = precision};
