/* A list to choose from: every menu is one. Rows have letters, the keys of going and paging move,
 * the mouse points and chooses; what does not fit scrolls. */
#ifndef WYRM_SRC_TUI_LIST_H
#define WYRM_SRC_TUI_LIST_H

#include "tui/canvas.h"
#include "tui/input.h"

#define TUI_LIST_TEXT_MAX 160

/* One row as its owner tells it. */
typedef struct tui_list_row {
    char text[TUI_LIST_TEXT_MAX];
    tui_style style;
    bool heading;    /* not to be chosen, without a letter */
    uint32_t letter; /* of its own; 0: the next of a..z, A..Z */
    uint32_t glyph;  /* before the text; 0: none */
    tui_style glyph_style;
} tui_list_row;

/* Where the rows come from. */
typedef struct tui_list_source {
    size_t count;
    void (*row)(const void *context, size_t index, tui_list_row *out);
    const void *context;
} tui_list_source;

/* A plain value; {0} is a list at its first row. */
typedef struct tui_list {
    size_t chosen;
    size_t top;    /* the first row shown */
    tui_area area; /* where it was drawn last: for paging and the mouse */
} tui_list;

typedef enum tui_list_answer {
    TUI_LIST_IGNORED, /* the input means nothing to a list */
    TUI_LIST_MOVED,   /* another row, or the same one again */
    TUI_LIST_CHOSEN,  /* a letter, Enter or a click: list->chosen */
    TUI_LIST_LEFT     /* Esc, or another button of the mouse */
} tui_list_answer;

/* Draws what fits, the chosen row always among it, and puts the cursor there. */
void tui_list_draw(tui_list *list, const tui_list_source *source, tui_canvas *canvas,
                   tui_area area);

tui_list_answer tui_list_take(tui_list *list, const tui_list_source *source,
                              const tui_input *input);

/* Makes the chosen row one that exists, after rows have gone. */
void tui_list_settle(tui_list *list, const tui_list_source *source);

/* Pages that scroll: moves `top` by a key or the wheel; true where the input was one of these. */
bool tui_scroll_take(size_t *top, size_t count, int height, const tui_input *input);

/* How many rows down a key or the wheel scrolls, below 0 up; a page is one row less than `page`. 0:
 * the input does not scroll. */
int tui_steps_down(const tui_input *input, int page);

#endif
