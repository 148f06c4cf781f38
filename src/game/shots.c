/* Strikes from afar: with a long weapon, fired, thrown, and what explodes. */
#include "game/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Whom the player hits from where it stands ---- */

/* Fills in the tiles of all monsters, in their order, and behind them the player's. */
static size_t stand_where(const wyrm_game *game, wyrm_position *tiles)
{
    for (size_t i = 0; i < game->monster_count; i++)
        tiles[i] = game->monsters[i].body.at;
    tiles[game->monster_count] = game->player.at;
    return game->monster_count + 1;
}

static size_t aim_from(const wyrm_game *game, const wyrm_effect *effect, wyrm_position user,
                       wyrm_position target, int32_t *bodies)
{
    wyrm_position tiles[WYRM_AIMED_MAX];
    size_t hit[WYRM_AIMED_MAX];
    wyrm_grid grid = wyrm_game_sight_grid(game);
    size_t count = stand_where(game, tiles);
    size_t found = wyrm_effect_targets(effect, &grid, user, target, tiles, count, hit);
    if (found != WYRM_EFFECT_NO_AIM)
        for (size_t i = 0; i < found; i++)
            bodies[i] = hit[i] < game->monster_count ? (int32_t)hit[i] : WYRM_BODY_PLAYER;
    return found;
}

size_t wyrm_aim_effect(const wyrm_engine *engine, const wyrm_game *game, const wyrm_effect *effect,
                       wyrm_position target, int32_t *bodies)
{
    wyrm_effect seen = *effect;
    if (seen.range < 0 || seen.range > engine->rules.sight)
        seen.range = engine->rules.sight;
    return aim_from(game, &seen, game->player.at, target, bodies);
}

/* Fills in who is hit by a blast around a tile, as an area effect of that radius: walls give
 * shelter. `bodies` and the result are as above. */
static size_t aim_blast(const wyrm_game *game, wyrm_position centre, double radius, int32_t *bodies)
{
    const wyrm_effect blast = {
        .kind = WYRM_EFFECT_BLAST,
        .radius = (int32_t)fmin(radius, WYRM_EFFECT_REACH_MAX),
    };
    return aim_from(game, &blast, centre, centre, bodies);
}

static wyrm_flight aim_flight(const wyrm_game *game, wyrm_position target)
{
    wyrm_position way[WYRM_MAP_SIDE_MAX];
    wyrm_grid grid = wyrm_game_sight_grid(game);
    wyrm_flight flight = {.victim = -1, .end = game->player.at};
    size_t length = wyrm_line(&grid, game->player.at, target, way, WYRM_MAP_SIDE_MAX);
    for (size_t i = 0; i < length && i < WYRM_MAP_SIDE_MAX && flight.victim < 0; i++) {
        if (wyrm_grid_solid(&grid, way[i].x, way[i].y))
            break;
        flight.end = way[i];
        flight.victim = wyrm_monster_on(game, way[i]);
    }
    return flight;
}

static bool goes(const wyrm_combat *combat, const wyrm_combatant *attacker, wyrm_attack_kind kind,
                 int32_t distance)
{
    wyrm_pmf *damage;
    wyrm_combatant target = wyrm_combat_blank(combat, "target");
    const wyrm_matchup matchup = {
        .attacker = attacker, .defender = &target, .attack = kind, .distance = distance};
    if (wyrm_combat_hit(combat, &matchup, &damage, NULL) != WYRM_OK)
        return false;
    wyrm_pmf_free(damage);
    return true;
}

int32_t wyrm_aim_farthest(const wyrm_combat *combat, const wyrm_combatant *attacker,
                          wyrm_attack_kind kind, int32_t most)
{
    int32_t good = 0, bad = most + 1;
    while (bad - good > 1) {
        int32_t middle = good + (bad - good) / 2;
        if (goes(combat, attacker, kind, middle))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

/* ---- Shots and throws ---- */

/* One attack of the player from where it stands. */
typedef struct shot {
    wyrm_attack_kind kind;
    wyrm_combatant armed; /* as the player fights in it */
    double blast;         /* radius of its explosion, tiles; 0: it does not explode */
    wyrm_position end;    /* where it comes down */
    int32_t distance;     /* tiles to there */
    size_t count;
    int32_t bodies[WYRM_AIMED_MAX]; /* whom it strikes */
} shot;

static double stat_of(const wyrm_engine *engine, const wyrm_combatant *combatant, const char *name)
{
    int stat = wyrm_combat_stat(engine->combat, name);
    return stat >= 0 ? combatant->stats[stat] : 0.0;
}

/* Sends it on its way: where it ends, and whom it strikes there. */
static void fly(const wyrm_turn *turn, wyrm_position target, shot *flying)
{
    const wyrm_game *game = turn->game;
    wyrm_flight flight = aim_flight(game, target);
    flying->end = flight.end;
    flying->distance = wyrm_tiles_apart(game->player.at, flight.end);
    if (flying->blast > 0.0) {
        flying->count = aim_blast(game, flight.end, flying->blast, flying->bodies);
    } else {
        flying->count = flight.victim >= 0;
        flying->bodies[0] = flight.victim;
    }
}

static double off_centre(const wyrm_turn *turn, const shot *flying, int32_t body)
{
    return wyrm_tiles_apart(flying->end, wyrm_body(turn->game, body)->at);
}

/* Whether the combat model takes the attack on one body: without a draw, and nothing is told. */
static wyrm_status try_one(const wyrm_turn *turn, const shot *flying,
                           const wyrm_combatant *defender, double distance, double off,
                           wyrm_error *error)
{
    wyrm_pmf *damage;
    const wyrm_matchup matchup = {.attacker = &flying->armed,
                                  .defender = defender,
                                  .attack = flying->kind,
                                  .distance = distance,
                                  .off_centre = off};
    wyrm_status status = wyrm_combat_hit(turn->engine->combat, &matchup, &damage, error);
    wyrm_pmf_free(damage);
    return status;
}

/* A sentence of the combat model about "'NAME' can only strike: ..." as the player reads it. */
static void address_player(const wyrm_combatant *player, wyrm_error *error)
{
    char name[sizeof player->name + 4], rest[sizeof error->message];
    if (!error)
        return;
    snprintf(name, sizeof name, "'%s' ", player->name);
    bool about_player = strncmp(error->message, name, strlen(name)) == 0;
    snprintf(rest, sizeof rest, "%s", error->message + (about_player ? strlen(name) : 0));
    snprintf(error->message, sizeof error->message, "%s%s.", about_player ? "You " : "", rest);
}

/* Why the model does not take an attack: it is too far, or as the model itself says. */
static wyrm_status refuse_shot(const wyrm_turn *turn, const shot *flying)
{
    int32_t farthest = wyrm_aim_farthest(turn->engine->combat, &flying->armed, flying->kind,
                                         turn->engine->rules.sight);
    if (flying->kind == WYRM_ATTACK_MELEE && farthest <= 1)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT,
                         "You have nothing in hand that strikes from afar.");
    if (farthest > 0 && farthest < flying->distance)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "That is too far away: %d %s at most.",
                         (int)farthest, farthest == 1 ? "tile" : "tiles");
    address_player(&flying->armed, turn->error);
    return WYRM_ERROR_ARGUMENT;
}

/* Whether every attack of the shot can be made; a shot that hits nobody is tried on a dummy. */
static wyrm_status try_all(const wyrm_turn *turn, const shot *flying)
{
    wyrm_status status = WYRM_OK;
    wyrm_combatant straw = wyrm_combat_blank(turn->engine->combat, "target");
    if (flying->count == 0)
        status = try_one(turn, flying, &straw, flying->distance, 0.0, turn->error);
    for (size_t i = 0; i < flying->count && status == WYRM_OK; i++)
        status =
            try_one(turn, flying, &wyrm_body(turn->game, flying->bodies[i])->combatant,
                    flying->distance, off_centre(turn, flying, flying->bodies[i]), turn->error);
    return status == WYRM_ERROR_ARGUMENT ? refuse_shot(turn, flying) : status;
}

static wyrm_status strike(wyrm_turn *turn, const shot *flying, int32_t body)
{
    return wyrm_body_strike(turn, WYRM_BODY_PLAYER, &flying->armed, body, flying->kind,
                            flying->distance, off_centre(turn, flying, body));
}

static wyrm_status strike_all(wyrm_turn *turn, const shot *flying)
{
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < flying->count && status == WYRM_OK; i++)
        status = strike(turn, flying, flying->bodies[i]);
    return status;
}

/* -- shooting -- */

/* A weapon that can fire does so, except that one with a reach above 1 strikes whoever is within
 * it. */
static wyrm_attack_kind kind_of_shot(const wyrm_engine *engine, const wyrm_combatant *player,
                                     int32_t distance)
{
    double reach = engine->stat_reach >= 0 ? player->stats[engine->stat_reach] : 1.0;
    double range = engine->stat_range >= 0 ? player->stats[engine->stat_range] : 0.0;
    return range > 0.0 && !(reach > 1.0 && distance <= reach) ? WYRM_ATTACK_FIRED
                                                              : WYRM_ATTACK_MELEE;
}

/* A single attack needs no trial: where it fails, nothing has happened yet. */
static wyrm_status hit_one(wyrm_turn *turn, const shot *flying)
{
    wyrm_status status = strike(turn, flying, flying->bodies[0]);
    return status == WYRM_ERROR_ARGUMENT ? refuse_shot(turn, flying) : status;
}

/* What is fired explodes where it strikes. */
static wyrm_status burst(wyrm_turn *turn, wyrm_position target, shot *flying)
{
    fly(turn, target, flying);
    wyrm_status status = try_all(turn, flying);
    return status == WYRM_OK ? strike_all(turn, flying) : status;
}

wyrm_status wyrm_do_shoot(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    wyrm_game *game = turn->game;
    wyrm_position target = command->target;
    if (!wyrm_sight_has(wyrm_turn_sight(turn), target.x, target.y) ||
        wyrm_monster_on(game, target) < 0)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "You see nobody there.");
    shot flying = {.armed = game->player.combatant};
    fly(turn, target, &flying);
    flying.kind = kind_of_shot(turn->engine, &flying.armed, flying.distance);
    if (flying.kind == WYRM_ATTACK_FIRED)
        flying.blast = stat_of(turn->engine, &flying.armed, "ammo_blast");
    wyrm_status status = flying.blast > 0.0 ? burst(turn, target, &flying) : hit_one(turn, &flying);
    if (status != WYRM_OK)
        return status;
    wyrm_count(&game->tally.shots);
    *takes_turn = true;
    return WYRM_OK;
}

/* -- throwing -- */

static wyrm_status check_target(wyrm_turn *turn, wyrm_position target)
{
    wyrm_position from = turn->game->player.at;
    if (!wyrm_sight_has(wyrm_turn_sight(turn), target.x, target.y))
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "You cannot see that place.");
    if (target.x == from.x && target.y == from.y)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "That would be yourself.");
    return WYRM_OK;
}

/* A thrown weapon leaves the pack and lies where it comes down, unless it bursts. */
static void let_go(wyrm_turn *turn, size_t index, const shot *flying)
{
    wyrm_game *game = turn->game;
    wyrm_game_item item = game->pack[index];
    wyrm_event event = wyrm_item_event(turn, WYRM_EVENT_THROWN, &item.item);
    wyrm_pack_remove(game, index);
    if (item.worn)
        wyrm_player_dress(turn->engine, game);
    if (flying->blast == 0.0)
        wyrm_floor_put(game, &item, flying->end);
    wyrm_count(&game->tally.shots);
    event.at = flying->end;
    wyrm_tell(turn, &event);
}

wyrm_status wyrm_do_throw(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    wyrm_game *game = turn->game;
    size_t index;
    wyrm_status status =
        wyrm_pack_choose(turn->engine, game, command->argument, &index, turn->error);
    if (status == WYRM_OK && !wyrm_is_weapon(turn->engine, game->pack[index].item.kind))
        status = wyrm_refuse_item(turn->engine, "There is no point in throwing",
                                  game->pack[index].item.kind, turn->error);
    if (status == WYRM_OK)
        status = check_target(turn, command->target);
    if (status != WYRM_OK)
        return status;
    shot flying = {.kind = WYRM_ATTACK_THROWN};
    wyrm_pack_hold(turn->engine, game, index, &flying.armed);
    flying.blast = stat_of(turn->engine, &flying.armed, "blast");
    fly(turn, command->target, &flying);
    if (flying.distance == 0)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "There is a wall.");
    status = try_all(turn, &flying);
    if (status != WYRM_OK)
        return status;
    if (flying.blast == 0.0 && wyrm_floor_is_full(game))
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT,
                         "There is no room for it on this floor.");
    let_go(turn, index, &flying);
    *takes_turn = true;
    return strike_all(turn, &flying);
}
