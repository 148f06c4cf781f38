/* The terminal: shows canvases, reads keys and the mouse. The only file that knows ncurses.
 *
 * ncurses allows one terminal a process at a time; so does this. */
#ifndef WYRM_SRC_TUI_TERMINAL_H
#define WYRM_SRC_TUI_TERMINAL_H

#include <wyrm/error.h>

#include "tui/canvas.h"
#include "tui/keys.h"

typedef struct tui_terminal tui_terminal;

typedef struct tui_terminal_options {
    bool no_color; /* beside NO_COLOR of the environment */
    bool ascii;    /* beside a locale that is not UTF-8 */
} tui_terminal_options;

/* Takes over the terminal of standard input and output. On success *out is owned by the caller
 * (tui_terminal_close). Nothing has been written to it where this fails:
 * WYRM_ERROR_IO      standard input or output is no terminal
 * WYRM_ERROR_UNKNOWN TERM names none, none that is known, or one that cannot place the cursor
 * WYRM_ERROR_MEMORY  out of memory
 * The hint says what to do about it. */
WYRM_MUST_CHECK wyrm_status tui_terminal_open(const tui_terminal_options *options,
                                              tui_terminal **out, wyrm_error *error);

/* Gives the terminal back as it was. NULL is allowed. */
void tui_terminal_close(tui_terminal *terminal);

void tui_terminal_size(const tui_terminal *terminal, int *width, int *height);

/* Shows a canvas: only what has changed is written. */
void tui_terminal_show(tui_terminal *terminal, const tui_canvas *canvas);

/* The next show writes everything. */
void tui_terminal_redraw(tui_terminal *terminal);

/* Takes over a new size of the window. */
void tui_terminal_resize(tui_terminal *terminal);

/* Gives the terminal back for a while (job control), and takes it again. */
void tui_terminal_suspend(tui_terminal *terminal);
void tui_terminal_resume(tui_terminal *terminal);

/* The next input that waits; false where none does. */
bool tui_terminal_read(tui_terminal *terminal, const tui_keys *keys, tui_input *out);

#endif
