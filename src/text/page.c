/* A page of text under construction, tables of aligned columns, bars, and words for a shell.
 *
 * Answers are written to a page, never to a terminal: so the same answer can be printed, tested and
 * put into a report. Lines are wrapped here and nowhere else, and no line ends between a number and
 * its unit. Running out of memory is remembered by the page and reported at the end.
 *
 * Columns are aligned by the width that a terminal draws: characters, not bytes; two columns for
 * wide East Asian ones, none for combining marks. A table that is too wide for the page is broken
 * into blocks, each of which repeats the first column: a row without its name says nothing. */
#include "text/internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const escapes[TEXT_TONE_COUNT] = {
    [TEXT_TONE_PLAIN] = "",        [TEXT_TONE_STRONG] = "\033[1m", [TEXT_TONE_DIM] = "\033[2m",
    [TEXT_TONE_GOOD] = "\033[32m", [TEXT_TONE_DOUBT] = "\033[33m", [TEXT_TONE_BAD] = "\033[1;31m",
};

text_page page_new(text_style style)
{
    return (text_page){.style = style};
}

void page_free(text_page *page)
{
    base_buffer_drop(&page->text);
    base_release(&page->arena);
}

/* Only the first failure is kept: those after it follow from it. */
bool page_needs(text_page *page, wyrm_status status)
{
    if (page->status == WYRM_OK)
        page->status = status;
    return page->status == WYRM_OK;
}

wyrm_status page_status(const text_page *page, wyrm_error *error)
{
    if (page->status != WYRM_OK && error != NULL)
        *error = page->error;
    if (page->status == WYRM_OK && page->text.failed)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory while writing the report");
    return page->status;
}

const char *page_text(const text_page *page)
{
    return page->text.bytes != NULL ? page->text.bytes : "";
}

void page_fail(text_page *page)
{
    page->text.failed = true;
}

void *page_take(text_page *page, size_t count, size_t size)
{
    void *taken = base_take(&page->arena, count, size);
    if (taken == NULL)
        page_fail(page);
    return taken;
}

void page_add(text_page *page, const char *text)
{
    base_buffer_append_visible(&page->text, text, strlen(text));
}

/* The formatted text in fresh memory, or NULL. It is formatted twice, first to learn its length:
 * texts from a ruleset have no maximum that a buffer could have. */
static WYRM_PRINTF(1, 0) char *formatted(const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : base_allocate((size_t)length + 1);
    if (text != NULL)
        vsnprintf(text, (size_t)length + 1, format, list);
    return text;
}

#define AS_IT_IS (-1) /* as the first column: do not wrap */

static WYRM_PRINTF(4, 0) void add_formatted(text_page *page, int first, int indent,
                                            const char *format, va_list list)
{
    char *text = formatted(format, list);
    if (text == NULL)
        page_fail(page);
    else if (first == AS_IT_IS)
        page_add(page, text);
    else
        page_wrap(page, first, indent, text);
    wyrm_free(text);
}

void page_addf(text_page *page, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add_formatted(page, AS_IT_IS, 0, format, list);
    va_end(list);
}

void page_toned(text_page *page, text_tone tone, const char *text)
{
    bool coloured = page->style.colour && escapes[tone][0] != '\0';
    if (coloured)
        base_buffer_append(&page->text, escapes[tone]);
    page_add(page, text);
    if (coloured)
        base_buffer_append(&page->text, "\033[0m");
}

void page_title(text_page *page, const char *text)
{
    page_toned(page, TEXT_TONE_STRONG, text);
    page_add(page, "\n");
}

const char *text_title(const wyrm_design *design)
{
    return wyrm_ruleset_title(wyrm_design_ruleset(design));
}

void page_spaces(text_page *page, int count)
{
    if (count > 0)
        base_buffer_append_repeat(&page->text, ' ', (size_t)count);
}

/* Unicode blocks that terminals draw with no or two columns. Whole blocks instead of the tables of
 * the standard, which change every year: a wrong width only shifts a column. */
static int columns_of(uint32_t c)
{
    static const struct {
        uint32_t first, last;
        int columns;
    } blocks[] = {
        {0x0300, 0x036f, 0}, {0x200b, 0x200f, 0}, {0xfe00, 0xfe0f, 0},   {0x1100, 0x115f, 2},
        {0x2e80, 0xa4cf, 2}, {0xac00, 0xd7a3, 2}, {0xf900, 0xfaff, 2},   {0xfe30, 0xfe6f, 2},
        {0xff00, 0xff60, 2}, {0xffe0, 0xffe6, 2}, {0x1f300, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
    };
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        if (c >= blocks[i].first && c <= blocks[i].last)
            return blocks[i].columns;
    return 1;
}

static int width_of(const char *text, size_t length)
{
    const char *end = text + length;
    int columns = 0;
    while (text < end)
        columns += columns_of(base_utf8_next(&text));
    return columns;
}

int text_display_width(const char *text)
{
    return width_of(text, strlen(text));
}

/* Whether a word is a number, perhaps in brackets or with a sign: "12.3", "(0.4", "-1,200". */
static bool is_number(const char *word, size_t length)
{
    size_t sign = strspn(word, "(+-<>~"), digits = strspn(word + sign, "0123456789.,");
    return sign + digits == length && digits > 0 && word[length - 1] >= '0' &&
           word[length - 1] <= '9';
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && strncmp(text, word, length) == 0;
}

bool page_keeps(const char *text, size_t at)
{
    size_t from = at, next = strcspn(text + at + 1, " \n");
    while (from > 0 && text[from - 1] != ' ' && text[from - 1] != '\n')
        from--;
    const char *word = text + from, *other = text + at + 1;
    size_t length = at - from;
    if (is_number(word, length)) /* "12 turns", "12 %", "12 ± 3", "3 to 4" */
        return next > 0 && !is_number(other, next);
    if (is_word(word, length, "%") || is_word(word, length, "points"))
        return is_word(other, next, "±") || is_word(other, next, "+-") || *other == '(';
    if (is_word(word, length, "to"))
        return from > 1 && text[from - 2] >= '0' && text[from - 2] <= '9' &&
               strchr("+-0123456789", *other) != NULL && *other != '\0';
    return is_word(word, length, "±") || is_word(word, length, "+-");
}

/* Longer lines are hard to read, however wide the terminal. */
#define PROSE_WIDTH 100

/* How much of a word that is too long for a line goes on it: up to a comma or plus sign, where
 * commands can be split; all of it if it has none. */
static size_t part_of_word(const char *text, size_t length, int room)
{
    size_t part = length;
    for (size_t i = 1; i < length && width_of(text, i) <= room; i++)
        if (text[i - 1] == ',' || text[i - 1] == '+')
            part = i;
    return part;
}

/* Words that belong together, such as a number and its unit, move to the next line together while
 * they take less than half a line: a long chain of such pairs would never be broken otherwise. */
void page_wrap(text_page *page, int first, int indent, const char *text)
{
    const char *whole = text;
    int column = first, most = page->style.width < PROSE_WIDTH ? page->style.width : PROSE_WIDTH;
    bool fresh = true; /* no word on this line yet */
    for (;;) {
        size_t blanks = strspn(text, " ");
        text += blanks;
        size_t length = strcspn(text, " \n");
        while (text[length] == ' ' && text[length + 1] != ' ' &&
               width_of(text, length) < most / 2 &&
               page_keeps(whole, (size_t)(text - whole) + length))
            length += 1 + strcspn(text + length + 1, " \n");
        if (width_of(text, length) > most - indent)
            length = part_of_word(text, length, most - indent);
        int width = width_of(text, length);
        if (length > 0 && !fresh && column + 1 + width > most) {
            page_add(page, "\n");
            page_spaces(page, indent);
            column = indent;
            fresh = true;
        }
        if (length > 0 && !fresh && blanks > 0) {
            page_add(page, " ");
            column++;
        }
        base_buffer_append_visible(&page->text, text, length);
        column += width;
        fresh = fresh && length == 0;
        text += length;
        if (*text == '\0')
            break;
        if (*text == '\n') {
            text++;
            page_add(page, "\n");
            if (*text != '\n' && *text != '\0')
                page_spaces(page, indent);
            column = indent;
            fresh = true;
        }
    }
    page_add(page, "\n");
}

void page_wrapf(text_page *page, int first, int indent, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add_formatted(page, first, indent, format, list);
    va_end(list);
}

void page_say(text_page *page, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add_formatted(page, 0, 0, format, list);
    va_end(list);
}

void page_point(text_page *page, int indent, int more, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    page_spaces(page, indent);
    add_formatted(page, indent, indent + more, format, list);
    va_end(list);
}

void page_say_buffer(text_page *page, int indent, base_buffer *text, const char *end)
{
    if (text->length > 0) {
        base_buffer_append(text, end);
        page_wrap(page, 0, indent, text->bytes);
    }
    if (text->failed)
        page_fail(page);
    base_buffer_drop(text);
}

const char *page_keep(text_page *page, base_buffer *text)
{
    char *kept = page_array(page, char, text->length + 1);
    if (text->failed)
        page_fail(page);
    else if (kept != NULL && text->length > 0)
        memcpy(kept, text->bytes, text->length);
    base_buffer_drop(text);
    return kept != NULL ? kept : "";
}

const char *page_list(text_page *page, const char *const *words, size_t count)
{
    base_buffer list = {0};
    for (size_t i = 0; i < count; i++)
        base_buffer_appendf(&list, "%s%s", i > 0 ? ", " : "", words[i]);
    return page_keep(page, &list);
}

/* Prints the last lines of a log, as those say what went wrong. */
void text_print_log(const char *log, size_t last, text_page *page)
{
    size_t lines = 0;
    for (const char *at = log; *at != '\0'; at++)
        lines += *at == '\n' || at[1] == '\0';
    for (const char *at = log; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        if (lines <= last)
            page_addf(page, "    | %.*s\n", (int)length, at);
        lines--;
        at += length + (at[length] == '\n');
    }
}

/* ---- Tables of aligned columns: collecting cells, measuring, printing in blocks that fit ---- */

#define GAP 2

/* A copy that lives as long as the table: callers reuse their buffers for the next cell before
 * widths are known. */
static const char *kept(text_table *table, const char *text, size_t length)
{
    const char *copy = base_text(&table->arena, text, length);
    table->failed |= copy == NULL;
    return copy;
}

void text_table_cell(text_table *table, const char *text)
{
    const char **cells =
        base_grow(&table->arena, table->cells, table->count, &table->room, sizeof *cells);
    table->failed |= cells == NULL;
    if (table->failed)
        return;
    table->cells = cells;
    table->cells[table->count++] = kept(table, text, strlen(text));
}

void text_table_column(text_table *table, text_align align, const char *heading)
{
    const char *end = strchr(heading, '\n'), *lower = end != NULL ? end + 1 : heading;
    table->failed |= table->columns == TEXT_TABLE_COLUMNS;
    if (table->failed)
        return;
    table->headings[0][table->columns] =
        kept(table, heading, end != NULL ? (size_t)(end - heading) : 0);
    table->headings[1][table->columns] = kept(table, lower, strlen(lower));
    table->align[table->columns++] = align;
}

void text_table_columns(text_table *table, const char *headings)
{
    while (*headings != '\0') {
        char heading[64] = "";
        size_t length = strcspn(headings, "|");
        strncat(heading, headings + 1, length - 1 < sizeof heading ? length - 1 : 0);
        text_table_column(table, *headings == '<' ? TEXT_LEFT : TEXT_RIGHT, heading);
        headings += length + (headings[length] == '|');
    }
}

text_table text_table_of(text_page *page, const char *headings)
{
    text_table table = {.page = page};
    text_table_columns(&table, headings);
    return table;
}

void text_table_cellf(text_table *table, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = formatted(format, list);
    va_end(list);
    table->failed |= text == NULL;
    if (text != NULL)
        text_table_cell(table, text);
    wyrm_free(text);
}

void text_cell_exact(text_table *table, double value)
{
    text_figure figure;
    text_table_cell(table, text_figure_exact(value, &figure));
}

void text_cell_percent(text_table *table, double probability)
{
    text_figure figure;
    text_table_cell(table, text_figure_percent(probability, &figure));
}

void text_cell_estimate(text_table *table, wyrm_estimate estimate, bool is_share)
{
    text_figure figure;
    text_style style = table->page->style;
    text_table_cell(table, is_share ? text_figure_estimated_share(style, &estimate, &figure)
                                    : text_figure_estimate(style, &estimate, &figure));
}

/* An exact chance is not rounded to the digits of an estimate. */
void text_cell_fought(text_table *table, wyrm_estimate chance)
{
    if (chance.sampled)
        text_cell_estimate(table, chance, true);
    else
        text_cell_percent(table, chance.value);
}

/* A mean with its interval; where values are too few or too alike for one, their range in
 * parentheses. */
void text_cell_mean(text_table *table, const wyrm_moments *moments)
{
    text_figure seen;
    if (moments->count > 0 && !wyrm_interval_is_known(wyrm_mean_interval(moments, 0.95))) {
        text_table_cellf(table, "(%s)", text_figure_seen(table->page->style, moments, &seen));
        table->seen = true;
        return;
    }
    text_cell_estimate(table, text_estimate_mean(moments), moments->range == WYRM_SHARE);
}

void text_cell_ratio(text_table *table, const wyrm_ratio_estimate *clusters)
{
    text_cell_estimate(table, text_estimate_ratio(clusters), clusters->range == WYRM_SHARE);
}

/* The columns of a block: the first of the table, then from..to-1. */
typedef struct column_block {
    const int *widths;
    size_t from, to;
    int indent;
} column_block;

/* Prints one line of a block, without trailing blanks; a line of headings only if one of them has
 * text. */
static void print_line(const text_table *table, const column_block *block, const char *const *texts,
                       text_tone tone)
{
    text_page *page = table->page;
    int owed = block->indent; /* blanks to print before the next text */
    bool empty = true;
    for (size_t c = 0; c < block->to; c = c == 0 ? block->from : c + 1) {
        int blanks = block->widths[c] - text_display_width(texts[c]);
        bool right = table->align[c] == TEXT_RIGHT;
        if (texts[c][0] == '\0') {
            owed += block->widths[c] + GAP;
            continue;
        }
        page_spaces(page, owed + (right ? blanks : 0));
        page_toned(page, tone, texts[c]);
        owed = GAP + (right ? 0 : blanks);
        empty = false;
    }
    if (!empty || tone == TEXT_TONE_PLAIN)
        page_add(page, "\n");
}

/* For pages where not even two columns fit: prints each row as lines, its first cell and then a
 * line "heading: cell" for each of the others. */
static void print_rows(const text_table *table, int indent)
{
    text_page *page = table->page;
    for (size_t at = 0; at + table->columns <= table->count; at += table->columns) {
        page_point(page, indent, 2, "%s", table->cells[at]);
        for (size_t c = 1; c < table->columns; c++)
            if (table->cells[at + c][0] != '\0')
                page_point(page, indent + 2, 2, "%s%s%s: %s", table->headings[0][c],
                           table->headings[0][c][0] != '\0' ? " " : "", table->headings[1][c],
                           table->cells[at + c]);
    }
}

void text_table_end(text_table *table, int indent)
{
    int widths[TEXT_TABLE_COLUMNS] = {0};
    size_t columns = table->failed ? 0 : table->columns;
    if (table->failed)
        page_fail(table->page);
    for (size_t c = 0; c < columns; c++) {
        int upper = text_display_width(table->headings[0][c]);
        int lower = text_display_width(table->headings[1][c]);
        widths[c] = upper > lower ? upper : lower;
    }
    for (size_t i = 0; columns > 0 && i < table->count; i++) {
        int width = text_display_width(table->cells[i]);
        widths[i % columns] = width > widths[i % columns] ? width : widths[i % columns];
    }
    int widest = 0;
    for (size_t c = 1; c < columns; c++)
        widest = widths[c] > widest ? widths[c] : widest;
    if (columns > 1 && indent + widths[0] + GAP + widest > table->page->style.width) {
        print_rows(table, indent);
        columns = 0;
    }
    for (size_t from = 1, to = 1; to < columns || (from == 1 && columns == 1); from = to) {
        int used = indent + widths[0];
        if (from > 1)
            page_add(table->page, "\n");
        for (; to < columns; used += GAP + widths[to++])
            if (to > from && used + GAP + widths[to] > table->page->style.width)
                break;
        const column_block block = {widths, from, to, indent};
        print_line(table, &block, table->headings[0], TEXT_TONE_STRONG);
        print_line(table, &block, table->headings[1], TEXT_TONE_STRONG);
        for (size_t at = 0; at + columns <= table->count; at += columns)
            print_line(table, &block, table->cells + at, TEXT_TONE_PLAIN);
        if (columns == 1)
            break;
    }
    if (table->seen)
        page_say(table->page,
                 "Alone in parentheses: the least and the greatest that were seen, where that "
                 "is too little for an interval.");
    base_release(&table->arena);
    *table = (text_table){.page = table->page};
}

void text_table_below(text_table *table, int indent)
{
    if (table->count == 0)
        table->columns = 0;
    else
        page_add(table->page, "\n");
    text_table_end(table, indent);
}

/* ---- Bars ---- */

text_bar text_bar_of(text_style style, double share, int columns)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const double filled = share * (columns < TEXT_BAR_LETTERS ? columns : TEXT_BAR_LETTERS);
    const int parts = style.utf8 ? (int)(filled * 8 + 0.5) : (int)(filled + 0.5) * 8;
    text_bar out = {""};
    size_t used = 0;
    for (int i = 0; i < parts / 8 && used + 8 < sizeof out.text; i++)
        used +=
            (size_t)snprintf(out.text + used, sizeof out.text - used, "%s", style.utf8 ? "█" : "#");
    snprintf(out.text + used, sizeof out.text - used, "%s", eighths[parts % 8]);
    return out;
}

/* ---- Words for a shell ---- */

/* Control characters are refused, not quoted: they would be lost when a command is copied from a
 * terminal. A quote inside is written as '\'', which ends the quoted part and begins another. */
bool text_shell_word(const char *word, char *text, size_t size)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=,./:@%";
    bool quoted = word[0] == '\0' || strspn(word, plain) < strlen(word);
    size_t used = 0;
    text[0] = '\0';
    for (const char *at = word; *at != '\0'; at++) {
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            return false;
        used += *at == '\'' ? 4 : 1;
    }
    if (used + (quoted ? 3 : 1) > size)
        return false;
    char *to = text;
    if (quoted)
        *to++ = '\'';
    for (const char *at = word; *at != '\0'; at++) {
        size_t length = *at == '\'' ? 4 : 1;
        memcpy(to, length > 1 ? "'\\''" : at, length);
        to += length;
    }
    if (quoted)
        *to++ = '\'';
    *to = '\0';
    return true;
}
