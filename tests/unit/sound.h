/* The invariants of a game's state, which hold after any commands. Each relies on those before
 * it. */
#ifndef WYRM_TESTS_SOUND_H
#define WYRM_TESTS_SOUND_H

#include <math.h>

#include "helpers.h"
#include "game/internal.h"

#define LAW(holds)                                                                                 \
    if (!(holds))                                                                                  \
    return #holds

static inline bool can_stand(const wyrm_game *game, wyrm_position at)
{
    return wyrm_map_tile(&game->map, at.x, at.y) != WYRM_TILE_WALL;
}

static inline const char *fighter_breaks(const wyrm_engine *engine, const wyrm_combatant *fighter)
{
    const wyrm_stat *stat = wyrm_combat_stats(engine->combat);
    for (const double *value = fighter->stats; stat->name; stat++, value++)
        LAW(*value >= stat->least && *value <= stat->greatest &&
            (!stat->whole || *value == floor(*value)));
    LAW(memchr(fighter->name, '\0', sizeof fighter->name));
    LAW(isfinite(fighter->regeneration) && fighter->regeneration >= 0.0);
    return NULL;
}

static inline const char *body_breaks(const wyrm_engine *engine, const wyrm_game *game,
                                      const wyrm_creature *body, int64_t least_hp)
{
    const wyrm_combatant *fighter = &body->combatant;
    LAW(can_stand(game, body->at));
    LAW(fighter->hp >= least_hp && fighter->hp <= fighter->max_hp);
    LAW(fighter->max_hp <= WYRM_HP_MAX);
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++)
        LAW(body->turns[i] >= 0);
    LAW(body->regenerated >= 0);
    return fighter_breaks(engine, fighter);
}

static inline const char *player_breaks(const wyrm_engine *engine, const wyrm_game *game)
{
    const wyrm_combatant *player = &game->player.combatant;
    const bool is_dead = game->phase == WYRM_PHASE_DEAD, hungers = engine->rules.stage_count > 0;
    const char *broken = body_breaks(engine, game, &game->player, is_dead ? 0 : 1);
    wyrm_combatant dressed;
    size_t worn = 0;
    if (broken || (broken = fighter_breaks(engine, &game->bare)))
        return broken;
    LAW(game_monster_on(game, game->player.at) < 0);
    for (size_t i = 0; i < game->boost_count; i++) {
        const wyrm_boost *boost = &game->boosts[i];
        LAW(boost->stat >= -1 && boost->stat < WYRM_STATS_MAX && isfinite(boost->amount));
        LAW(boost->turns != 0 && boost->turns >= -1);
    }
    for (size_t i = 0; i < game->pack_count; i++) {
        const int32_t kind = game->pack[i].item.kind;
        LAW(kind >= 0 && (size_t)kind < engine->kind_count && game->pack[i].uses >= 1);
        worn += game->pack[i].worn;
        LAW(!game->pack[i].worn || game_is_gear(engine, kind));
        for (size_t k = 0; k < i; k++)
            LAW(!(game->pack[i].worn && game->pack[k].worn &&
                  game_gear_clash(engine, kind, game->pack[k].item.kind)));
    }
    LAW(worn <= WYRM_WORN_MAX);
    game_player_dressed(engine, game, NULL, &dressed);
    LAW(memcmp(dressed.stats, player->stats, sizeof dressed.stats) == 0);
    LAW(dressed.max_hp == player->max_hp && dressed.level == player->level);
    LAW(dressed.regeneration == player->regeneration);
    LAW(game->experience.level >= 1 && game->experience.next >= 1);
    LAW(game->fullness >= 0 && game->fullness <= (hungers ? engine->rules.fullness_most : 0));
    LAW(game->starved >= 0 && game->healing >= 0);
    return NULL;
}

/* The invariant that a state violates; NULL: it is consistent. */
static inline const char *broken_law(const wyrm_engine *engine, const wyrm_game *game)
{
    const wyrm_map *map = &game->map;
    const int32_t kinds = (int32_t)wyrm_roster_count(engine->roster);
    const bool is_choosing = game->phase == WYRM_PHASE_CHOOSING;
    const wyrm_grid grid = game_sight_grid(game);
    size_t marked = 0;
    LAW(game->pack_count <= WYRM_PACK_MAX && game->boost_count <= WYRM_BOOSTS_MAX);
    LAW(game->monster_count <= WYRM_LEVEL_SPAWNS_MAX);
    LAW(game->item_count <= sizeof game->items / sizeof *game->items);
    LAW(game->turn >= 1 && game->difficulty.depth >= 1 && game->difficulty.wins >= 0);
    LAW(game->phase <= WYRM_PHASE_DEAD && game->cause <= WYRM_CAUSE_TERRAIN);
    LAW((game->phase == WYRM_PHASE_DEAD) == (game->cause != WYRM_CAUSE_NONE));
    LAW(game->killer >= -1 && game->killer < kinds);
    LAW(game->killer < 0 || game->cause == WYRM_CAUSE_MONSTER);
    LAW(game->choices >= 0 && !(is_choosing && game->choices == 0));
    LAW(!(game->phase == WYRM_PHASE_PLAYING && game->choices > 0));
    LAW(map->width >= 1 && map->width <= WYRM_MAP_SIDE_MAX);
    LAW(map->height >= 1 && map->height <= WYRM_MAP_SIDE_MAX);
    LAW(map->room_count >= 0 && map->room_count <= WYRM_MAP_ROOMS_MAX);
    LAW(wyrm_grid_holds(&grid, map->start.x, map->start.y));
    LAW(wyrm_grid_holds(&grid, map->exit.x, map->exit.y));
    LAW(!game->goal_placed || can_stand(game, game->goal));
    for (int32_t i = 0; i < map->width * map->height; i++) {
        LAW((game->marks[i] & (WYRM_MARK_TILE | WYRM_TILE_VEILED | WYRM_TILE_AVOIDED)) ==
                (map->tiles[i] & ~WYRM_TILE_TERRAIN) &&
            !(game->marks[i] & GAME_NEAR_STAYS));
        marked += (game->marks[i] & WYRM_MARK_MONSTER) != 0;
    }
    LAW(marked == game->monster_count);
    for (size_t i = 0; i < game->item_count; i++) {
        const wyrm_game_item *item = &game->items[i];
        LAW(item->item.kind >= 0 && (size_t)item->item.kind < engine->kind_count);
        LAW(item->uses >= 1 && !item->worn && can_stand(game, item->at));
    }
    /* There are as many marks as monsters, and each monster finds its own: no two share a tile. */
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        const char *broken = body_breaks(engine, game, &monster->body, 1);
        if (broken)
            return broken;
        LAW(game_monster_on(game, monster->body.at) == (int32_t)i);
        LAW(monster->id > (i > 0 ? monster[-1].id : 0) && monster->id < game->next_id);
        LAW(monster->spawn.monster >= -1 && monster->spawn.monster < kinds);
    }
    return player_breaks(engine, game);
}

#undef LAW

static inline void sound_at(const wyrm_engine *engine, const wyrm_game *game, const char *after,
                            const char *file, int line)
{
    const char *broken = broken_law(engine, game);
    if (broken == NULL)
        return;
    print_error("seed %llu, turn %u: after %s the state is not sound: %s\n",
                (unsigned long long)game->seed, game->turn, after, broken);
    _fail(file, line);
}

/* Asserts the invariants of a state. */
#define assert_sound_game(engine, game) sound_at((engine), (game), "this", __FILE__, __LINE__)

#endif
