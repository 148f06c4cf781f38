/* The player as it fights: as it is, what works in it, what it wears. */
#ifndef WYRM_SRC_GAME_DRESS_H
#define WYRM_SRC_GAME_DRESS_H

#include "game/engine.h"

/* The player's combatant anew: bare, then boosts, then what is worn; hit points are kept. Called
 * after each change of one of them. */
void wyrm_player_dress(const wyrm_engine *engine, wyrm_game *game);

/* The same with other gear than is worn: worn[i] tells for each item of the pack (NULL: that which
 * is worn). For comparisons. */
void wyrm_player_dressed(const wyrm_engine *engine, const wyrm_game *game, const bool *worn,
                         wyrm_combatant *out);

#endif
