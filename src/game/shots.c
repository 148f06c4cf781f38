/* Strikes from afar: with a long weapon, fired, thrown, and what explodes.
 *
 * What flies follows the line that a shot takes, to the first monster on it, to its aim, or to the
 * last tile before a wall. What explodes there hits all in sight of that tile, walls giving
 * shelter, the player too. Whether an attack can be made at all, from how far, and with what, is
 * for the combat model to say: it is asked for its distribution before anything has happened.
 * 
 */
#include "game/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Whom the player hits from where it stands ---- */

static size_t aim_from(const wyrm_game *game, const wyrm_effect *effect, wyrm_position user,
                       wyrm_position target, int32_t *bodies)
{
    wyrm_position tiles[WYRM_AIMED_MAX];
    size_t hit[WYRM_AIMED_MAX], count = game->monster_count;
    const wyrm_grid grid = wyrm_game_sight_grid(game);
    for (size_t i = 0; i < count; i++)
        tiles[i] = game->monsters[i].body.at;
    tiles[count] = game->player.at;
    size_t found = wyrm_effect_targets(effect, &grid, user, target, tiles, count + 1, hit);
    if (found != WYRM_EFFECT_NO_AIM)
        for (size_t i = 0; i < found; i++)
            bodies[i] = hit[i] < count ? (int32_t)hit[i] : WYRM_BODY_PLAYER;
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

/* Whether the combat model takes such an attack. */
static wyrm_status try_attack(const wyrm_engine *engine, const wyrm_combatant *attacker,
                              const wyrm_combatant *defender, wyrm_attack_kind kind,
                              double distance, double off_centre, wyrm_error *error)
{
    wyrm_pmf *damage = NULL;
    const wyrm_matchup matchup = {.attacker = attacker,
                                  .defender = defender,
                                  .attack = kind,
                                  .distance = distance,
                                  .off_centre = off_centre};
    wyrm_status status = wyrm_combat_hit(engine->combat, &matchup, &damage, error);
    wyrm_pmf_free(damage);
    return status;
}

int32_t wyrm_aim_farthest(const wyrm_engine *engine, const wyrm_combatant *attacker,
                          wyrm_attack_kind kind)
{
    const wyrm_combatant target = wyrm_combat_blank(engine->combat, "target");
    int32_t good = 0, bad = engine->rules.sight + 1;
    while (bad - good > 1) {
        int32_t middle = good + (bad - good) / 2;
        if (try_attack(engine, attacker, &target, kind, middle, 0.0, NULL) == WYRM_OK)
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

/* Sends it on its way: where it ends, and whom it strikes there. */
static void fly(const wyrm_game *game, wyrm_position target, shot *flying)
{
    wyrm_position way[WYRM_MAP_SIDE_MAX];
    const wyrm_position from = game->player.at;
    const wyrm_grid grid = wyrm_game_sight_grid(game);
    const size_t length = wyrm_line(&grid, from, target, way, WYRM_MAP_SIDE_MAX);
    int32_t victim = -1;
    flying->end = from;
    for (size_t i = 0; i < length && i < WYRM_MAP_SIDE_MAX && victim < 0; i++) {
        if (wyrm_grid_solid(&grid, way[i].x, way[i].y))
            break;
        flying->end = way[i];
        victim = wyrm_monster_on(game, way[i]);
    }
    flying->distance = wyrm_tiles_apart(from, flying->end);
    flying->count = victim >= 0;
    flying->bodies[0] = victim;
    if (flying->blast > 0.0) {
        const wyrm_effect blast = {.kind = WYRM_EFFECT_BLAST,
                                   .radius = (int32_t)fmin(flying->blast, WYRM_EFFECT_REACH_MAX)};
        flying->count = aim_from(game, &blast, flying->end, flying->end, flying->bodies);
    }
}

/* Ends the command unless the combat model takes an attack: it is too far, or as the model itself
 * says, "'NAME' can only strike: ...", which the player reads as "You can only strike: ...". */
static void must(wyrm_turn *turn, const shot *flying, wyrm_status status)
{
    if (status != WYRM_ERROR_ARGUMENT) {
        wyrm_turn_must(turn, status);
        return;
    }
    int32_t farthest = wyrm_aim_farthest(turn->engine, &flying->armed, flying->kind);
    if (flying->kind == WYRM_ATTACK_MELEE && farthest <= 1)
        wyrm_refuse(turn, "You have nothing in hand that strikes from afar.");
    if (farthest > 0 && farthest < flying->distance)
        wyrm_refuse(turn, "That is too far away: %d %s at most.", (int)farthest,
                    farthest == 1 ? "tile" : "tiles");
    char name[sizeof flying->armed.name + 4], said[WYRM_ERROR_MESSAGE_MAX];
    snprintf(name, sizeof name, "'%s' ", flying->armed.name);
    snprintf(said, sizeof said, "%s", turn->error ? turn->error->message : "");
    if (strncmp(said, name, strlen(name)) == 0)
        wyrm_refuse(turn, "You %s.", said + strlen(name));
    wyrm_refuse(turn, "%s.", said);
}

static double off_centre(const wyrm_game *game, const shot *flying, int32_t body)
{
    const wyrm_position at =
        body == WYRM_BODY_PLAYER ? game->player.at : game->monsters[body].body.at;
    return wyrm_tiles_apart(flying->end, at);
}

/* Whether every attack of the shot can be made; a shot that hits nobody is tried on a dummy. */
static void try_all(wyrm_turn *turn, const shot *flying)
{
    const wyrm_engine *engine = turn->engine;
    if (flying->count == 0) {
        const wyrm_combatant straw = wyrm_combat_blank(engine->combat, "target");
        must(turn, flying,
             try_attack(engine, &flying->armed, &straw, flying->kind, flying->distance, 0.0,
                        turn->error));
    }
    for (size_t i = 0; i < flying->count; i++)
        must(turn, flying,
             try_attack(engine, &flying->armed,
                        &wyrm_body(turn->game, flying->bodies[i])->combatant, flying->kind,
                        flying->distance, off_centre(turn->game, flying, flying->bodies[i]),
                        turn->error));
}

static wyrm_status strike(wyrm_turn *turn, const shot *flying, int32_t body)
{
    return wyrm_body_strike(turn, WYRM_BODY_PLAYER, &flying->armed, body, flying->kind,
                            flying->distance, off_centre(turn->game, flying, body));
}

static void strike_all(wyrm_turn *turn, const shot *flying)
{
    for (size_t i = 0; i < flying->count; i++)
        wyrm_turn_must(turn, strike(turn, flying, flying->bodies[i]));
}

static bool sees(wyrm_turn *turn, wyrm_position target)
{
    return wyrm_sight_has(wyrm_player_sight(turn->engine, turn->game), target.x, target.y);
}

/* A weapon that can fire does so, except that one with a reach above 1 strikes whoever is within
 * it. What is fired explodes where it strikes. A single attack needs no trial: where it fails,
 * nothing has happened yet. */
bool wyrm_do_shoot(wyrm_turn *turn, const wyrm_command *command)
{
    const wyrm_engine *engine = turn->engine;
    wyrm_game *game = turn->game;
    if (!sees(turn, command->target) || wyrm_monster_on(game, command->target) < 0)
        wyrm_refuse(turn, "You see nobody there.");
    shot flying = {.kind = WYRM_ATTACK_MELEE, .armed = game->player.combatant};
    fly(game, command->target, &flying);
    double reach = wyrm_stat_of(engine, &flying.armed, WYRM_STAT_REACH, 1.0);
    if (wyrm_stat_of(engine, &flying.armed, WYRM_STAT_RANGE, 0.0) > 0.0 &&
        !(reach > 1.0 && flying.distance <= reach)) {
        flying.kind = WYRM_ATTACK_FIRED;
        flying.blast = wyrm_stat_of(engine, &flying.armed, WYRM_STAT_SHOT_BLAST, 0.0);
    }
    if (flying.blast > 0.0) {
        fly(game, command->target, &flying);
        try_all(turn, &flying);
        strike_all(turn, &flying);
    } else {
        must(turn, &flying, strike(turn, &flying, flying.bodies[0]));
    }
    wyrm_count(&game->tally.shots);
    return true;
}

/* A thrown weapon leaves the pack and lies where it comes down, unless it bursts. */
bool wyrm_do_throw(wyrm_turn *turn, const wyrm_command *command)
{
    const wyrm_engine *engine = turn->engine;
    wyrm_game *game = turn->game;
    char named[WYRM_NAMED_TEXT_MAX];
    wyrm_turn_must(turn, wyrm_pack_may(engine, game, command->argument, turn->error));
    const size_t index = (size_t)command->argument;
    const wyrm_game_item item = game->pack[index];
    if (!wyrm_is_weapon(engine, item.item.kind)) {
        wyrm_words_item(engine, &(wyrm_item){.kind = item.item.kind}, named);
        wyrm_refuse(turn, "There is no point in throwing %s.", named);
    }
    if (!sees(turn, command->target))
        wyrm_refuse(turn, "You cannot see that place.");
    if (wyrm_same_tile(command->target, game->player.at))
        wyrm_refuse(turn, "That would be yourself.");
    shot flying = {.kind = WYRM_ATTACK_THROWN};
    wyrm_pack_hold(engine, game, index, &flying.armed);
    flying.blast = wyrm_stat_of(engine, &flying.armed, WYRM_STAT_BLAST, 0.0);
    fly(game, command->target, &flying);
    if (flying.distance == 0)
        wyrm_refuse(turn, "There is a wall.");
    try_all(turn, &flying);
    if (flying.blast == 0.0 && wyrm_floor_is_full(game))
        wyrm_refuse(turn, "There is no room for it on this floor.");
    wyrm_pack_remove(engine, game, index);
    if (flying.blast == 0.0)
        wyrm_floor_put(game, &item, flying.end);
    wyrm_count(&game->tally.shots);
    wyrm_event event = wyrm_item_event(turn, WYRM_EVENT_THROWN, &item.item);
    event.at = flying.end;
    wyrm_tell(turn, &event);
    strike_all(turn, &flying);
    return true;
}
