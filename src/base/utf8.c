/* Cutting and counting UTF-8 text by whole characters. */
#include "base/utf8.h"

#include <string.h>

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xC0u) == 0x80u;
}

uint32_t wyrm_utf8_next(const char **text)
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
    return whole ? character : WYRM_UTF8_NONE;
}

bool wyrm_utf8_steers(uint32_t c)
{
    return (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7f && c <= 0x9f) || c == 0x061c ||
           c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

size_t wyrm_utf8_cut(const char *text, size_t length, size_t room)
{
    if (length <= room)
        return length;
    /* A character has at most three continuation bytes: more of them are no text, cut anywhere. */
    for (size_t back = 0; back <= 3 && back <= room; back++)
        if (!continues(text[room - back]))
            return room - back;
    return room;
}

size_t wyrm_utf8_count(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += !continues(text[i]);
    return count;
}

void wyrm_utf8_copy(char *buffer, size_t size, const char *text)
{
    if (size == 0)
        return;
    size_t length = wyrm_utf8_cut(text, strlen(text), size - 1);
    memmove(buffer, text, length);
    buffer[length] = '\0';
}
