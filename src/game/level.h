/* Entering maps: made, populated, looked at. */
#ifndef WYRM_SRC_GAME_LEVEL_H
#define WYRM_SRC_GAME_LEVEL_H

#include "game/engine.h"

/* Makes and populates the map of game->difficulty.depth in the order that <wyrm/encounter.h>
 * states, puts the player at its start, and looks around. */
void wyrm_level_enter(wyrm_turn *turn);

/* Marks what the player sees as known, and tells of monsters that come into view for the first time
 * on this map. */
void wyrm_level_look(wyrm_turn *turn);

#endif
