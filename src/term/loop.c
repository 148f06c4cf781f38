/* The loop. Signals arrive only while it waits (ppoll). */
#define _GNU_SOURCE 1
#include "term/loop.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define FRAME_NS 33333333 /* of errands and recordings: 30 a second */
/* nanoseconds: so long keys are taken before the screen is drawn again */
#define INPUTS_NS 33333333
/* the terminal counts as gone after so many reads in a row that find nothing */
#define EMPTY_READS 8
#define NS_A_SECOND 1000000000

typedef struct loop {
    term_app *app;
    term_terminal *terminal;
    term_canvas *canvas;
    const term_signals *before;
    int64_t next_frame; /* nanoseconds of the monotonic clock */
    bool ticking;
    int empty_reads;
} loop;

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NS_A_SECOND + now.tv_nsec;
}

/* Does what signals have asked for; true where one of them ends the program. */
static bool do_signals(loop *run, int *number)
{
    for (;;) {
        switch (term_signals_next(number)) {
        case TERM_SIGNAL_NONE:
            return false;
        case TERM_SIGNAL_ENDS:
            return true;
        case TERM_SIGNAL_RESIZES:
            term_terminal_resize(run->terminal);
            break;
        case TERM_SIGNAL_STOPS:
            term_terminal_suspend(run->terminal);
            term_signals_stop();
            term_terminal_resume(run->terminal);
            break;
        case TERM_SIGNAL_GOES_ON:
            term_terminal_resume(run->terminal);
            break;
        }
    }
}

static void show(loop *run)
{
    int width, height;
    if (term_app_wants_redraw(run->app))
        term_terminal_redraw(run->terminal);
    term_terminal_size(run->terminal, &width, &height);
    term_app_draw(run->app, run->canvas, width, height);
    term_terminal_show(run->terminal, run->canvas);
}

/* Waits for the terminal, a signal, or the next frame. False where the terminal is gone. */
static bool wait(loop *run, bool *readable)
{
    struct pollfd terminal = {.fd = STDIN_FILENO, .events = POLLIN};
    struct timespec left = {0}, *timeout = NULL;
    bool ticks = term_app_ticks(run->app);
    if (ticks && !run->ticking)
        run->next_frame = now_ns(); /* so that the first step of an errand comes at once */
    run->ticking = ticks;
    if (ticks) {
        int64_t ns = run->next_frame - now_ns();
        ns = ns > 0 ? ns : 0;
        left = (struct timespec){.tv_sec = ns / NS_A_SECOND, .tv_nsec = ns % NS_A_SECOND};
        timeout = &left;
    }
    int found = ppoll(&terminal, 1, timeout, &run->before->mask);
    if (found < 0)
        return errno == EINTR;
    *readable = found > 0 && (terminal.revents & POLLIN);
    return *readable || !(terminal.revents & (POLLHUP | POLLERR | POLLNVAL));
}

/* Takes the keys that wait. False where the terminal is gone: it can be read, but nothing is
 * there. */
static bool take_inputs(loop *run)
{
    int64_t until = now_ns() + INPUTS_NS;
    term_input input;
    bool failed, any = false;
    while (!term_app_ended(run->app, &failed) &&
           term_terminal_read(run->terminal, term_app_keys(run->app), &input)) {
        any = true;
        term_app_take(run->app, &input);
        if (now_ns() > until)
            break;
    }
    run->empty_reads = any ? 0 : run->empty_reads + 1;
    return run->empty_reads < EMPTY_READS;
}

static term_loop_end run_loop(loop *run, int *number)
{
    bool failed, readable;
    while (!term_app_ended(run->app, &failed)) {
        show(run);
        readable = false;
        bool there = wait(run, &readable);
        if (do_signals(run, number))
            return TERM_LOOP_SIGNAL;
        if (!there || (readable && !take_inputs(run)))
            return TERM_LOOP_LOST;
        if (run->ticking && now_ns() >= run->next_frame) {
            run->next_frame = now_ns() + FRAME_NS;
            term_app_tick(run->app);
        }
    }
    return failed ? TERM_LOOP_NO_MEMORY : TERM_LOOP_LEFT;
}

term_loop_end term_loop(term_app *app, term_terminal *terminal, const term_signals *before,
                        int *number)
{
    loop run = {.app = app,
                .terminal = terminal,
                .before = before,
                .canvas = calloc(1, sizeof(term_canvas))};
    *number = 0;
    if (run.canvas == NULL)
        return TERM_LOOP_NO_MEMORY;
    term_terminal_resize(terminal); /* the size may have changed before SIGWINCH was caught */
    term_loop_end end = run_loop(&run, number);
    free(run.canvas);
    return end;
}
