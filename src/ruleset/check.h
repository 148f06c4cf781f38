/* Checking: from a raw tree to typed values, by the rows that hold for it. */
#ifndef WYRM_SRC_RULESET_CHECK_H
#define WYRM_SRC_RULESET_CHECK_H

#include "ruleset/raw.h"
#include "ruleset/scalars.h"
#include "ruleset/value.h"

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

/* Checks a value that is no record, list or map. */
void wyrm_check_leaf(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                     wyrm_value *out);

/* The key whose value it is: the nearest on the way up. */
const char *wyrm_trail_key(const wyrm_trail *trail);

/* Room for what wyrm_trail_owner writes. */
#define WYRM_OWNER_MAX 80

/* " of 'troll'" for a row of a record that stands in a map under a name, else "": which of many
 * tables of one name is meant. Returns `owner`. */
const char *wyrm_trail_owner(const wyrm_trail *trail, char owner[WYRM_OWNER_MAX]);

/* "expected WHAT, found ...". `hint` may be NULL. */
void wyrm_check_expected(wyrm_checker *checker, const wyrm_raw *raw, const char *what,
                         const char *hint);

/* Whether a number is in the limits of a row; if not, says so: "'miss' must be from 0 to 1, found
 * 3". `what` stands before the key ("the number of entries of "). */
void wyrm_check_limits(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_place *place,
                       double value, const char *what, const char *found);

/* The same of a scalar that has been read as `value`. */
void wyrm_check_scalar(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                       double value);

/* Whether a scalar has the form of what is expected, without quotes; if not, says why. `scan` is
 * what its text was read as. */
bool wyrm_check_scan(wyrm_checker *checker, const wyrm_raw *raw, wyrm_scan scan,
                     const char *expected);

/* Where a fault at a raw node is shown: itself, or what lacks the default that it comes from. */
const wyrm_place *wyrm_check_place(const wyrm_checker *checker, const wyrm_place *place);

/* The raw tree of a default of the schema; NULL where it cannot be read (reported). */
const wyrm_raw *wyrm_default_read(wyrm_checker *checker, const char *text);

#endif
