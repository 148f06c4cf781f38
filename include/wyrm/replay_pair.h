/* One recording under two rulesets: the same commands in both, side by side.
 *
 * Both games have the seed of the recording, so that they are alike until a changed number has a
 * say. From there on the commands may mean something else, or nothing: each game goes on as far as
 * they can be carried out in it.
 */
#ifndef WYRM_REPLAY_PAIR_H
#define WYRM_REPLAY_PAIR_H

#include <wyrm/replay.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_PAIR_SAID_MAX 480

/* A game after a command. */
typedef struct wyrm_pair_side {
    bool goes_on; /* false: it has stopped before, and the rest is as it was left */
    uint32_t turn;
    int64_t hp, max_hp;
    int32_t depth, level;
    wyrm_position at;
    wyrm_game_phase phase;
    char said[WYRM_PAIR_SAID_MAX]; /* the messages of the command, one behind the other */
} wyrm_pair_side;

typedef struct wyrm_pair_step {
    size_t command; /* from 1; 0: the beginning of the games */
    wyrm_pair_side sides[2];
    bool same; /* a player would see no difference */
} wyrm_pair_step;

/* How a game ended. */
typedef struct wyrm_pair_end {
    size_t steps;         /* commands that were carried out */
    wyrm_pair_side state; /* after them; `goes_on`: all were */
    bool over;            /* it is won or lost */
    /* "killed by an Orc"; why the next command cannot be done; "" where all were and it goes on */
    char why[WYRM_ERROR_MESSAGE_MAX];
} wyrm_pair_end;

typedef struct wyrm_pair {
    bool same;            /* to the end */
    wyrm_pair_step first; /* the first that is not the same; where not `same` */
    wyrm_pair_end ends[2];
} wyrm_pair;

/* Plays both, each on an engine of its rules; `take` (may be NULL) hears of every command that one
 * of them has carried out, and ends it all by false. A designer's game changes in both what it
 * changed when it was recorded. Checksums are not looked at.
 * WYRM_ERROR_MEMORY  out of memory; and those of wyrm_replay_begin */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_replay_pair(const wyrm_replay *replay, wyrm_engine *const engines[2],
                 bool (*take)(const wyrm_pair_step *step, void *context), void *context,
                 wyrm_pair *out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
