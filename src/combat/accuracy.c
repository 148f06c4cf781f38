/* Combat by accuracy against evasion (Catacombs of YARL).
 *
 * An attack hits with a chance that their difference moves, within limits; a hit does the
 * attacker's own roll and that of its weapon, plus its power, minus the defense of the other. */

#include <math.h>

#include <wyrm/combat.h>

#include "base/arena.h"
#include "combat/internal.h"

/* Combat by accuracy, as its files see it: the places of its stats, and its rows. */

enum {
    ACCURACY,
    EVASION,
    POWER,
    DEFENSE,
    ARMOR_CLASS,
    DAMAGE_MIN,
    DAMAGE_MAX,
    DICE_COUNT,
    DICE_SIDES,
    DICE_PLUS,
    REACH
};

extern const wyrm_stat wyrm_accuracy_stats[];
extern const wyrm_field wyrm_accuracy_parameters[];
extern const wyrm_extension wyrm_accuracy_extensions[];

/* ---- accuracy rows ----
 *
 * The rows of combat by accuracy: its stats, its parameters, and what it adds to records. */

#define SKILL_MAX 1000.0
#define POWER_MAX 100000.0
#define COUNT_MAX 1000.0
#define SIDES_MAX 10000.0
#define REACH_MAX 1000.0

#define OVERVIEW  "Catacombs of YARL, its combat"

/* clang-format off */
const wyrm_stat wyrm_accuracy_stats[] = {
    [ACCURACY] = {.name = "accuracy", .least = -SKILL_MAX, .greatest = SKILL_MAX, .fallback = 2.0,
     .summary = "skill to hit, the weapon's bonus included", .scaling = WYRM_SCALING_TO_HIT,
     .side = WYRM_STAT_ATTACKER},
    [EVASION] = {.name = "evasion", .least = -SKILL_MAX, .greatest = SKILL_MAX, .fallback = 1.0,
     .summary = "skill not to be hit", .side = WYRM_STAT_DEFENDER},
    [POWER] = {.name = "power", .least = -POWER_MAX, .greatest = POWER_MAX, .unit = "hit points",
     .summary = "added to the damage of every hit", .whole = true, .side = WYRM_STAT_ATTACKER},
    [DEFENSE] = {.name = "defense", .least = -POWER_MAX, .greatest = POWER_MAX,
     .unit = "hit points", .summary = "taken off the damage of every hit", .whole = true,
     .side = WYRM_STAT_DEFENDER},
    [ARMOR_CLASS] = {.name = "armor_class", .least = -POWER_MAX, .greatest = POWER_MAX,
     .summary = "points of armor that are no defense yet: divided by the armor_divisor they become "
                "it", .whole = true, .side = WYRM_STAT_DEFENDER},
    [DAMAGE_MIN] = {.name = "damage_min", .greatest = POWER_MAX, .unit = "hit points",
     .summary = "least damage of its own, without a weapon", .whole = true,
     .scaling = WYRM_SCALING_DAMAGE, .side = WYRM_STAT_ATTACKER},
    [DAMAGE_MAX] = {.name = "damage_max", .greatest = POWER_MAX, .unit = "hit points",
     .summary = "greatest damage of its own, without a weapon", .whole = true,
     .scaling = WYRM_SCALING_DAMAGE, .side = WYRM_STAT_ATTACKER},
    [DICE_COUNT] = {.name = "dice_count", .greatest = COUNT_MAX, .summary = "dice of the weapon",
     .whole = true, .side = WYRM_STAT_ATTACKER},
    [DICE_SIDES] = {.name = "dice_sides", .least = 1.0, .greatest = SIDES_MAX, .fallback = 1.0,
     .summary = "sides of each", .whole = true, .side = WYRM_STAT_ATTACKER},
    [DICE_PLUS] = {.name = "dice_plus", .least = -POWER_MAX, .greatest = POWER_MAX,
     .unit = "hit points", .summary = "added to the dice", .whole = true,
     .side = WYRM_STAT_ATTACKER},
    [REACH] = {.name = "reach", .greatest = REACH_MAX, .fallback = 1.0, .unit = "tiles",
     .summary = "how far it strikes", .side = WYRM_STAT_ATTACKER, .means = WYRM_STAT_REACH},
    {.name = NULL},
};
/* clang-format on */

static const char *const weapon_ways[] = {"adds", "replaces", NULL};
static const char *const armor_ways[] = {"piece", "sum", NULL};

/* clang-format off */
const wyrm_field wyrm_accuracy_parameters[] = {
    {.name = "hit_base", .kind = WYRM_KIND_REAL, .least = -10.0, .greatest = 10.0,
     .fallback = "0.75", .summary = "chance to hit where accuracy and evasion are equal",
     .source = OVERVIEW},
    {.name = "hit_step", .kind = WYRM_KIND_REAL, .greatest = 1.0, .fallback = "0.05",
     .summary = "what each point of accuracy above the other's evasion adds to it",
     .source = OVERVIEW},
    {.name = "hit_clamp", .kind = WYRM_KIND_INTERVAL, .least = 0.0, .greatest = 1.0,
     .fallback = "[0.05, 0.95]",
     .summary = "the chance is never below the first nor above the second", .source = OVERVIEW},
    {.name = "accuracy", .kind = WYRM_KIND_REAL, .least = -SKILL_MAX, .greatest = SKILL_MAX,
     .fallback = "2", .summary = "accuracy of a creature that names none", .source = OVERVIEW},
    {.name = "evasion", .kind = WYRM_KIND_REAL, .least = -SKILL_MAX, .greatest = SKILL_MAX,
     .fallback = "1", .summary = "evasion of a creature that names none", .source = OVERVIEW},
    {.name = "weapon_damage", .kind = WYRM_KIND_CHOICE, .fallback = "adds", .choices = weapon_ways,
     .summary = "whether the dice of a weapon are added to the wielder's own damage or replace it",
     .source = OVERVIEW},
    {.name = "armor_divisor", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = 1000.0,
     .fallback = "2", .summary = "points of armor for one point of defense", .source = OVERVIEW},
    {.name = "armor_rounding", .kind = WYRM_KIND_CHOICE, .fallback = "piece", .choices = armor_ways,
     .summary = "whether defense is rounded down for each piece of armor or for their sum",
     .source = OVERVIEW},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

#define SKILL_ROW(key, sentence)                                                                   \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_REAL, .least = -SKILL_MAX, .greatest = SKILL_MAX,           \
        .summary = sentence                                                                        \
    }
#define POINTS_ROW(key, sentence)                                                                  \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_INTEGER, .least = -POWER_MAX, .greatest = POWER_MAX,        \
        .unit = "hit points", .summary = sentence                                                  \
    }

/* clang-format off */
static const wyrm_field creature_rows[] = {
    WYRM_CREATURE_ROWS,
    SKILL_ROW("accuracy", "skill to hit; without one, that of the section combat"),
    SKILL_ROW("evasion", "skill not to be hit; without one, that of the section combat"),
    POINTS_ROW("power", "added to the damage of every hit"),
    POINTS_ROW("defense", "taken off the damage of every hit"),
    {.name = "damage", .kind = WYRM_KIND_RANGE, .greatest = POWER_MAX, .unit = "hit points",
     .summary = "damage of its own, each from least to greatest equally likely"},
    {.name = "reach", .kind = WYRM_KIND_REAL, .greatest = REACH_MAX, .unit = "tiles",
     .summary = "how far it strikes; without one 1"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */
static const wyrm_field variant_rows[] = {
    SKILL_ROW("accuracy", "added to the accuracy of the monster"),
    SKILL_ROW("evasion", "added to its evasion"),
    POINTS_ROW("power", "added to its power"),
    POINTS_ROW("defense", "added to its defense"),
    {.kind = WYRM_KIND_END},
};
/* clang-format off */
static const wyrm_field weapon_rows[] = {
    {.name = "damage", .kind = WYRM_KIND_DICE, .least = -POWER_MAX, .greatest = POWER_MAX,
     .fallback = "0", .unit = "hit points", .summary = "dice of damage"},
    {.name = "to_hit", .kind = WYRM_KIND_REAL, .least = -SKILL_MAX, .greatest = SKILL_MAX,
     .fallback = "0", .summary = "added to the accuracy of the wielder"},
    {.name = "reach", .kind = WYRM_KIND_REAL, .greatest = REACH_MAX, .fallback = "1",
     .unit = "tiles", .summary = "how far it strikes"},
    WYRM_HANDS_ROW,
    {.kind = WYRM_KIND_END},
};

static const wyrm_field armor_rows[] = {
    WYRM_SLOT_ROW,
    {.name = "armor_class", .kind = WYRM_KIND_INTEGER, .least = -POWER_MAX, .greatest = POWER_MAX,
     .fallback = "0",
     .summary = "points of armor: divided by the armor_divisor they are its defense"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */
const wyrm_extension wyrm_accuracy_extensions[] = {
    {"player", creature_rows}, {"monsters", creature_rows}, {"variants", variant_rows},
    {"weapons", weapon_rows},  {"armors", armor_rows},      {NULL, NULL},
};

typedef struct accuracy {
    double hit_base, hit_step, hit_least, hit_most;
    double accuracy, evasion; /* of who names none */
    bool replaces;            /* a weapon's dice count instead of the wielder's own roll */
    double armor_divisor;
    bool by_piece; /* armor becomes defense piece by piece */
} accuracy;

static double hit_chance(const accuracy *model, const wyrm_matchup *matchup)
{
    double skill = matchup->attacker->stats[ACCURACY] - matchup->defender->stats[EVASION];
    return fmin(fmax(model->hit_base + model->hit_step * skill, model->hit_least), model->hit_most);
}

static double accuracy_defense(const accuracy *model, const wyrm_combatant *defender)
{
    return defender->stats[DEFENSE] + floor(defender->stats[ARMOR_CLASS] / model->armor_divisor);
}

static wyrm_status check(const wyrm_matchup *matchup, wyrm_error *error)
{
    const wyrm_combatant *attacker = matchup->attacker;
    wyrm_status status = wyrm_combat_only_melee("accuracy", matchup, error);
    if (status == WYRM_OK)
        status = wyrm_combat_in_reach(matchup, attacker->stats[REACH], error);
    if (status == WYRM_OK && attacker->stats[DAMAGE_MAX] < attacker->stats[DAMAGE_MIN])
        status =
            wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                      "'damage_max' of '%s' is %.15g and below its 'damage_min' of %.15g",
                      attacker->name, attacker->stats[DAMAGE_MAX], attacker->stats[DAMAGE_MIN]);
    return status;
}

/* The dice of the weapon, without what is added to them. */
static wyrm_status roll_dice(const wyrm_combatant *attacker, wyrm_pmf **out, wyrm_error *error)
{
    wyrm_pmf *die;
    wyrm_status status = wyrm_pmf_uniform(1, (int64_t)attacker->stats[DICE_SIDES], &die, error);
    if (status != WYRM_OK) {
        *out = NULL;
        return status;
    }
    status = wyrm_pmf_repeat(die, (unsigned)attacker->stats[DICE_COUNT], out, error);
    wyrm_pmf_free(die);
    return status;
}

static int64_t less_defense(int64_t roll, void *context)
{
    int64_t damage = roll + *(const int64_t *)context;
    return damage > 0 ? damage : 0;
}

/* The damage of an attack that hits. */
static wyrm_status roll_hit(const accuracy *model, const wyrm_matchup *matchup, wyrm_pmf **out,
                            wyrm_error *error)
{
    const wyrm_combatant *attacker = matchup->attacker;
    wyrm_pmf *own = NULL, *dice = NULL, *roll = NULL;
    int64_t added = (int64_t)(attacker->stats[DICE_PLUS] + attacker->stats[POWER] -
                              accuracy_defense(model, matchup->defender));
    *out = NULL;
    wyrm_status status = wyrm_pmf_uniform((int64_t)attacker->stats[DAMAGE_MIN],
                                          (int64_t)attacker->stats[DAMAGE_MAX], &own, error);
    if (status == WYRM_OK)
        status = roll_dice(attacker, &dice, error);
    if (status == WYRM_OK)
        status = wyrm_pmf_add(own, dice, &roll, error);
    if (status == WYRM_OK)
        status = wyrm_pmf_map(roll, less_defense, &added, out, error);
    wyrm_pmf_free(roll);
    wyrm_pmf_free(dice);
    wyrm_pmf_free(own);
    return status;
}

static wyrm_status accuracy_hit(const void *state, const wyrm_matchup *matchup, wyrm_pmf **damage,
                                wyrm_error *error)
{
    const accuracy *model = state;
    wyrm_pmf *parts[2] = {NULL, NULL}; /* a miss, a hit */
    double chance = hit_chance(model, matchup);
    const double weights[2] = {1.0 - chance, chance};
    wyrm_status status = check(matchup, error);
    if (status == WYRM_OK)
        status = wyrm_pmf_point(0, &parts[0], error);
    if (status == WYRM_OK)
        status = roll_hit(model, matchup, &parts[1], error);
    if (status == WYRM_OK)
        status = wyrm_pmf_mix((const wyrm_pmf *const *)parts, weights, 2, damage, error);
    wyrm_pmf_free(parts[1]);
    wyrm_pmf_free(parts[0]);
    return status;
}

static void explain_chance(const accuracy *model, const wyrm_matchup *matchup, wyrm_explaining *to)
{
    double skill = matchup->attacker->stats[ACCURACY];
    double other = matchup->defender->stats[EVASION];
    wyrm_explain_given(to, "accuracy", skill, "");
    wyrm_explain_given(to, "evasion", other, "");
    wyrm_explain(to, "chance to hit", 100.0 * hit_chance(model, matchup), "%",
                 "%.6g + %.6g x (%.6g - %.6g), within %.6g and %.6g", model->hit_base,
                 model->hit_step, skill, other, model->hit_least, model->hit_most);
}

static void explain_rolls(const wyrm_combatant *attacker, wyrm_explaining *to)
{
    const double *stats = attacker->stats;
    double own = (stats[DAMAGE_MIN] + stats[DAMAGE_MAX]) / 2.0;
    double dice = stats[DICE_COUNT] * (stats[DICE_SIDES] + 1.0) / 2.0 + stats[DICE_PLUS];
    wyrm_explain(to, "own damage, on average", own, "hit points", "%.6g to %.6g", stats[DAMAGE_MIN],
                 stats[DAMAGE_MAX]);
    if (stats[DICE_PLUS] != 0.0)
        wyrm_explain(to, "damage of the weapon, on average", dice, "hit points", "%.6gd%.6g%+.6g",
                     stats[DICE_COUNT], stats[DICE_SIDES], stats[DICE_PLUS]);
    else if (stats[DICE_COUNT] > 0.0)
        wyrm_explain(to, "damage of the weapon, on average", dice, "hit points", "%.6gd%.6g",
                     stats[DICE_COUNT], stats[DICE_SIDES]);
    wyrm_explain_given(to, "power", stats[POWER], "hit points");
}

static void explain_defense(const accuracy *model, const wyrm_combatant *defender,
                            wyrm_explaining *to)
{
    if (defender->stats[ARMOR_CLASS] != 0.0)
        wyrm_explain(to, "defense", accuracy_defense(model, defender), "hit points",
                     "%.6g + %.6g / %.6g, rounded down", defender->stats[DEFENSE],
                     defender->stats[ARMOR_CLASS], model->armor_divisor);
    else
        wyrm_explain_given(to, "defense", defender->stats[DEFENSE], "hit points");
}

static size_t explain(const void *state, const wyrm_matchup *matchup, wyrm_step *steps)
{
    const accuracy *model = state;
    wyrm_explaining to = {.steps = steps};
    if (check(matchup, NULL) != WYRM_OK)
        return 0;
    explain_chance(model, matchup, &to);
    explain_rolls(matchup->attacker, &to);
    explain_defense(model, matchup->defender, &to);

    wyrm_pmf *damage;
    if (roll_hit(model, matchup, &damage, NULL) == WYRM_OK) {
        wyrm_explain(&to, "mean damage of a hit", wyrm_pmf_mean(damage), "hit points",
                     "max(0, own damage + weapon + power - defense)");
        wyrm_pmf_free(damage);
    }
    if (accuracy_hit(state, matchup, &damage, NULL) == WYRM_OK) {
        wyrm_explain_mean(&to, damage);
        wyrm_pmf_free(damage);
    }
    return to.count;
}

static void blank(const void *state, wyrm_combatant *combatant)
{
    const accuracy *model = state;
    combatant->stats[ACCURACY] = model->accuracy;
    combatant->stats[EVASION] = model->evasion;
}

static void set_where_named(const wyrm_value *record, const char *key, double *stat)
{
    const wyrm_value *value = wyrm_value_get(record, key);
    if (value)
        *stat = wyrm_value_real(value);
}

static void read(const void *state, const wyrm_value *record, wyrm_combatant *combatant)
{
    (void)state;
    const wyrm_value *damage = wyrm_value_get(record, "damage");
    set_where_named(record, "accuracy", &combatant->stats[ACCURACY]);
    set_where_named(record, "evasion", &combatant->stats[EVASION]);
    set_where_named(record, "power", &combatant->stats[POWER]);
    set_where_named(record, "defense", &combatant->stats[DEFENSE]);
    set_where_named(record, "reach", &combatant->stats[REACH]);
    if (damage) {
        combatant->stats[DAMAGE_MIN] = wyrm_value_low(damage);
        combatant->stats[DAMAGE_MAX] = wyrm_value_high(damage);
    }
}

static void wield(const accuracy *model, const wyrm_value *record, wyrm_combatant *combatant)
{
    wyrm_dice dice = wyrm_value_dice(wyrm_value_get(record, "damage"));
    combatant->stats[DICE_COUNT] = dice.count;
    combatant->stats[DICE_SIDES] = dice.count > 0 ? dice.sides : 1;
    combatant->stats[DICE_PLUS] = dice.plus;
    combatant->stats[ACCURACY] += wyrm_value_real(wyrm_value_get(record, "to_hit"));
    combatant->stats[REACH] = wyrm_value_real(wyrm_value_get(record, "reach"));
    if (model->replaces)
        combatant->stats[DAMAGE_MIN] = combatant->stats[DAMAGE_MAX] = 0.0;
}

static void equip(const void *state, wyrm_role gear, const wyrm_value *record,
                  wyrm_combatant *combatant)
{
    const accuracy *model = state;
    if (gear == WYRM_ROLE_WEAPON) {
        wield(model, record, combatant);
        return;
    }
    double points = wyrm_value_real(wyrm_value_get(record, "armor_class"));
    if (model->by_piece)
        combatant->stats[DEFENSE] += floor(points / model->armor_divisor);
    else
        combatant->stats[ARMOR_CLASS] += points;
}

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors)
{
    (void)ruleset;
    accuracy *model = base_zeroed(1, sizeof *model);
    *state = model;
    if (!model)
        return wyrm_combat_no_memory(errors);
    const wyrm_value *clamp = wyrm_value_get(parameters, "hit_clamp");
    model->hit_base = wyrm_value_real(wyrm_value_get(parameters, "hit_base"));
    model->hit_step = wyrm_value_real(wyrm_value_get(parameters, "hit_step"));
    model->hit_least = wyrm_value_low(clamp);
    model->hit_most = wyrm_value_high(clamp);
    model->accuracy = wyrm_value_real(wyrm_value_get(parameters, "accuracy"));
    model->evasion = wyrm_value_real(wyrm_value_get(parameters, "evasion"));
    model->replaces = wyrm_value_choice(wyrm_value_get(parameters, "weapon_damage")) == 1;
    model->armor_divisor = wyrm_value_real(wyrm_value_get(parameters, "armor_divisor"));
    model->by_piece = wyrm_value_choice(wyrm_value_get(parameters, "armor_rounding")) == 0;
    return WYRM_OK;
}

const wyrm_combat_model wyrm_combat_accuracy = {
    .model = {.name = "accuracy",
              .summary = "accuracy against evasion decides whether a roll of damage hits",
              .parameters = wyrm_accuracy_parameters,
              .extensions = wyrm_accuracy_extensions},
    .stats = wyrm_accuracy_stats,
    .make = make,
    .hit = accuracy_hit,
    .explain = explain,
    .blank = blank,
    .read = read,
    .equip = equip,
};
