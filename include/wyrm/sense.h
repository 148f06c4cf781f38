/* Sensing: which results depend on which number of a ruleset.
 *
 * Each key is turned one step up and one step down on its own, by what fits its kind (a tenth;
 * whole numbers by at least 1), and each goal is measured again: the targets of the ruleset, or
 * chosen metrics. Exact metrics stay exact. Games and samples use the same seeds in every step, and
 * an effect is given with the interval of the difference of such pairs.
 *
 * Games go first to all steps alike, then to those whose effect seems large and is not yet known
 * well. So that this selection does not mislead, intervals from games hold for all looks together
 * (Bonferroni), and effects are called found only with a correction over all that are found at
 * once: the chance that luck alone makes one of them is at most 5 % (Holm).
 *
 * Some keys matter only together. The strongest are turned in pairs; those that do nothing on their
 * own are all turned at once, and if that has an effect, halving the set finds the keys that cause
 * it.
 */
#ifndef WYRM_SENSE_H
#define WYRM_SENSE_H

#include <wyrm/design.h>
#include <wyrm/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SENSE_GAMES    100000 /* games of all steps together, at the default effort */
#define WYRM_SENSE_TURNS    1.5e8  /* the default limit of turns of those games */
#define WYRM_SENSE_KEYS_MAX 2000
#define WYRM_SENSE_TOGETHER 4 /* most keys in a group that matters only together */
#define WYRM_SENSE_NONE     SIZE_MAX

typedef struct wyrm_sense_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* The keys to turn: paths of keys or of their parents, "monsters.orc"; * stands for any letters
     * within one word, "monsters.*.hp". None: every number, switch and choice of at most three
     * words that is written in the ruleset and affects the game. Paths also include keys left at
     * their default, and choices of more words. */
    size_t key_count;
    const char *const *keys;
    /* The goals, in the form of wyrm/solve.h, where "=VALUE" may be omitted and several places
     * named: "run_hazard(1..5, bot=brawler)". None: all targets of the ruleset; if none of them is
     * about games and it can be played, also run_final_depth, run_win_rate and run_hazard of the
     * depths that games reach. */
    size_t metric_count;
    const char *const *metrics;
    double by;          /* size of a step as a share; 0: a tenth */
    uint64_t seed;      /* for games and samples */
    wyrm_effort effort; /* games of all steps together; by default WYRM_SENSE_GAMES */
    unsigned threads;   /* 0: one */
    bool (*progress)(double done, void *context); /* as in wyrm/descent.h; may be NULL */
    void *context;
    const wyrm_maker *maker; /* as in wyrm_sim_options */
} wyrm_sense_options;

/* One goal at one place. Texts live as long as the wyrm_sense. */
typedef struct wyrm_sense_goal {
    const char *target, *metric, *unit; /* as in wyrm_judged */
    const char *where;                  /* as in wyrm_judged; "" if it has no place */
    const char *bot;                    /* the bot that plays; NULL: none */
    double value;                       /* for the unchanged ruleset; NAN: cannot be measured */
    bool sampled;
    wyrm_interval ci95;
    double width; /* unit in which effects are compared: the wanted range, else a tenth of its
                     limit, else 0.1 for a share, else a tenth of the value */
    bool is_share;
    int32_t floor; /* depth, if the goal is the chance to die there or a cost there; else 0 */
} wyrm_sense_goal;

/* The effect of a step on one goal. */
typedef struct wyrm_sense_effect {
    double value; /* change of the goal; NAN: cannot be measured after the step */
    bool sampled; /* ci95 is from games or samples; else both ends are the value */
    wyrm_interval ci95;
    bool found; /* the effect is real: exact and more than rounding, or significant as described
                   above */
} wyrm_sense_effect;

/* One other value of a key. */
typedef struct wyrm_sense_step {
    int direction; /* 1 up, -1 down, 0 neither */
    const char *text;
    double change;              /* if the key is one number: the difference; else 0 */
    const char *refused;        /* why the ruleset is invalid with it; NULL: it is valid */
    uint64_t games;             /* played by each bot */
    wyrm_sense_effect *effects; /* by goal; NULL if refused */
    size_t most; /* goal with the largest effect relative to its width; WYRM_SENSE_NONE: no effect
                    was found */
    double strength; /* that effect divided by the width; 0: none */
} wyrm_sense_step;

typedef struct wyrm_sense_key {
    const char *path, *now;
    bool whole; /* it takes whole numbers */
    size_t step_count;
    wyrm_sense_step *steps; /* up, down; for a switch or choice every other value */
    double strength;        /* of the strongest step; 0: no effect was found */
} wyrm_sense_key;

/* Keys that were turned together. */
typedef struct wyrm_sense_group {
    size_t count; /* 2 for a pair */
    size_t keys[WYRM_SENSE_TOGETHER], steps[WYRM_SENSE_TOGETHER];
    size_t goal;                        /* the goal with the largest effect */
    wyrm_sense_effect together, beyond; /* the effect of all at once, and the part of it beyond the
                                           sum of the single effects */
} wyrm_sense_group;

/* A way to make a floor a tenth easier: a key and its approximate new value, by linear
 * extrapolation from a step that makes the floor easier, over at most three steps; a whole number
 * moves by at least 1. */
typedef struct wyrm_sense_turn {
    size_t goal, key, step;
    double to;
    wyrm_interval ci95;   /* from the interval of the effect */
    const char *question; /* the question for wyrm_solve that finds the exact number:
                             "run_hazard(3)=5.2 %" */
} wyrm_sense_turn;

typedef struct wyrm_sense {
    double by;
    uint64_t seed;
    uint64_t games; /* games played over all steps; 0: none */
    size_t goal_count, key_count;
    wyrm_sense_goal *goals;
    wyrm_sense_key *keys; /* strongest first, then in file order */
    size_t found;         /* number of keys with an effect */
    size_t pair_count;
    wyrm_sense_group *pairs; /* pairs of the strongest keys with an effect beyond the sum that is
                                found and at least a quarter of the stronger single effect; largest
                                first */
    size_t together_count;
    wyrm_sense_group *together; /* groups of keys that do nothing on their own */
    bool unexplained;           /* all of those keys at once have an effect that no small group of
                                   them explains */
    size_t turn_count;
    wyrm_sense_turn *turns; /* by floor, smallest step first */
    size_t left_count; /* numbers and dice that are not turned, as they are read as texts, which
                          may also be words: defaults of a script's stats */
    const char **left; /* their paths */
} wyrm_sense;

/* Turns the keys of a design. `options` NULL: all keys, seed 1 and defaults. *out is owned by the
 * caller (wyrm_sense_free).
 * WYRM_ERROR_UNKNOWN   no such key or metric (the hint names the nearest)
 * WYRM_ERROR_ARGUMENT  a question that cannot be read or names an unknown combatant, a step that is
 *                      no share, or no goals or keys at all
 * WYRM_ERROR_RULESET   a target makes no sense
 * WYRM_ERROR_LIMIT     `progress` stopped it, or more than WYRM_SENSE_KEYS_MAX keys
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_sense_keys(const wyrm_design *design,
                                                     const wyrm_sense_options *options,
                                                     wyrm_sense **out, wyrm_error *error);
WYRM_API void wyrm_sense_free(wyrm_sense *sense); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
