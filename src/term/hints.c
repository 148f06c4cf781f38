/* Sentences about keys. */
#include "term/hints.h"

#include <string.h>

#include "term/keys.h"

/* The first key of a deed by its name, which is `length` bytes long; "no key" where none is
 * bound. */
static const char *key_of(const term_app *app, const char *name, size_t length)
{
    for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
        const char *called = term_deed_name((term_deed)deed);
        if (strlen(called) != length || strncmp(called, name, length) != 0)
            continue;
        const char *key = term_key_of(app, (term_deed)deed);
        return key[0] != '\0' ? key : "no key";
    }
    return "?";
}

const char *term_hint(const term_app *app, const char *text, char out[TERM_HINT_MAX])
{
    size_t used = 0;
    while (*text != '\0' && used + 1 < TERM_HINT_MAX) {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        if (end == NULL) {
            out[used++] = *text++;
            continue;
        }
        const char *key = key_of(app, text + 1, (size_t)(end - text - 1));
        while (*key != '\0' && used + 1 < TERM_HINT_MAX)
            out[used++] = *key++;
        text = end + 1;
    }
    out[used] = '\0';
    return out;
}

void term_useless_key(term_app *app, const term_input *input)
{
    char hint[TERM_HINT_MAX];
    if (input->character > ' ')
        term_notice(app, "%s", term_hint(app, "That key does nothing here. {help}: help", hint));
}
