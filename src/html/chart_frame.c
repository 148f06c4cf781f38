/* The frame of a chart: where its axes lie, what stands at them, and how marks are written.
 *
 * Lengths are those of the viewBox: on a wide screen about a pixel, on a phone about 0.6 of one,
 * where letters are larger (report.css), so that there is room for both.
 */
#include "html/internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define CHART_WIDTH  560.0
#define TOP          36.0 /* room for the words of the y axis */
#define PLOT_HEIGHT  224.0
#define BELOW        50.0 /* the numbers and the words of the x axis */
#define RIGHT_MARGIN 10.0
#define INSET        12.0
#define NAME_ROOM    16 /* columns of a category's name */
/* Of a letter of a name and of a number, as large as they get on a phone; and on a wide screen. */
#define LETTER      9.2
#define DIGIT       9.6
#define LETTER_WIDE 6.6
/* Of letters of a slanted name. */
#define SLANTED_ACROSS 5.2
#define SLANTED_DOWN   5.4
#define SLANT_LEAST    15.0 /* between two slanted names */
#define LINE_HEIGHT    19.0 /* of numbers on a phone */
/* Of heat maps. */
#define TABLE_TOP   26.0
#define TABLE_LEFT  44.0
#define CELL_HIGH   26.0
#define CELL_LOW    7.0
#define CELL_WIDEST 44.0
#define CELLS_MAX   200 /* a side */
#define HEIGHT_MAX  440.0

/* ---- Which part of the numbers is shown ---- */

typedef struct reach {
    double least, greatest; /* least > greatest: nothing yet */
    bool positive;          /* what is not above 0 has no place */
} reach;

static void include(reach *of, double value)
{
    if (!html_is_drawable(value) || (of->positive && value <= 0))
        return;
    of->least = fmin(of->least, value);
    of->greatest = fmax(of->greatest, value);
}

double html_stack_below(const html_chart *chart, size_t series, size_t index)
{
    double x = chart->series[series].marks[index].x, below = 0;
    for (size_t s = 0; s < series; s++) {
        const html_series *of = &chart->series[s];
        if (of->reference)
            continue;
        size_t at = index < of->count && of->marks[index].x == x ? index : 0;
        while (at < of->count && of->marks[at].x != x)
            at++;
        if (at < of->count && html_is_drawn(chart, of, &of->marks[at]))
            below += fmax(of->marks[at].y, 0);
    }
    return below;
}

/* What a chart shows of x, y and the values of its colours. */
typedef struct extent {
    reach x, y, value;
} extent;

/* Takes a mark in, and how far it is from the one before. */
static void include_mark(html_frame *frame, size_t series, size_t index, extent *of_all)
{
    const html_series *of = &frame->chart->series[series];
    const html_mark *mark = &of->marks[index];
    reach *y = &of_all->y;
    bool part = frame->chart->kind == HTML_STACKED && !of->reference && !of->total;
    include(&of_all->x, mark->x);
    if (frame->chart->kind == HTML_HEATMAP) {
        include(y, mark->y);
        include(&of_all->value, mark->value);
        return;
    }
    include(y, part ? html_stack_below(frame->chart, series, index) + fmax(mark->y, 0) : mark->y);
    include(y, mark->low);
    include(y, mark->high);
    if (frame->chart->kind == HTML_RANGES) {
        include(y, mark->value);
        include(y, mark->most);
    }
    double gap = index > 0 ? fabs(mark->x - of->marks[index - 1].x) : 0;
    if (gap > 0 && (frame->gap == 0 || gap < frame->gap)) /* false for NAN */
        frame->gap = gap;
}

static extent find_extent(html_frame *frame)
{
    const html_chart *chart = frame->chart;
    extent found = {{INFINITY, -INFINITY, chart->x.logarithmic},
                    {INFINITY, -INFINITY, chart->y.logarithmic},
                    {INFINITY, -INFINITY, false}};
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++)
            if (html_is_drawn(chart, &chart->series[s], &chart->series[s].marks[i]))
                include_mark(frame, s, i, &found);
    if (chart->category_count > 0) {
        include(&found.x, 0);
        include(&found.x, (double)chart->category_count - 1);
    }
    if (frame->gap == 0 || chart->category_count > 0 || !html_is_drawable(frame->gap))
        frame->gap = 1;
    return found;
}

/* What the chart asks for goes before what its marks need. */
static void settle(reach *of, const html_axis *axis)
{
    if (of->least > of->greatest)
        *of = (reach){of->positive, of->positive, of->positive};
    if (html_is_drawable(axis->least))
        of->least = axis->least;
    if (html_is_drawable(axis->greatest))
        of->greatest = axis->greatest;
    if (of->least > of->greatest)
        *of = (reach){of->greatest, of->least, of->positive};
}

/* 0 belongs to the axis unless all that is shown lies far from it. */
static void include_zero(reach *of, const html_axis *axis)
{
    if (of->least > 0 && of->least < 0.6 * of->greatest && !of->positive &&
        !html_is_drawable(axis->least))
        of->least = 0;
    if (of->greatest < 0 && of->greatest > 0.6 * of->least && !html_is_drawable(axis->greatest))
        of->greatest = 0;
}

static wyrm_axis x_axis(const html_frame *frame, reach x)
{
    if (x.positive)
        return wyrm_axis_factors(x.least, x.greatest);
    if (html_kind_table[frame->chart->kind].slots) {
        x.least -= frame->gap / 2;
        x.greatest += frame->gap / 2;
    }
    wyrm_figure ends[2];
    bool whole = frame->chart->x.whole;
    double letters = fmax((double)strlen(wyrm_figure_exact(x.least, &ends[0])),
                          (double)strlen(wyrm_figure_exact(x.greatest, &ends[1])));
    int room = (int)((frame->right - frame->left) / (letters * LETTER_WIDE + 16));
    int intervals = room < (whole ? 16 : 8) ? room : (whole ? 16 : 8);
    if (whole && x.greatest - x.least < intervals)
        intervals = (int)fmax(x.greatest - x.least, 1);
    return wyrm_axis_within(x.least, x.greatest, intervals);
}

static wyrm_axis y_axis(const html_chart *chart, reach y)
{
    if (y.positive)
        return wyrm_axis_factors(y.least, y.greatest);
    if (html_is_drawable(chart->y.least) && html_is_drawable(chart->y.greatest))
        return wyrm_axis_within(y.least, y.greatest, 5);
    return wyrm_axis_around(y.least, y.greatest, 5);
}

/* ---- Where it lies ---- */

double html_across(const html_frame *frame, double x)
{
    double length = frame->right - frame->left - 2 * frame->inset;
    return frame->left + frame->inset + wyrm_axis_share(&frame->x, x) * length;
}

double html_down(const html_frame *frame, double y)
{
    return frame->bottom - wyrm_axis_share(&frame->y, y) * (frame->bottom - frame->top);
}

double html_slot(const html_frame *frame)
{
    double length = frame->right - frame->left - 2 * frame->inset;
    return length * fmin(frame->gap / (frame->x.high - frame->x.low), 1);
}

/* The number of a tick: per cent of shares. */
static const char *tick_label(const wyrm_axis *axis, const char *unit, int tick, wyrm_figure *out)
{
    if (strcmp(unit, "share") != 0)
        return wyrm_axis_label(axis, tick, out);
    wyrm_axis percent = *axis;
    percent.first_tick = axis->logarithmic ? axis->first_tick + 6 : 100 * axis->first_tick;
    percent.step = axis->logarithmic ? axis->step : 100 * axis->step;
    wyrm_axis_label(&percent, tick, out);
    strncat(out->text, " %", sizeof out->text - strlen(out->text) - 1);
    return out->text;
}

/* Letters of the longest of them. */
static double tick_letters(const wyrm_axis *axis, const char *unit)
{
    double letters = 0;
    wyrm_figure label;
    for (int tick = 0; tick < axis->ticks; tick++)
        letters = fmax(letters, (double)strlen(tick_label(axis, unit, tick, &label)));
    return letters;
}

/* Names of categories stand upright where they fit between two neighbours, `slot` apart, else
 * slanted: with more room left of the plot, and as much below it as is returned. */
static double fit_names(html_frame *frame, double slot)
{
    const html_chart *chart = frame->chart;
    double longest = 0;
    for (size_t i = 0; i < chart->category_count; i++)
        longest = fmax(longest, fmin(wyrm_display_width(chart->categories[i]), NAME_ROOM));
    frame->slanted = longest * LETTER_WIDE + 6 > slot;
    for (size_t i = 0; i < chart->category_count && frame->slanted; i++) {
        double letters = fmin(wyrm_display_width(chart->categories[i]), NAME_ROOM);
        double sticks_out = letters * SLANTED_ACROSS + 4 - ((double)i + 0.5) * slot;
        frame->left = fmax(frame->left, sticks_out);
    }
    return frame->slanted ? longest * SLANTED_DOWN : 0;
}

/* A table of colours: as wide as it can be, with cells that are never higher than wide. */
static void layout_heatmap(html_frame *frame, const extent *of)
{
    double columns = fmin(of->x.greatest - of->x.least + 1, CELLS_MAX);
    double rows = fmin(of->y.greatest - of->y.least + 1, CELLS_MAX);
    double low = of->value.least, high = of->value.greatest;
    bool share = strcmp(frame->chart->value_unit, "share") == 0 && low >= 0 && high <= 1;
    frame->shades = share && high > 0.5 ? wyrm_axis_within(0, 1, 4)
                                        : wyrm_axis_around(fmin(low, high > 0 ? 0 : low), high, 4);
    frame->left = TABLE_LEFT;
    double width = fmin(frame->width - 4 - frame->left, columns * CELL_WIDEST);
    double below = fit_names(frame, width / columns);
    width = fmin(frame->width - 4 - frame->left, columns * CELL_WIDEST);
    double cell = fmin(fmin(CELL_HIGH, width / columns), HEIGHT_MAX / rows);
    double height = rows * fmax(cell, CELL_LOW);
    frame->right = frame->left + width;
    frame->top = TABLE_TOP;
    frame->bottom = TABLE_TOP + height;
    frame->height = frame->bottom + BELOW + below;
    frame->gap = 1;
    frame->x = wyrm_axis_within(of->x.least - 0.5, of->x.greatest + 0.5,
                                (int)fmin(columns, floor(width / 26)));
    frame->y = wyrm_axis_within(of->y.least - 0.5, of->y.greatest + 0.5,
                                (int)fmin(rows, floor(height / 16)));
}

void html_frame_layout(html_frame *frame)
{
    const html_chart *chart = frame->chart;
    extent of = find_extent(frame);
    frame->width = CHART_WIDTH;
    if (chart->kind == HTML_HEATMAP) {
        layout_heatmap(frame, &of);
        return;
    }
    settle(&of.x, &chart->x);
    settle(&of.y, &chart->y);
    include_zero(&of.y, &chart->y);
    frame->top = TOP;
    frame->bottom = TOP + PLOT_HEIGHT;
    frame->height = frame->bottom + BELOW;
    frame->right = frame->width - RIGHT_MARGIN;
    frame->inset = html_kind_table[chart->kind].slots ? 0 : INSET;
    frame->y = y_axis(chart, of.y);
    frame->left = fmin(fmax(tick_letters(&frame->y, chart->y.unit) * LETTER + 10, 30), 150);
    frame->x = x_axis(frame, of.x);
    if (chart->category_count > 0)
        frame->height += fit_names(frame, html_slot(frame));
}

/* ---- What stands at the axes ---- */

static void add_axis_words(wyrm_page *page, const html_axis *axis, double x, double y,
                           const char *anchor)
{
    if (axis->label[0] == '\0' && axis->unit[0] == '\0')
        return;
    wyrm_page_addf(page, "<text x=\"%.1f\" y=\"%.1f\" class=\"words %s\">", x, y, anchor);
    html_write(page, axis->logarithmic ? "{}{u}, logarithmic</text>\n" : "{}{u}</text>\n",
               axis->label, axis->unit);
}

static void add_number(const html_frame *frame, double x, double y, const char *class,
                       const char *text)
{
    wyrm_page_addf(frame->page, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    html_write(frame->page, "{}</text>\n", text);
}

/* A category's name in at most NAME_ROOM columns. */
static void add_name(wyrm_page *page, const char *name)
{
    char cut[4 * NAME_ROOM + 4];
    wyrm_utf8_copy(cut, 4 * NAME_ROOM + 1, name);
    bool whole = strlen(cut) == strlen(name);
    while (wyrm_display_width(cut) > NAME_ROOM - (whole ? 0 : 1)) {
        cut[wyrm_utf8_cut(cut, strlen(cut), strlen(cut) - 1)] = '\0';
        whole = false;
    }
    html_write(page, whole ? "{}</text>\n" : "{}…</text>\n", cut);
}

static void add_names(const html_frame *frame)
{
    double slot = html_slot(frame);
    size_t every = 1;
    while (frame->slanted && (double)every * slot < SLANT_LEAST)
        every++;
    for (size_t i = 0; i < frame->chart->category_count; i += every) {
        double at = html_across(frame, (double)i);
        if (frame->slanted)
            wyrm_page_addf(frame->page,
                           "<text class=\"end slanted\" transform=\"translate(%.1f %.1f) "
                           "rotate(-50)\">",
                           at + 4, frame->bottom + 13);
        else
            wyrm_page_addf(frame->page, "<text x=\"%.1f\" y=\"%.1f\" class=\"mid name\">", at,
                           frame->bottom + 19);
        add_name(frame->page, frame->chart->categories[i]);
    }
}

/* On a phone every other number goes where they would touch. */
static void add_labels(const html_frame *frame)
{
    const html_chart *chart = frame->chart;
    wyrm_figure label;
    double apart = html_down(frame, wyrm_axis_tick(&frame->y, 0)) -
                   html_down(frame, wyrm_axis_tick(&frame->y, 1));
    for (int tick = 0; tick < frame->y.ticks; tick++)
        add_number(frame, frame->left - 7, html_down(frame, wyrm_axis_tick(&frame->y, tick)) + 4,
                   apart < LINE_HEIGHT && tick % 2 == 1 ? "end spare" : "end",
                   tick_label(&frame->y, chart->y.unit, tick, &label));
    if (chart->category_count > 0) {
        add_names(frame);
        return;
    }
    apart = html_across(frame, wyrm_axis_tick(&frame->x, 1)) -
            html_across(frame, wyrm_axis_tick(&frame->x, 0));
    bool crowded = tick_letters(&frame->x, chart->x.unit) * DIGIT + 8 > apart;
    for (int tick = 0; tick < frame->x.ticks; tick++)
        add_number(frame, html_across(frame, wyrm_axis_tick(&frame->x, tick)), frame->bottom + 19,
                   crowded && tick % 2 == 1 ? "mid spare" : "mid",
                   tick_label(&frame->x, chart->x.unit, tick, &label));
}

void html_frame_axes(const html_frame *frame)
{
    wyrm_page *page = frame->page;
    bool table = frame->chart->kind == HTML_HEATMAP;
    /* Read out by the marks and by the table. */
    wyrm_page_add(page, "<g class=\"axes\" aria-hidden=\"true\">\n");
    wyrm_page_add(page, table ? "" : "<path class=\"grid\" d=\"");
    for (int tick = 0; tick < frame->y.ticks && !table; tick++)
        wyrm_page_addf(page, "M%.1f %.1fH%.1f", frame->left,
                       html_down(frame, wyrm_axis_tick(&frame->y, tick)), frame->right);
    /* The line that columns stand on: 0, or the end of the axis next to it. */
    double ground = html_kind_table[frame->chart->kind].slots ? 0 : frame->y.low;
    if (!table)
        wyrm_page_addf(page, "\"/>\n<path class=\"axis\" d=\"M%.1f %.1fH%.1f\"/>\n", frame->left,
                       html_down(frame, ground), frame->right);
    add_labels(frame);
    add_axis_words(page, &frame->chart->y, 0, table ? 13 : 15, "start");
    add_axis_words(page, &frame->chart->x, frame->right, frame->height - 5, "end");
    wyrm_page_add(page, "</g>\n");
}
