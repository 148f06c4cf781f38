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

/* played.c: a whole game, or a set fight. */
wyrm_status wyrm_run_play(wyrm_runner *runner, uint64_t seed, uint64_t run, wyrm_run *out,
                          wyrm_error *error);

/* sampled.c */
wyrm_status wyrm_sampler_new(const wyrm_design *design, const wyrm_run_options *options,
                             wyrm_sampler **out, wyrm_error *error);
void wyrm_sampler_free(wyrm_sampler *sampler); /* NULL is allowed */
wyrm_status wyrm_run_sample(wyrm_sampler *sampler, wyrm_recorder *recorder, uint64_t seed,
                            uint64_t run, wyrm_run *out, wyrm_error *error);

#endif
