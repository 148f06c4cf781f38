/* The writer of JSON: commas, layout, numbers and escapes.
 *
 * Text is written as the calls come, without a tree: a small stack knows what is open, so that the
 * writer of a member need not know what precedes it. base_putf takes an object as it will
 * look, "{name:%s runs:%u values:[", because a function call for each member makes ten lines out of
 * one thought.
 *
 * The bytes are promised: the same numbers give the same text on every machine. What is no number
 * is null, as JSON has no word for it; a real looks like one ("2.0"), with a point whatever the
 * locale; bytes that are no text become '?', so that every parser takes the file. */
#include "base/json.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Writes \uXXXX, or a surrogate pair: it would steer a terminal, but reads back as the same
 * character. */
static void add_escape(base_json *json, uint32_t character)
{
    if (character > 0xffff) {
        base_buffer_appendf(json->text, "\\u%04X", (unsigned)(0xd7c0 + (character >> 10)));
        character = 0xdc00 + (character & 0x3ff);
    }
    base_buffer_appendf(json->text, "\\u%04X", (unsigned)character);
}

static void add_string(base_json *json, const char *value)
{
    static const char letters[] = "\"\\\b\f\n\r\t", escapes[] = "\"\\bfnrt";
    bool whole = true;
    for (const char *at = value; *at != '\0';)
        whole = base_utf8_next(&at) != BASE_UTF8_NONE && whole;
    base_buffer_append_char(json->text, '"');
    for (const char *at = value; *at != '\0';) {
        const char *special = strchr(letters, *at), *begin = at;
        const uint32_t character = base_utf8_next(&at);
        if (special != NULL)
            base_buffer_appendf(json->text, "\\%c", escapes[special - letters]);
        else if (character == BASE_UTF8_NONE || (!whole && character >= 0x80))
            base_buffer_append_repeat(json->text, '?', (size_t)(at - begin));
        else if (base_utf8_steers(character))
            add_escape(json, character);
        else
            base_buffer_append_bytes(json->text, begin, (size_t)(at - begin));
    }
    base_buffer_append_char(json->text, '"');
}

/* Writes what comes before a member: a comma, a new line if members are spread, and the key.
 * `opens`: the member is an object. A list directly in the outermost object is spread if its first
 * element is an object. */
static void begin_member(base_json *json, const char *key, bool opens)
{
    if (json->depth > 0) {
        bool *filled = &json->open[json->depth - 1].filled;
        bool *lines = &json->open[json->depth - 1].lines;
        if (!*filled && json->spread && (json->depth == 1 || (json->depth == 2 && !key && opens)))
            *lines = true;
        base_buffer_append(json->text, *filled ? (*lines ? "," : ", ") : "");
        if (*lines)
            base_buffer_append(json->text, json->depth == 1 ? "\n  " : "\n    ");
        *filled = true;
    }
    if (key != NULL) {
        add_string(json, key);
        base_buffer_append(json->text, ": ");
    }
}

static void open_with(base_json *json, const char *key, const char *brackets)
{
    begin_member(json, key, brackets[0] == '{');
    base_buffer_append_char(json->text, brackets[0]);
    if (json->depth == BASE_JSON_DEPTH) {
        json->text->failed = true;
        return;
    }
    json->open[json->depth].close = brackets[1];
    json->open[json->depth].filled = json->open[json->depth].lines = false;
    json->depth++;
}

void base_put_object(base_json *json, const char *key)
{
    open_with(json, key, "{}");
}

void base_put_list(base_json *json, const char *key)
{
    open_with(json, key, "[]");
}

void base_put_end(base_json *json)
{
    json->depth--;
    if (json->open[json->depth].lines)
        base_buffer_append(json->text, json->depth == 0 ? "\n" : "\n  ");
    base_buffer_append_char(json->text, json->open[json->depth].close);
    if (json->depth == 0 && json->spread)
        base_buffer_append_char(json->text, '\n');
}

void base_put_null(base_json *json, const char *key)
{
    begin_member(json, key, false);
    base_buffer_append(json->text, "null");
}

void base_put_bool(base_json *json, const char *key, bool value)
{
    begin_member(json, key, false);
    base_buffer_append(json->text, value ? "true" : "false");
}

void base_put_whole(base_json *json, const char *key, int64_t value)
{
    begin_member(json, key, false);
    base_buffer_appendf(json->text, "%lld", (long long)value);
}

void base_put_count(base_json *json, const char *key, uint64_t value)
{
    if (value > INT64_MAX)
        base_put_null(json, key);
    else
        base_put_whole(json, key, (int64_t)value);
}

/* Writes "0.1", "2.0", "1e-7": it always looks real, has a point whatever the locale, and no zeros
 * or plus in the exponent. */
void base_put_real(base_json *json, const char *key, double value)
{
    if (!isfinite(value)) {
        base_put_null(json, key);
        return;
    }
    char number[40];
    begin_member(json, key, false);
    snprintf(number, sizeof number, "%.*g", json->digits, value + 0.0);
    size_t mantissa = strspn(number, "-0123456789");
    if (number[mantissa] != '\0' && number[mantissa] != 'e')
        number[mantissa] = '.';
    const char *exponent = strchr(number, 'e');
    base_buffer_append_bytes(json->text, number,
                             exponent ? (size_t)(exponent - number) : strlen(number));
    if (exponent) {
        bool minus = exponent[1] == '-';
        const char *digits = exponent + 2;
        base_buffer_appendf(json->text, minus ? "e-%s" : "e%s", digits + strspn(digits, "0"));
    } else if (strchr(number, '.') == NULL) {
        base_buffer_append(json->text, ".0");
    }
}

void base_put_text(base_json *json, const char *key, const char *value)
{
    if (value == NULL) {
        base_put_null(json, key);
        return;
    }
    begin_member(json, key, false);
    add_string(json, value);
}

/* Writes the value of one conversion, given what follows its '%'; returns what follows it. */
static const char *put_next(base_json *json, const char *key, const char *at, va_list *list)
{
    size_t longs = strspn(at, "l");
    bool size = *at == 'z';
    at += longs + size;
    if (*at == 's')
        base_put_text(json, key, va_arg(*list, const char *));
    else if (*at == 'g')
        base_put_real(json, key, va_arg(*list, double));
    else if (*at == 'i')
        base_put_bool(json, key, va_arg(*list, int) != 0);
    else if (size)
        base_put_count(json, key, va_arg(*list, size_t));
    else if (*at == 'u')
        base_put_count(json, key,
                       longs == 2   ? va_arg(*list, unsigned long long)
                       : longs == 1 ? va_arg(*list, unsigned long)
                                    : va_arg(*list, unsigned));
    else
        base_put_whole(json, key,
                       longs == 2   ? va_arg(*list, long long)
                       : longs == 1 ? va_arg(*list, long)
                                    : va_arg(*list, int));
    return at + 1;
}

void base_putf(base_json *json, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    for (const char *at = format; *at != '\0';) {
        char name[64];
        size_t length = strcspn(at, ":%{}[] ");
        const char *key = length > 0 ? name : NULL;
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (strncmp(at, "%s:", 3) == 0) {
            key = va_arg(list, const char *);
            length = 2;
        }
        at += length + (at[length] == ':');
        if (*at == '{')
            base_put_object(json, key);
        else if (*at == '[')
            base_put_list(json, key);
        else if (*at == '}' || *at == ']')
            base_put_end(json);
        at = *at == '%' ? put_next(json, key, at + 1, &list) : at + (*at != '\0');
    }
    va_end(list);
}
