/* Many runs of an external game: played by several processes, summed up with intervals, kept in
 * files. The counterpart of <wyrm/sim.h> and <wyrm/results.h> for games whose rules are their own.
 *
 * A summary is fed runs one by one, in the order of their numbers: the same bits for any number of
 * processes, and for a file that was written in parts.
 */
#ifndef WYRM_EXTERNAL_RUNS_H
#define WYRM_EXTERNAL_RUNS_H

#include <wyrm/external.h>
#include <wyrm/looks.h>
#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What runs come to ---- */

/* One metric of the game over the complete runs that told it. */
typedef struct wyrm_external_figure {
    const wyrm_external_metric *metric;
    uint64_t count;            /* runs that told it */
    bool yes_or_no;            /* of a SHARE: every value was 0 of 1 or 1 of 1 */
    wyrm_moments values;       /* AMOUNT, NUMBER, SHARE where every value was of 1; else empty */
    wyrm_ratio_estimate ratio; /* SHARE where any was [k, n]: one cluster a run; else empty */
    /* The figure itself: share, mean, or all k of all n; NAN and unknown for CATEGORY, BY_STAGE. */
    wyrm_estimate estimate;
    double least, greatest; /* of AMOUNT, NUMBER */
    /* Likewise: exact as long as there are at most 4,096 different values, else within one part in
     * 512 of values that are spread over a factor of 64 (src/sim/external_sum.c). */
    double median;
    wyrm_interval median_ci95; /* open where the sample does not reach as far */
    size_t word_count;         /* CATEGORY: most frequent first, then by the alphabet */
    struct wyrm_external_word *words;
    size_t stage_count;   /* BY_STAGE */
    wyrm_moments *stages; /* stage 1 first */
} wyrm_external_figure;

/* A word and how many of the complete runs have it: an outcome, a cause, a category's value. */
typedef struct wyrm_external_word {
    const char *word;
    uint64_t count;
    /* Of its share of the complete runs (of a category: those that told it), listed because it
     * occurred. */
    wyrm_interval ci95;
} wyrm_external_word;

/* One stage, over the runs that entered it. */
typedef struct wyrm_external_stage {
    int32_t stage;
    /* On it; ended: in any way but winning. Those who are neither won, or went on. */
    uint64_t entered, ended, unfinished;
    double survival; /* as wyrm_sim_depth has it */
    wyrm_interval survival_ci95;
    double hazard;
    wyrm_interval hazard_ci95;
} wyrm_external_stage;

/* A failed run that is named. */
typedef struct wyrm_external_failed {
    uint64_t run, seed;
    wyrm_external_failure failure;
    const char *why, *log;
} wyrm_external_failed;

#define WYRM_EXTERNAL_FAILED_MAX 20 /* that are named: the first ones */

/* A run that is named: to be replayed. */
typedef struct wyrm_external_example {
    const char *what; /* "best", "worst", "median", ...; static text */
    uint64_t run, seed;
    int32_t stage;
    const char *outcome;
} wyrm_external_example;

typedef struct wyrm_external_summary {
    uint64_t seed, runs; /* asked for: complete, unfinished and failed ones */
    uint64_t complete, unfinished, failed;
    uint64_t ends[WYRM_EXTERNAL_END_COUNT];
    double win_rate; /* of the complete runs; NAN where there are none */
    wyrm_interval win_rate_ci95;
    wyrm_moments final_stage; /* of the complete runs that told one */
    size_t stage_count;       /* the deepest that was entered */
    wyrm_external_stage *stages;
    size_t outcome_count, cause_count; /* of complete runs; causes of those that were not won */
    wyrm_external_word *outcomes, *causes;
    size_t figure_count; /* one for each metric of the hello, in its order */
    wyrm_external_figure *figures;
    size_t failed_count; /* that are named */
    wyrm_external_failed *failures;
    size_t example_count;
    wyrm_external_example *examples;
} wyrm_external_summary;

/* One who sums up. The hello must outlive it and its summaries, which point into it. On success
 * *out is owned by the caller (wyrm_external_accumulator_free).
 * WYRM_ERROR_MEMORY  out of memory */
typedef struct wyrm_external_accumulator wyrm_external_accumulator;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_accumulator_new(const wyrm_external_hello *hello,
                                                                   uint64_t seed,
                                                                   wyrm_external_accumulator **out,
                                                                   wyrm_error *error);
WYRM_API void wyrm_external_accumulator_free(wyrm_external_accumulator *accumulator);

/* Adds a run; their numbers must ascend. It is not kept.
 * WYRM_ERROR_ARGUMENT  they do not, or the stage is none; nothing was added
 * WYRM_ERROR_LIMIT     more than WYRM_EXTERNAL_WORDS_MAX words of one kind: the message says which;
 *                      nothing was added
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_accumulator_add(
    wyrm_external_accumulator *accumulator, const wyrm_external_run *run, wyrm_error *error);

/* The summary so far; *out is owned by the caller (wyrm_external_summary_free). More may be added
 * later. WYRM_ERROR_MEMORY: out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_accumulator_sum(
    const wyrm_external_accumulator *accumulator, wyrm_external_summary **out, wyrm_error *error);
WYRM_API void wyrm_external_summary_free(wyrm_external_summary *summary); /* NULL is allowed */

/* The share of runs that leave a stage alive, as it stands in stages[stage - 1], with an interval
 * of this confidence; deeper than anybody got that of the deepest that somebody did. NAN and all
 * reals where nobody told a stage. */
WYRM_API wyrm_interval wyrm_external_survival(const wyrm_external_summary *summary, size_t stage,
                                              double confidence, double *share);

/* ---- Playing ---- */

typedef struct wyrm_external_play_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    wyrm_external_ask_options ask;
    uint64_t first;   /* number of the first run */
    uint64_t runs;    /* how many; 0: WYRM_SIM_RUNS */
    unsigned threads; /* processes at once; 0: one. The same runs for any number, if the game is
                         what it says */
    /* Every run, in the order of their numbers, from the calling thread; what it returns other than
     * WYRM_OK stops with that. */
    wyrm_status (*take)(const wyrm_external_run *run, void *context, wyrm_error *error);
    void *take_context;
    /* Now and then, also while the game is silent, from any thread, but never two at a time nor
     * while a run is told; false stops. NULL: never. */
    bool (*progress)(double done, void *context);
    void *progress_context;
} wyrm_external_play_options;

/* Plays. The game is one that was met.
 * WYRM_ERROR_LIMIT     `progress` has stopped it; or more than engine.limits.failed of the runs
 *                      failed (the message says how the first of them did)
 * and those of wyrm_external_session_new and wyrm_external_ask, and whatever `take` returns */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_play(const wyrm_external *game,
                                                        const wyrm_external_play_options *options,
                                                        wyrm_error *error);

/* Whether the same seed gives the same run: some of the runs `first` to `first + count - 1`, at
 * most 12, are asked for twice, the second time in a process of its own and in another order. */
typedef struct wyrm_external_repeat {
    bool known;     /* false: all of them failed, or the game says that it is not seeded */
    bool same;      /* as far as was seen */
    uint64_t asked; /* twice */
    uint64_t run;   /* the first that differs, and where: "metrics.gold: 31, then 29" */
    char where[200];
} wyrm_external_repeat;
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_external_repeat_try(const wyrm_external *game, const wyrm_external_play_options *options,
                         wyrm_external_repeat *out, wyrm_error *error);

/* ---- Files ---- */

/* What runs are of. A plain value but for the hello, which belongs to whoever made it. */
typedef struct wyrm_external_facts {
    char game[64];      /* the name in the file */
    char version[64];   /* of the game, by its hello */
    char source[1024];  /* the file that described it; "" of imported runs */
    char command[1024]; /* "" of imported runs. It is shown, never run */
    char agent[64];
    char set[1024]; /* "orc.hp=12,player.hp=20": what was set, by key */
    uint64_t seed;
    uint64_t steps;
    bool imported;                    /* somebody else's runs: their seeds mean nothing here */
    const wyrm_external_hello *hello; /* metrics, stages, agents */
} wyrm_external_facts;

/* Describes the runs that a started game would play with these options; `game` must outlive the
 * hello in it. Fails as wyrm_external_session_new. */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_external_facts_from(const wyrm_external *game, const wyrm_external_ask_options *options,
                         wyrm_external_facts *out, wyrm_error *error);

/* Files of runs, as <wyrm/results.h> has them: the same promises (groups whole or not at all, gone
 * on with, held against their checksums, bounded). A results file of rulesets is refused here, and
 * one of games there, with an error that names its kind. */
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

/* Whether a file holds such runs: false also where it cannot be read. */
WYRM_API bool wyrm_external_results_is(const char *path);

WYRM_API const wyrm_external_facts *
wyrm_external_results_facts_of(const wyrm_external_results *results); /* valid until it is closed */

/* How many runs the file says that it holds. */
WYRM_API uint64_t wyrm_external_results_count(const wyrm_external_results *results);
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_results_add(wyrm_external_results *results,
                                                               const wyrm_external_run *run,
                                                               wyrm_error *error);
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_results_flush(wyrm_external_results *results,
                                                                 wyrm_error *error);

/* Tells the runs from number `first` on, at most `most`, in order. Fails as wyrm_results_each. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_results_each(
    wyrm_external_results *results, uint64_t first, uint64_t most,
    wyrm_status (*take)(const wyrm_external_run *run, void *context, wyrm_error *error),
    void *context, wyrm_error *error);

/* Several files as if they were one, as wyrm_results_join: the same game, agent, parameters and
 * seed; `mix` allows different versions of the game. */
typedef struct wyrm_external_account {
    wyrm_external_facts facts;  /* of the first file; its hello lives in `keeper` */
    uint64_t runs, first, last; /* told, each once */
    uint64_t repeated, missing;
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
