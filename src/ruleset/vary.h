/* Varying: a ruleset of one's own, whose values can be replaced by others, one at a time, to see
 * what hangs on them.
 *
 * A copy has every default of the original written out, and the same tree of values. It is not for
 * sharing: whoever changes a value must be the only one who reads the copy, and what was made of it
 * before the change may be stale. */
#ifndef WYRM_SRC_RULESET_VARY_H
#define WYRM_SRC_RULESET_VARY_H

#include <wyrm/ruleset.h>

typedef struct wyrm_variation wyrm_variation;

/* Copies a ruleset. Owned by the caller (wyrm_vary_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_MUST_CHECK wyrm_status wyrm_vary_new(const wyrm_ruleset *ruleset, wyrm_variation **out,
                                          wyrm_error *error);
void wyrm_vary_free(wyrm_variation *variation); /* NULL is allowed */

const wyrm_ruleset *wyrm_vary_ruleset(const wyrm_variation *variation);

/* Others that one value may have: numbers and both ends of ranges lower, higher, nothing and far
 * away, within the limits of the schema; the other choices; the contrary. For a depth table they
 * are those of its rows in turn. What is text, a list or a record has none. */
size_t wyrm_vary_count(const wyrm_value *value);

/* Replaces a value of the copy by its `index`-th other, and tells it in text[size]; false where out
 * of memory, or the value has none such. Only one value is replaced at a time: the one before is
 * put back first. */
bool wyrm_vary_try(wyrm_variation *variation, const wyrm_value *value, size_t index, char *text,
                   size_t size);

/* Replaces a number, a ratio or the dice of a value, or the value of row `row` of a depth table, by
 * this number (whole, and within the limits of the schema); false where that is no other. */
bool wyrm_vary_number(wyrm_variation *variation, const wyrm_value *value, size_t row, double number,
                      char *text, size_t size);

/* Replaces a value of the copy by what another one of the same kind is; false where they differ in
 * kind. */
bool wyrm_vary_by(wyrm_variation *variation, const wyrm_value *value, const wyrm_value *other);

/* Puts the value back that is replaced, if any. */
void wyrm_vary_restore(wyrm_variation *variation);

#endif
