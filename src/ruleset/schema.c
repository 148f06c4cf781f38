/* The rows of the schema: those of all rulesets, how a row is found, which rows hold for the models
 * that a file chooses, where a key belongs that has no row, and the page of the guide that lists
 * every section, model and key, as Markdown.
 *
 * The page cannot differ from what the reader checks, as both use the same rows: a key that joins
 * the schema is in the guide, and one that leaves it is gone. */
#include "ruleset/internal.h"
#include <stdio.h>
#include <string.h>

/* clang-format off */
static const char *const on_request[] = {"targets", NULL};
static const wyrm_field asked_for[] =
    WYRM_ELEMENT("section", CHOICE, .choices = on_request, .summary = "a section");
/* clang-format on */

const wyrm_field rs_common_rows[] = {
    WYRM_ROW("name", NAME, .required = true, .summary = "the name of the ruleset"),
    WYRM_ROW("title", TEXT, .summary = "its name as people read it"),
    WYRM_ROW("description", TEXT, .summary = "what it is, in a sentence or two"),
    WYRM_ROW("source", TEXT, .summary = "the document or game that its numbers come from"),
    WYRM_ROW("extends", TEXT,
             .summary = "the shipped ruleset or file, inside this one's folder but for "
                        "--allow-path, that this one changes: mappings are merged by key, all else "
                        "is replaced, '~' removes a key; the four keys above are not inherited"),
    WYRM_ROW("inherit", LIST, .fields = asked_for, .greatest = 1,
             .summary = "`[targets]` keeps the targets of what is extended; one of the same name "
                        "and with a metric replaces it, without one changes it: a new limit takes "
                        "the place of the old one and of what was tolerated"),
    {.kind = WYRM_KIND_END},
};

size_t rs_count_rows(const wyrm_field *rows)
{
    size_t count = 0;
    while (rows != NULL && rows[count].kind != WYRM_KIND_END)
        count++;
    return count;
}

const wyrm_field *rs_find_row(const wyrm_field *rows, const char *name)
{
    for (; rows != NULL && rows->kind != WYRM_KIND_END; rows++)
        if (strcmp(rows->name, name) == 0)
            return rows;
    return NULL;
}

size_t rs_find_section(const wyrm_schema *schema, const char *name)
{
    size_t index = 0;
    while (index < schema->count && strcmp(schema->sections[index].field.name, name) != 0)
        index++;
    return index;
}

const wyrm_field *rs_find_extension(const wyrm_extension *extension, const char *section)
{
    for (; extension != NULL && extension->section != NULL; extension++)
        if (strcmp(extension->section, section) == 0)
            return extension->fields;
    return NULL;
}

wyrm_field rs_compose_models(const wyrm_schema *schema, base_arena *arena)
{
    wyrm_field *rows = base_array(arena, wyrm_field, schema->count + 1);
    size_t count = 0;
    for (size_t i = 0; i < schema->count; i++) {
        const wyrm_section *section = &schema->sections[i];
        const char **names = base_new(arena, const char *), *chosen = section->default_model;
        size_t models = 0, capacity = 1;
        while (section->models != NULL && section->models[models] != NULL) {
            names[models] = section->models[models]->name;
            names = base_grow(arena, names, ++models, &capacity, sizeof *names);
        }
        if (models > 0)
            rows[count++] = (wyrm_field)WYRM_ROW(
                section->field.name, CHOICE, .required = chosen == NULL && !section->optional,
                .default_value = chosen, .choices = names, .summary = section->field.summary);
    }
    return (wyrm_field)WYRM_ROW("models", RECORD, .fields = rows,
                                .summary = "which model each system follows");
}

/* ---- the rows that hold ----
 *
 * Which keys a section may have depends on the models that the ruleset chooses: on the section's
 * own model, and on others that extend it, as a combat model gives every monster its stats. So the
 * rows are put together once the choice is known, and the check, the defaults and "did you mean"
 * see one plain table. If two tables have a row of the same name, the first holds. */

/* Adds a row to a table of *count rows, which keeps its end, unless one has the same name. `plain`:
 * without its default, and not required. Returns the table, which may have moved. */
static wyrm_field *add_row(base_arena *arena, wyrm_field *rows, size_t *count, size_t *capacity,
                           const wyrm_field *row, bool plain)
{
    if (rs_find_row(rows, row->name) != NULL)
        return rows;
    rows[*count] = *row;
    if (plain) {
        rows[*count].required = false;
        rows[*count].default_value = NULL;
    }
    rows = base_grow(arena, rows, ++*count, capacity, sizeof *rows);
    rows[*count] = (wyrm_field){.kind = WYRM_KIND_END};
    return rows;
}

wyrm_field rs_compose_section(const rs_composing *of, size_t index, base_arena *arena)
{
    const wyrm_schema *schema = of->schema;
    wyrm_field out = schema->sections[index].field;
    bool record = out.kind == WYRM_KIND_RECORD;
    bool elements = out.kind == WYRM_KIND_MAP || out.kind == WYRM_KIND_LIST;
    if (!record && (!elements || out.fields->kind != WYRM_KIND_RECORD))
        return out;
    wyrm_field *rows = base_new(arena, wyrm_field); /* a single WYRM_KIND_END: no rows yet */
    size_t count = 0, capacity = 1;
    const wyrm_model *own = record ? of->chosen[index] : NULL;
    const wyrm_field *tables[] = {record ? out.fields : out.fields->fields,
                                  own != NULL ? own->parameters : NULL};
    for (size_t i = 0; i < 2; i++)
        for (const wyrm_field *row = tables[i]; row != NULL && row->kind != WYRM_KIND_END; row++)
            rows = add_row(arena, rows, &count, &capacity, row, false);
    const char *const names[] = {out.name, schema->sections[index].like};
    /* In this order, as the first row of a name holds: for each section what the file declares for
     * it and what its model adds, first under the name of this section, then under the one that it
     * is like. */
    for (size_t i = 0; i < 4 * schema->count; i++) {
        const size_t from = i / 4, as = i / 2 % 2;
        const wyrm_model *model = of->chosen[from];
        const wyrm_extension *extensions = i % 2 == 0      ? of->declared[from]
                                           : model != NULL ? model->extensions
                                                           : NULL;
        const wyrm_field *row = names[as] != NULL ? rs_find_extension(extensions, names[as]) : NULL;
        for (; row != NULL && row->kind != WYRM_KIND_END; row++)
            rows = add_row(arena, rows, &count, &capacity, row, as == 1);
    }
    wyrm_field *element = base_new(arena, wyrm_field);
    *element = record ? out : *out.fields;
    element->fields = rows;
    out.fields = record ? rows : element;
    return out;
}

const wyrm_field *rs_compose(const rs_composing *of, base_arena *arena)
{
    const wyrm_schema *schema = of->schema;
    size_t common = rs_count_rows(rs_common_rows);
    wyrm_field *rows = base_array(arena, wyrm_field, common + 1 + schema->count + 1);
    memcpy(rows, rs_common_rows, common * sizeof *rows);
    /* A game that is a program has its name in its code. */
    for (size_t i = 0; i < common && rs_find_section(schema, "engine") < schema->count; i++)
        if (strcmp(rows[i].name, "name") == 0) {
            rows[i].required = false;
            rows[i].default_value = "game";
        }
    rows[common] = rs_compose_models(schema, arena);
    for (size_t i = 0; i < schema->count; i++)
        rows[common + 1 + i] = rs_compose_section(of, i, arena);
    wyrm_field *root = base_new(arena, wyrm_field);
    *root = (wyrm_field)WYRM_ROW("ruleset", RECORD, .required = true, .fields = rows,
                                 .summary = "A ruleset.");
    return root;
}

/* ---- where a key that has no row belongs ---- */

/* Whether a model of the section `owner` would allow `key` in the section `index` (in its record,
 * or in the elements of its map). */
static bool has_key(const wyrm_schema *schema, const wyrm_model *model, size_t owner, size_t index,
                    const char *key)
{
    const wyrm_section *section = &schema->sections[index];
    const char *name = section->field.name, *like = section->like != NULL ? section->like : name;
    return (owner == index && rs_find_row(model->parameters, key) != NULL) ||
           rs_find_row(rs_find_extension(model->extensions, name), key) != NULL ||
           rs_find_row(rs_find_extension(model->extensions, like), key) != NULL;
}

const wyrm_model *rs_find_owner(const rs_composing *of, size_t index, const char *key,
                                size_t *owner)
{
    const wyrm_schema *schema = of->schema;
    for (size_t i = 0; i < schema->count; i++) {
        const wyrm_model *const *models = schema->sections[i].models;
        for (*owner = i; models != NULL && *models != NULL; models++)
            if (*models != of->chosen[i] && has_key(schema, *models, i, index, key))
                return *models;
    }
    *owner = schema->count;
    return NULL;
}

#define MODELS_NAMED 4 /* models that a hint names */

size_t rs_name_owners(const rs_composing *of, size_t owner, size_t index, const char *key,
                      char hint[WYRM_ERROR_HINT_MAX])
{
    const wyrm_schema *schema = of->schema;
    const wyrm_model *const *all = schema->sections[owner].models;
    const char *names[MODELS_NAMED + 1], *what = schema->sections[owner].field.name;
    size_t count = 0, used;
    for (; *all != NULL && count <= MODELS_NAMED; all++)
        if (*all != of->chosen[owner] && has_key(schema, *all, owner, index, key))
            names[count++] = (*all)->name;
    if (count == 1)
        return (size_t)snprintf(hint, WYRM_ERROR_HINT_MAX, "the %s model '%s' has it", what,
                                names[0]);
    used = (size_t)snprintf(hint, WYRM_ERROR_HINT_MAX, "the %s models", what);
    for (size_t i = 0; i < count && i < MODELS_NAMED; i++)
        used += (size_t)snprintf(hint + used, WYRM_ERROR_HINT_MAX - used, "%s %s",
                                 i == 0           ? ""
                                 : i + 1 == count ? " and"
                                                  : ",",
                                 names[i]);
    return used + (size_t)snprintf(hint + used, WYRM_ERROR_HINT_MAX - used, "%s have it",
                                   count > MODELS_NAMED ? " and others" : "");
}

/* Appends " a, b, c, ..." to the hint: the names of the rows and of `more`, as many as fit. Either
 * table may be NULL. */
static void list_rows(const wyrm_field *row, const wyrm_field *more, char hint[WYRM_ERROR_HINT_MAX])
{
    size_t used = strlen(hint);
    for (bool first = true;; row++, first = false) {
        if (row == NULL || row->kind == WYRM_KIND_END) {
            row = more;
            more = NULL;
        }
        if (row == NULL || row->kind == WYRM_KIND_END)
            return;
        const bool fits = used + strlen(row->name) + sizeof ", , ..." < WYRM_ERROR_HINT_MAX;
        used += (size_t)snprintf(hint + used, WYRM_ERROR_HINT_MAX - used, "%s %s", first ? "" : ",",
                                 fits ? row->name : "...");
        if (!fits)
            return;
    }
}

void rs_list_known(const rs_composing *of, size_t section, const wyrm_field *record,
                   char hint[WYRM_ERROR_HINT_MAX])
{
    const wyrm_schema *schema = of->schema;
    for (size_t owner = 0; owner < schema->count && section < schema->count; owner++) {
        const char *name = schema->sections[section].field.name;
        const wyrm_model *model = of->chosen[owner];
        const wyrm_field *row = model ? rs_find_extension(model->extensions, name) : NULL;
        const wyrm_field *own =
            model && !model->same_names ? rs_find_extension(of->declared[owner], name) : NULL;
        if ((row == NULL || row->kind == WYRM_KIND_END) &&
            (own == NULL || own->kind == WYRM_KIND_END))
            continue;
        snprintf(hint, WYRM_ERROR_HINT_MAX, "the %s model '%s' has",
                 schema->sections[owner].field.name, model->name);
        list_rows(own, row, hint);
        return;
    }
    if (record != NULL && section == schema->count) {
        snprintf(hint, WYRM_ERROR_HINT_MAX, "one of");
        list_rows(record->fields, NULL, hint);
    }
}

void rs_say_elsewhere(const rs_composing *of, const wyrm_field *root, bool inside, const char *key,
                      char hint[WYRM_ERROR_HINT_MAX])
{
    const wyrm_schema *schema = of->schema;
    size_t used = 0, owner;
    if (inside && rs_find_row(root->fields, key) != NULL) {
        snprintf(hint, WYRM_ERROR_HINT_MAX, "it stands outside of every section");
        return;
    }
    for (const wyrm_field *row = root->fields; row->kind != WYRM_KIND_END; row++) {
        const wyrm_field *in = row->kind == WYRM_KIND_MAP ? row->fields : row;
        if (in == NULL || in->kind != WYRM_KIND_RECORD || rs_find_row(in->fields, key) == NULL ||
            used + strlen(row->name) + sizeof "it is a key of ''" > WYRM_ERROR_HINT_MAX)
            continue;
        used += (size_t)snprintf(hint + used, WYRM_ERROR_HINT_MAX - used, "%s'%s'",
                                 used > 0 ? ", " : "it is a key of ", row->name);
    }
    for (size_t i = 0; i < schema->count && used == 0; i++) {
        const wyrm_model *model = rs_find_owner(of, i, key, &owner);
        if (model == NULL)
            continue;
        used = rs_name_owners(of, owner, i, key, hint);
        snprintf(hint + used, WYRM_ERROR_HINT_MAX - used, ", in section '%s'",
                 schema->sections[i].field.name);
    }
}

/* ---- the guide ---- */

/* Writes the text of a table's cell; NULL: none. */
static void write_cell(base_buffer *out, const char *text)
{
    for (; text != NULL && *text != '\0'; text++) {
        if (*text == '|')
            base_buffer_append_char(out, '\\');
        base_buffer_append_char(out, *text == '\n' ? ' ' : *text);
    }
}

/* Writes a line for each row, with those of records, lists and maps under dotted names. */
static void write_rows(base_buffer *out, const wyrm_field *rows, const char *prefix)
{
    for (; rows != NULL && rows->kind != WYRM_KIND_END; rows++) {
        char name[256];
        size_t length = (size_t)snprintf(name, sizeof name, "%.100s%.100s", prefix, rows->name);
        base_buffer_appendf(out, "| `%s` | ", name);
        bool chosen = rows->kind == WYRM_KIND_CHOICE;
        for (size_t i = 0; chosen && rows->choices[i] != NULL; i++)
            base_buffer_appendf(out, "%s`%s`", i == 0 ? "" : ", ", rows->choices[i]);
        if (!chosen) {
            bool counts = rows->kind == WYRM_KIND_LIST || rows->kind == WYRM_KIND_MAP;
            char limits[RS_LIMITS_MAX];
            rs_limits(rows, "", limits);
            base_buffer_appendf(out, "%s%s%s", rs_kinds[rows->kind].name,
                                limits[0] == '\0' ? ""
                                : counts          ? " of "
                                                  : ", ",
                                limits);
            base_buffer_append(out, rows->unit != NULL ? ", " : "");
            write_cell(out, rows->unit);
        }
        bool default_value = !rows->required && rows->default_value != NULL;
        base_buffer_append(out, rows->required ? " | required" : default_value ? " | `" : " | ");
        write_cell(out, default_value ? rows->default_value : NULL);
        base_buffer_append(out, default_value ? "` | " : " | ");
        write_cell(out, rows->summary);
        base_buffer_append(out, rows->source != NULL ? " (" : "");
        write_cell(out, rows->source);
        base_buffer_append(out, rows->source != NULL ? ") |\n" : " |\n");
        const wyrm_field *inner = rows;
        /* a map on the way: its elements, named by the user, get a row of their own */
        bool named = false;
        for (; inner->kind == WYRM_KIND_LIST || inner->kind == WYRM_KIND_MAP;
             inner = inner->fields) {
            named |= inner->kind == WYRM_KIND_MAP;
            length += (size_t)(inner->kind == WYRM_KIND_LIST
                                   ? snprintf(name + length, sizeof name - length, "[]")
                                   : snprintf(name + length, sizeof name - length, ".<%.20s>",
                                              inner->fields->name));
        }
        if (inner->kind != WYRM_KIND_RECORD) {
            wyrm_field element[] = {*inner, {.kind = WYRM_KIND_END}};
            element[0].name = name;
            write_rows(out, named ? element : NULL, "");
            continue;
        }
        snprintf(name + length, sizeof name - length, ".");
        write_rows(out, inner->fields, name);
        if (inner->others != NULL) {
            wyrm_field other[] = {*inner->others, {.kind = WYRM_KIND_END}};
            char any[32];
            snprintf(any, sizeof any, "<%.20s>", inner->others->name);
            other[0].name = any;
            write_rows(out, other, name);
        }
    }
}

static void write_table(base_buffer *out, const wyrm_field *rows, const char *prefix)
{
    if (rs_count_rows(rows) == 0)
        return;
    base_buffer_append(out, "| key | value | default | meaning |\n|---|---|---|---|\n");
    write_rows(out, rows, prefix);
    base_buffer_append_char(out, '\n');
}

/* Writes a section, with the rows that its models add to it and to others. */
static void write_section(base_buffer *out, const wyrm_schema *schema, const wyrm_section *section)
{
    const wyrm_field *field = &section->field;
    char prefix[128];
    snprintf(prefix, sizeof prefix, "%s.", field->name);
    base_buffer_appendf(out, "## `%s`\n\n", field->name);
    write_cell(out, field->summary);
    base_buffer_append(out, field->summary != NULL ? "\n\n" : "");
    const wyrm_field alone[] = {*field, {.kind = WYRM_KIND_END}};
    bool record = field->kind == WYRM_KIND_RECORD;
    write_table(out, record ? field->fields : alone, record ? prefix : "");
    for (size_t i = 0; section->models != NULL && section->models[i] != NULL; i++) {
        const wyrm_model *model = section->models[i];
        base_buffer_appendf(out, "### `%s: %s`\n\n", field->name, model->name);
        write_cell(out, model->summary);
        base_buffer_append(out, model->summary != NULL ? "\n\n" : "");
        write_table(out, model->parameters, prefix);
        const wyrm_extension *extension = model->extensions;
        for (; extension != NULL && extension->section != NULL; extension++) {
            if (rs_count_rows(extension->fields) == 0)
                continue;
            base_buffer_appendf(out, "Adds to `%s`", extension->section);
            for (size_t s = 0; s < schema->count; s++)
                if (schema->sections[s].like != NULL &&
                    strcmp(schema->sections[s].like, extension->section) == 0)
                    base_buffer_appendf(out, ", and without defaults to `%s`",
                                        schema->sections[s].field.name);
            base_buffer_append(out, ":\n\n");
            write_table(out, extension->fields, "");
        }
    }
}

wyrm_status wyrm_schema_guide(const wyrm_schema *schema, char **out, wyrm_error *error)
{
    base_buffer text = {0};
    base_buffer_append(
        &text, "# Reference\n\n"
               "A ruleset is one YAML document, a mapping of the keys below. The list is made "
               "from the table that the reader itself checks against.\n\n"
               "`list[]` stands for each element of a list, `map.<name>` for each entry of "
               "a map.\n\n"
               "## How values are written\n\n| value | as it stands in the file |\n|---|---|\n");
    for (size_t i = WYRM_KIND_END + 1; i <= WYRM_KIND_MAP; i++)
        base_buffer_appendf(&text, "| %s | %s |\n", rs_kinds[i].name, rs_kinds[i].written);
    base_buffer_append(&text, "\n## Every ruleset\n\n");
    write_table(&text, rs_common_rows, "");
    base_buffer_append(&text, "## `models`\n\nWhich model each system follows. A system that is "
                              "optional need not be there: then its section is not, either, and a "
                              "command that needs it says so.\n\n"
                              "| key | models | default |\n|---|---|---|\n");
    for (size_t i = 0; i < schema->count; i++) {
        const wyrm_section *section = &schema->sections[i];
        if (section->models == NULL)
            continue;
        base_buffer_appendf(&text, "| `models.%s` |", section->field.name);
        for (size_t k = 0; section->models[k] != NULL; k++)
            base_buffer_appendf(&text, "%s `%s`", k == 0 ? "" : ",", section->models[k]->name);
        const char *chosen = section->default_model, *mark = chosen != NULL ? "`" : "";
        const char *unnamed = section->optional ? "optional" : "required";
        base_buffer_appendf(&text, " | %s%s%s |\n", mark, chosen != NULL ? chosen : unnamed, mark);
    }
    base_buffer_append_char(&text, '\n');
    for (size_t i = 0; i < schema->count; i++)
        write_section(&text, schema, &schema->sections[i]);
    /* One line feed at the end, not two. */
    if (!text.failed && text.length > 1 && text.bytes[text.length - 2] == '\n')
        text.bytes[--text.length] = '\0';
    return base_buffer_give(&text, out, error);
}
