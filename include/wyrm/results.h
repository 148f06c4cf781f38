/* Results: runs in an SQLite file.
 *
 * The tables run, floor, fight and item have the fields of <wyrm/run.h> under their names, monsters
 * and items by name; table meta says what was simulated; docs/results.md documents them. Runs are
 * written in groups, each whole or not at all: a killed process loses at most the last group, and
 * the file can be gone on with.
 */
#ifndef WYRM_RESULTS_H
#define WYRM_RESULTS_H

#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_RESULTS_VERSION 1

/* What was simulated. A plain value. */
typedef struct wyrm_results_facts {
    char ruleset[64];
    char source[1024]; /* what the ruleset was opened by */
    char hash[17];
    char version[32];
    char bot[32];
    uint64_t seed;
    uint32_t turn_limit;
    char without[1024]; /* what the player leaves alone: words with commas between */
    char arena[1024]; /* the fight in words with its place ("... in corridor at 3"); "" for games */
} wyrm_results_facts;

typedef struct wyrm_results wyrm_results;

/* Opens a file to write, or makes it. One that exists must hold runs of the same facts (version and
 * source may differ). On success *out is owned by the caller (wyrm_results_close).
 * WYRM_ERROR_ARGUMENT  it holds other runs (the message names the first fact that differs)
 * WYRM_ERROR_SYNTAX    no file of results, or a broken one
 * WYRM_ERROR_LIMIT     of a newer version
 * WYRM_ERROR_IO        it cannot be written; another process writes it
 * WYRM_ERROR_MEMORY    out of memory
 * For as long as it is open no other process can write it. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_write(const char *path, const wyrm_design *design,
                                                        const wyrm_results_facts *facts,
                                                        wyrm_results **out, wyrm_error *error);

/* Opens a file to read. On success *out is owned by the caller (wyrm_results_close).
 * WYRM_ERROR_SYNTAX, _LIMIT, _IO and _MEMORY as above; _IO also where there is none */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_read(const char *path, wyrm_results **out,
                                                       wyrm_error *error);

/* What a file holds runs of; valid until it is closed. */
WYRM_API const wyrm_results_facts *wyrm_results_facts_of(const wyrm_results *results);

/* Adds a run to a file that was opened to be written; one whose number is there already is left as
 * it is. The run is in the file for good once its group is full, or with wyrm_results_flush.
 * WYRM_ERROR_IO      it cannot be written: no room on the disk, say
 * WYRM_ERROR_SYNTAX  the file is broken
 * WYRM_ERROR_MEMORY  out of memory
 * Whatever fails, the file can only be closed then: the group that was not full is lost. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_add(wyrm_results *results, const wyrm_run *run,
                                                      wyrm_error *error);

/* Makes sure that everything added is in the file. Fails as wyrm_results_add. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_flush(wyrm_results *results, wyrm_error *error);

/* Closes; what was not flushed is lost. NULL is allowed. */
WYRM_API void wyrm_results_close(wyrm_results *results);

/* The number of runs, and the first number from `from` on that is missing; what was added counts,
 * flushed or not.
 * WYRM_ERROR_IO      it cannot be read
 * WYRM_ERROR_SYNTAX  the file is broken
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_count(wyrm_results *results, uint64_t from,
                                                        uint64_t *count, uint64_t *missing,
                                                        wyrm_error *error);

/* Tells every run from number `first` on, at most `most` of them, in order; names of the file are
 * looked up in the design. `run` is valid during the call of `take`; what that returns other than
 * WYRM_OK stops the reading with it.
 * WYRM_ERROR_UNKNOWN  the design does not know a monster or item of a run
 * WYRM_ERROR_SYNTAX   a run, or the whole file, is broken
 * WYRM_ERROR_IO       it cannot be read
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_results_each(wyrm_results *results, const wyrm_design *design, uint64_t first, uint64_t most,
                  wyrm_status (*take)(const wyrm_run *run, void *context, wyrm_error *error),
                  void *context, wyrm_error *error);

/* Adds the runs of the file at `path` to another, all or none; runs that both have stay as they
 * are. What was added to `into` before is flushed.
 * WYRM_ERROR_ARGUMENT  other facts (the message names the first that differs), or a run that both
 *                      have differs
 * and those of wyrm_results_read, and of wyrm_results_add for `into` */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_results_merge(wyrm_results *into, const char *path,
                                                        wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
