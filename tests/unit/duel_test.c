/* Duels: the fights of RuggRogue, fights with a closed-form answer, and borderline cases. Random
 * fights against simpler solvers are in duel_brute_test.c. */
#include "helpers.h"

#include <wyrm/duel.h>

static wyrm_pmf *pmf_of(const wyrm_weighted *pairs, size_t count)
{
    return from_pairs(pairs, count);
}

/* `damage` with probability `chance`, else nothing. */
static wyrm_pmf *sometimes(double chance, int64_t damage)
{
    return pmf_of((const wyrm_weighted[]){{0, 1 - chance}, {damage, chance}}, 2);
}

static wyrm_fighter fighter(const wyrm_pmf *damage, int64_t hp)
{
    return (wyrm_fighter){.damage = damage, .hp = hp, .max_hp = hp};
}

static wyrm_fighter healing(const wyrm_pmf *damage, int64_t hp, double regeneration)
{
    wyrm_fighter of = fighter(damage, hp);
    of.regeneration = regeneration;
    return of;
}

static wyrm_duel solved(wyrm_fighter subject, wyrm_fighter opponent, wyrm_striker striker)
{
    wyrm_duel duel;
    assert_works(wyrm_duel_solve(&subject, &opponent, striker, &duel, &last_error));
    assert_near(duel.p_win + duel.p_lose + duel.p_unfinished, 1, 1e-12);
    return duel;
}

/* Attack and defense, gear included, are floats, and the table has all their digits. */
static void check_stats(const wyrm_design *design, const wyrm_combatant *who, const csv *golden,
                        size_t row, const char *role)
{
    const char *const names[] = {"attack", "defense"};
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        char column[32];
        snprintf(column, sizeof column, "%s_%s", role, names[i]);
        int stat = wyrm_combat_stat(wyrm_design_combat(design), names[i]);
        assert_true(stat >= 0);
        assert_same_bits(who->stats[stat], (double)strtof(csv_text(golden, row, column), NULL));
    }
}

TEST(duels_are_those_of_ruggrogue)
{
    OWNED_DESIGN *design = ruggrogue();
    OWNED_CSV golden = csv_open(GOLDEN_DIR "/ruggrogue/duels.csv");
    for (size_t row = 0; row < golden.rows; row++) {
        char text[128], monster[64];
        const char *weapon = csv_text(&golden, row, "weapon_level");
        const char *armor = csv_text(&golden, row, "armor_level");
        snprintf(text, sizeof text, "player@%s%s%s%s%s", csv_text(&golden, row, "player_level"),
                 *weapon ? ",weapon=" : "", weapon, *armor ? ",armor=" : "", armor);
        snprintf(monster, sizeof monster, "monster@%s", csv_text(&golden, row, "monster_level"));
        wyrm_combatant player = combatant_of(design, text), foe = combatant_of(design, monster);
        assert_int_equal(player.max_hp, csv_integer(&golden, row, "player_hp"));
        assert_int_equal(foe.max_hp, csv_integer(&golden, row, "monster_hp"));
        check_stats(design, &player, &golden, row, "player");
        check_stats(design, &foe, &golden, row, "monster");
        wyrm_duel duel;
        assert_works(
            wyrm_design_duel(design, &player, &foe, WYRM_SUBJECT_FIRST, &duel, NULL, &last_error));
        assert_near(duel.p_win, csv_number(&golden, row, "p_win"), 1e-9);
        assert_near(duel.turns_mean, csv_number(&golden, row, "exp_player_turns"), 2e-9);
        assert_near(duel.turns_mean_given_win,
                    csv_number(&golden, row, "exp_player_turns_given_win"), 2e-9);
        assert_near(duel.hp_left_mean, csv_number(&golden, row, "exp_hp_left"), 2e-9);
        assert_near(duel.hp_left_mean_given_win, csv_number(&golden, row, "exp_hp_left_given_win"),
                    1e-8);
        assert_string_equal(duel.method, "exact");
    }
}

TEST(certain_blows_count_turns)
{
    OWNED_PMF *three = NULL, *two = NULL;
    assert_ok(wyrm_pmf_point(3, &three, NULL), NULL);
    assert_ok(wyrm_pmf_point(2, &two, NULL), NULL);
    /* 10 hit points at 3 a blow: 4 blows; meanwhile 3 blows of 2 on 20. */
    wyrm_duel duel = solved(fighter(three, 20), fighter(two, 10), WYRM_SUBJECT_FIRST);
    assert_near(duel.p_win, 1, 1e-15);
    assert_near(duel.turns_mean, 4, 1e-14);
    assert_near(duel.turns_sd, 0, 1e-7);
    assert_near(duel.hp_left_mean, 14, 1e-13);
    assert_near(duel.hp_left_mean_given_win, 14, 1e-13);
    duel = solved(fighter(three, 20), fighter(two, 10), WYRM_OPPONENT_FIRST);
    assert_near(duel.hp_left_mean, 12, 1e-13); /* a fourth blow comes before the last one */
    duel = solved(fighter(two, 6), fighter(three, 6), WYRM_SUBJECT_FIRST);
    assert_near(duel.p_lose, 1, 1e-15); /* needs 3 blows, dead after 2 */
    assert_near(duel.turns_mean, 2, 1e-14);
    assert_near(duel.hp_left_mean, 0, 0);
    assert_true(isnan(duel.turns_mean_given_win));
    assert_true(isnan(duel.hp_left_mean_given_win));
}

/* One blow decides: the striker wins with p / (1 - q r), where q and r are the chances to miss. */
TEST(the_first_hit_decides_geometrically)
{
    const double chances[] = {0.9, 0.5, 0.1, 1e-3, 1e-4, 1e-6};
    for (size_t i = 0; i < LENGTH_OF(chances); i++)
        for (size_t j = 0; j < LENGTH_OF(chances); j++) {
            double p = chances[i], s = chances[j], some = p + s - p * s;
            OWNED_PMF *mine = sometimes(p, 10), *theirs = sometimes(s, 10);
            wyrm_duel duel = solved(fighter(mine, 5), fighter(theirs, 5), WYRM_SUBJECT_FIRST);
            if (strcmp(duel.method, "exact") == 0) {
                assert_near(duel.p_win, p / some, 1e-11);
                assert_near(duel.p_lose, (1 - p) * s / some, 1e-11);
                assert_near(duel.turns_mean * some, 1, 1e-9);
                assert_near(duel.turns_sd * some, sqrt(1 - some), 1e-7);
                assert_near(duel.hp_left_mean_given_win, 5, 1e-10);
            } else { /* the results are those at the limit */
                assert_string_equal(duel.method, "exact to the turn limit");
                double left = pow((1 - p) * (1 - s), WYRM_DUEL_TURN_LIMIT);
                assert_near(duel.p_unfinished, left, 1e-10);
                assert_near(duel.p_win, p / some * (1 - left), 1e-10);
            }
        }
}

/* Regeneration prevents the shortcut for long fights; it changes nothing here, as one hit kills. */
TEST(a_fight_past_the_turn_limit_says_so)
{
    const double p = 1e-6;
    OWNED_PMF *rare = sometimes(p, 10);
    wyrm_fighter side = fighter(rare, 5);
    side.regeneration = 0.5;
    OWNED_DUEL distributions;
    wyrm_duel duel;
    assert_works(
        wyrm_duel_distribute(&side, &side, WYRM_SUBJECT_FIRST, &duel, &distributions, &last_error));
    double left = exp(2.0 * WYRM_DUEL_TURN_LIMIT * log1p(-p)), some = 2 * p - p * p;
    assert_string_equal(duel.method, "exact to the turn limit");
    assert_false(duel.endless);
    assert_near(duel.p_unfinished, left, 1e-10);
    assert_near(duel.p_win, p / some * (1 - left), 1e-10);
    assert_near(duel.p_lose, (1 - p) * p / some * (1 - left), 1e-10);
    /* Geometric, cut at the limit: means are over finished fights. */
    double limit = WYRM_DUEL_TURN_LIMIT;
    assert_near(duel.turns_mean, 1 / some - limit * left / (1 - left), 1e-5);
    assert_near(wyrm_pmf_mean(distributions.turns), duel.turns_mean, 1e-6);
    assert_int_equal(wyrm_pmf_last(distributions.turns), WYRM_DUEL_TURN_LIMIT);
}

/* Both need n hits of chance p: the striker wins the race to n successes. */
TEST(a_race_to_many_hits_is_negative_binomial)
{
    enum { NEEDED = 30 };
    const double p = 0.3;
    OWNED_PMF *coin = sometimes(p, 1);
    wyrm_duel duel = solved(fighter(coin, NEEDED), fighter(coin, NEEDED), WYRM_SUBJECT_FIRST);
    double last = pow(p, NEEDED), alive = 1, win = 0; /* P(n-th hit at turn t), P(not yet by t-1) */
    for (int t = NEEDED; t < 2000; t++) {
        win += last * alive;
        alive -= last;
        last *= (double)t / (t + 1 - NEEDED) * (1 - p);
    }
    assert_near(duel.p_win, win, 1e-12);
}

TEST(changing_places_changes_sides)
{
    OWNED_PMF *heavy = pmf_of((const wyrm_weighted[]){{0, 2}, {7, 1}, {19, 1}}, 3);
    OWNED_PMF *light = pmf_of((const wyrm_weighted[]){{0, 1}, {1, 3}, {2, 2}, {5, 1}}, 4);
    wyrm_fighter a = fighter(heavy, 40), b = fighter(light, 17);
    a.hp = 30;
    a.regeneration = 0.3;
    for (int i = 0; i < 2; i++) {
        wyrm_striker here = i == 0 ? WYRM_SUBJECT_FIRST : WYRM_OPPONENT_FIRST;
        wyrm_striker there = i == 0 ? WYRM_OPPONENT_FIRST : WYRM_SUBJECT_FIRST;
        wyrm_duel one = solved(a, b, here), other = solved(b, a, there);
        assert_near(one.p_win, other.p_lose, 1e-14);
        assert_near(one.p_lose, other.p_win, 1e-14);
        assert_near(one.turns_mean, other.turns_mean, 1e-12);
        assert_near(one.turns_sd, other.turns_sd, 1e-10);
    }
    assert_true(solved(a, b, WYRM_SUBJECT_FIRST).p_win > solved(a, b, WYRM_OPPONENT_FIRST).p_win);
}

TEST(sides_as_unlike_as_can_be)
{
    OWNED_PMF *needle = sometimes(0.5, 1), *axe = sometimes(0.01, 1000000);
    /* Ten thousand needles against one axe: the axe dies long before. */
    wyrm_duel duel = solved(fighter(needle, 1), fighter(axe, 10000), WYRM_SUBJECT_FIRST);
    assert_near(duel.p_lose, 1, 1e-12);
    assert_near(duel.turns_mean, 100, 1e-8);
    assert_near(duel.turns_sd, sqrt(9900), 1e-6);
    duel = solved(fighter(axe, 10000), fighter(needle, 1), WYRM_SUBJECT_FIRST);
    assert_near(duel.p_win, 1, 1e-12);
    assert_near(duel.hp_left_mean, 10000 - 99 * 0.5, 1e-6);
}

TEST(a_small_chance_keeps_its_digits)
{
    /* Six hits of chance 1/2 before the opponent's first of 0.999. */
    OWNED_PMF *mine = sometimes(0.5, 1), *theirs = sometimes(0.999, 10);
    wyrm_duel duel = solved(fighter(mine, 6), fighter(theirs, 6), WYRM_SUBJECT_FIRST);
    double win = 0, last = pow(0.5, 6), alive = pow(0.001, 5);
    for (int t = 6; t < 100; t++) {
        win += last * alive;
        alive *= 0.001;
        last *= (double)t / (t - 5) * 0.5;
    }
    assert_near(duel.p_win / win, 1, 1e-9); /* 1.6e-17 */
    assert_near(duel.hp_left_mean_given_win, 6, 1e-6);
}

TEST(regeneration_stops_at_the_maximum_and_counts_fractions)
{
    OWNED_PMF *five = NULL, *one = NULL;
    assert_ok(wyrm_pmf_point(5, &five, NULL), NULL);
    assert_ok(wyrm_pmf_point(1, &one, NULL), NULL);
    /* 5 a turn on 20 hit points that regain 1 every second turn: 15, 10+1, 6, 1+1, dead in the
     * fifth. */
    wyrm_fighter healer = healing(one, 20, 0.5);
    wyrm_duel duel = solved(fighter(five, 100), healer, WYRM_SUBJECT_FIRST);
    assert_near(duel.turns_mean, 5, 1e-13);
    assert_near(duel.hp_left_mean, 96, 1e-12);
    /* A wound of 1 a turn is healed at once, up to the maximum and not beyond. */
    wyrm_fighter quick = healing(five, 20, 3);
    duel = solved(quick, fighter(one, 21), WYRM_SUBJECT_FIRST);
    assert_near(duel.turns_mean, 5, 1e-13); /* 21 hit points at 5 */
    assert_near(duel.hp_left_mean, 20, 1e-12);
    quick.hp = 10; /* 10 -1 +3 four times is 18 */
    duel = solved(quick, fighter(one, 21), WYRM_SUBJECT_FIRST);
    assert_near(duel.hp_left_mean, 18, 1e-12);
}

TEST(a_fight_nobody_can_lose_is_endless)
{
    OWNED_PMF *nothing = NULL, *two = NULL;
    assert_ok(wyrm_pmf_point(0, &nothing, NULL), NULL);
    assert_ok(wyrm_pmf_point(2, &two, NULL), NULL);
    wyrm_fighter harmless = fighter(nothing, 10), healer = healing(two, 10, 2);
    const wyrm_fighter pairs[][2] = {{harmless, harmless}, {healer, healer}};
    for (size_t i = 0; i < LENGTH_OF(pairs); i++) {
        wyrm_duel duel;
        OWNED_DUEL distributions;
        assert_ok(wyrm_duel_distribute(&pairs[i][0], &pairs[i][1], WYRM_SUBJECT_FIRST, &duel,
                                       &distributions, NULL),
                  NULL);
        assert_true(duel.endless);
        assert_same_bits(duel.p_unfinished, 1);
        assert_same_bits(duel.p_win, 0);
        assert_same_bits(duel.p_lose, 0);
        assert_true(isnan(duel.turns_mean) && isnan(duel.turns_sd) && isnan(duel.hp_left_mean) &&
                    isnan(duel.turns_mean_given_win) && isnan(duel.hp_left_mean_given_win));
        assert_null(distributions.turns);
        assert_null(distributions.turns_given_win);
        assert_null(distributions.hp_left);
        assert_null(distributions.hp_left_given_win);
        assert_null(distributions.opponent_hp_left);
    }
    wyrm_duel duel = solved(healer, harmless, WYRM_SUBJECT_FIRST); /* only one side can die */
    assert_false(duel.endless);
    assert_near(duel.p_win, 1, 1e-15);
    wyrm_fighter weak = healing(two, 10, 5); /* dies of the first blow and never regenerates */
    weak.hp = 2;
    duel = solved(weak, weak, WYRM_SUBJECT_FIRST);
    assert_false(duel.endless);
    assert_near(duel.p_win, 1, 1e-15);
    assert_near(duel.turns_mean, 1, 1e-15);
}

TEST(fighters_without_sense_are_refused)
{
    OWNED_PMF *one = NULL, *negative = NULL;
    assert_ok(wyrm_pmf_point(1, &one, NULL), NULL);
    assert_ok(wyrm_pmf_uniform(-1, 3, &negative, NULL), NULL);
    const struct {
        wyrm_fighter fighter;
        wyrm_status status;
    } cases[] = {
        {{.damage = one, .hp = 0, .max_hp = 10}, WYRM_ERROR_ARGUMENT},
        {{.damage = one, .hp = -5, .max_hp = 10}, WYRM_ERROR_ARGUMENT},
        {{.damage = one, .hp = 11, .max_hp = 10}, WYRM_ERROR_ARGUMENT},
        {{.damage = one, .hp = 1, .max_hp = 0}, WYRM_ERROR_ARGUMENT},
        {{.damage = one, .hp = 10, .max_hp = 10, .regeneration = -0.5}, WYRM_ERROR_ARGUMENT},
        {{.damage = one, .hp = 10, .max_hp = 10, .regeneration = (double)NAN}, WYRM_ERROR_ARGUMENT},
        {{.damage = one, .hp = 10, .max_hp = 10, .regeneration = (double)INFINITY},
         WYRM_ERROR_ARGUMENT},
        {{.damage = negative, .hp = 10, .max_hp = 10}, WYRM_ERROR_ARGUMENT},
        {{.damage = NULL, .hp = 10, .max_hp = 10}, WYRM_ERROR_ARGUMENT},
        {{.damage = one, .hp = 10, .max_hp = WYRM_DUEL_HP_MAX + 1}, WYRM_ERROR_RANGE},
        {{.damage = one, .hp = 10, .max_hp = INT64_MAX}, WYRM_ERROR_RANGE},
    };
    wyrm_fighter sound = fighter(one, 10);
    for (size_t i = 0; i < LENGTH_OF(cases); i++)
        for (int place = 0; place < 2; place++) {
            const wyrm_fighter *subject = place == 0 ? &cases[i].fighter : &sound;
            const wyrm_fighter *opponent = place == 0 ? &sound : &cases[i].fighter;
            wyrm_duel duel;
            OWNED_DUEL distributions;
            wyrm_error error = {0};
            assert_int_equal(wyrm_duel_solve(subject, opponent, WYRM_SUBJECT_FIRST, &duel, &error),
                             cases[i].status);
            assert_int_equal(error.code, cases[i].status);
            assert_non_null(strstr(error.message, place == 0 ? "subject" : "opponent"));
            assert_int_equal(wyrm_duel_distribute(subject, opponent, WYRM_OPPONENT_FIRST, &duel,
                                                  &distributions, NULL),
                             cases[i].status);
        }
}

TEST(the_most_hit_points_can_be_fought_over)
{
    OWNED_PMF *blow = pmf_of((const wyrm_weighted[]){{90000, 1}, {110000, 1}}, 2);
    wyrm_fighter giant = fighter(blow, WYRM_DUEL_HP_MAX);
    wyrm_duel duel = solved(giant, fighter(blow, 100), WYRM_OPPONENT_FIRST);
    assert_near(duel.p_win, 1, 1e-12);
    assert_near(duel.hp_left_mean, 900000, 1e-4);
}

TEST(hits_to_kill_in_closed_form)
{
    wyrm_pmf *coin = sometimes(0.25, 3), *hits = NULL, *nothing = NULL, *negative = NULL;
    wyrm_error error;
    assert_ok(wyrm_hits_to_kill(coin, 3, &hits, &error), &error);
    double p = 0.25;
    for (int64_t n = 1; n <= 60; n++, p *= 0.75)
        assert_near(wyrm_pmf_at(hits, n), p, 1e-14);
    assert_near(wyrm_pmf_mean(hits), 4, 1e-11);
    wyrm_pmf_free(hits);
    assert_ok(wyrm_hits_to_kill(coin, 7, &hits, &error), &error); /* three hits */
    assert_near(wyrm_pmf_mean(hits), 12, 1e-11);
    assert_int_equal(wyrm_pmf_first(hits), 3);
    wyrm_pmf_free(hits);

    assert_ok(wyrm_pmf_point(0, &nothing, NULL), NULL);
    assert_ok(wyrm_pmf_uniform(-1, 1, &negative, NULL), NULL);
    assert_int_equal(wyrm_hits_to_kill(coin, 0, &hits, &error), WYRM_ERROR_ARGUMENT);
    assert_null(hits);
    assert_int_equal(wyrm_hits_to_kill(nothing, 5, &hits, &error), WYRM_ERROR_ARGUMENT);
    assert_int_equal(wyrm_hits_to_kill(negative, 5, &hits, &error), WYRM_ERROR_ARGUMENT);
    wyrm_pmf_free(coin);
    wyrm_pmf_free(nothing);
    wyrm_pmf_free(negative);
}
