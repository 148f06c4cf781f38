/* The roguelike tutorial in play: fights without randomness, choices at level-ups, scrolls that
 * find their target, floors that heal. */
#include "played.h"

enum { HP, POWER, DEFENSE }; /* indexes of the choices, in file order */

static arena *with_an_orc(const char *orc)
{
    char legend[100];
    snprintf(legend, sizeof legend, "o=%s", orc);
    return arena_draw("tutorial",
                      "######\n"
                      "#@o..#\n"
                      "#....#\n"
                      "######",
                      legend);
}

/* Damage is power minus defense: a fight with an orc takes 5 turns and 12 hit points. */
TEST(a_fight_goes_as_it_must)
{
    OWNED_ARENA *a = with_an_orc("orc");
    for (int blow = 1; blow <= 5; blow++) {
        assert_done(a, arena_move(a, WYRM_EAST));
        assert_int_equal(a->events[0].amount, 4);
        assert_int_equal(hp_of(a), 100 - 3 * (blow < 5 ? blow : 4));
    }
    assert_int_equal(a->game->monster_count, 0);
    assert_int_equal(a->game->experience.exp, 35);
    assert_int_equal(a->game->tally.damage_dealt, 20);
    assert_int_equal(a->game->tally.damage_taken, 12);
}

/* The first numbers: power 5 against 10 hit points, an orc's 3 against a defense of 2. */
TEST(before_the_chapter_everybody_is_weaker)
{
    OWNED_ARENA *a = arena_draw("tutorial-before", "####\n#@o#\n####", NULL);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(hp_of(a), 29);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->monster_count, 0);
}

/* 350 points for level 2. The choice waits, no other command is accepted, and it costs no turn. */
TEST(a_level_up_waits_for_a_choice)
{
    const struct {
        int32_t choice;
        const char *stat;
    } rows[] = {{HP, NULL}, {POWER, "power"}, {DEFENSE, "defense"}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ARENA *a = with_an_orc("orc,hp=4");
        assert_int_equal(a->game->experience.next, 350);
        a->game->experience.exp = 315;
        a->game->player.combatant.hp = 50;
        assert_done(a, arena_move(a, WYRM_EAST));
        assert_int_equal(a->game->phase, WYRM_PHASE_CHOOSING);
        assert_int_equal(a->game->choices, 1);
        assert_int_equal(a->game->experience.level, 2);
        assert_int_equal(a->game->experience.exp, 0);
        assert_int_equal(a->game->experience.next, 500);
        for (int kind = 0; kind < WYRM_COMMAND_COUNT; kind++)
            if (kind != WYRM_DO_CHOOSE)
                assert_refused(a, kind, 0);
        assert_refused(a, WYRM_DO_CHOOSE, 3);
        assert_refused(a, WYRM_DO_CHOOSE, -1);
        uint32_t turn = a->game->turn;
        wyrm_combatant before = a->game->player.combatant;
        assert_done(a, arena_do(a, WYRM_DO_CHOOSE, rows[i].choice));
        assert_int_equal(a->game->turn, turn);
        assert_int_equal(a->game->phase, WYRM_PHASE_PLAYING);
        assert_int_equal(arena_heard(a, WYRM_EVENT_CHOICE)->amount, rows[i].choice);
        assert_int_equal(a->game->player.combatant.max_hp, i == HP ? 120 : 100);
        for (size_t s = 1; s < LENGTH_OF(rows); s++)
            assert_true(stat_of(a, &a->game->player.combatant, rows[s].stat) ==
                        stat_of(a, &before, rows[s].stat) + (s == i));
        assert_int_equal(a->game->tally.choices, 1);
    }
}

/* Two levels at once are two choices. */
TEST(every_level_is_a_choice)
{
    OWNED_ARENA *a = with_an_orc("orc,hp=1");
    a->game->monsters[0].spawn.experience = 350 + 500 + 7;
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->choices, 2);
    assert_done(a, arena_do(a, WYRM_DO_CHOOSE, POWER));
    assert_int_equal(a->game->phase, WYRM_PHASE_CHOOSING);
    assert_done(a, arena_do(a, WYRM_DO_CHOOSE, POWER));
    assert_int_equal(a->game->phase, WYRM_PHASE_PLAYING);
    assert_int_equal(a->game->experience.level, 3);
    assert_int_equal(a->game->experience.exp, 7);
    assert_true(stat_of(a, &a->game->player.combatant, "power") == 6);
    assert_refused(a, WYRM_DO_CHOOSE, POWER);
}

TEST(a_new_floor_heals_half)
{
    const struct {
        int64_t before, after, most;
    } rows[] = {{1, 51, 100}, {50, 100, 100}, {60, 100, 100}, {100, 100, 100}, {3, 63, 121}};
    OWNED_ARENA *a = play("tutorial", NULL, 8);
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        play_again(a, 8, i);
        a->game->bare.max_hp = rows[i].most;
        arena_dress(a);
        a->game->player.combatant.hp = rows[i].before;
        assert_done(a, leave_level(a));
        assert_int_equal(hp_of(a), rows[i].after);
    }
}

TEST(lightning_strikes_the_closest_in_sight)
{
    OWNED_ARENA *a = arena_draw("tutorial",
                                "###########\n"
                                "#@...T....#\n"
                                "#.........#\n"
                                "##.......##\n"
                                "#o#....t..#\n"
                                "###########",
                                "T=troll,hp=100 t=troll,hp=100");
    wyrm_position near = a->game->monsters[0].body.at;
    assert_int_equal(a->game->monsters[1].spawn.monster, monster_named(a->design, "orc"));
    for (int i = 0; i < 3; i++)
        arena_give(a, "lightning_scroll");
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, near)); /* whatever the aim */
    assert_int_equal(a->game->monsters[0].body.combatant.hp, 60);
    assert_int_equal(a->game->monsters[1].body.combatant.hp, 20); /* nearer, but behind the wall */
    assert_int_equal(a->game->monsters[2].body.combatant.hp, 100);
    assert_int_equal(arena_heard(a, WYRM_EVENT_HURT)->amount, 40);
    assert_int_equal(a->game->pack_count, 2);
}

/* Range 5: at 6 tiles nobody is hit, and the scroll is kept. */
TEST(lightning_reaches_5_tiles)
{
    for (int distance = 5; distance <= 6; distance++) {
        OWNED_ARENA *a = arena_draw("tutorial",
                                    "###########\n"
                                    "#@........#\n"
                                    "###########",
                                    NULL);
        arena_place(a, "troll", beside(a->game->player.at, distance, 0));
        arena_afflict(a, 0, WYRM_HELD, 100);
        arena_give(a, "lightning_scroll");
        if (distance == 5) {
            assert_done(a, arena_do(a, WYRM_DO_USE, 0));
            assert_int_equal(times_heard(a, WYRM_EVENT_DIED), 1);
            assert_int_equal(a->game->experience.exp, 100);
            assert_int_equal(a->game->pack_count, 0);
        } else {
            assert_refused(a, WYRM_DO_USE, 0);
            assert_int_equal(a->game->pack_count, 1);
        }
    }
}

/* 25 damage to all within 3 tiles of a tile in sight, at any distance; to the reader, too. */
TEST(a_fireball_takes_25_within_3)
{
    OWNED_ARENA *a = arena_draw("tutorial",
                                "#############\n"
                                "#...........#\n"
                                "#@..........#\n"
                                "#...........#\n"
                                "#...........#\n"
                                "#############",
                                NULL);
    wyrm_position far = beside(a->game->player.at, 10, 0), near = beside(a->game->player.at, 3, 0);
    arena_place(a, "troll", far);
    arena_place(a, "troll", beside(far, -3, 0));
    arena_place(a, "troll", beside(far, -4, 0));
    for (int i = 0; i < 2; i++)
        arena_give(a, "fireball_scroll");
    assert_refused_at(a, WYRM_DO_USE, 0, beside(far, 1, 0));
    for (int32_t i = 0; i < 3; i++)
        arena_afflict(a, i, WYRM_HELD, 100);
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, far));
    assert_int_equal(a->game->monsters[0].body.combatant.hp, 5);
    assert_int_equal(a->game->monsters[1].body.combatant.hp, 5);
    assert_int_equal(a->game->monsters[2].body.combatant.hp, 30);
    assert_int_equal(hp_of(a), 100);
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, near));
    assert_int_equal(hp_of(a), 75);
    assert_int_equal(a->game->monsters[2].body.combatant.hp, 5);
    assert_int_equal(a->game->monsters[0].body.combatant.hp, 5);
}

/* 10 turns of stumbling, including that of the reading. */
TEST(confusion_lasts_10_turns)
{
    OWNED_ARENA *a = arena_draw("tutorial",
                                "###########\n"
                                "#.........#\n"
                                "#.........#\n"
                                "#@.....o..#\n"
                                "#.........#\n"
                                "#.........#\n"
                                "###########",
                                NULL);
    wyrm_position aim = a->game->monsters[0].body.at;
    arena_give(a, "confusion_scroll");
    assert_refused_at(a, WYRM_DO_USE, 0, a->game->player.at);
    assert_done(a, arena_do_at(a, WYRM_DO_USE, 0, aim));
    const wyrm_event *told = arena_heard(a, WYRM_EVENT_CONDITION);
    assert_int_equal(told->condition, WYRM_CONFUSED);
    assert_int_equal(told->amount, 10);
    assert_int_equal(told->whom, a->game->monsters[0].id);
    int turns = 1;
    while (a->game->monsters[0].body.turns[WYRM_CONFUSED] > 0) {
        assert_done(a, arena_wait(a));
        turns++;
        assert_true(turns < 100);
    }
    assert_int_equal(turns, 10);
    assert_int_equal(arena_heard(a, WYRM_EVENT_CONDITION_ENDED)->condition, WYRM_CONFUSED);
}

/* All eight directions are equally likely. */
TEST(the_confused_stumble_anywhere)
{
    uint64_t steps[8] = {0};
    double alike[8];
    OWNED_ARENA *a = arena_draw("tutorial",
                                "###########\n"
                                "#.........#\n"
                                "#@...o....#\n"
                                "#.........#\n"
                                "###########",
                                NULL);
    wyrm_position at = a->game->monsters[0].body.at;
    FREED wyrm_game *start = zeroed(1, sizeof *start);
    arena_afflict(a, 0, WYRM_CONFUSED, 100);
    wyrm_game_copy(a->game, start);
    for (uint64_t seed = 0; seed < 4000; seed++) {
        wyrm_game_copy(start, a->game);
        a->game->seed = seed;
        assert_ok(arena_wait(a), &a->error);
        for (int i = 0; i < 8; i++)
            steps[i] += on_tile(a->game->monsters[0].body.at, wyrm_neighbour(at, i));
    }
    for (int i = 0; i < 8; i++)
        alike[i] = 1 / 8.0;
    assert_true(steps[0] > 300);
    assert_fits(steps, alike, 8);
}

TEST(a_potion_heals_40)
{
    OWNED_ARENA *a = with_an_orc("orc");
    remove_monsters(a);
    for (int i = 0; i < 2; i++)
        arena_give(a, "healing_potion");
    a->game->player.combatant.hp = 30;
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(hp_of(a), 70);
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(hp_of(a), 100);
    assert_int_equal(a->game->player.combatant.max_hp, 100);
}

/* 26 things and no more. */
TEST(the_pack_holds_26)
{
    OWNED_ARENA *a = with_an_orc("orc");
    remove_monsters(a);
    for (int i = 0; i < 27; i++)
        arena_lay(a, "healing_potion", a->game->player.at);
    for (int i = 0; i < 26; i++)
        assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
    assert_refused(a, WYRM_DO_PICK_UP, 0);
    assert_int_equal(a->game->pack_count, 26);
    assert_done(a, arena_do(a, WYRM_DO_DROP, 13));
    assert_done(a, arena_do(a, WYRM_DO_PICK_UP, 0));
}

/* Sight of 10 tiles. */
TEST(sight_reaches_10_tiles)
{
    OWNED_ARENA *a = arena_draw("tutorial",
                                "##############\n"
                                "#@..........o#\n"
                                "##############",
                                NULL);
    wyrm_position at = a->game->monsters[0].body.at;
    assert_done(a, arena_wait(a));
    assert_true(on_tile(a->game->monsters[0].body.at, at));
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_true(a->game->monsters[0].met);
    assert_int_equal(times_heard(a, WYRM_EVENT_SEEN), 1);
    assert_false(on_tile(a->game->monsters[0].body.at, at));
}

/* The sword and shield of the next part add their points. */
TEST(sword_and_shield_are_the_next_part)
{
    OWNED_ARENA *a =
        arena_draw_with("tutorial", "loot: {equipment: true}", "####\n#@o#\n####", NULL);
    size_t sword = arena_give(a, "sword"), shield = arena_give(a, "shield");
    arena_wear(a, sword);
    assert_done(a, arena_do(a, WYRM_DO_WEAR, (int32_t)shield));
    assert_int_equal(hp_of(a), 100 - 2);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->events[0].amount, 7);
}
