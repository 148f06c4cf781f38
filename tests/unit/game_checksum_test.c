/* The checksum of a game, and the laws of its state: what each of them sees. */
#include "played.h"

static arena *some_game(void)
{
    arena *a = arena_draw("yarl",
                          "#######\n"
                          "#@.o..#\n"
                          "#..T.!#\n"
                          "#....>#\n"
                          "#######",
                          "T=troll,elite !=healing_potion");
    arena_wear(a, arena_give(a, "dagger"));
    arena_give(a, "wand_of_slow");
    a->game->boosts[a->game->boost_count++] = (wyrm_boost){.stat = 2, .amount = 1, .turns = 5};
    arena_dress(a);
    assert_sound(a);
    return a;
}

/* Every field that something later depends on: a change of its lowest bit is another
 * checksum. */
/* clang-format off */
#define COUNTING_FIELDS(_)                                                                         \
    _(seed) _(run) _(commands) _(turn) _(killer) _(difficulty.depth) _(difficulty.wins)            \
    _(difficulty.tracker.level) _(difficulty.tracker.exp) _(difficulty.tracker.next)               \
    _(difficulty.tracker.base) _(difficulty.pending) _(difficulty.gear_base) _(pity.rooms[0])      \
    _(pity.rooms[WYRM_PITY_MAX-1]) _(experience.level) _(experience.exp) _(experience.next)        \
    _(experience.base) _(player.combatant.level) _(player.combatant.hp)                            \
    _(player.combatant.max_hp) _(player.at.x) _(player.at.y) _(player.turns[0])                    \
    _(player.turns[WYRM_CONDITION_COUNT-1]) _(player.regenerated) _(bare.level) _(bare.max_hp)     \
    _(fullness) _(starved) _(healing) _(choices) _(boosts[0].stat) _(boosts[0].turns)              \
    _(pack[0].item.kind) _(pack[0].item.level) _(pack[0].item.bonus) _(pack[0].item.room)          \
    _(pack[1].item.pity) _(pack[1].uses) _(barred[0]) _(barred[WYRM_KINDS_MAX/64-1])               \
    _(map.start.x) _(map.exit.y) _(map.rooms[0].x) _(map.rooms[0].y) _(map.rooms[0].width)         \
    _(map.rooms[0].height) _(marks[0]) _(goal.x) _(goal.y) _(next_id) _(monsters[0].id)            \
    _(monsters[1].body.at.x) _(monsters[1].body.combatant.hp) _(monsters[1].body.turns[2])         \
    _(monsters[1].spawn.monster) _(monsters[1].spawn.level) _(monsters[1].spawn.experience)        \
    _(items[0].item.kind) _(items[0].at.x) _(items[0].at.y) _(items[0].uses)
/* clang-format on */

/* Flags, enumerations and real numbers, which have no lowest bit: another value. */
#define COUNTING_VALUES(_)                                                                         \
    _(phase, WYRM_PHASE_WON)                                                                       \
    _(cause, WYRM_CAUSE_STARVED)                                                                   \
    _(player.combatant.regeneration, 0.5)                                                          \
    _(player.combatant.stats[0], 99.5)                                                             \
    _(player.combatant.stats[WYRM_STATS_MAX - 1], 99.5)                                            \
    _(player.hurt, true)                                                                           \
    _(bare.stats[3], 99.5)                                                                         \
    _(arena, true)                                                                                 \
    _(goal_taken, true)                                                                            \
    _(goal_placed, true)                                                                           \
    _(boosts[0].amount, 1.5)                                                                       \
    _(pack[0].worn, false)                                                                         \
    _(map.final, true)                                                                             \
    _(map.placing, WYRM_PLACING_ONCE)                                                              \
    _(room_kinds[0].role, WYRM_ROOM_TREASURE)                                                      \
    _(room_kinds[0].allow_spike, true)                                                             \
    _(room_kinds[0].etp_exempt, true)                                                              \
    _(monsters[0].body.combatant.stats[1], 99.5)                                                   \
    _(monsters[0].body.hurt, true)                                                                 \
    _(monsters[0].met, false)                                                                      \
    _(monsters[1].spawn.elite, false)                                                              \
    _(items[0].seen, false)                                                                        \
    _(pack_count, 1)                                                                               \
    _(boost_count, 0)                                                                              \
    _(monster_count, 1)                                                                            \
    _(item_count, 0)

TEST(all_that_counts_changes_the_checksum)
{
    OWNED_ARENA *a = some_game();
    wyrm_game *game = a->game;
    uint64_t before = wyrm_game_checksum(game);
#define CHECK_FIELD(field)                                                                         \
    game->field ^= 1;                                                                              \
    if (wyrm_game_checksum(game) == before)                                                        \
        fail_msg("a change of '%s' is not seen", #field);                                          \
    game->field ^= 1;                                                                              \
    assert_true(wyrm_game_checksum(game) == before);
    COUNTING_FIELDS(CHECK_FIELD)
#undef CHECK_FIELD
#define CHECK_VALUE(field, other)                                                                  \
    {                                                                                              \
        __typeof__(game->field) kept = game->field;                                                \
        assert_true(kept != (other));                                                              \
        game->field = (other);                                                                     \
        if (wyrm_game_checksum(game) == before)                                                    \
            fail_msg("a change of '%s' is not seen", #field);                                      \
        game->field = kept;                                                                        \
    }
    COUNTING_VALUES(CHECK_VALUE)
#undef CHECK_VALUE
}

/* The tally, names, and what lies behind the ends of arrays are nothing to it. */
TEST(what_does_not_count_does_not)
{
    OWNED_ARENA *a = some_game();
    wyrm_game *game = a->game;
    uint64_t before = wyrm_game_checksum(game);
    memset(&game->tally, 0xff, sizeof game->tally);
    memset(&game->pack[game->pack_count], 0xff, sizeof game->pack[0]);
    memset(&game->items[game->item_count], 0xff, sizeof game->items[0]);
    memset(&game->monsters[game->monster_count], 0xff, sizeof game->monsters[0]);
    memset(&game->boosts[game->boost_count], 0xff, sizeof game->boosts[0]);
    game->marks[game->map.width * game->map.height] = 0xff;
    game->map.rooms[game->map.room_count].x = 77;
    snprintf(game->player.combatant.name, sizeof game->player.combatant.name, "another");
    assert_true(wyrm_game_checksum(game) == before);
}

/* A copy into memory full of something else has the same checksum and goes on in the same way. */
TEST(copies_are_the_same_game)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 7);
    FREED wyrm_game *copy = zeroed(1, sizeof *copy);
    memset(copy, 0xa5, sizeof *copy);
    wyrm_game_copy(a->game, copy);
    assert_true(wyrm_game_checksum(copy) == wyrm_game_checksum(a->game));
    for (int i = 0; i < 30; i++) {
        const wyrm_command move = {.kind = WYRM_DO_MOVE, .argument = i * 5 % 8};
        wyrm_status here = wyrm_game_act(a->engine, a->game, &move, NULL, NULL);
        wyrm_status there = wyrm_game_act(a->engine, copy, &move, NULL, NULL);
        assert_int_equal(here, there);
        assert_true(wyrm_game_checksum(copy) == wyrm_game_checksum(a->game));
    }
}

/* Recordings are held to it: the value is that of the first version, on gcc and clang. */
TEST(the_checksum_of_a_known_game_stays)
{
    OWNED_ARENA *a = some_game();
    wyrm_game *game = a->game;
    game->bare = game->player.combatant = (wyrm_combatant){.hp = 10, .max_hp = 20, .level = 3};
    for (size_t i = 0; i < game->monster_count; i++) {
        game->monsters[i].body.combatant = (wyrm_combatant){.hp = 1, .stats = {[2] = 0.5}};
        game->monsters[i].spawn = (wyrm_spawn){.monster = 4, .experience = 5};
    }
    game->pack_count = game->item_count = 0;
    game->experience = (wyrm_experience){1, 2, 3, 4};
    game->difficulty = (wyrm_difficulty){.depth = 9};
    assert_true(wyrm_game_checksum(game) == UINT64_C(0x05debf2601a1207e));
}

/* One change that breaks a law, and a part of the sentence that tells it. */
#define BROKEN_LAWS(_)                                                                             \
    _(turn, 0, "the turn is 0")                                                                    \
    _(difficulty.depth, 0, "the depth 0")                                                          \
    _(pack_count, WYRM_PACK_MAX + 1, "the pack holds 1001 items")                                  \
    _(boost_count, 33, "33 boosts")                                                                \
    _(monster_count, WYRM_LEVEL_SPAWNS_MAX + 1, "1025 monsters")                                   \
    _(monster_count, 1, "2 tiles are marked for 1 monsters")                                       \
    _(item_count, 2 * WYRM_LEVEL_ITEMS_MAX + 1, "2049 items")                                      \
    _(phase, WYRM_PHASE_DEAD, "the player is dead")                                                \
    _(phase, (wyrm_game_phase)9, "the phase is 9")                                                 \
    _(phase, WYRM_PHASE_CHOOSING, "0 choices wait")                                                \
    _(choices, 2, "2 choices wait")                                                                \
    _(choices, -1, "-1 choices wait")                                                              \
    _(cause, WYRM_CAUSE_STARVED, "the player is alive")                                            \
    _(killer, 0, "the killer is 0")                                                                \
    _(killer, 1000, "the killer is 1000")                                                          \
    _(map.width, 0, "the map has 0 x 5 tiles")                                                     \
    _(map.height, 257, "the map has 7 x 257 tiles")                                                \
    _(map.room_count, 129, "129 rooms")                                                            \
    _(map.exit.x, 7, "exit of the map lies outside")                                               \
    _(goal_placed, true, "the victory item lies at 0, 0")                                          \
    _(marks[9], 0, "tile 9 of the map is 1, its mark 0")                                           \
    _(marks[9], 0x81, "its mark 129")                                                              \
    _(marks[9], 0x0d, "3 tiles are marked for 2 monsters")                                         \
    _(map.tiles[9], 0, "tile 9 of the map is 0")                                                   \
    _(player.at.x, 0, "the player stands at 0, 1")                                                 \
    _(player.at.x, -1, "the player stands at -1, 1")                                               \
    _(player.at.x, 3, "a monster is marked where the player stands")                               \
    _(player.combatant.hp, 0, "the player has 0 of")                                               \
    _(player.combatant.hp, 1000, "the player has 1000 of")                                         \
    _(player.combatant.stats[0], 5.25, "'accuracy' of the player is 5.25")                         \
    _(player.combatant.stats[0], 1e9, "'accuracy' of the player is 1000000000")                    \
    _(bare.max_hp, 7, "the player is not what it is made of")                                      \
    _(player.turns[WYRM_HELD], -1, "the player is held for -1 turns")                              \
    _(player.regenerated, -1, "has regenerated for -1 turns")                                      \
    _(experience.next, 0, "the player is of level 1")                                              \
    _(boosts[0].turns, 0, "boost 0 is of stat 2 for 0 turns")                                      \
    _(boosts[0].stat, 11, "boost 0 is of stat 11")                                                 \
    _(player.combatant.stats[2], 0.5, "'power' of the player is 0.5")                              \
    _(boosts[0].amount, 2, "of the player is")                                                     \
    _(fullness, 5, "the fullness is 5")                                                            \
    _(starved, -2, "-2 of starving")                                                               \
    _(pack[0].item.kind, -1, "an item in the pack is of kind -1")                                  \
    _(pack[0].uses, 0, "an item in the pack has 0 uses left")                                      \
    _(pack[1].worn, true, "item 1 of the pack is worn and is no gear")                             \
    _(items[0].item.kind, 2000, "an item on the floor is of kind 2000")                            \
    _(items[0].worn, true, "an item lies at 5, 2, where it cannot")                                \
    _(items[0].at.y, 0, "an item lies at 5, 0, where it cannot")                                   \
    _(monsters[0].body.at.x, 4, "the tile 4, 1 is not that of one monster")                        \
    _(monsters[0].body.at.y, 2, "the tile 3, 2 is not that of one monster")                        \
    _(monsters[0].body.combatant.hp, 0, "a monster has 0 of")                                      \
    _(monsters[0].id, 2, "monster 2 follows monster 2")                                            \
    _(monsters[1].id, 3, "monster 3 follows monster 1")                                            \
    _(monsters[0].spawn.monster, -2, "a monster is of kind -2")                                    \
    _(monsters[0].spawn.monster, 999, "a monster is of kind 999")

TEST(every_broken_law_is_told)
{
    OWNED_ARENA *a = some_game();
    wyrm_game *game = a->game;
    wyrm_error error;
#define CHECK_LAW(field, broken, sentence)                                                         \
    {                                                                                              \
        __typeof__(game->field) kept = game->field;                                                \
        game->field = (broken);                                                                    \
        if (wyrm_game_is_sound(a->engine, game, &error))                                           \
            fail_msg("'%s' as %s is taken to be sound", #field, #broken);                          \
        if (strstr(error.message, sentence) == NULL)                                               \
            fail_msg("'%s' as %s: %s", #field, #broken, error.message);                            \
        assert_false(wyrm_game_is_sound(a->engine, game, NULL));                                   \
        game->field = kept;                                                                        \
    }
    BROKEN_LAWS(CHECK_LAW)
#undef CHECK_LAW
    assert_sound(a);
}

TEST(gear_that_clashes_is_told)
{
    OWNED_ARENA *a = some_game();
    size_t sword = arena_give(a, "sword");
    arena_wear(a, sword);
    assert_false(wyrm_game_is_sound(a->engine, a->game, &a->error));
    assert_string_equal(a->error.message, "items 0 and 2 of the pack cannot be worn together");
    a->game->pack[0].worn = false;
    arena_dress(a);
    assert_sound(a);
}

/* A set fight is sound and sums up to the same, whatever the memory held before. */
TEST(set_fights_begin_the_same_everywhere)
{
    OWNED_ARENA *a = some_game();
    uint64_t checksums[2];
    wyrm_arena fight = {.shape = WYRM_ARENA_ROOM,
                        .distance = 3,
                        .player = combatant_of(a->design, "player,weapon=dagger"),
                        .count = 1,
                        .monsters = {{.monster = 0, .combatant = combatant_of(a->design, "orc")}}};
    for (int i = 0; i < 2; i++) {
        memset(a->game, i == 0 ? 0 : 0x5a, sizeof *a->game);
        assert_ok(wyrm_game_start_arena(a->engine, &fight, 3, 4, a->game, &a->error), &a->error);
        assert_sound(a);
        checksums[i] = wyrm_game_checksum(a->game);
    }
    assert_true(checksums[0] == checksums[1]);
}
