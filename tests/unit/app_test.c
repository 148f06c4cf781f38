/* The stack of screens. */
#include "stage.h"

static const term_screen_kind *log_kinds[2];
static char happened[256];

typedef struct noted {
    bool pops, pushes;
} noted;

static void note(const char *what)
{
    strncat(happened, what, sizeof happened - strlen(happened) - 1);
}

static void draw_note(term_app *app, void *state, term_canvas *canvas)
{
    (void)app, (void)state;
    term_put(canvas, 0, 0, 'x', TERM_PLAIN);
    note("draw ");
}

static void take_note(term_app *app, void *state, const term_input *input)
{
    noted *own = state;
    note("take ");
    if (input->character == '+')
        term_push(app, log_kinds[1]);
    if (input->character == '-') {
        term_pop(app);
        own->pops = true; /* the state is still valid */
    }
    if (input->character == '!')
        term_notice(app, "mind the gap");
}

static void leave_note(void *state)
{
    note(((noted *)state)->pops ? "popped " : "left ");
}

static const term_screen_kind below = {.name = "below",
                                       .size = sizeof(noted),
                                       .draw = draw_note,
                                       .take = take_note,
                                       .leave = leave_note};
static const term_screen_kind above = {.name = "above",
                                       .size = sizeof(noted),
                                       .over = true,
                                       .draw = draw_note,
                                       .take = take_note,
                                       .leave = leave_note};

static stage open_stack(void)
{
    const term_folders folders = {.state = ""};
    stage on = stage_new(&folders, NULL);
    log_kinds[0] = &below;
    log_kinds[1] = &above;
    term_push(on.app, &below);
    happened[0] = '\0';
    return on;
}

TEST(only_the_top_takes_and_all_down_to_a_whole_one_draw)
{
    stage on = open_stack();
    stage_keys(&on, "+");
    assert_string_equal(happened, "take draw draw ");
    happened[0] = '\0';
    stage_keys(&on, "a");
    assert_string_equal(happened, "take draw draw ");
    stage_close(&on);
}

TEST(a_screen_that_pops_itself_lives_until_it_is_back)
{
    stage on = open_stack();
    stage_keys(&on, "+");
    happened[0] = '\0';
    stage_keys(&on, "-");
    assert_string_equal(happened, "take popped draw ");
    assert_ptr_equal(term_app_top(on.app), &below);
    happened[0] = '\0';
    stage_close(&on);
    assert_string_equal(happened, "left ");
}

TEST(the_app_ends_with_its_last_screen)
{
    stage on = open_stack();
    bool failed;
    assert_false(term_app_ended(on.app, &failed));
    stage_keys(&on, "-");
    assert_true(term_app_ended(on.app, &failed));
    assert_false(failed);
    stage_close(&on);
}

TEST(too_many_screens_end_the_app_with_a_failure)
{
    stage on = open_stack();
    bool failed = false;
    for (int i = 0; i < 2 * TERM_STACK_MAX; i++)
        term_push(on.app, &above);
    assert_true(term_app_ended(on.app, &failed));
    assert_true(failed);
    stage_close(&on);
}

TEST(a_notice_stays_for_one_input)
{
    stage on = open_stack();
    assert_after(&on, "!", "mind the gap");
    stage_draw(&on, 100, 30);
    assert_shows(&on, "mind the gap");
    stage_keys(&on, "a");
    assert_hides(&on, "mind the gap");
    stage_close(&on);
}

TEST(a_small_canvas_says_so_and_takes_nothing)
{
    static const int sizes[][2] = {{79, 24}, {80, 23}, {40, 10}, {1, 1}, {0, 0}};
    stage on = open_stack();
    for (size_t i = 0; i < LENGTH_OF(sizes); i++) {
        stage_draw(&on, sizes[i][0], sizes[i][1]);
        happened[0] = '\0';
        stage_keys(&on, "a");
        assert_string_equal(happened, "");
        if (sizes[i][0] >= 79) {
            char text[40];
            snprintf(text, sizeof text, "%d columns and %d lines", sizes[i][0], sizes[i][1]);
            assert_shows(&on, text);
        }
    }
    stage_draw(&on, 80, 24);
    happened[0] = '\0';
    stage_keys(&on, "a");
    assert_string_equal(happened, "take draw ");
    stage_close(&on);
}
