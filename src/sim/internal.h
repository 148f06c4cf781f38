/* What the files of this folder share: work on several threads, floors, and what a record of a run
 * consists of. */
#ifndef WYRM_SRC_SIM_INTERNAL_H
#define WYRM_SRC_SIM_INTERNAL_H

#include <wyrm/rooms.h>
#include <wyrm/sim.h>

#include "base/arena.h"

/* Work on several threads, with results merged in order: the same bits for any number of threads.
 */

#define WYRM_WORKERS_MAX 256

/* A share of it, as it is done and as it is merged. */
typedef struct wyrm_share {
    uint64_t first, count; /* pieces of work: those from `first` on */
    void *result;          /* not cleared before it is filled */
    void *scratch;         /* while it is done: the thread's own, at first all 0 */
    base_arena *arena;     /* while it is merged: of the job, which may be ended */
    void *context;
} wyrm_share;

typedef struct wyrm_work {
    uint64_t count; /* pieces of work, */
    uint64_t share; /* and how many are done in one go, which the bits of sums depend on */
    size_t result_size, scratch_size;       /* bytes */
    void (*release)(void *scratch);         /* frees what scratch owns, at the end; NULL: nothing */
    void (*run)(const wyrm_share *share);   /* from any thread; by first and count alone */
    void (*merge)(const wyrm_share *share); /* from the calling thread, the first share first */
    void *context;
    bool (*progress)(double done, void *context); /* after every merge; false stops. May be NULL */
    void *progress_context;
} wyrm_work;

/* Does the work, as a part of the arena's job, on `threads` threads (0 and 1: only the calling one;
 * at most WYRM_WORKERS_MAX). Where the system gives fewer, those do it, and the calling one where
 * it gives none. The job ends where memory is out, where `merge` ends it, and with WYRM_ERROR_LIMIT
 * where `progress` stops it. */
void wyrm_work_run(base_arena *arena, const wyrm_work *work, unsigned threads);

/* A floor as the game makes it, and the pity of the game. Big, so that every thread has one. */
typedef struct wyrm_made_floor {
    wyrm_map map;
    wyrm_population population;
    wyrm_pity_state pity;
} wyrm_made_floor;

/* Makes the floor of a depth without loot, as a game that begins there would. */
void wyrm_make_floor_of(const wyrm_design *design, uint64_t seed, uint64_t run, int32_t depth,
                        wyrm_made_floor *floor);

/* Whether every monster that is drawn gets a tile: what is drawn is what rooms hold. Part of a job;
 * WYRM_ERROR_ARGUMENT: difficulty is no table of depths */
bool wyrm_rooms_hold_all(base_arena *arena, const wyrm_rooms *rooms);

/* What a record of a run consists of, for who writes and reads it (run.c). */

typedef enum sim_type {
    COLUMN_LAST, /* ends a list of columns */
    COLUMN_DEPTH,
    COLUMN_INDEX, /* of a monster or a kind of item; -1: none */
    COLUMN_U32,
    COLUMN_I32,
    COLUMN_BOOL,
    COLUMN_REAL
} sim_type;

typedef struct sim_column {
    const char *name;
    sim_type type;
    size_t offset;
} sim_column;

/* Records of one kind, where they are in a wyrm_run; and which of their numbers has a name. */
typedef struct sim_list {
    const char *view;
    const sim_column *columns;
    size_t offset, size, count_offset, most; /* most 0: there is one, and no count */
    const char *what, *named;                /* NULL: no name */
    size_t number;
} sim_list;

#define SIM_LISTS 4
extern const sim_list sim_lists[SIM_LISTS];

/* The game that was made last, as it was left, and what it was played on. */
const wyrm_game *wyrm_runner_game(const wyrm_runner *runner);
wyrm_engine *wyrm_runner_engine(const wyrm_runner *runner);

#endif
