/* How creatures die, and how a game ends. */
#ifndef WYRM_SRC_GAME_DEATHS_H
#define WYRM_SRC_GAME_DEATHS_H

#include "game/engine.h"

/* Buries all the dead, nearest first: experience and level-ups to who has the credit, the
 * victory item of a boss, and the end of the game where the player is among them. Called after
 * each actor; true while the game goes on. */
bool wyrm_bury(wyrm_turn *turn);

/* The player has won: by the victory item, or in a set fight. */
void wyrm_game_win(wyrm_turn *turn);

#endif
