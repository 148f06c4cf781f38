/* The end of a game: its dump, its score, and its files. */
#ifndef WYRM_SRC_TUI_CONCLUDE_H
#define WYRM_SRC_TUI_CONCLUDE_H

#include "tui/session.h"

/* The game is won or lost: writes the dump, moves the recording beside it, adds a row to the
 * scores, and deletes the save where the game is over for good. What fails is told by
 * session->trouble. */
void tui_session_conclude(tui_session *session);

#endif
