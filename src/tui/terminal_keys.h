/* What keys send, beyond what the description of a terminal says. */
#ifndef WYRM_SRC_TUI_TERMINAL_KEYS_H
#define WYRM_SRC_TUI_TERMINAL_KEYS_H

#include "tui/keys.h"

/* Tells ncurses of the sequences that terminals send although their description may not say so: the
 * keypad of numbers, keys with Shift and Ctrl, both ways of the arrows. */
void tui_define_keys(void);

/* The key of a code of ncurses, or of tui_define_keys; TUI_KEY_NONE where it means nothing here. */
tui_key tui_key_of_curses(int code);

/* The key of a character that was typed. */
tui_key tui_key_of_character(uint32_t character);

#endif
