/* A chart as data: what it shows, in numbers and words.
 *
 * One value is drawn as SVG, listed as a table and written as JSON, so that the three cannot
 * disagree. Who gathers the numbers knows no SVG; who draws knows no dungeon. What a chart consists
 * of comes out of the arena that it was begun with, and ends with it.
 */
#include "html/internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Numbers of which more is shown than anybody can see. Beyond it they are told, not drawn. */
#define HUGE_NUMBER 1e300

const html_kind html_kind_table[HTML_KIND_COUNT] = {
    [HTML_LINES] = {"lines", HTML_SWATCH_LINE, false},
    [HTML_STEPS] = {"steps", HTML_SWATCH_LINE, false},
    [HTML_STACKED] = {"stacked", HTML_SWATCH_FILL, true},
    [HTML_COLUMNS] = {"columns", HTML_SWATCH_FILL, true},
    [HTML_DOTS] = {"dots", HTML_SWATCH_POINT, true},
    [HTML_RANGES] = {"ranges", HTML_SWATCH_BOX, true},
    [HTML_SCATTER] = {"scatter", HTML_SWATCH_POINT, false},
    [HTML_HEATMAP] = {"heat", HTML_SWATCH_SHADES, false},
};

/* ---- Filling ---- */

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

void html_add_estimate(html_series *series, double x, const wyrm_estimate *estimate)
{
    if (!isfinite(estimate->value) ||
        (estimate->sampled && !wyrm_interval_is_known(estimate->ci95)))
        return;
    if (estimate->sampled)
        html_add_interval(series, x, estimate->value, estimate->ci95);
    else
        html_add_mark(series, x, estimate->value);
}

/* ---- Numbers in words: for the pointer, the table and the axes ---- */

bool html_is_drawable(double value)
{
    return fabs(value) <= HUGE_NUMBER; /* false for NAN */
}

bool html_has_interval(const html_mark *mark)
{
    return !isnan(mark->low) && !isnan(mark->high);
}

bool html_is_drawn(const html_chart *chart, const html_series *series, const html_mark *mark)
{
    if (chart->kind == HTML_HEATMAP)
        return html_is_drawable(mark->x) && html_is_drawable(mark->y) &&
               html_is_drawable(mark->value);
    /* What is wanted may be an interval only. */
    bool interval_is_enough = series->reference || chart->kind == HTML_RANGES;
    return html_is_drawable(mark->x) &&
           (html_is_drawable(mark->y) || (interval_is_enough && html_has_interval(mark)));
}

/* A share in per cent; nothing that is not certain is called so. */
static const char *number_text(double value, const char *unit, wyrm_figure *out)
{
    if (strcmp(unit, "share") == 0 && isfinite(value))
        return wyrm_figure_chance(value, out);
    if (isinf(value) && value < 0)
        snprintf(out->text, sizeof out->text, "no lower limit");
    else
        wyrm_figure_exact(value, out);
    return out->text;
}

const char *html_quantity(double value, const char *unit, wyrm_figure *out)
{
    wyrm_figure number;
    number_text(value, unit, &number);
    bool plain = unit[0] == '\0' || strcmp(unit, "share") == 0 || !isfinite(value);
    snprintf(out->text, sizeof out->text, "%.24s%s%.32s", number.text, plain ? "" : " ",
             plain ? "" : unit);
    return out->text;
}

/* Whether low..high is the interval of what the mark shows, and no range of its own. */
static bool is_sampled(const html_chart *chart, const html_series *series, const html_mark *mark)
{
    return html_has_interval(mark) && !series->reference && chart->kind != HTML_RANGES;
}

/* What a mark shows, its y or the value of its colour, with its interval where it has one:
 * "12.3 % ± 0.4"; `unit`: with the unit that stands nowhere else. */
static const char *figure_text(const html_chart *chart, const html_series *series,
                               const html_mark *mark, bool unit, wyrm_figure *out)
{
    const wyrm_interval ci95 = {mark->low, mark->high};
    bool heat = chart->kind == HTML_HEATMAP;
    const char *of = heat ? chart->value_unit : chart->y.unit;
    double value = heat ? mark->value : mark->y;
    if (!is_sampled(chart, series, mark))
        return (unit ? html_quantity : number_text)(value, of, out);
    if (strcmp(of, "share") == 0)
        return wyrm_figure_share(HTML_UTF8, value, ci95, out);
    wyrm_figure number;
    wyrm_figure_sampled(HTML_UTF8, value, ci95, &number);
    snprintf(out->text, sizeof out->text, "%.40s%s%.20s", number.text, unit && *of ? " " : "",
             unit ? of : "");
    return out->text;
}

/* What x is called: a category, or its number. Valid as long as both arguments. */
static const char *x_text(const html_chart *chart, double x, bool unit, wyrm_figure *out)
{
    if (x >= 0 && x < (double)chart->category_count)
        return chart->categories[(size_t)x];
    return (unit ? html_quantity : number_text)(x, chart->x.unit, out);
}

static void add_fact(wyrm_page *page, const char *what, const char *value)
{
    html_write(page, what[0] != '\0' ? "\n{}: {}" : "\n{}{}", what, value);
}

static void add_reach(wyrm_page *page, const html_chart *chart, const char *what, double low,
                      double high)
{
    wyrm_figure from, to;
    char text[2 * sizeof from + 8];
    snprintf(text, sizeof text, "%s to %s", number_text(low, chart->y.unit, &from),
             number_text(high, chart->y.unit, &to));
    add_fact(page, what, text);
}

void html_mark_words(const html_chart *chart, const html_series *series, const html_mark *mark,
                     wyrm_page *page)
{
    bool heat = chart->kind == HTML_HEATMAP;
    wyrm_figure out;
    if (mark->label != NULL)
        html_write(page, series->name[0] != '\0' ? "{}\n" : "{}", mark->label);
    html_write(page, "{}", series->name);
    add_fact(page, chart->x.label, x_text(chart, mark->x, true, &out));
    if (!isnan(mark->y))
        add_fact(page, chart->y.label,
                 heat ? html_quantity(mark->y, chart->y.unit, &out)
                      : figure_text(chart, series, mark, true, &out));
    if (heat)
        add_fact(page, "", figure_text(chart, series, mark, true, &out));
    if (!heat && html_has_interval(mark) && !is_sampled(chart, series, mark))
        add_reach(page, chart, series->reference ? chart->y.label : chart->between, mark->low,
                  mark->high);
    if (chart->kind == HTML_RANGES && !isnan(mark->value) && !isnan(mark->most))
        add_reach(page, chart, "all", mark->value, mark->most);
}

/* ---- JSON ---- */

static void put_mark(base_json *json, const html_chart *chart, const html_mark *mark)
{
    bool heat = chart->kind == HTML_HEATMAP;
    bool reach = chart->kind == HTML_RANGES && !isnan(mark->value);
    const struct {
        const char *key;
        double value;
        bool has;
    } rows[] = {
        {"x", mark->x, true},
        {"y", mark->y, true},
        {"value", mark->value, heat},
        {"low", mark->low, !heat && html_has_interval(mark)},
        {"high", mark->high, !heat && html_has_interval(mark)},
        {"least", mark->value, reach},
        {"greatest", mark->most, reach},
    };
    base_put_object(json, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].has)
            base_put_real(json, rows[i].key, rows[i].value);
    if (mark->label != NULL)
        base_put_text(json, "label", mark->label);
    base_put_end(json);
}

static void put_series(base_json *json, const html_chart *chart, const html_series *series)
{
    base_put_object(json, NULL);
    base_put_text(json, "name", series->name);
    base_put_bool(json, "dashed", series->dashed);
    base_put_bool(json, "reference", series->reference);
    base_put_bool(json, "total", series->total);
    base_put_list(json, "marks");
    for (size_t i = 0; i < series->count; i++)
        put_mark(json, chart, &series->marks[i]);
    base_put_end(json);
    base_put_end(json);
}

static void put_axis(base_json *json, const char *key, const html_axis *axis)
{
    base_put_object(json, key);
    base_put_text(json, "label", axis->label);
    base_put_text(json, "unit", axis->unit);
    base_put_text(json, "scale", axis->logarithmic ? "logarithmic" : "linear");
    base_put_end(json);
}

static void put_texts(base_json *json, const char *key, const char *const *texts, size_t count)
{
    base_put_list(json, key);
    for (size_t i = 0; i < count; i++)
        base_put_text(json, NULL, texts[i]);
    base_put_end(json);
}

void html_put_chart(base_json *json, const html_chart *chart)
{
    bool heat = chart->kind == HTML_HEATMAP;
    base_put_object(json, NULL);
    base_put_text(json, "id", chart->id);
    base_put_text(json, "kind", html_kind_table[chart->kind].name);
    base_put_text(json, "title", chart->title);
    base_put_text(json, "caption", chart->caption);
    put_texts(json, "commands", chart->commands, chart->command_count);
    base_put_text(json, "replay", chart->replay);
    put_axis(json, "x", &chart->x);
    put_axis(json, "y", &chart->y);
    base_put_text(json, heat ? "value_unit" : "between", heat ? chart->value_unit : chart->between);
    put_texts(json, "categories", chart->categories, chart->category_count);
    base_put_list(json, "series");
    for (size_t s = 0; s < chart->series_count; s++)
        put_series(json, chart, &chart->series[s]);
    base_put_end(json);
    base_put_end(json);
}

/* ---- The table: a row an x and a column a series; points in a list; heat maps as drawn ---- */

static void add_head(wyrm_page *page, const char *name, const char *more)
{
    bool named = name[0] != '\0';
    html_write(page, named ? "<th scope=\"col\">{b}" : "<th scope=\"col\">{}", name);
    html_write(page, named && more[0] != '\0' ? ", {}</th>" : "{}</th>", more);
}

/* "12.3 % ± 0.4"; "-" where there is no mark. */
static void add_figure(const html_chart *chart, const html_series *series, const html_mark *mark,
                       wyrm_page *page)
{
    wyrm_figure out;
    html_write(page, "<td>{}</td>", mark ? figure_text(chart, series, mark, false, &out) : "-");
}

static void add_reach_cell(wyrm_page *page, double low, double high, const char *unit)
{
    wyrm_figure from, to;
    if (isnan(low) || isnan(high))
        wyrm_page_add(page, "<td>-</td>");
    else
        html_write(page, "<td>{} to {}</td>", number_text(low, unit, &from),
                   number_text(high, unit, &to));
}

/* What the marks of a series have, which are its columns. */
typedef struct columns {
    bool y, interval, reach;
} columns;

static columns columns_of(const html_chart *chart, const html_series *series)
{
    columns has = {.y = !series->reference};
    for (size_t i = 0; i < series->count; i++) {
        const html_mark *mark = &series->marks[i];
        has.y |= !isnan(mark->y);
        has.interval |= html_has_interval(mark) && !is_sampled(chart, series, mark);
        has.reach |= chart->kind == HTML_RANGES && !isnan(mark->value);
    }
    return has;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Every x that any series has, in order, each once. */
static double *all_x(const html_chart *chart, size_t *count)
{
    size_t all = 0, kept = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        all += chart->series[s].count;
    double *x = base_array(chart->arena, double, all);
    all = 0;
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++)
            x[all++] = chart->series[s].marks[i].x;
    qsort(x, all, sizeof *x, by_value);
    for (size_t i = 0; i < all; i++)
        if (kept == 0 || x[kept - 1] != x[i])
            x[kept++] = x[i];
    *count = kept;
    return x;
}

/* The mark of a series at an x, and of a heat map at that y, looked for from `*from` on, where the
 * one of the row before was. */
static const html_mark *mark_at(const html_series *series, double x, const double *y, size_t *from)
{
    for (size_t k = 0; k < series->count; k++) {
        size_t i = (*from + k) % series->count;
        if (series->marks[i].x == x && (y == NULL || series->marks[i].y == *y)) {
            *from = i + 1;
            return &series->marks[i];
        }
    }
    return NULL;
}

static void add_cells(const html_chart *chart, const html_series *series, columns has,
                      const html_mark *mark, wyrm_page *page)
{
    static const html_mark none = {.low = NAN, .high = NAN, .value = NAN, .most = NAN};
    const html_mark *of = mark != NULL ? mark : &none;
    if (has.y)
        add_figure(chart, series, mark, page);
    if (has.interval)
        add_reach_cell(page, of->low, of->high, chart->y.unit);
    if (has.reach)
        add_reach_cell(page, of->value, of->most, chart->y.unit);
}

static void table_by_x(const html_chart *chart, wyrm_page *page)
{
    size_t count, from[HTML_SERIES_MAX] = {0};
    columns has[HTML_SERIES_MAX];
    const double *x = all_x(chart, &count);
    html_write(page, "<thead><tr><th scope=\"col\">{}{u}</th>", chart->x.label, chart->x.unit);
    for (size_t s = 0; s < chart->series_count; s++) {
        const html_series *series = &chart->series[s];
        has[s] = columns_of(chart, series);
        if (has[s].y)
            add_head(page, series->name, series->name[0] == '\0' ? chart->y.label : "");
        if (has[s].interval)
            add_head(page, series->name, series->reference ? "" : chart->between);
        if (has[s].reach)
            add_head(page, series->name, "least to greatest");
    }
    wyrm_page_add(page, count > 0 ? "</tr></thead>\n<tbody>\n" : "</tr></thead>\n");
    for (size_t i = 0; i < count; i++) {
        wyrm_figure name;
        html_write(page, "<tr><th scope=\"row\">{b}</th>", x_text(chart, x[i], false, &name));
        for (size_t s = 0; s < chart->series_count; s++)
            add_cells(chart, &chart->series[s], has[s],
                      mark_at(&chart->series[s], x[i], NULL, &from[s]), page);
        wyrm_page_add(page, "</tr>\n");
    }
    wyrm_page_add(page, count > 0 ? "</tbody>\n" : "");
}

static void table_of_points(const html_chart *chart, wyrm_page *page)
{
    bool any = false;
    html_write(page,
               "<thead><tr><th scope=\"col\">who</th><th scope=\"col\">series</th>"
               "<th scope=\"col\">{}{u}</th><th scope=\"col\">{}{u}</th></tr></thead>\n",
               chart->x.label, chart->x.unit, chart->y.label, chart->y.unit);
    for (size_t s = 0; s < chart->series_count; s++) {
        const html_series *series = &chart->series[s];
        for (size_t i = 0; i < series->count; i++) {
            const html_mark *mark = &series->marks[i];
            wyrm_figure x;
            wyrm_page_add(page, any ? "" : "<tbody>\n");
            any = true;
            html_write(page, "<tr><th scope=\"row\">{b}</th><td>{b}</td><td>{}</td>",
                       mark->label != NULL ? mark->label : series->name, series->name,
                       x_text(chart, mark->x, false, &x));
            add_figure(chart, series, mark, page);
            wyrm_page_add(page, "</tr>\n");
        }
    }
    wyrm_page_add(page, any ? "</tbody>\n" : "");
}

/* The rows of a heat map are its y, in the order in which they first came. */
static void table_of_cells(const html_chart *chart, wyrm_page *page)
{
    const html_series *series = &chart->series[0];
    size_t count, from = 0;
    const double *x = all_x(chart, &count);
    wyrm_figure name;
    html_write(page, "<thead><tr><th scope=\"col\">{} by {}</th>", chart->y.label, chart->x.label);
    for (size_t c = 0; c < count; c++)
        add_head(page, x_text(chart, x[c], false, &name), "");
    html_write(page,
               "</tr></thead>\n<tbody>\n<tr><th scope=\"rowgroup\" colspan=\"{n}\">{b}{u}</th>"
               "</tr>\n",
               count + 1, series->name, chart->value_unit);
    for (size_t i = 0; i < series->count; i++) {
        double y = series->marks[i].y;
        size_t first = 0;
        while (first < i && series->marks[first].y != y)
            first++;
        if (first < i)
            continue;
        html_write(page, "<tr><th scope=\"row\">{}</th>", number_text(y, chart->y.unit, &name));
        for (size_t c = 0; c < count; c++)
            add_figure(chart, series, mark_at(series, x[c], &y, &from), page);
        wyrm_page_add(page, "</tr>\n");
    }
    wyrm_page_add(page, "</tbody>\n");
}

void html_chart_table(const html_chart *chart, wyrm_page *page)
{
    html_table_begin(page, chart->title, chart->title);
    if (chart->kind == HTML_HEATMAP)
        table_of_cells(chart, page);
    else if (chart->kind == HTML_SCATTER)
        table_of_points(chart, page);
    else
        table_by_x(chart, page);
    html_table_end(page);
}
