/* Writing a ruleset as YAML that says everything and says it in one way only. */
#include "ruleset/internal.h"

#include <string.h>

#include "base/text.h"

#define INDENT 2

static void write_text(wyrm_text *out, const char *text)
{
    wyrm_text_append_char(out, '"');
    while (*text != '\0') {
        size_t plain = strcspn(text, "\"\\");
        wyrm_text_append_bytes(out, text, plain);
        text += plain;
        if (*text == '\0')
            break;
        wyrm_text_append_char(out, '\\');
        wyrm_text_append_char(out, *text++);
    }
    wyrm_text_append_char(out, '"');
}

static void write_bool(wyrm_text *out, const wyrm_value *value)
{
    wyrm_text_append(out, value->as.boolean ? "true" : "false");
}

static void write_integer(wyrm_text *out, const wyrm_value *value)
{
    wyrm_text_appendf(out, "%lld", (long long)value->as.integer);
}

static void write_real(wyrm_text *out, const wyrm_value *value)
{
    wyrm_text_append_double(out, value->as.real);
}

static void write_ratio(wyrm_text *out, const wyrm_value *value)
{
    wyrm_text_appendf(out, "%lld", (long long)value->as.ratio.numerator);
    if (value->as.ratio.denominator != 1)
        wyrm_text_appendf(out, "/%lld", (long long)value->as.ratio.denominator);
}

static void write_quoted(wyrm_text *out, const wyrm_value *value)
{
    write_text(out, value->as.word.text);
}

/* A word that without quotes would be read as something else keeps them. */
static void write_word(wyrm_text *out, const wyrm_value *value)
{
    const char *word = value->as.word.text;
    if (wyrm_scan_name(word) == WYRM_SCAN_OK && strcmp(word, "null") != 0)
        wyrm_text_append(out, word);
    else
        write_text(out, word);
}

static void write_ends(wyrm_text *out, const wyrm_value *value)
{
    wyrm_text_append_char(out, '[');
    wyrm_text_append_double(out, value->as.ends.low);
    wyrm_text_append(out, ", ");
    wyrm_text_append_double(out, value->as.ends.high);
    wyrm_text_append_char(out, ']');
}

/* A range has whole numbers only, which a double's short form would write with an exponent. */
static void write_range(wyrm_text *out, const wyrm_value *value)
{
    wyrm_text_appendf(out, "[%lld, %lld]", (long long)value->as.ends.low,
                      (long long)value->as.ends.high);
}

static void write_table(wyrm_text *out, const wyrm_value *value)
{
    wyrm_text_append_char(out, '[');
    for (size_t i = 0; i < value->count; i++) {
        wyrm_text_append(out, i == 0 ? "[" : ", [");
        wyrm_text_append_double(out, value->as.rows[i].value);
        wyrm_text_appendf(out, ", %d]", (int)value->as.rows[i].from_depth);
    }
    wyrm_text_append_char(out, ']');
}

static void write_dice(wyrm_text *out, const wyrm_value *value)
{
    wyrm_dice dice = value->as.dice;
    if (dice.count == 0)
        wyrm_text_appendf(out, "%d", (int)dice.plus);
    else if (dice.plus == 0)
        wyrm_text_appendf(out, "%dd%d", (int)dice.count, (int)dice.sides);
    else
        wyrm_text_appendf(out, "%dd%d%+d", (int)dice.count, (int)dice.sides, (int)dice.plus);
}

static void write_margin(wyrm_text *out, const wyrm_value *value)
{
    wyrm_text_append_double(out, value->as.margin.number);
    wyrm_text_append(out, value->as.margin.relative ? " %" : "");
}

/* Writes a value that needs no lines of its own. */
static void write_inline(wyrm_text *out, const wyrm_value *value)
{
    static void (*const writers[])(wyrm_text *, const wyrm_value *) = {
        [WYRM_KIND_BOOL] = write_bool,     [WYRM_KIND_INTEGER] = write_integer,
        [WYRM_KIND_REAL] = write_real,     [WYRM_KIND_RATIO] = write_ratio,
        [WYRM_KIND_TEXT] = write_quoted,   [WYRM_KIND_NAME] = write_word,
        [WYRM_KIND_CHOICE] = write_word,   [WYRM_KIND_RANGE] = write_range,
        [WYRM_KIND_INTERVAL] = write_ends, [WYRM_KIND_TABLE] = write_table,
        [WYRM_KIND_DICE] = write_dice,     [WYRM_KIND_MARGIN] = write_margin,
    };
    size_t kind = (size_t)value->field->kind;
    if (kind < sizeof writers / sizeof *writers && writers[kind] != NULL)
        writers[kind](out, value);
    else
        wyrm_text_append(out, value->field->kind == WYRM_KIND_LIST ? "[]" : "{}");
}

static bool has_lines(const wyrm_value *value)
{
    wyrm_kind kind = value->field->kind;
    return value->count != 0 &&
           (kind == WYRM_KIND_RECORD || kind == WYRM_KIND_LIST || kind == WYRM_KIND_MAP);
}

static void write_members(wyrm_text *out, const wyrm_value *value, size_t indent, bool started,
                          bool said);

/* The value behind "key:" or "-", to the end of its last line. `said`: without what the schema would
 * say of itself. */
static void write_value(wyrm_text *out, const wyrm_value *value, size_t indent, bool said)
{
    if (!has_lines(value)) {
        wyrm_text_append_char(out, ' ');
        write_inline(out, value);
        wyrm_text_append_char(out, '\n');
        return;
    }
    /* The first key of a list's element stands behind its dash. */
    bool on_this_line = value->key[0] == '\0' && value->field->kind != WYRM_KIND_LIST;
    wyrm_text_append_char(out, on_this_line ? ' ' : '\n');
    write_members(out, value, indent + INDENT, on_this_line, said);
}

/* The lines of a record, list or map; `started`: the indentation of the first is there already. */
static void write_members(wyrm_text *out, const wyrm_value *value, size_t indent, bool started,
                          bool said)
{
    for (size_t i = 0; i < value->count; i++) {
        const wyrm_value *item = &value->as.members.items[i];
        if (said && item->says_default)
            continue;
        if (i != 0 || !started)
            wyrm_text_append_repeat(out, ' ', indent);
        if (value->field->kind == WYRM_KIND_LIST) {
            wyrm_text_append_char(out, '-');
        } else {
            wyrm_text_append(out, item->key);
            wyrm_text_append_char(out, ':');
        }
        write_value(out, item, indent, said);
    }
}

/* The value on one line, in flow style. */
static void write_flow(wyrm_text *out, const wyrm_value *value)
{
    if (!has_lines(value)) {
        write_inline(out, value);
        return;
    }
    bool list = value->field->kind == WYRM_KIND_LIST;
    wyrm_text_append_char(out, list ? '[' : '{');
    for (size_t i = 0; i < value->count; i++) {
        const wyrm_value *item = &value->as.members.items[i];
        wyrm_text_append(out, i > 0 ? ", " : "");
        if (!list)
            wyrm_text_appendf(out, "%s: ", item->key);
        write_flow(out, item);
    }
    wyrm_text_append_char(out, list ? ']' : '}');
}

wyrm_status wyrm_value_flow(const wyrm_value *value, char **out, wyrm_error *error)
{
    wyrm_text text = {0};
    if (value != NULL)
        write_flow(&text, value);
    *out = wyrm_text_steal(&text);
    return *out != NULL ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

static bool is_common(const char *key)
{
    for (const wyrm_field *row = wyrm_common_rows; row->kind != WYRM_KIND_END; row++)
        if (strcmp(row->name, key) == 0)
            return true;
    return false;
}

static void write_root(wyrm_text *out, const wyrm_value *root, bool said)
{
    for (size_t i = 0; i < root->count; i++) {
        const wyrm_value *item = &root->as.members.items[i];
        bool skipped =
            said ? item->says_default || is_common(item->key) : strcmp(item->key, "extends") == 0;
        if (skipped)
            continue;
        wyrm_text_append(out, item->key);
        wyrm_text_append_char(out, ':');
        write_value(out, item, 0, said);
    }
}

void wyrm_dump_said(const wyrm_value *root, wyrm_text *out)
{
    write_root(out, root, true);
}

wyrm_status wyrm_ruleset_dump(const wyrm_ruleset *ruleset, char **out, wyrm_error *error)
{
    wyrm_text text = {0};
    write_root(&text, &ruleset->root, false);
    *out = wyrm_text_steal(&text);
    return *out != NULL ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}
