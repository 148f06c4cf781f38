/* What a game finds: how many of a thing there are on the floors down to a depth, exactly.
 *
 * Where loot fills whole floors, what comes next depends only on how often things came before.
 * These counts are a Markov chain, so the distribution of, say, the potions of healing on the first
 * five floors follows from the rules: its mean, its worst tenth, the chance that there is none.
 * Everything that lies there counts, picked up or not.
 *
 * Where the chain is too large (WYRM_ERROR_LIMIT), games can be sampled instead: floor after floor
 * as the game draws them, without maps. The result has the same form; the functions `wyrm_seen_...`
 * of wyrm/stats.h compute figures of either, with an interval for a sample.
 */
#ifndef WYRM_FOUND_H
#define WYRM_FOUND_H

#include <wyrm/loot.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Limits of the chain: states at once, and steps in all. */
#define WYRM_FOUND_STATES_MAX 400000
#define WYRM_FOUND_STEPS_MAX  100000000

/* The greatest depth that figures are computed for. */
#define WYRM_FOUND_DEPTH_MAX 200

/* The default number of sampled games. */
#define WYRM_FOUND_GAMES 10000

/* Splits the name of a thing to count: a kind or category, optionally followed by '+' and the least
 * enchantment that counts: `sword`, `weapon+2`. Fills `base` with the name; returns the
 * enchantment, or WYRM_FOUND_ANY if there is none. */
#define WYRM_FOUND_NAME 64
#define WYRM_FOUND_ANY  INT32_MIN
WYRM_API int32_t wyrm_found_asked(const char *name, char base[WYRM_FOUND_NAME]);

/* The number of one thing over the floors. */
typedef struct wyrm_found {
    const char *name; /* as it was asked for */
    int32_t last_depth;
    wyrm_pmf **by_depth; /* [d - 1]: number on the floors 1..d together */
    double cut;          /* probability that was not followed */
    uint64_t games;      /* number of sampled games; 0: by_depth is exact */
    wyrm_pmf **on_floor; /* [d - 1]: number on the floor of depth d alone; NULL if exact */
    /* [d - 1]: enchantment of one on the floor of depth d, exactly; NULL if none lies there. The
     * array is NULL if none of it is ever enchanted, if only some of it is counted (weapon+2), and
     * for sampled games. */
    wyrm_pmf **bonus;
    /* [d - 1]: floors in a row without any, ending with that of depth d; and the longest such
     * drought on the floors 1..d. Both NULL if they are too large to follow although the numbers
     * are not; sampled games have them. */
    wyrm_pmf **drought, **longest;
} wyrm_found;

/* The greatest depth of figures for this loot; 0 if it does not fill whole floors. */
WYRM_API int32_t wyrm_found_last_depth(const wyrm_loot *loot);

/* The categories of the loot in file order; 0 if it does not fill whole floors. */
WYRM_API size_t wyrm_found_categories(const wyrm_loot *loot);
WYRM_API const char *wyrm_found_category(const wyrm_loot *loot, size_t index);

/* The category of a kind; "" if it has none. */
WYRM_API const char *wyrm_found_category_of(const wyrm_loot *loot, size_t kind);

/* Whether at a depth, from 1, items may be drawn from a category (index as in wyrm_found_category)
 * in which nothing has a weight there: such a draw brings nothing. */
WYRM_API bool wyrm_found_is_vain(const wyrm_loot *loot, size_t category, int32_t depth);

/* Which kinds can come at all, down to the last depth of figures: fills kinds[wyrm_loot_kinds].
 * None if the loot does not fill whole floors; all if it cannot be followed.
 * WYRM_ERROR_RULESET  a script of the ruleset failed, or returned no valid floor
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_found_possible(const wyrm_loot *loot, bool *kinds,
                                                         wyrm_error *error);

/* The number of a kind or category on the floors 1..1, 1..2, ... 1..last_depth, exactly. *out is
 * owned by the caller (wyrm_found_free).
 * WYRM_ERROR_ARGUMENT  the loot does not fill whole floors, last_depth outside 1..200, or an
 *                      enchantment of something that has none
 * WYRM_ERROR_UNKNOWN   no such kind or category (the hint names the nearest)
 * WYRM_ERROR_LIMIT     too many states or steps: use wyrm_found_draw
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_found_new(const wyrm_loot *loot, const char *name,
                                                    int32_t last_depth, wyrm_found **out,
                                                    wyrm_error *error);
WYRM_API void wyrm_found_free(wyrm_found *found); /* NULL is allowed */

/* The same from `games` sampled games (0: WYRM_FOUND_GAMES), the first of them run 0 of `seed`.
 * *out is owned by the caller (wyrm_found_free).
 * WYRM_ERROR_ARGUMENT  as for wyrm_found_new
 * WYRM_ERROR_UNKNOWN   as for wyrm_found_new
 * WYRM_ERROR_RULESET   a script of the ruleset failed, or returned no valid floor
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_found_draw(const wyrm_loot *loot, const char *name,
                                                     int32_t last_depth, uint64_t seed,
                                                     uint64_t games, wyrm_found **out,
                                                     wyrm_error *error);

/* All kinds at once. Kinds that depend on their own history are followed, so they also have a
 * distribution; the mean number of all others follows from those. */
typedef struct wyrm_found_survey {
    int32_t last_depth;
    size_t kinds;
    double *means; /* [(d - 1) * kinds + kind]: mean number on the floor of depth d */
    /* Same indexes: number on the floors 1..d together; NULL: not followed. */
    const wyrm_pmf **by_depth;
    double cut;     /* probability that was not followed */
    uint64_t games; /* number of sampled games; 0: exact */
} wyrm_found_survey;

/* Fails as wyrm_found_new, except WYRM_ERROR_UNKNOWN. *out is owned by the caller
 * (wyrm_found_survey_free). */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_found_survey_new(const wyrm_loot *loot,
                                                           int32_t last_depth,
                                                           wyrm_found_survey **out,
                                                           wyrm_error *error);
WYRM_API void wyrm_found_survey_free(wyrm_found_survey *survey); /* NULL is allowed */

/* The same from sampled games, as wyrm_found_draw: by_depth exists for all kinds. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_found_survey_draw(const wyrm_loot *loot,
                                                            int32_t last_depth, uint64_t seed,
                                                            uint64_t games, wyrm_found_survey **out,
                                                            wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
