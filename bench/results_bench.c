/* Files of results: the time to write a run and to sum it up again, its size in bytes, and how the
 * time to sum many files grows with their number. The runs are the explorer's, in a ruleset whose
 * runs have few details and in the one whose runs have the most. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <wyrm/results.h>

enum { KINDS = 40, RUNS = 1000, SHARDS = 100 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A few runs, made once and written under many numbers. */
typedef struct bench {
    wyrm_design *design;
    wyrm_results_facts facts;
    wyrm_run *runs[KINDS];
    size_t count;
    char folder[64], paths[SHARDS][96];
} bench;

static wyrm_status keep(const wyrm_run *run, void *context, wyrm_error *error)
{
    bench *of = context;
    of->runs[of->count] = malloc(sizeof *run);
    if (!of->runs[of->count])
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    *of->runs[of->count++] = *run;
    return WYRM_OK;
}

static bool prepare(const char *ruleset, bench *out)
{
    wyrm_summary *summary = NULL;
    *out = (bench){.folder = "results_bench_XXXXXX",
                   .facts = {.bot = "explorer", .seed = 1, .engine = WYRM_ENGINE_VERSION}};
    wyrm_sim_options options = {.seed = 1, .runs = KINDS, .take = keep, .take_context = out};
    snprintf(out->facts.ruleset, sizeof out->facts.ruleset, "%s", ruleset);
    bool done = mkdtemp(out->folder) && wyrm_design_open(ruleset, &out->design, NULL) == WYRM_OK &&
                wyrm_simulate(out->design, &options, &summary, NULL) == WYRM_OK;
    wyrm_summary_free(summary);
    for (int i = 0; i < SHARDS; i++)
        snprintf(out->paths[i], sizeof out->paths[i], "%s/%d.db", out->folder, i);
    return done;
}

static bool write_shard(const bench *of, int shard)
{
    wyrm_results *results = NULL;
    bool done =
        wyrm_results_write(of->paths[shard], of->design, &of->facts, &results, NULL) == WYRM_OK;
    for (size_t i = 0; done && i < RUNS; i++) {
        wyrm_run *run = of->runs[i % KINDS];
        run->run = (uint64_t)shard * RUNS + i;
        done = wyrm_results_add(results, run, NULL) == WYRM_OK;
    }
    done = done && wyrm_results_flush(results, NULL) == WYRM_OK;
    wyrm_results_close(results);
    return done;
}

static wyrm_status add(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_accumulator_add(context, run, error);
}

/* Seconds to sum up the first files; 0 if it fails. */
static double sum(const bench *of, size_t files)
{
    const char *paths[SHARDS];
    wyrm_results_account account;
    wyrm_accumulator *summing;
    for (size_t i = 0; i < files; i++)
        paths[i] = of->paths[files - 1 - i];
    double begun = now();
    if (wyrm_accumulator_new(of->design, 1, &summing, NULL) != WYRM_OK)
        return 0.0;
    bool done = wyrm_results_join(paths, files, false, of->design, add, summing, &account, NULL) ==
                    WYRM_OK &&
                account.runs == files * RUNS && account.missing == 0;
    wyrm_accumulator_free(summing);
    return done ? now() - begun : 0.0;
}

static bool measure(const char *ruleset)
{
    bench of;
    struct stat about;
    bool done = prepare(ruleset, &of);
    double begun = now();
    for (int i = 0; i < SHARDS && done; i++)
        done = write_shard(&of, i);
    double written = now() - begun;
    double few = done ? sum(&of, SHARDS / 10) : 0.0, many = few > 0.0 ? sum(&of, SHARDS) : 0.0;
    if (many > 0.0 && stat(of.paths[0], &about) == 0)
        printf("%-10s  %6.0f bytes a run, %5.1f us to write, %5.1f us to sum up; %d files of %d "
               "runs in %.2f s, %.1f times as long as %d\n",
               ruleset, (double)about.st_size / RUNS, 1e6 * written / (SHARDS * RUNS),
               1e6 * many / (SHARDS * RUNS), SHARDS, RUNS, many, many / few, SHARDS / 10);
    for (int i = 0; i < SHARDS; i++)
        unlink(of.paths[i]);
    rmdir(of.folder);
    for (size_t i = 0; i < of.count; i++)
        free(of.runs[i]);
    wyrm_design_free(of.design);
    return many > 0.0;
}

int main(void)
{
    return measure("ruggrogue") && measure("yarl") ? 0 : 1;
}
