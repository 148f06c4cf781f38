/* Comparing two simulations metric by metric, and the gate for pull requests.
 *
 * A taking gathers the metrics of a simulation run by run; a baseline is what is left of one in a
 * few kilobytes: count, mean and standard deviation of every metric. Two of them are compared
 * metric by metric, each answer one of higher, lower, equivalent (within the margin) or cannot
 * tell, with Holm's correction over all of them. Whether higher is better is for the reader to say.
 *
 * The metrics: win_rate, final_depth, final_level, turns_per_floor, damage_per_floor, starved, and
 * survival@N, the share of runs that leave depth N alive, for N of 1, 2, 3, 5, 8, 13 and 20. Where
 * the ruleset names its last depth, survival@N is kept for depths before it: from there on it would
 * be win_rate again.
 */
#ifndef WYRM_GATE_H
#define WYRM_GATE_H

#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_GATE_METRICS_MAX 64
#define WYRM_GATE_ALARM       0.01       /* the false-alarm rate where nothing else is said */
#define WYRM_GATE_RUNS_MAX    1000000000 /* of a baseline */

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
    char metric[64];  /* "survival@3" */
    const char *unit; /* "share", "depths", "levels", "turns" or "hit points"; static text */
    uint64_t count;   /* runs that have a value; at least 1 */
    double mean, sd;  /* of a value a run: a share is of runs that are 1, the others 0 */
    double margin;    /* differences up to it are equivalent; of the ruleset's section `gate` */
} wyrm_gate_figure;

/* A plain value. */
typedef struct wyrm_gate_baseline {
    char ruleset[64], hash[17], version[32], bot[32];
    uint64_t seed, runs;
    uint32_t turn_limit;
    char without[1024]; /* words with commas between */
    double alarm;       /* the false-alarm rate that the ruleset asks for */
    size_t count;
    wyrm_gate_figure figures[WYRM_GATE_METRICS_MAX];
} wyrm_gate_baseline;

/* One metric of two simulations. */
typedef struct wyrm_gate_row {
    wyrm_gate_figure before, after;
    double margin;      /* that it is held to: the smaller one of both, so that a change of the
                           ruleset does not loosen what it is held to */
    double difference;  /* after - before */
    wyrm_interval ci95; /* of the difference */
    double p;           /* two-sided, that nothing has changed; Holm's correction done */
    wyrm_gate_answer answer;
} wyrm_gate_row;

/* Whether the answer is higher or lower. */
WYRM_API bool wyrm_gate_row_has_changed(const wyrm_gate_row *row);

/* A metric that only one of the two has: it is not compared. */
typedef struct wyrm_gate_lone {
    char metric[64];
    bool after; /* which one has it */
} wyrm_gate_lone;

typedef struct wyrm_gate {
    double alarm; /* the chance to fail at least one metric where nothing has changed, at most */
    bool paired;  /* on shared seeds */
    bool failed;  /* at least one metric is higher or lower, or nothing could be compared */
    size_t count;
    wyrm_gate_row rows[WYRM_GATE_METRICS_MAX]; /* in the order of `after` */
    size_t lone_count;
    wyrm_gate_lone lone[2 * WYRM_GATE_METRICS_MAX]; /* those of `before` first */
} wyrm_gate;

/* What a gate looks at, gathered run by run: feed it from wyrm_sim_options.take. Margins and last
 * depth are those of the design, which need not outlive it. On success *out is owned by the caller
 * (wyrm_gate_taking_free).
 * WYRM_ERROR_MEMORY  out of memory */
typedef struct wyrm_gate_taking wyrm_gate_taking;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_taking_new(const wyrm_design *design,
                                                          wyrm_gate_taking **out,
                                                          wyrm_error *error);
WYRM_API void wyrm_gate_taking_free(wyrm_gate_taking *taking); /* NULL is allowed */

/* Takes one run. Those that are to be compared run by run are taken in the order of their numbers.
 * WYRM_ERROR_MEMORY  out of memory; nothing was taken */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_take(wyrm_gate_taking *taking, const wyrm_run *run,
                                                    wyrm_error *error);

/* Fills runs, alarm, count and figures with what was taken; metrics that no run has a value in are
 * left out. The rest of *out is left as it is, for the caller to fill. */
WYRM_API void wyrm_gate_baseline_of(const wyrm_gate_taking *taking, wyrm_gate_baseline *out);

/* Whether two baselines are of the same kind of runs: bot and turn limit. Ruleset, seed, number of
 * runs and what the player leaves alone may differ. The names are those of the message.
 * WYRM_ERROR_ARGUMENT  they are not; the message says what differs first */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_same_kind(const wyrm_gate_baseline *before,
                                                         const char *before_name,
                                                         const wyrm_gate_baseline *after,
                                                         const char *after_name, wyrm_error *error);

/* Compares two independent simulations: Welch's test for means, a two-proportion test for shares.
 * A metric that only one has, or with figures that make no sense (a share outside [0, 1], a count
 * of 0), is told among `lone`. Where none is left, the gate has failed. `alarm` in (0, 1). */
WYRM_API void wyrm_gate_compare(const wyrm_gate_baseline *before, const wyrm_gate_baseline *after,
                                double alarm, wyrm_gate *out);

/* Compares two that shared their seeds, run by run: by the paired difference. A metric with fewer
 * than two runs that have a value on both sides is told among `lone` where one side has none, and
 * left out elsewhere. `alarm` in (0, 1).
 * WYRM_ERROR_ARGUMENT  they have not taken the same numbers of runs */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_compare_paired(const wyrm_gate_taking *before,
                                                              const wyrm_gate_taking *after,
                                                              double alarm, wyrm_gate *out,
                                                              wyrm_error *error);

/* A baseline as the text of a file (JSON, a few kilobytes, the same bytes for the same baseline).
 * *out is owned by the caller (wyrm_text_free).
 * WYRM_ERROR_MEMORY  out of memory, or a baseline that JSON has no words for: not finite, not
 *                    UTF-8 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_baseline_text(const wyrm_gate_baseline *baseline,
                                                             char **out, wyrm_error *error);
/* And back. `file` is its name in messages. Every key must be there and make sense: at least one
 * figure, no metric twice, 1 to WYRM_GATE_RUNS_MAX runs, shares in [0, 1], nothing infinite.
 * WYRM_ERROR_SYNTAX  no baseline, or a broken one
 * WYRM_ERROR_LIMIT   of a newer version */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_baseline_read(const char *file, const char *text,
                                                             size_t length, wyrm_gate_baseline *out,
                                                             wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
