/* Work on several threads, taken up in order.
 *
 * Threads take blocks of work in order and hand their results to the calling thread, which merges
 * them in order: so the same bits come out of any number of threads. Results wait in a ring of
 * slots, so that memory does not grow with the number of blocks: a block is begun only when the
 * block that last used its slot has been merged. What a thread keeps from block to block it frees
 * itself, at its end: where that is a process that takes two seconds to go, all of them go at once.
 * POSIX threads rather than those of C11, which the thread sanitizer does not see. */
#include "sim/internal.h"
#include <pthread.h>
#include <string.h>

#define SLOTS_PER_THREAD 4

typedef struct work_pool {
    const wyrm_work *work;
    base_arena *arena; /* of the job that the work is for */
    wyrm_status status;
    uint64_t shares, slots;
    unsigned workers, started;
    struct worker *all;
    unsigned char *results; /* the slots, one after the other */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Guarded by the lock: */
    bool *filled;          /* by slot */
    uint64_t next, merged; /* shares begun, and done with */
    bool stop;
} work_pool;

typedef struct worker {
    work_pool *pool;
    void *scratch;
    pthread_t thread;
} worker;

static wyrm_share share_at(const work_pool *pool, uint64_t index, void *scratch)
{
    const wyrm_work *work = pool->work;
    uint64_t first = index * work->share, left = work->count - first;
    return (wyrm_share){.first = first,
                        .count = left < work->share ? left : work->share,
                        .result = pool->results + index % pool->slots * work->result_size,
                        .scratch = scratch,
                        .arena = pool->arena,
                        .context = work->context};
}

/* What scratch owns may be the process of a game, which has two seconds to end. */
static void leave(const worker *self)
{
    const wyrm_work *work = self->pool->work;
    if (!work->release)
        return;
    work->release(self->scratch);
    memset(self->scratch, 0, work->scratch_size);
}

/* Takes share after share whose slot is free, until there is nothing left to do. */
static void *run_worker(void *argument)
{
    worker *self = argument;
    work_pool *pool = self->pool;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->stop && pool->next < pool->shares && pool->next >= pool->merged + pool->slots)
            pthread_cond_wait(&pool->changed, &pool->lock);
        if (pool->stop || pool->next == pool->shares)
            break;
        uint64_t index = pool->next++;
        pthread_mutex_unlock(&pool->lock);
        wyrm_share share = share_at(pool, index, self->scratch);
        pool->work->run(&share);
        pthread_mutex_lock(&pool->lock);
        pool->filled[index % pool->slots] = true;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    leave(self);
    return NULL;
}

/* Merges the shares in order; where there is nobody to do them, does them first. */
static void merge_all(base_arena *arena, void *context)
{
    work_pool *pool = context;
    const wyrm_work *work = pool->work;
    for (uint64_t index = 0; index < pool->shares; index++) {
        wyrm_share share = share_at(pool, index, pool->all[0].scratch);
        if (pool->started == 0)
            work->run(&share);
        pthread_mutex_lock(&pool->lock);
        while (pool->started > 0 && !pool->filled[index % pool->slots])
            pthread_cond_wait(&pool->changed, &pool->lock);
        pthread_mutex_unlock(&pool->lock);
        work->merge(&share);
        if (work->progress &&
            !work->progress((double)(index + 1) / (double)pool->shares, work->progress_context))
            base_fail(arena, wyrm_fail(&arena->error, WYRM_ERROR_LIMIT,
                                       "stopped before all runs were done"));
        pthread_mutex_lock(&pool->lock);
        pool->filled[index % pool->slots] = false;
        pool->merged = index + 1;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
    }
}

static void work_through(base_arena *own, void *context)
{
    work_pool *pool = context;
    const wyrm_work *work = pool->work;
    pool->results = base_take(own, pool->slots, work->result_size);
    pool->filled = base_array(own, bool, pool->slots);
    pool->all = base_array(own, worker, pool->workers);
    for (unsigned i = 0; i < pool->workers; i++) {
        pool->all[i] = (worker){.pool = pool, .scratch = base_take(own, 1, work->scratch_size)};
        if (work->release)
            base_keep(own, pool->all[i].scratch, work->release);
    }
    while (pool->workers > 1 && pool->started < pool->workers &&
           pthread_create(&pool->all[pool->started].thread, NULL, run_worker,
                          &pool->all[pool->started]) == 0)
        pool->started++;
    pool->status = base_run(pool->arena, merge_all, pool);
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->started; i++)
        pthread_join(pool->all[i].thread, NULL);
    for (uint64_t i = 0; work->release_result && i < pool->slots; i++)
        work->release_result(pool->results + i * work->result_size);
}

void wyrm_work_run(base_arena *arena, const wyrm_work *work, unsigned threads)
{
    uint64_t shares = work->count / work->share + (work->count % work->share != 0);
    unsigned most = shares < WYRM_WORKERS_MAX ? (unsigned)shares : WYRM_WORKERS_MAX;
    unsigned workers = threads < most ? threads : most;
    work_pool pool = {.work = work,
                      .arena = arena,
                      .shares = shares,
                      .workers = workers > 1 ? workers : 1,
                      .slots = workers > 1 ? (uint64_t)workers * SLOTS_PER_THREAD : 1,
                      .lock = PTHREAD_MUTEX_INITIALIZER,
                      .changed = PTHREAD_COND_INITIALIZER};
    wyrm_status status = base_do(work_through, &pool, &arena->error);
    pthread_cond_destroy(&pool.changed);
    pthread_mutex_destroy(&pool.lock);
    base_must(arena, status);
    base_must(arena, pool.status);
}
