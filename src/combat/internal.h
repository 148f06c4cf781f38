#ifndef WYRM_SRC_COMBAT_INTERNAL_H
#define WYRM_SRC_COMBAT_INTERNAL_H

#include <math.h>

#include <wyrm/combat.h>
#include <wyrm/duel.h>

#include "ruleset/internal.h"

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

/* ---- models ---- */

/* An attack that is worked out, and explained where somebody wants to read how. A job: what makes
 * no sense to the model ends it (base_refuse, WYRM_ERROR_ARGUMENT). Both sides are there, distances
 * are sound, stats in the ranges of their rows. */
typedef struct combat_attack {
    base_arena *arena;
    const void *state; /* the model's */
    const wyrm_matchup *matchup;
    const double *attacker, *defender; /* their stats */
    wyrm_step *steps;                  /* WYRM_STEPS_MAX of them; NULL: not wanted */
    size_t count;                      /* of them; what there is no room for is left out */
} combat_attack;

/* A combat model: one file, one line in the table of combat.c. All functions of `state` are
 * pure. */
typedef struct wyrm_combat_model {
    wyrm_model model;
    const wyrm_stat *stats; /* ended by a NULL name; at most WYRM_STATS_MAX */
    /* The state, in the arena, of the model's section. */
    void *(*make)(wyrm_opening *o);
    /* The distribution of the damage, which becomes the caller's, and the steps that lead to it. */
    wyrm_pmf *(*hit)(combat_attack *of);
    bool is_certain; /* an attack does but one thing: its mean says nothing new */
    /* All that it knows is hand to hand: what is fired, thrown, off a centre or out of reach (of
     * the stat that means it, else a tile) is refused before `hit`. */
    bool only_strikes;
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

/* ---- what models share: rows that each adds to the records of creatures and gear, attacks that
 * make no sense, steps ---- */

/* Read by wyrm_combat_read for every model. */
#define WYRM_CREATURE_ROWS                                                                         \
    WYRM_ROW("hp", INTEGER, .least = 1.0, .greatest = (double)WYRM_HP_MAX, .unit = "hit points",   \
             .summary = "hit points of the unhurt creature"),                                      \
        WYRM_ROW("regeneration", REAL, .greatest = (double)WYRM_HP_MAX, .unit = "hit points",      \
                 .summary = "hit points won back at the end of each turn")

/* Read by wyrm_roster_clash. */
#define WYRM_SLOT_ROW                                                                              \
    WYRM_ROW(                                                                                      \
        "slot", NAME,                                                                              \
        .summary =                                                                                 \
            "where it is worn: one piece of armor a slot; without one it goes with any other")
#define WYRM_HANDS_ROW                                                                             \
    WYRM_ROW("two_handed", BOOL, .fallback = "false",                                              \
             .summary = "needs both hands: nothing is worn in the slot off_hand with it")

/* Refuse an attack off the centre of an explosion where nothing explodes; one at more tiles than a
 * blow reaches. */
void combat_must_centre(const combat_attack *of, bool explodes);
void combat_must_reach(const combat_attack *of, double reach);

/* Has a pmf that was made on the way released with the job; ends it where it could not be made. */
void combat_keep(const combat_attack *of, wyrm_status made, wyrm_pmf *const *pmf);

/* A step: a given value, or one that comes of a formula. `unit` is static. */
void combat_given(combat_attack *of, const char *label, double value, const char *unit);
void combat_step(combat_attack *of, const char *label, double value, const char *unit,
                 const char *format, ...) WYRM_PRINTF(5, 6);

/* Whether p_win of wyrm_duel_solve is at least `odds`, told as soon as it is certain; fails as that
 * does. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_duel_beats(const wyrm_fighter *subject,
                                                     const wyrm_fighter *opponent,
                                                     wyrm_striker striker, double odds, bool *out,
                                                     wyrm_error *error);

#endif
