#ifndef WYRM_SRC_TERM_LIST_H
#define WYRM_SRC_TERM_LIST_H

#include "term/canvas.h"
#include "term/input.h"

/* A list to choose from: every menu is one. Rows have letters, the keys of going and paging move,
 * the mouse points and chooses; what does not fit scrolls. */

#define TERM_LIST_TEXT_MAX 160

/* One row as its owner tells it. */
typedef struct term_list_row {
    char text[TERM_LIST_TEXT_MAX];
    term_style style;
    bool heading;    /* not to be chosen, without a letter */
    uint32_t letter; /* of its own; 0: the next of a..z, A..Z */
    uint32_t glyph;  /* before the text; 0: none */
    term_style glyph_style;
} term_list_row;

/* Where the rows come from. */
typedef struct term_list_source {
    size_t count;
    void (*row)(const void *context, size_t index, term_list_row *out);
    const void *context;
} term_list_source;

/* A plain value; {0} is a list at its first row. */
typedef struct term_list {
    size_t chosen;
    size_t top;     /* the first row shown */
    term_area area; /* where it was drawn last: for paging and the mouse */
} term_list;

typedef enum term_list_answer {
    TERM_LIST_IGNORED, /* the input means nothing to a list */
    TERM_LIST_MOVED,   /* another row, or the same one again */
    TERM_LIST_CHOSEN,  /* a letter, Enter or a click: list->chosen */
    TERM_LIST_LEFT     /* Esc, or another button of the mouse */
} term_list_answer;

/* Draws what fits, the chosen row always among it, and puts the cursor there. */
void term_list_draw(term_list *list, const term_list_source *source, term_canvas *canvas,
                    term_area area);

term_list_answer term_list_take(term_list *list, const term_list_source *source,
                                const term_input *input);

/* Makes the chosen row one that exists, after rows have gone. */
void term_list_settle(term_list *list, const term_list_source *source);

/* Pages that scroll: moves `top` by a key or the wheel; true where the input was one of these. */
bool term_scroll_take(size_t *top, size_t count, int height, const term_input *input);

/* Pages of lines to read: a title, lines with a label each that wrap and scroll, a line about
 * keys. */

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
