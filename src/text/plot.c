/* Axes, plots of a line with a band, and bar charts of distributions.
 *
 * An axis chooses round ends and ticks; a plot is drawn with it twice, in letters and as SVG, from
 * the same points. */
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

/* ---- Plots on the terminal ----
 *
 * Dots of Braille letters, two across and four down a letter, or plain ASCII. */

#define ROWS        14 /* letters */
#define COLUMNS_MAX 240

/* Dots of the plot: bit 0 the line, bit 1 the band. Row 0 is at the top. */
typedef struct canvas {
    int across, down;  /* dots a letter */
    int width, height; /* dots */
    unsigned char dots[4 * ROWS][2 * COLUMNS_MAX];
} canvas;

enum { LINE = 1, BAND = 2 };

static int row_of(const canvas *paper, const wyrm_axis *axis, double y)
{
    return (int)((1 - wyrm_axis_share(axis, y)) * (paper->height - 1) + 0.5);
}

/* From 0; with the points of the whole plot. */
static wyrm_axis y_axis(const wyrm_plot *plot, int intervals)
{
    double low = 0, high = 0;
    for (size_t i = 0; i < plot->count; i++) {
        low = fmin(low, fmin(plot->points[i].low, plot->points[i].y));
        high = fmax(high, fmax(plot->points[i].high, plot->points[i].y));
    }
    return wyrm_axis_around(low, high, intervals);
}

static void draw(canvas *paper, const wyrm_plot *plot, const wyrm_axis *x, const wyrm_axis *y)
{
    const wyrm_plot_point *a = plot->points, *end = plot->points + plot->count;
    int before = -1;
    for (int column = 0; column < paper->width; column++) {
        double across = paper->width > 1 ? (double)column / (paper->width - 1) : 0;
        double at = x->low + across * (x->high - x->low);
        while (a + 1 < end && a[1].x < at)
            a++;
        const wyrm_plot_point *b = a + 1 < end ? a + 1 : a; /* between them on straight lines */
        double share = b->x > a->x ? fmin(fmax((at - a->x) / (b->x - a->x), 0), 1) : 0;
        int row = row_of(paper, y, a->y + share * (b->y - a->y));
        /* The edges of the band only: dots between them would drown the line. */
        if (paper->across == 1 || column % 2 == 0) {
            paper->dots[row_of(paper, y, a->high + share * (b->high - a->high))][column] |= BAND;
            paper->dots[row_of(paper, y, a->low + share * (b->low - a->low))][column] |= BAND;
        }
        /* A steep line has no gaps. */
        int joined = before < 0 ? row : before < row ? before + 1 : before > row ? before - 1 : row;
        for (int r = joined < row ? joined : row; r <= (joined < row ? row : joined); r++)
            paper->dots[r][column] |= LINE;
        before = row;
    }
}

/* The letters of one row; blanks at its end are left out. A letter of Braille is U+2800 and a bit a
 * dot. */
static void add_row(wyrm_page *page, const canvas *paper, int row)
{
    static const unsigned char bits[4][2] = {
        {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    int blanks = 0;
    for (int column = 0; column < paper->width / paper->across; column++) {
        unsigned cell = 0, dot = 0;
        for (int r = 0; r < paper->down; r++)
            for (int c = 0; c < paper->across; c++) {
                dot = paper->dots[paper->down * row + r][paper->across * column + c];
                cell |= dot != 0 ? bits[r][c] : 0;
            }
        char letter[4] = {(char)0xe2, (char)(0xa0 + (cell >> 6)), (char)(0x80 + (cell & 0x3f))};
        if (cell == 0) {
            blanks++;
            continue;
        }
        wyrm_page_spaces(page, blanks);
        wyrm_page_add(page, page->style.utf8 ? letter : (dot & LINE) != 0 ? "*" : ".");
        blanks = 0;
    }
    wyrm_page_add(page, "\n");
}

/* The line below the plot, then the numbers below their ticks, as far as they do not meet. */
static void print_x(wyrm_page *page, const wyrm_axis *axis, int left, int columns)
{
    bool utf8 = page->style.utf8;
    int used = 0;
    char marks[COLUMNS_MAX] = {0};
    for (int tick = 0; tick < axis->ticks; tick++)
        marks[(int)(wyrm_axis_share(axis, wyrm_axis_tick(axis, tick)) * (columns - 1) + 0.5)] = 1;
    wyrm_page_spaces(page, left + 1);
    wyrm_page_add(page, utf8 ? "└" : "+");
    for (int column = 0; column < columns; column++)
        wyrm_page_add(page, marks[column] ? (utf8 ? "┬" : "+") : (utf8 ? "─" : "-"));
    wyrm_page_add(page, "\n");
    for (int tick = 0; tick < axis->ticks; tick++) {
        wyrm_figure label;
        int length = (int)strlen(wyrm_axis_label(axis, tick, &label));
        double share = wyrm_axis_share(axis, wyrm_axis_tick(axis, tick));
        int start = left + 2 + (int)(share * (columns - 1) + 0.5) - (length - 1) / 2;
        if (start < used + (used > 0) || start + length > page->style.width)
            continue;
        wyrm_page_spaces(page, start - used);
        wyrm_page_add(page, label.text);
        used = start + length;
    }
    wyrm_page_add(page, "\n");
}

void wyrm_plot_print(const wyrm_plot *plot, wyrm_page *page)
{
    bool utf8 = page->style.utf8;
    wyrm_axis x = wyrm_axis_within(plot->points[0].x, plot->points[plot->count - 1].x, 8);
    wyrm_axis y = y_axis(plot, ROWS / 2);
    wyrm_figure label, labels[ROWS] = {{""}}; /* of the ticks, by row */
    int left = 1;
    canvas paper = {.across = utf8 ? 2 : 1, .down = utf8 ? 4 : 1, .height = ROWS * (utf8 ? 4 : 1)};
    for (int tick = y.ticks - 1; tick >= 0; tick--) {
        int row = row_of(&paper, &y, wyrm_axis_tick(&y, tick)) / paper.down;
        int length = (int)strlen(wyrm_axis_label(&y, tick, &label));
        labels[row] = label;
        left = length > left ? length : left;
    }
    int columns = page->style.width - left - 3;
    columns = columns < COLUMNS_MAX ? columns : COLUMNS_MAX;
    paper.width = columns * paper.across;
    draw(&paper, plot, &x, &y);
    wyrm_page_spaces(page, left + 1);
    wyrm_page_title(page, plot->y_label);
    for (int row = 0; row < ROWS; row++) {
        const char *text = labels[row].text;
        bool tick = text[0] != '\0';
        wyrm_page_addf(page, "%*s %s", left, text, tick ? (utf8 ? "┤" : "+") : (utf8 ? "│" : "|"));
        add_row(page, &paper, row);
    }
    print_x(page, &x, left, columns);
    wyrm_page_spaces(page, left + 2);
    wyrm_page_title(page, plot->x_label);
    wyrm_page_add(page, "\n");
    page_point(page, left + 2, 0, "%s %s, %s %s", utf8 ? "⠤⠤⠤" : "***", plot->line_name,
               utf8 ? "⠂⠁⠂" : "...", plot->band_name);
}

/* ---- Plots as SVG: one file that needs nothing else ---- */

#define WIDTH       760
#define HEIGHT      460
#define LEFT        70 /* of the plot's own frame */
#define RIGHT       740
#define TOP         90
#define BOTTOM      400

#define LINE_COLOUR "#1b5e9e"
#define BAND_COLOUR "#9cc3e6"

/* The text between tags or in quotes. Control characters are not allowed in XML. */
static void add_text(wyrm_page *page, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *name = *text == '&'   ? "&amp;"
                           : *text == '<' ? "&lt;"
                           : *text == '>' ? "&gt;"
                           : *text == '"' ? "&quot;"
                                          : NULL;
        if (name != NULL)
            wyrm_page_add(page, name);
        else
            wyrm_text_append_char(&page->text, (unsigned char)*text < 0x20 ? ' ' : *text);
    }
}

static double across(const wyrm_axis *axis, double x)
{
    return LEFT + wyrm_axis_share(axis, x) * (RIGHT - LEFT);
}

static double down(const wyrm_axis *axis, double y)
{
    return BOTTOM - wyrm_axis_share(axis, y) * (BOTTOM - TOP);
}

/* <text x=... y=... class=...>text</text> */
static void add_label(wyrm_page *page, double x, double y, const char *style, const char *text)
{
    wyrm_page_addf(page, "  <text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
    add_text(page, text);
    wyrm_page_add(page, "</text>\n");
}

/* Title and legend. */
static void add_head(wyrm_page *page, const wyrm_plot *plot)
{
    /* Letters of this size are narrower than 8 on average. */
    double x = LEFT + 36 + 8.0 * wyrm_display_width(plot->line_name) + 20;
    wyrm_page_addf(page,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                   "height=\"%d\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n"
                   "  <title>",
                   WIDTH, HEIGHT, WIDTH, HEIGHT);
    add_text(page, plot->title);
    wyrm_page_add(page, "</title>\n  <desc>");
    add_text(page, plot->subtitle);
    wyrm_page_addf(page, "</desc>\n  <rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH,
                   HEIGHT);
    add_label(page, LEFT, 28, "font-size=\"17\" font-weight=\"bold\"", plot->title);
    add_label(page, LEFT, 48, "fill=\"#555\"", plot->subtitle);
    wyrm_page_addf(page,
                   "  <line x1=\"%d\" y1=\"66\" x2=\"%d\" y2=\"66\" stroke=\"" LINE_COLOUR
                   "\" stroke-width=\"2\"/>\n",
                   LEFT, LEFT + 28);
    add_label(page, LEFT + 36, 70.5, "", plot->line_name);
    wyrm_page_addf(
        page, "  <rect x=\"%.1f\" y=\"59\" width=\"28\" height=\"14\" fill=\"" BAND_COLOUR "\"/>\n",
        x);
    add_label(page, x + 36, 70.5, "", plot->band_name);
}

static void add_axes(wyrm_page *page, const wyrm_plot *plot, const wyrm_axis *x, const wyrm_axis *y)
{
    wyrm_figure label;
    for (int tick = 0; tick < y->ticks; tick++) {
        double at = down(y, wyrm_axis_tick(y, tick));
        wyrm_page_addf(page,
                       "  <line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>\n",
                       LEFT, at, RIGHT, at);
        add_label(page, LEFT - 8, at + 4.5, "text-anchor=\"end\"",
                  wyrm_axis_label(y, tick, &label));
    }
    for (int tick = 0; tick < x->ticks; tick++) {
        double at = across(x, wyrm_axis_tick(x, tick));
        wyrm_page_addf(page,
                       "  <line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#444\"/>\n",
                       at, BOTTOM, at, BOTTOM + 5);
        add_label(page, at, BOTTOM + 20, "text-anchor=\"middle\"",
                  wyrm_axis_label(x, tick, &label));
    }
    wyrm_page_addf(page, "  <path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#444\"/>\n", LEFT, TOP,
                   BOTTOM, RIGHT);
    add_label(page, (LEFT + RIGHT) / 2.0, BOTTOM + 42, "text-anchor=\"middle\"", plot->x_label);
    wyrm_page_addf(page,
                   "  <text transform=\"translate(20 %.1f) rotate(-90)\" text-anchor=\"middle\">",
                   (TOP + BOTTOM) / 2.0);
    add_text(page, plot->y_label);
    wyrm_page_add(page, "</text>\n");
}

/* Band and line, and a dot a point; what it stands for shows where the pointer rests on it. */
static void add_shapes(wyrm_page *page, const wyrm_plot *plot, const wyrm_axis *x,
                       const wyrm_axis *y)
{
    const wyrm_plot_point *first = plot->points, *end = plot->points + plot->count;
    double radius = plot->count <= 60 ? 3 : plot->count <= 200 ? 2 : 1.2;
    wyrm_page_add(page, "  <path fill=\"" BAND_COLOUR "\" fill-opacity=\"0.6\" d=\"");
    for (const wyrm_plot_point *at = first; at < end; at++)
        wyrm_page_addf(page, "%s%.1f %.1f", at == first ? "M" : "L", across(x, at->x),
                       down(y, at->high));
    for (const wyrm_plot_point *at = end; at-- > first;)
        wyrm_page_addf(page, "L%.1f %.1f", across(x, at->x), down(y, at->low));
    wyrm_page_add(page, "Z\"/>\n  <path fill=\"none\" stroke=\"" LINE_COLOUR
                        "\" stroke-width=\"2\" d=\"");
    for (const wyrm_plot_point *at = first; at < end; at++)
        wyrm_page_addf(page, "%s%.1f %.1f", at == first ? "M" : "L", across(x, at->x),
                       down(y, at->y));
    wyrm_page_add(page, "\"/>\n  <g fill=\"" LINE_COLOUR "\">\n");
    for (const wyrm_plot_point *at = first; at < end; at++) {
        wyrm_figure place, mean, low, high;
        wyrm_page_addf(page, "    <circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>",
                       across(x, at->x), down(y, at->y), radius);
        add_text(page, plot->x_label);
        wyrm_page_addf(page, " %s: ", wyrm_figure_exact(at->x, &place));
        add_text(page, plot->line_name);
        wyrm_page_addf(page, " %s, ", wyrm_figure_exact(at->y, &mean));
        add_text(page, plot->band_name);
        wyrm_page_addf(page, " %s..%s</title></circle>\n", wyrm_figure_exact(at->low, &low),
                       wyrm_figure_exact(at->high, &high));
    }
    wyrm_page_add(page, "  </g>\n</svg>\n");
}

void wyrm_plot_svg(const wyrm_plot *plot, wyrm_page *page)
{
    wyrm_axis x = wyrm_axis_within(plot->points[0].x, plot->points[plot->count - 1].x, 10);
    wyrm_axis y = y_axis(plot, 6);
    add_head(page, plot);
    add_axes(page, plot, &x, &y);
    add_shapes(page, plot, &x, &y);
}

/* ---- Bar charts of distributions ---- */

#define LINES_MAX 24   /* with one more where the ends do not fall on whole bins */
#define RARE      5e-4 /* what lies beyond this tail on either side shares one line */

/* Two blanks and a bar of `share` of `columns`; nothing where the share is too small to be seen. */
static void add_bar(wyrm_page *page, double share, int columns)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    double filled = share * columns;
    int parts = page->style.utf8 ? (int)(filled * 8 + 0.5) : (int)(filled + 0.5) * 8;
    if (parts > 0)
        wyrm_page_spaces(page, 2);
    for (int i = 0; i < parts / 8; i++)
        wyrm_page_add(page, page->style.utf8 ? "█" : "#");
    wyrm_page_add(page, eighths[parts % 8]);
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

/* The first and the last line hold the rare ends. */
void wyrm_chart_pmf(wyrm_page *page, const wyrm_pmf *pmf, uint64_t samples, const char *heading)
{
    chart_line lines[LINES_MAX + 3];
    int64_t first = wyrm_pmf_quantile(pmf, RARE), last = wyrm_pmf_quantile(pmf, 1 - RARE);
    int64_t step = (last - first) / LINES_MAX + 1;
    int64_t lowest = wyrm_pmf_first(pmf), highest = wyrm_pmf_last(pmf);
    size_t count = 0;
    int width = wyrm_display_width(heading), shares = 7;
    double most = 0;
    if (first > lowest)
        lines[count++] = line_of(page, pmf, samples, lowest, first - 1);
    for (int64_t least = first; least <= last; least += step)
        lines[count++] =
            line_of(page, pmf, samples, least, least + step - 1 > last ? last : least + step - 1);
    if (last < highest)
        lines[count++] = line_of(page, pmf, samples, last + 1, highest);
    for (size_t i = 0; i < count; i++) {
        int letters = wyrm_display_width(lines[i].text.text), label = (int)strlen(lines[i].label);
        width = label > width ? label : width;
        shares = letters > shares ? letters : shares;
        most = fmax(most, lines[i].share);
    }
    int columns = page->style.width - width - shares - 8;
    wyrm_page_spaces(page, 3 + width - wyrm_display_width(heading));
    wyrm_page_toned(page, WYRM_TONE_STRONG, heading);
    wyrm_page_spaces(page, shares - 3);
    wyrm_page_toned(page, WYRM_TONE_STRONG, "share\n");
    for (size_t i = 0; i < count; i++) {
        wyrm_page_addf(page, "   %*s  ", width, lines[i].label);
        wyrm_page_spaces(page, shares - wyrm_display_width(lines[i].text.text));
        wyrm_page_add(page, lines[i].text.text);
        if (lines[i].share > 0 && columns > 0)
            add_bar(page, lines[i].share / most, columns);
        wyrm_page_add(page, "\n");
    }
}
