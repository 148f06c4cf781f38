/* Signals. */
#include "tui/signals.h"

#include <stddef.h>

static const struct {
    int number;
    tui_signal deed;
} rows[] = {
    {SIGHUP, TUI_SIGNAL_ENDS},     {SIGTERM, TUI_SIGNAL_ENDS},     {SIGINT, TUI_SIGNAL_ENDS},
    {SIGQUIT, TUI_SIGNAL_ENDS},    {SIGWINCH, TUI_SIGNAL_RESIZES}, {SIGTSTP, TUI_SIGNAL_STOPS},
    {SIGCONT, TUI_SIGNAL_GOES_ON},
};

#define ROWS (sizeof rows / sizeof rows[0])
_Static_assert(ROWS < TUI_SIGNALS_MAX, "and SIGPIPE behind them");

/* A handler can tell nothing but by such a variable. */
static volatile sig_atomic_t arrived[ROWS];

static void note(int number)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].number == number)
            arrived[i] = 1;
}

void tui_signals_take(tui_signals *before)
{
    sigset_t mask;
    struct sigaction action = {.sa_handler = note};
    sigemptyset(&mask);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ROWS; i++) {
        arrived[i] = 0;
        sigaddset(&mask, rows[i].number);
    }
    sigprocmask(SIG_BLOCK, &mask, &before->mask);
    for (size_t i = 0; i < ROWS; i++)
        sigaction(rows[i].number, &action, &before->actions[i]);
    action.sa_handler = SIG_IGN; /* writing to a terminal that is gone is noticed by its error */
    sigaction(SIGPIPE, &action, &before->actions[ROWS]);
}

void tui_signals_give_back(const tui_signals *before)
{
    /* What is still waiting, such as the second SIGHUP of a closed terminal, comes to nothing. */
    sigprocmask(SIG_SETMASK, &before->mask, NULL);
    for (size_t i = 0; i < ROWS; i++)
        sigaction(rows[i].number, &before->actions[i], NULL);
    sigaction(SIGPIPE, &before->actions[ROWS], NULL);
}

tui_signal tui_signals_next(int *number)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (!arrived[i])
            continue;
        arrived[i] = 0;
        *number = rows[i].number;
        return rows[i].deed;
    }
    return TUI_SIGNAL_NONE;
}

void tui_signals_stop(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL}, ours;
    sigset_t mask, before;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTSTP, &action, &ours);
    sigemptyset(&mask);
    sigaddset(&mask, SIGTSTP);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &mask, &before); /* the program stops here until it is continued */
    sigprocmask(SIG_SETMASK, &before, NULL);
    sigaction(SIGTSTP, &ours, NULL);
}
