/* Changes of a ruleset, written as the file that extends it.
 *
 * What somebody types becomes a part of a file, so it is held to be one value before it gets there:
 * by itself behind a key, and alone in a list. Text that would be two values, end the line, or open
 * something is refused in both places where it can come to stand. */
#include "ruleset/internal.h"
#include <stdio.h>
#include <string.h>
#include <wyrm/change.h>

typedef struct writing {
    base_arena *arena;
    const wyrm_ruleset *ruleset;
    const char *name, *extends;
    const wyrm_change *changes;
    size_t count;
    wyrm_text out;
} writing;

/* ---- what is typed ---- */

static bool is_line(const char *text)
{
    for (const char *at = text; *at != '\0';) {
        const uint32_t character = wyrm_utf8_next(&at);
        if (character == WYRM_UTF8_NONE || character < ' ' || wyrm_utf8_steers(character))
            return false;
    }
    return text[strspn(text, " ")] != '\0';
}

/* What is read, and the tree that comes of it. */
typedef struct trying {
    const char *before, *text, *behind;
    diagnostics found;
    const raw_node *root;
} trying;

static void read_it(base_arena *arena, void *context)
{
    trying *of = context;
    wyrm_text text = {0};
    char *whole;
    wyrm_text_appendf(&text, "%s%s%s\n", of->before, of->text, of->behind);
    base_must(arena, wyrm_text_give(&text, &whole, &arena->error));
    base_keep(arena, whole, wyrm_free);
    of->root = raw_read(rs_source(&of->found, "value", whole, strlen(whole), 0), arena, &of->found);
}

/* Whether a text is one value between two others. */
static bool is_one(base_arena *arena, const char *before, const char *text, const char *behind)
{
    trying of = {.before = before, .text = text, .behind = behind, .found = {.arena = arena}};
    return rs_run(&of.found, read_it, &of, NULL) == WYRM_OK && of.found.total == 0 &&
           of.root->count == 1 && !raw_is_nothing(of.root->items[0]);
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

/* The key at the beginning of a path; returns what follows it, NULL behind the last. */
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

/* What a section must not be, to be changed: it says what a file is called, or how it is made. */
static bool is_about_the_file(const char *section)
{
    return wyrm_find_row(rs_common_rows, section) != NULL || strcmp(section, "models") == 0;
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
        /* what a record leaves out may be said; whether it has such a key the reader knows */
        const bool may_come =
            rest == NULL && !first && key[0] != '\0' && wyrm_value_kind(under) == WYRM_KIND_RECORD;
        if (value == NULL && !may_come)
            refuse_key(of, change, under, key);
    }
}

/* How much of a path is that of another one: 0 not at all, 1 a part of it, 2 all. */
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

/* The path of a member, in the arena; "" is that of the root. */
static const char *path_of(writing *of, const char *under, const char *key, size_t number)
{
    char path[WYRM_CHANGE_PATH_MAX + KEY_MAX];
    if (key[0] != '\0')
        snprintf(path, sizeof path, "%s%s%s", under, *under != '\0' ? "." : "", key);
    else
        snprintf(path, sizeof path, "%s.%zu", under, number);
    return base_text(of->arena, path, strlen(path));
}

/* The change of what is at a path, or one of what is below it (*below); NULL: there is none. */
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

/* Keys that changes say below a record, and that it leaves out. */
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
        wyrm_text_append(&of->out, parted != NULL && (*members)++ > 0 ? parted : "");
        wyrm_text_append_repeat(&of->out, ' ', indent);
        wyrm_text_appendf(&of->out, "%s: %s%s", key + 1, change->text, parted == NULL ? "\n" : "");
    }
}

/* All of a value on one line, as changed: of a list, and of what is in one. */
static void write_flow(writing *of, const wyrm_value *value, const char *path)
{
    bool below;
    const wyrm_change *change = change_at(of, path, &below);
    const bool list = wyrm_value_kind(value) == WYRM_KIND_LIST;
    size_t members = 0;
    if (change != NULL) {
        wyrm_text_append(&of->out, change->text);
        return;
    }
    if (!below) {
        char *text;
        base_must(of->arena, wyrm_value_flow(value, &text, &of->arena->error));
        base_keep(of->arena, text, wyrm_free);
        wyrm_text_append(&of->out, text);
        return;
    }
    wyrm_text_append_char(&of->out, list ? '[' : '{');
    for (const wyrm_value *item; (item = wyrm_value_item(value, members)) != NULL; members++) {
        const char *key = wyrm_value_key(value, members);
        wyrm_text_append(&of->out, members > 0 ? ", " : "");
        if (!list)
            wyrm_text_appendf(&of->out, "%s: ", key);
        write_flow(of, item, path_of(of, path, key, members + 1));
    }
    if (!list)
        write_added(of, value, path, &members, ", ", 0);
    wyrm_text_append_char(&of->out, list ? ']' : '}');
}

/* The members of a record or map that are changed, or in which something is. */
static void write_changed(writing *of, const wyrm_value *value, const char *path, size_t indent)
{
    const wyrm_value *item;
    for (size_t i = 0; (item = wyrm_value_item(value, i)) != NULL; i++) {
        bool below;
        const char *key = wyrm_value_key(value, i), *here = path_of(of, path, key, i + 1);
        const wyrm_change *change = change_at(of, here, &below);
        if (change == NULL && !below)
            continue;
        wyrm_text_append_repeat(&of->out, ' ', indent);
        wyrm_text_appendf(&of->out, "%s:", key);
        const wyrm_kind kind = wyrm_value_kind(item);
        if (change == NULL && (kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP)) {
            wyrm_text_append_char(&of->out, '\n');
            write_changed(of, item, here, indent + 2);
            continue;
        }
        wyrm_text_append_char(&of->out, ' ');
        write_flow(of, item, here);
        wyrm_text_append_char(&of->out, '\n');
    }
    if (*path != '\0')
        write_added(of, value, path, NULL, NULL, indent);
}

/* A text in quotes, which is read as the same. */
static void write_quoted(writing *of, const char *key, const char *text)
{
    wyrm_text_appendf(&of->out, "%s: \"", key);
    for (; *text != '\0'; text++)
        wyrm_text_appendf(&of->out, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
    wyrm_text_append(&of->out, "\"\n");
}

static void write_all(base_arena *arena, void *context)
{
    writing *of = context;
    const wyrm_ruleset *ruleset = of->ruleset;
    of->arena = arena;
    check(of);
    wyrm_text_appendf(&of->out, "name: %s\n",
                      of->name != NULL ? of->name : wyrm_ruleset_name(ruleset));
    if (of->name == NULL)
        write_quoted(of, "title", wyrm_ruleset_title(ruleset));
    write_quoted(of, "extends", of->extends);
    if (wyrm_value_count(wyrm_ruleset_find(ruleset, "targets")) > 0)
        wyrm_text_append(&of->out, "inherit: [targets]\n");
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
        return wyrm_text_give(&of.out, out, error);
    wyrm_text_drop(&of.out);
    return status;
}
