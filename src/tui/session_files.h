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

/* Writes the save and the recording. */
bool tui_session_save(tui_session *session, wyrm_error *error);

/* Deletes the save and the recording; nothing is written of this game any more. */
void tui_session_forget(tui_session *session);

/* Reads the recording of a game that was continued, cut to what has been played; none where it is
 * missing or another's. */
void tui_session_read_replay(tui_session *session);

/* What the files of a game are called: "ruggrogue-42", with its run where that is not 0. */
#define TUI_FILE_NAME_MAX 160
void tui_session_file_name(const tui_session *session, char out[TUI_FILE_NAME_MAX]);

/* Makes the folders of saved games and of dumps; fails as tui_make_folder. */
WYRM_MUST_CHECK wyrm_status tui_session_make_folders(const tui_session *session, wyrm_error *error);

/* Writes the recording to a path; nothing where there is none. Fails as wyrm_file_write. */
WYRM_MUST_CHECK wyrm_status tui_session_write_replay(const tui_session *session, const char *path,
                                                     wyrm_error *error);

#endif
