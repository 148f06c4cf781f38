/* The loop: waits for keys, signals and the next frame, without work for the processor. */
#ifndef WYRM_SRC_TUI_LOOP_H
#define WYRM_SRC_TUI_LOOP_H

#include "tui/app.h"
#include "tui/signals.h"
#include "tui/terminal.h"

typedef enum tui_loop_end {
    TUI_LOOP_LEFT,   /* the player has left */
    TUI_LOOP_SIGNAL, /* a signal: *number */
    TUI_LOOP_LOST,   /* the terminal is gone */
    TUI_LOOP_NO_MEMORY
} tui_loop_end;

/* Runs the app until it ends. Signals are caught already (tui/signals.h); `before` is what they did
 * before. */
tui_loop_end tui_loop(tui_app *app, tui_terminal *terminal, const tui_signals *before, int *number);

#endif
