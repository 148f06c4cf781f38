/* Axes, which choose round ends and ticks for whatever is drawn with them, and bar charts of
 * distributions. */
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Axes of plots: steps of 1, 2 or 5 times a power of ten. */

#define GRAIN     1e-9 /* of a step: ends that are ticks but for rounding are ticks */
#define MARKS_LOG 7    /* steps of a logarithmic axis that all are ticks */

static double round_step(double length, int intervals)
{
    double least = length / (intervals > 0 ? intervals : 1), power = pow(10, floor(log10(least)));
    static const double factors[] = {1, 2, 5};
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++)
        if (factors[i] * power >= least * (1 - GRAIN))
            return factors[i] * power;
    return 10 * power;
}

/* Sets ends apart that are equal, or too near for their difference to be a number of its own. */
static void part(double *low, double *high)
{
    double least = fmax(fabs(*low), fabs(*high)) * 1e-9;
    if (*high - *low > least)
        return;
    double half = fmax(0.5, least);
    *low -= half;
    *high += half;
}

wyrm_axis wyrm_axis_around(double low, double high, int intervals)
{
    if (low >= 0 && high <= low) {
        low = 0; /* a constant, or nothing at all: from 0 */
        high = high > 0 ? high : 1;
    }
    part(&low, &high);
    double step = round_step(high - low, intervals);
    double first = floor(low / step + GRAIN), last = ceil(high / step - GRAIN);
    return (wyrm_axis){.low = first * step,
                       .high = last * step,
                       .first_tick = first * step,
                       .step = step,
                       .ticks = (int)(last - first) + 1};
}

wyrm_axis wyrm_axis_within(double low, double high, int intervals)
{
    part(&low, &high);
    double step = round_step(high - low, intervals);
    double first = ceil(low / step - GRAIN), last = floor(high / step + GRAIN);
    return (wyrm_axis){.low = low,
                       .high = high,
                       .first_tick = first * step,
                       .step = step,
                       .ticks = last >= first ? (int)(last - first) + 1 : 1};
}

/* The number at a place of the row 1, 2, 5, 10, 20 ... */
static double at_place(double place)
{
    static const double factors[] = {1, 2, 5};
    double power = floor(place / 3);
    return factors[(int)(place - 3 * power)] * pow(10, power);
}

wyrm_axis wyrm_axis_factors(double low, double high)
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
    double step = last - first > MARKS_LOG ? 3 : 1; /* powers of ten only, where there are many */
    double tick = step * ceil(first / step);
    return (wyrm_axis){.low = at_place(first),
                       .high = at_place(last),
                       .first_tick = tick,
                       .step = step,
                       .ticks = (int)floor((last - tick) / step) + 1,
                       .logarithmic = true};
}

double wyrm_axis_tick(const wyrm_axis *axis, int tick)
{
    if (axis->logarithmic)
        return at_place(axis->first_tick + tick * axis->step);
    double value = axis->first_tick + tick * axis->step;
    return fabs(value) < GRAIN * axis->step ? 0 : value;
}

const char *wyrm_axis_label(const wyrm_axis *axis, int tick, wyrm_figure *out)
{
    double value = wyrm_axis_tick(axis, tick);
    if (axis->logarithmic)
        return wyrm_figure_exact(value, out);
    int decimals = axis->step >= 1 ? 0 : (int)ceil(-log10(axis->step) - GRAIN);
    if (fabs(value) >= 1e9 || decimals > 6)
        return wyrm_figure_exact(value, out);
    snprintf(out->text, sizeof out->text, "%.*f", decimals, value);
    return out->text;
}

double wyrm_axis_share(const wyrm_axis *axis, double value)
{
    double share = axis->logarithmic
                       ? value > 0 ? log(value / axis->low) / log(axis->high / axis->low) : 0
                       : (value - axis->low) / (axis->high - axis->low);
    return share > 0 ? (share < 1 ? share : 1) : 0;
}

/* ---- Bar charts of distributions ----
 *
 * Bars that are next to each other must stand for as much, or the chart has steps and gaps that the
 * distribution has not: a fight that is over in turns of three has no value in between to be shown
 * as 0 %, and bins of two have now one and now two of the numbers that halves are rounded to. So
 * values lie on the grid of those that there are; bins are of a width that gives each about as many
 * of them; and a stretch that has none is one line, however long. */

#define LINES_MAX   24   /* with one more where the ends do not fall on whole bins */
#define RARE        5e-4 /* what lies beyond this tail on either side shares one line */
#define NEVER       2e-12
#define BAR_LETTERS 100 /* a longer bar tells no more */

text_bar text_bar_of(wyrm_style style, double share, int columns)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const double filled = share * (columns < BAR_LETTERS ? columns : BAR_LETTERS);
    const int parts = style.utf8 ? (int)(filled * 8 + 0.5) : (int)(filled + 0.5) * 8;
    text_bar out = {""};
    size_t used = 0;
    for (int i = 0; i < parts / 8 && used + 8 < sizeof out.text; i++)
        used +=
            (size_t)snprintf(out.text + used, sizeof out.text - used, "%s", style.utf8 ? "█" : "#");
    snprintf(out.text + used, sizeof out.text - used, "%s", eighths[parts % 8]);
    return out;
}

/* Some values on one line. */
typedef struct chart_line {
    double share;
    char label[48];
    wyrm_figure text;
} chart_line;

static chart_line line_of(const wyrm_page *page, const wyrm_pmf *pmf, uint64_t samples,
                          int64_t least, int64_t greatest)
{
    chart_line out;
    double share = fmax(wyrm_pmf_tail(pmf, least) - wyrm_pmf_tail(pmf, greatest + 1), 0);
    uint64_t seen = (uint64_t)llround(share * (double)samples);
    out.share = share;
    snprintf(out.label, sizeof out.label, least < greatest ? "%" PRId64 "..%" PRId64 : "%" PRId64,
             least, greatest);
    if (samples == 0)
        wyrm_figure_percent(share, &out.text);
    else
        wyrm_figure_share(page->style, share, wyrm_share_interval(seen, samples, 0.95), &out.text);
    return out;
}

/* The values first..last of a pmf, that of both ends included, on their grid. */
typedef struct chart_values {
    const wyrm_pmf *pmf;
    int64_t first, last, grid;
    size_t count; /* of those that occur */
} chart_values;

static bool occurs(const chart_values *of, int64_t value)
{
    return wyrm_pmf_at(of->pmf, value) > NEVER;
}

static chart_values values_of(const wyrm_pmf *pmf, int64_t first, int64_t last)
{
    chart_values out = {pmf, first, last, 0, 0};
    for (int64_t at = first; at <= last; at++) {
        int64_t a = at - first, b = out.grid;
        if (!occurs(&out, at))
            continue;
        while (a != 0) { /* the greatest common divisor of all distances */
            int64_t rest = b % a;
            b = a;
            a = rest;
        }
        out.grid = b;
        out.count++;
    }
    out.grid = out.grid > 0 ? out.grid : 1;
    return out;
}

/* The first value from `at` on that occurs; beyond the last where none does. */
static int64_t next_value(const chart_values *of, int64_t at)
{
    while (at <= of->last && !occurs(of, at))
        at += of->grid;
    return at;
}

/* Bins of `width` steps of the grid, and one for each stretch of at least that width where nothing
 * occurs, behind which bins begin anew: how many there are, as far as LINES_MAX + 1. *uneven: by
 * how many values the fullest has more than the emptiest of those between others, of each step of
 * their width. */
static size_t part_values(const chart_values *of, int64_t width, int64_t (*bins)[2], double *uneven)
{
    size_t count = 0;
    int64_t step = width * of->grid, least = width, most = 0;
    for (int64_t at = of->first, next; at <= of->last; at = next) {
        int64_t found = 0, end = at;
        if (count + 2 > LINES_MAX + 1)
            return LINES_MAX + 2;
        for (int64_t value = at; value < at + step && value <= of->last; value += of->grid)
            if (occurs(of, value)) {
                found++;
                end = value;
            }
        next = next_value(of, at + step);
        bool gap = next >= at + 2 * step && next <= of->last;
        next = gap ? next : at + step;
        bins[count][0] = at;
        bins[count++][1] = gap || next > of->last ? end : next - of->grid;
        if (gap) {
            bins[count][0] = end + 1;
            bins[count++][1] = next - 1;
        } else if (next <= of->last) {
            least = found < least ? found : least;
            most = found > most ? found : most;
        }
    }
    *uneven = most > least ? (double)(most - least) / (double)width : 0;
    return count;
}

/* The bins that give the truest picture: as many as have room, unless somewhat wider ones are more
 * even. */
static size_t find_bins(const chart_values *of, int64_t (*bins)[2])
{
    int64_t least = (int64_t)((of->count + LINES_MAX - 1) / LINES_MAX), best = 0;
    double evenest = INFINITY, uneven = 0;
    for (int64_t width = least; best == 0 || width <= 2 * best; width += 1 + width / 16)
        if (part_values(of, width, bins, &uneven) <= LINES_MAX + 1) {
            least = uneven < evenest - 1e-9 || best == 0 ? width : least;
            evenest = fmin(evenest, uneven);
            best = best == 0 ? width : best;
        }
    return part_values(of, least, bins, &uneven);
}

/* The first and the last line hold the rare ends. */
void wyrm_chart_pmf(wyrm_page *page, const wyrm_pmf *pmf, uint64_t samples, const char *heading)
{
    chart_line lines[LINES_MAX + 3];
    int64_t bins[LINES_MAX + 1][2];
    int64_t first = wyrm_pmf_quantile(pmf, RARE), last = wyrm_pmf_quantile(pmf, 1 - RARE);
    int64_t lowest = wyrm_pmf_first(pmf), highest = wyrm_pmf_last(pmf);
    const chart_values values = values_of(pmf, first, last);
    size_t count = 0, parts = find_bins(&values, bins);
    int width = wyrm_display_width(heading), shares = 7;
    double most = 0;
    if (first > lowest)
        lines[count++] = line_of(page, pmf, samples, lowest, first - 1);
    for (size_t i = 0; i < parts; i++)
        lines[count++] = line_of(page, pmf, samples, bins[i][0], bins[i][1]);
    if (last < highest)
        lines[count++] = line_of(page, pmf, samples, last + 1, highest);
    for (size_t i = 0; i < count; i++) {
        int letters = wyrm_display_width(lines[i].text.text), label = (int)strlen(lines[i].label);
        width = label > width ? label : width;
        shares = letters > shares ? letters : shares;
        most = fmax(most, lines[i].share);
    }
    int columns = page->style.width - width - shares - 8;
    columns = columns < BAR_LETTERS ? columns : BAR_LETTERS;
    wyrm_page_spaces(page, 3 + width - wyrm_display_width(heading));
    wyrm_page_toned(page, WYRM_TONE_STRONG, heading);
    wyrm_page_spaces(page, shares - 3);
    wyrm_page_toned(page, WYRM_TONE_STRONG, "share\n");
    for (size_t i = 0; i < count; i++) {
        wyrm_page_addf(page, "   %*s  ", width, lines[i].label);
        wyrm_page_spaces(page, shares - wyrm_display_width(lines[i].text.text));
        wyrm_page_add(page, lines[i].text.text);
        const text_bar bar = text_bar_of(page->style, lines[i].share / most, columns);
        if (columns > 0 && bar.text[0] != '\0') {
            wyrm_page_spaces(page, 2);
            wyrm_page_add(page, bar.text);
        }
        wyrm_page_add(page, "\n");
    }
}
