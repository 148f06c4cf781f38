/* Sweeps: a ruleset in many variants, each measured, a row a variant.
 *
 * One key of the ruleset takes several values, or several keys do, and every combination is a
 * variant: the ruleset with these changes (<wyrm/change.h>). Each is measured metric by metric, as
 * targets are: what is exact is exact, and nobody plays for it. Games and samples are made on the
 * same luck in every variant, so that what a row has more than that of the variant nearest to the
 * ruleset as it is, the base, is told with the interval of pairs.
 *
 * A row depends on its variant, the base, the seed and the number of games alone. So rows are made
 * anywhere and in any order: a file keeps each when it is done, a sweep that was stopped goes on
 * from its file, parts of it are made by different processes and put together; and the answer is
 * the same to the bit.
 */
#ifndef WYRM_SWEEP_H
#define WYRM_SWEEP_H

#include <wyrm/judge.h>
#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SWEEP_KEYS_MAX     8
#define WYRM_SWEEP_VARIANTS_MAX 10000
#define WYRM_SWEEP_GAMES_MAX    1000000 /* of each variant */
#define WYRM_SWEEP_TEXT_MAX     4096    /* bytes of all that is said of keys, and of metrics */
#define WYRM_SWEEP_VERSION      1       /* of files */

typedef struct wyrm_sweep_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* "KEY=VALUES": a path of keys, or `bot` for who plays, and what stands there in turn: 10..30,
     * 0.5..2/0.25 (from, to and a step, without which it is 1), or values with commas between, each
     * as in a file: "a,b", "2d6,[3, 7]". The last key changes fastest. */
    size_t over_count;
    const char *const *over;
    /* What is looked at, as wyrm/sense.h has it. None: of games run_win_rate, run_final_depth,
     * run_final_level and run_turns; of a ruleset that cannot be played its targets. */
    size_t metric_count;
    const char *const *metrics;
    bool targets;    /* the targets of the ruleset in place of these, with verdicts */
    const char *bot; /* who plays for every metric; NULL: whom each names, the explorer else */
    uint64_t seed;
    uint64_t games; /* of each variant and bot, and dungeons of what is sampled so; 0: 1,000 */
    uint64_t part, parts; /* only the rows of this part, from 0, of so many; parts 0: all rows */
    /* Where rows are kept, an SQLite file (docs/results.md); one that exists is gone on with. NULL:
     * nowhere. And others of the same sweep whose rows need not be made again. */
    const char *file;
    size_t from_count;
    const char *const *from;
    const char *source; /* what the ruleset was opened by, for the file; NULL: unknown */
    unsigned threads;   /* 0: one */
    bool (*progress)(double done, void *context); /* false stops: rows that are done are told */
    void *context;
    const wyrm_maker *maker; /* as in wyrm_sim_options */
} wyrm_sweep_options;

typedef struct wyrm_sweep_key {
    const char *key;           /* the path; "bot" */
    const char *now;           /* what stands there; "" where nothing does, NULL of bots */
    size_t count, base;        /* of values; the one of the base */
    const char *const *values; /* as they stand in a file */
    const double *numbers;     /* the same; NULL: not all of them are numbers */
} wyrm_sweep_key;

/* What is measured, at one place. */
typedef struct wyrm_sweep_goal {
    const char *target;                /* its key in the ruleset; NULL: it is none of its targets */
    const char *metric, *unit, *where; /* of wyrm_judged, but for who plays */
    const char *bot;                   /* who plays; NULL: nobody, or each variant has its own */
    bool is_share;
    bool flat; /* exact, and the same in all rows that are told */
} wyrm_sweep_goal;

typedef struct wyrm_sweep_figure {
    wyrm_estimate value;  /* NAN: it cannot be measured, */
    const char *why;      /* and why, or NULL */
    uint64_t games;       /* that were played for it */
    wyrm_estimate more;   /* than the base; NAN in its own row, and where one of the two is */
    wyrm_verdict verdict; /* on a target; else PASS */
} wyrm_sweep_figure;

typedef struct wyrm_sweep_row {
    bool done;
    const char *refused;        /* why it makes no ruleset; NULL: it does */
    wyrm_sweep_figure *figures; /* by goal; NULL where refused, or not done */
} wyrm_sweep_row;

typedef struct wyrm_sweep {
    uint64_t seed, games; /* games 0: nobody plays */
    bool targets, stopped;
    size_t key_count, goal_count;
    wyrm_sweep_key *keys;
    wyrm_sweep_goal *goals;
    size_t count, done, found; /* rows; of these done, and of those found in files */
    size_t base;               /* the row nearest to the ruleset as it is */
    wyrm_sweep_row *rows;
} wyrm_sweep;

/* The value of a key in a row: an index of key->values. */
WYRM_API size_t wyrm_sweep_value(const wyrm_sweep *sweep, size_t row, size_t key);

/* Measures the variants of a design. *out is owned by the caller (wyrm_sweep_free) and lives as
 * long as the design.
 * WYRM_ERROR_UNKNOWN   no such key, bot or metric (the hint names the nearest)
 * WYRM_ERROR_ARGUMENT  a key or question that does not read; a name in a question that is not
 *                      there; nothing to look at; no variant makes a ruleset; a file of another
 *                      sweep
 * WYRM_ERROR_RULESET   a target does not make sense
 * WYRM_ERROR_LIMIT     more of something than the limits above; a file of a newer version
 * WYRM_ERROR_SYNTAX, WYRM_ERROR_IO  of files, as wyrm_results_write
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_sweep_run(const wyrm_design *design,
                                                    const wyrm_sweep_options *options,
                                                    wyrm_sweep **out, wyrm_error *error);
WYRM_API void wyrm_sweep_free(wyrm_sweep *sweep); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
