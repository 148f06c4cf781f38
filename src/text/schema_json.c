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
 *                 requirements, and that nothing in it is null; of a system that it names no model
 *                 for, that nothing of it stands there
 *
 * A row that models of two systems bring is not held to either of them: which of them counts would
 * have to be spelled out by combination. The reader knows.
 *
 * What several of them say in the same words is a definition of its own then, with a number for a
 * name.
 *
 * Where memory runs out jansson gives NULL, and what NULL is put into becomes NULL, up to the root.
 */
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

/* Puts a value into an object, which takes it over; a failure leaves NULL. */
static void put(json_t **object, const char *key, json_t *value)
{
    if (json_object_set_new(*object, key, value) == 0)
        return;
    json_decref(*object);
    *object = NULL;
}

/* The same where a value that says nothing is left out. */
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

/* minimum and maximum, or minItems and the like. */
static void put_limits(json_t **object, const wyrm_field *field, const char *least,
                       const char *greatest)
{
    bool limited = field->least != 0 || field->greatest != 0;
    if (limited && !isinf(field->least))
        put(object, least, number(field->least));
    if (limited && !isinf(field->greatest))
        put(object, greatest, number(field->greatest));
}

/* description and default. Defaults in flow style are mostly JSON; a word is a text; what is
 * neither is left out. */
static void describe(json_t **object, const wyrm_field *field)
{
    char text[1024];
    const char *summary = field->summary == NULL ? "" : field->summary;
    snprintf(text, sizeof text, "%s", summary);
    if (field->unit != NULL)
        snprintf(text, sizeof text, summary[0] == '\0' ? "%s%s" : "%s (%s)", summary, field->unit);
    if (text[0] != '\0')
        put(object, "description", json_string(text));
    if (field->fallback == NULL)
        return;
    json_t *value = json_loads(field->fallback, JSON_DECODE_ANY, NULL);
    if (value == NULL && strchr("[{\"'", field->fallback[0]) == NULL)
        value = json_string(field->fallback);
    if (value != NULL)
        put(object, "default", value);
}

static json_t *limited(const wyrm_field *field, const char *type)
{
    json_t *object = json_pack("{s:s}", "type", type);
    put_limits(&object, field, "minimum", "maximum");
    return object;
}

/* Something, or a text of a pattern. */
static json_t *or_text(json_t *first, const char *pattern)
{
    return json_pack("{s:[o,{s:s,s:s}]}", "anyOf", first, "type", "string", "pattern", pattern);
}

/* A list of exactly two, or more than that. */
static json_t *pair(const char *items, json_t *of)
{
    return json_pack("{s:s,s:o,s:i,s:i}", "type", "array", items, of, "minItems", 2, "maxItems", 2);
}

/* The schema of a value that is no record, list or map. A plain 5 or true is a text where one is
 * expected. */
static json_t *make_leaf(const wyrm_field *field)
{
    const wyrm_kind kind = field->kind;
    const char *end = kind == WYRM_KIND_RANGE ? "integer" : "number";
    if (kind == WYRM_KIND_BOOL)
        return json_pack("{s:s}", "type", "boolean");
    if (kind == WYRM_KIND_INTEGER || kind == WYRM_KIND_REAL)
        return limited(field, kind == WYRM_KIND_INTEGER ? "integer" : "number");
    if (kind == WYRM_KIND_RATIO || kind == WYRM_KIND_MARGIN)
        return or_text(limited(field, "number"),
                       kind == WYRM_KIND_RATIO ? RATIO_PATTERN : SHARE_PATTERN);
    if (kind == WYRM_KIND_AMOUNT)
        return json_pack("{s:[o,{s:s,s:s},o,{s:s,s:{s:s},s:{s:s,s:i},s:i}]}", "anyOf",
                         limited(field, "integer"), "type", "string", "pattern", AMOUNT_PATTERN,
                         pair("items", limited(field, "integer")), "type", "object",
                         "propertyNames", "pattern", "^[+-]?[0-9]+$", "additionalProperties",
                         "type", "number", "minimum", 0, "minProperties", 1);
    if (kind == WYRM_KIND_TEXT)
        return json_pack("{s:[s,s,s],s:i}", "type", "string", "number", "boolean", "maxLength",
                         field->lines ? (int)field->greatest : WYRM_TEXT_MAX);
    if (kind == WYRM_KIND_NAME)
        return json_pack("{s:s,s:s}", "type", "string", "pattern",
                         field->dotted ? DOTS_PATTERN : NAME_PATTERN);
    if (kind == WYRM_KIND_RANGE || kind == WYRM_KIND_INTERVAL)
        return json_pack("{s:[o,o]}", "anyOf", limited(field, end),
                         pair("items", limited(field, end)));
    if (kind == WYRM_KIND_TABLE) {
        json_t *depth = json_pack("{s:s,s:i,s:i}", "type", "integer", "minimum", 1, "maximum",
                                  WYRM_TABLE_DEPTH_MAX);
        json_t *row = pair("prefixItems", json_pack("[o,o]", limited(field, "number"), depth));
        return json_pack("{s:[o,{s:s,s:o,s:i}]}", "anyOf", limited(field, "number"), "type",
                         "array", "items", row, "minItems", 1);
    }
    json_t *choices = json_array();
    for (const char *const *choice = field->choices; *choice != NULL; choice++)
        add(&choices, json_string(*choice));
    return json_pack("{s:o}", "enum", choices);
}

/* Allows null too, by which an extending file removes a key. */
static void allow_null(json_t **object)
{
    json_t *choices = json_object_get(*object, "enum"), *any = json_object_get(*object, "anyOf");
    json_t *type = json_object_get(*object, "type");
    bool failed =
        (choices != NULL && json_array_append_new(choices, json_null()) != 0) ||
        (any != NULL && json_array_append_new(any, json_pack("{s:s}", "type", "null")) != 0) ||
        (json_is_array(type) && json_array_append_new(type, json_string("null")) != 0);
    if (failed)
        put(object, "type", NULL);
    else if (json_is_string(type))
        put(object, "type", json_pack("[O,s]", type, "null"));
}

/* ---- rows: records, lists, maps and what is in them ---- */

static json_t *reference(const char *name)
{
    return json_pack("{s:s+}", "$ref", "#/$defs/", name);
}

/* The schema of a row, with its description and default. `partial`: nothing is required and null
 * removes; but lists are replaced whole, so that their elements must be, too. */
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
        object = json_pack(
            "{s:s,s:o,s:o}", "type", "object", "properties", properties, "additionalProperties",
            field->others != NULL ? make_field(field->others, partial) : json_false());
        put_filled(&object, "required", required);
    } else if (field->kind == WYRM_KIND_LIST) {
        object = json_pack("{s:s,s:o}", "type", "array", "items", make_field(field->fields, false));
        put_limits(&object, field, "minItems", "maxItems");
    } else if (field->kind == WYRM_KIND_MAP) {
        object = json_pack("{s:s,s:{s:s,s:s},s:o}", "type", "object", "propertyNames", "type",
                           "string", "pattern", field->dotted ? DOTS_PATTERN : NAME_PATTERN,
                           "additionalProperties", make_field(field->fields, partial));
        if (!partial)
            put_limits(&object, field, "minProperties", "maxProperties");
    } else {
        object = make_leaf(field);
    }
    describe(&object, field);
    if (partial)
        allow_null(&object);
    return object;
}

/* What a complete file must have of a value, as far as that is not in its schema already. */
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

/* ---- what models bring to sections ---- */

/* Rows that a model of section `from` brings to section `to`. */
typedef struct brought {
    size_t from, to;
    const wyrm_model *model;
    const wyrm_field *rows;
} brought;

/* A schema, and all that its models bring. */
typedef struct making {
    const wyrm_schema *schema;
    size_t count;
    brought *list;
    wyrm_field models; /* the section that chooses them */
    wyrm_field *space; /* for the rows that a model brings to a section, ended */
    wyrm_text text;
} making;

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

/* The rows that a model brings to a section and alone decides on: neither the section itself nor a
 * model of another one has a row of that name. They are good until the next are asked for. */
static const wyrm_field *rows_of(const making *of, size_t from, const wyrm_model *model, size_t to)
{
    wyrm_field *rows = of->space;
    size_t count = 0;
    rows[0].kind = WYRM_KIND_END;
    for (const brought *one = of->list; one < of->list + of->count; one++) {
        if (one->from != from || one->model != model || one->to != to)
            continue;
        for (const wyrm_field *row = one->rows; row->kind != WYRM_KIND_END; row++) {
            bool shared = wyrm_find_row(own_rows(&of->schema->sections[to]), row->name) ||
                          wyrm_find_row(rows, row->name);
            for (size_t i = 0; i < of->count && !shared; i++)
                shared = of->list[i].to == to && of->list[i].from != from &&
                         wyrm_find_row(of->list[i].rows, row->name);
            if (shared)
                continue;
            rows[count++] = *row;
            rows[count].kind = WYRM_KIND_END;
        }
    }
    return rows;
}

/* Something that holds for the rows of a section: for it, or for each of its elements. */
static json_t *on_rows(const wyrm_section *section, json_t *value)
{
    if (section->field.kind == WYRM_KIND_RECORD || json_object_size(value) == 0)
        return value;
    bool map = section->field.kind == WYRM_KIND_MAP;
    return json_pack("{s:o}", map ? "additionalProperties" : "items", value);
}

/* Whether a file that chooses a model of section `from` may declare rows of its own for section
 * `to`, under any names. */
static bool declares(const making *of, const wyrm_model *model, size_t to)
{
    const wyrm_section *section = &of->schema->sections[to];
    return model->declare != NULL && !model->same_names &&
           (wyrm_find_extension(model->extensions, section->field.name) != NULL ||
            (section->like != NULL &&
             wyrm_find_extension(model->extensions, section->like) != NULL));
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

/* That a name is one of those of an object, which it takes over. */
static json_t *one_of(json_t *names)
{
    json_t *list = json_array(), *value;
    const char *name;
    json_object_foreach(names, name, value) add(&list, json_string(name));
    json_t *object = names == NULL ? NULL : json_pack("{s:O}", "enum", list);
    json_decref(names);
    json_decref(list);
    return object;
}

/* The names of all rows that a section is known to have, for models that leave it at those. */
static json_t *known_names(const making *of, size_t to)
{
    json_t *names = json_object();
    add_names(&names, own_rows(&of->schema->sections[to]));
    for (const brought *one = of->list; one < of->list + of->count; one++)
        if (one->to == to)
            add_names(&names, one->rows);
    return one_of(names);
}

/* What a model says of the rows of all sections: its own, and that the other models' are not there.
 * NULL: that none of any are. */
static json_t *make_brought(const making *of, size_t from, const wyrm_model *chosen)
{
    json_t *sections = json_object();
    for (size_t to = 0; to < of->schema->count; to++) {
        const wyrm_section *section = &of->schema->sections[to];
        json_t *properties = json_object(), *rows = json_object();
        json_t *others = json_object(), *names = json_array();
        const wyrm_field *row = chosen != NULL ? rows_of(of, from, chosen, to) : NULL;
        for (; row != NULL && row->kind != WYRM_KIND_END; row++)
            put(&properties, row->name, make_field(row, true));
        const wyrm_model *const *model = of->schema->sections[from].models;
        /* Names of other models, too, may be its own. */
        const bool open = chosen != NULL && declares(of, chosen, to);
        for (; !open && *model != NULL; model++)
            for (row = rows_of(of, from, *model, to); row->kind != WYRM_KIND_END; row++)
                if (json_object_get(properties, row->name) == NULL)
                    put(&others, row->name, json_true());
        put_filled(&rows, "properties", properties);
        if (others == NULL || json_object_size(others) > 0)
            add(&names, json_pack("{s:o}", "not", one_of(others)));
        else
            json_decref(others);
        if (is_open(of, from, to) && !open)
            add(&names, known_names(of, to));
        if (names == NULL || json_array_size(names) > 0)
            put(&rows, "propertyNames", json_pack("{s:o}", "allOf", names));
        else
            json_decref(names);
        put_filled(&sections, section->field.name, on_rows(section, rows));
    }
    return json_pack("{s:o}", "properties", sections);
}

/* What a complete file must say for a model, in all sections. */
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

/* The choice of a model, each with its sentence. */
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
    if (section->fallback_model != NULL)
        put(&object, "default", json_string(section->fallback_model));
    return object;
}

/* That something holds where a file chooses a model; where it is chosen `unsaid`, also by not
 * choosing. */
static json_t *make_rule(const char *section, const char *model, bool unsaid, json_t *then)
{
    json_t *models = json_pack("{s:{s:{s:s}}}", "properties", section, "const", model);
    if (!unsaid)
        put(&models, "required", json_pack("[s]", section));
    json_t *condition = json_pack("{s:{s:o}}", "properties", "models", models);
    if (!unsaid)
        put(&condition, "required", json_pack("[s]", "models"));
    return json_pack("{s:o,s:o}", "if", condition, "then", then);
}

/* That nothing of an optional section stands where no model is named for it. */
static json_t *make_absence(const making *of, size_t from)
{
    const char *section = of->schema->sections[from].field.name;
    json_t *named = json_pack("{s:[s],s:{s:{s:[s]}}}", "required", "models", "properties", "models",
                              "required", section);
    json_t *absent = make_brought(of, from, NULL);
    json_t *properties = json_object_get(absent, "properties");
    if (properties == NULL || json_object_set_new(properties, section, json_false()) != 0) {
        json_decref(absent);
        absent = NULL;
    }
    return json_pack("{s:o,s:o}", "if", json_pack("{s:o}", "not", named), "then", absent);
}

/* A section with its own rows, and the names of those that models bring. */
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
    for (const brought *one = of->list; one < of->list + of->count; one++)
        for (const wyrm_field *row = one->rows; one->to == index && row->kind != WYRM_KIND_END;
             row++)
            if (json_object_get(properties, row->name) == NULL)
                json_object_set_new(properties, row->name, json_true());
    return object;
}

/* The definitions of `file` and `complete`, and of what they refer to: what a model brings, and the
 * rules by which it does. */
static json_t *make_definitions(const making *of)
{
    json_t *definitions = json_object(), *properties = json_object(), *always = json_array();
    json_t *of_file = json_array(), *of_complete = json_array();
    json_t *must = json_array(), *tree = json_object(), *sections = json_object();
    for (const wyrm_field *row = rs_common_rows; row->kind != WYRM_KIND_END; row++) {
        put(&properties, row->name, make_field(row, false));
        if (row->required)
            add(&always, json_string(row->name));
    }
    json_t *choices = make_field(&of->models, true);
    put_filled(&tree, "models", make_requirements(&of->models));
    if (needs_any(of->models.fields))
        add(&must, json_string("models"));
    for (size_t i = 0; i < of->schema->count; i++) {
        const wyrm_section *section = &of->schema->sections[i];
        const char *key = section->field.name, *usual = section->fallback_model;
        put(&sections, key, make_section(of, i));
        put_filled(&tree, key, make_requirements(&section->field));
        if (section->field.required ||
            (section->models != NULL && needs_any(section->field.fields)))
            add(&must, json_string(key));
        if (section->models == NULL)
            continue;
        json_object_set_new(json_object_get(choices, "properties"), key,
                            make_model_choice(section));
        if (section->optional)
            add(&of_complete, make_absence(of, i));
        for (const wyrm_model *const *model = section->models; *model != NULL; model++) {
            const char *chosen = (*model)->name;
            bool unsaid = usual != NULL && strcmp(usual, chosen) == 0;
            char name[100];
            snprintf(name, sizeof name, "%s: %s", key, chosen);
            put(&definitions, name, make_brought(of, i, *model));
            add(&of_file, make_rule(key, chosen, false, reference(name)));
            if (unsaid)
                add(&of_complete, make_rule(key, chosen, true, reference(name)));
            json_t *needed = make_needed(of, i, *model);
            if (needed == NULL || json_object_size(needed) > 0)
                add(&of_complete, make_rule(key, chosen, unsaid, needed));
            else
                json_decref(needed);
        }
    }
    put(&properties, "models", choices);
    if (json_object_update_missing(properties, sections) != 0)
        put(&properties, "models", NULL);
    json_decref(sections);
    put(&definitions, "file",
        json_pack("{s:s,s:o,s:o,s:b,s:o}", "type", "object", "properties", properties, "required",
                  always, "additionalProperties", 0, "allOf", of_file));
    add(&of_complete, reference("present"));
    json_t *complete = json_object();
    put_filled(&complete, "required", must);
    put(&complete, "properties", tree);
    put(&complete, "allOf", of_complete);
    put(&definitions, "complete", complete);
    put(&definitions, "present", /* that nothing is null, however deep */
        json_pack("{s:{s:s},s:o,s:o}", "not", "type", "null", "additionalProperties",
                  reference("present"), "items", reference("present")));
    return definitions;
}

/* ---- what is said more than once ---- */

/* The parts of all definitions by their texts. A part that occurs again is said once, as a
 * definition of its own, and referred to; so is one that differs in its description or default
 * alone, which stand beside the reference then. */
typedef struct sharing {
    json_t *counts;      /* text: how often */
    json_t *names;       /* text: the name of its definition */
    json_t *definitions; /* those that are made here */
    bool failed;
} sharing;

/* A reference is not longer. */
#define SHARED_LEAST 40

static void look_into(sharing *of, json_t *schema, bool counting);
static json_t *look_at(sharing *of, json_t *part, bool counting);

/* A part as it stands when what it consists of has been looked at. */
static json_t *look_inside(sharing *of, json_t *part, bool counting)
{
    static const char *const beside[] = {"description", "default"};
    json_t *core = json_copy(part), *said = json_object();
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (json_object_get(part, beside[i]) != NULL) {
            of->failed |= json_object_set(said, beside[i], json_object_get(part, beside[i])) != 0;
            json_object_del(core, beside[i]);
        }
    json_t *out = NULL;
    of->failed |= core == NULL || said == NULL;
    if (json_object_size(said) == 0)
        look_into(of, part, counting);
    else if ((out = look_at(of, core, counting)) == NULL)
        out = json_incref(core);
    if (out != NULL)
        of->failed |= json_object_update(out, said) != 0;
    json_decref(core);
    json_decref(said);
    return out;
}

/* What is to stand for a part, NULL: it stays. */
static json_t *look_at(sharing *of, json_t *part, bool counting)
{
    char name[32];
    if (!json_is_object(part))
        return NULL;
    char *text = json_dumps(part, JSON_COMPACT | JSON_REAL_PRECISION(15));
    if (text == NULL) {
        of->failed = true;
        return NULL;
    }
    json_t *found = NULL;
    const json_int_t times = json_integer_value(json_object_get(of->counts, text));
    if (counting && strlen(text) >= SHARED_LEAST) {
        of->failed |= json_object_set_new(of->counts, text, json_integer(times + 1)) != 0;
    } else if (!counting && times > 1) {
        if (json_object_get(of->names, text) == NULL) {
            snprintf(name, sizeof name, "%zu", json_object_size(of->names) + 1);
            of->failed |= json_object_set_new(of->names, text, json_string(name)) != 0;
            json_t *inside = look_inside(of, part, false);
            of->failed |= json_object_set_new(of->definitions, name,
                                              inside ? inside : json_incref(part)) != 0;
        }
        found = reference(json_string_value(json_object_get(of->names, text)));
        of->failed |= found == NULL;
    }
    if (found == NULL)
        found = look_inside(of, part, counting);
    free(text);
    return found;
}

/* Every part of a schema that is a schema itself. */
static void look_into(sharing *of, json_t *schema, bool counting)
{
    static const char *const single[] = {"additionalProperties", "items", "propertyNames"};
    const char *key;
    json_t *part, *shared;
    size_t i;
    if (of->failed)
        return;
    json_object_foreach(json_object_get(schema, "properties"), key,
                        part) if ((shared = look_at(of, part, counting)) != NULL)
        json_object_set_new(json_object_get(schema, "properties"), key, shared);
    for (i = 0; i < sizeof single / sizeof *single; i++)
        if ((shared = look_at(of, json_object_get(schema, single[i]), counting)) != NULL)
            json_object_set_new(schema, single[i], shared);
    static const char *const several[] = {"anyOf", "allOf"};
    for (size_t k = 0; k < sizeof several / sizeof *several; k++) {
        json_t *list = json_object_get(schema, several[k]);
        json_array_foreach(list, i, part) if ((shared = look_at(of, part, counting)) != NULL)
            json_array_set_new(list, i, shared);
    }
}

/* The same definitions with nothing said twice; NULL out of memory. */
static json_t *share(json_t *definitions)
{
    sharing of = {json_object(), json_object(), json_object(), false};
    const char *key;
    json_t *definition;
    of.failed = !(definitions && of.counts && of.names && of.definitions);
    for (int counting = 1; counting >= 0; counting--)
        json_object_foreach(definitions, key, definition) look_into(&of, definition, counting != 0);
    of.failed |= json_object_update_missing(definitions, of.definitions) != 0;
    json_decref(of.counts);
    json_decref(of.names);
    json_decref(of.definitions);
    if (!of.failed)
        return definitions;
    json_decref(definitions);
    return NULL;
}

/* ---- the text ---- */

static int append(const char *bytes, size_t count, void *text)
{
    wyrm_text_append_bytes(text, bytes, count);
    return 0;
}

/* Rows without defaults, none of them required. NULL: there are none. */
static const wyrm_field *plain_rows(base_arena *arena, const wyrm_field *rows)
{
    const size_t count = wyrm_count_rows(rows);
    wyrm_field *out = base_array(arena, wyrm_field, count + 1);
    for (size_t i = 0; i < count; i++) {
        out[i] = rows[i];
        out[i].required = false;
        out[i].fallback = NULL;
    }
    out[count] = (wyrm_field){.kind = WYRM_KIND_END};
    return count > 0 ? out : NULL;
}

/* All room is taken before the first object is made: a jump would lose the objects. */
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
                    wyrm_find_extension(extensions, section->field.name),
                    section->like != NULL
                        ? plain_rows(arena, wyrm_find_extension(extensions, section->like))
                        : NULL};
                for (size_t k = 0; k < 3; k++) {
                    if (tables[k] == NULL)
                        continue;
                    of->list = base_grow(arena, of->list, of->count, &room, sizeof *of->list);
                    of->list[of->count++] = (brought){i, to, *model, tables[k]};
                    most += wyrm_count_rows(tables[k]);
                }
            }
    }
    of->models = wyrm_compose_models(of->schema, arena);
    of->space = base_array(arena, wyrm_field, most);
    json_t *root =
        json_pack("{s:s,s:s,s:s,s:[o],s:{s:[s]},s:o,s:o}", "$schema",
                  "https://json-schema.org/draft/2020-12/schema", "title", "Wyrmscale ruleset",
                  "type", "object", "allOf", reference("file"), "if", "required", "extends", "else",
                  reference("complete"), "$defs", share(make_definitions(of)));
    if (json_dump_callback(root, append, &of->text, JSON_COMPACT | JSON_REAL_PRECISION(15)) != 0)
        of->text.failed = true;
    json_decref(root);
    wyrm_text_append_char(&of->text, '\n');
}

wyrm_status wyrm_schema_json(const wyrm_schema *schema, char **out, wyrm_error *error)
{
    base_arena arena = {0};
    making made = {.schema = schema};
    if (base_run(&arena, make, &made) != WYRM_OK)
        made.text.failed = true;
    base_release(&arena);
    return wyrm_text_give(&made.text, out, error);
}
