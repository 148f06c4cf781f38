/* Descents: the dungeons of whole games without a player, depth by depth, sampled.
 *
 * Rooms are placed and populated as in the game, and the difficulty rises in the same order, down
 * to the final map. In a ruleset with a tracker no action of a player changes that, so this is what
 * `wyrm curve` prints.
 */
#ifndef WYRM_DESCENT_H
#define WYRM_DESCENT_H

#include <wyrm/design.h>
#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_DESCENT_DEPTH_MAX 200 /* a dungeon without a final map by then is cut off */

/* Figures of one depth, over the dungeons that reach it, after population. */
typedef struct wyrm_depth_figures {
    int32_t depth;
    wyrm_moments rooms, monsters, items, experience;
    wyrm_moments tracker; /* fractional tracker level after it was paid; the depth if there is no
                             tracker */
    /* Per monster; the monsters of one dungeon share its tracker and form a cluster. */
    wyrm_ratio_estimate monster_level;
} wyrm_depth_figures;

typedef struct wyrm_descents {
    uint64_t runs;
    uint64_t cut_off; /* dungeons without a final map by WYRM_DESCENT_DEPTH_MAX */
    int32_t depth_count;
    wyrm_depth_figures *depths;                        /* depth 1 first */
    wyrm_moments final_depth;                          /* over dungeons that were not cut off */
    uint64_t final_counts[WYRM_DESCENT_DEPTH_MAX + 1]; /* dungeons by final depth */
} wyrm_descents;

typedef struct wyrm_descent_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed;
    uint64_t runs;    /* 0: WYRM_DESCENT_RUNS */
    unsigned threads; /* 0: one. The number does not change the result */
    /* Called now and then from the calling thread with the share done in [0, 1]; false stops the
     * work with WYRM_ERROR_LIMIT. NULL: never called. */
    bool (*progress)(double done, void *context);
    void *context;
} wyrm_descent_options;

/* The default number of dungeons: it gives the means of RuggRogue within 1 % (95 %) at every depth
 * that half of its dungeons reach. */
#define WYRM_DESCENT_RUNS 12000

/* Samples the dungeons. *out is owned by the caller (wyrm_descents_free). `options` NULL: all
 * defaults, seed 1. Where no thread can be started, the calling one does the work.
 * WYRM_ERROR_RULESET  the ruleset lacks encounters, loot or maps
 * WYRM_ERROR_LIMIT    `progress` stopped it
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_descend(const wyrm_design *design,
                                                  const wyrm_descent_options *options,
                                                  wyrm_descents **out, wyrm_error *error);
WYRM_API void wyrm_descents_free(wyrm_descents *descents); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
