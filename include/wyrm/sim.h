/* Simulations: many runs, summed up with intervals.
 *
 * A summary is fed runs one by one, in the order of their numbers: so it is the same bits for any
 * number of threads, and for a file of results that was written in parts. Its size does not depend
 * on the number of runs.
 */
#ifndef WYRM_SIM_H
#define WYRM_SIM_H

#include <wyrm/run.h>
#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SIM_RUNS     1000    /* where nothing is asked for */
#define WYRM_SIM_MAX_RUNS 1000000 /* of --error */

/* A histogram of whole numbers: exact below 1,024, then in bins of at most 1/64 of their least
 * value. {0} is empty. */
#define WYRM_HISTOGRAM_BINS 3072
typedef struct wyrm_histogram {
    uint64_t count;
    uint64_t bins[WYRM_HISTOGRAM_BINS];
} wyrm_histogram;

WYRM_API void wyrm_histogram_add(wyrm_histogram *histogram, uint64_t value);

/* The quantile p in [0, 1] (values of a bin are taken to lie evenly in it), and its 95 % interval
 * by the ranks of wyrm_quantile_ranks: from 0 where these are below the least value, without an
 * upper end where they are above the greatest. NAN and all reals where there is nothing. */
WYRM_API double wyrm_histogram_quantile(const wyrm_histogram *histogram, double p,
                                        wyrm_interval *ci95);

/* Why runs died whose last fights are known (wyrm_run_death): of those of files of version 2
 * nothing is. */
typedef struct wyrm_sim_last {
    uint64_t deaths;
    uint64_t reasons[WYRM_DEATH_REASON_COUNT];
    uint64_t runs[WYRM_DEATH_REASON_COUNT]; /* the first run of each reason that has any */
    /* Of deaths by a foe: hit points at the beginning of the fight as a share of the maximum, foes
     * then and at the most, how many looked won, how many had nothing left to heal or escape by */
    uint64_t fights, looked_won, bare;
    wyrm_moments hp_share, foes, most;
    wyrm_moments cost; /* a share of `means`, at most 10; of fights with somebody in sight */
    wyrm_moments heals, escapes, attacks, others; /* unused at the end, of all deaths */
    wyrm_moments unused;                          /* all of these together */
} wyrm_sim_last;

/* One depth, over the runs that entered it. */
typedef struct wyrm_sim_depth {
    int32_t depth;
    uint64_t entered, died, won, cut, stalled; /* on it; those who are none of these went on */
    /* Kaplan and Meier: the share of runs that leave this depth alive (winning counts), runs that
     * were cut off or stalled leaving the risk as they do; interval by Greenwood on the log-log
     * scale, Wilson's where there were none of those before. hazard: died / those who were not left
     * in the middle of it. NAN where that is nobody. All that follows leaves out floors that were.
     */
    double survival;
    wyrm_interval survival_ci95;
    double hazard;
    wyrm_interval hazard_ci95;
    wyrm_moments turns, damage_taken;
    /* on leaving it alive: */
    wyrm_moments level, hp_share, gear_attack, gear_defense, consumables;
    /* Of the monsters and items that a map has at first: shares, or above 1 (their range then is
     * WYRM_COUNT) where monsters came or split off later. */
    wyrm_ratio_estimate met, killed, found;
    wyrm_ratio_estimate pity[WYRM_PITY_MAX]; /* items that pity gave, for every room */
    wyrm_moments items, picked, used;        /* that lay there, were picked up and used there */
    wyrm_sim_last last;                      /* of those who died on it */
} wyrm_sim_depth;

/* One cause of death at one depth. */
typedef struct wyrm_sim_death {
    wyrm_run_end end;
    int32_t killer; /* index in the roster, or -1 */
    int32_t depth;
    uint64_t count;
    wyrm_interval ci95; /* of its share of the complete runs, listed because it occurred */
} wyrm_sim_death;

/* One kind of monster. Figures for every one of them, over runs as clusters. */
typedef struct wyrm_sim_monster {
    uint64_t runs_met, met, kills, deaths; /* deaths of the player by it */
    wyrm_ratio_estimate attacks_to_kill;   /* for every kill */
    wyrm_ratio_estimate attacks_taken;     /* for every one met */
    wyrm_ratio_estimate damage_taken;      /* for every one met */
    wyrm_ratio_estimate fatal;             /* deaths for every one met */
    wyrm_ratio_estimate damage_per_attack; /* of the player on it */
    wyrm_ratio_estimate damage_per_taken;  /* of it on the player, for every attack of it */
    /* Attacks of it that it takes to kill a player of full hit points: the hit points that its
     * attacks were made on, for every one that they took. */
    wyrm_ratio_estimate attacks_to_die;
} wyrm_sim_monster;

/* What becomes of items: they lie about where somebody comes, are picked up, are used (of gear:
 * worn at the end), are carried to the end. */
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
    wyrm_moments a_run[WYRM_FATE_COUNT]; /* over the complete runs */
} wyrm_sim_item;

/* What the dead of a depth carried at their end and had not used, of one kind. Where it was found
 * or used is not part of a run's record, which has kinds of all floors together. */
typedef struct wyrm_sim_left {
    int32_t depth, kind;
    uint64_t runs, left; /* deaths with any; how many, of all of them together */
} wyrm_sim_left;

/* A run that is named: to be replayed. */
typedef struct wyrm_sim_example {
    const char *what; /* "best", "worst", "median", "10 %", "90 %", "stalled"; static text */
    uint64_t run;
    int32_t depth;
    wyrm_run_end end;
} wyrm_sim_example;

#define WYRM_SIM_EXAMPLES 6

typedef struct wyrm_summary {
    uint64_t seed, runs;
    uint64_t complete; /* runs that came to their end: all shares and means of runs are of these */
    uint64_t ends[WYRM_RUN_END_COUNT];
    double win_rate; /* NAN where no run is complete */
    wyrm_interval win_rate_ci95;
    wyrm_moments final_depth, final_level, turns;
    wyrm_histogram *final_depths, *all_turns;
    size_t depth_count;
    wyrm_sim_depth *depths; /* depth 1 first */
    size_t death_count;
    wyrm_sim_death *deaths; /* most frequent first, then by depth */
    wyrm_sim_last last; /* of all depths; its runs: of the depth with most deaths for that reason */
    size_t monster_count; /* of the roster */
    wyrm_sim_monster *monsters;
    size_t item_count; /* kinds of items */
    wyrm_sim_item *items;
    wyrm_sim_item all_items; /* of every kind together */
    size_t left_count;
    wyrm_sim_left *left; /* by depth, then by runs, most first, then by kind */
    size_t example_count;
    wyrm_sim_example examples[WYRM_SIM_EXAMPLES];
    wyrm_moments hp_left; /* of won runs, as a share of the maximum: for arenas */
} wyrm_summary;

/* One who sums up. On success *out is owned by the caller (wyrm_accumulator_free).
 * WYRM_ERROR_MEMORY  out of memory */
typedef struct wyrm_accumulator wyrm_accumulator;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_accumulator_new(const wyrm_design *design, uint64_t seed,
                                                          wyrm_accumulator **out,
                                                          wyrm_error *error);
WYRM_API void wyrm_accumulator_free(wyrm_accumulator *accumulator); /* NULL is allowed */

/* Adds a run; their numbers must ascend. It is not kept.
 * WYRM_ERROR_ARGUMENT  they do not, or the run has no floors or too many; nothing was added */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_accumulator_add(wyrm_accumulator *accumulator,
                                                          const wyrm_run *run, wyrm_error *error);

/* The summary so far; *out is owned by the caller (wyrm_summary_free). More may be added later.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_accumulator_sum(const wyrm_accumulator *accumulator,
                                                          wyrm_summary **out, wyrm_error *error);
WYRM_API void wyrm_summary_free(wyrm_summary *summary); /* NULL is allowed */

/* The survival of a depth (that of the deepest one for those below it) with an interval of any
 * confidence. */
WYRM_API wyrm_interval wyrm_sim_survival(const wyrm_summary *summary, size_t depth,
                                         double confidence, double *value);

/* Who makes the runs of a simulation in place of its threads: other processes, say, or other
 * machines, from which they come as a pack (<wyrm/pack.h>). A plain value of the caller. */
typedef struct wyrm_runs_wanted {
    const wyrm_design *design;
    const wyrm_run_options *run;
    uint64_t seed, first, count; /* runs first to first + count - 1 */
} wyrm_runs_wanted;

typedef wyrm_status wyrm_take(const wyrm_run *run, void *context, wyrm_error *error);

typedef struct wyrm_bytes {
    const unsigned char *at;
    size_t length;
} wyrm_bytes;

/* Parts of a measuring that somebody else may do (<wyrm/part.h>), and what comes of one. */
typedef struct wyrm_parts_wanted {
    wyrm_bytes common;
    size_t count;
    const wyrm_bytes *parts;
} wyrm_parts_wanted;

typedef wyrm_status wyrm_take_part(const double *numbers, size_t count, void *context,
                                   wyrm_error *error);

typedef struct wyrm_maker {
    /* Makes these runs as wyrm_runner_make does, wherever, and gives each to `take` once, in the
     * order of their numbers, from the calling thread. What `take` returns other than WYRM_OK ends
     * it: no more is given then, and `make` returns that. */
    wyrm_status (*make)(const wyrm_runs_wanted *runs, wyrm_take *take, void *take_context,
                        void *context, wyrm_error *error);
    void *context;
    /* Does parts as wyrm_part_do does, likewise in their order. NULL: they are done by threads. */
    wyrm_status (*measure)(const wyrm_parts_wanted *parts, wyrm_take_part *take, void *take_context,
                           void *context, wyrm_error *error);
} wyrm_maker;

typedef struct wyrm_sim_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    wyrm_run_options run;
    uint64_t seed;
    uint64_t first;         /* number of the first run to be made */
    wyrm_accumulator *onto; /* what was summed up before, to be added to: its runs count among those
                           that are wanted. NULL: nothing was */
    uint64_t runs;          /* all together; 0: WYRM_SIM_RUNS */
    unsigned threads;       /* 0: one. The same bits for any number */
    /* With an error above 0 it runs on, in steps of the number of runs, until the half-width of the
     * headline metric's 95 % interval is at most that, or max_runs are made (0: WYRM_SIM_MAX_RUNS).
     * It looks at whole steps only: so it stops at the same run, whatever was there before. The
     * headline is that of wyrm_accumulator_headline. */
    double error;
    uint64_t max_runs;
    /* Every run, in order, from the calling thread; what it returns other than WYRM_OK stops the
     * simulation with that. NULL: nobody is told. */
    wyrm_status (*take)(const wyrm_run *run, void *context, wyrm_error *error);
    void *take_context;
    /* Now and then from the calling thread: the share done, and what is known so far. False stops
     * with WYRM_ERROR_LIMIT. NULL: never called. */
    bool (*progress)(double done, const wyrm_accumulator *so_far, void *context);
    void *progress_context;
    const wyrm_maker *maker; /* NULL: threads of this process */
} wyrm_sim_options;

/* The headline of what was summed so far, its value and interval: "win rate" where at least one run
 * in fifty is won or all end on the same depth, as set fights do; else "final depth", the mean. */
WYRM_API const char *wyrm_accumulator_headline(const wyrm_accumulator *accumulator, double *value,
                                               wyrm_interval *ci95);

/* Simulates; options NULL: all defaults, which are 1,000 games that the explorer plays on the maps.
 * *out is owned by the caller (wyrm_summary_free).
 * WYRM_ERROR_LIMIT   `progress` has stopped it
 * WYRM_ERROR_MEMORY  out of memory
 * WYRM_ERROR_ARGUMENT the maker has given other runs than it was to make
 * and those of wyrm_runner_new and wyrm_runner_make, and whatever `take` and the maker return. What
 * was summed up until then stays in `onto`. Where no thread can be started, the calling one does
 * the work. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_simulate(const wyrm_design *design,
                                                   const wyrm_sim_options *options,
                                                   wyrm_summary **out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
