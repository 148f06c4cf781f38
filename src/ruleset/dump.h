/* The canonical dump of a ruleset. */
#ifndef WYRM_SRC_RULESET_DUMP_H
#define WYRM_SRC_RULESET_DUMP_H

#include "base/text.h"
#include "ruleset/value.h"

/* Appends the dump of a root. Returns where the rules begin in it: behind name, title, description
 * and source, which the hash leaves out. */
size_t wyrm_dump_root(const wyrm_value *root, wyrm_text *out);

#endif
