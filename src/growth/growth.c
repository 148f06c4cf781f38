/* The growth of a ruleset: it puts curves and choices onto combatants, and counts experience. The
 * model says what a level is worth.
 *
 * The exact duel, the reports and the game call the same functions, so that there is one player of
 * level 7. If level-ups are chosen, the policy of the ruleset takes the place of the player's
 * choice: without one nobody could say what a level is worth. */
#include "growth/internal.h"
#include <math.h>
#include <string.h>
#include "combat/internal.h"

/* ---- no growth: nobody gains levels, and creatures are as their records say; for a ruleset that
 * names no model ---- */

static void make_none(rs_opening *o, wyrm_growth *growth)
{
    (void)o;
    growth->first_step = UINT64_MAX;
    growth->last_level = 1;
}

/* Never called: there is no second level. */
static uint64_t next_step(const void *state, int32_t level, uint64_t step)
{
    (void)state;
    (void)level;
    return step;
}

static const growth_model none = {
    .model = {.name = "none", .summary = "nobody gains levels"},
    .make = make_none,
    .next_step = next_step,
};

/* The table of growth models: a new one is a file, a line in internal.h and a line here. */

const wyrm_model *const growth_model_table[] = {
    &growth_factor_model.model,
    &growth_points_model.model,
    &growth_levels_model.model,
    &none.model,
    NULL,
};

/* clang-format off */
const wyrm_field growth_shared_rows[] =
    WYRM_ELEMENT("new_floor_heal", RATIO, .greatest = 1, .default_value = "0",
                 .summary = "part of maximum hit points that a new floor heals; rounded down",
                 .source = "roguelike tutorial, part 11");
/* clang-format on */

static void make(rs_opening *o, void *system)
{
    wyrm_growth *growth = system;
    const wyrm_value *experience = wyrm_value_get(o->section, "experience");
    growth->model = o->model;
    growth->section = o->section;
    growth->combat = o->from;
    growth->stats = wyrm_combat_stats(growth->combat);
    growth->new_floor_heal = key_ratio(o->section, "new_floor_heal");
    growth->above = key_choice(experience, "trigger") == 1;
    growth->model->make(o, growth);
    const wyrm_value *levels = wyrm_ruleset_find(o->ruleset, "levels");
    if (levels != NULL && growth->model->put_on == NULL)
        rs_error(o, levels, "'models: {growth: levels}' reads them",
                 "'levels' counts for nothing: the growth '%s' has no table of levels",
                 growth->model->model.name);
}

wyrm_status wyrm_growth_new(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                            wyrm_growth **out, wyrm_errors *errors)
{
    return rs_open(ruleset, "growth", sizeof **out, make, combat, out, errors);
}

void wyrm_growth_free(wyrm_growth *growth)
{
    base_unmake(growth);
}

/* ---- experience ----
 *
 * Experience: awards, level-ups and levels as real numbers (RuggRogue, "Experience and
 * Difficulty"). */

#define REAL_LEVEL_MAX 10000

static uint64_t saturated_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

int32_t wyrm_growth_last_level(const wyrm_growth *growth)
{
    return growth->last_level > 0 ? growth->last_level : WYRM_LEVEL_MAX;
}

wyrm_experience wyrm_growth_start(const wyrm_growth *growth)
{
    return (wyrm_experience){.level = 1, .next = growth->first_step};
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
    const bool ends = growth->last_level > 0;
    while (experience->level < wyrm_growth_last_level(growth) &&
           !(ends && experience->next == UINT64_MAX) &&
           (experience->exp > experience->next ||
            (experience->exp == experience->next && !growth->above))) {
        experience->exp -= experience->next;
        gain_level(growth, experience);
        gained++;
    }
    return gained;
}

wyrm_experience wyrm_growth_at_level(const wyrm_growth *growth, double level)
{
    const double most = fmin(wyrm_growth_last_level(growth), REAL_LEVEL_MAX);
    double real = level >= 1.0 ? fmin(level, most) : 1.0, whole = floor(real);
    wyrm_experience experience = wyrm_growth_start(growth);
    while (experience.level < (int32_t)whole)
        gain_level(growth, &experience);
    /* The fraction is at most 1 - 2^-52, so the product is below 2^64. */
    uint64_t exp = (uint64_t)floor((real - whole) * (double)experience.next + 0.5);
    experience.exp = exp < experience.next ? exp : experience.next - 1;
    return experience;
}

uint64_t wyrm_growth_total(const wyrm_growth *growth, int32_t level)
{
    const uint64_t base = wyrm_growth_at_level(growth, level).base;
    return saturated_sum(base, base > 0 && growth->above);
}

/* With `above`, the first level takes one point more than it costs; that point then counts towards
 * every later one. */
uint64_t wyrm_growth_step(const wyrm_growth *growth, int32_t level)
{
    const wyrm_experience here = wyrm_growth_at_level(growth, level);
    return saturated_sum(here.next, here.base == 0 && growth->above);
}

double wyrm_experience_level(const wyrm_experience *experience)
{
    if (experience->next == 0)
        return experience->level;
    return experience->level + (double)experience->exp / (double)experience->next;
}

/* ---- curves ---- */

static bool has_curve(const wyrm_growth *growth, int32_t curve)
{
    return curve >= 0 && (size_t)curve < growth->count;
}

bool wyrm_growth_formula_at(const wyrm_growth *growth, int32_t curve, int32_t level, int64_t *out)
{
    return growth->model->formula_at && has_curve(growth, curve) &&
           growth->model->formula_at(growth->section, &growth->curves[curve], level, out);
}

/* NAN if the section of the model has no such key. */
double wyrm_growth_increase(const wyrm_growth *growth)
{
    const wyrm_value *experience = wyrm_value_get(growth->section, "experience");
    const wyrm_value *increase = wyrm_value_get(experience, "increase");
    return increase ? wyrm_value_real(increase) : (double)NAN;
}

const char *wyrm_growth_precision(const wyrm_growth *growth)
{
    return key_text(growth->section, "precision");
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
    if (!has_curve(growth, curve))
        return 0.0;
    return growth->model->at(growth->state, (size_t)curve, clamp_level(level));
}

double wyrm_growth_factor(const wyrm_growth *growth, int32_t level)
{
    return growth->model->factor ? growth->model->factor(growth->state, clamp_level(level))
                                 : (double)NAN;
}

static void set_stat(const wyrm_growth *growth, int stat, double value, wyrm_combatant *combatant)
{
    combatant->stats[stat] = combat_stat_in_range(&growth->stats[stat], value);
}

static void set_stats(const wyrm_growth *growth, wyrm_role role, int32_t level,
                      wyrm_combatant *combatant)
{
    combatant->level = level;
    for (size_t i = 0; i < growth->count; i++)
        if (growth->curves[i].role == role && growth->targets[i] >= 0)
            set_stat(growth, growth->targets[i], wyrm_growth_at(growth, (int)i, level), combatant);
}

void wyrm_growth_set(const wyrm_growth *growth, wyrm_role role, int32_t level,
                     wyrm_combatant *combatant)
{
    level = clamp_level(level);
    set_stats(growth, role, level, combatant);
    int hp = wyrm_growth_curve(growth, role, "max_hp");
    if (hp >= 0)
        combatant->hp = combatant->max_hp = combat_whole_hp(wyrm_growth_at(growth, hp, level));
    combatant->hp_amount = hp >= 0 ? 0.0 : combatant->hp_amount;
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
            set_stat(growth, stat, sum, combatant);
        } else if (stat == GROWTH_MAX_HP) {
            int64_t before = combatant->max_hp, most = combat_whole_hp((double)before + bonus);
            combat_raise_hp(growth->combat, most - before, combatant);
            combatant->hp += most - before;
        }
    }
}

/* ---- level-ups ---- */

/* Applies a choice `times` times. */
static void choose(const wyrm_growth *growth, size_t index, int32_t times,
                   wyrm_combatant *combatant)
{
    if (index >= growth->choice_count || times < 1)
        return;
    const wyrm_choice *choice = &growth->choices[index];
    for (size_t i = 0; i < choice->count; i++) {
        double amount = choice->gains[i].amount * times;
        int stat = growth->gain_targets[index][i];
        if (stat != GROWTH_MAX_HP) {
            set_stat(growth, stat, combatant->stats[stat] + amount, combatant);
            continue;
        }
        int64_t before = combatant->max_hp, most = combat_whole_hp((double)before + amount);
        int64_t hp = combatant->hp + most - before;
        combat_raise_hp(growth->combat, most - before, combatant);
        combatant->hp = growth->heals || hp > most ? most : hp < 1 ? 1 : hp;
    }
    if (growth->heals)
        combatant->hp = combatant->max_hp;
}

int64_t wyrm_growth_hp(const wyrm_growth *growth, int32_t level, double luck)
{
    return growth->model->hp ? growth->model->hp(growth, clamp_level(level), luck) : 0;
}

/* With choices, each is applied at once, as often as the policy takes it on the way. */
void wyrm_growth_level_up(const wyrm_growth *growth, wyrm_role role, int32_t level,
                          wyrm_combatant *combatant)
{
    const int32_t to = clamp_level(level), from = combatant->level > 1 ? combatant->level : 1;
    if (growth->model->level_up && role == WYRM_ROLE_PLAYER) {
        growth->model->level_up(growth, to, combatant);
        return;
    }
    if (!growth->choices) {
        int hp = wyrm_growth_curve(growth, role, "max_hp");
        if (hp >= 0) {
            int64_t before = combat_whole_hp(wyrm_growth_at(growth, hp, combatant->level));
            int64_t after = combat_whole_hp(wyrm_growth_at(growth, hp, level));
            combat_raise_hp(growth->combat, after - before, combatant);
            combatant->hp = combatant->max_hp;
        }
        set_stats(growth, role, to, combatant);
        return;
    }
    for (size_t i = 0; i < growth->choice_count; i++) {
        int32_t times = 0;
        for (int32_t reached = from + 1; reached <= to; reached++)
            times += wyrm_growth_policy(growth, reached) == (int32_t)i;
        choose(growth, i, times, combatant);
    }
    if (to > combatant->level)
        combatant->level = to;
}

size_t wyrm_growth_choices(const wyrm_growth *growth, const wyrm_choice **out)
{
    *out = growth->choices;
    return growth->choice_count;
}

int32_t wyrm_growth_policy(const wyrm_growth *growth, int32_t level)
{
    level = clamp_level(level);
    if (growth->policy_count == 0 || level < 2)
        return -1;
    return (int32_t)growth->policy[(size_t)(level - 2) % growth->policy_count];
}

void wyrm_growth_choose(const wyrm_growth *growth, int32_t index, wyrm_combatant *combatant)
{
    if (combatant->level < WYRM_LEVEL_MAX)
        combatant->level++;
    if (index >= 0)
        choose(growth, (size_t)index, 1, combatant);
}

void wyrm_growth_scale(const wyrm_growth *growth, int32_t depth, wyrm_combatant *combatant)
{
    if (growth->model->scale)
        growth->model->scale(growth, depth, combatant);
}

/* Computes floor(ratio x maximum) exactly, for a ratio of 0..1: long multiplication, a bit at a
 * time, so that no step exceeds three times the denominator. */
void wyrm_growth_new_floor(const wyrm_growth *growth, wyrm_combatant *combatant)
{
    const wyrm_ratio ratio = growth->new_floor_heal;
    int64_t part = 0, rest = 0;
    if (combatant->hp <= 0)
        return;
    for (int bit = 20; bit >= 0; bit--) {
        rest = 2 * rest + (combatant->max_hp >> bit & 1) * ratio.numerator;
        part = 2 * part + rest / ratio.denominator;
        rest %= ratio.denominator;
    }
    int64_t hp = combatant->hp + part;
    combatant->hp = hp < combatant->max_hp ? hp : combatant->max_hp;
}
_Static_assert(WYRM_HP_MAX < (1 << 21), "the bits of hit points");
