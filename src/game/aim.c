/* Whom the player hits from where it stands. */
#include "game/aim.h"

#include "game/body.h"

#include <math.h>

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

size_t wyrm_aim_blast(const wyrm_game *game, wyrm_position centre, double radius, int32_t *bodies)
{
    const wyrm_effect blast = {
        .kind = WYRM_EFFECT_BLAST,
        .radius = (int32_t)fmin(radius, WYRM_EFFECT_REACH_MAX),
    };
    return aim_from(game, &blast, centre, centre, bodies);
}

wyrm_flight wyrm_aim_flight(const wyrm_game *game, wyrm_position target)
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
