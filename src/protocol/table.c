/* Tables of runs from other programs, in CSV or as JSON lines, read as cells.
 *
 * The formats differ only in how a line is split into cells. A member of a nested object becomes a
 * column "stats.gold", and values that are not text are converted to text, so the code that
 * interprets columns sees one kind of table. Only the names of the columns and the present line are
 * stored; names contain no control characters.
 *
 * A file is read twice (import_columns.c): first to find its columns, which in JSON appear as
 * members do; then with known columns, when other members are ignored. An unreadable line yields a
 * reason instead of cells, and reading continues with the next line. */
#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include "base/csv.h"
#include "base/text.h"
#include "protocol/internal.h"

#define NESTED_MAX  8 /* limit of nesting of objects */
#define NOWHERE     SIZE_MAX
#define NUMBER_ROOM 64

typedef struct table {
    ext_table shown;
    base_arena *arena;
    const char *path;
    ext_table_limits limits;
    bool known;
    ext_cell *cells;
    char wrong[160];
    base_csv *csv; /* NULL: the file is JSON */
    FILE *file;
    char *text, *name; /* text of the line; path of the present member, with room for more */
    size_t cursor;     /* index after the column found last */
    json_t *root;      /* the present line, parsed */
    base_arena row;    /* memory for the present line */
} table;

static void end_line(table *t)
{
    json_decref(t->root);
    t->root = NULL;
    base_release(&t->row);
}

static void close_file(FILE *file)
{
    fclose(file);
}

/* ---- columns ---- */

static size_t find_column(const table *t, const char *name)
{
    size_t count = t->shown.count;
    for (size_t i = 0; i < count; i++) {
        size_t at = (t->cursor + i) % count; /* members mostly come in the same order */
        if (strcmp(t->shown.names[at], name) == 0)
            return at;
    }
    return NOWHERE;
}

static size_t add_column(table *t, const char *name)
{
    if (t->shown.count == t->limits.columns)
        base_refuse(t->arena, WYRM_ERROR_LIMIT, "%s: it has more than %zu columns", t->path,
                    t->limits.columns);
    if (strlen(name) > t->limits.name_max)
        base_refuse(t->arena, WYRM_ERROR_LIMIT, "%s: the name of a column has more than %zu bytes",
                    t->path, t->limits.name_max);
    t->shown.names[t->shown.count] = base_text(t->arena, name, strlen(name));
    return t->shown.count++;
}

/* Adds a column "score", or "score 2" if that name is taken; "column 3" if it has none. */
static void add_heading(table *t, const char *field, size_t index)
{
    const char *clean = ext_clean(t->arena, field, strlen(field), false);
    size_t room = strlen(clean) + 32;
    char *name = base_array(t->arena, char, room);
    snprintf(name, room, clean[0] != '\0' ? "%s" : "column %s%zu", clean, index + 1);
    for (size_t twin = 2; find_column(t, name) != NOWHERE; twin++)
        snprintf(name, room, "%s %zu", clean[0] != '\0' ? clean : "column", twin);
    add_column(t, name);
}

/* ---- JSON ---- */

/* Reads a list. If it contains anything but numbers and null, `list` stays NULL. */
static void read_list(table *t, const json_t *list, ext_cell *out)
{
    size_t count = json_array_size(list);
    double *numbers = base_array(&t->row, double, count);
    *out = (ext_cell){.is_list = true, .count = count, .list = numbers};
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(list, i);
        numbers[i] = json_is_null(one) ? (double)NAN : json_number_value(one);
        if (!json_is_null(one) && !json_is_number(one))
            out->list = NULL;
    }
}

static void read_member(table *t, const json_t *value, ext_cell *out)
{
    char number[BASE_NUMBER_MAX];
    if (json_is_array(value)) {
        read_list(t, value, out);
    } else if (json_is_object(value)) {
        out->is_list = true; /* nested too deeply */
    } else if (json_is_number(value)) {
        size_t length = base_number_double(json_number_value(value), number);
        out->text = base_text(&t->row, number, length);
    } else if (!json_is_null(value)) {
        out->text = json_is_true(value)    ? "true"
                    : json_is_false(value) ? "false"
                                           : json_string_value(value);
    }
}

static void take_member(table *t, const json_t *value)
{
    const char *name = ext_clean(&t->row, t->name, strlen(t->name), false);
    size_t at = find_column(t, name);
    if (at == NOWHERE && !t->known)
        at = add_column(t, name);
    if (at == NOWHERE)
        return;
    t->cursor = at + 1;
    read_member(t, value, &t->cells[at]);
}

/* Reads the members of an object, whose path is the first `length` bytes of t->name. A path that is
 * too long is cut to one byte more than allowed, so that it is refused instead of confused with
 * another. */
static void read_members(table *t, json_t *object, size_t length, size_t depth)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        int added = snprintf(t->name + length, t->limits.name_max + 2 - length, "%s%s",
                             length > 0 ? "." : "", key);
        size_t whole = length + (size_t)added;
        if (json_is_object(value) && depth < NESTED_MAX && whole <= t->limits.name_max)
            read_members(t, value, whole, depth + 1);
        else
            take_member(t, value);
    }
}

/* Parses the line. Integers above 2^63 become doubles. Duplicate members are an error, since one of
 * them would be lost silently. */
static void read_object(base_arena *arena, void *context)
{
    table *t = context;
    json_error_t error;
    (void)arena;
    t->root = json_loads(t->text, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    if (t->root == NULL)
        snprintf(t->wrong, sizeof t->wrong, "it is no JSON: %.120s", error.text);
    else if (!json_is_object(t->root))
        snprintf(t->wrong, sizeof t->wrong, "it is no JSON object");
    else
        read_members(t, t->root, 0, 0);
}

/* Reads the next line that is not blank. The rest of a line that is too long is skipped, so that
 * the next line starts correctly. */
static bool next_text(table *t)
{
    bool blank = true;
    size_t length;
    int byte;
    do {
        t->shown.line++;
        t->wrong[0] = '\0';
        length = 0;
        while ((byte = getc_unlocked(t->file)) != EOF && byte != '\n') {
            blank = blank && isspace(byte);
            if (byte == '\0')
                snprintf(t->wrong, sizeof t->wrong, "it has a byte of 0");
            if (length < t->limits.line_max)
                t->text[length++] = (char)byte;
            else
                snprintf(t->wrong, sizeof t->wrong, "it is too long");
        }
    } while (blank && byte != EOF);
    t->text[length] = '\0';
    if (ferror(t->file))
        base_refuse(t->arena, WYRM_ERROR_IO, "%s: it cannot be read", t->path);
    if (t->shown.line == 1 && strncmp(t->text, "\xEF\xBB\xBF", 3) == 0)
        memmove(t->text, t->text + 3, length - 2);
    return !blank;
}

/* Reads the next line into cells; end_line() has freed the last one. */
static bool next_object(table *t)
{
    if (!next_text(t))
        return false;
    memset(t->cells, 0, t->limits.columns * sizeof *t->cells);
    if (t->wrong[0] != '\0')
        return true;
    wyrm_status status = base_run(&t->row, read_object, t);
    if (status != WYRM_OK) {
        t->arena->error = t->row.error;
        base_fail(t->arena, status);
    }
    return true;
}

/* ---- CSV ---- */

static bool next_record(table *t)
{
    base_csv *csv = t->csv;
    if (!base_csv_next(t->arena, csv))
        return false;
    t->shown.line = csv->line;
    t->wrong[0] = '\0';
    if (csv->wrong != NULL)
        snprintf(t->wrong, sizeof t->wrong, "%s", csv->wrong);
    else if (csv->count != t->shown.count)
        snprintf(t->wrong, sizeof t->wrong, "it has %zu fields, and the line of headings %zu",
                 csv->count, t->shown.count);
    for (size_t i = 0; i < t->shown.count; i++)
        t->cells[i] = (ext_cell){.text = t->wrong[0] == '\0' ? csv->fields[i] : NULL};
    return true;
}

/* Whether a field looks like a number. Single headings may, but not all of them. */
static bool is_number(const char *field)
{
    return field[0] != '\0' && field[strspn(field, "0123456789.+-")] == '\0';
}

static void read_headings(table *t)
{
    const base_csv *csv = t->csv;
    size_t numbers = 0;
    if (!base_csv_next(t->arena, t->csv))
        base_refuse(t->arena, WYRM_ERROR_SYNTAX, "%s: it is empty", t->path);
    if (csv->wrong != NULL)
        base_refuse(t->arena, WYRM_ERROR_SYNTAX, "%s: the line of headings: %s", t->path,
                    csv->wrong);
    for (size_t i = 0; i < csv->count; i++) {
        numbers += is_number(csv->fields[i]);
        add_heading(t, csv->fields[i], i);
    }
    if (numbers == csv->count)
        base_refuse(t->arena, WYRM_ERROR_SYNTAX,
                    "%s: its first line has numbers only: it is to name the columns", t->path);
    t->shown.comma = csv->separator == ';' ? EXT_COMMA_MAY : EXT_NO_COMMA;
    t->shown.format = csv->separator == ';'    ? "CSV, parted by semicolons"
                      : csv->separator == '\t' ? "CSV, parted by tabs"
                                               : "CSV, parted by commas";
}

/* ---- both formats ---- */

/* Opens the file and detects the format by the first character: JSON starts with a brace, headings
 * hardly ever do. */
static void open_file(table *t)
{
    struct stat about;
    int first;
    bool there = stat(t->path, &about) == 0;
    if (there && !S_ISREG(about.st_mode))
        base_refuse(t->arena, WYRM_ERROR_IO,
                    "%s: it is no regular file, and it has to be read twice", t->path);
    t->file = there ? fopen(t->path, "rb") : NULL;
    if (t->file == NULL)
        base_refuse(t->arena, WYRM_ERROR_IO, "%s: %s", t->path,
                    errno == ENOENT ? "no such file" : strerror(errno));
    base_keep(t->arena, t->file, close_file);
    do
        first = getc(t->file);
    while (first == 0xEF || first == 0xBB || first == 0xBF || (first != EOF && isspace(first)));
    rewind(t->file);
    if (first == EOF)
        base_refuse(t->arena, WYRM_ERROR_SYNTAX, "%s: it is empty", t->path);
    if (first == '[')
        base_refuse(t->arena, WYRM_ERROR_SYNTAX,
                    "%s: it is one list of JSON: one object a line is read, as `jq -c .[]` writes "
                    "them",
                    t->path);
    t->shown.is_json = first == '{';
}

ext_table *ext_table_open(base_arena *arena, const char *path, const ext_table_limits *limits,
                          const ext_table *known)
{
    table *t = base_new(arena, table);
    *t = (table){.arena = arena, .path = path, .limits = *limits, .known = known != NULL};
    t->cells = base_array(arena, ext_cell, limits->columns);
    t->shown.names = base_array(arena, const char *, limits->columns);
    t->shown.cells = t->cells;
    t->shown.wrong = t->wrong;
    t->shown.format = "JSON lines";
    base_keep(arena, t, end_line);
    open_file(t);
    for (size_t i = 0; t->shown.is_json && known != NULL && i < known->count; i++)
        add_column(t, known->names[i]);
    if (t->shown.is_json) {
        t->text = base_array(arena, char, limits->line_max + 1);
        t->name = base_array(arena, char, limits->name_max + 2);
        return &t->shown;
    }
    t->csv = base_csv_open(arena, path, limits->line_max, limits->columns);
    read_headings(t);
    return &t->shown;
}

bool ext_table_next(ext_table *shown)
{
    table *t = (table *)shown;
    end_line(t);
    return t->csv != NULL ? next_record(t) : next_object(t);
}

/* ---- values of cells ---- */

bool ext_is_one_of(const char *text, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strcasecmp(text, *words) == 0)
            return true;
    return false;
}

static const char *const gaps[] = {"", "null", "n/a", "na", "nan", "nil", "-", NULL};
static const char *const yes_words[] = {"true", "yes", "y", "t", NULL};
static const char *const no_words[] = {"false", "no", "n", "f", NULL};

/* Whether the points of a number part its thousands: just three digits behind each, and either more
 * than one of them or a comma behind them. "1.000" alone is a decimal number, unless the file has
 * its decimals behind commas. */
static bool parts_thousands(const char *text, ext_comma is)
{
    const char *point = strchr(text, '.'), *comma = strchr(text, ',');
    if (point == NULL || (is != EXT_COMMA_IS && point == strrchr(text, '.') && comma == NULL))
        return false;
    for (; point != NULL; point = strchr(point + 1, '.'))
        if (strspn(point + 1, "0123456789") != 3 || (comma != NULL && comma < point))
            return false;
    return true;
}

/* Reads a decimal number of `length` bytes; no "inf", "nan" or hexadecimal. In files with
 * semicolons as separators a comma is the decimal point, and points may part the thousands before
 * it. */
static bool read_number(const char *text, size_t length, ext_comma comma, double *out)
{
    char copy[NUMBER_ROOM];
    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *point = comma ? strchr(copy, ',') : NULL;
    const bool thousands = comma && parts_thousands(copy, comma);
    if (thousands) {
        char *to = copy;
        for (const char *at = copy; *at != '\0'; at++)
            if (*at != '.')
                *to++ = *at;
        *to = '\0';
        length = (size_t)(to - copy);
        point = strchr(copy, ',');
    }
    if (point != NULL && strchr(copy, '.') == NULL)
        *point = '.';
    return base_number_read(copy, length, out) && isfinite(*out);
}

static bool read_pair(const char *text, ext_value *out)
{
    const char *slash = strchr(text, '/');
    size_t k = strspn(text, "0123456789"), n = slash != NULL ? strspn(slash + 1, "0123456789") : 0;
    return slash != NULL && text + k == slash && slash[1 + n] == '\0' &&
           read_number(text, k, EXT_NO_COMMA, &out->number) &&
           read_number(slash + 1, n, EXT_NO_COMMA, &out->of) && out->number <= out->of;
}

/* Classifies a cell by the narrowest kind: empty, flag, number, percentage, pair, word. */
ext_value ext_value_of(const ext_cell *cell, ext_comma comma)
{
    ext_value out = {.of = 1.0};
    const char *text = cell->text;
    size_t length = text != NULL ? strlen(text) : 0;
    if (cell->is_list)
        out.sort = cell->list != NULL ? EXT_LIST : EXT_ODD;
    else if (text == NULL || ext_is_one_of(text, gaps))
        out.sort = EXT_EMPTY;
    else if (ext_is_one_of(text, yes_words) || ext_is_one_of(text, no_words))
        out = (ext_value){EXT_FLAG, ext_is_one_of(text, yes_words), 1.0};
    else if (read_number(text, length, comma, &out.number))
        out.sort = EXT_NUMBER;
    else if (text[length - 1] == '%' &&
             read_number(text, length - 1 - (length > 1 && text[length - 2] == ' '), comma,
                         &out.number))
        out = (ext_value){EXT_PERCENT, out.number / 100.0, 1.0};
    else
        out.sort = read_pair(text, &out) ? EXT_PAIR : EXT_WORD;
    return out;
}

/* Converts "stats.killedBy" and "Killed by" to "killed_by". */
void ext_plain_name(const char *text, char *out, size_t size)
{
    const char *dot = strrchr(text, '.');
    size_t length = 0;
    char before = '\0';
    for (text = dot != NULL && dot[1] != '\0' ? dot + 1 : text; *text != '\0' && length + 2 < size;
         before = *text++) {
        unsigned char letter = (unsigned char)*text;
        if (isupper(letter) && islower((unsigned char)before))
            out[length++] = '_';
        if (isalnum(letter) || letter >= 0x80)
            out[length++] = (char)tolower(letter);
        else if (length > 0 && out[length - 1] != '_')
            out[length++] = '_';
    }
    while (length > 0 && out[length - 1] == '_')
        length--;
    out[length] = '\0';
}
