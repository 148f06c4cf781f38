#ifndef WYRM_SRC_TERM_CANVAS_H
#define WYRM_SRC_TERM_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reading text by characters and words. */

/* The character at *text, which moves behind it; the text must not be at its end. What is malformed
 * gives '?', a byte each. */
uint32_t term_next_character(const char **text);

#define TERM_CHARACTER_MAX 5 /* bytes with the NUL */

/* A character as UTF-8. */
void term_write_character(uint32_t character, char out[TERM_CHARACTER_MAX]);

/* The next word between *at and `end`, up to a blank, into out[size], cut where it is too long;
 * *begin is where it stands and *at goes behind it. False where there is none. */
bool term_next_word(const char **at, const char *end, char *out, size_t size, const char **begin);

/* A canvas: what a screen shows, as cells in memory. Screens draw on it and know no terminal; the
 * terminal shows it; tests read it. */

#define TERM_WIDTH_MAX    512
#define TERM_HEIGHT_MAX   256
#define TERM_WIDTH_LEAST  80
#define TERM_HEIGHT_LEAST 24

/* What a cell means, not how it looks: the terminal has a table for 256, 16 and no colours. Colour
 * is never the only signal. The palette is told apart by the colour-blind. */
typedef enum term_style {
    TERM_PLAIN,
    TERM_DIM, /* remembered, unavailable */
    TERM_BOLD,
    TERM_TITLE,
    TERM_SELECTED, /* the chosen line: reverse */
    TERM_PLAYER,
    TERM_MONSTER,
    TERM_ASLEEP, /* monsters that do nothing */
    TERM_ITEM,
    TERM_EXIT,
    TERM_WALL,
    TERM_FLOOR,
    TERM_GOOD,
    TERM_WARN,
    TERM_BAD,
    TERM_BAR_FULL, /* a part of a bar; also drawn with another character */
    TERM_BAR_EMPTY,
    TERM_PATH, /* of a shot */
    TERM_AREA, /* of an effect: reverse */
    TERM_HIT,  /* who would be hit: reverse and bold */
    TERM_STYLE_COUNT
} term_style;

typedef struct term_cell {
    uint32_t character; /* a code point of width 1; 0: a blank */
    uint8_t style;
} term_cell;

typedef struct term_canvas {
    int width, height;      /* cells, at most the maxima above */
    int cursor_x, cursor_y; /* where the real cursor stands; -1: nowhere */
    term_cell cells[TERM_WIDTH_MAX * TERM_HEIGHT_MAX]; /* row by row, `width` a row */
} term_canvas;

/* A part of a canvas. What is drawn outside of it is cut off. */
typedef struct term_area {
    int x, y, width, height;
} term_area;

void term_canvas_clear(term_canvas *canvas, int width, int height);
term_area term_canvas_all(const term_canvas *canvas);
void term_put(term_canvas *canvas, int x, int y, uint32_t character, term_style style);

/* UTF-8 on one line from x, cut where the area ends; returns the column behind it. */
int term_text(term_canvas *canvas, term_area area, int x, int y, term_style style,
              const char *text);
int term_textf(term_canvas *canvas, term_area area, int x, int y, term_style style,
               const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Wrapped at blanks; returns the number of lines used (also of those that are cut off). */
int term_wrapped(term_canvas *canvas, term_area area, term_style style, const char *text);

void term_fill(term_canvas *canvas, term_area area, uint32_t character, term_style style);

/* A frame with a title, cleared inside; returns the inside. */
term_area term_frame(term_canvas *canvas, term_area area, const char *title);

/* An area of a size in the middle, at most the whole canvas. */
term_area term_middle(const term_canvas *canvas, int width, int height);

/* A bar such as "#####....", filled to a share in [0, 1]. */
void term_bar(term_canvas *canvas, int x, int y, int width, double share, term_style full);

/* Text in a column, from the top down: each piece takes its rows off the area that is left. */

void term_skip(term_area *area, int rows);

/* Writes a text, wrapped; what does not fit is cut off. */
void term_say(term_canvas *canvas, term_area *area, term_style style, const char *text);

#endif
