/* The contents of a room: the number of its items and the sets of their categories, compared with
 * an enumeration of all possible rooms. */
#include "helpers.h"

#include "loot/internal.h"

#include <wyrm/loot.h>

#define SETS_MAX (1 << LOOT_FOUND_CATEGORIES_MAX)

static wyrm_pmf *number_of(double most, loot_rounding rounding)
{
    wyrm_pmf *pmf = NULL;
    const loot_item_most of = {most, rounding};
    assert_works(rule_exact("items", loot_item_number, &of, &pmf, NULL, &last_error));
    return pmf;
}

static int64_t draw_number(double most, loot_rounding rounding, wyrm_rng *rng)
{
    const loot_item_most of = {most, rounding};
    return rule_draw(loot_item_number, &of, rng);
}

TEST(whole_numbers_give_a_uniform_number_of_items)
{
    for (int rounding = 0; rounding < LOOT_ROUNDING_COUNT; rounding++)
        for (int most = 1; most <= 20; most++) {
            OWNED_PMF *pmf = number_of(most, (loot_rounding)rounding);
            assert_int_equal(wyrm_pmf_first(pmf), 0);
            assert_int_equal(wyrm_pmf_last(pmf), most);
            for (int n = 0; n <= most; n++)
                assert_near(wyrm_pmf_at(pmf, n), 1.0 / (most + 1), 1e-15);
        }
}

/* One item times the density of the first band: 35 % of rooms have 0 or 1, the others none. */
TEST(a_fraction_is_rounded_at_random)
{
    wyrm_pmf *pmf = number_of(0.35, LOOT_ROUNDING_RANDOM);
    assert_int_equal(wyrm_pmf_last(pmf), 1);
    assert_near(wyrm_pmf_at(pmf, 0), 0.65 + 0.35 / 2, 1e-15);
    assert_near(wyrm_pmf_at(pmf, 1), 0.35 / 2, 1e-15);
    wyrm_pmf_free(pmf);
    pmf = number_of(2.75, LOOT_ROUNDING_RANDOM);
    assert_near(wyrm_pmf_at(pmf, 2), 0.25 / 3 + 0.75 / 4, 1e-15);
    assert_near(wyrm_pmf_at(pmf, 3), 0.75 / 4, 1e-15);
    assert_near(wyrm_pmf_mean(pmf), 2.75 / 2, 1e-14); /* rounding at random keeps the mean */
    wyrm_pmf_free(pmf);
}

/* The densities 0.35 and 0.45 then give the same. */
TEST(a_fraction_is_cut_off_but_never_to_0)
{
    const struct {
        double most;
        int last;
    } cases[] = {{0.001, 1}, {0.35, 1}, {0.45, 1}, {0.9, 1}, {1, 1}, {1.99, 1}, {2, 2}, {3.5, 3}};
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        OWNED_PMF *pmf = number_of(cases[i].most, LOOT_ROUNDING_TRUNCATE);
        assert_int_equal(wyrm_pmf_last(pmf), cases[i].last);
        assert_near(wyrm_pmf_at(pmf, 0), 1.0 / (cases[i].last + 1), 1e-15);
    }
}

TEST(no_items_are_no_items_with_either_rule)
{
    const double none[] = {0.0, -0.0, -3.5, (double)NAN, (double)-INFINITY};
    wyrm_rng rng = wyrm_rng_start(1, 2, 3, 4);
    const wyrm_rng before = rng;
    for (int rounding = 0; rounding < LOOT_ROUNDING_COUNT; rounding++)
        for (size_t i = 0; i < LENGTH_OF(none); i++) {
            OWNED_PMF *pmf = number_of(none[i], (loot_rounding)rounding);
            assert_int_equal(wyrm_pmf_last(pmf), 0);
            assert_int_equal(draw_number(none[i], (loot_rounding)rounding, &rng), 0);
        }
    assert_memory_equal(&rng, &before, sizeof rng);
}

TEST(a_room_never_has_more_than_it_can_hold)
{
    const double many[] = {WYRM_ROOM_ITEMS_MAX, WYRM_ROOM_ITEMS_MAX + 0.5, 1e300, (double)INFINITY};
    wyrm_rng rng = wyrm_rng_start(1, 2, 3, 4);
    for (int rounding = 0; rounding < LOOT_ROUNDING_COUNT; rounding++)
        for (size_t i = 0; i < LENGTH_OF(many); i++) {
            OWNED_PMF *pmf = number_of(many[i], (loot_rounding)rounding);
            assert_int_equal(wyrm_pmf_last(pmf), WYRM_ROOM_ITEMS_MAX);
            for (int draw = 0; draw < 200; draw++)
                assert_in_range(draw_number(many[i], (loot_rounding)rounding, &rng), 0,
                                WYRM_ROOM_ITEMS_MAX);
        }
}

/* Adds the probability of every ordered draw of `left` more items. */
static void enumerate(const loot_found_item *items, size_t count, double total, int left,
                      unsigned set, double probability, double *out)
{
    if (left == 0) {
        out[set] += probability;
        return;
    }
    for (size_t i = 0; i < count; i++)
        enumerate(items, count, total, left - 1, set | items[i].categories,
                  probability * items[i].weight / total, out);
}

static void brute_force(const loot_found_item *items, size_t count, const wyrm_pmf *number,
                        double *out)
{
    double total = 0;
    for (size_t i = 0; i < count; i++)
        total += items[i].weight;
    for (int64_t n = wyrm_pmf_first(number); n <= wyrm_pmf_last(number); n++)
        enumerate(items, count, total, (int)n, 0, wyrm_pmf_at(number, n), out);
}

/* The same by another method: rooms whose items stay within a set, and from these, by inclusion and
 * exclusion, rooms with exactly the set. */
static void by_subsets(const loot_found_item *items, size_t count, const wyrm_pmf *number,
                       size_t categories, double *out)
{
    double total = 0;
    for (size_t i = 0; i < count; i++)
        total += items[i].weight;
    for (unsigned set = 0; set < 1u << categories; set++) {
        double within = 0;
        for (size_t i = 0; i < count; i++)
            within += (items[i].categories & ~set) == 0 ? items[i].weight : 0;
        out[set] = 0;
        for (int64_t n = wyrm_pmf_first(number); n <= wyrm_pmf_last(number); n++)
            out[set] += wyrm_pmf_at(number, n) * pow(within / total, (double)n);
    }
    for (size_t i = 0; i < categories; i++)
        for (unsigned set = 0; set < 1u << categories; set++)
            if (set >> i & 1u)
                out[set] -= out[set ^ 1u << i];
}

static wyrm_pmf *random_number(test_random *random, int64_t most)
{
    wyrm_weighted pairs[32];
    size_t count = 0;
    for (int64_t n = 0; n <= most; n++)
        pairs[count++] = (wyrm_weighted){n, random_unit(random) + 0.01};
    wyrm_pmf *pmf = NULL;
    assert_ok(wyrm_pmf_from_pairs(pairs, count, &pmf, NULL), NULL);
    return pmf;
}

TEST(sets_are_those_of_every_room_there_can_be)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        test_random random = {seed};
        size_t categories = (size_t)random_between(&random, 0, 4);
        size_t count = (size_t)random_between(&random, 1, 6);
        loot_found_item items[6];
        for (size_t i = 0; i < count; i++) {
            items[i].categories = (unsigned)random_below(&random, 1 << categories);
            items[i].weight = random_below(&random, 5) == 0 ? 0 : random_unit(&random) * 10;
        }
        items[0].weight += 0.5;
        OWNED_PMF *number = random_number(&random, random_between(&random, 0, 4));
        double got[16], wanted[16] = {0}, subsets[16], sum = 0;
        assert_ok(loot_found_sets(items, count, number, categories, got, NULL), NULL);
        brute_force(items, count, number, wanted);
        by_subsets(items, count, number, categories, subsets);
        for (size_t set = 0; set < (size_t)1 << categories; set++) {
            assert_near_seeded(got[set], wanted[set], 1e-14, seed);
            assert_near_seeded(got[set], subsets[set], 1e-13, seed);
            assert_holds((got[set] == 0) == (wanted[set] == 0), seed); /* impossible: exactly 0 */
            sum += got[set];
        }
        assert_near_seeded(sum, 1, 1e-14, seed);
    }
}

/* As large as rulesets get: nine categories, a hundred items, twenty in a room. */
TEST(many_categories_agree_with_inclusion_and_exclusion)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        test_random random = {seed};
        loot_found_item items[100];
        for (size_t i = 0; i < LENGTH_OF(items); i++) {
            unsigned a = 1u << random_below(&random, 9), b = 1u << random_below(&random, 9);
            items[i] = (loot_found_item){a | b, random_unit(&random)};
        }
        OWNED_PMF *number = random_number(&random, 20);
        double got[512], subsets[512];
        assert_ok(loot_found_sets(items, LENGTH_OF(items), number, 9, got, NULL), NULL);
        by_subsets(items, LENGTH_OF(items), number, 9, subsets);
        for (size_t set = 0; set < 512; set++)
            assert_near_seeded(got[set], subsets[set], 1e-12, seed);
    }
}

TEST(categories_that_are_not_asked_for_do_not_count)
{
    const loot_found_item items[] = {{1u << 31 | 1, 1}, {1u << 7, 1}};
    OWNED_PMF *number = number_of(1, LOOT_ROUNDING_RANDOM);
    double sets[2];
    assert_ok(loot_found_sets(items, 2, number, 1, sets, NULL), NULL);
    assert_near(sets[0], 0.75, 1e-15);
    assert_near(sets[1], 0.25, 1e-15);
    assert_ok(loot_found_sets(items, 2, number, 0, sets, NULL), NULL);
    assert_near(sets[0], 1, 1e-15);
}

TEST(where_nothing_has_a_weight_nothing_is_found)
{
    const loot_found_item weightless[] = {{1, 0}, {2, 0}};
    OWNED_PMF *number = number_of(3, LOOT_ROUNDING_RANDOM);
    double sets[4];
    assert_ok(loot_found_sets(weightless, 2, number, 2, sets, NULL), NULL);
    for (size_t set = 0; set < 4; set++)
        assert_same_bits(sets[set], set == 0 ? 1.0 : 0.0);
    assert_ok(loot_found_sets(NULL, 0, number, 2, sets, NULL), NULL);
    assert_same_bits(sets[0], 1.0);
}

TEST(what_makes_no_sense_is_refused)
{
    wyrm_error error = {0};
    double sets[SETS_MAX];
    OWNED_PMF *number = number_of(2, LOOT_ROUNDING_RANDOM), *negative = NULL;
    assert_ok(wyrm_pmf_point(-1, &negative, NULL), NULL);
    const double wrong[] = {-1, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        loot_found_item item = {1, wrong[i]};
        assert_int_equal(loot_found_sets(&item, 1, number, 2, sets, &error), WYRM_ERROR_ARGUMENT);
        assert_true(error.message[0] != '\0');
    }
    const loot_found_item heavy[] = {{1, 1e308}, {2, 1e308}}, one = {1, 1};
    assert_int_equal(loot_found_sets(heavy, 2, number, 2, sets, &error), WYRM_ERROR_ARGUMENT);
    assert_int_equal(loot_found_sets(&one, 1, number, LOOT_FOUND_CATEGORIES_MAX + 1, sets, &error),
                     WYRM_ERROR_ARGUMENT);
    assert_int_equal(loot_found_sets(&one, 1, negative, 1, sets, NULL), WYRM_ERROR_ARGUMENT);
}
