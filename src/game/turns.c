/* Turns: what a command may be when, and all that it leads to.
 *
 * An action either takes the turn, or does not, or is refused before it has changed anything: then
 * it jumps out of the command with a sentence for the player. A turn that was taken ends with the
 * monsters, nearest first, and with the upkeep: conditions run out, the hungry digest, the hurt
 * regenerate. Who dies is not dead at once: hit points go down to 0, and after each of these the
 * dead are buried, nearest first, which may end the game. Whoever hurt somebody last has the credit
 * for all of them, which is what brings experience (RuggRogue, "Turn Order and Combat").
 *
 * Parts of hit points are kept in whole steps, so that nothing is lost or won by rounding: each
 * turn of healing adds the maximum of hit points to game->healing, and every rules.regeneration of
 * that is a hit point; likewise with game->starved and rules.starving (RuggRogue, "Hunger and
 * Regeneration"). */
#include "game/internal.h"
#include <math.h>
#include <string.h>

/* ---- The dead ---- */

/* Removes a dead monster; the others keep the order in which they were placed. When the last boss
 * of the last map dies, the victory item is left where it fell. */
static void bury_monster(wyrm_turn *turn, size_t index)
{
    wyrm_game *game = turn->game;
    const wyrm_game_monster dead = game->monsters[index];
    const wyrm_position at = dead.body.at;
    wyrm_event event = wyrm_event_of(WYRM_EVENT_DIED);
    wyrm_event_befalls(turn, (int32_t)index, &event);
    event.who = turn->credit;
    event.other = turn->credit_kind;
    *wyrm_mark_at(game, at.x, at.y) &= (uint8_t)~WYRM_MARK_MONSTER;
    game->monster_count--;
    memmove(&game->monsters[index], &game->monsters[index + 1],
            (game->monster_count - index) * sizeof dead);
    turn->distances_fresh = false;
    wyrm_tell(turn, &event);
    if (turn->credit == 0) {
        wyrm_count(&game->tally.kills);
        if (dead.spawn.monster >= 0)
            wyrm_count(&game->tally.killed[dead.spawn.monster]);
        wyrm_player_learn(turn, dead.spawn.experience);
    }
    bool is_last = turn->engine->rules.goal == WYRM_GOAL_BOSS && game->map.final &&
                   !game->goal_placed && !game->goal_taken && wyrm_is_boss(turn->engine, &dead);
    for (size_t i = 0; i < game->monster_count && is_last; i++)
        is_last = !wyrm_is_boss(turn->engine, &game->monsters[i]);
    if (is_last) {
        wyrm_set_tile(game, at, WYRM_TILE_GOAL);
        game->goal = at;
        game->goal_placed = true;
        event = wyrm_event_of(WYRM_EVENT_GOAL_PLACED);
        event.at = at;
        event.seen = wyrm_sight_has(wyrm_player_sight(turn->engine, game), at.x, at.y);
        wyrm_tell(turn, &event);
    }
    if (game->arena && game->monster_count == 0 && game->phase == WYRM_PHASE_PLAYING)
        wyrm_game_win(turn);
}

/* Buries all the dead, nearest first, the first in the order of placing of equally near ones:
 * experience and level-ups to who has the credit, the victory item of a boss, and the end of the
 * game where the player is among them. True while the game goes on. */
static bool bury(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    if (game->player.combatant.hp <= 0 && game->phase != WYRM_PHASE_DEAD) {
        const bool by_monster = turn->credit != WYRM_NOBODY && turn->credit != 0;
        if (game->cause == WYRM_CAUSE_NONE) {
            game->cause = by_monster ? WYRM_CAUSE_MONSTER : WYRM_CAUSE_ITSELF;
            game->killer = by_monster ? turn->credit_kind : -1;
        }
        wyrm_event event = wyrm_player_event(turn, WYRM_EVENT_DIED);
        event.whom = 0;
        event.who = turn->credit;
        event.monster = game->killer;
        wyrm_tell(turn, &event);
        game->phase = WYRM_PHASE_DEAD;
        event.kind = WYRM_EVENT_LOST;
        event.whom = WYRM_NOBODY;
        wyrm_tell(turn, &event);
    }
    for (;;) {
        size_t nearest = game->monster_count;
        int32_t least = INT32_MAX;
        for (size_t i = 0; i < game->monster_count; i++) {
            const wyrm_creature *body = &game->monsters[i].body;
            if (body->combatant.hp > 0 || wyrm_tiles_apart(body->at, game->player.at) >= least)
                continue;
            least = wyrm_tiles_apart(body->at, game->player.at);
            nearest = i;
        }
        if (nearest == game->monster_count)
            break;
        bury_monster(turn, nearest);
    }
    turn->credit = WYRM_NOBODY;
    turn->credit_kind = -1;
    return game->phase == WYRM_PHASE_PLAYING;
}

/* ---- What monsters do ----
 *
 * Nearest first they strike whom they reach, shoot whom they see, go where he is. They remember
 * nothing: who does not see the player stands still.
 *
 * Where the player stands changes once a turn, and all who see him want to know how far it is: so
 * the distances are found once, from him, over the few tiles that matter. Monsters that will stay
 * where they are this turn are like walls, so that the others go around them to where there is
 * room; those that move on are not, so that a queue stays a queue. All go downhill on the same map:
 * nobody goes to and fro as long as the fighters stand. Whom the fighters leave no way to the
 * player comes as near as he can without them (RuggRogue, "Pathfinding": the same, by a search for
 * each). */

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

/* ---- The tiles around the player ---- */

static wyrm_position inside(const wyrm_near *near, wyrm_position at)
{
    return (wyrm_position){(int16_t)(at.x - near->corner.x), (int16_t)(at.y - near->corner.y)};
}

/* The place on the map of a tile near the player. */
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

/* engine->distances: the way around those who stay. A step leads to a tile that is nearer, so that
 * nothing is asked of tiles beyond those who ask: where nothing is in their way, which is mostly
 * so, the search may end with them, unless monsters act once more before the player's next command.
 */
static void find_distances(wyrm_turn *turn, const chase *of)
{
    const wyrm_game *game = turn->game;
    wyrm_near *near = &turn->engine->near;
    wyrm_distances *distances = &turn->engine->distances;
    const wyrm_position centre = game->player.at;
    if (turn->distances_fresh)
        return;
    const int32_t room = of->stay_count > 0 ? ROOM_TO_PASS : ROOM_TO_FLEE;
    const int32_t radius = of->tiles + room, width = game->map.width, height = game->map.height;
    const int32_t left = centre.x - radius > 0 ? centre.x - radius : 0;
    const int32_t top = centre.y - radius > 0 ? centre.y - radius : 0;
    near->corner = (wyrm_position){(int16_t)left, (int16_t)top};
    near->width = (centre.x + radius < width ? centre.x + radius + 1 : width) - left;
    near->height = (centre.y + radius < height ? centre.y + radius + 1 : height) - top;
    for (int32_t y = 0; y < near->height; y++)
        memcpy(&near->tiles[y * near->width], &game->marks[(top + y) * width + left],
               (size_t)near->width);
    for (size_t i = 0; i < of->stay_count; i++) {
        uint8_t *tile = near_tile(near, of->stays[i]);
        if (tile && *tile & WYRM_MARK_MONSTER) /* it may have died meanwhile */
            *tile |= WYRM_NEAR_STAYS;
    }
    find(turn, wyrm_near_stays, of->cost, distances);
    bool farther = game->player.turns[WYRM_SLOWED] > 0 || game->player.turns[WYRM_ASLEEP] > 0;
    for (size_t i = 0; i < of->ask_count && !farther; i++) {
        const wyrm_position at = inside(near, of->asks[i]);
        farther = wyrm_distances_at(distances, at.x, at.y) == WYRM_UNREACHED;
    }
    if (farther)
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

/* The step of a monster at `from` towards the player; false where it is better to wait. */
static bool chase_step(wyrm_turn *turn, const chase *of, wyrm_position from, wyrm_position *to)
{
    wyrm_engine *engine = turn->engine;
    find_distances(turn, of);
    const wyrm_position here = inside(&engine->near, from);
    const wyrm_grid grid = near_grid(&engine->near, wyrm_marks_blocked);
    bool found = wyrm_distances_step(&engine->distances, &grid, here, to);
    if (!found && wyrm_distances_at(&engine->distances, here.x, here.y) == WYRM_UNREACHED) {
        find_straight(turn, of);
        found = wyrm_distances_step(&engine->straight, &grid, here, to);
    }
    *to = outside(&engine->near, *to);
    return found;
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
    const wyrm_position changed[] = {wyrm_body(game, index)->at, to};
    wyrm_body_move(turn, index, to);
    for (int i = 0; i < 2 && turn->distances_fresh; i++) {
        uint8_t *tile = near_tile(&turn->engine->near, changed[i]);
        if (tile)
            *tile = *wyrm_mark_at(game, changed[i].x, changed[i].y);
    }
}

/* ---- Attacks ---- */

/* Whether a monster sees the player: what is seen sees. Who hides is seen from beside only. */
static bool sees(wyrm_turn *turn, const wyrm_game_monster *monster)
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

/* Strikes, and buries whom that kills. */
static void strike(wyrm_turn *turn, int32_t attacker, int32_t defender, int32_t apart)
{
    must(turn, wyrm_body_strike(turn, attacker, NULL, defender, WYRM_ATTACK_MELEE, apart, 0.0));
    if (wyrm_body(turn->game, defender)->combatant.hp <= 0)
        bury(turn);
}

/* Strikes or shoots the player if it can and nobody else stands in the line between them. Too far
 * to shoot is no error: the model has the say. */
static bool attack(wyrm_turn *turn, int32_t index, int32_t apart)
{
    const wyrm_game *game = turn->game;
    const wyrm_creature *body = &game->monsters[index].body;
    const wyrm_grid sight = wyrm_game_sight_grid(game), feet = wyrm_game_step_grid(game);
    const bool reaches = apart <= wyrm_reach_of(turn->engine, &body->combatant);
    wyrm_position way[WYRM_MAP_SIDE_MAX];
    if (!reaches && !(wyrm_stat_of(turn->engine, &body->combatant, WYRM_STAT_RANGE, 0.0) > 0.0))
        return false;
    const size_t length =
        apart > 1 ? wyrm_line(&sight, body->at, game->player.at, way, WYRM_MAP_SIDE_MAX) : 0;
    for (size_t i = 0; i + 1 < length; i++)
        if (wyrm_grid_solid(&feet, way[i].x, way[i].y))
            return false;
    if (reaches) {
        strike(turn, index, WYRM_BODY_PLAYER, apart);
        return true;
    }
    wyrm_error *error = turn->error;
    turn->error = NULL;
    wyrm_status status =
        wyrm_body_strike(turn, index, NULL, WYRM_BODY_PLAYER, WYRM_ATTACK_FIRED, apart, 0.0);
    turn->error = error;
    if (status == WYRM_ERROR_ARGUMENT)
        return false;
    if (status != WYRM_OK)
        wyrm_turn_must(
            turn, wyrm_fail(error, status, "a shot of '%s' cannot be told", body->combatant.name));
    if (game->player.combatant.hp <= 0)
        bury(turn);
    return true;
}

/* ---- Their turn ---- */

/* Somebody who has something to do in this turn. */
typedef struct actor {
    int32_t index; /* where it was when the turn began */
    uint32_t id;
    int32_t apart; /* tiles from the player */
} actor;

/* The confused step in any direction, into whoever is there. */
static void act(wyrm_turn *turn, int32_t index, int32_t apart, const chase *of)
{
    wyrm_game *game = turn->game;
    const wyrm_creature *body = &game->monsters[index].body;
    const bool flees = body->turns[WYRM_AFRAID] > 0, is_held = body->turns[WYRM_HELD] > 0;
    const wyrm_position from = body->at;
    wyrm_position to;
    if (body->turns[WYRM_CONFUSED] > 0) {
        to = wyrm_neighbour(from,
                            (wyrm_direction)wyrm_rng_below(&turn->chance, WYRM_DIRECTION_COUNT));
        const wyrm_grid grid = wyrm_game_step_grid(game);
        const bool is_player = wyrm_same_tile(to, game->player.at);
        const int32_t other = is_player ? WYRM_BODY_PLAYER : wyrm_monster_on(game, to);
        if (!is_player && other < 0) {
            if (!wyrm_grid_solid(&grid, to.x, to.y) && !is_held)
                go(turn, index, to);
        } else if (wyrm_reach_of(turn->engine, &body->combatant) >= 1) {
            strike(turn, index, other, 1);
        }
        return;
    }
    if (!flees && (attack(turn, index, apart) || apart <= 1))
        return;
    if (!is_held && (flees ? flight_step(turn, of, from, &to) : chase_step(turn, of, from, &to)))
        go(turn, index, to);
}

/* Lists who acts, nearest first, and tells the chase who asks for a way and who is in the way of
 * others: who is near and does not act, or will rather attack from where it stands. Of the slowed
 * every other one has a turn. While the player is hasted they have one only every other time, and
 * count those. */
static size_t gather(wyrm_turn *turn, actor *actors, chase *of)
{
    const wyrm_engine *engine = turn->engine;
    const wyrm_game *game = turn->game;
    const wyrm_position player = game->player.at;
    const uint32_t now = game->player.turns[WYRM_HASTED] > 0 ? game->turn / 2 : game->turn;
    size_t count = 0;
    of->tiles = of->cost = 0;
    of->stay_count = of->ask_count = 0;
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        const wyrm_creature *body = &monster->body;
        const int32_t *turns = body->turns;
        const int32_t across = abs(body->at.x - player.x), down = abs(body->at.y - player.y);
        const int32_t apart = across < down ? down : across;
        const bool is_near = apart <= engine->rules.sight, confused = turns[WYRM_CONFUSED] > 0;
        if (!is_near && !confused)
            continue;
        const bool ready =
            turns[WYRM_ASLEEP] == 0 && (turns[WYRM_SLOWED] == 0 || (now + monster->id) % 2 == 0);
        const bool asks = ready && is_near && sees(turn, monster);
        if (asks || (ready && confused)) {
            size_t at = count++;
            for (; at > 0 && actors[at - 1].apart > apart; at--)
                actors[at] = actors[at - 1];
            actors[at] = (actor){(int32_t)i, monster->id, apart};
        }
        if (asks) {
            const int32_t aslant = across + down - apart;
            const int32_t cost = aslant * costs.diagonal + (apart - aslant) * costs.straight;
            of->tiles = apart > of->tiles ? apart : of->tiles;
            of->cost = cost > of->cost ? cost : of->cost;
            of->asks[of->ask_count++] = body->at;
        }
        if (is_near && !confused &&
            (!asks || turns[WYRM_HELD] > 0 || apart <= wyrm_reach_of(engine, &body->combatant) ||
             wyrm_stat_of(engine, &body->combatant, WYRM_STAT_RANGE, 0.0) > 0.0))
            of->stays[of->stay_count++] = body->at;
    }
    return count;
}

/* All monsters that are awake and whose turn it is act until the game is over. Where some have been
 * buried meanwhile, the others have moved up; ids ascend. */
static void act_all(wyrm_turn *turn)
{
    const wyrm_game *game = turn->game;
    actor actors[WYRM_LEVEL_SPAWNS_MAX];
    chase of;
    const size_t count = gather(turn, actors, &of);
    for (size_t i = 0; i < count && game->phase == WYRM_PHASE_PLAYING; i++) {
        int32_t index = actors[i].index, last = (int32_t)game->monster_count - 1;
        index = index < last ? index : last;
        while (index >= 0 && game->monsters[index].id > actors[i].id)
            index--;
        if (index >= 0 && game->monsters[index].id == actors[i].id)
            act(turn, index, actors[i].apart, &of);
    }
}

/* ---- Conditions and boosts run out ---- */

/* Conditions wear off by 1. Sleep does by more where the other side is seen or hurts; slumber first
 * becomes a doze. */
static void wear_off(wyrm_turn *turn, int32_t body, wyrm_creature *creature)
{
    const wyrm_game *game = turn->game;
    int32_t any = 0;
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++)
        any |= creature->turns[i];
    for (int i = 0; i < WYRM_CONDITION_COUNT && any != 0; i++) {
        int32_t *left = &creature->turns[i], lost = 1;
        if (*left <= 0)
            continue;
        if (i == WYRM_ASLEEP) {
            bool seen = body != WYRM_BODY_PLAYER && sees(turn, &game->monsters[body]);
            for (size_t k = 0; k < game->monster_count && body == WYRM_BODY_PLAYER && !seen; k++) {
                const wyrm_position at = game->monsters[k].body.at;
                seen = wyrm_sight_has(wyrm_player_sight(turn->engine, game), at.x, at.y);
            }
            if ((seen || creature->hurt) && *left > WYRM_SLUMBER / 2)
                *left = WYRM_DOZE;
            lost += (seen ? 1 : 0) + (creature->hurt ? 10 : 0);
        }
        *left = *left > lost ? *left - lost : 0;
        if (*left > 0)
            continue;
        wyrm_event event = wyrm_event_of(WYRM_EVENT_CONDITION_ENDED);
        wyrm_event_befalls(turn, body, &event);
        event.condition = (wyrm_condition)i;
        wyrm_tell(turn, &event);
    }
}

/* ---- Hunger and regeneration ---- */

/* The stage now that it was `before` in this upkeep, in which nobody becomes less hungry: what is
 * above the stage needs no look. */
static size_t stage_after(const wyrm_turn *turn, size_t before)
{
    const wyrm_play_rules *rules = &turn->engine->rules;
    bool same = turn->game->fullness >= rules->stages[before].from;
    return same ? before : wyrm_hunger_stage_at(rules, turn->game->fullness);
}

static int64_t win_back(wyrm_combatant *combatant, int64_t hp)
{
    int64_t missing = combatant->max_hp - combatant->hp;
    hp = hp < missing ? hp : missing;
    combatant->hp += hp > 0 ? hp : 0;
    return hp > 0 ? hp : 0;
}

/* Hit points that `turns` turns of regeneration give, as a duel counts them: the products of 0.1
 * may fall a hair below a whole number. */
static int64_t given_after(double regeneration, int32_t turns)
{
    double total = regeneration * turns;
    return (int64_t)floor(total + total * 1e-12);
}

/* Its own regeneration, of who has some. */
static int64_t regenerate(wyrm_creature *creature)
{
    double rate = creature->combatant.regeneration;
    if (!(rate > 0.0) || creature->combatant.hp <= 0)
        return 0;
    int32_t turns = creature->regenerated;
    creature->regenerated = turns < INT32_MAX - 1 ? turns + 1 : 0;
    return win_back(&creature->combatant, given_after(rate, turns + 1) - given_after(rate, turns));
}

/* Digesting takes 1 of the fullness each turn, and healing 1 more. A boost of regeneration still
 * counts in its last turn. */
static void keep_player(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    const wyrm_play_rules *rules = &turn->engine->rules;
    wyrm_combatant *player = &game->player.combatant;
    bool hungers = rules->stage_count > 0;
    size_t before = hungers ? wyrm_hunger_stage_at(rules, game->fullness) : 0, stage = 0;
    wear_off(turn, WYRM_BODY_PLAYER, &game->player);
    if (hungers) {
        game->fullness -= game->fullness > 0;
        stage = stage_after(turn, before);
    }
    if ((!hungers || rules->stages[stage].regenerates) && rules->regeneration > 0 &&
        player->hp < player->max_hp && player->hp > 0) {
        const int64_t won = game->healing + player->max_hp;
        game->healing = (int32_t)(won % rules->regeneration);
        wyrm_add_to(&game->tally.healed, win_back(player, won / rules->regeneration));
        if (player->hp == player->max_hp)
            game->healing = 0;
        game->fullness -= hungers && game->fullness > 0;
    }
    wyrm_add_to(&game->tally.healed, regenerate(&game->player));
    size_t kept = 0;
    for (size_t i = 0; i < game->boost_count; i++) {
        wyrm_boost boost = game->boosts[i];
        boost.turns -= boost.turns > 0;
        if (boost.turns != 0)
            game->boosts[kept++] = boost;
    }
    if (kept < game->boost_count) {
        game->boost_count = kept;
        wyrm_player_dress(turn->engine, game, NULL, player);
    }
    if (!hungers)
        return;
    stage = stage_after(turn, stage);
    if (stage != before)
        wyrm_tell_player(turn, WYRM_EVENT_HUNGER, (int64_t)stage);
    if (game->fullness > 0)
        return;
    const int64_t steps = game->starved + player->max_hp;
    int64_t lost = steps / rules->starving;
    game->starved = (int32_t)(steps % rules->starving);
    if (lost == 0)
        return;
    lost = wyrm_body_wound(turn, WYRM_BODY_PLAYER, WYRM_BODY_NONE, lost);
    wyrm_tell_player(turn, WYRM_EVENT_STARVING, lost);
    if (player->hp == 0)
        game->cause = WYRM_CAUSE_STARVED;
}

/* ---- Waiting, going and striking ---- */

static bool do_wait(wyrm_turn *turn, const wyrm_command *command)
{
    (void)turn, (void)command;
    return true;
}

/* The confused step in a random direction, which may lead into a wall or a monster. */
static bool do_move(wyrm_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    const bool is_held = game->player.turns[WYRM_HELD] > 0;
    const bool stumbles = game->player.turns[WYRM_CONFUSED] > 0;
    wyrm_direction heading = (wyrm_direction)command->argument;
    if (command->argument < 0 || command->argument >= WYRM_DIRECTION_COUNT)
        wyrm_refuse(turn, "There is no such direction.");
    if (stumbles)
        heading = (wyrm_direction)wyrm_rng_below(&turn->chance, WYRM_DIRECTION_COUNT);
    const wyrm_position to = wyrm_neighbour(game->player.at, heading);
    const wyrm_grid grid = wyrm_game_sight_grid(game);
    const int32_t monster = wyrm_monster_on(game, to);
    const bool is_wall = wyrm_grid_solid(&grid, to.x, to.y);
    if (monster < 0 && (is_wall || is_held)) {
        if (stumbles)
            return true;
        wyrm_refuse(turn, "%s",
                    is_wall ? "There is a wall." : "You are held: you cannot leave here.");
    }
    if (monster >= 0)
        wyrm_turn_must(turn, wyrm_body_strike(turn, WYRM_BODY_PLAYER, NULL, monster,
                                              WYRM_ATTACK_MELEE, 1.0, 0.0));
    else
        wyrm_body_move(turn, WYRM_BODY_PLAYER, to);
    wyrm_count(monster >= 0 ? &game->tally.attacks : &game->tally.steps);
    return true;
}

/* ---- From map to map, and to a new level ---- */

static void heal(wyrm_turn *turn, int64_t hp)
{
    int64_t healed = win_back(&turn->game->player.combatant, hp);
    if (healed == 0)
        return;
    wyrm_add_to(&turn->game->tally.healed, healed);
    wyrm_tell_player(turn, WYRM_EVENT_HEALED, healed);
}

static bool do_leave(wyrm_turn *turn, const wyrm_command *command)
{
    (void)command;
    wyrm_game *game = turn->game;
    if (game->arena)
        wyrm_refuse(turn, "There is no way out but victory.");
    if (game->map.final || !wyrm_same_tile(game->player.at, game->map.exit))
        wyrm_refuse(turn, "There are no stairs here.");
    if (game->player.turns[WYRM_HELD] > 0)
        wyrm_refuse(turn, "You are held: you cannot leave here.");
    wyrm_combatant rested = game->player.combatant;
    wyrm_growth_new_floor(turn->engine->growth, &rested);
    heal(turn, rested.hp - game->player.combatant.hp);
    wyrm_encounter_descend(turn->engine->encounter, &game->difficulty);
    wyrm_level_enter(turn);
    return false;
}

static bool do_go_on(wyrm_turn *turn, const wyrm_command *command)
{
    (void)command;
    wyrm_game *game = turn->game;
    const wyrm_engine *engine = turn->engine;
    if (game->arena || engine->rules.after_win != WYRM_AFTER_WIN_PLUS)
        wyrm_refuse(turn, "The game is over: you have won.");
    game->phase = WYRM_PHASE_PLAYING;
    wyrm_encounter_win(engine->encounter, &game->difficulty);
    wyrm_encounter_descend(engine->encounter, &game->difficulty);
    heal(turn, game->player.combatant.max_hp * engine->rules.restart / 1000);
    wyrm_count(&game->turn);
    wyrm_level_enter(turn);
    return false;
}

/* The player keeps the same number of missing hit points, whatever happens to their maximum. */
static bool do_choose(wyrm_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    const wyrm_choice *choices;
    const size_t count = wyrm_growth_choices(turn->engine->growth, &choices);
    if (command->argument < 0 || (size_t)command->argument >= count)
        wyrm_refuse(turn, "There is no such choice.");
    wyrm_combatant *bare = &game->bare, *player = &game->player.combatant;
    int64_t missing = player->max_hp - player->hp;
    bare->hp = bare->max_hp > missing ? bare->max_hp - missing : 1;
    wyrm_growth_choose(turn->engine->growth, (size_t)command->argument, bare);
    if (bare->hp >= bare->max_hp)
        missing = 0;
    wyrm_player_dress(turn->engine, game, NULL, &game->player.combatant);
    player->hp = player->max_hp > missing ? player->max_hp - missing : 1;
    if (--game->choices == 0)
        game->phase = WYRM_PHASE_PLAYING;
    wyrm_count(&game->tally.choices);
    wyrm_tell_player(turn, WYRM_EVENT_CHOICE, command->argument);
    return false;
}

/* ---- Carrying a command out ---- */

/* In which phase a command is taken, and what does it: of commands about items the table of those
 * knows. */
static const struct {
    wyrm_action *act;
    wyrm_game_phase phase;
} actions[WYRM_COMMAND_COUNT] = {
    [WYRM_DO_WAIT] = {do_wait, WYRM_PHASE_PLAYING},
    [WYRM_DO_MOVE] = {do_move, WYRM_PHASE_PLAYING},
    [WYRM_DO_LEAVE] = {do_leave, WYRM_PHASE_PLAYING},
    [WYRM_DO_CHOOSE] = {do_choose, WYRM_PHASE_CHOOSING},
    [WYRM_DO_GO_ON] = {do_go_on, WYRM_PHASE_WON},
};

/* Ends a turn: the monsters act (only every other time while the player is hasted), conditions and
 * hunger go on, the dead are buried, and the turn counter rises. */
static void pass_turn(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    if (game->player.turns[WYRM_HASTED] == 0 || game->turn % 2 == 0)
        act_all(turn);
    if (game->phase != WYRM_PHASE_PLAYING)
        return;
    turn->credit = WYRM_NOBODY;
    turn->credit_kind = -1;
    for (size_t i = 0; i < game->monster_count; i++) {
        wyrm_creature *creature = &game->monsters[i].body;
        wear_off(turn, (int32_t)i, creature);
        regenerate(creature);
        creature->hurt = false;
    }
    keep_player(turn);
    if (!bury(turn))
        return;
    wyrm_level_look(turn);
    wyrm_count(&game->turn);
}

/* Ends the turn that the player has used, a second one where it is slowed, and every one that it
 * sleeps through. */
static void pass_turns(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    int32_t turns = game->player.turns[WYRM_SLOWED] > 0 ? 2 : 1;
    wyrm_level_look(turn);
    pass_turn(turn);
    while (game->phase == WYRM_PHASE_PLAYING &&
           (--turns > 0 || game->player.turns[WYRM_ASLEEP] > 0)) {
        game->player.hurt = false;
        pass_turn(turn);
    }
}

/* Where refusals and failures come out. Nothing was done before `acted`. */
static void carry_out(wyrm_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    const bool was_hurt = game->player.hurt;
    volatile bool acted = false;
    game->player.hurt = false;
    if (setjmp(turn->end) == 0) {
        wyrm_action *act_on = actions[command->kind].act;
        acted = (act_on ? act_on : wyrm_item_actions[command->kind])(turn, command);
        game->commands++;
        if (!acted)
            wyrm_level_look(turn);
        else if (bury(turn))
            pass_turns(turn);
    }
    if (!acted)
        game->player.hurt = was_hurt;
}

wyrm_status wyrm_game_act(wyrm_engine *engine, wyrm_game *game, const wyrm_command *command,
                          const wyrm_listener *listener, wyrm_error *error)
{
    static const char *const refusals[] = {
        [WYRM_PHASE_PLAYING] = "That makes no sense now.",
        [WYRM_PHASE_CHOOSING] = "First choose what the new level brings.",
        [WYRM_PHASE_WON] = "You have won.",
        [WYRM_PHASE_DEAD] = "You are dead.",
    };
    wyrm_turn turn;
    if ((unsigned)command->kind >= WYRM_COMMAND_COUNT)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "There is no such command.");
    if (actions[command->kind].phase != game->phase)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%s", refusals[game->phase]);
    wyrm_turn_begin(&turn, engine, game, listener, error);
    carry_out(&turn, command);
    if (game->phase == WYRM_PHASE_PLAYING && game->choices > 0)
        game->phase = WYRM_PHASE_CHOOSING;
    return turn.status;
}
