/* What a user waits for: start-up, one hit, and the whole check of a shipped ruleset, measured as
 * processes, beside the start of a program that does nothing. Also the peak memory.
 *
 *   check_bench PROGRAM
 */
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

typedef struct run {
    double seconds;  /* wall time from start to end */
    double peak_mib; /* most memory held at once */
} run;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#define ARGUMENTS_MAX 8

/* Copies the arguments, since posix_spawn wants them writable. */
static void copy_arguments(const char *const *arguments, char **copies)
{
    size_t count = 0;
    for (; arguments[count] && count < ARGUMENTS_MAX; count++)
        copies[count] = strdup(arguments[count]);
    copies[count] = NULL;
}

/* Runs a program once with its output discarded; exits if that fails. */
static run run_once(const char *const *arguments)
{
    char *copies[ARGUMENTS_MAX + 1];
    posix_spawn_file_actions_t actions;
    struct rusage usage;
    pid_t child;
    int status = -1;

    copy_arguments(arguments, copies);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    double start = now();
    int failed = posix_spawnp(&child, copies[0], &actions, NULL, copies, environ);
    if (!failed)
        wait4(child, &status, 0, &usage);
    double end = now();
    posix_spawn_file_actions_destroy(&actions);
    for (size_t i = 0; copies[i]; i++)
        free(copies[i]);
    if (failed || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "check_bench: %s failed\n", arguments[0]);
        exit(1);
    }
    return (run){end - start, (double)usage.ru_maxrss / 1024.0};
}

/* The shortest time and the greatest peak of `times` runs. */
static run best_of(int times, const char *const *arguments)
{
    run best = {INFINITY, 0.0};
    for (int i = 0; i < times; i++) {
        run once = run_once(arguments);
        best.seconds = fmin(best.seconds, once.seconds);
        best.peak_mib = fmax(best.peak_mib, once.peak_mib);
    }
    return best;
}

/* Prints one line; `limit` is in seconds, 0 for none. Returns whether the limit was kept. */
static int report(const char *label, run measured, run nothing, double limit)
{
    int kept = limit <= 0.0 || measured.seconds <= limit;
    printf("%-34s %9.2f ms %9.1f x %8.1f MiB", label, 1e3 * measured.seconds,
           measured.seconds / nothing.seconds, measured.peak_mib);
    if (limit > 0.0)
        printf("   at most %g ms: %s", 1e3 * limit, kept ? "kept" : "EXCEEDED");
    printf("\n");
    return kept;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: check_bench PROGRAM\n");
        return 2;
    }
    const char *const nothing_arguments[] = {"true", NULL};
    const char *const version_arguments[] = {argv[1], "--version", NULL};
    const char *const hit_arguments[] = {argv[1],    "hit",       "ruggrogue",
                                         "player@6", "monster@6", NULL};
    const char *const check_arguments[] = {argv[1], "check", "ruggrogue", NULL};
    const double memory_limit = 50.0; /* MiB */

    run nothing = best_of(50, nothing_arguments);
    run check = best_of(3, check_arguments);
    printf("%-34s %12s %11s %12s\n", "", "wall", "of true", "peak");
    report("true (a program that does nothing)", nothing, nothing, 0.0);
    int kept = report("wyrm --version", best_of(50, version_arguments), nothing, 0.010);
    kept &= report("wyrm hit ruggrogue ...", best_of(50, hit_arguments), nothing, 0.0);
    kept &= report("wyrm check ruggrogue", check, nothing, 2.0);
    if (check.peak_mib > memory_limit) {
        printf("wyrm check ruggrogue: more than %g MiB\n", memory_limit);
        kept = 0;
    }
    return kept ? 0 : 1;
}
