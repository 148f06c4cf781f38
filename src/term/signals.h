/* Signals: blocked but while the loop waits, so that whatever they ask for is done between two
 * frames: a save is never cut short by them, and ncurses is never interrupted. */
#ifndef WYRM_SRC_TERM_SIGNALS_H
#define WYRM_SRC_TERM_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

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

#endif
