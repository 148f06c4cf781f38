/* The options of commands, as rows of their tables, and how they are read.
 *
 * What is wrong is told on stderr, never by ending the program here.
 */
#ifndef WYRM_SRC_CLI_OPTIONS_H
#define WYRM_SRC_CLI_OPTIONS_H

#include "cli/command.h"

/* Readers of option arguments. */
bool cli_read_whole(const cli_command *command, const cli_option *option, const char *text,
                    void *into); /* uint64_t, least..greatest */
bool cli_read_text(const cli_command *command, const cli_option *option, const char *text,
                   void *into); /* const char * */
bool cli_read_choice(const cli_command *command, const cli_option *option, const char *text,
                     void *into); /* const char *, one of choices */
bool cli_read_levels(const cli_command *command, const cli_option *option, const char *text,
                     void *into); /* cli_levels */
bool cli_read_tracker(const cli_command *command, const cli_option *option, const char *text,
                      void *into); /* the whole cli_options: offset 0 */
bool cli_read_curve(const cli_command *command, const cli_option *option, const char *text,
                    void *into); /* cli_curve_option */
bool cli_read_number(const cli_command *command, const cli_option *option, const char *text,
                     void *into); /* cli_number, decimal, least..greatest */

/* --seed N: sets seed_given, too, where a seed that is given is told from the usual one. */
bool cli_read_seed(const cli_command *command, const cli_option *option, const char *text,
                   void *into); /* the whole cli_options: offset 0 */

/* --effort low|normal|high|N: as many runs as it takes, at most so many. */
bool cli_read_effort(const cli_command *command, const cli_option *option, const char *text,
                     void *into); /* the whole cli_options: offset 0 */

/* A whole number without anything around it; false where `text` is none or outside the range. */
bool cli_whole(const char *text, int64_t least, int64_t greatest, int64_t *out);

/* A decimal number of the `length` letters at `text`, -1.5 or 2e3, without anything around it;
 * false where they are none, or not finite. */
bool cli_decimal(const char *text, size_t length, double *out);

/* Rows that several commands share. */
#define CLI_SEED_MAX    INT64_MAX
#define CLI_RUNS_MAX    1000000000u
#define CLI_THREADS_MAX 256u
#define CLI_OPTION_HELP                                                                            \
    {                                                                                              \
        .name = "help", .letter = 'h', .offset = offsetof(cli_options, help), .help = "this text"  \
    }
#define CLI_OPTION_JSON                                                                            \
    {                                                                                              \
        .name = "json", .offset = offsetof(cli_options, json),                                     \
        .help = "one JSON object for scripts instead of text"                                      \
    }
#define CLI_OPTION_SEED                                                                            \
    {                                                                                              \
        .name = "seed", .argument = "N", .read = cli_read_whole,                                   \
        .offset = offsetof(cli_options, seed), .greatest = CLI_SEED_MAX,                           \
        .help = "of the random numbers; the same seed gives the same answer (default 1)"           \
    }
#define CLI_OPTION_SEED_UNUSED                                                                     \
    {                                                                                              \
        .name = "seed", .argument = "N", .read = cli_read_whole,                                   \
        .offset = offsetof(cli_options, seed), .greatest = CLI_SEED_MAX,                           \
        .help = "taken as by every command; nothing here is random"                                \
    }
#define CLI_OPTION_RUNS(sentence)                                                                  \
    {                                                                                              \
        .name = "runs", .argument = "N", .read = cli_read_whole,                                   \
        .offset = offsetof(cli_options, runs), .least = 1, .greatest = CLI_RUNS_MAX,               \
        .help = sentence                                                                           \
    }
#define CLI_OPTION_EFFORT(sentence)                                                                \
    {                                                                                              \
        .name = "effort", .argument = "HOW", .read = cli_read_effort, .help = sentence             \
    }
#define CLI_OPTION_THREADS                                                                         \
    {                                                                                              \
        .name = "threads", .argument = "N", .read = cli_read_whole,                                \
        .offset = offsetof(cli_options, threads), .least = 1, .greatest = CLI_THREADS_MAX,         \
        .help = "how many work at once; the answer is the same for any number (default: one a "    \
                "processor)"                                                                       \
    }
#define CLI_OPTION_END                                                                             \
    {                                                                                              \
        .name = NULL                                                                               \
    }

/* Reads the arguments of a command: argv[1..argc-1], options and operands in any order. False where
 * they do not make sense, having said so. */
bool cli_parse(const cli_command *command, int argc, char **argv, cli_options *out);

#endif
