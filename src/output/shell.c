/* Words for a shell. */
#include "output/shell.h"

#include <string.h>

static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                            "_-+=,./:@%";

static bool is_plain(const char *word)
{
    return word[0] != '\0' && strspn(word, plain) == strlen(word);
}

bool wyrm_shell_word(const char *word, char *text, size_t size)
{
    bool quoted = !is_plain(word);
    size_t used = 0;
    text[0] = '\0';
    for (const char *at = word; *at != '\0'; at++) {
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            return false;
        used += *at == '\'' ? 4 : 1;
    }
    if (used + (quoted ? 3 : 1) > size)
        return false;
    char *to = text;
    if (quoted)
        *to++ = '\'';
    for (const char *at = word; *at != '\0'; at++) {
        if (*at == '\'') {
            memcpy(to, "'\\''", 4);
            to += 4;
        } else {
            *to++ = *at;
        }
    }
    if (quoted)
        *to++ = '\'';
    *to = '\0';
    return true;
}
