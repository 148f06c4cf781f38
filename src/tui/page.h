/* Pages of lines to read: a title, lines with a label each that wrap and scroll, a line about
 * keys. */
#ifndef WYRM_SRC_TUI_PAGE_H
#define WYRM_SRC_TUI_PAGE_H

#include "tui/canvas.h"
#include "tui/input.h"

#define TUI_PAGE_TEXT_MAX 512

typedef struct tui_page_line {
    char label[40]; /* at the left; "" for none */
    char text[TUI_PAGE_TEXT_MAX];
    tui_style style; /* of the text */
    bool heading;
    bool wide; /* the text begins at the left margin: it has no label */
} tui_page_line;

/* Where the lines come from. */
typedef struct tui_page_source {
    size_t count;
    int label_width; /* cells */
    void (*line)(const void *context, size_t index, tui_page_line *out);
    const void *context;
} tui_page_source;

/* A plain value; {0} begins at the top. */
typedef struct tui_page {
    bool to_end; /* begin at the end; false once the reader has scrolled */
    size_t top;  /* the first row shown */
    size_t rows; /* how many rows all lines took in the last drawing */
    int height;  /* of the last drawing */
} tui_page;

/* Covers the whole canvas. */
void tui_page_draw(tui_page *page, const tui_page_source *source, tui_canvas *canvas,
                   const char *title, const char *keys);

/* Scrolls; false where the input means that the page is to go away. */
bool tui_page_take(tui_page *page, const tui_input *input);

#endif
