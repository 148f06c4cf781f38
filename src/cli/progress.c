/* The progress bar: nothing for the first second, then one line that is wiped at the end. And the
 * signals that end what it shows. */
#include "cli/internal.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <wyrm/file.h>

#define BAR_WIDTH   30
#define WORDS_WIDTH 36

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* All that a handler can tell anybody. `watched`: somebody looks at what has come. */
static volatile sig_atomic_t came, watched;

static void catch (int number)
{
    if (!watched || came)
        _exit(128 + number);
    came = number;
}

void cli_signals_catch(void)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    struct sigaction action = {.sa_handler = catch, .sa_flags = SA_RESTART}, before;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}

int cli_signal(void)
{
    return came;
}

wyrm_status cli_write(const char *path, const void *bytes, size_t length, bool replace,
                      wyrm_error *error)
{
    watched = 1;
    wyrm_status status = wyrm_file_write(path, bytes, length, replace, error);
    watched = 0;
    return status;
}

void *cli_progress_start(cli_job *job)
{
    watched = 1;
    job->progress =
        (cli_progress){.started = now(), .shown = -1, .terminal = isatty(STDERR_FILENO)};
    return job;
}

bool cli_progress_show(double done, void *context)
{
    return cli_progress_tell(done, "", context);
}

static int percent_of(double done)
{
    return (int)(100 * (done < 0 ? 0 : done > 1 ? 1 : done));
}

bool cli_progress_is_due(double done, const cli_job *job)
{
    const cli_progress *progress = &job->progress;
    return progress->terminal && percent_of(done) != progress->shown &&
           now() - progress->started >= 1;
}

bool cli_progress_tell(double done, const char *words, cli_job *job)
{
    int percent = percent_of(done);
    char bar[BAR_WIDTH + 1];
    if (!cli_progress_is_due(done, job))
        return !came;
    memset(bar, '-', BAR_WIDTH);
    memset(bar, '#', (size_t)(percent * BAR_WIDTH / 100));
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %3d %%  %-*.*s", bar, percent, WORDS_WIDTH, WORDS_WIDTH, words);
    fflush(stderr);
    job->progress.shown = percent;
    return !came;
}

void cli_progress_end(cli_job *job)
{
    watched = 0;
    if (job->progress.shown >= 0)
        fprintf(stderr, "\r%*s\r", BAR_WIDTH + 10 + WORDS_WIDTH, "");
    job->progress.shown = -1;
}
