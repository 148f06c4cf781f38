/* What monsters do: nearest first they strike who they reach, shoot who they see, go where he is.
 *
 * They remember nothing: who does not see the player stands still. */
#include "game/internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- Their ways ----
 *
 * Where the player stands changes once a turn, and all who see him want to
 * know how far it is: so the distances are found once, from him, over the few tiles that matter.
 * Monsters that will stay where they are this turn are like walls, so that the others go around
 * them to where there is room; those that move on are not, so that a queue stays a queue. All go
 * downhill on the same map: nobody goes to and fro as long as the fighters stand. Whom the
 * fighters leave no way to the player comes as near as he can without them (RuggRogue,
 * "Pathfinding": the same, by a search for each). */

static const wyrm_step_costs costs = {100, 141};

/* Tiles beyond those who ask: to flee to, and to go around others on. */
enum { ROOM_TO_FLEE = 2, ROOM_TO_PASS = 4 };
_Static_assert(WYRM_NEAR_SIDE_MAX >= 2 * (WYRM_SIGHT_RADIUS_MAX + ROOM_TO_PASS) + 1,
               "the tiles near the player have room");

static void chase_begin(wyrm_chase *chase)
{
    chase->tiles = 0;
    chase->cost = 0;
    chase->stay_count = chase->ask_count = 0;
}

/* Tells that a monster at `from` may ask for a way this turn. */
static void chase_include(const wyrm_game *game, wyrm_position from, wyrm_chase *chase)
{
    int32_t across = abs(from.x - game->player.at.x), down = abs(from.y - game->player.at.y);
    int32_t lesser = across < down ? across : down, greater = across < down ? down : across;
    int32_t cost = lesser * costs.diagonal + (greater - lesser) * costs.straight;
    chase->tiles = greater > chase->tiles ? greater : chase->tiles;
    chase->cost = cost > chase->cost ? cost : chase->cost;
    chase->asks[chase->ask_count++] = from;
}

/* Tells that a monster stays at `at` this turn, because it fights, sleeps or is held: the others go
 * around it. */
static void chase_avoid(wyrm_position at, wyrm_chase *chase)
{
    chase->stays[chase->stay_count++] = at;
}

/* -- the tiles around the player -- */

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
    return wyrm_distances_find(&grid, &source, 1, costs, limit, out, turn->error);
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

/* engine->distances: the way around those who stay. A step leads to a tile that is nearer, so
 * that nothing is asked of tiles beyond those who ask: where nothing is in their way, which is
 * mostly so, the search may end with them. */
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

/* Tells that a monster has moved, so that the next ones plan with the tile that it left. */
static void chase_moved(wyrm_turn *turn, wyrm_position from, wyrm_position to)
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

/* -- steps -- */

static bool step(const wyrm_turn *turn, const wyrm_distances *distances, wyrm_position from,
                 wyrm_position *to)
{
    const wyrm_near *near = &turn->engine->near;
    wyrm_grid grid = near_grid(near, wyrm_marks_blocked);
    bool found = wyrm_distances_step(distances, &grid, inside(near, from), to);
    *to = outside(near, *to);
    return found;
}

/* The step of a monster at `from` towards the player; not found where it is better to wait. */
static wyrm_status chase_step(wyrm_turn *turn, const wyrm_chase *chase, wyrm_position from,
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

/* The step that leads farthest away from the player; the first straight one clockwise from north of
 * equally far ones. Not found where no step leads away. */
static wyrm_status flight_step(wyrm_turn *turn, const wyrm_chase *chase, wyrm_position from,
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

/* ---- Their turn ---- */

/* Somebody who has something to do in this turn. */
typedef struct actor {
    int32_t index; /* where it was when the turn began */
    uint32_t id;
    int32_t apart; /* tiles from the player */
} actor;

/* -- seeing -- */

bool wyrm_monster_sees(wyrm_turn *turn, const wyrm_game_monster *monster)
{
    const wyrm_creature *player = &turn->game->player;
    wyrm_position at = monster->body.at;
    int32_t apart = wyrm_tiles_apart(at, player->at);
    if (apart <= 1)
        return true;
    if (apart > turn->engine->rules.sight || player->turns[WYRM_HIDDEN] > 0)
        return false;
    return wyrm_sight_has(wyrm_turn_sight(turn), at.x, at.y);
}

/* -- striking -- */

static bool can_fire(const wyrm_engine *engine, const wyrm_combatant *combatant)
{
    return engine->stat_range >= 0 && combatant->stats[engine->stat_range] > 0.0;
}

/* Whether nobody else stands in the line between two tiles that see each other. */
static bool is_line_free(const wyrm_game *game, wyrm_position from, wyrm_position to)
{
    wyrm_position way[WYRM_MAP_SIDE_MAX];
    wyrm_grid sight = wyrm_game_sight_grid(game), feet = wyrm_game_step_grid(game);
    size_t length = wyrm_line(&sight, from, to, way, WYRM_MAP_SIDE_MAX);
    for (size_t i = 0; i + 1 < length && i < WYRM_MAP_SIDE_MAX; i++)
        if (wyrm_grid_solid(&feet, way[i].x, way[i].y))
            return false;
    return true;
}

/* What a monster cannot do is no fault of the player's command. */
static wyrm_status not_the_players(const wyrm_turn *turn, wyrm_status status)
{
    if (status != WYRM_ERROR_ARGUMENT)
        return status;
    if (turn->error)
        turn->error->code = WYRM_ERROR_RANGE;
    return WYRM_ERROR_RANGE;
}

/* Strikes, and buries whom that kills. */
static wyrm_status strike(wyrm_turn *turn, int32_t attacker, int32_t defender,
                          wyrm_attack_kind kind, int32_t apart)
{
    wyrm_status status = wyrm_body_strike(turn, attacker, NULL, defender, kind, apart, 0.0);
    if (status == WYRM_OK && wyrm_body(turn->game, defender)->combatant.hp <= 0)
        wyrm_bury(turn);
    return status;
}

/* Strikes or shoots the player if it can. */
static wyrm_status attack(wyrm_turn *turn, int32_t index, int32_t apart, bool *attacked)
{
    const wyrm_engine *engine = turn->engine;
    const wyrm_creature *body = wyrm_body(turn->game, index);
    bool reaches = apart <= wyrm_reach_of(engine, &body->combatant);
    bool fires = can_fire(engine, &body->combatant);
    *attacked = false;
    if (!reaches && !fires)
        return WYRM_OK;
    if (apart > 1 && !is_line_free(turn->game, body->at, turn->game->player.at))
        return WYRM_OK;
    *attacked = true;
    if (reaches)
        return not_the_players(turn,
                               strike(turn, index, WYRM_BODY_PLAYER, WYRM_ATTACK_MELEE, apart));
    wyrm_error *error = turn->error;
    turn->error = NULL; /* too far to shoot is no error */
    wyrm_status status = strike(turn, index, WYRM_BODY_PLAYER, WYRM_ATTACK_FIRED, apart);
    turn->error = error;
    if (status != WYRM_ERROR_ARGUMENT)
        return status == WYRM_OK ? status
                                 : wyrm_fail(error, status, "a shot of '%s' cannot be told",
                                             body->combatant.name);
    *attacked = false;
    return WYRM_OK;
}

/* -- going -- */

static void go(wyrm_turn *turn, int32_t index, wyrm_position to)
{
    wyrm_position from = wyrm_body(turn->game, index)->at;
    wyrm_body_move(turn, index, to);
    chase_moved(turn, from, to);
}

/* A step in any direction, into whoever is there. */
static wyrm_status stumble(wyrm_turn *turn, int32_t index)
{
    wyrm_game *game = turn->game;
    const wyrm_creature *body = wyrm_body(game, index);
    wyrm_direction heading = (wyrm_direction)wyrm_rng_below(&turn->chance, WYRM_DIRECTION_COUNT);
    wyrm_position to = wyrm_neighbour(body->at, heading);
    wyrm_grid grid = wyrm_game_step_grid(game);
    int32_t other = wyrm_monster_on(game, to);
    bool is_player = to.x == game->player.at.x && to.y == game->player.at.y;
    if (is_player || other >= 0) {
        if (wyrm_reach_of(turn->engine, &body->combatant) < 1)
            return WYRM_OK;
        return not_the_players(
            turn, strike(turn, index, is_player ? WYRM_BODY_PLAYER : other, WYRM_ATTACK_MELEE, 1));
    }
    if (!wyrm_grid_solid(&grid, to.x, to.y) && body->turns[WYRM_HELD] == 0)
        go(turn, index, to);
    return WYRM_OK;
}

static wyrm_status flee(wyrm_turn *turn, int32_t index, const wyrm_chase *chase)
{
    bool found = false;
    wyrm_position to;
    wyrm_creature *body = wyrm_body(turn->game, index);
    if (body->turns[WYRM_HELD] > 0)
        return WYRM_OK;
    wyrm_status status = flight_step(turn, chase, body->at, &found, &to);
    if (found)
        go(turn, index, to);
    return not_the_players(turn, status);
}

static wyrm_status hunt(wyrm_turn *turn, int32_t index, int32_t apart, const wyrm_chase *chase)
{
    bool done;
    wyrm_position to;
    wyrm_status status = attack(turn, index, apart, &done);
    const wyrm_creature *body = wyrm_body(turn->game, index);
    if (status != WYRM_OK || done || apart <= 1 || body->turns[WYRM_HELD] > 0)
        return status;
    status = chase_step(turn, chase, body->at, &done, &to);
    if (status == WYRM_OK && done)
        go(turn, index, to);
    return not_the_players(turn, status);
}

static wyrm_status act(wyrm_turn *turn, int32_t index, const actor *who, const wyrm_chase *chase)
{
    const wyrm_creature *body = wyrm_body(turn->game, index);
    if (body->turns[WYRM_CONFUSED] > 0)
        return stumble(turn, index);
    if (body->turns[WYRM_AFRAID] > 0)
        return flee(turn, index, chase);
    return hunt(turn, index, who->apart, chase);
}

/* -- whose turn it is -- */

/* Whether somebody who is awake and sees the player will rather attack from where it stands. */
static bool will_stay(const wyrm_engine *engine, const wyrm_creature *body, int32_t apart)
{
    return body->turns[WYRM_HELD] > 0 || apart <= wyrm_reach_of(engine, &body->combatant) ||
           can_fire(engine, &body->combatant);
}

/* Lists who acts, and tells the chase who is in whose way. */
static size_t gather(wyrm_turn *turn, actor *actors, wyrm_chase *chase)
{
    const wyrm_game *game = turn->game;
    size_t count = 0;
    chase_begin(chase);
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        const wyrm_creature *body = &monster->body;
        int32_t apart = wyrm_tiles_apart(body->at, game->player.at);
        bool is_near = apart <= turn->engine->rules.sight;
        bool confused = body->turns[WYRM_CONFUSED] > 0;
        bool ready = (is_near || confused) && wyrm_monster_is_ready(game, monster);
        bool sees = ready && is_near && wyrm_monster_sees(turn, monster);
        if (sees || (ready && confused))
            actors[count++] = (actor){(int32_t)i, monster->id, apart};
        if (sees)
            chase_include(game, body->at, chase);
        if (is_near && !confused && (!sees || will_stay(turn->engine, body, apart)))
            chase_avoid(body->at, chase);
    }
    return count;
}

/* Nearest first, equally near ones in their order. */
static void sort(const actor *actors, size_t count, actor *sorted)
{
    uint16_t place[WYRM_MAP_SIDE_MAX + 1] = {0}; /* of the first at a distance, from 1 on */
    int32_t farthest = 0;
    for (size_t i = 0; i < count; i++) {
        place[actors[i].apart + 1]++;
        farthest = actors[i].apart > farthest ? actors[i].apart : farthest;
    }
    for (int32_t apart = 1; apart <= farthest; apart++)
        place[apart + 1] = (uint16_t)(place[apart + 1] + place[apart]);
    for (size_t i = 0; i < count; i++)
        sorted[place[actors[i].apart]++] = actors[i];
}

/* Where an actor is now that some may have been buried; -1: it was, too. */
static int32_t find_actor(const wyrm_game *game, const actor *who)
{
    size_t low = 0, high = game->monster_count; /* ids ascend */
    if ((size_t)who->index < high && game->monsters[who->index].id == who->id)
        return who->index;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (game->monsters[middle].id < who->id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < game->monster_count && game->monsters[low].id == who->id ? (int32_t)low : -1;
}

wyrm_status wyrm_monsters_act(wyrm_turn *turn)
{
    actor gathered[WYRM_LEVEL_SPAWNS_MAX], actors[WYRM_LEVEL_SPAWNS_MAX];
    wyrm_chase chase;
    size_t count = gather(turn, gathered, &chase);
    wyrm_status status = WYRM_OK;
    sort(gathered, count, actors);
    for (size_t i = 0; i < count && status == WYRM_OK; i++) {
        int32_t index = find_actor(turn->game, &actors[i]);
        if (index >= 0)
            status = act(turn, index, &actors[i], &chase);
        if (turn->game->phase != WYRM_PHASE_PLAYING)
            break;
    }
    return status;
}
