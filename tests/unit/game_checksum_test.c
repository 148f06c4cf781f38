/* The checksum of a game: what changes it. */
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

/* Every field that later states depend on: changing its lowest bit changes the checksum. */
/* clang-format off */
#define COUNTING_FIELDS(_)                                                                         \
    _(seed) _(run) _(commands) _(turn) _(killer) _(difficulty.depth) _(difficulty.wins)            \
    _(difficulty.tracker.level) _(difficulty.tracker.exp) _(difficulty.tracker.next)               \
    _(difficulty.tracker.base) _(difficulty.pending) _(difficulty.gear_base) _(loot.pity.rooms[0])      \
    _(loot.pity.rooms[WYRM_PITY_MAX-1]) _(experience.level) _(experience.exp) _(experience.next)        \
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
    _(items[0].item.kind) _(items[0].at.x) _(items[0].at.y) _(items[0].uses)                       \
    _(player.blamed) _(player.blamed_kind) _(difficulty.come[1]) _(gone[2]) _(more[2])             \
    _(gold) _(gold_lain) _(heaps[1].at.x) _(heaps[0].at.y) _(heaps[0].pieces) _(shops)             \
    _(goods[0].shop) _(goods[1].price) _(goods[1].item.item.kind) _(goods[0].item.uses)
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
    _(heaps[0].seen, true)                                                                         \
    _(heap_count, 1)                                                                               \
    _(good_count, 1)                                                                               \
    _(pack_count, 1)                                                                               \
    _(boost_count, 0)                                                                              \
    _(monster_count, 1)                                                                            \
    _(item_count, 0)

TEST(all_that_counts_changes_the_checksum)
{
    OWNED_ARENA *a = some_game();
    wyrm_game *game = a->game;
    game->player.blamed = 2; /* only used if it is set */
    game->difficulty.come[1] = game->gone[2] = game->more[2] = 4;
    game->gold = game->gold_lain = game->shops = 4;
    game->heap_count = game->good_count = 2;
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

/* The tally, names, and array elements beyond the counts do not affect it. */
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

/* A copy into memory with other content has the same checksum and goes on in the same way. */
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

/* Recordings depend on it: the value is that of the first version, with gcc and clang. */
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

/* A set fight is consistent and has the same checksum, whatever the memory held before. */
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
