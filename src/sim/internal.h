/* What the files of this folder share: work on several threads, floors, survival stage by stage,
 * and files of runs. */
#ifndef WYRM_SRC_SIM_INTERNAL_H
#define WYRM_SRC_SIM_INTERNAL_H

#include <math.h>
#include <wyrm/external_import.h>
#include <wyrm/results.h>
#include <wyrm/rooms.h>

#include "base/arena.h"
#include "base/text.h"

/* Work on several threads, with results merged in order: the same bits for any number of threads.
 */

#define SIM_WORKERS_MAX 256

/* One block of work, for the thread that does it and for the one that merges it. */
typedef struct sim_share {
    uint64_t first, count; /* pieces of work: those from `first` on */
    void *result;          /* not cleared before it is filled */
    void *scratch;         /* while it is done: the thread's own, at first all 0 */
    base_arena *arena;     /* while it is merged: of the job, which may be ended */
    void *context;
} sim_share;

typedef struct sim_work {
    uint64_t count; /* pieces of work, */
    uint64_t share; /* and how many are done in one go, which the bits of sums depend on */
    size_t result_size, scratch_size; /* bytes */
    /* Frees what scratch owns, at the end of its thread: those of several wait side by side for
     * whatever they end. What is all 0 owns nothing. NULL: nothing ever does. */
    void (*release)(void *scratch);
    void (*release_result)(void *result);  /* likewise of every result, merged or not, or zeros */
    void (*run)(const sim_share *share);   /* from any thread; by first and count alone */
    void (*merge)(const sim_share *share); /* from the calling thread, the first share first */
    void *context;
    bool (*progress)(double done, void *context); /* after every merge; false stops. May be NULL */
    void *progress_context;
} sim_work;

/* Does the work, as a part of the arena's job, on `threads` threads (0 and 1: only the calling one;
 * at most SIM_WORKERS_MAX). Where the system gives fewer, those do it, and the calling one where
 * it gives none. The job ends where memory is out, where `merge` ends it, and with WYRM_ERROR_LIMIT
 * where `progress` stops it. */
void sim_work_run(base_arena *arena, const sim_work *work, unsigned threads);

/* Runs that were added up. */
uint64_t sim_accumulator_runs(const wyrm_accumulator *accumulator);

/* A floor as the game makes it, and what its loot remembers. Big, so that every thread has one. */
typedef struct sim_made_floor {
    wyrm_map map;
    wyrm_population population;
    wyrm_loot_state loot;
} sim_made_floor;

/* Ends the job where floors could not be made as the ruleset has them (wyrm_floor_trouble). */
void sim_floors_must_be_made(base_arena *arena, const wyrm_design *design);

/* How the normal rooms of a depth are filled with monsters, as far as their size matters. */
typedef struct sim_filling {
    wyrm_map_bounds map;
    bool first;               /* the first room gets monsters, beside the player */
    bool roles;               /* maps may have rooms with a role */
    bool floors;              /* groups come, who all look for a tile until they have one */
    const wyrm_pmf *monsters; /* that are drawn for a room; NULL: too fine to be had */
    bool known; /* what depends on the number of monsters follows from the size of a room: their
                   distribution is there, and no floor may be drawn more than it can hold */
} sim_filling;

/* Part of a job, in whose arena it lies. WYRM_ERROR_ARGUMENT: difficulty is no table of depths */
sim_filling sim_filling_read(base_arena *arena, const wyrm_design *design, int32_t depth);

/* Whether monsters try one tile each: those of groups look on until they have one. */
static inline bool sim_filling_tries_once(const sim_filling *filling)
{
    return filling->map.placing == WYRM_PLACING_ONCE && !filling->floors;
}

/* One more looks for a tile, `once` or until it has one: `taken[0..last]` are the chances of so
 * many tiles that are. Returns the chance that it finds one. */
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

/* The chance of 0 to as many monsters as are drawn, in a room of so many tiles that gets any:
 * chances[] begins as 0. `player`: the player stands there too. The filling is known. */
void sim_filling_monsters(const sim_filling *filling, int32_t tiles, bool player, double *chances);

/* Whether every monster that is drawn gets a tile: what is drawn is what rooms hold. Part of a job;
 * WYRM_ERROR_ARGUMENT: difficulty is no table of depths */
bool sim_rooms_hold_all(base_arena *arena, const wyrm_rooms *rooms);

/* Games stage by stage: who has won stays among the living for good; who went out of sight is no
 * longer at risk where that happened. {0} begins. */
typedef struct sim_stage_walk {
    wyrm_survival survival;
    uint64_t won, at_risk; /* before; of this stage */
} sim_stage_walk;

/* The next stage, `whole`: those who entered it and stayed in sight. */
static inline void sim_stage_walk_on(sim_stage_walk *walk, uint64_t whole, uint64_t died,
                                     uint64_t won)
{
    walk->at_risk = whole + walk->won;
    wyrm_survival_step(&walk->survival, walk->at_risk, died);
    walk->won += won;
}

/* The share of who lives on; NAN, and anything may be so, where nobody was at risk any more. */
static inline wyrm_interval sim_stage_walk_end(const sim_stage_walk *walk, double confidence,
                                               double *share)
{
    *share = walk->at_risk > 0 ? walk->survival.share : (double)NAN;
    return walk->at_risk > 0 ? wyrm_survival_interval(&walk->survival, confidence)
                             : (wyrm_interval){-INFINITY, INFINITY};
}

/* ---- Files of runs (store.c) ---- */

#define SIM_STORE_SQL 4096 /* bytes of a statement */

/* In the head of a file: "Wyrm", "Wyrg" for games, "Wyrs" for sweeps. */
#define SIM_STORE_OF_RULESETS 0x5779726d
#define SIM_STORE_OF_GAMES    0x57797267
#define SIM_STORE_OF_SWEEPS   0x57797273

/* Something that the runs of a file are of: a text, a number up to UINT64_MAX or UINT32_MAX, or a
 * bool. */
typedef struct sim_fact {
    const char *key, *words; /* of the sentence on files that differ in it; NULL: they may */
    size_t offset, size;     /* in the struct of all facts; size 0: a number */
    uint64_t greatest;
    unsigned is;
} sim_fact;

/* Runs that differ in it may be added up where that is asked for; a hash of what the next fact
 * names. */
enum { SIM_FACT_MIXES = 1, SIM_FACT_OF_NEXT = 2 };

#define SIM_FACT_TEXT(of, key)             offsetof(of, key), sizeof(((of *)0)->key), 0
#define SIM_FACT_NUMBER(of, key, greatest) offsetof(of, key), 0, greatest

typedef struct sim_store sim_store;

/* A kind of files. */
typedef struct sim_store_kind {
    uint32_t application, version;
    size_t row_max;              /* bytes of the text of a run, and of all that is said of them */
    size_t size;                 /* of what is opened, which begins with a sim_store; */
    size_t facts_at, facts_size; /* where in it the facts are */
    const sim_fact *facts;
    size_t fact_count, view_count;
    size_t views_before; /* files of the version before have so many of them, and are only read; 0:
                            those are not read */
    /* The statement that makes a view, as it then stands in the file. */
    void (*view)(size_t index, char sql[SIM_STORE_SQL]);
    /* What is said besides the facts, into a new file, by sim_store_name; and how it is read:
     * false: that is senseless. `names` as it was handed in, or NULL. */
    void (*put_names)(sim_store *store, const void *names);
    bool (*take_name)(sim_store *store, const void *names, const char *key, const char *value);
    void (*hold)(sim_store *store, const void *wanted, bool mix); /* to more than facts, or NULL */
    void (*release)(sim_store *store);                            /* what it owns, or NULL */
} sim_store_kind;

struct sim_store {
    const sim_store_kind *kind;
    struct sqlite3 *database;
    struct sqlite3_stmt *insert;
    bool is_older;  /* of the version before */
    uint64_t runs;  /* in the file, those of the group that is not whole yet included */
    size_t pending; /* bytes of the group */
    bool writes, in_transaction;
    int budget;         /* thousands of steps that the statement in hand has left */
    wyrm_status status; /* of the first failure */
    wyrm_error error;
    char path[1024];
    char *text; /* row_max bytes: of the run, or of all that is said, that a checksum is taken of */
};

/* Open a file; one that exists must be of the wanted facts. NULL: out of memory; other failures
 * stay in it. */
sim_store *sim_store_read(const sim_store_kind *kind, const char *path, const void *names);
sim_store *sim_store_write(const sim_store_kind *kind, const char *path, const void *wanted,
                           const void *names);

/* What was opened as its caller gets it: NULL where that failed, and it is closed then. */
void *sim_store_hand_over(sim_store *store, wyrm_status *status, wyrm_error *error);
void sim_store_close(sim_store *store); /* NULL is allowed */

/* The first failure stays; its sentence begins with the file. */
void sim_store_fail(sim_store *store, wyrm_status code, const char *format, ...) WYRM_PRINTF(3, 4);

/* Ends the job with what failed first, if anything has. */
void sim_store_must(base_arena *arena, const sim_store *store);

/* Fails where the file holds runs of other facts. `mix`: but for those that may. */
void sim_store_hold(sim_store *store, const void *wanted, bool mix);

/* Says something besides the facts, in a new file. */
void sim_store_name(sim_store *store, const char *key, const char *value);

/* Adds the run whose text is the first `length` bytes of store->text. */
wyrm_status sim_store_add(sim_store *store, uint64_t number, size_t length, wyrm_error *error);
wyrm_status sim_store_flush(sim_store *store, wyrm_error *error);

/* How files are read. */
typedef struct sim_store_reading {
    const sim_store_kind *kind;
    const void *names;                             /* handed to take_name */
    void (*meet)(sim_store *store, void *context); /* of several files each, before any run */
    /* Tells a run, whose text was held against its checksum. */
    void (*give)(base_arena *arena, sim_store *store, uint64_t number, const char *text,
                 void *context);
    void *context;
} sim_store_reading;

/* As parts of a job; of an account all but the facts is filled. */
void sim_store_each(base_arena *arena, const sim_store_reading *how, sim_store *store,
                    uint64_t first, uint64_t most);
void sim_store_join(base_arena *arena, const sim_store_reading *how, const char *const *paths,
                    size_t count, wyrm_results_account *account);

/* The game that was made last, as it was left, and what it was played on. */
const wyrm_game *sim_runner_game(const wyrm_runner *runner);
wyrm_engine *sim_runner_engine(const wyrm_runner *runner);

/* ---- Somebody else's runs (import_columns.c, external_import.c) ---- */

#define IMPORT_NOWHERE SIZE_MAX /* no column */
#define IMPORT_LIMITS                                                                              \
    {                                                                                              \
        .columns = WYRM_IMPORT_COLUMNS_MAX, .name_max = WYRM_IMPORT_NAME_MAX,                      \
        .line_max = WYRM_IMPORT_LINE_MAX                                                           \
    }

struct wyrm_external_import {
    base_arena *arena; /* of the import itself: what lives as long */
    const char *path, *map, *outcomes, *agent;
    double bad;
    const struct ext_table *table; /* of the first reading: its columns */
    wyrm_import_column *columns;
    struct import_seen *seen;
    size_t role[WYRM_IMPORT_ROLE_COUNT]; /* the column that has it, of those that one can have */
    bool is_worse;                       /* the outcome: yes is lost */
    size_t *metrics;                     /* their columns */
    wyrm_import_word *words;
    size_t said_count;
    wyrm_import_word *said; /* by the options */
    const wyrm_import_word *otherwise;
    const char **agents;
    uint64_t *next; /* number of the next run of each, or more than that of its last */
    wyrm_external_hello hello;
    wyrm_external_import_account account;
};

static inline bool import_is_whole(double number, double least, double greatest)
{
    return number >= least && number <= greatest && floor(number) == number;
}

#endif
