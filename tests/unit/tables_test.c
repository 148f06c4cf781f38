/* Monsters by depth tables and weights, and how generation aims at a budget. */
#include "with_dungeons.h"

#include <wyrm/streams.h>

#include "encounter/internal.h"

#define SEED 20240501

static wyrm_pmf *kinds_at(const wyrm_design *design, int32_t depth)
{
    wyrm_pmf *pmf;
    assert_works(
        wyrm_encounter_monster_kinds(wyrm_design_encounter(design), depth, &pmf, &last_error));
    return pmf;
}

static wyrm_pmf *monsters_at(const wyrm_design *design, int32_t depth)
{
    wyrm_pmf *pmf;
    assert_works(
        wyrm_encounter_room_monsters(wyrm_design_encounter(design), depth, &pmf, &last_error));
    return pmf;
}

static wyrm_pmf *threat_of_room(const wyrm_design *design, int32_t depth, double *unit)
{
    wyrm_pmf *pmf;
    assert_works(
        wyrm_encounter_room_threat(wyrm_design_encounter(design), depth, unit, &pmf, &last_error));
    return pmf;
}

static size_t draw_room(const wyrm_design *design, int32_t depth, uint64_t run, wyrm_spawn *spawns)
{
    wyrm_difficulty difficulty = difficulty_at(design, depth);
    wyrm_room_context room = {.index = 1, .count = 5};
    wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_MONSTERS, (uint64_t)depth);
    return wyrm_encounter_room(wyrm_design_encounter(design), &difficulty, &room, &rng, spawns);
}

/* ------------------------------------------------------------------ depth tables */

/* [[2, 1], [3, 4], [5, 6]]: the last row whose depth has been reached. */
TEST(a_room_holds_none_to_the_most_of_its_depth)
{
    static const int most[] = {0, 2, 2, 2, 3, 3, 5, 5, 5, 5, 5, 5};
    OWNED_DESIGN *design = tutorial_with("");
    for (int32_t depth = -1; depth <= 11; depth++) {
        int here = depth < 1 ? 0 : most[depth];
        OWNED_PMF *pmf = monsters_at(design, depth);
        for (int n = 0; n <= 6; n++)
            assert_near(wyrm_pmf_at(pmf, n), n <= here ? 1.0 / (here + 1) : 0, 1e-15);
    }
}

/* orc 80; troll [[15, 3], [30, 5], [60, 7]] */
TEST(weights_follow_the_tables_exactly)
{
    static const int troll[] = {0, 0, 0, 15, 15, 30, 30, 60, 60, 60, 60};
    OWNED_DESIGN *design = tutorial_with("");
    int64_t orc = (int64_t)monster_of(design, "orc"), other = (int64_t)monster_of(design, "troll");
    for (int32_t depth = 1; depth <= 10; depth++) {
        OWNED_PMF *pmf = kinds_at(design, depth);
        assert_near(wyrm_pmf_at(pmf, orc), 80.0 / (80 + troll[depth]), 1e-15);
        assert_near(wyrm_pmf_at(pmf, other), (double)troll[depth] / (80 + troll[depth]), 1e-15);
    }
}

TEST(before_the_chapter_nothing_depends_on_depth)
{
    OWNED_DESIGN *design;
    assert_ok(wyrm_design_open("tutorial-before", &design, NULL), NULL);
    for (int32_t depth = 1; depth <= 30; depth += 7) {
        OWNED_PMF *kinds = kinds_at(design, depth), *count = monsters_at(design, depth);
        assert_near(wyrm_pmf_at(kinds, (int64_t)monster_of(design, "troll")), 0.2, 1e-15);
        assert_near(wyrm_pmf_at(count, 3), 0.25, 1e-15);
    }
}

/* Hit points, power, defense: before the chapter and after it. */
TEST(the_two_tutorials_have_the_numbers_of_the_chapter)
{
    static const struct {
        const char *ruleset, *who;
        int64_t hp;
        double power, defense;
    } wanted[] = {
        {"tutorial", "player", 100, 4, 1}, {"tutorial-before", "player", 30, 5, 2},
        {"tutorial", "orc", 20, 4, 0},     {"tutorial-before", "orc", 10, 3, 0},
        {"tutorial", "troll", 30, 8, 2},   {"tutorial-before", "troll", 16, 4, 1},
    };
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        OWNED_DESIGN *design;
        assert_ok(wyrm_design_open(wanted[i].ruleset, &design, NULL), NULL);
        const wyrm_combat *combat = wyrm_design_combat(design);
        wyrm_combatant who = combatant_of(design, wanted[i].who);
        assert_int_equal(who.max_hp, wanted[i].hp);
        assert_near(who.stats[wyrm_combat_stat(combat, "power")], wanted[i].power, 0);
        assert_near(who.stats[wyrm_combat_stat(combat, "defense")], wanted[i].defense, 0);
    }
}

TEST(nothing_spawns_before_the_first_row_of_every_table)
{
    OWNED_DESIGN *design =
        tutorial_with("monsters: {orc: {weight: [[80, 3]]}, troll: {weight: [[5, 4]]}}\n");
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    wyrm_pmf *pmf;
    wyrm_error error;
    for (int32_t depth = -1; depth <= 2; depth++) {
        for (uint64_t run = 0; run < 200; run++)
            assert_int_equal(draw_room(design, depth, run, spawns), 0);
        pmf = monsters_at(design, depth);
        assert_near(wyrm_pmf_at(pmf, 0), 1, 0);
        wyrm_pmf_free(pmf);
        assert_int_equal(
            wyrm_encounter_monster_kinds(wyrm_design_encounter(design), depth, &pmf, &error),
            WYRM_ERROR_ARGUMENT);
        assert_null(pmf);
    }
    pmf = monsters_at(design, 3);
    assert_near(wyrm_pmf_at(pmf, 0), 1.0 / 3, 1e-15);
    wyrm_pmf_free(pmf);
}

/* r is uniform in 1..sum, and the first whose running sum is at least r is chosen. */
TEST(the_first_running_sum_of_at_least_r_is_chosen)
{
    OWNED_DESIGN *design = tutorial_with(
        "monsters: {orc: {weight: 3}, troll: {weight: [[0, 1], [7, 2]]},\n"
        "  bat: {hp: 1, weight: [[1, 2]]}, rat: {hp: 1, weight: [[5, 1], [0, 3]]}}\n");
    static const char *const names[] = {"orc", "troll", "bat", "rat"};
    enc_weights_entry entries[4];
    for (int i = 0; i < 4; i++) {
        size_t monster = monster_of(design, names[i]);
        const wyrm_monster *found = wyrm_roster_monster(wyrm_design_roster(design), monster);
        entries[i] =
            (enc_weights_entry){100 + i, names[i], wyrm_value_get(found->record, "weight")};
    }
    base_arena arena = {0};
    rs_opening opening = {.arena = &arena, .ruleset = wyrm_design_ruleset(design)};
    const enc_weights *weights = enc_weights_new(&opening, NULL, "things", entries, 4, 10);
    static const uint64_t wanted[][4] = {{3, 0, 0, 5}, {3, 7, 1, 5}, {3, 7, 1, 0}};
    for (int32_t depth = 1; depth <= 4; depth++) {
        const uint64_t *here = wanted[depth < 3 ? depth - 1 : 2];
        enc_weights_row row = enc_weights_at(weights, depth);
        uint64_t sum = 0;
        size_t index = 0;
        for (int i = 0; i < 4; i++) {
            if (here[i] == 0)
                continue; /* weight 0 never comes */
            sum += here[i];
            assert_int_equal(row.values[index], 100 + i);
            assert_int_equal(enc_weights_of(&row, index), here[i]);
            assert_int_equal(row.running[index++], sum);
        }
        assert_int_equal(row.count, index);
        for (uint64_t run = 0; run < 500; run++) {
            wyrm_rng rng = wyrm_rng_start(SEED, run, 1, 1), same = rng;
            uint64_t r = wyrm_rng_below(&same, sum) + 1;
            size_t first = 0;
            while (row.running[first] < r)
                first++;
            rule_draws draws = {.rng = &rng};
            assert_int_equal(rule_choose_running(&draws, "which", row.count, row.running), first);
        }
    }
    assert_int_equal(enc_weights_at(weights, 0).count, 0);
    base_release(&arena);
}

TEST(mistakes_are_refused_where_they_stand)
{
    static const struct {
        const char *changes, *message;
        int column;
        const char *hint;
    } cases[] = {
        {"monsters: {troll: {weight: [[15, 5], [30, 3]]}}",
         "depth table of 'weight' of 'troll' is out of order: depth 3 after depth 5", 43, ""},
        {"monsters: {troll: {weight: [[15, 3], [-1, 5]]}}",
         "'weight' of 'troll' must be from 0 to 1000000000, found -1", 39, ""},
        {"monsters: {troll: {weight: [[15, 3], [2.5, 5]]}}",
         "weights of monsters are whole numbers, and 'troll' has one of 2.5", 28, ""},
        {"monsters: {troll: {weight: []}}",
         "expected a depth table such as [[1, 1], [2, 4]], or a number, found a list", 28,
         "it has at least one row"},
        {"monsters: {troll: {weight: ~}, orc: {weight: ~}}", "none of the monsters has a weight", 1,
         "write it as a number, or as [[weight, from_depth], ...]"},
        {"monsters: {troll: {weight: 0}, orc: {weight: [[0, 1], [0, 4]]}}",
         "all weights of monsters are 0", 1, ""},
        {"monsters: {troll: {weight: [[5, 2], [0, 6]]}, orc: {weight: [[80, 2], [0, 5]]}}",
         "all weights of monsters are 0 at depth 6", 1, ""},
        {"encounter: {rooms: {most: [[2, 1], [2.5, 4]]}}",
         "a room cannot hold 2.5 monsters: whole numbers are needed", 27, ""},
        {"encounter: {budget: reject}",
         "rooms are filled by a threat budget, and the ruleset has none", 21,
         "add a section `threat`, or write `none`"},
        {"encounter: {last_depth: 0}", "'last_depth' must be from 1 to 10000, found 0", 25, ""},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++)
        assert_refused("tutorial", cases[i].changes, cases[i].message, 1, cases[i].column,
                       cases[i].hint);
}

TEST(behind_the_last_depth_weights_may_be_0)
{
    OWNED_DESIGN *design = tutorial_with("encounter: {last_depth: 5}\nmonsters: {troll: {weight: "
                                         "[[5, 2], [0, 6]]}, orc: {weight: [[80, 2], [0, 5]]}}");
    assert_non_null(design);
}

TEST(the_last_map_is_at_the_last_depth)
{
    OWNED_DESIGN *design = tutorial_with("");
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    assert_int_equal(wyrm_encounter_last_depth(encounter), 10);
    assert_false(wyrm_encounter_tracks(encounter));
    for (int32_t depth = 1; depth <= 10; depth++) {
        assert_int_equal(difficulty.depth, depth);
        assert_near(wyrm_encounter_level(encounter, &difficulty), depth, 0);
        assert_int_equal(wyrm_encounter_is_final(encounter, &difficulty), depth == 10);
        wyrm_encounter_enter(encounter, &difficulty);
        wyrm_encounter_settle(encounter, &difficulty, 1000);
        if (depth < 10)
            wyrm_encounter_descend(encounter, &difficulty);
    }
    /* A game that goes on after a victory has as many depths again. */
    wyrm_encounter_win(encounter, &difficulty);
    for (int32_t depth = 11; depth <= 20; depth++) {
        wyrm_encounter_descend(encounter, &difficulty);
        assert_int_equal(wyrm_encounter_is_final(encounter, &difficulty), depth == 20);
    }
}

TEST(the_first_room_is_populated_unless_it_is_said)
{
    for (int first = 0; first < 2; first++) {
        OWNED_DESIGN *design = tutorial_with(first ? "" : "encounter: {rooms: {first: false}}\n");
        wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
        size_t seen = 0;
        for (uint64_t run = 0; run < 300; run++) {
            wyrm_difficulty difficulty = difficulty_at(design, 6);
            wyrm_room_context room = {.index = 0, .count = 5};
            wyrm_rng rng = wyrm_rng_start(SEED, run, 2, 6);
            seen += wyrm_encounter_room(wyrm_design_encounter(design), &difficulty, &room, &rng,
                                        spawns);
        }
        assert_int_equal(seen > 0, first);
    }
}

TEST(a_monster_gives_the_experience_of_its_record)
{
    OWNED_DESIGN *design = tutorial_with("");
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    for (uint64_t run = 0; run < 100; run++) {
        size_t count = draw_room(design, 7, run, spawns);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(spawns[i].level, 7);
            assert_false(spawns[i].elite);
            assert_int_equal(spawns[i].experience,
                             (size_t)spawns[i].monster == monster_of(design, "orc") ? 35 : 100);
        }
    }
}

/* A miniboss with a weight comes only in roles that allow its kind. */
TEST(minibosses_and_bosses_are_not_in_normal_rooms)
{
    OWNED_DESIGN *shut = yarl_with("monsters: {dragon_lord: {weight: 1000}}\n");
    OWNED_DESIGN *open = yarl_with("monsters: {dragon_lord: {weight: 1000}}\n"
                                   "room_roles: {normal: {minibosses: true}}\n");
    int64_t dragon = (int64_t)monster_of(shut, "dragon_lord");
    wyrm_pmf *pmf = kinds_at(shut, 1);
    assert_near(wyrm_pmf_at(pmf, dragon), 0, 0);
    wyrm_pmf_free(pmf);
    pmf = kinds_at(open, 1);
    assert_near(wyrm_pmf_at(pmf, dragon), 1000.0 / 1080, 1e-15);
    wyrm_pmf_free(pmf);
}

/* tests/golden/yarl/monster_weights_by_depth.csv */
TEST(the_weights_of_yarl_are_those_of_the_game)
{
    OWNED_DESIGN *design = yarl_with("");
    OWNED_CSV table = csv_open(GOLDEN_DIR "/yarl/monster_weights_by_depth.csv");
    double sums[26] = {0};
    for (size_t row = 0; row < table.rows; row++)
        sums[csv_integer(&table, row, "depth")] += csv_number(&table, row, "weight");
    size_t seen = 0;
    for (int32_t depth = 1; depth <= 25; depth++) {
        OWNED_PMF *pmf = kinds_at(design, depth);
        for (size_t i = 0; i < wyrm_pmf_length(pmf); i++)
            seen += wyrm_pmf_probabilities(pmf)[i] > 0;
        for (size_t row = 0; row < table.rows; row++)
            if (csv_integer(&table, row, "depth") == depth)
                assert_near(
                    wyrm_pmf_at(pmf, (int64_t)monster_of(design, csv_text(&table, row, "monster"))),
                    csv_number(&table, row, "weight") / sums[depth], 1e-15);
    }
    assert_int_equal(seen, table.rows);
}

TEST(the_threat_of_a_room_is_exact_without_a_budget)
{
    OWNED_DESIGN *design = yarl_with("");
    double unit;
    /* Depth 3: orc 80 x 27, troll 5 x 50, slime 20 x 10, large slime 5 x 35; 0 to 2 of them. */
    static const double weights[] = {80, 5, 20, 5}, threats[] = {27, 50, 10, 35};
    wyrm_pmf *pmf = threat_of_room(design, 3, &unit);
    double wanted[128] = {[0] = 1.0 / 3};
    for (int i = 0; i < 4; i++) {
        wanted[(int)threats[i]] += weights[i] / 110 / 3;
        for (int j = 0; j < 4; j++)
            wanted[(int)(threats[i] + threats[j])] += weights[i] * weights[j] / 110 / 110 / 3;
    }
    assert_near(unit, 1, 0);
    for (int t = 0; t < 128; t++)
        assert_near(wyrm_pmf_at(pmf, t), wanted[t], 1e-15);
    wyrm_pmf_free(pmf);
    pmf = threat_of_room(design, 8, &unit);
    assert_near(unit, 1.1, 1e-12);
    assert_near(wyrm_pmf_mean(pmf) * unit,
                2.5 * 1.1 * (80 * 27 + 60 * 50 + 60 * 10 + 25 * 35 + 15 * 33) / 240, 1e-9);
    wyrm_pmf_free(pmf);
}

/* Threat is followed state by state; the number of monsters and their kinds have closed forms. */
TEST(without_a_budget_the_chain_agrees_with_the_closed_forms)
{
    OWNED_DESIGN *design = yarl_with("");
    for (int32_t depth = 1; depth <= 25; depth++) {
        double unit, mean = 0, square = 0;
        OWNED_PMF *kinds = kinds_at(design, depth), *count = monsters_at(design, depth);
        OWNED_PMF *threat = threat_of_room(design, depth, &unit);
        for (int64_t k = wyrm_pmf_first(kinds); k <= wyrm_pmf_last(kinds); k++) {
            double each = wyrm_threat_at(wyrm_design_threat(design), (size_t)k, depth, false);
            mean += wyrm_pmf_at(kinds, k) * each;
            square += wyrm_pmf_at(kinds, k) * each * each;
        }
        double number = wyrm_pmf_mean(count), spread = wyrm_pmf_variance(count);
        double variance = number * (square - mean * mean) + spread * mean * mean;
        assert_near(unit * wyrm_pmf_mean(threat) / (number * mean), 1, 1e-12);
        assert_near(unit * unit * wyrm_pmf_variance(threat) / variance, 1, 1e-9);
    }
}

/* Follows every room of a few draws, one after the other. */
enum { LEAVES = 4, TOTALS = 256, COUNTS = 32 };

typedef struct tree {
    int leaves;
    int threats[LEAVES], weights[LEAVES], sum;
    bool fills;
    int least, most;
    double totals[TOTALS], counts[COUNTS];
} tree;

static void grow(tree *of, int left, int count, int total, double chance)
{
    int fitting = 0;
    bool wants = left > 0 || (of->fills && count > 0 && total < of->least);
    for (int i = 0; i < of->leaves; i++)
        fitting += total + of->threats[i] <= of->most ? of->weights[i] : 0;
    if (!wants || (of->fills && fitting == 0)) {
        of->totals[total] += chance;
        of->counts[count] += chance;
        return;
    }
    for (int i = 0; i < of->leaves; i++) {
        bool fits = total + of->threats[i] <= of->most;
        double share = chance * of->weights[i] / (of->fills ? fitting : of->sum);
        if (fits)
            grow(of, left > 0 ? left - 1 : 0, count + 1, total + of->threats[i], share);
        else if (!of->fills)
            grow(of, left - 1, count, total, share);
    }
}

TEST(budgets_agree_with_every_room_told_one_by_one)
{
    static const char *const names[LEAVES] = {"orc", "troll", "ogre", "giant"};
    for (uint64_t seed = 1; seed <= 150; seed++) {
        test_random random = {.state = seed};
        tree wanted = {.leaves = (int)random_between(&random, 2, LEAVES),
                       .fills = seed % 2 == 0,
                       .least = (int)random_between(&random, 0, 25)};
        int draws = (int)random_between(&random, 0, 5);
        wanted.most = wanted.least + (int)random_between(&random, 0, 25);
        char monsters[512] = "";
        for (int i = 0; i < wanted.leaves; i++) {
            wanted.threats[i] = (int)random_between(&random, 4, 30);
            wanted.weights[i] = (int)random_between(&random, 1, 50);
            wanted.sum += wanted.weights[i];
            snprintf(monsters + strlen(monsters), sizeof monsters - strlen(monsters),
                     "  %s: {hp: 9, weight: %d, etp: %d}\n", names[i], wanted.weights[i],
                     wanted.threats[i]);
        }
        char changes[1024];
        snprintf(changes, sizeof changes,
                 "encounter: {budget: %s, rooms: {most: %d}}\nbands: {all: [1, 5]}\n"
                 "threat: {room_budget: {all: [%d, %d]}}\nmonsters:\n%s",
                 wanted.fills ? "fill" : "reject", draws, wanted.least, wanted.most, monsters);
        OWNED_DESIGN *design = tutorial_with(changes);
        for (int n = 0; n <= draws; n++)
            grow(&wanted, n, 0, 0, 1.0 / (draws + 1));
        double unit;
        OWNED_PMF *totals = threat_of_room(design, 2, &unit), *counts = monsters_at(design, 2);
        for (int t = 0; t < TOTALS; t++) {
            double steps = t / unit;
            double got = steps == floor(steps) ? wyrm_pmf_at(totals, (int64_t)steps) : 0;
            assert_near_seeded(got, wanted.totals[t], 1e-13, seed);
        }
        for (int n = 0; n < COUNTS; n++)
            assert_near_seeded(wyrm_pmf_at(counts, n), wanted.counts[n], 1e-13, seed);
    }
}

/* Monsters without threat never fill a budget: the room is full first. */
TEST(filling_ends_with_a_full_room)
{
    OWNED_DESIGN *design = tutorial_with("encounter: {budget: fill, rooms: {most: 1}}\n"
                                         "bands: {all: [1, 5]}\n"
                                         "threat: {room_budget: {all: [10, 20]}}\n"
                                         "monsters: {orc: {etp: 0}, troll: {etp: 0}}\n");
    wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
    OWNED_PMF *pmf = monsters_at(design, 4);
    assert_near(wyrm_pmf_at(pmf, 0), 0.5, 1e-15);
    assert_near(wyrm_pmf_at(pmf, WYRM_ROOM_SPAWNS_MAX), 0.5, 1e-12);
    for (uint64_t run = 0; run < 20; run++) {
        size_t count = draw_room(design, 4, run, spawns);
        assert_true(count == 0 || count == WYRM_ROOM_SPAWNS_MAX);
    }
}

TEST(reject_never_exceeds_and_fill_never_falls_short)
{
    OWNED_DESIGN *none = yarl_with(""), *reject = yarl_with("encounter: {budget: reject}\n");
    OWNED_DESIGN *fill = yarl_with("encounter: {budget: fill}\n");
    for (int32_t depth = 1; depth <= 25; depth++) {
        wyrm_interval budget = wyrm_threat_room_budget(wyrm_design_threat(none), depth);
        double unit;
        OWNED_PMF *free_rooms = threat_of_room(none, depth, &unit);
        double grain = 1e-9;
        if (depth >= 3)
            assert_true((double)wyrm_pmf_last(free_rooms) * unit > budget.high);
        OWNED_PMF *held = threat_of_room(reject, depth, &unit);
        assert_true((double)wyrm_pmf_last(held) * unit <= budget.high + grain);
        OWNED_PMF *filled = threat_of_room(fill, depth, &unit);
        assert_true((double)wyrm_pmf_last(filled) * unit <= budget.high + grain);
        for (int64_t t = 1; (double)t * unit < budget.low - grain; t++)
            assert_near(wyrm_pmf_at(filled, t), 0, 0);
    }
}

/* Threats of a thousandth of a point make too many states to follow, but can be summed. */
TEST(threats_too_fine_for_a_walk_are_told)
{
    OWNED_DESIGN *design = yarl_with("encounter: {budget: fill}\nthreat: {room_budget: {B1: [0, "
                                     "100000]}}\nmonsters: {orc: {etp: 27.001}}\n");
    wyrm_pmf *pmf;
    wyrm_error error;
    double unit;
    assert_int_equal(
        wyrm_encounter_room_threat(wyrm_design_encounter(design), 2, &unit, &pmf, &error),
        WYRM_ERROR_RANGE);
    assert_string_equal(error.message,
                        "threats at depth 2 differ by as little as 0.001 points, too "
                        "finely for the distribution of a room");
    assert_null(pmf);
}

TEST(a_tracker_has_no_monsters_by_depth_alone)
{
    wyrm_design *design = ruleset_with("ruggrogue", "");
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    wyrm_pmf *pmf;
    wyrm_error error;
    double unit;
    assert_int_equal(wyrm_encounter_last_depth(encounter), 0);
    assert_int_equal(wyrm_encounter_monster_kinds(encounter, 3, &pmf, &error), WYRM_ERROR_ARGUMENT);
    assert_int_equal(wyrm_encounter_room_monsters(encounter, 3, &pmf, &error), WYRM_ERROR_ARGUMENT);
    assert_int_equal(wyrm_encounter_room_threat(encounter, 3, &unit, &pmf, &error),
                     WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "the encounter model 'tracker' has no monsters by depth alone");
    wyrm_design_free(design);
    design = tutorial_with("");
    assert_int_equal(
        wyrm_encounter_room_threat(wyrm_design_encounter(design), 3, &unit, &pmf, &error),
        WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, "the ruleset has no threat");
    wyrm_design_free(design);
}
