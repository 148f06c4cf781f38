/* Growth by a level factor (RuggRogue, "Experience and Difficulty").
 *
 * Every quantity is a base value times the factor f(L) = max(least, first + (L - 1) x step),
 * rounded or not. Each level costs a fixed ratio of the one before, in whole numbers.
 *
 * The curves are computed twice: in the precision of the game, which fights and tables use, and in
 * exact decimal arithmetic, as the author of a ruleset would do it by hand. Where the two differ,
 * `check` reports it. */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "growth/internal.h"

typedef enum rounding { ROUND_NONE, ROUND_NEAREST, ROUND_UP, ROUND_DOWN } rounding;

#define CHAPTER "RuggRogue source code guide, \"Experience and Difficulty\""

/* In the order of `rounding`. */
static const char *const rounding_names[] = {"none", "nearest", "up", "down", NULL};

/* clang-format off */
static const wyrm_field line_fields[] = {
    {.name = "first", .kind = WYRM_KIND_REAL, .least = -1e6, .greatest = 1e6, .default_value = "1",
     .summary = "at level 1", .source = CHAPTER},
    {.name = "step", .kind = WYRM_KIND_REAL, .least = -1e6, .greatest = 1e6, .default_value = "0.1",
     .summary = "added by each level above 1, taken away by each below",
     .source = CHAPTER},
    {.name = "least", .kind = WYRM_KIND_REAL, .greatest = 1e6, .default_value = "0.1",
     .summary = "never below this", .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field curve_fields[] = {
    {.name = "base", .kind = WYRM_KIND_REAL, .required = true, .greatest = 1e6,
     .summary = "the quantity at a factor of 1"},
    {.name = "round", .kind = WYRM_KIND_CHOICE, .default_value = "none",
     .choices = rounding_names,
     .summary = "how base x factor becomes whole, if at all; nearest takes halves up"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field curve_element[] =
    WYRM_ELEMENT("quantity", RECORD, .fields = curve_fields,
                 .summary = "max_hp, experience or a stat of the combat model");

static const wyrm_field experience_fields[] = {
    {.name = "first", .kind = WYRM_KIND_INTEGER, .least = 1.0, .greatest = 1e15, .default_value = "50",
     .unit = "experience", .summary = "from level 1 to level 2", .source = CHAPTER},
    {.name = "increase", .kind = WYRM_KIND_RATIO, .least = 1.0, .greatest = 100.0,
     .parts = GROWTH_PART_MAX, .default_value = "11/10",
     .summary = "each level costs so many times the one before; in whole numbers, rounded down",
     .source = CHAPTER},
    {.name = "trigger", .kind = WYRM_KIND_CHOICE, .default_value = "at", .choices = growth_triggers,
     .summary = "a level is gained at the experience needed, or above it", .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field parameter_rows[] = {
    {.name = "precision", .kind = WYRM_KIND_CHOICE, .default_value = "single",
     .choices = base_precisions,
     .summary = "the floating point of the game; 32 or 64 bits; the noise of 32 bits shows where a "
                "quantity is rounded up", .source = CHAPTER},
    {.name = "factor", .kind = WYRM_KIND_RECORD, .default_value = "{}", .fields = line_fields,
     .summary = "the level factor: max(least, first + (level - 1) x step)", .source = CHAPTER},
    {.name = "player", .kind = WYRM_KIND_MAP,
     .default_value = "{max_hp: {base: 30, round: nearest}, attack: {base: 4.8}, defense: {base: 2.4}}",
     .fields = curve_element,
     .summary = "the player at a level: base x factor for each quantity",
     .source = CHAPTER},
    {.name = "monster", .kind = WYRM_KIND_MAP,
     .default_value = "{max_hp: {base: 14, round: nearest}, attack: {base: 8}, defense: {base: 4}, "
                 "experience: {base: 10, round: up}}", .fields = curve_element,
     .summary = "a monster at a level, and its experience",
     .source = CHAPTER},
    {.name = "weapon", .kind = WYRM_KIND_MAP, .default_value = "{attack: {base: 3.2}}",
     .fields = curve_element,
     .summary = "what a weapon of a level adds, else what of it the combat model has",
     .source = CHAPTER},
    {.name = "armor", .kind = WYRM_KIND_MAP, .default_value = "{defense: {base: 1.6}}",
     .fields = curve_element, .summary = "what armor of a level adds", .source = CHAPTER},
    {.name = "experience", .kind = WYRM_KIND_RECORD, .default_value = "{}", .fields = experience_fields,
     .summary = "what levels cost", .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* ---- In the precision of the game ---- */

#define CURVES_MAX ((size_t)WYRM_ROLE_COUNT * (WYRM_STATS_MAX + 2))

typedef struct factor {
    base_precision precision; /* every operation is rounded to it, as in the game */
    double first, step, least;
    uint64_t numerator, denominator; /* ratio of the cost of a level to that of the one before */
    double base[CURVES_MAX];         /* by curve */
    rounding round[CURVES_MAX];
} factor;

static double kept(const factor *model, double result)
{
    return base_in_precision(model->precision, result);
}

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
    rounding how = model->round[curve];
    if (how == ROUND_NEAREST)
        return round(product); /* halves away from zero, as the game does */
    return how == ROUND_UP ? ceil(product) : how == ROUND_DOWN ? floor(product) : product;
}

static double add(const void *state, double a, double b)
{
    return kept(state, a + b);
}

/* Returns step x numerator / denominator, rounded down; UINT64_MAX if it does not fit. */
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

/* ---- In exact decimal arithmetic ---- */

/* Decimals of a ruleset are exact to a millionth, so a base times a factor is a whole number of
 * 1e-12; products up to PRODUCT_MAX fit in 63 bits. */
#define MILLION     1000000
#define UNIT        ((int64_t)MILLION * MILLION)
#define PRODUCT_MAX 9.0e6

static int64_t millionths(const wyrm_value *record, const char *key)
{
    return llround(key_real(record, key) * MILLION);
}

/* False for a fraction, and for what is below 0 or too large to be computed exactly, which is
 * decided first, by a bound on all terms. */
static bool exact_at(const wyrm_value *parameters, const wyrm_curve *curve, int32_t level,
                     int64_t *out)
{
    const wyrm_value *line = wyrm_value_get(parameters, "factor");
    const wyrm_value *record =
        wyrm_value_get(wyrm_value_get(parameters, wyrm_role_name(curve->role)), curve->quantity);
    double most = fabs(key_real(line, "first")) +
                  fabs(key_real(line, "step")) * fabs((double)level - 1) +
                  fabs(key_real(line, "least"));
    double size = fabs(key_real(record, "base"));
    if (!record || !(most * size < PRODUCT_MAX && most < PRODUCT_MAX && size < PRODUCT_MAX))
        return false;
    int64_t base = millionths(record, "base"), least = millionths(line, "least");
    int64_t line_at = millionths(line, "first") + millionths(line, "step") * (level - 1);
    line_at = line_at < least ? least : line_at;
    if (line_at < 0 || base < 0)
        return false;
    int64_t value = line_at * base, part = value % UNIT;
    rounding how = (rounding)key_choice(record, "round");
    if (how == ROUND_NONE)
        return false;
    bool up = how == ROUND_NEAREST ? part >= UNIT / 2 : how == ROUND_UP && part > 0;
    *out = value / UNIT + up;
    return true;
}

/* ---- Reading a ruleset ---- */

/* Reads the curves of a role: for max_hp, for stats, and for the experience of creatures that
 * can be killed. The defaults are meant for the combat `ratio`, which the hint says if they do
 * not fit. */
static void read_role(rs_opening *o, wyrm_role role, wyrm_growth *growth, factor *model)
{
    const char *of = wyrm_role_name(role);
    const wyrm_value *map = wyrm_value_get(o->section, of);
    const bool gives_experience = role == WYRM_ROLE_PLAYER || role == WYRM_ROLE_MONSTER;
    const bool fights = wyrm_combat_name(growth->combat)[0] != '\0';
    char unsaid[WYRM_ERROR_HINT_MAX];
    snprintf(unsaid, sizeof unsaid,
             "the section growth says nothing of '%s'; '{}' there means that levels add nothing",
             of);
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        const char *quantity = wyrm_value_key(map, i);
        const wyrm_value *value = wyrm_value_item(map, i);
        const char *hint = wyrm_value_is_default(value) ? unsaid : NULL;
        const rounding round = (rounding)key_choice(value, "round");
        const size_t curve = growth->count;
        int target = GROWTH_NONE;
        if (hint != NULL && !fights && strcmp(quantity, "max_hp") != 0 &&
            strcmp(quantity, "experience") != 0)
            continue; /* a default of the schema, for stats that this combat does not have */
        if (!gives_experience || strcmp(quantity, "experience") != 0) {
            target = growth_target(o, growth->combat, value, quantity, of, gives_experience, hint);
            if (target == GROWTH_NONE)
                continue;
        }
        if (target >= 0 && growth->stats[target].whole && round == ROUND_NONE) {
            rs_error(o, value,
                     hint ? hint : "add how it is rounded: 'round: nearest', 'up' or 'down'",
                     "'%s' of %s must be a whole number in the combat '%s'", quantity, of,
                     wyrm_combat_name(growth->combat));
            continue;
        }
        growth->curves[curve] = (wyrm_curve){.role = role, .whole = round != ROUND_NONE};
        snprintf(growth->curves[curve].quantity, sizeof growth->curves[curve].quantity, "%s",
                 quantity);
        growth->targets[curve] = target;
        model->base[curve] = kept(model, key_real(value, "base"));
        model->round[curve] = round;
        growth->count++;
    }
}

static void make(rs_opening *o, wyrm_growth *growth)
{
    factor *model = base_new(o->arena, factor);
    const wyrm_value *line = wyrm_value_get(o->section, "factor");
    const wyrm_value *experience = wyrm_value_get(o->section, "experience");
    const wyrm_value *increase = wyrm_value_get(experience, "increase");
    growth->state = model;
    growth->first_step = (uint64_t)wyrm_value_integer(wyrm_value_get(experience, "first"));
    growth->curves = base_array(o->arena, wyrm_curve, CURVES_MAX);
    growth->targets = base_array(o->arena, int, CURVES_MAX);
    model->precision = (base_precision)key_choice(o->section, "precision");
    model->first = kept(model, key_real(line, "first"));
    model->step = kept(model, key_real(line, "step"));
    model->least = kept(model, key_real(line, "least"));
    model->numerator = (uint64_t)wyrm_value_ratio(increase).numerator;
    model->denominator = (uint64_t)wyrm_value_ratio(increase).denominator;
    for (int role = 0; role < WYRM_ROLE_COUNT; role++)
        read_role(o, (wyrm_role)role, growth, model);
}

const growth_model growth_factor_model = {
    .model = {.name = "factor",
              .summary = "quantities are a base times a factor that grows with the level",
              .parameters = parameter_rows},
    .make = make,
    .at = at,
    .add = add,
    .factor = factor_at,
    .next_step = next_step,
    .formula_at = exact_at,
};
