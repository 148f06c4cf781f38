/* Combat: the distribution of one attack.
 *
 * A combat model is a function from attacker and defender to the pmf of the damage done. The exact
 * solver (wyrm/duel.h) convolves it, the simulator samples it, the game rolls it.
 */
#ifndef WYRM_COMBAT_H
#define WYRM_COMBAT_H

#include <wyrm/pmf.h>
#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_STATS_MAX 24
#define WYRM_HP_MAX    ((int64_t)1000000)

/* Who a record or a curve is for. */
typedef enum wyrm_role {
    WYRM_ROLE_PLAYER,
    WYRM_ROLE_MONSTER,
    WYRM_ROLE_WEAPON,
    WYRM_ROLE_ARMOR,
    WYRM_ROLE_COUNT
} wyrm_role;

/* Which factor of a scaling by depth a stat follows. */
typedef enum wyrm_scaling {
    WYRM_SCALING_NONE,
    WYRM_SCALING_TO_HIT,
    WYRM_SCALING_DAMAGE
} wyrm_scaling;

/* Which side of an attack has a say with a stat. */
typedef enum wyrm_stat_side {
    WYRM_STAT_BOTH,
    WYRM_STAT_ATTACKER,
    WYRM_STAT_DEFENDER
} wyrm_stat_side;

/* What a stat means to a game, where it means something: each at most one stat of a model. */
typedef enum wyrm_stat_meaning {
    WYRM_STAT_OF_COMBAT,  /* nothing but what combat makes of it */
    WYRM_STAT_ASLEEP,     /* 1 where it sleeps, else 0 */
    WYRM_STAT_REACH,      /* how far it strikes, tiles; 1 where no stat tells */
    WYRM_STAT_RANGE,      /* above 0: its weapon fires */
    WYRM_STAT_BLAST,      /* radius of the explosion of what it throws, tiles; 0: none */
    WYRM_STAT_SHOT_BLAST, /* the same of what it fires */
    WYRM_STAT_MEANING_COUNT
} wyrm_stat_meaning;

/* A stat of a combat model: one row of its table. */
typedef struct wyrm_stat {
    const char *name; /* the KEY of a combatant: "attack"; NULL ends the table */
    double least, greatest;
    double fallback;  /* where nothing sets it */
    const char *unit; /* NULL: none */
    const char *summary;
    bool whole; /* only whole numbers make sense */
    wyrm_scaling scaling;
    wyrm_stat_side side;
    wyrm_stat_meaning means;
} wyrm_stat;

/* One side of a matchup, gear included. A plain value. */
typedef struct wyrm_combatant {
    char name[64];
    int32_t level;                /* 0 where the ruleset has no levels */
    int64_t hp;                   /* hit points now, 0..max_hp; 0: never set */
    int64_t max_hp;               /* at most WYRM_HP_MAX */
    double regeneration;          /* hit points won back at the end of each turn, at least 0 */
    double stats[WYRM_STATS_MAX]; /* by the rows of the combat model */
} wyrm_combatant;

typedef enum wyrm_attack_kind {
    WYRM_ATTACK_MELEE,
    WYRM_ATTACK_FIRED,
    WYRM_ATTACK_THROWN
} wyrm_attack_kind;

/* One attack: who, whom, how. */
typedef struct wyrm_matchup {
    const wyrm_combatant *attacker;
    const wyrm_combatant *defender;
    wyrm_attack_kind attack;
    double distance;   /* tiles; 1 is the next tile. At least 0 */
    double off_centre; /* tiles from where an explosive goes off to the defender; 0: it is the aim.
                          At least 0 */
} wyrm_matchup;

/* One step of an explanation: "base damage = 8 x (1/4 + 1/4)" 4 "hit points". */
#define WYRM_STEPS_MAX 24
typedef struct wyrm_step {
    char label[48];
    char formula[112]; /* with the numbers filled in; "" for a given value */
    double value;
    const char *unit; /* static; "" where none */
} wyrm_step;

/* The combat of one ruleset. Immutable; owned by the caller (wyrm_combat_free); the ruleset must
 * outlive it. */
typedef struct wyrm_combat wyrm_combat;

/* WYRM_ERROR_RULESET  the section contradicts itself (positions in `errors`, may be NULL)
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_combat_new(const wyrm_ruleset *ruleset, wyrm_combat **out,
                                                     wyrm_errors *errors);
WYRM_API void wyrm_combat_free(wyrm_combat *combat); /* NULL is allowed */

WYRM_API const char *wyrm_combat_name(const wyrm_combat *combat);

/* The key of a value in the section `combat` that never takes effect, and in why[size] the sentence
 * that says why (cut to fit); NULL, and why is not written, where there is none. */
WYRM_API const char *wyrm_combat_idle(const wyrm_combat *combat, char *why, size_t size);

/* The rows of the model's stats, ended by a NULL name. */
WYRM_API const wyrm_stat *wyrm_combat_stats(const wyrm_combat *combat);

/* Index of a stat in wyrm_combatant.stats, or -1. */
WYRM_API int32_t wyrm_combat_stat(const wyrm_combat *combat, const char *name);

/* A combatant named `name` with every stat at its fallback, no level and no hit points. */
WYRM_API wyrm_combatant wyrm_combat_blank(const wyrm_combat *combat, const char *name);

/* Puts what a record of the section `player` or `monsters` says onto a combatant: its stats, `hp`
 * (also the maximum) and `regeneration`. What it does not say stays. NULL: does nothing. */
WYRM_API void wyrm_combat_read(const wyrm_combat *combat, const wyrm_value *record,
                               wyrm_combatant *combatant);

/* Puts on the gear of a record of the section `weapons` (WYRM_ROLE_WEAPON) or `armors`
 * (WYRM_ROLE_ARMOR). Stats are taken into the ranges of their rows. NULL: does nothing. */
WYRM_API void wyrm_combat_equip(const wyrm_combat *combat, wyrm_role gear, const wyrm_value *record,
                                wyrm_combatant *combatant);

/* Adds the stats that a record of the section `variants` names. As above. */
WYRM_API void wyrm_combat_add(const wyrm_combat *combat, const wyrm_value *record,
                              wyrm_combatant *combatant);

/* The distribution of the damage of one attack, in whole hit points of at least 0. *damage is owned
 * by the caller (wyrm_pmf_free).
 * WYRM_ERROR_ARGUMENT  the matchup makes no sense to the model (its message says why)
 * WYRM_ERROR_RANGE     a stat outside the range of its row
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_combat_hit(const wyrm_combat *combat,
                                                     const wyrm_matchup *matchup, wyrm_pmf **damage,
                                                     wyrm_error *error);

/* The same attack step by step, for people: fills steps[WYRM_STEPS_MAX], returns how many. */
WYRM_API size_t wyrm_combat_explain(const wyrm_combat *combat, const wyrm_matchup *matchup,
                                    wyrm_step *steps);

#ifdef __cplusplus
}
#endif
#endif
