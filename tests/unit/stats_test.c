/* Figures with their uncertainty, held against GSL, against numbers worked by hand and against what
 * an interval promises: to cover the truth in 95 of 100 cases. */
#include "helpers.h"

#include <gsl/gsl_cdf.h>

#include <wyrm/rng.h>
#include <wyrm/stats.h>

/* ------------------------------------------------------------------ normal and t */

static void the_normal_cdf_is_that_of_gsl(void **state)
{
    (void)state;
    for (int i = -3700; i <= 900; i++) {
        double z = i / 100.0, wanted = gsl_cdf_ugaussian_P(z);
        assert_near(wyrm_normal_cdf(z), wanted, 1e-12 * wanted + 1e-300);
    }
    assert_same_bits(wyrm_normal_cdf(0), 0.5);
    assert_same_bits(wyrm_normal_cdf((double)INFINITY), 1);
    assert_same_bits(wyrm_normal_cdf(-(double)INFINITY), 0);
}

static void the_normal_quantile_undoes_the_cdf(void **state)
{
    (void)state;
    for (int i = 1; i < 1000; i++) {
        double p = i / 1000.0;
        assert_near(wyrm_normal_quantile(p), gsl_cdf_ugaussian_Pinv(p), 1e-12);
        assert_near(wyrm_normal_cdf(wyrm_normal_quantile(p)), p, 1e-14);
    }
    for (double p = 1e-3; p > 1e-300; p /= 10) { /* far out in the tail */
        double z = wyrm_normal_quantile(p), wanted = gsl_cdf_ugaussian_Pinv(p);
        assert_near(z, wanted, 1e-10 * fabs(wanted));
        assert_near(wyrm_normal_cdf(z) / p, 1, 1e-11);
    }
    assert_near(wyrm_normal_quantile(0.975), 1.959963984540054235, 1e-14);
    assert_near(wyrm_normal_quantile(0.5), 0, 1e-15);
    assert_same_bits(wyrm_normal_quantile(0), -(double)INFINITY);
    assert_same_bits(wyrm_normal_quantile(-1), -(double)INFINITY);
    assert_same_bits(wyrm_normal_quantile(1), (double)INFINITY);
    assert_same_bits(wyrm_normal_quantile(2), (double)INFINITY);
}

static const double degrees[] = {0.5, 1,  1.5, 2,   3,    4,   5.25, 7,  9,
                                 10,  20, 30,  100, 1000, 1e4, 1e5,  1e6};

static void the_cdf_of_t_is_that_of_gsl(void **state)
{
    (void)state;
    for (size_t d = 0; d < LENGTH_OF(degrees); d++)
        for (int i = -400; i <= 400; i++) {
            double t = i / 10.0;
            assert_near(wyrm_t_cdf(t, degrees[d]), gsl_cdf_tdist_P(t, degrees[d]), 1e-11);
        }
    assert_near(wyrm_t_cdf(1, 1), 0.75, 1e-15); /* Cauchy: 1/2 + atan(t) / pi */
    assert_near(wyrm_t_cdf(-1e8, 1), 1e-8 / 3.14159265358979324, 1e-20);
    assert_near(wyrm_t_cdf((double)INFINITY, 5), 1, 0);
    assert_near(wyrm_t_cdf(-(double)INFINITY, 5), 0, 0);
}

static void the_quantile_of_t_undoes_its_cdf(void **state)
{
    (void)state;
    const double ps[] = {1e-6, 0.001, 0.005, 0.025, 0.05, 0.1,   0.25,  0.4,
                         0.5,  0.6,   0.75,  0.9,   0.95, 0.975, 0.995, 0.999999};
    for (size_t d = 0; d < LENGTH_OF(degrees); d++)
        for (size_t i = 0; i < LENGTH_OF(ps); i++) {
            double t = wyrm_t_quantile(ps[i], degrees[d]);
            assert_near(gsl_cdf_tdist_P(t, degrees[d]) / ps[i], 1, 1e-9);
            assert_near(wyrm_t_cdf(t, degrees[d]), ps[i], 1e-12);
        }
}

static void quantiles_of_t_are_those_of_the_tables(void **state)
{
    (void)state;
    assert_near(wyrm_t_quantile(0.975, 1), 12.7062047361747, 1e-10);
    assert_near(wyrm_t_quantile(0.975, 2), 4.30265272974946, 1e-11);
    assert_near(wyrm_t_quantile(0.975, 9), 2.26215716279820, 1e-11);
    assert_near(wyrm_t_quantile(0.95, 30), 1.69726088659396, 1e-11);
    assert_near(wyrm_t_quantile(0.025, 9), -2.26215716279820, 1e-11);
    assert_near(wyrm_t_quantile(0.975, 1e6), 1.95996635682, 1e-8);
    assert_same_bits(wyrm_t_quantile(0, 3), -(double)INFINITY);
    assert_same_bits(wyrm_t_quantile(1, 3), (double)INFINITY);
    assert_true(isnan(wyrm_t_quantile(0.5, 0)));
    assert_true(isnan(wyrm_t_quantile(0.5, -1)));
    assert_true(isnan(wyrm_t_cdf(1, 0)));
    assert_true(isnan(wyrm_t_cdf(1, (double)NAN)));
}

/* ------------------------------------------------------------------ proportions */

static void wilsons_interval_is_that_worked_by_hand(void **state)
{
    (void)state;
    static const struct {
        uint64_t successes, trials;
        double low, high;
    } known[] = {
        {8, 10, 0.4901624715366417, 0.9433178485456248},
        {0, 10, 0, 0.2775327998628893},
        {10, 10, 0.7224672001371107, 1},
        {1, 2, 0.09453120573423068, 0.9054687942657693},
        {3, 7, 0.15821985525146964, 0.7495416354723428},
        {500, 1000, 0.4690696003681042, 0.5309303996318958},
    };
    for (size_t i = 0; i < LENGTH_OF(known); i++) {
        wyrm_interval interval = wyrm_wilson(known[i].successes, known[i].trials, 0.95);
        assert_near(interval.low, known[i].low, 1e-12);
        assert_near(interval.high, known[i].high, 1e-12);
    }
    wyrm_interval none = wyrm_wilson(0, 0, 0.95);
    assert_same_bits(none.low, 0);
    assert_same_bits(none.high, 1);
}

static void wilsons_interval_stays_between_0_and_1(void **state)
{
    (void)state;
    const uint64_t trials[] = {1, 2, 3, 100, 1000000007, UINT64_C(1) << 53, UINT64_MAX};
    for (size_t i = 0; i < LENGTH_OF(trials); i++) {
        const uint64_t successes[] = {0, 1, trials[i] / 2, trials[i] - 1, trials[i]};
        for (size_t s = 0; s < LENGTH_OF(successes); s++) {
            wyrm_interval interval = wyrm_wilson(successes[s], trials[i], 0.999);
            double share = (double)successes[s] / (double)trials[i];
            assert_true(interval.low >= 0 && interval.high <= 1);
            assert_true(interval.low <= share && share <= interval.high);
        }
    }
}

/* ------------------------------------------------------------------ moments */

static wyrm_moments moments_of(const double *values, size_t count)
{
    wyrm_moments moments = {0};
    for (size_t i = 0; i < count; i++)
        wyrm_moments_add(&moments, values[i]);
    return moments;
}

/* The sample's own mean and squares in two passes, in more digits. */
static void check_moments(const wyrm_moments *moments, const double *values, size_t count,
                          double relative, uint64_t seed)
{
    long double sum = 0, squares = 0;
    double least = values[0], greatest = values[0];
    for (size_t i = 0; i < count; i++) {
        sum += (long double)values[i];
        least = fmin(least, values[i]);
        greatest = fmax(greatest, values[i]);
    }
    long double mean = sum / (long double)count;
    for (size_t i = 0; i < count; i++)
        squares += ((long double)values[i] - mean) * ((long double)values[i] - mean);
    double variance = count < 2 ? 0 : (double)(squares / (long double)(count - 1));
    assert_holds(moments->count == count, seed);
    assert_near_seeded(moments->mean, (double)mean, 1e-14 * fabs((double)mean) + 1e-13, seed);
    assert_near_seeded(wyrm_moments_variance(moments), variance, relative * variance, seed);
    assert_near_seeded(wyrm_moments_sd(moments), sqrt(variance), relative * sqrt(variance), seed);
    assert_same_bits(moments->min, least);
    assert_same_bits(moments->max, greatest);
}

static void moments_are_those_of_two_passes(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    static double values[COUNT];
    const double offsets[] = {0, -50, 1e9, -1e12};
    const double relatives[] = {1e-12, 1e-12, 1e-7, 1e-3}; /* digits that the offset leaves */
    for (uint64_t seed = 1; seed <= 20; seed++)
        for (size_t o = 0; o < LENGTH_OF(offsets); o++) {
            test_random random = {seed};
            for (int i = 0; i < COUNT; i++)
                values[i] = offsets[o] + 10 * random_unit(&random);
            wyrm_moments moments = moments_of(values, COUNT);
            check_moments(&moments, values, COUNT, relatives[o], seed);
        }
}

static void samples_of_none_and_one_have_no_spread(void **state)
{
    (void)state;
    wyrm_moments moments = {0};
    assert_same_bits(wyrm_moments_variance(&moments), 0);
    assert_same_bits(wyrm_moments_sd(&moments), 0);
    wyrm_interval all = wyrm_moments_interval(&moments, 0.95);
    assert_true(isinf(all.low) && all.low < 0 && isinf(all.high) && all.high > 0);
    wyrm_moments_add(&moments, -7.5);
    assert_same_bits(moments.mean, -7.5);
    assert_same_bits(moments.min, -7.5);
    assert_same_bits(moments.max, -7.5);
    assert_same_bits(wyrm_moments_variance(&moments), 0);
    all = wyrm_moments_interval(&moments, 0.95);
    assert_true(isinf(all.low) && all.low < 0 && isinf(all.high) && all.high > 0);
}

static void merging_any_split_gives_the_whole(void **state)
{
    (void)state;
    enum { COUNT = 60 };
    for (uint64_t seed = 1; seed <= 20; seed++) {
        test_random random = {seed};
        double values[COUNT];
        for (int i = 0; i < COUNT; i++)
            values[i] = 100 + 30 * random_unit(&random) - (i % 7 == 0 ? 200 : 0);
        for (size_t first = 0; first <= COUNT; first += 3)
            for (size_t second = first; second <= COUNT; second += 4) {
                wyrm_moments whole = moments_of(values, first);
                wyrm_moments middle = moments_of(values + first, second - first);
                wyrm_moments last = moments_of(values + second, COUNT - second);
                wyrm_moments_merge(&whole, &middle);
                wyrm_moments_merge(&whole, &last);
                check_moments(&whole, values, COUNT, 1e-12, seed);
            }
    }
}

static void merging_with_nothing_changes_nothing(void **state)
{
    (void)state;
    const double values[] = {3, -4, 7.25};
    wyrm_moments moments = moments_of(values, 3), before = moments, empty = {0};
    wyrm_moments_merge(&moments, &empty);
    assert_memory_equal(&moments, &before, sizeof moments);
    wyrm_moments_merge(&empty, &moments);
    assert_memory_equal(&empty, &before, sizeof moments);
    wyrm_moments none = {0}, nothing = {0};
    wyrm_moments_merge(&none, &nothing);
    assert_int_equal(none.count, 0);
    assert_same_bits(wyrm_moments_variance(&none), 0);
}

static void students_interval_is_that_worked_by_hand(void **state)
{
    (void)state;
    const double values[] = {4, 6, 8, 10, 12}; /* mean 8, sd sqrt(10), t(4) 2.77644510519779 */
    wyrm_moments moments = moments_of(values, 5);
    wyrm_interval interval = wyrm_moments_interval(&moments, 0.95);
    assert_near(interval.low, 8 - 2.77644510519779 * sqrt(2), 1e-11);
    assert_near(interval.high, 8 + 2.77644510519779 * sqrt(2), 1e-11);
}

/* ------------------------------------------------------------------ quantiles of a sample */

static void the_interval_of_a_quantile_holds_order_statistics(void **state)
{
    (void)state;
    double ascending[100];
    for (int i = 0; i < 100; i++)
        ascending[i] = i + 1;
    /* Ranks 50 -+ 1.96 x 5 = 40.2 and 59.8, outwards. */
    wyrm_interval median = wyrm_quantile_interval(ascending, 100, 0.5, 0.95);
    assert_same_bits(median.low, 40);
    assert_in_range((int)median.high, 60, 61);
    wyrm_interval least = wyrm_quantile_interval(ascending, 100, 0, 0.95);
    assert_same_bits(least.low, 1);
    wyrm_interval greatest = wyrm_quantile_interval(ascending, 100, 1, 0.95);
    assert_same_bits(greatest.high, 100);
    wyrm_interval one = wyrm_quantile_interval(ascending, 1, 0.5, 0.95);
    assert_same_bits(one.low, 1);
    assert_same_bits(one.high, 1);
    wyrm_interval none = wyrm_quantile_interval(NULL, 0, 0.5, 0.95);
    assert_true(isinf(none.low) && none.low < 0 && isinf(none.high) && none.high > 0);
}

/* ------------------------------------------------------------------ coverage */

/* How often intervals hold the truth over many samples, as a share; each is to be 95 %. */
static void check_coverage(int covered, int samples, double least, double most)
{
    double share = (double)covered / samples;
    if (share < least || share > most)
        fail_msg("covered in %.2f %% of %d samples, wanted %.0f to %.0f %%", 100 * share, samples,
                 100 * least, 100 * most);
}

static double normal_draw(wyrm_rng *rng)
{
    double angle = wyrm_rng_real(rng);
    double radius = wyrm_rng_real(rng);
    return sqrt(-2 * log(1 - radius)) * cos(2 * 3.14159265358979324 * angle);
}

static void students_interval_covers_the_mean(void **state)
{
    (void)state;
    const size_t sizes[] = {2, 5, 30};
    for (size_t s = 0; s < LENGTH_OF(sizes); s++) {
        wyrm_rng rng = wyrm_rng_start(41, s, 0, 0);
        int covered = 0;
        for (int sample = 0; sample < 5000; sample++) {
            wyrm_moments moments = {0};
            for (size_t i = 0; i < sizes[s]; i++)
                wyrm_moments_add(&moments, 17 + 3 * normal_draw(&rng));
            wyrm_interval interval = wyrm_moments_interval(&moments, 0.95);
            covered += interval.low <= 17 && 17 <= interval.high;
        }
        check_coverage(covered, 5000, 0.94, 0.96);
    }
}

static void wilsons_interval_covers_the_proportion(void **state)
{
    (void)state;
    const double shares[] = {0.02, 0.1, 0.3, 0.5, 0.8};
    for (size_t s = 0; s < LENGTH_OF(shares); s++) {
        wyrm_rng rng = wyrm_rng_start(42, s, 0, 0);
        int covered = 0;
        for (int sample = 0; sample < 5000; sample++) {
            uint64_t successes = 0;
            for (int i = 0; i < 250; i++)
                successes += wyrm_rng_real(&rng) < shares[s];
            wyrm_interval interval = wyrm_wilson(successes, 250, 0.95);
            covered += interval.low <= shares[s] && shares[s] <= interval.high;
        }
        check_coverage(covered, 5000, 0.93, 0.97);
    }
}

static int compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void the_interval_of_a_quantile_covers_it(void **state)
{
    (void)state;
    enum { COUNT = 400, SAMPLES = 2000 };
    static double values[COUNT];
    const double ps[] = {0.1, 0.5, 0.9};
    int covered[3] = {0};
    wyrm_rng rng = wyrm_rng_start(43, 0, 0, 0);
    for (int sample = 0; sample < SAMPLES; sample++) {
        for (int i = 0; i < COUNT; i++)
            values[i] = wyrm_rng_real(&rng);
        qsort(values, COUNT, sizeof *values, compare_reals);
        for (int i = 0; i < 3; i++) {
            wyrm_interval interval = wyrm_quantile_interval(values, COUNT, ps[i], 0.95);
            covered[i] += interval.low <= ps[i] && ps[i] <= interval.high;
        }
    }
    for (int i = 0; i < 3; i++) /* ranks are rounded outwards: a little more than 95 % */
        check_coverage(covered[i], SAMPLES, 0.94, 0.98);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_normal_cdf_is_that_of_gsl),
        cmocka_unit_test(the_normal_quantile_undoes_the_cdf),
        cmocka_unit_test(the_cdf_of_t_is_that_of_gsl),
        cmocka_unit_test(the_quantile_of_t_undoes_its_cdf),
        cmocka_unit_test(quantiles_of_t_are_those_of_the_tables),
        cmocka_unit_test(wilsons_interval_is_that_worked_by_hand),
        cmocka_unit_test(wilsons_interval_stays_between_0_and_1),
        cmocka_unit_test(moments_are_those_of_two_passes),
        cmocka_unit_test(samples_of_none_and_one_have_no_spread),
        cmocka_unit_test(merging_any_split_gives_the_whole),
        cmocka_unit_test(merging_with_nothing_changes_nothing),
        cmocka_unit_test(students_interval_is_that_worked_by_hand),
        cmocka_unit_test(the_interval_of_a_quantile_holds_order_statistics),
        cmocka_unit_test(students_interval_covers_the_mean),
        cmocka_unit_test(wilsons_interval_covers_the_proportion),
        cmocka_unit_test(the_interval_of_a_quantile_covers_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
