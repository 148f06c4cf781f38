/* Attacks from afar: shooting and throwing. */
#ifndef WYRM_SRC_GAME_SHOTS_H
#define WYRM_SRC_GAME_SHOTS_H

#include "game/action.h"

wyrm_action wyrm_do_shoot, wyrm_do_throw;

#endif
