/* Replays: what was done in a game, command by command, with a checksum of each state.
 *
 * A recording is text: a line that names the format and its version, a line of JSON with what began
 * the game, then a line a command: its letter, its numbers, and the checksum of the state after it.
 * It can be cut after any line and still be played that far.
 */
#ifndef WYRM_REPLAY_H
#define WYRM_REPLAY_H

#include <wyrm/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_REPLAY_VERSION      1
#define WYRM_REPLAY_MAX_BYTES    ((size_t)64 << 20)
#define WYRM_REPLAY_WITHOUTS_MAX 32

/* What began the game. A plain value. */
typedef struct wyrm_replay_facts {
    char ruleset[64];
    char source[1024]; /* what the ruleset was opened by */
    char hash[17];
    char version[32];
    char player[64]; /* "" for a person, else the name of the bot */
    uint64_t seed, run;
    size_t without_count;
    char without[WYRM_REPLAY_WITHOUTS_MAX][64];
} wyrm_replay_facts;

typedef struct wyrm_replay_step {
    wyrm_command command;
    uint64_t checksum; /* of the state after it */
} wyrm_replay_step;

typedef struct wyrm_replay wyrm_replay;

/* A recording with nothing in it yet. On success *out is owned by the caller (wyrm_replay_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_new(const wyrm_replay_facts *facts,
                                                     wyrm_replay **out, wyrm_error *error);
WYRM_API void wyrm_replay_free(wyrm_replay *replay); /* NULL is allowed */

/* Adds a command that was carried out, and the game after it.
 * WYRM_ERROR_MEMORY  out of memory; nothing was added */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_add(wyrm_replay *replay,
                                                     const wyrm_command *command,
                                                     const wyrm_game *game, wyrm_error *error);

/* Keeps only the first `count` steps. */
WYRM_API void wyrm_replay_cut(wyrm_replay *replay, size_t count);

/* Valid until the recording is freed; a step until it is added to. NULL: no such step. */
WYRM_API const wyrm_replay_facts *wyrm_replay_facts_of(const wyrm_replay *replay);
WYRM_API size_t wyrm_replay_count(const wyrm_replay *replay);
WYRM_API const wyrm_replay_step *wyrm_replay_at(const wyrm_replay *replay, size_t index);

/* The text of a recording. *out is owned by the caller (wyrm_text_free), *length without the NUL.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_text(const wyrm_replay *replay, char **out,
                                                      size_t *length, wyrm_error *error);

/* Reads a recording. A last line that is cut short is left out: *cut (may be NULL) tells so.
 * WYRM_ERROR_SYNTAX  no recording of this game, or a line that is none (the error has line and
 *                    column)
 * WYRM_ERROR_LIMIT   of a newer version, or larger than WYRM_REPLAY_MAX_BYTES
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_read(const char *file, const char *text,
                                                      size_t length, wyrm_replay **out, bool *cut,
                                                      wyrm_error *error);

/* Begins the game of a recording: fails as wyrm_game_start. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_begin(const wyrm_replay *replay,
                                                       wyrm_engine *engine,
                                                       const wyrm_listener *listener,
                                                       wyrm_game *game, wyrm_error *error);

/* What a check found. */
typedef struct wyrm_replay_verdict {
    bool same;
    size_t steps;                     /* that were played and were the same */
    uint32_t turn;                    /* of the game, where it ended or first differed */
    char why[WYRM_ERROR_MESSAGE_MAX]; /* "" where it is the same: "command 512 (turn 401): the state
                                         differs", "... cannot be done: ..." */
} wyrm_replay_verdict;

/* Plays a recording without a screen and compares every checksum. Fails only as wyrm_game_act does
 * for want of memory. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_check(const wyrm_replay *replay,
                                                       wyrm_engine *engine, wyrm_game *game,
                                                       wyrm_replay_verdict *out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
