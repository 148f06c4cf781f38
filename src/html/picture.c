/* Pictures: what a chart shows, as data.
 *
 * One value is drawn as SVG, listed as a table and written as JSON, so that the three cannot
 * disagree. Who gathers the data knows no SVG; who draws knows no dungeon. Running out of memory
 * is remembered in `failed`, so that whoever fills a picture checks once.
 */
#include "base/arena.h"
#include "html/internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- Filling ----
 *
 * Filling pictures. Running out of memory is remembered in `failed`, so that who fills checks
 * once. */

#define FIRST_ROOM 16

/* What was printed into text[size], cut after a whole character. */
static void cut(char *text, size_t size, int wanted)
{
    if (wanted < 0)
        text[0] = '\0';
    else if ((size_t)wanted >= size)
        text[wyrm_utf8_cut(text, size, size - 1)] = '\0';
}

/* A text too long for its field is cut after a whole character. */
static WYRM_PRINTF(3, 0) void print(char *text, size_t size, const char *format, va_list list)
{
    char whole[2 * WYRM_PICTURE_TEXT];
    cut(whole, sizeof whole, vsnprintf(whole, sizeof whole, format, list));
    wyrm_utf8_copy(text, size, whole);
}

void wyrm_picture_begin(wyrm_picture *picture, wyrm_picture_kind kind, const char *id,
                        const char *title)
{
    *picture = (wyrm_picture){
        .kind = kind, .x = {.least = NAN, .greatest = NAN}, .y = {.least = NAN, .greatest = NAN}};
    wyrm_utf8_copy(picture->id, sizeof picture->id, id);
    wyrm_utf8_copy(picture->title, sizeof picture->title, title);
}

void wyrm_picture_free(wyrm_picture *picture)
{
    while (picture->series_count > 0)
        wyrm_picture_drop_series(picture);
    for (size_t i = 0; i < picture->category_count; i++)
        wyrm_free(picture->categories[i]);
    wyrm_free(picture->categories);
    *picture = (wyrm_picture){0};
}

static void set_words(wyrm_axis_words *axis, const char *label, const char *unit)
{
    wyrm_utf8_copy(axis->label, sizeof axis->label, label);
    wyrm_utf8_copy(axis->unit, sizeof axis->unit, unit);
}

void wyrm_picture_axes(wyrm_picture *picture, const char *x, const char *x_unit, const char *y,
                       const char *y_unit)
{
    set_words(&picture->x, x, x_unit);
    set_words(&picture->y, y, y_unit);
}

void wyrm_picture_caption(wyrm_picture *picture, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    print(picture->caption, sizeof picture->caption, format, list);
    va_end(list);
}

void wyrm_picture_command(wyrm_picture *picture, const char *format, ...)
{
    if (picture->command_count == WYRM_PICTURE_COMMANDS)
        return;
    char *command = picture->commands[picture->command_count];
    va_list list;
    va_start(list, format);
    print(command, sizeof picture->commands[0], format, list);
    va_end(list);
    bool is_new = command[0] != '\0';
    for (size_t i = 0; i < picture->command_count; i++)
        is_new = is_new && strcmp(picture->commands[i], command) != 0;
    picture->command_count += is_new;
}

size_t wyrm_picture_category(wyrm_picture *picture, const char *name)
{
    size_t index = picture->category_count;
    char **grown = base_resize(picture->categories, (index + 1) * sizeof *grown);
    char *copy = base_copy(name);
    if (grown != NULL)
        picture->categories = grown;
    if (grown == NULL || copy == NULL) {
        wyrm_free(copy);
        picture->failed = true;
        return index;
    }
    picture->categories[index] = copy;
    picture->category_count++;
    return index;
}

wyrm_series *wyrm_picture_series(wyrm_picture *picture, const char *name)
{
    if (picture->series_count == WYRM_PICTURE_SERIES) {
        picture->failed = true;
        return &picture->series[WYRM_PICTURE_SERIES - 1];
    }
    wyrm_series *series = &picture->series[picture->series_count++];
    wyrm_utf8_copy(series->name, sizeof series->name, name);
    return series;
}

static void free_series(wyrm_series *series)
{
    for (size_t i = 0; i < series->count; i++)
        wyrm_free(series->marks[i].label);
    wyrm_free(series->marks);
    *series = (wyrm_series){0};
}

void wyrm_picture_drop_series(wyrm_picture *picture)
{
    if (picture->series_count > 0)
        free_series(&picture->series[--picture->series_count]);
}

wyrm_mark *wyrm_picture_mark(wyrm_picture *picture, wyrm_series *series, double x, double y)
{
    if (series->count == series->room) {
        size_t room = series->room > 0 ? 2 * series->room : FIRST_ROOM;
        wyrm_mark *grown = base_resize(series->marks, room * sizeof *grown);
        if (grown == NULL) {
            picture->failed = true;
            return NULL;
        }
        series->marks = grown;
        series->room = room;
    }
    wyrm_mark *mark = &series->marks[series->count++];
    *mark = (wyrm_mark){.x = x, .y = y, .low = NAN, .high = NAN, .value = NAN, .most = NAN};
    return mark;
}

wyrm_mark *wyrm_picture_mark_ci(wyrm_picture *picture, wyrm_series *series, double x, double y,
                                wyrm_interval ci95)
{
    wyrm_mark *mark = wyrm_picture_mark(picture, series, x, y);
    if (mark != NULL) {
        mark->low = ci95.low;
        mark->high = ci95.high;
    }
    return mark;
}

void wyrm_picture_label(wyrm_picture *picture, wyrm_mark *mark, const char *label)
{
    if (mark == NULL)
        return;
    wyrm_free(mark->label);
    mark->label = base_copy(label);
    if (mark->label == NULL)
        picture->failed = true;
}

/* ---- the signs by which the legend and the patterns know the kinds ---- */

static const struct {
    const char *name;
    wyrm_swatch swatch;
} kinds[WYRM_PICTURE_KIND_COUNT] = {
    [WYRM_PICTURE_LINES] = {"lines", WYRM_SWATCH_LINE},
    [WYRM_PICTURE_STEPS] = {"steps", WYRM_SWATCH_LINE},
    [WYRM_PICTURE_STACKED] = {"stacked", WYRM_SWATCH_FILL},
    [WYRM_PICTURE_COLUMNS] = {"columns", WYRM_SWATCH_FILL},
    [WYRM_PICTURE_DOTS] = {"dots", WYRM_SWATCH_POINT},
    [WYRM_PICTURE_RANGES] = {"ranges", WYRM_SWATCH_BOX},
    [WYRM_PICTURE_SCATTER] = {"scatter", WYRM_SWATCH_POINT},
    [WYRM_PICTURE_HEAT] = {"heat", WYRM_SWATCH_SHADES},
};

const char *wyrm_picture_kind_name(wyrm_picture_kind kind)
{
    return kinds[kind].name;
}

wyrm_swatch wyrm_picture_swatch(wyrm_picture_kind kind)
{
    return kinds[kind].swatch;
}

/* ---- marks of pictures in words ---- */

bool wyrm_is_drawable(double value)
{
    return fabs(value) <= WYRM_PICTURE_HUGE; /* false for NAN */
}

bool wyrm_mark_has_interval(const wyrm_mark *mark)
{
    return !isnan(mark->low) && !isnan(mark->high);
}

bool wyrm_mark_is_drawn(const wyrm_picture *picture, const wyrm_series *series,
                        const wyrm_mark *mark)
{
    if (picture->kind == WYRM_PICTURE_HEAT)
        return wyrm_is_drawable(mark->x) && wyrm_is_drawable(mark->y) &&
               wyrm_is_drawable(mark->value);
    /* What is wanted may be an interval only, and the same everywhere. */
    bool interval_is_enough = series->reference || picture->kind == WYRM_PICTURE_RANGES;
    bool has_x = wyrm_is_drawable(mark->x) || (series->reference && isnan(mark->x));
    return has_x &&
           (wyrm_is_drawable(mark->y) || (interval_is_enough && wyrm_mark_has_interval(mark)));
}

/* A share in per cent; nothing that is not certain is called so. */
static const char *picture_number(double value, const char *unit, wyrm_figure *out)
{
    if (strcmp(unit, "share") == 0 && isfinite(value))
        return wyrm_figure_chance(value, out);
    if (isinf(value) && value < 0)
        snprintf(out->text, sizeof out->text, "no lower limit");
    else
        wyrm_figure_exact(value, out);
    return out->text;
}

const char *wyrm_picture_quantity(double value, const char *unit, wyrm_figure *out)
{
    wyrm_figure number;
    picture_number(value, unit, &number);
    bool plain = unit[0] == '\0' || strcmp(unit, "share") == 0 || !isfinite(value);
    snprintf(out->text, sizeof out->text, "%.24s%s%.32s", number.text, plain ? "" : " ",
             plain ? "" : unit);
    return out->text;
}

/* Whether low..high is the interval of what the mark shows, and no range of its own. */
static bool mark_is_sampled(const wyrm_picture *picture, const wyrm_series *series,
                            const wyrm_mark *mark)
{
    return wyrm_mark_has_interval(mark) && !series->reference &&
           picture->kind != WYRM_PICTURE_RANGES;
}

/* What a mark shows, its y or the value of its colour, with its interval where it has one:
 * "12.3 % ± 0.4"; `unit`: with the unit that stands nowhere else. */
static const char *picture_figure(const wyrm_picture *picture, const wyrm_series *series,
                                  const wyrm_mark *mark, bool unit, wyrm_figure *out)
{
    const wyrm_style utf8 = {.utf8 = true};
    const wyrm_interval ci95 = {mark->low, mark->high};
    bool heat = picture->kind == WYRM_PICTURE_HEAT;
    const char *of = heat ? picture->value_unit : picture->y.unit;
    double value = heat ? mark->value : mark->y;
    if (!mark_is_sampled(picture, series, mark))
        return (unit ? wyrm_picture_quantity : picture_number)(value, of, out);
    if (strcmp(of, "share") == 0)
        return wyrm_figure_share(utf8, value, ci95, out);
    wyrm_figure number;
    wyrm_figure_sampled(utf8, value, ci95, &number);
    snprintf(out->text, sizeof out->text, "%.40s%s%.20s", number.text, unit && *of ? " " : "",
             unit ? of : "");
    return out->text;
}

/* What x is called: a category, or its number. Valid as long as both arguments. */
static const char *picture_x_name(const wyrm_picture *picture, double x, wyrm_figure *out)
{
    if (x >= 0 && x < (double)picture->category_count)
        return picture->categories[(size_t)x];
    return isnan(x) ? "everywhere" : picture_number(x, picture->x.unit, out);
}

const char *wyrm_picture_between(const wyrm_picture *picture)
{
    return picture->between[0] != '\0'            ? picture->between
           : picture->kind == WYRM_PICTURE_RANGES ? "middle half"
                                                  : "95 % interval";
}

void wyrm_picture_add_unit(wyrm_page *page, const char *unit)
{
    if (unit[0] != '\0' && strcmp(unit, "share") != 0)
        wyrm_html_textf(page, " (%s)", unit);
}

/* A line "what: value". */
static void add_fact(wyrm_page *page, const char *what, const char *value)
{
    wyrm_page_add(page, "\n");
    if (what[0] != '\0') {
        wyrm_html_text(page, what);
        wyrm_page_add(page, ": ");
    }
    wyrm_html_text(page, value);
}

static void add_reach(wyrm_page *page, const wyrm_picture *picture, const char *what, double low,
                      double high)
{
    wyrm_figure from, to;
    char text[2 * sizeof from + 8];
    snprintf(text, sizeof text, "%s to %s", picture_number(low, picture->y.unit, &from),
             picture_number(high, picture->y.unit, &to));
    add_fact(page, what, text);
}

static void add_x(wyrm_page *page, const wyrm_picture *picture, const wyrm_mark *mark)
{
    wyrm_figure out;
    bool category = mark->x >= 0 && mark->x < (double)picture->category_count;
    if (!isnan(mark->x))
        add_fact(page, picture->x.label,
                 category ? picture_x_name(picture, mark->x, &out)
                          : wyrm_picture_quantity(mark->x, picture->x.unit, &out));
}

void wyrm_mark_words(const wyrm_picture *picture, size_t series, size_t index, wyrm_page *page)
{
    const wyrm_series *of = &picture->series[series];
    const wyrm_mark *mark = &of->marks[index];
    bool heat = picture->kind == WYRM_PICTURE_HEAT;
    wyrm_figure out;
    if (mark->label != NULL)
        wyrm_html_text(page, mark->label);
    if (mark->label != NULL && of->name[0] != '\0')
        wyrm_page_add(page, "\n");
    wyrm_html_text(page, of->name);
    add_x(page, picture, mark);
    if (!isnan(mark->y))
        add_fact(page, picture->y.label,
                 heat ? wyrm_picture_quantity(mark->y, picture->y.unit, &out)
                      : picture_figure(picture, of, mark, true, &out));
    if (heat)
        add_fact(page, "", picture_figure(picture, of, mark, true, &out));
    if (!heat && wyrm_mark_has_interval(mark) && !mark_is_sampled(picture, of, mark))
        add_reach(page, picture, of->reference ? picture->y.label : wyrm_picture_between(picture),
                  mark->low, mark->high);
    if (picture->kind == WYRM_PICTURE_RANGES && !isnan(mark->value) && !isnan(mark->most))
        add_reach(page, picture, "all", mark->value, mark->most);
}

static void set_real(wyrm_answer *json, json_t *object, const char *key, double value)
{
    wyrm_answer_set(json, object, key, wyrm_answer_real(value));
}

static json_t *mark_json(wyrm_answer *json, const wyrm_picture *picture, const wyrm_mark *mark)
{
    json_t *object = json_object();
    set_real(json, object, "x", mark->x);
    set_real(json, object, "y", mark->y);
    if (picture->kind == WYRM_PICTURE_HEAT) {
        set_real(json, object, "value", mark->value);
    } else if (wyrm_mark_has_interval(mark)) {
        set_real(json, object, "low", mark->low);
        set_real(json, object, "high", mark->high);
    }
    if (picture->kind == WYRM_PICTURE_RANGES && !isnan(mark->value)) {
        set_real(json, object, "least", mark->value);
        set_real(json, object, "greatest", mark->most);
    }
    if (mark->label != NULL)
        wyrm_answer_set(json, object, "label", wyrm_answer_text(mark->label));
    return object;
}

static json_t *series_json(wyrm_answer *json, const wyrm_picture *picture,
                           const wyrm_series *series)
{
    json_t *object = json_object();
    json_t *marks = json_array();
    for (size_t i = 0; i < series->count; i++)
        wyrm_answer_append(json, marks, mark_json(json, picture, &series->marks[i]));
    wyrm_answer_set(json, object, "name", wyrm_answer_text(series->name));
    wyrm_answer_set(json, object, "dashed", json_boolean(series->dashed));
    wyrm_answer_set(json, object, "reference", json_boolean(series->reference));
    wyrm_answer_set(json, object, "total", json_boolean(series->total));
    wyrm_answer_set(json, object, "marks", marks);
    return object;
}

static json_t *axis_json(wyrm_answer *json, const wyrm_axis_words *words)
{
    json_t *object = json_object();
    wyrm_answer_set(json, object, "label", wyrm_answer_text(words->label));
    wyrm_answer_set(json, object, "unit", wyrm_answer_text(words->unit));
    wyrm_answer_set(json, object, "scale",
                    wyrm_answer_text(words->logarithmic ? "logarithmic" : "linear"));
    return object;
}

json_t *wyrm_picture_json(wyrm_answer *json, const wyrm_picture *picture)
{
    json_t *object = json_object();
    json_t *categories = json_array(), *series = json_array(), *commands = json_array();
    for (size_t i = 0; i < picture->command_count; i++)
        wyrm_answer_append(json, commands, wyrm_answer_text(picture->commands[i]));
    for (size_t i = 0; i < picture->category_count; i++)
        wyrm_answer_append(json, categories, wyrm_answer_text(picture->categories[i]));
    for (size_t s = 0; s < picture->series_count; s++)
        wyrm_answer_append(json, series, series_json(json, picture, &picture->series[s]));
    wyrm_answer_set(json, object, "id", wyrm_answer_text(picture->id));
    wyrm_answer_set(json, object, "kind", json_string(wyrm_picture_kind_name(picture->kind)));
    wyrm_answer_set(json, object, "title", wyrm_answer_text(picture->title));
    wyrm_answer_set(json, object, "caption", wyrm_answer_text(picture->caption));
    wyrm_answer_set(json, object, "commands", commands);
    wyrm_answer_set(json, object, "replay", wyrm_answer_text(picture->replay));
    wyrm_answer_set(json, object, "x", axis_json(json, &picture->x));
    wyrm_answer_set(json, object, "y", axis_json(json, &picture->y));
    if (picture->kind == WYRM_PICTURE_HEAT)
        wyrm_answer_set(json, object, "value_unit", wyrm_answer_text(picture->value_unit));
    else
        wyrm_answer_set(json, object, "between", wyrm_answer_text(wyrm_picture_between(picture)));
    wyrm_answer_set(json, object, "categories", categories);
    wyrm_answer_set(json, object, "series", series);
    return object;
}

/* The numbers of a picture as a table: a row an x, a column a series; points in a list; heat maps
 * as they are drawn. */

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
    wyrm_html_text(page, mark ? picture_figure(picture, series, mark, false, &out) : "-");
    wyrm_page_add(page, "</td>");
}

/* <td>low to high</td> */
static void add_reach_cell(wyrm_page *page, double low, double high, const char *unit)
{
    wyrm_figure from, to;
    if (isnan(low) || isnan(high)) {
        wyrm_page_add(page, "<td>-</td>");
        return;
    }
    wyrm_page_add(page, "<td>");
    wyrm_html_textf(page, "%s to %s", picture_number(low, unit, &from),
                    picture_number(high, unit, &to));
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
        has.interval |= wyrm_mark_has_interval(mark) && !mark_is_sampled(picture, series, mark);
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
        add_reach_cell(page, of->low, of->high, picture->y.unit);
    if (has.reach)
        add_reach_cell(page, of->value, of->most, picture->y.unit);
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
    double *all = base_allocate((room + 1) * sizeof *all);
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
    wyrm_html_foreign(page, picture_x_name(picture, x, &name));
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
    wyrm_free(all);
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
    wyrm_html_text(page, picture_x_name(picture, mark->x, &x));
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
        wyrm_html_text(page, picture_number(y, picture->y.unit, &name));
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
        add_head(page, picture_x_name(picture, all[c], &name), "");
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
    wyrm_free(all);
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
