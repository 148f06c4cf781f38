/* An attack by momentum step by step, with its units. */

#include <math.h>

#include "base/arena.h"
#include "combat/internal.h"

/* ---- momentum rows ----
 *
 * The rows of combat by momentum: its stats, its parameters, and what it adds to records. */

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
                           .summary = "how hard it swings and throws",
                           .side = WYRM_STAT_ATTACKER},
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
                                          "it is cursed",
                               .side = WYRM_STAT_DEFENDER},
    [MOMENTUM_MASS] = {.name = "mass",
                       .greatest = MASS_MAX,
                       .fallback = 70.0,
                       .unit = "kilograms",
                       .summary = "its body",
                       .side = WYRM_STAT_ATTACKER},
    [MOMENTUM_WEAPON_MASS] = {.name = "weapon_mass",
                              .greatest = MASS_MAX,
                              .unit = "kilograms",
                              .summary = "what it holds; 0: nothing, it strikes with a limb",
                              .side = WYRM_STAT_ATTACKER},
    [MOMENTUM_BLUDGEON] = {.name = "bludgeon",
                           .greatest = FACTOR_MAX,
                           .fallback = 1.0,
                           .summary = "multiplier of the momentum of a blow or throw",
                           .side = WYRM_STAT_ATTACKER},
    [MOMENTUM_REACH] = {.name = "reach",
                        .greatest = TILES_MAX,
                        .fallback = 1.0,
                        .unit = "tiles",
                        .summary = "how far it strikes",
                        .side = WYRM_STAT_ATTACKER},
    [MOMENTUM_BLADED] = {.name = "bladed",
                         .greatest = 1.0,
                         .summary = "1 where its blows and throws cut, else 0",
                         .whole = true,
                         .side = WYRM_STAT_ATTACKER},
    [MOMENTUM_BLAST] = {.name = "blast",
                        .greatest = TILES_MAX,
                        .unit = "tiles",
                        .summary = "radius of the explosion where what it holds is thrown; 0: none",
                        .side = WYRM_STAT_ATTACKER},
    [MOMENTUM_RANGE] = {.name = "range",
                        .greatest = METRES_MAX,
                        .unit = "metres",
                        .summary = "how far its weapon fires; 0: it does not",
                        .side = WYRM_STAT_ATTACKER},
    [MOMENTUM_AMMO_MASS] = {.name = "ammo_mass",
                            .greatest = MASS_MAX,
                            .unit = "kilograms",
                            .summary = "what its weapon fires",
                            .side = WYRM_STAT_ATTACKER},
    [MOMENTUM_AMMO_BLUDGEON] = {.name = "ammo_bludgeon",
                                .greatest = FACTOR_MAX,
                                .fallback = 1.0,
                                .summary = "multiplier of the momentum of a shot",
                                .side = WYRM_STAT_ATTACKER},
    [MOMENTUM_AMMO_BLADED] = {.name = "ammo_bladed",
                              .greatest = 1.0,
                              .summary = "1 where its shots cut, else 0",
                              .whole = true,
                              .side = WYRM_STAT_ATTACKER},
    [MOMENTUM_AMMO_BLAST] = {.name = "ammo_blast",
                             .greatest = TILES_MAX,
                             .unit = "tiles",
                             .summary = "radius of the explosion of a shot; 0: none",
                             .side = WYRM_STAT_ATTACKER},
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

/* ---- momentum ----
 *
 * Combat by momentum (Bob and Trev: Resurrection): dexterity hits, the momentum of what strikes
 * hurts, armour takes an ever greater part of it. */

static wyrm_status momentum_hit(const void *state, const wyrm_matchup *matchup, wyrm_pmf **damage,
                                wyrm_error *error)
{
    wyrm_momentum_attack attack;
    wyrm_status status = wyrm_momentum_plan(state, matchup, &attack, error);
    return status == WYRM_OK ? wyrm_momentum_damage(state, &attack, damage, error) : status;
}

static size_t explain(const void *state, const wyrm_matchup *matchup, wyrm_step *steps)
{
    return wyrm_momentum_explain(state, matchup, steps);
}

/* One row a key of a weapon's record that takes the place of what its wielder strikes with. */
static const struct {
    const char *key;
    int stat;
} weapon_keys[] = {
    {"mass", MOMENTUM_WEAPON_MASS},
    {"bludgeon", MOMENTUM_BLUDGEON},
    {"reach", MOMENTUM_REACH},
    {"bladed", MOMENTUM_BLADED},
    {"blast", MOMENTUM_BLAST},
    {"range", MOMENTUM_RANGE},
    {"ammo_mass", MOMENTUM_AMMO_MASS},
    {"ammo_bludgeon", MOMENTUM_AMMO_BLUDGEON},
    {"ammo_bladed", MOMENTUM_AMMO_BLADED},
    {"ammo_blast", MOMENTUM_AMMO_BLAST},
};

static double number_of(const wyrm_value *value)
{
    return wyrm_value_kind(value) == WYRM_KIND_BOOL ? (double)wyrm_value_bool(value)
                                                    : wyrm_value_real(value);
}

static void read(const void *state, const wyrm_value *record, wyrm_combatant *combatant)
{
    (void)state;
    for (int i = 0; wyrm_momentum_stats[i].name; i++) {
        const wyrm_value *value = wyrm_value_get(record, wyrm_momentum_stats[i].name);
        if (value)
            combatant->stats[i] = number_of(value);
    }
}

static void equip(const void *state, wyrm_role gear, const wyrm_value *record,
                  wyrm_combatant *combatant)
{
    (void)state;
    if (gear == WYRM_ROLE_WEAPON)
        for (size_t i = 0; i < sizeof weapon_keys / sizeof *weapon_keys; i++)
            combatant->stats[weapon_keys[i].stat] =
                number_of(wyrm_value_get(record, weapon_keys[i].key));
    combatant->stats[MOMENTUM_DEXTERITY] += wyrm_value_real(wyrm_value_get(record, "dexterity"));
    combatant->stats[MOMENTUM_ARMOUR_CLASS] +=
        wyrm_value_real(wyrm_value_get(record, "armour_class"));
}

static void read_armour(wyrm_momentum *model, const wyrm_value *parameters)
{
    model->a = wyrm_value_real(wyrm_value_get(parameters, "a"));
    model->b = wyrm_value_real(wyrm_value_get(parameters, "b"));
    model->amplify = wyrm_value_choice(wyrm_value_get(parameters, "negative_ac")) == 0;
    model->rounding =
        (wyrm_force_rounding)wyrm_value_choice(wyrm_value_get(parameters, "rounding"));
}

static void read_force(wyrm_momentum *model, const wyrm_value *parameters)
{
    const wyrm_value *fcoef = wyrm_value_get(parameters, "fcoef");
    model->fcoef_min = wyrm_value_low(fcoef);
    model->fcoef_max = wyrm_value_high(fcoef);
    model->limb_share = wyrm_value_real(wyrm_value_get(parameters, "limb_share"));
    model->bladed_chance = wyrm_value_real(wyrm_value_get(parameters, "bladed_chance"));
    model->bladed_extra = wyrm_value_real(wyrm_value_get(parameters, "bladed_extra"));
}

static void read_flight(wyrm_momentum *model, const wyrm_value *parameters)
{
    model->flight_time = wyrm_value_real(wyrm_value_get(parameters, "flight_time"));
    model->fall_height = wyrm_value_real(wyrm_value_get(parameters, "fall_height"));
    model->gravity = wyrm_value_real(wyrm_value_get(parameters, "gravity"));
    model->tile = wyrm_value_real(wyrm_value_get(parameters, "tile"));
    model->throw_range_max = wyrm_value_real(wyrm_value_get(parameters, "throw_range_max"));
    model->blast_dodged = wyrm_value_bool(wyrm_value_get(parameters, "blast_dodged"));
}

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors)
{
    (void)ruleset;
    wyrm_momentum *model = base_zeroed(1, sizeof *model);
    *state = model;
    if (!model)
        return wyrm_combat_no_memory(errors);
    const wyrm_value *clamp = wyrm_value_get(parameters, "hit_clamp");
    model->hit_base = wyrm_value_real(wyrm_value_get(parameters, "hit_base"));
    model->hit_span = wyrm_value_real(wyrm_value_get(parameters, "hit_span"));
    model->hit_least = wyrm_value_low(clamp);
    model->hit_most = wyrm_value_high(clamp);
    read_force(model, parameters);
    read_armour(model, parameters);
    read_flight(model, parameters);
    return WYRM_OK;
}

static void release(void *state)
{
    wyrm_free(state);
}

const wyrm_combat_model wyrm_combat_momentum = {
    .model = {.name = "momentum",
              .summary = "dexterity hits, and the momentum of what strikes hurts",
              .parameters = wyrm_momentum_parameters,
              .extensions = wyrm_momentum_extensions},
    .stats = wyrm_momentum_stats,
    .make = make,
    .release = release,
    .hit = momentum_hit,
    .explain = explain,
    .read = read,
    .equip = equip,
};

#define SECOND   "newton seconds"
#define VELOCITY "metres a second"
#define POINTS   "hit points"

static void explain_chance(const wyrm_momentum *model, const wyrm_matchup *matchup,
                           const wyrm_momentum_attack *attack, wyrm_explaining *to)
{
    if (!attack->in_blast)
        wyrm_explain(to, "chance to hit", 0.0, "%", "%.6g tiles off the centre is out of the blast",
                     matchup->off_centre);
    else if (attack->explodes && !model->blast_dodged)
        wyrm_explain(to, "chance to hit", 100.0 * attack->chance, "%",
                     "an explosion hurts all in its radius");
    else
        wyrm_explain(to, "chance to hit", 100.0 * attack->chance, "%",
                     "(%.6g - %.6g) / %.6g + %.6g, within %.6g and %.6g",
                     matchup->attacker->stats[MOMENTUM_DEXTERITY],
                     matchup->defender->stats[MOMENTUM_DEXTERITY], model->hit_span, model->hit_base,
                     model->hit_least, model->hit_most);
}

static void explain_swing_end(double strength, double fcoef, double mass, double velocity,
                              double momentum, const char *const labels[2], wyrm_explaining *to)
{
    wyrm_explain(to, labels[0], velocity, VELOCITY,
                 "sqrt(%.6g strength x fcoef %.6g / %.6g kilograms x 1 metre)", strength, fcoef,
                 mass);
    wyrm_explain(to, labels[1], momentum, SECOND, "%.6g kilograms x %.6g metres a second", mass,
                 velocity);
}

static void explain_swing(const wyrm_matchup *matchup, const wyrm_momentum_attack *attack,
                          wyrm_explaining *to)
{
    double strength = matchup->attacker->stats[MOMENTUM_STRENGTH];
    wyrm_explain_given(to, "strength", strength, "strength");
    explain_swing_end(strength, attack->fcoef_low, attack->mass, attack->velocity_low,
                      attack->momentum_low,
                      (const char *const[]){"velocity at least", "momentum at least"}, to);
    explain_swing_end(strength, attack->fcoef_high, attack->mass, attack->velocity_high,
                      attack->momentum_high,
                      (const char *const[]){"velocity at most", "momentum at most"}, to);
}

static void explain_limb(const wyrm_momentum *model, const wyrm_matchup *matchup,
                         const wyrm_momentum_attack *attack, wyrm_explaining *to)
{
    const double *stats = matchup->attacker->stats;
    if (matchup->attack == WYRM_ATTACK_MELEE && stats[MOMENTUM_WEAPON_MASS] == 0.0)
        wyrm_explain(to, "mass that strikes", attack->mass, "kilograms",
                     "%.6g of a body of %.6g kilograms", model->limb_share, stats[MOMENTUM_MASS]);
    else
        wyrm_explain_given(to, "mass that strikes", attack->mass, "kilograms");
}

static void explain_throw(const wyrm_momentum *model, const wyrm_matchup *matchup,
                          const wyrm_momentum_attack *attack, wyrm_explaining *to)
{
    double farthest = attack->velocity_high * model->flight_time;
    wyrm_explain(to, "farthest throw", attack->range, "metres",
                 "min(%.6g, %.6g metres a second x %.6g seconds)", model->throw_range_max,
                 attack->velocity_high, model->flight_time);
    if (farthest > 0.0 && attack->reaching < 1.0)
        wyrm_explain(to, "throws that fly far enough", 100.0 * attack->reaching, "%",
                     "%.6g tiles x %.6g metres need fcoef %.6g or more", matchup->distance,
                     model->tile, attack->fcoef_low);
}

static void explain_shot(const wyrm_momentum *model, const wyrm_momentum_attack *attack,
                         wyrm_explaining *to)
{
    wyrm_explain_given(to, "range", attack->range, "metres");
    wyrm_explain_given(to, "time of flight of this ruleset", model->flight_time, "seconds");
    wyrm_explain(to, "velocity", attack->velocity_low, VELOCITY, "%.6g metres / %.6g seconds",
                 attack->range, model->flight_time);
    wyrm_explain(to, "momentum", attack->momentum_low, SECOND,
                 "%.6g kilograms x %.6g metres / %.6g seconds", attack->mass, attack->range,
                 model->flight_time);
}

/* Beside the ruleset's time of flight the one that a fall really takes: the force is as much
 * greater as the time is shorter. */
static void explain_right_time(const wyrm_momentum *model, const wyrm_momentum_attack *attack,
                               wyrm_explaining *to)
{
    double fall = sqrt(2.0 * model->fall_height / model->gravity);
    double momentum = attack->mass * attack->range / fall;
    wyrm_explain(to, "physically right time of flight", fall, "seconds",
                 "sqrt(2 x %.6g metres / %.6g metres a second squared)", model->fall_height,
                 model->gravity);
    wyrm_explain(to, "momentum with that time", momentum, SECOND,
                 "%.6g kilograms x %.6g metres / %.6g seconds", attack->mass, attack->range, fall);
    wyrm_explain(to, "force of impact with that time", momentum * attack->multiplier, SECOND,
                 "%.6g newton seconds x bludgeon multiplier %.6g", momentum, attack->multiplier);
}

static void explain_force(const wyrm_momentum_attack *attack, wyrm_explaining *to)
{
    static const char *const labels[2] = {"force of impact at least", "force of impact at most"};
    bool varies = attack->force_high > attack->force_low;
    wyrm_explain(to, varies ? labels[0] : "force of impact", attack->force_low, SECOND,
                 "%.6g newton seconds x bludgeon multiplier %.6g", attack->momentum_low,
                 attack->multiplier);
    if (varies)
        wyrm_explain(to, labels[1], attack->force_high, SECOND,
                     "%.6g newton seconds x bludgeon multiplier %.6g", attack->momentum_high,
                     attack->multiplier);
}

static void explain_armour(const wyrm_momentum *model, double armour_class, double factor,
                           wyrm_explaining *to)
{
    wyrm_explain_given(to, "armour class", armour_class, "");
    if (armour_class > 0.0)
        wyrm_explain(to, "part that the armour lets through", factor, "", "%.6g ^ (%.6g ^ %.6g)",
                     model->a, armour_class, model->b);
    else if (armour_class < 0.0 && model->amplify)
        wyrm_explain(to, "part that the armour lets through", factor, "", "%.6g ^ -(%.6g ^ %.6g)",
                     model->a, -armour_class, model->b);
    else
        wyrm_explain(to, "part that the armour lets through", factor, "",
                     "all of it at armour class 0%s", model->amplify ? "" : " and below");
}

static void explain_damage(const wyrm_momentum *model, const wyrm_momentum_attack *attack,
                           wyrm_explaining *to)
{
    static const char *const rounded[] = {"hit points, rounded at random",
                                          "hit points, rounded down",
                                          "hit points, rounded to the nearest"};
    bool varies = attack->damage_high > attack->damage_low;
    if (varies)
        wyrm_explain(to, "damage of a hit at least", attack->damage_low, rounded[model->rounding],
                     "%.6g x %.6g", attack->force_low, attack->armour);
    wyrm_explain(to, varies ? "damage of a hit at most" : "damage of a hit", attack->damage_high,
                 rounded[model->rounding], "%.6g x %.6g", attack->force_high, attack->armour);
    if (attack->bladed)
        wyrm_explain(to, "extra damage of the blade at most",
                     attack->damage_high * model->bladed_extra, POINTS,
                     "%.6g x %.6g, in %.4g %% of hits", attack->damage_high, model->bladed_extra,
                     100.0 * model->bladed_chance);
}

size_t wyrm_momentum_explain(const wyrm_momentum *model, const wyrm_matchup *matchup,
                             wyrm_step *steps)
{
    wyrm_explaining to = {.steps = steps};
    wyrm_momentum_attack attack;
    if (wyrm_momentum_plan(model, matchup, &attack, NULL) != WYRM_OK)
        return 0;
    explain_chance(model, matchup, &attack, &to);
    explain_limb(model, matchup, &attack, &to);
    if (matchup->attack == WYRM_ATTACK_FIRED)
        explain_shot(model, &attack, &to);
    else
        explain_swing(matchup, &attack, &to);
    if (matchup->attack == WYRM_ATTACK_THROWN)
        explain_throw(model, matchup, &attack, &to);
    explain_force(&attack, &to);
    if (matchup->attack == WYRM_ATTACK_FIRED)
        explain_right_time(model, &attack, &to);
    explain_armour(model, matchup->defender->stats[MOMENTUM_ARMOUR_CLASS], attack.armour, &to);
    explain_damage(model, &attack, &to);
    wyrm_pmf *damage;
    if (wyrm_momentum_damage(model, &attack, &damage, NULL) == WYRM_OK) {
        wyrm_explain_mean(&to, damage);
        wyrm_pmf_free(damage);
    }
    return to.count;
}
