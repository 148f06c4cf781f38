/* Combat by accuracy against evasion (Catacombs of YARL).
 *
 * An attack hits with a chance that their difference moves, within limits; a hit does the
 * attacker's own roll and that of its weapon, plus its power, minus the defense of the other. */

#include "combat/internal.h"

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

/* ---- rows ---- */

#define SKILL_MAX 1000.0
#define POWER_MAX 100000.0
#define COUNT_MAX 1000.0
#define SIDES_MAX 10000.0
#define REACH_MAX 1000.0

#define OVERVIEW  "Catacombs of YARL, its combat"

/* clang-format off */
static const wyrm_stat stats_rows[] = {
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
static const wyrm_field parameter_rows[] = {
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
    WYRM_ROW(key, REAL, .least = -SKILL_MAX, .greatest = SKILL_MAX, .summary = sentence)
#define POINTS_ROW(key, sentence)                                                                  \
    WYRM_ROW(key, INTEGER, .least = -POWER_MAX, .greatest = POWER_MAX, .unit = "hit points",       \
             .summary = sentence)

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
static const wyrm_field variant_rows[] = {
    SKILL_ROW("accuracy", "added to the accuracy of the monster"),
    SKILL_ROW("evasion", "added to its evasion"),
    POINTS_ROW("power", "added to its power"),
    POINTS_ROW("defense", "added to its defense"),
    {.kind = WYRM_KIND_END},
};
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
static const wyrm_extension extensions[] = {
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

/* ---- an attack ---- */

static int64_t plus_at_least_nothing(int64_t roll, void *added)
{
    int64_t damage = roll + *(const int64_t *)added;
    return damage > 0 ? damage : 0;
}

/* Two uniform rolls and a sum, cut off at 0: what hits. With the chance of that, all of it. */
static wyrm_pmf *hit(combat_attack *of)
{
    const accuracy *model = of->state;
    const double *own = of->attacker, *other = of->defender;
    const double defense = other[DEFENSE] + floor(other[ARMOR_CLASS] / model->armor_divisor);
    if (own[DAMAGE_MAX] < own[DAMAGE_MIN])
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "'damage_max' of '%s' is %.15g and below its 'damage_min' of %.15g",
                    of->matchup->attacker->name, own[DAMAGE_MAX], own[DAMAGE_MIN]);
    double chance = model->hit_base + model->hit_step * (own[ACCURACY] - other[EVASION]);
    chance = fmin(fmax(chance, model->hit_least), model->hit_most);
    combat_given(of, "accuracy", own[ACCURACY], "");
    combat_given(of, "evasion", other[EVASION], "");
    combat_step(of, "chance to hit", 100.0 * chance, "%",
                "%.6g + %.6g x (%.6g - %.6g), within %.6g and %.6g", model->hit_base,
                model->hit_step, own[ACCURACY], other[EVASION], model->hit_least, model->hit_most);
    double dice_mean = own[DICE_COUNT] * (own[DICE_SIDES] + 1.0) / 2.0 + own[DICE_PLUS];
    combat_step(of, "own damage, on average", (own[DAMAGE_MIN] + own[DAMAGE_MAX]) / 2.0,
                "hit points", "%.6g to %.6g", own[DAMAGE_MIN], own[DAMAGE_MAX]);
    if (own[DICE_PLUS] != 0.0)
        combat_step(of, "damage of the weapon, on average", dice_mean, "hit points",
                    "%.6gd%.6g%+.6g", own[DICE_COUNT], own[DICE_SIDES], own[DICE_PLUS]);
    else if (own[DICE_COUNT] > 0.0)
        combat_step(of, "damage of the weapon, on average", dice_mean, "hit points", "%.6gd%.6g",
                    own[DICE_COUNT], own[DICE_SIDES]);
    combat_given(of, "power", own[POWER], "hit points");
    if (other[ARMOR_CLASS] != 0.0)
        combat_step(of, "defense", defense, "hit points", "%.6g + %.6g / %.6g, rounded down",
                    other[DEFENSE], other[ARMOR_CLASS], model->armor_divisor);
    else
        combat_given(of, "defense", other[DEFENSE], "hit points");
    wyrm_error *error = &of->arena->error;
    wyrm_pmf *body, *die, *dice, *roll, *miss, *full, *damage;
    int64_t added = (int64_t)(own[DICE_PLUS] + own[POWER] - defense);
    int64_t least = (int64_t)own[DAMAGE_MIN], most = (int64_t)own[DAMAGE_MAX];
    combat_keep(of, wyrm_pmf_uniform(least, most, &body, error), &body);
    combat_keep(of, wyrm_pmf_uniform(1, (int64_t)own[DICE_SIDES], &die, error), &die);
    combat_keep(of, wyrm_pmf_repeat(die, (unsigned)own[DICE_COUNT], &dice, error), &dice);
    combat_keep(of, wyrm_pmf_add(body, dice, &roll, error), &roll);
    combat_keep(of, wyrm_pmf_map(roll, plus_at_least_nothing, &added, &full, error), &full);
    combat_keep(of, wyrm_pmf_point(0, &miss, error), &miss);
    combat_step(of, "mean damage of a hit", wyrm_pmf_mean(full), "hit points",
                "max(0, own damage + weapon + power - defense)");
    const wyrm_pmf *const parts[] = {miss, full};
    const double weights[] = {1.0 - chance, chance};
    base_must(of->arena, wyrm_pmf_mix(parts, weights, 2, &damage, error));
    return damage;
}

/* ---- reading a ruleset ---- */

static void blank(const void *state, wyrm_combatant *combatant)
{
    const accuracy *model = state;
    combatant->stats[ACCURACY] = model->accuracy;
    combatant->stats[EVASION] = model->evasion;
}

static void read(const void *state, const wyrm_value *record, wyrm_combatant *combatant)
{
    static const int named[] = {ACCURACY, EVASION, POWER, DEFENSE, REACH};
    const wyrm_value *damage = wyrm_value_get(record, "damage");
    (void)state;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (wyrm_value_get(record, stats_rows[named[i]].name))
            combatant->stats[named[i]] = key_real(record, stats_rows[named[i]].name);
    if (damage) {
        combatant->stats[DAMAGE_MIN] = wyrm_value_low(damage);
        combatant->stats[DAMAGE_MAX] = wyrm_value_high(damage);
    }
}

static void equip(const void *state, wyrm_role gear, const wyrm_value *record,
                  wyrm_combatant *combatant)
{
    const accuracy *model = state;
    double *stats = combatant->stats;
    if (gear == WYRM_ROLE_WEAPON) {
        wyrm_dice dice = wyrm_value_dice(wyrm_value_get(record, "damage"));
        stats[DICE_COUNT] = dice.count;
        stats[DICE_SIDES] = dice.count > 0 ? dice.sides : 1;
        stats[DICE_PLUS] = dice.plus;
        stats[ACCURACY] += key_real(record, "to_hit");
        stats[REACH] = key_real(record, "reach");
        if (model->replaces)
            stats[DAMAGE_MIN] = stats[DAMAGE_MAX] = 0.0;
        return;
    }
    double points = key_real(record, "armor_class");
    if (model->by_piece)
        stats[DEFENSE] += floor(points / model->armor_divisor);
    else
        stats[ARMOR_CLASS] += points;
}

static void *make(wyrm_opening *o)
{
    accuracy *model = base_new(o->arena, accuracy);
    const wyrm_value *clamp = wyrm_value_get(o->section, "hit_clamp");
    *model = (accuracy){
        .hit_base = key_real(o->section, "hit_base"),
        .hit_step = key_real(o->section, "hit_step"),
        .hit_least = wyrm_value_low(clamp),
        .hit_most = wyrm_value_high(clamp),
        .accuracy = key_real(o->section, "accuracy"),
        .evasion = key_real(o->section, "evasion"),
        .replaces = key_choice(o->section, "weapon_damage") == 1,
        .armor_divisor = key_real(o->section, "armor_divisor"),
        .by_piece = key_choice(o->section, "armor_rounding") == 0,
    };
    return model;
}

const wyrm_combat_model wyrm_combat_accuracy = {
    .model = {.name = "accuracy",
              .summary = "accuracy against evasion decides whether a roll of damage hits",
              .parameters = parameter_rows,
              .extensions = extensions},
    .stats = stats_rows,
    .make = make,
    .hit = hit,
    .only_strikes = true,
    .blank = blank,
    .read = read,
    .equip = equip,
};
