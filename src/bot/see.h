/* Looking around: who is in view, and what has come of the turns so far. */
#ifndef WYRM_SRC_BOT_SEE_H
#define WYRM_SRC_BOT_SEE_H

#include "bot/mind.h"

/* Takes in the game as it is now. */
void wyrm_bot_look(wyrm_bot *bot, const wyrm_game *game);

/* Share of its hit points that the player has, and how many of those in sight stand beside it. */
double wyrm_bot_health(const wyrm_bot *bot);
size_t wyrm_bot_beside(const wyrm_bot *bot);

/* The greatest distance from which a monster can strike or shoot the player; tiles. */
int32_t wyrm_bot_reach(const wyrm_bot *bot, const wyrm_game_monster *monster);

/* The one in sight on a tile, or NULL. */
const wyrm_foe *wyrm_bot_foe_on(const wyrm_bot *bot, wyrm_position at);

/* Whether a tile is known and can be stood on. */
bool wyrm_bot_is_open(const wyrm_game *game, int x, int y);

static inline bool wyrm_bot_same(wyrm_position one, wyrm_position other)
{
    return one.x == other.x && one.y == other.y;
}

/* Tiles between two places, the greater of across and down. */
static inline int32_t wyrm_bot_apart(wyrm_position one, wyrm_position other)
{
    int32_t across = one.x > other.x ? one.x - other.x : other.x - one.x;
    int32_t down = one.y > other.y ? one.y - other.y : other.y - one.y;
    return across > down ? across : down;
}

#endif
