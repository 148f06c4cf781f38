/* What monsters do: nearest first they strike whom they reach, shoot whom they see, go where he is.
 *
 * They remember nothing: who does not see the player stands still.
 *
 * Where the player stands changes once a turn, and all who see him want to know how far it is: so
 * the distances are found once, from him, over the few tiles that matter. Monsters that will stay
 * where they are this turn are like walls, so that the others go around them to where there is
 * room; those that move on are not, so that a queue stays a queue. All go downhill on the same map:
 * nobody goes to and fro as long as the fighters stand. Whom the fighters leave no way to the
 * player comes as near as he can without them (RuggRogue, "Pathfinding": the same, by a search for
 * each).
 * 
 */
#include "game/internal.h"

#include <string.h>

static const wyrm_step_costs costs = {100, 141};

/* Tiles beyond those who ask for a way: to flee to, and to go around others on. */
enum { ROOM_TO_FLEE = 2, ROOM_TO_PASS = 4 };
_Static_assert(WYRM_NEAR_SIDE_MAX >= 2 * (WYRM_SIGHT_RADIUS_MAX + ROOM_TO_PASS) + 1,
               "the tiles near the player have room");

/* What is known of a turn before the first monster acts. */
typedef struct chase {
    int32_t tiles; /* from the player to the farthest who may ask for a way */
    int32_t cost;  /* of its way there over open ground */
    size_t ask_count;
    wyrm_position asks[WYRM_LEVEL_SPAWNS_MAX]; /* where those stand */
    size_t stay_count;
    wyrm_position stays[WYRM_LEVEL_SPAWNS_MAX]; /* where somebody stands who will not move */
} chase;

/* A monster at `from` may ask for a way this turn. */
static void chase_include(const wyrm_game *game, wyrm_position from, chase *out)
{
    int32_t across = abs(from.x - game->player.at.x), down = abs(from.y - game->player.at.y);
    int32_t lesser = across < down ? across : down, greater = across < down ? down : across;
    int32_t cost = lesser * costs.diagonal + (greater - lesser) * costs.straight;
    out->tiles = greater > out->tiles ? greater : out->tiles;
    out->cost = cost > out->cost ? cost : out->cost;
    out->asks[out->ask_count++] = from;
}

/* ---- The tiles around the player ---- */

static void copy_near(const wyrm_game *game, int32_t radius, wyrm_near *near)
{
    const wyrm_position centre = game->player.at;
    const int32_t left = centre.x - radius > 0 ? centre.x - radius : 0;
    const int32_t top = centre.y - radius > 0 ? centre.y - radius : 0;
    const int32_t right = centre.x + radius, bottom = centre.y + radius;
    near->corner = (wyrm_position){(int16_t)left, (int16_t)top};
    near->width = (right < game->map.width ? right + 1 : game->map.width) - left;
    near->height = (bottom < game->map.height ? bottom + 1 : game->map.height) - top;
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

/* What a monster cannot do is no fault of the player's command. */
static void must(wyrm_turn *turn, wyrm_status status)
{
    if (status == WYRM_ERROR_ARGUMENT) {
        status = WYRM_ERROR_RANGE;
        if (turn->error)
            turn->error->code = status;
    }
    wyrm_turn_must(turn, status);
}

static void find(wyrm_turn *turn, const bool *solid, int32_t limit, wyrm_distances *out)
{
    wyrm_near *near = &turn->engine->near;
    const wyrm_grid grid = near_grid(near, solid);
    const wyrm_position source = inside(near, turn->game->player.at);
    must(turn, wyrm_distances_find(&grid, &source, 1, costs, limit, out, turn->error));
}

/* Whether the distances of all who may ask are known. */
static bool are_all_reached(const wyrm_turn *turn, const chase *of)
{
    for (size_t i = 0; i < of->ask_count; i++) {
        const wyrm_position at = inside(&turn->engine->near, of->asks[i]);
        if (wyrm_distances_at(&turn->engine->distances, at.x, at.y) == WYRM_UNREACHED)
            return false;
    }
    return true;
}

/* engine->distances: the way around those who stay. A step leads to a tile that is nearer, so that
 * nothing is asked of tiles beyond those who ask: where nothing is in their way, which is mostly
 * so, the search may end with them, unless monsters act once more before the player's next command.
 */
static void find_distances(wyrm_turn *turn, const chase *of)
{
    wyrm_near *near = &turn->engine->near;
    wyrm_distances *distances = &turn->engine->distances;
    const int32_t *player = turn->game->player.turns;
    if (turn->distances_fresh)
        return;
    const int32_t room = of->stay_count > 0 ? ROOM_TO_PASS : ROOM_TO_FLEE;
    copy_near(turn->game, of->tiles + room, near);
    for (size_t i = 0; i < of->stay_count; i++) {
        uint8_t *tile = near_tile(near, of->stays[i]);
        if (tile && *tile & WYRM_MARK_MONSTER) /* it may have died meanwhile */
            *tile |= WYRM_NEAR_STAYS;
    }
    find(turn, wyrm_near_stays, of->cost, distances);
    if (player[WYRM_SLOWED] > 0 || player[WYRM_ASLEEP] > 0 || !are_all_reached(turn, of))
        find(turn, wyrm_near_stays, of->cost + 2 * room * costs.diagonal, distances);
    turn->distances_fresh = true;
    turn->straight_fresh = false;
}

/* engine->straight: the way as if nobody stood in it. */
static void find_straight(wyrm_turn *turn, const chase *of)
{
    find_distances(turn, of);
    if (!turn->straight_fresh)
        find(turn, wyrm_marks_opaque, of->cost + ROOM_TO_FLEE * costs.diagonal,
             &turn->engine->straight);
    turn->straight_fresh = true;
}

/* ---- Steps ---- */

static bool step(const wyrm_turn *turn, const wyrm_distances *distances, wyrm_position from,
                 wyrm_position *to)
{
    const wyrm_near *near = &turn->engine->near;
    const wyrm_grid grid = near_grid(near, wyrm_marks_blocked);
    bool found = wyrm_distances_step(distances, &grid, inside(near, from), to);
    *to = outside(near, *to);
    return found;
}

/* The step of a monster at `from` towards the player; false where it is better to wait. */
static bool chase_step(wyrm_turn *turn, const chase *of, wyrm_position from, wyrm_position *to)
{
    const wyrm_distances *distances = &turn->engine->distances;
    find_distances(turn, of);
    if (step(turn, distances, from, to))
        return true;
    const wyrm_position here = inside(&turn->engine->near, from);
    if (wyrm_distances_at(distances, here.x, here.y) != WYRM_UNREACHED)
        return false;
    find_straight(turn, of);
    return step(turn, &turn->engine->straight, from, to);
}

/* The step that leads farthest away from the player; the first straight one clockwise from north of
 * equally far ones. False where no step leads away. */
static bool flight_step(wyrm_turn *turn, const chase *of, wyrm_position from, wyrm_position *to)
{
    static const wyrm_direction order[] = {WYRM_NORTH,      WYRM_EAST,       WYRM_SOUTH,
                                           WYRM_WEST,       WYRM_NORTH_EAST, WYRM_SOUTH_EAST,
                                           WYRM_SOUTH_WEST, WYRM_NORTH_WEST};
    const wyrm_near *near = &turn->engine->near;
    const wyrm_distances *distances = &turn->engine->straight;
    find_straight(turn, of);
    const wyrm_position start = inside(near, from);
    const wyrm_grid grid = near_grid(near, wyrm_marks_blocked);
    int32_t farthest = wyrm_distances_at(distances, start.x, start.y);
    bool found = false;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        wyrm_position next = wyrm_neighbour(start, order[i]);
        int32_t distance = wyrm_distances_at(distances, next.x, next.y);
        if (wyrm_grid_solid(&grid, next.x, next.y) || distance <= farthest)
            continue;
        farthest = distance;
        found = true;
        *to = outside(near, next);
    }
    return found;
}

/* Those who come after plan with the tile that it has left. */
static void go(wyrm_turn *turn, int32_t index, wyrm_position to)
{
    wyrm_game *game = turn->game;
    const wyrm_position from = wyrm_body(game, index)->at;
    wyrm_body_move(turn, index, to);
    if (!turn->distances_fresh)
        return;
    uint8_t *left = near_tile(&turn->engine->near, from);
    uint8_t *entered = near_tile(&turn->engine->near, to);
    if (left)
        *left = *wyrm_mark_at(game, from.x, from.y);
    if (entered)
        *entered = *wyrm_mark_at(game, to.x, to.y);
}

/* ---- Attacks ---- */

bool wyrm_monster_sees(wyrm_turn *turn, const wyrm_game_monster *monster)
{
    const wyrm_creature *player = &turn->game->player;
    wyrm_position at = monster->body.at;
    int32_t apart = wyrm_tiles_apart(at, player->at);
    if (apart <= 1)
        return true;
    if (apart > turn->engine->rules.sight || player->turns[WYRM_HIDDEN] > 0)
        return false;
    return wyrm_sight_has(wyrm_player_sight(turn->engine, turn->game), at.x, at.y);
}

static bool can_fire(const wyrm_engine *engine, const wyrm_combatant *combatant)
{
    return wyrm_stat_of(engine, combatant, WYRM_STAT_RANGE, 0.0) > 0.0;
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

/* Strikes, and buries whom that kills. */
static void strike(wyrm_turn *turn, int32_t attacker, int32_t defender, int32_t apart)
{
    must(turn, wyrm_body_strike(turn, attacker, NULL, defender, WYRM_ATTACK_MELEE, apart, 0.0));
    if (wyrm_body(turn->game, defender)->combatant.hp <= 0)
        wyrm_bury(turn);
}

/* Too far to shoot is no error: the model has the say. */
static bool shoot(wyrm_turn *turn, int32_t index, int32_t apart)
{
    wyrm_error *error = turn->error;
    turn->error = NULL;
    wyrm_status status =
        wyrm_body_strike(turn, index, NULL, WYRM_BODY_PLAYER, WYRM_ATTACK_FIRED, apart, 0.0);
    turn->error = error;
    if (status == WYRM_ERROR_ARGUMENT)
        return false;
    if (status != WYRM_OK)
        wyrm_turn_must(turn, wyrm_fail(error, status, "a shot of '%s' cannot be told",
                                       wyrm_body(turn->game, index)->combatant.name));
    if (turn->game->player.combatant.hp <= 0)
        wyrm_bury(turn);
    return true;
}

/* Strikes or shoots the player if it can. */
static bool attack(wyrm_turn *turn, int32_t index, int32_t apart)
{
    const wyrm_creature *body = wyrm_body(turn->game, index);
    bool reaches = apart <= wyrm_reach_of(turn->engine, &body->combatant);
    if (!reaches && !can_fire(turn->engine, &body->combatant))
        return false;
    if (apart > 1 && !is_line_free(turn->game, body->at, turn->game->player.at))
        return false;
    if (!reaches)
        return shoot(turn, index, apart);
    strike(turn, index, WYRM_BODY_PLAYER, apart);
    return true;
}

/* ---- Their turn ---- */

/* Somebody who has something to do in this turn. */
typedef struct actor {
    int32_t index; /* where it was when the turn began */
    uint32_t id;
    int32_t apart; /* tiles from the player */
} actor;

/* A step in any direction, into whoever is there. */
static void stumble(wyrm_turn *turn, int32_t index)
{
    wyrm_game *game = turn->game;
    const wyrm_creature *body = wyrm_body(game, index);
    wyrm_direction heading = (wyrm_direction)wyrm_rng_below(&turn->chance, WYRM_DIRECTION_COUNT);
    wyrm_position to = wyrm_neighbour(body->at, heading);
    wyrm_grid grid = wyrm_game_step_grid(game);
    bool is_player = wyrm_same_tile(to, game->player.at);
    int32_t other = is_player ? WYRM_BODY_PLAYER : wyrm_monster_on(game, to);
    if (is_player || other >= 0) {
        if (wyrm_reach_of(turn->engine, &body->combatant) >= 1)
            strike(turn, index, other, 1);
    } else if (!wyrm_grid_solid(&grid, to.x, to.y) && body->turns[WYRM_HELD] == 0) {
        go(turn, index, to);
    }
}

static void act(wyrm_turn *turn, int32_t index, int32_t apart, const chase *of)
{
    const wyrm_creature *body = wyrm_body(turn->game, index);
    const bool flees = body->turns[WYRM_AFRAID] > 0, is_held = body->turns[WYRM_HELD] > 0;
    const wyrm_position from = body->at;
    wyrm_position to;
    if (body->turns[WYRM_CONFUSED] > 0) {
        stumble(turn, index);
        return;
    }
    if (!flees && (attack(turn, index, apart) || apart <= 1))
        return;
    if (!is_held && (flees ? flight_step(turn, of, from, &to) : chase_step(turn, of, from, &to)))
        go(turn, index, to);
}

/* Whether a monster has a turn now. Of the slowed every other one has. While the player is hasted
 * they have a turn only every other time, and count those. */
static bool is_ready(const wyrm_game *game, const wyrm_game_monster *monster)
{
    const int32_t *turns = monster->body.turns;
    uint32_t turn = game->player.turns[WYRM_HASTED] > 0 ? game->turn / 2 : game->turn;
    return turns[WYRM_ASLEEP] == 0 && (turns[WYRM_SLOWED] == 0 || (turn + monster->id) % 2 == 0);
}

/* Lists who acts, and tells the chase who asks for a way and who is in the way of others: who is
 * near and does not act, or will rather attack from where it stands. */
static size_t gather(wyrm_turn *turn, actor *actors, chase *of)
{
    const wyrm_engine *engine = turn->engine;
    const wyrm_game *game = turn->game;
    size_t count = 0;
    of->tiles = of->cost = 0;
    of->stay_count = of->ask_count = 0;
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        const wyrm_creature *body = &monster->body;
        int32_t apart = wyrm_tiles_apart(body->at, game->player.at);
        bool is_near = apart <= engine->rules.sight;
        bool confused = body->turns[WYRM_CONFUSED] > 0;
        if (!is_near && !confused)
            continue;
        bool ready = is_ready(game, monster);
        bool sees = ready && is_near && wyrm_monster_sees(turn, monster);
        if (sees || (ready && confused))
            actors[count++] = (actor){(int32_t)i, monster->id, apart};
        if (sees)
            chase_include(game, body->at, of);
        if (is_near && !confused &&
            (!sees || body->turns[WYRM_HELD] > 0 ||
             apart <= wyrm_reach_of(engine, &body->combatant) ||
             can_fire(engine, &body->combatant)))
            of->stays[of->stay_count++] = body->at;
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

void wyrm_monsters_act(wyrm_turn *turn)
{
    actor gathered[WYRM_LEVEL_SPAWNS_MAX], actors[WYRM_LEVEL_SPAWNS_MAX];
    chase of;
    const size_t count = gather(turn, gathered, &of);
    const actor *order = gathered;
    if (count > 1) {
        sort(gathered, count, actors);
        order = actors;
    }
    for (size_t i = 0; i < count && turn->game->phase == WYRM_PHASE_PLAYING; i++) {
        int32_t index = find_actor(turn->game, &order[i]);
        if (index >= 0)
            act(turn, index, order[i].apart, &of);
    }
}
