/* Marks of charts: how series are told apart, and how points, lines, whiskers and cells are
 * written. */
#include "html/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static wyrm_axis heat_shades(const wyrm_picture *picture);

/* ---- Patterns ----
 *
 * Patterns of filled shapes: the second sign beside their colour. The first series is plain. */

/* On a tile of 6 x 6, drawn in the colour of the paper. */
static const char *const patterns[WYRM_LOOK_COLOURS] = {
    "",
    "M-1 7L7-1M-1 1L1-1M5 7L7 5", /* rising */
    "M1.5 1.5h.01M4.5 4.5h.01",   /* dotted */
    "M0 1.5H6M0 4.5H6",           /* lying */
    "M-1-1L7 7M-1 5L1 7M5-1L7 1", /* falling */
    "M1.5 0V6M4.5 0V6",           /* standing */
    "M0 3H6M3 0V6",               /* a grid */
    "M-1 7L7-1M-1-1L7 7",         /* crossed */
};

static bool is_filled(const wyrm_picture *picture)
{
    wyrm_swatch swatch = wyrm_picture_swatch(picture->kind);
    return swatch == WYRM_SWATCH_FILL || swatch == WYRM_SWATCH_BOX;
}

/* Plain where nothing has to be told apart. */
static int pattern_of(const wyrm_picture *picture, size_t series)
{
    wyrm_look look = wyrm_series_look(picture, series);
    const wyrm_series *of = &picture->series[series];
    return is_filled(picture) && !of->reference && !of->total ? look.shape : 0;
}

static void add_id(const wyrm_picture *picture, size_t series, wyrm_page *page)
{
    wyrm_html_text(page, picture->id);
    wyrm_page_addf(page, "-p%zu", series);
}

void wyrm_patterns_define(const wyrm_picture *picture, wyrm_page *page)
{
    bool open = false;
    for (size_t s = 0; s < picture->series_count; s++) {
        int pattern = pattern_of(picture, s);
        if (pattern == 0)
            continue;
        wyrm_page_add(page, open ? "" : "<defs>\n");
        open = true;
        wyrm_page_add(page, "<pattern id=\"");
        add_id(picture, s, page);
        wyrm_page_addf(page,
                       "\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
                       "class=\"s%d\"><rect width=\"6\" height=\"6\" class=\"tile\"/>"
                       "<path class=\"hatch\" d=\"%s\"/></pattern>\n",
                       wyrm_series_look(picture, s).colour, patterns[pattern]);
    }
    wyrm_page_add(page, open ? "</defs>\n" : "");
}

void wyrm_pattern_fill(const wyrm_picture *picture, size_t series, wyrm_page *page)
{
    if (pattern_of(picture, series) == 0)
        return;
    wyrm_page_add(page, " style=\"fill:url(#");
    add_id(picture, series, page);
    wyrm_page_add(page, ")\"");
}

/* ---- Marks ----
 *
 * Marks of pictures: how they are told apart, and what belongs to each of them. */

#define CROWD 60 /* marks of a series that have no shapes any more */

/* Outlines of about 8 across, relative to their middle. */
static const char *const picture_marks_shapes[WYRM_LOOK_COLOURS] = {
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

wyrm_look wyrm_series_look(const wyrm_picture *picture, size_t series)
{
    size_t plain = 0, dashed = 0, place = 0;
    for (size_t s = 0; s < picture->series_count; s++) {
        const wyrm_series *of = &picture->series[s];
        if (s < series)
            place += !of->reference && of->dashed == picture->series[series].dashed;
        plain += !of->reference && !of->dashed;
        dashed += !of->reference && of->dashed;
    }
    bool partners = plain == dashed && plain > 1;
    bool hollow = picture->series[series].dashed;
    if (!partners)
        place = wyrm_frame_place(picture, series);
    if (picture->series[series].alike > 0)
        place = picture->series[series].alike - 1;
    int colour = (int)(place % WYRM_LOOK_COLOURS);
    /* The ninth has the colour of the first, and another shape. */
    int shape = (int)((place + place / WYRM_LOOK_COLOURS) % WYRM_LOOK_COLOURS);
    return (wyrm_look){.colour = colour, .shape = shape, .hollow = hollow};
}

bool wyrm_series_is_crowded(const wyrm_series *series)
{
    return series->count > CROWD;
}

void wyrm_series_open(const wyrm_frame *frame, size_t series, const char *more)
{
    wyrm_look look = wyrm_series_look(frame->picture, series);
    if (frame->picture->series[series].total)
        wyrm_page_add(frame->page, "<g class=\"series total\">\n");
    else
        wyrm_page_addf(frame->page, "<g class=\"series s%d%s%s\">\n", look.colour,
                       look.hollow ? " hollow" : "", more);
}

void wyrm_mark_open(const wyrm_frame *frame, const char *element, size_t series, size_t index,
                    const char *more)
{
    wyrm_page_addf(frame->page, "<%s class=\"mark%s\" data-mark=\"%zu-%zu\"", element, more, series,
                   index);
}

void wyrm_mark_close(const wyrm_frame *frame, const char *element, size_t series, size_t index)
{
    wyrm_page_add(frame->page, "<title>");
    wyrm_mark_words(frame->picture, series, index, frame->page);
    wyrm_page_addf(frame->page, "</title></%s>\n", element);
}

/* The outline of a shape around a point, as path data. */
static void shape_path(wyrm_page *page, int shape, double x, double y)
{
    wyrm_page_addf(page, "M%.1f %.1f%s", x, y, picture_marks_shapes[shape]);
}

void wyrm_mark_point(const wyrm_frame *frame, size_t series, size_t index, double x, double y,
                     bool small)
{
    wyrm_mark_open(frame, "path", series, index, " point");
    wyrm_page_add(frame->page, " d=\"");
    if (small)
        wyrm_page_addf(frame->page, "M%.1f %.1f%s", x, y, dot);
    else
        shape_path(frame->page, wyrm_series_look(frame->picture, series).shape, x, y);
    wyrm_page_add(frame->page, "\">");
    wyrm_mark_close(frame, "path", series, index);
}

void wyrm_whisker(const wyrm_frame *frame, double x, double low, double high)
{
    double bottom = wyrm_frame_down(frame, low), top = wyrm_frame_down(frame, high);
    wyrm_page_addf(frame->page,
                   "<path class=\"whisker\" d=\"M%.1f %.1fV%.1fM%.1f %.1fh6M%.1f %.1fh6\"/>\n", x,
                   bottom, top, x - 3, bottom, x - 3, top);
}

void wyrm_draw_path(const wyrm_frame *frame, const wyrm_series *series, bool steps)
{
    bool drawing = false, any = false;
    for (size_t i = 0; i < series->count; i++) {
        const wyrm_mark *mark = &series->marks[i];
        if (!wyrm_is_drawable(mark->x) || !wyrm_is_drawable(mark->y)) {
            drawing = false;
            continue;
        }
        double x = wyrm_frame_across(frame, mark->x), y = wyrm_frame_down(frame, mark->y);
        if (!any)
            wyrm_page_add(frame->page, "<path class=\"line\" d=\"");
        any = true;
        if (drawing && steps)
            wyrm_page_addf(frame->page, "H%.1fV%.1f", x, y);
        else
            wyrm_page_addf(frame->page, "%s%.1f %.1f", drawing ? "L" : "M", x, y);
        drawing = true;
    }
    if (any)
        wyrm_page_add(frame->page, "\"/>\n");
}

double wyrm_place_across(const wyrm_frame *frame, size_t series, double x)
{
    double places = (double)wyrm_frame_places(frame->picture);
    double place = (double)wyrm_frame_place(frame->picture, series);
    double width = fmin(wyrm_frame_slot(frame) * 0.8 / places, 26);
    return wyrm_frame_across(frame, x) + (place + 0.5 - places / 2) * width;
}

void wyrm_draw_marks(const wyrm_frame *frame,
                     void (*add)(const wyrm_frame *frame, size_t series, size_t index))
{
    const wyrm_picture *picture = frame->picture;
    for (size_t s = 0; s < picture->series_count; s++) {
        const wyrm_series *series = &picture->series[s];
        if (series->reference || series->count == 0)
            continue;
        wyrm_series_open(frame, s, "");
        for (size_t i = 0; i < series->count; i++)
            if (wyrm_mark_is_drawn(picture, series, &series->marks[i]))
                add(frame, s, i);
        wyrm_page_add(frame->page, "</g>\n");
    }
}

/* ---- legends of pictures: a list of names, each with the sign of its series ---- */

static void add_line(const wyrm_picture *picture, size_t series, wyrm_page *page)
{
    bool crowded = wyrm_series_is_crowded(&picture->series[series]);
    wyrm_page_addf(page, "<g class=\"series%s\"><path class=\"line\" d=\"M1 7H27\"/></g>",
                   picture->series[series].dashed ? " dashed" : "");
    if (crowded)
        return;
    wyrm_page_add(page, "<path class=\"point\" d=\"");
    shape_path(page, wyrm_series_look(picture, series).shape, 14, 7);
    wyrm_page_add(page, "\"/>");
}

static void add_point(const wyrm_picture *picture, size_t series, wyrm_page *page)
{
    wyrm_page_add(page, "<path class=\"point\" d=\"");
    shape_path(page, wyrm_series_look(picture, series).shape, 14, 7);
    wyrm_page_add(page, "\"/>");
}

static void add_fill(const wyrm_picture *picture, size_t series, wyrm_page *page)
{
    bool box = wyrm_picture_swatch(picture->kind) == WYRM_SWATCH_BOX;
    wyrm_page_addf(page, "<g class=\"%s\"><rect", box ? "box" : "column");
    wyrm_pattern_fill(picture, series, page);
    wyrm_page_add(page, " x=\"4\" y=\"1\" width=\"20\" height=\"12\" rx=\"1.5\"/>");
    if (box)
        wyrm_page_add(page, "<path class=\"middle\" d=\"M4 7H24\"/>");
    wyrm_page_add(page, "</g>");
}

/* A wanted range is an area, a line of no difference a line. */
static void add_reference(const wyrm_series *series, wyrm_page *page)
{
    bool area = series->count > 0 && wyrm_mark_has_interval(&series->marks[0]);
    wyrm_page_add(page, area ? "<rect class=\"wanted\" x=\"2\" y=\"1\" width=\"24\" height=\"12\"/>"
                             : "<path class=\"line\" d=\"M1 7H27\"/>");
}

static void add_series(const wyrm_picture *picture, size_t series, wyrm_page *page)
{
    const wyrm_series *of = &picture->series[series];
    wyrm_look look = wyrm_series_look(picture, series);
    wyrm_page_add(page, "<li><svg class=\"swatch series ");
    if (of->reference)
        wyrm_page_addf(page, "reference%s", of->dashed ? " dashed" : "");
    else if (of->total)
        wyrm_page_add(page, "total");
    else
        wyrm_page_addf(page, "s%d%s", look.colour, look.hollow ? " hollow" : "");
    wyrm_page_add(page, "\" viewBox=\"0 0 28 14\" width=\"28\" height=\"14\" "
                        "aria-hidden=\"true\">");
    wyrm_swatch swatch = wyrm_picture_swatch(picture->kind);
    if (of->reference)
        add_reference(of, page);
    else if (of->total)
        wyrm_page_add(page,
                      "<path class=\"whisker\" d=\"M14 1V13M11 1h6M11 13h6\"/>"
                      "<path class=\"point\" d=\"M14 7m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z\"/>");
    else if (swatch == WYRM_SWATCH_LINE)
        add_line(picture, series, page);
    else if (swatch == WYRM_SWATCH_POINT)
        add_point(picture, series, page);
    else
        add_fill(picture, series, page);
    wyrm_page_add(page, "</svg> ");
    wyrm_html_foreign(page, of->name);
    wyrm_page_add(page, "</li>\n");
}

/* The steps of the colours, with the values at their ends. */
static void add_shades(const wyrm_picture *picture, wyrm_page *page)
{
    wyrm_axis axis = heat_shades(picture);
    wyrm_figure low, high;
    wyrm_page_add(page, "<li>");
    if (picture->series_count == 1 && picture->series[0].name[0] != '\0') {
        wyrm_page_add(page, "<span>");
        wyrm_html_foreign(page, picture->series[0].name);
        wyrm_page_add(page, ":</span> ");
    }
    wyrm_html_text(page, wyrm_picture_quantity(axis.low, picture->value_unit, &low));
    wyrm_page_add(page, " <svg class=\"swatch\" viewBox=\"0 0 126 14\" width=\"126\" height=\"14\" "
                        "aria-hidden=\"true\">");
    for (int shade = 0; shade < WYRM_HEAT_SHADES; shade++)
        wyrm_page_addf(page,
                       "<rect class=\"shade h%d\" x=\"%d\" y=\"1\" width=\"14\" height=\"12\"/>",
                       shade, 14 * shade);
    wyrm_page_add(page, "</svg> ");
    wyrm_html_text(page, wyrm_picture_quantity(axis.high, picture->value_unit, &high));
    wyrm_page_add(page, "</li>\n");
}

/* What bands, whiskers and boxes mean. */
static void add_between(const wyrm_picture *picture, wyrm_page *page)
{
    bool ranges = picture->kind == WYRM_PICTURE_RANGES;
    bool any = false;
    for (size_t s = 0; s < picture->series_count; s++)
        for (size_t i = 0; i < picture->series[s].count; i++)
            any = any || (!picture->series[s].reference &&
                          wyrm_mark_has_interval(&picture->series[s].marks[i]));
    if (!any)
        return;
    bool area = picture->kind == WYRM_PICTURE_LINES || picture->kind == WYRM_PICTURE_STEPS;
    wyrm_page_addf(page, "<li class=\"quiet\">%s: ",
                   ranges ? "box"
                   : area ? "shaded"
                          : "thin line");
    wyrm_html_text(page, wyrm_picture_between(picture));
    wyrm_page_add(page, "</li>\n");
}

void wyrm_picture_legend(const wyrm_picture *picture, wyrm_page *page)
{
    bool heat = wyrm_picture_swatch(picture->kind) == WYRM_SWATCH_SHADES;
    wyrm_page named = wyrm_page_new(page->style);
    if (heat && picture->series_count > 0)
        add_shades(picture, &named);
    for (size_t s = 0; !heat && s < picture->series_count; s++)
        if (picture->series[s].name[0] != '\0')
            add_series(picture, s, &named);
    if (!heat)
        add_between(picture, &named);
    if (wyrm_page_text(&named)[0] != '\0') {
        wyrm_page_add(page, "<ul class=\"legend\">\n");
        wyrm_page_add(page, wyrm_page_text(&named));
        wyrm_page_add(page, "</ul>\n");
    }
    if (wyrm_page_status(&named, NULL) != WYRM_OK)
        wyrm_page_fail(page);
    wyrm_page_free(&named);
}

/* ---- What is wanted ----
 *
 * What is wanted, or would be no difference: bands and lines behind the marks. */

typedef struct span {
    double from, to; /* across */
} span;

/* How far a mark reaches: its slot, half way to its neighbours, or across the whole plot where it
 * stands for all x. */
static span span_of(const wyrm_frame *frame, const wyrm_series *series, size_t index)
{
    const wyrm_mark *mark = &series->marks[index];
    if (isnan(mark->x))
        return (span){frame->left, frame->right};
    double at = wyrm_frame_across(frame, mark->x);
    if (frame->art->slots) {
        double half = wyrm_frame_slot(frame) * 0.46;
        return (span){at - half, at + half};
    }
    double before = index > 0 ? wyrm_frame_across(frame, series->marks[index - 1].x) : at - 12;
    double after =
        index + 1 < series->count ? wyrm_frame_across(frame, series->marks[index + 1].x) : at + 12;
    return (span){(before + at) / 2, (after + at) / 2};
}

/* A mark with an interval is its area, which shows itself only where every mark has a place of its
 * own: else the band is drawn as one. */
static void add_area(const wyrm_frame *frame, size_t series, size_t index)
{
    const wyrm_series *of = &frame->picture->series[series];
    const wyrm_mark *mark = &of->marks[index];
    bool own = frame->art->slots || isnan(mark->x);
    span reach = span_of(frame, of, index);
    double top = wyrm_frame_down(frame, mark->high), bottom = wyrm_frame_down(frame, mark->low);
    wyrm_mark_open(frame, "rect", series, index, own ? " wanted" : " ghost");
    wyrm_page_addf(frame->page, " x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
                   reach.from, top, fmax(reach.to - reach.from, 0.5), fmax(bottom - top, 1));
    wyrm_mark_close(frame, "rect", series, index);
}

/* A mark without an interval: a piece of a line in its slot, else a point of the line. */
static void picture_reference_add_line(const wyrm_frame *frame, size_t series, size_t index)
{
    const wyrm_series *of = &frame->picture->series[series];
    const wyrm_mark *mark = &of->marks[index];
    bool own = frame->art->slots || isnan(mark->x);
    span reach = span_of(frame, of, index);
    double at = wyrm_frame_down(frame, mark->y);
    wyrm_mark_open(frame, "path", series, index, own ? " wanted-line" : " ghost");
    if (own)
        wyrm_page_addf(frame->page, " d=\"M%.1f %.1fH%.1f\">", reach.from, at, reach.to);
    else
        wyrm_page_addf(frame->page, " d=\"M%.1f %.1fm-6-6h12v12h-12z\">",
                       wyrm_frame_across(frame, mark->x), at);
    wyrm_mark_close(frame, "path", series, index);
}

/* One band over all marks with an interval. */
static void add_band(const wyrm_frame *frame, const wyrm_series *series)
{
    bool any = false;
    for (size_t i = 0; i < series->count; i++)
        any = any || (wyrm_mark_has_interval(&series->marks[i]) && !isnan(series->marks[i].x));
    if (!any)
        return;
    wyrm_page_add(frame->page, "<path class=\"wanted\" d=\"");
    const char *command = "M";
    for (size_t k = 0; k < 2 * series->count; k++) {
        bool forward = k < series->count;
        const wyrm_mark *mark = &series->marks[forward ? k : 2 * series->count - 1 - k];
        if (!wyrm_mark_has_interval(mark) || isnan(mark->x))
            continue;
        wyrm_page_addf(frame->page, "%s%.1f %.1f", command, wyrm_frame_across(frame, mark->x),
                       wyrm_frame_down(frame, forward ? mark->high : mark->low));
        command = "L";
    }
    wyrm_page_add(frame->page, "Z\"/>\n");
}

void wyrm_draw_references(const wyrm_frame *frame)
{
    for (size_t s = 0; s < frame->picture->series_count; s++) {
        const wyrm_series *series = &frame->picture->series[s];
        if (!series->reference)
            continue;
        wyrm_page_addf(frame->page, "<g class=\"series reference%s\">\n",
                       series->dashed ? " dashed" : "");
        if (!frame->art->slots) {
            add_band(frame, series);
            wyrm_draw_path(frame, series, false);
        }
        for (size_t i = 0; i < series->count; i++) {
            if (!wyrm_mark_is_drawn(frame->picture, series, &series->marks[i]))
                continue;
            if (wyrm_mark_has_interval(&series->marks[i]))
                add_area(frame, s, i);
            else
                picture_reference_add_line(frame, s, i);
        }
        wyrm_page_add(frame->page, "</g>\n");
    }
}

#define TOP         26.0
#define BELOW       50.0
#define LEFT        44.0
#define NAME_ABOVE  22.0 /* the name of a table, where there are more than one */
#define CELL_HIGH   26.0
#define CELL_LOW    7.0
#define BETWEEN     26.0
#define NARROW      11 /* columns up to which two tables stand beside each other */
#define TEXT_LEAST  20.0
#define TEXT_LETTER 6.4
#define CELLS_MAX   200   /* a side */
#define HEIGHT_MAX  440.0 /* of a table */

/* Where the tables lie. All have the same columns and rows. */
typedef struct plan {
    double first_x, last_x, first_y, last_y;
    double width, height; /* of a table, without numbers and words */
    double left;
    size_t tables, beside; /* in all, and in a row */
    wyrm_names_room names;
    wyrm_axis shades;
} plan;

/* What x, y and the values reach; false where there is no mark. */
static bool find_reach(const wyrm_picture *picture, plan *out, double *low, double *high)
{
    bool any = false;
    out->first_x = out->first_y = *low = INFINITY;
    out->last_x = out->last_y = *high = -INFINITY;
    for (size_t s = 0; s < picture->series_count; s++) {
        const wyrm_series *series = &picture->series[s];
        out->tables += series->count > 0;
        for (size_t i = 0; i < series->count; i++) {
            const wyrm_mark *mark = &series->marks[i];
            if (!wyrm_mark_is_drawn(picture, series, mark))
                continue;
            any = true;
            out->first_x = fmin(out->first_x, mark->x);
            out->last_x = fmax(out->last_x, mark->x);
            out->first_y = fmin(out->first_y, mark->y);
            out->last_y = fmax(out->last_y, mark->y);
            *low = fmin(*low, mark->value);
            *high = fmax(*high, mark->value);
        }
    }
    return any;
}

static double table_width(const plan *of, double columns)
{
    double beside = (double)of->beside;
    double room = (WYRM_CHART_WIDTH - 4 - beside * of->left - (beside - 1) * 6) / beside;
    return fmin(room, columns * 44);
}

static plan plan_of(const wyrm_picture *picture)
{
    plan made = {0};
    double low, high;
    if (!find_reach(picture, &made, &low, &high))
        return (plan){.tables = 0, .beside = 1};
    bool share = strcmp(picture->value_unit, "share") == 0 && low >= 0 && high <= 1;
    made.shades = share && high > 0.5 ? wyrm_axis_within(0, 1, 4)
                                      : wyrm_axis_around(fmin(low, high > 0 ? 0 : low), high, 4);
    double columns = fmin(made.last_x - made.first_x + 1, CELLS_MAX);
    double rows = fmin(made.last_y - made.first_y + 1, CELLS_MAX);
    made.beside = made.tables > 1 && columns <= NARROW ? 2 : 1;
    made.left = LEFT;
    made.width = table_width(&made, columns);
    made.names = wyrm_names_find_room(picture, made.width / columns);
    if (made.names.left > made.left) {
        made.left = made.names.left;
        made.width = table_width(&made, columns);
    }
    double cell = fmin(fmin(CELL_HIGH, made.width / columns), HEIGHT_MAX / rows);
    made.height = rows * fmax(cell, CELL_LOW);
    return made;
}

static double table_height(const wyrm_picture *picture, const plan *of)
{
    return of->height + (picture->series_count > 1 ? NAME_ABOVE : 0);
}

/* The frame of one table inside the picture's. */
static wyrm_frame table_frame(const wyrm_frame *frame, const plan *of, size_t table)
{
    wyrm_frame part = *frame;
    size_t column = table % of->beside, row = table / of->beside;
    double each = table_height(frame->picture, of);
    int columns = (int)(of->last_x - of->first_x + 1), rows = (int)(of->last_y - of->first_y + 1);
    int room = (int)(of->width / 26);
    int lines = (int)(of->height / 16);
    part.left = of->left + (double)column * (of->width + of->left + 6);
    part.right = part.left + of->width;
    part.bottom = TOP + (double)row * (each + BETWEEN + of->names.below) + each;
    part.top = part.bottom - of->height;
    part.x = wyrm_axis_within(of->first_x - 0.5, of->last_x + 0.5, columns < room ? columns : room);
    part.y = wyrm_axis_within(of->first_y - 0.5, of->last_y + 0.5, rows < lines ? rows : lines);
    part.inset = 0;
    part.gap = 1;
    part.slanted = of->names.slanted;
    return part;
}

void wyrm_layout_heat(wyrm_frame *frame)
{
    plan made = plan_of(frame->picture);
    size_t rows = made.tables > 0 ? (made.tables + made.beside - 1) / made.beside : 0;
    frame->empty = made.tables == 0;
    frame->width = WYRM_CHART_WIDTH;
    frame->left = made.left;
    frame->right = frame->width;
    frame->top = TOP;
    frame->bottom = TOP + 60;
    if (rows > 0)
        frame->bottom =
            TOP +
            (double)rows * (table_height(frame->picture, &made) + BETWEEN + made.names.below) -
            BETWEEN - made.names.below;
    frame->height = frame->bottom + BELOW + made.names.below;
    frame->x = frame->y = wyrm_axis_within(0, 1, 1);
}

static int shade_of(const plan *of, const wyrm_mark *mark)
{
    int shade = (int)(wyrm_axis_share(&of->shades, mark->value) * WYRM_HEAT_SHADES);
    return shade < WYRM_HEAT_SHADES ? shade : WYRM_HEAT_SHADES - 1;
}

/* The number of a cell, short: per cent without its sign. */
static const char *number_of(const wyrm_picture *picture, const wyrm_mark *mark, wyrm_figure *out)
{
    if (strcmp(picture->value_unit, "share") == 0)
        snprintf(out->text, sizeof out->text, "%.0f", 100 * mark->value);
    else
        wyrm_figure_exact(mark->value, out);
    return out->text;
}

/* Whether there is room for the numbers of a table: for all or for none. */
static bool have_room(const wyrm_picture *picture, const wyrm_series *series, const plan *of)
{
    double width = of->width / (of->last_x - of->first_x + 1);
    wyrm_figure out;
    for (size_t i = 0; i < series->count; i++)
        if (wyrm_mark_is_drawn(picture, series, &series->marks[i]) &&
            TEXT_LETTER * (double)strlen(number_of(picture, &series->marks[i], &out)) > width)
            return false;
    return width >= TEXT_LEAST;
}

static void add_number(const wyrm_frame *part, const plan *of, const wyrm_mark *mark)
{
    wyrm_figure out;
    wyrm_page_addf(part->page, "<text class=\"on%d\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                   shade_of(of, mark), wyrm_frame_across(part, mark->x),
                   wyrm_frame_down(part, mark->y) + 4, number_of(part->picture, mark, &out));
}

static void add_numbers(const wyrm_frame *part, const plan *of, const wyrm_series *shown)
{
    if (!have_room(part->picture, shown, of))
        return;
    wyrm_page_add(part->page, "<g class=\"cells\" aria-hidden=\"true\">\n");
    for (size_t i = 0; i < shown->count; i++)
        if (wyrm_mark_is_drawn(part->picture, shown, &shown->marks[i]))
            add_number(part, of, &shown->marks[i]);
    wyrm_page_add(part->page, "</g>\n");
}

static void add_cell(const wyrm_frame *part, const plan *of, size_t series, size_t index)
{
    const wyrm_mark *mark = &part->picture->series[series].marks[index];
    double width = of->width / (of->last_x - of->first_x + 1);
    double height = of->height / (of->last_y - of->first_y + 1);
    char more[24];
    snprintf(more, sizeof more, " shade h%d", shade_of(of, mark));
    wyrm_mark_open(part, "rect", series, index, more);
    double space = fmin(width, height) > 10 ? 1.5 : 0;
    wyrm_page_addf(part->page, " x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
                   wyrm_frame_across(part, mark->x) - (width - space) / 2,
                   wyrm_frame_down(part, mark->y) - (height - space) / 2, fmax(width - space, 0.4),
                   fmax(height - space, 0.4));
    wyrm_mark_close(part, "rect", series, index);
}

static void draw_table(const wyrm_frame *part, const plan *of, size_t series)
{
    const wyrm_series *shown = &part->picture->series[series];
    wyrm_page_add(part->page, "<g class=\"axes\" aria-hidden=\"true\">\n");
    wyrm_frame_labels(part);
    if (part->picture->series_count > 1) {
        wyrm_page_addf(part->page, "<text class=\"table-name\" x=\"%.1f\" y=\"%.1f\">", part->left,
                       part->top - 8);
        wyrm_html_text(part->page, shown->name);
        wyrm_page_add(part->page, "</text>\n");
    }
    wyrm_page_add(part->page, "</g>\n<g class=\"series\">\n");
    for (size_t i = 0; i < shown->count; i++)
        if (wyrm_mark_is_drawn(part->picture, shown, &shown->marks[i]))
            add_cell(part, of, series, i);
    wyrm_page_add(part->page, "</g>\n");
    add_numbers(part, of, shown);
}

void wyrm_draw_heat(wyrm_frame *frame)
{
    plan made = plan_of(frame->picture);
    size_t table = 0;
    for (size_t s = 0; s < frame->picture->series_count; s++) {
        if (frame->picture->series[s].count == 0)
            continue;
        wyrm_frame part = table_frame(frame, &made, table++);
        draw_table(&part, &made, s);
    }
    wyrm_page_add(frame->page, "<g class=\"axes\" aria-hidden=\"true\">\n");
    wyrm_axis_words_at(frame->page, &frame->picture->y, 0, 13, "start");
    wyrm_axis_words_at(frame->page, &frame->picture->x, made.left + made.width, frame->height - 5,
                       "end");
    wyrm_page_add(frame->page, "</g>\n");
}

/* What the colours of a heat map stand for. */
static wyrm_axis heat_shades(const wyrm_picture *picture)
{
    plan made = plan_of(picture);
    return made.tables > 0 ? made.shades : wyrm_axis_within(0, 1, 4);
}
