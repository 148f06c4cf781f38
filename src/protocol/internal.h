/* What the files of src/protocol share.
 *
 * game.c reads the file that describes a game, asks it who it is, and for draws, fights and
 * replays; session.c asks it for runs. process.c has it run as a child that takes all its children
 * with it; reader.c reads the lines that it prints, by what hello.c and message.c say of them;
 * table.c reads files of runs that others have written. Whatever comes from the game is checked in
 * reader.c, hello.c and message.c, and nowhere else.
 */
#ifndef WYRM_SRC_PROTOCOL_INTERNAL_H
#define WYRM_SRC_PROTOCOL_INTERNAL_H

#include <jansson.h>
#include <sys/types.h>
#include <wyrm/external.h>

#include "base/arena.h"
#include "base/json.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* ---- game.c ---- */

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

/* ---- reader.c ---- */

/* What was wrong with a line. */
typedef struct ext_wrong {
    wyrm_external_failure failure;
    char why[WYRM_ERROR_MESSAGE_MAX];
} ext_wrong;

/* What a game was asked for, to which a line is to be the answer. */
typedef struct ext_question {
    const char *what; /* "run", "draw", "fight": the member with its number */
    uint64_t number;
    bool answered_before;             /* another one, and */
    uint64_t before;                  /* this was its number */
    uint64_t count;                   /* of draws and fights */
    const wyrm_external_hello *hello; /* of a run that is played; NULL: of one that is shown, and of
                                         all else */
} ext_question;

/* One line that is being read. */
typedef struct ext_reader {
    base_arena *arena;
    const char *line;
    size_t length;
    const ext_question *question; /* NULL: it is to be a hello */
    void *out;
    json_t *root;
    const char *within; /* what stands before the names of members: "metrics." */
    bool keep;          /* texts are those of the line, where they need no cleaning */
    ext_wrong *wrong;
} ext_reader;

/* Reads a line by a job whose context is the reader.
 * WYRM_ERROR_SYNTAX  it is not what it should be: *wrong says why
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_MUST_CHECK wyrm_status ext_read_as(ext_reader *r,
                                        void (*job)(base_arena *arena, void *context));

/* All below is part of such a job, and ends it where something is wrong; `where` names the member.
 * The first makes r->root of the line, an object. */
void ext_read_line(ext_reader *r);

/* A text of at most WYRM_EXTERNAL_NAME_MAX bytes, which is not empty. */
const char *ext_read_word(ext_reader *r, const char *where, const json_t *value);
int64_t ext_read_whole(ext_reader *r, const char *where, const json_t *value, int64_t least,
                       int64_t most);
double ext_read_number(ext_reader *r, const char *where, const json_t *value, double least,
                       double most, const char *wanted);
/* The list under a key, of at most `most`; a count of 0 where it is not there. */
size_t ext_count_of(ext_reader *r, const char *where, const json_t *list, size_t most);
const json_t *ext_object_of(ext_reader *r, const char *where, const json_t *value);

/* Whether it is a number without a fraction that a double and an int64_t both hold. */
bool ext_is_whole(const json_t *value, int64_t *out);

_Noreturn void ext_refuse(ext_reader *r, wyrm_external_failure failure, const char *format, ...)
    WYRM_PRINTF(3, 4);
/* "metrics.gold is -3, and an amount is a number from 0". */
_Noreturn void ext_unfit(ext_reader *r, const char *where, const json_t *value, const char *wanted);

/* The name of a member, written like "metrics.gold" or "agents[2]", for what is said of it. */
typedef struct ext_place {
    char text[160];
} ext_place;
ext_place ext_at(const char *format, ...) WYRM_PRINTF(1, 2);

/* Text of a game as it may be shown, in the arena: what steers a terminal is written out. `lines`:
 * line breaks stay. And the same for a sentence: cut with an ellipsis where it is long. */
char *ext_clean(base_arena *arena, const char *text, size_t length, bool lines);
const char *ext_quoted(base_arena *arena, const char *text, size_t length);
/* What stands there instead: "-3", "'abc'", "a list". */
const char *ext_found(ext_reader *r, const json_t *value);

/* ---- hello.c ---- */

/* Metrics that every game has; a hello cannot declare them. */
typedef struct ext_metric {
    const char *name;
    wyrm_external_kind kind;
    bool stages; /* one number a stage */
} ext_metric;
extern const ext_metric ext_metrics[];
extern const size_t ext_metric_count;

/* Reads the line of a hello, as ext_read_as. What it is made of lies in the arena. */
WYRM_MUST_CHECK wyrm_status ext_hello_read(base_arena *arena, const char *line, size_t length,
                                           wyrm_external_hello *out, ext_wrong *wrong);

/* Writes it as an object that reads back to the same, with the key `hello`: a line of the protocol
 * has it as its only member, a file of runs as one of several. */
void ext_hello_put(base_json *json, const wyrm_external_hello *hello);

/* The value of a parameter as it was typed, as JSON; NULL where it is not one that the parameter
 * can have: the error says why. */
char *ext_setting(base_arena *arena, const wyrm_external_parameter *parameter, const char *text,
                  wyrm_error *error);

/* ---- message.c ---- */

/* What is answered. Of a run that is played it is there before, with its number and seed, and
 * `values` has room for each metric of the hello. */
typedef struct ext_reply {
    wyrm_external_run *run;
    wyrm_external_value *values;
    wyrm_external_draws draws;
    wyrm_external_fights fights;
    size_t frame_count; /* of a run that is shown */
    const char *const *frames;
} ext_reply;

/* Reads an answer, as ext_read_as; texts lie in the arena. */
WYRM_MUST_CHECK wyrm_status ext_reply_read(base_arena *arena, const char *line, size_t length,
                                           const ext_question *question, ext_reply *out,
                                           ext_wrong *wrong);

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

struct wyrm_external_session {
    base_arena arena;
    base_arena answer; /* of one answer */
    const wyrm_external *game;
    char **environment;
    uint64_t seed;
    const char *tail; /* of requests, behind the seed: agent, parameters, limit */
    size_t request_max, window;
    wyrm_external_value *values; /* of one run */
    uint64_t questions;          /* that were draws or fights: their numbers */
    int failed_starts;           /* one after the other */

    ext_process process;
    bool running, closed; /* its standard output has ended */
    bool answered_before; /* by this process, and */
    uint64_t before;      /* this run */

    int timer;
    double seconds; /* that the next answer may take; 0: any */
    bool timed, late;

    char *in; /* what has come and is not used: lines, and the beginning of one */
    size_t in_first, in_seen, in_end; /* up to in_seen there is no line feed */
    char *out;                        /* what is to be sent */
    size_t out_first, out_end, out_room;
    char log[WYRM_EXTERNAL_LOG_MAX]; /* the last of it */
    size_t log_length;
};

/* Who may stop it. */
typedef struct ext_stopping {
    bool (*stop)(void *context);
    void *context;
} ext_stopping;

/* What comes of waiting for a line. */
typedef enum ext_event { EXT_LINE, EXT_TOO_LONG, EXT_ENDED, EXT_LATE } ext_event;

/* A session whose process is not there yet, in two steps: NULL where there is no memory, and the
 * rest as part of a job. */
wyrm_external_session *ext_session_new(const wyrm_external *game);
void ext_session_make(base_arena *arena, void *context);

/* Starts a process, unless there is one that has not ended, and asks it who it is: false where it
 * does not say, with what was wrong and the process ended. The job ends where there is no such
 * program. `copy`, where it is not NULL, becomes a copy of what it said. */
bool ext_start(base_arena *arena, wyrm_external_session *s, const ext_stopping *stopper,
               wyrm_external_hello *out, const char **copy, ext_wrong *wrong);

/* Sends what is to be sent until a line has come, which is valid until it is asked again. Where it
 * is stopped the process and the job end. */
ext_event ext_next_line(base_arena *arena, wyrm_external_session *s, const ext_stopping *stopper,
                        const char **line, size_t *length);

/* What became of a question to which there is no answer; the process has ended then. */
void ext_give_up(wyrm_external_session *s, ext_event what, const char *when, ext_wrong *wrong);

/* Ends it with all that it has started, and hears what it has to say until then; `now`: without the
 * two seconds that it may take. */
void ext_end(wyrm_external_session *s, bool now);

/* The last of the log, cleaned: whole lines, where it was cut, or whole characters of one that is
 * longer than all that is kept. And how a sentence ends with its last line, or so many bytes of it:
 * ": cannot open x"; "" where there is none. */
const char *ext_log_of(base_arena *arena, wyrm_external_session *s);
const char *ext_last_words(base_arena *arena, const char *log, size_t most);

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
