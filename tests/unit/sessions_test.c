/* Games and their files: saved, continued, recorded, ended. */
#include "state_folder.h"

#include <wyrm/file.h>

#include <unistd.h>

#include "game/internal.h"
#include "term/internal.h"

RELEASED_BY(term_session, term_session_free)
#define OWNED_SESSION OWNED(term_session)

static term_session *begin(const char *ruleset, uint64_t seed)
{
    term_session *session;
    OWNED_ERRORS *errors;
    term_new_game game = {.ruleset = ruleset, .seed = seed};
    assert_ok(wyrm_errors_new(&errors), NULL);
    wyrm_status status = term_game_new(&folders, &game, &session, errors);
    print_errors(errors);
    assert_ok(status, NULL);
    return session;
}

static term_session *go_on(const char *save)
{
    term_session *session;
    OWNED_ERRORS *errors;
    assert_ok(wyrm_errors_new(&errors), NULL);
    wyrm_status status = term_game_continue(&folders, in_state(save), &session, errors);
    print_errors(errors);
    assert_ok(status, NULL);
    return session;
}

static bool act(term_session *session, wyrm_command_kind kind, int32_t argument)
{
    wyrm_error error;
    return term_session_act(session, &(wyrm_command){.kind = kind, .argument = argument}, &error);
}

static void wait_turns(term_session *session, int turns)
{
    while (turns-- > 0)
        assert_true(act(session, WYRM_DO_WAIT, 0));
}

static void save(term_session *session)
{
    wyrm_error error;
    if (!term_session_save(session, &error))
        fail_msg("cannot be saved: %s", error.message);
}

/* The player stands on the way out, whatever lies between. */
static void leave_floor(term_session *session)
{
    session->game->player.at = session->game->map.exit;
    assert_true(act(session, WYRM_DO_LEAVE, 0));
}

/* Beside a monster with one hit point left: dead within some turns of waiting. */
static void die(term_session *session)
{
    wyrm_game *game = session->game;
    assert_true(game->monster_count > 0);
    for (int turn = 0; turn < 200 && game->phase != WYRM_PHASE_DEAD; turn++) {
        game->player.combatant.hp = 1;
        wyrm_game_monster *monster = &game->monsters[0];
        monster->body.turns[WYRM_ASLEEP] = 0;
        for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
            wyrm_position beside = wyrm_neighbour(monster->body.at, (wyrm_direction)i);
            if (wyrm_map_tile(&game->map, beside.x, beside.y) == WYRM_TILE_FLOOR)
                game->player.at = beside;
        }
        assert_true(act(session, WYRM_DO_WAIT, 0));
    }
    assert_int_equal(game->phase, WYRM_PHASE_DEAD);
}

/* ------------------------------------------------------------------ saving */

TEST_IN_FOLDER(a_new_game_writes_nothing_until_it_is_saved)
{
    term_session *session = begin("ruggrogue", 1);
    wait_turns(session, 3);
    assert_false(exists("games/ruggrogue-1.save"));
    save(session);
    assert_true(exists("games/ruggrogue-1.save"));
    assert_true(exists("games/ruggrogue-1.replay"));
    term_session_free(session);
    assert_int_equal(count_files("games/*"), 2);
}

TEST_IN_FOLDER(a_new_floor_saves)
{
    term_session *session = begin("ruggrogue", 1);
    leave_floor(session);
    assert_true(exists("games/ruggrogue-1.save"));
    assert_string_equal(session->trouble, "");
    term_session_free(session);
    session = go_on("games/ruggrogue-1.save");
    assert_int_equal(session->game->difficulty.depth, 2);
    term_session_free(session);
}

TEST_IN_FOLDER(what_is_continued_is_what_was_saved)
{
    term_session *session = begin("yarl", 3);
    wait_turns(session, 5);
    uint64_t sum = wyrm_game_checksum(session->game);
    size_t lines = session->log->count;
    save(session);
    term_session_free(session);
    session = go_on("games/yarl-3.save");
    assert_true(wyrm_game_checksum(session->game) == sum);
    assert_int_equal(session->log->count, lines);
    assert_int_equal(wyrm_replay_count(session->replay), 5);
    assert_false(session->edited);
    term_session_free(session);
}

TEST_IN_FOLDER(a_folder_that_cannot_be_made_leaves_the_game_playable)
{
    write_text("games", "a file where the folder should be");
    OWNED_SESSION *session = begin("ruggrogue", 1);
    assert_non_null(strstr(session->trouble, "This game cannot be saved: "));
    wait_turns(session, 2);
    leave_floor(session);
    save(session); /* there is nothing to do */
}

TEST_IN_FOLDER(one_game_is_played_once_at_a_time)
{
    term_session *first = begin("ruggrogue", 1), *second;
    term_new_game game = {.ruleset = "ruggrogue", .seed = 1};
    assert_int_equal(term_game_new(&folders, &game, &second, NULL), WYRM_ERROR_IO);
    assert_null(second);
    save(first);
    assert_int_equal(
        term_game_continue(&folders, in_state("games/ruggrogue-1.save"), &second, NULL),
        WYRM_ERROR_IO);
    OWNED_SESSION *other = begin("ruggrogue", 2);
    assert_non_null(other);
    term_session_free(first);
    term_session_free(go_on("games/ruggrogue-1.save"));
}

/* ------------------------------------------------------------------ recordings */

/* A save that is older than the recording beside it: the recording is cut to it. */
TEST_IN_FOLDER(the_recording_is_cut_to_the_save)
{
    term_session *session = begin("ruggrogue", 1);
    wait_turns(session, 4);
    save(session);
    char *old = read_file(in_state("games/ruggrogue-1.save"));
    wait_turns(session, 6);
    save(session);
    term_session_free(session);
    write_text("games/ruggrogue-1.save", old);
    free(old);
    session = go_on("games/ruggrogue-1.save");
    assert_int_equal(session->game->commands, 4);
    assert_int_equal(wyrm_replay_count(session->replay), 4);
    wait_turns(session, 1);
    assert_int_equal(wyrm_replay_count(session->replay), 5);
    term_session_free(session);
}

TEST_IN_FOLDER(a_recording_that_does_not_fit_is_not_gone_on_with)
{
    term_session *session = begin("ruggrogue", 1);
    wait_turns(session, 4);
    save(session);
    term_session_free(session);
    char *text = read_file(in_state("games/ruggrogue-1.replay"));
    /* shorter than the save, broken, of another game, not there */
    char *last = strrchr(text, 'w');
    *last = '\0';
    write_text("games/ruggrogue-1.replay", text);
    session = go_on("games/ruggrogue-1.save");
    assert_null(session->replay);
    wait_turns(session, 1);
    term_session_free(session);
    write_text("games/ruggrogue-1.replay", "something else\n");
    session = go_on("games/ruggrogue-1.save");
    assert_null(session->replay);
    term_session_free(session);
    OWNED_SESSION *other = begin("ruggrogue", 2);
    wait_turns(other, 4);
    save(other);
    char *foreign = read_file(in_state("games/ruggrogue-2.replay"));
    write_text("games/ruggrogue-1.replay", foreign);
    session = go_on("games/ruggrogue-1.save");
    assert_null(session->replay);
    term_session_free(session);
    assert_int_equal(unlink(in_state("games/ruggrogue-1.replay")), 0);
    session = go_on("games/ruggrogue-1.save");
    assert_null(session->replay);
    term_session_free(session);
    free(text);
    free(foreign);
}

TEST_IN_FOLDER(what_was_recorded_can_be_watched_from_its_beginning)
{
    term_session *session = begin("tutorial", 5);
    wait_turns(session, 7);
    uint64_t sum = wyrm_game_checksum(session->game);
    save(session);
    term_session_free(session);
    wyrm_error error;
    char *text;
    size_t length;
    wyrm_replay *replay;
    assert_ok(wyrm_file_read(in_state("games/tutorial-5.replay"), WYRM_REPLAY_MAX_BYTES, &text,
                             &length, &error),
              &error);
    assert_ok(wyrm_replay_read("tutorial-5.replay", text, length, &replay, NULL, &error), &error);
    free(text);
    assert_ok(term_game_watch(replay, NULL, 10, &session, NULL), NULL);
    assert_true(session->watching);
    for (int round = 0; round < 2; round++) {
        assert_int_equal(session->game->commands, 0);
        while (session->game->commands < wyrm_replay_count(session->replay)) {
            wyrm_command next =
                wyrm_replay_at(session->replay, (size_t)session->game->commands)->command;
            assert_true(term_session_act(session, &next, &error));
        }
        assert_true(wyrm_game_checksum(session->game) == sum);
        assert_ok(term_session_rewind(session, &error), &error);
    }
    term_session_free(session);
}

/* ------------------------------------------------------------------ the end */

TEST_IN_FOLDER(death_takes_the_save_and_leaves_dump_recording_and_score)
{
    OWNED_SESSION *session = begin("ruggrogue", 1);
    wait_turns(session, 2);
    save(session);
    die(session);
    assert_false(exists("games/ruggrogue-1.save"));
    assert_false(exists("games/ruggrogue-1.replay"));
    assert_int_equal(count_files("dumps/ruggrogue-1-*.txt"), 1);
    assert_int_equal(count_files("dumps/ruggrogue-1-*.replay"), 1);
    assert_int_equal(access(session->dump_path, F_OK), 0);
    assert_string_equal(session->trouble, "");
    save(session); /* a game that is over is not saved again */
    assert_false(exists("games/ruggrogue-1.save"));
    term_scores *scores = calloc(1, sizeof *scores);
    wyrm_error error;
    assert_ok(term_scores_read(folders.state, scores, &error), &error);
    assert_int_equal(scores->count, 1);
    assert_string_equal(scores->rows[0].ruleset, "ruggrogue");
    assert_int_equal(scores->rows[0].seed, 1);
    assert_false(scores->rows[0].won);
    assert_non_null(strstr(scores->rows[0].ending, "killed by"));
    free(scores);
}

TEST_IN_FOLDER(dumps_of_one_second_have_names_of_their_own)
{
    for (int i = 0; i < 3; i++) {
        OWNED_SESSION *session = begin("ruggrogue", 1);
        die(session);
    }
    assert_int_equal(count_files("dumps/ruggrogue-1-*.txt"), 3);
    assert_int_equal(count_files("dumps/ruggrogue-1-*.replay"), 3);
}

/* Down to the last floor, and the victory item taken. */
static void win(term_session *session)
{
    wyrm_game *game = session->game;
    while (!game->map.final)
        leave_floor(session);
    assert_true(game->goal_placed);
    game->player.at = game->goal;
    assert_true(act(session, WYRM_DO_PICK_UP, 0));
    assert_int_equal(game->phase, WYRM_PHASE_WON);
}

static size_t count_won(void)
{
    term_scores *scores = calloc(1, sizeof *scores);
    wyrm_error error;
    size_t won = 0;
    assert_ok(term_scores_read(folders.state, scores, &error), &error);
    for (size_t i = 0; i < scores->count; i++)
        won += scores->rows[i].won;
    free(scores);
    return won;
}

TEST_IN_FOLDER(a_victory_that_goes_on_is_scored_and_kept)
{
    term_session *session = begin("ruggrogue", 1);
    win(session);
    assert_string_equal(session->trouble, "");
    assert_int_equal(count_won(), 1);
    assert_int_equal(count_files("dumps/ruggrogue-1-*.txt"), 1);
    term_session_free(session);
    session = go_on("games/ruggrogue-1.save");
    assert_int_equal(session->game->phase, WYRM_PHASE_WON);
    assert_true(act(session, WYRM_DO_GO_ON, 0));
    assert_int_equal(session->game->difficulty.wins, 1);
    die(session);
    assert_false(exists("games/ruggrogue-1.save"));
    assert_int_equal(count_won(), 1);
    term_session_free(session);
}

TEST_IN_FOLDER(a_victory_that_ends_the_game_takes_the_save)
{
    OWNED_SESSION *session = begin("tutorial", 1);
    win(session);
    assert_string_equal(session->trouble, "");
    assert_true(term_session_is_over(session));
    assert_int_equal(count_won(), 1);
    assert_int_equal(count_files("dumps/tutorial-1-*.replay"), 1);
    assert_false(exists("games/tutorial-1.save"));
}

static int tells_of_entering(const wyrm_log *log)
{
    int count = 0;
    for (size_t i = 0; i < wyrm_log_kept(log); i++) {
        const char *text = wyrm_log_line_at(log, i)->text;
        count += strstr(text, "You descend") != NULL || strstr(text, "You climb") != NULL;
    }
    return count;
}

TEST_IN_FOLDER(practice_leaves_a_dump_and_nothing_else)
{
    static const char *const rulesets[] = {"ruggrogue", "tutorial", "yarl", "bob-and-trev"};
    for (size_t i = 0; i < LENGTH_OF(rulesets); i++) {
        OWNED_SESSION *session;
        wyrm_error error;
        term_new_game game = {.ruleset = rulesets[i], .seed = 1, .practice = true};
        assert_ok(term_game_new(&folders, &game, &session, NULL), NULL);
        assert_true(session->game->map.final);
        /* Nothing is told of the floors above. */
        assert_int_equal(tells_of_entering(session->log), 1);
        assert_true(wyrm_game_is_sound(session->engine, session->game, &error));
        wait_turns(session, 1);
        save(session);
    }
    assert_int_equal(count_files("games/*"), 0);
    assert_false(exists("scores.json"));
}

TEST_IN_FOLDER(a_game_that_is_forgotten_leaves_nothing)
{
    term_session *session = begin("ruggrogue", 1);
    wait_turns(session, 2);
    save(session);
    term_session_forget(session);
    save(session);
    term_session_free(session);
    assert_int_equal(count_files("games/*"), 0);
}

/* ------------------------------------------------------------------ what is found */

TEST_IN_FOLDER(saved_games_are_found_with_their_facts_or_what_is_wrong)
{
    term_saved *saved;
    size_t count;
    wyrm_error error;
    assert_ok(term_games_find(&folders, &saved, &count, &error), &error);
    assert_int_equal(count, 0);
    free(saved);
    OWNED_SESSION *session = begin("ruggrogue", 1);
    wait_turns(session, 2);
    save(session);
    write_text("games/broken.save", "no save");
    write_text("games/.hidden.save", "no save");
    write_text("games/notes.txt", "no save");
    assert_ok(term_games_find(&folders, &saved, &count, &error), &error);
    assert_int_equal(count, 2);
    for (size_t i = 0; i < count; i++) {
        bool broken = strstr(saved[i].path, "broken.save") != NULL;
        assert_int_equal(saved[i].error.code != WYRM_OK, broken);
        if (!broken)
            assert_int_equal(saved[i].facts.turn, 3);
    }
    free(saved);
    assert_true(exists("games/broken.save"));
}

TEST_IN_FOLDER(without_is_part_of_the_game_and_its_recording)
{
    static const char *const words[] = {"scrolls", "armor"};
    term_new_game game = {.ruleset = "ruggrogue", .seed = 1, .without = words, .without_count = 2};
    term_session *session;
    assert_ok(term_game_new(&folders, &game, &session, NULL), NULL);
    const wyrm_replay_facts *facts = wyrm_replay_facts_of(session->replay);
    assert_int_equal(facts->without_count, 2);
    assert_string_equal(facts->without[1], "armor");
    term_session_free(session);
    static const char *const unknown[] = {"scrols"};
    game.without = unknown;
    game.without_count = 1;
    assert_int_equal(term_game_new(&folders, &game, &session, NULL), WYRM_ERROR_UNKNOWN);
    assert_int_equal(count_files("games/*"), 0);
}
