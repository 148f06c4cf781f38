/* Keys: their codes and names, and what they are bound to. Knows no terminal. */
#ifndef WYRM_SRC_TUI_KEYS_H
#define WYRM_SRC_TUI_KEYS_H

#include <wyrm/error.h>

#include "tui/input.h"

/* The code of a key: a code point (control characters included), or one of those behind the last
 * code point; either with modifiers. */
typedef uint32_t tui_key;

/* clang-format off */
#define TUI_KEY_ROWS(row)                                                                          \
    row(TUI_KEY_UP, "Up")                                                                          \
    row(TUI_KEY_DOWN, "Down")                                                                      \
    row(TUI_KEY_LEFT, "Left")                                                                      \
    row(TUI_KEY_RIGHT, "Right")                                                                    \
    row(TUI_KEY_HOME, "Home")                                                                      \
    row(TUI_KEY_END, "End")                                                                        \
    row(TUI_KEY_PAGE_UP, "PgUp")                                                                   \
    row(TUI_KEY_PAGE_DOWN, "PgDn")                                                                 \
    row(TUI_KEY_INSERT, "Insert")                                                                  \
    row(TUI_KEY_DELETE, "Delete")                                                                  \
    row(TUI_KEY_BACKSPACE, "Backspace")                                                            \
    row(TUI_KEY_BACK_TAB, "BackTab")                                                               \
    row(TUI_KEY_F1, "F1") row(TUI_KEY_F2, "F2") row(TUI_KEY_F3, "F3") row(TUI_KEY_F4, "F4")        \
    row(TUI_KEY_F5, "F5") row(TUI_KEY_F6, "F6") row(TUI_KEY_F7, "F7") row(TUI_KEY_F8, "F8")        \
    row(TUI_KEY_F9, "F9") row(TUI_KEY_F10, "F10") row(TUI_KEY_F11, "F11") row(TUI_KEY_F12, "F12")
/* clang-format on */

enum {
    TUI_KEY_BEFORE = 0x110000, /* behind the last code point */
#define TUI_KEY_ENUM(id, name) id,
    TUI_KEY_ROWS(TUI_KEY_ENUM)
#undef TUI_KEY_ENUM
        TUI_KEY_BEHIND,
    TUI_KEY_NONE = 0,
    TUI_KEY_TAB = '\t',
    TUI_KEY_ENTER = '\r',
    TUI_KEY_ESCAPE = 0x1b,
    TUI_KEY_SHIFT = 1 << 24,  /* of named keys only: letters are upper case */
    TUI_KEY_CONTROL = 1 << 25 /* of named keys only: letters are control characters */
};

#define TUI_KEY_NAME_MAX 40 /* bytes */
#define TUI_KEYS_A_DEED  8

/* What every deed is bound to. A plain value. */
typedef struct tui_keys {
    tui_key keys[TUI_DEED_COUNT][TUI_KEYS_A_DEED]; /* TUI_KEY_NONE behind the last */
    char first[TUI_DEED_COUNT]
              [TUI_KEY_NAME_MAX]; /* name of the first key, "" where there is none */
} tui_keys;

/* The code of a name such as "k", "Shift-Up", "Ctrl-L", "Space"; TUI_KEY_NONE where it is none. */
tui_key tui_key_named(const char *name);

/* The name of a key, as the config file writes it. */
void tui_key_name(tui_key key, char out[TUI_KEY_NAME_MAX]);

/* Fills `first` anew, after `keys` were changed. */
void tui_keys_name_first(tui_keys *keys);

/* The bindings of the rows in input.h. */
void tui_keys_default(tui_keys *keys);

const char *tui_deed_name(tui_deed deed); /* "north_east" */
const char *tui_deed_help(tui_deed deed); /* "go north-east" */

/* The direction of a deed of going or running; false for others. */
bool tui_deed_direction(tui_deed deed, wyrm_direction *direction, bool *runs);

/* A key as an input: what it is bound to, and the character that it types. */
tui_input tui_keys_input(const tui_keys *keys, tui_key key);

#endif
