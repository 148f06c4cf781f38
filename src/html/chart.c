/* A chart as data: what it shows, in numbers and words.
 *
 * One value is drawn as SVG, listed as a table and written as JSON, so that the three cannot
 * disagree. Who gathers the numbers knows no SVG; who draws knows no dungeon. What a chart consists
 * of comes out of the arena that it was begun with, and ends with it. */
#include "html/internal.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const html_kind_names[HTML_KIND_COUNT] = {
    [HTML_LINES] = "lines",     [HTML_STEPS] = "steps",  [HTML_STACKED] = "stacked",
    [HTML_COLUMNS] = "columns", [HTML_DOTS] = "dots",    [HTML_RANGES] = "ranges",
    [HTML_SCATTER] = "scatter", [HTML_HEATMAP] = "heat",
};

static WYRM_PRINTF(2, 0) const char *print(base_arena *arena, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = base_take(arena, size, 1);
    vsnprintf(text, size, format, list);
    return text;
}

const char *html_format(base_arena *arena, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *text = print(arena, format, list);
    va_end(list);
    return text;
}

void html_chart_begin(html_chart *chart, base_arena *arena, html_chart_kind kind, const char *id,
                      const char *title)
{
    *chart = (html_chart){.arena = arena,
                          .kind = kind,
                          .id = id,
                          .title = title,
                          .caption = "",
                          .printed = "These numbers",
                          .replay = "",
                          .value_unit = "",
                          .between = kind == HTML_RANGES ? "middle half" : "95 % interval",
                          .x = {"", "", .least = NAN, .greatest = NAN},
                          .y = {"", "", .least = NAN, .greatest = NAN}};
}

void html_axes(html_chart *chart, const char *x, const char *x_unit, const char *y,
               const char *y_unit)
{
    chart->x.label = x;
    chart->x.unit = x_unit;
    chart->y.label = y;
    chart->y.unit = y_unit;
}

void html_caption(html_chart *chart, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    chart->caption = print(chart->arena, format, list);
    va_end(list);
}

void html_command(html_chart *chart, const char *command)
{
    bool is_new = command[0] != '\0' && chart->command_count < HTML_COMMANDS_MAX;
    for (size_t i = 0; i < chart->command_count; i++)
        is_new = is_new && strcmp(chart->commands[i], command) != 0;
    if (is_new)
        chart->commands[chart->command_count++] = command;
}

double html_category(html_chart *chart, const char *name)
{
    chart->categories = base_grow(chart->arena, chart->categories, chart->category_count,
                                  &chart->category_capacity, sizeof *chart->categories);
    chart->categories[chart->category_count] = base_text(chart->arena, name, strlen(name));
    return (double)chart->category_count++;
}

html_series *html_add_series(html_chart *chart, const char *name)
{
    if (chart->series_count == HTML_SERIES_MAX)
        base_refuse(chart->arena, WYRM_ERROR_LIMIT, "the chart '%s' has too many series",
                    chart->id);
    html_series *series = &chart->series[chart->series_count++];
    *series = (html_series){.arena = chart->arena};
    wyrm_utf8_copy(series->name, sizeof series->name, name);
    return series;
}

html_mark *html_add_mark(html_series *series, double x, double y)
{
    series->marks = base_grow(series->arena, series->marks, series->count, &series->capacity,
                              sizeof *series->marks);
    html_mark *mark = &series->marks[series->count++];
    *mark = (html_mark){.x = x, .y = y, .low = NAN, .high = NAN, .value = NAN, .most = NAN};
    return mark;
}

html_mark *html_add_interval(html_series *series, double x, double y, wyrm_interval ci95)
{
    html_mark *mark = html_add_mark(series, x, y);
    mark->low = ci95.low;
    mark->high = ci95.high;
    return mark;
}

void html_add_estimate(html_series *series, double x, wyrm_estimate of)
{
    if (!isfinite(of.value) || (of.sampled && !wyrm_interval_is_known(of.ci95)))
        return;
    if (of.sampled)
        html_add_interval(series, x, of.value, of.ci95);
    else
        html_add_mark(series, x, of.value);
}

bool html_is_drawn(const html_chart *chart, const html_series *series, const html_mark *mark)
{
    bool y = html_is_drawable(mark->y);
    if (chart->kind == HTML_HEATMAP)
        return html_is_drawable(mark->x) && y && html_is_drawable(mark->value);
    /* What is wanted may be an interval only. */
    bool interval_is_enough = series->reference || chart->kind == HTML_RANGES;
    return html_is_drawable(mark->x) && (y || (interval_is_enough && html_has_interval(mark)));
}

double html_stack_below(const html_chart *chart, size_t series, size_t index)
{
    double x = chart->series[series].marks[index].x, below = 0;
    for (size_t s = 0; s < series; s++) {
        const html_series *of = &chart->series[s];
        if (of->reference)
            continue;
        size_t at = index < of->count && of->marks[index].x == x ? index : 0;
        while (at < of->count && of->marks[at].x != x)
            at++;
        if (at < of->count && html_is_drawn(chart, of, &of->marks[at]))
            below += fmax(of->marks[at].y, 0);
    }
    return below;
}
