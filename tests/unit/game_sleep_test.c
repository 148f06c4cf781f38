/* Sleep in play: the reach of a scroll, how long sleep lasts, what wakes (RuggRogue, "Items"). */
#include "game/internal.h"
#include "played.h"

#include <wyrm/stats.h>

TEST(a_sleep_scroll_reaches_nine_tiles)
{
    OWNED_ARENA *a = open_room();
    wyrm_position aim = from_player(a, 0, -5);
    for (int y = -2; y <= 2; y++)
        for (int x = -2; x <= 2; x++)
            arena_place(a, "orc@9", beside(aim, x, y));
    arena_give(a, "sleep_scroll");
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, aim));
    assert_int_equal(times_heard(a, WYRM_EVENT_CONDITION), 9);
    assert_int_equal(arena_heard(a, WYRM_EVENT_CONDITION)->condition, WYRM_ASLEEP);
    assert_int_equal(arena_heard(a, WYRM_EVENT_CONDITION)->amount, 36);
    for (size_t i = 0; i < 25; i++) {
        const wyrm_creature *body = &a->game->monsters[i].body;
        bool inside = abs(body->at.x - aim.x) <= 1 && abs(body->at.y - aim.y) <= 1;
        if (inside)
            assert_true(body->turns[WYRM_ASLEEP] > 0);
    }
}

/* Waits until the condition is over; returns the number of turns. */
static int turns_until_over(arena *a, int32_t body, wyrm_condition condition)
{
    int turns = 0;
    while (game_body(a->game, body)->turns[condition] > 0) {
        assert_done(a, arena_wait(a));
        assert_true(++turns < 1000);
    }
    return turns;
}

/* 36 turns of sleep: 36 unseen, 18 in sight of the player. */
TEST(sleepers_wake_sooner_in_sight)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "#######\n"
                                "#@.o#o#\n"
                                "#######",
                                "o=orc@3");
    arena_afflict(a, 0, WYRM_ASLEEP, 36);
    arena_afflict(a, 1, WYRM_ASLEEP, 36);
    assert_int_equal(turns_until_over(a, 0, WYRM_ASLEEP), 18);
    const wyrm_event *woken = arena_heard(a, WYRM_EVENT_CONDITION_ENDED);
    assert_non_null(woken);
    assert_int_equal(woken->condition, WYRM_ASLEEP);
    assert_int_equal(woken->whom, a->game->monsters[0].id);
    remove_monsters(a);
    arena_place(a, "orc@3", arena_find(a, 'o'));
    a->game->monsters[0].body.at = beside(arena_find(a, 'o'), 2, 0);
    *arena_mark(a, arena_find(a, 'o')) &= (uint8_t)~WYRM_MARK_MONSTER;
    *arena_mark(a, a->game->monsters[0].body.at) |= WYRM_MARK_MONSTER;
    arena_afflict(a, 0, WYRM_ASLEEP, 36);
    assert_int_equal(turns_until_over(a, 0, WYRM_ASLEEP), 36);
}

/* Three blows wake it: each wears off 10 more. No attack misses a sleeper. */
TEST(three_blows_wake_a_sleeper)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        OWNED_ARENA *a = arena_draw("ruggrogue",
                                    "####\n"
                                    "#@o#\n"
                                    "####",
                                    "o=orc@1,hp=10000");
        a->game->seed = seed;
        a->game->bare.stats[wyrm_combat_stat(wyrm_design_combat(a->design), "attack")] = 100;
        arena_dress(a);
        arena_afflict(a, 0, WYRM_ASLEEP, 36);
        int blows = 0;
        while (a->game->monsters[0].body.turns[WYRM_ASLEEP] > 0) {
            assert_done(a, arena_move(a, WYRM_EAST));
            assert_holds(arena_heard(a, WYRM_EVENT_ATTACKED)->amount >= 48, seed);
            blows++;
        }
        assert_holds(blows == 3, seed);
    }
}

/* A monster put to sleep by a scroll is never missed; awake ones are missed in a tenth of all
 * blows. */
TEST(nobody_misses_who_sleeps)
{
    enum { BLOWS = 4000 };
    OWNED_ARENA *a = arena_draw("ruggrogue", "####\n#@o#\n####", "o=orc@1,hp=10000");
    a->game->bare.stats[wyrm_combat_stat(wyrm_design_combat(a->design), "attack")] = 100;
    arena_dress(a);
    FREED wyrm_game *awake = zeroed(1, sizeof *awake), *asleep = malloc(sizeof *asleep);
    assert_non_null(asleep);
    wyrm_game_copy(a->game, awake);
    a->game->monsters[0].body.turns[WYRM_ASLEEP] = 36; /* only this shows that it sleeps */
    wyrm_game_copy(a->game, asleep);
    uint64_t missed[2] = {0};
    for (uint64_t seed = 0; seed < BLOWS; seed++)
        for (int sleeps = 0; sleeps < 2; sleeps++) {
            wyrm_game_copy(sleeps ? asleep : awake, a->game);
            a->game->seed = seed;
            assert_ok(arena_move(a, WYRM_EAST), &a->error);
            missed[sleeps] += arena_heard(a, WYRM_EVENT_ATTACKED)->amount == 0;
        }
    wyrm_interval share = wyrm_share_interval(missed[0], BLOWS, 0.9999);
    assert_true(share.low <= 0.1 && 0.1 <= share.high);
    assert_int_equal(missed[1], 0);
}

/* A sleeping player does nothing; each turn passes, and only waiting is accepted. */
TEST(the_player_sleeps_too)
{
    OWNED_ARENA *a = open_room();
    arena_give(a, "sleep_scroll");
    uint32_t before = a->game->turn;
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, from_player(a, 1, 0)));
    int turns = 1;
    while (a->game->player.turns[WYRM_ASLEEP] > 0) {
        assert_done(a, arena_wait(a));
        turns++;
        assert_true(turns < 100);
    }
    assert_int_equal(a->game->turn - before, 36);
    assert_int_equal(a->game->pack_count, 0);
}

/* A monster in the area of a sleep scroll does nothing for 36 turns, including that of the reading,
 * while it does not see the player. Here it does see the player, so it wakes after 18. */
TEST(a_scroll_of_sleep_lasts_18_turns_in_sight)
{
    OWNED_ARENA *a = open_room();
    arena_place(a, "orc@3", from_player(a, 5, 0));
    arena_give(a, "sleep_scroll");
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, from_player(a, 5, 0)));
    int still = times_heard(a, WYRM_EVENT_MOVED) == 0;
    assert_true(still);
    for (;;) {
        assert_done(a, arena_wait(a));
        if (times_heard(a, WYRM_EVENT_MOVED) > 0)
            break;
        still++;
    }
    assert_int_equal(still, 18);
}
