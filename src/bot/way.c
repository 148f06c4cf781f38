/* Ways over what is known of a map: searched once, then followed until something is in the way or
 * what it leads to is no more.
 *
 * A search goes outwards from the player until it meets what it is for, tile by tile, all of a
 * distance in the order of their ways: so it finds the nearest such tile, and of the shortest ways
 * there the first in the order of directions. What is left of that way is in turn what a search
 * from farther on would find, as long as nothing else has changed.
 *
 * Searches are most of what playing costs, and from one to the next little changes. So the ground
 * that they tread on, came[], is made where there is news of the map and lasts until there is more:
 * a search takes back no more than the tiles that it has reached. And that nothing is left to go
 * for, which takes a search of all that can be reached, is remembered until it may be so no more. */
#include "bot/way.h"

#include <string.h>

#include "bot/match.h"
#include "bot/see.h"
#include "game/pack.h"

/* Of wyrm_bot.came, beside 1 + the direction that a tile was reached by. */
#define CAME_BLOCKED 0xFF
#define CAME_START   0xFE

/* Straight steps first, so that of the shortest ways the straightest is found. */
static const wyrm_direction order[WYRM_DIRECTION_COUNT] = {
    WYRM_NORTH,      WYRM_EAST,       WYRM_SOUTH,      WYRM_WEST,
    WYRM_NORTH_EAST, WYRM_SOUTH_EAST, WYRM_SOUTH_WEST, WYRM_NORTH_WEST};
static const int across[WYRM_DIRECTION_COUNT] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int down[WYRM_DIRECTION_COUNT] = {-1, -1, 0, 1, 1, 1, 0, -1};

/* ------------------------------------------------------------------ what is worth a way */

/* Food is of use to the hungry alone, and what does nothing and cannot be worn to nobody. */
static bool is_useful(const wyrm_bot *bot, const wyrm_game_item *item)
{
    wyrm_effect_kind effect = wyrm_bot_effect(bot, item)->kind;
    if (item->left)
        return false;
    return wyrm_is_gear(bot->engine, item->item.kind) ||
           (effect != WYRM_EFFECT_NONE &&
            (effect != WYRM_EFFECT_FEED || bot->engine->rules.stage_count > 0));
}

static bool has_room(const wyrm_bot *bot)
{
    return bot->game->pack_count < (size_t)bot->engine->rules.pack &&
           bot->game->pack_count < WYRM_PACK_MAX;
}

bool wyrm_bot_has_treasure(const wyrm_bot *bot)
{
    for (size_t i = bot->thing_count; i-- > 0 && has_room(bot);) {
        const wyrm_game_item *thing = bot->things[i];
        if (wyrm_bot_same(thing->at, bot->game->player.at) &&
            !wyrm_is_barred(bot->game, thing->item.kind))
            return is_useful(bot, thing);
    }
    return false;
}

static uint8_t *note_at(wyrm_bot *bot, const wyrm_game_item *thing)
{
    return &bot->notes[wyrm_bot_tile(bot, thing->at)];
}

/* Notes the tiles whose newest item that can be taken is useful. */
static void note_items(wyrm_bot *bot)
{
    for (size_t i = 0; i < bot->thing_count; i++)
        *note_at(bot, bot->things[i]) &= WYRM_NOTE_STOOD;
    for (size_t i = bot->thing_count; i-- > 0 && has_room(bot);) {
        uint8_t *note = note_at(bot, bot->things[i]);
        if ((*note & WYRM_NOTE_LOOKED) || wyrm_is_barred(bot->game, bot->things[i]->item.kind))
            continue;
        *note |= WYRM_NOTE_LOOKED;
        if (is_useful(bot, bot->things[i]))
            *note |= WYRM_NOTE_ITEM;
    }
    for (size_t i = 0; i < bot->thing_count; i++)
        *note_at(bot, bot->things[i]) &= (uint8_t)~WYRM_NOTE_LOOKED;
}

static inline bool is_unseen(const wyrm_bot *bot, wyrm_position at)
{
    return !(bot->notes[wyrm_bot_tile(bot, at)] & WYRM_NOTE_STOOD) && wyrm_bot_is_frontier(bot, at);
}

static inline bool is_goal(const wyrm_bot *bot, const wyrm_way *way, wyrm_position at)
{
    if (way->goal == WYRM_WAY_TILE)
        return wyrm_bot_same(at, way->target);
    if (way->goal == WYRM_WAY_THINGS && (bot->notes[wyrm_bot_tile(bot, at)] & WYRM_NOTE_ITEM) != 0)
        return true;
    return is_unseen(bot, at);
}

/* ------------------------------------------------------------------ searching */

/* Tiles: from farther away there is no way around somebody, so that none is looked for. */
#define DODGED_REACH 2

/* The byte of a tile in came[], which has a rim of one around the map. */
static inline uint8_t *ground_at(wyrm_bot *bot, int x, int y)
{
    return &bot->came[(y + 1) * (bot->game->map.width + 2) + x + 1];
}

static inline uint8_t ground_of(uint8_t mark)
{
    return (uint8_t)(wyrm_bot_mark_is_open(mark) ? 0 : CAME_BLOCKED);
}

/* Makes the ground: 0 where it can be gone, as far as that is known. */
static void make_ground(wyrm_bot *bot)
{
    const int32_t width = bot->game->map.width, height = bot->game->map.height;
    memset(ground_at(bot, -1, -1), CAME_BLOCKED, (size_t)width + 2);
    for (int32_t y = 0; y < height; y++) {
        const uint8_t *restrict marks = &bot->game->marks[y * width];
        uint8_t *restrict ground = ground_at(bot, 0, y);
        ground[-1] = ground[width] = CAME_BLOCKED;
        for (int32_t x = 0; x < width; x++)
            ground[x] = ground_of(marks[x]);
    }
    memset(ground_at(bot, -1, height), CAME_BLOCKED, (size_t)width + 2);
    bot->has_ground = true;
}

/* Blocks the tiles around somebody, or makes them again as they are. */
static void set_around(wyrm_bot *bot, wyrm_position at, int32_t radius, bool blocked)
{
    for (int y = at.y - radius; y <= at.y + radius; y++)
        for (int x = at.x - radius; x <= at.x + radius; x++)
            if (wyrm_bot_is_inside(bot, x, y))
                *ground_at(bot, x, y) =
                    blocked ? CAME_BLOCKED
                            : ground_of(bot->game->marks[y * bot->game->map.width + x]);
}

static void set_foes(wyrm_bot *bot, wyrm_way_manner manner, bool blocked)
{
    for (size_t i = 0; i < bot->obstacle_count; i++)
        set_around(bot, bot->obstacles[i].at, 0, blocked);
    for (size_t i = 0; i < bot->sight_count; i++) {
        const wyrm_foe *foe = &bot->foes[i];
        int32_t reach = wyrm_bot_reach(bot, foe->monster);
        int32_t radius = reach < DODGED_REACH ? reach : DODGED_REACH;
        bool dodged = manner == WYRM_WAY_SAFELY && foe->awake && foe->can_hurt;
        set_around(bot, foe->at, dodged ? radius : 0, blocked);
    }
}

/* Takes the search back from the ground: what it has reached, and who stood in the way. */
static void end_search(wyrm_bot *bot, const wyrm_way *way, size_t reached)
{
    for (size_t i = 1; i < reached; i++)
        *ground_at(bot, bot->queue[i].x, bot->queue[i].y) = 0;
    const wyrm_position start = bot->queue[0];
    *ground_at(bot, start.x, start.y) = ground_of(bot->game->marks[wyrm_bot_tile(bot, start)]);
    set_foes(bot, way->manner, false);
}

/* From the player outwards, up to the first tile that the way is for, the last of those reached.
 * Returns whether there is one. */
static bool search(wyrm_bot *bot, const wyrm_way *way, size_t *reached)
{
    const int32_t stride = bot->game->map.width + 2;
    size_t head = 0, tail = 0;
    bot->queue[tail++] = bot->game->player.at;
    while (head < tail) {
        const wyrm_position from = bot->queue[head++];
        uint8_t *const here = ground_at(bot, from.x, from.y);
        for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
            const int x = across[order[i]], y = down[order[i]];
            uint8_t *to = here + y * stride + x;
            if (*to != 0)
                continue;
            *to = (uint8_t)(1 + order[i]);
            const wyrm_position at = {(int16_t)(from.x + x), (int16_t)(from.y + y)};
            bot->queue[tail++] = at;
            if (is_goal(bot, way, at)) {
                *reached = tail;
                return true;
            }
        }
    }
    *reached = tail;
    return false;
}

/* The tile before one that the search has reached; false at its start. */
static bool came_from(wyrm_bot *bot, wyrm_position *at)
{
    uint8_t came = *ground_at(bot, at->x, at->y);
    if (came == CAME_START)
        return false;
    at->x = (int16_t)(at->x - across[came - 1]);
    at->y = (int16_t)(at->y - down[came - 1]);
    return true;
}

/* Keeps the way to what was found, from its near end as far as there is room. */
static void keep(wyrm_bot *bot, wyrm_way *way, wyrm_position found)
{
    size_t length = 0;
    way->target = found;
    for (wyrm_position at = found; came_from(bot, &at);)
        length++;
    size_t step = length;
    wyrm_position at = found;
    for (wyrm_position here = at; came_from(bot, &at); here = at)
        if (--step < WYRM_BOT_WAY_MAX)
            way->steps[step] = here;
    way->count = length < WYRM_BOT_WAY_MAX ? length : WYRM_BOT_WAY_MAX;
    way->next = 0;
    way->at = bot->game->player.at;
}

/* Searches; where there is a way it is kept. */
static bool seek(wyrm_bot *bot, wyrm_way *way)
{
    size_t reached;
    if (!bot->has_ground)
        make_ground(bot);
    set_foes(bot, way->manner, true);
    if (way->goal == WYRM_WAY_TILE && wyrm_bot_is_open(bot, way->target.x, way->target.y))
        *ground_at(bot, way->target.x, way->target.y) = 0;
    *ground_at(bot, bot->game->player.at.x, bot->game->player.at.y) = CAME_START;
    bool found = search(bot, way, &reached);
    if (found)
        keep(bot, way, bot->queue[reached - 1]);
    end_search(bot, way, reached);
    return found;
}

/* ------------------------------------------------------------------ following */

/* Whether the way that is remembered still goes where this one is to go. Out of reach of others
 * there is no way for longer than a turn. */
static bool is_on(const wyrm_bot *bot, wyrm_way_goal goal, wyrm_way_manner manner,
                  wyrm_position target)
{
    const wyrm_way *way = &bot->way;
    if (way->goal != goal || way->manner != manner || manner == WYRM_WAY_SAFELY ||
        !wyrm_bot_same(way->at, bot->game->player.at) || way->next >= way->count ||
        way->items_known != bot->thing_count)
        return false;
    if (goal == WYRM_WAY_TILE ? !wyrm_bot_same(way->target, target)
                              : !is_goal(bot, way, way->target))
        return false;
    return !wyrm_bot_foe_on(bot, way->steps[way->next]);
}

wyrm_command wyrm_bot_step(const wyrm_bot *bot, wyrm_position to)
{
    wyrm_command command = {.kind = WYRM_DO_MOVE};
    for (int direction = 0; direction < WYRM_DIRECTION_COUNT; direction++)
        if (wyrm_bot_same(wyrm_neighbour(bot->game->player.at, (wyrm_direction)direction), to))
            command.argument = direction;
    return command;
}

/* Whether somebody may stand in a way: in sight, or where he was left. */
static bool is_anybody_known(const wyrm_bot *bot)
{
    return bot->sight_count > 0 || bot->obstacle_count > 0;
}

/* Looks for the way anew. */
static bool find(wyrm_bot *bot, wyrm_way_goal goal, wyrm_way_manner manner, wyrm_position target)
{
    wyrm_way *way = &bot->way;
    way->goal = goal;
    way->manner = manner;
    way->target = target;
    way->items_known = bot->thing_count;
    if (goal == WYRM_WAY_THINGS)
        note_items(bot);
    /* A way around somebody is not what it would be without: see is_explored. */
    if (goal == WYRM_WAY_THINGS || is_anybody_known(bot))
        bot->is_explored = false;
    if (seek(bot, way))
        return true;
    way->goal = WYRM_WAY_NONE;
    if (goal == WYRM_WAY_THINGS && manner == WYRM_WAY_AROUND && !is_anybody_known(bot)) {
        bot->is_explored = true;
        bot->had_room = has_room(bot);
    }
    return false;
}

/* Whether a search would find nothing to go for, as the last one did. With nobody in sight, then
 * and now, what else is remembered would be found again as it is. */
static bool is_explored(const wyrm_bot *bot)
{
    return bot->is_explored && !is_anybody_known(bot) && (bot->had_room || !has_room(bot));
}

bool wyrm_bot_go(wyrm_bot *bot, wyrm_way_goal goal, wyrm_way_manner manner, wyrm_position target,
                 wyrm_command *command)
{
    wyrm_way *way = &bot->way;
    if (goal == WYRM_WAY_TILE && wyrm_bot_same(bot->game->player.at, target))
        return false;
    if (goal == WYRM_WAY_THINGS && is_explored(bot))
        return false;
    if (!is_on(bot, goal, manner, target) && !find(bot, goal, manner, target))
        return false;
    way->at = way->steps[way->next++];
    *command = wyrm_bot_step(bot, way->at);
    return true;
}
