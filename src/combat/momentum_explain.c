/* An attack by momentum step by step, with its units. */
#include "combat/common.h"
#include "combat/momentum_internal.h"

#include <math.h>

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
