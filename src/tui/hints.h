/* Sentences about keys, with the keys as the player has bound them. */
#ifndef WYRM_SRC_TUI_HINTS_H
#define WYRM_SRC_TUI_HINTS_H

#include "tui/screen.h"

#define TUI_HINT_MAX 512

/* Copies a text with the names of deeds in braces replaced by their first keys: "{cancel}: back"
 * becomes "Esc: back". Returns `out`. */
const char *tui_hint(const tui_app *app, const char *text, char out[TUI_HINT_MAX]);

/* Tells that a key that types something means nothing here. */
void tui_useless_key(tui_app *app, const tui_input *input);

#endif
