/* A question to the player. */
#ifndef WYRM_SRC_TERM_ASK_H
#define WYRM_SRC_TERM_ASK_H

#include "term/screen.h"

/* A question with Yes and No; `answer` is called after it is gone. */
void term_ask(term_app *app, const char *question, bool yes_first,
              void (*answer)(term_app *app, bool yes, void *context), void *context);

#endif
