/* Owned results of runs and judgements, released at the end of their block; and judging. */
#ifndef WYRM_TESTS_RELEASED_H
#define WYRM_TESTS_RELEASED_H

#include <wyrm/compare.h>
#include <wyrm/gate.h>
#include <wyrm/judge.h>
#include <wyrm/sim.h>

#include "helpers.h"

RELEASED_BY(wyrm_comparison, wyrm_comparison_free)
RELEASED_BY(wyrm_judgement, wyrm_judgement_free)
RELEASED_BY(wyrm_summary, wyrm_summary_free)
RELEASED_BY(wyrm_accumulator, wyrm_accumulator_free)
#define OWNED_COMPARISON  OWNED(wyrm_comparison)
#define OWNED_JUDGEMENT   OWNED(wyrm_judgement)
#define OWNED_SUMMARY     OWNED(wyrm_summary)
#define OWNED_ACCUMULATOR OWNED(wyrm_accumulator)
#define OWNED_SIDE        OWNED_VALUE(wyrm_gate_side, wyrm_gate_side_free)

/* A judgement that must succeed. The caller frees it. */
static inline wyrm_judgement *judge_with(const wyrm_design *design,
                                         const wyrm_judge_options *options)
{
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_judgement *judgement;
    assert_told(wyrm_judge(design, options, &judgement, errors), errors);
    return judgement;
}

#endif
