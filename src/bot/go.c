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

bool wyrm_urge_slip_to_exit(wyrm_bot *bot, wyrm_command *command)
{
    return go_out(bot, WYRM_WAY_SAFELY, command);
}

/* ------------------------------------------------------------------ the rest of the map */

bool wyrm_urge_pick_up(wyrm_bot *bot, wyrm_command *command)
{
    command->kind = WYRM_DO_PICK_UP;
    return wyrm_bot_has_treasure(bot);
}

bool wyrm_urge_explore(wyrm_bot *bot, wyrm_command *command)
{
    bool has_enough = bot->is_bold && (bot->seen.exit_known || bot->seen.goal_known);
    return !has_enough && wyrm_bot_go(bot, WYRM_WAY_THINGS, WYRM_WAY_AROUND, nowhere, command);
}

bool wyrm_urge_scout(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_go(bot, WYRM_WAY_UNSEEN, WYRM_WAY_AROUND, nowhere, command);
}

bool wyrm_urge_slip(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_go(bot, WYRM_WAY_UNSEEN, WYRM_WAY_SAFELY, nowhere, command);
}

/* Where everything has been seen somebody may be left to be met, as the one who holds the goal. So a
 * patrol goes first where somebody was seen last, then here and there until it has had every tile in
 * sight, and begins anew. */

/* The first place that is left, from anywhere on. */
static bool draw_left(wyrm_bot *bot)
{
    const wyrm_map *map = &bot->game->map;
    uint64_t tiles = (uint64_t)map->width * (uint64_t)map->height;
    uint64_t from = wyrm_rng_below(&bot->rng, tiles);
    for (uint64_t i = 0; i < tiles; i++) {
        uint64_t tile = (from + i) % tiles;
        bot->beat.x = (int16_t)(tile % (uint64_t)map->width);
        bot->beat.y = (int16_t)(tile / (uint64_t)map->width);
        if (!(bot->notes[tile] & WYRM_NOTE_PASSED) &&
            wyrm_bot_is_open(bot, bot->beat.x, bot->beat.y) && !wyrm_bot_foe_on(bot, bot->beat))
            return true;
    }
    for (uint64_t i = 0; i < tiles; i++)
        bot->notes[i] &= (uint8_t)~WYRM_NOTE_PASSED;
    return false;
}

static bool draw_beat(wyrm_bot *bot)
{
    if (!bot->has_haunt)
        return draw_left(bot);
    bot->has_haunt = false;
    bot->beat = bot->haunt;
    return true;
}

static bool walk_beat(wyrm_bot *bot, wyrm_command *command)
{
    return bot->has_beat && !wyrm_bot_foe_on(bot, bot->beat) &&
           wyrm_bot_go(bot, WYRM_WAY_TILE, WYRM_WAY_AROUND, bot->beat, command);
}

bool wyrm_urge_patrol(wyrm_bot *bot, wyrm_command *command)
{
    (void)wyrm_sight_mark(&bot->seen.sight, WYRM_NOTE_PASSED, bot->game->map.width, bot->notes);
    if (walk_beat(bot, command))
        return true;
    bot->has_beat = draw_beat(bot);
    if (walk_beat(bot, command))
        return true;
    if (bot->has_beat) /* no way leads there */
        bot->notes[wyrm_bot_tile(bot, bot->beat)] |= WYRM_NOTE_PASSED;
    return false;
}

/* ------------------------------------------------------------------ anything */

#define WAVER_TIMES 4 /* of so many steps, one goes anywhere */

/* Two who want past each other, and step aside each time, do so for ever. */
bool wyrm_urge_waver(wyrm_bot *bot, wyrm_command *command)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (bot->foes[i].can_fall)
            return false;
    return bot->is_bold && wyrm_rng_chance(&bot->rng, 1, WAVER_TIMES) &&
           wyrm_urge_stray(bot, command);
}

static bool is_taken(const wyrm_bot *bot, wyrm_position at)
{
    const wyrm_foe *foe = wyrm_bot_foe_on(bot, at);
    return foe && !foe->can_fall && !foe->can_hurt;
}

bool wyrm_urge_stray(wyrm_bot *bot, wyrm_command *command)
{
    int32_t open[WYRM_DIRECTION_COUNT];
    uint64_t count = 0;
    for (int32_t direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        wyrm_position to = wyrm_neighbour(bot->game->player.at, (wyrm_direction)direction);
        if (wyrm_bot_is_open(bot, to.x, to.y) && !is_taken(bot, to))
            open[count++] = direction;
    }
    if (count == 0)
        return false;
    uint64_t drawn = wyrm_rng_below(&bot->rng, count);
    *command = (wyrm_command){.kind = WYRM_DO_MOVE, .argument = open[drawn]};
    return true;
}
