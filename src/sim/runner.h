/* One who makes runs, in either fidelity. */
#ifndef WYRM_SRC_SIM_RUNNER_H
#define WYRM_SRC_SIM_RUNNER_H

#include <wyrm/replay.h>

#include "sim/recorder.h"

typedef struct wyrm_sampler wyrm_sampler;

struct wyrm_runner {
    const wyrm_design *design;
    wyrm_run_options options;
    wyrm_recorder recorder;
    wyrm_engine *engine;   /* played */
    wyrm_bot *bot;         /* played */
    wyrm_game *game;       /* played */
    wyrm_replay *replay;   /* what is played is recorded in it; NULL: nothing is */
    wyrm_sampler *sampler; /* sampled */
};

#endif
