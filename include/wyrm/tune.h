/* Tuning: the least change of a ruleset after which all of its targets hold.
 *
 * Knobs say which keys may move, how far, in which steps, and what a change costs: in the section
 * `tune` of a ruleset, or typed. A step is counted from what stands there. What a knob costs is its
 * `cost` times how far it is moved, in parts of what stands there (of a tenth of its range where
 * that is more), so that few keys move.
 *
 * Exact targets are measured first, and games are played only for candidates that still may be the
 * best, all of them on the same seeds; what is told in the end is measured on seeds that the search
 * has not seen. Where nothing makes all targets hold, a set of them is named that cannot: each of
 * them could be met if it were the only one left out.
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

/* ---- the search, of whatever can be measured ---- */

/* One number that may move: `now` + k * `step` for k from `least` to `most`, 0 among them. */
typedef struct wyrm_tune_axis {
    double now, step;
    int32_t least, most;
    double cost; /* of a step */
} wyrm_tune_axis;

/* One figure that has a range to be in. */
typedef struct wyrm_tune_aim {
    wyrm_interval wanted; /* an open end is infinite */
    bool is_share;
    size_t target; /* of which it is one figure: aims of the same target are told together */
} wyrm_tune_aim;

/* Points to be measured: `count` of them, each with a position a axis, and where their values go,
 * one an aim; NAN: it cannot be measured. Where a point is surely further from its aims than
 * `enough` (wyrm_tune_distance), the rest of them need not be measured: *dropped is set.
 * What it returns other than WYRM_OK ends the search with that status; WYRM_ERROR_LIMIT with what
 * there is, the points of these among it that have *measured set. */
typedef struct wyrm_tune_point {
    const int32_t *at;
    double *values;
    bool dropped, measured;
} wyrm_tune_point;
typedef wyrm_status wyrm_tune_measure(void *context, wyrm_tune_point *points, size_t count,
                                      double enough, wyrm_error *error);

/* How far values are from what is wanted: the sum over all aims, in widths of their ranges (of a
 * tenth of the limit where an end is open); 0: all are met. What is NAN or infinite counts as 100.
 */
WYRM_API double wyrm_tune_distance(const wyrm_tune_aim *aims, size_t count, const double *values);

typedef struct wyrm_tune_problem {
    size_t axis_count, aim_count;
    const wyrm_tune_axis *axes;
    const wyrm_tune_aim *aims;
    wyrm_tune_measure *measure;
    void *context;
    size_t tries;      /* points that may be measured; 0: 4,000 */
    bool coarse;       /* points take long: fewer of them are measured along each axis */
    bool answers_only; /* no conflict is looked for where there is no answer */
} wyrm_tune_problem;

typedef struct wyrm_tune_spot {
    const int32_t *at;
    const double *values;
    double distance, cost;
    /* Of an answer: how far each axis can go alone with all aims met. */
    const int32_t *low, *high;
} wyrm_tune_spot;

typedef struct wyrm_tune_found {
    wyrm_tune_spot now;
    /* Each moves other axes; the cheapest first. 0: none was found. */
    size_t answer_count;
    wyrm_tune_spot answers[WYRM_TUNE_ANSWERS_MAX];
    wyrm_tune_spot nearest; /* the least distance that was measured */
    /* Where there is no answer: targets that cannot all be met; of each a point that meets the
     * others of them. One that cannot be met by itself stands alone. */
    size_t conflict_count;
    const size_t *conflict;
    const wyrm_tune_spot *without;
    size_t tried;
    bool all_measured; /* every point that costs less than the first answer, or every point at all
                          where there is none: what was found is proved. Only of a small lattice,
                          without `coarse` */
    bool stopped;      /* at the limit of tries, or by `measure` with WYRM_ERROR_LIMIT */
} wyrm_tune_found;

/* *out is the caller's (wyrm_tune_found_free).
 * WYRM_ERROR_ARGUMENT  no axis or aim, or an axis without a position 0
 * WYRM_ERROR_MEMORY    out of memory; others are those of `measure` */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_tune_find(const wyrm_tune_problem *problem,
                                                    wyrm_tune_found **out, wyrm_error *error);
WYRM_API void wyrm_tune_found_free(wyrm_tune_found *found); /* NULL is allowed */

/* ---- a ruleset ---- */

/* A knob: one key, or several of which the first is the number that moves, and the others keep
 * their proportion to it. */
typedef struct wyrm_tune_knob {
    const char *name; /* NULL: the first path */
    size_t path_count;
    const char *const *paths;
    const char *pattern;   /* as in wyrm_solve_options; NULL */
    bool has_from, has_to; /* else half of what stands there, and twice that */
    double from, to;
    double step; /* 0: 1 where the key takes whole numbers, else about a hundredth of the range */
    double cost; /* 0: 1 */
} wyrm_tune_knob;

typedef struct wyrm_tune_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    size_t knob_count;
    const wyrm_tune_knob *knobs; /* 0: those of the section `tune` */
    /* What is wanted: names of targets, or questions as wyrm_solve is asked ("run_final_depth=
     * 25..30"), not both; 0: all targets. */
    size_t wanted_count;
    const char *const *wanted;
    uint64_t seed;
    wyrm_effort effort; /* of verdicts, as in wyrm_judge_options; a point of the search has a
                           quarter, and one that may meet all aims as much */
    unsigned threads;   /* 0: one */
    size_t tries;       /* as above */
    /* What an earlier tuning has measured, as `keep` was given it: it is not measured again. NULL
     */
    const char *state;
    bool (*keep)(const char *line, void *context); /* a line, its end included; false stops */
    /* What is being done, in words, and with which points; false stops: what is found so far is
     * told. NULL */
    bool (*tell)(const char *words, size_t tried, void *context);
    void *context;
    const wyrm_maker *maker; /* of games; as in wyrm_sim_options */
} wyrm_tune_options;

typedef struct wyrm_tuned_knob {
    const char *name;
    size_t path_count;
    const char *const *paths;
    const char *pattern;
    double now, from, to, step, cost;
    bool whole;
} wyrm_tuned_knob;

/* One point, with verdicts on seeds that the search has not seen. */
typedef struct wyrm_tuned {
    const double *values; /* of the knobs */
    const double *low, *high;
    double cost;
    size_t change_count;
    const wyrm_change *changes; /* what of the ruleset becomes what */
    const wyrm_judged *judged;  /* goal by goal */
    bool holds;                 /* all of them PASS */
    /* Targets of the ruleset that were not asked for, held before, and hold no more. */
    size_t lost_count;
    const char *const *lost;
} wyrm_tuned;

typedef struct wyrm_tune_conflict {
    const char *target;
    wyrm_tuned without; /* a point where the others of the conflict are met */
} wyrm_tune_conflict;

typedef struct wyrm_tuning {
    size_t knob_count, goal_count;
    const wyrm_tuned_knob *knobs;
    wyrm_tuned now;
    size_t answer_count;
    wyrm_tuned answers[WYRM_TUNE_ANSWERS_MAX];
    wyrm_tuned nearest; /* where there is no answer */
    size_t conflict_count;
    const wyrm_tune_conflict *conflict;
    size_t tried;
    bool all_measured; /* as in wyrm_tune_found */
    uint64_t seed, verdict_seed;
    uint64_t games; /* of a point of the search; 0: nobody plays */
    bool stopped;
} wyrm_tuning;

/* *out is the caller's (wyrm_tuning_free) and must not outlive the design.
 * WYRM_ERROR_ARGUMENT  no knobs, or what is wanted makes no sense
 * WYRM_ERROR_UNKNOWN   a key or target that is not there
 * WYRM_ERROR_RULESET   a knob of the section `tune`, or a target, makes no sense (see `errors`)
 * WYRM_ERROR_SYNTAX    the state is of another tuning
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_tune(const wyrm_design *design,
                                               const wyrm_tune_options *options, wyrm_tuning **out,
                                               wyrm_errors *errors);
WYRM_API void wyrm_tuning_free(wyrm_tuning *tuning); /* NULL is allowed */

/* Checks the section `tune` of a design, if it has one: WYRM_ERROR_RULESET where a knob makes no
 * sense, which is told with its place. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_tune_validate(const wyrm_design *design,
                                                        wyrm_errors *errors);

#ifdef __cplusplus
}
#endif
#endif
