/* What a gate has taken of a simulation: the values of every metric, run by run. */
#ifndef WYRM_SRC_JUDGE_GATE_TAKING_H
#define WYRM_SRC_JUDGE_GATE_TAKING_H

#include <wyrm/gate.h>

struct wyrm_gate_taking {
    size_t metric_count;
    const struct gate_metric *metrics;
    double margins[WYRM_GATE_METRICS_MAX];
    size_t count, room; /* runs taken, and that there is room for */
    uint64_t *runs;     /* their numbers, ascending */
    double *values;     /* run by run, metric_count each; NAN: the run has no such value */
    wyrm_moments moments[WYRM_GATE_METRICS_MAX];
};

#endif
