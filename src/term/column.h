/* Text in a column, from the top down: each piece takes its rows off the area that is left. */
#ifndef WYRM_SRC_TERM_COLUMN_H
#define WYRM_SRC_TERM_COLUMN_H

#include "term/canvas.h"

void term_skip(term_area *area, int rows);

/* Writes a text, wrapped; what does not fit is cut off. */
void term_say(term_canvas *canvas, term_area *area, term_style style, const char *text);

#endif
