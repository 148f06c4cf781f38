/* Filling the record of a run: a listener to the game, and what its floors tell. */
#ifndef WYRM_SRC_SIM_RECORDER_H
#define WYRM_SRC_SIM_RECORDER_H

#include <wyrm/run.h>

/* What the player has had to do with one monster. */
typedef struct wyrm_acquaintance {
    uint32_t attacks; /* of the player */
    bool met;
} wyrm_acquaintance;

typedef struct wyrm_recorder {
    const wyrm_combat *combat;
    const wyrm_item_kind *items;
    wyrm_run *run;
    wyrm_run_floor *floor; /* the one being played; NULL: none yet */
    uint32_t entered;      /* the turn on which that was entered */
    uint32_t finds;        /* wyrm_tally.items_found when the last find was noted */
    size_t kind_count;
    wyrm_run_item kinds[WYRM_KINDS_MAX]; /* by kind */
    int32_t rows[WYRM_KINDS_MAX + 1];    /* of fights on this floor by monster + 1; -1: none */
    size_t monster_count;                /* of the roster */
    wyrm_acquaintance known[WYRM_LEVEL_SPAWNS_MAX]; /* on this floor, by id of the monster */
} wyrm_recorder;

/* Begins a run. */
void wyrm_recorder_begin(wyrm_recorder *recorder, const wyrm_design *design, uint64_t seed,
                         uint64_t run, wyrm_run *out);

/* A new floor, and what lies on it. False where no further one fits. */
bool wyrm_recorder_enter(wyrm_recorder *recorder, const wyrm_game *game, size_t rooms,
                         size_t monsters);
void wyrm_recorder_lies(wyrm_recorder *recorder, const wyrm_item *item);

/* The player has come to see the monster of that id, which is of an index of the roster (-1:
 * nameless). What is hit unseen is met, too. */
void wyrm_recorder_meet(wyrm_recorder *recorder, int32_t monster, uint32_t id);

/* A listener of games, whose context is the recorder: blows, wounds, deaths, items. */
void wyrm_recorder_hear(const wyrm_game *game, const wyrm_event *event, void *recorder);

/* How the player stands as it leaves the floor. A later call for the same floor counts instead. */
void wyrm_recorder_leave(wyrm_recorder *recorder, const wyrm_game *game);

/* How a run ends whose player has died of that. */
wyrm_run_end wyrm_run_end_of(wyrm_cause cause);

/* Ends the run, as the player leaves its last floor. */
void wyrm_recorder_end(wyrm_recorder *recorder, const wyrm_game *game, wyrm_run_end end,
                       int32_t killer);

#endif
