/* Reading a ruleset: the files that it is made of, merged, checked and hashed; and writing it.
 *
 * A file may extend another, which may extend a third. The chain is read first, then merged from
 * its end: mappings key by key, whatever the schema says of them; lists, tables and single values
 * are replaced; `~` removes an inherited key. A section whose model the extending file changes is
 * not inherited: its numbers belong to another model. Targets are claims about another game: they
 * are inherited only if the file asks for them (`inherit: [targets]`). The result is one raw tree,
 * in which every node still knows its own file, so that an error points to where it was written.
 * Rows, values and hash follow from that tree alone. A fault after which nothing can be read jumps
 * out of all this.
 *
 * A ruleset is written as YAML that gives every value, in only one possible way: for people, and
 * for the hash (there without defaults of the schema). So the order is that of the schema, numbers
 * are the shortest that read back, and nothing depends on the layout of a file. */
#include "ruleset/internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

/* The state of one reading. */
typedef struct reading {
    const wyrm_schema *schema;
    wyrm_find_ruleset *find; /* may be NULL */
    void *context;
    wyrm_errors *errors;
    const char *file;    /* a path; for text from memory the name that errors show */
    const char *text;    /* NULL: read the file */
    const char *allowed; /* a folder whose files may be extended from anywhere; may be NULL */
    size_t length;
    base_arena *arena;
    wyrm_ruleset *ruleset; /* the result */
    const raw_node *left;  /* an empty mapping, in place of sections that a file does not ask for */
    diagnostics found;
} reading;

/* ---- the chain ---- */

/* Returns the member under a key; NULL: none, or not a mapping. */
static raw_node *raw_get(const raw_node *raw, const char *key)
{
    if (raw == NULL || raw->kind != RAW_MAPPING)
        return NULL;
    size_t index = rs_find_key(&raw->keys, key);
    return index == KEYS_NONE ? NULL : raw->items[index];
}

bool wyrm_extends_nothing(const char *name, const char **text, size_t *length, void *context)
{
    (void)name;
    (void)text;
    (void)length;
    (void)context;
    return false;
}

/* Whether a path could leave its folder, judged by its words alone. */
static bool leads_out(const char *path)
{
    for (const char *part = path; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            return true;
    }
    return path[0] == '/';
}

/* Whether a file may extend a path. A stranger's ruleset opens nothing outside of its folder, as
 * errors would quote lines of any file. A missing file is reported as missing only inside. */
static bool may_extend(const reading *read, const char *name, const char *path, const char *home)
{
    struct stat found;
    return base_lies_in(path, home) ||
           (read->allowed != NULL && base_lies_in(path, read->allowed)) ||
           (!leads_out(name) && lstat(path, &found) != 0);
}

/* Opens the file that another one extends: a name that `find` knows, or a path, which has a '/' in
 * it or ends in .yaml or .yml and is relative to the folder of the file that names it. */
static rs_file *open_extended(reading *read, const rs_file *from, const raw_node *raw, int order)
{
    diagnostics *found = &read->found;
    const char *name = raw->text, *text = NULL;
    size_t size = strlen(name), length = 0;
    char quote[QUOTE_MAX], *home;
    rs_file *source = NULL;
    if (strchr(name, '/') == NULL && (size < 5 || strcmp(name + size - 5, ".yaml") != 0) &&
        (size < 4 || strcmp(name + size - 4, ".yml") != 0)) {
        rs_quote(name, quote);
        if (read->find == NULL || !read->find(name, &text, &length, read->context)) {
            const char *hint = "a path has a '/' in it or ends in .yaml";
            rs_stop(found, &raw->position, WYRM_ERROR_RULESET,
                    text != NULL ? base_say(read->arena, "did you mean '%s'? %s", text, hint)
                                 : hint,
                    "no ruleset is named '%s'", quote);
        }
        if (length > WYRM_RULESET_MAX_BYTES)
            rs_stop(found, &raw->position, WYRM_ERROR_LIMIT, NULL,
                    "the ruleset '%s' is larger than %zu bytes", quote, WYRM_RULESET_MAX_BYTES);
        source = rs_source(found, name, text, length, order);
        source->named = true;
        return source;
    }
    const char *path = rs_beside(read->arena, from, name, &home);
    if (!may_extend(read, name, path, home))
        rs_stop(found, &raw->position, WYRM_ERROR_RULESET,
                "--allow-path FOLDER lets in the files of another folder",
                "'%s' is outside of the folder of this file", rs_quote(name, quote));
    wyrm_error error;
    wyrm_status status = rs_read_file(found, path, true, order, &source, &error);
    if (status != WYRM_OK)
        rs_stop(found, &raw->position, status, NULL, "cannot read '%s': %s", rs_quote(path, quote),
                error.message);
    return source;
}

/* Reads the roots of the chain into chain[WYRM_RULESET_MAX_EXTENDS], that of the extending file
 * first; returns how many there are. */
static int read_chain(reading *read, const rs_file *source, const raw_node **chain)
{
    diagnostics *found = &read->found;
    char quote[QUOTE_MAX], words[RAW_WORDS_MAX];
    for (int count = 0;;) {
        const raw_node *root = raw_read(source, read->arena, found);
        const rs_position start = {.source = source, .line = 1, .column = 1, .length = 1};
        if (raw_is_nothing(root))
            rs_stop(found, &start, WYRM_ERROR_RULESET, NULL, "the file is empty");
        if (root->kind != RAW_MAPPING)
            rs_stop(found, &root->position, WYRM_ERROR_RULESET, NULL,
                    "a ruleset is a mapping of keys, found %s", raw_words(root, words));
        chain[count++] = root;
        const raw_node *raw = raw_get(root, "extends");
        if (raw == NULL)
            return count;
        if (raw->kind != RAW_SCALAR || raw->text[0] == '\0' || raw_is_null(raw)) {
            rs_diagnose(found, &raw->position, WYRM_ERROR_RULESET, NULL,
                        "expected the name or path of a ruleset, found %s", raw_words(raw, words));
            return count;
        }
        if (read->find == wyrm_extends_nothing)
            rs_stop(found, &raw->position, WYRM_ERROR_RULESET, NULL,
                    "these rules stand alone: they cannot extend others");
        if (count == WYRM_RULESET_MAX_EXTENDS)
            rs_stop(found, &raw->position, WYRM_ERROR_LIMIT, NULL,
                    "more than %d files in a chain of 'extends'", WYRM_RULESET_MAX_EXTENDS);
        source = open_extended(read, source, raw, count);
        for (int i = 0; i < count; i++) {
            const rs_file *one = chain[i]->position.source;
            bool on_disk = one->inode != 0 && source->inode != 0;
            if (on_disk ? one->inode == source->inode && one->device == source->device
                        : one->named == source->named && strcmp(one->file, source->file) == 0)
                rs_stop(found, &raw->position, WYRM_ERROR_RULESET, NULL,
                        i + 1 == count ? "'%s' extends itself"
                                       : "'%s' extends itself through other files",
                        rs_quote(source->file, quote));
        }
    }
}

/* ---- merging ---- */

/* Returns the name of the model that a tree gives to a section; NULL if it gives none. */
static const char *model_named(const raw_node *root, const char *section)
{
    const raw_node *raw = raw_get(raw_get(root, "models"), section);
    return raw != NULL && raw->kind == RAW_SCALAR ? raw->text : NULL;
}

static const wyrm_model *find_model(const wyrm_section *section, const char *name)
{
    for (size_t i = 0; section->models != NULL && section->models[i] != NULL; i++)
        if (strcmp(section->models[i]->name, name) == 0)
            return section->models[i];
    return NULL;
}

/* Whether a key of the inherited root is dropped: keys that only the file itself can give, and the
 * section of a model that `over` replaces by another, or removes. */
static bool is_left_behind(const reading *read, const raw_node *base, const raw_node *over,
                           const char *key)
{
    if (rs_find_row(rs_common_rows, key) != NULL)
        return true;
    size_t index = rs_find_section(read->schema, key);
    if (index == read->schema->count)
        return false;
    const wyrm_section *section = &read->schema->sections[index];
    const raw_node *said = raw_get(raw_get(over, "models"), key);
    const bool removed = said != NULL && raw_is_null(said);
    if (removed && section->optional)
        return true;
    const char *now = removed ? section->default_model : model_named(over, key);
    const char *before = model_named(base, key);
    if (before == NULL)
        before = section->default_model;
    return now != NULL && before != NULL && strcmp(now, before) != 0 &&
           find_model(section, now) != NULL;
}

/* Whether `over`, which extends another file, asks for a section. */
static bool asks_for(const raw_node *over, const char *section)
{
    const raw_node *asked = raw_get(over, "inherit");
    for (size_t i = 0; asked != NULL && asked->kind == RAW_LIST && i < asked->count; i++)
        if (asked->items[i]->kind == RAW_SCALAR && strcmp(asked->items[i]->text, section) == 0)
            return true;
    return false;
}

/* Whether a section is inherited only if the extending file asks for it. */
static bool is_on_request(const char *section)
{
    const char *const *at = rs_find_row(rs_common_rows, "inherit")->fields->choices;
    while (*at != NULL && strcmp(*at, section) != 0)
        at++;
    return *at != NULL;
}

/* Reports all faults of `inherit`, which controls the merging and is no part of the tree. */
static void check_inherit(reading *read, const raw_node *root)
{
    diagnostics *found = &read->found;
    const raw_node *asked = raw_get(root, "inherit");
    char words[RAW_WORDS_MAX];
    if (asked == NULL)
        return;
    if (asked->kind != RAW_LIST)
        rs_diagnose(found, &asked->position, WYRM_ERROR_RULESET, "[targets]",
                    "'inherit' must be a list of sections, found %s", raw_words(asked, words));
    for (size_t i = 0; asked->kind == RAW_LIST && i < asked->count; i++)
        if (asked->items[i]->kind != RAW_SCALAR || !is_on_request(asked->items[i]->text))
            rs_diagnose(found, &asked->items[i]->position, WYRM_ERROR_RULESET,
                        "all other sections are inherited without being asked for",
                        "only 'targets' can stand in 'inherit', found %s",
                        raw_words(asked->items[i], words));
    if (raw_get(root, "extends") == NULL)
        rs_diagnose(found, &asked->position, WYRM_ERROR_RULESET, NULL,
                    "'inherit' is about what the file extends, and it extends nothing");
}

/* Returns a root without one of its keys. */
static raw_node *leave_out(reading *read, const raw_node *root, const char *key)
{
    raw_node *out = raw_new(read->arena, RAW_MAPPING, root->position);
    for (size_t i = 0; i < root->count; i++)
        if (strcmp(root->keys.names[i], key) != 0)
            raw_add(read->arena, out, root->keys.names[i], root->key_positions[i], root->items[i]);
    return out;
}

/* What two mappings are that are merged: targets have a way of their own. */
typedef enum { OF_FILES, OF_TARGETS, OF_REST } merged_part;

static raw_node *merge(reading *read, const raw_node *base, const raw_node *over, merged_part part);

/* Merges a target with the inherited one of its name. A target of another metric is another one.
 * What is wanted is said in one way: a new limit is no limit beside the old one, nor is it
 * tolerated what was tolerated of that. */
static raw_node *merge_target(reading *read, const raw_node *base, raw_node *over)
{
    static const char *const limits[] = {"range", "at_least", "at_most", "tolerated"};
    bool limited = false;
    if (raw_get(over, "metric") != NULL)
        return over;
    for (size_t i = 0; i < 3; i++)
        limited |= raw_get(over, limits[i]) != NULL;
    for (size_t i = 0; i < COUNT_OF(limits) && limited; i++)
        if (raw_get(over, limits[i]) == NULL)
            base = leave_out(read, base, limits[i]);
    return merge(read, base, over, OF_REST);
}

/* Merges two mappings: keys of `base` in their order, replaced by those of `over`, removed by a `~`
 * or merged if both are mappings; then the new keys. Reports a `~` that removes nothing. */
static raw_node *merge(reading *read, const raw_node *base, const raw_node *over, merged_part part)
{
    raw_node *out = raw_new(read->arena, RAW_MAPPING, over->position);
    for (size_t i = 0; i < base->count; i++) {
        const char *key = base->keys.names[i];
        size_t at = rs_find_key(&over->keys, key);
        raw_node *inherited = base->items[i], *item = at == KEYS_NONE ? inherited : over->items[at];
        if (at != KEYS_NONE && raw_is_null(item))
            continue;
        if (at != KEYS_NONE && item->kind == RAW_MAPPING && inherited->kind == RAW_MAPPING)
            item =
                part == OF_TARGETS
                    ? merge_target(read, inherited, item)
                    : merge(read, inherited, item,
                            part == OF_FILES && strcmp(key, "targets") == 0 ? OF_TARGETS : OF_REST);
        raw_add(read->arena, out, key,
                at == KEYS_NONE ? base->key_positions[i] : over->key_positions[at], item);
    }
    for (size_t i = 0; i < over->count; i++) {
        const char *key = over->keys.names[i];
        char hint[WYRM_ERROR_HINT_MAX] = "", quote[QUOTE_MAX];
        if (rs_find_key(&base->keys, key) != KEYS_NONE)
            continue;
        if (!raw_is_null(over->items[i])) {
            raw_add(read->arena, out, key, over->key_positions[i], over->items[i]);
            continue;
        }
        if (base == read->left)
            snprintf(hint, sizeof hint, "ask for them: inherit: [targets]");
        else if (!rs_full(&read->found))
            (void)rs_did_you_mean(key, base->keys.names, base->count, hint);
        rs_diagnose(&read->found, &over->key_positions[i], WYRM_ERROR_RULESET, hint,
                    "no inherited key '%s' to remove", rs_quote(key, quote));
    }
    return out;
}

/* Returns what a file inherits of the tree that it extends. */
static raw_node *inherited(reading *read, const raw_node *tree, const raw_node *file)
{
    raw_node *out = raw_new(read->arena, RAW_MAPPING, tree->position);
    for (size_t i = 0; i < tree->count; i++) {
        const char *key = tree->keys.names[i];
        raw_node *item = tree->items[i];
        if (is_left_behind(read, tree, file, key))
            continue;
        if (is_on_request(key) && !asks_for(file, key))
            read->left = item = raw_new(read->arena, RAW_MAPPING, item->position);
        raw_add(read->arena, out, key, tree->key_positions[i], item);
    }
    return out;
}

/* Returns the source and all that it extends as one tree. An `extends` that was refused is left
 * out: it has been reported. */
static const raw_node *read_merged(reading *read, const rs_file *source)
{
    const raw_node *chain[WYRM_RULESET_MAX_EXTENDS], *tree = NULL;
    for (int i = read_chain(read, source, chain); i-- > 0;) {
        check_inherit(read, chain[i]);
        const raw_node *said = leave_out(read, chain[i], "inherit");
        tree = tree == NULL ? leave_out(read, said, "extends")
                            : merge(read, inherited(read, tree, chain[i]), said, OF_FILES);
    }
    return tree;
}

/* ---- writing ---- */

/* Whether a text can be written as a block of lines and read back the same: its first line begins
 * with no blank, it ends with at most one line break, and it has no character that YAML does not
 * print. */
static bool is_block(const wyrm_value *value)
{
    const char *text = wyrm_value_text(value), *end = text + strlen(text);
    if (!value->field->lines || strchr(text, '\n') == NULL || strchr(" \t\n", text[0]) != NULL ||
        (end[-1] == '\n' && end[-2] == '\n'))
        return false;
    while (*text != '\0') {
        const bool is_break = *text == '\n';
        const uint32_t character = base_utf8_next(&text);
        if (!is_break &&
            (character == BASE_UTF8_NONE || character == 0xFEFF || base_utf8_steers(character)))
            return false;
    }
    return true;
}

/* `|` ends with one line break, `|-` with none. */
static void write_block(base_buffer *out, const char *text, size_t indent)
{
    const size_t length = strlen(text);
    base_buffer_append(out, text[length - 1] == '\n' ? "|\n" : "|-\n");
    for (size_t line; *text != '\0'; text += line + (text[line] == '\n')) {
        line = strcspn(text, "\n");
        base_buffer_append_repeat(out, ' ', line > 0 ? indent : 0);
        base_buffer_appendf(out, "%.*s\n", (int)line, text);
    }
}

/* Writes the members of a record, list or map. `started`: the indentation of the first is written
 * already, behind the dash of a list's element. `said`: without defaults of the schema. */
static void write_members(base_buffer *out, const wyrm_value *value, size_t indent, bool started,
                          bool said)
{
    bool list = value->field->kind == WYRM_KIND_LIST;
    for (size_t i = 0; i < value->count; i++) {
        const wyrm_value *item = &value->as.members.items[i];
        if (said && item->says_default)
            continue;
        if (i != 0 || !started)
            base_buffer_append_repeat(out, ' ', indent);
        base_buffer_appendf(out, "%s%s", item->key, list ? "-" : ":");
        if (wyrm_value_item(item, 0) == NULL) {
            base_buffer_append_char(out, ' ');
            if (!said && item->field->kind == WYRM_KIND_TEXT && is_block(item)) {
                write_block(out, wyrm_value_text(item), indent + 2);
                continue;
            }
            rs_write_inline(out, item);
            base_buffer_append_char(out, '\n');
            continue;
        }
        bool on_this_line = item->key[0] == '\0' && item->field->kind != WYRM_KIND_LIST;
        base_buffer_append_char(out, on_this_line ? ' ' : '\n');
        write_members(out, item, indent + 2, on_this_line, said);
    }
}

/* Appends the canonical dump of a ruleset, without `extends`, which is resolved. `said`: the text
 * that is hashed, without defaults of the schema, and without the keys that all rulesets have. */
static void write_ruleset(const wyrm_value *root, bool said, base_buffer *out)
{
    wyrm_value kept = *root;
    for (size_t i = 0; i < root->count; i++) {
        const char *key = root->as.members.items[i].key;
        if (said ? rs_find_row(rs_common_rows, key) != NULL : strcmp(key, "extends") == 0)
            continue;
        kept.as.members.items = &root->as.members.items[i];
        kept.count = 1;
        write_members(out, &kept, 0, false, said);
    }
}

wyrm_status wyrm_ruleset_dump(const wyrm_ruleset *ruleset, char **out, wyrm_error *error)
{
    base_buffer text = {0};
    write_ruleset(&ruleset->root, false, &text);
    return base_buffer_give(&text, out, error);
}

/* ---- the ruleset ---- */

/* The job that fills the ruleset; a fault after which nothing can be read ends it. */
static void read_all(base_arena *arena, void *context)
{
    reading *read = context;
    wyrm_ruleset *ruleset = read->ruleset;
    const wyrm_schema *schema = ruleset->schema = read->schema;
    rs_file *source;
    if (read->text != NULL)
        source = rs_source(&read->found, read->file, read->text, read->length, 0);
    else
        base_must(arena, rs_read_file(&read->found, read->file, false, 0, &source, &arena->error));
    const raw_node *root = read_merged(read, source);
    /* The models that the tree names, by section; NULL for none, or an unknown one. */
    ruleset->models = base_array(arena, const wyrm_model *, schema->count);
    for (size_t i = 0; i < schema->count; i++) {
        const wyrm_section *section = &schema->sections[i];
        const char *name = section->field.name;
        bool said = raw_get(raw_get(root, "models"), name) != NULL;
        const char *model = said ? model_named(root, name) : section->default_model;
        ruleset->models[i] = model != NULL ? find_model(section, model) : NULL;
    }
    rs_check(schema, ruleset->models, &read->found, root, &ruleset->root);
}

/* The job around it, which adds the hash. It covers what the ruleset gives: a new key of the schema
 * with a default changes no hash. */
static void make(base_arena *arena, void *result, void *context)
{
    reading *read = context;
    wyrm_ruleset *ruleset = read->ruleset = result;
    read->arena = read->found.arena = arena;
    base_must(arena, rs_run(&read->found, read_all, read, read->errors));
    base_buffer text = {0};
    char *said;
    write_ruleset(&ruleset->root, true, &text);
    base_must(arena, base_buffer_give(&text, &said, &arena->error));
    unsigned long long hash = XXH3_64bits(said, strlen(said));
    wyrm_free(said);
    snprintf(ruleset->hash, sizeof ruleset->hash, "%016llx", hash);
}

static wyrm_status read_ruleset(reading read, wyrm_ruleset **out)
{
    wyrm_error error = {.code = WYRM_OK}, told;
    wyrm_status status = WYRM_ERROR_LIMIT;
    *out = NULL;
    if (read.length > WYRM_RULESET_MAX_BYTES)
        wyrm_fail(&error, status, "the file is larger than %zu bytes", WYRM_RULESET_MAX_BYTES);
    else
        status = base_make(sizeof **out, make, &read, out, &error);
    if (status == WYRM_OK || error.code == WYRM_OK)
        return status;
    /* The error is about the file as a whole. */
    wyrm_fail(&told, status, "%s%s", status == WYRM_ERROR_IO ? "cannot be read: " : "",
              error.message);
    told.length = 1;
    base_utf8_copy(told.file, sizeof told.file, read.file);
    wyrm_errors_add(read.errors, &told);
    return status;
}

wyrm_status wyrm_ruleset_parse(const wyrm_schema *schema, const char *file, const char *text,
                               size_t length, wyrm_find_ruleset *find, void *context,
                               wyrm_ruleset **out, wyrm_errors *errors)
{
    return wyrm_ruleset_parse_allowing(schema, file, text, length, NULL, find, context, out,
                                       errors);
}

wyrm_status wyrm_ruleset_parse_allowing(const wyrm_schema *schema, const char *file,
                                        const char *text, size_t length, const char *allowed,
                                        wyrm_find_ruleset *find, void *context, wyrm_ruleset **out,
                                        wyrm_errors *errors)
{
    const reading read = {.schema = schema,
                          .find = find,
                          .context = context,
                          .errors = errors,
                          .file = file,
                          .text = text,
                          .allowed = allowed,
                          .length = length};
    return read_ruleset(read, out);
}

wyrm_status wyrm_ruleset_read(const wyrm_schema *schema, const char *path, const char *allowed,
                              wyrm_find_ruleset *find, void *context, wyrm_ruleset **out,
                              wyrm_errors *errors)
{
    const reading read = {.schema = schema,
                          .find = find,
                          .context = context,
                          .errors = errors,
                          .file = path,
                          .allowed = allowed};
    return read_ruleset(read, out);
}

/* A section that is looked for in a file. */
typedef struct mention {
    const char *path, *section;
    bool found;
} mention;

static void look_for(base_arena *arena, void *context)
{
    mention *asked = context;
    diagnostics found = {.arena = arena};
    rs_file *source;
    base_must(arena, rs_read_file(&found, asked->path, true, 0, &source, &arena->error));
    asked->found = raw_get(raw_read(source, arena, &found), asked->section) != NULL;
}

bool wyrm_ruleset_mentions(const char *path, const char *section)
{
    mention asked = {.path = path, .section = section};
    return base_do(look_for, &asked, NULL) == WYRM_OK && asked.found;
}

void wyrm_ruleset_free(wyrm_ruleset *ruleset)
{
    base_unmake(ruleset);
}
