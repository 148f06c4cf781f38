#ifndef WYRM_SRC_TERM_KEYS_H
#define WYRM_SRC_TERM_KEYS_H

#include <wyrm/error.h>

#include "term/input.h"

/* Keys: their codes and names, and what they are bound to. Knows no terminal. */

/* The code of a key: a code point (control characters included), or one of those behind the last
 * code point; either with modifiers. */
typedef uint32_t term_key;

/* clang-format off */
#define TERM_KEY_ROWS(row)                                                                          \
    row(TERM_KEY_UP, "Up")                                                                          \
    row(TERM_KEY_DOWN, "Down")                                                                      \
    row(TERM_KEY_LEFT, "Left")                                                                      \
    row(TERM_KEY_RIGHT, "Right")                                                                    \
    row(TERM_KEY_HOME, "Home")                                                                      \
    row(TERM_KEY_END, "End")                                                                        \
    row(TERM_KEY_PAGE_UP, "PgUp")                                                                   \
    row(TERM_KEY_PAGE_DOWN, "PgDn")                                                                 \
    row(TERM_KEY_INSERT, "Insert")                                                                  \
    row(TERM_KEY_DELETE, "Delete")                                                                  \
    row(TERM_KEY_BACKSPACE, "Backspace")                                                            \
    row(TERM_KEY_BACK_TAB, "BackTab")                                                               \
    row(TERM_KEY_F1, "F1") row(TERM_KEY_F2, "F2") row(TERM_KEY_F3, "F3") row(TERM_KEY_F4, "F4")        \
    row(TERM_KEY_F5, "F5") row(TERM_KEY_F6, "F6") row(TERM_KEY_F7, "F7") row(TERM_KEY_F8, "F8")        \
    row(TERM_KEY_F9, "F9") row(TERM_KEY_F10, "F10") row(TERM_KEY_F11, "F11") row(TERM_KEY_F12, "F12")
/* clang-format on */

enum {
    TERM_KEY_BEFORE = 0x110000, /* behind the last code point */
#define TERM_KEY_ENUM(id, name) id,
    TERM_KEY_ROWS(TERM_KEY_ENUM)
#undef TERM_KEY_ENUM
        TERM_KEY_BEHIND,
    TERM_KEY_NONE = 0,
    TERM_KEY_TAB = '\t',
    TERM_KEY_ENTER = '\r',
    TERM_KEY_ESCAPE = 0x1b,
    TERM_KEY_SHIFT = 1 << 24,  /* of named keys only: letters are upper case */
    TERM_KEY_CONTROL = 1 << 25 /* of named keys only: letters are control characters */
};

#define TERM_KEY_NAME_MAX 40 /* bytes */
#define TERM_KEYS_A_DEED  8

/* What every deed is bound to. A plain value. */
typedef struct term_keys {
    term_key keys[TERM_DEED_COUNT][TERM_KEYS_A_DEED]; /* TERM_KEY_NONE behind the last */
    char first[TERM_DEED_COUNT]
              [TERM_KEY_NAME_MAX]; /* name of the first key, "" where there is none */
} term_keys;

/* The code of a name such as "k", "Shift-Up", "Ctrl-L", "Space"; TERM_KEY_NONE where it is none. */
term_key term_key_named(const char *name);

/* The name of a key, as the config file writes it. */
void term_key_name(term_key key, char out[TERM_KEY_NAME_MAX]);

/* The bindings of the rows in input.h. */
void term_keys_default(term_keys *keys);

const char *term_deed_name(term_deed deed); /* "north_east" */
const char *term_deed_help(term_deed deed); /* "go north-east" */

/* The direction of a deed of going or running; false for others. */
bool term_deed_direction(term_deed deed, wyrm_direction *direction, bool *runs);

/* A key as an input: what it is bound to, and the character that it types. */
term_input term_keys_input(const term_keys *keys, term_key key);

/* The file that binds keys. */

/* Reads the lines of a config file over the defaults: `name = key key ...`, # begins a comment. A
 * key that a line binds is taken from the deed that had it by default. Every error is added to
 * `errors`.
 * WYRM_ERROR_SYNTAX  a line that is none, an unknown deed or key, a deed named twice, a key bound
 *                    twice, or a deed of which the game cannot do without that has none left
 * WYRM_ERROR_LIMIT   more than TERM_KEYS_A_DEED keys for a deed */
WYRM_MUST_CHECK wyrm_status term_keys_read(term_keys *keys, const char *file, const char *text,
                                           size_t length, wyrm_errors *errors);

/* The config file of some bindings, with comments: a template. Owned by the caller (free); NULL
 * where memory ran out. */
char *term_keys_template(const term_keys *keys);

#endif
