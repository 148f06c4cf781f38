/* Recordings: a game as its beginning and its commands.
 *
 * A game follows from its seed, its rules and its commands, so these are all that needs to be kept:
 * saves, replays and the games behind last pages are all recordings. A recording is text that only
 * grows:
 *
 *     wyrm-replay 2
 *     wyrm 0.1.0                    the version of the program
 *     engine 3                      WYRM_ENGINE_VERSION: only the same gives the same game
 *     ruleset tutorial              its name, its hash, and what it was opened by
 *     hash 0123456789abcdef
 *     source /home/me/tutorial.yaml
 *     player                        a bot; nothing for a person
 *     seed 42
 *     run 0
 *     without scroll                what is left out of the game, one line each
 *     rules 9349                    bytes of the ruleset that follow, as `wyrm rules show` has it
 *     ...
 *     begun 0123456789abcdef        XXH3 of all above
 *     m 3 0123456789abcdef          one line a command: its letter, its numbers, and the checksum
 *                                   of the state after it
 *     . 0123456789abcdef            the player saved and left here; the checksum of the last
 *                                   command again, 0 where there is none
 *
 * A designer's game, which is of format 3, also has branches between commands, where it went back
 * or its rules were changed (<wyrm/take_over.h>):
 *
 *     designer 2 0123456789abcdef   from here on these 2 changes apply to the original rules; a
 *       monsters.orc.power 12       checksum of them and of the state that is taken over
 *       player.hp 2d6+30
 *
 * It can be cut after any command and played that far. The rules in it are read as a ruleset file
 * is, with its limits, but cannot extend anything: no other file is opened.
 */
#ifndef WYRM_REPLAY_H
#define WYRM_REPLAY_H

#include <wyrm/take_over.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_REPLAY_HEAD         "wyrm-replay " /* how every recording begins */
#define WYRM_REPLAY_VERSION      2
#define WYRM_REPLAY_DESIGNED     3 /* the version of a designer's game */
#define WYRM_REPLAY_BRANCHES_MAX 200
#define WYRM_REPLAY_MAX_BYTES    ((size_t)64 << 20)
#define WYRM_REPLAY_WITHOUTS_MAX 32
#define WYRM_REPLAY_MENDS_MAX    100 /* each takes at most a tenth of a second */
#define WYRM_REPLAY_LINE_MAX     64  /* bytes of a command's line, with its line break */

/* The beginning of the game. A plain value. */
typedef struct wyrm_replay_facts {
    char version[32]; /* of the program */
    char ruleset[64];
    char hash[17];
    char source[1024]; /* the name or path the ruleset was opened by */
    char player[64];   /* "" for a person, else the name of the bot */
    uint64_t engine, seed, run;
    size_t without_count;
    char without[WYRM_REPLAY_WITHOUTS_MAX][64];
} wyrm_replay_facts;

typedef struct wyrm_replay_step {
    wyrm_command command;
    uint64_t checksum; /* of the state after the command */
} wyrm_replay_step;

typedef struct wyrm_replay wyrm_replay;

/* A recording of a game of this design, without commands yet; `source` and `player` as in the
 * facts. On success *out is owned by the caller (wyrm_replay_free).
 * WYRM_ERROR_LIMIT   the source, the rules or the words of `without` are too long to keep
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_new(const wyrm_design *design, const char *source,
                                                     const char *player,
                                                     const wyrm_game_options *options,
                                                     wyrm_replay **out, wyrm_error *error);
WYRM_API void wyrm_replay_free(wyrm_replay *replay); /* NULL is allowed */

/* Adds a command that was carried out, with the checksum of the game after it.
 * WYRM_ERROR_MEMORY  out of memory; nothing was added */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_add(wyrm_replay *replay,
                                                     const wyrm_command *command,
                                                     const wyrm_game *game, wyrm_error *error);

/* ---- Designers' games ----
 *
 * A game in which somebody went back, or changed the rules while playing, is a designer's game and
 * never counts as an honest one. Its recording says so: the commands up to that point, then a
 * branch with the changes of the rules, then the commands that follow. */

/* A point of a game where it went back or its rules were changed. */
typedef struct wyrm_replay_branch {
    size_t at;    /* index of the first step after it; the number of steps if there is none yet */
    size_t count; /* of the changes, relative to the original rules; 0: the original rules again */
    const wyrm_change *changes;
    uint64_t checksum; /* of the state after the take-over, and of the changes */
} wyrm_replay_branch;

/* The branches of a recording: none in an honest game. Valid as long as steps are. */
WYRM_API size_t wyrm_replay_branches(const wyrm_replay *replay);
WYRM_API const wyrm_replay_branch *wyrm_replay_branch_at(const wyrm_replay *replay, size_t index);

/* Adds a branch after the last step, with the game as it is after the take-over.
 * WYRM_ERROR_LIMIT   too many branches or changes, or a change that is too long or has a line break
 * WYRM_ERROR_MEMORY  out of memory; nothing was added */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_add_branch(wyrm_replay *replay,
                                                            const wyrm_change *changes,
                                                            size_t count, const wyrm_game *game,
                                                            wyrm_error *error);

/* Keeps only the first `count` steps and the branches before them. */
WYRM_API void wyrm_replay_cut(wyrm_replay *replay, size_t count);

/* The facts, valid until the recording is freed; and its steps, each valid until something is
 * added. NULL: no such step. */
WYRM_API const wyrm_replay_facts *wyrm_replay_facts_of(const wyrm_replay *replay);
WYRM_API size_t wyrm_replay_count(const wyrm_replay *replay);
WYRM_API const wyrm_replay_step *wyrm_replay_at(const wyrm_replay *replay, size_t index);

/* The text of a recording, *length without the final NUL. *out is owned by the caller (wyrm_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_text(const wyrm_replay *replay, char **out,
                                                      size_t *length, wyrm_error *error);

/* The line of one step, to append to such a text: returns its length, without a NUL at the end. */
WYRM_API size_t wyrm_replay_line(const wyrm_replay_step *step, char out[WYRM_REPLAY_LINE_MAX]);

/* The line for a player who leaves the game in its present state. A recording that lacks it after
 * its last command comes from a program that was killed in mid-game. As wyrm_replay_line. */
WYRM_API size_t wyrm_replay_leaving_line(const wyrm_replay *replay, char out[WYRM_REPLAY_LINE_MAX]);

/* Whether that line was the last one read, and nothing was added since. */
WYRM_API bool wyrm_replay_was_left(const wyrm_replay *replay);

/* Reads a recording. A last line or branch that is cut short is dropped. *kept (may be NULL) is set
 * to the bytes up to the end of the last line understood, even if a later line is an error; to 0 if
 * the error is in the beginning of the game. *out is owned by the caller (wyrm_replay_free).
 * WYRM_ERROR_SYNTAX  not a recording, an altered one, or an invalid line (with line and column)
 * WYRM_ERROR_LIMIT   another format or engine version, or more than WYRM_REPLAY_MAX_BYTES
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_read(const char *file, const char *text,
                                                      size_t length, wyrm_replay **out,
                                                      size_t *kept, wyrm_error *error);

/* Opens the rules in a recording as a design, owned by the caller (wyrm_design_free). Fails as
 * wyrm_design_parse. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_open(const wyrm_replay *replay, wyrm_design **out,
                                                      wyrm_errors *errors);

/* Starts the game of a recording. Fails as wyrm_game_start. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_begin(const wyrm_replay *replay,
                                                       wyrm_engine *engine,
                                                       const wyrm_listener *listener,
                                                       wyrm_game *game, wyrm_error *error);

/* The result of a check. */
typedef struct wyrm_replay_verdict {
    bool same;
    size_t steps;                     /* steps that were played and had the same checksum */
    uint32_t turn;                    /* turn in which it ended or first differed */
    char why[WYRM_ERROR_MESSAGE_MAX]; /* "" if it is the same; else "command 512 (turn 401): the
                                         state differs", "... cannot be done: ..." */
} wyrm_replay_verdict;

/* Plays a recording without a screen and compares every checksum. A designer's game is taken over
 * at each branch, so *game ends with the rules of its last one.
 * WYRM_ERROR_MEMORY  out of memory
 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_check(const wyrm_replay *replay,
                                                       wyrm_engine *engine,
                                                       const wyrm_listener *listener,
                                                       wyrm_game *game, wyrm_replay_verdict *out,
                                                       wyrm_error *error);

/* Repairs single altered bytes in the commands of a text from which `replay` was read. In a line
 * that is invalid or gives another checksum, each byte is replaced by every possible value until
 * the checksum behind the command fits. A line with more than one wrong byte ends the repair, as do
 * a branch and more than WYRM_REPLAY_MENDS_MAX bytes. The text is changed in place, and *count set
 * to the bytes changed; `game` is left where the repair ended. Fails as wyrm_replay_begin. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_mend(const wyrm_replay *replay, char *text,
                                                      size_t length, wyrm_engine *engine,
                                                      wyrm_game *game, size_t *count,
                                                      wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
