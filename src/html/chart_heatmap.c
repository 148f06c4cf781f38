/* Heat maps: a table of colours for each series, all with the same columns and rows, one below the
 * other, or two beside each other where they are narrow. Where there is room each cell has its
 * number, too. */
#include "html/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* Where the tables lie. */
typedef struct plan {
    double first_x, last_x, first_y, last_y;
    double width, height;  /* of a table, without numbers and words */
    double each;           /* height of a table with its name */
    double below;          /* room for slanted names */
    double left;           /* of the numbers of a table */
    size_t tables, beside; /* in all (0: there is no mark), and in a row */
    bool slanted;
    wyrm_axis shades;
} plan;

static double table_width(const plan *of, double columns)
{
    double beside = (double)of->beside;
    double room = (HTML_CHART_WIDTH - 4 - beside * of->left - (beside - 1) * 6) / beside;
    return fmin(room, columns * 44);
}

static plan plan_of(const html_chart *chart)
{
    plan made = {.first_x = INFINITY,
                 .first_y = INFINITY,
                 .last_x = -INFINITY,
                 .last_y = -INFINITY,
                 .left = LEFT,
                 .beside = 1};
    double low = INFINITY, high = -INFINITY;
    for (size_t s = 0; s < chart->series_count; s++) {
        const html_series *series = &chart->series[s];
        made.tables += series->count > 0;
        for (size_t i = 0; i < series->count; i++) {
            const html_mark *mark = &series->marks[i];
            if (!html_is_drawn(chart, series, mark))
                continue;
            made.first_x = fmin(made.first_x, mark->x);
            made.last_x = fmax(made.last_x, mark->x);
            made.first_y = fmin(made.first_y, mark->y);
            made.last_y = fmax(made.last_y, mark->y);
            low = fmin(low, mark->value);
            high = fmax(high, mark->value);
        }
    }
    if (low > high) {
        made.tables = 0;
        made.left = 0;
        made.shades = wyrm_axis_within(0, 1, 4);
        return made;
    }
    bool share = strcmp(chart->value_unit, "share") == 0 && low >= 0 && high <= 1;
    made.shades = share && high > 0.5 ? wyrm_axis_within(0, 1, 4)
                                      : wyrm_axis_around(fmin(low, high > 0 ? 0 : low), high, 4);
    double columns = fmin(made.last_x - made.first_x + 1, CELLS_MAX);
    double rows = fmin(made.last_y - made.first_y + 1, CELLS_MAX);
    made.beside = made.tables > 1 && columns <= NARROW ? 2 : 1;
    made.width = table_width(&made, columns);
    html_names_room names = html_find_names_room(chart, made.width / columns);
    made.slanted = names.slanted;
    made.below = names.below;
    if (names.left > made.left) {
        made.left = names.left;
        made.width = table_width(&made, columns);
    }
    double cell = fmin(fmin(CELL_HIGH, made.width / columns), HEIGHT_MAX / rows);
    made.height = rows * fmax(cell, CELL_LOW);
    made.each = made.height + (chart->series_count > 1 ? NAME_ABOVE : 0);
    return made;
}

wyrm_axis html_shades(const html_chart *chart)
{
    return plan_of(chart).shades;
}

void html_layout_heatmap(html_frame *frame)
{
    plan made = plan_of(frame->chart);
    double rows = (double)((made.tables + made.beside - 1) / made.beside);
    frame->empty = made.tables == 0;
    frame->width = HTML_CHART_WIDTH;
    frame->height = TOP + BELOW + rows * (made.each + BETWEEN + made.below) - BETWEEN;
}

/* The frame of one table inside the chart's. */
static html_frame table_frame(const html_frame *frame, const plan *of, size_t table)
{
    html_frame part = *frame;
    double column = (double)(table % of->beside), row = (double)(table / of->beside);
    int columns = (int)(of->last_x - of->first_x + 1), rows = (int)(of->last_y - of->first_y + 1);
    int room = (int)(of->width / 26), lines = (int)(of->height / 16);
    part.left = of->left + column * (of->width + of->left + 6);
    part.right = part.left + of->width;
    part.bottom = TOP + row * (of->each + BETWEEN + of->below) + of->each;
    part.top = part.bottom - of->height;
    part.x = wyrm_axis_within(of->first_x - 0.5, of->last_x + 0.5, columns < room ? columns : room);
    part.y = wyrm_axis_within(of->first_y - 0.5, of->last_y + 0.5, rows < lines ? rows : lines);
    part.gap = 1;
    part.slanted = of->slanted;
    return part;
}

static int shade_of(const plan *of, const html_mark *mark)
{
    int shade = (int)(wyrm_axis_share(&of->shades, mark->value) * HTML_SHADES);
    return shade < HTML_SHADES ? shade : HTML_SHADES - 1;
}

/* The number of a cell, short: per cent without its sign. */
static const char *number_of(const html_chart *chart, const html_mark *mark, wyrm_figure *out)
{
    if (strcmp(chart->value_unit, "share") == 0)
        snprintf(out->text, sizeof out->text, "%.0f", 100 * mark->value);
    else
        wyrm_figure_exact(mark->value, out);
    return out->text;
}

/* All numbers of a table, or none where one has no room. */
static void add_numbers(const html_frame *part, const plan *of, const html_series *shown)
{
    double width = of->width / (of->last_x - of->first_x + 1);
    wyrm_figure out;
    bool fit = width >= TEXT_LEAST;
    for (size_t i = 0; i < shown->count && fit; i++)
        fit = !html_is_drawn(part->chart, shown, &shown->marks[i]) ||
              TEXT_LETTER * (double)strlen(number_of(part->chart, &shown->marks[i], &out)) <= width;
    if (!fit)
        return;
    wyrm_page_add(part->page, "<g class=\"cells\" aria-hidden=\"true\">\n");
    for (size_t i = 0; i < shown->count; i++) {
        const html_mark *mark = &shown->marks[i];
        if (html_is_drawn(part->chart, shown, mark))
            wyrm_page_addf(part->page, "<text class=\"on%d\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                           shade_of(of, mark), html_across(part, mark->x),
                           html_down(part, mark->y) + 4, number_of(part->chart, mark, &out));
    }
    wyrm_page_add(part->page, "</g>\n");
}

static void draw_table(const html_frame *part, const plan *of, size_t series)
{
    const html_series *shown = &part->chart->series[series];
    double width = of->width / (of->last_x - of->first_x + 1);
    double height = of->height / (of->last_y - of->first_y + 1);
    double space = fmin(width, height) > 10 ? 1.5 : 0;
    wyrm_page_add(part->page, "<g class=\"axes\" aria-hidden=\"true\">\n");
    html_frame_labels(part);
    if (part->chart->series_count > 1) {
        wyrm_page_addf(part->page, "<text class=\"table-name\" x=\"%.1f\" y=\"%.1f\">", part->left,
                       part->top - 8);
        html_write(part->page, "{}</text>\n", shown->name);
    }
    wyrm_page_add(part->page, "</g>\n<g class=\"series\">\n");
    for (size_t i = 0; i < shown->count; i++) {
        const html_mark *mark = &shown->marks[i];
        char more[24];
        if (!html_is_drawn(part->chart, shown, mark))
            continue;
        snprintf(more, sizeof more, " shade h%d", shade_of(of, mark));
        html_mark_open(part, "rect", series, i, more);
        wyrm_page_addf(part->page, " x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">",
                       html_across(part, mark->x) - (width - space) / 2,
                       html_down(part, mark->y) - (height - space) / 2, fmax(width - space, 0.4),
                       fmax(height - space, 0.4));
        html_mark_close(part, "rect", series, i);
    }
    wyrm_page_add(part->page, "</g>\n");
    add_numbers(part, of, shown);
}

void html_draw_heatmap(const html_frame *frame)
{
    plan made = plan_of(frame->chart);
    size_t table = 0;
    for (size_t s = 0; s < frame->chart->series_count; s++) {
        if (frame->chart->series[s].count == 0)
            continue;
        html_frame part = table_frame(frame, &made, table++);
        draw_table(&part, &made, s);
    }
    wyrm_page_add(frame->page, "<g class=\"axes\" aria-hidden=\"true\">\n");
    html_axis_words(frame->page, &frame->chart->y, 0, 13, "start");
    html_axis_words(frame->page, &frame->chart->x, made.left + made.width, frame->height - 5,
                    "end");
    wyrm_page_add(frame->page, "</g>\n");
}
