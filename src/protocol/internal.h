/* What the files of src/protocol share.
 *
 * file.c reads the file that describes a game, message.c the lines that a game answers with,
 * process.c has it run as a child that takes all its children with it, and session.c asks it for
 * runs. Whatever comes from the game is checked in message.c, and nowhere else.
 */
#ifndef WYRM_SRC_PROTOCOL_INTERNAL_H
#define WYRM_SRC_PROTOCOL_INTERNAL_H

#include <sys/types.h>
#include <wyrm/external.h>

#include "base/arena.h"
#include "base/json.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* ---- file.c ---- */

struct wyrm_external {
    base_arena arena;
    wyrm_ruleset *file;
    const char *path;   /* as it was opened */
    const char *folder; /* absolute, where that can be known */
    char **arguments;   /* of the command, ended by NULL */
    char *command;      /* as it would be typed */
    double seconds, start_seconds;
    uint64_t steps;                   /* 0: no limit */
    const wyrm_external_hello *hello; /* NULL: not met */
    const char *hello_line;           /* as it was said */
};

/* Holds the file against the hello of its game; WYRM_ERROR_RULESET where it asks for what that does
 * not have. */
WYRM_MUST_CHECK wyrm_status ext_hold(const wyrm_external *game, wyrm_errors *errors);

/* ---- message.c ---- */

/* Metrics that every game has; a hello cannot declare them. */
typedef struct ext_metric {
    const char *name;
    wyrm_external_kind kind;
    bool stages; /* one number a stage */
} ext_metric;
extern const ext_metric ext_metrics[];
extern const size_t ext_metric_count;

/* What was wrong with an answer. */
typedef struct ext_wrong {
    wyrm_external_failure failure;
    char why[WYRM_ERROR_MESSAGE_MAX];
} ext_wrong;

/* Reads the line of a hello. What it is made of lies in the arena.
 * WYRM_ERROR_SYNTAX  it is none: *wrong says why
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_MUST_CHECK wyrm_status ext_hello_read(base_arena *arena, const char *line, size_t length,
                                           wyrm_external_hello *out, ext_wrong *wrong);

/* Writes it as an object that reads back to the same, with the key `hello`: a line of the protocol
 * has it as its only member, a file of runs as one of several. */
void ext_hello_put(base_json *json, const wyrm_external_hello *hello);

/* What a game was asked for, to which a line is to be the answer. */
typedef struct ext_question {
    const char *what; /* "run", "draw", "fight": the member with its number; of a reply, "run" is
                         one that is shown */
    uint64_t number;
    bool answered_before; /* another one, and */
    uint64_t before;      /* this was its number */
    uint64_t count;       /* of draws and fights */
} ext_question;

/* Read answers, as ext_hello_read. A run goes into *out, whose `values` has room for each metric of
 * the hello and whose run and seed are there already; texts lie in the arena. */
WYRM_MUST_CHECK wyrm_status ext_run_read(base_arena *arena, const char *line, size_t length,
                                         const ext_question *question,
                                         const wyrm_external_hello *hello, wyrm_external_run *out,
                                         wyrm_external_value *values, ext_wrong *wrong);
/* What comes of a draw, a fight, or the run that is shown. */
typedef struct ext_reply {
    wyrm_external_draws draws;
    wyrm_external_fights fights;
    size_t frame_count;
    const char *const *frames;
} ext_reply;
WYRM_MUST_CHECK wyrm_status ext_reply_read(base_arena *arena, const char *line, size_t length,
                                           const ext_question *question, ext_reply *out,
                                           ext_wrong *wrong);

/* Text of a game as it may be shown, in the arena: what steers a terminal is written out. `lines`:
 * line breaks stay. */
char *ext_clean(base_arena *arena, const char *text, size_t length, bool lines);

/* The value of a parameter as it was typed, as JSON; NULL where it is not one that the parameter
 * can have: the error says why. */
char *ext_setting(base_arena *arena, const wyrm_external_parameter *parameter, const char *text,
                  wyrm_error *error);

/* ---- process.c ---- */

typedef struct ext_process {
    pid_t keeper; /* the process that looks after it; 0: none */
    int to, from; /* its standard input and output, as we see them; not blocking; -1: closed */
    int log;      /* its standard error */
    int tie;      /* to the keeper, who holds the other end as long as anything is left */
    int far;      /* the game's end of `to` */
    bool ended;   /* its end has been told: */
    int status;   /* as waitpid has it */
    int reason;   /* an errno: it could not be run at all; 0 */
    bool gone;    /* and the keeper with it */
} ext_process;

/* Starts it; returns 0, or an errno where there is no process or pipe to be had. `arguments` and
 * `environment` end with NULL. */
int ext_process_start(ext_process *process, char *const *arguments, char *const *environment,
                      const char *folder);

/* Takes what the keeper has to say: false once it is gone, and with it all that the game has
 * started. */
bool ext_process_hear(ext_process *process);

/* Has it end: by the end of its input, with two seconds' time; `now`: at once. What is left of it
 * is killed. To be followed by listening until ext_process_hear says that it is gone, and by
 * ext_process_release, which kills a keeper that is not. */
void ext_process_end(ext_process *process, bool now);
void ext_process_release(ext_process *process);

/* ---- session.c ---- */

/* What all runs are asked for with: options, over the file, over the hello. */
typedef struct ext_request {
    uint64_t seed, steps; /* steps 0: no limit */
    const char *agent;
    const char **settings; /* of each parameter, as JSON; NULL: it is what it usually is */
} ext_request;

/* Part of a job; fails as wyrm_external_session_new. */
ext_request ext_request_of(base_arena *arena, const wyrm_external *game,
                           const wyrm_external_ask_options *options);

/* ---- table.c ---- */

/* What stands in a column on a line of a table. */
typedef struct ext_cell {
    const char *text; /* NULL: nothing, or a list */
    bool is_list;
    const double *list; /* NAN where there is none; NULL: a list that is not of numbers */
    size_t count;
} ext_cell;

/* What a cell says. */
typedef enum ext_sort {
    EXT_EMPTY, /* nothing, or one of the signs for it: "null", "n/a", "-" */
    EXT_FLAG,  /* yes or no, true or false; 0 and 1 are numbers */
    EXT_NUMBER,
    EXT_PERCENT, /* "40 %" */
    EXT_PAIR,    /* "4/10" */
    EXT_WORD,
    EXT_LIST, /* of numbers */
    EXT_ODD,  /* another list */
    EXT_SORTS
} ext_sort;

typedef struct ext_value {
    ext_sort sort;
    double number, of; /* of a flag 0 or 1; of a percentage of 1; of a pair: so many of so many */
} ext_value;

typedef struct ext_table {
    const char *format;  /* "CSV, parted by commas"; static text */
    bool is_json, comma; /* comma: 3,5 is a number */
    size_t count;        /* columns so far: of JSON, lines add to them */
    const char **names;
    /* Of the line that ext_table_next has read: valid until it is asked again. */
    uint64_t line;
    const ext_cell *cells; /* one for each column */
    const char *wrong;     /* "", or why it cannot be used: then there is nothing in its cells */
} ext_table;

typedef struct ext_table_limits {
    size_t columns, name_max, line_max; /* bytes of a column's name, of a line */
} ext_table_limits;

/* Opens a table, as part of a job, with which it is closed: CSV, whose first line names the
 * columns, or JSON, one object a line. `known`: a table of the same file that was read to its end;
 * NULL: none was. A job ends with
 * WYRM_ERROR_IO      it cannot be read, or is no regular file
 * WYRM_ERROR_SYNTAX  it is neither, or empty
 * WYRM_ERROR_LIMIT   too many columns, or too long a name of one */
ext_table *ext_table_open(base_arena *arena, const char *path, const ext_table_limits *limits,
                          const ext_table *known);

/* The next line that says something; false at the end. Ends the job as ext_table_open. */
bool ext_table_next(ext_table *table);

ext_value ext_value_of(const ext_cell *cell, bool comma);

/* Names and words as they are compared: the last part, in lower case, "killed_by" of "killedBy",
 * "Killed by" and "result.killed-by"; cut to `size` bytes. And whether a text is one of the words,
 * the last of which is NULL; upper case is as good as lower. */
void ext_plain_name(const char *text, char *out, size_t size);
bool ext_is_one_of(const char *text, const char *const *words);

#endif
