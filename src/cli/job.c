/* The frame of a command: messages on stderr, opening of rulesets, files and combatants, the end
 * with its exit status, the progress bar, and signals.
 *
 * A command is a function that returns when all went well. Every failure goes through a function
 * here that prints one sentence on stderr and leaves the command for good, frees the memory of the
 * job and sets the exit status for that kind of failure; so no command has code for failures. Where
 * the same error may have two causes they are told apart: something typed wrong (2), or something
 * wrong in a file (3).
 *
 * The answer is a page that is printed at the end in one go: a command that fails halfway prints
 * nothing of it. A signal ends the program at once, except during work that shows progress, which
 * checks for signals itself, and while a file is written; a second signal waits for neither, nor
 * does the first for longer than some seconds of work. */
#include "cli/internal.h"
#include <errno.h>
#include <langinfo.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wyrm/file.h>

#define MESSAGE_MAX 16384
#define WIDTH_LEAST 40
#define WIDTH_USUAL 80 /* of files and pipes, and of terminals of unknown width */
#define WIDTH_MOST  400

/* ---- On stderr ---- */

static void put_list(const char *format, va_list list)
{
    char line[MESSAGE_MAX];
    base_buffer text = {0};
    vsnprintf(line, sizeof line, format, list);
    base_buffer_append_visible(&text, line, strlen(line));
    fputs(text.bytes != NULL ? text.bytes : "", stderr);
    base_buffer_drop(&text);
}

static WYRM_PRINTF(1, 2) void put(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put_list(format, list);
    va_end(list);
}

static void put_head(const cli_command *command)
{
    put("wyrm%s%s: ", command->name[0] != '\0' ? " " : "", command->name);
}

bool cli_complain(const cli_command *command, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put_head(command);
    put_list(format, list);
    va_end(list);
    put("\n");
    return false;
}

void cli_complain_near(const cli_command *command, const char *word, const char *const *candidates,
                       size_t count, const char *format, ...)
{
    const char *near = wyrm_nearest(word, candidates, count);
    va_list list;
    va_start(list, format);
    put_head(command);
    put_list(format, list);
    va_end(list);
    if (near != NULL)
        put(" (did you mean '%s'?)\n", near);
    else
        put(" (see wyrm%s%s --help)\n", command->name[0] != '\0' ? " " : "", command->name);
}

/* Errors in what was typed exit with CLI_USAGE, errors in a file with CLI_BAD_DATA. */
int cli_exit_of(wyrm_status status, bool typed)
{
    if (status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_INTERNAL)
        return CLI_INTERNAL;
    return typed ? CLI_USAGE : CLI_BAD_DATA;
}

static int say_error(const cli_command *command, const wyrm_error *error, bool typed)
{
    bool hint = error->hint[0] != '\0';
    if (error->file[0] != '\0' && error->line > 0) {
        char text[MESSAGE_MAX];
        wyrm_error_format(error, text, sizeof text);
        put("%s", text);
    } else {
        cli_complain(command, "%s%s%s%s%s%s", error->file, error->file[0] != '\0' ? ": " : "",
                     error->message, hint ? " (" : "", error->hint, hint ? ")" : "");
    }
    return cli_exit_of(error->code, typed);
}

int cli_errors(const cli_command *command, const char *asked, const wyrm_errors *errors,
               wyrm_status status)
{
    size_t kept = wyrm_errors_kept(errors), count = wyrm_errors_count(errors);
    const wyrm_error *first = kept > 0 ? wyrm_errors_at(errors, 0) : NULL;
    for (size_t i = 0; i < kept; i++)
        say_error(command, wyrm_errors_at(errors, i), false);
    if (first == NULL)
        cli_complain(command, "%s", wyrm_status_text(status));
    else if (first->line > 0)
        put("%s: %zu %s%s\n", asked != NULL ? asked : first->file, count,
            count == 1 ? "error" : "errors", count > kept ? " (only the first are shown)" : "");
    return cli_exit_of(status, false);
}

/* ---- On stdout ---- */

/* The width by the variable COLUMNS, which also sets it for files; else that of the terminal. */
static int width_of_page(void)
{
    const char *asked = getenv("COLUMNS");
    struct winsize size;
    long width = 0;
    if (asked != NULL && asked[strspn(asked, "0123456789")] == '\0')
        width = strtol(asked, NULL, 10);
    if (width <= 0)
        width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col
                                                                                : WIDTH_USUAL;
    return (int)(width < WIDTH_LEAST ? WIDTH_LEAST : width > WIDTH_MOST ? WIDTH_MOST : width);
}

text_style cli_style(void)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    bool dumb = terminal == NULL || strcmp(terminal, "dumb") == 0;
    return (text_style){
        .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .colour = isatty(STDOUT_FILENO) && !dumb && (no_color == NULL || no_color[0] == '\0'),
        .width = width_of_page(),
    };
}

int cli_print_text(const cli_command *command, const char *text)
{
    errno = 0;
    if (fputs(text, stdout) != EOF && fflush(stdout) != EOF)
        return CLI_DONE;
    cli_complain(command, "the output cannot be written: %s", strerror(errno));
    return CLI_INTERNAL;
}

int cli_print(const cli_command *command, const text_page *page)
{
    wyrm_error error;
    return page_status(page, &error) != WYRM_OK ? say_error(command, &error, false)
                                                : cli_print_text(command, page_text(page));
}

/* ---- A command from its beginning to its end ---- */

static void call(base_arena *arena, void *context)
{
    cli_job *job = context;
    (void)arena;
    job->page = cli_page(job, cli_style());
    job->page->json = job->options->json;
    job->command->run(job);
    int printed = cli_print(job->command, job->page);
    job->result = printed != CLI_DONE ? printed : job->result;
}

int cli_run(const cli_command *command, const cli_options *options)
{
    cli_job job = {.command = command, .options = options, .progress = {.shown = -1}};
    job.error = &job.arena.error;
    /* Both show the game, except for `replay --check`. */
    const bool on_screen = strcmp(command->name, "play") == 0 ||
                           (strcmp(command->name, "replay") == 0 && !options->check);
    cli_limits_of(command, on_screen);
    if (base_run(&job.arena, call, &job) != WYRM_OK && !job.ended)
        job.result = say_error(command, job.error, false);
    cli_limits_know(NULL, NULL);
    base_release(&job.arena);
    return job.result;
}

void cli_end(cli_job *job, int result)
{
    cli_progress_end(job);
    job->ended = true;
    job->result = result;
    base_fail(&job->arena, WYRM_ERROR_ARGUMENT);
}

static _Noreturn void end_with(cli_job *job, int result, const char *format, va_list list)
{
    cli_progress_end(job);
    put_head(job->command);
    put_list(format, list);
    put("\n");
    cli_end(job, result);
}

void cli_give_up(cli_job *job, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    end_with(job, CLI_BAD_DATA, format, list);
}

void cli_refuse(cli_job *job, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    end_with(job, CLI_USAGE, format, list);
}

void cli_must_as(cli_job *job, wyrm_status status, bool typed)
{
    if (status == WYRM_OK)
        return;
    cli_progress_end(job);
    /* An error about a ruleset, or with a line in a file, exits with CLI_BAD_DATA even if an
     * argument led to it. */
    typed = typed && status != WYRM_ERROR_RULESET && job->error->line == 0;
    int result = say_error(job->command, job->error, typed);
    if (job->advice != NULL && !typed)
        cli_complain(job->command, "%s", job->advice);
    cli_end(job, result);
}

void cli_must(cli_job *job, wyrm_status status)
{
    cli_must_as(job, status, false);
}

void cli_must_typed(cli_job *job, wyrm_status status)
{
    cli_must_as(job, status, true);
}

void cli_must_be_one(cli_job *job, const char *word, const char *const *candidates, size_t count,
                     const char *format, ...)
{
    va_list list;
    if (base_has_word(candidates, count, word))
        return;
    *job->error = (wyrm_error){0};
    va_start(list, format);
    vsnprintf(job->error->message, sizeof job->error->message, format, list);
    va_end(list);
    wyrm_suggest(job->error, word, candidates, count);
    cli_must_typed(job, WYRM_ERROR_UNKNOWN);
}

text_page *cli_page(cli_job *job, text_style style)
{
    text_page *page = base_new(&job->arena, text_page);
    *page = page_new(style);
    base_keep(&job->arena, page, page_free);
    return page;
}

wyrm_errors *cli_new_errors(cli_job *job)
{
    wyrm_errors *errors;
    if (wyrm_errors_new(&errors) != WYRM_OK)
        cli_must(job, wyrm_fail(job->error, WYRM_ERROR_MEMORY, "out of memory"));
    base_keep(&job->arena, errors, wyrm_errors_free);
    return errors;
}

bool cli_is_game(const char *path)
{
    return base_is_file(path) && wyrm_external_is(path);
}

static bool begins_with(const char *path, const char *wanted, size_t length)
{
    char head[64];
    if (!base_is_file(path))
        return false;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    const size_t got = fread(head, 1, length, file);
    fclose(file);
    return got == length && memcmp(head, wanted, length) == 0;
}

bool cli_is_results(const char *path)
{
    return begins_with(path, BASE_SQLITE_HEAD, sizeof BASE_SQLITE_HEAD);
}

bool cli_is_recording(const char *path)
{
    return begins_with(path, WYRM_REPLAY_HEAD, sizeof WYRM_REPLAY_HEAD - 1);
}

void cli_must_be_rules(cli_job *job, const char *name)
{
    if (cli_is_results(name))
        cli_refuse(job,
                   "'%s' is a file of runs, and this needs rules: for such a file there are "
                   "results, compare, report and replay",
                   name);
    if (cli_is_game(name))
        cli_refuse(job,
                   "'%s' describes a game of your own, and this needs rules: for such a game there "
                   "are engine, check, sim, compare, report, results, replay and rules validate",
                   name);
}

static wyrm_design *open_with(cli_job *job, const char *name,
                              wyrm_status (*open)(const char *name, const char *allowed,
                                                  wyrm_design **out, wyrm_errors *errors))
{
    wyrm_design *design;
    cli_must_be_rules(job, name);
    wyrm_errors *errors = cli_new_errors(job);
    cli_limits_know(name, NULL);
    wyrm_status status = open(name, job->options->allow_path, &design, errors);
    if (status != WYRM_OK)
        cli_end(job, cli_errors(job->command, name, errors, status));
    base_keep(&job->arena, design, wyrm_design_free);
    cli_limits_know(NULL, wyrm_design_ruleset(design));
    return design;
}

wyrm_design *cli_open(cli_job *job, const char *name)
{
    return open_with(job, name, wyrm_design_open_allowing);
}

wyrm_design *cli_open_to_play(cli_job *job, const char *name)
{
    return open_with(job, name, wyrm_design_open_game);
}

void cli_needs(cli_job *job, const wyrm_design *design, unsigned systems)
{
    char what[64];
    snprintf(what, sizeof what, "'wyrm %s'", job->command->name);
    cli_must(job, wyrm_design_needs(design, systems, what, job->error));
}

void cli_depth_is_there(cli_job *job, const wyrm_design *design)
{
    const uint64_t depth = job->options->depth;
    const int32_t last = wyrm_design_last_depth(design);
    if (last > 0 && depth > (uint64_t)last)
        cli_refuse(job, "--depth %llu: the dungeon ends at depth %d", (unsigned long long)depth,
                   (int)last);
}

/* Whether a text names a group, "orc x3" or "orc + troll", as in `sim --arena` and `etp`. */
static bool is_group(const char *text)
{
    for (const char *at = strchr(text, ' '); at != NULL; at = strchr(at + 1, ' '))
        if (at[1] == '+' || (at[1] == 'x' && at[2] >= '0' && at[2] <= '9'))
            return true;
    return false;
}

void cli_combatant(cli_job *job, const wyrm_design *design, const char *text, wyrm_combatant *out)
{
    wyrm_status status = wyrm_roster_combatant(wyrm_design_roster(design), text, out, job->error);
    if (status == WYRM_ERROR_UNKNOWN && is_group(text))
        snprintf(job->error->hint, sizeof job->error->hint,
                 "a group fights in 'wyrm sim RULESET --arena', and 'wyrm etp RULESET' weighs it");
    else if (status == WYRM_ERROR_UNKNOWN && job->error->hint[0] == '\0')
        snprintf(job->error->hint, sizeof job->error->hint,
                 "'wyrm rules show' names all there are");
    cli_must_typed(job, status);
}

/* ---- Files that commands are given ---- */

void cli_is_there(cli_job *job, const char *path)
{
    struct stat found;
    if (stat(path, &found) != 0)
        cli_give_up(job, "%s: %s", path,
                    errno == ENOENT || errno == ENOTDIR ? "no such file" : strerror(errno));
    if (S_ISDIR(found.st_mode))
        cli_give_up(job, "%s: it is a folder", path);
}

void cli_can_write(cli_job *job, const char *path)
{
    if (path != NULL && wyrm_file_can_write(path, true, job->error) != WYRM_OK)
        cli_give_up(job, "'%s' cannot be written: %s", path, job->error->message);
}

void cli_can_open(cli_job *job, const char *path)
{
    if (path != NULL && access(path, F_OK) == 0)
        cli_is_there(job, path);
    else
        cli_can_write(job, path);
}

void cli_save_text(cli_job *job, const char *path, const char *text, bool replace)
{
    if (cli_write(path, text, replace, job->error) != WYRM_OK)
        cli_give_up(job, "'%s' cannot be written: %s", path, job->error->message);
}

void cli_save(cli_job *job, const char *path, const text_page *page)
{
    cli_must(job, page_status(page, job->error));
    cli_save_text(job, path, page_text(page), true);
}

/* ---- Signals ---- */

/* Seconds that the program has to come to an end by itself: between two steps of its work may lie
 * minutes, as in fights by a script. */
#define GRACE 10

/* All state of the handlers. `watched`: the program checks for signals itself. */
static volatile sig_atomic_t came, watched, writes;

static void catch (int number)
{
    if (!watched || came)
        _exit(128 + number);
    came = number;
    alarm(GRACE);
}

static void end_at_last(int number)
{
    static const char said[] = "\nended in the middle of a long step, without an answer\n";
    (void)number;
    if (writes) {
        alarm(1);
        return;
    }
    (void)!write(STDERR_FILENO, said, sizeof said - 1);
    _exit(128 + came);
}

void cli_signals_catch(void)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    struct sigaction action = {.sa_handler = catch, .sa_flags = SA_RESTART}, before;
    const struct sigaction last = {.sa_handler = end_at_last, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &last, NULL);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}

int cli_signal(void)
{
    return came;
}

wyrm_status cli_write(const char *path, const char *text, bool replace, wyrm_error *error)
{
    watched = writes = 1;
    wyrm_status status = wyrm_file_write(path, text, strlen(text), replace, error);
    watched = writes = 0;
    return status;
}

/* ---- The progress bar: nothing for a second, then one line, which is wiped at the end ----
 *
 * A job has one bar, which never goes back, whatever its parts report; the time left is
 * extrapolated from the time so far. */

#define BAR_WIDTH   30
#define WORDS_WIDTH 36
#define LINE_MAX    160
#define FORESEEN    0.03 /* done, from which on the time left is shown */

double cli_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int percent_of(double done)
{
    return (int)(100 * (done < 0 ? 0 : done > 1 ? 1 : done));
}

void *cli_progress_start(cli_job *job)
{
    struct winsize size;
    bool told = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    watched = 1;
    job->progress = (cli_progress){.started = cli_seconds(),
                                   .shown = -1,
                                   .width = (told ? size.ws_col : WIDTH_USUAL) - 1,
                                   .terminal = isatty(STDERR_FILENO)};
    return job;
}

bool cli_progress_is_due(double done, const cli_job *job)
{
    const cli_progress *progress = &job->progress;
    if (!progress->terminal)
        return false;
    double now = cli_seconds();
    return now - progress->started >= 1 &&
           (percent_of(done) > progress->shown || now - progress->drawn >= 1);
}

/* "12 s left"; "" while too little is done to tell. */
static void say_left(double done, double seconds, char out[24])
{
    double left = done > FORESEEN ? seconds * (1 - done) / done : -1;
    out[0] = '\0';
    if (left >= 5400)
        snprintf(out, 24, "%.0f h left", left / 3600 < 1e6 ? left / 3600 : 1e6);
    else if (left >= 90)
        snprintf(out, 24, "%.0f min left", left / 60);
    else if (left >= 0)
        snprintf(out, 24, "%.0f s left", left);
}

bool cli_progress_describe(double done, const char *words, cli_job *job)
{
    cli_progress *progress = &job->progress;
    char bar[BAR_WIDTH + 1], left[24], line[LINE_MAX];
    if (!cli_progress_is_due(done, job))
        return !came;
    progress->done = done > progress->done ? done : progress->done;
    int percent = percent_of(progress->done);
    memset(bar, '-', BAR_WIDTH);
    memset(bar, '#', (size_t)(percent * BAR_WIDTH / 100));
    bar[BAR_WIDTH] = '\0';
    progress->drawn = cli_seconds();
    say_left(progress->done, progress->drawn - progress->started, left);
    snprintf(line, sizeof line, "[%s] %3d %%  %-13s%-*.*s", bar, percent, left, WORDS_WIDTH,
             WORDS_WIDTH, words);
    fprintf(stderr, "\r%.*s", progress->width, line);
    fflush(stderr);
    progress->shown = percent;
    return !came;
}

bool cli_progress_show(double done, void *context)
{
    return cli_progress_describe(done, "", context);
}

void cli_progress_end(cli_job *job)
{
    const cli_progress *progress = &job->progress;
    watched = 0;
    alarm(0); /* what is left is to tell the answer, to a reader who may take time */
    if (progress->shown >= 0)
        fprintf(stderr, "\r%*s\r", progress->width < 95 ? progress->width : 95, "");
    job->progress.shown = -1;
}
