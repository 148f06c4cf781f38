/* What the files of this folder share: work on several threads, runs as text, rooms of a size, and
 * surveys while they are made. */
#ifndef WYRM_SRC_SIM_INTERNAL_H
#define WYRM_SRC_SIM_INTERNAL_H

#include <wyrm/error.h>
#include <wyrm/loot_survey.h>
#include <wyrm/rooms.h>
#include <wyrm/sim.h>

/* How many runs were summed up so far. */
uint64_t wyrm_summing_runs(const wyrm_summing *summing);

/* A run as it stands in a file of results: a text, and the views that take it apart. */

#define RESULTS_ROW_MAX ((size_t)1 << 19) /* more than the longest takes */
#define RESULTS_SQL_MAX 2048
#define RESULTS_VIEWS   4

/* Writes the text of a run, without a NUL, to out[RESULTS_ROW_MAX]; returns its end. */
char *wyrm_results_put_run(const wyrm_run *run, char *out);

/* Fills all of *run but its seed and number from a text. False where that is none of a run: what does
 * not fit its field, is out of order or too long. */
bool wyrm_results_take_run(const char *text, wyrm_run *run);

/* The statement that makes a view of the runs, floors, fights or items of all texts. */
void wyrm_results_view(size_t index, char sql[RESULTS_SQL_MAX]);

/* A survey of loot while it is made. */

typedef struct wyrm_loot_job {
    const wyrm_design *design;
    const wyrm_encounter *encounter;
    const wyrm_loot *loot;
    const wyrm_loot_facts *facts;
    wyrm_bands bands; /* count at least 1: "all" where the ruleset has none */
    wyrm_room_rules roles;
    uint64_t seed, runs, maps;
    int32_t mode;
    bool reset;
    int32_t last_depth; /* of every campaign; 0: it is not known beforehand */
    size_t pity_count;
    int32_t depths; /* that are counted one by one */
    uint64_t floors;
    wyrm_clusters *sums; /* of a count and what it is set against: rows of bands, then of depths */
} wyrm_loot_job;

/* Fills the exact values of a survey whose names and bands stand; none where they cannot be had. */
WYRM_MUST_CHECK wyrm_status wyrm_loot_find_exact(const wyrm_loot_job *job, wyrm_loot_survey *survey,
                                                 wyrm_error *error);

/* Work in blocks on several threads, with results merged in the order of blocks: the same bits for
 * any number of threads. */

#define WYRM_WORKERS_MAX 256

typedef struct wyrm_work {
    uint64_t blocks;
    size_t result_size;  /* bytes of the result of a block; not cleared before it is filled */
    size_t scratch_size; /* bytes that every thread has for itself; at first all 0 */
    void (*release)(void *scratch); /* frees what scratch owns, at the end; NULL: nothing */

    /* Fills the result of a block. Called from any thread; must depend on the block alone. */
    void (*run)(uint64_t block, void *result, void *scratch, void *context);
    /* Takes up the result. Called from the calling thread, block 0 first. */
    void (*merge)(uint64_t block, const void *result, void *context);
    void *context;

    /* After every block that was merged, with the share done; false stops. May be NULL. */
    bool (*progress)(double done, void *context);
    void *progress_context;
} wyrm_work;

/* Does the work on `threads` threads (0 and 1: only the calling one; at most WYRM_WORKERS_MAX).
 * Where the system gives fewer threads, those do it, and the calling one where it gives none.
 * WYRM_ERROR_LIMIT   stopped by progress
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_MUST_CHECK wyrm_status wyrm_work_run(const wyrm_work *work, unsigned threads,
                                          wyrm_error *error);

/* A tally: how often each whole number was seen, for quantiles that are exact. Memory grows with
 * the numbers that differ. {0} is the empty tally. */

typedef struct wyrm_tally_row {
    int64_t value;
    uint64_t count;
} wyrm_tally_row;

typedef struct wyrm_value_tally {
    wyrm_tally_row *rows; /* ascending by value */
    size_t count, capacity;
    uint64_t total;
} wyrm_value_tally;

/* False: out of memory; nothing is added then. */
bool wyrm_tally_add(wyrm_value_tally *tally, int64_t value, uint64_t times);

/* Adds all of another; false as above, part of it may then be added. */
bool wyrm_tally_merge(wyrm_value_tally *tally, const wyrm_value_tally *other);

/* The least value that at least the share `p` of all do not exceed; 0 of an empty tally. */
int64_t wyrm_tally_quantile(const wyrm_value_tally *tally, double p);

void wyrm_tally_free(wyrm_value_tally *tally);

/* Rooms of a size: how many of the monsters and items that are drawn for a room find a tile in it. */

/* How the normal rooms of a depth are filled with monsters, as far as their size matters. */
typedef struct wyrm_filling {
    wyrm_map_bounds map;
    bool first;         /* the first room gets monsters, beside the player */
    bool roles;         /* maps may have rooms with a role */
    wyrm_pmf *monsters; /* that are drawn for a room; NULL: too fine to be had. Owned */
    bool crowded;       /* a floor may be drawn more than WYRM_LEVEL_SPAWNS_MAX */
} wyrm_filling;

/* *out is to be released in every case.
 * WYRM_ERROR_ARGUMENT  difficulty is no table of depths
 * WYRM_ERROR_MEMORY    out of memory */
wyrm_status wyrm_filling_read(const wyrm_design *design, int32_t depth, wyrm_filling *out,
                              wyrm_error *error);
void wyrm_filling_release(wyrm_filling *filling);

/* Whether what depends on the number of monsters follows from the size of a room. */
bool wyrm_filling_is_known(const wyrm_filling *filling);

/* The mean number of items that find a tile, `number` being drawn; `player`: it is the first room. */
double wyrm_filling_items(const wyrm_filling *filling, const wyrm_pmf *number, int32_t tiles,
                          bool player);

/* The game that was made last, as it was left, and what it was played on. */
const wyrm_game *wyrm_runner_game(const wyrm_runner *runner);
wyrm_engine *wyrm_runner_engine(const wyrm_runner *runner);

#endif
