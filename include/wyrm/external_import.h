/* Imported runs: playtests, telemetry, the output of another simulator. A table with one run a line
 * is read as runs of an external game, and everything that judges results can judge them.
 *
 *     wyrm_external_import *import;
 *     wyrm_external_import_open("playtests.csv", NULL, &import, &error);   finds its columns
 *     wyrm_external_import_facts(import, 0, &facts);
 *     wyrm_external_import_each(import, take, context, errors);            reads its runs
 *     wyrm_external_import_free(import);
 *
 * Columns are recognised by their names and values, so nobody has to describe them; the account
 * shows the result, and options can override it. A file is read twice, the first time to see what
 * its columns hold; neither pass keeps more than a line in memory. No line is dropped silently: an
 * unusable one is an error with its line number.
 */
#ifndef WYRM_EXTERNAL_IMPORT_H
#define WYRM_EXTERNAL_IMPORT_H

#include <wyrm/external_runs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Limits; exceeding one is an error that names the limit. */
#define WYRM_IMPORT_LINE_MAX    ((size_t)1 << 20) /* bytes of a line or record */
#define WYRM_IMPORT_COLUMNS_MAX 512
#define WYRM_IMPORT_NAME_MAX    200                    /* bytes of a column's name */
#define WYRM_IMPORT_RUNS_MAX    ((uint64_t)1000000000) /* lines */
#define WYRM_IMPORT_BAD         0.05 /* default limit of the share of unusable lines */

/* The roles of a column: name, word. */
/* clang-format off */
#define WYRM_IMPORT_ROLE_ROWS(row)                                                                 \
    row(WYRM_IMPORT_NONE, "none")         /* ignored */                                            \
    row(WYRM_IMPORT_RUN, "run")           /* whole numbers, ascending: the number of the run */    \
    row(WYRM_IMPORT_SEED, "seed")         /* ignored: seeds of others mean nothing here */         \
    row(WYRM_IMPORT_AGENT, "agent")       /* who played: at most WYRM_EXTERNAL_AGENTS_MAX words */ \
    row(WYRM_IMPORT_OUTCOME, "outcome")   /* how the run ended, see wyrm_import_word */            \
    row(WYRM_IMPORT_STAGE, "stage")       /* the last stage entered; 0: none */                    \
    row(WYRM_IMPORT_STAGE_FROM_0, "stage+1") /* the same, counted from 0 */                        \
    row(WYRM_IMPORT_CAUSE, "cause")       /* what ended the run */                                 \
    row(WYRM_IMPORT_SHARE, "share")       /* from here on metrics: true, 0.4, "40 %", "4/10",      \
                                             [4, 10] */                                            \
    row(WYRM_IMPORT_AMOUNT, "amount")                                                              \
    row(WYRM_IMPORT_NUMBER, "number")                                                              \
    row(WYRM_IMPORT_CATEGORY, "category")                                                          \
    row(WYRM_IMPORT_BY_STAGE, "by stage") /* JSON only: a list of numbers */
/* clang-format on */

typedef enum wyrm_import_role {
#define WYRM_IMPORT_ROLE_ENUM(name, word) name,
    WYRM_IMPORT_ROLE_ROWS(WYRM_IMPORT_ROLE_ENUM)
#undef WYRM_IMPORT_ROLE_ENUM
        WYRM_IMPORT_ROLE_COUNT
} wyrm_import_role;

WYRM_API const char *wyrm_import_role_word(wyrm_import_role role); /* static text */

/* A column: a heading of CSV, or a member in JSON, "stats.gold" for a nested one. */
typedef struct wyrm_import_column {
    const char *name;
    wyrm_import_role role;
    const char *metric; /* of a metric: its name, made from that of the column; else "" */
    bool said;          /* given in the options; else guessed */
    const char *why;    /* reason for the guess: "its name", "only 0 and 1", "a word of its own on
                           most lines" */
    uint64_t told;      /* lines with a value in it */
} wyrm_import_column;

/* A word of the outcome column and its interpretation, ignoring case:
 *   won         won, win, victory, cleared, true, yes, 1, ...
 *   lost        lost, died, dead, killed, defeat, failed, false, no, 0, ...
 *   unfinished  unfinished, quit, abandoned, timeout, disconnected, ...
 *   failed      crash, crashed, error
 * In a column named after a bad end ("died"), yes means lost and no means won. Any other word is an
 * end of its own, neither won nor unfinished (WYRM_EXTERNAL_OTHER). */
typedef struct wyrm_import_word {
    const char *word;
    wyrm_external_end end;
    bool said;      /* given in the options; else recognised as above */
    uint64_t count; /* lines with the word */
} wyrm_import_word;

typedef struct wyrm_external_import_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* Roles of columns that cannot be guessed: "score=amount,won=outcome,junk=none"; may be NULL.
     * Roles are the words of WYRM_IMPORT_ROLE_ROWS, and by_stage; "Gold=amount:coins" also names
     * the metric. */
    const char *map;
    /* Meanings of outcome words: "escaped=won,left=unfinished". "else=lost" applies to all words
     * not listed, and to every run if no column tells how it ended. May be NULL. */
    const char *outcomes;
    /* The agent; NULL: as in the agent column, or "players" without one. With such a column, only
     * runs of this agent are read. */
    const char *agent;
    const char *game; /* NULL: the name of the file, without its extension */
    double bad;       /* accepted share of unusable lines; 0: WYRM_IMPORT_BAD; 1: all */
} wyrm_external_import_options;

/* Opens a file and reads it once: CSV (RFC 4180, separated by commas, semicolons or tabs, whichever
 * is most frequent in the first line, which names the columns; with semicolons 3,5 is a number), or
 * JSON with one object a line. Options are copied. On success *out is owned by the caller
 * (wyrm_external_import_free).
 * WYRM_ERROR_IO        the file cannot be read, or is no regular file (it is read twice)
 * WYRM_ERROR_SYNTAX    it is neither CSV nor JSON lines, is empty, or does not tell how its runs
 *                      ended
 * WYRM_ERROR_ARGUMENT  malformed options, or a role given twice
 * WYRM_ERROR_UNKNOWN   no such column, role, end or agent (the hint names the nearest)
 * WYRM_ERROR_LIMIT     too many lines, columns or agents
 * WYRM_ERROR_MEMORY    out of memory */
typedef struct wyrm_external_import wyrm_external_import;
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_external_import_open(const char *path, const wyrm_external_import_options *options,
                          wyrm_external_import **out, wyrm_error *error);
WYRM_API void wyrm_external_import_free(wyrm_external_import *import); /* NULL is allowed */

/* What was found in the file. All of it is valid as long as the import. */
typedef struct wyrm_external_import_account {
    const char *format;        /* "CSV, parted by semicolons", "JSON lines"; static text */
    uint64_t lines;            /* lines that are not empty, without the headings */
    uint64_t runs, other, bad; /* lines passed on, of other agents, and unusable; 0 before
                                  wyrm_external_import_each */
    size_t column_count;       /* in file order */
    const wyrm_import_column *columns;
    size_t word_count; /* outcome words seen so far; at most WYRM_EXTERNAL_WORDS_MAX */
    const wyrm_import_word *words;
    size_t agent_count; /* agents whose runs are read, in the order of their first line */
    const char *const *agents;
    const wyrm_external_hello *hello;
} wyrm_external_import_account;
WYRM_API const wyrm_external_import_account *
wyrm_external_import_account_of(const wyrm_external_import *import);

/* Describes the runs of one of the agents. The hello in it lives as long as the import. */
WYRM_API void wyrm_external_import_facts(const wyrm_external_import *import, size_t agent,
                                         wyrm_external_facts *out);

/* Reads the file again and passes every run to `take`, in file order, with the index of its agent.
 * Runs of each agent are numbered by the column of that role, else from 0. Each unusable line is an
 * error in `errors` (may be NULL) that names it; a list keeps the first WYRM_ERRORS_MAX.
 * WYRM_ERROR_SYNTAX  more than the share `bad` of the lines is unusable
 * WYRM_ERROR_IO      the file cannot be read
 * WYRM_ERROR_MEMORY  out of memory
 * and whatever `take` returns */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_external_import_each(wyrm_external_import *import,
                          wyrm_status (*take)(const wyrm_external_run *run, size_t agent,
                                              void *context, wyrm_error *error),
                          void *context, wyrm_errors *errors);

#ifdef __cplusplus
}
#endif
#endif
