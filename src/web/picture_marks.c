/* Marks of pictures: how they are told apart, and what belongs to each of them. */
#include <math.h>

#include "web/html.h"
#include "web/picture_draw.h"
#include "web/picture_words.h"

#define CROWD 60 /* marks of a series that have no shapes any more */

/* Outlines of about 8 across, relative to their middle. */
static const char *const shapes[WYRM_LOOK_COLOURS] = {
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

void wyrm_shape_path(wyrm_page *page, int shape, double x, double y)
{
    wyrm_page_addf(page, "M%.1f %.1f%s", x, y, shapes[shape]);
}

void wyrm_mark_point(const wyrm_frame *frame, size_t series, size_t index, double x, double y,
                     bool small)
{
    wyrm_mark_open(frame, "path", series, index, " point");
    wyrm_page_add(frame->page, " d=\"");
    if (small)
        wyrm_page_addf(frame->page, "M%.1f %.1f%s", x, y, dot);
    else
        wyrm_shape_path(frame->page, wyrm_series_look(frame->picture, series).shape, x, y);
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
