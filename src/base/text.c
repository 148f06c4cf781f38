/* A text that grows, with an out-of-memory flag that sticks. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"

/* Nothing that is written here comes near the limit; past it a text counts as out of memory. */
enum { FIRST_CAPACITY = 256, MAX_CAPACITY = 1 << 30 };

/* Makes room for `more` bytes and the NUL; false once memory ran out. */
static bool reserve(wyrm_text *text, size_t more)
{
    if (text->failed)
        return false;
    if (more < text->capacity - text->length)
        return true;

    size_t capacity = text->capacity ? text->capacity : FIRST_CAPACITY;
    while (capacity < MAX_CAPACITY && capacity - text->length <= more)
        capacity *= 2;
    char *bytes = capacity - text->length > more ? realloc(text->bytes, capacity) : NULL;
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void wyrm_text_append_bytes(wyrm_text *text, const char *bytes, size_t count)
{
    if (!reserve(text, count))
        return;
    if (count > 0)
        memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

void wyrm_text_append(wyrm_text *text, const char *string)
{
    wyrm_text_append_bytes(text, string, strlen(string));
}

void wyrm_text_append_char(wyrm_text *text, char byte)
{
    wyrm_text_append_bytes(text, &byte, 1);
}

void wyrm_text_append_visible(wyrm_text *text, const char *bytes, size_t count)
{
    const char *end = bytes + count, *written = bytes;
    while (bytes < end) {
        const char *at = bytes;
        uint32_t character = wyrm_utf8_next(&bytes);
        if (character != WYRM_UTF8_NONE && !wyrm_utf8_steers(character))
            continue;
        wyrm_text_append_bytes(text, written, (size_t)(at - written));
        wyrm_text_appendf(text, character == WYRM_UTF8_NONE ? "\\x%02x" : "\\u%04x",
                          (unsigned)(character == WYRM_UTF8_NONE ? (unsigned char)*at : character));
        written = bytes;
    }
    wyrm_text_append_bytes(text, written, (size_t)(end - written));
}

void wyrm_text_append_repeat(wyrm_text *text, char byte, size_t count)
{
    if (!reserve(text, count))
        return;
    memset(text->bytes + text->length, byte, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

void wyrm_text_appendf(wyrm_text *text, const char *format, ...)
{
    if (!reserve(text, 0))
        return;
    va_list arguments;
    va_list again;
    va_start(arguments, format);
    va_copy(again, arguments);

    size_t room = text->capacity - text->length;
    int length = vsnprintf(text->bytes + text->length, room, format, arguments);
    if (length >= 0 && (size_t)length >= room && reserve(text, (size_t)length))
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    if (length < 0)
        text->failed = true;
    if (!text->failed)
        text->length += (size_t)length;
    else if (text->bytes)
        text->bytes[text->length] = '\0';

    va_end(again);
    va_end(arguments);
}

void wyrm_text_append_double(wyrm_text *text, double value)
{
    char digits[WYRM_NUMBER_MAX];
    wyrm_text_append_bytes(text, digits, wyrm_number_double(value, digits));
}

void wyrm_text_append_float(wyrm_text *text, float value)
{
    char digits[WYRM_NUMBER_MAX];
    wyrm_text_append_bytes(text, digits, wyrm_number_float(value, digits));
}

char *wyrm_text_steal(wyrm_text *text)
{
    wyrm_text_append_bytes(text, "", 0);
    char *bytes = text->failed ? NULL : text->bytes;
    if (text->failed)
        free(text->bytes);
    *text = (wyrm_text){0};
    return bytes;
}

void wyrm_text_drop(wyrm_text *text)
{
    free(text->bytes);
    *text = (wyrm_text){0};
}

void wyrm_text_free(char *text)
{
    free(text);
}
