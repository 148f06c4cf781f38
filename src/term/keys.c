/* Keys: their names, what they are bound to, and the file in which the player binds others. */
#include "base/arena.h"
#include "term/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/ruleset.h>

#include "base/text.h"

/* ---- keys: their names, and what they are bound to ---- */

/* Keys whose names are longer than a character. Shift and Ctrl can be added to those behind the
 * code points. */
static const struct {
    term_key key;
    const char *name;
} key_rows[] = {
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

static const struct {
    const char *name, *keys, *help;
} deed_rows[TERM_DEED_COUNT] = {
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

/* Fills `first` anew, after `keys` were changed. */
static void term_keys_name_first(term_keys *keys)
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

/* A file being read. */
typedef struct reading {
    const char *file;
    const char *line, *line_end;
    int number; /* of the line, from 1 */
    wyrm_errors *errors;
    wyrm_status status;            /* of the first error */
    term_keys bound;               /* what the file binds; the defaults come later */
    int named_in[TERM_DEED_COUNT]; /* the line that binds a deed; 0: none */
} reading;

/* Adds an error that points at `length` bytes of the line. `hint` may be NULL. */
__attribute__((format(printf, 6, 7))) static void complain(reading *in, const char *at,
                                                           size_t length, wyrm_status code,
                                                           const char *hint, const char *format,
                                                           ...)
{
    wyrm_error error;
    char message[160], text[WYRM_ERROR_EXCERPT_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    snprintf(text, sizeof text, "%.*s", (int)(in->line_end - in->line), in->line);
    wyrm_fail(&error, code, "%s", message);
    error.line = in->number;
    error.column = 1 + (int)wyrm_utf8_count(in->line, (size_t)(at - in->line));
    error.length = length > 0 ? (int)wyrm_utf8_count(at, length) : 1;
    wyrm_utf8_copy(error.file, sizeof error.file, in->file);
    wyrm_utf8_copy(error.excerpt, sizeof error.excerpt, text);
    wyrm_utf8_copy(error.hint, sizeof error.hint, hint != NULL ? hint : "");
    wyrm_errors_add(in->errors, &error);
    if (in->status == WYRM_OK)
        in->status = code;
}

/* The deed of a name; TERM_NOTHING, having said so, where there is none. */
static term_deed read_deed(reading *in, const char *name, const char *at)
{
    const char *names[TERM_DEED_COUNT];
    char hint[WYRM_ERROR_HINT_MAX] = "";
    for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
        names[deed - 1] = term_deed_name((term_deed)deed);
        if (strcmp(names[deed - 1], name) == 0)
            return (term_deed)deed;
    }
    const char *near = wyrm_nearest(name, names, TERM_DEED_COUNT - 1);
    if (near != NULL)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    complain(in, at, strlen(name), WYRM_ERROR_SYNTAX, hint, "unknown deed '%s'", name);
    return TERM_NOTHING;
}

/* Binds one key of a line. */
static void read_key(reading *in, term_deed deed, size_t *count, const char *word, const char *at)
{
    term_key key = term_key_named(word);
    term_deed other = deed_of(&in->bound, key);
    if (key == TERM_KEY_NONE)
        complain(in, at, strlen(word), WYRM_ERROR_SYNTAX,
                 "a character, or a name such as Up, PgDn, Shift-Home, Ctrl-L, Space, Hash",
                 "unknown key '%s'", word);
    else if (other != TERM_NOTHING)
        complain(in, at, strlen(word), WYRM_ERROR_SYNTAX, NULL,
                 "'%s' is bound to %s in line %d, too", word, term_deed_name(other),
                 in->named_in[other]);
    else if (*count == TERM_KEYS_A_DEED)
        complain(in, at, strlen(word), WYRM_ERROR_LIMIT, NULL, "more than %d keys for %s",
                 TERM_KEYS_A_DEED, term_deed_name(deed));
    else
        in->bound.keys[deed][(*count)++] = key;
}

/* `name = key key ...` */
static void read_line(reading *in)
{
    const char *at = in->line, *begin;
    char word[64];
    const char *equals = memchr(in->line, '=', (size_t)(in->line_end - in->line));
    const char *name_end = equals != NULL ? equals : in->line_end;
    if (!term_next_word(&at, in->line_end, word, sizeof word, &begin) || word[0] == '#')
        return;
    at = in->line;
    bool named = term_next_word(&at, name_end, word, sizeof word, &begin);
    if (!named || equals == NULL || strspn(at, " \t") < (size_t)(equals - at)) {
        complain(in, in->line, (size_t)(in->line_end - in->line), WYRM_ERROR_SYNTAX,
                 "such as: rest = Z s", "a line is `name = key key ...`");
        return;
    }
    term_deed deed = read_deed(in, word, begin);
    if (deed == TERM_NOTHING)
        return;
    if (in->named_in[deed] != 0) {
        complain(in, begin, strlen(word), WYRM_ERROR_SYNTAX, NULL, "%s is in line %d, too", word,
                 in->named_in[deed]);
        return;
    }
    in->named_in[deed] = in->number;
    size_t count = 0;
    for (at = equals + 1; term_next_word(&at, in->line_end, word, sizeof word, &begin);)
        read_key(in, deed, &count, word, begin);
}

/* Takes the keys that the file binds from the deeds that have them by default. */
static void join(reading *in, term_keys *keys)
{
    for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
        size_t kept = 0;
        term_key row[TERM_KEYS_A_DEED] = {0};
        const term_key *from = in->named_in[deed] != 0 ? in->bound.keys[deed] : keys->keys[deed];
        for (size_t i = 0; i < TERM_KEYS_A_DEED && from[i] != TERM_KEY_NONE; i++)
            if (in->named_in[deed] != 0 || deed_of(&in->bound, from[i]) == TERM_NOTHING)
                row[kept++] = from[i];
        memcpy(keys->keys[deed], row, sizeof row);
    }
    term_keys_name_first(keys);
}

wyrm_status term_keys_read(term_keys *keys, const char *file, const char *text, size_t length,
                           wyrm_errors *errors)
{
    /* Without these no menu can be chosen from or left. */
    static const term_deed needed[] = {TERM_GO_NORTH, TERM_GO_SOUTH, TERM_CONFIRM, TERM_CANCEL};
    const char *end = text + length;
    term_keys joined = *keys;
    reading *in = base_zeroed(1, sizeof *in);
    if (in == NULL)
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    in->file = file;
    in->errors = errors;
    in->line = in->line_end = text;
    while (in->line < end) {
        const char *stop = memchr(in->line, '\n', (size_t)(end - in->line));
        in->line_end = stop != NULL ? stop : end;
        in->number++;
        read_line(in);
        if (stop == NULL)
            break;
        in->line = stop + 1;
    }
    if (in->line_end < in->line)
        in->line_end = in->line;
    in->number += in->number == 0;
    join(in, &joined);
    bool in_order = in->status == WYRM_OK;
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (in_order && joined.keys[needed[i]][0] == TERM_KEY_NONE)
            complain(in, in->line, 0, WYRM_ERROR_SYNTAX, NULL, "no key is left for %s",
                     term_deed_name(needed[i]));
    wyrm_status status = in->status;
    if (status == WYRM_OK)
        *keys = joined;
    wyrm_free(in);
    return status;
}

static const char *const head = "# Keys of Wyrmscale: what each of them does.\n"
                                "#\n"
                                "#   name = key key ...\n"
                                "#\n"
                                "# A key is a character, or one of Up Down Left Right Home End "
                                "PgUp PgDn Insert Delete Tab BackTab\n"
                                "# Enter Esc Space Backspace F1 ... F12 Hash, with Shift- or Ctrl- "
                                "before it, or Ctrl- and a letter.\n"
                                "# A line takes the place of the keys that are there by default, "
                                "and takes its keys from others.\n"
                                "# Lines that begin with # change nothing.\n";

char *term_keys_template(const term_keys *keys)
{
    wyrm_text text = {0};
    term_keys usual;
    term_keys_default(&usual);
    wyrm_text_append(&text, head);
    for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
        bool changed = memcmp(keys->keys[deed], usual.keys[deed], sizeof usual.keys[deed]) != 0;
        wyrm_text_appendf(&text, "\n# %s\n%s%s =", term_deed_help((term_deed)deed),
                          changed ? "" : "#", term_deed_name((term_deed)deed));
        for (size_t i = 0; i < TERM_KEYS_A_DEED && keys->keys[deed][i] != TERM_KEY_NONE; i++) {
            char name[TERM_KEY_NAME_MAX];
            term_key_name(keys->keys[deed][i], name);
            wyrm_text_appendf(&text, " %s", name);
        }
        wyrm_text_append_char(&text, '\n');
    }
    return wyrm_text_steal(&text);
}
