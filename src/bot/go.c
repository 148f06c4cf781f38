/* Going about. */
#include "bot/go.h"

#include "bot/see.h"
#include "bot/way.h"

static const wyrm_position nowhere = {0, 0};

/* ------------------------------------------------------------------ the way out */

bool wyrm_urge_leave(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_observation *seen = &bot->seen;
    wyrm_position at = bot->game->player.at;
    bool at_goal = seen->goal_known && wyrm_bot_same(at, seen->goal);
    bool at_exit = seen->exit_known && wyrm_bot_same(at, seen->exit);
    command->kind = at_goal ? WYRM_DO_PICK_UP : WYRM_DO_LEAVE;
    return at_goal || at_exit;
}

static bool go_out(wyrm_bot *bot, wyrm_way_manner manner, wyrm_command *command)
{
    const wyrm_observation *seen = &bot->seen;
    if (seen->goal_known)
        return wyrm_bot_go(bot, WYRM_WAY_TILE, manner, seen->goal, command);
    return seen->exit_known && wyrm_bot_go(bot, WYRM_WAY_TILE, manner, seen->exit, command);
}

bool wyrm_urge_seek_exit(wyrm_bot *bot, wyrm_command *command)
{
    return go_out(bot, WYRM_WAY_AROUND, command);
}

bool wyrm_urge_blunder_to_exit(wyrm_bot *bot, wyrm_command *command)
{
    return go_out(bot, WYRM_WAY_THROUGH, command);
}

bool wyrm_urge_slip_to_exit(wyrm_bot *bot, wyrm_command *command)
{
    return go_out(bot, WYRM_WAY_SAFELY, command);
}

/* ------------------------------------------------------------------ the rest of the map */

bool wyrm_urge_pick_up(wyrm_bot *bot, wyrm_command *command)
{
    command->kind = WYRM_DO_PICK_UP;
    return wyrm_bot_treasure(bot) != NULL;
}

bool wyrm_urge_explore(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_go(bot, WYRM_WAY_THINGS, WYRM_WAY_AROUND, nowhere, command);
}

bool wyrm_urge_scout(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_go(bot, WYRM_WAY_UNSEEN, WYRM_WAY_AROUND, nowhere, command);
}

bool wyrm_urge_blunder(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_go(bot, WYRM_WAY_UNSEEN, WYRM_WAY_THROUGH, nowhere, command);
}

bool wyrm_urge_slip(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_go(bot, WYRM_WAY_UNSEEN, WYRM_WAY_SAFELY, nowhere, command);
}

/* ------------------------------------------------------------------ anything */

bool wyrm_urge_stray(wyrm_bot *bot, wyrm_command *command)
{
    int32_t open[WYRM_DIRECTION_COUNT];
    uint64_t count = 0;
    for (int32_t direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        wyrm_position to = wyrm_neighbour(bot->game->player.at, (wyrm_direction)direction);
        if (wyrm_bot_is_open(bot->game, to.x, to.y))
            open[count++] = direction;
    }
    if (count == 0)
        return false;
    uint64_t drawn = wyrm_rng_below(&bot->rng, count);
    *command = (wyrm_command){.kind = WYRM_DO_MOVE, .argument = open[drawn]};
    return true;
}

bool wyrm_urge_wait(wyrm_bot *bot, wyrm_command *command)
{
    (void)bot;
    command->kind = WYRM_DO_WAIT;
    return true;
}
