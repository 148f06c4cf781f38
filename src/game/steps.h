/* Waiting, walking, striking, stairs, and what comes after a level-up or a victory. */
#ifndef WYRM_SRC_GAME_STEPS_H
#define WYRM_SRC_GAME_STEPS_H

#include "game/action.h"

wyrm_action wyrm_do_wait, wyrm_do_move, wyrm_do_leave, wyrm_do_choose, wyrm_do_go_on;

#endif
