/* Spreadsheets as sections of a ruleset.
 *
 * Only the reader of rulesets knows what is valid, so it is asked: the rows are written as YAML,
 * one key a line, and read; each error has a line, which identifies the cell. A cell that is
 * rejected as it stands is tried as what spreadsheets write for it (TRUE; 2,5 where semicolons part
 * the cells), then as quoted text, then left out with the reader's message; a row that is rejected
 * as a whole is left out, too. Then everything is read again, until there are no errors: the result
 * has been read successfully. So keys of models, stats that a ruleset declares, ranges, choices and
 * "did you mean" need no code here.
 *
 * Headings are tried first, with one row of dummy values, of which only errors about unknown keys
 * count. A table that extends no ruleset gets the models that know most of its headings, found the
 * same way. */
#include <wyrm/spreadsheet.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/csv.h"
#include "base/text.h"
#include "ruleset/internal.h"

#define ROUNDS_MAX  100 /* each has up to a hundred errors */
#define KEY_MAX     63
#define SHOWN_BYTES 60 /* bytes of a cell shown in a message */
#define NOWHERE     ((size_t)-1)
#define TRIAL_ROW   "any" /* what the row of headings is called while they are tried */
#define STRANGE     1000  /* weight of an error outside of the table, above that of all columns */

const char *const wyrm_spreadsheet_sections[] = {"monsters", "weapons", "armors", "items", NULL};

typedef enum cell_state { PLAIN, TRANSLATED, QUOTED, LEFT_OUT } cell_state;

typedef struct table_row {
    uint64_t line;
    char **cells;
    unsigned char *states;
    const char **words; /* by column: why the cell was rejected; for the name: why the row was */
    const char *key;    /* the name as a key of YAML */
    bool left_out;
} table_row;

typedef struct table_column {
    const char *heading, *key;
    const char *words; /* why it is unknown; NULL: it is known */
} table_column;

/* The source of a line of the YAML. */
typedef struct yaml_line {
    size_t row, column; /* NOWHERE: no row; the line of a row itself has the column of its name */
    size_t group;       /* for a key with keys below it: the length of their common beginning; else
                           0 */
} yaml_line;

typedef struct reading {
    base_arena *arena;
    const wyrm_spreadsheet_options *options;
    const char *path, *name, *file;
    size_t column_count, name_column, row_count, row_room;
    char separator;
    table_column columns[WYRM_SPREADSHEET_COLUMNS];
    table_row *rows;
    const wyrm_model **models; /* by section of the schema, chosen here; NULL: none */
    base_buffer text;
    yaml_line *lines;
    size_t line_count, line_room;
    wyrm_errors *errors; /* errors of the last reading */
} reading;

/* ---- Writing ---- */

static void end_line(reading *s, size_t row, size_t column, size_t group)
{
    base_buffer_append(&s->text, "\n");
    s->lines = base_grow(s->arena, s->lines, s->line_count, &s->line_room, sizeof *s->lines);
    s->lines[s->line_count++] = (yaml_line){row, column, group};
}

static void indent(reading *s, int depth)
{
    base_buffer_append_repeat(&s->text, ' ', (size_t)(2 * depth));
}

static void write_quoted(reading *s, const char *cell)
{
    base_buffer_append_char(&s->text, '"');
    for (const char *at = cell; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            base_buffer_append_char(&s->text, '\\');
        base_buffer_append_char(&s->text, strchr("\n\r\t", *at) != NULL ? ' ' : *at);
    }
    base_buffer_append_char(&s->text, '"');
}

/* The length of a key's part that begins at `from`. */
static size_t part_of(const char *key, size_t from)
{
    return strcspn(key + from, ".");
}

static bool is_said(const table_row *row, size_t column)
{
    return row->cells[column][0] != '\0' && row->states[column] != LEFT_OUT;
}

/* What a cell of a spreadsheet means where a ruleset writes it otherwise: true for TRUE and, where
 * semicolons part the cells because commas begin decimals, 2.5 for 2,5. NULL if there is nothing to
 * translate. */
static const char *translated(reading *s, const char *cell)
{
    char *out = base_text(s->arena, cell, strlen(cell));
    if (strcmp(cell, "TRUE") == 0 || strcmp(cell, "FALSE") == 0) {
        for (char *at = out; *at != '\0'; at++)
            *at = (char)tolower((unsigned char)*at);
        return out;
    }
    const size_t sign = strspn(cell, "+-") <= 1 ? strspn(cell, "+-") : 0;
    const size_t whole = strspn(cell + sign, "0123456789");
    const char *rest = cell + sign + whole;
    if (s->separator != ';' || whole == 0 || *rest != ',' || !isdigit((unsigned char)rest[1]) ||
        rest[1 + strspn(rest + 1, "0123456789")] != '\0')
        return NULL;
    out[sign + whole] = '.';
    return out;
}

/* Writes the columns whose keys share the first `from` bytes with the key of `like`, nested by
 * their parts. */
static void write_keys(reading *s, size_t r, size_t like, size_t from, int depth)
{
    const table_row *row = &s->rows[r];
    bool done[WYRM_SPREADSHEET_COLUMNS] = {false};
    for (size_t c = 0; c < s->column_count; c++) {
        const char *key = s->columns[c].key;
        if (done[c] || c == s->name_column || s->columns[c].words != NULL || !is_said(row, c) ||
            strncmp(key, s->columns[like].key, from) != 0)
            continue;
        size_t length = part_of(key, from);
        bool group = key[from + length] == '.';
        indent(s, depth);
        base_buffer_append_bytes(&s->text, key + from, length);
        base_buffer_append(&s->text, group ? ":" : ": ");
        if (!group && row->states[c] == PLAIN)
            base_buffer_append(&s->text, row->cells[c]);
        else if (!group && row->states[c] == TRANSLATED)
            base_buffer_append(&s->text, translated(s, row->cells[c]));
        else if (!group)
            write_quoted(s, row->cells[c]);
        end_line(s, r, c, group ? from + length + 1 : 0);
        if (!group)
            continue;
        write_keys(s, r, c, from + length + 1, depth + 1);
        for (size_t other = c; other < s->column_count; other++)
            if (strncmp(s->columns[other].key, key, from + length + 1) == 0)
                done[other] = true;
    }
}

static void write_comment(reading *s, const char *words)
{
    if (words == NULL)
        return;
    indent(s, 1);
    base_buffer_appendf(&s->text, "# %s", words);
    end_line(s, NOWHERE, NOWHERE, 0);
}

/* Whether a cell's message is written as a comment; for a row left out that includes its cells, one
 * of which may be the reason. */
static bool has_comment(const reading *s, const table_row *row, size_t column)
{
    return row->states[column] == LEFT_OUT || (row->left_out && column == s->name_column);
}

static void write_row(reading *s, size_t r)
{
    const table_row *row = &s->rows[r];
    for (size_t c = 0; c < s->column_count; c++)
        if (has_comment(s, row, c))
            write_comment(s, row->words[c]);
    if (row->left_out)
        return;
    size_t before = s->line_count;
    base_buffer_appendf(&s->text, "  %s:", row->key);
    end_line(s, r, s->name_column, 0);
    if (strcmp(row->key, row->cells[s->name_column]) != 0) {
        bool titled = false;
        for (size_t c = 0; c < s->column_count; c++)
            titled |= strcmp(s->columns[c].key, "title") == 0 && is_said(row, c);
        if (!titled) {
            base_buffer_append(&s->text, "    title: ");
            write_quoted(s, row->cells[s->name_column]);
            end_line(s, r, s->name_column, 0);
        }
    }
    write_keys(s, r, 0, 0, 2);
    if (s->line_count == before + 1) { /* a record without keys */
        s->text.length--;
        base_buffer_append(&s->text, " {}\n");
    }
}

static void write_models(reading *s)
{
    const wyrm_schema *schema = wyrm_design_schema();
    bool any = false;
    for (size_t i = 0; i < schema->count; i++)
        if (s->models[i] != NULL) {
            base_buffer_appendf(&s->text, any ? ", %s: %s" : "models: {%s: %s",
                                schema->sections[i].field.name, s->models[i]->name);
            any = true;
        }
    if (any) {
        base_buffer_append(&s->text, "}");
        end_line(s, NOWHERE, NOWHERE, 0);
    }
}

/* Writes the whole file, with the first `count` rows. */
static void write_file(reading *s, size_t count)
{
    base_buffer_drop(&s->text);
    s->line_count = 0;
    base_buffer_appendf(&s->text, "# Made of a spreadsheet, its rows as %s.", s->options->into);
    end_line(s, NOWHERE, NOWHERE, 0);
    base_buffer_appendf(&s->text, "name: %s", s->name);
    end_line(s, NOWHERE, NOWHERE, 0);
    if (s->options->extends != NULL) {
        base_buffer_append(&s->text, "extends: ");
        write_quoted(s, s->options->extends);
        end_line(s, NOWHERE, NOWHERE, 0);
    }
    write_models(s);
    base_buffer_appendf(&s->text, "\n%s:", s->options->into);
    end_line(s, NOWHERE, NOWHERE, 0);
    s->lines = base_grow(s->arena, s->lines, s->line_count, &s->line_room, sizeof *s->lines);
    s->lines[s->line_count++] = (yaml_line){NOWHERE, NOWHERE, 0}; /* for the empty line before */
    for (size_t c = 0; c < s->column_count; c++)
        write_comment(s, s->columns[c].words);
    size_t told = 0;
    for (size_t r = 0; r < count; r++) {
        write_row(s, r);
        told += !s->rows[r].left_out;
    }
    if (told == 0)
        base_buffer_append(&s->text, "  {}\n");
    if (s->text.failed)
        base_fail(s->arena, WYRM_ERROR_MEMORY);
}

/* ---- Reading the YAML ---- */

static wyrm_status read_file(reading *s)
{
    wyrm_design *design = NULL;
    if (s->text.length > WYRM_RULESET_MAX_BYTES)
        base_refuse(s->arena, WYRM_ERROR_LIMIT, "it is more than a ruleset may hold");
    base_must(s->arena, wyrm_errors_new(&s->errors));
    base_keep(s->arena, s->errors, wyrm_errors_free);
    wyrm_status status =
        s->options->extends != NULL
            ? wyrm_design_parse_allowing(s->file, s->text.bytes, s->text.length,
                                         s->options->allowed, &design, s->errors)
            : wyrm_design_parse_alone(s->file, s->text.bytes, s->text.length, &design, s->errors);
    wyrm_design_free(design);
    if (status == WYRM_ERROR_MEMORY)
        base_fail(s->arena, status);
    return status;
}

/* The line that an error is about; NULL if it is not about a row. */
static const yaml_line *line_of(const reading *s, const wyrm_error *error)
{
    const size_t line = error->line > 0 ? (size_t)error->line : 0;
    if (line == 0 || line > s->line_count || strcmp(error->file, s->file) != 0)
        return NULL;
    const yaml_line *found = &s->lines[line - 1];
    return found->row != NOWHERE ? found : NULL;
}

static const char *visible(reading *s, const char *text, size_t most)
{
    base_buffer clean = {0};
    const size_t length = strlen(text), cut = base_utf8_cut(text, length, most);
    char *line = base_text(s->arena, text, cut);
    for (char *at = line; *at != '\0'; at++) /* a line break would end a comment */
        if (strchr("\n\r\t", *at) != NULL)
            *at = ' ';
    base_buffer_append_visible(&clean, line, cut);
    base_buffer_append(&clean, cut < length ? "..." : "");
    return base_buffer_keep(&clean, s->arena);
}

/* A message such as "line 3, column 2 (power): 'x': it takes a whole number (did you mean ...)". */
static const char *say(reading *s, uint64_t line, size_t column, const char *cell,
                       const char *message, const char *hint)
{
    char words[1024];
    snprintf(
        words, sizeof words, "line %" PRIu64 ", column %zu (%s)%s%s%s: %s%s%s%s", line, column + 1,
        visible(s, s->columns[column].heading, SHOWN_BYTES), cell != NULL ? ": '" : "",
        cell != NULL ? visible(s, cell, SHOWN_BYTES) : "", cell != NULL ? "'" : "",
        visible(s, message, WYRM_ERROR_MESSAGE_MAX), hint[0] != '\0' ? " (" : "",
        hint[0] != '\0' ? visible(s, hint, WYRM_ERROR_HINT_MAX) : "", hint[0] != '\0' ? ")" : "");
    return base_text(s->arena, words, strlen(words));
}

/* ---- Headings ---- */

/* A key made of letters, each run of other characters an '_': "Armor Class" becomes armor_class. */
static const char *plain_key(reading *s, const char *text, const char *besides)
{
    char *key = base_array(s->arena, char, strlen(text) + 1);
    size_t used = 0;
    for (const char *at = text; *at != '\0' && used < KEY_MAX; at++) {
        unsigned char letter = (unsigned char)*at;
        bool kept = letter < 0x80 && (isalnum(letter) || strchr(besides, letter) != NULL);
        if (kept)
            key[used++] = (char)tolower(letter);
        else if (used > 0 && key[used - 1] != '_')
            key[used++] = '_';
    }
    while (used > 0 && strchr("_.-", key[used - 1]) != NULL)
        used--;
    key[used] = '\0';
    return key;
}

static bool is_key(const char *text, const char *besides)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] >= 0x80 ||
            !(isalnum((unsigned char)text[i]) || strchr(besides, text[i]) != NULL))
            return false;
    return length > 0 && length <= KEY_MAX && isalpha((unsigned char)text[0]);
}

/* The key that spreadsheets often call so, as a hint; else the hint that there is. */
static const char *hint_of(reading *s, const char *key, const char *hint)
{
    static const char *const others[][2] = {{"ac", "armor_class"}, {"armour_class", "armor_class"},
                                            {"xp", "experience"},  {"exp", "experience"},
                                            {"hit_points", "hp"},  {"health", "hp"},
                                            {"max_hp", "hp"},      {"hp_max", "hp"},
                                            {"maxhp", "hp"}};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (strcmp(key, others[i][0]) == 0)
            return base_say(s->arena, "did you mean '%s'?", others[i][1]);
    return hint;
}

/* The message without the row of the trial, which no file has: "in monsters.any" names no row. */
static const char *of_the_section(reading *s, const char *message)
{
    const char *path = base_say(s->arena, " in %s." TRIAL_ROW, s->options->into);
    const char *at = strstr(message, path);
    return at == NULL ? message
                      : base_say(s->arena, "%.*s in %s%s", (int)(at - message), message,
                                 s->options->into, at + strlen(path));
}

/* Sets columns[].words for headings that the reader does not know. Returns their number, plus
 * STRANGE for each error outside of the table. */
static size_t unknown_headings(reading *s)
{
    size_t found = 0;
    for (size_t c = 0; c < s->column_count; c++)
        s->columns[c].words = NULL;
    write_file(s, 1);
    (void)read_file(s);
    for (size_t i = 0; i < wyrm_errors_kept(s->errors); i++) {
        const wyrm_error *error = wyrm_errors_at(s->errors, i);
        const yaml_line *line = line_of(s, error);
        if (line == NULL)
            found += STRANGE;
        if (line == NULL || strncmp(error->message, "unknown key", 11) != 0)
            continue;
        const char *key = s->columns[line->column].key;
        for (size_t c = 0; c < s->column_count; c++)
            if (c == line->column ||
                (line->group > 0 && strncmp(s->columns[c].key, key, line->group) == 0)) {
                s->columns[c].words =
                    say(s, s->rows[0].line, c, NULL, of_the_section(s, error->message),
                        hint_of(s, s->columns[c].key, error->hint));
                found++;
            }
    }
    return found;
}

/* Adds models greedily: again and again the one that makes most headings known. */
static void find_models(reading *s)
{
    const wyrm_schema *schema = wyrm_design_schema();
    size_t unknown = unknown_headings(s);
    for (bool better = true; better && unknown > 0;) {
        size_t best_section = 0;
        const wyrm_model *best = NULL;
        better = false;
        for (size_t i = 0; i < schema->count; i++)
            for (size_t m = 0; s->models[i] == NULL && schema->sections[i].models != NULL &&
                               schema->sections[i].models[m] != NULL;
                 m++) {
                s->models[i] = schema->sections[i].models[m];
                size_t left = unknown_headings(s);
                s->models[i] = NULL;
                if (left >= unknown)
                    continue;
                unknown = left;
                best_section = i;
                best = schema->sections[i].models[m];
                better = true;
            }
        if (better)
            s->models[best_section] = best;
    }
}

/* Rejects a heading that occurs twice. */
static void drop_twins(reading *s)
{
    for (size_t c = 1; c < s->column_count; c++)
        for (size_t before = 0; before < c; before++)
            if (strcmp(s->columns[c].key, s->columns[before].key) == 0 &&
                s->columns[c].words == NULL && s->columns[before].words == NULL)
                s->columns[c].words =
                    say(s, s->rows[0].line, c, NULL, "there is a column of that name already", "");
}

/* Turns the first row into headings, with each cell 0 for the trial. */
static void read_headings(reading *s)
{
    table_row *head = &s->rows[0];
    char *zero = base_text(s->arena, "0", 1);
    s->name_column = NOWHERE;
    for (size_t c = 0; c < s->column_count; c++) {
        const char *heading = head->cells[c], *plain = plain_key(s, heading, "_.-");
        /* A ruleset's own stats may be called STR; keys of models are in small letters. */
        bool kept = s->options->extends != NULL && is_key(heading, "_.-");
        s->columns[c] = (table_column){heading, kept ? heading : plain, NULL};
        if (s->name_column == NOWHERE && strcmp(plain, "name") == 0)
            s->name_column = c;
        head->cells[c] = zero;
    }
    if (s->name_column == NOWHERE)
        base_refuse(s->arena, WYRM_ERROR_SYNTAX,
                    "%s: its first line has no column 'name', by which rows are called", s->path);
    s->columns[s->name_column].key = "name";
    for (size_t c = 0; c < s->column_count; c++)
        if (s->columns[c].key[0] == '\0') {
            s->columns[c].key = "-"; /* ignored without an error */
            head->cells[c] = base_text(s->arena, "", 0);
        }
    head->key = TRIAL_ROW;
    head->cells[s->name_column] = base_text(s->arena, TRIAL_ROW, strlen(TRIAL_ROW));
    if (s->options->extends == NULL)
        find_models(s);
    (void)unknown_headings(s);
    /* "Two-Handed" may be two_handed. */
    static const char *const kept[] = {"_.-", "_."};
    for (size_t i = 0; i < COUNT_OF(kept); i++) {
        for (size_t c = 0; c < s->column_count; c++)
            if (s->columns[c].words != NULL)
                s->columns[c].key = plain_key(s, s->columns[c].heading, kept[i]);
        (void)unknown_headings(s);
    }
    drop_twins(s);
    for (size_t c = 0; c < s->column_count; c++)
        if (strcmp(s->columns[c].key, "-") == 0)
            s->columns[c].words = say(s, head->line, c, NULL, "a heading is made of letters", "");
}

/* ---- Rows ---- */

/* Whether YAML reads a cell, unquoted, as a value of one line: a word or number, or brackets that
 * close at its end. */
static bool is_plain(const char *cell)
{
    static const char outside[] = "_+-./%() ,'", inside[] = "_+-./%() ,:";
    int depth = 0;
    bool closed = false;
    if (!isalnum((unsigned char)cell[0]) && strchr("-+.[{", cell[0]) == NULL)
        return false;
    if (strcmp(cell, "null") == 0 || strcmp(cell, "Null") == 0 || strcmp(cell, "NULL") == 0)
        return false;
    for (const char *at = cell; *at != '\0'; at++) {
        bool open = *at == '[' || *at == '{', close = *at == ']' || *at == '}';
        if (closed || (unsigned char)*at >= 0x80)
            return false;
        depth += open - close;
        closed = close && depth == 0;
        if (depth > 0 && *at == '"') {
            at += 1 + strcspn(at + 1, "\"\\");
            if (*at != '"')
                return false;
        } else if (!open && !close && !isalnum((unsigned char)*at) &&
                   strchr(depth > 0 ? inside : outside, *at) == NULL) {
            return false;
        }
        if (depth < 0 || depth > 8 || (open && depth == 1 && at > cell))
            return false;
    }
    return depth == 0;
}

static bool is_text(const char *cell)
{
    for (const char *at = cell; *at != '\0';) {
        bool blank = strchr("\n\r\t", *at) != NULL;
        uint32_t character = base_utf8_next(&at);
        if (character == BASE_UTF8_NONE ||
            (!blank && (base_utf8_steers(character) || character < 0x20 || character == 0xfeff)))
            return false;
    }
    return true;
}

static void leave_out(table_row *row, size_t column, const char *words)
{
    row->states[column] = LEFT_OUT;
    row->words[column] = words;
}

static void leave_row_out(reading *s, table_row *row, const char *message, const char *hint)
{
    row->left_out = true;
    row->words[s->name_column] =
        say(s, row->line, s->name_column, row->cells[s->name_column], message, hint);
}

/* Gives a row a key that no earlier row has, made of its name. */
static void name_row(reading *s, size_t r)
{
    table_row *row = &s->rows[r];
    const char *name = row->cells[s->name_column];
    const char *plain = is_key(name, "_-") ? name : plain_key(s, name, "_-");
    if (!is_text(name) || !isalpha((unsigned char)plain[0])) {
        leave_row_out(s, row, "a name has letters, one of them first", "");
        return;
    }
    char *key = base_array(s->arena, char, KEY_MAX + 16);
    snprintf(key, KEY_MAX + 1, "%s", plain);
    unsigned again = 1;
    for (size_t before = 1; before < r; before++) {
        const table_row *other = &s->rows[before];
        if (other->left_out || strcmp(other->key, key) != 0)
            continue;
        if (strcmp(other->cells[s->name_column], name) == 0) {
            char words[96];
            snprintf(words, sizeof words, "that name is taken by line %" PRIu64, other->line);
            leave_row_out(s, row, words, "");
            return;
        }
        snprintf(key, KEY_MAX + 16, "%.*s_%u", KEY_MAX - 6, plain, ++again);
        before = 0;
    }
    row->key = key;
}

static void look_at_cells(reading *s, size_t r)
{
    table_row *row = &s->rows[r];
    name_row(s, r);
    for (size_t c = 0; c < s->column_count; c++) {
        const char *cell = row->cells[c];
        if (c == s->name_column || s->columns[c].words != NULL)
            continue;
        row->states[c] = is_plain(cell) ? PLAIN : QUOTED;
        if (!is_text(cell) || strlen(cell) > WYRM_SPREADSHEET_CELL)
            leave_out(row, c,
                      say(s, row->line, c, cell,
                          is_text(cell) ? "it is too long" : "it has bytes that are no text", ""));
    }
}

/* Whether another cell of a column's group, the keys with the same first `length` bytes (0: all
 * of the row), is left out: what the rest of it lacks is then no fault of the table's. */
static bool left_out_of(const reading *s, const table_row *row, size_t column, size_t length)
{
    for (size_t c = 0; c < s->column_count; c++)
        if (c != column && row->states[c] == LEFT_OUT &&
            strncmp(s->columns[c].key, s->columns[column].key, length) == 0)
            return true;
    return false;
}

/* Applies an error: quotes the cell, or leaves out the cell or row. False if it is not about the
 * table. */
static bool apply_error(reading *s, const wyrm_error *error)
{
    const yaml_line *line = line_of(s, error);
    if (line == NULL)
        return false;
    table_row *row = &s->rows[line->row];
    size_t c = line->column;
    if (row->left_out || row->states[c] == LEFT_OUT)
        return true; /* for an earlier error */
    if (c == s->name_column) {
        const bool lacks = left_out_of(s, row, c, 0);
        leave_row_out(s, row,
                      base_say(s->arena, "%s%s", lacks ? "without what is left out of it, " : "",
                               error->message),
                      error->hint);
        return true;
    }
    if (row->words[c] == NULL)
        row->words[c] =
            line->group > 0 && left_out_of(s, row, c, line->group)
                ? say(s, row->line, c, row->cells[c], "left out with what stands beside it", "")
                : say(s, row->line, c, row->cells[c], error->message, error->hint);
    if (row->states[c] == PLAIN && line->group == 0 && translated(s, row->cells[c]) != NULL)
        row->states[c] = TRANSLATED;
    else if (row->states[c] < QUOTED && line->group == 0)
        row->states[c] = QUOTED;
    else
        leave_out(row, c, row->words[c]);
    return true;
}

static void report_errors(reading *s, wyrm_errors *errors, wyrm_status status)
{
    for (size_t i = 0; i < wyrm_errors_kept(s->errors); i++)
        wyrm_errors_add(errors, wyrm_errors_at(s->errors, i));
    base_fail(s->arena, status);
}

static void read_rows(reading *s, wyrm_errors *errors)
{
    for (size_t r = 1; r < s->row_count; r++)
        if (!s->rows[r].left_out)
            look_at_cells(s, r);
    s->rows[0].left_out = true;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        write_file(s, s->row_count);
        wyrm_status status = read_file(s);
        if (status == WYRM_OK)
            return;
        bool mended = false;
        for (size_t i = 0; i < wyrm_errors_kept(s->errors); i++)
            mended |= apply_error(s, wyrm_errors_at(s->errors, i));
        if (!mended)
            report_errors(s, errors, status);
    }
    base_refuse(s->arena, WYRM_ERROR_LIMIT, "%s: too much of it is not understood", s->path);
}

/* ---- The file ---- */

static void take_row(reading *s, const base_csv *csv)
{
    if (s->row_count == 0)
        s->column_count = csv->count;
    if (s->row_count > WYRM_SPREADSHEET_ROWS)
        base_refuse(s->arena, WYRM_ERROR_LIMIT, "%s: it has more than %d rows", s->path,
                    WYRM_SPREADSHEET_ROWS);
    s->rows = base_grow(s->arena, s->rows, s->row_count, &s->row_room, sizeof *s->rows);
    table_row *row = &s->rows[s->row_count++];
    *row = (table_row){.line = csv->line,
                       .cells = base_array(s->arena, char *, s->column_count),
                       .states = base_array(s->arena, unsigned char, s->column_count),
                       .words = base_array(s->arena, const char *, s->column_count),
                       .key = ""};
    for (size_t c = 0; c < s->column_count; c++) {
        const char *cell = c < csv->count ? csv->fields[c] : "";
        row->cells[c] = base_text(s->arena, cell, strlen(cell));
    }
}

/* Keeps a broken line as a row that is left out. */
static void take_broken(reading *s, const base_csv *csv, const char *why)
{
    char words[160];
    take_row(s, csv);
    table_row *row = &s->rows[s->row_count - 1];
    snprintf(words, sizeof words, "line %" PRIu64 ": %s", csv->line, why);
    row->left_out = true;
    row->words[s->name_column] = base_text(s->arena, words, strlen(words));
}

/* Whether a row has nothing in any cell, as spreadsheets write an empty line. */
static bool is_blank(const base_csv *csv)
{
    bool blank = csv->wrong == NULL;
    for (size_t c = 0; blank && c < csv->count; c++)
        blank = csv->fields[c][0] == '\0';
    return blank;
}

static void read_csv(reading *s)
{
    base_csv *csv =
        base_csv_open(s->arena, s->path, WYRM_SPREADSHEET_LINE, WYRM_SPREADSHEET_COLUMNS);
    if (!base_csv_next(s->arena, csv) || csv->wrong != NULL)
        base_refuse(s->arena, WYRM_ERROR_SYNTAX, "%s: its first line has no headings%s%s", s->path,
                    csv->wrong != NULL ? ": " : "", csv->wrong != NULL ? csv->wrong : "");
    take_row(s, csv);
    s->separator = csv->separator;
    read_headings(s);
    while (base_csv_next(s->arena, csv))
        if (is_blank(csv))
            continue;
        else if (csv->wrong != NULL)
            take_broken(s, csv, csv->wrong);
        else if (csv->count > s->column_count)
            take_broken(s, csv, "it has more cells than there are headings");
        else
            take_row(s, csv);
}

/* Lists the faults by line and column, headings first. */
static void list_diagnostics(reading *s, wyrm_spreadsheet *out)
{
    wyrm_spreadsheet_fault *faults = NULL;
    size_t room = 0;
    for (size_t r = 0; r < s->row_count; r++) {
        const table_row *row = &s->rows[r];
        out->kept += r > 0 && !row->left_out;
        for (size_t c = 0; c < s->column_count; c++) {
            const bool told = has_comment(s, row, c), whole = row->left_out && c == s->name_column;
            const char *words = r == 0 ? s->columns[c].words : told ? row->words[c] : NULL;
            if (words == NULL)
                continue;
            faults = base_grow(s->arena, faults, out->fault_count, &room, sizeof *faults);
            faults[out->fault_count++] =
                (wyrm_spreadsheet_fault){row->line, whole && r > 0 ? 0 : c + 1, words};
        }
    }
    out->faults = faults;
}

/* The name of the ruleset: "bestiary" for "tables/bestiary.yaml". */
static const char *name_of(reading *s, const char *path)
{
    const char *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;
    char *copy = base_text(s->arena, file, strlen(file)), *dot = strrchr(copy, '.');
    if (dot != NULL && dot != copy)
        *dot = '\0';
    const char *name = plain_key(s, copy, "_-");
    return isalpha((unsigned char)name[0]) ? name : s->options->into;
}

typedef struct asked {
    const char *path;
    const wyrm_spreadsheet_options *options;
    wyrm_errors *errors;
} asked;

static void make(base_arena *arena, void *result, void *context)
{
    const asked *of = context;
    wyrm_spreadsheet *out = result;
    reading *s = base_new(arena, reading);
    size_t known = 0;
    *s = (reading){.arena = arena, .options = of->options, .path = of->path};
    while (wyrm_spreadsheet_sections[known] != NULL &&
           strcmp(wyrm_spreadsheet_sections[known], of->options->into) != 0)
        known++;
    out->into = wyrm_spreadsheet_sections[known];
    if (out->into == NULL)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "rows become monsters, weapons, armors or items");
    base_keep(arena, &s->text, base_buffer_drop);
    s->models = base_array(arena, const wyrm_model *, wyrm_design_schema()->count);
    s->file = of->options->file != NULL ? of->options->file : "imported.yaml";
    if (strlen(s->file) >= WYRM_ERROR_FILE_MAX)
        base_refuse(arena, WYRM_ERROR_LIMIT, "the path of the file to be written is too long");
    s->name = name_of(s, of->options->file != NULL ? of->options->file : of->path);
    read_csv(s);
    out->rows = s->row_count - 1;
    if (out->rows == 0)
        base_refuse(arena, WYRM_ERROR_SYNTAX, "%s: it has headings and no row", of->path);
    read_rows(s, of->errors);
    out->yaml = base_text(arena, s->text.bytes, s->text.length);
    list_diagnostics(s, out);
}

wyrm_status wyrm_spreadsheet_read(const char *path, const wyrm_spreadsheet_options *options,
                                  wyrm_spreadsheet **out, wyrm_errors *errors)
{
    asked of = {path, options, errors};
    wyrm_error error = {.message = ""};
    wyrm_status status = base_make(sizeof **out, make, &of, out, &error);
    if (status != WYRM_OK && error.message[0] != '\0')
        wyrm_errors_add(errors, &error);
    return status;
}

void wyrm_spreadsheet_free(wyrm_spreadsheet *sheet)
{
    base_unmake(sheet);
}
