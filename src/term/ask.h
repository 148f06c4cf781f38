#ifndef WYRM_SRC_TERM_ASK_H
#define WYRM_SRC_TERM_ASK_H

#include "term/screen.h"

/* A question to the player. */

/* A question with Yes and No; `answer` is called after it is gone. */
void term_ask(term_app *app, const char *question, bool yes_first,
              void (*answer)(term_app *app, bool yes, void *context), void *context);

/* A line that is typed. */

#define TERM_ENTRY_MAX 1024 /* bytes with the NUL */

/* Asks for a line, `text` being there already; the first character typed takes its place. `allowed`
 * are the characters that can be typed (NULL: all). `answer` is called after it is gone; with Esc
 * it is not called. */
void term_enter(term_app *app, const char *title, const char *explanation, const char *text,
                const char *allowed, void (*answer)(term_app *app, const char *text, void *context),
                void *context);

/* A text to read. */

/* Opens it, with scrolling; both texts are copied. */
void term_show_text(term_app *app, const char *title, const char *text);

#endif
