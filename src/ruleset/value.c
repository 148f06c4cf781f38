/* Reading values of a ruleset, its models, and reporting faults at a value.
 *
 * Every accessor of a value returns something neutral if it does not apply, so that code that reads
 * a section need not ask whether a key is there: the schema has been checked by then. A missing
 * number is 0, a missing text "", a missing table has no rows; no accessor can fail, which is why
 * readers of sections are lists of assignments without checks.
 *
 * What the schema cannot know (two keys that do not go together, a name that nobody has) is found
 * when a system is made from its section. It is reported at the value, which remembers the file,
 * line and column where it was written, in whichever file of the chain. */
#include "ruleset/internal.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool is_kind(const wyrm_value *value, wyrm_kind kind)
{
    return value != NULL && value->field->kind == kind;
}

wyrm_kind wyrm_value_kind(const wyrm_value *value)
{
    return value == NULL ? WYRM_KIND_END : value->field->kind;
}

bool wyrm_value_bool(const wyrm_value *value)
{
    return is_kind(value, WYRM_KIND_BOOL) && value->as.boolean;
}

const wyrm_amount *wyrm_value_amount(const wyrm_value *value)
{
    return is_kind(value, WYRM_KIND_AMOUNT) ? value->as.amount : NULL;
}

/* Returns the amount of a value if it is of a form; else NULL. */
static const wyrm_amount *amount_of(const wyrm_value *value, amount_form form)
{
    const wyrm_amount *amount = wyrm_value_amount(value);
    return amount != NULL && amount->form == form ? amount : NULL;
}

int64_t wyrm_value_integer(const wyrm_value *value)
{
    const wyrm_amount *number = amount_of(value, AMOUNT_NUMBER);
    if (number != NULL)
        return number->plus;
    return is_kind(value, WYRM_KIND_INTEGER) ? value->as.integer : 0;
}

/* A number is read whatever kind its row has; a margin of 5 % is 0.05. */
double wyrm_value_real(const wyrm_value *value)
{
    if (is_kind(value, WYRM_KIND_INTEGER) || amount_of(value, AMOUNT_NUMBER) != NULL)
        return (double)wyrm_value_integer(value);
    if (is_kind(value, WYRM_KIND_RATIO))
        return (double)value->as.ratio.numerator / (double)value->as.ratio.denominator;
    if (is_kind(value, WYRM_KIND_MARGIN))
        return value->as.margin.number / (value->as.margin.relative ? 100 : 1);
    return is_kind(value, WYRM_KIND_REAL) ? value->as.real : 0;
}

bool wyrm_value_is_relative(const wyrm_value *value)
{
    return is_kind(value, WYRM_KIND_MARGIN) && value->as.margin.relative;
}

wyrm_ratio wyrm_value_ratio(const wyrm_value *value)
{
    return is_kind(value, WYRM_KIND_RATIO) ? value->as.ratio : (wyrm_ratio){0, 1};
}

const char *wyrm_value_text(const wyrm_value *value)
{
    bool word = is_kind(value, WYRM_KIND_TEXT) || is_kind(value, WYRM_KIND_NAME) ||
                is_kind(value, WYRM_KIND_CHOICE);
    return word ? value->as.word.text : "";
}

size_t wyrm_value_choice(const wyrm_value *value)
{
    return is_kind(value, WYRM_KIND_CHOICE) ? value->as.word.choice : 0;
}

static bool has_ends(const wyrm_value *value)
{
    return is_kind(value, WYRM_KIND_RANGE) || is_kind(value, WYRM_KIND_INTERVAL);
}

/* Returns the lower end of a range, or the least value of an amount. */
double wyrm_value_low(const wyrm_value *value)
{
    const wyrm_amount *amount = wyrm_value_amount(value);
    return has_ends(value) ? value->as.ends.low : amount != NULL ? (double)amount->least : 0;
}

double wyrm_value_high(const wyrm_value *value)
{
    const wyrm_amount *amount = wyrm_value_amount(value);
    return has_ends(value) ? value->as.ends.high : amount != NULL ? (double)amount->most : 0;
}

wyrm_dice wyrm_value_dice(const wyrm_value *value)
{
    const wyrm_amount *dice = amount_of(value, AMOUNT_DICE);
    if (dice != NULL)
        return (wyrm_dice){(int32_t)dice->count, (int32_t)dice->sides, (int32_t)dice->plus};
    if (amount_of(value, AMOUNT_NUMBER) != NULL)
        return (wyrm_dice){.plus = (int32_t)wyrm_value_integer(value)};
    return (wyrm_dice){0, 0, 0};
}

const wyrm_depth_row *wyrm_value_rows(const wyrm_value *value)
{
    return is_kind(value, WYRM_KIND_TABLE) ? value->as.rows : NULL;
}

/* Rows ascend, which the reader has checked: the last with from_depth <= depth holds. */
double wyrm_value_at_depth(const wyrm_value *table, int32_t depth)
{
    double found = 0;
    if (!is_kind(table, WYRM_KIND_TABLE))
        return found;
    for (size_t i = 0; i < table->count && table->as.rows[i].from_depth <= depth; i++)
        found = table->as.rows[i].value;
    return found;
}

static bool has_members(const wyrm_value *value)
{
    return is_kind(value, WYRM_KIND_RECORD) || is_kind(value, WYRM_KIND_LIST) ||
           is_kind(value, WYRM_KIND_MAP);
}

size_t wyrm_value_count(const wyrm_value *value)
{
    return has_members(value) || is_kind(value, WYRM_KIND_TABLE) ? value->count : 0;
}

const wyrm_value *wyrm_value_item(const wyrm_value *value, size_t index)
{
    return has_members(value) && index < value->count ? &value->as.members.items[index] : NULL;
}

const char *wyrm_value_key(const wyrm_value *value, size_t index)
{
    const wyrm_value *item = wyrm_value_item(value, index);
    return item == NULL ? "" : item->key;
}

/* Maps may have thousands of members named by the user, so they have a hash table; records have a
 * few keys. */
const wyrm_value *wyrm_value_get(const wyrm_value *value, const char *key)
{
    if (is_kind(value, WYRM_KIND_MAP)) {
        size_t index = value->count == 0 ? KEYS_NONE : rs_find_key(value->as.members.keys, key);
        return index == KEYS_NONE ? NULL : &value->as.members.items[index];
    }
    if (!is_kind(value, WYRM_KIND_RECORD))
        return NULL;
    for (size_t i = 0; i < value->count; i++)
        if (strcmp(value->as.members.items[i].key, key) == 0)
            return &value->as.members.items[i];
    return NULL;
}

bool wyrm_value_is_default(const wyrm_value *value)
{
    return value != NULL && value->is_default;
}

bool rs_value_says_default(const wyrm_value *value)
{
    return value != NULL && value->says_default;
}

const char *wyrm_value_place(const wyrm_value *value, int *line)
{
    const bool stands = value != NULL && !value->is_default && value->position.source != NULL &&
                        value->position.line > 0;
    *line = stands ? value->position.line : 0;
    return stands ? value->position.source->file : "";
}

const wyrm_field *wyrm_value_field(const wyrm_value *value)
{
    return value == NULL ? NULL : value->field;
}

/* Writes a value on one line, in flow style. */
static void write_flow(base_buffer *out, const wyrm_value *value)
{
    if (wyrm_value_item(value, 0) == NULL) {
        rs_write_inline(out, value);
        return;
    }
    bool list = value->field->kind == WYRM_KIND_LIST;
    base_buffer_append_char(out, list ? '[' : '{');
    for (size_t i = 0; i < value->count; i++) {
        const wyrm_value *item = &value->as.members.items[i];
        base_buffer_append(out, i > 0 ? ", " : "");
        if (!list)
            base_buffer_appendf(out, "%s: ", item->key);
        write_flow(out, item);
    }
    base_buffer_append_char(out, list ? ']' : '}');
}

wyrm_status wyrm_value_flow(const wyrm_value *value, char **out, wyrm_error *error)
{
    base_buffer text = {0};
    if (value != NULL)
        write_flow(&text, value);
    return base_buffer_give(&text, out, error);
}

wyrm_status rs_value_said(const wyrm_value *value, char **out, wyrm_error *error)
{
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    base_buffer text = {0};
    if (rows == NULL || value->count != 1 || rows[0].from_depth != 1)
        return wyrm_value_flow(value, out, error);
    base_buffer_append_double(&text, rows[0].value);
    return base_buffer_give(&text, out, error);
}

static const rs_position *position_of(const wyrm_ruleset *ruleset, const wyrm_value *value)
{
    return value == NULL ? &ruleset->root.position : &value->position;
}

void rs_point_at(const wyrm_ruleset *ruleset, const wyrm_value *value, wyrm_error *error)
{
    rs_show(position_of(ruleset, value), error);
}

static void fail_at(const rs_position *position, wyrm_errors *errors, const char *hint,
                    const char *format, va_list arguments)
{
    wyrm_error error;
    base_vfail(&error, WYRM_ERROR_RULESET, format, arguments);
    base_utf8_copy(error.hint, sizeof error.hint, hint != NULL ? hint : "");
    rs_show(position, &error);
    wyrm_errors_add(errors, &error);
}

wyrm_status wyrm_value_fail(const wyrm_ruleset *ruleset, const wyrm_value *value,
                            wyrm_errors *errors, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_at(position_of(ruleset, value), errors, hint, format, arguments);
    va_end(arguments);
    return WYRM_ERROR_RULESET;
}

const wyrm_value *wyrm_ruleset_root(const wyrm_ruleset *ruleset)
{
    return &ruleset->root;
}

/* Paths such as "monsters.orc.hp" or "loot.number.1.items": members by name, elements of lists by
 * number. */
const wyrm_value *wyrm_ruleset_find(const wyrm_ruleset *ruleset, const char *path)
{
    const wyrm_value *value = &ruleset->root;
    for (;; path++) {
        char key[128];
        size_t length = strcspn(path, ".");
        if (length == 0 || length >= sizeof key)
            return NULL;
        memcpy(key, path, length);
        key[length] = '\0';
        path += length;
        if (!is_kind(value, WYRM_KIND_LIST))
            value = wyrm_value_get(value, key);
        else if (strspn(key, "0123456789") != length || length > 9)
            value = NULL;
        else /* list elements count from 1; 0 wraps round to an index that no list has */
            value = wyrm_value_item(value, strtoul(key, NULL, 10) - 1);
        if (value == NULL || *path == '\0')
            return value;
    }
}

const wyrm_model *wyrm_ruleset_model(const wyrm_ruleset *ruleset, const char *section)
{
    size_t index = rs_find_section(ruleset->schema, section);
    return index == ruleset->schema->count ? NULL : ruleset->models[index];
}

const char *wyrm_ruleset_name(const wyrm_ruleset *ruleset)
{
    return wyrm_value_text(wyrm_value_get(&ruleset->root, "name"));
}

const char *wyrm_ruleset_title(const wyrm_ruleset *ruleset)
{
    const char *title = wyrm_value_text(wyrm_value_get(&ruleset->root, "title"));
    return title[0] != '\0' ? title : wyrm_ruleset_name(ruleset);
}

const char *wyrm_ruleset_description(const wyrm_ruleset *ruleset)
{
    return wyrm_value_text(wyrm_value_get(&ruleset->root, "description"));
}

const char *wyrm_ruleset_hash(const wyrm_ruleset *ruleset)
{
    return ruleset->hash;
}

/* A fault does not end the reading, so that the next one is found, too; the system fails at its
 * end. */
void rs_error(rs_opening *o, const wyrm_value *value, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_at(position_of(o->ruleset, value), o->errors, hint, format, arguments);
    va_end(arguments);
    o->faulty = true;
}

/* A failure with a line of its own is from inside the value, such as a script. */
bool rs_call_succeeded(rs_opening *o, const wyrm_value *value, wyrm_status status,
                       const wyrm_error *error)
{
    if (status == WYRM_ERROR_MEMORY)
        base_fail(o->arena, status);
    if (status != WYRM_OK && error->line > 0)
        wyrm_errors_add(o->errors, error);
    else if (status != WYRM_OK)
        rs_error(o, value, error->hint, "%s", error->message);
    o->faulty |= status != WYRM_OK;
    return status == WYRM_OK;
}

/* YAML strips the indent from a block of text. To point into the block, it is found again from the
 * first line that is not blank, in the file and in the value. */
int32_t rs_value_indent(const wyrm_value *value)
{
    const char *text = value->as.word.text, *file = value->position.source->text;
    size_t before, after;
    for (int32_t line = value->position.line; line > 0 && *file != '\0'; file++)
        line -= *file == '\n';
    while (file += (before = strspn(file, " ")), *file == '\n')
        file++;
    while (text += (after = strspn(text, " ")), *text == '\n')
        text++;
    return before > after ? (int32_t)(before - after) : 0;
}

/* Returns the place of the line `wanted` of a text. If the text is a file of its own, it is that
 * line; in a block the first line is behind that of the key; a text in one line is where its value
 * is. */
static rs_position position_in(const wyrm_value *value, int32_t wanted, int32_t column)
{
    const char *text = value->as.word.text, *file = value->position.source->text;
    const bool own_file = file == text, block = strchr(text, '\n') != NULL;
    rs_position position = value->position;
    position.length = 1;
    if (own_file || !block) {
        position.line += wanted;
        position.column += column;
        return position;
    }
    position.line += 1 + wanted;
    position.column = column + 1 + rs_value_indent(value);
    return position;
}

void rs_error_in(rs_opening *o, const wyrm_value *value, int32_t line, int32_t column,
                 const char *hint, const char *format, ...)
{
    const rs_position position = position_in(value, line, column);
    va_list arguments;
    va_start(arguments, format);
    fail_at(&position, o->errors, hint, format, arguments);
    va_end(arguments);
    o->faulty = true;
}

void rs_error_name(rs_opening *o, const wyrm_value *value, const char *const *names, size_t count,
                   const char *word, const char *format, ...)
{
    char hint[WYRM_ERROR_HINT_MAX];
    va_list arguments;
    va_start(arguments, format);
    rs_did_you_mean(word, names, count, hint);
    fail_at(position_of(o->ruleset, value), o->errors, hint, format, arguments);
    va_end(arguments);
    o->faulty = true;
}

void rs_check_order(rs_opening *o, const wyrm_value *rows, size_t index, const char *what)
{
    const wyrm_value *from = wyrm_value_get(wyrm_value_item(rows, index), "from_depth");
    const int depth = (int)wyrm_value_integer(from);
    const int before = index > 0 ? key_whole(wyrm_value_item(rows, index - 1), "from_depth") : 0;
    if (index > 0 && depth <= before)
        rs_error(o, from, NULL, "%s out of order: depth %d after depth %d", what, depth, before);
}

const char *const *rs_map_names(const wyrm_value *map)
{
    return wyrm_value_count(map) > 0 ? map->as.members.keys->names : NULL;
}

/* All faults have been reported by now; a system with any is not returned. */
static void make_system(base_arena *arena, void *system, void *context)
{
    rs_opening *o = context;
    o->arena = arena;
    o->make(o, system);
    if (o->faulty)
        base_fail(arena, WYRM_ERROR_RULESET);
}

wyrm_status rs_open(const wyrm_ruleset *ruleset, const char *section, size_t size, rs_making *make,
                    const void *from, void *out, wyrm_errors *errors)
{
    rs_opening o = {.ruleset = ruleset, .errors = errors, .from = from, .make = make};
    memset(out, 0, sizeof(void *));
    if (section != NULL) {
        o.section = wyrm_ruleset_find(ruleset, section);
        o.model = wyrm_ruleset_model(ruleset, section);
        if (o.model == NULL)
            return wyrm_value_fail(ruleset, wyrm_ruleset_root(ruleset), errors, NULL,
                                   "no model is named for '%s'", section);
    }
    wyrm_error error = {.code = WYRM_OK};
    const wyrm_status status = base_make(size, make_system, &o, out, &error);
    return base_add_shortage(errors, status, &error);
}

const char *rs_title_of(base_arena *arena, const wyrm_value *record, const char *key)
{
    const char *title = wyrm_value_text(wyrm_value_get(record, "title"));
    if (title[0] != '\0')
        return title;
    char *made = base_copy(arena, key);
    for (char *at = made; (at = strchr(at, '_')) != NULL;)
        *at = ' ';
    made[0] = (char)toupper((unsigned char)made[0]);
    return made;
}

void rs_check_glyph(rs_opening *o, const wyrm_value *record)
{
    const wyrm_value *glyph = wyrm_value_get(record, "glyph");
    const char *text = wyrm_value_text(glyph);
    if (glyph != NULL && !(text[0] > ' ' && text[0] <= '~' && text[1] == '\0'))
        rs_error(o, glyph, NULL, "a glyph is one printable ASCII character, found '%.20s'", text);
}
