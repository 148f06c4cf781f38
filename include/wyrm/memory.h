/* The memory that the library works in.
 *
 * A game that keeps its own heap, or counts what its parts use, hands the library three functions
 * before it calls anything else. From then on every block that libwyrm and libwyrm-bench take, keep
 * or give to their caller comes from them; what SQLite, jansson and libyaml take for themselves is
 * theirs to say. This is the one setting of the process: it is kept by the library itself, as
 * SQLite and jansson keep theirs, so that no call needs one more argument.
 */
#ifndef WYRM_MEMORY_H
#define WYRM_MEMORY_H

#include <wyrm/error.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wyrm_memory {
    /* `size` bytes, at least 1, aligned for any type; NULL: out of memory. */
    void *(*allocate)(size_t size, void *context);
    /* The block moved to one of `size` bytes, its beginning kept, the old one gone; NULL: out of
     * memory, and the block stands as it was. */
    void *(*resize)(void *block, size_t size, void *context);
    /* Gives a block back; never called with NULL. */
    void (*release)(void *block, void *context);
    void *context; /* handed to each of them */
} wyrm_memory;

/* Uses *memory (copied) from now on; NULL: malloc, realloc and free, as at the start. To be called
 * while the library holds no block, by one thread, before any other thread calls the library; the
 * three functions are then called by every thread that does. */
WYRM_API void wyrm_memory_set(const wyrm_memory *memory);

#ifdef __cplusplus
}
#endif
#endif
