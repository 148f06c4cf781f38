/* The files of a game being played. */
#ifndef WYRM_SRC_TUI_SESSION_FILES_H
#define WYRM_SRC_TUI_SESSION_FILES_H

#include "tui/folders.h"
#include "tui/session.h"

/* Names the files of a game: <state>/games/<ruleset>-<seed>.save, .replay and .lock. A game that is
 * anything but run 0 has the run in its name, too. WYRM_ERROR_LIMIT  a path is too long */
WYRM_MUST_CHECK wyrm_status tui_session_name_files(tui_session *session, const char *state,
                                                   wyrm_error *error);

/* Keeps others from playing the same game at the same time, and makes the folder of its files.
 * Where there can be none the game is not saved (session->trouble tells).
 * WYRM_ERROR_IO  another plays it */
WYRM_MUST_CHECK wyrm_status tui_session_lock(tui_session *session, wyrm_error *error);
void tui_session_unlock(tui_session *session);

/* Writes the save and the recording. */
bool tui_session_save(tui_session *session, wyrm_error *error);

/* Deletes the save and the recording; nothing is written of this game any more. */
void tui_session_forget(tui_session *session);

/* Reads the recording of a game that was continued, cut to what has been played; none where it is
 * missing or another's. */
void tui_session_read_replay(tui_session *session);

/* The game is won or lost: writes the dump, moves the recording beside it, adds a row to the
 * scores, and deletes the save where the game is over for good. What fails is told by
 * session->trouble. */
void tui_session_conclude(tui_session *session);

/* Whether nothing more can be done in the game. */
bool tui_session_is_over(const tui_session *session);

#endif
