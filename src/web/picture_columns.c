/* Columns beside each other: distributions and counts. */
#include <math.h>

#include "web/picture_draw.h"
#include "web/picture_words.h"

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

void wyrm_draw_columns(wyrm_frame *frame)
{
    wyrm_draw_references(frame);
    wyrm_draw_marks(frame, add_column);
}
