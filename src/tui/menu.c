/* The menu of a game in progress. */
#include "tui/menu.h"

#include <stdio.h>

#include "tui/ask.h"
#include "tui/help.h"
#include "tui/hints.h"
#include "tui/list.h"
#include "tui/log_screen.h"
#include "tui/overview.h"
#include "tui/session_files.h"
#include "tui/sheet.h"

#define WIDTH      46
#define KEY_COLUMN 30
#define ROWS_MAX   8

typedef struct menu_state {
    tui_play *play;
    tui_list list;
    bool saves;                 /* the game is one that is saved */
    const char *keys[ROWS_MAX]; /* the key of each row that does the same in the dungeon; "" */
} menu_state;

static void do_resume(tui_app *app, tui_play *play)
{
    tui_pop_to(app, play->home);
}

static void do_sheet(tui_app *app, tui_play *play)
{
    tui_pop_to(app, play->home);
    tui_open_sheet(app, play);
}

static void do_log(tui_app *app, tui_play *play)
{
    tui_pop_to(app, play->home);
    tui_open_log(app, play);
}

static void do_map(tui_app *app, tui_play *play)
{
    tui_pop_to(app, play->home);
    tui_open_overview(app, play);
}

static void do_help(tui_app *app, tui_play *play)
{
    tui_pop_to(app, play->home);
    tui_show_help(app, play->home->name);
}

static void do_leave(tui_app *app, tui_play *play)
{
    tui_pop_to(app, play->home);
    tui_leave_game(app);
}

/* The game is forgotten: what was saved of it goes, and nothing is saved any more. */
static void forget(tui_app *app, bool yes, void *context)
{
    tui_session *session = tui_app_session(app);
    tui_play *play = context;
    tui_pop_to(app, play->home);
    if (!yes)
        return;
    tui_session_forget(session);
    tui_leave_game(app);
}

static void do_abandon(tui_app *app, tui_play *play)
{
    tui_ask(app, "Abandon this game? It is deleted, and cannot be continued.", false, forget, play);
}

/* The rows of the menu; `unsaved` is the text of a game that is not saved, where that is
 * another. */
static const struct {
    const char *text, *unsaved;
    tui_deed deed; /* what does the same in the dungeon */
    void (*act)(tui_app *app, tui_play *play);
} rows[] = {
    {"Go on", NULL, TUI_NOTHING, do_resume},
    {"Who you are", NULL, TUI_SHEET, do_sheet},
    {"Earlier messages", NULL, TUI_LOG, do_log},
    {"The whole map", NULL, TUI_MAP, do_map},
    {"Help", NULL, TUI_HELP, do_help},
    {"Save and leave", "Leave (this game is not saved)", TUI_SAVE, do_leave},
    {"Abandon this game", NULL, TUI_NOTHING, do_abandon},
};

_Static_assert(sizeof rows / sizeof *rows <= ROWS_MAX, "every row has room for its key");

static void row_of(const void *context, size_t index, tui_list_row *out)
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

static tui_list_source source_of(const menu_state *menu)
{
    size_t count = sizeof rows / sizeof *rows;
    return (tui_list_source){menu->saves ? count : count - 1, row_of, menu};
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    menu_state *menu = state;
    tui_list_source source = source_of(menu);
    (void)app;
    tui_area area = tui_middle(canvas, WIDTH, (int)source.count + 2);
    tui_list_draw(&menu->list, &source, canvas, tui_frame(canvas, area, "Menu"));
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    menu_state *menu = state;
    tui_play *play = menu->play;
    tui_list_source source = source_of(menu);
    tui_list_answer answer = tui_list_take(&menu->list, &source, input);
    if (answer == TUI_LIST_LEFT)
        tui_pop(app);
    else if (answer == TUI_LIST_CHOSEN)
        rows[menu->list.chosen].act(app, play);
    else if (answer == TUI_LIST_IGNORED)
        tui_useless_key(app, input);
}

static const tui_screen_kind kind = {
    .name = "dungeon",
    .size = sizeof(menu_state),
    .draw = draw,
    .take = take,
};

void tui_open_menu(tui_app *app, tui_play *play)
{
    menu_state *menu = tui_push(app, &kind);
    if (menu == NULL)
        return;
    menu->play = play;
    menu->saves = tui_app_session(app)->save_path[0] != '\0';
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        menu->keys[i] = tui_key_of(app, rows[i].deed);
}
