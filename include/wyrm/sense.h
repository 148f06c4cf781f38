/* Sensing: what each number of a ruleset moves.
 *
 * Every key is turned one step up and one down by itself, by what fits its kind (a tenth, but whole
 * numbers by 1 at least), and each goal is measured again: the targets of the ruleset, or metrics
 * that are chosen. What is exact is measured exactly. Games and samples are made on the same luck
 * in every step, and effects told with the interval of the difference of such pairs.
 *
 * Games go first to all steps alike, then to those whose effect seems great and is not well known
 * yet. So that this choice fools nobody the intervals of games hold at all of these looks together
 * (Bonferroni), and what is called found is so with all that is found at once: the chance that luck
 * alone makes one of them is 5 % at most (Holm).
 *
 * Keys may matter together only. The strongest are turned in pairs, and all those that do nothing
 * by themselves at once, from where halving leads to those that matter.
 */
#ifndef WYRM_SENSE_H
#define WYRM_SENSE_H

#include <wyrm/design.h>
#include <wyrm/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SENSE_GAMES    100000 /* of all steps together, where no effort is asked for */
#define WYRM_SENSE_TURNS    1.5e8  /* and of these so many as take so many turns */
#define WYRM_SENSE_KEYS_MAX 2000
#define WYRM_SENSE_TOGETHER 4 /* keys of one group that matters together only */
#define WYRM_SENSE_NONE     SIZE_MAX

typedef struct wyrm_sense_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* What is turned: paths of keys, or of what they stand in, "monsters.orc"; * stands for any
     * letters of one word of a path: "monsters.*.hp". None: every number, switch and choice of
     * three words at most that stands in the ruleset and has a part in the game; where a path names
     * them, those that the ruleset leaves to their default and choices of more words as well. */
    size_t key_count;
    const char *const *keys;
    /* What is looked at, as wyrm/solve.h has questions, where "=VALUE" may be left out and several
     * places may be named: "run_hazard(1..5, bot=brawler)". None: all targets of the ruleset, and
     * where none of them is of games and it can be played run_final_depth, run_win_rate and
     * run_hazard of the depths that games come to. */
    size_t metric_count;
    const char *const *metrics;
    double by;          /* the step, as a share; 0: a tenth */
    uint64_t seed;      /* of games and samples */
    wyrm_effort effort; /* games of all steps together; usually WYRM_SENSE_GAMES */
    unsigned threads;   /* 0: one */
    bool (*progress)(double done, void *context); /* as in wyrm/descent.h; may be NULL */
    void *context;
    const wyrm_maker *maker; /* as in wyrm_sim_options */
} wyrm_sense_options;

/* One of the things looked at, at one place. Texts live as long as what was sensed. */
typedef struct wyrm_sense_goal {
    const char *target, *metric, *unit; /* of wyrm_judged */
    const char *where;                  /* likewise; "" where it is measured at no place */
    const char *bot;                    /* who plays; NULL: nobody */
    double value;                       /* of the ruleset as it is; NAN: it cannot be measured */
    bool sampled;
    wyrm_interval ci95;
    double width; /* what effects are weighed by: the range that is wanted, else a tenth of its
                     limit, else 0.1 of a share, else a tenth of the value */
    bool is_share;
    int32_t floor; /* a chance to die, or a cost, of this depth; 0: it is none */
} wyrm_sense_goal;

typedef struct wyrm_sense_effect {
    double value; /* what the goal becomes more; NAN: it cannot be measured then */
    bool sampled; /* then ci95 holds, else it is the value */
    wyrm_interval ci95;
    bool found; /* it is there: exact and more than rounding, or beyond luck as told above */
} wyrm_sense_effect;

/* What stands at a key instead. */
typedef struct wyrm_sense_step {
    int direction; /* 1 up, -1 down, 0 something else */
    const char *text;
    double change;              /* of a key that is one number: how much more that is; else 0 */
    const char *refused;        /* why the ruleset cannot be so; NULL: it can */
    uint64_t games;             /* that each bot has played */
    wyrm_sense_effect *effects; /* by goal; NULL where refused */
    size_t most; /* the goal that it moves most for its width; WYRM_SENSE_NONE: none was found */
    double strength; /* that effect as a share of the width; 0: none */
} wyrm_sense_step;

typedef struct wyrm_sense_key {
    const char *path, *now;
    bool whole; /* a whole number */
    size_t step_count;
    wyrm_sense_step *steps; /* up, down; of a switch or choice every other value */
    double strength;        /* of the strongest step; 0: no effect was found */
} wyrm_sense_key;

/* Keys turned together. */
typedef struct wyrm_sense_group {
    size_t count; /* 2 of a pair */
    size_t keys[WYRM_SENSE_TOGETHER], steps[WYRM_SENSE_TOGETHER];
    size_t goal;                        /* where it shows most */
    wyrm_sense_effect together, beyond; /* the effect, and what of it is beyond the sum of the
                                           single ones */
} wyrm_sense_group;

/* What makes a floor a tenth easier: a key, and about what should stand there. It is a line through
 * what a step does that makes it easier, so told for three steps at most; a whole number goes by 1
 * at least. */
typedef struct wyrm_sense_turn {
    size_t goal, key, step;
    double to;
    wyrm_interval ci95;   /* what the interval of the effect makes of it */
    const char *question; /* what wyrm_solve is asked for the number: "run_hazard(3)=5.2 %" */
} wyrm_sense_turn;

typedef struct wyrm_sense {
    double by;
    uint64_t seed;
    uint64_t games; /* that were played, of all steps; 0: none */
    size_t goal_count, key_count;
    wyrm_sense_goal *goals;
    wyrm_sense_key *keys; /* the strongest first, then in the order of the file */
    size_t found;         /* keys with an effect */
    size_t pair_count;
    wyrm_sense_group *pairs; /* of the strongest keys: what is beyond the sum is found, and a
                                quarter or more of the stronger single effect; the greatest first */
    size_t together_count;
    wyrm_sense_group *together; /* keys that do nothing by themselves */
    bool unexplained;           /* all of those at once do something that no few of them explain */
    size_t turn_count;
    wyrm_sense_turn *turns; /* floor by floor, the smallest step first */
} wyrm_sense;

/* Turns the keys of a design. `options` NULL: all keys, seed 1 and defaults.
 *
 * *out is owned by the caller (wyrm_sense_free).
 * WYRM_ERROR_UNKNOWN   no such key or metric (the hint names the nearest)
 * WYRM_ERROR_ARGUMENT  a question that does not read or names somebody who is not there; a step
 *                      that is no share; there is nothing to be looked at, or nothing to be turned
 * WYRM_ERROR_RULESET   a target does not make sense
 * WYRM_ERROR_LIMIT     stopped by progress; more keys than WYRM_SENSE_KEYS_MAX
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_sense_keys(const wyrm_design *design,
                                                     const wyrm_sense_options *options,
                                                     wyrm_sense **out, wyrm_error *error);
WYRM_API void wyrm_sense_free(wyrm_sense *sense); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
