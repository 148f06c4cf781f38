/* Runs that are sampled, room by room. */
#ifndef WYRM_SRC_SIM_SAMPLED_H
#define WYRM_SRC_SIM_SAMPLED_H

#include "sim/recorder.h"

typedef struct wyrm_sampler wyrm_sampler;

wyrm_status wyrm_sampler_new(const wyrm_design *design, const wyrm_run_options *options,
                             wyrm_sampler **out, wyrm_error *error);
void wyrm_sampler_free(wyrm_sampler *sampler); /* NULL is allowed */
wyrm_status wyrm_run_sample(wyrm_sampler *sampler, wyrm_recorder *recorder, uint64_t seed,
                            uint64_t run, wyrm_run *out, wyrm_error *error);

#endif
