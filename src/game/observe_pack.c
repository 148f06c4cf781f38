/* What the player knows of its pack: what can be used, at whom, how far, and how it would fight. */
#include <wyrm/observe.h>

#include <math.h>
#include <stdio.h>

#include "game/body.h"
#include "game/dress.h"
#include "game/effects_apply.h"
#include "game/pack.h"

bool wyrm_can_use(const wyrm_engine *engine, const wyrm_game *game, size_t item, char *why)
{
    wyrm_error error = {.code = WYRM_OK};
    size_t index;
    wyrm_status status =
        wyrm_pack_choose(engine, game, item < WYRM_PACK_MAX ? (int32_t)item : -1, &index, &error);
    if (status == WYRM_OK && !wyrm_is_gear(engine, game->pack[index].item.kind))
        status = wyrm_use_helps(engine, game, game->pack[index].item.kind, &error);
    if (why)
        snprintf(why, WYRM_WHY_MAX, "%.*s", WYRM_WHY_MAX - 1, error.message);
    return status == WYRM_OK;
}

wyrm_effect wyrm_pack_effect(const wyrm_engine *engine, const wyrm_game *game, size_t item)
{
    return engine->effects[game->pack[item].item.kind];
}

/* ------------------------------------------------------------------ whom it hits */

/* The place of a monster among those that are in sight, or monster_count. */
static size_t place_of(const wyrm_observation *observation, int32_t body)
{
    for (size_t i = 0; i < observation->monster_count; i++)
        if (observation->monsters[i].index == body && observation->monsters[i].in_sight)
            return i;
    return observation->monster_count;
}

size_t wyrm_would_hit(const wyrm_engine *engine, const wyrm_game *game,
                      const wyrm_observation *observation, size_t item, wyrm_position target,
                      size_t *hit, bool *user)
{
    int32_t bodies[WYRM_AIMED_MAX];
    wyrm_effect effect = wyrm_pack_effect(engine, game, item);
    size_t found = wyrm_aim_effect(engine, game, &effect, target, bodies);
    size_t seen = 0;
    *user = false;
    if (found == WYRM_EFFECT_NO_AIM)
        return found;
    for (size_t i = 0; i < found; i++) {
        size_t place = place_of(observation, bodies[i]);
        if (bodies[i] == WYRM_BODY_PLAYER)
            *user = true;
        else if (place < observation->monster_count)
            hit[seen++] = place;
    }
    return seen;
}

/* ------------------------------------------------------------------ how far */

int32_t wyrm_strike_range(const wyrm_engine *engine, const wyrm_game *game)
{
    const wyrm_combatant *player = &game->player.combatant;
    int32_t reach = 0, fired = 0;
    if (engine->stat_reach >= 0 && player->stats[engine->stat_reach] >= 2.0)
        reach = (int32_t)fmin(player->stats[engine->stat_reach], engine->rules.sight);
    if (engine->stat_range >= 0 && player->stats[engine->stat_range] > 0.0)
        fired = wyrm_aim_farthest(engine->combat, player, WYRM_ATTACK_FIRED, engine->rules.sight);
    return reach > fired ? reach : fired;
}

int32_t wyrm_throw_range(const wyrm_engine *engine, const wyrm_game *game, size_t item)
{
    wyrm_combatant armed;
    int32_t kind = game->pack[item].item.kind;
    if (!wyrm_is_weapon(engine, kind) || wyrm_is_barred(game, kind))
        return 0;
    wyrm_pack_hold(engine, game, item, &armed);
    return wyrm_aim_farthest(engine->combat, &armed, WYRM_ATTACK_THROWN, engine->rules.sight);
}

/* ------------------------------------------------------------------ in other gear */

void wyrm_player_with(const wyrm_engine *engine, const wyrm_game *game, size_t item,
                      wyrm_combatant *out)
{
    const wyrm_game_item *pack = game->pack;
    bool worn[WYRM_PACK_MAX];
    bool puts_on = !pack[item].worn && wyrm_is_gear(engine, pack[item].item.kind);
    for (size_t i = 0; i < game->pack_count; i++)
        worn[i] = pack[i].worn &&
                  !(puts_on && wyrm_gear_clash(engine, pack[item].item.kind, pack[i].item.kind));
    worn[item] = puts_on;
    wyrm_player_dressed(engine, game, worn, out);
}
