/* Runs of the simulator a second of processor time: whole games, a set fight, two threads against
 * one, the cost of a file of results, and memory by the number of runs. Compared with the scripted
 * fights of Catacombs of YARL's own balance tool, as its document reports them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <wyrm/arena.h>
#include <wyrm/results.h>
#include <wyrm/sim.h>

#define SCRIPTED_FIGHTS 180.0 /* fights a second, the fastest reported for it */

/* Seconds on the wall clock, or of processor time, which leaves out other load on the machine. */
static double now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double peak_mib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024.0;
}

/* Runs a second; 0 if they failed. */
static double measure(const wyrm_design *design, const wyrm_sim_options *options, clockid_t clock)
{
    wyrm_summary *summary;
    double begun = now(clock);
    if (wyrm_simulate(design, options, &summary, NULL) != WYRM_OK)
        return 0.0;
    wyrm_summary_free(summary);
    return (double)options->runs / (now(clock) - begun);
}

/* The best of several tries: other load on the machine can only slow it down. */
static double best_of(int tries, const wyrm_design *design, const wyrm_sim_options *options,
                      clockid_t clock)
{
    double best = 0.0;
    for (int i = 0; i < tries; i++) {
        double rate = measure(design, options, clock);
        best = rate > best ? rate : best;
    }
    return best;
}

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_results_add(context, run, error);
}

/* Runs a second, written to a file. */
static double measure_written(const wyrm_design *design, const wyrm_sim_options *options)
{
    char path[] = "sim_bench_XXXXXX";
    int file = mkstemp(path);
    if (file < 0)
        return 0.0;
    close(file);
    unlink(path);
    wyrm_results_facts facts = {.turn_limit = WYRM_RUN_TURNS, .seed = options->seed};
    snprintf(facts.ruleset, sizeof facts.ruleset, "%s", "ruggrogue");
    snprintf(facts.source, sizeof facts.source, "%s", "ruggrogue");
    snprintf(facts.bot, sizeof facts.bot, "%s", "explorer");
    wyrm_results *results;
    if (wyrm_results_write(path, design, &facts, &results, NULL) != WYRM_OK)
        return 0.0;
    wyrm_sim_options written = *options;
    written.take = take;
    written.take_context = results;
    double begun = now(CLOCK_PROCESS_CPUTIME_ID);
    double rate = measure(design, &written, CLOCK_PROCESS_CPUTIME_ID);
    if (wyrm_results_flush(results, NULL) != WYRM_OK)
        rate = 0.0;
    double took = now(CLOCK_PROCESS_CPUTIME_ID) - begun;
    wyrm_results_close(results);
    unlink(path);
    return rate > 0.0 ? (double)options->runs / took : 0.0;
}

static void print(const char *what, const char *unit, double rate, double limit)
{
    printf("%-28s %10.0f %-7s %8.1f x the limit of %.0f\n", what, rate, unit, rate / limit, limit);
}

/* Compares the memory of few and many runs with the same number of threads. To be called first,
 * since the process keeps memory that was freed. */
static bool bench_memory(const wyrm_design *design)
{
    wyrm_sim_options options = {.seed = 1, .runs = 1000, .threads = 2};
    if (wyrm_bot_find("diver", &options.run.bot, NULL) != WYRM_OK)
        return false;
    double few = measure(design, &options, CLOCK_MONOTONIC), small = peak_mib();
    options.runs = 100000;
    double many = measure(design, &options, CLOCK_MONOTONIC), large = peak_mib();
    printf("%-28s %10.1f MiB after 1,000 runs, %.1f after 100,000\n", "memory at most", small,
           large);
    return few > 0.0 && many > 0.0;
}

static bool bench_runs(const wyrm_design *design)
{
    wyrm_sim_options options = {.seed = 1, .runs = 200, .threads = 1};
    double played = best_of(3, design, &options, CLOCK_PROCESS_CPUTIME_ID), written = 0.0;
    double alone = best_of(3, design, &options, CLOCK_MONOTONIC);
    for (int i = 0; i < 3; i++) {
        double rate = measure_written(design, &options);
        written = rate > written ? rate : written;
    }
    options.threads = 2;
    double together = best_of(3, design, &options, CLOCK_MONOTONIC);
    print("explorer", "runs/s", played, 40);
    printf("%-28s %10.0f runs/s  %8.1f %% slower\n", "  into a file", written,
           100.0 * (played / written - 1.0));
    printf("%-28s %10.0f runs/s  %8.2f x one thread\n", "  two threads", together,
           together / alone);
    return written > 0.0;
}

static bool bench_fights(void)
{
    static const char fight[] = "player@3,weapon=shortsword vs orc";
    wyrm_design *yarl;
    if (wyrm_design_open("yarl", &yarl, NULL) != WYRM_OK)
        return false;
    wyrm_arena arena;
    double rate = 0.0;
    if (wyrm_arena_read(yarl, fight, &arena, NULL) == WYRM_OK) {
        wyrm_sim_options options = {.seed = 1, .runs = 20000, .threads = 1};
        options.run.arena = &arena;
        rate = best_of(3, yarl, &options, CLOCK_PROCESS_CPUTIME_ID);
        print("set fight", "fights/s", rate, 20000);
        printf("%-28s %10.0f fights/s  %7.0f x: scripted, of Catacombs of YARL\n", "",
               SCRIPTED_FIGHTS, rate / SCRIPTED_FIGHTS);
    }
    wyrm_design_free(yarl);
    return rate > 0.0;
}

int main(void)
{
    wyrm_design *design;
    if (wyrm_design_open("ruggrogue", &design, NULL) != WYRM_OK)
        return 1;
    bool done = bench_memory(design) && bench_runs(design) && bench_fights();
    wyrm_design_free(design);
    return done ? 0 : 1;
}
