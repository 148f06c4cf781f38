/* The kinds of charts, and the whole chart as an <svg> element. */
#include "html/internal.h"

#include <math.h>
#include <string.h>

/* ---- columns beside each other: distributions and counts ---- */

#define TOGETHER  0.84 /* of a slot, all its columns */
#define WIDEST    40.0
#define OVERLAP   0.3
#define WITH_GAPS 6.0 /* columns at least so wide stand apart */

static void add_column(const wyrm_frame *frame, size_t series, size_t index)
{
    const wyrm_picture *picture = frame->picture;
    const wyrm_mark *mark = &picture->series[series].marks[index];
    double places = (double)wyrm_frame_places(picture);
    double slot = wyrm_frame_slot(frame), width = fmin(slot * TOGETHER / places, WIDEST);
    if (width < WITH_GAPS && places == 1)
        width = slot + OVERLAP; /* many: an outline, without stripes between them */
    double place = (double)wyrm_frame_place(picture, series);
    double left = wyrm_frame_across(frame, mark->x) + (place - places / 2) * width;
    double ground = wyrm_frame_down(frame, 0), end = wyrm_frame_down(frame, mark->y);
    double space = width < WITH_GAPS ? 0 : 1;
    wyrm_mark_open(frame, "rect", series, index, " column");
    wyrm_pattern_fill(picture, series, frame->page);
    wyrm_page_addf(frame->page, " x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\">",
                   left + space / 2, fmin(ground, end), fmax(width - space, 0.3),
                   fabs(end - ground));
    wyrm_mark_close(frame, "rect", series, index);
    if (wyrm_mark_has_interval(mark) && width >= WITH_GAPS)
        wyrm_whisker(frame, left + width / 2, mark->low, mark->high);
}

static void draw_columns(wyrm_frame *frame)
{
    wyrm_draw_references(frame);
    wyrm_draw_marks(frame, add_column);
}

/* ---- a value with its interval for each category ---- */

static void add_dot(const wyrm_frame *frame, size_t series, size_t index)
{
    const wyrm_series *of = &frame->picture->series[series];
    const wyrm_mark *mark = &of->marks[index];
    double at = wyrm_place_across(frame, series, mark->x);
    if (wyrm_mark_has_interval(mark))
        wyrm_whisker(frame, at, mark->low, mark->high);
    wyrm_mark_point(frame, series, index, at, wyrm_frame_down(frame, mark->y),
                    wyrm_series_is_crowded(of));
}

static void draw_dots(wyrm_frame *frame)
{
    wyrm_draw_references(frame);
    wyrm_draw_marks(frame, add_dot);
}

/* ---- lines and steps: y over x, with the band of the intervals behind ---- */

/* One stretch of marks with intervals: along the upper ends, and back along the lower ones. */
static void add_band(const wyrm_frame *frame, const wyrm_mark *marks, size_t count, bool steps)
{
    wyrm_page *page = frame->page;
    for (size_t i = 0; i < count; i++) {
        double x = wyrm_frame_across(frame, marks[i].x);
        double y = wyrm_frame_down(frame, marks[i].high);
        if (steps && i > 0)
            wyrm_page_addf(page, "H%.1fV%.1f", x, y);
        else
            wyrm_page_addf(page, "%s%.1f %.1f", i > 0 ? "L" : "M", x, y);
    }
    for (size_t i = count; i-- > 0;) {
        double x = wyrm_frame_across(frame, marks[i].x);
        double y = wyrm_frame_down(frame, marks[i].low);
        if (steps && i + 1 < count)
            wyrm_page_addf(page, "V%.1fH%.1f", y, x);
        else
            wyrm_page_addf(page, "L%.1f %.1f", x, y);
    }
    wyrm_page_add(page, "Z");
}

static bool has_band(const wyrm_mark *mark)
{
    return wyrm_is_drawable(mark->x) && wyrm_mark_has_interval(mark);
}

static void add_bands(const wyrm_frame *frame, const wyrm_series *series, bool steps)
{
    bool any = false;
    for (size_t i = 0; i < series->count;) {
        size_t length = 0;
        while (i + length < series->count && has_band(&series->marks[i + length]))
            length++;
        if (length > 1) {
            wyrm_page_add(frame->page, any ? "" : "<path class=\"band\" d=\"");
            any = true;
            add_band(frame, &series->marks[i], length, steps);
        } else if (length == 1 && wyrm_is_drawable(series->marks[i].y)) {
            /* A band needs two: one mark has a whisker. */
            wyrm_page_add(frame->page, any ? "\"/>\n" : "");
            any = false;
            wyrm_whisker(frame, wyrm_frame_across(frame, series->marks[i].x), series->marks[i].low,
                         series->marks[i].high);
        }
        i += length > 0 ? length : 1;
    }
    if (any)
        wyrm_page_add(frame->page, "\"/>\n");
}

static void add_point(const wyrm_frame *frame, size_t series, size_t index)
{
    const wyrm_series *of = &frame->picture->series[series];
    wyrm_mark_point(frame, series, index, wyrm_frame_across(frame, of->marks[index].x),
                    wyrm_frame_down(frame, of->marks[index].y), wyrm_series_is_crowded(of));
}

/* Bands first, then lines, then marks, so that no series hides the numbers of another. */
static void draw_lines(wyrm_frame *frame)
{
    const wyrm_picture *picture = frame->picture;
    bool steps = picture->kind == WYRM_PICTURE_STEPS;
    wyrm_draw_references(frame);
    for (int layer = 0; layer < 2; layer++) {
        for (size_t s = 0; s < picture->series_count; s++) {
            const wyrm_series *series = &picture->series[s];
            if (series->reference || series->count == 0)
                continue;
            wyrm_series_open(frame, s, series->dashed ? " dashed" : "");
            if (layer == 0)
                add_bands(frame, series, steps);
            else
                wyrm_draw_path(frame, series, steps);
            wyrm_page_add(frame->page, "</g>\n");
        }
    }
    wyrm_draw_marks(frame, add_point);
}

/* ---- distributions as boxes, each with the band that is wanted behind it ---- */

/* The whole reach as a line, the middle as a box, y as a bar across it. */
static void add_box(const wyrm_frame *frame, size_t series, size_t index)
{
    const wyrm_mark *mark = &frame->picture->series[series].marks[index];
    wyrm_page *page = frame->page;
    double at = wyrm_place_across(frame, series, mark->x);
    double half =
        fmin(wyrm_frame_slot(frame) * 0.22 / (double)wyrm_frame_places(frame->picture), 12);
    wyrm_mark_open(frame, "g", series, index, " box");
    wyrm_page_add(page, ">");
    if (!isnan(mark->value) && !isnan(mark->most))
        wyrm_page_addf(page, "<path class=\"whisker\" d=\"M%.1f %.1fV%.1f\"/>", at,
                       wyrm_frame_down(frame, mark->value), wyrm_frame_down(frame, mark->most));
    if (wyrm_mark_has_interval(mark)) {
        double top = wyrm_frame_down(frame, mark->high);
        wyrm_page_add(page, "<rect");
        wyrm_pattern_fill(frame->picture, series, page);
        wyrm_page_addf(page, " x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"1.5\"/>",
                       at - half, top, 2 * half, fmax(wyrm_frame_down(frame, mark->low) - top, 1));
    }
    if (wyrm_is_drawable(mark->y))
        wyrm_page_addf(page, "<path class=\"middle\" d=\"M%.1f %.1fH%.1f\"/>", at - half - 2,
                       wyrm_frame_down(frame, mark->y), at + half + 2);
    wyrm_mark_close(frame, "g", series, index);
}

static void draw_ranges(wyrm_frame *frame)
{
    wyrm_draw_references(frame);
    wyrm_draw_marks(frame, add_box);
}

/* ---- stacked columns: parts of a whole, each with a pattern of its own ---- */

/* All parts together: a dot at their top, with the interval. */
static void add_total(const wyrm_frame *frame, size_t series, size_t index)
{
    const wyrm_mark *mark = &frame->picture->series[series].marks[index];
    double at = wyrm_frame_across(frame, mark->x);
    if (wyrm_mark_has_interval(mark))
        wyrm_whisker(frame, at, mark->low, mark->high);
    wyrm_mark_point(frame, series, index, at, wyrm_frame_down(frame, mark->y), true);
}

static void add_part(const wyrm_frame *frame, size_t series, size_t index)
{
    const wyrm_mark *mark = &frame->picture->series[series].marks[index];
    if (frame->picture->series[series].total) {
        add_total(frame, series, index);
        return;
    }
    double width = fmin(wyrm_frame_slot(frame) * 0.78, 56);
    double below = wyrm_stack_below(frame->picture, series, index);
    double top = wyrm_frame_down(frame, below + fmax(mark->y, 0));
    double height = wyrm_frame_down(frame, below) - top;
    wyrm_mark_open(frame, "rect", series, index, " part");
    wyrm_pattern_fill(frame->picture, series, frame->page);
    wyrm_page_addf(frame->page, " x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\">",
                   wyrm_frame_across(frame, mark->x) - width / 2, top, width, height);
    wyrm_mark_close(frame, "rect", series, index);
}

static void draw_stacked(wyrm_frame *frame)
{
    wyrm_draw_marks(frame, add_part);
    wyrm_draw_references(frame); /* over the columns, which would hide them */
}

/* ---- points, with the names of those that stand out ---- */

#define NAMES_MAX   60
#define POINT       4.5 /* half of a point, with its edge */
#define NAME_LETTER 7.4 /* across, as large as on a phone */
#define NAME_HEIGHT 15.0

typedef struct box {
    double left, top, right, bottom;
} box;

typedef struct placing {
    const wyrm_frame *frame;
    size_t count;
    box taken[NAMES_MAX]; /* by the names that have a place */
} placing;

static bool meet(const box *a, const box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* Whether any point lies in a box. */
static bool hides_point(const wyrm_frame *frame, const box *wanted)
{
    for (size_t s = 0; s < frame->picture->series_count; s++) {
        const wyrm_series *series = &frame->picture->series[s];
        for (size_t i = 0; !series->reference && i < series->count; i++) {
            if (!wyrm_mark_is_drawn(frame->picture, series, &series->marks[i]))
                continue;
            double x = wyrm_frame_across(frame, series->marks[i].x);
            double y = wyrm_frame_down(frame, series->marks[i].y);
            box point = {x - POINT, y - POINT, x + POINT, y + POINT};
            if (meet(wanted, &point))
                return true;
        }
    }
    return false;
}

static bool is_free(const placing *names, const box *wanted)
{
    const wyrm_frame *frame = names->frame;
    if (wanted->left < frame->left || wanted->right > frame->width ||
        wanted->top < frame->top - 6 || wanted->bottom > frame->bottom)
        return false;
    for (size_t i = 0; i < names->count; i++)
        if (meet(wanted, &names->taken[i]))
            return false;
    return !hides_point(frame, wanted);
}

/* A name that stands away from its point is tied to it by a thin line. */
static void add_leader(const placing *names, double x, double y, const box *at)
{
    double to_x = fmin(fmax(x, at->left), at->right), to_y = y < at->top ? at->top : at->bottom;
    if (y >= at->top && y <= at->bottom)
        to_y = y;
    wyrm_page_addf(names->frame->page, "<path class=\"leader\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x,
                   y, to_x, to_y);
}

static void add_name(placing *names, double x, double y, const char *anchor, const box *at,
                     const char *name)
{
    names->taken[names->count++] = *at;
    wyrm_page_addf(names->frame->page,
                   "<text class=\"name-of-mark %s\" x=\"%.1f\" y=\"%.1f\" aria-hidden=\"true\">",
                   anchor, x, y + 4);
    wyrm_html_text(names->frame->page, name);
    wyrm_page_add(names->frame->page, "</text>\n");
}

/* Where the middle of a name stands from its point: across in whole sides, and down. Near ones
 * first, then farther and farther ones. */
typedef struct place {
    int side; /* 1 right, -1 left, 0 above or below */
    double across, down;
} place;

static const place picture_scatter_places[] = {
    {1, 8, 0},     {-1, 8, 0},   {0, 0, -13},  {0, 0, 15},  {1, 8, -12},   {1, 8, 12},
    {-1, 8, -12},  {-1, 8, 12},  {1, 14, -26}, {1, 14, 26}, {-1, 14, -26}, {-1, 14, 26},
    {0, 0, -30},   {0, 0, 30},   {1, 34, 0},   {-1, 34, 0}, {1, 34, -42},  {1, 34, 42},
    {-1, 34, -42}, {-1, 34, 42}, {1, 60, -20}, {1, 60, 20}, {-1, 60, -20}, {-1, 60, 20},
    {0, 0, -56},   {0, 0, 56},   {1, 60, -62}, {1, 60, 62}, {-1, 60, -62}, {-1, 60, 62},
};
#define NEAR_PLACES 8 /* that need no line to their point */

/* Beside the point, above or below it, where nothing else is, and tied to it where that is far;
 * nowhere if there is no such place: the name is in the title and in the table. */
static void place_name(placing *names, double x, double y, const char *name)
{
    static const char *const anchors[] = {"end", "mid", "start"};
    double width = NAME_LETTER * wyrm_display_width(name);
    for (size_t i = 0; i < sizeof picture_scatter_places / sizeof picture_scatter_places[0] &&
                       names->count < NAMES_MAX;
         i++) {
        double at = x + picture_scatter_places[i].across * picture_scatter_places[i].side,
               middle = y + picture_scatter_places[i].down;
        double left = picture_scatter_places[i].side > 0   ? at
                      : picture_scatter_places[i].side < 0 ? at - width
                                                           : at - width / 2;
        box wanted = {left, middle - NAME_HEIGHT / 2, left + width, middle + NAME_HEIGHT / 2};
        if (!is_free(names, &wanted))
            continue;
        if (i >= NEAR_PLACES)
            add_leader(names, x, y, &wanted);
        add_name(names, at, middle, anchors[picture_scatter_places[i].side + 1], &wanted, name);
        return;
    }
}

static void add_names(const wyrm_frame *frame)
{
    placing names = {.frame = frame};
    for (size_t s = 0; s < frame->picture->series_count; s++) {
        const wyrm_series *series = &frame->picture->series[s];
        for (size_t i = 0; i < series->count; i++) {
            const wyrm_mark *mark = &series->marks[i];
            if (mark->named && mark->label != NULL &&
                wyrm_mark_is_drawn(frame->picture, series, mark))
                place_name(&names, wyrm_frame_across(frame, mark->x),
                           wyrm_frame_down(frame, mark->y), mark->label);
        }
    }
}

static void picture_scatter_add_point(const wyrm_frame *frame, size_t series, size_t index)
{
    const wyrm_series *of = &frame->picture->series[series];
    const wyrm_mark *mark = &of->marks[index];
    double x = wyrm_frame_across(frame, mark->x);
    if (wyrm_mark_has_interval(mark))
        wyrm_whisker(frame, x, mark->low, mark->high);
    wyrm_mark_point(frame, series, index, x, wyrm_frame_down(frame, mark->y),
                    wyrm_series_is_crowded(of) && !mark->named);
}

static void add_unnamed(const wyrm_frame *frame, size_t series, size_t index)
{
    if (!frame->picture->series[series].marks[index].named)
        picture_scatter_add_point(frame, series, index);
}

static void add_named(const wyrm_frame *frame, size_t series, size_t index)
{
    if (frame->picture->series[series].marks[index].named)
        picture_scatter_add_point(frame, series, index);
}

/* Those that stand out last, so that no other lies upon them. */
static void draw_scatter(wyrm_frame *frame)
{
    wyrm_draw_references(frame);
    wyrm_draw_marks(frame, add_unnamed);
    wyrm_draw_marks(frame, add_named);
    add_names(frame);
}

#define EMPTY_HEIGHT 90.0

static const wyrm_picture_art arts[WYRM_PICTURE_KIND_COUNT] = {
    [WYRM_PICTURE_LINES] = {.draw = draw_lines},
    [WYRM_PICTURE_STEPS] = {.from_zero = true, .draw = draw_lines},
    [WYRM_PICTURE_STACKED] = {.slots = true, .from_zero = true, .sums = true, .draw = draw_stacked},
    [WYRM_PICTURE_COLUMNS] = {.slots = true, .from_zero = true, .draw = draw_columns},
    [WYRM_PICTURE_DOTS] = {.slots = true, .draw = draw_dots},
    [WYRM_PICTURE_RANGES] = {.slots = true, .from_zero = true, .draw = draw_ranges},
    [WYRM_PICTURE_SCATTER] = {.draw = draw_scatter},
    [WYRM_PICTURE_HEAT] = {.layout = wyrm_layout_heat, .draw = wyrm_draw_heat},
};

static void add_nothing(const wyrm_frame *frame)
{
    wyrm_page_addf(frame->page,
                   "<text class=\"mid nothing\" x=\"%.1f\" y=\"%.1f\">nothing to show"
                   "</text>\n",
                   frame->width / 2, frame->height / 2);
}

void wyrm_picture_svg(const wyrm_picture *picture, wyrm_page *page)
{
    wyrm_frame frame = {.picture = picture, .art = &arts[picture->kind], .page = page};
    if (frame.art->layout != NULL)
        frame.art->layout(&frame);
    else
        wyrm_frame_layout(&frame);
    if (frame.empty)
        frame.height = EMPTY_HEIGHT;
    wyrm_page_addf(page,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart %s\" role=\"group\" "
                   "viewBox=\"0 0 %.0f %.0f\" aria-label=\"",
                   wyrm_picture_kind_name(picture->kind), frame.width, frame.height);
    wyrm_html_text(page, picture->title);
    wyrm_page_add(page, "\">\n");
    wyrm_patterns_define(picture, page);
    if (frame.empty) {
        add_nothing(&frame);
    } else {
        if (frame.art->layout == NULL)
            wyrm_frame_axes(&frame);
        frame.art->draw(&frame);
    }
    wyrm_page_add(page, "</svg>\n");
}
