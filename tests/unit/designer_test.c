/* A designer's tools: a list of changes, and designers' games that went back to an earlier
 * state. */
#include "state_folder.h"

#include <wyrm/file.h>

#include "game/internal.h"
#include "term/internal.h"

RELEASED_BY(term_changes, term_changes_free)
#define OWNED_CHANGES OWNED(term_changes)

TEST(changes_are_listed_and_each_can_be_taken_back)
{
    OWNED_DESIGN *design;
    wyrm_error error = {.message = ""};
    char said[WYRM_CHANGE_TEXT_MAX];
    assert_int_equal(wyrm_design_open("tutorial", &design, NULL), WYRM_OK);
    OWNED_CHANGES *changes = term_changes_new(design, NULL, 0);
    assert_non_null(changes);
    assert_null(changes->design);
    assert_ok(term_changes_set(changes, "monsters.orc.power", "9", &error), &error);
    assert_ok(term_changes_set(changes, "player.hp", "2d6+20", &error), &error);
    assert_ok(term_changes_set(changes, "monsters.orc.power", "8", &error), &error);
    assert_int_equal(changes->count, 2);
    assert_int_equal(term_changes_find(changes, "player.hp"), 1);
    term_said(changes->design, "monsters.orc.power", said);
    assert_string_equal(said, "8");
    /* an error is reported, and nothing changes */
    static const char *const wrong[][2] = {
        {"monsters.orc.power", "much"}, {"monsters.orc.hp", "1, 2"}, {"monsters.ork.hp", "3"}};
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        error.message[0] = '\0';
        assert_int_not_equal(term_changes_set(changes, wrong[i][0], wrong[i][1], &error), WYRM_OK);
        assert_true(error.message[0] != '\0');
        assert_int_equal(changes->count, 2);
        term_said(changes->design, "monsters.orc.power", said);
        assert_string_equal(said, "8");
    }
    /* reverted by undo, and by typing the old value */
    assert_ok(term_changes_undo(changes, 0, &error), &error);
    assert_int_equal(changes->count, 1);
    assert_string_equal(changes->rows[0].path, "player.hp");
    term_said(design, "player.hp", said);
    assert_ok(term_changes_set(changes, "player.hp", said, &error), &error);
    assert_int_equal(changes->count, 0);
    assert_null(changes->design);
}

/* ---- Games ---- */

static const wyrm_change strong = {"monsters.orc.power", "2000"};

static term_session *branch(const term_session *from, size_t steps, const wyrm_change *changes,
                            size_t count)
{
    term_session *session;
    OWNED_ERRORS *errors = fresh_errors();
    assert_told(term_game_branch(&folders, from, steps, changes, count, &session, errors), errors);
    return session;
}

static void wait_turns(term_session *session, int turns)
{
    wyrm_error error;
    for (; turns > 0; turns--)
        if (!term_session_act(session, &(wyrm_command){.kind = WYRM_DO_WAIT}, &error))
            fail_msg("%s", error.message);
}

static char *file_of(const char *name)
{
    char *text;
    size_t length;
    wyrm_error error;
    assert_ok(wyrm_file_read(in_state(name), 1 << 24, &text, &length, &error), &error);
    return text;
}

#define HONEST   "games/tutorial-1.game"
#define DESIGNED "games/tutorial-1-designer-1.game"

TEST_WITH(a_game_gone_back_in_is_another_one, make_folder, remove_folder)
{
    OWNED_SESSION *honest = begin_session("tutorial", 1);
    wait_turns(honest, 3);
    const uint64_t then = wyrm_game_checksum(honest->game);
    wait_turns(honest, 3);
    OWNED(char) *before = file_of(HONEST);
    OWNED_SESSION *designed = branch(honest, 3, NULL, 0);
    OWNED(char) *after = file_of(HONEST);
    assert_string_equal(after, before);
    assert_true(wyrm_game_checksum(designed->game) == then);
    assert_false(term_is_designed(honest));
    assert_true(term_is_designed(designed));
    wait_turns(designed, 2);
    const uint64_t now = wyrm_game_checksum(designed->game);
    term_session_free(designed);
    designed = continue_session(DESIGNED);
    assert_true(term_is_designed(designed));
    assert_true(wyrm_game_checksum(designed->game) == now);
    assert_non_null(strstr(designed->notice, "a designer's game"));
}

TEST_WITH(changed_rules_hold_from_there_on, make_folder, remove_folder)
{
    OWNED_SESSION *honest = begin_session("tutorial", 1);
    wait_turns(honest, 1);
    const uint64_t then = wyrm_game_checksum(honest->game);
    OWNED_SESSION *designed = branch(honest, 1, &strong, 1);
    assert_true(wyrm_game_checksum(honest->game) == then);
    const int power = wyrm_combat_stat(wyrm_design_combat(designed->design), "power");
    const wyrm_game_view *game = term_now(designed);
    size_t orcs = 0;
    for (size_t i = 0; i < game->monster_count; i++)
        if (game->monsters[i].spawn.monster == 0) {
            assert_near(game->monsters[i].body.combatant.stats[power], 2000, 0);
            orcs++;
        }
    assert_true(orcs > 0);
    /* in a continued game, going back again under the original rules */
    term_session_free(designed);
    designed = continue_session(DESIGNED);
    char said[WYRM_CHANGE_TEXT_MAX];
    term_said(designed->design, strong.path, said);
    assert_string_equal(said, strong.text);
    term_said(designed->begun, strong.path, said);
    assert_string_equal(said, "4");
    OWNED_SESSION *again = branch(designed, 1, NULL, 0);
    term_said(again->design, strong.path, said);
    assert_string_equal(said, "4");
    assert_int_equal(wyrm_replay_branches(again->replay), 2);
}

/* The player dies of the changes: a last page with its recording, and no score. */
TEST_WITH(a_designers_game_counts_nowhere, make_folder, remove_folder)
{
    OWNED_SESSION *honest = begin_session("tutorial", 1);
    OWNED_SESSION *designed = branch(honest, 0, &strong, 1);
    wyrm_error error;
    for (int i = 0; i < 500 && !term_is_won_or_lost(designed); i++)
        if (!term_session_act(designed, &(wyrm_command){.kind = WYRM_DO_WAIT}, &error))
            fail_msg("%s", error.message);
    assert_int_equal(term_now(designed)->phase, WYRM_PHASE_DEAD);
    assert_string_equal(designed->trouble, "");
    assert_false(exists("scores.json"));
    assert_false(exists(DESIGNED));
    assert_true(exists(HONEST));
    assert_non_null(strstr(designed->dump_path, "tutorial-1-designer-"));
    /* the recording beside it is marked as a designer's, and plays the same again */
    glob_t found;
    char pattern[TERM_PATH_MAX + 64];
    snprintf(pattern, sizeof pattern, "%s/dumps/*-designer-*.replay", folders.state);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    term_recording recording;
    assert_ok(term_recording_read(found.gl_pathv[0], &recording, &error), &error);
    globfree(&found);
    assert_int_equal(wyrm_replay_branches(recording.replay), 1);
    term_session *watched;
    OWNED_ERRORS *errors = fresh_errors();
    assert_told(term_game_watch(recording.replay, NULL, NULL, 10, &watched, errors), errors);
    recording.replay = NULL;
    term_recording_free(&recording);
    const wyrm_replay_step *step;
    for (int turn = 0; turn < 2; turn++) { /* and once more from its beginning */
        while ((step = wyrm_replay_at(watched->replay, (size_t)term_now(watched)->commands)) !=
               NULL) {
            assert_true(term_session_act(watched, &step->command, &error));
            assert_true(wyrm_game_checksum(watched->game) == step->checksum);
        }
        assert_int_equal(term_now(watched)->phase, WYRM_PHASE_DEAD);
        assert_ok(term_session_rewind(watched, &error), &error);
    }
    term_session_free(watched);
    /* going back from its end */
    OWNED_SESSION *again = branch(designed, 1, NULL, 0);
    assert_int_equal(term_now(again)->phase, WYRM_PHASE_PLAYING);
    term_session *refused;
    OWNED_ERRORS *told = fresh_errors();
    assert_int_equal(term_game_branch(&folders, designed, (size_t)term_now(designed)->commands,
                                      NULL, 0, &refused, told),
                     WYRM_ERROR_ARGUMENT);
    assert_string_equal(wyrm_errors_at(told, 0)->message,
                        "the game is over there: go back further");
}

/* The games of one original are numbered up to 100; without a free number a game is played all the
 * same. */
TEST_WITH(a_hundred_games_of_a_designer_are_kept, make_folder, remove_folder)
{
    OWNED_SESSION *honest = begin_session("tutorial", 1);
    char name[64];
    for (int i = 1; i < 100; i++) {
        snprintf(name, sizeof name, "games/tutorial-1-designer-%d.game", i);
        write_text(name, "another");
    }
    OWNED_SESSION *last = branch(honest, 0, NULL, 0);
    assert_string_equal(last->trouble, "");
    assert_true(exists("games/tutorial-1-designer-100.game"));
    OWNED_SESSION *none = branch(honest, 0, NULL, 0);
    assert_string_equal(none->trouble, "This game cannot be saved: "
                                       "there are too many designer's games of it");
    assert_int_equal(count_files("games/*"), 101);
    wait_turns(none, 2);
    assert_int_equal(term_now(none)->turn, term_now(honest)->turn + 2);
    assert_int_equal(count_files("games/*"), 101);
}

TEST_WITH(changes_that_make_no_sense_begin_no_game, make_folder, remove_folder)
{
    static const wyrm_change wrong = {"monsters.orc.power", "much"};
    OWNED_SESSION *honest = begin_session("tutorial", 1);
    term_session *refused;
    OWNED_ERRORS *errors = fresh_errors();
    assert_int_not_equal(term_game_branch(&folders, honest, 0, &wrong, 1, &refused, errors),
                         WYRM_OK);
    assert_null(refused);
    assert_true(wyrm_errors_kept(errors) > 0);
    assert_false(exists(DESIGNED));
}
