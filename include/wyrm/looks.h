/* Looks: as many runs as a question needs.
 *
 * A question such as "is the win rate within its range?" is asked of few runs first, and of
 * twice as many until it is answered or the effort is spent:
 *     wyrm_looks looks = wyrm_looks_begin(&effort, 800);
 *     while (wyrm_looks_next(&looks)) {
 *         ... make runs until there are looks.runs of them ...
 *         double confidence = wyrm_looks_confidence(&looks, 0.05);
 *         if (every verdict is clear by intervals of this confidence)
 *             break;
 *     }
 * Who looks often is fooled more often. So a look spends only its share of the error rate: the
 * looks at up to the share t of the effort spend t * t of it together, the last one three
 * quarters. The error rates add up whatever the statistic is and however the looks depend on
 * each other (Bonferroni), and the last look has nearly the power of a fixed number of runs.
 * */
#ifndef WYRM_LOOKS_H
#define WYRM_LOOKS_H

#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The accuracy of figures of runs where nothing else is asked for: half the width of the interval,
 * of 1 for a share, relative to the figure for a mean. */
#define WYRM_ACCURACY 0.05

/* Half the width of an interval as above: a share's as it is, a mean's relative to `value`
 * (INFINITY for a mean of 0 whose interval has a width). */
WYRM_API double wyrm_accuracy(double value, wyrm_interval interval, bool is_share);

/* What is spent on a question. {0}: the usual number of runs at most. */
typedef struct wyrm_effort {
    uint64_t exactly; /* so many runs whatever they say; 0: as many as it needs */
    uint64_t most;    /* runs at most; 0: the usual number times `factor` */
    double factor;    /* 0: 1 */
    bool until_clear; /* however well a figure is known: that is no reason to stop */
} wyrm_effort;

#define WYRM_EFFORT_WORDS "low, normal, high or a number of runs"

/* Reads an effort: `low` is a quarter of the usual runs and `high` four times as many, so that
 * intervals are twice and half as wide; a number is that of runs at most. False, with *out as it
 * was, where the text is none of these. */
WYRM_API bool wyrm_effort_find(const char *text, wyrm_effort *out);

typedef struct wyrm_looks {
    uint64_t runs;     /* of this look */
    uint64_t most;     /* of the last one */
    bool fixed;        /* there is one look only */
    double share;      /* of an error rate that this look may spend, in (0, 1] */
    double confidence; /* of intervals to be printed after this look as ones of 95 %. Stopping when
                          an answer is clear favours figures that stray, so that it is a little
                          more than 95 % where there is more than one look. */
} wyrm_looks;

/* Before the first look; `usual` is the number of runs that an effort of 1 allows, at least 1. */
WYRM_API wyrm_looks wyrm_looks_begin(const wyrm_effort *effort, uint64_t usual);

/* Goes on to the next look; false where there is none. */
WYRM_API bool wyrm_looks_next(wyrm_looks *looks);

/* Makes this look the last one: it may spend what is left of the error rate. For those who stop for
 * a reason that does not lean to one answer, such as the width of an interval. */
WYRM_API void wyrm_looks_end(wyrm_looks *looks);

/* The confidence of intervals that are decided by at this look, so that at all looks together a
 * decision is wrong with a chance of at most `error`. */
WYRM_API double wyrm_looks_confidence(const wyrm_looks *looks, double error);

#ifdef __cplusplus
}
#endif
#endif
