/* What the files of this folder share: work on several threads, generated floors, survival stage by
 * stage, files of runs and the state of an import. */
#ifndef WYRM_SRC_SIM_INTERNAL_H
#define WYRM_SRC_SIM_INTERNAL_H

#include <math.h>
#include <wyrm/external_import.h>
#include <wyrm/results.h>
#include <wyrm/rooms.h>

#include "base/arena.h"
#include "base/text.h"

/* Work on several threads, whose results are merged in order: the same bits for any number of
 * threads. */

#define SIM_WORKERS_MAX 256

/* A block of work, as the thread that does it and the thread that merges it see it. */
typedef struct sim_share {
    uint64_t first, count; /* pieces of work: `count` of them from number `first` on */
    void *result;          /* work->result_size bytes, not cleared before run() */
    void *scratch;         /* for run(): the thread's own, zeroed when the thread starts */
    base_arena *arena;     /* for merge(): of the job, which merge() may end */
    void *context;
} sim_share;

typedef struct sim_work {
    uint64_t count;                   /* all pieces of work */
    uint64_t share;                   /* pieces in a block; sums depend on it to the last bit */
    size_t result_size, scratch_size; /* bytes */
    /* Frees what scratch owns. Each thread calls it as it ends, so that slow releases (the process
     * of a game) overlap. Scratch of zeros must be allowed. NULL: scratch owns nothing. */
    void (*release)(void *scratch);
    void (*release_result)(void *result);  /* the same for every result, merged, not merged or
                                              zeros */
    void (*run)(const sim_share *share);   /* on any thread; must depend on first and count alone */
    void (*merge)(const sim_share *share); /* on the calling thread, in order */
    void *context;
    bool (*progress)(double done, void *context); /* after every merge; false stops the work. May be
                                                     NULL */
    void *progress_context;
} sim_work;

/* Does the work as part of the arena's job, on `threads` threads (0 and 1: on the calling one; at
 * most SIM_WORKERS_MAX). If the system grants fewer threads, those do it all, and the calling one
 * if it grants none. The job ends if memory is out, if merge() ends it, and with WYRM_ERROR_LIMIT
 * if progress() stops it. */
void sim_work_run(base_arena *arena, const sim_work *work, unsigned threads);

/* Sets the range of depths, levels or stages: from 1 to `last`, without end where that is 0. */
static inline void sim_bound(int32_t last, wyrm_moments *of)
{
    of->range = WYRM_WITHIN;
    of->least = 1.0;
    of->most = last > 0 ? (double)last : (double)INFINITY;
}

/* The number of runs added so far. */
uint64_t sim_accumulator_runs(const wyrm_accumulator *accumulator);

/* A floor as the game makes it, with the state of its loot (pity counters). Large, so each thread
 * allocates one and reuses it. */
typedef struct sim_made_floor {
    wyrm_map map;
    wyrm_population population;
    wyrm_loot_state loot;
} sim_made_floor;

/* Ends the job if floors made before could not follow the ruleset (wyrm_floor_trouble) or cost too
 * much. */
void sim_floors_must_be_made(base_arena *arena, const wyrm_design *design);

/* How the normal rooms of a depth get their monsters, as far as room sizes matter for that. */
typedef struct sim_filling {
    wyrm_map_bounds map;
    bool first;               /* the first room, the player's, gets monsters, too */
    bool roles;               /* maps may have rooms with a role */
    bool floors;              /* groups are drawn for a floor, and try other rooms if one has no
                                 free tile */
    const wyrm_pmf *monsters; /* distribution of the number drawn for a room; NULL: threats differ
                                 too finely */
    bool known; /* the number of monsters in a room depends on its size alone: their distribution is
                   there, and no floor can get more monsters than fit */
} sim_filling;

/* Part of a job, whose arena owns the pmf. WYRM_ERROR_ARGUMENT difficulty is no table of depths */
sim_filling sim_filling_read(base_arena *arena, const wyrm_design *design, int32_t depth);

/* Whether a monster tries one tile only: those of groups try until they find one. */
static inline bool sim_filling_tries_once(const sim_filling *filling)
{
    return filling->map.placing == WYRM_PLACING_ONCE && !filling->floors;
}

/* Places one more thing in a room of `tiles` tiles; it tries one tile (`once`) or all. taken[n],
 * for n up to `last`, is the probability that n tiles are taken, and is updated (taken[last + 1]
 * must exist). Returns the probability that it finds a tile. */
static inline double sim_filling_look(bool once, int32_t tiles, double *taken, int64_t last)
{
    double sum = 0;
    for (int64_t n = last; n >= 0; n--) {
        double free_share = n < tiles ? 1 - (double)n / tiles : 0;
        double found = once ? free_share : n < tiles;
        taken[n + 1] += taken[n] * found;
        sum += taken[n] * found;
        taken[n] *= 1 - found;
    }
    return sum;
}

/* Adds to chances[n] the probability that a room of `tiles` tiles which gets monsters holds n of
 * them, from 0 to as many as may be drawn; chances[] begins as zeros. `player`: the player takes a
 * tile first. filling->known must hold. */
void sim_filling_monsters(const sim_filling *filling, int32_t tiles, bool player, double *chances);

/* Whether every monster drawn for a normal room gets a tile, so that rooms hold what is drawn. Part
 * of a job; WYRM_ERROR_ARGUMENT difficulty is no table of depths */
bool sim_rooms_hold_all(base_arena *arena, const wyrm_rooms *rooms);

/* The product-limit estimate of survival, stage by stage. Runs that are won count as survivors of
 * all later stages; runs cut off leave the sample at the stage where that happened. {0} begins. */
typedef struct sim_stage_walk {
    wyrm_survival survival;
    uint64_t won, at_risk; /* won: in earlier stages; at_risk: in this one */
} sim_stage_walk;

/* Adds the next stage; `whole` counts the runs that entered it and were not cut off in it. */
static inline void sim_stage_walk_on(sim_stage_walk *walk, uint64_t whole, uint64_t died,
                                     uint64_t won)
{
    walk->at_risk = whole + walk->won;
    wyrm_survival_step(&walk->survival, walk->at_risk, died);
    walk->won += won;
}

/* Sets *share to the share that survives all stages and returns its interval; NAN and all reals if
 * nobody was at risk in the last one. */
static inline wyrm_interval sim_stage_walk_end(const sim_stage_walk *walk, double confidence,
                                               double *share)
{
    *share = walk->at_risk > 0 ? walk->survival.share : (double)NAN;
    return walk->at_risk > 0 ? wyrm_survival_interval(&walk->survival, confidence)
                             : (wyrm_interval){-INFINITY, INFINITY};
}

/* ---- Files of runs (store.c) ---- */

#define SIM_STORE_SQL 4096 /* bytes of a statement */

/* Application ids in the head of a file: "Wyrm" for rulesets, "Wyrg" for games, "Wyrs" for
 * sweeps. */
#define SIM_STORE_OF_RULESETS 0x5779726d
#define SIM_STORE_OF_GAMES    0x57797267
#define SIM_STORE_OF_SWEEPS   0x57797273

/* A fact about all runs of a file, stored in meta: a text, a number up to UINT64_MAX or UINT32_MAX,
 * or a bool. */
typedef struct sim_fact {
    const char *key, *words; /* words: the fact in a message about files that differ in it; NULL:
                                files may differ */
    size_t offset, size;     /* in the struct of facts; size 0: a number, else bytes of a text */
    uint64_t greatest;       /* largest number allowed; implies its type */
    unsigned is;             /* SIM_FACT_ flags */
} sim_fact;

/* SIM_FACT_MIXES: runs that differ in this fact may be added up on request (--mix).
 * SIM_FACT_OF_NEXT: it is a hash of the thing that the next fact names. */
enum { SIM_FACT_MIXES = 1, SIM_FACT_OF_NEXT = 2 };

#define SIM_FACT_TEXT(of, key)             offsetof(of, key), sizeof(((of *)0)->key), 0
#define SIM_FACT_NUMBER(of, key, greatest) offsetof(of, key), 0, greatest

typedef struct sim_store sim_store;

/* A kind of file of runs. */
typedef struct sim_store_kind {
    uint32_t application, version;
    size_t row_max;              /* bytes, at most, of the text of a run and of the text of all of
                                    meta */
    size_t size;                 /* size of the struct that is opened, which begins with a
                                    sim_store */
    size_t facts_at, facts_size; /* where the struct of facts lies in it */
    const sim_fact *facts;
    size_t fact_count, view_count;
    size_t views_before; /* number of views in files of the version before, which can only be read;
                            0: they are refused */
    /* Writes the CREATE VIEW statement of a view, as it must stand in the file. */
    void (*view)(size_t index, char sql[SIM_STORE_SQL]);
    /* put_names writes the rows of meta besides the facts into a new file, by sim_store_name.
     * take_name reads one of them back and returns false if it makes no sense; `names` comes from
     * the caller of sim_store_read, or is NULL. */
    void (*put_names)(sim_store *store, const void *names);
    bool (*take_name)(sim_store *store, const void *names, const char *key, const char *value);
    void (*hold)(sim_store *store, const void *wanted, bool mix); /* compares more than facts, or
                                                                     NULL */
    void (*release)(sim_store *store);                            /* frees what the struct owns, or
                                                                     NULL */
} sim_store_kind;

struct sim_store {
    const sim_store_kind *kind;
    struct sqlite3 *database;
    struct sqlite3_stmt *insert;
    bool is_older;  /* the file has the version before the current one */
    uint64_t runs;  /* in the file, with those of the group not committed yet */
    size_t pending; /* bytes of runs in the group not committed yet */
    bool writes, in_transaction;
    int budget;         /* thousands of steps left for the current statement */
    wyrm_status status; /* the first failure */
    wyrm_error error;
    char path[1024];
    char *text; /* row_max bytes: the text of a run or of meta, for its checksum */
};

/* Open a file to read or to write; one that exists to be written must have the wanted facts. NULL
 * if memory is out; other failures stay in the store. */
sim_store *sim_store_read(const sim_store_kind *kind, const char *path, const void *names);
sim_store *sim_store_write(const sim_store_kind *kind, const char *path, const void *wanted,
                           const void *names);

/* Returns the opened store, for the public function that opened it; if opening failed, closes it,
 * reports why and returns NULL. */
void *sim_store_hand_over(sim_store *store, wyrm_status *status, wyrm_error *error);
void sim_store_close(sim_store *store); /* NULL is allowed */

/* Records a failure, of which the first stays; the sentence begins with the path. */
void sim_store_fail(sim_store *store, wyrm_status code, const char *format, ...) WYRM_PRINTF(3, 4);

/* Ends the job with the store's first failure, if any. */
void sim_store_must(base_arena *arena, const sim_store *store);

/* Fails if the file's facts differ from the wanted ones. `mix`: facts with SIM_FACT_MIXES may. */
void sim_store_hold(sim_store *store, const void *wanted, bool mix);

/* Writes a row of meta besides the facts, into a new file. */
void sim_store_name(sim_store *store, const char *key, const char *value);

/* Adds the run whose text is the first `length` bytes of store->text. */
wyrm_status sim_store_add(sim_store *store, uint64_t number, size_t length, wyrm_error *error);
wyrm_status sim_store_flush(sim_store *store, wyrm_error *error);

/* How runs are read from files. */
typedef struct sim_store_reading {
    const sim_store_kind *kind;
    const void *names;                             /* passed to take_name */
    void (*meet)(sim_store *store, void *context); /* for each of several files, before any run */
    /* Called with each run, once its text has passed its checksum. */
    void (*give)(base_arena *arena, sim_store *store, uint64_t number, const char *text,
                 void *context);
    void *context;
} sim_store_reading;

/* Both are parts of a job. _each reads the runs from number `first` on, at most `most`; _join reads
 * several files as one, in the order of run numbers, and fills *account except for its facts. */
void sim_store_each(base_arena *arena, const sim_store_reading *how, sim_store *store,
                    uint64_t first, uint64_t most);
void sim_store_join(base_arena *arena, const sim_store_reading *how, const char *const *paths,
                    size_t count, wyrm_results_account *account);

/* The game of the runner's last run in its final state, and the engine it was played on; both
 * belong to the runner. */
const wyrm_game *sim_runner_game(const wyrm_runner *runner);
wyrm_engine *sim_runner_engine(const wyrm_runner *runner);

/* ---- imported runs (import_columns.c, external_import.c) ---- */

#define IMPORT_NOWHERE SIZE_MAX /* no column */
#define IMPORT_LIMITS                                                                              \
    {                                                                                              \
        .columns = WYRM_IMPORT_COLUMNS_MAX, .name_max = WYRM_IMPORT_NAME_MAX,                      \
        .line_max = WYRM_IMPORT_LINE_MAX                                                           \
    }

struct wyrm_external_import {
    base_arena *arena;                         /* lives as long as the import */
    const char *path, *map, *outcomes, *agent; /* as in wyrm_external_import_options */
    double bad;                                /* share of unusable lines that is allowed */
    const struct ext_table *table;             /* the table as read first, to find its columns */
    wyrm_import_column *columns;
    struct import_seen *seen;            /* by column */
    size_t role[WYRM_IMPORT_ROLE_COUNT]; /* index of the column with each role that only one column
                                            can have */
    bool is_worse;                       /* a yes in the outcome column means lost */
    size_t *metrics;                     /* index of the column of each metric */
    wyrm_import_word *words; /* words of the outcome found so far, with what they were taken for */
    size_t said_count;
    wyrm_import_word *said;            /* words that the options explain */
    const wyrm_import_word *otherwise; /* the option's `else`, for all other words; NULL: none */
    const char **agents;
    uint64_t *next; /* by agent: the number that its next run gets, or that it must reach */
    wyrm_external_hello hello;
    wyrm_external_import_account account;
};

static inline bool import_is_whole(double number, double least, double greatest)
{
    return number >= least && number <= greatest && floor(number) == number;
}

#endif
