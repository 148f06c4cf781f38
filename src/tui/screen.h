/* Screens: each draws itself on a canvas and takes inputs; the app keeps them in a stack and only
 * the top one gets inputs, those below are drawn first. */
#ifndef WYRM_SRC_TUI_SCREEN_H
#define WYRM_SRC_TUI_SCREEN_H

#include "tui/canvas.h"
#include "tui/input.h"
#include "tui/session.h"

typedef struct tui_app tui_app;
typedef struct tui_screen tui_screen;

/* One kind of screen. */
typedef struct tui_screen_kind {
    const char
        /* of its help page, which the app opens for TUI_HELP. NULL: the screen takes typed text,
         * and the app takes no typing key from it */
        *name;
    size_t size; /* bytes of its state (tui_push) */
    bool whole;  /* it covers what is below it */
    void (*draw)(tui_app *app, void *state, tui_canvas *canvas);
    void (*take)(tui_app *app, void *state, const tui_input *input);
    /* Called while nothing is typed, as long as it returns true: errands and replays, a frame each.
     * NULL: it waits. */
    bool (*tick)(tui_app *app, void *state);
    void (*leave)(tui_app *app, void *state); /* frees what it owns; NULL: nothing */
} tui_screen_kind;

/* Puts a screen on top; returns its zeroed state, which lives until it is popped. NULL where there
 * is no memory: the app then ends with a message. */
void *tui_push(tui_app *app, const tui_screen_kind *kind);
void tui_pop(tui_app *app); /* takes the top screen away, after the input that it is taking */
void tui_pop_to(tui_app *app, const tui_screen_kind *kind);
void tui_quit(tui_app *app);

/* The game being played; NULL where there is none. */
tui_session *tui_app_session(tui_app *app);

/* Leaves the game: saves it where it is not over, frees the session, goes back to the title, or
 * ends the program where there is none (a recording is watched). Where saving fails the player is
 * told, and the game goes on. */
void tui_leave_game(tui_app *app);

/* The first key that a deed is bound to, as the config file writes it; "" for none. Lives as long
 * as the app. */
const char *tui_key_of(const tui_app *app, tui_deed deed);

/* A line that stays for one input, at the bottom. */
void tui_notice(tui_app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
