/* What monsters do with their turn. */
#ifndef WYRM_SRC_GAME_MONSTERS_H
#define WYRM_SRC_GAME_MONSTERS_H

#include "game/engine.h"

/* All monsters that are awake and whose turn it is act, nearest first, until the game is over.
 * The dead are buried after each. Fails as wyrm_game_act does after the player's part. */
WYRM_MUST_CHECK wyrm_status wyrm_monsters_act(wyrm_turn *turn);

/* Whether a monster has a turn now. Of the slowed every other one has. While the player is hasted
 * they have a turn only every other time, and count those. */
static inline bool wyrm_monster_is_ready(const wyrm_game *game, const wyrm_game_monster *monster)
{
    const int32_t *turns = monster->body.turns;
    uint32_t turn = game->player.turns[WYRM_HASTED] > 0 ? game->turn / 2 : game->turn;
    return turns[WYRM_ASLEEP] == 0 && (turns[WYRM_SLOWED] == 0 || (turn + monster->id) % 2 == 0);
}

/* Whether a monster sees the player: what is seen sees. Who hides is seen from beside only. */
bool wyrm_monster_sees(wyrm_turn *turn, const wyrm_game_monster *monster);

#endif
