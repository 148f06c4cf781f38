/* Commands and what they share.
 *
 * A command is a row of a table with its options, examples and function, from which help and
 * parsing both come; all options of all commands have their values in one struct. Its function runs
 * as a job (cli_job), which owns all that it opens and makes: it asks the library, and has what
 * that found written into the job's page (text/internal.h), which is the answer. The page is
 * printed when the function returns; every other way to end the program is in job.c. */
#ifndef WYRM_SRC_CLI_INTERNAL_H
#define WYRM_SRC_CLI_INTERNAL_H

#include "term/internal.h"
#include "text/internal.h"

/* Exit statuses of the program. */
typedef enum cli_exit {
    CLI_DONE = 0,
    CLI_FAILED = 1,   /* a check does not hold; only with --strict, --gate or the like */
    CLI_USAGE = 2,    /* the arguments do not make sense */
    CLI_BAD_DATA = 3, /* a ruleset or file is invalid */
    CLI_INTERNAL = 4, /* out of memory, output cannot be written, a bug */
} cli_exit;

/* A range of levels: --levels A..B. */
typedef struct cli_levels {
    bool given;
    int32_t first, last;
} cli_levels;

/* --curve KEY=FROM..TO[:STEP] */
typedef struct cli_curve_option {
    bool given;
    char key[80];
    double first, last, step; /* step 0: not given */
} cli_curve_option;

/* A number that may be missing. */
typedef struct cli_number {
    bool given;
    double value;
} cli_number;

/* The values of an option that can be given several times, in their order. */
#define CLI_LIST_MAX 16
typedef struct cli_list {
    size_t count;
    const char *texts[CLI_LIST_MAX];
} cli_list;

/* The values of all options of all commands; a command reads those that its rows name. A missing
 * text is NULL. A missing number is 0 if that stands for its default; else a flag beside it says
 * whether it was given. */
typedef struct cli_options {
    bool help, json, strict, verbose;
    bool explain, fired, thrown, matrix, monsters, floors, rooms, bands, why; /* exact answers */
    bool gold, shops, drops;                                                  /* loot */
    bool all, sim, exact, mix, asleep, check;                                 /* runs */
    bool anew, no_color, ascii, keys, last_floor;                             /* play, replay */
    bool seed_given, run_given;
    const char *against, *with, *svg, *first, *gear, *mode, *category, *item, *band, *pity_reset;
    const char *shard; /* part of the runs or variants: "3/64", "auto/64" */
    const char *bot, *without, *arena, *shape, *csv, *from, *output, *ruleset;
    const char *format, *into; /* rules export, import */
    const char *gate, *baseline, *markdown, *junit, *compare, *effort_text;
    const char *log, *columns, *player, *game; /* verify */
    bool fights;
    uint64_t attacks;
    uint64_t seed, runs, threads, depth, run, first_run, max_runs, turns, tiles, speed, last;
    wyrm_effort effort;
    cli_number error, distance, off_centre, tracker, alarm;
    cli_number low, high, step; /* solve */
    const char *as;
    const char *only;      /* worth */
    const char *keys_text; /* tune: --keys */
    bool apply;
    cli_number by;    /* sense: the step */
    cli_list metrics; /* sense, sweep */
    cli_list over;    /* sweep */
    bool targets;     /* sweep */
    const char *html; /* sense, sweep: where the page goes */
    cli_curve_option curve;
    cli_levels levels;
    const char *map, *outcomes; /* results import, with `game` as the game's name */
    cli_number bad;
    bool dry_run;
    bool allow_run;         /* games of the user's own */
    const char *allow_path; /* a folder whose files rulesets may extend, too */
    const char *template;   /* rules new */
    cli_list agents, sets, engines;
    size_t operand_count;
    char **operands;                   /* points into argv */
    const struct cli_command *program; /* the root of all commands */
    const wyrm_maker *maker;           /* makes runs on the ranks of MPI; NULL: use threads */
} cli_options;

typedef struct cli_command cli_command;
struct cli_job;

/* An option of a command. `read` stores its argument as the row says, or complains and returns
 * false. */
typedef struct cli_option {
    char letter;          /* for "-v"; 0: none */
    const char *name;     /* without dashes; NULL ends a table */
    const char *argument; /* "N"; NULL for a flag */
    const char *help;     /* a sentence without full stop */
    size_t offset;        /* of the value, in cli_options */
    bool (*read)(const cli_command *command, const struct cli_option *option, const char *text,
                 cli_options *out); /* NULL: a flag, which sets a bool */
    uint64_t least, greatest;       /* limits of numbers */
    const char *const *choices;     /* ended by NULL */
    size_t given;                   /* offset of a bool to set, too; 0: none */
    /* Returns, by all options that were given, a phrase to follow "--junit goes", such as "only
     * with --sim", if this option would have no effect; else NULL. A row without the function is
     * always allowed. */
    const char *(*need)(const cli_options *options);
    size_t most; /* of a list: the number of values */
} cli_option;

/* An example: what it shows, and the command line. */
typedef struct cli_example {
    const char *shows, *line;
} cli_example;

#define CLI_OPTIONS_MAX  24
#define CLI_EXAMPLES_MAX 6

/* Every command also has --help, behind its own options. The notation of operands is parsed:
 * "[RULESET]" may be missing, "FILE..." stands for one or more. */
struct cli_command {
    const char *name;     /* "rules show" */
    const char *operands; /* "RULESET ATTACKER DEFENDER"; an alternative behind " | " */
    const char *summary;  /* in lists of commands */
    const char *text;     /* paragraphs for --help, separated by empty lines; or NULL */
    void (*run)(struct cli_job *job);
    bool (*takes_other)(const cli_options *options); /* alternative operands? NULL: none */
    /* Subcommands, ended by NULL. A command with `run` as well runs that unless the first word
     * names a subcommand. */
    const cli_command *const *commands;
    cli_option options[CLI_OPTIONS_MAX + 1];
    cli_example examples[CLI_EXAMPLES_MAX + 1];
    double steps;      /* limit on exact work; 0: CLI_LIMIT_STEPS */
    bool counts_games; /* it decides how many games it plays: their work is limited, too */
    bool does_without; /* games that are too much work are refused, and it tells the rest */
};

/* The commands of `wyrm`; each file has one or a few. */
extern const cli_command cli_check, cli_compare, cli_completion, cli_curve, cli_duel, cli_engine,
    cli_etp, cli_fixtures, cli_hit, cli_loot, cli_play, cli_replay, cli_report, cli_results,
    cli_rules, cli_sense, cli_sim, cli_solve, cli_sweep, cli_tune, cli_verify, cli_worth;

/* ---- Names of commands, rows of options (options.c) ---- */

/* cli_last_word: "show" of "rules show". cli_find_command: the subcommand of that last word, or
 * NULL. */
const char *cli_last_word(const char *name);
const cli_command *cli_find_command(const cli_command *parent, const char *name);

/* Readers of option arguments: a whole number, a decimal one, a text that is not empty, one of the
 * row's choices, levels A..B, another value of a list, --effort low|normal|high|N, and --curve
 * KEY=FROM..TO[:STEP]. */
typedef bool cli_reader(const cli_command *command, const struct cli_option *option,
                        const char *text, cli_options *out);
cli_reader cli_read_whole, cli_read_number, cli_read_text, cli_read_choice, cli_read_levels,
    cli_read_effort, cli_read_list, cli_read_curve;

/* Parse a whole number in least..greatest, or a finite decimal number in text[length]; no blanks or
 * other characters around it. Return false if there is none. */
bool cli_whole(const char *text, int64_t least, int64_t greatest, int64_t *out);
bool cli_decimal(const char *text, size_t length, double *out);

/* The end of an option's row: where its value goes, and its reader. */
#define CLI_FLAG(field)        .offset = offsetof(cli_options, field)
#define CLI_TEXT(field)        CLI_FLAG(field), .read = cli_read_text
#define CLI_LEVELS             CLI_FLAG(levels), .read = cli_read_levels
#define CLI_LIST(field, times) CLI_FLAG(field), .read = cli_read_list, .most = times
#define CLI_EFFORT             CLI_FLAG(effort), .read = cli_read_effort
#define CLI_CHOICE(field)      CLI_FLAG(field), .read = cli_read_choice
#define CLI_WHOLE(field, from, to)                                                                 \
    CLI_FLAG(field), .read = cli_read_whole, .least = from, .greatest = to
#define CLI_NUMBER(field, to) CLI_FLAG(field), .read = cli_read_number, .greatest = to
#define CLI_GIVEN(field)      .given = offsetof(cli_options, field)
#define CLI_RUN               CLI_WHOLE(run, 0, CLI_RUNS_MAX), CLI_GIVEN(run_given)
#define CLI_SEED              CLI_WHOLE(seed, 0, CLI_SEED_MAX), CLI_GIVEN(seed_given)

/* Limits and rows that several commands share. */
#define CLI_SEED_MAX    INT64_MAX
#define CLI_RUNS_MAX    1000000000u
#define CLI_THREADS_MAX 256u
#define CLI_TURNS_MAX   100000000
/* clang-format off */
#define CLI_OPTION_JSON \
    {0, "json", NULL, "one JSON object for scripts instead of text", CLI_FLAG(json)}
#define CLI_OPTION_SEED \
    {0, "seed", "N", "of the random numbers; the same seed gives the same answer (default 1)", \
     CLI_SEED}
#define CLI_OPTION_SEED_UNUSED \
    {0, "seed", "N", "taken as by every command; nothing here is random", CLI_SEED}
#define CLI_OPTION_THREADS \
    {0, "threads", "N", "how many work at once; the answer is the same for any number (default: " \
     "one a processor)", CLI_WHOLE(threads, 1, CLI_THREADS_MAX)}
/* For commands that open rulesets. */
#define CLI_OPTION_ALLOW_PATH \
    {0, "allow-path", "FOLDER", "rulesets may extend the files of this folder, too, not only those " \
     "beside and below them", CLI_TEXT(allow_path)}
/* For commands that show the game. */
#define CLI_OPTION_NO_COLOR \
    {0, "no-color", NULL, "bold, reverse and underlined instead of colours, as with NO_COLOR set", \
     CLI_FLAG(no_color)}
#define CLI_OPTION_ASCII \
    {0, "ascii", NULL, "no character that is not ASCII, as where the locale is not UTF-8", \
     CLI_FLAG(ascii)}
/* For games of the user's own. */
#define CLI_OPTION_ALLOW_RUN \
    {0, "allow-run", NULL, "of a game of your own: its command may run without a question", \
     CLI_FLAG(allow_run), .need = cli_needs_game}
#define CLI_OPTION_AGENT \
    {0, "agent", "NAME", "of a game of your own: who plays (default: the first of engine.agents)", \
     CLI_LIST(agents, 1), .need = cli_needs_game}
#define CLI_OPTION_SET \
    {0, "set", "KEY=VALUE,...", "of a game of your own: parameters that are set, over engine.set", \
     CLI_LIST(sets, CLI_LIST_MAX), .need = cli_needs_game}
/* clang-format on */
/* A number from a header, as text for a default in the help. */
#define CLI_TEXT_OF(number) #number
#define CLI_DEFAULT(number) CLI_TEXT_OF(number)

/* ---- Ranks of MPI (ranks.c) ---- */

/* The other processes that mpirun has started, as seen by rank 0.
 *
 * cli_ranks_begin starts MPI if this process is one of several; *out is NULL if not. It returns
 * false if the process has nothing more to do but end with *result: it was another rank, which has
 * served rank 0 by then, or the program was built without MPI, which has been said. */
typedef struct cli_ranks cli_ranks;
bool cli_ranks_begin(const cli_command *program, cli_ranks **out, int *result);
const wyrm_maker *cli_ranks_maker(const cli_ranks *ranks); /* NULL: none */
void cli_ranks_end(cli_ranks *ranks);                      /* NULL is allowed */

/* ---- A command at work (job.c) ---- */

/* The progress bar on stderr: shown if that is a terminal, once the work takes longer than a
 * second. */
typedef struct cli_progress {
    double started, drawn; /* cli_seconds */
    double done;           /* in [0, 1]; never decreases */
    int shown;             /* percent on the screen; -1: nothing */
    int width;             /* columns available */
    bool terminal;
} cli_progress;

/* A command that is running. Everything that it opens lives in the arena. A failure prints its
 * message and ends the command at once, wherever it happens, so commands are written as if nothing
 * could fail. */
typedef struct cli_job {
    base_arena arena;
    const cli_command *command;
    const cli_options *options;
    wyrm_error *error;  /* error of the arena: filled by library calls */
    text_page *page;    /* the answer, printed when the command returns */
    int result;         /* exit status of a command that returns */
    const char *advice; /* printed after an error in data; NULL: nothing */
    cli_progress progress;
    bool ended;                           /* by cli_end */
    const char *allowed, *allowed_folder; /* the program that may run (cli_meet); or NULL */
} cli_job;

/* Runs a command and returns its exit status. */
int cli_run(const cli_command *command, const cli_options *options);

/* End the command: cli_end when the reason has been printed; cli_give_up with a sentence about
 * unusable data (CLI_BAD_DATA); cli_refuse with one about arguments that make no sense together
 * (CLI_USAGE). */
_Noreturn void cli_end(cli_job *job, int result);
_Noreturn void cli_give_up(cli_job *job, const char *format, ...) WYRM_PRINTF(2, 3);
_Noreturn void cli_refuse(cli_job *job, const char *format, ...) WYRM_PRINTF(2, 3);

/* End the command with job->error unless `status` is WYRM_OK: as an error in data, or (`typed`) in
 * what was typed. */
void cli_must(cli_job *job, wyrm_status status);
void cli_must_typed(cli_job *job, wyrm_status status);
void cli_must_as(cli_job *job, wyrm_status status, bool typed);

/* A page, and a list of errors, that are freed with the job. */
text_page *cli_page(cli_job *job, text_style style);
wyrm_errors *cli_new_errors(cli_job *job);

/* Rulesets and combatants from operands. Where an operand is not a ruleset but a file of runs or
 * the description of a game, cli_must_be_rules ends the command, naming the commands for such
 * files; so do cli_open and cli_open_to_play. */
bool cli_is_game(const char *path);    /* starts nothing */
bool cli_is_results(const char *path); /* by its first bytes */
bool cli_is_recording(const char *path);
void cli_must_be_rules(cli_job *job, const char *name);
wyrm_design *cli_open(cli_job *job, const char *name);
wyrm_design *cli_open_to_play(cli_job *job, const char *name); /* by wyrm_design_open_game */
/* Ends the command unless the ruleset has all of these systems (wyrm_design_needs). */
void cli_needs(cli_job *job, const wyrm_design *design, unsigned systems);
/* Ends the command if --depth is below the last floor of the dungeon. */
void cli_depth_is_there(cli_job *job, const wyrm_design *design);
void cli_combatant(cli_job *job, const wyrm_design *design, const char *text, wyrm_combatant *out);

/* Checks of files before any work, and writing of files; each ends the command with a sentence if
 * it fails. cli_is_there: a file exists. cli_can_write: a file can be created or replaced (a NULL
 * path is fine). cli_can_open: the same, or it exists and is continued. cli_save_text writes a
 * text, cli_save a page that has not failed. */
void cli_is_there(cli_job *job, const char *path);
void cli_can_write(cli_job *job, const char *path);
void cli_can_open(cli_job *job, const char *path);
void cli_save_text(cli_job *job, const char *path, const char *text, bool replace);
void cli_save(cli_job *job, const char *path, const text_page *page);

/* Prints a line on stderr that begins with the command: "wyrm hit: missing DEFENDER". Characters
 * that could control the terminal are escaped, here and in all functions below. Returns false, for
 * readers to return. */
bool cli_complain(const cli_command *command, const char *format, ...) WYRM_PRINTF(2, 3);

/* The same, followed by the candidate nearest to `word` as a hint, or by a reference to --help. */
void cli_complain_near(const cli_command *command, const char *word, const char *const *candidates,
                       size_t count, const char *format, ...) WYRM_PRINTF(5, 6);

/* Ends with CLI_USAGE unless `word` is one of the candidates. Suggests the nearest, or lists
 * all. */
void cli_must_be_one(cli_job *job, const char *word, const char *const *candidates, size_t count,
                     const char *format, ...) WYRM_PRINTF(5, 6);

/* Prints all errors of a list, then their number. `asked`: the file that was typed, which may
 * extend those with the errors (NULL: the file of the first error). `status` is printed if the list
 * is empty. Returns the exit status. */
int cli_errors(const cli_command *command, const char *asked, const wyrm_errors *errors,
               wyrm_status status);

/* The exit status for a failure; `typed`: of what was typed. */
int cli_exit_of(wyrm_status status, bool typed);

/* The style of stdout, by its character set, terminal and NO_COLOR. */
text_style cli_style(void);

/* Write a page or a text to stdout. Return CLI_DONE, or after a message the exit status. */
int cli_print(const cli_command *command, const text_page *page);
int cli_print_text(const cli_command *command, const char *text);

/* Makes SIGINT and SIGTERM end the program with 130 or 143. They do so at once, or while progress
 * is shown as soon as the work checks cli_signal, so that a command can keep and report what it
 * has. A second signal does not wait for that, and the first at most ten seconds. */
void cli_signals_catch(void);
int cli_signal(void); /* the signal that has come, or 0 */

/* wyrm_file_write, with signals held back until it is done, so that no temporary file is left. */
WYRM_MUST_CHECK wyrm_status cli_write(const char *path, const char *text, bool replace,
                                      wyrm_error *error);

/* Begin and end work with a progress bar. cli_progress_start returns the context for
 * cli_progress_show, which returns false when a signal has come and the work should end. */
void *cli_progress_start(cli_job *job);
bool cli_progress_show(double done, void *context);
void cli_progress_end(cli_job *job);

/* Seconds of a monotonic clock. */
double cli_seconds(void);

/* cli_progress_show with words behind the bar, such as the estimate so far; and whether the bar
 * would be drawn now, so that computing an estimate is worthwhile. */
bool cli_progress_describe(double done, const char *words, cli_job *job);
bool cli_progress_is_due(double done, const cli_job *job);

/* ---- Limits on memory and work (limits.c) ---- */

/* The limits of a command, which WYRM_LIMIT in the environment multiplies: memory that the library
 * holds at a time; steps of exact work, as wyrm/memory.h counts them, for a command that answers
 * one question, and for one that answers many; and steps of games. */
#define CLI_LIMIT_MIB   1024
#define CLI_LIMIT_STEPS 1e10
#define CLI_LIMIT_MANY  2e10
#define CLI_LIMIT_GAMES 1e11

double cli_limit_steps(const cli_command *command);

/* For wyrm_gate_options.affords: how many of `wanted` runs the work allowed for games suffices for,
 * by the work of the first `done`. A command that asks this stops by itself when the limit is near,
 * so its games are only given up if the first few take too much, or the rest twice as much as those
 * let expect. */
uint64_t cli_limits_afford(uint64_t done, uint64_t wanted, void *context);

/* Lifts the limit on games, for a number of them that the user has asked for. */
void cli_limits_as_asked(void);

/* Installs the limits; to be called before anything else of the library. */
void cli_limits_begin(const cli_command *program);

/* Multiplies the limit on exact work, for a command that repeats a computation so many times. */
void cli_limits_times(double times);

/* cli_limits_of sets the running command, and whether a game is on the screen: then the program is
 * not ended, but the library refused. cli_limits_know sets what the message is about: the name of a
 * ruleset that is being opened, or an open ruleset; NULL when they no longer are. */
void cli_limits_of(const cli_command *command, bool on_screen);
void cli_limits_know(const char *opening, const wyrm_ruleset *ruleset);

/* ---- What several commands share ---- */

/* Reports how the game ended after the terminal was restored, and sets the exit status (play.c). */
void cli_end_of_game(cli_job *job, term_end end, const term_outcome *outcome,
                     const wyrm_errors *errors);

#define CLI_WATCH_SPEED 10 /* commands per second at first */

/* Prints a summary of runs, for `wyrm sim` and `wyrm results`: text or JSON, and the CSV file. This
 * and what follows is in sim.c. */
void cli_sim_print(cli_job *job, text_sim_answer *report);

/* Opens a file of results and the ruleset that its runs were made with: from its recorded path, or
 * from `from` unless that is NULL. Warns if the ruleset has changed since. */
wyrm_results *cli_open_results(cli_job *job, const char *path, const char *from,
                               wyrm_design **design);

/* Splits --without LIST (NULL: none) at its commas into the options of runs. */
#define CLI_WITHOUT_WORDS_MAX   32 /* as many as a recording takes */
#define CLI_WITHOUT_LETTERS_MAX 1023
void cli_part_without(cli_job *job, const char *list, wyrm_run_options *out);

/* Finds a bot by name; ends the command if there is none. */
const wyrm_bot_kind *cli_find_bot(cli_job *job, const char *name);

/* The bots that --bot names, separated by commas; `ladder` stands for all that play, from weak to
 * strong. Returns their number, 0 without --bot. */
size_t cli_bots(cli_job *job, const char *const **out);

typedef struct cli_sim_setup {
    wyrm_run_options run;
    wyrm_results_facts facts;
    wyrm_arena arena;
} cli_sim_setup;

/* Reads the options that say what is simulated. *out must stay at its address, as it points into
 * itself. */
void cli_sim_read(cli_job *job, const cli_options *options, const wyrm_design *design,
                  const char *source, cli_sim_setup *out);

/* ---- Runs of rules and of games (runs.c) ---- */

/* Says how many of the wanted runs the file behind -o had already. `count`: all runs in the
 * file. */
void cli_runs_report_old(cli_job *job, uint64_t had, uint64_t count, uint64_t wanted);

/* Reads --shard INDEX/COUNT, for `parts` things called `what`; `auto` takes the index from the
 * environment. *index is from 0. */
void cli_read_shard(cli_job *job, uint64_t parts, const char *what, uint64_t *index,
                    uint64_t *count);

/* Whether runs that were added to a file should be flushed now; *kept is the time of the last
 * flush, in cli_seconds, and is updated. */
bool cli_runs_keep(double *kept);

/* Reading of runs from one file after another, with progress. */
typedef struct cli_reading {
    cli_job *job;
    uint64_t done, all; /* runs; `all` is what the files say */
} cli_reading;

/* To be called for every run read: WYRM_ERROR_LIMIT when a signal has come. */
WYRM_MUST_CHECK wyrm_status cli_read_on(cli_reading *reading, wyrm_error *error);

/* The files that `wyrm results` sums up: first *count operands other than the output file, then,
 * within *all, the output file if it has runs already. cli_reading_of: the progress of reading
 * them, and of reading the first `count` again if there is an output file. */
const char **cli_runs_files(cli_job *job, size_t *count, size_t *all);
cli_reading cli_reading_of(cli_job *job, const char *const *files, size_t count, size_t all);

/* The command that repeats a comparison, sweep or `sense`, with every option that affects its
 * result; "" if it is too long or cannot be quoted for a shell. */
const char *cli_runs_again(cli_job *job, uint64_t seed);

/* Writes a baseline and prints the command that compares with it. Takes ownership of `text`.
 * `whose`: "seed 1", or an agent. */
void cli_save_baseline(cli_job *job, char *text, size_t runs, const char *whose);

/* Ends the progress bar and prints a judgement, after filling in the rest of the report; or prints
 * the errors and ends the command. */
void cli_judged(cli_job *job, wyrm_status status, wyrm_judgement *judgement,
                const wyrm_errors *errors, text_check_answer *report);

/* ---- Games of the user's own (external.c) ---- */

/* Whether a file holds runs of such a game. */
bool cli_is_game_results(const char *path);

/* For cli_option.need: NULL if an operand is a game or a file of its runs, and if none is. */
const char *cli_needs_game(const cli_options *options);
const char *cli_needs_rules(const cli_options *options);

/* Open the description of a game, and a file of its runs. Nothing is started. */
wyrm_external *cli_open_game(cli_job *job, const char *path);
wyrm_external_results *cli_open_game_results(cli_job *job, const char *path);

/* Starts a game and has it say hello, if its program may run: with --allow-run, or if somebody at
 * the terminal agrees after seeing the command and its folder. Asks only once per command line and
 * job. */
void cli_meet(cli_job *job, wyrm_external *game, const char *path);

/* The options for asking a game for runs: by `agent` (NULL: the usual one), with the settings in
 * `sets`, and with the seed and limits of the command. */
wyrm_external_ask_options cli_ask(cli_job *job, const char *agent, const char *const *sets,
                                  size_t count);

/* sim, check, results and replay of a game. */
void cli_external_sim(cli_job *job);
void cli_external_check(cli_job *job);
void cli_external_check_seen(cli_job *job); /* existing runs (results.c) */
void cli_external_results(cli_job *job);
void cli_external_replay(cli_job *job);

#endif
