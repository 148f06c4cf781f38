/* Work in blocks on several threads, with results merged in the order of blocks: the same bits for
 * any number of threads. */
#ifndef WYRM_SRC_SIM_WORKERS_H
#define WYRM_SRC_SIM_WORKERS_H

#include <wyrm/error.h>

#define WYRM_WORKERS_MAX 256

typedef struct wyrm_work {
    uint64_t blocks;
    size_t result_size;  /* bytes of the result of a block; not cleared before it is filled */
    size_t scratch_size; /* bytes that every thread has for itself; at first all 0 */
    void (*release)(void *scratch); /* frees what scratch owns, at the end; NULL: nothing */

    /* Fills the result of a block. Called from any thread; must depend on the block alone. */
    void (*run)(uint64_t block, void *result, void *scratch, void *context);
    /* Takes up the result. Called from the calling thread, block 0 first. */
    void (*merge)(uint64_t block, const void *result, void *context);
    void *context;

    /* After every block that was merged, with the share done; false stops. May be NULL. */
    bool (*progress)(double done, void *context);
    void *progress_context;
} wyrm_work;

/* Does the work on `threads` threads (0 and 1: only the calling one; at most WYRM_WORKERS_MAX).
 * Where the system gives fewer threads, those do it, and the calling one where it gives none.
 * WYRM_ERROR_LIMIT   stopped by progress
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_MUST_CHECK wyrm_status wyrm_work_run(const wyrm_work *work, unsigned threads,
                                          wyrm_error *error);

#endif
