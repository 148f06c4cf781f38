/* Keys: their names, and what they are bound to. */
#include "tui/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/characters.h"

typedef struct key_row {
    tui_key key;
    const char *name;
} key_row;

/* Keys whose names are longer than a character. Shift and Ctrl can be added to those behind the
 * code points. */
static const key_row key_rows[] = {
#define KEY_ROW(id, name) {id, name},
    TUI_KEY_ROWS(KEY_ROW)
#undef KEY_ROW
        {TUI_KEY_TAB, "Tab"},
    {TUI_KEY_ENTER, "Enter"},
    {TUI_KEY_ESCAPE, "Esc"},
    {' ', "Space"},
    {'#', "Hash"},
};

#define KEY_ROWS (sizeof key_rows / sizeof key_rows[0])

typedef struct deed_row {
    const char *name, *keys, *help;
} deed_row;

static const deed_row deed_rows[TUI_DEED_COUNT] = {
#define DEED_ROW(id, name, keys, help) [id] = {name, keys, help},
    TUI_DEED_ROWS(DEED_ROW)
#undef DEED_ROW
};

const char *tui_deed_name(tui_deed deed)
{
    return deed > TUI_NOTHING && deed < TUI_DEED_COUNT ? deed_rows[deed].name : "";
}

const char *tui_deed_help(tui_deed deed)
{
    return deed > TUI_NOTHING && deed < TUI_DEED_COUNT ? deed_rows[deed].help : "";
}

bool tui_deed_direction(tui_deed deed, wyrm_direction *direction, bool *runs)
{
    /* The rows of directions are clockwise from north, as the directions are. */
    _Static_assert(TUI_RUN_NORTH - TUI_GO_NORTH == WYRM_DIRECTION_COUNT, "eight directions");
    if (deed < TUI_GO_NORTH || deed > TUI_RUN_NORTH_WEST)
        return false;
    *runs = deed >= TUI_RUN_NORTH;
    *direction = (wyrm_direction)(deed - (*runs ? TUI_RUN_NORTH : TUI_GO_NORTH));
    return true;
}

/* Takes a word such as "Shift-" off the front of a name. */
static bool strip(const char **name, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*name, word, length) != 0 || (*name)[length] == '\0')
        return false;
    *name += length;
    return true;
}

/* One character, and nothing behind it; else TUI_KEY_NONE. */
static tui_key character_named(const char *name)
{
    if (*name == '\0')
        return TUI_KEY_NONE;
    bool question = *name == '?';
    uint32_t character = tui_next_character(&name);
    bool malformed = character == '?' && !question;
    return *name == '\0' && character > 0x20 && character != 0x7f && !malformed ? character
                                                                                : TUI_KEY_NONE;
}

tui_key tui_key_named(const char *name)
{
    tui_key modifiers = 0;
    if (strip(&name, "Shift-"))
        modifiers |= TUI_KEY_SHIFT;
    if (strip(&name, "Ctrl-"))
        modifiers |= TUI_KEY_CONTROL;
    for (size_t i = 0; i < KEY_ROWS; i++)
        if (strcmp(key_rows[i].name, name) == 0)
            return modifiers == 0                     ? key_rows[i].key
                   : key_rows[i].key > TUI_KEY_BEFORE ? key_rows[i].key | modifiers
                                                      : TUI_KEY_NONE;
    tui_key key = character_named(name);
    if (modifiers == 0)
        return key;
    bool letter = (key >= 'A' && key <= 'Z') || (key >= 'a' && key <= 'z');
    /* Ctrl-I and Ctrl-M are Tab and Enter: terminals cannot tell. */
    return modifiers == TUI_KEY_CONTROL && letter ? key & 0x1f : TUI_KEY_NONE;
}

void tui_key_name(tui_key key, char out[TUI_KEY_NAME_MAX])
{
    tui_key plain = key & ~(tui_key)(TUI_KEY_SHIFT | TUI_KEY_CONTROL);
    char text[TUI_CHARACTER_MAX];
    const char *name = NULL;
    for (size_t i = 0; i < KEY_ROWS && name == NULL; i++)
        if (key_rows[i].key == plain)
            name = key_rows[i].name;
    bool control = (key & TUI_KEY_CONTROL) != 0;
    if (name == NULL && plain < 0x20) {
        control = true;
        plain |= 0x40;
    }
    tui_write_character(plain, text);
    snprintf(out, TUI_KEY_NAME_MAX, "%s%s%s", key & TUI_KEY_SHIFT ? "Shift-" : "",
             control ? "Ctrl-" : "", name != NULL ? name : text);
}

void tui_keys_name_first(tui_keys *keys)
{
    for (int deed = 0; deed < TUI_DEED_COUNT; deed++) {
        keys->first[deed][0] = '\0';
        if (keys->keys[deed][0] != TUI_KEY_NONE)
            tui_key_name(keys->keys[deed][0], keys->first[deed]);
    }
}

void tui_keys_default(tui_keys *keys)
{
    memset(keys, 0, sizeof *keys);
    for (int deed = TUI_NOTHING + 1; deed < TUI_DEED_COUNT; deed++) {
        const char *at = deed_rows[deed].keys, *end = at + strlen(at), *begin;
        char word[TUI_KEY_NAME_MAX];
        for (size_t i = 0;
             i < TUI_KEYS_A_DEED && tui_next_word(&at, end, word, sizeof word, &begin); i++)
            keys->keys[deed][i] = tui_key_named(word);
    }
    tui_keys_name_first(keys);
}

/* The deed that a key is bound to. */
static tui_deed deed_of(const tui_keys *keys, tui_key key)
{
    for (int deed = TUI_NOTHING + 1; deed < TUI_DEED_COUNT; deed++)
        for (size_t i = 0; i < TUI_KEYS_A_DEED && keys->keys[deed][i] != TUI_KEY_NONE; i++)
            if (keys->keys[deed][i] == key)
                return (tui_deed)deed;
    return TUI_NOTHING;
}

tui_input tui_keys_input(const tui_keys *keys, tui_key key)
{
    return (tui_input){
        .deed = deed_of(keys, key),
        .character = key >= 0x20 && key != 0x7f && key < TUI_KEY_BEFORE ? key : 0,
        .backspace = key == TUI_KEY_BACKSPACE,
        .key = key,
    };
}
