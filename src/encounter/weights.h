/* Weighted choice among things whose weights are depth tables: r is uniform in 1..sum of the
 * weights, and the first thing whose running sum is at least r is chosen (roguelike tutorial, part
 * 12). Weights are whole, so frequencies are exact. */
#ifndef WYRM_SRC_ENCOUNTER_WEIGHTS_H
#define WYRM_SRC_ENCOUNTER_WEIGHTS_H

#include <wyrm/rng.h>
#include <wyrm/ruleset.h>

/* A thing that can be chosen. */
typedef struct wyrm_weights_entry {
    int32_t value;             /* what a draw gives */
    const char *name;          /* for messages; borrowed */
    const wyrm_value *weights; /* TABLE of at least 0, or NULL: never chosen */
} wyrm_weights_entry;

typedef struct wyrm_weights wyrm_weights;

/* Depths at which the weights are the same; only what has a weight. */
typedef struct wyrm_weights_row {
    size_t count;
    const int32_t *values;
    const uint64_t *running; /* sums of the weights up to each; the last is the sum of all */
} wyrm_weights_row;

/* `what` names the things in messages ("monsters"), `where` is the value that messages about all of
 * them point at. A depth before the first row of every table is no fault: nothing is chosen there.
 * WYRM_ERROR_RULESET  a weight that is not whole; nothing has a weight; all weights 0, everywhere
 *                     or at one of the depths up to `last_depth` behind the first that has any
 * WYRM_ERROR_MEMORY   out of memory */
wyrm_status wyrm_weights_new(const wyrm_ruleset *ruleset, const wyrm_value *where, const char *what,
                             const wyrm_weights_entry *entries, size_t count, int32_t last_depth,
                             wyrm_weights **out, wyrm_errors *errors);
void wyrm_weights_free(wyrm_weights *choice); /* NULL is allowed */

/* What can be chosen at a depth; a count of 0 where nothing can. Lives as long as the choice. */
wyrm_weights_row wyrm_weights_at(const wyrm_weights *choice, int32_t depth);

/* The weight of one of them, above 0. */
uint64_t wyrm_weights_of(const wyrm_weights_row *row, size_t index);

/* The index of the one drawn; count must not be 0. One draw. */
size_t wyrm_weights_draw(const wyrm_weights_row *row, wyrm_rng *rng);

#endif
