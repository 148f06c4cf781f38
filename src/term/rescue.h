/* Giving the terminal back when the program crashes. */
#ifndef WYRM_SRC_TERM_RESCUE_H
#define WYRM_SRC_TERM_RESCUE_H

/* Notes how the terminal is now, before it is taken over, and what leads back to that; from here on
 * a crash restores it. Signals that somebody else already handles (a sanitizer) are left to
 * them. */
void term_rescue_prepare(void);

/* Takes the sequences that end full-screen mode from the terminal description that ncurses has
 * read; called once there is one. */
void term_rescue_describe(void);

/* Leaves crashes to the system again. */
void term_rescue_end(void);

#endif
