/* One attack: the figures of RuggRogue, examples worked by hand, and properties of every attack.
 */
#include "helpers.h"

#include <wyrm/combat.h>

static int stat_index(const wyrm_combat *combat, const char *name)
{
    int index = wyrm_combat_stat(combat, name);
    assert_true(index >= 0 && index < WYRM_STATS_MAX);
    return index;
}

static wyrm_status try_attack(const wyrm_combat *combat, double attack, double defense, bool asleep,
                              wyrm_pmf **damage, wyrm_error *error)
{
    wyrm_combatant attacker = wyrm_combat_blank(combat, "attacker");
    wyrm_combatant defender = wyrm_combat_blank(combat, "defender");
    attacker.stats[stat_index(combat, "attack")] = attack;
    defender.stats[stat_index(combat, "defense")] = defense;
    defender.stats[stat_index(combat, "asleep")] = asleep;
    const wyrm_matchup matchup = {.attacker = &attacker, .defender = &defender, .distance = 1};
    return wyrm_combat_hit(combat, &matchup, damage, error);
}

static wyrm_pmf *attack_on(const wyrm_design *design, double attack, double defense, bool asleep)
{
    wyrm_pmf *damage = NULL;
    assert_works(
        try_attack(wyrm_design_combat(design), attack, defense, asleep, &damage, &last_error));
    return damage;
}

static double mean_damage(const wyrm_design *design, double attack, double defense, bool asleep)
{
    OWNED_PMF *damage = attack_on(design, attack, defense, asleep);
    double mean = wyrm_pmf_mean(damage);
    return mean;
}

/* wanted[n] is the probability of damage n, for all possible damages. */
static void check_attack(const wyrm_design *design, double attack, double defense, bool asleep,
                         const double *wanted, size_t count)
{
    OWNED_PMF *damage = attack_on(design, attack, defense, asleep);
    assert_true(wyrm_pmf_first(damage) >= 0);
    assert_int_equal(wyrm_pmf_last(damage), count - 1);
    for (size_t n = 0; n < count; n++)
        assert_near(wyrm_pmf_at(damage, (int64_t)n), wanted[n], 1e-12);
}

TEST(attacks_are_those_of_ruggrogue)
{
    OWNED_CSV golden = csv_open(GOLDEN_DIR "/ruggrogue/damage_pmf.csv");
    size_t attacks = 0;
    for (size_t row = 0; row < golden.rows; attacks++) {
        double attack = csv_number(&golden, row, "attack");
        double defense = csv_number(&golden, row, "defense");
        int64_t asleep = csv_integer(&golden, row, "asleep");
        OWNED_PMF *damage = attack_on(*state, attack, defense, asleep == 1);
        double known = 0;
        for (; row < golden.rows && csv_number(&golden, row, "attack") == attack &&
               csv_number(&golden, row, "defense") == defense &&
               csv_integer(&golden, row, "asleep") == asleep;
             row++) {
            double wanted = csv_number(&golden, row, "prob");
            assert_near(wyrm_pmf_at(damage, csv_integer(&golden, row, "damage")), wanted, 1e-12);
            known += wanted;
        }
        assert_near(known, 1, 1e-12); /* so no other damage is possible */
    }
    assert_int_equal(attacks, 120);
}

/* A = 2 D: the base damage 4 comes in half of the hits, 6 and 2 in a quarter each. */
TEST(the_first_attack_of_a_game_worked_by_hand)
{
    check_attack(*state, 8, 4, false, (const double[]){.1, 0, .225, 0, .45, 0, .225}, 7);
    check_attack(*state, 8, 4, true, (const double[]){0, 0, .25, 0, .5, 0, .25}, 7);
    assert_near(mean_damage(*state, 8, 4, true), 4, 1e-12);
    assert_near(mean_damage(*state, 8, 4, false), 3.6, 1e-12);
}

/* A < 2 D: 8 (1/4 + 8/64) = 3, and 4.5 and 1.5 are rounded at random. */
TEST(an_attack_below_twice_the_defense_worked_by_hand)
{
    check_attack(*state, 8, 8, true, (const double[]){0, .125, .125, .5, .125, .125}, 6);
    check_attack(*state, 8, 8, false, (const double[]){.1, .1125, .1125, .45, .1125, .1125}, 6);
}

/* A far above D: 20 - 4 = 16, with 24 and 8. */
TEST(an_attack_far_above_the_defense_does_the_difference)
{
    double wanted[25] = {[8] = .25, [16] = .5, [24] = .25};
    check_attack(*state, 20, 4, true, wanted, 25);
}

TEST(no_defense_lets_the_whole_attack_through)
{
    check_attack(*state, 4, 0, true, (const double[]){0, 0, .25, 0, .5, 0, .25}, 7);
}

/* D below 1 counts as 1 in the ratio: 1 (1/4 + 1/8) = 3/8; 9/16 and 3/16 beside it. */
TEST(a_defense_below_1_counts_as_1_in_the_ratio)
{
    double up = .5 * 0.375 + .25 * 0.5625 + .25 * 0.1875;
    check_attack(*state, 1, 0.75, true, (const double[]){1 - up, up}, 2);
}

TEST(no_attack_does_nothing)
{
    check_attack(*state, 0, 0, true, (const double[]){1}, 1);
    check_attack(*state, 0, 0, false, (const double[]){1}, 1);
    check_attack(*state, 0, 5, false, (const double[]){1}, 1);
}

TEST(a_great_defense_still_lets_a_quarter_through)
{
    assert_near(mean_damage(*state, 100, 100000, true), 100 * (0.25 + 100 / 800000.0), 1e-4);
}

TEST(the_mean_is_the_base_damage_of_the_formula)
{
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        test_random random = {seed};
        double a = random_unit(&random) * 50, d = random_unit(&random) * 40;
        double base = a >= 2 * d ? a - d : a * (0.25 + fmin(0.25, a / (8 * fmax(d, 1))));
        /* 32-bit floats deviate by some 1e-6, the 24 bits of the rounding by less than 6e-8. */
        assert_near_seeded(mean_damage(*state, a, d, true), base, 2e-5, seed);
        assert_near_seeded(mean_damage(*state, a, d, false), 0.9 * base, 2e-5, seed);
    }
}

TEST(more_attack_never_does_less_and_more_defense_never_lets_more_through)
{
    for (uint64_t seed = 1; seed <= 100; seed++) {
        test_random random = {seed};
        double fixed = random_unit(&random) * 20, last_attack = -1, last_defense = 1e9;
        for (double other = 0; other <= 60; other += 0.37) {
            double by_attack = mean_damage(*state, other, fixed, false);
            double by_defense = mean_damage(*state, fixed, other, false);
            assert_holds(by_attack >= last_attack - 1e-5, seed);
            assert_holds(by_defense <= last_defense + 1e-5, seed);
            last_attack = by_attack;
            last_defense = by_defense;
        }
    }
}

TEST(a_sleeper_is_never_missed)
{
    for (double attack = 2; attack < 40; attack += 1.7) {
        OWNED_PMF *awake = attack_on(*state, attack, 0.5, false);
        OWNED_PMF *asleep = attack_on(*state, attack, 0.5, true);
        for (int64_t n = 1; n <= wyrm_pmf_last(asleep); n++)
            assert_near(wyrm_pmf_at(awake, n), 0.9 * wyrm_pmf_at(asleep, n), 1e-13);
        assert_near(wyrm_pmf_at(awake, 0), 0.1 + 0.9 * wyrm_pmf_at(asleep, 0), 1e-13);
    }
}

TEST(an_explanation_ends_in_the_mean)
{
    const wyrm_combat *combat = wyrm_design_combat(*state);
    const double cases[][3] = {{8, 4, 0}, {8, 4, 1}, {8, 8, 0}, {0, 0, 0}, {13.7, 0.2, 0}};
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_combatant attacker = wyrm_combat_blank(combat, "attacker");
        wyrm_combatant defender = wyrm_combat_blank(combat, "defender");
        attacker.stats[stat_index(combat, "attack")] = cases[i][0];
        defender.stats[stat_index(combat, "defense")] = cases[i][1];
        defender.stats[stat_index(combat, "asleep")] = cases[i][2];
        const wyrm_matchup matchup = {.attacker = &attacker, .defender = &defender, .distance = 1};
        wyrm_step steps[WYRM_STEPS_MAX];
        size_t count = wyrm_combat_explain(combat, &matchup, steps);
        assert_in_range(count, 3, WYRM_STEPS_MAX);
        assert_near(steps[count - 1].value,
                    mean_damage(*state, cases[i][0], cases[i][1], cases[i][2] > 0), 1e-12);
        bool base = false;
        for (size_t s = 0; s < count; s++) {
            assert_true(steps[s].label[0] != '\0');
            assert_non_null(steps[s].unit);
            base |= strstr(steps[s].label, "base") != NULL;
        }
        assert_true(base);
    }
}

TEST(the_models_numbers_come_from_the_ruleset)
{
    OWNED_DESIGN *design = ruggrogue_with("combat: {miss: 1/4, full_from: 3, share_base: 0.5, "
                                          "share_most: 0.5, share_divisor: 4, rounding_bits: 0, "
                                          "spread: [{factor: 2, weight: 1}]}");
    check_attack(design, 12, 4, false, (double[17]){[0] = .25, [16] = .75}, 17); /* (12 - 4) x 2 */
    /* 8 < 3 x 4: 8 (1/2 + min(1/2, 8/16)) = 8 */
    check_attack(design, 8, 4, true, (double[17]){[16] = 1}, 17);
    /* 4 < 3 x 4: 4 (1/2 + 4/16) = 3 */
    check_attack(design, 4, 4, true, (double[7]){[6] = 1}, 7);
}

TEST(limits_of_parameters_are_part_of_their_range)
{
    OWNED_DESIGN *design = ruggrogue_with("combat: {share_divisor: 0.001, miss: 1}");
    assert_non_null(design);
    assert_refused_at(variant_of("ruggrogue", "combat: {share_divisor: 0.0009}"),
                      "'share_divisor' must be from 0.001 to 1000, found 0.0009", NULL, 3, 0);
    assert_ruggrogue_fails("combat: {spread: [{factor: 1, weight: 0}, {factor: 2, weight: 0}]}",
                           "the weights of the spread of damage are all 0");
}

/* 10.1 is a little less in 32 bits, which shows in the 24 bits of the rounding. */
TEST(precision_shows_in_the_last_digits)
{
    OWNED_DESIGN *single = ruggrogue_with("combat: {precision: single, rounding_bits: 0}");
    OWNED_DESIGN *twice = ruggrogue_with("combat: {precision: double, rounding_bits: 0}");
    assert_near(mean_damage(twice, 10.1, 0.1, true), 10, 1e-12);
    double in_floats = (double)(10.1f - 0.1f);
    assert_true(fabs(mean_damage(single, 10.1, 0.1, true) - in_floats) < 1e-12 ||
                fabs(mean_damage(single, 10.1, 0.1, true) - 10) > 1e-9);
    assert_near(mean_damage(twice, 7.3, 5.1, true), 7.3 * (0.25 + 7.3 / (8 * 5.1)), 1e-12);
    float share = 7.3f / (8.0f * 5.1f), base = 7.3f * (0.25f + share);
    assert_near(mean_damage(single, 7.3, 5.1, true),
                0.5 * (double)base + 0.25 * (double)(base * 1.5f) + 0.25 * (double)(base * 0.5f),
                1e-12);
}

TEST(stats_outside_their_range_are_refused)
{
    const wyrm_combat *combat = wyrm_design_combat(*state);
    const double bad[][2] = {{-1, 4},    {8, -0.001}, {(double)NAN, 4},     {8, (double)NAN},
                             {1e300, 1}, {1, 1e300},  {(double)INFINITY, 1}};
    for (size_t i = 0; i < LENGTH_OF(bad); i++) {
        wyrm_pmf *damage = (wyrm_pmf *)&i;
        wyrm_error error = {0};
        assert_int_equal(try_attack(combat, bad[i][0], bad[i][1], false, &damage, &error),
                         WYRM_ERROR_RANGE);
        assert_null(damage);
        assert_non_null(strstr(error.message, i == 1 || i == 3 || i == 5 ? "defense" : "attack"));
    }
}

TEST(attacks_without_sense_are_refused)
{
    const wyrm_combat *combat = wyrm_design_combat(*state);
    wyrm_combatant someone = wyrm_combat_blank(combat, "someone");
    const wyrm_matchup bad[] = {
        {.attacker = NULL, .defender = &someone, .distance = 1},
        {.attacker = &someone, .defender = NULL, .distance = 1},
        {.attacker = &someone, .defender = &someone, .distance = -1},
        {.attacker = &someone, .defender = &someone, .distance = (double)NAN}};
    for (size_t i = 0; i < LENGTH_OF(bad); i++) {
        wyrm_pmf *damage = (wyrm_pmf *)&i;
        assert_int_equal(wyrm_combat_hit(combat, &bad[i], &damage, NULL), WYRM_ERROR_ARGUMENT);
        assert_null(damage);
    }
}

TEST(the_model_tells_its_stats)
{
    const wyrm_combat *combat = wyrm_design_combat(*state);
    assert_string_equal(wyrm_combat_name(combat), "ratio");
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    int count = 0;
    for (; stats[count].name != NULL; count++) {
        assert_int_equal(wyrm_combat_stat(combat, stats[count].name), count);
        assert_true(stats[count].least <= stats[count].default_value);
        assert_true(stats[count].default_value <= stats[count].greatest);
        assert_non_null(stats[count].summary);
    }
    assert_int_equal(count, 3);
    assert_int_equal(wyrm_combat_stat(combat, "agility"), -1);
    wyrm_combatant blank = wyrm_combat_blank(combat, "nobody");
    assert_string_equal(blank.name, "nobody");
    assert_int_equal(blank.hp, 0);
    assert_int_equal(blank.level, 0);
    char longest[200];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    blank = wyrm_combat_blank(combat, longest);
    assert_int_equal(strlen(blank.name), sizeof blank.name - 1);
}

/* A random valid value of a stat, usually a small one. */
static double random_stat(test_random *random, const wyrm_stat *stat)
{
    double most = fmin(stat->greatest, 12), least = fmax(stat->least, -4);
    double value = least + random_unit(random) * (most - least);
    return stat->whole ? floor(value) : value;
}

static void randomize(test_random *random, const wyrm_stat *stats, wyrm_combatant *combatant)
{
    for (int i = 0; stats[i].name != NULL; i++)
        combatant->stats[i] = random_stat(random, &stats[i]);
}

/* In each shipped model, a stat that only the other side uses can have any value. */
TEST(a_stat_of_the_other_side_changes_no_hit)
{
    static const char *const models[] = {"ruggrogue", "yarl", "tutorial", "bob-and-trev"};
    size_t hits = 0;
    for (size_t m = 0; m < LENGTH_OF(models); m++) {
        OWNED_DESIGN *design;
        assert_ok(wyrm_design_open(models[m], &design, NULL), NULL);
        const wyrm_combat *combat = wyrm_design_combat(design);
        const wyrm_stat *stats = wyrm_combat_stats(combat);
        for (uint64_t seed = 1; seed <= 400; seed++) {
            test_random random = {seed};
            wyrm_combatant who[2][2]; /* unchanged, and changed; attacker, defender */
            wyrm_pmf *damage[2];
            wyrm_status status[2];
            for (int side = 0; side < 2; side++) {
                who[0][side] = wyrm_combat_blank(combat, "one");
                randomize(&random, stats, &who[0][side]);
                who[1][side] = who[0][side];
                for (int i = 0; stats[i].name != NULL; i++)
                    if (stats[i].side == (side == 0 ? WYRM_STAT_DEFENDER : WYRM_STAT_ATTACKER))
                        who[1][side].stats[i] = random_stat(&random, &stats[i]);
            }
            for (int i = 0; i < 2; i++) {
                const wyrm_matchup matchup = {.attacker = &who[i][0],
                                              .defender = &who[i][1],
                                              .attack = (wyrm_attack_kind)(seed % 3),
                                              .distance = seed % 5 == 0 ? 3 : 1,
                                              .off_centre = seed % 7 == 0};
                status[i] = wyrm_combat_hit(combat, &matchup, &damage[i], NULL);
            }
            assert_holds(status[0] == status[1], seed);
            if (status[0] != WYRM_OK)
                continue;
            hits++;
            assert_holds(wyrm_pmf_length(damage[0]) == wyrm_pmf_length(damage[1]), seed);
            for (int64_t d = 0; d <= wyrm_pmf_last(damage[0]); d++)
                assert_holds(wyrm_pmf_at(damage[0], d) == wyrm_pmf_at(damage[1], d), seed);
            wyrm_pmf_free(damage[0]);
            wyrm_pmf_free(damage[1]);
        }
    }
    assert_true(hits > 400);
}

AROUND_ALL(open_ruggrogue, close_design)
