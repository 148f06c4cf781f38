/* What monsters drop: the things and the gold that lie where one died.
 *
 * The section `drops` has a list of rows for each monster, which are rolled apart from each other.
 * With the chance of its depth a row gives either a heap of gold, or a number of things, each of
 * which is chosen anew by weight. In a game a monster that was summoned drops nothing.
 */
#ifndef WYRM_DROPS_H
#define WYRM_DROPS_H

#include <wyrm/pmf.h>
#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_DROP_ROWS_MAX   8  /* rows of one monster */
#define WYRM_DROP_THINGS_MAX 8  /* things that one row gives at most */
#define WYRM_DROP_KINDS_MAX  64 /* kinds of things that one row chooses from */
#define WYRM_DROPPED_MAX     (WYRM_DROP_ROWS_MAX * WYRM_DROP_THINGS_MAX)
#define WYRM_DROP_NAMES_MAX  (WYRM_DROP_ROWS_MAX * WYRM_DROP_KINDS_MAX)

typedef struct wyrm_drops wyrm_drops;

/* Prepares the drops of a ruleset. *out is NULL, without an error, where it has no section `drops`;
 * else it is owned by the caller (wyrm_drops_free). The ruleset must outlive it.
 * WYRM_ERROR_RULESET  a row contradicts itself, or names what the ruleset does not have
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_drops_new(const wyrm_ruleset *ruleset, wyrm_drops **out,
                                                    wyrm_errors *errors);
WYRM_API void wyrm_drops_free(wyrm_drops *drops); /* NULL is allowed */

/* One thing that was dropped, or a heap of gold. */
typedef struct wyrm_dropped {
    const char *name; /* of the item, weapon or armor, valid as long as the drops; NULL: gold */
    int32_t bonus;    /* plus of the gear */
    int32_t pieces;   /* of gold, above 0; else 0 */
} wyrm_dropped;

/* Draws what a monster (its index in the roster) drops at a depth: fills
 * dropped[WYRM_DROPPED_MAX] and returns how many there are. `drops` NULL: none. */
WYRM_API size_t wyrm_drops_draw(const wyrm_drops *drops, size_t monster, int32_t depth,
                                wyrm_rng *rng, wyrm_dropped *dropped);

/* The things that a monster may drop at any depth, each once, in the order of its rows: fills
 * names[WYRM_DROP_NAMES_MAX] and returns how many there are. Gold is not among them. */
WYRM_API size_t wyrm_drops_names(const wyrm_drops *drops, size_t monster, const char **names);

/* The exact distribution of how many things of a name one monster drops at a depth; name NULL: of
 * the pieces of gold. *out is owned by the caller (wyrm_pmf_free).
 * WYRM_ERROR_RANGE   more than WYRM_PMF_MAX_LENGTH pieces of gold
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_drops_number(const wyrm_drops *drops, size_t monster,
                                                       int32_t depth, const char *name,
                                                       wyrm_pmf **out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
