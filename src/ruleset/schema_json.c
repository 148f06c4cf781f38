/* JSON Schema of whole files, for editors.
 *
 * There are two: of a file that stands alone, and of one that extends another, where nothing is
 * required and null removes. What a section may hold depends on the models chosen, its own and
 * those that extend it: one closed schema for each combination, behind an `if`.
 */
#include "ruleset/schema_field.h"

#include "base/text.h"
#include "ruleset/compose.h"

#include <math.h>
#include <string.h>

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
    json_t *object = wyrm_schema_object(&make->json);
    json_t *any = wyrm_schema_array(&make->json);
    for (const wyrm_model *const *model = section->models; *model != NULL; model++) {
        json_t *one = wyrm_schema_object(&make->json);
        wyrm_schema_set(&make->json, one, "const", json_string((*model)->name));
        if ((*model)->summary != NULL)
            wyrm_schema_set(&make->json, one, "description", json_string((*model)->summary));
        wyrm_schema_add(&make->json, any, one);
    }
    wyrm_schema_set(&make->json, object, "anyOf", any);
    if (section->field.summary != NULL)
        wyrm_schema_set(&make->json, object, "description", json_string(section->field.summary));
    if (section->fallback_model != NULL)
        wyrm_schema_set(&make->json, object, "default", json_string(section->fallback_model));
    return object;
}

static json_t *make_models(maker *make, const wyrm_field *models)
{
    json_t *object = wyrm_schema_field(&make->json, models, make->partial);
    json_t *properties = json_object_get(object, "properties");
    for (size_t i = 0; i < make->schema->count; i++) {
        const wyrm_section *section = &make->schema->sections[i];
        if (section->models != NULL)
            wyrm_schema_set(&make->json, properties, section->field.name,
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
    json_t *choices = wyrm_schema_object(json), *required = wyrm_schema_array(json);
    for (size_t i = 0; i < make->schema->count; i++) {
        if (chosen[i] == NULL)
            continue;
        const wyrm_section *section = &make->schema->sections[i];
        json_t *choice = wyrm_schema_object(json);
        wyrm_schema_set(json, choice, "const", json_string(chosen[i]->name));
        wyrm_schema_set(json, choices, section->field.name, choice);
        bool implied = !make->partial && section->fallback_model != NULL &&
                       strcmp(section->fallback_model, chosen[i]->name) == 0;
        if (!implied)
            wyrm_schema_add(json, required, json_string(section->field.name));
    }
    json_t *models = wyrm_schema_object(json), *properties = wyrm_schema_object(json);
    json_t *condition = wyrm_schema_object(json);
    bool must = json_array_size(required) != 0;
    wyrm_schema_set(json, models, "properties", choices);
    wyrm_schema_set(json, models, "required", required);
    wyrm_schema_set(json, properties, "models", models);
    wyrm_schema_set(json, condition, "properties", properties);
    if (must) {
        json_t *outer = wyrm_schema_array(json);
        wyrm_schema_add(json, outer, json_string("models"));
        wyrm_schema_set(json, condition, "required", outer);
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
    json_t *rule = wyrm_schema_object(json), *then = wyrm_schema_object(json);
    json_t *properties = wyrm_schema_object(json);
    wyrm_schema_set(json, properties, name, section);
    wyrm_schema_set(json, then, "properties", properties);
    if (required) {
        json_t *names = wyrm_schema_array(json);
        wyrm_schema_add(json, names, json_string(name));
        wyrm_schema_set(json, then, "required", names);
    }
    wyrm_schema_set(json, rule, "if", make_condition(make, chosen));
    wyrm_schema_set(json, rule, "then", then);
    wyrm_schema_add(json, all_of, rule);
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
        depends ? wyrm_schema_object(&make->json) : make_section(make, index, chosen, &needed);
    if (depends)
        wyrm_schema_describe(&make->json, section, field);
    wyrm_schema_set(&make->json, properties, field->name, section);
    if (needed)
        wyrm_schema_add(&make->json, required, json_string(field->name));
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
    json_t *object = wyrm_schema_typed(&make->json);
    json_t *properties = wyrm_schema_object(json), *required = wyrm_schema_array(json);
    json_t *all_of = wyrm_schema_array(json);
    for (const wyrm_field *row = wyrm_common_rows; row->kind != WYRM_KIND_END; row++) {
        wyrm_schema_set(json, properties, row->name, wyrm_schema_field(&make->json, row, false));
        if (row->required)
            wyrm_schema_add(json, required, json_string(row->name));
    }
    wyrm_field models;
    if (!wyrm_compose_models(make->schema, &make->region, &models)) {
        json->failed = true;
    } else {
        wyrm_schema_set(json, properties, "models", make_models(make, &models));
        if (needs_any(models.fields) && !partial)
            wyrm_schema_add(json, required, json_string("models"));
    }
    for (size_t i = 0; i < make->schema->count; i++)
        add_section(make, i, properties, required, all_of);
    wyrm_schema_set(json, object, "properties", properties);
    wyrm_schema_set(json, object, "required", required);
    wyrm_schema_set(json, object, "additionalProperties", json_false());
    if (json_array_size(all_of) != 0)
        wyrm_schema_set(json, object, "allOf", all_of);
    else
        json_decref(all_of);
    return object;
}

static json_t *make_reference(wyrm_schema_writer *json, const char *name)
{
    json_t *object = wyrm_schema_object(json);
    wyrm_schema_set(json, object, "$ref", json_string(name));
    return object;
}

static json_t *make_root(maker *make)
{
    wyrm_schema_writer *json = &make->json;
    json_t *root = wyrm_schema_object(json), *definitions = wyrm_schema_object(json);
    json_t *extends = wyrm_schema_object(json), *names = wyrm_schema_array(json);
    wyrm_schema_add(json, names, json_string("extends"));
    wyrm_schema_set(json, extends, "required", names);
    wyrm_schema_set(json, definitions, "complete", make_file(make, false));
    wyrm_schema_set(json, definitions, "variant", make_file(make, true));
    wyrm_schema_set(json, root, "$schema",
                    json_string("https://json-schema.org/draft/2020-12/schema"));
    wyrm_schema_set(json, root, "title", json_string("Wyrmscale ruleset"));
    wyrm_schema_set(json, root, "type", json_string("object"));
    wyrm_schema_set(json, root, "if", extends);
    wyrm_schema_set(json, root, "then", make_reference(json, "#/$defs/variant"));
    wyrm_schema_set(json, root, "else", make_reference(json, "#/$defs/complete"));
    wyrm_schema_set(json, root, "$defs", definitions);
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
