/* Random states and random commands, sensible and senseless, for any ruleset. */
#ifndef WYRM_TESTS_RANDOM_GAMES_H
#define WYRM_TESTS_RANDOM_GAMES_H

#include "game/internal.h"
#include "played.h"

static inline bool is_free_floor(const arena *a, wyrm_position at)
{
    const wyrm_map *map = &a->game->map;
    if (at.x < 0 || at.y < 0 || at.x >= map->width || at.y >= map->height)
        return false;
    uint8_t mark = *arena_mark(a, at);
    return (mark & WYRM_MARK_TILE) != WYRM_TILE_WALL && !(mark & WYRM_MARK_MONSTER) &&
           !on_tile(at, a->game->player.at);
}

static inline wyrm_position near_player(const arena *a, int radius, test_random *random)
{
    int across = (int)random_between(random, -radius, radius);
    int down = (int)random_between(random, -radius, radius);
    return beside(a->game->player.at, across, down);
}

/* Moves to a map of a random depth. */
static inline void random_depth(arena *a, test_random *random)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(a->design);
    int32_t last = wyrm_encounter_last_depth(encounter);
    int32_t deep = (int32_t)random_below(random, last > 0 ? last : 30);
    if (deep == 0 || a->game->map.final)
        return;
    a->game->difficulty.depth = deep;
    a->game->difficulty.tracker =
        wyrm_growth_at_level(wyrm_design_growth(a->design), 1 + deep * random_unit(random));
    assert_ok(leave_level(a), &a->error);
}

static inline void random_player(arena *a, test_random *random)
{
    wyrm_game *game = a->game;
    const wyrm_growth *growth = wyrm_design_growth(a->design);
    uint64_t award = (uint64_t)random_below(random, 1 << random_below(random, 15));
    wyrm_growth_award(growth, &game->experience, award);
    wyrm_growth_level_up(growth, WYRM_ROLE_PLAYER, game->experience.level, &game->bare);
    if (random_below(random, 2) == 0)
        game->bare.max_hp *= random_between(random, 1, 40);
    if (game->bare.max_hp > WYRM_HP_MAX / 2)
        game->bare.max_hp = WYRM_HP_MAX / 2;
    arena_dress(a);
    game->player.combatant.hp = random_between(random, 1, game->player.combatant.max_hp);
    if (wyrm_engine_rules(a->engine)->stage_count > 0)
        game->fullness =
            (int32_t)random_below(random, wyrm_engine_rules(a->engine)->fullness_most + 1);
}

static inline wyrm_game_item random_item(const arena *a, test_random *random)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
    int32_t kind = (int32_t)random_below(random, (int64_t)count);
    bool has_level =
        wyrm_growth_curve(wyrm_design_growth(a->design), WYRM_ROLE_WEAPON, "attack") >= 0;
    bool gear =
        kinds[kind].item_class == WYRM_ITEM_WEAPON || kinds[kind].item_class == WYRM_ITEM_ARMOR;
    wyrm_game_item item = arena_item(a, kinds[kind].name);
    item.item.level = gear && has_level ? (int32_t)random_between(random, 1, 30) : 0;
    return item;
}

static inline void random_things(arena *a, test_random *random)
{
    wyrm_game *game = a->game;
    int64_t room = wyrm_engine_rules(a->engine)->pack;
    int64_t things = random_below(random, room < 30 ? room : 30);
    for (int64_t i = 0; i < things; i++)
        game->pack[game->pack_count++] = random_item(a, random);
    for (int i = 0; i < 10; i++) {
        wyrm_position at = near_player(a, 4, random);
        if (!is_free_floor(a, at) || game->item_count >= LENGTH_OF(game->items))
            continue;
        game->items[game->item_count] = random_item(a, random);
        game->items[game->item_count++].at = at;
    }
}

/* Gives a creature a random condition, or none. */
static inline void random_condition(arena *a, int32_t body, test_random *random)
{
    if (random_below(random, 4) == 0)
        arena_afflict(a, body, (wyrm_condition)random_below(random, WYRM_CONDITION_COUNT),
                      (int32_t)random_between(random, 1, 30));
}

/* Places some monsters of the map near the player. */
static inline void random_company(arena *a, test_random *random)
{
    wyrm_game *game = a->game;
    for (size_t i = 0; i < game->monster_count && i < 40; i++) {
        wyrm_game_monster *monster = &game->monsters[i];
        wyrm_position to = near_player(a, 7, random);
        random_condition(a, (int32_t)i, random);
        if (random_below(random, 3) == 0)
            monster->body.combatant.hp = random_between(random, 1, monster->body.combatant.max_hp);
        if (random_below(random, 2) == 0 || !is_free_floor(a, to))
            continue;
        *arena_mark(a, monster->body.at) &= (uint8_t)~WYRM_MARK_MONSTER;
        monster->body.at = to;
        *arena_mark(a, to) |= WYRM_MARK_MONSTER;
    }
}

/* Makes a consistent state of the arena's ruleset that depends on the seed alone. */
static inline void random_state(arena *a, uint64_t seed)
{
    test_random random = {seed};
    play_again(a, seed, 0);
    random_depth(a, &random);
    if (random_below(&random, 4) == 0 && is_free_floor(a, a->game->map.exit))
        a->game->player.at = a->game->map.exit;
    random_player(a, &random);
    random_things(a, &random);
    random_company(a, &random);
    if (random_below(&random, 8) == 0)
        random_condition(a, GAME_BODY_PLAYER, &random);
    arena_look(a);
    assert_sound(a);
}

static inline int32_t any_number(test_random *random)
{
    static const int32_t odd[] = {INT32_MIN, INT32_MAX, -1, 8, 1000, 65536, INT16_MAX + 1};
    int64_t which = random_below(random, 2 * (int64_t)LENGTH_OF(odd));
    return which < (int64_t)LENGTH_OF(odd) ? odd[which] : (int32_t)random_word(random);
}

static inline wyrm_command senseless_command(test_random *random)
{
    wyrm_command command;
    int64_t kind = random_between(random, -1, WYRM_COMMAND_COUNT + 1);
    command.kind = (wyrm_command_kind)(kind == -1 ? any_number(random) : kind);
    command.argument = any_number(random);
    command.target.x = (int16_t)any_number(random);
    command.target.y = (int16_t)any_number(random);
    return command;
}

/* Often a creature's tile, or one nearby, rarely any other. */
static inline wyrm_position random_target(const arena *a, test_random *random)
{
    const wyrm_game *game = a->game;
    int64_t die = random_below(random, 8);
    if (die < 4 && game->monster_count > 0) {
        wyrm_observation *around = zeroed(1, sizeof *around);
        wyrm_observe(a->engine, game, around);
        size_t count = around->monster_count;
        wyrm_position at = game->player.at;
        if (count > 0)
            at = game->monsters[around->monsters[random_below(random, (int64_t)count)].index]
                     .body.at;
        free(around);
        return at;
    }
    if (die < 7)
        return near_player(a, 6, random);
    return beside((wyrm_position){0, 0}, (int)random_below(random, game->map.width),
                  (int)random_below(random, game->map.height));
}

/* A command that usually makes sense. */
static inline wyrm_command random_command(const arena *a, test_random *random)
{
    const wyrm_game *game = a->game;
    static const wyrm_command_kind kinds[] = {
        WYRM_DO_MOVE, WYRM_DO_MOVE,  WYRM_DO_MOVE,     WYRM_DO_MOVE,   WYRM_DO_MOVE,
        WYRM_DO_MOVE, WYRM_DO_MOVE,  WYRM_DO_USE,      WYRM_DO_USE,    WYRM_DO_USE,
        WYRM_DO_WEAR, WYRM_DO_SHOOT, WYRM_DO_THROW,    WYRM_DO_DROP,   WYRM_DO_PICK_UP,
        WYRM_DO_WAIT, WYRM_DO_LEAVE, WYRM_DO_TAKE_OFF, WYRM_DO_PICK_UP};
    if (random_below(random, 16) == 0)
        return senseless_command(random);
    wyrm_command command = {.kind = kinds[random_below(random, LENGTH_OF(kinds))]};
    if (game->phase == WYRM_PHASE_CHOOSING)
        command.kind = WYRM_DO_CHOOSE;
    else if (game->phase == WYRM_PHASE_WON)
        command.kind = WYRM_DO_GO_ON;
    if (command.kind == WYRM_DO_MOVE)
        command.argument = (int32_t)random_below(random, WYRM_DIRECTION_COUNT);
    else if (command.kind == WYRM_DO_CHOOSE)
        command.argument = (int32_t)random_below(random, 4);
    else
        command.argument = (int32_t)random_below(random, (int64_t)game->pack_count + 1);
    command.target = random_target(a, random);
    return command;
}

#endif
