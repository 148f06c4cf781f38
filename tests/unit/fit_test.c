/* Which agents resemble the players? Counts of ends worked out by hand. */
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

/* Agents that never end alike, and a hundred players who all end as the first does: its weight may
 * be any w with w^100 above exp(-3.8415 / 2), and the other one the rest. */
TEST(a_weight_beside_the_end_is_bounded_by_the_likelihood)
{
    static const uint64_t players[] = {100, 0}, agents[] = {1000000, 0, 0, 1000000};
    const double least = exp(-3.841458820694124 / 2 / 100);
    wyrm_fit_weight weights[2];
    double g, p;
    assert_int_equal(wyrm_fit_counts(players, agents, 2, 2, NULL, weights, &g, &p, NULL), WYRM_OK);
    assert_near(weights[0].weight, 1, 1e-4);
    assert_near(weights[0].ci95.low, least, 1e-4);
    assert_near(weights[0].ci95.high, 1, 0);
    assert_near(weights[1].ci95.low, 0, 0);
    assert_near(weights[1].ci95.high, 1 - least, 1e-4);
}

/* The same where the others end there, too, a half and a fifth of their runs: all that is not held
 * goes to who ends there most, in whichever order they stand. */
TEST(what_a_held_weight_leaves_goes_to_the_likeliest_of_the_others)
{
    static const uint64_t players[] = {100, 0};
    static const double there[] = {1, 0.5, 0.2};
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
    const double least = exp(-3.841458820694124 / 2 / 100);
    /* where a weight w of each brings the chance of that end down to `least` */
    const double ends[] = {2 * least - 1, 2 * (1 - least), (1 - least) / 0.8};
    for (size_t i = 0; i < LENGTH_OF(orders); i++) {
        wyrm_fit_weight weights[3];
        uint64_t agents[6];
        double g, p;
        for (int k = 0; k < 3; k++) {
            agents[2 * k] = (uint64_t)(1e6 * there[orders[i][k]]);
            agents[2 * k + 1] = 1000000 - agents[2 * k];
        }
        assert_int_equal(wyrm_fit_counts(players, agents, 3, 2, NULL, weights, &g, &p, NULL),
                         WYRM_OK);
        for (int k = 0; k < 3; k++) {
            const int who = orders[i][k];
            assert_near(weights[k].weight, who == 0, 1e-4);
            assert_near(weights[k].ci95.low, who == 0 ? ends[0] : 0, 1e-4);
            assert_near(weights[k].ci95.high, who == 0 ? 1 : ends[who], 1e-4);
        }
    }
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

/* ---- coverage ---- */

static void draw_ends(test_random *random, int runs, const double *chances, size_t cells,
                      uint64_t *out)
{
    memset(out, 0, cells * sizeof *out);
    for (int i = 0; i < runs; i++) {
        double at = random_unit(random);
        size_t cell = 0;
        while (cell + 1 < cells && at >= chances[cell])
            at -= chances[cell++];
        out[cell]++;
    }
}

/* Players who are a mixture of agents, all of them sampled: intervals contain the weights as often
 * as stated, and a misfit is reported as rarely as stated. */
TEST(intervals_of_weights_cover)
{
    enum { TIMES = 100, RUNS = 400, CELLS = 4 };
    static const double agents[2][CELLS] = {{0.1, 0.2, 0.3, 0.4}, {0.5, 0.3, 0.1, 0.1}};
    double mixture[CELLS], chances = 0;
    int covered = 0, refused = 0;
    for (size_t j = 0; j < CELLS; j++)
        mixture[j] = 0.4 * agents[0][j] + 0.6 * agents[1][j];
    for (uint64_t seed = 1; seed <= TIMES; seed++) {
        test_random random = {seed};
        uint64_t players[CELLS], ends[2 * CELLS];
        wyrm_fit_weight weights[2];
        double g, p;
        draw_ends(&random, RUNS, mixture, CELLS, players);
        draw_ends(&random, RUNS, agents[0], CELLS, ends);
        draw_ends(&random, RUNS, agents[1], CELLS, ends + CELLS);
        assert_int_equal(wyrm_fit_counts(players, ends, 2, CELLS, NULL, weights, &g, &p, NULL),
                         WYRM_OK);
        covered += weights[0].ci95.low <= 0.4 && 0.4 <= weights[0].ci95.high;
        refused += p < 0.05;
        chances += p / TIMES;
        assert_true(weights[0].ci95.high - weights[0].ci95.low < 0.4);
    }
    assert_in_range(covered, 90, TIMES);
    assert_in_range(refused, 0, 12);
    assert_true(fabs(chances - 0.5) < 0.1);
}
