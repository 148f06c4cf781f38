/* Rulesets that read, with numbers that nobody would write: what the targets behind the reader are
 * given. */
#ifndef WYRM_TESTS_FUZZ_MODELS_H
#define WYRM_TESTS_FUZZ_MODELS_H

#include <wyrm/design.h>

/* One of the first `count` rulesets, by the first byte (0: a small one), with changes of four bytes
 * each: which of its numbers (two bytes), and to which of a list of values (one). NULL: it is
 * refused. `base`, where not NULL, gets the ruleset as it was, which stays. Memory and work
 * have limits from then on. */
wyrm_design *fuzz_design(const uint8_t *data, size_t size, size_t count, const wyrm_design **base);

/* That a function has worked or says why not, in a sentence. */
bool fuzz_worked(wyrm_status status, wyrm_error *error);

#endif
