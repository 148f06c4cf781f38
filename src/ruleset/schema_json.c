/* JSON Schema of whole files, for editors.
 *
 * There are two: of a file that stands alone, and of one that extends another, where nothing is
 * required and null removes. What a section may hold depends on the models chosen, its own and
 * those that extend it: one closed schema for each combination, behind an `if`.
 */

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/schema.h>

#include "base/text.h"
#include "ruleset/internal.h"

/* What the JSON Schema and its parts share. */

/* Writing JSON without a look at every call: once something has failed all is dropped at the end.
 */
typedef struct wyrm_schema_writer {
    bool failed;
} wyrm_schema_writer;

#define WYRM_NAME_PATTERN "^[A-Za-z][A-Za-z0-9_-]{0,62}$"

static json_t *wyrm_schema_field(wyrm_schema_writer *json, const wyrm_field *field, bool partial);

/* ---- jSON Schema of single values ---- */

#define RATIO_PATTERN "^[+-]?[0-9]{1,18}(/[1-9][0-9]{0,17}|[.][0-9]{1,18})?$"
#define SHARE_PATTERN "^(100([.]0+)?|[0-9]{1,2}([.][0-9]+)?) *%$"
#define DICE_PATTERN  "^[0-9]*[dD][1-9][0-9]*( ?[+-] ?[0-9]+)?$"

static json_t *schema_object(wyrm_schema_writer *json)
{
    json_t *object = json_object();
    json->failed = json->failed || object == NULL;
    return object;
}

static json_t *schema_array(wyrm_schema_writer *json)
{
    json_t *array = json_array();
    json->failed = json->failed || array == NULL;
    return array;
}

static void schema_set(wyrm_schema_writer *json, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        json->failed = true;
}

static void schema_add(wyrm_schema_writer *json, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        json->failed = true;
}

static json_t *number(double value)
{
    bool whole = value == floor(value) && fabs(value) < 1e15;
    return whole ? json_integer((json_int_t)value) : json_real(value);
}

/* minimum and maximum, or minItems and the like. */
static void schema_limits(wyrm_schema_writer *json, json_t *object, const wyrm_field *field,
                          const char *least, const char *greatest)
{
    if (field->least == 0 && field->greatest == 0)
        return;
    if (!isinf(field->least))
        schema_set(json, object, least, number(field->least));
    if (!isinf(field->greatest))
        schema_set(json, object, greatest, number(field->greatest));
}

/* Defaults in flow style are mostly JSON; a word is a text; what is neither is left out. */
static json_t *default_of(const char *fallback)
{
    json_t *value = json_loads(fallback, JSON_DECODE_ANY, NULL);
    if (value == NULL && strchr("[{\"'", fallback[0]) == NULL)
        value = json_string(fallback);
    return value;
}

/* description and default. */
static void schema_describe(wyrm_schema_writer *json, json_t *object, const wyrm_field *field)
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
        schema_set(json, object, "description", json_string(text));
    json_t *fallback = field->fallback == NULL ? NULL : default_of(field->fallback);
    if (fallback != NULL)
        schema_set(json, object, "default", fallback);
}

static json_t *typed(wyrm_schema_writer *json, const char *type)
{
    json_t *object = schema_object(json);
    schema_set(json, object, "type", json_string(type));
    return object;
}

static json_t *matching(wyrm_schema_writer *json, const char *pattern)
{
    json_t *object = typed(json, "string");
    schema_set(json, object, "pattern", json_string(pattern));
    return object;
}

static json_t *limited(wyrm_schema_writer *json, const wyrm_field *field, const char *type)
{
    json_t *object = typed(json, type);
    schema_limits(json, object, field, "minimum", "maximum");
    return object;
}

static json_t *either(wyrm_schema_writer *json, json_t *first, json_t *second)
{
    json_t *object = schema_object(json);
    json_t *any = schema_array(json);
    schema_add(json, any, first);
    schema_add(json, any, second);
    schema_set(json, object, "anyOf", any);
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
    json_t *object = schema_object(json);
    json_t *types = schema_array(json);
    schema_add(json, types, json_string("string"));
    schema_add(json, types, json_string("number"));
    schema_add(json, types, json_string("boolean"));
    schema_set(json, object, "type", types);
    schema_set(json, object, "maxLength", json_integer(WYRM_TEXT_MAX));
    return object;
}

static json_t *make_name(wyrm_schema_writer *json, const wyrm_field *field)
{
    (void)field;
    return matching(json, WYRM_NAME_PATTERN);
}

static json_t *make_choice(wyrm_schema_writer *json, const wyrm_field *field)
{
    json_t *object = schema_object(json);
    json_t *choices = schema_array(json);
    for (const char *const *choice = field->choices; *choice != NULL; choice++)
        schema_add(json, choices, json_string(*choice));
    schema_set(json, object, "enum", choices);
    return object;
}

static json_t *make_ends(wyrm_schema_writer *json, const wyrm_field *field)
{
    const char *type = field->kind == WYRM_KIND_RANGE ? "integer" : "number";
    json_t *pair = typed(json, "array");
    schema_set(json, pair, "items", limited(json, field, type));
    schema_set(json, pair, "minItems", json_integer(2));
    schema_set(json, pair, "maxItems", json_integer(2));
    return either(json, limited(json, field, type), pair);
}

static json_t *make_table(wyrm_schema_writer *json, const wyrm_field *field)
{
    json_t *depth = typed(json, "integer");
    schema_set(json, depth, "minimum", json_integer(1));
    schema_set(json, depth, "maximum", json_integer(WYRM_TABLE_DEPTH_MAX));
    json_t *cells = schema_array(json);
    schema_add(json, cells, limited(json, field, "number"));
    schema_add(json, cells, depth);
    json_t *row = typed(json, "array");
    schema_set(json, row, "prefixItems", cells);
    schema_set(json, row, "minItems", json_integer(2));
    schema_set(json, row, "maxItems", json_integer(2));
    json_t *rows = typed(json, "array");
    schema_set(json, rows, "items", row);
    schema_set(json, rows, "minItems", json_integer(1));
    return either(json, limited(json, field, "number"), rows);
}

static json_t *make_dice(wyrm_schema_writer *json, const wyrm_field *field)
{
    (void)field;
    return either(json, typed(json, "integer"), matching(json, DICE_PATTERN));
}

static json_t *make_margin(wyrm_schema_writer *json, const wyrm_field *field)
{
    return either(json, limited(json, field, "number"), matching(json, SHARE_PATTERN));
}

/* The schema of a value that is no record, list or map: type, limits, default, description. */
static json_t *wyrm_schema_leaf(wyrm_schema_writer *json, const wyrm_field *field)
{
    static json_t *(*const makers[])(wyrm_schema_writer *, const wyrm_field *) = {
        [WYRM_KIND_BOOL] = make_bool,     [WYRM_KIND_INTEGER] = make_integer,
        [WYRM_KIND_REAL] = make_real,     [WYRM_KIND_RATIO] = make_ratio,
        [WYRM_KIND_TEXT] = make_text,     [WYRM_KIND_NAME] = make_name,
        [WYRM_KIND_CHOICE] = make_choice, [WYRM_KIND_RANGE] = make_ends,
        [WYRM_KIND_INTERVAL] = make_ends, [WYRM_KIND_TABLE] = make_table,
        [WYRM_KIND_DICE] = make_dice,     [WYRM_KIND_MARGIN] = make_margin,
    };
    size_t kind = (size_t)field->kind;
    bool known = kind < sizeof makers / sizeof *makers && makers[kind] != NULL;
    json_t *object = known ? makers[kind](json, field) : schema_object(json);
    schema_describe(json, object, field);
    return object;
}

/* Allows null too, by which an extending file removes a key. */
static void schema_allow_null(wyrm_schema_writer *json, json_t *object)
{
    json_t *choices = json_object_get(object, "enum");
    json_t *any = json_object_get(object, "anyOf");
    json_t *type = json_object_get(object, "type");
    if (choices != NULL)
        schema_add(json, choices, json_null());
    if (any != NULL)
        schema_add(json, any, typed(json, "null"));
    if (json_is_array(type)) {
        schema_add(json, type, json_string("null"));
    } else if (type != NULL) {
        json_t *types = schema_array(json);
        schema_add(json, types, json_incref(type));
        schema_add(json, types, json_string("null"));
        schema_set(json, object, "type", types);
    }
}

/* ---- the JSON Schema of a row: records, lists, maps and what is in them ---- */

/* {"type": "object"} */
static json_t *schema_typed(wyrm_schema_writer *json)
{
    json_t *object = schema_object(json);
    schema_set(json, object, "type", json_string("object"));
    return object;
}

static json_t *make_record(wyrm_schema_writer *json, const wyrm_field *rows, bool partial)
{
    json_t *object = schema_typed(json);
    json_t *properties = schema_object(json);
    json_t *required = schema_array(json);
    for (; rows->kind != WYRM_KIND_END; rows++) {
        schema_set(json, properties, rows->name, wyrm_schema_field(json, rows, partial));
        if (rows->required && !partial)
            schema_add(json, required, json_string(rows->name));
    }
    schema_set(json, object, "properties", properties);
    schema_set(json, object, "additionalProperties", json_false());
    if (json_array_size(required) != 0)
        schema_set(json, object, "required", required);
    else
        json_decref(required);
    return object;
}

static json_t *make_list(wyrm_schema_writer *json, const wyrm_field *field)
{
    json_t *object = schema_object(json);
    schema_set(json, object, "type", json_string("array"));
    schema_set(json, object, "items", wyrm_schema_field(json, field->fields, false));
    schema_limits(json, object, field, "minItems", "maxItems");
    return object;
}

static json_t *make_map(wyrm_schema_writer *json, const wyrm_field *field, bool partial)
{
    json_t *object = schema_typed(json);
    json_t *names = schema_object(json);
    schema_set(json, names, "pattern", json_string(WYRM_NAME_PATTERN));
    schema_set(json, object, "propertyNames", names);
    schema_set(json, object, "additionalProperties",
               wyrm_schema_field(json, field->fields, partial));
    if (!partial)
        schema_limits(json, object, field, "minProperties", "maxProperties");
    return object;
}

/* The schema of a row, with its description and default. `partial`: of a file that extends another,
 * where nothing is required and null removes. */
static json_t *wyrm_schema_field(wyrm_schema_writer *json, const wyrm_field *field, bool partial)
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
        schema_describe(json, object, field);
    if (partial)
        schema_allow_null(json, object);
    return object;
}

/* Combinations of models spelled out for one section; past this the section stays open. */
#define COMBINATIONS_MAX 64

typedef struct maker {
    const wyrm_schema *schema;
    wyrm_region region;
    wyrm_schema_writer json;
    bool partial; /* of a file that extends another */
} maker;

static bool needs_any(const wyrm_field *rows)
{
    for (; rows != NULL && rows->kind != WYRM_KIND_END; rows++)
        if (rows->required)
            return true;
    return false;
}

/* The choice of a model, each with its sentence. */
static json_t *make_model_choice(maker *make, const wyrm_section *section)
{
    json_t *object = schema_object(&make->json);
    json_t *any = schema_array(&make->json);
    for (const wyrm_model *const *model = section->models; *model != NULL; model++) {
        json_t *one = schema_object(&make->json);
        schema_set(&make->json, one, "const", json_string((*model)->name));
        if ((*model)->summary != NULL)
            schema_set(&make->json, one, "description", json_string((*model)->summary));
        schema_add(&make->json, any, one);
    }
    schema_set(&make->json, object, "anyOf", any);
    if (section->field.summary != NULL)
        schema_set(&make->json, object, "description", json_string(section->field.summary));
    if (section->fallback_model != NULL)
        schema_set(&make->json, object, "default", json_string(section->fallback_model));
    return object;
}

static json_t *make_models(maker *make, const wyrm_field *models)
{
    json_t *object = wyrm_schema_field(&make->json, models, make->partial);
    json_t *properties = json_object_get(object, "properties");
    for (size_t i = 0; i < make->schema->count; i++) {
        const wyrm_section *section = &make->schema->sections[i];
        if (section->models != NULL)
            schema_set(&make->json, properties, section->field.name,
                       make_model_choice(make, section));
    }
    return object;
}

/* Whether the choice of a model for section `selector` changes what section `index` may hold. */
static bool selects(const wyrm_schema *schema, size_t selector, size_t index)
{
    const wyrm_model *const *models = schema->sections[selector].models;
    if (models != NULL && selector == index)
        return true;
    for (; models != NULL && *models != NULL; models++)
        if (wyrm_find_extension(*models, schema->sections[index].field.name) != NULL)
            return true;
    return false;
}

/* Moves to the next combination of the models that matter to a section, beginning with the first of
 * each; false after the last. `at` are their indices by section. */
static bool next_combination(const wyrm_schema *schema, size_t index, size_t *at,
                             const wyrm_model **chosen)
{
    for (size_t i = 0; i < schema->count; i++) {
        if (!selects(schema, i, index))
            continue;
        const wyrm_model *const *models = schema->sections[i].models;
        at[i]++;
        if (models[at[i]] == NULL)
            at[i] = 0;
        chosen[i] = models[at[i]];
        if (at[i] != 0)
            return true;
    }
    return false;
}

static json_t *make_condition(maker *make, const wyrm_model *const *chosen)
{
    wyrm_schema_writer *json = &make->json;
    json_t *choices = schema_object(json), *required = schema_array(json);
    for (size_t i = 0; i < make->schema->count; i++) {
        if (chosen[i] == NULL)
            continue;
        const wyrm_section *section = &make->schema->sections[i];
        json_t *choice = schema_object(json);
        schema_set(json, choice, "const", json_string(chosen[i]->name));
        schema_set(json, choices, section->field.name, choice);
        bool implied = !make->partial && section->fallback_model != NULL &&
                       strcmp(section->fallback_model, chosen[i]->name) == 0;
        if (!implied)
            schema_add(json, required, json_string(section->field.name));
    }
    json_t *models = schema_object(json), *properties = schema_object(json);
    json_t *condition = schema_object(json);
    bool must = json_array_size(required) != 0;
    schema_set(json, models, "properties", choices);
    schema_set(json, models, "required", required);
    schema_set(json, properties, "models", models);
    schema_set(json, condition, "properties", properties);
    if (must) {
        json_t *outer = schema_array(json);
        schema_add(json, outer, json_string("models"));
        schema_set(json, condition, "required", outer);
    }
    return condition;
}

/* The section as it is under one combination of models. */
static json_t *make_section(maker *make, size_t index, const wyrm_model *const *chosen,
                            bool *required)
{
    wyrm_field field;
    *required = false;
    if (!wyrm_compose_section(make->schema, index, chosen, &make->region, &field)) {
        make->json.failed = true;
        return NULL;
    }
    bool model = make->schema->sections[index].models != NULL;
    *required = !make->partial && (field.required || (model && needs_any(field.fields)));
    return wyrm_schema_field(&make->json, &field, make->partial);
}

static void add_combination(maker *make, size_t index, const wyrm_model *const *chosen,
                            json_t *all_of)
{
    wyrm_schema_writer *json = &make->json;
    const char *name = make->schema->sections[index].field.name;
    bool required;
    json_t *section = make_section(make, index, chosen, &required);
    json_t *rule = schema_object(json), *then = schema_object(json);
    json_t *properties = schema_object(json);
    schema_set(json, properties, name, section);
    schema_set(json, then, "properties", properties);
    if (required) {
        json_t *names = schema_array(json);
        schema_add(json, names, json_string(name));
        schema_set(json, then, "required", names);
    }
    schema_set(json, rule, "if", make_condition(make, chosen));
    schema_set(json, rule, "then", then);
    schema_add(json, all_of, rule);
}

static size_t count_combinations(const wyrm_schema *schema, size_t index)
{
    size_t product = 1;
    for (size_t i = 0; i < schema->count && product <= COMBINATIONS_MAX; i++) {
        size_t count = 0;
        if (!selects(schema, i, index))
            continue;
        while (schema->sections[i].models[count] != NULL)
            count++;
        product *= count;
    }
    return product;
}

/* Adds a section to the properties of the file: whole where no model matters, else as a description
 * whose shape follows from the rules added to `all_of`. */
static void add_section(maker *make, size_t index, json_t *properties, json_t *required,
                        json_t *all_of)
{
    const wyrm_schema *schema = make->schema;
    const wyrm_field *field = &schema->sections[index].field;
    const wyrm_model **chosen = wyrm_region_take(&make->region, schema->count, sizeof *chosen);
    size_t *at = wyrm_region_take(&make->region, schema->count, sizeof *at);
    if (chosen == NULL || at == NULL) {
        make->json.failed = true;
        return;
    }
    bool depends = false;
    for (size_t i = 0; i < schema->count; i++) {
        if (!selects(schema, i, index))
            continue;
        chosen[i] = schema->sections[i].models[0];
        depends = true;
    }
    bool needed = field->required && !make->partial;
    json_t *section =
        depends ? schema_object(&make->json) : make_section(make, index, chosen, &needed);
    if (depends)
        schema_describe(&make->json, section, field);
    schema_set(&make->json, properties, field->name, section);
    if (needed)
        schema_add(&make->json, required, json_string(field->name));
    if (!depends || count_combinations(schema, index) > COMBINATIONS_MAX)
        return;
    do
        add_combination(make, index, chosen, all_of);
    while (next_combination(schema, index, at, chosen));
}

/* The schema of a file that stands alone, or of one that extends another. */
static json_t *make_file(maker *make, bool partial)
{
    wyrm_schema_writer *json = &make->json;
    make->partial = partial;
    json_t *object = schema_typed(&make->json);
    json_t *properties = schema_object(json), *required = schema_array(json);
    json_t *all_of = schema_array(json);
    for (const wyrm_field *row = wyrm_common_rows; row->kind != WYRM_KIND_END; row++) {
        schema_set(json, properties, row->name, wyrm_schema_field(&make->json, row, false));
        if (row->required)
            schema_add(json, required, json_string(row->name));
    }
    wyrm_field models;
    if (!wyrm_compose_models(make->schema, &make->region, &models)) {
        json->failed = true;
    } else {
        schema_set(json, properties, "models", make_models(make, &models));
        if (needs_any(models.fields) && !partial)
            schema_add(json, required, json_string("models"));
    }
    for (size_t i = 0; i < make->schema->count; i++)
        add_section(make, i, properties, required, all_of);
    schema_set(json, object, "properties", properties);
    schema_set(json, object, "required", required);
    schema_set(json, object, "additionalProperties", json_false());
    if (json_array_size(all_of) != 0)
        schema_set(json, object, "allOf", all_of);
    else
        json_decref(all_of);
    return object;
}

static json_t *make_reference(wyrm_schema_writer *json, const char *name)
{
    json_t *object = schema_object(json);
    schema_set(json, object, "$ref", json_string(name));
    return object;
}

static json_t *make_root(maker *make)
{
    wyrm_schema_writer *json = &make->json;
    json_t *root = schema_object(json), *definitions = schema_object(json);
    json_t *extends = schema_object(json), *names = schema_array(json);
    schema_add(json, names, json_string("extends"));
    schema_set(json, extends, "required", names);
    schema_set(json, definitions, "complete", make_file(make, false));
    schema_set(json, definitions, "variant", make_file(make, true));
    schema_set(json, root, "$schema", json_string("https://json-schema.org/draft/2020-12/schema"));
    schema_set(json, root, "title", json_string("Wyrmscale ruleset"));
    schema_set(json, root, "type", json_string("object"));
    schema_set(json, root, "if", extends);
    schema_set(json, root, "then", make_reference(json, "#/$defs/variant"));
    schema_set(json, root, "else", make_reference(json, "#/$defs/complete"));
    schema_set(json, root, "$defs", definitions);
    return root;
}

static int append(const char *bytes, size_t count, void *text)
{
    wyrm_text_append_bytes(text, bytes, count);
    return 0;
}

wyrm_status wyrm_schema_json(const wyrm_schema *schema, char **out, wyrm_error *error)
{
    maker make = {.schema = schema};
    wyrm_text text = {0};
    json_t *root = make_root(&make);
    bool failed = make.json.failed ||
                  json_dump_callback(root, append, &text, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
    json_decref(root);
    wyrm_region_release(&make.region);
    wyrm_text_append_char(&text, '\n');
    *out = wyrm_text_steal(&text);
    if (!failed && *out != NULL)
        return WYRM_OK;
    wyrm_text_free(*out);
    *out = NULL;
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}
