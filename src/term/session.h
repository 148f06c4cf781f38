/* A game being played in the terminal: the engine, the state, what is recorded, what has been said,
 * and its files. Knows no screen. */
#ifndef WYRM_SRC_TERM_SESSION_H
#define WYRM_SRC_TERM_SESSION_H

#include <wyrm/replay.h>
#include <wyrm/save.h>

typedef struct term_session {
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
} term_session;

/* A session without a game yet, which owns the design from now on (also where this fails). On
 * success *out is owned by the caller (term_session_free). Fails as wyrm_engine_new. */
WYRM_MUST_CHECK wyrm_status term_session_new(wyrm_design *design, term_session **out,
                                             wyrm_error *error);

/* Frees it and gives up its lock; saves nothing. NULL is allowed. */
void term_session_free(term_session *session);

/* Whether nothing more can be done in the game. */
bool term_session_is_over(const term_session *session);

/* Keeps what went wrong with files, to be told: "The score cannot be kept: ...". The last trouble
 * replaces the one before. */
void term_session_trouble(term_session *session, const char *what, const wyrm_error *error);

/* Lets others play the game again; nothing where it has no lock. */
void term_session_unlock(term_session *session);

#endif
