/* Scripts of a ruleset: the value of a key is the text itself, or that of a file beside it. */
#include <string.h>
#include "script/script.h"

/* How many columns a block of text that follows line `line` of a file stands to the right of what
 * is read of it: the blanks before its first line that has anything, less those that are read. */
static int indentation(const char *file, int line, const char *text)
{
    size_t before, after;
    for (; line > 0 && *file != '\0'; file++)
        line -= *file == '\n';
    while (file += (before = strspn(file, " ")), *file == '\n')
        file++;
    while (text += (after = strspn(text, " ")), *text == '\n')
        text++;
    return before > after ? (int)(before - after) : 0;
}

/* A text of several lines begins below its key, or with a file of its own. */
script *script_open(wyrm_opening *o, const wyrm_value *value, const char *function,
                    const char *form)
{
    const char *text = wyrm_value_text(value);
    const wyrm_place *place = &value->place;
    const bool own_file = place->source->text == text, block = strchr(text, '\n') != NULL;
    const int indent = own_file ? 0
                       : block  ? indentation(place->source->text, place->line, text)
                                : place->column - 1;
    script *made = NULL;
    if (text[0] != '\0' && strpbrk(text, " \t\n(") == NULL) {
        wyrm_fault(o, value, NULL,
                   "'%.60s' is neither a script nor the name of a file that ends in '.lua'", text);
        return NULL;
    }
    wyrm_status status = script_new(place->source->file, own_file ? 1 : place->line + block, indent,
                                    text, strlen(text), &made, o->errors);
    if (status == WYRM_ERROR_MEMORY)
        base_fail(o->arena, status);
    o->faulty |= status != WYRM_OK;
    if (status != WYRM_OK)
        return NULL;
    base_keep(o->arena, made, script_free);
    if (!script_has(made, function))
        wyrm_fault(o, value, NULL, "the script has no function '%s'", form);
    return made;
}
