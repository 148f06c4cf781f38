/* The program `wyrm`: chooses the command and runs it. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/internal.h"

static const cli_command *const commands[] = {
    &cli_check,   &cli_report, &cli_hit,     &cli_duel, &cli_curve,  &cli_etp,   &cli_loot,
    &cli_compare, &cli_sim,    &cli_results, &cli_play, &cli_replay, &cli_rules, NULL,
};

static const cli_option no_options[] = {
    CLI_OPTION_HELP,
    {.name = "version", .letter = 'V', .help = "the version of this program"},
    CLI_OPTION_END,
};

static const cli_command program = {
    .name = "",
    .operands = "COMMAND ...",
    .summary = "weighs a dungeon before anyone dies in it",
    .text =
        "A ruleset holds the numbers of a game: hit points, damage, experience, how monsters and "
        "items are chosen. Wyrmscale computes what follows from them, and says what is wrong. "
        "RULESET is the name of one that ships with it (wyrm rules list) or a YAML file of your "
        "own (wyrm rules new).\n\n"
        "Start here: wyrm check ruggrogue",
    .options = no_options,
    .examples =
        {
            {"Every verdict and finding about a ruleset", "wyrm check ruggrogue"},
            {"A fight, exactly", "wyrm duel ruggrogue player@6,weapon=5,armor=5 monster@6"},
            {"The game", "wyrm play"},
            {"What a command can do", "wyrm duel --help"},
        },
    .commands = commands,
};

#define NAMES_MAX 16

/* The last word of a command's name: "show" of "rules show". */
static const char *last_word(const char *name)
{
    const char *blank = strrchr(name, ' ');
    return blank != NULL ? blank + 1 : name;
}

static const cli_command *find(const cli_command *parent, const char *name)
{
    for (size_t i = 0; parent->commands[i] != NULL; i++)
        if (strcmp(last_word(parent->commands[i]->name), name) == 0)
            return parent->commands[i];
    return NULL;
}

static int complain_unknown(const cli_command *parent, const char *word)
{
    const char *names[NAMES_MAX];
    size_t count = 0;
    for (; parent->commands[count] != NULL && count < NAMES_MAX; count++)
        names[count] = last_word(parent->commands[count]->name);
    if (word[0] == '-')
        cli_complain_near(parent, word, (const char *const[]){"--help", "--version"}, 2,
                          "unknown option '%s' before the command", word);
    else
        cli_complain_near(parent, word, names, count, "unknown command '%s'", word);
    return CLI_USAGE;
}

static int print_help(const cli_command *command)
{
    wyrm_page page = cli_help(command, cli_style());
    int result = cli_print(command, &page);
    wyrm_page_free(&page);
    return result;
}

/* Somebody who types only `wyrm` wants to know what there is; it is an error all the same. */
static void print_help_on_stderr(const cli_command *command)
{
    wyrm_style style = cli_style();
    style.colour = false;
    wyrm_page page = cli_help(command, style);
    fputs(wyrm_page_text(&page), stderr);
    wyrm_page_free(&page);
}

static int print_version(int argc, char **argv)
{
    if (argc > 2) {
        cli_complain(&program, "%s stands alone, found '%s' after it", argv[1], argv[2]);
        return CLI_USAGE;
    }
    char text[64];
    snprintf(text, sizeof text, "wyrm %s\n", wyrm_version());
    return cli_print_text(&program, text);
}

static bool is_one_of(const char *word, const char *a, const char *b)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

/* "help rules show" means "rules show --help". */
static int help_about(const cli_command *parent, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const cli_command *next = parent->commands != NULL ? find(parent, argv[i]) : NULL;
        if (next == NULL)
            return parent->commands != NULL ? complain_unknown(parent, argv[i])
                                            : print_help(parent);
        parent = next;
    }
    return print_help(parent);
}

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

/* A command with its options, and how the program ends after it. */
static int run_command(const cli_command *command, const cli_options *options)
{
    cli_job job = {.command = command, .options = options, .progress = {.shown = -1}};
    job.error = &job.arena.error;
    if (base_run(&job.arena, call, &job) != WYRM_OK && !job.ended)
        job.result = cli_error(command, job.error, false);
    base_release(&job.arena);
    return job.result;
}

/* argv[0] is the name of `command`; the rest is its own. */
static int run(const cli_command *command, int argc, char **argv)
{
    if (command->commands == NULL) {
        cli_options options;
        if (!cli_parse(command, argc, argv, &options))
            return CLI_USAGE;
        return options.help ? print_help(command) : run_command(command, &options);
    }
    if (argc < 2) {
        print_help_on_stderr(command);
        return CLI_USAGE;
    }
    if (is_one_of(argv[1], "--help", "-h"))
        return print_help(command);
    if (command == &program && is_one_of(argv[1], "--version", "-V"))
        return print_version(argc, argv);
    if (strcmp(argv[1], "help") == 0)
        return help_about(command, argc - 2, argv + 2);
    const cli_command *next = find(command, argv[1]);
    return next != NULL ? run(next, argc - 1, argv + 1) : complain_unknown(command, argv[1]);
}

/* A closed standard stream would be given to the next file that is opened: keep its place by one
 * that cannot be written to. */
static void keep_standard_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF && open("/dev/null", O_RDONLY) < 0)
            return;
}

int main(int argc, char **argv)
{
    keep_standard_streams();
    setlocale(LC_CTYPE, "");
    cli_signals_catch();
    int result = run(&program, argc, argv);
    if (fclose(stdout) != 0 && result == CLI_DONE) {
        fprintf(stderr, "wyrm: the output cannot be written: %s\n", strerror(errno));
        result = CLI_INTERNAL;
    }
    return cli_signal() != 0 ? 128 + cli_signal() : result;
}
