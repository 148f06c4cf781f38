#ifndef WYRM_SRC_SIM_RUNNER_H
#define WYRM_SRC_SIM_RUNNER_H

#include <wyrm/replay.h>

#include "sim/recorder.h"

/* One who makes runs, of whole games and set fights. */

/* What a run has got done so far, as far as two looks can differ in it; no gaps between its members. */
typedef struct wyrm_run_stock {
    int64_t depth, wins, level, hp, healing, tiles, monsters;
    uint64_t dealt, taken, found, used;
} wyrm_run_stock;

struct wyrm_runner {
    const wyrm_design *design;
    wyrm_run_options options;
    wyrm_recorder recorder;
    wyrm_engine *engine;
    wyrm_bot *bot;
    wyrm_game *game;
    wyrm_replay *replay;  /* what is played is recorded in it; NULL: nothing is */
    wyrm_run_stock stock; /* at the last look that found a change */
    uint32_t changed;     /* the turn of that look */
    uint32_t next_look;   /* the turn of the next one */
};

#endif
