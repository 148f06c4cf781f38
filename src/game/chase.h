/* The ways of monsters: towards the player, and away. */
#ifndef WYRM_SRC_GAME_CHASE_H
#define WYRM_SRC_GAME_CHASE_H

#include "game/engine.h"

/* What is known of a turn before the first monster acts. */
typedef struct wyrm_chase {
    int32_t tiles; /* from the player to the farthest who may ask for a way */
    int32_t cost;  /* of its way there over open ground */
    size_t ask_count;
    wyrm_position asks[WYRM_LEVEL_SPAWNS_MAX]; /* where those stand */
    size_t stay_count;
    wyrm_position stays[WYRM_LEVEL_SPAWNS_MAX]; /* where somebody stands who will not move */
} wyrm_chase;

void wyrm_chase_begin(wyrm_chase *chase);

/* Tells that a monster at `from` may ask for a way this turn. */
void wyrm_chase_include(const wyrm_game *game, wyrm_position from, wyrm_chase *chase);

/* Tells that a monster stays at `at` this turn, because it fights, sleeps or is held: the others go
 * around it. */
void wyrm_chase_avoid(wyrm_position at, wyrm_chase *chase);

/* The step of a monster at `from` towards the player; not found where it is better to wait. */
WYRM_MUST_CHECK wyrm_status wyrm_chase_step(wyrm_turn *turn, const wyrm_chase *chase,
                                            wyrm_position from, bool *found, wyrm_position *to);

/* The step that leads farthest away from the player; the first straight one clockwise from north of
 * equally far ones. Not found where no step leads away. */
WYRM_MUST_CHECK wyrm_status wyrm_flight_step(wyrm_turn *turn, const wyrm_chase *chase,
                                             wyrm_position from, bool *found, wyrm_position *to);

/* Tells that a monster has moved, so that the next ones plan with the tile that it left. */
void wyrm_chase_moved(wyrm_turn *turn, wyrm_position from, wyrm_position to);

#endif
