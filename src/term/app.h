#ifndef WYRM_SRC_TERM_APP_H
#define WYRM_SRC_TERM_APP_H

#include "term/keys.h"
#include "term/screen.h"
#include "term/session.h"

/* Sentences about keys, with the keys as the player has bound them. */

#define TERM_HINT_MAX 512

/* Copies a text with the names of deeds in braces replaced by their first keys: "{cancel}: back"
 * becomes "Esc: back". Returns `out`. */
const char *term_hint(const term_app *app, const char *text, char out[TERM_HINT_MAX]);

/* Tells that a key that types something means nothing here. */
void term_useless_key(term_app *app, const term_input *input);

/* The app: the stack of screens with the game that they share. Knows no terminal, so that tests
 * drive it as the terminal does: draw, take, tick. */

#define TERM_STACK_MAX 32

/* The screens that the app itself opens. */
typedef struct term_house {
    /* the screen after leaving a game; NULL: the program ends */
    const term_screen_kind *title;
    void (*help)(term_app *app, const char *name); /* the page of a kind of screen; NULL: none */
} term_house;

/* An app with nothing on its stack; all is copied. NULL where there is no memory. */
term_app *term_app_new(const term_keys *keys, const term_folders *folders, const term_house *house);

/* Takes all screens away and frees the session. NULL is allowed. */
void term_app_free(term_app *app);

const term_keys *term_app_keys(const term_app *app);
const term_folders *term_app_folders(const term_app *app);

/* Gives the app a game to own; the one before is freed. NULL: none. */
void term_app_set_session(term_app *app, term_session *session);

/* A number that grows whenever a game begins or ends: a list of saved games is out of date then. */
unsigned term_app_games(const term_app *app);

/* The kind of the screen on top; NULL where the stack is empty. */
const term_screen_kind *term_app_top(const term_app *app);

/* Draws the stack on a canvas of a size; where that is too small, only a line that says so. */
void term_app_draw(term_app *app, term_canvas *canvas, int width, int height);

/* Gives an input to the top screen. Ignored while the last drawing had too little room. */
void term_app_take(term_app *app, const term_input *input);

/* Whether the top screen has something to do while nothing is typed; and one frame of that. */
bool term_app_ticks(const term_app *app);
void term_app_tick(term_app *app);

/* The app is to end: it was told to quit, its stack is empty, or memory ran out (*failed). */
bool term_app_ended(const term_app *app, bool *failed);

/* The screen is to be drawn anew, whatever the terminal shows; true once after it was asked for. */
bool term_app_wants_redraw(term_app *app);

#endif
