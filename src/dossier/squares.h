/* Tables of squares: how much of each kind there is at each depth. Not public. */
#ifndef WYRM_SRC_DOSSIER_SQUARES_H
#define WYRM_SRC_DOSSIER_SQUARES_H

#include "html/picture.h"

/* Columns of such a table: more would be too narrow to be named, and the page too large. */
#define WYRM_COLUMNS_MAX 24

typedef struct wyrm_squares {
    const void *of; /* passed on */
    size_t depths, kinds;
    wyrm_estimate (*amount)(const void *of, size_t depth,
                            size_t kind); /* depth from 1; 0: none comes */
    const char *(*title)(const void *of, size_t kind);
} wyrm_squares;

/* A column each kind that comes at all, in their order, and a square each depth where it does; the
 * rarest of more than WYRM_COLUMNS_MAX share a last column. */
void wyrm_add_squares(wyrm_picture *picture, const char *name, const wyrm_squares *squares);

/* Marks the WYRM_COLUMNS_MAX greatest of weights[count] that are above 0, the first ones of equal
 * ones; returns how many those above 0 are in all. */
size_t wyrm_keep_greatest(const double *weights, size_t count, bool *kept);

#endif
