/* A canvas: what a screen shows, as cells in memory. Screens draw on it and know no terminal; the
 * terminal shows it; tests read it. */
#ifndef WYRM_SRC_TUI_CANVAS_H
#define WYRM_SRC_TUI_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#define TUI_WIDTH_MAX    512
#define TUI_HEIGHT_MAX   256
#define TUI_WIDTH_LEAST  80
#define TUI_HEIGHT_LEAST 24

/* What a cell means, not how it looks: the terminal has a table for 256, 16 and no colours. Colour
 * is never the only signal. The palette is told apart by the colour-blind. */
typedef enum tui_style {
    TUI_PLAIN,
    TUI_DIM, /* remembered, unavailable */
    TUI_BOLD,
    TUI_TITLE,
    TUI_SELECTED, /* the chosen line: reverse */
    TUI_PLAYER,
    TUI_MONSTER,
    TUI_ASLEEP, /* monsters that do nothing */
    TUI_ITEM,
    TUI_EXIT,
    TUI_WALL,
    TUI_FLOOR,
    TUI_GOOD,
    TUI_WARN,
    TUI_BAD,
    TUI_BAR_FULL, /* a part of a bar; also drawn with another character */
    TUI_BAR_EMPTY,
    TUI_PATH, /* of a shot */
    TUI_AREA, /* of an effect: reverse */
    TUI_HIT,  /* who would be hit: reverse and bold */
    TUI_STYLE_COUNT
} tui_style;

typedef struct tui_cell {
    uint32_t character; /* a code point of width 1; 0: a blank */
    uint8_t style;
} tui_cell;

typedef struct tui_canvas {
    int width, height;                              /* cells, at most the maxima above */
    int cursor_x, cursor_y;                         /* where the real cursor stands; -1: nowhere */
    tui_cell cells[TUI_WIDTH_MAX * TUI_HEIGHT_MAX]; /* row by row, `width` a row */
} tui_canvas;

/* A part of a canvas. What is drawn outside of it is cut off. */
typedef struct tui_area {
    int x, y, width, height;
} tui_area;

void tui_canvas_clear(tui_canvas *canvas, int width, int height);
tui_area tui_canvas_all(const tui_canvas *canvas);
void tui_put(tui_canvas *canvas, int x, int y, uint32_t character, tui_style style);

/* UTF-8 on one line from x, cut where the area ends; returns the column behind it. */
int tui_text(tui_canvas *canvas, tui_area area, int x, int y, tui_style style, const char *text);
int tui_textf(tui_canvas *canvas, tui_area area, int x, int y, tui_style style, const char *format,
              ...) __attribute__((format(printf, 6, 7)));

/* Wrapped at blanks; returns the number of lines used (also of those that are cut off). */
int tui_wrapped(tui_canvas *canvas, tui_area area, tui_style style, const char *text);

void tui_fill(tui_canvas *canvas, tui_area area, uint32_t character, tui_style style);

/* A frame with a title, cleared inside; returns the inside. */
tui_area tui_frame(tui_canvas *canvas, tui_area area, const char *title);

/* An area of a size in the middle, at most the whole canvas. */
tui_area tui_middle(const tui_canvas *canvas, int width, int height);

/* A bar such as "#####....", filled to a share in [0, 1]. */
void tui_bar(tui_canvas *canvas, int x, int y, int width, double share, tui_style full);

#endif
