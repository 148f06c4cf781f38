/* Draws from distributions, by inversion and from alias tables. */
#include "helpers.h"

#include <wyrm/pmf.h>

#define DRAWS 40000

/* Shapes that samplers get wrong: one value, gaps, one heavy value, very small ones, many. */
static wyrm_pmf *shape(int which)
{
    const wyrm_weighted single[] = {{-5, 1}};
    const wyrm_weighted gaps[] = {{-7, 1}, {0, 2}, {1, 3}, {9, 4}};
    const wyrm_weighted heavy[] = {{0, 1}, {1, 96}, {2, 1}, {3, 1}, {4, 1}};
    const wyrm_weighted small[] = {{0, 1}, {1, 1e-12}, {2, 1e-300}, {3, 2}};
    wyrm_weighted many[300];
    for (int i = 0; i < 300; i++)
        many[i] = (wyrm_weighted){.value = i - 100, .weight = (double)(i * i % 97)};
    const wyrm_weighted *const shapes[] = {single, gaps, heavy, small, many};
    const size_t counts[] = {1, 4, 5, 4, 300};
    return from_pairs(shapes[which], counts[which]);
}

#define SHAPES 5

static void check_draws(const wyrm_pmf *pmf, const wyrm_alias *alias, wyrm_rng rng)
{
    size_t length = wyrm_pmf_length(pmf);
    FREED uint64_t *counts = zeroed(length, sizeof *counts);
    for (int i = 0; i < DRAWS; i++) {
        int64_t value = alias != NULL ? wyrm_alias_draw(alias, &rng) : wyrm_pmf_draw(pmf, &rng);
        assert_true(value >= wyrm_pmf_first(pmf) && value <= wyrm_pmf_last(pmf));
        assert_true(wyrm_pmf_at(pmf, value) > 0); /* never an impossible value */
        counts[value - wyrm_pmf_first(pmf)]++;
    }
    assert_fits(counts, wyrm_pmf_probabilities(pmf), length);
}

TEST(draws_by_inversion_follow_the_probabilities)
{
    for (int which = 0; which < SHAPES; which++) {
        OWNED_PMF *pmf = shape(which);
        check_draws(pmf, NULL, wyrm_rng_start(11, (uint64_t)which, 0, 0));
    }
}

TEST(draws_from_an_alias_table_follow_the_probabilities)
{
    for (int which = 0; which < SHAPES; which++) {
        OWNED_PMF *pmf = shape(which);
        wyrm_alias *alias = NULL;
        assert_works(wyrm_alias_new(pmf, &alias, &last_error));
        check_draws(pmf, alias, wyrm_rng_start(12, (uint64_t)which, 0, 0));
        wyrm_alias_free(alias);
    }
}

TEST(an_alias_table_does_not_need_its_pmf)
{
    OWNED_PMF *pmf = shape(1);
    wyrm_alias *alias = NULL;
    assert_ok(wyrm_alias_new(pmf, &alias, NULL), NULL);
    wyrm_rng rng = wyrm_rng_start(13, 0, 0, 0), again = rng;
    int64_t first[50];
    for (int i = 0; i < 50; i++)
        first[i] = wyrm_alias_draw(alias, &rng);
    for (int i = 0; i < 50; i++)
        assert_int_equal(wyrm_alias_draw(alias, &again), first[i]);
    wyrm_alias_free(alias);
    wyrm_alias_free(NULL);
}

/* The smallest value whose cumulative probability is above the drawn real. */
TEST(inversion_takes_one_real)
{
    OWNED_PMF *pmf = shape(1);
    wyrm_rng rng = wyrm_rng_start(14, 0, 0, 0), reals = rng;
    for (int i = 0; i < 1000; i++) {
        double real = wyrm_rng_real(&reals);
        int64_t wanted = real < 0.1 ? -7 : real < 0.3 ? 0 : real < 0.6 ? 1 : 9;
        assert_int_equal(wyrm_pmf_draw(pmf, &rng), wanted);
    }
    assert_memory_equal(&rng, &reals, sizeof rng);
}

TEST(the_mean_of_draws_is_the_mean)
{
    OWNED_PMF *pmf = shape(4);
    wyrm_alias *alias = NULL;
    assert_ok(wyrm_alias_new(pmf, &alias, NULL), NULL);
    wyrm_rng rng = wyrm_rng_start(15, 0, 0, 0);
    const int draws = 400000;
    double sum = 0;
    for (int i = 0; i < draws; i++)
        sum += (double)wyrm_alias_draw(alias, &rng);
    assert_near(sum / draws, wyrm_pmf_mean(pmf), 4 * wyrm_pmf_sd(pmf) / sqrt(draws));
    wyrm_alias_free(alias);
}
