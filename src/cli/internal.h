#ifndef WYRM_SRC_CLI_INTERNAL_H
#define WYRM_SRC_CLI_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <wyrm/design.h>
#include <wyrm/error.h>
#include <wyrm/looks.h>
#include <wyrm/results.h>

#include "base/arena.h"
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

/* Everything that any command can be told; a command reads what its options name. */
typedef struct cli_options {
    bool help, json, strict, verbose, explain, matrix;
    bool fired, thrown, all, rooms, bands, why;
    const char *with, *svg;                          /* NULL: not given */
    const char *mode, *category, *band, *pity_reset; /* likewise */
    uint64_t depth, run;                             /* depth 0: not given */
    bool asleep, mix;                                /* sim; results */
    const char *bot, *without, *arena, *shape, *csv; /* NULL: not given */
    bool run_given;                                  /* replay, play */
    uint64_t first_run, max_runs, turns, tiles;      /* tiles, max_runs, turns 0: likewise */
    cli_number error;
    bool sim, exact;                                          /* compare */
    const char *gate, *baseline, *markdown, *junit;           /* NULL: not given */
    bool anew, no_color, ascii, keys, last_floor, seed_given; /* play */
    bool check;                                               /* replay */
    const char *compare;                                      /* report; NULL: not given */
    const char *ruleset;                                      /* NULL: not given */
    uint64_t speed;                                           /* 0: likewise */
    cli_number distance, off_centre;
    cli_curve_option curve;
    uint64_t seed, runs, threads; /* runs 0: the default */
    wyrm_effort effort;
    const char *effort_text; /* as it was typed; NULL: not given */
    bool monsters, tracker_given;
    double tracker;
    cli_levels levels;
    const char *first;  /* NULL: not given */
    const char *gear;   /* likewise */
    const char *from;   /* likewise */
    const char *output; /* likewise */
    size_t operand_count;
    char **operands; /* of argv */
} cli_options;

typedef struct cli_command cli_command;

/* A bar on stderr, where that is a terminal and the wait is longer than a second. */
typedef struct cli_progress {
    double started; /* seconds of the monotonic clock */
    int shown;      /* percent on the screen; -1: nothing yet */
    bool terminal;
} cli_progress;

/* A command at work. What it opens ends with it; whatever goes wrong is said at once and ends it,
 * wherever that happens, so that a command reads as what it does. */
typedef struct cli_job {
    base_arena arena;
    const cli_command *command;
    const cli_options *options;
    wyrm_error *error;  /* of the arena: for whoever fills one */
    wyrm_page *page;    /* the answer: printed where the command comes to its end */
    int result;         /* how the program ends then; CLI_DONE unless the command says otherwise */
    const char *advice; /* said after an error about data; NULL: nothing */
    cli_progress progress;
    bool ended; /* by cli_end */
} cli_job;

/* Ends the command; what is wrong has been said. */
_Noreturn void cli_end(cli_job *job, int result);

/* Says what does not make sense together, and ends with CLI_USAGE. */
_Noreturn void cli_refuse(cli_job *job, const char *format, ...) WYRM_PRINTF(2, 3);

/* Ends with job->error unless `status` is WYRM_OK. `typed`: it is about what was typed. */
void cli_must(cli_job *job, wyrm_status status, bool typed);

/* A page, and a list of errors, that end with the command; and a design that does from now on. */
wyrm_page *cli_page(cli_job *job, wyrm_style style);
wyrm_errors *cli_new_errors(cli_job *job);
void cli_keep_design(cli_job *job, wyrm_design *design);

/* When an option is about anything: "--junit goes" and then the words, where it does not hold. */
typedef struct cli_need {
    bool (*holds)(const cli_options *options); /* of everything that was typed */
    const char *words;                         /* "only with --sim" */
} cli_need;

/* One option of a command. `read` puts the argument at `offset` of cli_options and returns false
 * where it makes no sense, having said so; NULL for a flag, whose bool is set. */
typedef struct cli_option {
    const char *name;     /* without the dashes; NULL ends a table */
    const char *argument; /* "N"; NULL for a flag */
    char letter;          /* -v; 0: none */
    bool (*read)(const cli_command *command, const struct cli_option *option, const char *text,
                 void *into);
    size_t offset;
    uint64_t least, greatest;   /* of numbers */
    const char *const *choices; /* ended by NULL */
    const cli_need *need;       /* NULL: it makes sense at any time */
    const char *help;           /* a sentence without full stop */
} cli_option;

/* An example: what it shows, what to type. */
typedef struct cli_example {
    const char *shows; /* NULL ends a table */
    const char *line;
} cli_example;

#define CLI_EXAMPLES_MAX 6

struct cli_command {
    const char *name;     /* "rules show" */
    const char *operands; /* "RULESET ATTACKER DEFENDER" */
    const char *summary;  /* for lists of commands */
    const char *text;     /* paragraphs for --help, parted by empty lines; NULL: none */
    const cli_option *options;
    cli_example examples[CLI_EXAMPLES_MAX];
    size_t least_operands, most_operands;
    void (*run)(cli_job *job);
    const cli_command *const *commands; /* those below it, ended by NULL; then `run` is NULL */
};

/* The options of commands, as rows of their tables, and how they are read.
 *
 * What is wrong is told on stderr, never by ending the program here.
 */

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

/* Rows of options by what follows them: nothing, a text, a whole number N. What is given behind
 * that are members of cli_option, `.help` among them. */
#define CLI_FLAG(short_name, long_name, field, ...)                                                \
    {                                                                                              \
        .name = long_name, .letter = short_name, .offset = offsetof(cli_options, field),           \
        __VA_ARGS__                                                                                \
    }
#define CLI_TEXT(short_name, long_name, what, field, ...)                                          \
    {                                                                                              \
        .name = long_name, .letter = short_name, .argument = what, .read = cli_read_text,          \
        .offset = offsetof(cli_options, field), __VA_ARGS__                                        \
    }
#define CLI_WHOLE(short_name, long_name, field, from, to, ...)                                     \
    {                                                                                              \
        .name = long_name, .letter = short_name, .argument = "N", .read = cli_read_whole,          \
        .offset = offsetof(cli_options, field), .least = from, .greatest = to, __VA_ARGS__         \
    }

/* Rows that several commands share. */
#define CLI_SEED_MAX    INT64_MAX
#define CLI_RUNS_MAX    1000000000u
#define CLI_THREADS_MAX 256u
#define CLI_OPTION_HELP CLI_FLAG('h', "help", help, .help = "this text")
#define CLI_OPTION_JSON                                                                            \
    CLI_FLAG(0, "json", json, .help = "one JSON object for scripts instead of text")
#define CLI_OPTION_SEED                                                                            \
    CLI_WHOLE(0, "seed", seed, 0, CLI_SEED_MAX,                                                    \
              .help = "of the random numbers; the same seed gives the same answer (default 1)")
#define CLI_OPTION_SEED_UNUSED                                                                     \
    CLI_WHOLE(0, "seed", seed, 0, CLI_SEED_MAX,                                                    \
              .help = "taken as by every command; nothing here is random")
#define CLI_OPTION_RUNS(sentence) CLI_WHOLE(0, "runs", runs, 1, CLI_RUNS_MAX, .help = sentence)
#define CLI_OPTION_EFFORT(sentence)                                                                \
    {                                                                                              \
        .name = "effort", .argument = "HOW", .read = cli_read_effort, .help = sentence             \
    }
#define CLI_OPTION_THREADS                                                                         \
    CLI_WHOLE(0, "threads", threads, 1, CLI_THREADS_MAX,                                           \
              .help = "how many work at once; the answer is the same for any number (default: "    \
                      "one a processor)")
#define CLI_OPTION_END                                                                             \
    {                                                                                              \
        .name = NULL                                                                               \
    }

/* Reads the arguments of a command: argv[1..argc-1], options and operands in any order. False where
 * they do not make sense, having said so. */
bool cli_parse(const cli_command *command, int argc, char **argv, cli_options *out);

/* What goes to stderr and stdout: complaints, errors of the library, finished pages. */

/* On stderr. What could steer the terminal is written out, here and in all that follows. */
void cli_say(const char *format, ...) WYRM_PRINTF(1, 2);

/* "wyrm hit: missing DEFENDER", a line on stderr. */
void cli_complain(const cli_command *command, const char *format, ...) WYRM_PRINTF(2, 3);

/* The same with the nearest of `count` candidates to `word` as a hint, where there is one. */
void cli_complain_near(const cli_command *command, const char *word, const char *const *candidates,
                       size_t count, const char *format, ...) WYRM_PRINTF(5, 6);

/* The same where the candidates are all there are: they are listed where none is near. */
void cli_complain_choice(const cli_command *command, const char *word,
                         const char *const *candidates, size_t count, const char *format, ...)
    WYRM_PRINTF(5, 6);

/* An error of the library; returns how the program ends. `typed`: the input was an argument. */
int cli_error(const cli_command *command, const wyrm_error *error, bool typed);

/* Every error of a list, then how many `asked` has, what was typed, whichever of the files that it
 * extends they are in (NULL: the file of the first); returns how the program ends. `status` is what
 * is told where the list is empty. */
int cli_errors(const cli_command *command, const char *asked, const wyrm_errors *errors,
               wyrm_status status);

/* How the program ends after a failure. `typed` as above. */
int cli_exit_of(wyrm_status status, bool typed);

/* The style of stdout: its character set, whether it is a terminal, NO_COLOR. */
wyrm_style cli_style(void);

/* Writes a page or a text to stdout: CLI_DONE, or how the program ends, having said why. */
int cli_print(const cli_command *command, const wyrm_page *page);
int cli_print_text(const cli_command *command, const char *text);

/* Files that commands are given (NULL: none), looked at before any work; each ends the command with
 * a sentence where it does not hold: there is something that may be a file of data; a file can be
 * made or replaced there; likewise of one that is gone on with where there is one. */
void cli_is_there(cli_job *job, const char *path);
void cli_can_write(cli_job *job, const char *path);
void cli_can_open(cli_job *job, const char *path);

/* The commands of `wyrm`, one file each, and what their functions share. */

extern const cli_command cli_check, cli_compare, cli_curve, cli_duel, cli_etp, cli_hit, cli_loot,
    cli_play, cli_replay, cli_report, cli_results, cli_rules, cli_sim;
extern const cli_command cli_rules_list, cli_rules_show, cli_rules_validate, cli_rules_schema,
    cli_rules_guide, cli_rules_new;

/* The text of `--help`, owned by the caller. */
wyrm_page cli_help(const cli_command *command, wyrm_style style);

/* The ruleset that was typed, and a combatant. */
wyrm_design *cli_open(cli_job *job, const char *name);
void cli_combatant(cli_job *job, const wyrm_design *design, const char *text, wyrm_combatant *out);

/* Ctrl-C and SIGTERM end the program with 130 or 143: at once, or where a command shows progress as
 * soon as that is asked for, so that it can keep and say what it has. */
void cli_signals_catch(void);
int cli_signal(void); /* the one that has come, or 0 */

/* wyrm_file_write; a signal waits until it is done, so that no draft is left. */
WYRM_MUST_CHECK wyrm_status cli_write(const char *path, const void *bytes, size_t length,
                                      bool replace, wyrm_error *error);

/* Begins a wait, and ends it. What cli_progress_start returns is the context of cli_progress_show,
 * which returns false where the work is to end: a signal has come. */
void *cli_progress_start(cli_job *job);
bool cli_progress_show(double done, void *context);
void cli_progress_end(cli_job *job);

/* The same with the estimate so far behind the bar; and whether there is a bar to be drawn now, so
 * that an estimate is worth its while. */
bool cli_progress_tell(double done, const char *words, cli_job *job);
bool cli_progress_is_due(double done, const cli_job *job);

/* What `wyrm play` and `wyrm replay` share. */

/* How the program ends after the terminal was given back, having told what went wrong. */
void cli_end_of_game(cli_job *job, term_end end, const term_outcome *outcome,
                     const wyrm_errors *errors);

#define CLI_WATCH_SPEED 10 /* commands a second, to begin with */

/* Rows that both have. */
#define CLI_OPTIONS_OF_TERMINAL                                                                    \
    {.name = "no-color",                                                                           \
     .offset = offsetof(cli_options, no_color),                                                    \
     .help = "bold, reverse and underlined instead of colours, as with NO_COLOR set"},             \
    {                                                                                              \
        .name = "ascii", .offset = offsetof(cli_options, ascii),                                   \
        .help = "no character that is not ASCII, as where the locale is not UTF-8"                 \
    }

/* Files of results as operands. */

/* Whether a file is one of results, by its first bytes. */
bool cli_is_results(const char *path);

/* A file of results and the design that its runs were made with: from where it was or `from`, if
 * that is not NULL; tells where it says something else now. */
wyrm_results *cli_open_results(cli_job *job, const char *path, const char *from,
                               wyrm_design **design);

/* What `wyrm sim` and `wyrm results` print alike: text, or JSON; and the CSV file. */
void cli_sim_print(cli_job *job, wyrm_sim_report *report);

/* What options say about the runs of a simulation. */

/* --without LIST (NULL: none), parted at its commas. */
#define CLI_WITHOUT_WORDS_MAX   32 /* as many as a recording takes */
#define CLI_WITHOUT_LETTERS_MAX 1023
typedef struct cli_without {
    const char *words[CLI_WITHOUT_WORDS_MAX];
    size_t count;
} cli_without;
const cli_without *cli_part_without(cli_job *job, const char *list);

/* The bot of a name. */
const wyrm_bot_kind *cli_find_bot(cli_job *job, const char *name);

typedef struct cli_sim_setup {
    wyrm_run_options run;
    wyrm_results_facts facts;
    wyrm_arena arena;
} cli_sim_setup;

/* Reads the options that say what is simulated into *out, which must stay where it is. */
void cli_sim_read(cli_job *job, const cli_options *options, const wyrm_design *design,
                  const char *source, cli_sim_setup *out);

/* --run N, which may be 0: sets run_given, too. `into` is the whole cli_options. */
bool cli_read_run(const cli_command *command, const cli_option *option, const char *text,
                  void *into);

#endif
