/* Keys: their names, what they are bound to, and the file in which the player binds others.
 *
 * Deeds and their usual keys are rows of one table, which the help, the file and the menu are
 * written from. A line of the file takes the place of the usual keys of its deed, and a key that it
 * names is taken from whatever has it by default: so a file needs only the lines that differ, and a
 * key means one thing. */
#include "term/canvas.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"

/* ---- Names ---- */

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
    {'#', "Hash"}};

const struct term_deed_row term_deeds[TERM_DEED_COUNT] = {
#define DEED_ROW(id, name, keys, help) [id] = {name, keys, help},
    TERM_DEED_ROWS(DEED_ROW)
#undef DEED_ROW
        [TERM_NOTHING] = {"", "", ""}};

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

term_key term_key_named(const char *name)
{
    static const char *const words[] = {"Shift-", "Ctrl-"};
    static const term_key bits[] = {TERM_KEY_SHIFT, TERM_KEY_CONTROL};
    term_key modifiers = 0;
    for (size_t i = 0; i < TERM_COUNT(words); i++) {
        size_t length = strlen(words[i]);
        if (strncmp(name, words[i], length) == 0 && name[length] != '\0') {
            name += length;
            modifiers |= bits[i];
        }
    }
    for (size_t i = 0; i < TERM_COUNT(key_rows); i++)
        if (strcmp(key_rows[i].name, name) == 0)
            return modifiers == 0 || key_rows[i].key > TERM_KEY_BEFORE ? key_rows[i].key | modifiers
                                                                       : TERM_KEY_NONE;
    /* else one character, and nothing behind it */
    bool question = *name == '?';
    term_key key = *name != '\0' ? term_next_character(&name) : TERM_KEY_NONE;
    if (*name != '\0' || key <= 0x20 || key == 0x7f || (key == '?' && !question))
        return TERM_KEY_NONE;
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
    for (size_t i = 0; i < TERM_COUNT(key_rows) && name == NULL; i++)
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

void term_key_names(const term_keys *keys, term_deed deed, char out[TERM_KEY_NAMES_MAX])
{
    *out = '\0';
    for (size_t i = 0; i < TERM_KEYS_A_DEED && keys->keys[deed][i] != TERM_KEY_NONE; i++) {
        char name[TERM_KEY_NAME_MAX];
        term_key_name(keys->keys[deed][i], name);
        strcat(out, i > 0 ? " " : "");
        strcat(out, name);
    }
}

/* ---- What keys are bound to ---- */

/* The next word between *at and `end`, up to a blank, into out[size], cut where it is too long;
 * *begin is where it stands and *at goes behind it. False where there is none. */
static bool next_word(const char **at, const char *end, char *out, size_t size, const char **begin)
{
    static const char blanks[] = " \t\r";
    while (*at < end && **at != '\0' && strchr(blanks, **at) != NULL)
        ++*at;
    *begin = *at;
    while (*at < end && (**at == '\0' || strchr(blanks, **at) == NULL))
        ++*at;
    size_t length = (size_t)(*at - *begin);
    length = length < size ? length : size - 1;
    memcpy(out, *begin, length);
    out[length] = '\0';
    return *at > *begin;
}

const char *term_first_key(const term_keys *keys, term_deed deed, char out[TERM_KEY_NAME_MAX])
{
    *out = '\0';
    if (keys->keys[deed][0] != TERM_KEY_NONE)
        term_key_name(keys->keys[deed][0], out);
    return out;
}

void term_keys_default(term_keys *keys)
{
    memset(keys, 0, sizeof *keys);
    for (int deed = 0; deed < TERM_DEED_COUNT; deed++) {
        const char *at = term_deeds[deed].keys, *end = at + strlen(at), *begin;
        char word[TERM_KEY_NAME_MAX];
        for (term_key *key = keys->keys[deed]; next_word(&at, end, word, sizeof word, &begin);)
            *key++ = term_key_named(word);
    }
}

/* The deed that a key is bound to. */
static term_deed deed_of(const term_keys *keys, term_key key)
{
    for (int deed = 0; deed < TERM_DEED_COUNT; deed++)
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
        .key = key,
    };
}

/* ---- The file of the player's own ---- */

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
static WYRM_PRINTF(6, 7) void complain(reading *in, const char *at, size_t length, wyrm_status code,
                                       const char *hint, const char *format, ...)
{
    wyrm_error error;
    char text[WYRM_ERROR_EXCERPT_MAX];
    va_list list;
    va_start(list, format);
    wyrm_fail(&error, code, "%s", "");
    vsnprintf(error.message, sizeof error.message, format, list);
    va_end(list);
    snprintf(text, sizeof text, "%.*s", (int)(in->line_end - in->line), in->line);
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

/* `name = key key ...` */
static void read_line(reading *in)
{
    const char *at = in->line, *begin, *names[TERM_DEED_COUNT];
    char word[64], hint[WYRM_ERROR_HINT_MAX] = "";
    const char *equals = memchr(in->line, '=', (size_t)(in->line_end - in->line));
    const char *name_end = equals != NULL ? equals : in->line_end;
    if (!next_word(&at, in->line_end, word, sizeof word, &begin) || word[0] == '#')
        return;
    at = in->line;
    bool named = next_word(&at, name_end, word, sizeof word, &begin);
    if (!named || equals == NULL || strspn(at, " \t") < (size_t)(equals - at)) {
        complain(in, in->line, (size_t)(in->line_end - in->line), WYRM_ERROR_SYNTAX,
                 "such as: rest = Z s", "a line is `name = key key ...`");
        return;
    }
    int deed = TERM_NOTHING + 1;
    for (; deed < TERM_DEED_COUNT && strcmp(term_deeds[deed].name, word) != 0; deed++)
        names[deed - 1] = term_deeds[deed].name;
    if (deed == TERM_DEED_COUNT) {
        const char *near = wyrm_nearest(word, names, TERM_DEED_COUNT - 1);
        if (near != NULL)
            snprintf(hint, sizeof hint, "did you mean '%s'?", near);
        complain(in, begin, strlen(word), WYRM_ERROR_SYNTAX, hint, "unknown deed '%s'", word);
        return;
    }
    if (in->named_in[deed] != 0) {
        complain(in, begin, strlen(word), WYRM_ERROR_SYNTAX, NULL, "%s is in line %d, too", word,
                 in->named_in[deed]);
        return;
    }
    in->named_in[deed] = in->number;
    size_t count = 0;
    for (at = equals + 1; next_word(&at, in->line_end, word, sizeof word, &begin);) {
        term_key key = term_key_named(word);
        term_deed other = deed_of(&in->bound, key);
        if (key == TERM_KEY_NONE)
            complain(in, begin, strlen(word), WYRM_ERROR_SYNTAX,
                     "a character, or a name such as Up, PgDn, Shift-Home, Ctrl-L, Space, Hash",
                     "unknown key '%s'", word);
        else if (other != TERM_NOTHING)
            complain(in, begin, strlen(word), WYRM_ERROR_SYNTAX, NULL,
                     "'%s' is bound to %s in line %d, too", word, term_deeds[other].name,
                     in->named_in[other]);
        else if (count == TERM_KEYS_A_DEED)
            complain(in, begin, strlen(word), WYRM_ERROR_LIMIT, NULL, "more than %d keys for %s",
                     TERM_KEYS_A_DEED, term_deeds[deed].name);
        else
            in->bound.keys[deed][count++] = key;
    }
}

wyrm_status term_keys_read(term_keys *keys, const char *file, const char *text, size_t length,
                           wyrm_errors *errors)
{
    /* Without these no menu can be chosen from or left. */
    static const term_deed needed[] = {TERM_GO_NORTH, TERM_GO_SOUTH, TERM_CONFIRM, TERM_CANCEL};
    const char *end = text + length;
    term_keys joined = *keys;
    reading in = {.file = file, .line = text, .line_end = text, .errors = errors};
    while (in.line < end) {
        const char *stop = memchr(in.line, '\n', (size_t)(end - in.line));
        in.line_end = stop != NULL ? stop : end;
        in.number++;
        read_line(&in);
        if (stop == NULL)
            break;
        in.line = stop + 1;
    }
    if (in.line_end < in.line)
        in.line_end = in.line;
    in.number += in.number == 0;
    /* The keys that the file binds are taken from the deeds that have them by default. */
    for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
        bool named = in.named_in[deed] != 0;
        const term_key *from = named ? in.bound.keys[deed] : keys->keys[deed];
        term_key *to = memset(joined.keys[deed], 0, sizeof joined.keys[deed]);
        for (size_t i = 0; i < TERM_KEYS_A_DEED && from[i] != TERM_KEY_NONE; i++)
            if (named || deed_of(&in.bound, from[i]) == TERM_NOTHING)
                *to++ = from[i];
    }
    bool in_order = in.status == WYRM_OK;
    for (size_t i = 0; i < TERM_COUNT(needed); i++)
        if (in_order && joined.keys[needed[i]][0] == TERM_KEY_NONE)
            complain(&in, in.line, 0, WYRM_ERROR_SYNTAX, NULL, "no key is left for %s",
                     term_deeds[needed[i]].name);
    if (in.status == WYRM_OK)
        *keys = joined;
    return in.status;
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
        char names[TERM_KEY_NAMES_MAX];
        term_key_names(keys, (term_deed)deed, names);
        wyrm_text_appendf(&text, "\n# %s\n%s%s =%s%s\n", term_deeds[deed].help, changed ? "" : "#",
                          term_deeds[deed].name, *names != '\0' ? " " : "", names);
    }
    return wyrm_text_steal(&text);
}
