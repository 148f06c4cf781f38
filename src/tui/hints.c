/* Sentences about keys. */
#include "tui/hints.h"

#include <string.h>

#include "tui/keys.h"

/* The first key of a deed by its name, which is `length` bytes long; "no key" where none is
 * bound. */
static const char *key_of(const tui_app *app, const char *name, size_t length)
{
    for (int deed = TUI_NOTHING + 1; deed < TUI_DEED_COUNT; deed++) {
        const char *called = tui_deed_name((tui_deed)deed);
        if (strlen(called) != length || strncmp(called, name, length) != 0)
            continue;
        const char *key = tui_key_of(app, (tui_deed)deed);
        return key[0] != '\0' ? key : "no key";
    }
    return "?";
}

const char *tui_hint(const tui_app *app, const char *text, char out[TUI_HINT_MAX])
{
    size_t used = 0;
    while (*text != '\0' && used + 1 < TUI_HINT_MAX) {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        if (end == NULL) {
            out[used++] = *text++;
            continue;
        }
        const char *key = key_of(app, text + 1, (size_t)(end - text - 1));
        while (*key != '\0' && used + 1 < TUI_HINT_MAX)
            out[used++] = *key++;
        text = end + 1;
    }
    out[used] = '\0';
    return out;
}

void tui_useless_key(tui_app *app, const tui_input *input)
{
    char hint[TUI_HINT_MAX];
    if (input->character > ' ')
        tui_notice(app, "%s", tui_hint(app, "That key does nothing here. {help}: help", hint));
}
