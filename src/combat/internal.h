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
    /* Makes *state of the model's section, one block of memory that the combat then owns.
     * WYRM_ERROR_RULESET, with positions in `errors`, where the section contradicts itself. */
    wyrm_status (*make)(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors);
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

/* Whether p_win of wyrm_duel_solve is at least `odds`, told as soon as it is certain; fails as that
 * does. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_duel_beats(const wyrm_fighter *subject,
                                                     const wyrm_fighter *opponent,
                                                     wyrm_striker striker, double odds, bool *out,
                                                     wyrm_error *error);

#endif
