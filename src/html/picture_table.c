/* The numbers of a picture as a table: a row an x, a column a series; points in a list; heat maps
 * as they are drawn. */
#include <math.h>
#include <stdlib.h>

#include "html/html.h"
#include "html/picture.h"

static void add_head(wyrm_page *page, const char *name, const char *more)
{
    wyrm_page_add(page, "<th scope=\"col\">");
    if (name[0] != '\0')
        wyrm_html_foreign(page, name);
    wyrm_page_add(page, name[0] != '\0' && more[0] != '\0' ? ", " : "");
    wyrm_html_text(page, more);
    wyrm_page_add(page, "</th>");
}

static void add_head_of_axis(wyrm_page *page, const wyrm_axis_words *words)
{
    wyrm_page_add(page, "<th scope=\"col\">");
    wyrm_html_text(page, words->label);
    wyrm_picture_add_unit(page, words->unit);
    wyrm_page_add(page, "</th>");
}

/* <td>12.3 % ± 0.4</td>; <td>-</td> where there is no mark. */
static void add_figure(const wyrm_picture *picture, const wyrm_series *series,
                       const wyrm_mark *mark, wyrm_page *page)
{
    wyrm_figure out;
    wyrm_page_add(page, "<td>");
    wyrm_html_text(page, mark ? wyrm_picture_figure(picture, series, mark, false, &out) : "-");
    wyrm_page_add(page, "</td>");
}

/* <td>low to high</td> */
static void add_reach(wyrm_page *page, double low, double high, const char *unit)
{
    wyrm_figure from, to;
    if (isnan(low) || isnan(high)) {
        wyrm_page_add(page, "<td>-</td>");
        return;
    }
    wyrm_page_add(page, "<td>");
    wyrm_html_textf(page, "%s to %s", wyrm_picture_number(low, unit, &from),
                    wyrm_picture_number(high, unit, &to));
    wyrm_page_add(page, "</td>");
}

/* ---------------------------------------------------------------- by x */

/* What the marks of a series have, which are its columns. */
typedef struct columns {
    bool labels, y, interval, reach;
} columns;

static columns columns_of(const wyrm_picture *picture, const wyrm_series *series)
{
    columns has = {.y = !series->reference};
    for (size_t i = 0; i < series->count; i++) {
        const wyrm_mark *mark = &series->marks[i];
        has.labels |= mark->label != NULL;
        has.y |= !isnan(mark->y);
        has.interval |=
            wyrm_mark_has_interval(mark) && !wyrm_mark_is_sampled(picture, series, mark);
        has.reach |= picture->kind == WYRM_PICTURE_RANGES && !isnan(mark->value);
    }
    return has;
}

static void add_heads(const wyrm_picture *picture, const wyrm_series *series, wyrm_page *page)
{
    columns has = columns_of(picture, series);
    if (has.y)
        add_head(page, series->name, series->name[0] == '\0' ? picture->y.label : "");
    if (has.interval)
        add_head(page, series->name, series->reference ? "" : wyrm_picture_between(picture));
    if (has.reach)
        add_head(page, series->name, "least to greatest");
    if (has.labels)
        add_head(page, series->name, "who");
}

static void add_cells(const wyrm_picture *picture, const wyrm_series *series, const wyrm_mark *mark,
                      wyrm_page *page)
{
    columns has = columns_of(picture, series);
    static const wyrm_mark none = {
        .y = NAN, .low = NAN, .high = NAN, .value = NAN, .most = NAN, .label = NULL};
    const wyrm_mark *of = mark != NULL ? mark : &none;
    if (has.y)
        add_figure(picture, series, mark, page);
    if (has.interval)
        add_reach(page, of->low, of->high, picture->y.unit);
    if (has.reach)
        add_reach(page, of->value, of->most, picture->y.unit);
    if (has.labels) {
        wyrm_page_add(page, "<td>");
        wyrm_html_foreign(page, of->label != NULL ? of->label : "-");
        wyrm_page_add(page, "</td>");
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    if (isnan(x) || isnan(y))
        return isnan(x) - isnan(y); /* last: what holds everywhere */
    return (x > y) - (x < y);
}

static bool same_x(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Every x that any series has, in order; NULL where memory is out. */
static double *all_x(const wyrm_picture *picture, size_t *count)
{
    size_t room = 0;
    for (size_t s = 0; s < picture->series_count; s++)
        room += picture->series[s].count;
    double *all = malloc((room + 1) * sizeof *all);
    if (all == NULL)
        return NULL;
    size_t used = 0;
    for (size_t s = 0; s < picture->series_count; s++)
        for (size_t i = 0; i < picture->series[s].count; i++)
            all[used++] = picture->series[s].marks[i].x;
    qsort(all, used, sizeof *all, by_value);
    *count = 0;
    for (size_t i = 0; i < used; i++)
        if (*count == 0 || !same_x(all[*count - 1], all[i]))
            all[(*count)++] = all[i];
    return all;
}

/* The mark of a series at an x, looked for from `*from` on, where the one of the row before was. */
static const wyrm_mark *mark_at(const wyrm_series *series, double x, size_t *from)
{
    for (size_t k = 0; k < series->count; k++) {
        size_t i = (*from + k) % series->count;
        if (same_x(series->marks[i].x, x)) {
            *from = i + 1;
            return &series->marks[i];
        }
    }
    return NULL;
}

static void add_row(const wyrm_picture *picture, double x, size_t *from, wyrm_page *page)
{
    wyrm_figure name;
    wyrm_page_add(page, "<tr><th scope=\"row\">");
    wyrm_html_foreign(page, wyrm_picture_x_name(picture, x, &name));
    wyrm_page_add(page, "</th>");
    for (size_t s = 0; s < picture->series_count; s++) {
        const wyrm_series *series = &picture->series[s];
        add_cells(picture, series, mark_at(series, x, &from[s]), page);
    }
    wyrm_page_add(page, "</tr>\n");
}

static void table_by_x(const wyrm_picture *picture, wyrm_page *page)
{
    size_t count = 0, from[WYRM_PICTURE_SERIES] = {0};
    double *all = all_x(picture, &count);
    if (all == NULL) {
        wyrm_page_fail(page);
        return;
    }
    wyrm_page_add(page, "<thead><tr>");
    add_head_of_axis(page, &picture->x);
    for (size_t s = 0; s < picture->series_count; s++)
        add_heads(picture, &picture->series[s], page);
    wyrm_page_add(page, count > 0 ? "</tr></thead>\n<tbody>\n" : "</tr></thead>\n");
    for (size_t i = 0; i < count; i++)
        add_row(picture, all[i], from, page);
    wyrm_page_add(page, count > 0 ? "</tbody>\n" : "");
    free(all);
}

/* ---------------------------------------------------------------- points */

static void add_point(const wyrm_picture *picture, const wyrm_series *series, const wyrm_mark *mark,
                      wyrm_page *page)
{
    wyrm_figure x;
    wyrm_page_add(page, "<tr><th scope=\"row\">");
    wyrm_html_foreign(page, mark->label != NULL ? mark->label : series->name);
    wyrm_page_add(page, "</th><td>");
    wyrm_html_foreign(page, series->name);
    wyrm_page_add(page, "</td><td>");
    wyrm_html_text(page, wyrm_picture_x_name(picture, mark->x, &x));
    wyrm_page_add(page, "</td>");
    add_figure(picture, series, mark, page);
    wyrm_page_add(page, "</tr>\n");
}

static void table_of_points(const wyrm_picture *picture, wyrm_page *page)
{
    bool any = false;
    for (size_t s = 0; s < picture->series_count; s++)
        any |= picture->series[s].count > 0;
    wyrm_page_add(page, "<thead><tr>");
    add_head(page, "", "who");
    add_head(page, "", "series");
    add_head_of_axis(page, &picture->x);
    add_head_of_axis(page, &picture->y);
    wyrm_page_add(page, any ? "</tr></thead>\n<tbody>\n" : "</tr></thead>\n");
    for (size_t s = 0; s < picture->series_count; s++)
        for (size_t i = 0; i < picture->series[s].count; i++)
            add_point(picture, &picture->series[s], &picture->series[s].marks[i], page);
    wyrm_page_add(page, any ? "</tbody>\n" : "");
}

/* ---------------------------------------------------------------- heat maps */

/* The mark at a place; looked for from `*from` on. */
static const wyrm_mark *cell_at(const wyrm_series *series, double x, double y, size_t *from)
{
    for (size_t k = 0; k < series->count; k++) {
        size_t i = (*from + k) % series->count;
        if (series->marks[i].x == x && series->marks[i].y == y) {
            *from = i + 1;
            return &series->marks[i];
        }
    }
    return NULL;
}

/* The rows of one table: the y of the first mark of each run of equal y, in the order they came. */
static void add_cell_rows(const wyrm_picture *picture, const wyrm_series *series, const double *x,
                          size_t columns_count, wyrm_page *page)
{
    size_t from = 0;
    for (size_t i = 0; i < series->count; i++) {
        double y = series->marks[i].y;
        if (i > 0 && series->marks[i - 1].y == y)
            continue;
        size_t first = 0;
        while (series->marks[first].y != y && first < i)
            first++;
        if (first < i)
            continue;
        wyrm_figure name;
        wyrm_page_add(page, "<tr><th scope=\"row\">");
        wyrm_html_text(page, wyrm_picture_number(y, picture->y.unit, &name));
        wyrm_page_add(page, "</th>");
        for (size_t c = 0; c < columns_count; c++) {
            const wyrm_mark *mark = cell_at(series, x[c], y, &from);
            add_figure(picture, series, mark, page);
        }
        wyrm_page_add(page, "</tr>\n");
    }
}

static void table_of_cells(const wyrm_picture *picture, wyrm_page *page)
{
    size_t count = 0;
    double *all = all_x(picture, &count);
    if (all == NULL) {
        wyrm_page_fail(page);
        return;
    }
    wyrm_page_add(page, "<thead><tr><th scope=\"col\">");
    wyrm_html_textf(page, "%s by %s", picture->y.label, picture->x.label);
    wyrm_page_add(page, "</th>");
    for (size_t c = 0; c < count; c++) {
        wyrm_figure name;
        add_head(page, wyrm_picture_x_name(picture, all[c], &name), "");
    }
    wyrm_page_add(page, "</tr></thead>\n");
    for (size_t s = 0; s < picture->series_count; s++) {
        const wyrm_series *series = &picture->series[s];
        wyrm_page_addf(page, "<tbody>\n<tr><th scope=\"rowgroup\" colspan=\"%zu\">", count + 1);
        wyrm_html_foreign(page, series->name);
        wyrm_picture_add_unit(page, picture->value_unit);
        wyrm_page_add(page, "</th></tr>\n");
        add_cell_rows(picture, series, all, count, page);
        wyrm_page_add(page, "</tbody>\n");
    }
    free(all);
}

void wyrm_picture_table(const wyrm_picture *picture, wyrm_page *page)
{
    wyrm_page_add(page, "<table>\n<caption>");
    wyrm_html_text(page, picture->title);
    wyrm_page_add(page, "</caption>\n");
    if (picture->kind == WYRM_PICTURE_HEAT)
        table_of_cells(picture, page);
    else if (picture->kind == WYRM_PICTURE_SCATTER)
        table_of_points(picture, page);
    else
        table_by_x(picture, page);
    wyrm_page_add(page, "</table>\n");
}
