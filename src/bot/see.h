/* Looking around: who is in view, what is known of the map, and what has come of the turns so far.
 *
 * The one place where bots read monsters, tiles and the things on the floor. */
#ifndef WYRM_SRC_BOT_SEE_H
#define WYRM_SRC_BOT_SEE_H

#include "bot/mind.h"

/* Takes in the game as it is now. */
void wyrm_bot_look(wyrm_bot *bot, const wyrm_game *game);

/* Share of its hit points that the player has, and how many of those in sight stand beside it. */
double wyrm_bot_health(const wyrm_bot *bot);
size_t wyrm_bot_beside(const wyrm_bot *bot);

/* The one in sight on a tile, or NULL. */
const wyrm_foe *wyrm_bot_foe_on(const wyrm_bot *bot, wyrm_position at);

static inline bool wyrm_bot_same(wyrm_position one, wyrm_position other)
{
    return one.x == other.x && one.y == other.y;
}

/* What an item does. */
static inline const wyrm_effect *wyrm_bot_effect(const wyrm_bot *bot, const wyrm_game_item *item)
{
    return &bot->engine->effects[item->item.kind];
}

/* ---- The map: as wyrm_known_tile tells it, many times a turn ---- */

static inline bool wyrm_bot_is_inside(const wyrm_bot *bot, int x, int y)
{
    return x >= 0 && y >= 0 && x < bot->game->map.width && y < bot->game->map.height;
}

static inline int32_t wyrm_bot_tile(const wyrm_bot *bot, wyrm_position at)
{
    return at.y * bot->game->map.width + at.x;
}

/* Whether a tile of such a mark is known and can be stood on. */
static inline bool wyrm_bot_mark_is_open(uint8_t mark)
{
    return ((mark & WYRM_MARK_KNOWN) != 0) & ((mark & WYRM_MARK_TILE) != WYRM_TILE_WALL);
}

static inline bool wyrm_bot_is_open(const wyrm_bot *bot, int x, int y)
{
    if (!wyrm_bot_is_inside(bot, x, y))
        return false;
    return wyrm_bot_mark_is_open(bot->game->marks[y * bot->game->map.width + x]);
}

#endif
