/* The ladder of bots is in order: each gets at least as deep as the one below it, in every ruleset.
 * Bob and Trev count floors climbed. */
#include "bots.h"
#include "released.h"

#include <wyrm/sim.h>
#include <wyrm/stats.h>

/* Number of games that suffice: those of YARL last for 30,000 turns. */
static const int played_runs[SHIPPED_COUNT] = {50, 16, 50, 40, 40};

/* Standard errors that a difference may lack, one-sided at 5 %. */
#define ONE_SIDED 1.645

typedef struct depth {
    double mean, error; /* error: standard error */
} depth;

/* The depth that a bot reaches; idle never gets past depth 2. */
static depth depth_of(const wyrm_design *design, const char *name, int runs)
{
    wyrm_sim_options options = {.seed = 6, .runs = (uint64_t)runs};
    OWNED_SUMMARY *summary;
    assert_works(wyrm_bot_find(name, &options.run.bot, &last_error));
    assert_works(wyrm_simulate(design, &options, &summary, &last_error));
    depth found = {summary->final_depth.mean, wyrm_moments_sd(&summary->final_depth) /
                                                  sqrt((double)summary->final_depth.count)};
    if (strcmp(name, "idle") == 0)
        assert_true(summary->final_depth.max <= 2);
    return found;
}

/* Counts for each bot the rulesets in which it gets significantly deeper than the one below. The
 * few runs of slow builds cannot tell. */
static void check_ladder(const char *ruleset, int runs, int *clear)
{
    OWNED_DESIGN *design = ruleset_with(ruleset, NULL);
    depth below = {0.0, 0.0};
    for (size_t i = 0; i < BOTS; i++) {
        depth own = depth_of(design, bot_names[i], runs);
        double doubt = ONE_SIDED * hypot(own.error, below.error);
        if (PLAYED_STRIDE == 1 && own.mean < below.mean - doubt)
            fail_msg("%s: %s gets to depth %.2f, and %s to %.2f", ruleset, bot_names[i], own.mean,
                     bot_names[i - 1], below.mean);
        clear[i] += own.mean > below.mean + doubt;
        below = own;
    }
}

/* Each gets deeper than the one below it in some rulesets, so that all of them are useful. */
static void assert_clear(const int *clear, int least)
{
    for (size_t i = 1; i < BOTS; i++)
        if (clear[i] < least)
            fail_msg("%s is deeper than %s beyond doubt on %d rulesets only", bot_names[i],
                     bot_names[i - 1], clear[i]);
}

TEST(each_gets_as_deep_as_the_one_below)
{
    int clear[BOTS] = {0};
    for (size_t i = 0; i < SHIPPED_COUNT; i++)
        check_ladder(shipped_names[i], played_times(played_runs[i]), clear);
    if (PLAYED_STRIDE == 1)
        assert_clear(clear, 2);
}
