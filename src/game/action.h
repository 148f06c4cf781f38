/* What the player does: a function of this type for each command. It returns WYRM_ERROR_ARGUMENT
 * with the sentence for the player, having changed nothing, where it cannot be done now;
 * *takes_turn tells whether time passes. */
#ifndef WYRM_SRC_GAME_ACTION_H
#define WYRM_SRC_GAME_ACTION_H

#include "game/engine.h"

typedef wyrm_status wyrm_action(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn);

#endif
