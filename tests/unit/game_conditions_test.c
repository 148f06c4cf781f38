/* The effects of YARL's items in play: wands, boosts, conditions, teleports. */
#include "game/internal.h"
#include "played.h"

static arena *lonely(void)
{
    return arena_draw("yarl",
                      "#########\n"
                      "#@......#\n"
                      "#.......#\n"
                      "#.......#\n"
                      "#########",
                      NULL);
}

/* A wand works three times and is then gone. */
TEST(wands_are_used_up)
{
    OWNED_ARENA *a = lonely();
    arena_place(a, "troll_ancient,hp=500,asleep", beside(a->game->player.at, 4, 0));
    arena_give(a, "wand_of_lightning");
    for (int left = 2; left >= 0; left--) {
        assert_int_equal(a->game->pack[0].uses, left + 1);
        assert_done(a, arena_do(a, WYRM_DO_USE, 0));
        assert_int_equal(a->game->pack_count, left > 0);
    }
    assert_int_equal(a->game->monsters[0].body.combatant.hp, 500 - 120);
}

/* +2 defense for 50 turns, on top of everything; and +1 power for good. */
TEST(boosts_last_as_long_as_they_say)
{
    OWNED_ARENA *a = lonely();
    arena_give(a, "protection_potion");
    arena_give(a, "ring_of_strength");
    double defense = stat_of(a, &a->game->player.combatant, "defense");
    double power = stat_of(a, &a->game->player.combatant, "power");
    uint32_t begun = a->game->turn;
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(arena_heard(a, WYRM_EVENT_BOOSTED)->amount, 50);
    assert_true(stat_of(a, &a->game->player.combatant, "defense") == defense + 2);
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(arena_heard(a, WYRM_EVENT_BOOSTED)->amount, -1);
    while (stat_of(a, &a->game->player.combatant, "defense") > defense) {
        assert_done(a, arena_wait(a));
        assert_true(a->game->turn < 200);
    }
    assert_int_equal(a->game->turn - begun, 50);
    assert_true(stat_of(a, &a->game->player.combatant, "power") == power + 1);
    for (int i = 0; i < 200; i++)
        assert_done(a, arena_wait(a));
    assert_true(stat_of(a, &a->game->player.combatant, "power") == power + 1);
}

/* 2 hit points a turn over 20 turns, beside the game's own regeneration. */
TEST(regeneration_gives_its_points)
{
    OWNED_ARENA *a = arena_draw_with("yarl", "game: {regeneration: 0}", "###\n#@#\n###", NULL);
    arena_give(a, "regeneration_potion");
    a->game->player.combatant.hp = 5;
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    for (int i = 0; i < 40; i++)
        assert_done(a, arena_wait(a));
    assert_int_equal(hp_of(a), 45);
}

static int64_t steps_of_the_monster(arena *a, int turns)
{
    size_t steps = 0;
    for (int i = 0; i < turns; i++) {
        assert_done(a, arena_wait(a));
        steps += times_heard(a, WYRM_EVENT_MOVED) + times_heard(a, WYRM_EVENT_ATTACKED);
    }
    return (int64_t)steps;
}

static arena *chased(const char *item)
{
    arena *a = arena_draw("yarl",
                          "#########\n"
                          "#@.....o#\n"
                          "#########",
                          "o=orc");
    a->game->bare.max_hp = 100000;
    arena_dress(a);
    a->game->player.combatant.hp = 100000;
    arena_give(a, item);
    return a;
}

/* A held monster stays where it is, a slowed one acts every other turn, a frightened one flees. */
TEST(conditions_do_what_they_say)
{
    arena *a = chased("glue_scroll");
    wyrm_position at = a->game->monsters[0].body.at;
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, at));
    assert_int_equal(steps_of_the_monster(a, 9), 0);
    assert_true(on_tile(a->game->monsters[0].body.at, at));
    assert_true(steps_of_the_monster(a, 2) >= 1);
    arena_free(a);

    a = chased("slow_scroll");
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, a->game->monsters[0].body.at));
    size_t first = times_heard(a, WYRM_EVENT_MOVED);
    assert_int_equal((int64_t)first + steps_of_the_monster(a, 19), 10);
    assert_int_equal(a->game->monsters[0].body.turns[WYRM_SLOWED], 0);
    assert_int_equal(steps_of_the_monster(a, 10), 10);
    arena_free(a);

    a = arena_draw("yarl",
                   "###########\n"
                   "#@..o.....#\n"
                   "###########",
                   "o=orc");
    arena_give(a, "yo_mama_scroll");
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, a->game->monsters[0].body.at));
    assert_true(a->game->monsters[0].body.at.x > arena_find(a, 'o').x);
    steps_of_the_monster(a, 7);
    assert_int_equal(a->game->monsters[0].body.at.x, 9);
    arena_free(a);
}

/* A held monster beside the player still strikes: it only cannot leave its tile. */
TEST(the_held_still_strike)
{
    OWNED_ARENA *a = arena_draw("yarl", "####\n#@o#\n####", "o=orc");
    a->game->bare.max_hp = 100000;
    arena_dress(a);
    a->game->player.combatant.hp = 100000;
    arena_afflict(a, 0, WYRM_HELD, 100);
    assert_int_equal(steps_of_the_monster(a, 10), 10);
}

/* Twice as often as the others, until it is over. */
TEST(the_hasty_act_twice_a_turn)
{
    OWNED_ARENA *a = arena_draw("yarl", "####\n#@o#\n####", "o=orc");
    a->game->bare.max_hp = 100000;
    arena_dress(a);
    a->game->player.combatant.hp = 100000;
    arena_afflict(a, GAME_BODY_PLAYER, WYRM_HASTED, 20);
    for (uint32_t turn = a->game->turn, end = turn + 20; turn < end; turn++)
        assert_int_equal(steps_of_the_monster(a, 1), turn % 2 == 0); /* in every even turn */
    assert_int_equal(a->game->player.turns[WYRM_HASTED], 0);
    assert_int_equal(steps_of_the_monster(a, 10), 10);
    arena_give(a, "haste_scroll");
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(arena_heard(a, WYRM_EVENT_CONDITION)->condition, WYRM_HASTED);
    assert_int_equal(arena_heard(a, WYRM_EVENT_CONDITION)->amount, 20);
}

/* Seen only by adjacent monsters. */
TEST(the_hidden_are_not_chased)
{
    OWNED_ARENA *a = chased("invisibility_scroll");
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(times_heard(a, WYRM_EVENT_MOVED), 0);
    assert_int_equal(steps_of_the_monster(a, 10), 0);
    wyrm_position at = beside(a->game->player.at, 1, 0);
    *arena_mark(a, a->game->monsters[0].body.at) &= (uint8_t)~WYRM_MARK_MONSTER;
    a->game->monsters[0].body.at = at;
    *arena_mark(a, at) |= WYRM_MARK_MONSTER;
    assert_int_equal(steps_of_the_monster(a, 1), 1);
}

/* To a free tile other than the old one; a blink within 6 tiles. */
TEST(teleports_lead_somewhere_else)
{
    OWNED_ARENA *a = play("yarl", NULL, 4);
    for (uint64_t run = 0; run < 50; run++) {
        play_again(a, 4, run);
        remove_monsters(a);
        int32_t scroll = (int32_t)arena_give(a, "teleport_scroll");
        arena_give(a, "blink_scroll");
        wyrm_position before = a->game->player.at;
        assert_done(a, arena_do(a, WYRM_DO_USE, scroll));
        wyrm_position after = a->game->player.at;
        assert_holds(!on_tile(before, after), run);
        assert_holds(on_tile(arena_heard(a, WYRM_EVENT_TELEPORTED)->at, after), run);
        assert_done(a, arena_do(a, WYRM_DO_USE, scroll));
        int across = a->game->player.at.x - after.x, down = a->game->player.at.y - after.y;
        assert_holds(across * across + down * down <= 42, run);
        assert_holds(a->game->pack_count == (size_t)scroll, run);
    }
}

TEST(a_wand_of_teleportation_banishes)
{
    OWNED_ARENA *a = chased("wand_of_teleportation");
    wyrm_position at = a->game->monsters[0].body.at;
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, at));
    const wyrm_event *event = arena_heard(a, WYRM_EVENT_TELEPORTED);
    assert_non_null(event);
    assert_int_equal(event->who, a->game->monsters[0].id);
    assert_false(on_tile(event->at, at));
    assert_int_equal(a->game->pack[0].uses, 4);
}

TEST(a_map_is_a_map)
{
    OWNED_ARENA *a = play("yarl", NULL, 4);
    remove_monsters(a);
    int32_t scroll = (int32_t)arena_give(a, "magic_mapping_scroll");
    bool known;
    (void)wyrm_known_tile(a->game, a->game->map.exit.x, a->game->map.exit.y, &known);
    assert_false(known);
    assert_done(a, arena_do(a, WYRM_DO_USE, scroll));
    assert_non_null(arena_heard(a, WYRM_EVENT_MAPPED));
    for (int i = 0; i < a->game->map.width * a->game->map.height; i++)
        if ((a->game->marks[i] & WYRM_MARK_TILE) != WYRM_TILE_WALL)
            assert_true(a->game->marks[i] & WYRM_MARK_KNOWN);
    assert_int_equal(wyrm_known_tile(a->game, a->game->map.exit.x, a->game->map.exit.y, &known),
                     WYRM_TILE_STAIRS);
    assert_true(known);
}

/* 1,000 points of experience are two levels and two choices. */
TEST(experience_can_be_drunk)
{
    OWNED_ARENA *a = lonely();
    arena_give(a, "experience_potion");
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(arena_heard(a, WYRM_EVENT_EXPERIENCE)->amount, 1000);
    assert_int_equal(a->game->experience.level, 3);
    assert_int_equal(a->game->experience.exp, 150);
    assert_int_equal(a->game->choices, 2);
}

/* Keys do nothing, and trying does not use them up. */
TEST(curios_cannot_be_used)
{
    OWNED_ARENA *a = lonely();
    arena_give(a, "gold_key");
    assert_refused(a, WYRM_DO_USE, 0);
    assert_int_equal(a->game->pack_count, 1);
}
