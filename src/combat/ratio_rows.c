/* The rows of combat by the ratio: its stats, its parameters, and what it adds to records. */
#include "combat/ratio_rows.h"

#include "base/precision.h"
#include "combat/common.h"

/* No hit can do more: any such damage and a miss fit into one pmf. */
#define ATTACK_MAX 200000.0
#define FACTOR_MAX 5.0

#define CHAPTER    "RuggRogue source code guide, \"Turn Order and Combat\""

const wyrm_stat wyrm_ratio_stats[] = {
    [ATTACK] = {.name = "attack",
                .greatest = ATTACK_MAX,
                .summary = "attack power, weapon included"},
    [DEFENSE] = {.name = "defense",
                 .greatest = ATTACK_MAX,
                 .summary = "defense power, armor included"},
    [ASLEEP] = {.name = "asleep",
                .greatest = 1.0,
                .summary = "1 where it sleeps and cannot be missed, else 0"},
    {.name = NULL},
};

static const wyrm_field spread_row[] = {
    {.name = "factor",
     .kind = WYRM_KIND_REAL,
     .required = true,
     .greatest = FACTOR_MAX,
     .summary = "what the base damage is multiplied by"},
    {.name = "weight",
     .kind = WYRM_KIND_REAL,
     .required = true,
     .greatest = 1e6,
     .summary = "how often, in proportion to the other weights"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field spread_element[] = {
    {.name = "row",
     .kind = WYRM_KIND_RECORD,
     .fields = spread_row,
     .summary = "a factor and how often it comes up"},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_ratio_parameters[] = {
    {.name = "precision",
     .kind = WYRM_KIND_CHOICE,
     .fallback = "single",
     .choices = wyrm_precisions,
     .summary = "the floating point that the game computes in: 32 or 64 bits",
     .source = CHAPTER},
    {.name = "miss",
     .kind = WYRM_KIND_RATIO,
     .greatest = 1.0,
     .fallback = "1/10",
     .summary = "chance that an attack does nothing; never against a sleeper",
     .source = CHAPTER},
    {.name = "full_from",
     .kind = WYRM_KIND_REAL,
     .greatest = 1000.0,
     .fallback = "2",
     .summary = "an attack of at least so many times the defense does attack minus defense",
     .source = CHAPTER},
    {.name = "share_base",
     .kind = WYRM_KIND_REAL,
     .greatest = 1.0,
     .fallback = "0.25",
     .summary = "the share of the attack that a weaker attack does whatever the defense",
     .source = CHAPTER},
    {.name = "share_most",
     .kind = WYRM_KIND_REAL,
     .greatest = 1.0,
     .fallback = "0.25",
     .summary = "the greatest share that it does on top, by the ratio of attack to defense",
     .source = CHAPTER},
    {.name = "share_divisor",
     .kind = WYRM_KIND_REAL,
     .least = 0.001,
     .greatest = 1000.0,
     .fallback = "8",
     .summary = "that share is attack / (share_divisor x defense), a defense below 1 counting as 1",
     .source = CHAPTER},
    {.name = "spread",
     .kind = WYRM_KIND_LIST,
     .least = 1.0,
     .greatest = WYRM_RATIO_SPREAD_MAX,
     .fallback = "[{factor: 1, weight: 2}, {factor: 1.5, weight: 1}, {factor: 0.5, weight: 1}]",
     .fields = spread_element,
     .summary = "how the damage of a hit varies around the base damage",
     .source = CHAPTER},
    {.name = "rounding_bits",
     .kind = WYRM_KIND_INTEGER,
     .greatest = 53.0,
     .fallback = "24",
     .unit = "bits",
     .summary = "bits of the random number that rounds a damage up or down by its fraction; 0: as "
                "if there were no end of them",
     .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};

#define POINTS_ROW(key, from, sentence)                                                            \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_REAL, .least = from, .greatest = ATTACK_MAX,                \
        .summary = sentence                                                                        \
    }

static const wyrm_field creature_rows[] = {
    WYRM_CREATURE_ROWS,
    POINTS_ROW("attack", 0.0, "attack power; without it that of its level, where levels give one"),
    POINTS_ROW("defense", 0.0,
               "defense power; without it that of its level, where levels give one"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field added_rows[] = {
    POINTS_ROW("attack", -ATTACK_MAX, "added to the attack power"),
    POINTS_ROW("defense", -ATTACK_MAX, "added to the defense power"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field armor_rows[] = {
    POINTS_ROW("attack", -ATTACK_MAX, "added to the attack power"),
    POINTS_ROW("defense", -ATTACK_MAX, "added to the defense power"),
    WYRM_SLOT_ROW,
    {.kind = WYRM_KIND_END},
};
const wyrm_extension wyrm_ratio_extensions[] = {
    {"player", creature_rows}, {"monsters", creature_rows}, {"variants", added_rows},
    {"weapons", added_rows},   {"armors", armor_rows},      {NULL, NULL},
};
