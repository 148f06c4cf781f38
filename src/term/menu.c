/* The menu of a game in progress. */
#include "term/menu.h"

#include <stdio.h>

#include "term/ask.h"
#include "term/help.h"
#include "term/hints.h"
#include "term/list.h"
#include "term/log_screen.h"
#include "term/overview.h"
#include "term/session_files.h"
#include "term/sheet.h"

#define WIDTH      46
#define KEY_COLUMN 30
#define ROWS_MAX   8

typedef struct menu_state {
    term_play *play;
    term_list list;
    bool saves;                 /* the game is one that is saved */
    const char *keys[ROWS_MAX]; /* the key of each row that does the same in the dungeon; "" */
} menu_state;

static void do_resume(term_app *app, term_play *play)
{
    term_pop_to(app, play->home);
}

static void do_sheet(term_app *app, term_play *play)
{
    term_pop_to(app, play->home);
    term_open_sheet(app, play);
}

static void do_log(term_app *app, term_play *play)
{
    term_pop_to(app, play->home);
    term_open_log(app, play);
}

static void do_map(term_app *app, term_play *play)
{
    term_pop_to(app, play->home);
    term_open_overview(app, play);
}

static void do_help(term_app *app, term_play *play)
{
    term_pop_to(app, play->home);
    term_show_help(app, play->home->name);
}

static void do_leave(term_app *app, term_play *play)
{
    term_pop_to(app, play->home);
    term_leave_game(app);
}

/* The game is forgotten: what was saved of it goes, and nothing is saved any more. */
static void forget(term_app *app, bool yes, void *context)
{
    term_session *session = term_app_session(app);
    term_play *play = context;
    term_pop_to(app, play->home);
    if (!yes)
        return;
    term_session_forget(session);
    term_leave_game(app);
}

static void do_abandon(term_app *app, term_play *play)
{
    term_ask(app, "Abandon this game? It is deleted, and cannot be continued.", false, forget,
             play);
}

/* The rows of the menu; `unsaved` is the text of a game that is not saved, where that is
 * another. */
static const struct {
    const char *text, *unsaved;
    term_deed deed; /* what does the same in the dungeon */
    void (*act)(term_app *app, term_play *play);
} rows[] = {
    {"Go on", NULL, TERM_NOTHING, do_resume},
    {"Who you are", NULL, TERM_SHEET, do_sheet},
    {"Earlier messages", NULL, TERM_LOG, do_log},
    {"The whole map", NULL, TERM_MAP, do_map},
    {"Help", NULL, TERM_HELP, do_help},
    {"Save and leave", "Leave (this game is not saved)", TERM_SAVE, do_leave},
    {"Abandon this game", NULL, TERM_NOTHING, do_abandon},
};

_Static_assert(sizeof rows / sizeof *rows <= ROWS_MAX, "every row has room for its key");

static void row_of(const void *context, size_t index, term_list_row *out)
{
    const menu_state *menu = context;
    bool unsaved = !menu->saves && rows[index].unsaved != NULL;
    const char *text = unsaved ? rows[index].unsaved : rows[index].text;
    const char *key = menu->keys[index];
    if (key != NULL && key[0] != '\0')
        snprintf(out->text, sizeof out->text, "%-*s key %s", KEY_COLUMN, text, key);
    else
        snprintf(out->text, sizeof out->text, "%s", text);
}

static term_list_source source_of(const menu_state *menu)
{
    size_t count = sizeof rows / sizeof *rows;
    return (term_list_source){menu->saves ? count : count - 1, row_of, menu};
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    menu_state *menu = state;
    term_list_source source = source_of(menu);
    (void)app;
    term_area area = term_middle(canvas, WIDTH, (int)source.count + 2);
    term_list_draw(&menu->list, &source, canvas, term_frame(canvas, area, "Menu"));
}

static void take(term_app *app, void *state, const term_input *input)
{
    menu_state *menu = state;
    term_play *play = menu->play;
    term_list_source source = source_of(menu);
    term_list_answer answer = term_list_take(&menu->list, &source, input);
    if (answer == TERM_LIST_LEFT)
        term_pop(app);
    else if (answer == TERM_LIST_CHOSEN)
        rows[menu->list.chosen].act(app, play);
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
}

static const term_screen_kind kind = {
    .name = "dungeon",
    .size = sizeof(menu_state),
    .draw = draw,
    .take = take,
};

void term_open_menu(term_app *app, term_play *play)
{
    menu_state *menu = term_push(app, &kind);
    if (menu == NULL)
        return;
    menu->play = play;
    menu->saves = term_app_session(app)->save_path[0] != '\0';
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        menu->keys[i] = term_key_of(app, rows[i].deed);
}
