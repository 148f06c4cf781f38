/* What the player does: one function a command. Each returns WYRM_ERROR_ARGUMENT with the sentence
 * for the player, having changed nothing, where it cannot be done; *takes_turn says whether time
 * passes. */
#ifndef WYRM_SRC_GAME_ACTIONS_H
#define WYRM_SRC_GAME_ACTIONS_H

#include "game/body.h"

typedef wyrm_status wyrm_action(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn);

/* In steps.c */
wyrm_action wyrm_do_wait, wyrm_do_move, wyrm_do_leave, wyrm_do_choose, wyrm_do_go_on;
/* In pack.c */
wyrm_action wyrm_do_pick_up, wyrm_do_drop, wyrm_do_wear, wyrm_do_take_off;
/* In use.c */
wyrm_action wyrm_do_use;
/* In shots.c */
wyrm_action wyrm_do_shoot, wyrm_do_throw;

#endif
