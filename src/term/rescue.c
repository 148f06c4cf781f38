/* Giving the terminal back when the program crashes: only what a signal handler may do. */
#include "term/rescue.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <curses.h>
#include <term.h>

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

#define CRASHES   (sizeof crashes / sizeof crashes[0])
#define WORDS_MAX 256

/* A handler is told nothing: what it needs lies here. */
static struct {
    struct termios modes;
    bool has_modes;
    bool taken[CRASHES];
    char words[WORDS_MAX]; /* the sequence that leads back */
    size_t length;
} before;

static void restore(int number)
{
    if (before.length > 0 && write(STDOUT_FILENO, before.words, before.length) < 0)
        before.length = 0;
    if (before.has_modes)
        tcsetattr(STDIN_FILENO, TCSANOW, &before.modes);
    raise(number); /* SA_RESETHAND has removed the handler: this ends the program */
}

void term_rescue_prepare(void)
{
    before.length = 0;
    before.has_modes = tcgetattr(STDIN_FILENO, &before.modes) == 0;
    for (size_t i = 0; i < CRASHES; i++) {
        struct sigaction ours = {.sa_handler = restore}, theirs;
        ours.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
        sigemptyset(&ours.sa_mask);
        before.taken[i] = sigaction(crashes[i], NULL, &theirs) == 0 && theirs.sa_handler == SIG_DFL;
        if (before.taken[i])
            sigaction(crashes[i], &ours, NULL);
    }
}

void term_rescue_describe(void)
{
    static const char *const names[] = {"sgr0", "rmkx", "cnorm", "rmcup"};
    static const char mouse[] = "\033[?1000l\033[?1006l";
    const char *reports = tigetstr("kmous");
    before.length = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *sequence = tigetstr(names[i]);
        if (sequence == NULL || sequence == (const char *)-1 || strchr(sequence, '$') != NULL ||
            before.length + strlen(sequence) + sizeof mouse >= WORDS_MAX)
            continue;
        memcpy(before.words + before.length, sequence, strlen(sequence));
        before.length += strlen(sequence);
    }
    if (reports == NULL || reports == (const char *)-1)
        return;
    memcpy(before.words + before.length, mouse, sizeof mouse - 1);
    before.length += sizeof mouse - 1;
}

void term_rescue_end(void)
{
    for (size_t i = 0; i < CRASHES; i++)
        if (before.taken[i])
            signal(crashes[i], SIG_DFL);
    memset(&before, 0, sizeof before);
}
