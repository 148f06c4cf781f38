/* The progress bar: nothing for the first second, then one line that is wiped at the end. */
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BAR_WIDTH   30
#define WORDS_WIDTH 36

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

cli_progress cli_progress_start(void)
{
    return (cli_progress){.started = now(), .shown = -1, .terminal = isatty(STDERR_FILENO)};
}

bool cli_progress_show(double done, void *context)
{
    return cli_progress_tell(done, "", context);
}

static int percent_of(double done)
{
    return (int)(100 * (done < 0 ? 0 : done > 1 ? 1 : done));
}

bool cli_progress_is_due(double done, const cli_progress *progress)
{
    return progress->terminal && percent_of(done) != progress->shown &&
           now() - progress->started >= 1;
}

bool cli_progress_tell(double done, const char *words, cli_progress *progress)
{
    int percent = percent_of(done);
    char bar[BAR_WIDTH + 1];
    if (!cli_progress_is_due(done, progress))
        return true;
    memset(bar, '-', BAR_WIDTH);
    memset(bar, '#', (size_t)(percent * BAR_WIDTH / 100));
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %3d %%  %-*.*s", bar, percent, WORDS_WIDTH, WORDS_WIDTH, words);
    fflush(stderr);
    progress->shown = percent;
    return true;
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown >= 0)
        fprintf(stderr, "\r%*s\r", BAR_WIDTH + 10 + WORDS_WIDTH, "");
}
