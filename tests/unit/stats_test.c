/* Figures with their uncertainty, compared with GSL, with numbers worked by hand and, where all
 * outcomes can be enumerated, with the coverage that an interval promises. The coverage of the
 * others is simulated in coverage_test.c. */
#include "helpers.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

#include <wyrm/stats.h>

TEST(the_normal_cdf_is_that_of_gsl)
{
    for (int i = -3700; i <= 900; i++) {
        double z = i / 100.0, wanted = gsl_cdf_ugaussian_P(z);
        assert_near(wyrm_normal_cdf(z), wanted, 1e-12 * wanted + 1e-300);
    }
    assert_same_bits(wyrm_normal_cdf(0), 0.5);
    assert_same_bits(wyrm_normal_cdf((double)INFINITY), 1);
    assert_same_bits(wyrm_normal_cdf(-(double)INFINITY), 0);
}

/* Bounds of the rules cut an interval and change nothing else; a value beyond shows them wrong. */
TEST(intervals_end_where_the_rules_do)
{
    wyrm_moments free = {0}, within = {.range = WYRM_WITHIN, .least = 1, .most = 10};
    wyrm_moments all = within, high = within;
    for (int i = 0; i < 40; i++) {
        const double value = i % 20 == 0 ? 1 : 10;
        wyrm_moments_add(&free, value);
        wyrm_moments_add(&within, value);
        wyrm_moments_add(&high, 10);
    }
    wyrm_moments_merge(&all, &free);
    const wyrm_interval whole = wyrm_mean_interval(&free, 0.95);
    const wyrm_interval cut = wyrm_mean_interval(&within, 0.95);
    assert_true(whole.high > 10 && whole.low > 1);
    assert_near(cut.high, 10, 0);
    assert_near(cut.low, whole.low, 0);
    assert_near(wyrm_mean_interval(&all, 0.95).high, 10, 0);
    assert_near(wyrm_mean_interval(&high, 0.95).high, 10, 0);
    assert_true(wyrm_mean_interval(&high, 0.95).low < 10);
    wyrm_moments_add(&within, 11);
    assert_true(wyrm_mean_interval(&within, 0.95).high > 10);
    wyrm_moments few = {.range = WYRM_WITHIN, .least = 1, .most = 10};
    wyrm_moments_add(&few, 5);
    assert_false(wyrm_interval_is_known(wyrm_mean_interval(&few, 0.95)));
}

static const double degrees[] = {0.5, 1,  1.5, 2,   3,    4,   5.25, 7,  9,
                                 10,  20, 30,  100, 1000, 1e4, 1e5,  1e6};

TEST(the_cdf_of_t_is_that_of_gsl)
{
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

TEST(the_quantile_of_t_undoes_its_cdf)
{
    const double ps[] = {1e-6, 0.001, 0.005, 0.025, 0.05, 0.1,   0.25,  0.4,
                         0.5,  0.6,   0.75,  0.9,   0.95, 0.975, 0.995, 0.999999};
    for (size_t d = 0; d < LENGTH_OF(degrees); d++)
        for (size_t i = 0; i < LENGTH_OF(ps); i++) {
            double t = wyrm_t_quantile(ps[i], degrees[d]);
            assert_near(gsl_cdf_tdist_P(t, degrees[d]) / ps[i], 1, 1e-9);
            assert_near(wyrm_t_cdf(t, degrees[d]), ps[i], 1e-12);
        }
}

/* For 1 and 2 degrees of freedom there are formulas. A p as near to 1/2 as a double can be keeps
 * all its digits. */
TEST(quantiles_of_t_next_to_the_middle_keep_their_digits)
{
    for (int bits = 2; bits <= 52; bits++) {
        const double off = ldexp(1.0, -bits);
        const double of_1 = tan(M_PI * off), of_2 = off * sqrt(8.0 / (1.0 - 4.0 * off * off));
        assert_near(wyrm_t_quantile(0.5 + off, 2) / of_2, 1, 1e-13);
        assert_near(wyrm_t_quantile(0.5 + off, 1) / of_1, 1, 1e-13);
        assert_near(wyrm_t_quantile(0.5 - off, 1) / of_1, -1, 1e-13);
    }
}

TEST(quantiles_of_t_are_those_of_the_tables)
{
    assert_near(wyrm_t_quantile(0.975, 1), 12.7062047361747, 1e-10);
    assert_near(wyrm_t_quantile(0.975, 2), 4.30265272974946, 1e-11);
    assert_near(wyrm_t_quantile(0.975, 9), 2.26215716279820, 1e-11);
    assert_near(wyrm_t_quantile(0.95, 30), 1.69726088659396, 1e-11);
    assert_near(wyrm_t_quantile(0.025, 9), -2.26215716279820, 1e-11);
    assert_near(wyrm_t_quantile(0.975, 1e6), 1.95996635682, 1e-8);
    assert_near(wyrm_t_quantile(0.975, (double)INFINITY), 1.959963984540054235, 1e-14);
    assert_same_bits(wyrm_t_quantile(0, 3), -(double)INFINITY);
    assert_same_bits(wyrm_t_quantile(1, 3), (double)INFINITY);
    assert_true(isnan(wyrm_t_quantile(0.5, 0)));
    assert_true(isnan(wyrm_t_quantile(0.5, -1)));
    assert_true(isnan(wyrm_t_cdf(1, 0)));
    assert_true(isnan(wyrm_t_cdf(1, (double)NAN)));
}

TEST(the_beta_distribution_is_that_of_gsl)
{
    const double shapes[] = {0.8, 1, 2.5, 10, 47.8, 600, 1e5};
    const double ps[] = {0.0005, 0.025, 0.3, 0.5, 0.8, 0.975, 0.9995};
    for (size_t a = 0; a < LENGTH_OF(shapes); a++)
        for (size_t b = 0; b < LENGTH_OF(shapes); b++)
            for (size_t i = 0; i < LENGTH_OF(ps); i++) {
                double x = wyrm_beta_quantile(ps[i], shapes[a], shapes[b]);
                assert_near(wyrm_beta_cdf(x, shapes[a], shapes[b]), ps[i], 1e-9);
                assert_near(gsl_cdf_beta_P(x, shapes[a], shapes[b]), ps[i], 1e-9);
            }
    assert_near(wyrm_beta_cdf(0.3, 1, 2), 1 - 0.49, 1e-15);
    assert_near(wyrm_beta_quantile(0.025, 5, 1), pow(0.025, 0.2), 1e-14);
    assert_near(wyrm_beta_cdf(0, 2, 3), 0, 0);
    assert_near(wyrm_beta_cdf(1, 2, 3), 1, 0);
    assert_same_bits(wyrm_beta_quantile(0, 2, 3), 0);
    assert_same_bits(wyrm_beta_quantile(-0.5, 2, 3), 0);
    assert_same_bits(wyrm_beta_quantile(1, 2, 3), 1);
    assert_true(isnan(wyrm_beta_cdf(0.5, 0, 1)) && isnan(wyrm_beta_quantile(0.5, 1, -1)));
}

static wyrm_moments moments_of(const double *values, size_t count)
{
    wyrm_moments moments = {0};
    for (size_t i = 0; i < count; i++)
        wyrm_moments_add(&moments, values[i]);
    return moments;
}

/* Mean and squares in two passes, with more digits. */
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
    long double mean = sum / (long double)count, cubes = 0, size = 0;
    for (size_t i = 0; i < count; i++) {
        long double apart = (long double)values[i] - mean;
        squares += apart * apart;
        cubes += apart * apart * apart;
        size += fabsl(apart * apart * apart);
    }
    double variance = count < 2 ? 0 : (double)(squares / (long double)(count - 1));
    assert_holds(moments->count == count, seed);
    assert_near_seeded(moments->mean, (double)mean, 1e-14 * fabs((double)mean) + 1e-13, seed);
    assert_near_seeded(wyrm_moments_variance(moments), variance, relative * variance, seed);
    assert_near_seeded(wyrm_moments_sd(moments), sqrt(variance), relative * sqrt(variance), seed);
    assert_near_seeded(moments->m3, (double)cubes, 4 * relative * (double)size + 1e-300, seed);
    assert_same_bits(moments->min, least);
    assert_same_bits(moments->max, greatest);
}

TEST(moments_are_those_of_two_passes)
{
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

TEST(samples_of_none_and_one_have_no_spread)
{
    wyrm_moments moments = {0};
    assert_same_bits(wyrm_moments_variance(&moments), 0);
    assert_same_bits(wyrm_moments_sd(&moments), 0);
    assert_false(wyrm_interval_is_known(wyrm_mean_interval(&moments, 0.95)));
    wyrm_moments_add(&moments, -7.5);
    assert_same_bits(moments.mean, -7.5);
    assert_same_bits(moments.min, -7.5);
    assert_same_bits(moments.max, -7.5);
    assert_same_bits(wyrm_moments_variance(&moments), 0);
    assert_false(wyrm_interval_is_known(wyrm_mean_interval(&moments, 0.95)));
}

TEST(merging_any_split_gives_the_whole)
{
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

TEST(merging_with_nothing_changes_nothing)
{
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

/* All outcomes of this many trials are enumerated: no share is covered in less than 93.4 %, not
 * even at the ends of intervals, between which the coverage jumps. */
TEST(no_share_covers_less_than_it_says)
{
    for (unsigned trials = 1; trials <= 150; trials += trials < 40 ? 1 : 22) {
        wyrm_interval intervals[151];
        for (unsigned x = 0; x <= trials; x++)
            intervals[x] = wyrm_share_interval(x, trials, 0.95);
        for (unsigned probe = 0; probe < 600 + 2 * trials; probe++) {
            double near = probe % 2 ? 1e-9 : -1e-9;
            double share =
                probe < 600 ? (probe + 0.5) / 600 : intervals[(probe - 600) / 2].low + near;
            double covered = 0;
            if (share <= 0 || share >= 1)
                continue;
            for (unsigned x = 0; x <= trials; x++)
                if (intervals[x].low <= share && share <= intervals[x].high)
                    covered += gsl_ran_binomial_pdf(x, share, trials);
            if (covered < 0.934)
                fail_msg("%.9g of %u trials is covered in %.2f %%", share, trials, 100 * covered);
            if (covered > 0.981 && share * trials >= 10 && (1 - share) * trials >= 10)
                fail_msg("%.9g of %u trials is covered in %.2f %%", share, trials, 100 * covered);
        }
    }
}

TEST(shares_stay_between_0_and_1)
{
    const uint64_t trials[] = {1, 2, 3, 100, 1000000007, UINT64_C(1) << 53, UINT64_MAX};
    for (size_t i = 0; i < LENGTH_OF(trials); i++) {
        const uint64_t successes[] = {0, 1, trials[i] / 2, trials[i] - 1, trials[i]};
        for (size_t s = 0; s < LENGTH_OF(successes); s++) {
            wyrm_interval interval = wyrm_share_interval(successes[s], trials[i], 0.999);
            double share = (double)successes[s] / (double)trials[i];
            assert_true(interval.low >= 0 && interval.high <= 1 && interval.low < interval.high);
            assert_true(interval.low <= share && share <= interval.high);
        }
    }
    wyrm_interval none = wyrm_share_interval(0, 0, 0.95), one = wyrm_share_interval(5, 5, 0.95);
    assert_true(none.low <= 0 && none.high >= 1);
    assert_near(one.low, pow(0.025, 1 / 5.0), 0.09); /* Clopper and Pearson: 48 % */
    assert_same_bits(one.high, 1);
}

/* A confidence above 1 counts as 1, one below 0 as 0. */
TEST(confidence_lies_between_0_and_1)
{
    static const double asked[][2] = {{1.5, 1}, {1e9, 1}, {-0.5, 0}, {-1e9, 0}};
    wyrm_moments moments = {.range = WYRM_ANY};
    for (int i = 0; i < 40; i++)
        wyrm_moments_add(&moments, i * i % 17);
    for (size_t i = 0; i < LENGTH_OF(asked); i++) {
        const wyrm_interval share = wyrm_share_interval(3, 10, asked[i][0]),
                            wanted = wyrm_share_interval(3, 10, asked[i][1]);
        assert_same_bits(share.low, wanted.low);
        assert_same_bits(share.high, wanted.high);
        const wyrm_interval mean = wyrm_mean_interval(&moments, asked[i][0]),
                            wanted_mean = wyrm_mean_interval(&moments, asked[i][1]);
        assert_same_bits(mean.low, wanted_mean.low);
        assert_same_bits(mean.high, wanted_mean.high);
        const wyrm_ranks ranks = wyrm_quantile_ranks(40, 0.3, asked[i][0]),
                         wanted_ranks = wyrm_quantile_ranks(40, 0.3, asked[i][1]);
        assert_same_bits(ranks.low, wanted_ranks.low);
        assert_same_bits(ranks.high, wanted_ranks.high);
    }
    assert_near(wyrm_share_interval(3, 10, 1).low, 0, 0);
    assert_near(wyrm_share_interval(3, 10, 1).high, 1, 0);
}

/* A cause of death with a chance of one in a hundred runs is listed once it has killed, and its
 * share of 100 runs is then at least 1 %: its interval must include chances a hundred times
 * smaller. */
TEST(what_is_listed_because_it_occurred_may_be_as_rare_as_can_be)
{
    wyrm_interval once = wyrm_listed_share_interval(1, 100, 1, 0.95);
    wyrm_interval often = wyrm_listed_share_interval(40, 100, 1, 0.95);
    wyrm_interval plain = wyrm_share_interval(40, 100, 0.95);
    assert_near(once.low, 0, 1e-15);
    assert_near(once.high, wyrm_share_interval(1, 100, 0.95).high, 0);
    assert_near(often.low, plain.low, 1e-12);
    for (double expected = 0.02; expected < 30; expected *= 1.3) {
        double share = expected / 200, covered = 0, listed = 0;
        for (unsigned x = 1; x <= 200; x++) {
            wyrm_interval interval = wyrm_listed_share_interval(x, 200, 1, 0.95);
            double chance = gsl_ran_binomial_pdf(x, share, 200);
            listed += chance;
            covered += interval.low <= share && share <= interval.high ? chance : 0;
        }
        assert_true(covered / listed > 0.94);
    }
}

/* For 20 and 500 pairs, enumerated: gains, losses, both rare, only one of them, both frequent. */
TEST(no_paired_share_covers_less_than_it_says)
{
    const double expected[] = {0, 0.1, 0.5, 1, 2, 3, 4, 6, 9};
    const unsigned pairs[] = {20, 500};
    for (size_t p = 0; p < LENGTH_OF(pairs); p++)
        for (size_t i = 0; i < LENGTH_OF(expected); i++)
            for (size_t j = 0; j <= i && expected[i] > 0; j++) {
                unsigned n = pairs[p];
                double up = expected[i] / n, down = expected[j] / n, covered = 0;
                for (unsigned gained = 0; gained <= n && gained < 40; gained++)
                    for (unsigned lost = 0; gained + lost <= n && lost < 40; lost++) {
                        wyrm_interval at = wyrm_paired_share_interval(gained, lost, n, 0.95);
                        if (at.low <= up - down && up - down <= at.high)
                            covered += gsl_ran_binomial_pdf(gained, up, n) *
                                       gsl_ran_binomial_pdf(lost, down / (1 - up), n - gained);
                    }
                if (covered < 0.945)
                    fail_msg("%.1f and %.1f of %u pairs are covered in %.2f %%", expected[i],
                             expected[j], n, 100 * covered);
            }
}

TEST(a_difference_that_never_occurred_is_not_known_to_be_none)
{
    wyrm_interval alike = wyrm_paired_share_interval(0, 0, 100, 0.95);
    assert_near(alike.low, -alike.high, 1e-15);
    assert_in_range((int)(1000 * alike.high), 25, 40); /* 2.5 to 4 in 100 */
    wyrm_interval lost = wyrm_paired_share_interval(0, 20, 20, 0.95);
    assert_near(lost.low, -1, 0);
    assert_true(lost.high < -0.6 && lost.high > -0.9);
    wyrm_interval once = wyrm_paired_share_interval(1, 0, 1000, 0.95);
    assert_true(once.low < 0 && once.high > 0.004);
}

/* No pairs, more changes than pairs, and no pair unchanged. */
TEST(pairs_that_make_no_sense_tell_nothing)
{
    static const struct {
        uint64_t gained, lost, pairs;
        double confidence;
    } rows[] = {{0, 0, 0, 0.95}, {6, 0, 5, 0.95}, {3, 3, 5, 0.95}, {1, 1, 5, 1}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        const wyrm_interval at = wyrm_paired_share_interval(rows[i].gained, rows[i].lost,
                                                            rows[i].pairs, rows[i].confidence);
        assert_same_bits(at.low, -1);
        assert_same_bits(at.high, 1);
    }
    assert_true(wyrm_paired_share_interval(3, 2, 5, 0.95).low > -1);
}

TEST(few_values_without_a_bound_tell_nothing)
{
    const double values[] = {4, 6, 8, 10, 12, 4, 6, 8, 10, 12};
    for (size_t count = 0; count <= 10; count++) {
        wyrm_moments moments = moments_of(values, count);
        assert_int_equal(wyrm_interval_is_known(wyrm_mean_interval(&moments, 0.95)), count == 10);
    }
    wyrm_moments shares = {.range = WYRM_SHARE};
    wyrm_moments_add(&shares, 1);
    wyrm_interval one = wyrm_mean_interval(&shares, 0.95);
    assert_true(one.low > 0 && one.low < 0.1);
    assert_same_bits(one.high, 1);
}

/* Without a long tail it is Student's: mean 8, the root of 8 x 10/9, t(9) 2.2621571627982. */
TEST(an_even_sample_has_the_interval_of_student)
{
    const double values[] = {4, 6, 8, 10, 12, 4, 6, 8, 10, 12};
    wyrm_moments moments = moments_of(values, 10);
    wyrm_interval interval = wyrm_mean_interval(&moments, 0.95);
    double half = 2.2621571627982 * sqrt(8 * 10.0 / 9 / 10);
    assert_near(interval.low, 8 - half, 1e-11);
    assert_near(interval.high, 8 + half, 1e-11);
}

/* The end towards the long tail is farther off, and mirrored values have a mirrored interval.
 */
TEST(a_skew_sample_has_a_skew_interval)
{
    wyrm_moments right = {0}, left = {0};
    for (int i = 0; i < 30; i++) {
        wyrm_moments_add(&right, i % 10 == 0 ? 50 : i % 3);
        wyrm_moments_add(&left, i % 10 == 0 ? -50 : -(i % 3));
    }
    wyrm_interval a = wyrm_mean_interval(&right, 0.95), b = wyrm_mean_interval(&left, 0.95);
    assert_true(a.high - right.mean > 1.3 * (right.mean - a.low));
    assert_near(a.low, -b.high, 1e-11);
    assert_near(a.high, -b.low, 1e-11);
    right.range = WYRM_AMOUNT;
    assert_true(wyrm_mean_interval(&right, 0.95).low >= 0);
}

/* ---- intervals of means, worked out once more from the values themselves ---- */

enum { VALUES_MOST = 60 };

/* Values, the last of which may count less, by their definition: sum of weights, mean, sums of
 * squared and cubed deviations. */
typedef struct weighed {
    double sum, mean, m2, m3;
} weighed;

static weighed weigh(const double *values, size_t count, double extra, double weight)
{
    weighed out = {.sum = (double)count + weight, .mean = extra * weight};
    for (size_t i = 0; i < count; i++)
        out.mean += values[i];
    out.mean /= out.sum;
    for (size_t i = 0; i <= count; i++) {
        const double apart = (i < count ? values[i] : extra) - out.mean;
        out.m2 += (i < count ? 1.0 : weight) * apart * apart;
        out.m3 += (i < count ? 1.0 : weight) * apart * apart * apart;
    }
    return out;
}

/* Wilson and Hilferty: the cube of a normal deviate, for a variable of that skewness. */
static double cubed(double deviate, double skewness)
{
    const double root = 1 + skewness * deviate / 6 - skewness * skewness / 36;
    return fabs(skewness) < 1e-6 ? deviate : (pow(fmax(root, 0), 3) - 1) * 2 / skewness;
}

/* Student's, or farther out where the longer tail is: with half a value where its events are. */
static double open_end(const double *values, size_t count, double side)
{
    const weighed seen = weigh(values, count, 0, 0);
    const double df = (double)count - 1;
    const double student =
        seen.mean + side * gsl_cdf_tdist_Pinv(0.975, df) * sqrt(seen.m2 / df / (double)count);
    if (seen.m3 * side <= 0)
        return student;
    const weighed all = weigh(values, count, seen.mean + 1.5 * seen.m3 / seen.m2, 0.5);
    const double skewness = all.m3 / all.sum / pow(all.m2 / all.sum, 1.5);
    const double known = fmax(2 * (double)count / (2 + 1.5 * skewness * skewness) - 1, 2);
    const double deviate = side * gsl_cdf_tdist_Pinv(0.975, fmin(known, df));
    const double end = all.mean + sqrt(all.m2 / (all.sum - 1) / all.sum) *
                                      cubed(deviate, 2 * skewness / sqrt(all.sum));
    return side * fmax(side * end, side * student);
}

/* The end of a share by the beta distribution, four fifths of a value at the bound. */
static double share_end(const double *values, size_t count, double bound)
{
    const weighed all = weigh(values, count, bound, 0.8);
    const double trials = all.mean * (1 - all.mean) / (all.m2 / all.sum) * (all.sum + 1) - 1;
    return gsl_cdf_beta_Pinv(bound > 0 ? 0.975 : 0.025, all.mean * trials, (1 - all.mean) * trials);
}

/* The lower end of what is not below 0 by the gamma distribution, four fifths of a value at 0. */
static double amount_end(const double *values, size_t count)
{
    const weighed all = weigh(values, count, 0, 0.8);
    double shape = all.mean * all.mean * (all.sum + 1) * all.sum / all.m2;
    shape -= 12 / shape;
    if (!(shape > 0))
        return 0;
    const double deviate = -gsl_cdf_tdist_Pinv(0.975, (double)count - 1);
    return all.mean * (1 + cubed(deviate, 2 / sqrt(shape)) / sqrt(shape));
}

TEST(intervals_of_means_are_those_of_their_values)
{
    size_t near = 0, far = 0, longer = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        const wyrm_range range = (wyrm_range)(seed % 4);
        test_random random = {seed};
        double values[VALUES_MOST];
        const size_t count = (size_t)random_between(&random, 12, VALUES_MOST);
        const int64_t rare = random_between(&random, 2, 9), most = random_between(&random, 2, 40);
        const double shift = seed % 8 < 4 ? 0 : range == WYRM_SHARE ? 0.4 : 12;
        wyrm_moments moments = {.range = range};
        for (size_t i = 0; i < count; i++) {
            double value = random_below(&random, (uint64_t)rare) == 0
                               ? (double)random_between(&random, 1, most)
                               : (double)random_between(&random, 0, 2);
            if (range == WYRM_SHARE)
                value = fmin(value / (double)most, 0.6);
            else if (range == WYRM_ANY && seed % 3 == 0)
                value = -value;
            values[i] = value + shift;
            wyrm_moments_add(&moments, values[i]);
        }
        const weighed seen = weigh(values, count, 0, 0);
        const double sd = sqrt(seen.m2 / ((double)count - 1));
        const bool bounds[] = {range != WYRM_ANY && (seen.mean < sd || seen.mean > 6 * sd),
                               range == WYRM_SHARE &&
                                   (1 - seen.mean < sd || 1 - seen.mean > 6 * sd)};
        double low = !bounds[0]            ? open_end(values, count, -1)
                     : range == WYRM_SHARE ? share_end(values, count, 0)
                                           : amount_end(values, count);
        double high = bounds[1] ? share_end(values, count, 1) : open_end(values, count, 1);
        if (range != WYRM_ANY)
            low = fmax(low, 0);
        if (range == WYRM_SHARE)
            high = fmin(high, 1);
        if (!(seen.m2 > 0))
            continue; /* another test's */
        const wyrm_interval found = wyrm_mean_interval(&moments, 0.95);
        if (fabs(found.low - fmin(low, seen.mean)) > 1e-7 * (1 + fabs(low)) ||
            fabs(found.high - fmax(high, seen.mean)) > 1e-7 * (1 + fabs(high)))
            fail_msg("seed %llu, range %d: %.9g to %.9g, not %.9g to %.9g",
                     (unsigned long long)seed, range, found.low, found.high, low, high);
        near += bounds[0] || bounds[1];
        far += !bounds[0] && !bounds[1];
        longer += seen.m3 > 0;
    }
    assert_true(near > 50 && far > 50 && longer > 50);
}

static wyrm_moments all_alike(wyrm_range range, size_t count, double value)
{
    wyrm_moments moments = {.range = range};
    for (size_t i = 0; i < count; i++)
        wyrm_moments_add(&moments, value);
    return moments;
}

TEST(values_that_never_differed_have_an_interval_or_none_at_all)
{
    wyrm_moments levels = all_alike(WYRM_ANY, 100, 7), zeros = all_alike(WYRM_AMOUNT, 100, 0);
    wyrm_moments items = all_alike(WYRM_COUNT, 100, 0), whole = all_alike(WYRM_SHARE, 100, 1);
    wyrm_interval interval = wyrm_mean_interval(&levels, 0.95);
    double unseen = 1 - pow(0.025, 0.01);
    assert_near(interval.low, 7 - 7 * unseen, 1e-12);
    assert_near(interval.high, 7 + 7 * unseen, 1e-12);
    assert_false(wyrm_interval_is_known(wyrm_mean_interval(&zeros, 0.95)));
    interval = wyrm_mean_interval(&items, 0.95);
    assert_near(interval.low, 0, 0);
    assert_near(interval.high, unseen, 1e-12);
    interval = wyrm_mean_interval(&whole, 0.95);
    assert_true(interval.low > 0.95 && interval.low < 0.98 && interval.high >= 1);
}

TEST(a_difference_has_the_ends_that_lie_towards_each_other)
{
    wyrm_interval at = wyrm_difference_interval(5, (wyrm_interval){2, 9}, 3, (wyrm_interval){2, 7});
    assert_near(at.low, 2 - 5, 1e-15);         /* 3 and 4 */
    assert_near(at.high, 2 + sqrt(17), 1e-15); /* 4 and 1 */
    wyrm_interval none = {-(double)INFINITY, (double)INFINITY};
    assert_false(wyrm_interval_is_known(wyrm_difference_interval(5, none, 3, at)));
}

/* The chance that the value of a rank is beyond the quantile is binomial; between whole ranks it is
 * between theirs. */
TEST(ranks_leave_out_what_they_say)
{
    const double shares[] = {0.05, 0.3, 0.5, 0.9};
    for (unsigned count = 5; count < 2000; count = count * 3 / 2)
        for (size_t i = 0; i < LENGTH_OF(shares); i++) {
            wyrm_ranks ranks = wyrm_quantile_ranks(count, shares[i], 0.95);
            unsigned low = (unsigned)ranks.low, high = (unsigned)ranks.high;
            /* fewer than `low` values below it, or at least `high` */
            if (low > 0)
                assert_true(gsl_cdf_binomial_P(low - 1, shares[i], count) <= 0.025 + 1e-12);
            assert_true(gsl_cdf_binomial_P(low, shares[i], count) >= 0.025 - 1e-12);
            assert_true(gsl_cdf_binomial_Q(high, shares[i], count) <= 0.025 + 1e-12);
            if (high > 0)
                assert_true(gsl_cdf_binomial_Q(high - 1, shares[i], count) >= 0.025 - 1e-12);
        }
    wyrm_ranks none = wyrm_quantile_ranks(0, 0.5, 0.95), few = wyrm_quantile_ranks(5, 0.5, 0.95);
    assert_true(none.low < 1 && none.high > 0);
    assert_true(few.low < 1 && few.high > 5);
}

static wyrm_ratio_estimate clusters_of(const double (*pairs)[2], size_t count)
{
    wyrm_ratio_estimate clusters = {0};
    for (size_t i = 0; i < count; i++)
        wyrm_ratio_estimate_add(&clusters, pairs[i][0], pairs[i][1]);
    return clusters;
}

/* 1 of 4, 3 of 6, 2 of 5: 6 of 15; with so few clusters no interval is known. */
TEST(a_ratio_is_that_worked_by_hand)
{
    const double pairs[][2] = {{1, 4}, {3, 6}, {2, 5}};
    wyrm_ratio_estimate clusters = clusters_of(pairs, 3), none = {0};
    assert_near(wyrm_ratio_estimate_value(&clusters), 0.4, 1e-15);
    assert_near(wyrm_ratio_estimate_value(&none), 0, 0);
    assert_false(wyrm_interval_is_known(wyrm_ratio_interval(&clusters, 0.95)));
}

TEST(clusters_merge_as_if_they_were_one_sample)
{
    const double pairs[][2] = {{1, 4}, {3, 6}, {2, 5}, {0, 9}, {7, 8}};
    wyrm_ratio_estimate all = clusters_of(pairs, 5), some = clusters_of(pairs, 2);
    wyrm_ratio_estimate rest = clusters_of(pairs + 2, 3);
    wyrm_ratio_estimate_merge(&some, &rest);
    assert_memory_equal(&all, &some, sizeof all);
}

/* Clusters with one value each are plain values. */
TEST(a_ratio_over_single_values_is_their_mean)
{
    wyrm_ratio_estimate clusters = {.range = WYRM_AMOUNT};
    wyrm_moments moments = {.range = WYRM_AMOUNT};
    for (int i = 0; i < 100000; i++) {
        double value = i % 17 < 3 ? i % 5 : 0;
        wyrm_ratio_estimate_add(&clusters, value, 1);
        wyrm_moments_add(&moments, value);
    }
    wyrm_interval ratio = wyrm_ratio_interval(&clusters, 0.95);
    wyrm_interval mean = wyrm_mean_interval(&moments, 0.95);
    assert_near(ratio.low, mean.low, 1e-4 * (mean.high - mean.low));
    assert_near(ratio.high, mean.high, 1e-4 * (mean.high - mean.low));
}

/* Clusters of different sizes whose residuals lie evenly about the line: Student's, of as many
 * clusters as are worth the same, each residual counted by what a jackknife finds besides. */
TEST(a_ratio_of_even_residuals_has_the_interval_of_student)
{
    for (int far = 0; far < 2; far++) { /* the bound at 0 is not felt there */
        wyrm_ratio_estimate clusters = {.range = far ? WYRM_AMOUNT : WYRM_ANY};
        double xs = 0, xx = 0, squares = 0;
        for (int i = 0; i < 40; i++) {
            const double x = 1 + i / 2 % 9, off = (i % 2 ? 1 : -1) * (i / 2 % 5 + 1) * 0.5;
            wyrm_ratio_estimate_add(&clusters, x + off, x);
            xs += x;
            xx += x * x;
        }
        for (int i = 0; i < 40; i++) {
            const double x = 1 + i / 2 % 9, off = (i / 2 % 5 + 1) * 0.5;
            squares += off * off * (1 + x / xs);
        }
        const double count = xs * xs / xx, size = xx / xs;
        const double half = gsl_cdf_tdist_Pinv(0.95, count - 1) *
                            sqrt(squares / (size * size) / (count - 1) / count);
        const wyrm_interval found = wyrm_ratio_interval(&clusters, 0.9);
        assert_near(wyrm_ratio_estimate_value(&clusters), 1, 1e-12);
        assert_near(found.low, 1 - half, 1e-8);
        assert_near(found.high, 1 + half, 1e-8);
    }
}

TEST(ratios_that_never_differed_might_yet)
{
    wyrm_ratio_estimate shares = {.range = WYRM_SHARE}, counts = {.range = WYRM_COUNT};
    for (int i = 0; i < 100; i++) {
        wyrm_ratio_estimate_add(&shares, 0, 20);
        wyrm_ratio_estimate_add(&counts, 0, 20);
    }
    wyrm_interval share = wyrm_ratio_interval(&shares, 0.95);
    wyrm_interval count = wyrm_ratio_interval(&counts, 0.95);
    assert_near(share.low, 0, 0);
    assert_true(share.high > 0.02 &&
                share.high < 0.05); /* as for 100 trials: they may all be alike */
    assert_near(count.low, 0, 0);
    assert_near(count.high, (1 - pow(0.025, 0.01)) / 20, 1e-12); /* one item in an unseen cluster */
    counts.range = WYRM_AMOUNT;
    assert_false(wyrm_interval_is_known(wyrm_ratio_interval(&counts, 0.95)));
}

TEST(survival_that_nobody_leaves_is_a_share)
{
    wyrm_survival survival = {0};
    const uint64_t died[] = {10, 30, 5, 0};
    uint64_t alive = 100;
    for (size_t i = 0; i < LENGTH_OF(died); i++) {
        wyrm_survival_step(&survival, alive, died[i]);
        alive -= died[i];
        wyrm_interval got = wyrm_survival_interval(&survival, 0.95);
        wyrm_interval wanted = wyrm_share_interval(alive, 100, 0.95);
        assert_near(survival.share, (double)alive / 100, 1e-14);
        assert_near(got.low, wanted.low, 1e-9);
        assert_near(got.high, wanted.high, 1e-9);
    }
}

TEST(survival_is_less_sure_the_more_go_out_of_sight)
{
    wyrm_survival all = {0}, some = {0}, none = {0}, last = {0};
    wyrm_survival_step(&all, 100, 20);
    wyrm_survival_step(&all, 80, 16);
    wyrm_survival_step(&some, 100, 20);
    wyrm_survival_step(&some, 20, 4); /* sixty were censored */
    wyrm_interval sure = wyrm_survival_interval(&all, 0.95);
    wyrm_interval less = wyrm_survival_interval(&some, 0.95);
    assert_near(all.share, some.share, 1e-15);
    assert_true(less.low < sure.low - 0.03 && less.high > sure.high + 0.03);
    /* none of those at risk died; all did */
    wyrm_survival_step(&none, 20, 0);
    wyrm_survival_step(&none, 5, 0);
    wyrm_interval alive = wyrm_survival_interval(&none, 0.95);
    assert_near(alive.low, wyrm_share_interval(5, 5, 0.95).low, 1e-12);
    wyrm_survival_step(&last, 20, 0);
    wyrm_survival_step(&last, 5, 5);
    wyrm_interval dead = wyrm_survival_interval(&last, 0.95);
    assert_near(dead.low, 0, 0);
    assert_near(dead.high, wyrm_share_interval(0, 5, 0.95).high, 0.1);
    wyrm_interval nothing = wyrm_survival_interval(&(wyrm_survival){0}, 0.95);
    assert_true(nothing.low <= 0 && nothing.high >= 1);
}
