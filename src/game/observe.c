/* What the player sees and knows: who is in view, what is known of the map, what the pack is good
 * for. What is told here depends on nothing that somebody who plays the game may not know. */
#include "game/internal.h"

#include <math.h>
#include <stdio.h>

/* ---- Around ---- */

/* Nearest first, then by id. Few are seen at a time, so that this needs no faster sort. */
static void insert(const wyrm_game *game, const wyrm_seen_monster *seen, wyrm_observation *out)
{
    const uint32_t id = game->monsters[seen->index].id;
    size_t at = out->monster_count++;
    for (; at > 0; at--) {
        const wyrm_seen_monster *other = &out->monsters[at - 1];
        if (other->distance < seen->distance ||
            (other->distance == seen->distance && game->monsters[other->index].id <= id))
            break;
        out->monsters[at] = *other;
    }
    out->monsters[at] = *seen;
}

/* What there is in out->sight. Who hides is only seen from the next tile. */
static void look(const wyrm_game *game, wyrm_observation *out)
{
    const bool senses = game->player.turns[WYRM_SENSING] > 0;
    const wyrm_position exit = game->map.exit, goal = game->goal;
    out->monster_count = out->in_sight = 0;
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_creature *body = &game->monsters[i].body;
        wyrm_seen_monster seen = {.index = (int32_t)i,
                                  .distance = wyrm_tiles_apart(game->player.at, body->at)};
        seen.in_sight = wyrm_sight_has(&out->sight, body->at.x, body->at.y) &&
                        (body->turns[WYRM_HIDDEN] == 0 || seen.distance <= 1);
        out->in_sight += seen.in_sight;
        if (seen.in_sight || senses)
            insert(game, &seen, out);
    }
    out->exit_known = wyrm_known_tile(game, exit.x, exit.y, NULL) == WYRM_TILE_STAIRS;
    out->exit = out->exit_known ? exit : (wyrm_position){0, 0};
    wyrm_known_tile(game, goal.x, goal.y, &out->goal_known);
    out->goal_known = out->goal_known && game->goal_placed;
    out->goal = out->goal_known ? goal : (wyrm_position){0, 0};
}

void wyrm_observe(const wyrm_engine *engine, const wyrm_game *game, wyrm_observation *out)
{
    const wyrm_grid grid = wyrm_game_sight_grid(game);
    wyrm_sight_from(&grid, game->player.at, engine->rules.sight, &out->sight);
    look(game, out);
}

void wyrm_observe_again(wyrm_engine *engine, const wyrm_game *game, wyrm_observation *out)
{
    out->sight = *wyrm_player_sight(engine, game);
    look(game, out);
}

wyrm_tile wyrm_known_tile(const wyrm_game *game, int x, int y, bool *known)
{
    bool inside = x >= 0 && y >= 0 && x < game->map.width && y < game->map.height;
    uint8_t mark = inside ? game->marks[y * game->map.width + x] : 0;
    bool is = mark & WYRM_MARK_KNOWN;
    if (known)
        *known = is;
    return is ? (wyrm_tile)(mark & WYRM_MARK_TILE) : WYRM_TILE_WALL;
}

const wyrm_game_item *wyrm_known_item(const wyrm_game *game, int x, int y)
{
    for (size_t i = game->item_count; i-- > 0;)
        if (game->items[i].seen && game->items[i].at.x == x && game->items[i].at.y == y)
            return &game->items[i];
    return NULL;
}

const wyrm_game_monster *wyrm_seen_on(const wyrm_game *game, const wyrm_observation *observation,
                                      int x, int y)
{
    for (size_t i = 0; i < observation->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[observation->monsters[i].index];
        if (observation->monsters[i].in_sight && monster->body.at.x == x && monster->body.at.y == y)
            return monster;
    }
    return NULL;
}
