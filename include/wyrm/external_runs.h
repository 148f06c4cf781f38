/* Many runs of an external game: played by several processes, summarised with intervals, kept in
 * files. The counterpart of <wyrm/sim.h> and <wyrm/results.h> for games with rules of their own.
 *
 * An accumulator takes runs one by one in the order of their numbers, so the summary has the same
 * bits for any number of processes, and for a file that was written in parts.
 */
#ifndef WYRM_EXTERNAL_RUNS_H
#define WYRM_EXTERNAL_RUNS_H

#include <wyrm/external.h>
#include <wyrm/looks.h>
#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Summaries ---- */

/* One metric of the game, over the complete runs that report it. */
typedef struct wyrm_external_figure {
    const wyrm_external_metric *metric;
    uint64_t count;            /* runs that report it */
    bool yes_or_no;            /* SHARE: every value was 0 or 1 */
    wyrm_moments values;       /* AMOUNT, NUMBER, and SHARE with single numbers only; else empty */
    wyrm_ratio_estimate ratio; /* SHARE with any [k, n]: one cluster a run; else empty */
    /* The value of the metric: share, mean, or sum of k over sum of n; NAN and unknown for
     * CATEGORY, BY_STAGE. */
    wyrm_estimate estimate;
    double least, greatest; /* of AMOUNT, NUMBER */
    /* AMOUNT, NUMBER: exact up to 4,096 different values, else within one part in 512 if the values
     * span at most a factor of 64 (src/sim/external_sum.c). */
    double median;
    wyrm_interval median_ci95; /* open on a side that the sample does not bound */
    size_t word_count;         /* CATEGORY: most frequent first, then alphabetically */
    struct wyrm_external_word *words;
    size_t stage_count;   /* BY_STAGE */
    wyrm_moments *stages; /* stage 1 first */
} wyrm_external_figure;

/* A word and the number of complete runs with it: an outcome, a cause, or a category's value. */
typedef struct wyrm_external_word {
    const char *word;
    uint64_t count;
    /* Interval of its share of the complete runs (for a category: of those that report it), given
     * that it occurred. */
    wyrm_interval ci95;
} wyrm_external_word;

/* One stage, over the runs that entered it. */
typedef struct wyrm_external_stage {
    int32_t stage;
    /* Runs on this stage; ended: in any way but winning. The others won or went on. */
    uint64_t entered, ended, unfinished;
    double survival; /* as in wyrm_sim_depth */
    wyrm_interval survival_ci95;
    double hazard;
    wyrm_interval hazard_ci95;
} wyrm_external_stage;

/* A failed run to show. */
typedef struct wyrm_external_failed {
    uint64_t run, seed;
    wyrm_external_failure failure;
    const char *why, *log; /* valid as long as the summary */
} wyrm_external_failed;

#define WYRM_EXTERNAL_FAILED_MAX 20 /* the first failed runs of a job are kept */

/* A run worth replaying, and why. */
typedef struct wyrm_external_example {
    const char *what; /* "best", "worst", "median", ...; static text */
    uint64_t run, seed;
    int32_t stage;       /* the last one that it reports; 0: none */
    const char *outcome; /* valid as long as the summary */
} wyrm_external_example;

typedef struct wyrm_external_summary {
    uint64_t seed, runs; /* runs asked for: complete, unfinished and failed ones */
    uint64_t complete, unfinished, failed;
    uint64_t ends[WYRM_EXTERNAL_END_COUNT];
    double win_rate; /* over the complete runs; NAN if there are none */
    wyrm_interval win_rate_ci95;
    wyrm_moments final_stage; /* over the complete runs that report one */
    size_t stage_count;       /* the deepest stage entered */
    wyrm_external_stage *stages;
    size_t outcome_count, cause_count; /* over complete runs; causes: over those that were not
                                          won */
    wyrm_external_word *outcomes, *causes;
    size_t figure_count; /* one for each metric of the hello, in its order */
    wyrm_external_figure *figures;
    size_t failed_count; /* failures kept */
    wyrm_external_failed *failures;
    size_t example_count;
    wyrm_external_example *examples;
} wyrm_external_summary;

/* Adds up runs for one summary. The hello must outlive it and its summaries, which point into it.
 * On success *out is owned by the caller (wyrm_external_accumulator_free).
 * WYRM_ERROR_MEMORY  out of memory */
typedef struct wyrm_external_accumulator wyrm_external_accumulator;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_accumulator_new(const wyrm_external_hello *hello,
                                                                   uint64_t seed,
                                                                   wyrm_external_accumulator **out,
                                                                   wyrm_error *error);
WYRM_API void
wyrm_external_accumulator_free(wyrm_external_accumulator *accumulator); /* NULL is allowed */

/* Adds a run; run numbers must ascend. The run is not kept.
 * WYRM_ERROR_ARGUMENT  the number does not ascend, or the stage is invalid; nothing was added
 * WYRM_ERROR_LIMIT     more than WYRM_EXTERNAL_WORDS_MAX words of one kind (the message says
 *                      which); nothing was added
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_accumulator_add(
    wyrm_external_accumulator *accumulator, const wyrm_external_run *run, wyrm_error *error);

/* The summary so far; more runs may be added later. *out is owned by the caller
 * (wyrm_external_summary_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_accumulator_sum(
    const wyrm_external_accumulator *accumulator, wyrm_external_summary **out, wyrm_error *error);
WYRM_API void wyrm_external_summary_free(wyrm_external_summary *summary); /* NULL is allowed */

/* The share of runs that leave a stage alive, as in stages[stage - 1], with an interval of this
 * confidence; beyond the deepest stage reached, that of the deepest. NAN and all reals where no run
 * reports a stage. */
WYRM_API wyrm_interval wyrm_external_survival(const wyrm_external_summary *summary, size_t stage,
                                              double confidence, double *share);

/* ---- Playing ---- */

typedef struct wyrm_external_play_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    wyrm_external_ask_options ask;
    uint64_t first;   /* number of the first run */
    uint64_t runs;    /* how many runs; 0: WYRM_SIM_RUNS */
    unsigned threads; /* processes at once; 0: one. The number does not change the runs of a game
                         that is seeded as it claims */
    /* Called with every run, in the order of their numbers, from the calling thread; anything but
     * WYRM_OK stops and is returned. */
    wyrm_status (*take)(const wyrm_external_run *run, void *context, wyrm_error *error);
    void *take_context;
    /* Called now and then with the share done, also while the game is silent; from any thread, but
     * never twice at a time nor during `take`. False stops. NULL: not called. */
    bool (*progress)(double done, void *context);
    void *progress_context;
} wyrm_external_play_options;

/* Plays runs of a game that wyrm_external_meet has met.
 * WYRM_ERROR_LIMIT  `progress` stopped it, or more runs failed than engine.limits.failed allows
 *                   (the message says how the first of them did)
 * and the errors of wyrm_external_session_new and wyrm_external_ask, and whatever `take` returns */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_play(const wyrm_external *game,
                                                        const wyrm_external_play_options *options,
                                                        wyrm_error *error);

/* Tests whether the same seed gives the same run: up to 12 of the runs `first` to `first + runs -
 * 1` are asked for twice, the second time in another process and another order. Fails as
 * wyrm_external_session_new and wyrm_external_ask. */
typedef struct wyrm_external_repeat {
    bool known;     /* false: all of them failed, or the game says that it is not seeded */
    bool same;      /* no difference was seen */
    uint64_t asked; /* runs compared: neither answer failed */
    uint64_t run;   /* the first run that differs, and where: "metrics.gold: 31, then 29" */
    char where[200];
} wyrm_external_repeat;
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_external_repeat_try(const wyrm_external *game, const wyrm_external_play_options *options,
                         wyrm_external_repeat *out, wyrm_error *error);

/* ---- Files ---- */

/* How runs were made. A plain value except for the hello, which belongs to whoever filled it in. */
typedef struct wyrm_external_facts {
    char game[64];      /* the name in the game's file */
    char version[64];   /* of the game, from its hello */
    char source[1024];  /* the file that describes the game; "" for imported runs */
    char command[1024]; /* "" for imported runs. For display; it is never run */
    char agent[64];
    char set[1024]; /* "orc.hp=12,player.hp=20": parameters that were set, by key */
    uint64_t seed;
    uint64_t steps;                   /* step limit; 0: none */
    bool imported;                    /* made elsewhere: the seeds mean nothing here */
    const wyrm_external_hello *hello; /* metrics, stages, agents */
} wyrm_external_facts;

/* Describes the runs that a started game would play with these options; `game` must outlive the
 * hello in it. Fails as wyrm_external_session_new. */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_external_facts_from(const wyrm_external *game, const wyrm_external_ask_options *options,
                         wyrm_external_facts *out, wyrm_error *error);

/* Files of runs, with the guarantees of <wyrm/results.h>: groups are written whole or not at all,
 * files can be continued, and are checked against checksums and limits. A results file of a ruleset
 * is refused here, and one of an external game there, with an error that names its kind. *out is
 * owned by the caller (wyrm_external_results_close). Each function fails as its counterpart of the
 * same name there. */
#define WYRM_EXTERNAL_RESULTS_VERSION 1
typedef struct wyrm_external_results wyrm_external_results;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_results_write(const char *path,
                                                                 const wyrm_external_facts *facts,
                                                                 wyrm_external_results **out,
                                                                 wyrm_error *error);
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_results_read(const char *path,
                                                                wyrm_external_results **out,
                                                                wyrm_error *error);
WYRM_API void wyrm_external_results_close(wyrm_external_results *results); /* NULL is allowed */

/* Whether a file holds runs of an external game; false also if it cannot be read. */
WYRM_API bool wyrm_external_results_is(const char *path);

WYRM_API const wyrm_external_facts *
wyrm_external_results_facts_of(const wyrm_external_results *results); /* valid until it is closed */

/* The number of runs in the file, by its own count. */
WYRM_API uint64_t wyrm_external_results_count(const wyrm_external_results *results);
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_results_add(wyrm_external_results *results,
                                                               const wyrm_external_run *run,
                                                               wyrm_error *error);
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_results_flush(wyrm_external_results *results,
                                                                 wyrm_error *error);

/* Passes runs to `take` in order, from number `first` on, at most `most`. Fails as
 * wyrm_results_each. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_results_each(
    wyrm_external_results *results, uint64_t first, uint64_t most,
    wyrm_status (*take)(const wyrm_external_run *run, void *context, wyrm_error *error),
    void *context, wyrm_error *error);

/* Several files read as one, as by wyrm_results_join: they must have the same game, agent,
 * parameters and seed; `mix` allows different versions of the game. */
typedef struct wyrm_external_account {
    wyrm_external_facts facts;     /* of the first file; its hello belongs to `keeper` */
    uint64_t runs, first, last;    /* how many runs were passed on, each once; the first and last of
                                   their numbers */
    uint64_t repeated, missing;    /* numbers in several files; numbers in none */
    wyrm_external_results *keeper; /* to be closed by the caller */
} wyrm_external_account;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_results_join(
    const char *const *paths, size_t count, bool mix,
    wyrm_status (*take)(const wyrm_external_run *run, void *context, wyrm_error *error),
    void *context, wyrm_external_account *account, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
