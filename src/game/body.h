/* What happens to the player and to monsters alike: attacks, wounds, conditions, steps. */
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

/* Begins a condition, or lengthens it to `turns`. */
void wyrm_body_afflict(wyrm_turn *turn, int32_t body, wyrm_condition condition, int32_t turns,
                       const wyrm_item *item);

/* Moves a body to a tile, with the marks and the event. */
void wyrm_body_move(wyrm_turn *turn, int32_t body, wyrm_position to);

#endif
