/* Runs in the game itself. */
#ifndef WYRM_SRC_SIM_PLAYED_H
#define WYRM_SRC_SIM_PLAYED_H

#include "sim/runner.h"

/* A whole game, or a set fight. */
wyrm_status wyrm_run_play(wyrm_runner *runner, uint64_t seed, uint64_t run, wyrm_run *out,
                          wyrm_error *error);

#endif
