/* What a recording holds. */
#ifndef WYRM_SRC_GAME_REPLAY_INTERNAL_H
#define WYRM_SRC_GAME_REPLAY_INTERNAL_H

#include <wyrm/replay.h>

struct wyrm_replay {
    wyrm_replay_facts facts;
    size_t count, capacity;
    wyrm_replay_step *steps;
};

/* WYRM_ERROR_MEMORY  out of memory; nothing was added */
WYRM_MUST_CHECK wyrm_status wyrm_replay_append(wyrm_replay *replay, const wyrm_replay_step *step,
                                               wyrm_error *error);

#endif
