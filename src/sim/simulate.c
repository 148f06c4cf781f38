/* Many runs on several threads, taken up in the order of their numbers. */
#include <wyrm/sim.h>

#include "sim/summing.h"
#include "sim/workers.h"

#define GROUP 8 /* runs to a block, of those that take little longer than handing them over */

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
             before = job->summing->runs;
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
