/* Faults: what is found wrong in a ruleset, collected until all is read, then told in file order.
 */
#ifndef WYRM_SRC_RULESET_FAULTS_H
#define WYRM_SRC_RULESET_FAULTS_H

#include "ruleset/source.h"

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
