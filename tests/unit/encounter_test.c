/* Encounters: the difficulty tracker, monster levels, monsters of a room. */
#include "helpers.h"

#include <math.h>

#include <wyrm/streams.h>

#include "encounter/internal.h"

static wyrm_pmf *levels_at(const wyrm_design *design, double tracker)
{
    wyrm_pmf *pmf;
    wyrm_error error;
    assert_int_equal(
        wyrm_encounter_monster_levels(wyrm_design_encounter(design), tracker, &pmf, &error),
        WYRM_OK);
    return pmf;
}

/* tests/golden/ruggrogue/monster_level_pmf.csv: difficulty,monster_level,prob,fraction */
TEST(monster_levels_follow_the_golden_table)
{
    FILE *file = fopen(GOLDEN_DIR "/ruggrogue/monster_level_pmf.csv", "r");
    assert_non_null(file);
    char line[256];
    int rows = 0;
    double total[32] = {0};
    while (fgets(line, sizeof line, file)) {
        int tracker, level;
        double probability;
        if (sscanf(line, "%d,%d,%lf", &tracker, &level, &probability) != 3)
            continue;
        OWNED_PMF *pmf = levels_at(*state, tracker);
        assert_true(fabs(wyrm_pmf_at(pmf, level) - probability) < 1e-12);
        total[tracker] += wyrm_pmf_at(pmf, level);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 17);
    assert_true(fabs(total[10] - 1) < 1e-12 && fabs(total[4] - 1) < 1e-12);
}

TEST(a_tracker_between_levels_mixes_them)
{
    OWNED_PMF *four = levels_at(*state, 4), *five = levels_at(*state, 5);
    OWNED_PMF *between = levels_at(*state, 4.25);
    for (int level = 0; level <= 6; level++)
        assert_true(fabs(wyrm_pmf_at(between, level) - 0.75 * wyrm_pmf_at(four, level) -
                         0.25 * wyrm_pmf_at(five, level)) < 1e-12);
}

/* The rule as stated, without the walk that makes it linear. */
static void add_naively(int top, int below, double weight, double *probabilities)
{
    int level = top - below > 1 ? top - below : 1;
    if (level == 1) {
        probabilities[1] += weight;
        return;
    }
    probabilities[level] += weight / 2;
    for (int deeper = 1; deeper < level; deeper++)
        probabilities[deeper] += weight / 2 / (level - 1);
}

TEST(the_exact_rule_is_the_told_rule_for_any_distance)
{
    OWNED_DESIGN *wide = ruggrogue_with("encounter: {levels: {below: [0, 17]}}\n");
    for (int top = 1; top <= 40; top++) {
        double naive[64] = {0};
        naive[top] += 0.2;
        for (int below = 0; below <= 17; below++)
            add_naively(top, below, 0.8 / 18, naive);
        OWNED_PMF *pmf = levels_at(wide, top);
        for (int level = 0; level <= top + 1; level++)
            assert_true(fabs(wyrm_pmf_at(pmf, level) - naive[level]) < 1e-12);
    }
}

TEST(the_greatest_tracker_is_answered)
{
    OWNED_DESIGN *wide = ruggrogue_with("encounter: {levels: {below: [1, 9999]}}\n");
    OWNED_PMF *pmf = levels_at(wide, WYRM_TRACKER_MAX);
    assert_int_equal(wyrm_pmf_last(pmf), WYRM_TRACKER_MAX);
    assert_true(fabs(wyrm_pmf_tail(pmf, 1) - 1) < 1e-12);
}

TEST(trackers_outside_the_range_are_refused)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(*state);
    const double wrong[] = {0.99, 10000.5, -3, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        wyrm_pmf *pmf;
        wyrm_error error;
        assert_int_equal(wyrm_encounter_monster_levels(encounter, wrong[i], &pmf, &error),
                         WYRM_ERROR_RANGE);
        assert_null(pmf);
    }
}

/* Shares of rooms with 0, 1, 2, ... monsters. */
static void count_monsters(const wyrm_design *design, int depth, int wins, double *shares)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    wyrm_rng rng = wyrm_rng_start(3, 1, WYRM_STREAM_MONSTERS, (uint64_t)depth);
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    enum { ROOMS = 40000 };
    difficulty.depth = depth;
    difficulty.wins = wins;
    for (int i = 0; i < ROOMS; i++) {
        wyrm_room_context room = {.index = 1 + i % 5, .count = 6};
        shares[wyrm_encounter_room(encounter, &difficulty, &room, &rng, spawns)] += 1.0 / ROOMS;
    }
}

TEST(monsters_per_room_grow_with_depth_and_wins)
{
    const struct {
        int depth, wins, most;
    } cases[] = {{1, 0, 1},  {2, 0, 1}, {3, 0, 2}, {4, 0, 2},    {5, 0, 3},
                 {30, 0, 3}, {1, 1, 2}, {5, 2, 5}, {5, 1000, 64}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double shares[WYRM_ROOM_SPAWNS_MAX + 1] = {0};
        int most = cases[i].most;
        count_monsters(*state, cases[i].depth, cases[i].wins, shares);
        assert_true(fabs(shares[0] - 0.5) < 0.015);
        for (int count = 1; count <= WYRM_ROOM_SPAWNS_MAX; count++)
            assert_true(fabs(shares[count] - (count <= most ? 0.5 / most : 0)) < 0.015);
    }
}

TEST(the_room_of_the_player_is_left_alone)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(*state);
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    wyrm_rng rng = wyrm_rng_start(1, 1, WYRM_STREAM_MONSTERS, 1), before = rng;
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    wyrm_room_context room = {.index = 0, .count = 9};
    assert_int_equal(wyrm_encounter_room(encounter, &difficulty, &room, &rng, spawns), 0);
    assert_memory_equal(&rng, &before, sizeof rng);
}

TEST(monsters_are_worth_their_level_and_look_it)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(*state);
    const wyrm_growth *growth = wyrm_design_growth(*state);
    const wyrm_roster *roster = wyrm_design_roster(*state);
    int curve = wyrm_growth_curve(growth, WYRM_ROLE_MONSTER, "experience");
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    wyrm_rng rng = wyrm_rng_start(5, 1, WYRM_STREAM_MONSTERS, 5);
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    wyrm_room_context room = {.index = 1, .count = 2};
    bool above_all = false;
    difficulty.depth = 30;
    difficulty.tracker = wyrm_growth_at_level(growth, 32);
    for (int i = 0; i < 2000; i++) {
        size_t count = wyrm_encounter_room(encounter, &difficulty, &room, &rng, spawns);
        for (size_t m = 0; m < count; m++) {
            int look = spawns[m].level < 25 ? spawns[m].level - 1 : 24;
            assert_int_equal(spawns[m].monster, look);
            assert_int_equal(wyrm_roster_by_level(roster, spawns[m].level), look);
            assert_int_equal(spawns[m].experience,
                             (uint64_t)wyrm_growth_at(growth, curve, spawns[m].level));
            above_all = above_all || spawns[m].level > 25;
        }
    }
    assert_true(above_all);
}

TEST(the_tracker_is_paid_on_descending_only)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(*state);
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    assert_int_equal(difficulty.depth, 1);
    assert_int_equal(difficulty.wins, 0);
    assert_int_equal(difficulty.gear_base, 0);
    wyrm_encounter_enter(encounter, &difficulty);
    assert_true(wyrm_encounter_level(encounter, &difficulty) == 1.0);
    wyrm_encounter_settle(encounter, &difficulty, 60);
    assert_true(wyrm_encounter_level(encounter, &difficulty) == 1.0);
    wyrm_encounter_descend(encounter, &difficulty);
    assert_int_equal(difficulty.depth, 2);
    assert_true(wyrm_encounter_level(encounter, &difficulty) == 1.0);
    wyrm_encounter_enter(encounter, &difficulty);
    /* 50 of the 60 are spent on level 2, the other 10 are a part of the next 55. */
    assert_true(fabs(wyrm_encounter_level(encounter, &difficulty) - (2 + 10.0 / 55)) < 1e-15);
    wyrm_encounter_enter(encounter, &difficulty);
    assert_int_equal(difficulty.tracker.exp, 10);
    assert_true(wyrm_encounter_tracks(encounter));
}

/* The map of the depth whose payment brings the tracker to 25 is not the last one; the next is. */
TEST(the_final_map_looks_at_the_tracker_before_it_is_paid)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(*state);
    const wyrm_growth *growth = wyrm_design_growth(*state);
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    difficulty.tracker = wyrm_growth_at_level(growth, 24.5);
    wyrm_encounter_settle(encounter, &difficulty, difficulty.tracker.next);
    wyrm_encounter_descend(encounter, &difficulty);
    assert_false(wyrm_encounter_is_final(encounter, &difficulty));
    wyrm_encounter_enter(encounter, &difficulty);
    assert_int_equal(difficulty.tracker.level, 25);
    wyrm_encounter_descend(encounter, &difficulty);
    assert_true(wyrm_encounter_is_final(encounter, &difficulty));
}

TEST(a_won_game_moves_levels_into_gear)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(*state);
    const wyrm_growth *growth = wyrm_design_growth(*state);
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    difficulty.depth = 27;
    difficulty.tracker = wyrm_growth_at_level(growth, 26.3);
    wyrm_encounter_settle(encounter, &difficulty, 500);
    wyrm_encounter_win(encounter, &difficulty);
    assert_int_equal(difficulty.gear_base, 25);
    assert_int_equal(difficulty.wins, 1);
    assert_int_equal(difficulty.pending, 0);
    assert_int_equal(difficulty.tracker.level, 1);
    assert_int_equal(difficulty.tracker.next, 50);
    assert_int_equal(difficulty.depth, 27);
    difficulty.tracker = wyrm_growth_at_level(growth, 25);
    wyrm_encounter_win(encounter, &difficulty);
    assert_int_equal(difficulty.gear_base, 49);
    assert_int_equal(difficulty.wins, 2);
}

TEST(half_a_monster_is_refused)
{
    assert_ruggrogue_fails("encounter: {rooms: {most: [[1, 1], [1.5, 3]]}}\n",
                           "a room cannot hold 1.5 monsters: whole numbers are needed");
}

TEST(what_a_tracker_needs_of_growth_and_monsters_is_told)
{
    static const char text[] = "name: bare\n"
                               "models: {combat: accuracy, growth: points, encounter: tracker}\n"
                               "monsters: {rat: {hp: 1}}\n"
                               "encounter: {}\n";
    assert_refused_at(text,
                      "the tracker earns the experience of monsters, and the ruleset has no curve "
                      "for it",
                      "add growth.monster.experience", 0, 0);
    assert_refused_at(text,
                      "the tracker picks monsters by level, and the ruleset has none with one",
                      "give every monster a level", 0, 0);
}

TEST(the_models_are_in_the_table)
{
    const wyrm_model *const *models = enc_model_table;
    assert_string_equal(models[0]->name, "tracker");
    assert_string_equal(models[1]->name, "tables");
    assert_string_equal(models[2]->name, "hordes");
    assert_string_equal(models[3]->name, "script");
    assert_null(models[4]);
}

AROUND_ALL(open_ruggrogue, close_design)
