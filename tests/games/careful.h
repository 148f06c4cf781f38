/* A careful player: explores, fights, heals, wears what fights best, and goes on to the next map.
 * It draws no lots, so that the same game is always played alike; it is no bot to judge a ruleset
 * by. */
#ifndef WYRM_TESTS_CAREFUL_H
#define WYRM_TESTS_CAREFUL_H

#include <wyrm/autopilot.h>

#include "game/internal.h"

/* Zero-initialised but for the first two. */
typedef struct careful {
    wyrm_engine *engine;
    const wyrm_game *game;
    wyrm_observation around;
    bool on_autopilot;
    wyrm_autopilot autopilot;
    int waited;    /* turns in a row for somebody to come */
    int32_t depth; /* of the map whose tiles these are visits of */
    uint16_t visits[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX];
    wyrm_distances distances;
} careful;

/* The best thing to do now, from idea number *idea on, which becomes that of the command: where it
 * is refused, ask again from the next one. There is always an idea while the game goes on; false
 * where it is over. */
bool careful_next(careful *player, size_t *idea, wyrm_command *command);

#endif
