/* Saved games: written command by command, continued, repaired, ended. */
#include "sound.h"
#include "state_folder.h"
#include "stride.h"

#include <wyrm/file.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

#include "game/internal.h"
#include "term/internal.h"

enum { KILLS = 40 };

/* Each place of a file is tried; in slow builds each third. */
enum { EACH = PLAYED_STRIDE > 1 ? 3 : 1 };

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

/* Gives one command of the autopilot; false if it cannot begin. */
static bool step(term_session *session, wyrm_autopilot_kind kind, wyrm_position to)
{
    wyrm_autopilot autopilot;
    wyrm_command command;
    wyrm_error error;
    return wyrm_autopilot_begin(session->engine, session->game, kind, WYRM_NORTH, to, &autopilot,
                                &error) == WYRM_OK &&
           wyrm_autopilot_next(session->engine, session->game, &autopilot, &command) &&
           term_session_act(session, &command, &error);
}

/* Plays one command: strikes an adjacent monster, else takes the known way on, else explores. */
static void play_on(term_session *session)
{
    const wyrm_game *game = session->game;
    const wyrm_observation *view = session->view;
    wyrm_position at = game->player.at;
    if (game->phase == WYRM_PHASE_CHOOSING) {
        assert_true(act(session, WYRM_DO_CHOOSE, 0));
        return;
    }
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
        wyrm_position beside = wyrm_neighbour(at, (wyrm_direction)i);
        if (wyrm_seen_on(game, view, beside.x, beside.y) != NULL && act(session, WYRM_DO_MOVE, i))
            return;
    }
    if (view->goal_known && at.x == view->goal.x && at.y == view->goal.y) {
        assert_true(act(session, WYRM_DO_PICK_UP, 0));
    } else if (view->exit_known && at.x == view->exit.x && at.y == view->exit.y) {
        assert_true(act(session, WYRM_DO_LEAVE, 0));
    } else if (!(view->goal_known && step(session, WYRM_AUTOPILOT_TRAVEL, view->goal)) &&
               !(view->exit_known && step(session, WYRM_AUTOPILOT_TRAVEL, view->exit)) &&
               !step(session, WYRM_AUTOPILOT_EXPLORE, at)) {
        wait_turns(session, 1);
    }
}

static void play_until_over(term_session *session)
{
    for (int i = 0; i < 5000 && session->game->phase != WYRM_PHASE_WON &&
                    session->game->phase != WYRM_PHASE_DEAD;
         i++)
        play_on(session);
}

/* One-floor dungeons: for a player who dies at the first blow, and for one who cannot die. */
static const char *frail(void)
{
    write_text("frail.yaml", "name: frail\nextends: tutorial\nplayer: {hp: 1, defense: 0}\n"
                             "encounter: {last_depth: 1}\n");
    return in_state("frail.yaml");
}

static const char *hero(const char *base)
{
    char text[200];
    bool tutorial = strcmp(base, "tutorial") == 0;
    snprintf(text, sizeof text, "name: hero\nextends: %s\nplayer: {%s}\nencounter: {%s}\n", base,
             tutorial ? "hp: 1000000" : "attack: 1000, defense: 100000",
             tutorial ? "last_depth: 1" : "final_level: 1");
    write_text("hero.yaml", text);
    return in_state("hero.yaml");
}

TEST_IN_FOLDER(every_command_is_in_the_file_at_once)
{
    term_session *session = begin_session("ruggrogue", 1);
    for (size_t done = 0; done < 4; done++) {
        term_recording recording;
        assert_works(
            term_recording_read(in_state("games/ruggrogue-1.game"), &recording, &last_error));
        assert_int_equal(wyrm_replay_count(recording.replay), done);
        assert_int_equal(recording.kept, recording.length);
        term_recording_free(&recording);
        wait_turns(session, 1);
    }
    term_session_free(session);
    assert_int_equal(count_files("games/*"), 1);
}

TEST_IN_FOLDER(a_game_in_which_nothing_was_done_leaves_a_file_only_when_it_is_saved)
{
    term_session_free(begin_session("ruggrogue", 1));
    assert_int_equal(count_files("games/*"), 0);
    term_session *session = begin_session("ruggrogue", 1);
    save(session);
    term_session_free(session);
    assert_int_equal(count_files("games/*"), 1);
}

TEST_IN_FOLDER(what_is_continued_is_what_was_left)
{
    term_session *session = begin_session("yarl", 3);
    for (int i = 0; i < 60; i++)
        play_on(session);
    uint64_t sum = wyrm_game_checksum(session->game);
    size_t lines = session->log->count;
    uint32_t turn = session->game->turn;
    term_session_free(session);
    session = continue_session("games/yarl-3.game");
    char told[80];
    snprintf(told, sizeof told, "Continued at turn %u.", turn);
    assert_string_equal(session->notice, told);
    assert_true(wyrm_game_checksum(session->game) == sum);
    assert_int_equal(session->log->count, lines);
    assert_int_equal(wyrm_replay_count(session->replay), 60);
    wait_turns(session, 1);
    term_session_free(session);
    session = continue_session("games/yarl-3.game");
    assert_int_equal(wyrm_replay_count(session->replay), 61);
    term_session_free(session);
}

TEST_IN_FOLDER(a_folder_that_cannot_be_made_leaves_the_game_playable)
{
    write_text("games", "a file where the folder should be");
    OWNED_SESSION *session = begin_session("ruggrogue", 1);
    assert_non_null(strstr(session->trouble, "This game cannot be saved: "));
    wait_turns(session, 2);
    save(session); /* nothing has changed */
}

/* The disk is full for a while: the file stays whole, and is complete once there is room. */
TEST_IN_FOLDER(what_could_not_be_written_is_written_later)
{
    term_session *session = begin_session("ruggrogue", 1);
    wait_turns(session, 2);
    int file = session->journal.file;
    session->journal.file = open("/dev/full", O_WRONLY);
    wait_turns(session, 3);
    assert_non_null(strstr(session->trouble, "The game could not be saved: No space"));
    wyrm_error error;
    assert_false(term_session_save(session, &error));
    close(session->journal.file);
    session->journal.file = file;
    wait_turns(session, 1);
    assert_string_equal(session->trouble, "");
    term_session_free(session);
    session = continue_session("games/ruggrogue-1.game");
    assert_int_equal(wyrm_replay_count(session->replay), 6);
    term_session_free(session);
}

TEST_IN_FOLDER(one_game_is_played_once_at_a_time)
{
    term_session *first = begin_session("ruggrogue", 1), *second;
    term_new_game game = {.ruleset = "ruggrogue", .seed = 1};
    assert_int_equal(term_game_new(&folders, &game, &second, NULL), WYRM_ERROR_IO);
    assert_null(second);
    save(first);
    assert_int_equal(
        term_game_continue(&folders, in_state("games/ruggrogue-1.game"), &second, NULL),
        WYRM_ERROR_IO);
    OWNED_SESSION *other = begin_session("ruggrogue", 2);
    assert_non_null(other);
    term_session_free(first);
    term_session_free(continue_session("games/ruggrogue-1.game"));
}

TEST_IN_FOLDER(leftovers_of_who_was_killed_are_cleared_and_no_others)
{
    term_saved *saved;
    size_t count;
    static const char *const dead[] = {"games/.wyrm-12-0.tmp", "dumps/.wyrm-12-1.tmp",
                                       ".wyrm-12-2.tmp"};
    term_session_free(begin_session("ruggrogue", 1)); /* creates the folders */
    for (size_t i = 0; i < LENGTH_OF(dead); i++)
        write_text(dead[i], "half");
    write_text("games/.wyrm-13-0.tmp", "being written");
    write_text("games/.wyrm-notes.tmp", "not ours");
    int held = open(in_state("games/.wyrm-13-0.tmp"), O_WRONLY);
    assert_int_equal(flock(held, LOCK_EX), 0);
    assert_works(term_games_find(&folders, TERM_SAVED_MAX, &saved, &count, &last_error));
    close(held);
    free(saved);
    assert_int_equal(count, 0);
    for (size_t i = 0; i < LENGTH_OF(dead); i++)
        assert_false(exists(dead[i]));
    assert_true(exists("games/.wyrm-13-0.tmp"));
    assert_true(exists("games/.wyrm-notes.tmp"));
}

/* A state that the child reported before the next command. */
typedef struct shown {
    uint64_t commands, sum;
} shown;

/* Plays on until it is killed, and reports every state that a screen would have shown. */
static _Noreturn void play_for_ever(int told)
{
    term_session *session = NULL;
    if (exists("games/ruggrogue-1.game"))
        (void)!term_game_continue(&folders, in_state("games/ruggrogue-1.game"), &session, NULL);
    else
        (void)!term_game_new(&folders, &(term_new_game){.ruleset = "ruggrogue", .seed = 1},
                             &session, NULL);
    while (session != NULL && session->game->phase != WYRM_PHASE_DEAD) {
        shown now = {session->game->commands, wyrm_game_checksum(session->game)};
        if (write(told, &now, sizeof now) != sizeof now)
            break;
        play_on(session);
    }
    _exit(0);
}

TEST_IN_FOLDER(killed_at_any_moment_nothing_that_was_shown_is_lost)
{
    test_random random = {4711};
    for (int i = 0; i < KILLS; i++) {
        shown last = {0, 0}, read_now;
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            play_for_ever(ends[1]);
        close(ends[1]);
        assert_int_equal(read(ends[0], &last, sizeof last), sizeof last);
        usleep((useconds_t)random_below(&random, 3000));
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        while (read(ends[0], &read_now, sizeof read_now) == sizeof read_now)
            last = read_now;
        close(ends[0]);
        if (!exists("games/ruggrogue-1.game")) /* it has died, and a new one begins */
            continue;
        OWNED_SESSION *session = continue_session("games/ruggrogue-1.game");
        assert_sound_game(session->engine, session->game);
        assert_in_range(session->game->commands, last.commands, last.commands + 1);
        if (session->game->commands == last.commands)
            assert_true(wyrm_game_checksum(session->game) == last.sum);
    }
    assert_int_equal(count_files("games/*damaged*"), 0);
}

/* Returns the text of a file of twelve commands; *head is where the first of them begins. */
static char *recorded_file(size_t *length, size_t *head)
{
    char *text;
    term_session *session = begin_session("tutorial", 5);
    for (int i = 0; i < 12; i++)
        play_on(session);
    term_session_free(session);
    assert_works(wyrm_file_read(in_state("games/tutorial-5.game"), WYRM_REPLAY_MAX_BYTES, &text,
                                length, &last_error));
    *head = (size_t)(strchr(strstr(text, "\nbegun ") + 1, '\n') + 1 - text);
    return text;
}

static void write_bytes(const char *name, const char *text, size_t length)
{
    assert_works(wyrm_file_write(in_state(name), text, length, true, &last_error));
}

/* The length without the last line, which says that the player left the game. */
static size_t without_leaving(const char *text, size_t length)
{
    while (text[--length - 1] != '\n')
        continue;
    assert_int_equal(text[length], '.');
    return length;
}

TEST_IN_FOLDER(a_game_that_was_not_left_in_order_says_so)
{
    size_t length, head;
    char wanted[100];
    OWNED(char) *text = recorded_file(&length, &head);
    term_session *session = continue_session("games/tutorial-5.game");
    assert_string_equal(session->notice, "Continued at turn 13.");
    term_session_free(session);
    text[length] = 'm'; /* in place of the final NUL: the beginning of a command after the note */
    write_bytes("games/tutorial-5.game", text, length + 1);
    session = continue_session("games/tutorial-5.game");
    assert_string_equal(session->notice, "The game went on after it was interrupted: 12 commands "
                                         "replayed from the journal. The one that was being "
                                         "written is left out.");
    term_session_free(session);
    length = without_leaving(text, length);
    for (int lines = 12; lines >= 0; lines -= 4) {
        const char *end = text + head;
        for (int i = 0; i < lines; i++)
            end = strchr(end, '\n') + 1;
        write_bytes("games/tutorial-5.game", text, (size_t)(end - text));
        session = continue_session("games/tutorial-5.game");
        snprintf(wanted, sizeof wanted,
                 lines > 0 ? "The game went on after it was interrupted: %d commands replayed from "
                             "the journal."
                           : "Continued at turn 1.",
                 lines);
        assert_string_equal(session->notice, wanted);
        term_session_free(session);
        session = continue_session("games/tutorial-5.game");
        snprintf(wanted, sizeof wanted, "Continued at turn %d.", lines + 1);
        assert_string_equal(session->notice, wanted);
        term_session_free(session);
    }
}

TEST_IN_FOLDER(a_torn_last_line_is_dropped_and_the_game_goes_on)
{
    size_t length, head;
    OWNED(char) *text = recorded_file(&length, &head);
    for (size_t kept = head; kept < length; kept += EACH) {
        size_t lines = 0;
        for (size_t i = head; i < kept; i++)
            lines += text[i] == '\n';
        write_bytes("games/tutorial-5.game", text, kept);
        term_session *session = continue_session("games/tutorial-5.game");
        assert_int_equal(session->game->commands, lines);
        assert_int_equal(strstr(session->notice, "being written is left out") != NULL,
                         text[kept - 1] != '\n');
        wait_turns(session, 1);
        term_session_free(session);
        session = continue_session("games/tutorial-5.game");
        assert_int_equal(session->game->commands, lines + 1);
        term_session_free(session);
    }
    assert_int_equal(count_files("games/*"), 1);
}

/* Continues a damaged file; the original is kept beside it. */
static term_session *go_on_damaged(const char *text, size_t length, const char *told)
{
    size_t found_length;
    write_bytes("games/tutorial-5.game", text, length);
    term_session *session = continue_session("games/tutorial-5.game");
    assert_non_null(strstr(session->notice, told));
    assert_sound_game(session->engine, session->game);
    OWNED(char) * found;
    assert_works(wyrm_file_read(in_state("games/tutorial-5.game.damaged-1"), WYRM_REPLAY_MAX_BYTES,
                                &found, &found_length, &last_error));
    assert_int_equal(found_length, length);
    assert_memory_equal(found, text, length);
    assert_int_equal(unlink(in_state("games/tutorial-5.game.damaged-1")), 0);
    return session;
}

/* A file with a wrong beginning is refused and left unchanged. */
static void is_refused(const char *text, size_t length)
{
    term_session *session = NULL;
    write_bytes("games/tutorial-5.game", text, length);
    assert_int_not_equal(
        term_game_continue(&folders, in_state("games/tutorial-5.game"), &session, NULL), WYRM_OK);
    assert_null(session);
    OWNED(char) * found;
    size_t found_length;
    assert_works(wyrm_file_read(in_state("games/tutorial-5.game"), WYRM_REPLAY_MAX_BYTES, &found,
                                &found_length, &last_error));
    assert_int_equal(found_length, length);
    assert_memory_equal(found, text, length);
    assert_int_equal(count_files("games/*"), 1);
}

/* One bit of each byte in turn. No command is lost: the checksums tell the original byte. */
TEST_IN_FOLDER(an_altered_byte_is_put_right_or_the_file_is_left_as_it_is)
{
    size_t length, head;
    OWNED(char) *text = recorded_file(&length, &head);
    term_session *session = continue_session("games/tutorial-5.game");
    const uint64_t sum = wyrm_game_checksum(session->game);
    term_session_free(session);
    for (size_t i = 0; i < length; i += i + 96 < head ? 97 : EACH) {
        char bit = (char)(1 << i % 8);
        text[i] ^= bit;
        if (i < head) {
            is_refused(text, length);
        } else {
            session =
                go_on_damaged(text, length, "was damaged: it was put right, and is continued");
            assert_int_equal(session->game->commands, 12);
            assert_true(wyrm_game_checksum(session->game) == sum);
            term_session_free(session);
        }
        text[i] ^= bit;
    }
    session = continue_session("games/tutorial-5.game");
    assert_string_equal(session->notice, "Continued at turn 13.");
    term_session_free(session);
}

/* One wrong byte in each of several lines is repaired, too; a line with two ends the part that can
 * be continued. */
TEST_IN_FOLDER(what_cannot_be_put_right_goes_on_where_it_was_last_good)
{
    size_t length, head;
    OWNED(char) *text = recorded_file(&length, &head);
    OWNED(char) *good = strdup(text);
    wyrm_replay *played = NULL;
    assert_works(wyrm_replay_read("a", text, length, &played, NULL, &last_error));
    char *line = text + head;
    for (size_t i = 0; i < 12; i += 2, line = strchr(strchr(line, '\n') + 1, '\n') + 1)
        line[strcspn(line, "\n") - 1 - i] ^= 1;
    term_session *session = go_on_damaged(text, length, "it was put right");
    assert_int_equal(session->game->commands, 12);
    term_session_free(session);
    line = text + head;
    for (uint64_t i = 0; i < 12; i++, line = strchr(line, '\n') + 1) {
        memcpy(text, good, length);
        line[strcspn(line, "\n") - 3] ^= 1;
        line[strcspn(line, "\n") - 7] ^= 1;
        session = go_on_damaged(text, length, "was damaged: continued at turn");
        assert_int_equal(session->game->commands, i);
        if (i > 0)
            assert_true(wyrm_game_checksum(session->game) ==
                        wyrm_replay_at(played, (size_t)i - 1)->checksum);
        wait_turns(session, 1);
        term_session_free(session);
        session = continue_session("games/tutorial-5.game");
        assert_int_equal(session->game->commands, i + 1);
        term_session_free(session);
    }
    wyrm_replay_free(played);
}

/* A file that cannot be continued would block a new game of its name; it is renamed and kept. */
TEST_IN_FOLDER(a_new_game_sets_aside_what_cannot_be_continued)
{
    static const char *const texts[] = {"", "PK\003\004", "wyrm-save 1 2 3\n{}",
                                        "wyrm-replay 999\n"};
    term_session_free(begin_session("ruggrogue", 1)); /* creates the folders */
    for (size_t i = 0; i < LENGTH_OF(texts); i++) {
        char kept[60], *found;
        write_text("games/ruggrogue-1.game", texts[i]);
        term_session *session = begin_session("ruggrogue", 1);
        assert_false(session->pending);
        wait_turns(session, 1);
        snprintf(kept, sizeof kept, "games/ruggrogue-1.game.damaged-%zu", i + 1);
        assert_non_null(strstr(session->notice, "cannot be continued: its file is kept as "));
        assert_non_null(strstr(session->notice, kept));
        term_session_free(session);
        found = read_file(in_state(kept));
        assert_string_equal(found, texts[i]);
        free(found);
        session = continue_session("games/ruggrogue-1.game");
        assert_int_equal(session->game->commands, 1);
        term_session_free(session);
    }
}

TEST_IN_FOLDER(a_game_outlives_its_ruleset)
{
    char path[128];
    write_text("mine.yaml", "name: mine\nextends: ruggrogue\ngame: {sight: 7}\n");
    snprintf(path, sizeof path, "%s", in_state("mine.yaml"));
    term_session *session = begin_session(path, 3);
    wait_turns(session, 2);
    term_session_free(session);
    static const char *const later[] = {"name: mine\nextends: ruggrogue\ngame: {sight: 5}\n",
                                        "no ruleset at all", NULL};
    for (size_t i = 0; i < LENGTH_OF(later); i++) {
        if (later[i] != NULL)
            write_text("mine.yaml", later[i]);
        else
            assert_int_equal(unlink(path), 0);
        session = continue_session("games/mine-3.game");
        assert_int_equal(wyrm_engine_rules(session->engine)->sight, 7);
        assert_int_equal(strstr(session->notice, "mine has changed since") != NULL, i == 0);
        term_session_free(session);
    }
}

TEST_IN_FOLDER(what_was_recorded_can_be_watched_from_its_beginning)
{
    term_session *session = begin_session("tutorial", 5);
    wait_turns(session, 7);
    uint64_t sum = wyrm_game_checksum(session->game);
    term_session_free(session);
    wyrm_error error;
    term_recording recording;
    assert_ok(term_recording_read(in_state("games/tutorial-5.game"), &recording, &error), &error);
    assert_ok(term_game_watch(recording.replay, NULL, NULL, 10, &session, NULL), NULL);
    recording.replay = NULL;
    term_recording_free(&recording);
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

static void expect_scores(size_t count, bool won)
{
    FREED term_scores *scores = calloc(1, sizeof *scores);
    assert_works(term_scores_read(folders.state, scores, &last_error));
    assert_int_equal(scores->count, count);
    assert_true(scores->rows[0].won == won);
    assert_true(won || strstr(scores->rows[0].ending, "killed by") != NULL);
}

TEST_IN_FOLDER(death_takes_the_game_and_leaves_last_page_recording_and_score)
{
    for (size_t i = 1; i <= 3; i++) {
        OWNED_SESSION *session = begin_session(frail(), 7);
        play_until_over(session);
        assert_int_equal(session->game->phase, WYRM_PHASE_DEAD);
        assert_string_equal(session->trouble, "");
        assert_int_equal(count_files("games/*"), 0);
        if (i == 1)
            assert_int_equal(count_files("dumps/frail-7-*-[0-9][0-9][0-9][0-9][0-9][0-9].txt"), 1);
        /* pages within one second still get different names */
        assert_int_equal(count_files("dumps/frail-7-*.txt"), i);
        assert_int_equal(count_files("dumps/frail-7-*.replay"), i);
        assert_int_equal(access(session->dump_path, F_OK), 0);
        expect_scores(i, false);
        save(session); /* a finished game is not saved again */
        assert_int_equal(count_files("games/*"), 0);
    }
}

/* The program was killed after the last command and before the last page. */
TEST_IN_FOLDER(a_game_that_is_over_ends_where_it_is_continued)
{
    term_session *session = begin_session(frail(), 7);
    session->state[0] = '\0'; /* no page can be written */
    play_until_over(session);
    term_session_free(session);
    assert_true(exists("games/frail-7.game"));
    OWNED_SESSION *again = continue_session("games/frail-7.game");
    assert_int_equal(again->game->phase, WYRM_PHASE_DEAD);
    assert_false(exists("games/frail-7.game"));
    assert_int_equal(count_files("dumps/frail-7-*.replay"), 1);
    expect_scores(1, false);
}

TEST_IN_FOLDER(a_victory_that_goes_on_is_scored_and_kept)
{
    term_session *session = begin_session(hero("ruggrogue"), 1);
    play_until_over(session);
    assert_int_equal(session->game->phase, WYRM_PHASE_WON);
    assert_string_equal(session->trouble, "");
    expect_scores(1, true);
    assert_int_equal(count_files("dumps/hero-1-*.txt"), 1);
    assert_int_equal(count_files("dumps/hero-1-*.replay"), 1);
    term_session_free(session);
    session = continue_session("games/hero-1.game");
    assert_int_equal(session->game->phase, WYRM_PHASE_WON);
    assert_true(act(session, WYRM_DO_GO_ON, 0));
    assert_int_equal(session->game->difficulty.wins, 1);
    assert_true(exists("games/hero-1.game"));
    term_session_free(session);
}

TEST_IN_FOLDER(a_victory_that_ends_the_game_takes_its_file)
{
    OWNED_SESSION *session = begin_session(hero("tutorial"), 1);
    play_until_over(session);
    assert_int_equal(session->game->phase, WYRM_PHASE_WON);
    assert_string_equal(session->trouble, "");
    assert_true(term_session_is_over(session));
    expect_scores(1, true);
    assert_int_equal(count_files("dumps/hero-1-*.replay"), 1);
    assert_int_equal(count_files("games/*"), 0);
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

TEST_IN_FOLDER(practice_leaves_a_last_page_and_nothing_else)
{
    static const char *const rulesets[] = {"ruggrogue", "tutorial", "yarl", "bob-and-trev"};
    for (size_t i = 0; i < LENGTH_OF(rulesets); i++) {
        OWNED_SESSION *session;
        term_new_game game = {.ruleset = rulesets[i], .seed = 1, .practice = true};
        assert_ok(term_game_new(&folders, &game, &session, NULL), NULL);
        assert_true(session->game->map.final);
        /* The log says nothing about the floors above. */
        assert_int_equal(tells_of_entering(session->log), 1);
        assert_sound_game(session->engine, session->game);
        wait_turns(session, 1);
        save(session);
    }
    assert_int_equal(count_files("games/*"), 0);
    assert_false(exists("scores.json"));
}

TEST_IN_FOLDER(a_game_that_is_forgotten_leaves_nothing)
{
    term_session *session = begin_session("ruggrogue", 1);
    wait_turns(session, 2);
    term_session_forget(session);
    wait_turns(session, 1);
    save(session);
    term_session_free(session);
    assert_int_equal(count_files("games/*"), 0);
}

TEST_IN_FOLDER(saved_games_are_found_with_their_facts_or_what_is_wrong)
{
    term_saved *saved;
    size_t count;
    assert_works(term_games_find(&folders, TERM_SAVED_MAX, &saved, &count, &last_error));
    assert_int_equal(count, 0);
    free(saved);
    OWNED_SESSION *session = begin_session("ruggrogue", 1);
    wait_turns(session, 2);
    write_text("games/broken.game", "no game");
    write_text("games/.hidden.game", "no game");
    write_text("games/notes.txt", "no game");
    write_text("games/old.save", "wyrm-save 1 5 0123456789abcdef\n{...}");
    assert_works(term_games_find(&folders, TERM_SAVED_MAX, &saved, &count, &last_error));
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++) {
        bool good = strstr(saved[i].path, "ruggrogue-1.game") != NULL;
        assert_true(saved[i].known == good);
        if (good)
            assert_int_equal(saved[i].turn, 3);
    }
    free(saved);
    OWNED_ERRORS *errors = fresh_errors();
    term_session *old;
    assert_int_equal(term_game_continue(&folders, in_state("games/old.save"), &old, errors),
                     WYRM_ERROR_LIMIT);
    assert_non_null(strstr(wyrm_errors_at(errors, 0)->message, "a saved game of format 1"));
    assert_true(exists("games/broken.game") && exists("games/old.save"));
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
