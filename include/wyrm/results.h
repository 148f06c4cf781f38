/* Results: runs in an SQLite file.
 *
 * docs/results.md documents the tables, and the views that have the fields of <wyrm/run.h> under
 * their names. Runs are written in groups, each whole or not at all: a killed process loses at most
 * the last group, and the file can be gone on with. A file that is read may be damaged, or made to
 * do harm: what is told of it is what was written, or it is refused.
 */
#ifndef WYRM_RESULTS_H
#define WYRM_RESULTS_H

#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Files of version 2 have nothing of last fights; they are read, and not added to. */
#define WYRM_RESULTS_VERSION 3

/* What was simulated. A plain value. */
typedef struct wyrm_results_facts {
    char ruleset[64];
    char source[1024]; /* what the ruleset was opened by */
    char hash[17];
    char version[32];
    uint32_t engine; /* WYRM_ENGINE_VERSION; 0: runs of several */
    char bot[32];
    uint64_t seed;
    uint32_t turn_limit;
    char without[1024]; /* what the player leaves alone: words with commas between */
    char arena[1024]; /* the fight in words with its place ("... in corridor at 3"); "" for games */
} wyrm_results_facts;

typedef struct wyrm_results wyrm_results;

/* Opens a file to write, or makes it. One that exists must hold runs of the same facts (version and
 * source may differ). On success *out is owned by the caller (wyrm_results_close).
 * WYRM_ERROR_ARGUMENT  it holds other runs (the message names the first fact that differs), or the
 *                      path is none to SQLite: "", ":memory:", "file:..."
 * WYRM_ERROR_SYNTAX    no file of results, or a broken one
 * WYRM_ERROR_LIMIT     of another version than WYRM_RESULTS_VERSION, which to read may be 2
 * WYRM_ERROR_IO        it cannot be written; another process writes it; no regular file
 * WYRM_ERROR_MEMORY    out of memory
 * For as long as it is open no other process can write it. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_write(const char *path, const wyrm_design *design,
                                                        const wyrm_results_facts *facts,
                                                        wyrm_results **out, wyrm_error *error);

/* Opens a file to read. On success *out is owned by the caller (wyrm_results_close). Fails as
 * above; _IO also where there is none, or its writer was killed, left a group half written, and the
 * file may not be written: where it may, that group is taken back. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_read(const char *path, wyrm_results **out,
                                                       wyrm_error *error);

/* What a file holds runs of; valid until it is closed. */
WYRM_API const wyrm_results_facts *wyrm_results_facts_of(const wyrm_results *results);

/* How many runs the file says that it holds. */
WYRM_API uint64_t wyrm_results_count(const wyrm_results *results);

/* Adds a run to a file that was opened to be written; one that is there already stays. The run is
 * in the file for good once its group is full, or with wyrm_results_flush. Gear power is kept to a
 * millionth. WYRM_ERROR_ARGUMENT  its number is there, with another run WYRM_ERROR_IO        it
 * cannot be written: no room on the disk, say WYRM_ERROR_SYNTAX    the file is broken
 * WYRM_ERROR_MEMORY    out of memory Whatever fails, the file can only be closed then: the group
 * that was not full is lost. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_add(wyrm_results *results, const wyrm_run *run,
                                                      wyrm_error *error);

/* Makes sure that everything added is in the file. Fails as wyrm_results_add. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_flush(wyrm_results *results, wyrm_error *error);

/* Closes; what was not flushed is lost. NULL is allowed. */
WYRM_API void wyrm_results_close(wyrm_results *results);

/* Tells every run from number `first` on, at most `most` of them, in order; names of the file are
 * looked up in the design. `run` is valid during the call of `take`; what that returns other than
 * WYRM_OK stops the reading with it. WYRM_ERROR_UNKNOWN  the design does not know a monster or item
 * of a run WYRM_ERROR_SYNTAX   a run, or the whole file, is broken; where `first` is 0 and all are
 * read, also
 *                     where runs have got lost
 * WYRM_ERROR_IO       it cannot be read WYRM_ERROR_MEMORY   out of memory After any of these the
 * file can only be closed. */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_results_each(wyrm_results *results, const wyrm_design *design, uint64_t first, uint64_t most,
                  wyrm_status (*take)(const wyrm_run *run, void *context, wyrm_error *error),
                  void *context, wyrm_error *error);

/* Numbers of runs from `first` to `last`. */
typedef struct wyrm_results_range {
    uint64_t first, last;
} wyrm_results_range;

#define WYRM_RESULTS_GAPS_MAX 256

/* What several files hold together. A plain value. */
typedef struct wyrm_results_account {
    wyrm_results_facts facts;   /* of the first file; engine 0 where they differ in it */
    uint64_t runs, first, last; /* told, each once; the least number and the greatest */
    uint64_t repeated;          /* that were in a further file as well */
    uint64_t missing;           /* between first and last */
    size_t gap_count;           /* where they are missing: the first WYRM_RESULTS_GAPS_MAX places */
    wyrm_results_range gaps[WYRM_RESULTS_GAPS_MAX];
} wyrm_results_account;

/* Tells the runs of several files as if they were in one: in order, those that more than one file
 * has once. The files must hold runs of the same facts; `mix` allows different engines. `take` is
 * called as by wyrm_results_each; NULL: nobody is told, and the files are only looked through.
 * WYRM_ERROR_ARGUMENT  other facts (the message names the first that differs), or a run that two
 *                      files have differs between them
 * and those of wyrm_results_read and wyrm_results_each */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_results_join(const char *const *paths, size_t count, bool mix, const wyrm_design *design,
                  wyrm_status (*take)(const wyrm_run *run, void *context, wyrm_error *error),
                  void *context, wyrm_results_account *account, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
