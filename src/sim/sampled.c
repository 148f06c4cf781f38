/* Runs that are sampled: room after room of the same maps and populations as in the game, without
 * tiles: the way between rooms is turns, and a room is a fight and what lies in it. */
#include <stdlib.h>
#include <string.h>

#include "sim/sampled_parts.h"

/* The words of `without` are understood by the game itself, once. */
static wyrm_status read_without(wyrm_sampler *sampler, const wyrm_run_options *options,
                                wyrm_error *error)
{
    const wyrm_game_options words = {.without = options->without,
                                     .without_count = options->without_count};
    return wyrm_game_start(sampler->engine, &words, NULL, sampler->game, error);
}

wyrm_status wyrm_sampler_new(const wyrm_design *design, const wyrm_run_options *options,
                             wyrm_sampler **out, wyrm_error *error)
{
    wyrm_sampler *sampler = calloc(1, sizeof *sampler);
    *out = NULL;
    if (!sampler)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    sampler->design = design;
    sampler->turn_limit = options->turn_limit;
    sampler->bot = options->bot;
    sampler->game = calloc(1, sizeof *sampler->game);
    wyrm_status status = sampler->game ? wyrm_engine_new(design, &sampler->engine, error)
                                       : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = read_without(sampler, options, error);
    if (status != WYRM_OK) {
        wyrm_sampler_free(sampler);
        return status;
    }
    *out = sampler;
    return WYRM_OK;
}

void wyrm_sampler_free(wyrm_sampler *sampler)
{
    if (!sampler)
        return;
    wyrm_engine_free(sampler->engine);
    free(sampler->game);
    free(sampler);
}

/* ------------------------------------------------------------------ floors */

static void make_floor(wyrm_sampler *sampler)
{
    wyrm_game *game = sampler->game;
    const wyrm_floor_models models = {.mapper = sampler->engine->mapper,
                                      .encounter = sampler->engine->encounter,
                                      .loot = sampler->engine->loot};
    wyrm_floor_make(&models, game->seed, game->run, &game->difficulty, &game->pity, &sampler->map,
                    &sampler->population);
    sampler->guarded = sampler->map.final && sampler->engine->rules.goal == WYRM_GOAL_BOSS;
}

static bool enter_floor(wyrm_sampler *sampler)
{
    wyrm_recorder *recorder = sampler->life.recorder;
    const wyrm_population *population = &sampler->population;
    sampler->at = sampler->map.start;
    sampler->room = 0;
    sampler->seen_count = 0;
    sampler->out = sampler->cleared = false;
    sampler->progress_turn = sampler->game->turn;
    for (int32_t i = 0; i < sampler->map.room_count; i++)
        sampler->centres[i] = wyrm_room_centre(&sampler->map.rooms[i]);
    memset(sampler->seen, 0, (size_t)sampler->map.room_count);
    memset(sampler->taken, 0, population->item_count);
    memset(sampler->up, 0, population->monster_count);
    sampler->lurking_count = 0;
    sampler->game->monster_count = sampler->life.left_count = 0;
    if (!wyrm_recorder_enter(recorder, sampler->game, (size_t)sampler->map.room_count,
                             population->monster_count))
        return false;
    for (size_t i = 0; i < population->item_count; i++)
        wyrm_recorder_lies(recorder, &population->items[i].item);
    return true;
}

static void go_deeper(wyrm_sampler *sampler)
{
    wyrm_game *game = sampler->game;
    wyrm_recorder_leave(sampler->life.recorder, game);
    wyrm_encounter_descend(sampler->engine->encounter, &game->difficulty);
    wyrm_growth_new_floor(sampler->engine->growth, &game->player.combatant);
}

/* ------------------------------------------------------------------ runs */

static void live(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    while (!life->over) {
        make_floor(sampler);
        if (!enter_floor(sampler))
            break;
        if (!life->traits->acts) {
            wyrm_sampled_stand(sampler);
            continue;
        }
        wyrm_sampled_enter(sampler, 0, sampler->map.start);
        sampler->at = sampler->map.start;
        if (life->traits->seeks_exit)
            wyrm_sampled_cross(sampler);
        else
            wyrm_sampled_wander(sampler);
        if (!life->over && sampler->map.final)
            wyrm_life_stop(life, WYRM_RUN_WON);
        else if (!life->over)
            go_deeper(sampler);
    }
}

wyrm_status wyrm_run_sample(wyrm_sampler *sampler, wyrm_recorder *recorder, uint64_t seed,
                            uint64_t run, wyrm_run *out, wyrm_error *error)
{
    const wyrm_listener listener = {.hear = wyrm_recorder_hear, .context = recorder};
    wyrm_life *life = &sampler->life;
    life->engine = sampler->engine;
    life->traits = &sampler->bot->traits;
    life->recorder = recorder;
    life->game = sampler->game;
    life->turn_limit = sampler->turn_limit;
    life->step = wyrm_sampled_step;
    life->step_context = sampler;
    wyrm_recorder_begin(recorder, sampler->design, seed, run, out);
    wyrm_life_begin(life, seed, run, &listener, error);
    live(sampler);
    wyrm_recorder_end(recorder, sampler->game, life->end, sampler->game->killer);
    return life->status;
}
