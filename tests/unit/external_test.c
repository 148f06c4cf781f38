/* The user's own game: a file, who the game says it is, runs, and what becomes of them where it
 * misbehaves. The game is tests/external/game.py, told what to do wrong at run 7. */
#define _GNU_SOURCE
#include "suite.h"
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wyrm/external.h>

#define RUNS 20

RELEASED_BY(wyrm_external, wyrm_external_free)
RELEASED_BY(wyrm_external_session, wyrm_external_session_free)
RELEASED_BY(wyrm_errors, wyrm_errors_free)

/* The file of a game that does this wrong; `more` is put behind `engine`. */
static wyrm_external *game_of(const char *wrong, const char *more, wyrm_errors *errors)
{
    wyrm_external *game = NULL;
    char path[] = "/tmp/wyrm-external-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fprintf(file,
            "name: coins\nengine:\n  command: [python3, %s/game.py, %s]\n"
            "  environment: {WYRM_TEST_MARK: \"%d\"}\n"
            "  limits: {seconds: 2, start_seconds: 5}\n%s",
            EXTERNAL_DIR, wrong, (int)getpid(), more);
    fclose(file);
    (void)!wyrm_external_open(path, &game, errors);
    unlink(path);
    return game;
}

static wyrm_external *met(const char *wrong)
{
    OWNED(wyrm_errors) * errors;
    assert_int_equal(wyrm_errors_new(&errors), WYRM_OK);
    wyrm_external *game = game_of(wrong, "", errors);
    wyrm_status status = wyrm_external_meet(game, errors);
    if (status != WYRM_OK)
        print_error("%s\n", wyrm_errors_at(errors, 0)->message);
    assert_int_equal(status, WYRM_OK);
    return game;
}

/* How many processes have our mark in their environment: those of games. */
static int count_left(void)
{
    char path[300], mark[64], bytes[65536];
    int count = 0;
    DIR *all = opendir("/proc");
    snprintf(mark, sizeof mark, "WYRM_TEST_MARK=%d", (int)getpid());
    for (struct dirent *one; (one = readdir(all)) != NULL;) {
        snprintf(path, sizeof path, "/proc/%s/environ", one->d_name);
        FILE *file = fopen(path, "r");
        size_t length = file != NULL ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
        count += length > 0 && memmem(bytes, length, mark, strlen(mark)) != NULL;
        if (file != NULL)
            fclose(file);
    }
    closedir(all);
    return count;
}

/* What was told of the runs of a session, and in which order. */
typedef struct told {
    size_t count, failed, bad; /* the failed one that was told last */
    wyrm_external_failure failure;
    char why[300], log[WYRM_EXTERNAL_LOG_MAX + 1];
    int64_t gold;
} told;

static wyrm_status take(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    told *all = context;
    (void)error;
    assert_int_equal(run->run, all->count);
    all->count++;
    if (run->end != WYRM_EXTERNAL_FAILED) {
        all->gold += (int64_t)run->values[1].number;
        return WYRM_OK;
    }
    all->failed++;
    all->bad = (size_t)run->run;
    all->failure = run->failure;
    snprintf(all->why, sizeof all->why, "%s", run->why);
    snprintf(all->log, sizeof all->log, "%s", run->log);
    return WYRM_OK;
}

static wyrm_status ask(const char *wrong, size_t at_once, told *all, wyrm_error *error)
{
    OWNED(wyrm_external) *game = met(wrong);
    OWNED(wyrm_external_session) * session;
    uint64_t runs[RUNS];
    wyrm_status status = wyrm_external_session_new(game, NULL, &session, error);
    assert_int_equal(status, WYRM_OK);
    for (size_t i = 0; i < RUNS; i++)
        runs[i] = i;
    *all = (told){0};
    for (size_t i = 0; i < RUNS && status == WYRM_OK; i += at_once) {
        wyrm_external_batch batch = {
            .count = at_once, .runs = runs + i, .take = take, .context = all};
        status = wyrm_external_ask(session, &batch, error);
    }
    return status;
}

/* All that is said of a run reaches whoever takes it; the same runs one by one and at once. */
TEST(runs_are_told_in_order)
{
    told one, at_once;
    assert_int_equal(ask("nothing", 1, &one, NULL), WYRM_OK);
    assert_int_equal(ask("nothing", RUNS, &at_once, NULL), WYRM_OK);
    assert_int_equal(at_once.count, RUNS);
    assert_int_equal(at_once.failed, 0);
    assert_true(at_once.gold > 0);
    assert_int_equal(one.gold, at_once.gold);
    assert_int_equal(count_left(), 0);
}

/* Whatever a game does wrong is the failure of the run that it was asked for, with a sentence. */
TEST(what_goes_wrong_is_the_failure_of_one_run)
{
    static const struct {
        const char *wrong;
        wyrm_external_failure failure;
        size_t run;
        const char *why, *log;
    } rows[] = {
        {"hang", WYRM_EXTERNAL_TOO_SLOW, 7, "not answered in 2 s", ""},
        {"deaf", WYRM_EXTERNAL_TOO_SLOW, 7, "not answered in 2 s", ""},
        {"drip", WYRM_EXTERNAL_TOO_SLOW, 7, "in 2 s: its line has no end", ""},
        {"crash", WYRM_EXTERNAL_CRASHED, 7, "ended with status 1", "no such \\u001b[31mlevel"},
        {"signal", WYRM_EXTERNAL_CRASHED, 7, "killed by signal 11", ""},
        {"children", WYRM_EXTERNAL_CRASHED, 7, "ended with status 3", ""},
        {"flood", WYRM_EXTERNAL_SAID, 7, "too \\u001b[2Jwet", "the last of it"},
        {"chatter", WYRM_EXTERNAL_NO_PROTOCOL, 7, "'Loading level 3...', which is no JSON", ""},
        {"long", WYRM_EXTERNAL_TOO_LONG, 7, "more than 1048576 bytes", ""},
        {"endless", WYRM_EXTERNAL_TOO_LONG, 7, "more than 1048576 bytes", ""},
        {"twice", WYRM_EXTERNAL_WRONG_RUN, 8, "answered run 7 a second time", ""},
        {"other", WYRM_EXTERNAL_WRONG_RUN, 7, "answered run 1007, and", ""},
        {"nan", WYRM_EXTERNAL_WRONG_VALUE, 7, "gold is NaN, which is no number", ""},
        {"negative", WYRM_EXTERNAL_WRONG_VALUE, 7, "metrics.gold is -3, and an amount", ""},
        {"undeclared", WYRM_EXTERNAL_WRONG_VALUE, 7, "metrics.golf is not in the hello: did", ""},
        {"outcome", WYRM_EXTERNAL_WRONG_VALUE, 7, "outcome is missing", ""},
        {"deep", WYRM_EXTERNAL_NO_PROTOCOL, 7, "which is no JSON object", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        told all;
        wyrm_error error;
        assert_int_equal(ask(rows[i].wrong, RUNS, &all, &error), WYRM_OK);
        if (all.failure != rows[i].failure || strstr(all.why, rows[i].why) == NULL ||
            strstr(all.log, rows[i].log) == NULL)
            fail_msg("%s: %s: %s\n%s", rows[i].wrong, wyrm_external_failure_word(all.failure),
                     all.why, all.log);
        assert_int_equal(all.bad, rows[i].run);
        assert_int_equal(all.failed, 1);
        assert_int_equal(all.count, RUNS);
        assert_int_equal(count_left(), 0);
    }
}

/* A game that does not start is told so at once, and not started for ever. */
TEST(a_game_that_does_not_start_is_no_game)
{
    static const char *const rows[][2] = {
        {"dies", "ended with status 1 before it said hello: no di"},
        {"mute", "has not said hello in 5 s"}};
    for (size_t i = 0; i < 2; i++) {
        OWNED(wyrm_errors) * errors;
        assert_int_equal(wyrm_errors_new(&errors), WYRM_OK);
        OWNED(wyrm_external) *game = game_of(rows[i][0], "", errors);
        assert_int_equal(wyrm_external_meet(game, errors), WYRM_ERROR_IO);
        assert_non_null(strstr(wyrm_errors_at(errors, 0)->message, rows[i][1]));
        assert_int_equal(wyrm_external_use(game, "no/such program", NULL), WYRM_OK);
        assert_int_equal(wyrm_external_meet(game, errors), WYRM_ERROR_IO);
        assert_non_null(strstr(wyrm_errors_at(errors, 1)->message, "no such program"));
    }
}
