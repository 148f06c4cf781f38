/* Whether a value is the one that the schema would have given, written out or not. */
#ifndef WYRM_SRC_RULESET_FALLBACK_H
#define WYRM_SRC_RULESET_FALLBACK_H

#include <wyrm/ruleset.h>

/* *out is true where the value comes from the schema's default, and where a file writes the same
 * out, as a dump does. False for NULL.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_MUST_CHECK wyrm_status wyrm_value_says_default(const wyrm_value *value, bool *out,
                                                    wyrm_error *error);

#endif
