/* Threat: factors, budgets, and the status of a room's total. One test for each rule of the
 * document. */
#include "with_dungeons.h"

static double threat_of(const wyrm_design *design, const char *name, int32_t depth, bool elite)
{
    const int32_t monster = wyrm_roster_find(wyrm_design_roster(design), name);
    assert_true(monster >= 0);
    return wyrm_threat_at(wyrm_design_threat(design), (size_t)monster, depth, elite);
}

static wyrm_threat_status judge(const wyrm_design *design, int32_t depth, wyrm_room_kind kind,
                                size_t monsters, double total)
{
    return wyrm_threat_judge(wyrm_design_threat(design), depth, &kind, monsters, total);
}

/* tests/golden/yarl/monsters.csv */
TEST_WITH(base_threat_is_that_of_the_ruleset, open_yarl, close_design)
{
    const wyrm_threat *threat = wyrm_design_threat(*state);
    OWNED_CSV table = csv_open(GOLDEN_DIR "/yarl/monsters.csv");
    assert_int_equal(table.rows, wyrm_roster_count(wyrm_design_roster(*state)));
    for (size_t row = 0; row < table.rows; row++) {
        const char *name = csv_text(&table, row, "id");
        size_t monster = monster_of(*state, name);
        assert_true(wyrm_threat_is_named(threat, monster));
        assert_near(wyrm_threat_base(threat, monster), csv_number(&table, row, "etp_base"), 0);
        assert_near(threat_of(*state, name, 1, false), csv_number(&table, row, "etp_base"), 0);
    }
}

TEST_WITH(threat_grows_by_band, open_yarl, close_design)
{
    static const double orc[] = {27, 29.7, 32.4, 36.45, 40.5};
    for (int32_t depth = 1; depth <= 25; depth++)
        assert_near(threat_of(*state, "orc", depth, false), orc[(depth - 1) / 5], 1e-12);
}

TEST_WITH(depths_0_and_below_count_as_the_first_band_and_26_as_the_last, open_yarl, close_design)
{
    const wyrm_threat *threat = wyrm_design_threat(*state);
    static const struct {
        int32_t depth;
        double orc, most;
    } wanted[] = {{-1, 27, 60},        {0, 27, 60},           {1, 27, 60},     {5, 27, 60},
                  {6, 29.7, 100},      {10, 29.7, 100},       {11, 32.4, 150}, {16, 36.45, 200},
                  {20, 36.45, 200},    {25, 40.5, 300},       {26, 40.5, 300}, {10000, 40.5, 300},
                  {INT32_MIN, 27, 60}, {INT32_MAX, 40.5, 300}};
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        assert_near(threat_of(*state, "orc", wanted[i].depth, false), wanted[i].orc, 1e-12);
        assert_near(wyrm_threat_room_budget(threat, wanted[i].depth).high, wanted[i].most, 0);
    }
}

TEST_WITH(an_elite_counts_half_as_much_again, open_yarl, close_design)
{
    assert_near(threat_of(*state, "orc", 3, true), 40.5, 1e-12);
    assert_near(threat_of(*state, "orc", 8, true), 44.55, 1e-12);
    assert_near(threat_of(*state, "troll", 22, true), 112.5, 1e-12);
}

TEST(an_aggressive_monster_counts_a_tenth_more)
{
    OWNED_DESIGN *design = yarl_with("monsters: {orc: {behaviours: [aggressive]},\n"
                                     "  slime: {behaviours: [basic_melee, aggressive]}}\n");
    assert_near(threat_of(design, "orc", 1, false), 29.7, 1e-12);
    assert_near(threat_of(design, "orc", 8, true), 27 * 1.1 * 1.5 * 1.1, 1e-3);
    assert_near(threat_of(design, "slime", 1, false), 11, 1e-12);
}

TEST(bonuses_of_one_monster_are_added)
{
    OWNED_DESIGN *design = yarl_with(
        "threat: {behaviours: {swift: 0.25, dull: -0.5, harmless: -1}}\n"
        "monsters: {orc: {behaviours: [aggressive, swift]}, slime: {behaviours: [dull]},\n"
        "  troll: {behaviours: [harmless, dull]}}\n");
    assert_near(threat_of(design, "orc", 1, false), 27 * 1.35, 1e-12);
    assert_near(threat_of(design, "slime", 1, false), 5, 1e-12);
    assert_near(threat_of(design, "troll", 1, false), 0, 0);
}

/* (mean damage + power) x 6 x (hp / 6.5 / 3) x behaviour x (1 + synergy) */
TEST_WITH(threat_is_derived_from_a_monsters_numbers, open_yarl, close_design)
{
    const wyrm_threat *threat = wyrm_design_threat(*state);
    assert_near(wyrm_threat_derived(threat, monster_of(*state, "troll")),
                10 * 6 * (30 / 6.5 / 3) * 0.9, 1e-9); /* 83, while the game's value is 50 */
    assert_near(wyrm_threat_derived(threat, monster_of(*state, "orc_shaman")),
                (4 + 1) * 6 * (24 / 6.5 / 3), 1e-9);
    assert_near(wyrm_threat_derived(threat, monster_of(*state, "dragon_lord")),
                (12.5 + 5) * 6 * (100 / 6.5 / 3) * 1.3, 1e-9);
    /* Depth does not change it: the factor of the band does. */
    assert_near(wyrm_threat_derived(threat, monster_of(*state, "slime")),
                2 * 6 * (15 / 6.5 / 3) * 1.1, 1e-9);
}

TEST(a_monster_without_base_threat_has_the_derived_one)
{
    OWNED_DESIGN *design = yarl_with("monsters: {troll: {etp: ~, synergy: 0.2}}\n");
    const wyrm_threat *threat = wyrm_design_threat(design);
    size_t troll = monster_of(design, "troll");
    double derived = 10 * 6 * (30 / 6.5 / 3) * 0.9 * 1.2;
    assert_false(wyrm_threat_is_named(threat, troll));
    assert_near(wyrm_threat_base(threat, troll), derived, 1e-9);
    assert_near(threat_of(design, "troll", 1, false), derived, 5e-4);
    assert_near(threat_of(design, "troll", 12, false), derived * 1.2, 5e-4);
}

TEST(the_numbers_of_the_derivation_are_parameters)
{
    OWNED_DESIGN *design = yarl_with("threat: {derived: {per_damage: 5, hit: 4, hits: 2,\n"
                                     "  behaviours: {basic_melee: 2, slow: 0.5}}}\n"
                                     "monsters: {troll: {behaviours: [basic_melee, slow]}}\n");
    assert_near(wyrm_threat_derived(wyrm_design_threat(design), monster_of(design, "troll")),
                10 * 5 * (30 / 4.0 / 2), 1e-9);
}

/* Without a damage stat, threat comes from a hit on a defender without stats. */
TEST(threat_is_derived_from_hits_where_monsters_have_no_damage)
{
    OWNED_DESIGN *design = tutorial_with("bands: {all: [1, 10]}\n"
                                         "threat: {room_budget: {all: [0, 99]}}\n");
    const wyrm_threat *threat = wyrm_design_threat(design);
    assert_near(wyrm_threat_base(threat, monster_of(design, "orc")), 4 * 6 * (20 / 6.5 / 3), 1e-9);
    assert_near(wyrm_threat_base(threat, monster_of(design, "troll")), 8 * 6 * (30 / 6.5 / 3),
                1e-9);
}

/* The better of the blows hand to hand and of each shot, whose blows are those not for melee only,
 * or the one that it names. */
TEST(threat_of_who_shoots_is_that_of_its_better_attack)
{
    static const char *const cases[][2] = {
        {"attacks: [{bite: 3, only: melee}, {bolt: 9, only: range}, {lick: 1}]", "4"},
        {"attacks: [{bite: 3, only: melee}, {bolt: 9, only: range}, {lick: 1}], shoots: [{range: "
         "4}]",
         "10"},
        {"attacks: [{bite: 3, only: melee}, {bolt: 9, only: range}, {lick: 1}], "
         "shoots: [{range: 1, blow: lick}, {range: 7, blow: bolt}]",
         "9"},
        {"attacks: [{bite: 3, only: melee}, {bolt: 9, only: range}, {lick: 1}], "
         "shoots: [{range: 4, blow: lick}]",
         "4"},
        {"attacks: [{bolt: 2, only: range, times: 3}], shoots: [{range: 4, blow: bolt}]", "6"},
        {"attacks: [{bolt: 2, only: range, times: 3}]", "0"},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "name: t\n"
                 "models: {combat: script, growth: points, encounter: tables}\n"
                 "combat:\n"
                 "  stats: {damage: {kind: amount}}\n"
                 "  script: |\n"
                 "    function attack(attacker, defender) return roll(attacker.damage) end\n"
                 "player: {hp: 10, damage: 1}\n"
                 "monsters: {orc: {hp: 39, weight: 1, %s}}\n"
                 "encounter: {last_depth: 2, rooms: {most: 1}}\n"
                 "bands: {all: [1, 10]}\n"
                 "threat: {room_budget: {all: [0, 99]}}\n",
                 cases[i][0]);
        OWNED_DESIGN *design = design_from(text);
        assert_near(wyrm_threat_base(wyrm_design_threat(design), monster_of(design, "orc")),
                    atof(cases[i][1]) * 6 * (39 / 6.5 / 3), 1e-9);
    }
}

/* The game silently counts it as 20. */
TEST_WITH(a_monster_that_there_is_not_is_no_threat, open_yarl, close_design)
{
    assert_near(wyrm_threat_at(wyrm_design_threat(*state), 9999, 3, false), 0, 0);
}

TEST_WITH(rooms_and_floors_have_the_budgets_of_their_band, open_yarl, close_design)
{
    static const double rooms[][2] = {{0, 60}, {20, 100}, {30, 150}, {40, 200}, {50, 300}};
    static const double floors[][2] = {{100, 250}, {150, 400}, {250, 600}, {350, 800}, {500, 1200}};
    const wyrm_threat *threat = wyrm_design_threat(*state);
    for (int32_t depth = 1; depth <= 25; depth++) {
        int band = (depth - 1) / 5;
        assert_near(wyrm_threat_room_budget(threat, depth).low, rooms[band][0], 0);
        assert_near(wyrm_threat_room_budget(threat, depth).high, rooms[band][1], 0);
        assert_near(wyrm_threat_floor_budget(threat, depth).low, floors[band][0], 0);
        assert_near(wyrm_threat_floor_budget(threat, depth).high, floors[band][1], 0);
    }
    assert_int_equal(wyrm_threat_bands(threat)->count, 5);
}

TEST(a_floor_without_a_budget_may_hold_anything)
{
    OWNED_DESIGN *design = yarl_with("threat: {floor_budget: {B2: ~}}\n");
    wyrm_interval any = wyrm_threat_floor_budget(wyrm_design_threat(design), 7);
    assert_near(any.low, 0, 0);
    assert_true(isinf(any.high));
}

/* EXEMPT, BOSS, EMPTY, SPIKE, UNDER, OVER, OK: every pair of which two would match. */
TEST_WITH(the_first_status_that_matches_holds, open_yarl, close_design)
{
    static const struct {
        wyrm_room_kind kind;
        size_t monsters;
        double total;
        wyrm_threat_status status;
    } cases[] = {
        /* exempt before everything */
        {{WYRM_ROOM_NORMAL, false, true}, 0, 0, WYRM_THREAT_EXEMPT},
        {{WYRM_ROOM_NORMAL, true, true}, 3, 999, WYRM_THREAT_EXEMPT},
        {{WYRM_ROOM_END_BOSS, false, true}, 1, 999, WYRM_THREAT_EXEMPT},
        {{WYRM_ROOM_TREASURE, true, true}, 1, 50, WYRM_THREAT_EXEMPT},
        /* boss before empty, spike and the rest */
        {{WYRM_ROOM_MINIBOSS, false, false}, 0, 0, WYRM_THREAT_BOSS},
        {{WYRM_ROOM_BOSS, true, false}, 1, 50, WYRM_THREAT_BOSS},
        {{WYRM_ROOM_END_BOSS, false, false}, 1, 5000, WYRM_THREAT_BOSS},
        {{WYRM_ROOM_MINIBOSS, false, false}, 1, 1, WYRM_THREAT_BOSS},
        /* empty before spike and under */
        {{WYRM_ROOM_TREASURE, true, false}, 0, 0, WYRM_THREAT_EMPTY},
        {{WYRM_ROOM_NORMAL, true, false}, 0, 0, WYRM_THREAT_EMPTY},
        {{WYRM_ROOM_NORMAL, false, false}, 0, 0, WYRM_THREAT_EMPTY},
        {{WYRM_ROOM_OPTIONAL, false, false}, 0, 0, WYRM_THREAT_EMPTY},
        /* spike before under, over and ok */
        {{WYRM_ROOM_TREASURE, false, false}, 1, 1, WYRM_THREAT_SPIKE},
        {{WYRM_ROOM_TREASURE, false, false}, 4, 999, WYRM_THREAT_SPIKE},
        {{WYRM_ROOM_NORMAL, true, false}, 4, 999, WYRM_THREAT_SPIKE},
        {{WYRM_ROOM_OPTIONAL, true, false}, 2, 50, WYRM_THREAT_SPIKE},
        /* under, over, ok: B2 is 20 to 100, both ends included */
        {{WYRM_ROOM_NORMAL, false, false}, 1, 19.999, WYRM_THREAT_UNDER},
        {{WYRM_ROOM_NORMAL, false, false}, 1, 0, WYRM_THREAT_UNDER},
        {{WYRM_ROOM_NORMAL, false, false}, 1, 20, WYRM_THREAT_OK},
        {{WYRM_ROOM_NORMAL, false, false}, 1, 100, WYRM_THREAT_OK},
        {{WYRM_ROOM_NORMAL, false, false}, 1, 100.001, WYRM_THREAT_OVER},
        {{WYRM_ROOM_OPTIONAL, false, false}, 1, 101, WYRM_THREAT_OVER},
        {{WYRM_ROOM_OPTIONAL, false, false}, 1, 5, WYRM_THREAT_UNDER},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_threat_status status =
            judge(*state, 8, cases[i].kind, cases[i].monsters, cases[i].total);
        if (status != cases[i].status)
            fail_msg("case %zu: %s", i, wyrm_threat_status_key(status));
    }
}

TEST(statuses_have_the_names_of_the_document)
{
    static const char *const names[] = {"EXEMPT", "BOSS", "EMPTY", "SPIKE", "UNDER", "OVER", "OK"};
    assert_int_equal(LENGTH_OF(names), WYRM_THREAT_STATUS_COUNT);
    for (int i = 0; i < WYRM_THREAT_STATUS_COUNT; i++)
        assert_string_equal(wyrm_threat_status_key((wyrm_threat_status)i), names[i]);
    assert_string_equal(wyrm_threat_status_key(WYRM_THREAT_STATUS_COUNT), "");
}

TEST(only_over_is_a_violation_and_under_never_is)
{
    for (int i = 0; i < WYRM_THREAT_STATUS_COUNT; i++)
        assert_int_equal(wyrm_threat_is_violation((wyrm_threat_status)i), i == WYRM_THREAT_OVER);
}

/* In binary 1.1 x 100 is a little above 110: the room is within its budget all the same. */
TEST(a_room_exactly_at_its_budget_is_within_it)
{
    OWNED_DESIGN *design = yarl_with("threat: {room_budget: {B2: [0.3, 110], B4: [40, 182.25]}}\n"
                                     "monsters: {orc: {etp: 100}, slime: {etp: 0.1}}\n");
    const wyrm_room_kind normal = {0};
    double orc = threat_of(design, "orc", 8, false), slime = threat_of(design, "slime", 8, false);
    assert_int_equal(judge(design, 8, normal, 1, orc), WYRM_THREAT_OK);
    assert_int_equal(judge(design, 8, normal, 2, orc + slime), WYRM_THREAT_OVER);
    assert_int_equal(judge(design, 8, normal, 3, 0.1 + 0.2), WYRM_THREAT_OK);
    assert_int_equal(judge(design, 8, normal, 3, 0.299), WYRM_THREAT_UNDER);
    double total = 0;
    for (int i = 0; i < 5; i++) /* 5 x 27 x 1.35 */
        total += 27 * 1.35;
    assert_int_equal(judge(design, 18, normal, 5, total), WYRM_THREAT_OK);
}

/* As in the document; the game treats optional rooms as spikes. */
TEST_WITH(an_optional_room_has_a_budget_unless_it_is_said, open_yarl, close_design)
{
    const wyrm_room_kind optional = {.role = WYRM_ROOM_OPTIONAL};
    OWNED_DESIGN *game = yarl_with("room_roles: {optional: {budget: spike}}\n");
    assert_int_equal(judge(*state, 1, optional, 2, 61), WYRM_THREAT_OVER);
    assert_int_equal(judge(game, 1, optional, 2, 61), WYRM_THREAT_SPIKE);
}

TEST(a_ruleset_without_threat_has_none)
{
    wyrm_design *design = tutorial_with("");
    assert_null(wyrm_design_threat(design));
    wyrm_design_free(design);
    design = ruleset_with("ruggrogue", "");
    assert_null(wyrm_design_threat(design));
    wyrm_design_free(design);
}

TEST(a_band_without_a_budget_is_refused)
{
    assert_refused("yarl", "threat: {room_budget: {B3: ~, B1: [0, 50]}}",
                   "band 'B3' has no room budget", 1, 10, "");
}

TEST(a_budget_of_no_band_is_refused)
{
    assert_refused("yarl", "threat: {room_budget: {B6: [0, 50]}}",
                   "a room budget is given for 'B6', which is no band", 1, 28, "");
    assert_refused("yarl", "threat: {floor_budget: {b1: [0, 50]}}",
                   "a floor budget is given for 'b1', which is no band", 1, 29, "");
    assert_refused("yarl", "threat: {band_factor: {B0: 2}}",
                   "a factor is given for 'B0', which is no band", 1, 28, "");
}

TEST(threat_without_bands_is_refused)
{
    assert_refused("tutorial", "threat: {room_budget: {}}",
                   "threat budgets go by bands of depths, and the ruleset has none", 1, 1,
                   "add a section `bands`");
}

TEST(a_behaviour_that_is_named_nowhere_is_refused)
{
    assert_refused("yarl", "monsters: {orc: {behaviours: [agressive]}}",
                   "no behaviour of threat is called 'agressive'", 1, 31,
                   "did you mean 'aggressive'?");
    assert_refused("yarl", "monsters: {orc: {behaviours: [basic_mele]}}",
                   "no behaviour of threat is called 'basic_mele'", 1, 31,
                   "did you mean 'basic_melee'?");
}
