/* The page of the guide that lists every section, model and key, as Markdown.
 *
 * It says what the reader checks because both read the same rows: a key that joins the schema is in
 * the guide, and one that leaves it is gone. */
#include "ruleset/internal.h"
#include <stdio.h>

/* Text inside a cell of a table; NULL: none. */
static void write_cell(wyrm_text *out, const char *text)
{
    for (; text != NULL && *text != '\0'; text++) {
        if (*text == '|')
            wyrm_text_append_char(out, '\\');
        wyrm_text_append_char(out, *text == '\n' ? ' ' : *text);
    }
}

/* A line for each row, those inside a record, list or map under dotted names. */
static void write_rows(wyrm_text *out, const wyrm_field *rows, const char *prefix)
{
    for (; rows != NULL && rows->kind != WYRM_KIND_END; rows++) {
        char name[256];
        size_t length = (size_t)snprintf(name, sizeof name, "%.100s%.100s", prefix, rows->name);
        wyrm_text_appendf(out, "| `%s` | ", name);
        bool chosen = rows->kind == WYRM_KIND_CHOICE;
        for (size_t i = 0; chosen && rows->choices[i] != NULL; i++)
            wyrm_text_appendf(out, "%s`%s`", i == 0 ? "" : ", ", rows->choices[i]);
        if (!chosen) {
            bool counts = rows->kind == WYRM_KIND_LIST || rows->kind == WYRM_KIND_MAP;
            char limits[RS_LIMITS_MAX];
            rs_limits(rows, "", limits);
            wyrm_text_appendf(out, "%s%s%s", rs_kinds[rows->kind].name,
                              limits[0] == '\0' ? ""
                              : counts          ? " of "
                                                : ", ",
                              limits);
            wyrm_text_append(out, rows->unit != NULL ? ", " : "");
            write_cell(out, rows->unit);
        }
        bool fallback = !rows->required && rows->fallback != NULL;
        wyrm_text_append(out, rows->required ? " | required" : fallback ? " | `" : " | ");
        write_cell(out, fallback ? rows->fallback : NULL);
        wyrm_text_append(out, fallback ? "` | " : " | ");
        write_cell(out, rows->summary);
        wyrm_text_append(out, rows->source != NULL ? " (" : "");
        write_cell(out, rows->source);
        wyrm_text_append(out, rows->source != NULL ? ") |\n" : " |\n");
        const wyrm_field *inner = rows;
        for (; inner->kind == WYRM_KIND_LIST || inner->kind == WYRM_KIND_MAP; inner = inner->fields)
            length += (size_t)(inner->kind == WYRM_KIND_LIST
                                   ? snprintf(name + length, sizeof name - length, "[]")
                                   : snprintf(name + length, sizeof name - length, ".<%.20s>",
                                              inner->fields->name));
        snprintf(name + length, sizeof name - length, ".");
        if (inner->kind == WYRM_KIND_RECORD)
            write_rows(out, inner->fields, name);
    }
}

static void write_table(wyrm_text *out, const wyrm_field *rows, const char *prefix)
{
    if (wyrm_count_rows(rows) == 0)
        return;
    wyrm_text_append(out, "| key | value | default | meaning |\n|---|---|---|---|\n");
    write_rows(out, rows, prefix);
    wyrm_text_append_char(out, '\n');
}

/* A section with what its models add to it, and to others. */
static void write_section(wyrm_text *out, const wyrm_section *section)
{
    const wyrm_field *field = &section->field;
    char prefix[128];
    snprintf(prefix, sizeof prefix, "%s.", field->name);
    wyrm_text_appendf(out, "## `%s`\n\n", field->name);
    write_cell(out, field->summary);
    wyrm_text_append(out, field->summary != NULL ? "\n\n" : "");
    const wyrm_field alone[] = {*field, {.kind = WYRM_KIND_END}};
    bool record = field->kind == WYRM_KIND_RECORD;
    write_table(out, record ? field->fields : alone, record ? prefix : "");
    for (size_t i = 0; section->models != NULL && section->models[i] != NULL; i++) {
        const wyrm_model *model = section->models[i];
        wyrm_text_appendf(out, "### `%s: %s`\n\n", field->name, model->name);
        write_cell(out, model->summary);
        wyrm_text_append(out, model->summary != NULL ? "\n\n" : "");
        write_table(out, model->parameters, prefix);
        const wyrm_extension *extension = model->extensions;
        for (; extension != NULL && extension->section != NULL; extension++) {
            if (wyrm_count_rows(extension->fields) == 0)
                continue;
            wyrm_text_appendf(out, "Adds to `%s`:\n\n", extension->section);
            write_table(out, extension->fields, "");
        }
    }
}

wyrm_status wyrm_schema_guide(const wyrm_schema *schema, char **out, wyrm_error *error)
{
    wyrm_text text = {0};
    wyrm_text_append(
        &text, "# The ruleset file\n\n"
               "A ruleset is one YAML document, a mapping of the keys below. The list is made "
               "from the table that the reader itself checks against.\n\n"
               "`list[]` stands for each element of a list, `map.<name>` for each entry of "
               "a map.\n\n"
               "## How values are written\n\n| value | as it stands in the file |\n|---|---|\n");
    for (size_t i = WYRM_KIND_END + 1; i <= WYRM_KIND_MAP; i++)
        wyrm_text_appendf(&text, "| %s | %s |\n", rs_kinds[i].name, rs_kinds[i].written);
    wyrm_text_append(&text, "\n## Every ruleset\n\n");
    write_table(&text, rs_common_rows, "");
    wyrm_text_append(&text, "## `models`\n\nWhich model each system follows.\n\n"
                            "| key | models | default |\n|---|---|---|\n");
    for (size_t i = 0; i < schema->count; i++) {
        const wyrm_section *section = &schema->sections[i];
        if (section->models == NULL)
            continue;
        wyrm_text_appendf(&text, "| `models.%s` |", section->field.name);
        for (size_t k = 0; section->models[k] != NULL; k++)
            wyrm_text_appendf(&text, "%s `%s`", k == 0 ? "" : ",", section->models[k]->name);
        const char *chosen = section->fallback_model, *mark = chosen != NULL ? "`" : "";
        wyrm_text_appendf(&text, " | %s%s%s |\n", mark, chosen != NULL ? chosen : "required", mark);
    }
    wyrm_text_append_char(&text, '\n');
    for (size_t i = 0; i < schema->count; i++)
        write_section(&text, &schema->sections[i]);
    /* One line feed at the end, not two. */
    if (!text.failed && text.length > 1 && text.bytes[text.length - 2] == '\n')
        text.bytes[--text.length] = '\0';
    return wyrm_text_give(&text, out, error);
}
