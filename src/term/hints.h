/* Sentences about keys, with the keys as the player has bound them. */
#ifndef WYRM_SRC_TERM_HINTS_H
#define WYRM_SRC_TERM_HINTS_H

#include "term/screen.h"

#define TERM_HINT_MAX 512

/* Copies a text with the names of deeds in braces replaced by their first keys: "{cancel}: back"
 * becomes "Esc: back". Returns `out`. */
const char *term_hint(const term_app *app, const char *text, char out[TERM_HINT_MAX]);

/* Tells that a key that types something means nothing here. */
void term_useless_key(term_app *app, const term_input *input);

#endif
