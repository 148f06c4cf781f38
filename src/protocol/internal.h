/* What the files of src/protocol share.
 *
 * game.c reads the file that describes a game, meets it, and requests draws, fights and replays;
 * session.c requests runs. process.c runs the game as a child process, together with its
 * descendants. reader.c reads the lines that the game prints, for hello.c and message.c, which know
 * their contents. table.c reads files of runs that other programs have written. All data from the
 * game is checked in reader.c, hello.c and message.c, and nowhere else.
 */
#ifndef WYRM_SRC_PROTOCOL_INTERNAL_H
#define WYRM_SRC_PROTOCOL_INTERNAL_H

#include <jansson.h>
#include <sys/types.h>
#include <wyrm/external.h>

#include "base/arena.h"
#include "base/json.h"

/* ---- game.c ---- */

struct wyrm_external {
    base_arena arena;
    wyrm_ruleset *file;
    const char *path;   /* as given to wyrm_external_open */
    const char *folder; /* absolute if that can be determined */
    char **arguments;   /* of the command; NULL-terminated */
    char *command;      /* as it could be typed */
    double seconds, start_seconds;
    uint64_t steps;                   /* limit for each run, in the game's own units; 0: none */
    const wyrm_external_hello *hello; /* NULL: not met */
    const char *hello_line;           /* the line that it was read from */
};

/* ---- reader.c ---- */

/* What was wrong with a line; NO_FAILURE if nothing was. */
typedef struct ext_wrong {
    wyrm_external_failure failure;
    char why[WYRM_ERROR_MESSAGE_MAX];
} ext_wrong;

/* The question that a line should answer. */
typedef struct ext_question {
    const char *what; /* "run", "draw" or "fight": the member with the number */
    uint64_t number;
    bool answered_before;             /* an earlier one was answered: */
    uint64_t before;                  /* its number */
    uint64_t count;                   /* how many draws or fights were requested */
    const wyrm_external_hello *hello; /* of a run to be played; NULL for replays and all else */
} ext_question;

/* A line being read. */
typedef struct ext_reader {
    base_arena *arena;
    const char *line;
    size_t length;
    const ext_question *question; /* NULL: the line should be a hello */
    void *out;
    json_t *root;
    const char *within; /* prefix of member names in errors: "metrics." */
    bool keep;          /* the parsed line lives as long as the arena, so that texts need no copy */
    ext_wrong *wrong;
} ext_reader;

/* Reads a line in a job whose context is the reader.
 * WYRM_ERROR_SYNTAX  the line is invalid: *wrong says why
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_MUST_CHECK wyrm_status ext_read_as(ext_reader *r,
                                        void (*job)(base_arena *arena, void *context));

/* The functions below are used within such a job and end it at an error; `where` names the member.
 * This one parses the line into r->root, an object. */
void ext_read_line(ext_reader *r);

/* A text of 1 to WYRM_EXTERNAL_NAME_MAX bytes. */
const char *ext_read_word(ext_reader *r, const char *where, const json_t *value);
int64_t ext_read_whole(ext_reader *r, const char *where, const json_t *value, int64_t least,
                       int64_t most);
double ext_read_number(ext_reader *r, const char *where, const json_t *value, double least,
                       double most, const char *wanted);
/* Returns the length of a list, at most `most`; 0 if it is missing. */
size_t ext_count_of(ext_reader *r, const char *where, const json_t *list, size_t most);
const json_t *ext_object_of(ext_reader *r, const char *where, const json_t *value);

/* Whether a value is an int64_t, or a double without a fraction up to 2^53. */
bool ext_is_whole(const json_t *value, int64_t *out);

_Noreturn void ext_refuse(ext_reader *r, wyrm_external_failure failure, const char *format, ...)
    WYRM_PRINTF(3, 4);
/* Fails with "metrics.gold is -3, and an amount is a number from 0". */
_Noreturn void ext_unfit(ext_reader *r, const char *where, const json_t *value, const char *wanted);

/* The name of a member in errors, such as "metrics.gold" or "agents[2]". */
typedef struct ext_label {
    char text[160];
} ext_label;
ext_label ext_at(const char *format, ...) WYRM_PRINTF(1, 2);

/* Copies text of a game into the arena with control characters written out; `lines`: line breaks
 * stay. ext_quoted() also cuts it, with an ellipsis, for use in a sentence. */
char *ext_clean(base_arena *arena, const char *text, size_t length, bool lines);
const char *ext_quoted(base_arena *arena, const char *text, size_t length);
/* Describes a value in errors: "-3", "'abc'", "a list". */
const char *ext_found(ext_reader *r, const json_t *value);

/* ---- hello.c ---- */

/* Metrics that every game has, so that a hello cannot declare them. */
typedef enum ext_usual {
    EXT_OWN, /* declared in the hello */
    EXT_WIN_RATE,
    EXT_SURVIVAL,
    EXT_FINAL_STAGE,
    EXT_UNFINISHED,
    EXT_FAILED,
    EXT_CAUSE,
    EXT_OUTCOME
} ext_usual;

typedef struct ext_metric {
    const char *name;
    wyrm_external_kind kind;
    bool stages; /* one number per stage */
    ext_usual usual;
    size_t index; /* in the hello, where it is declared there */
} ext_metric;
extern const ext_metric ext_metrics[]; /* the usual ones */
extern const size_t ext_metric_count;

/* Finds a metric of a game by name; false if there is none. */
bool ext_find_metric(const wyrm_external_hello *hello, const char *name, ext_metric *out);

/* The index of another hello's metric in this one, by name and kind; SIZE_MAX if there is none. */
size_t ext_metric_index(const wyrm_external_hello *hello, const wyrm_external_metric *metric);

/* Whether it is a share of the runs, or each of its words is. */
bool ext_is_share(const ext_metric *metric);

/* Reads the line of a hello; fails like ext_read_as. The arena owns its texts and lists. */
WYRM_MUST_CHECK wyrm_status ext_hello_read(base_arena *arena, const char *line, size_t length,
                                           wyrm_external_hello *out, ext_wrong *wrong);

/* Writes a hello as the member `hello`, an object that reads back to the same. It is the only
 * member of a line of the protocol, and one of several in a file of runs. */
void ext_hello_put(base_json *json, const wyrm_external_hello *hello);

/* Returns the typed value of a parameter as JSON, in the arena; NULL if the parameter cannot have
 * it: the error says why. */
char *ext_setting(base_arena *arena, const wyrm_external_parameter *parameter, const char *text,
                  wyrm_error *error);

/* ---- message.c ---- */

/* An answer. For a played run the caller provides `run`, with number and seed set, and `values`
 * with room for each metric of the hello. */
typedef struct ext_reply {
    wyrm_external_run *run;
    wyrm_external_value *values;
    wyrm_external_draws draws;
    wyrm_external_fights fights;
    size_t frame_count; /* of a replay */
    const char *const *frames;
} ext_reply;

/* Reads an answer; fails like ext_read_as. The arena owns its texts. */
WYRM_MUST_CHECK wyrm_status ext_reply_read(base_arena *arena, const char *line, size_t length,
                                           const ext_question *question, ext_reply *out,
                                           ext_wrong *wrong);

/* ---- process.c ---- */

typedef struct ext_process {
    pid_t keeper; /* process that supervises the game; 0: none */
    int to, from; /* our ends of its standard input and output, non-blocking; -1: closed */
    int log;      /* our end of its standard error */
    int tie;      /* socket to the keeper, which holds the other end while any process is left */
    int far;      /* the game's end of `to` */
    bool ended;   /* the game has ended with */
    int status;   /* this status, as from waitpid */
    int reason;   /* errno if it could not be run; else 0 */
    bool gone;    /* the keeper has ended, too */
} ext_process;

struct wyrm_external_session {
    base_arena arena;
    base_arena answer; /* for one answer */
    const wyrm_external *game;
    char **environment;
    uint64_t seed;
    const char *tail; /* end of all requests, after the seed: agent, parameters, limit */
    size_t request_max, window;
    wyrm_external_value *values; /* of one run */
    uint64_t questions;          /* draws and fights so far, whose index is their number */
    int failed_starts;           /* in a row */

    ext_process process;
    bool running, closed; /* closed: its standard output has ended */
    bool answered_before; /* this process has answered, last */
    uint64_t before;      /* this run */

    int timer;
    double seconds; /* for the next answer; 0: no limit */
    bool timed, late;

    char *in;                         /* received and not yet used: lines, and the start of one */
    size_t in_first, in_seen, in_end; /* no line feed before in_seen */
    char *out;                        /* to be sent */
    size_t out_first, out_end, out_room;
    char log[WYRM_EXTERNAL_LOG_MAX]; /* its last bytes */
    size_t log_length;
};

/* Callback that may stop the work. */
typedef struct ext_stopping {
    bool (*stop)(void *context);
    void *context;
} ext_stopping;

/* Result of waiting for a line. */
typedef enum ext_event { EXT_LINE, EXT_TOO_LONG, EXT_ENDED, EXT_LATE } ext_event;

/* Makes a session without a process, in two steps: allocation (NULL if out of memory), and the rest
 * as part of a job. */
wyrm_external_session *ext_session_new(const wyrm_external *game);
void ext_session_make(base_arena *arena, void *context);

/* Starts the game unless it is running, and reads its hello; false if that fails, with *wrong set
 * and the process ended. The job ends if the program cannot be run. `copy`, if not NULL, receives a
 * copy of the line. */
bool ext_start(base_arena *arena, wyrm_external_session *s, const ext_stopping *stopper,
               wyrm_external_hello *out, const char **copy, ext_wrong *wrong);

/* Sends and receives until a line has arrived, which is valid until the next call. If `stopper`
 * stops it, the process and the job end. */
ext_event ext_next_line(base_arena *arena, wyrm_external_session *s, const ext_stopping *stopper,
                        const char **line, size_t *length);

/* Ends the process after a missing answer, and stores what happened in *wrong. */
void ext_give_up(wyrm_external_session *s, ext_event what, const char *when, ext_wrong *wrong);

/* Ends the process with everything it has started, reading its log until then. `now`: without the
 * two seconds in which it may end by itself. */
void ext_end(wyrm_external_session *s, bool now);

/* The end of the log, cleaned: whole lines if it was cut, or whole characters of a line that is
 * longer than the buffer. ext_last_words() returns the last line for the end of a sentence, at most
 * `most` bytes of it: ": cannot open x"; "" if there is none. */
const char *ext_log_of(base_arena *arena, wyrm_external_session *s);
const char *ext_last_words(base_arena *arena, const char *log, size_t most);

/* ---- session.c ---- */

/* What all runs are requested with: by the options, then the file, then the hello. */
typedef struct ext_request {
    uint64_t seed, steps; /* steps: limit of a run; 0: none */
    const char *agent;
    const char **settings; /* by parameter, as JSON; NULL: its default */
} ext_request;

/* Used within a job; fails like wyrm_external_session_new. */
ext_request ext_request_of(base_arena *arena, const wyrm_external *game,
                           const wyrm_external_ask_options *options);

/* ---- table.c ---- */

/* A cell: the value of one column in one line. */
typedef struct ext_cell {
    const char *text; /* NULL: no value, or a list */
    bool is_list;
    const double *list; /* NAN for null; NULL: not a list of numbers */
    size_t count;
} ext_cell;

/* Kind of the value in a cell. */
typedef enum ext_sort {
    EXT_EMPTY, /* no value, or a sign for that: "null", "n/a", "-" */
    EXT_FLAG,  /* yes or no, true or false; 0 and 1 are numbers */
    EXT_NUMBER,
    EXT_PERCENT, /* "40 %" */
    EXT_PAIR,    /* "4/10" */
    EXT_WORD,
    EXT_LIST, /* numbers only */
    EXT_ODD,  /* any other list */
    EXT_SORTS
} ext_sort;

typedef struct ext_value {
    ext_sort sort;
    double number, of; /* flag: 0 or 1; percentage: number of 1; pair: number of `of` */
} ext_value;

/* Whether 3,5 is a number, and what 1.000 is then: 1, or a thousand where the file has commas. */
typedef enum ext_comma { EXT_NO_COMMA, EXT_COMMA_MAY, EXT_COMMA_IS } ext_comma;

typedef struct ext_table {
    const char *format; /* "CSV, parted by commas"; static text */
    bool is_json;
    ext_comma comma;
    size_t count; /* columns so far; JSON lines may add some */
    const char **names;
    /* The line read by ext_table_next, valid until the next call. */
    uint64_t line;
    const ext_cell *cells; /* one for each column */
    const char *wrong;     /* "", or why the line is unusable; its cells are then empty */
} ext_table;

typedef struct ext_table_limits {
    size_t columns, name_max, line_max; /* name_max and line_max in bytes */
} ext_table_limits;

/* Opens a table within a job, whose end closes it: CSV, with the names of the columns in the first
 * line, or JSON, one object per line. `known`: the same file read to its end before, or NULL. The
 * job ends with
 * WYRM_ERROR_IO      it cannot be read, or is no regular file
 * WYRM_ERROR_SYNTAX  it has neither format, or is empty
 * WYRM_ERROR_LIMIT   too many columns, or a name that is too long */
ext_table *ext_table_open(base_arena *arena, const char *path, const ext_table_limits *limits,
                          const ext_table *known);

/* Reads the next line that is not blank; false at the end. Ends the job like ext_table_open. */
bool ext_table_next(ext_table *table);

ext_value ext_value_of(const ext_cell *cell, ext_comma comma);

/* Normalizes a name for comparison: its last part, in lower case, so that "killedBy", "Killed by"
 * and "result.killed-by" become "killed_by"; cut to `size` bytes. And whether a text is one of a
 * NULL-terminated list of words, ignoring case. */
void ext_plain_name(const char *text, char *out, size_t size);
bool ext_is_one_of(const char *text, const char *const *words);

#endif
