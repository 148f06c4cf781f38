/* Sources: the files that a ruleset is read from, and places in them. */
#ifndef WYRM_SRC_RULESET_SOURCE_H
#define WYRM_SRC_RULESET_SOURCE_H

#include "ruleset/region.h"

#include <wyrm/error.h>

typedef struct wyrm_source {
    const char *file; /* as errors show it */
    const char *text; /* strict UTF-8 once checked; no byte order mark */
    size_t length;
    int order;              /* 0: the ruleset itself; 1: what it extends; and so on */
    bool named;             /* found by name, not by path */
    uint64_t device, inode; /* of a file on disk; both 0: none */
} wyrm_source;

/* Where something stands. line 0: nowhere (the schema's own text). */
typedef struct wyrm_place {
    const wyrm_source *source;
    int32_t line, column; /* from 1; characters */
    int32_t length;       /* characters, at least 1 */
} wyrm_place;

/* Copies text[length] and the name into the region; drops a byte order mark. NULL: out of
 * memory. */
wyrm_source *wyrm_source_new(wyrm_region *region, const char *file, const char *text, size_t length,
                             int order);

/* Reads a file whole. WYRM_ERROR_IO (the message tells why, without the name), WYRM_ERROR_LIMIT
 * (larger than WYRM_RULESET_MAX_BYTES) or WYRM_ERROR_MEMORY. `regular`: pipes and devices, which
 * may never end, are refused. */
wyrm_status wyrm_source_read(wyrm_region *region, const char *path, bool regular, int order,
                             wyrm_source **out, wyrm_error *error);

/* The first byte that is not UTF-8, or not a character that YAML allows. Returns true where there
 * is none; else fills *place and a sentence. */
bool wyrm_source_check(const wyrm_source *source, wyrm_place *place, char *message, size_t size);

/* Sets file, line, column, length and excerpt of an error. */
void wyrm_place_show(const wyrm_place *place, wyrm_error *error);

/* Negative, 0 or positive as a stands before, at or behind b in the order of reading. */
int wyrm_place_compare(const wyrm_place *a, const wyrm_place *b);

#endif
