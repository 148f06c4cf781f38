#ifndef WYRM_SRC_RULESET_DUMP_H
#define WYRM_SRC_RULESET_DUMP_H

#include <wyrm/ruleset.h>

#include "base/text.h"
#include "ruleset/value.h"

/* Whether a value is the one that the schema would have given, written out or not. */

/* *out is true where the value comes from the schema's default, and where a file writes the same
 * out, as a dump does. False for NULL.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_MUST_CHECK wyrm_status wyrm_value_says_default(const wyrm_value *value, bool *out,
                                                    wyrm_error *error);

/* The canonical dump of a ruleset. */

/* Appends the dump of a root. Returns where the rules begin in it: behind name, title, description
 * and source, which the hash leaves out. */
size_t wyrm_dump_root(const wyrm_value *root, wyrm_text *out);

#endif
