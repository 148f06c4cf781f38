/* The terminal: shows canvases, reads keys and the mouse. The only file that knows ncurses.
 *
 * ncurses allows one terminal a process at a time; so does this. */
#ifndef WYRM_SRC_TERM_TERMINAL_H
#define WYRM_SRC_TERM_TERMINAL_H

#include <wyrm/error.h>

#include "term/canvas.h"
#include "term/keys.h"

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
