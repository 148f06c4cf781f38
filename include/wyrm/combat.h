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

/* What kind of thing a record or a growth curve describes. */
typedef enum wyrm_role {
    WYRM_ROLE_PLAYER,
    WYRM_ROLE_MONSTER,
    WYRM_ROLE_WEAPON,
    WYRM_ROLE_ARMOR,
    WYRM_ROLE_COUNT
} wyrm_role;

/* The factor of scaling by depth that a stat follows. */
typedef enum wyrm_scaling {
    WYRM_SCALING_NONE,
    WYRM_SCALING_TO_HIT,
    WYRM_SCALING_DAMAGE
} wyrm_scaling;

/* The side of an attack whose value of a stat counts. */
typedef enum wyrm_stat_side {
    WYRM_STAT_BOTH,
    WYRM_STAT_ATTACKER,
    WYRM_STAT_DEFENDER
} wyrm_stat_side;

/* What a stat means outside of combat. Each meaning belongs to at most one stat of a model. */
typedef enum wyrm_stat_meaning {
    WYRM_STAT_OF_COMBAT,     /* none: only combat uses it */
    WYRM_STAT_ASLEEP,        /* 1 while asleep, else 0 */
    WYRM_STAT_REACH,         /* tiles that a melee attack reaches; 1 in models without such a
                                stat */
    WYRM_STAT_RANGE,         /* above 0: the weapon fires */
    WYRM_STAT_BLAST,         /* radius of the explosion of a thrown weapon, tiles; 0: none */
    WYRM_STAT_SHOT_BLAST,    /* the same of a fired one */
    WYRM_STAT_DURATION,      /* length of an attack, in the unit in which the model counts turns */
    WYRM_STAT_ATTACKS,       /* attacks a turn; fractions count */
    WYRM_STAT_MOVE_DURATION, /* length of a step, in the same unit */
    WYRM_STAT_MEANING_COUNT
} wyrm_stat_meaning;

/* How to read a value in wyrm_combatant.stats. */
typedef enum wyrm_stat_kind {
    WYRM_STAT_NUMBER,
    WYRM_STAT_AMOUNT, /* names an amount: look it up with wyrm_combat_amount */
    WYRM_STAT_WORD,   /* index into `words` */
    WYRM_STAT_SET     /* set of `words`, as bits: bit 0 is the first word */
} wyrm_stat_kind;

/* Where one key of a record is stored as several stats, [2, 5] or 2d6+1: which part this stat
 * holds. */
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
    double default_value; /* value where nothing sets it */
    const char *unit;     /* NULL: none */
    const char *summary;
    bool whole; /* only whole numbers are valid */
    wyrm_scaling scaling;
    wyrm_stat_side side;
    wyrm_stat_meaning means;
    wyrm_stat_kind kind;
    const char *const *words; /* for WORD and SET, ended by NULL */
    bool replaced;            /* gear replaces it instead of adding to it; a variant adds */
    bool changes;             /* a condition or counter, which changes during a fight */
    bool counter;             /* where `changes`: it is a counter, not a condition */
    bool chosen;              /* for a WORD: the player chooses it in play */
    const char *written; /* common name of the stats that one key of a record fills; NULL: `name` */
    wyrm_stat_part part; /* which part of that key */
    wyrm_role plus_of;   /* role of the gear whose plus ("sword+3") is added to it; 0: none */
} wyrm_stat;

/* One side of a matchup, with its gear. A plain value. */
typedef struct wyrm_combatant {
    char name[64];
    int32_t level;                /* 0 where the ruleset has no levels */
    int64_t hp;                   /* current hit points, 0..max_hp; 0: never set */
    int64_t max_hp;               /* at most WYRM_HP_MAX */
    double regeneration;          /* hit points regained at the end of each turn, at least 0 */
    double stats[WYRM_STATS_MAX]; /* in the order of the combat model's rows */
    int64_t attacks;              /* which of the attack lists of the ruleset holds its blows; 0:
                                     one blow, from its stats alone */
    double hp_amount;             /* where hit points are rolled: their amount, as in a stat of kind
                                     AMOUNT; hp and max_hp are then its greatest value. 0: they are
                                     fixed */
} wyrm_combatant;

typedef enum wyrm_attack_kind {
    WYRM_ATTACK_MELEE,
    WYRM_ATTACK_FIRED,
    WYRM_ATTACK_THROWN
} wyrm_attack_kind;

/* One attack: attacker, defender, kind and distance. */
typedef struct wyrm_matchup {
    const wyrm_combatant *attacker;
    const wyrm_combatant *defender;
    wyrm_attack_kind attack;
    double distance;   /* tiles; 1 is the next tile. At least 0 */
    double off_centre; /* tiles from the centre of an explosion to the defender; 0: it is the one
                          aimed at. At least 0 */
    int32_t blow;      /* 0: the whole attack, with all blows that suit its kind; else the number of
                          one blow, from 1 */
    /* A shot that is an ability of a monster (wyrm_roster_shot fills these): the name of its blow,
     * or "" for all blows that are not for melee only; NULL: it is none. `attack` is FIRED then,
     * and the model need not know of shots: where only scripts do, the blow does what it does hand
     * to hand. */
    const char *shot;
    double shot_range; /* tiles; 0: no limit */
} wyrm_matchup;

/* One step of an explanation, such as "base damage = 8 x (1/4 + 1/4)", 4, "hit points". */
#define WYRM_STEPS_MAX 24
typedef struct wyrm_step {
    char label[48];
    char formula[112]; /* with numbers filled in; "" where the value is simply given */
    double value;
    const char *unit; /* static; "" for none */
} wyrm_step;

/* The combat of one ruleset. Immutable; owned by the caller (wyrm_combat_free); the ruleset must
 * outlive it. */
typedef struct wyrm_combat wyrm_combat;

/* Prepares the combat of a ruleset; without a combat model it has no stats and nobody can attack.
 * On success *out is owned by the caller (wyrm_combat_free).
 * WYRM_ERROR_RULESET  the section contradicts itself (positions in `errors`, which may be NULL)
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_combat_new(const wyrm_ruleset *ruleset, wyrm_combat **out,
                                                     wyrm_errors *errors);
WYRM_API void wyrm_combat_free(wyrm_combat *combat); /* NULL is allowed */

WYRM_API const char *wyrm_combat_name(const wyrm_combat *combat); /* "": no model */

/* Finds a value in the section `combat` that can never take effect: returns its key and writes a
 * sentence with the reason to why[size], cut to fit. NULL, with `why` untouched, if there is
 * none. */
WYRM_API const char *wyrm_combat_idle(const wyrm_combat *combat, char *why, size_t size);

/* The rows of the model's stats, ended by a NULL name. */
WYRM_API const wyrm_stat *wyrm_combat_stats(const wyrm_combat *combat);

/* Index of a stat in wyrm_combatant.stats, or -1. */
WYRM_API int32_t wyrm_combat_stat(const wyrm_combat *combat, const char *name);

/* A combatant named `name` with every stat at its default, no level and no hit points. */
WYRM_API wyrm_combatant wyrm_combat_blank(const wyrm_combat *combat, const char *name);

/* Fails if an amount of the combatant could not be made. Functions without a status that put stats
 * onto a combatant (below, and in <wyrm/growth.h> and <wyrm/roster.h>) leave a mark in place of
 * such an amount. Every hit, fight or game with the combatant then fails as this function does;
 * after WYRM_ERROR_MEMORY the combatant has to be made again.
 * WYRM_ERROR_MEMORY  out of memory
 * WYRM_ERROR_RANGE   dice that gear adds, or that growth or a variant multiplies, exceed the limits
 *                    of an amount (the message says which)
 * WYRM_ERROR_LIMIT   such dice take too much work */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_combat_check(const wyrm_combat *combat,
                                                       const wyrm_combatant *combatant,
                                                       wyrm_error *error);

/* Copies what a record of the section `player` or `monsters` sets to a combatant: its stats, `hp`
 * (also the maximum; of rolled hit points the greatest) and `regeneration`. The rest stays. NULL:
 * does nothing. */
WYRM_API void wyrm_combat_read(const wyrm_combat *combat, const wyrm_value *record,
                               wyrm_combatant *combatant);

/* Adds the gear of a record of the section `weapons` (WYRM_ROLE_WEAPON) or `armors`
 * (WYRM_ROLE_ARMOR). Stats may leave their ranges meanwhile, since the range applies to the sum of
 * all gear: call wyrm_combat_fit after the last piece. NULL: does nothing. */
WYRM_API void wyrm_combat_equip(const wyrm_combat *combat, wyrm_role gear, const wyrm_value *record,
                                wyrm_combatant *combatant);

/* Index of the stat to which the plus of gear of this role (WYRM_ROLE_WEAPON, WYRM_ROLE_ARMOR) is
 * added; -1: none. */
WYRM_API int32_t wyrm_combat_plus_stat(const wyrm_combat *combat, wyrm_role gear);

/* Adds the plus of a worn piece of gear to that stat, if there is one. As with gear, call
 * wyrm_combat_fit afterwards. */
WYRM_API void wyrm_combat_plus(const wyrm_combat *combat, wyrm_role gear, int32_t plus,
                               wyrm_combatant *combatant);

/* Clamps the stats of a combatant to the ranges of their rows, once all gear is on. */
WYRM_API void wyrm_combat_fit(const wyrm_combat *combat, wyrm_combatant *combatant);

/* Adds the stats of a record of the section `variants`, within their ranges; a word replaces the
 * present one. NULL: does nothing. */
WYRM_API void wyrm_combat_add(const wyrm_combat *combat, const wyrm_value *record,
                              wyrm_combatant *combatant);

/* The amount that the value of an AMOUNT stat names; NULL if it names none. Valid as long as the
 * combat. */
WYRM_API const wyrm_amount *wyrm_combat_amount(const wyrm_combat *combat, double value);

/* The distribution of the hit points that a combatant begins a fight with, each from 1 to
 * WYRM_HP_MAX, where they are rolled; NULL where they are known: it has lost some, or has no
 * hp_amount. It lives as long as the combat. */
WYRM_API const wyrm_pmf *wyrm_combat_hp_roll(const wyrm_combat *combat,
                                             const wyrm_combatant *combatant);

/* The mean of the hit points that a combatant has at the start of a fight. */
WYRM_API double wyrm_combat_mean_hp(const wyrm_combat *combat, const wyrm_combatant *combatant);

/* The number of blows with this damage that kill a combatant: wyrm_hits_to_kill (wyrm/duel.h),
 * averaged over rolled hit points by their chances. On success *out is owned by the caller
 * (wyrm_pmf_free); fails as wyrm_hits_to_kill. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_combat_hits_to_kill(const wyrm_combat *combat,
                                                              const wyrm_pmf *damage,
                                                              const wyrm_combatant *target,
                                                              wyrm_pmf **out, wyrm_error *error);

/* Reads the value of a stat as a user writes it: a number, an amount, a word, or for a set words
 * joined by '+' ("none" for the empty set). The range is not checked here but when an attack is
 * worked out.
 * WYRM_ERROR_SYNTAX  it does not fit the stat's kind (the hint names the nearest word)
 * WYRM_ERROR_LIMIT   more than 100,000 different amounts in one combat
 * and the errors of wyrm_amount_read */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_combat_stat_read(const wyrm_combat *combat, int32_t stat,
                                                           const char *text, double *value,
                                                           wyrm_error *error);

/* Writes the value of a stat as text to text[size] (cut to fit); returns `text`. */
WYRM_API const char *wyrm_combat_stat_text(const wyrm_combat *combat, int32_t stat, double value,
                                           char *text, size_t size);

/* The value of a stat as a comparable number: the mean of an amount. */
WYRM_API double wyrm_combat_stat_number(const wyrm_combat *combat, int32_t stat, double value);

/* The attacks that a blow is part of. */
typedef enum wyrm_blow_use {
    WYRM_BLOW_ANY,
    WYRM_BLOW_MELEE, /* hand to hand only */
    WYRM_BLOW_RANGE  /* from afar only */
} wyrm_blow_use;

/* One kind of blow of an attack. `name` is valid as long as the combat; "" where a combatant has
 * only its stats.
 */
typedef struct wyrm_blow_kind {
    const char *name;
    int32_t times; /* how often it is repeated in one attack */
    wyrm_blow_use only;
} wyrm_blow_kind;

/* The blows of a combatant's attack in order: fills blows[most] and returns the number of kinds.
 * Numbering every repetition gives the numbers of wyrm_matchup.blow. */
WYRM_API size_t wyrm_combat_blows(const wyrm_combat *combat, const wyrm_combatant *combatant,
                                  wyrm_blow_kind *blows, size_t most);

/* Length in turns of a combatant's attack with all its blows; 1 where no stat says otherwise. */
WYRM_API wyrm_ratio wyrm_combat_duration(const wyrm_combat *combat,
                                         const wyrm_combatant *combatant);

/* Length in turns of a combatant's step; 1 where no stat says otherwise. */
WYRM_API wyrm_ratio wyrm_combat_move_duration(const wyrm_combat *combat,
                                              const wyrm_combatant *combatant);

/* The distribution of the damage of one attack, in whole hit points, at least 0. *damage is owned
 * by the caller (wyrm_pmf_free).
 * WYRM_ERROR_ARGUMENT  the matchup makes no sense to the model (the message says why)
 * WYRM_ERROR_RANGE     a stat is outside the range of its row
 * WYRM_ERROR_LIMIT     dice that take too long to work out, or blows of one attack that affect each
 *                      other in too many ways to follow
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_combat_hit(const wyrm_combat *combat,
                                                     const wyrm_matchup *matchup, wyrm_pmf **damage,
                                                     wyrm_error *error);

/* An effect of a blow besides damage: it changes a condition or counter, or heals. */
typedef struct wyrm_blow_effect {
    const char *name; /* name of the stat; "hp" for healing, "turns" for extra time that the blow
                         takes */
    bool of_attacker; /* befalls the attacker; else the defender */
    double chance;    /* that it changes anything: what is 0 already is not lowered */
    double mean;      /* mean change, given that there is one; for "hp" hit points healed */
} wyrm_blow_effect;

/* The effects of one blow in the order in which its outcomes bring them: fills effects[most] and
 * returns how many it filled; 0 where the model knows only damage, or the blow cannot be worked
 * out. For a whole attack (matchup.blow 0) they are those of its first blow. */
WYRM_API size_t wyrm_combat_effects(const wyrm_combat *combat, const wyrm_matchup *matchup,
                                    wyrm_blow_effect *effects, size_t most);

/* Explains the same attack step by step, for people: fills steps[WYRM_STEPS_MAX], returns how
 * many. */
WYRM_API size_t wyrm_combat_explain(const wyrm_combat *combat, const wyrm_matchup *matchup,
                                    wyrm_step *steps);

#ifdef __cplusplus
}
#endif
#endif
