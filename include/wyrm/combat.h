/* Combat: the distribution of one attack.
 *
 * A combat model is a function from attacker and defender to the pmf of the damage done. The exact
 * solver (wyrm/duel.h) convolves it, the simulator samples it, the game rolls it.
 */
#ifndef WYRM_COMBAT_H
#define WYRM_COMBAT_H

#include <wyrm/amount.h>
#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_STATS_MAX 40
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
    WYRM_STAT_OF_COMBAT,     /* nothing but what combat makes of it */
    WYRM_STAT_ASLEEP,        /* 1 where it sleeps, else 0 */
    WYRM_STAT_REACH,         /* how far it strikes, tiles; 1 where no stat tells */
    WYRM_STAT_RANGE,         /* above 0: its weapon fires */
    WYRM_STAT_BLAST,         /* radius of the explosion of what it throws, tiles; 0: none */
    WYRM_STAT_SHOT_BLAST,    /* the same of what it fires */
    WYRM_STAT_DURATION,      /* what an attack takes, in the unit that the model counts turns in */
    WYRM_STAT_ATTACKS,       /* attacks a turn; fractions count */
    WYRM_STAT_MOVE_DURATION, /* what a step takes, in the same unit */
    WYRM_STAT_MEANING_COUNT
} wyrm_stat_meaning;

/* What a value in wyrm_combatant.stats stands for. */
typedef enum wyrm_stat_kind {
    WYRM_STAT_NUMBER,
    WYRM_STAT_AMOUNT, /* one of the amounts that the combat knows: wyrm_combat_amount */
    WYRM_STAT_WORD,   /* index of one of `words` */
    WYRM_STAT_SET     /* those of `words` whose bits are set, the first the lowest */
} wyrm_stat_kind;

/* What a stat is of what stands in a record, where that is several stats: [2, 5], or 2d6+1. */
typedef enum wyrm_stat_part {
    WYRM_PART_WHOLE,
    WYRM_PART_LEAST,
    WYRM_PART_GREATEST,
    WYRM_PART_DICE,
    WYRM_PART_SIDES,
    WYRM_PART_PLUS
} wyrm_stat_part;

/* A stat of a combat model: one row of its table. */
typedef struct wyrm_stat {
    const char *name; /* the KEY of a combatant: "attack"; NULL ends the table */
    double least, greatest;
    double default_value; /* where nothing sets it */
    const char *unit;     /* NULL: none */
    const char *summary;
    bool whole; /* only whole numbers make sense */
    wyrm_scaling scaling;
    wyrm_stat_side side;
    wyrm_stat_meaning means;
    wyrm_stat_kind kind;
    const char *const *words; /* of WORD and SET, ended by NULL */
    bool replaced;            /* gear sets it rather than adding to it; a variant adds */
    bool changes;             /* a condition or counter, which fights change */
    bool counter;             /* of these a counter */
    bool chosen;              /* of a word: the player chooses it in play */
    const char *written; /* what is said of all stats of the same record's key; NULL: its name */
    wyrm_stat_part part; /* of that */
    wyrm_role plus_of;   /* the plus of gear of this role ("sword+3") is added to it; 0: none */
} wyrm_stat;

/* One side of a matchup, gear included. A plain value. */
typedef struct wyrm_combatant {
    char name[64];
    int32_t level;                /* 0 where the ruleset has no levels */
    int64_t hp;                   /* hit points now, 0..max_hp; 0: never set */
    int64_t max_hp;               /* at most WYRM_HP_MAX */
    double regeneration;          /* hit points won back at the end of each turn, at least 0 */
    double stats[WYRM_STATS_MAX]; /* by the rows of the combat model */
    int64_t attacks;              /* whose blows it has, of those that the ruleset lists; 0: one
                                     blow, by its stats alone */
    double hp_amount;             /* where hit points are rolled: their amount, as of a stat, whose
                                     greatest value hp and max_hp are. 0: they are known */
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
    int32_t blow;      /* 0: the attack with all its blows that are for such a one; else the blow of
                          that number, from 1 */
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

/* A ruleset that names no model of combat has one without stats, in which nobody can attack.
 * WYRM_ERROR_RULESET  the section contradicts itself (positions in `errors`, may be NULL)
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_combat_new(const wyrm_ruleset *ruleset, wyrm_combat **out,
                                                     wyrm_errors *errors);
WYRM_API void wyrm_combat_free(wyrm_combat *combat); /* NULL is allowed */

WYRM_API const char *wyrm_combat_name(const wyrm_combat *combat); /* "": the ruleset names none */

/* The key of a value in the section `combat` that never takes effect, and in why[size] the sentence
 * that says why (cut to fit); NULL, and why is not written, where there is none. */
WYRM_API const char *wyrm_combat_idle(const wyrm_combat *combat, char *why, size_t size);

/* The rows of the model's stats, ended by a NULL name. */
WYRM_API const wyrm_stat *wyrm_combat_stats(const wyrm_combat *combat);

/* Index of a stat in wyrm_combatant.stats, or -1. */
WYRM_API int32_t wyrm_combat_stat(const wyrm_combat *combat, const char *name);

/* A combatant named `name` with every stat at its default, no level and no hit points. */
WYRM_API wyrm_combatant wyrm_combat_blank(const wyrm_combat *combat, const char *name);

/* Whether all amounts of a combatant could be made: of what is put onto it below, and by
 * <wyrm/growth.h> and <wyrm/roster.h>. One of which some could not is asked for again when there is
 * memory; no hit, fight or game takes it, and all of them fail as this does.
 * WYRM_ERROR_MEMORY  out of memory
 * WYRM_ERROR_RANGE, WYRM_ERROR_LIMIT  dice that gear adds, or that growth or a variant multiplies,
 *                    are more than an amount may be (the message says which) */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_combat_check(const wyrm_combat *combat,
                                                       const wyrm_combatant *combatant,
                                                       wyrm_error *error);

/* Puts what a record of the section `player` or `monsters` says onto a combatant: its stats, `hp`
 * (also the maximum, and of rolled ones the greatest) and `regeneration`. What it does not say
 * stays. NULL: does nothing. */
WYRM_API void wyrm_combat_read(const wyrm_combat *combat, const wyrm_value *record,
                               wyrm_combatant *combatant);

/* Puts on the gear of a record of the section `weapons` (WYRM_ROLE_WEAPON) or `armors`
 * (WYRM_ROLE_ARMOR). It is the sum of all gear that is held to the ranges of stats: wyrm_combat_fit
 * when the last piece is on. NULL: does nothing. */
WYRM_API void wyrm_combat_equip(const wyrm_combat *combat, wyrm_role gear, const wyrm_value *record,
                                wyrm_combatant *combatant);

/* The stat that the plus of gear of a role (WYRM_ROLE_WEAPON, WYRM_ROLE_ARMOR) is added to: its
 * index, or -1 where there is none. */
WYRM_API int32_t wyrm_combat_plus_stat(const wyrm_combat *combat, wyrm_role gear);

/* Adds the plus of a piece of gear that is worn to that stat; nothing where there is none. Held to
 * the range as gear is. */
WYRM_API void wyrm_combat_plus(const wyrm_combat *combat, wyrm_role gear, int32_t plus,
                               wyrm_combatant *combatant);

/* Takes the stats of who has put on gear into the ranges of their rows. */
WYRM_API void wyrm_combat_fit(const wyrm_combat *combat, wyrm_combatant *combatant);

/* Adds the stats that a record of the section `variants` names, within their ranges; a word takes
 * the place of the one that is there. NULL: does nothing. */
WYRM_API void wyrm_combat_add(const wyrm_combat *combat, const wyrm_value *record,
                              wyrm_combatant *combatant);

/* An amount by the value of a stat that is one; NULL for a number that names none. It lives as long
 * as the combat. */
WYRM_API const wyrm_amount *wyrm_combat_amount(const wyrm_combat *combat, double value);

/* The distribution of the hit points that a combatant begins a fight with, each from 1 to
 * WYRM_HP_MAX, where they are rolled; NULL where they are known: it has lost some, or has no
 * hp_amount. It lives as long as the combat. */
WYRM_API const wyrm_pmf *wyrm_combat_hp_roll(const wyrm_combat *combat,
                                             const wyrm_combatant *combatant);

/* The hit points that a combatant begins a fight with, on average. */
WYRM_API double wyrm_combat_mean_hp(const wyrm_combat *combat, const wyrm_combatant *combatant);

/* How many blows of a damage kill a combatant, as wyrm_hits_to_kill (wyrm/duel.h), rolled hit
 * points weighed by their chances. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_combat_hits_to_kill(const wyrm_combat *combat,
                                                              const wyrm_pmf *damage,
                                                              const wyrm_combatant *target,
                                                              wyrm_pmf **out, wyrm_error *error);

/* The value of a stat by what somebody writes: a number, an amount, a word, words joined by '+' (or
 * "none") for a set. What is not in the range of the row is refused when an attack is worked out.
 * WYRM_ERROR_SYNTAX   not of the stat's kind (the hint names the nearest word)
 * WYRM_ERROR_LIMIT    more than 100,000 different amounts in one combat
 * and the failures of wyrm_amount_read */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_combat_stat_read(const wyrm_combat *combat, int32_t stat,
                                                           const char *text, double *value,
                                                           wyrm_error *error);

/* How a value of a stat is written, in text[size] (cut to fit); returns `text`. */
WYRM_API const char *wyrm_combat_stat_text(const wyrm_combat *combat, int32_t stat, double value,
                                           char *text, size_t size);

/* A value of a stat as a number that can be compared: of an amount its mean. */
WYRM_API double wyrm_combat_stat_number(const wyrm_combat *combat, int32_t stat, double value);

/* What a blow is for. */
typedef enum wyrm_blow_use {
    WYRM_BLOW_ANY,
    WYRM_BLOW_MELEE, /* hand to hand only */
    WYRM_BLOW_RANGE  /* from afar only */
} wyrm_blow_use;

/* A blow of an attack. `name` lives as long as the combat; "" where a combatant has but its stats.
 */
typedef struct wyrm_blow_kind {
    const char *name;
    int32_t times; /* how often it comes in one attack, one after another */
    wyrm_blow_use only;
} wyrm_blow_kind;

/* The blows of an attack of a combatant, in their order: fills blows[most], returns how many kinds
 * there are. Their times add up to the numbers of wyrm_matchup.blow. */
WYRM_API size_t wyrm_combat_blows(const wyrm_combat *combat, const wyrm_combatant *combatant,
                                  wyrm_blow_kind *blows, size_t most);

/* The turns that an attack of a combatant takes, all its blows together: 1 where no stat says
 * otherwise. */
WYRM_API wyrm_ratio wyrm_combat_duration(const wyrm_combat *combat,
                                         const wyrm_combatant *combatant);

/* The turns that a step of a combatant takes: 1 where no stat says otherwise. */
WYRM_API wyrm_ratio wyrm_combat_move_duration(const wyrm_combat *combat,
                                              const wyrm_combatant *combatant);

/* The distribution of the damage of one attack, in whole hit points of at least 0. *damage is owned
 * by the caller (wyrm_pmf_free).
 * WYRM_ERROR_ARGUMENT  the matchup makes no sense to the model (its message says why)
 * WYRM_ERROR_RANGE     a stat outside the range of its row
 * WYRM_ERROR_LIMIT     dice that would take too long to work out, or blows of one attack that
 *                      change each other in too many ways to be followed
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_combat_hit(const wyrm_combat *combat,
                                                     const wyrm_matchup *matchup, wyrm_pmf **damage,
                                                     wyrm_error *error);

/* What a blow does besides damage: what it changes of a condition or counter, or wins back. */
typedef struct wyrm_blow_effect {
    const char *name; /* of the stat; "hp" of hit points, "turns" of the time that it takes more */
    bool of_attacker; /* befalls who strikes; else the other */
    double chance;    /* that the blow changes it: what is 0 already is not lowered */
    double mean;      /* by how much, where it does; of hit points what is won */
} wyrm_blow_effect;

/* The effects of one blow, in the order in which its outcomes bring them: fills effects[most],
 * returns how many it filled. 0 where the model knows nothing but damage, or the blow cannot be worked out. An attack of
 * several blows (matchup.blow 0) has those of its first. */
WYRM_API size_t wyrm_combat_effects(const wyrm_combat *combat, const wyrm_matchup *matchup,
                                    wyrm_blow_effect *effects, size_t most);

/* The same attack step by step, for people: fills steps[WYRM_STEPS_MAX], returns how many. */
WYRM_API size_t wyrm_combat_explain(const wyrm_combat *combat, const wyrm_matchup *matchup,
                                    wyrm_step *steps);

#ifdef __cplusplus
}
#endif
#endif
