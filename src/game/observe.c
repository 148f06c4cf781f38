/* What the player sees and knows. */
#include "game/internal.h"

#include <math.h>
#include <stdio.h>

#include <wyrm/observe.h>

static bool is_same(wyrm_position one, wyrm_position other)
{
    return one.x == other.x && one.y == other.y;
}

/* Who hides is only seen from the next tile. */
static bool is_in_sight(const wyrm_sight *sight, const wyrm_creature *creature, int32_t distance)
{
    return wyrm_sight_has(sight, creature->at.x, creature->at.y) &&
           (creature->turns[WYRM_HIDDEN] == 0 || distance <= 1);
}

static bool is_before(const wyrm_game *game, const wyrm_seen_monster *one,
                      const wyrm_seen_monster *other)
{
    if (one->distance != other->distance)
        return one->distance < other->distance;
    return game->monsters[one->index].id < game->monsters[other->index].id;
}

/* Inserts a monster by distance. Few are seen at a time, so that this needs no faster sort. */
static void insert(const wyrm_game *game, const wyrm_seen_monster *seen, wyrm_observation *out)
{
    size_t at = out->monster_count++;
    for (; at > 0 && is_before(game, seen, &out->monsters[at - 1]); at--)
        out->monsters[at] = out->monsters[at - 1];
    out->monsters[at] = *seen;
}

static void see_monsters(const wyrm_game *game, wyrm_observation *out)
{
    bool senses = game->player.turns[WYRM_SENSING] > 0;
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_creature *body = &game->monsters[i].body;
        wyrm_seen_monster seen = {.index = (int32_t)i,
                                  .distance = wyrm_tiles_apart(game->player.at, body->at)};
        seen.in_sight = is_in_sight(&out->sight, body, seen.distance);
        out->in_sight += seen.in_sight;
        if (seen.in_sight || senses)
            insert(game, &seen, out);
    }
}

static bool is_known(const wyrm_game *game, wyrm_position at)
{
    bool known;
    wyrm_known_tile(game, at.x, at.y, &known);
    return known;
}

static void see_places(const wyrm_game *game, wyrm_observation *out)
{
    wyrm_position exit = game->map.exit, goal = game->goal;
    out->exit_known = wyrm_known_tile(game, exit.x, exit.y, NULL) == WYRM_TILE_STAIRS;
    out->exit = out->exit_known ? exit : (wyrm_position){0, 0};
    out->goal_known = game->goal_placed && is_known(game, goal);
    out->goal = out->goal_known ? goal : (wyrm_position){0, 0};
}

/* What there is in out->sight. */
static void look(const wyrm_game *game, wyrm_observation *out)
{
    out->monster_count = out->in_sight = 0;
    see_monsters(game, out);
    see_places(game, out);
}

void wyrm_observe(const wyrm_engine *engine, const wyrm_game *game, wyrm_observation *out)
{
    wyrm_grid grid = wyrm_game_sight_grid(game);
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
    const wyrm_position at = {(int16_t)x, (int16_t)y};
    for (size_t i = game->item_count; i-- > 0;)
        if (game->items[i].seen && is_same(game->items[i].at, at))
            return &game->items[i];
    return NULL;
}

const wyrm_game_monster *wyrm_seen_on(const wyrm_game *game, const wyrm_observation *observation,
                                      int x, int y)
{
    const wyrm_position at = {(int16_t)x, (int16_t)y};
    for (size_t i = 0; i < observation->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[observation->monsters[i].index];
        if (observation->monsters[i].in_sight && is_same(monster->body.at, at))
            return monster;
    }
    return NULL;
}

/* ---- The pack ----
 *
 * What the player knows of it: what can be used, at whom, how far, and how it would fight. */

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

/* -- whom it hits -- */

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

/* -- how far -- */

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

/* -- in other gear -- */

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
