/* What a gate has taken of a simulation: the values of every metric, run by run. */
#ifndef WYRM_SRC_JUDGE_GATE_TAKING_H
#define WYRM_SRC_JUDGE_GATE_TAKING_H

#include <wyrm/gate.h>

/* A metric: what one run is worth in it. */
typedef struct judge_gate_metric {
    const char *name;
    const char *unit;
    const char *margin; /* its key under gate.margins */
    double (*of)(const wyrm_run *run, int32_t depth);
    int32_t depth; /* 0: of no depth */
} judge_gate_metric;

/* All there are, and the one of a name; NULL: none. */
const judge_gate_metric *wyrm_judge_gate_metrics(size_t *count);
const judge_gate_metric *wyrm_judge_gate_metric_find(const char *name);

/* Whether a figure can be compared: its numbers are finite, a share in [0, 1], at least one run. */
bool wyrm_judge_gate_figure_is_sound(const wyrm_gate_figure *figure);

struct wyrm_gate_taking {
    double alarm; /* that the ruleset asks for */
    size_t metric_count;
    const judge_gate_metric *metrics[WYRM_GATE_METRICS_MAX];
    double margins[WYRM_GATE_METRICS_MAX];
    size_t count, room; /* runs taken, and that there is room for */
    uint64_t *runs;     /* their numbers, ascending */
    double *values;     /* run by run, metric_count each; NAN: the run has no such value */
    wyrm_moments moments[WYRM_GATE_METRICS_MAX];
};

#endif
