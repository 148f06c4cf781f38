/* wyrm play: the game in the terminal, or a bot's game to watch; term/ has its screens. */
#include <unistd.h>
#include "cli/internal.h"

#define SIGNALLED 128 /* plus the signal's number, as shells do */

void cli_end_of_game(cli_job *job, term_end end, const term_outcome *outcome,
                     const wyrm_errors *errors)
{
    static const int exits[] = {
        [TERM_END_LEFT] = CLI_DONE,         [TERM_END_SIGNAL] = SIGNALLED,
        [TERM_END_NO_TERMINAL] = CLI_USAGE, [TERM_END_BAD_DATA] = CLI_BAD_DATA,
        [TERM_END_INTERNAL] = CLI_INTERNAL,
    };
    if (outcome->words[0] != '\0')
        cli_complain(job->command, "%s", outcome->words);
    if (wyrm_errors_count(errors) > 0)
        cli_errors(job->command, NULL, errors, WYRM_OK);
    job->result = exits[end] + (end == TERM_END_SIGNAL ? outcome->signal : 0);
}

/* Prints the file of keys to standard output, and on stderr where it belongs. */
static void print_keys(cli_job *job, wyrm_errors *errors)
{
    char *text, path[TERM_PATH_MAX];
    term_outcome outcome = {0};
    term_end end = term_program_keys(&text, path, errors);
    if (end != TERM_END_LEFT) {
        cli_end_of_game(job, end, &outcome, errors);
        return;
    }
    job->result = cli_print_text(job->command, text);
    wyrm_free(text);
    if (job->result == CLI_DONE)
        cli_complain(job->command, "it belongs into %s", path);
}

/* Has a bot play a game to its end, and shows the recording. */
static void watch_bot(cli_job *job, wyrm_errors *errors)
{
    const cli_options *options = job->options;
    term_outcome outcome;
    term_play_options recording = {
        .speed = CLI_WATCH_SPEED,
        .last = (uint32_t)options->last,
        .terminal = {.no_color = options->no_color, .ascii = options->ascii}};
    wyrm_run_options how = {0};
    cli_part_without(job, options->without, &how);
    how.bot = cli_find_bot(job, options->bot);
    wyrm_design *design = cli_open_to_play(job, options->operands[0]);
    if (wyrm_design_plain(design)[0] != '\0')
        cli_complain(job->command, "what the ruleset leaves open is plain here: %s",
                     wyrm_design_plain(design));
    if (isatty(STDERR_FILENO))
        cli_complain(job->command, "the %s plays %s to its end, seed %llu, run %llu ...",
                     options->bot, options->operands[0], (unsigned long long)options->seed,
                     (unsigned long long)options->run);
    wyrm_status status = wyrm_run_record(design, &how, options->operands[0], options->seed,
                                         options->run, &recording.replay, job->error);
    cli_must_typed(job, status);
    term_end end = term_program_run(&recording, &outcome, errors);
    cli_end_of_game(job, end, &outcome, errors);
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    const bool about_game = options->seed_given || options->anew || options->last_floor ||
                            options->without != NULL || options->bot != NULL;
    if (options->operand_count == 0 && about_game)
        cli_refuse(job, "--seed, --new, --without, --last-floor and --watch-bot need a RULESET");
    if (options->bot != NULL && (options->anew || options->last_floor))
        cli_refuse(job, "--watch-bot takes no --new and no --last-floor");
    if (options->run_given && options->bot == NULL)
        cli_refuse(job, "--run is about --watch-bot");
    if (options->last > 0 && options->bot == NULL)
        cli_refuse(job, "--last is about --watch-bot");
    if (options->keys && (options->operand_count > 0 || options->no_color || options->ascii))
        cli_refuse(job, "--keys stands alone");
    if (options->operand_count > 0)
        cli_must_be_rules(job, options->operands[0]);
    wyrm_errors *errors = cli_new_errors(job);
    if (options->keys) {
        print_keys(job, errors);
        return;
    }
    if (options->bot != NULL) {
        watch_bot(job, errors);
        return;
    }
    term_outcome outcome;
    wyrm_run_options left = {0};
    cli_part_without(job, options->without, &left);
    const term_play_options game = {
        .game = {.ruleset = options->operand_count > 0 ? options->operands[0] : NULL,
                 .allowed = options->allow_path,
                 .seed = options->seed,
                 .without = left.without,
                 .without_count = left.without_count,
                 .practice = options->last_floor},
        .seeded = options->seed_given,
        .anew = options->anew,
        .terminal = {.no_color = options->no_color, .ascii = options->ascii},
    };
    term_end end = term_program_run(&game, &outcome, errors);
    cli_end_of_game(job, end, &outcome, errors);
}

/* clang-format off */
const cli_command cli_play = {
    .name = "play", .operands = "[RULESET]", .run = run,
    .summary = "the game, in the terminal",
    .text = "Without a RULESET, the title: saved games, new ones, high scores. With one, its game "
            "that was played last goes on, or a new one begins. The engine is the one that the "
            "other commands simulate. ? shows help inside. Of a ruleset that says how fights go, who "
            "plays and which monsters there are, but not where they are met or what lies there, "
            "that is plain: as many depths as monsters, at most 10, the weakest first, of a few "
            "rooms each; weapons, armors and items lie about, and where there are none hit points "
            "come back by themselves.",
    .options = {
        {0, "seed", "N", "what the dungeon is made of; the game of it that is saved, else a new "
         "one (default: drawn, and shown)", CLI_SEED},
        {'n', "new", NULL, "a new game, also where one of the ruleset is saved", CLI_FLAG(anew)},
        {0, "without", "LIST", "what you leave alone: items, classes or categories, such as "
         "scrolls,armor", CLI_TEXT(without)},
        {0, "watch-bot", "NAME", "instead: watch a bot play: idle, random, diver, brawler, "
         "explorer, tactician", CLI_TEXT(bot)},
        {0, "run", "N", "which of the bot's games, as `wyrm sim` numbers them (default 0)",
         CLI_RUN},
        {'l', "last", "N", "with --watch-bot: begin N turns before its end",
         CLI_WHOLE(last, 1, CLI_TURNS_MAX)},
        CLI_OPTION_NO_COLOR, CLI_OPTION_ASCII, CLI_OPTION_ALLOW_PATH,
        {'k', "keys", NULL, "instead: the file of keys as it would be, to be changed",
         CLI_FLAG(keys)},
        {0, "last-floor", NULL, "for trying things out: begin on the last floor, well equipped; "
         "neither saved nor scored", CLI_FLAG(last_floor)}},
    .examples = {{"The title", "wyrm play"},
                 {"A dungeon that a friend can play, too", "wyrm play ruggrogue --seed 42"},
                 {"Rules of your own", "wyrm play ./dungeon.yaml --new"},
                 {"The reckoner at work", "wyrm play tutorial --watch-bot tactician --seed 7"},
                 {"Keys of your own, to be put where it says", "wyrm play --keys"}},
};
