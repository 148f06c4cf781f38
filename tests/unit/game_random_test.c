/* Any command in any state: the game stays consistent, a refusal leaves no trace, and the same
 * commands lead to the same states.
 *
 * 1,000 states and 1,000 commands from each; all of the 10,000 states that it is meant to survive
 * with WYRM_TEST_SHARE=1000, in a minute or two. */
#include <wyrm/autopilot.h>

#include "random_games.h"

enum { STATES = 500, COMMANDS = 1000 };

static arena *arenas[SHIPPED_COUNT];

static int open_arenas(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED_COUNT; i++)
        arenas[i] = play(shipped_names[i], NULL, 1);
    return 0;
}

static int close_arenas(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED_COUNT; i++)
        arena_free(arenas[i]);
    return 0;
}

static void tell_command(const arena *a, uint64_t seed, const wyrm_command *command)
{
    print_error("ruleset %s, state %llu, turn %u: command %d, argument %d, target %d, %d: %s\n",
                wyrm_ruleset_name(wyrm_design_ruleset(a->design)), (unsigned long long)seed,
                a->game->turn, (int)command->kind, command->argument, command->target.x,
                command->target.y, a->error.message);
}

typedef struct score {
    uint64_t done, refused, ended;
    uint64_t done_of[WYRM_COMMAND_COUNT];
} score;

/* Compares byte by byte. Slow, so only now and then. */
static void refuse_without_a_trace(arena *a, const wyrm_command *command, uint64_t seed)
{
    static wyrm_game before;
    memcpy(&before, a->game, sizeof before);
    if (arena_act(a, command) == WYRM_ERROR_ARGUMENT &&
        memcmp(&before, a->game, sizeof before) == 0)
        return;
    tell_command(a, seed, command);
    fail_msg("a command that was refused before is done, or leaves a trace");
}

static void act_once(arena *a, const wyrm_command *command, uint64_t seed, score *counts)
{
    uint64_t before = wyrm_game_checksum(a->game);
    uint64_t commands = a->game->commands;
    a->error = (wyrm_error){0};
    wyrm_status status = arena_act(a, command);
    if (status == WYRM_OK) {
        counts->done++;
        counts->done_of[command->kind]++;
        const char *broken = broken_law(a->engine, a->game);
        if (broken == NULL && a->game->commands == commands + 1)
            return;
        tell_command(a, seed, command);
        fail_msg("not sound: %s", broken);
    }
    counts->refused++;
    if (status != WYRM_ERROR_ARGUMENT || a->error.message[0] == '\0' || a->event_count > 0 ||
        wyrm_game_checksum(a->game) != before) {
        tell_command(a, seed, command);
        fail_msg("status %d, %zu events, %s", (int)status, a->event_count,
                 wyrm_game_checksum(a->game) == before ? "unchanged" : "changed");
    }
    if (counts->refused % 64 == 0)
        refuse_without_a_trace(a, command, seed);
}

static void play_at_random(arena *a, uint64_t seed, int commands, score *counts)
{
    test_random random = {seed ^ 0x5eed};
    static wyrm_game start;
    random_state(a, seed);
    wyrm_game_copy(a->game, &start);
    for (int i = 0; i < commands; i++) {
        wyrm_command command = random_command(a, &random);
        act_once(a, &command, seed, counts);
        if (a->game->phase == WYRM_PHASE_DEAD) {
            counts->ended++;
            act_once(a, &(const wyrm_command){.kind = WYRM_DO_WAIT}, seed, counts);
            wyrm_game_copy(&start, a->game);
        }
    }
}

TEST(nothing_breaks_the_state)
{
    score counts = {0};
    int commands = played_times(COMMANDS);
    const uint64_t states = STATES / (PLAYED_STRIDE > 1 ? PLAYED_STRIDE : is_long_suite() ? 1 : 2);
    for (uint64_t seed = 0; seed < states; seed++)
        play_at_random(arenas[seed % SHIPPED_COUNT], seed, commands, &counts);
    /* The test is meaningful: many commands were carried out, of every possible kind. */
    assert_true(counts.done > counts.refused / 2);
    assert_true(counts.ended > 0);
    for (int kind = 0; kind < WYRM_COMMAND_COUNT; kind++)
        if (counts.done_of[kind] == 0 && kind < WYRM_DO_GO_ON && PLAYED_STRIDE == 1) /* no shops */
            fail_msg("no command %d was carried out", kind);
}

/* Rules as odd as possible: crowds, no room, no sight, no hunger, everybody asleep. */
TEST(odd_rules_do_not_break_it_either)
{
    const struct {
        const char *ruleset, *changes;
    } rows[] = {
        {"ruggrogue", "game: {sight: 1, pack: 1, asleep: 1, regeneration: 1,\n"
                      "  hunger: {most: 3, start: 3, starving: 1, stages: [{name: a, from: 2}, "
                      "{name: b, from: 0}]}}\n"
                      "encounter: {rooms: {first: true, chance: 1, most: 64}}\n"
                      "map: {width: 12, height: 8, room_width: [1, 2], room_height: 1}"},
        {"ruggrogue", "game: {sight: 31, asleep: 1/2}\n"
                      "encounter: {rooms: {first: true, chance: 1, most: 64}, final_level: 1}\n"
                      "loot: {rooms: {first: true, chance: 1, most: 64}}\n"
                      "map: {width: 250, height: 250, tries: 10000}"},
        {"yarl", "loot: {mode: testing}\nmap: {width: 40, height: 30, tries: 10}\n"
                 "player: {hp: 1}\ngame: {regeneration: 1, goal_at: floor}"},
        {"bob-and-trev", "game: {sight: 31, pack: 3, asleep: 1/2, after_win: new_game_plus,\n"
                         "  hunger: {most: 100, stages: [{name: a, from: 0}]}}\n"
                         "encounter: {rooms: {most: 12}, last_depth: 1}"},
        {"tutorial", "loot: {equipment: true}\nencounter: {last_depth: 2}\n"
                     "growth: {experience: {base: 1, per_level: 0}}\ngame: {goal_at: boss}"},
    };
    score counts = {0};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ARENA *a = play(rows[i].ruleset, rows[i].changes, 1);
        for (uint64_t seed = 500000; seed < 500000 + (uint64_t)played_times(20); seed++)
            play_at_random(a, seed, played_times(400), &counts);
    }
    assert_true(counts.done > 0 && counts.ended > 0);
}

/* Asks everything that can be asked about a game, on the engine that plays it. */
static void look_at_everything(arena *a, test_random *random)
{
    static wyrm_observation around;
    size_t hit[WYRM_LEVEL_SPAWNS_MAX];
    bool user;
    wyrm_observe(a->engine, a->game, &around);
    for (size_t i = 0; i < a->game->pack_count; i++) {
        wyrm_combatant dressed;
        (void)wyrm_would_hit(a->engine, a->game, &around, i, random_target(a, random), hit, &user);
        (void)wyrm_throw_range(a->engine, a->game, i);
        wyrm_player_with(a->engine, a->game, i, &dressed);
    }
    if (around.monster_count > 0) {
        wyrm_duel duel;
        wyrm_better_odds better;
        const wyrm_game_monster *monster = &a->game->monsters[around.monsters[0].index];
        assert_true(wyrm_odds(a->engine, a->game, monster, &duel, NULL) <= WYRM_ERROR_RANGE);
        if (random_below(random, 16) == 0)
            assert_true(wyrm_odds_with_pack(a->engine, a->game, monster, &better, NULL) <=
                        WYRM_ERROR_RANGE);
    }
    for (int kind = WYRM_AUTOPILOT_EXPLORE; kind <= WYRM_AUTOPILOT_REST; kind++) {
        wyrm_autopilot autopilot;
        wyrm_command command;
        wyrm_direction way = (wyrm_direction)random_below(random, WYRM_DIRECTION_COUNT);
        if (wyrm_autopilot_begin(a->engine, a->game, (wyrm_autopilot_kind)kind, way,
                                 random_target(a, random), &autopilot, NULL) == WYRM_OK)
            (void)wyrm_autopilot_next(a->engine, a->game, &autopilot, &command);
    }
}

/* Two engines: on one everything is asked before each command; the other plays other games between
 * the commands, in uninitialised memory. */
TEST(two_engines_agree)
{
    int states = played_times(150);
    for (int which = 0; which < SHIPPED_COUNT; which++) {
        arena *one = arenas[which], *other = play(shipped_names[which], NULL, 7);
        FREED wyrm_game *aside = zeroed(1, sizeof *aside);
        wyrm_game_copy(other->game, aside);
        for (int i = 0; i < states / SHIPPED_COUNT + 1; i++) {
            uint64_t seed = 100000 + (uint64_t)i;
            test_random random = {seed};
            random_state(one, seed);
            memset(other->game, 0xa5, sizeof *other->game);
            wyrm_game_copy(one->game, other->game);
            assert_holds(wyrm_game_checksum(other->game) == wyrm_game_checksum(one->game), seed);
            for (int k = 0; k < 100; k++) {
                wyrm_command command = random_command(one, &random);
                const wyrm_command step = {.kind = WYRM_DO_MOVE, .argument = k % 8};
                if (k % 4 == 0)
                    look_at_everything(one, &random);
                wyrm_status first = arena_act(one, &command);
                wyrm_status second = arena_act(other, &command);
                assert_holds(first == second, seed);
                assert_holds(one->event_count == other->event_count, seed);
                assert_holds(wyrm_game_checksum(one->game) == wyrm_game_checksum(other->game),
                             seed);
                assert_true(wyrm_game_act(other->engine, aside, &step, NULL, NULL) <=
                            WYRM_ERROR_ARGUMENT);
            }
        }
        arena_free(other);
    }
}

/* A copy into memory with old content goes on like its original, from any turn. */
TEST(a_copy_goes_on_as_its_original)
{
    FREED wyrm_game *copy = zeroed(1, sizeof *copy);
    for (uint64_t seed = 0; seed < (uint64_t)played_times(50); seed++) {
        arena *a = arenas[seed % SHIPPED_COUNT];
        test_random random = {seed};
        random_state(a, 200000 + seed);
        memset(copy, 0x5a, sizeof *copy);
        for (int k = 0; k < 200; k++) {
            wyrm_command command = random_command(a, &random);
            wyrm_game_copy(a->game, copy);
            wyrm_status first = arena_act(a, &command);
            wyrm_status second = wyrm_game_act(a->engine, copy, &command, NULL, NULL);
            assert_holds(first == second, seed);
            assert_holds(wyrm_game_checksum(a->game) == wyrm_game_checksum(copy), seed);
        }
    }
}

/* A missing listener changes nothing, and different seeds and runs give different games. */
TEST(games_differ_by_seed_and_run)
{
    uint64_t sums[4];
    for (uint64_t i = 0; i < 4; i++) {
        play_again(arenas[0], i / 2, i % 2);
        sums[i] = wyrm_game_checksum(arenas[0]->game);
        for (uint64_t k = 0; k < i; k++)
            assert_true(sums[k] != sums[i]);
        const wyrm_game_options options = {.seed = i / 2, .run = i % 2};
        assert_ok(wyrm_game_start(arenas[0]->engine, &options, NULL, arenas[0]->game, NULL), NULL);
        assert_true(wyrm_game_checksum(arenas[0]->game) == sums[i]);
    }
}

/* Any change that matters changes the checksum. */
TEST(a_checksum_sees_every_part)
{
    arena *a = arenas[1];
    random_state(a, 300000);
    wyrm_game *game = a->game;
    arena_give(a, "healing_potion");
    uint64_t sum = wyrm_game_checksum(game);
#define SEEN(field, change)                                                                        \
    do {                                                                                           \
        __typeof__(game->field) was = game->field;                                                 \
        game->field = (__typeof__(game->field))(was change);                                       \
        if (wyrm_game_checksum(game) == sum)                                                       \
            fail_msg("the checksum does not see " #field);                                         \
        game->field = was;                                                                         \
        assert_true(wyrm_game_checksum(game) == sum);                                              \
    } while (0)
    SEEN(seed, +1);
    SEEN(run, +1);
    SEEN(commands, +1);
    SEEN(turn, +1);
    SEEN(player.combatant.hp, +1);
    SEEN(player.at.x, +1);
    SEEN(player.turns[WYRM_HELD], +1);
    SEEN(bare.max_hp, +1);
    SEEN(experience.exp, +1);
    SEEN(difficulty.depth, +1);
    SEEN(difficulty.pending, +1);
    SEEN(loot.pity.rooms[0], +1);
    SEEN(healing, +1);
    SEEN(choices, +1);
    SEEN(goal_taken, ^1);
    SEEN(pack_count, -1);
    SEEN(pack[0].uses, +1);
    SEEN(pack[0].item.kind, +1);
    SEEN(barred[0], ^1);
    SEEN(marks[5], ^WYRM_MARK_KNOWN);
    SEEN(monster_count, -1);
    SEEN(monsters[0].body.combatant.hp, +1);
    SEEN(monsters[0].body.at.y, +1);
    SEEN(monsters[0].body.turns[WYRM_CONFUSED], +1);
    SEEN(item_count, -1);
    SEEN(items[0].at.x, +1);
    SEEN(items[0].left, ^1);
#undef SEEN
}

AROUND_ALL(open_arenas, close_arenas)
