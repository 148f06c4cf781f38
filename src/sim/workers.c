/* A pool of threads that take blocks in order and hand their results to the calling thread, which
 * merges them in order.
 *
 * Results wait in a ring of slots, so that memory does not grow with the number of blocks: a block
 * is begun only when the block that last used its slot has been merged. POSIX threads rather than
 * those of C11, which the thread sanitizer does not see. */
#include "sim/workers.h"

#include <pthread.h>
#include <stdlib.h>

#define SLOTS_PER_THREAD 4

typedef struct work_pool {
    const wyrm_work *work;
    unsigned char *results; /* the slots, one after the other */
    bool *filled;           /* by slot */
    uint64_t slots;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Guarded by the lock, as is `filled`. */
    uint64_t next;   /* block to be begun */
    uint64_t merged; /* blocks that are done with */
    bool stop;
} work_pool;

typedef struct worker {
    work_pool *pool;
    void *scratch;
    pthread_t thread;
} worker;

static unsigned char *slot_of(const work_pool *pool, uint64_t block)
{
    return pool->results + (block % pool->slots) * pool->work->result_size;
}

/* Waits for a block whose slot is free; false where there is nothing left to do. */
static bool take_block(work_pool *pool, uint64_t *block)
{
    pthread_mutex_lock(&pool->lock);
    while (!pool->stop && pool->next < pool->work->blocks &&
           pool->next >= pool->merged + pool->slots)
        pthread_cond_wait(&pool->changed, &pool->lock);
    bool has_work = !pool->stop && pool->next < pool->work->blocks;
    if (has_work)
        *block = pool->next++;
    pthread_mutex_unlock(&pool->lock);
    return has_work;
}

static void *run_worker(void *argument)
{
    worker *self = argument;
    work_pool *pool = self->pool;
    uint64_t block;
    while (take_block(pool, &block)) {
        pool->work->run(block, slot_of(pool, block), self->scratch, pool->work->context);
        pthread_mutex_lock(&pool->lock);
        pool->filled[block % pool->slots] = true;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
    }
    return NULL;
}

/* Takes up a merged block and asks whether to go on. */
static wyrm_status finish_block(const wyrm_work *work, uint64_t block, const void *result,
                                wyrm_error *error)
{
    work->merge(block, result, work->context);
    double done = (double)(block + 1) / (double)work->blocks;
    if (work->progress && !work->progress(done, work->progress_context))
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped before all runs were done");
    return WYRM_OK;
}

static wyrm_status merge_all(work_pool *pool, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    for (uint64_t block = 0; block < pool->work->blocks && status == WYRM_OK; block++) {
        pthread_mutex_lock(&pool->lock);
        while (!pool->filled[block % pool->slots])
            pthread_cond_wait(&pool->changed, &pool->lock);
        pthread_mutex_unlock(&pool->lock);

        status = finish_block(pool->work, block, slot_of(pool, block), error);

        pthread_mutex_lock(&pool->lock);
        pool->filled[block % pool->slots] = false;
        pool->merged = block + 1;
        pool->stop = status != WYRM_OK;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
    }
    return status;
}

static wyrm_status run_alone(const wyrm_work *work, void *result, void *scratch, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    for (uint64_t block = 0; block < work->blocks && status == WYRM_OK; block++) {
        work->run(block, result, scratch, work->context);
        status = finish_block(work, block, result, error);
    }
    return status;
}

static wyrm_status run_together(work_pool *pool, worker *workers, unsigned count, wyrm_error *error)
{
    unsigned started = 0;
    if (pthread_mutex_init(&pool->lock, NULL) != 0)
        return run_alone(pool->work, pool->results, workers[0].scratch, error);
    if (pthread_cond_init(&pool->changed, NULL) != 0) {
        pthread_mutex_destroy(&pool->lock);
        return run_alone(pool->work, pool->results, workers[0].scratch, error);
    }
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, run_worker, &workers[started]) == 0)
        started++;
    wyrm_status status = started > 0
                             ? merge_all(pool, error)
                             : run_alone(pool->work, pool->results, workers[0].scratch, error);
    for (unsigned i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    return status;
}

wyrm_status wyrm_work_run(const wyrm_work *work, unsigned threads, wyrm_error *error)
{
    unsigned count = threads < 1 ? 1 : threads < WYRM_WORKERS_MAX ? threads : WYRM_WORKERS_MAX;
    if (count > work->blocks)
        count = work->blocks > 1 ? (unsigned)work->blocks : 1;
    work_pool pool = {.work = work, .slots = count > 1 ? (uint64_t)count * SLOTS_PER_THREAD : 1};
    size_t scratch_size = work->scratch_size ? work->scratch_size : 1;
    pool.results = calloc(pool.slots, work->result_size ? work->result_size : 1);
    pool.filled = calloc(pool.slots, sizeof *pool.filled);
    worker *workers = calloc(count, sizeof *workers);
    unsigned char *scratch = calloc(count, scratch_size);
    wyrm_status status = WYRM_OK;
    if (!pool.results || !pool.filled || !workers || !scratch) {
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    } else {
        for (unsigned i = 0; i < count; i++)
            workers[i] = (worker){.pool = &pool, .scratch = scratch + i * scratch_size};
        status = count > 1 ? run_together(&pool, workers, count, error)
                           : run_alone(work, pool.results, scratch, error);
    }
    for (unsigned i = 0; scratch && work->release && i < count; i++)
        work->release(scratch + i * scratch_size);
    free(scratch);
    free(workers);
    free(pool.filled);
    free(pool.results);
    return status;
}
