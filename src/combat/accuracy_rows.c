/* The rows of combat by accuracy: its stats, its parameters, and what it adds to records. */
#include "combat/accuracy_rows.h"
#include "combat/common.h"

#define SKILL_MAX 1000.0
#define POWER_MAX 100000.0
#define COUNT_MAX 1000.0
#define SIDES_MAX 10000.0
#define REACH_MAX 1000.0

#define OVERVIEW  "Catacombs of YARL, its combat"

const wyrm_stat wyrm_accuracy_stats[] = {
    [ACCURACY] = {.name = "accuracy",
                  .least = -SKILL_MAX,
                  .greatest = SKILL_MAX,
                  .fallback = 2.0,
                  .summary = "skill to hit, the weapon's bonus included",
                  .scaling = WYRM_SCALING_TO_HIT},
    [EVASION] = {.name = "evasion",
                 .least = -SKILL_MAX,
                 .greatest = SKILL_MAX,
                 .fallback = 1.0,
                 .summary = "skill not to be hit"},
    [POWER] = {.name = "power",
               .least = -POWER_MAX,
               .greatest = POWER_MAX,
               .unit = "hit points",
               .summary = "added to the damage of every hit",
               .whole = true},
    [DEFENSE] = {.name = "defense",
                 .least = -POWER_MAX,
                 .greatest = POWER_MAX,
                 .unit = "hit points",
                 .summary = "taken off the damage of every hit",
                 .whole = true},
    [ARMOR_CLASS] = {.name = "armor_class",
                     .least = -POWER_MAX,
                     .greatest = POWER_MAX,
                     .summary = "points of armor that are no defense yet: divided by the "
                                "armor_divisor they become it",
                     .whole = true},
    [DAMAGE_MIN] = {.name = "damage_min",
                    .greatest = POWER_MAX,
                    .unit = "hit points",
                    .summary = "least damage of its own, without a weapon",
                    .whole = true,
                    .scaling = WYRM_SCALING_DAMAGE},
    [DAMAGE_MAX] = {.name = "damage_max",
                    .greatest = POWER_MAX,
                    .unit = "hit points",
                    .summary = "greatest damage of its own, without a weapon",
                    .whole = true,
                    .scaling = WYRM_SCALING_DAMAGE},
    [DICE_COUNT] = {.name = "dice_count",
                    .greatest = COUNT_MAX,
                    .summary = "dice of the weapon",
                    .whole = true},
    [DICE_SIDES] = {.name = "dice_sides",
                    .least = 1.0,
                    .greatest = SIDES_MAX,
                    .fallback = 1.0,
                    .summary = "sides of each",
                    .whole = true},
    [DICE_PLUS] = {.name = "dice_plus",
                   .least = -POWER_MAX,
                   .greatest = POWER_MAX,
                   .unit = "hit points",
                   .summary = "added to the dice",
                   .whole = true},
    [REACH] = {.name = "reach",
               .greatest = REACH_MAX,
               .fallback = 1.0,
               .unit = "tiles",
               .summary = "how far it strikes"},
    {.name = NULL},
};

static const char *const weapon_ways[] = {"adds", "replaces", NULL};
static const char *const armor_ways[] = {"piece", "sum", NULL};

const wyrm_field wyrm_accuracy_parameters[] = {
    {.name = "hit_base",
     .kind = WYRM_KIND_REAL,
     .least = -10.0,
     .greatest = 10.0,
     .fallback = "0.75",
     .summary = "chance to hit where accuracy and evasion are equal",
     .source = OVERVIEW},
    {.name = "hit_step",
     .kind = WYRM_KIND_REAL,
     .greatest = 1.0,
     .fallback = "0.05",
     .summary = "what each point of accuracy above the other's evasion adds to it",
     .source = OVERVIEW},
    {.name = "hit_clamp",
     .kind = WYRM_KIND_INTERVAL,
     .least = 0.0,
     .greatest = 1.0,
     .fallback = "[0.05, 0.95]",
     .summary = "the chance is never below the first nor above the second",
     .source = OVERVIEW},
    {.name = "accuracy",
     .kind = WYRM_KIND_REAL,
     .least = -SKILL_MAX,
     .greatest = SKILL_MAX,
     .fallback = "2",
     .summary = "accuracy of a creature that names none",
     .source = OVERVIEW},
    {.name = "evasion",
     .kind = WYRM_KIND_REAL,
     .least = -SKILL_MAX,
     .greatest = SKILL_MAX,
     .fallback = "1",
     .summary = "evasion of a creature that names none",
     .source = OVERVIEW},
    {.name = "weapon_damage",
     .kind = WYRM_KIND_CHOICE,
     .fallback = "adds",
     .choices = weapon_ways,
     .summary = "whether the dice of a weapon are added to the wielder's own damage or replace it",
     .source = OVERVIEW},
    {.name = "armor_divisor",
     .kind = WYRM_KIND_REAL,
     .least = 0.001,
     .greatest = 1000.0,
     .fallback = "2",
     .summary = "points of armor for one point of defense",
     .source = OVERVIEW},
    {.name = "armor_rounding",
     .kind = WYRM_KIND_CHOICE,
     .fallback = "piece",
     .choices = armor_ways,
     .summary = "whether defense is rounded down for each piece of armor or for their sum",
     .source = OVERVIEW},
    {.kind = WYRM_KIND_END},
};

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

static const wyrm_field creature_rows[] = {
    WYRM_CREATURE_ROWS,
    SKILL_ROW("accuracy", "skill to hit; without one, that of the section combat"),
    SKILL_ROW("evasion", "skill not to be hit; without one, that of the section combat"),
    POINTS_ROW("power", "added to the damage of every hit"),
    POINTS_ROW("defense", "taken off the damage of every hit"),
    {.name = "damage",
     .kind = WYRM_KIND_RANGE,
     .greatest = POWER_MAX,
     .unit = "hit points",
     .summary = "damage of its own, each from least to greatest equally likely"},
    {.name = "reach",
     .kind = WYRM_KIND_REAL,
     .greatest = REACH_MAX,
     .unit = "tiles",
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
    {.name = "damage",
     .kind = WYRM_KIND_DICE,
     .least = -POWER_MAX,
     .greatest = POWER_MAX,
     .fallback = "0",
     .unit = "hit points",
     .summary = "dice of damage"},
    {.name = "to_hit",
     .kind = WYRM_KIND_REAL,
     .least = -SKILL_MAX,
     .greatest = SKILL_MAX,
     .fallback = "0",
     .summary = "added to the accuracy of the wielder"},
    {.name = "reach",
     .kind = WYRM_KIND_REAL,
     .greatest = REACH_MAX,
     .fallback = "1",
     .unit = "tiles",
     .summary = "how far it strikes"},
    WYRM_HANDS_ROW,
    {.kind = WYRM_KIND_END},
};
static const wyrm_field armor_rows[] = {
    WYRM_SLOT_ROW,
    {.name = "armor_class",
     .kind = WYRM_KIND_INTEGER,
     .least = -POWER_MAX,
     .greatest = POWER_MAX,
     .fallback = "0",
     .summary = "points of armor: divided by the armor_divisor they are its defense"},
    {.kind = WYRM_KIND_END},
};
const wyrm_extension wyrm_accuracy_extensions[] = {
    {"player", creature_rows}, {"monsters", creature_rows}, {"variants", variant_rows},
    {"weapons", weapon_rows},  {"armors", armor_rows},      {NULL, NULL},
};
