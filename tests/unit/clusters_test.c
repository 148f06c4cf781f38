/* Ratios over clusters: their value, error and intervals. */
#include "helpers.h"

#include <wyrm/stats.h>

static wyrm_clusters of(const double (*pairs)[2], size_t count)
{
    wyrm_clusters clusters = {0};
    for (size_t i = 0; i < count; i++)
        wyrm_clusters_add(&clusters, pairs[i][0], pairs[i][1]);
    return clusters;
}

/* 1 of 4, 3 of 6, 2 of 5: 6 of 15. Residuals -0.6, 0.6 and 0; their squares 0.72, over 2, by the
 * root of 3 and the mean of 5. */
static void the_error_is_that_worked_by_hand(void **state)
{
    (void)state;
    const double pairs[][2] = {{1, 4}, {3, 6}, {2, 5}};
    wyrm_clusters clusters = of(pairs, 3);
    assert_near(wyrm_clusters_ratio(&clusters), 0.4, 1e-15);
    assert_near(wyrm_clusters_error(&clusters), sqrt(0.72 / 2 / 3) / 5, 1e-15);
}

static void clusters_merge_as_if_they_were_one_sample(void **state)
{
    (void)state;
    const double pairs[][2] = {{1, 4}, {3, 6}, {2, 5}, {0, 9}, {7, 8}};
    wyrm_clusters all = of(pairs, 5), some = of(pairs, 2), rest = of(pairs + 2, 3);
    wyrm_clusters_merge(&some, &rest);
    assert_memory_equal(&all, &some, sizeof all);
}

/* Clusters of one trial each are plain trials: Student in place of the normal is all that
 * differs. */
static void single_trials_give_the_interval_of_wilson(void **state)
{
    (void)state;
    wyrm_clusters clusters = {0};
    for (int i = 0; i < 100000; i++)
        wyrm_clusters_add(&clusters, i % 10 == 0, 1);
    wyrm_interval share = wyrm_clusters_share(&clusters, 0.95),
                  wilson = wyrm_wilson(10000, 100000, 0.95);
    assert_near(share.low, wilson.low, 1e-6);
    assert_near(share.high, wilson.high, 1e-6);
    wyrm_interval rate = wyrm_clusters_rate(&clusters, 0.95);
    double half = 1.96 * sqrt(0.09 / 100000);
    assert_near(rate.low, 0.1 - half, 1e-4);
    assert_near(rate.high, 0.1 + half, 1e-4);
}

static void what_was_never_seen_may_still_be(void **state)
{
    (void)state;
    wyrm_clusters clusters = {0};
    for (int i = 0; i < 100; i++)
        wyrm_clusters_add(&clusters, 0, 20);
    wyrm_interval share = wyrm_clusters_share(&clusters, 0.95),
                  rate = wyrm_clusters_rate(&clusters, 0.95);
    assert_near(share.low, 0, 0);
    assert_true(share.high > 0.02 && share.high < 0.05); /* as of 100 trials */
    assert_near(rate.low, 0, 0);
    assert_true(rate.high > 3.0 / 2000 && rate.high < 4.1 / 2000); /* about four events */
    clusters = (wyrm_clusters){0};
    for (int i = 0; i < 100; i++)
        wyrm_clusters_add(&clusters, 20, 20);
    share = wyrm_clusters_share(&clusters, 0.95);
    assert_true(share.low < 0.98 && share.low > 0.95);
    assert_near(share.high, 1, 0);
}

/* Whole numbers that never differed might differ by one in a few clusters. */
static void what_was_always_the_same_need_not_be(void **state)
{
    (void)state;
    wyrm_clusters clusters = {0};
    for (int i = 0; i < 300; i++)
        wyrm_clusters_add(&clusters, 5 + i % 3, 3 * (5 + i % 3));
    wyrm_interval rate = wyrm_clusters_rate(&clusters, 0.95);
    assert_near(wyrm_clusters_error(&clusters), 0, 0);
    assert_near(rate.high - 1 / 3.0, 3.873 / 5400, 1e-6);
    assert_near(1 / 3.0 - rate.low, 3.873 / 5400, 1e-6);
}

static void too_few_clusters_tell_nothing(void **state)
{
    (void)state;
    const double pairs[][2] = {{1, 4}};
    const wyrm_clusters empty = {0}, one = of(pairs, 1);
    assert_near(wyrm_clusters_ratio(&empty), 0, 0);
    assert_near(wyrm_clusters_error(&one), 0, 0);
    const wyrm_clusters *const cases[] = {&empty, &one};
    for (size_t i = 0; i < 2; i++) {
        wyrm_interval share = wyrm_clusters_share(cases[i], 0.95);
        assert_true(share.low <= 0 && share.high >= 1);
        wyrm_interval rate = wyrm_clusters_rate(cases[i], 0.95);
        assert_true(rate.low <= 0 && rate.high == INFINITY);
    }
}

/* Trials of a cluster share a chance of their own, 0.02 to 0.18 with mean 0.1: an interval that
 * took them for independent would hold the truth far too seldom. */
static void intervals_of_clustered_trials_hold_the_truth(void **state)
{
    (void)state;
    enum { SAMPLES = 2000, CLUSTERS = 40, TRIALS = 60 };
    int share_holds = 0, rate_holds = 0, naive_holds = 0;
    test_random random = {2024};
    for (int s = 0; s < SAMPLES; s++) {
        wyrm_clusters clusters = {0};
        uint64_t seen = 0, all = 0;
        for (int c = 0; c < CLUSTERS; c++) {
            double chance = 0.02 + 0.16 * random_unit(&random);
            int trials = TRIALS / 2 + (int)random_below(&random, TRIALS + 1), hits = 0;
            for (int t = 0; t < trials; t++)
                hits += random_unit(&random) < chance;
            wyrm_clusters_add(&clusters, hits, trials);
            seen += (uint64_t)hits;
            all += (uint64_t)trials;
        }
        wyrm_interval share = wyrm_clusters_share(&clusters, 0.95);
        wyrm_interval rate = wyrm_clusters_rate(&clusters, 0.95);
        wyrm_interval naive = wyrm_wilson(seen, all, 0.95);
        share_holds += share.low <= 0.1 && 0.1 <= share.high;
        rate_holds += rate.low <= 0.1 && 0.1 <= rate.high;
        naive_holds += naive.low <= 0.1 && 0.1 <= naive.high;
    }
    assert_in_range(share_holds, SAMPLES * 93 / 100, SAMPLES * 97 / 100);
    assert_in_range(rate_holds, SAMPLES * 93 / 100, SAMPLES * 97 / 100);
    assert_true(naive_holds < SAMPLES * 88 / 100);
}

/* Few events in few clusters, where the plain interval of Student would be too narrow. */
static void intervals_hold_where_little_was_seen(void **state)
{
    (void)state;
    enum { SAMPLES = 4000, CLUSTERS = 30 };
    int share_holds = 0, rate_holds = 0;
    test_random random = {77};
    for (int s = 0; s < SAMPLES; s++) {
        wyrm_clusters clusters = {0};
        for (int c = 0; c < CLUSTERS; c++) {
            int hits = 0;
            for (int t = 0; t < 20; t++)
                hits += random_unit(&random) < 0.005;
            wyrm_clusters_add(&clusters, hits, 20);
        }
        wyrm_interval share = wyrm_clusters_share(&clusters, 0.95);
        wyrm_interval rate = wyrm_clusters_rate(&clusters, 0.95);
        share_holds += share.low <= 0.005 && 0.005 <= share.high;
        rate_holds += rate.low <= 0.005 && 0.005 <= rate.high;
    }
    assert_true(share_holds > SAMPLES * 93 / 100);
    assert_true(rate_holds > SAMPLES * 93 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_error_is_that_worked_by_hand),
        cmocka_unit_test(clusters_merge_as_if_they_were_one_sample),
        cmocka_unit_test(single_trials_give_the_interval_of_wilson),
        cmocka_unit_test(what_was_never_seen_may_still_be),
        cmocka_unit_test(what_was_always_the_same_need_not_be),
        cmocka_unit_test(too_few_clusters_tell_nothing),
        cmocka_unit_test(intervals_of_clustered_trials_hold_the_truth),
        cmocka_unit_test(intervals_hold_where_little_was_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
