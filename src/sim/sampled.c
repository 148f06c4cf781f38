/* Runs that are sampled: room after room of the same maps and populations as in the game, without tiles:
 * the way between rooms is turns, and a room is a fight and what lies in it. */
#include <stdlib.h>
#include <string.h>

#include <wyrm/streams.h>

#include "sim/brawl.h"
#include "sim/runner.h"

#define DETOUR        1.25 /* steps of a way for every tile between the centres of two rooms */
#define WANDER_TURNS  60   /* that who seeks nothing spends on the way to the next room */
#define WANDER_LEAVES 30   /* and once in so many rooms it stumbles upon the way out */

struct wyrm_sampler {
    const wyrm_design *design;
    uint32_t turn_limit;
    const wyrm_bot_kind *bot;
    wyrm_engine *engine;
    wyrm_game *game;
    wyrm_map map;
    wyrm_population population;
    wyrm_life life;
    size_t bosses; /* on this map, that guard the victory item */
};

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

static bool is_boss(const wyrm_sampler *sampler, const wyrm_placed_monster *placed)
{
    const wyrm_game_monster monster = {.spawn = placed->spawn};
    return wyrm_is_boss(sampler->engine, &monster);
}

/* Makes the map of the depth, in the game's order. */
static void make_map(wyrm_sampler *sampler)
{
    wyrm_game *game = sampler->game;
    wyrm_difficulty *difficulty = &game->difficulty;
    const wyrm_encounter *encounter = sampler->engine->encounter;
    bool final = wyrm_encounter_is_final(encounter, difficulty);
    wyrm_rng rng =
        wyrm_rng_start(game->seed, game->run, WYRM_STREAM_MAP, (uint64_t)difficulty->depth);
    wyrm_mapper_rooms(sampler->engine->mapper, final, &rng, &sampler->map);
    wyrm_encounter_enter(encounter, difficulty);
    wyrm_populate_with_pity(encounter, sampler->engine->loot, difficulty, &sampler->map, game->seed,
                            game->run, &game->pity, &sampler->population);
    wyrm_encounter_settle(encounter, difficulty, sampler->population.experience);
    sampler->bosses = 0;
    if (final && sampler->engine->rules.goal == WYRM_GOAL_BOSS)
        for (size_t i = 0; i < sampler->population.monster_count; i++)
            sampler->bosses += is_boss(sampler, &sampler->population.monsters[i]);
}

static bool enter_floor(wyrm_sampler *sampler)
{
    wyrm_recorder *recorder = sampler->life.recorder;
    const wyrm_population *population = &sampler->population;
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

/* ------------------------------------------------------------------ rooms */

/* Where a room is entered that is come to from a place: the tile of it that is nearest to that. */
static wyrm_position door_of(const wyrm_room *room, wyrm_position from)
{
    int right = room->x + room->width - 1, bottom = room->y + room->height - 1;
    int x = from.x < room->x ? room->x : from.x > right ? right : from.x;
    int y = from.y < room->y ? room->y : from.y > bottom ? bottom : from.y;
    return (wyrm_position){(int16_t)x, (int16_t)y};
}

/* Puts up the monsters of a room against the player at its door. Who is asleep is a matter of the run
 * and the place of the monster among all. */
static void gather(wyrm_sampler *sampler, int32_t room, wyrm_position door)
{
    wyrm_life *life = &sampler->life;
    const wyrm_population *population = &sampler->population;
    life->game->monster_count = 0;
    for (size_t i = 0; i < population->monster_count; i++) {
        const wyrm_placed_monster *placed = &population->monsters[i];
        if (placed->room != room || life->game->monster_count == WYRM_ROOM_SPAWNS_MAX)
            continue;
        int32_t apart = wyrm_tiles_apart(placed->position, door);
        bool asleep = sampler->engine->rules.asleep > 0.0 &&
                      wyrm_rng_real(&life->turn.chance) < sampler->engine->rules.asleep;
        wyrm_brawl_put(life, &placed->spawn, (uint32_t)i + 1, asleep, apart > 1 ? apart : 1);
    }
}

static size_t count_bosses(const wyrm_sampler *sampler)
{
    size_t count = 0;
    for (size_t i = 0; i < sampler->game->monster_count; i++)
        count += wyrm_is_boss(sampler->engine, &sampler->game->monsters[i]);
    return count;
}

/* What is in the room: a fight, or a way past it, then the items. */
static void visit(wyrm_sampler *sampler, int32_t room, wyrm_position from)
{
    wyrm_life *life = &sampler->life;
    gather(sampler, room, door_of(&sampler->map.rooms[room], from));
    size_t bosses = sampler->bosses > 0 ? count_bosses(sampler) : 0;
    bool wants = wyrm_rng_real(&life->rng) < life->traits->fights;
    if (life->game->monster_count > 0 && (wants || bosses > 0)) {
        wyrm_brawl(life);
        sampler->bosses -= bosses;
    } else if (life->game->monster_count > 0) {
        wyrm_brawl_pass(life);
    }
    for (size_t i = 0; i < sampler->population.item_count && !life->over; i++)
        if (sampler->population.items[i].item.room == room)
            wyrm_life_find(life, &sampler->population.items[i].item);
    if (!life->over)
        wyrm_life_rest(life);
}

/* ------------------------------------------------------------------ ways */

/* The nearest room that is yet to be seen; -1: none. */
static int32_t nearest_room(const wyrm_map *map, const bool *done, wyrm_position from)
{
    int32_t found = -1, least = INT32_MAX;
    for (int32_t i = 0; i < map->room_count; i++) {
        int32_t apart = wyrm_tiles_apart(from, wyrm_room_centre(&map->rooms[i]));
        if (!done[i] && apart < least) {
            found = i;
            least = apart;
        }
    }
    return found;
}

/* The room that has to be reached: of the stairs or the victory item, or of who guards that. */
static int32_t last_room(const wyrm_sampler *sampler)
{
    for (size_t i = 0; sampler->bosses > 0 && i < sampler->population.monster_count; i++)
        if (is_boss(sampler, &sampler->population.monsters[i]))
            return sampler->population.monsters[i].room;
    return sampler->map.room_count - 1;
}

static void go(wyrm_sampler *sampler, wyrm_position *at, int32_t room)
{
    wyrm_position centre = wyrm_room_centre(&sampler->map.rooms[room]);
    wyrm_life_pass(&sampler->life, (uint32_t)(DETOUR * wyrm_tiles_apart(*at, centre)) + 1);
    if (!sampler->life.over)
        visit(sampler, room, *at);
    *at = centre;
}

/* From room to room, the nearest first, and in the end to the way out. */
static void cross(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    bool done[WYRM_MAP_ROOMS_MAX] = {false};
    int32_t last = last_room(sampler);
    wyrm_position at = sampler->map.start;
    done[0] = done[last] = true;
    for (int32_t i = 1; i < sampler->map.room_count; i++)
        if (wyrm_rng_real(&life->rng) >= life->traits->explores)
            done[i] = true;
    visit(sampler, 0, at);
    for (int32_t room; !life->over && (room = nearest_room(&sampler->map, done, at)) >= 0;) {
        done[room] = true;
        go(sampler, &at, room);
    }
    if (!life->over && last != 0)
        go(sampler, &at, last);
}

/* Who seeks nothing stays until it stumbles upon the way out. */
static void wander(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    while (!life->over && !wyrm_rng_chance(&life->rng, 1, WANDER_LEAVES))
        wyrm_life_pass(life, WANDER_TURNS);
}

/* Who does nothing stands where it is, with those who see it. */
static void stand(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    gather(sampler, 0, sampler->map.start);
    wyrm_brawl_suffer(life);
}

static void live(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    while (!life->over) {
        make_map(sampler);
        if (!enter_floor(sampler))
            break;
        if (!life->traits->acts)
            stand(sampler);
        else
            cross(sampler);
        if (!life->traits->seeks_exit)
            wander(sampler);
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
    wyrm_recorder_begin(recorder, sampler->design, seed, run, out);
    wyrm_life_begin(life, seed, run, &listener, error);
    live(sampler);
    wyrm_recorder_end(recorder, sampler->game, life->end, sampler->game->killer);
    return life->status;
}
