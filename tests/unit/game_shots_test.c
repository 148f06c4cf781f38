/* Ranged attacks: who is in the way, what explodes, where things land, and what is refused. */
#include "played.h"

/* Bob's weapons, and some that explode on impact; no attack misses. */
static const char *const arms = "combat: {hit_clamp: [1, 1]}\n"
                                "weapons:\n"
                                "  launcher: {mass: 1, range: 20, ammo_mass: 0.5, ammo_blast: 2}\n"
                                "  whip: {mass: 0.5, reach: 4, range: 20, ammo_mass: 0.5}\n"
                                "  squib: {mass: 0.5, blast: 1.5}\n";

static const char hall[] = "#############\n"
                           "#...........#\n"
                           "#...........#\n"
                           "#@..........#\n"
                           "#...........#\n"
                           "#...........#\n"
                           "#############";

static arena *in_hall(void)
{
    arena *a = arena_draw_with("bob-and-trev", arms, hall, NULL);
    a->game->bare.max_hp = a->game->player.combatant.hp = 10000;
    arena_dress(a);
    a->game->player.combatant.hp = 10000;
    return a;
}

/* Places a target that does not wake; returns its index. */
static size_t target_at(arena *a, int across, int down)
{
    return arena_place(a, "photocopier,hp=10000,asleep", from_player(a, across, down));
}

static bool is_hurt(const arena *a, size_t monster)
{
    return a->game->monsters[monster].body.combatant.hp < 10000;
}

static void refused_with(arena *a, wyrm_command command, const char *sentence)
{
    FREED wyrm_game *before = zeroed(1, sizeof *before);
    memcpy(before, a->game, sizeof *before);
    assert_int_equal(arena_act(a, &command), WYRM_ERROR_ARGUMENT);
    assert_string_equal(a->error.message, sentence);
    assert_int_equal(a->event_count, 0);
    assert_memory_equal(before, a->game, sizeof *before);
}

/* The first creature on the line is hit, whoever was the target. */
TEST(the_first_in_the_line_is_hit)
{
    const char *weapons[] = {"floppy_drive", "launcher", "plotter_arm"};
    for (size_t i = 0; i < LENGTH_OF(weapons); i++) {
        OWNED_ARENA *a = in_hall();
        arena_wear(a, arena_give(a, weapons[i]));
        size_t behind = target_at(a, 8, 0), before = target_at(a, 3, 0);
        assert_done(a, arena_do_at(a, WYRM_DO_SHOOT, 0, from_player(a, 8, 0)));
        assert_true(is_hurt(a, before));
        assert_false(is_hurt(a, behind));
        assert_int_equal(a->game->tally.shots, 1);
    }
}

/* A weapon with reach uses it before firing; against an adjacent target a weapon that fires does
 * so. */
TEST(weapons_do_what_they_are_for)
{
    const struct {
        const char *weapon;
        int distance;
        wyrm_attack_kind kind;
    } rows[] = {
        {"floppy_drive", 1, WYRM_ATTACK_FIRED}, {"floppy_drive", 9, WYRM_ATTACK_FIRED},
        {"whip", 1, WYRM_ATTACK_MELEE},         {"whip", 4, WYRM_ATTACK_MELEE},
        {"whip", 5, WYRM_ATTACK_FIRED},         {"plotter_arm", 3, WYRM_ATTACK_MELEE},
        {"stapler", 1, WYRM_ATTACK_MELEE},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ARENA *a = in_hall();
        arena_wear(a, arena_give(a, rows[i].weapon));
        target_at(a, rows[i].distance, 0);
        assert_done(a, arena_do_at(a, WYRM_DO_SHOOT, 0, from_player(a, rows[i].distance, 0)));
        assert_int_equal(arena_heard(a, WYRM_EVENT_ATTACKED)->attack, rows[i].kind);
        assert_int_equal(arena_heard(a, WYRM_EVENT_ATTACKED)->who, 0);
    }
}

TEST(shots_need_a_weapon_and_somebody_in_sight)
{
    OWNED_ARENA *a = in_hall();
    target_at(a, 4, 0);
    target_at(a, 11, 0); /* sight ends at 10 */
    wyrm_command shoot = {.kind = WYRM_DO_SHOOT, .target = from_player(a, 4, 0)};
    refused_with(a, shoot, "You have nothing in hand that strikes from afar.");
    arena_wear(a, arena_give(a, "plotter_arm"));
    refused_with(a, shoot, "That is too far away: 3 tiles at most.");
    shoot.target = from_player(a, 2, 0);
    refused_with(a, shoot, "You see nobody there.");
    shoot.target = from_player(a, 11, 0);
    refused_with(a, shoot, "You see nobody there.");
    shoot.target = a->game->player.at;
    refused_with(a, shoot, "You see nobody there.");
    shoot.target = (wyrm_position){INT16_MIN, INT16_MAX};
    refused_with(a, shoot, "You see nobody there.");
}

/* A combat model without reach has only melee. */
TEST(where_nothing_reaches_nothing_is_shot)
{
    const char *rulesets[] = {"ruggrogue", "tutorial"};
    const char *monsters[] = {"orc@1,asleep", "orc,asleep"};
    for (size_t i = 0; i < LENGTH_OF(rulesets); i++) {
        OWNED_ARENA *a = arena_draw(rulesets[i], hall, NULL);
        arena_place(a, monsters[i], from_player(a, 3, 0));
        const wyrm_command shoot = {.kind = WYRM_DO_SHOOT, .target = from_player(a, 3, 0)};
        refused_with(a, shoot, "You have nothing in hand that strikes from afar.");
    }
}

/* The explosion is centred on the target: all within its radius, by the distance from there, not
 * from the shooter. */
TEST(what_is_fired_bursts_where_it_strikes)
{
    OWNED_ARENA *a = in_hall();
    arena_wear(a, arena_give(a, "launcher"));
    size_t centre = target_at(a, 6, 0), beside_it = target_at(a, 7, 1), edge = target_at(a, 6, 2);
    size_t far = target_at(a, 9, 0), corner = target_at(a, 8, 2);
    assert_done(a, arena_do_at(a, WYRM_DO_SHOOT, 0, from_player(a, 6, 0)));
    assert_true(is_hurt(a, centre) && is_hurt(a, beside_it) && is_hurt(a, edge));
    assert_false(is_hurt(a, far) || is_hurt(a, corner)); /* a disc: 2, 2 is outside */
    assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 3);
    assert_int_equal(hp_of(a), 10000);
    assert_int_equal(a->game->pack_count, 1);
}

TEST(who_shoots_too_near_is_hit_too)
{
    OWNED_ARENA *a = in_hall();
    arena_wear(a, arena_give(a, "launcher"));
    target_at(a, 2, 0);
    assert_done(a, arena_do_at(a, WYRM_DO_SHOOT, 0, from_player(a, 2, 0)));
    assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 2);
    assert_int_equal(a->events[1].who, 0);
    assert_int_equal(a->events[1].whom, 0);
    assert_true(a->events[1].amount > 0);
}

TEST(walls_shelter_from_bursts)
{
    OWNED_ARENA *a = arena_draw_with("bob-and-trev", arms,
                                     "########\n"
                                     "#@.,.P.#\n"
                                     "#.####.#\n"
                                     "#..P...#\n"
                                     "########",
                                     "P=photocopier,hp=10000,asleep");
    size_t bomb = arena_give(a, "toner_bomb");
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, (int32_t)bomb, arena_find(a, ',')));
    assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 2);
    assert_true(is_hurt(a, arena_monster_at(a, (wyrm_position){5, 1})));
    assert_false(is_hurt(a, arena_monster_at(a, (wyrm_position){3, 3})));
    assert_true(hp_of(a) < 60);
}

/* A radius of one and a half tiles reaches one tile around: nine tiles. */
TEST(parts_of_a_tile_do_not_count)
{
    OWNED_ARENA *a = in_hall();
    size_t squib = arena_give(a, "squib");
    for (int y = -2; y <= 2; y++)
        for (int x = -2; x <= 2; x++)
            target_at(a, 6 + x, y);
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, (int32_t)squib, from_player(a, 4, 0)));
    size_t hurt = 0;
    for (size_t i = 0; i < 25; i++)
        hurt += is_hurt(a, i);
    assert_int_equal(hurt, 6); /* it explodes at the first creature in its way, with nobody on this
                                  side */
}

TEST(a_bomb_that_hits_nobody_is_gone)
{
    OWNED_ARENA *a = in_hall();
    size_t bomb = arena_give(a, "toner_bomb");
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, (int32_t)bomb, from_player(a, 6, 0)));
    assert_non_null(arena_heard(a, WYRM_EVENT_THROWN));
    assert_null(arena_heard(a, WYRM_EVENT_ATTACKED));
    assert_int_equal(a->game->pack_count + a->game->item_count, 0);
}

TEST(what_is_thrown_stops_at_the_first_in_the_way)
{
    OWNED_ARENA *a = in_hall();
    size_t weight = arena_give(a, "paperweight");
    size_t before = target_at(a, 3, 0), behind = target_at(a, 7, 0);
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, (int32_t)weight, from_player(a, 7, 0)));
    assert_int_equal(a->events[0].kind, WYRM_EVENT_THROWN);
    assert_true(on_tile(a->events[0].at, from_player(a, 3, 0)));
    assert_int_equal(a->events[1].whom, a->game->monsters[before].id);
    assert_false(is_hurt(a, behind));
    assert_true(on_tile(a->game->items[0].at, from_player(a, 3, 0)));
}

TEST(a_throw_at_a_wall_comes_down_before_it)
{
    OWNED_ARENA *a = in_hall();
    size_t weight = arena_give(a, "paperweight"), drive = arena_give(a, "stapler");
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, (int32_t)weight, from_player(a, 0, 3)));
    assert_true(on_tile(a->game->items[0].at, from_player(a, 0, 2)));
    const wyrm_command at_the_wall = {WYRM_DO_THROW, (int32_t)drive - 1, from_player(a, -1, 0)};
    refused_with(a, at_the_wall, "There is a wall.");
}

/* The thrown weapon's stats count in its throw, not those of the wielded one. */
TEST(a_throw_is_made_with_what_is_thrown)
{
    int64_t taken[2];
    for (int wields = 0; wields < 2; wields++) {
        OWNED_ARENA *a = in_hall();
        size_t weight = arena_give(a, "paperweight"), monitor = arena_give(a, "crt_monitor");
        if (wields)
            arena_wear(a, monitor);
        size_t foe = target_at(a, 3, 0);
        assert_done(a, arena_do_at(a, WYRM_DO_THROW, (int32_t)weight, from_player(a, 3, 0)));
        taken[wields] = 10000 - a->game->monsters[foe].body.combatant.hp;
        assert_int_equal(a->game->pack[0].worn, wields);
    }
    assert_true(taken[0] > 0);
    assert_int_equal(taken[0], taken[1]);
}

TEST(what_is_worn_leaves_the_hand)
{
    OWNED_ARENA *a = in_hall();
    wyrm_combatant bare = a->game->player.combatant;
    size_t weight = arena_give(a, "paperweight");
    arena_wear(a, weight);
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, (int32_t)weight, from_player(a, 5, 0)));
    assert_memory_equal(a->game->player.combatant.stats, bare.stats, sizeof bare.stats);
    assert_false(a->game->items[0].worn);
    assert_true(a->game->items[0].seen);
}

/* An explosive leaves nothing on the floor. */
TEST(where_there_is_no_room_on_the_floor_only_bombs_are_thrown)
{
    OWNED_ARENA *a = in_hall();
    const int32_t weight = (int32_t)arena_give(a, "paperweight");
    const int32_t bomb = (int32_t)arena_give(a, "squib");
    while (a->game->item_count < LENGTH_OF(a->game->items))
        arena_lay(a, "paperweight", from_player(a, 0, 1));
    refused_with(a, (wyrm_command){WYRM_DO_THROW, weight, from_player(a, 5, 0)},
                 "There is no room for it on this floor.");
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, bomb, from_player(a, 5, 0)));
    assert_int_equal(a->game->item_count, LENGTH_OF(a->game->items));
    a->game->item_count--;
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, weight, from_player(a, 5, 0)));
    assert_int_equal(a->game->item_count, LENGTH_OF(a->game->items));
}

TEST(throws_that_make_no_sense_are_refused)
{
    OWNED_ARENA *a = in_hall();
    size_t weight = arena_give(a, "paperweight"), tea = arena_give(a, "cup_of_tea");
    wyrm_command throw = {WYRM_DO_THROW, (int32_t)tea, from_player(a, 3, 0)};
    refused_with(a, throw, "There is no point in throwing the cup of tea.");
    throw.argument = 2;
    refused_with(a, throw, "You have no such item.");
    throw = (wyrm_command){WYRM_DO_THROW, (int32_t)weight, a->game->player.at};
    refused_with(a, throw, "That would be yourself.");
    throw.target = from_player(a, 11, 0);
    refused_with(a, throw, "You cannot see that place.");
    a->game->bare.stats[wyrm_combat_stat(wyrm_design_combat(a->design), "strength")] = 0.1;
    arena_dress(a);
    throw.target = from_player(a, 9, 0);
    refused_with(a, throw, "That is too far away: 4 tiles at most.");
}

/* A combat model without throws gives its own message. */
TEST(models_without_throws_refuse_in_their_own_words)
{
    arena *a = arena_draw("yarl", hall, NULL);
    arena_place(a, "orc,asleep", from_player(a, 3, 0));
    size_t dagger = arena_give(a, "dagger");
    const wyrm_command throw = {WYRM_DO_THROW, (int32_t)dagger, from_player(a, 3, 0)};
    refused_with(a, throw,
                 "You can only strike: the combat 'accuracy' knows nothing that is thrown.");
    arena_free(a);
    a = arena_draw("ruggrogue", hall, NULL);
    size_t knife = arena_give(a, "knife@1");
    const wyrm_command fling = {WYRM_DO_THROW, (int32_t)knife, from_player(a, 3, 0)};
    refused_with(a, fling, "You can only strike: the combat 'ratio' knows nothing that is thrown.");
    arena_free(a);
}

/* Kills from afar give experience like any other. */
TEST(kills_from_afar_count)
{
    OWNED_ARENA *a = in_hall();
    arena_place(a, "intern,hp=1,asleep", from_player(a, 4, 0));
    size_t weight = arena_give(a, "paperweight");
    uint64_t worth = a->game->monsters[0].spawn.experience;
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, (int32_t)weight, from_player(a, 4, 0)));
    assert_int_equal(a->game->monster_count, 0);
    assert_int_equal(a->game->experience.exp, worth);
    assert_int_equal(a->game->tally.kills, 1);
}
