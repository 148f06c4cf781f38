/* The files of a game being played. */
#ifndef WYRM_SRC_TERM_SESSION_FILES_H
#define WYRM_SRC_TERM_SESSION_FILES_H

#include "term/folders.h"
#include "term/session.h"

/* Names the files of a game: <state>/games/<ruleset>-<seed>.save, .replay and .lock. A game that is
 * anything but run 0 has the run in its name, too. WYRM_ERROR_LIMIT  a path is too long */
WYRM_MUST_CHECK wyrm_status term_session_name_files(term_session *session, const char *state,
                                                    wyrm_error *error);

/* Keeps others from playing the same game at the same time, and makes the folder of its files.
 * Where there can be none the game is not saved (session->trouble tells).
 * WYRM_ERROR_IO  another plays it */
WYRM_MUST_CHECK wyrm_status term_session_lock(term_session *session, wyrm_error *error);

/* Writes the save and the recording. */
bool term_session_save(term_session *session, wyrm_error *error);

/* Deletes the save and the recording; nothing is written of this game any more. */
void term_session_forget(term_session *session);

/* Reads the recording of a game that was continued, cut to what has been played; none where it is
 * missing or another's. */
void term_session_read_replay(term_session *session);

/* What the files of a game are called: "ruggrogue-42", with its run where that is not 0. */
#define TERM_FILE_NAME_MAX 160
void term_session_file_name(const term_session *session, char out[TERM_FILE_NAME_MAX]);

/* Makes the folders of saved games and of dumps; fails as term_make_folder. */
WYRM_MUST_CHECK wyrm_status term_session_make_folders(const term_session *session,
                                                      wyrm_error *error);

/* Writes the recording to a path; nothing where there is none. Fails as wyrm_file_write. */
WYRM_MUST_CHECK wyrm_status term_session_write_replay(const term_session *session, const char *path,
                                                      wyrm_error *error);

#endif
