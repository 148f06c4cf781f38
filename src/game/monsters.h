/* What monsters do with their turn. */
#ifndef WYRM_SRC_GAME_MONSTERS_H
#define WYRM_SRC_GAME_MONSTERS_H

#include "game/engine.h"

/* All monsters that are awake and whose turn it is act, nearest first, until the game is over.
 * The dead are buried after each. Fails as wyrm_game_act does after the player's part. */
WYRM_MUST_CHECK wyrm_status wyrm_monsters_act(wyrm_turn *turn);

/* Whether a monster sees the player: what is seen sees. Who hides is seen from beside only. */
bool wyrm_monster_sees(wyrm_turn *turn, const wyrm_game_monster *monster);

#endif
