#ifndef WYRM_SRC_TERM_GAMES_H
#define WYRM_SRC_TERM_GAMES_H

#include <time.h>

#include <wyrm/save.h>

#include "term/session.h"

/* Playing a game in a session. */

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

/* Games: begun, continued, watched. */

/* What a new game is begun with. */
typedef struct term_new_game {
    const char *ruleset; /* a shipped name or a path */
    uint64_t seed;
    const char *const *without; /* as wyrm_game_options; NULL: none */
    size_t without_count;
    bool practice; /* on the last floor, well equipped; neither saved nor scored */
} term_new_game;

/* A seed that nobody knows, at most TERM_SEED_MAX. */
#define TERM_SEED_MAX UINT64_C(999999999)
uint64_t term_random_seed(void);

/* On success *out is owned by the caller (term_session_free); else `errors` tells everything and
 * the status is one of wyrm_design_open, wyrm_engine_new, wyrm_game_start, or
 * WYRM_ERROR_IO     the same game is being played elsewhere
 * WYRM_ERROR_LIMIT  the path of the ruleset, or what is left alone, does not fit into saves and
 *                   recordings */
WYRM_MUST_CHECK wyrm_status term_game_new(const term_folders *folders, const term_new_game *game,
                                          term_session **out, wyrm_errors *errors);

/* Continues a saved game; the file is never deleted by this. The same, or one of wyrm_save_load. */
WYRM_MUST_CHECK wyrm_status term_game_continue(const term_folders *folders, const char *save_path,
                                               term_session **out, wyrm_errors *errors);

/* The game of a recording at its beginning, to be watched. Takes the recording over, also where it
 * fails. `ruleset` NULL: that of the recording. */
WYRM_MUST_CHECK wyrm_status term_game_watch(wyrm_replay *replay, const char *ruleset, int speed,
                                            term_session **out, wyrm_errors *errors);

/* The saved games of a player. */

/* A saved game, as the title shows it. */
typedef struct term_saved {
    char path[TERM_PATH_MAX];
    time_t changed;
    wyrm_save_facts facts; /* where error.code is WYRM_OK */
    bool climbs; /* its ruleset leads up: it has floors, not depths; false where it is gone */
    wyrm_error error;
} term_saved;

/* Every saved game, the last one played first. *out is owned by the caller (free).
 * WYRM_ERROR_MEMORY  out of memory */
#define TERM_SAVED_MAX 200
WYRM_MUST_CHECK wyrm_status term_games_find(const term_folders *folders, term_saved **out,
                                            size_t *count, wyrm_error *error);

#endif
