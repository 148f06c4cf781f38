/* JSON Schema of single values. */
#include "ruleset/schema_leaf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RATIO_PATTERN "^[+-]?[0-9]{1,18}(/[1-9][0-9]{0,17}|[.][0-9]{1,18})?$"
#define DICE_PATTERN  "^[0-9]*[dD][1-9][0-9]*( ?[+-] ?[0-9]+)?$"

json_t *wyrm_schema_object(wyrm_schema_writer *json)
{
    json_t *object = json_object();
    json->failed = json->failed || object == NULL;
    return object;
}

json_t *wyrm_schema_array(wyrm_schema_writer *json)
{
    json_t *array = json_array();
    json->failed = json->failed || array == NULL;
    return array;
}

void wyrm_schema_set(wyrm_schema_writer *json, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        json->failed = true;
}

void wyrm_schema_add(wyrm_schema_writer *json, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        json->failed = true;
}

static json_t *number(double value)
{
    bool whole = value == floor(value) && fabs(value) < 1e15;
    return whole ? json_integer((json_int_t)value) : json_real(value);
}

void wyrm_schema_limits(wyrm_schema_writer *json, json_t *object, const wyrm_field *field,
                        const char *least, const char *greatest)
{
    if (field->least == 0 && field->greatest == 0)
        return;
    if (!isinf(field->least))
        wyrm_schema_set(json, object, least, number(field->least));
    if (!isinf(field->greatest))
        wyrm_schema_set(json, object, greatest, number(field->greatest));
}

/* Defaults in flow style are mostly JSON; a word is a text; what is neither is left out. */
static json_t *default_of(const char *fallback)
{
    json_t *value = json_loads(fallback, JSON_DECODE_ANY, NULL);
    if (value == NULL && strchr("[{\"'", fallback[0]) == NULL)
        value = json_string(fallback);
    return value;
}

void wyrm_schema_describe(wyrm_schema_writer *json, json_t *object, const wyrm_field *field)
{
    char text[1024];
    const char *summary = field->summary == NULL ? "" : field->summary;
    int used = snprintf(text, sizeof text, "%s", summary);
    if (field->unit != NULL && used >= 0 && (size_t)used < sizeof text)
        used += snprintf(text + used, sizeof text - (size_t)used, "%sUnit: %s.",
                         used == 0 ? "" : " ", field->unit);
    if (field->source != NULL && used >= 0 && (size_t)used < sizeof text)
        snprintf(text + used, sizeof text - (size_t)used, "%sSource: %s.", used == 0 ? "" : " ",
                 field->source);
    if (text[0] != '\0')
        wyrm_schema_set(json, object, "description", json_string(text));
    json_t *fallback = field->fallback == NULL ? NULL : default_of(field->fallback);
    if (fallback != NULL)
        wyrm_schema_set(json, object, "default", fallback);
}

static json_t *typed(wyrm_schema_writer *json, const char *type)
{
    json_t *object = wyrm_schema_object(json);
    wyrm_schema_set(json, object, "type", json_string(type));
    return object;
}

static json_t *matching(wyrm_schema_writer *json, const char *pattern)
{
    json_t *object = typed(json, "string");
    wyrm_schema_set(json, object, "pattern", json_string(pattern));
    return object;
}

static json_t *limited(wyrm_schema_writer *json, const wyrm_field *field, const char *type)
{
    json_t *object = typed(json, type);
    wyrm_schema_limits(json, object, field, "minimum", "maximum");
    return object;
}

static json_t *either(wyrm_schema_writer *json, json_t *first, json_t *second)
{
    json_t *object = wyrm_schema_object(json);
    json_t *any = wyrm_schema_array(json);
    wyrm_schema_add(json, any, first);
    wyrm_schema_add(json, any, second);
    wyrm_schema_set(json, object, "anyOf", any);
    return object;
}

static json_t *make_bool(wyrm_schema_writer *json, const wyrm_field *field)
{
    (void)field;
    return typed(json, "boolean");
}

static json_t *make_integer(wyrm_schema_writer *json, const wyrm_field *field)
{
    return limited(json, field, "integer");
}

static json_t *make_real(wyrm_schema_writer *json, const wyrm_field *field)
{
    return limited(json, field, "number");
}

static json_t *make_ratio(wyrm_schema_writer *json, const wyrm_field *field)
{
    return either(json, limited(json, field, "number"), matching(json, RATIO_PATTERN));
}

/* A plain 5 or true is a text where one is expected. */
static json_t *make_text(wyrm_schema_writer *json, const wyrm_field *field)
{
    (void)field;
    json_t *object = wyrm_schema_object(json);
    json_t *types = wyrm_schema_array(json);
    wyrm_schema_add(json, types, json_string("string"));
    wyrm_schema_add(json, types, json_string("number"));
    wyrm_schema_add(json, types, json_string("boolean"));
    wyrm_schema_set(json, object, "type", types);
    wyrm_schema_set(json, object, "maxLength", json_integer(WYRM_TEXT_MAX));
    return object;
}

static json_t *make_name(wyrm_schema_writer *json, const wyrm_field *field)
{
    (void)field;
    return matching(json, WYRM_NAME_PATTERN);
}

static json_t *make_choice(wyrm_schema_writer *json, const wyrm_field *field)
{
    json_t *object = wyrm_schema_object(json);
    json_t *choices = wyrm_schema_array(json);
    for (const char *const *choice = field->choices; *choice != NULL; choice++)
        wyrm_schema_add(json, choices, json_string(*choice));
    wyrm_schema_set(json, object, "enum", choices);
    return object;
}

static json_t *make_ends(wyrm_schema_writer *json, const wyrm_field *field)
{
    const char *type = field->kind == WYRM_KIND_RANGE ? "integer" : "number";
    json_t *pair = typed(json, "array");
    wyrm_schema_set(json, pair, "items", limited(json, field, type));
    wyrm_schema_set(json, pair, "minItems", json_integer(2));
    wyrm_schema_set(json, pair, "maxItems", json_integer(2));
    return either(json, limited(json, field, type), pair);
}

static json_t *make_table(wyrm_schema_writer *json, const wyrm_field *field)
{
    json_t *depth = typed(json, "integer");
    wyrm_schema_set(json, depth, "minimum", json_integer(1));
    wyrm_schema_set(json, depth, "maximum", json_integer(WYRM_TABLE_DEPTH_MAX));
    json_t *cells = wyrm_schema_array(json);
    wyrm_schema_add(json, cells, limited(json, field, "number"));
    wyrm_schema_add(json, cells, depth);
    json_t *row = typed(json, "array");
    wyrm_schema_set(json, row, "prefixItems", cells);
    wyrm_schema_set(json, row, "minItems", json_integer(2));
    wyrm_schema_set(json, row, "maxItems", json_integer(2));
    json_t *rows = typed(json, "array");
    wyrm_schema_set(json, rows, "items", row);
    wyrm_schema_set(json, rows, "minItems", json_integer(1));
    return either(json, limited(json, field, "number"), rows);
}

static json_t *make_dice(wyrm_schema_writer *json, const wyrm_field *field)
{
    (void)field;
    return either(json, typed(json, "integer"), matching(json, DICE_PATTERN));
}

json_t *wyrm_schema_leaf(wyrm_schema_writer *json, const wyrm_field *field)
{
    static json_t *(*const makers[])(wyrm_schema_writer *, const wyrm_field *) = {
        [WYRM_KIND_BOOL] = make_bool,     [WYRM_KIND_INTEGER] = make_integer,
        [WYRM_KIND_REAL] = make_real,     [WYRM_KIND_RATIO] = make_ratio,
        [WYRM_KIND_TEXT] = make_text,     [WYRM_KIND_NAME] = make_name,
        [WYRM_KIND_CHOICE] = make_choice, [WYRM_KIND_RANGE] = make_ends,
        [WYRM_KIND_INTERVAL] = make_ends, [WYRM_KIND_TABLE] = make_table,
        [WYRM_KIND_DICE] = make_dice,
    };
    size_t kind = (size_t)field->kind;
    bool known = kind < sizeof makers / sizeof *makers && makers[kind] != NULL;
    json_t *object = known ? makers[kind](json, field) : wyrm_schema_object(json);
    wyrm_schema_describe(json, object, field);
    return object;
}

void wyrm_schema_allow_null(wyrm_schema_writer *json, json_t *object)
{
    json_t *choices = json_object_get(object, "enum");
    json_t *any = json_object_get(object, "anyOf");
    json_t *type = json_object_get(object, "type");
    if (choices != NULL)
        wyrm_schema_add(json, choices, json_null());
    if (any != NULL)
        wyrm_schema_add(json, any, typed(json, "null"));
    if (json_is_array(type)) {
        wyrm_schema_add(json, type, json_string("null"));
    } else if (type != NULL) {
        json_t *types = wyrm_schema_array(json);
        wyrm_schema_add(json, types, json_incref(type));
        wyrm_schema_add(json, types, json_string("null"));
        wyrm_schema_set(json, object, "type", types);
    }
}
