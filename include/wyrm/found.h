/* What a game finds: how many of a thing there are on the floors down to a depth, exactly.
 *
 * Where loot fills whole floors, what comes hangs on what came before: on how often something came,
 * and on nothing else. So the counts are a Markov chain, and the distribution of how many potions
 * of healing lie on the first five floors follows from the rules: its mean, its worst tenth, the
 * chance that there is none. Everything that lies there counts, picked up or not.
 *
 * Where that is more than can be followed (WYRM_ERROR_LIMIT), games can be drawn: floor after floor
 * as the game draws them, without maps. What they come to has the same form, but is of a sample:
 * the functions `wyrm_seen_...` of wyrm/stats.h tell figures of both, with an interval of a sample.
 */
#ifndef WYRM_FOUND_H
#define WYRM_FOUND_H

#include <wyrm/loot.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ways that the counts can stand in at once, and steps in all, that are followed. */
#define WYRM_FOUND_STATES_MAX 400000
#define WYRM_FOUND_STEPS_MAX  100000000

/* The deepest depth that figures are told of. */
#define WYRM_FOUND_DEPTH_MAX 200

/* Games that are drawn where nothing else is said. */
#define WYRM_FOUND_GAMES 10000

/* What a question may name: a kind or category, and behind a '+' the least enchantment of those
 * that count: `sword`, `weapon+2`. Fills `base` with the name before it; returns the enchantment,
 * or WYRM_FOUND_ANY where there is none. */
#define WYRM_FOUND_NAME 64
#define WYRM_FOUND_ANY  INT32_MIN
WYRM_API int32_t wyrm_found_asked(const char *name, char base[WYRM_FOUND_NAME]);

/* How many of one thing come. */
typedef struct wyrm_found {
    const char *name; /* as it was asked for */
    int32_t last_depth;
    wyrm_pmf **by_depth; /* [d - 1]: how many there are on the floors 1..d together */
    double cut;          /* the probability that was not followed */
    uint64_t games;      /* of which by_depth has the shares; 0: it is exact */
    wyrm_pmf **on_floor; /* [d - 1]: on the floor of depth d alone; NULL where it is exact */
    /* [d - 1]: the enchantment of one that lies on the floor of depth d, exactly; NULL where none
     * does. NULL where nothing of it is enchanted, where only some of it is asked for (weapon+2),
     * and where games were drawn. */
    wyrm_pmf **bonus;
    /* [d - 1]: how many floors in a row have none, up to that of depth d; and the longest such
     * drought on the floors 1..d. Both NULL where that is more than is followed, though the numbers
     * are: games that are drawn have them, too. */
    wyrm_pmf **drought, **longest;
} wyrm_found;

/* The depth that figures of this loot go to; 0 where it does not fill whole floors. */
WYRM_API int32_t wyrm_found_last_depth(const wyrm_loot *loot);

/* The categories of the loot, in the order of the file; 0 where it does not fill floors. */
WYRM_API size_t wyrm_found_categories(const wyrm_loot *loot);
WYRM_API const char *wyrm_found_category(const wyrm_loot *loot, size_t index);

/* The category that a kind is in; "" where it stands beside them. */
WYRM_API const char *wyrm_found_category_of(const wyrm_loot *loot, size_t kind);

/* Whether items of a depth may be drawn from a category, of wyrm_found_category, in which nothing
 * has a weight there: such a draw brings nothing. Depths from 1. */
WYRM_API bool wyrm_found_is_vain(const wyrm_loot *loot, size_t category, int32_t depth);

/* Which kinds may come at all, down to the last depth of figures: fills kinds[wyrm_loot_kinds].
 * Nothing where the loot does not fill whole floors; all where it cannot be followed.
 * WYRM_ERROR_RULESET  a script of the ruleset fails, or what it returned is no floor
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_found_possible(const wyrm_loot *loot, bool *kinds,
                                                         wyrm_error *error);

/* How many of a kind or category come on the floors 1..1, 1..2, ... 1..last_depth. *out is owned by
 * the caller (wyrm_found_free).
 * WYRM_ERROR_ARGUMENT  the loot does not fill whole floors; last_depth outside 1..200; the
 *                      enchantment of what has none
 * WYRM_ERROR_UNKNOWN   no such kind or category (the hint names the nearest)
 * WYRM_ERROR_LIMIT     more ways, or steps, than are followed: games have to be drawn
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_found_new(const wyrm_loot *loot, const char *name,
                                                    int32_t last_depth, wyrm_found **out,
                                                    wyrm_error *error);
WYRM_API void wyrm_found_free(wyrm_found *found); /* NULL is allowed */

/* The same of `games` games that are drawn (0: WYRM_FOUND_GAMES), the first of them run 0 of
 * `seed`.
 * WYRM_ERROR_ARGUMENT  as of wyrm_found_new
 * WYRM_ERROR_UNKNOWN   likewise
 * WYRM_ERROR_RULESET   a script of the ruleset fails, or what it returned is no floor
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_found_draw(const wyrm_loot *loot, const char *name,
                                                     int32_t last_depth, uint64_t seed,
                                                     uint64_t games, wyrm_found **out,
                                                     wyrm_error *error);

/* All kinds at once. What hangs on its own history is followed, so that its distribution is there,
 * too; of everything else the mean number follows from that. */
typedef struct wyrm_found_survey {
    int32_t last_depth;
    size_t kinds;
    double *means; /* [(d - 1) * kinds + kind]: on the floor of depth d */
    /* The same places: how many there are on the floors 1..d together; NULL: not followed here. */
    const wyrm_pmf **by_depth;
    double cut;     /* the probability that was not followed */
    uint64_t games; /* of which they are the means and shares; 0: they are exact */
} wyrm_found_survey;

/* The failures of wyrm_found_new but WYRM_ERROR_UNKNOWN. *out is owned by the caller
 * (wyrm_found_survey_free). */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_found_survey_new(const wyrm_loot *loot,
                                                           int32_t last_depth,
                                                           wyrm_found_survey **out,
                                                           wyrm_error *error);
WYRM_API void wyrm_found_survey_free(wyrm_found_survey *survey); /* NULL is allowed */

/* Of games that are drawn, as of wyrm_found_draw: by_depth is there for all kinds. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_found_survey_draw(const wyrm_loot *loot,
                                                            int32_t last_depth, uint64_t seed,
                                                            uint64_t games, wyrm_found_survey **out,
                                                            wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
