#ifndef WYRM_SRC_RULESET_KEYS_H
#define WYRM_SRC_RULESET_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A region: memory that lives and dies as one. A ruleset, its sources and all its values are one.
 */

typedef struct wyrm_region {
    struct wyrm_region_block *blocks;
} wyrm_region;

/* count * size zeroed bytes, aligned for any type; NULL where out of memory. A count of 0 gives a
 * valid pointer to nothing. */
void *wyrm_region_take(wyrm_region *region, size_t count, size_t size);

/* A copy of text[length], ended by a NUL; NULL where out of memory. */
char *wyrm_region_text(wyrm_region *region, const char *text, size_t length);

/* Makes room for one more of the *capacity items of `size` bytes at `items` that hold `count`:
 * returns the items, moved where they had to grow, or NULL where out of memory. */
void *wyrm_region_grow(wyrm_region *region, void *items, size_t count, size_t *capacity,
                       size_t size);

void wyrm_region_release(wyrm_region *region);

/* Keys in the order of a file, each once, found by name in constant time. */

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
