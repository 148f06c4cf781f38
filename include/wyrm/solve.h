/* Asking backwards: which value of one key of a ruleset gives a metric the value that is wanted.
 *
 * The question is typed as a target is said: a metric, where it is measured, and what it should be:
 *     win_chance(player@3, orc)=60 %
 *     pity_rate(healing, B2)=5..15 %
 *     run_survival(3, bot=brawler)=0.8
 * Each value that is tried is a ruleset with that key changed (<wyrm/change.h>), whose metric is
 * measured as that of a target (<wyrm/judge.h>): there is no second list of what can be asked.
 *
 * No metric is taken to rise or fall. Of few values all are tried; else some all over the range,
 * more of them around the value that stands there, and around those that come near without getting
 * there; and each crossing is followed to its end. Metrics of games and samples are measured on the
 * same random numbers at every value, and what they come to is told with the values of the key that
 * their intervals allow. What a sample settles within a thousandth, such as pity, whose rooms are
 * counted on maps, is looked for with few of it and told with all.
 */
#ifndef WYRM_SOLVE_H
#define WYRM_SOLVE_H

#include <wyrm/design.h>
#include <wyrm/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SOLVE_QUESTION_MAX 1024 /* bytes of a question */
#define WYRM_SOLVE_ANSWERS_MAX  32   /* more are left out, and counted */

typedef struct wyrm_solve_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* NULL: the value of the key is the number. Else what stands there, with {} in the place of the
     * number: "2d6+{}", "[3, {}]", "[[2, 1], [{}, 4]]". */
    const char *pattern;
    /* The values that are looked at, both ends included; `has_` false: as far as the schema lets
     * the key go, and not further from what stands there than a hundred times that. */
    bool has_from, has_to;
    double from, to;
    double step;   /* from `from`; 0: whole numbers where the key takes those, else any number */
    uint64_t seed; /* of sampled metrics */
    /* Of sampled metrics: the games (usually WYRM_JUDGE_GAMES) or dungeons of each value near an
     * answer; the others get a quarter of that. */
    wyrm_effort effort;
    unsigned threads;                             /* 0: one */
    bool (*progress)(double done, void *context); /* as in wyrm/descent.h; may be NULL */
    void *context;
    const wyrm_maker *maker; /* of games; as in wyrm_sim_options */
} wyrm_solve_options;

/* One value of the key, and what it gives. */
typedef struct wyrm_solve_point {
    double at;
    double value; /* of the metric; INFINITY without bound */
    bool sampled; /* then ci95 holds, else it is the value */
    wyrm_interval ci95;
    int side; /* of what is wanted: -1 surely below, 1 surely above, 0 neither */
} wyrm_solve_point;

/* Values of the key, without gap, that give what is wanted; or two neighbours between which the
 * metric jumps over it. */
typedef struct wyrm_solve_answer {
    wyrm_solve_point best; /* nearest to what is wanted; of several that give it, to what stands */
    double from, to;       /* all that give it, or that the intervals of a sampled metric allow */
    bool jumps;            /* none gives it exactly: best is the nearer of the two */
    bool first, last;      /* `from` or `to` is where the range that was looked at ends */
    /* What was looked at next to from..to, or next to `best` where it jumps. */
    bool has_below, has_above;
    wyrm_solve_point below, above;
} wyrm_solve_answer;

typedef struct wyrm_solution {
    const char *key, *pattern;     /* pattern NULL as above */
    const char *asked;             /* the question as it was typed */
    const char *metric, *unit;     /* of wyrm_metric */
    char where[160];               /* as wyrm_judged */
    const char *bot;               /* who played; NULL: nobody */
    wyrm_interval wanted;          /* an end that is open is infinite */
    bool is_share, sampled, whole; /* whole: only whole numbers were tried */
    uint64_t seed, games;          /* of sampled metrics; games 0: other samples */
    wyrm_interval range;           /* of the key, that was looked at */
    double step;                   /* 0: any number */
    bool every;                    /* every value of it was */
    size_t tried;                  /* values */
    size_t refused;                /* of those, that the ruleset or the metric does not take */
    char refusal[320];             /* why the first of them is not; "" */
    bool has_now;                  /* a number stands there */
    wyrm_solve_point now;          /* it; its value NAN: it cannot be measured */
    bool flat;                     /* the key makes no difference */
    wyrm_solve_point least, most;  /* the reach: the least and the greatest of the metric */
    size_t answer_count, more;     /* more: answers besides */
    wyrm_solve_answer *answers;    /* upwards */
    size_t point_count;
    /* Upwards: all that were measured; of a survey of loot that hardly varies, for which few maps
     * tell where to look, those that were measured with all. */
    wyrm_solve_point *points;
} wyrm_solution;

/* Looks for values of `key` (a path, as of wyrm_change) that give what is asked. `options` NULL:
 * seed 1 and defaults.
 *
 * On success, whether there are any or not, *out is owned by the caller (wyrm_solution_free).
 * WYRM_ERROR_UNKNOWN   no such key or metric (the hint names the nearest)
 * WYRM_ERROR_ARGUMENT  a question that does not read, names somebody who is not there (with such a
 *                      hint), or is about several places; a key that takes no number; a range that
 *                      does not ascend; nothing in it can be measured
 * WYRM_ERROR_LIMIT     stopped by progress
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
