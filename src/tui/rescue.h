/* Giving the terminal back when the program crashes. */
#ifndef WYRM_SRC_TUI_RESCUE_H
#define WYRM_SRC_TUI_RESCUE_H

/* Notes how the terminal is now, before it is taken over, and what leads back to that; from here on
 * a crash restores it. Signals that somebody else already handles (a sanitizer) are left to
 * them. */
void tui_rescue_prepare(void);

/* What makes a terminal of cursor addressing usual again, of the description that was read last;
 * called once that is known. */
void tui_rescue_describe(void);

/* A crash is the system's again. */
void tui_rescue_end(void);

#endif
