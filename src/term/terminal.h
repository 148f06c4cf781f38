#ifndef WYRM_SRC_TERM_TERMINAL_H
#define WYRM_SRC_TERM_TERMINAL_H

#include <signal.h>
#include <stdbool.h>

#include <wyrm/error.h>

#include "term/canvas.h"
#include "term/keys.h"

/* How styles look: colours and attributes by what the terminal can do. */

/* Bits of term_look.attributes. */
#define TERM_LOOK_BOLD      1u
#define TERM_LOOK_REVERSE   2u
#define TERM_LOOK_UNDERLINE 4u
#define TERM_LOOK_DIM       8u

typedef struct term_look {
    int foreground, background; /* colours of the terminal; -1: its own, no colours are used */
    unsigned attributes;
} term_look;

/* The look of a style where the terminal has so many colours: 256 and more, 16, 8, or none. */
term_look term_palette_look(term_style style, int colours);

/* Signals: blocked but while the loop waits, so that whatever they ask for is done between two
 * frames: a save is never cut short by them, and ncurses is never interrupted. */

/* What a signal does here. */
typedef enum term_signal {
    TERM_SIGNAL_NONE,
    TERM_SIGNAL_ENDS,    /* SIGHUP, SIGTERM, SIGINT, SIGQUIT */
    TERM_SIGNAL_RESIZES, /* SIGWINCH */
    TERM_SIGNAL_STOPS,   /* SIGTSTP: Ctrl-Z */
    TERM_SIGNAL_GOES_ON  /* SIGCONT */
} term_signal;

#define TERM_SIGNALS_MAX 8

/* What signals did before, to be restored. */
typedef struct term_signals {
    struct sigaction actions[TERM_SIGNALS_MAX];
    sigset_t mask;
} term_signals;

void term_signals_take(term_signals *before);
void term_signals_give_back(const term_signals *before);

/* The next signal that has arrived; *number tells which. */
term_signal term_signals_next(int *number);

/* Stops the program as SIGTSTP does by default, until it is continued. Where no shell could
 * continue it, the system does not stop it. */
void term_signals_stop(void);

/* The terminal: shows canvases, reads keys and the mouse. The only file that knows ncurses.
 *
 * ncurses allows one terminal a process at a time; so does this. */

typedef struct term_terminal term_terminal;

typedef struct term_terminal_options {
    bool no_color; /* beside NO_COLOR of the environment */
    bool ascii;    /* beside a locale that is not UTF-8 */
} term_terminal_options;

/* Takes over the terminal of standard input and output. On success *out is owned by the caller
 * (term_terminal_close). Nothing has been written to it where this fails:
 * WYRM_ERROR_IO      standard input or output is no terminal
 * WYRM_ERROR_UNKNOWN TERM names none, none that is known, or one that cannot place the cursor
 * WYRM_ERROR_MEMORY  out of memory
 * The hint says what to do about it. */
WYRM_MUST_CHECK wyrm_status term_terminal_open(const term_terminal_options *options,
                                               term_terminal **out, wyrm_error *error);

/* Gives the terminal back as it was. NULL is allowed. */
void term_terminal_close(term_terminal *terminal);

void term_terminal_size(const term_terminal *terminal, int *width, int *height);

/* Shows a canvas: only what has changed is written. */
void term_terminal_show(term_terminal *terminal, const term_canvas *canvas);

/* The next show writes everything. */
void term_terminal_redraw(term_terminal *terminal);

/* Takes over a new size of the window. */
void term_terminal_resize(term_terminal *terminal);

/* Gives the terminal back for a while (job control), and takes it again. */
void term_terminal_suspend(term_terminal *terminal);
void term_terminal_resume(term_terminal *terminal);

/* The next input that waits; false where none does. */
bool term_terminal_read(term_terminal *terminal, const term_keys *keys, term_input *out);

#endif
