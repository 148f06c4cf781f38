/* Tests of goodness against every possible sample: p-values are probabilities, and with few draws
 * all samples can be enumerated. */
#include "helpers.h"
#include "stride.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <wyrm/goodness.h>

#define VALUES 4
#define FIRST  5 /* the least value */

static const double chances[VALUES] = {0.1, 0.2, 0.3, 0.4};

/* For tests that may draw samples. */
static wyrm_rng rng;

static wyrm_pmf *four_values(const double of[VALUES])
{
    wyrm_weighted pairs[VALUES];
    wyrm_pmf *pmf;
    for (int i = 0; i < VALUES; i++)
        pairs[i] = (wyrm_weighted){FIRST + i, of[i]};
    assert_works(wyrm_pmf_from_pairs(pairs, VALUES, &pmf, &last_error));
    return pmf;
}

/* Goes through all samples of `count` draws by how often each value came; false: there are no more.
 * The first has only the greatest value. */
static bool next_sample(uint64_t times[VALUES], uint64_t count)
{
    uint64_t rest = times[VALUES - 1];
    for (int i = VALUES - 2; i >= 0; i--) {
        if (rest > 0) {
            times[i]++;
            times[VALUES - 1] = rest - 1;
            return true;
        }
        rest += times[i];
        times[i] = 0;
    }
    times[VALUES - 1] = count;
    return false;
}

static double chance_of(const uint64_t times[VALUES])
{
    unsigned counts[VALUES];
    for (int i = 0; i < VALUES; i++)
        counts[i] = (unsigned)times[i];
    return gsl_ran_multinomial_pdf(VALUES, chances, counts);
}

/* The statistic of a test. */
typedef double looked_at(const uint64_t times[VALUES], uint64_t count);

static double sum_of(const uint64_t times[VALUES], uint64_t count)
{
    (void)count;
    return (double)times[1] + 2.0 * (double)times[2] + 3.0 * (double)times[3];
}

static double least_of(const uint64_t times[VALUES], uint64_t count)
{
    (void)count;
    return times[0] > 0 ? 0 : times[1] > 0 ? 1 : times[2] > 0 ? 2 : 3;
}

static double greatest_of(const uint64_t times[VALUES], uint64_t count)
{
    (void)count;
    return times[3] > 0 ? 3 : times[2] > 0 ? 2 : times[1] > 0 ? 1 : 0;
}

static double distance_of(const uint64_t times[VALUES], uint64_t count)
{
    double g = 0.0;
    for (int i = 0; i < VALUES; i++)
        if (times[i] > 0)
            g += 2.0 * (double)times[i] * log((double)times[i] / ((double)count * chances[i]));
    return g;
}

/* The probabilities of samples with at most, and with at least, this value of the statistic. */
static void find_tails(looked_at *look, const uint64_t seen[VALUES], uint64_t count, double *low,
                       double *high)
{
    const double here = look(seen, count);
    uint64_t times[VALUES] = {0, 0, 0, count};
    *low = *high = 0.0;
    do {
        const double there = look(times, count), chance = chance_of(times);
        *low += there <= here + 1e-9 ? chance : 0.0;
        *high += there >= here - 1e-9 ? chance : 0.0;
    } while (next_sample(times, count));
}

TEST(p_values_of_small_samples_are_chances_of_samples_as_far_off)
{
    OWNED_PMF *pmf = four_values(chances);
    int samples = 0;
    rng = wyrm_rng_start(1, 0, 0, 0);
    for (uint64_t count = 1; count <= 6; count++) {
        uint64_t times[VALUES] = {0, 0, 0, count};
        do {
            const wyrm_sample sample = {pmf, times, count};
            double low, high, too_small, too_great;
            wyrm_goodness found;
            find_tails(sum_of, times, count, &low, &high);
            assert_works(wyrm_goodness_mean(&sample, &rng, &found, &last_error));
            assert_near(found.p, fmin(1.0, 2.0 * fmin(low, high)), 1e-12);
            assert_string_equal(found.method, "exact");

            find_tails(least_of, times, count, &low, &high);
            find_tails(greatest_of, times, count, &too_small, &too_great);
            found = wyrm_goodness_extremes(&sample);
            assert_near(found.p, fmin(1.0, 4.0 * fmin(fmin(low, high), fmin(too_small, too_great))),
                        1e-12);
            assert_string_equal(found.method, "exact");

            find_tails(distance_of, times, count, &low, &high);
            assert_works(wyrm_goodness_cells(chances, times, VALUES, &rng, &found, &last_error));
            assert_near(found.p, high, 1e-12);
            assert_string_equal(found.method, "exact");
            samples++;
        } while (next_sample(times, count));
    }
    assert_int_equal(samples, 4 + 10 + 20 + 35 + 56 + 84);
}

/* The least value that is not exceeded with probability at least `p`; cumulated[i] is the
 * probability that value i is not. */
static int64_t quantile(const double cumulated[VALUES], double p)
{
    int i = 0;
    while (i < VALUES - 1 && cumulated[i] < p)
        i++;
    return FIRST + i;
}

TEST(expected_extremes_are_quantiles_of_the_least_and_the_greatest)
{
    static const double levels[] = {0.5, 0.8, 0.9, 0.95, 0.99};
    static const double all[][VALUES] = {{0.1, 0.2, 0.3, 0.4}, {0.02, 0.4, 0.57, 0.01}};
    for (size_t of = 0; of < LENGTH_OF(all); of++) {
        OWNED_PMF *pmf = four_values(all[of]);
        for (uint64_t count = 1; count <= 40; count++)
            for (size_t l = 0; l < LENGTH_OF(levels); l++) {
                double least[VALUES], greatest[VALUES], below = 0.0;
                for (int i = 0; i < VALUES; i++) {
                    below += all[of][i];
                    greatest[i] = pow(below, (double)count);
                    least[i] = 1.0 - pow(1.0 - below, (double)count);
                }
                const double tail = (1.0 - levels[l]) / 2.0;
                const wyrm_extremes found = wyrm_goodness_expected_extremes(pmf, count, levels[l]);
                assert_int_equal(found.least_low, quantile(least, tail));
                assert_int_equal(found.least_high, quantile(least, 1.0 - tail));
                assert_int_equal(found.greatest_low, quantile(greatest, tail));
                assert_int_equal(found.greatest_high, quantile(greatest, 1.0 - tail));
            }
    }
}

/* Squared deviations from the mean, 7, are 4, 1, 0 and 1: their mean is 1 and that of their squares
 * 2.2, the kurtosis. So 400 / 1.2, 334 draws, are enough for the error of the mean not to
 * matter. */
TEST(a_spread_is_tested_as_a_sum_of_squares)
{
    static const double squares[] = {4, 1, 0, 1};
    OWNED_PMF *pmf = four_values(chances);
    wyrm_goodness found, wanted;
    const wyrm_sum_part part = {334, VALUES, squares, chances};
    const uint64_t times[VALUES] = {45, 65, 100, 124};
    const wyrm_sample sample = {pmf, times, 334};
    const double variance = wyrm_sample_moments_of(&sample).variance;
    assert_works(wyrm_goodness_sum(&part, 1, 0.0, 334 * variance, &rng, &wanted, &last_error));
    assert_works(wyrm_goodness_spread(&sample, &rng, &found, &last_error));
    assert_near(found.p, wanted.p, 1e-9 * wanted.p);
    assert_true(found.p > 1e-6 && found.p < 0.5);
    assert_string_equal(found.method, "saddlepoint");
    const uint64_t fewer[VALUES] = {45, 65, 100, 123};
    assert_works(wyrm_goodness_spread(&(wyrm_sample){pmf, fewer, 333}, &rng, &found, &last_error));
    assert_true(isnan(found.p));
}

/* Twice the smaller tail, each including the observed value. */
TEST(shares_are_tested_by_the_binomial_distribution)
{
    static const double shares[] = {0.01, 0.3, 0.5, 0.875};
    for (unsigned trials = 1; trials <= 12; trials++)
        for (size_t s = 0; s < LENGTH_OF(shares); s++)
            for (unsigned seen = 0; seen <= trials; seen++) {
                double low = 0.0, high = 0.0;
                for (unsigned k = 0; k <= trials; k++) {
                    const double chance = gsl_ran_binomial_pdf(k, shares[s], trials);
                    low += k <= seen ? chance : 0.0;
                    high += k >= seen ? chance : 0.0;
                }
                const wyrm_goodness found = wyrm_goodness_share(seen, trials, shares[s]);
                assert_near(found.p, fmin(1.0, 2.0 * fmin(low, high)), 1e-9);
                assert_string_equal(found.method, "exact");
            }
    assert_near(wyrm_goodness_share(0, 3, 0.0).p, 1.0, 0);
    assert_near(wyrm_goodness_share(1, 3, 0.0).p, 0.0, 0);
    assert_near(wyrm_goodness_share(3, 3, 1.0).p, 1.0, 0);
    assert_near(wyrm_goodness_share(2, 3, 1.0).p, 0.0, 0);
}

static void assert_untested(wyrm_goodness found)
{
    assert_true(isnan(found.p));
    assert_string_equal(found.method, "");
}

TEST(where_there_is_nothing_to_be_tested_there_is_no_p_value)
{
    OWNED_PMF *four = four_values(chances), *two, *apart;
    const wyrm_weighted pairs[] = {{3, 0.25}, {9, 0.75}}, far[] = {{3, 0.25}, {7, 0.5}, {9, 0.25}};
    assert_works(wyrm_pmf_from_pairs(pairs, 2, &two, &last_error));
    assert_works(wyrm_pmf_from_pairs(far, 3, &apart, &last_error));
    const uint64_t times[7] = {1, 0, 0, 0, 2}, none[7] = {0};
    rng = wyrm_rng_start(1, 0, 0, 0);
    wyrm_goodness found;
    assert_untested(wyrm_goodness_extremes(&(wyrm_sample){four, none, 0}));
    assert_untested(wyrm_goodness_extremes(&(wyrm_sample){two, times, 1}));
    assert_false(isnan(wyrm_goodness_extremes(&(wyrm_sample){apart, times, 3}).p));
    assert_works(wyrm_goodness_mean(&(wyrm_sample){four, none, 0}, &rng, &found, &last_error));
    assert_untested(found);
    assert_works(wyrm_goodness_spread(&(wyrm_sample){four, times, 1}, &rng, &found, &last_error));
    assert_untested(found);
    assert_works(wyrm_goodness_cells(chances, none, VALUES, &rng, &found, &last_error));
    assert_untested(found);
    const double one[] = {0.0, 1.0};
    const uint64_t seen[] = {0, 4};
    assert_works(wyrm_goodness_cells(one, seen, 2, &rng, &found, &last_error));
    assert_untested(found);
}

TEST(moments_of_a_sample_are_those_of_its_values)
{
    OWNED_PMF *pmf = four_values(chances);
    const uint64_t times[VALUES] = {1, 0, 2, 1}; /* 5, 7, 7, 8: deviations of 1.75, 0.25 twice, and
                                                    1.25 */
    const wyrm_sample_moments found = wyrm_sample_moments_of(&(wyrm_sample){pmf, times, 4});
    const double squares = 1.75 * 1.75 + 2 * 0.25 * 0.25 + 1.25 * 1.25;
    const double fourth = pow(1.75, 4) + 2 * pow(0.25, 4) + pow(1.25, 4);
    assert_near(found.mean, 6.75, 1e-12);
    assert_near(found.variance, squares / 3, 1e-12);
    assert_near(found.kurtosis, fourth / 4 / pow(squares / 4, 2), 1e-12);
    const uint64_t same[VALUES] = {0, 3, 0, 0}, one[VALUES] = {0, 1, 0, 0};
    assert_near(wyrm_sample_moments_of(&(wyrm_sample){pmf, same, 3}).variance, 0.0, 0);
    assert_true(isnan(wyrm_sample_moments_of(&(wyrm_sample){pmf, same, 3}).kurtosis));
    assert_near(wyrm_sample_moments_of(&(wyrm_sample){pmf, one, 1}).variance, 0.0, 0);
    assert_near(wyrm_sample_moments_of(&(wyrm_sample){pmf, one, 1}).mean, 6.0, 0);
}

TEST(the_chi_square_distribution_is_that_of_others)
{
    static const double degrees[] = {0.25, 1, 2, 2.5, 7, 30, 99.5, 400, 5000};
    for (size_t d = 0; d < LENGTH_OF(degrees); d++)
        for (double x = 1e-4; x < 8000; x *= 1.37) {
            const double wanted = gsl_cdf_chisq_Q(x, degrees[d]);
            assert_near(wyrm_chi_square_tail(x, degrees[d]), wanted, 1e-10 * wanted + 1e-300);
        }
    assert_near(wyrm_chi_square_tail(0, 3), 1.0, 0);
    assert_true(isnan(wyrm_chi_square_tail(1, 0)));
}

/* Draws of two kinds, the second in steps of two: the probabilities of all sums, one draw after
 * another.
 */
#define SUMS 400

static void add_draws(double sums[SUMS], const wyrm_sum_part *part)
{
    for (uint64_t draw = 0; draw < part->draws; draw++) {
        double next[SUMS] = {0.0};
        for (size_t i = 0; i < part->count; i++)
            for (size_t s = 0; s + (size_t)part->values[i] < SUMS; s++)
                next[s + (size_t)part->values[i]] += sums[s] * part->chances[i];
        memcpy(sums, next, sizeof next);
    }
}

static void assert_sums(const wyrm_sum_part *parts, size_t count, size_t step, size_t greatest,
                        double within)
{
    double sums[SUMS] = {1.0}, low = 0.0, high = 1.0;
    wyrm_goodness found;
    int compared = 0;
    for (size_t i = 0; i < count; i++)
        add_draws(sums, &parts[i]);
    for (size_t s = 0; s <= greatest; s += step) {
        low += sums[s];
        const double wanted = fmin(1.0, 2.0 * fmin(low, high));
        assert_works(
            wyrm_goodness_sum(parts, count, (double)step, (double)s, &rng, &found, &last_error));
        if (wanted > 1e-9) {
            assert_near(found.p, wanted, within * wanted);
            compared++;
        }
        high -= sums[s];
    }
    assert_true(compared > 25);
}

TEST(sums_of_several_kinds_have_nearly_exact_tails)
{
    static const double ones[] = {0, 1, 3}, often[] = {0.5, 0.3, 0.2};
    static const double twos[] = {4, 0, 2}, seldom[] = {0.1, 0.6, 0.3};
    const wyrm_sum_part parts[] = {{40, 3, ones, often}, {25, 3, twos, seldom}};
    assert_sums(parts, 2, 1, 40 * 3 + 25 * 4, 0.01);
    assert_sums(&parts[1], 1, 2, 25 * 4, 1e-6); /* one kind alone is exact */
}

/* The probability of at most `sum` in 300 draws of 1, 3 and, once in 300 draws, 2000: over how
 * often that came, and how often 3 did. */
static double heaps_at_most(double sum, const double of[3], unsigned n)
{
    double all = 0.0;
    for (unsigned k = 0; k <= n; k++) {
        const double rest = sum - 2000.0 * k - (n - k); /* each 3 contributes 2 of it */
        if (rest >= 0)
            all += gsl_ran_binomial_pdf(k, of[2], n) *
                   gsl_cdf_binomial_P((unsigned)floor(rest / 2), of[1] / (of[0] + of[1]), n - k);
    }
    return all;
}

TEST(sums_in_heaps_are_tested_by_samples_that_are_drawn)
{
    static const double values[] = {1, 3, 2000}, of[] = {0.6, 0.4 - 1.0 / 300, 1.0 / 300};
    static const double sums[] = {480, 520, 540, 570, 2540, 2580, 4500, 6600};
    const wyrm_sum_part part = {300, 3, values, of};
    rng = wyrm_rng_start(5, 0, 0, 0);
    for (size_t i = 0; i < LENGTH_OF(sums); i++) {
        const double low = heaps_at_most(sums[i], of, 300),
                     high = 1.0 - heaps_at_most(sums[i] - 1, of, 300),
                     wanted = fmin(1.0, 2.0 * fmin(low, high));
        wyrm_goodness found;
        assert_works(wyrm_goodness_sum(&part, 1, 1, sums[i], &rng, &found, &last_error));
        assert_string_equal(found.method, "monte carlo");
        /* 20 samples or more, so within a quarter of the share or a few of 20,000 */
        assert_near(found.p, wanted, wanted + 2e-4);
        assert_true(found.p > 0.4 * wanted);
    }
}

/* Samples from the right distribution, with a rare and large value, are rejected as often as the
 * p-value says and no more. */
static void assert_seldom_off(const wyrm_weighted *pairs, size_t count, uint64_t draws)
{
    wyrm_pmf *pmf;
    wyrm_alias *alias;
    assert_works(wyrm_pmf_from_pairs(pairs, count, &pmf, &last_error));
    assert_works(wyrm_alias_new(pmf, &alias, &last_error));
    uint64_t *times = calloc(wyrm_pmf_length(pmf), sizeof *times);
    int off[2] = {0, 0};
    rng = wyrm_rng_start(draws, 0, 0, 0);
    const int samples = played_times(400);
    for (int sample = 0; sample < samples; sample++) {
        memset(times, 0, wyrm_pmf_length(pmf) * sizeof *times);
        for (uint64_t i = 0; i < draws; i++)
            times[wyrm_alias_draw(alias, &rng) - wyrm_pmf_first(pmf)]++;
        const wyrm_sample of = {pmf, times, draws};
        wyrm_goodness mean, spread;
        assert_works(wyrm_goodness_mean(&of, &rng, &mean, &last_error));
        assert_works(wyrm_goodness_spread(&of, &rng, &spread, &last_error));
        off[0] += mean.p <= 0.02;
        off[1] += spread.p <= 0.02;
    }
    free(times);
    wyrm_alias_free(alias);
    wyrm_pmf_free(pmf);
    /* 8 of 400 are expected, and more than 17 in one of 1,000 cases; of a tenth, more than 4. */
    const int most = samples < 400 ? 4 : 17;
    assert_true(off[0] <= most);
    assert_true(off[1] <= most);
}

TEST(rare_large_values_raise_no_alarm)
{
    static const wyrm_weighted jackpot[] = {{1, 60}, {3, 39}, {2000, 1}};
    static const wyrm_weighted critical[] = {{1, 98}, {2, 98}, {3, 98}, {4, 98}, {5, 98},
                                             {6, 98}, {12, 2}, {36, 2}, {60, 4}, {72, 4}};
    static const wyrm_weighted pack[] = {{1, 30}, {2, 20}, {3, 10}, {41, 1}};
    static const uint64_t draws[] = {10, 50, 200};
    for (size_t i = 0; i < LENGTH_OF(draws); i++) {
        assert_seldom_off(jackpot, LENGTH_OF(jackpot), draws[i]);
        assert_seldom_off(critical, LENGTH_OF(critical), draws[i]);
        assert_seldom_off(pack, LENGTH_OF(pack), draws[i]);
    }
}

/* Beyond the reach the share of samples that are rejected is the requested power. */
TEST(shares_are_told_apart_as_often_as_is_said)
{
    static const double shares[] = {0.02, 0.3, 0.5, 0.9};
    static const unsigned numbers[] = {1, 4, 20, 150};
    const double alpha = 0.05, power = 0.8;
    for (size_t s = 0; s < LENGTH_OF(shares); s++)
        for (size_t t = 0; t < LENGTH_OF(numbers); t++) {
            const unsigned n = numbers[t];
            const wyrm_interval found = wyrm_goodness_share_reach(shares[s], n, alpha, power);
            unsigned many = 1, few = 0; /* the least that is too many; how many are too few */
            while (many <= n && gsl_cdf_binomial_Q(many - 1, shares[s], n) > alpha / 2)
                many++;
            while (few < n && gsl_cdf_binomial_P(few, shares[s], n) <= alpha / 2)
                few++;
            if (many > n)
                assert_true(isnan(found.high));
            else
                assert_near(gsl_cdf_binomial_Q(many - 1, found.high, n), power, 1e-6);
            if (few == 0)
                assert_true(isnan(found.low));
            else
                assert_near(gsl_cdf_binomial_P(few - 1, found.low, n), power, 1e-6);
        }
}

static wyrm_goodness cells(const double *of, const uint64_t *times, size_t count, uint64_t seed)
{
    rng = wyrm_rng_start(seed, 0, 0, 0);
    wyrm_goodness found;
    assert_works(wyrm_goodness_cells(of, times, count, &rng, &found, &last_error));
    return found;
}

/* Of 1000 draws a cell of 0.02 expects 20, which is enough; one of 0.01 joins its neighbour, the
 * last one its predecessor. G is divided by Williams' 1 + (sum of 1/p - 1) / (6 n df). */
TEST(many_draws_of_a_few_cells_are_tested_by_chi_square)
{
    static const double given[] = {0.02, 0.01, 0.3, 0, 0.3, 0.36, 0.01};
    static const double pooled[] = {0.02, 0.31, 0.3, 0.37}, seen[] = {29, 300, 309, 362};
    const uint64_t times[] = {29, 11, 289, 0, 309, 350, 12};
    double g = 0.0, inverse = 0.0;
    for (size_t i = 0; i < LENGTH_OF(pooled); i++) {
        g += 2.0 * seen[i] * log(seen[i] / (1000 * pooled[i]));
        inverse += 1.0 / pooled[i];
    }
    const double wanted = gsl_cdf_chisq_Q(g / (1.0 + (inverse - 1.0) / (6.0 * 1000 * 3)), 3);
    const wyrm_goodness found = cells(given, times, LENGTH_OF(given), 1);
    assert_string_equal(found.method, "chi-square");
    assert_near(found.p, wanted, 1e-9);
    assert_true(wanted > 0.05 && wanted < 0.5);
}

/* 100,000 samples are enumerated, one more is not; nor are those of more than 64 cells. */
TEST(few_samples_are_gone_through_and_more_are_not)
{
    static const double even[] = {0.5, 0.5};
    assert_string_equal(cells(even, (const uint64_t[]){50000, 49999}, 2, 1).method, "exact");
    assert_string_equal(cells(even, (const uint64_t[]){50000, 50000}, 2, 1).method, "chi-square");
    double many[65];
    uint64_t pair[65] = {2};
    for (int i = 0; i < 64; i++)
        many[i] = 1.0 / 64;
    assert_near(cells(many, pair, 64, 1).p, 1.0 / 64, 1e-12); /* both draws in one cell */
    assert_string_equal(cells(many, pair, 64, 1).method, "exact");
    for (int i = 0; i < 65; i++)
        many[i] = 1.0 / 65;
    assert_string_equal(cells(many, pair, 65, 1).method, "monte carlo");
}

/* Cells with small expected counts, and too many samples to enumerate: samples are drawn until 20
 * are as far off. 19 of all those before the last are an unbiased estimate. */
TEST(seldom_cells_are_tested_by_samples_that_are_drawn)
{
    /* The most likely cell may be any of them. */
    static const double seldom[][3] = {
        {0.985, 0.01, 0.005}, {0.985, 0.01, 0.005}, {0.005, 0.985, 0.01}};
    static const uint64_t seen[][3] = {{980, 12, 8}, {991, 4, 5}, {8, 980, 12}};
    for (size_t s = 0; s < LENGTH_OF(seen); s++) {
        const double *of = seldom[s];
        const int main = s == 2, first = s == 2 ? 2 : 1, other = 3 - main - first;
        double limit = 0.0, wanted = 0.0, sum = 0.0;
        for (int i = 0; i < 3; i++)
            limit += 2.0 * (double)seen[s][i] * log((double)seen[s][i] / (1000 * of[i]));
        for (unsigned a = 0; a < 60; a++) /* more hardly ever come */
            for (unsigned b = 0; b < 60; b++) {
                unsigned counts[3];
                double g = 0.0;
                counts[main] = 1000 - a - b;
                counts[first] = a;
                counts[other] = b;
                for (int i = 0; i < 3; i++)
                    if (counts[i] > 0)
                        g += 2.0 * counts[i] * log(counts[i] / (1000 * of[i]));
                wanted += g >= limit - 1e-9 ? gsl_ran_multinomial_pdf(3, of, counts) : 0.0;
            }
        for (uint64_t seed = 1; seed <= 400; seed++) {
            const wyrm_goodness found = cells(of, seen[s], 3, seed);
            assert_string_equal(found.method, "monte carlo");
            sum += 19.0 / (20.0 / found.p - 1.0);
        }
        assert_near(sum / 400, wanted, 0.05 * wanted);
    }
    /* None of 20,000 is as far off; and all are as far as one that is not off at all. */
    assert_near(cells(seldom[0], (const uint64_t[]){900, 50, 50}, 3, 1).p, 1.0 / 20001, 1e-15);
    for (uint64_t seed = 1; seed <= 100; seed++)
        assert_near(cells(seldom[0], (const uint64_t[]){985, 10, 5}, 3, seed).p, 1.0, 0);
}

/* Samples that are as far off as what was seen count, in whichever order the cells are added up: of
 * cells that are alike only which draws fall together matters. */
TEST(drawn_samples_that_are_just_as_far_off_count)
{
    double even[100];
    uint64_t one[100] = {0}, apart[100] = {0}, together[100] = {0};
    for (int i = 0; i < 100; i++)
        even[i] = 1.0 / 100;
    one[7] = 1;
    together[42] = 2;
    for (int i = 0; i < 8; i++)
        apart[3 + 11 * i] = 1;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        assert_near(cells(even, one, 100, seed).p, 1.0, 0);
        assert_near(cells(even, apart, 100, seed).p, 1.0, 0);
        assert_string_equal(cells(even, together, 100, seed).method, "monte carlo");
        assert_near(cells(even, together, 100, seed).p, 0.01, 0.009);
    }
}

/* ---- p-values stay what they were ----
 *
 * How an approximation is made, and where samples are drawn instead, is no matter of right and
 * wrong within some limits; but it does not change by accident. Where it changes on purpose, the
 * rows are what the test prints. */

enum { PROBLEMS = 24, PARTS = 3, CELLS = 12 };

/* Values and chances of a part; one value may be far off and seldom. */
static wyrm_sum_part drawn_part(test_random *random, double values[CELLS], double of[CELLS])
{
    static const uint64_t draws[] = {1, 2, 5, 12, 40, 150};
    const size_t count = (size_t)random_between(random, 2, CELLS);
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        values[i] = (double)random_between(random, -5, 9) * (i + 1 == count ? 40 : 1);
        of[i] = (double)random_between(random, 1, 20) / (i + 1 == count ? 400 : 1);
        sum += of[i];
    }
    for (size_t i = 0; i < count; i++)
        of[i] /= sum;
    return (wyrm_sum_part){draws[random_below(random, LENGTH_OF(draws))], count, values, of};
}

typedef struct told_of {
    int exact, approximate, drawn;
    double digits; /* the sum of the p-values' negative logarithms */
} told_of;

static void tell_of(told_of *to, const wyrm_goodness *found)
{
    to->exact += strcmp(found->method, "exact") == 0;
    to->drawn += strcmp(found->method, "monte carlo") == 0;
    to->approximate +=
        strcmp(found->method, "saddlepoint") == 0 || strcmp(found->method, "chi-square") == 0;
    to->digits -= isnan(found->p) ? 1000 : log10(fmax(found->p, 1e-200));
}

/* Sums at both ends, about the mean and far from it; of one to three parts, in steps or without. */
static told_of ask_sums(uint64_t seed)
{
    test_random random = {seed};
    double values[PARTS][CELLS], of[PARTS][CELLS], mean = 0.0, variance = 0.0, ends[2] = {0, 0};
    wyrm_sum_part parts[PARTS];
    const size_t count = 1 + seed % PARTS;
    const double step = seed % 4 == 0 ? 0 : 1;
    told_of out = {0};
    for (size_t i = 0; i < count; i++) {
        double least = INFINITY, greatest = -INFINITY, own = 0.0, square = 0.0;
        parts[i] = drawn_part(&random, values[i], of[i]);
        for (size_t k = 0; k < parts[i].count; k++) {
            own += of[i][k] * values[i][k];
            square += of[i][k] * values[i][k] * values[i][k];
            least = fmin(least, values[i][k]);
            greatest = fmax(greatest, values[i][k]);
        }
        mean += (double)parts[i].draws * own;
        variance += (double)parts[i].draws * (square - own * own);
        ends[0] += (double)parts[i].draws * least;
        ends[1] += (double)parts[i].draws * greatest;
    }
    const double sums[] = {ends[0],
                           ends[1],
                           ends[1] - 1,
                           fmax(ends[0], round(mean - 3 * sqrt(variance))),
                           round(mean),
                           fmin(ends[1], round(mean + 1.5 * sqrt(variance))),
                           fmin(ends[1], round(mean + 6 * sqrt(variance)))};
    for (size_t s = 0; s < LENGTH_OF(sums); s++) {
        wyrm_goodness found;
        rng = wyrm_rng_start(seed, s, 0, 0);
        assert_works(wyrm_goodness_sum(parts, count, step, sums[s], &rng, &found, &last_error));
        tell_of(&out, &found);
    }
    return out;
}

/* Samples of cells, from the chances themselves and from others. */
static told_of ask_cells(uint64_t seed)
{
    static const uint64_t draws[] = {3, 30, 400, 5000};
    test_random random = {seed};
    double values[CELLS], of[CELLS];
    told_of out = {0};
    const size_t count = drawn_part(&random, values, of).count;
    for (size_t s = 0; s < 2 * LENGTH_OF(draws); s++) {
        uint64_t times[CELLS] = {0};
        for (uint64_t i = 0; i < draws[s / 2]; i++) {
            double at = random_unit(&random);
            size_t cell = 0;
            while (s % 2 == 0 && cell + 1 < count && at >= of[cell])
                at -= of[cell++];
            times[s % 2 == 0 ? cell : (size_t)(at * (double)count)]++;
        }
        const wyrm_goodness found = cells(of, times, count, seed);
        tell_of(&out, &found);
    }
    return out;
}

TEST(p_values_are_what_they_were)
{
    static const told_of were[2][PROBLEMS] = {
        {{0, 0, 7, 20.040317},  {0, 7, 0, 518.778682}, {7, 0, 0, 17.298289},  {0, 0, 7, 19.554518},
         {0, 7, 0, 428.912225}, {7, 0, 0, 0.150023},   {0, 7, 0, 464.332926}, {0, 7, 0, 610.756229},
         {7, 0, 0, 82.269346},  {0, 0, 7, 22.250107},  {0, 0, 7, 19.337354},  {0, 6, 1, 30.534928},
         {0, 0, 7, 20.611028},  {0, 7, 0, 489.987575}, {7, 0, 0, 67.152250},  {0, 7, 0, 592.932225},
         {0, 7, 0, 607.282501}, {0, 7, 0, 401.101778}, {0, 0, 7, 18.659722},  {0, 0, 7, 18.014305},
         {0, 7, 0, 477.683587}, {0, 0, 7, 18.973823},  {0, 0, 7, 19.075445},  {0, 0, 7, 16.907585}},
        {{2, 4, 2, 228.558449}, {2, 4, 2, 209.395682}, {2, 4, 2, 286.602625},
         {2, 4, 2, 215.331122}, {6, 2, 0, 417.547433}, {6, 2, 0, 321.280050},
         {4, 4, 0, 98.796053},  {4, 4, 0, 254.838772}, {4, 4, 0, 282.036797},
         {8, 0, 0, 427.755655}, {2, 4, 2, 231.367931}, {8, 0, 0, 435.021955},
         {6, 2, 0, 433.236766}, {4, 4, 0, 224.608481}, {2, 4, 2, 216.188562},
         {8, 0, 0, 428.377893}, {2, 4, 2, 223.547205}, {4, 4, 0, 32.859438},
         {2, 4, 2, 198.596794}, {2, 4, 2, 216.255185}, {4, 4, 0, 221.124411},
         {4, 4, 0, 195.615687}, {8, 0, 0, 422.095793}, {2, 4, 2, 239.959521}}};
    size_t others = 0;
    for (size_t kind = 0; kind < 2; kind++)
        for (size_t i = 0; i < PROBLEMS; i++) {
            const told_of found = kind == 0 ? ask_sums(i + 1) : ask_cells(i + 1);
            const told_of *was = &were[kind][i];
            if (found.exact == was->exact && found.approximate == was->approximate &&
                found.drawn == was->drawn && fabs(found.digits - was->digits) <= 2e-6)
                continue;
            print_error("{%d, %d, %d, %.6f}, /* %zu of kind %zu */\n", found.exact,
                        found.approximate, found.drawn, found.digits, i, kind);
            others++;
        }
    assert_int_equal(others, 0);
}
