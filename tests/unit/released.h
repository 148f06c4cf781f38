/* What comes of runs and judgements, released where its block ends. */
#ifndef WYRM_TESTS_RELEASED_H
#define WYRM_TESTS_RELEASED_H

#include "suite.h"

#include <wyrm/compare.h>
#include <wyrm/gate.h>
#include <wyrm/judge.h>
#include <wyrm/sim.h>

RELEASED_BY(wyrm_comparison, wyrm_comparison_free)
RELEASED_BY(wyrm_judgement, wyrm_judgement_free)
RELEASED_BY(wyrm_summary, wyrm_summary_free)
RELEASED_BY(wyrm_accumulator, wyrm_accumulator_free)
#define OWNED_COMPARISON  OWNED(wyrm_comparison)
#define OWNED_JUDGEMENT   OWNED(wyrm_judgement)
#define OWNED_SUMMARY     OWNED(wyrm_summary)
#define OWNED_ACCUMULATOR OWNED(wyrm_accumulator)
#define OWNED_SIDE        OWNED_VALUE(wyrm_gate_side, wyrm_gate_side_free)

#endif
