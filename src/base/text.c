/* A text that grows, with an out-of-memory flag that sticks.
 *
 * Texts are written in hundreds of small pieces, none of which can do anything about memory but go
 * on: so none can fail, and whoever takes the text at the end learns of it. Here are also numbers
 * as text, in the fewest digits that read back to the same bits, and UTF-8 by whole characters: so
 * a file is the same on any machine, and a name that is cut is still a name. */
#include "base/text.h"
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"

/* The names of the floating points that games compute in. */

const char *const base_precisions[] = {
    [BASE_PRECISION_SINGLE] = "single", [BASE_PRECISION_DOUBLE] = "double", NULL};

/* Numbers as text that reads back to the same number, whatever the locale. */

#define WHOLE_LIMIT 1e15

/* A normal number that a text of at most DBL_DIG digits can hold is printed as that text by %g with
 * DBL_DIG digits, which drops zeros; a subnormal one may have a shorter text. */
size_t base_number_double(double value, char text[BASE_NUMBER_MAX])
{
    const char *word = isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    if (!isfinite(value))
        return (size_t)snprintf(text, BASE_NUMBER_MAX, "%s", word);
    if (fabs(value) < WHOLE_LIMIT && value == floor(value))
        return (size_t)snprintf(text, BASE_NUMBER_MAX, "%.0f", value);
    for (int digits = isnormal(value) ? DBL_DIG : 1; digits <= DBL_DECIMAL_DIG; digits++) {
        snprintf(text, BASE_NUMBER_MAX, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    /* The locale's decimal separator, which may be several bytes, is replaced by a point. */
    size_t start = strspn(text, "+-0123456789eE"), length = strlen(text);
    if (start == length)
        return length;
    size_t rest = start + strcspn(text + start, "+-0123456789eE");
    text[start] = '.';
    memmove(text + start + 1, text + rest, length - rest + 1);
    return length - rest + start + 1;
}

/* Moves *at behind the digits of text[length] that stand there, and copies them to `to` (NULL: not
 * at all). Returns how many. */
static size_t pass_digits(const char *text, size_t length, size_t *at, char *to)
{
    const size_t first = *at;
    while (*at < length && text[*at] >= '0' && text[*at] <= '9')
        ++*at;
    if (to != NULL)
        memcpy(to, text + first, *at - first);
    return *at - first;
}

static bool is_sign(const char *text, size_t length, size_t at)
{
    return at < length && (text[at] == '+' || text[at] == '-');
}

#define READ_MAX     120    /* characters of a number */
#define EXPONENT_MAX 100000 /* far beyond what a double holds, with 120 digits before or behind */

/* strtod gets the digits without their point, which the locale may have otherwise. */
bool base_number_read(const char *text, size_t length, double *out)
{
    char plain[READ_MAX + 16];
    size_t used = 0, at = 0, behind = 0;
    int exponent = 0;
    *out = 0;
    if (length > READ_MAX)
        return false;
    if (is_sign(text, length, at))
        plain[used++] = text[at++];
    size_t digits = pass_digits(text, length, &at, plain + used);
    if (at < length && text[at] == '.') {
        at++;
        behind = pass_digits(text, length, &at, plain + used + digits);
        digits += behind;
    }
    if (digits == 0)
        return false;
    if (at < length && (text[at] == 'e' || text[at] == 'E')) {
        const bool minus = ++at < length && text[at] == '-';
        at += is_sign(text, length, at);
        const size_t first = at;
        if (pass_digits(text, length, &at, NULL) == 0)
            return false;
        for (size_t i = first; i < at; i++)
            exponent = exponent < EXPONENT_MAX ? 10 * exponent + (text[i] - '0') : exponent;
        exponent = minus ? -exponent : exponent;
    }
    if (at < length)
        return false;
    snprintf(plain + used + digits, sizeof plain - used - digits, "e%d", exponent - (int)behind);
    *out = strtod(plain, NULL);
    return true;
}

/* Cutting and counting UTF-8 text by whole characters. */

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xC0u) == 0x80u;
}

uint32_t base_utf8_next(const char **text)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)*text;
    int more = at[0] < 0x80 ? 0 : at[0] >= 0xf0 ? 3 : at[0] >= 0xe0 ? 2 : 1;
    uint32_t character = more == 0 ? at[0] : (uint32_t)(at[0] & (0x3f >> more));
    int used = 1;
    while (used <= more && (at[used] & 0xc0) == 0x80)
        character = character << 6 | (at[used++] & 0x3fu);
    bool whole = used == more + 1 && character >= least[more] && character <= 0x10ffff &&
                 (character < 0xd800 || character > 0xdfff) && at[0] < 0xf8 &&
                 (at[0] < 0x80 || at[0] >= 0xc0);
    *text += whole ? used : 1;
    return whole ? character : BASE_UTF8_NONE;
}

bool base_utf8_steers(uint32_t c)
{
    static const struct {
        uint32_t first, last;
    } invisible[] = {
        {0x7f, 0x9f},     {0xad, 0xad},     {0x034f, 0x034f},   {0x061c, 0x061c},
        {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e},   {0x2060, 0x206f},
        {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff},
    };
    if (c < 0x7f)
        return c < 0x20 && c != '\t' && c != '\n';
    for (size_t i = 0; i < sizeof invisible / sizeof invisible[0]; i++)
        if (c >= invisible[i].first && c <= invisible[i].last)
            return true;
    return false;
}

size_t base_utf8_cut(const char *text, size_t length, size_t room)
{
    if (length <= room)
        return length;
    /* A character has at most three continuation bytes: more of them are no text, and cut
     * anywhere. */
    for (size_t back = 0; back <= 3 && back <= room; back++)
        if (!continues(text[room - back]))
            return room - back;
    return room;
}

size_t base_utf8_count(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += !continues(text[i]);
    return count;
}

void base_utf8_copy(char *buffer, size_t size, const char *text)
{
    if (size == 0)
        return;
    size_t length = base_utf8_cut(text, strlen(text), size - 1);
    memmove(buffer, text, length);
    buffer[length] = '\0';
}

/* No text here comes near the limit; beyond it counts as out of memory. */
enum { FIRST_CAPACITY = 256, MAX_CAPACITY = 1 << 30 };

/* Makes room for `more` bytes and the NUL; false once memory ran out. */
static bool reserve(base_buffer *text, size_t more)
{
    if (text->failed)
        return false;
    if (more < text->capacity - text->length)
        return true;
    size_t capacity = text->capacity ? text->capacity : FIRST_CAPACITY;
    while (capacity < MAX_CAPACITY && capacity - text->length <= more)
        capacity *= 2;
    char *bytes = capacity - text->length > more ? base_resize(text->bytes, capacity) : NULL;
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void base_buffer_append_bytes(base_buffer *text, const char *bytes, size_t count)
{
    if (!reserve(text, count))
        return;
    if (count > 0)
        memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

void base_buffer_append(base_buffer *text, const char *string)
{
    base_buffer_append_bytes(text, string, strlen(string));
}

void base_buffer_append_char(base_buffer *text, char byte)
{
    base_buffer_append_bytes(text, &byte, 1);
}

void base_buffer_append_visible(base_buffer *text, const char *bytes, size_t count)
{
    const char *end = bytes + count, *written = bytes;
    while (bytes < end) {
        const char *at = bytes;
        uint32_t character = base_utf8_next(&bytes);
        if (character != BASE_UTF8_NONE && !base_utf8_steers(character))
            continue;
        base_buffer_append_bytes(text, written, (size_t)(at - written));
        const bool broken = character == BASE_UTF8_NONE;
        base_buffer_appendf(text,
                            broken               ? "\\x%02x"
                            : character > 0xffff ? "\\U%08x"
                                                 : "\\u%04x",
                            (unsigned)(broken ? (unsigned char)*at : character));
        written = bytes;
    }
    base_buffer_append_bytes(text, written, (size_t)(end - written));
}

void base_buffer_append_repeat(base_buffer *text, char byte, size_t count)
{
    if (!reserve(text, count))
        return;
    memset(text->bytes + text->length, byte, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

void base_buffer_appendf(base_buffer *text, const char *format, ...)
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

void base_range_words(char *text)
{
    const size_t length = strlen(text), first = strspn(text + (*text != '\0'), "0123456789");
    char *second = text + 1 + first + 2; /* behind "[3, " */
    if (text[0] != '[' || first == 0 || length < first + 5 || memcmp(second - 2, ", ", 2) != 0 ||
        strspn(second, "0123456789") != length - first - 4 || text[length - 1] != ']')
        return;
    text[length - 1] = '\0';
    memmove(text, text + 1, first);
    text[first] = '-';
    memmove(text + first + 1, second, strlen(second) + 1);
}

void base_buffer_append_double(base_buffer *text, double value)
{
    char digits[BASE_NUMBER_MAX];
    base_buffer_append_bytes(text, digits, base_number_double(value, digits));
}

char *base_buffer_steal(base_buffer *text)
{
    base_buffer_append_bytes(text, "", 0);
    char *bytes = text->failed ? NULL : text->bytes;
    wyrm_free(text->failed ? text->bytes : NULL);
    *text = (base_buffer){0};
    return bytes;
}

void base_buffer_drop(base_buffer *text)
{
    wyrm_free(text->bytes);
    *text = (base_buffer){0};
}
