/* Numbers as people read them; axes; and the difference between two values of a file.
 *
 * The digits of every figure are decided here and nowhere else. An exact figure has four
 * significant digits. A sampled one has as many as its interval supports, three at most: nobody
 * remembers more. An interval smaller than the last digit is widened to one unit of it, so that the
 * printed interval always covers the computed one. A greatest figure is named alone only where its
 * interval lies above all others; else all that may be the greatest are named.
 *
 * Axes of plots choose round ends and ticks, since ticks are numbers that people read, too.
 * Differences of values show only as much of a long text as makes plain what has changed. */
#include "text/internal.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Probabilities this close to 0 or 1 are shown as 0 or 1, and means as 0: sums of pmfs are accurate
 * to 1e-12. */
#define CERTAIN 2e-12

/* Numbers below SMALLEST are shown as "<..."; from GREATEST on they have a power of ten. */
#define SMALLEST 1e-9
#define GREATEST 1e15

/* Cuts the zeros after the decimal point: "4.500" to "4.5", "4.000" to "4". */
static void trim(char *text)
{
    if (strchr(text, '.') == NULL)
        return;
    size_t length = strlen(text);
    while (text[length - 1] == '0')
        text[--length] = '\0';
    if (text[length - 1] == '.')
        text[length - 1] = '\0';
}

/* Writes a very small or large value without e-notation: "0.0000012", "<0.000000001", "1.2 x
 * 10^18". */
static void write_extreme(double value, text_figure *out)
{
    double size = fabs(value);
    int place = (int)floor(log10(size));
    if (size >= GREATEST)
        snprintf(out->text, sizeof out->text, "%.4g x 10^%d", value / pow(10, place), place);
    else if (size <= CERTAIN)
        snprintf(out->text, sizeof out->text, "0");
    else if (size < SMALLEST)
        snprintf(out->text, sizeof out->text, value < 0 ? ">-%.9f" : "<%.9f", SMALLEST);
    else
        snprintf(out->text, sizeof out->text, "%.*f", 1 - place, value);
}

const char *text_figure_exact(double value, text_figure *out)
{
    if (isnan(value)) {
        snprintf(out->text, sizeof out->text, "-");
    } else if (isinf(value)) {
        snprintf(out->text, sizeof out->text, "no limit");
    } else if (value != 0 && (fabs(value) >= GREATEST || fabs(value) < 1e-5)) {
        write_extreme(value, out);
    } else if (fabs(value) >= 1000 || value == floor(value)) {
        snprintf(out->text, sizeof out->text, "%.0f", value + 0.0);
    } else {
        int decimals = 3 - (int)floor(log10(fabs(value)));
        snprintf(out->text, sizeof out->text, "%.*f", decimals, value);
        trim(out->text);
    }
    return out->text;
}

const char *text_figure_bound(double bound, text_figure *out)
{
    if (bound > 0 && isfinite(bound)) {
        const double unit = pow(10, floor(log10(bound)) - 1);
        bound = ceil(bound / unit - 1e-9) * unit;
    }
    return text_figure_exact(bound, out);
}

#define DIGITS 3 /* of a sampled figure, whatever its interval supports */

/* The decimal place of the first digit of a positive value: 0 for 1 to 9.99, 1 for 10 to 99.9. */
static int digit_of(double value)
{
    return (int)floor(log10(value));
}

/* The decimals of a sampled value; negative: digits before the point are rounded. A half width
 * supports two of its own digits if it begins with 1, else one; decimals are limited to DIGITS
 * significant digits. `more` is added at the end. */
static int decimals_of(double value, double half, int more)
{
    int place = digit_of(half), first = digit_of(fmax(fabs(value), half));
    int supported = half / pow(10, place) < 1.95 ? 1 - place : -place;
    int room = first < DIGITS - 1 ? DIGITS - 1 - first : 0;
    int least = first > 1 ? 1 - first : 0; /* two digits of the value: "37 ± 17", not "40" */
    supported = supported > least ? supported : least;
    int decimals = (supported < room ? supported : room) + more;
    return decimals > 9 ? 9 : decimals;
}

/* Rounds a value to `decimals` places, without "-0" or "0.00". A number too large for its digits to
 * fit, or to be meaningful, has a power of ten. Halves are rounded away from 0, also where rounding
 * errors of a sum or product have left them a bit nearer: 29 of 200 reads as 15 % however it was
 * worked out. */
#define LARGE 1e15
#define HALF  1e-12
static char *rounded(double value, int decimals, char text[32])
{
    double unit = pow(10, -decimals);
    if (fabs(value) >= LARGE) {
        snprintf(text, 32, "%.6g", value);
        return text;
    }
    if (value == 0)
        decimals = 0;
    value *= 1 + HALF;
    if (fabs(value) < 0.5 * unit)
        value = 0;
    snprintf(text, 32, "%.*f", decimals > 0 ? decimals : 0,
             decimals < 0 ? unit * round(value / unit) : value);
    return text;
}

/* Below this ratio of the nearer to the farther end an interval is written with both ends, "3 (2 to
 * 9)"; so are intervals where "±" would claim the impossible, a share above 100 % or a count below
 * 0. */
#define UNEVEN    0.6
#define ENDS_MORE 4

/* Whether "value ± half" reads as if it extended beyond 0 or `greatest`, although the interval does
 * not. */
static bool reads_beyond(double value, double half, wyrm_interval interval, double greatest)
{
    const double nothing = 1e-9 * half;
    return (interval.low >= -nothing && value - half < -nothing) ||
           (interval.high <= nothing && value + half > nothing) ||
           (interval.high <= greatest + nothing && value + half > greatest + nothing);
}

/* Writes an interval by its ends: "100 % (99.97 to 100)". Where both ends would read as the number
 * itself they get more decimals. */
static void say_ends(const char *number, wyrm_interval interval, int decimals, text_figure *out)
{
    char low[32], high[32];
    rounded(interval.low, decimals, low);
    rounded(interval.high, decimals, high);
    for (int more = 1; more <= ENDS_MORE && strcmp(low, number) == 0 && strcmp(high, number) == 0;
         more++) {
        trim(rounded(interval.low, decimals + more, low));
        trim(rounded(interval.high, decimals + more, high));
    }
    snprintf(out->text, sizeof out->text, "%s (%s to %s)", number, low, high);
}

/* A sampled value with its interval. `most`: decimals at most; a half width that would be rounded
 * away is written as one unit of the last digit, so that the printed interval covers the computed
 * one. `greatest`: the largest possible value. */
static const char *sampled(text_style style, double value, wyrm_interval interval, int more,
                           int most, double greatest, text_figure *out)
{
    double below = value - interval.low, above = interval.high - value;
    double near = fmin(below, above), half = fmax(below, above);
    char number[32], end[32];
    if (isnan(value) || (isinf(below) && isinf(above)))
        return text_figure_exact(NAN, out);
    if (!(half > 0) || !isfinite(value))
        return text_figure_exact(value, out);
    bool open = isinf(half);
    double reach = open ? near : half;
    int decimals = reach > 0 ? decimals_of(value, reach, more) : 0;
    if (!(value < greatest || value > greatest) && decimals < 0)
        decimals = 0; /* of 100 % as of 99 % */
    decimals = decimals > most ? most : decimals;
    rounded(value, decimals, number);
    rounded(fmax(half, pow(10, -decimals)), decimals, end);
    if (open) /* at one end */
        snprintf(out->text, sizeof out->text, "%s (%s or %s)", number,
                 rounded(isinf(above) ? interval.low : interval.high, decimals, end),
                 isinf(above) ? "more" : "less");
    else if (near < UNEVEN * half ||
             reads_beyond(strtod(number, NULL), strtod(end, NULL), interval, greatest))
        say_ends(number, interval, decimals, out);
    else
        snprintf(out->text, sizeof out->text, "%s %s %s", number, style.utf8 ? "±" : "+-", end);
    return out->text;
}

const char *text_figure_sampled(text_style style, double value, wyrm_interval interval, int more,
                                text_figure *out)
{
    return sampled(style, value, interval, more, INT_MAX, (double)INFINITY, out);
}

const char *text_figure_share(text_style style, double share, wyrm_interval interval,
                              text_figure *out)
{
    text_figure percent;
    if (isnan(share))
        return text_figure_exact(share, out);
    const char *text =
        sampled(style, 100 * share, (wyrm_interval){100 * interval.low, 100 * interval.high}, 0,
                INT_MAX, 100, &percent);
    int head = (int)strcspn(text, " ");
    snprintf(out->text, sizeof out->text, "%.*s %%%.40s", head, text, text + head);
    return out->text;
}

const char *text_quantile_say(text_style style, const wyrm_histogram *counts, double p,
                              text_figure *out)
{
    wyrm_interval ci95;
    double value = wyrm_histogram_quantile(counts, p, &ci95);
    return sampled(style, value, ci95, 0, 0, (double)INFINITY, out); /* a count is whole */
}

wyrm_estimate text_estimate_mean(const wyrm_moments *moments)
{
    return (wyrm_estimate){.value = moments->count > 0 ? moments->mean : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_mean_interval(moments, 0.95)};
}

wyrm_estimate text_estimate_ratio(const wyrm_ratio_estimate *clusters)
{
    return (wyrm_estimate){.value =
                               clusters->x > 0 ? wyrm_ratio_estimate_value(clusters) : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_ratio_interval(clusters, 0.95)};
}

wyrm_estimate text_estimate_listed(uint64_t part, uint64_t all)
{
    return (wyrm_estimate){.value = part > 0 ? (double)part / (double)all : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_listed_share_interval(part, all, 1, 0.95)};
}

static const char *figure_of(text_style style, wyrm_estimate estimate, bool share, text_figure *out)
{
    return (share ? text_figure_estimated_share : text_figure_estimate)(style, &estimate, out);
}

const char *text_figure_mean(text_style style, const wyrm_moments *moments, text_figure *out)
{
    return figure_of(style, text_estimate_mean(moments), moments->range == WYRM_SHARE, out);
}

const char *text_figure_seen(text_style style, const wyrm_moments *moments, text_figure *out)
{
    if (moments->count == 0 || wyrm_interval_is_known(wyrm_mean_interval(moments, 0.95)))
        return text_figure_mean(style, moments, out);
    const bool share = moments->range == WYRM_SHARE;
    text_figure low, high;
    (share ? text_figure_percent : text_figure_exact)(moments->min, &low);
    (share ? text_figure_percent : text_figure_exact)(moments->max, &high);
    const bool same = strcmp(low.text, high.text) == 0;
    snprintf(out->text, sizeof out->text, same ? "%.24s" : "%.24s to %.24s", low.text, high.text);
    return out->text;
}

const char *text_figure_ratio(text_style style, const wyrm_ratio_estimate *clusters,
                              text_figure *out)
{
    return figure_of(style, text_estimate_ratio(clusters), clusters->range == WYRM_SHARE, out);
}

const char *text_figure_percent(double probability, text_figure *out)
{
    const char *text = NULL;
    if (isnan(probability))
        text = "-";
    else if (probability <= CERTAIN)
        text = "0 %";
    else if (fabs(probability - 1) <= CERTAIN)
        text = "100 %";
    else if (probability < 0.0005)
        text = "<0.1 %";
    else if (probability >= 0.9995 && probability < 1)
        text = ">99.9 %";
    if (text != NULL)
        snprintf(out->text, sizeof out->text, "%s", text);
    else
        /* halves are rounded up, on whichever side of them a sum of chances has come to lie */
        snprintf(out->text, sizeof out->text, "%.1f %%", 100 * probability * (1 + 1e-12));
    return out->text;
}

const char *text_figure_chance(double probability, text_figure *out)
{
    text_figure number;
    double share = 100 * probability;
    if (isnan(probability) || probability <= CERTAIN || probability >= 1 - CERTAIN)
        return text_figure_percent(probability, out);
    text_figure_exact(share, &number);
    if (share < 0.001)
        snprintf(number.text, sizeof number.text, "<0.001");
    else if (strcmp(number.text, "100") == 0)
        snprintf(number.text, sizeof number.text, ">99.99");
    snprintf(out->text, sizeof out->text, "%.50s %%", number.text);
    return out->text;
}

const char *text_figure_all(double value, text_figure *out)
{
    text_figure exact;
    snprintf(out->text, sizeof out->text, "all %.50s", text_figure_exact(value, &exact));
    return out->text;
}

const char *text_figure_estimate(text_style style, const wyrm_estimate *estimate, text_figure *out)
{
    return estimate->sampled ? text_figure_sampled(style, estimate->value, estimate->ci95, 0, out)
                             : text_figure_exact(estimate->value, out);
}

const char *text_figure_estimated_share(text_style style, const wyrm_estimate *estimate,
                                        text_figure *out)
{
    return estimate->sampled ? text_figure_share(style, estimate->value, estimate->ci95, out)
                             : text_figure_percent(estimate->value, out);
}

/* ---- The greatest ---- */

#define NAMES_SHOWN 3

/* A figure that is unknown is no candidate for the greatest. */
static bool is_known(const wyrm_estimate *figure)
{
    return !isnan(figure->value) && (!figure->sampled || wyrm_interval_is_known(figure->ci95));
}

/* The greatest lower end of the intervals of known figures; -INFINITY where there is none. */
static double surely(const wyrm_estimate *figures, size_t count)
{
    double least = -INFINITY;
    for (size_t i = 0; i < count; i++)
        if (is_known(&figures[i]))
            least = fmax(least, figures[i].sampled ? figures[i].ci95.low : figures[i].value);
    return least;
}

static bool reaches(const wyrm_estimate *figure, double least)
{
    return (figure->sampled ? figure->ci95.high : figure->value) >= least - 1e-9 * fabs(least);
}

/* What a figure, and its difference, must reach to be a candidate for the greatest. */
typedef struct bar {
    double figure, more;
} bar;

static bool may_be(const text_ranking *of, size_t i, bar least)
{
    return is_known(&of->figures[i]) && reaches(&of->figures[i], least.figure) &&
           (of->more == NULL || !is_known(&of->more[i]) || reaches(&of->more[i], least.more));
}

/* Writes the numbers of all candidates: "depths 5 to 7", "depths 1, 2 and 5 to 7". */
static void say_numbers(const text_ranking *of, bar least, text_greatest *out)
{
    size_t size = sizeof out->where, told = 0;
    size_t used =
        (size_t)snprintf(out->where, size, "%s%s", of->place, out->count > 1 ? "s " : " ");
    for (size_t from = 0, to; told < out->count && used < size - 1; from = to + 1) {
        to = from;
        if (!may_be(of, from, least))
            continue;
        while (to + 1 < of->count && may_be(of, to + 1, least))
            to++;
        if (to == from + 1) /* two are no range: "1 and 2" */
            to = from;
        bool last = told + (to - from) + 1 == out->count;
        used += (size_t)snprintf(out->where + used, size - used, to > from ? "%s%d to %d" : "%s%d",
                                 told == 0 ? ""
                                 : last    ? " and "
                                           : ", ",
                                 (int)of->numbers[from], (int)of->numbers[to]);
        told += to - from + 1;
    }
    if (out->count > 1 && used < size - 1)
        snprintf(out->where + used, size - used, ", alike");
}

#define NAMED 64 /* bytes of a name, with the NUL; a longer one ends in dots */

static const char *short_name(const char *name, char out[NAMED])
{
    const size_t length = strlen(name);
    if (length < NAMED)
        snprintf(out, NAMED, "%s", name);
    else
        snprintf(out, NAMED, "%.*s...", (int)base_utf8_cut(name, length, NAMED - 4), name);
    return out;
}

/* Writes the names of candidates, "Orc or Troll": the greatest, then others in their order. */
static void say_names(const text_ranking *of, bar least, text_greatest *out)
{
    size_t said = 1, more = out->count > NAMES_SHOWN ? out->count - NAMES_SHOWN : 0;
    char name[NAMED];
    int used =
        snprintf(out->where, sizeof out->where, "%s", short_name(of->names[out->first], name));
    for (size_t i = 0; i < of->count && said < NAMES_SHOWN && said < out->count; i++)
        if (i != out->first && may_be(of, i, least)) {
            said++;
            used += snprintf(out->where + used, sizeof out->where - (size_t)used, "%s%s",
                             said == out->count ? " or " : ", ", short_name(of->names[i], name));
        }
    if (more > 0)
        used += snprintf(out->where + used, sizeof out->where - (size_t)used, " or %zu more", more);
    if (out->count > 1)
        snprintf(out->where + used, sizeof out->where - (size_t)used, ", alike");
}

text_greatest text_find_greatest(text_style style, const text_ranking *of)
{
    text_greatest out = {0};
    const wyrm_estimate *best = NULL, *worst = NULL;
    const bar least = {surely(of->figures, of->count),
                       of->more ? surely(of->more, of->count) : -INFINITY};
    text_figure low, high;
    for (size_t i = 0; i < of->count; i++) {
        const wyrm_estimate *figure = &of->figures[i];
        if (!may_be(of, i, least))
            continue;
        out.count++;
        best = !best || figure->value > best->value ? figure : best;
        worst = !worst || figure->value < worst->value ? figure : worst;
    }
    if (!best || (best->value == 0 && !of->zeros))
        return (text_greatest){0};
    out.first = (size_t)(best - of->figures);
    out.last = (size_t)(worst - of->figures);
    (of->names ? say_names : say_numbers)(of, least, &out);
    figure_of(style, *worst, of->shares, &low);
    figure_of(style, *best, of->shares, &high);
    bool same = strcmp(low.text, high.text) == 0;
    snprintf(out.value, sizeof out.value, same ? "%s" : "%s to %s", low.text, high.text);
    return out;
}

/* ---- Axes of plots: ticks at 1, 2 or 5 times a power of ten ---- */

#define GRAIN     1e-9 /* of a step: tolerance for ends that are ticks but for rounding */
#define MARKS_LOG 7    /* intervals of a logarithmic axis with a tick at each */

static double round_step(double length, int intervals)
{
    double least = length / (intervals > 0 ? intervals : 1), power = pow(10, floor(log10(least)));
    static const double factors[] = {1, 2, 5};
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++)
        if (factors[i] * power >= least * (1 - GRAIN))
            return factors[i] * power;
    return 10 * power;
}

/* Moves apart ends that are equal, or closer than 1e-9 of their size. */
static void part(double *low, double *high)
{
    double least = fmax(fabs(*low), fabs(*high)) * 1e-9;
    if (*high - *low > least)
        return;
    double half = fmax(0.5, least);
    *low -= half;
    *high += half;
}

text_axis text_axis_around(double low, double high, int intervals)
{
    if (low >= 0 && high <= low) {
        low = 0; /* a constant, or all 0: from 0 */
        high = high > 0 ? high : 1;
    }
    part(&low, &high);
    double step = round_step(high - low, intervals);
    double first = floor(low / step + GRAIN), last = ceil(high / step - GRAIN);
    return (text_axis){.low = first * step,
                       .high = last * step,
                       .first_tick = first * step,
                       .step = step,
                       .ticks = (int)(last - first) + 1};
}

text_axis text_axis_within(double low, double high, int intervals)
{
    part(&low, &high);
    double step = round_step(high - low, intervals);
    double first = ceil(low / step - GRAIN), last = floor(high / step + GRAIN);
    return (text_axis){.low = low,
                       .high = high,
                       .first_tick = first * step,
                       .step = step,
                       .ticks = last >= first ? (int)(last - first) + 1 : 1};
}

/* The number at a place of the sequence 1, 2, 5, 10, 20, ...; place 0 is 1. */
static double at_place(double place)
{
    static const double factors[] = {1, 2, 5};
    double power = floor(place / 3);
    return factors[(int)(place - 3 * power)] * pow(10, power);
}

text_axis text_axis_factors(double low, double high)
{
    low = fmax(low, 1e-300);
    high = fmax(low, high);
    double first = 3 * floor(log10(low)), last = 3 * ceil(log10(high));
    while (at_place(first + 1) <= low * (1 + GRAIN))
        first++;
    while (at_place(last - 1) >= high * (1 - GRAIN))
        last--;
    if (last <= first)
        last = first + 1;
    double step = last - first > MARKS_LOG ? 3 : 1; /* if there are many, only powers of ten */
    double tick = step * ceil(first / step);
    return (text_axis){.low = at_place(first),
                       .high = at_place(last),
                       .first_tick = tick,
                       .step = step,
                       .ticks = (int)floor((last - tick) / step) + 1,
                       .logarithmic = true};
}

double text_axis_tick(const text_axis *axis, int tick)
{
    if (axis->logarithmic)
        return at_place(axis->first_tick + tick * axis->step);
    double value = axis->first_tick + tick * axis->step;
    return fabs(value) < GRAIN * axis->step ? 0 : value;
}

const char *text_axis_label(const text_axis *axis, int tick, text_figure *out)
{
    double value = text_axis_tick(axis, tick);
    if (axis->logarithmic)
        return text_figure_exact(value, out);
    int decimals = axis->step >= 1 ? 0 : (int)ceil(-log10(axis->step) - GRAIN);
    if (fabs(value) >= 1e9 || decimals > 6)
        return text_figure_exact(value, out);
    snprintf(out->text, sizeof out->text, "%.*f", decimals, value);
    return out->text;
}

double text_axis_share(const text_axis *axis, double value)
{
    double share = axis->logarithmic
                       ? value > 0 ? log(value / axis->low) / log(axis->high / axis->low) : 0
                       : (value - axis->low) / (axis->high - axis->low);
    return share > 0 ? (share < 1 ? share : 1) : 0;
}

/* ---- Differences of a value ---- */

#define APART 400 /* lines to search for the next common one */

const char *text_line_after(const char *line)
{
    const char *end = strchr(line, '\n');
    return end != NULL ? end + 1 : line + strlen(line);
}

static size_t count_lines(const char *at)
{
    size_t count = 0;
    for (; *at != '\0'; at = text_line_after(at))
        count++;
    return count;
}

static bool same_line(const char *a, const char *b)
{
    const size_t length = strcspn(a, "\n");
    return *a != '\0' && *b != '\0' && strncmp(a, b, length) == 0 && strcspn(b, "\n") == length;
}

bool text_next_hunk(text_hunk *of)
{
    const char *as[APART], *bs[APART];
    for (; of->out > 0; of->out--, of->line++)
        of->a = text_line_after(of->a);
    for (; of->in > 0; of->in--)
        of->b = text_line_after(of->b);
    for (; same_line(of->a, of->b); of->line++) {
        of->a = text_line_after(of->a);
        of->b = text_line_after(of->b);
    }
    if (same_line(text_line_after(of->a), text_line_after(of->b))) {
        of->out = of->in = 1; /* where the next one is the same, one line is another */
        return true;
    }
    as[0] = of->a;
    bs[0] = of->b;
    for (size_t sum = 1; sum < APART; sum++) {
        as[sum] = text_line_after(as[sum - 1]);
        bs[sum] = text_line_after(bs[sum - 1]);
        for (of->out = 0; of->out <= sum; of->out++) {
            of->in = sum - of->out;
            if (same_line(as[of->out], bs[of->in]))
                return true;
        }
    }
    of->out = count_lines(of->a);
    of->in = count_lines(of->b);
    return of->out + of->in > 0;
}

/* Two versions of a value, as much of them as people need to see what has changed.
 *
 * Short values are shown whole. Of long ones a common beginning is left out, as the difference may
 * be behind it. A text of many lines, such as a script, is shown by its first differing line and
 * the number of others. */
#define WIDTH_MAX (TEXT_DIFFERENCE_VALUE - 8) /* bytes of a value */
#define AHEAD     24                          /* bytes shown before the first difference */
#define BREAK     "\\n"                       /* a line break in a quoted text */

/* A line of a quoted text, not terminated. */
typedef struct line {
    const char *at;
    size_t length;
} line;

/* The length of a character of a quoted text: escapes such as "\n" take two bytes. */
static size_t letter(const char *at)
{
    return at[0] == '\\' && at[1] != '\0' ? 2 : 1;
}

/* A text in quotes without these, and with its line breaks; other escapes stay. */
static char *broken(const char *text)
{
    base_buffer out = {0};
    const char *end = text + strlen(text) - 1;
    for (const char *at = text + 1; at < end; at += letter(at))
        if (strncmp(at, BREAK, strlen(BREAK)) == 0)
            base_buffer_append_char(&out, '\n');
        else
            base_buffer_append_bytes(&out, at, letter(at));
    return base_buffer_steal(&out);
}

/* Copies a part of a quoted text without escapes, cut to `width`. If the difference at `from` would
 * be cut off, the copy begins shortly before it instead. */
static void cut(line text, size_t from, size_t width, bool quoted, char out[TEXT_DIFFERENCE_VALUE])
{
    base_buffer plain = {0};
    size_t begin = 0;
    if (text.length > width && from > width - AHEAD && from <= text.length) {
        begin = from - AHEAD;
        while (begin < from && text.at[begin - 1] != ' ')
            begin++;
        while (begin < text.length && ((unsigned char)text.at[begin] & 0xc0) == 0x80)
            begin++;
    }
    for (size_t i = begin; i < text.length; i++) {
        const bool marked = quoted && text.at[i] == '\\' && i + 1 < text.length &&
                            strchr("\"\\", text.at[i + 1]) != NULL;
        base_buffer_append_char(&plain, text.at[marked ? ++i : i]);
    }
    const char *words = plain.bytes != NULL ? plain.bytes : "";
    const size_t end = base_utf8_cut(words, strlen(words), width);
    snprintf(out, TEXT_DIFFERENCE_VALUE, "%s%.*s%s", begin > 0 ? "... " : "", (int)end, words,
             words[end] != '\0' ? " ..." : "");
    base_buffer_drop(&plain);
}

static size_t common(line a, line b)
{
    size_t same = 0;
    while (same < a.length && same < b.length && a.at[same] == b.at[same])
        same++;
    return same;
}

static line without_margin(line of)
{
    while (of.length > 0 && of.at[0] == ' ')
        of = (line){of.at + 1, of.length - 1};
    return of;
}

/* Fills in both versions of a line, or of a value that is one line; NULL: there is none. */
static void put_sides(const line *a, const line *b, size_t width, bool quoted, text_difference *out)
{
    const line sides[2] = {a != NULL ? without_margin(*a) : (line){"nothing", 7},
                           b != NULL ? without_margin(*b) : (line){"nothing", 7}};
    const size_t same = a != NULL && b != NULL ? common(sides[0], sides[1]) : 0;
    cut(sides[0], same, width, quoted && a != NULL, out->before);
    cut(sides[1], same, width, quoted && b != NULL, out->after);
}

/* Fills in the first lines of two texts that differ. Returns whether there are any. */
static bool put_first_hunk(const char *before, const char *after, size_t width,
                           text_difference *out)
{
    text_hunk hunk = {.a = before, .b = after, .line = 1};
    if (!text_next_hunk(&hunk))
        return false;
    const line a = {hunk.a, strcspn(hunk.a, "\n")}, b = {hunk.b, strcspn(hunk.b, "\n")};
    put_sides(hunk.out > 0 ? &a : NULL, hunk.in > 0 ? &b : NULL, width, true, out);
    out->line = (int)hunk.line;
    snprintf(out->where, sizeof out->where, ", line %d", out->line);
    size_t gone = hunk.out, come = hunk.in;
    for (; text_next_hunk(&hunk); gone += hunk.out, come += hunk.in) {
    }
    const size_t most = gone > come ? gone : come;
    if (most > 1)
        snprintf(out->further, sizeof out->further, " (and %zu more line%s)", most - 1,
                 most == 2 ? "" : "s");
    return true;
}

static bool has_lines(const char *text)
{
    const size_t length = strlen(text);
    bool has = false;
    for (const char *at = text; *at != '\0' && !has; at += letter(at))
        has = strncmp(at, BREAK, strlen(BREAK)) == 0;
    return has && length > 2 && text[0] == '"' && text[length - 1] == '"';
}

void text_difference_of(const char *before, const char *after, size_t width, text_difference *out)
{
    const line a = {before, strlen(before)}, b = {after, strlen(after)};
    const bool lines = a.length > 1 && b.length > 1 && before[0] == '"' && after[0] == '"' &&
                       (has_lines(before) || has_lines(after));
    *out = (text_difference){.line = 0};
    width = width < WIDTH_MAX ? width : WIDTH_MAX;
    char *const texts[2] = {lines ? broken(before) : NULL, lines ? broken(after) : NULL};
    if (texts[0] == NULL || texts[1] == NULL || !put_first_hunk(texts[0], texts[1], width, out))
        put_sides(a.length > 0 ? &a : NULL, b.length > 0 ? &b : NULL, width, false, out);
    wyrm_free(texts[0]);
    wyrm_free(texts[1]);
}

const char *text_difference_words(const char *path, const text_difference *of, const char *arrow,
                                  char out[TEXT_DIFFERENCE_WORDS])
{
    snprintf(out, TEXT_DIFFERENCE_WORDS, "%.250s%s: %s %s %s%s", path, of->where, of->before, arrow,
             of->after, of->further);
    return out;
}
