/* A value with its interval for each category. */
#include <math.h>

#include "web/picture_draw.h"
#include "web/picture_words.h"

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

void wyrm_draw_dots(wyrm_frame *frame)
{
    wyrm_draw_references(frame);
    wyrm_draw_marks(frame, add_dot);
}
