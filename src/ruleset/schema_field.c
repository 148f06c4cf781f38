/* The JSON Schema of a row: records, lists, maps and what is in them. */
#include "ruleset/schema_field.h"

json_t *wyrm_schema_typed(wyrm_schema_writer *json)
{
    json_t *object = wyrm_schema_object(json);
    wyrm_schema_set(json, object, "type", json_string("object"));
    return object;
}

static json_t *make_record(wyrm_schema_writer *json, const wyrm_field *rows, bool partial)
{
    json_t *object = wyrm_schema_typed(json);
    json_t *properties = wyrm_schema_object(json);
    json_t *required = wyrm_schema_array(json);
    for (; rows->kind != WYRM_KIND_END; rows++) {
        wyrm_schema_set(json, properties, rows->name, wyrm_schema_field(json, rows, partial));
        if (rows->required && !partial)
            wyrm_schema_add(json, required, json_string(rows->name));
    }
    wyrm_schema_set(json, object, "properties", properties);
    wyrm_schema_set(json, object, "additionalProperties", json_false());
    if (json_array_size(required) != 0)
        wyrm_schema_set(json, object, "required", required);
    else
        json_decref(required);
    return object;
}

static json_t *make_list(wyrm_schema_writer *json, const wyrm_field *field)
{
    json_t *object = wyrm_schema_object(json);
    wyrm_schema_set(json, object, "type", json_string("array"));
    wyrm_schema_set(json, object, "items", wyrm_schema_field(json, field->fields, false));
    wyrm_schema_limits(json, object, field, "minItems", "maxItems");
    return object;
}

static json_t *make_map(wyrm_schema_writer *json, const wyrm_field *field, bool partial)
{
    json_t *object = wyrm_schema_typed(json);
    json_t *names = wyrm_schema_object(json);
    wyrm_schema_set(json, names, "pattern", json_string(WYRM_NAME_PATTERN));
    wyrm_schema_set(json, object, "propertyNames", names);
    wyrm_schema_set(json, object, "additionalProperties",
                    wyrm_schema_field(json, field->fields, partial));
    if (!partial)
        wyrm_schema_limits(json, object, field, "minProperties", "maxProperties");
    return object;
}

json_t *wyrm_schema_field(wyrm_schema_writer *json, const wyrm_field *field, bool partial)
{
    json_t *object;
    if (field->kind == WYRM_KIND_RECORD)
        object = make_record(json, field->fields, partial);
    else if (field->kind == WYRM_KIND_LIST)
        object = make_list(json, field);
    else if (field->kind == WYRM_KIND_MAP)
        object = make_map(json, field, partial);
    else
        object = wyrm_schema_leaf(json, field);
    if (field->kind == WYRM_KIND_RECORD || field->kind == WYRM_KIND_LIST ||
        field->kind == WYRM_KIND_MAP)
        wyrm_schema_describe(json, object, field);
    if (partial)
        wyrm_schema_allow_null(json, object);
    return object;
}
