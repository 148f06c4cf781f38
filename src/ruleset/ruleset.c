/* Reading a ruleset: from a file or text, by way of the raw tree, to typed values and their hash.
 */

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include <wyrm/ruleset.h>

#include "base/text.h"
#include "ruleset/internal.h"

/* Extending: the chain of files that a ruleset is made of, merged into one raw tree. */

typedef struct wyrm_extender {
    const wyrm_schema *schema;
    wyrm_find_ruleset *find; /* may be NULL */
    void *context;
    base_arena *arena;
    wyrm_faults *faults;
} wyrm_extender;

/* ---- extend ----
 *
 * `extends`: finding, reading and merging.
 *
 * Mappings are merged key by key, whatever the schema says of them; lists, tables and single values
 * are replaced; `~` removes what is inherited. A section whose model the extending file changes is
 * not inherited: its numbers belong to another model. */

/* One file of the chain. */
typedef struct wyrm_link {
    const wyrm_source *source;
    const wyrm_raw *root;
} wyrm_link;

static void *run_out(const wyrm_extender *extender)
{
    wyrm_fault_memory(extender->faults);
    return NULL;
}

static wyrm_raw *read_source(const wyrm_extender *extender, const wyrm_source *source)
{
    wyrm_place place;
    char message[WYRM_ERROR_MESSAGE_MAX];
    if (!wyrm_source_check(source, &place, message, sizeof message)) {
        wyrm_fault(extender->faults, &place, WYRM_ERROR_SYNTAX, NULL, "%s", message);
        return NULL;
    }
    wyrm_raw *root = wyrm_document_read(source, extender->arena, extender->faults);
    if (root == NULL || root->kind == WYRM_RAW_MAPPING)
        return root;
    char found[WYRM_QUOTE_MAX + 32];
    place = root->place;
    if (wyrm_raw_is_nothing(root)) {
        place.line = place.column = place.length = 1;
        wyrm_fault(extender->faults, &place, WYRM_ERROR_RULESET, NULL, "the file is empty");
    } else {
        wyrm_fault(extender->faults, &place, WYRM_ERROR_RULESET, NULL,
                   "a ruleset is a mapping of keys, found %s", wyrm_raw_describe(root, found));
    }
    return NULL;
}

/* What a file extends; NULL: nothing, or nothing that makes sense (reported). */
static const wyrm_raw *extends_of(const wyrm_extender *extender, const wyrm_raw *root)
{
    const wyrm_raw *raw = wyrm_raw_get(root, "extends");
    if (raw == NULL)
        return NULL;
    char found[WYRM_QUOTE_MAX + 32];
    if (raw->kind == WYRM_RAW_SCALAR && raw->text[0] != '\0' && !wyrm_raw_is_null(raw))
        return raw;
    wyrm_fault(extender->faults, &raw->place, WYRM_ERROR_RULESET, NULL,
               "expected the name or path of a ruleset, found %s", wyrm_raw_describe(raw, found));
    return NULL;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static bool is_path(const char *text)
{
    return strchr(text, '/') != NULL || ends_with(text, ".yaml") || ends_with(text, ".yml");
}

/* A path relative to the folder of the file that it stands in. */
static char *path_from(base_arena *arena, const wyrm_source *source, const char *path)
{
    const char *slash = source->named ? NULL : strrchr(source->file, '/');
    size_t folder = path[0] == '/' || slash == NULL ? 0 : (size_t)(slash - source->file) + 1;
    char *joined = base_take(arena, folder + strlen(path) + 1, 1);
    if (joined == NULL)
        return NULL;
    memcpy(joined, source->file, folder);
    memcpy(joined + folder, path, strlen(path) + 1);
    return joined;
}

static wyrm_source *open_named(const wyrm_extender *extender, const wyrm_raw *raw, int order)
{
    const char *text = NULL;
    size_t length = 0;
    char quote[WYRM_QUOTE_MAX];
    if (extender->find == NULL || !extender->find(raw->text, &text, &length, extender->context)) {
        wyrm_fault(extender->faults, &raw->place, WYRM_ERROR_RULESET,
                   "a path has a '/' in it or ends in .yaml", "no ruleset is named '%s'",
                   wyrm_quote(raw->text, quote));
        return NULL;
    }
    if (length > WYRM_RULESET_MAX_BYTES) {
        wyrm_fault(extender->faults, &raw->place, WYRM_ERROR_LIMIT, NULL,
                   "the ruleset '%s' is larger than %zu bytes", wyrm_quote(raw->text, quote),
                   WYRM_RULESET_MAX_BYTES);
        return NULL;
    }
    wyrm_source *source = wyrm_source_new(extender->arena, raw->text, text, length, order);
    if (source == NULL)
        return run_out(extender);
    source->named = true;
    return source;
}

static wyrm_source *open_path(const wyrm_extender *extender, const wyrm_source *from,
                              const wyrm_raw *raw, int order)
{
    char *path = path_from(extender->arena, from, raw->text);
    if (path == NULL)
        return run_out(extender);
    wyrm_source *source = NULL;
    wyrm_error error;
    wyrm_status status = wyrm_source_read(extender->arena, path, true, order, &source, &error);
    if (status == WYRM_OK)
        return source;
    char quote[WYRM_QUOTE_MAX];
    if (status == WYRM_ERROR_MEMORY)
        return run_out(extender);
    wyrm_fault(extender->faults, &raw->place, status, NULL, "cannot read '%s': %s",
               wyrm_quote(path, quote), error.message);
    return NULL;
}

static bool same_source(const wyrm_source *a, const wyrm_source *b)
{
    if (a->inode != 0 && b->inode != 0)
        return a->inode == b->inode && a->device == b->device;
    return a->named == b->named && strcmp(a->file, b->file) == 0;
}

/* Whether a source is in the chain already: files that extend each other in a circle. */
static bool closes_circle(const wyrm_extender *extender, const wyrm_link *chain, int count,
                          const wyrm_source *source, const wyrm_raw *raw)
{
    for (int i = 0; i < count; i++) {
        if (!same_source(chain[i].source, source))
            continue;
        char quote[WYRM_QUOTE_MAX];
        wyrm_fault(extender->faults, &raw->place, WYRM_ERROR_RULESET, NULL,
                   i + 1 == count ? "'%s' extends itself"
                                  : "'%s' extends itself through other files",
                   wyrm_quote(source->file, quote));
        return true;
    }
    return false;
}

/* Reads the chain into chain[WYRM_RULESET_MAX_EXTENDS], the extending file first; 0: it cannot be.
 */
static int read_chain(const wyrm_extender *extender, const wyrm_source *source, wyrm_link *chain)
{
    chain[0] = (wyrm_link){source, read_source(extender, source)};
    int count = 1;
    while (chain[count - 1].root != NULL) {
        const wyrm_link *last = &chain[count - 1];
        const wyrm_raw *raw = extends_of(extender, last->root);
        if (raw == NULL)
            return count;
        if (count == WYRM_RULESET_MAX_EXTENDS) {
            wyrm_fault(extender->faults, &raw->place, WYRM_ERROR_LIMIT, NULL,
                       "more than %d files in a chain of 'extends'", WYRM_RULESET_MAX_EXTENDS);
            return 0;
        }
        wyrm_source *next = is_path(raw->text) ? open_path(extender, last->source, raw, count)
                                               : open_named(extender, raw, count);
        if (next == NULL || closes_circle(extender, chain, count, next, raw))
            return 0;
        chain[count] = (wyrm_link){next, read_source(extender, next)};
        count++;
    }
    return 0;
}

static bool put(const wyrm_extender *extender, wyrm_raw *to, const wyrm_raw *from, size_t index,
                wyrm_raw *item)
{
    if (wyrm_raw_put(extender->arena, to, from->keys.names[index], from->key_places[index], item))
        return true;
    return run_out(extender) != NULL;
}

static wyrm_raw *merge(const wyrm_extender *extender, const wyrm_raw *base, const wyrm_raw *over);

/* What `over` makes of the member `index` of `base`; false: out of memory. */
static bool merge_member(const wyrm_extender *extender, const wyrm_raw *base, size_t index,
                         const wyrm_raw *over, wyrm_raw *out)
{
    wyrm_raw *inherited = base->items[index];
    size_t at = wyrm_keys_find(&over->keys, base->keys.names[index]);
    if (at == WYRM_KEYS_NONE)
        return put(extender, out, base, index, inherited);
    wyrm_raw *item = over->items[at];
    if (wyrm_raw_is_null(item))
        return true;
    if (item->kind == WYRM_RAW_MAPPING && inherited->kind == WYRM_RAW_MAPPING)
        item = merge(extender, inherited, item);
    return item != NULL && put(extender, out, over, at, item);
}

static void report_nothing_to_remove(const wyrm_extender *extender, const wyrm_raw *base,
                                     const wyrm_raw *over, size_t index)
{
    char hint[WYRM_ERROR_HINT_MAX], quote[WYRM_QUOTE_MAX];
    const char *key = over->keys.names[index];
    if (wyrm_faults_full(extender->faults) ||
        wyrm_did_you_mean(key, base->keys.names, base->count, hint) == NULL)
        hint[0] = '\0';
    wyrm_fault(extender->faults, &over->key_places[index], WYRM_ERROR_RULESET, hint,
               "no inherited key '%s' to remove", wyrm_quote(key, quote));
}

static wyrm_raw *merge(const wyrm_extender *extender, const wyrm_raw *base, const wyrm_raw *over)
{
    wyrm_raw *out = wyrm_raw_new(extender->arena, WYRM_RAW_MAPPING, over->place);
    if (out == NULL)
        return run_out(extender);
    for (size_t i = 0; i < base->count; i++)
        if (!merge_member(extender, base, i, over, out))
            return NULL;
    for (size_t i = 0; i < over->count; i++) {
        if (wyrm_keys_find(&base->keys, over->keys.names[i]) != WYRM_KEYS_NONE)
            continue;
        if (wyrm_raw_is_null(over->items[i]))
            report_nothing_to_remove(extender, base, over, i);
        else if (!put(extender, out, over, i, over->items[i]))
            return NULL;
    }
    return out;
}

/* The name of the model that a tree gives to a section: NULL where it gives none. */
static const char *model_of(const wyrm_raw *root, const char *section)
{
    const wyrm_raw *raw = wyrm_raw_get(wyrm_raw_get(root, "models"), section);
    return raw != NULL && raw->kind == WYRM_RAW_SCALAR ? raw->text : NULL;
}

static bool changes_model(const wyrm_section *section, const wyrm_raw *base, const wyrm_raw *over)
{
    const char *now = model_of(over, section->field.name);
    const char *before = model_of(base, section->field.name);
    if (before == NULL)
        before = section->fallback_model;
    return section->models != NULL && now != NULL && before != NULL && strcmp(now, before) != 0 &&
           wyrm_find_model(section, now) != NULL;
}

/* Whether a key of the inherited root is left out: what only the file itself can say, and the
 * sections of models that are no longer chosen. */
static bool is_left_behind(const wyrm_extender *extender, const wyrm_raw *base,
                           const wyrm_raw *over, const char *key)
{
    for (const wyrm_field *row = wyrm_common_rows; row->kind != WYRM_KIND_END; row++)
        if (strcmp(row->name, key) == 0)
            return true;
    size_t index = wyrm_find_section(extender->schema, key);
    return index < extender->schema->count &&
           changes_model(&extender->schema->sections[index], base, over);
}

static wyrm_raw *inherited_part(const wyrm_extender *extender, const wyrm_raw *base,
                                const wyrm_raw *over)
{
    wyrm_raw *out = wyrm_raw_new(extender->arena, WYRM_RAW_MAPPING, base->place);
    if (out == NULL)
        return run_out(extender);
    for (size_t i = 0; i < base->count; i++)
        if (!is_left_behind(extender, base, over, base->keys.names[i]) &&
            !put(extender, out, base, i, base->items[i]))
            return NULL;
    return out;
}

/* The file without an `extends` that was refused, which is then told once. */
static wyrm_raw *without_extends(const wyrm_extender *extender, const wyrm_raw *root)
{
    wyrm_raw *out = wyrm_raw_new(extender->arena, WYRM_RAW_MAPPING, root->place);
    if (out == NULL)
        return run_out(extender);
    for (size_t i = 0; i < root->count; i++)
        if (strcmp(root->keys.names[i], "extends") != 0 &&
            !put(extender, out, root, i, root->items[i]))
            return NULL;
    return out;
}

/* Reads the source and what it extends, checks that they are text, and merges them. NULL where
 * something cannot be read; `faults` has then grown, and may have grown else. */
static wyrm_raw *wyrm_extend(const wyrm_extender *extender, const wyrm_source *source)
{
    wyrm_link chain[WYRM_RULESET_MAX_EXTENDS];
    int count = read_chain(extender, source, chain);
    if (count == 0)
        return NULL;
    wyrm_raw *tree = without_extends(extender, chain[count - 1].root);
    for (int i = count - 1; tree != NULL && i-- > 0;) {
        const wyrm_raw *base = inherited_part(extender, tree, chain[i].root);
        tree = base == NULL ? NULL : merge(extender, base, chain[i].root);
    }
    return tree;
}

/* The models that a raw tree names, by section; NULL where it names none that there is. */
static const wyrm_model **choose_models(const wyrm_schema *schema, const wyrm_raw *root,
                                        base_arena *arena)
{
    const wyrm_model **chosen = base_take(arena, schema->count, sizeof *chosen);
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

/* Over what the ruleset says: a key that joins the schema with a default changes no hash. */
static bool set_hash(wyrm_ruleset *ruleset)
{
    wyrm_text text = {0};
    wyrm_dump_said(&ruleset->root, &text);
    size_t length = text.length;
    char *said = wyrm_text_steal(&text);
    if (said == NULL)
        return false;
    unsigned long long hash = XXH3_64bits(said, length);
    snprintf(ruleset->hash, sizeof ruleset->hash, "%016llx", hash);
    wyrm_free(said);
    return true;
}

/* Fills the ruleset from its merged raw tree. Whatever is wrong goes to `faults`. */
static void build(wyrm_ruleset *ruleset, const wyrm_raw *raw, wyrm_faults *faults)
{
    wyrm_field *root = base_take(&ruleset->arena, 1, sizeof *root);
    ruleset->models = choose_models(ruleset->schema, raw, &ruleset->arena);
    if (root == NULL || ruleset->models == NULL ||
        !wyrm_compose_root(ruleset->schema, ruleset->models, &ruleset->arena, root)) {
        wyrm_fault_memory(faults);
        return;
    }
    wyrm_checker checker = {.schema = ruleset->schema,
                            .chosen = ruleset->models,
                            .arena = &ruleset->arena,
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
                              .arena = &ruleset->arena,
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
    wyrm_ruleset *ruleset = base_zeroed(1, sizeof *ruleset);
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
        ruleset == NULL ? NULL : wyrm_source_new(&ruleset->arena, file, text, length, 0);
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
    wyrm_status status = wyrm_source_read(&ruleset->arena, path, false, 0, &source, &error);
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
    base_release(&ruleset->arena);
    wyrm_free(ruleset);
}
