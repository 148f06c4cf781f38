/* Filling pictures. Running out of memory is remembered in `failed`, so that who fills checks
 * once. */
#include "web/picture.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

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
        free(picture->categories[i]);
    free(picture->categories);
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
    char **grown = realloc(picture->categories, (index + 1) * sizeof *grown);
    char *copy = strdup(name);
    if (grown != NULL)
        picture->categories = grown;
    if (grown == NULL || copy == NULL) {
        free(copy);
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
        free(series->marks[i].label);
    free(series->marks);
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
        wyrm_mark *grown = realloc(series->marks, room * sizeof *grown);
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
    free(mark->label);
    mark->label = strdup(label);
    if (mark->label == NULL)
        picture->failed = true;
}
