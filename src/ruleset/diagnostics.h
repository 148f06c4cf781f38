#ifndef WYRM_SRC_RULESET_DIAGNOSTICS_H
#define WYRM_SRC_RULESET_DIAGNOSTICS_H

#include <wyrm/error.h>

#include "ruleset/keys.h"

/* Sources: the files that a ruleset is read from, and places in them. */

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

/* Faults: what is found wrong in a ruleset, collected until all is read, then told in file order.
 */

/* Kept until they can be sorted; what is found past this is only counted. */
#define WYRM_FAULTS_MAX 1000

typedef struct wyrm_fault_item wyrm_fault_item;

typedef struct wyrm_faults {
    wyrm_fault_item *items;
    size_t kept, capacity, total;
    wyrm_status first;     /* the code of the first one found; WYRM_OK: none */
    const char *defaulted; /* not NULL while a default of the schema is read: what goes wrong then
                              is the fault of the schema; the name of the key */
} wyrm_faults;

/* Adds a fault. `hint` may be NULL. */
void wyrm_fault(wyrm_faults *faults, const wyrm_place *place, wyrm_status code, const char *hint,
                const char *format, ...) WYRM_PRINTF(5, 6);

/* The one fault that has no place. */
void wyrm_fault_memory(wyrm_faults *faults);

/* Whether one more fault would only be counted: its hint need not be worked out. */
bool wyrm_faults_full(const wyrm_faults *faults);

/* Sorts the faults and adds them to `errors` (may be NULL). */
void wyrm_faults_tell(wyrm_faults *faults, wyrm_errors *errors);

void wyrm_faults_release(wyrm_faults *faults);

/* Text of a file as a message may quote it: cut at 40 characters, nothing that a terminal obeys. */
#define WYRM_QUOTE_MAX 176
const char *wyrm_quote(const char *text, char buffer[WYRM_QUOTE_MAX]);

/* "did you mean 'miss'?" for the nearest of the candidates, or NULL. */
const char *wyrm_did_you_mean(const char *word, const char *const *candidates, size_t count,
                              char buffer[WYRM_ERROR_HINT_MAX]);

#endif
