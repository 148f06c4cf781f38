/* Where to fight. */
#include "bot/ground.h"

#include "bot/see.h"
#include "bot/way.h"

/* Ways into a place from which only one of many can strike at a time: that of who comes, and the
 * way out. */
#define WAYS_IN_MOST 2

/* How far it is worth to go for it, in steps. */
#define FAR 10

static bool is_narrow(const wyrm_bot *bot, wyrm_position at)
{
    int ways = 0;
    for (int direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        wyrm_position to = wyrm_neighbour(at, (wyrm_direction)direction);
        ways += wyrm_bot_is_open(bot, to.x, to.y);
    }
    return ways <= WAYS_IN_MOST;
}

bool wyrm_bot_is_covered(const wyrm_bot *bot)
{
    return is_narrow(bot, bot->game->player.at);
}

/* Whether the player is there before anybody who is awake. */
static bool is_nearer(const wyrm_bot *bot, wyrm_position at, int32_t steps)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (bot->foes[i].awake && wyrm_tiles_apart(bot->foes[i].at, at) <= steps)
            return false;
    return true;
}

bool wyrm_bot_take_cover(wyrm_bot *bot, wyrm_command *command)
{
    wyrm_position from = bot->game->player.at, best = from;
    int32_t least = FAR + 1;
    for (int y = from.y - FAR; y <= from.y + FAR; y++)
        for (int x = from.x - FAR; x <= from.x + FAR; x++) {
            const wyrm_position at = {(int16_t)x, (int16_t)y};
            int32_t steps = wyrm_tiles_apart(from, at);
            if (steps < least && wyrm_bot_is_open(bot, x, y) && is_narrow(bot, at) &&
                is_nearer(bot, at, steps)) {
                least = steps;
                best = at;
            }
        }
    return least <= FAR && wyrm_bot_go(bot, WYRM_WAY_TILE, WYRM_WAY_AROUND, best, command);
}
