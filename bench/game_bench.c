/* The engine without a screen, on RuggRogue: a turn with twenty awake monsters nearby, the making
 * of a level, set fights, and the cost of copying and hashing a state. Each is compared with a
 * naive version:
 *
 *   turn      every monster computes its own field of view and distances; only that is timed
 *   level     a new state for every level, cleared completely
 *   fights    the distribution of every blow computed anew, and drawn from by inversion
 *   copy      the whole struct
 *   checksum  byte by byte over the whole struct (FNV-1a)
 *
 *   name   time   speed as a multiple of the naive version
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <wyrm/design.h>
#include <wyrm/game.h>
#include <wyrm/sight.h>

#include "game/internal.h"

enum { FOES = 20, ROUNDS = 5, TOUGH = 900000 };

static wyrm_design *design;
static wyrm_engine *engine;
static wyrm_game game, start, other;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void need(wyrm_status status, const wyrm_error *error)
{
    if (status == WYRM_OK)
        return;
    fprintf(stderr, "game_bench: %s\n", error->message);
    exit(1);
}

static void show(const char *name, double time, double naive)
{
    printf("%-28s %10.3f us  %7.1f x\n", name, 1e6 * time, naive / time);
}

/* ------------------------------------------------------------------ a turn */

/* Turns after which the state is reset: otherwise the player ends up in a ring of monsters that
 * stand still. */
enum { RESTART = 100 };

static void begin_turn(int turn)
{
    if (turn % RESTART == 0)
        wyrm_game_copy(&start, &game);
}

/* Takes a random step, or waits if something is in the way: striking a monster would not move
 * anybody. */
static void take_turn(wyrm_rng *rng)
{
    wyrm_command command = {.kind = WYRM_DO_MOVE};
    command.argument = (int32_t)wyrm_rng_below(rng, WYRM_DIRECTION_COUNT);
    wyrm_position to = wyrm_neighbour(game.player.at, (wyrm_direction)command.argument);
    uint8_t mark = game.marks[to.y * game.map.width + to.x];
    if ((mark & WYRM_MARK_TILE) == WYRM_TILE_WALL || (mark & WYRM_MARK_MONSTER))
        command.kind = WYRM_DO_WAIT;
    wyrm_error error;
    need(wyrm_game_act(engine, &game, &command, NULL, &error), &error);
}

/* The thinking of all monsters without sharing anything. */
static uint64_t think_naively(void)
{
    static wyrm_distances distances;
    static bool opaque[256], blocked[256];
    for (int i = 0; i < 256; i++) {
        opaque[i] = (i & WYRM_MARK_TILE) == WYRM_TILE_WALL;
        blocked[i] = opaque[i] || (i & WYRM_MARK_MONSTER);
    }
    const wyrm_grid eyes = {game.map.width, game.map.height, game.marks, opaque};
    const wyrm_grid feet = {game.map.width, game.map.height, game.marks, blocked};
    uint64_t sum = 0;
    for (size_t i = 0; i < game.monster_count; i++) {
        wyrm_sight sight;
        wyrm_position step = {0, 0};
        wyrm_position at = game.monsters[i].body.at;
        wyrm_sight_from(&eyes, at, 8, &sight);
        if (wyrm_sight_has(&sight, game.player.at.x, game.player.at.y) &&
            wyrm_distances_find(&feet, &game.player.at, 1, (wyrm_step_costs){100, 141}, 2000,
                                &distances, NULL) == WYRM_OK &&
            wyrm_distances_step(&distances, &feet, at, &step))
            sum += (uint64_t)step.x;
    }
    return sum;
}

/* Seconds a turn from `start`; *naive: of the naive thinking in the same turns. */
static double time_turns(int turns, double *naive)
{
    volatile uint64_t sink = 0;
    double best = 1e9;
    *naive = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        wyrm_rng rng = wyrm_rng_start(3, 0, 0, 0);
        double begun = now();
        for (int i = 0; i < turns; i++) {
            begin_turn(i);
            take_turn(&rng);
        }
        double time = (now() - begun) / turns;
        best = time < best ? time : best;
        double thinking = 0;
        rng = wyrm_rng_start(3, 0, 0, 0);
        for (int i = 0; i < turns; i++) {
            begin_turn(i);
            double before = now();
            sink = sink + think_naively();
            thinking += now() - before;
            take_turn(&rng);
        }
        *naive = thinking / turns < *naive ? thinking / turns : *naive;
    }
    return best;
}

static wyrm_combatant combatant(const char *text)
{
    wyrm_combatant out;
    wyrm_error error;
    need(wyrm_roster_combatant(wyrm_design_roster(design), text, &out, &error), &error);
    return out;
}

static wyrm_combatant hero(void)
{
    wyrm_combatant player = combatant("player@10,weapon=10,armor=10");
    player.hp = player.max_hp = TOUGH;
    return player;
}

/* Places twenty monsters in a hall of 40 x 40. */
static void start_in_the_open(void)
{
    wyrm_error error;
    static wyrm_arena arena;
    arena = (wyrm_arena){.shape = WYRM_ARENA_OPEN, .distance = 5, .player = hero(), .count = FOES};
    for (int i = 0; i < FOES; i++) {
        arena.monsters[i].combatant = combatant("monster@8");
        arena.monsters[i].combatant.hp = arena.monsters[i].combatant.max_hp = TOUGH;
    }
    need(wyrm_game_start_arena(engine, &arena, 1, 0, &start, &error), &error);
}

/* Places twenty monsters on a map of the game, all on floor near the player. */
static void start_in_play(void)
{
    wyrm_error error;
    const wyrm_game_options options = {.seed = 5};
    need(wyrm_game_start(engine, &options, NULL, &start, &error), &error);
    for (size_t i = 0; i < start.monster_count; i++) {
        wyrm_position at = start.monsters[i].body.at;
        start.marks[at.y * start.map.width + at.x] &= (uint8_t)~WYRM_MARK_MONSTER;
    }
    start.bare.max_hp = start.player.combatant.max_hp = start.player.combatant.hp = TOUGH;
    start.monster_count = 0;
    for (int radius = 2; start.monster_count < FOES; radius++)
        for (int k = -radius; k <= radius && start.monster_count < FOES; k += 2) {
            wyrm_position at = {(int16_t)(start.player.at.x + k),
                                (int16_t)(start.player.at.y + (k % 4 ? radius : -radius))};
            if (wyrm_map_tile(&start.map, at.x, at.y) == WYRM_TILE_WALL)
                continue;
            uint8_t *mark = &start.marks[at.y * start.map.width + at.x];
            if (*mark & WYRM_MARK_MONSTER)
                continue;
            *mark |= WYRM_MARK_MONSTER;
            wyrm_game_monster *monster = &start.monsters[start.monster_count++];
            *monster = (wyrm_game_monster){.id = start.next_id++};
            monster->body.combatant = combatant("monster@8");
            monster->body.at = at;
        }
}

/* ------------------------------------------------------------------ levels and fights */

static double time_levels(int levels, bool plainly)
{
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        double begun = now();
        for (int i = 0; i < levels; i++) {
            wyrm_error error;
            const wyrm_game_options options = {.seed = 1, .run = (uint64_t)i};
            wyrm_game *fresh = plainly ? malloc(sizeof *fresh) : &game;
            if (!fresh)
                exit(1);
            if (plainly)
                memset(fresh, 0, sizeof *fresh);
            need(wyrm_game_start(engine, &options, NULL, fresh, &error), &error);
            if (plainly)
                free(fresh);
        }
        double time = (now() - begun) / levels;
        best = time < best ? time : best;
    }
    return best;
}

static wyrm_arena duel(void)
{
    wyrm_arena arena = {.shape = WYRM_ARENA_ROOM, .distance = 1, .count = 1};
    arena.player = combatant("player@6,weapon=5,armor=5");
    arena.monsters[0] = (wyrm_arena_monster){.monster = 5, .combatant = combatant("monster@8")};
    return arena;
}

static wyrm_direction towards(wyrm_position from, wyrm_position to)
{
    int direction = 0;
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
        wyrm_position next = wyrm_neighbour(from, (wyrm_direction)i);
        direction = next.x == to.x && next.y == to.y ? i : direction;
    }
    return (wyrm_direction)direction;
}

/* Seconds a fight; *won is set to how many were won. */
static double time_fights(int fights, int *won)
{
    wyrm_error error;
    static wyrm_arena arena;
    double begun = now();
    arena = duel();
    *won = 0;
    for (int i = 0; i < fights; i++) {
        need(wyrm_game_start_arena(engine, &arena, 1, (uint64_t)i, &game, &error), &error);
        wyrm_command strike = {.kind = WYRM_DO_MOVE};
        strike.argument = (int32_t)towards(game.player.at, game.monsters[0].body.at);
        while (game.phase == WYRM_PHASE_PLAYING)
            need(wyrm_game_act(engine, &game, &strike, NULL, &error), &error);
        *won += game.phase == WYRM_PHASE_WON;
    }
    return (now() - begun) / fights;
}

static int64_t strike_naively(const wyrm_combatant *attacker, const wyrm_combatant *defender,
                              wyrm_rng *rng)
{
    wyrm_error error;
    wyrm_pmf *damage = NULL;
    const wyrm_matchup matchup = {.attacker = attacker, .defender = defender, .distance = 1};
    need(wyrm_combat_hit(wyrm_design_combat(design), &matchup, &damage, &error), &error);
    double left = wyrm_rng_real(rng);
    int64_t value = wyrm_pmf_first(damage);
    while (value < wyrm_pmf_last(damage) && (left -= wyrm_pmf_at(damage, value)) >= 0)
        value++;
    wyrm_pmf_free(damage);
    return value;
}

static double time_fights_naively(int fights, int *won)
{
    static wyrm_arena arena;
    double begun = now();
    arena = duel();
    *won = 0;
    for (int i = 0; i < fights; i++) {
        wyrm_rng rng = wyrm_rng_start(1, (uint64_t)i, 0, 0);
        wyrm_combatant one = arena.player, two = arena.monsters[0].combatant;
        while (one.hp > 0 && two.hp > 0) {
            two.hp -= strike_naively(&one, &two, &rng);
            if (two.hp > 0)
                one.hp -= strike_naively(&two, &one, &rng);
        }
        *won += two.hp <= 0;
    }
    return (now() - begun) / fights;
}

/* ------------------------------------------------------------------ states */

static void copy(void)
{
    wyrm_game_copy(&start, &other);
}

static void copy_naively(void)
{
    memcpy(&other, &start, sizeof other);
}

static volatile uint64_t sum;

static void check(void)
{
    sum = sum + wyrm_game_checksum(&start);
}

static void check_naively(void)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const unsigned char *bytes = (const unsigned char *)&start;
    for (size_t i = 0; i < sizeof start; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    sum = sum + hash;
}

static double time_of(void (*work)(void), int times)
{
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        double begun = now();
        for (int i = 0; i < times; i++)
            work();
        double time = (now() - begun) / times;
        best = time < best ? time : best;
    }
    return best;
}

/* ------------------------------------------------------------------ all of it */

static double bench_turns(void)
{
    double naive;
    start_in_the_open();
    double open = time_turns(50000, &naive);
    show("turn, 20 foes in the open", open, naive);
    start_in_play();
    double played = time_turns(50000, &naive);
    show("turn, 20 foes in play", played, naive);
    return open > played ? open : played;
}

static double bench_levels(void)
{
    double level = time_levels(5000, false);
    show("level set up", level, time_levels(1000, true));
    return level;
}

static void bench_fights(void)
{
    int won, won_naively;
    double naive = time_fights_naively(20000, &won_naively);
    double time = time_fights(200000, &won);
    show("set fight", time, naive);
    printf("%-28s %10.0f a second; %.1f %% won, the plain way %.1f %%\n", "set fights", 1 / time,
           100.0 * won / 200000, 100.0 * won_naively / 20000);
}

static void bench_states(void)
{
    wyrm_error error;
    const wyrm_game_options options = {.seed = 5};
    need(wyrm_game_start(engine, &options, NULL, &start, &error), &error);
    show("copy", time_of(copy, 20000), time_of(copy_naively, 2000));
    show("checksum", time_of(check, 20000), time_of(check_naively, 200));
}

int main(void)
{
    const double turn_limit = 5e-6, level_limit = 100e-6; /* seconds */
    wyrm_error error;
    if (wyrm_design_open("ruggrogue", &design, NULL) != WYRM_OK)
        return 1;
    need(wyrm_engine_new(design, &engine, &error), &error);
    double turn = bench_turns();
    double level = bench_levels();
    bench_fights();
    bench_states();
    wyrm_engine_free(engine);
    wyrm_design_free(design);
    printf("a turn in at most %.0f us: %s; a level in at most %.0f us: %s\n", 1e6 * turn_limit,
           turn <= turn_limit ? "kept" : "MISSED", 1e6 * level_limit,
           level <= level_limit ? "kept" : "MISSED");
    return turn <= turn_limit && level <= level_limit ? 0 : 1;
}
