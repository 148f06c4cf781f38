/* The player's stats in a fight: bare stats, plus boosts, plus worn gear. */
#ifndef WYRM_SRC_GAME_DRESS_H
#define WYRM_SRC_GAME_DRESS_H

#include "game/engine.h"

/* Computes the player's combatant again, from bare stats, boosts and worn gear; hit points are
 * kept. To be called after each change of one of these. */
void wyrm_player_dress(const wyrm_engine *engine, wyrm_game *game);

/* The same for comparisons, without changing the game: worn[i] tells whether item i of the pack
 * counts as worn (NULL: as they are). */
void wyrm_player_dressed(const wyrm_engine *engine, const wyrm_game *game, const bool *worn,
                         wyrm_combatant *out);

#endif
