/* Many runs, as many as it takes, and work on several threads, taken up in order.
 *
 * Threads make runs and hand them on in the order of their numbers, whoever has made them;
 * accumulator.c adds them up. Where nobody says how many, they are looked at now and then until
 * what is asked is clear: seldom, since each look is one more chance to be wrong.
 *
 * What else is done by threads is done the same way. They take blocks of work in order and hand
 * their results to the calling thread, which merges them in order: so the same bits come out of any
 * number of threads. Results wait in a ring of slots, so that memory does not grow with the number
 * of blocks: a block is begun only when the block that last used its slot has been merged. What a
 * thread keeps from block to block it frees itself, at its end: where that is a process that takes
 * two seconds to go, all of them go at once. POSIX threads rather than those of C11, which the
 * thread sanitizer does not see. */
#include <wyrm/looks.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "sim/internal.h"

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

/* ---- looks: when runs are looked at, and how much of an error rate each look may spend ---- */

/* Fewer runs than these are not looked at: what can be said of them would hardly be clear. */
#define FEWEST 100
/* An interval of 96 % covers 93 to 99 % after looks that stop as soon as it is clear that a
 * figure is above or below a limit, or surely within a margin of it, whatever limit, margin and
 * figure are (tests/unit/looks_test.c); one of 95 % less than 93 % at worst. */
#define LOOKED_CONFIDENCE 0.96

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
    wyrm_looks looks = {.most = (uint64_t)fmax(1.0, (double)usual * factor)};
    if (effort->exactly > 0 || effort->most > 0)
        looks.most = effort->exactly > 0 ? effort->exactly : effort->most;
    looks.fixed = effort->exactly > 0 || looks.most <= 2 * (FEWEST - 1);
    looks.confidence = looks.fixed ? 0.95 : LOOKED_CONFIDENCE;
    return looks;
}

/* The looks halve the effort backwards, so that the last one has exactly the most runs. */
bool wyrm_looks_next(wyrm_looks *looks)
{
    if (looks->runs >= looks->most)
        return false;
    uint64_t next = looks->most, half = next;
    while (!looks->fixed && (half = next / 2 + next % 2) > looks->runs && half >= FEWEST)
        next = half;
    double before = (double)looks->runs / (double)looks->most;
    double now = (double)next / (double)looks->most;
    looks->runs = next;
    looks->share = now * now - before * before;
    return true;
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

/* ---- runs ---- */

#define GROUP 8 /* runs to a share, of those that take little longer than handing them over */

/* The runs of a share, and why there are no more of them. */
typedef struct made_runs {
    wyrm_status status;
    wyrm_error error;
    size_t count;
    wyrm_run runs[];
} made_runs;

typedef struct sim_job {
    const wyrm_design *design;
    const wyrm_sim_options *options;
    wyrm_accumulator *accumulator;
    wyrm_summary **out;
    uint64_t first;     /* run of this step */
    double before, all; /* shares done: by earlier steps, and what a whole step adds */
} sim_job;

/* A thread makes its runner when it needs it first. */
static void make_runs(const wyrm_share *share)
{
    const sim_job *job = share->context;
    made_runs *made = share->result;
    wyrm_runner **runner = share->scratch;
    made->count = 0;
    made->status = WYRM_OK;
    if (!*runner)
        made->status = wyrm_runner_new(job->design, &job->options->run, runner, &made->error);
    while (made->status == WYRM_OK && made->count < share->count) {
        made->status =
            wyrm_runner_make(*runner, job->options->seed, job->first + share->first + made->count,
                             &made->runs[made->count], &made->error);
        made->count += made->status == WYRM_OK;
    }
}

static void release_runner(void *scratch)
{
    wyrm_runner_free(*(wyrm_runner **)scratch);
}

static wyrm_status add_run(const sim_job *job, const wyrm_run *run, wyrm_error *error)
{
    const wyrm_sim_options *options = job->options;
    const wyrm_status status = wyrm_accumulator_add(job->accumulator, run, error);
    return status == WYRM_OK && options->take ? options->take(run, options->take_context, error)
                                              : status;
}

static void merge_runs(const wyrm_share *share)
{
    const sim_job *job = share->context;
    const made_runs *made = share->result;
    base_arena *arena = share->arena;
    for (const wyrm_run *run = made->runs; run < made->runs + made->count; run++)
        base_must(arena, add_run(job, run, &arena->error));
    if (made->status != WYRM_OK)
        arena->error = made->error;
    base_must(arena, made->status);
}

static bool show_progress(double done, void *context)
{
    const sim_job *job = context;
    return job->options->progress(job->before + done * job->all, job->accumulator,
                                  job->options->progress_context);
}

/* ---- runs that are made elsewhere ---- */

typedef struct given_runs {
    sim_job *job;
    const wyrm_runs_wanted *runs;
    uint64_t next;
} given_runs;

static wyrm_status take_given(const wyrm_run *run, void *context, wyrm_error *error)
{
    given_runs *given = context;
    const wyrm_runs_wanted *runs = given->runs;
    const uint64_t made = given->next - runs->first;
    /* In the order of their numbers, whoever makes them: another order would round otherwise. */
    if (made == runs->count || run->run != given->next || run->seed != runs->seed)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the maker gives run %llu in place of %llu",
                         (unsigned long long)run->run, (unsigned long long)given->next);
    const wyrm_status status = add_run(given->job, run, error);
    given->next++;
    if (status != WYRM_OK || !given->job->options->progress ||
        show_progress((double)(made + 1) / (double)runs->count, given->job))
        return status;
    return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped before all runs were done");
}

static void make_elsewhere(base_arena *arena, sim_job *job, uint64_t count)
{
    const wyrm_maker *maker = job->options->maker;
    const wyrm_runs_wanted runs = {.design = job->design,
                                   .run = &job->options->run,
                                   .seed = job->options->seed,
                                   .first = job->first,
                                   .count = count};
    given_runs given = {.job = job, .runs = &runs, .next = runs.first};
    base_must(arena, maker->make(&runs, take_given, &given, maker->context, &arena->error));
    if (given.next - runs.first != count)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the maker gives %llu of %llu runs",
                    (unsigned long long)(given.next - runs.first), (unsigned long long)count);
}

/* Step after step until the headline is known well enough. It is looked at after whole steps only,
 * counted from the first run of all, so that one that goes on with runs of before ends where one
 * that was never interrupted does. */
static void simulate(base_arena *arena, void *context)
{
    sim_job *job = context;
    const wyrm_sim_options *options = job->options;
    if (!job->accumulator) {
        base_must(arena, wyrm_accumulator_new(job->design, options->seed, &job->accumulator,
                                              &arena->error));
        base_keep(arena, job->accumulator, base_unmake);
    }
    wyrm_work work = {.share = options->run.arena ? GROUP : 1, .context = job};
    work.scratch_size = sizeof(wyrm_runner *);
    work.result_size = sizeof(made_runs) + work.share * sizeof(wyrm_run);
    work.release = release_runner;
    work.run = make_runs;
    work.merge = merge_runs;
    work.progress = options->progress ? show_progress : NULL;
    work.progress_context = job;
    uint64_t before = wyrm_accumulator_runs(job->accumulator),
             step = options->runs > 0 ? options->runs : WYRM_SIM_RUNS, most = step;
    if (options->error > 0.0)
        most = options->max_runs ? options->max_runs : WYRM_SIM_MAX_RUNS;
    for (uint64_t made = before; made < most; made += work.count) {
        uint64_t left = step - made % step;
        double value;
        wyrm_interval ci95;
        wyrm_accumulator_headline(job->accumulator, &value, &ci95);
        if (made > 0 && left == step && (ci95.high - ci95.low) / 2.0 <= options->error)
            break;
        work.count = left < most - made ? left : most - made;
        job->first = options->first + made - before;
        job->before = (double)made / (double)most;
        job->all = (double)work.count / (double)most;
        if (options->maker)
            make_elsewhere(arena, job, work.count);
        else
            wyrm_work_run(arena, &work, options->threads);
    }
    base_must(arena, wyrm_accumulator_sum(job->accumulator, job->out, &arena->error));
}

wyrm_status wyrm_simulate(const wyrm_design *design, const wyrm_sim_options *options,
                          wyrm_summary **out, wyrm_error *error)
{
    static const wyrm_sim_options defaults = {0};
    sim_job job = {.design = design, .options = options ? options : &defaults, .out = out};
    job.accumulator = job.options->onto;
    *out = NULL;
    return base_do(simulate, &job, error);
}
