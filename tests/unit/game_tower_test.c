/* Bob and Trev's tower in play: cords with reach, discs that are fired, staplers that are thrown,
 * bombs, and a climb instead of a descent. */
#include "played.h"

static const char corridor[] = "################\n"
                               "#@.............#\n"
                               "################";

static arena *in_the_corridor(const char *monster, int distance)
{
    arena *a = arena_draw("bob-and-trev", corridor, NULL);
    arena_place(a, monster, beside(a->game->player.at, distance, 0));
    return a;
}

static wyrm_position foe_at(const arena *a)
{
    return a->game->monsters[0].body.at;
}

/* A corded mouse strikes two tiles away, the arm of a plotter three, a stapler only the next
 * one. */
TEST(cords_reach)
{
    const struct {
        const char *weapon;
        int reach;
    } rows[] = {{"mouse", 2}, {"keyboard", 2}, {"plotter_arm", 3}, {"stapler", 1}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        for (int distance = 1; distance <= 4; distance++) {
            OWNED_ARENA *a = in_the_corridor("photocopier,hp=10000,asleep", distance);
            arena_wear(a, arena_give(a, rows[i].weapon));
            if (distance <= rows[i].reach && distance > 1) {
                assert_done(a, arena_do_at(a, WYRM_DO_SHOOT, 0, foe_at(a)));
                assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), 1);
                assert_int_equal(arena_heard(a, WYRM_EVENT_ATTACKED)->attack, WYRM_ATTACK_MELEE);
                assert_true(a->game->pack[0].worn);
            } else if (distance > 1) {
                assert_refused_at(a, WYRM_DO_SHOOT, 0, foe_at(a));
            }
        }
}

/* A monster with a mop strikes from two tiles, and comes no nearer. */
TEST(monsters_use_their_reach)
{
    const struct {
        const char *monster;
        int reach;
    } rows[] = {{"janitor", 2}, {"sysadmin", 3}, {"intern", 1}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        for (int distance = 1; distance <= 4; distance++) {
            OWNED_ARENA *a = in_the_corridor(rows[i].monster, distance);
            assert_done(a, arena_wait(a));
            bool near = distance <= rows[i].reach;
            assert_int_equal(times_heard(a, WYRM_EVENT_ATTACKED), near);
            assert_int_equal(times_heard(a, WYRM_EVENT_MOVED), !near);
        }
}

/* As far as the player sees (10 tiles), though the discs fly 20; ammunition does not run out. */
TEST(a_floppy_drive_fires_discs)
{
    OWNED_ARENA *a = in_the_corridor("photocopier,hp=10000,asleep", 10);
    arena_wear(a, arena_give(a, "floppy_drive"));
    for (int i = 0; i < 20; i++) {
        assert_done(a, arena_do_at(a, WYRM_DO_SHOOT, 0, foe_at(a)));
        assert_int_equal(arena_heard(a, WYRM_EVENT_ATTACKED)->attack, WYRM_ATTACK_FIRED);
    }
    assert_int_equal(a->game->pack_count, 1);
    assert_true(a->game->pack[0].worn);
    assert_int_equal(a->game->tally.shots, 20);
    assert_true(a->game->monsters[0].body.combatant.hp < 10000);
    wyrm_position at = foe_at(a);
    *arena_mark(a, at) &= (uint8_t)~WYRM_MARK_MONSTER;
    a->game->monsters[0].body.at = beside(at, 1, 0);
    *arena_mark(a, foe_at(a)) |= WYRM_MARK_MONSTER;
    assert_refused_at(a, WYRM_DO_SHOOT, 0, foe_at(a));
}

/* The thrown item leaves the hand and lies at its target. */
TEST(what_is_thrown_lies_at_its_aim)
{
    OWNED_ARENA *a = in_the_corridor("photocopier,hp=10000,asleep", 5);
    size_t weight = arena_give(a, "paperweight");
    arena_wear(a, weight);
    assert_int_equal(wyrm_throw_range(a->engine, a->game, weight), 10);
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, (int32_t)weight, foe_at(a)));
    assert_non_null(arena_heard(a, WYRM_EVENT_THROWN));
    assert_int_equal(arena_heard(a, WYRM_EVENT_ATTACKED)->attack, WYRM_ATTACK_THROWN);
    assert_int_equal(a->game->pack_count, 0);
    assert_int_equal(a->game->item_count, 1);
    assert_true(on_tile(a->game->items[0].at, foe_at(a)));
    wyrm_combatant bare = combatant_of(a->design, "player");
    assert_memory_equal(a->game->player.combatant.stats, bare.stats, sizeof bare.stats);
}

TEST(throws_end_at_ten_tiles)
{
    OWNED_ARENA *a = in_the_corridor("photocopier,hp=10000,asleep", 11);
    arena_give(a, "paperweight");
    arena_give(a, "cup_of_tea");
    assert_refused_at(a, WYRM_DO_THROW, 0, foe_at(a));
    assert_refused_at(a, WYRM_DO_THROW, 1, beside(a->game->player.at, 3, 0)); /* not a weapon */
    assert_refused_at(a, WYRM_DO_THROW, 0, a->game->player.at);
    assert_refused_at(a, WYRM_DO_THROW, 7, beside(a->game->player.at, 3, 0));
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, 0, beside(a->game->player.at, 10, 0)));
}

/* A bomb explodes: it hurts all around its target, less with the distance, including a near
 * thrower, and nothing is left of it. */
TEST(a_toner_bomb_bursts)
{
    OWNED_ARENA *a = arena_draw("bob-and-trev",
                                "############\n"
                                "#..........#\n"
                                "#@..PPP....#\n"
                                "#....P.....#\n"
                                "#.........P#\n"
                                "############",
                                "P=photocopier,hp=10000,asleep");
    size_t bomb = arena_give(a, "toner_bomb");
    wyrm_position aim = beside(a->game->player.at, 4, 0);
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, (int32_t)bomb, aim));
    assert_int_equal(a->game->pack_count, 0);
    assert_int_equal(a->game->item_count, 0);
    for (size_t i = 0; i < 4; i++)
        assert_true(a->game->monsters[i].body.combatant.hp < 10000);
    assert_int_equal(a->game->monsters[4].body.combatant.hp, 10000);
    assert_int_equal(hp_of(a), 60);
    bomb = arena_give(a, "toner_bomb");
    a->game->bare.max_hp = 1000;
    arena_dress(a);
    a->game->player.combatant.hp = 1000;
    assert_done(a, arena_do_at(a, WYRM_DO_THROW, (int32_t)bomb, beside(a->game->player.at, 2, 0)));
    assert_true(hp_of(a) < 1000);
}

/* A player who dies of its own bomb is its own killer. */
TEST(bombs_kill_their_throwers)
{
    OWNED_ARENA *a = arena_draw("bob-and-trev", corridor, NULL);
    size_t bomb = arena_give(a, "standby_battery");
    a->game->player.combatant.hp = 1;
    assert_ok(arena_do_at(a, WYRM_DO_THROW, (int32_t)bomb, beside(a->game->player.at, 1, 0)),
              &a->error);
    assert_int_equal(a->game->phase, WYRM_PHASE_DEAD);
    assert_int_equal(a->game->cause, WYRM_CAUSE_ITSELF);
}

/* Compares 20,000 attacks of a kind with the exact distribution of one. */
static void check_attacks(const char *weapon, wyrm_attack_kind kind, int distance, uint64_t seed)
{
    enum { ATTACKS = 20000, MOST = 400 };
    static uint64_t counts[MOST];
    static double wanted[MOST];
    OWNED_ARENA *a = in_the_corridor("photocopier,hp=10000", distance);
    arena_afflict(a, 0, WYRM_ASLEEP, 100000);
    size_t item = arena_give(a, weapon);
    arena_wear(a, item);
    const wyrm_matchup matchup = {.attacker = &a->game->player.combatant,
                                  .defender = &a->game->monsters[0].body.combatant,
                                  .attack = kind,
                                  .distance = distance};
    OWNED_PMF *damage = NULL;
    assert_ok(wyrm_combat_hit(wyrm_design_combat(a->design), &matchup, &damage, &a->error),
              &a->error);
    assert_true(wyrm_pmf_last(damage) < MOST);
    for (int64_t i = 0; i < MOST; i++)
        wanted[i] = wyrm_pmf_at(damage, i);
    memset(counts, 0, sizeof counts);
    FREED wyrm_game *start = zeroed(1, sizeof *start);
    wyrm_game_copy(a->game, start);
    for (int i = 0; i < ATTACKS / PLAYED_STRIDE; i++) {
        wyrm_game_copy(start, a->game);
        a->game->seed = seed + (uint64_t)i;
        wyrm_command_kind how = kind == WYRM_ATTACK_THROWN ? WYRM_DO_THROW : WYRM_DO_SHOOT;
        if (kind == WYRM_ATTACK_MELEE && distance == 1)
            assert_ok(arena_move(a, WYRM_EAST), &a->error);
        else
            assert_ok(arena_do_at(a, how, (int32_t)item, foe_at(a)), &a->error);
        int64_t done = 10000 - a->game->monsters[0].body.combatant.hp;
        assert_int_equal(arena_heard(a, WYRM_EVENT_ATTACKED)->amount, done);
        assert_in_range(done, 0, MOST - 1);
        counts[done]++;
    }
    assert_fits(counts, wanted, MOST);
}

TEST(attacks_are_drawn_from_their_distribution)
{
    check_attacks("stapler", WYRM_ATTACK_MELEE, 1, 1000);
    check_attacks("plotter_arm", WYRM_ATTACK_MELEE, 3, 2000);
    check_attacks("letter_opener", WYRM_ATTACK_MELEE, 1, 3000);
    check_attacks("floppy_drive", WYRM_ATTACK_FIRED, 8, 4000);
    check_attacks("paperweight", WYRM_ATTACK_THROWN, 6, 5000);
    check_attacks("crt_monitor", WYRM_ATTACK_THROWN, 4, 6000);
    check_attacks("toner_bomb", WYRM_ATTACK_THROWN, 7, 7000);
}

TEST(the_way_leads_up)
{
    OWNED_ARENA *a = play("bob-and-trev", NULL, 9);
    assert_true(wyrm_engine_rules(a->engine)->climbs);
    assert_string_equal(wyrm_mapper_goal(wyrm_design_mapper(a->design)), "Master disc");
    for (int32_t floor = 1; floor < 20; floor++) {
        assert_int_equal(a->game->difficulty.depth, floor);
        assert_false(a->game->map.final);
        assert_done(a, leave_level(a));
    }
    assert_true(a->game->map.final && a->game->goal_placed);
}

/* The room with the lift has no monsters. */
TEST(the_first_room_is_empty)
{
    OWNED_ARENA *a = play("bob-and-trev", NULL, 9);
    for (uint64_t run = 0; run < 100; run++) {
        play_again(a, 9, run);
        for (int32_t floor = 1; floor < 8; floor++) {
            const wyrm_room *first = &a->game->map.rooms[0];
            for (size_t i = 0; i < a->game->monster_count; i++) {
                wyrm_position at = a->game->monsters[i].body.at;
                assert_false(at.x >= first->x && at.x < first->x + first->width &&
                             at.y >= first->y && at.y < first->y + first->height);
            }
            assert_ok(leave_level(a), &a->error);
        }
    }
}
