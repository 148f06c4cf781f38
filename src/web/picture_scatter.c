/* Points, with the names of those that stand out. */
#include <math.h>
#include <string.h>

#include "web/html.h"
#include "web/picture_draw.h"
#include "web/picture_words.h"

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

static const place places[] = {
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
    for (size_t i = 0; i < sizeof places / sizeof places[0] && names->count < NAMES_MAX; i++) {
        double at = x + places[i].across * places[i].side, middle = y + places[i].down;
        double left = places[i].side > 0 ? at : places[i].side < 0 ? at - width : at - width / 2;
        box wanted = {left, middle - NAME_HEIGHT / 2, left + width, middle + NAME_HEIGHT / 2};
        if (!is_free(names, &wanted))
            continue;
        if (i >= NEAR_PLACES)
            add_leader(names, x, y, &wanted);
        add_name(names, at, middle, anchors[places[i].side + 1], &wanted, name);
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

static void add_point(const wyrm_frame *frame, size_t series, size_t index)
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
        add_point(frame, series, index);
}

static void add_named(const wyrm_frame *frame, size_t series, size_t index)
{
    if (frame->picture->series[series].marks[index].named)
        add_point(frame, series, index);
}

/* Those that stand out last, so that no other lies upon them. */
void wyrm_draw_scatter(wyrm_frame *frame)
{
    wyrm_draw_references(frame);
    wyrm_draw_marks(frame, add_unnamed);
    wyrm_draw_marks(frame, add_named);
    add_names(frame);
}
