/* Combat by momentum: every formula worked by hand with its units, the limits, and properties of
 * every attack. kg: kilogram, m: metre, s: second, N s: newton second. */
#include "with_fighters.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>

static const char small[] =
    "player: {hp: 50, strength: 10, dexterity: 15, mass: 80}\n"
    "monsters:\n"
    "  gull: {hp: 8, strength: 2, dexterity: 10, mass: 1}\n"
    "  temp: {hp: 20, strength: 10, dexterity: 20, mass: 75, bludgeon: 2, reach: 2, bladed: true}\n"
    "weapons:\n"
    "  keyboard: {mass: 0.9, bludgeon: 1.5, reach: 2}\n"
    "  knife: {mass: 0.4, bladed: true}\n"
    "  drive: {mass: 2, range: 10, ammo_mass: 0.5, ammo_bludgeon: 3}\n"
    "  slicer: {mass: 2, range: 10, ammo_mass: 0.5, ammo_bladed: true}\n"
    "  extinguisher: {mass: 0.4, blast: 2}\n"
    "  launcher: {mass: 2, range: 10, ammo_mass: 0.5, ammo_blast: 1.5}\n"
    "armors:\n"
    "  suit: {slot: body, armour_class: 5, dexterity: -1}\n"
    "  tie: {slot: neck, armour_class: -2}\n";

/* strength 10 x fcoef x 0.9 kg is the square of the momentum: fcoef 16 gives 12 N s, 4 gives 6 N
 * s */
#define FIXED  "combat: {fcoef: 16}\n"
#define SPREAD "combat: {fcoef: [4, 16]"

static fighters with(const char *parameters)
{
    char text[4096];
    snprintf(text, sizeof text, "%s%s", parameters, small);
    return fighters_of("momentum", text);
}

static int open_fighters(void **state)
{
    return fighters_share(with(""), state);
}

/* Always hits. */
#define SURE   "raw,dexterity=100,strength=10,weapon_mass=0.9"
#define TARGET "raw,dexterity=0"

static double chance(const fighters *them, double attacker, double defender)
{
    char one[96], other[64];
    snprintf(one, sizeof one, "raw,weapon_mass=100,strength=100,dexterity=%.17g", attacker);
    snprintf(other, sizeof other, "raw,dexterity=%.17g", defender);
    OWNED_PMF *damage = blow_pmf(them, one, other);
    double hits = 1 - wyrm_pmf_at(damage, 0);
    return hits;
}

TEST(the_chance_to_hit_is_a_tenth_a_point_around_a_half)
{
    assert_near(chance(*state, 10, 10), 0.5, 1e-15);
    assert_near(chance(*state, 13, 10), 0.8, 1e-15); /* 3 / 10 + 0.5 */
    assert_near(chance(*state, 10, 14), 0.1, 1e-15); /* -4 / 10 + 0.5 */
    assert_near(chance(*state, -2, -4.5), 0.75, 1e-15);
}

TEST(five_points_always_hit_and_five_less_never)
{
    assert_same_bits(chance(*state, 15, 10), 1);
    assert_same_bits(chance(*state, 14.9999, 10) < 1, true);
    assert_same_bits(chance(*state, 25, 10), 1);
    assert_same_bits(chance(*state, 5, 10), 0);
    assert_true(chance(*state, 5.0001, 10) > 0);
    assert_same_bits(chance(*state, -10000, 10000), 0);
}

TEST(a_clamp_leaves_a_chance)
{
    OWNED_FIGHTERS them = with("combat: {hit_clamp: [0.05, 0.9]}\n");
    assert_near(chance(&them, 30, 10), 0.9, 1e-15);
    assert_near(chance(&them, 0, 10), 0.05, 1e-15);
    assert_near(chance(&them, 11, 10), 0.6, 1e-15);
}

/* sqrt(10 x 16 N x 0.9 kg x 1 m) = 12 N s, times 1 and times 1.5. */
TEST(force_is_momentum_times_the_multiplier)
{
    OWNED_FIGHTERS them = with(FIXED);
    static const double twelve[13] = {[12] = 1}, eighteen[19] = {[18] = 1};
    check_blow(&them, SURE, TARGET, twelve, 13);
    check_blow(&them, "player,weapon=keyboard,dexterity=99", TARGET, eighteen, 19);
}

/* 0.01 of 80 kg strikes: sqrt(10 x 16 N x 0.8 kg) = 11.3137 N s. A share of 0.0225 of 40 kg is
 * again 0.9 kg. */
TEST(without_a_weapon_a_limb_strikes)
{
    fighters them = with(FIXED);
    assert_near(blow_mean(&them, "player,dexterity=99", TARGET), sqrt(10 * 16 * 0.8), 1e-12);
    fighters_close(&them);
    them = with("combat: {fcoef: 16, limb_share: 0.0225}\n");
    assert_near(blow_mean(&them, "player,dexterity=99,mass=40", TARGET), 12, 1e-12);
    fighters_close(&them);
}

static const char *const roundings[] = {"random", "floor", "nearest"};

static fighters rounded(size_t way, const char *fcoef)
{
    char text[128];
    snprintf(text, sizeof text, "combat: {fcoef: %s, rounding: %s}\n", fcoef, roundings[way]);
    return with(text);
}

/* From 6 to 12 N s, its square uniform between 36 and 144: P(x) = (x^2 - 36) / 108. */
TEST(whole_hit_points_have_their_exact_probabilities)
{
    /* random: 2 n / 108 inside; 7 x 13 - 2/3 x 127 = 19/3 and 2/3 x 397 - 11 x 23 = 35/3 at the
     * ends */
    static const double wanted[][13] = {
        {[6] = 19.0 / 324,
         [7] = 14.0 / 108,
         [8] = 16.0 / 108,
         [9] = 18.0 / 108,
         [10] = 20.0 / 108,
         [11] = 22.0 / 108,
         [12] = 35.0 / 324},
        {[6] = 13.0 / 108,
         [7] = 15.0 / 108,
         [8] = 17.0 / 108,
         [9] = 19.0 / 108,
         [10] = 21.0 / 108,
         [11] = 23.0 / 108},
        {[6] = 6.25 / 108,
         [7] = 14.0 / 108,
         [8] = 16.0 / 108,
         [9] = 18.0 / 108,
         [10] = 20.0 / 108,
         [11] = 22.0 / 108,
         [12] = 11.75 / 108},
    };
    for (size_t way = 0; way < LENGTH_OF(roundings); way++) {
        OWNED_FIGHTERS them = rounded(way, "[4, 16]");
        OWNED_PMF *damage = blow_pmf(&them, SURE, TARGET);
        for (int n = 0; n <= 13; n++)
            assert_near(wyrm_pmf_at(damage, n), n < 13 ? wanted[way][n] : 0, 1e-14);
    }
}

/* sqrt(10 x 4.225 x 0.9) = 6.1664 N s, without randomness. */
TEST(a_certain_force_is_rounded_too)
{
    double force = sqrt(10 * 4.225 * 0.9);
    const double wanted[] = {force, 6, 6};
    for (size_t way = 0; way < LENGTH_OF(roundings); way++) {
        OWNED_FIGHTERS them = rounded(way, "4.225");
        assert_near(blow_mean(&them, SURE, TARGET), wanted[way], 1e-12);
    }
    OWNED_FIGHTERS them = rounded(2, "4.9"); /* 6.6408 */
    assert_near(blow_mean(&them, SURE, TARGET), 7, 1e-12);
}

/* The formula of one attack, to be integrated by GSL. */
typedef struct formula {
    double scale; /* damage = scale x sqrt(fcoef) */
    size_t way;
} formula;

static double formula_damage(double fcoef, void *context)
{
    const formula *f = context;
    double damage = f->scale * sqrt(fcoef);
    return f->way == 0 ? damage : floor(f->way == 1 ? damage : damage + 0.5);
}

#define PIECES_MAX 4000

/* Mean over fcoef in [low, high], split where the rounding jumps. */
static double integrate(formula *f, double low, double high)
{
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(PIECES_MAX);
    gsl_function function = {.function = formula_damage, .params = f};
    double shift = f->way == 2 ? 0.5 : 0, sum = 0, from = low;
    assert_non_null(space);
    while (from < high) {
        double to = high;
        if (f->way != 0) {
            double next = floor(f->scale * sqrt(from) + shift + 1e-9) + 1 - shift;
            to = fmin(high, next / f->scale * (next / f->scale));
        }
        double part, uncertain;
        /* A little inside the interval, so that no point falls beyond the jump. */
        double edge = f->way == 0 ? 0 : (to - from) * 1e-13;
        assert_int_equal(gsl_integration_qag(&function, from + edge, to - edge, 0, 1e-13,
                                             PIECES_MAX, GSL_INTEG_GAUSS61, space, &part,
                                             &uncertain),
                         GSL_SUCCESS);
        sum += part;
        from = to;
    }
    gsl_integration_workspace_free(space);
    return sum / (high - low);
}

TEST(the_mean_is_the_integral_of_the_formula)
{
    gsl_set_error_handler_off();
    for (uint64_t seed = 1; seed <= 60; seed++) {
        test_random random = {seed};
        double low = 20 * random_unit(&random), high = low + 0.01 + 30 * random_unit(&random);
        double strength = 20 * random_unit(&random), mass = 5 * random_unit(&random);
        double class = -5 + 20 * random_unit(&random), bludgeon = 3 * random_unit(&random);
        double difference = 10 * random_unit(&random) - 5;
        size_t way = (size_t)random_below(&random, 3);
        char fcoef[64], attacker[160], defender[96];
        snprintf(fcoef, sizeof fcoef, "[%.15g, %.15g]", low, high);
        snprintf(attacker, sizeof attacker,
                 "raw,strength=%.15g,weapon_mass=%.15g,bludgeon=%.15g,dexterity=%.15g", strength,
                 mass, bludgeon, difference);
        snprintf(defender, sizeof defender, "raw,dexterity=0,armour_class=%.15g", class);
        OWNED_FIGHTERS them = rounded(way, fcoef);
        double armour = class >= 0 ? pow(0.95, pow(class, 1.3)) : pow(0.95, -pow(-class, 1.3));
        formula f = {.scale = sqrt(strength * mass) * bludgeon * armour, .way = way};
        double hits = fmin(fmax(difference / 10 + 0.5, 0), 1);
        assert_near_seeded(blow_mean(&them, attacker, defender), hits * integrate(&f, low, high),
                           1e-9, seed);
    }
}

/* Each probability, too: for random rounding the triangle around n. */
typedef struct triangle {
    double scale, n;
} triangle;

static double weight_of(double fcoef, void *context)
{
    const triangle *t = context;
    return fmax(0, 1 - fabs(t->scale * sqrt(fcoef) - t->n));
}

TEST(each_probability_is_the_integral_of_its_triangle)
{
    gsl_set_error_handler_off();
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(1000);
    OWNED_FIGHTERS them = rounded(0, "[0.3, 21.7]");
    OWNED_PMF *damage = blow_pmf(&them, SURE, "raw,dexterity=0,armour_class=2");
    double scale = 3 * pow(0.95, pow(2, 1.3)); /* sqrt(10 x 0.9) */
    for (int n = 0; n <= 14; n++) {
        triangle t = {.scale = scale, .n = n};
        gsl_function function = {.function = weight_of, .params = &t};
        double points[5] = {0.3}, sum, uncertain;
        size_t count = 1;
        for (int k = n - 1; k <= n + 1; k++) {
            double at = k > 0 ? k / scale * (k / scale) : 0;
            if (at > 0.3 && at < 21.7)
                points[count++] = at;
        }
        points[count++] = 21.7;
        gsl_integration_qagp(&function, points, count, 1e-13, 0, 1000, space, &sum, &uncertain);
        assert_near(wyrm_pmf_at(damage, n), sum / 21.4, 1e-11);
    }
    gsl_integration_workspace_free(space);
}

static double part_through(const fighters *them, double class)
{
    char defender[64];
    snprintf(defender, sizeof defender, "raw,dexterity=0,armour_class=%.17g", class);
    return blow_mean(them, SURE, defender) / 12;
}

/* 10 ^ 1.3 = 19.952623, 0.95 ^ 19.952623 = 0.359358; below 0 its inverse, 2.782740. */
TEST(armour_lets_a_part_through)
{
    fighters them = with(FIXED);
    assert_near(part_through(&them, 0), 1, 1e-15);
    assert_near(part_through(&them, 1), 0.95, 1e-15);
    assert_near(part_through(&them, -1), 1 / 0.95, 1e-14);
    assert_near(part_through(&them, 10), 0.359358, 1e-6);
    assert_near(part_through(&them, -10), 2.782740, 1e-6);
    assert_near(part_through(&them, 5), pow(0.95, 8.1032828), 1e-8);
    fighters_close(&them);
    them = with("combat: {fcoef: 16, a: 0.5, b: 2}\n");
    assert_near(part_through(&them, 2), 0.0625, 1e-15); /* 0.5 ^ 4 */
    assert_near(part_through(&them, -2), 16, 1e-12);    /* with an even b a negative value still
                                                           amplifies */
    fighters_close(&them);
}

TEST(cursed_armour_may_let_just_all_through)
{
    OWNED_FIGHTERS them = with("combat: {fcoef: 16, negative_ac: full}\n");
    assert_near(part_through(&them, -10), 1, 1e-15);
    assert_near(part_through(&them, -0.001), 1, 1e-15);
    assert_near(part_through(&them, 1), 0.95, 1e-15);
}

TEST(armour_1000_lets_nothing_through)
{
    for (size_t way = 0; way < LENGTH_OF(roundings); way++) {
        OWNED_FIGHTERS them = rounded(way, "[4, 16]");
        double through = part_through(&them, 1000);
        assert_true(through >= 0 && through < 1e-150);
        assert_same_bits(part_through(&them, 1e6), 0);
    }
}

/* Not only the mean: for every number, the chance of at least that much. */
TEST(damage_never_rises_with_armour)
{
    for (size_t way = 0; way < LENGTH_OF(roundings); way++) {
        OWNED_FIGHTERS them = rounded(way, "[4, 16]");
        wyrm_pmf *before = NULL;
        for (int step = 0; step <= 1600; step++) {
            char defender[64];
            snprintf(defender, sizeof defender, "raw,dexterity=0,armour_class=%.17g",
                     -8 + step * 0.02);
            wyrm_pmf *damage = blow_pmf(&them, SURE, defender);
            if (before) {
                assert_true(wyrm_pmf_mean(damage) <= wyrm_pmf_mean(before) + 1e-13);
                for (int64_t n = 1; n <= wyrm_pmf_last(before) + 1; n++)
                    assert_true(wyrm_pmf_tail(damage, n) <= wyrm_pmf_tail(before, n) + 1e-13);
                wyrm_pmf_free(before);
            }
            before = damage;
        }
        wyrm_pmf_free(before);
    }
}

/* The jump shrinks with the step from 0: what is left at 1e-12 is rounding. */
TEST(damage_is_continuous_through_armour_0)
{
    static const double steps[] = {1e-1, 1e-2, 1e-4, 1e-8, 1e-12, 1e-300};
    double at_0 = part_through(*state, 0);
    double before = INFINITY;
    for (size_t i = 0; i < LENGTH_OF(steps); i++) {
        double above = part_through(*state, steps[i]), below = part_through(*state, -steps[i]);
        assert_true(below >= at_0 && at_0 >= above);
        assert_true(below - above <= before);
        assert_true(below - above <= 0.2 * at_0 * pow(steps[i], 1.3) + 1e-14);
        before = below - above;
    }
}

static void check_nothing(const fighters *them, const char *attacker, const char *defender)
{
    static const double nothing[] = {1};
    check_blow(them, attacker, defender, nothing, 1);
}

TEST(no_strength_or_mass_does_nothing)
{
    check_nothing(*state, "raw,dexterity=99,strength=0,weapon_mass=3", TARGET);
    check_nothing(*state, "raw,dexterity=99,strength=10,mass=0", TARGET);
    check_nothing(*state, "raw,dexterity=99,strength=0,mass=0", "raw,armour_class=-1000000");
    check_nothing(*state, "raw,dexterity=99,bludgeon=0", TARGET);
    wyrm_pmf *damage = blow_pmf(*state, "raw,dexterity=99,weapon_mass=1e-300", TARGET);
    assert_true(wyrm_pmf_mean(damage) >= 0 && wyrm_pmf_mean(damage) < 1e-140);
    wyrm_pmf_free(damage);
    damage = blow_pmf(*state, "raw,dexterity=99,weapon_mass=1e-20", TARGET);
    assert_near(wyrm_pmf_mean(damage), sqrt(1e-19) * 2.0 / 3 * (30 * sqrt(30) - 10 * sqrt(10)) / 20,
                1e-20); /* mean of sqrt(fcoef) over [10, 30] */
    wyrm_pmf_free(damage);
    OWNED_FIGHTERS them = with("combat: {fcoef: [0, 0]}\n");
    check_nothing(&them, SURE, TARGET);
}

TEST(too_much_damage_is_told)
{
    strike_fails(*state,
                 (strike){"raw,strength=1000000,weapon_mass=1000000,dexterity=99", "gull",
                          WYRM_ATTACK_MELEE, 1, 0},
                 WYRM_ERROR_ARGUMENT,
                 "'raw' would do up to 5.48e+06 damage to 'gull': at most 1000000 can be told");
    strike_fails(*state, (strike){"player", "raw,armour_class=-1000000", WYRM_ATTACK_MELEE, 1, 0},
                 WYRM_ERROR_ARGUMENT,
                 "'player' would do up to inf damage to 'raw': at most 1000000 can be told");
    /* Just below the limit it is exact: the longest possible distribution. */
    OWNED_FIGHTERS them = with("combat: {fcoef: [0, 1]}\n");
    OWNED_PMF *damage =
        blow_pmf(&them, "raw,strength=1000000,weapon_mass=1000000,dexterity=99", TARGET);
    assert_int_equal(wyrm_pmf_last(damage), 1000000);
    assert_near(wyrm_pmf_mean(damage), 2e6 / 3, 1e-6);
}

TEST(a_spread_as_thin_as_rounding_is_a_point)
{
    for (size_t way = 0; way < LENGTH_OF(roundings); way++) {
        OWNED_FIGHTERS thin = rounded(way, "[16, 16.000000000000004]"), point = rounded(way, "16");
        const char *target = "raw,dexterity=0,armour_class=3";
        assert_near(blow_mean(&thin, SURE, target), blow_mean(&point, SURE, target), 1e-12);
    }
}

/* 12 for certain; one hit in four cuts for half as much again: 18. */
TEST(a_blade_may_cut)
{
    fighters them = with(FIXED);
    static const double wanted[19] = {[12] = 0.75, [18] = 0.25};
    check_blow(&them, SURE ",bladed", TARGET, wanted, 19);
    fighters_close(&them);
    them = with("combat: {fcoef: 16, bladed_chance: 1/3, bladed_extra: 0.25}\n");
    static const double other[16] = {[12] = 2.0 / 3, [15] = 1.0 / 3};
    check_blow(&them, SURE ",bladed", TARGET, other, 16);
    fighters_close(&them);
    /* The keyboard is dull, whoever wields it; the claws of the temp are not. */
    them = with(FIXED);
    wyrm_combatant temp = fighter_of(&them, "temp");
    assert_same_bits(stat_of(&them, &temp, "bladed"), 1);
    temp = fighter_of(&them, "temp,weapon=keyboard");
    assert_same_bits(stat_of(&them, &temp, "bladed"), 0);
    assert_same_bits(stat_of(&them, &temp, "bludgeon"), 1.5);
    fighters_close(&them);
}

static double shot_mean(const fighters *them, const char *attacker, const char *defender)
{
    OWNED_PMF *damage = strike_pmf(them, (strike){attacker, defender, WYRM_ATTACK_FIRED, 5, 0});
    double mean = wyrm_pmf_mean(damage);
    return mean;
}

/* 0.5 kg x 10 m / 2 s = 2.5 N s, times 3: 7.5 hit points. */
TEST(a_shot_has_the_momentum_of_its_range)
{
    static const char *const keys[] = {"rounding: random", "rounding: floor", "rounding: nearest"};
    static const double wanted[] = {7.5, 7, 8};
    for (size_t way = 0; way < LENGTH_OF(keys); way++) {
        char text[64];
        snprintf(text, sizeof text, "combat: {flight_time: 2, %s}\n", keys[way]);
        OWNED_FIGHTERS them = with(text);
        assert_near(shot_mean(&them, "player,weapon=drive,dexterity=99", TARGET), wanted[way],
                    1e-12);
    }
}

TEST(by_the_document_it_flies_for_2_23_seconds)
{
    double force = 0.5 * 10 / 2.23 * 3; /* 6.7265 */
    assert_near(shot_mean(*state, "player,weapon=drive,dexterity=99", TARGET), force, 1e-12);
    assert_near(shot_mean(*state, "player,weapon=drive", "gull"), force, 1e-12); /* 15 - 10 */
    assert_near(shot_mean(*state, "player,weapon=drive", "raw,dexterity=17"), 0.3 * force, 1e-12);
    assert_near(shot_mean(*state, "player,weapon=drive,dexterity=99", "raw,armour_class=1"),
                0.95 * force, 1e-12);
    /* Strength does not affect it; a blade does: an eighth on average. */
    assert_near(shot_mean(*state, "player,weapon=drive,dexterity=99,strength=0", TARGET), force,
                1e-12);
    assert_near(shot_mean(*state, "player,weapon=slicer,dexterity=99", TARGET),
                force / 3 * (1 + 0.25 * 0.5), 1e-12);
}

TEST(a_shot_is_explained_with_both_times)
{
    explanation told =
        explain_strike(*state, (strike){"player,weapon=drive", "gull", WYRM_ATTACK_FIRED, 10, 0});
    double fall = sqrt(0.2);
    assert_near(fall, 0.447, 0.0005);
    check_step(&told, "chance to hit", 100, "%", "(15 - 10) / 10 + 0.5, within 0 and 1");
    check_step(&told, "mass that strikes", 0.5, "kilograms", "");
    check_step(&told, "range", 10, "metres", "");
    check_step(&told, "time of flight of this ruleset", 2.23, "seconds", "");
    check_step(&told, "velocity", 10 / 2.23, "metres a second", "10 metres / 2.23 seconds");
    check_step(&told, "momentum", 5 / 2.23, "newton seconds",
               "0.5 kilograms x 10 metres / 2.23 seconds");
    check_step(&told, "force of impact", 15 / 2.23, "newton seconds",
               "2.24215 newton seconds x bludgeon multiplier 3");
    check_step(&told, "physically right time of flight", fall, "seconds",
               "sqrt(2 x 1 metres / 10 metres a second squared)");
    check_step(&told, "momentum with that time", 5 / fall, "newton seconds",
               "0.5 kilograms x 10 metres / 0.447214 seconds");
    check_step(&told, "force of impact with that time", 15 / fall, "newton seconds",
               "11.1803 newton seconds x bludgeon multiplier 3");
    assert_near(step_of(&told, "force of impact with that time")->value /
                    step_of(&told, "force of impact")->value,
                4.986, 0.001); /* the factor of 5 that the slip is worth */
}

TEST(shots_out_of_range_are_refused)
{
    strike_fails(*state, (strike){"player,weapon=drive", "gull", WYRM_ATTACK_FIRED, 11, 0},
                 WYRM_ERROR_ARGUMENT,
                 "'player' cannot fire at 'gull' at 11 tiles: its range is 10 tiles");
    strike_fails(*state, (strike){"player,weapon=keyboard", "gull", WYRM_ATTACK_FIRED, 1, 0},
                 WYRM_ERROR_ARGUMENT, "'player' has nothing to fire: its weapon has no range");
    OWNED_FIGHTERS them = with("combat: {tile: 2}\n");
    strike_fails(&them, (strike){"player,weapon=drive", "gull", WYRM_ATTACK_FIRED, 6, 0},
                 WYRM_ERROR_ARGUMENT,
                 "'player' cannot fire at 'gull' at 6 tiles: its range is 5 tiles");
}

/* 0.4 kg at sqrt(10 x fcoef / 0.4 kg): 10 m/s with fcoef 4, 20 m/s with 16; in 0.5 s 5 to 10 m. */
#define THROW SPREAD ", flight_time: 0.5, throw_range_max: 8, bladed_chance: 0}\n"

static double throw_mean(const fighters *them, double tiles)
{
    OWNED_PMF *damage = strike_pmf(
        them, (strike){"player,weapon=knife,dexterity=99", TARGET, WYRM_ATTACK_THROWN, tiles, 0});
    double mean = wyrm_pmf_mean(damage);
    return mean;
}

/* Mean of the momentum 2 sqrt(fcoef) over [low, 16]: 2 x 2/3 (64 - low^1.5) / (16 - low). */
static double throw_momentum(double low)
{
    return 4.0 / 3 * (64 - low * sqrt(low)) / (16 - low);
}

TEST(a_throw_has_the_momentum_of_a_swing)
{
    OWNED_FIGHTERS them = with(THROW);
    assert_near(throw_mean(&them, 1), throw_momentum(4), 1e-12); /* 4 to 8 N s */
    assert_near(throw_mean(&them, 5), throw_momentum(4), 1e-12);
    /* 6 m need 12 m/s, that is fcoef 144 x 0.4 / 10 = 5.76: 10.24 of 12 throws */
    assert_near(throw_mean(&them, 6), 10.24 / 12 * throw_momentum(5.76), 1e-12);
    assert_near(throw_mean(&them, 8), (16 - 10.24) / 12 * throw_momentum(10.24), 1e-12);
}

TEST(throws_too_far_are_refused)
{
    OWNED_FIGHTERS them = with(THROW);
    strike_fails(&them, (strike){"player,weapon=knife", "gull", WYRM_ATTACK_THROWN, 9, 0},
                 WYRM_ERROR_ARGUMENT,
                 "'player' cannot throw at 'gull' at 9 tiles: it throws 8 tiles at most");
    /* 10 strength over 1.6 kg: at most 10 m/s, 5 m */
    strike_fails(&them, (strike){"player,weapon_mass=1.6", "gull", WYRM_ATTACK_THROWN, 5.5, 0},
                 WYRM_ERROR_ARGUMENT,
                 "'player' cannot throw at 'gull' at 5.5 tiles: it throws 5 tiles at most");
    strike_fails(&them,
                 (strike){"player,weapon=knife,strength=0", "gull", WYRM_ATTACK_THROWN, 1, 0},
                 WYRM_ERROR_ARGUMENT,
                 "'player' cannot throw at 'gull' at 1 tiles: it throws 0 tiles at most");
    strike_fails(&them, (strike){"player", "gull", WYRM_ATTACK_THROWN, 1, 0}, WYRM_ERROR_ARGUMENT,
                 "'player' has nothing to throw");
}

TEST(a_throw_is_explained)
{
    OWNED_FIGHTERS them = with(THROW);
    explanation told =
        explain_strike(&them, (strike){"player,weapon=knife", "gull", WYRM_ATTACK_THROWN, 6, 0});
    check_step(&told, "strength", 10, "strength", "");
    check_step(&told, "velocity at least", 12, "metres a second",
               "sqrt(10 strength x fcoef 5.76 / 0.4 kilograms x 1 metre)");
    check_step(&told, "velocity at most", 20, "metres a second",
               "sqrt(10 strength x fcoef 16 / 0.4 kilograms x 1 metre)");
    check_step(&told, "momentum at most", 8, "newton seconds",
               "0.4 kilograms x 20 metres a second");
    check_step(&told, "farthest throw", 8, "metres", "min(8, 20 metres a second x 0.5 seconds)");
    check_step(&told, "throws that fly far enough", 100 * 10.24 / 12, "%",
               "6 tiles x 1 metres need fcoef 5.76 or more");
}

static double blast_mean(const fighters *them, const char *attacker, wyrm_attack_kind kind,
                         double off_centre)
{
    wyrm_pmf *damage =
        strike_pmf(them, (strike){attacker, "raw,dexterity=100", kind, 3, off_centre});
    double mean = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return mean;
}

TEST(an_explosion_hurts_all_in_its_radius)
{
    fighters them = with(THROW);
    const char *thrower = "player,weapon=extinguisher";
    assert_near(blast_mean(&them, thrower, WYRM_ATTACK_THROWN, 0), throw_momentum(4), 1e-12);
    assert_near(blast_mean(&them, thrower, WYRM_ATTACK_THROWN, 2), throw_momentum(4), 1e-12);
    assert_same_bits(blast_mean(&them, thrower, WYRM_ATTACK_THROWN, 2.001), 0);
    assert_near(blast_mean(&them, "player,weapon=launcher", WYRM_ATTACK_FIRED, 1.5), 10, 1e-12);
    assert_same_bits(blast_mean(&them, "player,weapon=launcher", WYRM_ATTACK_FIRED, 1.6), 0);
    fighters_close(&them);
    them = with("combat: {blast_dodged: true, flight_time: 0.5}\n");
    assert_same_bits(blast_mean(&them, "player,weapon=launcher", WYRM_ATTACK_FIRED, 0), 0);
    assert_near(blast_mean(&them, "player,weapon=launcher,dexterity=98", WYRM_ATTACK_FIRED, 0), 3,
                1e-12); /* 0.3 of 10 */
    fighters_close(&them);
}

TEST(blows_out_of_reach_are_refused)
{
    wyrm_pmf_free(
        strike_pmf(*state, (strike){"player,weapon=keyboard", "gull", WYRM_ATTACK_MELEE, 2, 0}));
    strike_fails(*state, (strike){"player,weapon=keyboard", "gull", WYRM_ATTACK_MELEE, 2.5, 0},
                 WYRM_ERROR_ARGUMENT,
                 "'player' cannot strike 'gull' at 2.5 tiles: its reach is 2 tiles");
    strike_fails(*state, (strike){"player", "gull", WYRM_ATTACK_MELEE, 2, 0}, WYRM_ERROR_ARGUMENT,
                 "'player' cannot strike 'gull' at 2 tiles: its reach is 1 tile");
}

TEST(armour_is_put_on)
{
    wyrm_combatant player = fighter_of(*state, "player,armor=suit+tie");
    assert_same_bits(stat_of(*state, &player, "armour_class"), 3);
    assert_same_bits(stat_of(*state, &player, "dexterity"), 14);
    assert_int_equal(player.max_hp, 50);
}

TEST(a_blow_is_explained)
{
    OWNED_FIGHTERS them = with(SPREAD "}\n");
    explanation told = explain_strike(
        &them, (strike){"player,weapon=keyboard", "gull,armour_class=5", WYRM_ATTACK_MELEE, 2, 0});
    double armour = pow(0.95, pow(5, 1.3));
    check_step(&told, "mass that strikes", 0.9, "kilograms", "");
    check_step(&told, "momentum at least", 6, "newton seconds",
               "0.9 kilograms x 6.66667 metres a second");
    check_step(&told, "force of impact at most", 18, "newton seconds",
               "12 newton seconds x bludgeon multiplier 1.5");
    check_step(&told, "armour class", 5, "", "");
    check_step(&told, "part that the armour lets through", armour, "", "0.95 ^ (5 ^ 1.3)");
    check_step(&told, "damage of a hit at most", 18 * armour, "hit points, rounded at random",
               "18 x 0.659915");
    told = explain_strike(&them, (strike){"temp", "gull,armour_class=-2", WYRM_ATTACK_MELEE, 1, 0});
    check_step(&told, "mass that strikes", 0.75, "kilograms", "0.01 of a body of 75 kilograms");
    assert_string_equal(step_of(&told, "part that the armour lets through")->formula,
                        "0.95 ^ -(2 ^ 1.3)");
    assert_non_null(step_of(&told, "extra damage of the blade at most"));
    told = explain_strike(&them, (strike){"player", "gull", WYRM_ATTACK_MELEE, 1, 0});
    check_step(&told, "part that the armour lets through", 1, "", "all of it at armour class 0");
}

TEST(wrong_numbers_are_told)
{
    fighter_fails(*state, "raw,bladed=0.5", WYRM_ERROR_SYNTAX,
                  "'bladed' must be a whole number, found '0.5'", "");
    fighter_fails(*state, "raw,strenght=3", WYRM_ERROR_UNKNOWN,
                  "unknown key 'strenght' of combatant 'raw'", "did you mean 'strength'?");
    fighters_fail("momentum", "combat: {a: 1.5}\nplayer: {hp: 1}\n",
                  "small.yaml:3:13: error: 'a' must be from 0.001 to 1, found 1.5");
    fighters_fail("momentum", "player: {hp: 1}\nweapons: {mouse: {reach: 3}}\n",
                  "small.yaml:4:11: error: missing key 'mass' in weapons.mouse");
    const fighters *them = *state;
    wyrm_combatant someone = fighter_of(them, "player");
    wyrm_matchup matchup = {.attacker = &someone, .defender = &someone, .distance = 1};
    wyrm_pmf *damage;
    wyrm_error error;
    matchup.off_centre = -1;
    assert_int_equal(wyrm_combat_hit(them->combat, &matchup, &damage, &error), WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message,
                        "the distance from an explosion must be a finite number of at least 0");
    matchup.off_centre = 3;
    assert_int_equal(wyrm_combat_hit(them->combat, &matchup, &damage, &error), WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, "nothing explodes in this attack of 'player': it cannot be "
                                       "3 tiles off the centre");
}

AROUND_ALL(open_fighters, fighters_end)
