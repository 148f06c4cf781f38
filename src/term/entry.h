/* A line that is typed. */
#ifndef WYRM_SRC_TERM_ENTRY_H
#define WYRM_SRC_TERM_ENTRY_H

#include "term/screen.h"

#define TERM_ENTRY_MAX 1024 /* bytes with the NUL */

/* Asks for a line, `text` being there already; the first character typed takes its place. `allowed`
 * are the characters that can be typed (NULL: all). `answer` is called after it is gone; with Esc
 * it is not called. */
void term_enter(term_app *app, const char *title, const char *explanation, const char *text,
                const char *allowed, void (*answer)(term_app *app, const char *text, void *context),
                void *context);

#endif
