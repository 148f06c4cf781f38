/* Somebody else's runs: playtests, telemetry, another simulator. A table of runs, one a line, is
 * read as runs of an external game, and everything that judges results judges them.
 *
 *     wyrm_external_import *import;
 *     wyrm_external_import_open("playtests.csv", NULL, &import, &error);   what its columns are
 *     wyrm_external_import_facts(import, 0, &facts);
 *     wyrm_external_import_each(import, take, context, errors);            its runs
 *     wyrm_external_import_free(import);
 *
 * Nobody has to say what a column is: names and values say it, and what was made of them is told,
 * so that it can be looked at and said otherwise. A file is read twice, the first time to see what
 * is in its columns; neither reading keeps more than a line. No line is dropped in silence: what
 * cannot be used is named with its line.
 */
#ifndef WYRM_EXTERNAL_IMPORT_H
#define WYRM_EXTERNAL_IMPORT_H

#include <wyrm/external_runs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Limits; more is an error that names the limit. */
#define WYRM_IMPORT_LINE_MAX    ((size_t)1 << 20) /* bytes of a line or record */
#define WYRM_IMPORT_COLUMNS_MAX 512
#define WYRM_IMPORT_NAME_MAX    200                    /* bytes of a column's name */
#define WYRM_IMPORT_RUNS_MAX    ((uint64_t)1000000000) /* lines */
#define WYRM_IMPORT_BAD         0.05 /* share of lines without use that ends it, usually */

/* What a column can be taken as: name, word. */
/* clang-format off */
#define WYRM_IMPORT_ROLE_ROWS(row)                                                                 \
    row(WYRM_IMPORT_NONE, "none")         /* nothing: it is passed over */                         \
    row(WYRM_IMPORT_RUN, "run")           /* whole numbers, ascending: the number of the run */    \
    row(WYRM_IMPORT_SEED, "seed")         /* passed over: seeds of others mean nothing here */     \
    row(WYRM_IMPORT_AGENT, "agent")       /* who played: at most WYRM_EXTERNAL_AGENTS_MAX words */ \
    row(WYRM_IMPORT_OUTCOME, "outcome")   /* how it ended, see wyrm_import_word */                 \
    row(WYRM_IMPORT_STAGE, "stage")       /* the last stage that was entered; 0: none was */       \
    row(WYRM_IMPORT_STAGE_FROM_0, "stage+1") /* likewise, where the first one is 0 */              \
    row(WYRM_IMPORT_CAUSE, "cause")       /* what ended it */                                      \
    row(WYRM_IMPORT_SHARE, "share")       /* metrics: true, 0.4, "40 %", "4/10", [4, 10] */        \
    row(WYRM_IMPORT_AMOUNT, "amount")                                                              \
    row(WYRM_IMPORT_NUMBER, "number")                                                              \
    row(WYRM_IMPORT_CATEGORY, "category")                                                          \
    row(WYRM_IMPORT_BY_STAGE, "by stage") /* lists of numbers, of JSON */
/* clang-format on */

typedef enum wyrm_import_role {
#define WYRM_IMPORT_ROLE_ENUM(name, word) name,
    WYRM_IMPORT_ROLE_ROWS(WYRM_IMPORT_ROLE_ENUM)
#undef WYRM_IMPORT_ROLE_ENUM
        WYRM_IMPORT_ROLE_COUNT
} wyrm_import_role;

WYRM_API const char *wyrm_import_role_word(wyrm_import_role role); /* static text */

/* A column: a heading of CSV; of JSON a member, "stats.gold" where it lies within another. */
typedef struct wyrm_import_column {
    const char *name;
    wyrm_import_role role;
    const char *metric; /* of a metric: what it is called, the name as far as it can be; else "" */
    bool said;          /* by the options; else it was guessed */
    const char *why;    /* "its name", "only 0 and 1", "a word of its own on most lines" */
    uint64_t told;      /* lines that have something there */
} wyrm_import_column;

/* A word that was found where it stands how a run ended, and what it was taken for. Upper case
 * counts as lower:
 *   won         won, win, victory, cleared, true, yes, 1, ...
 *   lost        lost, died, dead, killed, defeat, failed, false, no, 0, ...
 *   unfinished  unfinished, quit, abandoned, timeout, disconnected, ...
 *   failed      crash, crashed, error
 * Of a column that is named for the worse ("died"), yes is lost and no is won. Any other word is an
 * end of its own, neither won nor unfinished (WYRM_EXTERNAL_OTHER). */
typedef struct wyrm_import_word {
    const char *word;
    wyrm_external_end end;
    bool said;
    uint64_t count; /* lines */
} wyrm_import_word;

typedef struct wyrm_external_import_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* What columns are, where that is not to be guessed: "score=amount,won=outcome,junk=none";
     * NULL. The roles are those of WYRM_IMPORT_ROLE_ROWS, "by_stage" too; "Gold=amount:coins" calls
     * a metric so. */
    const char *map;
    /* What words of the outcome mean: "escaped=won,left=unfinished"; "else=lost" is about all words
     * that are not named, and about every run where no column tells how it ended. NULL. */
    const char *outcomes;
    /* Who played; NULL: whom the column says, "players" where there is none. Where there is one,
     * only runs of this agent are told. */
    const char *agent;
    const char *game; /* NULL: the name of the file, without its ending */
    double bad;       /* share of lines that may be of no use; 0: WYRM_IMPORT_BAD; 1: all */
} wyrm_external_import_options;

/* Reads the file once: CSV (RFC 4180, parted by commas, semicolons or tabs, whichever the first
 * line has most of; the first line names the columns; with semicolons 3,5 is a number), or JSON,
 * one object a line. Options are copied. *out is owned by the caller (wyrm_external_import_free).
 * WYRM_ERROR_IO        it cannot be read, or is no regular file (it is read twice)
 * WYRM_ERROR_SYNTAX    it is neither of the two, is empty, or does not say how its runs ended
 * WYRM_ERROR_ARGUMENT  options of another form, or a role twice
 * WYRM_ERROR_UNKNOWN   a column, role, end or agent that there is not (the hint names the nearest)
 * WYRM_ERROR_LIMIT     too many lines, columns or agents
 * WYRM_ERROR_MEMORY    out of memory */
typedef struct wyrm_external_import wyrm_external_import;
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_external_import_open(const char *path, const wyrm_external_import_options *options,
                          wyrm_external_import **out, wyrm_error *error);
WYRM_API void wyrm_external_import_free(wyrm_external_import *import); /* NULL is allowed */

/* What it is. All of it is valid as long as the import. */
typedef struct wyrm_external_import_account {
    const char *format;        /* "CSV, parted by semicolons", "JSON lines"; static text */
    uint64_t lines;            /* with something on them, the headings not counted */
    uint64_t runs, other, bad; /* told; of agents that were not asked for; without use. 0 before
                                    wyrm_external_import_each */
    size_t column_count;       /* in the order of the file */
    const wyrm_import_column *columns;
    size_t word_count; /* of the outcome, as far as they have come up; at most
                          WYRM_EXTERNAL_WORDS_MAX */
    const wyrm_import_word *words;
    size_t agent_count; /* whose runs are told; `agents` is in the order of their first line */
    const char *const *agents;
    const wyrm_external_hello *hello;
} wyrm_external_import_account;
WYRM_API const wyrm_external_import_account *
wyrm_external_import_account_of(const wyrm_external_import *import);

/* What the runs of one of the agents are of. The hello in it lives as long as the import. */
WYRM_API void wyrm_external_import_facts(const wyrm_external_import *import, size_t agent,
                                         wyrm_external_facts *out);

/* Reads it again and tells every run, in the order of the file, with the index of its agent. Runs
 * of each agent are numbered by the column that says so, else from 0 without a gap. Each line
 * without use is an error in `errors` (may be NULL) that names it, of which a list keeps the first
 * WYRM_ERRORS_MAX.
 * WYRM_ERROR_SYNTAX  more than the share `bad` of the lines are without use
 * WYRM_ERROR_IO      it cannot be read
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
