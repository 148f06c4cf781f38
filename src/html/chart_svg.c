/* The kinds of charts as SVG, and whole figures: the question, what to see, the legend, the chart,
 * its numbers and the commands behind it.
 *
 * Every mark is an element of class "mark" with a <title> and its place in the JSON as data-mark.
 * report.js makes them images and stops of the keyboard; without it the table has everything.
 */
#include "html/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- How series are told apart ---- */

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
    return (html_look){.colour = (int)(place % HTML_LOOKS),
                       .shape = (int)((place + place / HTML_LOOKS) % HTML_LOOKS),
                       .hollow = shown->dashed};
}

/* Patterns of filled shapes: the second sign beside their colour, on a tile of 6 x 6, drawn in the
 * colour of the paper. The first is plain. */
static const char *const patterns[HTML_LOOKS] = {
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
static int pattern_of(const html_chart *chart, size_t series)
{
    html_swatch swatch = html_kind_table[chart->kind].swatch;
    const html_series *of = &chart->series[series];
    bool filled = swatch == HTML_SWATCH_FILL || swatch == HTML_SWATCH_BOX;
    return filled && !of->reference && !of->total ? html_series_look(chart, series).shape : 0;
}

static void define_patterns(const html_chart *chart, wyrm_page *page)
{
    bool any = false;
    for (size_t s = 0; s < chart->series_count; s++) {
        int pattern = pattern_of(chart, s);
        if (pattern == 0)
            continue;
        html_write(page, any ? "<pattern id=\"{}" : "<defs>\n<pattern id=\"{}", chart->id);
        wyrm_page_addf(page,
                       "-p%zu\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
                       "class=\"s%d\"><rect width=\"6\" height=\"6\" class=\"tile\"/>"
                       "<path class=\"hatch\" d=\"%s\"/></pattern>\n",
                       s, html_series_look(chart, s).colour, patterns[pattern]);
        any = true;
    }
    wyrm_page_add(page, any ? "</defs>\n" : "");
}

/* Attributes: the pattern of a filled shape, and the outline of a point. */
static void add_fill(const html_chart *chart, size_t series, wyrm_page *page)
{
    if (pattern_of(chart, series) != 0)
        html_write(page, " style=\"fill:url(#{}-p{n})\"", chart->id, series);
}

/* Outlines of about 8 across, relative to their middle. */
static const char *const shapes[HTML_LOOKS] = {
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

static void add_shape(const html_chart *chart, size_t series, bool small, double x, double y,
                      wyrm_page *page)
{
    const char *outline = small ? dot : shapes[html_series_look(chart, series).shape];
    wyrm_page_addf(page, " d=\"M%.1f %.1f%s\"", x, y, outline);
}

/* ---- Marks ---- */

/* <ELEMENT class="mark MORE" ... up to the attributes of its shape, which the caller adds; then the
 * end with everything about the mark as a title. */
static void open_mark(const html_frame *frame, const char *element, size_t series, size_t index,
                      const char *more)
{
    wyrm_page_addf(frame->page, "<%s class=\"mark%s\" data-mark=\"%zu-%zu\"", element, more, series,
                   index);
}

static void close_mark(const html_frame *frame, const char *element, size_t series, size_t index)
{
    const html_series *of = &frame->chart->series[series];
    wyrm_page_add(frame->page, "<title>");
    html_mark_words(frame->chart, of, &of->marks[index], frame->page);
    wyrm_page_addf(frame->page, "</title></%s>\n", element);
}

/* ---- What kinds of charts share ---- */

#define CROWD     60   /* marks of a series that have no shapes any more */
#define TOGETHER  0.84 /* of a slot, all its columns */
#define WIDEST    40.0
#define OVERLAP   0.3
#define WITH_GAPS 6.0 /* columns at least so wide stand apart */

static void open_series(const html_frame *frame, size_t series, const char *more)
{
    html_look look = html_series_look(frame->chart, series);
    if (frame->chart->series[series].total)
        wyrm_page_add(frame->page, "<g class=\"series total\">\n");
    else if (frame->chart->kind == HTML_HEATMAP)
        wyrm_page_add(frame->page, "<g class=\"series\">\n");
    else
        wyrm_page_addf(frame->page, "<g class=\"series s%d%s%s\">\n", look.colour,
                       look.hollow ? " hollow" : "", more);
}

static bool is_crowded(const html_series *series)
{
    return series->count > CROWD;
}

/* A whole mark that is a point: its shape, or a dot where there are too many. */
static void add_point_at(const html_frame *frame, size_t series, size_t index, double x, bool small)
{
    double y = html_down(frame, frame->chart->series[series].marks[index].y);
    open_mark(frame, "path", series, index, " point");
    add_shape(frame->chart, series, small, x, y, frame->page);
    wyrm_page_add(frame->page, ">");
    close_mark(frame, "path", series, index);
}

/* A line from low to high with caps; no mark of its own. */
static void add_whisker(const html_frame *frame, double x, const html_mark *mark)
{
    if (!html_has_interval(mark))
        return;
    double bottom = html_down(frame, mark->low), top = html_down(frame, mark->high);
    wyrm_page_addf(frame->page,
                   "<path class=\"whisker\" d=\"M%.1f %.1fV%.1fM%.1f %.1fh6M%.1f %.1fh6\"/>\n", x,
                   bottom, top, x - 3, bottom, x - 3, top);
}

/* Series that stand beside each other in a slot. */
static double places(const html_chart *chart)
{
    size_t count = place_of(chart, chart->series_count);
    return count > 0 ? (double)count : 1;
}

/* The middle of a series' place in the slot of x. */
static double place_across(const html_frame *frame, size_t series, double x)
{
    double all = places(frame->chart), place = (double)place_of(frame->chart, series);
    return html_across(frame, x) + (place + 0.5 - all / 2) * fmin(html_slot(frame) * 0.8 / all, 26);
}

/* A line through the marks of a series, broken where one has no place; `steps`: even up to each
 * x. */
static void add_line(const html_frame *frame, const html_series *series, bool steps)
{
    bool drawing = false, any = false;
    for (size_t i = 0; i < series->count; i++) {
        const html_mark *mark = &series->marks[i];
        if (!html_is_drawable(mark->x) || !html_is_drawable(mark->y)) {
            drawing = false;
            continue;
        }
        double x = html_across(frame, mark->x), y = html_down(frame, mark->y);
        wyrm_page_add(frame->page, any ? "" : "<path class=\"line\" d=\"");
        if (drawing && steps)
            wyrm_page_addf(frame->page, "H%.1fV%.1f", x, y);
        else
            wyrm_page_addf(frame->page, "%s%.1f %.1f", drawing ? "L" : "M", x, y);
        any = drawing = true;
    }
    wyrm_page_add(frame->page, any ? "\"/>\n" : "");
}

/* ---- What is wanted, or would be no difference: bands and lines behind the marks ---- */

/* A mark with an interval is its area, one without a piece of a line. Each shows itself only in
 * slots, where every mark has a place of its own, else the band and line are drawn as one, and it
 * reaches half way to its neighbours. */
static void add_reference(const html_frame *frame, size_t series, size_t index)
{
    const html_series *of = &frame->chart->series[series];
    const html_mark *mark = &of->marks[index];
    wyrm_page *page = frame->page;
    bool slots = html_kind_table[frame->chart->kind].slots;
    double at = html_across(frame, mark->x), half = html_slot(frame) * 0.46;
    double from = at - half, to = at + half, y = html_down(frame, mark->y);
    if (!slots) {
        from = (at + (index > 0 ? html_across(frame, mark[-1].x) : at - 12)) / 2;
        to = (at + (index + 1 < of->count ? html_across(frame, mark[1].x) : at + 12)) / 2;
    }
    if (html_has_interval(mark)) {
        double top = html_down(frame, mark->high), bottom = html_down(frame, mark->low);
        open_mark(frame, "rect", series, index, slots ? " wanted" : " ghost");
        wyrm_page_addf(page, " x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">", from, top,
                       fmax(to - from, 0.5), fmax(bottom - top, 1));
        close_mark(frame, "rect", series, index);
        return;
    }
    open_mark(frame, "path", series, index, slots ? " wanted-line" : " ghost");
    if (slots)
        wyrm_page_addf(page, " d=\"M%.1f %.1fH%.1f\">", from, y, to);
    else
        wyrm_page_addf(page, " d=\"M%.1f %.1fm-6-6h12v12h-12z\">", at, y);
    close_mark(frame, "path", series, index);
}

/* One band over all marks with an interval: along the upper ends, and back along the lower ones. */
static void add_wanted_band(const html_frame *frame, const html_series *series)
{
    const char *command = "<path class=\"wanted\" d=\"M";
    for (size_t k = 0; k < 2 * series->count; k++) {
        bool forward = k < series->count;
        const html_mark *mark = &series->marks[forward ? k : 2 * series->count - 1 - k];
        if (!html_has_interval(mark))
            continue;
        wyrm_page_addf(frame->page, "%s%.1f %.1f", command, html_across(frame, mark->x),
                       html_down(frame, forward ? mark->high : mark->low));
        command = "L";
    }
    wyrm_page_add(frame->page, command[0] == 'L' ? "Z\"/>\n" : "");
}

static void draw_references(const html_frame *frame)
{
    for (size_t s = 0; s < frame->chart->series_count; s++) {
        const html_series *series = &frame->chart->series[s];
        if (!series->reference)
            continue;
        wyrm_page_addf(frame->page, "<g class=\"series reference%s\">\n",
                       series->dashed ? " dashed" : "");
        if (!html_kind_table[frame->chart->kind].slots) {
            add_wanted_band(frame, series);
            add_line(frame, series, false);
        }
        for (size_t i = 0; i < series->count; i++)
            if (html_is_drawn(frame->chart, series, &series->marks[i]))
                add_reference(frame, s, i);
        wyrm_page_add(frame->page, "</g>\n");
    }
}

/* ---- The marks of each kind ---- */

/* Points: in slots beside those of the other series, in a crowd as dots, but for those with a
 * name. */
static void add_point(const html_frame *frame, size_t series, size_t index)
{
    const html_series *of = &frame->chart->series[series];
    const html_mark *mark = &of->marks[index];
    bool dots = frame->chart->kind == HTML_DOTS;
    double x = dots ? place_across(frame, series, mark->x) : html_across(frame, mark->x);
    if (dots) /* lines have bands */
        add_whisker(frame, x, mark);
    bool named = mark->named && frame->chart->kind == HTML_SCATTER;
    add_point_at(frame, series, index, x, is_crowded(of) && !named);
}

/* Columns beside each other; where they are many, an outline without stripes between them. */
static void add_column(const html_frame *frame, size_t series, size_t index)
{
    const html_mark *mark = &frame->chart->series[series].marks[index];
    double all = places(frame->chart), place = (double)place_of(frame->chart, series);
    double slot = html_slot(frame), width = fmin(slot * TOGETHER / all, WIDEST);
    if (width < WITH_GAPS && all == 1)
        width = slot + OVERLAP;
    double left = html_across(frame, mark->x) + (place - all / 2) * width;
    double ground = html_down(frame, 0), end = html_down(frame, mark->y);
    double space = width < WITH_GAPS ? 0 : 1;
    open_mark(frame, "rect", series, index, " column");
    add_fill(frame->chart, series, frame->page);
    wyrm_page_addf(frame->page, " x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\">",
                   left + space / 2, fmin(ground, end), fmax(width - space, 0.3),
                   fabs(end - ground));
    close_mark(frame, "rect", series, index);
    if (width >= WITH_GAPS)
        add_whisker(frame, left + width / 2, mark);
}

/* Parts of a whole that stand on each other; all parts together are a dot at their top. */
static void add_part(const html_frame *frame, size_t series, size_t index)
{
    const html_mark *mark = &frame->chart->series[series].marks[index];
    double at = html_across(frame, mark->x);
    if (frame->chart->series[series].total) {
        add_whisker(frame, at, mark);
        add_point_at(frame, series, index, at, true);
        return;
    }
    double width = fmin(html_slot(frame) * 0.78, 56);
    double below = html_stack_below(frame->chart, series, index);
    double top = html_down(frame, below + fmax(mark->y, 0));
    open_mark(frame, "rect", series, index, " part");
    add_fill(frame->chart, series, frame->page);
    wyrm_page_addf(frame->page, " x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\">",
                   at - width / 2, top, width, html_down(frame, below) - top);
    close_mark(frame, "rect", series, index);
}

/* A distribution: the whole reach as a line, the middle as a box, y as a bar across it. */
static void add_box(const html_frame *frame, size_t series, size_t index)
{
    const html_mark *mark = &frame->chart->series[series].marks[index];
    wyrm_page *page = frame->page;
    double at = place_across(frame, series, mark->x);
    double half = fmin(html_slot(frame) * 0.22 / places(frame->chart), 12);
    open_mark(frame, "g", series, index, " box");
    wyrm_page_add(page, ">");
    if (!isnan(mark->value) && !isnan(mark->most))
        wyrm_page_addf(page, "<path class=\"whisker\" d=\"M%.1f %.1fV%.1f\"/>", at,
                       html_down(frame, mark->value), html_down(frame, mark->most));
    if (html_has_interval(mark)) {
        double top = html_down(frame, mark->high);
        wyrm_page_add(page, "<rect");
        add_fill(frame->chart, series, page);
        wyrm_page_addf(page, " x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"1.5\"/>",
                       at - half, top, 2 * half, fmax(html_down(frame, mark->low) - top, 1));
    }
    if (html_is_drawable(mark->y))
        wyrm_page_addf(page, "<path class=\"middle\" d=\"M%.1f %.1fH%.1f\"/>", at - half - 2,
                       html_down(frame, mark->y), at + half + 2);
    close_mark(frame, "g", series, index);
}

/* ---- Heat maps: a table of colours; where there is room each cell has its number, too ---- */

#define TEXT_LEAST  20.0
#define TEXT_LETTER 6.4

static int shade_of(const html_frame *frame, const html_mark *mark)
{
    int shade = (int)(wyrm_axis_share(&frame->shades, mark->value) * HTML_SHADES);
    return shade < HTML_SHADES ? shade : HTML_SHADES - 1;
}

static void add_cell(const html_frame *frame, size_t series, size_t index)
{
    const html_mark *mark = &frame->chart->series[series].marks[index];
    double width = html_slot(frame);
    double height = (frame->bottom - frame->top) / (frame->y.high - frame->y.low);
    double space = fmin(width, height) > 10 ? 1.5 : 0;
    char more[24];
    snprintf(more, sizeof more, " shade h%d", shade_of(frame, mark));
    open_mark(frame, "rect", series, index, more);
    wyrm_page_addf(frame->page, " x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
                   html_across(frame, mark->x) - (width - space) / 2,
                   html_down(frame, mark->y) - (height - space) / 2, fmax(width - space, 0.4),
                   fmax(height - space, 0.4));
    close_mark(frame, "rect", series, index);
}

/* The number of a cell, short: per cent without its sign. */
static const char *cell_text(const html_chart *chart, const html_mark *mark, wyrm_figure *out)
{
    if (strcmp(chart->value_unit, "share") != 0)
        return wyrm_figure_exact(mark->value, out);
    snprintf(out->text, sizeof out->text, "%.0f", 100 * mark->value);
    return out->text;
}

/* The numbers of all cells, or none where one has no room. */
static void add_cell_texts(const html_frame *frame, const html_series *shown)
{
    wyrm_figure out;
    bool fit = html_slot(frame) >= TEXT_LEAST;
    for (size_t i = 0; i < shown->count && fit; i++) {
        const char *text = cell_text(frame->chart, &shown->marks[i], &out);
        fit = TEXT_LETTER * (double)strlen(text) <= html_slot(frame);
    }
    if (!fit)
        return;
    wyrm_page_add(frame->page, "<g class=\"cells\" aria-hidden=\"true\">\n");
    for (size_t i = 0; i < shown->count; i++) {
        const html_mark *mark = &shown->marks[i];
        if (html_is_drawn(frame->chart, shown, mark))
            wyrm_page_addf(frame->page, "<text class=\"on%d\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                           shade_of(frame, mark), html_across(frame, mark->x),
                           html_down(frame, mark->y) + 4, cell_text(frame->chart, mark, &out));
    }
    wyrm_page_add(frame->page, "</g>\n");
}

/* ---- Lines and steps: bands of the intervals first, then lines, so that none hides another ----
 */

/* One stretch of marks with intervals, along the upper ends and back along the lower ones. */
static void add_stretch(const html_frame *frame, const html_mark *marks, size_t count, bool steps)
{
    wyrm_page *page = frame->page;
    for (size_t i = 0; i < count; i++) {
        double x = html_across(frame, marks[i].x), y = html_down(frame, marks[i].high);
        if (steps && i > 0)
            wyrm_page_addf(page, "H%.1fV%.1f", x, y);
        else
            wyrm_page_addf(page, "%s%.1f %.1f", i > 0 ? "L" : "M", x, y);
    }
    for (size_t i = count; i-- > 0;) {
        double x = html_across(frame, marks[i].x), y = html_down(frame, marks[i].low);
        if (steps && i + 1 < count)
            wyrm_page_addf(page, "V%.1fH%.1f", y, x);
        else
            wyrm_page_addf(page, "L%.1f %.1f", x, y);
    }
    wyrm_page_add(page, "Z");
}

static void add_bands(const html_frame *frame, const html_series *series, bool steps)
{
    bool open = false;
    size_t length;
    for (size_t i = 0; i<series->count; i += length> 0 ? length : 1) {
        const html_mark *mark = &series->marks[i];
        length = 0;
        while (i + length < series->count && html_is_drawable(mark[length].x) &&
               html_has_interval(&mark[length]))
            length++;
        if (length > 1) {
            wyrm_page_add(frame->page, open ? "" : "<path class=\"band\" d=\"");
            open = true;
            add_stretch(frame, mark, length, steps);
        } else if (length == 1 && html_is_drawable(mark->y)) {
            /* A band needs two: one mark has a whisker. */
            wyrm_page_add(frame->page, open ? "\"/>\n" : "");
            open = false;
            add_whisker(frame, html_across(frame, mark->x), mark);
        }
    }
    wyrm_page_add(frame->page, open ? "\"/>\n" : "");
}

static void draw_lines(const html_frame *frame)
{
    bool steps = frame->chart->kind == HTML_STEPS;
    for (int layer = 0; layer < 2; layer++)
        for (size_t s = 0; s < frame->chart->series_count; s++) {
            const html_series *series = &frame->chart->series[s];
            if (series->reference || series->count == 0)
                continue;
            open_series(frame, s, series->dashed ? " dashed" : "");
            (layer == 0 ? add_bands : add_line)(frame, series, steps);
            wyrm_page_add(frame->page, "</g>\n");
        }
}

/* ---- The names of points that stand out ---- */

#define NAMES_MAX   60
#define POINT       4.5 /* half of a point, with its edge */
#define NAME_LETTER 7.4 /* across, as large as on a phone */
#define NAME_HEIGHT 15.0

typedef struct box {
    double left, top, right, bottom;
} box;

typedef struct naming {
    const html_frame *frame;
    size_t count;
    box taken[NAMES_MAX]; /* by the names that have a place */
} naming;

static bool meet(const box *a, const box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* Whether a box is inside the plot, and neither a name nor a point lies in it. */
static bool is_free(const naming *names, const box *wanted)
{
    const html_frame *frame = names->frame;
    if (wanted->left < frame->left || wanted->right > frame->width ||
        wanted->top < frame->top - 6 || wanted->bottom > frame->bottom)
        return false;
    for (size_t i = 0; i < names->count; i++)
        if (meet(wanted, &names->taken[i]))
            return false;
    for (size_t s = 0; s < frame->chart->series_count; s++) {
        const html_series *series = &frame->chart->series[s];
        for (size_t i = 0; !series->reference && i < series->count; i++) {
            double x = html_across(frame, series->marks[i].x);
            double y = html_down(frame, series->marks[i].y);
            const box point = {x - POINT, y - POINT, x + POINT, y + POINT};
            if (html_is_drawn(frame->chart, series, &series->marks[i]) && meet(wanted, &point))
                return false;
        }
    }
    return true;
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
#define NEAR_PLACES 8 /* that need no line to their point */

/* Beside the point, above or below it, where nothing else is, and tied to it by a thin line where
 * that is far; nowhere if there is no such place: the name is in the title and in the table. */
static void place_name(naming *names, const html_mark *mark)
{
    static const char *const anchors[] = {"end", "mid", "start"};
    wyrm_page *page = names->frame->page;
    double x = html_across(names->frame, mark->x), y = html_down(names->frame, mark->y);
    double width = NAME_LETTER * wyrm_display_width(mark->label);
    for (size_t i = 0; i < sizeof name_places / sizeof *name_places && names->count < NAMES_MAX;
         i++) {
        int side = name_places[i].side;
        double at = x + name_places[i].across * side, middle = y + name_places[i].down;
        double left = side > 0 ? at : side < 0 ? at - width : at - width / 2;
        const box wanted = {left, middle - NAME_HEIGHT / 2, left + width, middle + NAME_HEIGHT / 2};
        if (!is_free(names, &wanted))
            continue;
        if (i >= NEAR_PLACES)
            wyrm_page_addf(page, "<path class=\"leader\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x, y,
                           fmin(fmax(x, wanted.left), wanted.right),
                           fmin(fmax(y, wanted.top), wanted.bottom));
        names->taken[names->count++] = wanted;
        wyrm_page_addf(
            page, "<text class=\"name-of-mark %s\" x=\"%.1f\" y=\"%.1f\" aria-hidden=\"true\">",
            anchors[side + 1], at, middle + 4);
        html_write(page, "{}</text>\n", mark->label);
        return;
    }
}

static void add_names(const html_frame *frame)
{
    naming names = {.frame = frame};
    for (size_t s = 0; s < frame->chart->series_count; s++) {
        const html_series *series = &frame->chart->series[s];
        for (size_t i = 0; i < series->count; i++)
            if (series->marks[i].named && series->marks[i].label != NULL &&
                html_is_drawn(frame->chart, series, &series->marks[i]))
                place_name(&names, &series->marks[i]);
    }
}

/* ---- The chart ---- */

/* All marks that are no reference, in groups of their looks; of a scatter those with a name, or the
 * others. */
static void draw_marks(const html_frame *frame, bool named)
{
    static void (*const adds[HTML_KIND_COUNT])(const html_frame *, size_t, size_t) = {
        [HTML_LINES] = add_point,    [HTML_STEPS] = add_point,  [HTML_STACKED] = add_part,
        [HTML_COLUMNS] = add_column, [HTML_DOTS] = add_point,   [HTML_RANGES] = add_box,
        [HTML_SCATTER] = add_point,  [HTML_HEATMAP] = add_cell,
    };
    const html_chart *chart = frame->chart;
    for (size_t s = 0; s < chart->series_count; s++) {
        const html_series *series = &chart->series[s];
        if (series->reference || series->count == 0)
            continue;
        open_series(frame, s, "");
        for (size_t i = 0; i < series->count; i++) {
            bool now = chart->kind != HTML_SCATTER || series->marks[i].named == named;
            if (now && html_is_drawn(chart, series, &series->marks[i]))
                adds[chart->kind](frame, s, i);
        }
        wyrm_page_add(frame->page, "</g>\n");
    }
}

static void draw(const html_frame *frame)
{
    html_chart_kind kind = frame->chart->kind;
    html_frame_axes(frame);
    if (kind != HTML_STACKED)
        draw_references(frame);
    if (kind == HTML_LINES || kind == HTML_STEPS)
        draw_lines(frame);
    draw_marks(frame, false);
    if (kind == HTML_HEATMAP)
        add_cell_texts(frame, &frame->chart->series[0]);
    if (kind == HTML_SCATTER) { /* those that stand out last, so that no other lies upon them */
        draw_marks(frame, true);
        add_names(frame);
    }
    if (kind == HTML_STACKED) /* over the columns, which would hide them */
        draw_references(frame);
}

void html_chart_svg(const html_chart *chart, wyrm_page *page)
{
    html_frame frame = {.chart = chart, .page = page};
    html_frame_layout(&frame);
    wyrm_page_addf(page,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart %s\" role=\"group\" "
                   "viewBox=\"0 0 %.0f %.0f\" ",
                   html_kind_table[chart->kind].name, frame.width, frame.height);
    html_write(page, "aria-label=\"{}\">\n", chart->title);
    define_patterns(chart, page);
    draw(&frame);
    wyrm_page_add(page, "</svg>\n");
}

/* ---- The legend: names, each with the sign of its series ---- */

static void add_sign(const html_chart *chart, size_t series, wyrm_page *page)
{
    const html_series *of = &chart->series[series];
    html_swatch swatch = html_kind_table[chart->kind].swatch;
    bool boxed = swatch == HTML_SWATCH_BOX;
    if (of->reference) { /* a wanted range is an area, a line of no difference a line */
        bool area = of->count > 0 && html_has_interval(&of->marks[0]);
        wyrm_page_add(page,
                      area ? "<rect class=\"wanted\" x=\"2\" y=\"1\" width=\"24\" height=\"12\"/>"
                           : "<path class=\"line\" d=\"M1 7H27\"/>");
    } else if (of->total) {
        wyrm_page_add(page,
                      "<path class=\"whisker\" d=\"M14 1V13M11 1h6M11 13h6\"/>"
                      "<path class=\"point\" d=\"M14 7m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z\"/>");
    } else if (swatch == HTML_SWATCH_LINE || swatch == HTML_SWATCH_POINT) {
        if (swatch == HTML_SWATCH_LINE)
            wyrm_page_addf(page, "<g class=\"series%s\"><path class=\"line\" d=\"M1 7H27\"/></g>",
                           of->dashed ? " dashed" : "");
        if (swatch == HTML_SWATCH_LINE && is_crowded(of))
            return;
        wyrm_page_add(page, "<path class=\"point\"");
        add_shape(chart, series, false, 14, 7, page);
        wyrm_page_add(page, "/>");
    } else {
        wyrm_page_addf(page, "<g class=\"%s\"><rect", boxed ? "box" : "column");
        add_fill(chart, series, page);
        wyrm_page_add(page, " x=\"4\" y=\"1\" width=\"20\" height=\"12\" rx=\"1.5\"/>");
        wyrm_page_add(page, boxed ? "<path class=\"middle\" d=\"M4 7H24\"/></g>" : "</g>");
    }
}

static void add_entry(const html_chart *chart, size_t series, wyrm_page *page)
{
    const html_series *of = &chart->series[series];
    html_look look = html_series_look(chart, series);
    wyrm_page_add(page, "<li><svg class=\"swatch series ");
    if (of->reference)
        wyrm_page_add(page, of->dashed ? "reference dashed" : "reference");
    else if (of->total)
        wyrm_page_add(page, "total");
    else
        wyrm_page_addf(page, "s%d%s", look.colour, look.hollow ? " hollow" : "");
    wyrm_page_add(page, "\" viewBox=\"0 0 28 14\" width=\"28\" height=\"14\" "
                        "aria-hidden=\"true\">");
    add_sign(chart, series, page);
    html_write(page, "</svg> {b}</li>\n", of->name);
}

/* The steps of the colours of a heat map, with the values at their ends. */
static void add_shades(const html_chart *chart, wyrm_page *page)
{
    html_frame frame = {.chart = chart};
    wyrm_figure end;
    html_frame_layout(&frame);
    html_write(page,
               "<li><span>{b}:</span> {} <svg class=\"swatch\" viewBox=\"0 0 126 14\" "
               "width=\"126\" height=\"14\" "
               "aria-hidden=\"true\">",
               chart->series[0].name, html_quantity(frame.shades.low, chart->value_unit, &end));
    for (int shade = 0; shade < HTML_SHADES; shade++)
        wyrm_page_addf(page,
                       "<rect class=\"shade h%d\" x=\"%d\" y=\"1\" width=\"14\" height=\"12\"/>",
                       shade, 14 * shade);
    html_write(page, "</svg> {}</li>\n", html_quantity(frame.shades.high, chart->value_unit, &end));
}

static void add_legend(const html_chart *chart, wyrm_page *page)
{
    static const char *const spreads[HTML_KIND_COUNT] = {
        [HTML_LINES] = "shaded", [HTML_STEPS] = "shaded", [HTML_RANGES] = "box"};
    const char *spread = spreads[chart->kind] != NULL ? spreads[chart->kind] : "thin line";
    bool heat = chart->kind == HTML_HEATMAP, named = heat;
    bool intervals = false; /* which bands, whiskers and boxes stand for */
    for (size_t s = 0; s < chart->series_count && !heat; s++) {
        const html_series *series = &chart->series[s];
        named |= series->name[0] != '\0';
        for (size_t i = 0; i < series->count; i++)
            intervals |= !series->reference && html_has_interval(&series->marks[i]);
    }
    if (!named && !intervals)
        return;
    wyrm_page_add(page, "<ul class=\"legend\">\n");
    if (heat)
        add_shades(chart, page);
    for (size_t s = 0; s < chart->series_count && !heat; s++)
        if (chart->series[s].name[0] != '\0')
            add_entry(chart, s, page);
    if (intervals)
        html_write(page, "<li class=\"quiet\">{}: {}</li>\n", spread, chart->between);
    wyrm_page_add(page, "</ul>\n");
}

/* ---- The whole figure ---- */

/* One command stands there, more are to be unfolded. */
static void add_commands(const html_chart *chart, wyrm_page *page)
{
    if (chart->command_count == 1)
        html_write(page, "<p class=\"how\"><span>{}:</span> {c}</p>\n", chart->printed,
                   chart->commands[0]);
    if (chart->command_count <= 1)
        return;
    html_write(page,
               "<details class=\"made\">\n<summary>{}, by {n} commands"
               "<span class=\"unseen\">: {}</span></summary>\n<ul class=\"commands\">\n",
               chart->printed, chart->command_count, chart->title);
    for (size_t i = 0; i < chart->command_count; i++)
        html_write(page, "<li>{c}</li>\n", chart->commands[i]);
    wyrm_page_add(page, "</ul>\n</details>\n");
}

void html_chart_figure(const html_chart *chart, wyrm_page *page)
{
    html_write(page, "<figure class=\"picture\" id=\"{}\">\n<figcaption>\n<h3>{}</h3>\n", chart->id,
               chart->title);
    if (chart->caption[0] != '\0')
        html_write(page, "<p>{p}</p>\n", chart->caption);
    wyrm_page_add(page, "</figcaption>\n");
    add_legend(chart, page);
    html_chart_svg(chart, page);
    html_write(page,
               "<div class=\"behind\">\n<details>\n<summary>The numbers as a table"
               "<span class=\"unseen\">: {}</span></summary>\n",
               chart->title);
    html_chart_table(chart, page);
    wyrm_page_add(page, "</details>\n");
    add_commands(chart, page);
    if (chart->replay[0] != '\0')
        html_write(page, "<p class=\"how\"><span>Watch such a run:</span> {c}</p>\n",
                   chart->replay);
    wyrm_page_add(page, "</div>\n</figure>\n");
}
