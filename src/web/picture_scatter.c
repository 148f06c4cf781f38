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

/* Beside the point, above or below it, where nothing else is; nowhere if there is no such place: the
 * name is in the title and in the table. */
static void place_name(placing *names, double x, double y, const char *name)
{
    static const struct {
        int side; /* of the point: 1 right, -1 left, 0 above or below */
        double down;
        const char *anchor;
    } places[] = {{1, 0, "start"},   {-1, 0, "end"},   {0, -13, "mid"},  {0, 15, "mid"},
                  {1, -12, "start"}, {1, 12, "start"}, {-1, -12, "end"}, {-1, 12, "end"}};
    double width = NAME_LETTER * wyrm_display_width(name);
    for (size_t i = 0; i < sizeof places / sizeof places[0] && names->count < NAMES_MAX; i++) {
        double at = x + 8 * places[i].side, middle = y + places[i].down;
        double left = places[i].side > 0 ? at : places[i].side < 0 ? at - width : at - width / 2;
        box wanted = {left, middle - NAME_HEIGHT / 2, left + width, middle + NAME_HEIGHT / 2};
        if (is_free(names, &wanted)) {
            add_name(names, at, middle, places[i].anchor, &wanted, name);
            return;
        }
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

void wyrm_draw_scatter(wyrm_frame *frame)
{
    wyrm_draw_references(frame);
    wyrm_draw_marks(frame, add_point);
    add_names(frame);
}
