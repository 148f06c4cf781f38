#ifndef WYRM_SRC_COMBAT_INTERNAL_H
#define WYRM_SRC_COMBAT_INTERNAL_H

#include <math.h>

#include <wyrm/combat.h>
#include <wyrm/duel.h>
#include <wyrm/pmf.h>

/* A stat within the range of its row. */

static inline double wyrm_stat_in_range(const wyrm_stat *stat, double value)
{
    return fmin(fmax(value, stat->least), stat->greatest);
}

/* Nobody has less than one hit point at most, or more than the solvers take. */
static inline int64_t wyrm_whole_hp(double hp)
{
    if (!(hp >= 1.0))
        return 1;
    return hp >= (double)WYRM_HP_MAX ? WYRM_HP_MAX : (int64_t)llround(hp);
}

/* The combat models, one file each. */

/* A combat model: one file, one line in the table of combat.c. All functions of `state` are
 * pure. */
typedef struct wyrm_combat_model {
    wyrm_model model;
    const wyrm_stat *stats; /* ended by a NULL name; at most WYRM_STATS_MAX */
    /* Makes *state of the model's section; the combat owns it and hands it to `release`.
     * WYRM_ERROR_RULESET, with positions in `errors`, where the section contradicts itself. */
    wyrm_status (*make)(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors);
    void (*release)(void *state);
    /* As wyrm_combat_hit. Both sides are there, distances are sound, stats in the ranges of their
     * rows; whether such an attack makes sense is for the model to say (WYRM_ERROR_ARGUMENT). */
    wyrm_status (*hit)(const void *state, const wyrm_matchup *matchup, wyrm_pmf **damage,
                       wyrm_error *error);
    /* The same attack for people: fills at most WYRM_STEPS_MAX steps and returns how many, 0 where
     * `hit` would fail. */
    size_t (*explain)(const void *state, const wyrm_matchup *matchup, wyrm_step *steps);
    /* Those below may be NULL. Where the section says what a stat is that nothing sets: */
    void (*blank)(const void *state, wyrm_combatant *combatant);
    /* Puts the rows that the model adds to `player` and `monsters` onto a combatant. NULL: a key of
     * the record that is a stat sets it. Hit points and regeneration are read for all models. */
    void (*read)(const void *state, const wyrm_value *record, wyrm_combatant *combatant);
    /* Puts on gear (WYRM_ROLE_WEAPON, WYRM_ROLE_ARMOR) with the rows that the model adds to
     * `weapons` and `armors`. NULL: a key of the record that is a stat adds to it. */
    void (*equip)(const void *state, wyrm_role gear, const wyrm_value *record,
                  wyrm_combatant *combatant);
    /* As wyrm_combat_idle, of the model's section; NULL: everything in it can take effect. */
    const char *(*idle)(const wyrm_value *parameters, char *why, size_t size);
} wyrm_combat_model;

extern const wyrm_combat_model wyrm_combat_ratio;    /* ratio.c */
extern const wyrm_combat_model wyrm_combat_accuracy; /* accuracy.c */
extern const wyrm_combat_model wyrm_combat_subtract; /* subtract.c */
extern const wyrm_combat_model wyrm_combat_momentum; /* momentum.c */

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const wyrm_combat_model_table[];

/* What the combat models share: rows that each adds to the records of creatures and gear, attacks
 * that make no sense, and the steps of an explanation. */

/* Read by wyrm_combat_read for every model. */
#define WYRM_CREATURE_ROWS                                                                         \
    {.name = "hp",                                                                                 \
     .kind = WYRM_KIND_INTEGER,                                                                    \
     .least = 1.0,                                                                                 \
     .greatest = (double)WYRM_HP_MAX,                                                              \
     .unit = "hit points",                                                                         \
     .summary = "hit points of the unhurt creature"},                                              \
    {                                                                                              \
        .name = "regeneration", .kind = WYRM_KIND_REAL, .greatest = (double)WYRM_HP_MAX,           \
        .unit = "hit points", .summary = "hit points won back at the end of each turn"             \
    }

/* Read by wyrm_roster_clash. */
#define WYRM_SLOT_ROW                                                                              \
    {                                                                                              \
        .name = "slot", .kind = WYRM_KIND_NAME,                                                    \
        .summary =                                                                                 \
            "where it is worn: one piece of armor a slot; without one it goes with any other"      \
    }
#define WYRM_HANDS_ROW                                                                             \
    {                                                                                              \
        .name = "two_handed", .kind = WYRM_KIND_BOOL, .fallback = "false",                         \
        .summary = "needs both hands: nothing is worn in the slot off_hand with it"                \
    }

/* Adds the error to `errors` and returns it. */
wyrm_status wyrm_combat_no_memory(wyrm_errors *errors);

/* WYRM_ERROR_ARGUMENT where the attack is off the centre of an explosion and nothing explodes. */
WYRM_MUST_CHECK wyrm_status wyrm_combat_centred(const wyrm_matchup *matchup, bool explodes,
                                                wyrm_error *error);

/* WYRM_ERROR_ARGUMENT unless the attack is hand to hand: for models that know no other, and no
 * explosion. */
WYRM_MUST_CHECK wyrm_status wyrm_combat_only_melee(const char *model, const wyrm_matchup *matchup,
                                                   wyrm_error *error);

/* WYRM_ERROR_ARGUMENT where a blow does not reach as far as the other is; tiles. */
WYRM_MUST_CHECK wyrm_status wyrm_combat_in_reach(const wyrm_matchup *matchup, double reach,
                                                 wyrm_error *error);

/* Both, with a reach of one tile: for models without any stat of reach. */
WYRM_MUST_CHECK wyrm_status wyrm_combat_next_tile(const char *model, const wyrm_matchup *matchup,
                                                  wyrm_error *error);

/* An explanation that is being written: steps that there is no room for are left out. */
typedef struct wyrm_explaining {
    wyrm_step *steps; /* WYRM_STEPS_MAX */
    size_t count;
} wyrm_explaining;

/* A given value, and one that comes of a formula. `unit` is static. */
void wyrm_explain_given(wyrm_explaining *explaining, const char *label, double value,
                        const char *unit);
void wyrm_explain(wyrm_explaining *explaining, const char *label, double value, const char *unit,
                  const char *format, ...) WYRM_PRINTF(5, 6);

/* The last step of every explanation. */
void wyrm_explain_mean(wyrm_explaining *explaining, const wyrm_pmf *damage);

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

/* Whether p_win of wyrm_duel_solve is at least `odds`, told as soon as it is certain; fails as that
 * does. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_duel_beats(const wyrm_fighter *subject,
                                                     const wyrm_fighter *opponent,
                                                     wyrm_striker striker, double odds, bool *out,
                                                     wyrm_error *error);

#endif
