/* What happens to bodies: blows, wounds, deaths, levels, conditions. */
#ifndef WYRM_SRC_GAME_BODY_H
#define WYRM_SRC_GAME_BODY_H

#include "game/engine.h"

/* The player as WYRM_BODY_PLAYER, a monster by its index. */
#define WYRM_BODY_PLAYER (-1)

wyrm_creature *wyrm_body(wyrm_game *game, int32_t body);
uint32_t wyrm_body_id(const wyrm_game *game, int32_t body);

/* One attack of a body on another, rolled and told; takes the hit points, does not bury the
 * dead. `armed` is the attacker as it fights in this attack (NULL: as it is). Fails as
 * wyrm_combat_hit. */
WYRM_MUST_CHECK wyrm_status wyrm_body_strike(wyrm_turn *turn, int32_t attacker,
                                             const wyrm_combatant *armed, int32_t defender,
                                             wyrm_attack_kind kind, double distance,
                                             double off_centre);

/* Takes hit points by the effect of an item; returns how many. `credit`: who used it. */
int64_t wyrm_body_hurt(wyrm_turn *turn, int32_t body, int32_t credit, int64_t damage,
                       const wyrm_item *item);

/* Buries all the dead, nearest first: experience and level-ups to who has the credit, the
 * victory item of a boss, and the end of the game where the player is among them. Called after
 * each actor; true while the game goes on. */
bool wyrm_bury(wyrm_turn *turn);

/* The player has won: by the victory item, or in a set fight. */
void wyrm_game_win(wyrm_turn *turn);

/* Begins a condition, or lengthens it to `turns`. */
void wyrm_body_afflict(wyrm_turn *turn, int32_t body, wyrm_condition condition, int32_t turns,
                       const wyrm_item *item);

/* The player's combatant anew: bare, then boosts, then what is worn; hit points are kept. Called
 * after each change of one of them. */
void wyrm_player_dress(const wyrm_engine *engine, wyrm_game *game);

/* The same with other gear than is worn: worn[i] tells for each item of the pack (NULL: that which
 * is worn). For comparisons. */
void wyrm_player_dressed(const wyrm_engine *engine, const wyrm_game *game, const bool *worn,
                         wyrm_combatant *out);

/* Gives the player experience, with the level-ups that are due: by curves at once, else as choices
 * that wait. */
void wyrm_player_learn(wyrm_turn *turn, uint64_t experience);

/* One of the choices that wait, taken: what it gives, and one that waits less. */
void wyrm_player_choose(wyrm_turn *turn, size_t choice);

/* Moves a body to a tile, with the marks and the event. */
void wyrm_body_move(wyrm_turn *turn, int32_t body, wyrm_position to);

#endif
