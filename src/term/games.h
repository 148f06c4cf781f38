/* Games: begun, continued, watched. */
#ifndef WYRM_SRC_TERM_GAMES_H
#define WYRM_SRC_TERM_GAMES_H

#include "term/folders.h"
#include "term/session.h"

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

/* On success *out is owned by the caller (term_session_free); else `errors` tells everything and the
 * status is one of wyrm_design_open, wyrm_engine_new, wyrm_game_start, or
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

#endif
