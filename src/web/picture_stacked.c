/* Stacked columns: parts of a whole, each with a pattern of its own. */
#include <math.h>

#include "web/picture_draw.h"
#include "web/picture_words.h"

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

void wyrm_draw_stacked(wyrm_frame *frame)
{
    wyrm_draw_marks(frame, add_part);
    wyrm_draw_references(frame); /* over the columns, which would hide them */
}
