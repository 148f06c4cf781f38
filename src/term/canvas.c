/* The screen without a terminal: drawing on a canvas, and the names and bindings of keys.
 *
 * A canvas is an array of cells. Screens draw on it from top to bottom and left to right: writing a
 * text cuts its room off an area, so that nobody has to count rows. The terminal shows the canvas,
 * and tests read it.
 *
 * Deeds and their default keys are rows of one table, from which the help, the config file and the
 * menu are written. A line of the config file replaces the default keys of its deed, and each key
 * it names is taken from the deed that has it by default: so a file contains only the differing
 * lines, and every key has one meaning. */
#include "term/canvas.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "text/internal.h"

#define TEXT_MAX 2048

uint32_t term_next_character(const char **text)
{
    uint32_t character = base_utf8_next(text);
    return character == BASE_UTF8_NONE ? '?' : character;
}

void term_write_character(uint32_t character, char out[TERM_CHARACTER_MAX])
{
    int more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    static const unsigned char leads[] = {0x00, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(leads[more] | (character >> (6 * more)));
    for (int i = 1; i <= more; i++)
        out[i] = (char)(0x80u | ((character >> (6 * (more - i))) & 0x3fu));
    out[more + 1] = '\0';
}

static int clamped(int value, int most)
{
    return value < 0 ? 0 : value < most ? value : most;
}

/* ---- Areas ---- */

void term_canvas_clear(term_canvas *canvas, int width, int height)
{
    canvas->width = clamped(width, TERM_WIDTH_MAX);
    canvas->height = clamped(height, TERM_HEIGHT_MAX);
    canvas->cursor_x = canvas->cursor_y = -1;
    memset(canvas->cells, 0,
           (size_t)canvas->width * (size_t)canvas->height * sizeof canvas->cells[0]);
}

void term_put(term_canvas *canvas, int x, int y, uint32_t character, term_style style)
{
    if (x >= 0 && y >= 0 && x < canvas->width && y < canvas->height)
        canvas->cells[y * canvas->width + x] = (term_cell){character, style};
}

term_area term_middle(term_canvas *canvas, int width, int height)
{
    width = clamped(width, canvas->width);
    height = clamped(height, canvas->height);
    int x = (canvas->width - width) / 2, y = (canvas->height - height) / 2;
    return (term_area){canvas, x, y, width, height};
}

void term_skip(term_area *area, int rows)
{
    rows = rows < area->height ? rows : area->height;
    area->y += rows;
    area->height -= rows;
}

term_area term_row(term_area *area)
{
    term_area row = *area;
    row.height = area->height > 0;
    term_skip(area, 1);
    return row;
}

term_area term_foot(term_area *area)
{
    area->height--;
    return (term_area){area->canvas, area->x, area->y + area->height, area->width, 1};
}

void term_fill(term_area area, uint32_t character, term_style style)
{
    int right = clamped(area.x + area.width, area.canvas->width);
    int bottom = clamped(area.y + area.height, area.canvas->height);
    for (int y = area.y > 0 ? area.y : 0; y < bottom; y++)
        for (int x = area.x > 0 ? area.x : 0; x < right; x++)
            term_put(area.canvas, x, y, character, style);
}

term_area term_frame(term_area area, const char *title)
{
    term_canvas *canvas = area.canvas;
    int x = area.x, y = area.y, right = x + area.width - 1, bottom = y + area.height - 1;
    term_fill(area, 0x2502, TERM_DIM);
    term_fill((term_area){canvas, x + 1, y, area.width - 2, area.height}, 0x2500, TERM_DIM);
    term_fill((term_area){canvas, x + 1, y + 1, area.width - 2, area.height - 2}, 0, TERM_PLAIN);
    term_put(canvas, x, y, 0x250c, TERM_DIM);
    term_put(canvas, right, y, 0x2510, TERM_DIM);
    term_put(canvas, x, bottom, 0x2514, TERM_DIM);
    term_put(canvas, right, bottom, 0x2518, TERM_DIM);
    term_area head = {area.canvas, area.x + 2, area.y, area.width - 4, 1};
    if (title[0] != '\0' && head.width > 2)
        term_text(head, TERM_TITLE, " %s ", title);
    return (term_area){area.canvas, area.x + 2, area.y + 1, head.width > 0 ? head.width : 0,
                       area.height > 2 ? area.height - 2 : 0};
}

/* ---- Text ---- */

/* The character that a cell can show: one of width 1. Combining marks are dropped (0), wide
 * characters and control characters become '?'. */
static uint32_t shown(uint32_t character)
{
    if (character >= 0x20 && character < 0x7f)
        return character;
    if (character < 0x20 || base_utf8_steers(character))
        return '?';
    char text[TERM_CHARACTER_MAX];
    term_write_character(character, text);
    int width = text_display_width(text);
    return width == 1 ? character : width == 0 ? 0 : '?';
}

/* Writes text[length] on the first row; returns the number of columns used. */
static int put_text(term_area area, term_style style, const char *text, size_t length)
{
    const char *end = text + length;
    int columns = 0;
    while (text < end && columns < area.width) {
        uint32_t character = shown(term_next_character(&text));
        if (character == 0)
            continue;
        if (area.height > 0)
            term_put(area.canvas, area.x + columns, area.y, character, style);
        columns++;
    }
    return columns;
}

static int put_list(term_area area, term_style style, const char *format, va_list list)
{
    char text[TEXT_MAX];
    vsnprintf(text, sizeof text, format, list);
    return put_text(area, style, text, strlen(text));
}

void term_text(term_area area, term_style style, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put_list(area, style, format, list);
    va_end(list);
}

void term_write(term_area *area, term_style style, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    *area = term_behind(*area, put_list(*area, style, format, list));
    va_end(list);
}

void term_right(term_area area, term_style style, const char *text)
{
    int columns = (int)base_utf8_count(text, strlen(text));
    put_text(term_behind(area, area.width - columns), style, text, strlen(text));
}

/* Finds the end of a line of at most `width` columns: at a line break, else at the last blank, else
 * anywhere; *next is the beginning of the line after it. "82 %" is not split. */
static const char *line_end(const char *text, int width, const char **next)
{
    const char *at = text, *blank = NULL;
    int used = 0;
    while (*at != '\0' && *at != '\n') {
        if (*at == ' ' && at[1] != '%')
            blank = at;
        const char *before = at;
        used += shown(term_next_character(&at)) != 0;
        if (used <= width)
            continue;
        const char *end = blank != NULL && blank > text ? blank : before;
        if (end == text) /* not even one character fits */
            end = at;
        *next = end;
        while (**next == ' ')
            ++*next;
        if (**next == '\n' && *next > end)
            ++*next;
        return end;
    }
    *next = *at == '\n' ? at + 1 : at;
    return at;
}

int term_wrapped(term_area area, term_style style, const char *text)
{
    int rows = 0;
    for (const char *next; *text != '\0'; text = next, rows++) {
        const char *end = line_end(text, area.width, &next);
        put_text(term_row(&area), style, text, (size_t)(end - text));
    }
    return rows;
}

void term_say(term_area *area, term_style style, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    term_skip(area, term_wrapped(*area, style, text));
}

void term_bar(term_area area, double share, term_style full)
{
    int width = area.height > 0 ? area.width : 0;
    double wanted = share > 0 ? share * width + 0.5 : 0;
    int filled = wanted < width ? (int)wanted : width;
    if (share > 0 && filled == 0)
        filled = 1; /* only a share of 0 gives an empty bar */
    if (share < 1 && filled == width && width > 1)
        filled = width - 1; /* only a share of 1 gives a full one */
    for (int i = 0; i < width; i++)
        term_put(area.canvas, area.x + i, area.y, i < filled ? '#' : '.',
                 i < filled ? full : TERM_BAR_EMPTY);
}

/* ---- The names of keys ---- */

/* Keys with a name instead of a single character. Only keys above the code points can have Shift
 * and Ctrl. */
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
    /* the deeds of directions are in the order of wyrm_direction: clockwise from north */
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
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        size_t length = strlen(words[i]);
        if (strncmp(name, words[i], length) == 0 && name[length] != '\0') {
            name += length;
            modifiers |= bits[i];
        }
    }
    for (size_t i = 0; i < COUNT_OF(key_rows); i++)
        if (strcmp(key_rows[i].name, name) == 0)
            return modifiers == 0 || key_rows[i].key > TERM_KEY_BEFORE ? key_rows[i].key | modifiers
                                                                       : TERM_KEY_NONE;
    /* else the name must be a single character */
    bool question = *name == '?';
    term_key key = *name != '\0' ? term_next_character(&name) : TERM_KEY_NONE;
    if (*name != '\0' || key <= 0x20 || key == 0x7f || (key == '?' && !question))
        return TERM_KEY_NONE;
    if (modifiers == 0)
        return key;
    bool letter = (key >= 'A' && key <= 'Z') || (key >= 'a' && key <= 'z');
    /* Ctrl-I and Ctrl-M are the same codes as Tab and Enter */
    return modifiers == TERM_KEY_CONTROL && letter ? key & 0x1f : TERM_KEY_NONE;
}

void term_key_name(term_key key, char out[TERM_KEY_NAME_MAX])
{
    term_key plain = key & ~(term_key)(TERM_KEY_SHIFT | TERM_KEY_CONTROL);
    char text[TERM_CHARACTER_MAX];
    const char *name = NULL;
    for (size_t i = 0; i < COUNT_OF(key_rows) && name == NULL; i++)
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

/* ---- The bindings of keys ---- */

/* Reads the next word, up to a blank, between *at and `end` into out[size], cut if too long; *begin
 * is its beginning, and *at moves past it. False if there is none. */
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

/* The deed that a key is bound to, or TERM_NOTHING. */
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

/* ---- The config file of keys ---- */

/* The state of reading the file. */
typedef struct reading {
    const char *file;
    const char *line, *line_end;
    int number; /* line number, from 1 */
    wyrm_errors *errors;
    wyrm_status status;            /* of the first error */
    term_keys bound;               /* bindings in the file; the defaults are merged at the end */
    int named_in[TERM_DEED_COUNT]; /* line that binds the deed; 0: none */
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
    error.column = 1 + (int)base_utf8_count(in->line, (size_t)(at - in->line));
    error.length = length > 0 ? (int)base_utf8_count(at, length) : 1;
    base_utf8_copy(error.file, sizeof error.file, in->file);
    base_utf8_copy(error.excerpt, sizeof error.excerpt, text);
    base_utf8_copy(error.hint, sizeof error.hint, hint != NULL ? hint : "");
    wyrm_errors_add(in->errors, &error);
    if (in->status == WYRM_OK)
        in->status = code;
}

/* Parses the line `name = key key ...`; errors are added to in->errors. */
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
    /* without these no menu could be used or left */
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
    /* merge: a key bound in the file is removed from the default keys of other deeds */
    for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
        bool named = in.named_in[deed] != 0;
        const term_key *from = named ? in.bound.keys[deed] : keys->keys[deed];
        term_key *to = memset(joined.keys[deed], 0, sizeof joined.keys[deed]);
        for (size_t i = 0; i < TERM_KEYS_A_DEED && from[i] != TERM_KEY_NONE; i++)
            if (named || deed_of(&in.bound, from[i]) == TERM_NOTHING)
                *to++ = from[i];
    }
    bool in_order = in.status == WYRM_OK;
    for (size_t i = 0; i < COUNT_OF(needed); i++)
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
    base_buffer text = {0};
    term_keys usual;
    term_keys_default(&usual);
    base_buffer_append(&text, head);
    for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
        bool changed = memcmp(keys->keys[deed], usual.keys[deed], sizeof usual.keys[deed]) != 0;
        char names[TERM_KEY_NAMES_MAX];
        term_key_names(keys, (term_deed)deed, names);
        base_buffer_appendf(&text, "\n# %s\n%s%s =%s%s\n", term_deeds[deed].help,
                            changed ? "" : "#", term_deeds[deed].name, *names != '\0' ? " " : "",
                            names);
    }
    return base_buffer_steal(&text);
}
