/* Experience, level-ups, and the choices that they bring. */
#ifndef WYRM_SRC_GAME_LEARN_H
#define WYRM_SRC_GAME_LEARN_H

#include "game/engine.h"

/* Gives the player experience, with the level-ups that are due: by curves at once, else as choices
 * that wait. */
void wyrm_player_learn(wyrm_turn *turn, uint64_t experience);

/* Takes a level-up choice: applies what it gives, and one fewer is waiting. */
void wyrm_player_choose(wyrm_turn *turn, size_t choice);

#endif
