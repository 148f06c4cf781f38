#ifndef WYRM_SRC_BASE_MEMORY_H
#define WYRM_SRC_BASE_MEMORY_H

#include <wyrm/error.h>

/* Single blocks, out of the memory that wyrm_memory_set names, given back by wyrm_free: NULL where
 * memory is out. Nothing in src/ calls malloc itself. */
WYRM_API void *base_allocate(size_t size);
WYRM_API void *base_zeroed(size_t count, size_t size);
WYRM_API void *base_resize(void *block, size_t size); /* NULL as a block: a new one */
WYRM_API char *base_copy(const char *text);

#endif
