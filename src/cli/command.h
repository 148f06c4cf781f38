/* What a command is: a row of a table with its options, examples and function, from which help and
 * parsing come alike; what it can be told; and how the program ends. */
#ifndef WYRM_SRC_CLI_COMMAND_H
#define WYRM_SRC_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <wyrm/looks.h>

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
    bool tracker_given;
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
    int (*run)(const cli_command *command, const cli_options *options);
    const cli_command *const *commands; /* those below it, ended by NULL; then `run` is NULL */
};

#endif
