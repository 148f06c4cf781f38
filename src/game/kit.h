/* What the player has from the start. */
#ifndef WYRM_SRC_GAME_KIT_H
#define WYRM_SRC_GAME_KIT_H

#include "game/engine.h"

/* Puts the kit of the rules into the pack and on; barred kinds are left out. */
void wyrm_kit_put(const wyrm_engine *engine, wyrm_game *game);

#endif
