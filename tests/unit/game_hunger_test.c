/* Hunger and regeneration, turn by turn (RuggRogue, "Hunger and Regeneration"). */
#include "played.h"

static arena *alone(const char *ruleset)
{
    return arena_draw(ruleset,
                      "###\n"
                      "#@#\n"
                      "###",
                      NULL);
}

static const char *stage_name(const arena *a)
{
    const wyrm_play_rules *rules = wyrm_engine_rules(a->engine);
    return rules->stages[wyrm_hunger_stage_at(rules, a->game->fullness)].name;
}

TEST(stages_begin_where_the_guide_says)
{
    OWNED_ARENA *a = alone("ruggrogue");
    const struct {
        int32_t fullness;
        const char *name;
        bool regenerates;
    } rows[] = {
        {1500, "full", true},        {1201, "full", true},        {1200, "normal", true},
        {751, "normal", true},       {750, "hungry", true},       {301, "hungry", true},
        {300, "very hungry", false}, {151, "very hungry", false}, {150, "famished", false},
        {1, "famished", false},      {0, "starving", false},
    };
    const wyrm_play_rules *rules = wyrm_engine_rules(a->engine);
    assert_int_equal(a->game->fullness, 1500);
    assert_int_equal(rules->fullness_most, 1500);
    assert_int_equal(rules->stage_count, 6);
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        a->game->fullness = rows[i].fullness;
        assert_string_equal(stage_name(a), rows[i].name);
        assert_int_equal(rules->stages[wyrm_hunger_stage_at(rules, rows[i].fullness)].regenerates,
                         rows[i].regenerates);
    }
}

/* Each new stage is reported once, in the turn that leads to it. */
TEST(each_stage_is_told_when_it_begins)
{
    OWNED_ARENA *a = alone("ruggrogue");
    const int32_t first[] = {1200, 750, 300, 150, 0};
    size_t told = 0;
    for (int32_t turn = 1; turn <= 1500; turn++) {
        assert_ok(arena_wait(a), &a->error);
        assert_int_equal(a->game->fullness, 1500 - turn);
        size_t heard = times_heard(a, WYRM_EVENT_HUNGER);
        bool due = told < LENGTH_OF(first) && a->game->fullness == first[told];
        assert_int_equal(heard, due);
        if (due)
            assert_int_equal(arena_heard(a, WYRM_EVENT_HUNGER)->amount, ++told);
    }
    assert_int_equal(told, 5);
    assert_sound(a);
}

/* From 0 to all in 300 turns, whatever the maximum; fullness falls by 2 a turn meanwhile, by 1
 * afterwards. */
TEST(hit_points_come_back_in_300_turns)
{
    const int64_t maxima[] = {30, 37, 299, 301, 1000};
    for (size_t m = 0; m < LENGTH_OF(maxima); m++) {
        OWNED_ARENA *a = alone("ruggrogue");
        int64_t most = maxima[m];
        a->game->bare.max_hp = most;
        arena_dress(a);
        assert_int_equal(a->game->player.combatant.max_hp, most);
        a->game->player.combatant.hp = 1;
        int32_t fullness = a->game->fullness;
        for (int64_t turn = 1; turn <= 300; turn++) {
            bool hurt = hp_of(a) < most;
            assert_ok(arena_wait(a), &a->error);
            int64_t wanted = 1 + turn * most / 300;
            assert_int_equal(hp_of(a), wanted < most ? wanted : most);
            fullness -= hurt ? 2 : 1;
            assert_int_equal(a->game->fullness, fullness);
        }
        assert_int_equal(hp_of(a), most);
        assert_sound(a);
    }
}

/* When very hungry the player neither regenerates nor pays for it. */
TEST(the_very_hungry_do_not_regenerate)
{
    OWNED_ARENA *a = alone("ruggrogue");
    a->game->player.combatant.hp = 5;
    a->game->fullness = 300;
    for (int turn = 1; turn <= 100; turn++)
        assert_done(a, arena_wait(a));
    assert_int_equal(hp_of(a), 5);
    assert_int_equal(a->game->fullness, 200);
    /* A turn digests first: at 301 it leads to very hungry. */
    const int32_t after[] = {301, 300, 299, 298};
    a->game->fullness = 303;
    for (size_t i = 0; i < LENGTH_OF(after); i++) {
        assert_done(a, arena_wait(a));
        assert_int_equal(a->game->fullness, after[i]);
    }
}

TEST(a_ration_fills_750)
{
    OWNED_ARENA *a = alone("ruggrogue");
    for (int i = 0; i < 2; i++)
        arena_give(a, "ration");
    a->game->fullness = 100;
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(arena_heard(a, WYRM_EVENT_ATE)->amount, 750);
    assert_int_equal(a->game->fullness, 100 + 750 - 1); /* the turn digests, too */
    a->game->fullness = 1000;
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    assert_int_equal(arena_heard(a, WYRM_EVENT_ATE)->amount, 500);
    assert_int_equal(a->game->fullness, 1499);
    assert_int_equal(a->game->pack_count, 0);
}

/* At 0 the maximum of hit points is lost over 400 turns, evenly; nobody gets the credit. */
TEST(starving_takes_400_turns)
{
    const int64_t maxima[] = {30, 100, 777};
    for (size_t m = 0; m < LENGTH_OF(maxima); m++) {
        OWNED_ARENA *a = alone("ruggrogue");
        int64_t most = maxima[m];
        a->game->bare.max_hp = most;
        arena_dress(a);
        a->game->player.combatant.hp = most;
        a->game->fullness = 0;
        for (int64_t turn = 1; turn <= 400; turn++) {
            int64_t before = hp_of(a), wanted = most - turn * most / 400;
            assert_ok(arena_wait(a), &a->error);
            assert_int_equal(hp_of(a), wanted);
            assert_int_equal(times_heard(a, WYRM_EVENT_STARVING), wanted < before);
            if (wanted < before)
                assert_int_equal(arena_heard(a, WYRM_EVENT_STARVING)->amount, before - wanted);
        }
        assert_int_equal(a->game->phase, WYRM_PHASE_DEAD);
        assert_int_equal(a->game->cause, WYRM_CAUSE_STARVED);
        assert_int_equal(a->game->killer, -1);
        assert_int_equal(a->game->player.combatant.max_hp, most);
        assert_int_equal(arena_heard(a, WYRM_EVENT_LOST)->who, WYRM_NOBODY);
        assert_sound(a);
    }
}

/* Food stops it, and lost hit points come back with time. */
TEST(eating_ends_starving)
{
    OWNED_ARENA *a = alone("ruggrogue");
    a->game->fullness = 0;
    for (int i = 0; i < 200; i++)
        assert_done(a, arena_wait(a));
    assert_int_equal(hp_of(a), 15);
    arena_give(a, "ration");
    assert_done(a, arena_do(a, WYRM_DO_USE, 0));
    for (int i = 1; i < 100; i++)
        assert_done(a, arena_wait(a));
    assert_int_equal(hp_of(a), 25);
    assert_int_equal(a->game->fullness, 750 - 200);
}

TEST(nobody_is_hungry_elsewhere)
{
    const char *rulesets[] = {"tutorial", "yarl", "bob-and-trev"};
    for (size_t i = 0; i < LENGTH_OF(rulesets); i++) {
        OWNED_ARENA *a = alone(rulesets[i]);
        for (int turn = 0; turn < 2000; turn++) {
            assert_ok(arena_wait(a), &a->error);
            assert_int_equal(a->event_count, 0);
        }
        assert_int_equal(a->game->fullness, 0);
        assert_int_equal(a->game->phase, WYRM_PHASE_PLAYING);
        assert_sound(a);
    }
}

/* The tutorial has no regeneration; YARL's hero needs 300 turns, the tower's climber 200. */
TEST(only_some_rest)
{
    const struct {
        const char *ruleset;
        int64_t turns; /* from none to all; 0: never */
    } rows[] = {{"tutorial", 0}, {"tutorial-before", 0}, {"yarl", 300}, {"bob-and-trev", 200}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ARENA *a = alone(rows[i].ruleset);
        int64_t most = a->game->player.combatant.max_hp;
        assert_int_equal(wyrm_engine_rules(a->engine)->regeneration, rows[i].turns);
        a->game->player.combatant.hp = 1;
        for (int turn = 1; turn <= 300; turn++) {
            assert_ok(arena_wait(a), &a->error);
            int64_t wanted = rows[i].turns == 0 ? 1 : 1 + turn * most / rows[i].turns;
            assert_int_equal(hp_of(a), wanted < most ? wanted : most);
        }
    }
}
