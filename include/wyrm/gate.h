/* Sampled comparison, and the gate for pull requests.
 *
 * Metrics of runs are compared one by one; each answer is one of better, worse, equivalent or cannot
 * tell ("different" where the metric has no good direction), with Holm's correction over all of them.
 */
#ifndef WYRM_GATE_H
#define WYRM_GATE_H

#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_GATE_METRICS_MAX 64
#define WYRM_GATE_ALARM       0.01 /* the false-alarm rate of a gate where nothing else is said */

typedef enum wyrm_gate_answer {
    WYRM_GATE_EQUIVALENT, /* the whole interval of the difference is within the margin */
    WYRM_GATE_HIGHER,     /* significantly, and by more than the margin at the best estimate */
    WYRM_GATE_LOWER,
    WYRM_GATE_UNCLEAR, /* cannot tell */
    WYRM_GATE_ANSWER_COUNT
} wyrm_gate_answer;

WYRM_API const char *wyrm_gate_answer_word(wyrm_gate_answer answer); /* static text */

/* One metric of one simulation: enough to compare it with another's. */
typedef struct wyrm_gate_figure {
    char metric[64];  /* "win_rate", "final_depth", "survival@3", "death_by_orc" */
    const char *unit; /* static */
    uint64_t count;   /* runs */
    double mean, sd;  /* of a value a run: shares are of runs that are 1, the others 0 */
    double margin;    /* differences up to it are equivalent; from the ruleset's section `gate` */
} wyrm_gate_figure;

typedef struct wyrm_gate_baseline {
    char ruleset[64], hash[17], version[32], bot[32];
    wyrm_fidelity fidelity;
    uint64_t seed, runs;
    uint32_t turn_limit;
    char without[1024];
    size_t count;
    wyrm_gate_figure figures[WYRM_GATE_METRICS_MAX];
} wyrm_gate_baseline;

typedef struct wyrm_gate_row {
    wyrm_gate_figure before, after;
    double difference;  /* after - before */
    wyrm_interval ci95; /* of the difference */
    double p;           /* two-sided, that nothing has changed; Holm's correction done */
    wyrm_gate_answer answer;
} wyrm_gate_row;

typedef struct wyrm_gate {
    double alarm; /* the chance to fail at least one metric where nothing has changed */
    bool paired;  /* on shared seeds */
    bool failed;  /* at least one metric is higher or lower */
    size_t count;
    wyrm_gate_row rows[WYRM_GATE_METRICS_MAX];
} wyrm_gate;

/* What a gate looks at, collected run by run: feed it from wyrm_sim_options.take, in order. On success
 * *out is owned by the caller (wyrm_gate_taking_free). */
typedef struct wyrm_gate_taking wyrm_gate_taking;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_taking_new(const wyrm_design *design,
                                                          wyrm_gate_taking **out,
                                                          wyrm_error *error);
WYRM_API void wyrm_gate_taking_free(wyrm_gate_taking *taking); /* NULL is allowed */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_take(wyrm_gate_taking *taking, const wyrm_run *run,
                                                    wyrm_error *error);

/* The figures of what was taken. `facts` other than the figures are the caller's to fill. */
WYRM_API void wyrm_gate_baseline_of(const wyrm_gate_taking *taking, wyrm_gate_baseline *out);

/* Compares two independent simulations: Welch's test for means, a two-proportion test for shares;
 * metrics that only one of them has are left out. `alarm` in (0, 1). */
WYRM_API void wyrm_gate_compare(const wyrm_gate_baseline *before, const wyrm_gate_baseline *after,
                                double alarm, wyrm_gate *out);

/* Compares two that shared their seeds, run by run: by the paired difference.
 * WYRM_ERROR_ARGUMENT  their runs are not the same numbers */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_compare_paired(const wyrm_gate_taking *before,
                                                              const wyrm_gate_taking *after,
                                                              double alarm, wyrm_gate *out,
                                                              wyrm_error *error);

/* A baseline as a file of a few kilobytes (JSON), and back.
 * Owned by the caller (wyrm_text_free). */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_baseline_text(const wyrm_gate_baseline *baseline,
                                                             char **out, wyrm_error *error);
/* WYRM_ERROR_SYNTAX  no baseline, or a broken one; WYRM_ERROR_LIMIT: of a newer version */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_baseline_read(const char *file, const char *text,
                                                             size_t length, wyrm_gate_baseline *out,
                                                             wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
