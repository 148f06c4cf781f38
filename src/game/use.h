/* Using an item of the pack. */
#ifndef WYRM_SRC_GAME_USE_H
#define WYRM_SRC_GAME_USE_H

#include "game/action.h"

wyrm_action wyrm_do_use;

#endif
