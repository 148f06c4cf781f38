/* The progress bar: nothing for the first second, then one line that is wiped at the end. */
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BAR_WIDTH 40

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
    cli_progress *progress = context;
    int percent = (int)(100 * (done < 0 ? 0 : done > 1 ? 1 : done));
    if (!progress->terminal || percent == progress->shown || now() - progress->started < 1)
        return true;
    char bar[BAR_WIDTH + 1];
    memset(bar, '-', BAR_WIDTH);
    memset(bar, '#', (size_t)(percent * BAR_WIDTH / 100));
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %3d %%", bar, percent);
    fflush(stderr);
    progress->shown = percent;
    return true;
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown >= 0)
        fprintf(stderr, "\r%*s\r", BAR_WIDTH + 10, "");
}
