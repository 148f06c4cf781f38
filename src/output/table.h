/* Tables of aligned columns. Cells are filled in the order of reading; widths follow from them. */
#ifndef WYRM_SRC_OUTPUT_TABLE_H
#define WYRM_SRC_OUTPUT_TABLE_H

#include "output/page.h"

#define WYRM_TABLE_COLUMNS 64

typedef enum wyrm_align { WYRM_LEFT, WYRM_RIGHT } wyrm_align;

typedef struct wyrm_table {
    size_t columns;
    wyrm_align align[WYRM_TABLE_COLUMNS];
    char **cells; /* the headings first, then row by row; owned */
    size_t count, room;
    bool failed;
} wyrm_table;

wyrm_table wyrm_table_new(void);
void wyrm_table_free(wyrm_table *table);

/* A column; all come before the first cell. A heading has at most two lines ("player\nhp"). */
void wyrm_table_column(wyrm_table *table, wyrm_align align, const char *heading);
void wyrm_table_cell(wyrm_table *table, const char *text);

/* Prints the table. What is wider than the page is broken into tables below each other that repeat
 * the first column. */
void wyrm_table_print(const wyrm_table *table, wyrm_page *page, int indent);

#endif
