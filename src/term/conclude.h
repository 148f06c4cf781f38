/* The end of a game: its dump, its score, and its files. */
#ifndef WYRM_SRC_TERM_CONCLUDE_H
#define WYRM_SRC_TERM_CONCLUDE_H

#include "term/session.h"

/* The game is won or lost: writes the dump, moves the recording beside it, adds a row to the
 * scores, and deletes the save where the game is over for good. What fails is told by
 * session->trouble. */
void term_session_conclude(term_session *session);

#endif
