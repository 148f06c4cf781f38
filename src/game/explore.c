/* Exploring: to the nearest item worth picking up, or place from which something unseen may be
 * seen.
 *
 * It comes to an end: each step is nearer to the nearest such place, until one of them is no more
 * or another comes up; a place is done with once the player stands there, what is picked up stays
 * in the pack, and what the player has put down itself is left alone. */
#include "game/explore.h"

#include <stdio.h>

#include "game/outlook.h"
#include "game/pack.h"
#include "game/words.h"

/* Bits of wyrm_outlook.tiles beside WYRM_OUTLOOK_BLOCKED. */
#define ITEM_SEEN   0x02 /* the newest item that can be picked up here has been looked at */
#define ITEM_WANTED 0x04

/* The first search goes no farther than this, in tiles: most of the time something close by is left
 * to see. */
#define NEAR 12

typedef struct search {
    const wyrm_outlook *view;
    uint8_t *tiles;
    wyrm_position nearest;
    int32_t cost; /* WYRM_UNREACHED: none found */
} search;

/* ------------------------------------------------------------------ what there is to go for */

/* Marks the tiles with a known item that would be picked up there, and that the player has not put
 * there. */
static void mark_items(const search *of)
{
    const wyrm_game *game = of->view->game;
    if (game->pack_count >= (size_t)of->view->engine->rules.pack ||
        game->pack_count >= WYRM_PACK_MAX)
        return;
    for (size_t i = game->item_count; i-- > 0;) {
        const wyrm_game_item *item = &game->items[i];
        uint8_t *tile = &of->tiles[item->at.y * game->map.width + item->at.x];
        if (!item->seen || (*tile & ITEM_SEEN) || wyrm_is_barred(game, item->item.kind))
            continue;
        *tile |= (uint8_t)(item->left ? ITEM_SEEN : ITEM_SEEN | ITEM_WANTED);
    }
}

/* Whether to pick something up there; not beside the victory item, which would be taken first. */
static bool is_wanted(const search *of, wyrm_position at)
{
    const wyrm_observation *seen = &of->view->seen;
    if (seen->goal_known && seen->goal.x == at.x && seen->goal.y == at.y)
        return false;
    return of->tiles[at.y * of->view->game->map.width + at.x] & ITEM_WANTED;
}

/* Whether something may be seen from the tile, where a way leads, that has not been seen: the tile
 * itself, of which the player has only been told, or the one beside it. */
static bool is_frontier(const wyrm_game *game, int x, int y)
{
    int32_t width = game->map.width, height = game->map.height;
    if (!(game->marks[y * width + x] & WYRM_MARK_SEEN))
        return true;
    int left = x > 0 ? x - 1 : 0, right = x < width - 1 ? x + 1 : x;
    int top = y > 0 ? y - 1 : 0, bottom = y < height - 1 ? y + 1 : y;
    uint8_t all = WYRM_MARK_KNOWN;
    for (int row = top; row <= bottom; row++)
        for (int column = left; column <= right; column++)
            all &= game->marks[row * width + column];
    return all == 0;
}

/* Looks at the tiles of a row that the distance map has reached. */
static void search_row(search *of, int y, int left, int right)
{
    const wyrm_distances *distances = &of->view->engine->distances;
    const int32_t *costs = &distances->cells[(y + 1) * distances->stride + 1];
    for (int x = left; x <= right; x++) {
        const wyrm_position at = {(int16_t)x, (int16_t)y};
        if (costs[x] <= 0 || costs[x] >= of->cost)
            continue;
        if (!is_wanted(of, at) && !is_frontier(of->view->game, x, y))
            continue;
        of->cost = costs[x];
        of->nearest = at;
    }
}

/* Looks for something to go for within so many tiles of the player; as far as ways lead where
 * `tiles` is the side of the largest map. */
static bool search_within(search *of, int tiles)
{
    const wyrm_game *game = of->view->game;
    wyrm_engine *engine = of->view->engine;
    const wyrm_position from = game->player.at;
    int32_t limit = tiles < WYRM_MAP_SIDE_MAX ? tiles * wyrm_errand_steps.straight : WYRM_UNREACHED;
    int left = from.x > tiles ? from.x - tiles : 0, top = from.y > tiles ? from.y - tiles : 0;
    int right = from.x + tiles < game->map.width ? from.x + tiles : game->map.width - 1;
    int bottom = from.y + tiles < game->map.height ? from.y + tiles : game->map.height - 1;
    if (wyrm_distances_find(&of->view->grid, &from, 1, wyrm_errand_steps, limit, &engine->path_work,
                            &engine->distances, NULL) != WYRM_OK)
        return false;
    for (int y = top; y <= bottom; y++)
        search_row(of, y, left, right);
    return of->cost != WYRM_UNREACHED;
}

/* ------------------------------------------------------------------ going there */

/* The first step of the way to what was found, which the distance map has from the player. */
static wyrm_position first_step(const search *of)
{
    const wyrm_position from = of->view->game->player.at;
    wyrm_position at = of->nearest, next = at;
    while (wyrm_distances_step(&of->view->engine->distances, NULL, at, &next) &&
           !(next.x == from.x && next.y == from.y))
        at = next;
    return at;
}

static void tell_done(const wyrm_outlook *view, wyrm_errand *errand)
{
    const wyrm_observation *seen = &view->seen;
    char goal[WYRM_NAMED_TEXT_MAX];
    wyrm_name_the(wyrm_words_goal(view->engine), goal);
    if (seen->goal_known)
        snprintf(errand->why, sizeof errand->why,
                 "Nothing is left to explore here; you know where %.60s is.", goal);
    else
        snprintf(errand->why, sizeof errand->why, "Nothing is left to explore here%s.",
                 seen->exit_known ? "; the stairs are known" : "");
}

bool wyrm_explore_on(wyrm_outlook *view, wyrm_errand *errand, wyrm_command *command)
{
    search of = {.view = view, .tiles = view->tiles, .cost = WYRM_UNREACHED};
    mark_items(&of);
    if (is_wanted(&of, view->game->player.at)) {
        *command = (wyrm_command){.kind = WYRM_DO_PICK_UP};
        return true;
    }
    if (!search_within(&of, NEAR) && !search_within(&of, WYRM_MAP_SIDE_MAX)) {
        tell_done(view, errand);
        return false;
    }
    *command = wyrm_errand_step(view, first_step(&of));
    return true;
}
