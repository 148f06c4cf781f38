/* Running and resting: where they stop. */
#include "autopilot.h"

TEST(running_follows_the_bends_of_a_corridor)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "#############\n"
                                "#@.....######\n"
                                "######.######\n"
                                "######....###\n"
                                "#########.###\n"
                                "####......###\n"
                                "####.########\n"
                                "####...######\n"
                                "#############",
                                NULL);
    wyrm_autopilot autopilot = run(a, WYRM_EAST);
    assert_stands(a, 6, 7);
    assert_string_equal(autopilot.why, "");
    /* and back */
    run(a, WYRM_WEST);
    assert_stands(a, 1, 1);
}

TEST(running_stops_at_forks_and_where_a_corridor_opens)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "##############\n"
                                "######.#######\n"
                                "######.##....#\n"
                                "#@...........#\n"
                                "#########....#\n"
                                "##############",
                                NULL);
    run(a, WYRM_EAST);
    assert_stands(a, 6, 3);
    run(a, WYRM_EAST);
    assert_stands(a, 8, 3);
}

TEST(running_in_the_open_goes_on_while_the_sides_are_the_same)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "##############\n"
                                "#@...........#\n"
                                "#............#\n"
                                "########.#####\n"
                                "########.#####",
                                NULL);
    run(a, WYRM_EAST);
    assert_stands(a, 12, 1);
    run(a, WYRM_SOUTH);
    assert_stands(a, 12, 2);
    run(a, WYRM_WEST);
    assert_stands(a, 8, 2); /* there is a side exit */
    run(a, WYRM_WEST);
    assert_stands(a, 1, 2);
}

TEST(running_goes_diagonally)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "########\n"
                                "#@.....#\n"
                                "#......#\n"
                                "#......#\n"
                                "#......#\n"
                                "########",
                                NULL);
    run(a, WYRM_SOUTH_EAST);
    assert_stands(a, 4, 4);
}

TEST(running_stops_for_things_underfoot)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "##########\n#@..!..>.#\n##########", NULL);
    wyrm_autopilot autopilot = run(a, WYRM_EAST);
    assert_stands(a, 4, 1);
    assert_string_equal(autopilot.why, "Here lies: Health potion.");
    autopilot = run(a, WYRM_EAST);
    assert_stands(a, 7, 1);
    assert_string_equal(autopilot.why, "Here are the stairs.");
    assert_no_autopilot(a, WYRM_AUTOPILOT_TRAVEL, (wyrm_position){7, 1}, "You are there already.");
    run(a, WYRM_EAST);
    assert_no_autopilot(a, WYRM_AUTOPILOT_RUN, nowhere, "There is no way.");
}

TEST(running_stops_where_a_monster_comes_into_view)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "##############\n"
                                "#@...........#\n"
                                "########.#####\n"
                                "########.#####\n"
                                "########o#####\n"
                                "##############",
                                "o=orc,asleep");
    wyrm_autopilot autopilot = run(a, WYRM_EAST);
    assert_in_range(a->game->player.at.x, 6, 8);
    assert_string_equal(autopilot.why, "The Orc is in view.");
}

TEST(running_has_an_end)
{
    char map[3][260];
    char text[800];
    memset(map, '#', sizeof map);
    memset(map[1] + 2, '.', 250);
    map[1][1] = '@';
    for (size_t i = 0; i < 3; i++)
        map[i][255] = '\0';
    snprintf(text, sizeof text, "%s\n%s\n%s", map[0], map[1], map[2]);
    OWNED_ARENA *a = arena_draw("ruggrogue", text, NULL);
    wyrm_autopilot autopilot = run(a, WYRM_EAST);
    assert_int_equal(autopilot.done, WYRM_RUN_STEPS_MAX);
}

TEST(resting_heals)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "####\n#@.#\n####", NULL);
    wyrm_combatant *player = &a->game->player.combatant;
    assert_no_autopilot(a, WYRM_AUTOPILOT_REST, nowhere, "You are not hurt.");
    player->hp = player->max_hp - 3;
    wyrm_autopilot autopilot = autopilot_of(a, WYRM_AUTOPILOT_REST, WYRM_NORTH, nowhere);
    assert_int_equal(player->hp, player->max_hp);
    assert_int_equal(autopilot.done, 30); /* 300 turns for all 30 hit points */
    assert_string_equal(autopilot.why, "");
}

TEST(resting_stops_for_hunger_and_is_no_good_to_the_hungry)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "####\n#@.#\n####", NULL);
    a->game->player.combatant.hp = 1;
    a->game->fullness = 310;
    wyrm_autopilot autopilot = autopilot_of(a, WYRM_AUTOPILOT_REST, WYRM_NORTH, nowhere);
    assert_non_null(strstr(autopilot.why, "now."));
    assert_in_range(autopilot.done, 4, 6);
    assert_no_autopilot(a, WYRM_AUTOPILOT_REST, nowhere, "You are too hungry to heal.");
    a->game->bare.regeneration = 1; /* the player's own */
    arena_dress(a);
    autopilot_of(a, WYRM_AUTOPILOT_REST, WYRM_NORTH, nowhere);
}

TEST(to_become_normal_stops_nothing)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "####\n#@.#\n####", NULL);
    const wyrm_play_rules *rules = wyrm_engine_rules(a->engine);
    assert_true(rules->stages[1].normal && !rules->stages[0].normal && !rules->stages[2].normal);
    a->game->player.combatant.hp = 20;
    a->game->fullness = rules->stages[0].from;
    wyrm_autopilot autopilot = autopilot_of(a, WYRM_AUTOPILOT_REST, WYRM_NORTH, nowhere);
    assert_int_equal(autopilot.done, 100);
    assert_int_equal(wyrm_hunger_stage_at(rules, a->game->fullness), 1);
}

TEST(nobody_rests_where_nothing_heals)
{
    OWNED_ARENA *a = arena_draw("tutorial", "####\n#@.#\n####", NULL);
    a->game->player.combatant.hp = 1;
    if (wyrm_engine_rules(a->engine)->regeneration == 0)
        assert_no_autopilot(a, WYRM_AUTOPILOT_REST, nowhere, "Resting heals nobody here.");
    else
        autopilot_of(a, WYRM_AUTOPILOT_REST, WYRM_NORTH, nowhere);
}

TEST(wounds_interrupt_a_rest)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "####\n#@.#\n####", NULL);
    wyrm_autopilot autopilot;
    wyrm_command command;
    a->game->player.combatant.hp = 10;
    assert_ok(begin(a, WYRM_AUTOPILOT_REST, WYRM_NORTH, nowhere, &autopilot), &a->error);
    assert_true(wyrm_autopilot_next(a->engine, a->game, &autopilot, &command));
    a->game->player.combatant.hp = 9;
    assert_false(wyrm_autopilot_next(a->engine, a->game, &autopilot, &command));
    assert_string_equal(autopilot.why, "You are hurt.");
}

TEST(who_has_wounded_is_told_where_it_is_seen)
{
    OWNED_ARENA *a = arena_draw("tutorial", "######\n#@..o#\n######", NULL);
    wyrm_autopilot autopilot;
    wyrm_command command;
    const wyrm_position to = {3, 1};
    assert_ok(begin(a, WYRM_AUTOPILOT_TRAVEL, WYRM_NORTH, to, &autopilot), &a->error);
    assert_true(wyrm_autopilot_next(a->engine, a->game, &autopilot, &command));
    a->game->player.combatant.hp--;
    assert_false(wyrm_autopilot_next(a->engine, a->game, &autopilot, &command));
    assert_string_equal(autopilot.why, "The Orc is in view.");
}

TEST(the_autopilot_ends_with_its_map)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 4);
    wyrm_autopilot autopilot;
    wyrm_command command;
    remove_monsters(a);
    assert_ok(begin(a, WYRM_AUTOPILOT_EXPLORE, WYRM_NORTH, nowhere, &autopilot), &a->error);
    assert_true(wyrm_autopilot_next(a->engine, a->game, &autopilot, &command));
    a->game->player.at = a->game->map.exit;
    assert_ok(arena_do(a, WYRM_DO_LEAVE, 0), &a->error);
    assert_false(wyrm_autopilot_next(a->engine, a->game, &autopilot, &command));
}
