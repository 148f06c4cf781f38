/* Combat by momentum (Bob and Trev: Resurrection): dexterity hits, the momentum of what strikes
 * hurts, and armour takes an ever greater part of it.
 * Strength swings a mass over a metre, with a factor that is drawn evenly for every blow: momentum
 * therefore grows with the square root of that factor, and so does the damage. Its distribution has
 * a closed form, which is what makes an attack exact here. Units: kilogram, metre, second, newton
 * second; a force of impact is a momentum times a multiplier and counts in hit points.
 */
#include <math.h>

#include "base/arena.h"
#include "combat/internal.h"

enum {
    STRENGTH,
    DEXTERITY,
    ARMOUR_CLASS,
    MASS,
    WEAPON_MASS,
    BLUDGEON,
    REACH,
    BLADED,
    BLAST,
    RANGE,
    AMMO_MASS,
    AMMO_BLUDGEON,
    AMMO_BLADED,
    AMMO_BLAST
};

#define FORCE_MAX 1e6 /* hit points */

/* How damage becomes whole hit points: up with the probability of its fraction, down, or to the
 * nearest, halves up. In the order of the words in `roundings`. */
typedef enum rounding { ROUND_RANDOM, ROUND_FLOOR, ROUND_NEAREST } rounding;

/* The parameters of the section. */
typedef struct momentum {
    double hit_base, hit_span, hit_least, hit_most;
    double fcoef_min,
        fcoef_max;     /* newtons for a point of strength, the 2 of v^2 = 2 a d included */
    double limb_share; /* of the body's mass, that strikes without a weapon */
    double a, b;
    bool amplify; /* armour below 0 raises the damage */
    double bladed_chance, bladed_extra;
    rounding rounding;
    double flight_time, fall_height, gravity; /* s, m, m/s^2 */
    double tile;                              /* m */
    double throw_range_max;                   /* m */
    bool blast_dodged;                        /* who is in a blast may still not be hit */
} momentum;

/* ---- Rows: stats, parameters, and what is added to records ---- */

#define STRENGTH_MAX 1e6
#define SKILL_MAX    1e4
#define CLASS_MAX    1e6
#define MASS_MAX     1e6
#define FACTOR_MAX   1e4
#define TILES_MAX    1e4
#define METRES_MAX   1e5

#define ARTICLE      "Bob and Trev: Resurrection, the article on combat"

/* clang-format off */
static const wyrm_stat stats_rows[] = {
    [STRENGTH] = {.name = "strength", .greatest = STRENGTH_MAX, .fallback = 10.0,
     .unit = "strength", .summary = "how hard it swings and throws", .side = WYRM_STAT_ATTACKER},
    [DEXTERITY] = {.name = "dexterity", .least = -SKILL_MAX, .greatest = SKILL_MAX,
     .fallback = 10.0, .summary = "how well it hits and dodges, gear included",
     .scaling = WYRM_SCALING_TO_HIT},
    [ARMOUR_CLASS] = {.name = "armour_class", .least = -CLASS_MAX, .greatest = CLASS_MAX,
     .summary = "armour, gear included: 0 lets all through, below 0 it is cursed",
     .side = WYRM_STAT_DEFENDER},
    [MASS] = {.name = "mass", .greatest = MASS_MAX, .fallback = 70.0, .unit = "kilograms",
     .summary = "its body", .side = WYRM_STAT_ATTACKER},
    [WEAPON_MASS] = {.name = "weapon_mass", .greatest = MASS_MAX, .unit = "kilograms",
     .summary = "what it holds; 0: nothing, it strikes with a limb", .side = WYRM_STAT_ATTACKER},
    [BLUDGEON] = {.name = "bludgeon", .greatest = FACTOR_MAX, .fallback = 1.0,
     .summary = "multiplier of the momentum of a blow or throw", .side = WYRM_STAT_ATTACKER},
    [REACH] = {.name = "reach", .greatest = TILES_MAX, .fallback = 1.0, .unit = "tiles",
     .summary = "how far it strikes", .side = WYRM_STAT_ATTACKER, .means = WYRM_STAT_REACH},
    [BLADED] = {.name = "bladed", .greatest = 1.0,
     .summary = "1 where its blows and throws cut, else 0", .whole = true,
     .side = WYRM_STAT_ATTACKER},
    [BLAST] = {.name = "blast", .greatest = TILES_MAX, .unit = "tiles",
     .summary = "radius of the explosion where what it holds is thrown; 0: none",
     .side = WYRM_STAT_ATTACKER, .means = WYRM_STAT_BLAST},
    [RANGE] = {.name = "range", .greatest = METRES_MAX, .unit = "metres",
     .summary = "how far its weapon fires; 0: it does not", .side = WYRM_STAT_ATTACKER,
     .means = WYRM_STAT_RANGE},
    [AMMO_MASS] = {.name = "ammo_mass", .greatest = MASS_MAX, .unit = "kilograms",
     .summary = "what its weapon fires", .side = WYRM_STAT_ATTACKER},
    [AMMO_BLUDGEON] = {.name = "ammo_bludgeon", .greatest = FACTOR_MAX, .fallback = 1.0,
     .summary = "multiplier of the momentum of a shot", .side = WYRM_STAT_ATTACKER},
    [AMMO_BLADED] = {.name = "ammo_bladed", .greatest = 1.0,
     .summary = "1 where its shots cut, else 0", .whole = true, .side = WYRM_STAT_ATTACKER},
    [AMMO_BLAST] = {.name = "ammo_blast", .greatest = TILES_MAX, .unit = "tiles",
     .summary = "radius of the explosion of a shot; 0: none", .side = WYRM_STAT_ATTACKER,
     .means = WYRM_STAT_SHOT_BLAST},
    {.name = NULL},
};
/* clang-format on */

static const char *const roundings[] = {"random", "floor", "nearest", NULL};
static const char *const negatives[] = {"amplify", "full", NULL};

/* clang-format off */
static const wyrm_field parameter_rows[] = {
    {.name = "hit_base", .kind = WYRM_KIND_REAL, .least = -10.0, .greatest = 10.0,
     .fallback = "0.5", .summary = "chance to hit where both are as dexterous", .source = ARTICLE},
    {.name = "hit_span", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = SKILL_MAX,
     .fallback = "10",
     .summary = "the difference of dexterity that a whole chance is spread over: chance = "
                "difference / hit_span + hit_base", .source = ARTICLE},
    {.name = "hit_clamp", .kind = WYRM_KIND_INTERVAL, .least = 0.0, .greatest = 1.0,
     .fallback = "[0, 1]", .summary = "the chance is never below the first nor above the second",
     .source = ARTICLE},
    {.name = "fcoef", .kind = WYRM_KIND_INTERVAL, .least = 0.0, .greatest = 1e6,
     .fallback = "[10, 30]", .unit = "newtons",
     .summary = "what a point of strength is worth, drawn evenly for every blow; the 2 of v^2 = 2 "
                "a d is part of it: momentum = sqrt(strength x fcoef x mass)", .source = ARTICLE},
    {.name = "limb_share", .kind = WYRM_KIND_REAL, .greatest = 1.0, .fallback = "0.01",
     .summary = "share of the mass of its body that a creature strikes with where it holds "
                "nothing"},
    {.name = "a", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = 1.0, .fallback = "0.95",
     .summary = "armour lets a ^ (armour_class ^ b) of the force through", .source = ARTICLE},
    {.name = "b", .kind = WYRM_KIND_REAL, .least = 0.01, .greatest = 10.0, .fallback = "1.3",
     .summary = "the higher, the less the first points of armour do and the more the later",
     .source = ARTICLE},
    {.name = "negative_ac", .kind = WYRM_KIND_CHOICE, .fallback = "amplify", .choices = negatives,
     .summary = "whether an armour class below 0 raises the damage, a ^ -(|armour_class| ^ b), or "
                "lets the full force through", .source = ARTICLE},
    {.name = "bladed_chance", .kind = WYRM_KIND_RATIO, .greatest = 1.0, .fallback = "1/4",
     .summary = "chance that a hit of something bladed cuts", .source = ARTICLE},
    {.name = "bladed_extra", .kind = WYRM_KIND_REAL, .greatest = 100.0, .fallback = "0.5",
     .summary = "extra damage of a hit that cuts, as a share of its damage", .source = ARTICLE},
    {.name = "rounding", .kind = WYRM_KIND_CHOICE, .fallback = "random", .choices = roundings,
     .summary = "how damage becomes whole hit points: up with the probability of its fraction, "
                "down, or to the nearest"},
    {.name = "flight_time", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = 1000.0,
     .fallback = "2.23", .unit = "seconds",
     .summary = "how long what is fired or thrown flies: momentum = mass x range / flight_time. A "
                "fall of 1 metre takes 0.447 seconds; the article has 2.23 and tunes from there",
     .source = ARTICLE},
    {.name = "fall_height", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = 1000.0,
     .fallback = "1", .unit = "metres",
     .summary = "how deep it falls meanwhile: only for the physically right time in explanations",
     .source = ARTICLE},
    {.name = "gravity", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = 1000.0,
     .fallback = "10", .unit = "metres a second squared",
     .summary = "how fast it falls: only for the physically right time in explanations",
     .source = ARTICLE},
    {.name = "tile", .kind = WYRM_KIND_REAL, .least = 0.01, .greatest = 100.0, .fallback = "1",
     .unit = "metres", .summary = "side of a tile of the map"},
    {.name = "throw_range_max", .kind = WYRM_KIND_REAL, .greatest = METRES_MAX, .fallback = "10",
     .unit = "metres", .summary = "nothing is thrown farther"},
    {.name = "blast_dodged", .kind = WYRM_KIND_BOOL, .fallback = "false",
     .summary = "whether who is in the radius of an explosion is only hit by the chance to hit; "
                "else for certain"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

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
    REAL_ROW("dexterity", -SKILL_MAX, SKILL_MAX, NULL,
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
    REAL_ROW("dexterity", -SKILL_MAX, SKILL_MAX, NULL, "added to its dexterity"),
    REAL_ROW("armour_class", -CLASS_MAX, CLASS_MAX, NULL, "added to its armour class"),
    REAL_ROW("mass", -MASS_MAX, MASS_MAX, "kilograms", "added to its mass"),
    REAL_ROW("bludgeon", -FACTOR_MAX, FACTOR_MAX, NULL, "added to its bludgeon multiplier"),
    REAL_ROW("reach", -TILES_MAX, TILES_MAX, "tiles", "added to its reach"),
    {.kind = WYRM_KIND_END},
};
/* clang-format off */
static const wyrm_field weapon_rows[] = {
    {.name = "mass", .kind = WYRM_KIND_REAL, .required = true, .least = 0.001, .greatest = MASS_MAX,
     .unit = "kilograms", .summary = "what swings or flies"},
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
    OWN_ROW("dexterity", -SKILL_MAX, SKILL_MAX, "0", NULL, "added to its wielder's dexterity"),
    WYRM_HANDS_ROW,
    {.kind = WYRM_KIND_END},
};
/* clang-format on */
static const wyrm_field armor_rows[] = {
    WYRM_SLOT_ROW,
    OWN_ROW("armour_class", -CLASS_MAX, CLASS_MAX, "0", NULL,
            "added to its wearer's armour class; below 0 where it is cursed"),
    OWN_ROW("dexterity", -SKILL_MAX, SKILL_MAX, "0", NULL, "added to its wearer's dexterity"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_extension extensions[] = {
    {"player", creature_rows}, {"monsters", creature_rows}, {"variants", variant_rows},
    {"weapons", weapon_rows},  {"armors", armor_rows},      {NULL, NULL},
};

/* ---- Reading a ruleset ---- */

/* A number or a flag. */
static double number_at(const wyrm_value *record, const char *key)
{
    const wyrm_value *value = wyrm_value_get(record, key);
    return wyrm_value_kind(value) == WYRM_KIND_BOOL ? (double)wyrm_value_bool(value)
                                                    : wyrm_value_real(value);
}

static void read(const void *state, const wyrm_value *record, wyrm_combatant *combatant)
{
    (void)state;
    for (int i = 0; stats_rows[i].name; i++)
        if (wyrm_value_get(record, stats_rows[i].name))
            combatant->stats[i] = number_at(record, stats_rows[i].name);
}

/* What a weapon says takes the place of what its wielder strikes with. */
static void equip(const void *state, wyrm_role gear, const wyrm_value *record,
                  wyrm_combatant *combatant)
{
    (void)state;
    double *stats = combatant->stats;
    if (gear == WYRM_ROLE_WEAPON) {
        stats[WEAPON_MASS] = number_at(record, "mass");
        for (int i = BLUDGEON; i <= AMMO_BLAST; i++)
            stats[i] = number_at(record, stats_rows[i].name);
    }
    stats[DEXTERITY] += number_at(record, "dexterity");
    stats[ARMOUR_CLASS] += number_at(record, "armour_class");
}

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors)
{
    (void)ruleset;
    momentum *model = base_zeroed(1, sizeof *model);
    *state = model;
    if (!model)
        return wyrm_combat_no_memory(errors);
    const wyrm_value *clamp = wyrm_value_get(parameters, "hit_clamp");
    const wyrm_value *fcoef = wyrm_value_get(parameters, "fcoef");
    model->hit_base = number_at(parameters, "hit_base");
    model->hit_span = number_at(parameters, "hit_span");
    model->hit_least = wyrm_value_low(clamp);
    model->hit_most = wyrm_value_high(clamp);
    model->fcoef_min = wyrm_value_low(fcoef);
    model->fcoef_max = wyrm_value_high(fcoef);
    model->limb_share = number_at(parameters, "limb_share");
    model->a = number_at(parameters, "a");
    model->b = number_at(parameters, "b");
    model->amplify = wyrm_value_choice(wyrm_value_get(parameters, "negative_ac")) == 0;
    model->bladed_chance = number_at(parameters, "bladed_chance");
    model->bladed_extra = number_at(parameters, "bladed_extra");
    model->rounding = (rounding)wyrm_value_choice(wyrm_value_get(parameters, "rounding"));
    model->flight_time = number_at(parameters, "flight_time");
    model->fall_height = number_at(parameters, "fall_height");
    model->gravity = number_at(parameters, "gravity");
    model->tile = number_at(parameters, "tile");
    model->throw_range_max = number_at(parameters, "throw_range_max");
    model->blast_dodged = wyrm_value_bool(wyrm_value_get(parameters, "blast_dodged"));
    return WYRM_OK;
}

/* ---- Whole hit points out of a force ----
 *
 * A force grows with the square root of an evenly spread factor: its distribution function is
 * (D^2 - low^2) / (high^2 - low^2), so each whole number gets its probability in closed form.
 * Differences are divided before they are multiplied, so that nothing leaves the range of a double
 * however small it all is. */

/* low < high; `first` is the whole number at or below `low`. */
typedef struct spread {
    double low, high, first;
} spread;

/* Integral of f(D) 2 D / (high^2 - low^2) over [from, to], given that of 2 D f(D) / (to - from). */
static double share(const spread *force, double from, double to, double inner)
{
    return (to - from) / (force->high - force->low) * inner / (force->high + force->low);
}

/* Each number gets what lies in [n - shift, n + 1 - shift]: with a shift of 1/2 the nearest. */
static void round_cells(const spread *force, double shift, size_t count, wyrm_weighted *pairs)
{
    for (size_t i = 0; i < count; i++) {
        double from = fmax(force->low, force->first + (double)i - shift);
        double to = fmin(force->high, force->first + (double)i + 1.0 - shift);
        if (to > from)
            pairs[i].weight = share(force, from, to, to + from);
    }
}

/* Each [n + a, n + b] of a cell [n, n + 1] goes up with the weight u = D - n and down with 1 - u.
 * Down, the part of n is in terms of 1 - u and that of u is not, so that neither cancels where it
 * counts. */
static void round_at_random(const spread *force, size_t count, wyrm_weighted *pairs)
{
    for (size_t i = 0; i + 1 < count; i++) {
        double n = force->first + (double)i;
        double a = fmax(force->low - n, 0.0), b = fmin(force->high - n, 1.0);
        if (b <= a)
            continue;
        double down = n * ((1.0 - a) + (1.0 - b)) + ((b + a) - 2.0 / 3.0 * (b * b + b * a + a * a));
        double up = n * (b + a) + 2.0 / 3.0 * (b * b + b * a + a * a);
        pairs[i].weight += share(force, a, b, fmax(down, 0.0));
        pairs[i + 1].weight += share(force, a, b, up);
    }
}

/* The exact distribution of the rounded value of D in [low, high], where the square of D is
 * uniform; low = high is the one value. *out is owned by the caller. */
static wyrm_status round_force(double low, double high, rounding how, wyrm_pmf **out,
                               wyrm_error *error)
{
    const spread force = {.low = low, .high = high, .first = floor(low)};
    *out = NULL;
    if (!(low >= 0.0 && low <= high && high <= FORCE_MAX))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "a force from %.6g to %.6g is not within 0 and %.6g", low, high,
                         FORCE_MAX);
    if (low == high && how == ROUND_RANDOM)
        return wyrm_pmf_round_random(low, 0, out, error);
    if (low == high)
        return wyrm_pmf_point((int64_t)floor(how == ROUND_NEAREST ? low + 0.5 : low), out, error);

    size_t count = (size_t)(floor(high) - force.first) + 2;
    wyrm_weighted *pairs = base_allocate(count * sizeof *pairs);
    if (!pairs)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < count; i++)
        pairs[i] = (wyrm_weighted){.value = (int64_t)force.first + (int64_t)i};
    if (how == ROUND_RANDOM)
        round_at_random(&force, count, pairs);
    else
        round_cells(&force, how == ROUND_NEAREST ? 0.5 : 0.0, count, pairs);
    wyrm_status status = wyrm_pmf_from_pairs(pairs, count, out, error);
    wyrm_free(pairs);
    return status;
}

/* ---- An attack worked out ---- */

/* Of what varies with fcoef both ends are kept. */
typedef struct attack {
    double chance;   /* to hit */
    double reaching; /* share of throws that fly as far as the other is; else 1 */
    double mass;     /* of what strikes */
    double multiplier;
    bool bladed;
    double fcoef_low, fcoef_high;       /* of the attacks that reach; NAN for a shot */
    double velocity_low, velocity_high; /* infinite for no mass */
    double momentum_low, momentum_high;
    double force_low, force_high;
    double armour;                  /* factor of the armour: 1 at armour class 0 */
    double damage_low, damage_high; /* of a hit, not yet rounded, without what a blade adds */
    double range;                   /* m, of a shot or the farthest throw */
    bool explodes, in_blast;        /* in_blast: near enough to where it goes off */
} attack;

/* v^2 = 2 a d with a = strength x fcoef / mass over d = 1 m, the 2 being part of fcoef. */
static double swing_velocity(double strength, double fcoef, double mass)
{
    double energy = strength * fcoef;
    if (mass > 0.0)
        return sqrt(energy / mass);
    return energy > 0.0 ? INFINITY : 0.0;
}

/* Momentum is mass x velocity, written so that a mass of 0 gives 0. */
static void swing(double strength, attack *out)
{
    out->velocity_low = swing_velocity(strength, out->fcoef_low, out->mass);
    out->velocity_high = swing_velocity(strength, out->fcoef_high, out->mass);
    out->momentum_low = sqrt(strength * out->fcoef_low * out->mass);
    out->momentum_high = sqrt(strength * out->fcoef_high * out->mass);
}

static void hold_weapon(const momentum *model, const double *stats, attack *out)
{
    out->mass = stats[WEAPON_MASS];
    out->multiplier = stats[BLUDGEON];
    out->bladed = stats[BLADED] > 0.0;
    out->fcoef_low = model->fcoef_min;
    out->fcoef_high = model->fcoef_max;
}

static wyrm_status plan_melee(const momentum *model, const wyrm_matchup *matchup, attack *out,
                              wyrm_error *error)
{
    const double *stats = matchup->attacker->stats;
    hold_weapon(model, stats, out);
    if (stats[WEAPON_MASS] == 0.0)
        out->mass = model->limb_share * stats[MASS];
    swing(stats[STRENGTH], out);
    return wyrm_combat_in_reach(matchup, stats[REACH], error);
}

static wyrm_status plan_shot(const momentum *model, const wyrm_matchup *matchup, attack *out,
                             wyrm_error *error)
{
    const double *stats = matchup->attacker->stats;
    out->mass = stats[AMMO_MASS];
    out->multiplier = stats[AMMO_BLUDGEON];
    out->bladed = stats[AMMO_BLADED] > 0.0;
    out->explodes = stats[AMMO_BLAST] > 0.0;
    out->fcoef_low = out->fcoef_high = NAN;
    out->range = stats[RANGE];
    if (out->range == 0.0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "'%s' has nothing to fire: its weapon has no range",
                         matchup->attacker->name);
    if (matchup->distance * model->tile > out->range)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "'%s' cannot fire at '%s' at %.6g tiles: its range is %.6g tiles",
                         matchup->attacker->name, matchup->defender->name, matchup->distance,
                         out->range / model->tile);
    out->velocity_low = out->velocity_high = out->range / model->flight_time;
    out->momentum_low = out->momentum_high = out->mass * out->velocity_low;
    return WYRM_OK;
}

static wyrm_status plan_throw(const momentum *model, const wyrm_matchup *matchup, attack *out,
                              wyrm_error *error)
{
    const double *stats = matchup->attacker->stats;
    const double strength = stats[STRENGTH], metres = matchup->distance * model->tile;
    hold_weapon(model, stats, out);
    out->explodes = stats[BLAST] > 0.0;
    if (out->mass == 0.0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' has nothing to throw",
                         matchup->attacker->name);
    double farthest = swing_velocity(strength, out->fcoef_high, out->mass) * model->flight_time;
    out->range = fmin(farthest, model->throw_range_max);
    if (metres > out->range)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "'%s' cannot throw at '%s' at %.6g tiles: it throws %.6g tiles at most",
                         matchup->attacker->name, matchup->defender->name, matchup->distance,
                         out->range / model->tile);
    /* A throw flies velocity x flight_time; only those with enough of fcoef fly as far as the other
     * is. */
    double needed = metres / model->flight_time, width = out->fcoef_high - out->fcoef_low;
    double fcoef = strength > 0.0 ? needed * needed * out->mass / strength : INFINITY;
    if (fcoef > out->fcoef_low && width != 0.0) {
        fcoef = fmin(fcoef, out->fcoef_high);
        out->reaching = (out->fcoef_high - fcoef) / width;
        out->fcoef_low = fcoef;
    }
    swing(strength, out);
    return WYRM_OK;
}

/* a ^ (AC ^ b), carried on through 0: 1 there, and above 1 or 1 below it. */
static double armour_factor(const momentum *model, double armour_class)
{
    if (armour_class > 0.0)
        return pow(model->a, pow(armour_class, model->b));
    if (armour_class < 0.0 && model->amplify)
        return pow(model->a, -pow(-armour_class, model->b));
    return 1.0;
}

/* WYRM_ERROR_ARGUMENT  too far away, nothing to fire or throw, more damage than FORCE_MAX */
static wyrm_status plan(const momentum *model, const wyrm_matchup *matchup, attack *out,
                        wyrm_error *error)
{
    static wyrm_status (*const planners[])(const momentum *, const wyrm_matchup *, attack *,
                                           wyrm_error *) = {[WYRM_ATTACK_MELEE] = plan_melee,
                                                            [WYRM_ATTACK_FIRED] = plan_shot,
                                                            [WYRM_ATTACK_THROWN] = plan_throw};
    const double *attacker = matchup->attacker->stats, *defender = matchup->defender->stats;
    double chance = (attacker[DEXTERITY] - defender[DEXTERITY]) / model->hit_span + model->hit_base;
    *out =
        (attack){.chance = fmin(fmax(chance, model->hit_least), model->hit_most), .reaching = 1.0};
    wyrm_status status = planners[matchup->attack](model, matchup, out, error);
    if (status == WYRM_OK)
        status = wyrm_combat_centred(matchup, out->explodes, error);
    if (status != WYRM_OK)
        return status;
    double radius = attacker[matchup->attack == WYRM_ATTACK_FIRED ? AMMO_BLAST : BLAST];
    out->in_blast = !out->explodes || matchup->off_centre <= radius;
    if (!out->in_blast)
        out->chance = 0.0;
    else if (out->explodes && !model->blast_dodged)
        out->chance = 1.0;
    out->force_low = out->momentum_low * out->multiplier;
    out->force_high = out->momentum_high * out->multiplier;
    out->armour = armour_factor(model, defender[ARMOUR_CLASS]);
    /* No force is no damage, whatever the armour would make of it. */
    out->damage_low = out->force_low > 0.0 ? out->force_low * out->armour : 0.0;
    out->damage_high = out->force_high > 0.0 ? out->force_high * out->armour : 0.0;
    double most = out->damage_high * (out->bladed ? 1.0 + model->bladed_extra : 1.0);
    if (most > FORCE_MAX)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "'%s' would do up to %.3g damage to '%s': at most %.0f can be told",
                         matchup->attacker->name, most, matchup->defender->name, FORCE_MAX);
    return WYRM_OK;
}

/* The distribution of the damage of a planned attack. */
static wyrm_status damage_of(const momentum *model, const attack *of, wyrm_pmf **out,
                             wyrm_error *error)
{
    wyrm_pmf *parts[3] = {NULL, NULL, NULL}; /* nothing, a hit, a hit with a blade that cuts */
    const double hits = of->chance * of->reaching;
    const double cuts = of->bladed ? model->bladed_chance : 0.0;
    const double blade = of->bladed ? 1.0 + model->bladed_extra : 1.0;
    const double weights[3] = {1.0 - hits, hits * (1.0 - cuts), hits * cuts};
    wyrm_status status = wyrm_pmf_point(0, &parts[0], error);
    if (status == WYRM_OK)
        status = round_force(of->damage_low, of->damage_high, model->rounding, &parts[1], error);
    if (status == WYRM_OK)
        status = round_force(of->damage_low * blade, of->damage_high * blade, model->rounding,
                             &parts[2], error);
    if (status == WYRM_OK)
        status = wyrm_pmf_mix((const wyrm_pmf *const *)parts, weights, 3, out, error);
    for (size_t i = 0; i < 3; i++)
        wyrm_pmf_free(parts[i]);
    return status;
}

static wyrm_status hit(const void *state, const wyrm_matchup *matchup, wyrm_pmf **damage,
                       wyrm_error *error)
{
    attack of;
    wyrm_status status = plan(state, matchup, &of, error);
    return status == WYRM_OK ? damage_of(state, &of, damage, error) : status;
}

/* ---- The same for people ---- */

#define NEWTON_SECONDS "newton seconds"
#define VELOCITY       "metres a second"

static void explain_chance(const momentum *model, const wyrm_matchup *matchup, const attack *of,
                           wyrm_explaining *to)
{
    if (!of->in_blast)
        wyrm_explain(to, "chance to hit", 0.0, "%", "%.6g tiles off the centre is out of the blast",
                     matchup->off_centre);
    else if (of->explodes && !model->blast_dodged)
        wyrm_explain(to, "chance to hit", 100.0 * of->chance, "%",
                     "an explosion hurts all in its radius");
    else
        wyrm_explain(to, "chance to hit", 100.0 * of->chance, "%",
                     "(%.6g - %.6g) / %.6g + %.6g, within %.6g and %.6g",
                     matchup->attacker->stats[DEXTERITY], matchup->defender->stats[DEXTERITY],
                     model->hit_span, model->hit_base, model->hit_least, model->hit_most);
}

static void explain_swing(const wyrm_matchup *matchup, const attack *of, wyrm_explaining *to)
{
    const double strength = matchup->attacker->stats[STRENGTH];
    const struct {
        const char *velocity_label, *momentum_label;
        double fcoef, velocity, momentum;
    } ends[] = {{"velocity at least", "momentum at least", of->fcoef_low, of->velocity_low,
                 of->momentum_low},
                {"velocity at most", "momentum at most", of->fcoef_high, of->velocity_high,
                 of->momentum_high}};
    wyrm_explain_given(to, "strength", strength, "strength");
    for (int i = 0; i < 2; i++) {
        wyrm_explain(to, ends[i].velocity_label, ends[i].velocity, VELOCITY,
                     "sqrt(%.6g strength x fcoef %.6g / %.6g kilograms x 1 metre)", strength,
                     ends[i].fcoef, of->mass);
        wyrm_explain(to, ends[i].momentum_label, ends[i].momentum, NEWTON_SECONDS,
                     "%.6g kilograms x %.6g metres a second", of->mass, ends[i].velocity);
    }
}

static void explain_throw(const momentum *model, const wyrm_matchup *matchup, const attack *of,
                          wyrm_explaining *to)
{
    wyrm_explain(to, "farthest throw", of->range, "metres",
                 "min(%.6g, %.6g metres a second x %.6g seconds)", model->throw_range_max,
                 of->velocity_high, model->flight_time);
    if (of->velocity_high > 0.0 && of->reaching < 1.0)
        wyrm_explain(to, "throws that fly far enough", 100.0 * of->reaching, "%",
                     "%.6g tiles x %.6g metres need fcoef %.6g or more", matchup->distance,
                     model->tile, of->fcoef_low);
}

static void explain_shot(const momentum *model, const attack *of, wyrm_explaining *to)
{
    wyrm_explain_given(to, "range", of->range, "metres");
    wyrm_explain_given(to, "time of flight of this ruleset", model->flight_time, "seconds");
    wyrm_explain(to, "velocity", of->velocity_low, VELOCITY, "%.6g metres / %.6g seconds",
                 of->range, model->flight_time);
    wyrm_explain(to, "momentum", of->momentum_low, NEWTON_SECONDS,
                 "%.6g kilograms x %.6g metres / %.6g seconds", of->mass, of->range,
                 model->flight_time);
}

/* Beside the ruleset's time of flight the one that a fall really takes: the force is as much
 * greater as the time is shorter. */
static void explain_right_time(const momentum *model, const attack *of, wyrm_explaining *to)
{
    double fall = sqrt(2.0 * model->fall_height / model->gravity);
    double right = of->mass * of->range / fall;
    wyrm_explain(to, "physically right time of flight", fall, "seconds",
                 "sqrt(2 x %.6g metres / %.6g metres a second squared)", model->fall_height,
                 model->gravity);
    wyrm_explain(to, "momentum with that time", right, NEWTON_SECONDS,
                 "%.6g kilograms x %.6g metres / %.6g seconds", of->mass, of->range, fall);
    wyrm_explain(to, "force of impact with that time", right * of->multiplier, NEWTON_SECONDS,
                 "%.6g newton seconds x bludgeon multiplier %.6g", right, of->multiplier);
}

static void explain_force(const attack *of, wyrm_explaining *to)
{
    bool varies = of->force_high > of->force_low;
    wyrm_explain(to, varies ? "force of impact at least" : "force of impact", of->force_low,
                 NEWTON_SECONDS, "%.6g newton seconds x bludgeon multiplier %.6g", of->momentum_low,
                 of->multiplier);
    if (varies)
        wyrm_explain(to, "force of impact at most", of->force_high, NEWTON_SECONDS,
                     "%.6g newton seconds x bludgeon multiplier %.6g", of->momentum_high,
                     of->multiplier);
}

static void explain_armour(const momentum *model, double armour_class, double factor,
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

static void explain_damage(const momentum *model, const attack *of, wyrm_explaining *to)
{
    static const char *const units[] = {"hit points, rounded at random", "hit points, rounded down",
                                        "hit points, rounded to the nearest"};
    const char *unit = units[model->rounding];
    bool varies = of->damage_high > of->damage_low;
    if (varies)
        wyrm_explain(to, "damage of a hit at least", of->damage_low, unit, "%.6g x %.6g",
                     of->force_low, of->armour);
    wyrm_explain(to, varies ? "damage of a hit at most" : "damage of a hit", of->damage_high, unit,
                 "%.6g x %.6g", of->force_high, of->armour);
    if (of->bladed)
        wyrm_explain(to, "extra damage of the blade at most", of->damage_high * model->bladed_extra,
                     "hit points", "%.6g x %.6g, in %.4g %% of hits", of->damage_high,
                     model->bladed_extra, 100.0 * model->bladed_chance);
}

static size_t explain(const void *state, const wyrm_matchup *matchup, wyrm_step *steps)
{
    const momentum *model = state;
    const double *stats = matchup->attacker->stats;
    const bool fired = matchup->attack == WYRM_ATTACK_FIRED;
    wyrm_explaining to = {.steps = steps};
    attack of;
    if (plan(model, matchup, &of, NULL) != WYRM_OK)
        return 0;
    explain_chance(model, matchup, &of, &to);
    if (matchup->attack == WYRM_ATTACK_MELEE && stats[WEAPON_MASS] == 0.0)
        wyrm_explain(&to, "mass that strikes", of.mass, "kilograms",
                     "%.6g of a body of %.6g kilograms", model->limb_share, stats[MASS]);
    else
        wyrm_explain_given(&to, "mass that strikes", of.mass, "kilograms");
    if (fired)
        explain_shot(model, &of, &to);
    else
        explain_swing(matchup, &of, &to);
    if (matchup->attack == WYRM_ATTACK_THROWN)
        explain_throw(model, matchup, &of, &to);
    explain_force(&of, &to);
    if (fired)
        explain_right_time(model, &of, &to);
    explain_armour(model, matchup->defender->stats[ARMOUR_CLASS], of.armour, &to);
    explain_damage(model, &of, &to);
    wyrm_pmf *damage;
    if (damage_of(model, &of, &damage, NULL) == WYRM_OK) {
        wyrm_explain_mean(&to, damage);
        wyrm_pmf_free(damage);
    }
    return to.count;
}

const wyrm_combat_model wyrm_combat_momentum = {
    .model = {.name = "momentum",
              .summary = "dexterity hits, and the momentum of what strikes hurts",
              .parameters = parameter_rows,
              .extensions = extensions},
    .stats = stats_rows,
    .make = make,
    .hit = hit,
    .explain = explain,
    .read = read,
    .equip = equip,
};
