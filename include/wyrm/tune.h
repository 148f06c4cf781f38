/* Tuning: the smallest change of a ruleset after which all of its targets hold.
 *
 * Knobs, from the section `tune` of a ruleset or typed, say which keys may move, how far, in which
 * steps, and at what cost. Steps count from the present value. Moving a knob costs its `cost` times
 * the distance relative to the present value (or to a tenth of its range, if that is greater), so
 * that few keys move.
 *
 * Exact targets are measured first; games are played only for candidates that may still be the
 * best, all on the same seeds, and the results are measured on seeds that the search has not seen.
 * Where nothing makes all targets hold, the search names a minimal conflict: a set of targets that
 * cannot all hold, while leaving out any one of them makes the rest possible.
 */
#ifndef WYRM_TUNE_H
#define WYRM_TUNE_H

#include <wyrm/design.h>
#include <wyrm/judge.h>
#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_TUNE_KNOBS_MAX   32
#define WYRM_TUNE_ANSWERS_MAX 4

/* A knob: one key, or several of which the first is the number that moves while the others keep
 * their ratio to it. */
typedef struct wyrm_tune_knob {
    const char *name; /* NULL: the first path */
    size_t path_count;
    const char *const *paths;
    const char *pattern;   /* as in wyrm_solve_options; may be NULL */
    bool has_from, has_to; /* else half the present value, and twice that */
    double from, to;
    double step; /* 0: 1 for a key with whole numbers, else about a hundredth of the range */
    double cost; /* 0: 1 */
} wyrm_tune_knob;

typedef struct wyrm_tune_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    size_t knob_count;
    const wyrm_tune_knob *knobs; /* if knob_count is 0: those of the section `tune` */
    /* What should hold: names of targets, or questions as for wyrm_solve
     * ("run_final_depth=25..30"), but not both. 0: all targets. */
    size_t wanted_count;
    const char *const *wanted;
    uint64_t seed;
    wyrm_effort effort; /* for the final verdicts, as in wyrm_judge_options; a point of the search
                           gets a quarter, one that may meet all aims the whole */
    unsigned threads;   /* 0: one */
    size_t tries;       /* limit of points to measure; 0: 4,000, or 400 where games are played */
    /* What an earlier tuning measured, as it was passed to `keep`; it is not measured again. NULL:
     * nothing.
     */
    const char *state;
    bool (*keep)(const char *line, void *context); /* called with each line to keep, with its line
                                                      break; false stops */
    /* Called with what is being done, in words, and the number of points tried; false stops with
     * the result so far. May be NULL. */
    bool (*tell)(const char *words, size_t tried, void *context);
    void *context;
    const wyrm_maker *maker; /* makes the games; as in wyrm_sim_options */
} wyrm_tune_options;

/* A knob with its defaults filled in. */
typedef struct wyrm_tuned_knob {
    const char *name;
    size_t path_count;
    const char *const *paths;
    const char *pattern;
    double now, from, to, step, cost;
    bool whole;
} wyrm_tuned_knob;

/* One point of the search, with verdicts on seeds that the search has not seen. */
typedef struct wyrm_tuned {
    const double *values;     /* of each knob */
    const double *low, *high; /* of an answer: how far each knob alone can go with all goals met */
    double cost;
    size_t change_count;
    const wyrm_change *changes; /* the changed keys of the ruleset */
    const wyrm_judged *judged;  /* the goals, one by one */
    bool holds;                 /* all of them PASS */
    /* Targets of the ruleset outside the goals that held before and no longer do. */
    size_t lost_count;
    const char *const *lost;
} wyrm_tuned;

typedef struct wyrm_tune_conflict {
    const char *target;
    wyrm_tuned without; /* a point where the other targets of the conflict are met */
} wyrm_tune_conflict;

typedef struct wyrm_tuning {
    size_t knob_count, goal_count;
    const wyrm_tuned_knob *knobs;
    wyrm_tuned now;
    size_t answer_count;
    wyrm_tuned answers[WYRM_TUNE_ANSWERS_MAX];
    wyrm_tuned nearest; /* if there is no answer */
    size_t conflict_count;
    const wyrm_tune_conflict *conflict;
    size_t tried;
    bool all_measured; /* all points that cost less than the first answer, or all if there is none,
                          which proves the result */
    uint64_t seed, verdict_seed;
    uint64_t games; /* played for each point of the search; 0: none */
    bool stopped;
} wyrm_tuning;

/* Tunes a ruleset. *out is owned by the caller (wyrm_tuning_free) and must not outlive the design.
 * WYRM_ERROR_ARGUMENT  no knobs, or goals that make no sense
 * WYRM_ERROR_UNKNOWN   no such key or target
 * WYRM_ERROR_RULESET   a knob of the section `tune`, or a target, makes no sense (see `errors`)
 * WYRM_ERROR_SYNTAX    the state belongs to another tuning
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_tune(const wyrm_design *design,
                                               const wyrm_tune_options *options, wyrm_tuning **out,
                                               wyrm_errors *errors);
WYRM_API void wyrm_tuning_free(wyrm_tuning *tuning); /* NULL is allowed */

/* Checks the section `tune` of a design, if it has one.
 * WYRM_ERROR_RULESET  a knob makes no sense (with its position) */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_tune_validate(const wyrm_design *design,
                                                        wyrm_errors *errors);

#ifdef __cplusplus
}
#endif
#endif
