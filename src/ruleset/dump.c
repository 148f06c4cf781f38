/* A ruleset as YAML that says everything, and says it in one way only.
 *
 * The same text serves three ends: `wyrm rules show` for people, the hash (there without what the
 * schema would say of itself) and the comparison of a value with its default. So the order is that
 * of the schema, numbers are the shortest that read back, and nothing depends on how a file was
 * laid out. */
#include "ruleset/internal.h"
#include <string.h>

static void write_text(wyrm_text *out, const char *text)
{
    wyrm_text_append_char(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            wyrm_text_append_char(out, '\\');
        wyrm_text_append_char(out, *text);
    }
    wyrm_text_append_char(out, '"');
}

static void write_pair(wyrm_text *out, double first, double second)
{
    char texts[2][WYRM_NUMBER_MAX];
    wyrm_number_double(first, texts[0]);
    wyrm_number_double(second, texts[1]);
    wyrm_text_appendf(out, "[%s, %s]", texts[0], texts[1]);
}

/* Writes a value that needs no lines of its own. */
static void write_inline(wyrm_text *out, const wyrm_value *value)
{
    const char *word = value->as.word.text;
    wyrm_dice dice = value->as.dice;
    switch (value->field->kind) {
    case WYRM_KIND_BOOL:
        wyrm_text_append(out, value->as.boolean ? "true" : "false");
        break;
    case WYRM_KIND_INTEGER:
        wyrm_text_appendf(out, "%lld", (long long)value->as.integer);
        break;
    case WYRM_KIND_REAL:
        wyrm_text_append_double(out, value->as.real);
        break;
    case WYRM_KIND_RATIO:
        wyrm_text_appendf(out, "%lld", (long long)value->as.ratio.numerator);
        if (value->as.ratio.denominator != 1)
            wyrm_text_appendf(out, "/%lld", (long long)value->as.ratio.denominator);
        break;
    case WYRM_KIND_TEXT:
        write_text(out, word);
        break;
    case WYRM_KIND_NAME:
    case WYRM_KIND_CHOICE: /* what without quotes would be read as something else keeps them */
        if (scan_name(word, value->field->dotted) == NULL && strcmp(word, "null") != 0)
            wyrm_text_append(out, word);
        else
            write_text(out, word);
        break;
    case WYRM_KIND_RANGE: /* whole numbers, which the short form of a double may give an exponent */
        wyrm_text_appendf(out, "[%lld, %lld]", (long long)value->as.ends.low,
                          (long long)value->as.ends.high);
        break;
    case WYRM_KIND_INTERVAL:
        write_pair(out, value->as.ends.low, value->as.ends.high);
        break;
    case WYRM_KIND_TABLE:
        for (size_t i = 0; i < value->count; i++) {
            wyrm_text_append(out, i == 0 ? "[" : ", ");
            write_pair(out, value->as.rows[i].value, value->as.rows[i].from_depth);
        }
        wyrm_text_append_char(out, ']');
        break;
    case WYRM_KIND_DICE:
        if (dice.count > 0)
            wyrm_text_appendf(out, "%dd%d", (int)dice.count, (int)dice.sides);
        if (dice.count == 0 || dice.plus != 0)
            wyrm_text_appendf(out, dice.count == 0 ? "%d" : "%+d", (int)dice.plus);
        break;
    case WYRM_KIND_MARGIN:
        wyrm_text_append_double(out, value->as.margin.number);
        wyrm_text_append(out, value->as.margin.relative ? " %" : "");
        break;
    case WYRM_KIND_LIST:
        wyrm_text_append(out, "[]");
        break;
    case WYRM_KIND_END:
    case WYRM_KIND_RECORD:
    case WYRM_KIND_MAP:
        wyrm_text_append(out, "{}");
        break;
    }
}

/* The lines of a record, list or map; `started`: the indentation of the first is there already,
 * behind the dash of a list's element. `said`: without what the schema would say of itself. */
static void write_members(wyrm_text *out, const wyrm_value *value, size_t indent, bool started,
                          bool said)
{
    bool list = value->field->kind == WYRM_KIND_LIST;
    for (size_t i = 0; i < value->count; i++) {
        const wyrm_value *item = &value->as.members.items[i];
        if (said && item->says_default)
            continue;
        if (i != 0 || !started)
            wyrm_text_append_repeat(out, ' ', indent);
        wyrm_text_appendf(out, "%s%s", item->key, list ? "-" : ":");
        if (wyrm_value_item(item, 0) == NULL) {
            wyrm_text_append_char(out, ' ');
            write_inline(out, item);
            wyrm_text_append_char(out, '\n');
            continue;
        }
        bool on_this_line = item->key[0] == '\0' && item->field->kind != WYRM_KIND_LIST;
        wyrm_text_append_char(out, on_this_line ? ' ' : '\n');
        write_members(out, item, indent + 2, on_this_line, said);
    }
}

/* The value on one line, in flow style. */
static void write_flow(wyrm_text *out, const wyrm_value *value)
{
    if (wyrm_value_item(value, 0) == NULL) {
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
    return wyrm_text_give(&text, out, error);
}

bool rs_same(base_arena *arena, const wyrm_value *a, const wyrm_value *b)
{
    wyrm_text texts[2] = {{0}, {0}};
    write_flow(&texts[0], a);
    write_flow(&texts[1], b);
    bool failed = texts[0].failed || texts[1].failed;
    bool same = !failed && texts[0].length == texts[1].length &&
                memcmp(texts[0].bytes, texts[1].bytes, texts[0].length) == 0;
    wyrm_text_drop(&texts[0]);
    wyrm_text_drop(&texts[1]);
    if (failed)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    return same;
}

void rs_write(const wyrm_value *root, bool said, wyrm_text *out)
{
    wyrm_value kept = *root;
    for (size_t i = 0; i < root->count; i++) {
        const char *key = root->as.members.items[i].key;
        if (said ? wyrm_find_row(rs_common_rows, key) != NULL : strcmp(key, "extends") == 0)
            continue;
        kept.as.members.items = &root->as.members.items[i];
        kept.count = 1;
        write_members(out, &kept, 0, false, said);
    }
}

wyrm_status wyrm_ruleset_dump(const wyrm_ruleset *ruleset, char **out, wyrm_error *error)
{
    wyrm_text text = {0};
    rs_write(&ruleset->root, false, &text);
    return wyrm_text_give(&text, out, error);
}
