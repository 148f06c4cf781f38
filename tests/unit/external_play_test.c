/* Many runs of a game program, by several of its processes: the same runs, in order; and what stops
 * them. The game is tests/external/game.py, with an argument for what goes wrong at run 7. */
#include "helpers.h"

#include <time.h>
#include <unistd.h>

#include <wyrm/external_judge.h>
#include <wyrm/external_runs.h>

RELEASED_BY(wyrm_external, wyrm_external_free)
RELEASED_BY(wyrm_external_session, wyrm_external_session_free)
RELEASED_BY(wyrm_judgement, wyrm_judgement_free)

/* Opens and meets the game with this fault, in a file of this name. The caller frees it. */
static wyrm_external *meet_as(const char *name, const char *wrong)
{
    char path[] = "/tmp/wyrm-play-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    dprintf(file, "name: %s\nengine: {command: [python3, %s/game.py, %s], set: {floors: 2}}\n",
            name, EXTERNAL_DIR, wrong);
    close(file);
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_external *game;
    assert_told(wyrm_external_open(path, &game, errors), errors);
    assert_told(wyrm_external_meet(game, errors), errors);
    remove(path);
    return game;
}

static wyrm_external *meet(const char *wrong)
{
    return meet_as("coins", wrong);
}

/* A digest of the runs passed on, which depends on their order. */
typedef struct told {
    uint64_t runs, last, checksum;
} told;

static wyrm_status tell(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    (void)error;
    told *sum = context;
    const wyrm_external_value *values =
        run->values; /* third a number, fourth a word, fifth a list */
    assert_int_equal(run->run, sum->runs++);
    sum->checksum = sum->checksum * 31 + (uint64_t)run->stage;
    if (run->end == WYRM_EXTERNAL_FAILED)
        return WYRM_OK;
    assert_true(values[4].count == 2 && isnan(values[4].by_stage[1]));
    sum->checksum = sum->checksum * 31 + (uint64_t)(2 * values[2].number + 3);
    sum->checksum = sum->checksum * 31 + (uint64_t)values[3].word[0] + (uint64_t)run->cause[0];
    sum->checksum = sum->checksum * 31 + (uint64_t)values[4].by_stage[0];
    return WYRM_OK;
}

static wyrm_status play(unsigned threads, told *sum)
{
    OWNED(wyrm_external) *game = meet("nothing");
    *sum = (told){0};
    const wyrm_external_play_options options = {
        .ask = {.seed = 1}, .runs = 1500, .threads = threads, .take = tell, .take_context = sum};
    return wyrm_external_play(game, &options, &last_error);
}

TEST(any_number_of_processes_gives_the_same_runs_in_order)
{
    told one, other;
    assert_works(play(1, &one));
    assert_int_equal(one.runs, 1500);
    assert_works(play(3, &other));
    assert_memory_equal(&one, &other, sizeof one);
}

static bool forty_times(double done, void *context)
{
    assert_true(done >= 0 && done <= 1);
    return ++*(int *)context < 40;
}

/* Counts runs, until there are enough. */
typedef struct few {
    uint64_t most, count, runs[8], seeds[8];
    wyrm_external_end ends[8];
} few;

static wyrm_status take_few(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    few *to = context;
    to->runs[to->count] = run->run;
    to->seeds[to->count] = run->seed;
    to->ends[to->count++] = run->end;
    return to->count < to->most ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_RANGE, "enough");
}

/* Runs requested before are not delivered to a later request. */
TEST(who_stops_listening_can_ask_for_other_runs)
{
    OWNED(wyrm_external) *game = meet("nothing");
    OWNED(wyrm_external_session) * session;
    const wyrm_external_ask_options options = {.seed = 7};
    uint64_t runs[40];
    for (size_t i = 0; i < LENGTH_OF(runs); i++)
        runs[i] = 100 + i;
    assert_works(wyrm_external_session_new(game, &options, &session, &last_error));
    few first = {.most = 3}, second = {.most = 8};
    wyrm_external_batch batch = {
        .count = LENGTH_OF(runs), .runs = runs, .take = take_few, .context = &first};
    assert_int_equal(wyrm_external_ask(session, &batch, &last_error), WYRM_ERROR_RANGE);
    assert_int_equal(first.count, 3);
    batch = (wyrm_external_batch){
        .count = 4, .runs = (const uint64_t[]){7, 5, 139, 0}, .take = take_few, .context = &second};
    assert_works(wyrm_external_ask(session, &batch, &last_error));
    assert_int_equal(second.count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(second.runs[i], batch.runs[i]);
        assert_int_equal(second.seeds[i], wyrm_external_seed(7, batch.runs[i]));
        assert_int_not_equal(second.ends[i], WYRM_EXTERNAL_FAILED);
    }
}

/* At run 7 it hangs for a minute, so it is silent most of the forty times. */
TEST(a_silent_game_can_be_stopped)
{
    OWNED(wyrm_external) *game = meet("hang");
    int times = 0;
    const wyrm_external_play_options options = {.ask = {.seed = 1},
                                                .runs = 20,
                                                .threads = 2,
                                                .progress = forty_times,
                                                .progress_context = &times};
    time_t before = time(NULL);
    assert_int_equal(wyrm_external_play(game, &options, &last_error), WYRM_ERROR_LIMIT);
    assert_non_null(strstr(last_error.message, "stopped"));
    assert_true(time(NULL) - before < 9); /* it has 10 seconds to answer */
}

TEST(facts_are_what_is_asked_for)
{
    OWNED(wyrm_external) *game = meet("nothing");
    const char *const set[] = {"side=tails", "coin.bias=0.25"}, *const wrong[] = {"coin.bios=1"};
    wyrm_external_ask_options options = {.seed = 7, .set = set, .set_count = 2, .steps = 500};
    wyrm_external_facts facts;
    assert_works(wyrm_external_facts_from(game, &options, &facts, &last_error));
    assert_string_equal(facts.game, "coins");
    assert_string_equal(facts.agent, "coward");
    assert_string_equal(facts.set, "coin.bias=0.25,floors=2,side=\"tails\"");
    assert_int_equal(facts.seed + facts.steps, 507);
    assert_non_null(strstr(facts.command, "game.py nothing"));
    options.set = wrong;
    assert_int_equal(wyrm_external_facts_from(game, &options, &facts, &last_error),
                     WYRM_ERROR_UNKNOWN);
}

/* A file that is called by what it is has the name that its game gives itself. */
TEST(a_game_is_called_as_its_file_or_as_it_calls_itself)
{
    static const char *const names[][2] = {{"game", "coins"}, {"games", "games"}};
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        OWNED(wyrm_external) *game = meet_as(names[i][0], "nothing");
        const wyrm_external_ask_options options = {.seed = 1};
        wyrm_external_facts facts;
        assert_works(wyrm_external_facts_from(game, &options, &facts, &last_error));
        assert_string_equal(facts.game, names[i][1]);
        assert_string_equal(facts.version, "1");
        assert_string_equal(facts.set, "floors=2");
    }
}

/* What is too long for a fact is cut, and ends in a digest of all of it. */
TEST(facts_that_are_too_long_differ_still)
{
    char wrong[1200], all[3][1024];
    size_t base = 0;
    for (int i = 0; i < 4; i++) { /* nothing; what just fits; one more; the same with another end */
        const size_t more = i == 0 ? 1 : 1023 - base + (i > 1);
        snprintf(wrong, sizeof wrong, "nothing, 7, %*s", (int)more, "");
        memset(wrong + strlen(wrong) - more, 'x', more);
        wrong[strlen(wrong) - 1] = i == 3 ? 'y' : 'x';
        OWNED(wyrm_external) *game = meet(wrong);
        const wyrm_external_ask_options options = {.seed = 1};
        wyrm_external_facts facts;
        assert_works(wyrm_external_facts_from(game, &options, &facts, &last_error));
        if (i == 0)
            base = strlen(facts.command) - 1;
        else
            strcpy(all[i - 1], facts.command);
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(strlen(all[i]), 1023);
    assert_null(strchr(all[0], '#'));
    assert_memory_equal(all[0], all[1], 1023 - 17);
    assert_int_equal(all[1][1023 - 17], '#');
    assert_memory_equal(all[1], all[2], 1023 - 16);
    assert_string_not_equal(all[1], all[2]);
}

TEST(a_game_that_ends_before_its_hello_is_told)
{
    char path[] = "/tmp/wyrm-play-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    dprintf(file, "name: coins\nengine: {command: [python3, %s/game.py, dies]}\n", EXTERNAL_DIR);
    close(file);
    OWNED_ERRORS *errors = fresh_errors();
    OWNED(wyrm_external) *game = NULL;
    assert_told(wyrm_external_open(path, &game, errors), errors);
    remove(path);
    assert_int_not_equal(wyrm_external_meet(game, errors), WYRM_OK);
    assert_non_null(strstr(wyrm_errors_at(errors, 0)->message,
                           "the game ended with status 1 before it said hello: no display"));
}

static wyrm_status take_log(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    char *log = context;
    (void)error;
    assert_int_equal(run->end == WYRM_EXTERNAL_FAILED, run->run == 7);
    snprintf(log + strlen(log), 2 * WYRM_EXTERNAL_LOG_MAX - strlen(log), "%s", run->log);
    return WYRM_OK;
}

/* The log starts with a whole line, or with a whole character if one line is longer than what is
 * kept. */
TEST(of_what_a_program_prints_the_end_is_kept)
{
    char letters[WYRM_EXTERNAL_LOG_MAX + 1] = "";
    for (size_t i = 0; i + 2 < WYRM_EXTERNAL_LOG_MAX; i += 2)
        strcpy(letters + i, "\xc3\xa9");
    strcat(letters, "x");
    const struct {
        const char *wrong, *log;
    } rows[] = {{"crash", "Traceback: no such \\u001b[31mlevel"},
                {"flood", "the last of it"},
                {"mumbles", letters}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED(wyrm_external) *game = meet(rows[i].wrong);
        char log[2 * WYRM_EXTERNAL_LOG_MAX] = "";
        const wyrm_external_play_options options = {
            .ask = {.seed = 1}, .runs = 40, .threads = 1, .take = take_log, .take_context = log};
        assert_works(wyrm_external_play(game, &options, &last_error));
        assert_string_equal(log, rows[i].log);
    }
}

/* The first place where two answers for one run differ. */
TEST(a_run_that_is_another_the_second_time_is_told_with_the_place)
{
    static const struct {
        const char *first, *then, *where;
    } rows[] = {
        {"{\"outcome\": \"won\"}", "{}", "outcome: won, then lost"},
        {"{}", "{\"stage\": 2}", "stage: 1, then 2"},
        {"{\"cause\": \"orc\"}", "{}", "cause: 'orc', then ''"},
        {"M gold: 3}}", "M gold: 2.5}}", "metrics.gold: 3, then 2.5"},
        {"M gold: 3}}", "{}", "metrics.gold: 3, then none"},
        {"M heads: [1, 2]}}", "M heads: [2, 4]}}", "metrics.heads: [1, 2], then [2, 4]"},
        {"M lucky: true}}", "M lucky: 0.5}}", "metrics.lucky: 1, then 0.5"},
        {"M last.side: \"heads\"}}", "M last.side: \"tails\"}}",
         "metrics.last.side: 'heads', then 'tails'"},
        {"M turns: [5, 2, 3]}}", "M turns: [5, 4, 3]}}", "metrics.turns[2]: 2, then 4"},
        {"M turns: [5, 2, 3]}}", "M turns: [5, null, 3]}}", "metrics.turns[2]: 2, then none"},
        {"M turns: [5, null]}}", "M turns: [5, null, 0]}}", "metrics.turns[3]: none, then 0"},
        {"{}", "M turns: [5, 2]}}", "metrics.turns: none, then a list"},
        {"M turns: [null, 2]}}", "M turns: [null, 2]}}", ""},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char wrong[400];
        snprintf(wrong, sizeof wrong, "again, 7, '[%s, %s]'", rows[i].first, rows[i].then);
        for (char *at; (at = strstr(wrong, "M ")) != NULL;) { /* {"metrics": {"NAME": */
            FREED char *rest = strdup(at + 2);
            char *colon = strchr(rest, ':');
            *colon = '\0';
            sprintf(at, "{\"metrics\": {\"%s\":%s", rest, colon + 1);
        }
        OWNED(wyrm_external) *game = meet(wrong);
        const wyrm_external_play_options options = {.ask = {.seed = 1}, .runs = 2};
        wyrm_external_repeat repeat;
        assert_works(wyrm_external_repeat_try(game, &options, &repeat, &last_error));
        assert_string_equal(repeat.where, rows[i].where);
        assert_int_equal(repeat.asked, 2);
        assert_holds(repeat.known && repeat.same == (rows[i].where[0] == '\0'), i + 1);
    }
}

/* A game whose answers hang on what it was asked before. */
TEST(runs_are_asked_again_by_seed_1_where_nothing_is_asked_for)
{
    OWNED(wyrm_external) *game = meet("drift, 100000");
    wyrm_external_repeat repeats[3];
    for (uint64_t seed = 0; seed < 3; seed++) {
        const wyrm_external_play_options options = {.ask = {.seed = seed}};
        assert_works(wyrm_external_repeat_try(game, seed > 0 ? &options : NULL, &repeats[seed],
                                              &last_error));
        assert_true(repeats[seed].known && !repeats[seed].same && repeats[seed].asked == 12);
    }
    assert_string_equal(repeats[0].where, repeats[1].where);
    assert_int_equal(repeats[0].run, repeats[1].run);
    assert_string_not_equal(repeats[0].where, repeats[2].where);
}

/* The runs of a greater seed would be those of a smaller one. */
TEST(seeds_end_where_they_would_come_again)
{
    OWNED(wyrm_external) *game = meet("nothing");
    wyrm_external_ask_options options = {.seed = WYRM_EXTERNAL_SEED_MAX};
    wyrm_external_facts facts;
    assert_works(wyrm_external_facts_from(game, &options, &facts, &last_error));
    options.seed++;
    assert_int_equal(wyrm_external_facts_from(game, &options, &facts, &last_error),
                     WYRM_ERROR_RANGE);
    assert_true(wyrm_external_seed(0, 7) != wyrm_external_seed(WYRM_EXTERNAL_SEED_MAX, 7));
    assert_true(wyrm_external_seed(0, UINT32_MAX) < UINT64_C(1) << 53);
}

TEST(a_game_is_judged_by_seed_1_where_nothing_is_asked_for)
{
    OWNED(wyrm_external) *game = meet("nothing");
    OWNED_ERRORS *errors = fresh_errors();
    OWNED(wyrm_judgement) *judgement = NULL;
    assert_told(wyrm_external_judge(game, NULL, &judgement, errors), errors);
    assert_int_equal(judgement->seed, 1);
}
