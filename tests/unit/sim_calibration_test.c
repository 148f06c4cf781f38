/* Sampled runs stay as near to played ones as they were found to be: what one of them learns, the
 * other has to be told. */
#include "helpers.h"

#include <math.h>

#include <wyrm/sim.h>
#include <wyrm/stats.h>

#define PLAYED_RUNS  60
#define SAMPLED_RUNS 400

/* How much deeper or less deep the explorer gets in sampled runs than in played ones, at most, as a
 * share of the played mean. `wyrm sim RULESET --calibrate` has the figures. */
#define NEAR_ENOUGH 0.25

/* Standard errors of the difference that so few runs may add. */
#define NOISE 2.0

static const struct played {
    const char *ruleset;
    uint64_t runs; /* less where games are long */
} played_rulesets[] = {
    {"ruggrogue", PLAYED_RUNS},
    {"tutorial", PLAYED_RUNS},
    {"tutorial-before", PLAYED_RUNS},
    {"bob-and-trev", 24},
    {"yarl", 6},
};
#define RULESETS (sizeof played_rulesets / sizeof *played_rulesets)

static wyrm_summary *simulate(const wyrm_design *design, wyrm_fidelity fidelity, const char *bot,
                              uint64_t runs)
{
    wyrm_sim_options options = {.seed = 1, .runs = runs, .threads = 2};
    wyrm_summary *summary;
    options.run.fidelity = fidelity;
    assert_int_equal(wyrm_bot_find(bot, &options.run.bot, NULL), WYRM_OK);
    assert_int_equal(wyrm_simulate(design, &options, &summary, NULL), WYRM_OK);
    return summary;
}

/* The mean depth of its ends, and in *error where that is not NULL its standard error. */
static double mean_depth(const wyrm_design *design, wyrm_fidelity fidelity, const char *bot,
                         uint64_t runs, double *error)
{
    wyrm_summary *summary = simulate(design, fidelity, bot, runs);
    double depth = summary->final_depth.mean;
    if (error)
        *error = wyrm_moments_sd(&summary->final_depth) / sqrt((double)runs);
    wyrm_summary_free(summary);
    return depth;
}

static void sampled_explorers_end_near_played_ones(void **state)
{
    (void)state;
    for (size_t i = 0; i < RULESETS; i++) {
        wyrm_design *design;
        double played_error, sampled_error;
        const struct played *of = &played_rulesets[i];
        assert_int_equal(wyrm_design_open(of->ruleset, &design, NULL), WYRM_OK);
        double played = mean_depth(design, WYRM_PLAYED, "explorer", of->runs, &played_error);
        double sampled = mean_depth(design, WYRM_SAMPLED, "explorer", SAMPLED_RUNS, &sampled_error);
        double most = NEAR_ENOUGH * played + NOISE * hypot(played_error, sampled_error);
        if (fabs(sampled - played) > most)
            fail_msg("%s: sampled %.2f, played %.2f", of->ruleset, sampled, played);
        wyrm_design_free(design);
    }
}

/* Who waits, who goes past, who fights what it meets, who clears floors. */
static void sampled_bots_climb_the_ladder(void **state)
{
    static const char *const ladder[] = {"idle", "diver", "brawler", "explorer"};
    (void)state;
    for (size_t i = 0; i < RULESETS; i++) {
        wyrm_design *design;
        double before = 0.0;
        assert_int_equal(wyrm_design_open(played_rulesets[i].ruleset, &design, NULL), WYRM_OK);
        for (size_t bot = 0; bot < sizeof ladder / sizeof *ladder; bot++) {
            double depth = mean_depth(design, WYRM_SAMPLED, ladder[bot], SAMPLED_RUNS, NULL);
            if (depth < 0.9 * before)
                fail_msg("%s: %s ends at %.2f, the one before at %.2f", played_rulesets[i].ruleset,
                         ladder[bot], depth, before);
            before = depth;
        }
        wyrm_design_free(design);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sampled_explorers_end_near_played_ones),
        cmocka_unit_test(sampled_bots_climb_the_ladder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
