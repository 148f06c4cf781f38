/* A chart as a figure of a page: the question, what to see, the legend, the picture as SVG, the
 * same numbers as a table, and the commands behind them.
 *
 * All of it is read from the one description (chart.c), so that what is seen, what is told of a
 * mark under the pointer and what readers find who cannot see it are the same numbers. Every mark
 * is an element of class "mark" with a <title> and its place in the JSON as data-mark. report.js
 * makes them images and stops of the keyboard; without it the table has everything.
 *
 * Lengths are those of the viewBox: on a wide screen about a pixel, on a phone about 0.6 of one,
 * where letters are larger (report.css), so that there is room for both. */
#include "html/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A chart that is written ---- */

#define LOOKS  8 /* classes s0...s7 of report.css */
#define SHADES 9 /* classes h0...h8 */

/* How the legend shows the series of each kind of charts, and whether every x has room of its own,
 * for columns and the like. */
static const struct {
    enum { SWATCH_LINE, SWATCH_FILL, SWATCH_POINT, SWATCH_BOX, SWATCH_SHADES } swatch;
    bool slots;
} kinds[HTML_KIND_COUNT] = {
    [HTML_LINES] = {SWATCH_LINE, false},    [HTML_STEPS] = {SWATCH_LINE, false},
    [HTML_STACKED] = {SWATCH_FILL, true},   [HTML_COLUMNS] = {SWATCH_FILL, true},
    [HTML_DOTS] = {SWATCH_POINT, true},     [HTML_RANGES] = {SWATCH_BOX, true},
    [HTML_SCATTER] = {SWATCH_POINT, false}, [HTML_HEATMAP] = {SWATCH_SHADES, false},
};

/* Where its plot lies, and the series and mark at hand. */
typedef struct drawing {
    const html_chart *chart;
    wyrm_page *page;
    bool heat, slots;
    double width, height;
    double left, right, top, bottom; /* of the plot */
    double inset;                    /* between the plot's ends and the first and last x */
    double gap;                      /* least distance of two x; of slots: their width */
    bool slanted;                    /* names of categories that do not fit beside each other */
    wyrm_axis x, y;
    wyrm_axis shades; /* of heat: what the colours stand for */
    const html_series *of;
    html_look look;
    size_t s, i; /* places of the series and of the mark */
    const html_mark *mark;
} drawing;

static void take_series(drawing *d, size_t s)
{
    d->s = s;
    d->of = &d->chart->series[s];
    d->look = html_series_look(d->chart, s);
}

static void take_mark(drawing *d, size_t i)
{
    d->i = i;
    d->mark = &d->of->marks[i];
}

static bool is_drawn(const drawing *d)
{
    return html_is_drawn(d->chart, d->of, d->mark);
}

/* ---- Numbers in words: for the pointer, the table and the legend ---- */

/* A share in per cent; nothing that is not certain is called so. `named`: with its unit behind it,
 * "4.02 hit points". */
static const char *number(double value, const char *unit, bool named, wyrm_figure *out)
{
    bool share = strcmp(unit, "share") == 0;
    if (share && isfinite(value))
        return wyrm_figure_chance(value, out);
    if (isinf(value) && value < 0)
        snprintf(out->text, sizeof out->text, "no lower limit");
    else
        wyrm_figure_exact(value, out);
    size_t used = strlen(out->text);
    if (named && unit[0] != '\0' && !share && isfinite(value))
        snprintf(out->text + used, sizeof out->text - used, " %.32s", unit);
    return out->text;
}

/* Whether low..high is the interval of what the mark shows, and no range of its own. */
static bool is_sampled(const drawing *d)
{
    return html_has_interval(d->mark) && !d->of->reference && d->chart->kind != HTML_RANGES;
}

/* What a mark shows, its y or the value of its colour, with its interval where it has one:
 * "12.3 % ± 0.4"; "-" where there is no mark. `named`: with the unit that stands nowhere else. */
static const char *figure_text(const drawing *d, bool named, wyrm_figure *out)
{
    const html_mark *mark = d->mark;
    const char *unit = d->heat ? d->chart->value_unit : d->chart->y.unit;
    if (mark == NULL)
        return "-";
    double value = d->heat ? mark->value : mark->y;
    if (!is_sampled(d))
        return number(value, unit, named, out);
    if (strcmp(unit, "share") == 0)
        return wyrm_figure_share(HTML_UTF8, value, (wyrm_interval){mark->low, mark->high}, out);
    wyrm_figure text;
    wyrm_figure_sampled(HTML_UTF8, value, (wyrm_interval){mark->low, mark->high}, 0, &text);
    snprintf(out->text, sizeof out->text, "%.40s%s%.20s", text.text, named && *unit ? " " : "",
             named ? unit : "");
    return out->text;
}

/* What x is called: a category, or its number. Valid as long as both arguments. */
static const char *x_text(const drawing *d, double x, bool named, wyrm_figure *out)
{
    if (x >= 0 && x < (double)d->chart->category_count)
        return d->chart->categories[(size_t)x];
    return number(x, d->chart->x.unit, named, out);
}

/* "7 to 8" of the y axis, behind what it is, and the head of such a fact. */
static void add_reach(const drawing *d, const char *what, double low, double high)
{
    const char *unit = d->chart->y.unit;
    wyrm_figure from, to;
    html_write(d->page, what[0] != '\0' ? "\n{}: {} to {}" : "\n{}{} to {}", what,
               number(low, unit, false, &from), number(high, unit, false, &to));
}

static void add_fact(const drawing *d, const char *what, const char *value)
{
    html_write(d->page, what[0] != '\0' ? "\n{}: {}" : "\n{}{}", what, value);
}

/* Everything about a mark, a fact a line. */
static void add_words(const drawing *d)
{
    const html_chart *chart = d->chart;
    const html_mark *mark = d->mark;
    wyrm_figure out;
    if (mark->label != NULL)
        html_write(d->page, d->of->name[0] != '\0' ? "{}\n" : "{}", mark->label);
    html_write(d->page, "{}", d->of->name);
    add_fact(d, chart->x.label, x_text(d, mark->x, true, &out));
    if (d->heat)
        add_fact(d, chart->y.label, number(mark->y, chart->y.unit, true, &out));
    if (d->heat || !isnan(mark->y))
        add_fact(d, d->heat ? "" : chart->y.label, figure_text(d, true, &out));
    if (!d->heat && html_has_interval(mark) && !is_sampled(d))
        add_reach(d, d->of->reference ? chart->y.label : chart->between, mark->low, mark->high);
    if (chart->kind == HTML_RANGES && !isnan(mark->value) && !isnan(mark->most))
        add_reach(d, "all", mark->value, mark->most);
}

/* ---- The table: a row an x and a column a series; points in a list; heat maps as drawn ---- */

static void add_head(wyrm_page *page, const char *name, const char *more)
{
    bool named = name[0] != '\0';
    html_write(page, named ? "<th scope='col'>{b}" : "<th scope='col'>{}", name);
    html_write(page, named && more[0] != '\0' ? ", {}</th>" : "{}</th>", more);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Every x that any series has, in order, each once. */
static double *all_x(const html_chart *chart, size_t *count)
{
    size_t all = 0, kept = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        all += chart->series[s].count;
    double *x = base_array(chart->arena, double, all);
    all = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++)
            x[all++] = chart->series[s].marks[i].x;
    qsort(x, all, sizeof *x, by_value);
    for (size_t i = 0; i < all; i++)
        if (kept == 0 || x[kept - 1] != x[i])
            x[kept++] = x[i];
    *count = kept;
    return x;
}

/* Takes the mark of the series at an x, and of a heat map at that y, looked for from `*from` on,
 * where the one of the row before was; NULL where there is none. */
static void find_mark(drawing *d, double x, const double *y, size_t *from)
{
    d->mark = NULL;
    for (size_t k = 0; k < d->of->count && d->mark == NULL; k++) {
        size_t i = (*from + k) % d->of->count;
        if (d->of->marks[i].x != x || (y != NULL && d->of->marks[i].y != *y))
            continue;
        d->mark = &d->of->marks[i];
        *from = i + 1;
    }
}

/* A column of the table: what it tells of the marks of a series. */
typedef struct column {
    const html_series *of;
    enum { FIGURE, INTERVAL, REACH } what;
    size_t from; /* where its last mark was */
} column;

/* The columns that the marks of the series have something for, with their heads. */
static size_t add_columns(drawing *d, column *out)
{
    const html_series *of = d->of;
    bool has[REACH + 1] = {[FIGURE] = !of->reference};
    size_t count = 0;
    const char *const heads[] = {of->name[0] == '\0' ? d->chart->y.label : "",
                                 of->reference ? "" : d->chart->between, "least to greatest"};
    for (size_t i = 0; i < of->count; i++) {
        take_mark(d, i);
        has[FIGURE] |= !isnan(d->mark->y);
        has[INTERVAL] |= html_has_interval(d->mark) && !is_sampled(d);
        has[REACH] |= d->chart->kind == HTML_RANGES && !isnan(d->mark->value);
    }
    for (int what = FIGURE; what <= REACH; what++)
        if (has[what]) {
            out[count++] = (column){of, what, 0};
            add_head(d->page, of->name, heads[what]);
        }
    return count;
}

static void table_by_x(drawing *d)
{
    const html_chart *chart = d->chart;
    column columns[3 * HTML_SERIES_MAX];
    size_t count, width = 0;
    const double *x = all_x(chart, &count);
    html_write(d->page, "<thead><tr><th scope='col'>{}{u}</th>", chart->x.label, chart->x.unit);
    for (size_t s = 0; s < chart->series_count; s++) {
        take_series(d, s);
        width += add_columns(d, columns + width);
    }
    html_write(d->page, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count; i++) {
        wyrm_figure from, to;
        html_write(d->page, "<tr><th scope='row'>{b}</th>", x_text(d, x[i], false, &from));
        for (column *at = columns; at < columns + width; at++) {
            d->of = at->of;
            find_mark(d, x[i], NULL, &at->from);
            double low = NAN, high = NAN;
            if (d->mark != NULL && at->what != FIGURE) {
                low = at->what == REACH ? d->mark->value : d->mark->low;
                high = at->what == REACH ? d->mark->most : d->mark->high;
            }
            if (at->what == FIGURE)
                html_write(d->page, "<td>{}</td>", figure_text(d, false, &from));
            else if (isnan(low) || isnan(high))
                html_write(d->page, "<td>-</td>");
            else
                html_write(d->page, "<td>{} to {}</td>", number(low, chart->y.unit, false, &from),
                           number(high, chart->y.unit, false, &to));
        }
        html_write(d->page, "</tr>\n");
    }
    html_write(d->page, "</tbody>\n");
}

static void table_of_points(drawing *d)
{
    const html_chart *chart = d->chart;
    html_write(d->page, "<thead><tr><th scope='col'>who</th><th scope='col'>series</th>");
    html_write(d->page,
               "<th scope='col'>{}{u}</th><th scope='col'>{}{u}</th></tr></thead>\n<tbody>\n",
               chart->x.label, chart->x.unit, chart->y.label, chart->y.unit);
    for (size_t s = 0; s < chart->series_count; s++) {
        take_series(d, s);
        for (size_t i = 0; i < d->of->count; i++) {
            wyrm_figure x, y;
            take_mark(d, i);
            html_write(d->page,
                       "<tr><th scope='row'>{b}</th><td>{b}</td><td>{}</td><td>{}</td></tr>\n",
                       d->mark->label != NULL ? d->mark->label : d->of->name, d->of->name,
                       x_text(d, d->mark->x, false, &x), figure_text(d, false, &y));
        }
    }
    html_write(d->page, "</tbody>\n");
}

/* The rows of a heat map are its y, in the order in which they first came. */
static void table_of_cells(drawing *d)
{
    const html_chart *chart = d->chart;
    size_t count, from = 0;
    const double *x = all_x(chart, &count);
    wyrm_figure text;
    take_series(d, 0);
    html_write(d->page, "<thead><tr><th scope='col'>{} by {}</th>", chart->y.label, chart->x.label);
    for (size_t c = 0; c < count; c++)
        add_head(d->page, x_text(d, x[c], false, &text), "");
    html_write(d->page, "</tr></thead>\n<tbody>\n<tr><th scope='rowgroup' colspan='{n}'>{b}{u}",
               count + 1, d->of->name, chart->value_unit);
    html_write(d->page, "</th></tr>\n");
    for (size_t i = 0; i < d->of->count; i++) {
        double y = d->of->marks[i].y;
        size_t first = 0;
        while (first < i && d->of->marks[first].y != y)
            first++;
        if (first < i)
            continue;
        html_write(d->page, "<tr><th scope='row'>{}</th>", number(y, chart->y.unit, false, &text));
        for (size_t c = 0; c < count; c++) {
            find_mark(d, x[c], &y, &from);
            html_write(d->page, "<td>{}</td>", figure_text(d, false, &text));
        }
        html_write(d->page, "</tr>\n");
    }
    html_write(d->page, "</tbody>\n");
}

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

/* What a chart shows of x, y and the values of its colours. */
typedef struct extent {
    reach x, y, value;
} extent;

/* Takes the mark in, and how far it is from the one before. */
static void include_mark(drawing *d, extent *all)
{
    const html_mark *mark = d->mark;
    bool part = d->chart->kind == HTML_STACKED && !d->of->reference && !d->of->total;
    bool ranges = d->chart->kind == HTML_RANGES;
    double below = part ? html_stack_below(d->chart, d->s, d->i) : 0;
    include(&all->x, mark->x);
    include(&all->y, part ? below + fmax(mark->y, 0) : mark->y);
    if (d->heat) {
        include(&all->value, mark->value);
        return;
    }
    include(&all->y, mark->low);
    include(&all->y, mark->high);
    include(&all->y, ranges ? mark->value : (double)NAN);
    include(&all->y, ranges ? mark->most : (double)NAN);
    double gap = d->i > 0 ? fabs(mark->x - mark[-1].x) : 0;
    if (gap > 0 && (d->gap == 0 || gap < d->gap)) /* false for NAN */
        d->gap = gap;
}

static extent find_extent(drawing *d)
{
    const html_chart *chart = d->chart;
    extent found = {{INFINITY, -INFINITY, chart->x.logarithmic},
                    {INFINITY, -INFINITY, chart->y.logarithmic},
                    {INFINITY, -INFINITY, false}};
    for (size_t s = 0; s < chart->series_count; s++) {
        take_series(d, s);
        for (size_t i = 0; i < d->of->count; i++) {
            take_mark(d, i);
            if (is_drawn(d))
                include_mark(d, &found);
        }
    }
    if (chart->category_count > 0) {
        include(&found.x, 0);
        include(&found.x, (double)chart->category_count - 1);
    }
    if (d->gap == 0 || chart->category_count > 0 || !html_is_drawable(d->gap))
        d->gap = 1;
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

/* ---- Where it lies ---- */

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

static double plot_length(const drawing *d)
{
    return d->right - d->left - 2 * d->inset;
}

static double across(const drawing *d, double x)
{
    return d->left + d->inset + wyrm_axis_share(&d->x, x) * plot_length(d);
}

static double down(const drawing *d, double y)
{
    return d->bottom - wyrm_axis_share(&d->y, y) * (d->bottom - d->top);
}

/* Between two neighbours of the x axis. */
static double slot(const drawing *d)
{
    return plot_length(d) * fmin(d->gap / (d->x.high - d->x.low), 1);
}

/* 0 belongs to the y axis unless all that is shown lies far from it. */
static wyrm_axis y_axis(const html_axis *axis, reach y)
{
    bool from = html_is_drawable(axis->least), to = html_is_drawable(axis->greatest);
    settle(&y, axis);
    if (y.least > 0 && y.least < 0.6 * y.greatest && !y.positive && !from)
        y.least = 0;
    if (y.greatest < 0 && y.greatest > 0.6 * y.least && !to)
        y.greatest = 0;
    return y.positive   ? wyrm_axis_factors(y.least, y.greatest)
           : from && to ? wyrm_axis_within(y.least, y.greatest, 5)
                        : wyrm_axis_around(y.least, y.greatest, 5);
}

static wyrm_axis x_axis(const drawing *d, reach x)
{
    settle(&x, &d->chart->x);
    if (x.positive)
        return wyrm_axis_factors(x.least, x.greatest);
    x.least -= d->slots ? d->gap / 2 : 0;
    x.greatest += d->slots ? d->gap / 2 : 0;
    wyrm_figure ends[2];
    bool whole = d->chart->x.whole;
    double letters = fmax((double)strlen(wyrm_figure_exact(x.least, &ends[0])),
                          (double)strlen(wyrm_figure_exact(x.greatest, &ends[1])));
    int room = (int)((d->right - d->left) / (letters * LETTER_WIDE + 16));
    int intervals = room < (whole ? 16 : 8) ? room : (whole ? 16 : 8);
    if (whole && x.greatest - x.least < intervals)
        intervals = (int)fmax(x.greatest - x.least, 1);
    return wyrm_axis_within(x.least, x.greatest, intervals);
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
static double fit_names(drawing *d, double slot)
{
    const html_chart *chart = d->chart;
    double longest = 0;
    for (size_t i = 0; i < chart->category_count; i++)
        longest = fmax(longest, fmin(wyrm_display_width(chart->categories[i]), NAME_ROOM));
    d->slanted = longest * LETTER_WIDE + 6 > slot;
    for (size_t i = 0; i < chart->category_count && d->slanted; i++) {
        double letters = fmin(wyrm_display_width(chart->categories[i]), NAME_ROOM);
        d->left = fmax(d->left, letters * SLANTED_ACROSS + 4 - ((double)i + 0.5) * slot);
    }
    return d->slanted ? longest * SLANTED_DOWN : 0;
}

/* A table of colours: as wide as it can be, with cells that are never higher than wide. */
static void layout_heatmap(drawing *d, const extent *of)
{
    const reach *x = &of->x, *y = &of->y;
    double columns = fmin(x->greatest - x->least + 1, CELLS_MAX);
    double rows = fmin(y->greatest - y->least + 1, CELLS_MAX);
    double low = of->value.least, high = of->value.greatest;
    bool share = strcmp(d->chart->value_unit, "share") == 0 && low >= 0 && high <= 1;
    d->shades = share && high > 0.5 ? wyrm_axis_within(0, 1, 4)
                                    : wyrm_axis_around(fmin(low, high > 0 ? 0 : low), high, 4);
    d->left = TABLE_LEFT;
    double width = fmin(d->width - 4 - d->left, columns * CELL_WIDEST);
    double below = fit_names(d, width / columns);
    width = fmin(d->width - 4 - d->left, columns * CELL_WIDEST);
    double cell = fmin(fmin(CELL_HIGH, width / columns), HEIGHT_MAX / rows);
    double height = rows * fmax(cell, CELL_LOW);
    d->right = d->left + width;
    d->top = TABLE_TOP;
    d->bottom = TABLE_TOP + height;
    d->height = d->bottom + BELOW + below;
    d->gap = 1;
    int across = (int)fmin(columns, floor(width / 26)), up = (int)fmin(rows, floor(height / 16));
    d->x = wyrm_axis_within(x->least - 0.5, x->greatest + 0.5, across);
    d->y = wyrm_axis_within(y->least - 0.5, y->greatest + 0.5, up);
}

/* ---- What stands at the axes ---- */

/* The names of categories, each in at most NAME_ROOM columns. */
static void add_names(const drawing *d)
{
    size_t every = 1;
    while (d->slanted && (double)every * slot(d) < SLANT_LEAST)
        every++;
    for (size_t i = 0; i < d->chart->category_count; i += every) {
        const char *name = d->chart->categories[i];
        double at = across(d, (double)i);
        char cut[4 * NAME_ROOM + 4];
        wyrm_utf8_copy(cut, 4 * NAME_ROOM + 1, name);
        bool whole = strlen(cut) == strlen(name);
        while (wyrm_display_width(cut) > NAME_ROOM - (whole ? 0 : 1)) {
            cut[wyrm_utf8_cut(cut, strlen(cut), strlen(cut) - 1)] = '\0';
            whole = false;
        }
        html_write(d->page,
                   d->slanted ? "<text class='end slanted' transform='translate({1} {1}) "
                                "rotate(-50)'>{}{}</text>\n"
                              : "<text x='{1}' y='{1}' class='mid name'>{}{}</text>\n",
                   d->slanted ? at + 4 : at, d->bottom + (d->slanted ? 13 : 19), cut,
                   whole ? "" : "…");
    }
}

/* The numbers of one axis. On a phone every other one goes where they would touch. */
static void add_numbers(const drawing *d, bool upright)
{
    const wyrm_axis *axis = upright ? &d->y : &d->x;
    const char *unit = upright ? d->chart->y.unit : d->chart->x.unit;
    double one = wyrm_axis_tick(axis, 0), next = wyrm_axis_tick(axis, 1);
    double apart = upright ? down(d, one) - down(d, next) : across(d, next) - across(d, one);
    double least = upright ? LINE_HEIGHT : tick_letters(axis, unit) * DIGIT + 8;
    for (int tick = 0; tick < axis->ticks; tick++) {
        double value = wyrm_axis_tick(axis, tick);
        wyrm_figure label;
        html_write(d->page, "<text x='{1}' y='{1}' class='{}{}'>{}</text>\n",
                   upright ? d->left - 7 : across(d, value),
                   upright ? down(d, value) + 4 : d->bottom + 19, upright ? "end" : "mid",
                   apart < least && tick % 2 == 1 ? " spare" : "",
                   tick_label(axis, unit, tick, &label));
    }
}

static void add_axis_words(wyrm_page *page, const html_axis *axis, double x, double y,
                           const char *anchor)
{
    if (axis->label[0] != '\0' || axis->unit[0] != '\0')
        html_write(page, "<text x='{1}' y='{1}' class='words {}'>{}{u}{}</text>\n", x, y, anchor,
                   axis->label, axis->unit, axis->logarithmic ? ", logarithmic" : "");
}

static void add_axes(const drawing *d)
{
    /* Read out by the marks and by the table. */
    html_write(d->page, "<g class='axes' aria-hidden='true'>\n");
    html_write(d->page, d->heat ? "" : "<path class='grid' d='");
    for (int tick = 0; tick < d->y.ticks && !d->heat; tick++)
        html_write(d->page, "M{1} {1}H{1}", d->left, down(d, wyrm_axis_tick(&d->y, tick)),
                   d->right);
    if (!d->heat) /* the line that columns stand on: 0, or the end of the axis next to it */
        html_write(d->page, "'/>\n<path class='axis' d='M{1} {1}H{1}'/>\n", d->left,
                   down(d, d->slots ? 0 : d->y.low), d->right);
    add_numbers(d, true);
    if (d->chart->category_count > 0)
        add_names(d);
    else
        add_numbers(d, false);
    add_axis_words(d->page, &d->chart->y, 0, d->heat ? 13 : 15, "start");
    add_axis_words(d->page, &d->chart->x, d->right, d->height - 5, "end");
    html_write(d->page, "</g>\n");
}

/* ---- How series are told apart ---- */

/* The place of a series among those that are no reference. */
static size_t place_of(const html_chart *chart, size_t series)
{
    size_t place = 0;
    for (size_t s = 0; s < series; s++)
        place += !chart->series[s].reference;
    return place;
}

html_look html_series_look(const html_chart *chart, size_t series)
{
    const html_series *shown = &chart->series[series];
    size_t plain = 0, dashed = 0, place = 0;
    for (size_t s = 0; s < chart->series_count; s++) {
        const html_series *of = &chart->series[s];
        if (s < series)
            place += !of->reference && of->dashed == shown->dashed;
        plain += !of->reference && !of->dashed;
        dashed += !of->reference && of->dashed;
    }
    if (plain != dashed || plain < 2) /* not every dashed one has a partner */
        place = place_of(chart, series);
    if (shown->alike > 0)
        place = shown->alike - 1;
    /* The ninth has the colour of the first, and another shape. */
    return (html_look){.colour = (int)(place % LOOKS),
                       .shape = (int)((place + place / LOOKS) % LOOKS),
                       .hollow = shown->dashed};
}

/* Patterns of filled shapes: the second sign beside their colour, on a tile of 6 x 6, drawn in the
 * colour of the paper. The first is plain. */
static const char *const patterns[LOOKS] = {
    "",
    "M-1 7L7-1M-1 1L1-1M5 7L7 5", /* rising */
    "M1.5 1.5h.01M4.5 4.5h.01",   /* dotted */
    "M0 1.5H6M0 4.5H6",           /* lying */
    "M-1-1L7 7M-1 5L1 7M5-1L7 1", /* falling */
    "M1.5 0V6M4.5 0V6",           /* standing */
    "M0 3H6M3 0V6",               /* a grid */
    "M-1 7L7-1M-1-1L7 7",         /* crossed */
};

/* Plain where nothing has to be told apart. */
static int pattern_of(const drawing *d)
{
    int swatch = kinds[d->chart->kind].swatch;
    bool filled = swatch == SWATCH_FILL || swatch == SWATCH_BOX;
    return filled && !d->of->reference && !d->of->total ? d->look.shape : 0;
}

static void define_patterns(drawing *d)
{
    bool any = false;
    for (size_t s = 0; s < d->chart->series_count; s++) {
        take_series(d, s);
        if (pattern_of(d) == 0)
            continue;
        html_write(d->page, any ? "" : "<defs>\n");
        any = true;
        html_write(d->page, "<pattern id='{}-p{n}' width='6' height='6' ", d->chart->id, s);
        html_write(d->page,
                   "patternUnits='userSpaceOnUse' class='s{d}'><rect width='6' height='6' "
                   "class='tile'/><path class='hatch' d='{}'/></pattern>\n",
                   d->look.colour, patterns[pattern_of(d)]);
    }
    html_write(d->page, any ? "</defs>\n" : "");
}

/* The pattern of a filled shape, as an attribute. */
static void add_fill(const drawing *d)
{
    if (pattern_of(d) != 0)
        html_write(d->page, " style='fill:url(#{}-p{n})'", d->chart->id, d->s);
}

/* Outlines of about 8 across, relative to their middle. */
static const char *const shapes[LOOKS] = {
    "m-3.7 0a3.7 3.7 0 1 0 7.4 0a3.7 3.7 0 1 0-7.4 0z",                 /* a circle */
    "m-3.3-3.3h6.6v6.6h-6.6z",                                          /* a square */
    "m0-4.6l4.3 7.4h-8.6z",                                             /* a triangle */
    "m0-4.9l4.6 4.9-4.6 4.9-4.6-4.9z",                                  /* a diamond */
    "m0 4.6l4.3-7.4h-8.6z",                                             /* upside down */
    "m-1.5-4.3h3v2.8h2.8v3h-2.8v2.8h-3v-2.8h-2.8v-3h2.8z",              /* a plus */
    "m-3-4.3l3 3 3-3 1.3 1.3-3 3 3 3-1.3 1.3-3-3-3 3-1.3-1.3 3-3-3-3z", /* a cross */
    "m-2.3-4h4.6l2.3 4-2.3 4h-4.6l-2.3-4z",                             /* six corners */
};
static const char dot[] = "m-1.7 0a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0z";

/* ---- The parts of marks ---- */

#define CROWD     60   /* marks of a series that have no shapes any more */
#define TOGETHER  0.84 /* of a slot, all its columns */
#define WIDEST    40.0
#define OVERLAP   0.3
#define WITH_GAPS 6.0 /* columns at least so wide stand apart */

/* <ELEMENT class="mark MORE" ... up to the attributes of its shape, which the caller adds; then the
 * end with everything about the mark as a title. */
static void open_mark(const drawing *d, const char *element, const char *more)
{
    html_write(d->page, "<{} class='mark{}' data-mark='{n}-{n}'", element, more, d->s, d->i);
}

static void close_mark(const drawing *d, const char *element)
{
    html_write(d->page, "<title>");
    add_words(d);
    html_write(d->page, "</title></{}>\n", element);
}

/* A whole mark that is a rectangle. */
static void add_rectangle(const drawing *d, const char *class, double x, double y, double width,
                          double height)
{
    bool fine = d->slots && !d->of->reference;
    open_mark(d, "rect", class);
    add_fill(d);
    html_write(d->page,
               fine ? " x='{2}' y='{2}' width='{2}' height='{2}'>"
                    : " x='{1}' y='{1}' width='{1}' height='{1}'>",
               x, y, width, height);
    close_mark(d, "rect");
}

/* A whole mark that is a point: its shape, or a dot where there are too many. */
static void add_point(const drawing *d, double x, bool small)
{
    open_mark(d, "path", " point");
    html_write(d->page, " d='M{1} {1}{}'>", x, down(d, d->mark->y),
               small ? dot : shapes[d->look.shape]);
    close_mark(d, "path");
}

/* A line from low to high with caps; no mark of its own. */
static void add_whisker(const drawing *d, double x)
{
    if (!html_has_interval(d->mark))
        return;
    double bottom = down(d, d->mark->low), top = down(d, d->mark->high);
    html_write(d->page, "<path class='whisker' d='M{1} {1}V{1}M{1} {1}h6M{1} {1}h6'/>\n", x, bottom,
               top, x - 3, bottom, x - 3, top);
}

/* Series that stand beside each other in a slot. */
static double places(const drawing *d)
{
    return fmax((double)place_of(d->chart, d->chart->series_count), 1);
}

/* The middle of the series' place in the slot of the mark. */
static double place_across(const drawing *d)
{
    double all = places(d), place = (double)place_of(d->chart, d->s);
    return across(d, d->mark->x) + (place + 0.5 - all / 2) * fmin(slot(d) * 0.8 / all, 26);
}

/* A line through the marks of a series, broken where one has no place; `steps`: even up to each
 * x. */
static void add_line(drawing *d, bool steps)
{
    bool begun = false, any = false;
    for (size_t i = 0; i < d->of->count; i++) {
        const html_mark *mark = &d->of->marks[i];
        bool has = html_is_drawable(mark->x) && html_is_drawable(mark->y);
        html_write(d->page, has && !any ? "<path class='line' d='" : "");
        if (has)
            html_write(d->page,
                       !begun  ? "M{1} {1}"
                       : steps ? "H{1}V{1}"
                               : "L{1} {1}",
                       across(d, mark->x), down(d, mark->y));
        any |= has;
        begun = has;
    }
    html_write(d->page, any ? "'/>\n" : "");
}

/* ---- What is wanted, or would be no difference: bands and lines behind the marks ---- */

/* A mark with an interval is its area, one without a piece of a line. Each shows itself only in
 * slots, where every mark has a place of its own, else the band and line are drawn as one, and it
 * reaches half way to its neighbours. */
static void draw_reference(const drawing *d)
{
    const html_mark *mark = d->mark;
    double at = across(d, mark->x), half = slot(d) * 0.46;
    double from = at - half, to = at + half, y = down(d, mark->y);
    if (!d->slots) {
        from = (at + (d->i > 0 ? across(d, mark[-1].x) : at - 12)) / 2;
        to = (at + (d->i + 1 < d->of->count ? across(d, mark[1].x) : at + 12)) / 2;
    }
    if (html_has_interval(mark)) {
        double top = down(d, mark->high), bottom = down(d, mark->low);
        add_rectangle(d, d->slots ? " wanted" : " ghost", from, top, fmax(to - from, 0.5),
                      fmax(bottom - top, 1));
        return;
    }
    open_mark(d, "path", d->slots ? " wanted-line" : " ghost");
    if (d->slots)
        html_write(d->page, " d='M{1} {1}H{1}'>", from, y, to);
    else
        html_write(d->page, " d='M{1} {1}m-6-6h12v12h-12z'>", at, y);
    close_mark(d, "path");
}

/* Where marks have no slots one band goes over all with an interval: along the upper ends, and back
 * along the lower ones. */
static void draw_references(drawing *d)
{
    for (size_t s = 0; s < d->chart->series_count; s++) {
        take_series(d, s);
        if (!d->of->reference)
            continue;
        const char *command = "<path class='wanted' d='M{1} {1}";
        size_t count = d->of->count;
        html_write(d->page, "<g class='series reference{}'>\n", d->of->dashed ? " dashed" : "");
        for (size_t k = 0; k < 2 * count && !d->slots; k++) {
            const html_mark *mark = &d->of->marks[k < count ? k : 2 * count - 1 - k];
            if (!html_has_interval(mark))
                continue;
            html_write(d->page, command, across(d, mark->x),
                       down(d, k < count ? mark->high : mark->low));
            command = "L{1} {1}";
        }
        html_write(d->page, command[0] == 'L' ? "Z'/>\n" : "");
        if (!d->slots)
            add_line(d, false);
        for (size_t i = 0; i < count; i++) {
            take_mark(d, i);
            if (is_drawn(d))
                draw_reference(d);
        }
        html_write(d->page, "</g>\n");
    }
}

/* ---- The marks of each kind ---- */

/* Points: in slots beside those of the other series, in a crowd as dots, but for those with a
 * name. */
static void draw_point(const drawing *d)
{
    bool dots = d->chart->kind == HTML_DOTS;
    bool named = d->mark->named && d->chart->kind == HTML_SCATTER;
    double x = dots ? place_across(d) : across(d, d->mark->x);
    if (dots) /* lines have bands */
        add_whisker(d, x);
    add_point(d, x, d->of->count > CROWD && !named);
}

/* Columns beside each other; where they are many, an outline without stripes between them. */
static void draw_column(const drawing *d)
{
    double all = places(d), place = (double)place_of(d->chart, d->s);
    double width = fmin(slot(d) * TOGETHER / all, WIDEST);
    if (width < WITH_GAPS && all == 1)
        width = slot(d) + OVERLAP;
    double left = across(d, d->mark->x) + (place - all / 2) * width;
    double ground = down(d, 0), end = down(d, d->mark->y), space = width < WITH_GAPS ? 0 : 1;
    add_rectangle(d, " column", left + space / 2, fmin(ground, end), fmax(width - space, 0.3),
                  fabs(end - ground));
    if (width >= WITH_GAPS)
        add_whisker(d, left + width / 2);
}

/* Parts of a whole that stand on each other; all parts together are a dot at their top. */
static void draw_part(const drawing *d)
{
    double at = across(d, d->mark->x), width = fmin(slot(d) * 0.78, 56);
    if (d->of->total) {
        add_whisker(d, at);
        add_point(d, at, true);
        return;
    }
    double below = html_stack_below(d->chart, d->s, d->i);
    double top = down(d, below + fmax(d->mark->y, 0));
    add_rectangle(d, " part", at - width / 2, top, width, down(d, below) - top);
}

/* A distribution: the whole reach as a line, the middle as a box, y as a bar across it. */
static void draw_box(const drawing *d)
{
    const html_mark *mark = d->mark;
    double at = place_across(d), half = fmin(slot(d) * 0.22 / places(d), 12);
    double top = down(d, mark->high);
    open_mark(d, "g", " box");
    html_write(d->page, ">");
    if (!isnan(mark->value) && !isnan(mark->most))
        html_write(d->page, "<path class='whisker' d='M{1} {1}V{1}'/>", at, down(d, mark->value),
                   down(d, mark->most));
    if (html_has_interval(mark)) {
        html_write(d->page, "<rect");
        add_fill(d);
        html_write(d->page, " x='{1}' y='{1}' width='{1}' height='{1}' rx='1.5'/>", at - half, top,
                   2 * half, fmax(down(d, mark->low) - top, 1));
    }
    if (html_is_drawable(mark->y))
        html_write(d->page, "<path class='middle' d='M{1} {1}H{1}'/>", at - half - 2,
                   down(d, mark->y), at + half + 2);
    close_mark(d, "g");
}

/* ---- Heat maps: a table of colours; where there is room each cell has its number, too ---- */

#define TEXT_LEAST  20.0
#define TEXT_LETTER 6.4

static int shade_of(const drawing *d)
{
    int shade = (int)(wyrm_axis_share(&d->shades, d->mark->value) * SHADES);
    return shade < SHADES ? shade : SHADES - 1;
}

static void draw_cell(const drawing *d)
{
    double width = slot(d), height = (d->bottom - d->top) / (d->y.high - d->y.low);
    double space = fmin(width, height) > 10 ? 1.5 : 0;
    char more[24];
    snprintf(more, sizeof more, " shade h%d", shade_of(d));
    add_rectangle(d, more, across(d, d->mark->x) - (width - space) / 2,
                  down(d, d->mark->y) - (height - space) / 2, fmax(width - space, 0.4),
                  fmax(height - space, 0.4));
}

/* The numbers of all cells, short: per cent without its sign; or none where one has no room. */
static void add_cell_texts(drawing *d)
{
    bool share = strcmp(d->chart->value_unit, "share") == 0, fit = slot(d) >= TEXT_LEAST;
    take_series(d, 0);
    wyrm_figure *texts = base_array(d->chart->arena, wyrm_figure, d->of->count);
    for (size_t i = 0; i < d->of->count; i++) {
        double value = d->of->marks[i].value;
        if (share)
            snprintf(texts[i].text, sizeof texts[i].text, "%.0f", 100 * value);
        else
            wyrm_figure_exact(value, &texts[i]);
        fit = fit && TEXT_LETTER * (double)strlen(texts[i].text) <= slot(d);
    }
    html_write(d->page, fit ? "<g class='cells' aria-hidden='true'>\n" : "");
    for (size_t i = 0; i < d->of->count && fit; i++) {
        take_mark(d, i);
        if (is_drawn(d))
            html_write(d->page, "<text class='on{d}' x='{1}' y='{1}'>{}</text>\n", shade_of(d),
                       across(d, d->mark->x), down(d, d->mark->y) + 4, texts[i].text);
    }
    html_write(d->page, fit ? "</g>\n" : "");
}

/* ---- Lines and steps: bands of intervals first, then lines, so that none hides another ---- */

/* Each stretch of marks with intervals, along the upper ends and back along the lower ones. */
static void add_bands(drawing *d, bool steps)
{
    const html_series *of = d->of;
    bool open = false;
    size_t length;
    for (size_t i = 0; i<of->count; i += length> 0 ? length : 1) {
        const html_mark *mark = d->mark = &of->marks[i];
        length = 0;
        while (i + length < of->count && html_is_drawable(mark[length].x) &&
               html_has_interval(&mark[length]))
            length++;
        if (length == 1 && html_is_drawable(mark->y)) {
            /* A band needs two: one mark has a whisker. */
            html_write(d->page, open ? "'/>\n" : "");
            open = false;
            add_whisker(d, across(d, mark->x));
        }
        if (length <= 1)
            continue;
        html_write(d->page, open ? "" : "<path class='band' d='");
        open = true;
        for (size_t k = 0; k < length; k++)
            html_write(d->page,
                       k == 0  ? "M{1} {1}"
                       : steps ? "H{1}V{1}"
                               : "L{1} {1}",
                       across(d, mark[k].x), down(d, mark[k].high));
        for (size_t k = length; k-- > 0;) {
            double x = across(d, mark[k].x), y = down(d, mark[k].low);
            bool step = steps && k + 1 < length;
            html_write(d->page, step ? "V{1}H{1}" : "L{1} {1}", step ? y : x, step ? x : y);
        }
        html_write(d->page, "Z");
    }
    html_write(d->page, open ? "'/>\n" : "");
}

/* The group of a series, in its looks. */
static void open_series(const drawing *d, const char *more)
{
    if (d->of->total || d->heat)
        html_write(d->page, "<g class='series{}'>\n", d->of->total ? " total" : "");
    else
        html_write(d->page, "<g class='series s{d}{}{}'>\n", d->look.colour,
                   d->look.hollow ? " hollow" : "", more);
}

/* ---- The names of points that stand out ---- */

#define NAMES_MAX   60
#define POINT       4.5 /* half of a point, with its edge */
#define NAME_LETTER 7.4 /* across, as large as on a phone */
#define NAME_HEIGHT 15.0

typedef struct box {
    double left, top, right, bottom;
} box;

static bool meet(const box *a, const box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* Whether a box is inside the plot, and neither a name nor a point lies in it. */
static bool is_free(const drawing *d, const box *taken, size_t count, const box *wanted)
{
    bool clear = wanted->left >= d->left && wanted->right <= d->width &&
                 wanted->top >= d->top - 6 && wanted->bottom <= d->bottom;
    for (size_t i = 0; i < count && clear; i++)
        clear = !meet(wanted, &taken[i]);
    for (size_t s = 0; s < d->chart->series_count; s++) {
        const html_series *of = &d->chart->series[s];
        for (size_t i = 0; !of->reference && i < of->count && clear; i++) {
            double x = across(d, of->marks[i].x), y = down(d, of->marks[i].y);
            const box point = {x - POINT, y - POINT, x + POINT, y + POINT};
            clear = !html_is_drawn(d->chart, of, &of->marks[i]) || !meet(wanted, &point);
        }
    }
    return clear;
}

/* Where the middle of a name stands from its point: across in whole sides (1 right, -1 left, 0
 * above or below), and down. Near ones first, then farther and farther ones. */
static const struct {
    int side;
    double across, down;
} name_places[] = {
    {1, 8, 0},     {-1, 8, 0},   {0, 0, -13},  {0, 0, 15},  {1, 8, -12},   {1, 8, 12},
    {-1, 8, -12},  {-1, 8, 12},  {1, 14, -26}, {1, 14, 26}, {-1, 14, -26}, {-1, 14, 26},
    {0, 0, -30},   {0, 0, 30},   {1, 34, 0},   {-1, 34, 0}, {1, 34, -42},  {1, 34, 42},
    {-1, 34, -42}, {-1, 34, 42}, {1, 60, -20}, {1, 60, 20}, {-1, 60, -20}, {-1, 60, 20},
    {0, 0, -56},   {0, 0, 56},   {1, 60, -62}, {1, 60, 62}, {-1, 60, -62}, {-1, 60, 62},
};
#define PLACES      (sizeof name_places / sizeof *name_places)
#define NEAR_PLACES 8 /* that need no line to their point */

/* Each beside its point, above or below it, where nothing else is, and tied to it by a thin line
 * where that is far; nowhere if there is no such place: the name is in the title and in the table.
 */
static void add_names_of_marks(drawing *d)
{
    static const char *const anchors[] = {"end", "mid", "start"};
    box taken[NAMES_MAX];
    size_t count = 0, k;
    for (size_t i = 0; i < d->of->count && count < NAMES_MAX; i++) {
        take_mark(d, i);
        if (!d->mark->named || d->mark->label == NULL || !is_drawn(d))
            continue;
        double x = across(d, d->mark->x), y = down(d, d->mark->y), at = 0, middle = 0;
        double width = NAME_LETTER * wyrm_display_width(d->mark->label);
        box *out = &taken[count];
        for (k = 0; k < PLACES; k++) {
            int side = name_places[k].side;
            at = x + name_places[k].across * side;
            middle = y + name_places[k].down;
            double left = side > 0 ? at : side < 0 ? at - width : at - width / 2;
            *out = (box){left, middle - NAME_HEIGHT / 2, left + width, middle + NAME_HEIGHT / 2};
            if (is_free(d, taken, count, out))
                break;
        }
        if (k == PLACES)
            continue;
        count++;
        if (k >= NEAR_PLACES)
            html_write(d->page, "<path class='leader' d='M{1} {1}L{1} {1}'/>\n", x, y,
                       fmin(fmax(x, out->left), out->right), fmin(fmax(y, out->top), out->bottom));
        html_write(d->page, "<text class='name-of-mark {}' x='{1}' y='{1}' aria-hidden='true'>",
                   anchors[name_places[k].side + 1], at, middle + 4);
        html_write(d->page, "{}</text>\n", d->mark->label);
    }
}

/* ---- The chart ---- */

/* All marks that are no reference, in groups of their looks; of a scatter those with a name, or the
 * others. */
static void draw_marks(drawing *d, bool named)
{
    static void (*const draws[HTML_KIND_COUNT])(const drawing *) = {
        [HTML_LINES] = draw_point,    [HTML_STEPS] = draw_point,  [HTML_STACKED] = draw_part,
        [HTML_COLUMNS] = draw_column, [HTML_DOTS] = draw_point,   [HTML_RANGES] = draw_box,
        [HTML_SCATTER] = draw_point,  [HTML_HEATMAP] = draw_cell,
    };
    html_chart_kind kind = d->chart->kind;
    for (size_t s = 0; s < d->chart->series_count; s++) {
        take_series(d, s);
        if (d->of->reference || d->of->count == 0)
            continue;
        open_series(d, "");
        for (size_t i = 0; i < d->of->count; i++) {
            take_mark(d, i);
            if ((kind != HTML_SCATTER || d->mark->named == named) && is_drawn(d))
                draws[kind](d);
        }
        html_write(d->page, "</g>\n");
    }
}

static drawing layout(const html_chart *chart, wyrm_page *page)
{
    drawing d = {.chart = chart, .page = page, .width = CHART_WIDTH};
    d.heat = chart->kind == HTML_HEATMAP;
    d.slots = kinds[chart->kind].slots;
    extent of = find_extent(&d);
    if (d.heat) {
        layout_heatmap(&d, &of);
        return d;
    }
    d.top = TOP;
    d.bottom = TOP + PLOT_HEIGHT;
    d.height = d.bottom + BELOW;
    d.right = d.width - RIGHT_MARGIN;
    d.inset = d.slots ? 0 : INSET;
    d.y = y_axis(&chart->y, of.y);
    d.left = fmin(fmax(tick_letters(&d.y, chart->y.unit) * LETTER + 10, 30), 150);
    d.x = x_axis(&d, of.x);
    if (chart->category_count > 0)
        d.height += fit_names(&d, slot(&d));
    return d;
}

static void draw(drawing *d)
{
    html_chart_kind kind = d->chart->kind;
    html_write(d->page,
               "<svg xmlns='http://www.w3.org/2000/svg' class='chart {}' role='group' "
               "viewBox='0 0 {0} {0}' aria-label='{}'>\n",
               html_kind_names[kind], d->width, d->height, d->chart->title);
    define_patterns(d);
    add_axes(d);
    if (kind != HTML_STACKED)
        draw_references(d);
    for (int layer = 0; layer < 2 && (kind == HTML_LINES || kind == HTML_STEPS); layer++)
        for (size_t s = 0; s < d->chart->series_count; s++) {
            take_series(d, s);
            if (d->of->reference || d->of->count == 0)
                continue;
            open_series(d, d->of->dashed ? " dashed" : "");
            (layer == 0 ? add_bands : add_line)(d, kind == HTML_STEPS);
            html_write(d->page, "</g>\n");
        }
    draw_marks(d, false);
    if (d->heat)
        add_cell_texts(d);
    if (kind == HTML_SCATTER) { /* those that stand out last, so that no other lies upon them */
        draw_marks(d, true);
        take_series(d, 0);
        add_names_of_marks(d);
    }
    if (kind == HTML_STACKED) /* over the columns, which would hide them */
        draw_references(d);
    html_write(d->page, "</svg>\n");
}

/* ---- The legend: names, each with the sign of its series ---- */

static void add_entry(const drawing *d)
{
    wyrm_page *page = d->page;
    const html_series *of = d->of;
    int swatch = kinds[d->chart->kind].swatch;
    bool boxed = swatch == SWATCH_BOX, line = swatch == SWATCH_LINE;
    html_write(page, "<li><svg class='swatch series ");
    if (of->reference || of->total)
        html_write(page, of->total ? "total" : of->dashed ? "reference dashed" : "reference");
    else
        html_write(page, "s{d}{}", d->look.colour, d->look.hollow ? " hollow" : "");
    html_write(page, "' viewBox='0 0 28 14' width='28' height='14' aria-hidden='true'>");
    if (of->reference && of->count > 0 && html_has_interval(&of->marks[0])) {
        html_write(page, "<rect class='wanted' x='2' y='1' width='24' height='12'/>");
    } else if (of->reference) { /* of no difference */
        html_write(page, "<path class='line' d='M1 7H27'/>");
    } else if (of->total) {
        html_write(page, "<path class='whisker' d='M14 1V13M11 1h6M11 13h6'/>"
                         "<path class='point' d='M14 7m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z'/>");
    } else if (line || swatch == SWATCH_POINT) {
        if (line)
            html_write(page, "<g class='series{}'><path class='line' d='M1 7H27'/></g>",
                       of->dashed ? " dashed" : "");
        if (!line || of->count <= CROWD)
            html_write(page, "<path class='point' d='M14.0 7.0{}'/>", shapes[d->look.shape]);
    } else {
        html_write(page, "<g class='{}'><rect", boxed ? "box" : "column");
        add_fill(d);
        html_write(page, " x='4' y='1' width='20' height='12' rx='1.5'/>");
        html_write(page, boxed ? "<path class='middle' d='M4 7H24'/></g>" : "</g>");
    }
    html_write(page, "</svg> {b}</li>\n", of->name);
}

/* Of a heat map the steps of its colours, with the values at their ends. */
static void add_legend(drawing *d)
{
    static const char *const spreads[HTML_KIND_COUNT] = {
        [HTML_LINES] = "shaded", [HTML_STEPS] = "shaded", [HTML_RANGES] = "box"};
    const html_chart *chart = d->chart;
    const char *spread = spreads[chart->kind], *unit = chart->value_unit;
    bool named = d->heat, intervals = false; /* which bands, whiskers and boxes stand for */
    for (size_t s = 0; s < chart->series_count && !d->heat; s++) {
        const html_series *of = &chart->series[s];
        named |= of->name[0] != '\0';
        for (size_t i = 0; i < of->count; i++)
            intervals |= !of->reference && html_has_interval(&of->marks[i]);
    }
    if (!named && !intervals)
        return;
    html_write(d->page, "<ul class='legend'>\n");
    if (d->heat) {
        wyrm_figure end;
        html_write(d->page,
                   "<li><span>{b}:</span> {} <svg class='swatch' viewBox='0 0 126 14' "
                   "width='126' height='14' aria-hidden='true'>",
                   chart->series[0].name, number(d->shades.low, unit, true, &end));
        for (int shade = 0; shade < SHADES; shade++)
            html_write(d->page, "<rect class='shade h{d}' x='{d}' y='1' width='14' height='12'/>",
                       shade, 14 * shade);
        html_write(d->page, "</svg> {}</li>\n", number(d->shades.high, unit, true, &end));
    }
    for (size_t s = 0; s < chart->series_count && !d->heat; s++) {
        take_series(d, s);
        if (d->of->name[0] != '\0')
            add_entry(d);
    }
    if (intervals)
        html_write(d->page, "<li class='quiet'>{}: {}</li>\n", spread ? spread : "thin line",
                   chart->between);
    html_write(d->page, "</ul>\n");
}

/* ---- The whole figure: one command stands there, more are to be unfolded ---- */

void html_chart_figure(const html_chart *chart, wyrm_page *page)
{
    drawing d = layout(chart, page);
    bool scatter = chart->kind == HTML_SCATTER;
    html_write(page, "<figure class='picture' id='{}'>\n<figcaption>\n<h3>{}</h3>\n", chart->id,
               chart->title);
    if (chart->caption[0] != '\0')
        html_write(page, "<p>{p}</p>\n", chart->caption);
    html_write(page, "</figcaption>\n");
    add_legend(&d);
    draw(&d);
    html_write(page, "<div class='behind'>\n<details>\n<summary>The numbers as a table");
    html_write(page, "<span class='unseen'>: {}</span></summary>\n", chart->title);
    html_table_begin(page, chart->title, chart->title);
    (d.heat ? table_of_cells : scatter ? table_of_points : table_by_x)(&d);
    html_table_end(page);
    html_write(page, "</details>\n");
    if (chart->command_count == 1)
        html_write(page, "<p class='how'><span>{}:</span> {c}</p>\n", chart->printed,
                   chart->commands[0]);
    if (chart->command_count > 1) {
        html_write(page,
                   "<details class='made'>\n<summary>{}, by {n} commands<span class='unseen'>: "
                   "{}</span></summary>\n<ul class='commands'>\n",
                   chart->printed, chart->command_count, chart->title);
        for (size_t i = 0; i < chart->command_count; i++)
            html_write(page, "<li>{c}</li>\n", chart->commands[i]);
        html_write(page, "</ul>\n</details>\n");
    }
    if (chart->replay[0] != '\0')
        html_write(page, "<p class='how'><span>Watch such a run:</span> {c}</p>\n", chart->replay);
    html_write(page, "</div>\n</figure>\n");
}
