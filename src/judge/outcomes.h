/* Outcomes: all that the encounters, the threats and the loot of a ruleset come to, as exact
 * numbers, to see whether another value changes any of them. */
#ifndef WYRM_SRC_JUDGE_OUTCOMES_H
#define WYRM_SRC_JUDGE_OUTCOMES_H

#include <wyrm/design.h>

#include "encounter/plans.h"
#include "ruleset/vary.h"

/* What a value can have a part in. */
typedef enum judge_side { JUDGE_SIDE_MONSTERS, JUDGE_SIDE_LOOT, JUDGE_SIDES } judge_side;

typedef struct judge_outcomes {
    size_t count, room;
    double *values;
} judge_outcomes;

/* A ruleset that is varied, with what its monsters need made once. */
typedef struct judge_varying {
    wyrm_variation *variation;
    wyrm_combat *combat;
    wyrm_growth *growth;
    wyrm_roster *roster;
    const wyrm_role_plans
        *plans; /* of the design, for loot: what varies there is no part of them */
    int32_t last_depth;
    bool has_side[JUDGE_SIDES];        /* its models tell their outcomes exactly */
    judge_outcomes plain[JUDGE_SIDES]; /* nothing varied */
    judge_outcomes played;             /* of loot, in the mode that is played only */
    judge_outcomes trial;
    size_t work; /* numbers that trials have come to so far */
} judge_varying;

/* Readies a design for varying; where neither side has exact outcomes (no table of depths)
 * has_side is all false. *out is to be released in every case. */
wyrm_status wyrm_judge_varying_begin(const wyrm_design *design, judge_varying *out,
                                     wyrm_error *error);
void wyrm_judge_varying_release(judge_varying *varying);

/* What came of a trial: SAME, nothing is another; OTHER; NONE, the ruleset made no sense with
 * it. */
typedef enum judge_trial { JUDGE_TRIAL_SAME, JUDGE_TRIAL_OTHER, JUDGE_TRIAL_NONE } judge_trial;

/* Holds the outcomes of a side, with what is varied now, against the plain ones. `played`: of
 * loot only the mode that is played. */
wyrm_status wyrm_judge_varying_compare(judge_varying *varying, judge_side side, bool played,
                                       judge_trial *out, wyrm_error *error);

#endif
