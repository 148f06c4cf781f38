/* The program `wyrm`: chooses the command, reads its arguments by the rows of its options, and runs
 * it or prints its help, which comes from the same rows. Errors go to stderr.
 *
 * A command is data: its name, its texts, and a row for each option with the place of its value. So
 * no option can be read that is not in the help, nor be in the help without being read, and a
 * misspelt name gets a suggestion. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/internal.h"
#include "ruleset/internal.h"

static const cli_command *const commands[] = {
    &cli_check,    &cli_report,  &cli_hit,     &cli_duel,       &cli_curve,  &cli_etp,
    &cli_loot,     &cli_compare, &cli_solve,   &cli_sense,      &cli_tune,   &cli_worth,
    &cli_sweep,    &cli_sim,     &cli_results, &cli_play,       &cli_replay, &cli_verify,
    &cli_fixtures, &cli_engine,  &cli_rules,   &cli_completion, NULL,
};

static const cli_option help_row = {'h', "help", NULL, "this text", CLI_FLAG(help)};

static const cli_command program = {
    .name = "",
    .operands = "COMMAND ...",
    .summary = "weighs a dungeon before anyone dies in it",
    .text =
        "A ruleset holds the numbers of a game: hit points, damage, experience, how monsters and "
        "items are chosen. Wyrmscale computes what follows from them, and says what is wrong. "
        "RULESET is the name of one that ships with it (wyrm rules list) or a YAML file of your "
        "own (wyrm rules new).\n\n"
        "Start here: wyrm check ruggrogue. For a game of your own: wyrm rules new NAME",
    .options = {{'h', "help", NULL, "this text", CLI_FLAG(help)},
                {'V', "version", NULL, "the version of this program", CLI_FLAG(help)}},
    .examples = {{"Every verdict and finding about a ruleset", "wyrm check ruggrogue"},
                 {"A fight, exactly", "wyrm duel ruggrogue player@6,weapon=5,armor=5 monster@6"},
                 {"The game", "wyrm play"},
                 {"What a command can do", "wyrm duel --help"}},
    .commands = commands,
};

/* ---- Help ---- */

/* The options of a command and --help, which all commands that run something have. */
static size_t list_options(const cli_command *command, const cli_option *out[])
{
    size_t count = 0;
    for (; count < CLI_OPTIONS_MAX && command->options[count].name != NULL; count++)
        out[count] = &command->options[count];
    if (command->run != NULL)
        out[count++] = &help_row;
    return count;
}

static void add_title(text_page *page, const char *title)
{
    page_add(page, "\n");
    page_toned(page, TEXT_TONE_STRONG, title);
    page_add(page, "\n");
}

static void add_options(text_page *page, const cli_command *command)
{
    const cli_option *options[CLI_OPTIONS_MAX + 1];
    char heads[CLI_OPTIONS_MAX + 1][96]; /* "-v, --verbose" or "    --runs N" */
    size_t count = list_options(command, options);
    int width = 0;
    for (size_t i = 0; i < count; i++) {
        const cli_option *option = options[i];
        char letter[5] = "    ";
        if (option->letter != 0)
            snprintf(letter, sizeof letter, "-%c, ", option->letter);
        int length = snprintf(heads[i], sizeof heads[i], "%s--%s%s%s", letter, option->name,
                              option->argument != NULL ? " " : "",
                              option->argument != NULL ? option->argument : "");
        width = length > width ? length : width;
    }
    width = width > 30 ? 30 : width;
    add_title(page, "Options");
    for (size_t i = 0; i < count; i++) {
        page_addf(page, "  %s", heads[i]);
        int blanks = width - (int)strlen(heads[i]) + 2;
        if (blanks < 2) {
            page_add(page, "\n");
            blanks = width + 4;
        }
        page_spaces(page, blanks);
        page_wrap(page, width + 4, width + 4, options[i]->help);
    }
}

static text_page help_of(const cli_command *command, text_style style)
{
    text_page page = page_new(style);
    const char *gap = command->name[0] != '\0' ? " " : "";
    page_wrapf(&page, 0, 0, "wyrm%s%s: %s.", gap, command->name, command->summary);
    page_addf(&page, "\nUsage: wyrm%s%s%s%s%s", gap, command->name,
              command->operands[0] != '\0' ? " " : "", command->operands,
              command->run == NULL ? "\n" : " [options]\n");
    if (command->text != NULL) {
        page_add(&page, "\n");
        page_wrap(&page, 0, 0, command->text);
    }
    if (command->commands != NULL)
        add_title(&page, "Commands");
    for (size_t i = 0; command->commands != NULL && command->commands[i] != NULL; i++) {
        page_addf(&page, "  %-14s  ", command->commands[i]->name);
        page_wrap(&page, 18, 18, command->commands[i]->summary);
    }
    if (command->run != NULL || command->options[0].name != NULL)
        add_options(&page, command);
    if (command->run != NULL) {
        page_add(&page, "\n");
        const double seconds = 1.3e-9 * cli_limit_steps(command);
        page_wrapf(
            &page, 0, 0,
            "It takes at most %d MiB of memory and %.0f billion steps of exact work, "
            "about %.0f %s (rules in Lua may take up to ten times as long)%s. WYRM_LIMIT=N in "
            "the environment allows N times as much.",
            CLI_LIMIT_MIB, cli_limit_steps(command) / 1e9, seconds < 120 ? seconds : seconds / 60,
            seconds < 120 ? "seconds" : "minutes",
            command->counts_games ? ", and some minutes of games that are played"
                                  : "; runs that are played are as many as are asked for, each of "
                                    "which may take as much");
    }
    if (command->examples[0].shows != NULL)
        add_title(&page, "Examples");
    for (size_t i = 0; command->examples[i].shows != NULL; i++) {
        page_add(&page, "  ");
        page_wrap(&page, 2, 2, command->examples[i].shows);
        page_addf(&page, "    %s\n", command->examples[i].line);
    }
    return page;
}

static int print_help(const cli_command *command)
{
    text_page page = help_of(command, cli_style());
    int result = cli_print(command, &page);
    page_free(&page);
    return result;
}

/* ---- Arguments ---- */

/* The row for a value that getopt returns: an option's letter, or 256 plus the row's index. */
static size_t index_of(const cli_option *const *rows, size_t count, int value)
{
    if (value >= 256)
        return (size_t)value - 256;
    for (size_t i = 0; i < count; i++)
        if (value == rows[i]->letter)
            return i;
    return count;
}

/* getopt accepts abbreviations of options, so what is left may be misspelt: a suggestion is only
 * made for a word that is nearly an option's name. */
static void complain_misspelt(const cli_command *command, const char *typed,
                              const char *const *names, size_t count)
{
    const char *near = rs_misspelt(typed + strspn(typed, "-"), names, count);
    if (strcmp(typed, "--allow-run") == 0)
        cli_complain(command,
                     "--allow-run is for games of your own, and this needs rules (for such games "
                     "there are check, sim, compare, report, replay and verify)");
    else if (near != NULL)
        cli_complain(command, "unknown option '%s' (did you mean '--%s'?)", typed, near);
    else
        cli_complain(command, "unknown option '%s' (see wyrm %s --help)", typed, command->name);
}

/* Reports what getopt could not read: '?' an unknown option, ':' a missing argument. */
static void complain_option(const cli_command *command, const cli_option *const *rows, size_t count,
                            int kind, const char *typed)
{
    if (kind == ':') {
        const cli_option *row = rows[index_of(rows, count, optopt)];
        cli_complain(command, "--%s takes %s, but nothing follows it", row->name, row->argument);
    } else if (optopt >= 256) {
        cli_complain(command, "--%s takes no value, found '%s'", rows[optopt - 256]->name, typed);
    } else if (optopt != 0) {
        cli_complain(command, "unknown option '-%c'", (char)optopt);
    } else {
        char name[64] = "";
        const char *candidates[CLI_OPTIONS_MAX + 1];
        for (size_t i = 0; i < count; i++)
            candidates[i] = rows[i]->name;
        strncat(name, typed, strcspn(typed, "=") < 63 ? strcspn(typed, "=") : 63);
        /* Removed options of earlier versions, which could also estimate runs instead of playing
         * them. */
        if (strcmp(name, "--fidelity") == 0 || strcmp(name, "--calibrate") == 0)
            cli_complain(command, "there is no %s any more: runs are always played", name);
        else
            complain_misspelt(command, name, candidates, count);
    }
}

/* Checks the number of operands and names those that are missing: "ATTACKER DEFENDER" of "RULESET
 * ATTACKER DEFENDER". In "RULESET ATTACKER DEFENDER | AMOUNT" only the first alternative is
 * checked; takes_other says whether the other one is meant. */
static bool operands_fit(const cli_command *command, const cli_options *options)
{
    size_t least = 0, most = 0, given = options->operand_count;
    const char *at = command->operands;
    if (command->takes_other != NULL && command->takes_other(options))
        return true;
    for (size_t length; *at != '\0' && *at != '|'; at += length + (at[length] == ' ')) {
        length = strcspn(at, " ");
        least += *at != '[';
        most = length > 3 && strncmp(at + length - 3, "...", 3) == 0 ? SIZE_MAX : most + 1;
    }
    if (given < least) {
        const char *rest = command->operands, *other = strstr(rest, " |");
        for (size_t i = 0; i < given; i++)
            rest += strcspn(rest, " ") + 1;
        size_t length = other != NULL && given > 0 ? (size_t)(other - rest) : strlen(rest);
        return cli_complain(command, "missing %.*s (usage: wyrm %s %s)", (int)length, rest,
                            command->name, command->operands);
    }
    return given <= most ||
           cli_complain(command, "'%s' is one word too many (usage: wyrm %s%s%s)",
                        options->operands[most], command->name,
                        command->operands[0] != '\0' ? " " : "", command->operands);
}

/* Reads argv[1..argc-1], options and operands in any order. False, with a message, if they do not
 * make sense, or an option would have no effect. */
static bool parse(const cli_command *command, int argc, char **argv, cli_options *out)
{
    const cli_option *rows[CLI_OPTIONS_MAX + 1];
    struct option names[CLI_OPTIONS_MAX + 2] = {0};
    char letters[2 * CLI_OPTIONS_MAX + 4] = ":";
    bool given[CLI_OPTIONS_MAX + 1] = {false};
    size_t count = list_options(command, rows), used = 1;
    int found;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    *out = (cli_options){.seed = 1, .threads = processors < 1 ? 1 : (uint64_t)processors};
    out->threads = out->threads > CLI_THREADS_MAX ? CLI_THREADS_MAX : out->threads;
    for (size_t i = 0; i < count; i++) {
        bool argument = rows[i]->argument != NULL;
        names[i] = (struct option){.name = rows[i]->name,
                                   .has_arg = argument ? required_argument : no_argument,
                                   .val = 256 + (int)i};
        if (rows[i]->letter != 0)
            used += (size_t)snprintf(letters + used, sizeof letters - used, "%c%s", rows[i]->letter,
                                     argument ? ":" : "");
    }
    opterr = 0;
    while ((found = getopt_long(argc, argv, letters, names, NULL)) != -1) {
        if (found == '?' || found == ':') {
            complain_option(command, rows, count, found, argv[optind - 1]);
            return false;
        }
        size_t index = index_of(rows, count, found);
        if (rows[index]->read == NULL)
            *(bool *)((char *)out + rows[index]->offset) = true;
        else if (!rows[index]->read(command, rows[index], optarg, out))
            return false;
        given[index] = true;
    }
    out->operands = argv + optind;
    out->operand_count = (size_t)(argc - optind);
    if (out->help)
        return true;
    if (!operands_fit(command, out))
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *words = given[i] && rows[i]->need != NULL ? rows[i]->need(out) : NULL;
        if (words != NULL)
            return cli_complain(command, "--%s goes %s", rows[i]->name, words);
    }
    return true;
}

/* ---- Which command ---- */

#define NAMES_MAX 32

static int complain_unknown(const cli_command *parent, const char *word)
{
    const char *names[NAMES_MAX];
    size_t count = 0;
    for (; parent->commands[count] != NULL && count < NAMES_MAX; count++)
        names[count] = cli_last_word(parent->commands[count]->name);
    if (word[0] == '-')
        cli_complain_near(parent, word, (const char *const[]){"--help", "--version"}, 2,
                          "unknown option '%s' before the command", word);
    else
        cli_complain_near(parent, word, names, count, "unknown command '%s'", word);
    return CLI_USAGE;
}

/* Runs a command; argv[0] is its name. `wyrm` alone prints what there is, but is an error all the
 * same. */
static int run(const cli_command *command, const wyrm_maker *maker, int argc, char **argv)
{
    const cli_command *below =
        command->commands != NULL && argc > 1 ? cli_find_command(command, argv[1]) : NULL;
    if (below != NULL)
        return run(below, maker, argc - 1, argv + 1);
    if (command->run != NULL) {
        cli_options options;
        if (!parse(command, argc, argv, &options))
            return CLI_USAGE;
        options.program = &program;
        options.maker = maker;
        return options.help ? print_help(command) : cli_run(command, &options);
    }
    if (argc < 2) {
        text_style style = cli_style();
        style.colour = false;
        text_page page = help_of(command, style);
        fputs(page_text(&page), stderr);
        page_free(&page);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return print_help(command);
    if (command == &program && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)) {
        char text[64];
        snprintf(text, sizeof text, "wyrm %s\n", wyrm_version());
        if (argc == 2)
            return cli_print_text(command, text);
        cli_complain(command, "%s stands alone, found '%s' after it", argv[1], argv[2]);
        return CLI_USAGE;
    }
    /* "help rules show" means "rules show --help". */
    bool help = strcmp(argv[1], "help") == 0;
    for (int i = 2; i < argc && help && command->commands != NULL; i++) {
        const cli_command *next = cli_find_command(command, argv[i]);
        if (next == NULL)
            return complain_unknown(command, argv[i]);
        command = next;
    }
    if (help)
        return print_help(command);
    return complain_unknown(command, argv[1]);
}

int main(int argc, char **argv)
{
    /* A closed standard stream would be given to the next file that is opened: keep its place by
     * one that cannot be written to. */
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF && open("/dev/null", O_RDONLY) < 0)
            break;
    setlocale(LC_CTYPE, "");
    cli_signals_catch();
    int result;
    cli_ranks *ranks;
    if (!cli_ranks_begin(&program, &ranks, &result))
        return result;
    cli_limits_begin(&program);
    result = run(&program, cli_ranks_maker(ranks), argc, argv);
    cli_ranks_end(ranks);
    if (fclose(stdout) != 0 && result == CLI_DONE) {
        fprintf(stderr, "wyrm: the output cannot be written: %s\n", strerror(errno));
        result = CLI_INTERNAL;
    }
    return cli_signal() != 0 ? 128 + cli_signal() : result;
}
