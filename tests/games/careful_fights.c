/* What the careful player thinks of where there are foes. */
#include "careful_ideas.h"

#include <stdlib.h>

bool careful_heal(careful *player, wyrm_command *command)
{
    int32_t distance;
    bool needs_it = careful_is_below(
        player, careful_foe(player, &distance) != NULL || !careful_can_rest(player) ? 40 : 10);
    int32_t item = careful_item(player, WYRM_EFFECT_HEAL);
    if (item < 0)
        item = careful_item(player, WYRM_EFFECT_REGENERATE);
    return needs_it && careful_use(player, item, player->game->player.at, command);
}

bool careful_escape(careful *player, wyrm_command *command)
{
    static const wyrm_effect_kind ways[] = {WYRM_EFFECT_TELEPORT, WYRM_EFFECT_HIDE,
                                            WYRM_EFFECT_HASTE};
    int32_t distance;
    const wyrm_game_monster *monster = careful_foe(player, &distance);
    if (!monster || distance > 2 || !careful_is_below(player, 30) ||
        careful_chance(player, monster) > 0.9 || player->game->player.turns[WYRM_HIDDEN] > 0 ||
        player->game->player.turns[WYRM_HASTED] > 0)
        return false;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (careful_use(player, careful_item(player, ways[i]), player->game->player.at, command))
            return true;
    return false;
}

/* What an effect would do to somebody it does already. */
static bool is_wasted(const wyrm_game_monster *monster, wyrm_effect_kind kind)
{
    static const wyrm_condition conditions[WYRM_EFFECT_KIND_COUNT] = {
        [WYRM_EFFECT_CONFUSE] = WYRM_CONFUSED, [WYRM_EFFECT_SLEEP] = WYRM_ASLEEP,
        [WYRM_EFFECT_HOLD] = WYRM_HELD,        [WYRM_EFFECT_SLOW] = WYRM_SLOWED,
        [WYRM_EFFECT_FRIGHTEN] = WYRM_AFRAID,
    };
    return monster->body.turns[conditions[kind]] > 0 || monster->body.turns[WYRM_ASLEEP] > 0;
}

/* A scroll or wand at whom it might not beat. */
bool careful_cast(careful *player, wyrm_command *command)
{
    int32_t distance;
    size_t hit[WYRM_LEVEL_SPAWNS_MAX];
    const wyrm_game_monster *monster = careful_foe(player, &distance);
    if (!monster || (careful_chance(player, monster) > 0.95 && !careful_is_below(player, 50) &&
                     !careful_is_laden(player)))
        return false;
    for (size_t i = 0; i < player->game->pack_count; i++) {
        wyrm_effect effect = wyrm_pack_effect(player->engine, player->game, i);
        bool user;
        if (wyrm_effect_aims(effect.kind) == WYRM_AIM_USER || is_wasted(monster, effect.kind) ||
            !wyrm_can_use(player->engine, player->game, i, NULL))
            continue;
        size_t count = wyrm_would_hit(player->engine, player->game, &player->around, i,
                                      monster->body.at, hit, &user);
        if (count != WYRM_EFFECT_NO_AIM && count > 0 && !user)
            return careful_use(player, (int32_t)i, monster->body.at, command);
    }
    return false;
}

bool careful_shoot(careful *player, wyrm_command *command)
{
    int32_t distance;
    const wyrm_game_monster *monster = careful_foe(player, &distance);
    if (!monster || distance < 2 || wyrm_strike_range(player->engine, player->game) < distance)
        return false;
    *command = (wyrm_command){WYRM_DO_SHOOT, 0, monster->body.at};
    return true;
}

/* Spare weapons, from a distance that is safe where they burst. */
bool careful_throw(careful *player, wyrm_command *command)
{
    int32_t distance;
    const wyrm_game_monster *monster = careful_foe(player, &distance);
    if (!monster || distance < 4 || monster->body.turns[WYRM_ASLEEP] > 0)
        return false;
    for (size_t i = 0; i < player->game->pack_count; i++)
        if (!player->game->pack[i].worn &&
            wyrm_throw_range(player->engine, player->game, i) >= distance) {
            *command = (wyrm_command){WYRM_DO_THROW, (int32_t)i, monster->body.at};
            return true;
        }
    return false;
}

static bool step_to(const careful *player, wyrm_position to, wyrm_command *command)
{
    command->kind = WYRM_DO_MOVE;
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
        wyrm_position next = wyrm_neighbour(player->game->player.at, (wyrm_direction)i);
        command->argument = i;
        if (next.x == to.x && next.y == to.y)
            return true;
    }
    return false;
}

static int32_t apart(wyrm_position one, wyrm_position other)
{
    int32_t across = abs(one.x - other.x), down = abs(one.y - other.y);
    return across > down ? across : down;
}

/* How bad it is to step there: beside whom it may be struck, and where it has been. */
static int32_t dread(careful *player, wyrm_position to)
{
    int32_t sum = *careful_visits(player, to);
    for (size_t i = 0; i < player->around.monster_count; i++) {
        wyrm_position at = player->game->monsters[player->around.monsters[i].index].body.at;
        sum += apart(at, to) <= 1 ? 1000 : apart(at, to) == 2 ? 10 : 0;
    }
    return sum;
}

/* From whom it cannot beat it runs: nobody is faster. To the stairs where they are known, else
 * where it has been least. */
bool careful_run_away(careful *player, wyrm_command *command)
{
    int32_t distance, least = INT32_MAX;
    const wyrm_game *game = player->game;
    const wyrm_game_monster *monster = careful_foe(player, &distance);
    if (!monster || careful_chance(player, monster) > 0.4)
        return false;
    if (player->around.exit_known && (distance > 1 || careful_is_at(player, player->around.exit)) &&
        careful_leave(player, command))
        return true;
    command->kind = WYRM_DO_MOVE;
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
        wyrm_position to = wyrm_neighbour(game->player.at, (wyrm_direction)i);
        bool known;
        if (wyrm_known_tile(game, to.x, to.y, &known) == WYRM_TILE_WALL || !known ||
            wyrm_seen_on(game, &player->around, to.x, to.y) || dread(player, to) >= least)
            continue;
        least = dread(player, to);
        command->argument = i;
    }
    return least < 1000;
}

bool careful_strike(careful *player, wyrm_command *command)
{
    int32_t distance;
    const wyrm_game_monster *monster = careful_foe(player, &distance);
    return monster && distance == 1 && step_to(player, monster->body.at, command);
}

/* Let them come: so the first blow is its own. */
bool careful_await(careful *player, wyrm_command *command)
{
    int32_t distance;
    const wyrm_game_monster *monster = careful_foe(player, &distance);
    command->kind = WYRM_DO_WAIT;
    return monster && monster->body.turns[WYRM_ASLEEP] == 0 && player->waited++ < 2;
}

bool careful_approach(careful *player, wyrm_command *command)
{
    bool solid[256];
    int32_t distance;
    wyrm_position step;
    const wyrm_game *game = player->game;
    const wyrm_game_monster *monster = careful_foe(player, &distance);
    for (int i = 0; i < 256; i++)
        solid[i] = (i & WYRM_MARK_TILE) == WYRM_TILE_WALL || !(i & WYRM_MARK_KNOWN) ||
                   (i & WYRM_MARK_MONSTER);
    const wyrm_grid grid = {game->map.width, game->map.height, game->marks, solid};
    player->waited = 0;
    return monster &&
           wyrm_distances_find(&grid, &monster->body.at, 1, (wyrm_step_costs){1, 1}, WYRM_UNREACHED,
                               &player->distances, NULL) == WYRM_OK &&
           wyrm_distances_step(&player->distances, NULL, game->player.at, &step) &&
           step_to(player, step, command);
}
