/* Ways over what is known of a map: searched once, then followed until something is in the way
 * or what it leads to is no more.
 *
 * A search goes outwards from the player until it meets what it is for, tile by tile, all of a
 * distance in the order of their ways: so it finds the nearest such tile, and of the shortest
 * ways there the first in the order of directions. What is left of that way is in turn what a
 * search from farther on would find, as long as nothing else has changed.
 *
 * Searches are most of what playing costs, and from one to the next little changes. So the
 * ground that they tread on, a byte a tile with all that is asked of it, lasts until there is
 * news of the map, and is made no farther than they come: a search takes back no more than the
 * tiles that it has reached. And that nothing is left to go for, which takes a search of all
 * that can be reached, is remembered until it may be so no more. */
#include "bot/internal.h"
#include <string.h>

/* The steps: straight ones first, so that of the shortest ways the straightest is found. */
static const int16_t across[WYRM_DIRECTION_COUNT] = {0, 1, 0, -1, 1, 1, -1, -1};
static const int16_t down[WYRM_DIRECTION_COUNT] = {-1, 0, 1, 0, -1, 1, 1, -1};

/* ---- what is worth a way ---- */

bool bot_pick_up(wyrm_bot *bot, wyrm_command *command)
{
    command->kind = WYRM_DO_PICK_UP;
    for (size_t i = bot->thing_count; i-- > 0 && bot_has_room(bot);) {
        const wyrm_game_item *thing = bot->things[i];
        if (wyrm_same_tile(thing->at, bot->at) && !wyrm_is_barred(bot->game, thing->item.kind))
            return bot_is_useful(bot, thing);
    }
    return false;
}

/* ---- the ground ---- */

/* Makes a row of the ground, or one of its rim. What an open tile may be gone to for: from there
 * something unseen may be seen, the tile itself, of which the player has only been told, or one
 * beside it, and it has not stood there. */
static void make_row(wyrm_bot *bot, int y)
{
    const wyrm_game *game = bot->game;
    const int32_t width = game->map.width;
    uint8_t *restrict ground = bot_ground_at(bot, 0, y);
    memset(ground - 1, WYRM_GROUND_BLOCKED, (size_t)width + 2);
    if (y < 0 || y >= game->map.height)
        return;
    const uint8_t *restrict marks = &game->marks[y * width];
    const uint8_t *restrict notes = &bot->notes[y * width];
    const uint8_t *above = y > 0 ? marks - width : marks;
    const uint8_t *below = y + 1 < game->map.height ? marks + width : marks;
    uint8_t rows[WYRM_MAP_SIDE_MAX + 2]; /* known in all three rows; from the rim on */
    rows[0] = rows[width + 1] = WYRM_MARK_KNOWN;
    for (int32_t x = 0; x < width; x++)
        rows[x + 1] = above[x] & marks[x] & below[x];
    for (int32_t x = 0; x < width; x++) {
        const uint8_t all = rows[x] & rows[x + 1] & rows[x + 2];
        const uint8_t hides = (all & WYRM_MARK_KNOWN) == 0 || (marks[x] & WYRM_MARK_SEEN) == 0
                                  ? WYRM_GROUND_UNSEEN
                                  : 0;
        const uint8_t stood = (notes[x] & WYRM_NOTE_STOOD) != 0 ? 0 : hides;
        const uint8_t open = (notes[x] & WYRM_NOTE_ITEM) | stood;
        ground[x] = bot_mark_is_open(marks[x]) ? open : WYRM_GROUND_BLOCKED;
    }
}

/* Makes the ground up to a row, from where it has been made. */
static inline void reach_row(wyrm_bot *bot, int y)
{
    if (bot->ground_top == bot->ground_bottom)
        bot->ground_top = bot->ground_bottom = y;
    while (y < bot->ground_top)
        make_row(bot, --bot->ground_top);
    while (y >= bot->ground_bottom)
        make_row(bot, bot->ground_bottom++);
}

/* Notes the tiles whose newest item that can be taken is useful. */
static void note_items(wyrm_bot *bot)
{
    for (size_t i = 0; i < bot->thing_count; i++)
        bot->notes[bot_tile(bot, bot->things[i]->at)] &= WYRM_NOTE_STOOD;
    for (size_t i = bot->thing_count; i-- > 0 && bot_has_room(bot);) {
        const wyrm_game_item *thing = bot->things[i];
        uint8_t *note = &bot->notes[bot_tile(bot, thing->at)];
        if (!(*note & WYRM_NOTE_LOOKED) && !wyrm_is_barred(bot->game, thing->item.kind))
            *note |= WYRM_NOTE_LOOKED | (bot_is_useful(bot, thing) ? WYRM_NOTE_ITEM : 0);
    }
    for (size_t i = 0; i < bot->thing_count; i++) {
        const wyrm_position at = bot->things[i]->at;
        uint8_t *note = &bot->notes[bot_tile(bot, at)], *ground = bot_ground_at(bot, at.x, at.y);
        *note &= (uint8_t)~WYRM_NOTE_LOOKED;
        *ground = (uint8_t)((*ground & ~WYRM_GROUND_ITEM) | (*note & WYRM_NOTE_ITEM));
    }
    for (size_t i = 0; i < bot->game->heap_count; i++) {
        const wyrm_heap *heap = &bot->game->heaps[i];
        if (!heap->seen)
            continue;
        bot->notes[bot_tile(bot, heap->at)] |= WYRM_NOTE_ITEM;
        *bot_ground_at(bot, heap->at.x, heap->at.y) |= WYRM_GROUND_ITEM;
    }
}

/* ---- searching ---- */

/* Tiles: from farther away there is no way around somebody, so that none is looked for. */
#define DODGED_REACH 2

static const uint8_t goals[] = {[WYRM_WAY_TILE] = WYRM_GROUND_TARGET,
                                [WYRM_WAY_UNSEEN] = WYRM_GROUND_UNSEEN,
                                [WYRM_WAY_THINGS] = WYRM_GROUND_UNSEEN | WYRM_GROUND_ITEM};

/* Takes the tiles around somebody out of the search, or gives them back. */
static void set_around(wyrm_bot *bot, wyrm_position at, int32_t radius, bool taken)
{
    for (int y = at.y - radius; y <= at.y + radius; y++)
        for (int x = at.x - radius; x <= at.x + radius; x++) {
            if (!bot_is_inside(bot, x, y))
                continue;
            reach_row(bot, y);
            uint8_t *tile = bot_ground_at(bot, x, y);
            *tile = (uint8_t)((*tile & ~WYRM_GROUND_TAKEN) | (taken ? WYRM_GROUND_TAKEN : 0));
        }
}

static void set_foes(wyrm_bot *bot, bool taken)
{
    for (size_t i = 0; i < bot->obstacle_count; i++)
        set_around(bot, bot->obstacles[i].at, 0, taken);
    for (size_t i = 0; i < bot->sight_count; i++) {
        const wyrm_foe *foe = &bot->foes[i];
        int32_t radius = 0;
        if (bot->way.manner == WYRM_WAY_SAFELY && foe->awake && foe->can_hurt) {
            int32_t reach = bot_reach(bot, foe->monster);
            radius = reach < DODGED_REACH ? reach : DODGED_REACH;
        }
        set_around(bot, foe->at, radius, taken);
    }
}

/* From the player outwards, up to the first tile of the goal, the last of those reached. Returns
 * how many were. */
static size_t search(wyrm_bot *bot, uint8_t goal)
{
    const int32_t stride = bot->game->map.width + 2;
    wyrm_position *const queue = bot->queue;
    size_t head = 0, tail = 0;
    queue[tail++] = bot->at;
    while (head < tail) {
        const wyrm_position from = queue[head++];
        reach_row(bot, from.y - 1);
        reach_row(bot, from.y + 1);
        uint8_t *const here = bot_ground_at(bot, from.x, from.y);
        for (int step = 0; step < WYRM_DIRECTION_COUNT; step++) {
            uint8_t *to = here + down[step] * stride + across[step];
            if (*to & (WYRM_GROUND_TAKEN | WYRM_GROUND_BLOCKED))
                continue;
            queue[tail++] =
                (wyrm_position){(int16_t)(from.x + across[step]), (int16_t)(from.y + down[step])};
            const bool found = (*to & goal) != 0;
            *to |= (uint8_t)(WYRM_GROUND_TAKEN | step);
            if (found)
                return tail;
        }
    }
    return tail;
}

/* Searches; where there is a way it is kept, from its near end as far as there is room. */
static bool seek(wyrm_bot *bot)
{
    wyrm_way *way = &bot->way;
    const wyrm_position from = bot->at, to = way->target;
    const uint8_t goal = goals[way->goal];
    reach_row(bot, from.y);
    set_foes(bot, true);
    if (way->goal == WYRM_WAY_TILE) {
        reach_row(bot, to.y);
        uint8_t *target = bot_ground_at(bot, to.x, to.y);
        *target = (uint8_t)((*target & ~WYRM_GROUND_TAKEN) | WYRM_GROUND_TARGET);
    }
    *bot_ground_at(bot, from.x, from.y) |= WYRM_GROUND_TAKEN;
    const size_t reached = search(bot, goal);
    wyrm_position at = bot->queue[reached - 1];
    const bool found = reached > 1 && (*bot_ground_at(bot, at.x, at.y) & goal) != 0;
    way->left = way->kept = 0;
    for (way->target = at; found && !wyrm_same_tile(at, from);) {
        const uint8_t step = *bot_ground_at(bot, at.x, at.y) & WYRM_GROUND_STEP;
        way->steps[way->left++ % WYRM_BOT_WAY_MAX] = at;
        at.x = (int16_t)(at.x - across[step]);
        at.y = (int16_t)(at.y - down[step]);
    }
    way->kept = way->left < WYRM_BOT_WAY_MAX ? way->left : WYRM_BOT_WAY_MAX;
    way->at = from;
    /* The ground is given back: what was reached, the target, and who stood in the way. */
    for (size_t i = 0; i < reached; i++)
        *bot_ground_at(bot, bot->queue[i].x, bot->queue[i].y) &=
            (uint8_t) ~(WYRM_GROUND_TAKEN | WYRM_GROUND_TARGET | WYRM_GROUND_STEP);
    if (way->goal == WYRM_WAY_TILE)
        *bot_ground_at(bot, to.x, to.y) &= (uint8_t)~WYRM_GROUND_TARGET;
    set_foes(bot, false);
    return found;
}

/* ---- following ---- */

/* Whether the way that is remembered still goes where this one is to go, and there is still at its
 * end what it was for. Out of reach of others there is no way for longer than a turn. */
static bool is_on(wyrm_bot *bot, wyrm_way_goal goal, wyrm_way_manner manner, wyrm_position target)
{
    const wyrm_way *way = &bot->way;
    if (way->goal != goal || way->manner != manner || manner == WYRM_WAY_SAFELY ||
        !wyrm_same_tile(way->at, bot->at) || way->kept == 0 ||
        way->items_known != bot->thing_count ||
        bot_foe_on(bot, way->steps[(way->left - 1) % WYRM_BOT_WAY_MAX]))
        return false;
    if (goal == WYRM_WAY_TILE)
        return wyrm_same_tile(way->target, target);
    reach_row(bot, way->target.y);
    return (*bot_ground_at(bot, way->target.x, way->target.y) & goals[goal]) != 0;
}

bool bot_go(wyrm_bot *bot, wyrm_way_goal goal, wyrm_way_manner manner, wyrm_position target,
            wyrm_command *command)
{
    wyrm_way *way = &bot->way;
    const bool is_alone = bot->sight_count + bot->obstacle_count == 0;
    if (goal == WYRM_WAY_TILE && wyrm_same_tile(bot->at, target))
        return false;
    /* With nobody in sight, then and now, a search would find nothing again. */
    if (goal == WYRM_WAY_THINGS && bot->is_explored && is_alone &&
        (bot->had_room || !bot_has_room(bot)))
        return false;
    if (!is_on(bot, goal, manner, target)) {
        way->goal = goal;
        way->manner = manner;
        way->target = target;
        way->items_known = bot->thing_count;
        if (goal == WYRM_WAY_THINGS)
            note_items(bot);
        /* A way around somebody is not what it would be without: see is_explored. */
        if (goal == WYRM_WAY_THINGS || !is_alone)
            bot->is_explored = false;
        if (!seek(bot)) {
            way->goal = WYRM_WAY_NONE;
            if (goal == WYRM_WAY_THINGS && manner == WYRM_WAY_AROUND && is_alone) {
                bot->is_explored = true;
                bot->had_room = bot_has_room(bot);
            }
            return false;
        }
    }
    way->kept--;
    way->at = way->steps[--way->left % WYRM_BOT_WAY_MAX];
    *command = wyrm_step_to(bot->at, way->at);
    return true;
}
