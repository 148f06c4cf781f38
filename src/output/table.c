/* Tables of aligned columns: collecting cells, measuring, printing in blocks that fit the page. */
#include "output/table.h"

#include <stdlib.h>
#include <string.h>

#define GAP 2

wyrm_table wyrm_table_new(void)
{
    return (wyrm_table){0};
}

void wyrm_table_free(wyrm_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        free(table->cells[i]);
    free(table->cells);
    *table = (wyrm_table){0};
}

void wyrm_table_cell(wyrm_table *table, const char *text)
{
    if (table->failed)
        return;
    if (table->count == table->room) {
        size_t room = table->room == 0 ? 64 : 2 * table->room;
        char **cells = realloc(table->cells, room * sizeof *cells);
        if (cells == NULL) {
            table->failed = true;
            return;
        }
        table->cells = cells;
        table->room = room;
    }
    char *copy = strdup(text);
    if (copy == NULL) {
        table->failed = true;
        return;
    }
    table->cells[table->count++] = copy;
}

void wyrm_table_column(wyrm_table *table, wyrm_align align, const char *heading)
{
    if (table->columns == WYRM_TABLE_COLUMNS) {
        table->failed = true;
        return;
    }
    wyrm_table_cell(table, heading);
    table->align[table->columns++] = align;
}

/* The first or second line of a heading, as a copy in buffer. A heading of one line is the second.
 */
static const char *heading_line(const char *heading, int line, char buffer[64])
{
    const char *end = strchr(heading, '\n');
    if (line == 1)
        return end != NULL ? end + 1 : heading;
    size_t length = end != NULL ? (size_t)(end - heading) : 0;
    if (length > 63)
        length = 63;
    memcpy(buffer, heading, length);
    buffer[length] = '\0';
    return buffer;
}

static int column_width(const wyrm_table *table, size_t column)
{
    char buffer[64];
    int widest = wyrm_display_width(heading_line(table->cells[column], 0, buffer));
    for (size_t i = column; i < table->count; i += table->columns) {
        const char *text =
            i < table->columns ? heading_line(table->cells[i], 1, buffer) : table->cells[i];
        int width = wyrm_display_width(text);
        if (width > widest)
            widest = width;
    }
    return widest;
}

/* The columns of one block: the first one, then from..to-1. */
typedef struct column_block {
    const int *widths;
    size_t from, to;
    int indent;
} column_block;

static size_t next_column(const column_block *block, size_t column)
{
    return column == 0 ? block->from : column + 1;
}

/* One line of texts; blanks at its end are left out. */
static void print_line(const wyrm_table *table, wyrm_page *page, const column_block *block,
                       const char *const *texts, wyrm_tone tone)
{
    int owed = block->indent; /* blanks to be printed before the next text */
    for (size_t c = 0; c < block->to; c = next_column(block, c)) {
        int blanks = block->widths[c] - wyrm_display_width(texts[c]);
        bool right = table->align[c] == WYRM_RIGHT;
        if (texts[c][0] == '\0') {
            owed += block->widths[c] + GAP;
            continue;
        }
        wyrm_page_spaces(page, owed + (right ? blanks : 0));
        wyrm_page_toned(page, tone, texts[c]);
        owed = GAP + (right ? 0 : blanks);
    }
    wyrm_page_add(page, "\n");
}

static void print_headings(const wyrm_table *table, wyrm_page *page, const column_block *block)
{
    char buffers[WYRM_TABLE_COLUMNS][64];
    const char *texts[WYRM_TABLE_COLUMNS];
    for (int line = 0; line < 2; line++) {
        bool empty = true;
        for (size_t c = 0; c < table->columns; c++)
            texts[c] = heading_line(table->cells[c], line, buffers[c]);
        for (size_t c = 0; c < block->to; c = next_column(block, c))
            empty = empty && texts[c][0] == '\0';
        if (!empty)
            print_line(table, page, block, texts, WYRM_TONE_STRONG);
    }
}

static void print_block(const wyrm_table *table, wyrm_page *page, const column_block *block)
{
    print_headings(table, page, block);
    for (size_t row = table->columns; row + table->columns <= table->count; row += table->columns)
        print_line(table, page, block, (const char *const *)table->cells + row, WYRM_TONE_PLAIN);
}

void wyrm_table_print(const wyrm_table *table, wyrm_page *page, int indent)
{
    if (table->failed)
        wyrm_page_fail(page);
    if (table->failed || table->columns == 0)
        return;
    int widths[WYRM_TABLE_COLUMNS];
    for (size_t c = 0; c < table->columns; c++)
        widths[c] = column_width(table, c);
    size_t from = 1;
    do {
        int used = indent + widths[0];
        size_t to = from;
        while (to < table->columns && (to == from || used + GAP + widths[to] <= page->style.width))
            used += GAP + widths[to++];
        if (from > 1)
            wyrm_page_add(page, "\n");
        print_block(table, page,
                    &(column_block){.widths = widths, .from = from, .to = to, .indent = indent});
        from = to;
    } while (from < table->columns);
}
