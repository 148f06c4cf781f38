/* JSON Schema of whole files, for editors.
 *
 * What a section may hold depends on its own model and on those that extend it. Spelling out every
 * combination would multiply; so each part is written once, and a file has to satisfy all that
 * apply:
 *
 *   file          every section with its own rows; of the rows that models bring only the names.
 *                 Anything may be null, by which an extending file removes it; nothing is required.
 *                 But lists are replaced whole, so that in them it is as in a complete file.
 *                 A rule for each system: what the model that is chosen brings to any section, that
 *                 the other models' rows are not there, and what a complete file must say for it;
 *                 where none is chosen in a complete file, that the usual one is, or nothing of the
 *                 system stands there
 *   complete      what a file that extends no other must say besides, as a tree of nothing but
 *                 requirements, and that nothing in it is null
 *
 * A row that models of two systems add is checked by neither, as which of them counts would have to
 * be spelled out by combination. The reader of rulesets checks it.
 *
 * Then what is said more than once becomes a definition of its own. So the size follows the words
 * of the rows, a third of it descriptions, and not how often rows are used.
 *
 * Where memory runs out jansson gives NULL, and what NULL is put into becomes NULL, up to the
 * root. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ruleset/internal.h"
#include "text/internal.h"

#define NAME_PATTERN  "^[A-Za-z][A-Za-z0-9_-]{0,62}$"
#define DOTS_PATTERN  "^[A-Za-z][A-Za-z0-9_.-]{0,62}$"
#define RATIO_PATTERN "^[+-]?[0-9]{1,18}(/[1-9][0-9]{0,17}|[.][0-9]{1,18})?$"
#define SHARE_PATTERN "^(100([.]0+)?|[0-9]{1,2}([.][0-9]+)?) *%$"
#define AMOUNT_PATTERN                                                                             \
    "^[-+ ([{]*([0-9]|[dD][0-9]|triangular |coins )[-+ 0-9dDa-z.,:/%()\\[\\]{}]*$"

/* The names of shapes: short, for they are said often. What else is said more than once gets the
 * other letters (name_digits). */
#define AMOUNT   "A"
#define INTERVAL "I"
#define LIST     "L"
#define MAP      "M"
#define RECORD   "O" /* object */
#define PRESENT  "P"
#define RANGE    "R"
#define MARGIN   "S" /* share */
#define RATIO    "Q" /* quotient */
#define TABLE    "T"

/* Puts a value into an object, which takes it over; a failure leaves NULL. */
static void put(json_t **object, const char *key, json_t *value)
{
    if (json_object_set_new(*object, key, value) == 0)
        return;
    json_decref(*object);
    *object = NULL;
}

/* The same, but leaves out an empty value, which would say nothing. */
static void put_filled(json_t **object, const char *key, json_t *value)
{
    if (value == NULL || json_object_size(value) + json_array_size(value) > 0)
        put(object, key, value);
    else
        json_decref(value);
}

static void add(json_t **array, json_t *value)
{
    if (json_array_append_new(*array, value) == 0)
        return;
    json_decref(*array);
    *array = NULL;
}

/* ---- single values ---- */

static json_t *number(double value)
{
    bool whole = value == floor(value) && fabs(value) < 1e15;
    return whole ? json_integer((json_int_t)value) : json_real(value);
}

/* Puts the limits of a row as minimum and maximum, minItems and maxItems or the like. Both limits 0
 * means no limits. */
static void put_limits(json_t **object, const wyrm_field *field, const char *least,
                       const char *greatest)
{
    bool limited = field->least != 0 || field->greatest != 0;
    if (limited && !isinf(field->least) && (field->least != 0 || field->fields == NULL))
        put(object, least, number(field->least));
    if (limited && !isinf(field->greatest))
        put(object, greatest, number(field->greatest));
}

/* description and default. An editor shows the first clause of what a row says of itself, with the
 * unit where it is not named there; what follows a semicolon is for the pages. Defaults in flow
 * style are mostly JSON; a word is a text; what is neither is left out, and what is empty: it says
 * no more than that there is none. */
static void describe(json_t **object, const wyrm_field *field)
{
    char text[1024];
    const char *summary = field->summary == NULL ? "" : field->summary;
    const char *end = strstr(summary, "; ");
    snprintf(text, sizeof text, "%.*s",
             (int)(end == NULL ? strlen(summary) : (size_t)(end - summary)), summary);
    const size_t length = strlen(text);
    if (field->unit != NULL && strstr(text, field->unit) == NULL)
        snprintf(text + length, sizeof text - length, length == 0 ? "%s" : " (%s)", field->unit);
    if (text[0] != '\0')
        put(object, "description", json_string(text));
    if (field->default_value == NULL)
        return;
    json_t *value = json_loads(field->default_value, JSON_DECODE_ANY, NULL);
    if (value == NULL && strchr("[{\"'", field->default_value[0]) == NULL)
        value = json_string(field->default_value);
    const bool empty = (json_is_object(value) || json_is_array(value)) &&
                       json_object_size(value) + json_array_size(value) == 0;
    if (value != NULL && !empty)
        put(object, "default", value);
    else
        json_decref(value);
}

static json_t *reference(const char *name)
{
    return json_pack("{s:s+}", "$ref", "#/$defs/", name);
}

static json_t *or_null(const char *type)
{
    return json_pack("{s:[s,s]}", "type", type, "null");
}

static json_t *limits(const wyrm_field *field)
{
    json_t *object = json_object();
    put_limits(&object, field, "minimum", "maximum");
    return object;
}

/* The schema of a value that is no record, list or map. Shapes refer to a definition, and what
 * stands beside the reference limits the numbers in them. A text may be written as plain 5 or
 * true. */
static json_t *make_leaf(const wyrm_field *field)
{
    static const char *const shapes[] = {
        [WYRM_KIND_RATIO] = RATIO, [WYRM_KIND_MARGIN] = MARGIN,     [WYRM_KIND_AMOUNT] = AMOUNT,
        [WYRM_KIND_RANGE] = RANGE, [WYRM_KIND_INTERVAL] = INTERVAL, [WYRM_KIND_TABLE] = TABLE};
    const wyrm_kind kind = field->kind;
    if (kind == WYRM_KIND_BOOL)
        return or_null("boolean");
    if (kind == WYRM_KIND_TEXT)
        return json_pack("{s:[s,s,s,s],s:i}", "type", "string", "number", "boolean", "null",
                         "maxLength", field->lines ? (int)field->greatest : WYRM_TEXT_MAX);
    if (kind == WYRM_KIND_NAME)
        return json_pack("{s:[s,s],s:s}", "type", "string", "null", "pattern",
                         field->dotted ? DOTS_PATTERN : NAME_PATTERN);
    if (kind == WYRM_KIND_CHOICE) {
        json_t *choices = json_array();
        for (const char *const *choice = field->choices; *choice != NULL; choice++)
            add(&choices, json_string(*choice));
        add(&choices, json_null());
        return json_pack("{s:o}", "enum", choices);
    }
    const bool plain = kind == WYRM_KIND_INTEGER || kind == WYRM_KIND_REAL;
    json_t *object = !plain ? reference(shapes[kind])
                            : or_null(kind == WYRM_KIND_INTEGER ? "integer" : "number");
    put_limits(&object, field, "minimum", "maximum");
    if (kind == WYRM_KIND_AMOUNT || kind == WYRM_KIND_RANGE || kind == WYRM_KIND_INTERVAL)
        put_filled(&object, "items", limits(field));
    if (kind == WYRM_KIND_TABLE && (field->least != 0 || field->greatest != 0))
        put(&object, "items", json_pack("{s:[o]}", "prefixItems", limits(field)));
    return object;
}

/* A list of exactly two elements. */
static json_t *pair(const char *items, json_t *of)
{
    return json_pack("{s:s,s:o,s:i,s:i}", "type", "array", items, of, "minItems", 2, "maxItems", 2);
}

/* Adds the definitions that make_leaf and make_field refer to. */
static void put_shapes(json_t **definitions)
{
    static const char *const shares[][2] = {{RATIO, RATIO_PATTERN}, {MARGIN, SHARE_PATTERN}};
    static const char *const ranges[][2] = {{RANGE, "integer"}, {INTERVAL, "number"}};
    for (size_t i = 0; i < 2; i++) {
        put(definitions, shares[i][0],
            json_pack("{s:[s,s,s],s:s}", "type", "number", "string", "null", "pattern",
                      shares[i][1]));
        put(definitions, ranges[i][0],
            json_pack("{s:[o,o]}", "anyOf", or_null(ranges[i][1]),
                      pair("items", json_pack("{s:s}", "type", ranges[i][1]))));
    }
    put(definitions, AMOUNT,
        json_pack("{s:[o,{s:s,s:s},o,{s:s,s:{s:s},s:{s:s,s:i},s:i}]}", "anyOf", or_null("integer"),
                  "type", "string", "pattern", AMOUNT_PATTERN,
                  pair("items", json_pack("{s:s}", "type", "integer")), "type", "object",
                  "propertyNames", "pattern", "^[+-]?[0-9]+$", "additionalProperties", "type",
                  "number", "minimum", 0, "minProperties", 1));
    put(definitions, TABLE,
        json_pack("{s:[o,{s:s,s:o,s:i}]}", "anyOf", or_null("number"), "type", "array", "items",
                  pair("prefixItems",
                       json_pack("[{s:s},{s:s,s:i,s:i}]", "type", "number", "type", "integer",
                                 "minimum", 1, "maximum", WYRM_TABLE_DEPTH_MAX)),
                  "minItems", 1));
    put(definitions, LIST,
        json_pack("{s:[s,s],s:[{s:o}]}", "type", "array", "null", "allOf", "items",
                  reference(PRESENT)));
    put(definitions, RECORD, or_null("object"));
    put(definitions, MAP,
        json_pack("{s:[s,s],s:{s:s}}", "type", "object", "null", "propertyNames", "pattern",
                  NAME_PATTERN));
    put(definitions, PRESENT, /* that nothing is null, however deep */
        json_pack("{s:{s:s},s:o,s:o}", "not", "type", "null", "additionalProperties",
                  reference(PRESENT), "items", reference(PRESENT)));
}

/* ---- rows: records, lists, maps and what is in them ---- */

/* The schema of a row, with its description and default. Anything may be null, by which an
 * extending file removes it. `partial`: nothing is required, except within lists, which are
 * replaced whole. */
static json_t *make_field(const wyrm_field *field, bool partial)
{
    json_t *object;
    if (field->kind == WYRM_KIND_RECORD) {
        json_t *properties = json_object(), *required = json_array();
        for (const wyrm_field *row = field->fields; row != NULL && row->kind != WYRM_KIND_END;
             row++) {
            put(&properties, row->name, make_field(row, partial));
            if (row->required && !partial)
                add(&required, json_string(row->name));
        }
        object = reference(RECORD);
        put(&object, "properties", properties);
        put(&object, "additionalProperties",
            field->others != NULL ? make_field(field->others, partial) : json_false());
        put_filled(&object, "required", required);
    } else if (field->kind == WYRM_KIND_LIST) {
        json_t *element = make_field(field->fields, false);
        json_object_del(element, "description"); /* it has no key that an editor would explain */
        object = reference(LIST);
        put(&object, "items", element);
        put_limits(&object, field, "minItems", "maxItems");
    } else if (field->kind == WYRM_KIND_MAP) {
        object = !field->dotted ? reference(MAP)
                                : json_pack("{s:[s,s],s:{s:s}}", "type", "object", "null",
                                            "propertyNames", "pattern", DOTS_PATTERN);
        json_t *element = make_field(field->fields, partial);
        const wyrm_kind kind = field->fields->kind;
        if (kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP) /* the user's own key */
            json_object_del(element, "description");
        put(&object, "additionalProperties", element);
        if (!partial)
            put_limits(&object, field, "minProperties", "maxProperties");
    } else {
        object = make_leaf(field);
    }
    describe(&object, field);
    return object;
}

/* The required keys of a value in a complete file, without what its schema says already. */
static json_t *make_requirements(const wyrm_field *field)
{
    json_t *object = json_object(), *properties = json_object(), *required = json_array();
    const wyrm_field *row = field->kind == WYRM_KIND_RECORD ? field->fields : NULL;
    for (; row != NULL && row->kind != WYRM_KIND_END; row++) {
        put_filled(&properties, row->name, make_requirements(row));
        if (row->required)
            add(&required, json_string(row->name));
    }
    put_filled(&object, "required", required);
    put_filled(&object, "properties", properties);
    if (field->kind == WYRM_KIND_MAP) {
        put_filled(&object, "additionalProperties", make_requirements(field->fields));
        put_limits(&object, field, "minProperties", "maxProperties");
    }
    return object;
}

/* ---- rows that models add to sections ---- */

/* The rows that a model of section `from` adds to section `to`. */
typedef struct brought {
    size_t from, to;
    const wyrm_model *model;
    const wyrm_field *rows;
} brought;

/* A schema with all rows that its models add. */
typedef struct making {
    const wyrm_schema *schema;
    size_t count;
    brought *list;
    wyrm_field models; /* the section `models`, where models are chosen */
    wyrm_field *space; /* the rows returned by rows_of, with a row of WYRM_KIND_END */
    base_buffer text;
} making;

static bool needs_any(const wyrm_field *rows)
{
    for (; rows != NULL && rows->kind != WYRM_KIND_END; rows++)
        if (rows->required)
            return true;
    return false;
}

/* The rows of a record, or of one element of a map or list. */
static const wyrm_field *own_rows(const wyrm_section *section)
{
    const wyrm_field *field = &section->field;
    return field->kind == WYRM_KIND_RECORD ? field->fields : field->fields->fields;
}

/* The rows that a model adds to a section and that it alone decides on: neither the section itself
 * nor a model of another system has a row of the name. Valid until the next call. */
static const wyrm_field *rows_of(const making *of, size_t from, const wyrm_model *model, size_t to)
{
    wyrm_field *rows = of->space;
    size_t count = 0;
    rows[0].kind = WYRM_KIND_END;
    for (const brought *one = of->list; one != NULL && one < of->list + of->count; one++) {
        if (one->from != from || one->model != model || one->to != to)
            continue;
        for (const wyrm_field *row = one->rows; row->kind != WYRM_KIND_END; row++) {
            bool shared = rs_find_row(own_rows(&of->schema->sections[to]), row->name) ||
                          rs_find_row(rows, row->name);
            for (size_t i = 0; i < of->count && !shared; i++)
                shared = of->list[i].to == to && of->list[i].from != from &&
                         rs_find_row(of->list[i].rows, row->name);
            if (shared)
                continue;
            rows[count++] = *row;
            rows[count].kind = WYRM_KIND_END;
        }
    }
    return rows;
}

/* Applies a schema for rows to a section: to the section itself, or to each of its elements. */
static json_t *on_rows(const wyrm_section *section, json_t *value)
{
    if (section->field.kind == WYRM_KIND_RECORD || json_object_size(value) == 0)
        return value;
    bool map = section->field.kind == WYRM_KIND_MAP;
    return json_pack("{s:o}", map ? "additionalProperties" : "items", value);
}

/* Whether a file that chooses `model` may declare rows of its own for section `to`, under names of
 * its choice. */
static bool declares(const making *of, const wyrm_model *model, size_t to)
{
    const wyrm_section *section = &of->schema->sections[to];
    return model->declare != NULL && !model->same_names &&
           (rs_find_extension(model->extensions, section->field.name) != NULL ||
            (section->like != NULL && rs_find_extension(model->extensions, section->like) != NULL));
}

static bool is_open(const making *of, size_t from, size_t to)
{
    const wyrm_model *const *model = of->schema->sections[from].models;
    for (; model != NULL && *model != NULL; model++)
        if (declares(of, *model, to))
            return true;
    return false;
}

static void add_names(json_t **names, const wyrm_field *rows)
{
    for (const wyrm_field *row = rows; row != NULL && row->kind != WYRM_KIND_END; row++)
        put(names, row->name, json_true());
}

/* A pattern that matches the keys of an object; takes ownership of the object. */
static json_t *pattern_of(json_t *names)
{
    base_buffer text = {0};
    const char *name;
    json_t *value;
    json_object_foreach(names, name, value)
        base_buffer_appendf(&text, "%s%s", text.length == 0 ? "^(" : "|", name);
    base_buffer_append(&text, ")$");
    value = names == NULL || text.failed ? NULL : json_stringn(text.bytes, text.length);
    base_buffer_drop(&text);
    json_decref(names);
    return value;
}

/* Adds to a list that a name is one of those of an object, or none of them; nothing where it has
 * none. The object is taken over. */
static void add_names_rule(json_t **list, json_t *names, bool is_one)
{
    if (names != NULL && json_object_size(names) == 0) {
        json_decref(names);
        return;
    }
    json_t *one = json_pack("{s:o}", "pattern", pattern_of(names));
    add(list, is_one ? one : json_pack("{s:o}", "not", one));
}

/* That all of a list hold, or any ("anyOf"). The list is taken over. */
static json_t *joined(const char *how, json_t *list)
{
    json_t *object = json_object();
    if (json_array_size(list) == 1) {
        json_decref(object);
        object = json_incref(json_array_get(list, 0));
        json_decref(list);
    } else {
        put_filled(&object, how, list);
    }
    return object;
}

/* Whether models of section `from` bring a row of this name (NULL: any) to section `to`; not
 * `by_it`: whether those of any other section do. */
static bool is_brought(const making *of, size_t from, size_t to, bool by_it, const char *name)
{
    for (const brought *one = of->list; one != NULL && one < of->list + of->count; one++)
        if (one->to == to && (one->from == from) == by_it &&
            (name == NULL || rs_find_row(one->rows, name) != NULL))
            return true;
    return false;
}

/* The names that models of section `from` bring to any other, and that mean nothing else in those
 * that they bring some to. */
static json_t *names_of(const making *of, size_t from)
{
    json_t *names = json_object();
    for (const brought *one = of->list; one != NULL && one < of->list + of->count; one++)
        if (one->from == from && one->to != from)
            add_names(&names, one->rows);
    for (size_t to = 0; to < of->schema->count; to++) {
        if (to == from || !is_brought(of, from, to, true, NULL))
            continue;
        const char *name;
        json_t *value;
        void *next;
        json_object_foreach_safe(names, next, name, value)
        {
            if (rs_find_row(own_rows(&of->schema->sections[to]), name) != NULL ||
                is_brought(of, from, to, false, name))
                json_object_del(names, name);
        }
    }
    return names;
}

/* Takes the names of one object out of another. */
static void drop_names(json_t **names, json_t *but)
{
    const char *name;
    json_t *value;
    json_object_foreach(but, name, value)
    {
        json_object_del(*names, name);
    }
    if (but != NULL)
        return;
    json_decref(*names);
    *names = NULL;
}

/* The names that a section is known to have, but those of an object, which it takes over. */
static json_t *known_names(const making *of, size_t to, json_t *but)
{
    json_t *names = json_object();
    add_names(&names, own_rows(&of->schema->sections[to]));
    for (const brought *one = of->list; one != NULL && one < of->list + of->count; one++)
        if (one->to == to)
            add_names(&names, one->rows);
    drop_names(&names, but);
    json_decref(but);
    return names;
}

/* Said of the names of a section: that rows of other models are not there. Where a model lets a
 * file declare names, which are many, the same list of all serves every model: a name is one of
 * its own or none of the list. */
static json_t *others_of(const making *of, size_t from, const wyrm_model *chosen, size_t to)
{
    json_t *all = is_open(of, from, to) ? names_of(of, from) : json_object();
    json_t *others = json_object(), *own = json_object();
    const wyrm_model *const *model = of->schema->sections[from].models;
    for (; *model != NULL; model++)
        if (*model != chosen)
            add_names(&others, rows_of(of, from, *model, to));
    if (chosen != NULL)
        add_names(&own, rows_of(of, from, chosen, to));
    json_t *either = json_array(), *list = json_array();
    drop_names(&others, own);
    drop_names(&others, all);
    const bool listed = all == NULL || json_object_size(all) > 0;
    add_names_rule(&either, all, false);
    if (listed)
        add_names_rule(&either, own, true);
    else
        json_decref(own);
    if (either == NULL || json_array_size(either) > 0)
        add(&list, joined("anyOf", either));
    else
        json_decref(either);
    add_names_rule(&list, others, false);
    return joined("allOf", list);
}

/* The schema for choosing a model: its own rows in all sections, none of the other models' rows,
 * and where some model of its system lets a file declare names, only names that are known. `chosen`
 * NULL: no rows of any of the system's models. */
static json_t *make_brought(const making *of, size_t from, const wyrm_model *chosen)
{
    json_t *sections = json_object(), *closed = json_object();
    for (size_t to = 0; to < of->schema->count; to++) {
        const wyrm_section *section = &of->schema->sections[to];
        json_t *properties = json_object(), *rows = json_object();
        const wyrm_field *row = chosen != NULL ? rows_of(of, from, chosen, to) : NULL;
        for (; row != NULL && row->kind != WYRM_KIND_END; row++)
            put(&properties, row->name, make_field(row, true));
        /* Declared names may be those of rows of other models. */
        const bool open = chosen != NULL && declares(of, chosen, to);
        /* Nobody else has a say in its own section: that is closed. */
        const bool own = to == from && section->field.kind == WYRM_KIND_RECORD &&
                         !is_brought(of, from, to, false, NULL) && !is_open(of, from, to);
        if (own)
            add_names(&properties, section->field.fields);
        put_filled(&rows, "properties", properties);
        if (own)
            put(&rows, "additionalProperties", json_false());
        else if (!open && is_brought(of, from, to, true, NULL))
            put_filled(&rows, "propertyNames", others_of(of, from, chosen, to));
        put_filled(&sections, section->field.name, on_rows(section, rows));
        if (is_open(of, from, to) && !open) {
            json_t *either = json_array();
            add_names_rule(&either, known_names(of, to, names_of(of, from)), true);
            add_names_rule(&either, names_of(of, from), true);
            put(&closed, section->field.name,
                on_rows(section, json_pack("{s:o}", "propertyNames", joined("anyOf", either))));
        }
    }
    json_t *object = json_pack("{s:o}", "properties", sections);
    if (closed == NULL || json_object_size(closed) > 0)
        put(&object, "allOf", json_pack("[{s:o}]", "properties", closed));
    else
        json_decref(closed);
    return object;
}

/* What a complete file must have for a model, in all sections. */
static json_t *make_needed(const making *of, size_t from, const wyrm_model *model)
{
    json_t *object = json_object(), *properties = json_object(), *required = json_array();
    for (size_t to = 0; to < of->schema->count; to++) {
        const wyrm_section *section = &of->schema->sections[to];
        if (own_rows(section) == NULL && section->field.kind != WYRM_KIND_RECORD)
            continue;
        const wyrm_field *rows = rows_of(of, from, model, to);
        const wyrm_field record = {.kind = WYRM_KIND_RECORD, .fields = rows};
        put_filled(&properties, section->field.name, on_rows(section, make_requirements(&record)));
        if (section->models != NULL && needs_any(rows))
            add(&required, json_string(section->field.name));
    }
    put_filled(&object, "required", required);
    put_filled(&object, "properties", properties);
    return object;
}

/* ---- the file ---- */

/* The choice of a model, each name with its summary. */
static json_t *make_model_choice(const wyrm_section *section)
{
    json_t *any = json_array();
    for (const wyrm_model *const *model = section->models; *model != NULL; model++) {
        json_t *one = json_pack("{s:s}", "const", (*model)->name);
        if ((*model)->summary != NULL)
            put(&one, "description", json_string((*model)->summary));
        add(&any, one);
    }
    json_t *object = json_pack("{s:o}", "anyOf", any);
    if (section->field.summary != NULL)
        put(&object, "description", json_string(section->field.summary));
    if (section->default_model != NULL)
        put(&object, "default", json_string(section->default_model));
    return object;
}

/* What a file must hold to that extends no other. */
static void put_of_complete(json_t **object, json_t *value)
{
    put(object, "if", json_pack("{s:[s]}", "required", "extends"));
    put(object, "else", value);
}

/* What follows from the choice of a model. */
static json_t *make_chosen(const making *of, size_t from, const wyrm_model *model)
{
    json_t *object = make_brought(of, from, model), *needed = make_needed(of, from, model);
    if (needed == NULL || json_object_size(needed) > 0)
        put_of_complete(&object, needed);
    else
        json_decref(needed);
    return object;
}

/* Forbids all keys of an optional section where no model is named for it. */
static json_t *make_absence(const making *of, size_t from)
{
    json_t *absent = make_brought(of, from, NULL);
    json_t *properties = json_object_get(absent, "properties");
    if (properties != NULL &&
        json_object_set_new(properties, of->schema->sections[from].field.name, json_false()) == 0)
        return absent;
    json_decref(absent);
    return NULL;
}

/* What follows from the choice of a section's model, each; and from its being left out, but where
 * what is extended may make it. */
static json_t *make_rule(const making *of, size_t from)
{
    const wyrm_section *section = &of->schema->sections[from];
    const char *key = section->field.name, *usual = section->default_model;
    json_t *each = json_array();
    json_t *unsaid = usual == NULL && section->optional ? make_absence(of, from) : NULL;
    for (const wyrm_model *const *model = section->models; *model != NULL; model++) {
        if (usual != NULL && strcmp(usual, (*model)->name) == 0)
            unsaid = make_chosen(of, from, *model);
        add(&each,
            json_pack("{s:{s:{s:{s:{s:{s:s}}}}},s:o}", "if", "properties", "models", "properties",
                      key, "const", (*model)->name, "then", make_chosen(of, from, *model)));
    }
    json_t *rule = json_pack("{s:{s:{s:{s:[s]}},s:[s]},s:{s:o}}", "if", "properties", "models",
                             "required", key, "required", "models", "then", "allOf", each);
    if (section->optional || usual != NULL) {
        json_t *otherwise = json_object();
        put_of_complete(&otherwise, unsaid);
        put(&rule, "else", otherwise);
    }
    return rule;
}

/* The schema of a section: its own rows, and the rows of models by name only. */
static json_t *make_section(const making *of, size_t index)
{
    const wyrm_field *field = &of->schema->sections[index].field;
    json_t *object = make_field(field, true), *element = object;
    if (field->kind == WYRM_KIND_MAP)
        element = json_object_get(object, "additionalProperties");
    else if (field->kind == WYRM_KIND_LIST)
        element = json_object_get(object, "items");
    json_t *properties = json_object_get(element, "properties");
    bool open = false;
    for (size_t from = 0; from < of->schema->count; from++)
        open |= is_open(of, from, index);
    if (open) {
        json_object_set_new(element, "additionalProperties", json_true());
        return object;
    }
    json_t *names = json_object();
    for (const brought *one = of->list; one != NULL && one < of->list + of->count; one++)
        for (const wyrm_field *row = one->rows; one->to == index && row->kind != WYRM_KIND_END;
             row++)
            if (json_object_get(properties, row->name) == NULL)
                put(&names, row->name, json_true());
    if (names != NULL && json_object_size(names) == 0) {
        json_decref(names);
        return object;
    }
    json_t *pattern = pattern_of(names), *any = json_object();
    put(&any, json_string_value(pattern), json_true());
    if (json_object_set_new(element, "patternProperties", any) != 0) {
        json_decref(object);
        object = NULL;
    }
    json_decref(pattern);
    return object;
}

/* The definitions `file` and `complete`, those of all models, and the rules that apply them. */
static json_t *make_definitions(const making *of)
{
    json_t *definitions = json_object(), *properties = json_object(), *always = json_array();
    json_t *of_file = json_array(), *must = json_array();
    json_t *tree = json_object(), *sections = json_object();
    for (const wyrm_field *row = rs_common_rows; row->kind != WYRM_KIND_END; row++) {
        json_t *present = make_field(row, false);
        put(&present, "not", json_pack("{s:s}", "type", "null"));
        put(&properties, row->name, present);
        if (row->required)
            add(&always, json_string(row->name));
    }
    json_t *choices = make_field(&of->models, true);
    put_filled(&tree, "models", make_requirements(&of->models));
    if (needs_any(of->models.fields))
        add(&must, json_string("models"));
    for (size_t i = 0; i < of->schema->count; i++) {
        const wyrm_section *section = &of->schema->sections[i];
        const char *key = section->field.name;
        put(&sections, key, make_section(of, i));
        put_filled(&tree, key, make_requirements(&section->field));
        if (section->field.required ||
            (section->models != NULL && needs_any(section->field.fields)))
            add(&must, json_string(key));
        if (section->models == NULL)
            continue;
        json_object_set_new(json_object_get(choices, "properties"), key,
                            make_model_choice(section));
        add(&of_file, make_rule(of, i));
    }
    put(&properties, "models", choices);
    if (json_object_update_missing(properties, sections) != 0)
        put(&properties, "models", NULL);
    json_decref(sections);
    put(&definitions, "file",
        json_pack("{s:s,s:o,s:o,s:b,s:o}", "type", "object", "properties", properties, "required",
                  always, "additionalProperties", 0, "allOf", of_file));
    json_t *complete = json_pack("{s:[o]}", "allOf", reference(PRESENT));
    put_filled(&complete, "required", must);
    put(&complete, "properties", tree);
    put(&definitions, "complete", complete);
    put_shapes(&definitions);
    return definitions;
}

/* ---- sharing of what occurs more than once ---- */

/* A part that becomes a definition, and how often it is referred to. */
typedef struct shared {
    json_t *name, *part;
    size_t times, order;
} shared;

/* Names have one or two of these; those of shapes are not among them. */
static const char name_digits[] = "abcdefghijklmnopqrstuvwxyz0123456789BCDEFGHJKNUVWXYZ";
#define DIGITS      (sizeof name_digits - 1)
#define SHARED_MOST (DIGITS + DIGITS * DIGITS)

/* Bytes of a reference, and of a definition without its content. */
#define REFERENCE_LENGTH 20
#define DEFINING_LENGTH  6

/* Parts are identified by their text. A part that occurs again becomes a definition of its own
 * where that is shorter; so does one that differs only in description or default, which then stand
 * beside the reference.
 *
 * The first pass counts all parts, those inside a repeated part only once. The second writes each
 * text once, from the inside out, because only then its final length is known. Definitions get
 * their names last, so that the most used have the shortest; until then all references share the
 * very string that becomes the name. */
typedef struct sharing {
    json_t *counts;  /* text of a part: how often it occurs */
    json_t *written; /* text of a part: what replaces it */
    shared *list;    /* the new definitions, up to SHARED_MOST */
    size_t count;
    bool failed;
} sharing;

/* Visits a part and returns its replacement, or NULL to leave it. */
typedef json_t *on_part(sharing *of, json_t *part);

static json_t *visit(sharing *of, json_t *part, on_part *act)
{
    return json_is_object(part) && !of->failed ? act(of, part) : NULL;
}

/* Calls `act` on every direct part of a schema that is itself a schema. */
static void each_part(sharing *of, json_t *schema, on_part *act)
{
    static const char *const single[] = {
        "additionalProperties", "items", "propertyNames", "not", "if", "then", "else"};
    static const char *const several[] = {"anyOf", "allOf", "prefixItems"};
    json_t *properties = json_object_get(schema, "properties"), *part, *now;
    const char *key;
    size_t k;
    json_object_foreach(properties, key, part) if ((now = visit(of, part, act)) != NULL)
        json_object_set_new(properties, key, now);
    for (size_t i = 0; i < COUNT_OF(single); i++)
        if ((now = visit(of, json_object_get(schema, single[i]), act)) != NULL)
            json_object_set_new(schema, single[i], now);
    for (size_t i = 0; i < COUNT_OF(several); i++) {
        json_t *list = json_object_get(schema, several[i]);
        json_array_foreach(list, k, part) if ((now = visit(of, part, act)) != NULL)
            json_array_set_new(list, k, now);
    }
}

static char *text_of(sharing *of, const json_t *part)
{
    char *text = json_dumps(part, JSON_COMPACT | JSON_REAL_PRECISION(15));
    of->failed |= text == NULL;
    return text;
}

/* Takes description and default out of a part and returns them, in an empty object where it has
 * none. */
static json_t *take_said(sharing *of, json_t *part)
{
    static const char *const beside[] = {"description", "default"};
    json_t *said = json_object();
    for (size_t i = 0; i < COUNT_OF(beside); i++)
        if (json_object_get(part, beside[i]) != NULL) {
            of->failed |= json_object_set(said, beside[i], json_object_get(part, beside[i])) != 0;
            json_object_del(part, beside[i]);
        }
    of->failed |= said == NULL;
    return said;
}

static json_t *count_part(sharing *of, json_t *part)
{
    char *text = text_of(of, part);
    const json_int_t before =
        text == NULL ? 1 : json_integer_value(json_object_get(of->counts, text));
    if (text != NULL)
        of->failed |= json_object_set_new(of->counts, text, json_integer(before + 1)) != 0;
    free(text);
    if (before > 0)
        return NULL;
    json_t *core = json_copy(part), *said = take_said(of, core);
    if (json_object_size(said) == 0)
        each_part(of, part, count_part);
    else
        visit(of, core, count_part);
    json_decref(core);
    json_decref(said);
    return NULL;
}

/* Makes a part a definition and returns a reference to it. */
static json_t *define(sharing *of, json_t *part)
{
    char name[32];
    snprintf(name, sizeof name, "#/$defs/%04zu", of->count);
    json_t *held = json_string(name), *out = json_pack("{s:O}", "$ref", held);
    of->list[of->count] = (shared){held, json_incref(part), 0, of->count};
    of->count++;
    return out;
}

/* Returns what replaces a part: a reference if that is shorter, else the part with its own parts
 * written. Description and default are taken out first, so that parts that differ only in them can
 * share a definition. */
static json_t *write_part(sharing *of, json_t *part)
{
    char *text = text_of(of, part), *now;
    json_t *out = text == NULL ? NULL : json_incref(json_object_get(of->written, text));
    if (text != NULL && out == NULL) {
        json_t *said = take_said(of, part);
        if (json_object_size(said) == 0)
            each_part(of, part, write_part);
        json_t *core =
            json_object_size(said) == 0 ? json_incref(part) : visit(of, part, write_part);
        out = json_copy(core);
        json_decref(core);
        of->failed |= json_object_update(out, said) != 0;
        json_decref(said);
        if ((now = text_of(of, out)) != NULL) {
            const size_t length = strlen(now);
            const size_t times = (size_t)json_integer_value(json_object_get(of->counts, text));
            const size_t shorter = times * REFERENCE_LENGTH + length + DEFINING_LENGTH;
            if (times * length > shorter && of->count < SHARED_MOST) {
                json_t *defined = define(of, out);
                json_decref(out);
                out = defined;
            }
        }
        free(now);
        of->failed |= json_object_set(of->written, text, out) != 0;
    }
    free(text);
    for (size_t i = 0; i < of->count; i++)
        of->list[i].times += of->list[i].name == json_object_get(out, "$ref");
    return out;
}

static int most_first(const void *a, const void *b)
{
    const shared *one = a, *other = b;
    if (one->times != other->times)
        return one->times > other->times ? -1 : 1;
    return one->order < other->order ? -1 : 1;
}

/* The same definitions with repeated parts shared; NULL where memory is out. */
static json_t *share(json_t *definitions, shared *list)
{
    sharing of = {.counts = json_object(), .written = json_object(), .list = list};
    const char *key;
    json_t *definition;
    of.failed = !(definitions && of.counts && of.written);
    json_object_foreach(definitions, key, definition) each_part(&of, definition, count_part);
    json_object_foreach(definitions, key, definition) each_part(&of, definition, write_part);
    qsort(list, of.count, sizeof *list, most_first);
    for (size_t i = 0; i < of.count; i++) {
        char name[] = "#/$defs/??", *end = name + strlen(name) - 2;
        if (i >= DIGITS)
            *end++ = name_digits[i / DIGITS - 1];
        *end++ = name_digits[i % DIGITS];
        *end = '\0';
        of.failed |= json_string_set(list[i].name, name) != 0 ||
                     json_object_set(definitions, strrchr(name, '/') + 1, list[i].part) != 0;
        json_decref(list[i].name);
        json_decref(list[i].part);
    }
    json_decref(of.counts);
    json_decref(of.written);
    if (!of.failed)
        return definitions;
    json_decref(definitions);
    return NULL;
}

/* ---- the text ---- */

static int append(const char *bytes, size_t count, void *text)
{
    base_buffer_append_bytes(text, bytes, count);
    return 0;
}

/* Copies of rows without defaults, none of them required; NULL where there are no rows. */
static const wyrm_field *plain_rows(base_arena *arena, const wyrm_field *rows)
{
    const size_t count = rs_count_rows(rows);
    wyrm_field *out = base_array(arena, wyrm_field, count + 1);
    for (size_t i = 0; i < count; i++) {
        out[i] = rows[i];
        out[i].required = false;
        out[i].default_value = NULL;
    }
    out[count] = (wyrm_field){.kind = WYRM_KIND_END};
    return count > 0 ? out : NULL;
}

/* Arena memory is taken before the first JSON object is made: a jump out of base_run would leak the
 * objects. */
static void make(base_arena *arena, void *context)
{
    making *of = context;
    size_t most = 1, room = 0;
    for (size_t i = 0; i < of->schema->count; i++) {
        const wyrm_model *const *model = of->schema->sections[i].models;
        for (; model != NULL && *model != NULL; model++)
            for (size_t to = 0; to < of->schema->count; to++) {
                const wyrm_section *section = &of->schema->sections[to];
                const wyrm_extension *extensions = (*model)->extensions;
                const wyrm_field *const tables[] = {
                    i == to ? (*model)->parameters : NULL,
                    rs_find_extension(extensions, section->field.name),
                    section->like != NULL
                        ? plain_rows(arena, rs_find_extension(extensions, section->like))
                        : NULL};
                for (size_t k = 0; k < 3; k++) {
                    if (tables[k] == NULL)
                        continue;
                    of->list = base_grow(arena, of->list, of->count, &room, sizeof *of->list);
                    of->list[of->count++] = (brought){i, to, *model, tables[k]};
                    most += rs_count_rows(tables[k]);
                }
            }
    }
    of->models = rs_compose_models(of->schema, arena);
    of->space = base_array(arena, wyrm_field, most);
    shared *list = base_array(arena, shared, SHARED_MOST);
    json_t *root =
        json_pack("{s:s,s:s,s:s,s:[o],s:{s:[s]},s:o,s:o}", "$schema",
                  "https://json-schema.org/draft/2020-12/schema", "title", "Wyrmscale ruleset",
                  "type", "object", "allOf", reference("file"), "if", "required", "extends", "else",
                  reference("complete"), "$defs", share(make_definitions(of), list));
    if (json_dump_callback(root, append, &of->text, JSON_COMPACT | JSON_REAL_PRECISION(15)) != 0)
        of->text.failed = true;
    json_decref(root);
    base_buffer_append_char(&of->text, '\n');
}

wyrm_status text_schema_json(const wyrm_schema *schema, char **out, wyrm_error *error)
{
    base_arena arena = {0};
    making made = {.schema = schema};
    if (base_run(&arena, make, &made) != WYRM_OK)
        made.text.failed = true;
    base_release(&arena);
    return base_buffer_give(&made.text, out, error);
}
