/* The marks of a chart as SVG: what each kind of chart draws, from the bottom layer to the top.
 *
 * Every mark is an element of class "mark" with a <title>, and its place in the JSON as data-mark.
 * report.js makes marks images that the keyboard can reach. Layout is done before (figure.c): a
 * mark is drawn from the chart and its axes alone. */
#include "html/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_drawn(const html_drawing *d)
{
    return html_is_drawn(d->chart, d->of, d->mark);
}

/* ---- Mark titles ---- */

/* A line of a title: a range on the y axis, "what: 7 to 8"; and one with any other value. */
static void add_reach(const html_drawing *d, const char *what, double low, double high)
{
    const char *unit = d->chart->y.unit;
    text_figure from, to;
    html_write(d->page, what[0] != '\0' ? "\n{}: {} to {}" : "\n{}{} to {}", what,
               html_number(low, unit, false, &from), html_number(high, unit, false, &to));
}

static void add_fact(const html_drawing *d, const char *what, const char *value)
{
    html_write(d->page, what[0] != '\0' ? "\n{}: {}" : "\n{}{}", what, value);
}

/* The whole title of a mark, one fact per line. */
static void add_words(const html_drawing *d)
{
    const html_chart *chart = d->chart;
    const html_mark *mark = d->mark;
    text_figure out;
    if (mark->label != NULL)
        html_write(d->page, d->of->name[0] != '\0' ? "{}\n" : "{}", mark->label);
    html_write(d->page, "{}", d->of->name);
    add_fact(d, chart->x.label, html_x_text(d, mark->x, true, &out));
    if (d->heat)
        add_fact(d, chart->y.label, html_number(mark->y, chart->y.unit, true, &out));
    if (d->heat || !isnan(mark->y))
        add_fact(d, d->heat ? "" : chart->y.label, html_figure_text(d, true, &out));
    if (!d->heat && html_has_interval(mark) && !html_is_sampled(d))
        add_reach(d, d->of->reference ? chart->y.label : chart->between, mark->low, mark->high);
    if (chart->kind == HTML_RANGES && !isnan(mark->value) && !isnan(mark->most))
        add_reach(d, "all", mark->value, mark->most);
}

/* Patterns of filled shapes, a second distinction besides colour: a tile of 6 x 6 with lines in the
 * colour of the paper. The first look is plain. */
static const char *const patterns[HTML_LOOKS] = {
    "",
    "M-1 7L7-1M-1 1L1-1M5 7L7 5", /* rising */
    "M1.5 1.5h.01M4.5 4.5h.01",   /* dotted */
    "M0 1.5H6M0 4.5H6",           /* horizontal */
    "M-1-1L7 7M-1 5L1 7M5-1L7 1", /* falling */
    "M1.5 0V6M4.5 0V6",           /* vertical */
    "M0 3H6M3 0V6",               /* a grid */
    "M-1 7L7-1M-1-1L7 7",         /* crossed */
};

/* The pattern of the current series; 0 (plain) for kinds without filled shapes, references and
 * totals. */
static int pattern_of(const html_drawing *d)
{
    bool filled = html_drawing_kinds[d->chart->kind].define != NULL;
    return filled && !d->of->reference && !d->of->total ? d->look.shape : 0;
}

static void define_patterns(html_drawing *d)
{
    bool any = false;
    for (size_t s = 0; s < d->chart->series_count; s++) {
        html_take_series(d, s);
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

/* The pattern of a filled shape as an attribute. */
static void add_fill(const html_drawing *d)
{
    if (pattern_of(d) != 0)
        html_write(d->page, " style='fill:url(#{}-p{n})'", d->chart->id, d->s);
}

/* Shapes of points, about 8 units wide, relative to their centre. */
static const char *const shapes[HTML_LOOKS] = {
    "m-3.7 0a3.7 3.7 0 1 0 7.4 0a3.7 3.7 0 1 0-7.4 0z",                 /* a circle */
    "m-3.3-3.3h6.6v6.6h-6.6z",                                          /* a square */
    "m0-4.6l4.3 7.4h-8.6z",                                             /* a triangle */
    "m0-4.9l4.6 4.9-4.6 4.9-4.6-4.9z",                                  /* a diamond */
    "m0 4.6l4.3-7.4h-8.6z",                                             /* pointing down */
    "m-1.5-4.3h3v2.8h2.8v3h-2.8v2.8h-3v-2.8h-2.8v-3h2.8z",              /* a plus */
    "m-3-4.3l3 3 3-3 1.3 1.3-3 3 3 3-1.3 1.3-3-3-3 3-1.3-1.3 3-3-3-3z", /* a cross */
    "m-2.3-4h4.6l2.3 4-2.3 4h-4.6l-2.3-4z",                             /* a hexagon */
};
static const char dot[] = "m-1.7 0a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0z";

/* ---- The parts of marks ---- */

#define CROWD     60   /* marks in a series beyond which points are dots */
#define TOGETHER  0.84 /* part of a slot that its columns fill */
#define WIDEST    40.0
#define OVERLAP   0.3
#define WITH_GAPS 6.0 /* narrower columns have no gaps */

/* Opens the element of a mark, up to the attributes of its shape, which the caller adds; close_mark
 * ends it, with the title inside. */
static void open_mark(const html_drawing *d, const char *element, const char *more)
{
    html_write(d->page, "<{} class='mark{}' data-mark='{n}-{n}'", element, more, d->s, d->i);
}

static void close_mark(const html_drawing *d, const char *element)
{
    html_write(d->page, "<title>");
    add_words(d);
    html_write(d->page, "</title></{}>\n", element);
}

/* Draws a mark that is a rectangle. */
static void add_rectangle(const html_drawing *d, const char *class, double x, double y,
                          double width, double height)
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

/* Draws a mark that is a point: in the shape of its series, or as a dot. */
static void add_point(const html_drawing *d, double x, bool small)
{
    open_mark(d, "path", " point");
    html_write(d->page, " d='M{1} {1}{}'>", x, html_y(d, d->mark->y),
               small ? dot : shapes[d->look.shape]);
    close_mark(d, "path");
}

/* The interval of a mark as a line with caps, which is no mark of its own. */
static void add_whisker(const html_drawing *d, double x)
{
    if (!html_has_interval(d->mark))
        return;
    double bottom = html_y(d, d->mark->low), top = html_y(d, d->mark->high);
    html_write(d->page, "<path class='whisker' d='M{1} {1}V{1}M{1} {1}h6M{1} {1}h6'/>\n", x, bottom,
               top, x - 3, bottom, x - 3, top);
}

/* The x of the series within the slot of the mark, for series side by side. */
static double place_across(const html_drawing *d)
{
    double all = d->places, place = (double)d->look.place;
    return html_x(d, d->mark->x) + (place + 0.5 - all / 2) * fmin(html_slot(d) * 0.8 / all, 26);
}

/* A line through the marks of a series, with a gap at marks that cannot be drawn. `steps`:
 * horizontal up to each x, then vertical. */
static void add_line(html_drawing *d, bool steps)
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
                       html_x(d, mark->x), html_y(d, mark->y));
        any |= has;
        begun = has;
    }
    html_write(d->page, any ? "'/>\n" : "");
}

/* ---- References, behind the marks: wanted ranges, and lines of no difference ---- */

/* Draws a mark of a reference: a rectangle for its interval, or a piece of line. In slots each is
 * visible by itself; elsewhere the whole band or line is drawn at once (draw_references), and a
 * mark is an invisible area for the pointer, which reaches halfway to its neighbours. */
static void draw_reference(const html_drawing *d)
{
    const html_mark *mark = d->mark;
    double at = html_x(d, mark->x), half = html_slot(d) * 0.46;
    double from = at - half, to = at + half, y = html_y(d, mark->y);
    if (!d->slots) {
        from = (at + (d->i > 0 ? html_x(d, mark[-1].x) : at - 12)) / 2;
        to = (at + (d->i + 1 < d->of->count ? html_x(d, mark[1].x) : at + 12)) / 2;
    }
    if (html_has_interval(mark)) {
        double top = html_y(d, mark->high), bottom = html_y(d, mark->low);
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

/* Draws all references. Outside of slots, one band joins all intervals: along the upper ends and
 * back along the lower ones. */
static void draw_references(html_drawing *d)
{
    for (size_t s = 0; s < d->chart->series_count; s++) {
        html_take_series(d, s);
        if (!d->of->reference)
            continue;
        const char *command = "<path class='wanted' d='M{1} {1}";
        size_t count = d->of->count;
        html_write(d->page, "<g class='series reference{}'>\n", d->of->dashed ? " dashed" : "");
        for (size_t k = 0; k < 2 * count && !d->slots; k++) {
            const html_mark *mark = &d->of->marks[k < count ? k : 2 * count - 1 - k];
            if (!html_has_interval(mark))
                continue;
            html_write(d->page, command, html_x(d, mark->x),
                       html_y(d, k < count ? mark->high : mark->low));
            command = "L{1} {1}";
        }
        html_write(d->page, command[0] == 'L' ? "Z'/>\n" : "");
        if (!d->slots)
            add_line(d, false);
        for (size_t i = 0; i < count; i++) {
            html_take_mark(d, i);
            if (is_drawn(d))
                draw_reference(d);
        }
        html_write(d->page, "</g>\n");
    }
}

/* ---- The marks of each kind ---- */

/* A point. Dots of several series stand side by side in a slot; where there are many points, only
 * those with a name keep their shape. */
static void draw_point(const html_drawing *d)
{
    bool dots = d->chart->kind == HTML_DOTS;
    bool named = d->mark->named && d->chart->kind == HTML_SCATTER;
    double x = dots ? place_across(d) : html_x(d, d->mark->x);
    if (dots) /* lines have bands instead */
        add_whisker(d, x);
    add_point(d, x, d->of->count > CROWD && !named);
}

/* A column, beside those of other series. Very narrow ones touch, and form a plain outline. */
static void draw_column(const html_drawing *d)
{
    double all = d->places, place = (double)d->look.place;
    double width = fmin(html_slot(d) * TOGETHER / all, WIDEST);
    if (width < WITH_GAPS && all == 1)
        width = html_slot(d) + OVERLAP;
    double left = html_x(d, d->mark->x) + (place - all / 2) * width;
    double ground = html_y(d, 0), end = html_y(d, d->mark->y), space = width < WITH_GAPS ? 0 : 1;
    add_rectangle(d, " column", left + space / 2, fmin(ground, end), fmax(width - space, 0.3),
                  fabs(end - ground));
    if (width >= WITH_GAPS)
        add_whisker(d, left + width / 2);
}

/* A part of a stacked column, on top of the others; the total is a dot at the top of its stack. */
static void draw_part(const html_drawing *d)
{
    double at = html_x(d, d->mark->x), width = fmin(html_slot(d) * 0.78, 56);
    if (d->of->total) {
        add_whisker(d, at);
        add_point(d, at, true);
        return;
    }
    double below = html_stack_below(d->chart, d->s, d->i);
    double top = html_y(d, below + fmax(d->mark->y, 0));
    add_rectangle(d, " part", at - width / 2, top, width, html_y(d, below) - top);
}

/* A distribution: its whole range as a line, its middle as a box, and y as a bar across it. */
static void draw_box(const html_drawing *d)
{
    const html_mark *mark = d->mark;
    double at = place_across(d), half = fmin(html_slot(d) * 0.22 / d->places, 12);
    double top = html_y(d, mark->high);
    open_mark(d, "g", " box");
    html_write(d->page, ">");
    if (!isnan(mark->value) && !isnan(mark->most))
        html_write(d->page, "<path class='whisker' d='M{1} {1}V{1}'/>", at, html_y(d, mark->value),
                   html_y(d, mark->most));
    if (html_has_interval(mark)) {
        html_write(d->page, "<rect");
        add_fill(d);
        html_write(d->page, " x='{1}' y='{1}' width='{1}' height='{1}' rx='1.5'/>", at - half, top,
                   2 * half, fmax(html_y(d, mark->low) - top, 1));
    }
    if (html_is_drawable(mark->y))
        html_write(d->page, "<path class='middle' d='M{1} {1}H{1}'/>", at - half - 2,
                   html_y(d, mark->y), at + half + 2);
    close_mark(d, "g");
}

/* ---- Heat maps: coloured cells, with numbers in them where these fit ---- */

#define TEXT_LEAST  20.0
#define TEXT_LETTER 6.4

static int shade_of(const html_drawing *d)
{
    int shade = (int)(text_axis_share(&d->shades, d->mark->value) * HTML_SHADES);
    return shade < HTML_SHADES ? shade : HTML_SHADES - 1;
}

static void draw_cell(const html_drawing *d)
{
    double width = html_slot(d), height = (d->bottom - d->top) / (d->y.high - d->y.low);
    double space = fmin(width, height) > 10 ? 1.5 : 0;
    char more[24];
    snprintf(more, sizeof more, " shade h%d", shade_of(d));
    add_rectangle(d, more, html_x(d, d->mark->x) - (width - space) / 2,
                  html_y(d, d->mark->y) - (height - space) / 2, fmax(width - space, 0.4),
                  fmax(height - space, 0.4));
}

/* The numbers in all cells, in percent without the sign for shares; none at all if one does not
 * fit. */
static void add_cell_texts(html_drawing *d)
{
    bool share = strcmp(d->chart->value_unit, "share") == 0, fit = html_slot(d) >= TEXT_LEAST;
    html_take_series(d, 0);
    text_figure *texts = base_array(d->chart->arena, text_figure, d->of->count);
    for (size_t i = 0; i < d->of->count; i++) {
        double value = d->of->marks[i].value;
        if (share)
            snprintf(texts[i].text, sizeof texts[i].text, "%.0f", 100 * value);
        else
            text_figure_exact(value, &texts[i]);
        fit = fit && TEXT_LETTER * (double)strlen(texts[i].text) <= html_slot(d);
    }
    html_write(d->page, fit ? "<g class='cells' aria-hidden='true'>\n" : "");
    for (size_t i = 0; i < d->of->count && fit; i++) {
        html_take_mark(d, i);
        if (is_drawn(d))
            html_write(d->page, "<text class='on{d}' x='{1}' y='{1}'>{}</text>\n", shade_of(d),
                       html_x(d, d->mark->x), html_y(d, d->mark->y) + 4, texts[i].text);
    }
    html_write(d->page, fit ? "</g>\n" : "");
}

/* ---- Lines and steps: the bands of intervals ---- */

/* The band of each stretch of marks with intervals: along the upper ends and back along the lower
 * ones. */
static void add_bands(html_drawing *d, bool steps)
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
            /* A band needs two marks: a single one gets a whisker. */
            html_write(d->page, open ? "'/>\n" : "");
            open = false;
            add_whisker(d, html_x(d, mark->x));
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
                       html_x(d, mark[k].x), html_y(d, mark[k].high));
        for (size_t k = length; k-- > 0;) {
            double x = html_x(d, mark[k].x), y = html_y(d, mark[k].low);
            bool step = steps && k + 1 < length;
            html_write(d->page, step ? "V{1}H{1}" : "L{1} {1}", step ? y : x, step ? x : y);
        }
        html_write(d->page, "Z");
    }
    html_write(d->page, open ? "'/>\n" : "");
}

/* Opens the group of a series, with the classes of its look. */
static void open_series(const html_drawing *d, const char *more)
{
    if (d->of->total || d->heat)
        html_write(d->page, "<g class='series{}'>\n", d->of->total ? " total" : "");
    else
        html_write(d->page, "<g class='series s{d}{}{}'>\n", d->look.colour,
                   d->look.hollow ? " hollow" : "", more);
}

/* ---- Names beside points ---- */

#define NAMES_MAX   60
#define POINT       4.5 /* half the size of a point */
#define NAME_LETTER 7.4 /* width of a letter on a phone */
#define NAME_HEIGHT 15.0

typedef struct box {
    double left, top, right, bottom;
} box;

static bool meet(const box *a, const box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* Whether a box is inside the plot and covers no name and no point. */
static bool is_free(const html_drawing *d, const box *taken, size_t count, const box *wanted)
{
    bool clear = wanted->left >= d->left && wanted->right <= d->width &&
                 wanted->top >= d->top - 6 && wanted->bottom <= d->bottom;
    for (size_t i = 0; i < count && clear; i++)
        clear = !meet(wanted, &taken[i]);
    for (size_t s = 0; s < d->chart->series_count; s++) {
        const html_series *of = &d->chart->series[s];
        for (size_t i = 0; !of->reference && i < of->count && clear; i++) {
            double x = html_x(d, of->marks[i].x), y = html_y(d, of->marks[i].y);
            const box point = {x - POINT, y - POINT, x + POINT, y + POINT};
            clear = !html_is_drawn(d->chart, of, &of->marks[i]) || !meet(wanted, &point);
        }
    }
    return clear;
}

/* Positions of a name relative to its point, nearest first. side: 1 right of the point, -1 left, 0
 * above or below; across and down: distances in units of the viewBox. */
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
#define PLACES      (COUNT_OF(name_places))
#define NEAR_PLACES 8 /* these need no line to their point */

/* Places the name of each named point where it covers nothing, with a thin line to the point if it
 * is far. A name without a free place is left out: title and table have it. */
static void add_names_of_marks(html_drawing *d)
{
    static const char *const anchors[] = {"end", "mid", "start"};
    box taken[NAMES_MAX];
    size_t count = 0, k;
    html_take_series(d, 0);
    for (size_t i = 0; i < d->of->count && count < NAMES_MAX; i++) {
        html_take_mark(d, i);
        if (!d->mark->named || d->mark->label == NULL || !is_drawn(d))
            continue;
        double x = html_x(d, d->mark->x), y = html_y(d, d->mark->y), at = 0, middle = 0;
        double width = NAME_LETTER * text_display_width(d->mark->label);
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

/* ---- Layers ---- */

/* All marks except references, grouped by series. Named points of a scatter plot come last, so that
 * no other covers them. */
static void draw_marks(html_drawing *d)
{
    bool scatter = d->chart->kind == HTML_SCATTER;
    size_t count = d->chart->series_count;
    for (size_t k = 0; k < (scatter ? 2 : 1) * count; k++) {
        html_take_series(d, k % count);
        if (d->of->reference || d->of->count == 0)
            continue;
        open_series(d, "");
        for (size_t i = 0; i < d->of->count; i++) {
            html_take_mark(d, i);
            if ((!scatter || d->mark->named == (k >= count)) && is_drawn(d))
                html_drawing_kinds[d->chart->kind].mark(d);
        }
        html_write(d->page, "</g>\n");
    }
}

/* Bands of all series, then lines of all series, so that none hides another. */
static void draw_curves(html_drawing *d)
{
    size_t count = d->chart->series_count;
    for (size_t k = 0; k < 2 * count; k++) {
        html_take_series(d, k % count);
        if (d->of->reference || d->of->count == 0)
            continue;
        open_series(d, d->of->dashed ? " dashed" : "");
        (k < count ? add_bands : add_line)(d, d->chart->kind == HTML_STEPS);
        html_write(d->page, "</g>\n");
    }
}

/* ---- Symbols of series in the legend, 28 x 14 ---- */

static void sign_point(const html_drawing *d)
{
    html_write(d->page, "<path class='point' d='M14.0 7.0{}'/>", shapes[d->look.shape]);
}

static void sign_line(const html_drawing *d)
{
    html_write(d->page, "<g class='series{}'><path class='line' d='M1 7H27'/></g>",
               d->of->dashed ? " dashed" : "");
    if (d->of->count <= CROWD)
        sign_point(d);
}

static void sign_fill(const html_drawing *d)
{
    bool boxed = d->chart->kind == HTML_RANGES;
    html_write(d->page, "<g class='{}'><rect", boxed ? "box" : "column");
    add_fill(d);
    html_write(d->page, " x='4' y='1' width='20' height='12' rx='1.5'/>");
    html_write(d->page, boxed ? "<path class='middle' d='M4 7H24'/></g>" : "</g>");
}

/* References are the bottom layer, except with stacked columns, which would hide them. */
const html_drawing_kind html_drawing_kinds[HTML_KIND_COUNT] = {
    [HTML_LINES] = {false, NULL, draw_point, sign_line, {draw_references, draw_curves, draw_marks}},
    [HTML_STEPS] = {false, NULL, draw_point, sign_line, {draw_references, draw_curves, draw_marks}},
    [HTML_STACKED] = {true, define_patterns, draw_part, sign_fill, {draw_marks, draw_references}},
    [HTML_COLUMNS] = {true, define_patterns, draw_column, sign_fill, {draw_references, draw_marks}},
    [HTML_DOTS] = {true, NULL, draw_point, sign_point, {draw_references, draw_marks}},
    [HTML_RANGES] = {true, define_patterns, draw_box, sign_fill, {draw_references, draw_marks}},
    [HTML_SCATTER] =
        {false, NULL, draw_point, sign_point, {draw_references, draw_marks, add_names_of_marks}},
    [HTML_HEATMAP] = {false, NULL, draw_cell, NULL, {draw_references, draw_marks, add_cell_texts}},
};
