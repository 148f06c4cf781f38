/* Help inside the game. */
#ifndef WYRM_SRC_TUI_HELP_H
#define WYRM_SRC_TUI_HELP_H

#include "tui/screen.h"

/* Opens the help: first about a kind of screen by its name, then all keys, then the rest. */
void tui_show_help(tui_app *app, const char *name);

#endif
