/* A list to choose from: every menu is one. Rows have letters, the keys of going and paging move,
 * the mouse points and chooses; what does not fit scrolls. */
#ifndef WYRM_SRC_TERM_LIST_H
#define WYRM_SRC_TERM_LIST_H

#include "term/canvas.h"
#include "term/input.h"

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

/* How many rows down a key or the wheel scrolls, below 0 up; a page is one row less than `page`. 0:
 * the input does not scroll. */
int term_steps_down(const term_input *input, int page);

#endif
