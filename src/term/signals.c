/* Signals. */
#include "term/signals.h"

#include <stddef.h>

static const struct {
    int number;
    term_signal deed;
} rows[] = {
    {SIGHUP, TERM_SIGNAL_ENDS},     {SIGTERM, TERM_SIGNAL_ENDS},     {SIGINT, TERM_SIGNAL_ENDS},
    {SIGQUIT, TERM_SIGNAL_ENDS},    {SIGWINCH, TERM_SIGNAL_RESIZES}, {SIGTSTP, TERM_SIGNAL_STOPS},
    {SIGCONT, TERM_SIGNAL_GOES_ON},
};

#define ROWS (sizeof rows / sizeof rows[0])
_Static_assert(ROWS < TERM_SIGNALS_MAX, "and SIGPIPE behind them");

/* A handler can tell nothing but by such a variable. */
static volatile sig_atomic_t arrived[ROWS];

static void note(int number)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].number == number)
            arrived[i] = 1;
}

void term_signals_take(term_signals *before)
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

void term_signals_give_back(const term_signals *before)
{
    /* What is still waiting, such as the second SIGHUP of a closed terminal, comes to nothing. */
    sigprocmask(SIG_SETMASK, &before->mask, NULL);
    for (size_t i = 0; i < ROWS; i++)
        sigaction(rows[i].number, &before->actions[i], NULL);
    sigaction(SIGPIPE, &before->actions[ROWS], NULL);
}

term_signal term_signals_next(int *number)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (!arrived[i])
            continue;
        arrived[i] = 0;
        *number = rows[i].number;
        return rows[i].deed;
    }
    return TERM_SIGNAL_NONE;
}

void term_signals_stop(void)
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
