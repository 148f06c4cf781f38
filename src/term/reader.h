/* A text to read. */
#ifndef WYRM_SRC_TERM_READER_H
#define WYRM_SRC_TERM_READER_H

#include "term/screen.h"

/* Opens it, with scrolling; both texts are copied. */
void term_show_text(term_app *app, const char *title, const char *text);

#endif
