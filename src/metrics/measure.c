/* A measured value, and the verdict on it.
 *
 * Curves computed in 32 bits differ from their formula by some 1e-7, so an end of a range is met by
 * what is within a millionth of it; an end of 0 by what is within a thousand-millionth. */
#include "metrics/internal.h"

#include <math.h>
#include <string.h>

#define RELATIVE_SLACK 1e-6
#define ABSOLUTE_SLACK 1e-9

judge_measure judge_measured(const wyrm_estimate *estimate)
{
    return (judge_measure){
        .value = estimate->value, .sampled = estimate->sampled, .ci95 = estimate->ci95};
}

judge_measure judge_mean(const wyrm_moments *moments, double confidence)
{
    return (judge_measure){.value = moments->count > 0 ? moments->mean : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_mean_interval(moments, confidence)};
}

judge_measure judge_share(uint64_t successes, uint64_t trials, double confidence)
{
    return (judge_measure){.value = trials > 0 ? (double)successes / (double)trials : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_share_interval(successes, trials, confidence)};
}

typedef enum placement { INSIDE, OUTSIDE, ACROSS } placement;

static double slack(double end)
{
    return isinf(end) ? 0 : RELATIVE_SLACK * fabs(end) + ABSOLUTE_SLACK;
}

static placement place(const wyrm_interval *measured, const wyrm_interval *range)
{
    double low = range->low - slack(range->low), high = range->high + slack(range->high);
    if (measured->low >= low && measured->high <= high)
        return INSIDE;
    /* What cannot be measured compares as neither, and is outside of every range. */
    return measured->low <= high && measured->high >= low ? ACROSS : OUTSIDE;
}

wyrm_verdict judge_verdict(const judge_measure *measure, const judge_target *target)
{
    wyrm_interval measured = {measure->value, measure->value};
    if (measure->sampled)
        measured = measure->runs > 0 ? measure->decided : measure->ci95;
    placement wanted = place(&measured, &target->range);
    placement tolerated = place(&measured, &target->tolerated);
    if (wanted == INSIDE)
        return WYRM_PASS;
    if (wanted == ACROSS || tolerated == ACROSS)
        return WYRM_UNCLEAR;
    return tolerated == INSIDE ? WYRM_WARN : WYRM_FAIL;
}

bool judge_is_share(const judge_metric *metric)
{
    return strcmp(metric->shown.unit, "share") == 0;
}

double judge_accuracy(const judge_measure *measure, const judge_target *target)
{
    return wyrm_accuracy(measure->value, measure->ci95, judge_is_share(target->metric));
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
