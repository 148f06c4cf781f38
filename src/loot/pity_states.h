/* Where the counters of pity may stand: a probability for every combination of them that can be
 * reached, and what one room makes of it.
 *
 * The table is a box: for every category the counters from 0 to the greatest that has a
 * probability, so that what cannot be reached costs nothing. Categories that a ruleset does not
 * have are one wide.
 */
#ifndef WYRM_SRC_LOOT_PITY_STATES_H
#define WYRM_SRC_LOOT_PITY_STATES_H

#include "loot/pity_internal.h"

typedef struct wyrm_pity_states {
    /* Counters with a place in the table, the last category's together. */
    size_t size[WYRM_PITY_MAX];
    size_t used[WYRM_PITY_MAX]; /* counters from here on have the probability 0; at most size */
    double *mass;
    size_t capacity;
} wyrm_pity_states;

/* What holds in the rooms of a depth. */
typedef struct wyrm_pity_room {
    size_t count;                     /* categories */
    uint32_t cap[WYRM_PITY_MAX];      /* counters stop here; 0 of categories that there are not */
    uint32_t due[WYRM_PITY_MAX];      /* gives from here on; WYRM_PITY_NEVER: not, or has nothing */
    double found[1 << WYRM_PITY_MAX]; /* chance of each set of categories */
} wyrm_pity_room;

/* Of every category, the chance of each counter; the last is of at least WYRM_DROUGHT_MAX. */
typedef double wyrm_pity_counters[WYRM_PITY_MAX][WYRM_DROUGHT_MAX + 1];

/* All below that can fail: WYRM_ERROR_MEMORY, WYRM_ERROR_LIMIT (more than WYRM_PITY_STATES_MAX). */

/* Certainty (times `mass`) of these counters. {0} is a table to start from. */
WYRM_MUST_CHECK wyrm_status wyrm_pity_states_point(wyrm_pity_states *states,
                                                   const uint32_t counters[WYRM_PITY_MAX],
                                                   double mass, wyrm_error *error);
void wyrm_pity_states_free(wyrm_pity_states *states);

/* Probability 0 everywhere; keeps the memory. */
void wyrm_pity_states_clear(wyrm_pity_states *states);

/* Adds `weight` times `from`. */
WYRM_MUST_CHECK wyrm_status wyrm_pity_states_add(wyrm_pity_states *to, const wyrm_pity_states *from,
                                                 double weight, wyrm_error *error);

/* Goes through one room: *to becomes what is reached from `from`, and given[i] the chance that
 * category i gives an item there. */
WYRM_MUST_CHECK wyrm_status wyrm_pity_states_step(const wyrm_pity_states *from,
                                                  const wyrm_pity_room *room, wyrm_pity_states *to,
                                                  double given[WYRM_PITY_MAX], wyrm_error *error);

/* Fills `out` and tightens the box to what has a probability. */
void wyrm_pity_states_counters(wyrm_pity_states *states, wyrm_pity_counters out);

/* Takes out the states in which the counter of a category is 0; returns their probability. */
double wyrm_pity_states_take_zero(wyrm_pity_states *states, size_t category);

#endif
