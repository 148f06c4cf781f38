/* Asking a game for runs: the overhead of a run beside the game's own time, and runs a second of a
 * game that does next to nothing. Compared are several requests in flight at once, on one thread
 * and on two, and the simplest client: ask, wait, read.
 *
 * The game is this program itself, started with the argument `game`. Processor time is that of this
 * process alone, so that it can be measured on a busy machine. */
#include <inttypes.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <wyrm/external_runs.h>

enum { RUNS = 100000, NAIVE_RUNS = 20000, THREADS = 2 };

static const char hello[] =
    "{\"hello\": {\"wyrm\": 1, \"name\": \"quick\", \"stages\": {\"name\": \"floor\", \"last\": "
    "9}, "
    "\"metrics\": [{\"name\": \"gold\", \"kind\": \"amount\"}, {\"name\": \"hit\", \"kind\": "
    "\"share\"}, {\"name\": \"weapon\", \"kind\": \"category\"}]}}";

/* ---- the game ---- */

static int play(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        const char *run = strstr(line, "\"run\": ");
        if (run == NULL) {
            printf("%s\n", hello);
        } else {
            unsigned long long number = strtoull(run + 7, NULL, 10);
            printf("{\"run\": %llu, \"result\": {\"outcome\": \"%s\", \"stage\": %llu, \"cause\": "
                   "\"orc\", \"metrics\": {\"gold\": %llu, \"hit\": [%llu, 9], \"weapon\": "
                   "\"sword\"}}}\n",
                   number, number % 3 ? "lost" : "won", number % 9 + 1, number % 100, number % 10);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}

/* ---- the clients ---- */

static double seconds(clockid_t of)
{
    struct timespec time;
    clock_gettime(of, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A client and its results. */
typedef struct asker {
    wyrm_external *game;
    uint64_t first, runs;
    double gold;
    bool done;
} asker;

static wyrm_status take(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    asker *of = context;
    (void)error;
    of->gold += run->values[0].number;
    return run->end == WYRM_EXTERNAL_FAILED ? WYRM_ERROR_INTERNAL : WYRM_OK;
}

static void *ask(void *context)
{
    asker *of = context;
    wyrm_external_session *session = NULL;
    uint64_t *runs = malloc(of->runs * sizeof *runs);
    for (uint64_t i = 0; i < of->runs; i++)
        runs[i] = of->first + i;
    wyrm_external_batch batch = {.count = of->runs, .runs = runs, .take = take, .context = of};
    of->done = wyrm_external_session_new(of->game, NULL, &session, NULL) == WYRM_OK &&
               wyrm_external_ask(session, &batch, NULL) == WYRM_OK;
    wyrm_external_session_free(session);
    free(runs);
    return NULL;
}

/* The work of `wyrm sim -o`: two processes, runs in order, summed up and stored. */
typedef struct keeper {
    wyrm_external_accumulator *summing;
    wyrm_external_results *results;
    double gold;
} keeper;

static wyrm_status keep(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    keeper *into = context;
    into->gold += run->values[0].number;
    wyrm_status status = wyrm_external_accumulator_add(into->summing, run, error);
    return status == WYRM_OK ? wyrm_external_results_add(into->results, run, error) : status;
}

static void *play_all(void *context)
{
    asker *of = context;
    char path[] = "protocol_bench_XXXXXX";
    keeper into = {0};
    wyrm_external_facts facts;
    const wyrm_external_play_options options = {.ask = {.seed = 1},
                                                .runs = of->runs,
                                                .threads = THREADS,
                                                .take = keep,
                                                .take_context = &into};
    close(mkstemp(path));
    of->done = wyrm_external_facts_from(of->game, NULL, &facts, NULL) == WYRM_OK &&
               wyrm_external_accumulator_new(facts.hello, 1, &into.summing, NULL) == WYRM_OK &&
               wyrm_external_results_write(path, &facts, &into.results, NULL) == WYRM_OK &&
               wyrm_external_play(of->game, &options, NULL) == WYRM_OK &&
               wyrm_external_results_flush(into.results, NULL) == WYRM_OK;
    of->gold = into.gold;
    wyrm_external_accumulator_free(into.summing);
    wyrm_external_results_close(into.results);
    unlink(path);
    return NULL;
}

/* The simplest client: asks for one run at a time. */
static void *ask_naively(void *context)
{
    asker *of = context;
    int to[2], from[2];
    char path[4096] = "", *line = NULL;
    size_t room = 0;
    if (readlink("/proc/self/exe", path, sizeof path - 1) <= 0 || pipe(to) != 0 || pipe(from) != 0)
        return NULL;
    pid_t child = fork();
    if (child == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[1]);
        close(from[0]);
        execl(path, path, "game", (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    FILE *out = fdopen(to[1], "w"), *in = fdopen(from[0], "r");
    of->done = true;
    for (uint64_t i = 0; i < of->runs && of->done; i++) {
        fprintf(out,
                "{\"do\": \"run\", \"run\": %" PRIu64 ", \"seed\": %" PRIu64
                ", \"agent\": \"default\"}\n",
                i, i);
        fflush(out);
        of->done = getline(&line, &room, in) > 0;
        json_t *answer = of->done ? json_loads(line, 0, NULL) : NULL;
        const json_t *result = json_object_get(answer, "result");
        const json_t *metrics = json_object_get(result, "metrics");
        of->gold += json_number_value(json_object_get(metrics, "gold"));
        json_decref(answer);
    }
    fclose(out);
    fclose(in);
    free(line);
    waitpid(child, NULL, 0);
    return NULL;
}

/* Runs one kind of client on some threads; returns microseconds of wall time a run. */
static double measure(const char *name, void *(*how)(void *), int threads, uint64_t runs,
                      wyrm_external *game, double beside)
{
    asker askers[THREADS];
    pthread_t started[THREADS];
    double wall = seconds(CLOCK_MONOTONIC), own = seconds(CLOCK_PROCESS_CPUTIME_ID);
    bool done = true;
    for (int i = 0; i < threads; i++) {
        askers[i] = (asker){game, (uint64_t)i * runs, runs, 0, false};
        pthread_create(&started[i], NULL, how, &askers[i]);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(started[i], NULL);
        done = done && askers[i].done && askers[i].gold > 0;
    }
    wall = (seconds(CLOCK_MONOTONIC) - wall) / (double)(runs * (uint64_t)threads);
    own = (seconds(CLOCK_PROCESS_CPUTIME_ID) - own) / (double)(runs * (uint64_t)threads);
    printf("%-22s %8.0f runs/s  %6.2f us of processor time a run", name, 1 / wall, 1e6 * own);
    if (beside > 0)
        printf("  %5.2f times as many runs", beside / wall);
    printf("%s\n", done ? "" : "  FAILED");
    return done ? wall : 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "game") == 0)
        return play();
    char self[4096] = "", path[] = "protocol_bench_XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    wyrm_external *game = NULL;
    if (file == NULL || readlink("/proc/self/exe", self, sizeof self - 1) <= 0)
        return 1;
    fprintf(file, "name: quick\nengine:\n  command: ['%s', game]\n", self);
    fclose(file);
    bool met = wyrm_external_open(path, &game, NULL) == WYRM_OK &&
               wyrm_external_meet(game, NULL) == WYRM_OK;
    unlink(path);
    double naive = met ? measure("ask, wait, read", ask_naively, 1, NAIVE_RUNS, game, 0) : 0;
    bool good = naive > 0 && measure("one session", ask, 1, RUNS, game, naive) > 0 &&
                measure("two sessions", ask, THREADS, RUNS, game, naive) > 0 &&
                measure("two, summed up, kept", play_all, 1, 2 * RUNS, game, naive) > 0;
    wyrm_external_free(game);
    return good ? 0 : 1;
}
