#ifndef WYRM_SRC_COMBAT_MOMENTUM_INTERNAL_H
#define WYRM_SRC_COMBAT_MOMENTUM_INTERNAL_H

#include <wyrm/combat.h>
#include <wyrm/pmf.h>

/* Whole hit points out of a force that grows with the square root of an evenly spread factor. */

/* How hit points become whole. One row a way: name, key. */
#define WYRM_FORCE_ROUNDING_ROWS(row)                                                              \
    row(WYRM_FORCE_RANDOM, "random") /* up with the probability of the fraction */                 \
        row(WYRM_FORCE_FLOOR, "floor") row(WYRM_FORCE_NEAREST, "nearest") /* halves up */

typedef enum wyrm_force_rounding {
#define WYRM_FORCE_ROUNDING_ENUM(name, key) name,
    WYRM_FORCE_ROUNDING_ROWS(WYRM_FORCE_ROUNDING_ENUM)
#undef WYRM_FORCE_ROUNDING_ENUM
} wyrm_force_rounding;

/* The exact distribution of the rounded value of D in [low, high], where the square of D is uniform
 * (its density is 2 D / (high^2 - low^2)); low = high is the one value. 0 <= low <= high <=
 * WYRM_FORCE_MAX, both finite; else WYRM_ERROR_ARGUMENT. *out is owned by the caller.
 * WYRM_ERROR_MEMORY  out of memory */
#define WYRM_FORCE_MAX 1e6

/* Combat by momentum, as its files see it. Units: kilogram, metre, second, newton second; a force
 * of impact is a momentum times a multiplier and counts in hit points. */

enum {
    MOMENTUM_STRENGTH,
    MOMENTUM_DEXTERITY,
    MOMENTUM_ARMOUR_CLASS,
    MOMENTUM_MASS,
    MOMENTUM_WEAPON_MASS,
    MOMENTUM_BLUDGEON,
    MOMENTUM_REACH,
    MOMENTUM_BLADED,
    MOMENTUM_BLAST,
    MOMENTUM_RANGE,
    MOMENTUM_AMMO_MASS,
    MOMENTUM_AMMO_BLUDGEON,
    MOMENTUM_AMMO_BLADED,
    MOMENTUM_AMMO_BLAST
};

/* The parameters of the section. */
typedef struct wyrm_momentum {
    double hit_base, hit_span, hit_least, hit_most;
    /* Newtons for a point of strength, the 2 of v^2 = 2 a d included. */
    double fcoef_min, fcoef_max;
    double limb_share; /* of the body's mass, that strikes without a weapon */
    double a, b;
    bool amplify; /* armour below 0 raises the damage */
    double bladed_chance, bladed_extra;
    wyrm_force_rounding rounding;
    double flight_time, fall_height, gravity; /* s, m, m/s^2 */
    double tile;                              /* m */
    double throw_range_max;                   /* m */
    bool blast_dodged;                        /* who is in a blast may still not be hit */
} wyrm_momentum;

/* One attack worked out. Of what varies with fcoef both ends are kept. */
typedef struct wyrm_momentum_attack {
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
} wyrm_momentum_attack;

/* WYRM_ERROR_ARGUMENT  too far away, nothing to fire or throw, more damage than WYRM_FORCE_MAX */
WYRM_MUST_CHECK wyrm_status wyrm_momentum_plan(const wyrm_momentum *model,
                                               const wyrm_matchup *matchup,
                                               wyrm_momentum_attack *attack, wyrm_error *error);

/* The distribution of the damage of a planned attack. */
WYRM_MUST_CHECK wyrm_status wyrm_momentum_damage(const wyrm_momentum *model,
                                                 const wyrm_momentum_attack *attack, wyrm_pmf **out,
                                                 wyrm_error *error);

size_t wyrm_momentum_explain(const wyrm_momentum *model, const wyrm_matchup *matchup,
                             wyrm_step *steps);

extern const wyrm_stat wyrm_momentum_stats[];
extern const wyrm_field wyrm_momentum_parameters[];
extern const wyrm_extension wyrm_momentum_extensions[];

#endif
