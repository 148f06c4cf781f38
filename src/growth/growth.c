/* The growth of a ruleset: curves put onto combatants. The curves themselves come from the model.
 */
#include "growth/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "combat/internal.h"
#include "ruleset/internal.h"

/* The table of growth models: a new one is a file, a line in internal.h and a line here. */

const wyrm_model *const wyrm_growth_model_table[] = {
    &wyrm_growth_factor_model.model,
    &wyrm_growth_points_model.model,
    NULL,
};

/* ---- experience ----
 *
 * Experience: awards, level-ups and levels as real numbers (RuggRogue, "Experience and
 * Difficulty"). */

#define REAL_LEVEL_MAX 10000

static uint64_t saturated_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

wyrm_experience wyrm_growth_start(const wyrm_growth *growth)
{
    return (wyrm_experience){.level = 1, .next = growth->model->first_step(growth->state)};
}

/* "Gaining Levels": what the level cost moves from exp to base, and the next one costs more. */
static void gain_level(const wyrm_growth *growth, wyrm_experience *experience)
{
    experience->level++;
    experience->base = saturated_sum(experience->base, experience->next);
    experience->next = growth->model->next_step(growth->state, experience->level, experience->next);
}

int32_t wyrm_growth_award(const wyrm_growth *growth, wyrm_experience *experience, uint64_t award)
{
    int32_t gained = 0;
    experience->exp = saturated_sum(experience->exp, award);
    while (experience->level < WYRM_LEVEL_MAX &&
           growth->model->is_due(growth->state, experience->exp, experience->next)) {
        experience->exp -= experience->next;
        gain_level(growth, experience);
        gained++;
    }
    return gained;
}

wyrm_experience wyrm_growth_at_level(const wyrm_growth *growth, double level)
{
    double real = level >= 1.0 ? fmin(level, REAL_LEVEL_MAX) : 1.0;
    double whole = floor(real);
    wyrm_experience experience = wyrm_growth_start(growth);
    while (experience.level < (int32_t)whole)
        gain_level(growth, &experience);

    /* The fraction is at most 1 - 2^-52, so the product is below 2^64. */
    uint64_t exp = (uint64_t)floor((real - whole) * (double)experience.next + 0.5);
    experience.exp = exp < experience.next ? exp : experience.next - 1;
    return experience;
}

double wyrm_experience_level(const wyrm_experience *experience)
{
    if (experience->next == 0)
        return experience->level;
    return experience->level + (double)experience->exp / (double)experience->next;
}

/* ---- what the growth of a ruleset is meant to be, where its model says so ---- */

bool wyrm_growth_formula_at(const wyrm_growth *growth, int32_t curve, int32_t level, int64_t *out)
{
    const wyrm_growth_formulas *formulas = growth->model->formulas;
    if (formulas == NULL || curve < 0 || (size_t)curve >= growth->count)
        return false;
    return formulas->at(growth->section, &growth->curves[curve], level, out);
}

double wyrm_growth_increase(const wyrm_growth *growth)
{
    const wyrm_growth_formulas *formulas = growth->model->formulas;
    return formulas != NULL ? formulas->increase(growth->section) : (double)NAN;
}

const char *wyrm_growth_precision(const wyrm_growth *growth)
{
    const wyrm_growth_formulas *formulas = growth->model->formulas;
    return formulas != NULL ? formulas->precision(growth->section) : "";
}

wyrm_status wyrm_growth_new(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                            wyrm_growth **out, wyrm_errors *errors)
{
    *out = NULL;
    wyrm_chosen chosen;
    wyrm_status status = wyrm_model_chosen(ruleset, "growth", sizeof **out, &chosen, errors);
    if (status != WYRM_OK)
        return status;
    wyrm_growth *growth = chosen.system;
    growth->model = chosen.model;
    growth->section = chosen.section;
    growth->stats = wyrm_combat_stats(combat);
    growth->new_floor_heal = wyrm_value_ratio(wyrm_value_get(chosen.section, "new_floor_heal"));
    status = growth->model->make(ruleset, chosen.section, combat, &growth->state, errors);
    if (status != WYRM_OK) {
        wyrm_free(growth);
        return status;
    }
    growth->count = growth->model->curves(growth->state, &growth->curves);
    growth->targets = base_allocate((growth->count + 1) * sizeof *growth->targets);
    if (!growth->targets) {
        wyrm_growth_free(growth);
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    }
    /* Experience is asked for by name and is not part of a combatant. */
    for (size_t i = 0; i < growth->count; i++)
        growth->targets[i] = wyrm_target_of(combat, growth->curves[i].quantity);
    *out = growth;
    return WYRM_OK;
}

void wyrm_growth_free(wyrm_growth *growth)
{
    if (!growth)
        return;
    wyrm_free(growth->state);
    wyrm_free(growth->targets);
    wyrm_free(growth);
}

size_t wyrm_growth_curves(const wyrm_growth *growth, const wyrm_curve **out)
{
    *out = growth->curves;
    return growth->count;
}

int32_t wyrm_growth_curve(const wyrm_growth *growth, wyrm_role role, const char *quantity)
{
    for (size_t i = 0; i < growth->count; i++)
        if (growth->curves[i].role == role && strcmp(growth->curves[i].quantity, quantity) == 0)
            return (int)i;
    return -1;
}

static int32_t clamp_level(int32_t level)
{
    if (level < WYRM_LEVEL_MIN)
        return WYRM_LEVEL_MIN;
    return level > WYRM_LEVEL_MAX ? WYRM_LEVEL_MAX : level;
}

double wyrm_growth_at(const wyrm_growth *growth, int32_t curve, int32_t level)
{
    if (curve < 0 || (size_t)curve >= growth->count)
        return 0.0;
    return growth->model->at(growth->state, (size_t)curve, clamp_level(level));
}

double wyrm_growth_factor(const wyrm_growth *growth, int32_t level)
{
    return growth->model->factor(growth->state, clamp_level(level));
}

static void set_stats(const wyrm_growth *growth, wyrm_role role, int32_t level,
                      wyrm_combatant *combatant)
{
    combatant->level = level;
    for (size_t i = 0; i < growth->count; i++) {
        int stat = growth->targets[i];
        if (growth->curves[i].role == role && stat >= 0)
            combatant->stats[stat] =
                wyrm_stat_in_range(&growth->stats[stat], wyrm_growth_at(growth, (int)i, level));
    }
}

void wyrm_growth_set(const wyrm_growth *growth, wyrm_role role, int32_t level,
                     wyrm_combatant *combatant)
{
    level = clamp_level(level);
    set_stats(growth, role, level, combatant);
    int hp = wyrm_growth_curve(growth, role, "max_hp");
    if (hp >= 0)
        combatant->hp = combatant->max_hp = wyrm_whole_hp(wyrm_growth_at(growth, hp, level));
}

void wyrm_growth_equip(const wyrm_growth *growth, wyrm_role gear, int32_t level,
                       wyrm_combatant *combatant)
{
    for (size_t i = 0; i < growth->count; i++) {
        if (growth->curves[i].role != gear)
            continue;
        double bonus = wyrm_growth_at(growth, (int)i, level);
        int stat = growth->targets[i];
        if (stat >= 0) {
            double sum = growth->model->add(growth->state, combatant->stats[stat], bonus);
            combatant->stats[stat] = wyrm_stat_in_range(&growth->stats[stat], sum);
        } else if (stat == WYRM_TARGET_MAX_HP) {
            int64_t before = combatant->max_hp;
            combatant->max_hp = wyrm_whole_hp((double)before + bonus);
            combatant->hp += combatant->max_hp - before;
        }
    }
}

static void level_up_by_curves(const wyrm_growth *growth, wyrm_role role, int32_t level,
                               wyrm_combatant *combatant)
{
    int hp = wyrm_growth_curve(growth, role, "max_hp");
    if (hp >= 0) {
        int64_t before = wyrm_whole_hp(wyrm_growth_at(growth, hp, combatant->level));
        int64_t after = wyrm_whole_hp(wyrm_growth_at(growth, hp, level));
        combatant->max_hp = wyrm_whole_hp((double)(combatant->max_hp + after - before));
        combatant->hp = combatant->max_hp;
    }
    set_stats(growth, role, clamp_level(level), combatant);
}

static bool has_choices(const wyrm_growth *growth)
{
    return growth->model->choices && growth->model->policy && growth->model->choose;
}

/* Each choice at once, as often as the policy takes it on the way. */
static void level_up_by_policy(const wyrm_growth *growth, int32_t level, wyrm_combatant *combatant)
{
    const wyrm_choice *choices;
    size_t count = growth->model->choices(growth->state, &choices);
    int32_t from = combatant->level > 1 ? combatant->level : 1;
    for (size_t i = 0; i < count; i++) {
        int32_t times = 0;
        for (int32_t reached = from + 1; reached <= level; reached++)
            times += growth->model->policy(growth->state, reached) == (int)i;
        growth->model->choose(growth->state, i, times, combatant);
    }
    if (level > combatant->level)
        combatant->level = level;
}

void wyrm_growth_level_up(const wyrm_growth *growth, wyrm_role role, int32_t level,
                          wyrm_combatant *combatant)
{
    if (has_choices(growth))
        level_up_by_policy(growth, clamp_level(level), combatant);
    else
        level_up_by_curves(growth, role, level, combatant);
}

size_t wyrm_growth_choices(const wyrm_growth *growth, const wyrm_choice **out)
{
    *out = NULL;
    return has_choices(growth) ? growth->model->choices(growth->state, out) : 0;
}

int32_t wyrm_growth_policy(const wyrm_growth *growth, int32_t level)
{
    return has_choices(growth) ? growth->model->policy(growth->state, clamp_level(level)) : -1;
}

void wyrm_growth_choose(const wyrm_growth *growth, int32_t index, wyrm_combatant *combatant)
{
    if (combatant->level < WYRM_LEVEL_MAX)
        combatant->level++;
    if (has_choices(growth) && index >= 0)
        growth->model->choose(growth->state, (size_t)index, 1, combatant);
}

void wyrm_growth_scale(const wyrm_growth *growth, int32_t depth, wyrm_combatant *combatant)
{
    if (growth->model->scale)
        growth->model->scale(growth->state, depth, combatant);
}

/* floor(ratio x number), exactly, for a ratio of 0..1: long multiplication, a bit at a time, so
 * that no step is above three times the denominator. */
static int64_t part_of(wyrm_ratio ratio, int64_t number)
{
    int64_t whole = 0, rest = 0;
    for (int bit = 20; bit >= 0; bit--) {
        rest = 2 * rest + (number >> bit & 1) * ratio.numerator;
        whole = 2 * whole + rest / ratio.denominator;
        rest %= ratio.denominator;
    }
    return whole;
}
_Static_assert(WYRM_HP_MAX < (1 << 21), "the bits of hit points");

void wyrm_growth_new_floor(const wyrm_growth *growth, wyrm_combatant *combatant)
{
    if (combatant->hp <= 0)
        return;
    int64_t hp = combatant->hp + part_of(growth->new_floor_heal, combatant->max_hp);
    combatant->hp = hp < combatant->max_hp ? hp : combatant->max_hp;
}
