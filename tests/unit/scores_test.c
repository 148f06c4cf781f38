/* High scores and the player's folders. */
#include "state_folder.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "term/internal.h"

TEST_IN_FOLDER(better_games_stand_above)
{
    static const term_score order[] = {
        {.won = true, .wins = 1, .depth = 30, .turn = 9000},
        {.won = true, .depth = 25, .turn = 9000},
        {.depth = 25, .experience = 500, .turn = 700},
        {.depth = 25, .experience = 500, .turn = 800},
        {.depth = 25, .experience = 400, .turn = 100},
        {.depth = 3, .experience = 9999, .turn = 1},
    };
    for (size_t i = 0; i < LENGTH_OF(order); i++)
        for (size_t k = 0; k < LENGTH_OF(order); k++)
            assert_int_equal(term_score_beats(&order[i], &order[k]), i < k);
}

TEST_IN_FOLDER(scores_are_kept_best_first_and_not_too_many)
{
    uint64_t seed = 3;
    test_random random = {seed};
    FREED term_scores *scores = calloc(1, sizeof *scores);
    for (int i = 0; i < TERM_SCORES_MAX + 20; i++) {
        term_score score = {.depth = (int32_t)random_between(&random, 1, 30),
                            .experience = (uint64_t)random_between(&random, 0, 1000),
                            .seed = INT64_MAX - (uint64_t)i};
        strcpy(score.ruleset, "ruggrogue");
        strcpy(score.ending, "killed by \"an \xc3\x96rk\"");
        assert_works(term_scores_add(folders.state, &score, &last_error));
    }
    assert_works(term_scores_read(folders.state, scores, &last_error));
    assert_int_equal(scores->count, TERM_SCORES_MAX);
    for (size_t i = 1; i < scores->count; i++)
        assert_holds(!term_score_beats(&scores->rows[i], &scores->rows[i - 1]), seed);
    assert_string_equal(scores->rows[0].ending, "killed by \"an \xc3\x96rk\"");
    assert_true(scores->rows[0].seed > INT64_MAX - 1000);
}

/* A game that is killed at its end ends again when continued; one played again counts twice. */
TEST_IN_FOLDER(a_game_that_is_ended_again_has_one_score)
{
    FREED term_scores *scores = calloc(1, sizeof *scores);
    term_score score = {.seed = 4, .depth = 3, .turn = 200, .ending = "killed by an Orc"};
    static const char *const days[] = {"2024-02-28", "2024-02-29"};
    for (int i = 0; i < 4; i++) {
        score.again = i > 0;
        strcpy(score.day, days[i % 2]);
        assert_works(term_scores_add(folders.state, &score, &last_error));
    }
    score.turn++;
    for (int i = 0; i < 2; i++) {
        score.again = false;
        assert_works(term_scores_add(folders.state, &score, &last_error));
    }
    assert_works(term_scores_read(folders.state, scores, &last_error));
    assert_int_equal(scores->count, 3);
    assert_string_equal(scores->rows[0].day, "2024-02-28");
}

/* Games that end at the same moment, each in its own process. */
TEST_IN_FOLDER(games_that_end_at_once_are_all_kept)
{
    enum { PROCESSES = 16, EACH = 3 };
    FREED term_scores *scores = calloc(1, sizeof *scores);
    bool found[PROCESSES * EACH] = {false};
    wyrm_error error;
    pid_t children[PROCESSES];
    int start[2];
    assert_int_equal(pipe(start), 0);
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] != 0)
            continue;
        char byte;
        close(start[1]);
        ssize_t nothing = read(start[0], &byte, 1); /* waits until the pipe is closed, so that all
                                                       start at once */
        for (int k = 0; nothing == 0 && k < EACH; k++) {
            term_score score = {.depth = i % 7 + 1, .seed = (uint64_t)(i * EACH + k)};
            if (term_scores_add(folders.state, &score, &error) != WYRM_OK)
                _exit(1);
        }
        _exit(nothing == 0 ? 0 : 1);
    }
    close(start[0]);
    close(start[1]);
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    assert_ok(term_scores_read(folders.state, scores, &error), &error);
    assert_int_equal(scores->count, PROCESSES * EACH);
    for (size_t i = 0; i < scores->count; i++)
        found[scores->rows[i].seed] = true;
    for (int i = 0; i < PROCESSES * EACH; i++)
        assert_true(found[i]);
}

/* A broken file is renamed, never deleted; one of a newer version is left alone. */
TEST_IN_FOLDER(broken_scores_are_put_aside)
{
    static const char broken[] = "{\"version\": 1, \"scores\": [";
    FREED term_scores *scores = calloc(1, sizeof *scores);
    term_score score = {.depth = 1};
    wyrm_error error;
    write_text("scores.json", broken);
    assert_int_equal(term_scores_read(folders.state, scores, &error), WYRM_ERROR_SYNTAX);
    assert_int_equal(error.line, 1);
    assert_true(error.column > 1);
    assert_int_equal(scores->count, 0);
    assert_ok(term_scores_add(folders.state, &score, &error), &error);
    char *kept = read_file(in_state("scores.json.broken"));
    assert_string_equal(kept, broken);
    free(kept);
    assert_ok(term_scores_read(folders.state, scores, &error), &error);
    assert_int_equal(scores->count, 1);
    write_text("scores.json", "{\"version\": 99, \"scores\": []}");
    assert_int_equal(term_scores_add(folders.state, &score, &error), WYRM_ERROR_LIMIT);
    kept = read_file(in_state("scores.json"));
    assert_string_equal(kept, "{\"version\": 99, \"scores\": []}");
    free(kept);
}

TEST_IN_FOLDER(rows_of_scores_that_make_no_sense_do_no_harm)
{
    FREED term_scores *scores = calloc(1, sizeof *scores);
    write_text(
        "scores.json",
        "{\"version\": 1, \"scores\": [7, null, {\"depth\": \"deep\", \"seed\": -1, \"turn\": "
        "99999999999, \"ruleset\": 5, \"title\": \"x\"}, {\"depth\": 4, \"won\": true}]}");
    assert_works(term_scores_read(folders.state, scores, &last_error));
    assert_int_equal(scores->count, 4);
    assert_true(scores->rows[0].won);
    assert_int_equal(scores->rows[0].depth, 4);
    assert_int_equal(scores->rows[3].depth, 0);
}

TEST_IN_FOLDER(paths_follow_the_environment)
{
    term_folders found;
    wyrm_error error;
    setenv("HOME", "/home/somebody", 1);
    setenv("XDG_STATE_HOME", "/state", 1);
    setenv("XDG_CONFIG_HOME", "relative", 1); /* counts as unset, as the standard says */
    assert_ok(term_folders_find(&found, &error), &error);
    assert_string_equal(found.state, "/state/wyrm");
    assert_string_equal(found.config, "/home/somebody/.config/wyrm");
    unsetenv("XDG_STATE_HOME");
    setenv("XDG_CONFIG_HOME", "", 1);
    assert_ok(term_folders_find(&found, &error), &error);
    assert_string_equal(found.state, "/home/somebody/.local/state/wyrm");
    assert_string_equal(found.config, "/home/somebody/.config/wyrm");
    OWNED(char) *long_path = calloc(1, TERM_PATH_MAX + 2);
    memset(long_path, 'x', TERM_PATH_MAX);
    long_path[0] = '/';
    setenv("XDG_STATE_HOME", long_path, 1);
    assert_int_equal(term_folders_find(&found, &error), WYRM_ERROR_LIMIT);
    unsetenv("XDG_STATE_HOME");
}

TEST_IN_FOLDER(folders_are_made_for_their_owner_alone)
{
    struct stat found;
    wyrm_error error;
    mode_t before = umask(0);
    assert_ok(term_make_folder(in_state("a/b/c"), &error), &error);
    umask(before);
    assert_int_equal(stat(in_state("a/b"), &found), 0);
    assert_int_equal(found.st_mode & 0777, 0700);
    assert_ok(term_make_folder(in_state("a/b/c"), &error), &error);
    write_text("file", "");
    assert_int_equal(term_make_folder(in_state("file/below"), &error), WYRM_ERROR_IO);
    assert_int_equal(term_make_folder(in_state("file"), &error), WYRM_ERROR_IO);
}
