/* The frame of a chart: where its axes lie and what stands at them.
 *
 * Lengths are those of the viewBox: on a wide screen about a pixel, on a phone about 0.6 of one,
 * where letters are larger (report.css), so that there is room for both.
 */
#include "html/internal.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

/* ---- The frame ----
 *
 * The frame of a picture: which part of the numbers it shows, and where they lie in it. */

#define TOP          36.0 /* room for the words of the y axis */
#define PLOT_HEIGHT  224.0
#define BELOW        50.0 /* the numbers and the words of the x axis */
#define RIGHT_MARGIN 10.0
#define INSET        12.0
#define NAME_ROOM    16 /* columns of a category's name */
/* Of a letter, as large as it gets on a phone; and of one on a wide screen. */
#define LETTER      9.2
#define LETTER_WIDE 6.6
/* Of letters of a slanted name. */
#define SLANTED_ACROSS 5.2
#define SLANTED_DOWN   5.4

typedef struct reach {
    double least, greatest; /* least > greatest: nothing yet */
    bool positive;          /* what is not above 0 has no place */
} reach;

static void take(reach *of, double value)
{
    if (!wyrm_is_drawable(value) || (of->positive && value <= 0))
        return;
    of->least = fmin(of->least, value);
    of->greatest = fmax(of->greatest, value);
}

/* What stands below a mark of a stack: the marks of earlier series at the same x. */
double wyrm_stack_below(const wyrm_picture *picture, size_t series, size_t index)
{
    double x = picture->series[series].marks[index].x, below = 0;
    for (size_t s = 0; s < series; s++) {
        const wyrm_series *of = &picture->series[s];
        if (of->reference)
            continue;
        size_t at = index < of->count && of->marks[index].x == x ? index : 0;
        while (at < of->count && of->marks[at].x != x)
            at++;
        if (at < of->count && wyrm_mark_is_drawn(picture, of, &of->marks[at]))
            below += fmax(of->marks[at].y, 0);
    }
    return below;
}

/* Takes a mark in, and how far it is from the one before. */
static void take_mark(wyrm_frame *frame, size_t series, size_t index, reach *x, reach *y)
{
    const wyrm_series *of = &frame->picture->series[series];
    const wyrm_mark *mark = &of->marks[index];
    bool ranges = frame->picture->kind == WYRM_PICTURE_RANGES;
    take(x, mark->x);
    if (frame->art->sums && !of->reference && !of->total)
        take(y, wyrm_stack_below(frame->picture, series, index) + fmax(mark->y, 0));
    else
        take(y, mark->y);
    take(y, mark->low);
    take(y, mark->high);
    if (ranges) {
        take(y, mark->value);
        take(y, mark->most);
    }
    double gap = index > 0 ? fabs(mark->x - of->marks[index - 1].x) : 0;
    if (gap > 0 && (frame->gap == 0 || gap < frame->gap)) /* false for NAN */
        frame->gap = gap;
}

static void take_all(wyrm_frame *frame, reach *x, reach *y)
{
    const wyrm_picture *picture = frame->picture;
    for (size_t s = 0; s < picture->series_count; s++)
        for (size_t i = 0; i < picture->series[s].count; i++)
            if (wyrm_mark_is_drawn(picture, &picture->series[s], &picture->series[s].marks[i])) {
                take_mark(frame, s, i, x, y);
                frame->empty = false;
            }
    if (picture->category_count > 0) {
        take(x, 0);
        take(x, (double)picture->category_count - 1);
        frame->gap = 1;
    }
    if (frame->gap == 0 || !wyrm_is_drawable(frame->gap))
        frame->gap = 1;
}

/* What the picture asks for goes before what its marks need. */
static void settle(reach *of, const wyrm_axis_words *words)
{
    if (of->least > of->greatest)
        *of = (reach){of->positive, of->positive, of->positive};
    if (wyrm_is_drawable(words->least))
        of->least = words->least;
    if (wyrm_is_drawable(words->greatest))
        of->greatest = words->greatest;
    if (of->least > of->greatest)
        *of = (reach){of->greatest, of->least, of->positive};
}

/* 0 belongs to the axis unless all that is shown lies far from it. */
static void add_zero(reach *of, const wyrm_axis_words *words, bool always)
{
    if (of->positive)
        return;
    bool near = of->least > 0 ? of->least < 0.6 * of->greatest
                              : of->greatest < 0 && of->greatest > 0.6 * of->least;
    if ((always || near) && of->least > 0 && !wyrm_is_drawable(words->least))
        of->least = 0;
    if ((always || near) && of->greatest < 0 && !wyrm_is_drawable(words->greatest))
        of->greatest = 0;
}

static int at_most(int intervals, const reach *of, bool whole)
{
    double room = floor(of->greatest - of->least);
    return whole && room < intervals ? (room < 1 ? 1 : (int)room) : intervals;
}

static bool is_whole(const wyrm_frame *frame)
{
    const wyrm_picture *picture = frame->picture;
    if (picture->x.whole)
        return true;
    for (size_t s = 0; frame->art->slots && s < picture->series_count; s++)
        for (size_t i = 0; i < picture->series[s].count; i++)
            if (picture->series[s].marks[i].x != floor(picture->series[s].marks[i].x))
                return false;
    return frame->art->slots;
}

static wyrm_axis x_axis(const wyrm_frame *frame, reach x)
{
    bool whole = is_whole(frame);
    if (x.positive)
        return wyrm_axis_factors(x.least, x.greatest);
    if (frame->art->slots) {
        x.least -= frame->gap / 2;
        x.greatest += frame->gap / 2;
    }
    wyrm_figure ends[2];
    double letters = fmax((double)strlen(wyrm_figure_exact(x.least, &ends[0])),
                          (double)strlen(wyrm_figure_exact(x.greatest, &ends[1])));
    int room = (int)((frame->right - frame->left) / (letters * LETTER_WIDE + 16));
    int intervals = at_most(room < (whole ? 16 : 8) ? room : (whole ? 16 : 8), &x, whole);
    if (frame->picture->kind == WYRM_PICTURE_SCATTER)
        return wyrm_axis_around(x.least, x.greatest, intervals);
    return wyrm_axis_within(x.least, x.greatest, intervals);
}

static wyrm_axis y_axis(const wyrm_picture *picture, reach y)
{
    int intervals = at_most(5, &y, picture->y.whole);
    if (y.positive)
        return wyrm_axis_factors(y.least, y.greatest);
    if (wyrm_is_drawable(picture->y.least) && wyrm_is_drawable(picture->y.greatest))
        return wyrm_axis_within(y.least, y.greatest, intervals);
    return wyrm_axis_around(y.least, y.greatest, intervals);
}

/* The number of a tick: per cent of shares. */
static const char *tick_label(const wyrm_axis *axis, const char *unit, int tick, wyrm_figure *out)
{
    if (strcmp(unit, "share") != 0)
        return wyrm_axis_label(axis, tick, out);
    wyrm_axis percent = *axis;
    percent.first_tick = axis->logarithmic ? axis->first_tick + 6 : 100 * axis->first_tick;
    percent.step = axis->logarithmic ? axis->step : 100 * axis->step;
    wyrm_axis_label(&percent, tick, out);
    strncat(out->text, " %", sizeof out->text - strlen(out->text) - 1);
    return out->text;
}

/* Room left of the plot: for the numbers of the y axis. */
static double left_margin(const wyrm_frame *frame)
{
    double letters = 0;
    for (int tick = 0; tick < frame->y.ticks; tick++) {
        wyrm_figure label;
        letters = fmax(letters,
                       (double)strlen(tick_label(&frame->y, frame->picture->y.unit, tick, &label)));
    }
    return fmin(fmax(letters * LETTER + 10, 30), 150);
}

wyrm_names_room wyrm_names_find_room(const wyrm_picture *picture, double slot)
{
    wyrm_names_room room = {0};
    double longest = 0;
    for (size_t i = 0; i < picture->category_count; i++)
        longest = fmax(longest, fmin(wyrm_display_width(picture->categories[i]), NAME_ROOM));
    room.slanted = longest * LETTER_WIDE + 6 > slot;
    if (!room.slanted)
        return room;
    for (size_t i = 0; i < picture->category_count; i++) {
        double letters = fmin(wyrm_display_width(picture->categories[i]), NAME_ROOM);
        room.left = fmax(room.left, letters * SLANTED_ACROSS + 4 - ((double)i + 0.5) * slot);
    }
    room.below = longest * SLANTED_DOWN;
    return room;
}

static void fit_names(wyrm_frame *frame)
{
    wyrm_names_room room = wyrm_names_find_room(frame->picture, wyrm_frame_slot(frame));
    frame->slanted = room.slanted;
    frame->left = fmax(frame->left, room.left);
    frame->height += room.below;
}

void wyrm_frame_layout(wyrm_frame *frame)
{
    const wyrm_picture *picture = frame->picture;
    reach x = {INFINITY, -INFINITY, picture->x.logarithmic};
    reach y = {INFINITY, -INFINITY, picture->y.logarithmic};
    frame->empty = true;
    take_all(frame, &x, &y);
    settle(&x, &picture->x);
    settle(&y, &picture->y);
    add_zero(&y, &picture->y, frame->art->from_zero);
    if (picture->kind == WYRM_PICTURE_SCATTER)
        add_zero(&x, &picture->x, false);
    frame->width = WYRM_CHART_WIDTH;
    frame->top = TOP;
    frame->bottom = TOP + PLOT_HEIGHT;
    frame->height = frame->bottom + BELOW;
    frame->right = frame->width - RIGHT_MARGIN;
    frame->inset = frame->art->slots ? 0 : INSET;
    frame->y = y_axis(picture, y);
    frame->left = left_margin(frame);
    frame->x = x_axis(frame, x);
    if (picture->category_count > 0)
        fit_names(frame);
}

double wyrm_frame_across(const wyrm_frame *frame, double x)
{
    double length = frame->right - frame->left - 2 * frame->inset;
    return frame->left + frame->inset + wyrm_axis_share(&frame->x, x) * length;
}

double wyrm_frame_down(const wyrm_frame *frame, double y)
{
    return frame->bottom - wyrm_axis_share(&frame->y, y) * (frame->bottom - frame->top);
}

double wyrm_frame_slot(const wyrm_frame *frame)
{
    double length = frame->right - frame->left - 2 * frame->inset;
    return length * fmin(frame->gap / (frame->x.high - frame->x.low), 1);
}

size_t wyrm_frame_place(const wyrm_picture *picture, size_t series)
{
    size_t place = 0;
    for (size_t s = 0; s < series; s++)
        place += !picture->series[s].reference;
    return place;
}

size_t wyrm_frame_places(const wyrm_picture *picture)
{
    size_t count = wyrm_frame_place(picture, picture->series_count);
    return count > 0 ? count : 1;
}

#define PICTURE_AXES_NAME_ROOM 16   /* columns of a category's name */
#define PICTURE_AXES_LETTER    9.6  /* of numbers on a phone */
#define SLANT_LEAST            15.0 /* between two slanted names */
#define HEIGHT                 19.0 /* of a line of numbers on a phone */

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
                 tick_label(&frame->y, frame->picture->y.unit, tick, &label));
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
        widest = fmax(widest,
                      (double)strlen(tick_label(&frame->x, frame->picture->x.unit, tick, &label)));
    double apart = wyrm_frame_across(frame, wyrm_axis_tick(&frame->x, 1)) -
                   wyrm_frame_across(frame, wyrm_axis_tick(&frame->x, 0));
    bool crowded =
        widest * PICTURE_AXES_LETTER + 8 > apart; /* on a phone: every other number goes */
    for (int tick = 0; tick < frame->x.ticks; tick++)
        add_text(frame->page, wyrm_frame_across(frame, wyrm_axis_tick(&frame->x, tick)),
                 frame->bottom + 19, crowded && tick % 2 == 1 ? "mid spare" : "mid",
                 tick_label(&frame->x, frame->picture->x.unit, tick, &label));
}

/* A name in at most NAME_ROOM columns. */
static void add_name(wyrm_page *page, const char *name)
{
    char cut[4 * PICTURE_AXES_NAME_ROOM + 4];
    wyrm_utf8_copy(cut, 4 * PICTURE_AXES_NAME_ROOM + 1, name);
    bool whole = strlen(cut) == strlen(name);
    while (wyrm_display_width(cut) > PICTURE_AXES_NAME_ROOM - (whole ? 0 : 1)) {
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
