/* Joining the rows of sections, models and extensions. */
#include "ruleset/internal.h"

#include <string.h>

const wyrm_field wyrm_common_rows[] = {
    {.name = "name",
     .kind = WYRM_KIND_NAME,
     .required = true,
     .summary = "The name of the ruleset."},
    {.name = "title", .kind = WYRM_KIND_TEXT, .summary = "The name as people read it."},
    {.name = "description",
     .kind = WYRM_KIND_TEXT,
     .summary = "What the ruleset is, in a sentence or two."},
    {.name = "source",
     .kind = WYRM_KIND_TEXT,
     .summary = "The document or game that its numbers come from."},
    {.name = "extends",
     .kind = WYRM_KIND_TEXT,
     .summary = "A shipped ruleset or a path, relative to this file: what this one changes. "
                "Mappings are merged key by key, everything else is replaced, and '~' removes an "
                "inherited key. The four keys above are not inherited."},
    {.kind = WYRM_KIND_END},
};

const wyrm_model *wyrm_find_model(const wyrm_section *section, const char *name)
{
    for (size_t i = 0; section->models != NULL && section->models[i] != NULL; i++)
        if (strcmp(section->models[i]->name, name) == 0)
            return section->models[i];
    return NULL;
}

size_t wyrm_count_rows(const wyrm_field *rows)
{
    size_t count = 0;
    while (rows != NULL && rows[count].kind != WYRM_KIND_END)
        count++;
    return count;
}

size_t wyrm_find_section(const wyrm_schema *schema, const char *name)
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

static bool has_row(const wyrm_field *rows, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return true;
    return false;
}

static size_t join(wyrm_field *rows, size_t count, const wyrm_field *more)
{
    for (; more != NULL && more->kind != WYRM_KIND_END; more++)
        if (!has_row(rows, count, more->name))
            rows[count++] = *more;
    return count;
}

static size_t count_extensions(const wyrm_schema *schema, const wyrm_model *const *chosen,
                               const char *section)
{
    size_t count = 0;
    for (size_t i = 0; i < schema->count; i++)
        if (chosen[i] != NULL)
            count += wyrm_count_rows(wyrm_find_extension(chosen[i], section));
    return count;
}

/* `base`, then the parameters of `model` (may be NULL), then every extension of the section. */
static const wyrm_field *join_all(const wyrm_schema *schema, const wyrm_field *base,
                                  const wyrm_model *model, const wyrm_model *const *chosen,
                                  const char *section, base_arena *arena)
{
    const wyrm_field *parameters = model == NULL ? NULL : model->parameters;
    size_t most = wyrm_count_rows(base) + wyrm_count_rows(parameters) +
                  count_extensions(schema, chosen, section);
    wyrm_field *rows = base_take(arena, most + 1, sizeof *rows);
    if (rows == NULL)
        return NULL;
    size_t count = join(rows, 0, base);
    count = join(rows, count, parameters);
    for (size_t i = 0; i < schema->count; i++)
        if (chosen[i] != NULL)
            count = join(rows, count, wyrm_find_extension(chosen[i], section));
    rows[count] = (wyrm_field){.kind = WYRM_KIND_END};
    return rows;
}

bool wyrm_compose_section(const wyrm_schema *schema, size_t index, const wyrm_model *const *chosen,
                          base_arena *arena, wyrm_field *out)
{
    const wyrm_section *section = &schema->sections[index];
    const char *name = section->field.name;
    *out = section->field;
    if (out->kind == WYRM_KIND_RECORD) {
        out->fields = join_all(schema, out->fields, chosen[index], chosen, name, arena);
        return out->fields != NULL;
    }
    bool elements = out->kind == WYRM_KIND_MAP || out->kind == WYRM_KIND_LIST;
    if (!elements || out->fields->kind != WYRM_KIND_RECORD ||
        count_extensions(schema, chosen, name) == 0)
        return true;
    wyrm_field *element = base_take(arena, 1, sizeof *element);
    if (element == NULL)
        return false;
    *element = *out->fields;
    element->fields = join_all(schema, element->fields, NULL, chosen, name, arena);
    out->fields = element;
    return element->fields != NULL;
}

static bool compose_choice(const wyrm_section *section, base_arena *arena, wyrm_field *out)
{
    size_t count = 0;
    while (section->models[count] != NULL)
        count++;
    const char **names = base_take(arena, count + 1, sizeof *names);
    if (names == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        names[i] = section->models[i]->name;
    *out = (wyrm_field){.name = section->field.name,
                        .kind = WYRM_KIND_CHOICE,
                        .required = section->fallback_model == NULL,
                        .fallback = section->fallback_model,
                        .choices = names,
                        .summary = section->field.summary};
    return true;
}

bool wyrm_compose_models(const wyrm_schema *schema, base_arena *arena, wyrm_field *out)
{
    wyrm_field *rows = base_take(arena, schema->count + 1, sizeof *rows);
    if (rows == NULL)
        return false;
    size_t count = 0;
    for (size_t i = 0; i < schema->count; i++)
        if (schema->sections[i].models != NULL &&
            !compose_choice(&schema->sections[i], arena, &rows[count++]))
            return false;
    rows[count] = (wyrm_field){.kind = WYRM_KIND_END};
    *out = (wyrm_field){.name = "models",
                        .kind = WYRM_KIND_RECORD,
                        .fields = rows,
                        .summary = "Which model each system follows."};
    return true;
}

bool wyrm_compose_root(const wyrm_schema *schema, const wyrm_model *const *chosen,
                       base_arena *arena, wyrm_field *out)
{
    size_t common = wyrm_count_rows(wyrm_common_rows);
    wyrm_field *rows = base_take(arena, common + 1 + schema->count + 1, sizeof *rows);
    if (rows == NULL)
        return false;
    memcpy(rows, wyrm_common_rows, common * sizeof *rows);
    if (!wyrm_compose_models(schema, arena, &rows[common]))
        return false;
    wyrm_field *sections = rows + common + 1;
    for (size_t i = 0; i < schema->count; i++)
        if (!wyrm_compose_section(schema, i, chosen, arena, &sections[i]))
            return false;
    sections[schema->count] = (wyrm_field){.kind = WYRM_KIND_END};
    *out = (wyrm_field){.name = "ruleset",
                        .kind = WYRM_KIND_RECORD,
                        .required = true,
                        .fields = rows,
                        .summary = "A ruleset."};
    return true;
}

static bool names_row(const wyrm_field *rows, const char *name)
{
    return has_row(rows, wyrm_count_rows(rows), name);
}

const wyrm_model *wyrm_find_owner(const wyrm_schema *schema, const wyrm_model *const *chosen,
                                  size_t index, const char *key, size_t *owner)
{
    const char *section = schema->sections[index].field.name;
    for (size_t i = 0; i < schema->count; i++) {
        const wyrm_model *const *models = schema->sections[i].models;
        for (; models != NULL && *models != NULL; models++) {
            if (*models == chosen[i])
                continue;
            *owner = i;
            if ((i == index && names_row((*models)->parameters, key)) ||
                names_row(wyrm_find_extension(*models, section), key))
                return *models;
        }
    }
    *owner = schema->count;
    return NULL;
}
