/* Growth: what a level is worth, experience, and level-ups.
 */
#ifndef WYRM_GROWTH_H
#define WYRM_GROWTH_H

#include <wyrm/combat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Levels that curves are computed for. */
#define WYRM_LEVEL_MIN (-1000)
#define WYRM_LEVEL_MAX 100000

WYRM_API const char *wyrm_role_name(wyrm_role role); /* "player"; static text, "" for no role */

/* A holder of experience: the player, the difficulty tracker. A plain value.
 * base + exp is the total ever won (RuggRogue, "Player Experience"). */
typedef struct wyrm_experience {
    int32_t level;
    uint64_t exp;  /* towards the next level */
    uint64_t next; /* needed for it, above 0 */
    uint64_t base; /* cashed in for levels so far */
} wyrm_experience;

typedef struct wyrm_growth wyrm_growth;

/* One curve: a quantity of a role by level. `quantity` is "max_hp", "experience" or a stat of the
 * combat model. */
typedef struct wyrm_curve {
    wyrm_role role;
    char quantity[32];
    bool whole; /* the quantity is a whole number at every level */
} wyrm_curve;

/* One quantity that a choice at a level-up adds: "max_hp" or a stat of the combat model. */
typedef struct wyrm_gain {
    const char *quantity; /* lives as long as the ruleset */
    double amount;
} wyrm_gain;

/* What may be chosen at a level-up. */
#define WYRM_GAINS_MAX 8
typedef struct wyrm_choice {
    const char *name; /* lives as long as the ruleset */
    size_t count;
    wyrm_gain gains[WYRM_GAINS_MAX];
} wyrm_choice;

/* WYRM_ERROR_RULESET  the section contradicts itself or the combat model (a curve for a stat that
 *                     the model does not have)
 * WYRM_ERROR_MEMORY   out of memory
 * The ruleset and the combat must outlive it. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_growth_new(const wyrm_ruleset *ruleset,
                                                     const wyrm_combat *combat, wyrm_growth **out,
                                                     wyrm_errors *errors);
WYRM_API void wyrm_growth_free(wyrm_growth *growth); /* NULL is allowed */

/* The curves, in the order of roles and of the file; *out is valid as long as the growth. */
WYRM_API size_t wyrm_growth_curves(const wyrm_growth *growth, const wyrm_curve **out);

/* Index of a curve, or -1 where the ruleset has none. */
WYRM_API int32_t wyrm_growth_curve(const wyrm_growth *growth, wyrm_role role, const char *quantity);

/* A curve at a level; the level is taken into WYRM_LEVEL_MIN..WYRM_LEVEL_MAX. Where the model
 * computes in 32 bits the double is exactly that float. An index that is none gives 0. */
WYRM_API double wyrm_growth_at(const wyrm_growth *growth, int32_t curve, int32_t level);

/* The level factor in the model's precision; NAN where it has none. */
WYRM_API double wyrm_growth_factor(const wyrm_growth *growth, int32_t level);

/* What the ruleset says that the growth is, apart from what numbers of its precision make of it:
 * to find where they differ.
 *
 * A curve of whole numbers at a level, in exact decimal arithmetic. False, and *out is not set,
 * where there is no such number: a curve of fractions, a number too large, a model without
 * formulas. */
WYRM_API bool wyrm_growth_formula_at(const wyrm_growth *growth, int32_t curve, int32_t level,
                                     int64_t *out);

/* Times how much a level costs what the level before it cost, before that is rounded; NAN where
 * experience grows in another way. */
WYRM_API double wyrm_growth_increase(const wyrm_growth *growth);

/* The precision that curves are computed in, as the ruleset names it; "" where it has no say. */
WYRM_API const char *wyrm_growth_precision(const wyrm_growth *growth);

/* Sets level, hit points and stats of a combatant to the curves of a role (player or monster). */
WYRM_API void wyrm_growth_set(const wyrm_growth *growth, wyrm_role role, int32_t level,
                              wyrm_combatant *combatant);

/* Adds the bonus of a weapon or armor of a level to the stats that its curves name. */
WYRM_API void wyrm_growth_equip(const wyrm_growth *growth, wyrm_role gear, int32_t level,
                                wyrm_combatant *combatant);

/* The level after which no further one is gained: 1 where nobody gains any, WYRM_LEVEL_MAX where
 * growth has no end. What holds at it, `next`, is UINT64_MAX where there is an end. */
WYRM_API int32_t wyrm_growth_last_level(const wyrm_growth *growth);

/* Level 1, nothing won yet. */
WYRM_API wyrm_experience wyrm_growth_start(const wyrm_growth *growth);

/* Adds `award` and gains every level that is then due (RuggRogue, "Gaining Levels"). Returns how
 * many. Totals saturate at the greatest uint64_t; at the last level no further one is gained. */
WYRM_API int32_t wyrm_growth_award(const wyrm_growth *growth, wyrm_experience *experience,
                                   uint64_t award);

/* A holder with that much of the way to the next level behind it: "4.1" is level 4 with a tenth.
 * next and base are those of the level; exp is the fraction of next, rounded to nearest, and is
 * below next. `level` is taken into 1..10000, and no higher than the last. */
WYRM_API wyrm_experience wyrm_growth_at_level(const wyrm_growth *growth, double level);

/* All that is won by who reaches a level, and what of it comes from that level to the next: where
 * `trigger: above` wants what a level costs to be exceeded, one point more in all. UINT64_MAX where
 * there is no next level, or no such total. `level` as of wyrm_growth_at_level. */
WYRM_API uint64_t wyrm_growth_total(const wyrm_growth *growth, int32_t level);
WYRM_API uint64_t wyrm_growth_step(const wyrm_growth *growth, int32_t level);

/* level + exp / next */
WYRM_API double wyrm_experience_level(const wyrm_experience *experience);

/* The player's maximum of hit points at a level by a table of levels; where that is rolled, its
 * quantile at `luck`, from 0 to 1, which is the greatest. So a player who keeps its luck has at
 * every level the hit points that its row says, and as often. 0 without such a table. */
WYRM_API int64_t wyrm_growth_hp(const wyrm_growth *growth, int32_t level, double luck);

/* Level-up of a combatant to `level`. By curves: max hp grows by the difference of the curve (what
 * potions gave is kept), hp is set to the new max, stats to the curves. By a table of levels the
 * same, but hp only where the ruleset says so; what its rows do not name stays, and of hit points
 * that are rolled it is the greatest (see wyrm_growth_hp). By choices: what
 * the policy takes for each level from its own to `level` is added; a level at or below its own
 * changes nothing. */
WYRM_API void wyrm_growth_level_up(const wyrm_growth *growth, wyrm_role role, int32_t level,
                                   wyrm_combatant *combatant);

/* What can be chosen at a level-up, in file order; 0 where growth is by curves. *out is valid as
 * long as the growth. */
WYRM_API size_t wyrm_growth_choices(const wyrm_growth *growth, const wyrm_choice **out);

/* The choice that the policy of the ruleset takes on reaching `level` (2 or above): the index of a
 * choice, or -1 where there is nothing to choose. */
WYRM_API int32_t wyrm_growth_policy(const wyrm_growth *growth, int32_t level);

/* One level-up with choice `index`: the level rises by one and the choice's gains are added. An
 * index that is none only raises the level. */
WYRM_API void wyrm_growth_choose(const wyrm_growth *growth, int32_t index,
                                 wyrm_combatant *combatant);

/* What putting a monster on a depth makes of it: hit points and stats times the factors of the
 * depth. Nothing where growth does not scale. Depths before the first row of a scaling are
 * unscaled. */
WYRM_API void wyrm_growth_scale(const wyrm_growth *growth, int32_t depth,
                                wyrm_combatant *combatant);

/* What a new floor does to who comes down to it alive: `new_floor_heal` of the maximum is won back,
 * rounded down, up to the maximum (roguelike tutorial: half of it; 0 where the ruleset does not
 * say). */
WYRM_API void wyrm_growth_new_floor(const wyrm_growth *growth, wyrm_combatant *combatant);

#ifdef __cplusplus
}
#endif
#endif
