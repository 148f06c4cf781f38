/* The rows of combat by momentum: its stats, its parameters, and what it adds to records. */
#include "combat/common.h"
#include "combat/momentum_internal.h"

#define STRENGTH_MAX 1e6
#define DEXTERITY    1e4
#define CLASS_MAX    1e6
#define MASS_MAX     1e6
#define FACTOR_MAX   1e4
#define TILES_MAX    1e4
#define METRES_MAX   1e5

#define ARTICLE      "Bob and Trev: Resurrection, the article on combat"

const wyrm_stat wyrm_momentum_stats[] = {
    [MOMENTUM_STRENGTH] = {.name = "strength",
                           .greatest = STRENGTH_MAX,
                           .fallback = 10.0,
                           .unit = "strength",
                           .summary = "how hard it swings and throws"},
    [MOMENTUM_DEXTERITY] = {.name = "dexterity",
                            .least = -DEXTERITY,
                            .greatest = DEXTERITY,
                            .fallback = 10.0,
                            .summary = "how well it hits and dodges, gear included",
                            .scaling = WYRM_SCALING_TO_HIT},
    [MOMENTUM_ARMOUR_CLASS] = {.name = "armour_class",
                               .least = -CLASS_MAX,
                               .greatest = CLASS_MAX,
                               .summary = "armour, gear included: 0 lets all through, below 0 "
                                          "it is cursed"},
    [MOMENTUM_MASS] = {.name = "mass",
                       .greatest = MASS_MAX,
                       .fallback = 70.0,
                       .unit = "kilograms",
                       .summary = "its body"},
    [MOMENTUM_WEAPON_MASS] = {.name = "weapon_mass",
                              .greatest = MASS_MAX,
                              .unit = "kilograms",
                              .summary = "what it holds; 0: nothing, it strikes with a limb"},
    [MOMENTUM_BLUDGEON] = {.name = "bludgeon",
                           .greatest = FACTOR_MAX,
                           .fallback = 1.0,
                           .summary = "multiplier of the momentum of a blow or throw"},
    [MOMENTUM_REACH] = {.name = "reach",
                        .greatest = TILES_MAX,
                        .fallback = 1.0,
                        .unit = "tiles",
                        .summary = "how far it strikes"},
    [MOMENTUM_BLADED] = {.name = "bladed",
                         .greatest = 1.0,
                         .summary = "1 where its blows and throws cut, else 0",
                         .whole = true},
    [MOMENTUM_BLAST] = {.name = "blast",
                        .greatest = TILES_MAX,
                        .unit = "tiles",
                        .summary =
                            "radius of the explosion where what it holds is thrown; 0: none"},
    [MOMENTUM_RANGE] = {.name = "range",
                        .greatest = METRES_MAX,
                        .unit = "metres",
                        .summary = "how far its weapon fires; 0: it does not"},
    [MOMENTUM_AMMO_MASS] = {.name = "ammo_mass",
                            .greatest = MASS_MAX,
                            .unit = "kilograms",
                            .summary = "what its weapon fires"},
    [MOMENTUM_AMMO_BLUDGEON] = {.name = "ammo_bludgeon",
                                .greatest = FACTOR_MAX,
                                .fallback = 1.0,
                                .summary = "multiplier of the momentum of a shot"},
    [MOMENTUM_AMMO_BLADED] = {.name = "ammo_bladed",
                              .greatest = 1.0,
                              .summary = "1 where its shots cut, else 0",
                              .whole = true},
    [MOMENTUM_AMMO_BLAST] = {.name = "ammo_blast",
                             .greatest = TILES_MAX,
                             .unit = "tiles",
                             .summary = "radius of the explosion of a shot; 0: none"},
    {.name = NULL},
};

#define ROUNDING_KEY(name, key) key,
static const char *const roundings[] = {WYRM_FORCE_ROUNDING_ROWS(ROUNDING_KEY) NULL};
static const char *const negatives[] = {"amplify", "full", NULL};

const wyrm_field wyrm_momentum_parameters[] = {
    {.name = "hit_base",
     .kind = WYRM_KIND_REAL,
     .least = -10.0,
     .greatest = 10.0,
     .fallback = "0.5",
     .summary = "chance to hit where both are as dexterous",
     .source = ARTICLE},
    {.name = "hit_span",
     .kind = WYRM_KIND_REAL,
     .least = 0.001,
     .greatest = DEXTERITY,
     .fallback = "10",
     .summary = "the difference of dexterity that a whole chance is spread over: chance = "
                "difference / hit_span + hit_base",
     .source = ARTICLE},
    {.name = "hit_clamp",
     .kind = WYRM_KIND_INTERVAL,
     .least = 0.0,
     .greatest = 1.0,
     .fallback = "[0, 1]",
     .summary = "the chance is never below the first nor above the second",
     .source = ARTICLE},
    {.name = "fcoef",
     .kind = WYRM_KIND_INTERVAL,
     .least = 0.0,
     .greatest = 1e6,
     .fallback = "[10, 30]",
     .unit = "newtons",
     .summary =
         "what a point of strength is worth, drawn evenly for every blow; the 2 of v^2 = 2 a "
         "d is part of it: momentum = sqrt(strength x fcoef x mass)",
     .source = ARTICLE},
    {.name = "limb_share",
     .kind = WYRM_KIND_REAL,
     .greatest = 1.0,
     .fallback = "0.01",
     .summary =
         "share of the mass of its body that a creature strikes with where it holds nothing"},
    {.name = "a",
     .kind = WYRM_KIND_REAL,
     .least = 0.001,
     .greatest = 1.0,
     .fallback = "0.95",
     .summary = "armour lets a ^ (armour_class ^ b) of the force through",
     .source = ARTICLE},
    {.name = "b",
     .kind = WYRM_KIND_REAL,
     .least = 0.01,
     .greatest = 10.0,
     .fallback = "1.3",
     .summary = "the higher, the less the first points of armour do and the more the later",
     .source = ARTICLE},
    {.name = "negative_ac",
     .kind = WYRM_KIND_CHOICE,
     .fallback = "amplify",
     .choices = negatives,
     .summary = "whether an armour class below 0 raises the damage, a ^ -(|armour_class| ^ b), or "
                "lets the full force through",
     .source = ARTICLE},
    {.name = "bladed_chance",
     .kind = WYRM_KIND_RATIO,
     .greatest = 1.0,
     .fallback = "1/4",
     .summary = "chance that a hit of something bladed cuts",
     .source = ARTICLE},
    {.name = "bladed_extra",
     .kind = WYRM_KIND_REAL,
     .greatest = 100.0,
     .fallback = "0.5",
     .summary = "extra damage of a hit that cuts, as a share of its damage",
     .source = ARTICLE},
    {.name = "rounding",
     .kind = WYRM_KIND_CHOICE,
     .fallback = "random",
     .choices = roundings,
     .summary =
         "how damage becomes whole hit points: up with the probability of its fraction, down, "
         "or to the nearest"},
    {.name = "flight_time",
     .kind = WYRM_KIND_REAL,
     .least = 0.001,
     .greatest = 1000.0,
     .fallback = "2.23",
     .unit = "seconds",
     .summary = "how long what is fired or thrown flies: momentum = mass x range / flight_time. A "
                "fall of 1 metre takes 0.447 seconds; the article has 2.23 and tunes from there",
     .source = ARTICLE},
    {.name = "fall_height",
     .kind = WYRM_KIND_REAL,
     .least = 0.001,
     .greatest = 1000.0,
     .fallback = "1",
     .unit = "metres",
     .summary = "how deep it falls meanwhile: only for the physically right time in explanations",
     .source = ARTICLE},
    {.name = "gravity",
     .kind = WYRM_KIND_REAL,
     .least = 0.001,
     .greatest = 1000.0,
     .fallback = "10",
     .unit = "metres a second squared",
     .summary = "how fast it falls: only for the physically right time in explanations",
     .source = ARTICLE},
    {.name = "tile",
     .kind = WYRM_KIND_REAL,
     .least = 0.01,
     .greatest = 100.0,
     .fallback = "1",
     .unit = "metres",
     .summary = "side of a tile of the map"},
    {.name = "throw_range_max",
     .kind = WYRM_KIND_REAL,
     .greatest = METRES_MAX,
     .fallback = "10",
     .unit = "metres",
     .summary = "nothing is thrown farther"},
    {.name = "blast_dodged",
     .kind = WYRM_KIND_BOOL,
     .fallback = "false",
     .summary =
         "whether who is in the radius of an explosion is only hit by the chance to hit; else "
         "for certain"},
    {.kind = WYRM_KIND_END},
};

#define REAL_ROW(key, from, to, of, sentence)                                                      \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_REAL, .least = from, .greatest = to, .unit = of,            \
        .summary = sentence                                                                        \
    }
#define OWN_ROW(key, from, to, value, of, sentence)                                                \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_REAL, .least = from, .greatest = to, .fallback = value,     \
        .unit = of, .summary = sentence                                                            \
    }
#define FLAG_ROW(key, sentence)                                                                    \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_BOOL, .fallback = "false", .summary = sentence              \
    }

static const wyrm_field creature_rows[] = {
    WYRM_CREATURE_ROWS,
    REAL_ROW("strength", 0.0, STRENGTH_MAX, NULL, "how hard it swings and throws; without one 10"),
    REAL_ROW("dexterity", -DEXTERITY, DEXTERITY, NULL,
             "how well it hits and dodges; without one 10"),
    REAL_ROW("armour_class", -CLASS_MAX, CLASS_MAX, NULL,
             "armour of its own; without one 0, which lets all through"),
    REAL_ROW("mass", 0.0, MASS_MAX, "kilograms", "its body; without one 70"),
    REAL_ROW("bludgeon", 0.0, FACTOR_MAX, NULL,
             "multiplier of the momentum of its own blows; without one 1"),
    REAL_ROW("reach", 0.0, TILES_MAX, "tiles", "how far it strikes by itself; without one 1"),
    {.name = "bladed", .kind = WYRM_KIND_BOOL, .summary = "whether its own blows cut"},
    {.kind = WYRM_KIND_END},
};
static const wyrm_field variant_rows[] = {
    REAL_ROW("strength", -STRENGTH_MAX, STRENGTH_MAX, NULL, "added to the monster's strength"),
    REAL_ROW("dexterity", -DEXTERITY, DEXTERITY, NULL, "added to its dexterity"),
    REAL_ROW("armour_class", -CLASS_MAX, CLASS_MAX, NULL, "added to its armour class"),
    REAL_ROW("mass", -MASS_MAX, MASS_MAX, "kilograms", "added to its mass"),
    REAL_ROW("bludgeon", -FACTOR_MAX, FACTOR_MAX, NULL, "added to its bludgeon multiplier"),
    REAL_ROW("reach", -TILES_MAX, TILES_MAX, "tiles", "added to its reach"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field weapon_rows[] = {
    {.name = "mass",
     .kind = WYRM_KIND_REAL,
     .required = true,
     .least = 0.001,
     .greatest = MASS_MAX,
     .unit = "kilograms",
     .summary = "what swings or flies"},
    OWN_ROW("bludgeon", 0.0, FACTOR_MAX, "1", NULL,
            "multiplier of its momentum: hard or sharp above 1, floppy below"),
    OWN_ROW("reach", 0.0, TILES_MAX, "1", "tiles", "how far it strikes, its cord included"),
    FLAG_ROW("bladed", "whether its hits may cut"),
    OWN_ROW("blast", 0.0, TILES_MAX, "0", "tiles",
            "radius of its explosion where it is thrown; 0: it does not explode"),
    OWN_ROW("range", 0.0, METRES_MAX, "0", "metres", "how far it fires; 0: it does not"),
    OWN_ROW("ammo_mass", 0.0, MASS_MAX, "0", "kilograms", "one piece of what it fires"),
    OWN_ROW("ammo_bludgeon", 0.0, FACTOR_MAX, "1", NULL,
            "multiplier of the momentum of what it fires"),
    FLAG_ROW("ammo_bladed", "whether what it fires may cut"),
    OWN_ROW("ammo_blast", 0.0, TILES_MAX, "0", "tiles",
            "radius of the explosion of what it fires; 0: it does not explode"),
    OWN_ROW("dexterity", -DEXTERITY, DEXTERITY, "0", NULL, "added to its wielder's dexterity"),
    WYRM_HANDS_ROW,
    {.kind = WYRM_KIND_END},
};
static const wyrm_field armor_rows[] = {
    WYRM_SLOT_ROW,
    OWN_ROW("armour_class", -CLASS_MAX, CLASS_MAX, "0", NULL,
            "added to its wearer's armour class; below 0 where it is cursed"),
    OWN_ROW("dexterity", -DEXTERITY, DEXTERITY, "0", NULL, "added to its wearer's dexterity"),
    {.kind = WYRM_KIND_END},
};

const wyrm_extension wyrm_momentum_extensions[] = {
    {"player", creature_rows}, {"monsters", creature_rows}, {"variants", variant_rows},
    {"weapons", weapon_rows},  {"armors", armor_rows},      {NULL, NULL},
};
