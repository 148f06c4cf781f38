/* Extending: the chain of files that a ruleset is made of, merged into one raw tree. */
#ifndef WYRM_SRC_RULESET_EXTEND_H
#define WYRM_SRC_RULESET_EXTEND_H

#include "ruleset/raw.h"

#include <wyrm/ruleset.h>

typedef struct wyrm_extender {
    const wyrm_schema *schema;
    wyrm_find_ruleset *find; /* may be NULL */
    void *context;
    wyrm_region *region;
    wyrm_faults *faults;
} wyrm_extender;

/* Reads the source and what it extends, checks that they are text, and merges them. NULL where
 * something cannot be read; `faults` has then grown, and may have grown else. */
wyrm_raw *wyrm_extend(const wyrm_extender *extender, const wyrm_source *source);

#endif
