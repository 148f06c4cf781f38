/* Recordings: a game as what began it and what was done in it.
 *
 * A game is its seed, its rules and its commands, so a recording is all there is to keep of one:
 * saves, replays and the games beside last pages are all recordings. It is text that only grows:
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
 *     without scroll                what is left alone: a line each
 *     rules 9349                    bytes of the ruleset that follow, as `wyrm rules show` has it
 *     ...
 *     begun 0123456789abcdef        XXH3 of all above
 *     m 3 0123456789abcdef          a line a command: its letter, its numbers, and the checksum of
 *                                   the state after it
 *     . 0123456789abcdef            the player left the game here, in order; the checksum
 *                                   of the last command again, 0 where there is none
 *
 * In a designer's game, which is of format 3, there stand between commands, where it was taken over
 * into other rules or gone back to (<wyrm/take_over.h>):
 *
 *     designer 2 0123456789abcdef   so many changes of the rules that began it hold from here on;
 *       monsters.orc.power 12       a checksum of them and of the state that is taken over
 *       player.hp 2d6+30
 *
 * It can be cut after any command and be played that far. The rules in it are read as a ruleset
 * file is, with its limits, but extend nothing: no other file is opened.
 */
#ifndef WYRM_REPLAY_H
#define WYRM_REPLAY_H

#include <wyrm/take_over.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_REPLAY_VERSION      2
#define WYRM_REPLAY_DESIGNED     3 /* the version of a designer's game */
#define WYRM_REPLAY_BRANCHES_MAX 200
#define WYRM_REPLAY_MAX_BYTES    ((size_t)64 << 20)
#define WYRM_REPLAY_WITHOUTS_MAX 32
#define WYRM_REPLAY_MENDS_MAX    100 /* each takes a tenth of a second at most */
#define WYRM_REPLAY_LINE_MAX     64  /* bytes of the line of a command, its break included */

/* What began the game. A plain value. */
typedef struct wyrm_replay_facts {
    char version[32]; /* of the program */
    char ruleset[64];
    char hash[17];
    char source[1024]; /* what the ruleset was opened by */
    char player[64];   /* "" for a person, else the name of the bot */
    uint64_t engine, seed, run;
    size_t without_count;
    char without[WYRM_REPLAY_WITHOUTS_MAX][64];
} wyrm_replay_facts;

typedef struct wyrm_replay_step {
    wyrm_command command;
    uint64_t checksum; /* of the state after it */
} wyrm_replay_step;

typedef struct wyrm_replay wyrm_replay;

/* A recording of a game of this design with nothing done in it yet; `source` and `player` as in the
 * facts. On success *out is owned by the caller (wyrm_replay_free).
 * WYRM_ERROR_LIMIT   the source, the rules or what is left alone are too long to be kept
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_new(const wyrm_design *design, const char *source,
                                                     const char *player,
                                                     const wyrm_game_options *options,
                                                     wyrm_replay **out, wyrm_error *error);
WYRM_API void wyrm_replay_free(wyrm_replay *replay); /* NULL is allowed */

/* Adds a command that was carried out, and the game after it.
 * WYRM_ERROR_MEMORY  out of memory; nothing was added */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_add(wyrm_replay *replay,
                                                     const wyrm_command *command,
                                                     const wyrm_game *game, wyrm_error *error);

/* ---- Designers' games ----
 *
 * A game that somebody has gone back in, or whose rules were changed while it was played, is a
 * designer's game and counts nowhere as an honest one. It is recorded as what it is: the commands
 * that lead up to the place, then what the rules were changed to, then what was done. */

typedef struct wyrm_replay_branch {
    size_t at;    /* before the step of this index; the number of steps where none has come yet */
    size_t count; /* of the changes, to the rules that began the game; 0: those again */
    const wyrm_change *changes;
    uint64_t checksum; /* of the state once it is taken over, and of the changes */
} wyrm_replay_branch;

/* How many there are: 0 of an honest game. Valid as steps are. */
WYRM_API size_t wyrm_replay_branches(const wyrm_replay *replay);
WYRM_API const wyrm_replay_branch *wyrm_replay_branch_at(const wyrm_replay *replay, size_t index);

/* Adds one behind the last step, with the game as it is once it is taken over.
 * WYRM_ERROR_LIMIT   too many of them, or of changes; a change that is too long or no line
 * WYRM_ERROR_MEMORY  out of memory; nothing was added */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_add_branch(wyrm_replay *replay,
                                                            const wyrm_change *changes,
                                                            size_t count, const wyrm_game *game,
                                                            wyrm_error *error);

/* Keeps only the first `count` steps, and the branches before them. */
WYRM_API void wyrm_replay_cut(wyrm_replay *replay, size_t count);

/* Valid until the recording is freed; a step until it is added to. NULL: no such step. */
WYRM_API const wyrm_replay_facts *wyrm_replay_facts_of(const wyrm_replay *replay);
WYRM_API size_t wyrm_replay_count(const wyrm_replay *replay);
WYRM_API const wyrm_replay_step *wyrm_replay_at(const wyrm_replay *replay, size_t index);

/* The text of a recording. *out is owned by the caller (wyrm_free), *length without the NUL.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_text(const wyrm_replay *replay, char **out,
                                                      size_t *length, wyrm_error *error);

/* The line of one step, to be appended to such a text: returns its length; there is no NUL. */
WYRM_API size_t wyrm_replay_line(const wyrm_replay_step *step, char out[WYRM_REPLAY_LINE_MAX]);

/* The line that says that the player leaves the game as it is now, in order: without one behind the
 * last command the program was ended in the middle of the game. As wyrm_replay_line. */
WYRM_API size_t wyrm_replay_leaving_line(const wyrm_replay *replay, char out[WYRM_REPLAY_LINE_MAX]);

/* Whether such a line was the last of what was read, and nothing was added since. */
WYRM_API bool wyrm_replay_was_left(const wyrm_replay *replay);

/* Reads a recording. A last line that is cut short is left out. *kept (may be NULL) becomes the
 * bytes up to the end of the last line that was understood, also where a later one is none; 0 where
 * the fault lies in what began the game. A branch that is cut short is left out, too.
 * WYRM_ERROR_SYNTAX  no recording of this game, an altered one, or a line that is none (the error
 *                    has line and column)
 * WYRM_ERROR_LIMIT   of another format or engine, or larger than WYRM_REPLAY_MAX_BYTES
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_read(const char *file, const char *text,
                                                      size_t length, wyrm_replay **out,
                                                      size_t *kept, wyrm_error *error);

/* A design of the rules that the recording carries: fails as wyrm_design_parse. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_open(const wyrm_replay *replay, wyrm_design **out,
                                                      wyrm_errors *errors);

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

/* Plays a recording without a screen and compares every checksum. A designer's game is taken over
 * where it was: *game is then one of the rules of its last branch. Fails only for want of memory.
 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_check(const wyrm_replay *replay,
                                                       wyrm_engine *engine,
                                                       const wyrm_listener *listener,
                                                       wyrm_game *game, wyrm_replay_verdict *out,
                                                       wyrm_error *error);

/* Puts right single bytes that were altered in the commands of a text of which a recording was
 * read: where a line is none, or does not give what it gave, each of its bytes is tried with every
 * value that it can have, and the checksum behind the command tells the right one. A line with more
 * that is wrong ends this, and so do a branch and more than WYRM_REPLAY_MENDS_MAX such bytes. The
 * text is changed in place; *count becomes how many bytes were. `game` is left where this ended.
 * Fails as wyrm_replay_begin. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_replay_mend(const wyrm_replay *replay, char *text,
                                                      size_t length, wyrm_engine *engine,
                                                      wyrm_game *game, size_t *count,
                                                      wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
