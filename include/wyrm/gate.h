/* The gate: does a game still play as it did, and which rule changed that?
 *
 * A side is one ruleset as played by a bot: the outcome of every run, so that two sides with the
 * same seed are compared run by run, and the rules themselves, so that a difference can be traced
 * to them. A baseline is a side in a file. Two sides are compared metric by metric; each answer is
 * higher, lower, equivalent (within the margin) or cannot tell, with Holm's correction over all of
 * them, after as many runs as it takes (<wyrm/looks.h>). Whether higher is better is for the reader
 * to say.
 *
 * The metrics: win_rate, final_depth, final_level, turns_per_floor, damage_per_floor, starved,
 * unfinished (runs that were cut off or stalled, which no other metric counts), and survival@N, the
 * share of runs that leave depth N alive, for N of 1, 2, 3, 5, 8, 13 and 20 that are less than the
 * last depth of either ruleset: leaving the last depth alive is winning.
 */
#ifndef WYRM_GATE_H
#define WYRM_GATE_H

#include <wyrm/looks.h>
#include <wyrm/results.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_GATE_METRICS_MAX 256
#define WYRM_GATE_ALARM       0.01    /* the default false-alarm rate */
#define WYRM_GATE_RUNS        4000    /* the default number of runs of a baseline */
#define WYRM_GATE_RUNS_MAX    1000000 /* of one side */

/* ---- Sides ---- */

/* The outcome of one run. */
typedef struct wyrm_gate_run {
    uint64_t run;
    wyrm_run_end end;
    int32_t depth, level;
    uint32_t floors; /* floors entered, at least 1 */
    uint32_t turns;
    uint64_t damage; /* damage taken, hit points */
} wyrm_gate_run;

/* One side of a comparison. {0} is empty; freed with wyrm_gate_side_free. */
typedef struct wyrm_gate_side {
    wyrm_results_facts facts;     /* who played what; a baseline has no source and arena */
    const wyrm_design *design;    /* the rules, with margins and alarm; NULL: they cannot be read */
    bool outdated;                /* the runs were made with other rules than `design` has now */
    const wyrm_run_options *play; /* how to make more runs; NULL: no more can be made */
    uint64_t first;               /* number of the first run to make */
    wyrm_design *owned;           /* the design to free with the side, for a baseline; else NULL */
    size_t count, room;           /* runs, and how many fit into `runs` */
    wyrm_gate_run *runs;          /* by ascending number */
} wyrm_gate_side;

WYRM_API void wyrm_gate_side_free(wyrm_gate_side *side);

/* Adds a run, whose number must be higher than those before.
 * WYRM_ERROR_ARGUMENT  the number is not higher, or the run has no floors
 * WYRM_ERROR_LIMIT     the side has WYRM_GATE_RUNS_MAX runs already
 * WYRM_ERROR_MEMORY    out of memory; nothing was added */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_take(wyrm_gate_side *side, const wyrm_run *run,
                                                    wyrm_error *error);

/* Checks that two sides have runs of the same kind: bot, turn limit and (unless `mix`) engine.
 * Ruleset, seed, number of runs and what the player leaves alone may differ. The names are used in
 * the message.
 * WYRM_ERROR_ARGUMENT  they differ; the message gives the first difference */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_same_kind(const wyrm_gate_side *before,
                                                         const char *before_name,
                                                         const wyrm_gate_side *after,
                                                         const char *after_name, bool mix,
                                                         wyrm_error *error);

/* Writes a side as the text of a baseline: JSON, 28 bytes a run and the rules; the same side gives
 * the same bytes. Its runs must be numbered without a gap. *out is owned by the caller (wyrm_free).
 * WYRM_ERROR_ARGUMENT  a gap between runs, no runs, or rules that are outdated or cannot be read
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_baseline_text(const wyrm_gate_side *side, char **out,
                                                             wyrm_error *error);
/* Reads a baseline back; `file` is its name in messages. A text with any change since it was
 * written is refused. Rules that this version cannot read leave `design` NULL.
 * WYRM_ERROR_SYNTAX  not a baseline, or a damaged one
 * WYRM_ERROR_LIMIT   a baseline of another version: the message says how to make a new one
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_baseline_read(const char *file, const char *text,
                                                             size_t length, wyrm_gate_side *out,
                                                             wyrm_error *error);

/* ---- Comparison ---- */

typedef enum wyrm_gate_answer {
    WYRM_GATE_EQUIVALENT, /* the whole interval of the difference is within the margin */
    WYRM_GATE_HIGHER,     /* significantly higher, and the best estimate is beyond the margin */
    WYRM_GATE_LOWER,
    WYRM_GATE_UNCLEAR, /* cannot tell */
    WYRM_GATE_ANSWER_COUNT
} wyrm_gate_answer;

WYRM_API const char *wyrm_gate_answer_word(wyrm_gate_answer answer); /* static text */

/* A margin as the ruleset gives it. */
typedef struct wyrm_gate_margin {
    double size;   /* in the unit of the metric; where relative, a fraction of 1 */
    bool relative; /* relative to the mean of the side before */
    double of_sd;  /* where relative: at least so many standard deviations of the side before */
} wyrm_gate_margin;

/* One metric compared between two sides. */
typedef struct wyrm_gate_row {
    const char *metric;   /* "survival@3"; static text, but for <wyrm/external_gate.h> */
    const char *unit;     /* "share", "depths", "levels", "turns", "hit points"; likewise */
    int32_t stage;        /* for a metric by stage: the stage, over the runs with a value there;
                             else 0 */
    uint64_t count;       /* pairs of runs with a value; where unpaired, runs of the side before */
    double before, after; /* means; shares are in [0, 1] */
    wyrm_interval before_ci95, after_ci95;
    double before_sd, after_sd;   /* standard deviation over runs */
    wyrm_gate_margin said_before; /* the margins of the two rulesets */
    wyrm_gate_margin said_after;
    double margin;      /* the margin applied: the smaller of the two, so that a change cannot
                           loosen its own test */
    double difference;  /* after - before */
    wyrm_interval ci95; /* of the difference */
    double p;           /* two-sided p of no change, corrected for all metrics and looks */
    wyrm_gate_answer answer;
    bool clear; /* more runs would hardly change the answer */
} wyrm_gate_row;

/* Whether the answer is higher or lower. */
WYRM_API bool wyrm_gate_row_has_changed(const wyrm_gate_row *row);

typedef struct wyrm_gate {
    double alarm; /* upper bound of the chance that any metric fails where nothing has changed */
    double said_before, said_after; /* the alarms of the two rulesets; the stricter applies */
    bool paired;                    /* runs were compared in pairs that share a seed */
    bool same_rules;     /* both sides have the same rules, except perhaps margins and targets */
    bool failed;         /* a metric is higher or lower, or nothing could be compared */
    bool clear;          /* every answer is clear; else the effort was used up first */
    bool cut_short;      /* wyrm_gate_options.affords stopped it before the effort was used up */
    uint64_t runs, most; /* runs of the longer side: those looked at, and those that the effort
                            allows; in pairs both sides have as many */
    uint64_t sides[2];   /* runs looked at before and after; they differ only where neither side
                            could play and the runs are not in pairs */
    size_t count;
    wyrm_gate_row rows[WYRM_GATE_METRICS_MAX];
} wyrm_gate;

/* Compares the first looks->runs runs of each side (all, where there are fewer): in pairs where
 * seed and numbers are the same, else as independent samples. The gate fails if no metric can be
 * compared, unless the runs are the same. */
WYRM_API void wyrm_gate_compare(const wyrm_gate_side *before, const wyrm_gate_side *after,
                                const wyrm_looks *looks, wyrm_gate *out);

/* Which of two sides is harder, judged by final depth and win rate. */
typedef enum wyrm_gate_headline {
    WYRM_GATE_SAME_RULES, /* no rule that affects runs differs */
    WYRM_GATE_ALIKE,      /* win rate and final depth are equivalent */
    WYRM_GATE_HARDER,     /* after is harder: one of the two is lower, neither is higher */
    WYRM_GATE_EASIER,     /* after is easier: one is higher, neither is lower */
    WYRM_GATE_MIXED,      /* one is lower, the other higher */
    WYRM_GATE_NOT_KNOWN   /* no difference shows, but equivalence does not either */
} wyrm_gate_headline;

WYRM_API wyrm_gate_headline wyrm_gate_headline_of(const wyrm_gate *gate);

/* The row of a metric; NULL if it was not compared. */
WYRM_API const wyrm_gate_row *wyrm_gate_row_of(const wyrm_gate *gate, const char *metric);

/* Runs made of each side before `affords` is asked how many may follow. */
#define WYRM_GATE_FIRST_FEW 16

/* How much to spend, and whom to inform. */
typedef struct wyrm_gate_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    wyrm_effort effort;
    bool headline;    /* stop once the headline is clear, whatever the other metrics are */
    unsigned threads; /* 0: one */
    /* As in wyrm_sim_options, without an estimate. */
    bool (*progress)(double done, void *context);
    void *progress_context;
    const wyrm_maker *maker; /* as in wyrm_sim_options */
    /* Returns how many of `wanted` runs of each side may be made in all, when `done` are made:
     * called before the first (done 0), after WYRM_GATE_FIRST_FEW and after each look. An answer
     * below `wanted` ends the comparison after that many. NULL: no limit. */
    uint64_t (*affords)(uint64_t done, uint64_t wanted, void *context);
    void *affords_context;
} wyrm_gate_options;

/* Makes runs until a side has `runs` of them, or as many as options->affords allows. Fails as
 * wyrm_simulate and wyrm_gate_take do. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_play(wyrm_gate_side *side, uint64_t runs,
                                                    const wyrm_gate_options *options,
                                                    wyrm_error *error);

/* Compares after as many runs as it takes: sides that can play make the runs that each look needs,
 * until every answer is clear or the effort is spent. The effort is WYRM_GATE_RUNS, or all runs of
 * a side that cannot play, times the factor of options->effort, and never more than a side that
 * cannot play has; where neither can, one look takes all runs of each. Sides with the same rules,
 * seed and version and the same runs are equivalent at the first look. Fails as wyrm_simulate and
 * wyrm_gate_take do. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_hold(wyrm_gate_side *before, wyrm_gate_side *after,
                                                    const wyrm_gate_options *options,
                                                    wyrm_gate *out, wyrm_error *error);

/* ---- Ladders: several bots at once ---- */

#define WYRM_GATE_RUNGS_MAX 16 /* bots of a ladder */

/* wyrm_gate_hold for `count` bots at once: before[i] and after[i] are the sides of one bot, out[i]
 * its result; the rules of a side are the same for all bots. Each bot's runs are compared on their
 * own, in pairs where seeds are shared. All bots make equally many runs, until the answers wanted
 * are clear for all of them. Holm's correction spans the metrics of all bots, so the alarm bounds
 * the chance that any gate fails where nothing has changed. Fails as wyrm_gate_hold.
 * WYRM_ERROR_ARGUMENT  also for a count of 0 or above WYRM_GATE_RUNGS_MAX */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_hold_ladder(wyrm_gate_side *const *before,
                                                           wyrm_gate_side *const *after,
                                                           size_t count,
                                                           const wyrm_gate_options *options,
                                                           wyrm_gate *out, wyrm_error *error);

/* Which players a change helps. The weak are the lower half of the bots, rounded down, by the final
 * depth they reach before (ties: by win rate, then in the order given); the others are the strong.
 * A half is easier if the headline of at least one of its bots is easier and of none harder; harder
 * and mixed likewise; alike if all its bots are alike; else not known. */
typedef struct wyrm_gate_helped {
    wyrm_gate_headline weak, strong; /* not known for a half without bots */
    bool is_weak[WYRM_GATE_RUNGS_MAX];
} wyrm_gate_helped;

WYRM_API wyrm_gate_helped wyrm_gate_whom(const wyrm_gate *gates, size_t count);

/* ---- Causes ---- */

#define WYRM_GATE_CAUSES_MAX  10
#define WYRM_GATE_EFFECTS_MAX 3

/* The effect of one cause alone on one metric: the old rules with only this change, minus the old
 * rules. */
typedef struct wyrm_gate_effect {
    double difference;
    wyrm_interval ci95;
} wyrm_gate_effect;

/* A value that differs between the two rulesets. */
typedef struct wyrm_gate_value {
    char *path;     /* "monsters.orc.power" */
    char *before;   /* as written in a file; "": there is none */
    char *after;    /* likewise */
    char file[256]; /* file in which it is written now */
    int line;       /* line in that file, for a text of many lines its first; 0: nowhere */
    bool many_lines;
    size_t cause; /* index of its cause */
} wyrm_gate_value;

/* Values that are tried together; just one where few values differ. */
typedef struct wyrm_gate_cause {
    char what[160]; /* "monsters.orc.power"; "monsters.orc" for several values */
    size_t values;  /* how many values; 0: the cause is another version of the program, not a
                       rule */
    size_t first;   /* index of the first value */
    bool tried;     /* else the change alone makes no valid ruleset, or it is the only cause */
    bool together;  /* collects all changes that make no valid ruleset alone */
    wyrm_gate_effect effects[WYRM_GATE_EFFECTS_MAX]; /* by metric, in the order of `rows` below */
} wyrm_gate_cause;

typedef struct wyrm_gate_causes {
    bool known;   /* the rules of both sides can be read */
    bool order;   /* only the order of the values differs */
    bool remarks; /* titles and other words for people differ, which are no rules */
    size_t value_count;
    wyrm_gate_value *values; /* those that affect runs, in the order of the schema */
    size_t count;
    wyrm_gate_cause causes[WYRM_GATE_CAUSES_MAX];
    uint64_t runs;    /* runs that each was tried with; 0: none was tried */
    size_t row_count; /* metrics examined: those whose change is the most certain */
    size_t rows[WYRM_GATE_EFFECTS_MAX]; /* indices of gate->rows */
} wyrm_gate_causes;

/* Lists the values that differ; *out is owned by the caller (wyrm_gate_causes_free). With `attempt`
 * each cause is also played alone, on the runs of `before`, with as many runs in total as `gate`
 * might have made. Fails as wyrm_gate_hold. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_find_causes(
    const wyrm_gate_side *before, const wyrm_gate_side *after, const wyrm_gate *gate, bool attempt,
    const wyrm_gate_options *options, wyrm_gate_causes **out, wyrm_error *error);
WYRM_API void wyrm_gate_causes_free(wyrm_gate_causes *causes); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
