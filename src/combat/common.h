/* What the combat models share: rows that each adds to the records of creatures and gear, attacks
 * that make no sense, and the steps of an explanation. */
#ifndef WYRM_SRC_COMBAT_COMMON_H
#define WYRM_SRC_COMBAT_COMMON_H

#include <wyrm/combat.h>

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

#endif
