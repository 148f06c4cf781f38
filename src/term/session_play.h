/* Playing a game in a session. */
#ifndef WYRM_SRC_TERM_SESSION_PLAY_H
#define WYRM_SRC_TERM_SESSION_PLAY_H

#include "term/session.h"

/* Begins a game in it: on the first map, for practice on the last. Fails as wyrm_game_start, for
 * practice as wyrm_game_start_at_depth. */
WYRM_MUST_CHECK wyrm_status term_session_start(term_session *session,
                                               const wyrm_game_options *options, wyrm_error *error);

/* A recording that is watched, at its beginning again; fails as wyrm_replay_begin. */
WYRM_MUST_CHECK wyrm_status term_session_rewind(term_session *session, wyrm_error *error);

/* Carries out a command: the game, the log, the recording, the view; autosaves on a new map, and
 * deletes the save when the game is over. False where it was refused or failed: *error tells why in
 * the player's words. */
bool term_session_act(term_session *session, const wyrm_command *command, wyrm_error *error);

#endif
