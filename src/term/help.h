/* Help inside the game. */
#ifndef WYRM_SRC_TERM_HELP_H
#define WYRM_SRC_TERM_HELP_H

#include "term/screen.h"

/* Opens the help: first about a kind of screen by its name, then all keys, then the rest. */
void term_show_help(term_app *app, const char *name);

#endif
