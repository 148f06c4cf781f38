/* Axes of pictures: a quiet grid, round numbers, the words at their ends. */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "web/html.h"
#include "web/picture_draw.h"
#include "web/picture_words.h"

#define NAME_ROOM   16   /* columns of a category's name */
#define LETTER      9.6  /* of numbers on a phone */
#define SLANT_LEAST 15.0 /* between two slanted names */
#define HEIGHT      19.0 /* of a line of numbers on a phone */

static void add_text(wyrm_page *page, double x, double y, const char *class, const char *text)
{
    wyrm_page_addf(page, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    wyrm_html_text(page, text);
    wyrm_page_add(page, "</text>\n");
}

void wyrm_axis_words_at(wyrm_page *page, const wyrm_axis_words *words, double x, double y,
                        const char *anchor)
{
    if (words->label[0] == '\0' && words->unit[0] == '\0')
        return;
    wyrm_page_addf(page, "<text x=\"%.1f\" y=\"%.1f\" class=\"words %s\">", x, y, anchor);
    wyrm_html_text(page, words->label);
    wyrm_picture_add_unit(page, words->unit);
    if (words->logarithmic)
        wyrm_page_add(page, ", logarithmic");
    wyrm_page_add(page, "</text>\n");
}

static void add_grid(const wyrm_frame *frame)
{
    wyrm_page *page = frame->page;
    wyrm_page_add(page, "<path class=\"grid\" d=\"");
    for (int tick = 0; tick < frame->y.ticks; tick++)
        wyrm_page_addf(page, "M%.1f %.1fH%.1f", frame->left,
                       wyrm_frame_down(frame, wyrm_axis_tick(&frame->y, tick)), frame->right);
    wyrm_page_add(page, "\"/>\n");
}

static void add_y_numbers(const wyrm_frame *frame)
{
    double apart = wyrm_frame_down(frame, wyrm_axis_tick(&frame->y, 0)) -
                   wyrm_frame_down(frame, wyrm_axis_tick(&frame->y, 1));
    for (int tick = 0; tick < frame->y.ticks; tick++) {
        wyrm_figure label;
        double at = wyrm_frame_down(frame, wyrm_axis_tick(&frame->y, tick));
        add_text(frame->page, frame->left - 7, at + 4,
                 apart < HEIGHT && tick % 2 == 1 ? "end spare" : "end",
                 wyrm_tick_label(&frame->y, frame->picture->y.unit, tick, &label));
    }
}

/* The line that columns stand on: 0, or the end of the axis next to it. */
static void add_ground(const wyrm_frame *frame)
{
    double at = wyrm_frame_down(frame, frame->art->slots ? 0 : frame->y.low);
    wyrm_page_addf(frame->page, "<path class=\"axis\" d=\"M%.1f %.1fH%.1f\"/>\n", frame->left, at,
                   frame->right);
}

static void add_x_numbers(const wyrm_frame *frame)
{
    wyrm_figure label;
    double widest = 0;
    for (int tick = 0; tick < frame->x.ticks; tick++)
        widest =
            fmax(widest,
                 (double)strlen(wyrm_tick_label(&frame->x, frame->picture->x.unit, tick, &label)));
    double apart = wyrm_frame_across(frame, wyrm_axis_tick(&frame->x, 1)) -
                   wyrm_frame_across(frame, wyrm_axis_tick(&frame->x, 0));
    bool crowded = widest * LETTER + 8 > apart; /* on a phone: every other number goes */
    for (int tick = 0; tick < frame->x.ticks; tick++)
        add_text(frame->page, wyrm_frame_across(frame, wyrm_axis_tick(&frame->x, tick)),
                 frame->bottom + 19, crowded && tick % 2 == 1 ? "mid spare" : "mid",
                 wyrm_tick_label(&frame->x, frame->picture->x.unit, tick, &label));
}

/* A name in at most NAME_ROOM columns. */
static void add_name(wyrm_page *page, const char *name)
{
    char cut[4 * NAME_ROOM + 4];
    wyrm_utf8_copy(cut, 4 * NAME_ROOM + 1, name);
    bool whole = strlen(cut) == strlen(name);
    while (wyrm_display_width(cut) > NAME_ROOM - (whole ? 0 : 1)) {
        cut[wyrm_utf8_cut(cut, strlen(cut), strlen(cut) - 1)] = '\0';
        whole = false;
    }
    wyrm_html_text(page, cut);
    if (!whole)
        wyrm_page_add(page, "…");
}

static void add_x_names(const wyrm_frame *frame)
{
    const wyrm_picture *picture = frame->picture;
    double slot = wyrm_frame_slot(frame);
    size_t every = 1;
    while (frame->slanted && (double)every * slot < SLANT_LEAST)
        every++;
    for (size_t i = 0; i < picture->category_count; i += every) {
        double at = wyrm_frame_across(frame, (double)i);
        if (frame->slanted)
            wyrm_page_addf(frame->page,
                           "<text class=\"end slanted\" transform=\"translate(%.1f %.1f) "
                           "rotate(-50)\">",
                           at + 4, frame->bottom + 13);
        else
            wyrm_page_addf(frame->page, "<text x=\"%.1f\" y=\"%.1f\" class=\"mid name\">", at,
                           frame->bottom + 19);
        add_name(frame->page, picture->categories[i]);
        wyrm_page_add(frame->page, "</text>\n");
    }
}

void wyrm_frame_labels(const wyrm_frame *frame)
{
    add_y_numbers(frame);
    if (frame->picture->category_count > 0)
        add_x_names(frame);
    else
        add_x_numbers(frame);
}

void wyrm_frame_axes(const wyrm_frame *frame)
{
    /* Read out by the marks and by the table. */
    wyrm_page_add(frame->page, "<g class=\"axes\" aria-hidden=\"true\">\n");
    add_grid(frame);
    add_ground(frame);
    wyrm_frame_labels(frame);
    wyrm_axis_words_at(frame->page, &frame->picture->y, 0, 15, "start");
    wyrm_axis_words_at(frame->page, &frame->picture->x, frame->right, frame->height - 5, "end");
    wyrm_page_add(frame->page, "</g>\n");
}
