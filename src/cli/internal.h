#ifndef WYRM_SRC_CLI_INTERNAL_H
#define WYRM_SRC_CLI_INTERNAL_H

#include "term/internal.h"
#include "text/internal.h"

/* What a command is: a row of a table with its options, examples and function, from which help and
 * parsing come alike; what it can be told; and how the program ends. */

/* How the program ends. */
typedef enum cli_exit {
    CLI_DONE = 0,
    CLI_FAILED = 1,   /* what was checked does not hold; only where --strict asks */
    CLI_USAGE = 2,    /* what was typed does not make sense */
    CLI_BAD_DATA = 3, /* a ruleset or file does not read */
    CLI_INTERNAL = 4, /* out of memory, output cannot be written, an error of the program */
} cli_exit;

/* A range of levels, --levels A..B. */
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

/* A number that may be left out. */
typedef struct cli_number {
    bool given;
    double value;
} cli_number;

/* What can be said several times: texts in the order in which they were typed. */
#define CLI_LIST_MAX 16
typedef struct cli_list {
    size_t count;
    const char *texts[CLI_LIST_MAX];
} cli_list;

/* Everything that any command can be told; a command reads what its options name. Texts that are
 * not given are NULL; numbers 0 where that stands for the default, else beside them is whether they
 * are given. */
typedef struct cli_options {
    bool help, json, strict, verbose;
    bool explain, fired, thrown, matrix, monsters, floors, rooms, bands, why; /* of what is exact */
    bool gold, shops;                                                         /* likewise */
    bool all, sim, exact, mix, asleep, check;                                 /* of runs */
    bool anew, no_color, ascii, keys, last_floor;                             /* of the game */
    bool seed_given, run_given;
    const char *against, *with, *svg, *first, *gear, *mode, *category, *item, *band, *pity_reset;
    const char *shard; /* of --runs: "3/64", "auto/64" */
    const char *bot, *without, *arena, *shape, *csv, *from, *output, *ruleset;
    const char *format, *into; /* of tables */
    const char *gate, *baseline, *markdown, *junit, *compare, *effort_text;
    const char *log, *columns, *player, *game; /* of what is verified */
    bool fights;
    uint64_t attacks;
    uint64_t seed, runs, threads, depth, run, first_run, max_runs, turns, tiles, speed, last;
    wyrm_effort effort;
    cli_number error, distance, off_centre, tracker, alarm;
    cli_number low, high, step; /* of what is solved for */
    const char *as;
    const char *only;      /* of what is weighed */
    const char *keys_text; /* of what is tuned */
    bool apply;
    cli_number by;    /* of what is turned */
    cli_list metrics; /* and looked at */
    cli_list over;    /* what is swept */
    bool targets;     /* likewise */
    const char *html; /* where a page of it goes */
    cli_curve_option curve;
    cli_levels levels;
    const char *map, *outcomes; /* of what is imported; its name is `game` */
    cli_number bad;
    bool dry_run;
    bool allow_run;         /* of games of one's own */
    const char *allow_path; /* a folder whose files may be extended from anywhere */
    const char *template;   /* of a ruleset that is begun */
    cli_list agents, sets, engines;
    size_t operand_count;
    char **operands;                   /* of argv */
    const struct cli_command *program; /* with the commands that there are */
    const wyrm_maker *maker;           /* of runs, where there are ranks that make them; or NULL */
} cli_options;

typedef struct cli_command cli_command;
struct cli_job;

/* One option of a command. `read` puts its argument where the row says and returns false where it
 * makes no sense, having said so. */
typedef struct cli_option {
    char letter;          /* -v; 0: none */
    const char *name;     /* without the dashes; NULL ends a table */
    const char *argument; /* "N"; NULL for a flag */
    const char *help;     /* a sentence without full stop */
    size_t offset;        /* of cli_options */
    bool (*read)(const cli_command *command, const struct cli_option *option, const char *text,
                 cli_options *out); /* NULL: a flag, whose bool is set */
    uint64_t least, greatest;       /* of numbers */
    const char *const *choices;     /* ended by NULL */
    size_t given;                   /* of the bool that says so, too; 0: none */
    /* Words where the option is about nothing, by all that was typed: "--junit goes" and "only with
     * --sim"; NULL where it makes sense, and in a row that always does. */
    const char *(*need)(const cli_options *options);
    size_t most; /* of a list: how often it can be said */
} cli_option;

/* An example: what it shows, what to type. */
typedef struct cli_example {
    const char *shows, *line;
} cli_example;

#define CLI_OPTIONS_MAX  24
#define CLI_EXAMPLES_MAX 6

/* --help is every command's, behind its own options. What operands it takes is read from their
 * names: "[RULESET]" may be left out, "FILE..." is one or more. */
struct cli_command {
    const char *name;     /* "rules show" */
    const char *operands; /* "RULESET ATTACKER DEFENDER", and others behind " | " */
    const char *summary;  /* for lists of commands */
    const char *text;     /* paragraphs for --help, parted by empty lines; NULL: none */
    void (*run)(struct cli_job *job);
    bool (*takes_other)(const cli_options *options); /* whether they are the others; NULL: none */
    /* Those below it, ended by NULL. With a `run` beside them it is that unless the first word is
     * one of theirs. */
    const cli_command *const *commands;
    cli_option options[CLI_OPTIONS_MAX + 1];
    cli_example examples[CLI_EXAMPLES_MAX + 1];
    double steps;      /* of exact work that it may take; 0: CLI_LIMIT_STEPS */
    bool counts_games; /* it says itself how many games it plays: their work has a limit, too */
};

/* The commands of `wyrm`, one file each. */
extern const cli_command cli_check, cli_compare, cli_completion, cli_curve, cli_duel, cli_engine,
    cli_etp, cli_fixtures, cli_hit, cli_loot, cli_play, cli_replay, cli_report, cli_results,
    cli_rules, cli_sense, cli_sim, cli_solve, cli_sweep, cli_tune, cli_verify, cli_worth;

/* ---- Names of commands, rows of options (options.c) ---- */

/* "show" of "rules show"; and the command of that word among those of another, or NULL. */
const char *cli_last_word(const char *name);
const cli_command *cli_find_command(const cli_command *parent, const char *name);

/* Readers: a whole number, a decimal one, a text that is not empty, one of the choices, levels
 * A..B, one more of a list, and --effort low|normal|high|N, as many runs as it takes, at most so
 * many; --curve KEY=FROM..TO[:STEP]. */
typedef bool cli_reader(const cli_command *command, const struct cli_option *option,
                        const char *text, cli_options *out);
cli_reader cli_read_whole, cli_read_number, cli_read_text, cli_read_choice, cli_read_levels,
    cli_read_effort, cli_read_list, cli_read_curve;

/* A whole number, or the decimal one of `length` letters, without anything around it; false where
 * `text` is none or, of whole ones, outside the range. */
bool cli_whole(const char *text, int64_t least, int64_t greatest, int64_t *out);
bool cli_decimal(const char *text, size_t length, double *out);

/* How an option is read, at the end of its row. */
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

/* Rows that several commands share. */
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
/* Of those that open rulesets. */
#define CLI_OPTION_ALLOW_PATH \
    {0, "allow-path", "FOLDER", "rulesets may extend the files of this folder, too, not only those " \
     "beside and below them", CLI_TEXT(allow_path)}
/* Of those that show the game. */
#define CLI_OPTION_NO_COLOR \
    {0, "no-color", NULL, "bold, reverse and underlined instead of colours, as with NO_COLOR set", \
     CLI_FLAG(no_color)}
#define CLI_OPTION_ASCII \
    {0, "ascii", NULL, "no character that is not ASCII, as where the locale is not UTF-8", \
     CLI_FLAG(ascii)}
/* Of those that play a game of one's own, alone. */
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
/* A number of the library as the text of a default. */
#define CLI_TEXT_OF(number) #number
#define CLI_DEFAULT(number) CLI_TEXT_OF(number)

/* ---- The processes of mpirun (ranks.c) ---- */

/* Rank 0, with the others behind it. Begins as what this process was started as: false where there
 * is nothing more to do but end with *result, as of those who have served rank 0, or where the
 * program was built without MPI, which it says. *out: NULL where there are no ranks. */
typedef struct cli_ranks cli_ranks;
bool cli_ranks_begin(const cli_command *program, cli_ranks **out, int *result);
const wyrm_maker *cli_ranks_maker(const cli_ranks *ranks); /* NULL: none */
void cli_ranks_end(cli_ranks *ranks);                      /* NULL is allowed */

/* ---- A command at work (job.c) ---- */

/* A bar on stderr, where that is a terminal and the wait is longer than a second. */
typedef struct cli_progress {
    double started, drawn; /* seconds of the monotonic clock */
    double done;           /* of 1, as far as was told */
    int shown;             /* percent on the screen; -1: nothing yet */
    int width;             /* columns that it may take */
    bool terminal;
} cli_progress;

/* What a command opens ends with it; whatever goes wrong is said at once and ends it, wherever that
 * happens, so that a command reads as what it does. */
typedef struct cli_job {
    base_arena arena;
    const cli_command *command;
    const cli_options *options;
    wyrm_error *error;  /* of the arena: for whoever fills one */
    text_page *page;    /* the answer: printed where the command comes to its end */
    int result;         /* how the program ends then; CLI_DONE unless the command says otherwise */
    const char *advice; /* said after an error about data; NULL: nothing */
    cli_progress progress;
    bool ended;                           /* by cli_end */
    const char *allowed, *allowed_folder; /* the program that may run, by cli_meet; NULL: none */
} cli_job;

/* Runs a command with what it is told: how the program ends after it. */
int cli_run(const cli_command *command, const cli_options *options);

/* Ends the command; what is wrong has been said. With a sentence about data that cannot be used,
 * and about what does not make sense together (CLI_USAGE). */
_Noreturn void cli_end(cli_job *job, int result);
_Noreturn void cli_give_up(cli_job *job, const char *format, ...) WYRM_PRINTF(2, 3);
_Noreturn void cli_refuse(cli_job *job, const char *format, ...) WYRM_PRINTF(2, 3);

/* Ends with job->error unless `status` is WYRM_OK: an error about data, or about what was typed. */
void cli_must(cli_job *job, wyrm_status status);
void cli_must_typed(cli_job *job, wyrm_status status);
void cli_must_as(cli_job *job, wyrm_status status, bool typed);

/* A page, and a list of errors, that end with the command. */
text_page *cli_page(cli_job *job, text_style style);
wyrm_errors *cli_new_errors(cli_job *job);

/* The ruleset that was typed, and a combatant. A file that describes a game of one's own has no
 * rules: that ends the command, with those that there are for it. */
bool cli_is_game(const char *path);    /* nothing is started */
bool cli_is_results(const char *path); /* by its first bytes */
void cli_must_be_rules(cli_job *job, const char *name);
wyrm_design *cli_open(cli_job *job, const char *name);
wyrm_design *cli_open_to_play(cli_job *job, const char *name); /* wyrm_design_open_game */
/* Ends the command where the ruleset does not have all of these systems (wyrm_design_needs). */
void cli_needs(cli_job *job, const wyrm_design *design, unsigned systems);
/* The same where --depth is below the last floor of its dungeon. */
void cli_depth_is_there(cli_job *job, const wyrm_design *design);
void cli_combatant(cli_job *job, const wyrm_design *design, const char *text, wyrm_combatant *out);

/* Files that commands are given (NULL: none), looked at before any work; each ends the command with
 * a sentence where it does not hold: there is something that may be a file of data; a file can be
 * made or replaced there; likewise of one that is gone on with where there is one. And a text into
 * one, and a page, where the page holds what it needed. */
void cli_is_there(cli_job *job, const char *path);
void cli_can_write(cli_job *job, const char *path);
void cli_can_open(cli_job *job, const char *path);
void cli_save_text(cli_job *job, const char *path, const char *text, bool replace);
void cli_save(cli_job *job, const char *path, const text_page *page);

/* What goes to stderr: a line that begins with the command, "wyrm hit: missing DEFENDER". What
 * could steer the terminal is written out, here and in all that follows. False, for readers that
 * return it. */
bool cli_complain(const cli_command *command, const char *format, ...) WYRM_PRINTF(2, 3);

/* The same with the nearest of `count` candidates to `word` as a hint, or where help stands. */
void cli_complain_near(const cli_command *command, const char *word, const char *const *candidates,
                       size_t count, const char *format, ...) WYRM_PRINTF(5, 6);

/* Ends with CLI_USAGE unless `word` is one of the candidates, which are all there are: they are
 * listed where none is near. */
void cli_must_be_one(cli_job *job, const char *word, const char *const *candidates, size_t count,
                     const char *format, ...) WYRM_PRINTF(5, 6);

/* Every error of a list, then how many `asked` has, what was typed, whichever of the files that it
 * extends they are in (NULL: the file of the first); returns how the program ends. `status` is what
 * is told where the list is empty. */
int cli_errors(const cli_command *command, const char *asked, const wyrm_errors *errors,
               wyrm_status status);

/* How the program ends after a failure. `typed` as above. */
int cli_exit_of(wyrm_status status, bool typed);

/* The style of stdout: its character set, whether it is a terminal, NO_COLOR. */
text_style cli_style(void);

/* Writes a page or a text to stdout: CLI_DONE, or how the program ends, having said why. */
int cli_print(const cli_command *command, const text_page *page);
int cli_print_text(const cli_command *command, const char *text);

/* Ctrl-C and SIGTERM end the program with 130 or 143: at once, or where a command shows progress as
 * soon as that is asked for, so that it can keep and say what it has. A second one does not wait
 * for that. */
void cli_signals_catch(void);
int cli_signal(void); /* the one that has come, or 0 */

/* wyrm_file_write; a signal waits until it is done, so that no draft is left. */
WYRM_MUST_CHECK wyrm_status cli_write(const char *path, const char *text, bool replace,
                                      wyrm_error *error);

/* Begins a wait, and ends it. What cli_progress_start returns is the context of cli_progress_show,
 * which returns false where the work is to end: a signal has come. */
void *cli_progress_start(cli_job *job);
bool cli_progress_show(double done, void *context);
void cli_progress_end(cli_job *job);

/* Seconds of a clock that only goes forward. */
double cli_seconds(void);

/* The same with the estimate so far behind the bar; and whether there is a bar to be drawn now, so
 * that an estimate is worth its while. */
bool cli_progress_tell(double done, const char *words, cli_job *job);
bool cli_progress_is_due(double done, const cli_job *job);

/* ---- How much a command may take (limits.c) ---- */

/* At once, of what the library takes; of work as wyrm/memory.h counts it: exact, of a command that
 * answers one question or of one that answers many, and games. WYRM_LIMIT in the environment says
 * how many times that. */
#define CLI_LIMIT_MIB   1024
#define CLI_LIMIT_STEPS 1e10
#define CLI_LIMIT_MANY  2e10
#define CLI_LIMIT_GAMES 1e11

double cli_limit_steps(const cli_command *command);

/* As wyrm_gate_options.affords: as many runs as games have work left for, by those that were made.
 * Where the games of a command are so asked about they end by themselves, and are not given up
 * unless the first few are too much or the rest take twice what those let expect. */
uint64_t cli_limits_afford(uint64_t done, uint64_t wanted, void *context);

/* As many games as somebody has asked for have no limit together. */
void cli_limits_as_asked(void);

/* To be called before anything else of the library. */
void cli_limits_begin(const cli_command *program);

/* Allows a command that asks the same again and again so many times the work. */
void cli_limits_times(double times);

/* The command that is going on, and whether a game is on the screen: then it is not ended, and the
 * library is refused. And what it is about, NULL where that is over: the
 * name of a ruleset that is being opened, or a ruleset, as long as it lives. */
void cli_limits_of(const cli_command *command, bool on_screen);
void cli_limits_know(const char *opening, const wyrm_ruleset *ruleset);

/* ---- What several commands share ---- */

/* How the program ends after the terminal was given back, having told what went wrong (play.c). */
void cli_end_of_game(cli_job *job, term_end end, const term_outcome *outcome,
                     const wyrm_errors *errors);

#define CLI_WATCH_SPEED 10 /* commands a second, to begin with */

/* What `wyrm sim` and `wyrm results` print alike: text, or JSON; and the CSV file (sim.c, as
 * all that follows). */
void cli_sim_print(cli_job *job, text_sim_answer *report);

/* A file of results and the design that its runs were made with: from where it was or `from`, if
 * that is not NULL; tells where it says something else now. */
wyrm_results *cli_open_results(cli_job *job, const char *path, const char *from,
                               wyrm_design **design);

/* --without LIST (NULL: none), parted at its commas, in the options of runs. */
#define CLI_WITHOUT_WORDS_MAX   32 /* as many as a recording takes */
#define CLI_WITHOUT_LETTERS_MAX 1023
void cli_part_without(cli_job *job, const char *list, wyrm_run_options *out);

/* The bot of a name. */
const wyrm_bot_kind *cli_find_bot(cli_job *job, const char *name);

/* The bots that --bot names, commas between them; `ladder` stands for all who play, from weak to
 * strong. 0: it names none. */
size_t cli_bots(cli_job *job, const char *const **out);

typedef struct cli_sim_setup {
    wyrm_run_options run;
    wyrm_results_facts facts;
    wyrm_arena arena;
} cli_sim_setup;

/* Reads the options that say what is simulated into *out, which must stay where it is. */
void cli_sim_read(cli_job *job, const cli_options *options, const wyrm_design *design,
                  const char *source, cli_sim_setup *out);

/* ---- Runs, of rules and of games (runs.c) ---- */

/* Says what of the runs that are wanted the file behind -o had, and what it has besides. */
void cli_runs_tell_old(cli_job *job, uint64_t had, uint64_t count, uint64_t wanted);

/* --shard INDEX/COUNT of so many `what`, from 0; `auto` is looked up in the environment. */
void cli_read_shard(cli_job *job, uint64_t parts, const char *what, uint64_t *index,
                    uint64_t *count);

/* Whether it is time to make sure of what was added to a file since `kept`, a cli_seconds: then it
 * is now. */
bool cli_runs_keep(double *kept);

/* Runs that are read from files, one after the other, with progress. */
typedef struct cli_reading {
    cli_job *job;
    uint64_t done, all; /* all: as the files say */
} cli_reading;

/* To be called with each: WYRM_ERROR_LIMIT where a signal has come. */
WYRM_MUST_CHECK wyrm_status cli_read_on(cli_reading *reading, wyrm_error *error);

/* The files that `wyrm results` sums up: `count` operands, without the one that is written, and as
 * the last of `all` that one, where it has runs already. And the reading of them, after which those
 * of `count` are read again where one is written. */
const char **cli_runs_files(cli_job *job, size_t *count, size_t *all);
cli_reading cli_reading_of(cli_job *job, const char *const *files, size_t count, size_t all);

/* The command that makes a comparison, a sweep or what moves again, with every option that changes
 * it; "" where no shell can read it, or it does not fit. */
const char *cli_runs_again(cli_job *job, uint64_t seed);

/* Writes a baseline and says how changes are held to it; the text is the job's from then on.
 * `whose`: "seed 1", or an agent. */
void cli_save_baseline(cli_job *job, char *text, size_t runs, const char *whose);

/* What was judged, or the errors of why it could not be: ends the progress bar, fills in the rest
 * of the report and says it. */
void cli_judged(cli_job *job, wyrm_status status, wyrm_judgement *judgement,
                const wyrm_errors *errors, text_check_answer *report);

/* ---- Games of one's own (external.c) ---- */

/* Whether a file holds runs of one. */
bool cli_is_game_results(const char *path);

/* What options need, for their rows: NULL where an operand is a game or runs of one, and where none
 * is. */
const char *cli_needs_game(const cli_options *options);
const char *cli_needs_rules(const cli_options *options);

/* The description of a file, and a file of runs; nothing is started. */
wyrm_external *cli_open_game(cli_job *job, const char *path);
wyrm_external_results *cli_open_game_results(cli_job *job, const char *path);

/* Starts it and asks who it is, where its program may run: --allow-run says so, or who sits at the
 * terminal, having been shown the command and its folder. Asked once a command of a job. */
void cli_meet(cli_job *job, wyrm_external *game, const char *path);

/* How runs are asked for: by this agent (NULL: the usual one), with these settings as they were
 * typed, and by the other options. */
wyrm_external_ask_options cli_ask(cli_job *job, const char *agent, const char *const *sets,
                                  size_t count);

/* The commands on a game: sim, check, results of files of runs, replay. */
void cli_external_sim(cli_job *job);
void cli_external_check(cli_job *job);
void cli_external_check_seen(cli_job *job); /* runs that are there (results.c) */
void cli_external_results(cli_job *job);
void cli_external_replay(cli_job *job);

#endif
