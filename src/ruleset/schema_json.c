/* JSON Schema of whole files, for editors.
 *
 * What a section may hold depends on the models chosen, its own and those that extend it. Spelling
 * out every combination multiplies; so each part is said once and they are laid over each other:
 *
 *   file          every section with its own rows; of the rows that models bring only the names.
 *                 Anything may be null, by which an extending file removes it; nothing is required
 *   "combat: x"   what the model x brings to any section, and that the other models' rows are not
 *                 there: a rule of `file` holds a ruleset that chooses x to it
 *   complete      what a file that extends no other must say besides, as a tree of nothing but
 *                 requirements, and that nothing in it is null
 *
 * A row that models of two systems bring is not held to either of them: which of them counts would
 * have to be spelled out by combination. The reader knows.
 */

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/schema.h>

#include "base/text.h"
#include "ruleset/internal.h"

/* Writing JSON without a look at every call: once something has failed all is dropped at the end.
 */
typedef struct wyrm_schema_writer {
    bool failed;
} wyrm_schema_writer;

#define WYRM_NAME_PATTERN "^[A-Za-z][A-Za-z0-9_-]{0,62}$"

static json_t *schema_field(wyrm_schema_writer *json, const wyrm_field *field, bool partial);

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
    if (field->unit != NULL)
        snprintf(text, sizeof text, summary[0] == '\0' ? "%s%s" : "%s (%s)", summary, field->unit);
    else
        snprintf(text, sizeof text, "%s", summary);
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
static json_t *schema_leaf(wyrm_schema_writer *json, const wyrm_field *field)
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

static json_t *reference(wyrm_schema_writer *json, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "#/$defs/%s", name);
    json_t *object = schema_object(json);
    schema_set(json, object, "$ref", json_string(path));
    return object;
}

/* Puts the names that must be there, and drops an empty list of them. */
static void require(wyrm_schema_writer *json, json_t *object, json_t *names)
{
    if (json_array_size(names) != 0)
        schema_set(json, object, "required", names);
    else
        json_decref(names);
}

static json_t *make_record(wyrm_schema_writer *json, const wyrm_field *rows, bool partial)
{
    json_t *object = typed(json, "object");
    json_t *properties = schema_object(json);
    json_t *required = schema_array(json);
    for (; rows != NULL && rows->kind != WYRM_KIND_END; rows++) {
        schema_set(json, properties, rows->name, schema_field(json, rows, partial));
        if (rows->required && !partial)
            schema_add(json, required, json_string(rows->name));
    }
    schema_set(json, object, "properties", properties);
    schema_set(json, object, "additionalProperties", json_false());
    require(json, object, required);
    return object;
}

/* Lists are replaced whole: their elements must be, too. */
static json_t *make_list(wyrm_schema_writer *json, const wyrm_field *field)
{
    json_t *object = typed(json, "array");
    schema_set(json, object, "items", schema_field(json, field->fields, false));
    schema_limits(json, object, field, "minItems", "maxItems");
    return object;
}

static json_t *make_map(wyrm_schema_writer *json, const wyrm_field *field, bool partial)
{
    json_t *object = typed(json, "object");
    schema_set(json, object, "propertyNames", matching(json, WYRM_NAME_PATTERN));
    schema_set(json, object, "additionalProperties", schema_field(json, field->fields, partial));
    if (!partial)
        schema_limits(json, object, field, "minProperties", "maxProperties");
    return object;
}

/* The schema of a row, with its description and default. `partial`: nothing is required and null
 * removes. */
static json_t *schema_field(wyrm_schema_writer *json, const wyrm_field *field, bool partial)
{
    json_t *object;
    if (field->kind == WYRM_KIND_RECORD)
        object = make_record(json, field->fields, partial);
    else if (field->kind == WYRM_KIND_LIST)
        object = make_list(json, field);
    else if (field->kind == WYRM_KIND_MAP)
        object = make_map(json, field, partial);
    else
        object = schema_leaf(json, field);
    schema_describe(json, object, field);
    if (partial)
        schema_allow_null(json, object);
    return object;
}

/* What a complete file must have of a value, as far as that is not in its schema already; NULL:
 * nothing. */
static json_t *make_requirements(wyrm_schema_writer *json, const wyrm_field *field)
{
    json_t *object = schema_object(json);
    if (field->kind == WYRM_KIND_RECORD) {
        json_t *properties = schema_object(json), *required = schema_array(json);
        for (const wyrm_field *row = field->fields; row != NULL && row->kind != WYRM_KIND_END;
             row++) {
            json_t *inner = make_requirements(json, row);
            if (inner != NULL)
                schema_set(json, properties, row->name, inner);
            if (row->required)
                schema_add(json, required, json_string(row->name));
        }
        require(json, object, required);
        if (json_object_size(properties) != 0)
            schema_set(json, object, "properties", properties);
        else
            json_decref(properties);
    } else if (field->kind == WYRM_KIND_MAP) {
        json_t *inner = make_requirements(json, field->fields);
        if (inner != NULL)
            schema_set(json, object, "additionalProperties", inner);
        schema_limits(json, object, field, "minProperties", "maxProperties");
    }
    if (json_object_size(object) != 0)
        return object;
    json_decref(object);
    return NULL;
}

/* ---- what models bring to sections ---- */

typedef struct maker {
    const wyrm_schema *schema;
    base_arena arena;
    wyrm_schema_writer json;
} maker;

static bool has_row(const wyrm_field *rows, const char *name)
{
    for (; rows != NULL && rows->kind != WYRM_KIND_END; rows++)
        if (strcmp(rows->name, name) == 0)
            return true;
    return false;
}

static bool needs_any(const wyrm_field *rows)
{
    for (; rows != NULL && rows->kind != WYRM_KIND_END; rows++)
        if (rows->required)
            return true;
    return false;
}

/* Of a record its rows, of a map or list those of an element. */
static const wyrm_field *own_rows(const wyrm_section *section)
{
    const wyrm_field *field = &section->field;
    return field->kind == WYRM_KIND_RECORD ? field->fields : field->fields->fields;
}

/* The two tables that a model of section `from` brings to section `to`; NULL: none. */
static void tables_of(const maker *make, size_t from, const wyrm_model *model, size_t to,
                      const wyrm_field *tables[2])
{
    tables[0] = from == to ? model->parameters : NULL;
    tables[1] = wyrm_find_extension(model, make->schema->sections[to].field.name);
}

/* Whether any model of section `from` brings a row of that name to section `to`. */
static bool any_brings(const maker *make, size_t from, size_t to, const char *name)
{
    const wyrm_model *const *model = make->schema->sections[from].models;
    for (; model != NULL && *model != NULL; model++) {
        const wyrm_field *tables[2];
        tables_of(make, from, *model, to, tables);
        if (has_row(tables[0], name) || has_row(tables[1], name))
            return true;
    }
    return false;
}

/* Whether what section `from` says of a row of section `to` is all that is to be said of it. */
static bool decides(const maker *make, size_t from, size_t to, const char *name)
{
    if (has_row(own_rows(&make->schema->sections[to]), name))
        return false;
    for (size_t i = 0; i < make->schema->count; i++)
        if (i != from && any_brings(make, i, to, name))
            return false;
    return true;
}

/* The rows that a model brings to a section and alone decides on, ended; NULL: out of memory. */
static const wyrm_field *rows_of(maker *make, size_t from, const wyrm_model *model, size_t to)
{
    const wyrm_field *tables[2];
    tables_of(make, from, model, to, tables);
    size_t most = wyrm_count_rows(tables[0]) + wyrm_count_rows(tables[1]), count = 0;
    wyrm_field *rows = base_take(&make->arena, most + 1, sizeof *rows);
    if (rows == NULL) {
        make->json.failed = true;
        return NULL;
    }
    for (size_t i = 0; i < 2; i++)
        for (const wyrm_field *row = tables[i]; row != NULL && row->kind != WYRM_KIND_END; row++)
            if (decides(make, from, to, row->name) && !(i == 1 && has_row(tables[0], row->name)))
                rows[count++] = *row;
    rows[count] = (wyrm_field){.kind = WYRM_KIND_END};
    return rows;
}

/* Something that holds for the rows of a section: for it, or for each of its elements. */
static json_t *on_rows(maker *make, const wyrm_section *section, json_t *value)
{
    static const char *const keys[] = {
        [WYRM_KIND_MAP] = "additionalProperties", [WYRM_KIND_LIST] = "items"};
    if (section->field.kind == WYRM_KIND_RECORD)
        return value;
    json_t *object = schema_object(&make->json);
    schema_set(&make->json, object, keys[section->field.kind], value);
    return object;
}

/* What a model says of the rows of a section: its own, and that the other models' are not there.
 * NULL: nothing. */
static json_t *make_brought(maker *make, size_t from, const wyrm_model *chosen, size_t to)
{
    const wyrm_section *section = &make->schema->sections[to];
    const wyrm_field *rows = rows_of(make, from, chosen, to);
    json_t *properties = schema_object(&make->json);
    for (const wyrm_field *row = rows; row != NULL && row->kind != WYRM_KIND_END; row++)
        schema_set(&make->json, properties, row->name, schema_field(&make->json, row, true));
    for (const wyrm_model *const *model = make->schema->sections[from].models; *model != NULL;
         model++) {
        rows = rows_of(make, from, *model, to);
        for (; rows != NULL && rows->kind != WYRM_KIND_END; rows++)
            if (json_object_get(properties, rows->name) == NULL)
                schema_set(&make->json, properties, rows->name, json_false());
    }
    if (json_object_size(properties) == 0) {
        json_decref(properties);
        return NULL;
    }
    json_t *object = schema_object(&make->json);
    schema_set(&make->json, object, "properties", properties);
    return on_rows(make, section, object);
}

/* What a complete file must say for a model, in all sections; NULL: nothing. */
static json_t *make_needed(maker *make, size_t from, const wyrm_model *model)
{
    wyrm_schema_writer *json = &make->json;
    json_t *properties = schema_object(json), *required = schema_array(json);
    for (size_t to = 0; to < make->schema->count; to++) {
        const wyrm_section *section = &make->schema->sections[to];
        if (own_rows(section) == NULL && section->field.kind != WYRM_KIND_RECORD)
            continue;
        const wyrm_field *rows = rows_of(make, from, model, to);
        wyrm_field record = {.kind = WYRM_KIND_RECORD, .fields = rows};
        json_t *inner = make_requirements(json, &record);
        if (inner != NULL)
            schema_set(json, properties, section->field.name, on_rows(make, section, inner));
        if (section->models != NULL && needs_any(rows))
            schema_add(json, required, json_string(section->field.name));
    }
    json_t *object = schema_object(json);
    require(json, object, required);
    if (json_object_size(properties) != 0)
        schema_set(json, object, "properties", properties);
    else
        json_decref(properties);
    if (json_object_size(object) != 0)
        return object;
    json_decref(object);
    return NULL;
}

/* ---- the file ---- */

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

/* That a file chooses a model; where it is chosen `unsaid`, also by not choosing. */
static json_t *make_condition(maker *make, size_t from, const wyrm_model *model, bool unsaid)
{
    wyrm_schema_writer *json = &make->json;
    const char *name = make->schema->sections[from].field.name;
    json_t *choice = schema_object(json), *choices = schema_object(json);
    json_t *models = schema_object(json), *properties = schema_object(json);
    json_t *condition = schema_object(json);
    schema_set(json, choice, "const", json_string(model->name));
    schema_set(json, choices, name, choice);
    schema_set(json, models, "properties", choices);
    schema_set(json, properties, "models", models);
    schema_set(json, condition, "properties", properties);
    if (!unsaid) {
        schema_set(json, models, "required", json_pack("[s]", name));
        schema_set(json, condition, "required", json_pack("[s]", "models"));
    }
    return condition;
}

static void add_rule(maker *make, json_t *rules, json_t *condition, json_t *then)
{
    json_t *rule = schema_object(&make->json);
    schema_set(&make->json, rule, "if", condition);
    schema_set(&make->json, rule, "then", then);
    schema_add(&make->json, rules, rule);
}

/* Adds what a model brings to the definitions, and the rules that refer to it. */
static void add_model(maker *make, size_t from, const wyrm_model *model, json_t *definitions,
                      json_t *of_file, json_t *of_complete)
{
    wyrm_schema_writer *json = &make->json;
    const wyrm_section *section = &make->schema->sections[from];
    char name[100];
    snprintf(name, sizeof name, "%s: %s", section->field.name, model->name);
    json_t *properties = schema_object(json), *brought = schema_object(json);
    for (size_t to = 0; to < make->schema->count; to++) {
        json_t *rows = make_brought(make, from, model, to);
        if (rows != NULL)
            schema_set(json, properties, make->schema->sections[to].field.name, rows);
    }
    schema_set(json, brought, "properties", properties);
    schema_set(json, definitions, name, brought);
    add_rule(make, of_file, make_condition(make, from, model, false), reference(json, name));
    bool unsaid =
        section->fallback_model != NULL && strcmp(section->fallback_model, model->name) == 0;
    if (unsaid)
        add_rule(make, of_complete, make_condition(make, from, model, true), reference(json, name));
    json_t *needed = make_needed(make, from, model);
    if (needed != NULL)
        add_rule(make, of_complete, make_condition(make, from, model, unsaid), needed);
}

/* A section with its own rows, and the names of those that models bring. */
static json_t *make_section(maker *make, size_t index)
{
    wyrm_schema_writer *json = &make->json;
    const wyrm_section *section = &make->schema->sections[index];
    json_t *object = schema_field(json, &section->field, true);
    json_t *element = object;
    if (section->field.kind == WYRM_KIND_MAP)
        element = json_object_get(object, "additionalProperties");
    else if (section->field.kind == WYRM_KIND_LIST)
        element = json_object_get(object, "items");
    json_t *properties = json_object_get(element, "properties");
    for (size_t i = 0; i < make->schema->count; i++) {
        const wyrm_model *const *model = make->schema->sections[i].models;
        for (; model != NULL && *model != NULL; model++) {
            const wyrm_field *tables[2];
            tables_of(make, i, *model, index, tables);
            for (size_t k = 0; k < 2; k++)
                for (const wyrm_field *row = tables[k]; row != NULL && row->kind != WYRM_KIND_END;
                     row++)
                    if (json_object_get(properties, row->name) == NULL)
                        schema_set(json, properties, row->name, json_true());
        }
    }
    return object;
}

/* That nothing is null, however deep. */
static json_t *make_present(wyrm_schema_writer *json)
{
    json_t *object = schema_object(json), *none = typed(json, "null");
    schema_set(json, object, "not", none);
    schema_set(json, object, "additionalProperties", reference(json, "present"));
    schema_set(json, object, "items", reference(json, "present"));
    return object;
}

/* The definitions of `file` and `complete`, and of what they refer to. */
static json_t *make_definitions(maker *make)
{
    wyrm_schema_writer *json = &make->json;
    json_t *definitions = schema_object(json), *file = typed(json, "object");
    json_t *properties = schema_object(json), *complete = schema_object(json);
    json_t *of_file = schema_array(json), *of_complete = schema_array(json);
    json_t *always = schema_array(json), *must = schema_array(json), *tree = schema_object(json);
    for (const wyrm_field *row = wyrm_common_rows; row->kind != WYRM_KIND_END; row++) {
        schema_set(json, properties, row->name, schema_field(json, row, false));
        if (row->required)
            schema_add(json, always, json_string(row->name));
    }
    wyrm_field models;
    if (!wyrm_compose_models(make->schema, &make->arena, &models)) {
        json->failed = true;
        return definitions;
    }
    json_t *choices = schema_field(json, &models, true);
    schema_set(json, properties, "models", choices);
    json_t *needed = make_requirements(json, &models);
    if (needed != NULL)
        schema_set(json, tree, "models", needed);
    if (needs_any(models.fields))
        schema_add(json, must, json_string("models"));
    for (size_t i = 0; i < make->schema->count; i++) {
        const wyrm_section *section = &make->schema->sections[i];
        const wyrm_field *field = &section->field;
        schema_set(json, properties, field->name, make_section(make, i));
        needed = make_requirements(json, field);
        if (needed != NULL)
            schema_set(json, tree, field->name, needed);
        if (field->required || (section->models != NULL && needs_any(field->fields)))
            schema_add(json, must, json_string(field->name));
        if (section->models != NULL)
            schema_set(json, json_object_get(choices, "properties"), field->name,
                       make_model_choice(make, section));
        for (const wyrm_model *const *model = section->models; model != NULL && *model != NULL;
             model++)
            add_model(make, i, *model, definitions, of_file, of_complete);
    }
    schema_set(json, file, "properties", properties);
    schema_set(json, file, "required", always);
    schema_set(json, file, "additionalProperties", json_false());
    schema_set(json, file, "allOf", of_file);
    schema_add(json, of_complete, reference(json, "present"));
    require(json, complete, must);
    schema_set(json, complete, "properties", tree);
    schema_set(json, complete, "allOf", of_complete);
    schema_set(json, definitions, "file", file);
    schema_set(json, definitions, "complete", complete);
    schema_set(json, definitions, "present", make_present(json));
    return definitions;
}

static json_t *make_root(maker *make)
{
    wyrm_schema_writer *json = &make->json;
    json_t *root = schema_object(json), *extends = schema_object(json), *all = schema_array(json);
    schema_set(json, extends, "required", json_pack("[s]", "extends"));
    schema_set(json, root, "$schema", json_string("https://json-schema.org/draft/2020-12/schema"));
    schema_set(json, root, "title", json_string("Wyrmscale ruleset"));
    schema_set(json, root, "type", json_string("object"));
    schema_add(json, all, reference(json, "file"));
    schema_set(json, root, "allOf", all);
    schema_set(json, root, "if", extends);
    schema_set(json, root, "else", reference(json, "complete"));
    schema_set(json, root, "$defs", make_definitions(make));
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
                  json_dump_callback(root, append, &text, JSON_COMPACT | JSON_REAL_PRECISION(15));
    json_decref(root);
    base_release(&make.arena);
    wyrm_text_append_char(&text, '\n');
    *out = wyrm_text_steal(&text);
    if (!failed && *out != NULL)
        return WYRM_OK;
    wyrm_free(*out);
    *out = NULL;
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}
