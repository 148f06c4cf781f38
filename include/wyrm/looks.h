/* Looks: as many runs as a question needs.
 *
 * A question such as "is the win rate within its range?" is first asked of a few runs, then of
 * twice as many, until it is answered or the effort is spent:
 *     wyrm_looks looks = wyrm_looks_begin(&effort, 800);
 *     while (wyrm_looks_next(&looks)) {
 *         ... make runs until there are looks.runs of them ...
 *         double confidence = wyrm_looks_confidence(&looks, 0.05);
 *         if (every verdict is clear by intervals of this confidence)
 *             break;
 *     }
 * Repeated looks raise the chance of a false answer, so each may spend only its share of the error
 * rate: the looks up to a share t of the effort spend t * t of it together, the last one three
 * quarters. The error rates add up whatever the statistic is and however the looks depend on each
 * other (Bonferroni), and the last look has nearly the power of a fixed number of runs. */
#ifndef WYRM_LOOKS_H
#define WYRM_LOOKS_H

#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The default accuracy of figures from runs: half the width of the interval, absolute for a share,
 * relative to the figure for a mean. */
#define WYRM_ACCURACY 0.05

/* Half the width of an interval, as above: absolute for a share, relative to `value` for a mean
 * (INFINITY for a mean of 0 whose interval has a width). */
WYRM_API double wyrm_accuracy(double value, wyrm_interval interval, bool is_share);

/* How many runs to spend on a question. {0}: as many as it needs, up to the usual number. */
typedef struct wyrm_effort {
    uint64_t exactly; /* exactly this many runs; 0: as many as needed */
    uint64_t most;    /* most runs; 0: the usual number times `factor` */
    double factor;    /* 0: 1 */
    bool until_clear; /* do not stop just because a figure is accurate */
} wyrm_effort;

#define WYRM_EFFORT_WORDS "low, normal, high or a number of runs"

/* Reads an effort: `low` is a quarter of the usual runs and `high` four times as many, so that
 * intervals are twice and half as wide; a number is the most runs. False, with *out unchanged, for
 * any other text. */
WYRM_API bool wyrm_effort_find(const char *text, wyrm_effort *out);

/* The state of a sequence of looks. */
typedef struct wyrm_looks {
    uint64_t runs;     /* at this look */
    uint64_t most;     /* at the last look */
    bool fixed;        /* there is only one look */
    double share;      /* share of an error rate that this look may spend, in (0, 1] */
    double confidence; /* confidence of intervals to print as 95 % ones after this look. Stopping
                          when an answer is clear favours extreme figures, so it is a little above
                          95 % if there is more than one look */
} wyrm_looks;

/* Starts before the first look; `usual` is the number of runs for an effort of 1, at least 1. */
WYRM_API wyrm_looks wyrm_looks_begin(const wyrm_effort *effort, uint64_t usual);

/* Goes on to the next look; false if there is none. */
WYRM_API bool wyrm_looks_next(wyrm_looks *looks);

/* Makes this look the last: it may spend the rest of the error rate. For stopping for a reason that
 * does not favour one answer, such as the width of an interval. */
WYRM_API void wyrm_looks_end(wyrm_looks *looks);

/* The confidence of intervals for decisions at this look, so that over all looks together a
 * decision is wrong with a chance of at most `error`. */
WYRM_API double wyrm_looks_confidence(const wyrm_looks *looks, double error);

#ifdef __cplusplus
}
#endif
#endif
