/* wyrm play: the game in the terminal. */
#include <stdio.h>
#include <unistd.h>

#include "cli/internal.h"
#include "term/internal.h"

#define SIGNALLED 128 /* and the number of the signal: as shells tell it */

int cli_end_of_game(const cli_command *command, term_end end, const term_outcome *outcome,
                    const wyrm_errors *errors)
{
    static const int exits[] = {
        [TERM_END_LEFT] = CLI_DONE,         [TERM_END_SIGNAL] = SIGNALLED,
        [TERM_END_NO_TERMINAL] = CLI_USAGE, [TERM_END_BAD_DATA] = CLI_BAD_DATA,
        [TERM_END_INTERNAL] = CLI_INTERNAL,
    };
    if (outcome->words[0] != '\0')
        cli_complain(command, "%s", outcome->words);
    if (wyrm_errors_count(errors) > 0)
        cli_errors(command, NULL, errors, WYRM_OK);
    return exits[end] + (end == TERM_END_SIGNAL ? outcome->signal : 0);
}

/* The file of keys goes to standard output, where it belongs is told beside it. */
static int print_keys(const cli_command *command, wyrm_errors *errors)
{
    char *text, path[TERM_PATH_MAX];
    term_outcome outcome = {0};
    term_end end = term_program_keys(&text, path, errors);
    if (end != TERM_END_LEFT)
        return cli_end_of_game(command, end, &outcome, errors);
    int result = cli_print_text(command, text);
    wyrm_free(text);
    if (result == CLI_DONE)
        cli_complain(command, "it belongs into %s", path);
    return result;
}

/* A bot plays, and the recording is watched. */
static int watch_bot(const cli_command *command, const cli_options *options, wyrm_errors *errors)
{
    wyrm_error error = {0};
    wyrm_design *design;
    cli_without without;
    term_outcome outcome;
    term_watch_options recording = {
        .speed = CLI_WATCH_SPEED,
        .terminal = {.no_color = options->no_color, .ascii = options->ascii}};
    wyrm_run_options how = {0};
    if (!cli_part_without(command, options->without, &without) ||
        !cli_find_bot(command, options->bot, &how.bot))
        return CLI_USAGE;
    int result = cli_open(command, options->operands[0], &design);
    if (result != CLI_DONE)
        return result;
    how.without = without.words;
    how.without_count = without.count;
    if (isatty(STDERR_FILENO))
        cli_complain(command, "the %s plays %s to its end, seed %llu, run %llu ...", options->bot,
                     options->operands[0], (unsigned long long)options->seed,
                     (unsigned long long)options->run);
    wyrm_status status = wyrm_run_record(design, &how, options->operands[0], options->seed,
                                         options->run, &recording.replay, &error);
    wyrm_design_free(design);
    if (status != WYRM_OK)
        return cli_error(command, &error, true);
    term_end end = term_program_watch(&recording, &outcome, errors);
    return cli_end_of_game(command, end, &outcome, errors);
}

static int play(const cli_command *command, const cli_options *options, wyrm_errors *errors)
{
    cli_without without;
    term_outcome outcome;
    if (!cli_part_without(command, options->without, &without))
        return CLI_USAGE;
    term_play_options game = {
        .ruleset = options->operand_count > 0 ? options->operands[0] : NULL,
        .seeded = options->seed_given,
        .seed = options->seed,
        .anew = options->anew,
        .without = without.words,
        .without_count = without.count,
        .practice = options->last_floor,
        .terminal = {.no_color = options->no_color, .ascii = options->ascii},
    };
    term_end end = term_program_play(&game, &outcome, errors);
    return cli_end_of_game(command, end, &outcome, errors);
}

static int run(const cli_command *command, const cli_options *options)
{
    bool about_game = options->seed_given || options->anew || options->last_floor ||
                      options->without != NULL || options->bot != NULL;
    wyrm_errors *errors;
    if (options->operand_count == 0 && about_game) {
        cli_complain(command,
                     "--seed, --new, --without, --last-floor and --watch-bot need a RULESET");
        return CLI_USAGE;
    }
    if (options->bot != NULL && (options->anew || options->last_floor)) {
        cli_complain(command, "--watch-bot takes no --new and no --last-floor");
        return CLI_USAGE;
    }
    if (options->run_given && options->bot == NULL) {
        cli_complain(command, "--run is about --watch-bot");
        return CLI_USAGE;
    }
    if (options->keys && (options->operand_count > 0 || options->no_color || options->ascii)) {
        cli_complain(command, "--keys stands alone");
        return CLI_USAGE;
    }
    if (wyrm_errors_new(&errors) != WYRM_OK)
        return CLI_INTERNAL;
    int result = options->keys          ? print_keys(command, errors)
                 : options->bot != NULL ? watch_bot(command, options, errors)
                                        : play(command, options, errors);
    wyrm_errors_free(errors);
    return result;
}

static const cli_option rows[] = {
    {.name = "seed",
     .argument = "N",
     .read = cli_read_seed,
     .greatest = CLI_SEED_MAX,
     .help = "what the dungeon is made of; the game of it that is saved, else a new one (default: "
             "drawn, and shown)"},
    CLI_FLAG('n', "new", anew, .help = "a new game, also where one of the ruleset is saved"),
    CLI_TEXT(0, "without", "LIST", without,
             .help = "what you leave alone: items, classes or categories, such as scrolls,armor"),
    CLI_TEXT(0, "watch-bot", "NAME", bot,
             .help =
                 "instead: watch a bot play: idle, random, diver, brawler, explorer, tactician"),
    {.name = "run",
     .argument = "N",
     .read = cli_read_run,
     .greatest = CLI_RUNS_MAX,
     .help = "which of the bot's games, as `wyrm sim` numbers them (default 0)"},
    CLI_OPTIONS_OF_TERMINAL,
    CLI_FLAG('k', "keys", keys, .help = "instead: the file of keys as it would be, to be changed"),
    CLI_FLAG(0, "last-floor", last_floor,
             .help = "for trying things out: begin on the last floor, well equipped; neither saved "
                     "nor scored"),
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_play = {
    .name = "play",
    .operands = "[RULESET]",
    .summary = "the game, in the terminal",
    .text = "Without a RULESET, the title: saved games, new ones, high scores. With one, its game "
            "that was played last goes on, or a new one begins. The engine is the one that the "
            "other commands simulate. ? shows help inside.",
    .options = rows,
    .examples =
        {
            {"The title", "wyrm play"},
            {"A dungeon that a friend can play, too", "wyrm play ruggrogue --seed 42"},
            {"Rules of your own", "wyrm play ./dungeon.yaml --new"},
            {"The reckoner at work", "wyrm play tutorial --watch-bot tactician --seed 7"},
            {"Keys of your own, to be put where it says", "wyrm play --keys"},
        },
    .least_operands = 0,
    .most_operands = 1,
    .run = run,
};
