/* What the player sees and knows at one moment of an errand, and the type of what each kind of
 * errand does with it. */
#ifndef WYRM_SRC_GAME_OUTLOOK_H
#define WYRM_SRC_GAME_OUTLOOK_H

#include <wyrm/errand.h>

#include "game/engine.h"

/* Bit of wyrm_outlook.tiles: the player knows no way onto the tile, or sees a monster on it. Bits
 * 0x02 and 0x04 are an errand's own. */
#define WYRM_OUTLOOK_BLOCKED 0x01

/* A step, so that the way of the fewest steps is found, and of those one of few diagonal ones. */
extern const wyrm_step_costs wyrm_errand_steps;

/* Large. */
typedef struct wyrm_outlook {
    wyrm_engine *engine;
    const wyrm_game *game;
    wyrm_observation seen;
    wyrm_grid grid;                                       /* of `tiles` */
    uint8_t tiles[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX]; /* row by row, map.width a row */
} wyrm_outlook;

void wyrm_look_out(wyrm_engine *engine, const wyrm_game *game, wyrm_outlook *out);

/* The command that leads to a neighbour of the player's tile. */
wyrm_command wyrm_errand_step(const wyrm_outlook *view, wyrm_position next);

/* The next command of a kind of errand; false where there is none, with errand->why. */
typedef bool wyrm_errand_work(wyrm_outlook *view, wyrm_errand *errand, wyrm_command *command);

#endif
