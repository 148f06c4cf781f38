/* The title: the first thing that is seen. */
#include "tui/title.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app.h"
#include "tui/games.h"
#include "tui/games_found.h"
#include "tui/help.h"
#include "tui/hints.h"
#include "tui/list.h"
#include "tui/new_game.h"
#include "tui/scores_screen.h"
#include "tui/sidebar.h"

#define SHOWN_MAX 26 /* that get a letter, A to Z */

/* The player on one side of the scale, the wyrm on the other. */
static const char *const logo[] = {
    "      .-------------.-------------.",
    "     / \\            |            / \\",
    "    / @ \\           |           / D \\",
    "    ~~~~~           |           ~~~~~",
    "                  __|__",
    "      W  Y  R  M  S  C  A  L  E",
};
#define LOGO_LINES (int)(sizeof logo / sizeof logo[0])
#define LOGO_WIDTH 44

typedef struct title_state {
    tui_list list;
    bool looked;
    unsigned games; /* what tui_app_games was when the saved games were looked for */
    tui_saved *saved;
    size_t saved_count, shown;
    /* How many saved games stand above the other rows, so that these are visible without scrolling.
     * The rest stands below. */
    size_t lead;
} title_state;

static void do_new(tui_app *app)
{
    tui_choose_ruleset(app);
}

static void do_help(tui_app *app)
{
    tui_show_help(app, "title");
}

static void do_quit(tui_app *app)
{
    tui_quit(app);
}

static const struct {
    const char *text;
    char letter;
    void (*act)(tui_app *app);
} rows[] = {
    {"New game", 'n', do_new},
    {"High scores", 's', tui_show_scores},
    {"Help", 'h', do_help},
    {"Quit", 'q', do_quit},
};

#define ROWS (sizeof rows / sizeof rows[0])

/* "3 hours ago" */
static void say_when(time_t then, char *out, size_t size)
{
    static const struct {
        long long seconds;
        const char *unit;
    } units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}};
    long long passed = (long long)(time(NULL) - then);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        long long number = passed / units[i].seconds;
        if (number < 1)
            continue;
        snprintf(out, size, "%lld %s%s ago", number, units[i].unit, number == 1 ? "" : "s");
        return;
    }
    snprintf(out, size, "just now");
}

static void saved_row(const tui_saved *saved, tui_list_row *out)
{
    char when[40];
    const wyrm_save_facts *facts = &saved->facts;
    const char *slash = strrchr(saved->path, '/');
    say_when(saved->changed, when, sizeof when);
    if (saved->error.code != WYRM_OK) {
        out->style = TUI_WARN;
        snprintf(out->text, sizeof out->text, "%.60s cannot be continued: why?",
                 slash != NULL ? slash + 1 : saved->path);
        return;
    }
    snprintf(out->text, sizeof out->text,
             "Continue %.24s: %s %d, level %d, turn %u; seed %" PRIu64 ", %s", facts->ruleset,
             tui_depth_word(saved->climbs), facts->depth, facts->level, facts->turn, facts->seed,
             when);
}

/* The saved game of a row; `shown` for rows that are no saved game. */
static size_t saved_at(const title_state *title, size_t index)
{
    if (index < title->lead)
        return index;
    return index < title->lead + ROWS ? title->shown : index - ROWS;
}

static void row_of(const void *context, size_t index, tui_list_row *out)
{
    const title_state *title = context;
    size_t saved = saved_at(title, index);
    if (saved < title->shown) {
        out->letter = 'A' + (uint32_t)saved;
        saved_row(&title->saved[saved], out);
        return;
    }
    out->letter = (uint32_t)(unsigned char)rows[index - title->lead].letter;
    snprintf(out->text, sizeof out->text, "%s", rows[index - title->lead].text);
}

static tui_list_source source_of(const title_state *title)
{
    return (tui_list_source){title->shown + ROWS, row_of, title};
}

/* Looks for saved games, where that was before a game came or went; the cursor is on the first. */
static void look(tui_app *app, title_state *title)
{
    wyrm_error error;
    if (title->looked && title->games == tui_app_games(app))
        return;
    free(title->saved);
    title->saved = NULL;
    title->saved_count = 0;
    if (tui_games_find(tui_app_folders(app), &title->saved, &title->saved_count, &error) != WYRM_OK)
        tui_notice(app, "Saved games cannot be found: %s", error.message);
    title->looked = true;
    title->games = tui_app_games(app);
    title->shown = title->saved_count < SHOWN_MAX ? title->saved_count : SHOWN_MAX;
    title->list = (tui_list){0};
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    title_state *title = state;
    look(app, title);
    tui_area all = tui_canvas_all(canvas);
    int x = (canvas->width - LOGO_WIDTH) / 2, y = canvas->height / 12 + 1;
    for (int i = 0; i < LOGO_LINES; i++)
        tui_text(canvas, all, x, y + i, TUI_TITLE, logo[i]);
    y += LOGO_LINES;
    tui_textf(canvas, all, x - 2, y + 1, TUI_DIM, "weighs a dungeon before anyone dies in it");
    tui_list_source source = source_of(title);
    int room = canvas->height - y - 6;
    title->lead = (int)source.count <= room ? title->shown : (size_t)room - ROWS - 1;
    tui_area list = {canvas->width > 84 ? (canvas->width - 78) / 2 : 3, y + 3, 74,
                     (int)source.count < room ? (int)source.count : room};
    tui_list_draw(&title->list, &source, canvas, list);
    tui_textf(canvas, all, canvas->width - 10, canvas->height - 1, TUI_DIM, "%8s", wyrm_version());
    if (title->saved_count > title->shown)
        tui_textf(canvas, all, list.x, list.y + list.height, TUI_DIM,
                  "and %zu more saved games: wyrm play RULESET --seed N",
                  title->saved_count - title->shown);
    tui_textf(canvas, all, list.x, canvas->height - 1, TUI_DIM,
              "arrows or letters: choose   %s: go   %s: help", tui_key_of(app, TUI_CONFIRM),
              tui_key_of(app, TUI_HELP));
}

/* A save that cannot be loaded stays where it is, and its message is shown. */
static void go_on(tui_app *app, const tui_saved *saved)
{
    tui_session *session;
    wyrm_errors *errors;
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return;
    if (tui_game_continue(tui_app_folders(app), saved->path, &session, errors) == WYRM_OK)
        tui_enter_game(app, session);
    else
        tui_show_errors(app, "This game cannot be continued (its file is left as it is)", errors);
    wyrm_errors_free(errors);
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    title_state *title = state;
    tui_list_source source = source_of(title);
    tui_list_answer answer = tui_list_take(&title->list, &source, input);
    size_t saved = saved_at(title, title->list.chosen);
    if (answer == TUI_LIST_CHOSEN && saved < title->shown)
        go_on(app, &title->saved[saved]);
    else if (answer == TUI_LIST_CHOSEN)
        rows[title->list.chosen - title->lead].act(app);
    else if (answer == TUI_LIST_LEFT) /* Escape goes to the row that leaves, and Enter confirms */
        title->list.chosen = title->lead + ROWS - 1;
    else if (answer == TUI_LIST_IGNORED)
        tui_useless_key(app, input);
}

static void leave(tui_app *app, void *state)
{
    (void)app;
    free(((title_state *)state)->saved);
}

const tui_screen_kind tui_title = {
    .name = "title",
    .size = sizeof(title_state),
    .whole = true,
    .draw = draw,
    .take = take,
    .leave = leave,
};
