/* Results: runs in an SQLite file.
 *
 * docs/results.md documents the tables, and views that have the fields of <wyrm/run.h> under their
 * own names. Runs are written in groups, each whole or not at all: a killed process loses at most
 * the last group, and the file can be continued. A file that is read may be damaged or malicious:
 * the reader returns what was written, or refuses the file.
 */
#ifndef WYRM_RESULTS_H
#define WYRM_RESULTS_H

#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Files of version 2 lack the last fights; they can be read, but not added to. */
#define WYRM_RESULTS_VERSION 3

/* How the runs of a file were made. A plain value. */
typedef struct wyrm_results_facts {
    char ruleset[64];
    char source[1024]; /* name or path the ruleset was opened by */
    char hash[17];
    char version[32];
    uint32_t engine; /* WYRM_ENGINE_VERSION; 0: runs of several engines */
    char bot[32];
    uint64_t seed;
    uint32_t turn_limit;
    char without[1024]; /* what is left out of the games: words separated by commas */
    char arena[1024];   /* a set fight in words with its place ("... in corridor at 3"); "" for
                         games */
} wyrm_results_facts;

typedef struct wyrm_results wyrm_results;

/* Opens or creates a file to write. An existing file must hold runs of the same facts (version and
 * source may differ). While it is open no other process can write it. On success *out is owned by
 * the caller (wyrm_results_close).
 * WYRM_ERROR_ARGUMENT  it holds other runs (the message names the first fact that differs), or the
 *                      path is special to SQLite: "", ":memory:", "file:..."
 * WYRM_ERROR_SYNTAX    not a file of results, or a damaged one
 * WYRM_ERROR_LIMIT     another version than WYRM_RESULTS_VERSION; reading also accepts version 2
 * WYRM_ERROR_IO        it cannot be written, another process writes it, or it is no regular file
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_write(const char *path, const wyrm_design *design,
                                                        const wyrm_results_facts *facts,
                                                        wyrm_results **out, wyrm_error *error);

/* Opens a file to read. On success *out is owned by the caller (wyrm_results_close). A group that a
 * killed writer left unfinished is removed, if the file can be written. Fails as
 * wyrm_results_write, and with
 * WYRM_ERROR_IO  also if there is no such file, or an unfinished group cannot be removed */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_read(const char *path, wyrm_results **out,
                                                       wyrm_error *error);

/* How the runs of a file were made; valid until it is closed. */
WYRM_API const wyrm_results_facts *wyrm_results_facts_of(const wyrm_results *results);

/* The number of runs in the file, by its own count. */
WYRM_API uint64_t wyrm_results_count(const wyrm_results *results);

/* Adds a run to a file that was opened to write; a run that is already there stays. It is safely in
 * the file once its group is full, or after wyrm_results_flush. Gear power is kept to a millionth.
 * WYRM_ERROR_ARGUMENT  the file has another run of this number
 * WYRM_ERROR_IO        it cannot be written: the disk is full, say
 * WYRM_ERROR_SYNTAX    the file is damaged
 * WYRM_ERROR_MEMORY    out of memory
 * After any of these the file can only be closed, and the unfinished group is lost. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_add(wyrm_results *results, const wyrm_run *run,
                                                      wyrm_error *error);

/* Writes everything added so far to the file. Fails as wyrm_results_add. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_flush(wyrm_results *results, wyrm_error *error);

/* Closes a file; what was not flushed is lost. NULL is allowed. */
WYRM_API void wyrm_results_close(wyrm_results *results);

/* Passes every run from number `first` on, at most `most` of them, to `take`, in order. Names in
 * the file are looked up in the design. `run` is valid during the call; a status other than WYRM_OK
 * from `take` stops the reading and is returned.
 * WYRM_ERROR_UNKNOWN  the design does not have a monster or item of a run
 * WYRM_ERROR_SYNTAX   a run, or the whole file, is damaged; if `first` is 0 and all are read, also
 *                     if runs are missing
 * WYRM_ERROR_IO       it cannot be read
 * WYRM_ERROR_MEMORY   out of memory
 * After any of these the file can only be closed. */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_results_each(wyrm_results *results, const wyrm_design *design, uint64_t first, uint64_t most,
                  wyrm_status (*take)(const wyrm_run *run, void *context, wyrm_error *error),
                  void *context, wyrm_error *error);

/* A range of run numbers, both ends included. */
typedef struct wyrm_results_range {
    uint64_t first, last;
} wyrm_results_range;

#define WYRM_RESULTS_GAPS_MAX 256

/* The combined content of several files. A plain value. */
typedef struct wyrm_results_account {
    wyrm_results_facts facts;   /* of the first file; engine 0 if the files have different ones */
    uint64_t runs, first, last; /* runs passed on, each once; the least number and the greatest */
    uint64_t repeated;          /* runs that occurred in more than one file */
    uint64_t missing;           /* numbers missing between first and last */
    size_t gap_count;           /* ranges of missing numbers, of which the first
                                   WYRM_RESULTS_GAPS_MAX are kept */
    wyrm_results_range gaps[WYRM_RESULTS_GAPS_MAX];
} wyrm_results_account;

/* Reads several files as if they were one: in the order of numbers, each run once. The files must
 * hold runs of the same facts; `mix` allows different engines. `take` is called as by
 * wyrm_results_each; NULL: the files are only checked.
 * WYRM_ERROR_ARGUMENT  different facts (the message names the first), or a run that differs between
 *                      two files
 * and the errors of wyrm_results_read and wyrm_results_each */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_results_join(const char *const *paths, size_t count, bool mix, const wyrm_design *design,
                  wyrm_status (*take)(const wyrm_run *run, void *context, wyrm_error *error),
                  void *context, wyrm_results_account *account, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
