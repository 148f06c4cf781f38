/* Signals: blocked but while the loop waits, so that whatever they ask for is done between two
 * frames: a save is never cut short by them, and ncurses is never interrupted. */
#ifndef WYRM_SRC_TUI_SIGNALS_H
#define WYRM_SRC_TUI_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* What a signal does here. */
typedef enum tui_signal {
    TUI_SIGNAL_NONE,
    TUI_SIGNAL_ENDS,    /* SIGHUP, SIGTERM, SIGINT, SIGQUIT */
    TUI_SIGNAL_RESIZES, /* SIGWINCH */
    TUI_SIGNAL_STOPS,   /* SIGTSTP: Ctrl-Z */
    TUI_SIGNAL_GOES_ON  /* SIGCONT */
} tui_signal;

#define TUI_SIGNALS_MAX 8

/* What signals did before, to be restored. */
typedef struct tui_signals {
    struct sigaction actions[TUI_SIGNALS_MAX];
    sigset_t mask;
} tui_signals;

void tui_signals_take(tui_signals *before);
void tui_signals_give_back(const tui_signals *before);

/* The next signal that has arrived; *number tells which. */
tui_signal tui_signals_next(int *number);

/* Stops the program as SIGTSTP does by default, until it is continued. Where no shell could
 * continue it, the system does not stop it. */
void tui_signals_stop(void);

#endif
