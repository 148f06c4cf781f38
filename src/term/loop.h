/* The loop: waits for keys, signals and the next frame, without work for the processor. */
#ifndef WYRM_SRC_TERM_LOOP_H
#define WYRM_SRC_TERM_LOOP_H

#include "term/app.h"
#include "term/signals.h"
#include "term/terminal.h"

typedef enum term_loop_end {
    TERM_LOOP_LEFT,   /* the player has left */
    TERM_LOOP_SIGNAL, /* a signal: *number */
    TERM_LOOP_LOST,   /* the terminal is gone */
    TERM_LOOP_NO_MEMORY
} term_loop_end;

/* Runs the app until it ends. Signals are caught already (tui/signals.h); `before` is what they did
 * before. */
term_loop_end term_loop(term_app *app, term_terminal *terminal, const term_signals *before,
                        int *number);

#endif
