/* Which agents are the people? Counts of ends that were worked out by hand. */
#include <wyrm/external_fit.h>
#include "helpers.h"
#include "suite.h"

/* A thousand runs of each of two agents, by where they end. */
static const uint64_t two[] = {600, 300, 100, 100, 300, 600};

TEST(players_who_end_as_a_mixture_are_that_mixture)
{
    /* three tenths of the first agent, seven of the second */
    const uint64_t players[] = {250, 300, 450};
    wyrm_fit_weight weights[2];
    double g, p;
    assert_int_equal(wyrm_fit_counts(players, two, 2, 3, NULL, weights, &g, &p, NULL), WYRM_OK);
    assert_near(weights[0].weight, 0.3, 1e-4);
    assert_near(weights[1].weight, 0.7, 1e-4);
    assert_near(g, 0.0, 1e-6);
    assert_true(p > 0.9);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(weights[k].runs, 1000);
        assert_true(weights[k].ci95.low < weights[k].weight);
        assert_true(weights[k].ci95.high > weights[k].weight);
    }
}

TEST(ends_that_no_mixture_has_so_often_fit_none)
{
    const uint64_t players[] = {100, 800, 100}; /* both agents end there in three of ten runs */
    wyrm_fit_weight weights[2];
    double g, p;
    assert_int_equal(wyrm_fit_counts(players, two, 2, 3, NULL, weights, &g, &p, NULL), WYRM_OK);
    assert_true(p < WYRM_FIT_ALARM);
    assert_true(g > 100);
}

TEST(one_agent_or_one_end_tells_nothing_apart)
{
    const uint64_t players[] = {100, 800, 100};
    wyrm_fit_weight weights[2];
    wyrm_error error;
    double g, p;
    assert_int_equal(wyrm_fit_counts(players, two, 1, 3, NULL, weights, &g, &p, &error),
                     WYRM_ERROR_ARGUMENT);
    assert_int_equal(wyrm_fit_counts(players, two, 2, 1, NULL, weights, &g, &p, &error),
                     WYRM_ERROR_ARGUMENT);
}
