/* Screens: each draws itself on a canvas and takes inputs; the app keeps them in a stack and only
 * the top one gets inputs, those below are drawn first. */
#ifndef WYRM_SRC_TERM_SCREEN_H
#define WYRM_SRC_TERM_SCREEN_H

#include "term/canvas.h"
#include "term/input.h"
#include "term/session.h"

typedef struct term_app term_app;
typedef struct term_screen term_screen;

/* One kind of screen. */
typedef struct term_screen_kind {
    const char
        /* of its help page, which the app opens for TERM_HELP. NULL: the screen takes typed text,
         * and the app takes no typing key from it */
        *name;
    size_t size; /* bytes of its state (term_push) */
    bool whole;  /* it covers what is below it */
    void (*draw)(term_app *app, void *state, term_canvas *canvas);
    void (*take)(term_app *app, void *state, const term_input *input);
    /* Called while nothing is typed, as long as it returns true: errands and replays, a frame each.
     * NULL: it waits. */
    bool (*tick)(term_app *app, void *state);
    void (*leave)(term_app *app, void *state); /* frees what it owns; NULL: nothing */
} term_screen_kind;

/* Puts a screen on top; returns its zeroed state, which lives until it is popped. NULL where there
 * is no memory: the app then ends with a message. */
void *term_push(term_app *app, const term_screen_kind *kind);
void term_pop(term_app *app); /* takes the top screen away, after the input that it is taking */
void term_pop_to(term_app *app, const term_screen_kind *kind);
void term_quit(term_app *app);

/* The game being played; NULL where there is none. */
term_session *term_app_session(term_app *app);

/* Leaves the game: saves it where it is not over, frees the session, goes back to the title, or
 * ends the program where there is none (a recording is watched). Where saving fails the player is
 * told, and the game goes on. */
void term_leave_game(term_app *app);

/* The first key that a deed is bound to, as the config file writes it; "" for none. Lives as long
 * as the app. */
const char *term_key_of(const term_app *app, term_deed deed);

/* A line that stays for one input, at the bottom. */
void term_notice(term_app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
