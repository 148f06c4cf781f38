#ifndef WYRM_SRC_RULESET_CHECK_H
#define WYRM_SRC_RULESET_CHECK_H

#include "ruleset/raw.h"
#include "ruleset/scalars.h"
#include "ruleset/value.h"

/* Checking: from a raw tree to typed values, by the rows that hold for it. */

/* What is checked, and where what is found goes. */
typedef struct wyrm_checker {
    const wyrm_schema *schema;
    const wyrm_model *const *chosen; /* by section; NULL: none, or named wrongly */
    wyrm_region *region;
    wyrm_faults *faults;
    size_t values;                   /* made so far */
    bool stopped;                    /* out of memory or past a limit */
    const wyrm_place *default_place; /* not NULL while a default is read: where it is missing */
    struct wyrm_default *defaults;   /* those already read */
    size_t default_count, default_capacity;
} wyrm_checker;

/* One step of the way from the root to a value. */
typedef struct wyrm_trail wyrm_trail;
struct wyrm_trail {
    const wyrm_trail *up;
    const wyrm_field *field;
    const char *key;  /* NULL of a list's element */
    size_t index;     /* of a list's element, from 1 */
    wyrm_place place; /* its key, or itself where it has none */
};

/* Checks the whole file against the composed row of its root. */
void wyrm_check_root(wyrm_checker *checker, const wyrm_field *root, const wyrm_raw *raw,
                     wyrm_value *out);

/* Room for what trail_owner writes. */
#define WYRM_OWNER_MAX 80

#endif
