/* Draws a chart as a figure: its question, caption, legend, picture (SVG), a table of the same
 * numbers, and the commands that print them. All of it is read from one description (chart.c), so
 * that the picture, its tooltips and the table for readers who cannot see it agree. Without
 * JavaScript the table still has every number.
 *
 * Lengths are in units of the viewBox: about a pixel on a wide screen and about 0.6 of one on a
 * phone, where letters are larger (report.css); so there is room for both. */
#include "html/internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The table: a row for each x and a column for each series; a list of points; a heat map
 * ---- */

static void add_head(text_page *page, const char *name, const char *more)
{
    bool named = name[0] != '\0';
    html_write(page, named ? "<th scope='col'>{b}" : "<th scope='col'>{}", name);
    html_write(page, named && more[0] != '\0' ? ", {}</th>" : "{}</th>", more);
}

/* All x of all series, sorted and without duplicates. */
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
    qsort(x, all, sizeof *x, html_by_value);
    for (size_t i = 0; i < all; i++)
        if (kept == 0 || x[kept - 1] != x[i])
            x[kept++] = x[i];
    *count = kept;
    return x;
}

/* Finds the mark of d->of at an x (in a heat map also at that y) and sets d->mark, to NULL if there
 * is none. The search begins at *from, behind the mark that the row before found. */
static void find_mark(html_drawing *d, double x, const double *y, size_t *from)
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

/* A column of the table: one aspect of the marks of a series. */
typedef struct column {
    const html_series *of;
    enum { FIGURE, INTERVAL, REACH } what;
    size_t from; /* where the search for the next mark begins */
} column;

/* Adds the columns that the marks of the current series have values for, with their headings. */
static size_t add_columns(html_drawing *d, column *out)
{
    const html_series *of = d->of;
    bool has[REACH + 1] = {[FIGURE] = !of->reference};
    size_t count = 0;
    const char *const heads[] = {of->name[0] == '\0' ? d->chart->y.label : "",
                                 of->reference ? "" : d->chart->between, "least to greatest"};
    for (size_t i = 0; i < of->count; i++) {
        html_take_mark(d, i);
        has[FIGURE] |= !isnan(d->mark->y);
        has[INTERVAL] |= html_has_interval(d->mark) && !html_is_sampled(d);
        has[REACH] |= d->chart->kind == HTML_RANGES && !isnan(d->mark->value);
    }
    for (int what = FIGURE; what <= REACH; what++)
        if (has[what]) {
            out[count++] = (column){of, what, 0};
            add_head(d->page, of->name, heads[what]);
        }
    return count;
}

static void table_by_x(html_drawing *d)
{
    const html_chart *chart = d->chart;
    column columns[3 * HTML_SERIES_MAX];
    size_t count, width = 0;
    const double *x = all_x(chart, &count);
    html_write(d->page, "<thead><tr><th scope='col'>{}{u}</th>", chart->x.label, chart->x.unit);
    for (size_t s = 0; s < chart->series_count; s++) {
        html_take_series(d, s);
        width += add_columns(d, columns + width);
    }
    html_write(d->page, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count; i++) {
        text_figure from, to;
        html_write(d->page, "<tr><th scope='row'>{b}</th>", html_x_text(d, x[i], false, &from));
        for (column *at = columns; at < columns + width; at++) {
            d->of = at->of;
            find_mark(d, x[i], NULL, &at->from);
            double low = NAN, high = NAN;
            if (d->mark != NULL && at->what != FIGURE) {
                low = at->what == REACH ? d->mark->value : d->mark->low;
                high = at->what == REACH ? d->mark->most : d->mark->high;
            }
            if (at->what == FIGURE)
                html_write(d->page, "<td>{}</td>", html_figure_text(d, false, &from));
            else if (isnan(low) || isnan(high))
                html_write(d->page, "<td>-</td>");
            else
                html_write(d->page, "<td>{} to {}</td>",
                           html_number(low, chart->y.unit, false, &from),
                           html_number(high, chart->y.unit, false, &to));
        }
        html_write(d->page, "</tr>\n");
    }
}

static void table_of_points(html_drawing *d)
{
    const html_chart *chart = d->chart;
    html_write(d->page, "<thead><tr><th scope='col'>who</th><th scope='col'>series</th>");
    html_write(d->page,
               "<th scope='col'>{}{u}</th><th scope='col'>{}{u}</th></tr></thead>\n<tbody>\n",
               chart->x.label, chart->x.unit, chart->y.label, chart->y.unit);
    for (size_t s = 0; s < chart->series_count; s++) {
        html_take_series(d, s);
        for (size_t i = 0; i < d->of->count; i++) {
            text_figure x, y;
            html_take_mark(d, i);
            html_write(d->page,
                       "<tr><th scope='row'>{b}</th><td>{b}</td><td>{}</td><td>{}</td></tr>\n",
                       d->mark->label != NULL ? d->mark->label : d->of->name, d->of->name,
                       html_x_text(d, d->mark->x, false, &x), html_figure_text(d, false, &y));
        }
    }
}

/* Rows are the y values, in the order in which they first occur. */
static void table_of_cells(html_drawing *d)
{
    const html_chart *chart = d->chart;
    size_t count, from = 0;
    const double *x = all_x(chart, &count);
    text_figure text;
    html_take_series(d, 0);
    html_write(d->page, "<thead><tr><th scope='col'>{} by {}</th>", chart->y.label, chart->x.label);
    for (size_t c = 0; c < count; c++)
        add_head(d->page, html_x_text(d, x[c], false, &text), "");
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
        html_write(d->page, "<tr><th scope='row'>{}</th>",
                   html_number(y, chart->y.unit, false, &text));
        for (size_t c = 0; c < count; c++) {
            find_mark(d, x[c], &y, &from);
            html_write(d->page, "<td>{}</td>", html_figure_text(d, false, &text));
        }
        html_write(d->page, "</tr>\n");
    }
}

/* ---- The range of numbers shown ---- */

typedef struct reach {
    double least, greatest; /* least > greatest: empty */
    bool positive;          /* logarithmic: only numbers above 0 count */
} reach;

static void include(reach *of, double value)
{
    if (!html_is_drawable(value) || (of->positive && value <= 0))
        return;
    of->least = fmin(of->least, value);
    of->greatest = fmax(of->greatest, value);
}

/* The ranges of x, y and the values that colours stand for. */
typedef struct extent {
    reach x, y, value;
} extent;

/* Extends the ranges by a mark, and d->gap by its distance from the mark before. */
static void include_mark(html_drawing *d, extent *all)
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
    if (gap > 0 && (d->gap == 0 || gap < d->gap)) /* also false if NAN */
        d->gap = gap;
}

static extent find_extent(html_drawing *d)
{
    const html_chart *chart = d->chart;
    extent found = {{INFINITY, -INFINITY, chart->x.logarithmic},
                    {INFINITY, -INFINITY, chart->y.logarithmic},
                    {INFINITY, -INFINITY, false}};
    for (size_t s = 0; s < chart->series_count; s++) {
        html_take_series(d, s);
        for (size_t i = 0; i < d->of->count; i++) {
            html_take_mark(d, i);
            if (html_is_drawn(chart, d->of, d->mark))
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

/* Limits that the chart asks for replace those that its marks need. */
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

/* ---- Layout ---- */

#define CHART_WIDTH  560.0
#define TOP          36.0 /* with room for the words of the y axis */
#define PLOT_HEIGHT  224.0
#define BELOW        50.0 /* numbers and words of the x axis */
#define RIGHT_MARGIN 10.0
#define INSET        12.0
#define NAME_ROOM    16 /* columns of text for a category's name */
#define LONG_ROOM    40 /* if names are long */
/* Widths of a letter and a digit at the size they have on a phone, and of a letter on a wide
 * screen. */
#define LETTER      9.2
#define DIGIT       9.6
#define LETTER_WIDE 6.6
/* Width and height of a letter of a slanted name. */
#define SLANTED_ACROSS 5.2
#define SLANTED_DOWN   5.4
#define SLANT_LEAST    15.0 /* between two slanted names */
#define LINE_HEIGHT    19.0 /* of numbers on a phone */
/* Heat maps. */
#define TABLE_TOP   26.0
#define TABLE_LEFT  44.0
#define CELL_HIGH   26.0
#define CELL_LOW    7.0
#define CELL_WIDEST 44.0
#define CELLS_MAX   200 /* per side */
#define HEIGHT_MAX  440.0

/* The y axis. It includes 0 unless all values lie far from it. */
static text_axis y_axis(const html_axis *axis, reach y)
{
    bool from = html_is_drawable(axis->least), to = html_is_drawable(axis->greatest);
    settle(&y, axis);
    if (y.least > 0 && y.least < 0.6 * y.greatest && !y.positive && !from)
        y.least = 0;
    if (y.greatest < 0 && y.greatest > 0.6 * y.least && !to)
        y.greatest = 0;
    return y.positive   ? text_axis_factors(y.least, y.greatest)
           : from && to ? text_axis_within(y.least, y.greatest, 5)
                        : text_axis_around(y.least, y.greatest, 5);
}

static text_axis x_axis(const html_drawing *d, reach x)
{
    settle(&x, &d->chart->x);
    if (x.positive)
        return text_axis_factors(x.least, x.greatest);
    x.least -= d->slots ? d->gap / 2 : 0;
    x.greatest += d->slots ? d->gap / 2 : 0;
    text_figure ends[2];
    bool whole = d->chart->x.whole;
    double letters = fmax((double)strlen(text_figure_exact(x.least, &ends[0])),
                          (double)strlen(text_figure_exact(x.greatest, &ends[1])));
    int room = (int)((d->right - d->left) / (letters * LETTER_WIDE + 16));
    int intervals = room < (whole ? 16 : 8) ? room : (whole ? 16 : 8);
    if (whole && x.greatest - x.least < intervals)
        intervals = (int)fmax(x.greatest - x.least, 1);
    return text_axis_within(x.least, x.greatest, intervals);
}

/* The label of a tick; shares are in percent. */
static const char *tick_label(const text_axis *axis, const char *unit, int tick, text_figure *out)
{
    if (strcmp(unit, "share") != 0)
        return text_axis_label(axis, tick, out);
    text_axis percent = *axis;
    percent.first_tick = axis->logarithmic ? axis->first_tick + 6 : 100 * axis->first_tick;
    percent.step = axis->logarithmic ? axis->step : 100 * axis->step;
    text_axis_label(&percent, tick, out);
    strncat(out->text, " %", sizeof out->text - strlen(out->text) - 1);
    return out->text;
}

/* The length of the longest tick label. */
static double tick_letters(const text_axis *axis, const char *unit)
{
    double letters = 0;
    text_figure label;
    for (int tick = 0; tick < axis->ticks; tick++)
        letters = fmax(letters, (double)strlen(tick_label(axis, unit, tick, &label)));
    return letters;
}

static int name_room(const html_chart *chart)
{
    return chart->long_names ? LONG_ROOM : NAME_ROOM;
}

/* Decides whether names of categories stand upright, if they fit between two neighbours, `slot`
 * apart, or slanted. Slanted names may need more room at the left; returns the room they need
 * below. */
static double fit_names(html_drawing *d, double slot)
{
    const html_chart *chart = d->chart;
    double longest = 0;
    for (size_t i = 0; i < chart->category_count; i++)
        longest = fmax(longest, fmin(text_display_width(chart->categories[i]), name_room(chart)));
    d->slanted = longest * LETTER_WIDE + 6 > slot;
    for (size_t i = 0; i < chart->category_count && d->slanted; i++) {
        double letters = fmin(text_display_width(chart->categories[i]), name_room(chart));
        d->left = fmax(d->left, letters * SLANTED_ACROSS + 4 - ((double)i + 0.5) * slot);
    }
    return d->slanted ? longest * SLANTED_DOWN : 0;
}

/* Heat maps are as wide as possible, with cells that are never higher than wide. */
static void layout_heatmap(html_drawing *d, const extent *of)
{
    const reach *x = &of->x, *y = &of->y;
    double columns = fmin(x->greatest - x->least + 1, CELLS_MAX);
    double rows = fmin(y->greatest - y->least + 1, CELLS_MAX);
    double low = of->value.least, high = of->value.greatest;
    bool share = strcmp(d->chart->value_unit, "share") == 0 && low >= 0 && high <= 1;
    d->shades = share && high > 0.5 ? text_axis_within(0, 1, 4)
                                    : text_axis_around(fmin(low, high > 0 ? 0 : low), high, 4);
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
    d->x = text_axis_within(x->least - 0.5, x->greatest + 0.5, across);
    d->y = text_axis_within(y->least - 0.5, y->greatest + 0.5, up);
}

/* ---- Axes ---- */

/* The names of categories, each cut to name_room() columns. */
static void add_names(const html_drawing *d)
{
    const int room = name_room(d->chart);
    size_t every = 1;
    while (d->slanted && (double)every * html_slot(d) < SLANT_LEAST)
        every++;
    for (size_t i = 0; i < d->chart->category_count; i += every) {
        const char *name = d->chart->categories[i];
        double at = html_x(d, (double)i);
        char cut[4 * LONG_ROOM + 4];
        base_utf8_copy(cut, 4 * (size_t)room + 1, name);
        bool whole = strlen(cut) == strlen(name);
        while (text_display_width(cut) > room - (whole ? 0 : 1)) {
            cut[base_utf8_cut(cut, strlen(cut), strlen(cut) - 1)] = '\0';
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

/* The numbers of one axis. Where they would touch on a phone, every other one is hidden there. */
static void add_numbers(const html_drawing *d, bool upright)
{
    const text_axis *axis = upright ? &d->y : &d->x;
    const char *unit = upright ? d->chart->y.unit : d->chart->x.unit;
    double one = text_axis_tick(axis, 0), next = text_axis_tick(axis, 1);
    double apart = upright ? html_y(d, one) - html_y(d, next) : html_x(d, next) - html_x(d, one);
    double least = upright ? LINE_HEIGHT : tick_letters(axis, unit) * DIGIT + 8;
    for (int tick = 0; tick < axis->ticks; tick++) {
        double value = text_axis_tick(axis, tick);
        text_figure label;
        html_write(d->page, "<text x='{1}' y='{1}' class='{}{}'>{}</text>\n",
                   upright ? d->left - 7 : html_x(d, value),
                   upright ? html_y(d, value) + 4 : d->bottom + 19, upright ? "end" : "mid",
                   apart < least && tick % 2 == 1 ? " spare" : "",
                   tick_label(axis, unit, tick, &label));
    }
}

static void add_axis_words(text_page *page, const html_axis *axis, double x, double y,
                           const char *anchor)
{
    if (axis->label[0] != '\0' || axis->unit[0] != '\0')
        html_write(page, "<text x='{1}' y='{1}' class='words {}'>{}{u}{}</text>\n", x, y, anchor,
                   axis->label, axis->unit, axis->logarithmic ? ", logarithmic" : "");
}

static void add_axes(const html_drawing *d)
{
    /* Hidden from screen readers: marks and table have the numbers. */
    html_write(d->page, "<g class='axes' aria-hidden='true'>\n");
    html_write(d->page, d->heat ? "" : "<path class='grid' d='");
    for (int tick = 0; tick < d->y.ticks && !d->heat; tick++)
        html_write(d->page, "M{1} {1}H{1}", d->left, html_y(d, text_axis_tick(&d->y, tick)),
                   d->right);
    if (!d->heat) /* the base line of columns: 0, or the end of the axis nearest to it */
        html_write(d->page, "'/>\n<path class='axis' d='M{1} {1}H{1}'/>\n", d->left,
                   html_y(d, d->slots ? 0 : d->y.low), d->right);
    add_numbers(d, true);
    if (d->chart->category_count > 0)
        add_names(d);
    else
        add_numbers(d, false);
    add_axis_words(d->page, &d->chart->y, 0, d->heat ? 13 : 15, "start");
    add_axis_words(d->page, &d->chart->x, d->right, d->height - 5, "end");
    html_write(d->page, "</g>\n");
}

/* ---- The chart ---- */

static html_drawing layout(const html_chart *chart, text_page *page)
{
    html_drawing d = {.chart = chart, .page = page, .width = CHART_WIDTH};
    d.heat = chart->kind == HTML_HEATMAP;
    d.slots = html_drawing_kinds[chart->kind].slots;
    for (size_t s = 0; s < chart->series_count; s++)
        d.places += chart->series[s].reference ? 0 : 1;
    d.places = fmax(d.places, 1);
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
        d.height += fit_names(&d, html_slot(&d));
    return d;
}

static void draw(html_drawing *d)
{
    const html_drawing_kind *kind = &html_drawing_kinds[d->chart->kind];
    html_write(d->page,
               "<svg xmlns='http://www.w3.org/2000/svg' class='chart {}' role='group' "
               "viewBox='0 0 {0} {0}' aria-label='{}'>\n",
               html_kind_names[d->chart->kind], d->width, d->height, d->chart->title);
    if (kind->define != NULL)
        kind->define(d);
    add_axes(d);
    for (size_t i = 0; i < HTML_LAYERS_MAX && kind->layers[i] != NULL; i++)
        kind->layers[i](d);
    html_write(d->page, "</svg>\n");
}

/* ---- The legend: the name of each series beside its sign ---- */

static void add_entry(const html_drawing *d)
{
    text_page *page = d->page;
    const html_series *of = d->of;
    html_write(page, "<li><svg class='swatch series ");
    if (of->reference || of->total)
        html_write(page, of->total ? "total" : of->dashed ? "reference dashed" : "reference");
    else
        html_write(page, "s{d}{}", d->look.colour, d->look.hollow ? " hollow" : "");
    html_write(page, "' viewBox='0 0 28 14' width='28' height='14' aria-hidden='true'>");
    if (of->reference && of->count > 0 && html_has_interval(&of->marks[0])) {
        html_write(page, "<rect class='wanted' x='2' y='1' width='24' height='12'/>");
    } else if (of->reference) { /* the line of no difference */
        html_write(page, "<path class='line' d='M1 7H27'/>");
    } else if (of->total) {
        html_write(page, "<path class='whisker' d='M14 1V13M11 1h6M11 13h6'/>"
                         "<path class='point' d='M14 7m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z'/>");
    } else {
        html_drawing_kinds[d->chart->kind].sign(d);
    }
    html_write(page, "</svg> {b}</li>\n", of->name);
}

/* For heat maps the scale of colours, with the values at its ends. */
static void add_legend(html_drawing *d)
{
    static const char *const spreads[HTML_KIND_COUNT] = {
        [HTML_LINES] = "shaded", [HTML_STEPS] = "shaded", [HTML_RANGES] = "box"};
    const html_chart *chart = d->chart;
    const char *spread = spreads[chart->kind], *unit = chart->value_unit;
    bool named = d->heat, intervals = false; /* the legend explains bands, whiskers and boxes */
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
        text_figure end;
        html_write(d->page,
                   "<li><span>{b}:</span> {} <svg class='swatch' viewBox='0 0 126 14' "
                   "width='126' height='14' aria-hidden='true'>",
                   chart->series[0].name, html_number(d->shades.low, unit, true, &end));
        for (int shade = 0; shade < HTML_SHADES; shade++)
            html_write(d->page, "<rect class='shade h{d}' x='{d}' y='1' width='14' height='12'/>",
                       shade, 14 * shade);
        html_write(d->page, "</svg> {}</li>\n", html_number(d->shades.high, unit, true, &end));
    }
    for (size_t s = 0; s < chart->series_count && !d->heat; s++) {
        html_take_series(d, s);
        if (d->of->name[0] != '\0')
            add_entry(d);
    }
    if (intervals)
        html_write(d->page, "<li class='quiet'>{}: {}</li>\n", spread ? spread : "thin line",
                   chart->between);
    html_write(d->page, "</ul>\n");
}

/* ---- The whole figure: a single command is shown, several are folded ---- */

void html_chart_figure(const html_chart *chart, text_page *page)
{
    html_drawing d = layout(chart, page);
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
