/* The app: the stack of screens with the game that they share. Knows no terminal, so that tests
 * drive it as the terminal does: draw, take, tick. */
#ifndef WYRM_SRC_TUI_APP_H
#define WYRM_SRC_TUI_APP_H

#include "tui/keys.h"
#include "tui/folders.h"
#include "tui/screen.h"

#define TUI_STACK_MAX 32

/* The screens that the app itself opens. */
typedef struct tui_house {
    /* the screen after leaving a game; NULL: the program ends */
    const tui_screen_kind *title;
    void (*help)(tui_app *app, const char *name); /* the page of a kind of screen; NULL: none */
} tui_house;

/* An app with nothing on its stack; all is copied. NULL where there is no memory. */
tui_app *tui_app_new(const tui_keys *keys, const tui_folders *folders, const tui_house *house);

/* Takes all screens away and frees the session. NULL is allowed. */
void tui_app_free(tui_app *app);

const tui_keys *tui_app_keys(const tui_app *app);
const tui_folders *tui_app_folders(const tui_app *app);

/* Gives the app a game to own; the one before is freed. NULL: none. */
void tui_app_set_session(tui_app *app, tui_session *session);

/* A number that grows whenever a game begins or ends: a list of saved games is out of date then. */
unsigned tui_app_games(const tui_app *app);

/* The kind of the screen on top; NULL where the stack is empty. */
const tui_screen_kind *tui_app_top(const tui_app *app);

/* Draws the stack on a canvas of a size; where that is too small, only a line that says so. */
void tui_app_draw(tui_app *app, tui_canvas *canvas, int width, int height);

/* Gives an input to the top screen. Ignored while the last drawing had too little room. */
void tui_app_take(tui_app *app, const tui_input *input);

/* Whether the top screen has something to do while nothing is typed; and one frame of that. */
bool tui_app_ticks(const tui_app *app);
void tui_app_tick(tui_app *app);

/* The app is to end: it was told to quit, its stack is empty, or memory ran out (*failed). */
bool tui_app_ended(const tui_app *app, bool *failed);

/* The screen is to be drawn anew, whatever the terminal shows; true once after it was asked for. */
bool tui_app_wants_redraw(tui_app *app);

#endif
