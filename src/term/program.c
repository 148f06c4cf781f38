/* The game as the command line starts it. */
#define _GNU_SOURCE 1

#include "base/arena.h"
#include "term/internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <wyrm/file.h>

/* The loop: waits for keys, signals and the next frame, without work for the processor. */

typedef enum term_loop_end {
    TERM_LOOP_LEFT,   /* the player has left */
    TERM_LOOP_SIGNAL, /* a signal: *number */
    TERM_LOOP_LOST,   /* the terminal is gone */
    TERM_LOOP_NO_MEMORY
} term_loop_end;

/* ---- the loop. Signals arrive only while it waits (ppoll) ---- */

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

/* Waits for the terminal, a signal, the next frame, or until the game is to reach the disk. False
 * where the terminal is gone. */
static bool wait(loop *run, bool *readable)
{
    struct pollfd terminal = {.fd = STDIN_FILENO, .events = POLLIN};
    term_session *session = run->app->session;
    double due = session != NULL ? term_journal_due(&session->journal) : -1.0;
    int64_t ns = due >= 0.0 ? (int64_t)((due - term_seconds()) * NS_A_SECOND) : INT64_MAX;
    bool ticks = term_app_ticks(run->app);
    if (ticks && !run->ticking)
        run->next_frame = now_ns(); /* so that the first step of an errand comes at once */
    run->ticking = ticks;
    if (ticks && run->next_frame - now_ns() < ns)
        ns = run->next_frame - now_ns();
    ns = ns > 0 ? ns : 0;
    struct timespec left = {.tv_sec = ns / NS_A_SECOND, .tv_nsec = ns % NS_A_SECOND};
    int found = ppoll(&terminal, 1, ns < INT64_MAX ? &left : NULL, &run->before->mask);
    if (found < 0)
        return errno == EINTR;
    if (due >= 0.0 && term_seconds() >= due)
        term_session_sync(session);
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
           term_terminal_read(run->terminal, &run->app->keys, &input)) {
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

/* Runs the app until it ends. Signals are caught already (tui/signals.h); `before` is what they did
 * before. */
static term_loop_end term_loop(term_app *app, term_terminal *terminal, const term_signals *before,
                               int *number)
{
    loop run = {.app = app,
                .terminal = terminal,
                .before = before,
                .canvas = base_zeroed(1, sizeof(term_canvas))};
    *number = 0;
    if (run.canvas == NULL)
        return TERM_LOOP_NO_MEMORY;
    term_terminal_resize(terminal); /* the size may have changed before SIGWINCH was caught */
    term_loop_end end = run_loop(&run, number);
    wyrm_free(run.canvas);
    return end;
}

#define KEYS_MAX_BYTES ((size_t)1 << 16)

/* What the player has set: where files are, and keys. */
typedef struct belongings {
    term_folders folders;
    term_keys keys;
    char keys_path[TERM_PATH_MAX];
} belongings;

static term_end end_of(wyrm_status status)
{
    return status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_INTERNAL ? TERM_END_INTERNAL
                                                                        : TERM_END_BAD_DATA;
}

static wyrm_status read_keys(belongings *own, wyrm_errors *errors)
{
    char *text;
    size_t length;
    wyrm_error error;
    term_keys_default(&own->keys);
    if (access(own->keys_path, F_OK) != 0)
        return WYRM_OK;
    wyrm_status status = wyrm_file_read(own->keys_path, KEYS_MAX_BYTES, &text, &length, &error);
    if (status != WYRM_OK) {
        wyrm_errors_add(errors, &error);
        return status;
    }
    status = term_keys_read(&own->keys, own->keys_path, text, length, errors);
    wyrm_free(text);
    return status;
}

static wyrm_status find_belongings(belongings *own, wyrm_errors *errors)
{
    wyrm_error error;
    wyrm_status status = term_folders_find(&own->folders, &error);
    if (status == WYRM_OK)
        status = term_path_join(own->keys_path, own->folders.config, "keys", &error);
    if (status == WYRM_OK)
        return read_keys(own, errors);
    wyrm_errors_add(errors, &error);
    return status;
}

term_end term_program_keys(char **out, char *path, wyrm_errors *errors)
{
    belongings own;
    wyrm_status status = find_belongings(&own, errors);
    *out = NULL;
    if (status != WYRM_OK)
        return end_of(status);
    memcpy(path, own.keys_path, sizeof own.keys_path);
    *out = term_keys_template(&own.keys);
    if (*out != NULL)
        return TERM_END_LEFT;
    wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    return TERM_END_INTERNAL;
}

/* ---------------------------------------------------------------- running */

/* The game is saved, whatever ended the loop. */
static void save_last(term_app *app, term_loop_end end, term_outcome *outcome)
{
    term_session *session = app->session;
    wyrm_error error;
    if (session == NULL || session->watching || session->pending)
        return;
    if (!term_session_save(session, &error))
        snprintf(outcome->words, sizeof outcome->words, "the game could not be saved: %s%s%s",
                 error.file, error.file[0] != '\0' ? ": " : "", error.message);
    else if (end != TERM_LOOP_LEFT && session->journal.open)
        snprintf(outcome->words, sizeof outcome->words,
                 "the game is saved; `wyrm play` continues it");
}

static term_end end_of_loop(term_loop_end end, term_outcome *outcome, wyrm_errors *errors)
{
    switch (end) {
    case TERM_LOOP_LEFT:
        return TERM_END_LEFT;
    case TERM_LOOP_SIGNAL:
        return TERM_END_SIGNAL;
    case TERM_LOOP_LOST:
        outcome->signal = SIGHUP;
        return TERM_END_SIGNAL;
    case TERM_LOOP_NO_MEMORY:
        break;
    }
    wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    return TERM_END_INTERNAL;
}

/* Takes the terminal, runs the app, gives the terminal back. The app is freed. */
static term_end run(term_app *app, const term_terminal_options *options, term_outcome *outcome,
                    wyrm_errors *errors)
{
    term_terminal *terminal;
    term_signals before;
    wyrm_error error;
    wyrm_status status = term_terminal_open(options, &terminal, &error);
    if (status != WYRM_OK) {
        wyrm_errors_add(errors, &error);
        term_app_free(app);
        return status == WYRM_ERROR_MEMORY ? TERM_END_INTERNAL : TERM_END_NO_TERMINAL;
    }
    term_signals_take(&before);
    term_loop_end end = term_loop(app, terminal, &before, &outcome->signal);
    save_last(app, end, outcome);
    term_terminal_close(terminal);
    term_app_free(app);
    term_signals_give_back(&before);
    return end_of_loop(end, outcome, errors);
}

static term_app *new_app(const belongings *own, const term_house *house, wyrm_errors *errors)
{
    term_app *app = term_app_new(&own->keys, &own->folders, house);
    if (app == NULL)
        wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    return app;
}

/* ---------------------------------------------------------------- playing */

/* The saved game of a ruleset that was played last, or that of a seed; false where there is none.
 * What it was opened by is enough: the file need not be there any more. */
static bool find_saved(const term_folders *folders, const term_play_options *options,
                       char path[TERM_PATH_MAX])
{
    term_saved *saved = NULL;
    size_t count = 0;
    wyrm_error error;
    bool found = false;
    char *source = term_source(options->ruleset);
    if (source != NULL && term_games_find(folders, &saved, &count, &error) != WYRM_OK)
        count = 0;
    for (size_t i = 0; i < count && !found; i++) {
        found = saved[i].known && strcmp(saved[i].facts.source, source) == 0 &&
                (!options->seeded || saved[i].facts.seed == options->seed);
        if (found)
            memcpy(path, saved[i].path, TERM_PATH_MAX);
    }
    free(source);
    wyrm_free(saved);
    return found;
}

/* The game that the options mean: continued where one is saved, else new. */
static wyrm_status open_game(const belongings *own, const term_play_options *options,
                             term_session **out, bool *is_new, wyrm_errors *errors)
{
    char path[TERM_PATH_MAX];
    term_new_game game = {.ruleset = options->ruleset,
                          .seed = options->seeded ? options->seed : term_random_seed(),
                          .without = options->without,
                          .without_count = options->without_count,
                          .practice = options->practice};
    *is_new = options->anew || options->practice || !find_saved(&own->folders, options, path);
    return *is_new ? term_game_new(&own->folders, &game, out, errors)
                   : term_game_continue(&own->folders, path, out, errors);
}

term_end term_program_play(const term_play_options *options, term_outcome *outcome,
                           wyrm_errors *errors)
{
    static const term_house house = {&term_title, term_show_help};
    belongings own;
    term_session *session = NULL;
    bool is_new = false;
    *outcome = (term_outcome){0};
    wyrm_status status = find_belongings(&own, errors);
    if (status == WYRM_OK && options->ruleset != NULL)
        status = open_game(&own, options, &session, &is_new, errors);
    if (status != WYRM_OK)
        return end_of(status);
    term_app *app = new_app(&own, &house, errors);
    if (app == NULL) {
        term_session_free(session);
        return TERM_END_INTERNAL;
    }
    term_push(app, &term_title);
    if (session != NULL && is_new)
        term_enter_new_game(app, session);
    else if (session != NULL)
        term_enter_game(app, session);
    if (session != NULL && !is_new && options->without_count > 0)
        term_notice(
            app, "The saved game goes on as it was begun: --without is for a new one, which --new "
                 "begins.");
    return run(app, &options->terminal, outcome, errors);
}

/* ---------------------------------------------------------------- watching */

term_end term_program_watch(const term_watch_options *options, term_outcome *outcome,
                            wyrm_errors *errors)
{
    static const term_house house = {NULL, term_show_help};
    belongings own;
    term_session *session;
    *outcome = (term_outcome){0};
    wyrm_status status = find_belongings(&own, errors);
    if (status != WYRM_OK)
        wyrm_replay_free(options->replay);
    else
        status =
            term_game_watch(options->replay, options->ruleset, options->speed, &session, errors);
    if (status != WYRM_OK)
        return end_of(status);
    term_app *app = new_app(&own, &house, errors);
    if (app == NULL) {
        term_session_free(session);
        return TERM_END_INTERNAL;
    }
    term_enter_game(app, session);
    return run(app, &options->terminal, outcome, errors);
}
