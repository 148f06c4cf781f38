/* The gate: does a game still play as it did, and which rule changed that?
 *
 * A side is one ruleset as a bot played it: what every run came to, so that two sides of the same
 * seed are compared run by run, and the rules themselves, so that a difference can be traced to
 * them. A baseline is a side in a file. Two sides are compared metric by metric, each answer one of
 * higher, lower, equivalent (within the margin) or cannot tell, with Holm's correction over all of
 * them, after as many runs as it takes (<wyrm/looks.h>). Whether higher is better is for the reader
 * to say.
 *
 * The metrics: win_rate, final_depth, final_level, turns_per_floor, damage_per_floor, starved,
 * unfinished (runs that were cut off or stalled, which are part of no other), and survival@N, the
 * share of runs that leave depth N alive, for N of 1, 2, 3, 5, 8, 13 and 20 that are less than the
 * last depth of either ruleset: to leave that alive is to win.
 */
#ifndef WYRM_GATE_H
#define WYRM_GATE_H

#include <wyrm/looks.h>
#include <wyrm/results.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_GATE_METRICS_MAX 256
#define WYRM_GATE_ALARM       0.01    /* the false-alarm rate where nothing else is said */
#define WYRM_GATE_RUNS        4000    /* of a baseline, where nothing else is said */
#define WYRM_GATE_RUNS_MAX    1000000 /* of a side */

/* ---- Sides ---- */

/* What one run came to. */
typedef struct wyrm_gate_run {
    uint64_t run;
    wyrm_run_end end;
    int32_t depth, level;
    uint32_t floors; /* at least 1 */
    uint32_t turns;
    uint64_t damage; /* taken */
} wyrm_gate_run;

/* {0} is empty; freed with wyrm_gate_side_free. */
typedef struct wyrm_gate_side {
    wyrm_results_facts facts;     /* who played what; of a baseline without source and arena */
    const wyrm_design *design;    /* the rules, with margins and alarm; NULL: they cannot be read */
    bool outdated;                /* the runs were made with other rules than `design` has now */
    const wyrm_run_options *play; /* how to make more runs; NULL: there are no more */
    uint64_t first;               /* number of the first run that is made */
    wyrm_design *owned;           /* the design of a baseline */
    size_t count, room;
    wyrm_gate_run *runs; /* their numbers ascend */
} wyrm_gate_side;

WYRM_API void wyrm_gate_side_free(wyrm_gate_side *side);

/* Adds a run, whose number must be higher than those before.
 * WYRM_ERROR_ARGUMENT  it is not, or the run has no floors
 * WYRM_ERROR_LIMIT     there are WYRM_GATE_RUNS_MAX already
 * WYRM_ERROR_MEMORY    out of memory; nothing was added */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_take(wyrm_gate_side *side, const wyrm_run *run,
                                                    wyrm_error *error);

/* Whether two sides are of the same kind of runs: bot, turn limit and (unless `mix`) engine.
 * Ruleset, seed, number of runs and what the player leaves alone may differ. The names are those of
 * the message. WYRM_ERROR_ARGUMENT  they are not; the message says what differs first */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_same_kind(const wyrm_gate_side *before,
                                                         const char *before_name,
                                                         const wyrm_gate_side *after,
                                                         const char *after_name, bool mix,
                                                         wyrm_error *error);

/* Whether what has a part in runs is word for word the same in both rulesets, in the same order:
 * all but name, title and the like, targets, margins, set fights and reference player. False where
 * the rules of one cannot be read.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_same_rules(const wyrm_gate_side *before,
                                                          const wyrm_gate_side *after, bool *out,
                                                          wyrm_error *error);

/* A side as the text of a baseline: JSON, 28 bytes a run and the rules, the same bytes for the same
 * side. Its runs must be numbered without a gap. *out is owned by the caller (wyrm_free).
 * WYRM_ERROR_ARGUMENT  a gap between runs, or there are none, or their rules are outdated or do not
 *                      read
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_baseline_text(const wyrm_gate_side *side, char **out,
                                                             wyrm_error *error);
/* And back. `file` is its name in messages. A text that is not to the last value what was written
 * is refused. Rules that this version cannot read leave `design` NULL.
 * WYRM_ERROR_SYNTAX  no baseline, or a damaged one
 * WYRM_ERROR_LIMIT   of another version: the message says how to make a new one
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_baseline_read(const char *file, const char *text,
                                                             size_t length, wyrm_gate_side *out,
                                                             wyrm_error *error);

/* ---- Comparison ---- */

typedef enum wyrm_gate_answer {
    WYRM_GATE_EQUIVALENT, /* the whole interval of the difference is within the margin */
    WYRM_GATE_HIGHER,     /* significantly, and by more than the margin at the best estimate */
    WYRM_GATE_LOWER,
    WYRM_GATE_UNCLEAR, /* cannot tell */
    WYRM_GATE_ANSWER_COUNT
} wyrm_gate_answer;

WYRM_API const char *wyrm_gate_answer_word(wyrm_gate_answer answer); /* static text */

/* A margin as the ruleset has it. */
typedef struct wyrm_gate_margin {
    double size;   /* in the unit of the metric; a relative one of 1 */
    bool relative; /* to what the side before came to */
} wyrm_gate_margin;

/* One metric of two sides. */
typedef struct wyrm_gate_row {
    const char *metric;   /* "survival@3"; static text, but for <wyrm/external_gate.h> */
    const char *unit;     /* "share", "depths", "levels", "turns", "hit points"; likewise */
    int32_t stage;        /* of a metric by stage, over the runs that tell it there; else 0 */
    uint64_t count;       /* pairs of runs that have a value; else the runs before */
    double before, after; /* means; a share is of 1 */
    wyrm_interval before_ci95, after_ci95;
    double before_sd, after_sd;   /* of a value a run */
    wyrm_gate_margin said_before; /* the margins of the two rulesets */
    wyrm_gate_margin said_after;
    double margin;      /* that it is held to: the smaller one, so that a change of the ruleset does
                           not loosen what it is held to */
    double difference;  /* after - before */
    wyrm_interval ci95; /* of the difference */
    double p; /* two-sided, that nothing has changed; corrected for all metrics and looks */
    wyrm_gate_answer answer;
    bool clear; /* more runs would hardly say anything else */
} wyrm_gate_row;

/* Whether the answer is higher or lower. */
WYRM_API bool wyrm_gate_row_has_changed(const wyrm_gate_row *row);

typedef struct wyrm_gate {
    double alarm; /* the chance to fail at least one metric where nothing has changed, at most */
    double said_before, said_after; /* the alarms of the two rulesets; the stricter one holds */
    bool paired;                    /* on shared seeds */
    bool same_rules; /* both sides play by the very same rules, whatever margins and targets say */
    bool failed;     /* at least one metric is higher or lower, or nothing could be compared */
    bool clear;      /* every answer is; else the effort was spent before */
    bool cut_short;  /* by wyrm_gate_options.affords: the effort would have allowed more runs */
    uint64_t runs, most; /* of each side that were looked at, and that the effort allows */
    size_t count;
    wyrm_gate_row rows[WYRM_GATE_METRICS_MAX];
} wyrm_gate;

/* Compares the first looks->runs runs of each side (all, where there are fewer): run by run where
 * seed and numbers are the same, else as independent samples. Where none of the metrics can be
 * compared the gate has failed. */
WYRM_API void wyrm_gate_compare(const wyrm_gate_side *before, const wyrm_gate_side *after,
                                const wyrm_looks *looks, wyrm_gate *out);

/* Which of two sides is harder, by how far its runs get and how many are won. */
typedef enum wyrm_gate_headline {
    WYRM_GATE_SAME_RULES, /* not one rule that has a part in runs differs */
    WYRM_GATE_ALIKE,      /* the win rate and the final depth are equivalent */
    WYRM_GATE_HARDER,     /* after is: one of them is lower, and none is higher */
    WYRM_GATE_EASIER,     /* the other way round */
    WYRM_GATE_MIXED,      /* one of them is lower, the other one higher */
    WYRM_GATE_NOT_KNOWN   /* nothing differs as far as can be told, but it might */
} wyrm_gate_headline;

WYRM_API wyrm_gate_headline wyrm_gate_headline_of(const wyrm_gate *gate);

/* The row of a metric; NULL where it is not among them. */
WYRM_API const wyrm_gate_row *wyrm_gate_row_of(const wyrm_gate *gate, const char *metric);

/* Runs of each side that are made before `affords` is asked how many may follow. */
#define WYRM_GATE_FIRST_FEW 16

/* What is spent, and who is told. */
typedef struct wyrm_gate_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    wyrm_effort effort;
    bool headline;    /* it is enough when the headline is clear, whatever the other metrics are */
    unsigned threads; /* 0: one */
    /* As in wyrm_sim_options, without an estimate. */
    bool (*progress)(double done, void *context);
    void *progress_context;
    const wyrm_maker *maker; /* as in wyrm_sim_options */
    /* How many of `wanted` runs of each side may be made in all, where `done` are: asked before any
     * is (0), after WYRM_GATE_FIRST_FEW and after each look. Fewer than wanted are the last ones.
     * NULL: all of them may. */
    uint64_t (*affords)(uint64_t done, uint64_t wanted, void *context);
    void *affords_context;
} wyrm_gate_options;

/* Makes runs of a side that plays until it has so many, or as many as options->affords. Fails as
 * wyrm_simulate and wyrm_gate_take do. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_play(wyrm_gate_side *side, uint64_t runs,
                                                    const wyrm_gate_options *options,
                                                    wyrm_error *error);

/* Compares after as many runs as it takes: sides that play make the runs that each look needs,
 * until every answer is clear or the effort is spent. That is all runs of a side that does not
 * play, else WYRM_GATE_RUNS, times the factor of options->effort; never more than a side that does
 * not play has. Same rules, seed and version that come to the same runs are equivalent at the first
 * look. Fails as wyrm_simulate and wyrm_gate_take do. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_hold(wyrm_gate_side *before, wyrm_gate_side *after,
                                                    const wyrm_gate_options *options,
                                                    wyrm_gate *out, wyrm_error *error);

/* ---- Ladders: several bots at once ---- */

#define WYRM_GATE_RUNGS_MAX 16 /* bots of a ladder */

/* wyrm_gate_hold of `count` bots at once, before[i] and after[i] being the sides of one of them,
 * and out[i] what they come to; the rules of a side are the same for all. Each bot's runs are
 * compared by themselves, in pairs where seeds are shared. All make as many runs, until what is
 * asked is clear of all of them; and Holm's correction is over all metrics of all of them, so that
 * the alarm is the chance that any gate fails where nothing has changed.
 * WYRM_ERROR_ARGUMENT  none, or more than WYRM_GATE_RUNGS_MAX */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_hold_ladder(wyrm_gate_side *const *before,
                                                           wyrm_gate_side *const *after,
                                                           size_t count,
                                                           const wyrm_gate_options *options,
                                                           wyrm_gate *out, wyrm_error *error);

/* Whom a change helps. The weak are the lower half of the bots by how far they get before (final
 * depth; where two get as far, win rate; else the order that they are given in), rounded down; the
 * others are the strong. Easier, for a half: the headline of at least one of its bots is easier and
 * of none harder; harder and mixed likewise; alike: all of them are; else not known. */
typedef struct wyrm_gate_helped {
    wyrm_gate_headline weak, strong; /* not known where nobody is among them */
    bool is_weak[WYRM_GATE_RUNGS_MAX];
} wyrm_gate_helped;

WYRM_API wyrm_gate_helped wyrm_gate_whom(const wyrm_gate *gates, size_t count);

/* ---- Causes ---- */

#define WYRM_GATE_CAUSES_MAX  10
#define WYRM_GATE_EFFECTS_MAX 3

/* What a rule does alone to one metric: the old rules with this change against the old rules. */
typedef struct wyrm_gate_effect {
    double difference;
    wyrm_interval ci95;
} wyrm_gate_effect;

/* A value that the two rulesets say differently. */
typedef struct wyrm_gate_value {
    char *path;     /* "monsters.orc.power" */
    char *before;   /* as it may stand in a file; "": there is none */
    char *after;    /* likewise */
    char file[256]; /* where it stands now */
    int line;       /* 0: nowhere; of a text of many lines that of its first */
    bool many_lines;
    size_t cause; /* that it belongs to */
} wyrm_gate_value;

/* Values that are tried together: one, where there are few. */
typedef struct wyrm_gate_cause {
    char what[160]; /* "monsters.orc.power"; "monsters.orc" of several values */
    size_t values;  /* how many; 0: it is no rule, but the program that is another version */
    size_t first;   /* index of the first one */
    bool tried;     /* else it makes no ruleset without the others, or it is the only one */
    bool together;  /* all that make no ruleset alone */
    wyrm_gate_effect effects[WYRM_GATE_EFFECTS_MAX]; /* by metric, of those tried */
} wyrm_gate_cause;

typedef struct wyrm_gate_causes {
    bool known; /* the rules of both sides can be read */
    bool order; /* the values are the same in another order */
    size_t value_count;
    wyrm_gate_value *values; /* those that have a part in runs, in the order of the schema */
    size_t count;
    wyrm_gate_cause causes[WYRM_GATE_CAUSES_MAX];
    uint64_t runs;    /* that each was tried with; 0: none was */
    size_t row_count; /* metrics that were looked at: those that moved most surely */
    size_t rows[WYRM_GATE_EFFECTS_MAX]; /* indices of gate->rows */
} wyrm_gate_causes;

/* Names the values that differ; *out is owned by the caller (wyrm_gate_causes_free). With `attempt`
 * each of them (or each group) is played alone, on the runs of `before`: together as many runs as
 * `gate` might have made. Fails as wyrm_gate_hold. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gate_find_causes(
    const wyrm_gate_side *before, const wyrm_gate_side *after, const wyrm_gate *gate, bool attempt,
    const wyrm_gate_options *options, wyrm_gate_causes **out, wyrm_error *error);
WYRM_API void wyrm_gate_causes_free(wyrm_gate_causes *causes); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
