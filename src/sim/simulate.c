/* Many runs, as many as it takes, on several threads, taken up in the order of their numbers.
 *
 * Threads take blocks of work in order and hand their results to the calling thread, which merges
 * them in order: so the same bits come out of any number of threads. Results wait in a ring of slots,
 * so that memory does not grow with the number of blocks: a block is begun only when the block that
 * last used its slot has been merged. POSIX threads rather than those of C11, which the thread
 * sanitizer does not see.
 */
#include "base/arena.h"
#include "sim/internal.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <wyrm/looks.h>
#include <wyrm/sim.h>

/* ---- looks: when runs are looked at, and how much of an error rate each look may spend ---- */

/* Fewer runs than these are not looked at: what can be said of them would hardly be clear. */
#define FEWEST 100
/* An interval of 96 % covers 93 to 99 % after looks that stop as soon as it is clear that a
 * figure is above or below a limit, or surely within a margin of it, whatever limit, margin and
 * figure are (tests/unit/looks_test.c); one of 95 % less than 93 % at worst. */
#define CONFIDENCE 0.96

double wyrm_accuracy(double value, wyrm_interval interval, bool is_share)
{
    double half = (interval.high - interval.low) / 2.0;
    return is_share || half == 0.0 ? half : half / fabs(value);
}

bool wyrm_effort_find(const char *text, wyrm_effort *out)
{
    static const struct {
        const char *word;
        double factor;
    } words[] = {{"low", 0.25}, {"normal", 1.0}, {"high", 4.0}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i].word) == 0) {
            *out = (wyrm_effort){.factor = words[i].factor};
            return true;
        }
    if (text[0] < '1' || text[0] > '9' || strspn(text, "0123456789") != strlen(text) ||
        strlen(text) > 18)
        return false;
    *out = (wyrm_effort){.most = strtoull(text, NULL, 10)};
    return true;
}

wyrm_looks wyrm_looks_begin(const wyrm_effort *effort, uint64_t usual)
{
    double factor = effort->factor > 0.0 ? effort->factor : 1.0;
    uint64_t scaled = (uint64_t)fmax(1.0, (double)usual * factor);
    wyrm_looks looks = {.most = effort->exactly > 0 ? effort->exactly
                                : effort->most > 0  ? effort->most
                                                    : scaled};
    looks.fixed = effort->exactly > 0 || looks.most <= 2 * (FEWEST - 1);
    looks.confidence = looks.fixed ? 0.95 : CONFIDENCE;
    return looks;
}

/* The looks halve the effort backwards, so that the last one has exactly the most runs. */
static uint64_t runs_after(const wyrm_looks *looks)
{
    uint64_t next = looks->most, half = next;
    while (!looks->fixed && (half = next / 2 + next % 2) > looks->runs && half >= FEWEST)
        next = half;
    return next;
}

bool wyrm_looks_next(wyrm_looks *looks)
{
    if (looks->runs >= looks->most)
        return false;
    uint64_t next = runs_after(looks);
    double before = (double)looks->runs / (double)looks->most;
    double now = (double)next / (double)looks->most;
    looks->runs = next;
    looks->share = now * now - before * before;
    return true;
}

bool wyrm_looks_is_last(const wyrm_looks *looks)
{
    return looks->runs >= looks->most;
}

void wyrm_looks_end(wyrm_looks *looks)
{
    double now = (double)looks->runs / (double)looks->most;
    looks->share += 1.0 - now * now;
    looks->most = looks->runs;
}

double wyrm_looks_confidence(const wyrm_looks *looks, double error)
{
    return 1.0 - error * looks->share;
}

/* ---- blocks of work ---- */

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
    pool.results = base_zeroed(pool.slots, work->result_size ? work->result_size : 1);
    pool.filled = base_zeroed(pool.slots, sizeof *pool.filled);
    worker *workers = base_zeroed(count, sizeof *workers);
    unsigned char *scratch = base_zeroed(count, scratch_size);
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
    wyrm_free(scratch);
    wyrm_free(workers);
    wyrm_free(pool.filled);
    wyrm_free(pool.results);
    return status;
}

#define GROUP 8 /* runs to a block, of those that take little longer than handing them over */

/* ---- runs ---- */

/* The runs of a block, or why there are none. */
typedef struct block_of_runs {
    wyrm_status status;
    wyrm_error error;
    size_t count;
    wyrm_run runs[GROUP];
} block_of_runs;

/* What a thread keeps. */
typedef struct own_runner {
    wyrm_runner *runner; /* NULL: not made yet */
} own_runner;

typedef struct sim_job {
    const wyrm_design *design;
    const wyrm_sim_options *options;
    wyrm_summing *summing;
    size_t group; /* runs to a block: one, but of those that take less than handing them over */
    uint64_t first, runs; /* of this step */
    double before, all;   /* shares done: by earlier steps, and what a whole step adds */
    wyrm_status status;   /* of what was merged */
    wyrm_error error;
} sim_job;

static void make_runs(uint64_t block, void *result, void *scratch, void *context)
{
    const sim_job *job = context;
    block_of_runs *made = result;
    own_runner *own = scratch;
    uint64_t begin = block * job->group, left = job->runs - begin;
    made->count = 0;
    made->status = WYRM_OK;
    made->error = (wyrm_error){0};
    if (!own->runner)
        made->status = wyrm_runner_new(job->design, &job->options->run, &own->runner, &made->error);
    size_t wanted = left < job->group ? (size_t)left : job->group;
    while (made->status == WYRM_OK && made->count < wanted) {
        made->status =
            wyrm_runner_make(own->runner, job->options->seed, job->first + begin + made->count,
                             &made->runs[made->count], &made->error);
        if (made->status == WYRM_OK)
            made->count++;
    }
}

static void release_runner(void *scratch)
{
    wyrm_runner_free(((own_runner *)scratch)->runner);
}

static wyrm_status take_run(sim_job *job, const wyrm_run *run)
{
    wyrm_status status = wyrm_summing_add(job->summing, run, &job->error);
    if (status == WYRM_OK && job->options->take)
        status = job->options->take(run, job->options->take_context, &job->error);
    return status;
}

static void merge_runs(uint64_t block, const void *result, void *context)
{
    (void)block;
    sim_job *job = context;
    const block_of_runs *made = result;
    for (size_t i = 0; i < made->count && job->status == WYRM_OK; i++)
        job->status = take_run(job, &made->runs[i]);
    if (job->status == WYRM_OK && made->status != WYRM_OK) {
        job->status = made->status;
        job->error = made->error;
    }
}

static bool show_progress(double done, void *context)
{
    sim_job *job = context;
    const wyrm_sim_options *options = job->options;
    if (job->status != WYRM_OK)
        return false;
    return !options->progress || options->progress(job->before + done * job->all, job->summing,
                                                   options->progress_context);
}

/* Makes job->runs runs from job->first on. */
static wyrm_status make_step(sim_job *job, wyrm_error *error)
{
    size_t unused = (GROUP - job->group) * sizeof(wyrm_run);
    wyrm_work work = {.blocks = job->runs / job->group + (job->runs % job->group != 0),
                      .result_size = sizeof(block_of_runs) - unused,
                      .scratch_size = sizeof(own_runner),
                      .release = release_runner,
                      .run = make_runs,
                      .merge = merge_runs,
                      .context = job,
                      .progress = show_progress,
                      .progress_context = job};
    wyrm_status status = wyrm_work_run(&work, job->options->threads, error);
    if (job->status == WYRM_OK)
        return status;
    if (error)
        *error = job->error;
    return job->status;
}

static bool is_precise(const wyrm_summing *summing, double error)
{
    double value;
    wyrm_interval ci95;
    wyrm_summing_headline(summing, &value, &ci95);
    return (ci95.high - ci95.low) / 2.0 <= error;
}

/* Step after step until the headline is known well enough. */
static wyrm_status make_all(sim_job *job, wyrm_error *error)
{
    const wyrm_sim_options *options = job->options;
    uint64_t step = options->runs > 0 ? options->runs : WYRM_SIM_RUNS, most = step,
             before = wyrm_summing_runs(job->summing);
    wyrm_status status = WYRM_OK;
    if (options->error > 0.0)
        most = options->max_runs ? options->max_runs : WYRM_SIM_MAX_RUNS;
    for (uint64_t made = before; status == WYRM_OK && made < most; made += job->runs) {
        uint64_t into_step = made % step;
        if (made > 0 && into_step == 0 && is_precise(job->summing, options->error))
            break;
        uint64_t wanted = step - into_step;
        job->first = options->first + made - before;
        job->runs = wanted < most - made ? wanted : most - made;
        job->before = (double)made / (double)most;
        job->all = (double)job->runs / (double)most;
        status = make_step(job, error);
    }
    return status;
}

wyrm_status wyrm_simulate(const wyrm_design *design, const wyrm_sim_options *options,
                          wyrm_summary **out, wyrm_error *error)
{
    static const wyrm_sim_options defaults = {0};
    options = options ? options : &defaults;
    sim_job job = {.design = design,
                   .options = options,
                   .summing = options->onto,
                   .group = options->run.arena ? GROUP : 1};
    wyrm_status status = WYRM_OK;
    *out = NULL;
    if (!job.summing)
        status = wyrm_summing_new(design, options->seed, &job.summing, error);
    if (status == WYRM_OK)
        status = make_all(&job, error);
    if (status == WYRM_OK)
        status = wyrm_summing_up(job.summing, out, error);
    if (job.summing != options->onto)
        wyrm_summing_free(job.summing);
    return status;
}
