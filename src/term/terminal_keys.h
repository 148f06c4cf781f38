/* What keys send, beyond what the description of a terminal says. */
#ifndef WYRM_SRC_TERM_TERMINAL_KEYS_H
#define WYRM_SRC_TERM_TERMINAL_KEYS_H

#include "term/keys.h"

/* Tells ncurses of the sequences that terminals send although their description may not say so: the
 * keypad of numbers, keys with Shift and Ctrl, both ways of the arrows. */
void term_define_keys(void);

/* The key of a code of ncurses, or of term_define_keys; TERM_KEY_NONE where it means nothing here. */
term_key term_key_of_curses(int code);

/* The key of a character that was typed. */
term_key term_key_of_character(uint32_t character);

#endif
