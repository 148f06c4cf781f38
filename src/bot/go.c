/* Going about: the way out, the rest of the map, getting away, and where to fight. Others are no
 * faster, so that who turns the back on them is not hurt as long as the way is free. */
#include "bot/internal.h"

#include "game/internal.h"

static const wyrm_position nowhere = {0, 0};

/* ---- the way out ---- */

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

/* ---- the rest of the map ---- */

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

/* Where everything has been seen somebody may be left to be met, as the one who holds the goal.
 * So a patrol goes first where somebody was seen last, then here and there until it has had
 * every tile in sight, and begins anew. */

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

/* ---- anything ---- */

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

/* ---- getting away ---- */

/* Share of the hit points below which, where nothing heals, nothing more is to be had from a
 * floor. */
#define HOPELESS_BELOW 0.3

bool wyrm_bot_run(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->is_bold)
        return false;
    return wyrm_urge_leave(bot, command) || wyrm_urge_slip_to_exit(bot, command) ||
           wyrm_urge_seek_exit(bot, command) || wyrm_urge_slip(bot, command) ||
           wyrm_urge_scout(bot, command);
}

/* Hit points that the pack can give back. */
static double stock(const wyrm_bot *bot)
{
    const wyrm_game *game = bot->game;
    double sum = 0.0;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_effect *effect = wyrm_bot_effect(bot, &game->pack[i]);
        if (effect->kind == WYRM_EFFECT_HEAL && !wyrm_is_barred(game, game->pack[i].item.kind))
            sum += effect->amount * game->pack[i].uses;
    }
    return sum;
}

bool wyrm_urge_run(wyrm_bot *bot, wyrm_command *command)
{
    return bot->awake_count > 0 &&
           wyrm_bot_prospect(bot)->at_once > (double)bot->game->player.combatant.hp + stock(bot) &&
           wyrm_bot_run(bot, command);
}

bool wyrm_urge_limp(wyrm_bot *bot, wyrm_command *command)
{
    return bot->foe_count == 0 && wyrm_bot_health(bot) < HOPELESS_BELOW && !wyrm_bot_mends(bot) &&
           stock(bot) <= 0.0 && wyrm_bot_run(bot, command);
}

/* ---- where to fight ---- */

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
