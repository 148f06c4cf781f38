/* Sampled runs stay as near to played ones as they were found to be: what one of them learns, the other has
 * to be told. */
#include "helpers.h"

#include <wyrm/sim.h>

#define PLAYED_RUNS  60
#define SAMPLED_RUNS 400

/* How much deeper or less deep the explorer gets in sampled runs, at most, as shares of the played mean;
 * with room for the noise of so few runs. `wyrm sim RULESET --calibrate` has the figures. */
static const struct band {
    const char *ruleset;
    double least, most;
    uint64_t played; /* 0: PLAYED_RUNS; less where games are long */
} bands[] = {
    {"ruggrogue", 0.05, 0.80, 0},
    {"tutorial", -0.05, 0.55, 0},
    {"tutorial-before", -0.15, 0.15, 0},
    {"bob-and-trev", -0.20, 0.10, 24},
    {"yarl", -0.60, 0.15, 6},
};

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

static double mean_depth(const wyrm_design *design, wyrm_fidelity fidelity, const char *bot,
                         uint64_t runs)
{
    wyrm_summary *summary = simulate(design, fidelity, bot, runs);
    double depth = summary->final_depth.mean;
    wyrm_summary_free(summary);
    return depth;
}

static void sampled_explorers_end_within_a_band_of_played_ones(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bands / sizeof *bands; i++) {
        wyrm_design *design;
        assert_int_equal(wyrm_design_open(bands[i].ruleset, &design, NULL), WYRM_OK);
        uint64_t runs = bands[i].played > 0 ? bands[i].played : PLAYED_RUNS;
        double played = mean_depth(design, WYRM_PLAYED, "explorer", runs);
        double sampled = mean_depth(design, WYRM_SAMPLED, "explorer", SAMPLED_RUNS);
        double less_played = sampled / played - 1.0;
        if (less_played < bands[i].least || less_played > bands[i].most)
            fail_msg("%s: sampled %.2f, played %.2f: %+.0f %%", bands[i].ruleset, sampled, played,
                     100.0 * less_played);
        wyrm_design_free(design);
    }
}

/* Who waits, who goes past, who fights what it meets, who clears floors. */
static void sampled_bots_climb_the_ladder(void **state)
{
    static const char *const ladder[] = {"idle", "diver", "brawler", "explorer"};
    (void)state;
    for (size_t i = 0; i < sizeof bands / sizeof *bands; i++) {
        wyrm_design *design;
        double before = 0.0;
        assert_int_equal(wyrm_design_open(bands[i].ruleset, &design, NULL), WYRM_OK);
        for (size_t bot = 0; bot < sizeof ladder / sizeof *ladder; bot++) {
            double depth = mean_depth(design, WYRM_SAMPLED, ladder[bot], SAMPLED_RUNS);
            if (depth < 0.9 * before)
                fail_msg("%s: %s ends at %.2f, the one before at %.2f", bands[i].ruleset,
                         ladder[bot], depth, before);
            before = depth;
        }
        wyrm_design_free(design);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sampled_explorers_end_within_a_band_of_played_ones),
        cmocka_unit_test(sampled_bots_climb_the_ladder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
