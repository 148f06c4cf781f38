/* Pages of lines to read: a title, lines with a label each that wrap and scroll, a line about
 * keys. */
#ifndef WYRM_SRC_TERM_PAGE_H
#define WYRM_SRC_TERM_PAGE_H

#include "term/canvas.h"
#include "term/input.h"

#define TERM_PAGE_TEXT_MAX 512

typedef struct term_page_line {
    char label[40]; /* at the left; "" for none */
    char text[TERM_PAGE_TEXT_MAX];
    term_style style; /* of the text */
    bool heading;
    bool wide; /* the text begins at the left margin: it has no label */
} term_page_line;

/* Where the lines come from. */
typedef struct term_page_source {
    size_t count;
    int label_width; /* cells */
    void (*line)(const void *context, size_t index, term_page_line *out);
    const void *context;
} term_page_source;

/* A plain value; {0} begins at the top. */
typedef struct term_page {
    bool to_end; /* begin at the end; false once the reader has scrolled */
    size_t top;  /* the first row shown */
    size_t rows; /* how many rows all lines took in the last drawing */
    int height;  /* of the last drawing */
} term_page;

/* Covers the whole canvas. */
void term_page_draw(term_page *page, const term_page_source *source, term_canvas *canvas,
                    const char *title, const char *keys);

/* Scrolls; false where the input means that the page is to go away. */
bool term_page_take(term_page *page, const term_input *input);

#endif
