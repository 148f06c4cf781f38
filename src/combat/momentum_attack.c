/* The physics of an attack (Bob and Trev: Resurrection): who is hit, with which force, and what the
 * armour leaves of it. */
#include "base/arena.h"
#include "combat/internal.h"

#include <math.h>

/* ---- force ----
 *
 * Whole hit points out of a force: its distribution function is (D^2 - low^2) / (high^2 - low^2),
 * so each whole number gets its probability in closed form. */

/* Where the force is spread: differences are divided before they are multiplied, so that nothing
 * leaves the range of a double however small it all is. */
typedef struct spread {
    double low, high;
    double width; /* high - low, above 0 */
    double sum;   /* high + low */
} spread;

/* Integral of 2 D / (high^2 - low^2) over [from, to]. */
static double force_mass(const spread *force, double from, double to)
{
    return (to - from) / force->width * (to + from) / force->sum;
}

/* Whole numbers below the values of [n - shift, n + 1 - shift]: with a shift of 1/2 the nearest. */
static void round_cells(const spread *force, double first, double shift, size_t count,
                        wyrm_weighted *pairs)
{
    for (size_t i = 0; i < count; i++) {
        double from = fmax(force->low, first + (double)i - shift);
        double to = fmin(force->high, first + (double)i + 1.0 - shift);
        if (to > from)
            pairs[i].weight = force_mass(force, from, to);
    }
}

/* The part of a whole cell [n, n + 1] that is spread over, as offsets from n. */
typedef struct cell {
    double n, from, to;
} cell;

/* Integral of 2 (n + u) u / (high^2 - low^2) over the cell: what is rounded up. */
static double mass_up(const spread *force, cell part)
{
    double a = part.from, b = part.to;
    double inner = part.n * (b + a) + 2.0 / 3.0 * (b * b + b * a + a * a);
    return (b - a) / force->width * inner / force->sum;
}

/* The same with the weight 1 - u: what is rounded down. The part of n is in terms of 1 - u and that
 * of u is not, so that neither cancels where it counts. */
static double mass_down(const spread *force, cell part)
{
    double a = part.from, b = part.to;
    double inner =
        part.n * ((1.0 - a) + (1.0 - b)) + ((b + a) - 2.0 / 3.0 * (b * b + b * a + a * a));
    return (b - a) / force->width * fmax(inner, 0.0) / force->sum;
}

static void round_random(const spread *force, double first, size_t count, wyrm_weighted *pairs)
{
    for (size_t i = 0; i + 1 < count; i++) {
        double n = first + (double)i;
        cell part = {n, fmax(force->low - n, 0.0), fmin(force->high - n, 1.0)};
        if (part.to <= part.from)
            continue;
        pairs[i].weight += mass_down(force, part);
        pairs[i + 1].weight += mass_up(force, part);
    }
}

static wyrm_status round_spread(const spread *force, wyrm_force_rounding rounding, wyrm_pmf **out,
                                wyrm_error *error)
{
    double first = floor(force->low);
    size_t count = (size_t)(floor(force->high) - first) + 2;
    wyrm_weighted *pairs = base_allocate(count * sizeof *pairs);
    if (!pairs)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the damage of an attack");
    for (size_t i = 0; i < count; i++)
        pairs[i] = (wyrm_weighted){.value = (int64_t)first + (int64_t)i};
    if (rounding == WYRM_FORCE_RANDOM)
        round_random(force, first, count, pairs);
    else
        round_cells(force, first, rounding == WYRM_FORCE_NEAREST ? 0.5 : 0.0, count, pairs);
    wyrm_status status = wyrm_pmf_from_pairs(pairs, count, out, error);
    wyrm_free(pairs);
    return status;
}

static wyrm_status round_point(double value, wyrm_force_rounding rounding, wyrm_pmf **out,
                               wyrm_error *error)
{
    if (rounding == WYRM_FORCE_RANDOM)
        return wyrm_pmf_round_random(value, 0, out, error);
    double whole = floor(rounding == WYRM_FORCE_NEAREST ? value + 0.5 : value);
    return wyrm_pmf_point((int64_t)whole, out, error);
}

static wyrm_status force_round(double low, double high, wyrm_force_rounding rounding,
                               wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    if (!(low >= 0.0 && low <= high && high <= WYRM_FORCE_MAX))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "a force from %.6g to %.6g is not within 0 and %.6g", low, high,
                         WYRM_FORCE_MAX);
    const spread force = {.low = low, .high = high, .width = high - low, .sum = high + low};
    if (force.width == 0.0)
        return round_point(low, rounding, out, error);
    return round_spread(&force, rounding, out, error);
}

static double hit_chance(const wyrm_momentum *model, const wyrm_matchup *matchup)
{
    double difference =
        matchup->attacker->stats[MOMENTUM_DEXTERITY] - matchup->defender->stats[MOMENTUM_DEXTERITY];
    double ratio = difference / model->hit_span + model->hit_base;
    return fmin(fmax(ratio, model->hit_least), model->hit_most);
}

/* a ^ (AC ^ b), carried on through 0: 1 there, and above 1 or 1 below it. */
static double momentum_armour(const wyrm_momentum *model, double armour_class)
{
    if (armour_class > 0.0)
        return pow(model->a, pow(armour_class, model->b));
    if (armour_class < 0.0 && model->amplify)
        return pow(model->a, -pow(-armour_class, model->b));
    return 1.0;
}

/* v^2 = 2 a d with a = strength x fcoef / mass over d = 1 m, the 2 being part of fcoef. */
static double swing_velocity(double strength, double fcoef, double mass)
{
    double energy = strength * fcoef;
    if (mass > 0.0)
        return sqrt(energy / mass);
    return energy > 0.0 ? INFINITY : 0.0;
}

/* mass x velocity, written so that a mass of 0 gives 0. */
static double swing_momentum(double strength, double fcoef, double mass)
{
    return sqrt(strength * fcoef * mass);
}

static void swing(double strength, wyrm_momentum_attack *attack)
{
    attack->velocity_low = swing_velocity(strength, attack->fcoef_low, attack->mass);
    attack->velocity_high = swing_velocity(strength, attack->fcoef_high, attack->mass);
    attack->momentum_low = swing_momentum(strength, attack->fcoef_low, attack->mass);
    attack->momentum_high = swing_momentum(strength, attack->fcoef_high, attack->mass);
}

static void hold_weapon(const wyrm_momentum *model, const wyrm_combatant *attacker,
                        wyrm_momentum_attack *attack)
{
    const double *stats = attacker->stats;
    attack->mass = stats[MOMENTUM_WEAPON_MASS];
    attack->multiplier = stats[MOMENTUM_BLUDGEON];
    attack->bladed = stats[MOMENTUM_BLADED] > 0.0;
    attack->fcoef_low = model->fcoef_min;
    attack->fcoef_high = model->fcoef_max;
}

static wyrm_status plan_melee(const wyrm_momentum *model, const wyrm_matchup *matchup,
                              wyrm_momentum_attack *attack, wyrm_error *error)
{
    const double *stats = matchup->attacker->stats;
    hold_weapon(model, matchup->attacker, attack);
    if (stats[MOMENTUM_WEAPON_MASS] == 0.0)
        attack->mass = model->limb_share * stats[MOMENTUM_MASS];
    swing(stats[MOMENTUM_STRENGTH], attack);
    return wyrm_combat_in_reach(matchup, stats[MOMENTUM_REACH], error);
}

static wyrm_status plan_shot(const wyrm_momentum *model, const wyrm_matchup *matchup,
                             wyrm_momentum_attack *attack, wyrm_error *error)
{
    const double *stats = matchup->attacker->stats;
    attack->mass = stats[MOMENTUM_AMMO_MASS];
    attack->multiplier = stats[MOMENTUM_AMMO_BLUDGEON];
    attack->bladed = stats[MOMENTUM_AMMO_BLADED] > 0.0;
    attack->explodes = stats[MOMENTUM_AMMO_BLAST] > 0.0;
    attack->fcoef_low = attack->fcoef_high = NAN;
    attack->range = stats[MOMENTUM_RANGE];
    if (attack->range == 0.0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "'%s' has nothing to fire: its weapon has no range",
                         matchup->attacker->name);
    if (matchup->distance * model->tile > attack->range)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "'%s' cannot fire at '%s' at %.6g tiles: its range is %.6g tiles",
                         matchup->attacker->name, matchup->defender->name, matchup->distance,
                         attack->range / model->tile);
    attack->velocity_low = attack->velocity_high = attack->range / model->flight_time;
    attack->momentum_low = attack->momentum_high = attack->mass * attack->velocity_low;
    return WYRM_OK;
}

/* A throw flies velocity x flight_time; only those with enough of fcoef fly as far as the other
 * is. */
static void only_reaching(const wyrm_momentum *model, double strength, double metres,
                          wyrm_momentum_attack *attack)
{
    double needed = metres / model->flight_time;
    double fcoef = strength > 0.0 ? needed * needed * attack->mass / strength : INFINITY;
    double width = attack->fcoef_high - attack->fcoef_low;
    if (fcoef <= attack->fcoef_low || width == 0.0)
        return;
    fcoef = fmin(fcoef, attack->fcoef_high);
    attack->reaching = (attack->fcoef_high - fcoef) / width;
    attack->fcoef_low = fcoef;
}

static wyrm_status plan_throw(const wyrm_momentum *model, const wyrm_matchup *matchup,
                              wyrm_momentum_attack *attack, wyrm_error *error)
{
    const double *stats = matchup->attacker->stats;
    double strength = stats[MOMENTUM_STRENGTH];
    double metres = matchup->distance * model->tile;
    hold_weapon(model, matchup->attacker, attack);
    attack->explodes = stats[MOMENTUM_BLAST] > 0.0;
    if (attack->mass == 0.0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' has nothing to throw",
                         matchup->attacker->name);
    double farthest =
        swing_velocity(strength, attack->fcoef_high, attack->mass) * model->flight_time;
    attack->range = fmin(farthest, model->throw_range_max);
    if (metres > attack->range)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "'%s' cannot throw at '%s' at %.6g tiles: it throws %.6g tiles at most",
                         matchup->attacker->name, matchup->defender->name, matchup->distance,
                         attack->range / model->tile);
    only_reaching(model, strength, metres, attack);
    swing(strength, attack);
    return WYRM_OK;
}

typedef wyrm_status planner(const wyrm_momentum *model, const wyrm_matchup *matchup,
                            wyrm_momentum_attack *attack, wyrm_error *error);

static planner *const planners[] = {
    [WYRM_ATTACK_MELEE] = plan_melee,
    [WYRM_ATTACK_FIRED] = plan_shot,
    [WYRM_ATTACK_THROWN] = plan_throw,
};

/* No force is no damage, whatever the armour would make of it. */
static double damage_of(double force, double armour)
{
    return force > 0.0 ? force * armour : 0.0;
}

static void apply_blast(const wyrm_momentum *model, const wyrm_matchup *matchup,
                        wyrm_momentum_attack *attack)
{
    size_t radius = matchup->attack == WYRM_ATTACK_FIRED ? MOMENTUM_AMMO_BLAST : MOMENTUM_BLAST;
    attack->in_blast = !attack->explodes || matchup->off_centre <= matchup->attacker->stats[radius];
    if (!attack->in_blast)
        attack->chance = 0.0;
    else if (attack->explodes && !model->blast_dodged)
        attack->chance = 1.0;
}

wyrm_status wyrm_momentum_plan(const wyrm_momentum *model, const wyrm_matchup *matchup,
                               wyrm_momentum_attack *attack, wyrm_error *error)
{
    *attack = (wyrm_momentum_attack){.chance = hit_chance(model, matchup), .reaching = 1.0};
    wyrm_status status = planners[matchup->attack](model, matchup, attack, error);
    if (status == WYRM_OK)
        status = wyrm_combat_centred(matchup, attack->explodes, error);
    if (status != WYRM_OK)
        return status;
    apply_blast(model, matchup, attack);
    attack->force_low = attack->momentum_low * attack->multiplier;
    attack->force_high = attack->momentum_high * attack->multiplier;
    attack->armour = momentum_armour(model, matchup->defender->stats[MOMENTUM_ARMOUR_CLASS]);
    attack->damage_low = damage_of(attack->force_low, attack->armour);
    attack->damage_high = damage_of(attack->force_high, attack->armour);
    double most = attack->damage_high * (attack->bladed ? 1.0 + model->bladed_extra : 1.0);
    if (most > WYRM_FORCE_MAX)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "'%s' would do up to %.3g damage to '%s': at most %.0f can be told",
                         matchup->attacker->name, most, matchup->defender->name, WYRM_FORCE_MAX);
    return WYRM_OK;
}

/* The damage of a hit; `blade` is what a blade that cuts multiplies it by. */
static wyrm_status roll_hit(const wyrm_momentum *model, const wyrm_momentum_attack *attack,
                            double blade, wyrm_pmf **out, wyrm_error *error)
{
    return force_round(attack->damage_low * blade, attack->damage_high * blade, model->rounding,
                       out, error);
}

wyrm_status wyrm_momentum_damage(const wyrm_momentum *model, const wyrm_momentum_attack *attack,
                                 wyrm_pmf **out, wyrm_error *error)
{
    wyrm_pmf *parts[3] = {NULL, NULL, NULL}; /* nothing, a hit, a hit with a blade that cuts */
    double hits = attack->chance * attack->reaching;
    double cuts = attack->bladed ? model->bladed_chance : 0.0;
    const double weights[3] = {1.0 - hits, hits * (1.0 - cuts), hits * cuts};
    wyrm_status status = wyrm_pmf_point(0, &parts[0], error);
    if (status == WYRM_OK)
        status = roll_hit(model, attack, 1.0, &parts[1], error);
    if (status == WYRM_OK)
        status = roll_hit(model, attack, attack->bladed ? 1.0 + model->bladed_extra : 1.0,
                          &parts[2], error);
    if (status == WYRM_OK)
        status = wyrm_pmf_mix((const wyrm_pmf *const *)parts, weights, 3, out, error);
    for (size_t i = 0; i < 3; i++)
        wyrm_pmf_free(parts[i]);
    return status;
}
