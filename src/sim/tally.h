/* A tally: how often each whole number was seen, for quantiles that are exact. Memory grows with
 * the numbers that differ. {0} is the empty tally. */
#ifndef WYRM_SRC_SIM_TALLY_H
#define WYRM_SRC_SIM_TALLY_H

#include <wyrm/error.h>

typedef struct wyrm_tally_row {
    int64_t value;
    uint64_t count;
} wyrm_tally_row;

typedef struct wyrm_value_tally {
    wyrm_tally_row *rows; /* ascending by value */
    size_t count, capacity;
    uint64_t total;
} wyrm_value_tally;

/* False: out of memory; nothing is added then. */
bool wyrm_tally_add(wyrm_value_tally *tally, int64_t value, uint64_t times);

/* Adds all of another; false as above, part of it may then be added. */
bool wyrm_tally_merge(wyrm_value_tally *tally, const wyrm_value_tally *other);

/* The least value that at least the share `p` of all do not exceed; 0 of an empty tally. */
int64_t wyrm_tally_quantile(const wyrm_value_tally *tally, double p);

void wyrm_tally_free(wyrm_value_tally *tally);

#endif
