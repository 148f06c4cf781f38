/* What is wanted, or would be no difference: bands and lines behind the marks. */
#include <math.h>

#include "web/picture_draw.h"
#include "web/picture_words.h"

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
static void add_line(const wyrm_frame *frame, size_t series, size_t index)
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
                add_line(frame, s, i);
        }
        wyrm_page_add(frame->page, "</g>\n");
    }
}
