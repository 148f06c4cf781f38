/* Ways over what is known of a map: searched once, then followed until something is in the way or
 * what it leads to is no more. */
#include "bot/way.h"

#include <string.h>

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

static void block_around(wyrm_bot *bot, const wyrm_foe *foe, int32_t radius)
{
    for (int y = foe->at.y - radius; y <= foe->at.y + radius; y++)
        for (int x = foe->at.x - radius; x <= foe->at.x + radius; x++)
            if (wyrm_bot_is_inside(bot, x, y))
                bot->came[y * bot->game->map.width + x] = CAME_BLOCKED;
}

static void block_foes(wyrm_bot *bot, wyrm_way_manner manner)
{
    for (size_t i = 0; i < bot->foe_count; i++) {
        const wyrm_foe *foe = &bot->foes[i];
        int32_t reach = wyrm_bot_reach(bot, foe->monster);
        int32_t radius = reach < DODGED_REACH ? reach : DODGED_REACH;
        block_around(bot, foe, manner == WYRM_WAY_SAFELY && foe->awake ? radius : 0);
    }
}

/* Sets the search up: whatever cannot be gone to counts as reached. */
static void begin_search(wyrm_bot *bot, const wyrm_way *way)
{
    const wyrm_map *map = &bot->game->map;
    const uint8_t *restrict marks = bot->game->marks;
    uint8_t *restrict came = bot->came;
    int32_t tiles = map->width * map->height;
    for (int32_t i = 0; i < tiles; i++)
        came[i] = (uint8_t)(wyrm_bot_mark_is_open(marks[i]) ? 0 : CAME_BLOCKED);
    block_foes(bot, way->manner);
    if (way->goal == WYRM_WAY_TILE && wyrm_bot_is_open(bot, way->target.x, way->target.y))
        came[wyrm_bot_tile(bot, way->target)] = 0;
    came[wyrm_bot_tile(bot, bot->game->player.at)] = CAME_START;
}

/* From the player outwards, up to the first tile that the way is for; -1: there is none. */
static int32_t search(wyrm_bot *bot, const wyrm_way *way)
{
    const int32_t width = bot->game->map.width, height = bot->game->map.height;
    uint8_t *came = bot->came;
    size_t head = 0, tail = 0;
    begin_search(bot, way);
    bot->queue[tail++] = (uint16_t)wyrm_bot_tile(bot, bot->game->player.at);
    while (head < tail) {
        int32_t from = bot->queue[head++], from_x = from % width, from_y = from / width;
        for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
            int32_t x = from_x + across[order[i]], y = from_y + down[order[i]];
            int32_t to = y * width + x;
            if (x < 0 || y < 0 || x >= width || y >= height || came[to] != 0)
                continue;
            came[to] = (uint8_t)(1 + order[i]);
            if (is_goal(bot, way, (wyrm_position){(int16_t)x, (int16_t)y}))
                return to;
            bot->queue[tail++] = (uint16_t)to;
        }
    }
    return -1;
}

/* The tile before one that the search has reached; false at its start. */
static bool came_from(const wyrm_bot *bot, wyrm_position *at)
{
    uint8_t came = bot->came[wyrm_bot_tile(bot, *at)];
    if (came == CAME_START)
        return false;
    at->x = (int16_t)(at->x - across[came - 1]);
    at->y = (int16_t)(at->y - down[came - 1]);
    return true;
}

/* Keeps the way to what was found, from its near end as far as there is room. */
static void keep(wyrm_bot *bot, wyrm_way *way, int32_t found)
{
    int32_t width = bot->game->map.width;
    size_t length = 0;
    way->target = (wyrm_position){(int16_t)(found % width), (int16_t)(found / width)};
    for (wyrm_position at = way->target; came_from(bot, &at);)
        length++;
    size_t step = length;
    wyrm_position at = way->target;
    for (wyrm_position here = at; came_from(bot, &at); here = at)
        if (--step < WYRM_BOT_WAY_MAX)
            way->steps[step] = here;
    way->count = length < WYRM_BOT_WAY_MAX ? length : WYRM_BOT_WAY_MAX;
    way->next = 0;
    way->at = bot->game->player.at;
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
    int32_t found = search(bot, way);
    if (found < 0) {
        way->goal = WYRM_WAY_NONE;
        return false;
    }
    keep(bot, way, found);
    return true;
}

bool wyrm_bot_go(wyrm_bot *bot, wyrm_way_goal goal, wyrm_way_manner manner, wyrm_position target,
                 wyrm_command *command)
{
    wyrm_way *way = &bot->way;
    if (goal == WYRM_WAY_TILE && wyrm_bot_same(bot->game->player.at, target))
        return false;
    if (!is_on(bot, goal, manner, target) && !find(bot, goal, manner, target))
        return false;
    way->at = way->steps[way->next++];
    *command = wyrm_bot_step(bot, way->at);
    return true;
}
