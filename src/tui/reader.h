/* A text to read. */
#ifndef WYRM_SRC_TUI_READER_H
#define WYRM_SRC_TUI_READER_H

#include "tui/screen.h"

/* Opens it, with scrolling; both texts are copied. */
void tui_show_text(tui_app *app, const char *title, const char *text);

#endif
