/* Operations on distributions: each against brute force on random cases, and long random chains of
 * them, after which everything that the header promises still holds. */
#include "helpers.h"

#include <wyrm/pmf.h>

#define SPAN 4096 /* brute-force values lie in -SPAN/2..SPAN/2-1 */

/* A distribution as a plain array. */
typedef struct brute {
    long double p[SPAN];
} brute;

static brute *brute_new(void)
{
    return zeroed(1, sizeof(brute));
}

static long double *cell(brute *table, int64_t value)
{
    assert_in_range(value + SPAN / 2, 0, SPAN - 1);
    return &table->p[value + SPAN / 2];
}

static void check_same(const wyrm_pmf *pmf, const brute *wanted, uint64_t seed)
{
    for (int64_t value = -SPAN / 2; value < SPAN / 2; value++)
        assert_near_seeded(wyrm_pmf_at(pmf, value), (double)wanted->p[value + SPAN / 2], 1e-14,
                           seed);
    assert_holds(wyrm_pmf_first(pmf) >= -SPAN / 2 && wyrm_pmf_last(pmf) < SPAN / 2, seed);
}

/* What wyrm/pmf.h guarantees for every pmf. */
static void check_promises(const wyrm_pmf *pmf, uint64_t seed)
{
    const double *p = wyrm_pmf_probabilities(pmf);
    size_t length = wyrm_pmf_length(pmf);
    assert_holds(length >= 1 && length <= WYRM_PMF_MAX_LENGTH, seed);
    assert_holds(length == (size_t)(wyrm_pmf_last(pmf) - wyrm_pmf_first(pmf)) + 1, seed);
    assert_holds(p[0] > 0 && p[length - 1] > 0, seed);
    long double sum = 0;
    for (size_t i = 0; i < length; i++) {
        assert_holds(p[i] >= 0 && p[i] <= 1, seed);
        sum += (long double)p[i];
    }
    assert_near_seeded((double)sum, 1, 1e-12, seed);
}

static wyrm_pmf *random_pmf(test_random *random, int64_t most)
{
    wyrm_weighted pairs[24];
    size_t count = 1 + (size_t)random_below(random, LENGTH_OF(pairs));
    int64_t shift = random_between(random, -most, most);
    for (size_t i = 0; i < count; i++) {
        pairs[i].value = shift + random_between(random, -most, most);
        double weight = random_unit(random) + 1e-9;
        pairs[i].weight = random_below(random, 4) == 0 ? pow(weight, 20) + 1e-30 : weight;
    }
    return from_pairs(pairs, count);
}

TEST(adding_is_convolution)
{
    for (uint64_t seed = 1; seed <= 100; seed++) {
        test_random random = {seed};
        OWNED_PMF *a = random_pmf(&random, 100), *b = random_pmf(&random, 100), *sum = NULL;
        assert_ok(wyrm_pmf_add(a, b, &sum, NULL), NULL);
        brute *wanted = brute_new();
        for (int64_t i = wyrm_pmf_first(a); i <= wyrm_pmf_last(a); i++)
            for (int64_t j = wyrm_pmf_first(b); j <= wyrm_pmf_last(b); j++)
                *cell(wanted, i + j) += (long double)wyrm_pmf_at(a, i) * wyrm_pmf_at(b, j);
        check_same(sum, wanted, seed);
        check_promises(sum, seed);
        assert_near_seeded(wyrm_pmf_mean(sum), wyrm_pmf_mean(a) + wyrm_pmf_mean(b), 1e-10, seed);
        assert_near_seeded(wyrm_pmf_variance(sum), wyrm_pmf_variance(a) + wyrm_pmf_variance(b),
                           1e-8, seed);
        free(wanted);
    }
}

TEST(repeating_is_adding_again_and_again)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        test_random random = {seed};
        OWNED_PMF *pmf = random_pmf(&random, 20);
        unsigned count = (unsigned)random_below(&random, 16);
        brute *wanted = brute_new();
        *cell(wanted, 0) = 1;
        for (unsigned n = 0; n < count; n++) {
            brute *next = brute_new();
            for (int64_t i = -900; i <= 900; i++)
                for (int64_t j = wyrm_pmf_first(pmf); j <= wyrm_pmf_last(pmf); j++)
                    if (*cell(wanted, i) > 0)
                        *cell(next, i + j) += *cell(wanted, i) * wyrm_pmf_at(pmf, j);
            free(wanted);
            wanted = next;
        }
        OWNED_PMF *sum = NULL;
        assert_ok(wyrm_pmf_repeat(pmf, count, &sum, NULL), NULL);
        check_same(sum, wanted, seed);
        check_promises(sum, seed);
        free(wanted);
    }
}

TEST(two_dice_make_seven_in_one_of_six)
{
    OWNED_PMF *die = NULL, *two = NULL;
    assert_ok(wyrm_pmf_uniform(1, 6, &die, NULL), NULL);
    assert_ok(wyrm_pmf_repeat(die, 2, &two, NULL), NULL);
    for (int64_t sum = 2; sum <= 12; sum++)
        assert_near(wyrm_pmf_at(two, sum), (double)(6 - llabs(sum - 7)) / 36, 1e-15);
    assert_int_equal(wyrm_pmf_length(two), 11);
}

TEST(mixing_weighs_its_parts)
{
    for (uint64_t seed = 1; seed <= 100; seed++) {
        test_random random = {seed};
        wyrm_pmf *parts[6];
        double weights[6], total = 0;
        size_t count = 1 + (size_t)random_below(&random, LENGTH_OF(parts));
        for (size_t i = 0; i < count; i++) {
            parts[i] = random_pmf(&random, 200);
            weights[i] = i > 0 && random_below(&random, 4) == 0 ? 0 : 7 * random_unit(&random);
            total += weights[i];
        }
        brute *wanted = brute_new();
        for (size_t i = 0; i < count; i++)
            for (int64_t v = wyrm_pmf_first(parts[i]); v <= wyrm_pmf_last(parts[i]); v++)
                *cell(wanted, v) += (long double)(weights[i] / total) * wyrm_pmf_at(parts[i], v);
        OWNED_PMF *mix = NULL;
        const wyrm_pmf *borrowed[6];
        memcpy(borrowed, parts, sizeof parts);
        assert_works(wyrm_pmf_mix(borrowed, weights, count, &mix, &last_error));
        check_same(mix, wanted, seed);
        check_promises(mix, seed);
        free(wanted);
        for (size_t i = 0; i < count; i++)
            wyrm_pmf_free(parts[i]);
    }
}

/* A part with weight 0 has no effect: neither on the support nor through a limit. */
TEST(a_part_without_weight_leaves_no_trace)
{
    wyrm_pmf *near = NULL, *far = NULL, *mix = NULL;
    assert_ok(wyrm_pmf_point(1, &near, NULL), NULL);
    assert_ok(wyrm_pmf_point(WYRM_PMF_MAX_VALUE, &far, NULL), NULL);
    const wyrm_pmf *parts[] = {far, near};
    assert_ok(wyrm_pmf_mix(parts, (const double[]){0, 2}, 2, &mix, NULL), NULL);
    assert_int_equal(wyrm_pmf_first(mix), 1);
    assert_int_equal(wyrm_pmf_length(mix), 1);
    wyrm_pmf_free(mix);
    assert_int_equal(wyrm_pmf_mix(parts, (const double[]){1, 1}, 2, &mix, NULL), WYRM_ERROR_RANGE);
    assert_null(mix);
    assert_int_equal(wyrm_pmf_mix(parts, (const double[]){0, 0}, 2, &mix, NULL),
                     WYRM_ERROR_ARGUMENT);
    assert_int_equal(wyrm_pmf_mix(parts, (const double[]){2, -1}, 2, &mix, NULL),
                     WYRM_ERROR_ARGUMENT);
    assert_int_equal(wyrm_pmf_mix(parts, (const double[]){2, (double)NAN}, 2, &mix, NULL),
                     WYRM_ERROR_ARGUMENT);
    assert_int_equal(wyrm_pmf_mix(parts, NULL, 0, &mix, NULL), WYRM_ERROR_ARGUMENT);
    wyrm_pmf_free(far);
    wyrm_pmf_free(near);
}

static int64_t fold(int64_t value, void *context)
{
    int64_t modulus = *(const int64_t *)context;
    int64_t rest = value % modulus;
    return rest * rest - 3;
}

TEST(mapping_moves_each_value)
{
    for (uint64_t seed = 1; seed <= 100; seed++) {
        test_random random = {seed};
        OWNED_PMF *pmf = random_pmf(&random, 300), *mapped = NULL;
        int64_t modulus = random_between(&random, 1, 40);
        brute *wanted = brute_new();
        for (int64_t value = wyrm_pmf_first(pmf); value <= wyrm_pmf_last(pmf); value++)
            *cell(wanted, fold(value, &modulus)) += (long double)wyrm_pmf_at(pmf, value);
        assert_ok(wyrm_pmf_map(pmf, fold, &modulus, &mapped, NULL), NULL);
        check_same(mapped, wanted, seed);
        check_promises(mapped, seed);
        free(wanted);
    }
}

static int64_t far_away(int64_t value, void *context)
{
    return value == 0 ? 0 : *(const int64_t *)context;
}

TEST(mapping_beyond_the_limits_is_refused)
{
    OWNED_PMF *pmf = NULL, *mapped = NULL;
    assert_ok(wyrm_pmf_uniform(0, 1, &pmf, NULL), NULL);
    const int64_t places[] = {(int64_t)WYRM_PMF_MAX_LENGTH, WYRM_PMF_MAX_VALUE + 1, INT64_MAX,
                              INT64_MIN};
    for (size_t i = 0; i < LENGTH_OF(places); i++) {
        int64_t place = places[i];
        assert_int_equal(wyrm_pmf_map(pmf, far_away, &place, &mapped, NULL), WYRM_ERROR_RANGE);
        assert_null(mapped);
    }
    int64_t place = (int64_t)WYRM_PMF_MAX_LENGTH - 1;
    assert_ok(wyrm_pmf_map(pmf, far_away, &place, &mapped, NULL), NULL);
    assert_int_equal(wyrm_pmf_length(mapped), WYRM_PMF_MAX_LENGTH);
}

TEST(clamping_gathers_what_is_outside)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        test_random random = {seed};
        OWNED_PMF *pmf = random_pmf(&random, 50), *clamped = NULL;
        int64_t least = random_between(&random, -120, 120);
        int64_t greatest = least + random_below(&random, 100);
        brute *wanted = brute_new();
        for (int64_t value = wyrm_pmf_first(pmf); value <= wyrm_pmf_last(pmf); value++)
            *cell(wanted, value < least      ? least
                          : value > greatest ? greatest
                                             : value) += (long double)wyrm_pmf_at(pmf, value);
        assert_ok(wyrm_pmf_clamp(pmf, least, greatest, &clamped, NULL), NULL);
        check_same(clamped, wanted, seed);
        check_promises(clamped, seed);
        free(wanted);
    }
}

TEST(clamping_to_no_range_is_refused)
{
    OWNED_PMF *pmf = random_pmf(&(test_random){1}, 5), *clamped = NULL;
    assert_ok(wyrm_pmf_clamp(pmf, INT64_MIN, INT64_MAX, &clamped, NULL), NULL);
    assert_int_equal(wyrm_pmf_length(clamped), wyrm_pmf_length(pmf));
    wyrm_pmf_free(clamped);
    assert_int_equal(wyrm_pmf_clamp(pmf, 1, 0, &clamped, NULL), WYRM_ERROR_ARGUMENT);
    assert_null(clamped);
}

TEST(sums_beyond_the_limits_are_refused)
{
    OWNED_PMF *half = NULL, *top = NULL, *sum = NULL;
    const int64_t length = (int64_t)WYRM_PMF_MAX_LENGTH;
    const wyrm_weighted pairs[] = {{0, 1}, {length / 2, 1}};
    assert_ok(wyrm_pmf_from_pairs(pairs, 2, &half, NULL), NULL);
    assert_int_equal(wyrm_pmf_add(half, half, &sum, NULL),
                     WYRM_ERROR_RANGE); /* one value too long */
    assert_null(sum);
    assert_int_equal(wyrm_pmf_repeat(half, 2, &sum, NULL), WYRM_ERROR_RANGE);
    assert_null(sum);
    assert_int_equal(wyrm_pmf_repeat(half, UINT32_MAX, &sum, NULL), WYRM_ERROR_RANGE);
    assert_ok(wyrm_pmf_point(WYRM_PMF_MAX_VALUE, &top, NULL), NULL);
    assert_int_equal(wyrm_pmf_add(top, top, &sum, NULL), WYRM_ERROR_RANGE);
    assert_int_equal(wyrm_pmf_repeat(top, 3, &sum, NULL), WYRM_ERROR_RANGE);
    assert_int_equal(wyrm_pmf_repeat(top, UINT32_MAX, &sum, NULL), WYRM_ERROR_RANGE);
    assert_ok(wyrm_pmf_repeat(top, 1, &sum, NULL), NULL);
    assert_int_equal(wyrm_pmf_first(sum), WYRM_PMF_MAX_VALUE);
}

static int64_t halve(int64_t value, void *context)
{
    (void)context;
    return value / 2;
}

static int64_t turn(int64_t value, void *context)
{
    (void)context;
    return -value;
}

/* Performs one random operation; the result replaces *pmf. */
static void random_step(test_random *random, wyrm_pmf **pmf)
{
    wyrm_pmf *other = random_pmf(random, 40), *next = NULL;
    wyrm_error error = {0};
    wyrm_status status = WYRM_OK;
    switch (random_below(random, 6)) {
    case 0:
        status = wyrm_pmf_add(*pmf, other, &next, &error);
        break;
    case 1: {
        const wyrm_pmf *parts[] = {*pmf, other, *pmf};
        double weights[3];
        for (int i = 0; i < 3; i++)
            weights[i] = random_unit(random) + 1e-6;
        status = wyrm_pmf_mix(parts, weights, 3, &next, &error);
        break;
    }
    case 2:
        status = wyrm_pmf_repeat(*pmf, 1 + (unsigned)random_below(random, 3), &next, &error);
        break;
    case 3:
        status = wyrm_pmf_map(*pmf, halve, NULL, &next, &error);
        break;
    case 4:
        status = wyrm_pmf_map(*pmf, turn, NULL, &next, &error);
        break;
    default: {
        int64_t least = random_between(random, -800, 800);
        status = wyrm_pmf_clamp(*pmf, least, least + random_below(random, 800), &next, &error);
        break;
    }
    }
    assert_ok(status, &error);
    wyrm_pmf_free(other);
    wyrm_pmf_free(*pmf);
    *pmf = next;
    if (wyrm_pmf_length(*pmf) > 1500) { /* keep it small */
        assert_ok(wyrm_pmf_clamp(*pmf, -700, 700, &next, &error), &error);
        wyrm_pmf_free(*pmf);
        *pmf = next;
    }
}

TEST(every_promise_holds_after_long_chains)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        test_random random = {seed * 7919};
        OWNED_PMF *pmf = random_pmf(&random, 40);
        for (int step = 0; step < 150; step++) {
            random_step(&random, &pmf);
            check_promises(pmf, seed);
        }
    }
}

/* A thousand sums lose less than 1e-12 in all, and the mean stays right. */
TEST(a_thousand_sums_stay_whole)
{
    const wyrm_weighted pairs[] = {{0, 0.1}, {1, 0.2}, {3, 0.7}};
    wyrm_pmf *hit = NULL, *sum = NULL;
    assert_ok(wyrm_pmf_from_pairs(pairs, 3, &hit, NULL), NULL);
    assert_ok(wyrm_pmf_point(0, &sum, NULL), NULL);
    for (int i = 1; i <= 1000; i++) {
        wyrm_pmf *next = NULL;
        assert_ok(wyrm_pmf_add(sum, hit, &next, NULL), NULL);
        wyrm_pmf_free(sum);
        sum = next;
    }
    check_promises(sum, 0);
    assert_near(wyrm_pmf_mean(sum), 2300, 1e-8);
    assert_near(wyrm_pmf_variance(sum), 1210, 1e-7); /* 0.2 + 6.3 - 2.3^2 = 1.21 each */
    OWNED_PMF *repeated = NULL;
    assert_ok(wyrm_pmf_repeat(hit, 1000, &repeated, NULL), NULL);
    check_promises(repeated, 0);
    for (int64_t value = 2200; value <= 2400; value++)
        assert_near(wyrm_pmf_at(repeated, value), wyrm_pmf_at(sum, value), 1e-14);
    wyrm_pmf_free(sum);
    wyrm_pmf_free(hit);
}
