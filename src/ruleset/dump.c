/* Writing a ruleset as YAML that says everything and says it in one way only. */
#include "ruleset/internal.h"

#include <string.h>

#include "base/text.h"

/* ---- values that a file writes out though the schema would have given the same ---- */

static bool is_between(const wyrm_value *value, double low, double high)
{
    return wyrm_value_low(value) == low && wyrm_value_high(value) == high;
}

/* A default that is one number: "1" is "[1, 1]" of a range, "[[1, 1]]" of a table. */
static bool is_number(const wyrm_value *value, double number)
{
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    switch (wyrm_value_kind(value)) {
    case WYRM_KIND_INTEGER:
    case WYRM_KIND_REAL:
        return wyrm_value_real(value) == number;
    case WYRM_KIND_RANGE:
    case WYRM_KIND_INTERVAL:
        return is_between(value, number, number);
    case WYRM_KIND_TABLE:
        return wyrm_value_count(value) == 1 && rows[0].from_depth == 1 && rows[0].value == number;
    default:
        return false;
    }
}

static bool is_ratio(const wyrm_value *value, const char *text)
{
    wyrm_ratio wanted, found = wyrm_value_ratio(value);
    return wyrm_value_kind(value) == WYRM_KIND_RATIO &&
           wyrm_scan_ratio(text, &wanted) == WYRM_SCAN_OK && found.numerator == wanted.numerator &&
           found.denominator == wanted.denominator;
}

wyrm_status wyrm_value_says_default(const wyrm_value *value, bool *out, wyrm_error *error)
{
    const char *text = value != NULL ? wyrm_value_field(value)->fallback : NULL;
    double number;
    *out = wyrm_value_is_default(value);
    if (*out || text == NULL)
        return WYRM_OK;
    *out = is_ratio(value, text) ||
           (wyrm_scan_real(text, &number) == WYRM_SCAN_OK && is_number(value, number));
    if (*out)
        return WYRM_OK;
    char *flow;
    wyrm_status status = wyrm_value_flow(value, &flow, error);
    *out =
        status == WYRM_OK && (strcmp(flow, text) == 0 || strcmp(wyrm_value_text(value), text) == 0);
    wyrm_text_free(flow);
    return status;
}

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

static void write_members(wyrm_text *out, const wyrm_value *value, size_t indent, bool started);

/* The value behind "key:" or "-", to the end of its last line. */
static void write_value(wyrm_text *out, const wyrm_value *value, size_t indent)
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
    write_members(out, value, indent + INDENT, on_this_line);
}

/* The lines of a record, list or map; `started`: the indentation of the first is there already. */
static void write_members(wyrm_text *out, const wyrm_value *value, size_t indent, bool started)
{
    for (size_t i = 0; i < value->count; i++) {
        const wyrm_value *item = &value->as.members.items[i];
        if (i != 0 || !started)
            wyrm_text_append_repeat(out, ' ', indent);
        if (value->field->kind == WYRM_KIND_LIST) {
            wyrm_text_append_char(out, '-');
        } else {
            wyrm_text_append(out, item->key);
            wyrm_text_append_char(out, ':');
        }
        write_value(out, item, indent);
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

size_t wyrm_dump_root(const wyrm_value *root, wyrm_text *out)
{
    size_t rules = 0;
    for (size_t i = 0; i < root->count; i++) {
        const wyrm_value *item = &root->as.members.items[i];
        if (strcmp(item->key, "extends") == 0)
            continue;
        wyrm_text_append(out, item->key);
        wyrm_text_append_char(out, ':');
        write_value(out, item, 0);
        if (is_common(item->key))
            rules = out->length;
    }
    return rules;
}

wyrm_status wyrm_ruleset_dump(const wyrm_ruleset *ruleset, char **out, wyrm_error *error)
{
    wyrm_text text = {0};
    (void)wyrm_dump_root(&ruleset->root, &text);
    *out = wyrm_text_steal(&text);
    return *out != NULL ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}
