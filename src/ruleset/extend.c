/* `extends`: finding, reading and merging.
 *
 * Mappings are merged key by key, whatever the schema says of them; lists, tables and single values
 * are replaced; `~` removes what is inherited. A section whose model the extending file changes is
 * not inherited: its numbers belong to another model.
 */
#include "ruleset/extend.h"

#include "ruleset/compose.h"
#include "ruleset/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    wyrm_raw *root = wyrm_document_read(source, extender->region, extender->faults);
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
static char *path_from(wyrm_region *region, const wyrm_source *source, const char *path)
{
    const char *slash = source->named ? NULL : strrchr(source->file, '/');
    size_t folder = path[0] == '/' || slash == NULL ? 0 : (size_t)(slash - source->file) + 1;
    char *joined = wyrm_region_take(region, folder + strlen(path) + 1, 1);
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
    wyrm_source *source = wyrm_source_new(extender->region, raw->text, text, length, order);
    if (source == NULL)
        return run_out(extender);
    source->named = true;
    return source;
}

static wyrm_source *open_path(const wyrm_extender *extender, const wyrm_source *from,
                              const wyrm_raw *raw, int order)
{
    char *path = path_from(extender->region, from, raw->text);
    if (path == NULL)
        return run_out(extender);
    wyrm_source *source = NULL;
    wyrm_error error;
    wyrm_status status = wyrm_source_read(extender->region, path, true, order, &source, &error);
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
    if (wyrm_raw_put(extender->region, to, from->keys.names[index], from->key_places[index], item))
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
    wyrm_raw *out = wyrm_raw_new(extender->region, WYRM_RAW_MAPPING, over->place);
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
    wyrm_raw *out = wyrm_raw_new(extender->region, WYRM_RAW_MAPPING, base->place);
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
    wyrm_raw *out = wyrm_raw_new(extender->region, WYRM_RAW_MAPPING, root->place);
    if (out == NULL)
        return run_out(extender);
    for (size_t i = 0; i < root->count; i++)
        if (strcmp(root->keys.names[i], "extends") != 0 &&
            !put(extender, out, root, i, root->items[i]))
            return NULL;
    return out;
}

wyrm_raw *wyrm_extend(const wyrm_extender *extender, const wyrm_source *source)
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
