/* One recording under two rulesets: the same commands in both, side by side.
 *
 * Both games use the seed of the recording, so they are identical until a changed number takes
 * effect. After that the commands may mean something else, or be impossible: each game goes on as
 * long as they can be carried out in it.
 */
#ifndef WYRM_REPLAY_PAIR_H
#define WYRM_REPLAY_PAIR_H

#include <wyrm/replay.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_PAIR_SAID_MAX 480

/* The state of a game after a command. */
typedef struct wyrm_pair_side {
    bool goes_on; /* false: it has stopped before, and the other fields are unchanged since */
    uint32_t turn;
    int64_t hp, max_hp;
    int32_t depth, level;
    wyrm_position at;
    wyrm_game_phase phase;
    char said[WYRM_PAIR_SAID_MAX]; /* the messages of the command, one after the other */
} wyrm_pair_side;

typedef struct wyrm_pair_step {
    size_t command; /* from 1; 0: the beginning of the games */
    wyrm_pair_side sides[2];
    bool same; /* a player would see no difference */
} wyrm_pair_step;

/* How a game ended. */
typedef struct wyrm_pair_end {
    size_t steps;         /* commands that were carried out */
    wyrm_pair_side state; /* the state after them; `goes_on`: all were carried out */
    bool over;            /* the game is won or lost */
    /* "killed by an Orc"; or why the next command cannot be done; "" if all were and it goes on */
    char why[WYRM_ERROR_MESSAGE_MAX];
} wyrm_pair_end;

typedef struct wyrm_pair {
    bool same;            /* no difference to the end */
    wyrm_pair_step first; /* the first step with a difference, unless `same` */
    wyrm_pair_end ends[2];
} wyrm_pair;

/* Plays both games, each on an engine of its rules. `take` (may be NULL) is called after every
 * command that at least one of them has carried out; false stops. A designer's game makes its
 * recorded changes in both. Checksums are not compared.
 * WYRM_ERROR_MEMORY  out of memory
 * and the errors of wyrm_replay_begin */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_replay_pair(const wyrm_replay *replay, wyrm_engine *const engines[2],
                 bool (*take)(const wyrm_pair_step *step, void *context), void *context,
                 wyrm_pair *out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
