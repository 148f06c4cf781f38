/* Histograms of whole numbers: quantiles and their intervals against those of the sorted sample. */
#include "helpers.h"

#include <wyrm/sim.h>

/* The value of a rank from 1, clamped to the sample. */
static double ranked(const double *ascending, size_t count, double rank)
{
    double inside = fmin(fmax(rank, 1.0), (double)count);
    return ascending[(size_t)inside - 1];
}

/* Makes a sample of numbers that are kept exactly, and its histogram. */
static void fill(test_random *random, size_t count, int64_t most, double *ascending,
                 wyrm_histogram *counts)
{
    *counts = (wyrm_histogram){0};
    for (size_t i = 0; i < count; i++) {
        int64_t value = random_below(random, most + 1);
        ascending[i] = (double)value;
        wyrm_histogram_add(counts, (uint64_t)value);
    }
    qsort(ascending, count, sizeof *ascending, by_size);
}

TEST(quantiles_of_small_numbers_are_those_of_the_sorted_sample)
{
    static wyrm_histogram counts;
    static double ascending[3000];
    for (uint64_t seed = 1; seed <= 300; seed++) {
        test_random random = {seed};
        size_t count = (size_t)random_between(&random, 1, 3000);
        fill(&random, count, random_between(&random, 0, 1023), ascending, &counts);
        double p = random_unit(&random);
        wyrm_interval got;
        wyrm_ranks ranks = wyrm_quantile_ranks(count, p, 0.95);
        double value = wyrm_histogram_quantile(&counts, p, &got);
        double low = ranked(ascending, count, floor(ranks.low));
        double high = ranked(ascending, count, ceil(ranks.high));
        assert_near_seeded(value, ranked(ascending, count, ceil(p * (double)count)), 0, seed);
        assert_holds(ranks.low < 1 ? got.low == 0 : got.low >= low && got.low <= value, seed);
        assert_holds(ranks.high > (double)count ? isinf(got.high)
                                                : got.high <= high && got.high >= value,
                     seed);
    }
}

/* The binomial probability that the quantile of a continuous distribution is between the values of
 * the chosen ranks: near 95 %, where outward rounding would give 97 and more. */
TEST(ranks_of_intervals_cover_as_they_say)
{
    static wyrm_histogram counts;
    for (unsigned n = 100; n <= 900; n += 40)
        for (int tenth = 1; tenth <= 9; tenth++) {
            double p = tenth / 10.0;
            wyrm_interval ci95;
            counts = (wyrm_histogram){0};
            for (unsigned value = 1; value <= n; value++)
                wyrm_histogram_add(&counts, value); /* so that values are ranks */
            wyrm_histogram_quantile(&counts, p, &ci95);
            double share = gsl_cdf_binomial_P((unsigned)ci95.high - 1, p, n) -
                           gsl_cdf_binomial_P((unsigned)ci95.low - 1, p, n);
            assert_true(share > 0.93 && share < 0.97);
        }
}

TEST(the_ends_are_the_least_and_the_greatest)
{
    static wyrm_histogram counts;
    static double ascending[500];
    test_random random = {7};
    wyrm_interval ci95;
    fill(&random, 500, 900, ascending, &counts);
    assert_near(wyrm_histogram_quantile(&counts, 0.0, &ci95), ascending[0], 0);
    assert_near(wyrm_histogram_quantile(&counts, 1.0, &ci95), ascending[499], 0);
    assert_near(wyrm_histogram_quantile(&counts, -3.0, &ci95), ascending[0], 0);
    assert_near(wyrm_histogram_quantile(&counts, 9.0, &ci95), ascending[499], 0);
}

TEST(large_numbers_are_told_to_one_part_in_64)
{
    static wyrm_histogram counts;
    for (uint64_t value = 1; value < UINT64_C(1) << 40; value += 1 + value / 37) {
        wyrm_interval ci95;
        counts = (wyrm_histogram){0};
        wyrm_histogram_add(&counts, value);
        double told = wyrm_histogram_quantile(&counts, 0.5, &ci95);
        assert_holds(fabs(told - (double)value) <= (double)value / 64, value);
        if (value < 1024)
            assert_holds(told == (double)value, value);
    }
}

/* Numbers in one bin are spread evenly over it, as whole numbers within its ends. */
TEST(numbers_of_a_bin_are_told_apart)
{
    static wyrm_histogram counts;
    wyrm_interval ci95;
    counts = (wyrm_histogram){0};
    for (uint64_t value = 4096; value < 4096 + 64; value++)
        wyrm_histogram_add(&counts, value);
    double last = 4095;
    for (int rank = 1; rank <= 64; rank++) {
        double told = wyrm_histogram_quantile(&counts, rank / 64.0, &ci95);
        assert_near(told, 4095 + rank, 0);
        assert_true(told > last);
        last = told;
    }
    counts = (wyrm_histogram){0};
    for (int i = 0; i < 3; i++)
        wyrm_histogram_add(&counts, 5000);
    assert_near(wyrm_histogram_quantile(&counts, 0, &ci95), 4992 + 10,
                0); /* its bin ends at 5055 */
    assert_near(wyrm_histogram_quantile(&counts, 1, &ci95), 4992 + 53, 0);
}

/* Bins ascend: a greater number is never read as a smaller one, up to the greatest possible. */
TEST(bins_ascend)
{
    static wyrm_histogram counts;
    double last = -1;
    for (int log = 0; log < 64; log++)
        for (uint64_t part = 0; part < 4; part++) {
            uint64_t value = (UINT64_C(1) << log) + part * (UINT64_C(1) << log) / 4;
            wyrm_interval ci95;
            counts = (wyrm_histogram){0};
            wyrm_histogram_add(&counts, value);
            double told = wyrm_histogram_quantile(&counts, 0.5, &ci95);
            assert_holds(told >= last, value);
            last = told;
        }
    wyrm_histogram_add(&counts, UINT64_MAX);
}

TEST(nothing_has_no_quantile)
{
    static const wyrm_histogram none;
    wyrm_interval ci95;
    assert_true(isnan(wyrm_histogram_quantile(&none, 0.5, &ci95)));
    assert_true(ci95.low == -INFINITY && ci95.high == INFINITY);
}
