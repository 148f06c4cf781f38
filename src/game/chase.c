/* The ways of monsters. Where the player stands changes once a turn, and all who see him want to
 * know how far it is: so the distances are found once, from him, over the few tiles that matter.
 * Monsters that will stay where they are this turn are like walls, so that the others go around
 * them to where there is room; those that move on are not, so that a queue stays a queue. All go
 * downhill on the same map: nobody goes to and fro as long as the fighters stand. Whom the
 * fighters leave no way to the player comes as near as he can without them (RuggRogue,
 * "Pathfinding": the same, by a search for each). */
#include "game/chase.h"

#include <stdlib.h>
#include <string.h>

static const wyrm_step_costs costs = {100, 141};

/* Tiles beyond those who ask: to flee to, and to go around others on. */
enum { ROOM_TO_FLEE = 2, ROOM_TO_PASS = 4 };
_Static_assert(WYRM_NEAR_SIDE_MAX >= 2 * (WYRM_SIGHT_RADIUS_MAX + ROOM_TO_PASS) + 1,
               "the tiles near the player have room");

void wyrm_chase_begin(wyrm_chase *chase)
{
    chase->tiles = 0;
    chase->cost = 0;
    chase->stay_count = chase->ask_count = 0;
}

void wyrm_chase_include(const wyrm_game *game, wyrm_position from, wyrm_chase *chase)
{
    int32_t across = abs(from.x - game->player.at.x), down = abs(from.y - game->player.at.y);
    int32_t lesser = across < down ? across : down, greater = across < down ? down : across;
    int32_t cost = lesser * costs.diagonal + (greater - lesser) * costs.straight;
    chase->tiles = greater > chase->tiles ? greater : chase->tiles;
    chase->cost = cost > chase->cost ? cost : chase->cost;
    chase->asks[chase->ask_count++] = from;
}

void wyrm_chase_avoid(wyrm_position at, wyrm_chase *chase)
{
    chase->stays[chase->stay_count++] = at;
}

/* ------------------------------------------------------------------ the tiles around the player */

static int32_t at_most(int32_t value, int32_t most)
{
    return value < most ? value : most;
}

static void copy_near(const wyrm_game *game, int32_t radius, wyrm_near *near)
{
    wyrm_position centre = game->player.at;
    int32_t left = centre.x - radius > 0 ? centre.x - radius : 0;
    int32_t top = centre.y - radius > 0 ? centre.y - radius : 0;
    near->corner = (wyrm_position){(int16_t)left, (int16_t)top};
    near->width = at_most(centre.x + radius, game->map.width - 1) - left + 1;
    near->height = at_most(centre.y + radius, game->map.height - 1) - top + 1;
    const uint8_t *from = &game->marks[top * game->map.width + left];
    for (int32_t y = 0; y < near->height; y++, from += game->map.width)
        memcpy(&near->tiles[y * near->width], from, (size_t)near->width);
}

static wyrm_position inside(const wyrm_near *near, wyrm_position at)
{
    return (wyrm_position){(int16_t)(at.x - near->corner.x), (int16_t)(at.y - near->corner.y)};
}

static wyrm_position outside(const wyrm_near *near, wyrm_position at)
{
    return (wyrm_position){(int16_t)(at.x + near->corner.x), (int16_t)(at.y + near->corner.y)};
}

/* The byte of a tile of the map; NULL where it is too far away. */
static uint8_t *near_tile(wyrm_near *near, wyrm_position at)
{
    wyrm_position tile = inside(near, at);
    if (tile.x < 0 || tile.y < 0 || tile.x >= near->width || tile.y >= near->height)
        return NULL;
    return &near->tiles[tile.y * near->width + tile.x];
}

static wyrm_grid near_grid(const wyrm_near *near, const bool *solid)
{
    return (wyrm_grid){near->width, near->height, near->tiles, solid};
}

static wyrm_status find(wyrm_turn *turn, const bool *solid, int32_t limit, wyrm_distances *out)
{
    wyrm_near *near = &turn->engine->near;
    wyrm_grid grid = near_grid(near, solid);
    wyrm_position source = inside(near, turn->game->player.at);
    return wyrm_distances_find(&grid, &source, 1, costs, limit, &turn->engine->path_work, out,
                               turn->error);
}

/* Whether the distances of all who may ask are known. */
static bool are_all_reached(const wyrm_turn *turn, const wyrm_chase *chase)
{
    for (size_t i = 0; i < chase->ask_count; i++) {
        const wyrm_position at = inside(&turn->engine->near, chase->asks[i]);
        if (wyrm_distances_at(&turn->engine->distances, at.x, at.y) == WYRM_UNREACHED)
            return false;
    }
    return true;
}

/* Whether monsters will act once more before the player's next command. */
static bool comes_again(const wyrm_game *game)
{
    return game->player.turns[WYRM_SLOWED] > 0 || game->player.turns[WYRM_ASLEEP] > 0;
}

/* engine->distances: the way around those who stay. A step leads to a tile that is nearer, so that
 * nothing is asked of tiles beyond those who ask: where nothing is in their way, which is mostly so,
 * the search may end with them. */
static wyrm_status find_distances(wyrm_turn *turn, const wyrm_chase *chase)
{
    wyrm_near *near = &turn->engine->near;
    if (turn->distances_fresh)
        return WYRM_OK;
    int32_t room = chase->stay_count > 0 ? ROOM_TO_PASS : ROOM_TO_FLEE;
    copy_near(turn->game, chase->tiles + room, near);
    for (size_t i = 0; i < chase->stay_count; i++) {
        uint8_t *tile = near_tile(near, chase->stays[i]);
        if (tile && *tile & WYRM_MARK_MONSTER) /* it may have died meanwhile */
            *tile |= WYRM_NEAR_STAYS;
    }
    wyrm_status status = find(turn, wyrm_near_stays, chase->cost, &turn->engine->distances);
    if (status == WYRM_OK && (comes_again(turn->game) || !are_all_reached(turn, chase)))
        status = find(turn, wyrm_near_stays, chase->cost + 2 * room * costs.diagonal,
                      &turn->engine->distances);
    turn->distances_fresh = status == WYRM_OK;
    turn->straight_fresh = false;
    return status;
}

/* engine->straight: the way as if nobody stood in it. */
static wyrm_status find_straight(wyrm_turn *turn, const wyrm_chase *chase)
{
    wyrm_status status = find_distances(turn, chase);
    if (status != WYRM_OK || turn->straight_fresh)
        return status;
    status = find(turn, wyrm_marks_opaque, chase->cost + ROOM_TO_FLEE * costs.diagonal,
                  &turn->engine->straight);
    turn->straight_fresh = status == WYRM_OK;
    return status;
}

void wyrm_chase_moved(wyrm_turn *turn, wyrm_position from, wyrm_position to)
{
    uint8_t *left = near_tile(&turn->engine->near, from);
    uint8_t *entered = near_tile(&turn->engine->near, to);
    if (!turn->distances_fresh)
        return;
    if (left)
        *left = *wyrm_mark_at(turn->game, from.x, from.y);
    if (entered)
        *entered = *wyrm_mark_at(turn->game, to.x, to.y);
}

/* ------------------------------------------------------------------ steps */

static bool step(const wyrm_turn *turn, const wyrm_distances *distances, wyrm_position from,
                 wyrm_position *to)
{
    const wyrm_near *near = &turn->engine->near;
    wyrm_grid grid = near_grid(near, wyrm_marks_blocked);
    bool found = wyrm_distances_step(distances, &grid, inside(near, from), to);
    *to = outside(near, *to);
    return found;
}

wyrm_status wyrm_chase_step(wyrm_turn *turn, const wyrm_chase *chase, wyrm_position from,
                            bool *found, wyrm_position *to)
{
    const wyrm_distances *distances = &turn->engine->distances;
    *found = false;
    wyrm_status status = find_distances(turn, chase);
    if (status != WYRM_OK)
        return status;
    wyrm_position here = inside(&turn->engine->near, from);
    *found = step(turn, distances, from, to);
    if (*found || wyrm_distances_at(distances, here.x, here.y) != WYRM_UNREACHED)
        return WYRM_OK;
    status = find_straight(turn, chase);
    if (status == WYRM_OK)
        *found = step(turn, &turn->engine->straight, from, to);
    return status;
}

wyrm_status wyrm_flight_step(wyrm_turn *turn, const wyrm_chase *chase, wyrm_position from,
                             bool *found, wyrm_position *to)
{
    static const wyrm_direction order[] = {WYRM_NORTH,      WYRM_EAST,       WYRM_SOUTH,
                                           WYRM_WEST,       WYRM_NORTH_EAST, WYRM_SOUTH_EAST,
                                           WYRM_SOUTH_WEST, WYRM_NORTH_WEST};
    const wyrm_near *near = &turn->engine->near;
    const wyrm_distances *distances = &turn->engine->straight;
    *found = false;
    wyrm_status status = find_straight(turn, chase);
    if (status != WYRM_OK)
        return status;
    wyrm_position start = inside(near, from);
    wyrm_grid grid = near_grid(near, wyrm_marks_blocked);
    int32_t farthest = wyrm_distances_at(distances, start.x, start.y);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        wyrm_position next = wyrm_neighbour(start, order[i]);
        int32_t distance = wyrm_distances_at(distances, next.x, next.y);
        if (wyrm_grid_solid(&grid, next.x, next.y) || distance <= farthest)
            continue;
        farthest = distance;
        *found = true;
        *to = outside(near, next);
    }
    return WYRM_OK;
}
