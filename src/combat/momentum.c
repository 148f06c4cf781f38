/* Combat by momentum (Bob and Trev: Resurrection): dexterity decides whether an attack hits, the
 * momentum of what strikes how much it hurts, and armour takes an ever greater part of that.
 * Strength swings a mass over a metre, with a factor that is drawn evenly for every blow: momentum
 * therefore grows with the square root of that factor, and so does the damage. Its distribution has
 * a closed form, which is what makes an attack exact here. Units: kilogram, metre, second, newton
 * second; a force of impact is a momentum times a multiplier and counts in hit points. */
#include "combat/internal.h"
#include <stdio.h>

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
 * nearest (halves up). In the order of `roundings`. */
typedef enum rounding { ROUND_RANDOM, ROUND_FLOOR, ROUND_NEAREST } rounding;

/* The parameters of the section. */
typedef struct momentum {
    double hit_base, hit_span, hit_least, hit_most;
    double fcoef[2];   /* newtons for a point of strength, the 2 of v^2 = 2 a d included */
    double limb_share; /* part of the body's mass that strikes without a weapon */
    double a, b;
    bool amplify; /* armour below 0 raises the damage */
    double bladed_chance, bladed_extra;
    rounding rounding;
    double flight_time, fall_height, gravity; /* s, m, m/s^2 */
    double tile;                              /* m */
    double throw_range_max;                   /* m */
    bool blast_dodged;                        /* a target inside a blast may still be missed */
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
    [STRENGTH] = {.name = "strength", .greatest = STRENGTH_MAX, .default_value = 10.0,
     .unit = "strength", .summary = "how hard it swings and throws", .side = WYRM_STAT_ATTACKER},
    [DEXTERITY] = {.name = "dexterity", .least = -SKILL_MAX, .greatest = SKILL_MAX,
     .default_value = 10.0, .summary = "how well it hits and dodges, gear included",
     .scaling = WYRM_SCALING_TO_HIT},
    [ARMOUR_CLASS] = {.name = "armour_class", .least = -CLASS_MAX, .greatest = CLASS_MAX,
     .summary = "armour, gear included: 0 lets all through, below 0 it is cursed",
     .side = WYRM_STAT_DEFENDER},
    [MASS] = {.name = "mass", .greatest = MASS_MAX, .default_value = 70.0, .unit = "kilograms",
     .summary = "its body", .side = WYRM_STAT_ATTACKER},
    [WEAPON_MASS] = {.name = "weapon_mass", .greatest = MASS_MAX, .unit = "kilograms",
     .summary = "what it holds; 0: nothing, it strikes with a limb", .side = WYRM_STAT_ATTACKER},
    [BLUDGEON] = {.name = "bludgeon", .greatest = FACTOR_MAX, .default_value = 1.0,
     .summary = "multiplier of the momentum of a blow or throw", .side = WYRM_STAT_ATTACKER},
    [REACH] = {.name = "reach", .greatest = TILES_MAX, .default_value = 1.0, .unit = "tiles",
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
    [AMMO_BLUDGEON] = {.name = "ammo_bludgeon", .greatest = FACTOR_MAX, .default_value = 1.0,
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
     .default_value = "0.5", .summary = "chance to hit at equal dexterity", .source = ARTICLE},
    {.name = "hit_span", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = SKILL_MAX,
     .default_value = "10",
     .summary = "difference of dexterity worth a whole chance; chance = difference / hit_span + "
                "hit_base",
     .source = ARTICLE},
    {.name = "hit_clamp", .kind = WYRM_KIND_INTERVAL, .least = 0.0, .greatest = 1.0,
     .default_value = "[0, 1]", .summary = "least and greatest chance",
     .source = ARTICLE},
    {.name = "fcoef", .kind = WYRM_KIND_INTERVAL, .least = 0.0, .greatest = 1e6,
     .default_value = "[10, 30]", .unit = "newtons",
     .summary = "worth of a point of strength, drawn evenly for each blow; momentum = "
                "sqrt(strength x fcoef x mass)", .source = ARTICLE},
    {.name = "limb_share", .kind = WYRM_KIND_REAL, .greatest = 1.0, .default_value = "0.01",
     .summary = "share of its mass that a creature strikes with where it holds nothing"},
    {.name = "a", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = 1.0, .default_value = "0.95",
     .summary = "armour lets a ^ (armour_class ^ b) of the force through", .source = ARTICLE},
    {.name = "b", .kind = WYRM_KIND_REAL, .least = 0.01, .greatest = 10.0, .default_value = "1.3",
     .summary = "the higher, the less the first points of armour do; and the more the later",
     .source = ARTICLE},
    {.name = "negative_ac", .kind = WYRM_KIND_CHOICE, .default_value = "amplify", .choices = negatives,
     .summary = "armour class below 0 raises damage or lets the full force through; raises it by a "
                "^ -(|armour_class| ^ b)", .source = ARTICLE},
    {.name = "bladed_chance", .kind = WYRM_KIND_RATIO, .greatest = 1.0, .default_value = "1/4",
     .summary = "chance that a bladed hit cuts", .source = ARTICLE},
    {.name = "bladed_extra", .kind = WYRM_KIND_REAL, .greatest = 100.0, .default_value = "0.5",
     .summary = "extra damage of a cut, as a share of damage", .source = ARTICLE},
    {.name = "rounding", .kind = WYRM_KIND_CHOICE, .default_value = "random", .choices = roundings,
     .summary = "how damage becomes whole: at random by its fraction, down, or to the nearest; at "
                "random is up with the probability of the fraction"},
    {.name = "flight_time", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = 1000.0,
     .default_value = "2.23", .unit = "seconds",
     .summary = "flight of what is fired or thrown: momentum = mass x range / flight_time; a fall "
                "of 1 metre takes 0.447, the article has 2.23",
     .source = ARTICLE},
    {.name = "fall_height", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = 1000.0,
     .default_value = "1", .unit = "metres",
     .summary = "how deep it falls meanwhile; only for the physically right time in explanations",
     .source = ARTICLE},
    {.name = "gravity", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = 1000.0,
     .default_value = "10", .unit = "metres a second squared",
     .summary = "how fast it falls; only for the physically right time in explanations",
     .source = ARTICLE},
    {.name = "tile", .kind = WYRM_KIND_REAL, .least = 0.01, .greatest = 100.0, .default_value = "1",
     .unit = "metres", .summary = "side of a tile"},
    {.name = "throw_range_max", .kind = WYRM_KIND_REAL, .greatest = METRES_MAX, .default_value = "10",
     .unit = "metres", .summary = "nothing is thrown farther"},
    {.name = "blast_dodged", .kind = WYRM_KIND_BOOL, .default_value = "false",
     .summary = "explosions hit by the chance to hit, else for certain"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

#define REAL_ROW(key, from, to, of, sentence)                                                      \
    WYRM_ROW(key, REAL, .least = from, .greatest = to, .unit = of, .summary = sentence)
#define OWN_ROW(key, from, to, value, of, sentence)                                                \
    WYRM_ROW(key, REAL, .least = from, .greatest = to, .default_value = value, .unit = of,         \
             .summary = sentence)
#define FLAG_ROW(key, sentence) WYRM_ROW(key, BOOL, .default_value = "false", .summary = sentence)

static const wyrm_field creature_rows[] = {
    COMBAT_CREATURE_ROWS,
    REAL_ROW("strength", 0.0, STRENGTH_MAX, NULL, "how hard it swings and throws, else 10"),
    REAL_ROW("dexterity", -SKILL_MAX, SKILL_MAX, NULL, "how well it hits and dodges, else 10"),
    REAL_ROW("armour_class", -CLASS_MAX, CLASS_MAX, NULL,
             "armour of its own, else 0; which lets all through"),
    REAL_ROW("mass", 0.0, MASS_MAX, "kilograms", "its body, else 70"),
    REAL_ROW("bludgeon", 0.0, FACTOR_MAX, NULL, "factor of its own blows' momentum, else 1"),
    REAL_ROW("reach", 0.0, TILES_MAX, "tiles", "how far it strikes by itself, else 1"),
    {.name = "bladed", .kind = WYRM_KIND_BOOL, .summary = "its own blows cut"},
    {.kind = WYRM_KIND_END},
};
static const wyrm_field variant_rows[] = {
    REAL_ROW("strength", -STRENGTH_MAX, STRENGTH_MAX, NULL, "added to its strength"),
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
            "factor of its momentum: hard or sharp above 1, floppy below"),
    OWN_ROW("reach", 0.0, TILES_MAX, "1", "tiles", "how far it strikes; with its cord"),
    FLAG_ROW("bladed", "its hits may cut"),
    OWN_ROW("blast", 0.0, TILES_MAX, "0", "tiles",
            "radius of its explosion when thrown, 0: none"),
    OWN_ROW("range", 0.0, METRES_MAX, "0", "metres", "how far it fires, 0: not at all"),
    OWN_ROW("ammo_mass", 0.0, MASS_MAX, "0", "kilograms", "one piece of what it fires"),
    OWN_ROW("ammo_bludgeon", 0.0, FACTOR_MAX, "1", NULL,
            "factor of the momentum of what it fires"),
    FLAG_ROW("ammo_bladed", "what it fires may cut"),
    OWN_ROW("ammo_blast", 0.0, TILES_MAX, "0", "tiles",
            "radius of the explosion of what it fires, 0: none"),
    OWN_ROW("dexterity", -SKILL_MAX, SKILL_MAX, "0", NULL, "added to the wielder's dexterity"),
    COMBAT_HANDS_ROW,
    {.kind = WYRM_KIND_END},
};
/* clang-format on */
static const wyrm_field armor_rows[] = {
    COMBAT_SLOT_ROW,
    OWN_ROW("armour_class", -CLASS_MAX, CLASS_MAX, "0", NULL,
            "added to the wearer's armour class; below 0 if cursed"),
    OWN_ROW("dexterity", -SKILL_MAX, SKILL_MAX, "0", NULL, "added to the wearer's dexterity"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_extension extensions[] = {
    {"player", creature_rows}, {"monsters", creature_rows}, {"variants", variant_rows},
    {"weapons", weapon_rows},  {"armors", armor_rows},      {NULL, NULL},
};

/* ---- Reading a ruleset ---- */

/* Reads a number, or a flag as 0 or 1. */
static double number_at(const wyrm_value *record, const char *key)
{
    const wyrm_value *value = wyrm_value_get(record, key);
    return wyrm_value_kind(value) == WYRM_KIND_BOOL ? (double)wyrm_value_bool(value)
                                                    : wyrm_value_real(value);
}

/* A weapon replaces what its wielder strikes with; what else gear says is added. */
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

static void *make(rs_opening *o)
{
    momentum *model = base_new(o->arena, momentum);
    const wyrm_value *clamp = wyrm_value_get(o->section, "hit_clamp");
    const wyrm_value *fcoef = wyrm_value_get(o->section, "fcoef");
    *model = (momentum){
        .hit_base = key_real(o->section, "hit_base"),
        .hit_span = key_real(o->section, "hit_span"),
        .hit_least = wyrm_value_low(clamp),
        .hit_most = wyrm_value_high(clamp),
        .fcoef = {wyrm_value_low(fcoef), wyrm_value_high(fcoef)},
        .limb_share = key_real(o->section, "limb_share"),
        .a = key_real(o->section, "a"),
        .b = key_real(o->section, "b"),
        .amplify = key_choice(o->section, "negative_ac") == 0,
        .bladed_chance = key_real(o->section, "bladed_chance"),
        .bladed_extra = key_real(o->section, "bladed_extra"),
        .rounding = (rounding)key_choice(o->section, "rounding"),
        .flight_time = key_real(o->section, "flight_time"),
        .fall_height = key_real(o->section, "fall_height"),
        .gravity = key_real(o->section, "gravity"),
        .tile = key_real(o->section, "tile"),
        .throw_range_max = key_real(o->section, "throw_range_max"),
        .blast_dodged = key_flag(o->section, "blast_dodged"),
    };
    return model;
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

/* Returns the integral of f(D) 2 D / (high^2 - low^2) over [from, to], given that of 2 D f(D) / (to
 * - from). */
static double share(const spread *force, double from, double to, double inner)
{
    return (to - from) / (force->high - force->low) * inner / (force->high + force->low);
}

/* Makes the exact distribution of the rounded value of D in [low, high], where the square of D is
 * uniform; low = high is the one value.
 *
 * Rounded down or to the nearest, n gets the D in [n - shift, n + 1 - shift], with a shift of 0 or
 * 1/2. Rounded at random, each D in [n + a, n + b] goes up with the probability u = D - n and down
 * with 1 - u. The part of `down` that grows with n is written in terms of 1 - u, the rest in u, so
 * that neither cancels where it counts. */
static wyrm_status round_force(base_arena *arena, double low, double high, rounding how,
                               wyrm_pmf **out)
{
    const spread force = {.low = low, .high = high, .first = floor(low)};
    if (!(low >= 0.0 && low <= high && high <= FORCE_MAX))
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "a force from %.6g to %.6g is not within 0 and %.6g", low, high, FORCE_MAX);
    if (low == high && how == ROUND_RANDOM)
        return wyrm_pmf_round_random(low, 0, out, &arena->error);
    const double shift = how == ROUND_NEAREST ? 0.5 : 0.0;
    if (low == high)
        return wyrm_pmf_point((int64_t)floor(low + shift), out, &arena->error);
    size_t count = (size_t)(floor(high) - force.first) + 2;
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, count);
    for (size_t i = 0; i < count; i++) {
        const double n = force.first + (double)i;
        pairs[i].value = (int64_t)force.first + (int64_t)i;
        if (how != ROUND_RANDOM) {
            double from = fmax(low, n - shift), to = fmin(high, n + 1.0 - shift);
            if (to > from)
                pairs[i].weight = share(&force, from, to, to + from);
            continue;
        }
        double a = fmax(low - n, 0.0), b = fmin(high - n, 1.0);
        if (i + 1 == count || b <= a)
            continue;
        double down = n * ((1.0 - a) + (1.0 - b)) + ((b + a) - 2.0 / 3.0 * (b * b + b * a + a * a));
        double up = n * (b + a) + 2.0 / 3.0 * (b * b + b * a + a * a);
        pairs[i].weight += share(&force, a, b, fmax(down, 0.0));
        pairs[i + 1].weight += share(&force, a, b, up);
    }
    return wyrm_pmf_from_pairs(pairs, count, out, &arena->error);
}

/* ---- An attack ---- */

#define NEWTON_SECONDS "newton seconds"
#define VELOCITY       "metres a second"

/* An attack as it strikes. What varies with fcoef has a value for both ends. */
typedef struct blow {
    double mass, multiplier;
    double blast; /* radius of its explosion, tiles; 0: it does not explode */
    bool bladed;
    double range;                    /* m, of a shot or the farthest throw */
    double reaching;                 /* share of throws that fly as far as the target is; else 1 */
    double fcoef[2];                 /* range of fcoef in attacks that reach */
    double velocity[2], momentum[2]; /* velocity is infinite for no mass */
} blow;

/* v^2 = 2 a d with a = strength x fcoef / mass over d = 1 m, the 2 being part of fcoef. */
static double swing_velocity(double strength, double fcoef, double mass)
{
    double energy = strength * fcoef;
    if (mass > 0.0)
        return sqrt(energy / mass);
    return energy > 0.0 ? INFINITY : 0.0;
}

static blow aim(const combat_attack *of, const momentum *model)
{
    const double *own = of->attacker;
    const wyrm_matchup *matchup = of->matchup;
    const wyrm_attack_kind kind = matchup->attack;
    blow out = {.reaching = 1.0};
    if (kind == WYRM_ATTACK_FIRED) { /* as fast as its range implies */
        out.mass = own[AMMO_MASS];
        out.multiplier = own[AMMO_BLUDGEON];
        out.bladed = own[AMMO_BLADED] > 0.0;
        out.blast = own[AMMO_BLAST];
        out.range = of->attacker[RANGE];
        if (out.range == 0.0)
            base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                        "'%s' has nothing to fire: its weapon has no range",
                        matchup->attacker->name);
        if (matchup->distance * model->tile > out.range)
            base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                        "'%s' cannot fire at '%s' at %.6g tiles: its range is %.6g tiles",
                        matchup->attacker->name, matchup->defender->name, matchup->distance,
                        out.range / model->tile);
        out.velocity[0] = out.velocity[1] = out.range / model->flight_time;
        out.momentum[0] = out.momentum[1] = out.mass * out.velocity[0];
        return out;
    }
    out.mass = own[WEAPON_MASS];
    out.multiplier = own[BLUDGEON];
    out.bladed = own[BLADED] > 0.0;
    out.fcoef[0] = model->fcoef[0];
    out.fcoef[1] = model->fcoef[1];
    if (kind == WYRM_ATTACK_THROWN) {
        out.blast = own[BLAST];
        /* It flies velocity x flight_time: only throws with enough of fcoef reach the target. */
        const double strength = own[STRENGTH], metres = matchup->distance * model->tile;
        if (out.mass == 0.0)
            base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "'%s' has nothing to throw",
                        matchup->attacker->name);
        double farthest = swing_velocity(strength, out.fcoef[1], out.mass) * model->flight_time;
        out.range = fmin(farthest, model->throw_range_max);
        if (metres > out.range)
            base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                        "'%s' cannot throw at '%s' at %.6g tiles: it throws %.6g tiles at most",
                        matchup->attacker->name, matchup->defender->name, matchup->distance,
                        out.range / model->tile);
        double needed = metres / model->flight_time, width = out.fcoef[1] - out.fcoef[0];
        double fcoef = strength > 0.0 ? needed * needed * out.mass / strength : INFINITY;
        if (fcoef > out.fcoef[0] && width != 0.0) {
            fcoef = fmin(fcoef, out.fcoef[1]);
            out.reaching = (out.fcoef[1] - fcoef) / width;
            out.fcoef[0] = fcoef;
        }
    } else {
        combat_must_reach(of, own[REACH]);
        if (out.mass == 0.0)
            out.mass = model->limb_share * own[MASS];
    }
    /* Momentum is mass x velocity, written so that a mass of 0 gives 0. */
    for (int end = 0; end < 2; end++) {
        out.velocity[end] = swing_velocity(own[STRENGTH], out.fcoef[end], out.mass);
        out.momentum[end] = sqrt(own[STRENGTH] * out.fcoef[end] * out.mass);
    }
    return out;
}

/* Returns the chance to hit: by dexterity, or 1 in the radius of an explosion that cannot be
 * dodged. */
static double find_chance(combat_attack *of, const momentum *model, const blow *with)
{
    const double own = of->attacker[DEXTERITY], other = of->defender[DEXTERITY];
    const double off_centre = of->matchup->off_centre;
    combat_must_centre(of, with->blast > 0.0);
    if (with->blast > 0.0 && off_centre > with->blast) {
        combat_step(of, "chance to hit", 0.0, "%", "%.6g tiles off the centre is out of the blast",
                    off_centre);
        return 0.0;
    }
    if (with->blast > 0.0 && !model->blast_dodged) {
        combat_step(of, "chance to hit", 100.0, "%", "an explosion hurts all in its radius");
        return 1.0;
    }
    double chance = (own - other) / model->hit_span + model->hit_base;
    chance = fmin(fmax(chance, model->hit_least), model->hit_most);
    combat_step(of, "chance to hit", 100.0 * chance, "%",
                "(%.6g - %.6g) / %.6g + %.6g, within %.6g and %.6g", own, other, model->hit_span,
                model->hit_base, model->hit_least, model->hit_most);
    return chance;
}

/* ---- Steps that only an explanation needs ---- */

static void explain_swing(combat_attack *of, const momentum *model, const blow *with)
{
    static const char *const velocities[] = {"velocity at least", "velocity at most"};
    static const char *const momenta[] = {"momentum at least", "momentum at most"};
    const double strength = of->attacker[STRENGTH];
    combat_given(of, "strength", strength, "strength");
    for (int end = 0; end < 2; end++) {
        combat_step(of, velocities[end], with->velocity[end], VELOCITY,
                    "sqrt(%.6g strength x fcoef %.6g / %.6g kilograms x 1 metre)", strength,
                    with->fcoef[end], with->mass);
        combat_step(of, momenta[end], with->momentum[end], NEWTON_SECONDS,
                    "%.6g kilograms x %.6g metres a second", with->mass, with->velocity[end]);
    }
    if (of->matchup->attack != WYRM_ATTACK_THROWN)
        return;
    combat_step(of, "farthest throw", with->range, "metres",
                "min(%.6g, %.6g metres a second x %.6g seconds)", model->throw_range_max,
                with->velocity[1], model->flight_time);
    if (with->velocity[1] > 0.0 && with->reaching < 1.0)
        combat_step(of, "throws that fly far enough", 100.0 * with->reaching, "%",
                    "%.6g tiles x %.6g metres need fcoef %.6g or more", of->matchup->distance,
                    model->tile, with->fcoef[0]);
}

static void explain_shot(combat_attack *of, const momentum *model, const blow *with)
{
    combat_given(of, "range", with->range, "metres");
    combat_given(of, "time of flight of this ruleset", model->flight_time, "seconds");
    combat_step(of, "velocity", with->velocity[0], VELOCITY, "%.6g metres / %.6g seconds",
                with->range, model->flight_time);
    combat_step(of, "momentum", with->momentum[0], NEWTON_SECONDS,
                "%.6g kilograms x %.6g metres / %.6g seconds", with->mass, with->range,
                model->flight_time);
}

/* Adds the time that a fall really takes, beside the ruleset's time of flight: the force is as much
 * greater as the time is shorter. */
static void explain_right_time(combat_attack *of, const momentum *model, const blow *with)
{
    double fall = sqrt(2.0 * model->fall_height / model->gravity);
    double right = with->mass * with->range / fall;
    combat_step(of, "physically right time of flight", fall, "seconds",
                "sqrt(2 x %.6g metres / %.6g metres a second squared)", model->fall_height,
                model->gravity);
    combat_step(of, "momentum with that time", right, NEWTON_SECONDS,
                "%.6g kilograms x %.6g metres / %.6g seconds", with->mass, with->range, fall);
    combat_step(of, "force of impact with that time", right * with->multiplier, NEWTON_SECONDS,
                "%.6g newton seconds x bludgeon multiplier %.6g", right, with->multiplier);
}

/* Adds a step for a value at both ends, or one if they are equal. */
static void explain_ends(combat_attack *of, const char *label, const double ends[2],
                         const char *unit, const char *format, const double first[2], double second)
{
    bool varies = ends[1] > ends[0];
    for (int end = !varies; end < 2 && of->steps; end++) {
        char name[48], formula[112];
        snprintf(name, sizeof name, "%s%s", label,
                 !varies    ? ""
                 : end == 0 ? " at least"
                            : " at most");
        snprintf(formula, sizeof formula, "%.6g %s %.6g", first[end], format, second);
        combat_step(of, name, ends[end], unit, "%s", formula);
    }
}

static wyrm_pmf *hit(combat_attack *of)
{
    static const char *const units[] = {"hit points, rounded at random", "hit points, rounded down",
                                        "hit points, rounded to the nearest"};
    static const char through[] = "part that the armour lets through";
    const momentum *model = of->state;
    const wyrm_matchup *matchup = of->matchup;
    const bool fired = matchup->attack == WYRM_ATTACK_FIRED;
    const blow with = aim(of, model);
    const double chance = find_chance(of, model, &with);
    if (matchup->attack == WYRM_ATTACK_MELEE && of->attacker[WEAPON_MASS] == 0.0)
        combat_step(of, "mass that strikes", with.mass, "kilograms",
                    "%.6g of a body of %.6g kilograms", model->limb_share, of->attacker[MASS]);
    else
        combat_given(of, "mass that strikes", with.mass, "kilograms");
    (fired ? explain_shot : explain_swing)(of, model, &with);
    double force[2], damage[2];
    for (int end = 0; end < 2; end++)
        force[end] = with.momentum[end] * with.multiplier;
    explain_ends(of, "force of impact", force, NEWTON_SECONDS,
                 "newton seconds x bludgeon multiplier", with.momentum, with.multiplier);
    if (fired)
        explain_right_time(of, model, &with);
    /* a ^ (AC ^ b), continued through 0: it is 1 there, and below 0 above 1, or 1 without
     * amplify. */
    const double class = of->defender[ARMOUR_CLASS], power = pow(fabs(class), model->b);
    const bool lets_all = class == 0.0 || (class < 0.0 && !model->amplify);
    const double armour = lets_all ? 1.0 : pow(model->a, class > 0.0 ? power : -power);
    combat_given(of, "armour class", class, "");
    if (lets_all)
        combat_step(of, through, 1.0, "", "all of it at armour class 0%s",
                    model->amplify ? "" : " and below");
    else
        combat_step(of, through, armour, "", "%.6g ^ %s(%.6g ^ %.6g)", model->a,
                    class > 0.0 ? "" : "-", fabs(class), model->b);
    /* Without force there is no damage, whatever the armour would make of it. */
    for (int end = 0; end < 2; end++)
        damage[end] = force[end] > 0.0 ? force[end] * armour : 0.0;
    explain_ends(of, "damage of a hit", damage, units[model->rounding], "x", force, armour);
    const double extra = with.bladed ? model->bladed_extra : 0.0, blade = 1.0 + extra;
    if (with.bladed)
        combat_step(of, "extra damage of the blade at most", damage[1] * extra, "hit points",
                    "%.6g x %.6g, in %.4g %% of hits", damage[1], extra,
                    100.0 * model->bladed_chance);
    if (damage[1] * blade > FORCE_MAX)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "'%s' would do up to %.3g damage to '%s': at most %.0f can be told",
                    matchup->attacker->name, damage[1] * blade, matchup->defender->name, FORCE_MAX);
    wyrm_pmf *miss, *plain, *cut, *out;
    base_arena *arena = of->arena;
    const rounding how = model->rounding;
    const double hits = chance * with.reaching, cuts = with.bladed ? model->bladed_chance : 0.0;
    const double weights[] = {1.0 - hits, hits * (1.0 - cuts), hits * cuts};
    combat_keep(of, wyrm_pmf_point(0, &miss, &arena->error), &miss);
    combat_keep(of, round_force(arena, damage[0], damage[1], how, &plain), &plain);
    combat_keep(of, round_force(arena, damage[0] * blade, damage[1] * blade, how, &cut), &cut);
    const wyrm_pmf *const parts[] = {miss, plain, cut};
    base_must(arena, wyrm_pmf_mix(parts, weights, 3, &out, &arena->error));
    return out;
}

const combat_model combat_momentum_model = {
    .model = {.name = "momentum",
              .summary = "dexterity hits, and the momentum of what strikes hurts",
              .parameters = parameter_rows,
              .extensions = extensions},
    .stats = stats_rows,
    .make = make,
    .hit = hit,
    .equip = equip,
};
