/* A game being played in the terminal: the engine, the state, what is recorded, what has been said,
 * and its files. Knows no screen. */
#ifndef WYRM_SRC_TUI_SESSION_H
#define WYRM_SRC_TUI_SESSION_H

#include <wyrm/errand.h>
#include <wyrm/replay.h>
#include <wyrm/save.h>

typedef struct tui_session {
    wyrm_design *design;
    char source[1024]; /* what the ruleset was opened by */
    wyrm_engine *engine;
    wyrm_game *game;
    wyrm_log *log;
    wyrm_replay *replay;    /* NULL: the beginning of this game was not recorded */
    wyrm_observation *view; /* of the game as it is now */
    char state[4096];       /* the folder of the player's files; "" where nothing is written */
    char save_path[4096];   /* "" where the game is not saved: replays */
    char replay_path[4096];
    char dump_path[4096]; /* of the last page, written when the game is over; "" else */
    char trouble[256];    /* what went wrong with files while the game went on; "" else */
    bool practice;        /* a debug start: no save, no recording, no score */
    bool pending;         /* not entered yet: nothing is written, an older save may have its name */
    bool watching;        /* `replay` is what is watched; step game->commands comes next */
    int speed;            /* commands a second while watching, to begin with */
    char lock_path[4096];
    int lock;          /* descriptor of the file that keeps others from this game, and 1; 0: none */
    wyrm_game *before; /* room for the game before a command; owned by act */
    uint64_t said;     /* log lines before the last command: those behind are new */
    bool edited;       /* the ruleset is another than the game was begun with */
} tui_session;

/* A session without a game yet, which owns the design from now on (also where this fails). On
 * success *out is owned by the caller (tui_session_free). Fails as wyrm_engine_new. */
WYRM_MUST_CHECK wyrm_status tui_session_new(wyrm_design *design, tui_session **out,
                                            wyrm_error *error);

/* Begins a game in it; fails as wyrm_game_start. */
WYRM_MUST_CHECK wyrm_status tui_session_start(tui_session *session,
                                              const wyrm_game_options *options, wyrm_error *error);

/* A recording that is watched, at its beginning again; fails as wyrm_replay_begin. */
WYRM_MUST_CHECK wyrm_status tui_session_rewind(tui_session *session, wyrm_error *error);

/* Carries out a command: the game, the log, the recording, the view; autosaves on a new map, and
 * deletes the save when the game is over. False where it was refused or failed: *error tells why in
 * the player's words. */
bool tui_session_act(tui_session *session, const wyrm_command *command, wyrm_error *error);

void tui_session_free(tui_session *session); /* NULL is allowed */

#endif
