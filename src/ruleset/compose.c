/* Which rows hold for a ruleset.
 *
 * What may stand in a section depends on the models that the ruleset chooses: on the section's own
 * model, and on others that extend it, as a combat model gives every monster its stats. So the rows
 * are put together once the choice is known, and everything behind (the check, the defaults, "did
 * you mean") sees one plain table. Where two tables have a row of the same name the first holds. */
#include "ruleset/internal.h"
#include <string.h>

const wyrm_field rs_common_rows[] = {
    WYRM_ROW("name", NAME, .required = true, .summary = "The name of the ruleset."),
    WYRM_ROW("title", TEXT, .summary = "The name as people read it."),
    WYRM_ROW("description", TEXT, .summary = "What the ruleset is, in a sentence or two."),
    WYRM_ROW("source", TEXT, .summary = "The document or game that its numbers come from."),
    WYRM_ROW("extends", TEXT,
             .summary = "A shipped ruleset or a path, relative to this file: what this one "
                        "changes. Mappings are merged key by key, everything else is replaced, and "
                        "'~' removes an inherited key. The four keys above are not inherited."),
    {.kind = WYRM_KIND_END},
};

size_t wyrm_count_rows(const wyrm_field *rows)
{
    size_t count = 0;
    while (rows != NULL && rows[count].kind != WYRM_KIND_END)
        count++;
    return count;
}

const wyrm_field *wyrm_find_row(const wyrm_field *rows, const char *name)
{
    for (; rows != NULL && rows->kind != WYRM_KIND_END; rows++)
        if (strcmp(rows->name, name) == 0)
            return rows;
    return NULL;
}

const wyrm_model *rs_find_model(const wyrm_section *section, const char *name)
{
    for (size_t i = 0; section->models != NULL && section->models[i] != NULL; i++)
        if (strcmp(section->models[i]->name, name) == 0)
            return section->models[i];
    return NULL;
}

size_t rs_find_section(const wyrm_schema *schema, const char *name)
{
    size_t index = 0;
    while (index < schema->count && strcmp(schema->sections[index].field.name, name) != 0)
        index++;
    return index;
}

const wyrm_field *wyrm_find_extension(const wyrm_model *model, const char *section)
{
    const wyrm_extension *extension = model->extensions;
    for (; extension != NULL && extension->section != NULL; extension++)
        if (strcmp(extension->section, section) == 0)
            return extension->fields;
    return NULL;
}

/* The row of the section `index`, with the rows of the models chosen in it: its own, those of its
 * model, and those that every model adds to it. */
static wyrm_field compose_section(const wyrm_schema *schema, size_t index,
                                  const wyrm_model *const *chosen, base_arena *arena)
{
    wyrm_field out = schema->sections[index].field;
    bool record = out.kind == WYRM_KIND_RECORD;
    bool elements = out.kind == WYRM_KIND_MAP || out.kind == WYRM_KIND_LIST;
    if (!record && (!elements || out.fields->kind != WYRM_KIND_RECORD))
        return out;
    wyrm_field *rows = base_new(arena, wyrm_field); /* one of WYRM_KIND_END ends them */
    size_t count = 0, capacity = 1;
    for (size_t i = 0; i < schema->count + 2; i++) {
        const wyrm_model *model = chosen[i < 2 ? index : i - 2];
        const wyrm_field *row = NULL;
        if (i == 0)
            row = record ? out.fields : out.fields->fields;
        else if (i == 1)
            row = record && model != NULL ? model->parameters : NULL;
        else if (model != NULL)
            row = wyrm_find_extension(model, out.name);
        for (; row != NULL && row->kind != WYRM_KIND_END; row++) {
            if (wyrm_find_row(rows, row->name) != NULL)
                continue;
            rows[count++] = *row;
            rows = base_grow(arena, rows, count, &capacity, sizeof *rows);
            rows[count] = (wyrm_field){.kind = WYRM_KIND_END};
        }
    }
    wyrm_field *element = base_new(arena, wyrm_field);
    *element = record ? out : *out.fields;
    element->fields = rows;
    out.fields = record ? rows : element;
    return out;
}

wyrm_field wyrm_compose_models(const wyrm_schema *schema, base_arena *arena)
{
    wyrm_field *rows = base_array(arena, wyrm_field, schema->count + 1);
    size_t count = 0;
    for (size_t i = 0; i < schema->count; i++) {
        const wyrm_section *section = &schema->sections[i];
        const char **names = base_new(arena, const char *), *chosen = section->fallback_model;
        size_t models = 0, capacity = 1;
        while (section->models != NULL && section->models[models] != NULL) {
            names[models] = section->models[models]->name;
            names = base_grow(arena, names, ++models, &capacity, sizeof *names);
        }
        if (models > 0)
            rows[count++] = (wyrm_field)WYRM_ROW(
                section->field.name, CHOICE, .required = chosen == NULL, .fallback = chosen,
                .choices = names, .summary = section->field.summary);
    }
    return (wyrm_field)WYRM_ROW("models", RECORD, .fields = rows,
                                .summary = "Which model each system follows.");
}

const wyrm_field *rs_compose(const wyrm_schema *schema, const wyrm_model *const *chosen,
                             base_arena *arena)
{
    size_t common = wyrm_count_rows(rs_common_rows);
    wyrm_field *rows = base_array(arena, wyrm_field, common + 1 + schema->count + 1);
    memcpy(rows, rs_common_rows, common * sizeof *rows);
    rows[common] = wyrm_compose_models(schema, arena);
    for (size_t i = 0; i < schema->count; i++)
        rows[common + 1 + i] = compose_section(schema, i, chosen, arena);
    wyrm_field *root = base_new(arena, wyrm_field);
    *root = (wyrm_field)WYRM_ROW("ruleset", RECORD, .required = true, .fields = rows,
                                 .summary = "A ruleset.");
    return root;
}

const wyrm_model *rs_find_owner(const wyrm_schema *schema, const wyrm_model *const *chosen,
                                size_t index, const char *key, size_t *owner)
{
    const char *section = schema->sections[index].field.name;
    for (size_t i = 0; i < schema->count; i++) {
        const wyrm_model *const *models = schema->sections[i].models;
        for (; models != NULL && *models != NULL; models++) {
            if (*models == chosen[i])
                continue;
            *owner = i;
            if ((i == index && wyrm_find_row((*models)->parameters, key) != NULL) ||
                wyrm_find_row(wyrm_find_extension(*models, section), key) != NULL)
                return *models;
        }
    }
    *owner = schema->count;
    return NULL;
}
