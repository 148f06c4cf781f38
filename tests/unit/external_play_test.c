/* Many runs of a game that is a program, by several processes of it: the same runs, in order; and
 * what ends them. With the words `speed` and a number of runs it prints what they take. */
#define OWN_MAIN
#include "helpers.h"

#include <time.h>
#include <unistd.h>

#include <wyrm/external_runs.h>

RELEASED_BY(wyrm_external, wyrm_external_free)

/* The game that misbehaves so, met. The caller frees it. */
static wyrm_external *meet(const char *how)
{
    char path[] = "/tmp/wyrm-coin-XXXXXX.yaml";
    int file = mkstemps(path, 5);
    assert_true(file >= 0);
    dprintf(file, "name: coin\nengine: {command: [%s, %s], limits: {seconds: 30}}\n", COIN_GAME,
            how);
    close(file);
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_external *game;
    assert_told(wyrm_external_open(path, &game, errors), errors);
    assert_told(wyrm_external_meet(game, errors), errors);
    remove(path);
    return game;
}

/* What was told, as one number that depends on the order. */
typedef struct told {
    uint64_t runs, failed, last, checksum;
} told;

static wyrm_status tell(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    (void)error;
    told *sum = context;
    assert_true(sum->runs == 0 || run->run == sum->last + 1);
    assert_int_equal(run->seed, run->run);
    sum->runs++;
    sum->last = run->run;
    sum->failed += run->end == WYRM_EXTERNAL_FAILED;
    sum->checksum = sum->checksum * 31 + (uint64_t)run->stage;
    if (run->end == WYRM_EXTERNAL_FAILED)
        return WYRM_OK;
    assert_int_equal(run->values[1].count, 2);
    assert_true(isnan(run->values[1].by_stage[1]));
    sum->checksum = sum->checksum * 31 + (uint64_t)(run->values[0].number * 1000);
    sum->checksum = sum->checksum * 31 + (uint64_t)(run->values[1].by_stage[0] * 1000);
    return WYRM_OK;
}

static wyrm_status play(const char *how, uint64_t runs, unsigned threads, told *sum)
{
    OWNED(wyrm_external) *game = meet(how);
    *sum = (told){0};
    const wyrm_external_play_options options = {.ask = {.seed = 1},
                                                .first = 1,
                                                .runs = runs,
                                                .threads = threads,
                                                .take = tell,
                                                .take_context = sum};
    return wyrm_external_play(game, &options, &last_error);
}

TEST(any_number_of_processes_gives_the_same_runs_in_order)
{
    told one, other;
    assert_works(play("well", 1500, 1, &one));
    assert_int_equal(one.runs, 1500);
    for (unsigned threads = 2; threads <= 5; threads += 3) {
        assert_works(play("well", 1500, threads, &other));
        assert_memory_equal(&one, &other, sizeof one);
    }
}

TEST(too_many_failed_runs_end_it_and_what_was_played_is_told)
{
    told sum;
    assert_int_equal(play("fails", 100, 2, &sum), WYRM_ERROR_LIMIT);
    assert_non_null(strstr(last_error.message, "6 of 100 runs failed, more than 5 %; first run 3"));
    assert_int_equal(sum.runs, 53);
    assert_int_equal(play("crashes", 100, 2, &sum), WYRM_ERROR_LIMIT);
    assert_int_equal(sum.runs, 53);
    assert_int_equal(sum.failed, 6);
}

static bool forty_times(double done, void *context)
{
    assert_true(done >= 0 && done <= 1);
    return ++*(int *)context < 40;
}

/* The game sleeps for a minute from run 20 on, so that most of the forty times it is silent. */
TEST(a_silent_game_can_be_stopped)
{
    OWNED(wyrm_external) *game = meet("sleeps");
    int times = 0;
    const wyrm_external_play_options options = {.ask = {.seed = 1},
                                                .runs = 1000,
                                                .threads = 2,
                                                .progress = forty_times,
                                                .progress_context = &times};
    time_t before = time(NULL);
    assert_int_equal(wyrm_external_play(game, &options, &last_error), WYRM_ERROR_LIMIT);
    assert_true(time(NULL) - before < 20);
}

static wyrm_external_repeat twice(const char *how)
{
    OWNED(wyrm_external) *game = meet(how);
    const wyrm_external_play_options options = {.ask = {.seed = 1}, .runs = 400};
    wyrm_external_repeat repeat;
    assert_works(wyrm_external_repeat_try(game, &options, &repeat, &last_error));
    return repeat;
}

TEST(runs_that_do_not_repeat_are_noticed)
{
    wyrm_external_repeat repeat = twice("well");
    assert_true(repeat.known && repeat.same);
    assert_int_equal(repeat.asked, 12);
    repeat = twice("drifts");
    assert_true(repeat.known && !repeat.same);
    assert_true(repeat.where[0] != '\0' && strstr(repeat.where, ", then ") != NULL);
    repeat = twice("unseeded");
    assert_false(repeat.known);
}

TEST(facts_are_what_is_asked_for)
{
    OWNED(wyrm_external) *game = meet("well");
    const char *const set[] = {"orc.hp=12", "orc.hp=13"}, *const wrong[] = {"orc.xp=1"};
    wyrm_external_ask_options options = {.seed = 7, .set = set, .set_count = 2, .steps = 500};
    wyrm_external_facts facts;
    assert_works(wyrm_external_facts_from(game, &options, &facts, &last_error));
    assert_string_equal(facts.game, "coin");
    assert_string_equal(facts.agent, "default");
    assert_string_equal(facts.set, "orc.hp=13");
    assert_int_equal(facts.seed + facts.steps, 507);
    assert_non_null(strstr(facts.command, "coin_game well"));
    options.set = wrong;
    options.set_count = 1;
    assert_int_equal(wyrm_external_facts_from(game, &options, &facts, &last_error),
                     WYRM_ERROR_UNKNOWN);
}

/* Who sums runs up and keeps them, as `wyrm sim -o` does. */
typedef struct keeping {
    wyrm_external_accumulator *summing;
    wyrm_external_results *results;
} keeping;

static wyrm_status keep(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    keeping *into = context;
    wyrm_status status = wyrm_external_accumulator_add(into->summing, run, error);
    return status == WYRM_OK ? wyrm_external_results_add(into->results, run, error) : status;
}

static void print_speed(uint64_t runs, unsigned threads)
{
    OWNED(wyrm_external) *game = meet("well");
    char path[64];
    struct timespec before, after;
    wyrm_external_facts facts;
    keeping into;
    snprintf(path, sizeof path, "/tmp/wyrm-coin-%d.db", (int)getpid());
    assert_works(wyrm_external_facts_from(game, NULL, &facts, &last_error));
    assert_works(wyrm_external_results_write(path, &facts, &into.results, &last_error));
    assert_works(wyrm_external_accumulator_new(facts.hello, 1, &into.summing, &last_error));
    const wyrm_external_play_options options = {
        .ask = {.seed = 1}, .runs = runs, .threads = threads, .take = keep, .take_context = &into};
    clock_gettime(CLOCK_MONOTONIC, &before);
    assert_works(wyrm_external_play(game, &options, &last_error));
    assert_works(wyrm_external_results_flush(into.results, &last_error));
    clock_gettime(CLOCK_MONOTONIC, &after);
    double seconds =
        (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    printf("%llu runs, %u processes, summed up and kept: %.0f runs/s\n", (unsigned long long)runs,
           threads, (double)runs / seconds);
    wyrm_external_results_close(into.results);
    wyrm_external_accumulator_free(into.summing);
    remove(path);
}

int main(int argc, char **argv)
{
    if (argc < 3 || strcmp(argv[1], "speed") != 0)
        return run_suite();
    for (unsigned threads = 1; threads <= 2; threads++)
        print_speed(strtoull(argv[2], NULL, 10), threads);
    return 0;
}
