/* What metrics are to the judging: how a place is read, how it is measured, what comes of it. */
#ifndef WYRM_SRC_JUDGE_METRICS_H
#define WYRM_SRC_JUDGE_METRICS_H

#include "judge/targets.h"
#include "judge/work.h"

/* A measured value. One that cannot be measured (the turns of a fight that never ends) is NAN, one
 * without bound INFINITY. */
typedef struct judge_measure {
    double value;
    bool sampled;
    wyrm_interval ci95;
    uint64_t runs;         /* simulated ones; 0: it is about none */
    const char *bot;       /* of those runs */
    wyrm_interval decided; /* of those runs: what the verdict goes by, wider after early looks */
} judge_measure;

/* Reads what a metric needs of the target into the place; errors point at a key of the target. */
typedef wyrm_status judge_prepare(const wyrm_design *design, const judge_target *target,
                                  judge_place *place, wyrm_errors *errors);
typedef wyrm_status judge_evaluate(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error);

/* How a metric is worked out: the same index as in wyrm_judge_metrics. */
typedef struct judge_method {
    judge_prepare *prepare; /* NULL: nothing to read */
    judge_evaluate *evaluate;
} judge_method;

int wyrm_judge_metric_find(const char *name); /* index, or -1 */
const char *wyrm_judge_metric_nearest(const char *name);
const judge_method *wyrm_judge_metric_method(int metric);

/* What a metric can be in any ruleset: a share 0 to 1, a count 0 or more. */
wyrm_interval wyrm_judge_metric_range(int metric);

bool wyrm_judge_metric_is_share(int metric);
bool wyrm_judge_is_of_runs(int metric); /* games or set fights of a bot */

/* How a metric uses a key of a target. */
typedef enum judge_use { JUDGE_UNUSED, JUDGE_OPTIONAL, JUDGE_REQUIRED } judge_use;
judge_use wyrm_judge_metric_use(const wyrm_metric *metric, const char *key);

/* Who plays for a target on games or set fights (run_metrics.c). */
const char *wyrm_judge_bot_of(const judge_target *target);

/* Whether a measure is in its range, and if not, within what is tolerated (verdict.c). */
wyrm_verdict wyrm_judge_verdict(const judge_measure *measure, const wyrm_interval *range,
                                const wyrm_interval *tolerated);

/* The measure that an estimate is; returns `status` (depth_metrics.c). */
wyrm_status wyrm_judge_measured(wyrm_status status, const wyrm_estimate *estimate,
                                judge_measure *out);

#endif
