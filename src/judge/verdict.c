/* Verdicts: a measured value against the range that is wanted and the wider one that is tolerated.
 */
#include "judge/metrics.h"

#include <math.h>

/* Curves computed in 32 bits differ from their formula by some 1e-7, so an end of a range is met by
 * what is within a millionth of it; an end of 0 by what is within a thousand-millionth. */
#define RELATIVE_SLACK 1e-6
#define ABSOLUTE_SLACK 1e-9

static double slack(double end)
{
    return isinf(end) ? 0 : RELATIVE_SLACK * fabs(end) + ABSOLUTE_SLACK;
}

static wyrm_interval widened(const wyrm_interval *range)
{
    wyrm_interval wide = {range->low - slack(range->low), range->high + slack(range->high)};
    return wide;
}

typedef enum placement { INSIDE, OUTSIDE, ACROSS } placement;

static placement place(const wyrm_interval *measured, const wyrm_interval *range)
{
    wyrm_interval wide = widened(range);
    if (measured->low >= wide.low && measured->high <= wide.high)
        return INSIDE;
    /* What cannot be measured compares as neither, and is outside of every range. */
    if (measured->low <= wide.high && measured->high >= wide.low)
        return ACROSS;
    return OUTSIDE;
}

wyrm_verdict wyrm_judge_verdict(const judge_measure *measure, const wyrm_interval *range,
                                const wyrm_interval *tolerated)
{
    wyrm_interval measured = {measure->value, measure->value};
    if (measure->sampled)
        measured = measure->runs > 0 ? measure->decided : measure->ci95;

    placement in_range = place(&measured, range);
    if (in_range == INSIDE)
        return WYRM_PASS;
    if (in_range == ACROSS)
        return WYRM_UNCLEAR;
    placement in_tolerated = place(&measured, tolerated);
    if (in_tolerated == ACROSS)
        return WYRM_UNCLEAR;
    return in_tolerated == INSIDE ? WYRM_WARN : WYRM_FAIL;
}

const char *wyrm_verdict_name(wyrm_verdict verdict)
{
    static const char *const names[WYRM_VERDICT_COUNT] = {
        [WYRM_PASS] = "PASS",
        [WYRM_WARN] = "WARN",
        [WYRM_FAIL] = "FAIL",
        [WYRM_UNCLEAR] = "UNCLEAR",
    };
    return (unsigned)verdict < WYRM_VERDICT_COUNT ? names[verdict] : "";
}

const char *wyrm_judge_stop_name(wyrm_judge_stop stop)
{
    static const char *const names[] = {
        [WYRM_STOP_CLEAR] = "clear",
        [WYRM_STOP_ACCURACY] = "accuracy",
        [WYRM_STOP_EFFORT] = "effort",
    };
    return (unsigned)stop < sizeof names / sizeof *names ? names[stop] : "";
}
