/* What a turn ends with. */
#ifndef WYRM_SRC_GAME_UPKEEP_H
#define WYRM_SRC_GAME_UPKEEP_H

#include "game/engine.h"

/* Conditions and boosts run out, the hungry digest and starve, the hurt regenerate. The player
 * may be dead afterwards: the caller buries. */
void wyrm_upkeep(wyrm_turn *turn);

#endif
