/* Cutting and counting UTF-8 text by whole characters. */
#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xC0u) == 0x80u;
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
