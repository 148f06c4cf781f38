/* Entering maps: made, populated, looked at. */
#include "game/internal.h"

#include <string.h>

#include <wyrm/streams.h>

/* ------------------------------------------------------------------ the map */

static void make_floor(wyrm_game *game, wyrm_engine *engine)
{
    const wyrm_floor_models models = {.mapper = engine->mapper,
                                      .encounter = engine->encounter,
                                      .loot = engine->loot,
                                      .carved = true};
    wyrm_floor_make(&models, game->seed, game->run, &game->difficulty, &game->pity, &game->map,
                    &engine->population);
}

/* ------------------------------------------------------------------ who and what is on it */

static void place_monster(wyrm_game *game, const wyrm_engine *engine,
                          const wyrm_placed_monster *placed, wyrm_rng *sleepers)
{
    const wyrm_spawn *spawn = &placed->spawn;
    wyrm_game_monster *monster = &game->monsters[game->monster_count++];
    *monster =
        (wyrm_game_monster){.body.at = placed->position, .spawn = *spawn, .id = game->next_id++};
    wyrm_roster_spawn(engine->roster, (size_t)spawn->monster, spawn->level,
                      wyrm_encounter_variant(engine->encounter, spawn), &monster->body.combatant);
    if (engine->rules.asleep > 0 && wyrm_rng_real(sleepers) < engine->rules.asleep)
        monster->body.turns[WYRM_ASLEEP] = WYRM_SLUMBER;
    game->marks[placed->position.y * game->map.width + placed->position.x] |= WYRM_MARK_MONSTER;
}

static void place_monsters(wyrm_game *game, const wyrm_engine *engine)
{
    const wyrm_population *population = &engine->population;
    wyrm_rng sleepers = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_SLEEPERS,
                                       (uint64_t)game->difficulty.depth);
    game->next_id = 1;
    game->monster_count = 0;
    for (size_t i = 0; i < population->monster_count; i++)
        place_monster(game, engine, &population->monsters[i], &sleepers);
}

static void place_items(wyrm_game *game, const wyrm_engine *engine)
{
    const wyrm_population *population = &engine->population;
    game->item_count = population->item_count;
    for (size_t i = 0; i < population->item_count; i++) {
        const wyrm_placed_item *placed = &population->items[i];
        game->items[i] =
            (wyrm_game_item){.item = placed->item,
                             .at = placed->position,
                             .uses = wyrm_item_uses(&engine->kinds[placed->item.kind])};
    }
}

static bool has_boss(const wyrm_engine *engine, const wyrm_game *game)
{
    for (size_t i = 0; i < game->monster_count; i++)
        if (wyrm_is_boss(engine, &game->monsters[i]))
            return true;
    return false;
}

/* Where a boss has the victory item, the place of the stairs is bare floor. */
static void place_goal(wyrm_game *game, const wyrm_engine *engine)
{
    bool is_had = game->map.final && engine->rules.goal == WYRM_GOAL_BOSS && has_boss(engine, game);
    game->goal = game->map.exit;
    game->goal_placed = game->map.final && !is_had;
    game->goal_taken = false;
    if (is_had)
        wyrm_set_tile(game, game->map.exit, WYRM_TILE_FLOOR);
}

void wyrm_level_enter(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    make_floor(game, turn->engine);
    memcpy(game->marks, game->map.tiles, (size_t)(game->map.width * game->map.height));
    memcpy(game->room_kinds, turn->engine->population.kinds,
           (size_t)game->map.room_count * sizeof *game->room_kinds);
    place_monsters(game, turn->engine);
    place_items(game, turn->engine);
    place_goal(game, turn->engine);
    game->player.at = game->map.start;
    game->news++;
    turn->sight_is_fresh = false;
    turn->distances_fresh = false;
    turn->looked = false;
    wyrm_tell_player(turn, WYRM_EVENT_LEVEL_ENTERED, game->difficulty.depth);
    wyrm_level_look(turn);
}

/* ------------------------------------------------------------------ looking around */

static void meet(const wyrm_turn *turn, wyrm_game_monster *monster)
{
    monster->met = true;
    wyrm_event event = wyrm_event_of(WYRM_EVENT_SEEN);
    event.whom = monster->id;
    event.monster = monster->spawn.monster;
    event.at = monster->body.at;
    event.seen = true;
    wyrm_tell(turn, &event);
}

void wyrm_level_look(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    const wyrm_sight *sight = wyrm_turn_sight(turn);
    bool news = !turn->looked && wyrm_sight_mark(sight, WYRM_MARK_KNOWN | WYRM_MARK_SEEN,
                                                 game->map.width, game->marks);
    for (size_t i = 0; i < game->item_count; i++) {
        wyrm_game_item *item = &game->items[i];
        if (item->seen || !wyrm_sight_has(sight, item->at.x, item->at.y))
            continue;
        item->seen = news = true;
    }
    game->news += news;
    for (size_t i = 0; i < game->monster_count; i++) {
        wyrm_game_monster *monster = &game->monsters[i];
        if (!monster->met && wyrm_sight_has(sight, monster->body.at.x, monster->body.at.y))
            meet(turn, monster);
    }
    turn->looked = true;
    turn->stirred = false;
}
