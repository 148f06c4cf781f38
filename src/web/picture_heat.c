/* A table of colours, one a series. The colour goes from pale to deep in steps, with the number in
 * the cell where there is room. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "web/html.h"
#include "web/picture_draw.h"
#include "web/picture_words.h"

#define TOP         26.0
#define BELOW       50.0
#define LEFT        44.0
#define NAME_ABOVE  22.0 /* the name of a table, where there are more than one */
#define CELL_HIGH   26.0
#define CELL_LOW    7.0
#define BETWEEN     26.0
#define NARROW      11 /* columns up to which two tables stand beside each other */
#define TEXT_LEAST  20.0
#define TEXT_LETTER 6.4
#define CELLS_MAX   200   /* a side */
#define HEIGHT_MAX  440.0 /* of a table */

/* Where the tables lie. All have the same columns and rows. */
typedef struct plan {
    double first_x, last_x, first_y, last_y;
    double width, height; /* of a table, without numbers and words */
    double left;
    size_t tables, beside; /* in all, and in a row */
    wyrm_names_room names;
    wyrm_axis shades;
} plan;

/* What x, y and the values reach; false where there is no mark. */
static bool find_reach(const wyrm_picture *picture, plan *out, double *low, double *high)
{
    bool any = false;
    out->first_x = out->first_y = *low = INFINITY;
    out->last_x = out->last_y = *high = -INFINITY;
    for (size_t s = 0; s < picture->series_count; s++) {
        const wyrm_series *series = &picture->series[s];
        out->tables += series->count > 0;
        for (size_t i = 0; i < series->count; i++) {
            const wyrm_mark *mark = &series->marks[i];
            if (!wyrm_mark_is_drawn(picture, series, mark))
                continue;
            any = true;
            out->first_x = fmin(out->first_x, mark->x);
            out->last_x = fmax(out->last_x, mark->x);
            out->first_y = fmin(out->first_y, mark->y);
            out->last_y = fmax(out->last_y, mark->y);
            *low = fmin(*low, mark->value);
            *high = fmax(*high, mark->value);
        }
    }
    return any;
}

static double table_width(const plan *of, double columns)
{
    double beside = (double)of->beside;
    double room = (WYRM_CHART_WIDTH - 4 - beside * of->left - (beside - 1) * 6) / beside;
    return fmin(room, columns * 44);
}

static plan plan_of(const wyrm_picture *picture)
{
    plan made = {0};
    double low, high;
    if (!find_reach(picture, &made, &low, &high))
        return (plan){.tables = 0, .beside = 1};
    bool share = strcmp(picture->value_unit, "share") == 0 && low >= 0 && high <= 1;
    made.shades = share && high > 0.5 ? wyrm_axis_within(0, 1, 4)
                                      : wyrm_axis_around(fmin(low, high > 0 ? 0 : low), high, 4);
    double columns = fmin(made.last_x - made.first_x + 1, CELLS_MAX);
    double rows = fmin(made.last_y - made.first_y + 1, CELLS_MAX);
    made.beside = made.tables > 1 && columns <= NARROW ? 2 : 1;
    made.left = LEFT;
    made.width = table_width(&made, columns);
    made.names = wyrm_names_find_room(picture, made.width / columns);
    if (made.names.left > made.left) {
        made.left = made.names.left;
        made.width = table_width(&made, columns);
    }
    double cell = fmin(fmin(CELL_HIGH, made.width / columns), HEIGHT_MAX / rows);
    made.height = rows * fmax(cell, CELL_LOW);
    return made;
}

static double table_height(const wyrm_picture *picture, const plan *of)
{
    return of->height + (picture->series_count > 1 ? NAME_ABOVE : 0);
}

/* The frame of one table inside the picture's. */
static wyrm_frame table_frame(const wyrm_frame *frame, const plan *of, size_t table)
{
    wyrm_frame part = *frame;
    size_t column = table % of->beside, row = table / of->beside;
    double each = table_height(frame->picture, of);
    int columns = (int)(of->last_x - of->first_x + 1), rows = (int)(of->last_y - of->first_y + 1);
    int room = (int)(of->width / 26);
    int lines = (int)(of->height / 16);
    part.left = of->left + (double)column * (of->width + of->left + 6);
    part.right = part.left + of->width;
    part.bottom = TOP + (double)row * (each + BETWEEN + of->names.below) + each;
    part.top = part.bottom - of->height;
    part.x = wyrm_axis_within(of->first_x - 0.5, of->last_x + 0.5, columns < room ? columns : room);
    part.y = wyrm_axis_within(of->first_y - 0.5, of->last_y + 0.5, rows < lines ? rows : lines);
    part.inset = 0;
    part.gap = 1;
    part.slanted = of->names.slanted;
    return part;
}

void wyrm_layout_heat(wyrm_frame *frame)
{
    plan made = plan_of(frame->picture);
    size_t rows = made.tables > 0 ? (made.tables + made.beside - 1) / made.beside : 0;
    frame->empty = made.tables == 0;
    frame->width = WYRM_CHART_WIDTH;
    frame->left = made.left;
    frame->right = frame->width;
    frame->top = TOP;
    frame->bottom = TOP + 60;
    if (rows > 0)
        frame->bottom =
            TOP +
            (double)rows * (table_height(frame->picture, &made) + BETWEEN + made.names.below) -
            BETWEEN - made.names.below;
    frame->height = frame->bottom + BELOW + made.names.below;
    frame->x = frame->y = wyrm_axis_within(0, 1, 1);
}

static int shade_of(const plan *of, const wyrm_mark *mark)
{
    int shade = (int)(wyrm_axis_share(&of->shades, mark->value) * WYRM_HEAT_SHADES);
    return shade < WYRM_HEAT_SHADES ? shade : WYRM_HEAT_SHADES - 1;
}

/* The number of a cell, short: per cent without its sign. */
static const char *number_of(const wyrm_picture *picture, const wyrm_mark *mark, wyrm_figure *out)
{
    if (strcmp(picture->value_unit, "share") == 0)
        snprintf(out->text, sizeof out->text, "%.0f", 100 * mark->value);
    else
        wyrm_figure_exact(mark->value, out);
    return out->text;
}

/* Whether there is room for the numbers of a table: for all or for none. */
static bool have_room(const wyrm_picture *picture, const wyrm_series *series, const plan *of)
{
    double width = of->width / (of->last_x - of->first_x + 1);
    wyrm_figure out;
    for (size_t i = 0; i < series->count; i++)
        if (wyrm_mark_is_drawn(picture, series, &series->marks[i]) &&
            TEXT_LETTER * (double)strlen(number_of(picture, &series->marks[i], &out)) > width)
            return false;
    return width >= TEXT_LEAST;
}

static void add_number(const wyrm_frame *part, const plan *of, const wyrm_mark *mark)
{
    wyrm_figure out;
    wyrm_page_addf(part->page, "<text class=\"on%d\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                   shade_of(of, mark), wyrm_frame_across(part, mark->x),
                   wyrm_frame_down(part, mark->y) + 4, number_of(part->picture, mark, &out));
}

static void add_numbers(const wyrm_frame *part, const plan *of, const wyrm_series *shown)
{
    if (!have_room(part->picture, shown, of))
        return;
    wyrm_page_add(part->page, "<g class=\"cells\" aria-hidden=\"true\">\n");
    for (size_t i = 0; i < shown->count; i++)
        if (wyrm_mark_is_drawn(part->picture, shown, &shown->marks[i]))
            add_number(part, of, &shown->marks[i]);
    wyrm_page_add(part->page, "</g>\n");
}

static void add_cell(const wyrm_frame *part, const plan *of, size_t series, size_t index)
{
    const wyrm_mark *mark = &part->picture->series[series].marks[index];
    double width = of->width / (of->last_x - of->first_x + 1);
    double height = of->height / (of->last_y - of->first_y + 1);
    char more[24];
    snprintf(more, sizeof more, " shade h%d", shade_of(of, mark));
    wyrm_mark_open(part, "rect", series, index, more);
    double space = fmin(width, height) > 10 ? 1.5 : 0;
    wyrm_page_addf(part->page, " x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
                   wyrm_frame_across(part, mark->x) - (width - space) / 2,
                   wyrm_frame_down(part, mark->y) - (height - space) / 2, fmax(width - space, 0.4),
                   fmax(height - space, 0.4));
    wyrm_mark_close(part, "rect", series, index);
}

static void draw_table(const wyrm_frame *part, const plan *of, size_t series)
{
    const wyrm_series *shown = &part->picture->series[series];
    wyrm_page_add(part->page, "<g class=\"axes\" aria-hidden=\"true\">\n");
    wyrm_frame_labels(part);
    if (part->picture->series_count > 1) {
        wyrm_page_addf(part->page, "<text class=\"table-name\" x=\"%.1f\" y=\"%.1f\">", part->left,
                       part->top - 8);
        wyrm_html_text(part->page, shown->name);
        wyrm_page_add(part->page, "</text>\n");
    }
    wyrm_page_add(part->page, "</g>\n<g class=\"series\">\n");
    for (size_t i = 0; i < shown->count; i++)
        if (wyrm_mark_is_drawn(part->picture, shown, &shown->marks[i]))
            add_cell(part, of, series, i);
    wyrm_page_add(part->page, "</g>\n");
    add_numbers(part, of, shown);
}

void wyrm_draw_heat(wyrm_frame *frame)
{
    plan made = plan_of(frame->picture);
    size_t table = 0;
    for (size_t s = 0; s < frame->picture->series_count; s++) {
        if (frame->picture->series[s].count == 0)
            continue;
        wyrm_frame part = table_frame(frame, &made, table++);
        draw_table(&part, &made, s);
    }
    wyrm_page_add(frame->page, "<g class=\"axes\" aria-hidden=\"true\">\n");
    wyrm_axis_words_at(frame->page, &frame->picture->y, 0, 13, "start");
    wyrm_axis_words_at(frame->page, &frame->picture->x, made.left + made.width, frame->height - 5,
                       "end");
    wyrm_page_add(frame->page, "</g>\n");
}

wyrm_axis wyrm_heat_shades(const wyrm_picture *picture)
{
    plan made = plan_of(picture);
    return made.tables > 0 ? made.shades : wyrm_axis_within(0, 1, 4);
}
