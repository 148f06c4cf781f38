/* Reading the JSON of a save, strictly. */
#include "game/save_reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ places and failures */

size_t wyrm_save_enter(wyrm_save_reader *reader, const char *key)
{
    size_t place = strlen(reader->place);
    snprintf(reader->place + place, sizeof reader->place - place, "%s%s", place > 0 ? "." : "",
             key);
    return place;
}

size_t wyrm_save_enter_element(wyrm_save_reader *reader, size_t index)
{
    char number[24];
    snprintf(number, sizeof number, "%zu", index + 1);
    return wyrm_save_enter(reader, number);
}

void wyrm_save_leave(wyrm_save_reader *reader, size_t place)
{
    reader->place[place] = '\0';
}

void wyrm_save_bad(wyrm_save_reader *reader, const char *key, const char *format, ...)
{
    if (reader->status != WYRM_OK)
        return;
    char what[WYRM_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    size_t place = key ? wyrm_save_enter(reader, key) : strlen(reader->place);
    reader->status = wyrm_fail(&reader->error, WYRM_ERROR_SYNTAX, "%s: %s", reader->place, what);
    wyrm_save_leave(reader, place);
}

/* ------------------------------------------------------------------ numbers */

/* A whole number of at least 0 that JSON may not hold: in digits, as text. */
static bool read_digits(const char *text, uint64_t *out)
{
    size_t length = strspn(text, "0123456789");
    uint64_t value = 0;
    if (length == 0 || length > 20 || text[length] != '\0')
        return false;
    for (size_t i = 0; i < length; i++) {
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

static void read_count(wyrm_save_reader *reader, const json_t *value, const char *key,
                       uint64_t *out)
{
    *out = 0;
    if (json_is_integer(value) && json_integer_value(value) >= 0)
        *out = (uint64_t)json_integer_value(value);
    else if (!json_is_string(value) || !read_digits(json_string_value(value), out))
        wyrm_save_bad(reader, key, "no whole number of at least 0");
}

int64_t wyrm_save_whole(wyrm_save_reader *reader, const json_t *value, const char *key,
                        double least, double greatest)
{
    json_int_t number = json_integer_value(value);
    if (json_is_integer(value) && (double)number >= least && (double)number <= greatest)
        return number;
    if (json_is_integer(value))
        wyrm_save_bad(reader, key, "%.0f to %.0f, found %" JSON_INTEGER_FORMAT, least, greatest,
                      number);
    else
        wyrm_save_bad(reader, key, value ? "no whole number" : "missing");
    return least > 0 ? (int64_t)least : 0;
}

double wyrm_save_real(wyrm_save_reader *reader, const json_t *value, const char *key, double least,
                      double greatest)
{
    double number = json_number_value(value);
    if (json_is_number(value) && number >= least && number <= greatest)
        return number;
    if (json_is_number(value))
        wyrm_save_bad(reader, key, "%g to %g, found %g", least, greatest, number);
    else
        wyrm_save_bad(reader, key, "no number");
    return 0;
}

static void read_row(wyrm_save_reader *reader, const json_t *value, const wyrm_save_row *row,
                     char *to)
{
    if (row->type == WYRM_SAVE_BOOL) {
        if (!json_is_boolean(value))
            wyrm_save_bad(reader, row->key, "neither true nor false");
        *(bool *)(void *)to = json_is_true(value);
    } else if (row->type == WYRM_SAVE_U64) {
        read_count(reader, value, row->key, (uint64_t *)(void *)to);
    } else if (row->type == WYRM_SAVE_REAL) {
        *(double *)(void *)to = wyrm_save_real(reader, value, row->key, row->least, row->greatest);
    } else {
        int64_t number = wyrm_save_whole(reader, value, row->key, row->least, row->greatest);
        if (row->type == WYRM_SAVE_S64)
            *(int64_t *)(void *)to = number;
        else if (row->type == WYRM_SAVE_S32)
            *(int32_t *)(void *)to = (int32_t)number;
        else
            *(uint32_t *)(void *)to = (uint32_t)number;
    }
}

/* *to is all 0 before: members that are missing, and may be 0, are left as they are. */
void wyrm_save_read_rows(wyrm_save_reader *reader, const json_t *object, const wyrm_save_row *rows,
                         void *to)
{
    for (const wyrm_save_row *row = rows; row->key; row++) {
        const json_t *value = json_object_get(object, row->key);
        if (value)
            read_row(reader, value, row, (char *)to + row->offset);
        else if (row->least > 0)
            wyrm_save_bad(reader, row->key, "missing");
    }
}

/* ------------------------------------------------------------------ members */

json_t *wyrm_save_object(wyrm_save_reader *reader, const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!json_is_object(value))
        wyrm_save_bad(reader, key, value ? "no object" : "missing");
    return json_is_object(value) ? value : NULL;
}

json_t *wyrm_save_list(wyrm_save_reader *reader, const json_t *object, const char *key, size_t most,
                       size_t *count)
{
    json_t *value = json_object_get(object, key);
    *count = 0;
    if (!json_is_array(value))
        wyrm_save_bad(reader, key, value ? "no list" : "missing");
    else if (json_array_size(value) > most)
        wyrm_save_bad(reader, key, "%zu of at most %zu", json_array_size(value), most);
    else
        *count = json_array_size(value);
    return *count > 0 ? value : NULL;
}

const char *wyrm_save_string(wyrm_save_reader *reader, const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!json_is_string(value))
        wyrm_save_bad(reader, key, value ? "no text" : "missing");
    return json_is_string(value) ? json_string_value(value) : "";
}

int64_t wyrm_save_element(wyrm_save_reader *reader, const json_t *list, size_t index, int64_t least,
                          int64_t greatest)
{
    const json_t *value = json_array_get(list, index);
    if (json_is_integer(value) && json_integer_value(value) >= least &&
        json_integer_value(value) <= greatest)
        return json_integer_value(value);
    wyrm_save_bad(reader, NULL, "element %zu is no whole number of %" PRId64 " to %" PRId64,
                  index + 1, least, greatest);
    return least;
}

wyrm_position wyrm_save_position(wyrm_save_reader *reader, const json_t *object, const char *key,
                                 int32_t width, int32_t height)
{
    size_t count;
    const json_t *list = wyrm_save_list(reader, object, key, 2, &count);
    size_t place = wyrm_save_enter(reader, key);
    wyrm_position at;
    at.x = (int16_t)wyrm_save_element(reader, list, 0, 0, width - 1);
    at.y = (int16_t)wyrm_save_element(reader, list, 1, 0, height - 1);
    wyrm_save_leave(reader, place);
    return at;
}

int wyrm_save_choice(wyrm_save_reader *reader, const json_t *object, const char *key,
                     const char *(*name_of)(int index), int count)
{
    const char *name = wyrm_save_string(reader, object, key);
    for (int i = 0; i < count; i++)
        if (strcmp(name_of(i), name) == 0)
            return i;
    wyrm_save_bad(reader, key, "'%.40s' is none", name);
    return 0;
}

/* ------------------------------------------------------------------ names */

#define UNKNOWN_BYTES 4096 /* kept of unknown names: more than fits into a message */

/* Remembers a name, once; those that there is no room for are counted. */
static void add_unknown(wyrm_save_reader *reader, const char *what, const char *name)
{
    char entry[128];
    if (name[0] == '\0') {
        wyrm_save_bad(reader, NULL, "no name of a %s", what);
        return;
    }
    snprintf(entry, sizeof entry, "%s '%s'", what, name);
    if (reader->unknown.bytes && strstr(reader->unknown.bytes, entry))
        return;
    if (reader->unknown_count++ > 0 && reader->unknown.length < UNKNOWN_BYTES)
        wyrm_text_append(&reader->unknown, ", ");
    if (reader->unknown.length < UNKNOWN_BYTES)
        wyrm_text_append(&reader->unknown, entry);
}

int32_t wyrm_save_monster(wyrm_save_reader *reader, const char *name)
{
    int32_t monster = wyrm_roster_find(wyrm_design_roster(reader->design), name);
    if (monster < 0)
        add_unknown(reader, "monster", name);
    return monster;
}

int32_t wyrm_save_kind(wyrm_save_reader *reader, const char *name)
{
    int32_t kind = wyrm_loot_find(wyrm_design_loot(reader->design), name);
    if (kind < 0)
        add_unknown(reader, "item", name);
    return kind;
}

int32_t wyrm_save_stat(wyrm_save_reader *reader, const char *name)
{
    int stat = wyrm_combat_stat(wyrm_design_combat(reader->design), name);
    if (stat < 0)
        add_unknown(reader, "stat", name);
    return stat;
}

int32_t wyrm_save_pity(wyrm_save_reader *reader, const char *name)
{
    const wyrm_pity_rules *pity = wyrm_loot_facts_of(wyrm_design_loot(reader->design))->pity;
    for (size_t i = 0; pity && i < pity->count; i++)
        if (strcmp(pity->names[i], name) == 0)
            return (int32_t)i;
    add_unknown(reader, "pity category", name);
    return -1;
}

/* ------------------------------------------------------------------ the end */

/* Characters of `bytes` that are commas. */
static size_t commas_in(const char *bytes, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += bytes[i] == ',';
    return count;
}

/* "the ruleset does not know monster 'troll', item 'rope' and 3 more": as many as there is room
 * for. */
static wyrm_status fail_unknown(const wyrm_save_reader *reader, const char *saved_with,
                                wyrm_error *error)
{
    enum { ROOM = WYRM_ERROR_MESSAGE_MAX - 64 };
    char names[ROOM], more[32] = "";
    size_t length = reader->unknown.length;
    while (length >= ROOM ||
           (length > 0 && length < reader->unknown.length && reader->unknown.bytes[length] != ','))
        length--;
    size_t shown = commas_in(reader->unknown.bytes, length) + 1;
    snprintf(names, sizeof names, "%.*s", (int)length, reader->unknown.bytes);
    if (shown < reader->unknown_count)
        snprintf(more, sizeof more, " and %zu more", reader->unknown_count - shown);
    wyrm_status status =
        wyrm_fail(error, WYRM_ERROR_UNKNOWN, "the ruleset does not know %s%s", names, more);
    const char *name = wyrm_ruleset_name(wyrm_design_ruleset(reader->design));
    if (error && strcmp(name, saved_with) != 0)
        snprintf(error->hint, sizeof error->hint, "it was saved with '%s'", saved_with);
    return status;
}

wyrm_status wyrm_save_finish(wyrm_save_reader *reader, const char *saved_with, wyrm_error *error)
{
    wyrm_status status = reader->status;
    if (reader->unknown.failed)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    else if (reader->unknown_count > 0)
        status = fail_unknown(reader, saved_with, error);
    else if (status != WYRM_OK && error)
        *error = reader->error;
    wyrm_text_drop(&reader->unknown);
    return status;
}
