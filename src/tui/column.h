/* Text in a column, from the top down: each piece takes its rows off the area that is left. */
#ifndef WYRM_SRC_TUI_COLUMN_H
#define WYRM_SRC_TUI_COLUMN_H

#include "tui/canvas.h"

void tui_skip(tui_area *area, int rows);

/* Writes a text, wrapped; what does not fit is cut off. */
void tui_say(tui_canvas *canvas, tui_area *area, tui_style style, const char *text);

#endif
