/* Distributions as boxes, each with the band that is wanted behind it. */
#include <math.h>

#include "web/picture_draw.h"
#include "web/picture_words.h"

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

void wyrm_draw_ranges(wyrm_frame *frame)
{
    wyrm_draw_references(frame);
    wyrm_draw_marks(frame, add_box);
}
