/* Growth by choices (roguelike tutorial, Catacombs of YARL).
 *
 * Creatures are what their records say. The player chooses something at each level-up, and each
 * level costs a fixed amount more than the one before. Monsters have no levels, but the depth that
 * they are on may scale them. The factors are exact ratios: 20 x 1.35 is 27 and never 28, which the
 * rounding up of a binary product could make of it. */
#include "combat/internal.h"
#include "growth/internal.h"

#include <stdio.h>
#include <string.h>

#define CHOICES_MAX 16
#define POLICY_MAX  64
#define SCALE_MAX   64

/* ---- rows ---- */

#define FACTOR_MAX 1000.0
#define AMOUNT_MAX 1e6

#define TUTORIAL   "roguelike tutorial, part 11"

#define FACTOR_ROW(key, sentence)                                                                  \
    WYRM_ROW(key, RATIO, .greatest = FACTOR_MAX, .parts = GROWTH_PART_MAX, .default_value = "1",   \
             .summary = sentence)

/* clang-format off */
static const wyrm_field scale_rows[] = {
    {.name = "from_depth", .kind = WYRM_KIND_INTEGER, .required = true, .least = 1.0,
     .greatest = WYRM_TABLE_DEPTH_MAX,
     .summary = "from this depth up to the next row's"},
    FACTOR_ROW("hp", "of hit points; rounded up"),
    FACTOR_ROW("to_hit", "of the skill to hit, of blows, too; combat by accuracy, d20 and momentum "
                         "has one; halves are rounded up"),
    FACTOR_ROW("damage", "of damage, of blows, too; of combat by accuracy and subtract, no other's "
                         "follows depths; halves are rounded up: both ends of a creature's own [2, "
                         "5], of blows and any other amount each value that may come"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field scale_element[] =
    WYRM_ELEMENT("row", RECORD, .fields = scale_rows, .summary = "the factors from a depth on");

static const wyrm_field experience_rows[] = {
    {.name = "base", .kind = WYRM_KIND_INTEGER, .greatest = 1e12, .default_value = "200",
     .unit = "experience", .summary = "what every level costs", .source = TUTORIAL},
    {.name = "per_level", .kind = WYRM_KIND_INTEGER, .greatest = 1e12, .default_value = "150",
     .unit = "experience",
     .summary = "added for each level one has; the next after level L costs base + per_level x L",
     .source = TUTORIAL},
    {.name = "trigger", .kind = WYRM_KIND_CHOICE, .default_value = "at", .choices = growth_triggers,
     .summary = "a level is gained at the experience needed, or above it"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field gain_element[] =
    WYRM_ELEMENT("quantity", REAL, .least = -AMOUNT_MAX, .greatest = AMOUNT_MAX,
                 .summary = "added to max_hp or a stat of the combat model");

static const wyrm_field choice_element[] =
    WYRM_ELEMENT("choice", MAP, .least = 1.0, .greatest = WYRM_GAINS_MAX, .fields = gain_element,
                 .summary = "what it adds");
static const wyrm_field policy_element[] =
    WYRM_ELEMENT("choice", NAME, .summary = "one of `choices`");

static const wyrm_field parameter_rows[] = {
    {.name = "experience", .kind = WYRM_KIND_RECORD, .default_value = "{}", .fields = experience_rows,
     .summary = "what levels cost", .source = TUTORIAL},
    {.name = "choices", .kind = WYRM_KIND_MAP, .greatest = CHOICES_MAX,
     .default_value = "{}", .fields = choice_element,
     .summary = "the player's choices at a level-up", .source = TUTORIAL},
    {.name = "policy", .kind = WYRM_KIND_LIST, .greatest = POLICY_MAX, .default_value = "[]",
     .fields = policy_element,
     .summary = "choices in turn where nobody chooses, else all in turn; from level 2 on"},
    {.name = "heal_on_level_up", .kind = WYRM_KIND_BOOL, .default_value = "false",
     .summary = "a level-up heals, else hit points grow as their maximum does"},
    {.name = "scaling", .kind = WYRM_KIND_LIST, .greatest = SCALE_MAX, .default_value = "[]",
     .fields = scale_element,
     .summary = "factors of monsters by depth, ascending; none before the first",
     .source = "Catacombs of YARL, its depth scaling"},
    {.kind = WYRM_KIND_END},
};

/* clang-format on */
static const wyrm_extension extensions[] = {{"monsters", growth_monster_rows}, {NULL, NULL}};

/* The scaling of monsters from a depth on: a factor for each kind of wyrm_stat.scaling; that of hit
 * points is at WYRM_SCALING_NONE. */
enum { FACTORS = WYRM_SCALING_DAMAGE + 1 };
typedef struct scale_row {
    int32_t from_depth;
    wyrm_ratio factor[FACTORS];
    int64_t blows; /* result of combat_scale_blows */
} scale_row;

typedef struct points {
    uint64_t base, per_level; /* cost of a level */
    size_t scale_count;
    scale_row scaling[SCALE_MAX]; /* ascending */
} points;

static uint64_t next_step(const void *state, int32_t level, uint64_t step)
{
    const points *model = state;
    (void)step;
    return model->base + model->per_level * (uint64_t)(level > 1 ? level : 1);
}

/* ---- monsters by depth ---- */

/* Limit up to which whole stats are scaled exactly. */
#define EXACT_MAX 1e6

/* Returns value x factor, to the nearest whole number, halves up. */
static double scale_stat(double value, wyrm_ratio factor)
{
    if (factor.numerator == factor.denominator)
        return value;
    if (value != floor(value) || fabs(value) > EXACT_MAX)
        return floor(value * (double)factor.numerator / (double)factor.denominator + 0.5);
    int64_t doubled = 2 * (int64_t)value * factor.numerator + factor.denominator;
    int64_t divisor = 2 * factor.denominator;
    return (double)(doubled / divisor - (doubled % divisor < 0));
}

/* Scales a stat of a creature, or of one of its blows. */
static double scaled(const wyrm_combat *combat, int32_t stat, double value, const void *context)
{
    const scale_row *row = context;
    const wyrm_stat *of = &wyrm_combat_stats(combat)[stat];
    if (of->scaling == WYRM_SCALING_NONE)
        return value;
    return of->kind == WYRM_STAT_AMOUNT
               ? combat_amount_scaled(combat, value, row->factor[of->scaling], false)
               : combat_stat_in_range(of, scale_stat(value, row->factor[of->scaling]));
}

/* Hit points are rounded up, stats to the nearest, halves up. */
static void scale(const wyrm_growth *growth, int32_t depth, wyrm_combatant *combatant)
{
    const points *model = growth->state;
    const scale_row *row = NULL;
    for (size_t i = 0; i < model->scale_count && model->scaling[i].from_depth <= depth; i++)
        row = &model->scaling[i];
    if (!row)
        return;
    combat_scale_hp(growth->combat, row->factor[WYRM_SCALING_NONE], combatant);
    for (int32_t i = 0; growth->stats[i].name; i++)
        combatant->stats[i] = scaled(growth->combat, i, combatant->stats[i], row);
    combatant->attacks += combatant->attacks > 0 ? row->blows : 0;
}

static void read_scaling(rs_opening *o, const wyrm_growth *growth, points *model)
{
    static const char *const factors[FACTORS] = {"hp", "to_hit", "damage"};
    const wyrm_value *list = wyrm_value_get(o->section, "scaling");
    bool follows[FACTORS] = {true};
    for (const wyrm_stat *stat = growth->stats; stat->name; stat++)
        follows[stat->scaling] = true;
    model->scale_count = wyrm_value_count(list);
    for (size_t i = 0; i < model->scale_count; i++) {
        const wyrm_value *record = wyrm_value_item(list, i);
        scale_row *row = &model->scaling[i];
        row->from_depth = key_whole(record, "from_depth");
        rs_check_order(o, list, i, "scaling is");
        for (int k = 0; k < FACTORS; k++) {
            const wyrm_value *value = wyrm_value_get(record, factors[k]);
            row->factor[k] = wyrm_value_ratio(value);
            if (row->factor[k].numerator != row->factor[k].denominator && !follows[k])
                rs_error(o, value, NULL,
                         "'%s' has nothing to scale: no stat of the combat '%s' follows it",
                         factors[k], wyrm_combat_name(growth->combat));
        }
        row->blows = combat_scale_blows(o->arena, growth->combat, scaled, row);
    }
}

/* ---- choices ---- */

static void make(rs_opening *o, wyrm_growth *growth)
{
    points *model = base_new(o->arena, points);
    const wyrm_value *experience = wyrm_value_get(o->section, "experience");
    const wyrm_value *choices = wyrm_value_get(o->section, "choices");
    const wyrm_value *list = wyrm_value_get(o->section, "policy");
    const size_t said = wyrm_value_count(list);
    model->base = (uint64_t)wyrm_value_integer(wyrm_value_get(experience, "base"));
    model->per_level = (uint64_t)wyrm_value_integer(wyrm_value_get(experience, "per_level"));
    if (model->base + model->per_level == 0)
        rs_error(o, experience, NULL, "a level that costs nothing: base and per_level are both 0");
    growth->state = model;
    growth->first_step = next_step(model, 1, 0);
    growth->heals = key_flag(o->section, "heal_on_level_up");
    growth->choice_count = wyrm_value_count(choices);
    growth->choices = base_array(o->arena, wyrm_choice, growth->choice_count);
    growth->gain_targets = base_take(o->arena, growth->choice_count, sizeof *growth->gain_targets);
    /* The schema limits how many choices there are and how much each gives. */
    for (size_t c = 0; c < growth->choice_count; c++) {
        wyrm_choice *choice = &growth->choices[c];
        const wyrm_value *gains = wyrm_value_item(choices, c);
        char of[96];
        choice->name = wyrm_value_key(choices, c);
        snprintf(of, sizeof of, "choice '%s'", choice->name);
        for (size_t i = 0; i < wyrm_value_count(gains); i++) {
            const wyrm_value *value = wyrm_value_item(gains, i);
            const char *quantity = wyrm_value_key(gains, i);
            double amount = wyrm_value_real(value);
            int target = growth_target(o, growth->combat, value, quantity, of, false, NULL);
            if (target == GROWTH_NONE)
                continue;
            if ((target == GROWTH_MAX_HP || growth->stats[target].whole) &&
                amount != floor(amount)) {
                rs_error(o, value, NULL, "'%s' of %s must be a whole number, found %.15g", quantity,
                         of, amount);
                continue;
            }
            growth->gain_targets[c][choice->count] = target;
            choice->gains[choice->count++] = (wyrm_gain){.quantity = quantity, .amount = amount};
        }
    }
    /* Without a policy all choices are taken in turn. */
    growth->policy_count = said > 0 ? said : growth->choice_count;
    growth->policy = base_array(o->arena, size_t, growth->policy_count);
    for (size_t i = 0; i < growth->policy_count; i++) {
        const wyrm_value *value = wyrm_value_item(list, i);
        const char *name = said > 0 ? wyrm_value_text(value) : growth->choices[i].name;
        size_t choice = 0;
        while (choice < growth->choice_count && strcmp(growth->choices[choice].name, name) != 0)
            choice++;
        growth->policy[i] = choice;
        if (choice == growth->choice_count)
            rs_error_name(o, value, rs_map_names(choices), wyrm_value_count(choices), name,
                          "the policy takes '%s', which is no choice", name);
    }
    read_scaling(o, growth, model);
}

const growth_model growth_points_model = {
    .model = {.name = "points",
              .summary =
                  "creatures are as their records say; the player chooses what a level brings",
              .parameters = parameter_rows,
              .extensions = extensions},
    .make = make,
    .next_step = next_step,
    .scale = scale,
};
