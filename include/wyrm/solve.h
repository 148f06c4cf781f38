/* Solving: which value of one key of a ruleset gives a metric the wanted value?
 *
 * The question is written like a target: a metric, where it is measured, and what it should be:
 *     win_chance(player@3, orc)=60 %
 *     pity_rate(healing, B2)=5..15 %
 *     run_survival(3, bot=brawler)=0.8
 * Each value tried is a ruleset with that key changed (<wyrm/change.h>), whose metric is measured
 * like that of a target (<wyrm/judge.h>), so any target can be asked for.
 *
 * No metric is assumed to rise or fall with the key. If there are few values all are tried;
 * otherwise some over the whole range, more of them around the present value and around those that
 * come near the goal without reaching it, and each crossing is followed to its end. Metrics from
 * games and samples use the same random numbers at every value, and an answer includes the range of
 * values that their intervals allow. A metric whose sampling error is below a thousandth, such as
 * pity, whose rooms are counted on maps, is searched with a small sample and reported with the full
 * one.
 */
#ifndef WYRM_SOLVE_H
#define WYRM_SOLVE_H

#include <wyrm/design.h>
#include <wyrm/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SOLVE_QUESTION_MAX 1024 /* bytes of a question */
#define WYRM_SOLVE_ANSWERS_MAX  32   /* more are only counted */

typedef struct wyrm_solve_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* NULL: the value of the key is the number. Else the value written with {} for the number:
     * "2d6+{}", "[3, {}]", "[[2, 1], [{}, 4]]". */
    const char *pattern;
    /* The range to search, both ends included; `has_` false: as far as the schema allows, but at
     * most a hundred times the present value away from it. */
    bool has_from, has_to;
    double from, to;
    double step;   /* counted from `from`; 0: 1 for a key of whole numbers, else any number */
    uint64_t seed; /* for sampled metrics */
    /* For sampled metrics: the games (by default WYRM_JUDGE_GAMES) or dungeons for each value near
     * an answer; other values get a quarter. */
    wyrm_effort effort;
    unsigned threads;                             /* 0: one */
    bool (*progress)(double done, void *context); /* as in wyrm/descent.h; may be NULL */
    void *context;
    const wyrm_maker *maker; /* makes the games; as in wyrm_sim_options */
} wyrm_solve_options;

/* One value of the key and the resulting metric. */
typedef struct wyrm_solve_point {
    double at;
    double value; /* of the metric; INFINITY if unbounded */
    bool sampled; /* ci95 is sampled; else both its ends are the value */
    wyrm_interval ci95;
    int side; /* position relative to the wanted range: -1 surely below, 1 surely above, 0
                 neither */
} wyrm_solve_point;

/* A contiguous range of values that give what is wanted; or two neighbouring values between which
 * the metric jumps over it. */
typedef struct wyrm_solve_answer {
    wyrm_solve_point best; /* the value nearest to what is wanted; among several that give it, the
                              one nearest to the present value */
    double from, to;       /* all that give it, or that the intervals of a sampled metric allow */
    bool jumps;            /* none gives it exactly: `best` is the nearer of the two */
    bool first, last;      /* `from` or `to` is an end of the searched range */
    /* The neighbouring values that were measured: of from..to, or of `best` if it jumps. */
    bool has_below, has_above;
    wyrm_solve_point below, above;
} wyrm_solve_answer;

typedef struct wyrm_solution {
    const char *key, *pattern;     /* pattern NULL as above */
    const char *asked;             /* the question as it was typed */
    const char *metric, *unit;     /* as in wyrm_metric */
    char where[160];               /* as in wyrm_judged */
    const char *bot;               /* the bot that played; NULL: none */
    wyrm_interval wanted;          /* an open end is infinite */
    bool is_share, sampled, whole; /* whole: only whole numbers were tried */
    uint64_t seed, games;          /* for sampled metrics; games 0: other samples */
    wyrm_interval range;           /* the searched range of the key */
    bool ends[2];                  /* the ruleset takes no value below, and above, that range */
    double step;                   /* 0: any number */
    bool every;                    /* every value of the range was tried */
    bool stopped;                  /* by `progress`: there are only the points measured so far, and
                                      no answers */
    size_t tried;                  /* values tried */
    size_t refused;                /* values that the ruleset or the metric does not accept */
    char refusal[320];             /* why the first of them was refused; "" */
    bool has_now;                  /* the present value is a number */
    wyrm_solve_point now;          /* the present value; its metric is NAN if it cannot be
                                      measured */
    bool flat;                     /* the key has no effect on the metric */
    wyrm_solve_point least, most;  /* points with the least and the greatest metric */
    size_t answer_count, more;     /* more: answers beyond these */
    wyrm_solve_answer *answers;    /* ascending */
    size_t point_count;
    /* Ascending: all points measured; in a survey of loot with little variation, where the search
     * needs only few maps, those that were measured with all of them. */
    wyrm_solve_point *points;
} wyrm_solution;

/* Looks for values of `key` (a path, as in wyrm_change) that give what is asked. `options` NULL:
 * seed 1 and defaults. On success, with or without answers, *out is owned by the caller
 * (wyrm_solution_free).
 * WYRM_ERROR_UNKNOWN   no such key or metric (the hint names the nearest)
 * WYRM_ERROR_ARGUMENT  a question that cannot be read, names an unknown combatant (with such a
 *                      hint), or is about several places; a key that takes no number; a range that
 *                      does not ascend; nothing in it can be measured
 * WYRM_ERROR_LIMIT     `progress` stopped it before any value was measured
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_solve(const wyrm_design *design, const char *key,
                                                const char *asked,
                                                const wyrm_solve_options *options,
                                                wyrm_solution **out, wyrm_error *error);
WYRM_API void wyrm_solution_free(wyrm_solution *solution); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
