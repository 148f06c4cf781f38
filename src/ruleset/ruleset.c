/* Reading a ruleset: the files that it is made of, merged, checked and hashed.
 *
 * A file may extend another, which may extend a third. The chain is read first, then merged from
 * its end: mappings key by key, whatever the schema says of them; lists, tables and single values
 * are replaced; `~` removes what is inherited. A section whose model the extending file changes is
 * not inherited: its numbers belong to another model. What comes out is one raw tree, in which
 * every node still knows its own file, so that an error points to where it was written. Rows,
 * values and hash follow from that tree alone.
 * 
 */
#include "ruleset/internal.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

/* What one reading works with. */
typedef struct reading {
    const wyrm_schema *schema;
    wyrm_find_ruleset *find; /* may be NULL */
    void *context;
    const char *file; /* a path; of what is read from memory the name that errors show */
    const char *text; /* NULL: the file is to be read */
    size_t length;
    wyrm_errors *errors;
    base_arena *arena;
    wyrm_diagnostics diagnostics;
} reading;

/* One file of the chain. */
typedef struct chain_link {
    const wyrm_source *source;
    const wyrm_raw *root;
} chain_link;

/* ---- the chain ---- */

bool wyrm_extends_nothing(const char *name, const char **text, size_t *length, void *context)
{
    (void)name;
    (void)text;
    (void)length;
    (void)context;
    return false;
}

/* The tree of one file, a mapping; NULL: there is none (reported). */
static wyrm_raw *read_tree(reading *read, const wyrm_source *source)
{
    wyrm_raw *root = wyrm_document_read(source, read->arena, &read->diagnostics);
    if (root == NULL || root->kind == WYRM_RAW_MAPPING)
        return root;
    char found[WYRM_FOUND_MAX];
    wyrm_place start = {.source = source, .line = 1, .column = 1, .length = 1};
    if (wyrm_raw_is_nothing(root))
        wyrm_diagnose(&read->diagnostics, &start, WYRM_ERROR_RULESET, NULL, "the file is empty");
    else
        wyrm_diagnose(&read->diagnostics, &root->place, WYRM_ERROR_RULESET, NULL,
                      "a ruleset is a mapping of keys, found %s", wyrm_raw_describe(root, found));
    return NULL;
}

static bool is_path(const char *text)
{
    size_t length = strlen(text);
    return strchr(text, '/') != NULL || (length >= 5 && strcmp(text + length - 5, ".yaml") == 0) ||
           (length >= 4 && strcmp(text + length - 4, ".yml") == 0);
}

/* What a file extends by name; NULL: nothing is called so (reported). */
static wyrm_source *open_named(reading *read, const wyrm_raw *raw, int order)
{
    const char *text = NULL;
    size_t length = 0;
    char quote[WYRM_QUOTE_MAX];
    wyrm_quote(raw->text, quote);
    if (read->find == NULL || !read->find(raw->text, &text, &length, read->context)) {
        wyrm_diagnose(&read->diagnostics, &raw->place, WYRM_ERROR_RULESET,
                      "a path has a '/' in it or ends in .yaml", "no ruleset is named '%s'", quote);
        return NULL;
    }
    if (length > WYRM_RULESET_MAX_BYTES) {
        wyrm_diagnose(&read->diagnostics, &raw->place, WYRM_ERROR_LIMIT, NULL,
                      "the ruleset '%s' is larger than %zu bytes", quote, WYRM_RULESET_MAX_BYTES);
        return NULL;
    }
    wyrm_source *source = wyrm_source_new(read->arena, raw->text, text, length, order);
    source->named = true;
    return source;
}

/* What it extends by a path, relative to the folder of the file that the path stands in. */
static wyrm_source *open_path(reading *read, const wyrm_source *from, const wyrm_raw *raw,
                              int order)
{
    const char *slash = from->named ? NULL : strrchr(from->file, '/');
    size_t folder = raw->text[0] == '/' || slash == NULL ? 0 : (size_t)(slash - from->file) + 1;
    char *path = base_array(read->arena, char, folder + strlen(raw->text) + 1);
    memcpy(path, from->file, folder);
    memcpy(path + folder, raw->text, strlen(raw->text) + 1);
    wyrm_source *source = NULL;
    wyrm_error error;
    char quote[WYRM_QUOTE_MAX];
    wyrm_status status = wyrm_source_read(read->arena, path, true, order, &source, &error);
    if (status != WYRM_OK)
        wyrm_diagnose(&read->diagnostics, &raw->place, status, NULL, "cannot read '%s': %s",
                      wyrm_quote(path, quote), error.message);
    return source;
}

static bool same_source(const wyrm_source *a, const wyrm_source *b)
{
    if (a->inode != 0 && b->inode != 0)
        return a->inode == b->inode && a->device == b->device;
    return a->named == b->named && strcmp(a->file, b->file) == 0;
}

/* Opens what the last file of the chain extends; NULL: it cannot be (reported). */
static wyrm_source *open_next(reading *read, const chain_link *chain, int count,
                              const wyrm_raw *raw)
{
    char quote[WYRM_QUOTE_MAX];
    if (count == WYRM_RULESET_MAX_EXTENDS) {
        wyrm_diagnose(&read->diagnostics, &raw->place, WYRM_ERROR_LIMIT, NULL,
                      "more than %d files in a chain of 'extends'", WYRM_RULESET_MAX_EXTENDS);
        return NULL;
    }
    wyrm_source *next = is_path(raw->text) ? open_path(read, chain[count - 1].source, raw, count)
                                           : open_named(read, raw, count);
    for (int i = 0; next != NULL && i < count; i++)
        if (same_source(chain[i].source, next)) {
            wyrm_diagnose(&read->diagnostics, &raw->place, WYRM_ERROR_RULESET, NULL,
                          i + 1 == count ? "'%s' extends itself"
                                         : "'%s' extends itself through other files",
                          wyrm_quote(next->file, quote));
            return NULL;
        }
    return next;
}

/* Reads the chain into chain[WYRM_RULESET_MAX_EXTENDS], the extending file first; 0: it cannot be.
 */
static int read_chain(reading *read, const wyrm_source *source, chain_link *chain)
{
    for (int count = 0; source != NULL;) {
        const wyrm_raw *root = read_tree(read, source);
        chain[count++] = (chain_link){source, root};
        if (root == NULL)
            return 0;
        const wyrm_raw *raw = wyrm_raw_get(root, "extends");
        if (raw == NULL)
            return count;
        if (raw->kind != WYRM_RAW_SCALAR || raw->text[0] == '\0' || wyrm_raw_is_null(raw)) {
            char found[WYRM_FOUND_MAX];
            wyrm_diagnose(&read->diagnostics, &raw->place, WYRM_ERROR_RULESET, NULL,
                          "expected the name or path of a ruleset, found %s",
                          wyrm_raw_describe(raw, found));
            return count;
        }
        if (read->find == wyrm_extends_nothing) {
            wyrm_diagnose(&read->diagnostics, &raw->place, WYRM_ERROR_RULESET, NULL,
                          "these rules stand alone: they cannot extend others");
            return 0;
        }
        source = open_next(read, chain, count, raw);
    }
    return 0;
}

/* ---- merging ---- */

static wyrm_raw *merge(reading *read, const wyrm_raw *base, const wyrm_raw *over)
{
    wyrm_raw *out = wyrm_raw_new(read->arena, WYRM_RAW_MAPPING, over->place);
    for (size_t i = 0; i < base->count; i++) {
        const char *key = base->keys.names[i];
        size_t at = wyrm_keys_find(&over->keys, key);
        wyrm_raw *inherited = base->items[i];
        wyrm_raw *item = at == WYRM_KEYS_NONE ? inherited : over->items[at];
        if (at != WYRM_KEYS_NONE && wyrm_raw_is_null(item))
            continue;
        if (at != WYRM_KEYS_NONE && item->kind == WYRM_RAW_MAPPING &&
            inherited->kind == WYRM_RAW_MAPPING)
            item = merge(read, inherited, item);
        wyrm_raw_put(read->arena, out, key,
                     at == WYRM_KEYS_NONE ? base->key_places[i] : over->key_places[at], item);
    }
    for (size_t i = 0; i < over->count; i++) {
        const char *key = over->keys.names[i];
        char hint[WYRM_ERROR_HINT_MAX] = "", quote[WYRM_QUOTE_MAX];
        if (wyrm_keys_find(&base->keys, key) != WYRM_KEYS_NONE)
            continue;
        if (!wyrm_raw_is_null(over->items[i])) {
            wyrm_raw_put(read->arena, out, key, over->key_places[i], over->items[i]);
            continue;
        }
        if (!wyrm_diagnostics_full(&read->diagnostics))
            (void)wyrm_did_you_mean(key, base->keys.names, base->count, hint);
        wyrm_diagnose(&read->diagnostics, &over->key_places[i], WYRM_ERROR_RULESET, hint,
                      "no inherited key '%s' to remove", wyrm_quote(key, quote));
    }
    return out;
}

/* The name of the model that a tree gives to a section; NULL where it gives none. */
static const char *model_named(const wyrm_raw *root, const char *section)
{
    const wyrm_raw *raw = wyrm_raw_get(wyrm_raw_get(root, "models"), section);
    return raw != NULL && raw->kind == WYRM_RAW_SCALAR ? raw->text : NULL;
}

/* Whether a key of the inherited root is left out: what only the file itself can say, and the
 * section of a model that `over` replaces by another. */
static bool is_left_behind(const reading *read, const wyrm_raw *base, const wyrm_raw *over,
                           const char *key)
{
    if (wyrm_find_row(wyrm_common_rows, key) != NULL)
        return true;
    size_t index = wyrm_find_section(read->schema, key);
    if (index == read->schema->count)
        return false;
    const wyrm_section *section = &read->schema->sections[index];
    const char *now = model_named(over, key), *before = model_named(base, key);
    if (before == NULL)
        before = section->fallback_model;
    return now != NULL && before != NULL && strcmp(now, before) != 0 &&
           wyrm_find_model(section, now) != NULL;
}

/* The source and all that it extends as one tree; NULL where something cannot be read (reported).
 * An `extends` that was refused is left out: it has been told once. */
static const wyrm_raw *read_merged(reading *read, const wyrm_source *source)
{
    chain_link chain[WYRM_RULESET_MAX_EXTENDS];
    int count = read_chain(read, source, chain);
    const wyrm_raw *tree = NULL;
    for (int i = count; i-- > 0;) {
        const wyrm_raw *base = tree != NULL ? tree : chain[i].root;
        wyrm_raw *kept = wyrm_raw_new(read->arena, WYRM_RAW_MAPPING, base->place);
        for (size_t k = 0; k < base->count; k++) {
            const char *key = base->keys.names[k];
            if (tree != NULL ? !is_left_behind(read, base, chain[i].root, key)
                             : strcmp(key, "extends") != 0)
                wyrm_raw_put(read->arena, kept, key, base->key_places[k], base->items[k]);
        }
        tree = tree != NULL ? merge(read, kept, chain[i].root) : kept;
    }
    return tree;
}

/* ---- the ruleset ---- */

/* The models that a raw tree names, by section; NULL where it names none that there is. */
static const wyrm_model **choose_models(const wyrm_schema *schema, const wyrm_raw *root,
                                        base_arena *arena)
{
    const wyrm_model **chosen = base_array(arena, const wyrm_model *, schema->count);
    for (size_t i = 0; i < schema->count; i++) {
        const wyrm_section *section = &schema->sections[i];
        const char *name = section->field.name;
        bool said = wyrm_raw_get(wyrm_raw_get(root, "models"), name) != NULL;
        const char *model = said ? model_named(root, name) : section->fallback_model;
        chosen[i] = model != NULL ? wyrm_find_model(section, model) : NULL;
    }
    return chosen;
}

/* Over what the ruleset says: a key that joins the schema with a default changes no hash. */
static void set_hash(wyrm_ruleset *ruleset, base_arena *arena)
{
    wyrm_text text = {0};
    wyrm_dump_said(&ruleset->root, &text);
    bool failed = text.failed;
    unsigned long long hash = failed ? 0 : XXH3_64bits(text.bytes, text.length);
    wyrm_text_drop(&text);
    if (failed)
        base_must(arena, wyrm_fail(&arena->error, WYRM_ERROR_MEMORY, "out of memory"));
    snprintf(ruleset->hash, sizeof ruleset->hash, "%016llx", hash);
}

/* The job: fills *result, or ends with what was found first once all has been told. */
static void make(base_arena *arena, void *result, void *context)
{
    reading *read = context;
    wyrm_ruleset *ruleset = result;
    wyrm_source *source;
    read->arena = read->diagnostics.arena = arena;
    if (read->text != NULL)
        source = wyrm_source_new(arena, read->file, read->text, read->length, 0);
    else
        base_must(arena, wyrm_source_read(arena, read->file, false, 0, &source, &arena->error));
    ruleset->schema = read->schema;
    const wyrm_raw *raw = read_merged(read, source);
    if (raw != NULL) {
        ruleset->models = choose_models(read->schema, raw, arena);
        wyrm_check_root(read->schema, ruleset->models, arena, &read->diagnostics, raw,
                        &ruleset->root);
    }
    if (read->diagnostics.total > 0) {
        wyrm_diagnostics_tell(&read->diagnostics, read->errors);
        base_fail(arena, read->diagnostics.first);
    }
    set_hash(ruleset, arena);
}

static wyrm_status read_ruleset(reading *read, wyrm_ruleset **out)
{
    wyrm_error error = {.code = WYRM_OK};
    wyrm_status status = WYRM_ERROR_LIMIT;
    *out = NULL;
    if (read->length > WYRM_RULESET_MAX_BYTES)
        wyrm_fail(&error, status, "the file is larger than %zu bytes", WYRM_RULESET_MAX_BYTES);
    else
        status = base_make(sizeof **out, make, read, out, &error);
    if (status == WYRM_OK || error.code == WYRM_OK)
        return status;
    /* About the file as a whole. */
    wyrm_error told;
    wyrm_fail(&told, status, "%s%s", status == WYRM_ERROR_IO ? "cannot be read: " : "",
              error.message);
    told.length = 1;
    wyrm_utf8_copy(told.file, sizeof told.file, read->file);
    wyrm_errors_add(read->errors, &told);
    return status;
}

wyrm_status wyrm_ruleset_parse(const wyrm_schema *schema, const char *file, const char *text,
                               size_t length, wyrm_find_ruleset *find, void *context,
                               wyrm_ruleset **out, wyrm_errors *errors)
{
    reading read = {.schema = schema,
                    .find = find,
                    .context = context,
                    .file = file,
                    .text = text,
                    .length = length,
                    .errors = errors};
    return read_ruleset(&read, out);
}

wyrm_status wyrm_ruleset_read(const wyrm_schema *schema, const char *path, wyrm_find_ruleset *find,
                              void *context, wyrm_ruleset **out, wyrm_errors *errors)
{
    reading read = {
        .schema = schema, .find = find, .context = context, .file = path, .errors = errors};
    return read_ruleset(&read, out);
}

void wyrm_ruleset_free(wyrm_ruleset *ruleset)
{
    base_unmake(ruleset);
}
