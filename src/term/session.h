#ifndef WYRM_SRC_TERM_SESSION_H
#define WYRM_SRC_TERM_SESSION_H

#include <wyrm/error.h>
#include <wyrm/replay.h>
#include <wyrm/save.h>

/* Where the files of the player are. */

#define TERM_PATH_MAX 4096 /* bytes, the NUL included */

typedef struct term_folders {
    char state[TERM_PATH_MAX];  /* $XDG_STATE_HOME/wyrm, or ~/.local/state/wyrm */
    char config[TERM_PATH_MAX]; /* $XDG_CONFIG_HOME/wyrm, or ~/.config/wyrm */
} term_folders;

/* From the environment. Makes no folders.
 * WYRM_ERROR_IO     there is no home folder
 * WYRM_ERROR_LIMIT  a path is too long */
WYRM_MUST_CHECK wyrm_status term_folders_find(term_folders *out, wyrm_error *error);

/* Joins a folder and a name ("games/ruggrogue-1.save"). WYRM_ERROR_LIMIT  the path is too long */
WYRM_MUST_CHECK wyrm_status term_path_join(char out[TERM_PATH_MAX], const char *folder,
                                           const char *name, wyrm_error *error);

/* Makes a folder and those above it that are missing, for its owner alone (0700).
 * WYRM_ERROR_IO  it cannot be made (the message says why), or something else has the name */
WYRM_MUST_CHECK wyrm_status term_make_folder(const char *path, wyrm_error *error);

/* A game being played in the terminal: the engine, the state, what is recorded, what has been said,
 * and its files. Knows no screen. */

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

/* The files of a game being played. */

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
