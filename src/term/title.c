/* The title: the first thing that is seen. */
#include "term/title.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/app.h"
#include "term/games.h"
#include "term/games_found.h"
#include "term/help.h"
#include "term/hints.h"
#include "term/list.h"
#include "term/new_game.h"
#include "term/scores_screen.h"
#include "term/sidebar.h"

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
    term_list list;
    bool looked;
    unsigned games; /* what term_app_games was when the saved games were looked for */
    term_saved *saved;
    size_t saved_count, shown;
    /* How many saved games stand above the other rows, so that these are visible without scrolling.
     * The rest stands below. */
    size_t lead;
} title_state;

static void do_new(term_app *app)
{
    term_choose_ruleset(app);
}

static void do_help(term_app *app)
{
    term_show_help(app, "title");
}

static void do_quit(term_app *app)
{
    term_quit(app);
}

static const struct {
    const char *text;
    char letter;
    void (*act)(term_app *app);
} rows[] = {
    {"New game", 'n', do_new},
    {"High scores", 's', term_show_scores},
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

static void saved_row(const term_saved *saved, term_list_row *out)
{
    char when[40];
    const wyrm_save_facts *facts = &saved->facts;
    const char *slash = strrchr(saved->path, '/');
    say_when(saved->changed, when, sizeof when);
    if (saved->error.code != WYRM_OK) {
        out->style = TERM_WARN;
        snprintf(out->text, sizeof out->text, "%.60s cannot be continued: why?",
                 slash != NULL ? slash + 1 : saved->path);
        return;
    }
    snprintf(out->text, sizeof out->text,
             "Continue %.24s: %s %d, level %d, turn %u; seed %" PRIu64 ", %s", facts->ruleset,
             term_depth_word(saved->climbs), facts->depth, facts->level, facts->turn, facts->seed,
             when);
}

/* The saved game of a row; `shown` for rows that are no saved game. */
static size_t saved_at(const title_state *title, size_t index)
{
    if (index < title->lead)
        return index;
    return index < title->lead + ROWS ? title->shown : index - ROWS;
}

static void row_of(const void *context, size_t index, term_list_row *out)
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

static term_list_source source_of(const title_state *title)
{
    return (term_list_source){title->shown + ROWS, row_of, title};
}

/* Looks for saved games, where that was before a game came or went; the cursor is on the first. */
static void look(term_app *app, title_state *title)
{
    wyrm_error error;
    if (title->looked && title->games == term_app_games(app))
        return;
    free(title->saved);
    title->saved = NULL;
    title->saved_count = 0;
    if (term_games_find(term_app_folders(app), &title->saved, &title->saved_count, &error) !=
        WYRM_OK)
        term_notice(app, "Saved games cannot be found: %s", error.message);
    title->looked = true;
    title->games = term_app_games(app);
    title->shown = title->saved_count < SHOWN_MAX ? title->saved_count : SHOWN_MAX;
    title->list = (term_list){0};
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    title_state *title = state;
    look(app, title);
    term_area all = term_canvas_all(canvas);
    int x = (canvas->width - LOGO_WIDTH) / 2, y = canvas->height / 12 + 1;
    for (int i = 0; i < LOGO_LINES; i++)
        term_text(canvas, all, x, y + i, TERM_TITLE, logo[i]);
    y += LOGO_LINES;
    term_textf(canvas, all, x - 2, y + 1, TERM_DIM, "weighs a dungeon before anyone dies in it");
    term_list_source source = source_of(title);
    int room = canvas->height - y - 6;
    title->lead = (int)source.count <= room ? title->shown : (size_t)room - ROWS - 1;
    term_area list = {canvas->width > 84 ? (canvas->width - 78) / 2 : 3, y + 3, 74,
                      (int)source.count < room ? (int)source.count : room};
    term_list_draw(&title->list, &source, canvas, list);
    term_textf(canvas, all, canvas->width - 10, canvas->height - 1, TERM_DIM, "%8s",
               wyrm_version());
    if (title->saved_count > title->shown)
        term_textf(canvas, all, list.x, list.y + list.height, TERM_DIM,
                   "and %zu more saved games: wyrm play RULESET --seed N",
                   title->saved_count - title->shown);
    term_textf(canvas, all, list.x, canvas->height - 1, TERM_DIM,
               "arrows or letters: choose   %s: go   %s: help", term_key_of(app, TERM_CONFIRM),
               term_key_of(app, TERM_HELP));
}

/* A save that cannot be loaded stays where it is, and its message is shown. */
static void go_on(term_app *app, const term_saved *saved)
{
    term_session *session;
    wyrm_errors *errors;
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return;
    if (term_game_continue(term_app_folders(app), saved->path, &session, errors) == WYRM_OK)
        term_enter_game(app, session);
    else
        term_show_errors(app, "This game cannot be continued (its file is left as it is)", errors);
    wyrm_errors_free(errors);
}

static void take(term_app *app, void *state, const term_input *input)
{
    title_state *title = state;
    term_list_source source = source_of(title);
    term_list_answer answer = term_list_take(&title->list, &source, input);
    size_t saved = saved_at(title, title->list.chosen);
    if (answer == TERM_LIST_CHOSEN && saved < title->shown)
        go_on(app, &title->saved[saved]);
    else if (answer == TERM_LIST_CHOSEN)
        rows[title->list.chosen - title->lead].act(app);
    else if (answer == TERM_LIST_LEFT) /* Escape goes to the row that leaves, and Enter confirms */
        title->list.chosen = title->lead + ROWS - 1;
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
}

static void leave(term_app *app, void *state)
{
    (void)app;
    free(((title_state *)state)->saved);
}

const term_screen_kind term_title = {
    .name = "title",
    .size = sizeof(title_state),
    .whole = true,
    .draw = draw,
    .take = take,
    .leave = leave,
};
