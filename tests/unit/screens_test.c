/* The title screen and its menus, without a terminal. */
#define _GNU_SOURCE 1
#include "sound.h"
#include "stage.h"
#include "state_folder.h"
#include "stride.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "term/internal.h"

/* The app as the program starts it, at its title. */
static stage open_title(void)
{
    stage on = stage_new(&folders, &term_title);
    term_push(on.app, &term_title);
    stage_wait(&on);
    return on;
}

/* Types a text, key by key. */
static void type(stage *on, const char *text)
{
    for (; *text != '\0'; text++) {
        term_input input = term_keys_input(&on->keys, (term_key)(unsigned char)*text);
        stage_take(on, &input);
    }
}

static void start_game(stage *on, const char *seed)
{
    stage_keys(on, "n Home Down Down Enter");
    type(on, seed);
    stage_keys(on, "Enter");
    on->session = on->app->session;
    assert_non_null(on->session);
}

TEST_IN_FOLDER(title_has_no_game_to_continue_at_first)
{
    OWNED_STAGE on = open_title();
    assert_shows(&on, "New game");
    assert_hides(&on, "Continue");
}

TEST_IN_FOLDER(every_size_shows_all_of_the_title)
{
    OWNED_STAGE on = open_title();
    for (int height = 24; height <= 60; height += 3)
        for (int width = 80; width <= 200; width += 7) {
            stage_draw(&on, width, height);
            assert_shows(&on, "W  Y  R  M");
            assert_shows(&on, "Quit");
            assert_shows(&on, "?: help");
        }
}

TEST_IN_FOLDER(quit_ends_the_app)
{
    OWNED_STAGE on = open_title();
    bool failed;
    stage_keys(&on, "q");
    assert_true(term_app_ended(on.app, &failed));
    assert_false(failed);
}

TEST_IN_FOLDER(help_of_help_stays_one_page)
{
    OWNED_STAGE on = open_title();
    for (int i = 0; i < 100; i++)
        stage_keys(&on, "?");
    assert_shows(&on, "Continue a saved game");
    assert_after(&on, "Esc", "New game");
}

/* Every key that can be bound is in the help, with its action. */
TEST_IN_FOLDER(help_names_every_deed)
{
    OWNED_STAGE on = open_title();
    stage_keys(&on, "h");
    bool found[TERM_DEED_COUNT] = {false};
    for (int page = 0; page < 40; page++) {
        int x, y;
        for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
            char start[32];
            snprintf(start, sizeof start, "%.31s", term_deeds[deed].help);
            found[deed] = found[deed] || stage_find(&on, start, &x, &y);
        }
        stage_keys(&on, "Down Down Down");
    }
    for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++)
        if (!found[deed])
            fail_msg("the help does not name %s", term_deeds[deed].name);
}

TEST_IN_FOLDER(a_new_game_begins_with_the_seed_that_is_typed)
{
    OWNED_STAGE on = open_title();
    start_game(&on, "4a2"); /* other characters than digits are ignored */
    assert_int_equal(on.session->game->seed, 42);
    assert_shows(&on, "seed 42");
}

TEST_IN_FOLDER(a_line_that_is_typed_can_be_mended)
{
    OWNED_STAGE on = open_title();
    stage_keys(&on, "n Down Down Enter");
    type(&on, "123");
    stage_keys(&on, "Backspace Backspace");
    type(&on, "7");
    assert_shows(&on, " 17 ");
    stage_keys(&on, "Ctrl-U");
    type(&on, "99");
    stage_keys(&on, "Enter");
    assert_int_equal(on.app->session->game->seed, 99);
}

TEST_IN_FOLDER(games_that_are_left_are_continued_as_they_were)
{
    OWNED_STAGE on = open_title();
    start_game(&on, "7");
    stage_keys(&on, "5 5");
    uint64_t sum = wyrm_game_checksum(on.session->game);
    stage_keys(&on, "S");
    assert_null(on.app->session);
    assert_shows(&on, "Continue ruggrogue: depth 1, level 1, turn 3; seed 7, just now");
    stage_keys(&on, "Enter");
    on.session = on.app->session;
    assert_true(wyrm_game_checksum(on.session->game) == sum);
    assert_non_null(on.session->replay);
    assert_int_equal(wyrm_replay_count(on.session->replay), 2);
    stage_keys(&on, "S q");
}

TEST_IN_FOLDER(the_last_game_played_is_the_first_to_continue)
{
    OWNED_STAGE on = open_title();
    struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    start_game(&on, "7");
    stage_keys(&on, "5 S");
    start_game(&on, "8");
    stage_keys(&on, "5 S");
    assert_int_equal(utimensat(AT_FDCWD, in_state("games/ruggrogue-8.game"), times, 0), 0);
    start_game(&on, "9");
    stage_keys(&on, "S");
    int x, y7 = 0, y8 = 0, y9 = 0;
    assert_true(stage_find(&on, "seed 7", &x, &y7));
    assert_true(stage_find(&on, "seed 8", &x, &y8));
    assert_true(stage_find(&on, "seed 9", &x, &y9));
    assert_true(y8 > y7 && y8 > y9);
    assert_shows(&on, "days ago");
}

/* A list that does not fit scrolls, above the other rows. */
TEST_IN_FOLDER(however_many_games_are_saved_they_stand_above_quit)
{
    OWNED_STAGE on = open_title();
    for (int seed = 1; seed <= 7; seed++) {
        char text[8];
        snprintf(text, sizeof text, "%d", seed);
        start_game(&on, text);
        stage_keys(&on, "S");
    }
    int x, last, row;
    for (const char *key = "Home"; key != NULL; key = key[0] == 'H' ? "End" : NULL) {
        stage_keys(&on, key);
        assert_true(stage_find(&on, "q) Quit", &x, &last));
        for (row = last + 1; row < on.height; row++)
            assert_null(strstr(stage_row(&on, row), "Continue"));
        assert_shows(&on, "n) New game");
    }
    assert_hides(&on, "G) Continue");
    stage_keys(&on, "Home Down Down Down Down Down Down");
    assert_hides(&on, "A) Continue");
    assert_true(stage_find(&on, "G) Continue", &x, &row));
    assert_int_equal(row, last - 4); /* right above New game */
    const int seed = atoi(strstr(stage_row(&on, row), "seed ") + 5);
    stage_click(&on, x, row, false);
    assert_int_equal(on.app->session->game->seed, seed);
    stage_keys(&on, "S");
    stage_click(&on, x, last - 1, false);
    assert_shows(&on, "Continue a saved game");
}

/* Letters end with Z; more games can be named on the command line. */
TEST_IN_FOLDER(saved_games_beyond_the_last_letter_are_counted)
{
    for (uint64_t seed = 1; seed <= 28; seed++) {
        OWNED_SESSION *session = begin_session("tutorial", seed);
        wyrm_error error;
        assert_true(term_session_save(session, &error));
        if (seed == 26) {
            OWNED_STAGE few = open_title();
            stage_draw(&few, 80, 60);
            assert_shows(&few, "Z) Continue");
            assert_hides(&few, "more saved games");
        }
    }
    OWNED_STAGE on = open_title();
    stage_draw(&on, 80, 60);
    assert_shows(&on, "Z) Continue");
    assert_shows(&on, "and 2 more saved games: wyrm play RULESET --seed N");
}

/* A file in the player's home folder is found, and offered again for the next game. */
TEST_IN_FOLDER(a_file_of_ones_own_is_offered_again)
{
    const char *home = getenv("HOME");
    char *before = home != NULL ? strdup(home) : NULL, path[128];
    write_text("mine.yaml", "name: mine\nextends: tutorial\n");
    snprintf(path, sizeof path, "%s", in_state("mine.yaml"));
    OWNED_STAGE on = open_title();
    setenv("HOME", folders.state, 1);
    stage_keys(&on, "n /");
    type(&on, "~/mine.yaml");
    stage_keys(&on, "Enter");
    type(&on, "3");
    stage_keys(&on, "Enter");
    assert_non_null(on.app->session);
    assert_string_equal(wyrm_ruleset_name(wyrm_design_ruleset(on.app->session->design)), "mine");
    stage_keys(&on, "S");
    assert_after(&on, "n Enter", path);
    if (before != NULL)
        setenv("HOME", before, 1);
    else
        unsetenv("HOME");
    free(before);
}

TEST_IN_FOLDER(a_new_game_over_a_saved_one_asks_and_no_keeps_it)
{
    OWNED_STAGE on = open_title();
    start_game(&on, "7");
    stage_keys(&on, "5 5 5 S");
    start_game(&on, "7");
    assert_shows(&on, "A game of RuggRogue with seed 7 is saved.");
    stage_keys(&on, "Enter"); /* No is first */
    assert_null(on.app->session);
    assert_shows(&on, "turn 4; seed 7");
    start_game(&on, "7");
    stage_keys(&on, "y");
    assert_int_equal(on.app->session->game->turn, 1);
    assert_after(&on, "S", "turn 1; seed 7");
}

/* The game continues with the rules it began with, whatever has become of their file. */
TEST_IN_FOLDER(a_changed_ruleset_is_told_of)
{
    char path[128];
    snprintf(path, sizeof path, "%s", in_state("mine.yaml"));
    static const char *const texts[] = {"name: mine\nextends: ruggrogue\n",
                                        "name: mine\nextends: ruggrogue\ngame: {sight: 5}\n",
                                        "name: mine\nextends: ruggrogue\ngame: {sigt: 5}\n"};
    int32_t sight = 0;
    OWNED_STAGE on = open_title();
    for (size_t i = 0; i < LENGTH_OF(texts); i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(texts[i], file);
        fclose(file);
        if (i == 0) {
            stage_keys(&on, "n /");
            type(&on, path);
            stage_keys(&on, "Enter");
            type(&on, "3");
            stage_keys(&on, "Enter");
        } else {
            stage_keys(&on, "A");
        }
        if (i == 1)
            assert_shows(&on, "The ruleset mine has changed since");
        int32_t now = wyrm_engine_rules(on.app->session->engine)->sight;
        assert_true(i == 0 || now == sight);
        sight = now;
        stage_keys(&on, "S");
    }
    assert_shows(&on, "Continue mine");
}

/* Random keys, clicks and sizes never end the app except by its own menus, nor break anything, in a
 * game of any ruleset: no screen hangs or draws outside the canvas. */
TEST_IN_FOLDER(random_inputs_break_nothing)
{
    static const char *const names[] = {
        "Up",   "Down", "Enter",     "Esc",    "Space",  "n",        "s", "h", "?", "Tab",
        "PgDn", "End",  "Home",      "1",      "5",      "6",        "o", "i", "x", "m",
        "p",    "c",    "a",         "e",      "d",      "t",        "f", "S", "g", ">",
        "y",    "/",    "Backspace", "Ctrl-U", "Ctrl-L", "Shift-Up", "l", "j", "_"};
    uint64_t seed = 11;
    test_random random = {seed};
    stage on = open_title();
    const int each = PLAYED_STRIDE > 1 ? 250 : 1000; /* of one ruleset after the other */
    for (int step = 0; step < 6 * each; step++) {
        bool failed;
        bool ended = term_app_ended(on.app, &failed);
        assert_holds(!failed, seed);
        if (ended || step % each == 0) {
            stage_close(&on);
            on = open_title();
            stage_keys(&on, "n");
            for (int down = step / each % SHIPPED_COUNT; down > 0; down--)
                stage_keys(&on, "Down");
            stage_keys(&on, "Enter Enter");
        } else if (random_below(&random, 10) == 0) {
            stage_draw(&on, (int)random_between(&random, 60, 200),
                       (int)random_between(&random, 20, 70));
            stage_click(&on, (int)random_below(&random, 200), (int)random_below(&random, 70),
                        random_below(&random, 4) == 0);
        } else {
            stage_keys(&on, names[random_below(&random, LENGTH_OF(names))]);
        }
        if (on.app->session != NULL)
            assert_sound_game(on.app->session->engine, on.app->session->game);
        assert_holds(on.canvas->width == on.width && on.canvas->cursor_x < on.width &&
                         on.canvas->height == on.height && on.canvas->cursor_y < on.height,
                     seed);
        for (int i = 0; i < on.width * on.height; i++)
            assert_holds(on.canvas->cells[i].style < TERM_STYLE_COUNT, seed);
    }
    stage_close(&on);
}
