/* Sweeps: many variants of a ruleset, each measured, one row a variant.
 *
 * One key of the ruleset takes several values, or several keys do, and every combination is a
 * variant: the ruleset with these changes (<wyrm/change.h>). Each is measured metric by metric, as
 * targets are; exact metrics need no games. Games and samples use the same seeds in every variant,
 * so each row is compared in pairs with the base, the variant nearest to the unchanged ruleset.
 *
 * A row depends only on its variant, the base, the seed and the number of games. Rows can therefore
 * be made anywhere and in any order: a file keeps each one when it is done, a stopped sweep
 * continues from its file, and parts made by different processes are put together, always with the
 * same bits.
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
#define WYRM_SWEEP_GAMES_MAX    1000000 /* for each variant */
#define WYRM_SWEEP_TEXT_MAX     4096    /* bytes of all text about keys, and about metrics */
#define WYRM_SWEEP_VERSION      1       /* of files */

typedef struct wyrm_sweep_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* "KEY=VALUES": a path of keys, or `bot` for the player, and its values: 10..30, 0.5..2/0.25
     * (from, to and a step, by default 1), or values separated by commas, each as in a file: "a,b",
     * "2d6,[3, 7]". The last key changes fastest. */
    size_t over_count;
    const char *const *over;
    /* Metrics, in the form of wyrm/sense.h. None: run_win_rate, run_final_depth, run_final_level
     * and run_turns; for a ruleset that cannot be played, its targets. */
    size_t metric_count;
    const char *const *metrics;
    bool targets;    /* measure the ruleset's targets instead, with verdicts */
    const char *bot; /* the bot for every metric; NULL: the one that each names, else the
                        explorer */
    uint64_t seed;
    uint64_t games;       /* for each variant and bot, and dungeons for sampled metrics; 0: 1,000 */
    uint64_t part, parts; /* make only the rows of this part, from 0, of `parts`; parts 0: all
                             rows */
    /* An SQLite file that keeps rows (docs/results.md) and is continued if it exists; NULL: none.
     * Then other files of the same sweep, whose rows are not made again. */
    const char *file;
    size_t from_count;
    const char *const *from;
    const char *source; /* name or path the ruleset was opened by, for the file; NULL: unknown */
    unsigned threads;   /* 0: one */
    bool (*progress)(double done, void *context); /* false stops; rows that are done are returned */
    void *context;
    const wyrm_maker *maker; /* as in wyrm_sim_options */
} wyrm_sweep_options;

typedef struct wyrm_sweep_key {
    const char *key;           /* its path, or "bot" */
    const char *now;           /* its present value; "" if it has none, NULL for bots */
    size_t count, base;        /* number of values; index of the base's value */
    const char *const *values; /* as in a file */
    const double *numbers;     /* the same as numbers; NULL: not all of them are numbers */
} wyrm_sweep_key;

/* One thing measured, at one place. */
typedef struct wyrm_sweep_goal {
    const char *target;                /* its key in the ruleset; NULL: it is no target of the
                                          ruleset */
    const char *metric, *unit, *where; /* as in wyrm_judged, without the bot */
    const char *bot;                   /* the bot that plays; NULL: none, or each variant has its
                                          own */
    bool is_share;
    bool flat; /* exact, and the same in all rows that are done */
} wyrm_sweep_goal;

typedef struct wyrm_sweep_figure {
    wyrm_estimate value;  /* NAN: it cannot be measured */
    const char *why;      /* the reason for NAN, or NULL */
    uint64_t games;       /* games played for it */
    wyrm_estimate more;   /* difference to the base; NAN in the base's row, and if one of the two is
                             NAN */
    wyrm_verdict verdict; /* for a target; else PASS */
} wyrm_sweep_figure;

typedef struct wyrm_sweep_row {
    bool done;
    const char *refused;        /* why the variant makes no valid ruleset; NULL: it does */
    wyrm_sweep_figure *figures; /* by goal; NULL if refused or not done */
} wyrm_sweep_row;

typedef struct wyrm_sweep {
    uint64_t seed, games; /* games 0: no metric needs games */
    bool targets, stopped;
    size_t key_count, goal_count;
    wyrm_sweep_key *keys;
    wyrm_sweep_goal *goals;
    size_t count, done, found; /* rows; those done; and of these, those found in files */
    size_t base;               /* index of the row nearest to the unchanged ruleset */
    wyrm_sweep_row *rows;
} wyrm_sweep;

/* The value of a key in a row, as an index of key->values. */
WYRM_API size_t wyrm_sweep_value(const wyrm_sweep *sweep, size_t row, size_t key);

/* Measures the variants of a design. *out is owned by the caller (wyrm_sweep_free) and must not
 * outlive the design.
 * WYRM_ERROR_UNKNOWN   no such key, bot or metric (the hint names the nearest)
 * WYRM_ERROR_ARGUMENT  a key or question that cannot be read, an unknown name in a question,
 *                      nothing to measure, no variant that makes a valid ruleset, or a file of
 *                      another sweep
 * WYRM_ERROR_RULESET   a target makes no sense
 * WYRM_ERROR_LIMIT     one of the limits above, or a file of a newer version
 * WYRM_ERROR_SYNTAX    a damaged file, as wyrm_results_write
 * WYRM_ERROR_IO        a file cannot be read or written, as wyrm_results_write
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_sweep_run(const wyrm_design *design,
                                                    const wyrm_sweep_options *options,
                                                    wyrm_sweep **out, wyrm_error *error);
WYRM_API void wyrm_sweep_free(wyrm_sweep *sweep); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
