/* Finite distributions: making and reading them. Operations are in pmf_chain_test.c, draws in
 * pmf_draw_test.c. */
#include "helpers.h"

#include <wyrm/pmf.h>

/* Asserts that an operation fails with a code and a message, and returns nothing. */
#define assert_refused(call, wanted_code)                                                          \
    do {                                                                                           \
        wyrm_error error = {0};                                                                    \
        wyrm_pmf *out = (wyrm_pmf *)&error;                                                        \
        assert_int_equal(call, wanted_code);                                                       \
        assert_null(out);                                                                          \
        assert_int_equal(error.code, wanted_code);                                                 \
        assert_true(error.message[0] != '\0');                                                     \
    } while (0)

TEST(pairs_are_sorted_joined_and_scaled)
{
    const wyrm_weighted pairs[] = {{7, 1}, {-2, 2}, {7, 3}, {5, 0}, {0, 2}};
    OWNED_PMF *pmf = from_pairs(pairs, LENGTH_OF(pairs));
    assert_int_equal(wyrm_pmf_first(pmf), -2);
    assert_int_equal(wyrm_pmf_last(pmf), 7);
    assert_int_equal(wyrm_pmf_length(pmf), 10);
    assert_near(wyrm_pmf_at(pmf, -2), 0.25, 1e-15);
    assert_near(wyrm_pmf_at(pmf, 0), 0.25, 1e-15);
    assert_near(wyrm_pmf_at(pmf, 7), 0.5, 1e-15);
    assert_same_bits(wyrm_pmf_at(pmf, 5), 0.0);
    assert_same_bits(wyrm_pmf_at(pmf, -3), 0.0);
    assert_same_bits(wyrm_pmf_at(pmf, 8), 0.0);
    assert_same_bits(wyrm_pmf_at(pmf, INT64_MIN), 0.0);
    assert_same_bits(wyrm_pmf_at(pmf, INT64_MAX), 0.0);
    const double *probabilities = wyrm_pmf_probabilities(pmf);
    for (int64_t value = -2; value <= 7; value++)
        assert_same_bits(probabilities[value + 2], wyrm_pmf_at(pmf, value));
}

TEST(values_without_weight_at_the_ends_are_left_out)
{
    const wyrm_weighted pairs[] = {{INT64_MIN, 0}, {3, 5}, {4, 0}, {5, 5}, {INT64_MAX, 0}};
    OWNED_PMF *pmf = from_pairs(pairs, LENGTH_OF(pairs));
    assert_int_equal(wyrm_pmf_first(pmf), 3);
    assert_int_equal(wyrm_pmf_last(pmf), 5);
}

/* The product of three times 1e-200 is less than any double. */
TEST(what_is_too_rare_for_a_double_is_left_out)
{
    const wyrm_weighted pairs[] = {{-1, 1e-200}, {0, 1}, {1, 1e-200}};
    wyrm_pmf *pmf = from_pairs(pairs, 3), *sum = NULL;
    assert_ok(wyrm_pmf_repeat(pmf, 3, &sum, NULL), NULL);
    assert_int_equal(wyrm_pmf_first(sum), -1);
    assert_int_equal(wyrm_pmf_last(sum), 1);
    assert_near(wyrm_pmf_at(sum, 1) / 3e-200, 1, 1e-12);
    wyrm_pmf_free(sum);
    wyrm_pmf_free(pmf);
    const wyrm_weighted rare[] = {{-1, 5e-324}, {0, 1e10}, {7, 1e-320}};
    pmf = from_pairs(rare, 3);
    assert_int_equal(wyrm_pmf_length(pmf), 1);
    assert_same_bits(wyrm_pmf_at(pmf, 0), 1);
    wyrm_pmf_free(pmf);
}

TEST(weights_may_be_huge_or_tiny)
{
    const wyrm_weighted huge[] = {{0, 1e308}, {1, 1e308}, {2, 1e308}, {3, 1e308}};
    wyrm_pmf *pmf = from_pairs(huge, LENGTH_OF(huge));
    for (int64_t value = 0; value <= 3; value++)
        assert_near(wyrm_pmf_at(pmf, value), 0.25, 1e-15);
    wyrm_pmf_free(pmf);
    const wyrm_weighted tiny[] = {{0, 1e-300}, {1, 3e-300}};
    pmf = from_pairs(tiny, LENGTH_OF(tiny));
    assert_near(wyrm_pmf_at(pmf, 0), 0.25, 1e-15);
    assert_near(wyrm_pmf_at(pmf, 1), 0.75, 1e-15);
    wyrm_pmf_free(pmf);
}

TEST(pairs_without_sense_are_refused)
{
    const wyrm_weighted negative[] = {{0, 1}, {1, -0.5}};
    const wyrm_weighted infinite[] = {{0, 1}, {1, (double)INFINITY}};
    const wyrm_weighted nothing[] = {{0, (double)NAN}};
    const wyrm_weighted zero[] = {{0, 0}, {1, 0}};
    assert_refused(wyrm_pmf_from_pairs(negative, 2, &out, &error), WYRM_ERROR_ARGUMENT);
    assert_refused(wyrm_pmf_from_pairs(infinite, 2, &out, &error), WYRM_ERROR_ARGUMENT);
    assert_refused(wyrm_pmf_from_pairs(nothing, 1, &out, &error), WYRM_ERROR_ARGUMENT);
    assert_refused(wyrm_pmf_from_pairs(zero, 2, &out, &error), WYRM_ERROR_ARGUMENT);
    assert_refused(wyrm_pmf_from_pairs(zero, 0, &out, &error), WYRM_ERROR_ARGUMENT);
    assert_refused(wyrm_pmf_from_pairs(NULL, 0, &out, &error), WYRM_ERROR_ARGUMENT);
    wyrm_pmf *out = NULL;
    assert_int_equal(wyrm_pmf_from_pairs(zero, 2, &out, NULL), WYRM_ERROR_ARGUMENT);
}

TEST(the_support_has_a_greatest_length)
{
    const int64_t most = (int64_t)WYRM_PMF_MAX_LENGTH;
    const wyrm_weighted longest[] = {{10, 1}, {10 + most - 1, 1}};
    OWNED_PMF *pmf = from_pairs(longest, 2);
    assert_int_equal(wyrm_pmf_length(pmf), most);
    const wyrm_weighted too_long[] = {{10, 1}, {10 + most, 1}};
    assert_refused(wyrm_pmf_from_pairs(too_long, 2, &out, &error), WYRM_ERROR_RANGE);
    const wyrm_weighted ends[] = {{INT64_MIN, 1}, {INT64_MAX, 1}};
    assert_refused(wyrm_pmf_from_pairs(ends, 2, &out, &error), WYRM_ERROR_RANGE);
    assert_refused(wyrm_pmf_uniform(0, most, &out, &error), WYRM_ERROR_RANGE);
    assert_refused(wyrm_pmf_uniform(INT64_MIN, INT64_MAX, &out, &error), WYRM_ERROR_RANGE);
}

TEST(values_have_limits)
{
    const int64_t most = WYRM_PMF_MAX_VALUE;
    wyrm_pmf *pmf = NULL;
    assert_ok(wyrm_pmf_point(most, &pmf, NULL), NULL);
    assert_int_equal(wyrm_pmf_first(pmf), most);
    wyrm_pmf_free(pmf);
    assert_ok(wyrm_pmf_point(-most, &pmf, NULL), NULL);
    assert_int_equal(wyrm_pmf_last(pmf), -most);
    wyrm_pmf_free(pmf);
    assert_refused(wyrm_pmf_point(most + 1, &out, &error), WYRM_ERROR_RANGE);
    assert_refused(wyrm_pmf_point(-most - 1, &out, &error), WYRM_ERROR_RANGE);
    assert_refused(wyrm_pmf_point(INT64_MIN, &out, &error), WYRM_ERROR_RANGE);
    const wyrm_weighted beyond[] = {{most + 1, 1}};
    assert_refused(wyrm_pmf_from_pairs(beyond, 1, &out, &error), WYRM_ERROR_RANGE);
    assert_refused(wyrm_pmf_uniform(most, most + 1, &out, &error), WYRM_ERROR_RANGE);
}

TEST(points_and_uniform_ranges)
{
    wyrm_pmf *pmf = NULL;
    assert_ok(wyrm_pmf_point(-7, &pmf, NULL), NULL);
    assert_int_equal(wyrm_pmf_length(pmf), 1);
    assert_same_bits(wyrm_pmf_at(pmf, -7), 1.0);
    assert_same_bits(wyrm_pmf_mean(pmf), -7.0);
    assert_same_bits(wyrm_pmf_variance(pmf), 0.0);
    wyrm_pmf_free(pmf);
    assert_ok(wyrm_pmf_uniform(-2, 4, &pmf, NULL), NULL);
    for (int64_t value = -2; value <= 4; value++)
        assert_near(wyrm_pmf_at(pmf, value), 1.0 / 7, 1e-16);
    assert_near(wyrm_pmf_mean(pmf), 1, 1e-14);
    assert_near(wyrm_pmf_variance(pmf), 4, 1e-13); /* (7^2 - 1) / 12 */
    assert_near(wyrm_pmf_sd(pmf), 2, 1e-13);
    wyrm_pmf_free(pmf);
    assert_refused(wyrm_pmf_uniform(1, 0, &out, &error), WYRM_ERROR_ARGUMENT);
}

TEST(a_copy_outlives_its_original)
{
    const wyrm_weighted pairs[] = {{1, 1}, {2, 3}};
    OWNED_PMF *pmf = from_pairs(pairs, 2);
    OWNED_PMF *copy = NULL;
    assert_ok(wyrm_pmf_copy(pmf, &copy, NULL), NULL);
    assert_int_equal(wyrm_pmf_first(copy), 1);
    assert_int_equal(wyrm_pmf_length(copy), 2);
    assert_near(wyrm_pmf_at(copy, 2), 0.75, 0);
    wyrm_pmf_free(NULL);
}

static void check_rounding(double value, unsigned bits, int64_t floor_value, double p_up)
{
    OWNED_PMF *pmf = NULL;
    assert_works(wyrm_pmf_round_random(value, bits, &pmf, &last_error));
    assert_near(wyrm_pmf_at(pmf, floor_value), 1 - p_up, 1e-16);
    assert_near(wyrm_pmf_at(pmf, floor_value + 1), p_up, 1e-16);
    assert_int_equal(wyrm_pmf_length(pmf), p_up > 0 && p_up < 1 ? 2 : 1);
}

TEST(rounding_at_random_goes_up_by_the_fraction)
{
    check_rounding(2.25, 0, 2, 0.25);
    check_rounding(-2.25, 0, -3, 0.75);
    check_rounding(0, 0, 0, 0);
    check_rounding(-0.0, 0, 0, 0);
    check_rounding(-5, 0, -5, 0);
    check_rounding(17, 24, 17, 0);
    check_rounding(0x1p53, 0, (int64_t)1 << 53, 0);
    check_rounding(-0x1p53, 53, -((int64_t)1 << 53), 0);
}

/* A fraction is compared with a draw k / 2^bits, k uniform: it rounds up for every k below it. */
TEST(rounding_counts_the_grain_of_the_draw)
{
    check_rounding(0.3, 1, 0, 0.5);                /* only the draw 0 is below 0.3 */
    check_rounding(0.5, 1, 0, 0.5);                /* 0, but not 1/2 itself */
    check_rounding(0.51, 1, 0, 1);                 /* 0 and 1/2 */
    check_rounding(0.3, 2, 0, 0.5);                /* 0, 1/4 */
    check_rounding(4.75, 2, 4, 0.75);              /* 0, 1/4, 1/2 */
    check_rounding(-4.7, 2, -5, 0.5);              /* fraction 0.3 */
    check_rounding(0x1p-30, 24, 0, 0x1p-24);       /* smaller than the grain, but not never */
    check_rounding(0.1, 24, 0, 1677722 * 0x1p-24); /* 0.1 x 2^24 = 1677721.6 */
    check_rounding(2.5, 24, 2, 0.5);
    check_rounding(1 - 0x1p-30, 24, 0, 1); /* above every draw */
    check_rounding(0.3, 53, 0, 0.3);
}

TEST(rounding_refuses_what_is_no_number)
{
    assert_refused(wyrm_pmf_round_random((double)NAN, 0, &out, &error), WYRM_ERROR_ARGUMENT);
    assert_refused(wyrm_pmf_round_random((double)INFINITY, 0, &out, &error), WYRM_ERROR_ARGUMENT);
    assert_refused(wyrm_pmf_round_random(-(double)INFINITY, 24, &out, &error), WYRM_ERROR_ARGUMENT);
    assert_refused(wyrm_pmf_round_random(0.5, 54, &out, &error), WYRM_ERROR_ARGUMENT);
    assert_refused(wyrm_pmf_round_random(1e300, 0, &out, &error), WYRM_ERROR_RANGE);
    assert_refused(wyrm_pmf_round_random(-1e300, 24, &out, &error), WYRM_ERROR_RANGE);
}

TEST(the_tail_is_the_chance_of_at_least)
{
    const wyrm_weighted pairs[] = {{-1, 0.125}, {0, 0.5}, {3, 0.25}, {4, 0.125}};
    OWNED_PMF *pmf = from_pairs(pairs, LENGTH_OF(pairs));
    const struct {
        int64_t least;
        double tail;
    } wanted[] = {{INT64_MIN, 1}, {-2, 1},    {-1, 1}, {0, 0.875}, {1, 0.375},    {2, 0.375},
                  {3, 0.375},     {4, 0.125}, {5, 0},  {6, 0},     {INT64_MAX, 0}};
    for (size_t i = 0; i < LENGTH_OF(wanted); i++)
        assert_near(wyrm_pmf_tail(pmf, wanted[i].least), wanted[i].tail, 1e-16);
}

TEST(the_tail_is_never_outside_0_and_1)
{
    OWNED_PMF *pmf = NULL;
    assert_ok(wyrm_pmf_uniform(1, 49, &pmf, NULL), NULL); /* 49 x (1/49) is not 1 in doubles */
    for (int64_t least = -1; least <= 51; least++) {
        double tail = wyrm_pmf_tail(pmf, least);
        assert_true(tail >= 0 && tail <= 1);
    }
    assert_near(wyrm_pmf_tail(pmf, 1), 1, 0);
}

TEST(a_small_tail_keeps_its_digits)
{
    const wyrm_weighted pairs[] = {{0, 1}, {1, 1e-30}, {2, 3e-30}};
    OWNED_PMF *pmf = from_pairs(pairs, LENGTH_OF(pairs));
    assert_near(wyrm_pmf_tail(pmf, 1), 4e-30, 1e-44);
}

TEST(quantiles_are_the_least_value_that_reaches_p)
{
    const wyrm_weighted pairs[] = {{-1, 0.125}, {0, 0.5}, {3, 0.25}, {4, 0.125}};
    OWNED_PMF *pmf = from_pairs(pairs, LENGTH_OF(pairs));
    const struct {
        double p;
        int64_t value;
    } wanted[] = {{0, -1},     {1e-9, -1}, {0.125, -1}, {0.1251, 0}, {0.5, 0}, {0.625, 0},
                  {0.6251, 3}, {0.875, 3}, {0.8751, 4}, {1, 4},      {-3, -1}, {7, 4}};
    for (size_t i = 0; i < LENGTH_OF(wanted); i++)
        assert_int_equal(wyrm_pmf_quantile(pmf, wanted[i].p), wanted[i].value);
}

/* Nine in ten have at least 6 where exactly one in ten has less; the quantile is its 5. */
TEST(what_a_share_reaches_is_the_greatest_such_value)
{
    const wyrm_weighted pairs[] = {{5, 1}, {6, 2}, {8, 6}, {9, 1}};
    OWNED_PMF *pmf = from_pairs(pairs, LENGTH_OF(pairs));
    const struct {
        double share;
        int64_t value;
    } wanted[] = {{1, 5}, {0.91, 5}, {0.9, 6}, {0.8, 6}, {0.7, 8}, {0.11, 8}, {0.1, 9}, {0.01, 9}};
    assert_int_equal(wyrm_pmf_quantile(pmf, 0.1), 5);
    for (size_t i = 0; i < LENGTH_OF(wanted); i++)
        assert_int_equal(wyrm_pmf_reached(pmf, wanted[i].share), wanted[i].value);
}

TEST(the_last_quantile_is_in_the_support)
{
    for (int64_t length = 1; length <= 200; length++) {
        OWNED_PMF *pmf = NULL;
        assert_ok(wyrm_pmf_uniform(1, length, &pmf, NULL), NULL);
        assert_int_equal(wyrm_pmf_quantile(pmf, 1), length);
        assert_int_equal(wyrm_pmf_quantile(pmf, 0), 1);
    }
}

/* Far from 0 the mean of squares minus the square of the mean would be all rounding error. */
TEST(the_variance_holds_far_from_zero)
{
    wyrm_pmf *pmf = NULL;
    const int64_t far = (int64_t)1 << 52;
    assert_ok(wyrm_pmf_uniform(far, far + 6, &pmf, NULL), NULL);
    assert_near(wyrm_pmf_mean(pmf), (double)(far + 3), 1);
    assert_near(wyrm_pmf_variance(pmf), 4, 1);
    wyrm_pmf_free(pmf);
    assert_ok(wyrm_pmf_uniform(1000000000, 1000000006, &pmf, NULL), NULL);
    assert_near(wyrm_pmf_mean(pmf), 1000000003, 1e-6);
    assert_near(wyrm_pmf_variance(pmf), 4, 1e-6);
    wyrm_pmf_free(pmf);
}
