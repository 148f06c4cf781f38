/* Growth by choices (roguelike tutorial, Catacombs of YARL).
 *
 * Creatures are what their records say. The player chooses something at each level-up, and each
 * level costs a fixed amount more than the one before. Monsters have no levels: the depth that they
 * are put on may scale them. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/schema.h>

#include "base/arena.h"
#include "combat/internal.h"
#include "growth/internal.h"

/* The rows of growth by choices. */

#define WYRM_POINTS_CHOICES_MAX 16
#define WYRM_POINTS_POLICY_MAX  64

extern const wyrm_field wyrm_points_parameters[];
extern const wyrm_extension wyrm_points_extensions[];

/* ---- points rows ----
 *
 * The rows of growth by choices: its parameters, and what it adds to monsters. */

#define AMOUNT_MAX 1e6

#define TUTORIAL   "roguelike tutorial, part 11"

static const char *const triggers[] = {"at", "above", NULL};

/* clang-format off */
static const wyrm_field experience_rows[] = {
    {.name = "base", .kind = WYRM_KIND_INTEGER, .greatest = 1e12, .fallback = "200",
     .unit = "experience", .summary = "what every level costs", .source = TUTORIAL},
    {.name = "per_level", .kind = WYRM_KIND_INTEGER, .greatest = 1e12, .fallback = "150",
     .unit = "experience",
     .summary = "what it costs more for each level one has: the next after level L costs base + "
                "per_level x L", .source = TUTORIAL},
    {.name = "trigger", .kind = WYRM_KIND_CHOICE, .fallback = "at", .choices = triggers,
     .summary = "whether a level is gained when the experience reaches what is needed, or when it "
                "exceeds it"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field gain_element[] = {
    {.name = "quantity", .kind = WYRM_KIND_REAL, .least = -AMOUNT_MAX, .greatest = AMOUNT_MAX,
     .summary = "what is added to max_hp or to a stat of the combat model"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field choice_element[] = {
    {.name = "choice", .kind = WYRM_KIND_MAP, .least = 1.0, .greatest = WYRM_GAINS_MAX,
     .fields = gain_element, .summary = "what it adds"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */
static const wyrm_field policy_element[] = {
    {.name = "choice", .kind = WYRM_KIND_NAME, .summary = "one of `choices`"},
    {.kind = WYRM_KIND_END},
};

/* clang-format off */
const wyrm_field wyrm_points_parameters[] = {
    {.name = "experience", .kind = WYRM_KIND_RECORD, .fallback = "{}", .fields = experience_rows,
     .summary = "what levels cost", .source = TUTORIAL},
    {.name = "choices", .kind = WYRM_KIND_MAP, .greatest = WYRM_POINTS_CHOICES_MAX,
     .fallback = "{}", .fields = choice_element,
     .summary = "what the player may choose from at a level-up", .source = TUTORIAL},
    {.name = "policy", .kind = WYRM_KIND_LIST, .greatest = WYRM_POINTS_POLICY_MAX, .fallback = "[]",
     .fields = policy_element,
     .summary = "the choices taken in turn where nobody chooses, from level 2 on; without one all "
                "of them in turn"},
    {.name = "heal_on_level_up", .kind = WYRM_KIND_BOOL, .fallback = "false",
     .summary = "whether a level-up heals; else hit points grow by what their maximum grows"},
    {.name = "scaling", .kind = WYRM_KIND_LIST, .greatest = WYRM_SCALE_ROWS_MAX, .fallback = "[]",
     .fields = wyrm_scale_element,
     .summary = "what monsters are multiplied by on the depths from one on, ascending; unscaled "
                "before the first", .source = "Catacombs of YARL, its depth scaling"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field monster_rows[] = {
    {.name = "experience", .kind = WYRM_KIND_INTEGER, .greatest = 1e15, .fallback = "0",
     .unit = "experience", .summary = "what killing it gives", .source = TUTORIAL},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */
const wyrm_extension wyrm_points_extensions[] = {{"monsters", monster_rows}, {NULL, NULL}};

typedef struct points {
    const wyrm_combat *combat;
    const wyrm_stat *stats; /* of it */
    wyrm_choice choices[WYRM_POINTS_CHOICES_MAX];
    int targets[WYRM_POINTS_CHOICES_MAX][WYRM_GAINS_MAX]; /* what the gains go to */
    size_t choice_count;
    size_t policy[WYRM_POINTS_POLICY_MAX]; /* taken in turn from level 2 on */
    size_t policy_count;
    bool heal;
    uint64_t base, per_level;
    bool above; /* a level is due above `next`, not at it */
    wyrm_scale_rows scaling;
} points;

/* ------------------------------------------------------------------ levels */

static uint64_t next_step(const void *state, int32_t level, uint64_t step)
{
    const points *model = state;
    (void)step;
    return model->base + model->per_level * (uint64_t)(level > 1 ? level : 1);
}

static uint64_t first_step(const void *state)
{
    return next_step(state, 1, 0);
}

static bool is_due(const void *state, uint64_t exp, uint64_t next)
{
    const points *model = state;
    return model->above ? exp > next : exp >= next;
}

static size_t points_choices(const void *state, const wyrm_choice **out)
{
    const points *model = state;
    *out = model->choices;
    return model->choice_count;
}

static int points_policy(const void *state, int32_t level)
{
    const points *model = state;
    if (model->policy_count == 0 || level < 2)
        return -1;
    return (int)model->policy[(size_t)(level - 2) % model->policy_count];
}

static void gain_hp(const points *model, double amount, wyrm_combatant *combatant)
{
    int64_t before = combatant->max_hp;
    combatant->max_hp = wyrm_whole_hp((double)before + amount);
    int64_t hp = combatant->hp + combatant->max_hp - before;
    combatant->hp = model->heal || hp > combatant->max_hp ? combatant->max_hp : hp;
    if (combatant->hp < 1)
        combatant->hp = 1;
}

static void points_choose(const void *state, size_t choice, int32_t times,
                          wyrm_combatant *combatant)
{
    const points *model = state;
    if (choice >= model->choice_count || times < 1)
        return;
    for (size_t i = 0; i < model->choices[choice].count; i++) {
        double amount = model->choices[choice].gains[i].amount * times;
        int stat = model->targets[choice][i];
        if (stat == WYRM_TARGET_MAX_HP)
            gain_hp(model, amount, combatant);
        else
            combatant->stats[stat] =
                wyrm_stat_in_range(&model->stats[stat], combatant->stats[stat] + amount);
    }
    if (model->heal)
        combatant->hp = combatant->max_hp;
}

static void scale(const void *state, int32_t depth, wyrm_combatant *combatant)
{
    const points *model = state;
    wyrm_scale_at(&model->scaling, model->stats, depth, combatant);
}

/* ------------------------------------------------------------------ no curves */

static size_t curves(const void *state, const wyrm_curve **out)
{
    (void)state;
    *out = NULL;
    return 0;
}

static double points_at(const void *state, size_t curve, int32_t level)
{
    (void)state;
    (void)curve;
    (void)level;
    return 0.0;
}

static double add(const void *state, double a, double b)
{
    (void)state;
    return a + b;
}

static double factor(const void *state, int32_t level)
{
    (void)state;
    (void)level;
    return NAN;
}

/* ------------------------------------------------------------------ reading */

static wyrm_status unknown_quantity(const points *model, const wyrm_ruleset *ruleset,
                                    const wyrm_value *value, const char *quantity,
                                    const char *choice, wyrm_errors *errors)
{
    char of[96];
    snprintf(of, sizeof of, "choice '%s'", choice);
    wyrm_no_quantity unknown = {.value = value, .name = quantity, .of = of};
    return wyrm_quantity_fail(ruleset, model->combat, &unknown, errors);
}

static wyrm_status read_gain(points *model, size_t index, const char *quantity,
                             const wyrm_value *value, const wyrm_ruleset *ruleset,
                             wyrm_errors *errors)
{
    wyrm_choice *choice = &model->choices[index];
    double amount = wyrm_value_real(value);
    int target = wyrm_target_of(model->combat, quantity);
    if (target == WYRM_TARGET_NONE)
        return unknown_quantity(model, ruleset, value, quantity, choice->name, errors);
    if ((target == WYRM_TARGET_MAX_HP || model->stats[target].whole) && amount != floor(amount))
        return wyrm_value_fail(ruleset, value, errors, NULL,
                               "'%s' of choice '%s' must be a whole number, found %.15g", quantity,
                               choice->name, amount);
    model->targets[index][choice->count] = target;
    choice->gains[choice->count++] = (wyrm_gain){.quantity = quantity, .amount = amount};
    return WYRM_OK;
}

/* The schema limits how many choices there are and how much each gives. */
static wyrm_status read_choices(points *model, const wyrm_ruleset *ruleset, const wyrm_value *map,
                                wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    model->choice_count = wyrm_value_count(map);
    for (size_t i = 0; i < model->choice_count; i++) {
        const wyrm_value *gains = wyrm_value_item(map, i);
        model->choices[i].name = wyrm_value_key(map, i);
        for (size_t k = 0; k < wyrm_value_count(gains); k++) {
            wyrm_status one = read_gain(model, i, wyrm_value_key(gains, k),
                                        wyrm_value_item(gains, k), ruleset, errors);
            status = status == WYRM_OK ? one : status;
        }
    }
    return status;
}

static int choice_of(const points *model, const char *name)
{
    for (size_t i = 0; i < model->choice_count; i++)
        if (strcmp(model->choices[i].name, name) == 0)
            return (int)i;
    return -1;
}

static wyrm_status unknown_choice(const points *model, const wyrm_ruleset *ruleset,
                                  const wyrm_value *value, wyrm_errors *errors)
{
    const char *known[WYRM_POINTS_CHOICES_MAX];
    for (size_t i = 0; i < model->choice_count; i++)
        known[i] = model->choices[i].name;
    char hint[WYRM_ERROR_HINT_MAX] = "";
    const char *nearest = wyrm_nearest(wyrm_value_text(value), known, model->choice_count);
    if (nearest)
        snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
    return wyrm_value_fail(ruleset, value, errors, nearest ? hint : NULL,
                           "the policy takes '%s', which is no choice", wyrm_value_text(value));
}

/* Without a policy all choices are taken in turn. */
static wyrm_status read_policy(points *model, const wyrm_ruleset *ruleset, const wyrm_value *list,
                               wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    model->policy_count = wyrm_value_count(list);
    for (size_t i = 0; i < model->policy_count; i++) {
        int choice = choice_of(model, wyrm_value_text(wyrm_value_item(list, i)));
        if (choice < 0)
            status = unknown_choice(model, ruleset, wyrm_value_item(list, i), errors);
        else
            model->policy[i] = (size_t)choice;
    }
    if (model->policy_count > 0)
        return status;
    model->policy_count = model->choice_count;
    for (size_t i = 0; i < model->choice_count; i++)
        model->policy[i] = i;
    return status;
}

static wyrm_status read_experience(points *model, const wyrm_ruleset *ruleset,
                                   const wyrm_value *experience, wyrm_errors *errors)
{
    model->base = (uint64_t)wyrm_value_integer(wyrm_value_get(experience, "base"));
    model->per_level = (uint64_t)wyrm_value_integer(wyrm_value_get(experience, "per_level"));
    model->above = wyrm_value_choice(wyrm_value_get(experience, "trigger")) == 1;
    if (model->base + model->per_level > 0)
        return WYRM_OK;
    return wyrm_value_fail(ruleset, experience, errors, NULL,
                           "a level that costs nothing: base and per_level are both 0");
}

/* Reports all that is wrong, not only the first. */
static wyrm_status read_all(points *model, const wyrm_ruleset *ruleset,
                            const wyrm_value *parameters, wyrm_errors *errors)
{
    wyrm_status results[] = {
        read_experience(model, ruleset, wyrm_value_get(parameters, "experience"), errors),
        read_choices(model, ruleset, wyrm_value_get(parameters, "choices"), errors),
        read_policy(model, ruleset, wyrm_value_get(parameters, "policy"), errors),
        wyrm_scale_read(&model->scaling, ruleset, wyrm_value_get(parameters, "scaling"),
                        model->stats, wyrm_combat_name(model->combat), errors),
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i] != WYRM_OK)
            return results[i];
    return WYRM_OK;
}

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                        const wyrm_combat *combat, void **state, wyrm_errors *errors)
{
    *state = NULL;
    points *model = base_zeroed(1, sizeof *model);
    if (!model)
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    model->stats = wyrm_combat_stats(combat);
    model->combat = combat;
    model->heal = wyrm_value_bool(wyrm_value_get(parameters, "heal_on_level_up"));
    wyrm_status status = read_all(model, ruleset, parameters, errors);
    if (status != WYRM_OK) {
        wyrm_free(model);
        return status;
    }
    *state = model;
    return WYRM_OK;
}

const wyrm_growth_model wyrm_growth_points_model = {
    .model = {.name = "points",
              .summary =
                  "creatures are as their records say; the player chooses what a level brings",
              .parameters = wyrm_points_parameters,
              .extensions = wyrm_points_extensions},
    .make = make,
    .curves = curves,
    .at = points_at,
    .add = add,
    .factor = factor,
    .first_step = first_step,
    .next_step = next_step,
    .is_due = is_due,
    .choices = points_choices,
    .policy = points_policy,
    .choose = points_choose,
    .scale = scale,
};
