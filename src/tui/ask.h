/* A question to the player. */
#ifndef WYRM_SRC_TUI_ASK_H
#define WYRM_SRC_TUI_ASK_H

#include "tui/screen.h"

/* A question with Yes and No; `answer` is called after it is gone. */
void tui_ask(tui_app *app, const char *question, bool yes_first,
             void (*answer)(tui_app *app, bool yes, void *context), void *context);

#endif
