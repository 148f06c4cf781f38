/* Lines and steps: y over x, with the band of the intervals behind. */
#include <math.h>

#include "web/picture_draw.h"
#include "web/picture_words.h"

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
void wyrm_draw_lines(wyrm_frame *frame)
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
