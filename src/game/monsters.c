/* What monsters do: nearest first they strike who they reach, shoot who they see, go where he is.
 *
 * They remember nothing: who does not see the player stands still. */
#include "game/monsters.h"

#include "game/body.h"
#include "game/chase.h"
#include "game/deaths.h"

/* Somebody who has something to do in this turn. */
typedef struct actor {
    int32_t index; /* where it was when the turn began */
    uint32_t id;
    int32_t apart; /* tiles from the player */
} actor;

/* ------------------------------------------------------------------ seeing */

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

/* ------------------------------------------------------------------ striking */

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

/* ------------------------------------------------------------------ going */

static void go(wyrm_turn *turn, int32_t index, wyrm_position to)
{
    wyrm_position from = wyrm_body(turn->game, index)->at;
    wyrm_body_move(turn, index, to);
    wyrm_chase_moved(turn, from, to);
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
    wyrm_status status = wyrm_flight_step(turn, chase, body->at, &found, &to);
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
    status = wyrm_chase_step(turn, chase, body->at, &done, &to);
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

/* ------------------------------------------------------------------ whose turn it is */

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
    wyrm_chase_begin(chase);
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
            wyrm_chase_include(game, body->at, chase);
        if (is_near && !confused && (!sees || will_stay(turn->engine, body, apart)))
            wyrm_chase_avoid(body->at, chase);
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
static int32_t find(const wyrm_game *game, const actor *who)
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
        int32_t index = find(turn->game, &actors[i]);
        if (index >= 0)
            status = act(turn, index, &actors[i], &chase);
        if (turn->game->phase != WYRM_PHASE_PLAYING)
            break;
    }
    return status;
}
