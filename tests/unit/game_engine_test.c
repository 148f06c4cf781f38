/* What the parts of the engine guarantee each other: cached attacks, monsters' paths, the sleep of
 * monsters placed asleep, copies. */
#include "played.h"
#include "stride.h"

#include "game/internal.h"

static int64_t draw(game_strikes *strikes, const wyrm_design *design,
                    const wyrm_combatant *attacker, const wyrm_combatant *defender, uint64_t seed)
{
    const game_strike *strike;
    wyrm_rng rng = wyrm_rng_start(seed, 0, 0, 0);
    const wyrm_matchup matchup = {.attacker = attacker, .defender = defender, .distance = 1};
    assert_works(
        game_strikes_meet(strikes, wyrm_design_combat(design), &matchup, &strike, &last_error));
    int64_t damage = wyrm_alias_draw(strike->alias, &rng);
    assert_int_equal(rng.used, 1); /* one word */
    return damage;
}

/* Thousands of matchups through one cache: the same damage as from a table of their own, before and
 * after evictions. */
TEST(draws_do_not_depend_on_what_is_kept)
{
    OWNED_DESIGN *design = ruleset_with("ruggrogue", NULL);
    game_strikes many = {0};
    wyrm_combatant player = combatant_of(design, "player@1"), other = player;
    int attack = wyrm_combat_stat(wyrm_design_combat(design), "attack");
    for (uint64_t round = 0; round < 3; round++)
        for (int i = 0; i < (PLAYED_STRIDE > 1 ? 1500 : 5000); i++) {
            game_strikes own = {0};
            player.stats[attack] = 4 + 0.01 * i;
            int64_t damage = draw(&many, design, &player, &other, round * 10000 + (uint64_t)i);
            assert_holds(damage == draw(&own, design, &player, &other, round * 10000 + (uint64_t)i),
                         i);
            game_strikes_free(&own);
        }
    assert_true(many.count < 4096);
    game_strikes_free(&many);
    game_strikes_free(&many); /* empty is allowed */
}

/* A monster placed asleep sleeps until the player comes in view, and then no longer than by a
 * scroll. */
TEST(slumber_ends_in_a_doze)
{
    OWNED_ARENA *a = arena_draw("yarl",
                                "#########\n"
                                "#@..#..o#\n"
                                "#...#...#\n"
                                "#.......#\n"
                                "#########",
                                "o=orc");
    arena_afflict(a, 0, WYRM_ASLEEP, GAME_SLUMBER);
    for (int i = 0; i < 100; i++)
        assert_done(a, arena_wait(a));
    assert_true(a->game->monsters[0].body.turns[WYRM_ASLEEP] > 1000);
    arena_stand(a, arena_find(a, 'o').x == 7 ? (wyrm_position){5, 3} : a->game->player.at);
    int turns = 0;
    for (; a->game->monsters[0].body.turns[WYRM_ASLEEP] > 0; turns++)
        assert_done(a, arena_wait(a));
    assert_int_equal(turns, GAME_DOZE / 2);
}

/* Monsters behind others go around them, and those without a path come near and wait: nobody goes
 * back and forth. */
TEST(a_crowd_closes_in)
{
    OWNED_ARENA *a = arena_draw("tutorial",
                                "###########\n"
                                "#.........#\n"
                                "#.........#\n"
                                "#.......oo#\n"
                                "#...@...oo#\n"
                                "#.......oo#\n"
                                "#.......oo#\n"
                                "#.......oo#\n"
                                "###########",
                                NULL);
    a->game->bare.max_hp = a->game->player.combatant.max_hp = 100000;
    a->game->player.combatant.hp = 100000;
    for (int i = 0; i < 16; i++)
        assert_done(a, arena_wait(a));
    for (int i = 0; i < 5; i++) {
        assert_done(a, arena_wait(a));
        assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 8);
        assert_int_equal(times_heard(a, WYRM_EVENT_MOVED), 0);
    }
}

/* A shot needs a free line: monsters do not shoot through each other, and one that cannot shoot
 * comes nearer. */
TEST(monsters_shoot_along_free_lines)
{
    const char *archer = "intern,range=6,ammo_mass=0.1,ammo_bludgeon=10";
    for (int blocked = 0; blocked <= 1; blocked++) {
        OWNED_ARENA *a = arena_draw("bob-and-trev",
                                    "############\n"
                                    "#@.........#\n"
                                    "############",
                                    NULL);
        arena_place(a, archer, beside(a->game->player.at, 5, 0));
        if (blocked)
            arena_afflict(a, (int32_t)arena_place(a, "intern", beside(a->game->player.at, 3, 0)),
                          WYRM_HELD, 100);
        assert_done(a, arena_wait(a));
        const wyrm_event *shot = arena_heard(a, WYRM_EVENT_ATTACKED);
        assert_int_equal(shot != NULL, !blocked);
        assert_int_equal(times_heard(a, WYRM_EVENT_MOVED), blocked);
        if (shot != NULL)
            assert_int_equal(shot->attack, WYRM_ATTACK_FIRED);
    }
    OWNED_ARENA *a = arena_draw("bob-and-trev",
                                "############\n"
                                "#@.........#\n"
                                "############",
                                NULL);
    arena_place(a, archer, beside(a->game->player.at, 8, 0)); /* too far for the shot */
    assert_done(a, arena_wait(a));
    assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 0);
    assert_int_equal(times_heard(a, WYRM_EVENT_MOVED), 1);
}

/* Confused monsters strike whoever they run into; a monster that dies of it gives no experience. */
TEST(the_confused_strike_their_friends)
{
    OWNED_ARENA *a = arena_draw("tutorial",
                                "#######\n"
                                "#@..###\n"
                                "###.#.#\n"
                                "####oo#\n"
                                "#####.#\n"
                                "#######",
                                "o=orc,hp=4");
    arena_afflict(a, 0, WYRM_CONFUSED, 1000);
    arena_afflict(a, 0, WYRM_HELD, 1000);
    arena_afflict(a, 1, WYRM_HELD, 1000);
    uint32_t other = a->game->monsters[1].id;
    while (a->game->monster_count == 2)
        assert_done(a, arena_wait(a));
    const wyrm_event *died = arena_heard(a, WYRM_EVENT_DIED);
    assert_int_equal(died->whom, other);
    assert_int_equal(died->who, a->game->monsters[0].id);
    assert_int_equal(a->game->experience.exp, 0);
    assert_int_equal(a->game->tally.kills, 0);
}

TEST(the_held_player_strikes_and_waits)
{
    OWNED_ARENA *a = arena_draw("tutorial", "#####\n#o@.#\n#####", "o=orc,asleep");
    arena_afflict(a, GAME_BODY_PLAYER, WYRM_HELD, 3);
    assert_refused(a, WYRM_DO_MOVE, WYRM_EAST);
    assert_done(a, arena_move(a, WYRM_WEST));
    assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 1);
    assert_done(a, arena_wait(a));
    assert_done(a, arena_wait(a));
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->player.at.x, 3);
}

/* A slowed player loses the turn after each of its own. */
TEST(the_slowed_player_gives_turns_away)
{
    OWNED_ARENA *a = arena_draw("tutorial", "####\n#@o#\n####", "o=orc,hp=1000");
    arena_afflict(a, GAME_BODY_PLAYER, WYRM_SLOWED, 6);
    for (int i = 0; i < 3; i++) {
        assert_done(a, arena_move(a, WYRM_EAST));
        assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 3);
    }
    assert_int_equal(a->game->player.turns[WYRM_SLOWED], 0);
    assert_int_equal(a->game->turn, 7);
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 2);
}

/* A level-up keeps lost hit points lost, whatever boosts do to the maximum. */
TEST(a_choice_keeps_wounds)
{
    OWNED_ARENA *a = arena_draw("tutorial", "####\n#@o#\n####", "o=orc,hp=1");
    a->game->monsters[0].spawn.experience = 350;
    a->game->player.combatant.hp = 37;
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(a->game->phase, WYRM_PHASE_CHOOSING);
    assert_done(a, arena_do(a, WYRM_DO_CHOOSE, 0)); /* 20 hit points more */
    assert_int_equal(a->game->player.combatant.max_hp, 120);
    assert_int_equal(hp_of(a), 57);
}

/* A copy goes on like its original. */
TEST(a_copy_goes_on_alike)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 31), *b = play("ruggrogue", NULL, 32);
    for (int i = 0; i < 300 && a->game->phase == WYRM_PHASE_PLAYING; i++) {
        const wyrm_command command = {.kind = WYRM_DO_MOVE, .argument = i * 5 % 8};
        wyrm_game_copy(a->game, b->game);
        assert_holds(wyrm_game_checksum(a->game) == wyrm_game_checksum(b->game), i);
        wyrm_status one = arena_act(a, &command), two = arena_act(b, &command);
        assert_int_equal(one, two);
        assert_holds(wyrm_game_checksum(a->game) == wyrm_game_checksum(b->game), i);
    }
}
