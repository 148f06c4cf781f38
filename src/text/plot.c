/* Axes, plots of a line with a band, and bar charts of distributions.
 *
 * An axis chooses round ends and ticks; a plot is drawn with it twice, in letters and as SVG, from
 * the same points.
 */
#include "text/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Axes of plots: steps of 1, 2 or 5 times a power of ten. */

#define GRAIN     1e-9 /* of a step: ends that are ticks but for rounding are ticks */
#define MARKS_LOG 7    /* steps of a logarithmic axis that all are ticks */

static double round_step(double length, int intervals)
{
    double least = length / (intervals > 0 ? intervals : 1);
    double power = pow(10, floor(log10(least)));
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

/* Plots on the terminal: dots of Braille letters, two across and four down a letter, or plain
 * ASCII. */

#define ROWS        14 /* letters */
#define COLUMNS_MAX 240
#define LABEL_MAX   10

/* Dots of the plot: bit 0 the line, bit 1 the band. Row 0 is at the top. */
typedef struct canvas {
    int across, down;  /* dots a letter */
    int width, height; /* dots */
    unsigned char dots[4 * ROWS][2 * COLUMNS_MAX];
} canvas;

enum { LINE = 1, BAND = 2 };

static canvas canvas_new(const wyrm_page *page, int columns)
{
    canvas made = {.across = page->style.utf8 ? 2 : 1, .down = page->style.utf8 ? 4 : 1};
    made.width = columns * made.across;
    made.height = ROWS * made.down;
    return made;
}

/* The point of the plot at x, between its neighbours on straight lines. *from is where to look
 * from. */
static wyrm_plot_point between(const wyrm_plot *plot, double x, size_t *from)
{
    while (*from + 1 < plot->count && plot->points[*from + 1].x < x)
        (*from)++;
    const wyrm_plot_point *a = &plot->points[*from];
    const wyrm_plot_point *b = *from + 1 < plot->count ? a + 1 : a;
    double share = b->x > a->x ? (x - a->x) / (b->x - a->x) : 0;
    share = share > 0 ? (share < 1 ? share : 1) : 0;
    return (wyrm_plot_point){.x = x,
                             .y = a->y + share * (b->y - a->y),
                             .low = a->low + share * (b->low - a->low),
                             .high = a->high + share * (b->high - a->high)};
}

static int row_of(const canvas *paper, const wyrm_axis *axis, double y)
{
    return (int)((1 - wyrm_axis_share(axis, y)) * (paper->height - 1) + 0.5);
}

/* Dots of one column from one row to another, in either order. */
static void draw_line(canvas *paper, int column, int from, int to)
{
    int top = from < to ? from : to, bottom = from < to ? to : from;
    for (int row = top; row <= bottom; row++)
        paper->dots[row][column] |= LINE;
}

/* The edges of the band only: dots between them would drown the line. */
static void draw_band(canvas *paper, int column, int top, int bottom)
{
    if (paper->across == 1 || column % 2 == 0) {
        paper->dots[top][column] |= BAND;
        paper->dots[bottom][column] |= BAND;
    }
}

static void draw_all(canvas *paper, const wyrm_plot *plot, const wyrm_axis *x, const wyrm_axis *y)
{
    size_t from = 0;
    int before = -1;
    for (int column = 0; column < paper->width; column++) {
        double share = paper->width > 1 ? (double)column / (paper->width - 1) : 0;
        wyrm_plot_point at = between(plot, x->low + share * (x->high - x->low), &from);
        int row = row_of(paper, y, at.y);
        draw_band(paper, column, row_of(paper, y, at.high), row_of(paper, y, at.low));
        /* A steep line has no gaps. */
        int joined = before < 0 ? row : before < row ? before + 1 : before > row ? before - 1 : row;
        draw_line(paper, column, joined, row);
        before = row;
    }
}

/* One letter of Braille, U+2800 and a bit a dot. */
static void add_braille(wyrm_page *page, const canvas *paper, int row, int column)
{
    static const unsigned char bits[4][2] = {
        {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    unsigned cell = 0;
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 2; c++)
            if (paper->dots[4 * row + r][2 * column + c] != 0)
                cell |= bits[r][c];
    char letter[4] = {(char)0xe2, (char)(0xa0 + (cell >> 6)), (char)(0x80 + (cell & 0x3f)), '\0'};
    wyrm_page_add(page, cell != 0 ? letter : " ");
}

/* The letters of one row; blanks at its end are left out. */
static void add_row(wyrm_page *page, const canvas *paper, int row)
{
    int last = -1, columns = paper->width / paper->across;
    for (int r = 0; r < paper->down; r++)
        for (int c = 0; c < paper->width; c++)
            if (paper->dots[paper->down * row + r][c] != 0 && c / paper->across > last)
                last = c / paper->across;
    for (int column = 0; column <= last && column < columns; column++) {
        unsigned char dot = paper->dots[row][column];
        if (page->style.utf8)
            add_braille(page, paper, row, column);
        else
            wyrm_page_add(page, (dot & LINE) != 0 ? "*" : (dot & BAND) != 0 ? "." : " ");
    }
}

/* The label that stands in a row of letters, "" where none does. */
static const char *row_label(const canvas *paper, const wyrm_axis *axis, int row, wyrm_figure *out)
{
    for (int tick = 0; tick < axis->ticks; tick++)
        if (row_of(paper, axis, wyrm_axis_tick(axis, tick)) / paper->down == row)
            return wyrm_axis_label(axis, tick, out);
    return "";
}

/* The line below the plot, then the numbers below their ticks, as far as they do not meet. */
static void print_x(wyrm_page *page, const wyrm_axis *axis, int left, int columns)
{
    bool utf8 = page->style.utf8;
    char marks[COLUMNS_MAX] = {0};
    for (int tick = 0; tick < axis->ticks; tick++)
        marks[(int)(wyrm_axis_share(axis, wyrm_axis_tick(axis, tick)) * (columns - 1) + 0.5)] = 1;
    wyrm_page_spaces(page, left + 1);
    wyrm_page_add(page, utf8 ? "└" : "+");
    for (int column = 0; column < columns; column++)
        wyrm_page_add(page, marks[column] ? (utf8 ? "┬" : "+") : (utf8 ? "─" : "-"));
    wyrm_page_add(page, "\n");
    int used = 0;
    for (int tick = 0; tick < axis->ticks; tick++) {
        wyrm_figure label;
        wyrm_axis_label(axis, tick, &label);
        double share = wyrm_axis_share(axis, wyrm_axis_tick(axis, tick));
        int length = (int)strlen(label.text);
        int start = left + 2 + (int)(share * (columns - 1) + 0.5) - (length - 1) / 2;
        if (start < used + (used > 0) || start + length > page->style.width)
            continue;
        wyrm_page_spaces(page, start - used);
        wyrm_page_add(page, label.text);
        used = start + length;
    }
    wyrm_page_add(page, "\n");
}

static wyrm_axis y_axis(const wyrm_plot *plot, int intervals)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < plot->count; i++) {
        low = fmin(low, fmin(plot->points[i].low, plot->points[i].y));
        high = fmax(high, fmax(plot->points[i].high, plot->points[i].y));
    }
    return wyrm_axis_around(low > 0 ? 0 : low, high, intervals);
}

void wyrm_plot_print(const wyrm_plot *plot, wyrm_page *page)
{
    wyrm_axis x = wyrm_axis_within(plot->points[0].x, plot->points[plot->count - 1].x, 8);
    wyrm_axis y = y_axis(plot, ROWS / 2);
    int left = 1;
    for (int tick = 0; tick < y.ticks; tick++) {
        wyrm_figure label;
        int length = (int)strlen(wyrm_axis_label(&y, tick, &label));
        left = length > left ? length : left;
    }
    int columns = page->style.width - left - 3;
    columns = columns < COLUMNS_MAX ? columns : COLUMNS_MAX;
    canvas paper = canvas_new(page, columns);
    draw_all(&paper, plot, &x, &y);
    wyrm_page_spaces(page, left + 1);
    wyrm_page_toned(page, WYRM_TONE_STRONG, plot->y_label);
    wyrm_page_add(page, "\n");
    for (int row = 0; row < ROWS; row++) {
        wyrm_figure label;
        const char *text = row_label(&paper, &y, row, &label);
        wyrm_page_addf(page, "%*s %s", left, text,
                       page->style.utf8 ? (text[0] != '\0' ? "┤" : "│")
                                        : (text[0] != '\0' ? "+" : "|"));
        add_row(page, &paper, row);
        wyrm_page_add(page, "\n");
    }
    print_x(page, &x, left, columns);
    wyrm_page_spaces(page, left + 2);
    wyrm_page_toned(page, WYRM_TONE_STRONG, plot->x_label);
    wyrm_page_addf(page, "\n\n");
    wyrm_page_spaces(page, left + 2);
    wyrm_page_wrapf(page, left + 2, left + 2, "%s %s, %s %s", page->style.utf8 ? "⠤⠤⠤" : "***",
                    plot->line_name, page->style.utf8 ? "⠂⠁⠂" : "...", plot->band_name);
}

/* Plots as SVG: one file that needs nothing else, with every point readable as a text. */

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

static void add_head(wyrm_page *page, const wyrm_plot *plot)
{
    wyrm_page_addf(page,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                   "height=\"%d\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n",
                   WIDTH, HEIGHT, WIDTH, HEIGHT);
    wyrm_page_add(page, "  <title>");
    add_text(page, plot->title);
    wyrm_page_add(page, "</title>\n  <desc>");
    add_text(page, plot->subtitle);
    wyrm_page_addf(page, "</desc>\n  <rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH,
                   HEIGHT);
    add_label(page, LEFT, 28, "font-size=\"17\" font-weight=\"bold\"", plot->title);
    add_label(page, LEFT, 48, "fill=\"#555\"", plot->subtitle);
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
                   "  <text transform=\"translate(20 %.1f) rotate(-90)\" "
                   "text-anchor=\"middle\">",
                   (TOP + BOTTOM) / 2.0);
    add_text(page, plot->y_label);
    wyrm_page_add(page, "</text>\n");
}

static void add_legend(wyrm_page *page, const wyrm_plot *plot)
{
    wyrm_page_addf(page,
                   "  <line x1=\"%d\" y1=\"66\" x2=\"%d\" y2=\"66\" stroke=\"" LINE_COLOUR
                   "\" stroke-width=\"2\"/>\n",
                   LEFT, LEFT + 28);
    add_label(page, LEFT + 36, 70.5, "", plot->line_name);
    /* Letters of this size are narrower than 8 on average. */
    double x = LEFT + 36 + 8.0 * wyrm_display_width(plot->line_name) + 20;
    wyrm_page_addf(
        page, "  <rect x=\"%.1f\" y=\"59\" width=\"28\" height=\"14\" fill=\"" BAND_COLOUR "\"/>\n",
        x);
    add_label(page, x + 36, 70.5, "", plot->band_name);
}

static void add_shapes(wyrm_page *page, const wyrm_plot *plot, const wyrm_axis *x,
                       const wyrm_axis *y)
{
    wyrm_page_add(page, "  <path fill=\"" BAND_COLOUR "\" fill-opacity=\"0.6\" d=\"");
    for (size_t i = 0; i < plot->count; i++)
        wyrm_page_addf(page, "%s%.1f %.1f", i == 0 ? "M" : "L", across(x, plot->points[i].x),
                       down(y, plot->points[i].high));
    for (size_t i = plot->count; i-- > 0;)
        wyrm_page_addf(page, "L%.1f %.1f", across(x, plot->points[i].x),
                       down(y, plot->points[i].low));
    wyrm_page_add(page, "Z\"/>\n  <path fill=\"none\" stroke=\"" LINE_COLOUR
                        "\" stroke-width=\"2\" d=\"");
    for (size_t i = 0; i < plot->count; i++)
        wyrm_page_addf(page, "%s%.1f %.1f", i == 0 ? "M" : "L", across(x, plot->points[i].x),
                       down(y, plot->points[i].y));
    wyrm_page_add(page, "\"/>\n");
}

/* A dot a point; what it stands for shows where the pointer rests on it. */
static void add_points(wyrm_page *page, const wyrm_plot *plot, const wyrm_axis *x,
                       const wyrm_axis *y)
{
    double radius = plot->count <= 60 ? 3 : plot->count <= 200 ? 2 : 1.2;
    wyrm_page_addf(page, "  <g fill=\"" LINE_COLOUR "\">\n");
    for (size_t i = 0; i < plot->count; i++) {
        const wyrm_plot_point *at = &plot->points[i];
        wyrm_figure figure;
        wyrm_page_addf(page, "    <circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>",
                       across(x, at->x), down(y, at->y), radius);
        add_text(page, plot->x_label);
        wyrm_page_addf(page, " %s: ", wyrm_figure_exact(at->x, &figure));
        add_text(page, plot->line_name);
        wyrm_page_addf(page, " %s, ", wyrm_figure_exact(at->y, &figure));
        add_text(page, plot->band_name);
        wyrm_page_addf(page, " %s", wyrm_figure_exact(at->low, &figure));
        wyrm_page_addf(page, "..%s</title></circle>\n", wyrm_figure_exact(at->high, &figure));
    }
    wyrm_page_add(page, "  </g>\n");
}

void wyrm_plot_svg(const wyrm_plot *plot, wyrm_page *page)
{
    double low = 0, high = 0;
    for (size_t i = 0; i < plot->count; i++) {
        low = fmin(low, fmin(plot->points[i].low, plot->points[i].y));
        high = fmax(high, fmax(plot->points[i].high, plot->points[i].y));
    }
    wyrm_axis x = wyrm_axis_within(plot->points[0].x, plot->points[plot->count - 1].x, 10);
    wyrm_axis y = wyrm_axis_around(low, high, 6);
    add_head(page, plot);
    add_legend(page, plot);
    add_axes(page, plot, &x, &y);
    add_shapes(page, plot, &x, &y);
    add_points(page, plot, &x, &y);
    wyrm_page_add(page, "</svg>\n");
}

#define LINES_MAX 24   /* with one more where the ends do not fall on whole bins */
#define RARE      5e-4 /* what lies beyond this tail on either side shares one line */

/* Values least..greatest on one line. */
typedef struct chart_line {
    int64_t least, greatest;
    double share;
} chart_line;

static double share_of(const wyrm_pmf *pmf, int64_t least, int64_t greatest)
{
    double share = wyrm_pmf_tail(pmf, least) - wyrm_pmf_tail(pmf, greatest + 1);
    return share > 0 ? share : 0;
}

/* Fills lines[LINES_MAX + 3] and returns how many. The first and last line hold the rare ends. */
static size_t choose_lines(const wyrm_pmf *pmf, chart_line *lines)
{
    int64_t first = wyrm_pmf_quantile(pmf, RARE);
    int64_t last = wyrm_pmf_quantile(pmf, 1 - RARE);
    int64_t step = (last - first) / LINES_MAX + 1;
    size_t count = 0;
    if (first > wyrm_pmf_first(pmf))
        lines[count++] = (chart_line){wyrm_pmf_first(pmf), first - 1, 0};
    for (int64_t least = first; least <= last; least += step) {
        int64_t greatest = least + step - 1;
        lines[count++] = (chart_line){least, greatest > last ? last : greatest, 0};
    }
    if (last < wyrm_pmf_last(pmf))
        lines[count++] = (chart_line){last + 1, wyrm_pmf_last(pmf), 0};
    for (size_t i = 0; i < count; i++)
        lines[i].share = share_of(pmf, lines[i].least, lines[i].greatest);
    return count;
}

static void label_of(const chart_line *line, char *label, size_t size)
{
    if (line->least == line->greatest)
        snprintf(label, size, "%lld", (long long)line->least);
    else
        snprintf(label, size, "%lld..%lld", (long long)line->least, (long long)line->greatest);
}

static const char *share_text(const wyrm_page *page, double share, uint64_t samples,
                              wyrm_figure *out)
{
    if (samples == 0)
        return wyrm_figure_percent(share, out);
    uint64_t seen = (uint64_t)llround(share * (double)samples);
    return wyrm_figure_share(page->style, share, wyrm_share_interval(seen, samples, 0.95), out);
}

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

void wyrm_chart_pmf(wyrm_page *page, const wyrm_pmf *pmf, uint64_t samples, const char *heading)
{
    chart_line lines[LINES_MAX + 3];
    size_t count = choose_lines(pmf, lines);
    int width = wyrm_display_width(heading), shares = 7;
    double most = 0;
    char label[48];
    wyrm_figure share;
    for (size_t i = 0; i < count; i++) {
        label_of(&lines[i], label, sizeof label);
        width = (int)strlen(label) > width ? (int)strlen(label) : width;
        most = lines[i].share > most ? lines[i].share : most;
        int letters = wyrm_display_width(share_text(page, lines[i].share, samples, &share));
        shares = letters > shares ? letters : shares;
    }
    int columns = page->style.width - width - shares - 8;
    wyrm_page_spaces(page, 3 + width - wyrm_display_width(heading));
    wyrm_page_toned(page, WYRM_TONE_STRONG, heading);
    wyrm_page_spaces(page, shares - 3);
    wyrm_page_toned(page, WYRM_TONE_STRONG, "share\n");
    for (size_t i = 0; i < count; i++) {
        label_of(&lines[i], label, sizeof label);
        share_text(page, lines[i].share, samples, &share);
        wyrm_page_addf(page, "   %*s  ", width, label);
        wyrm_page_spaces(page, shares - wyrm_display_width(share.text));
        wyrm_page_add(page, share.text);
        if (lines[i].share > 0 && columns > 0)
            add_bar(page, lines[i].share / most, columns);
        wyrm_page_add(page, "\n");
    }
}
