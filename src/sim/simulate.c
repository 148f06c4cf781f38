/* Simulating until enough is known: runs of rulesets by threads, runs of an external game by
 * several processes of it. And the thread pool under both, whose results are merged in order.
 *
 * Threads take blocks of work in order and hand their results to the calling thread, which merges
 * them in order, whichever thread made them: so the same bits come out of any number of threads.
 * Results wait in a ring of slots, so that memory does not grow with the number of blocks: a block
 * is begun only when the block that last used its slot has been merged. A thread frees its own
 * scratch as it ends: where that is a process that takes two seconds to exit, all of them exit at
 * once. POSIX threads rather than those of C11, which the thread sanitizer does not see.
 *
 * Runs of rulesets are added up by accumulator.c in the order of their numbers. Where the number of
 * runs is not given, interim results are looked at until the question is answered: seldom, since
 * each look is one more chance to be wrong.
 *
 * For runs of an external game each thread has a session, which is a process of the game, and asks
 * it for batches of runs, whose answers the calling thread passes on in the order of their numbers.
 * A session answers fastest with many requests under way, and a thread can hand over a finished
 * batch only when its turn comes: so batches should be large. But a user wants to see progress, and
 * at the end all processes should finish at the same time: so they should be small. Batches begin
 * with a single run and grow with what has been done: none takes longer than a sixteenth of the
 * time that its thread has worked already, however fast the game is, and no clock is needed.
 *
 * A game may be silent for as long as it is allowed to. A thread that waits for it polls whether to
 * stop, so progress is reported from whatever thread that is, by one at a time and never while a
 * run is passed on. */
#include <wyrm/external_runs.h>
#include <wyrm/looks.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "sim/internal.h"

/* ---- work on several threads ---- */

#define SLOTS_PER_THREAD 4 /* so that fast threads may run ahead of the merge */

typedef struct work_pool {
    const sim_work *work;
    base_arena *arena;  /* the arena of the calling job */
    wyrm_status status; /* result of the merging */
    uint64_t shares, slots;
    unsigned workers, started;
    struct worker *all;
    unsigned char *results; /* the slots, one after the other */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Guarded by the lock: */
    bool *filled;          /* by slot: done, and not merged yet */
    uint64_t next, merged; /* shares begun, and merged */
    bool stop;
} work_pool;

typedef struct worker {
    work_pool *pool;
    void *scratch;
    pthread_t thread;
} worker;

static sim_share share_at(const work_pool *pool, uint64_t index, void *scratch)
{
    const sim_work *work = pool->work;
    uint64_t first = index * work->share, left = work->count - first;
    return (sim_share){.first = first,
                       .count = left < work->share ? left : work->share,
                       .result = pool->results + index % pool->slots * work->result_size,
                       .scratch = scratch,
                       .arena = pool->arena,
                       .context = work->context};
}

/* Frees the scratch of a thread: it may own the process of a game, which has two seconds to
 * exit. */
static void free_scratch(const worker *self)
{
    const sim_work *work = self->pool->work;
    if (!work->release)
        return;
    work->release(self->scratch);
    memset(self->scratch, 0, work->scratch_size);
}

/* A thread: does share after share, each once its slot is free, until none is left. */
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
        sim_share share = share_at(pool, index, self->scratch);
        pool->work->run(&share);
        pthread_mutex_lock(&pool->lock);
        pool->filled[index % pool->slots] = true;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    free_scratch(self);
    return NULL;
}

/* Merges the shares in order; does them first where there are no threads. */
static void merge_all(base_arena *arena, void *context)
{
    work_pool *pool = context;
    const sim_work *work = pool->work;
    for (uint64_t index = 0; index < pool->shares; index++) {
        sim_share share = share_at(pool, index, pool->all[0].scratch);
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

/* Starts the threads, merges in the calling one, and waits for all to end; then the results go. */
static void work_through(base_arena *own, void *context)
{
    work_pool *pool = context;
    const sim_work *work = pool->work;
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

void sim_work_run(base_arena *arena, const sim_work *work, unsigned threads)
{
    uint64_t shares = work->count / work->share + (work->count % work->share != 0);
    unsigned most = shares < SIM_WORKERS_MAX ? (unsigned)shares : SIM_WORKERS_MAX;
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

/* There are no looks before so many runs: hardly anything would be clear. */
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
    for (size_t i = 0; i < COUNT_OF(words); i++)
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

/* Looks come at the most runs halved again and again, so that the last one has exactly the most. */
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

/* ---- runs of rules ---- */

#define GROUP 8 /* runs to a share in set fights, which take little longer than handing them over */

/* The runs of a share; fewer than asked where one failed, with the reason. */
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
    uint64_t first;     /* number of the first run of this step */
    double before, all; /* progress: the share done by earlier steps, and the share of this step */
} sim_job;

/* Makes the runs of a share. A thread makes its runner when it first needs one. */
static void make_runs(const sim_share *share)
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

static void merge_runs(const sim_share *share)
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

/* ---- runs of rules that are made elsewhere ---- */

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
    /* In the order of their numbers: floating-point sums round differently in another order. */
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

/* Simulates step after step until the headline is known well enough. The headline is looked at
 * after whole steps only, counted from the first run of all, so that a continued simulation stops
 * where an uninterrupted one does. */
static void simulate(base_arena *arena, void *context)
{
    sim_job *job = context;
    const wyrm_sim_options *options = job->options;
    if (!job->accumulator) {
        base_must(arena, wyrm_accumulator_new(job->design, options->seed, &job->accumulator,
                                              &arena->error));
        base_keep(arena, job->accumulator, base_unmake);
    }
    sim_work work = {.share = options->run.arena ? GROUP : 1, .context = job};
    work.scratch_size = sizeof(wyrm_runner *);
    work.result_size = sizeof(made_runs) + work.share * sizeof(wyrm_run);
    work.release = release_runner;
    work.run = make_runs;
    work.merge = merge_runs;
    work.progress = options->progress ? show_progress : NULL;
    work.progress_context = job;
    uint64_t before = sim_accumulator_runs(job->accumulator),
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
            sim_work_run(arena, &work, options->threads);
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

/* ---- runs of an external game: batches ---- */

#define BATCH_LOG        5  /* log2 of the most runs to a batch */
#define BATCHES_A_THREAD 16 /* per thread, of each size */

/* Sizes of batches: `each` batches of 1, 2, 4, ... runs; the largest size goes on to the end. */
typedef struct batches {
    uint64_t runs, each;
} batches;

/* The first run of a batch; the number of all runs for the index after the last batch. */
static uint64_t first_of(const batches *all, uint64_t batch)
{
    uint64_t first = 0;
    unsigned log = 0;
    for (; log < BATCH_LOG && batch > all->each; log++, batch -= all->each)
        first += all->each << log;
    first += batch << log;
    return first < all->runs ? first : all->runs;
}

/* The number of batches. */
static uint64_t count_batches(const batches *all)
{
    uint64_t count = 0, left = all->runs;
    for (unsigned log = 0; left > 0; log++) {
        uint64_t size = UINT64_C(1) << log, most = left / size + (left % size != 0);
        uint64_t made = log < BATCH_LOG && most > all->each ? all->each : most;
        count += made;
        left -= made * size < left ? made * size : left;
    }
    return count;
}

/* ---- runs of an external game: one that outlives its session's next ---- */

static void copy_text(base_arena *arena, const char **text)
{
    *text = base_copy(arena, *text);
}

/* Copies a run into the arena: a session's own lasts only until its next answer. */
static wyrm_external_run copy_run(base_arena *arena, const wyrm_external_run *run,
                                  const wyrm_external_hello *hello)
{
    wyrm_external_run copy = *run;
    wyrm_external_value *values = base_array(arena, wyrm_external_value, hello->metric_count);
    copy_text(arena, &copy.outcome);
    copy_text(arena, &copy.cause);
    copy_text(arena, &copy.why);
    copy_text(arena, &copy.log);
    copy.values = values;
    for (size_t i = 0; i < hello->metric_count; i++) {
        wyrm_external_value *value = &values[i];
        *value = run->values[i];
        if (value->told && hello->metrics[i].kind == WYRM_EXTERNAL_CATEGORY)
            copy_text(arena, &value->word);
        if (!value->told || hello->metrics[i].kind != WYRM_EXTERNAL_BY_STAGE)
            continue;
        double *numbers = base_array(arena, double, value->count);
        for (size_t k = 0; k < value->count; k++)
            numbers[k] = value->by_stage[k];
        value->by_stage = numbers;
    }
    return copy;
}

/* ---- runs of an external game: playing ---- */

typedef struct play_job {
    const wyrm_external *game;
    const wyrm_external_hello *hello;
    const wyrm_external_play_options *options;
    batches batches;
    double limit;                  /* share of runs that may fail */
    uint64_t failed, first_failed; /* how many failed, and the number and reason of the first: */
    wyrm_external_failure how;
    char why[WYRM_ERROR_MESSAGE_MAX];
    _Atomic uint64_t answered; /* runs so far, for progress */
    atomic_bool stopped;
    pthread_mutex_t report; /* held while a run is passed on or progress is reported */
} play_job;

/* The runs of a batch; fewer than asked where the session failed, with the reason. */
typedef struct made_batch {
    wyrm_status status;
    wyrm_error error;
    base_arena arena;
    size_t count;
    wyrm_external_run runs[1 << BATCH_LOG];
} made_batch;

/* A batch that is being asked for, passed to callbacks. */
typedef struct asked_batch {
    play_job *job;
    made_batch *made;
    const wyrm_external_run *run; /* the one just answered */
} asked_batch;

static void keep_run(base_arena *arena, void *context)
{
    asked_batch *of = context;
    of->made->runs[of->made->count] = copy_run(arena, of->run, of->job->hello);
    of->made->count++;
}

static wyrm_status take_answer(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    asked_batch *of = context;
    of->run = run;
    wyrm_status status = base_run(&of->made->arena, keep_run, of);
    atomic_fetch_add(&of->job->answered, 1);
    return base_told(&of->made->arena, status, error);
}

/* Reports progress and returns whether to stop. While a run is passed on, or another thread
 * reports, it only returns what is known. */
static bool is_stopped(void *context)
{
    play_job *job = ((asked_batch *)context)->job;
    const wyrm_external_play_options *options = job->options;
    if (!atomic_load(&job->stopped) && options->progress &&
        pthread_mutex_trylock(&job->report) == 0) {
        double done = (double)atomic_load(&job->answered) / (double)job->batches.runs;
        if (!options->progress(done, options->progress_context))
            atomic_store(&job->stopped, true);
        pthread_mutex_unlock(&job->report);
    }
    return atomic_load(&job->stopped);
}

/* Asks for the runs of a batch. A thread makes its session when it first needs one. */
static void make_batch(const sim_share *share)
{
    play_job *job = share->context;
    made_batch *made = share->result;
    wyrm_external_session **session = share->scratch;
    asked_batch of = {.job = job, .made = made};
    uint64_t first = first_of(&job->batches, share->first),
             end = first_of(&job->batches, share->first + 1), numbers[1 << BATCH_LOG];
    for (uint64_t i = 0; i < end - first; i++)
        numbers[i] = job->options->first + first + i;
    *made = (made_batch){.status = WYRM_OK};
    const wyrm_external_batch batch = {.count = (size_t)(end - first),
                                       .runs = numbers,
                                       .take = take_answer,
                                       .stop = is_stopped,
                                       .context = &of};
    if (!*session)
        made->status =
            wyrm_external_session_new(job->game, &job->options->ask, session, &made->error);
    if (made->status == WYRM_OK)
        made->status = wyrm_external_ask(*session, &batch, &made->error);
}

static void release_session(void *scratch)
{
    wyrm_external_session_free(*(wyrm_external_session **)scratch);
}

static void release_batch(void *result)
{
    base_release(&((made_batch *)result)->arena);
}

/* Counts a failed run and ends the job when too many of all runs have failed: no later run could
 * change that. */
static void count_failed(base_arena *arena, play_job *job, const wyrm_external_run *run)
{
    if (job->failed++ == 0) {
        job->first_failed = run->run;
        job->how = run->failure;
        snprintf(job->why, sizeof job->why, "%.*s",
                 (int)base_utf8_cut(run->why, strlen(run->why), sizeof job->why - 1), run->why);
    }
    if ((double)job->failed <= job->limit * (double)job->batches.runs)
        return;
    const char *what = wyrm_external_failure_text(job->how);
    base_refuse(arena, WYRM_ERROR_LIMIT,
                "%llu of %llu runs failed, more than %.3g %%; first run %llu: %s%s%.*s",
                (unsigned long long)job->failed, (unsigned long long)job->batches.runs,
                100.0 * job->limit, (unsigned long long)job->first_failed, what,
                job->why[0] != '\0' ? ": " : "",
                (int)base_utf8_cut(job->why, strlen(job->why), 140), job->why);
}

static void report_batch(base_arena *arena, void *context)
{
    const sim_share *share = context;
    play_job *job = share->context;
    const made_batch *made = share->result;
    const wyrm_external_play_options *options = job->options;
    for (const wyrm_external_run *run = made->runs; run < made->runs + made->count; run++) {
        if (options->take)
            base_must(arena, options->take(run, options->take_context, &arena->error));
        if (run->end == WYRM_EXTERNAL_FAILED)
            count_failed(arena, job, run);
    }
    if (made->status != WYRM_OK)
        arena->error = made->error;
    base_must(arena, made->status);
    if (options->progress &&
        !options->progress((double)atomic_load(&job->answered) / (double)job->batches.runs,
                           options->progress_context))
        base_refuse(arena, WYRM_ERROR_LIMIT, "stopped before all runs were done");
}

/* Passes a batch on under the lock, so that nobody reports progress meanwhile; if that ends the
 * job, threads that wait for a game are told to stop. */
static void merge_batch(const sim_share *share)
{
    play_job *job = share->context;
    sim_share copy = *share;
    pthread_mutex_lock(&job->report);
    wyrm_status status = base_run(share->arena, report_batch, &copy);
    pthread_mutex_unlock(&job->report);
    release_batch(share->result);
    if (status != WYRM_OK)
        atomic_store(&job->stopped, true);
    base_must(share->arena, status);
}

static void play_batch(base_arena *arena, void *context)
{
    play_job *job = context;
    unsigned threads = job->options->threads > 1 ? job->options->threads : 1;
    job->batches.runs = job->options->runs > 0 ? job->options->runs : WYRM_SIM_RUNS;
    job->batches.each = (uint64_t)threads * BATCHES_A_THREAD;
    sim_work work = {.count = count_batches(&job->batches), .share = 1, .context = job};
    work.scratch_size = sizeof(wyrm_external_session *);
    work.result_size = sizeof(made_batch);
    work.release = release_session;
    work.release_result = release_batch;
    work.run = make_batch;
    work.merge = merge_batch;
    sim_work_run(arena, &work, threads);
}

wyrm_status wyrm_external_play(const wyrm_external *game, const wyrm_external_play_options *options,
                               wyrm_error *error)
{
    static const wyrm_external_play_options defaults = {.ask.seed = 1};
    play_job job = {.game = game,
                    .hello = wyrm_external_hello_of(game),
                    .options = options ? options : &defaults,
                    .report = PTHREAD_MUTEX_INITIALIZER};
    const wyrm_value *limit = wyrm_ruleset_find(wyrm_external_file(game), "engine.limits.failed");
    job.limit = limit ? wyrm_value_real(limit) : 1.0;
    wyrm_status status = base_do(play_batch, &job, error);
    pthread_mutex_destroy(&job.report);
    return status;
}

/* ---- runs of an external game: whether the same seed gives the same ---- */

#define TRIED 12 /* runs asked for twice */

typedef struct repeat_job {
    const wyrm_external *game;
    const wyrm_external_hello *hello;
    const wyrm_external_play_options *options;
    wyrm_external_repeat *out;
    base_arena *arena;
    size_t count;
    uint64_t numbers[2][TRIED];
    wyrm_external_run runs[2][TRIED]; /* in the order of the answers */
    int time;                         /* 0: the first pass, 1: the second */
    size_t answered;                  /* runs of this pass */
    const wyrm_external_run *run;
} repeat_job;

static void keep_repeat(base_arena *arena, void *context)
{
    repeat_job *job = context;
    job->runs[job->time][job->answered++] = copy_run(arena, job->run, job->hello);
}

static wyrm_status take_repeat(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    repeat_job *job = context;
    job->run = run;
    return base_told(job->arena, base_run(job->arena, keep_repeat, job), error);
}

static bool is_repeat_stopped(void *context)
{
    const repeat_job *job = context;
    const wyrm_external_play_options *options = job->options;
    double done = (double)(job->answered + (job->time > 0 ? job->count : 0));
    return options->progress &&
           !options->progress(done / (double)(2 * job->count), options->progress_context);
}

/* Asks for all of them once, in a new process. */
static void ask_all(base_arena *arena, void *context)
{
    repeat_job *job = context;
    wyrm_external_session *session;
    const wyrm_external_batch batch = {.count = job->count,
                                       .runs = job->numbers[job->time],
                                       .take = take_repeat,
                                       .stop = is_repeat_stopped,
                                       .context = job};
    job->answered = 0;
    base_must(arena,
              wyrm_external_session_new(job->game, &job->options->ask, &session, &arena->error));
    base_keep(arena, session, wyrm_external_session_free);
    base_must(arena, wyrm_external_ask(session, &batch, &arena->error));
}

/* Writes a value as part of a sentence. */
static void say_value(base_buffer *text, const wyrm_external_metric *metric,
                      const wyrm_external_value *value)
{
    bool count = metric->kind == WYRM_EXTERNAL_SHARE && value->of != 1.0;
    if (!value->told) {
        base_buffer_append(text, "none");
    } else if (metric->kind == WYRM_EXTERNAL_CATEGORY) {
        base_buffer_appendf(text, "'%s'", value->word);
    } else {
        base_buffer_append(text, count ? "[" : "");
        base_buffer_append_double(text, value->number);
        base_buffer_append(text, count ? ", " : "");
        if (count)
            base_buffer_append_double(text, value->of);
        base_buffer_append(text, count ? "]" : "");
    }
}

/* Index of the first stage at which two lists differ, or the length of the shorter one. */
static size_t stage_of(const wyrm_external_value *one, const wyrm_external_value *other)
{
    size_t at = 0;
    while (at < one->count && at < other->count &&
           (one->by_stage[at] == other->by_stage[at] ||
            (isnan(one->by_stage[at]) && isnan(other->by_stage[at]))))
        at++;
    return at;
}

static bool same_value(const wyrm_external_metric *metric, const wyrm_external_value *one,
                       const wyrm_external_value *other)
{
    if (!one->told || !other->told)
        return one->told == other->told;
    if (metric->kind == WYRM_EXTERNAL_CATEGORY)
        return strcmp(one->word, other->word) == 0;
    if (metric->kind == WYRM_EXTERNAL_BY_STAGE)
        return one->count == other->count && stage_of(one, other) == one->count;
    return one->number == other->number &&
           (metric->kind != WYRM_EXTERNAL_SHARE || one->of == other->of);
}

static void say_values(base_buffer *text, const wyrm_external_metric *metric,
                       const wyrm_external_value *one, const wyrm_external_value *other)
{
    wyrm_external_value values[2] = {*one, *other};
    const bool lists = metric->kind == WYRM_EXTERNAL_BY_STAGE, both = one->told && other->told;
    base_buffer_appendf(text, "metrics.%s", metric->name);
    if (lists && both) {
        size_t at = stage_of(one, other);
        base_buffer_appendf(text, "[%zu]", at + 1);
        for (int i = 0; i < 2; i++) {
            values[i].told = at < values[i].count && !isnan(values[i].by_stage[at]);
            values[i].number = values[i].told ? values[i].by_stage[at] : 0.0;
        }
    }
    for (int i = 0; i < 2; i++) {
        base_buffer_append(text, i == 0 ? ": " : ", then ");
        if (lists && !both && values[i].told)
            base_buffer_append(text, "a list");
        else
            say_value(text, metric, &values[i]);
    }
}

/* Writes where two answers for the same run first differ; nothing if they do not. */
static void say_difference(base_buffer *text, const wyrm_external_hello *hello,
                           const wyrm_external_run *one, const wyrm_external_run *other)
{
    if (strcmp(one->outcome, other->outcome) != 0)
        base_buffer_appendf(text, "outcome: %s, then %s", one->outcome, other->outcome);
    else if (one->stage != other->stage)
        base_buffer_appendf(text, "stage: %d, then %d", (int)one->stage, (int)other->stage);
    else if (strcmp(one->cause, other->cause) != 0)
        base_buffer_appendf(text, "cause: '%s', then '%s'", one->cause, other->cause);
    for (size_t i = 0; text->length == 0 && i < hello->metric_count; i++)
        if (!same_value(&hello->metrics[i], &one->values[i], &other->values[i]))
            say_values(text, &hello->metrics[i], &one->values[i], &other->values[i]);
}

/* Compares the answers of both passes. Failed runs are left out: a time limit may hit one of two
 * equal runs. */
static void compare_all(base_arena *arena, repeat_job *job)
{
    wyrm_external_repeat *out = job->out;
    base_buffer *text = base_new(arena, base_buffer);
    base_keep(arena, text, base_buffer_drop);
    for (size_t i = 0; i < job->count; i++) {
        const wyrm_external_run *one = &job->runs[0][i], *other = &job->runs[1][job->count - 1 - i];
        if (one->end == WYRM_EXTERNAL_FAILED || other->end == WYRM_EXTERNAL_FAILED)
            continue;
        out->asked++;
        if (text->length > 0)
            continue;
        say_difference(text, job->hello, one, other);
        out->run = text->length > 0 ? one->run : 0;
    }
    if (text->failed)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    out->known = out->asked > 0;
    out->same = out->known && text->length == 0;
    if (text->length > 0)
        snprintf(out->where, sizeof out->where, "%.*s",
                 (int)base_utf8_cut(text->bytes, text->length, sizeof out->where - 1), text->bytes);
}

/* Asks for up to TRIED runs spread over all, then for the same ones backwards in a second process:
 * a game whose state leaks from run to run differs. */
static void repeat_runs(base_arena *arena, void *context)
{
    repeat_job *job = context;
    uint64_t runs = job->options->runs > 0 ? job->options->runs : WYRM_SIM_RUNS;
    job->arena = arena;
    job->count = runs < TRIED ? (size_t)runs : TRIED;
    for (size_t i = 0; i < job->count; i++) {
        uint64_t last = job->count > 1 ? job->count - 1 : 1;
        job->numbers[0][i] = job->options->first + i * ((runs - 1) / last);
        job->numbers[1][job->count - 1 - i] = job->numbers[0][i];
    }
    for (job->time = 0; job->time < 2; job->time++)
        base_must(arena, base_do(ask_all, job, &arena->error));
    compare_all(arena, job);
}

wyrm_status wyrm_external_repeat_try(const wyrm_external *game,
                                     const wyrm_external_play_options *options,
                                     wyrm_external_repeat *out, wyrm_error *error)
{
    static const wyrm_external_play_options defaults = {.ask.seed = 1};
    repeat_job job = {.game = game,
                      .hello = wyrm_external_hello_of(game),
                      .options = options ? options : &defaults,
                      .out = out};
    *out = (wyrm_external_repeat){.known = false};
    return job.hello && !job.hello->seeded ? WYRM_OK : base_do(repeat_runs, &job, error);
}
