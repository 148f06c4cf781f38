/* Combat by accuracy against evasion (Catacombs of YARL).
 *
 * An attack hits with a chance that grows with accuracy minus evasion, within limits. A hit does
 * the attacker's own roll plus that of its weapon, plus its power, minus the defender's defense.
 *
 * Games of this kind differ in what armor does and in whether some hits are critical. Keys of the
 * section say so. Left out, everything is as in YARL; they have no defaults, which would show up in
 * its answers. What armor takes off at random is an amount, drawn separately from the damage, so
 * that a hit is the sum of the damage and the negated amount.
 *
 *   chance  = hit_base + hit_step * (accuracy - evasion), held within hit_clamp
 *   damage  = max(least_damage, own roll + weapon + power - defense)
 * In this order: rolls and power are multiplied if the hit is critical, then a percentage is taken
 * off, then what is taken off as it is, then what is rolled; the least counts last. All of it but
 * the last roll is a function of one number, so two rolls are added once, and the rest only moves
 * values. */

#include "base/dice.h"
#include "combat/internal.h"
#include <stdio.h>

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
    REACH,
    OWN_ROLL,
    WEAPON_ROLL,
    REDUCTION
};

/* ---- rows ---- */

#define SKILL_MAX 1000.0
#define POWER_MAX 100000.0
#define COUNT_MAX 1000.0
#define SIDES_MAX 10000.0
#define REACH_MAX 1000.0
#define PART_MAX  1000 /* limit of either number of a factor */

#define OVERVIEW  "Catacombs of YARL, its combat"

/* clang-format off */
static const wyrm_stat stats_rows[] = {
    [ACCURACY] = {.name = "accuracy", .least = -SKILL_MAX, .greatest = SKILL_MAX, .default_value = 2.0,
     .summary = "skill to hit, the weapon's bonus included", .scaling = WYRM_SCALING_TO_HIT,
     .side = WYRM_STAT_ATTACKER},
    [EVASION] = {.name = "evasion", .least = -SKILL_MAX, .greatest = SKILL_MAX, .default_value = 1.0,
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
     .scaling = WYRM_SCALING_DAMAGE, .side = WYRM_STAT_ATTACKER,
     .written = "damage", .part = WYRM_PART_LEAST},
    [DAMAGE_MAX] = {.name = "damage_max", .greatest = POWER_MAX, .unit = "hit points",
     .summary = "greatest damage of its own, without a weapon", .whole = true,
     .scaling = WYRM_SCALING_DAMAGE, .side = WYRM_STAT_ATTACKER,
     .written = "damage", .part = WYRM_PART_GREATEST},
    [DICE_COUNT] = {.name = "dice_count", .greatest = COUNT_MAX, .summary = "dice of the weapon",
     .whole = true, .side = WYRM_STAT_ATTACKER,
     .written = "weapon damage", .part = WYRM_PART_DICE},
    [DICE_SIDES] = {.name = "dice_sides", .least = 1.0, .greatest = SIDES_MAX, .default_value = 1.0,
     .summary = "sides of each", .whole = true, .side = WYRM_STAT_ATTACKER,
     .written = "weapon damage", .part = WYRM_PART_SIDES},
    [DICE_PLUS] = {.name = "dice_plus", .least = -POWER_MAX, .greatest = POWER_MAX,
     .unit = "hit points", .summary = "added to the dice", .whole = true,
     .side = WYRM_STAT_ATTACKER,
     .written = "weapon damage", .part = WYRM_PART_PLUS},
    [REACH] = {.name = "reach", .greatest = REACH_MAX, .default_value = 1.0, .unit = "tiles",
     .summary = "how far it strikes", .side = WYRM_STAT_ATTACKER, .means = WYRM_STAT_REACH},
    [OWN_ROLL] = {.name = "damage", .greatest = 0x1p53, .unit = "hit points",
     .summary = "damage of its own that is no range: then damage_min and damage_max do not count",
     .scaling = WYRM_SCALING_DAMAGE, .side = WYRM_STAT_ATTACKER, .kind = WYRM_STAT_AMOUNT,
     .written = "damage", .part = WYRM_PART_WHOLE},
    [WEAPON_ROLL] = {.name = "weapon_damage", .greatest = 0x1p53, .unit = "hit points",
     .summary = "damage of the weapon that is not plain dice", .side = WYRM_STAT_ATTACKER,
     .kind = WYRM_STAT_AMOUNT,
     .written = "weapon damage", .part = WYRM_PART_WHOLE},
    [REDUCTION] = {.name = "reduction", .greatest = 0x1p53, .unit = "hit points",
     .summary = "rolled and taken off the damage of every hit, beside defense",
     .side = WYRM_STAT_DEFENDER, .kind = WYRM_STAT_AMOUNT},
    {.name = NULL},
};
/* clang-format on */

static const char *const weapon_ways[] = {"adds", "replaces", NULL};
static const char *const armor_ways[] = {"piece", "sum", NULL};
static const char *const armor_does[] = {"defense", "evasion", NULL};
static const char *const defense_ways[] = {"flat", "random", "percent", NULL};

/* clang-format off */
static const wyrm_field parameter_rows[] = {
    {.name = "hit_base", .kind = WYRM_KIND_REAL, .least = -10.0, .greatest = 10.0,
     .default_value = "0.75", .summary = "chance to hit at equal accuracy and evasion",
     .source = OVERVIEW},
    {.name = "hit_step", .kind = WYRM_KIND_REAL, .greatest = 1.0, .default_value = "0.05",
     .summary = "added for each point of accuracy above evasion",
     .source = OVERVIEW},
    {.name = "hit_clamp", .kind = WYRM_KIND_INTERVAL, .least = 0.0, .greatest = 1.0,
     .default_value = "[0.05, 0.95]",
     .summary = "least and greatest chance", .source = OVERVIEW},
    {.name = "accuracy", .kind = WYRM_KIND_REAL, .least = -SKILL_MAX, .greatest = SKILL_MAX,
     .default_value = "2", .summary = "of a creature that names none", .source = OVERVIEW},
    {.name = "evasion", .kind = WYRM_KIND_REAL, .least = -SKILL_MAX, .greatest = SKILL_MAX,
     .default_value = "1", .summary = "of a creature that names none", .source = OVERVIEW},
    {.name = "weapon_damage", .kind = WYRM_KIND_CHOICE, .default_value = "adds", .choices = weapon_ways,
     .summary = "a weapon's dice are added to own damage, or replace it and `attacks`",
     .source = OVERVIEW},
    {.name = "armor_divisor", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = 1000.0,
     .default_value = "2", .summary = "points of armor for one of defense; or of evasion "
                                      "(armor_as)",
     .source = OVERVIEW},
    {.name = "armor_rounding", .kind = WYRM_KIND_CHOICE, .default_value = "piece", .choices = armor_ways,
     .summary = "what armor adds is rounded down by piece, or its sum",
     .source = OVERVIEW},
    {.name = "armor_as", .kind = WYRM_KIND_CHOICE, .choices = armor_does,
     .summary = "what worn armor, divided, is added to, else defense"},
    {.name = "defense_as", .kind = WYRM_KIND_CHOICE, .choices = defense_ways,
     .summary = "taken off: all of defense, any of 0 up to it, or so many percent of damage, else "
                "all; of any each is as likely, percent are rounded down"},
    {.name = "least_damage", .kind = WYRM_KIND_INTEGER, .greatest = POWER_MAX, .unit = "hit points",
     .summary = "no hit does less, whatever is taken off, else 0"},
    {.name = "critical_chance", .kind = WYRM_KIND_RATIO, .greatest = 1.0,
     .summary = "chance that a hit is critical, else 0"},
    {.name = "critical_factor", .kind = WYRM_KIND_RATIO, .least = 1.0, .greatest = 100.0,
     .parts = PART_MAX,
     .summary = "factor of a critical hit's rolls and power, else 2; where together above 0, "
                "rounded down, before anything is taken off"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

#define SKILL_ROW(key, sentence)                                                                   \
    WYRM_ROW(key, REAL, .least = -SKILL_MAX, .greatest = SKILL_MAX, .summary = sentence)
#define POINTS_ROW(key, sentence)                                                                  \
    WYRM_ROW(key, INTEGER, .least = -POWER_MAX, .greatest = POWER_MAX, .unit = "hit points",       \
             .summary = sentence)

#define REDUCTION_ROW(sentence)                                                                    \
    WYRM_ROW("reduction", AMOUNT, .least = -POWER_MAX, .greatest = POWER_MAX,                      \
             .unit = "hit points", .summary = sentence)

/* clang-format off */
static const wyrm_field blow_rows[] = {
    SKILL_ROW("accuracy", "skill to hit of this blow"),
    POINTS_ROW("power", "added to its damage"),
    {.name = "reach", .kind = WYRM_KIND_REAL, .greatest = REACH_MAX, .unit = "tiles",
     .summary = "how far it strikes"},
    COMBAT_TIMES_ROW,
    COMBAT_ONLY_ROW,
    {.kind = WYRM_KIND_END},
};
static const wyrm_field blow_element[] = {COMBAT_BLOW_ROW(blow_rows), {.kind = WYRM_KIND_END}};
static const wyrm_field creature_rows[] = {
    COMBAT_CREATURE_ROWS,
    SKILL_ROW("accuracy", "skill to hit, else combat's"),
    SKILL_ROW("evasion", "skill not to be hit, else combat's"),
    POINTS_ROW("power", "added to the damage of every hit"),
    POINTS_ROW("defense", "taken off the damage of every hit"),
    {.name = "damage", .kind = WYRM_KIND_AMOUNT, .ranged = true, .greatest = POWER_MAX,
     .unit = "hit points", .summary = "damage of its own"},
    {.name = "reach", .kind = WYRM_KIND_REAL, .greatest = REACH_MAX, .unit = "tiles",
     .summary = "how far it strikes, else 1"},
    COMBAT_ATTACKS_ROW(blow_element),
    REDUCTION_ROW("rolled and taken off every hit; beside defense: [0, 4]"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field variant_rows[] = {
    SKILL_ROW("accuracy", "added to its accuracy"),
    SKILL_ROW("evasion", "added to its evasion"),
    POINTS_ROW("power", "added to its power"),
    POINTS_ROW("defense", "added to its defense"),
    REDUCTION_ROW("added to its reduction"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field weapon_rows[] = {
    {.name = "damage", .kind = WYRM_KIND_AMOUNT, .least = -POWER_MAX, .greatest = POWER_MAX,
     .default_value = "0", .unit = "hit points", .summary = "damage of the weapon"},
    {.name = "to_hit", .kind = WYRM_KIND_REAL, .least = -SKILL_MAX, .greatest = SKILL_MAX,
     .default_value = "0", .summary = "added to the wielder's accuracy"},
    {.name = "reach", .kind = WYRM_KIND_REAL, .greatest = REACH_MAX, .default_value = "1",
     .unit = "tiles", .summary = "how far it strikes"},
    COMBAT_HANDS_ROW,
    {.kind = WYRM_KIND_END},
};

static const wyrm_field armor_rows[] = {
    COMBAT_SLOT_ROW,
    {.name = "armor_class", .kind = WYRM_KIND_INTEGER, .least = -POWER_MAX, .greatest = POWER_MAX,
     .default_value = "0",
     .summary = "points of armor; divided by armor_divisor they are its defense"},
    REDUCTION_ROW("added to the wearer's reduction; rolled for every hit"),
    {.kind = WYRM_KIND_END},
};
/* clang-format on */
static const wyrm_extension extensions[] = {
    {"player", creature_rows}, {"monsters", creature_rows}, {"variants", variant_rows},
    {"weapons", weapon_rows},  {"armors", armor_rows},      {NULL, NULL},
};

typedef enum defense_way { FLAT, RANDOM, PERCENT } defense_way; /* as in defense_ways */

typedef struct accuracy {
    const wyrm_combat *combat;
    double hit_base, hit_step, hit_least, hit_most;
    double accuracy, evasion; /* skills of creatures that name none */
    bool replaces;            /* a weapon's dice replace the wielder's own roll */
    double armor_divisor;
    bool by_piece; /* armor is rounded down for each piece */
    bool evades;   /* armor adds to evasion, not to defense */
    defense_way defense_as;
    int64_t least;
    wyrm_ratio critical_chance, critical_factor;
} accuracy;

/* ---- an attack ---- */

/* How a roll becomes damage; see struck. */
typedef struct terms {
    int64_t added, flat, percent;
    wyrm_ratio factor;
    int64_t least; /* least damage; INT64_MIN if something random is still to be taken off */
} terms;

/* Divides by a number above 0, rounding down: C rounds towards 0. */
static int64_t floor_of(int64_t value, int64_t by)
{
    return value / by - (value % by < 0);
}

/* Returns the damage of a roll, before anything random is taken off. What a percentage takes off is
 * rounded down: half a point takes nothing, and half a point below 0 adds a whole one. A sum below
 * 0 is left as it is: there is nothing to multiply. */
static int64_t struck(int64_t roll, void *context)
{
    const terms *by = context;
    int64_t damage = roll + by->added;
    if (damage > 0)
        damage = damage * by->factor.numerator / by->factor.denominator;
    if (damage > 0)
        damage -= floor_of(damage * by->percent, 100);
    damage -= by->flat;
    return damage > by->least ? damage : by->least;
}

static int64_t negative(int64_t value, void *context)
{
    (void)context;
    return -value;
}

#define FEW_DICE 10000 /* faces of all dice, up to which they are added one by one */
#define WORK_MAX 5e8   /* for adding two rolls */

/* The rolls of the attacker and of its weapon. A range and plain dice are stats, which anybody can
 * set; everything else is an amount. */

static const wyrm_amount *amount_of(combat_attack *of, int stat)
{
    const wyrm_amount *amount = wyrm_combat_amount(of->combat, of->attacker[stat]);
    if (amount && (amount->least < -(int64_t)POWER_MAX || amount->most > (int64_t)POWER_MAX))
        base_refuse(of->arena, WYRM_ERROR_RANGE, "'%s' of '%s' must be within %.0f, found %.60s",
                    stats_rows[stat].name, of->matchup->attacker->name, POWER_MAX, amount->text);
    return amount;
}

/* Whether the dice of a weapon take the place of its wielder's own roll, which went as the weapon
 * was taken up; but curves and rates set stats afterwards, and must not bring it back. */
static bool is_replaced(const combat_attack *of)
{
    const double *own = of->attacker;
    return ((const accuracy *)of->state)->replaces &&
           (own[DICE_COUNT] > 0.0 || own[DICE_PLUS] != 0.0 || own[WEAPON_ROLL] > 0.0);
}

static const wyrm_pmf *own_roll(combat_attack *of)
{
    double own[] = {
        [DAMAGE_MIN] = of->attacker[DAMAGE_MIN], [DAMAGE_MAX] = of->attacker[DAMAGE_MAX]};
    const bool replaced = is_replaced(of);
    const wyrm_amount *amount = replaced ? NULL : amount_of(of, OWN_ROLL);
    wyrm_pmf *body;
    if (replaced)
        own[DAMAGE_MIN] = own[DAMAGE_MAX] = 0.0;
    if (amount) {
        combat_step(of, "own damage, on average", wyrm_pmf_mean(amount->pmf), "hit points", "%s",
                    amount->text);
        return amount->pmf;
    }
    if (own[DAMAGE_MAX] < own[DAMAGE_MIN])
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "'damage_max' of '%s' is %.15g and below its 'damage_min' of %.15g",
                    of->matchup->attacker->name, own[DAMAGE_MAX], own[DAMAGE_MIN]);
    combat_step(of, "own damage, on average", (own[DAMAGE_MIN] + own[DAMAGE_MAX]) / 2.0,
                "hit points", "%.6g to %.6g", own[DAMAGE_MIN], own[DAMAGE_MAX]);
    combat_keep(of,
                wyrm_pmf_uniform((int64_t)own[DAMAGE_MIN], (int64_t)own[DAMAGE_MAX], &body,
                                 &of->arena->error),
                &body);
    return body;
}

static const wyrm_pmf *plain_dice(combat_attack *of)
{
    const int64_t count = (int64_t)of->attacker[DICE_COUNT],
                  sides = (int64_t)of->attacker[DICE_SIDES];
    wyrm_error *error = &of->arena->error;
    wyrm_pmf *die, *dice;
    double work = AMOUNT_WORK_MAX, cut;
    /* Many dice have a faster way (dice.c), which is slower for few. */
    if (count * sides > FEW_DICE)
        return dice_pmf(of->arena, &(dice_pool){.count = count, .sides = sides, .keep = count}, 0,
                        &work, &cut);
    combat_keep(of, wyrm_pmf_uniform(1, sides, &die, error), &die);
    combat_keep(of, wyrm_pmf_repeat(die, (unsigned)count, &dice, error), &dice);
    return dice;
}

/* Returns the roll of the weapon, without the plus of plain dice. */
static const wyrm_pmf *weapon_roll(combat_attack *of)
{
    const double *own = of->attacker;
    const wyrm_amount *amount = amount_of(of, WEAPON_ROLL);
    const double mean = own[DICE_COUNT] * (own[DICE_SIDES] + 1.0) / 2.0 + own[DICE_PLUS];
    if (amount)
        combat_step(of, "damage of the weapon, on average", wyrm_pmf_mean(amount->pmf),
                    "hit points", "%s", amount->text);
    else if (own[DICE_PLUS] != 0.0)
        combat_step(of, "damage of the weapon, on average", mean, "hit points", "%.6gd%.6g%+.6g",
                    own[DICE_COUNT], own[DICE_SIDES], own[DICE_PLUS]);
    else if (own[DICE_COUNT] > 0.0)
        combat_step(of, "damage of the weapon, on average", mean, "hit points", "%.6gd%.6g",
                    own[DICE_COUNT], own[DICE_SIDES]);
    return amount ? amount->pmf : plain_dice(of);
}

/* Returns what is taken off at random, negated; NULL: nothing. A defense below 0 adds to the
 * damage, at random as much as it would take off. */
static const wyrm_pmf *taken_off(combat_attack *of, double defense)
{
    const accuracy *model = of->state;
    const wyrm_amount *amount = wyrm_combat_amount(of->combat, of->defender[REDUCTION]);
    wyrm_error *error = &of->arena->error;
    wyrm_pmf *range = NULL, *rolled = NULL;
    const int64_t most = (int64_t)defense;
    if (model->defense_as == RANDOM)
        combat_keep(of, wyrm_pmf_uniform(most > 0 ? -most : 0, most > 0 ? 0 : -most, &range, error),
                    &range);
    if (amount == NULL)
        return range;
    combat_keep(of, wyrm_pmf_map(amount->pmf, negative, NULL, &rolled, error), &rolled);
    return range != NULL ? combat_add(of, range, rolled) : rolled;
}

/* Returns the damage of a hit whose rolls are multiplied by a factor, 1 if it is not critical. If
 * something random is taken off, the least damage is applied after that: the random part may be
 * below 0, and is then added to the sum as it is. */
static wyrm_pmf *full(combat_attack *of, const wyrm_pmf *roll, double defense, wyrm_ratio factor)
{
    const accuracy *model = of->state;
    const wyrm_pmf *off = taken_off(of, defense);
    terms by = {.added = (int64_t)(of->attacker[DICE_PLUS] + of->attacker[POWER]),
                .flat = model->defense_as == FLAT ? (int64_t)defense : 0,
                .percent = model->defense_as == PERCENT ? (int64_t)fmin(defense, 100.0) : 0,
                .factor = factor,
                .least = off != NULL ? INT64_MIN : model->least};
    wyrm_pmf *damage;
    wyrm_error *error = &of->arena->error;
    combat_keep(of, wyrm_pmf_map(roll, struck, &by, &damage, error), &damage);
    if (off == NULL)
        return damage;
    wyrm_pmf *sum = combat_add(of, damage, off);
    combat_keep(of, wyrm_pmf_clamp(sum, model->least, WYRM_PMF_MAX_VALUE, &damage, error), &damage);
    return damage;
}

/* Returns the defender's defense; `armor` is part of it unless armor adds to evasion. */
static double find_defense(combat_attack *of, double armor)
{
    static const char *const ways[] = {"", ", any of 0 up to it", " percent"};
    const accuracy *model = of->state;
    const double *other = of->defender;
    const wyrm_amount *amount = wyrm_combat_amount(of->combat, other[REDUCTION]);
    const double defense = other[DEFENSE] + (model->evades ? 0.0 : armor);
    const char *unit = model->defense_as == PERCENT ? "%" : "hit points";
    if (other[ARMOR_CLASS] != 0.0 && !model->evades)
        combat_step(of, "defense", defense, unit, "%.6g + %.6g / %.6g, rounded down%s",
                    other[DEFENSE], other[ARMOR_CLASS], model->armor_divisor,
                    ways[model->defense_as]);
    else if (model->defense_as == RANDOM)
        combat_step(of, "defense", defense, unit, "any of 0 up to it");
    else
        combat_given(of, "defense", other[DEFENSE], unit);
    if (amount != NULL)
        combat_step(of, "reduction, on average", wyrm_pmf_mean(amount->pmf), "hit points", "%.80s",
                    amount->text);
    return defense;
}

static double find_chance(combat_attack *of, double armor)
{
    const accuracy *model = of->state;
    const double *own = of->attacker, *other = of->defender;
    const double evasion = other[EVASION] + (model->evades ? armor : 0.0);
    double chance = model->hit_base + model->hit_step * (own[ACCURACY] - evasion);
    chance = fmin(fmax(chance, model->hit_least), model->hit_most);
    combat_given(of, "accuracy", own[ACCURACY], "");
    if (model->evades && other[ARMOR_CLASS] != 0.0)
        combat_step(of, "evasion", evasion, "", "%.6g + %.6g / %.6g, rounded down", other[EVASION],
                    other[ARMOR_CLASS], model->armor_divisor);
    else
        combat_given(of, "evasion", other[EVASION], "");
    combat_step(of, "chance to hit", 100.0 * chance, "%",
                "%.6g + %.6g x (%.6g - %.6g), within %.6g and %.6g", model->hit_base,
                model->hit_step, own[ACCURACY], evasion, model->hit_least, model->hit_most);
    return chance;
}

/* The damage of an attack: two rolls and a sum, less what is taken off, with the chance to hit. */
static wyrm_pmf *hit(combat_attack *of)
{
    static const char *const less[] = {" - defense", " - defense", " less defense %"};
    const accuracy *model = of->state;
    const bool reduces = wyrm_combat_amount(of->combat, of->defender[REDUCTION]) != NULL;
    const char *reduced = reduces ? " - reduction" : "";
    /* Armor that is rounded as a sum becomes defense here; armor rounded piece by piece did so when
     * it was put on. */
    const double armor = floor(of->defender[ARMOR_CLASS] / model->armor_divisor);
    const double chance = find_chance(of, armor);
    const double critical =
        (double)model->critical_chance.numerator / (double)model->critical_chance.denominator;
    double work = WORK_MAX;
    const wyrm_pmf *body = own_roll(of), *weapon = weapon_roll(of);
    const wyrm_pmf *roll = dice_add(of->arena, body, weapon, &work);
    combat_given(of, "power", of->attacker[POWER], "hit points");
    const double defense = find_defense(of, armor);
    wyrm_error *error = &of->arena->error;
    wyrm_pmf *miss, *usual, *damage;
    usual = full(of, roll, defense, (wyrm_ratio){1, 1});
    combat_keep(of, wyrm_pmf_point(0, &miss, error), &miss);
    combat_step(of, "mean damage of a hit", wyrm_pmf_mean(usual), "hit points",
                "max(%.6g, own damage + weapon + power%s%s)", (double)model->least,
                less[model->defense_as], reduced);
    const wyrm_pmf *parts[] = {miss, usual, miss};
    const double weights[] = {1.0 - chance, chance * (1.0 - critical), chance * critical};
    if (critical > 0.0) {
        parts[2] = full(of, roll, defense, model->critical_factor);
        combat_step(of, "mean damage of a critical hit", wyrm_pmf_mean(parts[2]), "hit points",
                    "max(%.6g, (own damage + weapon + power) x %.6g%s%s), in %.4g %% of hits",
                    (double)model->least,
                    (double)model->critical_factor.numerator /
                        (double)model->critical_factor.denominator,
                    less[model->defense_as], reduced, 100.0 * critical);
    }
    base_must(of->arena, wyrm_pmf_mix(parts, weights, critical > 0.0 ? 3 : 2, &damage, error));
    return damage;
}

/* ---- reading a ruleset ---- */

/* A creature that names no skill has that of the section: every combatant starts with it. */
static void blank(const void *state, wyrm_combatant *combatant)
{
    const accuracy *model = state;
    combatant->stats[ACCURACY] = model->accuracy;
    combatant->stats[EVASION] = model->evasion;
}

/* Reads the reduction of a record; that of gear is added to the present one. */
static void take_reduction(const accuracy *model, const wyrm_value *record, bool gear,
                           wyrm_combatant *to)
{
    const wyrm_amount *own = wyrm_value_amount(wyrm_value_get(record, "reduction"));
    if (own != NULL)
        to->stats[REDUCTION] = combat_amounts_added(model->combat, gear ? to->stats[REDUCTION] : 0,
                                                    combat_amount_of(model->combat, own->text));
}

static void read(const void *state, const wyrm_value *record, wyrm_combatant *combatant)
{
    static const int named[] = {ACCURACY, EVASION, POWER, DEFENSE, REACH};
    const wyrm_amount *damage = wyrm_value_amount(wyrm_value_get(record, "damage"));
    for (size_t i = 0; i < COUNT_OF(named); i++)
        if (wyrm_value_get(record, stats_rows[named[i]].name))
            combatant->stats[named[i]] = key_real(record, stats_rows[named[i]].name);
    take_reduction(state, record, false, combatant);
    if (!damage)
        return;
    const bool range = damage->form == AMOUNT_RANGE || damage->form == AMOUNT_NUMBER;
    combatant->stats[DAMAGE_MIN] = (double)damage->least;
    combatant->stats[DAMAGE_MAX] = (double)damage->most;
    combatant->stats[OWN_ROLL] =
        range ? 0.0 : combat_amount_of(((const accuracy *)state)->combat, damage->text);
}

static void equip(const void *state, wyrm_role gear, const wyrm_value *record,
                  wyrm_combatant *combatant)
{
    const accuracy *model = state;
    double *stats = combatant->stats;
    if (gear == WYRM_ROLE_WEAPON) {
        const wyrm_value *damage = wyrm_value_get(record, "damage");
        const wyrm_dice dice = wyrm_value_dice(damage);
        const bool plain = wyrm_value_amount(damage)->form == AMOUNT_DICE ||
                           wyrm_value_amount(damage)->form == AMOUNT_NUMBER;
        stats[DICE_COUNT] = dice.count;
        stats[DICE_SIDES] = dice.count > 0 ? dice.sides : 1;
        stats[DICE_PLUS] = dice.plus;
        stats[WEAPON_ROLL] =
            plain ? 0.0 : combat_amount_of(model->combat, wyrm_value_amount(damage)->text);
        stats[ACCURACY] += key_real(record, "to_hit");
        stats[REACH] = key_real(record, "reach");
        /* A weapon that replaces also takes away what its wielder strikes with by itself, blows
         * included. */
        if (model->replaces)
            stats[DAMAGE_MIN] = stats[DAMAGE_MAX] = stats[OWN_ROLL] = 0.0;
        if (model->replaces && wyrm_value_get(record, "attacks") == NULL)
            combatant->attacks = 0;
        return;
    }
    double points = key_real(record, "armor_class");
    take_reduction(model, record, true, combatant);
    if (model->by_piece)
        stats[model->evades ? EVASION : DEFENSE] += floor(points / model->armor_divisor);
    else
        stats[ARMOR_CLASS] += points;
}

static void *make(rs_opening *o)
{
    accuracy *model = base_new(o->arena, accuracy);
    const wyrm_value *clamp = wyrm_value_get(o->section, "hit_clamp");
    *model = (accuracy){
        .combat = o->from,
        .hit_base = key_real(o->section, "hit_base"),
        .hit_step = key_real(o->section, "hit_step"),
        .hit_least = wyrm_value_low(clamp),
        .hit_most = wyrm_value_high(clamp),
        .accuracy = key_real(o->section, "accuracy"),
        .evasion = key_real(o->section, "evasion"),
        .replaces = key_choice(o->section, "weapon_damage") == 1,
        .armor_divisor = key_real(o->section, "armor_divisor"),
        .by_piece = key_choice(o->section, "armor_rounding") == 0,
        .evades = key_choice(o->section, "armor_as") == 1,
        .defense_as = (defense_way)key_choice(o->section, "defense_as"),
        .least = key_whole(o->section, "least_damage"),
        .critical_chance = key_ratio(o->section, "critical_chance"),
        .critical_factor = {2, 1},
    };
    const wyrm_value *factor = wyrm_value_get(o->section, "critical_factor");
    if (factor != NULL)
        model->critical_factor = wyrm_value_ratio(factor);
    return model;
}

static const char *idle(const wyrm_value *parameters, char *why, size_t size)
{
    if (wyrm_value_get(parameters, "critical_factor") == NULL ||
        key_real(parameters, "critical_chance") > 0.0)
        return NULL;
    snprintf(why, size, "no hit is ever critical: combat.critical_chance is 0");
    return "critical_factor";
}

const combat_model combat_accuracy_model = {
    .model = {.name = "accuracy",
              .summary = "accuracy against evasion decides whether rolled damage hits",
              .parameters = parameter_rows,
              .extensions = extensions},
    .stats = stats_rows,
    .make = make,
    .hit = hit,
    .only_strikes = true,
    .blank = blank,
    .read = read,
    .equip = equip,
    .idle = idle,
};
