/* The parts of judging that rulesets and external games share: verdicts, which compare measurements
 * with targets; the number of runs that verdicts need; and findings.
 *
 * The verdict on a sampled figure uses its interval. Runs go on until no verdict is unclear, or the
 * figures are as accurate as wanted, or the effort is spent (wyrm/looks.h).
 *
 * For findings, this file has the list they are added to, and how numbers, shares and places are
 * written in them. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "metrics/internal.h"

/* Ends of ranges are met within these tolerances. Curves computed in 32 bits differ from their
 * formula by about 1e-7 of the value. A target of 0 for a share means never, so there only rounding
 * is tolerated (wyrm/duel.h). */
#define RELATIVE_SLACK       1e-6
#define ABSOLUTE_SLACK       1e-9
#define ABSOLUTE_SHARE_SLACK 1e-12

/* Divisor of the number of runs for simulations without targets. */
#define WITHOUT_TARGET 16

/* ---- measurements ---- */

judge_measure judge_mean_of(const wyrm_moments *values, double confidence)
{
    return (judge_measure){.value = values->count > 0 ? values->mean : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_mean_interval(values, confidence)};
}

judge_measure judge_share_of(uint64_t part, uint64_t all, double confidence)
{
    return (judge_measure){.value = all > 0 ? (double)part / (double)all : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_share_interval(part, all, confidence)};
}

/* ---- verdicts ---- */

typedef enum placement { INSIDE, OUTSIDE, ACROSS } placement;

/* Returns the tolerance at an end of a range; of a share by its distance from 0 and 1. */
static double slack(double end, bool share)
{
    if (isinf(end))
        return 0;
    if (share)
        return RELATIVE_SLACK * fmin(fabs(end), fabs(1 - end)) + ABSOLUTE_SHARE_SLACK;
    return RELATIVE_SLACK * fabs(end) + ABSOLUTE_SLACK;
}

static placement compare_range(const wyrm_interval *measured, const wyrm_interval *range,
                               bool share)
{
    const double low = range->low - slack(range->low, share);
    const double high = range->high + slack(range->high, share);
    if (measured->low >= low && measured->high <= high)
        return INSIDE;
    /* NAN compares false with everything, so it is outside of every range. */
    return measured->low <= high && measured->high >= low ? ACROSS : OUTSIDE;
}

wyrm_verdict judge_verdict(const judge_measure *measure, const judge_target *target)
{
    wyrm_interval measured = {measure->value, measure->value};
    if (measure->sampled)
        measured = measure->runs > 0 ? measure->decided : measure->ci95;
    const bool share = target->metric != NULL && judge_is_share(target->metric);
    placement wanted = compare_range(&measured, &target->range, share);
    placement tolerated = compare_range(&measured, &target->tolerated, share);
    if (wanted == INSIDE)
        return WYRM_PASS;
    if (wanted == ACROSS || tolerated == ACROSS)
        return WYRM_UNCLEAR;
    return tolerated == INSIDE ? WYRM_WARN : WYRM_FAIL;
}

static wyrm_interval interval_of(const wyrm_value *value)
{
    return (wyrm_interval){wyrm_value_low(value), wyrm_value_high(value)};
}

void judge_read_wanted(const wyrm_value *record, judge_target *out)
{
    const wyrm_value *range = wyrm_value_get(record, "range");
    const wyrm_value *least = wyrm_value_get(record, "at_least");
    const wyrm_value *most = wyrm_value_get(record, "at_most");
    const wyrm_value *tolerated = wyrm_value_get(record, "tolerated");
    out->range = (wyrm_interval){-(double)INFINITY, (double)INFINITY};
    if (range != NULL)
        out->range = interval_of(range);
    if (least != NULL)
        out->range.low = wyrm_value_real(least);
    if (most != NULL)
        out->range.high = wyrm_value_real(most);
    out->tolerated = out->range;
    if (tolerated != NULL && !isinf(out->range.low))
        out->tolerated.low = wyrm_value_low(tolerated);
    if (tolerated != NULL && !isinf(out->range.high))
        out->tolerated.high = wyrm_value_high(tolerated);
}

bool judge_is_share(const judge_metric *metric)
{
    return strcmp(metric->shown.unit, "share") == 0;
}

/* ---- runs until it is clear ---- */

/* Four times the effort halves the interval. A given number of runs is played in full, and set
 * fights are quick: 0, no accuracy ends them early. */
double judge_accuracy_wanted(const wyrm_effort *effort, bool fights)
{
    if (fights || effort->exactly > 0 || effort->most > 0 || effort->until_clear)
        return 0.0;
    return WYRM_ACCURACY / sqrt(effort->factor > 0.0 ? effort->factor : 1.0);
}

wyrm_judge_stop judge_stop(wyrm_verdict verdict, double accuracy, double wanted)
{
    if (verdict != WYRM_UNCLEAR)
        return WYRM_STOP_CLEAR;
    return accuracy <= wanted ? WYRM_STOP_ACCURACY : WYRM_STOP_EFFORT;
}

void judge_need_verdict(judge_need *need, wyrm_judge_stop stop)
{
    need->any = true;
    need->clear = need->clear && stop == WYRM_STOP_CLEAR;
    need->more = need->more || stop == WYRM_STOP_EFFORT;
}

wyrm_looks judge_looks_of(const wyrm_effort *effort, uint64_t usual, bool any)
{
    wyrm_looks looks = wyrm_looks_begin(effort, usual);
    uint64_t few = (looks.most + WITHOUT_TARGET - 1) / WITHOUT_TARGET;
    return any ? looks : wyrm_looks_begin(&(wyrm_effort){.exactly = few}, 1);
}

void judge_play_until_clear(wyrm_looks *looks, const judge_series *series)
{
    bool more = true;
    while (more && wyrm_looks_next(looks)) {
        series->play(series->context);
        judge_need now = series->need(series->context);
        more = now.more;
        bool too_long = series->too_long != NULL && series->too_long(series->context);
        if (more ? too_long : now.any && !now.clear)
            wyrm_looks_end(looks);
    }
}

/* ---- findings ---- */

/* Groups of up to this many findings are reported one by one. */
#define FEW 3

void judge_add_finding(judge_work *work, const char *kind, const char *label, const char *format,
                       ...)
{
    work->findings = base_grow(work->arena, work->findings, work->finding_count,
                               &work->finding_room, sizeof *work->findings);
    wyrm_finding *finding = &work->findings[work->finding_count++];
    *finding = (wyrm_finding){.kind = kind};
    snprintf(finding->where, sizeof finding->where, "%s", label);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->message, sizeof finding->message, format, arguments);
    va_end(arguments);
}

void judge_command(judge_work *work, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < sizeof text)
        work->findings[work->finding_count - 1].command =
            base_text(work->arena, text, (size_t)length);
}

void judge_add_alike(judge_work *work, const judge_alike *list, size_t count, size_t size,
                     judge_add_group *together, const void *context)
{
    for (size_t i = 0; i < count; i++) {
        char pieces[JUDGE_PIECES_MAX] = "";
        size_t alike = 0, before = 0, length = 0;
        for (size_t k = 0; k < count; k++) {
            if (list[k].group != list[i].group)
                continue;
            const char *mark = alike++ > 0 ? ", " : "", *piece = list[k].piece;
            before += k < i;
            if (length >= size)
                continue;
            bool full = length + strlen(mark) + strlen(piece) + sizeof ", ..." > size;
            int added =
                snprintf(pieces + length, size - length, "%s%s", mark, full ? "..." : piece);
            length = full ? size : length + (size_t)added;
        }
        if (alike <= FEW) {
            judge_add_finding(work, list[i].kind, list[i].label, "%s", list[i].message);
            judge_command(work, "%s", list[i].command);
        } else if (before == 0)
            together(work, &list[i], alike, pieces, context);
    }
}

/* ---- texts of findings ---- */

judge_text judge_say(const char *format, ...)
{
    judge_text out;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out.text, sizeof out.text, format, arguments);
    va_end(arguments);
    return out;
}

judge_text judge_list(const judge_numbers *numbers, size_t size)
{
    judge_text out = {""};
    size_t length = 0, count = numbers->count;
    const int32_t *list = numbers->list;
    for (size_t i = 0, last; i < count; i = last + 1) {
        const char *mark = i > 0 ? ", " : "";
        last = i;
        while (last + 1 < count && list[last + 1] == list[last] + 1)
            last++;
        /* Two consecutive numbers are listed, three or more become a range. */
        if (last == i + 1)
            last = i;
        judge_text piece = last > i ? judge_say("%s%d-%d", mark, (int)list[i], (int)list[last])
                                    : judge_say("%s%d", mark, (int)list[i]);
        size_t added = strlen(piece.text);
        if (length + added + (last + 1 == count ? 1 : sizeof ", ...") > size) {
            snprintf(out.text + length, size - length, ", ...");
            break;
        }
        memcpy(out.text + length, piece.text, added + 1);
        length += added;
    }
    return out;
}

judge_text judge_at(const char *word, const judge_numbers *numbers)
{
    return judge_say("%s%s %s", word, numbers->count > 1 ? "s" : "", judge_list(numbers, 100).text);
}

/* Whole percent from 10 to 90, one decimal closer to the ends, and nothing finer than 0.1 %. */
judge_text judge_percent(double share)
{
    double near_end = fmin(share, 1 - share);
    if (isnan(share))
        return judge_say("-");
    if (near_end > 0 && near_end < 0.0005 + 1e-12)
        return judge_say(share < 0.5 ? "< 0.1 %%" : "> 99.9 %%");
    return judge_say("%.*f %%", near_end <= 0 || near_end >= 0.0995 ? 0 : 1, 100 * share);
}

const char *judge_section_of(wyrm_item_class item_class)
{
    return item_class == WYRM_ITEM_WEAPON  ? "weapons"
           : item_class == WYRM_ITEM_ARMOR ? "armors"
                                           : "items";
}
