/* Simulations: many runs, summarised with intervals.
 *
 * An accumulator takes runs one by one in the order of their numbers, so the summary has the same
 * bits for any number of threads, and for a file of results that was written in parts. Its size
 * does not depend on the number of runs.
 */
#ifndef WYRM_SIM_H
#define WYRM_SIM_H

#include <wyrm/run.h>
#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SIM_RUNS     1000    /* the default number of runs */
#define WYRM_SIM_MAX_RUNS 1000000 /* the default limit of runs with an error to reach */

/* A histogram of whole numbers: exact below 1,024, then with bins as wide as at most 1/64 of their
 * lower edge. {0} is empty. */
#define WYRM_HISTOGRAM_BINS 3072
typedef struct wyrm_histogram {
    uint64_t count;
    uint64_t bins[WYRM_HISTOGRAM_BINS];
} wyrm_histogram;

WYRM_API void wyrm_histogram_add(wyrm_histogram *histogram, uint64_t value);

/* The quantile p in [0, 1], values being spread evenly over their bin, and its 95 % interval by
 * wyrm_quantile_ranks: it starts at 0 where the lower rank is below the least value, and has no
 * upper end where the upper rank is above the greatest. NAN and all reals for an empty
 * histogram. */
WYRM_API double wyrm_histogram_quantile(const wyrm_histogram *histogram, double p,
                                        wyrm_interval *ci95);

/* Reasons for deaths, over the deaths whose last fight is known (wyrm_run_death); files of version
 * 2 do not record it. */
typedef struct wyrm_sim_last {
    uint64_t deaths;
    uint64_t reasons[WYRM_DEATH_REASON_COUNT];
    uint64_t runs[WYRM_DEATH_REASON_COUNT]; /* number of the first run of each reason */
    /* For deaths by a foe: how many fights; how many of them looked won, among those that `cost` is
     * of; in how many nothing was left to heal or escape by; hit points at the beginning as a share
     * of the maximum; foes at the beginning, and at most. */
    uint64_t fights, looked_won, bare;
    wyrm_moments hp_share, foes, most;
    wyrm_moments cost; /* `cost` over `means`, capped at 10; for fights with a foe in sight */
    wyrm_moments heals, escapes, hurts, others; /* items unused at the end, over all deaths */
    wyrm_moments unused;                        /* all four kinds together */
} wyrm_sim_last;

/* Figures of one depth, over the runs that entered it. */
typedef struct wyrm_sim_depth {
    int32_t depth;
    uint64_t entered, died, won, cut, stalled; /* how runs ended on it; the others went on */
    /* survival: share of runs that leave this depth alive (winning counts), by Kaplan and Meier
     * with runs that were cut off or stalled as censored, and its interval by
     * wyrm_survival_interval. hazard: deaths over runs not censored on this depth. NAN where there
     * are no such runs. All figures below leave out floors on which a run was censored.
     */
    double survival;
    wyrm_interval survival_ci95;
    double hazard;
    wyrm_interval hazard_ci95;
    wyrm_moments turns, damage_taken;
    /* when leaving it alive: */
    wyrm_moments level, hp_share, gear_attack, gear_defense, consumables;
    /* Shares of the monsters and items initially on the map. Monsters that come or split off later
     * count too, so met and killed can exceed 1; their range then is WYRM_COUNT. */
    wyrm_ratio_estimate met, killed, found;
    wyrm_ratio_estimate pity[WYRM_PITY_MAX]; /* items placed by pity, per room */
    wyrm_moments items, picked, used;        /* per run: items that lay there, were picked up, and
                                                were used there */
    wyrm_sim_last last;                      /* of the deaths on this depth */
} wyrm_sim_depth;

/* One cause of death at one depth. */
typedef struct wyrm_sim_death {
    wyrm_run_end end;
    int32_t killer; /* index in the roster, or -1 */
    int32_t depth;
    uint64_t count;
    wyrm_interval ci95; /* of its share of the complete runs, given that it occurred */
} wyrm_sim_death;

/* Figures of one kind of monster; the ratios treat runs as clusters. */
typedef struct wyrm_sim_monster {
    uint64_t runs_met, met, kills, deaths; /* deaths: of the player, by this kind */
    wyrm_ratio_estimate attacks_to_kill;   /* per kill */
    wyrm_ratio_estimate attacks_taken;     /* per monster met */
    wyrm_ratio_estimate damage_taken;      /* per monster met */
    wyrm_ratio_estimate fatal;             /* deaths per monster met */
    wyrm_ratio_estimate damage_per_attack; /* of the player on it */
    wyrm_ratio_estimate damage_per_taken;  /* damage per attack of it on the player */
    /* Attacks needed to kill a player with full hit points: the sum of the player's maximum over
     * its attacks, divided by the damage they did. */
    wyrm_ratio_estimate attacks_to_die;
} wyrm_sim_monster;

/* The fates of an item: it lay on an entered floor, was picked up, was used (gear: worn at the
 * end), was carried to the end. */
typedef enum wyrm_fate {
    WYRM_FATE_LAIN,
    WYRM_FATE_FOUND,
    WYRM_FATE_USED,
    WYRM_FATE_LEFT,
    WYRM_FATE_COUNT
} wyrm_fate;

/* One kind of item, or all of them. */
typedef struct wyrm_sim_item {
    uint64_t runs_found, lain, found, used, left;
    wyrm_moments a_run[WYRM_FATE_COUNT]; /* numbers per run, over the complete runs */
} wyrm_sim_item;

/* Items of one kind that the dead of a depth carried unused at the end. Where they were found is
 * unknown: a run's record counts items over all floors together. */
typedef struct wyrm_sim_left {
    int32_t depth, kind;
    uint64_t runs, left; /* deaths with at least one; items over all deaths */
} wyrm_sim_left;

/* A run worth replaying, and why. */
typedef struct wyrm_sim_example {
    const char *what; /* "best", "worst", "median", "10 %", "90 %", "stalled"; static text */
    uint64_t run;
    int32_t depth;
    wyrm_run_end end;
} wyrm_sim_example;

#define WYRM_SIM_EXAMPLES 6

typedef struct wyrm_summary {
    uint64_t seed, runs;
    uint64_t complete; /* runs that came to their end; all shares and means of runs are over
                          these */
    uint64_t ends[WYRM_RUN_END_COUNT];
    double win_rate; /* NAN where no run is complete */
    wyrm_interval win_rate_ci95;
    wyrm_moments final_depth, final_level, turns;
    wyrm_histogram *final_depths, *all_turns;
    size_t depth_count;
    wyrm_sim_depth *depths; /* depth 1 first */
    size_t death_count;
    wyrm_sim_death *deaths; /* most frequent first, then by depth */
    wyrm_sim_last last;   /* of all depths; its `runs` are taken from the depth with most deaths for
                           that reason */
    size_t monster_count; /* of the roster */
    wyrm_sim_monster *monsters;
    size_t item_count; /* kinds of items */
    wyrm_sim_item *items;
    wyrm_sim_item all_items; /* all kinds together */
    size_t left_count;
    wyrm_sim_left *left; /* by depth, then by runs, most first, then by kind */
    size_t example_count;
    wyrm_sim_example examples[WYRM_SIM_EXAMPLES];
    wyrm_moments hp_left; /* share of the maximum left in won runs: for arenas */
} wyrm_summary;

/* Adds up runs for one summary. On success *out is owned by the caller (wyrm_accumulator_free).
 * WYRM_ERROR_MEMORY  out of memory */
typedef struct wyrm_accumulator wyrm_accumulator;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_accumulator_new(const wyrm_design *design, uint64_t seed,
                                                          wyrm_accumulator **out,
                                                          wyrm_error *error);
WYRM_API void wyrm_accumulator_free(wyrm_accumulator *accumulator); /* NULL is allowed */

/* Adds a run; run numbers must ascend. The run is not kept.
 * WYRM_ERROR_ARGUMENT  the number does not ascend, or the run has no floors or too many; nothing
 *                      was added */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_accumulator_add(wyrm_accumulator *accumulator,
                                                          const wyrm_run *run, wyrm_error *error);

/* The summary so far; *out is owned by the caller (wyrm_summary_free). More may be added later.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_accumulator_sum(const wyrm_accumulator *accumulator,
                                                          wyrm_summary **out, wyrm_error *error);
WYRM_API void wyrm_summary_free(wyrm_summary *summary); /* NULL is allowed */

/* The survival of a depth (for one below the deepest, that of the deepest) in *value, and its
 * interval at any confidence. */
WYRM_API wyrm_interval wyrm_sim_survival(const wyrm_summary *summary, size_t depth,
                                         double confidence, double *value);

/* The runs that a wyrm_maker is asked for. */
typedef struct wyrm_runs_wanted {
    const wyrm_design *design;
    const wyrm_run_options *run;
    uint64_t seed, first, count; /* numbers first to first + count - 1 */
} wyrm_runs_wanted;

typedef wyrm_status wyrm_take(const wyrm_run *run, void *context, wyrm_error *error);

typedef struct wyrm_bytes {
    const unsigned char *at;
    size_t length;
} wyrm_bytes;

/* Parts of a measurement that a maker may do (<wyrm/part.h>): what all have in common, and each. */
typedef struct wyrm_parts_wanted {
    wyrm_bytes common;
    size_t count;
    const wyrm_bytes *parts;
} wyrm_parts_wanted;

typedef wyrm_status wyrm_take_part(const double *numbers, size_t count, void *context,
                                   wyrm_error *error);

/* Makes the runs of a simulation in place of its threads: by other processes or machines, say,
 * which send them back as a pack (<wyrm/pack.h>). A plain value of the caller. */
typedef struct wyrm_maker {
    /* Makes these runs as wyrm_runner_make does and passes each to `take` once, in the order of
     * their numbers, from the calling thread. If `take` returns anything but WYRM_OK, `make` stops
     * and returns that. */
    wyrm_status (*make)(const wyrm_runs_wanted *runs, wyrm_take *take, void *take_context,
                        void *context, wyrm_error *error);
    void *context;
    /* Computes parts as wyrm_part_do does, passing results to `take_part` in order. NULL: the
     * threads of the simulation do it. */
    wyrm_status (*measure)(const wyrm_parts_wanted *parts, wyrm_take_part *take, void *take_context,
                           void *context, wyrm_error *error);
} wyrm_maker;

typedef struct wyrm_sim_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    wyrm_run_options run;
    uint64_t seed;
    uint64_t first;         /* number of the first run to make */
    wyrm_accumulator *onto; /* an earlier accumulator to add to; its runs count among those wanted.
                               NULL: start from nothing */
    uint64_t runs;          /* total number of runs; 0: WYRM_SIM_RUNS */
    unsigned threads;       /* 0: one. The number of threads does not change the result */
    /* With an error above 0 the simulation goes on, in steps of `runs`, until the half-width of the
     * headline metric's 95 % interval is at most `error`, or max_runs are made (0:
     * WYRM_SIM_MAX_RUNS). It checks after whole steps only, so it stops at the same run whatever
     * `onto` held. The headline is that of wyrm_accumulator_headline. */
    double error;
    uint64_t max_runs;
    /* Called with every run, in order, from the calling thread; anything but WYRM_OK stops the
     * simulation and is returned. NULL: not called. */
    wyrm_status (*take)(const wyrm_run *run, void *context, wyrm_error *error);
    void *take_context;
    /* Called now and then from the calling thread with the share done, in [0, 1], and the sums so
     * far; false stops with WYRM_ERROR_LIMIT. NULL: never called. */
    bool (*progress)(double done, const wyrm_accumulator *so_far, void *context);
    void *progress_context;
    const wyrm_maker *maker; /* NULL: threads of this process */
} wyrm_sim_options;

/* The headline metric of the runs so far, its value and interval: "win rate" where at least one run
 * in fifty is won or all end on the same depth, as set fights do; else "final depth", its mean.
 * Static text. */
WYRM_API const char *wyrm_accumulator_headline(const wyrm_accumulator *accumulator, double *value,
                                               wyrm_interval *ci95);

/* Simulates; options NULL: all defaults, which are 1,000 games played by the explorer on the maps.
 * *out is owned by the caller (wyrm_summary_free). Where no thread can be started, the calling
 * thread does the work. After a failure the runs added until then stay in `onto`.
 * WYRM_ERROR_LIMIT     `progress` stopped it
 * WYRM_ERROR_ARGUMENT  the maker delivered other runs than it was asked for
 * WYRM_ERROR_MEMORY    out of memory
 * and the errors of wyrm_runner_new and wyrm_runner_make, and whatever `take` and the maker
 * return */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_simulate(const wyrm_design *design,
                                                   const wyrm_sim_options *options,
                                                   wyrm_summary **out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
