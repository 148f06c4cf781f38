/* What the files of this folder share: work on several threads, rooms of a size, survival stage by
 * stage, and games as they are made. */
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

/* Rooms of a size: how many of the monsters and items that are drawn for a room find a tile in it.
 */

/* How the normal rooms of a depth are filled with monsters, as far as their size matters. */
typedef struct wyrm_filling {
    wyrm_map_bounds map;
    bool first;               /* the first room gets monsters, beside the player */
    bool roles;               /* maps may have rooms with a role */
    const wyrm_pmf *monsters; /* that are drawn for a room; NULL: too fine to be had */
    bool known; /* what depends on the number of monsters follows from the size of a room: their
                   distribution is there, and no floor may be drawn more than it can hold */
} wyrm_filling;

/* Part of a job, in whose arena it lies. WYRM_ERROR_ARGUMENT: difficulty is no table of depths */
wyrm_filling wyrm_filling_read(base_arena *arena, const wyrm_design *design, int32_t depth);

/* The mean number of items that find a tile, `number` being drawn; `player`: it is the first room.
 */
double wyrm_filling_items(const wyrm_filling *filling, const wyrm_pmf *number, int32_t tiles,
                          bool player);

/* Whether every monster that is drawn gets a tile: what is drawn is what rooms hold. Part of a job;
 * WYRM_ERROR_ARGUMENT as above. */
bool wyrm_rooms_hold_all(base_arena *arena, const wyrm_rooms *rooms);

/* Games stage by stage: who has won stays among the living for good; who went out of sight is no
 * longer at risk where that happened. {0} begins. */
typedef struct wyrm_stage_walk {
    wyrm_survival survival;
    uint64_t won, at_risk; /* before; of this stage */
} wyrm_stage_walk;

/* The next stage, `whole`: those who entered it and stayed in sight. */
static inline void wyrm_stage_walk_on(wyrm_stage_walk *walk, uint64_t whole, uint64_t died,
                                      uint64_t won)
{
    walk->at_risk = whole + walk->won;
    wyrm_survival_step(&walk->survival, walk->at_risk, died);
    walk->won += won;
}

/* The game that was made last, as it was left, and what it was played on. */
const wyrm_game *wyrm_runner_game(const wyrm_runner *runner);
wyrm_engine *wyrm_runner_engine(const wyrm_runner *runner);

#endif
