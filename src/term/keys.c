/* Keys: their names, and what they are bound to. */
#include "term/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/characters.h"

typedef struct key_row {
    term_key key;
    const char *name;
} key_row;

/* Keys whose names are longer than a character. Shift and Ctrl can be added to those behind the
 * code points. */
static const key_row key_rows[] = {
#define KEY_ROW(id, name) {id, name},
    TERM_KEY_ROWS(KEY_ROW)
#undef KEY_ROW
        {TERM_KEY_TAB, "Tab"},
    {TERM_KEY_ENTER, "Enter"},
    {TERM_KEY_ESCAPE, "Esc"},
    {' ', "Space"},
    {'#', "Hash"},
};

#define KEY_ROWS (sizeof key_rows / sizeof key_rows[0])

typedef struct deed_row {
    const char *name, *keys, *help;
} deed_row;

static const deed_row deed_rows[TERM_DEED_COUNT] = {
#define DEED_ROW(id, name, keys, help) [id] = {name, keys, help},
    TERM_DEED_ROWS(DEED_ROW)
#undef DEED_ROW
};

const char *term_deed_name(term_deed deed)
{
    return deed > TERM_NOTHING && deed < TERM_DEED_COUNT ? deed_rows[deed].name : "";
}

const char *term_deed_help(term_deed deed)
{
    return deed > TERM_NOTHING && deed < TERM_DEED_COUNT ? deed_rows[deed].help : "";
}

bool term_deed_direction(term_deed deed, wyrm_direction *direction, bool *runs)
{
    /* The rows of directions are clockwise from north, as the directions are. */
    _Static_assert(TERM_RUN_NORTH - TERM_GO_NORTH == WYRM_DIRECTION_COUNT, "eight directions");
    if (deed < TERM_GO_NORTH || deed > TERM_RUN_NORTH_WEST)
        return false;
    *runs = deed >= TERM_RUN_NORTH;
    *direction = (wyrm_direction)(deed - (*runs ? TERM_RUN_NORTH : TERM_GO_NORTH));
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

/* One character, and nothing behind it; else TERM_KEY_NONE. */
static term_key character_named(const char *name)
{
    if (*name == '\0')
        return TERM_KEY_NONE;
    bool question = *name == '?';
    uint32_t character = term_next_character(&name);
    bool malformed = character == '?' && !question;
    return *name == '\0' && character > 0x20 && character != 0x7f && !malformed ? character
                                                                                : TERM_KEY_NONE;
}

term_key term_key_named(const char *name)
{
    term_key modifiers = 0;
    if (strip(&name, "Shift-"))
        modifiers |= TERM_KEY_SHIFT;
    if (strip(&name, "Ctrl-"))
        modifiers |= TERM_KEY_CONTROL;
    for (size_t i = 0; i < KEY_ROWS; i++)
        if (strcmp(key_rows[i].name, name) == 0)
            return modifiers == 0                      ? key_rows[i].key
                   : key_rows[i].key > TERM_KEY_BEFORE ? key_rows[i].key | modifiers
                                                       : TERM_KEY_NONE;
    term_key key = character_named(name);
    if (modifiers == 0)
        return key;
    bool letter = (key >= 'A' && key <= 'Z') || (key >= 'a' && key <= 'z');
    /* Ctrl-I and Ctrl-M are Tab and Enter: terminals cannot tell. */
    return modifiers == TERM_KEY_CONTROL && letter ? key & 0x1f : TERM_KEY_NONE;
}

void term_key_name(term_key key, char out[TERM_KEY_NAME_MAX])
{
    term_key plain = key & ~(term_key)(TERM_KEY_SHIFT | TERM_KEY_CONTROL);
    char text[TERM_CHARACTER_MAX];
    const char *name = NULL;
    for (size_t i = 0; i < KEY_ROWS && name == NULL; i++)
        if (key_rows[i].key == plain)
            name = key_rows[i].name;
    bool control = (key & TERM_KEY_CONTROL) != 0;
    if (name == NULL && plain < 0x20) {
        control = true;
        plain |= 0x40;
    }
    term_write_character(plain, text);
    snprintf(out, TERM_KEY_NAME_MAX, "%s%s%s", key & TERM_KEY_SHIFT ? "Shift-" : "",
             control ? "Ctrl-" : "", name != NULL ? name : text);
}

void term_keys_name_first(term_keys *keys)
{
    for (int deed = 0; deed < TERM_DEED_COUNT; deed++) {
        keys->first[deed][0] = '\0';
        if (keys->keys[deed][0] != TERM_KEY_NONE)
            term_key_name(keys->keys[deed][0], keys->first[deed]);
    }
}

void term_keys_default(term_keys *keys)
{
    memset(keys, 0, sizeof *keys);
    for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
        const char *at = deed_rows[deed].keys, *end = at + strlen(at), *begin;
        char word[TERM_KEY_NAME_MAX];
        for (size_t i = 0;
             i < TERM_KEYS_A_DEED && term_next_word(&at, end, word, sizeof word, &begin); i++)
            keys->keys[deed][i] = term_key_named(word);
    }
    term_keys_name_first(keys);
}

/* The deed that a key is bound to. */
static term_deed deed_of(const term_keys *keys, term_key key)
{
    for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++)
        for (size_t i = 0; i < TERM_KEYS_A_DEED && keys->keys[deed][i] != TERM_KEY_NONE; i++)
            if (keys->keys[deed][i] == key)
                return (term_deed)deed;
    return TERM_NOTHING;
}

term_input term_keys_input(const term_keys *keys, term_key key)
{
    return (term_input){
        .deed = deed_of(keys, key),
        .character = key >= 0x20 && key != 0x7f && key < TERM_KEY_BEFORE ? key : 0,
        .backspace = key == TERM_KEY_BACKSPACE,
        .key = key,
    };
}
