/* Changes of a ruleset, written as a file that extends it, or made in the file itself.
 *
 * Text that somebody types becomes part of a file, so it is checked to be one value before: by
 * itself behind a key, and alone in a list. Text that would be two values, end the line, or open a
 * bracket is refused, as it may be written to either place.
 *
 * To change the file itself, the marks of libyaml give the start and end of each value, the tree of
 * the file is walked beside that of the ruleset, and the text of changed values is cut out and
 * replaced. */
#include "ruleset/internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wyrm/change.h>
#include <yaml.h>

typedef struct writing {
    base_arena *arena;
    const wyrm_ruleset *ruleset;
    const char *name, *extends;
    const wyrm_change *changes;
    size_t count;
    base_buffer out;
} writing;

/* ---- the text of a change ---- */

static bool is_line(const char *text)
{
    for (const char *at = text; *at != '\0';) {
        const uint32_t character = base_utf8_next(&at);
        if (character == BASE_UTF8_NONE || character < ' ' || base_utf8_steers(character))
            return false;
    }
    return text[strspn(text, " ")] != '\0';
}

/* The text that is tried, and the tree of it. */
typedef struct trying {
    const char *before, *text, *behind;
    diagnostics found;
    const raw_node *root;
} trying;

static void read_it(base_arena *arena, void *context)
{
    trying *of = context;
    base_buffer text = {0};
    base_buffer_appendf(&text, "%s%s%s\n", of->before, of->text, of->behind);
    const char *whole = base_buffer_keep(&text, arena);
    of->root = raw_read(rs_source(&of->found, "value", whole, strlen(whole), 0), arena, &of->found);
}

/* Whether a text is one value between `before` and `behind`. */
static bool is_one(base_arena *arena, const char *before, const char *text, const char *behind)
{
    trying of = {.before = before, .text = text, .behind = behind, .found = {.arena = arena}};
    const wyrm_status status = rs_run(&of.found, read_it, &of, NULL);
    if (status == WYRM_ERROR_MEMORY)
        base_refuse(arena, status, "out of memory");
    return status == WYRM_OK && of.found.total == 0 && of.root->count == 1 &&
           !raw_is_nothing(of.root->items[0]);
}

static void check_text(writing *of, const wyrm_change *change)
{
    char quote[QUOTE_MAX];
    if (!is_line(change->text) || !is_one(of->arena, "x: ", change->text, "") ||
        !is_one(of->arena, "[", change->text, "]"))
        base_refuse(of->arena, WYRM_ERROR_SYNTAX,
                    "expected one value, as it would stand in a ruleset, found '%s'",
                    rs_quote(change->text, quote));
}

/* ---- paths ---- */

#define KEY_MAX 128

/* Copies the first key of a path; returns the rest, NULL if it was the last. */
static const char *first_key(const char *path, char key[KEY_MAX])
{
    size_t length = strcspn(path, ".");
    snprintf(key, KEY_MAX, "%.*s", (int)(length < KEY_MAX ? length : KEY_MAX - 1), path);
    return path[length] == '.' ? path + length + 1 : NULL;
}

static const wyrm_value *member(const wyrm_value *of, const char *key)
{
    if (wyrm_value_kind(of) != WYRM_KIND_LIST)
        return wyrm_value_get(of, key);
    const size_t length = strspn(key, "0123456789");
    size_t number = 0;
    for (size_t i = 0; i < length && length < 9; i++)
        number = 10 * number + (size_t)(key[i] - '0');
    return key[length] == '\0' && number > 0 ? wyrm_value_item(of, number - 1) : NULL;
}

/* Whether a section cannot be changed, as it holds the file's name, or how it is made. */
static bool is_about_the_file(const char *section)
{
    return rs_find_row(rs_common_rows, section) != NULL || strcmp(section, "models") == 0;
}

static _Noreturn void refuse_key(writing *of, const wyrm_change *change, const wyrm_value *under,
                                 const char *key)
{
    size_t count = 0, members = wyrm_value_count(under);
    const char **names = base_array(of->arena, const char *, members);
    char quote[QUOTE_MAX];
    const bool first = under == wyrm_ruleset_root(of->ruleset);
    for (size_t i = 0; wyrm_value_item(under, i) != NULL; i++)
        if (!first || !is_about_the_file(wyrm_value_key(under, i)))
            names[count++] = wyrm_value_key(under, i);
    wyrm_fail(&of->arena->error, WYRM_ERROR_UNKNOWN,
              first && is_about_the_file(key) ? "'%s' is not to be changed"
                                              : "there is nothing at '%s'",
              rs_quote(change->path, quote));
    if (wyrm_value_kind(under) != WYRM_KIND_LIST)
        wyrm_suggest(&of->arena->error, key, names, count);
    else if (members > 0)
        snprintf(of->arena->error.hint, sizeof of->arena->error.hint,
                 "the places of that list are 1 to %zu", members);
    base_fail(of->arena, WYRM_ERROR_UNKNOWN);
}

static void check_path(writing *of, const wyrm_change *change)
{
    const wyrm_value *value = wyrm_ruleset_root(of->ruleset);
    char key[KEY_MAX];
    if (strlen(change->path) >= WYRM_CHANGE_PATH_MAX ||
        strlen(change->text) >= WYRM_CHANGE_TEXT_MAX)
        base_refuse(of->arena, WYRM_ERROR_LIMIT, "a change has at most %d letters",
                    WYRM_CHANGE_TEXT_MAX - 1);
    for (const char *rest = change->path; rest != NULL;) {
        const wyrm_value *under = value;
        rest = first_key(rest, key);
        const bool first = under == wyrm_ruleset_root(of->ruleset);
        value = first && is_about_the_file(key) ? NULL : member(under, key);
        /* a record may get a key that it leaves out; whether it has such a key, the reader
         * checks */
        const bool may_come =
            rest == NULL && !first && key[0] != '\0' && wyrm_value_kind(under) == WYRM_KIND_RECORD;
        if (value == NULL && !may_come)
            refuse_key(of, change, under, key);
    }
}

/* Compares a path with another one: 0 if it is not below it, 1 if it is, 2 if they are equal. */
static int begins(const char *path, const char *with)
{
    size_t length = strlen(with);
    return strncmp(path, with, length) != 0 ? 0 : path[length] == '\0' ? 2 : path[length] == '.';
}

static void check(writing *of)
{
    if (of->count > WYRM_CHANGES_MAX)
        base_refuse(of->arena, WYRM_ERROR_LIMIT, "at most %d keys can be changed at once",
                    WYRM_CHANGES_MAX);
    for (size_t i = 0; i < of->count; i++) {
        const wyrm_change *change = &of->changes[i];
        check_path(of, change);
        check_text(of, change);
        for (size_t k = 0; k < of->count; k++)
            if (k != i && begins(change->path, of->changes[k].path) != 0)
                base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "'%.100s' is changed %s", change->path,
                            begins(change->path, of->changes[k].path) == 2
                                ? "twice"
                                : "and so is what it stands in");
    }
}

/* ---- writing ---- */

/* Returns the path of a member, in the arena; "" is that of the root. */
static const char *path_of(writing *of, const char *under, const char *key, size_t number)
{
    char path[WYRM_CHANGE_PATH_MAX + KEY_MAX];
    if (key[0] != '\0')
        snprintf(path, sizeof path, "%s%s%s", under, *under != '\0' ? "." : "", key);
    else
        snprintf(path, sizeof path, "%s.%zu", under, number);
    return base_text(of->arena, path, strlen(path));
}

/* Returns the change of this path; NULL: there is none. *below: a path below it is changed. */
static const wyrm_change *change_at(const writing *of, const char *path, bool *below)
{
    const wyrm_change *found = NULL;
    *below = false;
    for (size_t i = 0; i < of->count && found == NULL; i++) {
        *below = *below || begins(of->changes[i].path, path) == 1;
        found = begins(of->changes[i].path, path) == 2 ? &of->changes[i] : NULL;
    }
    return found;
}

/* Writes the keys that changes add to a record, which has none of them. */
static void write_added(writing *of, const wyrm_value *value, const char *path, size_t *members,
                        const char *parted, size_t indent)
{
    for (size_t i = 0; i < of->count; i++) {
        const wyrm_change *change = &of->changes[i];
        const char *key = strrchr(change->path, '.');
        if (key == NULL || strlen(path) != (size_t)(key - change->path) ||
            strncmp(change->path, path, (size_t)(key - change->path)) != 0 ||
            member(value, key + 1) != NULL)
            continue;
        base_buffer_append(&of->out, parted != NULL && (*members)++ > 0 ? parted : "");
        base_buffer_append_repeat(&of->out, ' ', indent);
        base_buffer_appendf(&of->out, "%s: %s%s", key + 1, change->text,
                            parted == NULL ? "\n" : "");
    }
}

/* Writes the whole value on one line, with its changes: for lists, and values in them. */
static void write_flow(writing *of, const wyrm_value *value, const char *path)
{
    bool below;
    const wyrm_change *change = change_at(of, path, &below);
    const bool list = wyrm_value_kind(value) == WYRM_KIND_LIST;
    size_t members = 0;
    if (change != NULL) {
        base_buffer_append(&of->out, change->text);
        return;
    }
    if (!below) {
        char *text;
        base_must(of->arena, wyrm_value_flow(value, &text, &of->arena->error));
        base_keep(of->arena, text, wyrm_free);
        base_buffer_append(&of->out, text);
        return;
    }
    base_buffer_append_char(&of->out, list ? '[' : '{');
    for (const wyrm_value *item; (item = wyrm_value_item(value, members)) != NULL; members++) {
        const char *key = wyrm_value_key(value, members);
        base_buffer_append(&of->out, members > 0 ? ", " : "");
        if (!list)
            base_buffer_appendf(&of->out, "%s: ", key);
        write_flow(of, item, path_of(of, path, key, members + 1));
    }
    if (!list)
        write_added(of, value, path, &members, ", ", 0);
    base_buffer_append_char(&of->out, list ? ']' : '}');
}

static bool has_keys(const wyrm_value *value)
{
    return wyrm_value_kind(value) == WYRM_KIND_RECORD || wyrm_value_kind(value) == WYRM_KIND_MAP;
}

static void write_changed(writing *of, const wyrm_value *value, const char *path, size_t indent);

/* Writes a member that is changed, or has changes below it, on lines of its own. */
static void write_member(writing *of, const wyrm_value *item, const char *key, const char *path,
                         size_t indent)
{
    bool below;
    base_buffer_append_repeat(&of->out, ' ', indent);
    base_buffer_appendf(&of->out, "%s:", key);
    if (change_at(of, path, &below) == NULL && has_keys(item)) {
        base_buffer_append_char(&of->out, '\n');
        write_changed(of, item, path, indent + 2);
        return;
    }
    base_buffer_append_char(&of->out, ' ');
    write_flow(of, item, path);
    base_buffer_append_char(&of->out, '\n');
}

/* Writes the members of a record or map that are changed, or have changes below them. */
static void write_changed(writing *of, const wyrm_value *value, const char *path, size_t indent)
{
    const wyrm_value *item;
    for (size_t i = 0; (item = wyrm_value_item(value, i)) != NULL; i++) {
        bool below;
        const char *key = wyrm_value_key(value, i), *here = path_of(of, path, key, i + 1);
        if (change_at(of, here, &below) != NULL || below)
            write_member(of, item, key, here, indent);
    }
    if (*path != '\0')
        write_added(of, value, path, NULL, NULL, indent);
}

/* The same within braces. */
static void write_changed_flow(writing *of, const wyrm_value *value, const char *path)
{
    const wyrm_value *item;
    size_t members = 0;
    bool below;
    if (change_at(of, path, &below) != NULL || !has_keys(value)) {
        write_flow(of, value, path);
        return;
    }
    base_buffer_append_char(&of->out, '{');
    for (size_t i = 0; (item = wyrm_value_item(value, i)) != NULL; i++) {
        const char *key = wyrm_value_key(value, i), *here = path_of(of, path, key, i + 1);
        if (change_at(of, here, &below) == NULL && !below)
            continue;
        base_buffer_appendf(&of->out, "%s%s: ", members++ > 0 ? ", " : "", key);
        write_changed_flow(of, item, here);
    }
    write_added(of, value, path, &members, ", ", 0);
    base_buffer_append_char(&of->out, '}');
}

/* Writes a text in quotes, with escapes, so that it reads back the same. */
static void write_quoted(writing *of, const char *key, const char *text)
{
    base_buffer_appendf(&of->out, "%s: \"", key);
    for (; *text != '\0'; text++)
        base_buffer_appendf(&of->out, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
    base_buffer_append(&of->out, "\"\n");
}

static void write_all(base_arena *arena, void *context)
{
    writing *of = context;
    const wyrm_ruleset *ruleset = of->ruleset;
    of->arena = arena;
    check(of);
    const char *name = of->name != NULL ? of->name : wyrm_ruleset_name(ruleset);
    base_buffer_appendf(&of->out, strcmp(name, "null") == 0 ? "name: '%s'\n" : "name: %s\n", name);
    if (of->name == NULL)
        write_quoted(of, "title", wyrm_ruleset_title(ruleset));
    write_quoted(of, "extends", of->extends);
    if (wyrm_value_count(wyrm_ruleset_find(ruleset, "targets")) > 0)
        base_buffer_append(&of->out, "inherit: [targets]\n");
    write_changed(of, wyrm_ruleset_root(ruleset), "", 0);
}

wyrm_status wyrm_changes_text(const wyrm_ruleset *ruleset, const char *name, const char *extends,
                              const wyrm_change *changes, size_t count, char **out,
                              wyrm_error *error)
{
    writing of = {
        .ruleset = ruleset, .name = name, .extends = extends, .changes = changes, .count = count};
    *out = NULL;
    wyrm_status status = base_do(write_all, &of, error);
    if (status == WYRM_OK)
        return base_buffer_give(&of.out, out, error);
    base_buffer_drop(&of.out);
    return status;
}

/* ---- the file itself: where in its text the values are ---- */

typedef struct spot spot;
struct spot {
    yaml_event_type_t type; /* SCALAR, SEQUENCE_START, MAPPING_START or ALIAS */
    bool flow, repeated;    /* repeated: an alias elsewhere stands for it */
    size_t start, end;      /* in bytes; `end` is behind its last character */
    size_t indent;          /* of a block mapping: column of its keys */
    const char *anchor;     /* its own, or an alias's; NULL: none */
    size_t count, capacity, key_capacity;
    spot **items;
    const char **keys; /* of a mapping */
};

typedef struct cut {
    size_t start, end, order;
    const char *text;
} cut;

typedef struct editing {
    writing *write;
    base_arena *arena;
    const char *file, *text; /* without a byte order mark */
    size_t length;
    uint32_t *bytes; /* first byte of each character, as libyaml counts characters */
    yaml_parser_t parser;
    yaml_event_t event;
    spot *root, *anchored[256];
    size_t anchors, cut_count, cut_capacity;
    cut *cuts;
} editing;

static size_t byte_of(const editing *of, yaml_mark_t mark)
{
    return of->bytes[mark.index];
}

static void next_event(editing *of)
{
    yaml_event_delete(&of->event);
    if (!yaml_parser_parse(&of->parser, &of->event))
        base_refuse(of->arena,
                    of->parser.error == YAML_MEMORY_ERROR ? WYRM_ERROR_MEMORY : WYRM_ERROR_SYNTAX,
                    "%s is not well-formed YAML", of->file);
}

/* Keeps a spot under its anchor; an alias marks the spot that it repeats. */
static void note_anchor(editing *of, spot *at, const yaml_char_t *name)
{
    size_t i = 0;
    if (name == NULL)
        return;
    at->anchor = base_text(of->arena, (const char *)name, strlen((const char *)name));
    while (i < of->anchors && strcmp(of->anchored[i]->anchor, at->anchor) != 0)
        i++;
    if (at->type == YAML_ALIAS_EVENT) {
        if (i < of->anchors)
            of->anchored[i]->repeated = true;
        return;
    }
    if (i == sizeof of->anchored / sizeof *of->anchored)
        base_refuse(of->arena, WYRM_ERROR_LIMIT, "%s has more than %zu anchors", of->file, i);
    of->anchored[i] = at;
    of->anchors += i == of->anchors;
}

/* Reads the node that begins with the current event. */
static spot *read_spot(editing *of, int level)
{
    const yaml_event_t *event = &of->event;
    spot *at = base_new(of->arena, spot);
    at->type = event->type;
    at->start = byte_of(of, event->start_mark);
    at->end = byte_of(of, event->end_mark);
    if (level > WYRM_RULESET_MAX_NESTING)
        base_refuse(of->arena, WYRM_ERROR_LIMIT, "%s has more than %d levels of nesting", of->file,
                    WYRM_RULESET_MAX_NESTING);
    if (at->type == YAML_ALIAS_EVENT || at->type == YAML_SCALAR_EVENT) {
        note_anchor(of, at,
                    at->type == YAML_ALIAS_EVENT ? event->data.alias.anchor
                                                 : event->data.scalar.anchor);
        return at;
    }
    const bool list = at->type == YAML_SEQUENCE_START_EVENT;
    note_anchor(of, at,
                list ? event->data.sequence_start.anchor : event->data.mapping_start.anchor);
    at->flow = list ? event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
                    : event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    for (next_event(of); event->type != (list ? YAML_SEQUENCE_END_EVENT : YAML_MAPPING_END_EVENT);
         next_event(of)) {
        const char *key = "";
        if (!list && event->type == YAML_SCALAR_EVENT) {
            key = base_text(of->arena, (const char *)event->data.scalar.value,
                            event->data.scalar.length);
            if (at->count == 0)
                at->indent = event->start_mark.column;
        }
        if (!list) {
            if (event->type != YAML_SCALAR_EVENT) /* the reader has refused it before */
                (void)read_spot(of, level + 1);
            next_event(of);
        }
        at->keys = base_grow(of->arena, at->keys, at->count, &at->key_capacity, sizeof *at->keys);
        at->items = base_grow(of->arena, at->items, at->count, &at->capacity, sizeof *at->items);
        at->keys[at->count] = key;
        at->items[at->count++] = read_spot(of, level + 1);
    }
    if (at->flow)
        at->end = byte_of(of, event->end_mark);
    else if (at->count > 0)
        at->end = at->items[at->count - 1]->end;
    return at;
}

static void read_spots(base_arena *arena, void *context)
{
    editing *of = context;
    (void)arena;
    do
        next_event(of);
    while (of->event.type != YAML_DOCUMENT_START_EVENT && of->event.type != YAML_STREAM_END_EVENT);
    next_event(of);
    if (of->event.type != YAML_MAPPING_START_EVENT)
        base_refuse(of->arena, WYRM_ERROR_SYNTAX, "%s is no mapping of keys", of->file);
    of->root = read_spot(of, 0);
}

/* ---- cutting out and putting in ---- */

static void add_cut(editing *of, size_t start, size_t end, const char *text)
{
    of->cuts = base_grow(of->arena, of->cuts, of->cut_count, &of->cut_capacity, sizeof *of->cuts);
    of->cuts[of->cut_count] = (cut){start, end, of->cut_count, text};
    of->cut_count++;
}

/* Takes the text that has been written out of the writer. */
static const char *take_written(editing *of)
{
    return base_buffer_keep(&of->write->out, of->arena);
}

/* Replaces the value at a spot. One for a list or mapping of several lines begins directly behind
 * the key, unless a comment is between them. */
static void replace(editing *of, const spot *at, const wyrm_value *value, const char *path)
{
    size_t start = at->start;
    const bool block = at->type != YAML_ALIAS_EVENT && !at->flow && at->count > 0;
    if (at->repeated)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "'%.100s' cannot be changed in %.100s: aliases '*%.40s' repeat it", path,
                    of->file, at->anchor);
    while (block && start > 0 && strchr(" \r\n", of->text[start - 1]) != NULL)
        start--;
    if (block && (start == 0 || of->text[start - 1] != ':'))
        start = at->start;
    if (start > 0 && of->text[start - 1] == ':')
        base_buffer_append_char(&of->write->out, ' ');
    write_flow(of->write, value, path);
    /* a block text ends with its line break */
    if (at->end > at->start && of->text[at->end - 1] == '\n')
        base_buffer_append_char(&of->write->out, '\n');
    add_cut(of, start, at->end, take_written(of));
}

/* Adds the members that have just been written, and that the file does not have, behind its last
 * one. */
static void add_members(editing *of, const spot *at)
{
    size_t end = at->end;
    const char *text = take_written(of);
    if (*text == '\0')
        return;
    if (at->flow) {
        add_cut(of, at->count > 0 ? at->items[at->count - 1]->end : at->start + 1,
                at->count > 0 ? at->items[at->count - 1]->end : at->start + 1, text);
        return;
    }
    if (end > 0 && of->text[end - 1] != '\n') {
        const char *line = memchr(of->text + end, '\n', of->length - end);
        end = line != NULL ? (size_t)(line - of->text) + 1 : of->length;
    }
    /* sections separated by empty lines stay so */
    const bool parted = at == of->root && (strstr(of->text, "\n\n") || strstr(of->text, "\r\n\r"));
    base_buffer_appendf(&of->write->out, "%s%s%s", of->text[end - 1] != '\n' ? "\n" : "",
                        parted ? "\n" : "", text);
    add_cut(of, end, end, take_written(of));
}

static spot *spot_of(const spot *at, const char *key, size_t number)
{
    if (at->type == YAML_SEQUENCE_START_EVENT)
        return number < at->count ? at->items[number] : NULL;
    for (size_t i = 0; i < at->count; i++)
        if (strcmp(at->keys[i], key) == 0)
            return at->items[i];
    return NULL;
}

/* Makes the changes below a spot, whose members are those of the value. */
static void edit_below(editing *of, const spot *at, const wyrm_value *value, const char *path)
{
    writing *write = of->write;
    const wyrm_value *item;
    size_t members = at->count;
    if (at->repeated)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "what stands in '%.100s' cannot be changed in %.100s: aliases '*%.40s' repeat "
                    "it",
                    path, of->file, at->anchor);
    for (int missing = 0; missing < 2; missing++)
        for (size_t i = 0; (item = wyrm_value_item(value, i)) != NULL; i++) {
            bool below;
            const char *key = wyrm_value_key(value, i), *here = path_of(write, path, key, i + 1);
            const wyrm_change *change = change_at(write, here, &below);
            const spot *found = spot_of(at, key, i);
            if ((change == NULL && !below) || (found == NULL) != (missing == 1))
                continue;
            const bool list = wyrm_value_kind(item) == WYRM_KIND_LIST;
            if (missing == 0 && change == NULL &&
                found->type == (list ? YAML_SEQUENCE_START_EVENT : YAML_MAPPING_START_EVENT) &&
                (list || has_keys(item))) {
                edit_below(of, found, item, here);
            } else if (missing == 0) {
                replace(of, found, item, here);
            } else if (at->flow) {
                base_buffer_appendf(&write->out, "%s%s: ", members++ > 0 ? ", " : "", key);
                write_changed_flow(write, item, here);
            } else {
                write_member(write, item, key, here, at->indent);
            }
        }
    if (has_keys(value) && *path != '\0')
        write_added(write, value, path, at->flow ? &members : NULL, at->flow ? ", " : NULL,
                    at->flow ? 0 : at->indent);
    add_members(of, at);
}

static int compare_cuts(const void *a, const void *b)
{
    const cut *one = a, *other = b;
    if (one->start != other->start)
        return one->start < other->start ? -1 : 1;
    return one->order < other->order ? -1 : one->order > other->order;
}

/* The job: finds the values in the text, collects what is to be cut and put in, and copies the text
 * with it. Lines end as the first line of the file does. */
static void edit_all(base_arena *arena, void *context)
{
    editing *of = context;
    writing *write = of->write;
    size_t at = 0, characters = 0;
    of->arena = write->arena = arena;
    check(write);
    for (size_t i = 0; i < write->count; i++)
        if (strcmp(write->changes[i].text, "~") == 0)
            base_refuse(arena, WYRM_ERROR_ARGUMENT,
                        "'%.100s' is given back to its default by taking its line out of the file",
                        write->changes[i].path);
    of->bytes = base_array(arena, uint32_t, of->length + 1);
    for (const char *next = of->text; (size_t)(next - of->text) < of->length;) {
        of->bytes[characters++] = (uint32_t)(next - of->text);
        (void)base_utf8_next(&next);
    }
    of->bytes[characters] = (uint32_t)of->length;
    if (!yaml_parser_initialize(&of->parser))
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    yaml_parser_set_encoding(&of->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&of->parser, (const unsigned char *)of->text, of->length);
    const wyrm_status status = base_run(arena, read_spots, of);
    yaml_event_delete(&of->event);
    yaml_parser_delete(&of->parser);
    base_must(arena, status);
    edit_below(of, of->root, wyrm_ruleset_root(write->ruleset), "");
    qsort(of->cuts, of->cut_count, sizeof *of->cuts, compare_cuts);
    const char *line = memchr(of->text, '\n', of->length);
    const bool returns = line != NULL && line > of->text && line[-1] == '\r';
    for (size_t i = 0; i < of->cut_count; i++) {
        base_buffer_append_bytes(&write->out, of->text + at, of->cuts[i].start - at);
        for (const char *put = of->cuts[i].text; *put != '\0'; put++) {
            if (*put == '\n' && returns)
                base_buffer_append_char(&write->out, '\r');
            base_buffer_append_char(&write->out, *put);
        }
        at = of->cuts[i].end;
    }
    base_buffer_append_bytes(&write->out, of->text + at, of->length - at);
}

wyrm_status wyrm_changes_edit(const wyrm_ruleset *ruleset, const char *file, const char *text,
                              size_t length, const wyrm_change *changes, size_t count, char **out,
                              wyrm_error *error)
{
    static const char mark[] = "\xEF\xBB\xBF";
    writing write = {.ruleset = ruleset, .changes = changes, .count = count};
    const bool marked = length >= 3 && memcmp(text, mark, 3) == 0;
    editing of = {.write = &write,
                  .file = file,
                  .text = text + (marked ? 3 : 0),
                  .length = length - (marked ? 3 : 0)};
    *out = NULL;
    if (length > WYRM_RULESET_MAX_BYTES)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "the file is larger than %zu bytes",
                         WYRM_RULESET_MAX_BYTES);
    wyrm_status status = base_do(edit_all, &of, error);
    base_buffer whole = {0};
    if (status == WYRM_OK) {
        if (marked)
            base_buffer_append(&whole, mark);
        base_buffer_append_bytes(&whole, write.out.bytes, write.out.length);
        whole.failed = whole.failed || write.out.failed;
        status = base_buffer_give(&whole, out, error);
    }
    base_buffer_drop(&write.out);
    return status;
}
