/* Reading text by characters and words. */
#include "term/characters.h"

#include <string.h>

/* UTF-8 of one to four bytes: the bits of the first byte, and the least character that needs so
 * many. */
static const struct {
    unsigned char lead, mask;
    uint32_t least;
} forms[] = {{0x00, 0x80, 0}, {0xc0, 0xe0, 0x80}, {0xe0, 0xf0, 0x800}, {0xf0, 0xf8, 0x10000}};

#define FORMS (sizeof forms / sizeof forms[0])

uint32_t term_next_character(const char **text)
{
    const unsigned char *bytes = (const unsigned char *)*text;
    for (size_t more = 0; more < FORMS; more++) {
        if ((bytes[0] & forms[more].mask) != forms[more].lead)
            continue;
        uint32_t character = bytes[0] & (unsigned char)~forms[more].mask;
        size_t read = 1;
        for (; read <= more && (bytes[read] & 0xc0u) == 0x80; read++)
            character = character << 6 | (bytes[read] & 0x3fu);
        if (read <= more || character < forms[more].least || character > 0x10ffff ||
            (character >= 0xd800 && character < 0xe000))
            break;
        *text += read;
        return character;
    }
    *text += 1;
    return '?';
}

void term_write_character(uint32_t character, char out[TERM_CHARACTER_MAX])
{
    size_t more = FORMS - 1;
    while (more > 0 && character < forms[more].least)
        more--;
    out[0] = (char)(forms[more].lead | (character >> (6 * more)));
    for (size_t i = 1; i <= more; i++)
        out[i] = (char)(0x80u | ((character >> (6 * (more - i))) & 0x3fu));
    out[more + 1] = '\0';
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

bool term_next_word(const char **at, const char *end, char *out, size_t size, const char **begin)
{
    while (*at < end && is_blank(**at))
        ++*at;
    *begin = *at;
    while (*at < end && !is_blank(**at))
        ++*at;
    size_t length = (size_t)(*at - *begin);
    length = length < size ? length : size - 1;
    memcpy(out, *begin, length);
    out[length] = '\0';
    return *at > *begin;
}
