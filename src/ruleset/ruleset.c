/* Reading a ruleset: from a file or text, by way of the raw tree, to typed values and their hash.
 */
#include "base/utf8.h"
#include "ruleset/check.h"
#include "ruleset/compose.h"
#include "ruleset/dump.h"
#include "ruleset/extend.h"
#include "ruleset/value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* The models that a raw tree names, by section; NULL where it names none that there is. */
static const wyrm_model **choose_models(const wyrm_schema *schema, const wyrm_raw *root,
                                        wyrm_region *region)
{
    const wyrm_model **chosen = wyrm_region_take(region, schema->count, sizeof *chosen);
    const wyrm_raw *models = wyrm_raw_get(root, "models");
    for (size_t i = 0; chosen != NULL && i < schema->count; i++) {
        const wyrm_section *section = &schema->sections[i];
        const wyrm_raw *raw = wyrm_raw_get(models, section->field.name);
        const char *name = section->fallback_model;
        if (raw != NULL)
            name = raw->kind == WYRM_RAW_SCALAR ? raw->text : NULL;
        if (name != NULL)
            chosen[i] = wyrm_find_model(section, name);
    }
    return chosen;
}

static bool set_hash(wyrm_ruleset *ruleset)
{
    wyrm_text text = {0};
    size_t rules = wyrm_dump_root(&ruleset->root, &text);
    size_t length = text.length;
    char *dump = wyrm_text_steal(&text);
    if (dump == NULL)
        return false;
    unsigned long long hash = XXH3_64bits(dump + rules, length - rules);
    snprintf(ruleset->hash, sizeof ruleset->hash, "%016llx", hash);
    free(dump);
    return true;
}

/* Fills the ruleset from its merged raw tree. Whatever is wrong goes to `faults`. */
static void build(wyrm_ruleset *ruleset, const wyrm_raw *raw, wyrm_faults *faults)
{
    wyrm_field *root = wyrm_region_take(&ruleset->region, 1, sizeof *root);
    ruleset->models = choose_models(ruleset->schema, raw, &ruleset->region);
    if (root == NULL || ruleset->models == NULL ||
        !wyrm_compose_root(ruleset->schema, ruleset->models, &ruleset->region, root)) {
        wyrm_fault_memory(faults);
        return;
    }
    wyrm_checker checker = {.schema = ruleset->schema,
                            .chosen = ruleset->models,
                            .region = &ruleset->region,
                            .faults = faults};
    wyrm_check_root(&checker, root, raw, &ruleset->root);
    if (faults->total == 0 && !set_hash(ruleset))
        wyrm_fault_memory(faults);
}

/* Reads the source into the ruleset, which owns it. On failure the ruleset is freed. */
static wyrm_status read_ruleset(wyrm_ruleset *ruleset, const wyrm_source *source,
                                wyrm_find_ruleset *find, void *context, wyrm_ruleset **out,
                                wyrm_errors *errors)
{
    wyrm_faults faults = {0};
    wyrm_extender extender = {.schema = ruleset->schema,
                              .find = find,
                              .context = context,
                              .region = &ruleset->region,
                              .faults = &faults};
    const wyrm_raw *raw = wyrm_extend(&extender, source);
    if (raw != NULL)
        build(ruleset, raw, &faults);
    wyrm_status status = faults.first;
    wyrm_faults_tell(&faults, errors);
    wyrm_faults_release(&faults);
    if (status == WYRM_OK)
        *out = ruleset;
    else
        wyrm_ruleset_free(ruleset);
    return status;
}

/* Adds an error about a file as a whole. */
static wyrm_status fail_file(wyrm_errors *errors, wyrm_status code, const char *file,
                             const char *message)
{
    wyrm_error error;
    wyrm_fail(&error, code, "%s", message);
    error.length = 1;
    wyrm_utf8_copy(error.file, sizeof error.file, file);
    wyrm_errors_add(errors, &error);
    return code;
}

static wyrm_ruleset *new_ruleset(const wyrm_schema *schema)
{
    wyrm_ruleset *ruleset = calloc(1, sizeof *ruleset);
    if (ruleset != NULL)
        ruleset->schema = schema;
    return ruleset;
}

wyrm_status wyrm_ruleset_parse(const wyrm_schema *schema, const char *file, const char *text,
                               size_t length, wyrm_find_ruleset *find, void *context,
                               wyrm_ruleset **out, wyrm_errors *errors)
{
    *out = NULL;
    if (length > WYRM_RULESET_MAX_BYTES) {
        char message[96];
        snprintf(message, sizeof message, "the file is larger than %zu bytes",
                 WYRM_RULESET_MAX_BYTES);
        return fail_file(errors, WYRM_ERROR_LIMIT, file, message);
    }
    wyrm_ruleset *ruleset = new_ruleset(schema);
    wyrm_source *source =
        ruleset == NULL ? NULL : wyrm_source_new(&ruleset->region, file, text, length, 0);
    if (source == NULL) {
        wyrm_ruleset_free(ruleset);
        return fail_file(errors, WYRM_ERROR_MEMORY, file, "out of memory");
    }
    return read_ruleset(ruleset, source, find, context, out, errors);
}

wyrm_status wyrm_ruleset_read(const wyrm_schema *schema, const char *path, wyrm_find_ruleset *find,
                              void *context, wyrm_ruleset **out, wyrm_errors *errors)
{
    *out = NULL;
    wyrm_ruleset *ruleset = new_ruleset(schema);
    if (ruleset == NULL)
        return fail_file(errors, WYRM_ERROR_MEMORY, path, "out of memory");
    wyrm_source *source = NULL;
    wyrm_error error;
    wyrm_status status = wyrm_source_read(&ruleset->region, path, false, 0, &source, &error);
    if (status != WYRM_OK) {
        char message[WYRM_ERROR_MESSAGE_MAX + 16];
        snprintf(message, sizeof message, "%s%s", status == WYRM_ERROR_IO ? "cannot be read: " : "",
                 error.message);
        wyrm_ruleset_free(ruleset);
        return fail_file(errors, status, path, message);
    }
    return read_ruleset(ruleset, source, find, context, out, errors);
}

void wyrm_ruleset_free(wyrm_ruleset *ruleset)
{
    if (ruleset == NULL)
        return;
    wyrm_region_release(&ruleset->region);
    free(ruleset);
}
