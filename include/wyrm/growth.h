/* Growth: experience, levels, and what they do to combatants.
 *
 * Three kinds of growth share this interface: curves, where a formula gives every quantity by
 * level; a table of levels; and choices at each level-up. Monsters grow by level, or are scaled by
 * depth.
 */
#ifndef WYRM_GROWTH_H
#define WYRM_GROWTH_H

#include <wyrm/combat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Range of levels that curves are computed for. */
#define WYRM_LEVEL_MIN (-1000)
#define WYRM_LEVEL_MAX 100000

WYRM_API const char *wyrm_role_name(wyrm_role role); /* "player"; static text, "" for no role */

/* An owner of experience: the player, or the difficulty tracker. A plain value. base + exp is the
 * total ever gained (RuggRogue, "Player Experience"). */
typedef struct wyrm_experience {
    int32_t level;
    uint64_t exp;  /* gained towards the next level */
    uint64_t next; /* needed for the next level, above 0 */
    uint64_t base; /* spent on levels so far */
} wyrm_experience;

typedef struct wyrm_growth wyrm_growth;

/* One curve: a quantity of a role as a function of level. `quantity` is "max_hp", "experience" or a
 * stat of the combat model. */
typedef struct wyrm_curve {
    wyrm_role role;
    char quantity[32];
    bool whole; /* a whole number at every level */
} wyrm_curve;

/* One quantity that a choice at a level-up adds: "max_hp" or a stat of the combat model. */
typedef struct wyrm_gain {
    const char *quantity; /* valid as long as the ruleset */
    double amount;
} wyrm_gain;

/* One option at a level-up. */
#define WYRM_GAINS_MAX 8
typedef struct wyrm_choice {
    const char *name; /* valid as long as the ruleset */
    size_t count;
    wyrm_gain gains[WYRM_GAINS_MAX];
} wyrm_choice;

/* Prepares the growth of a ruleset. On success *out is owned by the caller (wyrm_growth_free); the
 * ruleset and the combat must outlive it.
 * WYRM_ERROR_RULESET  the section contradicts itself or the combat model (a curve for a stat that
 *                     the model does not have)
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_growth_new(const wyrm_ruleset *ruleset,
                                                     const wyrm_combat *combat, wyrm_growth **out,
                                                     wyrm_errors *errors);
WYRM_API void wyrm_growth_free(wyrm_growth *growth); /* NULL is allowed */

/* The curves, by role and then in file order; *out is valid as long as the growth. Returns their
 * number. */
WYRM_API size_t wyrm_growth_curves(const wyrm_growth *growth, const wyrm_curve **out);

/* Index of a curve; -1: the ruleset has none. */
WYRM_API int32_t wyrm_growth_curve(const wyrm_growth *growth, wyrm_role role, const char *quantity);

/* The value of a curve at a level, clamped to WYRM_LEVEL_MIN..WYRM_LEVEL_MAX. Where the model
 * computes in 32 bits the double is exactly that float. An invalid index gives 0. */
WYRM_API double wyrm_growth_at(const wyrm_growth *growth, int32_t curve, int32_t level);

/* The level factor in the model's precision; NAN for a model without one. */
WYRM_API double wyrm_growth_factor(const wyrm_growth *growth, int32_t level);

/* The exact value that the formula of the ruleset gives for a curve of whole numbers at a level, in
 * decimal arithmetic: to find where the model's limited precision deviates. Returns false and
 * leaves *out unset where there is none: a curve of fractions, a number too large, a model without
 * formulas. */
WYRM_API bool wyrm_growth_formula_at(const wyrm_growth *growth, int32_t curve, int32_t level,
                                     int64_t *out);

/* Ratio of the cost of a level to that of the level before, before rounding; NAN where experience
 * does not grow by a ratio. */
WYRM_API double wyrm_growth_increase(const wyrm_growth *growth);

/* The precision in which curves are computed, as the ruleset names it; "" where it cannot
 * choose. */
WYRM_API const char *wyrm_growth_precision(const wyrm_growth *growth);

/* Sets level, hit points and stats of a combatant to the curves of a role (player or monster). */
WYRM_API void wyrm_growth_set(const wyrm_growth *growth, wyrm_role role, int32_t level,
                              wyrm_combatant *combatant);

/* Adds the bonus of a weapon or armor of this level to the stats that its curves name. */
WYRM_API void wyrm_growth_equip(const wyrm_growth *growth, wyrm_role gear, int32_t level,
                                wyrm_combatant *combatant);

/* The highest level that can be reached: 1 without levels, WYRM_LEVEL_MAX without an end. At the
 * highest level wyrm_experience.next is UINT64_MAX. */
WYRM_API int32_t wyrm_growth_last_level(const wyrm_growth *growth);

/* Level 1 without experience. */
WYRM_API wyrm_experience wyrm_growth_start(const wyrm_growth *growth);

/* Adds `award` and gains all levels then due (RuggRogue, "Gaining Levels"); returns how many.
 * Totals saturate at UINT64_MAX; nothing is gained beyond the last level. */
WYRM_API int32_t wyrm_growth_award(const wyrm_growth *growth, wyrm_experience *experience,
                                   uint64_t award);

/* Experience for a fractional level: 4.1 is level 4 with a tenth of the way to level 5. next and
 * base are those of the level; exp is the fraction of next, rounded to nearest and kept below next.
 * `level` is clamped to 1..10000 and to the last level. */
WYRM_API wyrm_experience wyrm_growth_at_level(const wyrm_growth *growth, double level);

/* The total experience needed to reach a level, and the part needed from that level to the next.
 * With `trigger: above` a level's cost must be exceeded, which adds one point to the total.
 * UINT64_MAX where there is no next level or the total does not fit. `level` is clamped as in
 * wyrm_growth_at_level. */
WYRM_API uint64_t wyrm_growth_total(const wyrm_growth *growth, int32_t level);
WYRM_API uint64_t wyrm_growth_step(const wyrm_growth *growth, int32_t level);

/* level + exp / next */
WYRM_API double wyrm_experience_level(const wyrm_experience *experience);

/* The player's maximum hit points at a level of a table of levels. Rolled hit points are given as
 * their quantile at `luck`, from 0 to 1, where 1 is the greatest value: a player who keeps one luck
 * throughout has at every level the hit points that its row describes, with the right distribution.
 * 0 without such a table. */
WYRM_API int64_t wyrm_growth_hp(const wyrm_growth *growth, int32_t level, double luck);

/* Raises a combatant to `level`. By curves: max hp grows by the difference of the curve (bonuses
 * from potions stay), hp is set to the new max, stats to the curves. By a table of levels: the
 * same, but hp is refilled only where the ruleset says so, stats not in the table stay, and rolled
 * hit points get their greatest value (see wyrm_growth_hp). By choices: adds what the policy
 * chooses at each level up to `level`; nothing if `level` is not above the present one. */
WYRM_API void wyrm_growth_level_up(const wyrm_growth *growth, wyrm_role role, int32_t level,
                                   wyrm_combatant *combatant);

/* The options at a level-up, in file order; returns how many, 0 where growth is by curves. *out is
 * valid as long as the growth. */
WYRM_API size_t wyrm_growth_choices(const wyrm_growth *growth, const wyrm_choice **out);

/* Index of the option that the ruleset's policy chooses on reaching `level` (2 or above); -1: there
 * is nothing to choose. */
WYRM_API int32_t wyrm_growth_policy(const wyrm_growth *growth, int32_t level);

/* Performs one level-up with option `index`: raises the level by one and adds the gains. An invalid
 * index only raises the level. */
WYRM_API void wyrm_growth_choose(const wyrm_growth *growth, int32_t index,
                                 wyrm_combatant *combatant);

/* Scales a monster to a depth: multiplies hit points and stats by the factors of the depth. Does
 * nothing where growth does not scale, or above the first row of a scaling. */
WYRM_API void wyrm_growth_scale(const wyrm_growth *growth, int32_t depth,
                                wyrm_combatant *combatant);

/* Heals a combatant that arrives on a new floor by `new_floor_heal` of its maximum, rounded down,
 * up to the maximum (roguelike tutorial: half of it; 0 where the ruleset does not say). */
WYRM_API void wyrm_growth_new_floor(const wyrm_growth *growth, wyrm_combatant *combatant);

#ifdef __cplusplus
}
#endif
#endif
