/* Runs that are sampled: room after room of the same maps and populations as in the game, without tiles:
 * the way between rooms is turns, and a room is a fight and what lies in it. */
#include <stdlib.h>
#include <string.h>

#include <wyrm/streams.h>

#include "sim/brawl.h"
#include "sim/runner.h"

#define DETOUR 1.25 /* steps of a way for every tile between the centres of two rooms */

struct wyrm_sampler {
    const wyrm_design *design;
    uint32_t turn_limit;
    const wyrm_bot_kind *bot;
    wyrm_engine *engine;
    wyrm_game *game;
    wyrm_map map;
    wyrm_population population;
    wyrm_life life;

    /* On this map: */
    wyrm_position at;                 /* where the player is */
    int32_t room;                     /* and in or before which room */
    bool seen[WYRM_MAP_ROOMS_MAX];    /* rooms: who is in them has been met */
    bool done[WYRM_MAP_ROOMS_MAX];    /* nothing more is to be had there */
    bool taken[WYRM_LEVEL_ITEMS_MAX]; /* items */
    size_t seen_count;
    uint32_t walked;   /* steps of a flight from there, which may go on after a fight */
    bool guarded;      /* a boss guards the victory item */
    bool out;          /* the player takes the way out */
    uint64_t progress; /* all that has been got done, and the turn on which that changed last */
    uint32_t progress_turn;
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
    sampler->guarded = final && sampler->engine->rules.goal == WYRM_GOAL_BOSS;
}

static bool enter_floor(wyrm_sampler *sampler)
{
    wyrm_recorder *recorder = sampler->life.recorder;
    const wyrm_population *population = &sampler->population;
    sampler->at = sampler->map.start;
    sampler->room = 0;
    sampler->seen_count = 0;
    sampler->out = false;
    sampler->progress_turn = sampler->game->turn;
    memset(sampler->seen, 0, (size_t)sampler->map.room_count);
    memset(sampler->done, 0, (size_t)sampler->map.room_count);
    memset(sampler->taken, 0, population->item_count);
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

/* Meets again those whom it had got away from in the room. */
static void meet_again(wyrm_sampler *sampler, int32_t room)
{
    wyrm_life *life = &sampler->life;
    wyrm_game *game = life->game;
    size_t kept = 0;
    for (size_t i = 0; i < life->left_count; i++) {
        const wyrm_game_monster *monster = &life->left[i];
        if (sampler->population.monsters[monster->id - 1].room == room &&
            game->monster_count < WYRM_ROOM_SPAWNS_MAX)
            game->monsters[game->monster_count++] = *monster;
        else {
            life->left_turns[kept] = life->left_turns[i];
            life->left[kept++] = *monster;
        }
    }
    life->left_count = kept;
}

static bool has_items(const wyrm_sampler *sampler, int32_t room)
{
    for (size_t i = 0; i < sampler->population.item_count; i++)
        if (sampler->population.items[i].item.room == room && !sampler->taken[i])
            return true;
    return false;
}

/* Comes to a room from a place. One in which nothing lies is done with when it has been seen. */
static void enter_room(wyrm_sampler *sampler, int32_t room, wyrm_position from)
{
    meet_again(sampler, room);
    if (!sampler->seen[room]) {
        sampler->seen[room] = true;
        sampler->seen_count++;
        sampler->done[room] = !has_items(sampler, room);
        gather(sampler, room, door_of(&sampler->map.rooms[room], from));
    }
    sampler->room = room;
    sampler->walked = 0;
    sampler->at = wyrm_room_centre(&sampler->map.rooms[room]);
}

static void loot(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    for (size_t i = 0; i < sampler->population.item_count && !life->over; i++) {
        const wyrm_item *item = &sampler->population.items[i].item;
        if (item->room != sampler->room || sampler->taken[i])
            continue;
        sampler->taken[i] = true;
        wyrm_life_find(life, item);
    }
    sampler->done[sampler->room] = true;
}

/* ------------------------------------------------------------------ ways */

static int32_t exit_room(const wyrm_sampler *sampler)
{
    return sampler->map.room_count - 1;
}

/* The room of a boss that stands between the player and the victory item; -1: none does. */
static int32_t boss_room(const wyrm_sampler *sampler)
{
    const wyrm_population *population = &sampler->population;
    for (size_t i = 0; sampler->guarded && i < population->monster_count; i++)
        if (!sampler->seen[population->monsters[i].room] &&
            is_boss(sampler, &population->monsters[i]))
            return population->monsters[i].room;
    for (size_t i = 0; sampler->guarded && i < sampler->life.left_count; i++)
        if (wyrm_is_boss(sampler->engine, &sampler->life.left[i]))
            return population->monsters[sampler->life.left[i].id - 1].room;
    return -1;
}

static bool knows_exit(const wyrm_sampler *sampler)
{
    return sampler->seen[exit_room(sampler)] && boss_room(sampler) < 0;
}

/* The nearest room of which something is not so yet; -1: none. */
static int32_t nearest_room(const wyrm_sampler *sampler, const bool *yet)
{
    int32_t found = -1, least = INT32_MAX;
    for (int32_t i = 0; i < sampler->map.room_count; i++) {
        int32_t apart = wyrm_tiles_apart(sampler->at, wyrm_room_centre(&sampler->map.rooms[i]));
        if (!yet[i] && apart < least) {
            found = i;
            least = apart;
        }
    }
    return found;
}

static uint32_t steps_to(const wyrm_sampler *sampler, int32_t room)
{
    wyrm_position centre = wyrm_room_centre(&sampler->map.rooms[room]);
    return (uint32_t)(DETOUR * wyrm_tiles_apart(sampler->at, centre)) + 1;
}

/* ------------------------------------------------------------------ fights and flights */

/* Turns without anything done after which the player no longer runs from anybody, as a bot does. */
#define TIMID_TURNS 400

static bool is_bold(wyrm_sampler *sampler)
{
    const wyrm_tally *tally = &sampler->game->tally;
    uint64_t progress = tally->damage_dealt + tally->items_found + sampler->seen_count;
    if (progress != sampler->progress) {
        sampler->progress = progress;
        sampler->progress_turn = sampler->game->turn;
    }
    return sampler->game->turn - sampler->progress_turn >= TIMID_TURNS;
}

/* Where it runs to: the way out, or else what it has not seen yet; -1: there is nothing. */
static int32_t refuge(const wyrm_sampler *sampler)
{
    return knows_exit(sampler) ? exit_room(sampler) : nearest_room(sampler, sampler->seen);
}

/* Comes to a room, perhaps with pursuers, who have it between themselves and those who are there. */
static void run_into(wyrm_sampler *sampler, int32_t room)
{
    size_t behind = sampler->game->monster_count;
    enter_room(sampler, room, sampler->at);
    if (behind > 0 || !sampler->life.traits->fights)
        wyrm_brawl_pass(&sampler->life, behind);
}

static void flee(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    int32_t room = refuge(sampler);
    if (room < 0) {
        wyrm_brawl(life, true);
        return;
    }
    uint32_t steps = steps_to(sampler, room);
    uint32_t left = steps > sampler->walked ? steps - sampler->walked : 1;
    uint32_t walked = wyrm_brawl_run(life, left);
    sampler->walked += walked;
    if (life->over || walked < left)
        return;
    if (knows_exit(sampler) && room == exit_room(sampler))
        sampler->out = true;
    else
        run_into(sampler, room);
}

/* Those who see the player: it fights them, or runs. */
static void face(wyrm_sampler *sampler)
{
    bool bold = is_bold(sampler);
    if ((!sampler->life.traits->fights && !bold) || !wyrm_brawl(&sampler->life, bold))
        flee(sampler);
}

/* ------------------------------------------------------------------ from room to room */

/* Share of the hit points below which there is nothing more to be had from a floor where nothing
 * heals. */
#define HOPELESS_BELOW 0.3

static bool is_hopeless(const wyrm_life *life)
{
    const wyrm_bot_traits *traits = life->traits;
    bool cares = traits->foresees || traits->least_odds > 0.0;
    return cares && wyrm_life_health(life) < HOPELESS_BELOW && !wyrm_life_mends(life) &&
           wyrm_life_stock(life) <= 0;
}

/* Where to next, with nobody about. */
static int32_t next_room(const wyrm_sampler *sampler)
{
    bool clears = sampler->life.traits->clears && !is_hopeless(&sampler->life);
    if (!clears && knows_exit(sampler))
        return exit_room(sampler);
    int32_t room = nearest_room(sampler, clears ? sampler->done : sampler->seen);
    if (room < 0)
        room = boss_room(sampler);
    return room >= 0 ? room : exit_room(sampler);
}

static void go(wyrm_sampler *sampler, int32_t room)
{
    bool out = knows_exit(sampler) && room == exit_room(sampler) && sampler->done[room];
    if (!sampler->life.traits->clears || is_hopeless(&sampler->life))
        out = knows_exit(sampler) && room == exit_room(sampler);
    wyrm_life_pass(&sampler->life, steps_to(sampler, room));
    if (sampler->life.over)
        return;
    if (out)
        sampler->out = true;
    else
        run_into(sampler, room);
}

/* Nobody is about: takes what is there, rests, and goes on. */
static void go_on(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    if (life->traits->clears || !knows_exit(sampler))
        loot(sampler);
    if (!life->over)
        wyrm_life_rest(life);
    if (!life->over)
        go(sampler, next_room(sampler));
}

/* From room to room, the nearest first, and in the end, or from danger, to the way out. */
static void cross(wyrm_sampler *sampler)
{
    while (!sampler->life.over && !sampler->out) {
        if (sampler->game->monster_count > 0)
            face(sampler);
        else
            go_on(sampler);
    }
}

/* Who goes anywhere needs the square of the steps of a way for it, and stumbles upon the stairs of their
 * room once in so many turns as it has tiles. */
static void wander(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    while (!life->over && !sampler->out) {
        wyrm_brawl(life, true);
        int32_t room = nearest_room(sampler, sampler->seen);
        const wyrm_room *here = &sampler->map.rooms[sampler->room];
        if (!life->over && sampler->room == exit_room(sampler)) {
            wyrm_life_pass(life, (uint32_t)(here->width * here->height));
            sampler->out = true;
        } else if (!life->over) {
            room = room >= 0 ? room : exit_room(sampler);
            uint32_t steps = steps_to(sampler, room);
            wyrm_life_pass(life, steps * steps);
            enter_room(sampler, room, sampler->at);
        }
    }
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
        if (!life->traits->acts) {
            stand(sampler);
            continue;
        }
        enter_room(sampler, 0, sampler->map.start);
        sampler->at = sampler->map.start;
        if (life->traits->seeks_exit)
            cross(sampler);
        else
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
