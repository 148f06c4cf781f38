/* Keys in the order of a file, each once, found by name in constant time. */
#ifndef WYRM_SRC_RULESET_KEYS_H
#define WYRM_SRC_RULESET_KEYS_H

#include "ruleset/region.h"

#include <stdint.h>

#define WYRM_KEYS_NONE SIZE_MAX

typedef struct wyrm_keys {
    const char **names;
    size_t count, capacity;
    uint32_t *slots; /* open addressing over index + 1; NULL while there are few */
    size_t slot_count;
} wyrm_keys;

/* Index of a name, or WYRM_KEYS_NONE. */
size_t wyrm_keys_find(const wyrm_keys *keys, const char *name);

/* Adds a name that is not there yet (not copied); false where out of memory. */
bool wyrm_keys_add(wyrm_keys *keys, wyrm_region *region, const char *name);

#endif
