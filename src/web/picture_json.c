/* Pictures as JSON: the same marks in the same order. */
#include "web/picture_json.h"

#include <math.h>

#include "web/picture_draw.h"
#include "web/picture_words.h"

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
